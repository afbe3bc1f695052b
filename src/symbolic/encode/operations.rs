//! Java's operators and conversions as SMT-LIB says them, and how large their circuits are.

use crate::jvm::operator::BinaryOperator;
use crate::jvm::value::{Primitive, PrimitiveType};
use crate::symbolic::encode::Shape;

/// A literal of `width` bits.
pub(super) fn bits(value: u64, width: u32) -> String {
    if width == 64 { format!("#x{value:016x}") } else { format!("#x{:08x}", value as u32) }
}

pub(super) fn binary(
    op: BinaryOperator,
    shape: Shape,
    left: &str,
    right: &str,
    right_shape: Shape,
) -> String {
    use BinaryOperator as B;
    if shape == Shape::Bool {
        let op = match op {
            B::And => "and",
            B::Or => "or",
            B::Eq => "=",
            _ => "xor",
        };
        return format!("({op} {left} {right})");
    }
    if shape.is_floating() {
        return match op {
            B::Add => format!("(fp.add RNE {left} {right})"),
            B::Sub => format!("(fp.sub RNE {left} {right})"),
            B::Mul => format!("(fp.mul RNE {left} {right})"),
            B::Div => format!("(fp.div RNE {left} {right})"),
            B::Lt => format!("(fp.lt {left} {right})"),
            B::Le => format!("(fp.leq {left} {right})"),
            B::Gt => format!("(fp.gt {left} {right})"),
            B::Ge => format!("(fp.geq {left} {right})"),
            B::Eq => format!("(fp.eq {left} {right})"),
            _ => format!("(not (fp.eq {left} {right}))"),
        };
    }
    let width = shape.width();
    let zero = bits(0, width);
    match op {
        // What is divided by zero is guarded by a node before; it has a value all the same.
        B::Div => format!("(ite (= {right} {zero}) {zero} (bvsdiv {left} {right}))"),
        B::Rem => format!("(ite (= {right} {zero}) {zero} (bvsrem {left} {right}))"),
        B::Shl | B::Shr | B::Ushr => {
            let name = match op {
                B::Shl => "bvshl",
                B::Shr => "bvashr",
                _ => "bvlshr",
            };
            let count = format!("(bvand {right} {})", bits(u64::from(width - 1), right_shape.width()));
            let count = match (width, right_shape.width()) {
                (64, 32) => format!("((_ zero_extend 32) {count})"),
                (32, 64) => format!("((_ extract 31 0) {count})"),
                _ => count,
            };
            format!("({name} {left} {count})")
        }
        B::Ne => format!("(not (= {left} {right}))"),
        _ => {
            let name = match op {
                B::Add => "bvadd",
                B::Sub => "bvsub",
                B::Mul => "bvmul",
                B::And => "bvand",
                B::Or => "bvor",
                B::Xor => "bvxor",
                B::Lt => "bvslt",
                B::Le => "bvsle",
                B::Gt => "bvsgt",
                B::Ge => "bvsge",
                _ => "=",
            };
            format!("({name} {left} {right})")
        }
    }
}

/// About how many gates an operation is.
pub(super) const fn gates(op: BinaryOperator, shape: Shape, constant: bool) -> u64 {
    use BinaryOperator as B;
    let width = shape.width() as u64;
    let double = matches!(shape, Shape::Double);
    match op {
        B::Add | B::Sub if shape.is_floating() => {
            if double {
                16_000
            } else {
                6_000
            }
        }
        B::Mul if shape.is_floating() => {
            if double {
                40_000
            } else {
                9_000
            }
        }
        B::Div if shape.is_floating() => {
            if double {
                90_000
            } else {
                20_000
            }
        }
        B::Mul if constant => width * 8,
        B::Mul => width * width * 4,
        B::Div | B::Rem => width * width * 8,
        B::Shl | B::Shr | B::Ushr if !constant => width * 6,
        _ => width * 2,
    }
}

pub(super) fn conversion(from: PrimitiveType, to: PrimitiveType, operand: &str) -> String {
    use PrimitiveType as P;
    let source = Shape::of_type(from);
    match (from, to) {
        _ if to.is_floating() => format!("({} RNE {operand})", Shape::of_type(to).to_fp()),
        (_, P::Long) if from.is_floating() => saturating(source, 64, operand),
        (_, P::Int) if from.is_floating() => saturating(source, 32, operand),
        // Through int.
        _ if from.is_floating() => narrow(to, &saturating(source, 32, operand)),
        (P::Long, P::Int) => format!("((_ extract 31 0) {operand})"),
        (P::Long, P::Long) => operand.to_owned(),
        (_, P::Long) => format!("((_ sign_extend 32) {operand})"),
        (_, P::Int) => operand.to_owned(),
        _ => narrow(to, operand),
    }
}

/// To a type of fewer than 32 bits, held in 32.
fn narrow(to: PrimitiveType, operand: &str) -> String {
    match to {
        PrimitiveType::Byte => format!("((_ sign_extend 24) ((_ extract 7 0) {operand}))"),
        PrimitiveType::Short => format!("((_ sign_extend 16) ((_ extract 15 0) {operand}))"),
        PrimitiveType::Char => format!("((_ zero_extend 16) ((_ extract 15 0) {operand}))"),
        _ => operand.to_owned(),
    }
}

/// From floating point, rounding to zero, saturating, NaN to 0. `fp.to_sbv` is asked only where it has a meaning.
fn saturating(from: Shape, width: u32, operand: &str) -> String {
    let (least, most) = if width == 64 { (i64::MIN, i64::MAX) } else { (i32::MIN.into(), i32::MAX.into()) };
    // Both limits are powers of two, and exact.
    let limit = |value: f64| {
        let value =
            if from == Shape::Double { Primitive::Double(value) } else { Primitive::Float(value as f32) };
        format!("({} {})", from.to_fp(), bits(value.to_bits(), from.width()))
    };
    let (low, high) = (limit(least as f64), limit(-(least as f64)));
    format!(
        "(ite (fp.isNaN {operand}) {} (ite (fp.leq {operand} {low}) {} (ite (fp.leq {high} {operand}) {} ((_ fp.to_sbv {width}) RTZ {operand}))))",
        bits(0, width),
        bits(least as u64, width),
        bits(most as u64, width),
    )
}
