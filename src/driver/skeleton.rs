//! The graphs of a test cube (DESIGN §3: "the engines that make tests analyse the driver with its calls inlined"):
//! from the literals that are its inputs to the outcome, for the original and for each mutant.
//!
//! ```text
//! let cube = Cube::new(program, driver, reader)?;                  // the literals are inputs
//! let mut skeleton = Skeleton::new(program, cube);
//! let original = skeleton.frames(None, bounds)?;                   // acyclic, without calls
//! let mutant = skeleton.frames(Some(&patched_body), bounds)?;      // over the same terms, keys aligned
//! // … an assignment for the variables `skeleton.inputs()` under `skeleton.assumptions()` …
//! let driver = skeleton.driver(&assignment);
//! ```
//!
//! A skeleton has one [`Terms`]; that of another skeleton must not be mixed with it. The original's graph for each
//! bound is built once.

use std::collections::BTreeMap;
use std::sync::Arc;

use smallvec::smallvec;

use crate::analysis::effects::{Effects, OwnEffects};
use crate::analysis::relevance::{Relevance, relevance_of};
use crate::cfg::cache::Graphs;
use crate::cfg::graph::Graph;
use crate::cfg::lower::driver::{DriverBody, End, build_driver};
use crate::driver::Driver;
use crate::driver::cube::{Cube, InputId, InputType, Values};
use crate::exec::linked::readable;
use crate::frames::unroll::UnrollError;
use crate::frames::{Bounds, Frames};
use crate::index::{Id as _, IndexVec};
use crate::jvm::convert;
use crate::jvm::value::{JavaString, Primitive};
use crate::sema::program::{FieldId, Program, Role};
use crate::sema::typed_tree::{Body, Constant};
use crate::sema::types::Ty;
use crate::term::assignment::{Assignment, Base, Point};
use crate::term::domain::{FIRST_NEW_TEXT, FIRST_TEXT};
use crate::term::variable::{VarId, Variable};
use crate::term::{Function, TermId, TermKind, Terms};

/// Longer strings are not made.
const MAX_TEXT: u64 = 64;

/// A test cube with its graphs.
#[derive(Debug)]
pub struct Skeleton<'p> {
    program: &'p Program,
    cube: Cube,
    pub terms: Terms,
    pub graphs: Graphs<'p>,
    pub own_effects: OwnEffects,
    /// With calls and loops.
    pub graph: Arc<Graph>,
    body: DriverBody,
    inputs: IndexVec<InputId, VarId>,
    assumptions: Vec<TermId>,
    originals: BTreeMap<(u32, usize, usize), Result<Arc<Frames>, UnrollError>>,
}

/// What a test can see of a statement from the call under test on: variables of the driver.
#[derive(Clone, Copy, Debug)]
pub struct SeenEnd {
    pub value: Option<(VarId, Ty)>,
    /// Null where nothing was thrown.
    pub thrown: VarId,
}

impl<'p> Skeleton<'p> {
    pub fn new(program: &'p Program, cube: Cube) -> Self {
        let mut terms = Terms::new();
        terms.asks_for_identity = true;
        let numbers = cube.inputs().iter_enumerated().map(|(id, input)| (input.expr, id.index() as u32));
        let arranging = cube.driver().arrange.len();
        let body = DriverBody::new(program, cube.body(), &numbers.collect(), arranging);
        let inputs = body.inputs(&mut terms).into_values().collect();
        let assumptions = body.assumptions(program, &mut terms);
        let graph = Arc::new(build_driver(program, &body, &mut terms));
        let graphs = Graphs::of_program(program);
        let (own_effects, originals) = Default::default();
        Self { program, cube, terms, graphs, own_effects, graph, body, inputs, assumptions, originals }
    }

