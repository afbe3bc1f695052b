//! Which statements can be reached, and which can complete normally (JLS 14.22).

use crate::sema::flow::{FlowError, Place, is_initializer};
use crate::sema::program::Method;
use crate::sema::typed_tree::{
    Body, Catch, ExprId, ExprKind, Stmt, StmtId, StmtKind, Switch, SwitchGroup, Try,
};
use crate::sema::types::Ty;

pub(super) fn check(method: &Method, body: &Body) -> Vec<FlowError> {
    let mut walk = Walk { body, alive: true, jumps: Vec::new(), errors: Vec::new() };
    walk.statement(body.root);
    if walk.alive && method.return_type != Ty::Void && !method.is_constructor() && !is_initializer(method) {
        walk.errors.push(FlowError::end("missing return statement"));
    }
    if !walk.alive && is_initializer(method) {
        walk.errors.push(FlowError::end("initializer must be able to complete normally"));
    }
    walk.errors
}

/// Whether a statement, taken as reachable, can complete normally.
pub(super) fn can_complete(body: &Body, statement: StmtId) -> bool {
    let mut walk = Walk { body, alive: true, jumps: Vec::new(), errors: Vec::new() };
    walk.statement(statement);
    walk.alive
}

/// A jump that has left its place and not yet arrived: a `finally` that cannot complete swallows it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Jump {
    Break(StmtId),
    Continue(StmtId),
    Yield(ExprId),
}

struct Walk<'a> {
    body: &'a Body,
    /// The next statement can be reached.
    alive: bool,
    jumps: Vec<Jump>,
    errors: Vec<FlowError>,
}

impl<'a> Walk<'a> {
    fn statement(&mut self, id: StmtId) {
        let body = self.body;
        let Stmt { kind, .. } = &body.stmts[id];
        match kind {
            StmtKind::Block(list) => self.statements(list),
            StmtKind::Locals(list) => list.iter().filter_map(|&(_, init)| init).for_each(|e| self.expr(e)),
            StmtKind::Empty => {}
            StmtKind::Expr(e) => self.expr(*e),
            StmtKind::If { condition, then, otherwise } => {
                self.expr(*condition);
                self.reachable(*then);
                let mut after = self.alive;
                self.alive = true;
                if let Some(otherwise) = otherwise {
                    self.reachable(*otherwise);
                }
                after |= self.alive;
                self.alive = after;
            }
            StmtKind::While { condition, body } => {
                self.expr(*condition);
                let constant = self.constant(*condition);
                self.alive = constant != Some(false);
                self.enter(*body);
                self.land(Jump::Continue(id));
                self.alive = self.land(Jump::Break(id)) | (constant != Some(true));
            }
            StmtKind::Do { body, condition } => {
                self.reachable(*body);
                self.alive |= self.land(Jump::Continue(id));
                if self.alive {
                    self.expr(*condition);
                }
                let falls = self.alive && self.constant(*condition) != Some(true);
                self.alive = self.land(Jump::Break(id)) | falls;
            }
            StmtKind::For { init, condition, update, body } => {
                init.iter().for_each(|&s| self.statement(s));
                let constant = condition.map_or(Some(true), |c| {
                    self.expr(c);
                    self.constant(c)
                });
                self.alive = constant != Some(false);
                self.enter(*body);
                self.alive |= self.land(Jump::Continue(id));
                update.iter().for_each(|&s| self.statement(s));
                self.alive = self.land(Jump::Break(id)) | (constant != Some(true));
            }
            StmtKind::ForEach { array, body, .. } => {
                self.expr(*array);
                self.reachable(*body);
                self.land(Jump::Continue(id));
                self.land(Jump::Break(id));
                self.alive = true;
            }
            StmtKind::Labeled { body, .. } => {
                self.reachable(*body);
                self.alive |= self.land(Jump::Break(id));
            }
            StmtKind::Switch(switch) => self.switch_statement(id, switch),
            StmtKind::Break { target } => self.jump(Jump::Break(*target)),
            StmtKind::Continue { target } => self.jump(Jump::Continue(*target)),
            StmtKind::Yield { target, value } => {
                self.expr(*value);
                self.jump(Jump::Yield(*target));
            }
            StmtKind::Return(value) => {
                value.iter().for_each(|&e| self.expr(e));
                self.alive = false;
            }
            StmtKind::Throw(e) => {
                self.expr(*e);
                self.alive = false;
            }
            StmtKind::Try(try_) => self.try_statement(try_),
            // Whether assertions are on is not known: the code behind is reachable either way.
            StmtKind::Assert { condition, message } => {
                self.expr(*condition);
                message.iter().for_each(|&e| self.expr(e));
            }
            StmtKind::ConstructorCall { arguments, .. } => arguments.iter().for_each(|&e| self.expr(e)),
        }
    }

