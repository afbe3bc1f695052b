//! Whether tests pass in one JVM with one another, in whatever order (SEMANTICS §1, statics).
//!
//! A test that uses what tests share, a static in which the program keeps what it has made or an object that an initialiser has
//! made, ends alike when it is run again ([`Run::shared`](crate::exec::vm::Run)). Here it is run behind the others, and the others
//! behind it: what it leaves must show in none of them.

use std::iter;

use crate::engine::subject::Runner;
use crate::engine::suite::Test;

/// Whether another test passes behind those that use what is shared, and they all behind it.
pub fn takes(runner: &mut Runner<'_>, tests: &[Test], new: &Test) -> bool {
    let sharing = || tests.iter().filter(|test| test.shared);
    if !new.shared && sharing().next().is_none() {
        return true;
    }
    runner.keep_company(sharing().chain(iter::once(new)))
        && (!new.shared || runner.keep_company(iter::once(new).chain(tests)))
}

/// Whether the tests pass in their order and in the opposite one.
pub fn passes(runner: &mut Runner<'_>, tests: &[Test]) -> bool {
    !tests.iter().any(|test| test.shared)
        || runner.keep_company(tests) && runner.keep_company(tests.iter().rev())
}
