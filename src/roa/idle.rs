//! Idle rounds (DESIGN §7): where the original leaves a loop and the mutant does not, the mutant may go round on and
//! change nothing but a counter, until the counter has wrapped around so far that the loop is left after all. `-i < n`
//! for `i < n` does so, two milliards of times, where what stands in the loop does nothing for `i >= n`.
//!
//! **What is shown.** A *round* of the mutant goes from the changed place back to it, through no inner loop's body. From
//! the changed place both versions go the same way, and in the same states; or they *part*. For all states that the
//! facts allow in which they part, there is a value `last` of the counter such that, in the state behind the mutant's
//! first round,
//! 1. the mutant does come back from that round;
//! 2. where the counter holds `last` the mutant does not come back from the next;
//! 3. with each value that a counter passes which goes in steps of one from where it stands to `last`, the mutant comes
//!    back from the next round in the same state but for this step, or goes where the original went when they parted, with
//!    the same values there of all that matters.
//!
//! The third is asked of any value between, all at once, so it needs no induction over rounds. "Between" is modulo the
//! counter's width: a step of one leaves no value out, as a step of two would.
//!
//! **Why that is a proof.** Let the versions part in some state, and let `s` be the mutant's behind its first round. Where
//! it comes back from a round in the same state but for a step, to go on from there has the same outcome as to go on from
//! `s` with one step more: the states agree in all that matters (`analysis::relevance`, of the mutant). So the outcome
//! from `s` is that from `s` with the counter at any value up to `last`, as long as all rounds before come back; at `last`
//! that one does not; so with some value, after finitely many rounds, the mutant is where the original went when they
//! parted. By induction over what the original has still to run, the mutant's outcome from there is the original's. Where
//! the versions do not part this is the induction of [`crate::roa::check`], and elsewhere they run the same code. Of
//! an original that does not end nothing is said, and nothing is asked (SEMANTICS §1).
//!
//! A `long` is no counter here: that its loop ends nobody will see.

use std::collections::BTreeSet;
use std::time::Instant;

use indexmap::IndexSet;

use crate::analysis::bits::BitSet;
use crate::analysis::loops::Loops;
use crate::budget::Budget;
use crate::cfg::graph::{Graph, NodeId, NodeKey};
use crate::cfg::region::Region;
use crate::jvm::operator::{BinaryOperator, UnaryOperator};
use crate::jvm::value::PrimitiveType;
use crate::roa::align::Projection;
use crate::roa::check::{Obligation, kept_behind, obligations, same_content};
use crate::roa::lockstep::{in_mutant, resting_on_facts, substituted, summary};
use crate::roa::mroa::Depth;
use crate::roa::objects::makes_objects;
use crate::roa::proof::{AttemptResult, Proof, ProofKind};
use crate::roa::rules::{Findings, Rule};
use crate::roa::workbench::{Candidate, Either, Workbench};
use crate::sema::types::Ty;
use crate::symbolic::solver::SolverError;
use crate::symbolic::summary::{Exit, Keep as _, Summary};
use crate::term::domain::Domain;
use crate::term::substitute::{State, substitute};
use crate::term::variable::{VarId, Variable};
use crate::term::{TermId, TermKind, Terms};

/// What the rounds of one mutant may cost.
pub(super) const EFFORT: u64 = 2_000_000;
/// More values at which a loop may end are not looked at.
const MAX_LASTS: usize = 12;

/// Rounds of the mutant that only count.
pub(super) struct IdleRounds;

impl Rule for IdleRounds {
    /// Rounds that only count are taken for one: a place would make the objects of all. And they are shown to *end* alike, which
    /// tells not all of a label.
    fn applies(&self, bench: &mut Workbench<'_>, candidate: Candidate<'_>, found: &Findings) -> bool {
        !candidate.springs_trap(&bench.terms)
            && !found.checked.bounded.differs()
            && !makes_objects(bench, candidate.body)
            && found.is_cyclic()
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
        let proof = idle_rounds(bench, candidate.either(&relevance), &least.region, budget)?;
        found.count_in_whole(start, 0);
        Ok(proof)
    }
}

