//! What a register, a field or an array cell holds: 64 bits whose meaning the static type of the place gives.
//!
//! Integers are sign-extended, `char` and `boolean` zero-extended, floats are their bits, a reference is the
//! index of an object. So two slots of one type hold the same value exactly when their bits are equal (floats
//! apart: NaN has many bits and one value).

use crate::index::Id;
use crate::jvm::value::{Primitive, PrimitiveType};
use crate::sema::program::ClassId;
use crate::sema::types::{ArrayTy, ElementTy, Ty};

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Slot(pub u64);

impl Slot {
    pub const ZERO: Slot = Slot(0);

    #[inline]
    pub const fn int(self) -> i32 {
        self.0 as i32
    }

    #[inline]
    pub const fn long(self) -> i64 {
        self.0 as i64
    }

    #[inline]
    pub const fn char(self) -> u16 {
        self.0 as u16
    }

    #[inline]
    pub const fn byte(self) -> i8 {
        self.0 as i8
    }

    #[inline]
    pub const fn boolean(self) -> bool {
        self.0 & 1 != 0
    }

    #[inline]
    pub const fn float(self) -> f32 {
        f32::from_bits(self.0 as u32)
    }

    #[inline]
    pub const fn double(self) -> f64 {
        f64::from_bits(self.0)
    }

    #[inline]
    pub const fn reference(self) -> Reference {
        Reference(self.0 as u32)
    }

    pub const fn primitive(self, ty: PrimitiveType) -> Primitive {
        Primitive::from_bits(ty, self.0)
    }
}

macro_rules! slot_from {
    ($($ty:ty => $value:ident $bits:expr;)*) => {
        $(impl From<$ty> for Slot {
            #[inline]
            fn from($value: $ty) -> Slot {
                Slot($bits)
            }
        })*
    };
}

slot_from! {
    bool => value value as u64;
    i8 => value value as i64 as u64;
    i16 => value value as i64 as u64;
    u16 => value value as u64;
    i32 => value value as i64 as u64;
    i64 => value value as u64;
    f32 => value u64::from(value.to_bits());
    f64 => value value.to_bits();
    Primitive => value value.to_bits();
    Reference => value u64::from(value.0);
}

/// A reference: 0 is `null`. The two highest bits tell four spaces apart: objects of the heap; boxes that Java
/// promises to be the same for equal values (JLS 5.1.7); interned strings; the objects that stand for classes.
/// The last three are values in themselves: they need no object, and equal ones are the same.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Reference(pub(super) u32);

const SPACE_SHIFT: u32 = 30;
const PAYLOAD: u32 = (1 << SPACE_SHIFT) - 1;
const SMALL_BOX: u32 = 1;
const INTERNED: u32 = 2;
const MIRROR: u32 = 3;

/// A reference, taken apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    Heap(u32),
    SmallBox(Primitive),
    Interned(u32),
    Mirror(RuntimeType),
}

impl Reference {
    pub const NULL: Reference = Reference(0);

    #[inline]
    pub const fn is_null(self) -> bool {
        self.0 == 0
    }

    /// Whether this names an object of the heap (or is null).
    #[inline]
    pub const fn in_heap(self) -> bool {
        self.0 <= PAYLOAD
    }

    pub(super) const fn interned(index: u32) -> Reference {
        Reference(INTERNED << SPACE_SHIFT | index)
    }

    /// The object that stands for a class; `None` for arrays of more than 63 dimensions.
    pub(super) fn mirror(ty: RuntimeType) -> Option<Reference> {
        let dims = ty.0 >> BASE_BITS;
        (dims < 64).then_some(Reference(MIRROR << SPACE_SHIFT | ty.0))
    }

    /// The box that Java promises to be the same object for each boxing of this value.
    pub(super) fn small_box(value: Primitive) -> Option<Reference> {
        let cached = match value {
            Primitive::Boolean(_) | Primitive::Byte(_) => true,
            Primitive::Char(v) => v <= 127,
            Primitive::Short(v) => (-128..=127).contains(&v),
            Primitive::Int(v) => (-128..=127).contains(&v),
            Primitive::Long(v) => (-128..=127).contains(&v),
            Primitive::Float(_) | Primitive::Double(_) => false,
        };
        let payload = (value.ty() as u32) << 16 | (value.to_bits() as u32 & 0xffff);
        cached.then_some(Reference(SMALL_BOX << SPACE_SHIFT | payload))
    }

