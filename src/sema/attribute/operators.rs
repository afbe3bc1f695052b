//! Unary and binary operators: promotion, boxes, strings, references, constants (JLS 15.15 to 15.24).

use super::Attributor;
use crate::jvm::operator::{
    BinaryOperator, UnaryOperator, accepts, accepts_unary, binary_numeric_promotion, unary_numeric_promotion,
};
use crate::jvm::value::{Primitive, PrimitiveType};
use crate::sema::constant;
use crate::sema::typed_tree::{Constant, ExprId, ExprKind};
use crate::sema::types::Ty;
use crate::syntax::tree::{self as syntax, BinaryOp};

/// What a strict binary operator does with operands of given types.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Operation {
    /// On primitive operands of these types once they are promoted.
    Primitive {
        left: PrimitiveType,
        right: PrimitiveType,
        result: PrimitiveType,
    },
    Concat,
    /// `==` and `!=` on references.
    Reference,
}

impl Attributor<'_> {
    pub(super) fn unary(&mut self, id: syntax::ExprId, op: UnaryOperator, operand: syntax::ExprId) -> ExprId {
        let value = self.unary_operand(op, operand);
        if op == UnaryOperator::Not {
            self.bindings.negate();
        } else {
            self.bindings = Default::default();
        }
        let from = self.ty(value);
        if from == Ty::Unknown {
            return self.unknown(id);
        }
        let Some(p) = self.program.unboxed(from).filter(|&p| accepts_unary(op, p)) else {
            let found = self.program.type_name(from);
            self.error(self.span(id), format!("bad operand type {found} for unary operator '{op}'"));
            return self.unknown(id);
        };
        let promoted = unary_numeric_promotion(p);
        let operand = self.promote(value, promoted);
        let constant = self.constant(operand).and_then(|c| constant::fold_unary(op, c));
        self.push_constant(ExprKind::Unary { op, operand }, Ty::Primitive(promoted), id, constant)
    }

    fn unary_operand(&mut self, op: UnaryOperator, operand: syntax::ExprId) -> ExprId {
        let code = self.code;
        let node = &code.exprs[operand];
        match &node.kind {
            syntax::ExprKind::Literal(literal) if op == UnaryOperator::Minus && !node.is_parenthesized() => {
                let value = self.literal(operand, literal, true);
                self.record(operand, value);
                value
            }
            _ => self.operand(operand),
        }
    }

    pub(super) fn binary(
        &mut self,
        id: syntax::ExprId,
        op: BinaryOp,
        left: syntax::ExprId,
        right: syntax::ExprId,
    ) -> ExprId {
        match op {
            BinaryOp::Strict(op) => self.strict(id, op, left, right),
            BinaryOp::AndAnd => self.short_circuit(id, true, left, right),
            BinaryOp::OrOr => self.short_circuit(id, false, left, right),
        }
    }

    fn strict(
        &mut self,
        id: syntax::ExprId,
        op: BinaryOperator,
        left: syntax::ExprId,
        right: syntax::ExprId,
    ) -> ExprId {
        let left = self.operand(left);
        let right = self.operand(right);
        self.bindings = Default::default();
        let Some(operation) = self.operation(id, op, self.ty(left), self.ty(right)) else {
            return self.unknown(id);
        };
        match operation {
            Operation::Concat => {
                let constant = self.fold_pair(left, right, constant::concat);
                self.push_constant(ExprKind::Concat { left, right }, self.program.string(), id, constant)
            }
            Operation::Reference => {
                let constant = self.fold_pair(left, right, |l, r| constant::fold_binary(op, l, r));
                self.push_constant(ExprKind::Binary { op, left, right }, Ty::BOOLEAN, id, constant)
            }
            Operation::Primitive { left: l, right: r, result } => {
                let left = self.promote(left, l);
                let right = self.promote(right, r);
                let constant = self.fold_pair(left, right, |l, r| constant::fold_binary(op, l, r));
                self.push_constant(ExprKind::Binary { op, left, right }, Ty::Primitive(result), id, constant)
            }
        }
    }

    fn fold_pair(
        &self,
        left: ExprId,
        right: ExprId,
        fold: impl FnOnce(&Constant, &Constant) -> Option<Constant>,
    ) -> Option<Constant> {
        fold(self.constant(left)?, self.constant(right)?)
    }

    /// What `op` does on operands of these types; `None` where that is an error, which is reported, or unknown.
    pub(super) fn operation(
        &mut self,
        id: syntax::ExprId,
        op: BinaryOperator,
        left: Ty,
        right: Ty,
    ) -> Option<Operation> {
        if left == Ty::Unknown || right == Ty::Unknown {
            return None;
        }
        if left == Ty::Void || right == Ty::Void {
            self.error(self.span(id), "'void' type not allowed here");
            return None;
        }
        let string = self.program.string();
        if op == BinaryOperator::Add && (left == string || right == string) {
            return Some(Operation::Concat);
        }
        if op.is_equality() && left.is_reference() && right.is_reference() {
            return self.reference_equality(id, left, right);
        }
        let operands = self.program.unboxed(left).zip(self.program.unboxed(right));
        match operands {
            Some((l, r)) if accepts(op, l, r) => Some(primitive_operation(op, l, r)),
            _ => {
                let (l, r) = (self.program.type_name(left), self.program.type_name(right));
                let message = format!("bad operand types for binary operator '{op}': {l} and {r}");
                self.error(self.span(id), message);
                None
            }
        }
    }

    fn reference_equality(&mut self, id: syntax::ExprId, left: Ty, right: Ty) -> Option<Operation> {
        if left == Ty::Null || right == Ty::Null || self.program.castable(left, right) {
            return Some(Operation::Reference);
        }
        if self.program.may_be_subtype(left, right) || self.program.may_be_subtype(right, left) {
            self.refuse_conversion(self.span(id), left, right);
            return None;
        }
        let (l, r) = (self.program.type_name(left), self.program.type_name(right));
        self.error(self.span(id), format!("incomparable types: {l} and {r}"));
        None
    }

    /// `&&` (`is_and`) and `||`: the right operand is in the scope of the left one's pattern variables.
    fn short_circuit(
        &mut self,
        id: syntax::ExprId,
        is_and: bool,
        left: syntax::ExprId,
        right: syntax::ExprId,
    ) -> ExprId {
        let left = self.condition(left);
        let has_bindings = !self.bindings.is_empty();
        let right = if has_bindings {
            self.right_in_scope(id, is_and, right)
        } else {
            let right = self.condition(right);
            // Nothing to join: what the right one introduces, the whole does, on its own side.
            if is_and {
                self.bindings.when_false.clear();
            } else {
                self.bindings.when_true.clear();
            }
            right
        };
        if self.ty(left) == Ty::Unknown || self.ty(right) == Ty::Unknown {
            return self.unknown(id);
        }
        let constant = self.fold_pair(left, right, |l, r| {
            let (l, r) = (l.boolean()?, r.boolean()?);
            Some(Constant::Primitive(Primitive::Boolean(if is_and { l && r } else { l || r })))
        });
        let kind = if is_and { ExprKind::And { left, right } } else { ExprKind::Or { left, right } };
        self.push_constant(kind, Ty::BOOLEAN, id, constant)
    }

    #[inline(never)]
    fn right_in_scope(&mut self, id: syntax::ExprId, is_and: bool, right: syntax::ExprId) -> ExprId {
        let first = self.take_bindings();
        let mark = self.scope.mark();
        self.enter_bindings(if is_and { &first.when_true } else { &first.when_false });
        let right = self.condition(right);
        self.scope.leave(mark);
        let second = self.take_bindings();
        let span = self.span(id);
        if is_and {
            self.check_disjoint(span, &first.when_false, &second.when_false);
            self.bindings.when_true = first.when_true;
            self.bindings.when_true.extend(second.when_true);
        } else {
            self.check_disjoint(span, &first.when_true, &second.when_true);
            self.bindings.when_false = first.when_false;
            self.bindings.when_false.extend(second.when_false);
        }
        right
    }
}

fn primitive_operation(op: BinaryOperator, left: PrimitiveType, right: PrimitiveType) -> Operation {
    let (l, r) = if op.is_shift() {
        (unary_numeric_promotion(left), unary_numeric_promotion(right))
    } else {
        let both = binary_numeric_promotion(left, right);
        (both, both)
    };
    let result = if op.is_comparison() { PrimitiveType::Boolean } else { l };
    Operation::Primitive { left: l, right: r, result }
}
