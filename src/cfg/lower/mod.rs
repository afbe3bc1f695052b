//! From a typed body to its graph: the same meaning as `exec::lower` gives the same tree, in terms.
//!
//! What of an expression can neither throw nor have an effect becomes a term; the rest becomes nodes, in the order of
//! evaluation. A term is a value *now*: whoever keeps one while later operands are evaluated must ask whether they
//! write what it reads ([`Builder::operand`]).
//!
//! Keys. The first node of a statement has the statement as its place, part 0, whatever it is, so that what leads
//! there is the same in all versions; the others have the expression whose step they are. Parts are counted in the
//! order in which nodes are made, by place and copy, so a change shows in the keys of its own statement alone.

mod arrays;
mod assign;
mod builders;
mod call;
mod codes;
mod condition;
pub mod driver;
mod effects;
mod emit;
mod exception;
mod expression;
mod heap;
mod library;
mod new;
mod objects;
mod output;
mod statement;
mod switch;
mod text;
mod trap;
pub(crate) mod variables;

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use crate::cfg::graph::{EdgeKind, Effect, Graph, NodeId, NodeKey, Place};
use crate::index::IndexVec;
use crate::sema::program::{ClassId, MethodId, Parameter, Program};
use crate::sema::type_numbers::TypeNumbers;
use crate::sema::typed_tree::{Body, ExprId, Local, LocalId, LocalOrigin, Stmt, StmtId, StmtKind};
use crate::sema::types::Ty;
use crate::syntax::tree as syntax;
use crate::term::variable::{FrameId, Variable};
use crate::term::{TermId, Terms};
use effects::Effects;
use emit::{Dangling, Label, LabelId};
use exception::{Handler, HandlerId, Way};

/// The source that a node stands for.
type Origin = Option<syntax::ExprId>;

/// A larger graph is not made: `finally` code inside `finally` code doubles with each level.
const MAX_NODES: usize = 100_000;

/// The graph of a body as the method under analysis.
pub fn build(program: &Program, body: &Body, terms: &mut Terms) -> Graph {
    build_in(program, body, terms, Terms::root_frame())
}

/// The graph of a body in a call frame of its own.
pub fn build_in(program: &Program, body: &Body, terms: &mut Terms, frame: FrameId) -> Graph {
    debug_assert!(
        has_parameters_by_place(body),
        "{}: a call that is followed would not give it its arguments",
        program.method_name(body.method)
    );
    let mut builder = Builder::new(program, body, terms, frame);
    if let Some(what) = builder.refused() {
        builder.unsupported(what);
    } else if !builder.modelled_body() {
        builder.statement(body.root);
    }
    let graph = builder.finish();
    if graph.nodes.len() > MAX_NODES {
        let mut builder = Builder::new(program, body, terms, frame);
        builder.unsupported("a graph of too many nodes");
        return builder.finish();
    }
    verified(program, graph, terms)
}

/// The graph of a native method that has a model; `None`: it has none.
pub fn build_native(program: &Program, method: MethodId, terms: &mut Terms, frame: FrameId) -> Option<Graph> {
    let body = without_code(program, method);
    let mut builder = Builder::new(program, &body, terms, frame);
    let graph = builder.modelled_body().then(|| builder.finish())?;
    Some(verified(program, graph, terms))
}

/// Whether parameters are known by their places, as they are to what follows a call ([`crate::frames::inline`]).
fn has_parameters_by_place(body: &Body) -> bool {
    let mut parameters = body.locals.iter().take(body.parameter_count).enumerate();
    parameters.all(|(place, local)| local.origin == LocalOrigin::Parameter(place as u32))
}

/// A body of which only the parameters are looked at.
fn without_code(program: &Program, method: MethodId) -> Body {
    let parameters = &program.methods[method].parameters;
    let local = |(number, parameter): (usize, &Parameter)| Local {
        name: parameter.name.clone(),
        ty: parameter.ty,
        is_final: false,
        origin: LocalOrigin::Parameter(number as u32),
    };
    let mut stmts = IndexVec::new();
    let root = stmts.push(Stmt { kind: StmtKind::Block(Vec::new()), origin: None });
    Body {
        method,
        locals: parameters.iter().enumerate().map(local).collect(),
        parameter_count: parameters.len(),
        exprs: IndexVec::new(),
        stmts,
        root,
        typed_exprs: Vec::new(),
        is_generic: false,
        open_lambdas: Vec::new(),
        lambdas: Vec::new(),
        thrown: Vec::new(),
    }
}

fn verified(program: &Program, graph: Graph, terms: &Terms) -> Graph {
    if cfg!(debug_assertions)
        && let Err(error) = crate::cfg::verify::verify(&graph, terms)
    {
        panic!("{}: {error}", program.method_name(graph.method));
    }
    graph
}

/// What surrounds the code being built, as far as jumps out of it matter.
#[derive(Debug)]
enum Context {
    Breakable {
        target: StmtId,
        end: LabelId,
        next: Option<LabelId>,
    },
    Yieldable {
        target: ExprId,
        end: LabelId,
        result: crate::term::variable::VarId,
    },
    /// The ways that were found so far that lead through a `finally` part.
    Finally {
        ways: Vec<(Way, LabelId)>,
    },
}

