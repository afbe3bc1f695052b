//! A condition written as Java text becomes a part of a method's tree: new nodes, which stand at no place of the source.

use crate::mutate::patch::Patch;
use crate::syntax::parser::parse_expression;
use crate::syntax::tree::{Code, Expr, ExprId, ExprKind, Root, Span};

/// The expression that the text is; `None` where it is none, or has parts that no condition needs.
pub(super) fn graft(patch: &mut Patch, code: &Code, at: Span, text: &str) -> Option<ExprId> {
    let parsed = parse_expression(text).ok()?;
    let Root::Expr(root) = parsed.root else { return None };
    Graft { patch, code, at, parsed: &parsed }.expr(root)
}

struct Graft<'g> {
    patch: &'g mut Patch,
    code: &'g Code,
    at: Span,
    parsed: &'g Code,
}

impl Graft<'_> {
    fn expr(&mut self, id: ExprId) -> Option<ExprId> {
        let mut kind = self.parsed.exprs[id].kind.clone();
        match &mut kind {
            ExprKind::Literal(_) | ExprKind::Name(_) | ExprKind::This => {}
            ExprKind::Field { target: operand, .. }
            | ExprKind::Unary { operand, .. }
            | ExprKind::Cast { operand, .. }
            | ExprKind::InstanceOf { operand, binding: None, .. } => *operand = self.expr(*operand)?,
            ExprKind::Binary { left, right, .. } | ExprKind::Index { array: left, index: right } => {
                (*left, *right) = (self.expr(*left)?, self.expr(*right)?);
            }
            ExprKind::Conditional { condition, then, otherwise } => {
                (*condition, *then) = (self.expr(*condition)?, self.expr(*then)?);
                *otherwise = self.expr(*otherwise)?;
            }
            ExprKind::Call { target, arguments, .. } => {
                if let Some(target) = target {
                    *target = self.expr(*target)?;
                }
                for argument in arguments {
                    *argument = self.expr(*argument)?;
                }
            }
            _ => return None,
        }
        let span = self.at;
        Some(self.patch.append_new(self.code, Expr { kind, span, outer: span }))
    }
}
