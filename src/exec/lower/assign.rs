//! Assignments of all kinds. The parts of a target are evaluated first and once.

use crate::exec::code::{Instruction, Register};
use crate::exec::lower::Lowerer;
use crate::jvm::operator::{BinaryOperator, unary_numeric_promotion};
use crate::jvm::value::{Primitive, PrimitiveType};
use crate::sema::typed_tree::{ExprId, ExprKind};
use crate::sema::types::Ty;
use crate::syntax::tree::IncDec;

/// A variable whose parts are evaluated.
#[derive(Clone, Copy, Debug)]
pub(super) enum Target {
    Local(Register),
    Final(u32),
    Variable(u32),
    /// Of a compiled class.
    Compiled(u32),
    Field {
        object: Register,
        slot: u16,
    },
    Cell {
        array: Register,
        index: Register,
        is_reference: bool,
    },
}

impl Lowerer<'_> {
    /// Evaluates the parts of a target behind which `later` ones are evaluated.
    pub(super) fn target(&mut self, target: ExprId, later: &[ExprId]) -> Target {
        let body = self.body;
        match body.exprs[target].kind {
            ExprKind::Local(local) => Target::Local(self.local(local)),
            ExprKind::StaticField(field) if self.is_compiled_static(field) => {
                Target::Compiled(self.field(field).0)
            }
            ExprKind::StaticField(field) => match self.field(field) {
                (slot, true) => Target::Final(slot),
                (slot, false) => Target::Variable(slot),
            },
            ExprKind::Field { object, field } => {
                let object = self.operand(object, later);
                Target::Field { object, slot: self.slot(field) }
            }
            ExprKind::Index { array, index } => {
                let behind: smallvec::SmallVec<[ExprId; 4]> =
                    std::iter::once(index).chain(later.iter().copied()).collect();
                let array = self.operand(array, &behind);
                let index = self.operand(index, later);
                Target::Cell { array, index, is_reference: body.exprs[target].ty.is_reference() }
            }
            _ => {
                self.unsupported("assignment to what is no variable");
                Target::Local(self.registers.permanent(body.exprs[target].ty.is_reference()))
            }
        }
    }

    /// A static's class is initialised when the variable is read or written, behind what was evaluated before.
    fn initialize_target(&mut self, target: ExprId) {
        if let ExprKind::StaticField(field) = self.body.exprs[target].kind {
            self.initialize(self.surroundings.program.fields[field].class);
        }
    }

    /// Behind the checks of a read: ends the run if the field that the expression names has no known value.
    pub(super) fn refuse_unread(&mut self, expr: ExprId) {
        let program = self.surroundings.program;
        if let ExprKind::StaticField(field) | ExprKind::Field { field, .. } = self.body.exprs[expr].kind
            && program.is_unread(field)
        {
            self.unsupported(program.unread_field(field));
        }
    }

    fn load(&mut self, target: Target, dst: Register) {
        match target {
            Target::Local(src) => self.move_to(dst, src),
            Target::Final(slot) => self.emit(Instruction::GetFinal { dst, slot }),
            Target::Variable(slot) => self.emit(Instruction::GetVariable { dst, slot }),
            Target::Compiled(place) => self.emit(Instruction::GetStatic { dst, place }),
            Target::Field { object, slot } => self.emit(Instruction::GetField { dst, object, slot }),
            Target::Cell { array, index, .. } => self.emit(Instruction::ArrayLoad { dst, array, index }),
        }
    }

    pub(super) fn store(&mut self, target: Target, src: Register) {
        match target {
            Target::Local(dst) => self.move_to(dst, src),
            Target::Final(slot) => self.emit(Instruction::PutFinal { src, slot }),
            Target::Variable(slot) => self.emit(Instruction::PutVariable { src, slot }),
            Target::Compiled(place) => self.emit(Instruction::PutStatic { src, place }),
            Target::Field { object, slot } => self.emit(Instruction::PutField { object, slot, value: src }),
            Target::Cell { array, index, is_reference: false } => {
                self.emit(Instruction::ArrayStore { array, index, value: src });
            }
            Target::Cell { array, index, is_reference: true } => {
                self.emit(Instruction::ArrayStoreReference { array, index, value: src });
            }
        }
    }

    pub(super) fn assign(&mut self, target: ExprId, value: ExprId, result: Option<Register>) {
        let place = self.target(target, &[value]);
        let src = match place {
            Target::Local(register) => {
                self.into(value, register);
                register
            }
            _ => {
                let src = self.value(value);
                self.initialize_target(target);
                self.store(place, src);
                src
            }
        };
        if let Some(result) = result {
            self.move_to(result, src);
        }
    }

    pub(super) fn compound_assign(
        &mut self,
        target: ExprId,
        op: BinaryOperator,
        operation: PrimitiveType,
        value: ExprId,
        result: Option<Register>,
    ) {
        let place = self.target(target, &[value]);
        self.initialize_target(target);
        self.refuse_unread(target);
        let old = self.load_primitive(place, target, &[value]);
        let ty = self.primitive_of(target);
        let left = self.converted(ty, operation, old);
        let computed = match place {
            // The last thing that happens: it may be written at once.
            Target::Local(register) if ty == operation && self.is_primitive(target) => register,
            _ => self.registers.temporary(false),
        };
        match self.int_constant(value).filter(|_| operation == PrimitiveType::Int) {
            Some(value) => self.emit(Instruction::IntImmediate { op, dst: computed, a: left, value }),
            None => {
                let right = self.value(value);
                self.operate(op, operation, computed, left, right);
            }
        }
        let new = self.converted(operation, ty, computed);
        let src = self.store_primitive(place, target, new);
        if let Some(result) = result {
            self.move_to(result, src);
        }
    }

    pub(super) fn increment(&mut self, op: IncDec, target: ExprId, result: Option<Register>) {
        let place = self.target(target, &[]);
        self.initialize_target(target);
        self.refuse_unread(target);
        let old = match place {
            // The old object is the result of `x++` on a wrapper.
            _ if !self.is_primitive(target) => {
                let object = self.registers.temporary(true);
                self.load(place, object);
                object
            }
            Target::Local(register) if op.is_prefix() || result.is_none() => register,
            _ => {
                let value = self.registers.temporary(false);
                self.load(place, value);
                value
            }
        };
        let value = self.unboxed(target, old);
        let ty = self.primitive_of(target);
        let operation = unary_numeric_promotion(ty);
        let left = self.converted(ty, operation, value);
        let computed = match place {
            Target::Local(register) if ty == operation && self.is_primitive(target) => register,
            _ => self.registers.temporary(false),
        };
        self.add_one(op, operation, computed, left);
        let new = self.converted(operation, ty, computed);
        let src = self.store_primitive(place, target, new);
        if let Some(result) = result {
            self.move_to(result, if op.is_prefix() { src } else { old });
        }
    }

    fn add_one(&mut self, op: IncDec, ty: PrimitiveType, dst: Register, a: Register) {
        let code = if op.is_increment() { BinaryOperator::Add } else { BinaryOperator::Sub };
        let one = match ty {
            PrimitiveType::Long => Primitive::Long(1),
            PrimitiveType::Float => Primitive::Float(1.0),
            PrimitiveType::Double => Primitive::Double(1.0),
            _ => return self.emit(Instruction::IntImmediate { op: code, dst, a, value: 1 }),
        };
        let b = self.registers.temporary(false);
        self.load_bits(b, one.to_bits());
        self.operate(code, ty, dst, a, b);
    }

    pub(super) fn concat_assign(&mut self, target: ExprId, value: ExprId, result: Option<Register>) {
        let place = self.target(target, &[value]);
        self.initialize_target(target);
        self.refuse_unread(target);
        let old = self.registers.temporary(true);
        self.load(place, old);
        let text = self.registers.temporary(true);
        self.concat_onto(old, self.ty(target), value, text);
        self.store(place, text);
        if let Some(result) = result {
            self.move_to(result, text);
        }
    }

    fn is_primitive(&self, expr: ExprId) -> bool {
        self.ty(expr).primitive().is_some()
    }

    /// The primitive type of a variable, or of what a wrapper variable holds.
    fn primitive_of(&self, expr: ExprId) -> PrimitiveType {
        let wrappers = &self.surroundings.program.well_known.wrappers;
        match self.ty(expr) {
            Ty::Primitive(ty) => ty,
            Ty::Class(class) => wrappers
                .iter()
                .position(|&wrapper| wrapper == class)
                .map_or(PrimitiveType::Int, |index| PrimitiveType::ALL[index]),
            _ => PrimitiveType::Int,
        }
    }

    /// The variable's value as a primitive, which stays as it is while `later` is evaluated.
    fn load_primitive(&mut self, place: Target, target: ExprId, later: &[ExprId]) -> Register {
        let old = match place {
            Target::Local(register) if !later.iter().any(|&l| self.assigns_local(l)) => register,
            _ => {
                let old = self.temporary(self.ty(target));
                self.load(place, old);
                old
            }
        };
        self.unboxed(target, old)
    }

    fn unboxed(&mut self, target: ExprId, a: Register) -> Register {
        if self.is_primitive(target) {
            return a;
        }
        let dst = self.registers.temporary(false);
        self.emit(Instruction::Unbox { dst, a });
        dst
    }

    fn converted(&mut self, from: PrimitiveType, to: PrimitiveType, a: Register) -> Register {
        if from == to {
            return a;
        }
        let dst = self.registers.temporary(false);
        self.convert_primitive(from, to, a, dst);
        dst
    }

    /// Stores a primitive value, boxed where the variable is a wrapper; gives what is now in the variable.
    fn store_primitive(&mut self, place: Target, target: ExprId, value: Register) -> Register {
        let src = if self.is_primitive(target) {
            value
        } else {
            let dst = self.registers.temporary(true);
            self.emit(Instruction::Box { ty: self.primitive_of(target), dst, a: value });
            dst
        };
        self.store(place, src);
        src
    }
}
