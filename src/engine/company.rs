//! Whether tests pass in one JVM with one another, in whatever order (SEMANTICS §1, statics).
//!
//! A test that uses what tests share, a static in which the program keeps what it has made or an object that an initialiser has
//! made, ends alike when it is run again ([`Run::shared`](crate::exec::vm::Run)). Here it is run behind the others, and the others
//! behind it: what it leaves must show in none of them. In a row, where what is left piles up; and in pairs, for what one test
//! leaves the next may take away.

use std::iter;

use crate::engine::subject::Runner;
use crate::engine::suite::Test;

/// Whether another test passes behind those that use what is shared, and they all behind it.
pub fn takes(runner: &mut Runner<'_>, tests: &[Test], new: &Test) -> bool {
    let sharing = || tests.iter().filter(|test| test.shared);
    if !new.shared && sharing().next().is_none() {
        return true;
    }
    sharing().all(|test| runner.keep_company([test, new]))
        && runner.keep_company(sharing().chain(iter::once(new)))
        && (!new.shared
            || tests.iter().all(|test| runner.keep_company([new, test]))
                && runner.keep_company(iter::once(new).chain(tests)))
}

/// Whether the tests pass in their order and in the opposite one, and each behind each that uses what is shared.
pub fn passes(runner: &mut Runner<'_>, tests: &[Test]) -> bool {
    passes_in_a_row(runner, tests)
        && tests
            .iter()
            .filter(|test| test.shared)
            .all(|first| tests.iter().all(|test| runner.keep_company([first, test])))
}

/// Whether the tests pass in their order and in the opposite one.
pub fn passes_in_a_row(runner: &mut Runner<'_>, tests: &[Test]) -> bool {
    !tests.iter().any(|test| test.shared)
        || runner.keep_company(tests) && runner.keep_company(tests.iter().rev())
}
