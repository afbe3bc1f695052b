//! Calls and object creation (JLS 15.12, 15.9): receivers, the choice of the method, arguments.

use smallvec::SmallVec;

use super::conversions::Context;
use super::generics::{CallTypes, Deferred, Generics, Site, StaticArgument};
use super::names::Qualifier;
use super::{Attributor, Target};
use crate::sema::error::CallError;
use crate::sema::generic::types::{TypeId, Types};
use crate::sema::load::TRAP;
use crate::sema::overloads::{self, Argument, CallSite, Resolution};
use crate::sema::program::{ClassId, MethodId, Role};
use crate::sema::typed_tree::{Call, Conversion, Dispatch, Expr, ExprId, ExprKind};
use crate::sema::types::Ty;
use crate::syntax::tree::{self as syntax, BaseType, ExprList, Ident, Modifiers, Span, TypeRef};

/// Attributed arguments, not yet converted to the parameters' types.
#[derive(Debug)]
pub(super) struct Arguments {
    pub values: SmallVec<[ExprId; 4]>,
    pub spans: SmallVec<[Span; 4]>,
    types: SmallVec<[Argument; 4]>,
    statics: SmallVec<[StaticArgument; 4]>,
    /// Type arguments that are written.
    pub written: Vec<TypeId>,
    /// Whether erased types do not say all of one.
    special: bool,
    /// One is wrong or outside the subset, so which method is meant cannot be known.
    unknown: bool,
}

impl Arguments {
    pub(super) fn types(&self) -> &[Argument] {
        &self.types
    }

    fn empty() -> Box<Self> {
        Box::new(Arguments {
            values: SmallVec::new(),
            spans: SmallVec::new(),
            types: SmallVec::new(),
            statics: SmallVec::new(),
            written: Vec::new(),
            special: false,
            unknown: false,
        })
    }

    fn join(&mut self, others: Self) {
        self.values.extend(others.values);
        self.spans.extend(others.spans);
        self.types.extend(others.types);
        self.unknown |= others.unknown;
        self.statics.extend(others.statics);
        self.special |= others.special;
    }
}

/// Arguments in the types of their parameters.
struct Converted {
    values: Vec<ExprId>,
    deferred: Vec<Deferred>,
    packed: Option<(ExprId, TypeId)>,
}

fn judge<'t, 'p>(
    types: &'t mut Types<'p>,
    site: Option<Site>,
    arguments: &'t Arguments,
    from: ClassId,
) -> Generics<'t, 'p> {
    let (statics, written) = (&arguments.statics, &arguments.written);
    Generics { types, site, arguments: statics, written, special: arguments.special, from }
}

/// `C<>`
pub(super) fn is_diamond(ty: &TypeRef) -> bool {
    match &ty.base {
        BaseType::Named(segments) => {
            segments.last().is_some_and(|last| last.arguments.as_ref().is_some_and(Vec::is_empty))
        }
        _ => false,
    }
}

/// The object, class or scope that a call names.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Receiver {
    /// A type's name.
    Class,
    /// An expression's value.
    Value(ExprId),
    /// `super`: the value is `this`.
    Super(ExprId),
}

impl<'a> Attributor<'a> {
    pub(super) fn call(
        &mut self,
        id: syntax::ExprId,
        target: Option<syntax::ExprId>,
        name: &'a Ident,
        arguments: &'a ExprList,
    ) -> ExprId {
        self.call_with(id, target, name, arguments, Vec::new())
    }

    /// The same with type arguments that are written.
    fn call_with(
        &mut self,
        id: syntax::ExprId,
        target: Option<syntax::ExprId>,
        name: &'a Ident,
        arguments: &'a ExprList,
        written: Vec<TypeId>,
    ) -> ExprId {
        let Some(target) = target else {
            let arguments = self.arguments(arguments);
            return self.unqualified_call(id, name, arguments);
        };
        let code = self.code;
        if let syntax::ExprKind::Super { qualifier } = &code.exprs[target].kind {
            let mut arguments = self.arguments(arguments);
            arguments.written = written;
            return self.super_call(id, target, qualifier.as_deref(), name, arguments);
        }
        let qualifier = self.qualifier(target);
        if let Qualifier::Class(class) = qualifier
            && self.is_trap(class)
        {
            return self.trap(id, class, name, arguments);
        }
        let mut arguments = self.arguments(arguments);
        arguments.written = written;
        match qualifier {
            Qualifier::Value(object) => self.call_on_value(id, target, object, name, arguments),
            Qualifier::Class(class) => self.resolved_call(id, class, Receiver::Class, name, arguments),
            Qualifier::Package(parts) => {
                self.unknown_head(target, &parts, None);
                self.unknown(id)
            }
            Qualifier::Unknown => self.unknown(id),
        }
    }

