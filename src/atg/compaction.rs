//! Reverse-order compaction (§5.4 of the dissertation): the tests found last kill the mutants that are hard to
//! kill, and with them most of what the early tests were kept for. So the suite is simulated again from its end,
//! with dropping, and a test that kills nothing new is left out.
//!
//! What the simulator only guesses, a run to a limit, was shown by a whole run when a test was kept for it, and is
//! not run again. Whether a later test shows it as well is asked within a counted effort, since such runs cost all the
//! steps that there are; then that test is kept which showed it first.

use crate::engine::session::{Session, Test};
use crate::engine::subject::{Judged, Kills, MutantIndex, Runner};
use crate::engine::verdict::{KillKind, Verdict};
use crate::exec::mutant_set::MutantSet;

/// What whole runs may take here, in steps.
const EFFORT: u64 = 72_000_000;
/// So many of them are run to their limit before the effort is asked again.
const AT_ONCE: usize = 4;

/// Drops tests while every mutant stays killed in the way its verdict says.
pub fn reverse_order(session: &mut Session<'_>) {
    let subject = session.subject();
    let wanted: Vec<Option<KillKind>> = session
        .verdicts()
        .iter()
        .map(|verdict| match verdict {
            Verdict::Killed(killed) => Some(killed.kind()),
            Verdict::Equivalent(_) | Verdict::EquivalentUpTo(_) | Verdict::Undecided(_) => None,
        })
        .collect();
    let killed = subject.indices().filter(|&m| wanted[m as usize].is_some());
    let (weak, strong): (Vec<_>, Vec<_>) = killed.partition(|&m| session.verdicts()[m as usize].is_weak());
    let runner = subject.runner();
    let tests = session.tests();
    let (strong, weak) = (strong.into_iter().collect(), weak.into_iter().collect());
    let slow = tests.iter().flat_map(|test| &test.shown).map(|&(mutant, _)| mutant).collect();
    let mut compaction = Compaction { runner, wanted, strong, weak, slow, effort: 0 };
    let kept: Vec<Option<Kills>> = tests.iter().rev().map(|test| compaction.take(test)).collect();
    debug_assert!(compaction.is_done(), "a kill was lost in compaction");
    session.retain_tests(kept.into_iter().rev().collect());
}

struct Compaction<'s> {
    runner: Runner<'s>,
    /// By mutant.
    wanted: Vec<Option<KillKind>>,
    /// Not yet killed as wanted: by a kill that counts, and by one that does not.
    strong: MutantSet,
    weak: MutantSet,
    /// Of which a whole run showed something that the simulation only guessed.
    slow: MutantSet,
    /// Spent on whole runs.
    effort: u64,
}

impl Compaction<'_> {
    fn is_done(&self) -> bool {
        self.strong.is_empty() && self.weak.is_empty()
    }

    /// What a test is kept for that simulation alone does not show; `None`: it is not kept.
    fn take(&mut self, test: &Test) -> Option<Kills> {
        let mut open = self.strong.clone();
        if self.effort < EFFORT {
            self.weak.iter().for_each(|mutant| open.insert(mutant));
        }
        let (mut kills, mut guessed): (Kills, Kills) =
            self.simulated(test, &open).into_iter().partition(|(_, kind)| kind.counts());
        kills.retain(|&kill| self.is_wanted(kill));
        let mut shown: Kills = test.shown.iter().copied().filter(|&kill| self.is_wanted(kill)).collect();
        guessed.retain(|&(mutant, _)| self.slow.contains(mutant) && test.shown(mutant).is_none());
        let guessed: Vec<MutantIndex> = guessed.into_iter().map(|(mutant, _)| mutant).collect();
        shown.extend(self.rerun(test, &guessed));
        shown.sort_unstable();
        for &(mutant, _) in kills.iter().chain(&shown) {
            self.strong.remove(mutant);
            self.weak.remove(mutant);
        }
        (!kills.is_empty() || !shown.is_empty()).then_some(shown)
    }

    /// What whole runs show as it is wanted, while there is effort.
    fn rerun(&mut self, test: &Test, mutants: &[MutantIndex]) -> Kills {
        let mut shown = Kills::new();
        self.runner.take_effort();
        for mutants in mutants.chunks(AT_ONCE) {
            if self.effort >= EFFORT {
                break;
            }
            let reruns = self.runner.rerun(&test.driver, mutants);
            let kills = reruns.into_iter().map(|(mutant, rerun)| (mutant, rerun.kind()));
            shown.extend(kills.filter(|&kill| self.is_wanted(kill)));
            self.effort += self.runner.take_effort();
        }
        shown
    }

    fn simulated(&mut self, test: &Test, live: &MutantSet) -> Kills {
        self.runner.judge(test.driver.clone(), live).map(|Judged { kills, .. }| kills).unwrap_or_default()
    }

    fn is_wanted(&self, (mutant, kind): (MutantIndex, KillKind)) -> bool {
        (self.strong.contains(mutant) || self.weak.contains(mutant))
            && self.wanted[mutant as usize] == Some(kind)
    }
}