    /// A statement that is reachable if its parent is.
    fn reachable(&mut self, id: StmtId) {
        self.alive = true;
        self.statement(id);
    }

    /// A statement that must be reachable here.
    fn enter(&mut self, id: StmtId) {
        if !self.alive {
            self.errors.push(FlowError::stmt(id, "unreachable statement"));
            // One report is enough for what follows.
            self.alive = true;
        }
        self.statement(id);
    }

    fn statements(&mut self, list: &[StmtId]) {
        list.iter().for_each(|&s| self.enter(s));
    }

    fn jump(&mut self, jump: Jump) {
        if !self.jumps.contains(&jump) {
            self.jumps.push(jump);
        }
        self.alive = false;
    }

    /// Takes the jumps that arrive here; true if there was one.
    fn land(&mut self, jump: Jump) -> bool {
        let before = self.jumps.len();
        self.jumps.retain(|&j| j != jump);
        self.jumps.len() < before
    }

    fn constant(&self, condition: ExprId) -> Option<bool> {
        self.body.exprs[condition].constant_boolean()
    }

    fn switch_statement(&mut self, id: StmtId, switch: &'a Switch) {
        self.expr(switch.selector);
        let has_default = switch.groups.iter().any(|g| g.has_default);
        let mut after = !has_default;
        self.alive = true;
        for SwitchGroup { body, .. } in &switch.groups {
            self.alive = true;
            self.statements(body);
            if switch.arrows {
                after |= self.alive;
            }
        }
        after |= self.alive;
        self.alive = after | self.land(Jump::Break(id));
    }

    fn switch_expression(&mut self, id: ExprId, switch: &'a Switch) {
        self.expr(switch.selector);
        let alive_before = self.alive;
        for group in &switch.groups {
            self.alive = true;
            self.statements(&group.body);
            if switch.arrows && self.alive {
                let message = "switch rule completes without providing a value";
                self.errors.push(FlowError::expr(id, message));
                self.alive = false;
            }
        }
        if self.alive && !switch.groups.is_empty() {
            let message = "switch expression completes without providing a value";
            self.errors.push(FlowError::expr(id, message));
        }
        if !self.land(Jump::Yield(id)) {
            let message = "switch expression does not have any result expressions";
            self.errors.push(FlowError::expr(id, message));
        }
        self.alive = alive_before;
    }

    fn try_statement(&mut self, Try { body, catches, finally }: &'a Try) {
        let outer = std::mem::take(&mut self.jumps);
        self.reachable(*body);
        let mut after = self.alive;
        for Catch { body, .. } in catches {
            self.reachable(*body);
            after |= self.alive;
        }
        self.alive = after;
        let inner = std::mem::replace(&mut self.jumps, outer);
        if let Some(finally) = finally {
            self.reachable(*finally);
            if self.alive {
                self.alive = after;
                self.jumps.extend(inner);
            }
        } else {
            self.jumps.extend(inner);
        }
    }

    fn expr(&mut self, id: ExprId) {
        let body = self.body;
        let expr = &body.exprs[id];
        if let ExprKind::Switch(switch) = &expr.kind {
            self.switch_expression(id, switch);
        } else if let Some(lambda) = body.open_lambda(id) {
            lambda.receiver.iter().for_each(|&(_, receiver)| self.expr(receiver));
            let (alive, jumps) = (std::mem::replace(&mut self.alive, true), std::mem::take(&mut self.jumps));
            self.statement(lambda.root);
            if self.alive && lambda.returns_value() {
                let message = "lambda body is neither value nor void compatible";
                self.errors.push(FlowError { place: Place::Expr(id), message: message.to_owned() });
            }
            (self.alive, self.jumps) = (alive, jumps);
        } else {
            expr.each_operand(|operand| self.expr(operand));
        }
    }
}
