//! The full kill matrix: every mutant against every test, no dropping.

use rayon::prelude::*;

use crate::driver::Driver;
use crate::engine::session::Session;
use crate::engine::subject::{GoalIndex, Judged, Kills, NoTest, Subject};
use crate::engine::suite::{Simulated, Test};
use crate::engine::verdict::{KillKind, Verdict};
use crate::exec::mutant_set::MutantSet;

/// One row a test: what the original does and which mutants do otherwise, or why this is no test.
pub struct Matrix {
    pub rows: Vec<(Driver, Result<Judged, NoTest>)>,
}

impl Matrix {
    /// The strongest kill of each mutant.
    pub fn best(&self, mutants: usize) -> Vec<Option<KillKind>> {
        let mut best = vec![None; mutants];
        for judged in self.rows.iter().filter_map(|(_, result)| result.as_ref().ok()) {
            for &(mutant, kind) in &judged.kills {
                let cell = &mut best[mutant as usize];
                *cell = Some(cell.map_or(kind, |known: KillKind| known.min(kind)));
            }
        }
        best
    }
}

/// Runs every test against every mutant that can be run; to the end where the simulator only guesses. With each driver
/// stand the numbers of the checks that the test does without.
pub fn full(subject: &Subject, tests: &[(Driver, &[usize])]) -> Matrix {
    let all = subject.runnable();
    let judge = |(driver, left_out): &(Driver, &[usize])| {
        let mut runner = subject.runner();
        let mut judged = runner.judge_without(driver.clone(), left_out, &all);
        if let Ok(judged) = &mut judged {
            runner.settle(judged);
        }
        (driver.clone(), judged)
    };
    Matrix { rows: tests.par_iter().map(judge).collect() }
}

/// Runs the tests that a session has kept against the mutants that they have not been asked of. Of what the simulator
/// only guesses it holds what was shown when the test was kept: to run every other guess to its end costs more than
/// finding the tests, and decides nothing.
pub fn of_session(session: &Session<'_>) -> Matrix {
    let all = asked_of_all(session);
    let is_current = |&&(mutant, kind): &&(GoalIndex, KillKind)| {
        kind.counts() || session.verdicts()[mutant as usize].is_weak()
    };
    let judge = |test: &Test| {
        let mut kills = kills(session.subject(), test, &all);
        kills.extend(test.shown.iter().filter(is_current));
        kills.sort_unstable();
        let Test { driver, code, observed, shared, .. } = test.clone();
        let judged = Judged {
            driver,
            code,
            observed,
            kills,
            steps: 0,
            shared,
            lost: Vec::new(),
            masked: Vec::new(),
            messages: Vec::new(),
            visited: Vec::new(),
        };
        (test.driver.clone(), Ok(judged))
    };
    Matrix { rows: session.tests().par_iter().map(judge).collect() }
}

/// The kills of a session's tests as far as they are known already: each mutant that is killed has the test that was
/// kept for it.
pub fn known(session: &Session<'_>) -> Matrix {
    let is_current = |&(mutant, kind): &(GoalIndex, KillKind)| match &session.verdicts()[mutant as usize] {
        Verdict::Killed(killed) => kind.counts() || killed.is_weak(),
        Verdict::Undecided(_) | Verdict::Equivalent(_) | Verdict::EquivalentUpTo(_) => false,
    };
    let row = |test: &Test| {
        let known = test.known.iter().chain(&test.simulated.kills).chain(&test.shown);
        let mut kills: Kills = known.copied().filter(is_current).collect();
        kills.sort_unstable();
        kills.dedup_by_key(|&mut (mutant, _)| mutant);
        let Test { driver, code, observed, shared, .. } = test.clone();
        let (lost, masked, messages, visited) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let judged =
            Judged { driver, code, observed, kills, steps: 0, shared, lost, masked, messages, visited };
        (test.driver.clone(), Ok(judged))
    };
    Matrix { rows: session.tests().iter().map(row).collect() }
}

/// Asks every test that a session has kept of every mutant that [`of_session`] asks for.
pub fn complete(session: &mut Session<'_>) {
    let all = asked_of_all(session);
    let subject = session.subject();
    let ask = |test: Test| {
        let simulated = Simulated { asked: all.clone(), kills: kills(subject, &test, &all) };
        Test { simulated, ..test }
    };
    session.change_tests(|tests| tests.into_par_iter().map(ask).collect());
}

/// The mutants that every test is asked of. No test shows more of a mutant that is weakly killed ([`Session::strengthen`]), and nothing is expected of one that is
/// given up, so such mutants are not run again.
pub fn asked_of_all(session: &Session<'_>) -> MutantSet {
    let subject = session.subject();
    let mut all = subject.runnable();
    let is_weak = |mutant: GoalIndex| session.verdicts()[mutant as usize].is_weak();
    let runs_to_limits = subject.indices().filter(|&m| is_weak(m) || session.is_given_up(m));
    runs_to_limits.for_each(|mutant| all.remove(mutant));
    all
}

/// The kills that count: those known, and those of the mutants among `all` that the test has not been asked of.
fn kills(subject: &Subject, test: &Test, all: &MutantSet) -> Kills {
    let mut rest = all.clone();
    rest.remove_all(&test.simulated.asked);
    let mut kills = subject.runner().simulate(&test.code, &rest);
    kills.retain(|(_, kind)| kind.counts());
    kills.extend(&test.simulated.kills);
    kills.sort_unstable();
    kills
}
