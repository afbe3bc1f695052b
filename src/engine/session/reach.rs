//! How far tests came with each goal: to what it changes, to another state there (excitation), no further (propagation).

use fixedbitset::FixedBitSet;

use crate::engine::reason::Reached;
use crate::engine::subject::{GoalIndex, Judged, Runner};
use crate::exec::mutant_set::MutantSet;

#[derive(Default)]
pub(super) struct Reach {
    /// The sites that some test came to while a live goal waited there.
    visited: FixedBitSet,
    /// The live goals that some test infects.
    infected: MutantSet,
}

impl Reach {
    /// A test shows something; the goals that it does not kill and is the first to infect.
    pub(super) fn take(&mut self, judged: &Judged) -> Vec<GoalIndex> {
        judged.visited.iter().for_each(|&site| self.visited.grow_and_insert(site as usize));
        let is_new = |goal: &GoalIndex| !self.infected.contains(*goal);
        let new: Vec<GoalIndex> = judged.masked.iter().copied().filter(is_new).collect();
        new.iter().for_each(|&goal| self.infected.insert(goal));
        new
    }

    /// How far tests came with a goal; `None` where it waits at no site.
    pub(super) fn of(&self, goal: GoalIndex, runner: &Runner<'_>) -> Option<Reached> {
        if self.infected.contains(goal) {
            return Some(Reached::Infected);
        }
        let is_visited = self.visited.contains(runner.site_of(goal)? as usize);
        Some(if is_visited { Reached::Change } else { Reached::Nowhere })
    }
}
