//! The local checker: one method's mutants, the changed node alone first, then mROA, then the region's expansion, up to
//! the whole method (DESIGN §7). What belongs to the original (graph, facts, summaries) is built once and shared.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use rustc_hash::FxHashMap;

use crate::analysis::effects::{Effects, OwnEffects};
use crate::analysis::relevance::{Relevance, relevance};
use crate::budget::Budget;
use crate::cfg::cache::Graphs;
use crate::cfg::graph::{Effect, Graph, NodeId, NodeKey};
use crate::cfg::lower::build;
use crate::cfg::region::Region;
use crate::exec::linked::readable;
use crate::roa::align::{Keys, Projection, Versions};
use crate::roa::bounded::{self, Originals, Pair, TooHard};
use crate::roa::check::{Obligation, obligations, passes_on};
use crate::roa::discharge::Discharge;
use crate::roa::duplicates::Seen;
use crate::roa::excited::{AskedWhereExcited, Excited, Heads};
use crate::roa::facts::{Facts, Step};
use crate::roa::lengths;
use crate::roa::mroa::{Depth, Shape, Structure};
use crate::roa::original::{KnownOriginals, Original};
use crate::roa::proof::{Attempt, AttemptResult, Bounded, Checked, NoProof, Proof, ProofKind};
use crate::roa::unread;
use crate::sema::identity;
use crate::sema::program::{MethodId, Program, Role};
use crate::sema::typed_tree::Body;
use crate::symbolic::question::{Asker, Undecided};
use crate::symbolic::solver::SolverError;
use crate::symbolic::summary::{Keep, KeepAll, NoSummary, Summary, TermBudget, summarize};
use crate::term::assignment::Assignment;
use crate::term::variable::{VarId, Variable};
use crate::term::{TermId, Terms};

/// When the arena has grown by so much, what was made for mutants is forgotten: memory stays bounded, and as this is
/// counted, the answers stay the same.
const MAX_TERMS: usize = 400_000;

/// What the checks of all mutants of a method may cost together, its facts, and the check of one mutant: a mutant takes
/// no more than a part of what is left, so that one alone does not spend what all others need.
pub const METHOD_EFFORT: u64 = 180_000_000;
pub(super) const MUTANT_EFFORT: u64 = 100_000_000;
const PART_OF_REST: u64 = 2;
/// The same in a hurry: each of many gets something.
const PART_IN_HURRY: u64 = 16;
/// What work costs that is no evaluation of terms: a node of a graph that is built and compared, one of a region that is
/// summarised, with each variable that it may have changed; a term that is made, and one that is asked for; a part of a
/// question that is walked over.
const EFFORT_OF_NODE: u64 = 400;
const EFFORT_OF_STEP: u64 = 100;
const EFFORT_OF_STATE: u64 = 10;
const EFFORT_OF_NEW_TERM: u64 = 50;
const EFFORT_OF_TERM: u64 = 2;
const EFFORT_OF_PART: u64 = 1;
/// With less left no check begins.
const LEAST_EFFORT: u64 = 100_000;
/// For the small regions of the mutants that are left when the effort for all of them is spent.
const EFFORT_OF_REST: u64 = METHOD_EFFORT / 4;

/// Why a mutant was not looked at.
const IDENTITY: &str = "the mutant compares strings or wrapper objects by identity where the original does not, or makes some where that makes none";
const READS: &str = "the mutant reads a field that no other code reads";
/// The same, or why not to the end.
const SPENT: &str = "effort limit: the checks of the method's other mutants have used it up";

/// How far a check goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// Up to the first proof, with loops and calls as they stand: nothing is unrolled.
    Regions,
    /// Up to the first proof.
    UntilProven,
    /// Every depth, so that they can be compared.
    EveryDepth,
    /// Every depth, and what short arrays show, whether or not it is needed.
    ShortArrays,
}

