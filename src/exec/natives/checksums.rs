//! The check sums of `java.util.zip`.

use super::arguments::{Outcome, Thrown, pure, raise};
use crate::exec::native::{Native, NativeContext};
use crate::exec::slot::Slot;

pub(super) const NATIVES: &[Native] = &[
    pure("java.util.zip.CRC32.update(int,int)", |_, a| {
        Ok((crc(a[0].int() as u32, &[a[1].int() as u8]) as i32).into())
    }),
    pure("java.util.zip.CRC32.updateBytes0(int,byte[],int,int)", |c, a| over_bytes(c, a, crc)),
    pure("java.util.zip.Adler32.update(int,int)", |_, a| {
        Ok((adler(a[0].int() as u32, &[a[1].int() as u8]) as i32).into())
    }),
    pure("java.util.zip.Adler32.updateBytes(int,byte[],int,int)", |c, a| over_bytes(c, a, adler)),
];

fn over_bytes(context: &mut NativeContext<'_>, arguments: &[Slot], update: fn(u32, &[u8]) -> u32) -> Outcome {
    let (from, count) = (arguments[2].int() as usize, arguments[3].int() as usize);
    context.charge(count)?;
    let cells = context.array(arguments[1].reference()).get(from..).and_then(|rest| rest.get(..count));
    let bytes: Option<Vec<u8>> = cells.map(|cells| cells.iter().map(|cell| cell.byte() as u8).collect());
    match bytes {
        Some(bytes) => Ok((update(arguments[0].int() as u32, &bytes) as i32).into()),
        None => Err(raise(context, Thrown::ArrayIndex)),
    }
}

/// ISO 3309, bits from the lowest on.
fn crc(sum: u32, bytes: &[u8]) -> u32 {
    let step = |sum: u32, _| if sum & 1 == 1 { (sum >> 1) ^ 0xedb8_8320 } else { sum >> 1 };
    !bytes.iter().fold(!sum, |sum, &byte| (0..8).fold(sum ^ u32::from(byte), step))
}

/// RFC 1950.
fn adler(sum: u32, bytes: &[u8]) -> u32 {
    const BASE: u32 = 65_521;
    let (low, high) = bytes.iter().fold((sum & 0xffff, sum >> 16), |(low, high), &byte| {
        let low = (low + u32::from(byte)) % BASE;
        (low, (high + low) % BASE)
    });
    high << 16 | low
}
