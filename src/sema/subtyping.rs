//! Subtypes and conversions between types (JLS 4.10, 5.1 to 5.5).

use smallvec::SmallVec;

use crate::jvm::convert::{castable, fits, widens};
use crate::jvm::value::PrimitiveType;
use crate::sema::program::{ClassId, Program};
use crate::sema::typed_tree::Constant;
use crate::sema::types::{ArrayTy, ElementTy, Ty};

impl Program {
    /// Whether `class` is `ancestor` or one of its subclasses or implementations.
    pub fn is_subclass(&self, class: ClassId, ancestor: ClassId) -> bool {
        class == ancestor
            || ancestor == self.well_known.object
            || self.tables.classes[class].ancestors.binary_search(&ancestor).is_ok()
    }

    /// What is said of the supertypes of a class that lie outside our world.
    pub fn supertypes_outside(&self, class: ClassId) -> impl Iterator<Item = &str> {
        self.tables.classes[class].opaque.iter().map(|o| o.reason.what.as_str())
    }

    /// `sub <: sup` (JLS 4.10), primitive types among themselves included.
    pub fn is_subtype(&self, sub: Ty, sup: Ty) -> bool {
        match (sub, sup) {
            (Ty::Primitive(a), Ty::Primitive(b)) => a == b || widens(a, b),
            (Ty::Null, Ty::Null | Ty::Class(_) | Ty::Array(_)) => true,
            (Ty::Class(a), Ty::Class(b)) => self.is_subclass(a, b),
            (Ty::Array(_), Ty::Class(c)) => self.is_array_supertype(c),
            (Ty::Array(a), Ty::Array(b)) => self.is_array_subtype(a, b),
            _ => false,
        }
    }

    /// Whether a supertype outside our world may make `sub` a subtype of `sup` although
    /// [`Program::is_subtype`] sees none.
    pub fn may_be_subtype(&self, sub: Ty, sup: Ty) -> bool {
        match (sub, sup) {
            (Ty::Class(a), Ty::Class(_)) => self.tables.classes[a].opaque.iter().any(|o| o.members.is_none()),
            (Ty::Array(a), Ty::Array(b)) => self.may_be_subtype(a.cell(), b.cell()),
            _ => false,
        }
    }

    /// `Object`, `Cloneable`, `Serializable`.
    pub fn is_array_supertype(&self, class: ClassId) -> bool {
        class == self.well_known.object
            || class == self.well_known.cloneable
            || &*self.classes[class].qualified_name == "java.io.Serializable"
    }

    fn is_array_subtype(&self, sub: ArrayTy, sup: ArrayTy) -> bool {
        if sub == sup {
            return true;
        }
        match (sub.element, sup.element) {
            (ElementTy::Class(a), ElementTy::Class(b)) if sub.dims == sup.dims => self.is_subclass(a, b),
            (_, ElementTy::Class(b)) if sub.dims > sup.dims => self.is_array_supertype(b),
            _ => false,
        }
    }

    /// Conversion in a strict invocation context (5.3): identity, widening.
    pub fn strictly_converts(&self, from: Ty, to: Ty) -> bool {
        self.is_subtype(from, to)
    }

    /// Conversion in a loose invocation context (5.3): boxing and unboxing too, with widening behind them.
    pub fn loosely_converts(&self, from: Ty, to: Ty) -> bool {
        if self.is_subtype(from, to) {
            return true;
        }
        match (from, to) {
            (Ty::Primitive(p), Ty::Class(_)) => self.is_subtype(Ty::Class(self.wrapper(p)), to),
            (Ty::Class(c), Ty::Primitive(_)) => {
                self.unwrapped(c).is_some_and(|p| self.is_subtype(Ty::Primitive(p), to))
            }
            _ => false,
        }
    }

    /// Conversion in an assignment context (5.2): as a loose one, and a constant of type int or less narrows
    /// to a type that holds it.
    pub fn assignable(&self, from: Ty, to: Ty, constant: Option<&Constant>) -> bool {
        self.loosely_converts(from, to) || self.narrowed_constant(from, to, constant).is_some()
    }

