//! The fewest tests that kill all that has to stay killed (§5.4): a minimum cover, by the textbook's branch and bound.
//! First the table is reduced: a mutant that is killed wherever another is asks for nothing, nor is a test needed that
//! kills nothing but what another kills, too. Then a greedy cover is improved while a counted number of branches lasts;
//! no cover is smaller than mutants that have no test in common.
//!
//! A [`Cover`] knows how small it could be: where the branches came to their end, as small as it is; else as its mutants without a common
//! test, and what is left open as an integer program ([`program`]), say.

mod program;

use std::cmp::Reverse;

use fixedbitset::FixedBitSet;

use crate::atg::cover::program::Program;
use crate::engine::subject::GoalIndex;
use crate::exec::mutant_set::MutantSet;

/// Branches that are looked at: what is found within them need not be the smallest.
const BRANCHES: usize = 10_000;
/// With more mutants, none of which is killed by the same tests as another, the greedy cover is as good as it gets.
const MANY_ROWS: usize = 2_000;

/// Tests that kill all that is needed, and how many it takes.
pub(super) struct Cover {
    /// By position.
    pub(super) tests: Vec<usize>,
    /// No choice of tests that kills as much is smaller.
    pub(super) least: usize,
}

/// Some of the tests, by position in `kills`, that kill all of `need` that any of them kills. Of tests that kill
/// the same of it the first is taken.
pub(super) fn smallest(need: &MutantSet, kills: &[MutantSet]) -> Vec<usize> {
    Search::within(BRANCHES, need, kills).best
}

/// The same, or fewer tests where not all branches could be looked at; and how many it takes at the least.
pub(super) fn bounded(need: &MutantSet, kills: &[MutantSet]) -> Cover {
    bounded_within(BRANCHES, need, kills)
}

fn bounded_within(branches: usize, need: &MutantSet, kills: &[MutantSet]) -> Cover {
    let search = Search::within(branches, need, kills);
    let least = if search.is_whole() { search.best.len() } else { search.apart_in_all() };
    let cover = Cover { tests: search.best, least };
    if cover.is_smallest() { cover } else { cover.sharpened(&Program::new(&search.table.rows)) }
}

impl Cover {
    const fn is_smallest(&self) -> bool {
        self.tests.len() <= self.least
    }

    /// What the program adds: what its relaxation shows, and where that leaves something open its branches.
    fn sharpened(mut self, program: &Program<'_>) -> Self {
        self.least = self.least.max(program.relaxed().unwrap_or_default());
        if self.is_smallest() {
            return self;
        }
        let Some(solved) = program.solve(&self.tests) else { return self };
        if solved.tests.len() < self.tests.len() {
            self.tests = solved.tests;
        }
        self.least = self.least.max(solved.least).min(self.tests.len());
        self
    }
}

/// The mutants that ask for something: each of the others is killed by every test that kills one of these. Of those that
/// the same tests kill the first is taken.
pub(super) fn demanding(need: &MutantSet, kills: &[MutantSet]) -> MutantSet {
    let rows = need.iter().map(|mutant| (mutant, killers(mutant, kills)));
    let rows = rows.filter(|(_, row)| !row.is_clear()).collect();
    least(rows, |(_, row)| row).into_iter().map(|(mutant, _)| mutant).collect()
}

/// The tests that kill the mutant.
fn killers(mutant: GoalIndex, kills: &[MutantSet]) -> FixedBitSet {
    let mut row = FixedBitSet::with_capacity(kills.len());
    row.extend(kills.iter().enumerate().filter(|(_, set)| set.contains(mutant)).map(|(at, _)| at));
    row
}

struct Table {
    /// Of each mutant that asks for something, the tests that kill it; one at least.
    rows: Vec<FixedBitSet>,
    /// Of each test, the rows that it kills; nothing for one that is not needed.
    columns: Vec<FixedBitSet>,
}

