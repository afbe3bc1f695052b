//! What a value becomes in its context (JLS 5): assignment, invocation, cast; each step a node of its own.

use super::{Attributor, Pending, Target};
use crate::jvm::convert::widens;
use crate::jvm::value::PrimitiveType;
use crate::sema::constant::fold_cast;
use crate::sema::typed_tree::{Constant, Conversion, Expr, ExprId, ExprKind, StmtKind};
use crate::sema::types::Ty;
use crate::syntax::tree::{self as syntax, Span};

/// Where a value goes to a variable of a known type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Context {
    /// Assignment, initialiser, `return`, `yield` to such: a constant may narrow (JLS 5.2).
    Assignment,
    /// An argument of a call (JLS 5.3), once the method is chosen.
    Invocation,
}

impl Attributor<'_> {
    /// An expression whose context gives it no type: operand, receiver, condition, selector.
    pub(super) fn operand(&mut self, id: syntax::ExprId) -> ExprId {
        let value = self.expr(id);
        self.settle(value);
        value
    }

    /// An operand whose type decides what happens next, so that it must be known exactly.
    pub(super) fn exact_operand(&mut self, id: syntax::ExprId) -> ExprId {
        let value = self.expr(id);
        self.exact_value(id, value)
    }

    /// The same of one that is attributed.
    pub(super) fn exact_value(&mut self, id: syntax::ExprId, value: ExprId) -> ExprId {
        if self.is_functional(value) {
            self.settle(value);
            return self.unknown(id);
        }
        let exact = self.pending.iter().all(|p| p.expr != value || p.exact);
        self.settle(value);
        let exact = exact || self.statics.contains_key(&value);
        if exact {
            return value;
        }
        self.unsupported(self.span(id), "expression of an intersection type");
        self.unknown(id)
    }

    /// An expression in an assignment context of type `target`.
    pub(super) fn value_for(&mut self, id: syntax::ExprId, target: impl Into<Target>) -> ExprId {
        let target = target.into();
        let value = match &self.code.exprs[id].kind {
            syntax::ExprKind::ArrayInitializer(_) => return self.array_initializer(id, target),
            _ => self.expr(id),
        };
        self.coerce_to(value, target, Context::Assignment, self.span(id))
    }

    /// A condition: boolean, or unboxed to it. `self.bindings` are the condition's.
    pub(super) fn condition(&mut self, id: syntax::ExprId) -> ExprId {
        let value = self.expr(id);
        self.coerce(value, Ty::BOOLEAN, Context::Assignment, self.span(id))
    }

    /// Converts a value to the type that its context wants, or says why that cannot be.
    pub(super) fn coerce(&mut self, value: ExprId, target: Ty, context: Context, span: Span) -> ExprId {
        self.coerce_to(value, target.into(), context, span)
    }

    /// The same where the type of the context may have arguments.
    pub(super) fn coerce_to(&mut self, value: ExprId, whole: Target, context: Context, span: Span) -> ExprId {
        let target = whole.ty;
        if self.is_functional(value) {
            return self.finish_functional(value, whole, span);
        }
        if target == Ty::Unknown {
            self.settle(value);
            return value;
        }
        self.close_call(value, Some(whole));
        if let Some(position) = self.pending.iter().position(|p| p.expr == value) {
            self.pending.swap_remove(position);
            self.push_down(value, whole, context, span);
            return value;
        }
        let value = self.as_one_bound(value, target);
        let from = self.ty(value);
        if from == Ty::Unknown {
            return value;
        }
        if self.program.loosely_converts(from, target) && !self.may_assign_static(value, whole) {
            let (own, wanted) = (self.static_ty(value), self.target_type(whole));
            let (own, wanted) = (self.types.show(own), self.types.show(wanted));
            self.error(span, format!("incompatible types: {own} cannot be converted to {wanted}"));
            return self.poison(value);
        }
        if from == target {
            return value;
        }
        if context == Context::Assignment
            && let Some(narrow) = self.program.narrowed_constant(from, target, self.constant(value))
        {
            let narrowed = self.primitive_as(value, narrow);
            return self.box_for(narrowed, target);
        }
        if self.program.loosely_converts(from, target) {
            return self.convert(value, target);
        }
        self.refuse_conversion(span, from, target);
        self.poison(value)
    }

    /// Says that a value of one type is none of another; where a supertype is not known it may be.
    pub(super) fn refuse_conversion(&mut self, span: Span, from: Ty, target: Ty) {
        if self.program.may_be_subtype(from, target) || self.program.may_be_subtype(target, from) {
            let (from, target) = (self.program.type_name(from), self.program.type_name(target));
            let what = format!("conversion from {from} to {target}, of which a supertype is not known");
            self.unsupported(span, what);
        } else {
            let message = self.mismatch(from, target);
            self.error(span, message);
        }
    }

    /// The text of the error that a value of one type is no value of another.
    pub(super) fn mismatch(&self, from: Ty, target: Ty) -> String {
        let (from_name, target_name) = (self.program.type_name(from), self.program.type_name(target));
        match (from, target) {
            (Ty::Void, _) => "'void' type not allowed here".to_owned(),
            (Ty::Primitive(p), Ty::Primitive(q)) if p.is_numeric() && q.is_numeric() => {
                format!("incompatible types: possible lossy conversion from {from_name} to {target_name}")
            }
            _ => format!("incompatible types: {from_name} cannot be converted to {target_name}"),
        }
    }

    /// A node of unknown type in place of one of a wrong type, so that nothing more is said about it.
    pub(super) fn poison(&mut self, value: ExprId) -> ExprId {
        let origin = self.body.exprs[value].origin;
        self.body.exprs.push(Expr { kind: ExprKind::Null, ty: Ty::Unknown, origin, constant: None })
    }

    /// Converts without a check: boxing, unboxing and widening as far as the types differ.
    pub(super) fn convert(&mut self, value: ExprId, target: Ty) -> ExprId {
        match (self.ty(value), target) {
            (from, target) if from == target => value,
            (Ty::Unknown, _) | (_, Ty::Unknown) => value,
            (Ty::Primitive(_), Ty::Primitive(q)) => self.primitive_as(value, q),
            (Ty::Primitive(_), _) => self.box_for(value, target),
            (Ty::Class(c), Ty::Primitive(q)) => match self.program.unwrapped(c) {
                Some(own) => {
                    let unboxed = self.conversion(value, Conversion::Unbox, Ty::Primitive(own), None);
                    self.primitive_as(unboxed, q)
                }
                None => self.poison(value),
            },
            _ => self.conversion(value, Conversion::Widen, target, None),
        }
    }

    /// A primitive value as it is, or boxed and widened where the target is a reference.
    fn box_for(&mut self, value: ExprId, target: Ty) -> ExprId {
        match (self.ty(value), target) {
            (Ty::Primitive(p), Ty::Class(_)) => {
                let wrapper = Ty::Class(self.program.wrapper(p));
                let boxed = self.conversion(value, Conversion::Box, wrapper, None);
                if wrapper == target {
                    boxed
                } else {
                    self.conversion(boxed, Conversion::Widen, target, None)
                }
            }
            _ => value,
        }
    }

    /// A primitive value as another primitive type; constants stay constants.
    pub(super) fn primitive_as(&mut self, value: ExprId, target: PrimitiveType) -> ExprId {
        if self.ty(value) == Ty::Primitive(target) {
            return value;
        }
        let constant = self.cast_constant(value, target);
        self.conversion(value, Conversion::Primitive, Ty::Primitive(target), constant)
    }

    pub(super) fn cast_constant(&self, value: ExprId, target: PrimitiveType) -> Option<Constant> {
        self.constant(value).and_then(|c| fold_cast(c, target))
    }

    pub(super) fn conversion(
        &mut self,
        operand: ExprId,
        conversion: Conversion,
        ty: Ty,
        constant: Option<Constant>,
    ) -> ExprId {
        let origin = self.body.exprs[operand].origin;
        let kind = ExprKind::Convert { conversion, operand };
        self.body.exprs.push(Expr { kind, ty, origin, constant })
    }

    /// A value as an operand of type `target`, which its unboxed type widens to (numeric promotion).
    pub(super) fn promote(&mut self, value: ExprId, target: PrimitiveType) -> ExprId {
        self.convert(value, Ty::Primitive(target))
    }

    /// `(target) value`; the resulting node is always a new one, with `origin`.
    pub(super) fn cast(&mut self, origin: syntax::ExprId, value: ExprId, target: Ty) -> ExprId {
        let from = self.ty(value);
        if !self.program.castable(from, target) {
            match (from, target) {
                (Ty::Primitive(p), Ty::Primitive(q)) => {
                    let message = format!("incompatible types: {p} cannot be converted to {q}");
                    self.error(self.span(origin), message);
                }
                _ => self.refuse_conversion(self.span(origin), from, target),
            }
            return self.unknown(origin);
        }
        let (operand, conversion, constant) = match (from, target) {
            (Ty::Primitive(_), Ty::Primitive(q)) => {
                (value, Conversion::Primitive, self.cast_constant(value, q))
            }
            (Ty::Primitive(p), _) => {
                let wrapper = Ty::Class(self.program.wrapper(p));
                if wrapper == target {
                    (value, Conversion::Box, None)
                } else {
                    (self.conversion(value, Conversion::Box, wrapper, None), Conversion::Widen, None)
                }
            }
            (_, Ty::Primitive(q)) => {
                let (operand, conversion) = self.unboxing_cast(value, q);
                (operand, conversion, None)
            }
            _ if self.program.is_subtype(from, target) => {
                let string = self.program.string();
                let kept = if target == string { self.constant(value).cloned() } else { None };
                (value, Conversion::Widen, kept)
            }
            _ => (value, Conversion::CheckedCast, None),
        };
        self.push_constant(ExprKind::Convert { conversion, operand }, target, origin, constant)
    }

    /// The last step of a cast from a reference to a primitive type, and what it is applied to.
    fn unboxing_cast(&mut self, value: ExprId, target: PrimitiveType) -> (ExprId, Conversion) {
        let own = self.ty(value).class().and_then(|c| self.program.unwrapped(c));
        match own {
            Some(own) if own == target => (value, Conversion::Unbox),
            Some(own) if widens(own, target) => {
                (self.conversion(value, Conversion::Unbox, Ty::Primitive(own), None), Conversion::Primitive)
            }
            _ => {
                let wrapper = Ty::Class(self.program.wrapper(target));
                (self.conversion(value, Conversion::CheckedCast, wrapper, None), Conversion::Unbox)
            }
        }
    }

    /// Converts the branches of a pending expression to the type that the expression has on its own.
    pub(super) fn settle(&mut self, value: ExprId) {
        if self.is_functional(value) {
            return self.drop_functional(value);
        }
        self.close_call(value, None);
        let Some(position) = self.pending.iter().position(|p| p.expr == value) else { return };
        self.pending.swap_remove(position);
        let ty = self.ty(value);
        if ty == Ty::Unknown {
            self.settle_branches(value);
        } else {
            self.set_branches(value, |this, branch| {
                this.settle(branch);
                this.convert(branch, ty)
            });
        }
    }

    fn settle_branches(&mut self, value: ExprId) {
        self.set_branches(value, |this, branch| {
            this.settle(branch);
            branch
        });
    }

    /// Gives a pending expression its type from the context, and each branch with it.
    fn push_down(&mut self, value: ExprId, whole: Target, context: Context, span: Span) {
        let target = whole.ty;
        if target != self.ty(value) {
            self.body.exprs[value].ty = target;
            self.body.exprs[value].constant = None;
        }
        self.statics.remove(&value);
        if let Some(exact) = whole.exact {
            self.note_static(value, exact);
        }
        self.set_branches(value, |this, branch| {
            let origin = this.body.exprs[branch].origin;
            let span = origin.map_or(span, |o| this.span(o));
            this.coerce_to(branch, whole, context, span)
        });
    }

    /// Replaces each branch of a conditional or switch expression by what `f` makes of it.
    fn set_branches(&mut self, value: ExprId, mut f: impl FnMut(&mut Self, ExprId) -> ExprId) {
        if let ExprKind::Conditional { condition, then, otherwise } = self.body.exprs[value].kind {
            let then = f(self, then);
            let otherwise = f(self, otherwise);
            self.body.exprs[value].kind = ExprKind::Conditional { condition, then, otherwise };
            return;
        }
        // Taken out first: a branch that is a switch expression itself takes out its own.
        let own: Vec<_> = self.yields.extract_if(.., |(target, _)| *target == value).collect();
        for (target, stmt) in own {
            if let StmtKind::Yield { value: branch, .. } = self.body.stmts[stmt].kind {
                let branch = f(self, branch);
                self.body.stmts[stmt].kind = StmtKind::Yield { target, value: branch };
            }
        }
    }

    /// The values that a pending expression may yield, for the choice of an overload (JLS 15.12.2.2).
    pub(super) fn branches(&self, value: ExprId, into: &mut Vec<ExprId>) {
        if !self.is_pending(value) {
            into.push(value);
        } else if let ExprKind::Conditional { then, otherwise, .. } = self.body.exprs[value].kind {
            self.branches(then, into);
            self.branches(otherwise, into);
        } else {
            for &(target, stmt) in &self.yields {
                if target == value
                    && let StmtKind::Yield { value: branch, .. } = self.body.stmts[stmt].kind
                {
                    self.branches(branch, into);
                }
            }
        }
    }

    pub(super) fn is_pending(&self, value: ExprId) -> bool {
        self.pending.iter().any(|p| p.expr == value)
    }

    pub(super) fn defer(&mut self, expr: ExprId, exact: bool) {
        self.pending.push(Pending { expr, exact });
    }
}
