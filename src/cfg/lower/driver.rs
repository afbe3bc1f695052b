//! The graph of a test driver: straight-line code from the start of the program, some of whose literals are inputs.
//!
//! - An input is the variable `Variable::Input(n)`, whose domain is its type's; a string is not null.
//! - At the start no class is initialised, all statics hold their default values, and the heap is empty. A class whose
//!   initialiser nobody can observe is initialised at once; the others where they are used first.
//! - What a statement of the arrangement throws leaves the driver: there is no test then. From the call under test on,
//!   each statement's exception is caught, and kept as a part of the outcome, as its value is.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::cfg::graph::{Effect, Graph};
use crate::cfg::lower::{Builder, variables, verified};
use crate::sema::program::{BodyState, ClassId, FieldId, MethodId, Program, Role};
use crate::sema::typed_tree::{
    Body, Catch, ExprId, ExprKind, Local, LocalId, LocalOrigin, Stmt, StmtId, StmtKind, Try,
};
use crate::sema::types::Ty;
use crate::term::assignment::DEFAULT_ALLOCATED;
use crate::term::sort::{Sort, ValueSort};
use crate::term::variable::{VarId, Variable, VariableInfo};
use crate::term::{TermId, Terms};

/// The number of the variables that hold what a statement gave, among the declarators of their statement.
const OUTCOME: u32 = 1 << 16;

/// A driver's body with its inputs, and what a test sees of its statements.
#[derive(Clone, Debug)]
pub struct DriverBody {
    body: Body,
    inputs: BTreeMap<ExprId, u32>,
    /// The driver's own variables of reference types, and those from the call under test on.
    pub seen: Vec<LocalId>,
    /// What each statement from the call under test on gave and threw.
    pub ends: Vec<End>,
}

/// How a statement ended: with a value, if it has one, or with an exception, which is null otherwise.
#[derive(Clone, Copy, Debug)]
pub struct End {
    pub value: Option<LocalId>,
    pub thrown: LocalId,
}

impl DriverBody {
    /// `inputs`: the expressions whose values vary, each with its number. The first `arranging` statements arrange.
    pub fn new(program: &Program, body: &Body, inputs: &BTreeMap<ExprId, u32>, arranging: usize) -> Self {
        let mut body = body.clone();
        let seen = body.locals.iter_enumerated().filter(|(_, l)| l.ty.is_reference() && l.ty != Ty::Null);
        let seen = seen.map(|(id, _)| id).collect();
        for &expr in inputs.keys() {
            body.exprs[expr].constant = None;
            body.exprs[expr].kind = ExprKind::Literal;
        }
        let mut this = Self { body, inputs: inputs.clone(), seen, ends: Vec::new() };
        let statements = match &this.body.stmts[this.body.root].kind {
            StmtKind::Block(statements) => statements.clone(),
            _ => Vec::new(),
        };
        let (arrange, behind) = statements.split_at(arranging.min(statements.len()));
        let mut all = arrange.to_vec();
        all.extend(behind.iter().map(|&stmt| this.guarded(program, stmt)));
        let root = this.body.root;
        this.body.stmts[root].kind = StmtKind::Block(all);
        this
    }

    /// The variable of a local.
    pub fn variable(&self, terms: &mut Terms, local: LocalId) -> VarId {
        let local = &self.body.locals[local];
        terms.variable(VariableInfo {
            variable: Variable::Local(Terms::root_frame(), local.origin),
            sort: Sort::Value(ValueSort::of(local.ty)),
            ty: Some(local.ty),
            name: local.name.to_string(),
        })
    }

    pub fn ty(&self, local: LocalId) -> Ty {
        self.body.locals[local].ty
    }

    /// `stmt`, with its value and its exception kept.
    fn guarded(&mut self, program: &Program, stmt: StmtId) -> StmtId {
        let Stmt { kind, origin } = self.body.stmts[stmt].clone();
        let Some(place) = origin else { return stmt };
        let number = self.ends.len();
        let throwable = program.well_known.throwable;
        let thrown =
            self.local(&format!("thrown{number}"), Ty::Class(throwable), LocalOrigin::Catch(place, OUTCOME));
        let (value, kind) = match kind {
            StmtKind::Expr(expr) if self.body.exprs[expr].ty != Ty::Void => {
                let ty = self.body.exprs[expr].ty;
                let value =
                    self.local(&format!("value{number}"), ty, LocalOrigin::Declarator(place, OUTCOME));
                (Some(value), StmtKind::Locals(vec![(value, Some(expr))]))
            }
            StmtKind::Locals(declared) => {
                (declared.first().map(|&(local, _)| local), StmtKind::Locals(declared))
            }
            kind => (None, kind),
        };
        self.body.stmts[stmt].kind = kind;
        let handler = self.body.stmts.push(Stmt { kind: StmtKind::Block(Vec::new()), origin: None });
        let catch = Catch { classes: vec![throwable], variable: thrown, body: handler };
        let guard = Try { body: stmt, catches: vec![catch], finally: None };
        self.ends.push(End { value, thrown });
        self.body.stmts.push(Stmt { kind: StmtKind::Try(Box::new(guard)), origin })
    }

    fn local(&mut self, name: &str, ty: Ty, origin: LocalOrigin) -> LocalId {
        self.body.locals.push(Local { name: name.into(), ty, is_final: false, origin })
    }

