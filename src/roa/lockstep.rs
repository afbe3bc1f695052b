//! Two runs side by side that differ in what does not matter in the end (DESIGN §7): a sign that the next round drops,
//! high bits that nothing reads. Where a region's two versions leave different values, the *likeness* of the two states
//! is carried on to where they go, and from there on, up to the end or until the states are the same again.
//!
//! **Points.** A segment begins at a point and ends where a loop begins, where the method ends, or where it is no longer
//! entered at its point alone: it has no loop in it. The first point is the head of a region that holds all that is
//! changed; where a segment ends in states that may differ, the next one begins. At each point stands for each variable
//! that matters there how like the mutant's value is to the original's: [`Likeness`]. From all pairs of states that are
//! so like each other, and that the facts allow to the original, both versions have to take the same way out of the
//! segment, with states that are like each other as it is said there; where the method ends all that matters is the same.
//! What is said of a point is what its segments need: at first that all is the same, then less and less. One kind of
//! likeness is tried after the other.
//!
//! **Why that is a proof.** Up to the first point both versions run the same code in the same states, which are as like
//! each other as anything asks for. From point to point they stay side by side by induction: each segment ends, as it has
//! no loop, and both versions take the same exit of it. Where the states are the same again, outside of the first
//! point's segment, the versions run the same code, until they come to a point: there the states are still the same.

use std::collections::BTreeSet;
use std::time::Instant;

use indexmap::IndexMap;

use crate::budget::Budget;
use crate::cfg::graph::{Graph, NodeId, NodeKey};
use crate::cfg::region::Region;
use crate::jvm::operator::{BinaryOperator, UnaryOperator};
use crate::jvm::value::{Primitive, PrimitiveType};
use crate::roa::align::{Projection, Versions};
use crate::roa::check::{Obligation, obligations_of, passes_on, same_content};
use crate::roa::mroa::Depth;
use crate::roa::proof::{Proof, ProofKind};
use crate::roa::rules::{Findings, Rule};
use crate::roa::workbench::{Candidate, Either, Workbench};
use crate::symbolic::question::{Answer, Question};
use crate::symbolic::search;
use crate::symbolic::solver::SolverError;
use crate::symbolic::summary::{Exit, KeepAll, Summary, TermBudget, summarize};
use crate::term::sort::{Sort, ValueSort};
use crate::term::substitute::{State, Substitution};
use crate::term::variable::{VarId, Variable, VariableInfo};
use crate::term::{TermId, TermKind, Terms};

/// What the segments of one mutant may cost.
pub(super) const EFFORT: u64 = 10_000_000;
/// More points are not looked at.
const MAX_POINTS: usize = 8;
/// More variables that may have another sign at one point are not looked at: each doubles the pairs of states.
const MAX_SIGNS: usize = 3;
/// The most terms of a segment's summary.
const TERMS: usize = 20_000;

/// How like the mutant's value of a variable is to the original's, where it may differ: the same is like it, too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Likeness {
    /// The same, or the same with the other sign.
    UpToSign,
    /// The same in the lowest so many bits.
    LowBits(u32),
    /// Whatever the mutant's is.
    Any,
}

/// Where a segment begins.
struct Point {
    original: Summary,
    mutant: Summary,
    facts: Vec<TermId>,
}

/// A variable where an exit leads; `None`: that the exit is taken.
type Place = (NodeKey, Option<VarId>);

/// What came of the obligations of a point.
enum Asked {
    Hold,
    /// Where they do not.
    Broken(Vec<Place>),
    Undecided,
}

/// What came of one kind of likeness.
enum Tried {
    Proven,
    Failed,
    /// No other kind will do.
    Hopeless,
}

struct Lockstep<'a> {
    versions: Versions<'a>,
    keep: Either<'a>,
    /// The first one's segment holds all that is changed.
    points: IndexMap<NodeId, Point>,
    /// Of the variables that may differ at a point.
    likeness: IndexMap<NodeId, IndexMap<VarId, Likeness>>,
}

