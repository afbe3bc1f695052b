//! Sets of variables, with the set of all (infinitely many) variables for code that cannot be reached: there,
//! everything is vacuously assigned and unassigned (JLS 16: "V is \[un\]assigned after any statement that
//! cannot complete normally").

use fixedbitset::FixedBitSet;

/// The variables that are held, or all but those: which of the two, `is_all_but` says.
#[derive(Clone, Debug)]
pub(super) struct Bits {
    named: FixedBitSet,
    is_all_but: bool,
}

impl Bits {
    pub(super) const fn none() -> Self {
        Self { named: FixedBitSet::new(), is_all_but: false }
    }

    pub(super) const fn all() -> Self {
        Self { named: FixedBitSet::new(), is_all_but: true }
    }

    pub(super) fn contains(&self, bit: usize) -> bool {
        self.named.contains(bit) != self.is_all_but
    }

    pub(super) fn insert(&mut self, bit: usize) {
        self.name(bit, !self.is_all_but);
    }

    pub(super) fn remove(&mut self, bit: usize) {
        self.name(bit, self.is_all_but);
    }

    pub(super) fn intersect(&mut self, other: &Bits) {
        match (self.is_all_but, other.is_all_but) {
            (false, false) => self.named.intersect_with(&other.named),
            (false, true) => self.named.difference_with(&other.named),
            (true, false) => self.become_rest_of(other),
            (true, true) => self.named.union_with(&other.named),
        }
    }

    pub(super) fn union(&mut self, other: &Bits) {
        match (self.is_all_but, other.is_all_but) {
            (false, false) => self.named.union_with(&other.named),
            (false, true) => self.become_rest_of(other),
            (true, false) => self.named.difference_with(&other.named),
            (true, true) => self.named.intersect_with(&other.named),
        }
    }

    /// Names what `other` names and this does not, as `other` means it.
    fn become_rest_of(&mut self, other: &Bits) {
        let mut rest = other.named.clone();
        rest.difference_with(&self.named);
        *self = Self { named: rest, is_all_but: other.is_all_but };
    }

    fn name(&mut self, bit: usize, is_named: bool) {
        if is_named {
            self.named.grow_and_insert(bit);
        } else if self.named.contains(bit) {
            self.named.remove(bit);
        }
    }
}

impl PartialEq for Bits {
    fn eq(&self, other: &Self) -> bool {
        let is_within = |a: &Self, b: &Self| a.named.is_subset(&b.named);
        self.is_all_but == other.is_all_but && is_within(self, other) && is_within(other, self)
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

    /// Every two sets of all subsets of three variables and of what is not one of them.
    #[test]
    fn sets_meet_and_join_as_their_members_do() {
        let sets = || {
            (0..16_u32).map(|members| {
                let mut bits = if members & 8 == 0 { Bits::none() } else { Bits::all() };
                (0..3).for_each(|bit| {
                    if members >> bit & 1 == 1 { bits.insert(bit * 50) } else { bits.remove(bit * 50) }
                });
                bits
            })
        };
        for (a, b) in sets().flat_map(|a| sets().map(move |b| (a.clone(), b))) {
            let (mut both, mut either) = (a.clone(), a.clone());
            both.intersect(&b);
            either.union(&b);
            for bit in [0, 50, 100, 7, 500] {
                assert_eq!(both.contains(bit), a.contains(bit) && b.contains(bit), "{a:?} {b:?} {bit}");
                assert_eq!(either.contains(bit), a.contains(bit) || b.contains(bit), "{a:?} {b:?} {bit}");
            }
            assert_eq!(both == either, a == b);
        }
    }
}
