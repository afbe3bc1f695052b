//! What is known of a value (§3.3.3): nothing, a range, or the value itself. References, floats and texts are known
//! or not; integers and booleans have ranges too.

use crate::jvm::value::{Primitive, PrimitiveType};
use crate::term::domain::Domain;
use crate::term::sort::{Sort, ValueSort};
use crate::term::variable::VarId;
use crate::term::{TermId, Terms};

/// Bits as in [`crate::term::assignment::Assignment`]: integers sign-extended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Value {
    Any,
    /// Of an int, long or boolean, inclusive; `low < high`.
    Range {
        low: i64,
        high: i64,
    },
    Known(u64),
}

impl Value {
    pub const TRUE: Self = Self::Known(1);
    pub const FALSE: Self = Self::Known(0);

    /// `None`: empty.
    pub const fn range(low: i64, high: i64) -> Option<Self> {
        if low > high {
            None
        } else if low == high {
            Some(Self::Known(low as u64))
        } else {
            Some(Self::Range { low, high })
        }
    }

    pub const fn boolean(value: bool) -> Self {
        Self::Known(value as u64)
    }

    pub const fn known(self) -> Option<u64> {
        match self {
            Self::Known(bits) => Some(bits),
            _ => None,
        }
    }

    pub const fn is_true(self) -> bool {
        matches!(self, Self::Known(1))
    }

    pub const fn is_false(self) -> bool {
        matches!(self, Self::Known(0))
    }

    /// The bounds of an integer or a boolean.
    pub const fn bounds(self) -> Option<(i64, i64)> {
        match self {
            Self::Any => None,
            Self::Range { low, high } => Some((low, high)),
            Self::Known(bits) => Some((bits as i64, bits as i64)),
        }
    }

    /// Whether it allows nothing that `other` does not.
    pub fn is_within(self, other: Self) -> bool {
        self.meet(other) == Some(self)
    }

    /// What both allow; `None`: nothing.
    pub fn meet(self, other: Self) -> Option<Self> {
        match (self, other) {
            (Self::Any, v) | (v, Self::Any) => Some(v),
            (Self::Known(a), Self::Known(b)) => (a == b).then_some(self),
            (Self::Known(bits), Self::Range { low, high })
            | (Self::Range { low, high }, Self::Known(bits)) => {
                (low <= bits as i64 && bits as i64 <= high).then_some(Self::Known(bits))
            }
            (Self::Range { low: a, high: b }, Self::Range { low: c, high: d }) => {
                Self::range(a.max(c), b.min(d))
            }
        }
    }

    /// What one of the two allows; a known reference or float joined with another one is unknown, so `is_ordered`
    /// says whether bits have the order of integers.
    pub fn join(self, other: Self, is_ordered: bool) -> Self {
        match (self, other) {
            (Self::Any, _) | (_, Self::Any) => Self::Any,
            (a, b) if a == b => a,
            _ if !is_ordered => Self::Any,
            (a, b) => match (a.bounds(), b.bounds()) {
                (Some((a, b)), Some((c, d))) => Self::range(a.min(c), b.max(d)).unwrap_or(Self::Any),
                _ => Self::Any,
            },
        }
    }

    /// What the type of a variable says of it.
    pub fn of_variable(terms: &Terms, var: VarId) -> Self {
        match terms.info(var).sort {
            Sort::Value(_) => Self::of_domain(terms.domain_of_variable(var)),
            Sort::Field(_) | Sort::Cells(_) | Sort::Opaque => Self::Any,
        }
    }

    pub const fn of_domain(domain: Domain) -> Self {
        match domain {
            Domain::Boolean => Self::Range { low: 0, high: 1 },
            Domain::Integer { low, high } => Self::Range { low, high },
            _ => Self::Any,
        }
    }
}

/// Whether the bits of a sort are ordered as integers.
pub const fn is_ordered(sort: Sort) -> bool {
    matches!(sort, Sort::Value(ValueSort::Boolean | ValueSort::Int | ValueSort::Long))
}

/// Whether a driver can have a value of these bits: of the references of texts only those that the program has.
pub fn is_expressible(terms: &Terms, sort: ValueSort, bits: u64) -> bool {
    use crate::term::domain::FIRST_TEXT;
    sort.primitive().is_some() || bits < u64::from(FIRST_TEXT) || text_at(terms, bits).is_some()
}

/// The text of a reference.
pub(super) fn text_at(terms: &Terms, bits: u64) -> Option<TermId> {
    use crate::index::Id as _;
    use crate::term::TermKind;
    use crate::term::domain::FIRST_TEXT;
    let position =
        bits.checked_sub(u64::from(FIRST_TEXT)).filter(|&position| position < terms.len() as u64)?;
    let text = TermId::new(position as usize);
    matches!(terms.kind(text), TermKind::Text(_)).then_some(text)
}

/// The term that stands for known bits. A reference that is no text's is a number of an allocation, in states that no run
/// reaches even one among those of texts.
pub fn constant(terms: &mut Terms, sort: ValueSort, bits: u64) -> TermId {
    if let Some(ty) = sort.primitive() {
        return terms.primitive(Primitive::from_bits(ty, bits));
    }
    if bits == 0 {
        return terms.null();
    }
    if let Some(text) = text_at(terms, bits) {
        return text;
    }
    let number = terms.int(bits as i32);
    terms.fresh(number)
}

/// The bits that a constant term stands for.
pub fn bits_of(terms: &Terms, term: TermId) -> Option<u64> {
    use crate::term::TermKind;
    match terms.kind(term) {
        TermKind::Constant(value) => Some(canonical(*value)),
        TermKind::Null => Some(0),
        TermKind::Text(_) => Some(u64::from(Terms::text_reference(term))),
        TermKind::Fresh(number) => match terms.constant(*number) {
            Some(Primitive::Int(number)) => Some(number as u32 as u64),
            _ => None,
        },
        _ => None,
    }
}

/// Its bits; those that are no number are one value.
pub(super) fn canonical(value: Primitive) -> u64 {
    match value {
        Primitive::Float(v) if v.is_nan() => Primitive::Float(f32::NAN).to_bits(),
        Primitive::Double(v) if v.is_nan() => Primitive::Double(f64::NAN).to_bits(),
        v => v.to_bits(),
    }
}

/// Of an integer type or boolean.
pub const fn bounds_of(ty: PrimitiveType) -> Option<(i64, i64)> {
    match Domain::of_type(ty) {
        Domain::Integer { low, high } => Some((low, high)),
        Domain::Boolean => Some((0, 1)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::domain::FIRST_TEXT;

    #[test]
    fn a_reference_among_those_of_texts_is_a_text_or_a_number_and_never_another_term() {
        let mut terms = Terms::default();
        terms.boolean(true);
        let text = terms.text("a".into());
        for position in 0..4 {
            let bits = u64::from(FIRST_TEXT) + position;
            let constant = constant(&mut terms, ValueSort::Reference, bits);
            assert_eq!(terms.sort(constant), Sort::Value(ValueSort::Reference));
            assert_eq!(constant == text, is_expressible(&terms, ValueSort::Reference, bits));
        }
    }
}
