//! WM, weak mutation: what a statement computes is another value than in a mutant of AOIU, AORB, COR or ROR. It is the state
//! behind the statement that differs, and not what an operator inside of it gives. That one of both throws is a difference, too.

use crate::goal::criteria::pure::is_still;
use crate::goal::criteria::throws::{Ending, Version, number_of_index};
use crate::goal::plant::Plan;
use crate::jvm::value::PrimitiveType as P;
use crate::mutate::context::Context;
use crate::mutate::generate::mutants_of;
use crate::mutate::mutant::Mutant;
use crate::mutate::operator::OperatorSet;
use crate::syntax::Child;
use crate::syntax::digest::Parent;
use crate::syntax::tree::{ExprId, ExprKind, StmtKind};

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
    if context.primitive(value).is_none() {
        return plan.leave_out(mutant.span, change, "the statement's value is an object");
    }
    if !is_still(context, value) {
        return plan.leave_out(mutant.span, change, "the statement's value may have an effect");
    }
    match Difference::of(context, mutant, value) {
        Some(difference) => difference.plant(plan, value),
        None => plan.leave_out(mutant.span, change, "what differs is too long to be a condition"),
    }
}

/// Where the evaluation of a statement's value and that of a mutant's differ: they give other values, or one of them alone throws, or both
/// do and not the same.
struct Difference {
    /// As a person reads it.
    predicate: String,
    values: String,
    own: Ending,
    mutated: Ending,
    /// Where both end at the same index, and it is another.
    indices: Vec<String>,
}

impl Difference {
    fn of(context: &Context<'_>, mutant: &Mutant, value: ExprId) -> Option<Self> {
        let changed = changed_nodes(context, mutant, value)?;
        let (own, mutated) = (Version::original(context), Version::of(context, mutant, &changed));
        let (a, b) = (format!("({})", own.text(value)?), format!("({})", mutated.text(value)?));
        let predicate = format!("{a} != {b}");
        let is_floating = matches!(context.primitive(value), Some(P::Float | P::Double));
        let values = if is_floating { other_number(&a, &b) } else { predicate.clone() };
        let (ending, mutated_ending) = (own.ending(value)?, mutated.ending(value)?);
        let mut indices = Vec::new();
        for &around in &changed[1..] {
            let (Some((index, length)), Some((other, other_length))) =
                (own.index(around), mutated.index(around))
            else {
                continue;
            };
            let number = number_of_index(around);
            let (code, mutated_code) = (ending.code(), mutated_ending.code());
            indices.push(format!(
                "{code} == {number} && {mutated_code} == {number} && ({index} != {other} || {length} != {other_length})"
            ));
        }
        Some(Self { predicate, values, own: ending, mutated: mutated_ending, indices })
    }

    /// Where the original may throw, it is asked for before the value is evaluated; else behind.
    fn plant(self, plan: &mut Plan<'_, '_>, value: ExprId) {
        let Self { predicate, values, own, mutated, indices } = self;
        if own == mutated && indices.is_empty() {
            // The mutant throws where the original does, which then does not come to the trap.
            plan.seen_as(value, predicate, &values);
        } else if own.is_certain() {
            plan.seen_as(value, predicate, &format!("!({}) || {values}", mutated.safe()));
        } else {
            let (code, other) = (own.code(), mutated.code());
            let mut condition = format!("{code} != {other} || {code} == 0 && {values}");
            for index in indices {
                condition = format!("{condition} || {index}");
            }
            plan.ahead(value, predicate, &condition);
        }
    }
}

/// Whether two numbers with fractions are not the same one, as `Double.equals` has it: NaN is itself, and the zeros are two.
fn other_number(a: &str, b: &str) -> String {
    format!("({a} != {b} && ({a} == {a} || {b} == {b}) || {a} == 0 && {b} == 0 && 1 / {a} != 1 / {b})")
}

/// The nodes from a mutant's place up to a value around it.
fn changed_nodes(context: &Context<'_>, mutant: &Mutant, value: ExprId) -> Option<Vec<ExprId>> {
    let Child::Expr(mut at) = mutant.patch.changed(context.code).next()? else { return None };
    let mut changed = vec![at];
    while at != value {
        let Parent::Expr(parent) = context.digests.expr_parent(at) else { return None };
        at = parent;
        changed.push(at);
    }
    Some(changed)
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
