//! Statements: SAN SDL RSR GLR, as Mothra has them.

use super::super::super::candidate::{Candidate, Edit};
use super::super::super::context::Context;
use super::super::super::insert::{append, held, put, trap};
use super::super::super::patch::Patch;
use super::super::statement::{delete_statement, with_statement};
use crate::jvm::value::PrimitiveType;
use crate::sema::load::TRAP;
use crate::sema::program::{Assertions, MethodSource};
use crate::sema::types::Ty;
use crate::syntax::Child;
use crate::syntax::digest::Parent;
use crate::syntax::tree::{ExprKind, ExprList, Ident, Literal, Name, Span, StmtId, StmtKind};

/// A trap in front of each statement.
pub fn san(context: &Context, out: &mut Vec<Candidate>) {
    for stmt in statements(context) {
        let is_block = matches!(context.code.stmts[stmt].kind, StmtKind::Block(_));
        if !is_block && !is_head(context, stmt) {
            out.extend(trapped(context, stmt));
        }
    }
}

fn trapped(context: &Context, stmt: StmtId) -> Option<Candidate> {
    use super::super::super::insert::Held;
    let code = context.code;
    let span = code.stmts[stmt].span;
    let start = Span::new(span.start, span.start);
    let mut patch = Patch::default();
    let call = trap(&mut patch, code, start, "now", ExprList::new());
    let call = append(&mut patch, code, start, call);
    let now = patch.append_stmt(code, start, StmtKind::Expr(call));
    let text = format!("{}.{}.now(); ", TRAP.0, TRAP.1);
    let held = held(context, stmt)?;
    let edit = match held {
        Held::Block(_) | Held::Group(..) => Edit::Text { span: start, replacement: text.into() },
        Held::Branch(_) => {
            let own = context.source.slice(span);
            Edit::Text { span, replacement: format!("{{ {text}{own} }}").into() }
        }
    };
    put(context, patch, held, stmt, [now, stmt], edit)
}

/// One statement less.
pub fn sdl(context: &Context, out: &mut Vec<Candidate>) {
    for stmt in statements(context) {
        let stays = matches!(context.code.stmts[stmt].kind, StmtKind::Block(_) | StmtKind::Return(_));
        if !stays && !is_head(context, stmt) {
            out.extend(delete_statement(context, stmt));
        }
    }
}

/// A `return` in place of each statement, with the value that a variable of the type has to begin with.
pub fn rsr(context: &Context, out: &mut Vec<Candidate>) {
    let MethodSource::Code(_) = context.program.methods[context.method].source else { return };
    let Some(value) = initial(context.program.methods[context.method].return_type) else { return };
    for stmt in statements(context) {
        let is_block = matches!(context.code.stmts[stmt].kind, StmtKind::Block(_));
        if !is_block && !is_head(context, stmt) && !is_in_lambda(context, stmt) {
            out.push(returned(context, stmt, value.as_ref()));
        }
    }
}

fn returned(context: &Context, stmt: StmtId, value: Option<&Literal>) -> Candidate {
    let code = context.code;
    let span = code.stmts[stmt].span;
    let start = Span::new(span.start, span.start);
    let mut patch = Patch::default();
    let text = value.map(|value| format!(" {}", crate::syntax::print::literal(value))).unwrap_or_default();
    let value = value.map(|value| append(&mut patch, code, start, ExprKind::Literal(value.clone())));
    let kind = StmtKind::Return(value);
    // Behind a plain `return` nothing could be reached.
    let is_last = matches!(code.stmts[stmt].kind, StmtKind::Return(_) | StmtKind::Throw(_));
    let (kind, text) = if is_last {
        (kind, format!("return{text};"))
    } else {
        let then = patch.append_stmt(code, start, kind);
        let condition = append(&mut patch, code, start, ExprKind::Literal(Literal::Boolean(true)));
        let only = patch.append_stmt(code, start, StmtKind::If { condition, then, otherwise: None });
        (StmtKind::Block(vec![only]), format!("{{ if (true) return{text}; }}"))
    };
    patch.replace_stmt(code, stmt, kind);
    Candidate { patch, edit: Edit::Text { span, replacement: text.into() } }
}

/// `None` where the type has no such value; inside, `None` for a method without a result.
fn initial(ty: Ty) -> Option<Option<Literal>> {
    Some(match ty {
        Ty::Void => None,
        Ty::Primitive(PrimitiveType::Boolean) => Some(Literal::Boolean(false)),
        Ty::Primitive(_) => Some(Literal::Int("0".into())),
        Ty::Class(_) | Ty::Array(_) => Some(Literal::Null),
        Ty::Null | Ty::Unknown => return None,
    })
}

