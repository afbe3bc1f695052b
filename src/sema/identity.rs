//! Identity of strings and wrapper objects. They are values here, and Java promises little of which of them are one
//! object; so a comparison by `==` is followed only where it asks nothing else. Where a program has any other, its
//! strings and boxes are more than their values: `s + ""` is another object than `s`. Where tests are sought it is
//! followed all the same, as a function of which nothing is known ([`Function::SameObject`](crate::term::Function));
//! where proofs are, references stand for the objects (`roa::objects`).

use crate::jvm::operator::BinaryOperator;
use crate::sema::program::{BodyState, Program, Role};
use crate::sema::typed_tree::{Body, Constant, Conversion, ExprId, ExprKind};
use crate::sema::types::Ty;

/// Whether `==` asks nothing that Java leaves open: one side is null, or cannot be a string or a wrapper.
pub fn is_known(program: &Program, body: &Body, left: ExprId, right: ExprId) -> bool {
    let is_null = |expr: ExprId| matches!(body.exprs[expr].kind, ExprKind::Null);
    let may_be_value = |expr: ExprId| may_be_value(program, bare_type(body, expr));
    let is_text = |expr: ExprId| matches!(body.exprs[expr].constant, Some(Constant::String(_)));
    // In `Object.equals` the receiver is no string and no wrapper: those have an `equals` of their own.
    let is_default_equality = || program.methods[body.method].class == program.well_known.object;
    is_null(left)
        || is_null(right)
        || !may_be_value(left)
        || !may_be_value(right)
        || (is_text(left) && is_text(right))
        || is_default_equality()
}

impl Program {
    /// Whether code outside of the library compares strings or wrapper objects, or what may be one, by identity.
    /// Found at first use, and then remembered.
    pub fn compares_identity(&self) -> bool {
        let is_compared_by = |method| match self.body(method) {
            BodyState::Typed(body) => is_compared_in(self, body),
            _ => false,
        };
        let own = || self.methods.iter_enumerated().filter(|(_, m)| self.role(m.class) != Role::Library);
        *self.tables.compares_identity.get_or_init(|| own().any(|(id, _)| is_compared_by(id)))
    }
}

pub fn is_compared_in(program: &Program, body: &Body) -> bool {
    body.exprs.iter().any(|expr| match expr.kind {
        ExprKind::Binary { op: BinaryOperator::Eq | BinaryOperator::Ne, left, right } => {
            let of_references = body.exprs[left].ty.is_reference() && body.exprs[right].ty.is_reference();
            of_references && !is_known(program, body, left, right)
        }
        _ => false,
    })
}

/// Whether a value of this static type may be a string or a wrapper object.
pub fn may_be_value(program: &Program, ty: Ty) -> bool {
    let known = &program.well_known;
    let mut values = known.wrappers.iter().copied().chain([known.string]);
    match ty {
        Ty::Class(class) => values.any(|value| program.is_subclass(value, class)),
        _ => false,
    }
}

/// The static type below conversions to supertypes.
fn bare_type(body: &Body, expr: ExprId) -> Ty {
    match body.exprs[expr].kind {
        ExprKind::Convert { conversion: Conversion::Widen, operand } => bare_type(body, operand),
        _ => body.exprs[expr].ty,
    }
}
