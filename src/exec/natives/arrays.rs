//! `java.util.Arrays`: accelerators of what works through a whole array of primitives.

use super::arguments::{Outcome, array_range, impure, object, pure};
use crate::exec::native::{Native, NativeContext};
use crate::exec::slot::{Reference, Slot};
use crate::jvm::arithmetic::{double_compare, float_compare};

/// The entries of one element type, with the order of its cells.
macro_rules! entries {
    ($($ty:literal $order:expr;)*) => {
        &[$(
            impure(concat!("java.util.Arrays.sort(", $ty, "[])"), |c, a| sort(c, a, $order)),
            impure(concat!("java.util.Arrays.sort(", $ty, "[],int,int)"), |c, a| sort_range(c, a, $order)),
            impure(concat!("java.util.Arrays.fill(", $ty, "[],", $ty, ")"), fill),
            impure(concat!("java.util.Arrays.fill(", $ty, "[],int,int,", $ty, ")"), fill_range),
        )*
            impure("java.util.Arrays.fill(boolean[],boolean)", fill),
            impure("java.util.Arrays.fill(boolean[],int,int,boolean)", fill_range),
            pure("java.util.Arrays.equals(boolean[],boolean[])", equals),
            pure("java.util.Arrays.equals(byte[],byte[])", equals),
            pure("java.util.Arrays.equals(short[],short[])", equals),
            pure("java.util.Arrays.equals(char[],char[])", equals),
            pure("java.util.Arrays.equals(int[],int[])", equals),
            pure("java.util.Arrays.equals(long[],long[])", equals),
        ]
    };
}

pub(super) const NATIVES: &[Native] = entries! {
    "byte" by_value;
    "short" by_value;
    "char" by_value;
    "int" by_value;
    "long" by_value;
    "float" |cells| cells.sort_by(|a, b| float_compare(a.float(), b.float()).cmp(&0));
    "double" |cells| cells.sort_by(|a, b| double_compare(a.double(), b.double()).cmp(&0));
};

/// Integers are sign-extended in their cells, `char` zero-extended: one order fits all.
fn by_value(cells: &mut [Slot]) {
    cells.sort_unstable_by_key(|cell| cell.long());
}

fn sort(context: &mut NativeContext<'_>, arguments: &[Slot], order: fn(&mut [Slot])) -> Outcome {
    let array = object(context, arguments[0])?;
    let length = context.array(array).len();
    sort_cells(context, array, 0..length, order)
}

fn sort_range(context: &mut NativeContext<'_>, arguments: &[Slot], order: fn(&mut [Slot])) -> Outcome {
    let array = object(context, arguments[0])?;
    let length = context.array(array).len();
    let range = array_range(context, length, arguments[1].int(), arguments[2].int())?;
    sort_cells(context, array, range, order)
}

fn sort_cells(
    context: &mut NativeContext<'_>,
    array: Reference,
    range: std::ops::Range<usize>,
    order: fn(&mut [Slot]),
) -> Outcome {
    if range.len() > 1 {
        context.charge(range.len() * range.len().ilog2() as usize)?;
        order(&mut context.array_mut(array)?[range]);
    }
    Ok(Slot::ZERO)
}

fn fill(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    let array = object(context, arguments[0])?;
    let length = context.array(array).len();
    fill_cells(context, array, 0..length, arguments[1])
}

fn fill_range(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    let array = object(context, arguments[0])?;
    let length = context.array(array).len();
    let range = array_range(context, length, arguments[1].int(), arguments[2].int())?;
    fill_cells(context, array, range, arguments[3])
}

fn fill_cells(
    context: &mut NativeContext<'_>,
    array: Reference,
    range: std::ops::Range<usize>,
    value: Slot,
) -> Outcome {
    if !range.is_empty() {
        context.charge(range.len() / 8)?;
        context.array_mut(array)?[range].fill(value);
    }
    Ok(Slot::ZERO)
}

/// For integers alone: floating-point numbers may be equal with other bits.
fn equals(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    let (a, b) = (arguments[0].reference(), arguments[1].reference());
    if a == b || a.is_null() || b.is_null() {
        return Ok((a == b).into());
    }
    let length = context.array(a).len();
    context.charge(length / 8)?;
    Ok((context.array(a) == context.array(b)).into())
}
