//! The local check of one method's mutants, one after the other: the method itself, then, if it is private, the
//! methods that call it. A mutant on whose small regions the solver spent the effort for one mutant in vain is looked at
//! once more when all others are done: what was too hard is remembered, so the effort goes to the larger regions.

use crate::mutate::bench::Bench;
use crate::mutate::patch::Patch;
use crate::roa::callers::Callers;
use crate::roa::local::{Checker, Extent};
use crate::roa::proof::Checked;
use crate::sema::program::{MethodId, Program};
use crate::symbolic::question::Counts;
use crate::symbolic::solver::SolverError;

pub struct MethodCheck<'p> {
    pub checker: Checker<'p>,
    bench: Bench<'p>,
    pub callers: Option<Callers<'p>>,
}

impl<'p> MethodCheck<'p> {
    /// `None` for a method without a body in the subset.
    pub fn new(program: &'p Program, method: MethodId, max_depth: u32) -> Result<Option<Self>, SolverError> {
        let Some(checker) = Checker::new(program, method, max_depth)? else { return Ok(None) };
        let Some(bench) = Bench::new(program, method) else { return Ok(None) };
        let callers = Callers::new(program, method);
        Ok(Some(Self { checker, bench, callers }))
    }

    /// `None` if the patch makes no valid body. Callers are not looked at in a hurry.
    pub fn check(&mut self, patch: &Patch, extent: Extent) -> Result<Option<Checked>, SolverError> {
        if self.checker.is_spent() {
            return Ok(Some(self.checker.passed_over()));
        }
        let Self { checker, bench, callers } = self;
        let checked = bench.with_body(patch, |body| {
            let is_hurried = checker.is_hurried();
            let mut checked = checker.check(body, extent)?;
            if let (Some(callers), false) = (callers, is_hurried) {
                callers.add_to(&mut checked, body)?;
            }
            Ok(checked)
        });
        checked.transpose()
    }

    /// The second look at a mutant, where the first was cut short and effort is left.
    pub fn check_again(
        &mut self,
        patch: &Patch,
        was_cut_short: bool,
    ) -> Result<Option<Checked>, SolverError> {
        if !was_cut_short || self.checker.is_hurried() {
            return Ok(None);
        }
        self.check(patch, Extent::UntilProven)
    }

    /// How the questions were answered.
    pub fn counts(&self) -> Counts {
        let mut counts = *self.checker.asker.counts();
        if let Some(callers) = &self.callers {
            counts.add(&callers.counts());
        }
        counts
    }
}
