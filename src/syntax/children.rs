//! The direct children of each kind of node, in source order: the one place that lists them.

use super::tree::{ExprId, ExprKind, GroupBody, StmtId, StmtKind, SwitchBody, SwitchLabel};

/// A child of an expression or statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Child {
    Expr(ExprId),
    Stmt(StmtId),
}

impl ExprKind {
    /// Calls `visit` for each direct child.
    pub fn for_each_child(&self, visit: &mut impl FnMut(Child)) {
        let mut expr = |id: &ExprId| visit(Child::Expr(*id));
        match self {
            Self::Literal(_)
            | Self::Name(_)
            | Self::This
            | Self::Super { .. }
            | Self::ClassLiteral(_)
            | Self::Unsupported(_) => {}
            Self::Field { target, name: _ } => expr(target),
            Self::Call { target, name: _, arguments } => target.iter().chain(arguments).for_each(expr),
            Self::New { class: _, arguments } => arguments.iter().for_each(expr),
            Self::NewArray { ty: _, lengths } => lengths.iter().for_each(expr),
            Self::NewArrayOf { ty: _, init } => expr(init),
            Self::ArrayInitializer(elements) => elements.iter().for_each(expr),
            Self::Index { array, index } => [array, index].into_iter().for_each(expr),
            Self::Unary { op: _, operand }
            | Self::IncDec { op: _, operand }
            | Self::Cast { ty: _, operand }
            | Self::InstanceOf { operand, ty: _, binding: _ } => expr(operand),
            Self::Binary { op: _, left, right } => [left, right].into_iter().for_each(expr),
            Self::Assign { target, op: _, value } => [target, value].into_iter().for_each(expr),
            Self::Conditional { condition, then, otherwise } => {
                [condition, then, otherwise].into_iter().for_each(expr);
            }
            Self::Switch { selector, body } => {
                expr(selector);
                body.for_each_child(visit);
            }
        }
    }
}

impl StmtKind {
    /// Calls `visit` for each direct child.
    pub fn for_each_child(&self, visit: &mut impl FnMut(Child)) {
        match self {
            Self::Empty | Self::Break(_) | Self::Continue(_) | Self::Unsupported(_) => {}
            Self::Block(statements) => statements.iter().for_each(|id| visit(Child::Stmt(*id))),
            Self::Local(local) => {
                let inits = local.declarators.iter().filter_map(|declarator| declarator.init);
                inits.for_each(|id| visit(Child::Expr(id)));
            }
            Self::Expr(expr) | Self::Yield(expr) | Self::Throw(expr) => visit(Child::Expr(*expr)),
            Self::Return(value) => value.iter().for_each(|id| visit(Child::Expr(*id))),
            Self::If { condition, then, otherwise } => {
                visit(Child::Expr(*condition));
                visit(Child::Stmt(*then));
                otherwise.iter().for_each(|id| visit(Child::Stmt(*id)));
            }
            Self::While { condition, body } => {
                visit(Child::Expr(*condition));
                visit(Child::Stmt(*body));
            }
            Self::Do { body, condition } => {
                visit(Child::Stmt(*body));
                visit(Child::Expr(*condition));
            }
            Self::For { init, condition, update, body } => {
                init.iter().for_each(|id| visit(Child::Stmt(*id)));
                condition.iter().for_each(|id| visit(Child::Expr(*id)));
                update.iter().for_each(|id| visit(Child::Stmt(*id)));
                visit(Child::Stmt(*body));
            }
            Self::ForEach { variable: _, iterable, body } => {
                visit(Child::Expr(*iterable));
                visit(Child::Stmt(*body));
            }
            Self::Labeled { label: _, body } => visit(Child::Stmt(*body)),
            Self::Switch { selector, body } => {
                visit(Child::Expr(*selector));
                body.for_each_child(visit);
            }
            Self::Try(parts) => {
                visit(Child::Stmt(parts.body));
                parts.catches.iter().for_each(|catch| visit(Child::Stmt(catch.body)));
                parts.finally.iter().for_each(|id| visit(Child::Stmt(*id)));
            }
            Self::Assert { condition, message } => {
                visit(Child::Expr(*condition));
                message.iter().for_each(|id| visit(Child::Expr(*id)));
            }
            Self::ConstructorCall { target: _, arguments } => {
                arguments.iter().for_each(|id| visit(Child::Expr(*id)));
            }
        }
    }
}

impl SwitchBody {
    /// Calls `visit` for each direct child of the switch but its selector.
    pub fn for_each_child(&self, visit: &mut impl FnMut(Child)) {
        for group in &self.groups {
            for label in &group.labels {
                match label {
                    SwitchLabel::Case(constant) => visit(Child::Expr(*constant)),
                    SwitchLabel::Default => {}
                }
            }
            match &group.body {
                GroupBody::Colon(statements) => statements.iter().for_each(|id| visit(Child::Stmt(*id))),
                GroupBody::Arrow(statement) => visit(Child::Stmt(*statement)),
                GroupBody::ArrowExpr(expr) => visit(Child::Expr(*expr)),
            }
        }
    }
}
