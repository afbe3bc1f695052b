//! Java's operators applied to typed values: what constant folding and the term simplifier call.
//! Typed, since the type of an expression decides what its operator does.

use super::arithmetic::{self as java, DivisionByZero};
use super::convert::cast;
use super::operator::{BinaryOperator, UnaryOperator, binary_numeric_promotion, unary_numeric_promotion};
use super::value::{Primitive, PrimitiveType};

/// Applies `op` to operands of any types that [`accepts`] lets through, promoting them first.
pub fn binary_promoting(
    op: BinaryOperator,
    left: Primitive,
    right: Primitive,
) -> Result<Primitive, DivisionByZero> {
    if op.is_shift() {
        let left = cast(left, unary_numeric_promotion(left.ty()));
        return binary(op, left, cast(right, unary_numeric_promotion(right.ty())));
    }
    let ty = binary_numeric_promotion(left.ty(), right.ty());
    binary(op, cast(left, ty), cast(right, ty))
}

/// Applies `op` to promoted operands: both of one type; for a shift the left one `int` or `long`
/// and the right one `int` or `long`.
///
/// # Panics
/// If the operands are not of those types: that is an error of the type checker before.
pub fn binary(op: BinaryOperator, left: Primitive, right: Primitive) -> Result<Primitive, DivisionByZero> {
    if op.is_shift() {
        return Ok(shift(op, left, right));
    }
    match (left, right) {
        (Primitive::Int(a), Primitive::Int(b)) => int(op, a, b),
        (Primitive::Long(a), Primitive::Long(b)) => long(op, a, b),
        (Primitive::Float(a), Primitive::Float(b)) => Ok(float(op, a, b)),
        (Primitive::Double(a), Primitive::Double(b)) => Ok(double(op, a, b)),
        (Primitive::Boolean(a), Primitive::Boolean(b)) => Ok(Primitive::Boolean(boolean(op, a, b))),
        _ => not_typed(op.symbol(), left.ty(), right.ty()),
    }
}

/// Applies `op` to a promoted operand.
///
/// # Panics
/// If Java's typing does not have the operator on the operand's type.
pub fn unary(op: UnaryOperator, operand: Primitive) -> Primitive {
    use Primitive::{Boolean, Double, Float, Int, Long};
    match (op, operand) {
        (UnaryOperator::Plus, Int(_) | Long(_) | Float(_) | Double(_)) => operand,
        (UnaryOperator::Minus, Int(a)) => Int(java::int_neg(a)),
        (UnaryOperator::Minus, Long(a)) => Long(java::long_neg(a)),
        (UnaryOperator::Minus, Float(a)) => Float(-a),
        (UnaryOperator::Minus, Double(a)) => Double(-a),
        (UnaryOperator::BitNot, Int(a)) => Int(!a),
        (UnaryOperator::BitNot, Long(a)) => Long(!a),
        (UnaryOperator::Not, Boolean(a)) => Boolean(!a),
        _ => not_typed(op.symbol(), operand.ty(), operand.ty()),
    }
}

/// Applies `op` to an operand of any type that [`accepts_unary`] lets through, promoting it first.
pub fn unary_promoting(op: UnaryOperator, operand: Primitive) -> Primitive {
    unary(op, cast(operand, unary_numeric_promotion(operand.ty())))
}

fn shift(op: BinaryOperator, left: Primitive, right: Primitive) -> Primitive {
    let count = match right {
        Primitive::Int(count) => i64::from(count),
        Primitive::Long(count) => count,
        _ => not_typed(op.symbol(), left.ty(), right.ty()),
    };
    match (left, op) {
        (Primitive::Int(a), BinaryOperator::Shl) => Primitive::Int(java::int_shl(a, count as i32)),
        (Primitive::Int(a), BinaryOperator::Shr) => Primitive::Int(java::int_shr(a, count as i32)),
        (Primitive::Int(a), _) => Primitive::Int(java::int_ushr(a, count as i32)),
        (Primitive::Long(a), BinaryOperator::Shl) => Primitive::Long(java::long_shl(a, count as i32)),
        (Primitive::Long(a), BinaryOperator::Shr) => Primitive::Long(java::long_shr(a, count as i32)),
        (Primitive::Long(a), _) => Primitive::Long(java::long_ushr(a, count as i32)),
        _ => not_typed(op.symbol(), left.ty(), right.ty()),
    }
}

