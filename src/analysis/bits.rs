//! Sets of ids as bits: the analyses join and compare them all the time.

use std::fmt;
use std::marker::PhantomData;

use fixedbitset::FixedBitSet;

use crate::index::Id;

/// A set of ids; it grows with what is put in. Iteration is in the order of the ids.
#[derive(Clone)]
pub struct BitSet<I> {
    bits: FixedBitSet,
    id: PhantomData<fn(I) -> I>,
}

impl<I: Id> BitSet<I> {
    pub const fn new() -> Self {
        Self { bits: FixedBitSet::new(), id: PhantomData }
    }

    pub fn contains(&self, id: I) -> bool {
        self.bits.contains(id.index())
    }

    /// Whether it was not there before.
    pub fn insert(&mut self, id: I) -> bool {
        self.bits.grow(id.index() + 1);
        !self.bits.put(id.index())
    }

    pub fn remove(&mut self, id: I) {
        if self.contains(id) {
            self.bits.remove(id.index());
        }
    }

    /// Adds all of `other`; whether anything was new.
    pub fn union(&mut self, other: &Self) -> bool {
        let changed = !other.bits.is_subset(&self.bits);
        if changed {
            self.bits.union_with(&other.bits);
        }
        changed
    }

    pub fn subtract(&mut self, other: &Self) {
        self.bits.difference_with(&other.bits);
    }

    pub fn iter(&self) -> impl Iterator<Item = I> + '_ {
        self.bits.ones().map(I::new)
    }
}

impl<I: Id> Default for BitSet<I> {
    fn default() -> Self {
        Self::new()
    }
}

/// By content: how far a set has grown does not count.
impl<I: Id> PartialEq for BitSet<I> {
    fn eq(&self, other: &Self) -> bool {
        self.bits.is_subset(&other.bits) && other.bits.is_subset(&self.bits)
    }
}

impl<I: Id> Eq for BitSet<I> {}

impl<I: Id> FromIterator<I> for BitSet<I> {
    fn from_iter<T: IntoIterator<Item = I>>(ids: T) -> Self {
        let mut set = Self::new();
        set.extend(ids);
        set
    }
}

impl<I: Id> Extend<I> for BitSet<I> {
    fn extend<T: IntoIterator<Item = I>>(&mut self, ids: T) {
        for id in ids {
            self.insert(id);
        }
    }
}

impl<I: Id> fmt::Debug for BitSet<I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
