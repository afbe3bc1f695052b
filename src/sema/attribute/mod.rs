//! Attribution: what a piece of code means (DESIGN §3). From a [`syntax::tree::Code`](crate::syntax::tree::Code)
//! in the context of a method to a [`Body`] with every implicit step of Java explicit, as javac attributes it.
//!
//! The same functions serve originals, mutants (SEMANTICS §4: everything is computed again) and test drivers.
//!
//! - [`statements`], [`jumps`], [`switches`]: statements, with the targets of jumps;
//! - [`patterns`], [`pattern_switch`], [`exhaustive`]: patterns, and `switch` over them;
//! - [`resources`]: what a `try` closes;
//! - [`inner`]: classes around others, and in code;
//! - [`records`]: the members that the language gives a record;
//! - [`expressions`], [`names`], [`calls`], [`operators`], [`assignments`], [`conditionals`], [`literals`]: expressions;
//! - [`conversions`]: what a value becomes in its context (JLS 5);
//! - [`intersection`]: casts to several types;
//! - [`polymorphic`]: calls of handles, each of a signature of its own;
//! - [`scope`]: locals, labels, and the flow scoping of pattern variables (JLS 6.3);
//! - [`bodies`]: the bodies that no single piece of code makes: initialisers, default constructors;
//! - [`functional`], [`references`]: lambdas and method references;
//! - [`generics`]: static types, inference, and the casts of erasure;
//! - [`fragment`]: one expression alone, in a method that is known;
//! - [`foreign`]: which initialisers of unsupported fields may be left out.
//!
//! Invariants
//! - Every expression gets a typed node, an erroneous or unsupported one of type [`Ty::Unknown`], on which no
//!   further error is reported: one pass finds all reasons. A body with any is not handed out.
//! - What lies outside the subset is never an error, and never a panic.
//! - `alive` follows JLS 14.22 just so far as scopes need it (`if (!(o instanceof T t)) return;`); its errors
//!   are the flow pass's.

mod assignments;
mod bodies;
mod calls;
mod conditionals;
mod conversions;
mod exhaustive;
mod expressions;
mod foreign;
pub mod fragment;
mod functional;
mod generics;
mod inner;
mod intersection;
mod jumps;
pub mod literals;
mod names;
mod operators;
mod outside;
mod pattern_switch;
mod patterns;
mod polymorphic;
mod records;
mod references;
mod resources;
mod scope;
mod statements;
mod switches;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::index::IndexVec;
use crate::sema::generic::source::class_signature;
use crate::sema::generic::types::{TypeId, Types};
use crate::sema::program::{ClassId, MethodId, Program, Unsupported};
use crate::sema::typed_tree::{
    Body, Constant, Expr, ExprId, ExprKind, Local, LocalId, LocalOrigin, Stmt, StmtId, StmtKind,
};
use crate::sema::types::Ty;
use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::tree::{self as syntax, Code, Name, Span};

use self::conversions::Context;
use self::functional::Functional;
use self::generics::OpenCall;
use self::scope::{Bindings, Jump, Scope};

pub use self::bodies::body;
pub(in crate::sema) use self::bodies::{inferred_types, method};

/// Why a piece of code has no body. At least one of the lists is not empty.
#[derive(Debug, Default)]
pub struct BodyError {
    /// For what javac rejects the code.
    pub errors: Vec<Diagnostic>,
    /// What of it lies outside the subset.
    pub unsupported: Vec<Unsupported>,
}

