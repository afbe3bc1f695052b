//! Statements and expressions, in the arenas of the [`Code`] that they are of.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::{
    Annotation, Ident, Name, Parameter, Span, TypeArgument, TypeDecl, TypeDeclId, TypeRef, Unsupported,
    read_name,
};
use crate::define_id;
use crate::index::IndexVec;
use crate::jvm::operator::{BinaryOperator, UnaryOperator};
use crate::jvm::value::JavaString;

/// The longest path from the root of a [`Code`] to a leaf; a body that is deeper becomes
/// [`StmtKind::Unsupported`] as a whole (javac itself dies at about 3,000 levels).
pub const MAX_DEPTH: usize = 4_000;

define_id!(/// An expression of one [`Code`].
    #[derive(Serialize, Deserialize)]
    ExprId, "e");
define_id!(/// A statement of one [`Code`].
    #[derive(Serialize, Deserialize)]
    StmtId, "s");

/// A piece of code with its arenas.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Code {
    pub exprs: IndexVec<ExprId, Expr>,
    pub stmts: IndexVec<StmtId, Stmt>,
    pub root: Root,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Root {
    Block(StmtId),
    Expr(ExprId),
    Arguments(Vec<ExprId>),
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Expr {
    pub kind: ExprKind,
    /// Without enclosing parentheses.
    pub span: Span,
    /// With all of them; equal to `span` where there are none.
    pub outer: Span,
}

impl Expr {
    pub fn is_parenthesized(&self) -> bool {
        self.span != self.outer
    }
}

/// A list of children; most have at most four.
pub type ExprList = SmallVec<[ExprId; 4]>;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ExprKind {
    Literal(Literal),
    /// A simple name: local, field, or the head of a qualified name (class, package).
    #[serde(deserialize_with = "read_name")]
    Name(Name),
    /// `target.name`: field access or a further part of a qualified name.
    Field {
        target: ExprId,
        name: Ident,
    },
    This,
    /// `A.this`
    OuterThis(Box<TypeRef>),
    /// Only as the target of a field access, a call or a method reference. `qualifier` names a superinterface or a class
    /// around this one.
    Super {
        qualifier: Option<Box<TypeRef>>,
    },
    Call {
        target: Option<ExprId>,
        name: Ident,
        arguments: ExprList,
    },
    /// `A.<T>f(x)`: a call with explicit type arguments.
    GenericCall(Box<GenericCall>),
    New {
        class: Box<TypeRef>,
        arguments: ExprList,
    },
    /// A creation with more than a class and its arguments.
    Creation(Box<Creation>),
    /// A constructor call with more than its arguments: `outer.<T>super(x)`. It has no value.
    ConstructorCall(Box<OuterConstructorCall>),
    /// `new int[n][m][]`: the element type has the dimensions without a length as its own.
    /// `ty` is the type of the whole array.
    NewArray {
        ty: Box<TypeRef>,
        lengths: ExprList,
    },
    /// `new int[] {1, 2}`; `init` is an [`ExprKind::ArrayInitializer`].
    NewArrayOf {
        ty: Box<TypeRef>,
        init: ExprId,
    },
    /// `{1, 2}` of a declaration, of `new T[]`, or inside another.
    ArrayInitializer(ExprList),
    Index {
        array: ExprId,
        index: ExprId,
    },
    Unary {
        op: UnaryOperator,
        operand: ExprId,
    },
    IncDec {
        op: IncDec,
        operand: ExprId,
    },
    Binary {
        op: BinaryOp,
        left: ExprId,
        right: ExprId,
    },
    /// `op` for a compound assignment.
    Assign {
        target: ExprId,
        op: Option<BinaryOperator>,
        value: ExprId,
    },
    Conditional {
        condition: ExprId,
        then: ExprId,
        otherwise: ExprId,
    },
    Cast {
        ty: Box<TypeRef>,
        operand: ExprId,
    },
    /// `(A & B) e`; at least two types.
    IntersectionCast {
        types: Vec<TypeRef>,
        operand: ExprId,
    },
    InstanceOf {
        operand: ExprId,
        ty: Box<TypeRef>,
        binding: Option<Binding>,
    },
    /// `e instanceof R(var a)` or `e instanceof T _`.
    Matches {
        operand: ExprId,
        pattern: Box<Pattern>,
    },
    Switch {
        selector: ExprId,
        body: Box<SwitchBody>,
    },
    /// `int.class`, `Foo[].class`
    ClassLiteral(Box<TypeRef>),
    Lambda(Box<Lambda>),
    MethodReference(Box<MethodReference>),
    #[serde(skip)]
    Unsupported(Unsupported),
}

/// The variable of `e instanceof T v`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Binding {
    pub is_final: bool,
    pub annotations: Vec<Annotation>,
    pub name: Ident,
}