/// `break` and `continue` to another statement around them.
pub fn glr(context: &Context, out: &mut Vec<Candidate>) {
    for stmt in statements(context) {
        let (own, is_break) = match &context.code.stmts[stmt].kind {
            StmtKind::Break(label) => (label, true),
            StmtKind::Continue(label) => (label, false),
            _ => continue,
        };
        let (labels, innermost) = around(context, stmt, is_break);
        let target = own.as_ref().map(|label| label.name.clone()).or_else(|| innermost.clone());
        for label in labels.into_iter().filter(|label| Some(label) != target.as_ref()) {
            out.push(jump(context, stmt, is_break, Some(label)));
        }
        // The label of the statement that an unlabelled jump leaves says the same.
        if own.is_some() && innermost != target {
            out.push(jump(context, stmt, is_break, None));
        }
    }
}

fn jump(context: &Context, stmt: StmtId, is_break: bool, label: Option<Name>) -> Candidate {
    let span = context.code.stmts[stmt].span;
    let word = if is_break { "break" } else { "continue" };
    let text = label.as_ref().map_or_else(|| format!("{word};"), |label| format!("{word} {label};"));
    let label = label.map(|name| Ident { name, span: Span::new(span.start, span.start) });
    let kind = if is_break { StmtKind::Break(label) } else { StmtKind::Continue(label) };
    with_statement(context, stmt, kind, Edit::Text { span, replacement: text.into() })
}

/// The labels around a jump, innermost first, and that of the statement which it leaves without one.
fn around(context: &Context, stmt: StmtId, is_break: bool) -> (Vec<Name>, Option<Name>) {
    let mut labels = Vec::new();
    let mut innermost: Option<Option<Name>> = None;
    let mut is_left = false;
    let mut at = stmt;
    while let Parent::Stmt(parent) = context.digests.stmt_parent(at) {
        match &context.code.stmts[parent].kind {
            StmtKind::Labeled { label, .. } => {
                labels.push(label.name.clone());
                if is_left && innermost.is_none() {
                    innermost = Some(Some(label.name.clone()));
                }
            }
            kind => {
                if is_left && innermost.is_none() {
                    innermost = Some(None);
                }
                let is_loop = matches!(
                    kind,
                    StmtKind::While { .. }
                        | StmtKind::Do { .. }
                        | StmtKind::For { .. }
                        | StmtKind::ForEach { .. }
                );
                is_left |= is_loop || is_break && matches!(kind, StmtKind::Switch { .. });
            }
        }
        at = parent;
    }
    (labels, innermost.flatten())
}

/// All statements in the order of the source.
pub(super) fn statements(context: &Context) -> Vec<StmtId> {
    let mut found = Vec::new();
    for child in context.code.root.children() {
        // The method's own block is none.
        if let Child::Stmt(root) = child {
            below(context, Child::Stmt(root), &mut found);
        }
    }
    found.retain(|&stmt| context.digests.stmt_parent(stmt) != Parent::Root);
    found
}

fn below(context: &Context, node: Child, found: &mut Vec<StmtId>) {
    let children = match node {
        Child::Stmt(stmt) => {
            let kind = &context.code.stmts[stmt].kind;
            if matches!(kind, StmtKind::Assert { .. }) && context.program.assertions == Assertions::OnOrOff {
                return;
            }
            found.push(stmt);
            kind.children()
        }
        Child::Expr(expr) => context.kind(expr).children(),
    };
    children.into_iter().for_each(|child| below(context, child, found));
}

/// Parts of the head of a `for`, empty statements, and what must stand first or declares a type.
fn is_head(context: &Context, stmt: StmtId) -> bool {
    let is_fixed = matches!(
        context.code.stmts[stmt].kind,
        StmtKind::Empty
            | StmtKind::ConstructorCall { .. }
            | StmtKind::LocalType(_)
            | StmtKind::Unsupported(_)
    );
    is_fixed
        || matches!(context.digests.stmt_parent(stmt), Parent::Stmt(holder)
            if matches!(&context.code.stmts[holder].kind, StmtKind::For { body, .. } if *body != stmt))
}

/// A `return` there is one of the lambda.
fn is_in_lambda(context: &Context, stmt: StmtId) -> bool {
    let mut at = Child::Stmt(stmt);
    loop {
        let parent = match at {
            Child::Stmt(id) => context.digests.stmt_parent(id),
            Child::Expr(id) => context.digests.expr_parent(id),
        };
        at = match parent {
            Parent::Root => return false,
            Parent::Stmt(id) => Child::Stmt(id),
            Parent::Expr(id) if matches!(context.kind(id), ExprKind::Lambda(_)) => return true,
            Parent::Expr(id) => Child::Expr(id),
        };
    }
}
