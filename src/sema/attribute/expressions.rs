//! Expressions by kind; each gets a typed node and an entry in [`Body::typed_exprs`](super::Body::typed_exprs).

use super::conversions::Context;
use super::{Attributor, Target};
use crate::index::Id;
use crate::sema::names::resolve_type;
use crate::sema::refused;
use crate::sema::typed_tree::{ExprId, ExprKind, LocalOrigin};
use crate::sema::types::Ty;
use crate::syntax::tree::{self as syntax, BaseType, Binding, ExprList, Pattern, TypeRef};

impl<'a> Attributor<'a> {
    /// Attributes an expression with no regard to its context. A reference conditional or switch
    /// expression is left pending; see [`Attributor::operand`] and [`Attributor::value_for`].
    pub(super) fn expr(&mut self, id: syntax::ExprId) -> ExprId {
        use syntax::ExprKind as Kind;
        let code = self.code;
        let value = match &code.exprs[id].kind {
            Kind::Binary { op, left, right } => self.binary(id, *op, *left, *right),
            Kind::Unary { op, operand } => self.unary(id, *op, *operand),
            Kind::Conditional { condition, then, otherwise } => {
                self.conditional(id, *condition, *then, *otherwise)
            }
            Kind::InstanceOf { operand, ty, binding } => self.instance_of(id, *operand, ty, binding.as_ref()),
            Kind::Matches { operand, pattern } => match &**pattern {
                // Its variable has no name.
                Pattern::Type(pattern) => self.instance_of(id, *operand, &pattern.ty, None),
                pattern => self.matches(id, *operand, pattern),
            },
            _ => {
                let value = self.plain_expr(id);
                if !self.bindings.is_empty() && !self.is_trap_call(value) {
                    self.bindings = Default::default();
                }
                value
            }
        };
        self.record(id, value);
        value
    }

    pub(super) fn record(&mut self, id: syntax::ExprId, value: ExprId) {
        if self.keeps_origins {
            self.body.typed_exprs[id.index()] = Some(value);
        }
    }

    /// The kinds that introduce no pattern variables.
    fn plain_expr(&mut self, id: syntax::ExprId) -> ExprId {
        use syntax::ExprKind as Kind;
        let code = self.code;
        if let Some(what) = refused::expression(&code.exprs[id].kind) {
            self.unsupported(code.exprs[id].span, what);
            return self.unknown(id);
        }
        match &code.exprs[id].kind {
            Kind::Literal(literal) => self.literal(id, literal, false),
            Kind::Name(name) => self.simple_name(id, name),
            Kind::Field { target, name } => self.field_access(id, *target, name),
            Kind::This => self.this(id),
            Kind::Super { .. } => {
                self.error(self.span(id), "'.' expected behind 'super'");
                self.unknown(id)
            }
            Kind::Call { target, name, arguments } => self.call(id, *target, name, arguments),
            Kind::New { class, arguments } => self.new_object(id, class, arguments),
            Kind::NewArray { ty, lengths } => self.new_array(id, ty, lengths),
            Kind::NewArrayOf { ty, init } => {
                let written = ty;
                let ty = self.resolve(ty);
                let exact = self.written_static(written, ty);
                let target = self.target(ty, exact);
                let literal = self.array_initializer(*init, target);
                self.body.exprs[literal].origin = self.keeps_origins.then_some(id);
                literal
            }
            Kind::ArrayInitializer(_) => {
                self.error(self.span(id), "illegal start of expression");
                self.unknown(id)
            }
            Kind::Index { array, index } => self.index(id, *array, *index),
            Kind::IncDec { op, operand } => self.inc_dec(id, *op, *operand),
            Kind::Assign { target, op, value } => self.assign(id, *target, *op, *value),
            Kind::Cast { ty, operand } => {
                let target = self.resolve(ty);
                let exact = self.written_static(ty, target);
                let value = self.expr_given_to(*operand, target);
                let value = if self.waits_for_function(value) {
                    let target = self.target(target, exact);
                    self.coerce_to(value, target, Context::Assignment, self.span(*operand))
                } else {
                    self.exact_value(*operand, value)
                };
                if target == Ty::Unknown || self.ty(value) == Ty::Unknown {
                    return self.unknown(id);
                }
                let cast = self.cast(id, value, target);
                if let Some(exact) = exact {
                    self.note_static(cast, exact);
                }
                cast
            }
            Kind::Switch { selector, body } => self.switch_expression(id, *selector, body),
            Kind::ClassLiteral(ty) => self.class_literal(id, ty),
            Kind::GenericCall(call) => self.generic_call(id, call),
            Kind::Lambda(lambda) => self.lambda(id, lambda),
            Kind::MethodReference(reference) => self.method_reference(id, reference),
            Kind::OuterThis(class) => self.outer_this(id, class),
            Kind::Creation(creation) => self.creation(id, creation),
            Kind::IntersectionCast { types, operand } => self.intersection_cast(id, types, *operand),
            Kind::ConstructorCall(_) | Kind::Unsupported(_) => {
                unreachable!("these are refused")
            }
            Kind::Binary { .. }
            | Kind::Unary { .. }
            | Kind::Conditional { .. }
            | Kind::InstanceOf { .. }
            | Kind::Matches { .. } => unreachable!("these introduce pattern variables"),
        }
    }

