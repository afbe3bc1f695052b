//! What code of a package may name, and what static types say there.

use crate::exec::linked::is_nameable;
use crate::sema::program::{ClassId, Program};
use crate::sema::types::{ArrayTy, ElementTy, Ty};

/// For code in the package of `from`.
#[derive(Clone, Copy)]
pub struct View<'a> {
    pub program: &'a Program,
    pub from: ClassId,
}

impl View<'_> {
    pub fn may_name(&self, class: ClassId) -> bool {
        is_nameable(self.program, class, self.from)
    }

    pub fn may_name_type(&self, ty: Ty) -> bool {
        match self.leaf(ty) {
            Ty::Class(class) => self.may_name(class),
            _ => true,
        }
    }

    /// The type of an array's innermost cells.
    pub fn leaf(&self, ty: Ty) -> Ty {
        match ty {
            Ty::Array(ArrayTy { element: ElementTy::Class(class), .. }) => Ty::Class(class),
            Ty::Array(ArrayTy { element: ElementTy::Primitive(primitive), .. }) => Ty::Primitive(primitive),
            other => other,
        }
    }

    /// Whether an expression of static type `ty` that is not null can be of no other class than `class`.
    pub fn is_exact(&self, ty: Ty, class: Ty) -> bool {
        let has_subclass = |class: ClassId| {
            class == self.program.well_known.object
                || self.program.classes.ids().any(|c| c != class && self.program.is_subclass(c, class))
        };
        ty == class
            && match self.leaf(class) {
                Ty::Class(class) => !has_subclass(class),
                _ => true,
            }
    }

    /// Whether arrays with such innermost cells are of no other class than their type says.
    pub fn has_exact_leaf(&self, array: ArrayTy) -> bool {
        let leaf = self.leaf(array.cell());
        self.is_exact(leaf, leaf)
    }

    /// Whether one assertion can compare arrays of this type: their cells are no objects, and may be named.
    pub fn is_flat(&self, array: ArrayTy) -> bool {
        let program = self.program;
        match array.cell() {
            Ty::Primitive(_) => true,
            Ty::Class(class) => {
                class == program.well_known.string
                    || program.well_known.wrappers.contains(&class)
                    || !program.classes[class].constants.is_empty() && self.may_name(class)
            }
            _ => false,
        }
    }
}
