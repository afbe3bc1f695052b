//! The group of a `switch` that a mutant deletes. A `switch` has thousands of groups, and as many such mutants: so the
//! deleted group is taken out of the typed body, where the rest stands as it was attributed.
//!
//! That is the mutant's own typed body if nothing else hangs on the group:
//!
//! - it declares nothing that the groups behind it name;
//! - the `switch` is a statement, and no part of an expression, whose type and cases would be judged with it.
//!
//! What hangs on the way through the body (what can be reached, and is assigned there) is for the flow rules to say.

use crate::index::Id as _;
use crate::sema::typed_tree::{self as typed, Body, StmtId};
use crate::syntax::Child;
use crate::syntax::tree::{Code, ExprKind, GroupBody, StmtKind, SwitchGroup};

use super::patch::Patch;

/// A group of a typed `switch` statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Group {
    statement: StmtId,
    position: usize,
}

/// The group that a patch deletes, and nothing else. `typed`: the typed statements by those of the code.
pub(super) fn deleted(
    code: &Code,
    original: &Body,
    typed: &[Option<StmtId>],
    patch: &Patch,
) -> Option<Group> {
    let (id, stmt) = patch.only_statement()?;
    let (StmtKind::Switch { selector, body }, StmtKind::Switch { selector: same, body: rest }) =
        (&code.stmts[id].kind, &stmt.kind)
    else {
        return None;
    };
    let position = body.groups.iter().zip(&rest.groups).take_while(|(a, b)| a == b).count();
    let group = body.groups.get(position)?;
    if selector != same || rest.groups[position..] != body.groups[position + 1..] || !is_plain(code, group) {
        return None;
    }
    let statement = typed[id.index()]?;
    match &original.stmts[statement].kind {
        typed::StmtKind::Switch(switch) if switch.groups.len() == body.groups.len() => {
            Some(Group { statement, position })
        }
        _ => None,
    }
}

/// Whether it declares nothing.
fn is_plain(code: &Code, group: &SwitchGroup) -> bool {
    let mut pending: Vec<Child> = match &group.body {
        GroupBody::Colon(list) => list.iter().copied().map(Child::Stmt).collect(),
        GroupBody::Arrow(stmt) => vec![Child::Stmt(*stmt)],
        GroupBody::ArrowExpr(_) => return false,
    };
    while let Some(child) = pending.pop() {
        match child {
            Child::Stmt(id) => match &code.stmts[id].kind {
                StmtKind::Block(_)
                | StmtKind::Empty
                | StmtKind::Expr(_)
                | StmtKind::If { .. }
                | StmtKind::While { .. }
                | StmtKind::Do { .. }
                | StmtKind::Break(_)
                | StmtKind::Continue(_)
                | StmtKind::Return(_)
                | StmtKind::Throw(_) => pending.extend(code.stmts[id].kind.children()),
                _ => return false,
            },
            Child::Expr(id) if matches!(code.exprs[id].kind, ExprKind::Switch { .. }) => return false,
            Child::Expr(id) => pending.extend(code.exprs[id].kind.children()),
        }
    }
    true
}

/// Whether no `switch` is part of an expression.
pub(super) fn are_statements(body: &Body) -> bool {
    !body.exprs.iter().any(|expr| matches!(expr.kind, typed::ExprKind::Switch(_)))
}

/// Takes a group of the very body out, until it is put back.
pub(super) fn take_out(body: &mut Body, Group { statement, position }: Group) -> Option<typed::SwitchGroup> {
    match &mut body.stmts[statement].kind {
        typed::StmtKind::Switch(switch) if position < switch.groups.len() => {
            Some(switch.groups.remove(position))
        }
        _ => None,
    }
}

pub(super) fn put_back(body: &mut Body, Group { statement, position }: Group, group: typed::SwitchGroup) {
    if let typed::StmtKind::Switch(switch) = &mut body.stmts[statement].kind {
        switch.groups.insert(position, group);
    }
}
