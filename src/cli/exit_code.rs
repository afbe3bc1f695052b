//! How a run ends, so that scripts can tell the endings apart (DESIGN §10).

/// The process's exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    Done = 0,
    /// A gate is missed (`--min-score`, …), a claim is refuted, or the two versions differ.
    Below = 1,
    /// The input or the arguments are bad.
    BadInput = 2,
    /// The two versions are neither shown equivalent nor different.
    Undecided = 3,
    /// A failure of jatpg itself.
    Failure = 4,
}

impl Exit {
    /// The one of two that matters more: a failure of ours before bad input, and anything before success.
    #[must_use]
    pub const fn worse(self, other: Self) -> Self {
        if self as u8 > other as u8 { self } else { other }
    }
}

impl From<Exit> for std::process::ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}
