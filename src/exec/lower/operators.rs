//! Operators on primitive values.

use crate::exec::code::{Instruction, Register, UnaryCode};
use crate::exec::lower::Lowerer;
use crate::jvm::operator::{BinaryOperator, UnaryOperator};
use crate::jvm::value::{Primitive, PrimitiveType};
use crate::sema::typed_tree::{Constant, ExprId};

impl Lowerer<'_> {
    pub(super) fn unary(&mut self, op: UnaryOperator, operand: ExprId, dst: Register) {
        let ty = self.ty(operand).primitive().unwrap_or(PrimitiveType::Int);
        let a = self.value(operand);
        let op = match (op, ty) {
            (UnaryOperator::Plus, _) => return self.move_to(dst, a),
            (UnaryOperator::Minus, PrimitiveType::Long) => UnaryCode::LongNegate,
            (UnaryOperator::Minus, PrimitiveType::Float) => UnaryCode::FloatNegate,
            (UnaryOperator::Minus, PrimitiveType::Double) => UnaryCode::DoubleNegate,
            (UnaryOperator::Minus, _) => UnaryCode::IntNegate,
            (UnaryOperator::BitNot, PrimitiveType::Long) => UnaryCode::LongNot,
            (UnaryOperator::BitNot, _) => UnaryCode::IntNot,
            (UnaryOperator::Not, _) => UnaryCode::BooleanNot,
        };
        self.emit(Instruction::Unary { op, dst, a });
    }

    pub(super) fn binary(&mut self, op: BinaryOperator, left: ExprId, right: ExprId, dst: Register) {
        let Some(ty) = self.ty(left).primitive() else {
            return self.same_reference(op, left, right, dst);
        };
        let a = self.operand(left, &[right]);
        if let Some(value) = self.int_constant(right).filter(|_| ty == PrimitiveType::Int) {
            return self.emit(Instruction::IntImmediate { op, dst, a, value });
        }
        let b = self.value(right);
        self.operate(op, ty, dst, a, b);
    }

    /// `dst = a op b` on promoted operands; `ty` is the left one's type.
    pub(super) fn operate(
        &mut self,
        op: BinaryOperator,
        ty: PrimitiveType,
        dst: Register,
        a: Register,
        b: Register,
    ) {
        self.emit(match ty {
            PrimitiveType::Long => Instruction::Long { op, dst, a, b },
            PrimitiveType::Float => Instruction::Float { op, dst, a, b },
            PrimitiveType::Double => Instruction::Double { op, dst, a, b },
            _ => Instruction::Int { op, dst, a, b },
        });
    }

    /// The value of a constant that is no mutant's business.
    pub(super) fn int_constant(&self, expr: ExprId) -> Option<i32> {
        match self.body.exprs[expr].constant {
            Some(Constant::Primitive(Primitive::Int(value))) if !self.expr_has_site(expr) => Some(value),
            _ => None,
        }
    }
}
