//! The pass at work, and what it alone counts, for its row of the report.
//!
//! Invariant
//! - Nothing of the pass before it is left: each begins with a value of its own.

use std::collections::BTreeMap;

use crate::engine::bmc::counts::FormulaCounts;
use crate::engine::explorer::PathCounts;
use crate::engine::pass::PassKind;
use crate::engine::subject::GoalIndex;

pub struct PassAtWork {
    kind: PassKind,
    /// The paths that it has looked at.
    paths: PathCounts,
    /// What its formulas over whole calls took.
    formulas: FormulaCounts,
    /// By goal: how local the search for a test was.
    localities: BTreeMap<GoalIndex, Locality>,
}

/// How local a search was, in places of its unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Locality {
    /// Of the largest question.
    pub question: usize,
    /// Of the largest that assist has not grown.
    pub ungrown: usize,
    /// Of a global question: all places of both versions.
    pub whole: usize,
}

impl PassAtWork {
    pub(super) fn begin(kind: PassKind) -> Self {
        let (paths, formulas) = (PathCounts::default(), FormulaCounts::default());
        Self { kind, paths, formulas, localities: BTreeMap::new() }
    }

    pub(super) const fn kind(&self) -> PassKind {
        self.kind
    }

    /// So many paths were looked at.
    pub const fn count_paths(&mut self, paths: &PathCounts) {
        self.paths.add(paths);
    }

    pub const fn paths(&self) -> PathCounts {
        self.paths
    }

    /// What formulas over whole calls took.
    pub fn count_formulas(&mut self, counts: &FormulaCounts) {
        self.formulas.add(counts);
    }

    pub const fn formulas(&self) -> &FormulaCounts {
        &self.formulas
    }

    /// How local the search for a goal was; one that asked nothing is not counted.
    pub fn measure(&mut self, goal: GoalIndex, locality: Locality) {
        if locality.whole > 0 {
            self.localities.insert(goal, locality);
        }
    }

    pub const fn localities(&self) -> &BTreeMap<GoalIndex, Locality> {
        &self.localities
    }
}
