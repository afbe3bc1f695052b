//! Visits a method for its decisions and their atoms, as javac makes jumps of them, so that they are what JaCoCo counts.
//!
//! javac makes a jump where a *condition* is asked for (of `if`, `while`, `do`, `for` and `?:`, and of the operands of `&&`,
//! `||` and `!` wherever these stand), and where a comparison is asked for its *value*. What it knows to be constant makes
//! none. A boolean that is only stored or handed on (`return flag;`, `a & b`, `x instanceof T`) makes none either.

use crate::goal::plant::Plan;
use crate::jvm::operator::UnaryOperator;
use crate::mutate::context::Context;
use crate::sema::program::Assertions;
use crate::syntax::Child;
use crate::syntax::digest::Parent;
use crate::syntax::tree::{BinaryOp, ExprId, ExprKind, Root, StmtId, StmtKind};

/// What a criterion makes of the places.
pub(super) trait Visit {
    /// A whole condition, or the largest expression around a comparison or a connective whose value is asked for.
    fn decision(&mut self, _: &mut Plan<'_, '_>, _: ExprId) {}

    /// A part of a decision that makes a jump and is made of no such parts.
    fn atom(&mut self, _: &mut Plan<'_, '_>, _: ExprId) {}

    fn switch(&mut self, _: &mut Plan<'_, '_>, _: Parent, _: ExprId) {}

    fn for_each(&mut self, _: &mut Plan<'_, '_>, _: StmtId) {}
}

/// What is asked of an expression.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Asked {
    /// Its value.
    Value,
    /// A jump; it is no part of a larger decision.
    Condition,
    /// A jump, as a part of a decision.
    Part,
}

pub(super) fn visit(plan: &mut Plan<'_, '_>, visit: &mut impl Visit) {
    let Root::Block(root) = plan.context.code.root else { return };
    Walk { plan, visit }.stmt(root);
}

struct Walk<'w, 'p, 'c, 'a, V> {
    plan: &'w mut Plan<'c, 'a>,
    visit: &'p mut V,
}

impl<'a, V: Visit> Walk<'_, '_, '_, 'a, V> {
    fn context(&self) -> Context<'a> {
        *self.plan.context
    }

    fn stmt(&mut self, id: StmtId) {
        let context = self.context();
        match &context.code.stmts[id].kind {
            StmtKind::If { condition, then, otherwise } => {
                self.expr(*condition, Asked::Condition);
                self.stmt(*then);
                otherwise.iter().for_each(|&stmt| self.stmt(stmt));
            }
            StmtKind::While { condition, body } => {
                self.expr(*condition, Asked::Condition);
                self.stmt(*body);
            }
            StmtKind::Do { body, condition } => {
                self.stmt(*body);
                self.expr(*condition, Asked::Condition);
            }
            StmtKind::For { init, condition, update, body } => {
                init.iter().for_each(|&stmt| self.stmt(stmt));
                condition.iter().for_each(|&condition| self.expr(condition, Asked::Condition));
                update.iter().for_each(|&stmt| self.stmt(stmt));
                self.stmt(*body);
            }
            StmtKind::ForEach { iterable, body, .. } => {
                self.expr(*iterable, Asked::Value);
                self.visit.for_each(self.plan, id);
                self.stmt(*body);
            }
            StmtKind::Switch { selector, .. } => {
                self.expr(*selector, Asked::Value);
                self.visit.switch(self.plan, Parent::Stmt(id), *selector);
                self.rest(context.code.stmts[id].kind.children(), *selector);
            }
            StmtKind::Assert { .. } if context.program.assertions == Assertions::OnOrOff => {}
            StmtKind::LocalType(_) => {}
            kind => self.all(kind.children()),
        }
    }

    fn all(&mut self, children: crate::syntax::Children) {
        for child in children {
            match child {
                Child::Expr(id) => self.expr(id, Asked::Value),
                Child::Stmt(id) => self.stmt(id),
            }
        }
    }

    /// The groups of a `switch`, but for their constants.
    fn rest(&mut self, children: crate::syntax::Children, selector: ExprId) {
        for child in children {
            match child {
                Child::Expr(id) if id == selector => {}
                Child::Expr(id) => self.expr(id, Asked::Value),
                Child::Stmt(id) => self.stmt(id),
            }
        }
    }

    fn expr(&mut self, id: ExprId, asked: Asked) {
        let context = self.context();
        if context.typed(id).is_some_and(|typed| typed.constant.is_some()) {
            return;
        }
        let kind = context.kind(id);
        let is_boolean = context.is_boolean(id);
        let is_connective = matches!(
            kind,
            ExprKind::Binary { op: BinaryOp::AndAnd | BinaryOp::OrOr, .. }
                | ExprKind::Unary { op: UnaryOperator::Not, .. }
        );
        let is_comparison =
            matches!(kind, ExprKind::Binary { op: BinaryOp::Strict(op), .. } if op.is_comparison());
        if asked == Asked::Condition || asked == Asked::Value && (is_connective || is_comparison) {
            self.visit.decision(self.plan, id);
        }
        match *kind {
            ExprKind::Binary { op: BinaryOp::AndAnd | BinaryOp::OrOr, left, right } => {
                self.expr(left, Asked::Part);
                self.expr(right, Asked::Part);
            }
            ExprKind::Unary { op: UnaryOperator::Not, operand } => self.expr(operand, Asked::Part),
            ExprKind::Conditional { condition, then, otherwise } => {
                let branch = if asked == Asked::Value { Asked::Value } else { Asked::Part };
                self.expr(condition, Asked::Condition);
                self.expr(then, branch);
                self.expr(otherwise, branch);
            }
            ExprKind::Switch { selector, .. } => {
                self.expr(selector, Asked::Value);
                self.visit.switch(self.plan, Parent::Expr(id), selector);
                self.rest(kind.children(), selector);
            }
            ExprKind::Lambda(_) => {}
            _ => {
                // The operands are evaluated first.
                self.all(kind.children());
                let is_jump =
                    is_comparison || asked != Asked::Value && (is_boolean || context.typed(id).is_some());
                if is_jump {
                    self.visit.atom(self.plan, id);
                }
            }
        }
    }
}
