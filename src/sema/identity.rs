//! Identity of strings and wrapper objects. They are values here, and Java promises little of which of them are one
//! object; so a comparison by `==` is followed only where it asks nothing else. Where a program has any other, its
//! strings and boxes are more than their values: `s + ""` is another object than `s`. Where tests are sought it is
//! followed all the same, as a function of which nothing is known ([`Function::SameObject`](crate::term::Function));
//! where proofs are, references stand for the objects (`roa::objects`).
//!
//! A comparison tells objects of a class apart only if both its sides may be of it, as far as their static types say: `==` on two
//! `Integer`s says nothing of strings, which stay values ([`Compared`]).
//!
//! **Code that is not read** may compare whatever it gets. So what a call gives to a method of a class file, to one outside the
//! subset, or to one that no class implements, counts as compared there: by the static types of the arguments, and all classes
//! where an argument is an object of the program, which can be asked for more. A method outside the subset moreover gets what
//! it reads of fields and of what it calls; it counts where its text has a comparison that may be one of objects.

use crate::jvm::operator::BinaryOperator;
use crate::sema::calls::calls;
use crate::sema::program::{BodyState, MethodId, MethodSource, Program, Role};
use crate::sema::typed_tree::{Body, Constant, Conversion, ExprId, ExprKind};
use crate::sema::types::{ElementTy, Ty};
use crate::syntax::tree::{self as syntax, BinaryOp, Code, Member, TypeDecl};

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
    /// Strings, and every wrapper.
    const ALL: Self = Self(0x1ff);

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

/// How code tells objects of one value apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Telling {
    Compares,
    /// It gives them to code that is not read.
    GivesAway,
    /// It is not read, and has comparisons.
    Unread,
}

/// All code outside of the library together, and the first method that tells any apart.
#[derive(Clone, Copy, Debug, Default)]
pub struct Comparisons {
    pub of: Compared,
    pub first: Option<(MethodId, Telling)>,
}

impl Comparisons {
    fn add(&mut self, own: Compared, method: MethodId, telling: Telling) {
        self.of.0 |= own.0;
        if !own.is_empty() {
            self.first.get_or_insert((method, telling));
        }
    }
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
                if self.role(method.class).is_foreign() {
                    continue;
                }
                match self.body(id) {
                    BodyState::Typed(body) => {
                        all.add(compared_in(self, body), id, Telling::Compares);
                        all.add(given_away_in(self, body, all.of), id, Telling::GivesAway);
                    }
                    BodyState::Unsupported(_) if may_compare(self, id) => {
                        all.add(Compared::ALL, id, Telling::Unread);
                    }
                    BodyState::Unsupported(_) | BodyState::None => {}
                }
            }
            all
        })
    }

    /// Whether nobody knows what a call of the method runs: its code is not read, or no class has any.
    fn runs_unread_code(&self, method: MethodId) -> bool {
        let m = &self.methods[method];
        match m.source {
            MethodSource::ClassFile => true,
            MethodSource::Abstract => {
                let implements = |other: MethodId| {
                    let o = &self.methods[other];
                    !matches!(o.source, MethodSource::Abstract)
                        && self.role(o.class) != Role::Stub
                        && self.overrides(other, method)
                };
                !self.methods.ids().any(implements)
            }
            _ => matches!(self.body(method), BodyState::Unsupported(_)),
        }
    }
}

/// Whether a body tells objects apart beside those that are `known` to be, be it by code that is not read.
pub fn tells_more_apart(program: &Program, body: &Body, known: Compared) -> bool {
    !compared_in(program, body).is_within(known) || !given_away_in(program, body, known).is_within(known)
}

/// What a body gives to code that is not read, and what is `known` to be told apart anyway.
fn given_away_in(program: &Program, body: &Body, known: Compared) -> Compared {
    let mut given = known;
    for call in calls(body) {
        let values = call.receiver.iter().chain(call.arguments);
        let may_hold = values.map(|&value| reachable_from(program, bare_type(body, value)));
        let all = may_hold.fold(0, |all, one| all | one.0);
        if all & !given.0 != 0 && program.runs_unread_code(call.method) {
            given.0 |= all;
        }
    }
    given
}

/// Those that code may get that is given a value of this static type.
fn reachable_from(program: &Program, ty: Ty) -> Compared {
    let class = match ty {
        Ty::Class(class) => class,
        Ty::Array(array) => match array.element {
            ElementTy::Class(class) => class,
            ElementTy::Primitive(_) => return Compared::default(),
        },
        _ => return Compared::default(),
    };
    if program.role(class).is_foreign() { values_of(program, Ty::Class(class)) } else { Compared::ALL }
}

/// Whether the text of a method outside the subset has a comparison that may be one of objects.
fn may_compare(program: &Program, method: MethodId) -> bool {
    let m = &program.methods[method];
    match &m.source {
        MethodSource::Code(code) => has_comparison(code),
        MethodSource::Initializers => members_compare(program.decl(m.class)),
        _ => false,
    }
}

fn members_compare(class: &TypeDecl) -> bool {
    class.constants.iter().any(|constant| has_comparison(&constant.arguments))
        || class.members.iter().any(|member| match member {
            Member::Field(field) => field.init.as_deref().is_some_and(has_comparison),
            Member::Initializer(block) => has_comparison(&block.body),
            Member::Method(_) | Member::Type(_) => false,
        })
}

fn has_comparison(code: &Code) -> bool {
    let of_types = |types: &syntax::LocalTypes| {
        types.types.iter().any(|class| {
            let in_method = |member: &Member| {
                matches!(member, Member::Method(method) if method.body.as_deref().is_some_and(has_comparison))
            };
            members_compare(class) || class.members.iter().any(in_method)
        })
    };
    let is_one = |kind: &syntax::ExprKind| match kind {
        syntax::ExprKind::Binary {
            op: BinaryOp::Strict(BinaryOperator::Eq | BinaryOperator::Ne),
            left,
            right,
        } => ![left, right].into_iter().any(|&side| is_no_value(&code.exprs[side].kind)),
        syntax::ExprKind::Creation(creation) => creation.body.as_deref().is_some_and(of_types),
        _ => false,
    };
    let declares_one =
        |kind: &syntax::StmtKind| matches!(kind, syntax::StmtKind::LocalType(types) if of_types(types));
    code.exprs.iter().any(|expr| is_one(&expr.kind)) || code.stmts.iter().any(|stmt| declares_one(&stmt.kind))
}

/// Whether an operand of `==` makes it one that asks for no string's and no wrapper's identity, by its form alone.
fn is_no_value(operand: &syntax::ExprKind) -> bool {
    use syntax::ExprKind as Kind;
    match operand {
        Kind::Literal(literal) => !matches!(literal, syntax::Literal::String(_)),
        Kind::This
        | Kind::OuterThis(_)
        | Kind::ClassLiteral(_)
        | Kind::Unary { .. }
        | Kind::IncDec { .. } => true,
        Kind::Binary { op, .. } => *op != BinaryOp::Strict(BinaryOperator::Add),
        Kind::Field { name, .. } => &*name.name == "length",
        _ => false,
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
