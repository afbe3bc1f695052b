//! Reverse-order compaction (§5.4 of the dissertation): the tests found last kill the mutants that are hard to
//! kill, and with them most of what the early tests were kept for. So the suite is simulated again from its end,
//! with dropping, and a test that kills nothing new is left out. What is left is run against every mutant, which the
//! report needs anyway, and shows how few of these tests do for all ([`cover`]).
//!
//! At the end it is asked how few of all tests do whose rows were whole at some time, those that were left out, merged or changed
//! among them ([`Seen`]): a suite that is larger says so.
//!
//! What the simulator only guesses, a run to a limit, was shown by a whole run when a test was kept for it, and is
//! not run again. Such a test is often kept for its other kills; where it is not, the tests that are kept are asked
//! whether they show it as well, within a counted effort, since such runs cost all the steps that there are. If they do
//! not, the test is kept that showed it first. Where even the simulation takes long, the rest of
//! the suite stays as it is.

use std::collections::BTreeSet;

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

use crate::atg::plan::Compaction;
use crate::atg::{cover, merging, pruning};
use crate::driver::Driver;
use crate::engine::EngineError;
use crate::engine::company;
use crate::engine::matrix;
use crate::engine::session::Session;
use crate::engine::subject::{GoalIndex, Kills, Runner};
use crate::engine::suite::{Fewest, Simulated, Test};
use crate::engine::verdict::{KillKind, Verdict};
use crate::exec::mutant_set::MutantSet;

/// What runs to a limit may take here, in the effort of runs: whole ones, and those of the simulation that guesses them.
const EFFORT: u64 = 3_000_000;
/// What all runs may take: then the tests that are left are kept as they are.
const EFFORT_OF_ALL: u64 = 12_000_000;
/// So many mutants are run to a limit before the effort is asked again.
const AT_ONCE: usize = 4;

/// Drops tests while every mutant stays killed in the way its verdict says.
pub fn compact(session: &mut Session<'_>, how: &Compaction<'_>) -> Result<(), EngineError> {
    let before = session.tests().iter().any(|test| test.shared).then(|| session.tests().to_vec());
    let is_choice = session.tests().len() > 1;
    let mut seen = Seen::default();
    make_smaller(session, how, &mut seen)?;
    if let Some(before) = before
        && !company::passes(&mut session.subject().runner(), session.tests())
    {
        session.change_tests(|_| before);
        keep_needed(session, &mut seen);
    }
    let fewest = if is_choice { seen.fewest(session) } else { None };
    session.choose_from(fewest);
    Ok(())
}

fn make_smaller(session: &mut Session<'_>, how: &Compaction<'_>, seen: &mut Seen) -> Result<(), EngineError> {
    // One test is the smallest suite that there is.
    if session.tests().len() > 1 {
        reverse_order(session);
        keep_needed(session, seen);
        if let Some(generator) = how.generator() {
            merging::merge(session, generator, how.asks())?;
            keep_needed(session, seen);
        }
    }
    pruning::prune(session);
    keep_needed(session, seen);
    Ok(())
}

fn keep_needed(session: &mut Session<'_>, seen: &mut Seen) {
    matrix::complete(session);
    seen.add(session);
    let needed = needed(&wanted(session), session.tests());
    keep(session, &needed);
}

/// The tests of which some were chosen, each once, with what it kills as it has to stay killed.
///
/// Of what only a whole run shows not every test was asked, and a test that was not may show it, too; so such mutants
/// ask for nothing here, and the bound holds for what all the tests were asked of.
#[derive(Default)]
struct Seen {
    /// By driver, and by the numbers of the checks that the test does without.
    kills: IndexMap<(Driver, Vec<usize>), MutantSet, FxBuildHasher>,
    /// What was shown by a whole run alone.
    shown: MutantSet,
}

impl Seen {
    /// Adds the session's tests, whose rows are whole.
    fn add(&mut self, session: &Session<'_>) {
        let wanted = wanted(session);
        for test in session.tests() {
            test.shown.iter().for_each(|&(mutant, _)| self.shown.insert(mutant));
            let kills = test.simulated.kills.iter();
            let kills = kills.filter(|&&(mutant, kind)| wanted[mutant as usize] == Some(kind));
            let test = (test.driver.clone(), test.code.left_out.clone());
            self.kills.insert(test, kills.map(|&(mutant, _)| mutant).collect());
        }
    }

    /// `None`: there is nothing that all of them were asked of.
    fn fewest(&self, session: &Session<'_>) -> Option<Fewest> {
        let wanted = wanted(session);
        let mut need: MutantSet = matrix::asked_of_all(session)
            .iter()
            .filter(|&mutant| wanted[mutant as usize].is_some_and(KillKind::counts))
            .collect();
        need.remove_all(&self.shown);
        let kills: Vec<MutantSet> = self.kills.values().cloned().collect();
        let least = cover::bounded(&need, &kills).least;
        (least > 0).then_some(Fewest { least, candidates: kills.len() })
    }
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
    let needed = cover::bounded(&need.collect(), &kills).tests;
    (0..tests.len()).map(|test| needed.contains(&test)).collect()
}

