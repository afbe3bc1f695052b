//! Class objects, for code that asks types about themselves: `String.class`, `int[].class`.
//!
//! Of a parameter `Class<T>` the type variable says which; where anything goes, it is one of each kind that such code tells
//! apart: primitives, arrays, wrappers, classes, the class under test, and what the code itself names. A raw `Class` has none:
//! nobody knows what its user takes it for.

use crate::driver::recipes::{Arrangement, is_expressible};
use crate::driver::{containers, names};
use crate::jvm::value::PrimitiveType;
use crate::sema::generic::signature::{Signature, SignatureArgument};
use crate::sema::program::ClassId;
use crate::sema::types::Ty;

/// What a `Class<?>` may be beside the class under test and those that the code names.
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

/// What a class object is beside a `Class`.
const ABOVE: [&str; 3] =
    ["java.lang.reflect.AnnotatedElement", "java.lang.reflect.GenericDeclaration", "java.lang.reflect.Type"];

impl Arrangement<'_, '_> {
    /// A class literal every other time where an object of an interface is wanted that classes implement.
    pub(super) fn class_literal_for(&mut self, class: ClassId) -> Option<String> {
        let is_above = ABOVE.contains(&&*self.access.program.classes[class].qualified_name);
        (is_above && self.values.one_in(2)).then(|| self.any_class())
    }

    /// A class literal where the type is `Class`.
    pub(super) fn class_literal(&mut self, ty: &Signature) -> Option<String> {
        let Signature::Class(class, arguments) = ty else { return None };
        if &*self.access.program.classes[*class].qualified_name != "java.lang.Class" {
            return None;
        }
        let named = match arguments.first()? {
            SignatureArgument::Extends(bound) if self.is_enum(bound) => return self.any_enum(),
            SignatureArgument::Extends(bound) => self.below(bound),
            SignatureArgument::Exact(named) => self.concrete(named),
            SignatureArgument::Super(_) => return Some("Object.class".to_owned()),
            SignatureArgument::Unbounded => return Some(self.any_class()),
        };
        let Signature::Class(named, _) = named else { return None };
        Some(format!("{}.class", self.access.type_name(Ty::Class(named))))
    }

    /// A type below a bound, or the bound itself.
    fn below(&mut self, bound: &Signature) -> Signature {
        let (program, known) = (self.access.program, &self.access.program.well_known);
        let Signature::Class(class, arguments) = bound else { return self.concrete(bound) };
        let below = [known.string, known.wrappers[PrimitiveType::Int as usize], *class];
        let below: Vec<_> = below.into_iter().filter(|&below| program.is_subclass(below, *class)).collect();
        match arguments.iter().all(|argument| *argument == SignatureArgument::Unbounded) {
            true => Signature::Class(below[self.values.below(below.len())], Vec::new()),
            false => self.concrete(bound),
        }
    }

    fn is_enum(&self, bound: &Signature) -> bool {
        matches!(bound, Signature::Class(class, _) if *class == self.access.program.well_known.enumeration)
    }

    /// One of the program's enums.
    fn any_enum(&mut self) -> Option<String> {
        let program = self.access.program;
        let is_one =
            |&class: &ClassId| !program.classes[class].constants.is_empty() && self.access.may_name(class);
        let enums: Vec<ClassId> = program.classes.ids().filter(is_one).collect();
        let class = *enums.get(self.values.below(enums.len()))?;
        Some(format!("{}.class", self.access.type_name(Ty::Class(class))))
    }

    /// One that the code asks for, or one below it.
    fn asked_class(&mut self) -> Option<String> {
        let asked = self.asked.of(self.callee?).iter().copied();
        let asked: Vec<Ty> = asked.filter(|&ty| is_expressible(self.access, ty)).collect();
        if asked.is_empty() || !self.values.one_in(3) {
            return None;
        }
        let ty = asked[self.values.below(asked.len())];
        let program = self.access.program;
        let qualified = ty.class().map(|class| &*program.classes[class].qualified_name);
        let named = match qualified.and_then(containers::made_for).filter(|_| self.values.one_in(2)) {
            Some(below) => names::imported(program, below),
            None => self.access.type_name(ty),
        };
        Some(format!("{named}.class"))
    }

    fn any_class(&mut self) -> String {
        // A container that is told the class of its elements takes all that there are with this one.
        if self.values.one_in(4) {
            return "Object.class".to_owned();
        }
        if let Some(asked) = self.asked_class() {
            return asked;
        }
        let at = self.values.below(ANY.len() + 2);
        match ANY.get(at) {
            None if self.access.may_name(self.subject) => {
                format!("{}.class", self.access.type_name(Ty::Class(self.subject)))
            }
            known => known.unwrap_or(&ANY[0]).to_string(),
        }
    }
}
