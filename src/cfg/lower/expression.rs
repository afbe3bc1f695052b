//! Expressions as terms, with nodes for what they do on the way.

use smallvec::smallvec;

use crate::cfg::lower::variables;
use crate::cfg::lower::{Builder, Origin};
use crate::jvm::operator::{BinaryOperator, UnaryOperator};
use crate::jvm::value::{Primitive, PrimitiveType};
use crate::sema::typed_tree::{Constant, Conversion, ExprId, ExprKind, LocalId};
use crate::sema::types::Ty;
use crate::term::variable::Variable;
use crate::term::{Function, TermId, TermKind};

impl Builder<'_> {
    /// Evaluates an expression whose value nobody uses.
    pub(super) fn effect(&mut self, expr: ExprId) {
        let body = self.body;
        let node = &body.exprs[expr];
        if node.constant.is_some() || self.is_total(expr) {
            return;
        }
        match &node.kind {
            ExprKind::Assign { target, value } => {
                self.assign(expr, *target, *value, false);
            }
            ExprKind::IncDec { op, target } => {
                self.increment(expr, *op, *target, false);
            }
            ExprKind::CompoundAssign { target, op, operation, value } => {
                self.compound_assign(expr, *target, *op, *operation, *value, false);
            }
            ExprKind::ConcatAssign { target, value } => {
                self.concat_assign(expr, *target, *value, false);
            }
            _ => {
                self.value(expr);
            }
        }
    }

    /// Evaluates an expression: its value at this point.
    pub(super) fn value(&mut self, expr: ExprId) -> TermId {
        let value = self.own_value(expr);
        self.object_of(expr, value)
    }

    /// As [`Builder::value`], where it does not matter which object it is.
    fn own_value(&mut self, expr: ExprId) -> TermId {
        let body = self.body;
        let node = &body.exprs[expr];
        if let Some(constant) = &node.constant {
            return self.constant(constant);
        }
        let origin = node.origin;
        match &node.kind {
            ExprKind::Literal | ExprKind::Null => match self.inputs.get(&expr) {
                Some(&input) => input,
                None => self.default_value(node.ty),
            },
            ExprKind::Local(local) => {
                let var = self.local_variable(*local);
                self.terms.var(var)
            }
            ExprKind::This => self.this(),
            ExprKind::StaticField(field) => {
                self.initialize(self.program.fields[*field].class, origin);
                if self.program.is_unread(*field) && !self.program.is_constant_of_file(*field) {
                    return self.unsupported_value(expr, self.program.unread_field(*field));
                }
                let var = variables::static_field(self.program, self.terms, *field);
                self.terms.var(var)
            }
            ExprKind::Field { object, field } => {
                let object = self.value(*object);
                self.null_check(origin, object);
                if self.program.is_unread(*field) {
                    return self.unsupported_value(expr, self.program.unread_field(*field));
                }
                self.read_field(*field, object)
            }
            ExprKind::ArrayLength(array) => {
                let array = self.value(*array);
                self.null_check(origin, array);
                self.length_of(array)
            }
            ExprKind::Index { array, index } => {
                let a = self.operand(*array, &[*index]);
                let i = self.value(*index);
                self.index_check(origin, a, i);
                self.read_cell(node.ty, a, i)
            }
            ExprKind::Unary { op, operand } => {
                let operand = self.value(*operand);
                match op {
                    UnaryOperator::Plus => operand,
                    _ => self.terms.unary(*op, operand),
                }
            }
            ExprKind::Binary { op, left, right } => self.binary(expr, *op, *left, *right),
            ExprKind::And { left, right } => self.short_circuit(expr, *left, *right, true),
            ExprKind::Or { left, right } => self.short_circuit(expr, *left, *right, false),
            ExprKind::Concat { .. } => self.concat(expr),
            ExprKind::Convert { conversion, operand } => self.convert(expr, *conversion, *operand),
            ExprKind::InstanceOf { operand, ty, binding } => self.instance_of(expr, *operand, *ty, *binding),
            ExprKind::Assign { target, value } => self.assign(expr, *target, *value, true),
            ExprKind::CompoundAssign { target, op, operation, value } => {
                self.compound_assign(expr, *target, *op, *operation, *value, true)
            }
            ExprKind::ConcatAssign { target, value } => self.concat_assign(expr, *target, *value, true),
            ExprKind::IncDec { op, target } => self.increment(expr, *op, *target, true),
            ExprKind::Conditional { condition, then, otherwise } => {
                self.conditional(expr, *condition, *then, *otherwise)
            }
            ExprKind::Call(call) => self.call(expr, call),
            ExprKind::New { class, constructor, arguments } => {
                self.new_object(expr, *class, *constructor, arguments)
            }
            ExprKind::NewArray { ty, lengths } => self.new_array(expr, *ty, lengths),
            ExprKind::ArrayLiteral { ty, elements } => self.array_literal(expr, *ty, elements),
            ExprKind::Switch(switch) => self.switch_value(expr, switch),
            ExprKind::ClassLiteral(ty) => self.class_literal(*ty),
        }
    }

    pub(super) fn constant(&mut self, constant: &Constant) -> TermId {
        match constant {
            Constant::Primitive(value) => self.terms.primitive(*value),
            Constant::String(text) => self.terms.text(text.clone()),
        }
    }

    fn binary(&mut self, expr: ExprId, op: BinaryOperator, left: ExprId, right: ExprId) -> TermId {
        let Some(ty) = self.ty(left).primitive() else {
            let same = self.same_reference(expr, left, right);
            return if op == BinaryOperator::Ne { self.terms.not(same) } else { same };
        };
        let a = self.operand(left, &[right]);
        let b = self.value(right);
        self.operate(self.origin(expr), op, ty, a, b)
    }

    /// `a op b` on promoted operands; `ty` is the left one's type. Division by zero throws.
    pub(super) fn operate(
        &mut self,
        origin: Origin,
        op: BinaryOperator,
        ty: PrimitiveType,
        a: TermId,
        b: TermId,
    ) -> TermId {
        if matches!(op, BinaryOperator::Div | BinaryOperator::Rem) && !ty.is_floating() {
            let zero = self.terms.primitive(Primitive::from_bits(ty, 0));
            let is_zero = self.terms.binary(BinaryOperator::Eq, ty, b, zero);
            self.guard(origin, &[(is_zero, self.program.well_known.arithmetic_exception)]);
        }
        self.terms.binary(op, ty, a, b)
    }

    pub(super) fn is_null(&mut self, object: TermId) -> TermId {
        let null = self.terms.null();
        if self.is_never_null(object) {
            return self.terms.boolean(false);
        }
        self.terms.same_reference(object, null)
    }

    fn is_never_null(&mut self, object: TermId) -> bool {
        match *self.terms.kind(object) {
            // The strings among a driver's inputs are no nulls.
            TermKind::Var(var) => {
                matches!(self.terms.info(var).variable, Variable::Input(_)) || object == self.this()
            }
            TermKind::Choose { then, otherwise, .. } => {
                self.is_never_null(then) && self.is_never_null(otherwise)
            }
            _ => false,
        }
    }

    pub(super) fn null_check(&mut self, origin: Origin, object: TermId) {
        let bad = self.is_null(object);
        self.guard(origin, &[(bad, self.program.well_known.null_pointer_exception)]);
    }

    fn convert(&mut self, expr: ExprId, conversion: Conversion, operand: ExprId) -> TermId {
        let (from, to) = (self.ty(operand), self.ty(expr));
        let origin = self.origin(expr);
        let value = self.value(operand);
        match conversion {
            Conversion::Primitive => match (from.primitive(), to.primitive()) {
                (Some(from), Some(to)) => self.terms.convert(from, to, value),
                _ => value,
            },
            Conversion::Box => match from.primitive() {
                Some(ty) => self.boxed(ty, value),
                None => value,
            },
            Conversion::Unbox => {
                self.null_check(origin, value);
                match to.primitive() {
                    Some(ty) => self.unboxed(ty, value),
                    None => value,
                }
            }
            Conversion::Widen => value,
            Conversion::CheckedCast => {
                if !self.program.is_subtype(from, to) {
                    let is_null = self.is_null(value);
                    let fits = self.has_type(value, to);
                    let good = self.terms.or(is_null, fits);
                    let bad = self.terms.not(good);
                    self.guard(origin, &[(bad, self.program.well_known.class_cast_exception)]);
                }
                value
            }
        }
    }

    pub(super) fn boxed(&mut self, ty: PrimitiveType, value: TermId) -> TermId {
        self.terms.apply(Function::Box(ty), smallvec![value])
    }

    /// The value in a wrapper that is not null.
    pub(super) fn unboxed(&mut self, ty: PrimitiveType, object: TermId) -> TermId {
        self.terms.apply(Function::Unbox(ty), smallvec![object])
    }

    /// Whether an object that is not null is an instance of a type.
    pub(super) fn has_type(&mut self, object: TermId, ty: Ty) -> TermId {
        let number = self.class_of(object);
        self.types.is_instance(self.terms, number, ty)
    }

    fn instance_of(&mut self, expr: ExprId, operand: ExprId, ty: Ty, binding: Option<LocalId>) -> TermId {
        let value = self.value(operand);
        let is_null = self.is_null(value);
        let is_object = self.terms.not(is_null);
        let fits = if self.program.is_subtype(self.ty(operand), ty) {
            self.true_term()
        } else {
            self.has_type(value, ty)
        };
        let answer = self.terms.and(is_object, fits);
        let Some(binding) = binding else { return answer };
        // Assigned only where the answer is yes; elsewhere nobody reads the variable before it is assigned.
        let variable = self.local_variable(binding);
        let old = self.terms.var(variable);
        let new = self.terms.choose(answer, value, old);
        let origin = self.origin(expr);
        let kept = self.temporary_boolean(origin);
        self.assign_variables(origin, smallvec![(kept, answer), (variable, new)]);
        self.terms.var(kept)
    }

    /// `T.class`: the same object for the same type.
    pub(super) fn class_literal(&mut self, ty: Ty) -> TermId {
        let number = match ty {
            // Primitive types are no objects' types; their numbers are below all others.
            Ty::Primitive(p) => -1 - p as i32,
            Ty::Void => -100,
            _ => self.types.of(ty).unwrap_or(0),
        };
        let number = self.terms.int(number);
        self.mirror(number)
    }
}