/// Pairs of states that stay like each other.
pub(super) struct SideBySide;

impl Rule for SideBySide {
    /// Rounds side by side prove that no run *ends* in another way; a label is covered by one without an end, too.
    fn applies(&self, bench: &mut Workbench<'_>, candidate: Candidate<'_>, found: &Findings) -> bool {
        !candidate.springs_trap(&bench.terms) && found.is_cyclic()
    }

    fn prove(
        &self,
        bench: &mut Workbench<'_>,
        candidate: Candidate<'_>,
        found: &mut Findings,
        budget: &mut Budget,
    ) -> Result<Option<Proof>, SolverError> {
        let Some(least) = found.checked.attempts.first() else { return Ok(None) };
        let start = Instant::now();
        let relevance = bench.original.relevance.clone();
        let keep = candidate.either(&relevance);
        let (points, likeness) = (IndexMap::new(), IndexMap::new());
        let mut lockstep = Lockstep { versions: candidate.versions, keep, points, likeness };
        let proof = lockstep.prove(bench, &least.region, budget)?;
        found.count_in_whole(start, 0);
        Ok(proof)
    }
}

impl Lockstep<'_> {
    fn prove(
        &mut self,
        bench: &mut Workbench<'_>,
        changed: &Region,
        budget: &mut Budget,
    ) -> Result<Option<Proof>, SolverError> {
        if self.begin_at(bench, changed.head, Some(changed), budget).is_none() {
            return Ok(None);
        }
        let widths = self.widths(&bench.terms).into_iter().rev();
        let kinds: Vec<Likeness> =
            std::iter::once(Likeness::UpToSign).chain(widths.map(Likeness::LowBits)).collect();
        for kind in kinds {
            self.likeness.clear();
            match self.attempt(bench, kind, budget)? {
                Tried::Proven => return self.proof(bench, budget).map(Some),
                Tried::Hopeless => break,
                Tried::Failed => {}
            }
        }
        Ok(None)
    }

    /// Asks for less and less, first for this kind of likeness.
    fn attempt(
        &mut self,
        bench: &mut Workbench<'_>,
        kind: Likeness,
        budget: &mut Budget,
    ) -> Result<Tried, SolverError> {
        let mut pending: BTreeSet<NodeId> = self.points.keys().take(1).copied().collect();
        while let Some(at) = pending.pop_first() {
            match self.ask(bench, at, budget)? {
                Asked::Hold => {}
                Asked::Undecided => return Ok(Tried::Failed),
                Asked::Broken(places) => {
                    let Some(weaker) = self.weaken(bench, &places, kind, budget) else {
                        let is_first = self.likeness.is_empty();
                        return Ok(if is_first { Tried::Hopeless } else { Tried::Failed });
                    };
                    pending.extend(weaker);
                    pending.insert(at);
                }
            }
            if budget.is_exhausted() || self.points.len() > MAX_POINTS {
                return Ok(Tried::Hopeless);
            }
        }
        Ok(Tried::Proven)
    }

    /// Adds a point with its segment, which has to hold all that is `changed`; `None`: there is none.
    fn begin_at(
        &mut self,
        bench: &mut Workbench<'_>,
        at: NodeId,
        changed: Option<&Region>,
        budget: &mut Budget,
    ) -> Option<()> {
        let graph = self.versions.original;
        let facts = bench.original.facts.at(at)?;
        let first = self.points.first().map(|(&first, _)| first);
        let segment = bench.shape(graph).segment(at, first)?;
        bench.charge_region(&segment, budget);
        let original = summary(bench, graph, &segment)?;
        let mutant = match changed {
            None => original.clone(),
            Some(changed) => self.changed_summary(bench, &segment, changed)?,
        };
        self.points.insert(at, Point { original, mutant, facts });
        Some(())
    }

    /// Of what the mutant has in the place of the first segment, if all else is the same. Where it has another head, a way
    /// back there is none to the point, and refutes.
    fn changed_summary(
        &self,
        bench: &mut Workbench<'_>,
        segment: &Region,
        changed: &Region,
    ) -> Option<Summary> {
        if !changed.nodes().iter().all(|&n| segment.contains(n)) {
            return None;
        }
        match self.versions.project(segment)? {
            Projection::Region(region) => summary(bench, self.versions.mutant, &region),
            Projection::Empty(target) => Some(passes_on(&mut bench.terms, target)),
        }
    }

    fn ask(&self, bench: &mut Workbench<'_>, at: NodeId, budget: &mut Budget) -> Result<Asked, SolverError> {
        let obligations = self.obligations(&mut bench.terms, at);
        let assumptions = self.points[&at].facts.clone();
        let goal = bench.terms.all(obligations.iter().map(|o| o.holds));
        let question = Question { assumptions, goal };
        bench.charge(0, budget);
        let assignment = match bench.asker.ask(&mut bench.terms, &question, budget)? {
            Answer::Valid { .. } => return Ok(Asked::Hold),
            Answer::Undecided { .. } => return Ok(Asked::Undecided),
            Answer::Refuted { assignment, .. } => assignment,
        };
        let is_broken = |obligation: &&Obligation| {
            let question = Question { goal: obligation.holds, ..question.clone() };
            search::check(&bench.terms, &question, &assignment).is_some()
        };
        let broken: BTreeSet<Place> =
            obligations.iter().filter(is_broken).map(|o| (o.exit, o.variable)).collect();
        // A difference that evaluation does not see says nothing.
        Ok(if broken.is_empty() { Asked::Undecided } else { Asked::Broken(broken.into_iter().collect()) })
    }

    /// Asks for less of the variables where the exits lead, of those first that were the same so far; where that is.
    /// `None`: nothing less would do.
    fn weaken(
        &mut self,
        bench: &mut Workbench<'_>,
        places: &[Place],
        kind: Likeness,
        budget: &mut Budget,
    ) -> Option<Vec<NodeId>> {
        let mut weaker = Vec::new();
        for &(exit, variable) in places {
            let (at, variable) = (self.versions.original_keys.get(exit)?, variable?);
            if self.versions.original.is_exit(at) {
                return None;
            }
            weaker.push((self.likeness_at(at, variable), at, variable));
        }
        let least = weaker.iter().map(|&(like, ..)| like).min()?;
        weaker.retain(|&(like, ..)| like == least);
        for &(_, at, variable) in &weaker {
            let like = match least {
                Some(Likeness::Any) => return None,
                Some(_) => Likeness::Any,
                None => kind.for_sort(bench.terms.info(variable).sort)?,
            };
            if !self.points.contains_key(&at) {
                self.begin_at(bench, at, None, budget)?;
            }
            let there = self.likeness.entry(at).or_default();
            there.insert(variable, like);
            if there.values().filter(|&&like| like == Likeness::UpToSign).count() > MAX_SIGNS {
                return None;
            }
        }
        Some(weaker.into_iter().map(|(_, at, _)| at).collect())
    }

    /// The numbers of low bits that the first segment looks at alone.
    fn widths(&self, terms: &Terms) -> BTreeSet<u32> {
        let summaries = self.points.values().flat_map(|point| [&point.original, &point.mutant]);
        let exits = summaries.flat_map(|summary| &summary.exits);
        let roots: Vec<TermId> =
            exits.flat_map(|exit| exit.state.values().copied().chain([exit.guard])).collect();
        let width = |term: TermId| match *terms.kind(term) {
            TermKind::Binary { op: BinaryOperator::And, right, .. } => low_bits(terms.constant(right)?),
            TermKind::Convert { to: PrimitiveType::Byte, .. } => Some(8),
            TermKind::Convert { to: PrimitiveType::Short | PrimitiveType::Char, .. } => Some(16),
            TermKind::Convert { from: PrimitiveType::Long, to: PrimitiveType::Int, .. } => Some(32),
            _ => None,
        };
        terms.closure(&roots).into_iter().filter_map(width).collect()
    }

    /// Of all pairs of states that are like each other at a point: one way out, and states like each other there.
    fn obligations(&self, terms: &mut Terms, at: NodeId) -> Vec<Obligation> {
        let point = &self.points[&at];
        let mut all = Vec::new();
        for state in pairs(terms, self.likeness.get(&at)) {
            let mutant = substituted(terms, &point.mutant, &state);
            let like = &mut |terms: &mut Terms, exit, variable, left, right| {
                let at = self.versions.original_keys.get(exit);
                match at.and_then(|at| self.likeness_at(at, variable)) {
                    Some(like) => like.holds(terms, left, right),
                    None => same_content(terms, left, right),
                }
            };
            all.extend(obligations_of(terms, &point.original, &mutant, &self.keep, like));
        }
        let mut seen = BTreeSet::new();
        all.retain(|obligation| seen.insert((obligation.exit, obligation.variable, obligation.holds)));
        all
    }

    fn likeness_at(&self, at: NodeId, variable: VarId) -> Option<Likeness> {
        self.likeness.get(&at)?.get(&variable).copied()
    }

    /// All that was asked of the points in the end, each under the facts that it needs.
    fn proof(&self, bench: &mut Workbench<'_>, budget: &mut Budget) -> Result<Proof, SolverError> {
        let mut all = Vec::new();
        for (&at, point) in &self.points {
            let is_asked = self.likeness.contains_key(&at) || Some(&at) == self.points.keys().next();
            if !is_asked {
                continue;
            }
            let obligations = self.obligations(&mut bench.terms, at);
            all.extend(resting_on_facts(bench, &point.facts, obligations, budget)?);
        }
        Ok(Proof {
            depth: Depth::Global,
            kind: ProofKind::SideBySide,
            assumptions: Vec::new(),
            obligations: all,
            closed_world: bench.original.rests_on_classes(),
            callers: None,
        })
    }
}

