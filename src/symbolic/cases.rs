//! Between the search and the solver (DESIGN §6): a goal that holds in each case. Its innermost conditions are decided
//! one after the other, both ways, and what facts make of the goal then is looked at. Summaries merge where ways meet,
//! so most of their questions are of this kind: on each way the two versions have the same terms, and the solver, which
//! is given circuits, would have to find the ways again.
//!
//! The goal is shown where every case is. Nothing follows where one is not.

use rustc_hash::FxHashMap;

use crate::budget::{Budget, Exhausted};
use crate::jvm::operator::{BinaryOperator, UnaryOperator};
use crate::jvm::value::PrimitiveType;
use crate::symbolic::facts::{self, Reduced};
use crate::symbolic::question::Question;
use crate::term::sort::{Sort, ValueSort};
use crate::term::{TermId, TermKind, Terms};

/// The cases of one question, those on the way to others included.
const MAX_CASES: u32 = 96;
/// What they may cost together, in rewritten terms: where they hold, mostly less is enough, and the solver is next.
const MAX_EFFORT: u64 = 60_000;

/// Whether the goal holds in every case that is looked at, and these are all that there are.
pub(super) fn hold(terms: &mut Terms, question: &Question, budget: &mut Budget) -> Result<bool, Exhausted> {
    let mut own = Budget::new(budget.left().min(MAX_EFFORT));
    let holds = Cases { left: MAX_CASES, opposites: 0 }.hold(terms, question, &mut own).unwrap_or(false);
    budget.spend(own.spent())?;
    Ok(holds)
}

struct Cases {
    left: u32,
    /// Cases that are still to come on the way to the one that is looked at: each takes one at least.
    opposites: u32,
}

impl Cases {
    fn hold(
        &mut self,
        terms: &mut Terms,
        question: &Question,
        budget: &mut Budget,
    ) -> Result<bool, Exhausted> {
        let Some(condition) = condition(terms, question.goal, budget)? else { return Ok(false) };
        let opposite = terms.not(condition);
        self.opposites += 1;
        let holds = self.holds_in(terms, question, condition, budget)?;
        self.opposites -= 1;
        Ok(holds && self.holds_in(terms, question, opposite, budget)?)
    }

    fn holds_in(
        &mut self,
        terms: &mut Terms,
        question: &Question,
        case: TermId,
        budget: &mut Budget,
    ) -> Result<bool, Exhausted> {
        if self.left <= self.opposites {
            return Ok(false);
        }
        self.left -= 1;
        let mut question = question.clone();
        question.assumptions.push(case);
        match facts::reduce(terms, &question, budget)? {
            Reduced::Valid => Ok(true),
            Reduced::Open(rest) => self.hold(terms, &rest, budget),
        }
    }
}

/// A condition of the goal with none inside: one that fixes a value if there is one, of these the most used.
fn condition(terms: &Terms, goal: TermId, budget: &mut Budget) -> Result<Option<TermId>, Exhausted> {
    let closure = terms.closure(&[goal]);
    budget.spend(closure.len() as u64)?;
    let mut uses: FxHashMap<TermId, usize> = FxHashMap::default();
    for &term in &closure {
        each_condition(terms, term, |condition| {
            if !is_connective(terms, condition) {
                *uses.entry(condition).or_default() += 1;
            }
        });
    }
    // Children come before what they are part of.
    let mut has_condition: FxHashMap<TermId, bool> = FxHashMap::default();
    let mut best = None;
    for &term in &closure {
        let mut inside = is_connective(terms, term) || matches!(terms.kind(term), TermKind::Choose { .. });
        terms.each_child(term, |child| inside |= has_condition[&child]);
        has_condition.insert(term, inside);
        if let (false, Some(&count)) = (inside, uses.get(&term)) {
            let worth = (either_way_fixes_a_value(terms, term), count);
            if best.is_none_or(|(known, _)| worth > known) {
                best = Some((worth, term));
            }
        }
    }
    Ok(best.map(|(_, term)| term))
}

fn either_way_fixes_a_value(terms: &Terms, condition: TermId) -> bool {
    let is_unequal = matches!(terms.kind(condition), TermKind::Binary { op: BinaryOperator::Ne, .. });
    is_unequal || facts::fixes_a_value(terms, condition)
}

/// The terms on whose truth it depends what the term is.
fn each_condition(terms: &Terms, term: TermId, mut visit: impl FnMut(TermId)) {
    match *terms.kind(term) {
        TermKind::Choose { condition, .. } => visit(condition),
        _ if is_connective(terms, term) => terms.each_child(term, visit),
        _ => {}
    }
}

/// Whether truth values make it true or false.
fn is_connective(terms: &Terms, term: TermId) -> bool {
    match *terms.kind(term) {
        TermKind::Unary { op: UnaryOperator::Not, .. } => true,
        TermKind::Binary { op, ty, .. } => {
            ty == PrimitiveType::Boolean
                && matches!(
                    op,
                    BinaryOperator::And
                        | BinaryOperator::Or
                        | BinaryOperator::Xor
                        | BinaryOperator::Eq
                        | BinaryOperator::Ne
                )
        }
        TermKind::Choose { .. } => terms.sort(term) == Sort::Value(ValueSort::Boolean),
        _ => false,
    }
}
