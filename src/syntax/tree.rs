//! The syntax tree of one `.java` file, before any name has a meaning.
//!
//! Invariants
//! - Each method body, field initialiser, initialiser block and enum constant is a [`Code`] with arenas of
//!   its own, so a mutant copies one body and no file. Children have smaller ids than their parents in a
//!   parsed tree (a patched one may break that order), and no path from the root is longer than
//!   [`MAX_DEPTH`]: walkers may recurse.
//! - Parentheses are not nodes: [`Expr::outer`] is the span with them, [`Expr::span`] without.
//! - The tree holds all of Java 25: what of it is processed is the decision of later stages (DESIGN §13). A lambda's body
//!   is in the arenas of the code around it; a class that is declared in code has its members in [`LocalTypes`], each with
//!   a [`Code`] of its own.
//! - Spans are byte offsets into the *raw* file, also where `\uXXXX` stood.
//! - What is [`stored`](super::stored) is the library's trees, none of which is too deep.

mod code;

use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize};

use crate::define_id;
use crate::index::IndexVec;
use crate::jvm::value::PrimitiveType;
use crate::syntax::source::SourceFile;
pub use code::*;

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

/// Code of which no tree is made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsupported {
    /// What it is, as a person calls it.
    pub what: &'static str,
    pub span: Span,
}

/// One file.
#[derive(Clone, Debug)]
pub struct CompilationUnit {
    pub source: Arc<SourceFile>,
    /// Empty for the unnamed package.
    pub package: Vec<Ident>,
    /// Those of the package.
    pub annotations: Vec<Annotation>,
    pub imports: Vec<Import>,
    /// All types of the file that are no local ones; an outer one stands before those nested in it.
    pub types: IndexVec<TypeDeclId, TypeDecl>,
    /// The members of a compact source file's class, its types included; empty in other files.
    pub compact: Vec<Member>,
    /// Of `module-info.java`.
    pub module: Option<ModuleDecl>,
    /// `module-info.java` or `package-info.java` without types.
    pub is_module: bool,
}

impl CompilationUnit {
    /// `java.util`, or nothing.
    pub fn package_name(&self) -> String {
        self.package.iter().map(|part| &*part.name).collect::<Vec<_>>().join(".")
    }
}

/// `module a.b { … }`
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ModuleDecl {
    pub annotations: Vec<Annotation>,
    pub is_open: bool,
    pub name: Vec<Ident>,
    pub directives: Vec<ModuleDirective>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ModuleDirective {
    pub kind: DirectiveKind,
    /// Of a module, a package or a service.
    pub name: Vec<Ident>,
    /// What stands behind `to` or `with`.
    pub targets: Vec<Vec<Ident>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum DirectiveKind {
    Requires { is_transitive: bool, is_static: bool },
    Exports,
    Opens,
    Uses,
    Provides,
}

/// `@a.B(c = 1)`
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Annotation {
    pub name: Vec<Ident>,
    pub arguments: Vec<AnnotationArgument>,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AnnotationArgument {
    /// `None` for a value that stands alone.
    pub name: Option<Ident>,
    pub value: AnnotationValue,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum AnnotationValue {
    /// Its root is an expression.
    Expr(Arc<Code>),
    Annotation(Box<Annotation>),
    Array(Vec<AnnotationValue>),
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Import {
    pub path: Vec<Ident>,
    pub is_static: bool,
    /// `import a.b.*;`
    pub on_demand: bool,
    /// `import module a.b;`
    pub is_module: bool,
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
    /// An `@Override` annotation stands here.
    pub const OVERRIDE: u32 = 1 << 14;
    /// No modifier of a source: declared in a class file, where its code is.
    pub const COMPILED: u32 = 1 << 15;
    /// No modifier of a source: what the language gives a record.
    pub const IMPLIED: u32 = 1 << 16;
    /// No modifier of a source: a field that no code names, of a class that has others around it.
    pub const SYNTHETIC: u32 = 1 << 17;
    /// No modifier of a source: the JDK's, and younger than the release that is compiled for.
    pub const LATER: u32 = 1 << 18;
    /// No modifier of a source: the JDK's, and each call of it has a signature of its own (JLS 15.12.3).
    pub const POLYMORPHIC: u32 = 1 << 19;

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

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TypeDecl {
    pub kind: TypeKind,
    pub name: Ident,
    pub modifiers: Modifiers,
    pub annotations: Vec<Annotation>,
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

impl TypeDecl {
    /// A type with nothing in it.
    pub const fn empty(kind: TypeKind, name: Ident, modifiers: Modifiers, span: Span) -> TypeDecl {
        TypeDecl {
            kind,
            name,
            modifiers,
            annotations: Vec::new(),
            type_parameters: Vec::new(),
            extends: None,
            implements: Vec::new(),
            permits: Vec::new(),
            components: Vec::new(),
            constants: Vec::new(),
            members: Vec::new(),
            outer: None,
            span,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TypeParameter {
    pub annotations: Vec<Annotation>,
    pub name: Ident,
    pub bounds: Vec<TypeRef>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Member {
    Field(FieldDecl),
    Method(MethodDecl),
    Initializer(Initializer),
    Type(TypeDeclId),
}

/// One declarator: `int a, b[];` makes two.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FieldDecl {
    pub modifiers: Modifiers,
    pub annotations: Vec<Annotation>,
    pub ty: TypeRef,
    pub name: Ident,
    /// Its root is an expression ([`ExprKind::ArrayInitializer`] for `= {…}`).
    pub init: Option<Arc<Code>>,
    pub span: Span,
}

/// A method or a constructor.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MethodDecl {
    pub modifiers: Modifiers,
    pub annotations: Vec<Annotation>,
    pub type_parameters: Vec<TypeParameter>,
    /// `None` for a constructor.
    pub return_type: Option<TypeRef>,
    /// The class's name for a constructor.
    pub name: Ident,
    /// The type of `this` where it is written as a parameter, which is only a place for annotations.
    pub receiver: Option<Box<TypeRef>>,
    pub parameters: Vec<Parameter>,
    pub throws: Vec<TypeRef>,
    /// Of an annotation type's element.
    pub default: Option<AnnotationValue>,
    /// `None` for abstract and native methods. Its root is the block.
    pub body: Option<Arc<Code>>,
    /// A record's `Name { … }` constructor without a parameter list.
    pub is_compact: bool,
    /// From the first modifier (behind Javadoc) to the closing brace or semicolon.
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Parameter {
    pub modifiers: Modifiers,
    pub annotations: Vec<Annotation>,
    /// With `...` counted as a dimension.
    pub ty: TypeRef,
    pub name: Ident,
    pub varargs: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Initializer {
    pub is_static: bool,
    /// Its root is the block.
    pub body: Arc<Code>,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EnumConstant {
    pub annotations: Vec<Annotation>,
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
    /// Those within the type: in front of it they belong to the declaration, where one begins there.
    pub annotations: Option<Box<[TypeAnnotation]>>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TypeAnnotation {
    pub place: AnnotatedPart,
    pub annotation: Annotation,
}

/// What of a type an annotation stands in front of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum AnnotatedPart {
    /// The primitive type, or the segment of this number.
    Segment(u32),
    /// The `[]` of this number.
    Dimension(u32),
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
    /// A wildcard with annotations in front.
    Annotated(Box<[Annotation]>, Box<TypeArgument>),
}
