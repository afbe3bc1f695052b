//! Method references (JLS 15.13): each is a lambda whose parameters have no names, and whose body is the call, creation or
//! array that it stands for. What stands before the `::` as a value is evaluated where the reference is, once.

use std::rc::Rc;

use super::Attributor;
use super::calls::{Arguments, Receiver};
use super::conversions::Context;
use super::functional::{Exact, Form, Made, MadeCode, Shape};
use super::names::Qualifier;
use crate::sema::generic::source::class_in_code;
use crate::sema::generic::types::{Kind, Substitution, TypeId};
use crate::sema::overloads::{self, CallSite};
use crate::sema::program::{ClassId, MethodId};
use crate::sema::typed_tree::{ExprId, ExprKind, LocalId, LocalOrigin};
use crate::sema::types::Ty;
use crate::syntax::tree::{self as syntax, Ident, MethodReference, ReferenceTarget, Span, TypeRef};

/// A method reference, what stands before the `::` attributed.
#[derive(Debug)]
pub(super) struct Reference<'a> {
    target: Target,
    /// `None` for `new`.
    name: Option<&'a Ident>,
    /// Type arguments of the method or constructor that are written.
    written: Vec<TypeId>,
    pub exact: Option<Exact>,
}

#[derive(Clone, Copy, Debug)]
enum Target {
    /// A class by its name, with type arguments where they are written.
    Class(ClassId, Option<TypeId>),
    Array(TypeId),
    Value(ExprId),
    Super(ExprId),
}

impl<'a> Attributor<'a> {
    pub(super) fn method_reference(&mut self, id: syntax::ExprId, reference: &'a MethodReference) -> ExprId {
        let Some(written) = self.written_types(id, &reference.type_arguments) else {
            return self.unknown(id);
        };
        let Some(target) = self.reference_target(id, &reference.target) else { return self.unknown(id) };
        let name = reference.name.as_ref();
        if let (Target::Class(class, _), None) = (target, name)
            && !self.may_create(class, self.span(id))
        {
            return self.unknown(id);
        }
        let exact = self.exact_reference(target, name, &written);
        self.waiting(id, Form::Reference(Rc::new(Reference { target, name, written, exact })))
    }

    fn reference_target(&mut self, id: syntax::ExprId, target: &'a ReferenceTarget) -> Option<Target> {
        match target {
            ReferenceTarget::Expr(expr) if self.type_variable(*expr).is_some() => {
                let written = self.type_variable(*expr)?;
                self.reference_type(&written)
            }
            ReferenceTarget::Expr(expr) => {
                let is_super =
                    matches!(self.code.exprs[*expr].kind, syntax::ExprKind::Super { qualifier: None });
                match self.qualifier(*expr) {
                    Qualifier::Value(value) if is_super => Some(Target::Super(value)),
                    Qualifier::Value(value) => match self.ty(value) {
                        Ty::Unknown => None,
                        Ty::Primitive(_) | Ty::Void | Ty::Null => {
                            let found = self.program.type_name(self.ty(value));
                            self.error(self.span(*expr), format!("{found} cannot be dereferenced"));
                            None
                        }
                        Ty::Class(_) | Ty::Array(_) => Some(Target::Value(value)),
                    },
                    Qualifier::Class(class) => Some(Target::Class(class, self.local_class_type(class))),
                    Qualifier::Package(parts) => {
                        self.unknown_head(*expr, &parts, None);
                        None
                    }
                    Qualifier::Unknown => {
                        // A name that is not known may have been reported as unsupported.
                        if self.errors.is_empty() && self.unsupported.is_empty() {
                            self.unsupported(self.span(id), "method reference");
                        }
                        None
                    }
                }
            }
            ReferenceTarget::Type(ty) => self.reference_type(ty),
        }
    }

    /// The type of a local class without type variables of its own, which is not raw: those of the method around it are what they are
    /// here.
    fn local_class_type(&mut self, class: ClassId) -> Option<TypeId> {
        let hidden = self.program.tables.classes[class].hidden_parameters;
        let is_plain = hidden > 0 && hidden == self.program.decl(class).type_parameters.len();
        is_plain.then(|| {
            let signature = class_in_code(self.program, self.class, self.body.method, class);
            self.types.of(&signature)
        })
    }

