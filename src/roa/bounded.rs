//! Proofs about loops and recursion by unrolling (DESIGN §5, §7): the region in both versions with its calls inlined
//! and its loops as time frames, by growing bounds.
//!
//! **What a bound says.** With the bound `k` each loop goes round at most `k` times in a row in the original, and each
//! method stands at most `k + 1` times on the stack. All runs that pass the bound come to the *cut*. Shown is, for
//! every exit of the original but the cut: where the original takes it, the mutant takes it too, with the same values
//! of all that matters there. So on every input on which the original stays within the bound in each visit of the
//! region, the mutant does the same, and ends, by the induction of [`crate::roa::check`]. A mutant that passes its own
//! bound shows nothing: there is no proof then. It has one round more, for loops that were turned round; where it goes
//! on after that, it is asked once whether another brings it to the same end.
//!
//! **When that is a proof for all inputs.** The obligations cover every way out of the original but its cut. So it is
//! enough that no state which the facts allow brings the *original* to its cut: then the mutant never comes to its own
//! either, and both unrollings are complete.
//!
//! **Short arrays.** What is left open may be shown where lengths are bounded, too: [`crate::roa::lengths`] asks for one
//! choice of lengths after another ([`Limits::lengths`]). There no edge is followed that no state takes.
//!
//! **Calls that are not followed** are one unknown function in both versions, and those that may not end, or come back
//! to the method analysed, are entered in the history, which is compared. A call of a method on the stack stands for
//! that method's own version. First such calls are unknown functions too: as both versions make the same
//! calls in the same states, what they call does the same by induction over the depth of the original's recursion, and
//! ends as it does there; such a proof bounds no recursion. Only where that proves nothing they are followed up to the
//! bound, and cut behind it. What calls may read and write is taken from both versions together, so that one call is one
//! function of the same things in both.

use std::collections::BTreeSet;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::analysis::bits::BitSet;
use crate::analysis::effects::Effects;
use crate::analysis::loops::is_acyclic;
use crate::analysis::relevance::Relevance;
use crate::budget::Budget;
use crate::cfg::cache::Callee;
use crate::cfg::graph::{Call, Effect, Graph, Node, NodeId, NodeKey};
use crate::cfg::region::Region;
use crate::frames::unroll::{UnrollLimits, unroll_region};
use crate::roa::align::{Keys, Projection, Versions};
use crate::roa::check::{Obligation, passes_on, same_content};
use crate::roa::inlined::{Inlined, Recursion};
use crate::roa::lengths::Lengths;
use crate::roa::local::{Checker, Either};
use crate::roa::mroa::Depth;
use crate::roa::proof::{BoundOn, Bounded, BoundedProof, Difference, Iterations, Proof, ProofKind};
use crate::sema::program::MethodId;
use crate::sema::typed_tree::Body;
use crate::symbolic::question::{Answer, Asker, Question};
use crate::symbolic::search;
use crate::symbolic::solver::SolverError;
use crate::symbolic::summary::{Exit, Interest, Keep, KeepAll, NoSummary, Summary, TermBudget, summarize_in};
use crate::term::assignment::Assignment;
use crate::term::substitute::State;
use crate::term::variable::VarId;
use crate::term::{TermId, Terms};

/// The bounds, one after another.
pub(super) const BOUNDS: [u32; 4] = [1, 2, 4, 8];
/// The bounds behind these, for loops that no run leaves earlier: most have a constant number of rounds.
const FAR_BOUNDS: [u32; 5] = [16, 32, 64, 128, 256];
/// How many rounds more the mutant may go, and how many if it goes on after these.
pub(super) const MORE_ROUNDS: u32 = 1;
const MOST_ROUNDS: u32 = 2;
/// The most nodes of an unrolled graph.
const UNROLLED_NODES: usize = 3_000;
/// The most terms of a summary, and of one question.
const TERMS: usize = 20_000;
const QUESTION_TERMS: usize = 1_500;
/// What the bounded checks of one mutant may cost, for the whole method, for regions in it, and for those where the fault
/// is excited, as often as [`EFFORT_OF_METHOD`] goes into what all mutants of the method may; and each question to the
/// solver beside its size.
pub(super) const EFFORT: u64 = 6_000_000;
pub(super) const EFFORT_INSIDE: u64 = 2_500_000;
pub(super) const EFFORT_EXCITED: u64 = 10_000_000;
pub(super) const EFFORT_OF_METHOD: u64 = 100_000_000;
const EFFORT_OF_SOLVER: u64 = 100_000;
/// After so many mutants in a row for which a region at a bound was too hard, questions of its kind have no more than this
/// part of the effort: it takes little to find a difference where there is one.
const TRIES: u32 = 3;
const PART_IN_DOUBT: u64 = 20;
/// How often it is asked of one unrolled pair whether an edge is taken in some state in which the fault is excited.
const MAX_OPEN_QUESTIONS: usize = 200;
/// What a node costs that is inlined, or unrolled and summarised.
pub(super) const EFFORT_OF_NODE: u64 = 300;

