//! The fault model of SymBMC (Riener, Bloem, Fey, Fig. 1), as far as no other operator has it: IAOR (its AOR), BOR and IVI. Its ROR is MROR.
//!
//! The paper's model is one of an intermediate representation, in which each value is an integer in a register. Here operators are those of the
//! source; a *load* is a variable, a field, an element or a literal that stands alone where a value is assigned, initialises, is passed or
//! returned, since what is an operand is a part of an operator's mutants.

use super::super::candidate::Candidate;
use super::super::context::Context;
use super::super::patch::Patch;
use super::super::walk::children_first;
use super::arithmetic::ARITHMETIC;
use super::mothra::symbols::{integer, literal, neighbours};
use super::mothra::table::value_of;
use super::replace_operator;
use crate::jvm::operator::BinaryOperator::{Add, And, Or, Shl, Shr, Sub, Ushr, Xor};
use crate::jvm::operator::UnaryOperator;
use crate::jvm::value::{Primitive, PrimitiveType};
use crate::syntax::digest::Parent;
use crate::syntax::tree::{BaseType, BinaryOp, ExprId, ExprKind, Literal, StmtKind, TypeRef};

const BITWISE: [BinaryOp; 6] = [
    BinaryOp::Strict(And),
    BinaryOp::Strict(Or),
    BinaryOp::Strict(Xor),
    BinaryOp::Strict(Shl),
    BinaryOp::Strict(Ushr),
    BinaryOp::Strict(Shr),
];

/// Arithmetic operators on integers by each other.
pub fn iaor(context: &Context, out: &mut Vec<Candidate>) {
    on_integers(context, &ARITHMETIC, out);
}

/// Bitwise operators and shifts of integers by each other.
pub fn bor(context: &Context, out: &mut Vec<Candidate>) {
    on_integers(context, &BITWISE, out);
}

fn on_integers(context: &Context, group: &[BinaryOp], out: &mut Vec<Candidate>) {
    children_first(context, |id| {
        if let ExprKind::Binary { op, .. } = context.kind(id)
            && group.contains(op)
            && context.is_integral(id)
        {
            replace_operator(context, id, group, out);
        }
    });
}

/// One more, one less, and zero for an integer that is loaded; a constant is put in a constant's place.
pub fn ivi(context: &Context, out: &mut Vec<Candidate>) {
    children_first(context, |id| {
        let Some(ty) = context.primitive(id).filter(|ty| ty.is_integral()) else { return };
        if !is_used_alone(context, id) {
            return;
        }
        if is_literal(context, id) {
            by_constants(context, id, out);
        } else if matches!(
            context.kind(id),
            ExprKind::Name(_) | ExprKind::Field { .. } | ExprKind::Index { .. }
        ) {
            out.extend([Add, Sub].map(|op| {
                Candidate::around(context, id, |patch, left| {
                    let right = patch.append(context.code, id, ExprKind::Literal(Literal::Int("1".into())));
                    narrowed(
                        context,
                        patch,
                        (id, ty),
                        ExprKind::Binary { op: BinaryOp::Strict(op), left, right },
                    )
                })
            }));
            out.push(Candidate::around(context, id, |patch, _| zero(context, patch, (id, ty))));
        }
    });
}

/// Whether the value is assigned, initialises, is passed or returned, as it is.
fn is_used_alone(context: &Context, id: ExprId) -> bool {
    match context.digests.expr_parent(id) {
        Parent::Expr(parent) => match context.kind(parent) {
            ExprKind::Assign { op, value, .. } => op.is_none() && *value == id,
            ExprKind::Call { .. } | ExprKind::New { .. } | ExprKind::ArrayInitializer(_) => true,
            _ => false,
        },
        Parent::Stmt(parent) => matches!(
            context.code.stmts[parent].kind,
            StmtKind::Local(_) | StmtKind::Return(_) | StmtKind::Yield(_) | StmtKind::ConstructorCall { .. }
        ),
        Parent::Root => false,
    }
}

/// With its sign.
fn is_literal(context: &Context, id: ExprId) -> bool {
    match *context.kind(id) {
        ExprKind::Literal(_) => true,
        ExprKind::Unary { op: UnaryOperator::Minus, operand } => {
            matches!(context.kind(operand), ExprKind::Literal(_))
        }
        _ => false,
    }
}

fn by_constants(context: &Context, id: ExprId, out: &mut Vec<Candidate>) {
    let Some(value) = value_of(context, id) else { return };
    let is_char = matches!(context.kind(id), ExprKind::Literal(Literal::Char(_)));
    let none = match value {
        Primitive::Long(_) => Primitive::Long(0),
        Primitive::Char(_) => Primitive::Char(0),
        _ => Primitive::Int(0),
    };
    let mut others = neighbours(value);
    if !matches!(integer(value), Some(-1..=1)) {
        others.push(none);
    }
    out.extend(
        others.into_iter().map(|other| {
            Candidate::around(context, id, |patch, _| literal(context, patch, id, other, is_char))
        }),
    );
}

/// Of the type of what it stands for.
fn zero(context: &Context, patch: &mut Patch, (place, ty): (ExprId, PrimitiveType)) -> ExprKind {
    let zero = match ty {
        PrimitiveType::Long => Literal::Long("0".into()),
        _ => Literal::Int("0".into()),
    };
    narrowed(context, patch, (place, ty), ExprKind::Literal(zero))
}

/// What arithmetic makes of a narrow type is an `int`.
fn narrowed(
    context: &Context,
    patch: &mut Patch,
    (place, ty): (ExprId, PrimitiveType),
    kind: ExprKind,
) -> ExprKind {
    if matches!(ty, PrimitiveType::Int | PrimitiveType::Long) {
        return kind;
    }
    let operand = patch.append(context.code, place, kind);
    let span = context.code.exprs[place].span;
    let ty = TypeRef { base: BaseType::Primitive(ty), dims: 0, span, annotations: None };
    ExprKind::Cast { ty: Box::new(ty), operand }
}