/// `changed`: a region that holds all that is changed.
fn idle_rounds(
    bench: &mut Workbench<'_>,
    keep: Either<'_>,
    changed: &Region,
    budget: &mut Budget,
) -> Result<Option<Proof>, SolverError> {
    let Some(facts) = bench.original.facts.at(changed.head) else { return Ok(None) };
    let Some(parting) = Parting::of(bench, keep, changed) else { return Ok(None) };
    bench.charge_region(changed, budget);
    parting.prove(bench, &facts, budget)
}

fn holds(
    bench: &mut Workbench<'_>,
    facts: &[TermId],
    obligations: &[Obligation],
    budget: &mut Budget,
) -> Result<bool, SolverError> {
    Ok(bench.discharge(facts, obligations, budget)?.result == AttemptResult::Proven)
}

/// A place where the versions may part.
struct Parting<'a> {
    keep: Either<'a>,
    at: NodeKey,
    /// What is changed, in both versions.
    original: Summary,
    mutant: Summary,
    /// A round of the mutant, and its way back.
    round: Summary,
    back: Exit,
    closed_world: bool,
}

/// A variable that a round changes by one.
#[derive(Clone, Copy)]
struct Counter {
    var: VarId,
    ty: PrimitiveType,
    step: BinaryOperator,
}

impl<'a> Parting<'a> {
    fn of(bench: &mut Workbench<'_>, keep: Either<'a>, changed: &Region) -> Option<Self> {
        let versions = keep.versions;
        let Projection::Region(region) = versions.project(changed)? else { return None };
        let at = versions.original.nodes[changed.head].key;
        if versions.mutant.nodes[region.head].key != at {
            return None;
        }
        let round = round_from(versions.mutant, region.head)?;
        let closed_world =
            bench.original.rests_on_classes() || bench.rests_on_classes(versions.mutant, &round);
        let original = summary(bench, versions.original, changed)?;
        let mutant = summary(bench, versions.mutant, &region)?;
        let round = summary(bench, versions.mutant, &round)?;
        let back = round.exit(at, false)?.clone();
        Some(Self { keep, at, original, mutant, round, back, closed_world })
    }

    fn prove(
        &self,
        bench: &mut Workbench<'_>,
        facts: &[TermId],
        budget: &mut Budget,
    ) -> Result<Option<Proof>, SolverError> {
        let terms = &mut bench.terms;
        let part = self.part(terms);
        let counters = self.counters(terms);
        let mut shown = vec![self.comes_back(terms, part)];
        // Most mutants end here.
        if counters.is_empty() || !holds(bench, facts, &shown, budget)? {
            return Ok(None);
        }
        let same = self.same_unless(&mut bench.terms, part);
        if !holds(bench, facts, &same, budget)? {
            return Ok(None);
        }
        shown.extend(same);
        for counter in counters {
            for last in self.lasts(&mut bench.terms, counter) {
                let ends = [self.does_not_come_back(&mut bench.terms, part, counter, last)];
                if !holds(bench, facts, &ends, budget)? {
                    continue;
                }
                let rounds = self.rounds(&mut bench.terms, part, counter, last);
                if holds(bench, facts, &rounds, budget)? {
                    shown.extend(ends.into_iter().chain(rounds));
                    return self.proof(bench, facts, shown, budget).map(Some);
                }
            }
        }
        Ok(None)
    }

    /// That the versions leave what is changed by different exits.
    fn part(&self, terms: &mut Terms) -> TermId {
        let mut together = terms.boolean(false);
        for exit in &self.original.exits {
            if let Some(other) = self.mutant.exit(exit.target, exit.is_cut) {
                let both = terms.and(exit.guard, other.guard);
                together = terms.or(together, both);
            }
        }
        terms.not(together)
    }

    /// Where they part, the mutant comes back.
    fn comes_back(&self, terms: &mut Terms, part: TermId) -> Obligation {
        let together = terms.not(part);
        let holds = terms.or(together, self.back.guard);
        Obligation { exit: self.at, variable: None, holds }
    }

    /// Where they do not part, they leave the same behind.
    fn same_unless(&self, terms: &mut Terms, part: TermId) -> Vec<Obligation> {
        let all = obligations(terms, &self.original, &self.mutant, &self.keep);
        let values = all.into_iter().filter(|obligation| obligation.variable.is_some());
        values
            .map(|obligation| Obligation { holds: terms.or(part, obligation.holds), ..obligation })
            .collect()
    }

