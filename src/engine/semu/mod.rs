//! SEMu (Titcheu Chekam, Papadakis, Cordy, Le Traon: "Killing stubborn mutants with symbolic execution", TOSEM 2021): one exploration for
//! all mutants that are left, which forks them off the original's paths and follows both side by side (DESIGN §17).
//!
//! - A path of the original that comes to a mutant's point for the first time forks a state of that mutant, which goes on in the mutant's
//!   frames; the path itself goes on too. So what comes before a change is explored once for all mutants.
//! - Behind the changed code a mutant's state ends where no difference is possible on its path.
//! - Originals and mutants go on in lockstep, a branching of the source at a time. Where a mutant's state has gone the window (CW) it is at
//!   a checkpoint: some of the mutant's states go on (PP, PSS), of the others tests are made (MPD, NTPM): each is compared with the states
//!   of the original that descend from where it was forked, and inputs are asked for on which both paths are taken and the states differ.
//! - Up to the precondition length (PL) only ways that tests of the initial suite take are followed.
//!
//! [`Strategy::Infection`] solves for the infection where a path first comes to a mutant, and goes no further; [`Strategy::Paths`] explores
//! paths alone. All three share explorer, seeds and limits, so that what is compared is the strategy.
//!
//! All tests are made before any is run, as in the paper. A difference of states is a reason to make a test, and no kill; the engine proves nothing.
//! Text written is a part of the state, and compared where states are: an output call is no stop of its own.

mod lockstep;
pub mod masked;
pub mod parameters;

use std::collections::BTreeMap;

use crate::driver::cube::Cube;
use crate::driver::{Driver, Generator};
use crate::engine::dse::Reach;
use crate::engine::explorer::{PathCounts, skeletons};
use crate::engine::global::Stop;
use crate::engine::pass::PassKind;
use crate::engine::session::Session;
use crate::engine::subject::GoalIndex;
use crate::engine::{Engine, EngineError};
use crate::exec::limits::DEFAULT_STEPS;
use crate::sema::program::MethodId;
use crate::symbolic::question::shared_solver;
use lockstep::Lockstep;
pub use parameters::Parameters;

/// What is done at a mutant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strategy {
    Semu,
    /// A test that infects, and nothing behind it.
    Infection,
    /// Nothing: a test for each path.
    Paths,
}

/// Loops go round so often, or less where the frames would be too large.
const BOUNDS: [u32; 4] = [8, 4, 2, 1];

pub struct Semu<'p> {
    generator: Generator<'p>,
    strategy: Strategy,
    parameters: Parameters,
    /// Drivers of one method, and how often loops go round, if that is said.
    most: usize,
    bound: Option<u32>,
    given: Vec<Driver>,
}

impl<'p> Semu<'p> {
    pub const fn new(
        generator: Generator<'p>,
        strategy: Strategy,
        parameters: Parameters,
        (most, bound): (usize, Option<u32>),
    ) -> Self {
        Self { generator, strategy, parameters, most, bound, given: Vec::new() }
    }

    /// In these drivers and no other.
    pub fn in_drivers(self, given: Vec<Driver>) -> Self {
        Self { given, ..self }
    }

    /// The drivers of a method that are explored, each with the tests that it has the same skeleton as: those of the initial suite first.
    fn drivers(&self, session: &Session<'_>, entry: MethodId) -> Vec<(Cube, Vec<Cube>)> {
        let mut runner = session.subject().runner();
        let mut found: Vec<(Cube, Vec<Cube>)> = Vec::new();
        let mut known: BTreeMap<String, usize> = BTreeMap::new();
        for cube in skeletons::of_drivers(&mut runner, &self.given, entry) {
            known.insert(cube.skeleton(), found.len());
            found.push((cube, Vec::new()));
        }
        let tests = session.tests().iter().map(|test| test.driver.clone());
        let initial: Vec<Driver> = tests.filter(|driver| driver.method == entry).collect();
        for driver in initial {
            let Ok(cube) = runner.cube(driver) else { continue };
            let at = match known.get(&cube.skeleton()) {
                Some(&at) => at,
                None if self.given.is_empty() => {
                    found.push((cube.clone(), Vec::new()));
                    known.insert(cube.skeleton(), found.len() - 1);
                    found.len() - 1
                }
                None => continue,
            };
            found[at].1.push(cube);
        }
        if !self.given.is_empty() {
            return found;
        }
        found.truncate(self.most);
        for cube in skeletons::of_method(&mut runner, &self.generator, entry, self.most) {
            if found.len() < self.most && !known.contains_key(&cube.skeleton()) {
                found.push((cube, Vec::new()));
            }
        }
        found
    }

    /// Explores one driver; the tests that come of it, with their mutants.
    fn explore(
        &self,
        session: &mut Session<'_>,
        (cube, seeds): (Cube, &[Cube]),
        targets: &[GoalIndex],
    ) -> Result<Result<Vec<Driver>, Stop>, EngineError> {
        let subject = session.subject();
        let effort = (self.parameters.effort * 1_000).min(session.effort.left_in_terms());
        let bounds = self.bound.map_or_else(|| BOUNDS.to_vec(), |bound| vec![bound]);
        let mut last = Stop::NoSkeleton;
        for bound in bounds {
            let mut lockstep = Lockstep::new(
                subject,
                cube.clone(),
                shared_solver(),
                (self.strategy, self.parameters),
                effort,
            );
            match lockstep.prepare(bound, seeds, targets) {
                Ok(()) => {}
                Err(stop) => {
                    last = stop;
                    continue;
                }
            }
            let tests = lockstep.run()?;
            session.effort.spend_terms(lockstep.spent());
            session.notes.count_questions(lockstep.questions());
            session.pass.count_paths(&lockstep.counts());
            return Ok(Ok(tests));
        }
        session.pass.count_paths(&PathCounts { limited: 1, ..PathCounts::default() });
        Ok(Err(last))
    }
}

impl Engine for Semu<'_> {
    fn pass(&self) -> PassKind {
        match self.strategy {
            Strategy::Semu => PassKind::Semu,
            Strategy::Infection => PassKind::Infection,
            Strategy::Paths => PassKind::PathsCover,
        }
    }

    fn run(&mut self, session: &mut Session<'_>) -> Result<(), EngineError> {
        let reach = Reach::new(session, &self.generator);
        // The mutants that the initial suite leaves: what the tests to come kill is not looked at.
        let targets: Vec<GoalIndex> =
            session.subject().indices().filter(|&goal| session.is_open(goal)).collect();
        let mut made: Vec<Driver> = Vec::new();
        for entry in reach.entries(session) {
            let goals = reach.goals(session, entry);
            let own: Vec<GoalIndex> = targets.iter().copied().filter(|goal| goals.contains(goal)).collect();
            if own.is_empty() {
                continue;
            }
            let mut why = Stop::NotSeen;
            for (cube, seeds) in self.drivers(session, entry) {
                if session.effort.left() == 0 {
                    break;
                }
                match self.explore(session, (cube, &seeds), &own)? {
                    Ok(tests) => made.extend(tests),
                    Err(stop) => why = stop,
                }
            }
            own.iter().for_each(|&goal| session.notes.solver_stopped(goal, why.clone()));
        }
        for driver in made {
            let method = driver.method;
            let mut new = vec![driver];
            session.retain_new(method, &mut new, DEFAULT_STEPS);
            if !new.is_empty() {
                let offered = session.offer(method, new, DEFAULT_STEPS);
                session.effort.spend(offered.effort);
            }
        }
        Ok(())
    }
}
