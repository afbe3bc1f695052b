//! What work took, in counted units: the same for every engine and on every machine.

use crate::engine::cbt::Counts;

/// What came of a batch of candidates.
#[derive(Clone, Copy, Debug, Default)]
pub struct Offered {
    /// One was kept: it kills what nothing killed before.
    pub kept: bool,
    pub valid: u64,
    pub ran_out: u64,
    /// The work it took, in the effort of runs.
    pub effort: u64,
}

impl Offered {
    pub(super) fn add(&mut self, other: Self) {
        self.kept |= other.kept;
        self.valid += other.valid;
        self.ran_out += other.ran_out;
        self.effort += other.effort;
    }
}

/// What a run took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spent {
    /// In the effort of runs.
    pub effort: u64,
    /// Questions of searches.
    pub questions: u64,
    /// Candidates that were tests, kept or not.
    pub valid: u64,
    pub constraints: Counts,
}

impl Spent {
    pub const fn add(&mut self, other: &Self) {
        self.effort += other.effort;
        self.questions += other.questions;
        self.valid += other.valid;
        self.constraints.add(&other.constraints);
    }
}
