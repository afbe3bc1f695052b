//! Visits a method's expressions in source order, as OPERATORS.md has it: `do` bodies before their condition,
//! `for` as init, condition, update, body. Places inside `assert` are not
//! visited unless assertions are on.

use super::context::Context;
use crate::sema::program::Assertions;
use crate::syntax::tree::{ExprId, StmtId, StmtKind};
use crate::syntax::{Child, Children};

/// A walk of one operator. What it does not override goes everywhere.
pub trait Walk<'a> {
    fn context(&self) -> &Context<'a>;

    /// Visits an expression; whoever overrides this decides which children to visit, and when.
    fn expr(&mut self, id: ExprId) {
        self.children(id);
    }

    /// Called where a statement starts, before anything in it is visited.
    fn statement_starts(&mut self) {}

    /// Whether init, condition and updates of `for` are visited.
    fn enters_for_headers(&self) -> bool {
        true
    }

    fn children(&mut self, id: ExprId) {
        let children = self.context().kind(id).children();
        self.visit_all(children);
    }

    fn visit_all(&mut self, children: Children) {
        for child in children {
            match child {
                Child::Expr(id) => self.expr(id),
                Child::Stmt(id) => self.stmt(id),
            }
        }
    }

    fn stmt(&mut self, id: StmtId) {
        self.statement_starts();
        let code = self.context().code;
        match &code.stmts[id].kind {
            StmtKind::Assert { .. } if self.context().program.assertions == Assertions::OnOrOff => {}
            StmtKind::For { body, .. } if !self.enters_for_headers() => self.stmt(*body),
            kind => self.visit_all(kind.children()),
        }
    }

    fn method(&mut self) {
        let root = self.context().code.root.children();
        self.visit_all(root);
    }
}

/// Walks the whole method, visiting each expression after its children.
pub fn children_first(context: &Context<'_>, visit: impl FnMut(ExprId)) {
    struct ChildrenFirst<'c, 'a, F> {
        context: &'c Context<'a>,
        visit: F,
    }
    impl<'a, F: FnMut(ExprId)> Walk<'a> for ChildrenFirst<'_, 'a, F> {
        fn context(&self) -> &Context<'a> {
            self.context
        }
        fn expr(&mut self, id: ExprId) {
            self.children(id);
            (self.visit)(id);
        }
    }
    ChildrenFirst { context, visit }.method();
}

/// Walks the method from the top; `visit` says whether to go on below an expression.
pub fn from_the_top(context: &Context<'_>, visit: impl FnMut(ExprId) -> bool) {
    struct FromTheTop<'c, 'a, F> {
        context: &'c Context<'a>,
        visit: F,
    }
    impl<'a, F: FnMut(ExprId) -> bool> Walk<'a> for FromTheTop<'_, 'a, F> {
        fn context(&self) -> &Context<'a> {
            self.context
        }
        fn expr(&mut self, id: ExprId) {
            if (self.visit)(id) {
                self.children(id);
            }
        }
    }
    FromTheTop { context, visit }.method();
}
