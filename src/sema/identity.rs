//! Identity of strings and wrapper objects. They are values here, and Java promises little of which of them are one
//! object; so a comparison by `==` is followed only where it asks nothing else. Where a program has any other, its
//! strings and boxes are more than their values: `s + ""` is another object than `s`. Where tests are sought it is
//! followed all the same, as a function of which nothing is known ([`Function::SameObject`](crate::term::Function));
//! where proofs are, references stand for the objects (`roa::objects`).
//!
//! A comparison tells objects of a class apart only if both its sides may be of it, as far as their static types say: `==` on two
//! `Integer`s says nothing of strings, which stay values ([`Compared`]).

use crate::jvm::operator::BinaryOperator;
use crate::sema::program::{BodyState, MethodId, Program, Role};
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

/// The classes, of strings and the wrappers, whose objects some code compares by identity.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Compared(u16);

impl Compared {
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether all of these are among `others`.
    pub const fn is_within(self, others: Self) -> bool {
        self.0 & !others.0 == 0
    }

    /// Whether a value of this static type may be an object of one of them.
    pub fn may_hold(self, program: &Program, ty: Ty) -> bool {
        !self.is_empty() && self.0 & values_of(program, ty).0 != 0
    }
}

/// All code outside of the library together, and the first method that compares any.
#[derive(Clone, Copy, Debug, Default)]
pub struct Comparisons {
    pub of: Compared,
    pub first: Option<MethodId>,
}

impl Program {
    /// Whether code outside of the library compares strings or wrapper objects, or what may be one, by identity.
    pub fn compares_identity(&self) -> bool {
        !self.compared_by_identity().of.is_empty()
    }

    /// Which of them it compares. Found at first use, and then remembered.
    pub fn compared_by_identity(&self) -> Comparisons {
        *self.tables.compared_by_identity.get_or_init(|| {
            let mut all = Comparisons::default();
            for (id, method) in self.methods.iter_enumerated() {
                if self.role(method.class) == Role::Library {
                    continue;
                }
                let BodyState::Typed(body) = self.body(id) else { continue };
                let own = compared_in(self, body);
                all.of.0 |= own.0;
                if !own.is_empty() {
                    all.first.get_or_insert(id);
                }
            }
            all
        })
    }
}

pub fn is_compared_in(program: &Program, body: &Body) -> bool {
    !compared_in(program, body).is_empty()
}

/// What a body compares by identity where that asks more than Java promises.
pub fn compared_in(program: &Program, body: &Body) -> Compared {
    let mut compared = Compared::default();
    for expr in body.exprs.iter() {
        let ExprKind::Binary { op: BinaryOperator::Eq | BinaryOperator::Ne, left, right } = expr.kind else {
            continue;
        };
        let of_references = body.exprs[left].ty.is_reference() && body.exprs[right].ty.is_reference();
        if of_references && !is_known(program, body, left, right) {
            let side = |expr: ExprId| values_of(program, bare_type(body, expr)).0;
            compared.0 |= side(left) & side(right);
        }
    }
    compared
}

/// Those that a value of this static type may be of.
fn values_of(program: &Program, ty: Ty) -> Compared {
    let Ty::Class(class) = ty else { return Compared::default() };
    let known = &program.well_known;
    let values = known.wrappers.iter().copied().chain([known.string]);
    let bits = values.enumerate().filter(|&(_, value)| program.is_subclass(value, class));
    Compared(bits.map(|(at, _)| 1 << at).sum())
}

/// Whether a value of this static type may be a string or a wrapper object.
pub fn may_be_value(program: &Program, ty: Ty) -> bool {
    !values_of(program, ty).is_empty()
}

/// The static type below conversions to supertypes.
fn bare_type(body: &Body, expr: ExprId) -> Ty {
    match body.exprs[expr].kind {
        ExprKind::Convert { conversion: Conversion::Widen, operand } => bare_type(body, operand),
        _ => body.exprs[expr].ty,
    }
}
