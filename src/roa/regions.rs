//! Regions as they stand (DESIGN §7; dissertation ch. 2): the changed node alone, then mROA, then the region's expansion, up
//! to the whole method. A region without loops and calls that are followed is summarised in both versions, and the local
//! check is asked of the two summaries: [`crate::roa::check`] says why an equal region proves an equivalent mutant. A region
//! that no run reaches is a proof of its own kind.
//!
//! What is found beside: where a region differs, and in which states it does not ([`crate::roa::excited`]); a state in
//! which the whole method differs; another mutant that does the same.

use std::time::{Duration, Instant};

use crate::budget::Budget;
use crate::cfg::region::Region;
use crate::roa::align::Projection;
use crate::roa::check::{Obligation, drops, obligations, passes_on};
use crate::roa::discharge::Discharge;
use crate::roa::excited::Excited;
use crate::roa::mroa::Depth;
use crate::roa::proof::{Attempt, AttemptResult, Proof, ProofKind};
use crate::roa::rules::{Findings, Rule};
use crate::roa::workbench::{Around, Candidate, EFFORT_OF_PART, EFFORT_OF_STATE, EFFORT_OF_STEP, Workbench};
use crate::symbolic::solver::SolverError;
use crate::symbolic::summary::{KeepAll, NoSummary, Summary, TermBudget, summarize};
use crate::term::TermId;
use crate::term::assignment::Assignment;
use crate::term::variable::VarId;

/// How far it goes on.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Depths {
    /// Up to the first proof, and no region twice.
    UntilProven,
    /// Each, so that they can be compared.
    Every,
}

/// The regions as they stand, from the smallest one on.
pub(super) struct Regions(pub Depths);

/// What came of one region.
struct FoundInRegion {
    attempt: Attempt,
    proof: Option<Proof>,
    same_as: Option<usize>,
    /// Where it differs: the states in which it does not.
    agreed: Option<TermId>,
    /// Of the whole method: one in which it does.
    state: Option<Assignment>,
}

impl Rule for Regions {
    fn applies(&self, _: &mut Workbench<'_>, _: Candidate<'_>, _: &Findings) -> bool {
        true
    }

    fn prove(
        &self,
        bench: &mut Workbench<'_>,
        candidate: Candidate<'_>,
        found: &mut Findings,
        budget: &mut Budget,
    ) -> Result<Option<Proof>, SolverError> {
        let shape = bench.shape(candidate.versions.original);
        let changed = candidate.versions.changed();
        let alone = shape.node_region(&changed).map(|region| (Depth::Node, region));
        let expanded = shape.regions_to(&changed, bench.max_depth);
        let mut proof = None;
        let is_hurried = bench.is_hurried();
        for (depth, region) in alone.into_iter().chain(expanded) {
            // The whole method is what is unrolled first.
            let is_passed_over = if depth == Depth::Global { is_hurried } else { budget.is_exhausted() };
            if is_passed_over {
                continue;
            }
            let is_known = || proof.is_some() || found.checked.attempts.iter().any(|a| a.region == region);
            if self.0 == Depths::UntilProven && is_known() {
                continue;
            }
            let (start, spent) = (Instant::now(), budget.spent());
            if let Some(mut of_region) = attempt(bench, candidate, (depth, region), budget)? {
                of_region.attempt.time = start.elapsed();
                of_region.attempt.effort = budget.spent() - spent;
                proof = proof.or(of_region.proof.take());
                of_region.add_to(found, bench);
            }
        }
        Ok(proof)
    }
}

impl FoundInRegion {
    fn open(attempt: Attempt) -> Self {
        Self { attempt, proof: None, same_as: None, agreed: None, state: None }
    }

    fn add_to(self, found: &mut Findings, bench: &Workbench<'_>) {
        let Self { attempt, same_as, agreed, state, .. } = self;
        let head = attempt.region.head;
        if let Some(own) = agreed.and_then(|agreed| Excited::new(&bench.terms, head, agreed)) {
            // Of the regions from one head the largest one agrees in the most states.
            found.excited.retain(|smaller| smaller.head != head);
            found.excited.push(own);
        }
        let checked = &mut found.checked;
        checked.attempts.push(attempt);
        checked.state = checked.state.take().or(state);
        checked.same_as = checked.same_as.into_iter().chain(same_as).min();
    }
}

