//! Sets of variables, with the set of all (infinitely many) variables for code that cannot be reached: there,
//! everything is vacuously assigned and unassigned (JLS 16: "V is \[un\]assigned after any statement that
//! cannot complete normally").

use smallvec::SmallVec;

/// The words past the end all equal `rest`.
#[derive(Clone, Debug)]
pub(super) struct Bits {
    words: SmallVec<[u64; 2]>,
    rest: u64,
}

impl Bits {
    pub(super) fn none() -> Self {
        Self { words: SmallVec::new(), rest: 0 }
    }

    pub(super) fn all() -> Self {
        Self { words: SmallVec::new(), rest: !0 }
    }

    pub(super) fn contains(&self, bit: usize) -> bool {
        self.word(bit / 64) >> (bit % 64) & 1 == 1
    }

    pub(super) fn insert(&mut self, bit: usize) {
        *self.word_mut(bit / 64) |= 1 << (bit % 64);
    }

    pub(super) fn remove(&mut self, bit: usize) {
        *self.word_mut(bit / 64) &= !(1 << (bit % 64));
    }

    pub(super) fn intersect(&mut self, other: &Bits) {
        for i in 0..self.words.len().max(other.words.len()) {
            *self.word_mut(i) &= other.word(i);
        }
        self.rest &= other.rest;
    }

    pub(super) fn union(&mut self, other: &Bits) {
        for i in 0..self.words.len().max(other.words.len()) {
            *self.word_mut(i) |= other.word(i);
        }
        self.rest |= other.rest;
    }

    fn word(&self, i: usize) -> u64 {
        self.words.get(i).copied().unwrap_or(self.rest)
    }

    fn word_mut(&mut self, i: usize) -> &mut u64 {
        if self.words.len() <= i {
            self.words.resize(i + 1, self.rest);
        }
        &mut self.words[i]
    }
}

impl PartialEq for Bits {
    fn eq(&self, other: &Self) -> bool {
        let len = self.words.len().max(other.words.len());
        self.rest == other.rest && (0..len).all(|i| self.word(i) == other.word(i))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn removing_from_all_leaves_all_others() {
        let mut bits = Bits::all();
        bits.remove(70);
        assert!(bits.contains(3) && !bits.contains(70) && bits.contains(500));
        let mut some = Bits::none();
        some.insert(70);
        some.insert(3);
        some.intersect(&bits);
        assert!(some.contains(3) && !some.contains(70) && !some.contains(500));
        some.union(&Bits::all());
        assert_eq!(some, Bits::all());
    }
}
