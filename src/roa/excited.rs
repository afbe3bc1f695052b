//! Loops and calls behind a fault, only in the states that excite it (DESIGN §7; E0 and E1 of §2.4.2).
//!
//! A region without loops may differ in few states: a loop's condition, changed from `<` to `<=`, differs in the last
//! round alone. The states in which it agrees need no second look, so a larger region from the same head, with its
//! loops as time frames and its calls followed, is compared in the others alone. There the unrolling is often complete,
//! although the loop has no bound.
//!
//! **Why that is a proof.** Let `h` be the head, `A` the small region, `B` the large one. By induction over the visits of
//! `h`, both versions come there in states that agree on all that matters. In a state in which the obligations of `A`
//! hold, both go through `A` to the same exit, with the same values of all that matters there, and outside of `A` the
//! versions are the same. In every other state that the facts allow both go through `B` to the same exit, and end there,
//! since `B` is unrolled completely for these states ([`crate::roa::bounded`]); outside of `B`, too, they are the same.
//!
//! What agrees is a formula over the state at `h`. One that speaks of any object or any index holds in a state only if it
//! holds for all of them, which its negation does not say: those are left alone.

use std::time::Instant;

use crate::budget::Budget;
use crate::cfg::graph::NodeId;
use crate::cfg::region::Region;
use crate::roa::at_bound::Pair;
use crate::roa::bounded::{look_at, may_show_more};
use crate::roa::mroa::Depth;
use crate::roa::proof::{Attempt, Bounded, Proof};
use crate::roa::rules::{Findings, Rule};
use crate::roa::workbench::{Candidate, Workbench};
use crate::symbolic::solver::SolverError;
use crate::term::variable::Variable;
use crate::term::{TermId, Terms};

/// More regions from one head are not unrolled.
const MAX_REGIONS: usize = 3;

/// Where a small region differs: its head, and in which states it does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Excited {
    pub head: NodeId,
    pub agreed: TermId,
}

impl Excited {
    /// `None` if no formula over the state says where the versions agree.
    pub(super) fn new(terms: &Terms, head: NodeId, agreed: TermId) -> Option<Self> {
        let is_of_state = |&var: &_| !matches!(terms.info(var).variable, Variable::Any(_));
        terms.variables_of(&[agreed]).iter().all(is_of_state).then_some(Self { head, agreed })
    }
}

/// Which heads are looked at. A fault in a loop is excited in one round after another, which is seldom all unrolled.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Heads {
    OutsideLoops,
    InLoops,
}

/// The regions from the heads where small ones differ.
pub(super) struct WhereExcited(pub Heads);

impl Rule for WhereExcited {
    /// Between the bounds of the whole method, which show no difference.
    fn applies(&self, _: &mut Workbench<'_>, _: Candidate<'_>, found: &Findings) -> bool {
        found.course.is_some() && !found.checked.bounded.differs()
    }

    fn prove(
        &self,
        bench: &mut Workbench<'_>,
        candidate: Candidate<'_>,
        found: &mut Findings,
        budget: &mut Budget,
    ) -> Result<Option<Proof>, SolverError> {
        let start = Instant::now();
        let proof = self.first_proof(bench, candidate, found, budget)?;
        found.count_in_whole(start, 0);
        if proof.is_some() {
            found.checked.bounded = Bounded::default();
        }
        Ok(proof)
    }
}

impl WhereExcited {
    fn first_proof(
        &self,
        bench: &mut Workbench<'_>,
        candidate: Candidate<'_>,
        found: &Findings,
        budget: &mut Budget,
    ) -> Result<Option<Proof>, SolverError> {
        let versions = candidate.versions;
        for &Excited { head, agreed } in &found.excited {
            let shape = bench.shape(versions.original);
            if shape.is_in_loop(head) != (self.0 == Heads::InLoops) {
                continue;
            }
            let regions: Vec<Region> = shape.regions_from(head).take(MAX_REGIONS).collect();
            for region in &regions {
                let Some(projection) = &versions.project(region) else { continue };
                let Some(depth) = depth_that_holds(&found.checked.attempts, region) else { continue };
                if !may_show_more(bench, versions, region, projection) {
                    continue;
                }
                let pair = Pair { agreed: Some(agreed), ..Pair::new(candidate, depth, region, projection) };
                let shown = look_at(bench, &pair, budget)?;
                if shown.complete.is_some() || budget.is_exhausted() {
                    return Ok(shown.complete);
                }
            }
        }
        Ok(None)
    }
}

/// How far mROA is expanded until it holds a region.
fn depth_that_holds(attempts: &[Attempt], region: &Region) -> Option<Depth> {
    let holds = |attempt: &&Attempt| region.nodes().iter().all(|&n| attempt.region.contains(n));
    attempts.iter().find(holds).map(|attempt| attempt.depth)
}