    fn counters(&self, terms: &mut Terms) -> Vec<Counter> {
        let mut counters = Vec::new();
        for (&var, &value) in &self.back.state {
            let info = terms.info(var);
            let (Variable::Local(..), Some(Ty::Primitive(ty))) = (info.variable, info.ty) else { continue };
            if !can_count(ty) || !self.keep.keeps(terms, self.at, var) {
                continue;
            }
            for step in [BinaryOperator::Add, BinaryOperator::Sub] {
                let counter = Counter { var, ty, step };
                let before = terms.var(var);
                if counter.stepped(terms, before) == value {
                    counters.push(counter);
                }
            }
        }
        counters
    }

    /// Behind the first round, but that the counter holds a value of its own.
    fn state_with(&self, counter: Counter, value: TermId) -> State {
        let mut state = self.back.state.clone();
        state.insert(counter.var, value);
        state
    }

    /// Values of the counter at which the loop may end: those at which it or its negation comes to an end of its type,
    /// and those around which the sides of a comparison meet.
    fn lasts(&self, terms: &mut Terms, counter: Counter) -> Vec<TermId> {
        let value = in_mutant(terms, counter.var);
        let state = self.state_with(counter, value);
        let comes_back = substitute(terms, &state, self.back.guard);
        let TermKind::Var(value) = *terms.kind(value) else { return Vec::new() };
        let mut lasts = counter.ends(terms);
        for limit in limits(terms, comes_back, value) {
            let around = [BinaryOperator::Add, BinaryOperator::Sub].map(|step| {
                let one = terms.int(1);
                terms.binary(step, PrimitiveType::Int, limit, one)
            });
            let mirrored = [UnaryOperator::Minus, UnaryOperator::BitNot].map(|op| terms.unary(op, limit));
            lasts.extend([limit].into_iter().chain(mirrored).chain(around));
        }
        let lasts = lasts.into_iter().map(|last| terms.convert(PrimitiveType::Int, counter.ty, last));
        lasts.collect::<IndexSet<_>>().into_iter().take(MAX_LASTS).collect()
    }

    fn does_not_come_back(
        &self,
        terms: &mut Terms,
        part: TermId,
        counter: Counter,
        last: TermId,
    ) -> Obligation {
        let state = self.state_with(counter, last);
        let comes_back = substitute(terms, &state, self.back.guard);
        let both = terms.and(part, comes_back);
        Obligation { exit: self.at, variable: None, holds: terms.not(both) }
    }

    /// What each further round does, up to `last`.
    fn rounds(&self, terms: &mut Terms, part: TermId, counter: Counter, last: TermId) -> Vec<Obligation> {
        let value = in_mutant(terms, counter.var);
        let state = self.state_with(counter, value);
        let between = self.is_between(terms, counter, value, last);
        let asked = terms.and(part, between);
        let mut all = Vec::new();
        for exit in &substituted(terms, &self.round, &state).exits {
            let expected = if exit.target == self.at {
                let stepped = counter.stepped(terms, value);
                let state = self.state_with(counter, stepped);
                Some(Exit { guard: terms.boolean(true), state, ..*exit })
            } else {
                self.original.exit(exit.target, exit.is_cut).cloned()
            };
            let taken = terms.and(asked, exit.guard);
            all.extend(self.as_expected(terms, taken, exit, expected.as_ref()));
        }
        all.retain(|obligation| !terms.is_true(obligation.holds));
        all
    }

    /// That the mutant's exit is one that is expected, with the same values.
    fn as_expected(
        &self,
        terms: &mut Terms,
        taken: TermId,
        exit: &Exit,
        expected: Option<&Exit>,
    ) -> Vec<Obligation> {
        let never = terms.not(taken);
        let Some(expected) = expected else {
            return vec![Obligation { exit: exit.target, variable: None, holds: never }];
        };
        let holds = terms.or(never, expected.guard);
        let mut all = vec![Obligation { exit: exit.target, variable: None, holds }];
        kept_behind(
            terms,
            &self.keep,
            exit.target,
            [&expected.state, &exit.state],
            |terms, var, left, right| {
                let same = same_content(terms, left, right);
                let holds = terms.or(never, same);
                all.push(Obligation { exit: exit.target, variable: Some(var), holds });
            },
        );
        all
    }

