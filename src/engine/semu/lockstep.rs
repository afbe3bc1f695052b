//! One driver: the original's paths and those of the mutants forked off them, side by side.

mod mutants;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rustc_hash::FxHashSet;

use crate::analysis::relevance::Relevance;
use crate::cfg::graph::{Effect, Graph, NodeId, NodeKey};
use crate::driver::cube::Cube;
use crate::driver::{Driver, sight};
use crate::engine::explorer::probe::{Pair, differences, is_compared};
use crate::engine::explorer::{Explored, Explorer, PathCounts, Possible, is_branching};
use crate::engine::global::Stop;
use crate::engine::semu::Strategy;
use crate::engine::semu::parameters::{Compared, Parameters, PreconditionLength};
use crate::engine::subject::{GoalIndex, Subject};
use crate::frames::Frames;
use crate::mutate::bench::Bench;
use crate::roa::align::Keys;
use crate::sema::program::MethodId;
use crate::symbolic::question::SharedSolver;
use crate::symbolic::solver::SolverError;
use crate::symbolic::summary::Exit;
use crate::term::TermId;
use crate::term::assignment::Assignment;
use crate::term::variable::Variable;

/// An exploration with more states at once ends.
const MAX_STATES: usize = 3_000;
/// The frames of all mutants together.
const MAX_NODES: usize = 400_000;

/// One mutant in the frames.
struct Changed {
    goal: GoalIndex,
    frames: Arc<Frames>,
    /// Nodes of the original to those of the mutant, and, over the variables there, when it infects.
    points: BTreeMap<NodeId, (NodeId, TermId)>,
    /// The places that it shares with the original.
    shared: FxHashSet<NodeKey>,
    /// By node: how far it is to an output.
    distances: Vec<u32>,
    tests: u32,
    /// States whose code was left with a possible difference.
    infected: u32,
}

/// The number of a state of the original in the tree of its states.
type Place = usize;

/// A state of the original.
struct Original {
    state: Explored,
    place: Place,
    /// The mutants that its path has come to.
    seen: Arc<BTreeSet<usize>>,
    /// The seeds that take its path; none: it is followed without.
    seeds: Vec<usize>,
    is_seeded: bool,
    has_ended: bool,
}

/// A state of a mutant.
struct Mutated {
    state: Explored,
    mutant: usize,
    /// The original's state that it was forked from.
    from: Place,
    start_depth: u32,
    /// Checkpoints that it has passed.
    seen: u32,
    /// While it is in the changed code: when that infects, over the inputs.
    infects: Option<TermId>,
    has_ended: bool,
}

/// See the module.
pub(super) struct Lockstep<'p> {
    subject: &'p Subject,
    explorer: Explorer<'p>,
    strategy: Strategy,
    parameters: Parameters,
    frames: Option<Arc<Frames>>,
    /// What may still show, where nothing else is compared.
    relevance: Option<Relevance>,
    mutants: Vec<Changed>,
    /// The original's nodes from which a point is reached.
    leading: Vec<bool>,
    seeds: Vec<Arc<Assignment>>,
    /// How long only seeds are followed.
    precondition: u32,
    /// By place: the place before.
    tree: Vec<Option<Place>>,
    originals: Vec<Original>,
    mutated: Vec<Mutated>,
    tests: Vec<Driver>,
    counts: PathCounts,
}

impl<'p> Lockstep<'p> {
    pub(super) fn new(
        subject: &'p Subject,
        cube: Cube,
        solver: SharedSolver,
        (strategy, parameters): (Strategy, Parameters),
        effort: u64,
    ) -> Self {
        Self {
            subject,
            explorer: Explorer::new(subject.program(), cube, solver, effort),
            strategy,
            parameters,
            frames: None,
            relevance: None,
            mutants: Vec::new(),
            leading: Vec::new(),
            seeds: Vec::new(),
            precondition: 0,
            tree: Vec::new(),
            originals: Vec::new(),
            mutated: Vec::new(),
            tests: Vec::new(),
            counts: PathCounts::default(),
        }
    }

    pub(super) const fn spent(&self) -> u64 {
        self.explorer.budget.spent()
    }

    pub(super) const fn questions(&self) -> u64 {
        self.explorer.questions()
    }

    pub(super) const fn counts(&self) -> PathCounts {
        self.counts
    }

