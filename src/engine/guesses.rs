//! Guesses that wait: the simulation takes it of a mutant that it runs to a limit, and only a whole run shows it.
//!
//! Invariant
//! - A mutant waits for one test, the first of which it is guessed.

use crate::engine::subject::{GoalIndex, Judged, Kills};
use crate::engine::suite::Test;
use crate::exec::mutant_set::MutantSet;

/// A candidate, and the mutants to be run whole under it.
pub(super) struct Waiting {
    pub test: Test,
    pub mutants: Vec<GoalIndex>,
}

/// In the order of the candidates.
#[derive(Default)]
pub(super) struct Guesses {
    waiting: Vec<Waiting>,
    mutants: MutantSet,
}

impl Guesses {
    pub(super) fn contains(&self, mutant: GoalIndex) -> bool {
        self.mutants.contains(mutant)
    }

    /// Takes what is guessed of a candidate; whether there is a mutant among it of which nothing was guessed before.
    pub(super) fn wait(&mut self, judged: &Judged, mut mutants: Vec<GoalIndex>) -> bool {
        mutants.retain(|&mutant| !self.mutants.contains(mutant));
        if mutants.is_empty() {
            return false;
        }
        mutants.iter().for_each(|&mutant| self.mutants.insert(mutant));
        self.waiting.push(Waiting { test: Test::new(judged, Kills::new()), mutants });
        true
    }

    pub(super) const fn mutants(&self) -> &MutantSet {
        &self.mutants
    }

    pub(super) fn into_waiting(self) -> Vec<Waiting> {
        self.waiting
    }
}
