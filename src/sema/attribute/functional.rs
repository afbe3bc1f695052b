//! Lambdas (JLS 15.27), and what they share with method references (15.13): both wait for the type that their context gives them.
//!
//! A lambda whose parameters have types is attributed where it stands; another one as soon as the types of its parameters are
//! known: by its context, or in the middle of the inference of a call whose argument it is (18.5.2.2). Either way its body is
//! attributed once, in the scope in which it stands; the values that it returns stay open until the type of the result is known
//! too ([`Attributor::finish_functional`]). So nothing speculative is left behind.
//!
//! The finished lambda stays in the arenas of the code around, as the flow rules want it
//! ([`OpenLambda`](crate::sema::typed_tree::OpenLambda)); what becomes of it then is the business of
//! [`lambda`](crate::sema::lambda).

use std::rc::Rc;

use super::conversions::Context;
use super::generics::{Deferred, StaticArgument, reduce_explicit};
use super::references::Reference;
use super::scope::{Bindings, Jump, Scope};
use super::{Attributor, Target};
use crate::sema::generic::functional::Function;
use crate::sema::generic::types::{Kind, TypeId};
use crate::sema::typed_tree::{
    ExprId, ExprKind, LambdaKey, LocalId, LocalOrigin, OpenLambda, StmtId, StmtKind,
};
use crate::sema::types::Ty;
use crate::syntax::children::Child;
use crate::syntax::tree::{self as syntax, BaseType, Ident, Lambda, LambdaBody, LambdaParameters, Span};

/// A lambda or method reference that waits for its type.
pub(super) struct Functional<'a> {
    pub expr: ExprId,
    pub syntax: syntax::ExprId,
    pub form: Form<'a>,
    /// What is in scope where it stands.
    scope: Scope<'a>,
    in_constructor_call: bool,
    /// Its body, once it is attributed.
    pub made: Option<Made>,
}

#[derive(Clone)]
pub(super) enum Form<'a> {
    /// With the types of its parameters, where it says them.
    Lambda(&'a Lambda, Option<Rc<[TypeId]>>),
    Reference(Rc<Reference<'a>>),
}

/// An attributed body, the values that it gives not yet converted.
#[derive(Clone)]
pub(super) struct Made {
    pub parameters: Vec<LocalId>,
    pub receiver: Option<(LocalId, ExprId)>,
    pub code: MadeCode,
}

#[derive(Clone)]
pub(super) enum MadeCode {
    Value(ExprId),
    /// A block, with its `return`s.
    Block(StmtId, Vec<StmtId>),
}

/// What the choice of an overload sees of a lambda or method reference.
#[derive(Debug)]
pub(super) enum Shape {
    Lambda {
        arity: usize,
        /// Whether its body may be that of a function without a result, and of one with a result (15.27.2).
        is_void: bool,
        is_value: bool,
        explicit: Option<Rc<[TypeId]>>,
        /// What it returns, where it is explicitly typed.
        returns: Vec<StaticArgument>,
    },
    Reference {
        /// The methods that it may mean: the fewest arguments each takes, whether it takes more, and whether it is an
        /// object's that the first parameter gives.
        methods: Vec<(usize, bool, bool)>,
        exact: Option<Exact>,
    },
}

/// The one method that an exact method reference means (15.13.1).
#[derive(Clone, Debug)]
pub(super) struct Exact {
    /// The type of the object, where that is the first parameter.
    pub receiver: Option<TypeId>,
    pub parameters: Vec<TypeId>,
    pub result: TypeId,
}

/// The state of an attribution around a lambda's body.
struct Around<'a> {
    scope: Scope<'a>,
    jumps: Vec<Jump<'a>>,
    bindings: Bindings<'a>,
    alive: bool,
    in_constructor_call: bool,
    in_prologue: bool,
    assigned: Option<syntax::ExprId>,
    returns: Option<Vec<StmtId>>,
}

impl<'a> Attributor<'a> {
    pub(super) fn lambda(&mut self, id: syntax::ExprId, lambda: &'a Lambda) -> ExprId {
        let explicit = self.explicit_types(lambda);
        if explicit.as_ref().is_some_and(Option::is_none) {
            return self.unknown(id);
        }
        let explicit: Option<Rc<[TypeId]>> = explicit.flatten().map(Into::into);
        let expr = self.waiting(id, Form::Lambda(lambda, explicit.clone()));
        if let Some(types) = explicit {
            self.make_body(expr, &types);
        }
        expr
    }