    fn reference_type(&mut self, ty: &TypeRef) -> Option<Target> {
        let erased = self.resolve(ty);
        let exact = self.written_static(ty, erased);
        match erased {
            Ty::Class(class) => Some(Target::Class(class, exact)),
            Ty::Array(_) => {
                let target = self.target(erased, exact);
                Some(Target::Array(self.target_type(target)))
            }
            Ty::Unknown => None,
            other => {
                let found = self.program.type_name(other);
                self.error(ty.span, format!("unexpected type {found}"));
                None
            }
        }
    }

    /// A name that means a type variable of the method: no variable has it.
    fn type_variable(&self, expr: syntax::ExprId) -> Option<TypeRef> {
        let node = &self.code.exprs[expr];
        let syntax::ExprKind::Name(name) = &node.kind else { return None };
        let is_declared = self.method_type_parameters().iter().any(|own| own.name.name == *name);
        if !is_declared
            || node.is_parenthesized()
            || self.scope.find(name).is_some()
            || self.program.find_variable(self.class, name).is_ok()
        {
            return None;
        }
        let name = Ident { name: name.clone(), span: node.span };
        let segment = syntax::TypeSegment { name, arguments: None };
        let base = syntax::BaseType::Named(vec![segment]);
        Some(TypeRef { base, dims: 0, span: node.span, annotations: None })
    }

    /// The methods of the name that a reference may mean.
    fn named_by(&self, target: Target, name: Option<&Ident>) -> Vec<MethodId> {
        let class = match target {
            Target::Class(class, _) => Some(class),
            Target::Value(value) | Target::Super(value) => match self.ty(value) {
                Ty::Class(class) => Some(class),
                _ => Some(self.program.well_known.object),
            },
            Target::Array(_) => None,
        };
        match (class, name) {
            (Some(class), Some(name)) => self.program.member_methods(class, &name.name).to_vec(),
            (Some(class), None) => self.program.constructors(class).to_vec(),
            (None, _) => Vec::new(),
        }
    }

    /// The types of the one method that it can mean, where there is one (15.13.1).
    fn exact_reference(&mut self, target: Target, name: Option<&Ident>, written: &[TypeId]) -> Option<Exact> {
        if let (Target::Array(ty), None) = (target, name) {
            let int = self.types.of_ty(Ty::INT);
            return Some(Exact { receiver: None, parameters: vec![int], result: ty });
        }
        let methods = self.named_by(target, name);
        let [method] = methods[..] else { return None };
        let m = &self.program.methods[method];
        let (is_static, is_constructor) = (m.is_static(), m.is_constructor());
        if m.varargs || m.throws_variable || m.unsupported.is_some() || m.return_type == Ty::Unknown {
            return None;
        }
        let variables = self.types.method_variables(method);
        if variables.len() != written.len() && !variables.is_empty() {
            return None;
        }
        let site = match target {
            Target::Class(class, exact) => {
                // Of a raw type the arguments are inferred.
                let is_raw = exact.is_none() && !self.types.variables_of(class).is_empty();
                if is_raw && (is_constructor || !is_static) {
                    return None;
                }
                exact.unwrap_or_else(|| self.types.class(class))
            }
            Target::Value(value) | Target::Super(value) => self.static_ty(value),
            Target::Array(_) => return None,
        };
        let mut types = match is_static {
            true => self.types.of_method(method).ok()?,
            false => self.types.method_in(site, method).ok()?,
        };
        if !variables.is_empty() {
            let with: Substitution = variables.into_iter().zip(written.iter().copied()).collect();
            types.parameters.iter_mut().for_each(|ty| *ty = self.types.substitute(*ty, &with));
            types.result = self.types.substitute(types.result, &with);
        }
        let receiver = (matches!(target, Target::Class(..)) && !is_static && !is_constructor).then_some(site);
        let result = if is_constructor { site } else { types.result };
        let is_get_class = m.class == self.program.well_known.object && &*m.name == "getClass";
        (!is_get_class).then_some(Exact { receiver, parameters: types.parameters, result })
    }

