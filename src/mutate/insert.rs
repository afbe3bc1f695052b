//! Where a new statement can stand beside another one, and calls of the trap's methods.

use std::sync::Arc;

use super::candidate::{Candidate, Edit};
use super::context::Context;
use super::patch::Patch;
use crate::sema::load::TRAP;
use crate::syntax::digest::Parent;
use crate::syntax::tree::{
    Code, Expr, ExprId, ExprKind, ExprList, GroupBody, Ident, Span, StmtId, StmtKind, SwitchBody,
};

/// A list of statements, or the one statement that stands in the place of one.
pub enum Held {
    Block(StmtId),
    /// The statement of which it is a branch or the body.
    Branch(StmtId),
    Group(Parent, usize),
}

/// A call of a method of the trap's class.
pub fn trap(patch: &mut Patch, code: &Code, at: Span, method: &str, arguments: ExprList) -> ExprKind {
    let start = Span::new(at.start, at.start);
    let ident = |name: &str| Ident { name: name.into(), span: start };
    let package = append(patch, code, start, ExprKind::Name(TRAP.0.into()));
    let class = append(patch, code, start, ExprKind::Field { target: package, name: ident(TRAP.1) });
    ExprKind::Call { target: Some(class), name: ident(method), arguments }
}

pub fn append(patch: &mut Patch, code: &Code, span: Span, kind: ExprKind) -> ExprId {
    patch.append_new(code, Expr { kind, span, outer: span })
}

/// Two statements in the place of one of them.
pub fn put(
    context: &Context<'_>,
    mut patch: Patch,
    held: Held,
    stmt: StmtId,
    pair: [StmtId; 2],
    edit: Edit,
) -> Option<Candidate> {
    let code = context.code;
    let with_pair = |list: &[StmtId]| -> Vec<StmtId> {
        list.iter().flat_map(|&s| if s == stmt { pair.to_vec() } else { vec![s] }).collect()
    };
    match held {
        Held::Block(block) => {
            let StmtKind::Block(list) = &code.stmts[block].kind else { return None };
            patch.replace_stmt(code, block, StmtKind::Block(with_pair(list)));
        }
        Held::Branch(holder) => {
            let block = patch.append_stmt(code, code.stmts[stmt].span, StmtKind::Block(pair.to_vec()));
            let swap = |id: &mut StmtId| {
                if *id == stmt {
                    *id = block;
                }
            };
            let mut kind = code.stmts[holder].kind.clone();
            match &mut kind {
                StmtKind::If { then, otherwise, .. } => {
                    swap(then);
                    otherwise.iter_mut().for_each(swap);
                }
                StmtKind::While { body, .. }
                | StmtKind::Do { body, .. }
                | StmtKind::For { body, .. }
                | StmtKind::ForEach { body, .. } => swap(body),
                _ => return None,
            }
            patch.replace_stmt(code, holder, kind);
        }
        Held::Group(holder, group) => {
            let mut body = switch_body(context, holder)?.clone();
            let GroupBody::Colon(list) = &body.groups[group].body else { return None };
            let list = with_pair(list);
            Arc::make_mut(&mut body.groups[group]).body = GroupBody::Colon(list);
            replace_switch(context, &mut patch, holder, body)?;
        }
    }
    Some(Candidate { patch, edit })
}

/// Where a statement is held; of what a label names, the labelled one.
pub fn held(context: &Context<'_>, stmt: StmtId) -> Option<Held> {
    let parent = context.digests.stmt_parent(stmt);
    match parent {
        Parent::Root => None,
        Parent::Stmt(holder) => match &context.code.stmts[holder].kind {
            StmtKind::Block(_) => Some(Held::Block(holder)),
            StmtKind::If { .. } | StmtKind::While { .. } | StmtKind::Do { .. } | StmtKind::ForEach { .. } => {
                Some(Held::Branch(holder))
            }
            StmtKind::For { body, .. } => (*body == stmt).then_some(Held::Branch(holder)),
            StmtKind::Switch { body, .. } => group_of(body, stmt).map(|group| Held::Group(parent, group)),
            _ => None,
        },
        Parent::Expr(holder) => match context.kind(holder) {
            ExprKind::Switch { body, .. } => group_of(body, stmt).map(|group| Held::Group(parent, group)),
            _ => None,
        },
    }
}

fn group_of(body: &SwitchBody, stmt: StmtId) -> Option<usize> {
    body.groups.iter().position(|group| matches!(&group.body, GroupBody::Colon(list) if list.contains(&stmt)))
}

/// The body of a `switch`, statement or expression.
pub fn switch_body<'a>(context: &Context<'a>, holder: Parent) -> Option<&'a SwitchBody> {
    match holder {
        Parent::Stmt(id) => match &context.code.stmts[id].kind {
            StmtKind::Switch { body, .. } => Some(body),
            _ => None,
        },
        Parent::Expr(id) => match context.kind(id) {
            ExprKind::Switch { body, .. } => Some(body),
            _ => None,
        },
        Parent::Root => None,
    }
}

pub fn replace_switch(
    context: &Context<'_>,
    patch: &mut Patch,
    holder: Parent,
    body: SwitchBody,
) -> Option<()> {
    match holder {
        Parent::Stmt(id) => {
            let StmtKind::Switch { selector, .. } = context.code.stmts[id].kind else { return None };
            patch.replace_stmt(context.code, id, StmtKind::Switch { selector, body: Box::new(body) });
        }
        Parent::Expr(id) => {
            let ExprKind::Switch { selector, .. } = *context.kind(id) else { return None };
            patch.replace(context.code, id, ExprKind::Switch { selector, body: Box::new(body) });
        }
        Parent::Root => return None,
    }
    Some(())
}