    pub const fn program(&self) -> &'p Program {
        self.program
    }

    pub const fn cube(&self) -> &Cube {
        &self.cube
    }

    /// The variables of the cube's inputs.
    pub const fn inputs(&self) -> &IndexVec<InputId, VarId> {
        &self.inputs
    }

    /// What holds of the inputs beyond their domains.
    pub fn assumptions(&self) -> &[TermId] {
        &self.assumptions
    }

    /// The driver's frames, of the original or with the mutant's body in place of its method's.
    pub fn frames(&mut self, patched: Option<&Body>, bounds: Bounds) -> Result<Arc<Frames>, UnrollError> {
        let key = (bounds.iterations, bounds.depth, bounds.nodes);
        if patched.is_none()
            && let Some(known) = self.originals.get(&key)
        {
            return known.clone();
        }
        let frames = Frames::new(&mut self.terms, &mut self.graphs, patched, &self.graph, bounds);
        let frames = frames.map(Arc::new);
        if patched.is_none() {
            self.originals.insert(key, frames.clone());
        }
        frames
    }

    /// The driver's variables that hold objects, which a test sees at the end.
    pub fn objects(&mut self) -> Vec<(VarId, Ty)> {
        let seen = self.body.seen.clone();
        seen.into_iter()
            .map(|local| (self.body.variable(&mut self.terms, local), self.body.ty(local)))
            .collect()
    }

    /// What each statement from the call under test on gave.
    pub fn ends(&mut self) -> Vec<SeenEnd> {
        let ends: Vec<End> = self.body.ends.clone();
        let mut seen = Vec::new();
        for end in ends {
            let value =
                end.value.map(|value| (self.body.variable(&mut self.terms, value), self.body.ty(value)));
            seen.push(SeenEnd { value, thrown: self.body.variable(&mut self.terms, end.thrown) });
        }
        seen
    }

    /// Whether a test may see what the variable holds when the driver returns: its own variables, and all globals but
    /// the fields that no test may read.
    pub fn may_be_seen(&self, var: VarId) -> bool {
        match self.terms.info(var).variable {
            Variable::Local(frame, _) => frame == Terms::root_frame(),
            Variable::Allocated
            | Variable::Asserting
            | Variable::Exception
            | Variable::Initialized(_)
            | Variable::Failed(_) => false,
            Variable::Field(field) | Variable::Static(field) => self.may_be_read(field),
            variable => variable.is_global(),
        }
    }

    fn may_be_read(&self, field: FieldId) -> bool {
        let is_content = self.program.role(self.program.fields[field].class) == Role::Library;
        is_content || readable(self.program, field, self.program.methods[self.graph.method].class)
    }

    /// What can affect what a test sees, at each node of one of its graphs.
    pub fn relevance(&self, frames: &Frames) -> Relevance {
        relevance_of(&self.terms, &frames.graph, &Effects::unknown(), &|var| self.may_be_seen(var))
    }

    /// The driver that an assignment stands for.
    pub fn driver(&self, assignment: &Assignment) -> Driver {
        self.cube.fill(&self.values(assignment))
    }

    /// What an assignment says of the inputs; X where it says nothing.
    pub fn values(&self, assignment: &Assignment) -> Values {
        let value = |(id, &var): (InputId, &VarId)| {
            let bits = assignment.variables.get(&var).copied()?;
            match self.cube.inputs()[id].ty {
                InputType::Primitive(ty) => {
                    let held = crate::term::sort::ValueSort::of_primitive(ty).primitive()?;
                    Some(Constant::Primitive(convert::cast(Primitive::from_bits(held, bits), ty)))
                }
                InputType::String => self.text(assignment, bits).map(Constant::String),
            }
        };
        self.inputs.iter_enumerated().map(value).collect()
    }

    /// The content of a string.
    fn text(&self, assignment: &Assignment, reference: u64) -> Option<JavaString> {
        if (u64::from(FIRST_TEXT)..u64::from(FIRST_NEW_TEXT)).contains(&reference) {
            let position = (reference - u64::from(FIRST_TEXT)) as usize;
            return match (position < self.terms.len()).then(|| self.terms.kind(TermId::new(position))) {
                Some(TermKind::Text(text)) => Some(text.clone()),
                _ => None,
            };
        }
        let read = |function: Function, arguments| {
            assignment.points.get(&Point { base: Base::Function(function), arguments }).copied()
        };
        let unit = |index: u64| read(Function::StringUnit, smallvec![reference, index]);
        let length = read(Function::StringLength, smallvec![reference]).or_else(|| {
            // Only some units were asked for: as long as these need.
            (0..MAX_TEXT).rev().find(|&index| unit(index).is_some()).map(|last| last + 1)
        })?;
        (length <= MAX_TEXT).then(|| {
            (0..length).map(|i| unit(i).map_or(u16::from(b'a'), |u| u as u16)).collect::<Vec<_>>().into()
        })
    }
}