impl Table {
    fn new(need: &MutantSet, kills: &[MutantSet]) -> Self {
        let rows = need.iter().map(|mutant| killers(mutant, kills));
        let mut rows: Vec<FixedBitSet> = rows.filter(|row| !row.is_clear()).collect();
        rows.sort_unstable();
        rows.dedup();
        let mut table = Self { rows, columns: vec![FixedBitSet::new(); kills.len()] };
        loop {
            let before = table.rows.len();
            if before > MANY_ROWS {
                table.fill_columns();
                return table;
            }
            table.rows = least(std::mem::take(&mut table.rows), |row| row);
            table.fill_columns();
            table.drop_columns();
            if table.rows.len() == before {
                return table;
            }
        }
    }

    fn fill_columns(&mut self) {
        for (test, column) in self.columns.iter_mut().enumerate() {
            *column = FixedBitSet::with_capacity(self.rows.len());
            column
                .extend(self.rows.iter().enumerate().filter(|(_, row)| row.contains(test)).map(|(at, _)| at));
        }
    }

    /// Without the tests whose kills are among those of another.
    fn drop_columns(&mut self) {
        let mut order: Vec<usize> = (0..self.columns.len()).collect();
        order.sort_by_key(|&test| Reverse(self.columns[test].count_ones(..)));
        let mut kept: Vec<usize> = Vec::new();
        for test in order {
            if kept.iter().any(|&other| self.columns[test].is_subset(&self.columns[other])) {
                self.columns[test].clear();
                self.rows.iter_mut().for_each(|row| row.set(test, false));
            } else {
                kept.push(test);
            }
        }
    }

    /// Each time the test that kills the most of what is left; then without those that became needless.
    fn greedy(&self) -> Vec<usize> {
        let mut left = FixedBitSet::with_capacity(self.rows.len());
        left.insert_range(..);
        let mut chosen: Vec<usize> = Vec::new();
        while !left.is_clear() {
            let gain = |&test: &usize| (self.columns[test].intersection_count(&left), Reverse(test));
            let Some(best) = (0..self.columns.len()).max_by_key(gain) else { break };
            left.difference_with(&self.columns[best]);
            chosen.push(best);
        }
        for test in chosen.clone().into_iter().rev() {
            let mut alone = self.columns[test].clone();
            chosen
                .iter()
                .filter(|&&other| other != test)
                .for_each(|&other| alone.difference_with(&self.columns[other]));
            if alone.is_clear() {
                chosen.retain(|&other| other != test);
            }
        }
        chosen
    }
}

/// Those whose rows hold no other's row; of equal ones the first.
fn least<R>(mut of_rows: Vec<R>, row: impl Fn(&R) -> &FixedBitSet) -> Vec<R> {
    of_rows.sort_by_key(|of| row(of).count_ones(..));
    let mut least: Vec<R> = Vec::new();
    for of in of_rows {
        if !least.iter().any(|smaller| row(smaller).is_subset(row(&of))) {
            least.push(of);
        }
    }
    least
}

struct Search {
    table: Table,
    best: Vec<usize>,
    chosen: Vec<usize>,
    branches: usize,
    /// Those that it may look at.
    most: usize,
}

impl Search {
    /// That has come to its end.
    fn within(most: usize, need: &MutantSet, kills: &[MutantSet]) -> Self {
        let table = Table::new(need, kills);
        let best = table.greedy();
        let mut search = Self { table, best, chosen: Vec::new(), branches: 0, most };
        if !search.has_many_rows() {
            search.run(&search.all_rows(), &search.no_test());
            search.best.sort_unstable();
        }
        search
    }

    const fn has_many_rows(&self) -> bool {
        self.table.rows.len() > MANY_ROWS
    }

    fn all_rows(&self) -> FixedBitSet {
        let mut rows = FixedBitSet::with_capacity(self.table.rows.len());
        rows.insert_range(..);
        rows
    }

    fn no_test(&self) -> FixedBitSet {
        FixedBitSet::with_capacity(self.table.columns.len())
    }

    /// Whether no branch was left out: then no cover is smaller than the best.
    const fn is_whole(&self) -> bool {
        !self.has_many_rows() && self.branches <= self.most
    }