impl Bounded {
    /// Takes what a bound has shown; whether a larger one may show more.
    pub(super) fn take(&mut self, depth: Depth, bound: u32, found: FoundAtBound) -> bool {
        match found {
            FoundAtBound::Complete(proof) => {
                self.complete = Some(proof);
                return false;
            }
            FoundAtBound::UpTo(proof) => {
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

/// A region in both versions: where the mutant's is empty, what it passes on to.
pub(super) struct Pair<'a> {
    pub versions: Versions<'a>,
    pub relevance: &'a Relevance,
    pub depth: Depth,
    pub region: &'a Region,
    pub projection: &'a Projection,
    /// Methods whose calls must be followed: as unknown functions they might differ.
    pub followed: &'a BTreeSet<MethodId>,
    /// States at the head for which nothing has to be shown: the versions agree there, step by step.
    pub agreed: Option<TermId>,
}

/// What was made of the original, for all mutants whose calls may do what the original's may.
#[derive(Default)]
pub(super) struct Originals {
    pub inlined: FxHashMap<(Recursion, u32), (Arc<Graph>, bool)>,
    summaries: FxHashMap<At, Unrolled>,
}

/// A region of the original at a bound: its head and its size, and which lengths of arrays are looked at.
type At = (Recursion, u32, NodeId, usize, Vec<u32>);

/// For how many mutants in a row a region at a bound was too hard, with products in the question and without.
#[derive(Default)]
pub(super) struct TooHard(FxHashMap<(At, bool), u32>);

impl TooHard {
    /// What is spent of the effort that is left.
    fn part(&self, at: &(At, bool), left: u64) -> u64 {
        let is_too_hard = self.0.get(at).is_some_and(|&tries| tries >= TRIES);
        if is_too_hard { left / PART_IN_DOUBT } else { left }
    }

    fn count(&mut self, at: (At, bool), answer: &Discharged) {
        let tries = self.0.entry(at).or_default();
        *tries = if matches!(answer, Discharged::Undecided(_)) { *tries + 1 } else { 0 };
    }
}

/// A region's summary, or why there is none.
type Unrolled = Result<Behaviour, String>;

/// What a region does in the states of interest.
#[derive(Clone)]
struct Behaviour {
    summary: Summary,
    has_loop: bool,
    /// That the edges are not taken which the summary leaves out.
    closed: Vec<Obligation>,
}

pub(super) enum FoundAtBound {
    Complete(Proof),
    UpTo(BoundedProof),
    Differs(Difference),
    /// The original never stays within the bound: nothing is said.
    Vacuous,
    None(String),
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
    pub bounded: Bounded,
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

impl Checker<'_> {
    /// Whether unrolling or inlining can show more of a region than its own summary.
    pub(super) fn may_show_more(
        &mut self,
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
                    matches!(self.graphs.any_call(&mut self.terms, None, method), Callee::Graph(_))
                }),
                _ => false,
            };
            !is_acyclic(graph, region.head, |n| region.contains(n))
                || region.nodes().iter().any(&mut is_followed)
        })
    }

    /// Looks at one region in the mutant's version `body`, bound by bound.
    pub(super) fn bounded(
        &mut self,
        pair: &Pair<'_>,
        body: &Body,
        budget: &mut Budget,
    ) -> Result<Bounded, SolverError> {
        let mut course = self.first_bound(pair, body, budget)?;
        self.other_bounds(&mut course, pair, body, budget)?;
        Ok(course.bounded)
    }

    /// The least bound alone.
    pub(super) fn first_bound(
        &mut self,
        pair: &Pair<'_>,
        body: &Body,
        budget: &mut Budget,
    ) -> Result<Course, SolverError> {
        let [bound, ..] = BOUNDS;
        let effects = self.effects_of_both(pair.versions.mutant, body);
        let inlined = self.inlined(pair, body, &effects, Recursion::Unknown, bound, budget);
        let mut course = Course {
            effects,
            inlined,
            recursion: Recursion::Unknown,
            more: MORE_ROUNDS,
            goes_on: true,
            is_vacuous: false,
            bounded: Bounded::default(),
        };
        self.step(&mut course, pair, bound, budget)?;
        Ok(course)
    }

    /// The bounds that follow.
    pub(super) fn other_bounds(
        &mut self,
        course: &mut Course,
        pair: &Pair<'_>,
        body: &Body,
        budget: &mut Budget,
    ) -> Result<(), SolverError> {
        let is_recursive = course.inlined.is_recursive;
        for &bound in BOUNDS.iter().skip(1).chain(&FAR_BOUNDS) {
            let is_far = FAR_BOUNDS.contains(&bound);
            if !course.goes_on || is_far && !course.is_vacuous {
                break;
            }
            self.step(course, pair, bound, budget)?;
        }
        if course.bounded.is_decided() || course.bounded.proof.is_some() || !is_recursive {
            return Ok(());
        }
        (course.recursion, course.more) = (Recursion::Cut, MORE_ROUNDS);
        for bound in BOUNDS {
            course.inlined = self.inlined(pair, body, &course.effects, Recursion::Cut, bound, budget);
            self.step(course, pair, bound, budget)?;
            if !course.goes_on {
                break;
            }
        }
        Ok(())
    }

    fn step(
        &mut self,
        course: &mut Course,
        pair: &Pair<'_>,
        bound: u32,
        budget: &mut Budget,
    ) -> Result<(), SolverError> {
        let Course { effects, inlined, recursion, .. } = course;
        let limits = Limits { recursion: *recursion, bound, more: course.more, lengths: &Lengths::default() };
        let mut found = self.at_bound(pair, inlined, effects, limits, budget)?;
        if bound == BOUNDS[0] && matches!(&found, FoundAtBound::Differs(d) if d.leaves_bound) {
            let limits = Limits { more: MOST_ROUNDS, ..limits };
            let again = self.at_bound(pair, inlined, effects, limits, budget)?;
            if matches!(again, FoundAtBound::Complete(_) | FoundAtBound::UpTo(_)) {
                (found, course.more) = (again, MOST_ROUNDS);
            }
        }
        course.is_vacuous = matches!(found, FoundAtBound::Vacuous);
        course.goes_on = course.bounded.take(pair.depth, bound, found) && !budget.is_exhausted();
        Ok(())
    }

    /// With so many rounds of the original, and so many more of the mutant.
    #[expect(
        clippy::too_many_lines,
        reason = "the steps of one question, each with what the one before it made"
    )]
    pub(super) fn at_bound(
        &mut self,
        pair: &Pair<'_>,
        inlined: &Inlined,
        effects: &Effects,
        limits: Limits<'_>,
        budget: &mut Budget,
    ) -> Result<FoundAtBound, SolverError> {
        let Limits { recursion, bound, more, lengths } = limits;
        let Some(known) = self.known_of(pair, lengths) else {
            return Ok(FoundAtBound::None("no run reaches the region".to_owned()));
        };
        let mut assumptions = known.clone();
        assumptions.extend(pair.agreed.map(|agreed| self.terms.not(agreed)));
        if [&*inlined.original, &inlined.mutant].into_iter().any(|graph| has_call(graph, pair.followed)) {
            return Ok(FoundAtBound::None("a call of the method is not followed".to_owned()));
        }
        let entry = &lengths.entry;
        let key = (recursion, bound, pair.region.head, pair.region.len(), lengths.chosen.clone());
        let is_shared = *effects == self.effects && pair.agreed.is_none();
        let made_before = self.originals.summaries.get(&key).cloned().filter(|_| is_shared);
        let is_asked = pair.agreed.is_some() || !lengths.chosen.is_empty();
        let mut open = Open::new(&assumptions, is_asked);
        let original = match made_before {
            Some(made) => made,
            None => {
                let Versions { original: outer, original_keys: keys, .. } = pair.versions;
                let version =
                    InlinedRegion { inlined: &inlined.original, outer, keys, region: pair.region, entry };
                let made = self.summary(version, effects, bound, &mut open, budget);
                self.charge(unrolling_effort(&inlined.original, bound), budget);
                // Without effort, more ways are looked at than need be.
                if is_shared && (entry.is_empty() || !budget.is_exhausted()) {
                    self.originals.summaries.insert(key.clone(), made.clone());
                }
                made
            }
        };
        let mutant = match pair.projection {
            Projection::Empty(target) => {
                let summary = passes_on(&mut self.terms, *target);
                Ok(Behaviour { summary, has_loop: false, closed: Vec::new() })
            }
            Projection::Region(region) => {
                let Versions { mutant: outer, mutant_keys: keys, .. } = pair.versions;
                let version = InlinedRegion { inlined: &inlined.mutant, outer, keys, region, entry };
                self.summary(version, effects, bound + more, &mut open, budget)
            }
        };
        open.no_failure()?;
        self.charge(unrolling_effort(&inlined.mutant, bound + more), budget);
        let (original, mutant) = match (original, mutant) {
            (Ok(original), Ok(mutant)) => (original, mutant),
            (Err(why), _) | (_, Err(why)) => return Ok(FoundAtBound::None(why)),
        };
        let has_loop = original.has_loop || mutant.has_loop;
        let closed = original.closed.into_iter().chain(mutant.closed);
        let (original, mutant) = (original.summary, mutant.summary);
        let keep = Either { versions: pair.versions, original: &self.relevance, mutant: pair.relevance };
        let obligations = bounded_obligations(&mut self.terms, &original, &mutant, &keep);
        let goals: Vec<TermId> = obligations.iter().map(|o| o.holds).collect();
        let asked = self.terms.closure(&goals);
        if asked.len() > QUESTION_TERMS {
            return Ok(FoundAtBound::None(format!("with {} the question is too large", Iterations(bound))));
        }
        let of_others = self.assumed_of_others(lengths, &asked);
        assumptions.extend(&of_others);
        let at = (key, asked.into_iter().any(|term| self.terms.is_product(term)));
        let mut own = Budget::new(self.too_hard.part(&at, budget.left()));
        let answer = self.discharge_bounded(&assumptions, &obligations, &mut own)?;
        // What is over is seen before the next bound.
        _ = budget.spend(own.spent());
        self.too_hard.count(at, &answer);
        match answer {
            Discharged::Valid => {}
            Discharged::Refuted { assignment, exact } => {
                let leaves_bound = self.leaves_bound(&mutant, &assignment);
                let depth = pair.depth;
                return Ok(FoundAtBound::Differs(Difference {
                    depth,
                    bound,
                    assignment,
                    exact,
                    leaves_bound,
                }));
            }
            Discharged::Undecided(why) => return Ok(FoundAtBound::None(why)),
        }
        let closed_world = self.rests_on_classes(pair.versions.original, pair.region)
            || matches!(pair.projection, Projection::Region(r) if self.rests_on_classes(pair.versions.mutant, r));
        let mut obligations = obligations;
        let mut is_bounded = false;
        if let Some(cut) = cut_of(&original) {
            let holds = self.terms.not(cut.guard);
            if !self.is_valid(&assumptions, holds, budget)? {
                if self.is_valid(&assumptions, cut.guard, budget)? {
                    return Ok(FoundAtBound::Vacuous);
                }
                is_bounded = true;
            } else {
                obligations.push(Obligation { exit: cut.target, variable: None, holds });
            }
        }
        obligations.extend(closed);
        if let Some(agreed) = pair.agreed {
            for obligation in &mut obligations {
                obligation.holds = self.terms.or(agreed, obligation.holds);
            }
        }
        let mut assumptions = known;
        assumptions.extend(of_others);
        if is_bounded {
            return Ok(FoundAtBound::UpTo(BoundedProof {
                depth: pair.depth,
                bound,
                on: BoundOn { loops: true, recursion: recursion == Recursion::Cut, lengths: false },
                assumptions,
                obligations,
                closed_world,
                callers: None,
            }));
        }
        let is_unrolled = has_loop || recursion == Recursion::Cut;
        let kind = if is_unrolled { ProofKind::CompleteUnrolling } else { ProofKind::CallsFollowed };
        let depth = pair.depth;
        Ok(FoundAtBound::Complete(Proof {
            depth,
            kind,
            assumptions,
            obligations,
            closed_world,
            callers: None,
        }))
    }

    fn is_valid(
        &mut self,
        assumptions: &[TermId],
        goal: TermId,
        budget: &mut Budget,
    ) -> Result<bool, SolverError> {
        let question = Question { assumptions: assumptions.to_vec(), goal };
        Ok(self.asker.ask(&mut self.terms, &question, budget)?.is_valid())
    }

    /// Whether the assignment brings the mutant to its cut.
    fn leaves_bound(&mut self, mutant: &Summary, assignment: &Assignment) -> bool {
        let Some(cut) = cut_of(mutant) else { return false };
        let goal = self.terms.not(cut.guard);
        let question = Question { assumptions: Vec::new(), goal };
        search::check(&self.terms, &question, assignment).is_some()
    }

    /// What a region of a version does, in the graph that inlining made of it, with its loops unrolled.
    fn summary(
        &mut self,
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
        let unrolled = unroll_region(&mut self.terms, inlined, head, &nodes, limits)
            .map_err(|why| format!("with {}: {why}", Iterations(iterations)))?;
        let graph = &unrolled.graph;
        let region = Region::new(graph, unrolled.head, unrolled.region.iter())
            .ok_or_else(|| "the unrolled region is entered beside its head".to_owned())?;
        let limit = TermBudget { terms: TERMS };
        let known = open.closed.len();
        let asker = &mut self.asker;
        let mut is_open = |terms: &mut Terms, guard: &[TermId], target: NodeKey| {
            open.is_open(terms, asker, guard, target, budget)
        };
        let interest = Interest { entry: version.entry.clone(), is_open: &mut is_open };
        let summary = summarize_in(&mut self.terms, graph, &region, effects, &KeepAll, limit, interest);
        let closed = open.closed.split_off(known);
        summary.map(|summary| Behaviour { summary, has_loop, closed }).map_err(|why| match why {
            NoSummary::TooLarge(_) => format!("with {} {why}", Iterations(iterations)),
            why => why.to_string(),
        })
    }

    /// Whether some call of a region, or one that it leads to, rests on the classes that the program has.
    pub(super) fn rests_on_classes(&mut self, graph: &Graph, region: &Region) -> bool {
        let calls = |graph: &Graph, nodes: &[NodeId]| -> Vec<Call> {
            let call = |&n: &NodeId| match &graph.nodes[n].effect {
                Effect::Call(call) => Some((**call).clone()),
                _ => None,
            };
            nodes.iter().filter_map(call).collect()
        };
        let mut seen = BTreeSet::new();
        let mut pending = calls(graph, region.nodes());
        while let Some(call) = pending.pop() {
            if call.closed_world {
                return true;
            }
            for (method, _) in call.targets {
                if seen.insert(method)
                    && let Callee::Graph(callee) = self.graphs.any_call(&mut self.terms, None, method)
                {
                    let nodes: Vec<NodeId> = callee.nodes.ids().collect();
                    pending.extend(calls(&callee, &nodes));
                }
            }
        }
        false
    }

    /// All obligations at once: a question that the solver has to be asked costs a fixed part more here, since a bound
    /// makes many of them.
    fn discharge_bounded(
        &mut self,
        assumptions: &[TermId],
        obligations: &[Obligation],
        budget: &mut Budget,
    ) -> Result<Discharged, SolverError> {
        let goal = self.terms.all(obligations.iter().map(|o| o.holds));
        let question = Question { assumptions: assumptions.to_vec(), goal };
        let asked = self.asker.counts().asked_solver();
        let answer = self.asker.ask(&mut self.terms, &question, budget)?;
        let spent = (self.asker.counts().asked_solver() - asked) * EFFORT_OF_SOLVER;
        _ = budget.spend(spent);
        Ok(match answer {
            Answer::Valid { .. } => Discharged::Valid,
            Answer::Refuted { assignment, exact, .. } => Discharged::Refuted { assignment, exact },
            Answer::Undecided { reason } => Discharged::Undecided(reason.to_string()),
        })
    }
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
        let mut vars: Vec<VarId> = exit.state.keys().chain(other.state.keys()).copied().collect();
        vars.sort_unstable();
        vars.dedup();
        for var in vars {
            if !keep.keeps(terms, target, var) {
                continue;
            }
            let unchanged = terms.var(var);
            let left = exit.state.get(&var).copied().unwrap_or(unchanged);
            let right = other.state.get(&var).copied().unwrap_or(unchanged);
            let same = same_content(terms, left, right);
            let holds = terms.or(not_taken, same);
            values.push(Obligation { exit: target, variable: Some(var), holds });
        }
    }
    guards.append(&mut values);
    guards.retain(|obligation| !terms.is_true(obligation.holds));
    guards
}
