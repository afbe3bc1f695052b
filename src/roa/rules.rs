//! The rules of proof, and the one table that says in which order they are tried, with what, and what each may cost
//! ([`RULES`]). A rule is a file: its docs say what it proves and why that is so. The loop over the table is
//! `Workbench::try_rules` in [`crate::roa::local`].
//!
//! **What is in no table.** Two rules begin where these end, and not at one workbench: [`crate::roa::callers`] asks the
//! same of the methods that call a private one, each with a workbench of its own, and [`crate::roa::relational`] is asked
//! about two versions of a method that are no mutants.
//!
//! **One induction.** Every rule proves with the same argument: at chosen points the two versions' states are related, and
//! each segment from a point keeps that, up to a point again or to an end that shows all that matters the same. What a
//! segment has to keep is asked in one place ([`crate::roa::check::kept_behind`]). What is left is not one rule with
//! parameters, since the rules differ in what makes the argument go through, and each has a way of its own to find it:
//!
//! - where the versions are, step by step: at the same visit (`regions`, `bounded`, `excited`); at the same point, in states that
//!   are only like each other, which is no function of either (`lockstep`); at points of loops of other shape (`relational`); at
//!   points of which the mutant passes any number where the original passes none, so that a value that says how many are left
//!   takes the place of the segment's end (`idle`);
//! - over what the induction goes: visits, or, where a segment calls what is changed, the nesting of calls (`callers`).
//!
//! A relation that is general enough for all would have to be guessed where it is now known, for more effort than a mutant has.

use std::collections::BTreeMap;
use std::time::Instant;

use crate::budget::Budget;
use crate::roa::bounded::{self, Bounds, Course, RegionsInside, WholeMethod};
use crate::roa::excited::{Excited, Heads, WhereExcited};
use crate::roa::idle::{self, IdleRounds};
use crate::roa::lengths::{self, ShortArrays};
use crate::roa::local::Extent;
use crate::roa::lockstep::{self, SideBySide};
use crate::roa::proof::{Attempt, AttemptResult, Bounded, Checked, Proof, ProofKind};
use crate::roa::regions::{Depths, Regions};
use crate::roa::workbench::{Candidate, Workbench};
use crate::symbolic::solver::SolverError;
use crate::symbolic::summary::NoSummary;
use crate::term::{TermId, Terms};

/// All rules, in the order in which they are tried. The whole method is unrolled before the regions inside, since a
/// difference there, which a search finds fast for most mutants, ends it: at the least bound, and at the others where no
/// region in whose head a fault outside of loops is excited gives a proof.
pub(super) static RULES: [Row; 10] = [
    Row { of: FIRST, rule: &Regions(Depths::UntilProven), purse: Purse::Regions },
    Row { of: COMPARING, rule: &Regions(Depths::Every), purse: Purse::Regions },
    Row { of: PROVING, rule: &SideBySide, purse: Purse::SideBySide },
    Row { of: PROVING, rule: &WholeMethod(Bounds::Least), purse: Purse::Whole },
    Row { of: PROVING, rule: &WhereExcited(Heads::OutsideLoops), purse: Purse::Excited },
    Row { of: PROVING, rule: &WholeMethod(Bounds::Others), purse: Purse::Whole },
    Row { of: PROVING, rule: &WhereExcited(Heads::InLoops), purse: Purse::Excited },
    Row { of: PROVING, rule: &RegionsInside, purse: Purse::Inside },
    Row { of: SHORT, rule: &ShortArrays, purse: Purse::Lengths },
    Row { of: PROVING, rule: &IdleRounds, purse: Purse::Idle },
];

const FIRST: &[Extent] = &[Extent::Regions, Extent::UntilProven];
const COMPARING: &[Extent] = &[Extent::EveryDepth, Extent::ShortArrays];
const PROVING: &[Extent] = &[Extent::UntilProven, Extent::EveryDepth];
const SHORT: &[Extent] = &[Extent::UntilProven, Extent::EveryDepth, Extent::ShortArrays];

/// One rule's place.
pub(super) struct Row {
    /// The checks that it is part of.
    of: &'static [Extent],
    pub rule: &'static dyn Rule,
    pub purse: Purse,
}

impl Row {
    /// Whether it is part of such a check. In a hurry only the regions as they stand are looked at.
    pub(super) fn is_of(&self, extent: Extent, is_hurried: bool) -> bool {
        self.of.contains(&extent) && (!is_hurried || self.purse == Purse::Regions)
    }
}

/// A way to show that a mutant is equivalent.
pub(super) trait Rule: Sync {
    /// Whether it may show something that is not found yet.
    fn applies(&self, bench: &mut Workbench<'_>, candidate: Candidate<'_>, found: &Findings) -> bool;

