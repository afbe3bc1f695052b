//! From a place and a condition to a version of the method with a trap.
//!
//! A condition that the code evaluates itself gets the trap around it, so that nothing is evaluated twice and nothing that
//! Java would not evaluate is; elsewhere the trap is a statement of its own in front.

use std::sync::Arc;

use crate::goal::around::asked;
use crate::goal::decision::Tree;
use crate::goal::graft::graft;
use crate::mutate::candidate::{Candidate, Edit};
use crate::mutate::context::Context;
use crate::mutate::insert::{Held, append, held, put, replace_switch, switch_body, trap};
use crate::mutate::mutant::Way;
use crate::mutate::patch::Patch;
use crate::sema::load::TRAP;
use crate::syntax::digest::Parent;
use crate::syntax::tree::{
    Code, ExprId, ExprKind, ExprList, GroupBody, Literal, Root, Span, StmtId, StmtKind,
};

/// A label that a criterion proposes.
#[derive(Debug)]
pub(super) struct Planted {
    pub candidate: Candidate,
    pub span: Span,
    pub predicate: String,
    /// Why no version stands for it: it stays undecided, and says so.
    pub left_out: Option<String>,
    /// Its condition is a text of somebody's: whether it means something at the place is to be asked.
    pub is_text: bool,
    pub way: Option<Way>,
    /// Whoever covers the one before covers it, and the other way round.
    pub same_as_last: bool,
}

/// The labels of one method that one criterion proposes.
pub(super) struct Plan<'c, 'a> {
    pub context: &'c Context<'a>,
    pub planted: Vec<Planted>,
}

const NOW: &str = "now";

impl<'c, 'a> Plan<'c, 'a> {
    pub(super) const fn new(context: &'c Context<'a>) -> Self {
        Self { context, planted: Vec::new() }
    }

