//! FC, function coverage: each method is called. IC, instruction coverage: each statement is reached.

use crate::goal::criteria::pure;
use crate::goal::plant::{Plan, first_statement};
use crate::mutate::context::Context;
use crate::sema::program::Assertions;
use crate::syntax::Child;
use crate::syntax::tree::{ExprId, ExprKind, GroupBody, Root, Span, StmtId, StmtKind, SwitchBody};

pub(in crate::goal) fn fc(plan: &mut Plan<'_, '_>) {
    let context = *plan.context;
    let Root::Block(root) = context.code.root else { return };
    match first_statement(&context) {
        Some(first) => {
            let start = context.code.stmts[first].span.start;
            plan.before(first, Span::new(start, start), "called");
        }
        None => {
            plan.leave_out(context.code.stmts[root].span, "called".to_owned(), "the body has no statement");
        }
    }
}

pub(in crate::goal) fn ic(plan: &mut Plan<'_, '_>) {
    let Root::Block(root) = plan.context.code.root else { return };
    Statements { plan }.inside(root);
}

struct Statements<'w, 'c, 'a> {
    plan: &'w mut Plan<'c, 'a>,
}

impl Statements<'_, '_, '_> {
    /// The statements of a list, of which the first is reached by whoever comes to the list.
    fn list(&mut self, list: &[StmtId]) {
        let context = *self.plan.context;
        let mut is_reached = false;
        for &stmt in list {
            let kind = &context.code.stmts[stmt].kind;
            if matches!(
                kind,
                StmtKind::Block(_)
                    | StmtKind::Empty
                    | StmtKind::LocalType(_)
                    | StmtKind::ConstructorCall { .. }
            ) {
                self.inside(stmt);
                is_reached = false;
                continue;
            }
            if is_reached {
                self.plan.again(head(&context, stmt), "reached");
            } else {
                self.plan.before(stmt, head(&context, stmt), "reached");
            }
            let before = self.plan.planted.len();
            self.inside(stmt);
            is_reached = before == self.plan.planted.len() && always_ends(&context, stmt);
        }
    }

    /// A branch or the body of a loop.
    fn branch(&mut self, stmt: StmtId) {
        match &self.plan.context.code.stmts[stmt].kind {
            StmtKind::Block(_) => self.inside(stmt),
            _ => self.list(&[stmt]),
        }
    }

    fn inside(&mut self, stmt: StmtId) {
        let context = *self.plan.context;
        match &context.code.stmts[stmt].kind {
            StmtKind::Block(list) => self.list(list),
            StmtKind::If { condition, then, otherwise } => {
                self.switches_in(*condition);
                self.branch(*then);
                otherwise.iter().for_each(|&stmt| self.branch(stmt));
            }
            StmtKind::While { condition, body } | StmtKind::Do { body, condition } => {
                self.switches_in(*condition);
                self.branch(*body);
            }
            StmtKind::For { body, .. } | StmtKind::ForEach { body, .. } => self.branch(*body),
            // The label belongs to the loop behind it.
            StmtKind::Labeled { body, .. } => self.inside(*body),
            StmtKind::Switch { body, .. } => self.groups(body),
            StmtKind::Assert { .. } if context.program.assertions == Assertions::OnOrOff => {}
            StmtKind::LocalType(_) => {}
            kind => {
                for child in kind.children() {
                    match child {
                        Child::Stmt(id) => self.inside(id),
                        Child::Expr(id) => self.switches_in(id),
                    }
                }
            }
        }
    }

    fn switches_in(&mut self, expr: ExprId) {
        let kind = self.plan.context.kind(expr);
        match kind {
            ExprKind::Switch { body, .. } => self.groups(body),
            ExprKind::Lambda(_) => {}
            _ => {
                for child in kind.children() {
                    if let Child::Expr(id) = child {
                        self.switches_in(id);
                    }
                }
            }
        }
    }

    fn groups(&mut self, body: &SwitchBody) {
        for group in &body.groups {
            match &group.body {
                GroupBody::Colon(list) => self.list(list),
                GroupBody::Arrow(stmt) => self.inside(*stmt),
                GroupBody::ArrowExpr(value) => self.switches_in(*value),
            }
        }
    }
}

/// What of a statement stands on its first line: all of a simple one, the keyword of another.
fn head(context: &Context<'_>, stmt: StmtId) -> Span {
    let stmt = &context.code.stmts[stmt];
    match stmt.kind {
        StmtKind::Local(_) | StmtKind::Expr(_) | StmtKind::Return(_) | StmtKind::Throw(_) => stmt.span,
        _ => Span::new(stmt.span.start, stmt.span.start),
    }
}

/// Whether a run that comes to a statement certainly comes behind it: nothing in it throws, jumps or loops.
fn always_ends(context: &Context<'_>, stmt: StmtId) -> bool {
    match &context.code.stmts[stmt].kind {
        StmtKind::Expr(expr) => pure::is_safe(context, *expr),
        StmtKind::Local(declaration) => {
            declaration.declarators.iter().filter_map(|d| d.init).all(|init| pure::is_safe(context, init))
        }
        _ => false,
    }
}
