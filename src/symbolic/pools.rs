//! Values worth trying: boundary values, and what the terms at hand speak of, with its neighbours.

use std::collections::BTreeSet;

use crate::jvm::value::Primitive;
use crate::term::assignment::DEFAULT_ALLOCATED;
use crate::term::domain::{Domain, FIRST_NEW_TEXT};
use crate::term::evaluate::{canonical, mix};
use crate::term::sort::{Sort, ValueSort};
use crate::term::{TermId, TermKind, Terms};

/// Values worth trying, by domain.
#[derive(Debug)]
pub(super) struct Pools {
    integers: Vec<i64>,
    floats: Vec<u64>,
    doubles: Vec<u64>,
    texts: Vec<u32>,
    are_hard: bool,
}

impl Pools {
    pub(super) fn new(terms: &Terms, roots: &[TermId]) -> Self {
        let mut integers: BTreeSet<i64> = (-2..=5).chain([7, 8, 10, 31, 32, 64, 100]).collect();
        let bounds = [i8::MIN.into(), i8::MAX.into(), i16::MIN.into(), i16::MAX.into(), 0xffff];
        integers.extend(bounds.into_iter().chain([i32::MIN.into(), i32::MAX.into(), i64::MIN, i64::MAX]));
        let mut floats: BTreeSet<u64> = BTreeSet::new();
        let mut doubles: BTreeSet<u64> = BTreeSet::new();
        for value in [0.0, -0.0, 1.0, -1.0, 0.5, 2.0, 3.0, 1e10, f64::INFINITY, f64::NEG_INFINITY, f64::NAN] {
            floats.insert(Primitive::Float(value as f32).to_bits());
            doubles.insert(Primitive::Double(value).to_bits());
        }
        floats.extend([f32::MAX, f32::MIN_POSITIVE, f32::from_bits(1)].map(|f| u64::from(f.to_bits())));
        doubles.extend([f64::MAX, f64::MIN_POSITIVE, f64::from_bits(1)].map(f64::to_bits));
        let mut texts = Vec::new();
        let mut are_hard = false;
        for term in terms.closure(roots) {
            are_hard |= is_hard(terms, term);
            match terms.kind(term) {
                TermKind::Constant(Primitive::Int(value)) => {
                    integers.extend([-1, 0, 1].map(|d| i64::from(value.wrapping_add(d))));
                    integers.insert(value.wrapping_neg().into());
                }
                TermKind::Constant(Primitive::Long(value)) => {
                    integers.extend([-1, 0, 1].map(|d| value.wrapping_add(d)));
                }
                TermKind::Constant(Primitive::Float(value)) => {
                    floats.extend(
                        [*value, -value, value + 1.0, value.next_up(), value.next_down()]
                            .map(|f| canonical(ValueSort::Float, f.to_bits().into())),
                    );
                }
                TermKind::Constant(Primitive::Double(value)) => {
                    doubles.extend(
                        [*value, -value, value + 1.0, value.next_up(), value.next_down()]
                            .map(|f| canonical(ValueSort::Double, f.to_bits())),
                    );
                }
                TermKind::Text(_) => texts.push(Terms::text_reference(term)),
                _ => {}
            }
        }
        Self {
            integers: integers.into_iter().collect(),
            floats: floats.into_iter().collect(),
            doubles: doubles.into_iter().collect(),
            texts,
            are_hard,
        }
    }

    /// Whether the solver takes long for one of the terms.
    pub(super) const fn are_hard(&self) -> bool {
        self.are_hard
    }

    /// A value of the domain; `hash` decides.
    pub(super) fn choose(&self, domain: Domain, hash: u64) -> u64 {
        let pick = |n: usize| (hash >> 8) as usize % n.max(1);
        match domain {
            Domain::Boolean => (hash >> 9) & 1,
            Domain::Integer { low, high } => self.integer(low, high, hash) as u64,
            Domain::Float if hash.is_multiple_of(8) => {
                Primitive::Float((hash >> 8) as i16 as f32 / 16.0).to_bits()
            }
            Domain::Float => self.floats[pick(self.floats.len())],
            Domain::Double if hash.is_multiple_of(8) => {
                Primitive::Double((hash >> 8) as i16 as f64 / 16.0).to_bits()
            }
            Domain::Double => self.doubles[pick(self.doubles.len())],
            Domain::OldReference | Domain::Reference => {
                let choice = pick(5 + self.texts.len());
                match choice.checked_sub(5) {
                    Some(text) => self.texts[text].into(),
                    None if choice == 4 && domain == Domain::Reference => {
                        DEFAULT_ALLOCATED + (hash >> 40) % 3
                    }
                    None => choice as u64,
                }
            }
            Domain::NewText => u64::from(FIRST_NEW_TEXT | (hash as u32 >> 2)),
            Domain::Allocated => DEFAULT_ALLOCATED,
            Domain::Opaque => hash,
        }
    }

    fn integer(&self, low: i64, high: i64, hash: u64) -> i64 {
        let from = self.integers.partition_point(|&v| v < low);
        let to = self.integers.partition_point(|&v| v <= high);
        let span = (high as i128 - low as i128 + 1) as u128;
        match hash % 8 {
            // Any value.
            0 => (low as i128 + (u128::from(mix(hash, 1)) % span) as i128) as i64,
            // Small ones, of which loops and arrays are made.
            1..=3 => ((hash >> 8) % 7) as i64 - 1,
            _ if from < to => self.integers[from + (hash >> 8) as usize % (to - from)],
            _ => low,
        }
        .clamp(low, high)
    }
}

/// A number that is not whole, or a product or quotient of two that are unknown.
fn is_hard(terms: &Terms, term: TermId) -> bool {
    let is_constant = |term| matches!(terms.kind(term), TermKind::Constant(_));
    match (terms.sort(term), terms.kind(term)) {
        (Sort::Value(ValueSort::Float | ValueSort::Double), _) => true,
        (_, TermKind::Binary { left, right, .. }) => {
            terms.is_product(term) && !is_constant(*left) && !is_constant(*right)
        }
        _ => false,
    }
}
