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
//! subset, or to one that no class implements, counts as compared there: by the static types of the arguments, and with an
//! argument that is no such value what fields of the program hold. The JDK's classes and interfaces compare by `equals`, but for a
//! few ([`Asking`]). A method outside the subset moreover calls what nobody knows: where code that is read comes to one, all
//! classes count. (It may be a method of a test that compares what the program *returns*;
//! of that equivalence says nothing: outcomes are compared by value.) What the given code does not come to compares nothing
//! ([`reached`](crate::sema)).

use crate::index::Id as _;
use crate::jvm::operator::BinaryOperator;
use crate::sema::calls::calls;
use crate::sema::program::{BodyState, ClassId, MethodId, MethodSource, Program, Role};
use crate::sema::typed_tree::{Body, Constant, Conversion, ExprId, ExprKind};
use crate::sema::types::{ArrayTy, ElementTy, Ty};
use crate::syntax::tree::Modifiers;

/// Whether `==` asks nothing that Java leaves open: one side is null, or cannot be a string or a wrapper.
pub fn is_known(program: &Program, body: &Body, left: ExprId, right: ExprId) -> bool {
    let is_null = |expr: ExprId| matches!(body.exprs[expr].kind, ExprKind::Null);
    let may_be_value = |expr: ExprId| may_be_value(program, bare_type(body, expr));
    let is_text = |expr: ExprId| matches!(body.exprs[expr].constant, Some(Constant::String(_)));
    // In `Object.equals` the receiver is no string and no wrapper: those have an `equals` of their own.
    let is_default_equality = || program.methods[body.method].class == program.well_known.object;
    is_null(left)
        || is_null(right)
        || is_mark(program, body, left)
        || is_mark(program, body, right)
        || !may_be_value(left)
        || !may_be_value(right)
        || (is_text(left) && is_text(right))
        || is_default_equality()
}

/// Whether it is a constant that holds a new object of a class of its own, as those that mark an end or a gap do.
fn is_mark(program: &Program, body: &Body, expr: ExprId) -> bool {
    let ExprKind::StaticField(field) = body.exprs[expr].kind else { return false };
    let f = &program.fields[field];
    let Some(initializer) = program.classes[f.class].static_initializer else { return false };
    if !f.modifiers.has(Modifiers::FINAL) || program.role(f.class).is_foreign() {
        return false;
    }
    let BodyState::Typed(initial) = program.body(initializer) else { return false };
    let values = initial.exprs.iter().filter_map(|expr| match expr.kind {
        ExprKind::Assign { target, value }
            if matches!(initial.exprs[target].kind, ExprKind::StaticField(f) if f == field) =>
        {
            Some(value)
        }
        _ => None,
    });
    let is_new = |value: ExprId| match initial.exprs[below(initial, value)].kind {
        ExprKind::New { class, .. } => !is_class_of_values(program, class),
        _ => false,
    };
    // Each branch of a static block may assign it.
    let mut values = values.peekable();
    values.peek().is_some() && values.all(is_new)
}

/// What conversions to supertypes stand around.
fn below(body: &Body, expr: ExprId) -> ExprId {
    match body.exprs[expr].kind {
        ExprKind::Convert { conversion: Conversion::Widen, operand } => below(body, operand),
        _ => expr,
    }
}

/// Whether the objects of just this class are strings or wrapper objects.
pub(super) fn is_class_of_values(program: &Program, class: ClassId) -> bool {
    let known = &program.well_known;
    class == known.string || known.wrappers.contains(&class)
}

