//! What needs a message digest: the JDK finds those through its security providers.

use md5::{Digest, Md5};

use super::arguments::{Outcome, depends, impure, object, text};
use super::jdk::{initialize_class, jdk_class, set_field};
use crate::exec::native::{Abrupt, Construction, Native, NativeContext};
use crate::exec::slot::Slot;

pub(super) const NATIVES: &[Native] = &[
    impure("java.util.UUID.nameUUIDFromBytes(byte[])", name_uuid),
    impure("java.security.MessageDigest.getInstance(String)", message_digest),
    // Who provides it is the JDK's business.
    impure("java.security.MessageDigest.getProvider()", |_, _| Err(depends())),
    impure("java.security.MessageDigest.toString()", |_, _| Err(depends())),
];

pub(super) const UUID: &str = "java/util/UUID";

/// The algorithms that every JDK has, by their names in capitals, and the classes behind them in `sun.security.provider`.
const ALGORITHMS: [(&str, &str); 15] = [
    ("MD2", "MD2"),
    ("MD5", "MD5"),
    ("SHA", "SHA"),
    ("SHA1", "SHA"),
    ("SHA-1", "SHA"),
    ("SHA-224", "SHA2$SHA224"),
    ("SHA-256", "SHA2$SHA256"),
    ("SHA-384", "SHA5$SHA384"),
    ("SHA-512", "SHA5$SHA512"),
    ("SHA-512/224", "SHA5$SHA512_224"),
    ("SHA-512/256", "SHA5$SHA512_256"),
    ("SHA3-224", "SHA3$SHA224"),
    ("SHA3-256", "SHA3$SHA256"),
    ("SHA3-384", "SHA3$SHA384"),
    ("SHA3-512", "SHA3$SHA512"),
];

/// What the provider's class computes, behind the class that `MessageDigest` puts in front of it.
fn message_digest(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    let name = text(context, arguments[0])?.to_string_lossy().to_ascii_uppercase();
    let Some((_, behind)) = ALGORITHMS.iter().find(|(known, _)| *known == name) else {
        return Err(Abrupt::unsupported(format!("the message digest {name}")));
    };
    let spi = jdk_class(context, &format!("sun/security/provider/{behind}"))?;
    let in_front = jdk_class(context, "java/security/MessageDigest$Delegate$CloneableDelegate")?;
    initialize_class(context, spi)?;
    initialize_class(context, in_front)?;
    let compiled = context.compiled.ok_or_else(depends)?;
    let constructor = compiled.public_constructor(context.layouts, spi, "()V");
    let constructor =
        constructor.ok_or_else(|| Abrupt::unsupported("the constructor of a message digest"))?;
    let (spi, digest) = (context.allocate(spi)?, context.allocate(in_front)?);
    set_field(context, digest, ("java/security/MessageDigest$Delegate", "digestSpi"), spi.into())?;
    set_field(context, digest, ("java/security/MessageDigest", "algorithm"), arguments[0])?;
    let construction = Construction { constructor, arguments: vec![spi.into()], result: digest.into() };
    Err(Abrupt::Construct(construction))
}

fn name_uuid(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    let name = object(context, arguments[0])?;
    let bytes: Vec<u8> = context.array(name).iter().map(|cell| cell.byte() as u8).collect();
    context.charge(bytes.len() + 64)?;
    new_uuid(context, Md5::digest(&bytes).into(), OF_NAMES)
}

/// The version of a UUID that is made of a name (RFC 4122, 4.3).
const OF_NAMES: u8 = 3;

/// A UUID of these bits, but for those that tell its version and its layout (RFC 4122, 4.1).
pub(super) fn new_uuid(context: &mut NativeContext<'_>, mut bits: [u8; 16], version: u8) -> Outcome {
    let class = jdk_class(context, UUID)?;
    initialize_class(context, class)?;
    bits[6] = bits[6] & 0x0f | version << 4;
    bits[8] = bits[8] & 0x3f | 0x80;
    let half = |bytes: &[u8]| bytes.iter().fold(0u64, |bits, &byte| bits << 8 | u64::from(byte)) as i64;
    let uuid = context.allocate(class)?;
    for (name, bits) in [("mostSigBits", half(&bits[..8])), ("leastSigBits", half(&bits[8..]))] {
        set_field(context, uuid, (UUID, name), bits.into())?;
    }
    Ok(uuid.into())
}
