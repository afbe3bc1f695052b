//! No statement without a reason, behind all other compaction (DESIGN §9, §10): what a test does beside what it is kept
//! for is left out, statements and checks alike, its call under test becomes the one whose mutants it is kept for, and an input that a person would
//! not write gives way to an ordinary one.
//!
//! Each trial is a driver of its own, run against the mutants that no other test kills; it takes the test's place where
//! it kills all of them in the way that their verdicts say, and what it kills beside them is asked anew. So every mutant
//! stays killed by some test, and as strongly. A test that was changed has shown it in a second, whole run.
//!
//! Tests are looked at in their order, statements from the last to the first, until a round changes nothing. Work is
//! bounded by counted effort; then the tests stay as they are.

mod asserted;
mod functions;
mod homes;
mod inputs;
mod statements;

use crate::driver::Driver;
use crate::driver::cube::Cube;
use crate::engine::matrix;
use crate::engine::session::Session;
use crate::engine::subject::{GoalIndex, Judged, Kills, Runner, Subject};
use crate::engine::suite::{Simulated, Test};
use crate::engine::verdict::KillKind;
use crate::exec::driver::DriverCode;
use crate::exec::limits::DEFAULT_STEPS;
use crate::exec::mutant_set::MutantSet;

use super::compaction::{kills_wanted, wanted};

/// What all trials may take, in the effort of runs, and the least of it that is for one test in one round: what others have left is
/// for those that come after them, so that a few tests that take long become less, too.
const EFFORT: u64 = 80_000_000;
const EFFORT_OF_TEST: u64 = 4_000_000;
/// What runs to a limit may take that show which test such a kill belongs to.
const EFFORT_OF_HOMES: u64 = 12_000_000;
/// What there is at the least, in each round, for tests that have become free of such kills.
const EFFORT_OF_FREED: u64 = 12_000_000;
/// The steps that the original may take under a trial, if it takes no more under the test as it was.
const FUEL: u64 = 50_000;
/// A test that needs less lets others need more, and the other way round; seldom more than once.
const ROUNDS: usize = 3;

/// Leaves out what no kill needs. The kill matrix is whole before and afterwards.
pub(super) fn prune(session: &mut Session<'_>) {
    matrix::complete(session);
    let mut pruning = Pruning::new(session);
    let mut tests = session.tests().to_vec();
    pruning.bring_home(&mut tests);
    // Each with what it was kept for when it was looked at last.
    let mut seen: Vec<Option<MutantSet>> = vec![None; tests.len()];
    for round in 1..=ROUNDS {
        let count = tests.len();
        let changes = tests.iter_mut().zip(&mut seen).enumerate().map(|(at, (test, seen))| {
            let left = pruning.limit.saturating_sub(pruning.effort);
            // A half of it is for the next round where no other test wants it.
            pruning.share = (left / (count - at + 1) as u64).max(EFFORT_OF_TEST);
            pruning.prune(test, seen)
        });
        let is_changed = changes.filter(|&changed| changed).count() > 0;
        let is_freed = round < ROUNDS && pruning.free(&mut tests);
        if !is_changed && !is_freed {
            break;
        }
    }
    let unfinished = tests.iter_mut().zip(&seen).filter(|(_, seen)| seen.is_none());
    unfinished.for_each(|(test, _)| pruning.drop_unused(test));
    pruning.drop_needless(&mut tests);
    session.change_tests(|_| tests);
}

struct Pruning<'s> {
    subject: &'s Subject,
    runner: Runner<'s>,
    /// By mutant, how it has to stay killed, and how many tests do so.
    wanted: Vec<Option<KillKind>>,
    killers: Vec<u32>,
    /// The mutants that every test is asked of.
    all: MutantSet,
    effort: u64,
    /// What it may come to.
    limit: u64,
    /// What the test at hand may take of it.
    share: u64,
}

/// A test that becomes less.
#[derive(Clone)]
struct Current {
    driver: Driver,
    /// What a run of it gave, where it is not as it was.
    judged: Option<Judged>,
    /// What it has to kill: as the simulation sees it, and what only whole runs show.
    need: MutantSet,
    shown: Kills,
    /// All trials end where the effort does.
    effort: u64,
}

impl<'s> Pruning<'s> {
    fn new(session: &Session<'s>) -> Self {
        let subject = session.subject();
        let wanted = wanted(session);
        let mut killers = vec![0; wanted.len()];
        for test in session.tests() {
            kills_wanted(&wanted, test).for_each(|mutant| killers[mutant as usize] += 1);
        }
        let runner = subject.runner().for_trials();
        Self {
            subject,
            runner,
            wanted,
            killers,
            all: matrix::asked_of_all(session),
            effort: 0,
            limit: EFFORT,
            share: 0,
        }
    }

    /// Whether anything of the test was left out or changed. `seen`: what it was kept for when it was looked at last;
    /// nothing more can go as long as it is kept for all of this.
    fn prune(&mut self, test: &mut Test, seen: &mut Option<MutantSet>) -> bool {
        let Some(mut current) = self.current(test) else { return false };
        let mut kept_for = current.need.clone();
        current.shown.iter().for_each(|&(mutant, _)| kept_for.insert(mutant));
        if seen.as_ref().is_some_and(|seen| seen.iter().all(|mutant| kept_for.contains(mutant))) {
            return false;
        }
        *seen = Some(kept_for);
        self.give_fuel(test);
        self.drop_statements(&mut current);
        self.name_what_kills(&mut current);
        if self.simplify_inputs(&mut current) {
            self.drop_statements(&mut current);
        }
        self.drop_readings(&mut current);
        self.drop_names(&mut current);
        self.number_variables(&mut current);
        self.write_functions(&mut current);
        self.drop_checks(&mut current, test);
        self.drop_result(&mut current, test);
        if self.effort >= current.effort {
            // It was not looked at to its end.
            *seen = None;
        }
        self.put(test, current)
    }