/// The original, as all its mutants share it.
pub struct Checker<'p> {
    program: &'p Program,
    body: Arc<Body>,
    pub terms: Terms,
    pub asker: Asker,
    pub graph: Arc<Graph>,
    keys: Keys,
    pub(super) graphs: Graphs<'p>,
    pub(super) effects: Effects,
    pub(super) own_effects: OwnEffects,
    pub(super) relevance: Arc<Relevance>,
    pub facts: Facts,
    structure: Arc<Structure>,
    summaries: FxHashMap<(NodeId, usize), Result<Summary, NoSummary>>,
    seen: Seen,
    pub(super) originals: Originals,
    pub(super) too_hard: TooHard,
    /// How far regions are expanded before the whole method.
    pub max_depth: u32,
    /// For all mutants together, and the most for one.
    pub effort: Budget,
    pub mutant_effort: u64,
    /// What is left for mutants that come after it is spent: each is looked at in the regions before the whole method.
    rest: Budget,
    in_hurry: bool,
    /// How many terms there are for the original, and how many there were when the last check began.
    own_terms: usize,
    own_weight: usize,
    counted_terms: usize,
    counted_asked: u64,
}

impl<'p> Checker<'p> {
    /// `None` for a method without a body in the subset. `known`: of the same program.
    pub fn new(
        program: &'p Program,
        known: &KnownOriginals,
        method: MethodId,
        max_depth: u32,
    ) -> Result<Option<Self>, SolverError> {
        let Some(original) = known.get(program, method)? else { return Ok(None) };
        let asker = original.asker();
        let Original { body, terms, graph, effects, own_effects, facts, .. } = &*original;
        let (body, terms, graph) = (body.clone(), terms.clone(), graph.clone());
        let (effects, own_effects, facts) = (effects.clone(), own_effects.clone(), facts.clone());
        let relevance = Arc::new(relevance(&terms, &graph, &effects));
        let keys = Keys::of(&graph);
        let structure = Arc::new(Structure::of(&graph));
        let graphs = Graphs::of_program(program);
        let summaries = FxHashMap::default();
        let (own_terms, own_weight, counted_asked) = (terms.len(), terms.weight(), terms.asked());
        Ok(Some(Self {
            program,
            body,
            terms,
            asker,
            graph,
            keys,
            graphs,
            effects,
            own_effects,
            relevance,
            facts,
            structure,
            summaries,
            seen: Seen::default(),
            originals: Originals::default(),
            too_hard: TooHard::default(),
            max_depth,
            effort: Budget::new(METHOD_EFFORT),
            mutant_effort: MUTANT_EFFORT,
            rest: Budget::new(EFFORT_OF_REST),
            in_hurry: false,
            own_terms,
            own_weight,
            counted_terms: own_terms,
            counted_asked,
        }))
    }

    /// Whether so little effort is left that further mutants are looked at in small regions only.
    pub const fn is_hurried(&self) -> bool {
        self.in_hurry || self.effort.left() < LEAST_EFFORT
    }

    /// Looks at further mutants in small regions only.
    pub const fn hurry(&mut self) {
        self.in_hurry = true;
    }

    /// Whether so little effort is left that no further mutant is looked at.
    pub const fn is_spent(&self) -> bool {
        self.is_hurried() && self.rest.left() < LEAST_EFFORT
    }

    /// What is said of a mutant that is not looked at, since no effort is left.
    pub fn passed_over(&mut self) -> Checked {
        self.not_looked_at(SPENT)
    }

    /// What was in the way of a proof that was not found; nothing where the versions differ for certain.
    pub fn why_unproven(&self, checked: &Checked) -> Option<NoProof> {
        let Checked { proof, bounded, attempts, is_barred, .. } = checked;
        if proof.is_some() || bounded.proof.is_some() {
            return None;
        }
        if *is_barred {
            return Some(match &bounded.reason {
                Some(reason) if reason == READS => NoProof::Region(reason.clone()),
                _ => NoProof::Identity,
            });
        }
        let last = attempts.last().filter(|attempt| attempt.depth == Depth::Global);
        if let Some(AttemptResult::Differs { variable: Some(var), .. }) = last.map(|attempt| &attempt.result)
        {
            return self.hidden_field(*var).map(|field| NoProof::Hidden { field });
        }
        let effort = Undecided::Effort.to_string();
        match bounded.reason.as_deref() {
            _ if bounded.difference.is_some() => None,
            Some(SPENT) => Some(NoProof::MethodEffort),
            Some(reason) if reason == effort => Some(NoProof::Effort),
            Some(reason) => Some(NoProof::Region(reason.to_owned())),
            None => match &attempts.last()?.result {
                AttemptResult::Undecided(why) if *why == effort => Some(NoProof::Effort),
                AttemptResult::Undecided(why) => Some(NoProof::Region(why.clone())),
                AttemptResult::None(why) => Some(NoProof::Region(why.to_string())),
                AttemptResult::Differs { .. } | AttemptResult::Proven => None,
            },
        }
    }

