//! What declarations say of types (JLS 8.1.2, 8.4.4; JVMS 4.7.9.1).

use crate::jvm::value::PrimitiveType;
use crate::sema::program::{ClassId, MethodId};
use crate::syntax::tree::Name;

/// Who declares a type variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Owner {
    Class(ClassId),
    Method(MethodId),
}

/// The n-th type variable of its owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Variable {
    pub owner: Owner,
    pub index: u32,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Signature {
    Void,
    Primitive(PrimitiveType),
    /// Without arguments a class that has no type variables, or a raw type.
    Class(ClassId, Vec<SignatureArgument>),
    Variable(Variable),
    Array(Box<Signature>),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SignatureArgument {
    Exact(Signature),
    Unbounded,
    Extends(Signature),
    Super(Signature),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VariableSignature {
    pub name: Name,
    /// `Object` where none is written.
    pub bounds: Vec<Signature>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassSignature {
    pub variables: Vec<VariableSignature>,
    /// The superclass first, but for an interface; then the superinterfaces.
    pub supertypes: Vec<Signature>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MethodSignature {
    pub variables: Vec<VariableSignature>,
    pub parameters: Vec<Signature>,
    /// `void` for a constructor.
    pub result: Signature,
    pub throws: Vec<Signature>,
}
