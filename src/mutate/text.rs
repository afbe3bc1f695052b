//! The text of a mutant: which span of the raw file becomes what (DESIGN §12, SEMANTICS §4).
//!
//! Untouched subtrees are copied from the source as they stand, comments and unicode escapes included; what is
//! new is written with exactly the parentheses that the tree needs, and with the spaces that keep its tokens
//! apart from their neighbours.

use super::candidate::{Candidate, Edit};
use super::context::Context;
use super::patch::{Patch, Patched};
use crate::syntax::digest::Parent;
use crate::syntax::parts::Nodes;
use crate::syntax::print::{Slot, find_operator, inc_dec, join, literal, needs_space};
use crate::syntax::tree::{BaseType, ExprId, ExprKind, Span};

/// Putting `text` in the place of `span` gives the mutant's whole file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replacement {
    pub span: Span,
    pub text: String,
}

/// The least replacement.
pub fn least_replacement(context: &Context, candidate: &Candidate) -> Replacement {
    match candidate.edit {
        Edit::Text { span, ref replacement } => Replacement { span, text: replacement.to_string() },
        Edit::Expr(place) => {
            let writer = Writer::new(context, &candidate.patch);
            let text = writer.place(place);
            separated(context, context.code.exprs[place].span, &text)
        }
    }
}

/// Larger and larger replacements of the same place: the place in parentheses, then each expression above it.
/// For when the least one is read as another tree.
pub fn larger_replacements<'a>(
    context: &'a Context<'a>,
    candidate: &'a Candidate,
) -> impl Iterator<Item = Replacement> + 'a {
    let Edit::Expr(place) = candidate.edit else { return Vec::new().into_iter() };
    let writer = Writer::new(context, &candidate.patch);
    let old = context.code.exprs[place].outer;
    let inner = format!("({})", writer.node(place));
    let mut replacements = vec![separated(context, old, &inner)];
    let mut above = context.digests.expr_parent(place);
    while let Parent::Expr(id) = above {
        let span = context.code.exprs[id].span;
        let before = context.source.slice(Span::new(span.start, old.start));
        let after = context.source.slice(Span::new(old.end, span.end));
        replacements.push(separated(context, span, &format!("({before} {inner} {after})")));
        above = context.digests.expr_parent(id);
    }
    replacements.into_iter()
}

/// The text with a space on either side where it would run together with what stands there.
fn separated(context: &Context, span: Span, text: &str) -> Replacement {
    let source = &context.source.text;
    let mut spaced = String::with_capacity(text.len() + 2);
    if needs_space(&source[..span.start as usize], text) {
        spaced.push(' ');
    }
    spaced.push_str(text);
    if needs_space(&spaced, &source[span.end as usize..]) {
        spaced.push(' ');
    }
    Replacement { span, text: spaced }
}

struct Writer<'a> {
    context: &'a Context<'a>,
    patch: &'a Patch,
    tree: Patched<'a>,
}

impl<'a> Writer<'a> {
    fn new(context: &'a Context<'a>, patch: &'a Patch) -> Self {
        Self { context, patch, tree: Patched { code: context.code, patch } }
    }

    /// The text for the span of an overwritten node, whose own parentheses stay around it.
    fn place(&self, id: ExprId) -> String {
        let original = &self.context.code.exprs[id];
        let slot = match self.context.digests.expr_parent(id) {
            Parent::Expr(parent) => Slot::under(self.context.kind(parent), id),
            Parent::Stmt(parent) => Slot::under_stmt(&self.context.code.stmts[parent].kind, id),
            Parent::Root => Slot::Any,
        };
        if original.is_parenthesized() || slot.takes(&self.tree.expr(id).kind) {
            return self.node(id);
        }
        self.parenthesized(id)
    }

    /// The text of a child, with parentheses where it has or needs them.
    fn child(&self, id: ExprId, parent: &ExprKind) -> String {
        let expr = self.tree.expr(id);
        let is_new = self.patch.expr(id).is_some();
        if !is_new && expr.is_parenthesized() {
            return self.context.source.slice(expr.outer).to_owned();
        }
        if Slot::under(parent, id).takes(&expr.kind) { self.node(id) } else { self.parenthesized(id) }
    }

