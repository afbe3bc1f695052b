//! Reverse-order compaction (§5.4 of the dissertation): the tests found last kill the mutants that are hard to
//! kill, and with them most of what the early tests were kept for. So the suite is simulated again from its end,
//! with dropping, and a test that kills nothing new is left out. What is left is run against every mutant, which the
//! report needs anyway, and shows how few of these tests do for all ([`cover`]).
//!
//! What the simulator only guesses, a run to a limit, was shown by a whole run when a test was kept for it, and is
//! not run again. Whether a later test shows it as well is asked within a counted effort, since such runs cost all the
//! steps that there are; then that test is kept which showed it first. Where even the simulation takes long, the rest of
//! the suite stays as it is.

use crate::atg::{cover, merging};
use crate::driver::Generator;
use crate::engine::matrix;
use crate::engine::session::Session;
use crate::engine::subject::{Kills, MutantIndex, Runner};
use crate::engine::suite::{Simulated, Test};
use crate::engine::verdict::{KillKind, Verdict};
use crate::exec::mutant_set::MutantSet;

/// What runs to a limit may take here, in steps: whole ones, and those of the simulation that guesses them.
const EFFORT: u64 = 3_000_000;
/// What all runs may take: then the tests that are left are kept as they are.
const EFFORT_OF_ALL: u64 = 12_000_000;
/// So many mutants are run to a limit before the effort is asked again.
const AT_ONCE: usize = 4;

/// Drops tests while every mutant stays killed in the way its verdict says.
/// `generator`: of tests that may take the place of others.
pub fn compact(session: &mut Session<'_>, generator: Option<&Generator<'_>>) {
    // One test is the smallest suite that there is.
    if session.tests().len() < 2 {
        return;
    }
    reverse_order(session);
    keep_needed(session);
    if let Some(generator) = generator {
        merging::merge(session, generator);
        keep_needed(session);
    }
}

fn keep_needed(session: &mut Session<'_>) {
    matrix::complete(session);
    let needed = needed(&wanted(session), session.tests());
    keep(session, &needed);
}

/// Leaves out the tests that are not `kept`.
pub(super) fn keep(session: &mut Session<'_>, kept: &[bool]) {
    let is_kept = kept.iter().copied();
    session.change_tests(|tests| {
        tests.into_iter().zip(is_kept).filter_map(|(test, kept)| kept.then_some(test)).collect()
    });
}

/// By mutant, how it has to stay killed.
pub(super) fn wanted(session: &Session<'_>) -> Vec<Option<KillKind>> {
    let of = |verdict: &Verdict| match verdict {
        Verdict::Killed(killed) => Some(killed.kind()),
        Verdict::Equivalent(_) | Verdict::EquivalentUpTo(_) | Verdict::Undecided(_) => None,
    };
    session.verdicts().iter().map(of).collect()
}

/// By test, whether it is needed beside the others that are.
fn needed(wanted: &[Option<KillKind>], tests: &[Test]) -> Vec<bool> {
    let need = wanted.iter().zip(0..).filter(|(wanted, _)| wanted.is_some()).map(|(_, mutant)| mutant);
    let kills: Vec<MutantSet> = tests.iter().map(|test| kills_wanted(wanted, test).collect()).collect();
    debug_assert!(
        need.clone().all(|mutant| kills.iter().any(|kills| kills.contains(mutant))),
        "a kill that no row of the matrix shows"
    );
    let needed = cover::smallest(&need.collect(), &kills);
    (0..tests.len()).map(|test| needed.contains(&test)).collect()
}

/// The mutants that the test kills as they have to stay killed.
pub(super) fn kills_wanted(wanted: &[Option<KillKind>], test: &Test) -> impl Iterator<Item = MutantIndex> {
    let kills = test.simulated.kills.iter().chain(&test.shown);
    kills.filter(|&&(mutant, kind)| wanted[mutant as usize] == Some(kind)).map(|&(mutant, _)| mutant)
}