    /// `A.<T>f(x)`
    pub(super) fn generic_call(&mut self, id: syntax::ExprId, call: &'a syntax::GenericCall) -> ExprId {
        match self.written_types(id, &call.type_arguments) {
            Some(written) => self.call_with(id, Some(call.target), &call.name, &call.arguments, written),
            None => self.unknown(id),
        }
    }

    /// Type arguments of a method or constructor, as written; what is no type is reported.
    pub(super) fn written_types(
        &mut self,
        id: syntax::ExprId,
        arguments: &[syntax::TypeArgument],
    ) -> Option<Vec<TypeId>> {
        let mut written = Vec::with_capacity(arguments.len());
        for argument in arguments {
            let syntax::TypeArgument::Type(ty) = argument else {
                self.error(self.span(id), "illegal start of type: a wildcard is no type argument of a call");
                return None;
            };
            let erased = self.resolve(ty);
            if erased == Ty::Unknown {
                return None;
            }
            let exact = self.written_static(ty, erased);
            let target = self.target(erased, exact);
            written.push(self.target_type(target));
        }
        Some(written)
    }

    pub(super) fn is_trap_call(&self, value: ExprId) -> bool {
        match &self.body.exprs[value].kind {
            ExprKind::Call(call) => self.is_trap(self.program.methods[call.method].class),
            _ => false,
        }
    }

    fn is_trap(&self, class: ClassId) -> bool {
        let declared = &self.program.classes[class];
        let (package, name) = TRAP;
        *declared.name == *name
            && self.program.role(class) == Role::Library
            && self.program.package_name(class) == package
    }

    /// A label's trap around a condition hides nothing of it: its pattern variables are those of the whole call.
    fn trap(
        &mut self,
        id: syntax::ExprId,
        class: ClassId,
        name: &'a Ident,
        arguments: &'a ExprList,
    ) -> ExprId {
        let (condition, rest) = arguments.split_at(arguments.len().min(1));
        let mut values = self.arguments(condition);
        let bindings = self.take_bindings();
        let rest = self.arguments(rest);
        values.join(*rest);
        let call = self.resolved_call(id, class, Receiver::Class, name, values);
        self.bindings = bindings;
        call
    }

    /// Attributes arguments; void ones are reported.
    pub(super) fn arguments(&mut self, arguments: &[syntax::ExprId]) -> Box<Arguments> {
        let mut result = Arguments::empty();
        for &argument in arguments {
            let value = self.expr(argument);
            let span = self.span(argument);
            if self.ty(value) == Ty::Void {
                self.error(span, "'void' type not allowed here");
                result.unknown = true;
            }
            self.add_argument(&mut result, value, span);
        }
        result
    }

    fn add_argument(&mut self, arguments: &mut Arguments, value: ExprId, span: Span) {
        arguments.unknown |= self.ty(value) == Ty::Unknown && !self.is_open(value);
        arguments.values.push(value);
        arguments.spans.push(span);
        arguments.types.push(self.argument(value));
        let exact = self.static_argument(value);
        arguments.special |= self.is_special(&exact);
        arguments.statics.push(exact);
    }

    /// Values as arguments.
    pub(super) fn arguments_of(&mut self, values: &[ExprId], span: Span) -> Box<Arguments> {
        let mut result = Arguments::empty();
        for &value in values {
            self.add_argument(&mut result, value, span);
        }
        result
    }

