//! One formula, many answers: a formula over terms that stays on one live solver (`circuit/live.rs`), so that a question
//! about a part of it costs what is new in it.
//!
//! What is refuted under parts that were assumed is refuted by the formula and these parts alone; a clause that was added holds for
//! everything that is asked after it.

use crate::symbolic::circuit::Live;
use crate::symbolic::encode::{SizeLimits, TooLarge, encode};
use crate::symbolic::question::{Question, assignment};
use crate::symbolic::search;
use crate::symbolic::solver::{Satisfiable, SolverError};
use crate::term::assignment::Assignment;
use crate::term::{TermId, Terms};

/// See the module.
pub struct Incremental {
    live: Live,
    assumptions: Vec<TermId>,
    parts: Vec<TermId>,
    /// The goal of a question that is refuted where its assumptions hold.
    never: TermId,
}

/// Why a formula is not opened.
#[derive(Debug, thiserror::Error)]
pub enum NotOpened {
    #[error("{0}")]
    TooLarge(#[from] TooLarge),
    #[error("it has floats, or too many gates")]
    NoCircuit,
    #[error(transparent)]
    Solver(#[from] SolverError),
}

/// What comes of a question.
#[derive(Clone, Debug, PartialEq)]
pub enum FoundModel {
    /// Values under which the formula and the parts hold; not `exact` where some function has no exact encoding, so that they need not.
    Values { assignment: Assignment, exact: bool },
    /// There are none.
    Nothing,
    /// The effort is spent.
    Unknown,
}

impl Incremental {
    /// `assumptions` hold always, `parts` where they are asked for.
    pub fn open(
        terms: &mut Terms,
        assumptions: Vec<TermId>,
        parts: Vec<TermId>,
        limits: &SizeLimits,
    ) -> Result<Self, NotOpened> {
        let roots: Vec<TermId> = assumptions.iter().chain(&parts).copied().collect();
        let script = encode(terms, &roots, limits)?;
        let live = Live::open(script, parts.len(), limits.gates)?.ok_or(NotOpened::NoCircuit)?;
        Ok(Self { live, assumptions, parts, never: terms.boolean(false) })
    }

    /// Whether the formula can hold with these parts, by their numbers.
    pub fn ask(&mut self, terms: &Terms, parts: &[usize], effort: u64) -> FoundModel {
        match self.live.ask(parts.iter().copied(), effort) {
            Satisfiable::Unknown(_) => FoundModel::Unknown,
            Satisfiable::No => FoundModel::Nothing,
            Satisfiable::Yes(values) => {
                let roots = self.assumptions.iter().chain(&self.parts).copied();
                let whole = Question { assumptions: roots.collect(), goal: self.never };
                let assignment = assignment(terms, &[&whole], self.live.script(), &values);
                let mut asked = self.assumptions.clone();
                asked.extend(parts.iter().map(|&part| self.parts[part]));
                let asked = Question { assumptions: asked, goal: self.never };
                let exact = search::check(terms, &asked, &assignment) == Some(true);
                FoundModel::Values { assignment, exact }
            }
        }
    }

    /// The same with parts that are named by themselves; of a term that is no part nothing is known.
    pub fn ask_terms(&mut self, terms: &Terms, parts: &[TermId], effort: u64) -> FoundModel {
        let numbers = parts.iter().map(|part| self.parts.iter().position(|own| own == part));
        let Some(numbers) = numbers.collect::<Option<Vec<usize>>>() else { return FoundModel::Unknown };
        self.ask(terms, &numbers, effort)
    }

    /// From now on not all of these parts hold together.
    pub fn block(&mut self, parts: &[usize]) {
        self.live.block(parts.iter().copied());
    }

    /// In all so far.
    pub fn spent(&self) -> u64 {
        self.live.spent()
    }
}
