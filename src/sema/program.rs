//! The program: all classes that take part, with their members, and the typed body of each method on demand.
//!
//! A program is the files given, those that a source path holds and a name needs, and the library: Java sources
//! of our own under `library/`, of which only what Java cannot say is `native`. Class, field and method ids
//! are dense and never change once given. After loading, a program is immutable and shared by all threads;
//! bodies are attributed at first use, once.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use crate::class_files::ClassFiles;
use crate::define_id;
use crate::index::IndexVec;
use crate::sema::tables::Tables;
use crate::sema::type_numbers::TypeNumbers;
use crate::sema::typed_tree::{Constant, SharedBody};
use crate::sema::types::Ty;
use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::tree::{Code, CompilationUnit, Modifiers, Name, Span, TypeDeclId, TypeKind};

define_id!(/// A file that takes part.
    UnitId, "unit");
define_id!(/// A class, interface or enum.
    ClassId, "class");
define_id!(/// A field, enum constants included.
    FieldId, "field");
define_id!(/// A method, constructor, or initialiser of a class.
    MethodId, "method");

/// Where a file came from. Only given ones are mutated and tested.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    Given,
    SourcePath,
    Library,
    /// A class file of the class path ([`compiled`](crate::sema)): known by its header, and no body is read.
    ClassPath,
    /// The same of the JDK.
    Jdk,
    /// Holds the code of test drivers; no name leads to it.
    Driver,
    /// Stands in for a class that implements what no class does ([`implementers`](crate::sema::implementers)).
    Stub,
    /// Holds the classes that lambdas and method references of a source are ([`lambda`](crate::sema)).
    Lambda,
}

impl Role {
    /// Whether it is known from class files, of which only the headers are read.
    pub const fn is_compiled(self) -> bool {
        matches!(self, Self::ClassPath | Self::Jdk)
    }

    /// Whether it is code of others: of the library, or known from class files.
    pub const fn is_foreign(self) -> bool {
        matches!(self, Self::Library) || self.is_compiled()
    }
}

#[derive(Debug)]
pub struct Unit {
    pub tree: CompilationUnit,
    pub role: Role,
}

/// Why something lies outside the subset: what it is and where it stands in the unit of its owner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsupported {
    /// `lambda expression`, `type java.util.List`, `method String.format(Locale,…)`.
    pub what: String,
    pub span: Span,
}

#[derive(Debug)]
pub struct Class {
    pub unit: UnitId,
    pub decl: TypeDeclId,
    /// The simple name.
    pub name: Name,
    /// As written in source: `java.lang.String`, `a.b.Outer.Nested`.
    pub qualified_name: Name,
    pub kind: TypeKind,
    pub modifiers: Modifiers,
    /// The class in which this one is nested.
    pub outer: Option<ClassId>,
    /// `None` for `Object` and for interfaces.
    pub superclass: Option<ClassId>,
    pub interfaces: Vec<ClassId>,
    /// Declared here, in order; enum constants first.
    pub fields: Vec<FieldId>,
    /// Declared here, constructors included, in order.
    pub methods: Vec<MethodId>,
    /// The enum constants in order; empty for others.
    pub constants: Vec<FieldId>,
    /// Runs when the class is initialised.
    pub static_initializer: Option<MethodId>,
    /// Runs behind `super(…)`.
    pub instance_initializer: Option<MethodId>,
    /// A class of a kind that the subset lacks: its methods are not processed.
    pub unsupported: Option<Unsupported>,
}

#[derive(Debug)]
pub struct Field {
    pub class: ClassId,
    pub name: Name,
    pub ty: Ty,
    pub modifiers: Modifiers,
    /// Of a constant variable (JLS 4.12.4).
    pub constant: Option<Constant>,
    pub span: Span,
    pub unsupported: Option<Unsupported>,
    /// Whether its type holds type arguments or a type variable: `ty` is its erasure.
    pub is_generic: bool,
}

impl Field {
    pub const fn is_static(&self) -> bool {
        self.modifiers.has(Modifiers::STATIC)
    }

