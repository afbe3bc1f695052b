//! What is kept of the candidates: the tests, and the seeds to look around from for others.
//!
//! Invariants
//! - A candidate that became a test is a seed.
//! - The tests that a goal was looked through under are the first of the list: compaction, which leaves tests out, comes behind.

use std::collections::BTreeMap;

use crate::driver::Driver;
use crate::engine::subject::GoalIndex;
use crate::engine::suite::{Fewest, Test};
use crate::exec::mutant_set::MutantSet;

#[derive(Default)]
pub(super) struct Kept {
    pub(super) tests: Vec<Test>,
    /// Of the suite that compaction left; `None`: there was nothing to choose.
    pub(super) fewest: Option<Fewest>,
    /// The first candidates that infect a live goal, and the tests.
    seeds: Vec<Driver>,
    /// By goal, the number of the seed that was the first to infect it and did not kill it.
    infecting: BTreeMap<GoalIndex, usize>,
    /// By weakly killed goal: how many tests were looked through for a better kill.
    known_tests: BTreeMap<GoalIndex, usize>,
}

impl Kept {
    pub(super) fn seeds(&self) -> &[Driver] {
        &self.seeds
    }

    pub(super) fn infecting(&self, goal: GoalIndex) -> Option<&Driver> {
        self.seeds.get(*self.infecting.get(&goal)?)
    }

    /// A seed, and what it is the first to infect.
    pub(super) fn plant(&mut self, driver: Driver, infects: Vec<GoalIndex>) {
        let number = self.seeds.len();
        self.infecting.extend(infects.into_iter().map(|goal| (goal, number)));
        self.seeds.push(driver);
    }

    /// Those of some weakly killed goals that the test of this position has not been run for.
    pub(super) fn new_under(&self, position: usize, weak: &[GoalIndex]) -> MutantSet {
        let is_new = |goal: &GoalIndex| self.known_tests.get(goal).is_none_or(|&known| position >= known);
        weak.iter().copied().filter(is_new).collect()
    }

    /// All tests were looked through for these.
    pub(super) fn looked_through(&mut self, weak: Vec<GoalIndex>) {
        let known = self.tests.len();
        self.known_tests.extend(weak.into_iter().map(|goal| (goal, known)));
    }
}
