//! Bounds on the lengths of arrays beside those on loops (DESIGN §5): for what loops alone leave open, since the question
//! is too large, the solver gives up, or only an array tells the versions apart that no test can have.
//!
//! **What is shown.** With the bound `k` every array whose length the method reads as it finds it is at most `k` long. The
//! arrays that it is given are looked at length by length: each is a *case*, with its own unrolling, in which the length
//! is a number; so conditions on it fold, and few ways are left. All cases together are all states in which these
//! arrays are at most `k` long. Of other arrays it is assumed that they are. What is shown of one call holds for each
//! call of the method in a run in which no array is longer than `k`; so by the induction of [`crate::roa::check`] the
//! mutant does the same on every input on which, in the original, loops stay within the bound and no array is longer.
//! Where no case has a way past the unrolled rounds, the bound is on lengths alone.
//!
//! **What is assumed of what.** The map of lengths at the method's head is that of the arrays there are. What it says of
//! references that no array has yet, and of null, nobody reads: any number may be assumed of them.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

use crate::analysis::effects::Effects;
use crate::budget::Budget;
use crate::roa::at_bound::{FoundAtBound, Lengths, Limits, Pair, at_bound, at_most};
use crate::roa::bounded::{BOUNDS, MORE_ROUNDS, whole_may_show_more};
use crate::roa::check::Obligation;
use crate::roa::inlined::{Inlined, Recursion};
use crate::roa::proof::{BoundOn, Bounded, BoundedProof, Proof};
use crate::roa::rules::{Findings, Rule};
use crate::roa::workbench::{Candidate, Workbench};
use crate::sema::typed_tree::LocalOrigin;
use crate::sema::types::Ty;
use crate::symbolic::solver::SolverError;
use crate::term::assignment::Assignment;
use crate::term::variable::{VarId, Variable};
use crate::term::{TermId, Terms};

/// What the cases of one mutant may cost.
pub(super) const EFFORT: u64 = 2_000_000;
/// No test has longer arrays.
const LONGEST: i32 = 1_000;
/// More cases of one bound are not looked at: of the arrays behind these it is only assumed that they are short enough.
const MAX_CASES: usize = 27;

/// Cases of short arrays, in the whole method.
pub(super) struct ShortArrays;

impl Rule for ShortArrays {
    fn applies(&self, bench: &mut Workbench<'_>, candidate: Candidate<'_>, found: &Findings) -> bool {
        let bounded = &found.checked.bounded;
        if bounded.proof.is_some() || !may_need_lengths(bench, bounded) {
            return false;
        }
        whole_may_show_more(bench, candidate, found)
    }

    /// What it shows is up to a bound.
    fn prove(
        &self,
        bench: &mut Workbench<'_>,
        candidate: Candidate<'_>,
        found: &mut Findings,
        budget: &mut Budget,
    ) -> Result<Option<Proof>, SolverError> {
        let Some(whole) = found.checked.attempts.last() else { return Ok(None) };
        let Some(projection) = &candidate.versions.project(&whole.region) else { return Ok(None) };
        let (start, spent) = (Instant::now(), budget.spent());
        let pair = Pair::new(candidate, whole.depth, &whole.region, projection);
        let shown = bounded_in_lengths(bench, &pair, budget)?;
        found.count_in_whole(start, budget.spent() - spent);
        found.checked.bounded.add_with_lengths(shown);
        Ok(None)
    }
}

/// Whether bounds on loops have left it open what short arrays do: there is no difference, or one that no test shows.
fn may_need_lengths(bench: &Workbench<'_>, bounded: &Bounded) -> bool {
    bounded
        .difference
        .as_ref()
        .is_none_or(|found| found.exact && !found.leaves_bound && has_long_array(bench, &found.assignment))
}

fn has_long_array(bench: &Workbench<'_>, assignment: &Assignment) -> bool {
    let Some(map) = bench.terms.find_variable(Variable::Length) else { return false };
    arrays_given(bench).into_iter().any(|array| {
        let reference = assignment.variable(&bench.terms, array) as u32;
        let length = assignment.field(map, reference).unwrap_or(0) as i32;
        reference != 0 && length > LONGEST
    })
}

/// Looks at the whole method, bound by bound.
fn bounded_in_lengths(
    bench: &mut Workbench<'_>,
    pair: &Pair<'_>,
    budget: &mut Budget,
) -> Result<Bounded, SolverError> {
    let mut bounded = Bounded::default();
    let (candidate, arrays) = (pair.candidate, arrays_given(bench));
    let Some(map) = bench.terms.find_variable(Variable::Length).filter(|_| !arrays.is_empty()) else {
        return Ok(bounded);
    };
    let effects = bench.effects_of_both(candidate.versions.mutant, candidate.body);
    let inlined = bench.inlined(candidate, &effects, Recursion::Unknown, BOUNDS[0], budget);
    let mut settled = Settled::new();
    for bound in BOUNDS {
        let cases = cases(&mut bench.terms, map, &arrays, bound);
        let found = in_cases(bench, pair, &inlined, &effects, (bound, &cases), &mut settled, budget)?;
        if !bounded.take(pair.depth, bound, found) || budget.is_exhausted() {
            break;
        }
    }
    Ok(bounded)
}

