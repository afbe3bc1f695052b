//! Counts as a person writes them: `1 test`, `2 tests`.

/// A number with its noun, which takes an `s` for more than one.
pub fn count(n: usize, noun: &str) -> String {
    format!("{n} {noun}{}", if n == 1 { "" } else { "s" })
}

/// The verb in the third person behind a count: `1 test passes` is not `2 tests pass`.
pub const fn verb<'v>(n: usize, one: &'v str, more: &'v str) -> &'v str {
    if n == 1 { one } else { more }
}
