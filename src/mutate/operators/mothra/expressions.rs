//! Operators by each other, and values with another sign: AOR ROR LCR, ABS UOI, as Mothra has them.

use super::super::super::candidate::Candidate;
use super::super::super::context::Context;
use super::super::super::insert::trap;
use super::super::super::walk::children_first;
use super::super::absolute::absolute;
use super::super::arithmetic::ARITHMETIC;
use super::super::relational::RELATIONAL;
use super::super::{is_written_to, replace_operator};
use crate::jvm::operator::BinaryOperator::{self, Add, And, Div, Eq, Mul, Ne, Or, Rem, Sub};
use crate::jvm::operator::UnaryOperator;
use crate::syntax::Child;
use crate::syntax::digest::Parent;
use crate::syntax::tree::{BinaryOp, ExprId, ExprKind, ExprList, Literal, StmtKind};

/// An arithmetic operator by each other one, by its left and by its right operand.
pub fn aor(context: &Context, out: &mut Vec<Candidate>) {
    const GROUP: [BinaryOperator; 5] = [Mul, Div, Rem, Add, Sub];
    children_first(context, |id| match *context.kind(id) {
        ExprKind::Binary { op: BinaryOp::Strict(op), left, right }
            if op.is_arithmetic() && context.is_arithmetic(id) =>
        {
            replace_operator(context, id, &ARITHMETIC, out);
            out.extend([left, right].map(|part| Candidate::keeping(context, id, part)));
        }
        ExprKind::Assign { target, op: Some(op), value }
            if op.is_arithmetic() && context.is_arithmetic(target) =>
        {
            let others = GROUP.into_iter().filter(|other| *other != op).map(Some);
            for op in others.chain([None]) {
                out.push(Candidate::replacing(context, id, ExprKind::Assign { target, op, value }));
            }
        }
        _ => {}
    });
}

/// A comparison of numbers by the five others.
pub fn ror(context: &Context, out: &mut Vec<Candidate>) {
    children_first(context, |id| {
        if let ExprKind::Binary { op: BinaryOp::Strict(op), left, right } = *context.kind(id)
            && op.is_comparison()
            && context.is_arithmetic(left)
            && context.is_arithmetic(right)
        {
            replace_operator(context, id, &RELATIONAL, out);
        }
    });
}

/// A logical connector by the others, by either operand, by `true` and `false`. Java's `==` and `!=` are `.EQV.` and `.NEQV.`
pub fn lcr(context: &Context, out: &mut Vec<Candidate>) {
    const CONNECTORS: [BinaryOp; 4] =
        [BinaryOp::AndAnd, BinaryOp::OrOr, BinaryOp::Strict(Eq), BinaryOp::Strict(Ne)];
    children_first(context, |id| {
        let ExprKind::Binary { op, left, right } = *context.kind(id) else { return };
        let is_connector =
            CONNECTORS.contains(&op) || matches!(op, BinaryOp::Strict(And | Or | BinaryOperator::Xor));
        if is_connector && context.is_boolean(left) && context.is_boolean(right) {
            replace_operator(context, id, &CONNECTORS, out);
            out.extend([left, right].map(|part| Candidate::keeping(context, id, part)));
            out.extend([true, false].map(|value| Candidate::literal(context, id, Literal::Boolean(value))));
        }
    });
}

/// The absolute value, its negative, and a trap that springs at zero (ZPUSH).
pub fn abs(context: &Context, out: &mut Vec<Candidate>) {
    children_first(context, |id| {
        if !is_value(context, id) || matches!(context.kind(id), ExprKind::Literal(_)) {
            return;
        }
        out.push(Candidate::around(context, id, |patch, copy| absolute(context, id, patch, copy)));
        out.push(Candidate::around(context, id, |patch, copy| {
            let kind = absolute(context, id, patch, copy);
            let operand = patch.append(context.code, id, kind);
            ExprKind::Unary { op: UnaryOperator::Minus, operand }
        }));
        out.push(Candidate::around(context, id, |patch, copy| {
            let zero = patch.append(context.code, id, ExprKind::Literal(Literal::Int("0".into())));
            let at = context.code.exprs[id].span;
            trap(patch, context.code, at, "equal", ExprList::from_slice(&[copy, zero]))
        }));
    });
}

/// A unary operator in front: `-` of a number, `!` of a boolean.
pub fn uoi(context: &Context, out: &mut Vec<Candidate>) {
    children_first(context, |id| {
        let op = if is_value(context, id) {
            UnaryOperator::Minus
        } else if context.is_boolean(id) && !is_effect(context, id) && !is_written_to(context, id) {
            UnaryOperator::Not
        } else {
            return;
        };
        out.push(Candidate::unary(context, id, op));
    });
}

/// An arithmetic expression of which only the value counts.
fn is_value(context: &Context, id: ExprId) -> bool {
    context.is_arithmetic(id) && !is_effect(context, id) && !is_written_to(context, id)
}

/// An assignment, or a call that is a statement: Fortran has neither as a value.
fn is_effect(context: &Context, id: ExprId) -> bool {
    matches!(context.kind(id), ExprKind::Assign { .. } | ExprKind::IncDec { .. })
        || matches!(context.digests.expr_parent(id), Parent::Stmt(stmt)
            if matches!(context.code.stmts[stmt].kind, StmtKind::Expr(_))
                && context.code.stmts[stmt].kind.children()[..] == [Child::Expr(id)])
}