    pub(super) fn text(&self, span: Span) -> String {
        self.context.source.slice(span).split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// A condition that is evaluated has this value.
    pub(super) fn on(&mut self, place: ExprId, wanted: bool) {
        let context = self.context;
        let mut patch = Patch::default();
        let kind = asked(&mut patch, context, place, wanted);
        patch.replace(context.code, place, kind);
        let candidate = Candidate { patch: patch.planting(), edit: Edit::Expr(place) };
        let span = context.code.exprs[place].span;
        let text = self.text(span);
        let predicate = if wanted { text } else { format!("!({text})") };
        self.push(candidate, span, predicate);
    }

    /// A decision is evaluated on just this way.
    pub(super) fn way(&mut self, decision: ExprId, tree: &Tree, way: &[(ExprId, bool)]) {
        let context = self.context;
        let at = context.code.exprs[decision].span;
        let mut patch = Patch::default();
        let kind = split(&mut patch, context.code, at, tree, way);
        patch.replace(context.code, decision, kind);
        let part = |&(atom, value): &(ExprId, bool)| {
            let text = self.text(context.code.exprs[atom].outer);
            if value { text } else { format!("!({text})") }
        };
        let predicate = way.iter().map(part).collect::<Vec<_>>().join(" && ");
        self.push(Candidate { patch: patch.planting(), edit: Edit::Expr(decision) }, at, predicate);
    }

    /// A value is used while a condition holds, which is evaluated behind it: it has no effect and cannot throw.
    pub(super) fn seen(&mut self, place: ExprId, condition: &str) {
        self.around(place, condition.to_owned(), "seen", Some(condition));
    }

    /// The same with a condition of which a person reads less.
    pub(super) fn seen_as(&mut self, place: ExprId, predicate: String, condition: &str) {
        self.around(place, predicate, "seen", Some(condition));
    }

    /// A value is about to be evaluated while a condition holds, which has no effect and cannot throw.
    pub(super) fn ahead(&mut self, place: ExprId, predicate: String, condition: &str) {
        let context = self.context;
        let code = context.code;
        let span = code.exprs[place].span;
        let start = Span::new(span.start, span.start);
        let mut patch = Patch::default();
        let Some(asked) = graft(&mut patch, code, start, condition) else {
            return self.leave_out(span, predicate, "its condition is none that a trap can ask for");
        };
        let literal = append(&mut patch, code, start, ExprKind::Literal(Literal::Boolean(true)));
        let on = trap(&mut patch, code, start, "on", ExprList::from_slice(&[asked, literal]));
        let on = append(&mut patch, code, start, on);
        let value = patch.append_copy(code, place);
        let kind = trap(&mut patch, code, span, "after", ExprList::from_slice(&[on, value]));
        patch.replace(code, place, kind);
        let (trap, own) = (format!("{}.{}", TRAP.0, TRAP.1), context.source.slice(span));
        let text = format!("{trap}.after({trap}.on({condition}, true), {own})");
        let edit = Edit::Text { span, replacement: text.into() };
        self.push_text(Candidate { patch: patch.planting(), edit }, span, predicate);
    }

    /// A value is used that a method of the trap compares with another one, which is evaluated behind it.
    pub(super) fn compared(&mut self, place: ExprId, predicate: String, method: &str, other: &str) {
        self.around(place, predicate, method, Some(other));
    }

    fn around(&mut self, place: ExprId, predicate: String, method: &str, second: Option<&str>) {
        let context = self.context;
        let span = context.code.exprs[place].span;
        let start = Span::new(span.start, span.start);
        let mut patch = Patch::default();
        let mut arguments = ExprList::from_slice(&[patch.append_copy(context.code, place)]);
        if let Some(second) = second {
            match graft(&mut patch, context.code, start, second) {
                Some(second) => arguments.push(second),
                None => {
                    return self.leave_out(span, predicate, "its condition is none that a trap can ask for");
                }
            }
        }
        let kind = trap(&mut patch, context.code, span, method, arguments);
        patch.replace(context.code, place, kind);
        let own = context.source.slice(span);
        let second = second.map(|text| format!(", {text}")).unwrap_or_default();
        let text = format!("{}.{}.{method}({own}{second})", TRAP.0, TRAP.1);
        let edit = Edit::Text { span, replacement: text.into() };
        self.push_text(Candidate { patch: patch.planting(), edit }, span, predicate);
    }

    /// A name is used while a condition holds; it is one with no type that the trap has a method for.
    pub(super) fn name(&mut self, place: ExprId, condition: &str) {
        let context = self.context;
        let span = context.code.exprs[place].span;
        let start = Span::new(span.start, span.start);
        let own = context.source.slice(span);
        let text = format!("({}.{}.on({condition}, true) ? {own} : {own})", TRAP.0, TRAP.1);
        let mut patch = Patch::default();
        let Some(whole) = graft(&mut patch, context.code, start, &text) else {
            return self.leave_out(
                span,
                condition.to_owned(),
                "its condition is none that a trap can ask for",
            );
        };
        let Some(kind) = patch.expr(whole).map(|whole| whole.kind.clone()) else { return };
        patch.replace(context.code, place, kind);
        let edit = Edit::Text { span, replacement: text.into() };
        self.push_text(Candidate { patch: patch.planting(), edit }, span, condition.to_owned());
    }

    /// A statement is reached while a condition holds, which has no effect.
    pub(super) fn before_if(&mut self, stmt: StmtId, condition: &str, span: Span) {
        match before(self.context, stmt, &Condition::Text(condition)) {
            Some(candidate) => self.push_text(candidate, span, condition.to_owned()),
            None => {
                self.leave_out(span, condition.to_owned(), "its condition is none that a trap can ask for");
            }
        }
    }

    /// A statement is reached.
    pub(super) fn before(&mut self, stmt: StmtId, span: Span, predicate: &str) {
        match before(self.context, stmt, &Condition::Always) {
            Some(candidate) => self.push(candidate, span, predicate.to_owned()),
            None => self.leave_out(span, predicate.to_owned(), "nothing can stand in front of the statement"),
        }
    }

    /// The statement is reached while a variable is one of these constants, or none of them.
    pub(super) fn before_with(
        &mut self,
        stmt: StmtId,
        (variable, constants, is_one): (ExprId, &[ExprId], bool),
        span: Span,
        predicate: &str,
    ) {
        match before(self.context, stmt, &Condition::OneOf { variable, constants, is_one }) {
            Some(candidate) => self.push(candidate, span, predicate.to_owned()),
            None => self.leave_out(span, predicate.to_owned(), "nothing can stand in front of the statement"),
        }
    }

    /// What stands behind a statement is reached from it.
    pub(super) fn behind(&mut self, stmt: StmtId, span: Span, predicate: &str) {
        match behind(self.context, stmt) {
            Some(candidate) => self.push(candidate, span, predicate.to_owned()),
            None => self.leave_out(span, predicate.to_owned(), "nothing can stand behind the statement"),
        }
    }

    /// A group of a `switch` begins; no group runs on into it.
    pub(super) fn in_group(&mut self, holder: Parent, group: usize, span: Span, predicate: &str) {
        match in_group(self.context, holder, group) {
            Some(candidate) => self.push(candidate, span, predicate.to_owned()),
            None => self.leave_out(span, predicate.to_owned(), "the group has no place for a statement"),
        }
    }

    /// No group of a `switch` without `default` takes the value.
    pub(super) fn in_no_group(&mut self, holder: Parent, span: Span, predicate: &str) {
        match in_no_group(self.context, holder) {
            Some(candidate) => self.push(candidate, span, predicate.to_owned()),
            None => self.leave_out(span, predicate.to_owned(), "the switch has no place for a default"),
        }
    }

    /// The label of the place before, once more.
    pub(super) fn again(&mut self, span: Span, predicate: &str) {
        let candidate =
            Candidate { patch: Patch::default(), edit: Edit::Text { span, replacement: "".into() } };
        self.push(candidate, span, predicate.to_owned());
        if let Some(last) = self.planted.last_mut() {
            last.same_as_last = true;
        }
    }

    /// A label for which no version stands.
    pub(super) fn leave_out(&mut self, span: Span, predicate: String, why: &str) {
        let candidate =
            Candidate { patch: Patch::default(), edit: Edit::Text { span, replacement: "".into() } };
        self.push(candidate, span, predicate);
        if let Some(last) = self.planted.last_mut() {
            last.left_out = Some(why.to_owned());
        }
    }

    /// What has no version, or one that means nothing, and why.
    pub(super) fn refused(self) -> Vec<(Span, String)> {
        let context = self.context;
        let of = |planted: Planted| {
            let why = planted.left_out.or_else(|| meaningless(context, &planted.candidate))?;
            Some((planted.span, why))
        };
        self.planted.into_iter().filter_map(of).collect()
    }

    /// What was proposed last is this way of a decision.
    pub(super) fn is_way(&mut self, way: Way) {
        if let Some(last) = self.planted.last_mut() {
            last.way = Some(way);
        }
    }

    fn push_text(&mut self, candidate: Candidate, span: Span, predicate: String) {
        self.push(candidate, span, predicate);
        if let Some(last) = self.planted.last_mut() {
            last.is_text = true;
        }
    }

    fn push(&mut self, candidate: Candidate, span: Span, predicate: String) {
        self.planted.push(Planted {
            candidate,
            span,
            predicate,
            left_out: None,
            is_text: false,
            way: None,
            same_as_last: false,
        });
    }
}

/// What must hold where a statement of its own springs the trap.
enum Condition<'e> {
    Always,
    Text(&'e str),
    OneOf { variable: ExprId, constants: &'e [ExprId], is_one: bool },
}

/// The statement that springs the trap, with its text.
fn statement(
    patch: &mut Patch,
    context: &Context<'_>,
    at: Span,
    condition: &Condition<'_>,
) -> Option<(StmtId, String)> {
    use crate::jvm::operator::{BinaryOperator, UnaryOperator};
    use crate::syntax::tree::BinaryOp;
    let code = context.code;
    let start = Span::new(at.start, at.start);
    let call = format!("{}.{}", TRAP.0, TRAP.1);
    let (call, text) = match *condition {
        Condition::Always => (trap(patch, code, start, NOW, ExprList::new()), format!("{call}.{NOW}(); ")),
        Condition::Text(condition) => {
            let test = graft(patch, code, start, condition)?;
            let when = trap(patch, code, start, "when", ExprList::from_slice(&[test]));
            (when, format!("{call}.when({condition}); "))
        }
        Condition::OneOf { variable, constants, is_one } => {
            let mut tests: Option<ExprId> = None;
            let mut texts = Vec::new();
            for &constant in constants {
                let (left, right) = (patch.append_copy(code, variable), patch.append_copy(code, constant));
                let op = BinaryOp::Strict(BinaryOperator::Eq);
                let test = append(patch, code, start, ExprKind::Binary { op, left, right });
                tests = Some(match tests {
                    Some(tests) => {
                        let op = BinaryOp::OrOr;
                        append(patch, code, start, ExprKind::Binary { op, left: tests, right: test })
                    }
                    None => test,
                });
                let slice = |id: ExprId| context.source.slice(code.exprs[id].outer);
                texts.push(format!("{} == {}", slice(variable), slice(constant)));
            }
            let literal = ExprKind::Literal(Literal::Boolean(false));
            let mut test = tests.unwrap_or_else(|| append(patch, code, start, literal));
            let mut text = texts.join(" || ");
            if !is_one {
                test = append(patch, code, start, ExprKind::Unary { op: UnaryOperator::Not, operand: test });
                text = format!("!({text})");
            }
            (
                trap(patch, code, start, "when", ExprList::from_slice(&[test])),
                format!("{call}.when({text}); "),
            )
        }
    };
    let call = append(patch, code, start, call);
    Some((patch.append_stmt(code, start, StmtKind::Expr(call)), text))
}

/// The decision with its first atoms asked one by one, as far as they come to what the way says; where it ends, the trap.
fn split(patch: &mut Patch, code: &Code, at: Span, tree: &Tree, way: &[(ExprId, bool)]) -> ExprKind {
    let boolean = |value| ExprKind::Literal(Literal::Boolean(value));
    let start = Span::new(at.start, at.start);
    let Some((&(atom, value), rest)) = way.split_first() else {
        let outcome = boolean(*tree == Tree::Constant(true));
        let arguments = [outcome.clone(), outcome].map(|literal| append(patch, code, start, literal));
        return trap(patch, code, at, "on", ExprList::from_slice(&arguments));
    };
    let condition = patch.append_copy(code, atom);
    let on = split(patch, code, at, &tree.given(atom, value), rest);
    let on = append(patch, code, start, on);
    let off = plain(patch, code, start, &tree.given(atom, !value));
    let (then, otherwise) = if value { (on, off) } else { (off, on) };
    ExprKind::Conditional { condition, then, otherwise }
}

/// A tree as an expression.
fn plain(patch: &mut Patch, code: &Code, at: Span, tree: &Tree) -> ExprId {
    let mut part = |tree: &Tree| plain(patch, code, at, tree);
    let kind = match tree {
        Tree::Atom(atom) => return patch.append_copy(code, *atom),
        Tree::Constant(value) => ExprKind::Literal(Literal::Boolean(*value)),
        Tree::Not(a) => ExprKind::Unary { op: crate::jvm::operator::UnaryOperator::Not, operand: part(a) },
        Tree::And(a, b) | Tree::Or(a, b) => {
            let (left, right) = (part(a), part(b));
            let is_and = matches!(tree, Tree::And(..));
            let op = if is_and {
                crate::syntax::tree::BinaryOp::AndAnd
            } else {
                crate::syntax::tree::BinaryOp::OrOr
            };
            ExprKind::Binary { op, left, right }
        }
        Tree::Choose(a, b, c) => {
            let (condition, then, otherwise) = (part(a), part(b), part(c));
            ExprKind::Conditional { condition, then, otherwise }
        }
    };
    append(patch, code, at, kind)
}

/// The trap in front of a statement.
fn before(context: &Context<'_>, stmt: StmtId, condition: &Condition<'_>) -> Option<Candidate> {
    let code = context.code;
    let span = code.stmts[stmt].span;
    let mut patch = Patch::default();
    let (trap, text) = statement(&mut patch, context, span, condition)?;
    let held = held(context, stmt);
    let edit = match held {
        Some(Held::Block(_) | Held::Group(..)) => {
            Edit::Text { span: Span::new(span.start, span.start), replacement: text.into() }
        }
        Some(Held::Branch(_)) => {
            let own = context.source.slice(span);
            Edit::Text { span, replacement: format!("{{ {text}{own} }}").into() }
        }
        None => return None,
    };
    planted(put(context, patch, held?, stmt, [trap, stmt], edit)?)
}

fn planted(candidate: Candidate) -> Option<Candidate> {
    Some(Candidate { patch: candidate.patch.planting(), edit: candidate.edit })
}

/// The trap behind a statement.
fn behind(context: &Context<'_>, stmt: StmtId) -> Option<Candidate> {
    let code = context.code;
    let span = code.stmts[stmt].span;
    let mut patch = Patch::default();
    let (trap, text) = statement(&mut patch, context, Span::new(span.end, span.end), &Condition::Always)?;
    let held = held(context, stmt)?;
    let edit = match held {
        Held::Block(_) | Held::Group(..) => Edit::Text {
            span: Span::new(span.end, span.end),
            replacement: format!(" {}", text.trim()).into(),
        },
        Held::Branch(_) => {
            let own = context.source.slice(span);
            Edit::Text { span, replacement: format!("{{ {own} {}}}", text).into() }
        }
    };
    planted(put(context, patch, held, stmt, [stmt, trap], edit)?)
}

fn in_group(context: &Context<'_>, holder: Parent, group: usize) -> Option<Candidate> {
    let code = context.code;
    let body = switch_body(context, holder)?;
    match &body.groups[group].body {
        GroupBody::Colon(list) => match list.first() {
            Some(&first) => before(context, first, &Condition::Always),
            None => {
                let mut patch = Patch::default();
                let span = body.groups[group].span;
                let text = context.source.slice(span);
                let end = span.start + text.trim_end().len() as u32;
                let (trap, text) = statement(&mut patch, context, Span::new(end, end), &Condition::Always)?;
                let mut body = body.clone();
                Arc::make_mut(&mut body.groups[group]).body = GroupBody::Colon(vec![trap]);
                replace_switch(context, &mut patch, holder, body)?;
                let text = format!(" {}", text.trim());
                let edit = Edit::Text { span: Span::new(end, end), replacement: text.into() };
                Some(Candidate { patch: patch.planting(), edit })
            }
        },
        GroupBody::Arrow(only) => {
            if let StmtKind::Block(list) = &code.stmts[*only].kind
                && let Some(&first) = list.first()
            {
                return before(context, first, &Condition::Always);
            }
            let span = code.stmts[*only].span;
            let mut patch = Patch::default();
            let (trap, text) = statement(&mut patch, context, span, &Condition::Always)?;
            let block = patch.append_stmt(code, span, StmtKind::Block(vec![trap, *only]));
            let mut body = body.clone();
            Arc::make_mut(&mut body.groups[group]).body = GroupBody::Arrow(block);
            replace_switch(context, &mut patch, holder, body)?;
            let own = context.source.slice(span);
            let edit = Edit::Text { span, replacement: format!("{{ {text}{own} }}").into() };
            Some(Candidate { patch: patch.planting(), edit })
        }
        GroupBody::ArrowExpr(value) => {
            let span = code.exprs[*value].outer;
            let mut patch = Patch::default();
            let (trap, text) = statement(&mut patch, context, span, &Condition::Always)?;
            let yielded = patch.append_stmt(code, span, StmtKind::Yield(*value));
            let block = patch.append_stmt(code, span, StmtKind::Block(vec![trap, yielded]));
            let mut body = body.clone();
            Arc::make_mut(&mut body.groups[group]).body = GroupBody::Arrow(block);
            replace_switch(context, &mut patch, holder, body)?;
            // The semicolon behind the value ends the `yield`.
            let own = context.source.slice(span);
            let rest = &context.source.text[span.end as usize..];
            let end = span.end + rest.find(';')? as u32 + 1;
            let edit = Edit::Text {
                span: Span::new(span.start, end),
                replacement: format!("{{ {text}yield {own}; }}").into(),
            };
            Some(Candidate { patch: patch.planting(), edit })
        }
    }
}

/// A `default` in front of all groups, which only no match leads to.
fn in_no_group(context: &Context<'_>, holder: Parent) -> Option<Candidate> {
    use crate::syntax::tree::{SwitchGroup, SwitchLabel};
    let code = context.code;
    // A `switch` expression without `default` covers all values.
    let (Parent::Stmt(_), Some(body)) = (holder, switch_body(context, holder)) else { return None };
    let at = body.groups.first()?.span;
    let at = Span::new(at.start, at.start);
    let mut patch = Patch::default();
    let (trap, text) = statement(&mut patch, context, at, &Condition::Always)?;
    let (group, text) = if body.arrows {
        let block = patch.append_stmt(code, at, StmtKind::Block(vec![trap]));
        (GroupBody::Arrow(block), format!("default -> {{ {text}}} "))
    } else {
        let leave = patch.append_stmt(code, at, StmtKind::Break(None));
        (GroupBody::Colon(vec![trap, leave]), format!("default: {text}break; "))
    };
    let mut body = body.clone();
    body.groups
        .insert(0, Arc::new(SwitchGroup { labels: vec![SwitchLabel::Default], body: group, span: at }));
    replace_switch(context, &mut patch, holder, body)?;
    Some(Candidate { patch: patch.planting(), edit: Edit::Text { span: at, replacement: text.into() } })
}

/// Why the version is no Java at the place of its trap.
pub(super) fn meaningless(context: &Context<'_>, candidate: &Candidate) -> Option<String> {
    let code = candidate.patch.apply(context.code);
    let error = context.program.attributed_body(context.method, &code).err()?;
    let first = error.errors.first().map(|error| error.message.clone());
    let what = first.or_else(|| error.unsupported.first().map(|first| first.what.clone()));
    Some(format!("its trap is no Java there: {}", what.unwrap_or_default()))
}

/// The first statement of the method's body behind a call of another constructor; `None` where there is none.
pub(super) fn first_statement(context: &Context<'_>) -> Option<StmtId> {
    let Root::Block(root) = context.code.root else { return None };
    let StmtKind::Block(list) = &context.code.stmts[root].kind else { return None };
    let is_call = |&&s: &&StmtId| matches!(context.code.stmts[s].kind, StmtKind::ConstructorCall { .. });
    list.iter().find(|stmt| !is_call(stmt)).copied()
}
