//! The syntax tree of one `.java` file, before any name has a meaning.
//!
//! Invariants
//! - Each method body, field initialiser, initialiser block and enum constant is a [`Code`] with arenas of
//!   its own, so a mutant copies one body and no file. Children have smaller ids than their parents in a
//!   parsed tree (a patched one may break that order), and no path from the root is longer than
//!   [`MAX_DEPTH`]: walkers may recurse.
//! - Parentheses are not nodes: [`Expr::outer`] is the span with them, [`Expr::span`] without.
//! - What lies outside the subset is a node of its own ([`Unsupported`]) with a span and a name; its inside
//!   is not in the tree (DESIGN §3).
//! - Spans are byte offsets into the *raw* file, also where `\uXXXX` stood.
//! - What is [`stored`](super::stored) is the library's trees, in which nothing is outside the subset.

use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize};
use smallvec::SmallVec;

use crate::define_id;
use crate::index::IndexVec;
use crate::jvm::operator::{BinaryOperator, UnaryOperator};
use crate::jvm::value::{JavaString, PrimitiveType};
use crate::syntax::source::SourceFile;

/// The longest path from the root of a [`Code`] to a leaf; a body that is deeper becomes
/// [`StmtKind::Unsupported`] as a whole (javac itself dies at about 3,000 levels).
pub const MAX_DEPTH: usize = 4_000;

define_id!(/// An expression of one [`Code`].
    #[derive(Serialize, Deserialize)]
    ExprId, "e");
define_id!(/// A statement of one [`Code`].
    #[derive(Serialize, Deserialize)]
    StmtId, "s");
define_id!(/// A class, interface, enum, record or annotation type of one file, nested ones included.
    #[derive(Serialize, Deserialize)]
    TypeDeclId, "type");

/// A half-open range of byte offsets into the raw file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Span {
    pub start: u32,
    pub end: u32,
}

impl Span {
    pub const fn new(start: u32, end: u32) -> Self {
        Self { start, end }
    }

    /// The least span that holds both.
    pub fn to(self, other: Span) -> Span {
        Span::new(self.start.min(other.start), self.end.max(other.end))
    }
}

/// An identifier as text.
pub type Name = Arc<str>;

/// A name from stored bytes, without a copy in between.
fn read_name<'de, D: Deserializer<'de>>(bytes: D) -> Result<Name, D::Error> {
    <&str>::deserialize(bytes).map(Name::from)
}

/// An identifier where it stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ident {
    #[serde(deserialize_with = "read_name")]
    pub name: Name,
    pub span: Span,
}

/// A construct outside the subset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsupported {
    /// What it is, as a person calls it: `lambda expression`, `anonymous class`.
    pub what: &'static str,
    pub span: Span,
}

/// One file.
#[derive(Clone, Debug)]
pub struct CompilationUnit {
    pub source: Arc<SourceFile>,
    /// Empty for the unnamed package.
    pub package: Vec<Ident>,
    pub imports: Vec<Import>,
    /// All types of the file; an outer one stands before those nested in it.
    pub types: IndexVec<TypeDeclId, TypeDecl>,
    /// `module-info.java` or `package-info.java` without types.
    pub is_module: bool,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Import {
    pub path: Vec<Ident>,
    pub is_static: bool,
    /// `import a.b.*;`
    pub on_demand: bool,
    pub span: Span,
}

/// Modifiers as a set of bits, with the place where they begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Modifiers {
    pub bits: u32,
    pub span: Span,
}

impl Modifiers {
    pub const PUBLIC: u32 = 1;
    pub const PROTECTED: u32 = 1 << 1;
    pub const PRIVATE: u32 = 1 << 2;
    pub const STATIC: u32 = 1 << 3;
    pub const FINAL: u32 = 1 << 4;
    pub const ABSTRACT: u32 = 1 << 5;
    pub const NATIVE: u32 = 1 << 6;
    pub const SYNCHRONIZED: u32 = 1 << 7;
    pub const TRANSIENT: u32 = 1 << 8;
    pub const VOLATILE: u32 = 1 << 9;
    pub const STRICTFP: u32 = 1 << 10;
    pub const DEFAULT: u32 = 1 << 11;
    pub const SEALED: u32 = 1 << 12;
    pub const NON_SEALED: u32 = 1 << 13;
    /// An `@Override` annotation stands here; other annotations are read and dropped.
    pub const OVERRIDE: u32 = 1 << 14;

