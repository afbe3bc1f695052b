//! Conditions: expressions whose value only decides where to go on.

use crate::exec::code::{Instruction, Register};
use crate::exec::lower::Lowerer;
use crate::exec::lower::emit::Label;
use crate::jvm::operator::{BinaryOperator, UnaryOperator};
use crate::jvm::value::PrimitiveType;
use crate::sema::typed_tree::{ExprId, ExprKind};

impl Lowerer<'_> {
    /// Jumps to `target` where the condition is `wanted`, goes on behind otherwise.
    pub(super) fn condition(&mut self, expr: ExprId, wanted: bool, target: Label) {
        self.sited_expr(expr, None, |lowerer, expr| {
            let mark = lowerer.registers.mark();
            lowerer.decide(expr, wanted, target);
            lowerer.registers.release(mark);
        });
    }

    fn decide(&mut self, expr: ExprId, wanted: bool, target: Label) {
        let body = self.body;
        let node = &body.exprs[expr];
        if let Some(value) = node.constant_boolean() {
            if value == wanted {
                self.emit(Instruction::Jump { target });
            }
            return;
        }
        match node.kind {
            ExprKind::Unary { op: UnaryOperator::Not, operand } => self.condition(operand, !wanted, target),
            ExprKind::And { left, right } => self.decide_both(left, right, true, wanted, target),
            ExprKind::Or { left, right } => self.decide_both(left, right, false, wanted, target),
            ExprKind::Conditional { condition, then, otherwise } => {
                let (other, end) = (self.label(), self.label());
                self.condition(condition, false, other);
                self.condition(then, wanted, target);
                self.emit(Instruction::Jump { target: end });
                self.bind(other);
                self.condition(otherwise, wanted, target);
                self.bind(end);
            }
            ExprKind::Binary { op, left, right } if op.is_comparison() => {
                self.decide_comparison(op, left, right, wanted, target);
            }
            _ => self.decide_value(expr, wanted, target),
        }
    }

    /// `&&` (`decisive` is what the left operand must be for the right one to count), `||`.
    fn decide_both(&mut self, left: ExprId, right: ExprId, decisive: bool, wanted: bool, target: Label) {
        if wanted == decisive {
            let end = self.label();
            self.condition(left, !decisive, end);
            self.condition(right, wanted, target);
            self.bind(end);
        } else {
            self.condition(left, wanted, target);
            self.condition(right, wanted, target);
        }
    }

    fn decide_comparison(
        &mut self,
        op: BinaryOperator,
        left: ExprId,
        right: ExprId,
        wanted: bool,
        target: Label,
    ) {
        match self.ty(left).primitive() {
            Some(PrimitiveType::Int | PrimitiveType::Boolean) => {
                let op = if wanted { op } else { negated(op) };
                let a = self.operand(left, &[right]);
                let small = self.int_constant(right).and_then(|value| i16::try_from(value).ok());
                match small {
                    Some(value) => self.emit(Instruction::JumpIntImmediate { op, a, value, target }),
                    None => {
                        let b = self.value(right);
                        self.emit(Instruction::JumpInt { op, a, b, target });
                    }
                }
            }
            Some(ty) => {
                let a = self.operand(left, &[right]);
                let b = self.value(right);
                let condition = self.registers.temporary(false);
                self.operate(op, ty, condition, a, b);
                self.emit(Instruction::JumpIf { condition, wanted, target });
            }
            None => {
                let wanted = wanted == (op == BinaryOperator::Eq);
                if self.is_null(right) {
                    let a = self.value(left);
                    return self.emit(Instruction::JumpNull { a, wanted, target });
                }
                let condition = self.registers.temporary(false);
                self.same_reference(BinaryOperator::Eq, left, right, condition);
                self.emit(Instruction::JumpIf { condition, wanted, target });
            }
        }
    }

    fn is_null(&self, expr: ExprId) -> bool {
        !self.expr_has_site(expr) && matches!(self.body.exprs[expr].kind, ExprKind::Null)
    }

    fn decide_value(&mut self, expr: ExprId, wanted: bool, target: Label) {
        // The node's site, if any, stands already: evaluate without another.
        let condition = match self.body.exprs[expr].kind {
            ExprKind::Local(local) => self.local(local),
            _ => {
                let condition = self.registers.temporary(false);
                self.evaluate_unsited(expr, condition);
                condition
            }
        };
        self.emit(Instruction::JumpIf { condition, wanted, target });
    }

    /// `&&` or `||` as a value.
    pub(super) fn materialize(&mut self, expr: ExprId, dst: Register) {
        let (no, end) = (self.label(), self.label());
        self.decide(expr, false, no);
        self.emit(Instruction::Load { dst, value: 1 });
        self.emit(Instruction::Jump { target: end });
        self.bind(no);
        self.emit(Instruction::Load { dst, value: 0 });
        self.bind(end);
    }
}

/// The comparison that holds of two integers where this one does not.
fn negated(op: BinaryOperator) -> BinaryOperator {
    match op {
        BinaryOperator::Lt => BinaryOperator::Ge,
        BinaryOperator::Ge => BinaryOperator::Lt,
        BinaryOperator::Gt => BinaryOperator::Le,
        BinaryOperator::Le => BinaryOperator::Gt,
        BinaryOperator::Eq => BinaryOperator::Ne,
        _ => BinaryOperator::Eq,
    }
}