    pub(super) fn reference_shape(&self, reference: &Reference<'a>) -> Shape {
        let by_type = matches!(reference.target, Target::Class(..));
        let methods = self.named_by(reference.target, reference.name);
        let mut found: Vec<(usize, bool, bool)> = methods
            .into_iter()
            .map(|method| {
                let m = &self.program.methods[method];
                let least = m.parameters.len() - usize::from(m.varargs);
                (least, m.varargs, by_type && !m.is_static() && !m.is_constructor())
            })
            .collect();
        if matches!(reference.target, Target::Array(_)) {
            found.push((1, false, false));
        }
        Shape::Reference { methods: found, exact: reference.exact.clone() }
    }

    /// The body of the lambda that a reference is, for parameters of these types.
    pub(super) fn reference_body(
        &mut self,
        id: syntax::ExprId,
        reference: &Reference<'a>,
        types: &[TypeId],
    ) -> Made {
        let span = self.span(id);
        let parameters: Vec<LocalId> = types
            .iter()
            .enumerate()
            .map(|(n, &ty)| {
                let name: syntax::Name = format!("$argument{}", n + 1).into();
                self.lambda_parameter(id, n, &name, ty, true)
            })
            .collect();
        let values: Vec<ExprId> = parameters.iter().map(|&local| self.local_value(local)).collect();
        let mut receiver = None;
        let value = match (reference.target, reference.name) {
            (Target::Array(ty), None) => self.array_reference(id, ty, &values, span),
            (Target::Class(class, exact), None) => {
                let arguments = self.reference_arguments(reference, &values, span);
                let is_diamond = exact.is_none() && !self.types.variables_of(class).is_empty();
                self.created(id, class, exact, is_diamond, arguments, span)
            }
            (Target::Super(object), Some(name)) => {
                let Ty::Class(class) = self.ty(object) else { return self.nothing(id, parameters) };
                let arguments = self.reference_arguments(reference, &values, span);
                self.resolved_call(id, class, Receiver::Super(object), name, arguments)
            }
            (Target::Value(object), Some(name)) => {
                let local = self.receiver_local(id, object);
                receiver = Some((local, object));
                let object = self.local_value(local);
                let arguments = self.reference_arguments(reference, &values, span);
                self.called_on_value(id, span, object, name, arguments)
            }
            (Target::Class(class, exact), Some(name)) => {
                self.call_by_class(id, reference, (class, exact), name, &values, span)
            }
            (Target::Array(_), Some(name)) => match values.split_first() {
                Some((&object, rest)) => {
                    let arguments = self.reference_arguments(reference, rest, span);
                    self.called_on_value(id, span, object, name, arguments)
                }
                None => return self.nothing(id, parameters),
            },
            (Target::Value(_) | Target::Super(_), None) => return self.nothing(id, parameters),
        };
        Made { parameters, receiver, code: MadeCode::Value(value) }
    }

    fn nothing(&mut self, id: syntax::ExprId, parameters: Vec<LocalId>) -> Made {
        self.error(self.span(id), "invalid method reference");
        let value = self.unknown(id);
        Made { parameters, receiver: None, code: MadeCode::Value(value) }
    }

    fn local_value(&mut self, local: LocalId) -> ExprId {
        let ty = self.local_ty(local);
        let value = self.synthetic_expr(ExprKind::Local(local), ty);
        if let Some(&exact) = self.local_statics.get(&local) {
            self.note_static(value, exact);
        }
        value
    }

    fn receiver_local(&mut self, id: syntax::ExprId, object: ExprId) -> LocalId {
        let (ty, exact) = (self.ty(object), self.statics.get(&object).copied());
        let local = self.push_local(&"$receiver".into(), ty, true, LocalOrigin::Receiver(id));
        self.set_local_static(local, exact);
        local
    }

