//! DC, decision coverage: both outcomes of each decision, each group of a `switch` and what none takes, and of a loop over
//! elements a round and the end.

use crate::goal::criteria::walk::{self, Visit};
use crate::goal::plant::Plan;
use crate::jvm::value::PrimitiveType;
use crate::mutate::context::Context;
use crate::mutate::insert::switch_body;
use crate::syntax::Child;
use crate::syntax::digest::Parent;
use crate::syntax::tree::{ExprId, GroupBody, Span, StmtId, StmtKind, SwitchBody, SwitchLabel};

pub(in crate::goal) fn dc(plan: &mut Plan<'_, '_>) {
    walk::visit(plan, &mut Decisions);
}

struct Decisions;

impl Visit for Decisions {
    fn decision(&mut self, plan: &mut Plan<'_, '_>, decision: ExprId) {
        plan.on(decision, true);
        plan.on(decision, false);
    }

    fn switch(&mut self, plan: &mut Plan<'_, '_>, holder: Parent, selector: ExprId) {
        switch_labels(plan, holder, selector);
    }

    fn for_each(&mut self, plan: &mut Plan<'_, '_>, stmt: StmtId) {
        for_each_labels(plan, stmt);
    }
}

/// One for each group, and one for what no group takes.
pub(super) fn switch_labels(plan: &mut Plan<'_, '_>, holder: Parent, selector: ExprId) {
    let context = *plan.context;
    let Some(body) = switch_body(&context, holder) else { return };
    let span = head(&context, holder, selector);
    let mut has_default = false;
    for (n, group) in body.groups.iter().enumerate() {
        let is_default = group.labels.iter().any(|label| matches!(label, SwitchLabel::Default));
        has_default |= is_default;
        let predicate = predicate(plan, body, n, selector);
        let runs_into = n > 0 && !body.arrows && goes_on(&context, &body.groups[n - 1].body);
        if !runs_into {
            plan.in_group(holder, n, span, &predicate);
            continue;
        }
        let constants = if is_default { all_constants(body) } else { constants(body, n) };
        match (holder, constants) {
            (Parent::Stmt(stmt), Some(constants)) if is_plain_int(&context, selector) => {
                plan.before_with(stmt, (selector, &constants, !is_default), span, &predicate);
            }
            _ => {
                let why =
                    "the group before runs on into this one, and what is switched over is no plain variable";
                plan.leave_out(span, predicate, why);
            }
        }
    }
    // One over patterns has a case for each value.
    let takes_all = matches!(holder, Parent::Expr(_)) || has_patterns(body);
    if !has_default && !takes_all && !body.groups.is_empty() {
        let predicate = format!("no case of {}", plan.text(context.code.exprs[selector].span));
        plan.in_no_group(holder, span, &predicate);
    }
}

fn has_patterns(body: &SwitchBody) -> bool {
    let labels = body.groups.iter().flat_map(|group| &group.labels);
    labels.into_iter().any(|label| matches!(label, SwitchLabel::Pattern(_)))
}

/// The line on which JaCoCo counts: that of the keyword.
fn head(context: &Context<'_>, holder: Parent, selector: ExprId) -> Span {
    let end = context.code.exprs[selector].outer.end;
    let start = match holder {
        Parent::Stmt(id) => context.code.stmts[id].span.start,
        Parent::Expr(id) => context.code.exprs[id].span.start,
        Parent::Root => end,
    };
    Span::new(start, end)
}

fn predicate(plan: &Plan<'_, '_>, body: &SwitchBody, group: usize, selector: ExprId) -> String {
    let selector = plan.text(plan.context.code.exprs[selector].span);
    let of_label = |label: &SwitchLabel| match label {
        SwitchLabel::Case(constant) => {
            Some(format!("{selector} == {}", plan.text(plan.context.code.exprs[*constant].span)))
        }
        SwitchLabel::Default => Some(format!("default of {selector}")),
        SwitchLabel::Pattern(pattern) => Some(format!("{selector} is {}", plan.text(pattern.span()))),
        SwitchLabel::When(_) => None,
    };
    body.groups[group].labels.iter().filter_map(of_label).collect::<Vec<_>>().join(" || ")
}

