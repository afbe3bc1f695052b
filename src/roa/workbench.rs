//! What all rules of proof work with: the arena of terms, the asker, both versions' graphs, the facts, and what work has
//! cost. A workbench belongs to one original; its mutants come one after another ([`crate::roa::local`]).
//!
//! Its fields are together by how long they last: lent by the program ([`Lent`]), the original's for good
//! ([`OfOriginal`]), kept from one mutant to the next until they are too much ([`Kept`]), and counted ([`Counted`]). What
//! belongs to one mutant is a [`Candidate`].

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::analysis::effects::{Effects, OwnEffects};
use crate::analysis::relevance::{Relevance, relevance};
use crate::budget::Budget;
use crate::cfg::cache::Graphs;
use crate::cfg::graph::{Effect, Graph, NodeId, NodeKey};
use crate::cfg::region::Region;
use crate::roa::align::{Keys, Versions};
use crate::roa::facts::{Facts, Step};
use crate::roa::kept::{Kept, Originals};
use crate::roa::mroa::{Shape, Structure};
use crate::roa::original::{KnownOriginals, Original};
use crate::sema::program::{MethodId, Program};
use crate::sema::typed_tree::Body;
use crate::symbolic::question::Asker;
use crate::symbolic::solver::SolverError;
use crate::symbolic::summary::Keep;
use crate::term::Terms;
use crate::term::variable::{VarId, Variable};

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
pub(super) const EFFORT_OF_NODE: u64 = 400;
pub(super) const EFFORT_OF_STEP: u64 = 100;
pub(super) const EFFORT_OF_STATE: u64 = 10;
const EFFORT_OF_NEW_TERM: u64 = 50;
const EFFORT_OF_TERM: u64 = 2;
pub(super) const EFFORT_OF_PART: u64 = 1;
/// With less left no check begins.
const LEAST_EFFORT: u64 = 100_000;
/// For the small regions of the mutants that are left when the effort for all of them is spent.
const EFFORT_OF_REST: u64 = METHOD_EFFORT / 4;

/// One original, and all that its mutants are looked at with.
pub struct Workbench<'p> {
    pub terms: Terms,
    pub asker: Asker,
    /// The original's.
    pub graph: Arc<Graph>,
    /// How far regions are expanded before the whole method.
    pub max_depth: u32,
    /// For all mutants together, and the most for one.
    pub effort: Budget,
    pub mutant_effort: u64,
    pub(super) lent: Lent<'p>,
    pub(super) original: OfOriginal,
    pub(super) kept: Kept,
    counted: Counted,
}

/// What is the same for all methods of the program.
pub(super) struct Lent<'p> {
    pub program: &'p Program,
    /// Of what is called, found when first asked for.
    pub graphs: Graphs<'p>,
}

/// What is known of the original beside its graph, once and for all.
pub(super) struct OfOriginal {
    pub body: Arc<Body>,
    pub keys: Arc<Keys>,
    structure: Arc<Structure>,
    pub effects: Effects,
    pub own_effects: OwnEffects,
    pub relevance: Arc<Relevance>,
    pub facts: Facts,
    /// The calls of which effects and facts say what they say because the program has no further classes.
    resting_calls: Vec<NodeId>,
}

/// How much there is left, and what is charged already.
struct Counted {
    /// What is left for mutants that come after the effort is spent: each is looked at in the regions before the whole
    /// method.
    rest: Budget,
    in_hurry: bool,
    /// How many terms there are for the original, and how many there were when work was charged last.
    own_terms: usize,
    own_weight: usize,
    terms: usize,
    asked: u64,
}

/// One mutant, which may be equivalent.
#[derive(Clone, Copy)]
pub(super) struct Candidate<'a> {
    pub versions: Versions<'a>,
    /// What matters in the mutant.
    pub relevance: &'a Relevance,
    pub body: &'a Body,
}

