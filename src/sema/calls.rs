//! Which methods code names, and where calls lead.

use std::collections::BTreeSet;

use crate::sema::program::{BodyState, MethodId, Program, Role};
use crate::sema::typed_tree::{Body, ExprId, ExprKind, StmtKind};

/// The methods that a body names.
pub fn called(body: &Body) -> Vec<MethodId> {
    calls(body).map(|call| call.method).collect()
}

/// A call as far as its form is no matter.
pub struct AnyCall<'b> {
    pub method: MethodId,
    pub receiver: Option<ExprId>,
    pub arguments: &'b [ExprId],
}

/// The calls of a body, those of constructors among them.
pub fn calls(body: &Body) -> impl Iterator<Item = AnyCall<'_>> {
    let exprs = body.exprs.iter().filter(|e| e.constant.is_none());
    let of_exprs = exprs.filter_map(|expr| match &expr.kind {
        ExprKind::Call(call) => {
            Some(AnyCall { method: call.method, receiver: call.receiver, arguments: &call.arguments })
        }
        ExprKind::New { constructor, arguments, .. } => {
            Some(AnyCall { method: *constructor, receiver: None, arguments })
        }
        _ => None,
    });
    let of_stmts = body.stmts.iter().filter_map(|stmt| match &stmt.kind {
        StmtKind::ConstructorCall { constructor, arguments, .. } => {
            Some(AnyCall { method: *constructor, receiver: None, arguments })
        }
        _ => None,
    });
    of_exprs.chain(of_stmts)
}

impl Program {
    /// Whether calls lead from one method to another.
    pub fn leads_to(&self, from: MethodId, to: MethodId) -> bool {
        let mut seen = BTreeSet::from([from]);
        let mut pending = vec![from];
        while let Some(method) = pending.pop() {
            if method == to {
                return true;
            }
            let mut next = match self.body(method) {
                BodyState::Typed(body) => called(body),
                _ => Vec::new(),
            };
            let m = &self.methods[method];
            if m.is_constructor() {
                next.extend(self.classes[m.class].instance_initializer);
            }
            // Whoever gets a lambda's object may call it.
            if self.role(m.class) == Role::Lambda {
                next.extend(self.classes[m.class].methods.iter().copied());
            }
            let overriding = self.methods.ids().filter(|&other| self.overrides(other, method));
            next.extend(overriding);
            pending.extend(next.into_iter().filter(|&m| seen.insert(m)));
        }
        false
    }
}
