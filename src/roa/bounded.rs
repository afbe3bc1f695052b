//! Proofs about loops and recursion by unrolling (DESIGN §5, §7): the region in both versions with its calls inlined
//! and its loops as time frames, by growing bounds. What one bound says, and why, stands in [`crate::roa::at_bound`].
//!
//! The whole method comes first, since a difference there, which a search finds fast for most mutants, ends it; then the
//! regions that have some loop or some call, the smallest first: a proof for all inputs in a smaller region takes the place of
//! one in the whole method.
//!
//! **Recursion.** A call of a method on the stack stands for that method's own version. First such calls are unknown functions: as
//! both versions make the same calls in the same states, what they call does the same by induction over the depth of the
//! original's recursion, and ends as it does there; such a proof bounds no recursion. Only where that proves nothing they are
//! followed up to the bound, and cut behind it.
//!
//! **One round more.** The mutant has one round more than the original, for loops that were turned round; where it goes on after
//! that, it is asked once whether another brings it to the same end.

use std::time::Instant;

use crate::analysis::effects::Effects;
use crate::analysis::loops::is_acyclic;
use crate::budget::Budget;
use crate::cfg::cache::Callee;
use crate::cfg::graph::{Effect, NodeId};
use crate::cfg::region::Region;
use crate::roa::align::{Projection, Versions};
use crate::roa::at_bound::{FoundAtBound, Lengths, Limits, Pair, at_bound};
use crate::roa::inlined::{Inlined, Recursion};
use crate::roa::mroa::Depth;
use crate::roa::proof::{Bounded, Iterations, Proof};
use crate::roa::rules::{Findings, Rule};
use crate::roa::workbench::{Candidate, Workbench};
use crate::symbolic::solver::SolverError;
use crate::term::TermId;

/// The bounds, one after another.
pub(super) const BOUNDS: [u32; 4] = [1, 2, 4, 8];
/// The bounds behind these, for loops that no run leaves earlier, or whose rounds constants count.
const FAR_BOUNDS: [u32; 5] = [16, 32, 64, 128, 256];
/// How many rounds more the mutant may go, and how many if it goes on after these.
pub(super) const MORE_ROUNDS: u32 = 1;
const MOST_ROUNDS: u32 = 2;
/// What the bounded checks of one mutant may cost, for the whole method, for regions in it, and for those where the fault
/// is excited, as often as [`EFFORT_OF_METHOD`] goes into what all mutants of the method may.
pub(super) const EFFORT: u64 = 6_000_000;
pub(super) const EFFORT_INSIDE: u64 = 2_500_000;
pub(super) const EFFORT_EXCITED: u64 = 10_000_000;
pub(super) const EFFORT_OF_METHOD: u64 = 100_000_000;

/// The whole method, at some of the bounds.
pub(super) struct WholeMethod(pub Bounds);

/// Which bounds are looked at.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Bounds {
    /// The least one alone.
    Least,
    /// Those that follow.
    Others,
}

impl Rule for WholeMethod {
    fn applies(&self, bench: &mut Workbench<'_>, candidate: Candidate<'_>, found: &Findings) -> bool {
        match self.0 {
            Bounds::Least => whole_may_show_more(bench, candidate, found),
            Bounds::Others => found.course.is_some(),
        }
    }

    /// No proof yet: whether a smaller region has one is to be seen first.
    fn prove(
        &self,
        bench: &mut Workbench<'_>,
        candidate: Candidate<'_>,
        found: &mut Findings,
        budget: &mut Budget,
    ) -> Result<Option<Proof>, SolverError> {
        let Findings { checked, course, .. } = found;
        let Some(whole) = checked.attempts.last() else { return Ok(None) };
        let Some(projection) = &candidate.versions.project(&whole.region) else { return Ok(None) };
        let (start, spent) = (Instant::now(), budget.spent());
        let pair = Pair::new(candidate, whole.depth, &whole.region, projection);
        match (self.0, course) {
            (Bounds::Others, Some(course)) => {
                other_bounds(bench, course, &pair, &mut checked.bounded, budget)?;
            }
            (_, course) => *course = Some(first_bound(bench, &pair, &mut checked.bounded, budget)?),
        }
        found.count_in_whole(start, budget.spent() - spent);
        Ok(None)
    }
}

