//! Subtasks and their stack (§3.3.7).
//!
//! The one at the top is processed. One that has a solution stays, and what follows from the solution is pushed above it;
//! when all of that has failed, it is at the top again and takes its next solution. So the stack holds one way down the
//! decision tree (Fig. 3.8), and at each level of it the alternatives that are left.
//!
//! Invariants
//! - What is passed and justified is what the attempts on the stack are about, and the one that is processed: each place
//!   and each element once on one way.
//! - Above an attempt with a solution stand only subtasks that follow from it.

use std::collections::BTreeSet;

use crate::dalg::attempt::Attempt;
use crate::dalg::d_frontier::Site;
use crate::dalg::network::{RuleId, StatusId};
use crate::dalg::outcome::Failure;
use crate::dalg::question::Opened;
use crate::term::TermId;

/// One subtask.
#[derive(Clone, Debug)]
pub struct Subtask {
    pub name: String,
    pub kind: Kind,
    pub goal: Goal,
}

/// The three kinds of subtasks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// MEE: the mutated region is to have an effect (§3.4.2).
    Excitation,
    /// MEP: the effect is to pass a site (§3.4.3).
    Propagation(Site),
    /// JUST: an element of the UEL is to follow from the inputs (§3.4.4).
    Justification(RuleId, JustifiedIn),
}

/// Which versions are justified (§4.3.5.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JustifiedIn {
    Original,
    Both,
}

/// What a subtask wants.
#[derive(Clone, Debug)]
pub enum Goal {
    /// An answer to the question of a region.
    Local(LocalGoal),
    /// One of several alternatives: the edges of each.
    Ways(Vec<Vec<StatusId>>),
}

/// The condition that a region has to keep, and where it has to be executed.
#[derive(Clone, Debug)]
pub struct LocalGoal {
    pub wanted: TermId,
    pub executed: Vec<StatusId>,
    /// Definitions and statuses that the region is made of.
    pub opened: Opened,
}

/// A subtask that was not begun yet.
#[derive(Debug)]
pub(super) enum Waiting {
    Subtask(Subtask),
    /// The MEP subtask of a site: its terms are made when its turn comes.
    Site(Site),
}

/// What follows from a solution: subtasks, the first to be tried first.
#[derive(Debug, Default)]
pub(super) struct Follow {
    pub subtasks: Vec<Waiting>,
    /// An output may differ as it is, so that when these have failed all is justified as it stands.
    pub then: Option<JustifiedIn>,
}

impl Follow {
    pub(super) fn one(subtask: Subtask) -> Self {
        Self { subtasks: vec![Waiting::Subtask(subtask)], then: None }
    }
}

/// One level of the stack.
#[derive(Debug)]
pub(super) enum Level {
    Waiting(Waiting),
    /// Begun.
    Attempt(Box<Attempt>),
}

#[derive(Debug)]
pub(super) struct Stack {
    levels: Vec<Level>,
    passed: BTreeSet<Site>,
    justified: BTreeSet<RuleId>,
    /// What came of the subtasks that stood at the bottom.
    pub failure: Failure,
}

impl Stack {
    pub(super) fn new() -> Self {
        let (passed, justified) = (BTreeSet::new(), BTreeSet::new());
        Self { levels: Vec::new(), passed, justified, failure: Failure::none() }
    }

    /// Where the effect was propagated on the way here.
    pub(super) const fn passed(&self) -> &BTreeSet<Site> {
        &self.passed
    }

    /// What was justified on the way here.
    pub(super) const fn justified(&self) -> &BTreeSet<RuleId> {
        &self.justified
    }

    /// What is at the top, taken.
    pub(super) fn pop(&mut self) -> Option<Level> {
        self.levels.pop()
    }

    /// The first comes to the top.
    pub(super) fn push(&mut self, subtasks: Vec<Waiting>) {
        self.levels.extend(subtasks.into_iter().rev().map(Level::Waiting));
    }

    /// An attempt that goes on.
    pub(super) fn keep(&mut self, attempt: Box<Attempt>) {
        self.levels.push(Level::Attempt(attempt));
    }

    /// A subtask is begun.
    pub(super) fn enter(&mut self, kind: Kind) {
        match kind {
            Kind::Excitation => {}
            Kind::Propagation(site) => _ = self.passed.insert(site),
            Kind::Justification(rule, _) => _ = self.justified.insert(rule),
        }
    }

    /// A subtask has failed: the attempt from which it followed keeps what came of it.
    pub(super) fn leave(&mut self, kind: Kind, failure: Failure) {
        let parent = self.levels.iter_mut().rev().find_map(|level| match level {
            Level::Attempt(attempt) => Some(&mut attempt.found),
            Level::Waiting(_) => None,
        });
        let found = parent.unwrap_or(&mut self.failure);
        match kind {
            Kind::Excitation => found.add(failure),
            Kind::Propagation(site) => {
                self.passed.remove(&site);
                found.add(failure);
            }
            Kind::Justification(rule, _) => {
                self.justified.remove(&rule);
                found.decide(failure);
            }
        }
    }
}
