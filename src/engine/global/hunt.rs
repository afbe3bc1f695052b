//! One skeleton: the original's summaries, and the question in which inputs a mutant looks different.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::analysis::effects::Effects;
use crate::analysis::relevance::Relevance;
use crate::budget::Budget;
use crate::cfg::graph::{NodeId, NodeKey};
use crate::cfg::region::Region;
use crate::driver::Driver;
use crate::driver::cube::{Cube, Values};
use crate::driver::sight;
use crate::driver::skeleton::Skeleton;
use crate::engine::EngineError;
use crate::engine::global::{EFFORT_OF_RESOURCE, Joins, Limits};
use crate::engine::subject::{GoalIndex, Runner};
use crate::exec::mutant_set::MutantSet;
use crate::frames::unroll::UnrollError;
use crate::frames::{Cut, Frames};
use crate::jvm::value::Primitive;
use crate::roa::align::Keys;
use crate::sema::program::Program;
use crate::sema::typed_tree::Body;
use crate::symbolic::paths::{self, PathBudget};
use crate::symbolic::question::{Answer, Asker, Limits as AskLimits, Question, SharedSolver, Undecided};
use crate::symbolic::summary::{Exit, Keep, NoSummary, Summary, TermBudget, summarize};
use crate::term::assignment::Assignment;
use crate::term::sort::Sort;
use crate::term::substitute::{State, Substitution};
use crate::term::variable::{VarId, Variable, VariableInfo};
use crate::term::{TermId, Terms};

/// Solutions asked for where a run shows that one does not kill.
const SOLUTIONS: usize = 4;
/// When a skeleton's terms are so many, it is built anew.
const MAX_TERMS: usize = 2_000_000;
const SEED: u64 = 1;
/// What one node of a graph costs, in evaluated terms.
pub(in crate::engine) const EFFORT_OF_NODE: u64 = 200;
/// What a term costs that is made, and one that is asked for.
const EFFORT_OF_NEW: u64 = 20;
const EFFORT_OF_TERM: u64 = 4;
/// What a question to the solver costs beside its size.
const EFFORT_OF_SOLVER: u64 = 1_000_000;
const EFFORT_OF_STRONG: u64 = 6_000_000;
/// From this bound on, runs of the mutant that go beyond it are tried as endless ones.
const BOUND_OF_ENDLESS: u32 = 4;

/// The first of the variables that are indices of a version of its own; others of that kind have smaller numbers.
const FIRST_OWN: u32 = 1_000;

/// What stopped the search for a test; later ones say more.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, thiserror::Error)]
pub enum Stop {
    #[error("none of its drivers could be followed as a whole")]
    NoSkeleton,
    #[error("no difference shows in the drivers looked at")]
    NoDifference,
    #[error("what the solver takes to differ was run, and no test sees a difference")]
    NotSeen,
    #[error("{0}")]
    Unsupported(Arc<str>),
    #[error("no difference while loops go round no more often than {0} times")]
    Bound(u32),
    #[error("size limit: {0}")]
    Size(String),
    #[error("a difference may need a function that has no exact encoding")]
    Inexact,
    #[error("solver limit: a question about a whole driver was not answered")]
    Solver,
    #[error("effort limit for one mutant with whole drivers")]
    Effort,
    /// Of the engine that asks no solver.
    #[error("{0}")]
    Cbt(crate::engine::cbt::Note),
    #[error("the effort for whole drivers was used up before it (-m METHOD gives all of it to one method)")]
    NotReached,
}

/// What came of one skeleton and one bound.
pub(super) enum Tried {
    Kills(Driver),
    /// It runs to a limit.
    KillsWeakly(Driver),
    /// For no values of the inputs.
    NoDifference,
    /// A larger bound may show more.
    Open(Stop),
    Closed(Stop),
}

/// How much the solver may spend on a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Strength {
    Usual,
    Strong,
}

pub(super) struct Hunt<'p> {
    program: &'p Program,
    skeleton: Skeleton<'p>,
    asker: Asker,
    strong: Asker,
    solver: SharedSolver,
    originals: BTreeMap<u32, Result<Arc<SummarizedFrames>, Stop>>,
    joins: Joins,
    limits: Limits,
    /// By the solvers of earlier skeletons.
    spent: u64,
    /// So many variables stand for indices of versions of their own.
    indices: u32,
}

/// One version of a driver, summarised.
struct SummarizedFrames {
    frames: Arc<Frames>,
    summary: Summary,
    returns: Option<NodeKey>,
}

impl SummarizedFrames {
    fn exit(&self) -> Option<&Exit> {
        self.summary.exits.iter().find(|exit| !exit.is_cut && Some(exit.target) == self.returns)
    }

