//! Which methods code names, and where calls lead.

use std::collections::BTreeSet;

use crate::sema::program::{BodyState, MethodId, Program};
use crate::sema::typed_tree::{Body, ExprKind, StmtKind};

/// The methods that a body names.
pub fn called(body: &Body) -> Vec<MethodId> {
    let mut called = Vec::new();
    for expr in body.exprs.iter().filter(|e| e.constant.is_none()) {
        match &expr.kind {
            ExprKind::Call(call) => called.push(call.method),
            ExprKind::New { constructor, .. } => called.push(*constructor),
            _ => {}
        }
    }
    for stmt in body.stmts.iter() {
        if let StmtKind::ConstructorCall { constructor, .. } = stmt.kind {
            called.push(constructor);
        }
    }
    called
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
            let overriding = self.methods.ids().filter(|&other| self.overrides(other, method));
            next.extend(overriding);
            pending.extend(next.into_iter().filter(|&m| seen.insert(m)));
        }
        false
    }
}
