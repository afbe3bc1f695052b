//! Runs that go to a limit, by goal. Such a run shows no kill that counts, and costs all the fuel there is: so the runs are
//! counted, and hope for a better one has an end.
//!
//! Invariants
//! - The runs of a goal are only ever counted up.
//! - A guess waits at most once, and only while guesses are put off.

use crate::engine::guesses::Guesses;
use crate::engine::subject::{GoalIndex, Judged};
use crate::exec::mutant_set::MutantSet;

/// After so many runs to a limit of steps or memory, nothing better is expected of a mutant.
const WEAK_RUNS: u32 = 12;
/// The same of a mutant that a whole run each time showed to end as the original does, after all.
const SLOW_RUNS: u32 = 40;
/// After so many it is a stray: it has few steps under each test to come.
const STRAY_RUNS: u32 = 2;
/// For so much effort of such a whole run it counts once more.
const EFFORT_OF_SLOW_RUN: u64 = 150_000;

pub(super) struct AtLimits {
    /// By goal: its runs that went to a limit.
    runs: Vec<u32>,
    /// Those with some of them, and those of which a whole run showed nothing that the simulation had guessed.
    strays: MutantSet,
    misjudged: MutantSet,
    /// Those with runs to a limit that the program could catch.
    lost: MutantSet,
    /// While guesses wait to be shown: all of them.
    guesses: Option<Guesses>,
}

impl AtLimits {
    pub(super) fn new(goals: usize) -> Self {
        let (strays, misjudged, lost) = Default::default();
        Self { runs: vec![0; goals], strays, misjudged, lost, guesses: None }
    }

    /// The goals that have few steps under each test to come.
    pub(super) const fn strays(&self) -> &MutantSet {
        &self.strays
    }

    /// Whether runs to a limit are all that its version has to show.
    pub(super) fn are_all_of(&self, goal: GoalIndex) -> bool {
        self.lost.contains(goal) || self.runs[goal as usize] >= SLOW_RUNS
    }

    /// The program could catch what ended these versions' runs.
    pub(super) fn lose(&mut self, goals: &[GoalIndex]) {
        goals.iter().for_each(|&goal| self.lost.insert(goal));
    }

    /// Counts one more run; whether nothing better is to be expected behind it.
    pub(super) fn count(&mut self, goal: GoalIndex, is_killed: bool) -> bool {
        let runs = &mut self.runs[goal as usize];
        *runs += 1;
        if *runs >= STRAY_RUNS {
            self.strays.insert(goal);
        }
        let waits = self.guesses.as_ref().is_some_and(|guesses| guesses.contains(goal));
        *runs >= if is_killed || waits { WEAK_RUNS } else { SLOW_RUNS }
    }

    /// A whole run showed nothing for so much effort: a long one tires more than a short one.
    pub(super) fn count_slow(&mut self, goal: GoalIndex, effort: u64) {
        let long = effort / EFFORT_OF_SLOW_RUN;
        self.runs[goal as usize] += u32::try_from(long).unwrap_or(SLOW_RUNS);
    }

    /// A version does not run on for as long as was guessed: the next guess is shown at once. Whether there is hope.
    pub(super) fn misjudge(&mut self, goal: GoalIndex) -> bool {
        self.misjudged.insert(goal);
        self.runs[goal as usize] < SLOW_RUNS
    }

    /// From now on guesses wait.
    pub(super) fn put_off_guesses(&mut self) {
        self.guesses = Some(Guesses::default());
    }

    /// They wait no longer: those that did, if any could.
    pub(super) const fn take_guesses(&mut self) -> Option<Guesses> {
        self.guesses.take()
    }

    /// Lets guesses wait: whether there were such; and gives those that do not wait.
    pub(super) fn put_off(&mut self, judged: &Judged, guesses: Vec<GoalIndex>) -> (bool, Vec<GoalIndex>) {
        let Some(known) = &mut self.guesses else { return (false, guesses) };
        let misjudged = &self.misjudged;
        let (again, new): (Vec<_>, Vec<_>) = guesses.into_iter().partition(|&goal| misjudged.contains(goal));
        (known.wait(judged, new), again)
    }
}
