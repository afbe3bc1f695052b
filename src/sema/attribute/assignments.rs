//! Assignment, compound assignment, `++` and `--` (JLS 15.26, 15.14, 15.15).

use super::Attributor;
use super::operators::Operation;
use crate::jvm::operator::BinaryOperator;
use crate::sema::program::{FieldId, MethodKind};
use crate::sema::typed_tree::{ExprId, ExprKind};
use crate::sema::types::Ty;
use crate::syntax::tree::{self as syntax, IncDec, Member};

impl Attributor<'_> {
    pub(super) fn assign(
        &mut self,
        id: syntax::ExprId,
        target: syntax::ExprId,
        op: Option<BinaryOperator>,
        value: syntax::ExprId,
    ) -> ExprId {
        let target_syntax = target;
        // A compound assignment reads its target too.
        self.assigned = op.is_none().then_some(target);
        self.assigned_object = match self.code.exprs[target].kind {
            syntax::ExprKind::Field { target: object, .. } => self.assigned.and(Some(object)),
            _ => None,
        };
        let target = self.expr(target);
        (self.assigned, self.assigned_object) = (None, None);
        let is_variable = self.check_variable(target_syntax, target) && self.check_early(id, target);
        match op {
            None => {
                let ty = self.ty(target);
                let exact = self.statics.get(&target).copied();
                let wanted = self.target(ty, exact);
                let value = self.value_for(value, wanted);
                if !is_variable || ty == Ty::Unknown || self.ty(value) == Ty::Unknown {
                    return self.unknown(id);
                }
                let assign = self.push(ExprKind::Assign { target, value }, ty, id);
                if let Some(exact) = exact {
                    self.note_static(assign, exact);
                }
                assign
            }
            Some(op) => {
                self.clear_constant(target);
                let value = self.operand(value);
                if !is_variable {
                    return self.unknown(id);
                }
                self.compound(id, op, target, value)
            }
        }
    }

    /// Before the call of another constructor only a field of the class itself is assigned that has no initialiser.
    fn check_early(&mut self, id: syntax::ExprId, target: ExprId) -> bool {
        let ExprKind::Field { object, field } = self.body.exprs[target].kind else { return true };
        if !self.in_prologue || !matches!(self.body.exprs[object].kind, ExprKind::This) {
            return true;
        }
        let f = &self.program.fields[field];
        let has_initializer = self.program.field_decl(field).is_some_and(|decl| decl.init.is_some());
        if f.class == self.class && !has_initializer {
            return true;
        }
        let what = if f.class == self.class { "assign initialized field" } else { "reference" };
        let message = format!("cannot {what} {} before supertype constructor has been called", f.name);
        self.error(self.span(id), message);
        false
    }

    fn compound(&mut self, id: syntax::ExprId, op: BinaryOperator, target: ExprId, value: ExprId) -> ExprId {
        self.refuse_declared(id, target);
        let ty = self.ty(target);
        let value_ty = self.ty(value);
        let Some(operation) = self.operation(id, op, ty, value_ty) else { return self.unknown(id) };
        match operation {
            Operation::Concat => {
                if !self.program.is_subtype(self.program.string(), ty) {
                    let message = self.mismatch(self.program.string(), ty);
                    self.error(self.span(id), message);
                    return self.unknown(id);
                }
                self.push(ExprKind::ConcatAssign { target, value }, ty, id)
            }
            // No operator on references has a compound form.
            Operation::Reference => self.unknown(id),
            Operation::Primitive { left, right, result } => {
                if !self.program.castable(Ty::Primitive(result), ty) {
                    let message = self.mismatch(Ty::Primitive(result), ty);
                    self.error(self.span(id), message);
                    return self.unknown(id);
                }
                let value = self.promote(value, right);
                self.push(ExprKind::CompoundAssign { target, op, operation: left, value }, ty, id)
            }
        }
    }

    pub(super) fn inc_dec(&mut self, id: syntax::ExprId, op: IncDec, operand: syntax::ExprId) -> ExprId {
        let target = self.expr(operand);
        let is_variable = self.check_variable(operand, target);
        self.clear_constant(target);
        self.refuse_declared(id, target);
        let ty = self.ty(target);
        if !is_variable || ty == Ty::Unknown {
            return self.unknown(id);
        }
        match self.program.unboxed(ty) {
            Some(p) if p.is_numeric() => self.push(ExprKind::IncDec { op, target }, ty, id),
            _ => {
                let found = self.program.type_name(ty);
                let message = format!("bad operand type {found} for unary operator '{}'", op.symbol());
                self.error(self.span(id), message);
                self.unknown(id)
            }
        }
    }

    /// A place whose static type is not that of what it holds at run time is read and written by plain assignments only.
    fn refuse_declared(&mut self, id: syntax::ExprId, target: ExprId) {
        if self.declared.contains_key(&target) {
            self.unsupported(self.span(id), "compound assignment to a field of a type variable");
        }
    }

    /// The target of an assignment is a place, whatever value it was initialised with.
    fn clear_constant(&mut self, target: ExprId) {
        self.body.exprs[target].constant = None;
    }

    /// Whether an expression is a variable that may be assigned to as far as the flow of control has no
    /// say; what is wrong is reported.
    fn check_variable(&mut self, id: syntax::ExprId, target: ExprId) -> bool {
        let span = self.span(id);
        self.settle(target);
        if self.ty(target) == Ty::Unknown {
            return false;
        }
        self.clear_constant(target);
        match self.body.exprs[target].kind {
            ExprKind::Index { .. } => true,
            ExprKind::Local(local) => {
                let sealed = self.sealed_locals.contains(&local);
                if sealed {
                    let name = &self.body.locals[local].name;
                    self.error(span, format!("cannot assign a value to final variable {name}"));
                }
                !sealed
            }
            ExprKind::StaticField(field) | ExprKind::Field { field, .. } => {
                let allowed = self.may_assign(field, id, target);
                if !allowed {
                    let name = &self.program.fields[field].name;
                    self.error(span, format!("cannot assign a value to final variable {name}"));
                }
                allowed
            }
            ExprKind::ArrayLength(_) => {
                self.error(span, "cannot assign a value to final variable length");
                false
            }
            _ => {
                self.error(span, "unexpected type: required a variable, found a value");
                false
            }
        }
    }

    /// A final field is assigned by its simple name or as `this.x`, in a constructor or initialiser of its
    /// own class, and only if it has no initialiser; how often is the flow pass's.
    fn may_assign(&self, field: FieldId, id: syntax::ExprId, target: ExprId) -> bool {
        let f = &self.program.fields[field];
        if !f.is_final() {
            return true;
        }
        let by_name = match &self.code.exprs[id].kind {
            syntax::ExprKind::Name(_) => true,
            syntax::ExprKind::Field { target, .. } => {
                matches!(self.code.exprs[*target].kind, syntax::ExprKind::This)
            }
            _ => false,
        };
        let is_static = matches!(self.body.exprs[target].kind, ExprKind::StaticField(_));
        let place = match self.program.methods[self.body.method].kind {
            MethodKind::StaticInitializer => is_static,
            MethodKind::InstanceInitializer | MethodKind::Constructor => !is_static,
            MethodKind::Method => false,
        };
        by_name && place && f.class == self.class && !self.has_initializer(field)
    }

    fn has_initializer(&self, field: FieldId) -> bool {
        let name = &self.program.fields[field].name;
        let class = self.program.fields[field].class;
        let members = &self.program.decl(class).members;
        let declared = members.iter().find_map(|m| match m {
            Member::Field(f) if f.name.name == *name => Some(f),
            _ => None,
        });
        // Enum constants have no declarator and may never be assigned.
        declared.is_none_or(|f| f.init.is_some())
    }
}