/// `None` if the versions differ outside of the region.
fn attempt(
    bench: &mut Workbench<'_>,
    candidate: Candidate<'_>,
    (depth, region): (Depth, Region),
    budget: &mut Budget,
) -> Result<Option<FoundInRegion>, SolverError> {
    let Candidate { versions, relevance, .. } = candidate;
    let Some(projection) = versions.project(&region) else { return Ok(None) };
    let mut attempt = Attempt {
        depth,
        statements: bench.statements(&region),
        inputs: 0,
        outputs: 0,
        question: 0,
        result: AttemptResult::Proven,
        effort: 0,
        time: Duration::ZERO,
        region,
    };
    let Some(assumptions) = bench.original.facts.at(attempt.region.head) else {
        let around = Around { facts: true, dropped: false };
        let closed_world = bench.original.rests_on_classes_around(versions.original, &attempt.region, around);
        let proof = Some(Proof::unreachable(depth, closed_world));
        return Ok(Some(FoundInRegion { proof, ..FoundInRegion::open(attempt) }));
    };
    let (original, mutant) = match summaries(bench, candidate, &attempt.region, &projection, budget) {
        Ok(both) => both,
        Err(why) => {
            attempt.result = AttemptResult::None(why);
            return Ok(Some(FoundInRegion::open(attempt)));
        }
    };
    let same_as = bench.kept.seen.first_with(&bench.terms, &attempt.region, &mutant, relevance, versions);
    let keep = candidate.either(&bench.original.relevance);
    let obligations = obligations(&mut bench.terms, &original, &mutant, &keep);
    measure(bench, &mut attempt, &original, &mutant, &obligations);
    bench.charge(attempt.question as u64 * EFFORT_OF_PART, budget);
    bench.asker.seek_tests(depth == Depth::Global);
    let Discharge { result, state } = bench.discharge(&assumptions, &obligations, budget)?;
    bench.asker.seek_tests(true);
    attempt.result = result;
    let agreed = match attempt.result {
        AttemptResult::Differs { .. } => Some(bench.terms.all(obligations.iter().map(|o| o.holds))),
        _ => None,
    };
    let proof = (attempt.result == AttemptResult::Proven).then(|| {
        let keep = candidate.either(&bench.original.relevance);
        let around = Around {
            // What holds in all states needs none.
            facts: !assumptions.is_empty() && !obligations.is_empty(),
            dropped: drops(&bench.terms, &original, &mutant, &keep),
        };
        let closed_world = bench.original.rests_on_classes_around(versions.original, &attempt.region, around)
            || matches!(&projection, Projection::Region(r) if bench.rests_on_classes(versions.mutant, r));
        let kind = ProofKind::SameBehaviour;
        Proof { depth, kind, assumptions, obligations, closed_world, callers: None }
    });
    let state = state.filter(|_| depth == Depth::Global);
    Ok(Some(FoundInRegion { attempt, proof, same_as, agreed, state }))
}

/// Of both versions of a region.
fn summaries(
    bench: &mut Workbench<'_>,
    candidate: Candidate<'_>,
    region: &Region,
    projection: &Projection,
    budget: &mut Budget,
) -> Result<(Summary, Summary), NoSummary> {
    let versions = candidate.versions;
    let (terms, effects) = (&mut bench.terms, &bench.original.effects);
    // Kept without regard to what matters, so that every mutant can share it.
    let of = |terms: &mut _, graph, region: &_| {
        summarize(terms, graph, region, effects, &KeepAll, TermBudget::default())
    };
    let key = (region.head, region.len());
    let cached = bench.kept.summaries.entry(key).or_insert_with(|| of(terms, versions.original, region));
    let original = cached.clone();
    let mutant = match projection {
        Projection::Empty(target) => Ok(passes_on(terms, *target)),
        Projection::Region(region) => of(terms, versions.mutant, region),
    };
    let changes = |summary: &Result<Summary, NoSummary>| {
        summary.as_ref().map_or(0, |s| s.exits.iter().map(|exit| exit.state.len()).max().unwrap_or(0))
    };
    let steps = EFFORT_OF_STEP + EFFORT_OF_STATE * (changes(&original) + changes(&mutant)) as u64;
    bench.charge(region.len() as u64 * steps, budget);
    Ok((original?, mutant?))
}

fn measure(
    bench: &Workbench<'_>,
    attempt: &mut Attempt,
    original: &Summary,
    mutant: &Summary,
    obligations: &[Obligation],
) {
    let both = original.exits.iter().chain(&mutant.exits);
    let values: Vec<TermId> = both.clone().flat_map(|e| e.state.values().copied().chain([e.guard])).collect();
    attempt.inputs = bench.terms.variables_of(&values).len();
    let mut outputs: Vec<VarId> = both.flat_map(|e| e.state.keys().copied()).collect();
    outputs.sort_unstable();
    outputs.dedup();
    attempt.outputs = outputs.len();
    attempt.question = bench.terms.closure(&obligations.iter().map(|o| o.holds).collect::<Vec<_>>()).len();
}
