//! What is decided: a verdict for each goal, and what stands behind it.
//!
//! Invariants
//! - A verdict comes from its evidence alone, and a better one takes a worse one's place, never the other way round.
//! - A goal that is killed for good or proven for all inputs is not live. One that is live may be killed weakly, or proven up to
//!   a bound.
//! - Both a proof for all inputs and a kill that counts of one goal are an error of ours, and it is kept.

use super::at_limits::AtLimits;
use crate::engine::reason::Reason;
use crate::engine::subject::{GoalIndex, Judged, Subject};
use crate::engine::verdict::{Equivalent, EquivalentUpTo, KillKind, Killed, Verdict};
use crate::exec::mutant_set::MutantSet;

pub(super) struct Decided {
    /// By goal.
    verdicts: Vec<Verdict>,
    /// Not killed, or only weakly.
    live: MutantSet,
    pub(super) at_limits: AtLimits,
    /// The goals whose versions make the JVM or the library say something else in an exception.
    messages: MutantSet,
    /// The first goal that was proven equivalent and is killed.
    contradiction: Option<GoalIndex>,
}

impl Decided {
    pub(super) fn new(subject: &Subject) -> Self {
        let verdict = |goal: GoalIndex| {
            Verdict::Undecided(match &subject.mutant(goal).unsupported {
                Some(what) => Reason::Unsupported(what.clone()),
                None => Reason::NotTried,
            })
        };
        Self {
            verdicts: subject.indices().map(verdict).collect(),
            live: subject.runnable(),
            at_limits: AtLimits::new(subject.mutants().len()),
            messages: MutantSet::default(),
            contradiction: None,
        }
    }

    /// The same goals with the proofs of these, and nothing else of them.
    pub(super) fn with_proofs_of(subject: &Subject, other: &Self) -> Self {
        let mut decided = Self::new(subject);
        for goal in subject.indices() {
            match other.verdict(goal) {
                Verdict::Equivalent(_) => decided.live.remove(goal),
                Verdict::EquivalentUpTo(_) => {}
                Verdict::Killed(_) | Verdict::Undecided(_) => continue,
            }
            decided.verdicts[goal as usize] = other.verdict(goal).clone();
        }
        decided
    }

    pub(super) fn verdicts(&self) -> &[Verdict] {
        &self.verdicts
    }

    pub(super) fn verdict(&self, goal: GoalIndex) -> &Verdict {
        &self.verdicts[goal as usize]
    }

    pub(super) const fn live(&self) -> &MutantSet {
        &self.live
    }

    pub(super) const fn contradiction(&self) -> Option<GoalIndex> {
        self.contradiction
    }

    /// How many goals need no more work.
    pub(super) fn count(&self) -> usize {
        let is_decided = |verdict: &&Verdict| match verdict {
            Verdict::Killed(killed) => !killed.is_weak(),
            Verdict::Equivalent(_) => true,
            Verdict::EquivalentUpTo(_) | Verdict::Undecided(_) => false,
        };
        self.verdicts.iter().filter(is_decided).count()
    }

    /// Whether a kill that counts would say more than is known.
    pub(super) fn is_open(&self, goal: GoalIndex) -> bool {
        match self.verdict(goal) {
            Verdict::Undecided(_) | Verdict::EquivalentUpTo(_) => true,
            Verdict::Killed(killed) => killed.is_weak(),
            Verdict::Equivalent(_) => false,
        }
    }

    pub(super) fn is_killed(&self, goal: GoalIndex) -> bool {
        matches!(self.verdict(goal), Verdict::Killed(_))
    }

    pub(super) fn is_killed_for_good(&self, goal: GoalIndex) -> bool {
        matches!(self.verdict(goal), Verdict::Killed(killed) if !killed.is_weak())
    }

    pub(super) fn is_weak(&self, goal: GoalIndex) -> bool {
        self.verdict(goal).is_weak()
    }

    pub(super) fn only_messages_differ(&self, goal: GoalIndex) -> bool {
        self.messages.contains(goal)
    }

    /// Whether nothing better is expected of a goal: each run of its version went to a limit.
    pub(super) fn is_given_up(&self, goal: GoalIndex) -> bool {
        let is_undecided = matches!(self.verdict(goal), Verdict::Undecided(_) | Verdict::EquivalentUpTo(_));
        is_undecided && !self.live.contains(goal)
    }

