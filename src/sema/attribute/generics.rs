//! Static types in attribution (DESIGN §13): what an expression's type is beyond its erasure, where it is more; calls of generic
//! methods, whose type arguments are inferred; and the casts that make the finished tree an erased one.
//!
//! [`Expr::ty`](crate::sema::typed_tree::Expr::ty) is the erasure of the static type while a body is attributed. Where what
//! is evaluated has another type at run time, the erasure of what is *declared* (a method that returns `T`), that is remembered
//! ([`Attributor::note_declared`]), and [`Attributor::erase`] puts a cast there in the end where the context needs one: as javac
//! does, to the type that the context asks for, and none where it asks for nothing.
//!
//! A call whose type still hangs on what inference makes of it is *open*: it is closed by the type of its context (JLS 18.5.2), by the call
//! whose argument it is, or on its own.

mod applicable;

use applicable::{Candidate, candidate, parameter_of, reduce_argument};
pub(super) use applicable::{Generics, reduce_explicit};

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::functional::Shape;
use super::{Attributor, Target};
use crate::sema::error::TypeNameError;
use crate::sema::generic::source::{is_in_other_generic, signature_in};
use crate::sema::generic::types::{Argument, Kind, Substitution, TypeId};
use crate::sema::overloads::Phase;
use crate::sema::program::{ClassId, FieldId, MethodId};
use crate::sema::typed_tree::{Call, Conversion, Dispatch, Expr, ExprId, ExprKind, LocalId, StmtKind};
use crate::sema::types::Ty;
use crate::syntax::tree::{self as syntax, BaseType, Span, TypeRef};

/// A call of which the type is not inferred yet.
#[derive(Clone, Debug)]
pub(super) struct OpenCall {
    expr: ExprId,
    /// With inference variables.
    result: TypeId,
    with: Substitution,
    thrown: Vec<TypeId>,
    /// Arguments that get their types with the call: the node in their place, the argument, and the parameter's type.
    deferred: Vec<Deferred>,
    /// The array of variable arguments whose type holds inference variables, and the type of its cells.
    packed: Option<(ExprId, TypeId)>,
    span: Span,
}

#[derive(Clone, Debug)]
pub(super) struct Deferred {
    place: ExprId,
    value: ExprId,
    parameter: TypeId,
}

impl Deferred {
    pub(super) const fn place(&self) -> ExprId {
        self.place
    }

    pub(super) const fn value(&self) -> ExprId {
        self.value
    }

    pub(super) const fn parameter(&self) -> TypeId {
        self.parameter
    }
}

/// The type of an argument, for the choice of an overload.
#[derive(Clone, Debug)]
pub(super) enum StaticArgument {
    Plain(TypeId),
    Branches(Vec<StaticArgument>),
    /// A lambda or method reference.
    Functional(Rc<Shape>),
}

/// What a method is called on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Site {
    /// An object of this type, or a class by its name.
    Type(TypeId),
    /// `new C<>(…)`: the class's variables are inferred.
    Diamond(ClassId),
}

impl<'a> Attributor<'a> {
    /// The type of an expression, with its arguments.
    pub(super) fn static_ty(&mut self, expr: ExprId) -> TypeId {
        match self.statics.get(&expr) {
            Some(&known) => known,
            None => self.types.of_ty(self.body.exprs[expr].ty),
        }
    }

    pub(super) fn note_static(&mut self, expr: ExprId, ty: TypeId) {
        if self.types.of_ty(self.body.exprs[expr].ty) != ty {
            self.body.is_generic = true;
            self.statics.insert(expr, ty);
        }
    }

    /// An expression of a static type whose value has the type at run time that its node has.
    pub(super) fn note_declared(&mut self, expr: ExprId, ty: TypeId) {
        let declared = self.body.exprs[expr].ty;
        if !self.types.has_inference(ty) {
            let erased = self.types.erasure(ty);
            if erased != declared && !self.program.is_subtype(declared, erased) {
                self.body.exprs[expr].ty = erased;
                self.declared.insert(expr, declared);
                self.body.is_generic = true;
            }
        }
        self.note_static(expr, ty);
    }

