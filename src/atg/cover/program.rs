//! What branch and bound leaves open, as an integer program: of each row one test at the least, and as few tests as can be.
//!
//! Its relaxation is solved from the other side: rows get weights, of which no test kills more than one in all. The sum of the weights is
//! a bound ([`weighed`]), added up in whole numbers: it holds whatever the solver's floating point came to. A cover that the
//! program gives is looked at again as well; only that its branches have left out no smaller one rests on the solver, behind a margin.
//!
//! Nothing here looks at a clock: a table is small enough or not, and branches are counted.

use fixedbitset::FixedBitSet;
use microlp::{ComparisonOp, OptimizationDirection, Problem, SolveOptions, Variable};

/// Cells of a table, rows by tests, whose relaxation is solved: the largest take some tenths of a second.
const RELAXED_CELLS: usize = 250_000;
/// The same of the program itself, each of whose branches is a relaxation: all of them take some tenths of a second, too.
const CELLS: usize = 40_000;
/// Branches of the program. On random tables of 200 tests and more five times as many raised the bound by one at the most, and took seconds.
const NODES: u64 = 200;
/// The parts that a weight of one is counted in.
const PARTS: u32 = 1 << 20;
/// What floating point may have added to a bound.
const MARGIN: f64 = 1e-6;

/// A reduced table: of each row, the tests that kill it.
pub(super) struct Program<'t> {
    rows: &'t [FixedBitSet],
    /// Those that kill any.
    tests: Vec<usize>,
}

/// What came of a program.
pub(super) struct Solved {
    /// A cover.
    pub(super) tests: Vec<usize>,
    /// None is smaller than this.
    pub(super) least: usize,
}

impl<'t> Program<'t> {
    pub(super) fn new(rows: &'t [FixedBitSet]) -> Self {
        let mut tests = FixedBitSet::new();
        rows.iter().for_each(|row| tests.union_with(row));
        Self { rows, tests: tests.ones().collect() }
    }

    const fn cells(&self) -> usize {
        self.rows.len() * self.tests.len()
    }

    /// How many tests the relaxation asks for; `None`: nothing is known.
    pub(super) fn relaxed(&self) -> Option<usize> {
        if self.cells() > RELAXED_CELLS {
            return None;
        }
        let mut problem = Problem::new(OptimizationDirection::Maximize);
        let weights: Vec<Variable> = self.rows.iter().map(|_| problem.add_var(1.0, (0.0, 1.0))).collect();
        for &test in &self.tests {
            let killed = self.rows.iter().zip(&weights).filter(|(row, _)| row.contains(test));
            let sum: Vec<(Variable, f64)> = killed.map(|(_, &weight)| (weight, 1.0)).collect();
            problem.add_constraint(&sum[..], ComparisonOp::Le, 1.0);
        }
        let solution = problem.solve().ok()?.into_solution().ok()?;
        let parts = |&weight: &Variable| {
            (solution.var_value(weight).clamp(0.0, 1.0) * f64::from(PARTS)).round() as u64
        };
        Some(self.weighed(&weights.iter().map(parts).collect::<Vec<u64>>()))
    }

    /// How many tests are needed for the weight of all rows, when each kills no more than the test that kills the most.
    fn weighed(&self, weights: &[u64]) -> usize {
        let killed = |&test: &usize| {
            let rows = self.rows.iter().zip(weights).filter(|(row, _)| row.contains(test));
            rows.map(|(_, weight)| weight).sum::<u64>()
        };
        let most = self.tests.iter().map(killed).max().unwrap_or_default();
        let all: u64 = weights.iter().sum();
        if most == 0 { 0 } else { all.div_ceil(most) as usize }
    }

    /// Looks for a cover smaller than the one that is known; `None`: the table is too large, or nothing is found out.
    pub(super) fn solve(&self, known: &[usize]) -> Option<Solved> {
        if self.cells() > CELLS {
            return None;
        }
        let mut problem = Problem::new(OptimizationDirection::Minimize);
        let is_chosen: Vec<Variable> = self.tests.iter().map(|_| problem.add_binary_var(1.0)).collect();
        for row in self.rows {
            let killers = self.tests.iter().zip(&is_chosen).filter(|(test, _)| row.contains(**test));
            let sum: Vec<(Variable, f64)> = killers.map(|(_, &chosen)| (chosen, 1.0)).collect();
            problem.add_constraint(&sum[..], ComparisonOp::Ge, 1.0);
        }
        let mut options = SolveOptions::default();
        options.node_limit = Some(NODES);
        let start = self.tests.iter().zip(&is_chosen);
        options.warm_start =
            Some(start.map(|(test, &chosen)| (chosen, f64::from(u8::from(known.contains(test))))).collect());
        let outcome = problem.solve_with(options).ok()?;
        let least = (outcome.stats().best_bound? - MARGIN).ceil().max(0.0) as usize;
        let solution = outcome.into_solution().ok()?;
        let chosen =
            self.tests.iter().zip(&is_chosen).filter(|(_, chosen)| solution.var_value(**chosen) > 0.5);
        let tests: Vec<usize> = chosen.map(|(&test, _)| test).collect();
        self.is_cover(&tests).then_some(Solved { tests, least })
    }

    fn is_cover(&self, tests: &[usize]) -> bool {
        self.rows.iter().all(|row| tests.iter().any(|&test| row.contains(test)))
    }
}