    pub const fn is_final(&self) -> bool {
        self.modifiers.has(Modifiers::FINAL)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MethodKind {
    Method,
    Constructor,
    /// All static field initialisers and static blocks of a class, in order.
    StaticInitializer,
    /// All instance field initialisers and instance blocks of a class, in order.
    InstanceInitializer,
}

#[derive(Debug)]
pub struct Method {
    pub class: ClassId,
    /// `<init>` for constructors.
    pub name: Name,
    pub kind: MethodKind,
    pub modifiers: Modifiers,
    pub parameters: Vec<Parameter>,
    pub return_type: Ty,
    pub varargs: bool,
    pub throws: Vec<ClassId>,
    pub source: MethodSource,
    /// From the first modifier to the closing brace.
    pub span: Span,
    /// What of the signature lies outside the subset.
    pub unsupported: Option<Unsupported>,
    /// Whether a type of it holds type arguments or a type variable: what stands here are erasures.
    pub is_generic: bool,
    /// Whether its `throws` clause names a type variable, so that what a call throws is inferred.
    pub throws_variable: bool,
}

impl Method {
    pub const fn is_static(&self) -> bool {
        self.modifiers.has(Modifiers::STATIC)
    }

    pub const fn is_constructor(&self) -> bool {
        matches!(self.kind, MethodKind::Constructor)
    }

    pub const fn is_abstract(&self) -> bool {
        self.modifiers.has(Modifiers::ABSTRACT)
    }

    /// Whether a call's own types are its signature: those of its arguments, and what its context asks for (JLS 15.12.3). Such a
    /// call has as many arguments as are written.
    pub const fn is_signature_polymorphic(&self) -> bool {
        self.modifiers.has(Modifiers::POLYMORPHIC)
    }
}

#[derive(Clone, Debug)]
pub struct Parameter {
    pub name: Name,
    pub ty: Ty,
    pub is_final: bool,
}

/// Where a method's code is.
#[derive(Clone, Debug)]
pub enum MethodSource {
    Code(Arc<Code>),
    Abstract,
    /// `native` in the library: the interpreter has it under this key, `java.lang.String.charAt(int)`.
    Native(Name),
    /// A constructor that the language adds: calls `super()`.
    DefaultConstructor,
    /// `values()` and `valueOf(String)` of an enum.
    EnumValues,
    EnumValueOf,
    /// The initialisers of a class, gathered from its declaration.
    Initializers,
    /// A constructor of an anonymous class, which hands on to this one of its superclass.
    Forwarding(MethodId),
    /// A member that the language gives a record.
    OfRecord,
    /// In a class file, and not read.
    ClassFile,
    /// Overrides in the place of this method, whose types are other than those of what it overrides once these are erased (JLS
    /// 8.4.8.3, 15.12.4.5): casts and calls it.
    Bridge(MethodId),
    /// The body of a lambda or method reference, which is part of this method's code.
    Lambda {
        owner: MethodId,
        /// What it gives, where the interface's method gives what type variables say.
        result: Ty,
    },
    /// The constructor of a lambda's class: it sets the fields, of which `bound` must not get null.
    LambdaObject {
        bound: Option<FieldId>,
    },
}

/// What attribution made of a body.
#[derive(Clone, Debug)]
pub enum BodyState {
    Typed(SharedBody),
    /// Outside the subset, with every reason found.
    Unsupported(Arc<[Unsupported]>),
    /// Abstract or native.
    None,
}

/// The classes of the library that the language itself names.
#[derive(Clone, Debug)]
pub struct WellKnown {
    pub object: ClassId,
    pub string: ClassId,
    pub string_builder: ClassId,
    pub string_buffer: ClassId,
    pub appendable: ClassId,
    pub char_sequence: ClassId,
    pub enumeration: ClassId,
    pub record: ClassId,
    pub number: ClassId,
    /// The wrappers in the order of `PrimitiveType::ALL`.
    pub wrappers: [ClassId; 8],
    pub cloneable: ClassId,
    pub throwable: ClassId,
    pub exception: ClassId,
    pub runtime_exception: ClassId,
    pub error: ClassId,
    pub arithmetic_exception: ClassId,
    pub null_pointer_exception: ClassId,
    pub class_cast_exception: ClassId,
    pub array_index_exception: ClassId,
    pub array_store_exception: ClassId,
    pub negative_array_size_exception: ClassId,
    pub assertion_error: ClassId,
}

/// Whether the JVM runs `assert` statements.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Assertions {
    /// On under Maven's Surefire, off otherwise: what is said holds in both worlds.
    #[default]
    OnOrOff,
    /// They are code like any other.
    On,
}

#[derive(Debug)]
pub struct Program {
    pub assertions: Assertions,
    /// Where compiled classes come from.
    pub class_files: Option<Arc<ClassFiles>>,
    pub units: IndexVec<UnitId, Unit>,
    pub classes: IndexVec<ClassId, Class>,
    pub fields: IndexVec<FieldId, Field>,
    pub methods: IndexVec<MethodId, Method>,
    pub well_known: WellKnown,
    pub(super) tables: Tables,
    pub(super) bodies: IndexVec<MethodId, OnceLock<CheckedBody>>,
    pub(super) type_numbers: OnceLock<TypeNumbers>,
    /// What came of static initialisers that run class files ([`tried`](crate::sema::tried)).
    pub(super) tried: BTreeMap<ClassId, Tried>,
}

/// What comes of a class's static initialisers where they run the code of class files.
#[derive(Debug)]
pub(super) enum Tried {
    /// They have been run, or are about to be, but for those of some fields that stop a run, each for its reason.
    Runs(BTreeMap<FieldId, String>),
    /// A run cannot be followed, for this.
    Stops(String),
}

/// What attribution made of a body, with the errors for which javac would reject it.
#[derive(Debug)]
pub(super) struct CheckedBody {
    pub state: BodyState,
    pub errors: Vec<Diagnostic>,
    pub left_out: LeftOut,
}

/// What of a class's initialisers is not in their body.
#[derive(Debug, Default)]
pub(super) struct LeftOut {
    /// Those of these fields; and the fields that the blocks assign.
    pub fields: Vec<FieldId>,
    pub blocks: Vec<LeftOutBlock>,
}

/// A static block that is left out.
#[derive(Debug)]
pub(super) struct LeftOutBlock {
    /// Which one of the class's members.
    pub member: usize,
    pub span: Span,
    /// The fields that it assigns.
    pub fields: Vec<FieldId>,
}

impl CheckedBody {
    pub(super) fn new(state: BodyState, errors: Vec<Diagnostic>) -> Self {
        Self { state, errors, left_out: LeftOut::default() }
    }
}
