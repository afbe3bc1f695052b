//! Operands of products that are always equal, made the same term: where both versions multiply or divide, a solver that compares the
//! results bit by bit has to find out what the equality of the operands says at once.
//!
//! Two products of one operation are looked at if their operands differ in one of the two sides. That these are equal wherever the
//! assumptions hold is asked in a formula of its own; if it is refuted that they differ, one stands for the other everywhere. The condition
//! that comes of it holds under the assumptions where the given one does.

use crate::budget::Budget;
use crate::symbolic::encode::SizeLimits;
use crate::symbolic::facts::{Reduced, reduce};
use crate::symbolic::incremental::{FoundModel, Incremental, NotOpened};
use crate::symbolic::question::Question;
use crate::symbolic::solver::SolverError;
use crate::term::{TermId, TermKind, Terms};

/// Pairs that are asked about, and the effort for each.
const PAIRS: usize = 24;
const EFFORT: u64 = 1_000_000;
/// Of the simplification.
const STEPS: u64 = 2_000_000;

/// See the module.
pub(super) struct Swept {
    pub condition: TermId,
    pub spent: u64,
}

/// # Errors
///
/// The solver failed.
pub(super) fn swept(
    terms: &mut Terms,
    assumptions: &[TermId],
    condition: TermId,
    limits: &SizeLimits,
) -> Result<Swept, SolverError> {
    let mut swept = Swept { condition, spent: 0 };
    let mut facts: Vec<TermId> = Vec::new();
    for (a, b) in pairs(terms, condition) {
        let same = terms.same_value(a, b);
        let differ = terms.not(same);
        let asked: Vec<TermId> = assumptions.iter().copied().chain([differ]).collect();
        match Incremental::open(terms, asked, Vec::new(), limits) {
            Ok(mut formula) => {
                let found = formula.ask(terms, &[], EFFORT);
                swept.spent += formula.spent();
                if found == FoundModel::Nothing {
                    facts.push(same);
                }
            }
            Err(NotOpened::Solver(error)) => return Err(error),
            Err(NotOpened::TooLarge(_) | NotOpened::NoCircuit) => {}
        }
    }
    if !facts.is_empty() {
        // The question whether the condition never holds, under what was found.
        let goal = terms.not(condition);
        let question =
            Question { assumptions: facts.into_iter().chain(assumptions.iter().copied()).collect(), goal };
        swept.condition = match reduce(terms, &question, &mut Budget::new(STEPS)) {
            Ok(Reduced::Valid) => terms.boolean(false),
            Ok(Reduced::Open(question)) => terms.not(question.goal),
            Err(_) => condition,
        };
    }
    Ok(swept)
}

/// Operands that differ in two products of one operation which are alike but for these, in the order of the terms.
fn pairs(terms: &Terms, condition: TermId) -> Vec<(TermId, TermId)> {
    let products: Vec<TermId> =
        terms.closure(&[condition]).into_iter().filter(|&term| terms.is_product(term)).collect();
    let mut pairs: Vec<(TermId, TermId)> = Vec::new();
    for (i, &first) in products.iter().enumerate() {
        for &second in &products[i + 1..] {
            let (
                &TermKind::Binary { op, ty, left, right },
                &TermKind::Binary { op: other_op, ty: other_ty, left: other_left, right: other_right },
            ) = (terms.kind(first), terms.kind(second))
            else {
                continue;
            };
            if (op, ty) != (other_op, other_ty) || ty.is_floating() {
                continue;
            }
            let pair = match (left == other_left, right == other_right) {
                (false, true) => (left, other_left),
                (true, false) => (right, other_right),
                _ => continue,
            };
            if !pairs.contains(&pair) && pairs.len() < PAIRS {
                pairs.push(pair);
            }
        }
    }
    pairs
}
