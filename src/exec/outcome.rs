//! The outcome of a run as one canonical graph (SEMANTICS §1): what code of the driver's package can read, and
//! *all of it what an emitted test asserts*: [`crate::exec::checks`] turns every item of an outcome into a check; what
//! no check would see has no place here, but for one thing: whether a line was ended by the system's end or by a `\n`, which no test
//! tells apart and no proof takes for the same.
//!
//! References are numbered by first visit, from the driver's variables on; so two outcomes are equal exactly
//! when they are the same up to the renaming of objects, and sharing counts, towards the inputs too. Strings
//! and boxes count by value: Java promises little about their identity.

use std::borrow::Cow;
use std::cmp::Ordering;

use crate::jvm::convert;
use crate::jvm::value::{JavaString, LINE_END, Primitive, PrimitiveType};
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
    /// An object of a class of the JDK that is a value: a `BigDecimal`, a date.
    Known(Known),
    Object(ObjectNumber),
    /// What a following call gave, an array of one dimension whose cells are no objects: by its cells alone, for
    /// each assertion makes the call once.
    Cells(ArrayTy, Vec<Value>),
    /// What a following call gave, a container whose content one assertion compares.
    Whole(Box<Content>),
    /// What a following call gave, another object: that it is there.
    Opaque,
}

/// A value of a class of the JDK, as Java code makes it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Known {
    /// The class with its package.
    pub class: &'static str,
    /// An expression, with `$` for the class: `new $("1.50")`. Equal values, in the sense of `equals`, have one text.
    pub code: String,
}

/// What a container of the JDK is to its `equals`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Shape {
    List,
    Set,
    Map,
    Optional,
    /// Elements in an order, without an `equals` of its own: a queue, the values of a map.
    Sequence,
}

/// What a container holds: its elements in their order; those of a set, and a map's keys each with its value, in the order
/// of the values themselves ([`order`]).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Container {
    pub shape: Shape,
    /// Whether it stays the object that it is: of those that cannot be changed Java leaves open which are the same.
    pub has_identity: bool,
    pub size: usize,
    /// `None` where not all of them can be told, or in no order that every run keeps.
    pub parts: Option<Vec<Value>>,
}

/// Something that is compared by what it holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Content {
    Value(Value),
    Row(ArrayTy, Vec<Content>),
    /// Of a map, keys and values in turn.
    Container(Shape, Vec<Content>),
}

/// An order of values that are no objects. What it is does not matter, but that it is the same in all runs.
pub fn order(a: &Value, b: &Value) -> Ordering {
    let rank = |value: &Value| match value {
        Value::Null => 0,
        Value::Primitive(_) | Value::Boxed(_) => 1,
        Value::String(_) => 2,
        Value::Enum(_) => 3,
        Value::Known(_) => 4,
        _ => 5,
    };
    match (a, b) {
        (Value::Boxed(a) | Value::Primitive(a), Value::Boxed(b) | Value::Primitive(b)) => {
            let wide = |p: &Primitive| match p {
                Primitive::Boolean(_) => 0.0,
                number => match convert::cast(*number, PrimitiveType::Double) {
                    Primitive::Double(wide) => wide,
                    _ => 0.0,
                },
            };
            let bits = || a.to_bits().cmp(&b.to_bits());
            (a.ty() as u8).cmp(&(b.ty() as u8)).then_with(|| wide(a).total_cmp(&wide(b))).then_with(bits)
        }
        (Value::String(a), Value::String(b)) => a.units().cmp(b.units()),
        (Value::Enum(a), Value::Enum(b)) => a.cmp(b),
        (Value::Known(a), Value::Known(b)) => a.cmp(b),
        _ => rank(a).cmp(&rank(b)),
    }
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
    /// A collection, a map, or what else of the JDK holds objects and nothing beside.
    Container(Container),
    /// `StringBuilder`, `StringBuffer`, `StringWriter`
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
    /// The text as a stream that encodes in UTF-8 writes it; [`LINE_END`](crate::jvm::value::LINE_END) is in it.
    pub out: JavaString,
    pub err: JavaString,
    pub objects: Vec<Object>,
}

impl Outcome {
    /// What was written to `System.out` as a test reads it.
    pub fn printed(&self) -> JavaString {
        as_read(self.out.units()).as_ref().into()
    }

    /// The same of `System.err`.
    pub fn printed_as_errors(&self) -> JavaString {
        as_read(self.err.units()).as_ref().into()
    }

    /// The class of the exception that ended a segment.
    pub fn exception_class(&self, segment: &Segment) -> Option<ClassId> {
        match segment {
            Segment::Thrown { class, .. } => Some(*class),
            Segment::Exception(Value::Object(number)) => match self.objects.get(*number)? {
                Object::Throwable { class, .. } | Object::Instance { class, .. } => Some(*class),
                Object::Array { .. } | Object::Builder { .. } | Object::Container(_) => None,
            },
            _ => None,
        }
    }
}

/// What was written as a test reads it, with `\n` for whatever ends a line on its system.
pub(super) fn as_read(written: &[u16]) -> Cow<'_, [u16]> {
    let is_end = |unit: &u16| *unit == LINE_END as u16;
    match written.iter().any(is_end) {
        true => written.iter().map(|unit| if is_end(unit) { u16::from(b'\n') } else { *unit }).collect(),
        false => Cow::Borrowed(written),
    }
}
