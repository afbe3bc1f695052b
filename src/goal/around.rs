//! The trap around a condition, whose pattern variables stay in scope behind it.
//!
//! A variable that a condition introduces ends with the argument of a call, and is in scope behind `a && b` where it is true and
//! behind `a || b` where it is false (JLS 6.3.1). So such a condition does not become an argument: the trap stands behind its
//! true end (`c && on(true, true)`), and at its false end the test without its variable is asked once more, in front
//! (`(on(e instanceof T, false) | true) && e instanceof T v`).

use crate::goal::criteria::binds;
use crate::jvm::operator::{BinaryOperator, UnaryOperator};
use crate::mutate::context::Context;
use crate::mutate::insert::{append, trap};
use crate::mutate::patch::Patch;
use crate::syntax::tree::{BinaryOp, ExprId, ExprKind, ExprList, Literal, Span};

/// A condition in which the trap springs where it has the wanted value, and which has its value and variables elsewhere.
pub(super) fn asked(patch: &mut Patch, context: &Context<'_>, place: ExprId, wanted: bool) -> ExprKind {
    let code = context.code;
    let at = code.exprs[place].span;
    if binds(context, place) {
        match *context.kind(place) {
            ExprKind::Unary { op: op @ UnaryOperator::Not, operand } => {
                let operand = part(patch, context, operand, !wanted);
                return ExprKind::Unary { op, operand };
            }
            ExprKind::Binary { op: op @ (BinaryOp::AndAnd | BinaryOp::OrOr), left, right } => {
                let (left, right) = match wanted == (op == BinaryOp::AndAnd) {
                    true => (patch.append_copy(code, place), on(patch, context, at, None, wanted)),
                    false => (part(patch, context, left, wanted), part(patch, context, right, wanted)),
                };
                return ExprKind::Binary { op, left, right };
            }
            ExprKind::InstanceOf { .. } | ExprKind::Matches { .. } if wanted => {
                let left = patch.append_copy(code, place);
                let right = on(patch, context, at, None, true);
                return ExprKind::Binary { op: BinaryOp::AndAnd, left, right };
            }
            ExprKind::InstanceOf { .. } | ExprKind::Matches { .. } => {
                if let Some(test) = without_variable(patch, context, place) {
                    let left = on(patch, context, at, Some(test), false);
                    let right = boolean(patch, context, at, true);
                    let op = BinaryOp::Strict(BinaryOperator::Or);
                    let left = append(patch, code, at, ExprKind::Binary { op, left, right });
                    let right = patch.append_copy(code, place);
                    return ExprKind::Binary { op: BinaryOp::AndAnd, left, right };
                }
            }
            _ => {}
        }
    }
    let copy = patch.append_copy(code, place);
    let arguments = [copy, boolean(patch, context, at, wanted)];
    trap(patch, code, at, "on", ExprList::from_slice(&arguments))
}

fn part(patch: &mut Patch, context: &Context<'_>, place: ExprId, wanted: bool) -> ExprId {
    let kind = asked(patch, context, place, wanted);
    append(patch, context.code, context.code.exprs[place].span, kind)
}

/// The trap where a test has the wanted value, or everywhere.
fn on(patch: &mut Patch, context: &Context<'_>, at: Span, test: Option<ExprId>, wanted: bool) -> ExprId {
    let test = test.unwrap_or_else(|| boolean(patch, context, at, wanted));
    let arguments = [test, boolean(patch, context, at, wanted)];
    let call = trap(patch, context.code, at, "on", ExprList::from_slice(&arguments));
    append(patch, context.code, at, call)
}

fn boolean(patch: &mut Patch, context: &Context<'_>, at: Span, value: bool) -> ExprId {
    append(patch, context.code, at, ExprKind::Literal(Literal::Boolean(value)))
}

/// The test of an `instanceof`, to be asked once more; `None` where what it asks of may have an effect.
fn without_variable(patch: &mut Patch, context: &Context<'_>, place: ExprId) -> Option<ExprId> {
    let code = context.code;
    let at = code.exprs[place].span;
    let mut kind = context.kind(place).clone();
    match &mut kind {
        ExprKind::InstanceOf { operand, binding, .. } => {
            *operand = patch.append_deep_copy(code, at, *operand)?;
            *binding = None;
        }
        // What a pattern reads of a record has no effect: one with an accessor of its own is not in the subset.
        ExprKind::Matches { operand, .. } => *operand = patch.append_deep_copy(code, at, *operand)?,
        _ => return None,
    }
    Some(append(patch, code, at, kind))
}