    /// The static type of a type as written, where it is more than its erasure.
    pub(super) fn written_static(&mut self, written: &TypeRef, erased: Ty) -> Option<TypeId> {
        let BaseType::Named(segments) = &written.base else { return None };
        if erased == Ty::Unknown {
            return None;
        }
        let has_arguments = segments.iter().any(|segment| segment.arguments.is_some());
        let may_be_variable = segments.len() == 1 && self.has_type_variables();
        let is_inner =
            matches!(erased, Ty::Class(class) if is_in_other_generic(self.program, self.class, class));
        if !has_arguments && !may_be_variable && !is_inner {
            return None;
        }
        match signature_in(self.program, self.class, Some(self.body.method), self.scope.types(), written) {
            Ok(signature) => {
                let ty = self.types.of(&signature);
                (self.types.of_ty(erased) != ty).then_some(ty)
            }
            // A raw member of a generic class (JLS 4.8) is its erasure.
            Err(TypeNameError::Unsupported(_)) if !has_arguments && !may_be_variable => None,
            Err(problem) => {
                self.type_name_problem(written.span, &problem);
                None
            }
        }
    }

    fn has_type_variables(&self) -> bool {
        let of_method = self.method_type_parameters();
        let mut scope = Some(self.class);
        let mut around = std::iter::from_fn(|| {
            let class = scope?;
            scope = self.program.classes[class].outer;
            Some(class)
        });
        !of_method.is_empty() || around.any(|class| !self.program.decl(class).type_parameters.is_empty())
    }

