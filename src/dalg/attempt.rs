//! A subtask that was begun: its solutions one after the other, up to the backtrack limit (§3.3.9).
//!
//! Each solution is implied; what follows from it are subtasks of their own, and when they have failed the state is as it
//! was when the subtask was begun, and the next solution is taken.

use crate::dalg::alternatives::Alternatives;
use crate::dalg::asking::Asking;
use crate::dalg::assist::Blame;
use crate::dalg::d_frontier::Site;
use crate::dalg::outcome::{Blocked, End, Failure, Outcome};
use crate::dalg::search::Search;
use crate::dalg::solution::Solution;
use crate::dalg::state::Conflict;
use crate::dalg::subtask::{Follow, Goal, JustifiedIn, Kind, Level, Subtask, Waiting};

#[derive(Debug)]
pub(super) struct Attempt {
    pub kind: Kind,
    solving: Solving,
    /// The length of the trail when it was begun.
    start: usize,
    /// The present solution, while subtasks follow from it.
    pub solution: Option<Solution>,
    /// What is still to be justified as it stands when these have failed.
    pub then: Option<JustifiedIn>,
    /// What came of those that have.
    pub found: Failure,
    /// The furthest that earlier solutions came.
    end: End,
}

/// Where solutions come from.
#[derive(Debug)]
enum Solving {
    Question(Asking),
    Ways(Alternatives),
}

/// Why a solution is given up.
pub(super) struct Setback {
    /// `None`: what followed from it has failed.
    conflict: Option<Conflict>,
    /// Where the effect was hidden, if no output can differ any more.
    hidden: Option<Vec<Site>>,
    /// How far the last of what followed from it has come.
    end: End,
}

impl Setback {
    pub(super) const fn conflict(conflict: Conflict) -> Self {
        Self { conflict: Some(conflict), hidden: None, end: End::Refuted }
    }

    pub(super) fn blocked(blocked: Blocked) -> Self {
        Self { conflict: Some(blocked.conflict), hidden: Some(blocked.hidden), end: End::Refuted }
    }

    pub(super) const fn in_vain(end: End) -> Self {
        Self { conflict: None, hidden: None, end }
    }
}

impl Search<'_> {
    /// The attempt at a level, begun if it was waiting.
    pub(super) fn begun(&mut self, level: Level) -> Box<Attempt> {
        let subtask = match level {
            Level::Attempt(attempt) => return attempt,
            Level::Waiting(Waiting::Subtask(subtask)) => subtask,
            Level::Waiting(Waiting::Site(site)) => self.problem.propagation(site),
        };
        let Subtask { name, kind, goal } = subtask;
        self.ledger.stats.subtasks += 1;
        self.ledger.story.open(&name);
        self.stack.enter(kind);
        let solving = match goal {
            Goal::Local(goal) => Solving::Question(self.asking(kind, goal)),
            Goal::Ways(ways) => Solving::Ways(Alternatives::new(ways)),
        };
        let (start, found, end) = (self.problem.state.position(), Failure::none(), End::Refuted);
        Box::new(Attempt { kind, solving, start, solution: None, then: None, found, end })
    }

    /// The next solution, with all that it implies.
    pub(super) fn solve(&mut self, attempt: &mut Attempt) -> Result<(), Outcome> {
        let solution = match &mut attempt.solving {
            Solving::Question(asking) => self.next_answer(asking, attempt.end)?,
            Solving::Ways(ways) => self.next_way(ways, attempt.end)?,
        };
        let implied = self.imply(&solution);
        attempt.solution = Some(solution);
        self.tell(|problem| problem.told_solution(attempt.start));
        implied.map_err(Outcome::Conflict)
    }

    /// Recovers the state from before the present solution, so that the next one can be taken; as long as there may be one.
    fn give_up(&mut self, attempt: &mut Attempt, setback: Setback) -> Result<(), Failure> {
        let Setback { conflict, hidden, end } = setback;
        let mut failure = std::mem::replace(&mut attempt.found, Failure::none());
        failure.decide(Failure { end, lesson: None });
        attempt.end = attempt.end.max(failure.end);
        if let Some(conflict) = &conflict {
            self.tell(|problem| problem.told_conflict(conflict));
        }
        // There is one: nothing but a solution can come to a setback.
        let Some(solution) = attempt.solution.take() else { return Ok(()) };
        match &mut attempt.solving {
            Solving::Question(asking) => {
                let (network, state) = (self.problem.network, &*self.problem.state);
                let blame = conflict.map(|conflict| Blame::of(network, state, &conflict, solution.choice));
                self.problem.state.cut(attempt.start);
                let lesson = failure.lesson.unwrap_or_default();
                if self.assist(asking, blame.as_ref(), &lesson, hidden) {
                    return Ok(());
                }
                self.exclude(asking, &solution, blame, &mut attempt.end)
            }
            Solving::Ways(ways) => {
                ways.learn(failure.lesson);
                self.ledger.stats.backtracks += 1;
                self.problem.state.cut(attempt.start);
                Ok(())
            }
        }
    }

    /// What follows from the present solution is pushed above it.
    pub(super) fn descend(&mut self, mut attempt: Box<Attempt>, follow: Follow) {
        attempt.then = follow.then;
        self.stack.keep(attempt);
        self.stack.push(follow.subtasks);
    }

    /// The next branch of the decision tree: another solution, if there may be one.
    pub(super) fn backtrack(&mut self, mut attempt: Box<Attempt>, setback: Setback) {
        match self.give_up(&mut attempt, setback) {
            Ok(()) => self.stack.keep(attempt),
            Err(failure) => self.leave(&attempt, failure),
        }
    }

    /// A subtask that has failed is left, with the state as it was found.
    pub(super) fn leave(&mut self, attempt: &Attempt, failure: Failure) {
        self.problem.state.cut(attempt.start);
        self.ledger.story.close(failure.end);
        self.stack.leave(attempt.kind, failure);
    }
}
