//! Cuts the lambdas out of a body: creations of their objects stay in it, and each lambda's code becomes the body of a method.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::free::captured;
use super::{Captured, LambdaClass};
use crate::index::IndexVec;
use crate::sema::program::{ClassId, FieldId, MethodId, Program, Unsupported};
use crate::sema::typed_tree::{
    Body, Catch, Conversion, Expr, ExprId, ExprKind, Local, LocalId, LocalOrigin, OpenLambda, SharedBody,
    Stmt, StmtId, StmtKind, Switch, SwitchGroup, Try,
};
use crate::sema::types::Ty;

/// A finished body of what flow rules have passed.
pub(crate) fn lift(program: &Program, body: Body) -> Result<Body, Vec<Unsupported>> {
    if body.open_lambdas.is_empty() {
        return Ok(body);
    }
    let mut classes = Vec::with_capacity(body.open_lambdas.len());
    for lambda in &body.open_lambdas {
        match known(program, &body, lambda) {
            Ok(class) => classes.push(class),
            Err(what) => {
                let span = program.methods[body.method].span;
                return Err(vec![Unsupported { what: what.to_owned(), span }]);
            }
        }
    }
    let source = Source { program, body: &body, classes: &classes };
    let mut main = Copier::new(source, body.method, None);
    let locals: Vec<LocalId> = body.locals.ids().collect();
    locals.into_iter().for_each(|local| _ = main.local(local));
    main.made.parameter_count = body.parameter_count;
    let root = main.stmt(body.root);
    main.made.root = root;
    let mut lifted = main.finish();
    lifted.lambdas = source.bodies();
    Ok(lifted)
}

/// The class of a lambda, if it still is the original's.
fn known<'p>(
    program: &'p Program,
    body: &Body,
    lambda: &OpenLambda,
) -> Result<&'p LambdaClass, &'static str> {
    let class = program.tables.lambdas.get(&(body.method, lambda.key)).ok_or("lambda expression")?;
    if (class.interface, class.function, &class.markers)
        != (lambda.interface, lambda.function, &lambda.markers)
    {
        return Err("lambda of another interface than the original's");
    }
    let around = program.methods[body.method].class;
    let is_known = |own: &Captured| class.captured.iter().any(|(known, _)| known == own);
    match captured(body, around, lambda).iter().all(is_known) {
        true => Ok(class),
        false => Err("lambda that captures other variables than the original's"),
    }
}

/// A body with its lambdas, each with its class.
#[derive(Clone, Copy)]
struct Source<'a> {
    program: &'a Program,
    body: &'a Body,
    classes: &'a [&'a LambdaClass],
}

impl<'a> Source<'a> {
    fn lambda(self, expr: ExprId) -> Option<(&'a OpenLambda, &'a LambdaClass)> {
        let at = self.body.open_lambdas.iter().position(|lambda| lambda.expr == expr)?;
        Some((&self.body.open_lambdas[at], self.classes[at]))
    }

    fn bodies(self) -> Vec<SharedBody> {
        let pairs = self.body.open_lambdas.iter().zip(self.classes);
        pairs.map(|(lambda, class)| Arc::new(self.lambda_body(lambda, class))).collect()
    }

    /// The body of the method of a lambda's class.
    fn lambda_body(self, lambda: &OpenLambda, class: &'a LambdaClass) -> Body {
        let mut copier = Copier::new(self, class.method, Some(class));
        let parameters = &self.program.methods[class.function].parameters;
        let mut narrowed = Vec::new();
        for (n, (&local, parameter)) in lambda.parameters.iter().zip(parameters).enumerate() {
            let own = &self.body.locals[local];
            // What calls the method knows its parameters by their places.
            let origin = LocalOrigin::Parameter(n as u32);
            if own.ty == parameter.ty {
                let own = copier.local(local);
                copier.made.locals[own].origin = origin;
            } else {
                let local_of =
                    Local { name: parameter.name.clone(), ty: parameter.ty, is_final: true, origin };
                narrowed.push((copier.made.locals.push(local_of), local));
            }
        }
        copier.made.parameter_count = copier.made.locals.len();
        let mut stmts = Vec::with_capacity(narrowed.len() + 1);
        for (given, local) in narrowed {
            let (from, to) = (copier.made.locals[given].ty, self.body.locals[local].ty);
            let value = copier.expr_of(ExprKind::Local(given), from);
            let value = copier.as_type(value, from, to);
            let local = copier.local(local);
            stmts.push(copier.stmt_of(StmtKind::Locals(vec![(local, Some(value))])));
        }
        stmts.push(copier.stmt(lambda.root));
        copier.made.root = copier.stmt_of(StmtKind::Block(stmts));
        copier.finish()
    }
}

