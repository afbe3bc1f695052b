//! The explorer of paths: one test driver in its frames, run symbolically along one path at a time (DESIGN §17).
//!
//! A state of the exploration ([`Explored`]) is a place, the conditions of the way there, and what each variable holds in terms of the
//! driver's inputs. Conditions are a list that states share from its beginning ([`Path`]). Nothing is merged where ways meet: what is
//! counted are paths.
//!
//! **Witnesses.** A state holds an assignment of the inputs under which a run comes to it. Of the ways out of a decision, the one that the
//! witness takes needs no question; only the others are asked for ([`Explorer::is_possible`]). The answer to such a question is a witness of
//! the other way, and a test. What is not decided is counted and left. An assignment may rest on a reading of a function that Java does
//! not share (`term::evaluate`): so it is a candidate like any other, and a run says what it is worth.
//!
//! **Bounds.** Loops and calls are followed as far as the frames go (`crate::frames`); a path that leaves them ends at the cut. Effort is
//! counted in evaluated terms. The terms of one exploration are bounded; past the bound it ends, and says so.
//!
//! Nothing here proves anything: a skeleton fixes lengths, aliases and constructors, and frames are bounded.

mod path;
pub mod probe;
pub mod skeletons;
mod witness;

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::analysis::effects::Effects;
use crate::budget::Budget;
use crate::cfg::graph::{EdgeKind, Graph, NodeId, Place};
use crate::driver::Driver;
use crate::driver::cube::Cube;
use crate::driver::skeleton::Skeleton;
use crate::engine::global::Stop;
use crate::frames::{Bounds, Frames};
use crate::sema::program::Program;
use crate::symbolic::encode::SizeLimits;
use crate::symbolic::question::{Answer, Asker, Limits as AskLimits, Question, SharedSolver};
use crate::symbolic::solver::SolverError;
use crate::symbolic::summary::run;
use crate::term::TermId;
use crate::term::assignment::Assignment;
use crate::term::evaluate::Program as Evaluation;
use crate::term::substitute::{State, Substitution};
pub use path::Path;

/// Past so many terms an exploration ends.
const MAX_TERMS: usize = 1_500_000;
const NODES: usize = 6_000;
const SEED: u64 = 1;
/// What a node costs that is run, and a term that is made on the way, in evaluated terms.
const EFFORT_OF_NODE: u64 = 20;
const EFFORT_OF_TERM: u64 = 4;
/// What a question to the solver costs beside its size.
const EFFORT_OF_SOLVER: u64 = 10_000;
const SIZE: SizeLimits = SizeLimits { terms: 20_000, depth: 1_000, gates: 400_000, instances: 20_000 };
const RESOURCES: u32 = 120_000;

/// One state of an exploration.
#[derive(Clone, Debug)]
pub struct Explored {
    /// The node that is run next.
    pub at: NodeId,
    pub path: Path,
    /// What the variables hold before that node, over the inputs.
    pub store: Arc<State>,
    /// Inputs that come here.
    pub witness: Arc<Assignment>,
    /// How many branchings of the source are on the way.
    pub depth: u32,
}

/// A way out of a node.
#[derive(Clone, Copy, Debug)]
pub struct Turn {
    pub to: NodeId,
    /// Over the inputs.
    pub condition: TermId,
    /// The witness takes it.
    pub is_taken: bool,
}

/// Whether some inputs come along a path.
#[derive(Clone, Debug)]
pub enum Possible {
    /// These do.
    Yes(Arc<Assignment>),
    No,
    Unknown,
}

/// What came of the paths of an exploration, or of the whole drivers that a pass explored; as reports have it.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize, PartialEq, Eq, schemars::JsonSchema)]
pub struct PathCounts {
    /// Some inputs take them.
    pub explored: u64,
    /// Of these, so many leave the frames: they go round a loop, or call, more often than was followed.
    pub cut: u64,
    /// No inputs do.
    pub infeasible: u64,
    /// It was not found out whether any do.
    pub unknown: u64,
    /// The questions for a label, or for a mutant's infection.
    pub labels_asked: u64,
    /// Goals for which an exploration has no condition.
    pub left_out: u64,
    /// Explorations that a limit ended.
    pub limited: u64,
}