/// The state of one attribution.
struct Attributor<'a> {
    program: &'a Program,
    /// What is being attributed; a class's initialisers are several pieces of code after one another.
    code: &'a Code,
    class: ClassId,
    /// Code as the user has it: for a member that only another version of the JDK has, it may be right.
    is_original: bool,
    /// No `this` (JLS 8.1.3): static methods and initialisers.
    static_context: bool,
    /// In the arguments of `this(…)` or `super(…)`, where the object may not be used yet.
    in_constructor_call: bool,
    /// In statements before the call of another constructor, and in no lambda there.
    in_prologue: bool,
    /// `None` where `return` may not stand.
    return_type: Option<Ty>,
    /// Whether nodes bear their origins: not in initialisers, whose pieces have arenas of their own.
    keeps_origins: bool,
    body: Body,
    /// The values of the locals that are constant variables (JLS 4.12.4).
    local_constants: IndexVec<LocalId, Option<Constant>>,
    /// The locals to which an assignment is an error whatever the flow is.
    sealed_locals: Vec<LocalId>,
    /// Locals declared with `var` whose initialiser is being attributed.
    inferring: Vec<LocalId>,
    /// The target of the assignment that is being attributed.
    assigned: Option<syntax::ExprId>,
    /// The `this` of `this.x = …`.
    assigned_object: Option<syntax::ExprId>,
    /// In an initialiser, how many fields of the class are declared before this place; the field whose own
    /// initialiser this is counts as the next.
    initializing: Option<usize>,
    in_own_initializer: bool,
    scope: Scope<'a>,
    jumps: Vec<Jump<'a>>,
    /// The pattern variables that the expression attributed last introduces.
    bindings: Bindings<'a>,
    /// Whether the end of the statement attributed last can be reached.
    alive: bool,
    /// Reference conditionals and switch expressions whose branches still wait for the type that the
    /// context gives them (JLS 15.25.3, 15.28.1).
    pending: SmallVec<[Pending; 4]>,
    /// The `yield`s of the switch expressions in `pending`.
    yields: Vec<(ExprId, StmtId)>,
    /// Of a local class nothing is known but that its name means it, or a namesake: no error is certain.
    declares_unseen: bool,
    errors: Vec<Diagnostic>,
    unsupported: Vec<Unsupported>,
    types: Types<'a>,
    /// The static types of expressions, where they are more than their erasures.
    statics: FxHashMap<ExprId, TypeId>,
    local_statics: FxHashMap<LocalId, TypeId>,
    return_static: Option<TypeId>,
    /// The erasure of what is declared, of expressions whose static type has another one.
    declared: FxHashMap<ExprId, Ty>,
    open_calls: Vec<OpenCall>,
    /// Lambdas and method references that wait for their type.
    functionals: Vec<Functional<'a>>,
    /// In the block of a lambda: its `return`s so far.
    returns: Option<Vec<StmtId>>,
    /// Which piece of code this is, of initialisers.
    piece: u32,
    /// The locals that classes in the code capture.
    captured: Vec<LocalId>,
    /// Objects of anonymous classes that are not lifted for want of type arguments, by the places where these are left out.
    without_arguments: Vec<(u32, ExprId)>,
    /// The class of an object that is made here, which has a generic class around it elsewhere.
    of_other_generic: Option<ClassId>,
    /// An expression that is a statement or the operand of a cast, and the type that it has to give there.
    given_to: Option<(syntax::ExprId, Ty)>,
    /// Whether some call has a signature of its own, for which what stands around it has a say.
    has_own_signatures: bool,
}

/// The type that a context gives its value.
#[derive(Clone, Copy, Debug)]
struct Target {
    ty: Ty,
    /// The static type, where it is more than `ty`.
    exact: Option<TypeId>,
}

impl From<Ty> for Target {
    fn from(ty: Ty) -> Self {
        Self { ty, exact: None }
    }
}

/// A poly expression whose branches are not converted yet. Its node has the type that it has on its own.
#[derive(Clone, Copy, Debug)]
struct Pending {
    expr: ExprId,
    /// Whether that type says all: of `c ? 1 : "a"` it is an intersection, of which only a part is kept.
    exact: bool,
}

impl<'a> Attributor<'a> {
    fn new(program: &'a Program, method: MethodId, code: &'a Code, keeps_origins: bool) -> Self {
        let declaration = &program.methods[method];
        let sizes = if keeps_origins { (code.exprs.len(), code.stmts.len()) } else { (0, 0) };
        Self {
            program,
            code,
            class: declaration.class,
            is_original: false,
            static_context: declaration.is_static(),
            in_constructor_call: false,
            in_prologue: false,
            return_type: None,
            keeps_origins,
            body: Body {
                method,
                locals: IndexVec::new(),
                parameter_count: 0,
                exprs: IndexVec::with_capacity(sizes.0 + sizes.0 / 4),
                stmts: IndexVec::with_capacity(sizes.1 + 2),
                root: crate::index::Id::new(0),
                typed_exprs: vec![None; sizes.0],
                is_generic: false,
                open_lambdas: Vec::new(),
                lambdas: Vec::new(),
                thrown: Vec::new(),
            },
            local_constants: IndexVec::new(),
            sealed_locals: Vec::new(),
            inferring: Vec::new(),
            assigned: None,
            assigned_object: None,
            initializing: None,
            in_own_initializer: false,
            scope: Scope::default(),
            jumps: Vec::new(),
            bindings: Bindings::default(),
            alive: true,
            pending: SmallVec::new(),
            yields: Vec::new(),
            declares_unseen: false,
            errors: Vec::new(),
            unsupported: Vec::new(),
            types: Types::new(program),
            statics: FxHashMap::default(),
            local_statics: FxHashMap::default(),
            return_static: None,
            declared: FxHashMap::default(),
            open_calls: Vec::new(),
            functionals: Vec::new(),
            returns: None,
            piece: 0,
            captured: Vec::new(),
            without_arguments: Vec::new(),
            of_other_generic: None,
            given_to: None,
            has_own_signatures: false,
        }
    }

