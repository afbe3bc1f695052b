//! Mutants that some candidate infects and none shows (DESIGN §17): SEMu goes on from where the first such candidate infects.
//!
//! The candidate is the one seed of an exploration of its driver: the original follows it up to the first mutant that is looked for, and from
//! there all ways. The mutants that were first infected in drivers of one skeleton share an exploration; its tests are run before the next one,
//! which is for what they leave.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::lockstep::Lockstep;
use super::parameters::{Parameters, PreconditionLength};
use super::{BOUNDS, Strategy};
use crate::driver::Driver;
use crate::driver::cube::Cube;
use crate::engine::pass::PassKind;
use crate::engine::session::Session;
use crate::engine::subject::GoalIndex;
use crate::engine::{Engine, EngineError};
use crate::exec::limits::DEFAULT_STEPS;
use crate::symbolic::question::shared_solver;

/// What one exploration may take, in thousands of terms; and all of a class, in terms.
const EFFORT: u64 = 4_000;
const EFFORT_OF_ALL: u64 = 24_000_000;
/// Seeds of one exploration.
const SEEDS: usize = 8;

/// See the module.
pub struct Masked {
    parameters: Parameters,
}

impl Masked {
    pub fn new(seed: u64) -> Self {
        let precondition = PreconditionLength::Specific;
        Self { parameters: Parameters { precondition, effort: EFFORT, seed, ..Parameters::default() } }
    }

    /// What it may spend.
    pub fn limits() -> Value {
        json!({ "effort": EFFORT, "all_effort": EFFORT_OF_ALL })
    }
}

/// The mutants that are first infected in drivers of one skeleton.
struct Together {
    cube: Cube,
    seeds: Vec<Cube>,
    goals: Vec<GoalIndex>,
}

impl Engine for Masked {
    fn pass(&self) -> PassKind {
        PassKind::Masked
    }

    fn run(&mut self, session: &mut Session<'_>) -> Result<(), EngineError> {
        let mut left = EFFORT_OF_ALL;
        for Together { cube, seeds, goals } in by_skeleton(session) {
            let goals: Vec<GoalIndex> = goals.into_iter().filter(|&goal| session.is_sought(goal)).collect();
            let effort = (self.parameters.effort * 1_000).min(left).min(session.effort.left_in_terms());
            if goals.is_empty() || effort == 0 {
                continue;
            }
            let spent = self.explore(session, (&cube, &seeds), &goals, effort)?;
            left = left.saturating_sub(spent);
        }
        Ok(())
    }
}

impl Masked {
    /// Explores and runs the tests that come of it; what that took.
    fn explore(
        &self,
        session: &mut Session<'_>,
        (cube, seeds): (&Cube, &[Cube]),
        goals: &[GoalIndex],
        effort: u64,
    ) -> Result<u64, EngineError> {
        for bound in BOUNDS {
            let how = (Strategy::Semu, self.parameters);
            let mut lockstep = Lockstep::new(session.subject(), cube.clone(), shared_solver(), how, effort);
            if lockstep.prepare(bound, seeds, goals).is_err() {
                continue;
            }
            let tests = lockstep.run()?;
            session.effort.spend_terms(lockstep.spent());
            session.notes.count_questions(lockstep.questions());
            session.pass.count_paths(&lockstep.counts());
            offer(session, tests);
            return Ok(lockstep.spent());
        }
        Ok(0)
    }
}

fn offer(session: &mut Session<'_>, tests: Vec<Driver>) {
    let Some(method) = tests.first().map(|test| test.method) else { return };
    let mut new = tests;
    session.retain_new(method, &mut new, DEFAULT_STEPS);
    if !new.is_empty() {
        let offered = session.offer(method, new, DEFAULT_STEPS);
        session.effort.spend(offered.effort);
    }
}

/// The mutants of which nothing shows, in the order of their first.
fn by_skeleton(session: &Session<'_>) -> Vec<Together> {
    let subject = session.subject();
    let mut runner = subject.runner();
    let mut all: Vec<Together> = Vec::new();
    let mut known: BTreeMap<String, usize> = BTreeMap::new();
    for goal in subject.indices().filter(|&goal| session.is_sought(goal)) {
        let Some(driver) = session.infecting(goal) else { continue };
        let Ok(cube) = runner.cube(driver.clone()) else { continue };
        let at = *known.entry(cube.skeleton()).or_insert(all.len());
        if at == all.len() {
            all.push(Together { cube: cube.clone(), seeds: Vec::new(), goals: Vec::new() });
        }
        let together = &mut all[at];
        together.goals.push(goal);
        let is_new = together.seeds.iter().all(|seed| seed.driver() != cube.driver());
        if is_new && together.seeds.len() < SEEDS {
            together.seeds.push(cube);
        }
    }
    all
}
