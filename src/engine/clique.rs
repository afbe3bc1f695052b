//! The largest set of numbers of which each two are joined: branch and bound, in steps that are counted.

use fixedbitset::FixedBitSet;

/// Which pairs are joined.
#[derive(Clone, Debug)]
pub(super) struct Joined {
    rows: Vec<FixedBitSet>,
}

impl Joined {
    /// All pairs of different numbers.
    pub(super) fn all(n: usize) -> Self {
        let mut row = FixedBitSet::with_capacity(n);
        row.insert_range(..);
        let rows = (0..n).map(|own| {
            let mut row = row.clone();
            row.set(own, false);
            row
        });
        Self { rows: rows.collect() }
    }

    pub(super) fn part(&mut self, a: usize, b: usize) {
        self.rows[a].set(b, false);
        self.rows[b].set(a, false);
    }

    pub(super) fn are(&self, a: usize, b: usize) -> bool {
        self.rows[a].contains(b)
    }

    /// A largest clique, in order; within so many steps, the largest that was found.
    pub(super) fn clique(&self, mut steps: u32) -> Vec<usize> {
        let mut all = FixedBitSet::with_capacity(self.rows.len());
        all.insert_range(..);
        let mut best = Vec::new();
        self.grow(&mut Vec::new(), &all, &mut best, &mut steps);
        best.sort_unstable();
        best
    }

    fn grow(&self, chosen: &mut Vec<usize>, open: &FixedBitSet, best: &mut Vec<usize>, steps: &mut u32) {
        if chosen.len() > best.len() {
            best.clone_from(chosen);
        }
        let mut open = open.clone();
        // Of one colour are no two that are joined: a clique has at most one of each.
        let coloured = self.coloured(&open);
        for &(number, colours) in coloured.iter().rev() {
            if chosen.len() + colours <= best.len() || *steps == 0 {
                return;
            }
            *steps -= 1;
            let mut rest = open.clone();
            rest.intersect_with(&self.rows[number]);
            chosen.push(number);
            self.grow(chosen, &rest, best, steps);
            chosen.pop();
            open.set(number, false);
        }
    }

    /// The numbers by colour, each with how many colours there are up to its own.
    fn coloured(&self, open: &FixedBitSet) -> Vec<(usize, usize)> {
        let mut left = open.clone();
        let mut coloured = Vec::with_capacity(left.count_ones(..));
        let mut colours = 0;
        while !left.is_clear() {
            colours += 1;
            let mut of_colour = left.clone();
            while let Some(number) = of_colour.ones().next() {
                of_colour.set(number, false);
                of_colour.difference_with(&self.rows[number]);
                left.set(number, false);
                coloured.push((number, colours));
            }
        }
        coloured
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_finds_the_largest() {
        // Two triangles that share a corner, and a square with both diagonals.
        let edges =
            [(0, 1), (0, 2), (1, 2), (2, 3), (2, 4), (3, 4), (5, 6), (5, 7), (5, 8), (6, 7), (6, 8), (7, 8)];
        let mut joined = Joined::all(9);
        for a in 0..9 {
            for b in a + 1..9 {
                if !edges.contains(&(a, b)) {
                    joined.part(a, b);
                }
            }
        }
        assert_eq!(joined.clique(1_000), [5, 6, 7, 8]);
        joined.part(5, 8);
        assert_eq!(joined.clique(1_000).len(), 3);
        assert_eq!(Joined::all(4).clique(100), [0, 1, 2, 3]);
        assert_eq!(Joined::all(0).clique(100), [0; 0]);
    }

    #[test]
    fn without_steps_it_is_what_was_found() {
        assert!(Joined::all(30).clique(7).len() >= 7);
    }
}
