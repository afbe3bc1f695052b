//! Class objects, for code that asks types about themselves: `String.class`, `int[].class`.
//!
//! Of a parameter `Class<T>` the type variable says which; where anything goes, it is one of each kind that such code tells
//! apart: primitives, arrays, wrappers, classes, and the class under test.

use crate::driver::recipes::Arrangement;
use crate::sema::generic::signature::{Signature, SignatureArgument};
use crate::sema::program::Program;
use crate::sema::types::Ty;

/// What a `Class<?>` may be beside the class under test.
const ANY: [&str; 10] = [
    "String.class",
    "int.class",
    "Integer.class",
    "Object.class",
    "int[].class",
    "String[].class",
    "void.class",
    "Comparable.class",
    "long.class",
    "Boolean.class",
];

/// Whether values of the type are class objects.
pub(super) fn is_class(program: &Program, ty: Ty) -> bool {
    ty.class().is_some_and(|class| &*program.classes[class].qualified_name == "java.lang.Class")
}

impl Arrangement<'_, '_> {
    /// A class literal where the type is `Class`.
    pub(super) fn class_literal(&mut self, ty: &Signature) -> Option<String> {
        let Signature::Class(class, arguments) = ty else { return None };
        if !is_class(self.access.program, Ty::Class(*class)) {
            return None;
        }
        let named = match arguments.first() {
            // Others may be below it; a candidate that is not is no code.
            Some(SignatureArgument::Extends(_)) if self.values.one_in(2) => return self.any_class(),
            Some(SignatureArgument::Exact(named) | SignatureArgument::Extends(named)) => self.concrete(named),
            Some(SignatureArgument::Super(_) | SignatureArgument::Unbounded) | None => {
                return self.any_class();
            }
        };
        let Signature::Class(named, _) = named else { return self.any_class() };
        Some(format!("{}.class", self.access.type_name(Ty::Class(named))))
    }

    fn any_class(&mut self) -> Option<String> {
        let at = self.values.below(ANY.len() + 2);
        let subject = self.access.may_name(self.subject).then_some(self.subject);
        Some(match (ANY.get(at), subject) {
            (Some(&literal), _) => literal.to_owned(),
            (None, Some(subject)) => format!("{}.class", self.access.type_name(Ty::Class(subject))),
            (None, None) => ANY[0].to_owned(),
        })
    }
}
