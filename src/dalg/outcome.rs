//! How a search ends, and what comes of each turn of its loop.
//!
//! A turn that leads deeper pushes subtasks; every other end of one is an [`Outcome`], and the loop has an arm for each.

use crate::dalg::d_frontier::Site;
use crate::dalg::question::Opened;
use crate::dalg::state::Conflict;
use crate::symbolic::solver::SolverError;

/// How a search ended, and what a subtask came to. The later ones outweigh those before them: where several ways were
/// tried, the greatest of their ends is that of all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum End {
    /// Every subtask was refuted, without a limit: no test within the frames.
    Refuted,
    /// The backtrack limit of some subtask.
    Backtracks,
    /// The solver's limit.
    Solver,
    /// The tests that may be run in vain.
    Tests,
    /// The effort of the mutant.
    Effort,
    /// A test kills the mutant.
    Killed,
}

/// What a turn comes to that leads no deeper.
#[derive(Debug)]
pub(super) enum Outcome {
    /// A test was run and kills.
    Killed,
    /// What the solution implies contradicts itself.
    Conflict(Conflict),
    /// After the solution no output can differ.
    Blocked(Blocked),
    /// Nothing that follows from the solution is left to try: how far it came.
    InVain(End),
    /// The subtask has no solution left, or may try no more of them.
    Spent(Failure),
    /// A limit of the whole search.
    Over(End),
    /// The solver broke down.
    Solver(SolverError),
}

impl From<Conflict> for Outcome {
    fn from(conflict: Conflict) -> Self {
        Self::Conflict(conflict)
    }
}

impl From<SolverError> for Outcome {
    fn from(error: SolverError) -> Self {
        Self::Solver(error)
    }
}

/// No output can differ any more.
#[derive(Debug)]
pub(super) struct Blocked {
    pub conflict: Conflict,
    /// Where the effect was hidden.
    pub hidden: Vec<Site>,
}

/// That subtasks have failed, and what is learnt from it.
#[derive(Debug)]
pub(super) struct Failure {
    pub end: End,
    /// What the question of the latest of them had opened when it was refuted, which is nothing where it was not; `None`: none
    /// of them had a question.
    pub lesson: Option<Opened>,
}

impl Failure {
    /// Nothing was tried.
    pub(super) const fn none() -> Self {
        Self { end: End::Refuted, lesson: None }
    }

    /// A question for which there is no hope left, and nothing to learn.
    pub(super) fn of_question(end: End) -> Self {
        Self { end, lesson: Some(Opened::default()) }
    }

    /// Another way has failed, too.
    pub(super) fn add(&mut self, other: Self) {
        self.end = self.end.max(other.end);
        self.lesson = other.lesson.or(self.lesson.take());
    }

    /// What was to be justified could not be. Where that is refuted, no way was left to go, whatever the others have left
    /// open.
    pub(super) fn decide(&mut self, justification: Self) {
        if justification.end == End::Refuted {
            self.end = End::Refuted;
        }
        self.add(justification);
    }
}
