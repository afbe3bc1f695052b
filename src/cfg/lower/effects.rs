//! What evaluating an expression may do, judged before it is built: whether it is total (a term, without a node), and
//! what it may write. Both answers err on the safe side.

use std::collections::BTreeSet;

use crate::cfg::library;
use crate::cfg::lower::Builder;
use crate::jvm::operator::BinaryOperator;
use crate::jvm::value::Primitive;
use crate::sema::identity;
use crate::sema::typed_tree::{Call, Constant, Conversion, Dispatch, ExprId, ExprKind, LocalId};
use crate::sema::types::Ty;
use crate::term::TermId;
use crate::term::variable::Variable;

/// What evaluating an expression may write.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Effects {
    locals: bool,
    /// Statics, fields, cells, text; or anything by a call.
    globals: bool,
}

impl Effects {
    const ALL: Self = Self { locals: true, globals: true };

    const fn and(self, other: Self) -> Self {
        Self { locals: self.locals || other.locals, globals: self.globals || other.globals }
    }
}

impl Builder<'_> {
    /// Evaluates an operand behind which `later` ones are evaluated before it is used.
    pub(super) fn operand(&mut self, expr: ExprId, later: &[ExprId]) -> TermId {
        let value = self.value(expr);
        let origin = self.origin(expr);
        let ty = self.ty(expr);
        self.keep(value, later, origin, ty)
    }

    /// A value that stays what it is while `later` is evaluated.
    pub(super) fn keep(
        &mut self,
        value: TermId,
        later: &[ExprId],
        origin: Option<crate::syntax::tree::ExprId>,
        ty: Ty,
    ) -> TermId {
        if self.may_change(value, later) { self.save(origin, value, ty) } else { value }
    }

    /// Whether evaluating `later` may change what a term reads.
    fn may_change(&mut self, term: TermId, later: &[ExprId]) -> bool {
        let mut effects = Effects::default();
        for &expr in later {
            effects = effects.and(self.effects_of(expr));
        }
        if !effects.locals && !effects.globals {
            return false;
        }
        let mut assigned = BTreeSet::new();
        if effects.locals {
            later.iter().for_each(|&expr| self.assigned_locals(expr, &mut assigned));
        }
        let origins: Vec<_> = assigned.iter().map(|&local| self.body.locals[local].origin).collect();
        self.terms.variables_of(&[term]).into_iter().any(|var| match self.terms.info(var).variable {
            Variable::Local(_, origin) => origins.contains(&origin),
            variable => effects.globals && variable.is_global(),
        })
    }

    fn effects_of(&mut self, expr: ExprId) -> Effects {
        if let Some(&known) = self.effects.get(&expr) {
            return known;
        }
        let mut effects = Effects::default();
        if self.body.exprs[expr].constant.is_none() {
            effects = self.own_effects(expr);
            for operand in self.operands(expr) {
                effects = effects.and(self.effects_of(operand));
            }
        }
        self.effects.insert(expr, effects);
        effects
    }

    fn operands(&self, expr: ExprId) -> smallvec::SmallVec<[ExprId; 4]> {
        let mut operands = smallvec::SmallVec::new();
        self.body.exprs[expr].each_operand(|operand| operands.push(operand));
        operands
    }

    fn own_effects(&mut self, expr: ExprId) -> Effects {
        const LOCALS: Effects = Effects { locals: true, globals: false };
        const GLOBALS: Effects = Effects { locals: false, globals: true };
        let body = self.body;
        match &body.exprs[expr].kind {
            ExprKind::Assign { target, .. }
            | ExprKind::CompoundAssign { target, .. }
            | ExprKind::ConcatAssign { target, .. }
            | ExprKind::IncDec { target, .. } => match body.exprs[*target].kind {
                // The old value of a `+=` may be an object whose text is asked for.
                ExprKind::Local(_) if self.ty(*target).primitive().is_some() => LOCALS,
                _ => Effects::ALL,
            },
            ExprKind::InstanceOf { binding, .. } if binding.is_some() => LOCALS,
            ExprKind::Concat { left, right } => {
                let plain = |&side: &ExprId| self.has_plain_text(self.ty(side));
                if [*left, *right].iter().all(plain) { Effects::default() } else { GLOBALS }
            }
            ExprKind::Call(call) => {
                if library::is_pure(self.program, call.method) {
                    Effects::default()
                } else {
                    GLOBALS
                }
            }
            ExprKind::New { .. } | ExprKind::NewArray { .. } | ExprKind::ArrayLiteral { .. } => GLOBALS,
            ExprKind::StaticField(field) => {
                let class = self.program.fields[*field].class;
                let is_plain = self.is_initialized(class) && !self.program.is_unread(*field);
                if is_plain { Effects::default() } else { GLOBALS }
            }
            ExprKind::Field { field, .. } if self.program.is_unread(*field) => GLOBALS,
            ExprKind::Switch(_) => Effects::ALL,
            _ => Effects::default(),
        }
    }

    /// The locals that evaluating an expression may assign.
    fn assigned_locals(&self, expr: ExprId, assigned: &mut BTreeSet<LocalId>) {
        let node = &self.body.exprs[expr];
        if node.constant.is_some() {
            return;
        }
        match &node.kind {
            ExprKind::Assign { target, .. }
            | ExprKind::CompoundAssign { target, .. }
            | ExprKind::ConcatAssign { target, .. }
            | ExprKind::IncDec { target, .. } => {
                if let ExprKind::Local(local) = self.body.exprs[*target].kind {
                    assigned.insert(local);
                }
            }
            ExprKind::InstanceOf { binding, .. } => assigned.extend(*binding),
            // Its statements may assign any.
            ExprKind::Switch(_) => assigned.extend(self.body.locals.ids()),
            _ => {}
        }
        node.each_operand(|operand| self.assigned_locals(operand, assigned));
    }

    /// Whether the text of a value of this static type is made without running code of an object.
    pub(super) fn has_plain_text(&self, ty: Ty) -> bool {
        let known = &self.program.well_known;
        match ty {
            Ty::Primitive(_) | Ty::Null => true,
            Ty::Class(class) => class == known.string || known.wrappers.contains(&class),
            _ => false,
        }
    }

    /// Whether an expression is a term: it cannot throw, and has no effect.
    pub(super) fn is_total(&mut self, expr: ExprId) -> bool {
        if let Some(&known) = self.total.get(&expr) {
            return known;
        }
        let constant = self.body.exprs[expr].constant.is_some();
        let total = constant
            || self.own_step_is_total(expr)
                && self.operands(expr).into_iter().all(|operand| self.is_total(operand));
        self.total.insert(expr, total);
        total
    }

    /// As [`Builder::is_total`], of the last step.
    fn own_step_is_total(&mut self, expr: ExprId) -> bool {
        let body = self.body;
        match &body.exprs[expr].kind {
            ExprKind::Literal
            | ExprKind::Null
            | ExprKind::Local(_)
            | ExprKind::This
            | ExprKind::Unary { .. }
            | ExprKind::And { .. }
            | ExprKind::Or { .. }
            | ExprKind::Conditional { .. }
            | ExprKind::ClassLiteral(_) => true,
            ExprKind::StaticField(field) => {
                let class = self.program.fields[*field].class;
                self.is_initialized(class) && !self.program.is_unread(*field)
            }
            ExprKind::Field { object, field } => {
                matches!(body.exprs[*object].kind, ExprKind::This) && !self.program.is_unread(*field)
            }
            ExprKind::Binary { op, left, right } => match self.ty(*left).primitive() {
                Some(ty) if matches!(op, BinaryOperator::Div | BinaryOperator::Rem) => {
                    ty.is_floating() || self.is_nonzero_constant(*right)
                }
                Some(_) => true,
                None => {
                    !identity::may_be_lambdas(self.program, self.body, *left, *right)
                        && (self.terms.asks_for_identity
                            || self.terms.tells_objects_apart
                            || identity::is_known(self.program, self.body, *left, *right))
                }
            },
            ExprKind::Concat { left, right } => {
                self.has_plain_text(self.ty(*left)) && self.has_plain_text(self.ty(*right))
            }
            ExprKind::Convert { conversion, operand } => match conversion {
                Conversion::Primitive | Conversion::Box | Conversion::Widen => true,
                Conversion::Unbox => false,
                Conversion::CheckedCast => self.program.is_subtype(self.ty(*operand), self.ty(expr)),
            },
            ExprKind::InstanceOf { binding, .. } => binding.is_none(),
            ExprKind::Call(call) => self.call_is_total(call),
            ExprKind::ArrayLength(_)
            | ExprKind::Index { .. }
            | ExprKind::Assign { .. }
            | ExprKind::CompoundAssign { .. }
            | ExprKind::ConcatAssign { .. }
            | ExprKind::IncDec { .. }
            | ExprKind::New { .. }
            | ExprKind::NewArray { .. }
            | ExprKind::ArrayLiteral { .. }
            | ExprKind::Switch(_) => false,
        }
    }

    fn call_is_total(&self, call: &Call) -> bool {
        call.dispatch == Dispatch::Static
            && call.receiver.is_none()
            && library::is_total(self.program, call.method)
    }

    fn is_nonzero_constant(&self, expr: ExprId) -> bool {
        match self.body.exprs[expr].constant {
            Some(Constant::Primitive(Primitive::Int(value))) => value != 0,
            Some(Constant::Primitive(Primitive::Long(value))) => value != 0,
            _ => false,
        }
    }
}
