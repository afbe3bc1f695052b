//! Verdicts and what they promise (DESIGN §5): each can only be made from its evidence.

use crate::dalg::refutation::Refuted;
use crate::engine::exhaust::Exhausted;
use crate::engine::pass::PassKind;
pub use crate::engine::reason::Reason;
use crate::engine::subject::Rerun;
pub use crate::exec::vm::KillKind;
use crate::roa::mroa::Depth;
use crate::roa::proof::{BoundedProof, Proof};
use crate::sema::program::MethodId;

/// What is known of a mutant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    Killed(Killed),
    Equivalent(Equivalent),
    EquivalentUpTo(EquivalentUpTo),
    Undecided(Reason),
}

impl Verdict {
    /// Killed, but not in a way that counts.
    pub const fn is_weak(&self) -> bool {
        matches!(self, Self::Killed(killed) if killed.is_weak())
    }
}

/// How a mutant was proven equivalent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Means {
    /// By the local check of a region.
    Region(Depth),
    /// By a search that was refuted, in so many time frames.
    Search { frames: u32 },
    /// By runs of both versions on all inputs: so many.
    AllInputs(u64),
}

/// Equivalent for all inputs and states, made from a proof and from nothing else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Equivalent {
    means: Means,
    closed_world: bool,
    callers: Option<Vec<MethodId>>,
    pass: PassKind,
}

impl Equivalent {
    pub fn from_proof(proof: &Proof, pass: PassKind) -> Self {
        let &Proof { depth, closed_world, .. } = proof;
        Self { means: Means::Region(depth), closed_world, callers: proof.roots(), pass }
    }

    pub fn from_all_inputs(ran: &Exhausted, pass: PassKind) -> Self {
        let means = Means::AllInputs(ran.inputs());
        let callers = ran.callers().map(<[MethodId]>::to_vec);
        Self { means, closed_world: ran.closed_world(), callers, pass }
    }

    /// `None`: the refutation proves it up to a bound only.
    pub fn from_search(refuted: Refuted, pass: PassKind) -> Option<Self> {
        let Refuted { frames, is_bounded, closed_world, .. } = refuted;
        (!is_bounded).then_some(Self { means: Means::Search { frames }, closed_world, callers: None, pass })
    }

    pub const fn means(&self) -> Means {
        self.means
    }

    /// The proof rests on which classes the program has.
    pub const fn is_closed_world(&self) -> bool {
        self.closed_world
    }

    /// Of a private method that was looked at through what calls it: all that does.
    pub fn callers(&self) -> Option<&[MethodId]> {
        self.callers.as_deref()
    }

    /// The pass that found the proof.
    pub const fn pass(&self) -> PassKind {
        self.pass
    }
}

/// Equivalent on every input on which the original stays within a bound, made from a bounded proof and from nothing
/// else. It is no equivalence, and never counted as one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EquivalentUpTo {
    bound: u32,
    reason: &'static str,
    bounds_lengths: bool,
    means: Means,
    closed_world: bool,
    callers: Option<Vec<MethodId>>,
    pass: PassKind,
}

impl EquivalentUpTo {
    pub fn from_proof(proof: &BoundedProof, pass: PassKind) -> Self {
        let &BoundedProof { bound, on, depth, closed_world, .. } = proof;
        let (reason, callers) = (proof.what_is_bounded(), proof.callers.clone());
        let (means, bounds_lengths) = (Means::Region(depth), on.lengths);
        Self { bound, reason, bounds_lengths, means, closed_world, callers, pass }
    }

    pub const fn from_search(refuted: Refuted, pass: PassKind) -> Self {
        let Refuted { frames, closed_world, .. } = refuted;
        let reason = "the bound is on loop iterations";
        let means = Means::Search { frames };
        Self { bound: frames, reason, bounds_lengths: false, means, closed_world, callers: None, pass }
    }

    /// See [`BoundedProof::bound`].
    pub const fn bound(&self) -> u32 {
        self.bound
    }

    /// Whether the bound is on the lengths of arrays, too, or on them alone.
    pub const fn bounds_lengths(&self) -> bool {
        self.bounds_lengths
    }

    /// What is bounded.
    pub const fn reason(&self) -> &'static str {
        self.reason
    }

    pub const fn means(&self) -> Means {
        self.means
    }

    pub const fn is_closed_world(&self) -> bool {
        self.closed_world
    }

    /// Of a private method that was looked at through what calls it: all that does.
    pub fn callers(&self) -> Option<&[MethodId]> {
        self.callers.as_deref()
    }

    /// The pass that found the proof.
    pub const fn pass(&self) -> PassKind {
        self.pass
    }
}

/// A kill, made from a second, whole run of both versions and from nothing else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Killed {
    kind: KillKind,
    pass: PassKind,
}

impl Killed {
    pub fn from_rerun(rerun: &Rerun, pass: PassKind) -> Self {
        Self { kind: rerun.kind(), pass }
    }

    /// The pass that found the test.
    pub const fn pass(self) -> PassKind {
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
