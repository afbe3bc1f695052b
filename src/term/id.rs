//! The id of a term, which in debug builds knows its time: an arena may forget its last terms ([`Terms::truncate`]), and then
//! the same numbers mean others. To look such a term up is a mistake that would show as a wrong proof, if at all.
//!
//! [`Terms::truncate`]: crate::term::Terms::truncate

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};

use crate::index::Id;

/// A term of one [`Terms`](crate::term::Terms).
#[derive(Clone, Copy)]
pub struct TermId {
    number: u32,
    /// How often its arena had forgotten terms when it was made; not known of an id that was made of a number.
    #[cfg(debug_assertions)]
    made: Option<u32>,
}

impl Id for TermId {
    fn new(index: usize) -> Self {
        debug_assert!(index < u32::MAX as usize);
        Self {
            number: index as u32,
            #[cfg(debug_assertions)]
            made: None,
        }
    }

    fn index(self) -> usize {
        self.number as usize
    }
}

/// When the terms of an arena were made.
#[derive(Clone, Debug, Default)]
pub(super) struct Times {
    #[cfg(debug_assertions)]
    forgotten: u32,
    /// By term.
    #[cfg(debug_assertions)]
    made: Vec<u32>,
}

#[cfg(debug_assertions)]
impl Times {
    /// The newest term is made now.
    pub(super) fn stamp(&mut self, id: &mut TermId) {
        self.made.push(self.forgotten);
        id.made = Some(self.forgotten);
    }

    /// All terms but the first `len` are forgotten.
    pub(super) fn forget(&mut self, len: usize) {
        self.made.truncate(len);
        self.forgotten += 1;
    }

    /// That the term is still the one that it was.
    pub(super) fn check(&self, id: TermId) {
        if let Some(made) = id.made {
            assert_eq!(self.made.get(id.index()), Some(&made), "{id} was forgotten");
        }
    }
}

#[cfg(not(debug_assertions))]
impl Times {
    pub(super) const fn stamp(&mut self, _: &mut TermId) {}
    pub(super) const fn forget(&mut self, _: usize) {}
    pub(super) const fn check(&self, _: TermId) {}
}

impl PartialEq for TermId {
    fn eq(&self, other: &Self) -> bool {
        self.number == other.number
    }
}

impl Eq for TermId {}

impl PartialOrd for TermId {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for TermId {
    fn cmp(&self, other: &Self) -> Ordering {
        self.number.cmp(&other.number)
    }
}

impl Hash for TermId {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.number.hash(state);
    }
}

impl fmt::Display for TermId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "t{}", self.number)
    }
}

impl fmt::Debug for TermId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(all(test, debug_assertions))]
mod tests {
    use crate::jvm::value::Primitive;
    use crate::term::Terms;

    #[test]
    #[should_panic(expected = "was forgotten")]
    fn a_term_that_was_forgotten_is_not_taken_for_the_one_in_its_place() {
        let mut terms = Terms::default();
        let before = terms.len();
        let forgotten = terms.primitive(Primitive::Int(12_345));
        terms.truncate(before);
        let other = terms.primitive(Primitive::Int(54_321));
        assert_eq!(forgotten, other, "they have one number");
        terms.kind(forgotten);
    }
}