/// At one bound: what is shown in every case.
fn in_cases(
    bench: &mut Workbench<'_>,
    pair: &Pair<'_>,
    inlined: &Inlined,
    effects: &Effects,
    (bound, cases): (u32, &[Lengths]),
    settled: &mut Settled,
    budget: &mut Budget,
) -> Result<FoundAtBound, SolverError> {
    let mut together = Together::default();
    for lengths in cases {
        if let Some(part) = settled.get(&lengths.chosen) {
            together.add(&mut bench.terms, BoundOn::default(), part.clone());
            continue;
        }
        let limits = Limits { recursion: Recursion::Unknown, bound, more: MORE_ROUNDS, lengths };
        match at_bound(bench, pair, inlined, effects, limits, budget)? {
            FoundAtBound::Complete(Proof { assumptions, obligations, closed_world, .. }) => {
                let rests_on_others =
                    Some(assumptions.len()) > lengths.known_at(bench, pair).map(|known| known.len());
                let part = ProvenCase { assumptions, obligations, closed_world };
                if !rests_on_others {
                    settled.insert(lengths.chosen.clone(), part.clone());
                }
                together.add(&mut bench.terms, BoundOn::default(), part);
            }
            FoundAtBound::UpTo(BoundedProof { on, assumptions, obligations, closed_world, .. }, _) => {
                together.add(&mut bench.terms, on, ProvenCase { assumptions, obligations, closed_world });
            }
            // Of what is past the bound nothing is said.
            FoundAtBound::Vacuous => together.on.loops = true,
            open => return Ok(open),
        }
    }
    if together.cases == 0 {
        return Ok(FoundAtBound::Vacuous);
    }
    let Together { mut on, mut obligations, closed_world, .. } = together;
    on.lengths = true;
    let (assumptions, holds) = all_there_are(&mut bench.terms, cases, bound);
    let exit = pair.candidate.versions.original.nodes[pair.region.head].key;
    obligations.push(Obligation { exit, variable: None, holds });
    let depth = pair.depth;
    Ok(FoundAtBound::UpTo(
        BoundedProof { depth, bound, on, assumptions, obligations, closed_world, callers: None },
        None,
    ))
}

/// The arrays that the method is given.
fn arrays_given(bench: &Workbench<'_>) -> Vec<VarId> {
    let method = &bench.program().methods[bench.graph.method];
    let arrays = (0..).zip(&method.parameters).filter(|(_, parameter)| matches!(parameter.ty, Ty::Array(_)));
    let local = |position| Variable::Local(Terms::root_frame(), LocalOrigin::Parameter(position));
    arrays.filter_map(|(position, _)| bench.terms.find_variable(local(position))).collect()
}

/// What is shown of one case, and under what.
#[derive(Clone)]
struct ProvenCase {
    assumptions: Vec<TermId>,
    obligations: Vec<Obligation>,
    closed_world: bool,
}

/// By its lengths: a case of which no run goes past the unrolled rounds, whatever other arrays are like. A larger bound
/// changes nothing of it.
type Settled = BTreeMap<Vec<u32>, ProvenCase>;

/// What is shown of all cases so far.
#[derive(Default)]
struct Together {
    cases: usize,
    on: BoundOn,
    obligations: Vec<Obligation>,
    closed_world: bool,
}

impl Together {
    /// In this case, what is known of it implies what was shown of it.
    fn add(&mut self, terms: &mut Terms, on: BoundOn, part: ProvenCase) {
        let known = terms.all(part.assumptions);
        let is_other = terms.not(known);
        self.cases += 1;
        self.on = self.on.and(on);
        self.closed_world |= part.closed_world;
        self.obligations.extend(part.obligations.into_iter().map(|Obligation { exit, variable, holds }| {
            Obligation { exit, variable, holds: terms.or(is_other, holds) }
        }));
    }
}

/// The cases of a bound: the first arrays have each length up to it.
fn cases(terms: &mut Terms, map: VarId, arrays: &[VarId], bound: u32) -> Vec<Lengths> {
    let all = terms.var(map);
    let mut cases = vec![Lengths { most: Some(bound), ..Lengths::default() }];
    for &array in arrays {
        if cases.len() * (bound as usize + 1) > MAX_CASES {
            break;
        }
        let array = terms.var(array);
        let own = terms.select(all, array);
        let longer = cases.iter().flat_map(|case| (0..=bound).map(move |length| (case, length)));
        cases = longer
            .map(|(case, length)| {
                let mut case = case.clone();
                case.chosen.push(length);
                // A length is no larger than the bound, which is small.
                let length = terms.int(length as i32);
                case.holds.push(terms.same_value(own, length));
                case.own.push(own);
                let before = case.entry.get(&map).copied().unwrap_or(all);
                case.entry.insert(map, terms.store(before, array, length));
                case
            })
            .collect();
    }
    cases
}

/// What the cases assume together, and that they are all cases there are then.
fn all_there_are(terms: &mut Terms, cases: &[Lengths], bound: u32) -> (Vec<TermId>, TermId) {
    let mut some = terms.boolean(false);
    let mut assumed = BTreeSet::new();
    for case in cases {
        let all = terms.all(case.holds.iter().copied());
        some = terms.or(some, all);
        for &length in &case.own {
            assumed.insert(at_most(terms, length, bound));
        }
    }
    (assumed.into_iter().collect(), some)
}