    /// The variables of the inputs, by number.
    pub fn inputs(&self, terms: &mut Terms) -> BTreeMap<u32, VarId> {
        let variable = |(&expr, &number): (&ExprId, &u32)| {
            let ty = self.body.exprs[expr].ty;
            let info = VariableInfo {
                variable: Variable::Input(number),
                sort: Sort::Value(ValueSort::of(ty)),
                ty: Some(ty),
                name: format!("i{number}"),
            };
            (number, terms.variable(info))
        };
        self.inputs.iter().map(variable).collect()
    }

    /// What holds of the inputs: the strings among them are strings.
    pub fn assumptions(&self, program: &Program, terms: &mut Terms) -> Vec<TermId> {
        let class = variables::class(terms);
        let numbers = program.type_numbers();
        let inputs = self.inputs(terms);
        let strings = inputs.into_values().filter(|&var| terms.info(var).ty == Some(program.string()));
        let mut all = Vec::new();
        for var in strings.collect::<Vec<_>>() {
            let (input, null) = (terms.var(var), terms.null());
            let is_null = terms.same_reference(input, null);
            all.push(terms.not(is_null));
            let map = terms.var(class);
            let class = terms.select(map, input);
            let number = terms.int(numbers.of_class(program.well_known.string));
            all.push(terms.same_value(class, number));
        }
        all
    }
}

/// The graph of a driver in the root frame. One driver has one [`Terms`]: the variables of another's would be the
/// same ones.
pub fn build_driver(program: &Program, driver: &DriverBody, terms: &mut Terms) -> Graph {
    let variables = driver.inputs(terms);
    let mut inputs = FxHashMap::default();
    for (&expr, number) in &driver.inputs {
        inputs.insert(expr, terms.var(variables[number]));
    }
    let mut builder = Builder::new(program, &driver.body, terms, Terms::root_frame());
    builder.inputs = inputs;
    builder.start_of_program();
    builder.statement(driver.body.root);
    let graph = builder.finish();
    verified(program, graph, terms)
}

impl Builder<'_> {
    /// The state before anything has run, and what has been initialised by then.
    fn start_of_program(&mut self) {
        let program = self.program;
        let mut assigned: SmallVec<[(VarId, TermId); 1]> = SmallVec::new();
        let allocated = variables::allocated(self.terms);
        assigned.push((allocated, self.terms.int(DEFAULT_ALLOCATED as i32)));
        // With assertions on, a candidate is run too.
        let asserting = variables::asserting(self.terms);
        assigned.push((asserting, self.terms.boolean(false)));
        for local in self.body.locals.ids() {
            let var = self.local_variable(local);
            assigned.push((var, self.default_value(self.local_ty(local))));
        }
        // Of the library, those classes whose statics are objects; the other statics are constants.
        let has_objects = |class: ClassId| {
            program.classes[class].fields.iter().any(|&f| {
                let field = &program.fields[f];
                field.is_static()
                    && field.ty.is_reference()
                    && field.ty != program.string()
                    && class_constant(program, f).is_none()
            })
        };
        let is_typed = |class: ClassId| {
            let initializer = program.classes[class].static_initializer;
            initializer.is_some_and(|method| matches!(program.body(method), BodyState::Typed(_)))
        };
        let is_started =
            |class: ClassId| program.role(class) != Role::Library || has_objects(class) && is_typed(class);
        // What a class file makes is there from the start, and nothing is known of it.
        let is_made_here = |field: FieldId| !program.is_constant_of_file(field);
        let statics = program.fields.iter_enumerated().filter(|(_, f)| f.is_static());
        for (field, declared) in statics.filter(|&(field, _)| is_made_here(field)) {
            let value = match class_constant(program, field) {
                Some(ty) => self.class_literal(ty),
                None if is_started(declared.class) => self.default_value(declared.ty),
                None => continue,
            };
            assigned.push((variables::static_field(program, self.terms, field), value));
        }
        let with_initializer: Vec<(ClassId, MethodId)> = program
            .classes
            .iter_enumerated()
            .filter(|&(class, _)| is_started(class))
            .filter_map(|(class, declared)| Some((class, declared.static_initializer?)))
            .collect();
        for &(class, _) in &with_initializer {
            for var in [variables::initialized, variables::failed] {
                let var = var(program, self.terms, class);
                assigned.push((var, self.terms.boolean(false)));
            }
        }
        self.emit(None, Effect::Assign(assigned));
        for (class, initializer) in with_initializer {
            if !self.needs_initializer(class) {
                self.call_one(None, initializer, None, SmallVec::new(), None);
            }
        }
    }
}

/// The type whose class a constant of the library holds, as `Integer.TYPE` does: it is said in place, so that no
/// initialiser of a wrapper stands in every driver's graph.
fn class_constant(program: &Program, field: FieldId) -> Option<Ty> {
    let declared = &program.fields[field];
    let is_constant = declared.is_static() && declared.is_final() && declared.ty.is_reference();
    if !is_constant || program.role(declared.class) != Role::Library {
        return None;
    }
    let BodyState::Typed(body) = program.body(program.classes[declared.class].static_initializer?) else {
        return None;
    };
    let StmtKind::Block(statements) = &body.stmts[body.root].kind else { return None };
    statements.iter().find_map(|&statement| {
        let StmtKind::Expr(expr) = body.stmts[statement].kind else { return None };
        let ExprKind::Assign { target, value } = body.exprs[expr].kind else { return None };
        match body.exprs[value].kind {
            ExprKind::ClassLiteral(ty) if body.exprs[target].kind == ExprKind::StaticField(field) => Some(ty),
            _ => None,
        }
    })
}