/// Copies a part of a body into one of its own.
struct Copier<'a> {
    source: Source<'a>,
    /// In a lambda's own body: its class, whose fields hold what it captures.
    lambda: Option<&'a LambdaClass>,
    class: ClassId,
    made: Body,
    locals: FxHashMap<LocalId, LocalId>,
    /// What jumps lead to.
    stmts: FxHashMap<StmtId, StmtId>,
    exprs: FxHashMap<ExprId, ExprId>,
}

impl<'a> Copier<'a> {
    fn new(source: Source<'a>, method: MethodId, lambda: Option<&'a LambdaClass>) -> Self {
        let class = source.program.methods[method].class;
        let made = Body {
            method,
            locals: IndexVec::new(),
            parameter_count: 0,
            exprs: IndexVec::new(),
            stmts: IndexVec::new(),
            root: source.body.root,
            typed_exprs: Vec::new(),
            is_generic: true,
            open_lambdas: Vec::new(),
            lambdas: Vec::new(),
            thrown: Vec::new(),
        };
        let (locals, stmts, exprs) = Default::default();
        Self { source, lambda, class, made, locals, stmts, exprs }
    }

    fn finish(mut self) -> Body {
        let typed = self.source.body.typed_exprs.iter();
        self.made.typed_exprs = typed.map(|typed| self.exprs.get(&(*typed)?).copied()).collect();
        let thrown = self.source.body.thrown.iter();
        self.made.thrown =
            thrown.filter_map(|(call, classes)| Some((*self.exprs.get(call)?, classes.clone()))).collect();
        self.made
    }

    fn expr_of(&mut self, kind: ExprKind, ty: Ty) -> ExprId {
        self.made.exprs.push(Expr { kind, ty, origin: None, constant: None })
    }

    fn stmt_of(&mut self, kind: StmtKind) -> StmtId {
        self.made.stmts.push(Stmt { kind, origin: None })
    }

    /// A reference as one of another type: up for nothing, down with a check.
    fn as_type(&mut self, value: ExprId, from: Ty, to: Ty) -> ExprId {
        if from == to {
            return value;
        }
        let conversion = match self.source.program.is_subtype(from, to) {
            true => Conversion::Widen,
            false => Conversion::CheckedCast,
        };
        let origin = self.made.exprs[value].origin;
        let kind = ExprKind::Convert { conversion, operand: value };
        self.made.exprs.push(Expr { kind, ty: to, origin, constant: None })
    }

    fn local(&mut self, local: LocalId) -> LocalId {
        if let Some(&known) = self.locals.get(&local) {
            return known;
        }
        let own = self.made.locals.push(self.source.body.locals[local].clone());
        self.locals.insert(local, own);
        own
    }

    /// The field that holds what a lambda captures.
    fn field_of(&self, is_it: impl Fn(Captured) -> bool) -> Option<FieldId> {
        let captured = &self.lambda?.captured;
        captured.iter().find(|(captured, _)| is_it(*captured)).map(|&(_, field)| field)
    }

    fn field(&mut self, field: FieldId) -> ExprKind {
        let object = self.expr_of(ExprKind::This, Ty::Class(self.class));
        ExprKind::Field { object, field }
    }

