//! Which static fields a method's outcome depends on: those that a driver has to set.

use std::collections::BTreeSet;

use crate::index::{Id, IndexVec};
use crate::sema::program::{BodyState, FieldId, MethodId, Program};
use crate::sema::typed_tree::{Body, Dispatch, ExprKind};

/// Static fields read and written by each method and whatever it calls.
pub(super) struct StaticUse {
    reads: IndexVec<MethodId, BTreeSet<FieldId>>,
    writes: IndexVec<MethodId, BTreeSet<FieldId>>,
}

impl StaticUse {
    /// `methods`: those whose bodies take part (of given and source-path files).
    pub(super) fn compute(
        program: &Program,
        methods: &[MethodId],
        is_settable: impl Fn(FieldId) -> bool,
    ) -> Self {
        let mut this = Self {
            reads: IndexVec::from_elem(BTreeSet::new(), program.methods.len()),
            writes: IndexVec::from_elem(BTreeSet::new(), program.methods.len()),
        };
        let mut callers: IndexVec<MethodId, Vec<MethodId>> =
            IndexVec::from_elem(Vec::new(), program.methods.len());
        for &method in methods {
            if let BodyState::Typed(body) = program.body(method) {
                this.own_accesses(method, body, &is_settable);
                for callee in callees(program, body) {
                    callers[callee].push(method);
                }
            }
        }
        let mut work: Vec<MethodId> = methods.to_vec();
        while let Some(callee) = work.pop() {
            for &caller in &callers[callee] {
                if caller == callee {
                    continue;
                }
                let (reads, writes) = (this.reads[callee].clone(), this.writes[callee].clone());
                let before = this.reads[caller].len() + this.writes[caller].len();
                this.reads[caller].extend(reads);
                this.writes[caller].extend(writes);
                if this.reads[caller].len() + this.writes[caller].len() > before {
                    work.push(caller);
                }
            }
        }
        this
    }

    fn own_accesses(&mut self, method: MethodId, body: &Body, is_settable: &impl Fn(FieldId) -> bool) {
        for expr in body.exprs.iter() {
            let written = match expr.kind {
                ExprKind::Assign { target, .. }
                | ExprKind::CompoundAssign { target, .. }
                | ExprKind::ConcatAssign { target, .. }
                | ExprKind::IncDec { target, .. } => Some(target),
                _ => None,
            };
            if let Some(target) = written
                && let ExprKind::StaticField(field) = body.exprs[target].kind
            {
                self.writes[method].insert(field);
            }
            // The target of a plain assignment counts as read too: setting one field too many does no harm.
            if let ExprKind::StaticField(field) = expr.kind
                && is_settable(field)
            {
                self.reads[method].insert(field);
            }
        }
    }

    pub(super) fn reads(&self, method: MethodId) -> &BTreeSet<FieldId> {
        &self.reads[method]
    }

    pub(super) fn writes(&self, method: MethodId) -> &BTreeSet<FieldId> {
        &self.writes[method]
    }
}

/// All methods that a body may call: of a virtual call, every override.
fn callees(program: &Program, body: &Body) -> BTreeSet<MethodId> {
    let mut callees = BTreeSet::new();
    for expr in body.exprs.iter() {
        match &expr.kind {
            ExprKind::Call(call) => {
                callees.insert(call.method);
                if call.dispatch == Dispatch::Virtual {
                    callees.extend(overrides(program, call.method));
                }
            }
            ExprKind::New { constructor, .. } => {
                callees.insert(*constructor);
            }
            _ => {}
        }
    }
    callees
}

fn overrides(program: &Program, method: MethodId) -> impl Iterator<Item = MethodId> + '_ {
    let owner = program.methods[method].class;
    program
        .classes
        .ids()
        .filter(move |&class| class.index() != owner.index() && program.is_subclass(class, owner))
        .filter_map(move |class| program.implementation(class, method))
}
