//! A solution of a subtask: what the answer to its question says, what that implies, and that it is not taken again.

use crate::dalg::network::{DefId, StatusId};
use crate::dalg::problem::Problem;
use crate::dalg::question::Asked;
use crate::dalg::search::Search;
use crate::dalg::state::{Cell, Conflict, Exs};
use crate::dalg::value::{Value, constant, is_expressible};
use crate::term::assignment::Assignment;
use crate::term::sort::Sort;
use crate::term::{TermId, Terms};

#[derive(Debug)]
pub(super) struct Solution {
    /// The number of the choice: the reason of what it puts on the trail.
    pub choice: u32,
    /// What the subtask needs executed, whatever the answer.
    executed: Vec<StatusId>,
    values: Vec<(DefId, Value)>,
    statuses: Vec<(StatusId, Exs)>,
    /// These are all that the question was about.
    pub is_whole: bool,
}

impl Solution {
    /// What the answer to a question says.
    pub(super) fn new(
        terms: &Terms,
        asked: &Asked,
        answer: &Assignment,
        executed: &[StatusId],
        choice: u32,
    ) -> Self {
        let values: Vec<(DefId, Value)> = asked
            .defs
            .iter()
            .filter_map(|&(symbol, def)| {
                let Sort::Value(sort) = terms.info(symbol).sort else { return None };
                let bits = answer.variable(terms, symbol);
                is_expressible(terms, sort, bits).then_some((def, Value::Known(bits)))
            })
            .collect();
        let statuses = asked.statuses.iter().map(|&(symbol, status)| {
            let is_executed = answer.variable(terms, symbol) & 1 == 1;
            (status, if is_executed { Exs::Executed } else { Exs::NotExecuted })
        });
        let is_whole = asked.is_told && values.len() == asked.defs.len();
        Self { choice, executed: executed.to_vec(), statuses: statuses.collect(), values, is_whole }
    }

    /// One of several alternatives: these edges.
    pub(super) const fn of_way(way: Vec<StatusId>, choice: u32) -> Self {
        Self { choice, executed: way, values: Vec::new(), statuses: Vec::new(), is_whole: true }
    }
}

impl Search<'_> {
    /// Puts a solution on the trail, with all that follows from it.
    pub(super) fn imply(&mut self, solution: &Solution) -> Result<(), Conflict> {
        let choice = solution.choice;
        let mut implication = self.problem.implication();
        for &status in &solution.executed {
            implication.choose_status(status, Exs::Executed, choice)?;
        }
        let values = solution.values.iter();
        let mut chosen = values.copied().try_for_each(|(def, v)| implication.choose_value(def, v, choice));
        chosen = chosen.and_then(|()| {
            let mut statuses = solution.statuses.iter().copied();
            statuses.try_for_each(|(status, exs)| implication.choose_status(status, exs, choice))
        });
        let implied = chosen.is_ok().then(|| implication.run());
        // A solution keeps to what is known. One that does not is no part of the conflict, so that too much is excluded.
        self.ledger.abandons |= implied.is_none();
        implied.unwrap_or(chosen)
    }
}

impl Problem<'_> {
    /// That a solution, or the part of it that is to blame, is not taken again.
    pub(super) fn excluded(&mut self, solution: &Solution, to_blame: Option<&[Cell]>) -> TermId {
        let is_meant = |cell: Cell| to_blame.is_none_or(|cells| cells.contains(&cell));
        let mut all = self.terms.boolean(true);
        for &(def, value) in &solution.values {
            let (Value::Known(bits), true) = (value, is_meant(Cell::Value(def))) else { continue };
            let symbol = self.network.defs[def].symbol;
            let Sort::Value(sort) = self.terms.info(symbol).sort else { continue };
            let (term, constant) = (self.terms.var(symbol), constant(self.terms, sort, bits));
            let same = self.terms.same_value(term, constant);
            all = self.terms.and(all, same);
        }
        for &(status, exs) in &solution.statuses {
            if is_meant(Cell::Status(status)) {
                let term = self.symbols.term(self.terms, status);
                let same = if exs == Exs::Executed { term } else { self.terms.not(term) };
                all = self.terms.and(all, same);
            }
        }
        all
    }
}