fn int(op: BinaryOperator, a: i32, b: i32) -> Result<Primitive, DivisionByZero> {
    Ok(Primitive::Int(match op {
        BinaryOperator::Add => java::int_add(a, b),
        BinaryOperator::Sub => java::int_sub(a, b),
        BinaryOperator::Mul => java::int_mul(a, b),
        BinaryOperator::Div => java::int_div(a, b)?,
        BinaryOperator::Rem => java::int_rem(a, b)?,
        BinaryOperator::And => a & b,
        BinaryOperator::Or => a | b,
        BinaryOperator::Xor => a ^ b,
        _ => return Ok(Primitive::Boolean(compares(op, &a, &b))),
    }))
}

fn long(op: BinaryOperator, a: i64, b: i64) -> Result<Primitive, DivisionByZero> {
    Ok(Primitive::Long(match op {
        BinaryOperator::Add => java::long_add(a, b),
        BinaryOperator::Sub => java::long_sub(a, b),
        BinaryOperator::Mul => java::long_mul(a, b),
        BinaryOperator::Div => java::long_div(a, b)?,
        BinaryOperator::Rem => java::long_rem(a, b)?,
        BinaryOperator::And => a & b,
        BinaryOperator::Or => a | b,
        BinaryOperator::Xor => a ^ b,
        _ => return Ok(Primitive::Boolean(compares(op, &a, &b))),
    }))
}

fn float(op: BinaryOperator, a: f32, b: f32) -> Primitive {
    Primitive::Float(match op {
        BinaryOperator::Add => a + b,
        BinaryOperator::Sub => a - b,
        BinaryOperator::Mul => a * b,
        BinaryOperator::Div => a / b,
        BinaryOperator::Rem => java::float_rem(a, b),
        _ if op.is_comparison() => return Primitive::Boolean(compares(op, &a, &b)),
        _ => not_typed(op.symbol(), PrimitiveType::Float, PrimitiveType::Float),
    })
}

fn double(op: BinaryOperator, a: f64, b: f64) -> Primitive {
    Primitive::Double(match op {
        BinaryOperator::Add => a + b,
        BinaryOperator::Sub => a - b,
        BinaryOperator::Mul => a * b,
        BinaryOperator::Div => a / b,
        BinaryOperator::Rem => java::double_rem(a, b),
        _ if op.is_comparison() => return Primitive::Boolean(compares(op, &a, &b)),
        _ => not_typed(op.symbol(), PrimitiveType::Double, PrimitiveType::Double),
    })
}

fn boolean(op: BinaryOperator, a: bool, b: bool) -> bool {
    match op {
        BinaryOperator::And => a & b,
        BinaryOperator::Or => a | b,
        BinaryOperator::Xor | BinaryOperator::Ne => a ^ b,
        BinaryOperator::Eq => a == b,
        _ => not_typed(op.symbol(), PrimitiveType::Boolean, PrimitiveType::Boolean),
    }
}

/// A comparison; Rust's partial order on floats is Java's: every one with NaN is false but `!=`.
fn compares<T: PartialOrd>(op: BinaryOperator, a: &T, b: &T) -> bool {
    match op {
        BinaryOperator::Lt => a < b,
        BinaryOperator::Le => a <= b,
        BinaryOperator::Gt => a > b,
        BinaryOperator::Ge => a >= b,
        BinaryOperator::Eq => a == b,
        BinaryOperator::Ne => a != b,
        _ => unreachable!("{op} is no comparison"),
    }
}

#[cold]
fn not_typed(symbol: &str, left: PrimitiveType, right: PrimitiveType) -> ! {
    panic!("the operator {symbol} has no meaning on operands of type {left} and {right}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::jvm::operator::{accepts, result_type};

    #[test]
    fn every_typed_pair_of_operands_is_folded_to_the_type_that_is_announced() {
        for op in BinaryOperator::ALL {
            for left in PrimitiveType::ALL {
                for right in PrimitiveType::ALL {
                    if accepts(op, left, right) {
                        let folded = binary_promoting(
                            op,
                            Primitive::from_bits(left, 1),
                            Primitive::from_bits(right, 1),
                        );
                        assert_eq!(folded.map(Primitive::ty), Ok(result_type(op, left, right)));
                    }
                }
            }
        }
    }

    #[test]
    fn a_shift_takes_its_type_from_the_left_operand_alone() {
        let shifted = binary_promoting(BinaryOperator::Shl, Primitive::Byte(1), Primitive::Long(33));
        assert_eq!(shifted, Ok(Primitive::Int(2)));
    }
}