    /// A local where the part names it.
    fn local_kind(&mut self, local: LocalId) -> ExprKind {
        let origin = self.source.body.locals[local].origin;
        let is_own = self.locals.contains_key(&local);
        let field =
            self.field_of(|captured| matches!(captured, Captured::Local(known, _) if known == origin));
        match field {
            Some(field) if !is_own => self.field(field),
            _ => ExprKind::Local(self.local(local)),
        }
    }

    fn this_kind(&mut self) -> ExprKind {
        match self.field_of(|captured| matches!(captured, Captured::This(_))) {
            Some(field) => self.field(field),
            None => ExprKind::This,
        }
    }

    fn expr(&mut self, id: ExprId) -> ExprId {
        let source = self.source.body;
        let expr = &source.exprs[id];
        if let Some((lambda, class)) = self.source.lambda(id) {
            let value = self.creation(expr, lambda, class);
            self.exprs.insert(id, value);
            return value;
        }
        let copy = Expr { kind: ExprKind::Literal, ..expr.clone() };
        if expr.constant.is_some() {
            let own = self.made.exprs.push(copy);
            self.exprs.insert(id, own);
            return own;
        }
        if let ExprKind::Switch(switch) = &expr.kind {
            let own = self.made.exprs.push(copy);
            self.exprs.insert(id, own);
            let switch = self.switch(switch);
            self.made.exprs[own].kind = ExprKind::Switch(Box::new(switch));
            return own;
        }
        let mut copy = expr.clone();
        copy.each_operand_mut(|operand| *operand = self.expr(*operand));
        match &mut copy.kind {
            ExprKind::Local(local) => copy.kind = self.local_kind(*local),
            ExprKind::This => copy.kind = self.this_kind(),
            ExprKind::InstanceOf { binding: Some(binding), .. } => *binding = self.local(*binding),
            _ => {}
        }
        let own = self.made.exprs.push(copy);
        self.exprs.insert(id, own);
        own
    }

    /// A new object of a lambda's class.
    fn creation(&mut self, expr: &Expr, lambda: &OpenLambda, class: &LambdaClass) -> ExprId {
        let mut arguments = Vec::with_capacity(class.captured.len());
        for &(captured, _) in &class.captured {
            let value = match captured {
                Captured::This(_) => {
                    let kind = self.this_kind();
                    self.expr_of(kind, captured.ty())
                }
                Captured::Local(origin, ty) => match lambda.receiver {
                    Some((local, receiver)) if self.source.body.locals[local].origin == origin => {
                        self.expr(receiver)
                    }
                    _ => self.captured_local(origin, ty),
                },
            };
            arguments.push(value);
        }
        let kind = ExprKind::New { class: class.class, constructor: class.constructor, arguments };
        let ty = Ty::Class(class.class);
        let new = self.made.exprs.push(Expr { kind, ty, origin: expr.origin, constant: None });
        self.as_type(new, ty, expr.ty)
    }

    fn captured_local(&mut self, origin: LocalOrigin, ty: Ty) -> ExprId {
        let source = self.source.body;
        let found =
            source.locals.iter_enumerated().find(|(_, local)| (local.origin, local.ty) == (origin, ty));
        let kind = match found {
            Some((local, _)) => self.local_kind(local),
            // The original captures it: it is there, for what declares it is outside of the lambda.
            None => ExprKind::Null,
        };
        self.expr_of(kind, ty)
    }

    fn stmts(&mut self, list: &[StmtId]) -> Vec<StmtId> {
        list.iter().map(|&stmt| self.stmt(stmt)).collect()
    }

    fn optional(&mut self, expr: Option<ExprId>) -> Option<ExprId> {
        expr.map(|expr| self.expr(expr))
    }

    fn stmt(&mut self, id: StmtId) -> StmtId {
        let source = self.source.body;
        let stmt = &source.stmts[id];
        let own = self.made.stmts.push(Stmt { kind: StmtKind::Empty, origin: stmt.origin });
        self.stmts.insert(id, own);
        let kind = self.stmt_kind(&stmt.kind);
        self.made.stmts[own].kind = kind;
        own
    }

