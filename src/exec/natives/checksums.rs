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

fn crc(sum: u32, bytes: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new_with_initial(sum);
    hasher.update(bytes);
    hasher.finalize()
}

fn adler(sum: u32, bytes: &[u8]) -> u32 {
    let mut checksum = adler2::Adler32::from_checksum(sum);
    checksum.write_slice(bytes);
    checksum.checksum()
}
