//! Checks each mutant's text when it is made: the least part of the file around the place that stands for itself
//! is parsed again with the replacement in it, and must be the mutated tree (SEMANTICS §4). Otherwise the span grows.

use super::candidate::{Candidate, Edit};
use super::context::Context;
use super::patch::Patched;
use super::text::{Replacement, larger_replacements, least_replacement};
use crate::syntax::Child;
use crate::syntax::digest::{Digest, Parent, digest_of};
use crate::syntax::parser::{parse_block_statements, parse_expression};
use crate::syntax::print::needs_space;
use crate::syntax::tree::{ExprId, ExprKind, Root, Span, StmtId, StmtKind};

/// The least replacement that is read as the mutated tree; `None` where no text is.
pub fn faithful_replacement(context: &Context, candidate: &Candidate) -> Option<Replacement> {
    let least = least_replacement(context, candidate);
    if is_faithful(context, candidate, &least) {
        return Some(least);
    }
    larger_replacements(context, candidate).find(|larger| is_faithful(context, candidate, larger))
}

/// A deletion from a list that is longer than this is not parsed again, nor is an expression, or a long method would cost
/// its square.
const PARSED: usize = 4096;
/// So much of an expression that is longer is.
const PARSED_AROUND: usize = 128;

/// Whether putting the replacement into the file gives the candidate's tree.
pub fn is_faithful(context: &Context, candidate: &Candidate, replacement: &Replacement) -> bool {
    let Some(part) = part_around(context, candidate) else { return false };
    let part = operand_around(context, candidate, part).unwrap_or(part);
    let Span { start, end } = span_of(context, part);
    let Span { start: from, end: to } = replacement.span;
    if from < start || to > end {
        return false;
    }
    let before = context.source.slice(Span::new(start, from));
    let after = context.source.slice(Span::new(to, end));
    if replacement.text.is_empty() && before.len() + after.len() > PARSED {
        // What goes is whole statements or whole parts of a header, between two of `{ } ; : , ( )`: what is
        // left is read as before if no tokens run together where it was.
        return !needs_space(before, after);
    }
    if before.len() + replacement.text.len() + after.len() > PARSED && is_place(candidate, part) {
        // Written with the parentheses that its slot asks for.
        return true;
    }
    let text = [before, &replacement.text, after].concat();
    let tree = Patched { code: context.code, patch: &candidate.patch };
    let changed = candidate.patch.changed(context.code);
    let expected = context.digests.digest_of_changed(&tree, changed, part);
    digest_again(&text, part) == Some(expected)
}

fn span_of(context: &Context, part: Child) -> Span {
    match part {
        Child::Expr(id) => context.code.exprs[id].outer,
        Child::Stmt(id) => context.code.stmts[id].span,
    }
}

fn is_place(candidate: &Candidate, part: Child) -> bool {
    matches!((&candidate.edit, part), (Edit::Expr(place), Child::Expr(id)) if *place == id)
}

/// Where a part that stands for itself is long, one of its operands: the largest around the change that is not, or the
/// change itself. In its slot it is read as it is alone, since it has the parentheses that its kind needs there, and no
/// tokens run together at its ends.
fn operand_around(context: &Context, candidate: &Candidate, part: Child) -> Option<Child> {
    let length = |part| {
        let Span { start, end } = span_of(context, part);
        (end - start) as usize
    };
    let Edit::Expr(place) = candidate.edit else { return None };
    let is_elsewhere = candidate.patch.changed(context.code).any(|changed| changed != Child::Expr(place));
    if is_elsewhere || length(part) <= PARSED {
        return None;
    }
    let mut operand = place;
    while let Parent::Expr(parent) = context.digests.expr_parent(operand)
        && length(Child::Expr(parent)) <= PARSED_AROUND
    {
        operand = parent;
    }
    Some(Child::Expr(operand))
}

/// The digest of a text as an expression or statement, as `part` is.
fn digest_again(text: &str, part: Child) -> Option<Digest> {
    match part {
        Child::Expr(_) => {
            let parsed = parse_expression(text).ok()?;
            match parsed.root {
                Root::Expr(root) => Some(digest_of(&parsed, Child::Expr(root))),
                _ => None,
            }
        }
        Child::Stmt(_) => {
            let parsed = parse_block_statements(text).ok()?;
            let Root::Block(block) = parsed.root else { return None };
            match &parsed.stmts[block].kind {
                StmtKind::Block(list) => match list[..] {
                    [statement] => Some(digest_of(&parsed, Child::Stmt(statement))),
                    _ => None,
                },
                _ => None,
            }
        }
    }
}

/// The least part of the tree that holds the change and whose text stands for itself: a statement, a whole
/// expression in the header of one, or an expression between brackets or commas.
fn part_around(context: &Context, candidate: &Candidate) -> Option<Child> {
    let mut node = match candidate.edit {
        Edit::Expr(place) => Child::Expr(place),
        Edit::Text { .. } => candidate.patch.changed(context.code).next()?,
    };
    loop {
        let parent = match node {
            Child::Expr(id) => context.digests.expr_parent(id),
            Child::Stmt(id) => context.digests.stmt_parent(id),
        };
        let stands_for_itself = match (node, parent) {
            (Child::Stmt(id), _) => stands_alone(context, id),
            (Child::Expr(_), Parent::Stmt(id)) => has_header(&context.code.stmts[id].kind),
            (Child::Expr(id), Parent::Expr(parent)) => is_delimited(context, id, context.kind(parent)),
            (Child::Expr(_), Parent::Root) => false,
        };
        if stands_for_itself {
            return Some(node);
        }
        node = match parent {
            Parent::Root => return None,
            Parent::Expr(id) => Child::Expr(id),
            Parent::Stmt(id) => Child::Stmt(id),
        };
    }
}

/// Whether an expression stands between brackets or commas.
fn is_delimited(context: &Context, id: ExprId, parent: &ExprKind) -> bool {
    context.code.exprs[id].is_parenthesized()
        || match parent {
            ExprKind::Call { arguments, .. } | ExprKind::New { arguments, .. } => arguments.contains(&id),
            ExprKind::NewArray { .. } | ExprKind::ArrayInitializer(_) => {
                !matches!(context.kind(id), ExprKind::ArrayInitializer(_))
            }
            ExprKind::Index { index, .. } => *index == id,
            _ => false,
        }
}

/// Whether a statement's own expressions are in a header, behind which other statements follow.
fn has_header(kind: &StmtKind) -> bool {
    matches!(
        kind,
        StmtKind::If { .. }
            | StmtKind::While { .. }
            | StmtKind::Do { .. }
            | StmtKind::For { .. }
            | StmtKind::ForEach { .. }
            | StmtKind::Switch { .. }
    )
}

/// Whether a statement ends in its own semicolon or brace: not in the header of a `for`.
fn stands_alone(context: &Context, id: StmtId) -> bool {
    match context.digests.stmt_parent(id) {
        Parent::Stmt(parent) => match &context.code.stmts[parent].kind {
            StmtKind::For { init, update, .. } => !init.contains(&id) && !update.contains(&id),
            _ => true,
        },
        Parent::Expr(_) | Parent::Root => true,
    }
}