    fn stmt_kind(&mut self, kind: &StmtKind) -> StmtKind {
        match kind {
            StmtKind::Block(list) => StmtKind::Block(self.stmts(list)),
            StmtKind::Locals(list) => StmtKind::Locals(
                list.iter()
                    .map(|&(local, init)| {
                        let local = self.local(local);
                        (local, self.optional(init))
                    })
                    .collect(),
            ),
            StmtKind::Empty => StmtKind::Empty,
            StmtKind::Expr(expr) => StmtKind::Expr(self.expr(*expr)),
            StmtKind::Throw(expr) => StmtKind::Throw(self.expr(*expr)),
            StmtKind::Return(value) => {
                let value = self.optional(*value);
                StmtKind::Return(value.map(|value| self.returned(value)))
            }
            StmtKind::If { condition, then, otherwise } => StmtKind::If {
                condition: self.expr(*condition),
                then: self.stmt(*then),
                otherwise: otherwise.map(|otherwise| self.stmt(otherwise)),
            },
            StmtKind::While { condition, body } => {
                StmtKind::While { condition: self.expr(*condition), body: self.stmt(*body) }
            }
            StmtKind::Do { body, condition } => {
                StmtKind::Do { body: self.stmt(*body), condition: self.expr(*condition) }
            }
            StmtKind::For { init, condition, update, body } => StmtKind::For {
                init: self.stmts(init),
                condition: self.optional(*condition),
                update: self.stmts(update),
                body: self.stmt(*body),
            },
            StmtKind::ForEach { array, element, value, variable, body } => StmtKind::ForEach {
                array: self.expr(*array),
                element: self.local(*element),
                value: self.expr(*value),
                variable: self.local(*variable),
                body: self.stmt(*body),
            },
            StmtKind::Labeled { label, body } => {
                StmtKind::Labeled { label: label.clone(), body: self.stmt(*body) }
            }
            StmtKind::Switch(switch) => StmtKind::Switch(Box::new(self.switch(switch))),
            StmtKind::Break { target } => StmtKind::Break { target: self.jump(*target) },
            StmtKind::Continue { target } => StmtKind::Continue { target: self.jump(*target) },
            StmtKind::Yield { target, value } => StmtKind::Yield {
                target: self.exprs.get(target).copied().unwrap_or(*target),
                value: self.expr(*value),
            },
            StmtKind::Try(parts) => StmtKind::Try(Box::new(self.try_parts(parts))),
            StmtKind::Assert { condition, message } => {
                StmtKind::Assert { condition: self.expr(*condition), message: self.optional(*message) }
            }
            StmtKind::ConstructorCall { constructor, is_super, arguments } => StmtKind::ConstructorCall {
                constructor: *constructor,
                is_super: *is_super,
                arguments: arguments.iter().map(|&argument| self.expr(argument)).collect(),
            },
        }
    }

    /// What a lambda returns, in the type of the interface's method.
    fn returned(&mut self, value: ExprId) -> ExprId {
        let Some(class) = self.lambda else { return value };
        let wanted = self.source.program.methods[class.function].return_type;
        let from = self.made.exprs[value].ty;
        if from == Ty::Null { value } else { self.as_type(value, from, wanted) }
    }

    /// Targets stand around their jumps, so that they were copied first.
    fn jump(&self, target: StmtId) -> StmtId {
        self.stmts.get(&target).copied().unwrap_or(target)
    }

    fn try_parts(&mut self, Try { body, catches, finally }: &Try) -> Try {
        Try {
            body: self.stmt(*body),
            catches: catches
                .iter()
                .map(|catch| Catch {
                    classes: catch.classes.clone(),
                    variable: self.local(catch.variable),
                    body: self.stmt(catch.body),
                })
                .collect(),
            finally: finally.map(|finally| self.stmt(finally)),
        }
    }

    fn switch(&mut self, switch: &Switch) -> Switch {
        let selector = self.expr(switch.selector);
        let groups = switch
            .groups
            .iter()
            .map(|group| SwitchGroup { body: self.stmts(&group.body), ..group.clone() })
            .collect();
        Switch { selector, groups, ..switch.clone() }
    }
}
