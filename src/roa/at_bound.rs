//! One region at one bound (DESIGN §5, §7): both versions with their calls inlined and their loops as time frames, and what is
//! shown of these. How the bounds follow one another stands in [`crate::roa::bounded`].
//!
//! **What a bound says.** With the bound `k` each loop goes round at most `k` times in a row in the original, and each
//! method stands at most `k + 1` times on the stack. All runs that pass the bound come to the *cut*. Shown is, for
//! every exit of the original but the cut: where the original takes it, the mutant takes it too, with the same values
//! of all that matters there. So on every input on which the original stays within the bound in each visit of the
//! region, the mutant does the same, and ends, by the induction of [`crate::roa::check`]. A mutant that passes its own
//! bound shows nothing: there is no proof then.
//!
//! **When that is a proof for all inputs.** The obligations cover every way out of the original but its cut. So it is
//! enough that no state which the facts allow brings the *original* to its cut: then the mutant never comes to its own
//! either, and both unrollings are complete.
//!
//! **Short arrays.** What is left open may be shown where lengths are bounded, too: [`crate::roa::lengths`] asks for one
//! choice of lengths after another ([`Limits::lengths`]). There no edge is followed that no state takes.
//!
//! **Calls that are not followed** are one unknown function in both versions, and those that may not end, or come back
//! to the method analysed, are entered in the history, which is compared. What calls may read and write is taken from both
//! versions together, so that one call is one function of the same things in both.

use std::collections::BTreeSet;

use crate::analysis::bits::BitSet;
use crate::analysis::effects::Effects;
use crate::analysis::loops::is_acyclic;
use crate::budget::Budget;
use crate::cfg::graph::{Effect, Graph, Node, NodeId, NodeKey};
use crate::cfg::region::Region;
use crate::frames::unroll::{UnrollLimits, unroll_region};
use crate::jvm::operator::BinaryOperator;
use crate::jvm::value::PrimitiveType;
use crate::roa::align::{Keys, Projection, Versions};
use crate::roa::check::{Obligation, kept_behind, passes_on, same_content};
use crate::roa::inlined::{EFFORT_OF_NODE, Inlined, Recursion};
use crate::roa::kept::{At, Behaviour, Unrolled};
use crate::roa::mroa::Depth;
use crate::roa::proof::{BoundOn, BoundedProof, Difference, Iterations, Proof, ProofKind};
use crate::roa::workbench::{Candidate, Either, Workbench};
use crate::sema::program::MethodId;
use crate::symbolic::question::{Answer, Asker, Question};
use crate::symbolic::search;
use crate::symbolic::solver::SolverError;
use crate::symbolic::summary::{Exit, Interest, Keep, KeepAll, NoSummary, Summary, TermBudget, summarize_in};
use crate::term::assignment::Assignment;
use crate::term::substitute::State;
use crate::term::variable::Variable;
use crate::term::{TermId, TermKind, Terms};

/// The most nodes of an unrolled graph.
const UNROLLED_NODES: usize = 3_000;
/// The most terms of a summary, and of one question.
const TERMS: usize = 20_000;
const QUESTION_TERMS: usize = 1_500;
/// What each question to the solver costs beside its size.
const EFFORT_OF_SOLVER: u64 = 100_000;
/// How often it is asked of one unrolled pair whether an edge is taken in some state in which the fault is excited.
const MAX_OPEN_QUESTIONS: usize = 200;

/// A region in both versions: where the mutant's is empty, what it passes on to.
pub(super) struct Pair<'a> {
    pub candidate: Candidate<'a>,
    pub depth: Depth,
    pub region: &'a Region,
    pub projection: &'a Projection,
    /// Methods whose calls must be followed: as unknown functions they might differ.
    pub followed: &'a BTreeSet<MethodId>,
    /// States at the head for which nothing has to be shown: the versions agree there, step by step.
    pub agreed: Option<TermId>,
}

impl<'a> Pair<'a> {
    /// All states, and calls that may be unknown functions.
    pub(super) const fn new(
        candidate: Candidate<'a>,
        depth: Depth,
        region: &'a Region,
        projection: &'a Projection,
    ) -> Self {
        static NONE: BTreeSet<MethodId> = BTreeSet::new();
        Self { candidate, depth, region, projection, followed: &NONE, agreed: None }
    }
}

/// How far a region is unrolled, and for which states at its head.
#[derive(Clone, Copy)]
pub(super) struct Limits<'l> {
    pub recursion: Recursion,
    /// The rounds of the original.
    pub bound: u32,
    /// So many more of the mutant.
    pub more: u32,
    pub lengths: &'l Lengths,
}