    fn apart_in_all(&self) -> usize {
        self.apart(&self.all_rows(), &self.no_test())
    }

    /// `left`: the rows that are not killed yet; `banned`: the tests with which all has been tried.
    fn run(&mut self, left: &FixedBitSet, banned: &FixedBitSet) {
        if left.is_clear() {
            self.best = self.chosen.clone();
            return;
        }
        let open = |row: usize| self.table.rows[row].difference_count(banned);
        let Some(row) = left.ones().min_by_key(|&row| open(row)) else { return };
        if self.chosen.len() + self.apart(left, banned) >= self.best.len() {
            return;
        }
        let mut tests: Vec<usize> = self.table.rows[row].difference(banned).collect();
        tests.sort_by_key(|&test| Reverse(self.table.columns[test].intersection_count(left)));
        let mut banned = banned.clone();
        for test in tests {
            self.branches += 1;
            if self.branches > self.most {
                return;
            }
            let mut rest = left.clone();
            rest.difference_with(&self.table.columns[test]);
            self.chosen.push(test);
            self.run(&rest, &banned);
            self.chosen.pop();
            banned.insert(test);
        }
    }

    /// How many tests are needed for `left` at the least: rows that have no test in common, those with few tests first.
    fn apart(&self, left: &FixedBitSet, banned: &FixedBitSet) -> usize {
        let mut used = banned.clone();
        let mut apart = 0;
        // The rows stand in the order of their tests' number.
        for row in left.ones() {
            let row = &self.table.rows[row];
            if row.intersection_count(&used) == row.intersection_count(banned) {
                used.union_with(row);
                apart += 1;
            }
        }
        apart
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// By trying all: how many tests are needed.
    fn fewest(need: &MutantSet, kills: &[MutantSet]) -> usize {
        let killed = |tests: u32| {
            let mut left = need.clone();
            (0..kills.len()).filter(|at| tests >> at & 1 != 0).for_each(|at| left.remove_all(&kills[at]));
            left
        };
        let all = killed(u32::MAX);
        let covers = (0..1_u32 << kills.len()).filter(|&tests| killed(tests) == all);
        covers.map(u32::count_ones).min().unwrap_or_default() as usize
    }

    proptest! {
        #[test]
        fn no_choice_of_tests_that_kills_as_much_is_smaller(
            kills in prop::collection::vec(prop::collection::vec(0..20_u32, 0..8), 0..11),
        ) {
            let need = MutantSet::all(20);
            let kills: Vec<MutantSet> = kills.into_iter().map(|of| of.into_iter().collect()).collect();
            let chosen = smallest(&need, &kills);
            let mut left = need.clone();
            chosen.iter().for_each(|&at| left.remove_all(&kills[at]));
            prop_assert!(kills.iter().all(|kills| kills.common(&left) == 0), "what a test kills is left out");
            prop_assert_eq!(chosen.len(), fewest(&need, &kills));
        }
    }

    /// Branches that are all there are for tables as small as these, and so few that some are left out.
    const LIMITS: [usize; 4] = [BRANCHES, 8, 1, 0];

    proptest! {
        #[test]
        fn no_bound_is_above_the_fewest_tests_whether_branches_run_out_or_not(
            // Few tests of each mutant, and many mutants: greedy choices are often wrong.
            rows in prop::collection::vec(prop::collection::vec(0..11_u32, 2..5), 8..24),
        ) {
            let need = MutantSet::all(rows.len());
            let killed = |test: u32| (0..).zip(&rows).filter(move |(_, row)| row.contains(&test));
            let kills: Vec<MutantSet> = (0..11).map(|test| killed(test).map(|(at, _)| at).collect()).collect();
            let fewest = fewest(&need, &kills);
            for branches in LIMITS {
                let search = Search::within(branches, &need, &kills);
                let relaxed = Program::new(&search.table.rows).relaxed().expect("a small table");
                prop_assert!(search.apart_in_all() <= fewest && relaxed <= fewest);
                prop_assert!(!search.is_whole() || search.best.len() == fewest);
                let cover = bounded_within(branches, &need, &kills);
                // Where the search does not decide a table as small as these, the program does.
                prop_assert_eq!((cover.tests.len(), cover.least), (fewest, fewest));
                let mut left = need.clone();
                cover.tests.iter().for_each(|&at| left.remove_all(&kills[at]));
                prop_assert!(kills.iter().all(|kills| kills.common(&left) == 0), "what a test kills is left out");
            }
            prop_assert_eq!(bounded(&need, &kills).tests, smallest(&need, &kills));
        }
    }

    proptest! {
        #[test]
        fn tests_that_kill_what_is_demanding_kill_all_that_is_killed_at_all(
            kills in prop::collection::vec(prop::collection::vec(0..20_u32, 0..8), 0..11),
            chosen in any::<u16>(),
        ) {
            let need = MutantSet::all(20);
            let kills: Vec<MutantSet> = kills.into_iter().map(|of| of.into_iter().collect()).collect();
            let demanding = demanding(&need, &kills);
            let left_of = |mutants: &MutantSet, tests: &dyn Fn(usize) -> bool| {
                let mut left = mutants.clone();
                (0..kills.len()).filter(|&at| tests(at)).for_each(|at| left.remove_all(&kills[at]));
                left
            };
            let is_chosen = |at: usize| chosen >> at & 1 != 0;
            if left_of(&demanding, &is_chosen).is_empty() {
                prop_assert_eq!(left_of(&need, &is_chosen), left_of(&need, &|_| true));
            }
            prop_assert!(left_of(&demanding, &|_| true).is_empty(), "what nothing kills demands nothing");
        }
    }

    #[test]
    fn what_misleads_the_greedy_choice_is_seen_through() {
        let of = |mutants: &[u32]| mutants.iter().copied().collect::<MutantSet>();
        // The first kills the most, and needs two others beside it.
        let kills = [of(&[0, 1, 3, 4]), of(&[0, 1, 2]), of(&[3, 4, 5])];
        assert_eq!(smallest(&MutantSet::all(6), &kills), [1, 2]);
    }

    /// Of seven points and seven lines each two lines meet, so no two are apart; weights of a third show that it takes three points.
    #[test]
    fn weights_say_more_than_rows_that_are_apart() {
        let of = |lines: [u32; 3]| lines.into_iter().collect::<MutantSet>();
        let kills: Vec<MutantSet> =
            (0..7).map(|point| of([point, (point + 1) % 7, (point + 3) % 7])).collect();
        let search = Search::within(1, &MutantSet::all(7), &kills);
        assert_eq!((search.apart_in_all(), Program::new(&search.table.rows).relaxed()), (1, Some(3)));
    }

    /// The points of a plane of three elements to a side, and its lines: each three points in one direction. To meet each line takes five points;
    /// the relaxation asks for three, and no more than three lines are apart.
    #[test]
    fn what_branches_leave_open_the_program_decides() {
        let lines: Vec<Vec<u32>> = (0..3)
            .flat_map(|slope| (0..3).map(move |at| (0..3).map(|x| x * 3 + (slope * x + at) % 3).collect()))
            .chain((0..3).map(|x| (0..3).map(|y| x * 3 + y).collect()))
            .collect();
        let through =
            |point: u32| (0..12).filter(|&line: &u32| lines[line as usize].contains(&point)).collect();
        let kills: Vec<MutantSet> = (0..9).map(through).collect();
        let need = MutantSet::all(12);
        let search = Search::within(1, &need, &kills);
        assert!(!search.is_whole(), "the branches did not run out");
        let program = Program::new(&search.table.rows);
        let relaxed = program.relaxed().expect("a small table");
        assert_eq!((search.apart_in_all(), relaxed), (3, 3));
        let cover = bounded_within(1, &need, &kills);
        assert_eq!((cover.tests.len(), cover.least), (5, 5));
        let all: Vec<usize> = (0..9).collect();
        assert_eq!(
            program.solve(&all).expect("a small table").tests.len(),
            5,
            "a cover that is too large is improved"
        );
        assert_eq!(bounded(&need, &kills).tests, smallest(&need, &kills));
    }
}
