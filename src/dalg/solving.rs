//! Which of a subtask's solutions is asked for (§4.3.5.4).
//!
//! Alone, the solver is asked for numbers near zero first, and for others only where these will not do: what a far
//! constant needs is found by what names the constant, never by the luck of a model. `value-pool` takes solutions from
//! the concrete search instead, and `random-solve` varies the sign of one variable after another.
//!
//! All that is added here limits which solution is given: that there is none is only ever an answer to the whole
//! question.

use crate::dalg::problem::Problem;
use crate::dalg::question::Asked;
use crate::dalg::switches::Switch;
use crate::jvm::convert;
use crate::jvm::operator::BinaryOperator;
use crate::jvm::value::{Primitive, PrimitiveType};
use crate::symbolic::question::{Answer, Question};
use crate::symbolic::solver::SolverError;
use crate::term::sort::{Sort, ValueSort};
use crate::term::variable::VarId;
use crate::term::{TermId, Terms};

/// Numbers are between these, and in the next round between those.
const NEAR: [(i32, i32); 5] = [(0, 0), (0, 1), (0, 10), (-10, 10), (-100_000, 100_000)];
/// The rounds in which the first solution alone is asked for: another one has other numbers.
const FIRST: usize = 2;

impl Problem<'_> {
    /// Asks a question of which so many solutions were tried.
    pub(super) fn ask(&mut self, asked: &Asked, tried: usize) -> Result<Answer, SolverError> {
        let signed = match tried {
            1.. if self.switches.has(Switch::RandomSolve) => self.signed(asked, tried),
            _ => None,
        };
        let near = match (self.switches.has(Switch::ValuePool), tried) {
            (true, _) => &[][..],
            (false, 0) => &NEAR[..],
            (false, _) => &NEAR[FIRST..],
        };
        let mut rounds: Vec<Vec<TermId>> = near.iter().map(|&bounds| self.near_zero(asked, bounds)).collect();
        if signed.is_some() {
            rounds.push(Vec::new());
        }
        for mut limits in rounds {
            limits.extend(signed);
            if limits.is_empty() {
                continue;
            }
            let mut question: Question = asked.question.clone();
            question.assumptions.extend(limits);
            let answer = self.asker.ask(self.terms, &question, self.budget)?;
            if let Answer::Refuted { .. } = answer {
                return Ok(answer);
            }
        }
        self.asker.ask(self.terms, &asked.question, self.budget)
    }

    /// Another solution than before has a variable with a given sign: one after the other, and in turn.
    fn signed(&mut self, asked: &Asked, tried: usize) -> Option<TermId> {
        let at = (tried / 2).checked_rem(asked.defs.len())?;
        let (symbol, _) = asked.defs[at];
        let ty = integer(self.terms, symbol)?;
        let op = if tried.is_multiple_of(2) { BinaryOperator::Lt } else { BinaryOperator::Gt };
        let (term, zero) = (self.terms.var(symbol), number(self.terms, ty, 0));
        Some(self.terms.binary(op, ty, term, zero))
    }

    fn near_zero(&mut self, asked: &Asked, (low, high): (i32, i32)) -> Vec<TermId> {
        let mut near = Vec::new();
        for &(symbol, _) in &asked.defs {
            let Some(ty) = integer(self.terms, symbol) else { continue };
            let term = self.terms.var(symbol);
            let (low, high) = (number(self.terms, ty, low), number(self.terms, ty, high));
            near.push(self.terms.binary(BinaryOperator::Ge, ty, term, low));
            near.push(self.terms.binary(BinaryOperator::Le, ty, term, high));
        }
        near
    }
}

/// The type in which a symbol is compared, if it is an integer.
fn integer(terms: &Terms, symbol: VarId) -> Option<PrimitiveType> {
    match terms.info(symbol).sort {
        Sort::Value(ValueSort::Int) => Some(PrimitiveType::Int),
        Sort::Value(ValueSort::Long) => Some(PrimitiveType::Long),
        _ => None,
    }
}

fn number(terms: &mut Terms, ty: PrimitiveType, value: i32) -> TermId {
    terms.primitive(convert::cast(Primitive::Int(value), ty))
}