/// Which lengths arrays have at the head of a region.
#[derive(Clone, Debug, Default)]
pub(super) struct Lengths {
    /// Those of the first arrays that the method is given.
    pub chosen: Vec<u32>,
    /// The map of lengths, with these in it.
    pub entry: State,
    /// The lengths of these arrays as terms, and that each is what was chosen.
    pub own: Vec<TermId>,
    pub holds: Vec<TermId>,
    /// How long all others are at most; `None`: of any length.
    pub most: Option<u32>,
}

impl Lengths {
    /// What is known at a region's head in a case; `None`: no run comes there.
    pub(super) fn known_at(&self, bench: &Workbench<'_>, pair: &Pair<'_>) -> Option<Vec<TermId>> {
        let facts = bench.original.facts.at(pair.region.head)?;
        Some(facts.into_iter().chain(self.holds.iter().copied()).collect())
    }

    /// What a question that asks for these terms may assume of other arrays.
    fn assumed_of_others(&self, terms: &mut Terms, asked: &[TermId]) -> Vec<TermId> {
        let (Some(most), Some(map)) = (self.most, terms.find_variable(Variable::Length)) else {
            return Vec::new();
        };
        let map = terms.var(map);
        let is_other = |&term: &TermId| {
            let is_length = matches!(*terms.kind(term), TermKind::Select { map: of, .. } if of == map);
            is_length && !self.own.contains(&term)
        };
        let others: Vec<TermId> = asked.iter().copied().filter(is_other).collect();
        others.into_iter().map(|length| at_most(terms, length, most)).collect()
    }
}

/// That a length is no larger.
pub(super) fn at_most(terms: &mut Terms, length: TermId, most: u32) -> TermId {
    let most = terms.int(most as i32);
    terms.binary(BinaryOperator::Le, PrimitiveType::Int, length, most)
}

pub(super) enum FoundAtBound {
    Complete(Proof),
    /// When the original's runs pass the bound, where lengths are not what is bounded.
    UpTo(BoundedProof, Option<TermId>),
    Differs(Difference),
    /// The original never stays within the bound: nothing is said.
    Vacuous,
    None(String),
}

/// With so many rounds of the original, and so many more of the mutant.
pub(super) fn at_bound(
    bench: &mut Workbench<'_>,
    pair: &Pair<'_>,
    inlined: &Inlined,
    effects: &Effects,
    limits: Limits<'_>,
    budget: &mut Budget,
) -> Result<FoundAtBound, SolverError> {
    let Limits { recursion, bound, lengths, .. } = limits;
    let Some(known) = lengths.known_at(bench, pair) else {
        return Ok(FoundAtBound::None("no run reaches the region".to_owned()));
    };
    let mut assumptions = known.clone();
    assumptions.extend(pair.agreed.map(|agreed| bench.terms.not(agreed)));
    if [&*inlined.original, &inlined.mutant].into_iter().any(|graph| has_call(graph, pair.followed)) {
        return Ok(FoundAtBound::None("a call of the method is not followed".to_owned()));
    }
    let key = (recursion, bound, pair.region.head, pair.region.len(), lengths.chosen.clone());
    let behaviours = behaviours(bench, pair, (inlined, effects), limits, &key, &assumptions, budget)?;
    let (original, mutant) = match behaviours {
        (Ok(original), Ok(mutant)) => (original, mutant),
        (Err(why), _) | (_, Err(why)) => return Ok(FoundAtBound::None(why)),
    };
    let has_loop = original.has_loop || mutant.has_loop;
    let closed = original.closed.into_iter().chain(mutant.closed);
    let (original, mutant) = (original.summary, mutant.summary);
    let Candidate { versions, relevance, .. } = pair.candidate;
    let keep = Either { versions, original: &bench.original.relevance, mutant: relevance };
    let mut obligations = bounded_obligations(&mut bench.terms, &original, &mutant, &keep);
    let goals: Vec<TermId> = obligations.iter().map(|o| o.holds).collect();
    let asked = bench.terms.closure(&goals);
    if asked.len() > QUESTION_TERMS {
        return Ok(FoundAtBound::None(format!("with {} the question is too large", Iterations(bound))));
    }
    let of_others = lengths.assumed_of_others(&mut bench.terms, &asked);
    assumptions.extend(&of_others);
    let at = (key, asked.into_iter().any(|term| bench.terms.is_product(term)));
    let mut own = Budget::new(bench.kept.too_hard.part(&at, budget.left()));
    let answer = discharge_bounded(bench, &assumptions, &obligations, &mut own)?;
    // What is over is seen before the next bound.
    _ = budget.spend(own.spent());
    bench.kept.too_hard.count(at, matches!(answer, Discharged::Undecided(_)));
    match answer {
        Discharged::Valid => {}
        Discharged::Refuted { assignment, exact } => {
            let leaves_bound = leaves_bound(bench, &mutant, &assignment);
            let depth = pair.depth;
            let difference = Difference { depth, bound, assignment, exact, leaves_bound };
            return Ok(FoundAtBound::Differs(difference));
        }
        Discharged::Undecided(why) => return Ok(FoundAtBound::None(why)),
    }
    let closed_world = bench.original.rests_on_classes()
        || matches!(pair.projection, Projection::Region(r) if bench.rests_on_classes(versions.mutant, r));
    let mut cut = None;
    match past_bound(bench, &original, &assumptions, budget)? {
        PastBound::None(shown) => obligations.extend(shown),
        PastBound::Some(guard) => cut = Some(guard),
        PastBound::Every => return Ok(FoundAtBound::Vacuous),
    }
    obligations.extend(closed);
    if let Some(agreed) = pair.agreed {
        for obligation in &mut obligations {
            obligation.holds = bench.terms.or(agreed, obligation.holds);
        }
    }
    let (mut assumptions, depth, callers) = (known, pair.depth, None);
    assumptions.extend(of_others);
    if cut.is_some() {
        let on = BoundOn { loops: true, recursion: recursion == Recursion::Cut, lengths: false };
        let proof = BoundedProof { depth, bound, on, assumptions, obligations, closed_world, callers };
        return Ok(FoundAtBound::UpTo(proof, cut));
    }
    let is_unrolled = has_loop || recursion == Recursion::Cut;
    let kind = if is_unrolled { ProofKind::CompleteUnrolling } else { ProofKind::CallsFollowed };
    let callers = None;
    Ok(FoundAtBound::Complete(Proof { depth, kind, assumptions, obligations, closed_world, callers }))
}

