//! ASRS: compound assignment operators.

use super::super::candidate::Candidate;
use super::super::context::Context;
use super::super::walk::from_the_top;
use crate::jvm::operator::BinaryOperator::{self, Add, And, Div, Mul, Or, Rem, Shl, Shr, Sub, Ushr, Xor};
use crate::syntax::tree::ExprKind;

const GROUPS: [&[BinaryOperator]; 3] = [&[Add, Div, Mul, Sub, Rem], &[And, Or, Xor], &[Shl, Shr, Ushr]];

/// Compound assignments by the others of their group.
pub fn asrs(context: &Context, out: &mut Vec<Candidate>) {
    from_the_top(context, |id| {
        let ExprKind::Assign { target, op: Some(op), value } = *context.kind(id) else { return true };
        let group = GROUPS.iter().find(|group| group.contains(&op));
        for &other in group.into_iter().copied().flatten().filter(|other| **other != op) {
            let kind = ExprKind::Assign { target, op: Some(other), value };
            out.push(Candidate::replacing(context, id, kind));
        }
        false
    });
}
