//! Where one version has ended and the other stands before a loop, or behind a check, the other is followed on at once:
//! `for (int x : a)` fails on `null` before its loop, and `i < a.length` fails in it. What the segments do together is still one
//! step of the induction, in which both move and end.

use super::{Induction, Pair, ask};
use crate::budget::Budget;
use crate::roa::lockstep::substituted;
use crate::roa::workbench::Workbench;
use crate::symbolic::question::Answer;
use crate::symbolic::solver::SolverError;
use crate::symbolic::summary::Exit;
use crate::term::TermId;

/// So many further segments are followed.
const AHEAD: usize = 3;

impl Induction<'_> {
    /// Whether a version stands at no head of a loop, and not both have ended.
    pub(super) fn may_end_ahead(&self, to: Pair) -> bool {
        self.goes_ahead(to).is_some()
    }

    /// Which version is followed on from a pair, `true` for the new one.
    fn goes_ahead(&self, at: Pair) -> Option<bool> {
        match (self.old.is_exit(at.old), self.new.is_exit(at.new)) {
            (true, true) => None,
            (true, false) => Some(true),
            (false, true) => Some(false),
            (false, false) if self.old.is_between(at.old) => Some(false),
            (false, false) => self.new.is_between(at.new).then_some(true),
        }
    }

    /// Whether the version that has not ended behind these exits ends without another round, and as the other has.
    pub(super) fn ends_ahead(
        &mut self,
        bench: &mut Workbench<'_>,
        assumptions: &[TermId],
        (old, new): (&Exit, &Exit),
        budget: &mut Budget,
    ) -> Result<bool, SolverError> {
        let mut open = vec![(old.clone(), new.clone(), assumptions.to_vec(), AHEAD)];
        while let Some((old, new, assumptions, ahead)) = open.pop() {
            let ends = (self.old.is_exit(old.target), self.new.is_exit(new.target));
            if !old.is_cut && !new.is_cut && ends == (true, true) && old.target == new.target {
                let goal = self.same_end(&mut bench.terms, &old, &new);
                if bench.terms.is_true(goal) || ask(bench, &assumptions, goal, budget)?.is_valid() {
                    continue;
                }
            }
            let never = bench.terms.boolean(false);
            if matches!(ask(bench, &assumptions, never, budget)?, Answer::Valid { .. }) {
                continue;
            }
            let at = Pair { old: old.target, new: new.target, again: false };
            let of_new = self.goes_ahead(at).filter(|_| !old.is_cut && !new.is_cut && ahead > 0);
            let Some(of_new) = of_new else { return Ok(false) };
            let (side, exit) = if of_new { (&mut self.new, &new) } else { (&mut self.old, &old) };
            let Some(next) = side.summary(&mut bench.terms, self.effects, exit.target).cloned() else {
                return Ok(false);
            };
            for next in substituted(&mut bench.terms, &next, &exit.state).exits {
                if bench.terms.is_false(next.guard) {
                    continue;
                }
                let assumptions = [&assumptions[..], &[next.guard]].concat();
                let both = if of_new { (old.clone(), next) } else { (next, new.clone()) };
                open.push((both.0, both.1, assumptions, ahead - 1));
            }
        }
        Ok(true)
    }
}
