//! One question about all that is left of a method without loops (DESIGN §17): does any call tell any of its mutants from the original?
//!
//! It is SymBMC's formula, asked for what the passes before it left. No model: all that are left are proven at once, as
//! [`Bmc`](super::Bmc) proves them. A model names a mutant and is run as a test against all that live; what it kills is blocked, and the
//! question asked again. Where nothing is said of all calls of a method, the formula is too large, or an answer takes too long, nothing follows,
//! and nothing is noted: the passes behind this one look at each mutant for itself.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use super::counts::FormulaCounts;
use super::{FAULT, Frame, Leading, Refuted, ask, frames, nodes, one_formula, paid};
use crate::driver::Generator;
use crate::engine::pass::PassKind;
use crate::engine::session::Session;
use crate::engine::subject::GoalIndex;
use crate::engine::whole::{Asked, Whole};
use crate::engine::{Engine, EngineError};
use crate::exec::limits::DEFAULT_STEPS;
use crate::sema::program::{MethodId, Program};
use crate::symbolic::encode::SizeLimits;
use crate::symbolic::incremental::{FoundModel, Incremental};

/// A formula that is larger is not made.
const LIMITS: SizeLimits = SizeLimits { terms: 60_000, depth: 2_000, gates: 2_000_000, instances: 20_000 };
/// What the answers about one method may take.
const EFFORT: u64 = 3_000_000;

/// See the module.
pub struct Rest<'p> {
    generator: Generator<'p>,
}

impl<'p> Rest<'p> {
    pub const fn new(generator: Generator<'p>) -> Self {
        Self { generator }
    }

    /// What it may spend.
    pub fn limits() -> Value {
        json!({ "method_effort": EFFORT })
    }
}

impl Engine for Rest<'_> {
    fn pass(&self) -> PassKind {
        PassKind::Refutation
    }

    fn run(&mut self, session: &mut Session<'_>) -> Result<(), EngineError> {
        let subject = session.subject();
        let leading = Leading::of(session, &self.generator);
        let mut refuted: BTreeMap<GoalIndex, Vec<Frame>> = BTreeMap::new();
        for (&entry, goals) in &leading.of_entry {
            if !is_of_values(subject.program(), entry) || session.effort.left() == 0 {
                continue;
            }
            let Ok(mut whole) = Whole::up_to(subject, &self.generator, entry, 1) else { continue };
            session.effort.spend_terms(whole.skeleton.terms.asked());
            if whole.is_cut() {
                continue;
            }
            for goal in told_from_none(session, &mut whole, goals)? {
                refuted.entry(goal).or_default().push(Frame { bound: whole.bound(), is_cut: false });
            }
        }
        leading.prove(session, refuted);
        Ok(())
    }
}

/// Whether a method is static and its arguments are values, which its graph need not be built for.
fn is_of_values(program: &Program, method: MethodId) -> bool {
    let method = &program.methods[method];
    method.is_static() && method.parameters.iter().all(|parameter| !parameter.ty.is_reference())
}

/// The open goals that no call tells from the original; none, if that is not known.
fn told_from_none(
    session: &mut Session<'_>,
    whole: &mut Whole<'_>,
    goals: &[GoalIndex],
) -> Result<Refuted, EngineError> {
    let mut counts = FormulaCounts { nodes: nodes(whole.original_frames()), ..FormulaCounts::default() };
    let mut numbered = Vec::new();
    let open: Vec<GoalIndex> = goals.iter().copied().filter(|&goal| session.is_open(goal)).collect();
    for goal in open {
        if let Ok(frames) = frames(session, whole, goal) {
            numbered.push((goal, frames));
        }
    }
    if numbered.is_empty() {
        return Ok(Refuted::new());
    }
    counts.faults += numbered.len() as u64;
    let formula =
        |whole: &mut Whole<'_>| one_formula(whole, &numbered, (Asked::Differs, &LIMITS), &mut counts);
    let refuted = match paid(session, whole, formula)? {
        Ok(mut formula) => {
            session.effort.spend_terms(formula.spent());
            let goals: Vec<GoalIndex> = numbered.into_iter().map(|(goal, _)| goal).collect();
            left(session, whole, &mut formula, &goals, &mut counts)
        }
        Err(_) => Refuted::new(),
    };
    session.pass.count_formulas(&counts);
    Ok(refuted)
}

/// Those that are left when there is no model any more; none, if it does not come to that.
fn left(
    session: &mut Session<'_>,
    whole: &Whole<'_>,
    formula: &mut Incremental,
    goals: &[GoalIndex],
    counts: &mut FormulaCounts,
) -> Refuted {
    let mut left: BTreeSet<usize> = (0..goals.len()).collect();
    let terms = &whole.skeleton.terms;
    let fault = terms.find_variable(FAULT);
    while formula.spent() < EFFORT {
        let most = EFFORT - formula.spent();
        let (found, spent) = ask(session, whole, (&mut *formula, &[]), most);
        counts.count(&found, spent);
        let assignment = match found {
            FoundModel::Nothing => return left.into_iter().map(|at| goals[at]).collect(),
            FoundModel::Unknown => break,
            FoundModel::Values { assignment, .. } => assignment,
        };
        let number = fault.map_or(0, |fault| assignment.variable(terms, fault));
        let at = (number as usize).wrapping_sub(1);
        if !left.contains(&at) {
            // A model of a mutant that is blocked: the solver contradicts itself, and nothing is concluded.
            break;
        }
        let driver = whole.skeleton.driver(&assignment);
        session.offer(driver.method, vec![driver], DEFAULT_STEPS);
        counts.spurious += u64::from(session.is_open(goals[at]));
        let is_blocked = |&other: &usize| other == at || !session.is_open(goals[other]);
        let blocked: Vec<usize> = left.iter().copied().filter(is_blocked).collect();
        for other in blocked {
            left.remove(&other);
            formula.block(&[other]);
        }
    }
    Refuted::new()
}
