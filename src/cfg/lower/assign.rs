//! Assignments of all kinds. The parts of a target are evaluated first and once; the checks that they ask for come
//! before the value in a compound assignment, and behind it in a simple one.

use smallvec::smallvec;

use crate::cfg::lower::variables::{self, boxed_type};
use crate::cfg::lower::{Builder, Origin};
use crate::jvm::operator::{BinaryOperator, unary_numeric_promotion};
use crate::jvm::value::{Primitive, PrimitiveType};
use crate::sema::program::FieldId;
use crate::sema::typed_tree::{ExprId, ExprKind};
use crate::sema::types::Ty;
use crate::syntax::tree::IncDec;
use crate::term::variable::VarId;
use crate::term::{Maker, TermId};

/// A variable whose parts are evaluated.
#[derive(Clone, Copy, Debug)]
pub(super) enum Target {
    Variable(VarId),
    Static(FieldId),
    Field { object: TermId, field: FieldId },
    Cell { array: TermId, index: TermId, cell: Ty },
}

impl Builder<'_> {
    /// Evaluates the parts of a target behind which `later` ones are evaluated.
    fn target(&mut self, target: ExprId, later: &[ExprId]) -> Target {
        let body = self.body;
        match body.exprs[target].kind {
            ExprKind::Local(local) => Target::Variable(self.local_variable(local)),
            ExprKind::StaticField(field) => Target::Static(field),
            ExprKind::Field { object, field } => {
                let object = self.operand(object, later);
                Target::Field { object, field }
            }
            ExprKind::Index { array, index } => {
                let behind: smallvec::SmallVec<[ExprId; 4]> =
                    std::iter::once(index).chain(later.iter().copied()).collect();
                let array = self.operand(array, &behind);
                let index = self.operand(index, later);
                Target::Cell { array, index, cell: body.exprs[target].ty }
            }
            _ => {
                self.unsupported("assignment to what is no variable");
                let ty = self.ty(target);
                Target::Variable(self.temporary(None, ty))
            }
        }
    }

    /// What stands between the target's parts and its use.
    fn check_target(&mut self, origin: Origin, target: Target) {
        match target {
            Target::Variable(_) => {}
            Target::Static(field) => self.initialize(self.program.fields[field].class, origin),
            Target::Field { object, .. } => self.null_check(origin, object),
            Target::Cell { array, index, .. } => self.index_check(origin, array, index),
        }
    }

    fn load(&mut self, origin: Origin, target: Target) -> TermId {
        if let Target::Static(field) | Target::Field { field, .. } = target
            && self.program.is_unread(field)
        {
            self.unsupported_at(origin, self.program.unread_field(field));
        }
        match target {
            Target::Variable(var) => self.terms.var(var),
            Target::Static(field) => {
                let var = variables::static_field(self.program, self.terms, field);
                self.terms.var(var)
            }
            Target::Field { object, field } => self.read_field(field, object),
            Target::Cell { array, index, cell } => self.read_cell(cell, array, index),
        }
    }

    /// What is written: a variable, and its new value.
    fn written(&mut self, target: Target, value: TermId) -> (VarId, TermId) {
        match target {
            Target::Variable(var) => (var, value),
            Target::Static(field) => (variables::static_field(self.program, self.terms, field), value),
            Target::Field { object, field } => {
                let var = variables::field(self.program, self.terms, field);
                let map = self.terms.var(var);
                (var, self.terms.store(map, object, value))
            }
            Target::Cell { array, index, cell } => {
                let var = variables::cells(self.terms, cell);
                let map = self.terms.var(var);
                (var, self.terms.store_cell(map, array, index, value))
            }
        }
    }

    /// Stores a value; gives what `result` is then, if that is wanted: it is kept where the store writes what it
    /// reads.
    fn store(&mut self, expr: ExprId, target: Target, value: TermId, result: Option<TermId>) -> TermId {
        let origin = self.origin(expr);
        let (var, new) = self.written(target, value);
        let Some(result) = result else {
            self.assign_variable(origin, var, new);
            return value;
        };
        let own = self.terms.var(var);
        if result == value && new == value && matches!(target, Target::Variable(_) | Target::Static(_)) {
            self.assign_variable(origin, var, new);
            return own;
        }
        if !self.terms.variables_of(&[result]).contains(&var) {
            self.assign_variable(origin, var, new);
            return result;
        }
        let kept = self.temporary(origin, self.ty(expr));
        self.assign_variables(origin, smallvec![(kept, result), (var, new)]);
        self.terms.var(kept)
    }

    pub(super) fn assign(&mut self, expr: ExprId, target: ExprId, value: ExprId, wanted: bool) -> TermId {
        let place = self.target(target, &[value]);
        let new = self.value(value);
        let origin = self.origin(expr);
        self.check_target(origin, place);
        if let Target::Cell { array, cell, .. } = place
            && cell.is_reference()
        {
            self.store_check(origin, array, cell, new, self.ty(value));
        }
        if let Target::Field { field, .. } = place
            && self.is_content_of_value(field)
        {
            self.unsupported_at(origin, "an assignment to the content of a wrapper object or a string");
        }
        self.store(expr, place, new, wanted.then_some(new))
    }

    pub(super) fn compound_assign(
        &mut self,
        expr: ExprId,
        target: ExprId,
        op: BinaryOperator,
        operation: PrimitiveType,
        value: ExprId,
        wanted: bool,
    ) -> TermId {
        let place = self.target(target, &[value]);
        let origin = self.origin(expr);
        self.check_target(origin, place);
        let ty = self.ty(target);
        let old = self.load(origin, place);
        let old = self.unbox_old(origin, ty, old);
        let old = self.keep(old, &[value], origin, Ty::Primitive(self.primitive_of(ty)));
        let left = self.terms.convert(self.primitive_of(ty), operation, old);
        let right = self.value(value);
        let computed = self.operate(origin, op, operation, left, right);
        let new = self.terms.convert(operation, self.primitive_of(ty), computed);
        let new = self.box_new(expr, ty, new);
        self.store(expr, place, new, wanted.then_some(new))
    }

    pub(super) fn increment(&mut self, expr: ExprId, op: IncDec, target: ExprId, wanted: bool) -> TermId {
        let place = self.target(target, &[]);
        let origin = self.origin(expr);
        self.check_target(origin, place);
        let ty = self.ty(target);
        let before = self.load(origin, place);
        let old = self.unbox_old(origin, ty, before);
        let primitive = self.primitive_of(ty);
        let operation = unary_numeric_promotion(primitive);
        let left = self.terms.convert(primitive, operation, old);
        let one = crate::jvm::convert::cast(Primitive::Int(1), operation);
        let one = self.terms.primitive(one);
        let code = if op.is_increment() { BinaryOperator::Add } else { BinaryOperator::Sub };
        let computed = self.terms.binary(code, operation, left, one);
        let new = self.terms.convert(operation, primitive, computed);
        let new = self.box_new(expr, ty, new);
        let result = if op.is_prefix() { new } else { before };
        self.store(expr, place, new, wanted.then_some(result))
    }

    pub(super) fn concat_assign(
        &mut self,
        expr: ExprId,
        target: ExprId,
        value: ExprId,
        wanted: bool,
    ) -> TermId {
        let place = self.target(target, &[value]);
        let origin = self.origin(expr);
        self.check_target(origin, place);
        let old = self.load(origin, place);
        let ty = self.ty(target);
        let left = self.text_of(origin, old, ty);
        let string = self.program.string();
        let left = self.keep(left, &[value], origin, string);
        let right = self.value(value);
        let right = self.text_of(origin, right, self.ty(value));
        let new = self.joined(left, right);
        let new = self.made(Maker::Concat, expr, new);
        if let Target::Cell { array, cell, .. } = place {
            self.store_check(origin, array, cell, new, string);
        }
        self.store(expr, place, new, wanted.then_some(new))
    }

    /// The primitive type of a variable, or of what a wrapper variable holds.
    fn primitive_of(&self, ty: Ty) -> PrimitiveType {
        ty.primitive().or_else(|| boxed_type(self.program, ty)).unwrap_or(PrimitiveType::Int)
    }

    fn unbox_old(&mut self, origin: Origin, ty: Ty, old: TermId) -> TermId {
        match boxed_type(self.program, ty) {
            Some(primitive) => {
                self.null_check(origin, old);
                self.unboxed(primitive, old)
            }
            None => old,
        }
    }

    fn box_new(&mut self, expr: ExprId, ty: Ty, new: TermId) -> TermId {
        match boxed_type(self.program, ty) {
            Some(PrimitiveType::Boolean) => self.boxed(PrimitiveType::Boolean, new),
            Some(primitive) => {
                let value = self.boxed(primitive, new);
                self.made(Maker::Box, expr, value)
            }
            None => new,
        }
    }
}