/// Whether `==` may compare two objects that lambdas have made: Java leaves open whether evaluating one gives a new object, or one
/// that was there (JLS 15.27.4).
pub fn may_be_lambdas(program: &Program, body: &Body, left: ExprId, right: ExprId) -> bool {
    let is_null = |expr: ExprId| matches!(body.exprs[expr].kind, ExprKind::Null);
    let may_be = |expr: ExprId| match bare_type(body, expr) {
        Ty::Class(class) => {
            let mut made = program.tables.lambdas.values();
            made.any(|lambda| program.is_subclass(lambda.class, class))
        }
        _ => false,
    };
    !program.tables.lambdas.is_empty() && !is_null(left) && !is_null(right) && may_be(left) && may_be(right)
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

/// All code outside of the library together.
#[derive(Clone, Copy, Debug, Default)]
pub struct Comparisons {
    pub of: Compared,
    /// Those that fields of the program may hold.
    held: Compared,
}

impl Program {
    /// Whether code outside of the library compares strings or wrapper objects, or what may be one, by identity.
    pub fn compares_identity(&self) -> bool {
        !self.compared_by_identity().of.is_empty()
    }

    /// Which of them it compares. Found at first use, and then remembered.
    pub fn compared_by_identity(&self) -> Comparisons {
        *self.tables.compared_by_identity.get_or_init(|| {
            let mut all = Comparisons { held: held_in_fields(self), ..Comparisons::default() };
            let reached = self.reached();
            let own = self.methods.iter_enumerated().filter(|(_, m)| !self.role(m.class).is_foreign());
            for (id, method) in own.filter(|(id, _)| reached.contains(id.index())) {
                if method.is_constructor() && self.keeps_by_identity(method.class) {
                    all.of.0 |= Compared::ALL.0;
                }
                match self.body(id) {
                    BodyState::Typed(body) => {
                        all.of.0 |= compared_in(self, body).0;
                        all.of.0 |= given_away_in(self, body, all).0;
                    }
                    BodyState::Unsupported(_) if !matches!(method.source, MethodSource::Abstract) => {
                        all.of.0 |= Compared::ALL.0;
                    }
                    BodyState::Unsupported(_) | BodyState::None => {}
                }
            }
            all
        })
    }

    /// What a call of the method may ask of the objects that it is given.
    fn asking(&self, method: MethodId) -> Asking {
        let m = &self.methods[method];
        let of_jdk = || asking_of_jdk(&self.classes[m.class].qualified_name, &m.name);
        let is_of_jdk = matches!(self.role(m.class), Role::Jdk | Role::Library);
        match m.source {
            MethodSource::ClassFile if self.keeps_by_identity(m.class) => Asking::OfAll,
            MethodSource::ClassFile | MethodSource::Native(_) if is_of_jdk => of_jdk(),
            MethodSource::Abstract if is_of_jdk && of_jdk() != Asking::Unknown => of_jdk(),
            MethodSource::ClassFile => Asking::Unknown,
            MethodSource::Abstract => {
                let implements = |other: MethodId| {
                    let o = &self.methods[other];
                    !matches!(o.source, MethodSource::Abstract)
                        && self.role(o.class) != Role::Stub
                        && self.overrides(other, method)
                };
                if self.methods.ids().any(implements) { Asking::Values } else { Asking::Unknown }
            }
            _ if matches!(self.body(method), BodyState::Unsupported(_)) => Asking::Unknown,
            _ => Asking::Values,
        }
    }

    /// Whether objects of the class find by identity what was put into them, whoever calls them by which of their types.
    fn keeps_by_identity(&self, class: ClassId) -> bool {
        let mut kinds = self.tables.classes[class].ancestors.iter();
        kinds.any(|&kind| *self.classes[kind].qualified_name == *IDENTITY_MAP)
    }
}

/// What code that is not read may ask of the objects that it is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Asking {
    /// Nothing that their values do not say.
    Values,
    /// Which objects they are, themselves.
    OfThese,
    /// Which objects they are, and those that they hold.
    Unknown,
    /// Which object any is that there is from then on.
    OfAll,
}

const IDENTITY_MAP: &str = "java.util.IdentityHashMap";

/// What of the JDK tells objects of one value apart, or calls what it is given; a package ends in a dot.
const TELLERS: [&str; 8] = [
    "java.lang.System", // `identityHashCode`
    "java.lang.Thread", // runs what it is given
    "java.lang.invoke.",
    "java.lang.ref.", // `refersTo`
    "java.lang.reflect.",
    "java.util.IdentityHashMap",
    "java.util.concurrent.", // `compareAndSet`, and what it is given to run
    "java.util.function.",
];