    /// The text of a node in parentheses: where another part of the source moved here, those that it had there.
    fn parenthesized(&self, id: ExprId) -> String {
        if let Some(original) = self.patch.copied_from(id) {
            let original = &self.context.code.exprs[original];
            let moved = self.tree.expr(id).span != original.span;
            if moved && original.is_parenthesized() {
                return self.context.source.slice(original.outer).to_owned();
            }
        }
        format!("({})", self.node(id))
    }

    /// The text of a node without parentheses.
    fn node(&self, id: ExprId) -> String {
        if self.patch.expr(id).is_none() {
            return self.context.source.slice(self.context.code.exprs[id].span).to_owned();
        }
        if let Some(original) = self.patch.copied_from(id) {
            return self.context.source.slice(self.context.code.exprs[original].span).to_owned();
        }
        let kind = &self.tree.expr(id).kind;
        match kind {
            ExprKind::Literal(value) => literal(value),
            ExprKind::Name(name) => name.to_string(),
            ExprKind::Unary { op, operand } => join(&[op.symbol(), &self.child(*operand, kind)]),
            ExprKind::IncDec { op, operand } => inc_dec(*op, &self.child(*operand, kind)),
            ExprKind::Binary { op, left, right } => self.infix(id, kind, (*left, *right), op.symbol()),
            ExprKind::Assign { target, op, value } => {
                let symbol = format!("{}=", op.map_or("", |op| op.symbol()));
                self.infix(id, kind, (*target, *value), &symbol)
            }
            ExprKind::Field { target, name } => format!("{}.{}", self.child(*target, kind), name.name),
            ExprKind::Conditional { condition, then, otherwise } => {
                let part = |id: ExprId| self.child(id, kind);
                format!("{} ? {} : {}", part(*condition), part(*then), part(*otherwise))
            }
            ExprKind::Call { target: Some(target), name, arguments } => {
                let arguments: Vec<_> = arguments.iter().map(|id| self.child(*id, kind)).collect();
                format!("{}.{}({})", self.child(*target, kind), name.name, arguments.join(", "))
            }
            ExprKind::InstanceOf { operand, ty, binding: None } => {
                self.instance_of(self.child(*operand, kind), ty.span)
            }
            ExprKind::Matches { operand, pattern } => {
                self.instance_of(self.child(*operand, kind), pattern.span())
            }
            ExprKind::Cast { ty, operand } if let BaseType::Primitive(ty) = ty.base => {
                format!("({}) {}", ty.name(), self.child(*operand, kind))
            }
            // Operators make no other kind but as copies.
            _ => self.context.source.slice(self.tree.expr(id).span).to_owned(),
        }
    }

    /// A test of something else than the original asks, for the same.
    fn instance_of(&self, operand: String, asked: Span) -> String {
        format!("{operand} instanceof {}", self.context.source.slice(asked))
    }

    /// Two operands with an operator between them. Where the original had the same operands, what stood between
    /// them stays but for the operator.
    fn infix(&self, id: ExprId, kind: &ExprKind, operands: (ExprId, ExprId), symbol: &str) -> String {
        let (left, right) = (self.child(operands.0, kind), self.child(operands.1, kind));
        let old_symbol = self.context.code.exprs.get(id).and_then(|old| match &old.kind {
            ExprKind::Binary { op, left, right } if (*left, *right) == operands => {
                Some(op.symbol().to_owned())
            }
            ExprKind::Assign { target, op, value } if (*target, *value) == operands => {
                Some(format!("{}=", op.map_or("", |op| op.symbol())))
            }
            _ => None,
        });
        let between = old_symbol.and_then(|old_symbol| {
            let start = self.context.code.exprs[operands.0].outer.end;
            let end = self.context.code.exprs[operands.1].outer.start;
            let between = self.context.source.slice(Span::new(start, end));
            let at = find_operator(between, &old_symbol)?;
            Some((&between[..at], &between[at + old_symbol.len()..]))
        });
        match between {
            Some((before, after)) => join(&[&left, before, symbol, after, &right]),
            None => format!("{left} {symbol} {right}"),
        }
    }
}