pub(super) fn summary(bench: &mut Workbench<'_>, graph: &Graph, region: &Region) -> Option<Summary> {
    let limit = TermBudget { terms: TERMS };
    summarize(&mut bench.terms, graph, region, &bench.original.effects, &KeepAll, limit).ok()
}

impl Likeness {
    /// The same, or what it comes to in values of another sort; `None`: these have to be the same.
    const fn for_sort(self, sort: Sort) -> Option<Self> {
        let Sort::Value(value) = sort else { return None };
        let bits = match value {
            ValueSort::Int => 32,
            ValueSort::Long => 64,
            ValueSort::Boolean | ValueSort::Float | ValueSort::Double => return Some(Self::Any),
            ValueSort::Reference => return None,
        };
        match self {
            Self::LowBits(width) if width >= bits => Some(Self::Any),
            like => Some(like),
        }
    }

    /// That two values are so like each other.
    fn holds(self, terms: &mut Terms, original: TermId, mutant: TermId) -> TermId {
        match self {
            Self::UpToSign => {
                let negated = terms.unary(UnaryOperator::Minus, original);
                let (same, other) = (terms.same_value(original, mutant), terms.same_value(negated, mutant));
                terms.or(same, other)
            }
            Self::LowBits(width) => {
                let (a, b) = (low(terms, original, width), low(terms, mutant, width));
                terms.same_value(a, b)
            }
            Self::Any => terms.boolean(true),
        }
    }
}