/// Whether a class of the JDK, by its whole name, compares by `equals` or not at all, as the documentation of nearly all has it.
pub fn compares_by_value(name: &str) -> bool {
    let is_within = |teller: &&str| {
        name.strip_prefix(*teller)
            .is_some_and(|rest| teller.ends_with('.') || rest.is_empty() || rest.starts_with(['.', '$']))
    };
    name.starts_with("java.") && !TELLERS.iter().any(is_within)
}

/// The methods of `Thread` that run nothing of the program.
const OF_THREAD: [&str; 8] = [
    "currentThread",
    "getContextClassLoader",
    "getId",
    "getName",
    "interrupt",
    "interrupted",
    "isInterrupted",
    "sleep",
];

/// What a method of the JDK asks: by `equals` or not at all, but for those that say otherwise. What only hands on what it is given, as
/// reflection does, hands it to code that is looked at itself.
fn asking_of_jdk(class: &str, method: &str) -> Asking {
    let is_of_these = match class {
        "java.lang.System" => method == "identityHashCode",
        _ if class.starts_with("java.lang.ref.") => method == "refersTo",
        _ if class.starts_with("java.util.concurrent.") => {
            method.contains("ompareAnd") || method == "attemptMark"
        }
        _ => false,
    };
    let is_harmless = match class {
        "java.lang.Thread" => OF_THREAD.contains(&method),
        // What is written twice is written as one object or as two.
        "java.io.ObjectOutput" | "java.io.ObjectOutputStream" => false,
        // They call a function or a receiver that a test may give.
        _ if class.starts_with("java.util.concurrent.Flow.") => false,
        _ if class.starts_with("java.util.concurrent.atomic.") => {
            !method.contains("ccumulate") && !method.contains("pdate")
        }
        _ => {
            ["java.lang.System", "java.lang.ref.", "java.lang.reflect.", "java.util.concurrent.", "javax."]
                .iter()
                .any(|harmless| class.starts_with(harmless))
                || compares_by_value(class)
        }
    };
    match (is_of_these, is_harmless) {
        (true, _) => Asking::OfThese,
        (false, true) => Asking::Values,
        (false, false) => Asking::Unknown,
    }
}

/// Whether a body tells objects apart beside those that are `known` to be, be it by code that is not read.
pub fn tells_more_apart(program: &Program, body: &Body, known: Comparisons) -> bool {
    let is_known = |told: Compared| told.is_within(known.of);
    !is_known(compared_in(program, body)) || !is_known(given_away_in(program, body, known))
}

/// What a body gives to code that is not read, and what is `known` to be told apart anyway.
fn given_away_in(program: &Program, body: &Body, known: Comparisons) -> Compared {
    let mut given = known.of;
    for call in calls(body) {
        let values = || call.receiver.iter().chain(call.arguments).map(|&value| bare_type(body, value));
        let all = |of: &dyn Fn(Ty) -> Compared| values().fold(0, |all, ty| all | of(ty).0);
        let in_reach = all(&|ty| within_reach(program, ty, known.held));
        let tells_all = || program.keeps_by_identity(program.methods[call.method].class);
        if in_reach & !given.0 == 0 && !tells_all() {
            continue;
        }
        given.0 |= match program.asking(call.method) {
            Asking::Values => 0,
            Asking::OfThese => all(&|ty| values_of(program, ty)),
            Asking::Unknown => in_reach,
            Asking::OfAll => Compared::ALL.0,
        };
    }
    given
}

