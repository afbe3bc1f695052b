//! Whole drivers as formulas: on which inputs a test that makes one call tells a mutant from the original (DESIGN §17).
//!
//! A *call* here is one of a static method with arguments of primitive types, each of which is an input, and no value but a primitive one or a string; nothing is arranged and
//! nothing follows. [`Whole::differs`] gives, over these inputs, a condition that holds wherever a run of both versions shows a difference:
//! it may hold elsewhere, too. So where it cannot hold, no such call kills the mutant, and where those of two mutants cannot hold
//! together, no such call kills both.
//!
//! **Why it holds wherever there is a difference.** What a caller sees of such a call is its value, or the exception: the class and all
//! fields of that are compared, references by identity, so that what looks the same is the same. Where a version may leave the frames
//! the condition holds. All else that a call could leave behind, or depend on, or that the graphs do not follow, is a [`Gap`] with a name:
//! then nothing is said ([`Whole::new`] and [`Whole::differs`] give the gaps in the place of a condition).
//!
//! **Of other drivers**, in which objects, arrays and texts are made, [`Whole::in_skeleton`] compares what a test looks at ([`sight`]), with all
//! that is arranged as it is: that *finds* tests, and where there is none, nothing follows.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::analysis::effects::Effects;
use crate::analysis::relevance::Relevance;
use crate::cfg::graph::{Effect, Graph, Node, NodeKey};
use crate::cfg::lower::variables as heap;
use crate::cfg::region::Region;
use crate::dalg::refutation::{Gap, Gaps, asks_for_identity};
use crate::dalg::starts::Starts;
use crate::driver::Generator;
use crate::driver::cube::Cube;
use crate::driver::sight;
use crate::driver::skeleton::Skeleton;
use crate::engine::dalgorithm::inputs;
use crate::engine::subject::Subject;
use crate::frames::{Bounds, Frames};
use crate::roa::align::Keys;
use crate::sema::program::{ClassId, FieldId, MethodId, Program};
use crate::sema::typed_tree::Body;
use crate::sema::types::Ty;
use crate::symbolic::summary::{Exit, Keep, Summary, TermBudget, summarize};
use crate::term::variable::{VarId, Variable};
use crate::term::{TermId, Terms};

/// Candidates that are looked through for one whose literals are the arguments.
const CANDIDATES: u64 = 64;
/// How often loops go round, until the frames hold every run.
const BOUNDS: [u32; 2] = [1, 8];
pub(super) const NODES: usize = 6_000;
const TERMS: usize = 200_000;

/// One method as a test calls it, with its original summarised.
pub struct Whole<'p> {
    subject: &'p Subject,
    pub skeleton: Skeleton<'p>,
    bound: u32,
    is_cut: bool,
    compared: Compared,
    original_frames: Arc<Frames>,
    original: SummarizedCall,
}

/// What of two versions is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Compared {
    /// All that a caller sees: nothing that a version does is beside it.
    Call,
    /// What a test of the driver looks at, as far as terms say.
    Sight,
}

/// What a condition says of a mutant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// A call tells it from the original, or leaves the frames.
    Differs,
    /// A call within the frames of both versions tells it from the original.
    Within,
    /// It leaves the frames on a call on which the original does not.
    Leaves,
}

/// One version of the driver, summarised.
struct SummarizedCall {
    summary: Summary,
    returns: Option<NodeKey>,
}

impl SummarizedCall {
    fn exit(&self) -> Option<&Exit> {
        self.summary.exits.iter().find(|exit| !exit.is_cut && Some(exit.target) == self.returns)
    }
}

/// Keeps what can affect what a test sees.
struct Seen<'a> {
    keys: Keys,
    relevance: &'a Relevance,
}

impl Keep for Seen<'_> {
    fn keeps(&self, terms: &Terms, target: NodeKey, var: VarId) -> bool {
        self.keys.get(target).is_none_or(|node| self.relevance.is_relevant(terms, node, var))
    }
}

