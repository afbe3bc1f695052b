//! What an expression may do, as far as its tree shows.

use crate::jvm::operator::{BinaryOperator, UnaryOperator};
use crate::mutate::context::Context;
use crate::sema::typed_tree as typed;
use crate::syntax::tree::{BinaryOp, ExprId, ExprKind, Literal};

/// Whether evaluating an expression certainly ends without an exception: arithmetic on locals, and what it assigns are locals.
pub(super) fn is_safe(context: &Context<'_>, expr: ExprId) -> bool {
    let is_local = |id: ExprId| matches!(context.typed(id).map(|t| &t.kind), Some(typed::ExprKind::Local(_)));
    match *context.kind(expr) {
        ExprKind::IncDec { operand, .. } => context.primitive(expr).is_some() && is_local(operand),
        ExprKind::Assign { target, op, value } => {
            let divides = matches!(op, Some(BinaryOperator::Div | BinaryOperator::Rem));
            let same = context.primitive(target).is_some() && context.primitive(value).is_some();
            is_local(target) && same && !divides && is_safe(context, value)
        }
        _ => is_pure(context, expr),
    }
}

/// Whether an expression may be evaluated once more, at the same place: it has no effect and does not throw.
pub(super) fn is_pure(context: &Context<'_>, expr: ExprId) -> bool {
    if context.typed(expr).is_some_and(|typed| typed.constant.is_some()) {
        return true;
    }
    let is_number = context.primitive(expr).is_some();
    match *context.kind(expr) {
        ExprKind::Literal(_) | ExprKind::This => true,
        ExprKind::Name(_) => is_own_variable(context, expr),
        ExprKind::Unary {
            op: UnaryOperator::Minus | UnaryOperator::Plus | UnaryOperator::Not | UnaryOperator::BitNot,
            operand,
        } => is_number && context.primitive(operand).is_some() && is_pure(context, operand),
        ExprKind::Binary { op, left, right } => {
            let divides = matches!(op, BinaryOp::Strict(BinaryOperator::Div | BinaryOperator::Rem));
            let are_numbers = context.primitive(left).is_some() && context.primitive(right).is_some();
            let is_null = |id: ExprId| matches!(context.kind(id), ExprKind::Literal(Literal::Null));
            let asks_null = matches!(op, BinaryOp::Strict(BinaryOperator::Eq | BinaryOperator::Ne))
                && (is_null(left) || is_null(right));
            is_number
                && (are_numbers || asks_null)
                && !divides
                && is_pure(context, left)
                && is_pure(context, right)
        }
        ExprKind::Cast { operand, .. } => {
            is_number && context.primitive(operand).is_some() && is_pure(context, operand)
        }
        _ => false,
    }
}

/// Whether evaluating an expression has no effect, though it may throw: whoever evaluates it twice in a row gets the same.
pub(super) fn is_still(context: &Context<'_>, expr: ExprId) -> bool {
    if is_pure(context, expr) {
        return true;
    }
    let is_number = |id: ExprId| context.primitive(id).is_some();
    let is_reference = |id: ExprId| context.typed(id).is_some_and(|typed| typed.ty.is_reference());
    let are_still = |ids: &[ExprId]| ids.iter().all(|&id| is_still(context, id));
    match *context.kind(expr) {
        ExprKind::Unary {
            op: UnaryOperator::Minus | UnaryOperator::Plus | UnaryOperator::Not | UnaryOperator::BitNot,
            operand,
        }
        | ExprKind::Cast { operand, .. } => {
            is_number(expr) && is_number(operand) && is_still(context, operand)
        }
        ExprKind::Binary { op, left, right } => {
            let is_equality = matches!(op, BinaryOp::Strict(BinaryOperator::Eq | BinaryOperator::Ne));
            let are_numbers = is_number(left) && is_number(right);
            let are_references = is_reference(left) && is_reference(right);
            is_number(expr) && (are_numbers || is_equality && are_references) && are_still(&[left, right])
        }
        ExprKind::Conditional { condition, then, otherwise } => {
            let is_as_it_is = |id: ExprId| is_number(id) == is_number(expr);
            context.is_boolean(condition)
                && [then, otherwise].into_iter().all(is_as_it_is)
                && are_still(&[condition, then, otherwise])
        }
        ExprKind::Index { array, index } => is_number(index) && are_still(&[array, index]),
        ExprKind::Field { target, .. } => reads_field(context, expr, target),
        ExprKind::Call { target: Some(target), ref name, ref arguments } => {
            let is_of_string = context.typed(target).is_some_and(|t| t.ty == context.program.string());
            let is_known = match (&*name.name, &arguments[..]) {
                ("length" | "isEmpty", []) => true,
                ("charAt", &[index]) => is_number(index) && is_still(context, index),
                _ => false,
            };
            is_of_string && is_known && is_still(context, target)
        }
        _ => false,
    }
}

/// A field of an object, the length of an array, or a field of the class whose code this is: to ask for another class may run its
/// initialiser.
fn reads_field(context: &Context<'_>, expr: ExprId, target: ExprId) -> bool {
    match context.typed(expr).map(|typed| &typed.kind) {
        Some(typed::ExprKind::ArrayLength(_) | typed::ExprKind::Field { .. }) => is_still(context, target),
        Some(typed::ExprKind::StaticField(field)) => {
            let own = context.program.methods[context.method].class;
            context.program.fields[*field].class == own && context.typed(target).is_none()
        }
        _ => false,
    }
}

/// A local, or a field of the object or class whose code this is.
pub(super) fn is_own_variable(context: &Context<'_>, id: ExprId) -> bool {
    let own = context.program.methods[context.method].class;
    match context.typed_in(id).map(|(body, typed)| (body, &typed.kind)) {
        Some((_, typed::ExprKind::Local(_))) => true,
        Some((_, typed::ExprKind::StaticField(field))) => context.program.fields[*field].class == own,
        Some((body, typed::ExprKind::Field { object, .. })) => {
            matches!(body.exprs[*object].kind, typed::ExprKind::This)
        }
        _ => false,
    }
}

/// Whether the expression, or a part of it, introduces a pattern variable.
pub(in crate::goal) fn binds(context: &Context<'_>, id: ExprId) -> bool {
    let kind = context.kind(id);
    matches!(kind, ExprKind::InstanceOf { binding: Some(_), .. } | ExprKind::Matches { .. })
        || kind.children().into_iter().any(|child| match child {
            crate::syntax::Child::Expr(id) => binds(context, id),
            crate::syntax::Child::Stmt(_) => true,
        })
}
