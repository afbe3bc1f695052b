//! Checked exceptions (JLS 11.2): each is caught or declared, and no `catch` waits for one that its `try`
//! cannot throw.

use crate::index::Id;
use crate::sema::flow::{FlowError, Place};
use crate::sema::program::{ClassId, Method, MethodId, MethodKind, Program};
use crate::sema::typed_tree::{
    Body, Catch, Expr, ExprId, ExprKind, LocalId, LocalOrigin, OpenLambda, StmtId, StmtKind, Try,
};
use crate::sema::types::Ty;

pub(super) fn check(program: &Program, method: &Method, body: &Body) -> Vec<FlowError> {
    let mut walk = Walk::new(program, body);
    walk.statement(body.root);
    // An instance initialiser may throw what every constructor declares: those are asked (`constructor_call`).
    if method.kind != MethodKind::InstanceInitializer {
        for (class, at) in std::mem::take(&mut walk.thrown) {
            let is_declared = method.throws.iter().any(|&t| program.is_subclass(class, t));
            if walk.is_checked(class) && !is_declared {
                let name = &program.classes[class].qualified_name;
                let message = format!("unreported exception {name}; must be caught or declared to be thrown");
                walk.errors.push(FlowError { place: at, message });
            }
        }
    }
    walk.errors
}

/// What the calls of an expression without statements may throw.
pub(super) fn thrown_by(program: &Program, body: &Body, expr: ExprId) -> Vec<ClassId> {
    let (thrown, rethrown, assigned, errors) = Default::default();
    let mut walk = Walk { program, body, thrown, rethrown, assigned, errors };
    walk.expr(expr);
    walk.thrown.into_iter().map(|(class, _)| class).collect()
}

/// What leaves a whole body.
pub(super) fn leaving(program: &Program, body: &Body) -> Vec<ClassId> {
    let mut walk = Walk::new(program, body);
    walk.statement(body.root);
    walk.thrown.into_iter().map(|(class, _)| class).collect()
}

struct Walk<'a> {
    program: &'a Program,
    body: &'a Body,
    /// What the code so far of the innermost `try` body (or the whole) may throw, checked and unchecked.
    thrown: Vec<(ClassId, Place)>,
    /// For a `catch` parameter that is never assigned: what it can hold, more exactly than its type says.
    rethrown: Vec<(LocalId, Vec<ClassId>)>,
    assigned: Vec<bool>,
    errors: Vec<FlowError>,
}

impl<'a> Walk<'a> {
    fn new(program: &'a Program, body: &'a Body) -> Self {
        let mut assigned = vec![false; body.locals.len()];
        for expr in body.exprs.iter() {
            let target = match expr.kind {
                ExprKind::Assign { target, .. }
                | ExprKind::CompoundAssign { target, .. }
                | ExprKind::ConcatAssign { target, .. }
                | ExprKind::IncDec { target, .. } => target,
                _ => continue,
            };
            if let ExprKind::Local(local) = body.exprs[target].kind {
                assigned[local.index()] = true;
            }
        }
        Self { program, body, thrown: Vec::new(), rethrown: Vec::new(), assigned, errors: Vec::new() }
    }

    fn is_checked(&self, class: ClassId) -> bool {
        let known = &self.program.well_known;
        !self.program.is_subclass(class, known.runtime_exception)
            && !self.program.is_subclass(class, known.error)
    }

    fn throws(&mut self, class: ClassId, at: Place) {
        if !self.thrown.iter().any(|&(c, _)| c == class) {
            self.thrown.push((class, at));
        }
    }

    /// What a lambda's body throws its interface's method declares, or it is unchecked (JLS 11.2.3).
    fn lambda(&mut self, lambda: &'a OpenLambda) {
        let outer = std::mem::take(&mut self.thrown);
        self.statement(lambda.root);
        let program = self.program;
        for (class, at) in std::mem::replace(&mut self.thrown, outer) {
            let declared = &program.methods[lambda.function].throws;
            if self.is_checked(class) && !declared.iter().any(|&t| program.is_subclass(class, t)) {
                let name = &program.classes[class].qualified_name;
                let message = format!("unreported exception {name}; must be caught or declared to be thrown");
                self.errors.push(FlowError { place: at, message });
            }
        }
    }