impl<'p> Whole<'p> {
    /// # Errors
    ///
    /// What keeps a formula from saying all about calls of the method.
    pub fn new(subject: &'p Subject, generator: &Generator<'_>, entry: MethodId) -> Result<Self, Gaps> {
        let cube = cube(subject, generator, entry)?;
        for bound in BOUNDS {
            let whole = Self::within(subject, &cube, bound, Compared::Call)?;
            // Where no run comes to the cut, the frames hold every run.
            if !whole.is_cut {
                return Ok(whole);
            }
        }
        Err([Gap::Cut].into())
    }

    /// With loops that go round so often at the most: what is asked speaks of the calls that end within the original's frames.
    ///
    /// # Errors
    ///
    /// What keeps a formula from saying all about these.
    pub fn up_to(
        subject: &'p Subject,
        generator: &Generator<'_>,
        entry: MethodId,
        bound: u32,
    ) -> Result<Self, Gaps> {
        Self::within(subject, &cube(subject, generator, entry)?, bound, Compared::Call)
    }

    /// Any driver, whose literals are inputs. What it says finds tests and proves nothing.
    ///
    /// # Errors
    ///
    /// Its summary is too large.
    pub fn in_skeleton(subject: &'p Subject, cube: &Cube, bound: u32) -> Result<Self, Gaps> {
        Self::within(subject, cube, bound, Compared::Sight)
    }

    fn within(subject: &'p Subject, cube: &Cube, bound: u32, compared: Compared) -> Result<Self, Gaps> {
        let program = subject.program();
        let mut skeleton = Skeleton::new(program, cube.clone());
        let original_frames = frames(&mut skeleton, None, bound)?;
        compared.check(subject, &skeleton.terms, &original_frames.graph)?;
        let original = summarized(&mut skeleton, &original_frames)?;
        let is_cut = original.summary.exits.iter().any(|exit| exit.is_cut);
        Ok(Self { subject, skeleton, bound, is_cut, compared, original_frames, original })
    }

    /// A condition over the inputs that holds wherever a call tells the mutant from the original.
    ///
    /// # Errors
    ///
    /// What keeps it from saying so.
    pub fn differs(&mut self, mutant: &Body) -> Result<TermId, Gaps> {
        let frames = self.frames(mutant)?;
        self.differs_in(&frames)
    }

    /// The driver with the mutant's code, in frames of which nothing is unknown.
    ///
    /// # Errors
    ///
    /// What is.
    pub fn frames(&mut self, mutant: &Body) -> Result<Arc<Frames>, Gaps> {
        let frames = frames(&mut self.skeleton, Some(mutant), self.bound)?;
        self.compared.check(self.subject, &self.skeleton.terms, &frames.graph)?;
        Ok(frames)
    }

    /// [`Self::differs`] of a version in these frames, or of one that is several by some of its variables.
    ///
    /// # Errors
    ///
    /// Its summary is too large.
    pub fn differs_in(&mut self, frames: &Frames) -> Result<TermId, Gaps> {
        self.asked_in(Asked::Differs, frames)
    }

    /// The same of what is asked.
    ///
    /// # Errors
    ///
    /// Its summary is too large.
    pub fn asked_in(&mut self, asked: Asked, frames: &Frames) -> Result<TermId, Gaps> {
        let changed = summarized(&mut self.skeleton, frames)?;
        let (original, mutant) = (self.original.exit().cloned(), changed.exit());
        let never = self.skeleton.terms.boolean(false);
        let same = match (&original, mutant) {
            (Some(original), Some(mutant)) => match self.compared {
                Compared::Call => self.same(original, mutant),
                Compared::Sight => self.looks_same(original, mutant),
            },
            _ => never,
        };
        let terms = &mut self.skeleton.terms;
        let (own, other) =
            (original.map_or(never, |exit| exit.guard), mutant.map_or(never, |exit| exit.guard));
        let both = terms.and(own, other);
        Ok(match asked {
            Asked::Differs => {
                let same = terms.and(both, same);
                terms.not(same)
            }
            Asked::Within => {
                let differs = terms.not(same);
                terms.and(both, differs)
            }
            Asked::Leaves => {
                let leaves = terms.not(other);
                terms.and(own, leaves)
            }
        })
    }

    /// Whether some call may end within the original's frames.
    pub fn may_end(&self) -> bool {
        self.original.exit().is_some_and(|exit| !self.skeleton.terms.is_false(exit.guard))
    }

    /// Whether some calls leave the original's frames.
    pub const fn is_cut(&self) -> bool {
        self.is_cut
    }

