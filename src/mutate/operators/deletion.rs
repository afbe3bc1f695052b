//! Deletion inside expressions: ODL (operators), VDL (variables), CDL (constants).

use super::super::candidate::Candidate;
use super::super::context::Context;
use super::super::walk::children_first;
use super::statement::delete_statement;
use crate::syntax::digest::Parent;
use crate::syntax::tree::{ExprId, ExprKind, StmtKind};

/// Deletes operators: of a binary one each operand stays, of a unary its operand, of a compound assignment `=`.
pub fn odl(context: &Context, out: &mut Vec<Candidate>) {
    children_first(context, |id| match *context.kind(id) {
        ExprKind::Binary { left, right, .. } => {
            out.push(Candidate::keeping(context, id, left));
            out.push(Candidate::keeping(context, id, right));
        }
        ExprKind::Unary { operand, .. } | ExprKind::IncDec { operand, .. } => {
            out.push(Candidate::keeping(context, id, operand));
        }
        ExprKind::Assign { target, op: Some(_), value } => {
            out.push(Candidate::replacing(context, id, ExprKind::Assign { target, op: None, value }));
        }
        _ => {}
    });
}

/// Deletes variables and array accesses that are operands.
pub fn vdl(context: &Context, out: &mut Vec<Candidate>) {
    let is_variable = |id| context.is_variable(id) || matches!(context.kind(id), ExprKind::Index { .. });
    children_first(context, |id| delete_operands(context, id, is_variable, out));
}

/// Deletes literals that are operands.
pub fn cdl(context: &Context, out: &mut Vec<Candidate>) {
    let is_literal = |id| matches!(context.kind(id), ExprKind::Literal(_));
    children_first(context, |id| delete_operands(context, id, is_literal, out));
}

/// Deletes those operands of an expression that `is_deleted` names. With a unary's operand goes the unary, so
/// only where it is a whole statement or update.
fn delete_operands(
    context: &Context,
    id: ExprId,
    is_deleted: impl Fn(ExprId) -> bool,
    out: &mut Vec<Candidate>,
) {
    match *context.kind(id) {
        ExprKind::Binary { left, right, .. } => {
            if is_deleted(left) {
                out.push(Candidate::keeping(context, id, right));
            }
            if is_deleted(right) {
                out.push(Candidate::keeping(context, id, left));
            }
        }
        ExprKind::Unary { operand, .. } | ExprKind::IncDec { operand, .. } if is_deleted(operand) => {
            if let Parent::Stmt(statement) = context.digests.expr_parent(id)
                && matches!(context.code.stmts[statement].kind, StmtKind::Expr(_))
            {
                out.extend(delete_statement(context, statement));
            }
        }
        _ => {}
    }
}
