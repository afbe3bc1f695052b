//! DER: where the body of a counted loop ends, and whether it is asked for before the first round.

use super::super::super::candidate::{Candidate, Edit};
use super::super::super::context::Context;
use super::super::super::insert::{Held, held, put};
use super::super::super::patch::Patch;
use super::statements::statements;
use crate::syntax::tree::{Span, StmtId, StmtKind};

/// The body's last statement behind the loop; the loop with its condition behind the body (`ONETRIP`).
pub fn der(context: &Context, out: &mut Vec<Candidate>) {
    for stmt in statements(context) {
        if let StmtKind::For { init, condition: Some(condition), update, body } =
            &context.code.stmts[stmt].kind
            && !update.is_empty()
        {
            out.extend(ending_earlier(context, stmt, *body));
            let parts = (init.as_slice(), *condition, update.as_slice(), *body);
            out.extend(one_trip(context, stmt, parts));
        }
    }
}

/// `for (…) { a; b; }` to `for (…) { a; } b;`
fn ending_earlier(context: &Context, stmt: StmtId, body: StmtId) -> Option<Candidate> {
    let code = context.code;
    let StmtKind::Block(list) = &code.stmts[body].kind else { return None };
    let (&last, rest) = list.split_last()?;
    let held = held(context, stmt)?;
    if !matches!(held, Held::Block(_)) {
        return None;
    }
    let moved = code.stmts[last].span;
    let end = code.stmts[stmt].span.end;
    let between = context.source.slice(Span::new(moved.end, end));
    let replacement = format!("{between} {}", context.source.slice(moved));
    let edit = Edit::Text { span: Span::new(moved.start, end), replacement: replacement.into() };
    // The block around comes first: its text is what both changes are in.
    let mut candidate = put(context, Patch::default(), held, stmt, [stmt, last], edit)?;
    candidate.patch.replace_stmt(code, body, StmtKind::Block(rest.to_vec()));
    Some(candidate)
}

/// `for (i; c; u) b` to `{ i; do { b u; } while (c); }`, where no `continue` would leave out `u`.
fn one_trip(
    context: &Context,
    stmt: StmtId,
    (init, condition, update, body): (&[StmtId], crate::syntax::tree::ExprId, &[StmtId], StmtId),
) -> Option<Candidate> {
    let code = context.code;
    if held(context, stmt).is_none() || continues(context, body) {
        return None;
    }
    let text =
        |stmt: StmtId| context.source.slice(code.stmts[stmt].span).trim_end_matches([';', ' ']).to_owned();
    let span = code.stmts[stmt].span;
    let mut patch = Patch::default();
    let mut round = vec![body];
    round.extend(update);
    let block = patch.append_stmt(code, span, StmtKind::Block(round));
    let again = patch.append_stmt(code, span, StmtKind::Do { body: block, condition });
    let mut all = init.to_vec();
    all.push(again);
    let kind = StmtKind::Block(all);
    let init: String = init.iter().map(|&stmt| format!("{}; ", text(stmt))).collect();
    let update: String = update.iter().map(|&stmt| format!("{}; ", text(stmt))).collect();
    let own = context.source.slice(code.stmts[body].span);
    let condition = context.source.slice(code.exprs[condition].outer);
    let replacement = format!("{{ {init}do {{ {own} {update}}} while ({condition}); }}");
    patch.replace_stmt(code, stmt, kind);
    Some(Candidate { patch, edit: Edit::Text { span, replacement: replacement.into() } })
}

/// Whether a `continue` is in the body, of whatever loop.
fn continues(context: &Context, body: StmtId) -> bool {
    use crate::syntax::Child;
    let mut pending = vec![Child::Stmt(body)];
    while let Some(node) = pending.pop() {
        match node {
            Child::Stmt(stmt) => {
                if matches!(context.code.stmts[stmt].kind, StmtKind::Continue(_)) {
                    return true;
                }
                pending.extend(context.code.stmts[stmt].kind.children());
            }
            Child::Expr(expr) => pending.extend(context.kind(expr).children()),
        }
    }
    false
}
