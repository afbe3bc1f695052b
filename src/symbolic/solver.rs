//! Whether a question can be satisfied: bits alone are a circuit for a SAT solver, floats go to Z3.

use crate::symbolic::circuit;
use crate::symbolic::encode::Script;
use crate::symbolic::z3::Worker;

/// What a solver may spend on one question, in its own units: some seven to ten million a second.
pub const DEFAULT_RESOURCES: u32 = 1_000_000;

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

/// Z3's part of it lives on, and starts with the first question that is for it.
#[derive(Debug, Default)]
pub struct Solver {
    z3: Option<Worker>,
}

impl Solver {
    /// For about so many resources at most.
    pub fn check(&mut self, script: &Script, resources: u32) -> Result<Answered, SolverError> {
        if script.has_floats { self.ask_z3(script, resources) } else { circuit::solve(script, resources) }
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
