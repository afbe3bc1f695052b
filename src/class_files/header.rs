//! What a class file says of its class, without code.

use std::sync::Arc;

use crate::class_files::signature::{ClassSignature, MethodSignature, TypeSignature};
use crate::jvm::value::JavaString;

/// A name as it stands in class files: `java/util/Map$Entry`, `size`.
pub type Name = Arc<str>;

/// The flags of a class or member (JVMS 4.1-B, 4.5-A, 4.6-A, 4.7.6-A).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Access(pub u16);

impl Access {
    pub const PUBLIC: u16 = 0x0001;
    pub const PRIVATE: u16 = 0x0002;
    pub const PROTECTED: u16 = 0x0004;
    pub const STATIC: u16 = 0x0008;
    pub const FINAL: u16 = 0x0010;
    /// Of a method; the bit means something else on a class.
    pub const SYNCHRONIZED: u16 = 0x0020;
    /// Of a field.
    pub const VOLATILE: u16 = 0x0040;
    /// Of a method.
    pub const BRIDGE: u16 = 0x0040;
    /// Of a method.
    pub const VARARGS: u16 = 0x0080;
    /// Of a field.
    pub const TRANSIENT: u16 = 0x0080;
    pub const NATIVE: u16 = 0x0100;
    pub const INTERFACE: u16 = 0x0200;
    pub const ABSTRACT: u16 = 0x0400;
    pub const SYNTHETIC: u16 = 0x1000;
    pub const ANNOTATION: u16 = 0x2000;
    pub const ENUM: u16 = 0x4000;
    pub const MODULE: u16 = 0x8000;

    /// Whether one of these flags is set.
    pub const fn has(self, flags: u16) -> bool {
        self.0 & flags != 0
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClassKind {
    Class,
    Interface,
    Enum,
    Record,
    Annotation,
}

/// A class, interface, enum, record or annotation type.
#[derive(Clone, Debug, PartialEq)]
pub struct ClassFile {
    pub name: Name,
    pub kind: ClassKind,
    /// Of a nested class: as it was declared.
    pub access: Access,
    /// `None` for `java/lang/Object`; for an interface it is that.
    pub superclass: Option<Name>,
    pub interfaces: Vec<Name>,
    /// Where it is generic, or a supertype of it has arguments.
    pub signature: Option<ClassSignature>,
    pub fields: Vec<FieldHeader>,
    /// Constructors (`<init>`) and the initialiser (`<clinit>`) too.
    pub methods: Vec<MethodHeader>,
    /// All nested classes that the file speaks of, its own members and those of others: what `$` in a name means.
    pub nested: Vec<NestedClass>,
    /// The components of a record, in order.
    pub components: Vec<RecordComponent>,
    /// The subclasses that a sealed class permits.
    pub permitted: Option<Vec<Name>>,
    /// Whether `@FunctionalInterface` stands on it.
    pub is_functional: bool,
    /// Of a local or anonymous class, which no name means: where it stands.
    pub enclosing: Option<Enclosing>,
    /// Whether an annotation stands on it that runs may ask for.
    pub is_annotated: bool,
}

/// The code in which a class stands (JVMS 4.7.7).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Enclosing {
    pub class: Name,
    /// Name and descriptor of the method; `None` in an initialiser.
    pub method: Option<(Name, Name)>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct FieldHeader {
    pub name: Name,
    pub access: Access,
    /// Its erased type.
    pub ty: TypeSignature,
    /// Its generic type, where that is another.
    pub signature: Option<TypeSignature>,
    pub constant: Option<ConstantValue>,
    /// Whether an annotation stands on it that runs may ask for.
    pub is_annotated: bool,
}

/// The value of a constant field. An `int` stands for all smaller types too.
#[derive(Clone, Debug, PartialEq)]
pub enum ConstantValue {
    Int(i32),
    Long(i64),
    Float(f32),
    Double(f64),
    String(JavaString),
}

#[derive(Clone, Debug, PartialEq)]
pub struct MethodHeader {
    pub name: Name,
    pub access: Access,
    /// As it stands: `(ILjava/lang/String;)V`.
    pub descriptor: Name,
    /// The descriptor, read: its erased types.
    pub erased: MethodSignature,
    /// Its generic types, where these are others. They lack parameters that the compiler added.
    pub signature: Option<MethodSignature>,
    /// The classes of its `throws` clause.
    pub exceptions: Vec<Name>,
    pub has_code: bool,
    /// Whether runs may ask for annotations of it or its parameters, or for a default value.
    pub is_annotated: bool,
}

/// A row of the table of nested classes (JVMS 4.7.6).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NestedClass {
    pub class: Name,
    /// The class around it; `None` of a local or anonymous one.
    pub outer: Option<Name>,
    /// Its simple name; `None` of an anonymous one.
    pub name: Option<Name>,
    pub access: Access,
}

#[derive(Clone, Debug, PartialEq)]
pub struct RecordComponent {
    pub name: Name,
    pub ty: TypeSignature,
    pub signature: Option<TypeSignature>,
    /// Whether an annotation stands on it that runs may ask for.
    pub is_annotated: bool,
}
