//! `Math` on `int` and `long`.

use thiserror::Error;

use crate::jvm::arithmetic::{DivisionByZero, int_div, int_rem, long_div, long_rem};

/// A result that the type cannot hold: an `ArithmeticException` with this text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum Overflow {
    #[error("integer overflow")]
    Integer,
    #[error("long overflow")]
    Long,
}

/// `Math.abs(int)`: `MIN_VALUE` stays.
#[inline]
pub const fn int_abs(a: i32) -> i32 {
    a.wrapping_abs()
}

#[inline]
pub const fn long_abs(a: i64) -> i64 {
    a.wrapping_abs()
}

/// `Math.floorDiv(int, int)`.
pub const fn int_floor_div(a: i32, b: i32) -> Result<i32, DivisionByZero> {
    match int_div(a, b) {
        Ok(quotient) if (a ^ b) < 0 && quotient.wrapping_mul(b) != a => Ok(quotient - 1),
        other => other,
    }
}

pub const fn long_floor_div(a: i64, b: i64) -> Result<i64, DivisionByZero> {
    match long_div(a, b) {
        Ok(quotient) if (a ^ b) < 0 && quotient.wrapping_mul(b) != a => Ok(quotient - 1),
        other => other,
    }
}

/// `Math.floorMod(int, int)`: the sign of the divisor.
pub const fn int_floor_mod(a: i32, b: i32) -> Result<i32, DivisionByZero> {
    match int_rem(a, b) {
        Ok(rest) if rest != 0 && (rest ^ b) < 0 => Ok(rest + b),
        other => other,
    }
}

/// `Math.floorMod(long, long)`; that of a `long` and an `int` is this one, narrowed.
pub const fn long_floor_mod(a: i64, b: i64) -> Result<i64, DivisionByZero> {
    match long_rem(a, b) {
        Ok(rest) if rest != 0 && (rest ^ b) < 0 => Ok(rest + b),
        other => other,
    }
}

macro_rules! exact {
    ($($name:ident $type:ty, $overflow:expr, $checked:ident ($($parameter:ident)*);)*) => {
        $(
            #[doc = concat!("`Math`'s exact form of `", stringify!($checked), "`.")]
            #[inline]
            pub const fn $name(a: $type $(, $parameter: $type)*) -> Result<$type, Overflow> {
                match a.$checked($($parameter)*) {
                    Some(value) => Ok(value),
                    None => Err($overflow),
                }
            }
        )*
    };
}

exact! {
    int_add_exact i32, Overflow::Integer, checked_add(b);
    int_subtract_exact i32, Overflow::Integer, checked_sub(b);
    int_multiply_exact i32, Overflow::Integer, checked_mul(b);
    int_negate_exact i32, Overflow::Integer, checked_neg();
    long_add_exact i64, Overflow::Long, checked_add(b);
    long_subtract_exact i64, Overflow::Long, checked_sub(b);
    long_multiply_exact i64, Overflow::Long, checked_mul(b);
    long_negate_exact i64, Overflow::Long, checked_neg();
}

/// `Math.incrementExact(int)`.
#[inline]
pub const fn int_increment_exact(a: i32) -> Result<i32, Overflow> {
    int_add_exact(a, 1)
}

#[inline]
pub const fn int_decrement_exact(a: i32) -> Result<i32, Overflow> {
    int_subtract_exact(a, 1)
}

#[inline]
pub const fn long_increment_exact(a: i64) -> Result<i64, Overflow> {
    long_add_exact(a, 1)
}

#[inline]
pub const fn long_decrement_exact(a: i64) -> Result<i64, Overflow> {
    long_subtract_exact(a, 1)
}

/// `Math.toIntExact`.
#[inline]
pub const fn to_int_exact(a: i64) -> Result<i32, Overflow> {
    if a == a as i32 as i64 { Ok(a as i32) } else { Err(Overflow::Integer) }
}

/// `Math.multiplyFull`.
#[inline]
pub const fn multiply_full(a: i32, b: i32) -> i64 {
    a as i64 * b as i64
}

/// `Math.multiplyHigh`: the upper half of the 128-bit product.
#[inline]
pub const fn multiply_high(a: i64, b: i64) -> i64 {
    ((a as i128 * b as i128) >> 64) as i64
}