    /// A type as written; what is no type is reported and unknown.
    pub(super) fn resolve(&mut self, ty: &TypeRef) -> Ty {
        match resolve_type(self.program, self.scope.types(), self.class, self.method_type_parameters(), ty) {
            Ok(Ty::Void) => {
                self.error(ty.span, "illegal start of type: 'void' type not allowed here");
                Ty::Unknown
            }
            Ok(ty) => ty,
            Err(problem) => {
                self.type_name_problem(ty.span, &problem);
                Ty::Unknown
            }
        }
    }

    fn this(&mut self, id: syntax::ExprId) -> ExprId {
        let is_early = self.in_prologue && self.assigned_object == Some(id) && !self.static_context;
        if is_early || self.check_this(id, "this") {
            let this = self.push(ExprKind::This, Ty::Class(self.class), id);
            self.note_this(this);
            this
        } else {
            self.unknown(id)
        }
    }

    /// Whether the object itself may be used here; says so if not.
    pub(super) fn check_this(&mut self, id: syntax::ExprId, what: &str) -> bool {
        if self.static_context {
            let message = format!("non-static variable {what} cannot be referenced from a static context");
            self.error(self.span(id), message);
        } else if self.in_constructor_call {
            let message = format!("cannot reference {what} before supertype constructor has been called");
            self.error(self.span(id), message);
        }
        !self.static_context && !self.in_constructor_call
    }

    fn class_literal(&mut self, id: syntax::ExprId, ty: &TypeRef) -> ExprId {
        let named = match ty.base {
            BaseType::Void => Ty::Void,
            _ => self.resolve(ty),
        };
        match self.program.class_named("java.lang.Class") {
            Some(class) if named != Ty::Unknown => {
                let literal = self.push(ExprKind::ClassLiteral(named), Ty::Class(class), id);
                if let Some(exact) = self.class_of(class, named, true) {
                    self.note_static(literal, exact);
                }
                literal
            }
            Some(_) => self.unknown(id),
            None => {
                self.unsupported(self.span(id), "class literal");
                self.unknown(id)
            }
        }
    }

