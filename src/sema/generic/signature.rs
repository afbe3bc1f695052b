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

impl Signature {
    /// The type, written in a class, with these types for the class's variables; `None` where one is not known.
    pub fn seen_with(&self, class: ClassId, arguments: &[Signature]) -> Option<Signature> {
        let seen = |ty: &Signature| ty.seen_with(class, arguments);
        Some(match self {
            Signature::Variable(variable) if variable.owner == Owner::Class(class) => {
                arguments.get(variable.index as usize)?.clone()
            }
            Signature::Class(of, given) => {
                let given = given.iter().map(|argument| {
                    Some(match argument {
                        SignatureArgument::Exact(ty) => SignatureArgument::Exact(seen(ty)?),
                        SignatureArgument::Unbounded => SignatureArgument::Unbounded,
                        SignatureArgument::Extends(ty) => SignatureArgument::Extends(seen(ty)?),
                        SignatureArgument::Super(ty) => SignatureArgument::Super(seen(ty)?),
                    })
                });
                Signature::Class(*of, given.collect::<Option<_>>()?)
            }
            Signature::Array(cell) => Signature::Array(Box::new(seen(cell)?)),
            other => other.clone(),
        })
    }
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
