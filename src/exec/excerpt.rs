//! A mutant as the part of its body that differs from the original's: all that is lowered of it. A method of a
//! hundred lines has some six thousand mutants, and as many whole bodies of it would take a gigabyte.

use std::collections::HashMap;

use crate::index::IndexVec;
use crate::mutate::correspondence::{Difference, least_difference};
use crate::sema::program::{BodyState, MethodId, Program};
use crate::sema::typed_tree::{Body, Expr, ExprId, ExprKind, SharedBody, Stmt, StmtId, StmtKind};

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
        };
        Self { method, body: body.map(SharedBody::new), difference }
    }

    /// The original in the place of a mutant that cannot be run.
    pub fn original(method: MethodId) -> Self {
        Self { method, body: None, difference: Difference::None }
    }
}

/// The expression alone; the whole body where statements are in it, whose jumps may lead out of it.
fn expression_alone(body: Body, root: ExprId) -> (Body, ExprId) {
    let mut exprs = IndexVec::new();
    match copy(&body, &[root], &mut exprs) {
        Some(new) => (Body { exprs, stmts: IndexVec::new(), typed_exprs: Vec::new(), ..body }, new[&root]),
        None => (Body { typed_exprs: Vec::new(), ..body }, root),
    }
}

/// As [`expression_alone`], for the statements that hold no others.
fn statement_alone(body: Body, root: StmtId) -> (Body, StmtId) {
    let stmt = &body.stmts[root];
    let operand = match stmt.kind {
        StmtKind::Expr(operand) | StmtKind::Return(Some(operand)) | StmtKind::Throw(operand) => Some(operand),
        StmtKind::Empty | StmtKind::Return(None) => None,
        _ => return (Body { typed_exprs: Vec::new(), ..body }, root),
    };
    let mut exprs = IndexVec::new();
    let Some(new) = copy(&body, operand.as_slice(), &mut exprs) else {
        return (Body { typed_exprs: Vec::new(), ..body }, root);
    };
    let kind = match stmt.kind {
        StmtKind::Expr(operand) => StmtKind::Expr(new[&operand]),
        StmtKind::Return(operand) => StmtKind::Return(operand.map(|operand| new[&operand])),
        StmtKind::Throw(operand) => StmtKind::Throw(new[&operand]),
        _ => StmtKind::Empty,
    };
    let mut stmts = IndexVec::new();
    let root = stmts.push(Stmt { kind, origin: stmt.origin });
    (Body { exprs, stmts, root, typed_exprs: Vec::new(), ..body }, root)
}

/// Copies expressions with their operands, operands first; says where each went. `None` where one holds statements.
fn copy(
    body: &Body,
    roots: &[ExprId],
    exprs: &mut IndexVec<ExprId, Expr>,
) -> Option<HashMap<ExprId, ExprId>> {
    let mut order = roots.to_vec();
    let mut next = 0;
    while let Some(&expr) = order.get(next) {
        if matches!(body.exprs[expr].kind, ExprKind::Switch(_)) {
            return None;
        }
        body.exprs[expr].each_operand(|operand| order.push(operand));
        next += 1;
    }
    let mut new = HashMap::new();
    for &old in order.iter().rev() {
        let mut expr = body.exprs[old].clone();
        expr.each_operand_mut(|operand| *operand = new[operand]);
        new.insert(old, exprs.push(expr));
    }
    Some(new)
}
