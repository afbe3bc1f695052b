//! The local check of one method's mutants, one after the other: the method itself, then, if it is private, the
//! methods that call it. A mutant on whose small regions the solver spent the effort for one mutant in vain is looked at
//! once more when all others are done: what was too hard is remembered, so the effort goes to the larger regions.
//!
//! Where many mutants in a row show nothing, [`Patience`] ends: the others are looked at in small regions only.

use crate::mutate::bench::Bench;
use crate::mutate::patch::Patch;
use crate::roa::callers::Callers;
use crate::roa::local::Extent;
use crate::roa::original::KnownOriginals;
use crate::roa::proof::Checked;
use crate::roa::unread;
use crate::roa::workbench::Workbench;
use crate::sema::program::{MethodId, Program};
use crate::sema::typed_tree::Body;
use crate::symbolic::question::Counts;
use crate::symbolic::solver::SolverError;

pub struct MethodCheck<'p> {
    /// The method's own.
    pub checker: Workbench<'p>,
    bench: Bench<'p>,
    pub callers: Option<Callers<'p>>,
    patience: Option<Patience>,
}

/// How long a method's mutants are looked at in vain: so many in a row, and so much effort since one showed something.
/// The others of the method are no easier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    mutants: usize,
    effort: u64,
    in_vain: usize,
    /// What had been spent when a mutant showed something last.
    shown_at: u64,
}

impl Patience {
    pub const fn new(mutants: usize, effort: u64) -> Self {
        Self { mutants, effort, in_vain: 0, shown_at: 0 }
    }

    const fn is_over(&self, spent: u64) -> bool {
        self.in_vain >= self.mutants && spent - self.shown_at >= self.effort
    }

    const fn count(&mut self, shows_something: bool, spent: u64) {
        self.in_vain += 1;
        if shows_something {
            (self.in_vain, self.shown_at) = (0, spent);
        }
    }
}

impl<'p> MethodCheck<'p> {
    /// `None` for a method without a body in the subset.
    pub fn new(
        program: &'p Program,
        known: &KnownOriginals,
        method: MethodId,
        max_depth: u32,
    ) -> Result<Option<Self>, SolverError> {
        let Some(checker) = Workbench::new(program, known, method, max_depth)? else { return Ok(None) };
        let Some(bench) = Bench::new(program, method) else { return Ok(None) };
        let callers = Callers::new(program, known, method);
        Ok(Some(Self { checker, bench, callers, patience: None }))
    }

    /// For mutants that are checked from now on; whoever checks them says what they showed ([`Self::count`]).
    pub const fn set_patience(&mut self, patience: Patience) {
        self.patience = Some(patience);
    }

    /// Whether the mutant checked last showed something: a proof, or how to kill it.
    pub const fn count(&mut self, shows_something: bool) {
        if let Some(patience) = &mut self.patience {
            patience.count(shows_something, self.checker.effort.spent());
        }
    }

    /// `None` if the patch makes no valid body. Callers are not looked at in a hurry.
    pub fn check(&mut self, patch: &Patch, extent: Extent) -> Result<Option<Checked>, SolverError> {
        if self.patience.is_some_and(|patience| patience.is_over(self.checker.effort.spent())) {
            self.checker.hurry();
        }
        self.look_at(patch, extent)
    }

    fn look_at(&mut self, patch: &Patch, extent: Extent) -> Result<Option<Checked>, SolverError> {
        if self.checker.is_spent() {
            return Ok(Some(self.checker.passed_over()));
        }
        let Self { checker, bench, callers, .. } = self;
        // Which fields the mutant reads is not to be said of code that it has no more.
        let is_fresh = unread::names_one(checker.body(), &checker.terms.unread);
        let check = |body: &Body| {
            let is_hurried = checker.is_hurried();
            let mut checked = checker.check(body, extent)?;
            if let (Some(callers), false) = (callers, is_hurried || extent == Extent::Regions) {
                callers.add_to(&mut checked, body)?;
            }
            Ok(checked)
        };
        let checked =
            if is_fresh { bench.with_fresh_body(patch, check) } else { bench.with_body(patch, check) };
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
        self.look_at(patch, Extent::UntilProven)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patience_ends_after_so_many_mutants_and_so_much_effort_in_vain() {
        let mut patience = Patience::new(2, 100);
        patience.count(false, 150);
        assert!(!patience.is_over(150), "one mutant alone may take what it takes");
        patience.count(false, 150);
        assert!(patience.is_over(150));
        patience.count(true, 160);
        patience.count(false, 170);
        patience.count(false, 180);
        assert!(!patience.is_over(180), "mutants that cost little are no reason to stop");
        assert!(patience.is_over(260));
    }
}
