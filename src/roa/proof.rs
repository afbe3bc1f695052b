//! What the local check finds: for each region that it looked at what came of it, and the first proof with all that it
//! rests on.

use std::time::Duration;

use crate::cfg::graph::NodeKey;
use crate::cfg::region::Region;
use crate::roa::callers::{InCaller, InRoot};
use crate::roa::check::Obligation;
use crate::roa::mroa::Depth;
use crate::sema::program::MethodId;
use crate::symbolic::question::Undecided;
use crate::symbolic::summary::NoSummary;
use crate::term::TermId;
use crate::term::assignment::Assignment;
use crate::term::variable::VarId;

/// What the local check found: the regions that it looked at, and the first proof.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Checked {
    pub attempts: Vec<Attempt>,
    pub proof: Option<Proof>,
    /// The number of the first check, from 0 on, whose version of some region is the same as this one's: the two
    /// mutants are one.
    pub same_as: Option<usize>,
    /// Of the whole method, if it was looked at as it stands: a state in which the versions differ.
    pub state: Option<Assignment>,
    /// What unrolling has shown, where there is no proof.
    pub bounded: Bounded,
    /// Equal values prove nothing of it, in its callers neither: identity matters.
    pub is_barred: bool,
    /// Of a private method: an input of a caller on which the versions differ.
    pub in_root: Option<InRoot>,
}

impl Checked {
    /// Whether nothing is shown, neither a proof, of whatever kind, nor a difference.
    pub(super) const fn is_open(&self) -> bool {
        self.proof.is_none() && self.bounded.proof.is_none() && self.bounded.difference.is_none()
    }

    /// Whether it has no proof and no difference, and the effort for one mutant ended before all regions were looked at.
    pub fn is_cut_short(&self) -> bool {
        let effort = Undecided::Effort.to_string();
        let mut results = self.attempts.iter().map(|attempt| &attempt.result);
        self.proof.is_none()
            && self.bounded.difference.is_none()
            && results.any(|result| matches!(result, AttemptResult::Undecided(why) if *why == effort))
    }
}

/// Why the local check has no proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoProof {
    /// The mutant tells strings or wrapper objects of one value apart where the original does not, or makes some where it does not.
    Identity,
    /// The checks of the method's other mutants have used up its effort.
    MethodEffort,
    /// The effort for one mutant.
    Effort,
    /// A field may be left different that no test can read.
    Hidden { field: String },
    /// What the last region ended with, as the check says it.
    Region(String),
}

/// Equivalent for all inputs.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Proof {
    pub depth: Depth,
    pub kind: ProofKind,
    /// The certificate: the facts at the region's head, and what was shown under them.
    pub assumptions: Vec<TermId>,
    pub obligations: Vec<Obligation>,
    /// It rests on which classes the program has.
    pub closed_world: bool,
    /// Of a proof through callers ([`crate::roa::callers`]): one proof for each.
    pub callers: Option<Vec<InCaller>>,
}

impl Proof {
    /// Of a proof through callers: which they are.
    pub fn roots(&self) -> Option<Vec<MethodId>> {
        self.callers.as_ref().map(|parts| {
            let mut roots: Vec<MethodId> = parts.iter().map(|part| part.root).collect();
            roots.dedup();
            roots
        })
    }

    /// No run reaches the region.
    pub(super) fn unreachable(depth: Depth, closed_world: bool) -> Self {
        let (assumptions, obligations) = (Vec::new(), Vec::new());
        let kind = ProofKind::Unreachable;
        Self { depth, kind, assumptions, obligations, closed_world, callers: None }
    }
}

#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize, schemars::JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum ProofKind {
    /// Both versions of the region do the same.
    SameBehaviour,
    /// No run reaches the region.
    Unreachable,
    /// Both versions do the same in all iterations that there can be.
    CompleteUnrolling,
    /// Both versions do the same with the calls that they make.
    CallsFollowed,
    /// Both versions take the same ways in states that differ, but not in what matters in the end.
    SideBySide,
    /// Where the original leaves a loop the mutant goes on in rounds that only count, and leaves it in the end.
    IdleRounds,
    /// All that can call the method does the same with both versions of it.
    InCallers,
}

/// One region that was looked at.
#[derive(Clone, Debug, PartialEq)]
pub struct Attempt {
    pub depth: Depth,
    pub region: Region,
    /// Its statements.
    pub statements: usize,
    /// Variables that the summaries read, and that are compared.
    pub inputs: usize,
    pub outputs: usize,
    /// Different terms in the question.
    pub question: usize,
    pub result: AttemptResult,
    /// What it cost, in units of [`Budget`].
    pub effort: u64,
    pub time: Duration,
}

