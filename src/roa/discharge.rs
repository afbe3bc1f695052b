//! The obligations of a check as questions, and what facts their answers need.

use crate::budget::Budget;
use crate::roa::check::Obligation;
use crate::roa::proof::{AttemptResult, Proof};
use crate::roa::workbench::{MUTANT_EFFORT, Workbench};
use crate::symbolic::question::{Answer, Question};
use crate::symbolic::search;
use crate::symbolic::solver::SolverError;
use crate::term::TermId;
use crate::term::assignment::Assignment;

/// What came of a region's obligations.
pub(super) struct Discharge {
    pub result: AttemptResult,
    /// Where they do not hold: a state at the region's head.
    pub state: Option<Assignment>,
}

impl From<AttemptResult> for Discharge {
    fn from(result: AttemptResult) -> Self {
        Self { result, state: None }
    }
}

impl Workbench<'_> {
    /// The facts of a proof that it cannot do without: each was left out in turn, and the questions asked again.
    pub fn needed_facts(&mut self, proof: &Proof) -> Result<Vec<TermId>, SolverError> {
        let mut needed = proof.assumptions.clone();
        let mut budget = Budget::new(MUTANT_EFFORT);
        let mut at = 0;
        while at < needed.len() {
            let mut fewer = needed.clone();
            fewer.remove(at);
            match self.discharge(&fewer, &proof.obligations, &mut budget)?.result {
                AttemptResult::Proven => needed = fewer,
                _ => at += 1,
            }
        }
        Ok(needed)
    }

    /// All at once, and one by one where that is too much for one question.
    pub(super) fn discharge(
        &mut self,
        assumptions: &[TermId],
        obligations: &[Obligation],
        budget: &mut Budget,
    ) -> Result<Discharge, SolverError> {
        let goal = self.terms.all(obligations.iter().map(|o| o.holds));
        let question = Question { assumptions: assumptions.to_vec(), goal };
        match self.asker.ask(&mut self.terms, &question, budget)? {
            Answer::Valid { .. } => return Ok(AttemptResult::Proven.into()),
            Answer::Refuted { assignment, .. } => {
                let goals: Vec<TermId> = obligations.iter().map(|o| o.holds).collect();
                let broken = search::first_refuted(&self.terms, assumptions, &goals, &assignment);
                if let Some(&Obligation { exit, variable, .. }) = broken.map(|at| &obligations[at]) {
                    let result = AttemptResult::Differs { exit, variable };
                    return Ok(Discharge { result, state: Some(assignment) });
                }
            }
            Answer::Undecided { reason } if obligations.len() < 2 => {
                return Ok(AttemptResult::Undecided(reason.to_string()).into());
            }
            Answer::Undecided { .. } => {}
        }
        for obligation in obligations {
            let question = Question { assumptions: assumptions.to_vec(), goal: obligation.holds };
            match self.asker.ask(&mut self.terms, &question, budget)? {
                Answer::Valid { .. } => {}
                Answer::Refuted { assignment, .. } => {
                    let Obligation { exit, variable, .. } = *obligation;
                    let result = AttemptResult::Differs { exit, variable };
                    return Ok(Discharge { result, state: Some(assignment) });
                }
                Answer::Undecided { reason } => {
                    return Ok(AttemptResult::Undecided(reason.to_string()).into());
                }
            }
        }
        Ok(AttemptResult::Proven.into())
    }
}