    fn cut(&self) -> Option<&Exit> {
        self.summary.exits.iter().find(|exit| exit.is_cut)
    }
}

/// Keeps what can affect what a test sees.
struct Seen<'a> {
    keys: Keys,
    relevance: &'a Relevance,
}

impl Keep for Seen<'_> {
    fn keeps(&self, terms: &Terms, target: NodeKey, var: VarId) -> bool {
        let node: Option<NodeId> = self.keys.get(target);
        node.is_none_or(|node| self.relevance.is_relevant(terms, node, var))
    }
}

impl<'p> Hunt<'p> {
    pub(super) fn new(
        program: &'p Program,
        cube: Cube,
        (joins, limits): (Joins, Limits),
        solver: SharedSolver,
    ) -> Self {
        Self {
            program,
            skeleton: Skeleton::new(program, cube),
            asker: asker(limits, limits.resources, &solver),
            strong: asker(limits, limits.strong_resources, &solver),
            solver,
            originals: BTreeMap::new(),
            joins,
            limits,
            spent: 0,
            indices: 0,
        }
    }

    /// What the solver has spent so far.
    pub(super) const fn resources(&self) -> u64 {
        self.spent + self.asker.counts().solver_resources + self.strong.counts().solver_resources
    }

    /// Looks for a test within a bound.
    pub(super) fn attempt(
        &mut self,
        mutant: GoalIndex,
        body: &Body,
        (bound, strength): (u32, Strength),
        runner: &mut Runner<'_>,
        budget: &mut Budget,
    ) -> Result<Tried, EngineError> {
        if self.is_full() {
            self.skeleton = Skeleton::new(self.program, self.skeleton.cube().clone());
            self.spent = self.resources();
            self.asker = asker(self.limits, self.limits.resources, &self.solver);
            self.strong = asker(self.limits, self.limits.strong_resources, &self.solver);
            self.originals.clear();
        }
        let original = match self.original(bound, budget) {
            Ok(original) => original,
            Err(stop) => return Ok(Tried::Closed(stop)),
        };
        let Some(taken) = original.exit() else {
            return Ok(if original.cut().is_some() {
                Tried::Open(stop_of(&original, bound))
            } else {
                Tried::NoDifference
            });
        };
        let changed = match self.version(Some(body), bound, budget) {
            Ok(changed) => changed,
            Err(stop) => return Ok(Tried::Closed(stop)),
        };
        let mut assumptions = self.skeleton.assumptions().to_vec();
        assumptions.push(taken.guard);
        let (cut, goal) = self.not_seen(taken, &changed);
        let first = self.pursue(mutant, (&assumptions, goal), strength, runner, budget)?;
        let mut outcome = match first {
            Pursued::Found(tried) => return Ok(tried),
            Pursued::Stopped(stop) => Some(stop),
            Pursued::Nothing => None,
        };
        let is_cut = original.cut().is_some() || changed.cut().is_some();
        if bound >= BOUND_OF_ENDLESS && changed.cut().is_some() {
            let ends = self.skeleton.terms.not(cut);
            match self.pursue(mutant, (&assumptions, ends), strength, runner, budget)? {
                Pursued::Found(tried) => return Ok(tried),
                Pursued::Stopped(stop) => outcome = outcome.or(Some(stop)),
                Pursued::Nothing => {}
            }
        }
        Ok(match outcome {
            Some(stop) if is_cut => Tried::Open(stop),
            Some(stop) => Tried::Closed(stop),
            None if is_cut => Tried::Open(stop_of(&original, bound)),
            None => Tried::NoDifference,
        })
    }

    /// Where a run of a version leaves its frames; and where it does, or nothing is seen of it.
    fn not_seen(&mut self, taken: &Exit, changed: &SummarizedFrames) -> (TermId, TermId) {
        let never = self.skeleton.terms.boolean(false);
        let cut = changed.cut().map_or(never, |exit| exit.guard);
        let same = match changed.exit() {
            Some(exit) => {
                let terms =
                    sight::same(self.program, self.program.type_numbers(), &mut self.skeleton, taken, exit);
                let same = self.skeleton.terms.all(terms);
                self.skeleton.terms.and(exit.guard, same)
            }
            None => never,
        };
        // Runs of the mutant that are not followed to their end are not looked at first.
        (cut, self.skeleton.terms.or(cut, same))
    }

    /// A condition over the inputs: a version that has its end within the bound looks different there.
    pub(super) fn differs(&mut self, body: &Body, bound: u32, budget: &mut Budget) -> Result<TermId, Stop> {
        let original = self.original(bound, budget)?;
        let Some(taken) = original.exit() else { return Err(stop_of(&original, bound)) };
        let changed = self.version(Some(body), bound, budget)?;
        let (_, not_seen) = self.not_seen(taken, &changed);
        let terms = &mut self.skeleton.terms;
        let differs = terms.not(not_seen);
        let differs = terms.and(taken.guard, differs);
        Ok(self.with_own_indices(differs))
    }

