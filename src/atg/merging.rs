//! Fewer tests for the same kills, after reverse-order compaction (§5.4): what the tests of one method alone kill is asked
//! of many candidates, random ones and such as are near these tests; where fewer of all of them do, these are the tests
//! of the method from then on. Chip testing merges pairs of tests to the same end; the inputs of a method leave more
//! to chance, and a candidate costs little: it is run against these mutants alone.
//!
//! Most mutants die wherever some other dies. So the first candidates are run against all, the others against those that
//! ask for a test of their own as far as is seen ([`cover::demanding`]), and a choice of tests against all again:
//! what it leaves alive is asked of every candidate from then on.
//!
//! What chance does not find is asked for ([`joining`]).
//!
//! A test that is taken has killed all that it is needed for in a second, whole run. Work is bounded by counted effort.

mod joining;

use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::atg::compaction::{keep, kills_wanted, wanted};
use crate::atg::cover;
use crate::budget::Budget;
use crate::driver::cube::Cube;
use crate::driver::{Driver, Generator};
use crate::engine::EngineError;
use crate::engine::session::Session;
use crate::engine::subject::{GoalIndex, Judged, Kills, Runner, Subject};
use crate::engine::suite::{Simulated, Test};
use crate::engine::verdict::KillKind;
use crate::exec::mutant_set::MutantSet;
use crate::sema::program::MethodId;

/// Candidates for each method, and how many at most are run before the effort is asked again.
const CANDIDATES: u64 = 2_048;
const AT_ONCE: u64 = 16;
/// Of them, those that are run against all that is needed.
const FIRST: u64 = 32;
/// After so many more, repeats included, it is seen how few tests do.
const LOOK: u64 = 64;
/// Candidates that made it no fewer, for each of these tests and one more: then no more are tried.
const PATIENCE_OF_TEST: u64 = 80;
/// What all candidates may take, in the effort of runs; each method has its share of what is left.
const EFFORT: u64 = 6_000_000;
/// A method's few tests cannot become many fewer: for each there is so much of it at most.
const EFFORT_OF_TEST: u64 = 500_000;
/// What is seen to be missing may be asked of the candidates until they have taken so many times their share.
const TWICE: u64 = 2;
/// The steps that the original may take on a candidate.
const FUEL: u64 = 4_000;
/// The tests of a method that are too many to be done without by chance.
const MANY_TESTS: usize = 200;

/// Puts fewer tests in the place of others, method by method. `asks`: questions find some of them.
pub(super) fn merge(
    session: &mut Session<'_>,
    generator: &Generator<'_>,
    asks: bool,
) -> Result<(), EngineError> {
    let mut left = EFFORT;
    let mut budget = Budget::new(joining::EFFORT);
    let methods: Vec<MethodId> = methods(session);
    let mut known = Known::new(session);
    for (done, &method) in methods.iter().enumerate() {
        let mut merging = Merging::new(session, &known, method);
        let share = (left / (methods.len() - done) as u64).min(merging.free.len() as u64 * EFFORT_OF_TEST);
        if merging.is_possible() {
            merging.ask(session, generator, share);
            let fewer = merging.fewer(TWICE * share);
            let joined = if asks { merging.joined(session, fewer.as_deref(), &mut budget)? } else { None };
            let merged = [joined, fewer].into_iter().flatten().find_map(|chosen| merging.merged(&chosen));
            left = left.saturating_sub(merging.effort);
            if let Some((left_out, new)) = merged {
                let kept: Vec<bool> = (0..known.kills.len()).map(|at| !left_out.contains(&at)).collect();
                keep(session, &kept);
                session.change_tests(|tests| tests.into_iter().chain(new).collect());
                known = Known::new(session);
            }
        }
    }
    Ok(())
}

/// What the tests kill as it has to stay killed.
struct Known {
    /// By mutant, how it has to stay killed.
    wanted: Vec<Option<KillKind>>,
    /// By test.
    kills: Vec<Vec<GoalIndex>>,
    /// By mutant, how many tests kill it.
    killers: Vec<usize>,
}

impl Known {
    fn new(session: &Session<'_>) -> Self {
        let wanted = wanted(session);
        let kills: Vec<Vec<GoalIndex>> =
            session.tests().iter().map(|test| kills_wanted(&wanted, test).collect()).collect();
        let mut killers = vec![0; wanted.len()];
        kills.iter().flatten().for_each(|&mutant| killers[mutant as usize] += 1);
        Self { wanted, kills, killers }
    }