    /// What the choice of an overload asks of candidates with type variables.
    pub(super) fn judge_of<'t>(
        &'t mut self,
        site: Option<TypeId>,
        arguments: &'t Arguments,
    ) -> Generics<'t, 'a> {
        judge(&mut self.types, site.map(Site::Type), arguments, self.class)
    }

    /// An argument as the choice of an overload sees it: a conditional or switch expression fits where each
    /// of its branches does.
    fn argument(&self, value: ExprId) -> Argument {
        if !self.is_pending(value) {
            return Argument::Plain(self.ty(value));
        }
        let mut branches = Vec::new();
        self.branches(value, &mut branches);
        Argument::Branches(branches.into_iter().map(|b| self.ty(b)).collect())
    }

    pub(super) fn give_up(&mut self, id: syntax::ExprId, arguments: &Arguments) -> ExprId {
        for &value in &arguments.values {
            self.settle(value);
        }
        self.unknown(id)
    }

    fn call_problem(&mut self, span: Span, problem: &CallError) {
        match (problem.unsupported(), problem) {
            (Some(what), _) => self.unsupported(span, what),
            (None, CallError::NotInLibrary { class, call }) if self.is_original => {
                self.unsupported(span, format!("method {call} of {class}, which is not in the library"));
            }
            (None, _) => self.error(span, problem.to_string()),
        }
    }

    fn unqualified_call(&mut self, id: syntax::ExprId, name: &Ident, arguments: Box<Arguments>) -> ExprId {
        if arguments.unknown {
            return self.give_up(id, &arguments);
        }
        let mut judge = judge(&mut self.types, None, &arguments, self.class);
        let (program, types) = (self.program, &arguments.types);
        let found = overloads::resolve_unqualified(program, self.class, &name.name, types, &mut judge);
        let found = match found {
            Ok(found) => found,
            Err(problem) => {
                self.call_problem(name.span, &problem);
                return self.give_up(id, &arguments);
            }
        };
        let method = found.resolution.method;
        if self.program.methods[method].is_static() {
            return self.finish_call(id, found.resolution, None, Dispatch::Static, None, arguments);
        }
        let what = format!("method {}()", name.name);
        if found.scope != Some(self.class) {
            let object = found.scope.and_then(|scope| self.instance_around(|class| class == scope));
            let Some(object) = object else {
                let message = format!("non-static {what} cannot be referenced from a static context");
                self.error(name.span, message);
                return self.give_up(id, &arguments);
            };
            let dispatch = self.dispatch(method);
            let owner = program.methods[method].class;
            let object = self.as_object_of(object, owner);
            return self.finish_call(id, found.resolution, Some(object), dispatch, None, arguments);
        }
        if self.static_context {
            self.error(name.span, format!("non-static {what} cannot be referenced from a static context"));
            return self.give_up(id, &arguments);
        }
        if !self.check_this(id, &name.name) {
            return self.give_up(id, &arguments);
        }
        let this = self.push(ExprKind::This, Ty::Class(self.class), id);
        self.note_this(this);
        let dispatch = self.dispatch(method);
        self.finish_call(id, found.resolution, Some(this), dispatch, None, arguments)
    }

    fn super_call(
        &mut self,
        id: syntax::ExprId,
        target: syntax::ExprId,
        qualifier: Option<&TypeRef>,
        name: &Ident,
        arguments: Box<Arguments>,
    ) -> ExprId {
        let site = match qualifier {
            None => self.program.classes[self.class].superclass,
            Some(ty) => match self.resolve(ty) {
                Ty::Class(interface) if self.program.classes[self.class].interfaces.contains(&interface) => {
                    Some(interface)
                }
                Ty::Unknown => None,
                _ => {
                    self.unsupported(ty.span, "super of a class around");
                    None
                }
            },
        };
        let this = self.check_this(target, "super");
        let (Some(site), true) = (site, this) else { return self.give_up(id, &arguments) };
        let this = self.push(ExprKind::This, Ty::Class(self.class), target);
        let object = self.convert(this, Ty::Class(site));
        self.note_super(object, site);
        self.resolved_call(id, site, Receiver::Super(object), name, arguments)
    }

    fn call_on_value(
        &mut self,
        id: syntax::ExprId,
        target: syntax::ExprId,
        object: ExprId,
        name: &Ident,
        arguments: Box<Arguments>,
    ) -> ExprId {
        self.called_on_value(id, self.span(target), object, name, arguments)
    }

    /// A call on a value that stands at `span`.
    pub(super) fn called_on_value(
        &mut self,
        id: syntax::ExprId,
        span: Span,
        object: ExprId,
        name: &Ident,
        arguments: Box<Arguments>,
    ) -> ExprId {
        match self.ty(object) {
            Ty::Unknown => self.give_up(id, &arguments),
            Ty::Class(class) => {
                let class = self.member_class_of(object, &name.name).unwrap_or(class);
                self.resolved_call(id, class, Receiver::Value(object), name, arguments)
            }
            Ty::Array(_) if &*name.name == "clone" && arguments.values.is_empty() => {
                self.clone_array(id, object, arguments)
            }
            Ty::Array(_) => {
                let class = self.program.well_known.object;
                self.resolved_call(id, class, Receiver::Value(object), name, arguments)
            }
            ty @ (Ty::Primitive(_) | Ty::Void | Ty::Null) => {
                let message = format!("{} cannot be dereferenced", self.program.type_name(ty));
                self.error(span, message);
                self.give_up(id, &arguments)
            }
        }
    }

    /// `array.clone()` is public and has the array's own type (JLS 10.7).
    fn clone_array(&mut self, id: syntax::ExprId, array: ExprId, arguments: Box<Arguments>) -> ExprId {
        let object = self.program.well_known.object;
        let Some(&method) = self.program.member_methods(object, "clone").first() else {
            self.unsupported(self.span(id), "method Object.clone()");
            return self.give_up(id, &arguments);
        };
        let call = Call { method, dispatch: Dispatch::Virtual, receiver: Some(array), arguments: Vec::new() };
        let ty = self.ty(array);
        let exact = self.static_ty(array);
        let copy = self.push(ExprKind::Call(Box::new(call)), ty, id);
        self.note_static(copy, exact);
        copy
    }

    /// A call of a member of `class`.
    pub(super) fn resolved_call(
        &mut self,
        id: syntax::ExprId,
        class: ClassId,
        receiver: Receiver,
        name: &Ident,
        arguments: Box<Arguments>,
    ) -> ExprId {
        if arguments.unknown {
            return self.give_up(id, &arguments);
        }
        let is_super = matches!(receiver, Receiver::Super(_));
        let site =
            CallSite { class, name: &name.name, arguments: &arguments.types, from: self.class, is_super };
        let receiver_type = match receiver {
            Receiver::Value(object) | Receiver::Super(object) => Some(Site::Type(self.static_ty(object))),
            Receiver::Class => None,
        };
        let mut judge = judge(&mut self.types, receiver_type, &arguments, self.class);
        let resolution = match overloads::resolve(self.program, &site, &mut judge) {
            Ok(resolution) => resolution,
            Err(problem) => {
                self.call_problem(name.span, &problem);
                return self.give_up(id, &arguments);
            }
        };
        let method = resolution.method;
        if let Some(message) = self.receiver_problem(method, class, receiver) {
            self.error(name.span, message);
            return self.give_up(id, &arguments);
        }
        let is_static = self.program.methods[method].is_static();
        let (object, dispatch) = match receiver {
            Receiver::Class => (None, Dispatch::Static),
            Receiver::Super(_) if is_static => (None, Dispatch::Static),
            Receiver::Value(object) if is_static => (Some(object), Dispatch::Static),
            Receiver::Super(object) => (Some(object), Dispatch::Special),
            Receiver::Value(object) => (Some(object), self.dispatch(method)),
        };
        let owner = self.program.methods[method].class;
        let object = object.map(|object| self.as_object_of(object, owner));
        self.finish_call(id, resolution, object, dispatch, receiver_type, arguments)
    }

    fn receiver_problem(&self, method: MethodId, class: ClassId, receiver: Receiver) -> Option<String> {
        let m = &self.program.methods[method];
        let name = &m.name;
        match receiver {
            Receiver::Class if !m.is_static() => {
                Some(format!("non-static method {name}() cannot be referenced from a static context"))
            }
            Receiver::Super(_) if m.is_abstract() => {
                let owner = &self.program.classes[m.class].name;
                Some(format!("abstract method {name}() in {owner} cannot be accessed directly"))
            }
            // Static methods of an interface belong to its name alone (15.12.3).
            Receiver::Class if m.class != class && self.program.classes[m.class].is_interface() => {
                Some("illegal static interface method call".to_owned())
            }
            Receiver::Value(_) | Receiver::Super(_)
                if m.is_static() && self.program.classes[m.class].is_interface() =>
            {
                Some("illegal static interface method call".to_owned())
            }
            _ => None,
        }
    }

    /// How an instance method is called that an object of its class is asked for.
    pub(super) fn dispatch(&self, method: MethodId) -> Dispatch {
        let m = &self.program.methods[method];
        let fixed = m.modifiers.has(Modifiers::PRIVATE)
            || m.modifiers.has(Modifiers::FINAL)
            || self.program.classes[m.class].is_final();
        if fixed { Dispatch::Special } else { Dispatch::Virtual }
    }

    fn finish_call(
        &mut self,
        id: syntax::ExprId,
        resolution: Resolution,
        receiver: Option<ExprId>,
        dispatch: Dispatch,
        site: Option<Site>,
        arguments: Box<Arguments>,
    ) -> ExprId {
        let method = resolution.method;
        let span = self.span(id);
        if !self.check_signature(span, method) {
            return self.give_up(id, &arguments);
        }
        if self.program.methods[method].is_signature_polymorphic() {
            return self.polymorphic_call(id, method, receiver, &arguments);
        }
        let Some(types) = self.types_of_call(resolution, site, &arguments) else {
            return self.give_up(id, &arguments);
        };
        let converted = self.convert_arguments(resolution, &arguments, types.as_ref());
        let ty = self.program.methods[method].return_type;
        let call = Call { method, dispatch, receiver, arguments: converted.values };
        let call = self.push(ExprKind::Call(Box::new(call)), ty, id);
        if let Some(types) = types {
            self.finish_generic(call, types, converted.deferred, converted.packed, span);
        }
        if self.is_get_class(method) {
            let object = receiver.map_or(Ty::Class(self.class), |object| self.ty(object));
            if let Ty::Class(class) = ty
                && let Some(exact) = self.class_of(class, object, false)
            {
                self.note_static(call, exact);
            }
        }
        call
    }

    fn is_get_class(&self, method: MethodId) -> bool {
        let m = &self.program.methods[method];
        m.class == self.program.well_known.object && &*m.name == "getClass"
    }

    /// The types of a call of a chosen method, where erased ones do not say all; `None` where inference fails.
    fn types_of_call(
        &mut self,
        resolution: Resolution,
        site: Option<Site>,
        arguments: &Arguments,
    ) -> Option<Option<CallTypes>> {
        let method = &self.program.methods[resolution.method];
        if !method.is_generic && !arguments.special && !matches!(site, Some(Site::Diamond(_))) {
            return Some(None);
        }
        if method.throws_variable && method.is_constructor() {
            let what = "call of a method that throws what a type variable says";
            self.types.beyond.get_or_insert_with(|| what.to_owned());
            return None;
        }
        let varargs = resolution.varargs_call;
        self.call_types(resolution.method, site, &arguments.statics, varargs, &arguments.written).map(Some)
    }

    /// The arguments of a call that has no value.
    pub(super) fn settled_arguments(
        &mut self,
        resolution: Resolution,
        site: Option<Site>,
        arguments: &Arguments,
        span: Span,
    ) -> Vec<ExprId> {
        let Some(types) = self.types_of_call(resolution, site, arguments) else {
            for &value in &arguments.values {
                self.settle(value);
            }
            self.unsupported(span, "call whose types are not inferred");
            return Vec::new();
        };
        let converted = self.convert_arguments(resolution, arguments, types.as_ref());
        if let Some(mut types) = types {
            // A node for the call that has none of its own.
            let call = self.synthetic_expr(ExprKind::Null, Ty::Void);
            types.result = self.types.of_ty(Ty::Void);
            self.finish_generic(call, types, converted.deferred, converted.packed, span);
        }
        converted.values
    }

    /// Whether all types of a method's signature are in the subset; says so if not.
    fn check_signature(&mut self, span: Span, method: MethodId) -> bool {
        let m = &self.program.methods[method];
        let whole = m.unsupported.is_none()
            && m.return_type != Ty::Unknown
            && m.parameters.iter().all(|p| p.ty != Ty::Unknown);
        if !whole {
            let what = format!("method {}", self.program.method_name(method));
            self.unsupported(span, what);
        }
        whole
    }

    /// Arguments in the types of the parameters; from the last one on packed, where the call asks for it.
    fn convert_arguments(
        &mut self,
        resolution: Resolution,
        arguments: &Arguments,
        types: Option<&CallTypes>,
    ) -> Converted {
        let program = self.program;
        let parameters = &program.methods[resolution.method].parameters;
        let fixed = if resolution.varargs_call { parameters.len() - 1 } else { parameters.len() };
        let mut converted = Vec::with_capacity(parameters.len() + 2);
        let (mut deferred, mut packed_open) = (Vec::new(), None);
        for (n, parameter) in parameters[..fixed].iter().enumerate() {
            let (value, span) = (arguments.values[n], arguments.spans[n]);
            let exact = types.and_then(|types| types.parameters.get(n).copied());
            converted.push(self.argument_for(value, span, parameter.ty, exact, &mut deferred));
        }
        if resolution.varargs_call
            && let Ty::Array(array) = parameters[fixed].ty
        {
            let rest = arguments.values[fixed..].iter().zip(&arguments.spans[fixed..]);
            let cell = types.and_then(|types| types.parameters.get(fixed).copied());
            let cell = cell.and_then(|array| self.types.cell_of(array));
            let elements = rest
                .map(|(&value, &span)| self.argument_for(value, span, array.cell(), cell, &mut deferred))
                .collect();
            // The array is one of what the variable stands for.
            let instance = cell.map(|cell| self.types.instantiated(cell));
            let own = match instance {
                Some(cell) if !self.types.has_inference(cell) => {
                    let erased = self.types.erasure(cell);
                    erased.array_of().unwrap_or(array)
                }
                _ => array,
            };
            let kind = ExprKind::ArrayLiteral { ty: own, elements };
            let packed = Expr { kind, ty: Ty::Array(own), origin: None, constant: None };
            let packed = self.body.exprs.push(packed);
            match instance {
                Some(cell) if self.types.has_inference(cell) => {
                    packed_open = Some((packed, cell));
                    converted.push(self.conversion(packed, Conversion::Widen, Ty::Array(array), None));
                }
                _ => converted.push(self.convert(packed, Ty::Array(array))),
            }
        }
        Converted { values: converted, deferred, packed: packed_open }
    }

    /// An argument as a value of the parameter's declared type; later, where that type is inferred with it.
    fn argument_for(
        &mut self,
        value: ExprId,
        span: Span,
        declared: Ty,
        exact: Option<TypeId>,
        deferred: &mut Vec<Deferred>,
    ) -> ExprId {
        let Some(exact) = exact else { return self.coerce(value, declared, Context::Invocation, span) };
        let exact = self.types.instantiated(exact);
        if !self.types.has_inference(exact) {
            // That a value fits is known from the choice of the method; a wildcard captured again would be another one.
            let erased = self.types.erasure(exact);
            if self.is_open(value) {
                self.close_call(value, Some(Target { ty: erased, exact: Some(exact) }));
                let value = self.convert(value, erased);
                return self.convert(value, declared);
            }
            let is_late = self.is_pending(value) || self.is_functional(value);
            let target = Target { ty: erased, exact: Some(exact).filter(|_| is_late) };
            let value = self.coerce_to(value, target, Context::Invocation, span);
            return self.convert(value, declared);
        }
        if self.is_open(value) || self.is_pending(value) || self.is_functional(value) {
            let later = self.defer_argument(value, exact, declared);
            let place = later.place();
            deferred.push(later);
            return place;
        }
        self.convert(value, declared)
    }

    pub(super) fn new_object(&mut self, id: syntax::ExprId, class: &TypeRef, arguments: &ExprList) -> ExprId {
        self.new_object_with(id, class, arguments, Vec::new())
    }

    /// `new <T>C(…)`: with type arguments of the constructor.
    pub(super) fn new_object_with(
        &mut self,
        id: syntax::ExprId,
        class: &TypeRef,
        arguments: &ExprList,
        type_arguments: Vec<TypeId>,
    ) -> ExprId {
        let span = class.span;
        let written = class;
        let ty = self.resolve(class);
        let class = ty.class();
        let is_diamond = is_diamond(written);
        let exact = if is_diamond { None } else { self.written_static(written, ty) };
        if is_diamond && !type_arguments.is_empty() {
            self.error(
                span,
                "cannot infer type arguments: cannot use '<>' with explicit type parameters for constructor",
            );
        }
        let mut arguments = self.arguments(arguments);
        arguments.written = type_arguments;
        let Some(class) = class else { return self.give_up(id, &arguments) };
        self.note_inner(class);
        if !self.may_create(class, span) {
            return self.give_up(id, &arguments);
        }
        self.created(id, class, exact, is_diamond, arguments, span)
    }

    /// Whether the class may have objects that code creates; says so if not.
    pub(super) fn may_create(&mut self, class: ClassId, span: Span) -> bool {
        let declared = &self.program.classes[class];
        let message = if declared.is_interface() || declared.is_abstract() {
            format!("{} is abstract; cannot be instantiated", declared.name)
        } else if declared.is_enum() {
            "enum classes must not be instantiated".to_owned()
        } else {
            return true;
        };
        self.error(span, message);
        false
    }

    /// A new object of a class.
    pub(super) fn created(
        &mut self,
        id: syntax::ExprId,
        class: ClassId,
        exact: Option<TypeId>,
        is_diamond: bool,
        arguments: Box<Arguments>,
        span: Span,
    ) -> ExprId {
        let site = match exact {
            _ if is_diamond => Site::Diamond(class),
            Some(exact) => Site::Type(exact),
            None => Site::Type(self.types.class(class)),
        };
        self.object(id, (class, site), &arguments, span, false)
    }

    /// What would be the object of `new A<>(…) { … }` without its body: the type arguments are those of that (JLS 15.9.5).
    pub(super) fn extended(
        &mut self,
        id: syntax::ExprId,
        class: ClassId,
        creation: &syntax::Creation,
        written: Vec<TypeId>,
    ) -> ExprId {
        let mut arguments = self.arguments(&creation.arguments);
        arguments.written = written;
        self.object(id, (class, Site::Diamond(class)), &arguments, creation.class.span, true)
    }

    fn object(
        &mut self,
        id: syntax::ExprId,
        (class, site): (ClassId, Site),
        arguments: &Arguments,
        span: Span,
        is_extended: bool,
    ) -> ExprId {
        let resolution = self.constructor(span, class, Some(site), arguments, is_extended);
        let found = resolution.and_then(|r| Some((r, self.types_of_call(r, Some(site), arguments)?)));
        let Some((resolution, types)) = found else { return self.give_up(id, arguments) };
        let converted = self.convert_arguments(resolution, arguments, types.as_ref());
        let mut values = converted.values;
        if !is_extended {
            values.extend(self.surroundings_of(span, class));
        }
        let kind = ExprKind::New { class, constructor: resolution.method, arguments: values };
        let new = self.push(kind, Ty::Class(class), id);
        match (types, site) {
            (Some(types), _) => {
                self.finish_generic(new, types, converted.deferred, converted.packed, span);
            }
            (None, Site::Type(exact)) => self.note_static(new, exact),
            (None, Site::Diamond(_)) => {}
        }
        new
    }

    /// The constructor of `class` for these arguments.
    pub(super) fn constructor(
        &mut self,
        span: Span,
        class: ClassId,
        receiver: Option<Site>,
        arguments: &Arguments,
        is_super: bool,
    ) -> Option<Resolution> {
        if arguments.unknown {
            return None;
        }
        let types = &arguments.types;
        let site = CallSite { class, name: "<init>", arguments: types, from: self.class, is_super };
        let mut judge = judge(&mut self.types, receiver, arguments, self.class);
        match overloads::resolve(self.program, &site, &mut judge) {
            Ok(resolution) => self.check_signature(span, resolution.method).then_some(resolution),
            Err(problem) => {
                self.call_problem(span, &problem);
                None
            }
        }
    }
}
