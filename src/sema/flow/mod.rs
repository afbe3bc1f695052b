//! The flow rules of Java on a typed body, as javac applies them behind attribution: reachability (JLS 14.22),
//! definite assignment (JLS 16), checked exceptions (JLS 11.2).
//!
//! The same code judges originals and mutants, so a mutant that javac would reject for its flow is never
//! produced (SEMANTICS §4).

mod bits;
mod definite_assignment;
mod exceptions;
mod reachability;

use crate::sema::program::{BodyState, ClassId, Method, MethodId, MethodKind, Program};
use crate::sema::typed_tree::{Body, ExprId, SharedBody, StmtId};

/// A broken flow rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FlowError {
    pub place: Place,
    pub message: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    Expr(ExprId),
    Stmt(StmtId),
    /// The closing brace of the body.
    End,
}

impl FlowError {
    fn expr(at: ExprId, message: impl Into<String>) -> Self {
        Self { place: Place::Expr(at), message: message.into() }
    }

    fn stmt(at: StmtId, message: impl Into<String>) -> Self {
        Self { place: Place::Stmt(at), message: message.into() }
    }

    fn end(message: impl Into<String>) -> Self {
        Self { place: Place::End, message: message.into() }
    }
}

/// All flow errors of a body; reachability first, since the other rules presuppose it.
pub fn check(program: &Program, body: &Body) -> Vec<FlowError> {
    let method = &program.methods[body.method];
    let mut errors = reachability::check(method, body);
    if errors.is_empty() {
        errors = definite_assignment::check(program, method, body);
        errors.extend(exceptions::check(program, method, body));
    }
    errors
}

/// The exceptions, checked or not, that the calls of an expression without statements declare.
pub fn thrown_by(program: &Program, body: &Body, expr: ExprId) -> Vec<ClassId> {
    exceptions::thrown_by(program, body, expr)
}

/// The exceptions, checked or not, that a body throws and what it calls declares, but for those that it catches.
pub fn leaving(program: &Program, body: &Body) -> Vec<ClassId> {
    exceptions::leaving(program, body)
}

/// The typed body of an instance initialiser, which every constructor that calls `super(…)` runs.
fn typed_initializer(program: &Program, initializer: MethodId) -> Option<SharedBody> {
    match program.bodies[initializer].get().map(|body| &body.state) {
        Some(BodyState::Typed(body)) => Some(body.clone()),
        _ => None,
    }
}

fn is_initializer(method: &Method) -> bool {
    matches!(method.kind, MethodKind::StaticInitializer | MethodKind::InstanceInitializer)
}
