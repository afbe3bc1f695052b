//! Static types.

use crate::class_files::signature::letter;
use crate::jvm::value::PrimitiveType;
use crate::sema::program::ClassId;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Ty {
    Primitive(PrimitiveType),
    Void,
    /// The type of `null`.
    Null,
    Class(ClassId),
    Array(ArrayTy),
    /// What an unsupported construct has; only inside `sema`, never in a finished typed tree.
    Unknown,
}

/// An array type: `dims` is at least 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ArrayTy {
    pub element: ElementTy,
    pub dims: u8,
}

/// The type of an array's innermost cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ElementTy {
    Primitive(PrimitiveType),
    Class(ClassId),
}

impl Ty {
    pub const BOOLEAN: Ty = Ty::Primitive(PrimitiveType::Boolean);
    pub const CHAR: Ty = Ty::Primitive(PrimitiveType::Char);
    pub const INT: Ty = Ty::Primitive(PrimitiveType::Int);

    pub const fn primitive(self) -> Option<PrimitiveType> {
        match self {
            Ty::Primitive(p) => Some(p),
            _ => None,
        }
    }

    pub const fn class(self) -> Option<ClassId> {
        match self {
            Ty::Class(c) => Some(c),
            _ => None,
        }
    }

    pub const fn array(self) -> Option<ArrayTy> {
        match self {
            Ty::Array(a) => Some(a),
            _ => None,
        }
    }

    pub const fn is_reference(self) -> bool {
        matches!(self, Ty::Null | Ty::Class(_) | Ty::Array(_))
    }

    /// How class files write the type, with this name of each class (JVMS 4.3): `Ljava/lang/String;`, `[I`. They write no type of
    /// `null`.
    pub fn descriptor(self, name: &impl Fn(ClassId) -> String) -> String {
        match self {
            Ty::Void => "V".to_owned(),
            Ty::Primitive(p) => letter(p).to_string(),
            Ty::Class(class) => format!("L{};", name(class)),
            Ty::Array(ArrayTy { element, dims }) => {
                let element = match element {
                    ElementTy::Primitive(p) => Ty::Primitive(p),
                    ElementTy::Class(class) => Ty::Class(class),
                };
                "[".repeat(dims.into()) + &element.descriptor(name)
            }
            Ty::Null | Ty::Unknown => "?".to_owned(),
        }
    }

    /// The type of an array with cells of this type; `None` past 255 dimensions and for `void`.
    pub fn array_of(self) -> Option<ArrayTy> {
        match self {
            Ty::Primitive(p) => Some(ArrayTy { element: ElementTy::Primitive(p), dims: 1 }),
            Ty::Class(c) => Some(ArrayTy { element: ElementTy::Class(c), dims: 1 }),
            Ty::Array(a) => a.dims.checked_add(1).map(|dims| ArrayTy { dims, ..a }),
            Ty::Void | Ty::Null | Ty::Unknown => None,
        }
    }
}

impl ArrayTy {
    /// The type of a cell.
    pub const fn cell(self) -> Ty {
        match (self.dims, self.element) {
            (0 | 1, ElementTy::Primitive(p)) => Ty::Primitive(p),
            (0 | 1, ElementTy::Class(c)) => Ty::Class(c),
            _ => Ty::Array(ArrayTy { dims: self.dims - 1, ..self }),
        }
    }
}
