//! Kills that only whole runs show, as those by a limit are: they are known of the test that showed them first, and would keep
//! a call there that another test makes anyway. A test that is needed for the mutant's method takes them where it shows them
//! as well.

use super::{EFFORT_OF_HOMES, Pruning};
use crate::engine::subject::MutantIndex;
use crate::engine::suite::Test;
use crate::engine::verdict::KillKind;
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
                    tests[at].shown.retain(|&other| other != kill);
                    let shown = &mut tests[home].shown;
                    shown.push(kill);
                    shown.sort_unstable();
                    shown.dedup();
                }
            }
        }
    }

    /// The first test needed for the mutant's method that shows what this test, which is not, has shown.
    fn home(
        &mut self,
        tests: &[Test],
        at: usize,
        kill: (MutantIndex, KillKind),
        effort: &mut u64,
    ) -> Option<usize> {
        let (mutant, kind) = kill;
        let method = self.subject.mutant(mutant).method;
        if self.is_needed_for(&tests[at], method) || self.wanted[mutant as usize] != Some(kind) {
            return None;
        }
        let homes = (0..tests.len()).filter(|&home| self.is_needed_for(&tests[home], method));
        for home in homes.collect::<Vec<_>>() {
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
