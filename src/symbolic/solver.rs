//! Whether a question can be satisfied: bits alone are a circuit for a SAT solver, and what it leaves open and floats go
//! to Z3.

use crate::symbolic::circuit;
use crate::symbolic::encode::Script;
use crate::symbolic::z3::Worker;

/// What a solver may spend on one question, in units of which some ten million take a second.
pub const DEFAULT_RESOURCES: u32 = 1_000_000;

/// What Z3 rewrites, it may see at once: where a circuit is hard, it has the other part of the resources; not where there
/// are products and quotients, which are circuits to it, too.
const PART_OF_CIRCUIT: u32 = 2;
/// How much longer a unit of its takes.
const SLOWNESS_OF_Z3: u64 = 2;

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SolverError {
    #[error("the solver's thread cannot be started: {0}")]
    Thread(String),
    #[error("the solver failed on a question")]
    Failed,
    #[error("the solver did not accept a question")]
    Rejected,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Satisfiable {
    No,
    /// A value for each constant of the script, as bits.
    Yes(Vec<u64>),
    /// The resources did not suffice, or the solver's reason.
    Unknown(String),
}

/// An answer, and what the solver spent on it, in its own units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answered {
    pub satisfiable: Satisfiable,
    pub resources: u64,
}

/// What Z3 is asked of the questions that a circuit leaves open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SecondEngine {
    /// Nothing; nor are questions over floats.
    Off,
    /// With a part of the resources that are left: most of what it answers at all it answers soon.
    Briefly,
    /// With all that are left.
    Fully,
}

/// The part of the resources that Z3 is given where it is asked briefly, and the most of them.
const BRIEFLY: u32 = 4;
const MOST_BRIEFLY: u32 = 20_000;

/// Z3's part of it lives on, and starts with the first question that is for it.
#[derive(Debug, Default)]
pub struct Solver {
    z3: Option<Worker>,
}

impl Solver {
    /// For about so many resources at most. A question that an engine does not accept is an error of ours: one that nobody
    /// answers, and no reason to lose what is known of a class.
    pub fn check(
        &mut self,
        script: &Script,
        resources: u32,
        second: SecondEngine,
    ) -> Result<Answered, SolverError> {
        let answer = self.answer(script, resources, second);
        debug_assert!(answer != Err(SolverError::Rejected), "{}", script.to_one_assertion());
        match answer {
            Err(rejected @ SolverError::Rejected) => Ok(Answered {
                satisfiable: Satisfiable::Unknown(rejected.to_string()),
                resources: resources.into(),
            }),
            answer => answer,
        }
    }

    fn answer(
        &mut self,
        script: &Script,
        resources: u32,
        second: SecondEngine,
    ) -> Result<Answered, SolverError> {
        // What has floats is not asked then.
        if second == SecondEngine::Off {
            return circuit::solve(script, resources);
        }
        if script.has_floats {
            return self.ask_z3(script, resources);
        }
        let first = circuit::solve(script, resources / PART_OF_CIRCUIT)?;
        let left = u64::from(resources).saturating_sub(first.resources) as u32;
        let is_answered = !matches!(first.satisfiable, Satisfiable::Unknown(_));
        if is_answered || left == 0 || script.size.products > 0 {
            return Ok(first);
        }
        let most = match second {
            SecondEngine::Briefly => (left / BRIEFLY).clamp(1, MOST_BRIEFLY),
            SecondEngine::Fully | SecondEngine::Off => left,
        };
        let second = self.ask_z3(script, most)?;
        Ok(Answered { resources: first.resources + second.resources * SLOWNESS_OF_Z3, ..second })
    }

    /// The second engine, whatever the question is about.
    pub fn ask_z3(&mut self, script: &Script, resources: u32) -> Result<Answered, SolverError> {
        let worker = match self.z3.take() {
            Some(worker) => worker,
            None => Worker::start()?,
        };
        let answer = worker.check(script, resources);
        // One that failed is not asked again.
        self.z3 = (answer != Err(SolverError::Failed)).then_some(worker);
        answer
    }
}
