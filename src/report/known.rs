//! What is known of one mutant in the end (`jatpg explain`): by the local check and, where that proves nothing for all
//! inputs, by the searches for a test. The words are those of a report's verdicts.

use crate::dalg::outcome::End;
use crate::engine::dalgorithm::Told;
use crate::report::json::VerdictKind;
use crate::report::search;
use crate::roa::proof::{Checked, ProofKind};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// A search found a test.
    Killed,
    Equivalent(Proven),
    /// On every input on which loops go round at most so often.
    EquivalentUpTo(u32),
    /// What the searches came to; none where there was no driver to search with.
    Undecided(Option<End>),
}

/// By what a mutant is proven equivalent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proven {
    Region(ProofKind),
    Search,
}

impl Known {
    pub fn of(checked: &Checked, told: &[Told]) -> Self {
        let proven = |is_bounded: bool| {
            told.iter().filter_map(|t| t.proven).filter(move |p| p.is_bounded == is_bounded).map(|p| p.frames)
        };
        let bound = checked.bounded.proof.as_ref().map(|proof| proof.bound);
        match (&checked.proof, bound.into_iter().chain(proven(true)).max()) {
            (Some(proof), _) => Self::Equivalent(Proven::Region(proof.kind)),
            _ if told.iter().any(|t| t.attack.end == End::Killed) => Self::Killed,
            _ if proven(false).next().is_some() => Self::Equivalent(Proven::Search),
            (None, Some(bound)) => Self::EquivalentUpTo(bound),
            (None, None) => Self::Undecided(end(told)),
        }
    }

    pub const fn verdict(self) -> VerdictKind {
        match self {
            Self::Killed => VerdictKind::Killed,
            Self::Equivalent(_) => VerdictKind::Equivalent,
            Self::EquivalentUpTo(_) => VerdictKind::EquivalentUpTo,
            Self::Undecided(_) => VerdictKind::Undecided,
        }
    }

    /// Of a label, in the words of coverage.
    pub fn words(self, is_label: bool) -> String {
        let (reached, no_test) = if is_label { ("covered", "infeasible") } else { ("killed", "equivalent") };
        match self {
            Self::Killed => format!("{reached}: a search of the D-algorithm finds a test"),
            Self::Equivalent(proven) => format!("{no_test} for all inputs{}", how(proven)),
            Self::EquivalentUpTo(bound) => {
                format!("{no_test} up to {bound}, and not proven for all inputs; no search finds a test")
            }
            Self::Undecided(_) => format!("undecided: {}", self.why()),
        }
    }

    /// Why it is undecided.
    pub fn why(self) -> String {
        let found = match self {
            Self::Undecided(None) => "there is no driver to search for a test with".to_owned(),
            Self::Undecided(Some(end)) => format!("no search finds a test ({})", search::verdict(end)),
            _ => return String::new(),
        };
        format!("the local check does not prove it equivalent, and {found}")
    }
}

const fn how(proven: Proven) -> &'static str {
    match proven {
        Proven::Region(ProofKind::Unreachable) => ": no run comes there",
        Proven::Region(ProofKind::CompleteUnrolling) => ": in all iterations that there can be",
        Proven::Region(ProofKind::SideBySide) => ": what differs does not matter in the end",
        Proven::Region(ProofKind::IdleRounds) => {
            ": it goes round more often, in rounds that change nothing but a counter"
        }
        Proven::Region(ProofKind::InCallers) => " of all that can call it",
        Proven::Region(_) => "",
        Proven::Search => ": a search refutes every test",
    }
}

/// The limit that the last search came to, before the end of those that came to none.
fn end(told: &[Told]) -> Option<End> {
    let ends = || told.iter().map(|t| t.attack.end);
    ends().rfind(|&end| end != End::Refuted).or_else(|| ends().next_back())
}