/// The mutants that the test kills as they have to stay killed, each once: what a whole run has shown the simulation may
/// see, too, once it follows the mutant for longer.
pub(super) fn kills_wanted(wanted: &[Option<KillKind>], test: &Test) -> impl Iterator<Item = GoalIndex> {
    let kills = test.simulated.kills.iter().chain(&test.shown);
    let kills = kills.filter(|&&(mutant, kind)| wanted[mutant as usize] == Some(kind));
    kills.map(|&(mutant, _)| mutant).collect::<BTreeSet<_>>().into_iter()
}

fn reverse_order(session: &mut Session<'_>) {
    let subject = session.subject();
    let wanted = wanted(session);
    let open = subject.indices().filter(|&m| wanted[m as usize].is_some());
    let is_weak = |&m: &GoalIndex| session.verdicts()[m as usize].is_weak();
    let (weak, strong): (Vec<_>, Vec<_>) = open.partition(is_weak);
    let tests = session.tests();
    let shown = tests.iter().flat_map(|test| &test.shown);
    let slow = shown.filter(|&&(m, kind)| wanted[m as usize] == Some(kind)).map(|&(m, _)| m).collect();
    let (strong, weak) = (strong.into_iter().collect(), weak.into_iter().collect());
    let runner = subject.runner();
    let mut compaction = Reverse { runner, wanted, strong, weak, slow, effort: 0, effort_of_all: 0 };
    let mut kept: Vec<Option<Test>> = tests.iter().rev().map(|test| compaction.take(test)).collect();
    kept.iter_mut().flatten().for_each(|test| compaction.ask(test));
    for (test, kept) in tests.iter().rev().zip(&mut kept).filter(|(_, kept)| kept.is_none()) {
        *kept = compaction.take_shown(test);
    }
    debug_assert!(compaction.is_done() || compaction.is_spent(), "a kill was lost in compaction");
    kept.reverse();
    session.change_tests(|_| kept.into_iter().flatten().collect());
}

struct Reverse<'s> {
    runner: Runner<'s>,
    /// By mutant.
    wanted: Vec<Option<KillKind>>,
    /// Not yet killed as wanted: by a kill that counts, and by one that does not.
    strong: MutantSet,
    weak: MutantSet,
    /// Of which a whole run showed what is wanted, where the simulation only guessed it.
    slow: MutantSet,
    /// Spent on runs to a limit.
    effort: u64,
    effort_of_all: u64,
}

impl Reverse<'_> {
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

    /// The test with what it is kept for; `None`: it kills nothing new that the simulation sees.
    fn take(&mut self, test: &Test) -> Option<Test> {
        if self.is_spent() {
            return Some(Test { shown: self.still_shown(test), ..test.clone() });
        }
        let asked = self.strong.clone();
        let mut kills = self.runner.simulate(&test.code, &asked);
        kills.retain(|(_, kind)| kind.counts());
        self.count();
        if !kills.iter().any(|&kill| self.is_wanted(kill)) {
            return None;
        }
        let shown = self.still_shown(test);
        let wanted: Kills = kills.iter().copied().filter(|&kill| self.is_wanted(kill)).collect();
        self.have(&wanted);
        self.have(&shown);
        Some(Test { shown, simulated: Simulated { asked, kills }, ..test.clone() })
    }

    /// Asks a test that is kept anyway of what only whole runs show and no test that is kept has shown.
    fn ask(&mut self, test: &mut Test) {
        let slow: Vec<GoalIndex> = self.slow.iter().filter(|&mutant| self.is_open(mutant)).collect();
        for mutants in slow.chunks(AT_ONCE) {
            if self.effort >= EFFORT || self.is_spent() {
                break;
            }
            let mutants: MutantSet = mutants.iter().copied().collect();
            self.runner.set_strays(&mutants);
            let mut guessed = self.runner.simulate(&test.code, &mutants);
            guessed.retain(|(_, kind)| !kind.counts());
            let guessed: Vec<GoalIndex> = guessed.into_iter().map(|(mutant, _)| mutant).collect();
            let reruns = self.runner.rerun(&test.code, &guessed).into_iter();
            let shown = reruns.map(|(mutant, rerun)| (mutant, rerun.kind()));
            let shown: Kills = shown.filter(|&kill| self.is_wanted(kill)).collect();
            self.effort += self.count();
            self.have(&shown);
            test.shown.extend(shown);
        }
        test.shown.sort_unstable();
    }

    /// A test that is kept only for what whole runs showed, where no other shows it.
    fn take_shown(&mut self, test: &Test) -> Option<Test> {
        let shown = self.still_shown(test);
        self.have(&shown);
        (!shown.is_empty()).then(|| Test { shown, ..test.clone() })
    }

    fn still_shown(&self, test: &Test) -> Kills {
        test.shown.iter().copied().filter(|&kill| self.is_wanted(kill)).collect()
    }

    fn have(&mut self, kills: &Kills) {
        for &(mutant, _) in kills {
            self.strong.remove(mutant);
            self.weak.remove(mutant);
        }
    }

    fn is_open(&self, mutant: GoalIndex) -> bool {
        self.strong.contains(mutant) || self.weak.contains(mutant)
    }

    fn is_wanted(&self, (mutant, kind): (GoalIndex, KillKind)) -> bool {
        self.is_open(mutant) && self.wanted[mutant as usize] == Some(kind)
    }
}