    /// A node that waits for its type.
    pub(super) fn waiting(&mut self, id: syntax::ExprId, form: Form<'a>) -> ExprId {
        let expr = self.push(ExprKind::Null, Ty::Null, id);
        self.body.is_generic = true;
        self.functionals.push(Functional {
            expr,
            syntax: id,
            form,
            scope: self.scope.clone(),
            in_constructor_call: self.in_constructor_call,
            made: None,
        });
        expr
    }

    /// The types that a lambda says of its parameters, where it does; nothing inside where one is not known.
    fn explicit_types(&mut self, lambda: &'a Lambda) -> Option<Option<Vec<TypeId>>> {
        let list = match &lambda.parameters {
            LambdaParameters::Inferred(names) if names.is_empty() => return Some(Some(Vec::new())),
            LambdaParameters::Inferred(_) => return None,
            LambdaParameters::Declared(list) => list,
        };
        if list.iter().any(|parameter| parameter.ty.base == BaseType::Var) {
            return None;
        }
        let types: Option<Vec<TypeId>> = list
            .iter()
            .map(|parameter| {
                let erased = self.resolve(&parameter.ty);
                let exact = self.written_static(&parameter.ty, erased);
                let target = self.target(erased, exact);
                (erased != Ty::Unknown).then(|| self.target_type(target))
            })
            .collect();
        Some(types)
    }

