//! What statements and expressions are made of: their direct expressions and statements, in order.

use crate::sema::typed_tree::{ExprId, ExprKind, StmtId, StmtKind, Switch, SwitchGroup};

/// The expressions and the statements of a statement, in order.
pub fn of_statement(kind: &StmtKind) -> (Vec<ExprId>, Vec<StmtId>) {
    match kind {
        StmtKind::Block(list) => (Vec::new(), list.clone()),
        StmtKind::Locals(list) => (list.iter().filter_map(|&(_, init)| init).collect(), Vec::new()),
        StmtKind::Empty | StmtKind::Break { .. } | StmtKind::Continue { .. } => (Vec::new(), Vec::new()),
        StmtKind::Expr(e) | StmtKind::Throw(e) => (vec![*e], Vec::new()),
        StmtKind::Return(value) => (value.iter().copied().collect(), Vec::new()),
        StmtKind::If { condition, then, otherwise } => {
            (vec![*condition], std::iter::once(*then).chain(*otherwise).collect())
        }
        StmtKind::While { condition, body } | StmtKind::Do { body, condition } => {
            (vec![*condition], vec![*body])
        }
        StmtKind::For { init, condition, update, body } => {
            let stmts = init.iter().chain(update).chain([body]).copied().collect();
            (condition.iter().copied().collect(), stmts)
        }
        StmtKind::ForEach { array, value, body, .. } => (vec![*array, *value], vec![*body]),
        StmtKind::Labeled { body, .. } => (Vec::new(), vec![*body]),
        StmtKind::Switch(switch) => (vec![switch.selector], of_switch(switch)),
        StmtKind::Yield { value, .. } => (vec![*value], Vec::new()),
        StmtKind::Try(own) => {
            let catches = own.catches.iter().map(|c| c.body);
            (Vec::new(), std::iter::once(own.body).chain(catches).chain(own.finally).collect())
        }
        StmtKind::Assert { condition, message } => {
            (std::iter::once(*condition).chain(*message).collect(), Vec::new())
        }
        StmtKind::ConstructorCall { arguments, .. } => (arguments.clone(), Vec::new()),
    }
}

fn of_switch(switch: &Switch) -> Vec<StmtId> {
    switch.groups.iter().flat_map(|SwitchGroup { body, .. }| body.iter().copied()).collect()
}

/// The operands of an expression; the statements of a `switch`.
pub fn of_expression(kind: &ExprKind) -> (Vec<ExprId>, Vec<StmtId>) {
    if let ExprKind::Switch(switch) = kind {
        return (vec![switch.selector], of_switch(switch));
    }
    let mut operands = Vec::new();
    kind.each_operand(|operand| operands.push(operand));
    (operands, Vec::new())
}