    /// The frames of the original and of each mutant, and the seeds.
    ///
    /// # Errors
    ///
    /// The original's frames are too large.
    pub(super) fn prepare(&mut self, bound: u32, seeds: &[Cube], targets: &[GoalIndex]) -> Result<(), Stop> {
        let frames = self.explorer.original(bound)?;
        let graph = &frames.graph;
        let relevance = match self.parameters.state {
            Compared::Live => Some(self.explorer.skeleton.relevance(&frames)),
            Compared::All => None,
        };
        let keys = Keys::of(graph);
        let mut bench: Option<(MethodId, Option<Bench<'p>>)> = None;
        let mut nodes = 0;
        for &goal in targets {
            let mutant = self.subject.mutant(goal);
            if bench.as_ref().is_none_or(|(method, _)| *method != mutant.home) {
                bench = Some((mutant.home, Bench::new(self.subject.program(), mutant.home)));
            }
            let Some((_, Some(bench))) = &mut bench else { continue };
            let version = bench.with_body(&mutant.patch, |body| self.explorer.version(body, bound));
            let Some(Ok(version)) = version else {
                self.counts.left_out += 1;
                continue;
            };
            nodes += version.graph.nodes.len();
            if nodes > MAX_NODES {
                self.counts.left_out += 1;
                continue;
            }
            let pair = Pair::new(graph, &keys, &version.graph);
            let within: BTreeMap<NodeId, NodeId> = pair.points().into_iter().collect();
            let found = pair.infections(&mut self.explorer.skeleton.terms, relevance.as_ref());
            let points: BTreeMap<NodeId, (NodeId, TermId)> = found
                .into_iter()
                .filter_map(|point| Some((point.at, (*within.get(&point.at)?, point.condition))))
                .collect();
            if points.is_empty() {
                continue;
            }
            let shared = pair.into_shared();
            let distances = distances(&self.explorer, &version.graph);
            let (tests, infected) = (0, 0);
            self.mutants.push(Changed { goal, frames: version, points, shared, distances, tests, infected });
        }
        self.leading = leading(graph, |node| self.mutants.iter().any(|m| m.points.contains_key(&node)));
        self.seeds = seeds.iter().map(|cube| self.explorer.seed(cube)).collect();
        self.frames = Some(frames.clone());
        self.relevance = relevance;
        self.precondition = self.precondition_length(graph);
        Ok(())
    }

    /// How many branchings the seeds alone are followed.
    fn precondition_length(&mut self, graph: &Graph) -> u32 {
        if self.seeds.is_empty() {
            return 0;
        }
        match self.parameters.precondition {
            PreconditionLength::Fixed(length) => length,
            PreconditionLength::Specific => u32::MAX,
            PreconditionLength::Global => {
                let seeds = self.seeds.clone();
                seeds
                    .iter()
                    .filter_map(|seed| self.depth_of_first_point(graph, seed))
                    .min()
                    .unwrap_or(u32::MAX)
            }
        }
    }

    /// The branchings on a seed's path before it comes to a mutant.
    fn depth_of_first_point(&mut self, graph: &Graph, seed: &Arc<Assignment>) -> Option<u32> {
        let (path, store) = (crate::engine::explorer::Path::default(), Arc::default());
        let mut state = Explored { at: graph.entry, path, store, witness: seed.clone(), depth: 0 };
        loop {
            if self.mutants.iter().any(|mutant| mutant.points.contains_key(&state.at)) {
                return Some(state.depth);
            }
            if graph.is_exit(state.at) || self.explorer.is_over() {
                return None;
            }
            let branches = u32::from(is_branching(graph, state.at));
            let turns = self.explorer.run(graph, &mut state);
            state.depth += branches;
            state.at = turns.iter().find(|turn| turn.is_taken)?.to;
        }
    }

    /// Explores; the tests.
    ///
    /// # Errors
    ///
    /// The solver failed.
    pub(super) fn run(&mut self) -> Result<Vec<Driver>, SolverError> {
        let Some(frames) = self.frames.clone() else { return Ok(Vec::new()) };
        if self.mutants.is_empty() && self.strategy != Strategy::Paths {
            return Ok(Vec::new());
        }
        let graph = &frames.graph;
        if !self.begin(graph)? {
            return Ok(Vec::new());
        }
        // The depth that the states of this round come to.
        let mut depth = 1;
        while self.originals.iter().any(|original| !original.has_ended) || !self.mutated.is_empty() {
            if self.explorer.is_over() || self.originals.len() + self.mutated.len() > MAX_STATES {
                self.counts.limited += 1;
                break;
            }
            self.advance_originals(graph, depth)?;
            self.advance_mutants(depth)?;
            self.checkpoints(depth)?;
            self.drop_needless();
            depth += 1;
        }
        Ok(std::mem::take(&mut self.tests))
    }

    /// The state of the original at its entry; whether there is one.
    fn begin(&mut self, graph: &Graph) -> Result<bool, SolverError> {
        let first = match self.seeds.first() {
            Some(seed) => {
                let (path, store) = (crate::engine::explorer::Path::default(), Arc::default());
                Some(Explored { at: graph.entry, path, store, witness: seed.clone(), depth: 0 })
            }
            None => self.explorer.start(graph)?,
        };
        let Some(state) = first else { return Ok(false) };
        let place = self.new_place(None);
        let seeds: Vec<usize> = (0..self.seeds.len()).collect();
        let is_seeded = !seeds.is_empty() && self.precondition > 0;
        let seen = Arc::default();
        self.originals.push(Original { state, place, seen, seeds, is_seeded, has_ended: false });
        Ok(true)
    }

    fn new_place(&mut self, before: Option<Place>) -> Place {
        self.tree.push(before);
        self.tree.len() - 1
    }

    /// Every state of the original up to behind its next branching.
    fn advance_originals(&mut self, graph: &Graph, depth: u32) -> Result<(), SolverError> {
        let mut open: Vec<Original> = Vec::new();
        let (ended, mut going): (Vec<Original>, Vec<Original>) =
            std::mem::take(&mut self.originals).into_iter().partition(|original| original.has_ended);
        going.reverse();
        open.extend(ended);
        while let Some(mut original) = going.pop() {
            if self.explorer.is_over() {
                break;
            }
            if original.state.depth >= depth {
                open.push(original);
                continue;
            }
            self.fork_mutants(&mut original)?;
            if graph.is_exit(original.state.at) {
                self.counts.explored += 1;
                let is_cut = graph.cut == Some(original.state.at);
                self.counts.cut += u64::from(is_cut);
                if self.strategy == Strategy::Paths {
                    self.tests.push(self.explorer.test(&original.state.witness));
                }
                // What leaves the frames can be compared with nothing.
                if !is_cut {
                    open.push(Original { has_ended: true, ..original });
                }
                continue;
            }
            let children = self.children(graph, original)?;
            going.extend(children.into_iter().rev());
        }
        self.originals = open;
        Ok(())
    }

    /// The states behind one node of a state of the original.
    fn children(&mut self, graph: &Graph, mut original: Original) -> Result<Vec<Original>, SolverError> {
        let branches = u32::from(is_branching(graph, original.state.at));
        let turns = self.explorer.run(graph, &mut original.state);
        let depth = original.state.depth + branches;
        original.is_seeded &= depth <= self.precondition;
        if let [only] = turns[..] {
            original.state = Explored { at: only.to, depth, ..original.state };
            return Ok(vec![original]);
        }
        let mut children = Vec::new();
        for turn in turns {
            let path = original.state.path.and(turn.condition);
            let seeds: Vec<usize> = original
                .seeds
                .iter()
                .copied()
                .filter(|&seed| {
                    let seed = self.seeds[seed].clone();
                    self.explorer.holds(&seed, &[turn.condition])
                })
                .collect();
            let witness = match seeds.first() {
                _ if turn.is_taken => original.state.witness.clone(),
                Some(&seed) => self.seeds[seed].clone(),
                // The sides that no seed takes are dropped.
                None if original.is_seeded => continue,
                None => match self.explorer.is_possible(&path, None)? {
                    Possible::Yes(witness) => witness,
                    Possible::No => {
                        self.counts.infeasible += 1;
                        continue;
                    }
                    Possible::Unknown => {
                        self.counts.unknown += 1;
                        continue;
                    }
                },
            };
            let place = self.new_place(Some(original.place));
            let state = Explored { at: turn.to, path, store: original.state.store.clone(), witness, depth };
            let (seen, is_seeded) = (original.seen.clone(), original.is_seeded);
            children.push(Original { state, place, seen, seeds, is_seeded, has_ended: false });
        }
        Ok(children)
    }

    /// Compares a mutant's state with those of the original that descend from where it was forked, and makes a test for each that may
    /// differ.
    fn make_tests(&mut self, mutated: &Mutated) -> Result<(), SolverError> {
        let leaves: Vec<usize> = (0..self.originals.len())
            .filter(|&at| self.descends(self.originals[at].place, mutated.from))
            .collect();
        if leaves.is_empty() || self.parameters.no_difference {
            let witness = mutated.state.witness.clone();
            self.make(mutated.mutant, &witness);
            return Ok(());
        }
        for leaf in leaves {
            if self.mutants[mutated.mutant].tests >= self.parameters.tests || self.explorer.is_over() {
                return Ok(());
            }
            let mut both = mutated.state.path.clone();
            for condition in self.originals[leaf].state.path.conditions().collect::<Vec<_>>() {
                both = both.and(condition);
            }
            let Possible::Yes(_) = self.explorer.is_possible(&both, None)? else { continue };
            let differences = self.differences(mutated, leaf);
            if differences.is_empty() {
                continue;
            }
            let terms = &mut self.explorer.skeleton.terms;
            let (all, any) = (terms.all(differences.iter().copied()), terms.any(differences.iter().copied()));
            for condition in [all, any] {
                if let Possible::Yes(witness) = self.explorer.is_possible(&both.and(condition), None)? {
                    self.make(mutated.mutant, &witness);
                    break;
                }
            }
        }
        Ok(())
    }

    /// In what a mutant's state may differ from one of the original, each on its own.
    fn differences(&mut self, mutated: &Mutated, leaf: usize) -> Vec<TermId> {
        let original = &self.originals[leaf];
        let (own, other) = (self.key(original), self.key_of_mutant(mutated));
        if own != other || original.has_ended != mutated.has_ended {
            return vec![self.explorer.skeleton.terms.boolean(true)];
        }
        let (left, right) = (original.state.store.clone(), mutated.state.store.clone());
        let program = self.subject.program();
        let terms = &mut self.explorer.skeleton.terms;
        if mutated.has_ended {
            let guard = terms.boolean(true);
            let exit = |state: &Arc<crate::term::substitute::State>| Exit {
                target: other,
                is_cut: false,
                guard,
                state: (**state).clone(),
            };
            let (a, b) = (exit(&left), exit(&right));
            let same = sight::same(program, program.type_numbers(), &mut self.explorer.skeleton, &a, &b);
            let terms = &mut self.explorer.skeleton.terms;
            return same.into_iter().map(|same| terms.not(same)).collect();
        }
        let at = original.state.at;
        let relevance = self.relevance.as_ref();
        let found = differences(terms, &left, &right, |terms, var| {
            is_compared(terms.info(var).variable)
                && relevance.is_none_or(|relevance| relevance.is_relevant(terms, at, var))
        });
        found.into_iter().map(|(_, differs)| differs).collect()
    }

    fn key(&self, original: &Original) -> NodeKey {
        let graph = self.frames.as_ref().map(|frames| &frames.graph);
        let none = || self.explorer.skeleton.graph.nodes[self.explorer.skeleton.graph.entry].key;
        graph.map_or_else(none, |graph| graph.nodes[original.state.at].key)
    }

    fn key_of_mutant(&self, mutated: &Mutated) -> NodeKey {
        self.mutants[mutated.mutant].frames.graph.nodes[mutated.state.at].key
    }

    fn make(&mut self, mutant: usize, witness: &Assignment) {
        self.mutants[mutant].tests += 1;
        self.tests.push(self.explorer.test(witness));
    }

    /// States of the original from which no mutant is reached any more, and with which none is compared.
    fn drop_needless(&mut self) {
        if self.strategy == Strategy::Paths {
            self.originals.retain(|original| !original.has_ended);
            return;
        }
        let froms: BTreeSet<Place> = self.mutated.iter().map(|mutated| mutated.from).collect();
        let originals = std::mem::take(&mut self.originals);
        let is_needed = |original: &Original| {
            let leads = !original.has_ended && self.leading[crate::index::Id::index(original.state.at)];
            leads || froms.iter().any(|&from| self.descends(original.place, from))
        };
        self.originals = originals.into_iter().filter(is_needed).collect();
    }
}

/// By node: whether some node that is wanted is reached from it.
fn leading(graph: &Graph, is_wanted: impl Fn(NodeId) -> bool) -> Vec<bool> {
    let mut leading = vec![false; graph.nodes.len()];
    let mut pending: Vec<NodeId> = graph.nodes.ids().filter(|&node| is_wanted(node)).collect();
    while let Some(node) = pending.pop() {
        let known = &mut leading[crate::index::Id::index(node)];
        if !std::mem::replace(known, true) {
            pending.extend(graph.predecessors(node));
        }
    }
    leading
}

/// By node: how many nodes it is to the next that writes text, or to the end.
fn distances(explorer: &Explorer<'_>, graph: &Graph) -> Vec<u32> {
    let terms = &explorer.skeleton.terms;
    let writes = |effect: &Effect| match effect {
        Effect::Assign(assigned) => {
            assigned.iter().any(|&(var, _)| matches!(terms.info(var).variable, Variable::Out | Variable::Err))
        }
        _ => false,
    };
    let is_output = |node: NodeId| graph.is_exit(node) || writes(&graph.nodes[node].effect);
    let mut distances = vec![u32::MAX; graph.nodes.len()];
    let mut level: Vec<NodeId> = graph.nodes.ids().filter(|&node| is_output(node)).collect();
    let mut distance = 0;
    while !level.is_empty() {
        let mut next = Vec::new();
        for node in level {
            let known = &mut distances[crate::index::Id::index(node)];
            if *known == u32::MAX {
                *known = distance;
                next.extend(graph.predecessors(node));
            }
        }
        level = next;
        distance += 1;
    }
    distances
}

#[cfg(test)]
mod tests;