    /// The same with indices of its own in the place of those that are any ([`sight`]): another version differs at another one.
    fn with_own_indices(&mut self, condition: TermId) -> TermId {
        let terms = &mut self.skeleton.terms;
        let mut own = State::default();
        for var in terms.variables_of(&[condition]) {
            let info = terms.info(var).clone();
            if let Variable::Any(_) = info.variable {
                self.indices += 1;
                let variable = Variable::Any(FIRST_OWN + self.indices);
                let index = terms.variable(VariableInfo { variable, ..info });
                own.insert(var, terms.var(index));
            }
        }
        if own.is_empty() { condition } else { Substitution::new(&own).apply(terms, condition) }
    }

    /// A driver for which all of these conditions hold, as far as terms say.
    pub(super) fn driver(
        &mut self,
        conditions: &[TermId],
        budget: &mut Budget,
    ) -> Result<Option<Driver>, EngineError> {
        let mut assumptions = self.skeleton.assumptions().to_vec();
        assumptions.extend(conditions);
        let goal = self.skeleton.terms.boolean(false);
        let before = self.asker.counts().solver_resources;
        let answer = self.asker.ask(&mut self.skeleton.terms, &Question { assumptions, goal }, budget)?;
        _ = budget.spend((self.asker.counts().solver_resources - before) * EFFORT_OF_RESOURCE);
        Ok(match answer {
            Answer::Refuted { assignment, .. } => Some(self.skeleton.driver(&assignment)),
            Answer::Valid { .. } | Answer::Undecided { .. } => None,
        })
    }

    /// The least of these bounds within which all runs of the original end, or else the largest.
    pub(super) fn bound(&mut self, bounds: &[u32], budget: &mut Budget) -> Result<u32, Stop> {
        let mut last = 1;
        for &bound in bounds {
            last = bound;
            if self.original(bound, budget)?.cut().is_none() {
                break;
            }
        }
        Ok(last)
    }

    /// Whether its terms are so many that they should be built anew.
    pub(super) fn is_full(&self) -> bool {
        self.skeleton.terms.len() > MAX_TERMS
    }

    /// Whether its driver is too large at that bound, whatever the mutant.
    pub(super) fn is_too_large(&self, bound: u32) -> bool {
        matches!(self.originals.get(&bound), Some(Err(Stop::Size(_))))
    }

    fn original(&mut self, bound: u32, budget: &mut Budget) -> Result<Arc<SummarizedFrames>, Stop> {
        if let Some(known) = self.originals.get(&bound) {
            return known.clone();
        }
        let original = self.version(None, bound, budget).map(Arc::new);
        self.originals.insert(bound, original.clone());
        original
    }

    fn version(
        &mut self,
        patched: Option<&Body>,
        bound: u32,
        budget: &mut Budget,
    ) -> Result<SummarizedFrames, Stop> {
        let frames = self.skeleton.frames(patched, self.limits.bounds(bound));
        let frames = frames.map_err(|error| match error {
            UnrollError::Irreducible | UnrollError::Entered => Stop::Unsupported(error.to_string().into()),
            UnrollError::TooLarge(_) => {
                // It was built as far as it may be large.
                _ = budget.spend(self.limits.nodes as u64 * EFFORT_OF_NODE);
                Stop::Size(error.to_string())
            }
        })?;
        let graph = &frames.graph;
        let (before, asked) = (self.skeleton.terms.len(), self.skeleton.terms.asked());
        let relevance = self.skeleton.relevance(&frames);
        let keep = Seen { keys: Keys::of(graph), relevance: &relevance };
        let region = Region::whole(graph);
        let terms = &mut self.skeleton.terms;
        let effects = Effects::unknown();
        let Limits { terms: most, paths, .. } = self.limits;
        let summary = match self.joins {
            Joins::Merged => summarize(terms, graph, &region, &effects, &keep, TermBudget { terms: most }),
            Joins::Listed => {
                paths::list(terms, graph, &region, &effects, &keep, PathBudget { paths, terms: most })
            }
        };
        let made = (self.skeleton.terms.len() - before) as u64;
        let asked = self.skeleton.terms.asked() - asked;
        // What is left of the effort is asked before the next step.
        _ = budget
            .spend(graph.nodes.len() as u64 * EFFORT_OF_NODE + made * EFFORT_OF_NEW + asked * EFFORT_OF_TERM);
        let summary = summary.map_err(|error| match error {
            NoSummary::Unsupported(what) => Stop::Unsupported(what),
            NoSummary::Cyclic | NoSummary::TooLarge(_) | NoSummary::TooManyPaths(_) => {
                Stop::Size(error.to_string())
            }
        })?;
        let returns = graph.returns.map(|node| graph.nodes[node].key);
        Ok(SummarizedFrames { summary, returns, frames })
    }

