//! Numbers of several bytes in a `byte[]`, as the JDK's own classes read and write them.

use super::arguments::{Outcome, impure, object, pure};
use crate::exec::native::{Abrupt, Native, NativeContext};
use crate::exec::slot::{Reference, Slot};
use crate::jvm::value::PrimitiveType;
use crate::sema::types::Ty;

/// Reading and writing of one type: through the classes for both orders, and by place (there the lowest byte comes first, as
/// `Unsafe.isBigEndian` says).
macro_rules! rows {
    ($($name:literal $java:literal $bytes:literal $of:expr, $to:expr;)*) => {
        &[
            $(
                pure(concat!("jdk.internal.util.ByteArray.get", $name, "(byte[],int)"), |c, a| {
                    Ok($of(read(c, a[0], a[1].int().into(), $bytes, true)?))
                }),
                pure(concat!("jdk.internal.util.ByteArrayLittleEndian.get", $name, "(byte[],int)"), |c, a| {
                    Ok($of(read(c, a[0], a[1].int().into(), $bytes, false)?))
                }),
                impure(concat!("jdk.internal.util.ByteArray.set", $name, "(byte[],int,", $java, ")"), |c, a| {
                    write(c, a[0], a[1].int().into(), $bytes, true, $to(a[2]))
                }),
                impure(
                    concat!("jdk.internal.util.ByteArrayLittleEndian.set", $name, "(byte[],int,", $java, ")"),
                    |c, a| write(c, a[0], a[1].int().into(), $bytes, false, $to(a[2])),
                ),
                pure(concat!("jdk.internal.misc.Unsafe.get", $name, "Unaligned(Object,long)"), |c, a| {
                    Ok($of(read(c, a[1], a[2].long(), $bytes, false)?))
                }),
                impure(concat!("jdk.internal.misc.Unsafe.put", $name, "Unaligned(Object,long,", $java, ")"), |c, a| {
                    write(c, a[1], a[2].long(), $bytes, false, $to(a[3]))
                }),
            )*
        ]
    };
}

pub(super) const NATIVES: &[Native] = rows! {
    "Short" "short" 2 |bits: u64| i32::from(bits as i16).into(), |value: Slot| value.int() as u64;
    "Char" "char" 2 |bits: u64| i32::from(bits as u16).into(), |value: Slot| value.int() as u64;
    "UnsignedShort" "int" 2 |bits: u64| i32::from(bits as u16).into(), |value: Slot| value.int() as u64;
    "Int" "int" 4 |bits: u64| (bits as i32).into(), |value: Slot| value.int() as u64;
    "Long" "long" 8 |bits: u64| (bits as i64).into(), |value: Slot| value.long() as u64;
};

fn array(context: &mut NativeContext<'_>, array: Slot) -> Result<Reference, Abrupt> {
    let array = object(context, array)?;
    match context.type_of(array).as_array().map(|array| array.cell()) {
        Some(Ty::Primitive(PrimitiveType::Byte)) => Ok(array),
        _ => Err(Abrupt::unsupported("memory that is looked at as of another type")),
    }
}

pub(super) fn read(
    context: &mut NativeContext<'_>,
    bytes: Slot,
    at: i64,
    count: usize,
    is_big: bool,
) -> Result<u64, Abrupt> {
    let array = array(context, bytes)?;
    let cells = usize::try_from(at).ok().and_then(|at| context.array(array).get(at..)?.get(..count));
    let Some(cells) = cells else { return Err(out_of_bounds()) };
    let join = |bits: u64, cell: &Slot| bits << 8 | u64::from(cell.byte() as u8);
    Ok(if is_big { cells.iter().fold(0, join) } else { cells.iter().rev().fold(0, join) })
}

pub(super) fn write(
    context: &mut NativeContext<'_>,
    bytes: Slot,
    at: i64,
    count: usize,
    is_big: bool,
    bits: u64,
) -> Outcome {
    let array = array(context, bytes)?;
    let at = usize::try_from(at).ok().filter(|&at| context.array(array).len() >= at.saturating_add(count));
    let Some(at) = at else { return Err(out_of_bounds()) };
    let cells = context.array_mut(array)?;
    for n in 0..count {
        let shift = if is_big { count - 1 - n } else { n } * 8;
        cells[at + n] = ((bits >> shift) as i8).into();
    }
    Ok(Slot::ZERO)
}

fn out_of_bounds() -> Abrupt {
    Abrupt::unsupported("a number behind the end of its bytes")
}
