//! Sets of ids as bits: the analyses join and compare them all the time.

use std::fmt;
use std::marker::PhantomData;

use crate::index::Id;

const BITS: usize = u64::BITS as usize;

/// A set of ids; it grows with what is put in. Iteration is in the order of the ids.
#[derive(Clone)]
pub struct BitSet<I> {
    words: Vec<u64>,
    id: PhantomData<fn(I) -> I>,
}

impl<I: Id> BitSet<I> {
    pub const fn new() -> Self {
        Self { words: Vec::new(), id: PhantomData }
    }

    pub fn contains(&self, id: I) -> bool {
        self.words.get(id.index() / BITS).is_some_and(|word| word >> (id.index() % BITS) & 1 == 1)
    }

    /// Whether it was not there before.
    pub fn insert(&mut self, id: I) -> bool {
        let (word, bit) = (id.index() / BITS, 1 << (id.index() % BITS));
        if word >= self.words.len() {
            self.words.resize(word + 1, 0);
        }
        let is_new = self.words[word] & bit == 0;
        self.words[word] |= bit;
        is_new
    }

    pub fn remove(&mut self, id: I) {
        if let Some(word) = self.words.get_mut(id.index() / BITS) {
            *word &= !(1 << (id.index() % BITS));
        }
    }

    /// Adds all of `other`; whether anything was new.
    pub fn union(&mut self, other: &Self) -> bool {
        if other.words.len() > self.words.len() {
            self.words.resize(other.words.len(), 0);
        }
        let mut changed = false;
        for (word, &more) in self.words.iter_mut().zip(&other.words) {
            changed |= more & !*word != 0;
            *word |= more;
        }
        changed
    }

    pub fn subtract(&mut self, other: &Self) {
        for (word, &less) in self.words.iter_mut().zip(&other.words) {
            *word &= !less;
        }
    }

    pub fn intersects(&self, other: &Self) -> bool {
        self.words.iter().zip(&other.words).any(|(a, b)| a & b != 0)
    }

    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    pub fn iter(&self) -> impl Iterator<Item = I> + '_ {
        self.words.iter().enumerate().flat_map(|(position, &word)| {
            std::iter::successors(Some(word), |&rest| Some(rest & rest.wrapping_sub(1)))
                .take_while(|&rest| rest != 0)
                .map(move |rest| I::new(position * BITS + rest.trailing_zeros() as usize))
        })
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
        let (short, long) = if self.words.len() <= other.words.len() { (self, other) } else { (other, self) };
        let (head, tail) = long.words.split_at(short.words.len());
        head == short.words && tail.iter().all(|&word| word == 0)
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