    /// The primitive type to which a constant narrows implicitly on its way to `to`; then it is boxed where
    /// `to` is a wrapper.
    pub fn narrowed_constant(&self, from: Ty, to: Ty, constant: Option<&Constant>) -> Option<PrimitiveType> {
        use PrimitiveType::{Byte, Char, Int, Short};
        let (Ty::Primitive(Byte | Short | Char | Int), Some(Constant::Primitive(value))) = (from, constant)
        else {
            return None;
        };
        let target = self.unboxed(to)?;
        (matches!(target, Byte | Short | Char) && fits(*value, target)).then_some(target)
    }

    /// Whether a cast is legal (5.5); at run time it may still fail.
    pub fn castable(&self, from: Ty, to: Ty) -> bool {
        match (from, to) {
            (Ty::Primitive(a), Ty::Primitive(b)) => castable(a, b),
            (Ty::Primitive(p), Ty::Class(_)) => self.is_subtype(Ty::Class(self.wrapper(p)), to),
            (Ty::Class(c), Ty::Primitive(p)) => match self.unwrapped(c) {
                Some(own) => own == p || widens(own, p),
                // A checked cast to the wrapper first: from a supertype of it.
                None => self.is_subclass(self.wrapper(p), c),
            },
            (Ty::Null, Ty::Class(_) | Ty::Array(_)) => true,
            (Ty::Class(_) | Ty::Array(_), Ty::Class(_) | Ty::Array(_)) => self.reference_castable(from, to),
            _ => false,
        }
    }

    /// Whether an object can be of both types as far as javac looks (5.5.1 on erased types).
    fn reference_castable(&self, from: Ty, to: Ty) -> bool {
        if self.is_subtype(from, to) || self.is_subtype(to, from) {
            return true;
        }
        match (from, to) {
            (Ty::Class(a), Ty::Class(b)) => {
                let (ca, cb) = (&self.classes[a], &self.classes[b]);
                // A subclass may implement the interface, if there can be one.
                (ca.is_interface() && !self.is_closed(b)) || (cb.is_interface() && !self.is_closed(a))
            }
            (Ty::Array(a), Ty::Array(b)) => match (a.cell(), b.cell()) {
                (Ty::Primitive(p), Ty::Primitive(q)) => p == q,
                (x, y) => x.is_reference() && y.is_reference() && self.reference_castable(x, y),
            },
            _ => false,
        }
    }

    /// Whether a class has no subclasses beyond those written: final, or an enum.
    fn is_closed(&self, class: ClassId) -> bool {
        let c = &self.classes[class];
        c.is_final() || (c.is_enum() && self.tables.classes[class].subclasses.is_empty())
    }

    /// The least upper bound of two reference types (4.10.4), where it is one class or array; `None` where
    /// it is an intersection of several.
    pub fn least_upper_bound(&self, a: Ty, b: Ty) -> Option<Ty> {
        if self.is_subtype(a, b) {
            return Some(b);
        }
        if self.is_subtype(b, a) {
            return Some(a);
        }
        match (a, b) {
            (Ty::Array(x), Ty::Array(y)) => match (x.cell(), y.cell()) {
                (cx, cy) if cx.is_reference() && cy.is_reference() => {
                    self.least_upper_bound(cx, cy)?.array_of().map(Ty::Array)
                }
                _ => Some(self.object()),
            },
            (Ty::Array(_), _) | (_, Ty::Array(_)) => Some(self.object()),
            (Ty::Class(x), Ty::Class(y)) => self.common_superclass(x, y).map(Ty::Class),
            _ => None,
        }
    }

    /// The only minimal class above both.
    fn common_superclass(&self, x: ClassId, y: ClassId) -> Option<ClassId> {
        let ancestors = &self.tables.classes[x].ancestors;
        let common: SmallVec<[ClassId; 8]> =
            ancestors.iter().copied().filter(|&c| self.is_subclass(y, c)).collect();
        let minimal = |&c: &ClassId| common.iter().all(|&other| other == c || !self.is_subclass(other, c));
        let mut candidates = common.iter().copied().filter(minimal);
        match (candidates.next(), candidates.next()) {
            (Some(only), None) => Some(only),
            (None, None) => Some(self.well_known.object),
            _ => None,
        }
    }
}