/// The regions in the method, bound by bound. All that unrolling has shown is summed up here.
pub(super) struct RegionsInside;

impl Rule for RegionsInside {
    fn applies(&self, _: &mut Workbench<'_>, _: Candidate<'_>, found: &Findings) -> bool {
        !found.checked.attempts.is_empty()
    }

    fn prove(
        &self,
        bench: &mut Workbench<'_>,
        candidate: Candidate<'_>,
        found: &mut Findings,
        budget: &mut Budget,
    ) -> Result<Option<Proof>, SolverError> {
        let bounded = &mut found.checked.bounded;
        if bounded.difference.is_none()
            && let Some((_, inside)) = found.checked.attempts.split_last_mut()
        {
            for attempt in inside {
                let region = &attempt.region;
                let Some(projection) = &candidate.versions.project(region) else { continue };
                if !may_show_more(bench, candidate.versions, region, projection) {
                    continue;
                }
                let (start, spent) = (Instant::now(), budget.spent());
                let own = look_at(bench, &Pair::new(candidate, attempt.depth, region, projection), budget)?;
                attempt.effort += budget.spent() - spent;
                attempt.time += start.elapsed();
                let is_last = own.difference.is_some() || own.complete.is_some() || budget.is_exhausted();
                bounded.add(own);
                if is_last {
                    break;
                }
            }
        }
        // What differs for certain is not called equivalent up to anything.
        if bounded.is_decided() {
            bounded.proof = None;
        }
        Ok(bounded.complete.take())
    }
}

impl Bounded {
    /// Takes what a bound has shown; whether a larger one may show more.
    pub(super) fn take(&mut self, depth: Depth, bound: u32, found: FoundAtBound) -> bool {
        match found {
            FoundAtBound::Complete(proof) => {
                self.complete = Some(proof);
                return false;
            }
            FoundAtBound::UpTo(proof, _) => {
                if self.proof.as_ref().is_none_or(|known| known.bound < proof.bound) {
                    self.proof = Some(proof);
                }
            }
            FoundAtBound::Differs(difference) => {
                let leaves_bound = difference.leaves_bound;
                self.reason = Some(difference.to_string());
                if depth == Depth::Global {
                    self.difference = Some(difference);
                }
                return leaves_bound;
            }
            FoundAtBound::Vacuous => {
                self.reason = Some(format!("no run has as few as {}", Iterations(bound)));
            }
            FoundAtBound::None(reason) => {
                self.reason = Some(reason);
                return false;
            }
        }
        self.difference = None;
        true
    }
}

/// A region on its way from bound to bound.
pub(super) struct Course {
    effects: Effects,
    inlined: Inlined,
    recursion: Recursion,
    /// So many rounds more of the mutant.
    more: u32,
    /// Whether a larger bound may show more.
    goes_on: bool,
    /// Whether no run of the original stays within the last bound.
    is_vacuous: bool,
    /// Whatever passed the bound before passes this one: constants count the rounds, and will end them.
    is_counted: bool,
    /// What passed the last bound.
    cut: Option<TermId>,
}

/// Whether unrolling or inlining can show more of a region than its own summary.
pub(super) fn may_show_more(
    bench: &mut Workbench<'_>,
    versions: Versions<'_>,
    region: &Region,
    projection: &Projection,
) -> bool {
    let mut parts = vec![(versions.original, region)];
    if let Projection::Region(region) = projection {
        parts.push((versions.mutant, region));
    }
    parts.into_iter().any(|(graph, region)| {
        let mut is_followed = |n: &NodeId| match &graph.nodes[*n].effect {
            Effect::Call(call) => call.targets.iter().any(|&(method, _)| {
                matches!(bench.lent.graphs.any_call(&mut bench.terms, None, method), Callee::Graph(_))
            }),
            _ => false,
        };
        !is_acyclic(graph, region.head, |n| region.contains(n)) || region.nodes().iter().any(&mut is_followed)
    })
}