    fn instance_of(
        &mut self,
        id: syntax::ExprId,
        operand: syntax::ExprId,
        ty: &'a TypeRef,
        binding: Option<&'a Binding>,
    ) -> ExprId {
        let operand_syntax = operand;
        let operand = self.exact_operand(operand);
        let target = self.resolve(ty);
        let from = self.ty(operand);
        self.bindings = Default::default();
        let local = binding.map(|b| {
            let local = self.push_local(&b.name.name, target, b.is_final, LocalOrigin::Binding(id));
            let exact = self.written_static(ty, target);
            self.set_local_static(local, exact);
            if self.scope.find(&b.name.name).is_some() {
                self.error(b.name.span, format!("variable {} is already defined", b.name.name));
            }
            self.bindings.when_true.push((&b.name.name, local));
            local
        });
        if from == Ty::Unknown || target == Ty::Unknown {
            return self.unknown(id);
        }
        if from.is_reference() && target.is_reference() && !self.program.castable(from, target) {
            self.refuse_conversion(self.span(id), from, target);
            return self.unknown(id);
        }
        let problem = if !from.is_reference() {
            let found = self.program.type_name(from);
            Some((self.span(operand_syntax), format!("unexpected type: required a reference, found {found}")))
        } else if !target.is_reference() {
            let found = self.program.type_name(target);
            Some((ty.span, format!("unexpected type: required a class or array, found {found}")))
        } else if binding.is_some() && self.program.is_subtype(from, target) {
            let (from, target) = (self.program.type_name(from), self.program.type_name(target));
            let message = format!("expression type {from} is a subtype of pattern type {target}");
            Some((self.span(id), message))
        } else {
            None
        };
        if let Some((span, message)) = problem {
            self.error(span, message);
            return self.unknown(id);
        }
        self.push(ExprKind::InstanceOf { operand, ty: target, binding: local }, Ty::BOOLEAN, id)
    }

    fn new_array(&mut self, id: syntax::ExprId, ty: &TypeRef, lengths: &ExprList) -> ExprId {
        let written = ty;
        let ty = self.resolve(ty);
        let exact = self.written_static(written, ty);
        let lengths = lengths.iter().map(|&length| self.value_for(length, Ty::INT)).collect();
        match ty {
            Ty::Array(array) => {
                let value = self.push(ExprKind::NewArray { ty: array, lengths }, ty, id);
                if let Some(exact) = exact {
                    self.note_static(value, exact);
                }
                value
            }
            _ => self.unknown(id),
        }
    }

    /// `{a, b}` as a value of type `target`.
    pub(super) fn array_initializer(&mut self, id: syntax::ExprId, target: impl Into<Target>) -> ExprId {
        let whole = target.into();
        let target = whole.ty;
        let code = self.code;
        let syntax::ExprKind::ArrayInitializer(elements) = &code.exprs[id].kind else {
            return self.value_for(id, whole);
        };
        let cell = match target {
            Ty::Array(array) => array.cell(),
            Ty::Unknown => Ty::Unknown,
            other => {
                let message = format!("illegal initializer for {}", self.program.type_name(other));
                self.error(self.span(id), message);
                Ty::Unknown
            }
        };
        let mut values = Vec::with_capacity(elements.len());
        let exact = whole.exact.and_then(|exact| self.types.cell_of(exact));
        let cell = self.target(cell, exact);
        for &element in elements {
            values.push(self.value_for(element, cell));
        }
        self.bindings = Default::default();
        let value = match target {
            Ty::Array(ty) => self.push(ExprKind::ArrayLiteral { ty, elements: values }, target, id),
            _ => self.unknown(id),
        };
        if let Some(exact) = whole.exact {
            self.note_static(value, exact);
        }
        self.record(id, value);
        value
    }

    fn index(&mut self, id: syntax::ExprId, array: syntax::ExprId, index: syntax::ExprId) -> ExprId {
        let array_span = self.span(array);
        let array = self.exact_operand(array);
        let index = self.value_for(index, Ty::INT);
        match self.ty(array) {
            Ty::Array(ty) => {
                let value = self.push(ExprKind::Index { array, index }, ty.cell(), id);
                let exact = self.statics.get(&array).copied().and_then(|exact| self.types.cell_of(exact));
                if let Some(exact) = exact {
                    self.note_static(value, exact);
                }
                value
            }
            Ty::Unknown => self.unknown(id),
            other => {
                let found = self.program.type_name(other);
                self.error(array_span, format!("array required, but {found} found"));
                self.unknown(id)
            }
        }
    }
}
