//! What needs a message digest: the JDK finds those through its security providers.

use md5::{Digest, Md5};

use super::arguments::{Outcome, impure, object};
use super::jdk::initialize_class;
use crate::exec::native::{Abrupt, Native, NativeContext};
use crate::exec::slot::Slot;

pub(super) const NATIVES: &[Native] = &[impure("java.util.UUID.nameUUIDFromBytes(byte[])", name_uuid)];

/// A UUID of version 3 (RFC 4122, 4.3).
fn name_uuid(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    let unsupported = || Abrupt::unsupported("a UUID");
    let compiled = context.compiled.ok_or_else(unsupported)?;
    let class = compiled.class(context.layouts, "java/util/UUID").ok_or_else(unsupported)?;
    initialize_class(context, class)?;
    let name = object(context, arguments[0])?;
    let bytes: Vec<u8> = context.array(name).iter().map(|cell| cell.byte() as u8).collect();
    context.charge(bytes.len() + 64)?;
    let mut digest: [u8; 16] = Md5::digest(&bytes).into();
    digest[6] = digest[6] & 0x0f | 0x30;
    digest[8] = digest[8] & 0x3f | 0x80;
    let half = |bytes: &[u8]| bytes.iter().fold(0u64, |bits, &byte| bits << 8 | u64::from(byte)) as i64;
    let uuid = context.allocate(class)?;
    for (name, bits) in [("mostSigBits", half(&digest[..8])), ("leastSigBits", half(&digest[8..]))] {
        let slot = compiled.slot_of(context.layouts, class, name).ok_or_else(unsupported)?;
        context.array_mut(uuid)?[slot] = bits.into();
    }
    Ok(uuid.into())
}
