//! A mutant as the part of its body that differs from the original's: all that is lowered of it. A method of a
//! hundred lines has some six thousand mutants, and as many whole bodies of it would take a gigabyte.

use std::collections::HashMap;

use crate::index::IndexVec;
use crate::mutate::correspondence::{Difference, least_difference};
use crate::sema::program::{BodyState, MethodId, Program};
use crate::sema::typed_tree::{
    Body, Expr, ExprId, ExprKind, Local, LocalId, SharedBody, Stmt, StmtId, StmtKind,
};

/// A mutant as the typed body of its method, as much of it as differs.
#[derive(Clone, Debug)]
pub struct MutantVersion {
    pub method: MethodId,
    /// `None` where there is nothing to be lowered: the mutant is the original, or lacks a statement.
    pub(super) body: Option<SharedBody>,
    /// Where it differs from the original, its node named as in `body`.
    pub(super) difference: Difference,
}

impl MutantVersion {
    /// `body`: the method's, with the mutant in it.
    pub fn new(program: &Program, method: MethodId, body: Body) -> Self {
        let difference = match program.body(method) {
            BodyState::Typed(original) => least_difference(original, &body),
            BodyState::Unsupported(_) | BodyState::None => Difference::None,
        };
        Self::of_difference(method, &body, difference)
    }

    /// `body`: as much of the method's as the difference needs, with the mutant in it.
    pub fn of_difference(method: MethodId, body: &Body, difference: Difference) -> Self {
        let (body, difference) = match difference {
            Difference::None | Difference::Stmt { mutant: None, .. } => (None, difference),
            Difference::Expr { original, mutant } => {
                let (body, mutant) = expression_alone(body, mutant);
                (Some(body), Difference::Expr { original, mutant })
            }
            Difference::Stmt { original, mutant: Some(mutant) } => {
                let (body, mutant) = statement_alone(body, mutant);
                (Some(body), Difference::Stmt { original, mutant: Some(mutant) })
            }
            Difference::Before { original, mutant } => {
                let (body, mutant) = statement_alone(body, mutant);
                (Some(body), Difference::Before { original, mutant })
            }
        };
        Self { method, body: body.map(SharedBody::new), difference }
    }

    /// How much code is in it.
    pub fn nodes(&self) -> usize {
        self.body.as_ref().map_or(0, |body| body.exprs.len() + body.stmts.len())
    }

    /// The original in the place of a mutant that cannot be run.
    pub fn original(method: MethodId) -> Self {
        Self { method, body: None, difference: Difference::None }
    }
}

/// The expression alone; the whole body where statements are in it, whose jumps may lead out of it.
fn expression_alone(body: &Body, root: ExprId) -> (Body, ExprId) {
    let mut excerpt = Excerpt::of(body);
    match excerpt.copy(root) {
        Some(new) => (excerpt.whole(), new),
        None => (Body { typed_exprs: Vec::new(), ..body.clone() }, root),
    }
}

/// As [`expression_alone`], for the statements that hold no others.
fn statement_alone(body: &Body, root: StmtId) -> (Body, StmtId) {
    let stmt = &body.stmts[root];
    let mut excerpt = Excerpt::of(body);
    let kind = match stmt.kind {
        StmtKind::Expr(operand) => excerpt.copy(operand).map(StmtKind::Expr),
        StmtKind::Return(Some(operand)) => {
            excerpt.copy(operand).map(|operand| StmtKind::Return(Some(operand)))
        }
        StmtKind::Throw(operand) => excerpt.copy(operand).map(StmtKind::Throw),
        StmtKind::Empty => Some(StmtKind::Empty),
        StmtKind::Return(None) => Some(StmtKind::Return(None)),
        _ => None,
    };
    let Some(kind) = kind else { return (Body { typed_exprs: Vec::new(), ..body.clone() }, root) };
    let mut alone = excerpt.whole();
    let root = alone.stmts.push(Stmt { kind, origin: stmt.origin });
    (Body { root, ..alone }, root)
}

/// A part of a body, with the locals that it names.
struct Excerpt<'b> {
    body: &'b Body,
    locals: IndexVec<LocalId, Local>,
    exprs: IndexVec<ExprId, Expr>,
    renamed: HashMap<LocalId, LocalId>,
}

impl<'b> Excerpt<'b> {
    fn of(body: &'b Body) -> Self {
        Self { body, locals: IndexVec::new(), exprs: IndexVec::new(), renamed: HashMap::new() }
    }

    /// Copies an expression with its operands, operands first. `None` where one holds statements.
    fn copy(&mut self, root: ExprId) -> Option<ExprId> {
        let mut order = vec![root];
        let mut next = 0;
        while let Some(&expr) = order.get(next) {
            if matches!(self.body.exprs[expr].kind, ExprKind::Switch(_)) {
                return None;
            }
            self.body.exprs[expr].each_operand(|operand| order.push(operand));
            next += 1;
        }
        let mut new = HashMap::new();
        for &old in order.iter().rev() {
            let mut expr = self.body.exprs[old].clone();
            expr.each_operand_mut(|operand| *operand = new[operand]);
            if let ExprKind::Local(local) | ExprKind::InstanceOf { binding: Some(local), .. } = &mut expr.kind
            {
                *local = self.local(*local);
            }
            new.insert(old, self.exprs.push(expr));
        }
        new.get(&root).copied()
    }

    fn local(&mut self, old: LocalId) -> LocalId {
        let (body, locals) = (self.body, &mut self.locals);
        *self.renamed.entry(old).or_insert_with(|| locals.push(body.locals[old].clone()))
    }

    fn whole(self) -> Body {
        let Body { method, root, .. } = *self.body;
        let (locals, exprs, stmts, typed_exprs) = (self.locals, self.exprs, IndexVec::new(), Vec::new());
        Body {
            method,
            locals,
            parameter_count: 0,
            exprs,
            stmts,
            root,
            typed_exprs,
            is_generic: false,
            open_lambdas: Vec::new(),
            lambdas: Vec::new(),
            thrown: Vec::new(),
        }
    }
}