    /// The name of a field that code of the package cannot read.
    fn hidden_field(&self, var: VarId) -> Option<String> {
        let Variable::Field(field) = self.terms.info(var).variable else { return None };
        let declared = &self.program.fields[field];
        let host = self.program.methods[self.graph.method].class;
        let is_hidden =
            self.program.role(declared.class) != Role::Library && !readable(self.program, field, host);
        is_hidden.then(|| format!("{}.{}", self.program.nested_name(declared.class), declared.name))
    }

    fn not_looked_at(&mut self, why: &str) -> Checked {
        self.seen.checks += 1;
        let reason = Some(why.to_owned());
        Checked { bounded: Bounded { reason, ..Bounded::default() }, ..Checked::default() }
    }

    /// Whether the mutant alone asks which objects of a class are one, or makes some: the original's terms stand for values, and its
    /// calls for ones that make none.
    pub(super) fn is_barred(&self, mutant: &Body) -> bool {
        let makes_more =
            || !self.program.may_make_compared(mutant.method) && self.program.makes_compared(mutant);
        identity::tells_more_apart(self.program, mutant, self.program.compared_by_identity())
            || self.terms.tells_objects_apart && makes_more()
    }

    /// Forgets what was made for mutants, all terms that were handed out among it, so that memory stays bounded.
    pub(super) fn forget_if_large(&mut self) {
        if self.terms.weight() <= self.own_weight + MAX_TERMS {
            return;
        }
        self.terms.truncate(self.own_terms);
        self.summaries.clear();
        self.seen.forget();
        self.originals = Originals::default();
        self.graphs = Graphs::of_program(self.program);
        self.asker.forget();
        self.counted_terms = self.own_terms;
    }

    /// Charges that a region was summarised, its variables left aside.
    pub(super) fn charge_region(&mut self, region: &Region, budget: &mut Budget) {
        self.charge(region.len() as u64 * EFFORT_OF_STEP, budget);
    }

    /// Charges what was done beside the answers to questions.
    pub(super) fn charge(&mut self, work: u64, budget: &mut Budget) {
        let made = self.terms.len().saturating_sub(self.counted_terms) as u64;
        let asked = self.terms.asked() - self.counted_asked;
        (self.counted_terms, self.counted_asked) = (self.terms.len(), self.terms.asked());
        // Whoever goes on looks at what is left.
        _ = budget.spend(work + made * EFFORT_OF_NEW_TERM + asked * EFFORT_OF_TERM);
    }

