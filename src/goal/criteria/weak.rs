//! WM, weak mutation: what a statement computes is another value than in a mutant of AOIU, AORB, COR or ROR. It is the state
//! behind the statement that differs, and not what an operator inside of it gives.

use crate::goal::criteria::pure::is_pure;
use crate::goal::plant::Plan;
use crate::jvm::value::PrimitiveType as P;
use crate::mutate::context::Context;
use crate::mutate::generate::mutants_of;
use crate::mutate::mutant::Mutant;
use crate::mutate::operator::OperatorSet;
use crate::syntax::Child;
use crate::syntax::digest::Parent;
use crate::syntax::tree::{ExprId, ExprKind, Span, StmtKind};

/// The operators of the paper.
const OPERATORS: &str = "AOIU,AORB,COR,ROR";

pub(in crate::goal) fn wm(plan: &mut Plan<'_, '_>) {
    let context = *plan.context;
    let Ok(operators) = OperatorSet::parse(OPERATORS) else { return };
    for mutant in mutants_of(context.program, context.method, &operators) {
        of_mutant(plan, &context, &mutant);
    }
}

fn of_mutant(plan: &mut Plan<'_, '_>, context: &Context<'_>, mutant: &Mutant) {
    let change = format!("{} → {}", plan.text(mutant.span), mutant.replacement);
    let Some(value) = value_around(context, mutant) else {
        return plan.leave_out(mutant.span, change, "the mutant is in no value that a statement computes");
    };
    let span = context.code.exprs[value].span;
    let is_compared = matches!(
        context.primitive(value),
        Some(P::Boolean | P::Byte | P::Short | P::Char | P::Int | P::Long)
    );
    if !is_compared {
        return plan.leave_out(mutant.span, change, "values of the type are not compared by ==");
    }
    let is_inside = span.start <= mutant.span.start && mutant.span.end <= span.end;
    // The mutant computes with the same operands.
    if !is_inside || !is_pure(context, value) || changes_division(mutant) {
        return plan.leave_out(mutant.span, change, "the statement's value may throw or have an effect");
    }
    let source = context.source;
    let own = source.slice(span);
    let before = source.slice(Span::new(span.start, mutant.span.start));
    let after = source.slice(Span::new(mutant.span.end, span.end));
    plan.seen(value, &format!("({own}) != ({before}{}{after})", mutant.replacement));
}

/// A mutant that divides may throw.
fn changes_division(mutant: &Mutant) -> bool {
    mutant.replacement.contains(['/', '%'])
}

/// The largest expression around a mutant whose value a statement uses: a condition, what is assigned or returned.
fn value_around(context: &Context<'_>, mutant: &Mutant) -> Option<ExprId> {
    let Child::Expr(mut at) = mutant.patch.changed(context.code).next()? else { return None };
    loop {
        match context.digests.expr_parent(at) {
            Parent::Expr(parent) => match context.kind(parent) {
                ExprKind::Assign { value, op: None, .. } if *value == at => return Some(at),
                ExprKind::Assign { .. } => return None,
                _ => at = parent,
            },
            Parent::Stmt(stmt) => {
                let is_value = !matches!(context.code.stmts[stmt].kind, StmtKind::Expr(_));
                return is_value.then_some(at);
            }
            Parent::Root => return None,
        }
    }
}
