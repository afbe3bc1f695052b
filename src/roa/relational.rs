//! Two versions whose loops are of different shape (DESIGN §7): a relation between their states at *cut points*, kept by
//! every segment between them. It is one induction over two runs that go side by side.
//!
//! **Points.** Both versions, with their calls inlined, are cut at the heads of their loops. A *pair* is a point of the
//! old version and one of the new; both begin at their entries, in the same state. From a pair each version runs its
//! segment, which has no loop in it, up to its next point. Where one has ended, or stands at a point that is no head of
//! a loop while the other does, only one of them goes on. A pair that leads to itself is another pair the second time:
//! the first round has often a relation of its own. Where that is in vain, two rounds of one version's loops are taken for a
//! segment.
//!
//! **The relation** of a pair says of each variable of the new version that it holds the value of a term over the old
//! version's variables (itself, for most), or nothing; and what else holds of the old version's variables there.
//! It is guessed, from runs of the summaries on some values and from the terms of the old segment, and given up for the
//! next guess where a segment does not keep it.
//!
//! **Why that is a proof.** In the end every pair was asked, with the relations as they stand: from all states that are
//! so related, and that the facts allow to the old version, whatever exits the two segments take together lead to a pair
//! whose relation holds there, or to the same end of both with the same values of all that matters. The first pair is
//! related by identity. So by induction over the steps both runs are at related pairs, and where one ends the other ends
//! alike. Both end or neither: a step of a pair in which only one moves leads to others, and these steps make no circle;
//! in every other step both move, and each segment ends. Calls that are not followed, recursion among them, are the same
//! unknown function in both versions, as in [`crate::roa::bounded`].

mod ahead;
mod guesses;
mod polynomial;
mod samples;

use polynomial::{MAX_NESTING, polynomial};
use samples::{Sample, taken};

use std::collections::{BTreeMap, BTreeSet};

use indexmap::IndexMap;

use crate::analysis::effects::Effects;
use crate::analysis::loops::Loops;
use crate::analysis::relevance::relevance;
use crate::budget::Budget;
use crate::cfg::graph::{Graph, NodeKey};
use crate::cfg::lower::build;
use crate::cfg::region::Region;
use crate::roa::align::{Keys, Versions};
use crate::roa::check::{kept_behind, passes_on, same_content};
use crate::roa::inlined::Recursion;
use crate::roa::lockstep::substituted;
use crate::roa::mroa::Shape;
use crate::roa::objects::makes_objects;
use crate::roa::workbench::{Candidate, Either, Workbench};
use crate::sema::typed_tree::Body;
use crate::symbolic::question::{Answer, Question};
use crate::symbolic::search;
use crate::symbolic::solver::SolverError;
use crate::symbolic::summary::{Exit, KeepAll, Summary, TermBudget, summarize};
use crate::term::assignment::Assignment;
use crate::term::sort::{Sort, ValueSort};
use crate::term::substitute::{State, substitute};
use crate::term::variable::VarId;
use crate::term::{TermId, Terms};

/// What the pairs of one comparison may cost, and one question.
const EFFORT: u64 = 60_000_000;
const EFFORT_OF_QUESTION: u64 = 4_000_000;
/// More pairs, or more steps, are not looked at.
const MAX_PAIRS: usize = 24;
const MAX_STEPS: usize = 400;
/// The most terms of a segment's summary.
const TERMS: usize = 20_000;
/// Runs from which relations are guessed, and the pairs of each.
const RUNS: u64 = 30;
const ROUNDS: usize = 9;
/// The first few go on longer: they come to the ends of loops with constant rounds.
const LONG_RUNS: u64 = 4;
const LONG_ROUNDS: usize = 60;

/// A pair of points; `again`: reached from itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Pair {
    old: NodeKey,
    new: NodeKey,
    again: bool,
}

/// One version, cut at its loops.
struct Side<'g> {
    graph: &'g Graph,
    shape: Shape<'g>,
    keys: Keys,
    heads: BTreeSet<NodeKey>,
    /// So many rounds of a loop are one segment: two, where the other version does in one what this one does in two.
    rounds: u32,
    summaries: BTreeMap<NodeKey, Option<Summary>>,
}

#[derive(Default)]
struct Relation {
    /// What the new version's variables hold; the others hold what the old version's do.
    state: State,
    /// The new version's variables of which nothing is said.
    free: BTreeSet<VarId>,
    facts: Vec<TermId>,
    samples: Vec<Sample>,
    refuted: BTreeSet<(VarId, TermId)>,
}

/// What has to hold behind two exits.
#[derive(Clone, Copy)]
enum Claim {
    Variable(VarId),
    Fact(TermId),
}