    /// Whether a condition speaks of every call of the method, so that there is no test where it has no model.
    pub fn is_of_all(&self) -> bool {
        !self.is_cut && self.compared == Compared::Call
    }

    pub const fn original_frames(&self) -> &Arc<Frames> {
        &self.original_frames
    }

    /// How often loops go round in its frames, at the most.
    pub const fn bound(&self) -> u32 {
        self.bound
    }

    /// What holds of the inputs.
    pub fn assumptions(&self) -> &[TermId] {
        self.skeleton.assumptions()
    }

    /// Whether a test sees no difference, as far as terms say.
    fn looks_same(&mut self, original: &Exit, mutant: &Exit) -> TermId {
        let program = self.subject.program();
        let same = sight::same(program, program.type_numbers(), &mut self.skeleton, original, mutant);
        self.skeleton.terms.all(same)
    }

    /// Whether what a caller sees is the same.
    fn same(&mut self, original: &Exit, mutant: &Exit) -> TermId {
        let ends = self.skeleton.ends();
        let fields: Vec<FieldId> = exception_fields(self.subject.program()).collect();
        let terms = &mut self.skeleton.terms;
        let values = |terms: &mut Terms, var: VarId| {
            let unchanged = terms.var(var);
            let of = |exit: &Exit| exit.state.get(&var).copied().unwrap_or(unchanged);
            (of(original), of(mutant))
        };
        let mut all = Vec::new();
        for end in ends {
            if let Some((value, _)) = end.value {
                let (a, b) = values(terms, value);
                all.push(terms.same_value(a, b));
            }
            let (a, b) = values(terms, end.thrown);
            let null = terms.null();
            let nulls = [a, b].map(|thrown| terms.same_reference(thrown, null));
            all.push(terms.same_value(nulls[0], nulls[1]));
            let class = heap::class(terms);
            let maps = fields.iter().filter_map(|&field| terms.find_variable(Variable::Field(field)));
            for map in std::iter::once(class).chain(maps.collect::<Vec<_>>()) {
                let (of_original, of_mutant) = values(terms, map);
                let (x, y) = (terms.select(of_original, a), terms.select(of_mutant, b));
                let same = terms.same_value(x, y);
                all.push(terms.or(nulls[0], same));
            }
        }
        if let Some(trap) = terms.find_variable(Variable::Trap) {
            let (a, b) = values(terms, trap);
            all.push(terms.same_value(a, b));
        }
        terms.all(all)
    }
}

impl Compared {
    /// That a version does nothing of which the comparison does not speak.
    fn check(self, subject: &Subject, terms: &Terms, graph: &Graph) -> Result<(), Gaps> {
        let gaps = match self {
            Self::Call => gaps_of(subject, terms, graph),
            Self::Sight => Gaps::new(),
        };
        if gaps.is_empty() { Ok(()) } else { Err(gaps) }
    }
}

/// The driver whose literals are the method's arguments.
fn cube(subject: &Subject, generator: &Generator<'_>, entry: MethodId) -> Result<Cube, Gaps> {
    let program = subject.program();
    // A string that is the same object is the same text.
    let returned = program.methods[entry].return_type;
    if returned.is_reference() && returned != Ty::Class(program.well_known.string) {
        return Err([Gap::Seen].into());
    }
    let mut runner = subject.runner();
    let mut found = Gaps::from([Gap::Inputs]);
    for candidate in (0..CANDIDATES).map_while(|n| generator.candidate(entry, n)) {
        let Ok(cube) = runner.cube(candidate) else { continue };
        let gaps = inputs::gaps(program, entry, &cube);
        if gaps.is_empty() {
            return Ok(cube);
        }
        found = gaps;
    }
    Err(found)
}

fn frames(skeleton: &mut Skeleton<'_>, patched: Option<&Body>, bound: u32) -> Result<Arc<Frames>, Gaps> {
    let bounds = Bounds { nodes: NODES, ..Bounds::of_iterations(bound) };
    skeleton.frames(patched, bounds).map_err(|_| Gaps::from([Gap::Limit]))
}

