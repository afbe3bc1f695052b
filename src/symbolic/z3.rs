//! Z3, and the only file that names it.
//!
//! Each [`Worker`] has a thread of its own, and so a context of its own: it answers its questions in the order in
//! which they come, and nothing else has any influence on what models it gives (DESIGN §5). Its solvers live on
//! between questions, with push and pop. A fault of Z3 ends its thread and becomes a [`SolverError`].

use std::sync::Once;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use crate::symbolic::encode::{Script, Shape};
use crate::symbolic::solver::{Answered, Satisfiable, SolverError};

/// Deep terms recurse in Z3, and no question is deeper than its limits; only what is used is ever taken.
const STACK: usize = 1 << 27;
/// Of all of Z3 in the process. The limits on questions keep it far below.
const MEMORY_MEGABYTES: &str = "3000";

#[derive(Debug)]
pub(super) struct Worker {
    questions: Sender<Question>,
    answers: Receiver<Result<Answered, SolverError>>,
}

struct Question {
    text: String,
    resources: u32,
    floats: bool,
    constants: Vec<(String, Shape)>,
}

impl Worker {
    pub(super) fn start() -> Result<Self, SolverError> {
        let (questions, incoming) = channel::<Question>();
        let (outgoing, answers) = channel();
        let work = move || {
            let mut session = Session::new();
            for question in incoming {
                if outgoing.send(session.answer(&question)).is_err() {
                    break;
                }
            }
        };
        thread::Builder::new()
            .name("solver".to_owned())
            .stack_size(STACK)
            .spawn(work)
            .map_err(|error| SolverError::Thread(error.to_string()))?;
        Ok(Self { questions, answers })
    }

    /// For at most so much of its own units. After [`SolverError::Failed`] the worker is of no more use.
    pub(super) fn check(&self, script: &Script, resources: u32) -> Result<Answered, SolverError> {
        let question = Question {
            text: script.to_one_assertion(),
            resources,
            floats: script.has_floats,
            constants: script.constants.clone(),
        };
        self.questions.send(question).map_err(|_| SolverError::Failed)?;
        self.answers.recv().map_err(|_| SolverError::Failed)?
    }
}

/// What lives in the thread: a solver for bits and one for floats, which Z3 builds from different parts.
struct Session {
    bits: Option<z3::Solver>,
    floats: Option<z3::Solver>,
    /// By all questions so far.
    used: u64,
}

impl Session {
    fn new() -> Self {
        static MEMORY: Once = Once::new();
        MEMORY.call_once(|| z3::set_global_param("memory_max_size", MEMORY_MEGABYTES));
        Self { bits: None, floats: None, used: 0 }
    }

    fn answer(&mut self, question: &Question) -> Result<Answered, SolverError> {
        let (place, logic) =
            if question.floats { (&mut self.floats, "QF_BVFP") } else { (&mut self.bits, "QF_BV") };
        let solver = place.get_or_insert_with(|| z3::Solver::new_for_logic(logic).unwrap_or_default());
        let mut params = z3::Params::new();
        params.set_u32("rlimit", question.resources);
        // Else an interrupt during a question ends the question alone, and nobody hears of it.
        params.set_bool("ctrl_c", false);
        solver.set_params(&params);
        solver.push();
        solver.from_string(question.text.as_str());
        // A text with an error asserts nothing.
        let answer = if solver.get_assertions().is_empty() {
            Err(SolverError::Rejected)
        } else {
            let satisfiable = ask(solver, question);
            let count = resources_used(solver).max(self.used);
            let resources = count - self.used;
            self.used = count;
            Ok(Answered { satisfiable, resources })
        };
        solver.pop(1);
        answer
    }
}

/// What the context of a solver has spent so far; the solvers of one thread share it.
fn resources_used(solver: &z3::Solver) -> u64 {
    match solver.get_statistics().value("rlimit count") {
        Some(z3::StatisticsValue::UInt(count)) => count.into(),
        Some(z3::StatisticsValue::Double(count)) => count as u64,
        None => 0,
    }
}

fn ask(solver: &z3::Solver, question: &Question) -> Satisfiable {
    match solver.check() {
        z3::SatResult::Unsat => Satisfiable::No,
        z3::SatResult::Unknown => Satisfiable::Unknown(solver.get_reason_unknown().unwrap_or_default()),
        z3::SatResult::Sat => {
            let Some(model) = solver.get_model() else {
                return Satisfiable::Unknown("there is no model".to_owned());
            };
            let values = question.constants.iter().map(|(name, shape)| value(&model, name, *shape));
            Satisfiable::Yes(values.collect())
        }
    }
}

/// What a constant is in a model; what the model leaves open is 0.
fn value(model: &z3::Model, name: &str, shape: Shape) -> u64 {
    match shape {
        Shape::Bool => {
            let constant = z3::ast::Bool::new_const(name);
            model.eval(&constant, true).and_then(|v| v.as_bool()).unwrap_or(false).into()
        }
        Shape::Bits(width) => bits(model, name, width),
        // Declared as their bits; see `encode`.
        Shape::Float => bits(model, name, 32),
        Shape::Double => bits(model, name, 64),
    }
}

fn bits(model: &z3::Model, name: &str, width: u32) -> u64 {
    let constant = z3::ast::BV::new_const(name, width);
    let value = model.eval(&constant, true).and_then(|v| v.as_u64()).unwrap_or(0);
    if width == 32 { value as u32 as i32 as i64 as u64 } else { value }
}
