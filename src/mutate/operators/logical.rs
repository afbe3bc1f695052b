//! Logical (bitwise) operators on integers: LOR LOI LOD.

use super::super::candidate::Candidate;
use super::super::context::Context;
use super::super::walk::{children_first, from_the_top};
use super::{is_written_to, replace_operator};
use crate::jvm::operator::BinaryOperator::{And, Or, Xor};
use crate::jvm::operator::UnaryOperator;
use crate::syntax::tree::{BinaryOp, ExprKind};

const LOGICAL: [BinaryOp; 3] = [BinaryOp::Strict(And), BinaryOp::Strict(Or), BinaryOp::Strict(Xor)];

/// `&`, `|`, `^` on integers by each other.
pub fn lor(context: &Context, out: &mut Vec<Candidate>) {
    children_first(context, |id| {
        if let ExprKind::Binary { op, .. } = context.kind(id)
            && LOGICAL.contains(op)
            && !context.is_boolean(id)
        {
            replace_operator(context, id, &LOGICAL, out);
        }
    });
}

/// Inserts `~`.
pub fn loi(context: &Context, out: &mut Vec<Candidate>) {
    from_the_top(context, |id| {
        if context.is_variable_or_field(id) && context.is_integral(id) && !is_written_to(context, id) {
            out.push(Candidate::unary(context, id, UnaryOperator::BitNot));
        }
        true
    });
}

/// Deletes `~`.
pub fn lod(context: &Context, out: &mut Vec<Candidate>) {
    from_the_top(context, |id| match *context.kind(id) {
        ExprKind::Unary { op: UnaryOperator::BitNot, operand } => {
            out.push(Candidate::keeping(context, id, operand));
            false
        }
        _ => true,
    });
}