/// The same of the whole method, where it has its like in the mutant.
pub(super) fn whole_may_show_more(
    bench: &mut Workbench<'_>,
    candidate: Candidate<'_>,
    found: &Findings,
) -> bool {
    let Some(whole) = found.checked.attempts.last() else { return false };
    let projection = candidate.versions.project(&whole.region);
    projection.is_some_and(|projection| may_show_more(bench, candidate.versions, &whole.region, &projection))
}

/// Looks at one region, bound by bound.
pub(super) fn look_at(
    bench: &mut Workbench<'_>,
    pair: &Pair<'_>,
    budget: &mut Budget,
) -> Result<Bounded, SolverError> {
    let mut bounded = Bounded::default();
    let mut course = first_bound(bench, pair, &mut bounded, budget)?;
    other_bounds(bench, &mut course, pair, &mut bounded, budget)?;
    Ok(bounded)
}

/// The least bound alone.
fn first_bound(
    bench: &mut Workbench<'_>,
    pair: &Pair<'_>,
    bounded: &mut Bounded,
    budget: &mut Budget,
) -> Result<Course, SolverError> {
    let [bound, ..] = BOUNDS;
    let candidate = pair.candidate;
    let effects = bench.effects_of_both(candidate.versions.mutant, candidate.body);
    let inlined = bench.inlined(candidate, &effects, Recursion::Unknown, bound, budget);
    let mut course = Course {
        effects,
        inlined,
        recursion: Recursion::Unknown,
        more: MORE_ROUNDS,
        goes_on: true,
        is_vacuous: false,
        is_counted: false,
        cut: None,
    };
    course.step(bench, pair, bound, bounded, budget)?;
    Ok(course)
}

/// The bounds that follow.
fn other_bounds(
    bench: &mut Workbench<'_>,
    course: &mut Course,
    pair: &Pair<'_>,
    bounded: &mut Bounded,
    budget: &mut Budget,
) -> Result<(), SolverError> {
    let is_recursive = course.inlined.is_recursive;
    for &bound in BOUNDS.iter().skip(1).chain(&FAR_BOUNDS) {
        let is_far = FAR_BOUNDS.contains(&bound);
        if !course.goes_on || is_far && !(course.is_vacuous || course.is_counted) {
            break;
        }
        course.step(bench, pair, bound, bounded, budget)?;
    }
    if bounded.is_decided() || bounded.proof.is_some() || !is_recursive {
        return Ok(());
    }
    (course.recursion, course.more) = (Recursion::Cut, MORE_ROUNDS);
    for bound in BOUNDS {
        course.inlined = bench.inlined(pair.candidate, &course.effects, Recursion::Cut, bound, budget);
        course.step(bench, pair, bound, bounded, budget)?;
        if !course.goes_on {
            break;
        }
    }
    Ok(())
}

impl Course {
    fn step(
        &mut self,
        bench: &mut Workbench<'_>,
        pair: &Pair<'_>,
        bound: u32,
        bounded: &mut Bounded,
        budget: &mut Budget,
    ) -> Result<(), SolverError> {
        let Self { effects, inlined, recursion, .. } = self;
        let limits = Limits { recursion: *recursion, bound, more: self.more, lengths: &Lengths::default() };
        let mut found = at_bound(bench, pair, inlined, effects, limits, budget)?;
        if bound == BOUNDS[0] && matches!(&found, FoundAtBound::Differs(d) if d.leaves_bound) {
            let limits = Limits { more: MOST_ROUNDS, ..limits };
            let again = at_bound(bench, pair, inlined, effects, limits, budget)?;
            if matches!(again, FoundAtBound::Complete(_) | FoundAtBound::UpTo(..)) {
                (found, self.more) = (again, MOST_ROUNDS);
            }
        }
        self.is_vacuous = matches!(found, FoundAtBound::Vacuous);
        let cut = if let FoundAtBound::UpTo(_, cut) = &found { *cut } else { None };
        self.is_counted = cut.is_some() && cut == self.cut;
        self.cut = cut;
        self.goes_on = bounded.take(pair.depth, bound, found) && !budget.is_exhausted();
        Ok(())
    }
}
