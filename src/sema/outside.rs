//! What is known of a parameter's type that lies outside our world: enough to say of most arguments that they
//! cannot be passed for it (JLS 15.12.2), so that an overload which nobody means hinders no call.

use crate::sema::error::TypeNameError;
use crate::sema::names::{World, class_in};
use crate::sema::platform;
use crate::sema::program::{ClassId, Program, Role};
use crate::sema::types::Ty;
use crate::syntax::tree::{BaseType, Name, TypeParameter, TypeRef};

/// An unsupported reference type, or an array of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct OutsideType {
    base: OutsideBase,
    dims: u8,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum OutsideBase {
    /// A class of the program with which no value is typed: generic, inner, …
    Class(ClassId),
    /// A class that is not in our world, by its whole name.
    Named(Name),
    /// A generic type by a name that may mean one of several: not a variable, and no supertype of arrays.
    Generic,
    /// A type variable, or a name of which we do not know what it means.
    Any,
}

impl OutsideType {
    /// `ty`, which inside `from` stands for no supported type.
    pub(super) fn of(
        world: &mut impl World,
        from: ClassId,
        variables: &[TypeParameter],
        ty: &TypeRef,
    ) -> OutsideType {
        let BaseType::Named(segments) = &ty.base else {
            return OutsideType { base: OutsideBase::Any, dims: ty.dims };
        };
        let is_variable =
            segments.first().is_some_and(|s| variables.iter().any(|v| v.name.name == s.name.name));
        let base = match class_in(world, from, segments) {
            _ if is_variable => OutsideBase::Any,
            Ok(class) => OutsideBase::Class(class),
            Err(TypeNameError::Outside(name)) => OutsideBase::Named(name),
            Err(_) if segments.last().is_some_and(|s| s.arguments.is_some()) => OutsideBase::Generic,
            Err(_) => OutsideBase::Any,
        };
        OutsideType { base, dims: ty.dims }
    }

    /// The type of a cell of an array of this type.
    pub(super) fn cell(&self) -> OutsideType {
        OutsideType { base: self.base.clone(), dims: self.dims.saturating_sub(1) }
    }

    /// Whether a value of type `argument` may be of this type: without boxing.
    pub(super) fn may_take(&self, program: &Program, argument: Ty) -> bool {
        match argument {
            Ty::Primitive(_) | Ty::Void => false,
            Ty::Null | Ty::Unknown => true,
            Ty::Class(class) => self.dims == 0 && self.base.may_hold(program, class),
            Ty::Array(array) if self.dims > 0 => self.cell().may_take(program, array.cell()),
            // Of an array's supertypes, `Object`, `Cloneable` and `Serializable`, none is outside our world.
            Ty::Array(_) => self.base == OutsideBase::Any,
        }
    }
}

impl OutsideBase {
    fn may_hold(&self, program: &Program, class: ClassId) -> bool {
        if !program.tables.classes[class].opaque.is_empty() {
            return true;
        }
        match self {
            Self::Generic | Self::Any => true,
            Self::Class(ancestor) => program.is_subclass(class, *ancestor),
            Self::Named(name) => {
                let above = &program.tables.classes[class].ancestors;
                let library = above.iter().filter(|&&c| program.role(c) == Role::Library);
                library.copied().any(|c| platform::lacks_supertype(&program.classes[c].qualified_name, name))
            }
        }
    }
}