    fn array_reference(&mut self, id: syntax::ExprId, ty: TypeId, values: &[ExprId], span: Span) -> ExprId {
        let (&[length], Ty::Array(array)) = (values, self.types.erasure(ty)) else {
            self.error(span, "invalid constructor reference");
            return self.unknown(id);
        };
        let length = self.coerce(length, Ty::INT, Context::Assignment, span);
        let value = self.push(ExprKind::NewArray { ty: array, lengths: vec![length] }, Ty::Array(array), id);
        self.note_static(value, ty);
        value
    }

    fn reference_arguments(
        &mut self,
        reference: &Reference<'a>,
        values: &[ExprId],
        span: Span,
    ) -> Box<Arguments> {
        let mut arguments = self.arguments_of(values, span);
        arguments.written.clone_from(&reference.written);
        arguments
    }

    /// `C::m`: a static method, or one of the object that the first parameter is (15.13.1).
    fn call_by_class(
        &mut self,
        id: syntax::ExprId,
        reference: &Reference<'a>,
        (class, exact): (ClassId, Option<TypeId>),
        name: &Ident,
        values: &[ExprId],
        span: Span,
    ) -> ExprId {
        let all = self.reference_arguments(reference, values, span);
        let as_static = self.found(class, None, name, &all).filter(|&m| self.program.methods[m].is_static());
        let object = values.first().and_then(|&first| self.as_receiver(first, class, exact));
        let as_method = object.and_then(|object| {
            let rest = self.reference_arguments(reference, &values[1..], span);
            let site = self.static_ty(object);
            let found = self.found(class, Some(site), name, &rest);
            found.filter(|&m| !self.program.methods[m].is_static()).map(|_| (object, rest))
        });
        match (as_static, as_method) {
            (Some(_), None) => self.resolved_call(id, class, Receiver::Class, name, all),
            (None, Some((object, rest))) => {
                self.resolved_call(id, class, Receiver::Value(object), name, rest)
            }
            (Some(_), Some(_)) => {
                self.error(span, format!("reference to {} is ambiguous", name.name));
                self.unknown(id)
            }
            // Says what is wrong with it.
            (None, None) => match object {
                Some(object)
                    if self
                        .program
                        .member_methods(class, &name.name)
                        .iter()
                        .all(|&m| !self.program.methods[m].is_static()) =>
                {
                    let rest = self.reference_arguments(reference, &values[1..], span);
                    self.resolved_call(id, class, Receiver::Value(object), name, rest)
                }
                _ => self.resolved_call(id, class, Receiver::Class, name, all),
            },
        }
    }

    /// The method that a call would mean.
    fn found(
        &mut self,
        class: ClassId,
        site: Option<TypeId>,
        name: &Ident,
        arguments: &Arguments,
    ) -> Option<MethodId> {
        let call = CallSite {
            class,
            name: &name.name,
            arguments: arguments.types(),
            from: self.class,
            is_super: false,
        };
        let (program, beyond) = (self.program, self.types.beyond.clone());
        let mut judge = self.judge_of(site, arguments);
        let found = overloads::resolve(program, &call, &mut judge).ok().map(|found| found.method);
        if found.is_none() {
            self.types.beyond = beyond;
        }
        found
    }

    /// The first parameter as an object of the class, where it is one; of a raw class with the arguments that it has there.
    fn as_receiver(&mut self, first: ExprId, class: ClassId, exact: Option<TypeId>) -> Option<ExprId> {
        let own = self.static_ty(first);
        if matches!(self.types.kind(own), Kind::Primitive(_) | Kind::Void | Kind::Null) {
            return None;
        }
        if let Some(exact) = exact
            && !self.types.is_subtype(own, exact)
        {
            return None;
        }
        let captured = self.types.capture(own);
        let site = self.types.as_super(captured, class)?;
        let object = self.as_object_of(first, class);
        let object = self.convert(object, Ty::Class(class));
        self.note_static(object, exact.unwrap_or(site));
        Some(object)
    }
}
