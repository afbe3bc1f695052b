//! ROR: relational operators.

use super::super::candidate::Candidate;
use super::super::context::Context;
use super::super::walk::children_first;
use super::replace_operator;
use crate::jvm::operator::BinaryOperator::{Eq, Ge, Gt, Le, Lt, Ne};
use crate::syntax::tree::{BinaryOp, ExprKind, Literal};

pub(super) const RELATIONAL: [BinaryOp; 6] = [
    BinaryOp::Strict(Gt),
    BinaryOp::Strict(Ge),
    BinaryOp::Strict(Lt),
    BinaryOp::Strict(Le),
    BinaryOp::Strict(Eq),
    BinaryOp::Strict(Ne),
];

/// Comparisons of numbers by each other and by `true` and `false`; other equalities by their opposite.
pub fn ror(context: &Context, out: &mut Vec<Candidate>) {
    children_first(context, |id| {
        let ExprKind::Binary { op: BinaryOp::Strict(op), left, right } = *context.kind(id) else { return };
        if !op.is_comparison() {
            return;
        }
        if context.is_arithmetic(left) && context.is_arithmetic(right) {
            replace_operator(context, id, &RELATIONAL, out);
            out.extend([true, false].map(|b| Candidate::literal(context, id, Literal::Boolean(b))));
        } else if op.is_equality() {
            replace_operator(context, id, &[BinaryOp::Strict(Eq), BinaryOp::Strict(Ne)], out);
        }
    });
}