/// Of how many low bits a mask is.
fn low_bits(mask: Primitive) -> Option<u32> {
    let mask = match mask {
        Primitive::Int(mask) => u64::try_from(mask).ok()?,
        Primitive::Long(mask) => u64::try_from(mask).ok()?,
        _ => return None,
    };
    (mask & (mask + 1) == 0 && mask > 0).then(|| mask.count_ones())
}

/// The value of an integer in its lowest bits.
fn low(terms: &mut Terms, value: TermId, width: u32) -> TermId {
    let ty = integer_type(terms, value);
    let mask = terms.primitive(Primitive::from_bits(ty, (1 << width) - 1));
    terms.binary(BinaryOperator::And, ty, value, mask)
}

/// `value` with the lowest bits of another one.
fn with_low(terms: &mut Terms, value: TermId, of: TermId, width: u32) -> TermId {
    let ty = integer_type(terms, value);
    let difference = terms.binary(BinaryOperator::Xor, ty, value, of);
    let difference = low(terms, difference, width);
    terms.binary(BinaryOperator::Xor, ty, value, difference)
}

fn integer_type(terms: &Terms, value: TermId) -> PrimitiveType {
    if terms.sort(value) == Sort::Value(ValueSort::Long) { PrimitiveType::Long } else { PrimitiveType::Int }
}