    /// What no tests but these kill.
    fn killed_by_none_but(&self, tests: &[usize]) -> MutantSet {
        let mut of_these: FxHashMap<GoalIndex, usize> = FxHashMap::default();
        let kills = tests.iter().flat_map(|&test| &self.kills[test]);
        kills.for_each(|&mutant| *of_these.entry(mutant).or_default() += 1);
        let alone = of_these.into_iter().filter(|&(mutant, count)| count == self.killers[mutant as usize]);
        alone.map(|(mutant, _)| mutant).collect()
    }
}

/// Those under test, in the order of their tests.
fn methods(session: &Session<'_>) -> Vec<MethodId> {
    let mut methods = Vec::new();
    for test in session.tests() {
        if !methods.contains(&test.driver.method) {
            methods.push(test.driver.method);
        }
    }
    methods
}

/// The tests of one method.
struct Merging<'s> {
    subject: &'s Subject,
    method: MethodId,
    /// By mutant, how it has to stay killed.
    wanted: Vec<Option<KillKind>>,
    /// The tests that others may take the place of, by position among all there are.
    free: Vec<usize>,
    /// What these alone kill.
    need: MutantSet,
    /// Those of `need` that ask for a test of their own, as far as is seen: all candidates are asked of them.
    demanding: MutantSet,
    /// Those of `need` that each of these tests, and then each candidate, kills, as far as it was asked.
    kills: Vec<MutantSet>,
    candidates: Vec<Candidate>,
    effort: u64,
}

struct Candidate {
    judged: Judged,
    asked: MutantSet,
}

impl<'s> Merging<'s> {
    fn new(session: &Session<'s>, known: &Known, method: MethodId) -> Self {
        // What only a whole run shows is not asked of candidates.
        let is_free = |test: &Test| test.driver.method == method && test.shown.is_empty();
        let tests = session.tests().iter().enumerate();
        let free: Vec<usize> = tests.filter(|(_, test)| is_free(test)).map(|(at, _)| at).collect();
        let need = known.killed_by_none_but(&free);
        let needed = |&at: &usize| {
            known.kills[at].iter().copied().filter(|&mutant| need.contains(mutant)).collect::<MutantSet>()
        };
        let kills = free.iter().map(needed).collect();
        let (subject, wanted, demanding) = (session.subject(), known.wanted.clone(), need.clone());
        Self { subject, method, wanted, free, need, demanding, kills, candidates: Vec::new(), effort: 0 }
    }

    fn is_possible(&self) -> bool {
        (2..=MANY_TESTS).contains(&self.free.len())
    }

    /// Runs candidates against what is needed, for no more than about so much effort.
    fn ask(&mut self, session: &Session<'_>, generator: &Generator<'_>, most: u64) {
        let free = self.free.iter().map(|&at| &session.tests()[at]);
        let mut runner = self.subject.runner();
        let cubes = free.filter_map(|test| runner.cube(test.driver.clone()).ok());
        let cubes: Vec<Cube> = cubes.filter(|cube| !cube.inputs().is_empty()).collect();
        if cubes.is_empty() {
            return;
        }
        let method = self.method;
        // In turn one that is random and one that is near a test.
        let candidate = |n: u64| match n % 2 {
            0 => generator.candidate(method, n / 2),
            _ => generator.near(&cubes[(n / 2) as usize % cubes.len()], n / 2),
        };
        // What a candidate kills is known of each that is the same.
        let mut seen: FxHashSet<Driver> = cubes.iter().map(|cube| cube.driver().clone()).collect();
        // As many at once as there is effort for if each takes what the dearest took.
        let (mut first, mut at_once, mut dearest) = (0, 1, 1);
        let (mut look, mut fewest, mut fewer_at) = (LOOK, usize::MAX, 0);
        while first < CANDIDATES && self.effort < most {
            let drivers = (first..first + at_once).filter_map(candidate);
            let drivers: Vec<Driver> = drivers.filter(|driver| seen.insert(driver.clone())).collect();
            let is_last_of_first = (first..first + at_once).contains(&(FIRST - 1));
            first += at_once;
            dearest = dearest.max(self.judge(drivers));
            if is_last_of_first {
                self.demanding = cover::demanding(&self.need, &self.kills);
                dearest = 1;
            }
            if first >= look {
                let tests = cover::smallest(&self.demanding, &self.kills).len();
                if tests < fewest {
                    (fewest, fewer_at) = (tests, first);
                }
                if fewest <= 1 || first - fewer_at >= PATIENCE_OF_TEST * (fewest as u64 + 1) {
                    return;
                }
                look = first + LOOK;
            }
            at_once = (most.saturating_sub(self.effort) / dearest).clamp(1, AT_ONCE);
        }
    }

