//! Variables: what has definitions and uses (DESIGN §6). A local of each call frame, a static, the content of a
//! field in all objects, the cells of all arrays of one element type, the text written: all are one kind of thing,
//! so aliasing needs no case of its own.

use crate::define_id;
use crate::jvm::value::PrimitiveType;
use crate::sema::program::{ClassId, FieldId};
use crate::sema::typed_tree::LocalOrigin;
use crate::sema::types::Ty;
use crate::syntax::tree::ExprId;
use crate::term::sort::Sort;

define_id!(/// An interned [`Variable`].
    VarId, "v");
define_id!(/// A call frame: the method analysed is the first, each inlined call has its own.
    FrameId, "f");

/// The identity of a variable; the same in both versions of a method.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Variable {
    This(FrameId),
    Local(FrameId, LocalOrigin),
    /// A value between two nodes that one expression takes: by that expression and a number of its own.
    Temporary(FrameId, Option<ExprId>, u32),
    /// What the frame's method returns.
    Result(FrameId),
    /// The exception on its way to a handler.
    Exception,
    Static(FieldId),
    /// Whether the class is initialised.
    Initialized(ClassId),
    /// Its initialiser has thrown.
    Failed(ClassId),
    /// Whether `assert` statements run: as the JVM was started, and never written.
    Asserting,
    Field(FieldId),
    Cells(CellType),
    /// Of arrays; only allocation extends it.
    Length,
    /// The dynamic type of each object and array as a number (`cfg::types`); only allocation extends it.
    Class,
    /// The next reference that allocation makes: an int; all references of the heap are below it.
    Allocated,
    Out,
    Err,
    /// Whether a label's trap has sprung: the end of its own that only a label's version has, as an output that nothing
    /// takes back.
    Trap,
    /// The calls that were not looked into, in order, with what they were given.
    History,
    /// An input of a driver.
    Input(u32),
    /// Any value: made for one question.
    Any(u32),
    /// What another variable holds in the mutant, where it may differ.
    InMutant(VarId),
    /// A definition of another variable, of the D-algorithm's network.
    Version(u32),
}

/// The element types whose arrays cannot be each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum CellType {
    Primitive(PrimitiveType),
    Reference,
}

/// What is known of a variable beside its identity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VariableInfo {
    pub variable: Variable,
    pub sort: Sort,
    /// The declared type of a value, or of a map's values: bounds a `byte`, and says what a reference may be.
    pub ty: Option<Ty>,
    /// As a person reads it: `x`, `a.length`, `Node.next`.
    pub name: String,
}

impl Variable {
    /// Whether it lives in the heap or outside all frames, so that every caller may see it.
    pub const fn is_global(self) -> bool {
        !matches!(
            self,
            Self::This(_)
                | Self::Local(..)
                | Self::Temporary(..)
                | Self::Result(_)
                | Self::Any(_)
                | Self::Version(_)
                | Self::Input(_)
        )
    }
}