impl PathCounts {
    /// All of these together; `None` where there are none.
    pub fn sum(all: impl IntoIterator<Item = Self>) -> Option<Self> {
        all.into_iter().reduce(|mut sum, own| {
            sum.add(&own);
            sum
        })
    }

    pub const fn add(&mut self, other: &Self) {
        self.explored += other.explored;
        self.cut += other.cut;
        self.infeasible += other.infeasible;
        self.unknown += other.unknown;
        self.labels_asked += other.labels_asked;
        self.left_out += other.left_out;
        self.limited += other.limited;
    }
}

/// One driver, explored.
pub struct Explorer<'p> {
    pub skeleton: Skeleton<'p>,
    asker: Asker,
    effects: Effects,
    pub budget: Budget,
}

impl<'p> Explorer<'p> {
    /// `effort`: in evaluated terms.
    pub fn new(program: &'p Program, cube: Cube, solver: SharedSolver, effort: u64) -> Self {
        let mut skeleton = Skeleton::new(program, cube);
        skeleton.terms.splits_conditions = true;
        let limits = AskLimits {
            size: SIZE,
            resources: RESOURCES,
            equalities: true,
            near_zero: true,
            ..AskLimits::default()
        };
        let asker = Asker::with_solver(limits, SEED, solver);
        Self { skeleton, asker, effects: Effects::unknown(), budget: Budget::new(effort) }
    }

    /// The original's frames, in which loops go round so often.
    ///
    /// # Errors
    ///
    /// They are too large, or a loop has more than one entry.
    pub fn original(&mut self, bound: u32) -> Result<Arc<Frames>, Stop> {
        self.skeleton.frames(None, bounds(bound)).map_err(|error| Stop::Size(error.to_string()))
    }

    /// The frames of a version of one method.
    ///
    /// # Errors
    ///
    /// They are too large, or a loop has more than one entry.
    pub fn version(&mut self, body: &crate::sema::typed_tree::Body, bound: u32) -> Result<Arc<Frames>, Stop> {
        self.skeleton.frames(Some(body), bounds(bound)).map_err(|error| Stop::Size(error.to_string()))
    }

    /// Where an exploration begins: with the literals of the driver as its first witness. `None`: they are no inputs that its
    /// assumptions allow, and none were found.
    ///
    /// # Errors
    ///
    /// The solver failed.
    pub fn start(&mut self, graph: &Graph) -> Result<Option<Explored>, SolverError> {
        let mut own = Assignment::default();
        witness::complete(&mut self.skeleton, &[], &mut own);
        let assumptions = self.skeleton.assumptions().to_vec();
        let witness = if self.holds(&own, &assumptions) {
            Arc::new(own)
        } else {
            match self.is_possible(&Path::default(), None)? {
                Possible::Yes(witness) => witness,
                Possible::No | Possible::Unknown => return Ok(None),
            }
        };
        let (path, store) = (Path::default(), Arc::default());
        Ok(Some(Explored { at: graph.entry, path, store, witness, depth: 0 }))
    }

    /// The inputs of another driver with this skeleton.
    pub fn seed(&mut self, other: &Cube) -> Arc<Assignment> {
        let literals = other.inputs().iter().map(|input| input.value.clone()).collect();
        Arc::new(witness::of_literals(&mut self.skeleton, literals))
    }

    /// Whether an exploration has to end here: its effort is spent, or its terms are too many.
    pub fn is_over(&self) -> bool {
        self.budget.is_exhausted() || self.skeleton.terms.len() > MAX_TERMS
    }

    /// Runs the node at which a state stands; the ways out of it that are not plainly closed.
    pub fn run(&mut self, graph: &Graph, state: &mut Explored) -> SmallVec<[Turn; 2]> {
        let terms = &mut self.skeleton.terms;
        let before = terms.asked();
        let node = &graph.nodes[state.at];
        let store = std::mem::take(&mut state.store);
        let store = Arc::try_unwrap(store).unwrap_or_else(|shared| (*shared).clone());
        // Frames hold no call and nothing that is not followed: those ways lead to the cut.
        let store = run(terms, &node.effect, store, &self.effects).unwrap_or_default();
        let mut turns: SmallVec<[Turn; 2]> = SmallVec::new();
        let mut substitution = Substitution::new(&store);
        for edge in graph.outgoing(state.at) {
            let condition = substitution.apply(terms, edge.condition);
            if !terms.is_false(condition) {
                turns.push(Turn { to: edge.to, condition, is_taken: false });
            }
        }
        state.store = Arc::new(store);
        let asked = terms.asked() - before;
        _ = self.budget.spend(EFFORT_OF_NODE + asked * EFFORT_OF_TERM);
        self.take(&state.witness, &mut turns);
        turns
    }

