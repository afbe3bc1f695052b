//! What is left of a variable's values while constraints are looked at (§4.2): an interval with holes. Floating-point values are in the
//! order of their bits, without NaN.

use std::collections::BTreeSet;

use crate::jvm::value::Primitive;
use crate::term::domain::Domain as Given;
use crate::term::sort::{Sort, ValueSort};
use crate::term::variable::VarId;
use crate::term::{TermId, Terms};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Domain {
    pub sort: ValueSort,
    pub low: i64,
    pub high: i64,
    holes: BTreeSet<i64>,
}

impl Domain {
    /// All values of a variable's type; `None` of what is no primitive value.
    pub fn of(terms: &Terms, var: VarId) -> Option<Self> {
        let Sort::Value(sort) = terms.info(var).sort else { return None };
        let (low, high) = match terms.domain_of_variable(var) {
            Given::Boolean => (0, 1),
            Given::Integer { low, high } => (low, high),
            Given::Float => {
                (key(Primitive::Float(f32::NEG_INFINITY))?, key(Primitive::Float(f32::INFINITY))?)
            }
            Given::Double => {
                (key(Primitive::Double(f64::NEG_INFINITY))?, key(Primitive::Double(f64::INFINITY))?)
            }
            _ => return None,
        };
        Some(Self { sort, low, high, holes: BTreeSet::new() })
    }

    pub fn is_empty(&self) -> bool {
        self.low > self.high
    }

    pub fn single(&self) -> Option<i64> {
        (self.low == self.high).then_some(self.low)
    }

    /// How many values, less one.
    pub fn size(&self) -> u64 {
        (self.high as u64).wrapping_sub(self.low as u64).saturating_sub(self.holes.len() as u64)
    }

    pub fn contains(&self, value: i64) -> bool {
        self.low <= value && value <= self.high && !self.holes.contains(&value)
    }

    /// Keeps what lies between; whether anything went.
    pub fn cut(&mut self, low: i64, high: i64) -> bool {
        let before = (self.low, self.high);
        self.low = self.low.max(low);
        self.high = self.high.min(high);
        self.trim();
        before != (self.low, self.high)
    }

    pub fn remove(&mut self, value: i64) -> bool {
        if !self.contains(value) {
            return false;
        }
        self.holes.insert(value);
        self.trim();
        true
    }

    /// A hole at an end moves the end.
    fn trim(&mut self) {
        while self.low <= self.high && self.holes.remove(&self.low) {
            match self.low.checked_add(1) {
                Some(next) => self.low = next,
                None => return self.empty(),
            }
        }
        while self.low <= self.high && self.holes.remove(&self.high) {
            match self.high.checked_sub(1) {
                Some(next) => self.high = next,
                None => return self.empty(),
            }
        }
    }

    pub fn empty(&mut self) {
        (self.low, self.high) = (1, 0);
    }

    /// The constant of one of its values.
    pub fn value(&self, key: i64) -> Primitive {
        match self.sort {
            ValueSort::Boolean => Primitive::Boolean(key != 0),
            ValueSort::Long => Primitive::Long(key),
            ValueSort::Float => Primitive::Float(f32::from_bits(bits(key) as u32)),
            ValueSort::Double => Primitive::Double(f64::from_bits(wide_bits(key))),
            ValueSort::Int | ValueSort::Reference => Primitive::Int(key as i32),
        }
    }
}

/// A value's place in the order; `None` of NaN.
pub fn key(value: Primitive) -> Option<i64> {
    Some(match value {
        Primitive::Boolean(value) => value.into(),
        Primitive::Byte(value) => value.into(),
        Primitive::Short(value) => value.into(),
        Primitive::Char(value) => value.into(),
        Primitive::Int(value) => value.into(),
        Primitive::Long(value) => value,
        Primitive::Float(value) if value.is_nan() => return None,
        Primitive::Double(value) if value.is_nan() => return None,
        Primitive::Float(value) => {
            let bits = value.to_bits() as i32;
            i64::from(if bits < 0 { bits ^ i32::MAX } else { bits })
        }
        Primitive::Double(value) => {
            let bits = value.to_bits() as i64;
            if bits < 0 { bits ^ i64::MAX } else { bits }
        }
    })
}

const fn bits(key: i64) -> i32 {
    let key = key as i32;
    if key < 0 { key ^ i32::MAX } else { key }
}

const fn wide_bits(key: i64) -> u64 {
    (if key < 0 { key ^ i64::MAX } else { key }) as u64
}

/// The least and the greatest place of what `==` takes for the same: the two zeros are one number.
pub fn keys(terms: &Terms, constant: TermId) -> Option<(i64, i64)> {
    let value = terms.constant(constant)?;
    let own = key(value)?;
    Some(match value {
        Primitive::Float(0.0) => (key(Primitive::Float(-0.0))?, key(Primitive::Float(0.0))?),
        Primitive::Double(0.0) => (key(Primitive::Double(-0.0))?, key(Primitive::Double(0.0))?),
        _ => (own, own),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floating_point_values_are_in_order_and_come_back() {
        let values = [f64::NEG_INFINITY, -3.5, -0.0, 0.0, f64::MIN_POSITIVE, 1.0, f64::INFINITY];
        let keys: Vec<i64> = values.iter().filter_map(|&v| key(Primitive::Double(v))).collect();
        assert!(keys.is_sorted() && keys.len() == values.len());
        for (value, key) in values.iter().zip(keys) {
            assert_eq!(f64::from_bits(wide_bits(key)).to_bits(), value.to_bits());
        }
        let value = key(Primitive::Float(-2.5)).map(|key| f32::from_bits(bits(key) as u32));
        assert_eq!(value, Some(-2.5));
    }

    #[test]
    fn holes_at_an_end_move_it() {
        let mut domain = Domain { sort: ValueSort::Int, low: 1, high: 4, holes: BTreeSet::new() };
        assert!(domain.remove(2) && domain.remove(1) && domain.remove(4));
        assert_eq!((domain.low, domain.high, domain.single()), (3, 3, Some(3)));
        assert!(domain.remove(3) && domain.is_empty());
    }
}