    fn improves(&self, goal: GoalIndex, kind: KillKind) -> bool {
        match self.verdict(goal) {
            Verdict::Killed(killed) => kind < killed.kind() && killed.is_weak(),
            Verdict::Undecided(_) | Verdict::EquivalentUpTo(_) => true,
            Verdict::Equivalent(_) => false,
        }
    }

    /// A run to a limit, which the simulation only guesses, is repeated whole while nothing is known of the goal.
    pub(super) fn is_worth_a_rerun(&self, goal: GoalIndex, kind: KillKind) -> bool {
        self.improves(goal, kind) && (kind.counts() || !self.is_killed(goal))
    }

    /// Takes what a whole run shows, where it is more than was known.
    pub(super) fn take_kill(&mut self, goal: GoalIndex, killed: Killed) -> bool {
        let improves = self.improves(goal, killed.kind());
        if improves {
            if !killed.is_weak() {
                self.live.remove(goal);
            }
            self.verdicts[goal as usize] = Verdict::Killed(killed);
        }
        improves
    }

    /// The same of a test of the suite as it is kept: it may kill what is proven.
    pub(super) fn take_last_kill(&mut self, goal: GoalIndex, killed: Killed) {
        if matches!(self.verdict(goal), Verdict::Equivalent(_)) {
            self.contradiction.get_or_insert(goal);
        } else {
            self.take_kill(goal, killed);
        }
    }

    pub(super) fn take_proof(&mut self, goal: GoalIndex, proof: Equivalent) {
        if self.is_killed_for_good(goal) {
            self.contradiction.get_or_insert(goal);
        }
        self.verdicts[goal as usize] = Verdict::Equivalent(proof);
        self.live.remove(goal);
    }

    pub(super) fn take_bounded(&mut self, goal: GoalIndex, proof: EquivalentUpTo) {
        // Of the same bound on more and on less, the one on less says more.
        let worth = |proof: &EquivalentUpTo| (proof.bound(), !proof.bounds_lengths());
        let known = match self.verdict(goal) {
            Verdict::Undecided(_) => (0, false),
            Verdict::EquivalentUpTo(known) => worth(known),
            Verdict::Killed(_) | Verdict::Equivalent(_) => return,
        };
        if known < worth(&proof) {
            self.verdicts[goal as usize] = Verdict::EquivalentUpTo(proof);
        }
    }

    /// Takes what a test shows of goals that it does not kill for good.
    ///
    /// A goal whose version runs to a limit stays live in the hope of a kill that counts. That hope has an end: for weakly
    /// killed ones, and for those whose second run shows no kill (where the program could catch what ends it on the JVM).
    pub(super) fn take_rest(&mut self, judged: &Judged) {
        let weak = judged.kills.iter().filter(|(_, kind)| !kind.counts()).map(|&(goal, _)| goal);
        for goal in weak.chain(judged.lost.iter().copied()) {
            let is_killed = self.is_killed(goal);
            if self.at_limits.count(goal, is_killed) {
                self.live.remove(goal);
            }
        }
        self.at_limits.lose(&judged.lost);
        judged.messages.iter().for_each(|&goal| self.messages.insert(goal));
    }

    /// A version does not run on for as long as was guessed: its goal is live again, while there is hope.
    pub(super) fn misjudge(&mut self, goal: GoalIndex) {
        if self.at_limits.misjudge(goal) {
            self.live.insert(goal);
        }
    }

    /// The goals of which nothing is said yet.
    pub(super) fn without_reason(&self) -> Vec<GoalIndex> {
        let not_tried = Verdict::Undecided(Reason::NotTried);
        (0..).zip(&self.verdicts).filter(|(_, known)| **known == not_tried).map(|(goal, _)| goal).collect()
    }

    pub(super) fn give_reason(&mut self, goal: GoalIndex, why: Reason) {
        debug_assert!(
            matches!(self.verdict(goal), Verdict::Undecided(_)),
            "a reason is of what is undecided"
        );
        self.verdicts[goal as usize] = Verdict::Undecided(why);
    }
}