#[derive(Clone, Debug, PartialEq)]
pub enum AttemptResult {
    Proven,
    /// The exit or the variable that differs, or may.
    Differs {
        exit: NodeKey,
        variable: Option<VarId>,
    },
    Undecided(String),
    /// The region has no summary.
    None(NoSummary),
}

/// On every input on which the original stays within the bound the mutant does the same.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct BoundedProof {
    pub depth: Depth,
    pub bound: u32,
    pub on: BoundOn,
    /// The certificate, as in [`Proof`].
    pub assumptions: Vec<TermId>,
    pub obligations: Vec<Obligation>,
    pub closed_world: bool,
    /// Of a proof through callers ([`crate::roa::callers`]): which they are.
    pub callers: Option<Vec<MethodId>>,
}

/// What a bound is on: how often each loop goes round, how many calls of a method are on the stack above its first, how
/// long each array is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BoundOn {
    pub loops: bool,
    pub recursion: bool,
    pub lengths: bool,
}

impl BoundOn {
    /// Both bounds.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self {
            loops: self.loops || other.loops,
            recursion: self.recursion || other.recursion,
            lengths: self.lengths || other.lengths,
        }
    }
}

impl BoundedProof {
    pub const fn what_is_bounded(&self) -> &'static str {
        match self.on {
            BoundOn { recursion: false, lengths: false, .. } => "the bound is on loop iterations",
            BoundOn { recursion: true, lengths: false, .. } => {
                "the bound is on loop iterations and on recursion depth"
            }
            BoundOn { loops: false, recursion: false, lengths: true } => {
                "the bound is on the lengths of arrays"
            }
            BoundOn { recursion: false, lengths: true, .. } => {
                "the bound is on loop iterations and on the lengths of arrays"
            }
            BoundOn { recursion: true, lengths: true, .. } => {
                "the bound is on loop iterations, on recursion depth and on the lengths of arrays"
            }
        }
    }
}

/// A state at the head of a region in which the versions differ: an input of the method, if the region is whole.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    pub depth: Depth,
    pub bound: u32,
    pub assignment: Assignment,
    /// Every function was computed as Java does.
    pub exact: bool,
    /// The mutant only leaves the bound, and what it does then is not known.
    pub leaves_bound: bool,
}

/// What the bounds have shown of one mutant.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bounded {
    pub complete: Option<Proof>,
    pub proof: Option<BoundedProof>,
    /// Of the whole method.
    pub difference: Option<Difference>,
    /// Why the last bound that was looked at showed nothing.
    pub reason: Option<String>,
}

impl Bounded {
    /// Whether there is an input on which the versions differ for certain.
    pub(super) fn differs(&self) -> bool {
        self.difference.as_ref().is_some_and(|difference| difference.exact && !difference.leaves_bound)
    }

    /// Whether there is a proof for all inputs, or an input on which the versions differ for certain.
    pub(super) fn is_decided(&self) -> bool {
        self.complete.is_some() || self.differs()
    }

    /// Adds what another region has shown: proofs for all inputs by the smaller region, others by the larger bound.
    pub(super) fn add(&mut self, other: Self) {
        self.complete = other.complete.or(self.complete.take());
        let bound = |proof: &Option<BoundedProof>| proof.as_ref().map_or(0, |proof| proof.bound);
        if bound(&self.proof) < bound(&other.proof) {
            self.proof = other.proof;
        }
        self.difference = self.difference.take().or(other.difference);
        self.reason = self.reason.take().or(other.reason);
    }

    /// Adds what bounds on lengths have shown, where there is no proof without. A difference between short arrays is a
    /// test, as one between long arrays is not.
    pub(super) fn add_with_lengths(&mut self, other: Self) {
        let differs = other.differs();
        self.proof = other.proof.filter(|_| !differs);
        if self.proof.is_some() {
            self.reason = other.reason;
        }
        self.difference = other.difference.or(self.difference.take());
    }
}

impl std::fmt::Display for Difference {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (from, bound) = ("from some state, perhaps one that no run reaches, it", Iterations(self.bound));
        if self.leaves_bound {
            write!(f, "{from} goes on where the original takes {bound}")
        } else {
            write!(f, "{from} differs within {bound}")
        }
    }
}

/// A bound as it is told.
pub struct Iterations(pub u32);

impl std::fmt::Display for Iterations {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let s = if self.0 == 1 { "" } else { "s" };
        write!(f, "{} iteration{s}", self.0)
    }
}