/// What both versions do; the original's is kept for other mutants where it rests on nothing of this one.
fn behaviours(
    bench: &mut Workbench<'_>,
    pair: &Pair<'_>,
    (inlined, effects): (&Inlined, &Effects),
    limits: Limits<'_>,
    key: &At,
    assumptions: &[TermId],
    budget: &mut Budget,
) -> Result<(Unrolled, Unrolled), SolverError> {
    let Limits { bound, more, lengths, .. } = limits;
    let (versions, entry) = (pair.candidate.versions, &lengths.entry);
    let is_shared = *effects == bench.original.effects && pair.agreed.is_none();
    let made_before = bench.kept.originals.summaries.get(key).cloned().filter(|_| is_shared);
    let is_asked = pair.agreed.is_some() || !lengths.chosen.is_empty();
    let mut open = Open::new(assumptions, is_asked);
    let original = match made_before {
        Some(made) => made,
        None => {
            let Versions { original: outer, original_keys: keys, .. } = versions;
            let version =
                InlinedRegion { inlined: &inlined.original, outer, keys, region: pair.region, entry };
            let made = summary(bench, version, effects, bound, &mut open, budget);
            bench.charge(unrolling_effort(&inlined.original, bound), budget);
            // Without effort, more ways are looked at than need be.
            if is_shared && (entry.is_empty() || !budget.is_exhausted()) {
                bench.kept.originals.summaries.insert(key.clone(), made.clone());
            }
            made
        }
    };
    let mutant = match pair.projection {
        Projection::Empty(target) => {
            let summary = passes_on(&mut bench.terms, *target);
            Ok(Behaviour { summary, has_loop: false, closed: Vec::new() })
        }
        Projection::Region(region) => {
            let Versions { mutant: outer, mutant_keys: keys, .. } = versions;
            let version = InlinedRegion { inlined: &inlined.mutant, outer, keys, region, entry };
            summary(bench, version, effects, bound + more, &mut open, budget)
        }
    };
    open.no_failure()?;
    bench.charge(unrolling_effort(&inlined.mutant, bound + more), budget);
    Ok((original, mutant))
}

/// Which runs of the original go past the bound.
enum PastBound {
    /// That none does, if there is a way at all.
    None(Option<Obligation>),
    /// Where this holds.
    Some(TermId),
    Every,
}

