//! SDL: deletion of statements, conditions, updates and `switch` groups.
//!
//! A list is what stands in braces, a `switch` group's statements, or the single statement that is a branch or
//! a loop's body without braces. Order: the list, the conditions, then inner lists.

use std::sync::Arc;

use super::super::candidate::{Candidate, Edit};
use super::super::context::Context;
use super::super::patch::Patch;
use crate::jvm::value::{JavaString, PrimitiveType};
use crate::sema::program::Assertions;
use crate::sema::types::Ty;
use crate::syntax::Child;
use crate::syntax::digest::Parent;
use crate::syntax::tree::{
    ExprId, ExprKind, GroupBody, Literal, Root, Span, StmtId, StmtKind, SwitchBody, SwitchGroup,
};

pub fn sdl(context: &Context, out: &mut Vec<Candidate>) {
    if let Root::Block(body) = context.code.root {
        let mut deletion = Sdl { context, out };
        deletion.list(body);
        deletion.inside(body);
    }
}

struct Sdl<'c, 'a, 'o> {
    context: &'c Context<'a>,
    out: &'o mut Vec<Candidate>,
}

impl<'a> Sdl<'_, 'a, '_> {
    fn kind(&self, id: StmtId) -> &'a StmtKind {
        &self.context.code.stmts[id].kind
    }

    /// Deletes each statement of the list that `body` is: in braces, or a single statement.
    fn list(&mut self, body: StmtId) {
        match self.kind(body) {
            StmtKind::Block(list) => self.each(list),
            _ => self.each(&[body]),
        }
    }

    fn each(&mut self, list: &[StmtId]) {
        for &statement in list {
            let stays = matches!(
                self.kind(statement),
                StmtKind::Local(_)
                    | StmtKind::LocalType(_)
                    | StmtKind::Return(_)
                    | StmtKind::Try(_)
                    | StmtKind::Empty
                    | StmtKind::ConstructorCall { .. }
            );
            if !stays {
                self.out.extend(delete_statement(self.context, statement));
            }
        }
    }

    /// What is below the list that `body` is.
    fn inside(&mut self, body: StmtId) {
        match self.kind(body) {
            StmtKind::Block(list) => {
                for &statement in list {
                    self.statement(statement);
                }
            }
            _ => self.statement(body),
        }
    }

    fn statement(&mut self, id: StmtId) {
        match self.kind(id) {
            StmtKind::Block(_) => {
                self.list(id);
                self.inside(id);
            }
            StmtKind::If { condition, then, otherwise } => {
                self.list(*then);
                self.always(*condition);
                if let Some(otherwise) = otherwise {
                    self.list(*otherwise);
                }
                self.expr(*condition);
                self.inside(*then);
                if let Some(otherwise) = otherwise {
                    self.inside(*otherwise);
                }
            }
            StmtKind::While { condition, body } => {
                self.list(*body);
                self.always(*condition);
                self.expr(*condition);
                self.inside(*body);
            }
            StmtKind::For { condition, update, body, .. } => {
                self.list(*body);
                self.without_condition(id, *condition);
                self.without_updates(id, update);
                self.header(id, *body);
                self.inside(*body);
            }
            StmtKind::Do { body, .. } | StmtKind::ForEach { body, .. } | StmtKind::Labeled { body, .. } => {
                self.list(*body);
                self.header(id, *body);
                self.inside(*body);
            }
            StmtKind::Switch { selector, body } => {
                self.expr(*selector);
                self.switch(Child::Stmt(id), body);
            }
            StmtKind::Try(parts) => {
                let catches = parts.catches.iter().map(|catch| catch.body);
                let lists: Vec<_> = std::iter::once(parts.body).chain(catches).chain(parts.finally).collect();
                lists.iter().for_each(|list| self.list(*list));
                lists.iter().for_each(|list| self.inside(*list));
            }
            StmtKind::Return(Some(value)) => {
                self.constants(*value);
                self.expr(*value);
            }
            StmtKind::Assert { .. } if self.context.program.assertions == Assertions::OnOrOff => {}
            _ => self.header(id, id),
        }
    }

    /// The lists of `switch` expressions in a statement's own expressions, `body` left out.
    fn header(&mut self, id: StmtId, body: StmtId) {
        for child in self.kind(id).children() {
            match child {
                Child::Expr(expr) => self.expr(expr),
                Child::Stmt(inner) if inner != body => self.header(inner, inner),
                Child::Stmt(_) => {}
            }
        }
    }

    /// The lists of `switch` expressions in an expression.
    fn expr(&mut self, id: ExprId) {
        let kind = self.context.kind(id);
        if let ExprKind::Switch { selector, body } = kind {
            self.expr(*selector);
            self.switch(Child::Expr(id), body);
            return;
        }
        for child in kind.children() {
            // The block of a lambda.
            if let Child::Stmt(block) = child {
                self.list(block);
                self.inside(block);
            }
            if let Child::Expr(inner) = child {
                self.expr(inner);
            }
        }
    }

    fn switch(&mut self, id: Child, body: &SwitchBody) {
        for group in &body.groups {
            match &group.body {
                GroupBody::Colon(list) => {
                    self.each(list);
                    list.iter().for_each(|statement| self.statement(*statement));
                }
                GroupBody::Arrow(body) => {
                    self.list(*body);
                    self.inside(*body);
                }
                GroupBody::ArrowExpr(value) => self.expr(*value),
            }
        }
        for (n, group) in body.groups.iter().enumerate() {
            let mut rest = body.clone();
            rest.groups.remove(n);
            let text = self.context.source.slice(group.span);
            let end = group.span.start + text.trim_end().len() as u32;
            let edit = Edit::Text { span: Span::new(group.span.start, end), replacement: "".into() };
            self.out.push(with_switch_body(self.context, id, rest, edit));
        }
    }

    /// `true` for a condition.
    fn always(&mut self, condition: ExprId) {
        self.out.push(Candidate::literal(self.context, condition, Literal::Boolean(true)));
    }

    fn without_condition(&mut self, id: StmtId, condition: Option<ExprId>) {
        let (Some(condition), StmtKind::For { init, update, body, .. }) = (condition, self.kind(id)) else {
            return;
        };
        let kind = StmtKind::For { init: init.clone(), condition: None, update: update.clone(), body: *body };
        let span = self.context.code.exprs[condition].outer;
        self.out.push(with_statement(self.context, id, kind, Edit::Text { span, replacement: "".into() }));
    }

    fn without_updates(&mut self, id: StmtId, updates: &[StmtId]) {
        let (Some(first), Some(last)) = (updates.first(), updates.last()) else { return };
        let StmtKind::For { init, condition, body, .. } = self.kind(id) else { return };
        let kind =
            StmtKind::For { init: init.clone(), condition: *condition, update: Vec::new(), body: *body };
        let span = self.context.code.stmts[*first].span.to(self.context.code.stmts[*last].span);
        self.out.push(with_statement(self.context, id, kind, Edit::Text { span, replacement: "".into() }));
    }

    /// Constants for the value of a `return`, by the method's type.
    fn constants(&mut self, value: ExprId) {
        let literals = match self.context.return_type(value) {
            Ty::Primitive(PrimitiveType::Boolean) => {
                vec![Literal::Boolean(true), Literal::Boolean(false)]
            }
            Ty::Primitive(_) => vec![Literal::Int("0".into())],
            Ty::Class(class) if class == self.context.program.well_known.string => {
                vec![Literal::String(JavaString::default())]
            }
            _ => Vec::new(),
        };
        let context = self.context;
        self.out.extend(literals.into_iter().map(|literal| Candidate::literal(context, value, literal)));
    }
}

