//! The tests that a session keeps, with what is known of each.

use std::sync::Arc;

use crate::driver::Driver;
use crate::engine::subject::{Judged, Kills, Observed};
use crate::exec::driver::DriverCode;
use crate::exec::mutant_set::MutantSet;

/// A test that was kept, with what the original does.
#[derive(Clone)]
pub struct Test {
    pub driver: Driver,
    pub code: Arc<DriverCode>,
    pub observed: Observed,
    /// Whether the original uses what tests share.
    pub shared: bool,
    /// The kills that it was kept for, and which count.
    pub known: Kills,
    /// Kills that simulation only guesses, as whole runs showed them.
    pub shown: Kills,
    /// What the kill matrix need not ask again.
    pub simulated: Simulated,
}

/// Mutants that a test was run against, and those of them that it kills, by kills that count.
#[derive(Clone, Debug, Default)]
pub struct Simulated {
    pub asked: MutantSet,
    pub kills: Kills,
}

impl Test {
    /// Of which nothing is known but what whole runs have `shown`.
    pub fn new(judged: &Judged, shown: Kills) -> Self {
        let Judged { driver, code, observed, shared, .. } = judged;
        Self {
            driver: driver.clone(),
            code: code.clone(),
            observed: observed.clone(),
            shared: *shared,
            known: Kills::new(),
            shown,
            simulated: Simulated::default(),
        }
    }
}

/// How few tests do for what a suite kills, of those that were seen when it was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fewest {
    /// No choice of the candidates that kills as much is smaller.
    pub least: usize,
    /// The tests that there were to choose from.
    pub candidates: usize,
}
