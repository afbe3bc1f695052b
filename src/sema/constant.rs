//! Constant expressions (JLS 15.29) on operands that are already typed: what attribution and the constants
//! of fields share. An operation without a constant value (`1 / 0`) gives `None`.

use crate::jvm::convert::{cast, castable, fits};
use crate::jvm::fold;
use crate::jvm::operator::{BinaryOperator, UnaryOperator, accepts, accepts_unary, binary_numeric_promotion};
use crate::jvm::text::primitive_to_text;
use crate::jvm::value::{JavaString, Primitive, PrimitiveType};
use crate::sema::typed_tree::Constant;

impl Constant {
    pub const fn primitive(&self) -> Option<Primitive> {
        match self {
            Self::Primitive(p) => Some(*p),
            Self::String(_) => None,
        }
    }

    pub const fn boolean(&self) -> Option<bool> {
        match self {
            Self::Primitive(Primitive::Boolean(b)) => Some(*b),
            _ => None,
        }
    }
}

/// A unary operator with the promotion of its operand.
pub fn fold_unary(op: UnaryOperator, operand: &Constant) -> Option<Constant> {
    let value = operand.primitive()?;
    accepts_unary(op, value.ty()).then(|| Constant::Primitive(fold::unary_promoting(op, value)))
}

/// A binary operator with the promotion of its operands; `==` and `!=` on strings compare constants, which
/// are interned, and `+` on strings is [`concat`].
pub fn fold_binary(op: BinaryOperator, left: &Constant, right: &Constant) -> Option<Constant> {
    match (left, right) {
        (Constant::Primitive(a), Constant::Primitive(b)) if accepts(op, a.ty(), b.ty()) => {
            fold::binary_promoting(op, *a, *b).ok().map(Constant::Primitive)
        }
        (Constant::String(_), _) | (_, Constant::String(_)) if op == BinaryOperator::Add => {
            concat(left, right)
        }
        (Constant::String(a), Constant::String(b)) => match op {
            BinaryOperator::Eq => Some(Constant::Primitive(Primitive::Boolean(a == b))),
            BinaryOperator::Ne => Some(Constant::Primitive(Primitive::Boolean(a != b))),
            _ => None,
        },
        _ => None,
    }
}

/// A cast to a primitive type.
pub fn fold_cast(operand: &Constant, ty: PrimitiveType) -> Option<Constant> {
    let value = operand.primitive()?;
    castable(value.ty(), ty).then(|| Constant::Primitive(cast(value, ty)))
}

/// `condition ? then : otherwise`, its type as JLS 15.25 has it for constants.
pub fn fold_conditional(condition: &Constant, then: &Constant, otherwise: &Constant) -> Option<Constant> {
    let chosen = if condition.boolean()? { then } else { otherwise };
    match (then, otherwise) {
        (Constant::Primitive(a), Constant::Primitive(b)) => fold_cast(chosen, conditional_type(*a, *b)?),
        (Constant::String(_), Constant::String(_)) => Some(chosen.clone()),
        // A common type of a string and a number is no type of constants.
        _ => None,
    }
}

/// The type of a conditional over two constants of primitive types (JLS 15.25, tables 15.25-A and B).
fn conditional_type(a: Primitive, b: Primitive) -> Option<PrimitiveType> {
    use PrimitiveType::{Boolean, Byte, Char, Int, Short};
    let holds = |value: Primitive, ty: PrimitiveType| {
        value.ty() == Int && matches!(ty, Byte | Short | Char) && fits(value, ty)
    };
    match (a.ty(), b.ty()) {
        (x, y) if x == y => Some(x),
        (Boolean, _) | (_, Boolean) => None,
        (Byte, Short) | (Short, Byte) => Some(Short),
        (x, _) if holds(b, x) => Some(x),
        (_, y) if holds(a, y) => Some(y),
        (x, y) => Some(binary_numeric_promotion(x, y)),
    }
}

/// `left + right` where one is a string.
pub fn concat(left: &Constant, right: &Constant) -> Option<Constant> {
    let mut units = text(left)?;
    let more = text(right)?;
    // The JVM's own constants end at 65,535 bytes; javac rejects more.
    units.extend(more);
    (units.len() <= MAX_CONSTANT_UNITS).then(|| Constant::String(JavaString::from(units)))
}

/// Enough for every constant that a class file can hold, and a bound on hostile chains of `s + s`.
const MAX_CONSTANT_UNITS: usize = 65_535;

fn text(constant: &Constant) -> Option<Vec<u16>> {
    match constant {
        Constant::String(s) => Some(s.units().to_vec()),
        Constant::Primitive(value) => Some(primitive_to_text(*value).units().to_vec()),
    }
}
