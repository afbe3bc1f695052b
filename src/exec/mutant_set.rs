//! A set of mutants by index: which are still to be decided.

use fixedbitset::FixedBitSet;

use crate::exec::code::MutantIndex;

#[derive(Clone, Debug, Default)]
pub struct MutantSet(FixedBitSet);

impl MutantSet {
    /// All mutants below `count`.
    pub fn all(count: usize) -> MutantSet {
        let mut set = FixedBitSet::with_capacity(count);
        set.insert_range(..);
        MutantSet(set)
    }

    pub fn contains(&self, mutant: MutantIndex) -> bool {
        self.0.contains(mutant as usize)
    }

    pub fn insert(&mut self, mutant: MutantIndex) {
        self.0.grow_and_insert(mutant as usize);
    }

    pub fn remove(&mut self, mutant: MutantIndex) {
        if self.contains(mutant) {
            self.0.remove(mutant as usize);
        }
    }

    pub fn remove_all(&mut self, others: &MutantSet) {
        self.0.difference_with(&others.0);
    }

    /// How many both hold.
    pub fn common(&self, other: &MutantSet) -> usize {
        self.0.intersection_count(&other.0)
    }

    pub fn len(&self) -> usize {
        self.0.count_ones(..)
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_clear()
    }

    /// In ascending order.
    pub fn iter(&self) -> impl Iterator<Item = MutantIndex> + '_ {
        self.0.ones().map(|mutant| mutant as MutantIndex)
    }
}

/// By content: how far a set has grown does not count.
impl PartialEq for MutantSet {
    fn eq(&self, other: &Self) -> bool {
        self.0.is_subset(&other.0) && other.0.is_subset(&self.0)
    }
}

impl Eq for MutantSet {}

impl FromIterator<MutantIndex> for MutantSet {
    fn from_iter<I: IntoIterator<Item = MutantIndex>>(mutants: I) -> Self {
        let mut set = MutantSet::default();
        mutants.into_iter().for_each(|mutant| set.insert(mutant));
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_gives_back_what_was_put_in_and_not_what_was_taken_out() {
        let mut set = MutantSet::all(130);
        set.remove(64);
        set.remove(129);
        assert_eq!(set.len(), 128);
        assert!(set.contains(128) && !set.contains(64) && !set.contains(130));
        assert_eq!(set.iter().collect::<MutantSet>(), set);
        let mut rest = MutantSet::all(130);
        rest.remove_all(&set);
        assert_eq!(rest.iter().collect::<Vec<_>>(), [64, 129]);
        let few: MutantSet = [3, 64, 200].into_iter().collect();
        assert_eq!((few.common(&rest), rest.common(&few)), (1, 1));
    }
}