    pub const fn has(self, bit: u32) -> bool {
        self.bits & bit != 0
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TypeKind {
    Class,
    Interface,
    Enum,
    Record,
    Annotation,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct TypeDecl {
    pub kind: TypeKind,
    pub name: Ident,
    pub modifiers: Modifiers,
    /// `<T extends Comparable<T>>`, where generic.
    pub type_parameters: Vec<TypeParameter>,
    pub extends: Option<TypeRef>,
    /// What a class implements or an interface extends.
    pub implements: Vec<TypeRef>,
    /// `permits A, B` of a sealed type.
    pub permits: Vec<TypeRef>,
    /// The header's components, of a record.
    pub components: Vec<Parameter>,
    pub constants: Vec<EnumConstant>,
    /// In source order.
    pub members: Vec<Member>,
    pub outer: Option<TypeDeclId>,
    pub span: Span,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct TypeParameter {
    pub name: Ident,
    pub bounds: Vec<TypeRef>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Member {
    Field(FieldDecl),
    Method(MethodDecl),
    Initializer(Initializer),
    Type(TypeDeclId),
}

/// One declarator: `int a, b[];` makes two.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct FieldDecl {
    pub modifiers: Modifiers,
    pub ty: TypeRef,
    pub name: Ident,
    /// Its root is an expression ([`ExprKind::ArrayInitializer`] for `= {…}`).
    pub init: Option<Arc<Code>>,
    pub span: Span,
}

/// A method or a constructor.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct MethodDecl {
    pub modifiers: Modifiers,
    pub type_parameters: Vec<TypeParameter>,
    /// `None` for a constructor.
    pub return_type: Option<TypeRef>,
    /// The class's name for a constructor.
    pub name: Ident,
    pub parameters: Vec<Parameter>,
    pub throws: Vec<TypeRef>,
    /// `None` for abstract and native methods. Its root is the block.
    pub body: Option<Arc<Code>>,
    /// A record's `Name { … }` constructor without a parameter list.
    pub is_compact: bool,
    /// From the first modifier (behind Javadoc) to the closing brace or semicolon.
    pub span: Span,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Parameter {
    pub modifiers: Modifiers,
    /// With `...` counted as a dimension.
    pub ty: TypeRef,
    pub name: Ident,
    pub varargs: bool,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Initializer {
    pub is_static: bool,
    /// Its root is the block.
    pub body: Arc<Code>,
    pub span: Span,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct EnumConstant {
    pub name: Ident,
    /// Its root is the list of arguments.
    pub arguments: Arc<Code>,
    /// A constant with a class body of its own.
    pub body: Option<TypeDeclId>,
    pub span: Span,
}

/// A type as written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TypeRef {
    pub base: BaseType,
    /// The number of `[]`, those behind the declared name included.
    pub dims: u8,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum BaseType {
    Void,
    /// `var` of a local.
    Var,
    Primitive(PrimitiveType),
    /// `a.b.C<D>.E`
    Named(Vec<TypeSegment>),
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TypeSegment {
    pub name: Ident,
    /// `None` without `<…>`; `Some` and empty for the diamond.
    pub arguments: Option<Vec<TypeArgument>>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TypeArgument {
    Type(TypeRef),
    Wildcard,
    Extends(TypeRef),
    Super(TypeRef),
}

/// A piece of code with its arenas.
#[derive(Clone, Debug, Serialize, Deserialize)]
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
    /// Only as the target of a field access or call. `A.super` is unsupported unless `A` is a
    /// superinterface: then `qualifier` names it.
    Super {
        qualifier: Option<Box<TypeRef>>,
    },
    Call {
        target: Option<ExprId>,
        name: Ident,
        arguments: ExprList,
    },
    New {
        class: Box<TypeRef>,
        arguments: ExprList,
    },
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
    InstanceOf {
        operand: ExprId,
        ty: Box<TypeRef>,
        binding: Option<Binding>,
    },
    Switch {
        selector: ExprId,
        body: Box<SwitchBody>,
    },
    /// `int.class`, `Foo[].class`
    ClassLiteral(Box<TypeRef>),
    #[serde(skip)]
    Unsupported(Unsupported),
}

/// The variable of `e instanceof T v`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Binding {
    pub is_final: bool,
    pub name: Ident,
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
    #[serde(skip)]
    Unsupported(Unsupported),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ConstructorTarget {
    This,
    Super,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LocalDecl {
    pub is_final: bool,
    /// The type before the declarators.
    pub ty: TypeRef,
    pub declarators: Vec<Declarator>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Declarator {
    pub name: Ident,
    /// The `[]` behind the name, on top of the type's.
    pub extra_dims: u8,
    pub init: Option<ExprId>,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ForEachVariable {
    pub is_final: bool,
    pub ty: TypeRef,
    pub name: Ident,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TryStmt {
    pub body: StmtId,
    pub catches: Vec<Catch>,
    pub finally: Option<StmtId>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Catch {
    pub is_final: bool,
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