fn past_bound(
    bench: &mut Workbench<'_>,
    original: &Summary,
    assumptions: &[TermId],
    budget: &mut Budget,
) -> Result<PastBound, SolverError> {
    let Some(cut) = cut_of(original) else { return Ok(PastBound::None(None)) };
    let holds = bench.terms.not(cut.guard);
    if is_valid(bench, assumptions, holds, budget)? {
        return Ok(PastBound::None(Some(Obligation { exit: cut.target, variable: None, holds })));
    }
    let is_every = is_valid(bench, assumptions, cut.guard, budget)?;
    Ok(if is_every { PastBound::Every } else { PastBound::Some(cut.guard) })
}

fn is_valid(
    bench: &mut Workbench<'_>,
    assumptions: &[TermId],
    goal: TermId,
    budget: &mut Budget,
) -> Result<bool, SolverError> {
    let question = Question { assumptions: assumptions.to_vec(), goal };
    Ok(bench.asker.ask(&mut bench.terms, &question, budget)?.is_valid())
}

/// Whether the assignment brings the mutant to its cut.
fn leaves_bound(bench: &mut Workbench<'_>, mutant: &Summary, assignment: &Assignment) -> bool {
    let Some(cut) = cut_of(mutant) else { return false };
    let goal = bench.terms.not(cut.guard);
    let question = Question { assumptions: Vec::new(), goal };
    search::check(&bench.terms, &question, assignment).is_some()
}

/// What a region of a version does, in the graph that inlining made of it, with its loops unrolled.
fn summary(
    bench: &mut Workbench<'_>,
    version: InlinedRegion<'_>,
    effects: &Effects,
    iterations: u32,
    open: &mut Open,
    budget: &mut Budget,
) -> Unrolled {
    let InlinedRegion { inlined, outer, keys, region, .. } = version;
    let head_key = outer.nodes[region.head].key;
    let (head, nodes) = region_in(inlined, head_key, keys, outer, region)
        .ok_or_else(|| "the region is lost in inlining".to_owned())?;
    let has_loop = !is_acyclic(inlined, head, |n| nodes.contains(n));
    let limits = UnrollLimits { iterations, nodes: UNROLLED_NODES };
    let unrolled = unroll_region(&mut bench.terms, inlined, head, &nodes, limits)
        .map_err(|why| format!("with {}: {why}", Iterations(iterations)))?;
    let graph = &unrolled.graph;
    let region = Region::new(graph, unrolled.head, unrolled.region.iter())
        .ok_or_else(|| "the unrolled region is entered beside its head".to_owned())?;
    let limit = TermBudget { terms: TERMS };
    let known = open.closed.len();
    let asker = &mut bench.asker;
    let mut is_open = |terms: &mut Terms, guard: &[TermId], target: NodeKey| {
        open.is_open(terms, asker, guard, target, budget)
    };
    let interest = Interest { entry: version.entry.clone(), is_open: &mut is_open };
    let summary = summarize_in(&mut bench.terms, graph, &region, effects, &KeepAll, limit, interest);
    let closed = open.closed.split_off(known);
    summary.map(|summary| Behaviour { summary, has_loop, closed }).map_err(|why| match why {
        NoSummary::TooLarge(_) => format!("with {} {why}", Iterations(iterations)),
        why => why.to_string(),
    })
}

/// All obligations at once: a question that the solver has to be asked costs a fixed part more here, since a bound
/// makes many of them.
fn discharge_bounded(
    bench: &mut Workbench<'_>,
    assumptions: &[TermId],
    obligations: &[Obligation],
    budget: &mut Budget,
) -> Result<Discharged, SolverError> {
    let goal = bench.terms.all(obligations.iter().map(|o| o.holds));
    let question = Question { assumptions: assumptions.to_vec(), goal };
    let asked = bench.asker.counts().asked_solver();
    let answer = bench.asker.ask(&mut bench.terms, &question, budget)?;
    let spent = (bench.asker.counts().asked_solver() - asked) * EFFORT_OF_SOLVER;
    _ = budget.spend(spent);
    Ok(match answer {
        Answer::Valid { .. } => Discharged::Valid,
        Answer::Refuted { assignment, exact, .. } => Discharged::Refuted { assignment, exact },
        Answer::Undecided { reason } => Discharged::Undecided(reason.to_string()),
    })
}

/// A region of one version, and the graph that inlining made of the version.
#[derive(Clone, Copy)]
struct InlinedRegion<'a> {
    inlined: &'a Graph,
    outer: &'a Graph,
    keys: &'a Keys,
    region: &'a Region,
    /// What is known of the state at its head.
    entry: &'a State,
}