struct Induction<'a> {
    old: Side<'a>,
    new: Side<'a>,
    effects: &'a Effects,
    keep: Either<'a>,
    /// The facts of the old version are known.
    has_facts: bool,
    relations: IndexMap<Pair, Relation>,
    /// Samples of pairs that are not yet related.
    seen: BTreeMap<Pair, Vec<Sample>>,
    before: BTreeMap<Pair, BTreeSet<Pair>>,
    alone: BTreeSet<(Pair, Pair)>,
}

/// Whether a relation between the two versions' states at the heads of their loops proves them equivalent; then,
/// whether that rests on which classes there are.
pub fn related(bench: &mut Workbench<'_>, mutant: &Body) -> Result<Option<bool>, SolverError> {
    // What a place makes would stand for the objects of all rounds.
    if bench.is_barred(mutant) || makes_objects(bench, mutant) {
        return Ok(None);
    }
    let graph = build(bench.program(), mutant, &mut bench.terms);
    let effects = bench.effects_of_both(&graph, mutant);
    let mutant_relevance = relevance(&bench.terms, &graph, &effects);
    let original = bench.graph.clone();
    let (original_keys, mutant_keys) = (Keys::of(&original), Keys::of(&graph));
    let versions = Versions {
        original: &original,
        mutant: &graph,
        original_keys: &original_keys,
        mutant_keys: &mutant_keys,
    };
    let (old, _) = bench.inline_version(&original, None, Recursion::Unknown, 1);
    let (new, _) = bench.inline_version(&graph, Some(mutant), Recursion::Unknown, 1);
    let candidate = Candidate { versions, relevance: &mutant_relevance, body: mutant };
    let relevance = bench.original.relevance.clone();
    for (is_swapped, rounds) in [(false, 1), (true, 1), (false, 2), (true, 2)] {
        let (first, second) = if is_swapped { (&new, &old) } else { (&old, &new) };
        let keep = candidate.either(&relevance);
        let mut induction = Induction {
            old: Side::of(first, rounds),
            new: Side::of(second, 1),
            effects: &effects,
            keep,
            has_facts: !is_swapped,
            relations: IndexMap::new(),
            seen: BTreeMap::new(),
            before: BTreeMap::new(),
            alone: BTreeSet::new(),
        };
        let mut budget = Budget::new(EFFORT);
        if induction.prove(bench, &mut budget)? {
            let is_closed = bench.rests_on_classes(&original, &Region::whole(&original))
                || bench.rests_on_classes(&graph, &Region::whole(&graph));
            return Ok(Some(is_closed));
        }
    }
    Ok(None)
}

impl<'g> Side<'g> {
    fn of(graph: &'g Graph, rounds: u32) -> Self {
        let heads = Loops::new(graph).loops.iter().map(|inner| graph.nodes[inner.head].key).collect();
        let (shape, keys) = (Shape::of(graph), Keys::of(graph));
        Self { graph, shape, keys, heads, rounds, summaries: BTreeMap::new() }
    }

    fn entry(&self) -> NodeKey {
        self.graph.nodes[self.graph.entry].key
    }

    fn is_exit(&self, at: NodeKey) -> bool {
        self.keys.get(at).is_some_and(|node| self.graph.is_exit(node))
    }

    /// Neither the entry nor the head of a loop nor an end.
    fn is_between(&self, at: NodeKey) -> bool {
        at != self.entry() && !self.heads.contains(&at) && !self.is_exit(at)
    }

    fn summary(&mut self, terms: &mut Terms, effects: &Effects, at: NodeKey) -> Option<&Summary> {
        let (graph, shape, keys, rounds) = (self.graph, &self.shape, &self.keys, self.rounds);
        let made = self.summaries.entry(at).or_insert_with(|| {
            let segment = shape.segment(keys.get(at)?, None)?;
            let limit = TermBudget { terms: TERMS };
            let once = summarize(terms, graph, &segment, effects, &KeepAll, limit).ok()?;
            let mut all = once.clone();
            for _ in 1..rounds {
                all = again(terms, at, &all, &once);
            }
            Some(all)
        });
        made.as_ref()
    }
}

/// What leads back to a head, followed by one round more.
fn again(terms: &mut Terms, head: NodeKey, before: &Summary, round: &Summary) -> Summary {
    let mut exits = Vec::new();
    for exit in &before.exits {
        if exit.target != head {
            exits.push(exit.clone());
            continue;
        }
        for behind in substituted(terms, round, &exit.state).exits {
            let guard = terms.and(exit.guard, behind.guard);
            exits.push(Exit { guard, is_cut: exit.is_cut || behind.is_cut, ..behind });
        }
    }
    Summary { exits }
}

