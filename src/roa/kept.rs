//! What one mutant's check leaves for the next ones of the same original: summaries of the original's regions, questions
//! that were too hard, and what the mutants did.
//!
//! Invariant: what is found again is what would be made again. Only what it costs changes, and of what was too hard for
//! others less is spent.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::cfg::graph::{Graph, NodeId};
use crate::roa::check::Obligation;
use crate::roa::duplicates::Seen;
use crate::roa::inlined::Recursion;
use crate::symbolic::summary::{NoSummary, Summary};

/// After so many mutants in a row for which a region at a bound was too hard, questions of its kind have no more than this
/// part of the effort: it takes little to find a difference where there is one.
const TRIES: u32 = 3;
const PART_IN_DOUBT: u64 = 20;

#[derive(Default)]
pub(super) struct Kept {
    /// The original's regions as they stand, by head and size.
    pub summaries: FxHashMap<(NodeId, usize), Result<Summary, NoSummary>>,
    /// The same with loops unrolled and calls followed.
    pub originals: Originals,
    pub too_hard: TooHard,
    /// What mutants did.
    pub seen: Seen,
}

/// What was made of the original, for all mutants whose calls may do what the original's may.
#[derive(Default)]
pub(super) struct Originals {
    pub inlined: FxHashMap<(Recursion, u32), (Arc<Graph>, bool)>,
    pub summaries: FxHashMap<At, Unrolled>,
}

/// A region of the original at a bound: its head and its size, and which lengths of arrays are looked at.
pub(super) type At = (Recursion, u32, NodeId, usize, Vec<u32>);

/// For how many mutants in a row a region at a bound was too hard, with products in the question and without.
#[derive(Default)]
pub(super) struct TooHard(FxHashMap<(At, bool), u32>);

impl TooHard {
    /// What is spent of the effort that is left.
    pub(super) fn part(&self, at: &(At, bool), left: u64) -> u64 {
        let is_too_hard = self.0.get(at).is_some_and(|&tries| tries >= TRIES);
        if is_too_hard { left / PART_IN_DOUBT } else { left }
    }

    pub(super) fn count(&mut self, at: (At, bool), is_undecided: bool) {
        let tries = self.0.entry(at).or_default();
        *tries = if is_undecided { *tries + 1 } else { 0 };
    }
}

/// A region's summary, or why there is none.
pub(super) type Unrolled = Result<Behaviour, String>;

/// What a region does in the states of interest.
#[derive(Clone)]
pub(super) struct Behaviour {
    pub summary: Summary,
    pub has_loop: bool,
    /// That the edges are not taken which the summary leaves out.
    pub closed: Vec<Obligation>,
}
