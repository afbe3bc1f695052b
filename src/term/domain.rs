//! The values that a leaf of a term may have: what the types and the rules of allocation promise of every state
//! that a run can be in. The solver, the search and the facts all take it from here, so that they agree.
//!
//! References are numbers of 32 bits, for all three of them: 0 is null; `1 ..` what allocation made, in order; from
//! [`FIRST_TEXT`] on the interned strings, and from [`FIRST_NEW_TEXT`] on those that a concatenation makes.

use crate::index::Id as _;
use crate::jvm::value::PrimitiveType;
use crate::sema::types::Ty;
use crate::term::assignment::Base;
use crate::term::sort::{Sort, ValueSort};
use crate::term::variable::{VarId, Variable};
use crate::term::{Function, TermId, TermKind, Terms};

/// The references of interned strings.
pub const FIRST_TEXT: u32 = 0x8000_0000;
/// The references of strings that were computed.
pub const FIRST_NEW_TEXT: u32 = 0xc000_0000;
/// Allocation numbers at entry lie in `1 ..= MAX_ALLOCATED`: no heap holds more objects, and nothing that a region
/// allocates reaches [`FIRST_TEXT`] from there.
pub const MAX_ALLOCATED: u32 = 0x4000_0000;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Domain {
    Boolean,
    /// Of an int or a long, inclusive.
    Integer {
        low: i64,
        high: i64,
    },
    Float,
    Double,
    /// Null, a string, or an object that was there before: below `Variable::Allocated`.
    OldReference,
    /// Any reference.
    Reference,
    /// A string that a concatenation makes: not null, and no object of the heap.
    NewText,
    /// The next allocation number.
    Allocated,
    /// Text written, histories, maps: only compared.
    Opaque,
}

impl Domain {
    pub const fn of_type(ty: PrimitiveType) -> Self {
        let (low, high) = match ty {
            PrimitiveType::Boolean => return Self::Boolean,
            PrimitiveType::Float => return Self::Float,
            PrimitiveType::Double => return Self::Double,
            PrimitiveType::Byte => (i8::MIN as i64, i8::MAX as i64),
            PrimitiveType::Short => (i16::MIN as i64, i16::MAX as i64),
            PrimitiveType::Char => (0, u16::MAX as i64),
            PrimitiveType::Int => (i32::MIN as i64, i32::MAX as i64),
            PrimitiveType::Long => (i64::MIN, i64::MAX),
        };
        Self::Integer { low, high }
    }

    /// All values of a sort.
    const fn of_sort(sort: Sort) -> Self {
        match sort {
            Sort::Value(value) => match value.primitive() {
                Some(ty) => Self::of_type(ty),
                None => Self::Reference,
            },
            Sort::Field(_) | Sort::Cells(_) | Sort::Opaque => Self::Opaque,
        }
    }
}

impl Function {
    pub const fn domain(self) -> Domain {
        match self {
            Self::StringLength => Domain::Integer { low: 0, high: i32::MAX as i64 },
            Self::StringUnit => Domain::of_type(PrimitiveType::Char),
            Self::Concat | Self::TextOf(_) => Domain::NewText,
            _ => Domain::of_sort(self.sort()),
        }
    }
}

impl Terms {
    /// What a variable, or a map that is a variable at any place, may hold.
    pub fn domain_of_variable(&self, var: VarId) -> Domain {
        let info = self.info(var);
        let value = match info.sort {
            Sort::Value(value) | Sort::Field(value) | Sort::Cells(value) => value,
            Sort::Opaque => return Domain::Opaque,
        };
        match (info.variable, info.ty) {
            (Variable::Allocated, _) => Domain::Allocated,
            (Variable::Length, _) => Domain::Integer { low: 0, high: i32::MAX.into() },
            // It may be made for something that a region allocates.
            (Variable::Any(_) | Variable::Version(_), _) if value == ValueSort::Reference => {
                Domain::Reference
            }
            (_, Some(Ty::Primitive(ty))) if ValueSort::of_primitive(ty) == value => Domain::of_type(ty),
            _ if value == ValueSort::Reference => Domain::OldReference,
            _ => Domain::of_sort(Sort::Value(value)),
        }
    }

    /// What a leaf may be: a variable, a read of a map, an application. Of other terms, all values of their sort.
    pub fn domain(&self, term: TermId) -> Domain {
        match self.kind(term) {
            // A map as a whole.
            _ if !matches!(self.sort(term), Sort::Value(_)) => Domain::Opaque,
            TermKind::Var(var) => self.domain_of_variable(*var),
            TermKind::Select { map, .. } | TermKind::SelectCell { map, .. } => match self.kind(*map) {
                TermKind::Var(var) => self.domain_of_variable(*var),
                _ => Domain::of_sort(self.sort(term)),
            },
            TermKind::Apply { function, .. } => function.domain(),
            _ => Domain::of_sort(self.sort(term)),
        }
    }

    /// What a map or a function that `term` reads at some point may be there.
    pub fn domain_at(&self, term: TermId, base: Base) -> Domain {
        match base {
            Base::Map(var) => self.domain_of_variable(var),
            Base::Function(function) => function.domain(),
            Base::Unnamed(_) => Domain::of_sort(self.sort(term)),
        }
    }

    /// Whether `term` is the leaf that reads the point itself: a comparison of strings reads their units, too.
    pub fn is_leaf_of(&self, term: TermId, base: Base) -> bool {
        match (self.kind(term), base) {
            (TermKind::Apply { function, .. }, Base::Function(read)) => *function == read,
            (TermKind::Select { .. } | TermKind::SelectCell { .. }, Base::Map(_) | Base::Unnamed(_)) => true,
            _ => false,
        }
    }

    /// The reference that stands for the interned string `text`, a [`TermKind::Text`].
    pub fn text_reference(text: TermId) -> u32 {
        FIRST_TEXT + text.index() as u32
    }
}