const fn is_value(sort: Sort) -> bool {
    matches!(sort, Sort::Value(_))
}

impl Induction<'_> {
    fn prove(&mut self, bench: &mut Workbench<'_>, budget: &mut Budget) -> Result<bool, SolverError> {
        for seed in 0..RUNS {
            if self.run(&mut bench.terms, seed).is_none() {
                return Ok(false);
            }
        }
        let first = Pair { old: self.old.entry(), new: self.new.entry(), again: false };
        self.relations.insert(first, Relation::default());
        let mut pending = BTreeSet::from([first]);
        let mut steps = 0;
        while let Some(pair) = pending.pop_first() {
            steps += 1;
            bench.charge(2_000, budget);
            if steps > MAX_STEPS || self.relations.len() > MAX_PAIRS || budget.is_exhausted() {
                return Ok(false);
            }
            let Some(changed) = self.check(bench, pair, budget)? else { return Ok(false) };
            for changed in changed {
                if changed == first {
                    return Ok(false);
                }
                pending.extend(self.before.get(&changed).into_iter().flatten());
                pending.insert(changed);
            }
        }
        Ok(self.ends())
    }

    /// Whether the steps that one version takes alone make no circle.
    fn ends(&self) -> bool {
        let mut open = self.alone.clone();
        loop {
            let before = open.len();
            let goes_on =
                |pair: &Pair, open: &BTreeSet<(Pair, Pair)>| open.iter().any(|(from, _)| from == pair);
            let kept = open.iter().filter(|(_, to)| goes_on(to, &open)).copied().collect();
            open = kept;
            if open.is_empty() {
                return true;
            }
            if open.len() == before {
                return false;
            }
        }
    }

    /// Which of the versions go on from a pair.
    fn moves(&self, pair: Pair) -> (bool, bool) {
        match (self.old.is_exit(pair.old), self.new.is_exit(pair.new)) {
            (true, _) => (false, true),
            (_, true) => (true, false),
            _ => match (self.old.is_between(pair.old), self.new.is_between(pair.new)) {
                (true, false) => (true, false),
                (false, true) => (false, true),
                _ => (true, true),
            },
        }
    }

    /// Both versions on some values, for samples. `None`: the pairs have no summaries, or the versions differ.
    fn run(&mut self, terms: &mut Terms, seed: u64) -> Option<()> {
        let mut pair = Pair { old: self.old.entry(), new: self.new.entry(), again: false };
        let mut sample = Sample { seed, base: None, old: BTreeMap::new(), new: BTreeMap::new() };
        for _ in 0..if seed < LONG_RUNS { LONG_ROUNDS } else { ROUNDS } {
            if self.old.is_exit(pair.old) && self.new.is_exit(pair.new) {
                return Some(());
            }
            self.seen.entry(pair).or_default().push(sample.clone());
            let (old_moves, new_moves) = self.moves(pair);
            let mut next = pair;
            for (moves, of_new) in [(old_moves, false), (new_moves, true)] {
                if !moves {
                    continue;
                }
                let (side, at) = if of_new { (&mut self.new, pair.new) } else { (&mut self.old, pair.old) };
                let summary = side.summary(terms, self.effects, at)?.clone();
                let Some((to, values)) = taken(terms, &sample, of_new, &summary) else {
                    return Some(());
                };
                let (own, place) =
                    if of_new { (&mut sample.new, &mut next.new) } else { (&mut sample.old, &mut next.old) };
                own.extend(values);
                *place = to;
            }
            next.again = next.old == pair.old && next.new == pair.new;
            pair = next;
        }
        Some(())
    }

    fn summary(&mut self, terms: &mut Terms, of_new: bool, pair: Pair) -> Option<Summary> {
        let (old_moves, new_moves) = self.moves(pair);
        let (side, at, moves) = match of_new {
            true => (&mut self.new, pair.new, new_moves),
            false => (&mut self.old, pair.old, old_moves),
        };
        if moves { side.summary(terms, self.effects, at).cloned() } else { Some(passes_on(terms, at)) }
    }

    /// What is assumed at a pair.
    fn assumed(&self, bench: &Workbench<'_>, pair: Pair) -> Option<Vec<TermId>> {
        let mut assumed = self.relations[&pair].facts.clone();
        if self.has_facts
            && let Some(node) = self.keep.versions.original_keys.get(pair.old)
        {
            assumed.extend(bench.original.facts.at(node)?);
        }
        Some(assumed)
    }

    /// Asks what the two segments of a pair lead to; the pairs whose relation became another one. `None`: in vain.
    fn check(
        &mut self,
        bench: &mut Workbench<'_>,
        pair: Pair,
        budget: &mut Budget,
    ) -> Result<Option<Vec<Pair>>, SolverError> {
        // Where no run of the old version comes there is nothing to show.
        let Some(assumed) = self.assumed(bench, pair) else { return Ok(Some(Vec::new())) };
        let Some(old) = self.summary(&mut bench.terms, false, pair) else { return Ok(None) };
        let Some(new) = self.summary(&mut bench.terms, true, pair) else { return Ok(None) };
        let new = substituted(&mut bench.terms, &new, &self.relations[&pair].state);
        let is_alone = self.moves(pair) != (true, true);
        let mut changed = Vec::new();
        for o in &old.exits {
            for n in &new.exits {
                let both = bench.terms.and(o.guard, n.guard);
                if bench.terms.is_false(both) {
                    continue;
                }
                let mut assumptions = assumed.clone();
                assumptions.push(both);
                let again = o.target == pair.old && n.target == pair.new;
                let to = Pair { old: o.target, new: n.target, again };
                let ends = (self.old.is_exit(to.old), self.new.is_exit(to.new));
                if self.may_end_ahead(to) && self.ends_ahead(bench, &assumptions, (o, n), budget)? {
                    continue;
                }
                let is_wrong = o.is_cut || n.is_cut || ends == (true, true) && to.old != to.new;
                let is_known = !is_alone && (ends == (true, true) || self.relations.contains_key(&to));
                if is_wrong || !is_known {
                    let never = bench.terms.boolean(false);
                    if matches!(ask(bench, &assumptions, never, budget)?, Answer::Valid { .. }) {
                        continue;
                    }
                    if is_wrong {
                        return Ok(None);
                    }
                }
                if ends == (true, true) {
                    let goal = self.same_end(&mut bench.terms, o, n);
                    if !bench.terms.is_true(goal) && !ask(bench, &assumptions, goal, budget)?.is_valid() {
                        return Ok(None);
                    }
                    continue;
                }
                if is_alone {
                    self.alone.insert((pair, to));
                }
                self.before.entry(to).or_default().insert(pair);
                if !self.relations.contains_key(&to) {
                    self.begin(&mut bench.terms, to);
                    changed.push(to);
                }
                match self.keeps(bench, &assumptions, (o, n), to, budget)? {
                    None => return Ok(None),
                    Some(true) => changed.push(to),
                    Some(false) => {}
                }
            }
        }
        Ok(Some(changed))
    }

    fn same_end(&self, terms: &mut Terms, old: &Exit, new: &Exit) -> TermId {
        let mut all = terms.boolean(true);
        kept_behind(terms, &self.keep, old.target, [&old.state, &new.state], |terms, _, a, b| {
            let same = same(terms, a, b);
            all = terms.and(all, same);
        });
        all
    }

    /// Weakens the relation of the pair behind two exits until it is kept; whether it became another one.
    fn keeps(
        &mut self,
        bench: &mut Workbench<'_>,
        assumptions: &[TermId],
        (old, new): (&Exit, &Exit),
        to: Pair,
        budget: &mut Budget,
    ) -> Result<Option<bool>, SolverError> {
        let mut has_changed = false;
        for _ in 0..MAX_STEPS {
            let claims = self.claims(&mut bench.terms, old, new, to);
            let open: Vec<(Claim, TermId)> =
                claims.into_iter().filter(|&(_, holds)| !bench.terms.is_true(holds)).collect();
            if open.is_empty() {
                return Ok(Some(has_changed));
            }
            let goal = bench.terms.all(open.iter().map(|&(_, holds)| holds));
            let answer = ask(bench, assumptions, goal, budget)?;
            let mut broken: Vec<Claim> = Vec::new();
            match answer {
                Answer::Valid { .. } => return Ok(Some(has_changed)),
                Answer::Refuted { assignment, .. } => {
                    for &(claim, holds) in &open {
                        let question = Question { assumptions: Vec::new(), goal: holds };
                        if search::check(&bench.terms, &question, &assignment).is_some() {
                            broken.push(claim);
                        }
                    }
                    self.learn(&bench.terms, &assignment, old, new, to);
                }
                Answer::Undecided { .. } => {}
            }
            if broken.is_empty() {
                for &(claim, holds) in &open {
                    if !ask(bench, assumptions, holds, budget)?.is_valid() {
                        broken.push(claim);
                    }
                }
            }
            if broken.is_empty() {
                return Ok(Some(has_changed));
            }
            if budget.is_exhausted() {
                return Ok(None);
            }
            has_changed = true;
            self.weaken(&mut bench.terms, to, &broken);
        }
        Ok(None)
    }

    /// What the relation of a pair claims behind two exits.
    fn claims(&self, terms: &mut Terms, old: &Exit, new: &Exit, to: Pair) -> Vec<(Claim, TermId)> {
        let relation = &self.relations[&to];
        let mut vars: BTreeSet<VarId> = old.state.keys().chain(new.state.keys()).copied().collect();
        vars.extend(relation.state.keys());
        let mut claims = Vec::new();
        for var in vars {
            if relation.free.contains(&var) {
                continue;
            }
            let own = terms.var(var);
            let said = relation.state.get(&var).copied().unwrap_or(own);
            let said = substitute(terms, &old.state, said);
            let value = behind(terms, &new.state, var);
            claims.push((Claim::Variable(var), same(terms, said, value)));
        }
        for &fact in &relation.facts {
            claims.push((Claim::Fact(fact), substitute(terms, &old.state, fact)));
        }
        claims
    }

    /// Adds what a refutation holds behind two exits to the samples there.
    fn learn(&mut self, terms: &Terms, assignment: &Assignment, old: &Exit, new: &Exit, to: Pair) {
        let start =
            Sample { seed: 0, base: Some(assignment.clone()), old: BTreeMap::new(), new: BTreeMap::new() };
        let values = |state: &State| -> Option<BTreeMap<VarId, u64>> {
            let kept: Vec<(VarId, TermId)> =
                state.iter().filter(|&(_, &t)| is_value(terms.sort(t))).map(|(&v, &t)| (v, t)).collect();
            let roots: Vec<TermId> = kept.iter().map(|&(_, term)| term).collect();
            let values = start.values(terms, false, &roots)?;
            Some(kept.iter().map(|&(var, _)| var).zip(values).collect())
        };
        if let (Some(old), Some(new)) = (values(&old.state), values(&new.state))
            && let Some(relation) = self.relations.get_mut(&to)
        {
            // The newest are looked at first.
            relation.samples.insert(0, Sample { old, new, ..start.clone() });
        }
    }

    fn weaken(&mut self, terms: &mut Terms, to: Pair, broken: &[Claim]) {
        for &claim in broken {
            match claim {
                Claim::Fact(fact) => {
                    if let Some(relation) = self.relations.get_mut(&to) {
                        relation.facts.retain(|&known| known != fact);
                    }
                }
                Claim::Variable(var) => {
                    let own = terms.var(var);
                    if let Some(relation) = self.relations.get_mut(&to) {
                        let said = relation.state.get(&var).copied().unwrap_or(own);
                        relation.refuted.insert((var, said));
                    }
                    self.guess(terms, to, var);
                }
            }
        }
    }

    /// Relates a pair for the first time.
    fn begin(&mut self, terms: &mut Terms, to: Pair) {
        let samples = self.seen.remove(&to).unwrap_or_default();
        let vars: BTreeSet<VarId> =
            samples.iter().flat_map(|s| s.old.keys().chain(s.new.keys())).copied().collect();
        self.relations.insert(to, Relation { samples, ..Relation::default() });
        for var in vars {
            self.guess(terms, to, var);
        }
        let facts = self.guess_facts(terms, to);
        self.relations[&to].facts = facts;
    }
}