/// What the mutant's variables may hold where the original's hold themselves: together these are all states that are so
/// like the original's.
fn pairs(terms: &mut Terms, likeness: Option<&IndexMap<VarId, Likeness>>) -> Vec<State> {
    let mut states = vec![State::new()];
    for (&var, &like) in likeness.into_iter().flatten() {
        let own = terms.var(var);
        let other = in_mutant(terms, var);
        let values = match like {
            Likeness::UpToSign => vec![own, terms.unary(UnaryOperator::Minus, own)],
            Likeness::LowBits(width) => vec![with_low(terms, other, own, width)],
            Likeness::Any => vec![other],
        };
        let with = |value: TermId, state: &State| {
            let mut state = state.clone();
            state.insert(var, value);
            state
        };
        states =
            values.iter().flat_map(|&value| states.iter().map(move |state| with(value, state))).collect();
    }
    states
}

/// What a variable holds in the mutant, whatever it is.
pub(super) fn in_mutant(terms: &mut Terms, var: VarId) -> TermId {
    let info = terms.info(var).clone();
    let name = format!("{} in the mutant", info.name);
    let other = terms.variable(VariableInfo { variable: Variable::InMutant(var), name, ..info });
    terms.var(other)
}

/// A summary in terms of the other version's variables: each holds at the head what `state` says.
pub(super) fn substituted(terms: &mut Terms, summary: &Summary, state: &State) -> Summary {
    let mut substitution = Substitution::new(state);
    let exits = summary.exits.iter().map(|exit| {
        let guard = substitution.apply(terms, exit.guard);
        let mut behind = state.clone();
        behind.extend(exit.state.iter().map(|(&var, &value)| (var, substitution.apply(terms, value))));
        Exit { guard, state: behind, ..*exit }
    });
    Summary { exits: exits.collect() }
}

/// What was shown under facts, with those that it needs as part of it.
pub(super) fn resting_on_facts(
    bench: &mut Workbench<'_>,
    facts: &[TermId],
    obligations: Vec<Obligation>,
    budget: &mut Budget,
) -> Result<Vec<Obligation>, SolverError> {
    let goal = bench.terms.all(obligations.iter().map(|o| o.holds));
    let facts = needed(bench, facts, goal, budget)?;
    let facts = bench.terms.all(facts);
    let fails = bench.terms.not(facts);
    let resting = |obligation: Obligation| {
        let holds = bench.terms.or(fails, obligation.holds);
        Obligation { holds, ..obligation }
    };
    Ok(obligations.into_iter().map(resting).collect())
}

/// Those of the facts without which the goal is not shown: each is left out in turn.
fn needed(
    bench: &mut Workbench<'_>,
    facts: &[TermId],
    goal: TermId,
    budget: &mut Budget,
) -> Result<Vec<TermId>, SolverError> {
    let mut needed = facts.to_vec();
    let mut at = 0;
    while at < needed.len() {
        let mut assumptions = needed.clone();
        assumptions.remove(at);
        let question = Question { assumptions, goal };
        if bench.asker.ask(&mut bench.terms, &question, budget)?.is_valid() {
            needed = question.assumptions;
        } else {
            at += 1;
        }
    }
    Ok(needed)
}
