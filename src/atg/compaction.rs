//! Reverse-order compaction (§5.4 of the dissertation): the tests found last kill the mutants that are hard to
//! kill, and with them most of what the early tests were kept for. So the suite is simulated again from its end,
//! with dropping, and a test that kills nothing new is left out.
//!
//! What the simulator only guesses, a run to a limit, was shown by a whole run when a test was kept for it, and is
//! not run again. That another test shows it as well is asked within a counted effort: such runs cost all the
//! steps that there are.

use crate::engine::session::{Session, Test};
use crate::engine::subject::{Judged, Kills, MutantIndex, Runner};
use crate::engine::verdict::{KillKind, Verdict};
use crate::exec::mutant_set::MutantSet;

/// What may be spent on weakly killed mutants, in steps of runs.
const EFFORT: u64 = 10_000_000;
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
    let mut compaction = Compaction {
        runner: subject.runner(),
        wanted,
        strong: strong.into_iter().collect(),
        weak: weak.into_iter().collect(),
        effort: 0,
    };
    let kept: Vec<Option<Kills>> = session.tests().iter().rev().map(|test| compaction.take(test)).collect();
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
    /// Spent on the weak ones.
    effort: u64,
}

impl Compaction<'_> {
    fn is_done(&self) -> bool {
        self.strong.is_empty() && self.weak.is_empty()
    }

    /// What a test is kept for that simulation alone does not show; `None`: it is not kept.
    fn take(&mut self, test: &Test) -> Option<Kills> {
        let mut kills = self.simulated(test, &self.strong.clone());
        kills.retain(|(_, kind)| kind.counts());
        let mut shown: Kills = test.shown.iter().copied().filter(|&kill| self.is_wanted(kill)).collect();
        if self.effort < EFFORT {
            self.shows_as_well(test, &mut shown);
            shown.sort_unstable();
        }
        kills.retain(|&kill| self.is_wanted(kill));
        for &(mutant, _) in kills.iter().chain(&shown) {
            self.strong.remove(mutant);
            self.weak.remove(mutant);
        }
        (!kills.is_empty() || !shown.is_empty()).then_some(shown)
    }

    fn simulated(&mut self, test: &Test, live: &MutantSet) -> Kills {
        self.runner.judge(test.driver.clone(), live).map(|Judged { kills, .. }| kills).unwrap_or_default()
    }

    /// Adds the weakly killed mutants that another test was kept for, and this one kills in the same way.
    fn shows_as_well(&mut self, test: &Test, shown: &mut Kills) {
        self.runner.take_effort();
        let mut open = self.weak.clone();
        shown.iter().for_each(|&(mutant, _)| open.remove(mutant));
        let mut guessed = self.simulated(test, &open);
        self.effort += self.runner.take_effort();
        guessed.retain(|&(mutant, kind)| !kind.counts() && self.is_wanted((mutant, kind)));
        let mutants: Vec<MutantIndex> = guessed.into_iter().map(|(mutant, _)| mutant).collect();
        for mutants in mutants.chunks(AT_ONCE) {
            if self.effort >= EFFORT {
                break;
            }
            let reruns = self.runner.rerun(&test.driver, mutants);
            let kills = reruns.into_iter().map(|(mutant, rerun)| (mutant, rerun.kind()));
            shown.extend(kills.filter(|&kill| self.is_wanted(kill)));
            self.effort += self.runner.take_effort();
        }
    }

    fn is_wanted(&self, (mutant, kind): (MutantIndex, KillKind)) -> bool {
        (self.strong.contains(mutant) || self.weak.contains(mutant))
            && self.wanted[mutant as usize] == Some(kind)
    }
}
