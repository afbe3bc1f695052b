//! What a search keeps whatever it takes back: what it counts, what it tells, and what it has learnt for later.

use std::collections::BTreeSet;

use crate::dalg::question::Opened;
use crate::dalg::story::Story;
use crate::dalg::value::Value;
use crate::term::variable::VarId;

/// What a search took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    pub subtasks: u64,
    pub solutions: u64,
    pub backtracks: u64,
    pub conditions: u64,
    /// Places of the largest question, and of the largest that assist has not grown.
    pub largest: usize,
    pub largest_unassisted: usize,
    /// Places of both versions of the unit in which the largest was asked: what a global question is about.
    pub whole: usize,
    pub tests: u32,
}

impl Stats {
    pub fn add(&mut self, other: &Self) {
        self.subtasks += other.subtasks;
        self.solutions += other.solutions;
        self.backtracks += other.backtracks;
        self.conditions += other.conditions;
        if other.largest >= self.largest {
            (self.largest, self.whole) = (other.largest, other.whole);
        }
        self.largest_unassisted = self.largest_unassisted.max(other.largest_unassisted);
        self.tests += other.tests;
    }

    /// Notes the size of a question, in a unit so large.
    pub(super) fn measure(&mut self, places: usize, whole: usize, is_grown: bool) {
        if places >= self.largest {
            (self.largest, self.whole) = (places, whole);
        }
        if !is_grown {
            self.largest_unassisted = self.largest_unassisted.max(places);
        }
    }
}

#[derive(Debug, Default)]
pub(super) struct Ledger {
    pub stats: Stats,
    pub story: Story,
    /// What assist added to the excitations of this region, for its other mutants (§4.3.5.1).
    pub template: Opened,
    /// A way was given up without being refuted.
    pub abandons: bool,
    /// The inputs that were run, in vain if the search goes on.
    pub tested: BTreeSet<Vec<(VarId, Value)>>,
    choices: u32,
}

impl Ledger {
    pub(super) fn new(stats: Stats, story: Story, template: Opened) -> Self {
        Self { stats, story, template, ..Self::default() }
    }

    /// The number of the next choice.
    pub(super) const fn choose(&mut self) -> u32 {
        self.choices += 1;
        self.choices
    }
}
