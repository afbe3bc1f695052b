//! Words of a command line that a reader may copy into a shell.

use std::ffi::OsStr;

/// The word as it is, or in quotes where a shell would read it otherwise.
pub(super) fn word(word: impl AsRef<OsStr>) -> String {
    let word = word.as_ref().to_string_lossy();
    let is_plain = |c: char| c.is_alphanumeric() || "/._-+=:,@%".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.into_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_shell_would_read_otherwise_stands_in_quotes() {
        assert_eq!(word("src/Unit.java"), "src/Unit.java");
        assert_eq!(word("Unit.f(int)/ROR_1"), "'Unit.f(int)/ROR_1'");
        assert_eq!(word("it's"), r"'it'\''s'");
    }
}
