//! The full kill matrix: every mutant against every test, no dropping.

use rayon::prelude::*;

use crate::driver::Driver;
use crate::engine::subject::{Judged, NoTest, Subject};
use crate::engine::verdict::KillKind;

/// One row a test: what the original does and which mutants do otherwise, or why this is no test.
pub struct Matrix {
    pub rows: Vec<(Driver, Result<Judged, NoTest>)>,
}

impl Matrix {
    /// The strongest kill of each mutant.
    pub fn best(&self, mutants: usize) -> Vec<Option<KillKind>> {
        let mut best = vec![None; mutants];
        for judged in self.rows.iter().filter_map(|(_, result)| result.as_ref().ok()) {
            for &(mutant, kind) in &judged.kills {
                let cell = &mut best[mutant as usize];
                *cell = Some(cell.map_or(kind, |known: KillKind| known.min(kind)));
            }
        }
        best
    }
}

/// Runs every test against every mutant that can be run.
pub fn full(subject: &Subject, drivers: &[Driver]) -> Matrix {
    let all = subject.runnable();
    let judge = |driver: &Driver| (driver.clone(), subject.runner().judge(driver.clone(), &all));
    Matrix { rows: drivers.par_iter().map(judge).collect() }
}