    pub(super) fn functional(&self, value: ExprId) -> Option<&Functional<'a>> {
        self.functionals.iter().find(|functional| functional.expr == value)
    }

    pub(super) fn is_functional(&self, value: ExprId) -> bool {
        self.functional(value).is_some()
    }

    /// Whether it is a lambda, a method reference, or has one among its branches.
    pub(super) fn waits_for_function(&self, value: ExprId) -> bool {
        if self.functionals.is_empty() {
            return false;
        }
        if !self.is_pending(value) {
            return self.is_functional(value);
        }
        let mut branches = Vec::new();
        self.branches(value, &mut branches);
        branches.into_iter().any(|branch| self.is_functional(branch))
    }

    /// One in a place that gives it no type.
    pub(super) fn drop_functional(&mut self, value: ExprId) {
        let Some(at) = self.functionals.iter().position(|functional| functional.expr == value) else {
            return;
        };
        let functional = self.functionals.swap_remove(at);
        let span = self.span(functional.syntax);
        let what = match functional.form {
            Form::Lambda(..) => "lambda expression not expected here",
            Form::Reference(_) => "method reference not expected here",
        };
        // Of a call that is refused already nothing is known of the context.
        if self.errors.is_empty() && self.unsupported.is_empty() {
            self.error(span, what);
        }
        if let Some(made) = functional.made {
            self.settle_made(&made);
        }
        self.body.exprs[value].ty = Ty::Unknown;
    }

    fn settle_made(&mut self, made: &Made) {
        for value in self.returned(&made.code) {
            self.settle(value);
        }
    }

    /// The values that a body gives.
    pub(super) fn returned(&self, code: &MadeCode) -> Vec<ExprId> {
        match code {
            MadeCode::Value(value) => vec![*value],
            MadeCode::Block(_, returns) => {
                returns.iter().filter_map(|&stmt| self.returned_by(stmt)).collect()
            }
        }
    }

    fn returned_by(&self, stmt: StmtId) -> Option<ExprId> {
        match self.body.stmts[stmt].kind {
            StmtKind::Return(value) => value,
            _ => None,
        }
    }

    fn enter_body(&mut self, scope: Scope<'a>, in_constructor_call: bool) -> Around<'a> {
        Around {
            scope: std::mem::replace(&mut self.scope, scope),
            jumps: std::mem::take(&mut self.jumps),
            bindings: self.take_bindings(),
            alive: std::mem::replace(&mut self.alive, true),
            in_constructor_call: std::mem::replace(&mut self.in_constructor_call, in_constructor_call),
            in_prologue: std::mem::take(&mut self.in_prologue),
            assigned: self.assigned.take(),
            returns: self.returns.take(),
        }
    }

    fn leave_body(&mut self, around: Around<'a>) {
        self.scope = around.scope;
        self.jumps = around.jumps;
        self.bindings = around.bindings;
        self.alive = around.alive;
        self.in_constructor_call = around.in_constructor_call;
        self.in_prologue = around.in_prologue;
        self.assigned = around.assigned;
        self.returns = around.returns;
    }

    /// Attributes the body with parameters of these types.
    pub(super) fn make_body(&mut self, value: ExprId, types: &[TypeId]) {
        let Some(functional) = self.functionals.iter_mut().find(|functional| functional.expr == value) else {
            return;
        };
        let (syntax, form) = (functional.syntax, functional.form.clone());
        let (scope, in_constructor_call) = (functional.scope.clone(), functional.in_constructor_call);
        let around = self.enter_body(scope, in_constructor_call);
        let made = match form {
            Form::Lambda(lambda, _) => self.lambda_body(syntax, lambda, types),
            Form::Reference(reference) => self.reference_body(syntax, &reference, types),
        };
        self.leave_body(around);
        if let Some(functional) = self.functionals.iter_mut().find(|functional| functional.expr == value) {
            functional.made = Some(made);
        }
    }

    fn lambda_body(&mut self, id: syntax::ExprId, lambda: &'a Lambda, types: &[TypeId]) -> Made {
        let names: Vec<(&'a Ident, bool)> = match &lambda.parameters {
            LambdaParameters::Inferred(names) => names.iter().map(|name| (name, false)).collect(),
            LambdaParameters::Declared(list) => {
                list.iter().map(|p| (&p.name, p.modifiers.has(syntax::Modifiers::FINAL))).collect()
            }
        };
        let mut parameters = Vec::with_capacity(names.len());
        for (n, (&(name, is_final), &ty)) in names.iter().zip(types).enumerate() {
            let local = self.lambda_parameter(id, n, &name.name, ty, is_final);
            self.declare(&name.name, name.span, local);
            if is_final {
                self.seal(local);
            }
            parameters.push(local);
        }
        let code = match lambda.body {
            LambdaBody::Expr(value) => MadeCode::Value(self.expr(value)),
            LambdaBody::Block(block) => {
                self.returns = Some(Vec::new());
                let block = self.stmt(block);
                MadeCode::Block(block, self.returns.take().unwrap_or_default())
            }
        };
        self.bindings = Bindings::default();
        Made { parameters, receiver: None, code }
    }

    pub(super) fn lambda_parameter(
        &mut self,
        id: syntax::ExprId,
        n: usize,
        name: &syntax::Name,
        ty: TypeId,
        is_final: bool,
    ) -> LocalId {
        let erased = self.types.erasure(ty);
        let local = self.push_local(name, erased, is_final, LocalOrigin::Lambda(id, n as u32));
        let exact = Some(ty).filter(|&ty| self.types.of_ty(erased) != ty);
        self.set_local_static(local, exact);
        local
    }

    /// A `return` in the block of a lambda: its value waits for the type of the result.
    pub(super) fn lambda_return(&mut self, id: syntax::StmtId, value: Option<syntax::ExprId>) -> StmtId {
        let value = value.map(|value| self.expr(value));
        self.bindings = Bindings::default();
        self.alive = false;
        let stmt = self.push_stmt(StmtKind::Return(value), id);
        if let Some(returns) = &mut self.returns {
            returns.push(stmt);
        }
        stmt
    }

    fn explicit_of(form: &Form<'a>) -> Option<Rc<[TypeId]>> {
        match form {
            Form::Lambda(_, explicit) => explicit.clone(),
            Form::Reference(_) => None,
        }
    }

    /// Gives a lambda or method reference the type of its context.
    pub(super) fn finish_functional(&mut self, value: ExprId, target: Target, span: Span) -> ExprId {
        if target.ty == Ty::Unknown {
            self.drop_functional(value);
            return value;
        }
        let Some(form) = self.functional(value).map(|functional| functional.form.clone()) else {
            return value;
        };
        let wanted = self.target_type(target);
        let explicit = Self::explicit_of(&form);
        let Some(function) = self.types.function(wanted, explicit.as_deref()) else {
            return self.no_function(value, target, wanted, span);
        };
        let Some(markers) = self.markers(wanted, function.interface) else {
            return self.no_function(value, target, wanted, span);
        };
        if !self.takes(&form, &function) {
            self.drop_made(value);
            self.error(span, "incompatible types: incompatible parameter types in lambda expression");
            return self.poison(value);
        }
        if self.functional(value).is_some_and(|functional| functional.made.is_none()) {
            self.make_body(value, &function.parameters);
        }
        let Some(at) = self.functionals.iter().position(|functional| functional.expr == value) else {
            return value;
        };
        let functional = self.functionals.swap_remove(at);
        let Some(made) = functional.made.clone() else { return value };
        let root = self.finish_body(&functional, &made, &function);
        let key = LambdaKey { piece: self.piece, expr: functional.syntax };
        self.body.open_lambdas.push(OpenLambda {
            expr: value,
            key,
            interface: function.interface,
            function: function.method,
            markers,
            parameters: made.parameters,
            receiver: made.receiver,
            root,
            result: self.types.erasure(function.result),
        });
        self.body.exprs[value].ty = Ty::Class(function.interface);
        self.note_static(value, wanted);
        if self.ty(value) == target.ty { value } else { self.convert(value, target.ty) }
    }

    /// Whether a lambda's parameters are those of a function.
    fn takes(&mut self, form: &Form<'a>, function: &Function) -> bool {
        match form {
            Form::Lambda(lambda, explicit) => {
                arity(lambda) == function.parameters.len()
                    && explicit.as_ref().is_none_or(|explicit| **explicit == function.parameters[..])
            }
            Form::Reference(_) => true,
        }
    }

    fn no_function(&mut self, value: ExprId, target: Target, wanted: TypeId, span: Span) -> ExprId {
        let class = target.ty.class();
        let has_function = class
            .and_then(|class| crate::sema::generic::functional::function_method(self.program, class))
            .is_some();
        let is_vague = class.is_some_and(|class| !self.program.tables.classes[class].opaque.is_empty());
        let name = self.types.show(wanted);
        self.drop_made(value);
        if has_function || is_vague {
            self.unsupported(span, format!("lambda of type {name}"));
        } else {
            self.error(span, format!("incompatible types: {name} is not a functional interface"));
        }
        self.poison(value)
    }

    /// Forgets one that is reported on.
    fn drop_made(&mut self, value: ExprId) {
        let Some(at) = self.functionals.iter().position(|functional| functional.expr == value) else {
            return;
        };
        let functional = self.functionals.swap_remove(at);
        if let Some(made) = functional.made {
            self.settle_made(&made);
        }
    }

    /// The statement that is the body, its values in the type of the result.
    fn finish_body(&mut self, functional: &Functional<'a>, made: &Made, function: &Function) -> StmtId {
        let span = self.span(functional.syntax);
        let result = function.result;
        if !function_returns(&self.types, result) {
            return self.finish_void(functional, made, span);
        }
        let erased = self.types.erasure(result);
        let target = Target { ty: erased, exact: Some(result) };
        match &made.code {
            MadeCode::Value(value) => {
                let span = self.value_span(*value, span);
                let value = self.coerce_to(*value, target, Context::Assignment, span);
                self.synthetic(StmtKind::Return(Some(value)))
            }
            MadeCode::Block(block, returns) => {
                for &stmt in returns {
                    let Some(value) = self.returned_by(stmt) else {
                        self.error(span, "incompatible types: missing return value");
                        continue;
                    };
                    let span = self.value_span(value, span);
                    let value = self.coerce_to(value, target, Context::Assignment, span);
                    self.body.stmts[stmt].kind = StmtKind::Return(Some(value));
                }
                *block
            }
        }
    }

    fn finish_void(&mut self, functional: &Functional<'a>, made: &Made, span: Span) -> StmtId {
        match &made.code {
            MadeCode::Value(value) => {
                let is_statement = match &functional.form {
                    Form::Lambda(lambda, _) => self.is_statement_body(lambda),
                    Form::Reference(_) => true,
                };
                self.settle(*value);
                if !is_statement && self.ty(*value) != Ty::Unknown {
                    self.error(span, "bad return type in lambda expression");
                }
                self.synthetic(StmtKind::Expr(*value))
            }
            MadeCode::Block(block, returns) => {
                for value in returns.iter().filter_map(|&stmt| self.returned_by(stmt)).collect::<Vec<_>>() {
                    self.settle(value);
                    self.error(span, "bad return type in lambda expression");
                }
                *block
            }
        }
    }

    fn value_span(&self, value: ExprId, otherwise: Span) -> Span {
        self.body.exprs[value].origin.map_or(otherwise, |origin| self.span(origin))
    }

    /// Whether the body is an expression that may stand as a statement.
    fn is_statement_body(&self, lambda: &Lambda) -> bool {
        use syntax::ExprKind as Kind;
        let LambdaBody::Expr(body) = lambda.body else { return true };
        let node = &self.code.exprs[body];
        !node.is_parenthesized()
            && matches!(
                node.kind,
                Kind::Assign { .. }
                    | Kind::IncDec { .. }
                    | Kind::Call { .. }
                    | Kind::GenericCall(_)
                    | Kind::New { .. }
                    | Kind::Creation(_)
            )
    }

    /// What the choice of an overload sees of it.
    pub(super) fn shape(&mut self, value: ExprId) -> Option<Shape> {
        let functional = self.functional(value)?;
        let made = functional.made.clone();
        Some(match functional.form.clone() {
            Form::Lambda(lambda, explicit) => {
                let (is_void, is_value) = match lambda.body {
                    LambdaBody::Expr(_) => (self.is_statement_body(lambda), true),
                    LambdaBody::Block(block) => self.block_kinds(block),
                };
                let returns = match (&explicit, made) {
                    (Some(_), Some(made)) => {
                        let values = self.returned(&made.code);
                        values.into_iter().map(|value| self.static_argument(value)).collect()
                    }
                    _ => Vec::new(),
                };
                Shape::Lambda { arity: arity(lambda), is_void, is_value, explicit, returns }
            }
            Form::Reference(reference) => self.reference_shape(&reference),
        })
    }

    /// Whether a block may be the body of a function without a result, and of one with a result (15.27.2).
    fn block_kinds(&self, block: syntax::StmtId) -> (bool, bool) {
        let (mut with_value, mut without) = (false, false);
        let mut pending = vec![block];
        while let Some(id) = pending.pop() {
            match &self.code.stmts[id].kind {
                syntax::StmtKind::Return(Some(_)) => with_value = true,
                syntax::StmtKind::Return(None) => without = true,
                // Of the statements inside of expressions none returns from here.
                kind => pending.extend(kind.children().into_iter().filter_map(|child| match child {
                    Child::Stmt(stmt) => Some(stmt),
                    Child::Expr(_) => None,
                })),
            }
        }
        (!with_value, !without && !may_complete(self.code, block))
    }

    /// The lambdas and method references among the arguments of a call that is not closed, those of its arguments included,
    /// with their parameters' types.
    pub(super) fn waiting_in(&self, deferred: &[Deferred], found: &mut Vec<(ExprId, TypeId)>) {
        if self.functionals.is_empty() {
            return;
        }
        for deferred in deferred {
            self.waiting_within(deferred.value(), deferred.parameter(), found);
        }
    }

    pub(super) fn waiting_within(&self, value: ExprId, parameter: TypeId, found: &mut Vec<(ExprId, TypeId)>) {
        if self.is_functional(value) {
            found.push((value, parameter));
        } else if self.is_pending(value) {
            let mut branches = Vec::new();
            self.branches(value, &mut branches);
            branches.into_iter().for_each(|branch| self.waiting_within(branch, parameter, found));
        } else if let Some(deferred) = self.deferred_of(value) {
            self.waiting_in(deferred, found);
        }
    }

    /// Lets lambdas and method references have their say in the inference of a call (18.5.2.2).
    pub(super) fn infer_functionals(&mut self, mut work: Vec<(ExprId, TypeId)>) -> bool {
        while !work.is_empty() {
            let at = self.next_ready(&work);
            let (value, parameter) = work.remove(at);
            if !self.reduce_functional(value, parameter, &mut work) {
                return false;
            }
        }
        true
    }

    /// The first of them whose parameters' types hang on the result of no other.
    fn next_ready(&mut self, work: &[(ExprId, TypeId)]) -> usize {
        if work.len() < 2 {
            return 0;
        }
        let variables: Vec<_> = work.iter().map(|&(value, ty)| self.inputs_and_outputs(value, ty)).collect();
        let is_ready = |at: &usize| {
            let (inputs, _) = &variables[*at];
            let others = variables.iter().enumerate().filter(|(n, _)| n != at);
            others.into_iter().all(|(_, (_, outputs))| !inputs.iter().any(|input| outputs.contains(input)))
        };
        (0..work.len()).find(is_ready).unwrap_or(0)
    }

    fn inputs_and_outputs(
        &mut self,
        value: ExprId,
        parameter: TypeId,
    ) -> (Vec<crate::sema::generic::types::InferenceId>, Vec<crate::sema::generic::types::InferenceId>) {
        let (mut inputs, mut outputs) = (Vec::new(), Vec::new());
        let ty = self.types.instantiated(parameter);
        if matches!(self.types.kind(ty), Kind::Inference(_)) {
            self.types.mentioned(ty, &mut inputs);
            return (inputs, outputs);
        }
        let Some(form) = self.functional(value).map(|functional| functional.form.clone()) else {
            return (inputs, outputs);
        };
        let explicit = Self::explicit_of(&form);
        let is_exact = match &form {
            Form::Lambda(_, explicit) => explicit.is_some(),
            Form::Reference(reference) => reference.exact.is_some(),
        };
        let mark = self.types.mark();
        if let Some(function) = self.types.function(ty, explicit.as_deref()) {
            if !is_exact {
                for parameter in function.parameters {
                    let parameter = self.types.instantiated(parameter);
                    self.types.mentioned(parameter, &mut inputs);
                }
            }
            let result = self.types.instantiated(function.result);
            self.types.mentioned(result, &mut outputs);
            outputs.retain(|output| !inputs.contains(output));
        }
        // What they hang on comes along.
        let mut next = 0;
        while let Some(&id) = inputs.get(next) {
            next += 1;
            for other in self.types.dependencies(id) {
                if !inputs.contains(&other) && !outputs.contains(&other) {
                    inputs.push(other);
                }
            }
        }
        self.types.reset(mark);
        (inputs, outputs)
    }

    /// ‹lambda → T› (18.2.1).
    fn reduce_functional(&mut self, value: ExprId, ty: TypeId, work: &mut Vec<(ExprId, TypeId)>) -> bool {
        let mut ty = self.types.instantiated(ty);
        if matches!(self.types.kind(ty), Kind::Inference(_)) {
            if !self.types.resolve(ty) {
                return false;
            }
            ty = self.types.instantiated(ty);
        }
        let Some(form) = self.functional(value).map(|functional| functional.form.clone()) else {
            return true;
        };
        let explicit = Self::explicit_of(&form);
        let Some(function) = self.types.function(ty, explicit.as_deref()) else { return false };
        match &form {
            Form::Lambda(lambda, _) if arity(lambda) != function.parameters.len() => return false,
            Form::Lambda(_, Some(explicit)) => {
                if !reduce_explicit(&mut self.types, &function, ty, explicit) {
                    return false;
                }
            }
            Form::Reference(reference) if reference.exact.is_some() => {
                return reference
                    .exact
                    .clone()
                    .is_none_or(|exact| reduce_exact(&mut self.types, &exact, &function));
            }
            _ => {
                let mut known = Vec::with_capacity(function.parameters.len());
                for &parameter in &function.parameters {
                    if !self.types.resolve(parameter) {
                        return false;
                    }
                    known.push(self.types.instantiated(parameter));
                }
                if self.functional(value).is_some_and(|functional| functional.made.is_none()) {
                    self.make_body(value, &known);
                }
            }
        }
        if !function_returns(&self.types, function.result) {
            return true;
        }
        let Some(made) = self.functional(value).and_then(|functional| functional.made.clone()) else {
            return false;
        };
        self.returned(&made.code).into_iter().all(|value| self.reduce_returned(value, function.result, work))
    }

    fn reduce_returned(&mut self, value: ExprId, result: TypeId, work: &mut Vec<(ExprId, TypeId)>) -> bool {
        if self.is_functional(value) {
            work.push((value, result));
            return true;
        }
        if self.is_pending(value) {
            let mut branches = Vec::new();
            self.branches(value, &mut branches);
            return branches.into_iter().all(|branch| self.reduce_returned(branch, result, work));
        }
        match self.ty(value) {
            // It is reported on.
            Ty::Unknown if !self.is_open(value) => return true,
            Ty::Void => return false,
            _ => {}
        }
        let StaticArgument::Plain(own) = self.static_argument(value) else { return true };
        let result = self.types.instantiated(result);
        if (self.types.has_inference(own) || self.types.has_inference(result))
            && !self.types.reduce_compatible(own, result, true)
        {
            return false;
        }
        self.waiting_within(value, result, work);
        true
    }
}

