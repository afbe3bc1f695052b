//! Inputs that a search has left open (X) are filled late, so that the test kills more than its target: some fillings
//! are run against all mutants that are still alive, and the one that kills most of them is the test.
//!
//! A filling that does not kill the target is none: what is open to the search need not be open to the run, where
//! another part of the test reads it.

use crate::driver::cube::{Cube, Values};
use crate::driver::{Driver, Generator};
use crate::engine::subject::{GoalIndex, Runner};
use crate::exec::mutant_set::MutantSet;

/// How many fillings are tried beside the one with which the target was killed.
const FILLINGS: u64 = 3;

/// What a search has found: what it needs of a cube's inputs, and the test with the cube's own literals for the others,
/// which was run.
#[derive(Clone, Debug)]
pub struct OpenTest {
    pub values: Values,
    pub driver: Driver,
}

impl OpenTest {
    /// The test that kills most of the mutants alive, and which of them.
    pub fn fill_late(
        self,
        cube: &Cube,
        generator: &Generator<'_>,
        runner: &mut Runner<'_>,
        target: GoalIndex,
        live: &MutantSet,
    ) -> (Driver, Vec<GoalIndex>) {
        let mut kills = |driver: &Driver| -> Vec<GoalIndex> {
            let Ok(judged) = runner.judge(driver.clone(), live) else { return Vec::new() };
            judged.kills.into_iter().filter(|(_, kind)| kind.counts()).map(|(mutant, _)| mutant).collect()
        };
        let killed = kills(&self.driver);
        let is_open = self.values.iter().any(Option::is_none) && killed.contains(&target);
        let mut best = (self.driver, killed);
        for number in 0..if is_open { FILLINGS } else { 0 } {
            let driver = cube.fill(&generator.filled(cube, &self.values, number));
            let killed = kills(&driver);
            if killed.len() > best.1.len() && killed.contains(&target) {
                best = (driver, killed);
            }
        }
        best
    }
}
