//! What engines leave for later passes, and for the report. A note decides nothing: it says what was looked at, how far, and
//! what was in the way.

use std::collections::BTreeMap;

use super::tried::Tried;
use crate::driver::Driver;
use crate::engine::cbt::Counts;
use crate::engine::global::Stop;
use crate::engine::reason::{NoProof, SearchEnd, Survives};
use crate::engine::subject::{GoalIndex, NoTest};
use crate::exec::mutant_set::MutantSet;
use crate::index::IndexVec;
use crate::sema::program::MethodId;

pub struct Notes {
    tried: IndexVec<MethodId, Tried>,
    /// By goal: what stopped the engines that looked at it.
    stops: BTreeMap<GoalIndex, Survives>,
    /// Questions that searches asked.
    questions: u64,
    /// Of constraint-based testing.
    constraints: Counts,
    pub checks: Checks,
    pub searches: Searches,
    /// Goals that come behind others, in whose tests they are likely to show ([`crate::engine::collapse`]).
    pub later: MutantSet,
}

/// What the local checks leave.
#[derive(Default)]
pub struct Checks {
    /// The goals that were looked at as far as it goes.
    done: MutantSet,
    /// The most effort that one method's took.
    hardest: u64,
}

/// What the D-algorithm's searches leave for those with larger limits.
#[derive(Default)]
pub struct Searches {
    /// By goal: up to how many time frames all ended without a test, and without meeting a limit.
    refuted: BTreeMap<GoalIndex, u32>,
    begun: MutantSet,
    /// Those that larger limits would not lead further.
    over: MutantSet,
}

impl Notes {
    pub(super) fn new(methods: usize) -> Self {
        Self {
            tried: IndexVec::from_elem(Tried::default(), methods),
            stops: BTreeMap::new(),
            questions: 0,
            constraints: Counts::default(),
            checks: Checks::default(),
            searches: Searches::default(),
            later: MutantSet::default(),
        }
    }

    /// What became of a method's candidates.
    pub fn tried(&self, method: MethodId) -> &Tried {
        &self.tried[method]
    }

    /// How many candidates were tests.
    pub fn valid(&self) -> u64 {
        self.tried.iter().map(|tried| tried.valid).sum()
    }

    /// The method's random candidates up to this number were tried.
    pub fn count_candidates(&mut self, method: MethodId, candidates: u64, fuel: u64) {
        let tried = &mut self.tried[method];
        (tried.candidates, tried.fuel) = (candidates, fuel);
    }

    /// So many questions were asked in search of tests.
    pub const fn count_questions(&mut self, questions: u64) {
        self.questions += questions;
    }

    pub const fn questions(&self) -> u64 {
        self.questions
    }

    /// What constraint-based testing came across.
    pub const fn count_constraints(&mut self, counts: &Counts) {
        self.constraints.add(counts);
    }

    pub const fn constraints(&self) -> &Counts {
        &self.constraints
    }

    /// The local check has no proof for a goal, and says why.
    pub fn unproven(&mut self, goal: GoalIndex, why: NoProof) {
        self.stops.entry(goal).or_default().proof = Some(why);
    }

    /// A search for a test ended so. That a later one did not come to it leaves what is known.
    pub fn search_ended(&mut self, goal: GoalIndex, end: SearchEnd) {
        let known = &mut self.stops.entry(goal).or_default().search;
        if end != SearchEnd::NotReached || known.is_none() {
            *known = Some(end);
        }
    }

    /// What stopped the solver on whole drivers.
    pub fn solver_stopped(&mut self, goal: GoalIndex, stop: Stop) {
        self.stops.entry(goal).or_default().solver = Some(stop);
    }

    /// An engine does not work on a method, and says why: of use where nothing else was tried on its code.
    pub fn not_read(&mut self, method: MethodId, what: &str) {
        self.tried[method].not_read(what);
    }

    /// What stopped the engines that looked at a goal.
    pub(super) fn stopped(&self, goal: GoalIndex) -> Survives {
        self.stops.get(&goal).cloned().unwrap_or_default()
    }

    /// Whether a candidate has not been run with as much fuel. From now on it has.
    pub(super) fn is_new(&mut self, driver: &Driver, method: MethodId, fuel: u64) -> bool {
        self.tried[method].is_new(driver, fuel)
    }

    pub(super) fn count_test(&mut self, method: MethodId) {
        self.tried[method].valid += 1;
    }

    pub(super) fn count_no_test(&mut self, method: MethodId, why: NoTest) {
        self.tried[method].reject(why);
    }

    /// Whether random candidates of the method were tried, or of any.
    pub(super) fn is_tried(&self, method: MethodId) -> bool {
        self.tried[method].candidates > 0
    }

    pub(super) fn is_any_tried(&self) -> bool {
        self.tried.ids().any(|method| self.is_tried(method))
    }
}

impl Checks {
    /// There is nothing more to say of the goal.
    pub fn finish(&mut self, goal: GoalIndex) {
        self.done.insert(goal);
    }

    pub fn is_finished(&self, goal: GoalIndex) -> bool {
        self.done.contains(goal)
    }

    /// Those of one method's goals took so much effort.
    pub fn count(&mut self, effort: u64) {
        self.hardest = self.hardest.max(effort);
    }

    /// The most effort that those of one method's goals took.
    pub const fn hardest(&self) -> u64 {
        self.hardest
    }
}

impl Searches {
    pub fn begin(&mut self, goal: GoalIndex) {
        self.begun.insert(goal);
    }

    pub fn is_begun(&self, goal: GoalIndex) -> bool {
        self.begun.contains(goal)
    }

    /// One was refuted up to so many time frames.
    pub fn refute(&mut self, goal: GoalIndex, frames: u32) {
        self.refuted.insert(goal, frames);
    }

    /// Up to how many time frames none with larger limits finds a test; 0 where none is known.
    pub fn refuted(&self, goal: GoalIndex) -> u32 {
        self.refuted.get(&goal).copied().unwrap_or(0)
    }

    /// One came to its end, and no limit ended it that another might have larger.
    pub fn finish(&mut self, goal: GoalIndex) {
        self.over.insert(goal);
    }

    /// Whether one with larger limits would end as the last one did.
    pub fn is_finished(&self, goal: GoalIndex) -> bool {
        self.over.contains(goal)
    }
}
