//! Operators: their text, and the order in which a flat list of operands combines.

use crate::jvm::operator::{BinaryOperator, UnaryOperator};
use crate::syntax::tree::BinaryOp;

/// How tightly a binary operator binds; a higher number binds first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Precedence(u8);

/// That of `<` and of `instanceof`.
pub(super) const RELATIONAL: Precedence = Precedence(7);

/// Below every operator.
pub(super) const LOWEST: Precedence = Precedence(0);

const BINARY: [(&str, BinaryOp, Precedence); 19] = [
    ("||", BinaryOp::OrOr, Precedence(1)),
    ("&&", BinaryOp::AndAnd, Precedence(2)),
    ("|", BinaryOp::Strict(BinaryOperator::Or), Precedence(3)),
    ("^", BinaryOp::Strict(BinaryOperator::Xor), Precedence(4)),
    ("&", BinaryOp::Strict(BinaryOperator::And), Precedence(5)),
    ("==", BinaryOp::Strict(BinaryOperator::Eq), Precedence(6)),
    ("!=", BinaryOp::Strict(BinaryOperator::Ne), Precedence(6)),
    ("<", BinaryOp::Strict(BinaryOperator::Lt), RELATIONAL),
    ("<=", BinaryOp::Strict(BinaryOperator::Le), RELATIONAL),
    (">", BinaryOp::Strict(BinaryOperator::Gt), RELATIONAL),
    (">=", BinaryOp::Strict(BinaryOperator::Ge), RELATIONAL),
    ("<<", BinaryOp::Strict(BinaryOperator::Shl), Precedence(8)),
    (">>", BinaryOp::Strict(BinaryOperator::Shr), Precedence(8)),
    (">>>", BinaryOp::Strict(BinaryOperator::Ushr), Precedence(8)),
    ("+", BinaryOp::Strict(BinaryOperator::Add), Precedence(9)),
    ("-", BinaryOp::Strict(BinaryOperator::Sub), Precedence(9)),
    ("*", BinaryOp::Strict(BinaryOperator::Mul), Precedence(10)),
    ("/", BinaryOp::Strict(BinaryOperator::Div), Precedence(10)),
    ("%", BinaryOp::Strict(BinaryOperator::Rem), Precedence(10)),
];

pub(super) fn binary(symbol: &str) -> Option<(BinaryOp, Precedence)> {
    BINARY.iter().find(|(text, ..)| *text == symbol).map(|&(_, op, precedence)| (op, precedence))
}

/// The operator of `+=` and the like; `None` for `=`.
pub(super) fn compound(symbol: &str) -> Option<BinaryOperator> {
    match binary(symbol.strip_suffix('=')?) {
        Some((BinaryOp::Strict(op), _)) => Some(op),
        _ => None,
    }
}

pub(super) fn unary(symbol: &str) -> Option<UnaryOperator> {
    match symbol {
        "+" => Some(UnaryOperator::Plus),
        "-" => Some(UnaryOperator::Minus),
        "~" => Some(UnaryOperator::BitNot),
        "!" => Some(UnaryOperator::Not),
        _ => None,
    }
}