    fn finish(mut self) -> Result<Body, BodyError> {
        self.check_captured();
        if self.declares_unseen {
            self.errors.clear();
        }
        if let Some(what) = self.types.beyond.take() {
            let span = self.program.methods[self.body.method].span;
            self.unsupported(span, format!("generic types: {what}"));
        }
        // javac has taken the code as it stands: what seems wrong here is that not all of its rules for such types are known.
        let is_not_all_known = |class: ClassId| {
            self.program.is_local_class(class) || class_signature(self.program, class).is_err()
        };
        let in_unknown = !self.errors.is_empty()
            && std::iter::successors(Some(self.class), |&class| self.program.classes[class].outer)
                .any(is_not_all_known);
        if self.is_original && (self.body.is_generic || in_unknown || self.of_other_generic.is_some()) {
            let inner = self.of_other_generic.map(|class| &self.program.classes[class].qualified_name);
            let what = |message: &str| match inner {
                Some(name) => format!("inner class {name} of a generic class"),
                None => format!("generic types: {message}"),
            };
            let wrong = self.errors.drain(..);
            let wrong: Vec<Unsupported> =
                wrong.map(|error| Unsupported { what: what(&error.message), span: error.span }).collect();
            self.unsupported.extend(wrong);
        }
        if !self.unsupported.is_empty() {
            self.errors.retain(|_| !self.body.is_generic);
        }
        self.erase();
        self.body.is_generic |= self.has_own_signatures;
        if self.errors.is_empty() && self.unsupported.is_empty() {
            Ok(self.body)
        } else {
            Err(BodyError { errors: self.errors, unsupported: self.unsupported })
        }
    }

    fn push(&mut self, kind: ExprKind, ty: Ty, origin: syntax::ExprId) -> ExprId {
        let origin = self.keeps_origins.then_some(origin);
        self.body.exprs.push(Expr { kind, ty, origin, constant: None })
    }

    fn push_constant(
        &mut self,
        kind: ExprKind,
        ty: Ty,
        origin: syntax::ExprId,
        constant: Option<Constant>,
    ) -> ExprId {
        let origin = self.keeps_origins.then_some(origin);
        self.body.exprs.push(Expr { kind, ty, origin, constant })
    }

    /// A node that stands for what is wrong or outside the subset.
    fn unknown(&mut self, origin: syntax::ExprId) -> ExprId {
        self.push(ExprKind::Null, Ty::Unknown, origin)
    }

    fn push_stmt(&mut self, kind: StmtKind, origin: syntax::StmtId) -> StmtId {
        let origin = self.keeps_origins.then_some(origin);
        self.body.stmts.push(Stmt { kind, origin })
    }

    fn push_local(&mut self, name: &Name, ty: Ty, is_final: bool, origin: LocalOrigin) -> LocalId {
        self.local_constants.push(None);
        self.body.locals.push(Local { name: name.clone(), ty, is_final, origin })
    }

    fn ty(&self, expr: ExprId) -> Ty {
        self.body.exprs[expr].ty
    }

    fn constant(&self, expr: ExprId) -> Option<&Constant> {
        self.body.exprs[expr].constant.as_ref()
    }

    fn is_true(&self, expr: ExprId) -> bool {
        self.constant(expr).and_then(Constant::boolean) == Some(true)
    }

    fn span(&self, expr: syntax::ExprId) -> Span {
        self.code.exprs[expr].span
    }

    fn error(&mut self, span: Span, message: impl Into<String>) {
        self.errors.push(self.program.error_in(self.class, span, message));
    }

    fn unsupported(&mut self, span: Span, what: impl Into<String>) {
        self.unsupported.push(Unsupported { what: what.into(), span });
    }
}