fn roots(summary: &Summary) -> Vec<TermId> {
    summary.exits.iter().flat_map(|exit| exit.state.values().copied().chain([exit.guard])).collect()
}

fn behind(terms: &mut Terms, state: &State, var: VarId) -> TermId {
    let unchanged = terms.var(var);
    state.get(&var).copied().unwrap_or(unchanged)
}

fn ask(
    bench: &mut Workbench<'_>,
    assumptions: &[TermId],
    goal: TermId,
    budget: &mut Budget,
) -> Result<Answer, SolverError> {
    bench.charge(0, budget);
    let mut own = Budget::new(EFFORT_OF_QUESTION.min(budget.left()));
    let question = Question { assumptions: assumptions.to_vec(), goal };
    let answer = bench.asker.ask(&mut bench.terms, &question, &mut own);
    _ = budget.spend(own.spent());
    answer
}

/// That two values are the same; plainly true where they are the same polynomial.
fn same(terms: &mut Terms, a: TermId, b: TermId) -> TermId {
    if a != b
        && matches!(terms.sort(a), Sort::Value(ValueSort::Int | ValueSort::Long))
        && let (Some(left), Some(right)) =
            (polynomial(terms, a, MAX_NESTING), polynomial(terms, b, MAX_NESTING))
        && left == right
    {
        return terms.boolean(true);
    }
    same_content(terms, a, b)
}
