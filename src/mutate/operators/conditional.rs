//! Conditional operators: COR COD COI.

use super::super::candidate::Candidate;
use super::super::context::Context;
use super::super::walk::{Walk, children_first, from_the_top};
use super::{is_written_to, replace_operator};
use crate::jvm::operator::{BinaryOperator, UnaryOperator};
use crate::syntax::tree::{BinaryOp, ExprId, ExprKind};

/// `&&`, `||` and `^` for the operators on booleans that mean something else.
pub fn cor(context: &Context, out: &mut Vec<Candidate>) {
    const XOR: BinaryOp = BinaryOp::Strict(BinaryOperator::Xor);
    children_first(context, |id| {
        let ExprKind::Binary { op, .. } = *context.kind(id) else { return };
        let others = match op {
            BinaryOp::AndAnd => [BinaryOp::OrOr, XOR],
            BinaryOp::OrOr => [BinaryOp::AndAnd, XOR],
            BinaryOp::Strict(_) if !context.is_boolean(id) => return,
            BinaryOp::Strict(BinaryOperator::And) => [BinaryOp::OrOr, XOR],
            BinaryOp::Strict(BinaryOperator::Or) => [BinaryOp::AndAnd, XOR],
            BinaryOp::Strict(BinaryOperator::Xor) => [BinaryOp::AndAnd, BinaryOp::OrOr],
            BinaryOp::Strict(_) => return,
        };
        replace_operator(context, id, &others, out);
    });
}

/// Deletes `!`.
pub fn cod(context: &Context, out: &mut Vec<Candidate>) {
    from_the_top(context, |id| match *context.kind(id) {
        ExprKind::Unary { op: UnaryOperator::Not, operand } => {
            out.push(Candidate::keeping(context, id, operand));
            false
        }
        _ => true,
    });
}

/// Inserts `!`.
pub fn coi(context: &Context, out: &mut Vec<Candidate>) {
    struct Coi<'c, 'a, 'o> {
        context: &'c Context<'a>,
        out: &'o mut Vec<Candidate>,
    }
    impl<'a> Walk<'a> for Coi<'_, 'a, '_> {
        fn context(&self) -> &Context<'a> {
            self.context
        }
        fn expr(&mut self, id: ExprId) {
            let kind = self.context.kind(id);
            if matches!(kind, ExprKind::Unary { .. } | ExprKind::IncDec { .. }) {
                return;
            }
            self.children(id);
            let is_site = self.context.is_variable_or_field(id) || matches!(kind, ExprKind::Binary { .. });
            if is_site && self.context.is_boolean(id) && !is_written_to(self.context, id) {
                self.out.push(Candidate::unary(self.context, id, UnaryOperator::Not));
            }
        }
    }
    Coi { context, out }.method();
}