    /// A proof for all inputs; what else the rule finds stands in `found` then.
    fn prove(
        &self,
        bench: &mut Workbench<'_>,
        candidate: Candidate<'_>,
        found: &mut Findings,
        budget: &mut Budget,
    ) -> Result<Option<Proof>, SolverError>;
}

/// What pays for a rule's work. Some are shared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Purse {
    Regions,
    SideBySide,
    Whole,
    Excited,
    Inside,
    Lengths,
    Idle,
}

impl Purse {
    /// What is put into it where so much is `left` of the mutant's effort; `times`: how many mutants' shares of unrolling there
    /// are in what all mutants of the method may cost.
    fn filled(self, left: u64, times: u64) -> Budget {
        let most = match self {
            // Most is for the regions as they stand; hard questions about them leave something for unrolling.
            Self::Regions => left / 4 * 3,
            Self::SideBySide => lockstep::EFFORT,
            Self::Whole => bounded::EFFORT * times,
            Self::Excited => bounded::EFFORT_EXCITED * times,
            Self::Inside => bounded::EFFORT_INSIDE * times,
            Self::Lengths => lengths::EFFORT,
            Self::Idle => idle::EFFORT,
        };
        Budget::new(most.min(left))
    }

    /// Those of unrolling are filled at once: what the whole method costs is not taken from the regions in it.
    const fn filled_together(self) -> &'static [Self] {
        match self {
            Self::Regions => &[Self::Regions],
            Self::SideBySide => &[Self::SideBySide],
            Self::Whole | Self::Excited | Self::Inside => &[Self::Whole, Self::Excited, Self::Inside],
            Self::Lengths => &[Self::Lengths],
            Self::Idle => &[Self::Idle],
        }
    }
}

/// The purses of one mutant's check.
#[derive(Default)]
pub(super) struct Purses(BTreeMap<Purse, Budget>);

impl Purses {
    /// The purse, filled when it is first asked for.
    pub(super) fn open(&mut self, purse: Purse, bench: &Workbench<'_>, left: u64) -> &mut Budget {
        let times = ((bench.effort.spent() + bench.effort.left()) / bounded::EFFORT_OF_METHOD).max(1);
        if !self.0.contains_key(&purse) {
            let filled = purse.filled_together().iter().map(|&purse| (purse, purse.filled(left, times)));
            self.0.extend(filled);
        }
        self.0.entry(purse).or_insert_with(|| Budget::new(0))
    }

    pub(super) fn is_exhausted(&self, purse: Purse) -> bool {
        self.0.get(&purse).is_some_and(Budget::is_exhausted)
    }
}

/// What the rules have found of one mutant so far.
#[derive(Default)]
pub(super) struct Findings {
    pub checked: Checked,
    /// Where regions differ, and in which states they do not.
    pub excited: Vec<Excited>,
    /// The whole method, on its way from bound to bound, once it is unrolled.
    pub course: Option<Course>,
}

impl Findings {
    /// Whether nothing is left to be shown.
    pub(super) const fn is_enough(&self, extent: Extent) -> bool {
        self.checked.proof.is_some() && !matches!(extent, Extent::ShortArrays)
    }

    /// Whether loops keep the whole method from being looked at as it stands, and a smaller region was looked at.
    pub(super) fn is_cyclic(&self) -> bool {
        matches!(&self.checked.attempts[..], [_, .., whole] if whole.result == AttemptResult::None(NoSummary::Cyclic))
    }

    /// Adds to what it took to look at the whole method.
    pub(super) fn count_in_whole(&mut self, start: Instant, effort: u64) {
        if let Some(whole) = self.checked.attempts.last_mut() {
            whole.time += start.elapsed();
            whole.effort += effort;
        }
    }

    /// Takes a proof for all inputs.
    pub(super) fn record(&mut self, terms: &Terms, proof: Proof) {
        if matches!(proof.kind, ProofKind::SideBySide | ProofKind::IdleRounds) {
            // It is about whole runs, and asked nothing of the whole method as it stands.
            if let Some(whole) = self.checked.attempts.last_mut() {
                whole.result = AttemptResult::Proven;
            }
            self.checked.bounded = Bounded::default();
        } else if let Some(attempt) = self.attempt_at(&proof) {
            attempt.result = AttemptResult::Proven;
            let goals: Vec<TermId> = proof.obligations.iter().map(|o| o.holds).collect();
            attempt.question = terms.closure(&goals).len();
        }
        self.checked.proof = Some(proof);
    }

    fn attempt_at(&mut self, proof: &Proof) -> Option<&mut Attempt> {
        self.checked.attempts.iter_mut().find(|attempt| attempt.depth == proof.depth)
    }
}
