//! What can be wrong with a name, a type or a call. Each kind of error keeps apart what javac would
//! certainly reject from what merely lies outside the world that we know: only the first is the user's error.

use thiserror::Error;

use crate::sema::program::ClassId;
use crate::syntax::tree::Name;

/// Why a name is no type.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TypeNameError {
    #[error("cannot find symbol: class {0}")]
    Unknown(String),
    #[error("{0} is not accessible here")]
    Inaccessible(String),
    #[error("reference to {0} is ambiguous")]
    Ambiguous(String),
    #[error("{0} is not allowed here")]
    NotAllowed(&'static str),
    /// A class that we do not have, by its whole name.
    #[error("type {0}")]
    Outside(Name),
    /// A type variable, where a class is asked for: the one of this number of the class that declares it.
    #[error("type variable {name}")]
    Variable { class: ClassId, index: usize, name: String },
    /// Outside the subset, or perhaps outside the classes that we have: `generic type a.B`.
    #[error("{0}")]
    Unsupported(String),
}

impl TypeNameError {
    /// Whether this is no error of the program; its text is then what lies outside the subset.
    pub fn is_unsupported(&self) -> bool {
        matches!(self, Self::Outside(_) | Self::Unsupported(_) | Self::Variable { .. })
    }
}

/// Why a name is no field.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FieldError {
    #[error("cannot find symbol: variable {0}")]
    Unknown(String),
    /// The JDK's class that the library follows has no such field; that of another version may.
    #[error("cannot find symbol: variable {name}")]
    NotInLibrary { class: Name, name: String },
    #[error("{0} has private access or is not visible here")]
    Inaccessible(String),
    #[error("reference to {0} is ambiguous")]
    Ambiguous(String),
    #[error("{0}")]
    Unsupported(String),
}

impl FieldError {
    pub fn unsupported(&self) -> Option<&str> {
        match self {
            Self::Unsupported(what) => Some(what),
            _ => None,
        }
    }
}

/// Why a call or an object creation has no method.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CallError {
    /// No method of that name at all.
    #[error("cannot find symbol: method {0}")]
    NoSuchMethod(String),
    /// The JDK's class that the library follows has no such method; that of another version may.
    #[error("cannot find symbol: method {call}")]
    NotInLibrary { class: Name, call: String },
    /// There are some, but none takes these arguments.
    #[error("no suitable method found for {call}{}", reason.as_ref().map(|r| format!(": {r}")).unwrap_or_default())]
    NotApplicable { call: String, reason: Option<String> },
    #[error("{0} has private access or is not visible here")]
    Inaccessible(String),
    #[error("reference to {call} is ambiguous: both {first} and {second} match")]
    Ambiguous { call: String, first: String, second: String },
    /// javac may well accept it, but the method or a type of it is not in our world.
    #[error("{0}")]
    Unsupported(String),
}

impl CallError {
    pub fn unsupported(&self) -> Option<&str> {
        match self {
            Self::Unsupported(what) => Some(what),
            _ => None,
        }
    }
}
