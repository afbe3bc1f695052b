//! RTE, run-time errors: each step that may throw does: null, an index that is too low or too high, a division by zero, a cast,
//! a negative size; each `throw`.

use crate::goal::criteria::pure::is_own_variable;
use crate::goal::plant::Plan;
use crate::jvm::operator::BinaryOperator;
use crate::jvm::value::PrimitiveType as P;
use crate::mutate::context::Context;
use crate::mutate::walk::{Walk, children_first};
use crate::syntax::tree::{BinaryOp, ExprId, ExprKind, StmtId, StmtKind};

pub(in crate::goal) fn rte(plan: &mut Plan<'_, '_>) {
    let context = *plan.context;
    let mut places = Vec::new();
    children_first(&context, |id| places.push(id));
    places.into_iter().for_each(|id| steps(plan, id));
    let mut thrown = Vec::new();
    Throws { context: &context, thrown: &mut thrown }.method();
    for stmt in thrown {
        let span = context.code.stmts[stmt].span;
        plan.before(stmt, span, "thrown");
    }
}

struct Throws<'t, 'a> {
    context: &'t Context<'a>,
    thrown: &'t mut Vec<StmtId>,
}

impl<'a> Walk<'a> for Throws<'_, 'a> {
    fn context(&self) -> &Context<'a> {
        self.context
    }

    fn stmt(&mut self, id: StmtId) {
        let kind = &self.context.code.stmts[id].kind;
        if matches!(kind, StmtKind::Throw(_)) {
            self.thrown.push(id);
        }
        self.visit_all(kind.children());
    }
}

fn steps(plan: &mut Plan<'_, '_>, id: ExprId) {
    let context = *plan.context;
    if context.typed(id).is_some_and(|typed| typed.constant.is_some()) {
        return;
    }
    match context.kind(id) {
        ExprKind::Binary { op: BinaryOp::Strict(BinaryOperator::Div | BinaryOperator::Rem), left, right } => {
            divisor(plan, *left, *right);
        }
        ExprKind::Assign { target, op: Some(BinaryOperator::Div | BinaryOperator::Rem), value } => {
            divisor(plan, *target, *value);
        }
        ExprKind::Index { array, index } => {
            null(plan, *array);
            if is_int(&context, *index) {
                let text = plan.text(context.code.exprs[*index].span);
                plan.compared(*index, format!("{text} < 0"), "below", "0");
                let of = plan.text(context.code.exprs[*array].span);
                let predicate = format!("{text} >= {of}.length");
                if is_own_variable(&context, *array) && !assigns(&context, *index) {
                    plan.compared(*index, predicate, "above", &format!("{of}.length"));
                } else {
                    plan.leave_out(
                        context.code.exprs[*index].span,
                        predicate,
                        "the array is no plain variable",
                    );
                }
            }
        }
        ExprKind::Field { target, .. } => null(plan, *target),
        ExprKind::Call { target: Some(target), .. } => null(plan, *target),
        ExprKind::Cast { operand, ty } if context.typed(*operand).is_some_and(|t| t.ty.is_reference()) => {
            let text = plan.text(ty.span);
            let of = plan.text(context.code.exprs[*operand].span);
            let condition = format!("{of} != null && !({of} instanceof {text})");
            if is_own_variable(&context, *operand) {
                plan.name(*operand, &condition);
            } else {
                plan.leave_out(
                    context.code.exprs[*operand].span,
                    condition,
                    "what is cast is no plain variable",
                );
            }
        }
        ExprKind::NewArray { lengths, .. } => {
            for &length in lengths {
                let is_constant = context.typed(length).is_some_and(|typed| typed.constant.is_some());
                if is_int(&context, length) && !is_constant {
                    let text = plan.text(context.code.exprs[length].span);
                    plan.compared(length, format!("{text} < 0"), "below", "0");
                }
            }
        }
        _ => {}
    }
}

fn is_int(context: &Context<'_>, id: ExprId) -> bool {
    matches!(context.primitive(id), Some(P::Int | P::Short | P::Byte | P::Char))
}

fn divisor(plan: &mut Plan<'_, '_>, dividend: ExprId, divisor: ExprId) {
    let context = *plan.context;
    let is_constant = context.typed(divisor).is_some_and(|typed| typed.constant.is_some());
    if is_constant || !context.is_integral(dividend) || !context.is_integral(divisor) {
        return;
    }
    let text = plan.text(context.code.exprs[divisor].span);
    plan.compared(divisor, format!("{text} == 0"), "equal", "0");
}

/// What is asked for a member is null: of variables; `this` and names of classes are none.
fn null(plan: &mut Plan<'_, '_>, target: ExprId) {
    let context = *plan.context;
    let is_object = context.typed(target).is_some_and(|typed| typed.ty.is_reference());
    if !is_object || !matches!(context.kind(target), ExprKind::Name(_)) {
        return;
    }
    let text = plan.text(context.code.exprs[target].span);
    if is_own_variable(&context, target) {
        plan.name(target, &format!("{text} == null"));
    }
}

/// Whether evaluating an expression may assign something.
fn assigns(context: &Context<'_>, id: ExprId) -> bool {
    let kind = context.kind(id);
    matches!(
        kind,
        ExprKind::Assign { .. } | ExprKind::IncDec { .. } | ExprKind::Call { .. } | ExprKind::Switch { .. }
    ) || kind.children().into_iter().any(|child| match child {
        crate::syntax::Child::Expr(id) => assigns(context, id),
        crate::syntax::Child::Stmt(_) => true,
    })
}