    /// Asks for inputs under which the goal does not hold, and runs what comes.
    fn pursue(
        &mut self,
        mutant: GoalIndex,
        (assumptions, goal): (&[TermId], TermId),
        strength: Strength,
        runner: &mut Runner<'_>,
        budget: &mut Budget,
    ) -> Result<Pursued, EngineError> {
        let mut assumptions = assumptions.to_vec();
        let mut weak = None;
        let mut stop = None;
        for _ in 0..SOLUTIONS {
            let question = Question { assumptions: assumptions.clone(), goal };
            let (asker, cost) = match strength {
                Strength::Usual => (&mut self.asker, EFFORT_OF_SOLVER),
                Strength::Strong => (&mut self.strong, EFFORT_OF_STRONG),
            };
            let asked = asker.counts().asked_solver();
            let answer = asker.ask(&mut self.skeleton.terms, &question, budget)?;
            _ = budget.spend((asker.counts().asked_solver() - asked) * cost);
            let assignment = match answer {
                Answer::Refuted { assignment, .. } => assignment,
                Answer::Valid { .. } => break,
                Answer::Undecided { reason } => {
                    stop = Some(match reason {
                        Undecided::Effort => Stop::Effort,
                        Undecided::TooLarge(too_large) => Stop::Size(too_large.to_string()),
                        Undecided::Resources => Stop::Solver,
                        Undecided::Inexact => Stop::Inexact,
                    });
                    break;
                }
            };
            let values = self.skeleton.values(&assignment);
            match run(&self.skeleton, &values, mutant, runner, budget) {
                Ran::Kills(driver) => return Ok(Pursued::Found(Tried::Kills(driver))),
                Ran::KillsWeakly(driver) => weak = weak.or(Some(driver)),
                Ran::Nothing => {}
            }
            stop = Some(Stop::NotSeen);
            let other = self.other_than(&assignment);
            assumptions.push(other);
        }
        Ok(match (weak, stop) {
            (Some(driver), _) => Pursued::Found(Tried::KillsWeakly(driver)),
            (None, Some(stop)) => Pursued::Stopped(stop),
            (None, None) => Pursued::Nothing,
        })
    }

    /// That some input has another value than in the assignment.
    fn other_than(&mut self, assignment: &Assignment) -> TermId {
        let inputs: Vec<VarId> = self.skeleton.inputs().iter().copied().collect();
        let terms = &mut self.skeleton.terms;
        let mut all = Vec::new();
        for var in inputs {
            let info = terms.info(var);
            let held = match info.sort {
                Sort::Value(value) => value.primitive(),
                _ => None,
            };
            let (Some(ty), Some(&bits)) = (held, assignment.variables.get(&var)) else { continue };
            let (input, value) = (terms.var(var), terms.primitive(Primitive::from_bits(ty, bits)));
            all.push(terms.same_value(input, value));
        }
        let same = terms.all(all);
        terms.not(same)
    }
}

fn asker(limits: Limits, resources: u32, solver: &SharedSolver) -> Asker {
    let limits = AskLimits { size: limits.size, resources, ..AskLimits::default() };
    Asker::with_solver(limits, SEED, solver.clone())
}

enum Pursued {
    Found(Tried),
    /// Some question was not answered, or no solution was a test.
    Stopped(Stop),
    /// There is no solution.
    Nothing,
}

enum Ran {
    Kills(Driver),
    KillsWeakly(Driver),
    Nothing,
}

fn run(
    skeleton: &Skeleton<'_>,
    values: &Values,
    mutant: GoalIndex,
    runner: &mut Runner<'_>,
    budget: &mut Budget,
) -> Ran {
    let only: MutantSet = [mutant].into_iter().collect();
    let judged = runner.judge(skeleton.cube().fill(values), &only);
    _ = budget.spend(runner.take_effort());
    match judged {
        Ok(judged) => match judged.kills.first() {
            Some((_, kind)) if kind.counts() => Ran::Kills(judged.driver),
            Some(_) => Ran::KillsWeakly(judged.driver),
            None => Ran::Nothing,
        },
        Err(_) => Ran::Nothing,
    }
}

/// Why a version is not followed to the end of all runs.
fn stop_of(version: &SummarizedFrames, bound: u32) -> Stop {
    let unsupported = version.frames.cuts.iter().find_map(|cut| match cut {
        Cut::Unsupported(what) => Some(what.clone()),
        Cut::Iterations(_) | Cut::Depth => None,
    });
    unsupported.map_or(Stop::Bound(bound), Stop::Unsupported)
}
