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

use std::collections::BTreeSet;

use crate::analysis::relevance::Relevance;
use crate::budget::Budget;
use crate::cfg::graph::NodeId;
use crate::cfg::region::Region;
use crate::roa::align::Versions;
use crate::roa::bounded::Pair;
use crate::roa::local::Checker;
use crate::roa::mroa::Depth;
use crate::roa::proof::{Attempt, Proof};
use crate::sema::typed_tree::Body;
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

/// What is asked where a fault is excited.
#[derive(Clone, Copy)]
pub(super) struct AskedWhereExcited<'a> {
    pub excited: &'a [Excited],
    /// The regions as they stand.
    pub attempts: &'a [Attempt],
    pub heads: Heads,
}

/// Which heads are looked at. A fault in a loop is excited in one round after another, which is seldom all unrolled.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Heads {
    OutsideLoops,
    InLoops,
}

impl Checker<'_> {
    /// A proof for all inputs by one of the regions from the heads where small ones differ.
    pub(super) fn where_excited(
        &mut self,
        versions: Versions<'_>,
        relevance: &Relevance,
        mutant: &Body,
        asked: AskedWhereExcited<'_>,
        budget: &mut Budget,
    ) -> Result<Option<Proof>, SolverError> {
        let AskedWhereExcited { excited, attempts, heads } = asked;
        let followed = &BTreeSet::new();
        for &Excited { head, agreed } in excited {
            if self.shape(versions.original).is_in_loop(head) != (heads == Heads::InLoops) {
                continue;
            }
            let regions: Vec<Region> =
                self.shape(versions.original).regions_from(head).take(MAX_REGIONS).collect();
            for region in &regions {
                let Some(projection) = &versions.project(region) else { continue };
                let Some(depth) = depth_that_holds(attempts, region) else { continue };
                if !self.may_show_more(versions, region, projection) {
                    continue;
                }
                let agreed = Some(agreed);
                let pair = Pair { versions, relevance, depth, region, projection, followed, agreed };
                let shown = self.bounded(&pair, mutant, budget)?;
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
