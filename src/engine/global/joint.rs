//! One test for several goals (dynamic compaction, as chip testing has it): a driver's literals are inputs, and one question asks for
//! values under which all of the goals show a difference, a copy of the driver for each of them over the same inputs.
//!
//! What comes is a candidate, to be run. That nothing comes says nothing: it is one skeleton, within a bound.

use std::collections::BTreeMap;

use crate::budget::Budget;
use crate::driver::Driver;
use crate::driver::cube::Cube;
use crate::engine::EngineError;
use crate::engine::global::hunt::Hunt;
use crate::engine::global::{Joins, Limits};
use crate::engine::subject::{GoalIndex, Subject};
use crate::mutate::bench::Bench;
use crate::sema::program::MethodId;
use crate::symbolic::question::shared_solver;
use crate::term::TermId;

/// How often loops go round: once where all runs end within that.
const BOUNDS: [u32; 2] = [1, 4];

/// Asks for drivers; see the module.
pub struct Joint<'s> {
    subject: &'s Subject,
    /// By skeleton; `None`: there are no formulas of it.
    shapes: BTreeMap<String, Option<Shape<'s>>>,
    benches: BTreeMap<MethodId, Option<Bench<'s>>>,
}

struct Shape<'s> {
    hunt: Hunt<'s>,
    bound: u32,
    /// By goal, where it shows a difference; `None`: there is no formula of it.
    differs: BTreeMap<GoalIndex, Option<TermId>>,
}

impl<'s> Joint<'s> {
    pub const fn new(subject: &'s Subject) -> Self {
        Self { subject, shapes: BTreeMap::new(), benches: BTreeMap::new() }
    }

    /// The cube's driver with values under which all goals should show, as far as there are formulas; `None` where none are found.
    pub fn driver(
        &mut self,
        cube: &Cube,
        goals: &[GoalIndex],
        budget: &mut Budget,
    ) -> Result<Option<Driver>, EngineError> {
        let subject = self.subject;
        let new = || Shape::new(subject, cube, budget);
        let Some(shape) = self.shapes.entry(cube.skeleton()).or_insert_with(new) else { return Ok(None) };
        let mut conditions = Vec::new();
        for &goal in goals {
            if budget.is_exhausted() || shape.hunt.is_full() {
                return Ok(None);
            }
            let method = subject.mutant(goal).method;
            let bench = self.benches.entry(method).or_insert_with(|| Bench::new(subject.program(), method));
            conditions.extend(shape.condition(subject, goal, bench.as_mut(), budget));
        }
        if conditions.is_empty() {
            return Ok(None);
        }
        shape.hunt.driver(&conditions, budget)
    }
}

impl<'s> Shape<'s> {
    fn new(subject: &'s Subject, cube: &Cube, budget: &mut Budget) -> Option<Self> {
        let how = (Joins::Merged, Limits::default());
        let mut hunt = Hunt::new(subject.program(), cube.clone(), how, shared_solver());
        let bound = hunt.bound(&BOUNDS, budget).ok()?;
        Some(Self { hunt, bound, differs: BTreeMap::new() })
    }

    /// Where a goal shows a difference.
    fn condition(
        &mut self,
        subject: &Subject,
        goal: GoalIndex,
        bench: Option<&mut Bench<'_>>,
        budget: &mut Budget,
    ) -> Option<TermId> {
        if let Some(&known) = self.differs.get(&goal) {
            return known;
        }
        let patch = &subject.mutant(goal).patch;
        let made = bench
            .and_then(|bench| bench.with_body(patch, |body| self.hunt.differs(body, self.bound, budget)));
        let made = made.and_then(Result::ok);
        self.differs.insert(goal, made);
        made
    }
}