    fn method_throws(&mut self, method: MethodId, at: Place) {
        let program = self.program;
        if program.methods[method].throws_variable && !program.methods[method].is_constructor() {
            // What is inferred is with the body.
            return;
        }
        program.methods[method].throws.iter().for_each(|&class| self.throws(class, at));
    }

    fn statement(&mut self, id: StmtId) {
        let body = self.body;
        match &body.stmts[id].kind {
            StmtKind::Block(list) => self.statements(list),
            StmtKind::Locals(list) => list.iter().filter_map(|&(_, init)| init).for_each(|e| self.expr(e)),
            StmtKind::Empty | StmtKind::Break { .. } | StmtKind::Continue { .. } => {}
            StmtKind::Expr(e) | StmtKind::Yield { value: e, .. } => self.expr(*e),
            StmtKind::If { condition, then, otherwise } => {
                self.expr(*condition);
                self.statement(*then);
                otherwise.iter().for_each(|&s| self.statement(s));
            }
            StmtKind::While { condition, body } | StmtKind::Do { body, condition } => {
                self.expr(*condition);
                self.statement(*body);
            }
            StmtKind::For { init, condition, update, body } => {
                self.statements(init);
                condition.iter().for_each(|&e| self.expr(e));
                self.statements(update);
                self.statement(*body);
            }
            StmtKind::ForEach { array, body, .. } => {
                self.expr(*array);
                self.statement(*body);
            }
            StmtKind::Labeled { body, .. } => self.statement(*body),
            StmtKind::Switch(switch) => {
                self.expr(switch.selector);
                switch.groups.iter().for_each(|g| self.statements(&g.body));
            }
            StmtKind::Return(value) => value.iter().for_each(|&e| self.expr(e)),
            StmtKind::Throw(e) => self.throw(id, *e),
            StmtKind::Try(try_) => self.try_statement(id, try_),
            StmtKind::Assert { condition, message } => {
                self.expr(*condition);
                message.iter().for_each(|&e| self.expr(e));
            }
            StmtKind::ConstructorCall { constructor, is_super, arguments } => {
                arguments.iter().for_each(|&e| self.expr(e));
                self.method_throws(*constructor, Place::Stmt(id));
                if *is_super {
                    self.initializer_throws(id);
                }
            }
        }
    }

    fn statements(&mut self, list: &[StmtId]) {
        list.iter().for_each(|&s| self.statement(s));
    }

    /// What the instance initialiser throws, the constructor throws.
    fn initializer_throws(&mut self, at: StmtId) {
        let class = self.program.methods[self.body.method].class;
        let Some(initializer) = self.program.classes[class].instance_initializer else { return };
        let Some(body) = super::typed_initializer(self.program, initializer) else { return };
        let mut inner = Walk::new(self.program, &body);
        inner.statement(body.root);
        for (class, _) in inner.thrown {
            self.throws(class, Place::Stmt(at));
        }
    }

    fn throw(&mut self, id: StmtId, value: ExprId) {
        self.expr(value);
        let Expr { kind, ty, .. } = &self.body.exprs[value];
        if let ExprKind::Local(local) = kind
            && let Some((_, classes)) = self.rethrown.iter().rev().find(|(l, _)| l == local)
        {
            for class in classes.clone() {
                self.throws(class, Place::Stmt(id));
            }
        } else if let Ty::Class(class) = *ty {
            self.throws(class, Place::Stmt(id));
        }
    }

