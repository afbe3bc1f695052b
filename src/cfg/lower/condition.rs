//! Conditions: one decision where the whole is a term, else the short circuit is split.

use smallvec::smallvec;

use crate::cfg::lower::Builder;
use crate::cfg::lower::emit::{Dangling, LabelId};
use crate::jvm::operator::UnaryOperator;
use crate::jvm::value::PrimitiveType;
use crate::sema::identity;
use crate::sema::typed_tree::{ExprId, ExprKind};
use crate::term::variable::VarId;
use crate::term::{Function, TermId};

impl Builder<'_> {
    /// Goes to one of two labels. There is a node at least, in which the statement decides.
    pub(super) fn condition(&mut self, expr: ExprId, holds: LabelId, fails: LabelId) {
        let body = self.body;
        let node = &body.exprs[expr];
        if self.is_total(expr) && !self.terms.splits_conditions {
            return self.decide_term(expr, holds, fails);
        }
        match node.kind {
            ExprKind::Unary { op: UnaryOperator::Not, operand } => self.condition(operand, fails, holds),
            ExprKind::And { left, right } => {
                let middle = self.label();
                self.condition(left, middle, fails);
                self.place(middle);
                self.condition(right, holds, fails);
            }
            ExprKind::Or { left, right } => {
                let middle = self.label();
                self.condition(left, holds, middle);
                self.place(middle);
                self.condition(right, holds, fails);
            }
            ExprKind::Conditional { condition, then, otherwise } => {
                let (first, second) = (self.label(), self.label());
                self.condition(condition, first, second);
                self.place(first);
                self.condition(then, holds, fails);
                self.place(second);
                self.condition(otherwise, holds, fails);
            }
            _ => self.decide_term(expr, holds, fails),
        }
    }

    fn decide_term(&mut self, expr: ExprId, holds: LabelId, fails: LabelId) {
        let condition = self.value(expr);
        let origin = self.origin(expr);
        let (then, otherwise) = self.decide(origin, condition);
        self.go_to(then, holds);
        self.go_to(otherwise, fails);
    }

    pub(super) fn go_to(&mut self, edges: Vec<Dangling>, label: LabelId) {
        self.go_on_with(edges);
        self.jump(label);
    }

    /// `&&`, `||` as a value.
    pub(super) fn short_circuit(&mut self, expr: ExprId, left: ExprId, right: ExprId, and: bool) -> TermId {
        if self.is_total(right) {
            // The right operand has no effect: it may as well be evaluated always.
            let a = self.operand(left, &[right]);
            let b = self.value(right);
            return if and { self.terms.and(a, b) } else { self.terms.or(a, b) };
        }
        let origin = self.origin(expr);
        let result = self.temporary(origin, self.ty(expr));
        let (holds, fails, end) = (self.label(), self.label(), self.label());
        self.condition(expr, holds, fails);
        for (label, value) in [(holds, true), (fails, false)] {
            self.place(label);
            let value = self.terms.boolean(value);
            self.assign_variable(origin, result, value);
            self.jump(end);
        }
        self.place(end);
        self.terms.var(result)
    }

    /// `c ? a : b` as a value.
    pub(super) fn conditional(
        &mut self,
        expr: ExprId,
        condition: ExprId,
        then: ExprId,
        otherwise: ExprId,
    ) -> TermId {
        if let Some(value) = self.body.exprs[condition].constant_boolean() {
            return self.value(if value { then } else { otherwise });
        }
        if self.is_total(then) && self.is_total(otherwise) {
            let condition = self.operand(condition, &[then, otherwise]);
            let (then, otherwise) = (self.value(then), self.value(otherwise));
            return self.terms.choose(condition, then, otherwise);
        }
        let origin = self.origin(expr);
        let result = self.temporary(origin, self.ty(expr));
        let (holds, fails, end) = (self.label(), self.label(), self.label());
        self.condition(condition, holds, fails);
        for (label, branch) in [(holds, then), (fails, otherwise)] {
            self.place(label);
            self.value_into(branch, result);
            self.jump(end);
        }
        self.place(end);
        self.terms.var(result)
    }

    pub(super) fn value_into(&mut self, expr: ExprId, variable: VarId) {
        let value = self.value(expr);
        let origin = self.origin(expr);
        self.assign_variable(origin, variable, value);
    }

    /// `left == right` on references.
    pub(super) fn same_reference(&mut self, expr: ExprId, left: ExprId, right: ExprId) -> TermId {
        let a = self.operand(left, &[right]);
        let b = self.value(right);
        if let (Some(a), Some(b)) = (self.mirrored(a), self.mirrored(b)) {
            return self.terms.binary(crate::jvm::operator::BinaryOperator::Eq, PrimitiveType::Int, a, b);
        }
        if identity::may_be_lambdas(self.program, self.body, left, right) {
            return self.unsupported_value(expr, "the identity of the objects of lambdas");
        }
        let is_of_values = || {
            identity::is_known(self.program, self.body, left, right)
                || !self.terms.asks_for_identity && identity::is_short_cut(self.program, self.body, expr)
        };
        if self.terms.tells_objects_apart || is_of_values() {
            return self.terms.same_reference(a, b);
        }
        if !self.terms.asks_for_identity {
            return self.unsupported_value(expr, "the identity of strings or wrapper objects");
        }
        let null = self.terms.null();
        let (no_a, no_b) = (self.terms.same_reference(a, null), self.terms.same_reference(b, null));
        let (some_null, both_null) = (self.terms.or(no_a, no_b), self.terms.and(no_a, no_b));
        let same = self.terms.apply(Function::SameObject, smallvec![a, b]);
        self.terms.choose(some_null, both_null, same)
    }
}