    /// Whether the counter passes a value on its way from where it stands behind the first round to `last`.
    fn is_between(&self, terms: &mut Terms, counter: Counter, value: TermId, last: TermId) -> TermId {
        let unchanged = terms.var(counter.var);
        let first = self.back.state.get(&counter.var).copied().unwrap_or(unchanged);
        let [to_value, to_last] = [value, last].map(|to| counter.steps(terms, first, to));
        terms.binary(BinaryOperator::Le, PrimitiveType::Int, to_value, to_last)
    }

    fn proof(
        &self,
        bench: &mut Workbench<'_>,
        facts: &[TermId],
        obligations: Vec<Obligation>,
        budget: &mut Budget,
    ) -> Result<Proof, SolverError> {
        Ok(Proof {
            depth: Depth::Global,
            kind: ProofKind::IdleRounds,
            assumptions: Vec::new(),
            obligations: resting_on_facts(bench, facts, obligations, budget)?,
            closed_world: self.closed_world,
            callers: None,
        })
    }
}

impl Counter {
    /// Where its values begin and end, and where those of its negation end.
    fn ends(self, terms: &mut Terms) -> Vec<TermId> {
        let Domain::Integer { low, high } = Domain::of_type(self.ty) else { return Vec::new() };
        let ends = [low, high, -high].into_iter().filter_map(|end| i32::try_from(end).ok());
        ends.map(|end| terms.int(end)).collect()
    }

    fn stepped(self, terms: &mut Terms, value: TermId) -> TermId {
        let one = terms.int(1);
        let stepped = terms.binary(self.step, PrimitiveType::Int, value, one);
        terms.convert(PrimitiveType::Int, self.ty, stepped)
    }

    /// How many steps lead from one value to another, in a form that `<=` on ints compares.
    fn steps(self, terms: &mut Terms, from: TermId, to: TermId) -> TermId {
        let (high, low) = if self.step == BinaryOperator::Add { (to, from) } else { (from, to) };
        let steps = terms.binary(BinaryOperator::Sub, PrimitiveType::Int, high, low);
        // As an unsigned number. Of a narrow type, the values lie in this order, too, on the way around.
        let sign = terms.int(i32::MIN);
        terms.binary(BinaryOperator::Xor, PrimitiveType::Int, steps, sign)
    }
}

const fn can_count(ty: PrimitiveType) -> bool {
    matches!(ty, PrimitiveType::Byte | PrimitiveType::Short | PrimitiveType::Char | PrimitiveType::Int)
}

/// What the comparisons in a condition compare with something that a variable is part of.
fn limits(terms: &Terms, condition: TermId, variable: VarId) -> BTreeSet<TermId> {
    let has = |side: TermId| terms.variables_of(&[side]).contains(&variable);
    let limit = |term: TermId| match *terms.kind(term) {
        TermKind::Binary { op, ty: PrimitiveType::Int, left, right } if op.is_comparison() => {
            match (has(left), has(right)) {
                (true, false) => Some(right),
                (false, true) => Some(left),
                _ => None,
            }
        }
        _ => None,
    };
    terms.closure(&[condition]).into_iter().filter_map(limit).collect()
}

/// What lies on ways from a place back to it, inside the innermost loop around it, that go round in no other loop.
fn round_from(graph: &Graph, from: NodeId) -> Option<Region> {
    let loops = Loops::new(graph);
    let own = loops.innermost(from)?;
    let is_inside = |node: NodeId| loops.around(node).any(|around| around == own);
    let goes_round = |edge| {
        let mut others = loops.loops.iter_enumerated().filter(|&(id, _)| id != own);
        others.any(|(_, other)| other.back_edges.contains(&edge))
    };
    let mut leads_back = BitSet::from_iter([from]);
    let mut pending = vec![from];
    while let Some(node) = pending.pop() {
        for &edge in &graph.nodes[node].incoming {
            let before = graph.edges[edge].from;
            if is_inside(before) && !goes_round(edge) && leads_back.insert(before) {
                pending.push(before);
            }
        }
    }
    Some(Region::behind(graph, from, |node| leads_back.contains(node)))
}
