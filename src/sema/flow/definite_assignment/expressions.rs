//! Definite assignment through expressions (JLS 16.1).

use super::{Branches, Branches as B, State, Target, Walk, own_field};
use crate::index::Id;
use crate::jvm::operator::UnaryOperator;
use crate::sema::program::FieldId;
use crate::sema::typed_tree::{ExprId, ExprKind, LocalId, LocalOrigin};
use crate::sema::types::Ty;

impl Walk<'_> {
    pub(super) fn expr(&mut self, id: ExprId) {
        let body = self.body;
        let expr = &body.exprs[id];
        if expr.constant.is_some() {
            return;
        }
        match &expr.kind {
            ExprKind::Null => {
                if let Some(lambda) = body.open_lambda(id) {
                    lambda.receiver.iter().for_each(|&(_, receiver)| self.expr(receiver));
                    self.lambda(lambda);
                }
            }
            ExprKind::And { .. } | ExprKind::Or { .. } => self.boolean_value(id),
            ExprKind::Unary { op: UnaryOperator::Not, .. } => self.boolean_value(id),
            ExprKind::InstanceOf { .. } => self.boolean_value(id),
            ExprKind::Conditional { .. } if expr.ty == Ty::BOOLEAN => self.boolean_value(id),
            ExprKind::Conditional { condition, then, otherwise } => {
                let branches = self.condition(*condition);
                self.state = branches.when_true;
                self.expr(*then);
                let after = std::mem::replace(&mut self.state, branches.when_false);
                self.expr(*otherwise);
                self.state.join(&after);
            }
            ExprKind::Switch(switch) => {
                self.switch(switch, true);
                // Every value leaves by a yield.
                self.state = State::dead();
                self.land(Target::Yield(id));
            }
            ExprKind::Local(local) => self.read_local(id, *local),
            ExprKind::StaticField(field) => self.read_field(id, *field),
            ExprKind::Field { object, .. } => {
                self.expr(*object);
                if let Some(field) = own_field(self.body, id) {
                    self.read_field(id, field);
                }
            }
            ExprKind::Assign { target, value } => {
                self.place(*target);
                self.expr(*value);
                match body.bound_by(id, *target) {
                    Some(local) => {
                        self.declared_inside(local);
                        self.written(local.index());
                    }
                    None => self.assign(*target, id),
                }
            }
            ExprKind::CompoundAssign { target, value, .. } | ExprKind::ConcatAssign { target, value } => {
                self.expr(*target);
                self.expr(*value);
                self.assign(*target, id);
            }
            ExprKind::IncDec { target, .. } => {
                self.expr(*target);
                self.assign(*target, id);
            }
            _ => expr.each_operand(|operand| self.expr(operand)),
        }
    }

    fn boolean_value(&mut self, id: ExprId) {
        let branches = self.condition(id);
        self.state = branches.when_true;
        self.state.join(&branches.when_false);
    }

    pub(super) fn condition(&mut self, id: ExprId) -> Branches {
        let expr = &self.body.exprs[id];
        // A constant condition is vacuous on the side that it never takes.
        if let Some(value) = expr.constant_boolean() {
            let (mut when_true, mut when_false) = (self.state.clone(), State::dead());
            if !value {
                std::mem::swap(&mut when_true, &mut when_false);
            }
            return B { when_true, when_false };
        }
        match &expr.kind {
            ExprKind::And { left, right } => {
                let first = self.condition(*left);
                self.state = first.when_true;
                let mut second = self.condition(*right);
                second.when_false.join(&first.when_false);
                second
            }
            ExprKind::Or { left, right } => {
                let first = self.condition(*left);
                self.state = first.when_false;
                let mut second = self.condition(*right);
                second.when_true.join(&first.when_true);
                second
            }
            ExprKind::Unary { op: UnaryOperator::Not, operand } => {
                let branches = self.condition(*operand);
                B { when_true: branches.when_false, when_false: branches.when_true }
            }
            ExprKind::Conditional { condition, then, otherwise } => {
                let branches = self.condition(*condition);
                self.state = branches.when_true;
                let mut result = self.condition(*then);
                self.state = branches.when_false;
                let other = self.condition(*otherwise);
                result.when_true.join(&other.when_true);
                result.when_false.join(&other.when_false);
                result
            }
            ExprKind::Switch(switch) if expr.ty == Ty::BOOLEAN => {
                self.switch(switch, true);
                self.state = State::dead();
                self.land(Target::Yield(id));
                self.both()
            }
            ExprKind::InstanceOf { operand, binding, .. } => {
                self.expr(*operand);
                let mut branches = self.both();
                if let Some(local) = binding {
                    self.declared_inside(*local);
                    // The scope rules of patterns see to it that the variable is read only where it matched.
                    for state in [&mut branches.when_true, &mut branches.when_false] {
                        state.assigned.insert(local.index());
                        state.unassigned.remove(local.index());
                    }
                }
                branches
            }
            _ => {
                self.expr(id);
                self.both()
            }
        }
    }

    fn both(&self) -> Branches {
        B { when_true: self.state.clone(), when_false: self.state.clone() }
    }

    /// The parts of an assignment's target that are evaluated.
    fn place(&mut self, target: ExprId) {
        match self.body.exprs[target].kind {
            ExprKind::Local(_) | ExprKind::StaticField(_) => {}
            ExprKind::Field { object, .. } => self.expr(object),
            _ => self.body.exprs[target].each_operand(|operand| self.expr(operand)),
        }
    }

    /// Whether a lambda's code names a local that is declared outside of it.
    fn is_captured(&self, local: LocalId) -> bool {
        self.inside.last().is_some_and(|inside| !inside.contains(local.index()))
    }

    fn read_local(&mut self, id: ExprId, local: LocalId) {
        if self.is_captured(local) {
            self.captured.push((local, id));
        }
        if !self.state.assigned.contains(local.index()) {
            let name = &self.body.locals[local].name;
            self.error(id, format!("variable {name} might not have been initialized"));
            self.state.assigned.insert(local.index());
        }
    }

    /// That a simple name does not stand before the declaration with its value is seen to elsewhere; `C.x` and `this.x` may.
    fn read_field(&mut self, id: ExprId, field: FieldId) {
        if self.program.field_decl(field).is_some_and(|decl| decl.init.is_some()) {
            return;
        }
        let Some(bit) = self.field_bit(field) else { return };
        if !self.state.assigned.contains(bit) {
            let name = &self.program.fields[field].name;
            self.error(id, format!("variable {name} might not have been initialized"));
            self.state.assigned.insert(bit);
        }
    }

    fn assign(&mut self, target: ExprId, at: ExprId) {
        match self.body.exprs[target].kind {
            ExprKind::Local(local) => self.assign_local(local, at),
            ExprKind::StaticField(field) | ExprKind::Field { field, .. } => {
                self.assign_field(target, field, at);
            }
            _ => {}
        }
    }

    pub(super) fn assign_local(&mut self, local: LocalId, at: ExprId) {
        let declared = &self.body.locals[local];
        if self.is_captured(local) {
            let message =
                "local variables referenced from a lambda expression must be final or effectively final";
            self.error(at, message.to_owned());
        }
        if !self.state.unassigned.contains(local.index()) {
            self.changed.insert(local.index());
        }
        if declared.is_final && !self.state.unassigned.contains(local.index()) {
            let name = &declared.name;
            let always_has_value = matches!(
                declared.origin,
                LocalOrigin::Parameter(_) | LocalOrigin::Catch(..) | LocalOrigin::Binding(_)
            );
            self.error(
                at,
                if always_has_value {
                    format!("final variable {name} may not be assigned")
                } else {
                    format!("variable {name} might already have been assigned")
                },
            );
        }
        self.written(local.index());
    }

    fn assign_field(&mut self, target: ExprId, field: FieldId, at: ExprId) {
        let declared = &self.program.fields[field];
        if !declared.is_final() {
            return;
        }
        let own = own_field(self.body, target).and_then(|f| self.field_bit(f));
        match own {
            Some(_) if !self.inside.is_empty() => {
                let name = &declared.name;
                self.error(at, format!("variable {name} might already have been assigned"));
            }
            Some(bit) => {
                if !self.state.unassigned.contains(bit) {
                    let name = &declared.name;
                    self.error(at, format!("variable {name} might already have been assigned"));
                }
                self.written(bit);
            }
            // What a declaration itself assigns, constants among it, stands in no code of its own.
            None if self.body.exprs[at].origin.is_none() => {}
            None => {
                let name = &declared.name;
                self.error(at, format!("cannot assign a value to final variable {name}"));
            }
        }
    }

    fn written(&mut self, bit: usize) {
        self.state.assigned.insert(bit);
        self.state.unassigned.remove(bit);
        for unassigned in &mut self.tries {
            unassigned.remove(bit);
        }
    }
}