    /// Marks the way that a witness takes.
    fn take(&mut self, witness: &Assignment, turns: &mut [Turn]) {
        if let [only] = turns {
            only.is_taken = true;
            return;
        }
        let conditions: Vec<TermId> = turns.iter().map(|turn| turn.condition).collect();
        let evaluation = Evaluation::new(&self.skeleton.terms, &conditions);
        _ = self.budget.spend(evaluation.len() as u64);
        let mut source = witness;
        let values = evaluation.run(&self.skeleton.terms, 1, &mut source);
        if let Some(taken) = turns.iter_mut().find(|turn| values.is_true(turn.condition, 0)) {
            taken.is_taken = true;
        }
    }

    /// A term over the variables before a state's node, over the inputs.
    pub fn at(&mut self, state: &Explored, term: TermId) -> TermId {
        let terms = &mut self.skeleton.terms;
        let before = terms.asked();
        let term = Substitution::new(&state.store).apply(terms, term);
        let asked = terms.asked() - before;
        _ = self.budget.spend(asked * EFFORT_OF_TERM);
        term
    }

    /// Whether all of these hold under a witness.
    pub fn holds(&mut self, witness: &Assignment, conditions: &[TermId]) -> bool {
        let evaluation = Evaluation::new(&self.skeleton.terms, conditions);
        _ = self.budget.spend(evaluation.len() as u64);
        let mut source = witness;
        let values = evaluation.run(&self.skeleton.terms, 1, &mut source);
        values.is_well_formed(0) && conditions.iter().all(|&condition| values.is_true(condition, 0))
    }

    /// Whether some inputs come along a path and then meet a condition.
    ///
    /// # Errors
    ///
    /// The solver failed.
    pub fn is_possible(&mut self, path: &Path, condition: Option<TermId>) -> Result<Possible, SolverError> {
        let mut assumptions = self.skeleton.assumptions().to_vec();
        assumptions.extend(path.conditions());
        assumptions.extend(condition);
        let never = self.skeleton.terms.boolean(false);
        if assumptions.contains(&never) {
            return Ok(Possible::No);
        }
        let question = Question { assumptions, goal: never };
        let asked = self.asker.counts().asked_solver();
        let answer = self.asker.ask(&mut self.skeleton.terms, &question, &mut self.budget)?;
        _ = self.budget.spend((self.asker.counts().asked_solver() - asked) * EFFORT_OF_SOLVER);
        Ok(match answer {
            Answer::Valid { .. } => Possible::No,
            Answer::Undecided { .. } => Possible::Unknown,
            Answer::Refuted { mut assignment, .. } => {
                let known = self.skeleton.terms.variables_of(&question.assumptions);
                witness::complete(&mut self.skeleton, &known, &mut assignment);
                Possible::Yes(Arc::new(assignment))
            }
        })
    }

    /// The questions so far.
    pub const fn questions(&self) -> u64 {
        self.asker.counts().questions
    }

    /// The test that a witness is.
    pub fn test(&self, witness: &Assignment) -> Driver {
        self.skeleton.driver(witness)
    }
}

fn bounds(iterations: u32) -> Bounds {
    Bounds { nodes: NODES, ..Bounds::of_iterations(iterations) }
}

/// Whether a node is a branching of the source: an `if`, a loop, a `switch`, an operator of conditions. The checks that Java makes (null, bounds,
/// zero, casts) and the choice among methods that override one another fork, too, and are none.
pub fn is_branching(graph: &Graph, node: NodeId) -> bool {
    let is_of_source = |edge: &crate::cfg::graph::Edge| {
        edge.kind != EdgeKind::Exceptional
            && !matches!(graph.nodes[edge.to].key.place, Place::Raise(..) | Place::Entry)
    };
    graph.is_decision(node) && graph.outgoing(node).all(is_of_source)
}
