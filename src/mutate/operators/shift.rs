//! SOR: shift operators.

use super::super::candidate::Candidate;
use super::super::context::Context;
use super::super::walk::Walk;
use super::replace_operator;
use crate::jvm::operator::BinaryOperator::{Shl, Shr, Ushr};
use crate::syntax::tree::{BinaryOp, ExprId, ExprKind};

const SHIFTS: [BinaryOp; 3] = [BinaryOp::Strict(Shl), BinaryOp::Strict(Shr), BinaryOp::Strict(Ushr)];

/// Shifts by each other; left operand, node, right operand.
pub fn sor(context: &Context, out: &mut Vec<Candidate>) {
    struct Sor<'c, 'a, 'o> {
        context: &'c Context<'a>,
        out: &'o mut Vec<Candidate>,
    }
    impl<'a> Walk<'a> for Sor<'_, 'a, '_> {
        fn context(&self) -> &Context<'a> {
            self.context
        }
        fn expr(&mut self, id: ExprId) {
            match *self.context.kind(id) {
                ExprKind::Binary { op, left, right } if SHIFTS.contains(&op) => {
                    self.expr(left);
                    replace_operator(self.context, id, &SHIFTS, self.out);
                    self.expr(right);
                }
                _ => self.children(id),
            }
        }
    }
    Sor { context, out }.method();
}
