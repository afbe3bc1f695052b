//! Expressions.

use crate::exec::code::{Instruction, NewArrays, Register};
use crate::exec::lower::{Key, Lowerer};
use crate::exec::slot::{Reference, RuntimeType};
use crate::jvm::operator::BinaryOperator;
use crate::jvm::value::PrimitiveType;
use crate::sema::typed_tree::{Conversion, ExprId, ExprKind};
use crate::sema::types::{ArrayTy, Ty};

impl Lowerer<'_> {
    /// Evaluates an expression; gives a register that holds its value: a local's own where it is one.
    pub(super) fn value(&mut self, expr: ExprId) -> Register {
        let node = &self.body.exprs[expr];
        if node.constant.is_none() && !self.expr_has_site(expr) {
            match node.kind {
                ExprKind::Local(local) => return self.local(local),
                ExprKind::This => return 0,
                ExprKind::Convert { conversion: Conversion::Widen, operand } => return self.value(operand),
                ExprKind::Convert { conversion: Conversion::CheckedCast, operand } => {
                    let register = self.value(operand);
                    self.check_cast(register, node.ty);
                    return register;
                }
                ExprKind::Assign { target, value } => {
                    if let ExprKind::Local(local) = self.body.exprs[target].kind {
                        let register = self.local(local);
                        self.into(value, register);
                        return register;
                    }
                }
                _ => {}
            }
        }
        let dst = self.temporary(node.ty);
        self.into(expr, dst);
        dst
    }

    /// Evaluates an operand behind which `later` ones are evaluated before it is used.
    pub(super) fn operand(&mut self, expr: ExprId, later: &[ExprId]) -> Register {
        let register = self.value(expr);
        if self.registers.is_local(register) && later.iter().any(|&l| self.assigns_local(l)) {
            let copy = self.temporary(self.ty(expr));
            self.emit(Instruction::Move { dst: copy, src: register });
            return copy;
        }
        register
    }

    /// Evaluates an expression into a register, which is written last.
    pub(super) fn into(&mut self, expr: ExprId, dst: Register) {
        self.sited_expr(expr, Some(dst), |lowerer, expr| {
            let mark = lowerer.registers.mark();
            lowerer.evaluate_unsited(expr, dst);
            lowerer.registers.release(mark);
        });
    }

    /// Evaluates an expression whose value nobody uses.
    pub(super) fn effect(&mut self, expr: ExprId) {
        self.sited_expr(expr, None, |lowerer, expr| {
            let mark = lowerer.registers.mark();
            lowerer.evaluate_for_effect(expr);
            lowerer.registers.release(mark);
        });
    }

    fn evaluate_for_effect(&mut self, expr: ExprId) {
        let body = self.body;
        let node = &body.exprs[expr];
        match &node.kind {
            _ if node.constant.is_some() => {}
            ExprKind::Assign { target, value } => self.assign(*target, *value, None),
            ExprKind::CompoundAssign { target, op, operation, value } => {
                self.compound_assign(*target, *op, *operation, *value, None);
            }
            ExprKind::ConcatAssign { target, value } => self.concat_assign(*target, *value, None),
            ExprKind::IncDec { op, target } => self.increment(*op, *target, None),
            ExprKind::Call(call) => {
                let unused = self.temporary(node.ty);
                self.call_method(call, unused);
            }
            _ => {
                let unused = self.temporary(node.ty);
                self.evaluate_unsited(expr, unused);
            }
        }
    }

    /// Evaluates an expression whose site, if it has one, stands already.
    pub(super) fn evaluate_unsited(&mut self, expr: ExprId, dst: Register) {
        let body = self.body;
        let node = &body.exprs[expr];
        if let Some(constant) = &node.constant {
            return self.load_constant(dst, constant);
        }
        match &node.kind {
            ExprKind::Literal | ExprKind::Null => self.emit(Instruction::Load { dst, value: 0 }),
            ExprKind::Local(local) => {
                let src = self.local(*local);
                self.move_to(dst, src);
            }
            ExprKind::This => self.move_to(dst, 0),
            ExprKind::StaticField(field) => self.static_field(*field, expr, dst),
            ExprKind::Field { object, field } => {
                let object = self.value(*object);
                let slot = self.slot(*field);
                self.emit(Instruction::GetField { dst, object, slot });
                self.refuse_unread(expr);
            }
            ExprKind::ArrayLength(array) => {
                let array = self.value(*array);
                self.emit(Instruction::ArrayLength { dst, array });
            }
            ExprKind::Index { array, index } => {
                let array = self.operand(*array, &[*index]);
                let index = self.value(*index);
                self.emit(Instruction::ArrayLoad { dst, array, index });
            }
            ExprKind::Unary { op, operand } => self.unary(*op, *operand, dst),
            ExprKind::Binary { op, left, right } => self.binary(*op, *left, *right, dst),
            ExprKind::And { .. } | ExprKind::Or { .. } => self.materialize(expr, dst),
            ExprKind::Concat { .. } => self.concat(expr, dst),
            ExprKind::Convert { conversion, operand } => self.convert(*conversion, *operand, node.ty, dst),
            ExprKind::InstanceOf { operand, ty, binding } => {
                let a = self.value(*operand);
                let Some(runtime) = RuntimeType::of(*ty) else {
                    return self.unsupported("instanceof of a type without objects");
                };
                match binding {
                    None => self.emit(Instruction::InstanceOf { dst, a, ty: runtime }),
                    Some(binding) => {
                        let variable = self.local(*binding);
                        let end = self.label();
                        // The result may be kept where the operand is.
                        let result = self.registers.temporary(false);
                        self.emit(Instruction::InstanceOf { dst: result, a, ty: runtime });
                        self.emit(Instruction::JumpIf { condition: result, wanted: false, target: end });
                        self.move_to(variable, a);
                        self.bind(end);
                        self.move_to(dst, result);
                    }
                }
            }
            ExprKind::Assign { target, value } => self.assign(*target, *value, Some(dst)),
            ExprKind::CompoundAssign { target, op, operation, value } => {
                self.compound_assign(*target, *op, *operation, *value, Some(dst));
            }
            ExprKind::ConcatAssign { target, value } => self.concat_assign(*target, *value, Some(dst)),
            ExprKind::IncDec { op, target } => self.increment(*op, *target, Some(dst)),
            ExprKind::Conditional { condition, then, otherwise } => {
                let (other, end) = (self.label(), self.label());
                self.condition(*condition, false, other);
                self.into(*then, dst);
                self.emit(Instruction::Jump { target: end });
                self.bind(other);
                self.into(*otherwise, dst);
                self.bind(end);
            }
            ExprKind::Call(call) => self.call_method(call, dst),
            ExprKind::New { class, constructor, arguments } => {
                self.new_object(*class, *constructor, arguments, dst);
            }
            ExprKind::NewArray { ty, lengths } => self.new_array(*ty, lengths, dst),
            ExprKind::ArrayLiteral { ty, elements } => self.array_literal(*ty, elements, dst),
            ExprKind::Switch(switch) => {
                let result = self.temporary(node.ty);
                let key = self.expr_key(expr);
                self.switch(switch, key, Some(result));
                self.move_to(dst, result);
            }
            ExprKind::ClassLiteral(ty) => match RuntimeType::of(*ty).and_then(Reference::mirror) {
                Some(mirror) => self.load_reference(dst, mirror),
                None => self.unsupported("class of an array of more than 63 dimensions"),
            },
        }
    }

    pub(super) fn move_to(&mut self, dst: Register, src: Register) {
        if dst != src {
            self.emit(Instruction::Move { dst, src });
        }
    }

    pub(super) fn check_cast(&mut self, a: Register, ty: Ty) {
        if let Some(ty) = RuntimeType::of(ty) {
            self.emit(Instruction::CheckCast { a, ty });
        }
    }

    fn convert(&mut self, conversion: Conversion, operand: ExprId, ty: Ty, dst: Register) {
        let from = self.ty(operand);
        match conversion {
            Conversion::Primitive => {
                let a = self.value(operand);
                match (from.primitive(), ty.primitive()) {
                    (Some(from), Some(to)) => self.convert_primitive(from, to, a, dst),
                    _ => self.move_to(dst, a),
                }
            }
            Conversion::Box => {
                let a = self.value(operand);
                match from.primitive() {
                    Some(ty) => self.emit(Instruction::Box { ty, dst, a }),
                    None => self.move_to(dst, a),
                }
            }
            Conversion::Unbox => {
                let a = self.value(operand);
                self.emit(Instruction::Unbox { dst, a });
            }
            Conversion::Widen => self.into(operand, dst),
            Conversion::CheckedCast => {
                // Not into `dst` before the check: it may be a local that a handler reads.
                let a = self.value(operand);
                self.check_cast(a, ty);
                self.move_to(dst, a);
            }
        }
    }

    /// Converts a value; where every value stays as it is, a move.
    pub(super) fn convert_primitive(
        &mut self,
        from: PrimitiveType,
        to: PrimitiveType,
        a: Register,
        dst: Register,
    ) {
        use PrimitiveType::{Byte, Char, Int, Long, Short};
        let same_bits = from == to
            || matches!(
                (from, to),
                (Byte, Short | Int | Long) | (Short, Int | Long) | (Char, Int | Long) | (Int, Long)
            );
        if same_bits {
            self.move_to(dst, a);
        } else {
            self.emit(Instruction::Convert { from, to, dst, a });
        }
    }

    fn new_array(&mut self, ty: ArrayTy, lengths: &[ExprId], dst: Register) {
        let mut registers = Vec::with_capacity(lengths.len());
        for (i, &length) in lengths.iter().enumerate() {
            registers.push(self.operand(length, &lengths[i + 1..]));
        }
        let ty = RuntimeType::array(ty);
        if let [length] = registers[..] {
            return self.emit(Instruction::NewArray { dst, length, ty });
        }
        let index = self.code.new_arrays.len() as u32;
        self.code.new_arrays.push(NewArrays { ty, lengths: registers.into() });
        self.emit(Instruction::NewArrays { dst, index });
    }

    fn array_literal(&mut self, ty: ArrayTy, elements: &[ExprId], dst: Register) {
        let array = self.registers.temporary(true);
        let index = self.registers.temporary(false);
        self.emit(Instruction::Load { dst: index, value: elements.len() as i32 });
        self.emit(Instruction::NewArray { dst: array, length: index, ty: RuntimeType::array(ty) });
        for (i, &element) in elements.iter().enumerate() {
            let mark = self.registers.mark();
            let value = self.value(element);
            self.emit(Instruction::Load { dst: index, value: i as i32 });
            self.emit(Instruction::ArrayStore { array, index, value });
            self.registers.release(mark);
        }
        self.move_to(dst, array);
    }

    /// The key of a switch expression, for `yield`.
    pub(super) fn yield_key(&self, target: ExprId) -> Key {
        self.expr_key(target)
    }

    /// A comparison of references for (in)equality.
    pub(super) fn same_reference(&mut self, op: BinaryOperator, left: ExprId, right: ExprId, dst: Register) {
        let a = self.operand(left, &[right]);
        let b = self.value(right);
        if op == BinaryOperator::Eq {
            return self.emit(Instruction::SameReference { dst, a, b });
        }
        let same = self.registers.temporary(false);
        self.emit(Instruction::SameReference { dst: same, a, b });
        self.emit(Instruction::Unary { op: crate::exec::code::UnaryCode::BooleanNot, dst, a: same });
    }
}