    /// Where the effort did not do for a test: the variables that nothing uses, in one trial, whatever is left of the effort.
    fn drop_unused(&mut self, test: &mut Test) {
        (self.limit, self.share) = (u64::MAX, EFFORT_OF_TEST);
        let less = test.driver.without_unused();
        let Some(mut current) = self.current(test).filter(|_| less != test.driver) else { return };
        self.give_fuel(test);
        if self.try_driver(&mut current, less) {
            self.number_variables(&mut current);
            self.put(test, current);
        }
    }

    /// Puts what a test has become in its place, if it is another.
    fn put(&mut self, test: &mut Test, mut current: Current) -> bool {
        let changed = current.judged.take().and_then(|judged| self.test(judged, current));
        let Some(changed) = changed else { return false };
        for (test, is_there) in [(&*test, false), (&changed, true)] {
            for mutant in kills_wanted(&self.wanted, test) {
                let killers = &mut self.killers[mutant as usize];
                *killers = if is_there { *killers + 1 } else { killers.saturating_sub(1) };
            }
        }
        *test = changed;
        true
    }

    /// What is less than a test that takes long may take as long.
    fn give_fuel(&mut self, test: &Test) {
        self.runner.set_fuel(DEFAULT_STEPS);
        let judged = self.runner.judge(test.driver.clone(), &MutantSet::default());
        self.runner.set_fuel(judged.map_or(FUEL, |judged| judged.steps.max(FUEL)));
        self.effort += self.runner.take_effort();
    }

    /// What the test is kept for; nothing where it may go as a whole, which is not asked here, or the effort is spent.
    fn current(&self, test: &Test) -> Option<Current> {
        let is_alone = |mutant: GoalIndex| self.killers[mutant as usize] == 1;
        let alone = kills_wanted(&self.wanted, test).filter(|&mutant| is_alone(mutant));
        let mut need: MutantSet = alone.collect();
        let is_needed = |&(mutant, kind): &(GoalIndex, KillKind)| {
            need.contains(mutant) && self.wanted[mutant as usize] == Some(kind)
        };
        let shown: Kills = test.shown.iter().copied().filter(is_needed).collect();
        shown.iter().for_each(|&(mutant, _)| need.remove(mutant));
        let is_spent = self.effort >= self.limit || need.is_empty() && shown.is_empty();
        let effort = (self.effort + self.share).min(self.limit);
        (!is_spent).then(|| Current { driver: test.driver.clone(), judged: None, need, shown, effort })
    }

    /// Whether the trial does what the test is kept for; then it takes its place.
    fn try_driver(&mut self, current: &mut Current, trial: Driver) -> bool {
        let is_tried = self.effort < current.effort && trial != current.driver;
        is_tried && self.try_without(current, trial, &[])
    }

    /// The same for a trial that does without some checks.
    fn try_without(&mut self, current: &mut Current, trial: Driver, left_out: &[usize]) -> bool {
        let judged = self.runner.judge_without(trial, left_out, &current.need);
        let kills_all = judged.is_ok_and(|judged| {
            let is_enough = self.is_enough(current, &judged.code, &judged.kills);
            if is_enough {
                current.driver = judged.driver.clone();
                current.judged = Some(judged);
            }
            is_enough
        });
        self.effort += self.runner.take_effort();
        kills_all
    }

    /// Whether these kills, and what whole runs show beside them, are all that the test is kept for.
    fn is_enough(&mut self, current: &Current, code: &DriverCode, kills: &Kills) -> bool {
        let kills = kills.iter().filter(|&&(m, kind)| self.wanted[m as usize] == Some(kind));
        kills.count() == current.need.len() && self.shows(code, &current.shown)
    }

    /// Whether whole runs show these kills.
    fn shows(&mut self, code: &DriverCode, kills: &Kills) -> bool {
        let mutants: Vec<GoalIndex> = kills.iter().map(|&(mutant, _)| mutant).collect();
        let reruns = self.runner.rerun(code, &mutants);
        reruns.into_iter().map(|(mutant, rerun)| (mutant, rerun.kind())).eq(kills.iter().copied())
    }

    /// The test that takes the other's place, with all that it kills; `None`: a whole run does not show what it is to kill.
    fn test(&mut self, judged: Judged, current: Current) -> Option<Test> {
        let mutants: Vec<GoalIndex> = current.need.iter().collect();
        let need: Kills = mutants.iter().filter_map(|&m| Some((m, self.wanted[m as usize]?))).collect();
        if !self.shows(&judged.code, &need) {
            return None;
        }
        let mut runner = self.subject.runner();
        let mut kills = runner.simulate(&judged.code, &self.all);
        self.effort += runner.take_effort();
        kills.retain(|(_, kind)| kind.counts());
        kills.sort_unstable();
        let simulated = Simulated { asked: self.all.clone(), kills };
        Some(Test { simulated, ..Test::new(&judged, current.shown) })
    }

    fn cube(&mut self, driver: &Driver) -> Option<Cube> {
        self.runner.cube(driver.clone()).ok()
    }
}
