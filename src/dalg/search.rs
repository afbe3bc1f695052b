//! The main loop of the D-algorithm (§3.4.6, §3.5): steps iv to vii of the text, in its order.
//!
//! The decision tree (Fig. 3.8) that it walks, here with the subtasks of Fig. 3.10:
//!
//! ```text
//!                         MEE                   iv    the effect is excited
//!             solution 1 /   \ solution 2 …     vi    each solution is implied; a conflict leads to the next
//!         MEP site 1 … MEP site 2               vii   no output differs yet: one subtask for each site of the D-frontier
//!          conflict         | solution 1
//!                         JUST element 1        vii   an output differs: what is not justified yet
//!                           | way 1
//!                         JUST element 2 …
//!                           |
//!                         test                  vii   the UEL is empty
//! ```
//!
//! One way down this tree is the subtask stack; what a step came to is a [`Standing`] or an [`Outcome`]. What differs from
//! the text: assist (§4.3.1) puts more into a question before its next solution is asked for ([`super::asking`]), JUST subtasks
//! are made one at a time, since each changes what is left ([`super::uel`]), and an effect that can reach no output any
//! more is a conflict (X-path).
//!
//! A test that comes out is run: nothing is believed without it. What a search proves that finds none is for
//! [`super::refutation`] to say.

use crate::dalg::attempt::{Attempt, Setback};
use crate::dalg::ledger::Ledger;
use crate::dalg::outcome::{End, Outcome};
use crate::dalg::problem::Problem;
use crate::dalg::story::Event;
use crate::dalg::subtask::{JustifiedIn, Kind, Stack, Subtask, Waiting};
use crate::symbolic::solver::SolverError;

/// One search, for one copy of the mutated region.
pub(super) struct Search<'a> {
    /// What it is lent.
    pub problem: Problem<'a>,
    /// What goes back with the state's trail.
    pub stack: Stack,
    /// What is only ever added to.
    pub ledger: Ledger,
}

/// Where the effect has come to be, as far as the subtask at the top knows.
pub(super) enum Standing {
    /// At no output yet.
    Inside,
    /// At one, or maybe: what is left is to justify these versions.
    AtOutput(JustifiedIn),
}

impl<'a> Search<'a> {
    pub(super) fn new(problem: Problem<'a>, ledger: Ledger) -> Self {
        Self { problem, stack: Stack::new(), ledger }
    }

    /// Searches for a test, from the MEE subtasks on.
    pub(super) fn run(&mut self, excitations: Vec<Subtask>) -> Result<End, SolverError> {
        // iv. The MEE subtasks are pushed.
        self.stack.push(excitations.into_iter().map(Waiting::Subtask).collect());
        // v. As long as the stack is not empty,
        while let Some(top) = self.stack.pop() {
            // vi. the subtask at its top is processed: a new solution, and all that it implies.
            let mut attempt = self.begun(top);
            let solved = self.process(&mut attempt);
            // vii. Where does the effect stand? From an output, JUST subtasks or the test; or else MEP subtasks.
            let followed = solved.and_then(|standing| match standing {
                Standing::AtOutput(versions) => self.justify(versions),
                Standing::Inside => self.propagate(),
            });
            match followed {
                Ok(follow) => self.descend(attempt, follow),
                Err(Outcome::Killed) => return Ok(self.finish(End::Killed)),
                Err(Outcome::Conflict(conflict)) => self.backtrack(attempt, Setback::conflict(conflict)),
                Err(Outcome::Blocked(blocked)) => self.backtrack(attempt, Setback::blocked(blocked)),
                Err(Outcome::InVain(end)) => self.backtrack(attempt, Setback::in_vain(end)),
                Err(Outcome::Spent(failure)) => self.leave(&attempt, failure),
                Err(Outcome::Over(end)) => return Ok(self.finish(end)),
                Err(Outcome::Solver(error)) => return Err(error),
            }
        }
        // v. There is no test.
        Ok(self.stack.failure.end)
    }

    /// A new solution of a subtask, without a conflict; where the effect stands after it.
    fn process(&mut self, attempt: &mut Attempt) -> Result<Standing, Outcome> {
        if attempt.solution.is_some() {
            // What followed from it has failed.
            let then = attempt.then.take();
            return then.map(Standing::AtOutput).ok_or(Outcome::InVain(attempt.found.end));
        }
        self.solve(attempt)?;
        Ok(match attempt.kind {
            Kind::Excitation | Kind::Propagation(_) => Standing::Inside,
            Kind::Justification(_, versions) => Standing::AtOutput(versions),
        })
    }

    /// The effort for what was implied; the search is over where it is used up.
    pub(super) fn pay(&mut self) -> Result<(), Outcome> {
        self.problem.pay().map_err(|_| {
            self.ledger.story.add(Event::Effort);
            Outcome::Over(End::Effort)
        })
    }

    /// Tells what has happened, where somebody listens.
    pub(super) fn tell(&mut self, event: impl FnOnce(&Problem<'_>) -> Event) {
        if self.ledger.story.is_told() {
            let event = event(&self.problem);
            self.ledger.story.add(event);
        }
    }

    /// The search is over, wherever it is.
    fn finish(&mut self, end: End) -> End {
        self.ledger.story.close_all(end);
        end
    }
}