    /// A mutant that goes astray under a candidate seldom shows more for being followed.
    fn runner(&self) -> Runner<'s> {
        let mut runner = self.subject.runner().for_trials();
        runner.set_strays(&self.need);
        runner
    }

    /// Runs candidates against what is demanding; gives the effort that the dearest took.
    fn judge(&mut self, drivers: Vec<Driver>) -> u64 {
        let runner = || {
            let mut runner = self.runner();
            runner.set_fuel(FUEL);
            runner
        };
        let judge = |runner: &mut Runner<'_>, driver: Driver| {
            let judged = runner.judge(driver, &self.demanding);
            (judged.ok(), runner.take_effort())
        };
        let judged: Vec<(Option<Judged>, u64)> = drivers.into_par_iter().map_init(runner, judge).collect();
        let mut dearest = 0;
        for (judged, spent) in judged {
            self.effort += spent;
            dearest = dearest.max(spent);
            let Some(judged) = judged else { continue };
            let kills = self.wanted_of(&judged.kills);
            if !kills.is_empty() {
                self.kills.push(kills);
                self.candidates.push(Candidate { judged, asked: self.demanding.clone() });
            }
        }
        dearest
    }

    fn wanted_of(&self, kills: &Kills) -> MutantSet {
        let kills = kills.iter().filter(|(mutant, kind)| self.wanted[*mutant as usize] == Some(*kind));
        kills.map(|&(mutant, _)| mutant).collect()
    }

    /// Fewer tests than there are that kill all that is needed; `None`: there are none within the effort.
    fn fewer(&mut self, most: u64) -> Option<Vec<usize>> {
        let tests = self.free.len();
        loop {
            let chosen = cover::smallest(&self.demanding, &self.kills);
            if chosen.len() >= tests || self.effort >= most {
                return None;
            }
            let need = self.need.clone();
            let new: Vec<usize> = chosen.iter().copied().filter(|&at| at >= tests).collect();
            self.ask_again(&new, &need);
            let mut missing = self.need.clone();
            chosen.iter().for_each(|&at| missing.remove_all(&self.kills[at]));
            if missing.is_empty() {
                return Some(chosen);
            }
            let all: Vec<usize> = (tests..self.kills.len()).collect();
            self.ask_again(&all, &missing);
            missing.iter().for_each(|mutant| self.demanding.insert(mutant));
        }
    }

    /// Asks candidates of those mutants that they have not been asked of.
    fn ask_again(&mut self, candidates: &[usize], mutants: &MutantSet) {
        let tests = self.free.len();
        let ask = |runner: &mut Runner<'_>, &at: &usize| {
            let candidate = &self.candidates[at - tests];
            let mut rest = mutants.clone();
            rest.remove_all(&candidate.asked);
            let kills =
                if rest.is_empty() { Kills::new() } else { runner.simulate(&candidate.judged.code, &rest) };
            (kills, runner.take_effort())
        };
        let runner = || self.runner();
        let asked: Vec<(Kills, u64)> = candidates.par_iter().map_init(runner, ask).collect();
        for (&at, (kills, spent)) in candidates.iter().zip(asked) {
            self.effort += spent;
            self.wanted_of(&kills).iter().for_each(|mutant| self.kills[at].insert(mutant));
            let asked = &mut self.candidates[at - tests].asked;
            mutants.iter().for_each(|mutant| asked.insert(mutant));
        }
    }

    /// Which tests are left out, and those that are new; `None`: a whole run does not show what the simulation did.
    fn merged(&self, chosen: &[usize]) -> Option<(Vec<usize>, Vec<Test>)> {
        let tests = self.free.len();
        let left_out = (0..tests).filter(|test| !chosen.contains(test)).map(|test| self.free[test]).collect();
        let mut new = Vec::new();
        let mut runner = self.subject.runner();
        for &at in chosen.iter().filter(|&&at| at >= tests) {
            let Candidate { judged, .. } = &self.candidates[at - tests];
            let mutants: Vec<_> = self.kills[at].iter().collect();
            let shown: Kills = runner
                .rerun(&judged.code, &mutants)
                .into_iter()
                .map(|(m, rerun)| (m, rerun.kind()))
                .collect();
            if shown.len() < mutants.len()
                || shown.iter().any(|&(m, kind)| self.wanted[m as usize] != Some(kind))
            {
                return None;
            }
            // Of the others it is asked again: here that was a trial.
            let simulated = Simulated { asked: mutants.into_iter().collect(), kills: shown };
            new.push(Test { simulated, ..Test::new(judged, Kills::new()) });
        }
        Some((left_out, new))
    }
}