fn constants(body: &SwitchBody, group: usize) -> Option<Vec<ExprId>> {
    let of_label = |label: &SwitchLabel| match label {
        SwitchLabel::Case(constant) => Some(*constant),
        SwitchLabel::Default | SwitchLabel::Pattern(_) | SwitchLabel::When(_) => None,
    };
    body.groups[group].labels.iter().map(of_label).collect()
}

/// Of all groups but that of `default`.
fn all_constants(body: &SwitchBody) -> Option<Vec<ExprId>> {
    let is_default = |n: &usize| body.groups[*n].labels.iter().any(|l| matches!(l, SwitchLabel::Default));
    let groups: Option<Vec<_>> =
        (0..body.groups.len()).filter(|n| !is_default(n)).map(|n| constants(body, n)).collect();
    Some(groups?.concat())
}

fn is_plain_int(context: &Context<'_>, selector: ExprId) -> bool {
    let ty = context.primitive(selector);
    let is_int = matches!(
        ty,
        Some(PrimitiveType::Int | PrimitiveType::Short | PrimitiveType::Byte | PrimitiveType::Char)
    );
    is_int && context.is_variable(selector)
}

/// Whether a run may go on behind the statements of a group into the next; where it is not seen, it may.
fn goes_on(context: &Context<'_>, body: &GroupBody) -> bool {
    match body {
        GroupBody::Colon(list) => list.last().is_none_or(|&last| ends_normally(context, last)),
        GroupBody::Arrow(_) | GroupBody::ArrowExpr(_) => false,
    }
}

fn ends_normally(context: &Context<'_>, stmt: StmtId) -> bool {
    match &context.code.stmts[stmt].kind {
        StmtKind::Break(_)
        | StmtKind::Continue(_)
        | StmtKind::Return(_)
        | StmtKind::Throw(_)
        | StmtKind::Yield(_) => false,
        StmtKind::Block(list) => list.last().is_none_or(|&last| ends_normally(context, last)),
        StmtKind::If { then, otherwise: Some(otherwise), .. } => {
            ends_normally(context, *then) || ends_normally(context, *otherwise)
        }
        _ => true,
    }
}

/// A round begins; the elements are at their end.
pub(super) fn for_each_labels(plan: &mut Plan<'_, '_>, stmt: StmtId) {
    let context = *plan.context;
    let StmtKind::ForEach { iterable, body, .. } = &context.code.stmts[stmt].kind else { return };
    let elements = plan.text(context.code.exprs[*iterable].span);
    let (body, span) =
        (*body, Span::new(context.code.stmts[stmt].span.start, context.code.exprs[*iterable].outer.end));
    let (round, end) = (format!("a round over {elements}"), format!("the end of {elements}"));
    match &context.code.stmts[body].kind {
        StmtKind::Block(list) => match list.first() {
            Some(&first) => plan.before(first, span, &round),
            None => plan.leave_out(span, round, "the loop has no statement"),
        },
        _ => plan.before(body, span, &round),
    }
    let mut whole = stmt;
    let mut label = None;
    if let Parent::Stmt(holder) = context.digests.stmt_parent(stmt)
        && let StmtKind::Labeled { label: own, .. } = &context.code.stmts[holder].kind
    {
        (whole, label) = (holder, Some(&*own.name));
    }
    if is_left(&context, body, label, true) {
        plan.leave_out(span, end, "the loop is left by break, too");
    } else {
        plan.behind(whole, span, &end);
    }
}

/// Whether a `break` in a statement may leave the loop around it.
fn is_left(context: &Context<'_>, stmt: StmtId, label: Option<&str>, is_innermost: bool) -> bool {
    let kind = &context.code.stmts[stmt].kind;
    if let StmtKind::Break(target) = kind {
        return match target {
            Some(target) => Some(&*target.name) == label,
            None => is_innermost,
        };
    }
    let is_inside = !matches!(
        kind,
        StmtKind::While { .. }
            | StmtKind::Do { .. }
            | StmtKind::For { .. }
            | StmtKind::ForEach { .. }
            | StmtKind::Switch { .. }
    );
    let of_child = |child| match child {
        Child::Stmt(id) => is_left(context, id, label, is_innermost && is_inside),
        // The statements of a `switch` expression cannot be left by `break`.
        Child::Expr(_) => false,
    };
    kind.children().into_iter().any(of_child)
}