    pub fn place(self) -> Place {
        let payload = self.0 & PAYLOAD;
        match self.0 >> SPACE_SHIFT {
            0 => Place::Heap(payload),
            SMALL_BOX => {
                let ty = PrimitiveType::ALL[(payload >> 16) as usize & 7];
                let bits = match ty {
                    PrimitiveType::Char | PrimitiveType::Boolean => u64::from(payload & 0xffff),
                    _ => payload as u16 as i16 as i64 as u64,
                };
                Place::SmallBox(Primitive::from_bits(ty, bits))
            }
            INTERNED => Place::Interned(payload),
            _ => Place::Mirror(RuntimeType(payload)),
        }
    }
}

/// A type that an object may have at run time, or that a class literal names: packed, so that it costs a
/// word in each object.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RuntimeType(u32);

/// The low bits of a [`RuntimeType`] are the innermost type, those above the number of dimensions.
const BASE_BITS: u32 = 24;
const BASE_MASK: u32 = (1 << BASE_BITS) - 1;
const FIRST_CLASS: u32 = 9;
const VOID: u32 = 8;

impl RuntimeType {
    /// `void.class`
    pub const VOID: RuntimeType = RuntimeType(VOID);

    pub fn class(class: ClassId) -> Self {
        debug_assert!(class.index() < (BASE_MASK - FIRST_CLASS) as usize);
        RuntimeType(class.index() as u32 + FIRST_CLASS)
    }

    pub fn array(array: ArrayTy) -> Self {
        let base = match array.element {
            ElementTy::Primitive(p) => p as u32,
            ElementTy::Class(c) => Self::class(c).0,
        };
        RuntimeType(u32::from(array.dims) << BASE_BITS | base)
    }

    /// `None` for the type of `null` and for what has no type.
    pub fn of(ty: Ty) -> Option<Self> {
        match ty {
            Ty::Primitive(p) => Some(RuntimeType(p as u32)),
            Ty::Void => Some(RuntimeType(VOID)),
            Ty::Class(c) => Some(Self::class(c)),
            Ty::Array(a) => Some(Self::array(a)),
            Ty::Null | Ty::Unknown => None,
        }
    }

    #[inline]
    pub fn as_class(self) -> Option<ClassId> {
        (self.0 >= FIRST_CLASS && self.0 <= BASE_MASK).then(|| ClassId::new((self.0 - FIRST_CLASS) as usize))
    }

    #[inline]
    pub const fn is_array(self) -> bool {
        self.0 > BASE_MASK
    }

    pub fn as_array(self) -> Option<ArrayTy> {
        self.is_array().then(|| {
            let base = self.0 & BASE_MASK;
            let element = if base < VOID {
                ElementTy::Primitive(PrimitiveType::ALL[base as usize])
            } else {
                ElementTy::Class(ClassId::new((base - FIRST_CLASS) as usize))
            };
            ArrayTy { element, dims: (self.0 >> BASE_BITS) as u8 }
        })
    }

    pub fn ty(self) -> Ty {
        match (self.as_array(), self.as_class()) {
            (Some(array), _) => Ty::Array(array),
            (None, Some(class)) => Ty::Class(class),
            (None, None) if self.0 == VOID => Ty::Void,
            (None, None) => Ty::Primitive(PrimitiveType::ALL[self.0 as usize]),
        }
    }

    /// The type as a token of an outcome.
    pub(super) const fn bits(self) -> u32 {
        self.0
    }
}

impl std::fmt::Debug for RuntimeType {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        std::fmt::Debug::fmt(&self.ty(), f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_box_gives_its_value_back() {
        let values = [
            Primitive::Boolean(true),
            Primitive::Byte(-128),
            Primitive::Char(127),
            Primitive::Short(-1),
            Primitive::Int(-128),
            Primitive::Long(127),
        ];
        for value in values {
            let boxed = Reference::small_box(value).expect("within the promised range");
            assert_eq!(boxed.place(), Place::SmallBox(value));
        }
        assert_eq!(Reference::small_box(Primitive::Int(128)), None);
    }

    #[test]
    fn a_runtime_type_is_the_type_it_was_made_of() {
        let array = ArrayTy { element: ElementTy::Class(ClassId::new(77)), dims: 3 };
        let bytes = ArrayTy { element: ElementTy::Primitive(PrimitiveType::Byte), dims: 255 };
        for ty in [Ty::INT, Ty::Void, Ty::Class(ClassId::new(0)), Ty::Array(array), Ty::Array(bytes)] {
            assert_eq!(RuntimeType::of(ty).map(RuntimeType::ty), Some(ty));
        }
    }
}