impl<'p> Workbench<'p> {
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
        let (terms, graph) = (terms.clone(), graph.clone());
        let original = OfOriginal {
            body: body.clone(),
            keys: Arc::new(Keys::of(&graph)),
            structure: Arc::new(Structure::of(&graph)),
            effects: effects.clone(),
            own_effects: own_effects.clone(),
            relevance: Arc::new(relevance(&terms, &graph, effects)),
            facts: facts.clone(),
            resting_calls: effects.calls_that_rest_on_classes(&graph),
        };
        let counted = Counted {
            rest: Budget::new(EFFORT_OF_REST),
            in_hurry: false,
            own_terms: terms.len(),
            own_weight: terms.weight(),
            terms: terms.len(),
            asked: terms.asked(),
        };
        Ok(Some(Self {
            terms,
            asker,
            graph,
            max_depth,
            effort: Budget::new(METHOD_EFFORT),
            mutant_effort: MUTANT_EFFORT,
            lent: Lent { program, graphs: Graphs::of_program(program) },
            original,
            kept: Kept::default(),
            counted,
        }))
    }

    pub const fn program(&self) -> &'p Program {
        self.lent.program
    }

    pub fn body(&self) -> &Body {
        &self.original.body
    }

    /// The proof of the facts, step by step.
    pub fn steps_of_facts(&mut self) -> Vec<Step> {
        self.original.facts.steps(&self.graph, &self.original.effects, &mut self.terms)
    }

    /// Whether so little effort is left that further mutants are looked at in small regions only.
    pub const fn is_hurried(&self) -> bool {
        self.counted.in_hurry || self.effort.left() < LEAST_EFFORT
    }

    /// Looks at further mutants in small regions only.
    pub const fn hurry(&mut self) {
        self.counted.in_hurry = true;
    }

    /// Whether so little effort is left that no further mutant is looked at.
    pub const fn is_spent(&self) -> bool {
        self.is_hurried() && self.counted.rest.left() < LEAST_EFFORT
    }

    /// For the check of the next mutant.
    pub(super) fn budget_of_mutant(&self) -> Budget {
        let most = if self.is_hurried() {
            self.counted.rest.left() / PART_IN_HURRY
        } else {
            self.effort.left() / PART_OF_REST
        };
        Budget::new(self.mutant_effort.min(most).max(LEAST_EFFORT))
    }

    /// Counts a mutant's check, and what it has cost. `is_hurried`: when it began.
    pub(super) fn count_check(&mut self, is_hurried: bool, budget: Budget) {
        self.kept.seen.checks += 1;
        // What is left decides whether the next check begins.
        _ = if is_hurried { &mut self.counted.rest } else { &mut self.effort }.spend(budget.spent());
    }

    /// Forgets what was made for mutants, all terms that were handed out among it, so that memory stays bounded.
    pub(super) fn forget_if_large(&mut self) {
        if self.terms.weight() <= self.counted.own_weight + MAX_TERMS {
            return;
        }
        self.terms.truncate(self.counted.own_terms);
        self.kept.summaries.clear();
        self.kept.seen.forget();
        self.kept.originals = Originals::default();
        self.lent.graphs = Graphs::of_program(self.lent.program);
        self.asker.forget();
        self.counted.terms = self.counted.own_terms;
    }

    /// Charges that a region was summarised, its variables left aside.
    pub(super) fn charge_region(&mut self, region: &Region, budget: &mut Budget) {
        self.charge(region.len() as u64 * EFFORT_OF_STEP, budget);
    }

    /// Charges what was done beside the answers to questions.
    pub(super) fn charge(&mut self, work: u64, budget: &mut Budget) {
        let made = self.terms.len().saturating_sub(self.counted.terms) as u64;
        let asked = self.terms.asked() - self.counted.asked;
        (self.counted.terms, self.counted.asked) = (self.terms.len(), self.terms.asked());
        // Whoever goes on looks at what is left.
        _ = budget.spend(work + made * EFFORT_OF_NEW_TERM + asked * EFFORT_OF_TERM);
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
        Shape::with(original, self.original.structure.clone())
    }

    /// What matters in the original where another method's body is `patched`.
    pub(super) fn relevance_with(&mut self, patched: &Body) -> Arc<Relevance> {
        let graph = self.graph.clone();
        let effects = self.effects_of_both(&graph, patched);
        if effects == self.original.effects {
            return self.original.relevance.clone();
        }
        Arc::new(relevance(&self.terms, &graph, &effects))
    }
}

impl<'a> Candidate<'a> {
    /// What matters in either version. `original`: what matters there.
    pub(super) const fn either(self, original: &'a Relevance) -> Either<'a> {
        Either { versions: self.versions, original, mutant: self.relevance }
    }

    /// Whether the mutant plants a label's trap.
    pub(super) fn springs_trap(self, terms: &Terms) -> bool {
        let is_trap = |var: VarId| terms.info(var).variable == Variable::Trap;
        self.versions.mutant.nodes.iter().any(|node| match &node.effect {
            Effect::Assign(assignments) => assignments.iter().any(|&(var, _)| is_trap(var)),
            _ => false,
        })
    }
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

impl OfOriginal {
    /// Whether what is known of calls in a region or around it rests on the classes that the program has: facts at its head on
    /// calls before it, what does not matter behind it on calls there.
    pub(super) fn rests_on_classes_around(&self, graph: &Graph, region: &Region, around: Around) -> bool {
        if self.resting_calls.is_empty() {
            return false;
        }
        let rests = |reached: &BTreeSet<NodeId>| self.resting_calls.iter().any(|call| reached.contains(call));
        let before = || reached(&[region.head], |n| graph.predecessors(n).collect());
        let behind = || reached(region.nodes(), |n| graph.successors(n).collect());
        let is_inside = self.resting_calls.iter().any(|&call| region.contains(call));
        is_inside || around.facts && rests(&before()) || around.dropped && rests(&behind())
    }

    /// The same of any region.
    pub(super) const fn rests_on_classes(&self) -> bool {
        !self.resting_calls.is_empty()
    }
}

/// What a proof in a region uses of the code around it.
#[derive(Clone, Copy)]
pub(super) struct Around {
    /// What holds at its head.
    pub facts: bool,
    /// That a difference in some variable does not matter behind it.
    pub dropped: bool,
}

/// All nodes that a way leads to from some, these included.
fn reached(from: &[NodeId], next: impl Fn(NodeId) -> Vec<NodeId>) -> BTreeSet<NodeId> {
    let mut found: BTreeSet<NodeId> = from.iter().copied().collect();
    let mut pending = from.to_vec();
    while let Some(node) = pending.pop() {
        pending.extend(next(node).into_iter().filter(|&other| found.insert(other)));
    }
    found
}
