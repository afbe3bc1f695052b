//! The operators of the register code on slots: [`crate::jvm`] with the wrapping taken off.

use crate::exec::code::UnaryCode;
use crate::exec::slot::Slot;
use crate::jvm::arithmetic as java;
use crate::jvm::convert;
use crate::jvm::operator::BinaryOperator as Op;
use crate::jvm::value::{Primitive, PrimitiveType};

/// An exception that an instruction throws, before there is an object for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Trap {
    DivisionByZero,
    Null,
    Index { index: i32, length: i32 },
    NegativeSize(i32),
    ArrayStore,
    ClassCast,
}

impl From<java::DivisionByZero> for Trap {
    fn from(_: java::DivisionByZero) -> Trap {
        Trap::DivisionByZero
    }
}

#[inline(always)]
pub(super) fn int(op: Op, a: i32, b: i32) -> Result<Slot, Trap> {
    Ok(match op {
        Op::Add => java::int_add(a, b).into(),
        Op::Sub => java::int_sub(a, b).into(),
        Op::Mul => java::int_mul(a, b).into(),
        Op::Div => java::int_div(a, b)?.into(),
        Op::Rem => java::int_rem(a, b)?.into(),
        Op::Shl => java::int_shl(a, b).into(),
        Op::Shr => java::int_shr(a, b).into(),
        Op::Ushr => java::int_ushr(a, b).into(),
        Op::And => (a & b).into(),
        Op::Or => (a | b).into(),
        Op::Xor => (a ^ b).into(),
        _ => compare_int(op, a, b).into(),
    })
}

#[inline(always)]
pub(super) fn compare_int(op: Op, a: i32, b: i32) -> bool {
    match op {
        Op::Lt => a < b,
        Op::Le => a <= b,
        Op::Gt => a > b,
        Op::Ge => a >= b,
        Op::Eq => a == b,
        _ => a != b,
    }
}

/// The count of a shift is the low bits of an `int` or a `long`.
#[inline(always)]
pub(super) fn long(op: Op, a: i64, b: i64) -> Result<Slot, Trap> {
    Ok(match op {
        Op::Add => java::long_add(a, b).into(),
        Op::Sub => java::long_sub(a, b).into(),
        Op::Mul => java::long_mul(a, b).into(),
        Op::Div => java::long_div(a, b)?.into(),
        Op::Rem => java::long_rem(a, b)?.into(),
        Op::Shl => java::long_shl(a, b as i32).into(),
        Op::Shr => java::long_shr(a, b as i32).into(),
        Op::Ushr => java::long_ushr(a, b as i32).into(),
        Op::And => (a & b).into(),
        Op::Or => (a | b).into(),
        Op::Xor => (a ^ b).into(),
        Op::Lt => (a < b).into(),
        Op::Le => (a <= b).into(),
        Op::Gt => (a > b).into(),
        Op::Ge => (a >= b).into(),
        Op::Eq => (a == b).into(),
        Op::Ne => (a != b).into(),
    })
}

macro_rules! floating {
    ($name:ident, $ty:ty, $rem:path) => {
        #[inline(always)]
        pub(super) fn $name(op: Op, a: $ty, b: $ty) -> Slot {
            match op {
                Op::Add => (a + b).into(),
                Op::Sub => (a - b).into(),
                Op::Mul => (a * b).into(),
                Op::Div => (a / b).into(),
                Op::Rem => $rem(a, b).into(),
                Op::Lt => (a < b).into(),
                Op::Le => (a <= b).into(),
                Op::Gt => (a > b).into(),
                Op::Ge => (a >= b).into(),
                Op::Eq => (a == b).into(),
                Op::Ne => (a != b).into(),
                // Shifts and bitwise operators have no floating-point operands (JLS 15.19, 15.22).
                Op::Shl | Op::Shr | Op::Ushr | Op::And | Op::Or | Op::Xor => Slot::ZERO,
            }
        }
    };
}

floating!(float, f32, java::float_rem);
floating!(double, f64, java::double_rem);

#[inline(always)]
pub(super) fn unary(op: UnaryCode, a: Slot) -> Slot {
    match op {
        UnaryCode::IntNegate => java::int_neg(a.int()).into(),
        UnaryCode::IntNot => (!a.int()).into(),
        UnaryCode::LongNegate => java::long_neg(a.long()).into(),
        UnaryCode::LongNot => (!a.long()).into(),
        UnaryCode::FloatNegate => (-a.float()).into(),
        UnaryCode::DoubleNegate => (-a.double()).into(),
        UnaryCode::BooleanNot => (!a.boolean()).into(),
    }
}

pub(super) fn convert(from: PrimitiveType, to: PrimitiveType, a: Slot) -> Slot {
    use PrimitiveType::{Byte, Char, Int, Short};
    match (from, to) {
        (Int, Byte) => (a.int() as i8).into(),
        (Int, Short) => (a.int() as i16).into(),
        (Int, Char) => (a.int() as u16).into(),
        _ => convert::cast(Primitive::from_bits(from, a.0), to).into(),
    }
}