/// Those that code may get at that is given a value of this static type: one itself, and those `held` in fields.
fn within_reach(program: &Program, ty: Ty, held: Compared) -> Compared {
    let class = match ty {
        Ty::Class(class) => class,
        Ty::Array(array) => match array.element {
            ElementTy::Class(class) => class,
            ElementTy::Primitive(_) => return Compared::default(),
        },
        _ => return Compared::default(),
    };
    let known = &program.well_known;
    let own = values_of(program, Ty::Class(class));
    if is_class_of_values(program, class) {
        return own;
    }
    // An exception holds its message.
    let may_be_thrown =
        program.is_subclass(known.throwable, class) || program.is_subclass(class, known.throwable);
    let message = if may_be_thrown { values_of(program, program.string()) } else { Compared::default() };
    Compared(own.0 | message.0 | held.0)
}

/// Those that fields of the program may hold. What a foreign object holds was given to foreign code before.
fn held_in_fields(program: &Program) -> Compared {
    let own = program.fields.iter().filter(|field| !program.role(field.class).is_foreign());
    let held = own.map(|field| match field.ty {
        Ty::Array(ArrayTy { element: ElementTy::Class(class), .. }) => values_of(program, Ty::Class(class)),
        // A type that is not known may be any.
        Ty::Unknown => Compared::ALL,
        ty => values_of(program, ty),
    });
    Compared(held.fold(0, |all, one| all | one.0))
}

pub fn is_compared_in(program: &Program, body: &Body) -> bool {
    !compared_in(program, body).is_empty()
}

/// What a body compares by identity where that asks more than Java promises.
pub fn compared_in(program: &Program, body: &Body) -> Compared {
    let mut compared = Compared::default();
    for (id, expr) in body.exprs.iter_enumerated() {
        let ExprKind::Binary { op: BinaryOperator::Eq | BinaryOperator::Ne, left, right } = expr.kind else {
            continue;
        };
        let of_references = body.exprs[left].ty.is_reference() && body.exprs[right].ty.is_reference();
        if of_references && !is_known(program, body, left, right) && !is_short_cut(program, body, id) {
            let side = |expr: ExprId| values_of(program, bare_type(body, expr)).0;
            compared.0 |= side(left) & side(right);
        }
    }
    compared
}

/// Whether it is the comparison in `a == b || a.equals(b)`, or in `a == b || a != null && a.equals(b)`. What `equals` says of two
/// strings or wrapper objects it says of one, too, and it does nothing else: such a comparison may as well be one of values.
pub fn is_short_cut(program: &Program, body: &Body, comparison: ExprId) -> bool {
    let ExprKind::Binary { op: BinaryOperator::Eq, left: a, right: b } = body.exprs[comparison].kind else {
        return false;
    };
    let asks_equals = |expr: ExprId| match &body.exprs[expr].kind {
        ExprKind::Call(call) => {
            let [argument] = call.arguments[..] else { return false };
            let is_of = call.receiver.is_some_and(|receiver| is_same(body, receiver, a));
            &*program.methods[call.method].name == "equals" && is_of && is_same(body, argument, b)
        }
        _ => false,
    };
    let is_not_null = |expr: ExprId| match body.exprs[expr].kind {
        ExprKind::Binary { op: BinaryOperator::Ne, left, right } => {
            is_same(body, left, a) && matches!(body.exprs[right].kind, ExprKind::Null)
        }
        _ => false,
    };
    body.exprs.iter().any(|expr| match expr.kind {
        ExprKind::Or { left, right } if left == comparison => match body.exprs[right].kind {
            ExprKind::And { left, right } => is_not_null(left) && asks_equals(right),
            _ => asks_equals(right),
        },
        _ => false,
    })
}

/// Whether two expressions name one variable, or one field of one.
fn is_same(body: &Body, one: ExprId, other: ExprId) -> bool {
    match (&body.exprs[below(body, one)].kind, &body.exprs[below(body, other)].kind) {
        (ExprKind::Local(a), ExprKind::Local(b)) => a == b,
        (ExprKind::This, ExprKind::This) => true,
        (ExprKind::StaticField(a), ExprKind::StaticField(b)) => a == b,
        (ExprKind::Field { object: a, field: f }, ExprKind::Field { object: b, field: g }) => {
            f == g && is_same(body, *a, *b)
        }
        _ => false,
    }
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
    body.exprs[below(body, expr)].ty
}