/// Which edges of an unrolled region are taken in some state of interest.
struct Open {
    assumptions: Vec<TermId>,
    /// Whether that is asked at all, and how often it still may be.
    questions: usize,
    /// That the edges are not taken for which it was shown.
    closed: Vec<Obligation>,
    error: Option<SolverError>,
}

impl Open {
    fn new(assumptions: &[TermId], is_asked: bool) -> Self {
        let questions = if is_asked { MAX_OPEN_QUESTIONS } else { 0 };
        Self { assumptions: assumptions.to_vec(), questions, closed: Vec::new(), error: None }
    }

    fn is_open(
        &mut self,
        terms: &mut Terms,
        asker: &mut Asker,
        guard: &[TermId],
        target: NodeKey,
        budget: &mut Budget,
    ) -> bool {
        if self.questions == 0 || self.error.is_some() || budget.is_exhausted() {
            return true;
        }
        self.questions -= 1;
        let taken = terms.all(guard.iter().copied());
        let goal = terms.not(taken);
        let question = Question { assumptions: self.assumptions.clone(), goal };
        match asker.ask(terms, &question, budget) {
            Ok(answer) if answer.is_valid() => {
                self.closed.push(Obligation { exit: target, variable: None, holds: goal });
                false
            }
            Ok(_) => true,
            Err(why) => {
                self.error = Some(why);
                true
            }
        }
    }

    fn no_failure(self) -> Result<(), SolverError> {
        self.error.map_or(Ok(()), Err)
    }
}

/// What it costs to unroll and summarise a graph, at most.
fn unrolling_effort(graph: &Graph, iterations: u32) -> u64 {
    (graph.nodes.len() * (iterations as usize + 1)).min(UNROLLED_NODES) as u64 * EFFORT_OF_NODE
}

enum Discharged {
    Valid,
    Refuted { assignment: Assignment, exact: bool },
    Undecided(String),
}

fn has_call(graph: &Graph, methods: &BTreeSet<MethodId>) -> bool {
    graph.nodes.iter().any(|node| calls_one_of(node, methods))
}

pub(super) fn calls_one_of(node: &Node, methods: &BTreeSet<MethodId>) -> bool {
    match &node.effect {
        Effect::Call(call) => call.targets.iter().any(|(method, _)| methods.contains(method)),
        _ => false,
    }
}

fn cut_of(summary: &Summary) -> Option<&Exit> {
    summary.exits.iter().find(|exit| exit.is_cut)
}

/// The nodes of a graph with inlined calls that stand for a region of the graph without: all that its head reaches
/// before it comes to a node of the outer graph that is not in the region.
fn region_in(
    inlined: &Graph,
    head: NodeKey,
    keys: &Keys,
    outer: &Graph,
    region: &Region,
) -> Option<(NodeId, BitSet<NodeId>)> {
    let head = inlined.nodes.ids().find(|&n| inlined.nodes[n].key == head)?;
    let is_outside = |node: NodeId| {
        if inlined.is_exit(node) {
            return true;
        }
        keys.get(inlined.nodes[node].key).is_some_and(|n| outer.is_exit(n) || !region.contains(n))
    };
    let mut nodes = BitSet::new();
    let mut pending = vec![head];
    while let Some(node) = pending.pop() {
        if nodes.insert(node) {
            pending.extend(inlined.successors(node).filter(|&n| !is_outside(n)));
        }
    }
    Some((head, nodes))
}

/// For each exit of the original but its cut: that the mutant takes it too, and with the same values.
fn bounded_obligations(
    terms: &mut Terms,
    original: &Summary,
    mutant: &Summary,
    keep: &dyn Keep,
) -> Vec<Obligation> {
    let mut guards = Vec::new();
    let mut values = Vec::new();
    for exit in original.exits.iter().filter(|exit| !exit.is_cut) {
        let target = exit.target;
        let not_taken = terms.not(exit.guard);
        let Some(other) = mutant.exit(target, false) else {
            guards.push(Obligation { exit: target, variable: None, holds: not_taken });
            continue;
        };
        let holds = terms.or(not_taken, other.guard);
        guards.push(Obligation { exit: target, variable: None, holds });
        kept_behind(terms, keep, target, [&exit.state, &other.state], |terms, var, left, right| {
            let same = same_content(terms, left, right);
            let holds = terms.or(not_taken, same);
            values.push(Obligation { exit: target, variable: Some(var), holds });
        });
    }
    guards.append(&mut values);
    guards.retain(|obligation| !terms.is_true(obligation.holds));
    guards
}