    pub const fn program(&self) -> &'p Program {
        self.program
    }

    pub fn body(&self) -> &Body {
        &self.body
    }

    /// The proof of the facts, step by step.
    pub fn steps_of_facts(&mut self) -> Vec<Step> {
        self.facts.steps(&self.graph, &self.effects, &mut self.terms)
    }

    /// Checks one mutant, given as its whole body.
    pub fn check(&mut self, mutant: &Body, extent: Extent) -> Result<Checked, SolverError> {
        if self.is_barred(mutant) {
            return Ok(Checked { is_barred: true, ..self.not_looked_at(IDENTITY) });
        }
        if !self.terms.unread.is_disjoint(&unread::fields_read(mutant)) {
            return Ok(Checked { is_barred: true, ..self.not_looked_at(READS) });
        }
        self.forget_if_large();
        let is_hurried = self.is_hurried();
        let most =
            if is_hurried { self.rest.left() / PART_IN_HURRY } else { self.effort.left() / PART_OF_REST };
        let limit = self.mutant_effort.min(most).max(LEAST_EFFORT);
        let mut budget = Budget::new(limit);
        let graph = build(self.program, mutant, &mut self.terms);
        self.charge(graph.nodes.len() as u64 * EFFORT_OF_NODE, &mut budget);
        let mutant_keys = Keys::of(&graph);
        let relevance = relevance(&self.terms, &graph, &self.effects);
        let original = self.graph.clone();
        let original_keys = std::mem::replace(&mut self.keys, Keys::none());
        let versions = Versions {
            original: &original,
            mutant: &graph,
            original_keys: &original_keys,
            mutant_keys: &mutant_keys,
        };
        let checked = self.check_versions(versions, &relevance, mutant, extent, &mut budget);
        self.keys = original_keys;
        self.seen.checks += 1;
        // What is left decides whether the next check begins.
        _ = if is_hurried { &mut self.rest } else { &mut self.effort }.spend(budget.spent());
        checked
    }

    fn check_versions(
        &mut self,
        versions: Versions<'_>,
        relevance: &Relevance,
        mutant: &Body,
        extent: Extent,
        budget: &mut Budget,
    ) -> Result<Checked, SolverError> {
        // Most is for the regions as they stand; hard questions about them leave something for unrolling.
        let mut own = Budget::new(budget.left() / 4 * 3);
        let (mut checked, excited) = self.check_regions(versions, relevance, extent, &mut own)?;
        _ = budget.spend(own.spent());
        if self.is_hurried() {
            checked.bounded.reason = checked.proof.is_none().then(|| SPENT.to_owned());
            return Ok(checked);
        }
        if extent == Extent::ShortArrays {
            if let Some(whole) = checked.attempts.last_mut() {
                self.bound_lengths(versions, relevance, mutant, whole, &mut checked.bounded, budget)?;
            }
            return Ok(checked);
        }
        if checked.proof.is_none() && extent != Extent::Regions {
            // Rounds side by side prove that no run *ends* in another way; a label is covered by one without an end, too.
            let ends_tell_all = !self.springs_trap(versions.mutant);
            if ends_tell_all {
                self.follow(versions, relevance, &mut checked, Self::side_by_side, budget)?;
            }
            if checked.proof.is_none() {
                self.unroll(versions, relevance, mutant, &mut checked, &excited, budget)?;
            }
            let is_open = checked.proof.is_none() && !checked.bounded.differs();
            // Rounds that only count are taken for one: a place would make the objects of all.
            if ends_tell_all && is_open && !self.makes_objects(mutant) {
                self.follow(versions, relevance, &mut checked, Self::idle_rounds, budget)?;
            }
        }
        let Bounded { proof: up_to, difference, .. } = &checked.bounded;
        let is_open = checked.proof.is_none() && up_to.is_none() && difference.is_none();
        if is_open && (budget.is_exhausted() || own.is_exhausted()) {
            checked.bounded.reason = Some(Undecided::Effort.to_string());
        }
        Ok(checked)
    }

    /// Whether a version plants a label's trap.
    fn springs_trap(&self, mutant: &Graph) -> bool {
        let is_trap = |var: VarId| self.terms.info(var).variable == Variable::Trap;
        mutant.nodes.iter().any(|node| match &node.effect {
            Effect::Assign(assignments) => assignments.iter().any(|&(var, _)| is_trap(var)),
            _ => false,
        })
    }

    /// Runs that differ, but not in the end, where loops keep the whole method from being looked at as it stands.
    fn follow(
        &mut self,
        versions: Versions<'_>,
        relevance: &Relevance,
        checked: &mut Checked,
        prove: Follow<Self>,
        budget: &mut Budget,
    ) -> Result<(), SolverError> {
        let [least, .., whole] = &mut checked.attempts[..] else { return Ok(()) };
        if whole.result != AttemptResult::None(NoSummary::Cyclic) {
            return Ok(());
        }
        let original = self.relevance.clone();
        let keep = Either { versions, original: &original, mutant: relevance };
        let start = Instant::now();
        checked.proof = prove(self, versions, keep, &least.region, budget)?;
        whole.time += start.elapsed();
        if checked.proof.is_some() {
            whole.result = AttemptResult::Proven;
            checked.bounded = Bounded::default();
        }
        Ok(())
    }

    /// Loops and calls, where the regions as they stand gave no proof. The whole method comes first, since a difference
    /// there, which a search finds fast for most mutants, ends it: at the least bound, and at the others where no region in
    /// whose head a fault outside of loops is excited gives a proof; then the regions that have some, the smallest first.
    fn unroll(
        &mut self,
        versions: Versions<'_>,
        relevance: &Relevance,
        mutant: &Body,
        checked: &mut Checked,
        excited: &[Excited],
        all: &mut Budget,
    ) -> Result<(), SolverError> {
        let Some(whole) = checked.attempts.len().checked_sub(1) else { return Ok(()) };
        let mut bounded = Bounded::default();
        // One for the whole method, one for the regions inside, one for those where the fault is excited.
        let times = ((self.effort.spent() + self.effort.left()) / bounded::EFFORT_OF_METHOD).max(1);
        let [mut for_whole, mut inside, mut where_excited] =
            [bounded::EFFORT, bounded::EFFORT_INSIDE, bounded::EFFORT_EXCITED]
                .map(|effort| Budget::new((effort * times).min(all.left())));
        for at in std::iter::once(whole).chain(0..whole) {
            let attempt = &checked.attempts[at];
            let Some(projection) = versions.project(&attempt.region) else { continue };
            if !self.may_show_more(versions, &attempt.region, &projection) {
                continue;
            }
            let start = Instant::now();
            let (depth, region) = (attempt.depth, &attempt.region);
            let followed = &BTreeSet::new();
            let projection = &projection;
            let pair = Pair { versions, relevance, depth, region, projection, followed, agreed: None };
            let budget = if at == whole { &mut for_whole } else { &mut inside };
            let spent = budget.spent();
            let mut own = self.first_bound(&pair, mutant, budget)?;
            let mut shown = None;
            for heads in [Heads::OutsideLoops, Heads::InLoops] {
                if heads == Heads::InLoops && shown.is_none() {
                    self.other_bounds(&mut own, &pair, mutant, budget)?;
                }
                if at == whole && shown.is_none() && !own.bounded.differs() {
                    let asked = AskedWhereExcited { excited, attempts: &checked.attempts, heads };
                    shown = self.where_excited(versions, relevance, mutant, asked, &mut where_excited)?;
                }
            }
            let attempt = &mut checked.attempts[at];
            attempt.effort += budget.spent() - spent;
            let is_spent = at != whole && budget.is_exhausted();
            attempt.time += start.elapsed();
            if shown.is_some() {
                bounded = Bounded { complete: shown, ..Bounded::default() };
                break;
            }
            let own = own.bounded;
            let is_hopeless = own.difference.is_some();
            let is_local = own.complete.is_some() && at != whole;
            bounded.add(own);
            if is_hopeless || is_local || is_spent {
                break;
            }
        }
        [for_whole, inside, where_excited].iter().for_each(|budget| _ = all.spend(budget.spent()));
        // What differs for certain is not called equivalent up to anything.
        if bounded.is_decided() {
            bounded.proof = None;
        }
        self.bound_lengths(versions, relevance, mutant, &mut checked.attempts[whole], &mut bounded, all)?;
        if let Some(proof) = bounded.complete.take()
            && let Some(attempt) = checked.attempts.iter_mut().find(|a| a.depth == proof.depth)
        {
            attempt.result = AttemptResult::Proven;
            let goals: Vec<TermId> = proof.obligations.iter().map(|o| o.holds).collect();
            attempt.question = self.terms.closure(&goals).len();
            checked.proof = Some(proof);
        }
        checked.bounded = bounded;
        Ok(())
    }

    /// Short arrays alone, where loops were bounded in vain, or only a long array shows a difference.
    fn bound_lengths(
        &mut self,
        versions: Versions<'_>,
        relevance: &Relevance,
        mutant: &Body,
        whole: &mut Attempt,
        bounded: &mut Bounded,
        all: &mut Budget,
    ) -> Result<(), SolverError> {
        if bounded.complete.is_some() || bounded.proof.is_some() || !self.may_need_lengths(bounded) {
            return Ok(());
        }
        let Some(projection) = versions.project(&whole.region) else { return Ok(()) };
        if !self.may_show_more(versions, &whole.region, &projection) {
            return Ok(());
        }
        let start = Instant::now();
        let (depth, region, followed) = (whole.depth, &whole.region, &BTreeSet::new());
        let pair =
            Pair { versions, relevance, depth, region, projection: &projection, followed, agreed: None };
        let mut own = Budget::new(lengths::EFFORT.min(all.left()));
        let shown = self.bounded_in_lengths(&pair, mutant, &mut own)?;
        _ = all.spend(own.spent());
        whole.effort += own.spent();
        whole.time += start.elapsed();
        bounded.add_with_lengths(shown);
        Ok(())
    }

    fn check_regions(
        &mut self,
        versions: Versions<'_>,
        relevance: &Relevance,
        extent: Extent,
        budget: &mut Budget,
    ) -> Result<(Checked, Vec<Excited>), SolverError> {
        let shape = self.shape(versions.original);
        let changed = versions.changed();
        let alone = shape.node_region(&changed).map(|region| (Depth::Node, region));
        let expanded = shape.regions_to(&changed, self.max_depth);
        let mut checked = Checked::default();
        let mut excited: Vec<Excited> = Vec::new();
        let is_hurried = self.is_hurried();
        for (depth, region) in alone.into_iter().chain(expanded) {
            // The whole method is what is unrolled first.
            let is_passed_over = if depth == Depth::Global { is_hurried } else { budget.is_exhausted() };
            if is_passed_over {
                continue;
            }
            if !matches!(extent, Extent::EveryDepth | Extent::ShortArrays)
                && (checked.proof.is_some() || checked.attempts.iter().any(|a| a.region == region))
            {
                continue;
            }
            let (start, spent) = (Instant::now(), budget.spent());
            let found = self.attempt(versions, relevance, (depth, region), budget)?;
            if let Some(FoundInRegion { mut attempt, proof, same_as, agreed, state }) = found {
                let head = attempt.region.head;
                if let Some(own) = agreed.and_then(|agreed| Excited::new(&self.terms, head, agreed)) {
                    // Of the regions from one head the largest one agrees in the most states.
                    excited.retain(|smaller| smaller.head != head);
                    excited.push(own);
                }
                attempt.time = start.elapsed();
                attempt.effort = budget.spent() - spent;
                checked.attempts.push(attempt);
                checked.proof = checked.proof.or(proof);
                checked.state = checked.state.or(state);
                checked.same_as = checked.same_as.into_iter().chain(same_as).min();
            }
        }
        Ok((checked, excited))
    }

    /// `None` if the versions differ outside of the region.
    fn attempt(
        &mut self,
        versions: Versions<'_>,
        relevance: &Relevance,
        (depth, region): (Depth, Region),
        budget: &mut Budget,
    ) -> Result<Option<FoundInRegion>, SolverError> {
        let Some(projection) = versions.project(&region) else { return Ok(None) };
        let mut attempt = Attempt {
            depth,
            statements: self.statements(&region),
            inputs: 0,
            outputs: 0,
            question: 0,
            result: AttemptResult::Proven,
            effort: 0,
            time: Duration::ZERO,
            region,
        };
        let closed_world = is_closed_world(versions.original, &attempt.region);
        let Some(assumptions) = self.facts.at(attempt.region.head) else {
            let proof = Proof::unreachable(depth, closed_world);
            return Ok(Some(FoundInRegion {
                attempt,
                proof: Some(proof),
                same_as: None,
                agreed: None,
                state: None,
            }));
        };
        let key = (attempt.region.head, attempt.region.len());
        let (terms, effects) = (&mut self.terms, &self.effects);
        // Kept without regard to what matters, so that every mutant can share it.
        let all = KeepAll;
        let cached = self.summaries.entry(key).or_insert_with(|| {
            summarize(terms, versions.original, &attempt.region, effects, &all, TermBudget::default())
        });
        let original = cached.clone();
        let mutant = match projection {
            Projection::Empty(target) => Ok(passes_on(&mut self.terms, target)),
            Projection::Region(region) => summarize(
                &mut self.terms,
                versions.mutant,
                &region,
                &self.effects,
                &all,
                TermBudget::default(),
            ),
        };
        let changes = |summary: &Result<Summary, NoSummary>| {
            summary.as_ref().map_or(0, |s| s.exits.iter().map(|exit| exit.state.len()).max().unwrap_or(0))
        };
        let steps = EFFORT_OF_STEP + EFFORT_OF_STATE * (changes(&original) + changes(&mutant)) as u64;
        self.charge(attempt.region.len() as u64 * steps, budget);
        let (original, mutant) = match (original, mutant) {
            (Ok(original), Ok(mutant)) => (original, mutant),
            (Err(why), _) | (_, Err(why)) => {
                attempt.result = AttemptResult::None(why);
                return Ok(Some(FoundInRegion {
                    attempt,
                    proof: None,
                    same_as: None,
                    agreed: None,
                    state: None,
                }));
            }
        };
        let same_as = self.seen.first_with(&self.terms, &attempt.region, &mutant, relevance, versions);
        let keep = Either { versions, original: &self.relevance, mutant: relevance };
        let obligations = obligations(&mut self.terms, &original, &mutant, &keep);
        self.measure(&mut attempt, &original, &mutant, &obligations);
        self.charge(attempt.question as u64 * EFFORT_OF_PART, budget);
        self.asker.seek_tests(depth == Depth::Global);
        let Discharge { result, state } = self.discharge(&assumptions, &obligations, budget)?;
        self.asker.seek_tests(true);
        attempt.result = result;
        let kind = ProofKind::SameBehaviour;
        let agreed = match attempt.result {
            AttemptResult::Differs { .. } => Some(self.terms.all(obligations.iter().map(|o| o.holds))),
            _ => None,
        };
        let proof = (attempt.result == AttemptResult::Proven).then_some(Proof {
            depth,
            kind,
            assumptions,
            obligations,
            closed_world,
            callers: None,
        });
        let state = state.filter(|_| depth == Depth::Global);
        Ok(Some(FoundInRegion { attempt, proof, same_as, agreed, state }))
    }

    /// How many statements have a node in a region of the original.
    pub(super) fn statements(&self, region: &Region) -> usize {
        let mut found: Vec<_> = region
            .nodes()
            .iter()
            .filter_map(|&n| {
                let node = &self.graph.nodes[n];
                node.statement.map(|s| (node.key.frame, node.key.copy, s))
            })
            .collect();
        found.sort_unstable();
        found.dedup();
        found.len()
    }

    /// The shape of the original's graph.
    pub(super) fn shape<'g>(&self, original: &'g Graph) -> Shape<'g> {
        Shape::with(original, self.structure.clone())
    }

    /// What matters in the original where another method's body is `patched`.
    pub(super) fn relevance_with(&mut self, patched: &Body) -> Arc<Relevance> {
        let graph = self.graph.clone();
        let effects = self.effects_of_both(&graph, patched);
        if effects == self.effects {
            return self.relevance.clone();
        }
        Arc::new(relevance(&self.terms, &graph, &effects))
    }

    fn measure(
        &self,
        attempt: &mut Attempt,
        original: &Summary,
        mutant: &Summary,
        obligations: &[Obligation],
    ) {
        let both = original.exits.iter().chain(&mutant.exits);
        let values: Vec<TermId> =
            both.clone().flat_map(|e| e.state.values().copied().chain([e.guard])).collect();
        attempt.inputs = self.terms.variables_of(&values).len();
        let mut outputs: Vec<VarId> = both.flat_map(|e| e.state.keys().copied()).collect();
        outputs.sort_unstable();
        outputs.dedup();
        attempt.outputs = outputs.len();
        attempt.question = self.terms.closure(&obligations.iter().map(|o| o.holds).collect::<Vec<_>>()).len();
    }
}

/// A proof about two runs that part; what is changed lies in the region.
type Follow<C> =
    fn(&mut C, Versions<'_>, Either<'_>, &Region, &mut Budget) -> Result<Option<Proof>, SolverError>;

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

/// What matters in either version matters.
pub(super) struct Either<'a> {
    pub versions: Versions<'a>,
    pub original: &'a Relevance,
    pub mutant: &'a Relevance,
}

impl Keep for Either<'_> {
    fn keeps(&self, terms: &Terms, target: NodeKey, var: VarId) -> bool {
        let matters = |keys: &Keys, relevance: &Relevance| {
            keys.get(target).is_some_and(|n| relevance.is_relevant(terms, n, var))
        };
        matters(self.versions.original_keys, self.original) || matters(self.versions.mutant_keys, self.mutant)
    }
}

pub(super) fn is_closed_world(graph: &Graph, region: &Region) -> bool {
    region.nodes().iter().any(|&n| matches!(&graph.nodes[n].effect, Effect::Call(call) if call.closed_world))
}
