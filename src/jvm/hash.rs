//! The hash codes that Java specifies: they are a function of the value, so a program may print one.

use super::arithmetic::{double_to_long_bits, float_to_int_bits};
use super::value::Primitive;

/// `String.hashCode`.
pub fn string_hash(units: &[u16]) -> i32 {
    units.iter().fold(0, |hash: i32, &unit| step(hash, i32::from(unit)))
}

const fn step(hash: i32, element: i32) -> i32 {
    hash.wrapping_mul(31).wrapping_add(element)
}

/// `Long.hashCode`.
pub const fn long_hash(value: i64) -> i32 {
    (value ^ (value as u64 >> 32) as i64) as i32
}

/// `Double.hashCode`.
pub fn double_hash(value: f64) -> i32 {
    long_hash(double_to_long_bits(value))
}

/// `Float.hashCode`.
pub fn float_hash(value: f32) -> i32 {
    float_to_int_bits(value)
}

/// `Boolean.hashCode`.
pub const fn boolean_hash(value: bool) -> i32 {
    if value { 1231 } else { 1237 }
}

/// The `hashCode` of the wrapper class.
pub fn primitive_hash(value: Primitive) -> i32 {
    match value {
        Primitive::Boolean(v) => boolean_hash(v),
        Primitive::Byte(v) => i32::from(v),
        Primitive::Short(v) => i32::from(v),
        Primitive::Char(v) => i32::from(v),
        Primitive::Int(v) => v,
        Primitive::Long(v) => long_hash(v),
        Primitive::Float(v) => float_hash(v),
        Primitive::Double(v) => double_hash(v),
    }
}
