//! Fewer tests for the same kills, after reverse-order compaction (§5.4): what the tests of one method alone kill is asked
//! of many candidates, random ones and such as are near these tests; where fewer of all of them do, these are the tests
//! of the method from then on. Chip testing merges pairs of tests to the same end; the inputs of a method leave more
//! to chance, and a candidate costs little: it is run against these mutants alone.
//!
//! A test that is taken has killed all that it is needed for in a second, whole run. Work is bounded by counted effort.

use rayon::prelude::*;

use crate::atg::compaction::{keep, kills_wanted, wanted};
use crate::atg::cover;
use crate::driver::cube::Cube;
use crate::driver::{Driver, Generator};
use crate::engine::session::Session;
use crate::engine::subject::{Judged, Kills, Runner, Subject};
use crate::engine::suite::{Simulated, Test};
use crate::engine::verdict::KillKind;
use crate::exec::mutant_set::MutantSet;
use crate::sema::program::MethodId;

/// Candidates for each method, and how many at most are run before the effort is asked again.
const CANDIDATES: u64 = 768;
const AT_ONCE: u64 = 16;
/// What all candidates may take, in steps of runs; each method has its share of what is left.
const EFFORT: u64 = 6_000_000;
/// The steps that the original may take on a candidate.
const FUEL: u64 = 4_000;
/// The tests of a method that are too many to be done without by chance.
const MANY_TESTS: usize = 200;

/// Puts fewer tests in the place of others, method by method.
pub fn merge(session: &mut Session<'_>, generator: &Generator<'_>) {
    let mut left = EFFORT;
    let methods: Vec<MethodId> = methods(session);
    for (done, &method) in methods.iter().enumerate() {
        let share = left / (methods.len() - done) as u64;
        let mut merging = Merging::new(session, method);
        if merging.is_possible() {
            left -= merging.ask(session, generator, share).min(left);
            if let Some((kept, new)) = merging.merged(session.subject()) {
                keep(session, &kept);
                session.change_tests(|tests| tests.into_iter().chain(new).collect());
            }
        }
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
struct Merging {
    method: MethodId,
    /// By mutant, how it has to stay killed.
    wanted: Vec<Option<KillKind>>,
    /// All tests there are: whether it is one that others may take the place of.
    is_free: Vec<bool>,
    /// What these alone kill.
    need: MutantSet,
    /// Those of `need` that each test, and then each candidate, kills.
    kills: Vec<MutantSet>,
    candidates: Vec<Judged>,
}

impl Merging {
    fn new(session: &Session<'_>, method: MethodId) -> Self {
        let (tests, wanted) = (session.tests(), wanted(session));
        let mut kills: Vec<MutantSet> =
            tests.iter().map(|test| kills_wanted(&wanted, test).collect()).collect();
        // What only a whole run shows is not asked of candidates.
        let is_free: Vec<bool> =
            tests.iter().map(|test| test.driver.method == method && test.shown.is_empty()).collect();
        let mut need = MutantSet::default();
        let mut others = MutantSet::default();
        for (kills, is_free) in kills.iter().zip(&is_free) {
            let set = if *is_free { &mut need } else { &mut others };
            kills.iter().for_each(|mutant| set.insert(mutant));
        }
        need.remove_all(&others);
        kills.iter_mut().for_each(|kills| kills.retain_all(&need));
        Self { method, wanted, is_free, need, kills, candidates: Vec::new() }
    }

    fn is_possible(&self) -> bool {
        (2..=MANY_TESTS).contains(&self.is_free.iter().filter(|&&free| free).count())
    }

    /// Runs candidates against what is needed; gives the effort.
    fn ask(&mut self, session: &Session<'_>, generator: &Generator<'_>, most: u64) -> u64 {
        let subject = session.subject();
        let of_method = session.tests().iter().zip(&self.is_free).filter(|(_, free)| **free);
        let cubes = of_method.filter_map(|(test, _)| Cube::new(subject.program(), test.driver.clone()).ok());
        let cubes: Vec<Cube> = cubes.filter(|cube| !cube.inputs().is_empty()).collect();
        if cubes.is_empty() {
            return 0;
        }
        // In turn one that is random and one that is near a test.
        let candidate = |n: u64| match n % 2 {
            0 => generator.candidate(self.method, n / 2),
            _ => generator.near(&cubes[(n / 2) as usize % cubes.len()], n / 2),
        };
        let mut effort = 0;
        // As many at once as there is effort for if each takes what the dearest took.
        let (mut first, mut at_once, mut dearest) = (0, 1, 1);
        while first < CANDIDATES && effort < most {
            let drivers: Vec<Driver> = (first..first + at_once).filter_map(candidate).collect();
            first += at_once;
            let runner = || {
                let mut runner = subject.runner();
                runner.set_fuel(FUEL);
                runner
            };
            let judge = |runner: &mut Runner<'_>, driver: Driver| {
                let judged = runner.judge(driver, &self.need);
                (judged.ok(), runner.take_effort())
            };
            let judged: Vec<(Option<Judged>, u64)> =
                drivers.into_par_iter().map_init(runner, judge).collect();
            for (judged, spent) in judged {
                effort += spent;
                dearest = dearest.max(spent);
                self.candidates.extend(judged);
            }
            at_once = (most.saturating_sub(effort) / dearest).clamp(1, AT_ONCE);
        }
        for judged in &self.candidates {
            let kills = judged.kills.iter().filter(|(m, kind)| self.wanted[*m as usize] == Some(*kind));
            self.kills.push(kills.map(|&(mutant, _)| mutant).collect());
        }
        effort
    }

    /// Which tests are kept, and those that are new; `None`: these are no fewer.
    fn merged(&self, subject: &Subject) -> Option<(Vec<bool>, Vec<Test>)> {
        let tests = self.is_free.len();
        let chosen = cover::smallest(&self.need, &self.kills);
        let free = self.is_free.iter().filter(|&&free| free).count();
        if chosen.len() >= free {
            return None;
        }
        let kept = (0..tests).map(|test| !self.is_free[test] || chosen.contains(&test)).collect();
        let mut new = Vec::new();
        let mut runner = subject.runner();
        for &at in chosen.iter().filter(|&&at| at >= tests) {
            let judged = &self.candidates[at - tests];
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
            let kills = judged.kills.iter().copied().filter(|(_, kind)| kind.counts()).collect();
            let simulated = Simulated { asked: self.need.clone(), kills };
            new.push(Test { simulated, ..Test::new(judged, Kills::new()) });
        }
        Some((kept, new))
    }
}