fn summarized(skeleton: &mut Skeleton<'_>, frames: &Frames) -> Result<SummarizedCall, Gaps> {
    let relevance = skeleton.relevance(frames);
    let graph = &frames.graph;
    let keep = Seen { keys: Keys::of(graph), relevance: &relevance };
    let budget = TermBudget { terms: TERMS };
    let region = Region::whole(graph);
    let summary = summarize(&mut skeleton.terms, graph, &region, &Effects::unknown(), &keep, budget);
    let summary = summary.map_err(|_| Gaps::from([Gap::Limit]))?;
    let returns = graph.returns.map(|node| graph.nodes[node].key);
    Ok(SummarizedCall { summary, returns })
}

/// The fields of what can be thrown.
fn exception_fields(program: &Program) -> impl Iterator<Item = FieldId> + '_ {
    program.fields.iter_enumerated().filter_map(|(id, field)| {
        let is_thrown = program.is_subclass(field.class, program.well_known.throwable);
        (is_thrown && !field.is_static()).then_some(id)
    })
}

/// What the code of a version may do that the condition does not speak of.
fn gaps_of(subject: &Subject, terms: &Terms, graph: &Graph) -> Gaps {
    let mut gaps = Gaps::new();
    let of_exceptions: BTreeSet<FieldId> = exception_fields(subject.program()).collect();
    let starts = subject.starts();
    let mut read: Vec<TermId> = Vec::new();
    for (id, node) in graph.nodes.iter_enumerated() {
        match &node.effect {
            Effect::Call(_) => _ = gaps.insert(Gap::Call),
            Effect::Unsupported(_) => _ = gaps.insert(Gap::Unsupported),
            Effect::None | Effect::Assign(_) => {}
        }
        let mut own: Vec<TermId> = graph.outgoing(id).map(|edge| edge.condition).collect();
        if let Effect::Assign(assignments) = &node.effect {
            own.extend(assignments.iter().map(|assigned| assigned.1));
        }
        match start(terms, starts, node) {
            Start::Driver => continue,
            Start::Initializer(class) => {
                let is_unsettled = |var| match terms.info(var).variable {
                    Variable::Static(field) => !starts.is_settled(class, field),
                    _ => false,
                };
                if terms.variables_of(&own).into_iter().chain(node.definitions()).any(is_unsettled) {
                    gaps.insert(Gap::Static);
                }
                continue;
            }
            Start::None => read.extend(own),
        }
        for var in node.definitions() {
            gaps.extend(gap_of_write(terms.info(var).variable, &of_exceptions));
        }
    }
    for var in terms.variables_of(&read) {
        gaps.extend(match terms.info(var).variable {
            Variable::Static(_) | Variable::Initialized(_) | Variable::Failed(_) => Some(Gap::Static),
            Variable::Asserting => Some(Gap::Assertions),
            Variable::History => Some(Gap::Call),
            _ => None,
        });
    }
    if asks_for_identity(terms, graph) {
        gaps.insert(Gap::Identity);
    }
    gaps
}

/// What of how a test begins a node belongs to; whoever asks whether a class is initialised has a gap.
enum Start {
    /// The driver itself, which begins from nothing.
    Driver,
    /// What initialises a class.
    Initializer(ClassId),
    None,
}

fn start(terms: &Terms, starts: &Starts, node: &Node) -> Start {
    let Some(mut info) = terms.frame_info(node.key.frame) else { return Start::Driver };
    loop {
        if let Some(class) = starts.initialized_by(info.method) {
            return Start::Initializer(class);
        }
        match terms.frame_info(info.parent) {
            Some(parent) => info = parent,
            None => return Start::None,
        }
    }
}

/// What a caller may see of a variable that is written, beside the value and the exception.
fn gap_of_write(variable: Variable, of_exceptions: &BTreeSet<FieldId>) -> Option<Gap> {
    match variable {
        Variable::This(_)
        | Variable::Local(..)
        | Variable::Temporary(..)
        | Variable::Result(_)
        | Variable::Exception
        | Variable::Length
        | Variable::Class
        | Variable::Allocated
        | Variable::Trap => None,
        Variable::Field(field) if of_exceptions.contains(&field) => None,
        Variable::Static(_) | Variable::Initialized(_) | Variable::Failed(_) => Some(Gap::Static),
        _ => Some(Gap::Seen),
    }
}