    pub(super) fn method_type_parameters(&self) -> &'a [syntax::TypeParameter] {
        let program = self.program;
        program.method_decl(self.body.method).map_or(&[], |decl| &decl.type_parameters)
    }

    pub(super) fn target(&mut self, ty: Ty, exact: Option<TypeId>) -> Target {
        Target { ty, exact }
    }

    pub(super) fn set_local_static(&mut self, local: LocalId, ty: Option<TypeId>) {
        if let Some(ty) = ty {
            self.body.is_generic = true;
            self.local_statics.insert(local, ty);
        }
    }

    /// `this`, as one of `class`.
    pub(super) fn note_this(&mut self, expr: ExprId) {
        if !self.program.decl(self.class).type_parameters.is_empty() {
            let ty = self.types.this_type(self.class);
            self.note_static(expr, ty);
        }
    }

    /// `this` seen as a superclass.
    pub(super) fn note_super(&mut self, expr: ExprId, class: ClassId) {
        let this = self.types.this_type(self.class);
        if let Some(ty) = self.types.as_super(this, class) {
            self.note_static(expr, ty);
        }
    }

    /// A field that has just been read or named.
    pub(super) fn note_field(&mut self, expr: ExprId, object: Option<ExprId>, field: FieldId) {
        if !self.program.fields[field].is_generic {
            return;
        }
        let ty = match object {
            None => self.types.of_field(field),
            Some(object) => {
                let site = self.static_ty(object);
                self.types.field_in(site, field)
            }
        };
        match ty {
            Ok(ty) => self.note_declared(expr, ty),
            Err(problem) => self.beyond_types(expr, &problem),
        }
    }

    fn beyond_types(&mut self, expr: ExprId, problem: &TypeNameError) {
        let span = self.body.exprs[expr].origin.map_or_else(Span::default, |origin| self.span(origin));
        self.unsupported(span, problem.to_string());
    }

    pub(super) fn static_argument(&mut self, value: ExprId) -> StaticArgument {
        if let Some(shape) = self.shape(value) {
            return StaticArgument::Functional(Rc::new(shape));
        }
        if let Some(open) = self.open_calls.iter().find(|open| open.expr == value) {
            return StaticArgument::Plain(open.result);
        }
        if !self.is_pending(value) {
            return StaticArgument::Plain(self.static_ty(value));
        }
        let mut branches = Vec::new();
        self.branches(value, &mut branches);
        StaticArgument::Branches(branches.into_iter().map(|b| self.static_argument(b)).collect())
    }

    /// Whether erased types do not say all of an argument: it is open, or of several types at once.
    pub(super) fn is_special(&self, argument: &StaticArgument) -> bool {
        match argument {
            StaticArgument::Plain(ty) => {
                self.types.has_inference(*ty)
                    || matches!(
                        self.types.kind(*ty),
                        Kind::Variable(_) | Kind::Captured(_) | Kind::Intersection(_)
                    )
            }
            StaticArgument::Branches(branches) => branches.iter().any(|branch| self.is_special(branch)),
            StaticArgument::Functional(_) => true,
        }
    }

    /// Infers what the type variables of a chosen method stand for in a call, as far as its arguments say (18.5.1); gives each
    /// argument its parameter's type.
    pub(super) fn call_types(
        &mut self,
        method: MethodId,
        site: Option<Site>,
        arguments: &[StaticArgument],
        varargs: bool,
        written: &[TypeId],
    ) -> Option<CallTypes> {
        let phase = if varargs { Phase::VariableArity } else { Phase::Loose };
        let Some(candidate) = candidate(&mut self.types, site, self.class, method, written) else {
            self.types.beyond.get_or_insert_with(|| "types of a method".to_owned());
            return None;
        };
        self.types.unchecked = false;
        for (n, argument) in arguments.iter().enumerate() {
            let parameter = parameter_of(&self.types, &candidate.types.parameters, n, phase);
            let fits = parameter
                .is_some_and(|parameter| reduce_argument(&mut self.types, argument, parameter, true));
            if !fits {
                self.types.beyond.get_or_insert_with(|| "inference of a call's types".to_owned());
                return None;
            }
        }
        let unchecked = std::mem::replace(&mut self.types.unchecked, false);
        let Candidate { mut types, with, thrown } = candidate;
        if unchecked {
            // 15.12.2.6: the result is erased; of a creation raw.
            let declared = self.types.of_method(method).ok()?;
            types.result = match site {
                Some(Site::Diamond(class)) => self.types.class(class),
                Some(Site::Type(_)) if self.program.methods[method].is_constructor() => types.result,
                _ => self.types.erased(declared.result),
            };
        }
        Some(CallTypes { parameters: types.parameters, result: types.result, with, thrown })
    }

    /// Says what type a call has that has just been made of arguments in their parameters' types.
    pub(super) fn finish_generic(
        &mut self,
        expr: ExprId,
        call: CallTypes,
        deferred: Vec<Deferred>,
        packed: Option<(ExprId, TypeId)>,
        span: Span,
    ) {
        let result = self.types.instantiated(call.result);
        let open = OpenCall { expr, result, with: call.with, thrown: call.thrown, deferred, packed, span };
        if self.types.has_inference(result) {
            self.body.is_generic = true;
            self.open_calls.push(open);
        } else {
            self.close(open, None);
        }
    }

    /// The arguments of an open call that wait for their types.
    pub(super) fn deferred_of(&self, value: ExprId) -> Option<&[Deferred]> {
        let open = self.open_calls.iter().find(|open| open.expr == value)?;
        Some(&open.deferred)
    }

    pub(super) fn is_open(&self, value: ExprId) -> bool {
        self.open_calls.iter().any(|open| open.expr == value)
    }

    /// Finishes the inference of an open call, in a context of this type if there is one (18.5.2.1).
    pub(super) fn close_call(&mut self, value: ExprId, target: Option<Target>) {
        let Some(position) = self.open_calls.iter().position(|open| open.expr == value) else { return };
        let open = self.open_calls.swap_remove(position);
        let target = target.map(|target| self.target_type(target));
        self.close(open, target);
    }

    pub(super) fn target_type(&mut self, target: Target) -> TypeId {
        target.exact.unwrap_or_else(|| self.types.of_ty(target.ty))
    }

    fn close(&mut self, open: OpenCall, target: Option<TypeId>) {
        if let Some(target) = target {
            let mark = self.types.mark();
            self.types.unchecked = false;
            let is_primitive = matches!(self.types.kind(target), Kind::Primitive(_));
            if !self.types.reduce_compatible(open.result, target, is_primitive) {
                self.types.reset(mark);
            }
        }
        let mut waiting = Vec::new();
        self.waiting_in(&open.deferred, &mut waiting);
        let is_inferred = self.infer_functionals(waiting);
        for &thrown in &open.thrown {
            self.types.prefer_unchecked(thrown);
        }
        // A wildcard's variable needs capture before it is compared further.
        if !is_inferred || !self.types.resolve_substitution(&open.with) || !self.types.resolve(open.result) {
            self.types.beyond.get_or_insert_with(|| "inference of a call's types".to_owned());
            self.body.exprs[open.expr].ty = Ty::Unknown;
            self.unsupported(open.span, "call whose types are not inferred");
            self.close_deferred(open);
            return;
        }
        self.note_thrown(&open);
        let result = self.types.instantiated(open.result);
        self.note_declared(open.expr, result);
        self.close_deferred(open);
    }

    fn note_thrown(&mut self, open: &OpenCall) {
        if open.thrown.is_empty() {
            return;
        }
        let mut classes = Vec::with_capacity(open.thrown.len());
        for &thrown in &open.thrown {
            let thrown = self.types.instantiated(thrown);
            classes.extend(self.types.erasure(thrown).class());
        }
        self.body.thrown.push((open.expr, classes));
    }

    fn close_deferred(&mut self, open: OpenCall) {
        let is_known = self.body.exprs[open.expr].ty != Ty::Unknown;
        if let Some((array, cell)) = open.packed {
            let cell = self.types.instantiated(cell);
            let erased = self.types.erasure(cell);
            if let (Some(ty), ExprKind::ArrayLiteral { ty: own, .. }) =
                (erased.array_of(), &mut self.body.exprs[array].kind)
            {
                *own = ty;
                self.body.exprs[array].ty = Ty::Array(ty);
            }
        }
        for deferred in open.deferred {
            let parameter = self.types.instantiated(deferred.parameter);
            if !is_known || self.types.has_inference(parameter) {
                self.settle(deferred.value);
                continue;
            }
            let erased = self.types.erasure(parameter);
            let target = Target { ty: erased, exact: Some(parameter) };
            let value = if self.is_open(deferred.value) {
                // That it fits is known from the inference; a wildcard captured again would be another one.
                self.close_call(deferred.value, Some(target));
                self.convert(deferred.value, erased)
            } else {
                self.coerce_to(deferred.value, target, super::conversions::Context::Invocation, open.span)
            };
            if let ExprKind::Convert { operand, .. } = &mut self.body.exprs[deferred.place].kind {
                *operand = value;
            }
        }
    }

    /// A value in the place of an argument whose parameter holds inference variables.
    pub(super) fn defer_argument(&mut self, value: ExprId, parameter: TypeId, declared: Ty) -> Deferred {
        let place = self.conversion(value, Conversion::Widen, declared, None);
        Deferred { place, value, parameter }
    }

    /// Whether a value of one static type may be given to a variable of another, as far as type arguments have a say.
    pub(super) fn may_assign_static(&mut self, value: ExprId, target: Target) -> bool {
        if target.exact.is_none() && !self.statics.contains_key(&value) {
            return true;
        }
        let (from, to) = (self.static_ty(value), self.target_type(target));
        self.types.reduce_compatible(from, to, true)
    }

    /// A cast of the object where a member of another of its bounds is asked for.
    pub(super) fn as_object_of(&mut self, object: ExprId, class: ClassId) -> ExprId {
        let ty = self.ty(object);
        if !self.statics.contains_key(&object) || self.program.is_subtype(ty, Ty::Class(class)) {
            return object;
        }
        let wanted = Ty::Class(class);
        let cast = self.conversion(object, Conversion::CheckedCast, wanted, None);
        let exact = self.static_ty(object);
        self.statics.insert(cast, exact);
        cast
    }

    /// A value of several types as one of them other than the first, which its erasure is.
    pub(super) fn as_one_bound(&mut self, value: ExprId, target: Ty) -> ExprId {
        let Ty::Class(class) = target else { return value };
        let Some(&exact) = self.statics.get(&value) else { return value };
        let mut parts = Vec::new();
        self.bounds_of(exact, &mut parts);
        match parts.len() > 1 && parts.iter().any(|&part| self.program.is_subclass(part, class)) {
            true => self.as_object_of(value, class),
            false => value,
        }
    }

    /// The class whose members an object has, as far as javac looks it up by one name: of its static type's bounds the one that has a
    /// member of this name, or the first.
    pub(super) fn member_class_of(&mut self, object: ExprId, name: &str) -> Option<ClassId> {
        let first = match self.ty(object) {
            Ty::Class(class) => Some(class),
            _ => None,
        };
        let &ty = self.statics.get(&object)?;
        let mut parts = Vec::new();
        self.bounds_of(ty, &mut parts);
        if parts.len() < 2 {
            return first;
        }
        let has = |class: &ClassId| {
            self.program
                .member_methods(*class, name)
                .iter()
                .any(|&m| self.program.methods[m].class != self.program.well_known.object || parts.len() == 1)
        };
        let with: Vec<ClassId> = parts.iter().copied().filter(|class| has(class)).collect();
        match with[..] {
            [] => first,
            [only] => Some(only),
            [one, ..] if with.iter().all(|&other| self.program.is_subclass(one, other)) => Some(one),
            _ => {
                self.types.beyond.get_or_insert_with(|| "member of several bounds".to_owned());
                first
            }
        }
    }

    fn bounds_of(&mut self, ty: TypeId, parts: &mut Vec<ClassId>) {
        match self.types.kind(ty).clone() {
            Kind::Class(class, _) => parts.push(class),
            Kind::Variable(variable) => {
                let bound = self.types.bound(variable);
                self.bounds_of(bound, parts);
            }
            Kind::Captured(_) => {
                let upper = self.types.upper(ty);
                self.bounds_of(upper, parts);
            }
            Kind::Intersection(all) => all.iter().for_each(|&part| self.bounds_of(part, parts)),
            _ => {}
        }
    }

    /// The static type of the branches of a conditional or switch expression together.
    pub(super) fn join_statics(&mut self, branches: &[ExprId]) -> Option<TypeId> {
        if !branches.iter().any(|branch| self.statics.contains_key(branch)) {
            return None;
        }
        let all: Vec<TypeId> = branches
            .iter()
            .map(|&branch| match self.static_ty(branch) {
                ty if matches!(self.types.kind(ty), Kind::Primitive(_)) => {
                    let boxed = self.ty(branch).primitive().map(|p| self.program.wrapper(p));
                    boxed.map_or(ty, |class| self.types.class(class))
                }
                ty => ty,
            })
            .collect();
        self.types.least_upper(&all, 0)
    }

    /// `C.class` is a `Class<C>`, and `o.getClass()` a `Class<? extends |C|>`.
    pub(super) fn class_of(&mut self, class: ClassId, named: Ty, exact: bool) -> Option<TypeId> {
        let argument = match named {
            Ty::Void => return None,
            Ty::Primitive(p) => self.types.class(self.program.wrapper(p)),
            other => self.types.of_ty(other),
        };
        let argument = if exact { Argument::Exact(argument) } else { Argument::Extends(argument) };
        (self.types.variables_of(class).len() == 1).then(|| self.types.parameterized(class, vec![argument]))
    }

    /// What an enhanced `for` gets from an object: the `Iterable` that it is, and the type of its elements (14.14.2).
    pub(super) fn iterated(&mut self, value: ExprId) -> Option<(ClassId, TypeId)> {
        let iterable = self.program.class_named("java.lang.Iterable")?;
        let ty = self.static_ty(value);
        let ty = self.types.capture(ty);
        let found = self.types.as_super(ty, iterable)?;
        let element = match self.types.kind(found).clone() {
            Kind::Class(_, arguments) => match arguments[..] {
                [Argument::Exact(element)] => self.types.upward(element),
                [Argument::Extends(element)] => element,
                _ => self.types.object(),
            },
            _ => self.types.object(),
        };
        Some((iterable, element))
    }

    /// A call that no code names.
    pub(super) fn implied_call(&mut self, object: ExprId, class: ClassId, name: &str) -> Option<ExprId> {
        let methods = self.program.member_methods(class, name);
        let method = methods.iter().copied().find(|&m| self.program.methods[m].parameters.is_empty())?;
        let m = &self.program.methods[method];
        if m.unsupported.is_some() || m.return_type == Ty::Unknown {
            return None;
        }
        let call =
            Call { method, dispatch: Dispatch::Virtual, receiver: Some(object), arguments: Vec::new() };
        let kind = ExprKind::Call(Box::new(call));
        Some(self.body.exprs.push(Expr { kind, ty: m.return_type, origin: None, constant: None }))
    }

    /// Puts the casts that erasure needs where values are used.
    pub(super) fn erase(&mut self) {
        if self.declared.is_empty() {
            return;
        }
        let mut uses: Vec<(ExprId, Option<Ty>)> = Vec::new();
        let string = self.program.string();
        for expr in self.body.exprs.iter() {
            let body = &self.body;
            let mut note = |operand: ExprId, wanted: Option<Ty>| {
                if self.declared.contains_key(&operand) {
                    uses.push((operand, wanted));
                }
            };
            match &expr.kind {
                ExprKind::Convert { conversion: Conversion::Widen, operand } => note(*operand, Some(expr.ty)),
                ExprKind::Convert { conversion: Conversion::CheckedCast, operand }
                | ExprKind::InstanceOf { operand, .. } => note(*operand, None),
                ExprKind::Binary { left, right, .. } => {
                    note(*left, None);
                    note(*right, None);
                }
                ExprKind::Concat { left, right } => {
                    for operand in [*left, *right] {
                        note(operand, Some(body.exprs[operand].ty).filter(|&ty| ty == string));
                    }
                }
                ExprKind::ConcatAssign { value, .. } => {
                    note(*value, Some(body.exprs[*value].ty).filter(|&ty| ty == string));
                }
                // Its own type is that of the place.
                ExprKind::Assign { target, value } => {
                    note(*target, None);
                    note(*value, Some(body.exprs[*value].ty));
                }
                kind => kind.each_operand(|operand| note(operand, Some(body.exprs[operand].ty))),
            }
        }
        for stmt in self.body.stmts.iter() {
            if let StmtKind::Expr(value) = stmt.kind
                && self.declared.contains_key(&value)
            {
                uses.push((value, None));
            }
        }
        let used: FxHashMap<ExprId, Option<Ty>> = uses.into_iter().collect();
        let mut declared: Vec<(ExprId, Ty)> = self.declared.iter().map(|(&id, &ty)| (id, ty)).collect();
        declared.sort_unstable();
        for (id, declared) in declared {
            // What no expression uses a statement does, which wants its type.
            let wanted = used.get(&id).copied().unwrap_or(Some(self.body.exprs[id].ty));
            let inner = Expr { ty: declared, ..self.body.exprs[id].clone() };
            match wanted {
                Some(wanted) if !self.program.is_subtype(declared, wanted) => {
                    let origin = inner.origin;
                    let operand = self.body.exprs.push(inner);
                    let kind = ExprKind::Convert { conversion: Conversion::CheckedCast, operand };
                    self.body.exprs[id] = Expr { kind, ty: wanted, origin, constant: None };
                }
                _ => self.body.exprs[id] = inner,
            }
        }
    }
}

/// A call's types once its method is chosen.
pub(super) struct CallTypes {
    pub parameters: Vec<TypeId>,
    /// What it throws, where type variables say that.
    thrown: Vec<TypeId>,
    pub result: TypeId,
    pub with: Substitution,
}
