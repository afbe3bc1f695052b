//! A set of mutants by index: which are still to be decided.

use crate::exec::code::MutantIndex;

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MutantSet {
    words: Vec<u64>,
}

impl MutantSet {
    /// All mutants below `count`.
    pub fn all(count: usize) -> MutantSet {
        let mut set = MutantSet { words: vec![u64::MAX; count.div_ceil(64)] };
        if let (Some(last), true) = (set.words.last_mut(), !count.is_multiple_of(64)) {
            *last = (1 << (count % 64)) - 1;
        }
        set
    }

    pub fn contains(&self, mutant: MutantIndex) -> bool {
        let word = self.words.get(mutant as usize / 64);
        word.is_some_and(|word| word >> (mutant % 64) & 1 != 0)
    }

    pub fn insert(&mut self, mutant: MutantIndex) {
        let word = mutant as usize / 64;
        if word >= self.words.len() {
            self.words.resize(word + 1, 0);
        }
        self.words[word] |= 1 << (mutant % 64);
    }

    pub fn remove(&mut self, mutant: MutantIndex) {
        if let Some(word) = self.words.get_mut(mutant as usize / 64) {
            *word &= !(1 << (mutant % 64));
        }
    }

    pub fn remove_all(&mut self, others: &MutantSet) {
        for (word, other) in self.words.iter_mut().zip(&others.words) {
            *word &= !other;
        }
    }

    /// How many both hold.
    pub fn common(&self, other: &MutantSet) -> usize {
        self.words.iter().zip(&other.words).map(|(a, b)| (a & b).count_ones() as usize).sum()
    }

    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// In ascending order.
    pub fn iter(&self) -> impl Iterator<Item = MutantIndex> + '_ {
        let ones = |word: u64| {
            let rest = std::iter::successors(Some(word), |&word| Some(word & word.wrapping_sub(1)));
            rest.take_while(|&rest| rest != 0).map(u64::trailing_zeros)
        };
        let words = self.words.iter().enumerate();
        words.flat_map(move |(index, &word)| ones(word).map(move |bit| index as MutantIndex * 64 + bit))
    }
}

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
