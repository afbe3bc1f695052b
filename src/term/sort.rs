//! What a term stands for.

use crate::jvm::value::PrimitiveType;
use crate::sema::types::Ty;

/// The sort of a value that fits a variable or a cell. As on the JVM, `byte`, `short` and `char` are held
/// in an int; what their type says of the range is kept with the variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ValueSort {
    Boolean,
    Int,
    Long,
    Float,
    Double,
    /// `null`, an object, an array or a string.
    Reference,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Sort {
    Value(ValueSort),
    /// A map from references: the content of one field in all objects (DESIGN §6, Burstall and Bornat).
    Field(ValueSort),
    /// A map from references and indices: the cells of all arrays of one element type.
    Cells(ValueSort),
    /// What nothing looks into, and is only compared: text written, the history of unknown calls.
    Opaque,
}

impl Sort {
    /// Whether it is a reference, or a map that has some.
    pub const fn holds_references(self) -> bool {
        matches!(
            self,
            Self::Value(ValueSort::Reference)
                | Self::Field(ValueSort::Reference)
                | Self::Cells(ValueSort::Reference)
        )
    }
}

impl ValueSort {
    pub const fn of_primitive(ty: PrimitiveType) -> Self {
        match ty {
            PrimitiveType::Boolean => Self::Boolean,
            PrimitiveType::Byte | PrimitiveType::Short | PrimitiveType::Char | PrimitiveType::Int => {
                Self::Int
            }
            PrimitiveType::Long => Self::Long,
            PrimitiveType::Float => Self::Float,
            PrimitiveType::Double => Self::Double,
        }
    }

    /// `Void` has no values; it counts as a reference, which is never made.
    pub const fn of(ty: Ty) -> Self {
        match ty {
            Ty::Primitive(p) => Self::of_primitive(p),
            _ => Self::Reference,
        }
    }

    /// The type in which operators compute on values of this sort; `None` for references.
    pub const fn primitive(self) -> Option<PrimitiveType> {
        match self {
            Self::Boolean => Some(PrimitiveType::Boolean),
            Self::Int => Some(PrimitiveType::Int),
            Self::Long => Some(PrimitiveType::Long),
            Self::Float => Some(PrimitiveType::Float),
            Self::Double => Some(PrimitiveType::Double),
            Self::Reference => None,
        }
    }
}