/// Deletes one statement where it stands: from its list, or, where the syntax wants a statement, by putting an
/// empty one in its place. `None` for the init of a `for`, which is no statement of its own.
pub(super) fn delete_statement(context: &Context, id: StmtId) -> Option<Candidate> {
    let span = context.code.stmts[id].span;
    let nothing = Edit::Text { span, replacement: "".into() };
    match context.digests.stmt_parent(id) {
        Parent::Root => None,
        Parent::Expr(holder) => match context.kind(holder) {
            ExprKind::Switch { body, .. } => delete_in_switch(context, Child::Expr(holder), body, id),
            _ => None,
        },
        Parent::Stmt(holder) => match &context.code.stmts[holder].kind {
            StmtKind::Block(list) => {
                let kind = StmtKind::Block(without(list, id));
                Some(with_statement(context, holder, kind, nothing))
            }
            StmtKind::Switch { body, .. } => delete_in_switch(context, Child::Stmt(holder), body, id),
            StmtKind::For { init, .. } if init.contains(&id) => None,
            StmtKind::For { init, condition, update, body } if update.contains(&id) => {
                let kind = StmtKind::For {
                    init: init.clone(),
                    condition: *condition,
                    update: without(update, id),
                    body: *body,
                };
                let span = span_in_list(context, update, id);
                Some(with_statement(context, holder, kind, Edit::Text { span, replacement: "".into() }))
            }
            _ => {
                let edit = Edit::Text { span, replacement: ";".into() };
                Some(with_statement(context, id, StmtKind::Empty, edit))
            }
        },
    }
}