    fn try_statement(&mut self, id: StmtId, Try { body, catches, finally }: &'a Try) {
        let outer = std::mem::take(&mut self.thrown);
        self.statement(*body);
        let in_body = std::mem::replace(&mut self.thrown, outer);
        let mut caught: Vec<ClassId> = Vec::new();
        let mut after: Vec<(ClassId, Place)> = Vec::new();
        let before = std::mem::take(&mut self.thrown);
        for catch in catches {
            self.catch_clause(id, catch, &in_body, &mut caught);
        }
        after.append(&mut self.thrown);
        let escapes =
            |&(class, _): &(ClassId, Place)| !caught.iter().any(|&c| self.program.is_subclass(class, c));
        let mut escaped: Vec<_> = in_body.iter().copied().filter(escapes).collect();
        escaped.append(&mut after);
        self.thrown = before;
        if let Some(finally) = finally {
            self.statement(*finally);
            // A `finally` that cannot complete swallows whatever was on its way.
            if !completes(self.body, *finally) {
                return;
            }
        }
        for (class, at) in escaped {
            self.throws(class, at);
        }
    }

    fn catch_clause(
        &mut self,
        id: StmtId,
        catch: &'a Catch,
        in_body: &[(ClassId, Place)],
        caught: &mut Vec<ClassId>,
    ) {
        let program = self.program;
        let known = &program.well_known;
        for &class in &catch.classes {
            let name = &program.classes[class].qualified_name;
            if caught.iter().any(|&c| program.is_subclass(class, c)) {
                let message = format!("exception {name} has already been caught");
                self.errors.push(FlowError::stmt(id, message));
            }
            let is_root = class == known.throwable || class == known.exception;
            let related =
                |&(t, _): &(ClassId, Place)| program.is_subclass(t, class) || program.is_subclass(class, t);
            if self.is_checked(class) && !is_root && !in_body.iter().any(related) {
                let message =
                    format!("exception {name} is never thrown in body of corresponding try statement");
                self.errors.push(FlowError::stmt(id, message));
            }
        }
        let is_effectively_final = !self.assigned[catch.variable.index()];
        debug_assert!(matches!(self.body.locals[catch.variable].origin, LocalOrigin::Catch(..)));
        if is_effectively_final {
            self.rethrown.push((catch.variable, self.held(catch, in_body, caught)));
        }
        caught.extend(&catch.classes);
        self.statement(catch.body);
        if is_effectively_final {
            self.rethrown.pop();
        }
    }

    /// The exceptions of the `try` body that arrive in this parameter (JLS 11.2.2). Unchecked ones need no
    /// list: they may always be thrown.
    fn held(&self, catch: &Catch, in_body: &[(ClassId, Place)], caught: &[ClassId]) -> Vec<ClassId> {
        let program = self.program;
        let mut held = Vec::new();
        for &(thrown, _) in in_body {
            if caught.iter().any(|&c| program.is_subclass(thrown, c)) {
                continue;
            }
            for &class in &catch.classes {
                if program.is_subclass(thrown, class) {
                    held.push(thrown);
                } else if program.is_subclass(class, thrown) {
                    held.push(class);
                }
            }
        }
        held
    }

    fn expr(&mut self, id: ExprId) {
        let body = self.body;
        let expr = &body.exprs[id];
        expr.each_operand(|operand| self.expr(operand));
        match &expr.kind {
            ExprKind::Null => {
                if let Some(lambda) = body.open_lambda(id) {
                    lambda.receiver.iter().for_each(|&(_, receiver)| self.expr(receiver));
                    self.lambda(lambda);
                }
            }
            ExprKind::Call(call) => {
                // `clone()` of an array throws nothing (JLS 10.7), whatever Object's declares.
                let of_array = call.receiver.is_some_and(|r| self.body.exprs[r].ty.array().is_some());
                if !of_array {
                    self.method_throws(call.method, Place::Expr(id));
                    let inferred = body.thrown.iter().filter(|(call, _)| *call == id);
                    inferred
                        .flat_map(|(_, classes)| classes)
                        .for_each(|&class| self.throws(class, Place::Expr(id)));
                }
            }
            ExprKind::New { constructor, .. } => self.method_throws(*constructor, Place::Expr(id)),
            ExprKind::Switch(switch) => switch.groups.iter().for_each(|g| self.statements(&g.body)),
            _ => {}
        }
    }
}

/// Whether a `finally` block can complete normally.
fn completes(body: &Body, block: StmtId) -> bool {
    super::reachability::can_complete(body, block)
}