/// ‹method reference → T› of an exact one (18.2.1).
pub(super) fn reduce_exact(
    types: &mut crate::sema::generic::types::Types<'_>,
    exact: &Exact,
    function: &Function,
) -> bool {
    let mut given = function.parameters.clone();
    if let Some(receiver) = exact.receiver {
        if given.is_empty() {
            return false;
        }
        let first = given.remove(0);
        if !types.reduce_subtype(first, receiver, 0) {
            return false;
        }
    }
    if given.len() != exact.parameters.len() {
        return false;
    }
    if !given.iter().zip(&exact.parameters).all(|(&p, &q)| types.reduce_compatible(p, q, true)) {
        return false;
    }
    if !function_returns(types, function.result) {
        return true;
    }
    let result = types.capture(exact.result);
    !matches!(types.kind(result), Kind::Void) && types.reduce_compatible(result, function.result, true)
}

pub(super) fn function_returns(types: &crate::sema::generic::types::Types<'_>, result: TypeId) -> bool {
    !matches!(types.kind(result), Kind::Void)
}

fn arity(lambda: &Lambda) -> usize {
    match &lambda.parameters {
        LambdaParameters::Inferred(names) => names.len(),
        LambdaParameters::Declared(list) => list.len(),
    }
}

/// Whether the end of a statement may be reached, as far as its form says (14.22); only `true` is known to be constant.
fn may_complete(code: &syntax::Code, id: syntax::StmtId) -> bool {
    use syntax::StmtKind as Kind;
    let is_true = |id: syntax::ExprId| {
        matches!(code.exprs[id].kind, syntax::ExprKind::Literal(syntax::Literal::Boolean(true)))
    };
    match &code.stmts[id].kind {
        Kind::Return(_) | Kind::Throw(_) | Kind::Break(_) | Kind::Continue(_) | Kind::Yield(_) => false,
        Kind::Block(list) => list.iter().all(|&stmt| may_complete(code, stmt)),
        Kind::If { then, otherwise: Some(otherwise), .. } => {
            may_complete(code, *then) || may_complete(code, *otherwise)
        }
        Kind::While { condition, body } => !is_true(*condition) || leaves(code, *body),
        Kind::Do { condition, body } => {
            leaves(code, *body) || may_complete(code, *body) && !is_true(*condition)
        }
        Kind::For { condition, body, .. } => {
            condition.is_some_and(|condition| !is_true(condition)) || leaves(code, *body)
        }
        Kind::Labeled { body, .. } => may_complete(code, *body) || leaves(code, *body),
        Kind::Synchronized { body, .. } => may_complete(code, *body),
        Kind::Try(parts) => {
            let around = may_complete(code, parts.body)
                || parts.catches.iter().any(|catch| may_complete(code, catch.body));
            parts.finally.map_or(around, |finally| around && may_complete(code, finally))
        }
        Kind::Switch { body, .. } => {
            let has_default = body
                .groups
                .iter()
                .any(|group| group.labels.iter().any(|label| matches!(label, syntax::SwitchLabel::Default)));
            let ends = |group: &syntax::SwitchGroup| match &group.body {
                syntax::GroupBody::Colon(list) => list.iter().all(|&stmt| may_complete(code, stmt)),
                syntax::GroupBody::Arrow(stmt) => may_complete(code, *stmt),
                syntax::GroupBody::ArrowExpr(_) => true,
            };
            let any_ends = match body.arrows {
                true => body.groups.iter().any(|group| ends(group)),
                false => body.groups.last().is_none_or(|group| ends(group)),
            };
            !has_default || any_ends || leaves(code, id)
        }
        _ => true,
    }
}

/// Whether a `break` in the body of a loop, or in a `switch`, may leave that.
fn leaves(code: &syntax::Code, id: syntax::StmtId) -> bool {
    match &code.stmts[id].kind {
        syntax::StmtKind::Switch { .. } => below(code, id, false),
        _ => has_break(code, id, false),
    }
}

fn has_break(code: &syntax::Code, id: syntax::StmtId, is_inside: bool) -> bool {
    use syntax::StmtKind as Kind;
    match &code.stmts[id].kind {
        Kind::Break(label) => label.is_some() || !is_inside,
        Kind::While { .. }
        | Kind::Do { .. }
        | Kind::For { .. }
        | Kind::ForEach { .. }
        | Kind::Switch { .. } => below(code, id, true),
        _ => below(code, id, is_inside),
    }
}

fn below(code: &syntax::Code, id: syntax::StmtId, is_inside: bool) -> bool {
    let children = code.stmts[id].kind.children();
    children.into_iter().any(|child| matches!(child, Child::Stmt(stmt) if has_break(code, stmt, is_inside)))
}