struct Builder<'a> {
    program: &'a Program,
    body: &'a Body,
    terms: &'a mut Terms,
    types: &'a TypeNumbers,
    frame: FrameId,
    /// The class whose code this is.
    class: ClassId,
    /// The classes that are initialised, or being so, where this code runs.
    started: Vec<ClassId>,
    graph: Graph,
    /// The edges that lead to the node that is made next; none where no run comes.
    here: Vec<Dangling>,
    /// The labels that stand there.
    labels_here: Vec<LabelId>,
    labels: Vec<Label>,
    /// The statement being built, and whether it has no node yet.
    statement: Option<syntax::StmtId>,
    is_first: bool,
    /// The copy of `finally` code being built, see [`Terms::copy`].
    copy: u32,
    handlers: Vec<Handler>,
    /// Where an exception goes; `None`: out of the method.
    handler: Option<HandlerId>,
    contexts: Vec<Context>,
    parts: FxHashMap<(Place, u32), u32>,
    temporaries: FxHashMap<(Origin, Option<syntax::StmtId>, u32), u32>,
    /// How many `try` statements stand at each place.
    tries: FxHashMap<(Option<syntax::StmtId>, u32), u32>,
    raises: FxHashMap<(ClassId, Option<HandlerId>), NodeId>,
    effects: FxHashMap<ExprId, Effects>,
    total: FxHashMap<ExprId, bool>,
    quiet: FxHashMap<ClassId, bool>,
    codes: codes::Codes,
    /// How often an expression has made an object so far.
    made: FxHashMap<Origin, u32>,
    /// The expressions that are inputs of a driver.
    inputs: FxHashMap<ExprId, TermId>,
    return_label: LabelId,
    throw_label: LabelId,
}

impl<'a> Builder<'a> {
    fn new(program: &'a Program, body: &'a Body, terms: &'a mut Terms, frame: FrameId) -> Self {
        let key = NodeKey { frame, place: Place::Entry, part: 0, copy: 0 };
        let graph = Graph::new(body.method, key);
        let entry = graph.entry;
        // Calls are entered there by summaries, which find it only where it is known.
        variables::history(terms);
        let mut builder = Self {
            program,
            body,
            types: program.type_numbers(),
            frame,
            class: program.methods[body.method].class,
            started: program.initialized_with(program.methods[body.method].class).to_vec(),
            graph,
            here: Vec::new(),
            labels_here: Vec::new(),
            labels: Vec::new(),
            statement: None,
            is_first: false,
            copy: 0,
            handlers: Vec::new(),
            handler: None,
            contexts: Vec::new(),
            parts: FxHashMap::from_iter([((Place::Entry, 0), 1)]),
            temporaries: FxHashMap::default(),
            tries: FxHashMap::default(),
            raises: FxHashMap::default(),
            effects: FxHashMap::default(),
            total: FxHashMap::default(),
            quiet: FxHashMap::default(),
            codes: codes::Codes::default(),
            made: FxHashMap::default(),
            inputs: FxHashMap::default(),
            return_label: LabelId(0),
            throw_label: LabelId(0),
            terms,
        };
        builder.return_label = builder.label();
        builder.throw_label = builder.label();
        let always = builder.terms.boolean(true);
        builder.here.push(Dangling { from: entry, condition: always, kind: EdgeKind::Normal });
        builder
    }

    /// Why nothing of the body can be followed.
    fn refused(&self) -> Option<&'static str> {
        let origins: BTreeSet<_> = self.body.locals.iter().map(|local| local.origin).collect();
        // The initialisers of a class come from several pieces of code, each with numbers of its own.
        if origins.len() < self.body.locals.len() {
            return Some("initialisers with locals at the same place");
        }
        let is_other = |local: &Local| {
            let known = self.terms.find_variable(Variable::Local(self.frame, local.origin));
            known.is_some_and(|var| self.terms.info(var).ty != Some(local.ty))
        };
        self.body.locals.iter().any(is_other).then_some("a local whose type is another in a mutant")
    }

    fn finish(mut self) -> Graph {
        let to_return = self.return_label;
        self.jump(to_return);
        self.place(to_return);
        if let Some(node) = self.exit(Place::Return) {
            self.graph.returns = Some(node);
        }
        let to_throw = self.throw_label;
        self.place(to_throw);
        if let Some(node) = self.exit(Place::Throw) {
            self.graph.throws = Some(node);
        }
        self.graph
    }

    /// Nothing comes behind it.
    fn exit(&mut self, place: Place) -> Option<NodeId> {
        self.statement = None;
        self.copy = 0;
        let node = self.node_at(place, 0, Effect::None);
        self.here.clear();
        node
    }

    fn ty(&self, expr: ExprId) -> Ty {
        self.body.exprs[expr].ty
    }

    fn origin(&self, expr: ExprId) -> Origin {
        self.body.exprs[expr].origin
    }

    fn local_ty(&self, local: LocalId) -> Ty {
        self.body.locals[local].ty
    }

    /// Runs `build` with the places and the order of a statement.
    fn in_statement(&mut self, origin: Option<syntax::StmtId>, build: impl FnOnce(&mut Self)) {
        let saved = (self.statement, self.is_first);
        // A statement that the language adds has no place of its own, and stands at that of the one around.
        if origin.is_some() {
            (self.statement, self.is_first) = (origin, true);
        }
        build(self);
        (self.statement, self.is_first) = saved;
    }

    fn true_term(&mut self) -> TermId {
        self.terms.boolean(true)
    }
}
