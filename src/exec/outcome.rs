//! The outcome of a run as one canonical graph (SEMANTICS §1): what code of the driver's package can read.
//!
//! References are numbered by first visit, from the driver's variables on; so two outcomes are equal exactly
//! when they are the same up to the renaming of objects, and sharing counts, towards the inputs too. Strings
//! and boxes count by value: Java promises little about their identity.

use crate::jvm::value::{JavaString, Primitive};
use crate::sema::program::{ClassId, FieldId};
use crate::sema::typed_tree::LocalId;
use crate::sema::types::{ArrayTy, Ty};

/// The number of an object in an [`Outcome`]: its place in [`Outcome::objects`].
pub type ObjectNumber = usize;

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    Null,
    /// NaN has one form.
    Primitive(Primitive),
    String(JavaString),
    /// A wrapper object.
    Boxed(Primitive),
    /// A constant of an enum.
    Enum(FieldId),
    /// `T.class`
    Class(Ty),
    Object(ObjectNumber),
}

/// How a segment of the driver ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Segment {
    /// Without a value.
    Done,
    Value(Value),
    /// The exception, an object.
    Exception(Value),
    /// An exception of the arrangement came before.
    NotReached,
}

/// What can be read of an object.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Object {
    Array {
        ty: ArrayTy,
        cells: Vec<Value>,
    },
    /// The fields that the driver's package may read, in the order of declaration, superclasses first.
    Instance {
        class: ClassId,
        fields: Vec<(FieldId, Value)>,
    },
    /// `StringBuilder`, `StringBuffer`
    Builder {
        class: ClassId,
        text: JavaString,
    },
    Throwable {
        class: ClassId,
        /// `None` where the JVM or the library made it; `Some(None)` is the null message of the program's own.
        message: Option<Option<JavaString>>,
        cause: Value,
        fields: Vec<(FieldId, Value)>,
    },
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    pub segments: Vec<Segment>,
    /// The driver's variables of reference types, as they are at the end.
    pub objects_of_driver: Vec<(LocalId, Value)>,
    /// The statics that may be read, that methods may change, and that the original has assigned in this test.
    pub statics: Vec<(FieldId, Value)>,
    pub out: JavaString,
    pub err: JavaString,
    pub objects: Vec<Object>,
}

impl Outcome {
    /// The class of the exception that ended a segment.
    pub fn exception_class(&self, segment: &Segment) -> Option<ClassId> {
        let Segment::Exception(Value::Object(number)) = segment else { return None };
        match self.objects.get(*number)? {
            Object::Throwable { class, .. } | Object::Instance { class, .. } => Some(*class),
            Object::Array { .. } | Object::Builder { .. } => None,
        }
    }
}
