//! Calls and object creation (JLS 15.12, 15.9): receivers, the choice of the method, arguments.

use smallvec::SmallVec;

use super::Attributor;
use super::conversions::Context;
use super::names::Qualifier;
use crate::sema::error::CallError;
use crate::sema::load::TRAP;
use crate::sema::overloads::{self, Argument, CallSite, Resolution};
use crate::sema::program::{ClassId, MethodId, Role};
use crate::sema::typed_tree::{Call, Dispatch, Expr, ExprId, ExprKind};
use crate::sema::types::Ty;
use crate::syntax::tree::{self as syntax, ExprList, Ident, Modifiers, Span, TypeRef};

/// Attributed arguments, not yet converted to the parameters' types.
#[derive(Debug)]
pub(super) struct Arguments {
    pub values: SmallVec<[ExprId; 4]>,
    pub spans: SmallVec<[Span; 4]>,
    types: SmallVec<[Argument; 4]>,
    /// One is wrong or outside the subset, so which method is meant cannot be known.
    unknown: bool,
}

impl Arguments {
    fn join(&mut self, others: Self) {
        self.values.extend(others.values);
        self.spans.extend(others.spans);
        self.types.extend(others.types);
        self.unknown |= others.unknown;
    }
}

/// The object, class or scope that a call names.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Receiver {
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
        let Some(target) = target else {
            let arguments = self.arguments(arguments);
            return self.unqualified_call(id, name, arguments);
        };
        let code = self.code;
        if let syntax::ExprKind::Super { qualifier } = &code.exprs[target].kind {
            return self.super_call(id, target, qualifier.as_deref(), name, arguments);
        }
        let qualifier = self.qualifier(target);
        if let Qualifier::Class(class) = qualifier
            && self.is_trap(class)
        {
            return self.trap(id, class, name, arguments);
        }
        let arguments = self.arguments(arguments);
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
        let mut result = Box::new(Arguments {
            values: SmallVec::new(),
            spans: SmallVec::new(),
            types: SmallVec::new(),
            unknown: false,
        });
        for &argument in arguments {
            let value = self.expr(argument);
            let span = self.span(argument);
            if self.ty(value) == Ty::Void {
                self.error(span, "'void' type not allowed here");
                result.unknown = true;
            }
            result.unknown |= self.ty(value) == Ty::Unknown;
            result.values.push(value);
            result.spans.push(span);
            result.types.push(self.argument(value));
        }
        result
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

    fn give_up(&mut self, id: syntax::ExprId, arguments: &Arguments) -> ExprId {
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
        let found = overloads::resolve_unqualified(self.program, self.class, &name.name, &arguments.types);
        let found = match found {
            Ok(found) => found,
            Err(problem) => {
                self.call_problem(name.span, &problem);
                return self.give_up(id, &arguments);
            }
        };
        let method = found.resolution.method;
        if self.program.methods[method].is_static() {
            return self.finish_call(id, found.resolution, None, Dispatch::Static, arguments);
        }
        let what = format!("method {}()", name.name);
        if found.scope != Some(self.class) {
            let message = format!("non-static {what} cannot be referenced from a static context");
            self.error(name.span, message);
            return self.give_up(id, &arguments);
        }
        if self.static_context {
            self.error(name.span, format!("non-static {what} cannot be referenced from a static context"));
            return self.give_up(id, &arguments);
        }
        if !self.check_this(id, &name.name) {
            return self.give_up(id, &arguments);
        }
        let this = self.push(ExprKind::This, Ty::Class(self.class), id);
        let dispatch = self.dispatch(method);
        self.finish_call(id, found.resolution, Some(this), dispatch, arguments)
    }

    fn super_call(
        &mut self,
        id: syntax::ExprId,
        target: syntax::ExprId,
        qualifier: Option<&TypeRef>,
        name: &Ident,
        arguments: &ExprList,
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
        let arguments = self.arguments(arguments);
        let (Some(site), true) = (site, this) else { return self.give_up(id, &arguments) };
        let this = self.push(ExprKind::This, Ty::Class(self.class), target);
        let object = self.convert(this, Ty::Class(site));
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
        match self.ty(object) {
            Ty::Unknown => self.give_up(id, &arguments),
            Ty::Class(class) => self.resolved_call(id, class, Receiver::Value(object), name, arguments),
            Ty::Array(_) if &*name.name == "clone" && arguments.values.is_empty() => {
                self.clone_array(id, object, arguments)
            }
            Ty::Array(_) => {
                let class = self.program.well_known.object;
                self.resolved_call(id, class, Receiver::Value(object), name, arguments)
            }
            ty @ (Ty::Primitive(_) | Ty::Void | Ty::Null) => {
                let message = format!("{} cannot be dereferenced", self.program.type_name(ty));
                self.error(self.span(target), message);
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
        self.push(ExprKind::Call(Box::new(call)), ty, id)
    }

    /// A call of a member of `class`.
    fn resolved_call(
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
        let resolution = match overloads::resolve(self.program, &site) {
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
        self.finish_call(id, resolution, object, dispatch, arguments)
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
    fn dispatch(&self, method: MethodId) -> Dispatch {
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
        arguments: Box<Arguments>,
    ) -> ExprId {
        let method = resolution.method;
        if !self.check_signature(self.span(id), method) {
            return self.give_up(id, &arguments);
        }
        let arguments = self.convert_arguments(resolution, &arguments);
        let ty = self.program.methods[method].return_type;
        let call = Call { method, dispatch, receiver, arguments };
        self.push(ExprKind::Call(Box::new(call)), ty, id)
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
    pub(super) fn convert_arguments(&mut self, resolution: Resolution, arguments: &Arguments) -> Vec<ExprId> {
        let program = self.program;
        let parameters = &program.methods[resolution.method].parameters;
        let fixed = if resolution.varargs_call { parameters.len() - 1 } else { parameters.len() };
        let mut converted = Vec::with_capacity(parameters.len() + 2);
        for (n, parameter) in parameters[..fixed].iter().enumerate() {
            let (value, span) = (arguments.values[n], arguments.spans[n]);
            converted.push(self.coerce(value, parameter.ty, Context::Invocation, span));
        }
        if resolution.varargs_call
            && let Ty::Array(array) = parameters[fixed].ty
        {
            let rest = arguments.values[fixed..].iter().zip(&arguments.spans[fixed..]);
            let elements = rest
                .map(|(&value, &span)| self.coerce(value, array.cell(), Context::Invocation, span))
                .collect();
            let kind = ExprKind::ArrayLiteral { ty: array, elements };
            let packed = Expr { kind, ty: Ty::Array(array), origin: None, constant: None };
            converted.push(self.body.exprs.push(packed));
        }
        converted
    }

    pub(super) fn new_object(&mut self, id: syntax::ExprId, class: &TypeRef, arguments: &ExprList) -> ExprId {
        let span = class.span;
        let class = self.resolve(class).class();
        let arguments = self.arguments(arguments);
        let Some(class) = class else { return self.give_up(id, &arguments) };
        let declared = &self.program.classes[class];
        if declared.is_interface() || declared.is_abstract() {
            let message = format!("{} is abstract; cannot be instantiated", declared.name);
            self.error(span, message);
            return self.give_up(id, &arguments);
        }
        if declared.is_enum() {
            self.error(span, "enum classes must not be instantiated");
            return self.give_up(id, &arguments);
        }
        let Some(resolution) = self.constructor(span, class, &arguments, false) else {
            return self.give_up(id, &arguments);
        };
        let arguments = self.convert_arguments(resolution, &arguments);
        let kind = ExprKind::New { class, constructor: resolution.method, arguments };
        self.push(kind, Ty::Class(class), id)
    }

    /// The constructor of `class` for these arguments.
    pub(super) fn constructor(
        &mut self,
        span: Span,
        class: ClassId,
        arguments: &Arguments,
        is_super: bool,
    ) -> Option<Resolution> {
        if arguments.unknown {
            return None;
        }
        let types = &arguments.types;
        let site = CallSite { class, name: "<init>", arguments: types, from: self.class, is_super };
        match overloads::resolve(self.program, &site) {
            Ok(resolution) => self.check_signature(span, resolution.method).then_some(resolution),
            Err(problem) => {
                self.call_problem(span, &problem);
                None
            }
        }
    }
}