fn reverse_order(session: &mut Session<'_>) {
    let subject = session.subject();
    let wanted = wanted(session);
    let killed = subject.indices().filter(|&m| wanted[m as usize].is_some());
    let (weak, strong): (Vec<_>, Vec<_>) = killed.partition(|&m| session.verdicts()[m as usize].is_weak());
    let runner = subject.runner();
    let tests = session.tests();
    let (strong, weak) = (strong.into_iter().collect(), weak.into_iter().collect());
    let slow = tests.iter().flat_map(|test| &test.shown).map(|&(mutant, _)| mutant).collect();
    let mut compaction = Compaction { runner, wanted, strong, weak, slow, effort: 0, effort_of_all: 0 };
    let mut kept: Vec<Test> = tests.iter().rev().filter_map(|test| compaction.take(test)).collect();
    debug_assert!(compaction.is_done() || compaction.is_spent(), "a kill was lost in compaction");
    kept.reverse();
    session.change_tests(|_| kept);
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
    /// Spent on runs to a limit.
    effort: u64,
    effort_of_all: u64,
}

impl Compaction<'_> {
    fn is_done(&self) -> bool {
        self.strong.is_empty() && self.weak.is_empty()
    }

    const fn is_spent(&self) -> bool {
        self.effort_of_all >= EFFORT_OF_ALL
    }

    /// The work since this was asked last.
    fn count(&mut self) -> u64 {
        let effort = self.runner.take_effort();
        self.effort_of_all += effort;
        effort
    }

    /// The test with what it is kept for; `None`: it is not kept.
    fn take(&mut self, test: &Test) -> Option<Test> {
        let mut shown: Kills = test.shown.iter().copied().filter(|&kill| self.is_wanted(kill)).collect();
        if self.is_spent() {
            return Some(Test { shown, ..test.clone() });
        }
        let asked = self.strong.clone();
        let (kills, mut guessed): (Kills, Kills) =
            self.runner.simulate(&test.code, &asked).into_iter().partition(|(_, kind)| kind.counts());
        self.count();
        let wanted: Kills = kills.iter().copied().filter(|&kill| self.is_wanted(kill)).collect();
        // Of a mutant that is killed weakly nothing but a run to a limit is wanted, which a whole run has to show.
        let weak: Vec<_> = self.weak.iter().filter(|&mutant| self.is_asked(test, mutant)).collect();
        for weak in weak.chunks(AT_ONCE) {
            if self.effort >= EFFORT {
                break;
            }
            guessed.extend(self.runner.simulate(&test.code, &weak.iter().copied().collect()));
            self.effort += self.count();
        }
        guessed.retain(|(mutant, kind)| !kind.counts() && self.is_asked(test, *mutant));
        guessed.sort_unstable();
        let guessed: Vec<MutantIndex> = guessed.into_iter().map(|(mutant, _)| mutant).collect();
        shown.extend(self.rerun(test, &guessed));
        shown.sort_unstable();
        for &(mutant, _) in wanted.iter().chain(&shown) {
            self.strong.remove(mutant);
            self.weak.remove(mutant);
        }
        let is_kept = !wanted.is_empty() || !shown.is_empty();
        is_kept.then(|| Test { shown, simulated: Simulated { asked, kills }, ..test.clone() })
    }

    /// Whether only a whole run can tell what the test does to the mutant.
    fn is_asked(&self, test: &Test, mutant: MutantIndex) -> bool {
        self.slow.contains(mutant) && test.shown(mutant).is_none()
    }

    /// What whole runs show as it is wanted, while there is effort.
    fn rerun(&mut self, test: &Test, mutants: &[MutantIndex]) -> Kills {
        let mut shown = Kills::new();
        for mutants in mutants.chunks(AT_ONCE) {
            if self.effort >= EFFORT {
                break;
            }
            let reruns = self.runner.rerun(&test.code, mutants);
            let kills = reruns.into_iter().map(|(mutant, rerun)| (mutant, rerun.kind()));
            shown.extend(kills.filter(|&kill| self.is_wanted(kill)));
            self.effort += self.count();
        }
        shown
    }

    fn is_wanted(&self, (mutant, kind): (MutantIndex, KillKind)) -> bool {
        (self.strong.contains(mutant) || self.weak.contains(mutant))
            && self.wanted[mutant as usize] == Some(kind)
    }
}
