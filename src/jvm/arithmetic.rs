//! Arithmetic, shifts and comparisons on `int`, `long`, `float` and `double` (JLS 15.17 to 15.21),
//! and the methods of the wrapper classes that are nothing else. Two's complement wraps; `/` and
//! `%` round to zero and fail on zero alone (`MIN_VALUE / -1` wraps); shift counts are masked.
//!
//! `float` and `double` have `+ - * /` in Rust exactly as in Java (IEEE 754, to nearest even); the
//! bits of a NaN that they make are not observable in Java and are nothing to rely on here.

use std::cmp::Ordering;

use thiserror::Error;

/// Integer `/` or `%` by zero: the one way in which an operator on primitives throws.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("/ by zero")]
pub struct DivisionByZero;

#[inline]
pub const fn int_add(a: i32, b: i32) -> i32 {
    a.wrapping_add(b)
}

#[inline]
pub const fn int_sub(a: i32, b: i32) -> i32 {
    a.wrapping_sub(b)
}

#[inline]
pub const fn int_mul(a: i32, b: i32) -> i32 {
    a.wrapping_mul(b)
}

#[inline]
pub const fn int_div(a: i32, b: i32) -> Result<i32, DivisionByZero> {
    if b == 0 { Err(DivisionByZero) } else { Ok(a.wrapping_div(b)) }
}

#[inline]
pub const fn int_rem(a: i32, b: i32) -> Result<i32, DivisionByZero> {
    if b == 0 { Err(DivisionByZero) } else { Ok(a.wrapping_rem(b)) }
}

#[inline]
pub const fn int_neg(a: i32) -> i32 {
    a.wrapping_neg()
}

/// `a << count`: the low five bits of the count. A `long` count narrows to `int` first, which
/// keeps those bits.
#[inline]
pub const fn int_shl(a: i32, count: i32) -> i32 {
    a.wrapping_shl(count as u32)
}

#[inline]
pub const fn int_shr(a: i32, count: i32) -> i32 {
    a.wrapping_shr(count as u32)
}

#[inline]
pub const fn int_ushr(a: i32, count: i32) -> i32 {
    (a as u32).wrapping_shr(count as u32) as i32
}

#[inline]
pub const fn long_add(a: i64, b: i64) -> i64 {
    a.wrapping_add(b)
}

#[inline]
pub const fn long_sub(a: i64, b: i64) -> i64 {
    a.wrapping_sub(b)
}

#[inline]
pub const fn long_mul(a: i64, b: i64) -> i64 {
    a.wrapping_mul(b)
}

#[inline]
pub const fn long_div(a: i64, b: i64) -> Result<i64, DivisionByZero> {
    if b == 0 { Err(DivisionByZero) } else { Ok(a.wrapping_div(b)) }
}

#[inline]
pub const fn long_rem(a: i64, b: i64) -> Result<i64, DivisionByZero> {
    if b == 0 { Err(DivisionByZero) } else { Ok(a.wrapping_rem(b)) }
}

#[inline]
pub const fn long_neg(a: i64) -> i64 {
    a.wrapping_neg()
}

/// `a << count`: the low six bits of the count.
#[inline]
pub const fn long_shl(a: i64, count: i32) -> i64 {
    a.wrapping_shl(count as u32)
}

#[inline]
pub const fn long_shr(a: i64, count: i32) -> i64 {
    a.wrapping_shr(count as u32)
}

#[inline]
pub const fn long_ushr(a: i64, count: i32) -> i64 {
    (a as u64).wrapping_shr(count as u32) as i64
}

/// Java's `%` is C's `fmod`: the exact remainder of the division rounded to zero, with the sign of
/// the dividend. So is Rust's.
#[inline]
pub fn float_rem(a: f32, b: f32) -> f32 {
    a % b
}

/// See [`float_rem`].
#[inline]
pub fn double_rem(a: f64, b: f64) -> f64 {
    a % b
}

const fn sign(ordering: Ordering) -> i32 {
    match ordering {
        Ordering::Less => -1,
        Ordering::Equal => 0,
        Ordering::Greater => 1,
    }
}

/// `Integer.compare`.
#[inline]
pub fn int_compare(a: i32, b: i32) -> i32 {
    sign(a.cmp(&b))
}

/// `Long.compare`.
#[inline]
pub fn long_compare(a: i64, b: i64) -> i32 {
    sign(a.cmp(&b))
}

/// `Float.compare`: a total order with -0.0 below 0.0 and one NaN above all.
#[inline]
pub fn float_compare(a: f32, b: f32) -> i32 {
    match a.partial_cmp(&b) {
        Some(Ordering::Less) => -1,
        Some(Ordering::Greater) => 1,
        _ => int_compare(float_to_int_bits(a), float_to_int_bits(b)),
    }
}

/// `Double.compare`: a total order with -0.0 below 0.0 and one NaN above all.
#[inline]
pub fn double_compare(a: f64, b: f64) -> i32 {
    match a.partial_cmp(&b) {
        Some(Ordering::Less) => -1,
        Some(Ordering::Greater) => 1,
        _ => long_compare(double_to_long_bits(a), double_to_long_bits(b)),
    }
}

/// `Float.floatToIntBits`: every NaN is `0x7fc00000`.
#[inline]
pub fn float_to_int_bits(value: f32) -> i32 {
    if value.is_nan() { 0x7fc0_0000 } else { value.to_bits() as i32 }
}

/// `Double.doubleToLongBits`: every NaN is `0x7ff8000000000000`.
#[inline]
pub fn double_to_long_bits(value: f64) -> i64 {
    if value.is_nan() { 0x7ff8_0000_0000_0000 } else { value.to_bits() as i64 }
}
