//! What is in scope inside a body: locals, labels and jump targets, pattern variables.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::Attributor;
use crate::sema::program::ClassId;
use crate::sema::typed_tree::{ExprId, LocalId, StmtId};
use crate::sema::types::Ty;
use crate::syntax::tree::{Name, Span, UNNAMED};

/// The locals in scope, innermost last; for each name those that have it, which is one where the code has no error.
#[derive(Clone, Debug, Default)]
pub(super) struct Scope<'a> {
    entries: Vec<(&'a Name, LocalId)>,
    by_name: FxHashMap<&'a str, SmallVec<[LocalId; 1]>>,
    /// The local classes, innermost last.
    types: Vec<(Name, ClassId)>,
}

/// How many locals were in scope, and local classes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark(usize, usize);

impl<'a> Scope<'a> {
    pub(super) fn mark(&self) -> Mark {
        Mark(self.entries.len(), self.types.len())
    }

    pub(super) fn leave(&mut self, mark: Mark) {
        while self.entries.len() > mark.0 {
            self.remove(self.entries.len() - 1);
        }
        self.types.truncate(mark.1);
    }

    pub(super) fn types(&self) -> &[(Name, ClassId)] {
        &self.types
    }

    pub(super) fn enter_type(&mut self, name: &Name, class: ClassId) {
        self.types.push((name.clone(), class));
    }

    pub(super) fn find(&self, name: &str) -> Option<LocalId> {
        self.by_name.get(name)?.last().copied()
    }

    /// Leaves the scope of the pattern variables that came after `mark`, not of the declared locals.
    pub(super) fn leave_bindings(&mut self, mark: Mark, is_binding: impl Fn(LocalId) -> bool) {
        let mut position = mark.0;
        while position < self.entries.len() {
            if is_binding(self.entries[position].1) {
                self.remove(position);
            } else {
                position += 1;
            }
        }
    }

    pub(super) fn enter(&mut self, name: &'a Name, local: LocalId) {
        self.entries.push((name, local));
        self.by_name.entry(name).or_default().push(local);
    }

    fn remove(&mut self, position: usize) {
        let (name, local) = self.entries.remove(position);
        if let Some(locals) = self.by_name.get_mut(&**name) {
            locals.retain(|&mut other| other != local);
        }
    }
}

/// A pattern variable with its name.
pub(super) type Binding<'a> = (&'a Name, LocalId);

/// The pattern variables that an expression introduces when it is true, and when it is false (JLS 6.3.1).
#[derive(Clone, Debug, Default)]
pub(super) struct Bindings<'a> {
    pub when_true: SmallVec<[Binding<'a>; 2]>,
    pub when_false: SmallVec<[Binding<'a>; 2]>,
}

impl Bindings<'_> {
    pub(super) fn negate(&mut self) {
        std::mem::swap(&mut self.when_true, &mut self.when_false);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.when_true.is_empty() && self.when_false.is_empty()
    }
}

/// A statement or switch expression that jumps may name, innermost last.
#[derive(Debug)]
pub(super) struct Jump<'a> {
    pub kind: JumpKind<'a>,
    /// Whether a jump leaves it by `break` (or `yield`).
    pub left: bool,
    /// Whether a `continue` goes to its next iteration.
    pub continued: bool,
}

impl Jump<'_> {
    pub(super) fn marks(&self) -> (bool, bool) {
        (self.left, self.continued)
    }

    pub(super) fn reset(&mut self, (left, continued): (bool, bool)) {
        self.left = left;
        self.continued = continued;
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) enum JumpKind<'a> {
    Loop(StmtId),
    Switch(StmtId),
    /// If its body is a loop, that stands behind it on the stack.
    Labeled {
        label: &'a Name,
        stmt: StmtId,
        is_loop: bool,
    },
    /// No jump but `yield`, `return` excluded, leaves a switch expression.
    SwitchExpr(ExprId),
}

impl<'a> Attributor<'a> {
    /// Brings a local into scope; no two locals of a method may share a name where one is in scope.
    /// One without a name is in none.
    pub(super) fn declare(&mut self, name: &'a Name, span: Span, local: LocalId) {
        if **name == *UNNAMED {
            return;
        }
        if self.scope.find(name).is_some() {
            self.error(span, format!("variable {name} is already defined"));
        }
        self.scope.enter(name, local);
    }

    /// Brings pattern variables into scope that were checked when they were declared.
    pub(super) fn enter_bindings(&mut self, bindings: &[Binding<'a>]) {
        for &(name, local) in bindings {
            self.scope.enter(name, local);
        }
    }

    pub(super) fn take_bindings(&mut self) -> Bindings<'a> {
        std::mem::take(&mut self.bindings)
    }

    /// Two parts may not introduce the same name at once.
    pub(super) fn check_disjoint(&mut self, span: Span, left: &[Binding<'a>], right: &[Binding<'a>]) {
        if left.iter().any(|(l, a)| right.iter().any(|(r, b)| l == r && a != b)) {
            self.error(span, "illegal attempt to redefine an existing match binding");
        }
    }

    pub(super) fn local_ty(&self, local: LocalId) -> Ty {
        self.body.locals[local].ty
    }

    pub(super) fn push_jump(&mut self, kind: JumpKind<'a>) {
        self.jumps.push(Jump { kind, left: false, continued: false });
    }

    pub(super) fn pop_jump(&mut self) -> Jump<'a> {
        self.jumps.pop().expect("jump targets are entered and left in pairs")
    }
}
