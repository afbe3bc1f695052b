//! The operators of OPERATORS.md: where each finds its sites, and what it puts there.

pub mod absolute;
pub mod arithmetic;
pub mod assignment;
pub mod conditional;
pub mod deletion;
pub mod logical;
pub mod mothra;
pub mod relational;
pub mod shift;
pub mod statement;
pub mod symbmc;

use super::candidate::Candidate;
use super::context::Context;
use crate::syntax::tree::{BinaryOp, ExprId, ExprKind};

/// The other operators of `group` at a binary expression, in the group's order.
fn replace_operator(context: &Context, id: ExprId, others: &[BinaryOp], out: &mut Vec<Candidate>) {
    if let ExprKind::Binary { op, left, right } = *context.kind(id) {
        for &other in others.iter().filter(|other| **other != op) {
            let kind = ExprKind::Binary { op: other, left, right };
            out.push(Candidate::replacing(context, id, kind));
        }
    }
}

/// Whether an assignment writes to this expression, `++` and `--` included.
fn is_written_to(context: &Context, id: ExprId) -> bool {
    use crate::syntax::digest::Parent;
    let Parent::Expr(parent) = context.digests.expr_parent(id) else { return false };
    match *context.kind(parent) {
        ExprKind::Assign { target, .. } => target == id,
        ExprKind::IncDec { operand, .. } => operand == id,
        _ => false,
    }
}