fn without(list: &[StmtId], id: StmtId) -> Vec<StmtId> {
    list.iter().copied().filter(|other| *other != id).collect()
}

/// A member of a list with commas, with the comma that goes with it.
fn span_in_list(context: &Context, list: &[StmtId], id: StmtId) -> Span {
    let span_of = |id: StmtId| context.code.stmts[id].span;
    let span = span_of(id);
    match list.iter().position(|other| *other == id) {
        Some(0) => list.get(1).map_or(span, |next| Span::new(span.start, span_of(*next).start)),
        Some(n) => Span::new(span_of(list[n - 1]).end, span.end),
        None => span,
    }
}

fn delete_in_switch(context: &Context, holder: Child, body: &SwitchBody, id: StmtId) -> Option<Candidate> {
    let span = context.code.stmts[id].span;
    let n = body.groups.iter().position(|group| match &group.body {
        GroupBody::Colon(list) => list.contains(&id),
        GroupBody::Arrow(own) => *own == id,
        GroupBody::ArrowExpr(_) => false,
    })?;
    let GroupBody::Colon(list) = &body.groups[n].body else {
        let edit = Edit::Text { span, replacement: "{}".into() };
        return Some(with_statement(context, id, StmtKind::Block(Vec::new()), edit));
    };
    let mut rest = body.clone();
    Arc::make_mut(&mut rest.groups[n]).body = GroupBody::Colon(without(list, id));
    merge_empty_group(&mut rest.groups, n);
    Some(with_switch_body(context, holder, rest, Edit::Text { span, replacement: "".into() }))
}

/// Labels without statements belong to the group behind them.
fn merge_empty_group(groups: &mut Vec<Arc<SwitchGroup>>, n: usize) {
    let is_empty = matches!(&groups[n].body, GroupBody::Colon(list) if list.is_empty());
    if is_empty && n + 1 < groups.len() {
        let empty = groups.remove(n);
        let next = Arc::make_mut(&mut groups[n]);
        next.span = empty.span.to(next.span);
        next.labels.splice(0..0, empty.labels.iter().cloned());
    }
}

pub(super) fn with_statement(context: &Context, id: StmtId, kind: StmtKind, edit: Edit) -> Candidate {
    let mut patch = Patch::default();
    patch.replace_stmt(context.code, id, kind);
    Candidate { patch, edit }
}

fn with_switch_body(context: &Context, holder: Child, body: SwitchBody, edit: Edit) -> Candidate {
    let mut patch = Patch::default();
    match holder {
        Child::Expr(id) => {
            if let ExprKind::Switch { selector, .. } = *context.kind(id) {
                patch.replace(context.code, id, ExprKind::Switch { selector, body: Box::new(body) });
            }
        }
        Child::Stmt(id) => {
            if let StmtKind::Switch { selector, .. } = context.code.stmts[id].kind {
                patch.replace_stmt(context.code, id, StmtKind::Switch { selector, body: Box::new(body) });
            }
        }
    }
    Candidate { patch, edit }
}
