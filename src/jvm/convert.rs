//! Conversions between primitive types (JLS 5.1.2, 5.1.3) and the implicit narrowing of constants
//! (JLS 5.2).

use super::value::{Primitive, PrimitiveType};

/// `(byte) value` goes through `int` and then drops bits: `(byte) 300.0` is 44, where Rust's `as`
/// would saturate at 127.
#[inline]
pub const fn double_to_byte(value: f64) -> i8 {
    value as i32 as i8
}

#[inline]
pub const fn double_to_short(value: f64) -> i16 {
    value as i32 as i16
}

#[inline]
pub const fn double_to_char(value: f64) -> u16 {
    value as i32 as u16
}

/// Whether a value of type `from` may be assigned to `to` without a cast: identity or widening.
pub const fn widens(from: PrimitiveType, to: PrimitiveType) -> bool {
    use PrimitiveType::{Boolean, Byte, Char, Double, Float, Int, Long, Short};
    match (from, to) {
        (Boolean, Boolean) => true,
        (Boolean, _) | (_, Boolean) => false,
        (_, Double) => true,
        (Double, _) => false,
        (_, Float) => true,
        (Float, _) => false,
        (_, Long) => true,
        (Long, _) => false,
        (_, Int) => true,
        (Int, _) => false,
        (Char, _) => matches!(to, Char),
        (Byte, _) => matches!(to, Byte | Short),
        (Short, _) => matches!(to, Short),
    }
}

/// Whether Java has a cast between the types at all: not between `boolean` and a number.
pub const fn castable(from: PrimitiveType, to: PrimitiveType) -> bool {
    from.is_numeric() == to.is_numeric()
}

/// `(ty) value`.
///
/// # Panics
/// Between `boolean` and a numeric type, which the type checker rejects ([`castable`]).
#[inline]
pub const fn cast(value: Primitive, ty: PrimitiveType) -> Primitive {
    match value {
        Primitive::Boolean(_) if matches!(ty, PrimitiveType::Boolean) => value,
        Primitive::Boolean(_) => panic!("a boolean has no cast to a number"),
        Primitive::Byte(v) => from_int(v as i32, ty),
        Primitive::Short(v) => from_int(v as i32, ty),
        Primitive::Char(v) => from_int(v as i32, ty),
        Primitive::Int(v) => from_int(v, ty),
        Primitive::Long(v) => from_long(v, ty),
        Primitive::Float(v) => from_float(v, ty),
        Primitive::Double(v) => from_double(v, ty),
    }
}

const fn from_int(value: i32, ty: PrimitiveType) -> Primitive {
    match ty {
        PrimitiveType::Float => Primitive::Float(value as f32),
        _ => from_long(value as i64, ty),
    }
}

const fn from_long(value: i64, ty: PrimitiveType) -> Primitive {
    match ty {
        PrimitiveType::Boolean => panic!("a number has no cast to boolean"),
        PrimitiveType::Byte => Primitive::Byte(value as i8),
        PrimitiveType::Short => Primitive::Short(value as i16),
        PrimitiveType::Char => Primitive::Char(value as u16),
        PrimitiveType::Int => Primitive::Int(value as i32),
        PrimitiveType::Long => Primitive::Long(value),
        PrimitiveType::Float => Primitive::Float(value as f32),
        PrimitiveType::Double => Primitive::Double(value as f64),
    }
}

const fn from_float(value: f32, ty: PrimitiveType) -> Primitive {
    match ty {
        PrimitiveType::Float => Primitive::Float(value),
        // Exact, so that every other target sees the same value.
        _ => from_double(value as f64, ty),
    }
}

const fn from_double(value: f64, ty: PrimitiveType) -> Primitive {
    match ty {
        PrimitiveType::Boolean => panic!("a number has no cast to boolean"),
        PrimitiveType::Byte => Primitive::Byte(double_to_byte(value)),
        PrimitiveType::Short => Primitive::Short(double_to_short(value)),
        PrimitiveType::Char => Primitive::Char(double_to_char(value)),
        PrimitiveType::Int => Primitive::Int(value as i32),
        PrimitiveType::Long => Primitive::Long(value as i64),
        PrimitiveType::Float => Primitive::Float(value as f32),
        PrimitiveType::Double => Primitive::Double(value),
    }
}

/// Whether a *constant* may be assigned to a variable of type `ty` without a cast (JLS 5.2): it
/// widens, or it is a `byte`, `short`, `char` or `int` whose value `byte`, `short` or `char` holds.
pub const fn fits(constant: Primitive, ty: PrimitiveType) -> bool {
    let value = match constant {
        _ if widens(constant.ty(), ty) => return true,
        Primitive::Byte(v) => v as i32,
        Primitive::Short(v) => v as i32,
        Primitive::Char(v) => v as i32,
        Primitive::Int(v) => v,
        _ => return false,
    };
    match ty {
        PrimitiveType::Byte => value == value as i8 as i32,
        PrimitiveType::Short => value == value as i16 as i32,
        PrimitiveType::Char => value == value as u16 as i32,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floating_point_reaches_the_small_types_through_int() {
        assert_eq!(cast(Primitive::Double(300.0), PrimitiveType::Byte), Primitive::Byte(44));
        assert_eq!(cast(Primitive::Float(1e20), PrimitiveType::Short), Primitive::Short(-1));
        assert_eq!(cast(Primitive::Double(f64::NAN), PrimitiveType::Char), Primitive::Char(0));
    }

    #[test]
    fn a_constant_narrows_only_where_its_value_is_kept() {
        assert!(fits(Primitive::Int(-128), PrimitiveType::Byte));
        assert!(!fits(Primitive::Int(128), PrimitiveType::Byte));
        assert!(!fits(Primitive::Int(-1), PrimitiveType::Char));
        assert!(fits(Primitive::Char(127), PrimitiveType::Byte));
        assert!(!fits(Primitive::Long(1), PrimitiveType::Int));
        assert!(!fits(Primitive::Double(1.0), PrimitiveType::Float));
    }
}
