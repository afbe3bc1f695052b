//! Types as driver and test code of a package writes them: by their simple names where these mean the same there,
//! qualified elsewhere.

pub use crate::sema::imports::{import_of, imported};
use crate::sema::program::{ClassId, Program, Role};
use crate::sema::types::{ArrayTy, ElementTy, Ty};

/// The name of a type for code in the package of `from`.
pub fn type_name(program: &Program, from: ClassId, ty: Ty) -> String {
    match ty {
        Ty::Class(class) => class_name(program, from, class),
        Ty::Array(ArrayTy { element: ElementTy::Class(class), dims }) => {
            class_name(program, from, class) + &"[]".repeat(dims.into())
        }
        other => program.type_name(other),
    }
}

/// The name of a class for code in the package of `from`.
pub fn class_name(program: &Program, from: ClassId, class: ClassId) -> String {
    if program.role(class) == Role::Jdk && program.classes[class].outer.is_none() {
        return imported(program, &program.type_name(Ty::Class(class)));
    }
    let is_imported = program.package_name(class) == "java.lang" && !is_hidden(program, class);
    if program.same_package(class, from) || is_imported {
        program.nested_name(class)
    } else {
        program.type_name(Ty::Class(class))
    }
}

/// Whether the program has a top-level class of the same simple name as one that is imported everywhere.
fn is_hidden(program: &Program, class: ClassId) -> bool {
    let name = &program.classes[program.outermost(class)].name;
    program.classes.iter_enumerated().any(|(id, c)| {
        c.outer.is_none() && c.name == *name && !matches!(program.role(id), Role::Library | Role::Jdk)
    })
}
