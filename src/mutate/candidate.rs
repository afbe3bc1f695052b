//! What an operator proposes, before javac's rules and duplicates are looked at.

use std::borrow::Cow;

use super::context::Context;
use super::patch::Patch;
use crate::jvm::operator::UnaryOperator;
use crate::syntax::tree::{ExprId, ExprKind, IncDec, Literal, Span};

#[derive(Clone, Debug)]
pub struct Candidate {
    pub patch: Patch,
    pub edit: Edit,
}

/// Where the text changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Edit {
    /// The text of one expression.
    Expr(ExprId),
    /// A fixed text, at places that are no expressions.
    Text { span: Span, replacement: Cow<'static, str> },
}

impl Candidate {
    /// Another expression at the place.
    pub fn replacing(context: &Context, place: ExprId, kind: ExprKind) -> Self {
        let mut patch = Patch::default();
        patch.replace(context.code, place, kind);
        Self { patch, edit: Edit::Expr(place) }
    }

    /// A literal at the place.
    pub fn literal(context: &Context, place: ExprId, literal: Literal) -> Self {
        Self::replacing(context, place, ExprKind::Literal(literal))
    }

    /// A part of the place alone, in its stead.
    pub fn keeping(context: &Context, place: ExprId, part: ExprId) -> Self {
        let mut patch = Patch::default();
        patch.replace_by_copy(context.code, place, part);
        Self { patch, edit: Edit::Expr(place) }
    }

    /// The place with something around it, which `wrap` builds of the place's own id in the new tree.
    pub fn around(
        context: &Context,
        place: ExprId,
        wrap: impl FnOnce(&mut Patch, ExprId) -> ExprKind,
    ) -> Self {
        let mut patch = Patch::default();
        let copy = patch.append_copy(context.code, place);
        let kind = wrap(&mut patch, copy);
        patch.replace(context.code, place, kind);
        Self { patch, edit: Edit::Expr(place) }
    }

    /// A unary operator before the place.
    pub fn unary(context: &Context, place: ExprId, op: UnaryOperator) -> Self {
        Self::around(context, place, |_, operand| ExprKind::Unary { op, operand })
    }

    /// `++` or `--` at the place.
    pub fn inc_dec(context: &Context, place: ExprId, op: IncDec) -> Self {
        Self::around(context, place, |_, operand| ExprKind::IncDec { op, operand })
    }
}