/// What a value is matched with, behind `instanceof` or `case`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Pattern {
    /// `_`, of a record's component.
    Any(Span),
    Type(TypePattern),
    Record(RecordPattern),
}

impl Pattern {
    pub const fn span(&self) -> Span {
        match self {
            Self::Any(span) => *span,
            Self::Type(pattern) => pattern.span,
            Self::Record(pattern) => pattern.span,
        }
    }
}

/// `T v` or `T _`
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TypePattern {
    pub is_final: bool,
    pub annotations: Vec<Annotation>,
    /// [`BaseType::Var`] of a record's component only.
    pub ty: TypeRef,
    /// [`UNNAMED`] for `_`.
    pub name: Ident,
    pub span: Span,
}

/// `R(T v, _)`
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordPattern {
    pub ty: TypeRef,
    pub parts: Vec<Pattern>,
    pub span: Span,
}

/// The name of a variable without one.
pub const UNNAMED: &str = "_";

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GenericCall {
    pub target: ExprId,
    pub type_arguments: Vec<TypeArgument>,
    pub name: Ident,
    pub arguments: ExprList,
}

/// `outer.new <T> C<U>(x) { … }`
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Creation {
    pub outer: Option<ExprId>,
    /// Those of the constructor.
    pub type_arguments: Vec<TypeArgument>,
    pub class: TypeRef,
    pub arguments: ExprList,
    /// The body of an anonymous class: the first of the types, without a name.
    pub body: Option<Arc<LocalTypes>>,
}

/// A class that is declared in code, and the types nested in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LocalTypes {
    /// The declared one first; an outer one stands before those nested in it.
    pub types: IndexVec<TypeDeclId, TypeDecl>,
}

