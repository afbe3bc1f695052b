//! What needs a message digest: the JDK finds those through its security providers.

use super::arguments::{Outcome, impure, object};
use crate::exec::native::{Abrupt, Native, NativeContext};
use crate::exec::slot::Slot;

pub(super) const NATIVES: &[Native] = &[impure("java.util.UUID.nameUUIDFromBytes(byte[])", name_uuid)];

/// A UUID of version 3 (RFC 4122, 4.3).
fn name_uuid(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    let name = object(context, arguments[0])?;
    let bytes: Vec<u8> = context.array(name).iter().map(|cell| cell.byte() as u8).collect();
    context.charge(bytes.len() + 64)?;
    let mut digest = md5(&bytes);
    digest[6] = digest[6] & 0x0f | 0x30;
    digest[8] = digest[8] & 0x3f | 0x80;
    let half = |bytes: &[u8]| bytes.iter().fold(0u64, |bits, &byte| bits << 8 | u64::from(byte)) as i64;
    let unsupported = || Abrupt::unsupported("a UUID");
    let compiled = context.compiled.ok_or_else(unsupported)?;
    let class = compiled.class(context.layouts, "java/util/UUID").ok_or_else(unsupported)?;
    let uuid = context.allocate(class)?;
    for (name, bits) in [("mostSigBits", half(&digest[..8])), ("leastSigBits", half(&digest[8..]))] {
        let slot = compiled.slot_of(context.layouts, class, name).ok_or_else(unsupported)?;
        context.array_mut(uuid)?[slot] = bits.into();
    }
    Ok(uuid.into())
}

/// RFC 1321.
fn md5(message: &[u8]) -> [u8; 16] {
    const SHIFTS: [[u32; 4]; 4] = [[7, 12, 17, 22], [5, 9, 14, 20], [4, 11, 16, 23], [6, 10, 15, 21]];
    let mut padded = message.to_vec();
    padded.push(0x80);
    padded.resize(padded.len().next_multiple_of(64), 0);
    if padded.len() - message.len() < 9 {
        padded.resize(padded.len() + 64, 0);
    }
    let end = padded.len() - 8;
    padded[end..].copy_from_slice(&(message.len() as u64 * 8).to_le_bytes());
    let mut state = [0x6745_2301_u32, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476];
    for block in padded.chunks_exact(64) {
        let [mut a, mut b, mut c, mut d] = state;
        for step in 0..64 {
            let (mixed, at) = match step / 16 {
                0 => (b & c | !b & d, step),
                1 => (d & b | !d & c, (5 * step + 1) % 16),
                2 => (b ^ c ^ d, (3 * step + 5) % 16),
                _ => (c ^ (b | !d), 7 * step % 16),
            };
            let word =
                u32::from_le_bytes([block[4 * at], block[4 * at + 1], block[4 * at + 2], block[4 * at + 3]]);
            // The whole part of 2^32 |sin(step + 1)|.
            let constant = (((step + 1) as f64).sin().abs() * 4_294_967_296.0) as u32;
            let sum = a.wrapping_add(mixed).wrapping_add(constant).wrapping_add(word);
            (a, d, c) = (d, c, b);
            b = b.wrapping_add(sum.rotate_left(SHIFTS[step / 16][step % 4]));
        }
        for (held, more) in state.iter_mut().zip([a, b, c, d]) {
            *held = held.wrapping_add(more);
        }
    }
    let mut digest = [0; 16];
    for (bytes, word) in digest.chunks_exact_mut(4).zip(state) {
        bytes.copy_from_slice(&word.to_le_bytes());
    }
    digest
}

#[cfg(test)]
mod tests {
    use super::md5;

    #[test]
    fn digests_are_those_of_the_rfc() {
        let hex =
            |text: &str| md5(text.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect::<String>();
        assert_eq!(hex(""), "d41d8cd98f00b204e9800998ecf8427e");
        assert_eq!(hex("message digest"), "f96b697d7cb7938d525a2f31aaf161d0");
        let long = "12345678901234567890123456789012345678901234567890123456789012345678901234567890";
        assert_eq!(hex(long), "57edf4a22be3c955ac49da2e2107b67a");
    }
}
