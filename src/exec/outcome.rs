//! The outcome of a run as one canonical graph (SEMANTICS §1): what code of the driver's package can read, and
//! *all of it what an emitted test asserts*: [`crate::exec::checks`] turns every item of an outcome into a check; what
//! no check would see has no place here.
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
    /// What a following call gave, an array of one dimension whose cells are no objects: by its cells alone, for
    /// each assertion makes the call once.
    Cells(ArrayTy, Vec<Value>),
    /// What a following call gave, another object: that it is there.
    Opaque,
}

/// How a segment of the driver ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Segment {
    /// Without a value that is observed: the call has none, or it arranges.
    Done,
    Value(Value),
    /// The exception that left the call under test, an object.
    Exception(Value),
    /// An exception that left another segment: its class and its message, where the program made one.
    Thrown {
        class: ClassId,
        message: Option<JavaString>,
    },
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
        /// `None` where the JVM or the library made it, or `getMessage` is the program's; `Some(None)` is the null
        /// message of the program's own.
        message: Option<Option<JavaString>>,
        /// `None` where the program gives no exception a cause.
        cause: Option<Value>,
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
    /// The text as a stream that encodes in UTF-8 writes it.
    pub out: JavaString,
    pub err: JavaString,
    pub objects: Vec<Object>,
}

impl Outcome {
    /// The class of the exception that ended a segment.
    pub fn exception_class(&self, segment: &Segment) -> Option<ClassId> {
        match segment {
            Segment::Thrown { class, .. } => Some(*class),
            Segment::Exception(Value::Object(number)) => match self.objects.get(*number)? {
                Object::Throwable { class, .. } | Object::Instance { class, .. } => Some(*class),
                Object::Array { .. } | Object::Builder { .. } => None,
            },
            _ => None,
        }
    }
}