/// `(a, b) -> …`
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lambda {
    pub parameters: LambdaParameters,
    pub body: LambdaBody,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum LambdaParameters {
    /// Names alone; [`UNNAMED`] for `_`.
    Inferred(Vec<Ident>),
    /// With types, which may be `var`.
    Declared(Vec<Parameter>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum LambdaBody {
    Expr(ExprId),
    Block(StmtId),
}

/// `a::f`, `A<B>::new`
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MethodReference {
    pub target: ReferenceTarget,
    pub type_arguments: Vec<TypeArgument>,
    /// `None` for `new`.
    pub name: Option<Ident>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ReferenceTarget {
    /// A value; or a name that means one or a class.
    Expr(ExprId),
    /// What can only be a type: `int[]`, `List<String>`.
    Type(TypeRef),
}

/// Binary operators, the two that do not always evaluate their right operand included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum BinaryOp {
    Strict(BinaryOperator),
    AndAnd,
    OrOr,
}

impl BinaryOp {
    pub const fn symbol(self) -> &'static str {
        match self {
            Self::Strict(op) => op.symbol(),
            Self::AndAnd => "&&",
            Self::OrOr => "||",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum IncDec {
    PreIncrement,
    PreDecrement,
    PostIncrement,
    PostDecrement,
}

impl IncDec {
    pub const fn is_prefix(self) -> bool {
        matches!(self, Self::PreIncrement | Self::PreDecrement)
    }

    pub const fn is_increment(self) -> bool {
        matches!(self, Self::PreIncrement | Self::PostIncrement)
    }

    pub const fn symbol(self) -> &'static str {
        if self.is_increment() { "++" } else { "--" }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Literal {
    /// As written, `_` and radix prefix included, without a suffix `L`. Its value depends on
    /// whether a unary minus stands before it.
    Int(Box<str>),
    Long(Box<str>),
    /// As written, without the suffix.
    Float(Box<str>),
    Double(Box<str>),
    Char(u16),
    /// A string literal or text block, escapes and indentation already processed.
    String(JavaString),
    Boolean(bool),
    Null,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stmt {
    pub kind: StmtKind,
    pub span: Span,
}

pub type StmtList = Vec<StmtId>;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum StmtKind {
    Block(StmtList),
    Local(LocalDecl),
    Empty,
    /// An expression statement. (In `for` headers too.)
    Expr(ExprId),
    If {
        condition: ExprId,
        then: StmtId,
        otherwise: Option<StmtId>,
    },
    While {
        condition: ExprId,
        body: StmtId,
    },
    Do {
        body: StmtId,
        condition: ExprId,
    },
    /// `init` is one [`StmtKind::Local`] or any number of [`StmtKind::Expr`]; `update` holds the latter.
    For {
        init: StmtList,
        condition: Option<ExprId>,
        update: StmtList,
        body: StmtId,
    },
    ForEach {
        variable: Box<ForEachVariable>,
        iterable: ExprId,
        body: StmtId,
    },
    Labeled {
        label: Ident,
        body: StmtId,
    },
    Switch {
        selector: ExprId,
        body: Box<SwitchBody>,
    },
    Break(Option<Ident>),
    Continue(Option<Ident>),
    Yield(ExprId),
    Return(Option<ExprId>),
    Throw(ExprId),
    Try(Box<TryStmt>),
    Assert {
        condition: ExprId,
        message: Option<ExprId>,
    },
    /// `this(…)` or `super(…)`.
    ConstructorCall {
        target: ConstructorTarget,
        arguments: ExprList,
    },
    Synchronized {
        lock: ExprId,
        body: StmtId,
    },
    /// A class, interface, enum or record.
    LocalType(Arc<LocalTypes>),
    #[serde(skip)]
    Unsupported(Unsupported),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ConstructorTarget {
    This,
    Super,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OuterConstructorCall {
    pub outer: Option<ExprId>,
    pub type_arguments: Vec<TypeArgument>,
    pub target: ConstructorTarget,
    pub arguments: ExprList,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LocalDecl {
    pub is_final: bool,
    pub annotations: Vec<Annotation>,
    /// The type before the declarators.
    pub ty: TypeRef,
    pub declarators: Vec<Declarator>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Declarator {
    /// [`UNNAMED`] for `_`.
    pub name: Ident,
    /// The `[]` behind the name, on top of the type's.
    pub extra_dims: u8,
    pub init: Option<ExprId>,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ForEachVariable {
    pub is_final: bool,
    pub annotations: Vec<Annotation>,
    pub ty: TypeRef,
    pub name: Ident,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TryStmt {
    pub resources: Vec<Resource>,
    pub body: StmtId,
    pub catches: Vec<Catch>,
    pub finally: Option<StmtId>,
}

/// What a `try` closes in its end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Resource {
    Declared(Box<ResourceVariable>),
    /// A variable or a field from before.
    Expr(ExprId),
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResourceVariable {
    pub is_final: bool,
    pub annotations: Vec<Annotation>,
    pub ty: TypeRef,
    pub name: Ident,
    pub init: ExprId,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Catch {
    pub is_final: bool,
    pub annotations: Vec<Annotation>,
    /// More than one for `A | B`.
    pub types: Vec<TypeRef>,
    pub name: Ident,
    pub body: StmtId,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SwitchBody {
    /// Shared by the mutants of a body: one of thousands of groups has thousands of them.
    pub groups: Vec<Arc<SwitchGroup>>,
    /// With `->`; the groups' bodies are then [`GroupBody::Arrow`] or [`GroupBody::ArrowExpr`].
    pub arrows: bool,
    pub span: Span,
}

/// Consecutive labels with the statements behind them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SwitchGroup {
    pub labels: Vec<SwitchLabel>,
    pub body: GroupBody,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SwitchLabel {
    Case(ExprId),
    Default,
    Pattern(Box<Pattern>),
    /// The guard of the pattern before it.
    When(ExprId),
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum GroupBody {
    /// `case 1: …`
    Colon(StmtList),
    /// `case 1 -> { … }` or `-> throw …;`, and in a switch statement `-> e;` as an
    /// expression statement.
    Arrow(StmtId),
    /// `case 1 -> e;` in a switch expression.
    ArrowExpr(ExprId),
}
