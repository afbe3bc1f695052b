//! Kills that only whole runs show, as those by a limit are: they are known of the test that showed them first, and would keep
//! a call there that another test makes anyway. A test that is needed for the mutant's method takes them where it shows them
//! as well. Between the rounds, when every test has been made less, so does any other that shows them, from a test that
//! would be less without them.

use super::{EFFORT_OF_FREED, EFFORT_OF_HOMES, EFFORT_OF_TEST, Pruning, kills_wanted};
use crate::engine::subject::{GoalIndex, Kills};
use crate::engine::suite::Test;
use crate::engine::verdict::KillKind;
use crate::exec::limits::DEFAULT_STEPS;
use crate::sema::program::MethodId;

impl Pruning<'_> {
    pub(super) fn bring_home(&mut self, tests: &mut [Test]) {
        let mut effort = 0;
        for at in 0..tests.len() {
            for kill in tests[at].shown.clone() {
                if effort >= EFFORT_OF_HOMES {
                    return;
                }
                if let Some(home) = self.home(tests, at, kill, &mut effort) {
                    give(tests, at, home, kill);
                }
            }
        }
    }

    /// Kills that alone keep something in a test go to others, which have become less and show them as well; whether any did.
    pub(super) fn free(&mut self, tests: &mut [Test]) -> bool {
        let (mut effort, mut any) = (0, false);
        // Trials that are run to limits have mostly taken all that there was.
        self.limit = self.limit.max(self.effort + EFFORT_OF_FREED);
        self.share = EFFORT_OF_TEST;
        for at in 0..tests.len() {
            let shown = tests[at].shown.clone();
            if shown.is_empty() || !self.is_less_without(&tests[at], &shown) {
                continue;
            }
            self.runner.set_fuel(DEFAULT_STEPS);
            let mut moves: Vec<(usize, (GoalIndex, KillKind))> = Vec::new();
            for &kill in &shown {
                if self.wanted[kill.0 as usize] != Some(kill.1) || self.killers[kill.0 as usize] != 1 {
                    continue;
                }
                let others = (0..tests.len()).filter(|&other| other != at).collect();
                moves.extend(self.shown_by(tests, others, kill, &mut effort).map(|home| (home, kill)));
            }
            let moved: Kills = moves.iter().map(|&(_, kill)| kill).collect();
            if moved.len() < shown.len() && !self.is_less_without(&tests[at], &moved) {
                continue;
            }
            any |= !moves.is_empty();
            moves.into_iter().for_each(|(home, kill)| give(tests, at, home, kill));
        }
        any
    }

    /// Tests that are kept for nothing any more go, the last first.
    pub(super) fn drop_needless(&mut self, tests: &mut Vec<Test>) {
        for at in (0..tests.len()).rev() {
            let killed: Vec<GoalIndex> = kills_wanted(&self.wanted, &tests[at]).collect();
            if killed.iter().all(|&mutant| self.killers[mutant as usize] > 1) {
                killed.into_iter().for_each(|mutant| self.killers[mutant as usize] -= 1);
                tests.remove(at);
            }
        }
    }

    /// Whether a statement or a following call of the test, or all of it, would go if it had not to show these kills.
    fn is_less_without(&mut self, test: &Test, kills: &Kills) -> bool {
        let Some(mut current) = self.current(test) else { return false };
        current.shown.retain(|kill| !kills.contains(kill));
        if current.need.is_empty() && current.shown.is_empty() {
            return true;
        }
        self.give_fuel(test);
        let before = current.driver.clone();
        self.drop_statements(&mut current);
        current.driver != before
    }

    /// The first test needed for the mutant's method that shows what this test, which is not, has shown.
    fn home(
        &mut self,
        tests: &[Test],
        at: usize,
        kill: (GoalIndex, KillKind),
        effort: &mut u64,
    ) -> Option<usize> {
        let (mutant, kind) = kill;
        let method = self.subject.mutant(mutant).method;
        if self.is_needed_for(&tests[at], method) || self.wanted[mutant as usize] != Some(kind) {
            return None;
        }
        let homes = (0..tests.len()).filter(|&home| self.is_needed_for(&tests[home], method)).collect();
        self.shown_by(tests, homes, kill, effort)
    }

    /// The first of these tests that shows the kill.
    fn shown_by(
        &mut self,
        tests: &[Test],
        homes: Vec<usize>,
        kill: (GoalIndex, KillKind),
        effort: &mut u64,
    ) -> Option<usize> {
        for home in homes {
            if *effort >= EFFORT_OF_HOMES {
                return None;
            }
            let shows = self.shows(&tests[home].code, &vec![kill]);
            *effort += self.runner.take_effort();
            if shows {
                return Some(home);
            }
        }
        None
    }

    /// Whether a mutant of the method is killed by this test alone, and that is seen without a whole run.
    fn is_needed_for(&self, test: &Test, method: MethodId) -> bool {
        test.simulated.kills.iter().any(|&(mutant, kind)| {
            let at = mutant as usize;
            self.killers[at] == 1
                && self.wanted[at] == Some(kind)
                && self.subject.mutant(mutant).method == method
        })
    }
}

/// The kill is shown by the other test from now on.
fn give(tests: &mut [Test], from: usize, home: usize, kill: (GoalIndex, KillKind)) {
    tests[from].shown.retain(|&other| other != kill);
    let shown = &mut tests[home].shown;
    shown.push(kill);
    shown.sort_unstable();
    shown.dedup();
}
