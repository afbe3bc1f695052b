//! ABS: the absolute value of each arithmetic expression (Offutt et al.), but of literals and assignment targets.

use super::super::candidate::Candidate;
use super::super::context::Context;
use super::super::patch::Patch;
use super::super::walk::children_first;
use super::is_written_to;
use crate::jvm::operator::UnaryOperator;
use crate::syntax::tree::{ExprId, ExprKind, Ident, Span};

/// `Math.abs(e)` and `-Math.abs(e)`.
pub fn abs(context: &Context, out: &mut Vec<Candidate>) {
    children_first(context, |id| {
        let is_site = context.is_arithmetic(id)
            && !matches!(context.kind(id), ExprKind::Literal(_))
            && !is_written_to(context, id);
        if is_site {
            out.push(Candidate::around(context, id, |patch, copy| absolute(context, id, patch, copy)));
            out.push(Candidate::around(context, id, |patch, copy| {
                let kind = absolute(context, id, patch, copy);
                let operand = patch.append(context.code, id, kind);
                ExprKind::Unary { op: UnaryOperator::Minus, operand }
            }));
        }
    });
}

pub(super) fn absolute(context: &Context, place: ExprId, patch: &mut Patch, argument: ExprId) -> ExprKind {
    let math = patch.append(context.code, place, ExprKind::Name("Math".into()));
    let Span { start, .. } = context.code.exprs[place].span;
    ExprKind::Call {
        target: Some(math),
        name: Ident { name: "abs".into(), span: Span::new(start, start) },
        arguments: std::iter::once(argument).collect(),
    }
}
