//! Verdicts and what they promise (DESIGN §5): each can only be made from its evidence.

use std::fmt;

use crate::engine::subject::Rerun;
pub use crate::exec::vm::KillKind;

/// What is known of a mutant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    Killed(Killed),
    Undecided(Reason),
}

/// A kill, made from a second, whole run of both versions and from nothing else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Killed {
    kind: KillKind,
    pass: &'static str,
}

impl Killed {
    pub fn from_rerun(rerun: &Rerun, pass: &'static str) -> Self {
        Self { kind: rerun.kind(), pass }
    }

    /// The pass that found the test.
    pub const fn pass(self) -> &'static str {
        self.pass
    }

    pub const fn kind(self) -> KillKind {
        self.kind
    }

    /// A weak kill is given up as soon as a test with another outcome is found.
    pub const fn is_weak(self) -> bool {
        !self.kind.counts()
    }
}

/// Why a mutant is undecided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// Nothing has been tried.
    NotTried,
    /// So many tests that reach into its class do not kill it.
    Survives { tests: u64 },
    /// The mutant or its method uses what the subset lacks.
    Unsupported(String),
    /// The outcome rests on static state that no test can set.
    StaticState(String),
    /// No code of the package can call the method.
    NoDriver,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotTried => f.write_str("not tried"),
            Self::Survives { tests } => write!(f, "survives: {tests} random tests do not kill it"),
            Self::Unsupported(what) => write!(f, "unsupported: {what}"),
            Self::StaticState(what) => write!(f, "static state: {what}"),
            Self::NoDriver => f.write_str("no driver: no code of the package was found to call it"),
        }
    }
}
