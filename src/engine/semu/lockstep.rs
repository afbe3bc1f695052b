//! One driver: the original's paths and those of the mutants forked off them, side by side.

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
use crate::engine::semu::parameters::{Parameters, PreconditionLength, Selection};
use crate::engine::subject::{MutantIndex, Subject};
use crate::frames::Frames;
use crate::mutate::bench::Bench;
use crate::roa::align::Keys;
use crate::sema::program::MethodId;
use crate::symbolic::question::SharedSolver;
use crate::symbolic::solver::SolverError;
use crate::symbolic::summary::Exit;
use crate::term::TermId;
use crate::term::assignment::Assignment;
use crate::term::evaluate::mix;
use crate::term::variable::Variable;

/// An exploration with more states at once ends.
const MAX_STATES: usize = 3_000;
/// The frames of all mutants together.
const MAX_NODES: usize = 400_000;

/// One mutant in the frames.
struct Changed {
    goal: MutantIndex,
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
pub struct Lockstep<'p> {
    subject: &'p Subject,
    explorer: Explorer<'p>,
    strategy: Strategy,
    parameters: Parameters,
    frames: Option<Arc<Frames>>,
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
    pub fn new(
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

    pub const fn spent(&self) -> u64 {
        self.explorer.budget.spent()
    }

    pub const fn questions(&self) -> u64 {
        self.explorer.questions()
    }

    pub const fn counts(&self) -> PathCounts {
        self.counts
    }

    /// The frames of the original and of each mutant, and the seeds.
    ///
    /// # Errors
    ///
    /// The original's frames are too large.
    pub fn prepare(&mut self, bound: u32, seeds: &[Cube], targets: &[MutantIndex]) -> Result<(), Stop> {
        let frames = self.explorer.original(bound)?;
        let graph = &frames.graph;
        let relevance = self.explorer.skeleton.relevance(&frames);
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
            let found = pair.infections(&mut self.explorer.skeleton.terms, &relevance);
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
        self.relevance = Some(relevance);
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
    pub fn run(&mut self) -> Result<Vec<Driver>, SolverError> {
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

    /// Forks the mutants that a path of the original comes to for the first time.
    fn fork_mutants(&mut self, original: &mut Original) -> Result<(), SolverError> {
        let at = original.state.at;
        let new: Vec<usize> = (0..self.mutants.len())
            .filter(|mutant| {
                self.mutants[*mutant].points.contains_key(&at) && !original.seen.contains(mutant)
            })
            .collect();
        if new.is_empty() {
            return Ok(());
        }
        if self.parameters.precondition == PreconditionLength::Specific {
            original.is_seeded = false;
        }
        Arc::make_mut(&mut original.seen).extend(new.iter().copied());
        for mutant in new {
            if self.strategy == Strategy::Paths || self.mutants[mutant].tests >= self.parameters.tests {
                continue;
            }
            let (start, condition) = self.mutants[mutant].points[&at];
            let infects = self.explorer.at(&original.state, condition);
            if self.strategy == Strategy::Infection {
                self.counts.labels_asked += 1;
                let path = original.state.path.and(infects);
                if let Possible::Yes(witness) = self.explorer.is_possible(&path, None)? {
                    self.make(mutant, &witness);
                }
                continue;
            }
            if self.explorer.skeleton.terms.is_false(infects) {
                continue;
            }
            // A place of its own, so that what it is compared with descends from here.
            let from = original.place;
            let state = Explored { at: start, ..original.state.clone() };
            let start_depth = state.depth;
            let (infects, has_ended) = (Some(infects), false);
            self.mutated.push(Mutated { state, mutant, from, start_depth, seen: 0, infects, has_ended });
        }
        Ok(())
    }

    /// Every state of a mutant up to behind its next branching.
    fn advance_mutants(&mut self, depth: u32) -> Result<(), SolverError> {
        let mut going = std::mem::take(&mut self.mutated);
        going.reverse();
        let mut open = Vec::new();
        while let Some(mut mutated) = going.pop() {
            if self.explorer.is_over() {
                break;
            }
            if self.mutants[mutated.mutant].tests >= self.parameters.tests
                || !self.may_infect(&mut mutated)?
            {
                continue;
            }
            let frames = self.mutants[mutated.mutant].frames.clone();
            let graph = &frames.graph;
            if mutated.has_ended || mutated.state.depth >= depth {
                open.push(mutated);
                continue;
            }
            if graph.is_exit(mutated.state.at) {
                if graph.cut == Some(mutated.state.at) {
                    // It goes on too long to be followed: its inputs are tried as they are.
                    let witness = mutated.state.witness.clone();
                    self.make(mutated.mutant, &witness);
                } else {
                    open.push(Mutated { has_ended: true, ..mutated });
                }
                continue;
            }
            let children = self.children_of_mutant(graph, mutated)?;
            going.extend(children.into_iter().rev());
        }
        self.mutated = open;
        Ok(())
    }

    fn children_of_mutant(
        &mut self,
        graph: &Graph,
        mut mutated: Mutated,
    ) -> Result<Vec<Mutated>, SolverError> {
        let branches = u32::from(is_branching(graph, mutated.state.at));
        let turns = self.explorer.run(graph, &mut mutated.state);
        let depth = mutated.state.depth + branches;
        let is_decision = turns.len() > 1;
        let mut children = Vec::new();
        for turn in turns {
            let path =
                if is_decision { mutated.state.path.and(turn.condition) } else { mutated.state.path.clone() };
            let witness = if turn.is_taken {
                mutated.state.witness.clone()
            } else {
                match self.explorer.is_possible(&path, None)? {
                    Possible::Yes(witness) => witness,
                    Possible::No | Possible::Unknown => continue,
                }
            };
            let state = Explored { at: turn.to, path, store: mutated.state.store.clone(), witness, depth };
            children.push(Mutated { state, ..mutated });
        }
        Ok(children)
    }

    /// Whether, on its way through the changed code, a difference is possible; asked once, where that code is left. The answer is no part of
    /// the path.
    fn may_infect(&mut self, mutated: &mut Mutated) -> Result<bool, SolverError> {
        let Some(infects) = mutated.infects else { return Ok(true) };
        let changed = &self.mutants[mutated.mutant];
        let node = &changed.frames.graph.nodes[mutated.state.at];
        let is_left = changed.shared.contains(&node.key) || changed.frames.graph.is_exit(mutated.state.at);
        if !is_left {
            return Ok(true);
        }
        mutated.infects = None;
        self.counts.labels_asked += 1;
        let infects = if self.explorer.holds(&mutated.state.witness, &[infects]) {
            true
        } else {
            let path = mutated.state.path.and(infects);
            !matches!(self.explorer.is_possible(&path, None)?, Possible::No)
        };
        self.mutants[mutated.mutant].infected += u32::from(infects);
        Ok(infects)
    }

    /// Where states of a mutant have gone their window, or have ended: who goes on, and who becomes a test.
    fn checkpoints(&mut self, depth: u32) -> Result<(), SolverError> {
        let states = std::mem::take(&mut self.mutated);
        let mut by_mutant: BTreeMap<usize, Vec<Mutated>> = BTreeMap::new();
        for state in states {
            by_mutant.entry(state.mutant).or_default().push(state);
        }
        for (mutant, states) in by_mutant {
            let window = self.parameters.window;
            let is_stopped = |s: &Mutated| s.state.depth.saturating_sub(s.start_depth) > window;
            let (ended, live): (Vec<Mutated>, Vec<Mutated>) =
                states.into_iter().partition(|state| state.has_ended);
            if live.iter().any(is_stopped) {
                let kept = self.chosen(mutant, &live, depth);
                let goes_on = !kept.is_empty();
                for (at, mut state) in live.into_iter().enumerate() {
                    let stopped = is_stopped(&state);
                    state.seen += u32::from(stopped);
                    if kept.contains(&at) {
                        if stopped {
                            state.start_depth = state.state.depth;
                        }
                        self.mutated.push(state);
                    } else if stopped && (state.seen > self.parameters.depth || !goes_on) {
                        self.make_tests(&state)?;
                    }
                }
            } else {
                self.mutated.extend(live);
            }
            for state in ended {
                self.make_tests(&state)?;
            }
        }
        let quota = self.parameters.tests;
        let mutants = &self.mutants;
        self.mutated.retain(|state| mutants[state.mutant].tests < quota);
        Ok(())
    }

    /// The numbers of the states that go on.
    fn chosen(&self, mutant: usize, states: &[Mutated], depth: u32) -> BTreeSet<usize> {
        let kept = self.parameters.kept(states.len());
        let mut order: Vec<usize> = (0..states.len()).collect();
        match self.parameters.selection {
            Selection::Mdo => {
                let distances = &self.mutants[mutant].distances;
                order.sort_by_key(|&at| distances[crate::index::Id::index(states[at].state.at)]);
            }
            Selection::Rnd => {
                let goal = u64::from(self.mutants[mutant].goal);
                let stream = mix(mix(self.parameters.seed, goal), depth.into());
                order.sort_by_key(|&at| (mix(stream, at as u64), at));
            }
        }
        order.into_iter().take(kept).collect()
    }

    /// Whether a state of the original descends from a place.
    fn descends(&self, mut place: Place, from: Place) -> bool {
        loop {
            if place == from {
                return true;
            }
            match self.tree[place] {
                Some(before) => place = before,
                None => return false,
            }
        }
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
mod tests {
    use super::*;
    use crate::mutate::operator::OperatorSet;
    use crate::sema::load::LoadOptions;
    use crate::sema::program::Program;
    use crate::symbolic::question::shared_solver;
    use crate::syntax::source::SourceFile;
    use crate::syntax::with_stack;

    fn program(method: &str) -> Program {
        let file = SourceFile::new("A.java".into(), format!("class A {{ {method} }}"));
        Program::load(vec![file], &LoadOptions::default()).expect("a program")
    }

    fn mutants_of(method: &str) -> Vec<crate::mutate::mutant::Mutant> {
        let program = program(method);
        let methods: Vec<MethodId> =
            program.given_classes().flat_map(|c| program.classes[c].methods.clone()).collect();
        Subject::seed(&program, &methods, &OperatorSet::default())
    }

    /// A method with the mutants of it that are wanted, by what they put where.
    fn subject(method: &str, wanted: &[(&str, &str)]) -> Subject {
        let (program, mut mutants) = (program(method), mutants_of(method));
        mutants.retain(|m| wanted.contains(&(&*m.original, &*m.replacement)));
        assert_eq!(mutants.len(), wanted.len(), "{mutants:#?}");
        Subject::of_mutants(program, mutants)
    }

    fn cube(subject: &Subject, act: &str) -> Cube {
        let program = subject.program();
        let method = program.methods.ids().find(|&m| &*program.methods[m].name == "f").expect("f");
        let driver = Driver { method, arrange: Vec::new(), act: act.to_owned(), then: Vec::new() };
        subject.runner().cube(driver).expect("a cube")
    }

    /// The tests that are made, and how many questions it takes.
    fn explored(
        subject: &Subject,
        strategy: Strategy,
        parameters: Parameters,
        seeds: &[&str],
    ) -> (Vec<String>, u64) {
        with_stack(|| {
            let cubes: Vec<Cube> = seeds.iter().map(|act| cube(subject, act)).collect();
            let how = (strategy, parameters);
            let mut lockstep = Lockstep::new(subject, cubes[0].clone(), shared_solver(), how, 400_000_000);
            let targets: Vec<MutantIndex> = subject.indices().collect();
            lockstep.prepare(4, &cubes, &targets).expect("frames");
            let tests = lockstep.run().expect("a solver");
            assert_eq!((lockstep.counts().limited, lockstep.counts().unknown), (0, 0));
            (tests.into_iter().map(|test| test.act).collect(), lockstep.questions())
        })
    }

    fn tests(subject: &Subject, strategy: Strategy, parameters: Parameters, seeds: &[&str]) -> Vec<String> {
        explored(subject, strategy, parameters, seeds).0
    }

    fn kills(subject: &Subject, act: &str) -> usize {
        let driver = cube(subject, act).driver().clone();
        subject.runner().judge(driver, &subject.runnable()).expect("a test").kills.len()
    }

    const ANY: Parameters = Parameters {
        precondition: PreconditionLength::Fixed(0),
        window: 0,
        proportion: 0.0,
        selection: Selection::Rnd,
        depth: 0,
        no_difference: false,
        tests: 99,
        effort: 0,
        seed: 1,
    };

    /// Fig. 1: what infects at x = -1 is masked behind, and at x < -1 it is not.
    const MASKED: &str = "static int f(int x) { int n = 0; if (x >= 0) { n = 7; } else { n = x + 1; } if (n < 0) { n++; } return n; }";

    #[test]
    fn compared_at_the_output_each_test_kills_what_may_be_masked() {
        let subject = subject(MASKED, &[("x + 1", "x")]);
        let seeds = ["int result = A.f(-1);"];
        assert_eq!((kills(&subject, seeds[0]), kills(&subject, "int result = A.f(-2);")), (0, 1));
        let infecting = tests(&subject, Strategy::Infection, ANY, &seeds);
        assert_eq!(infecting.len(), 1);
        // The window is as long as the path: of the four pairs of paths one can differ.
        let one = Parameters { window: 9, tests: 1, ..ANY };
        let made = tests(&subject, Strategy::Semu, one, &seeds);
        assert_eq!((made.len(), kills(&subject, &made[0])), (1, 1), "{made:?}");
        let all = tests(&subject, Strategy::Semu, Parameters { window: 9, ..ANY }, &seeds);
        assert!(all.iter().all(|test| kills(&subject, test) == 1), "{all:?}");
        // Right behind the change both tests infect, and one is as good as two only by luck.
        assert!(!tests(&subject, Strategy::Semu, Parameters { tests: 2, ..ANY }, &seeds).is_empty());
    }

    /// Fig. 1 and §3.1: `n = x` becomes `n = x + 1`, and behind both branches what is negative is counted up.
    const FIGURE: &str = "static int f(int x) { int n = 0; if (x >= 0) { n = 7; } else { n = x; } if (n < 0) { n++; } return n; }";

    /// The pairs of whole paths of original and mutant, each with whether one input takes both, and whether it may show a difference.
    fn formulas(subject: &Subject) -> (u64, Vec<(String, bool, bool)>) {
        with_stack(|| {
            let cube = cube(subject, "int result = A.f(-1);");
            let how = (Strategy::Semu, Parameters { window: 9, ..ANY });
            let mut lockstep = Lockstep::new(subject, cube, shared_solver(), how, 400_000_000);
            lockstep.prepare(1, &[], &subject.indices().collect::<Vec<_>>()).expect("frames");
            let frames = lockstep.frames.clone().expect("frames");
            assert!(lockstep.begin(&frames.graph).expect("a solver"));
            for depth in 1..6 {
                lockstep.advance_originals(&frames.graph, depth).expect("a solver");
                lockstep.advance_mutants(depth).expect("a solver");
            }
            let mut found = Vec::new();
            let mutated = std::mem::take(&mut lockstep.mutated);
            for state in &mutated {
                for leaf in 0..lockstep.originals.len() {
                    if !lockstep.descends(lockstep.originals[leaf].place, state.from) {
                        continue;
                    }
                    assert!(state.has_ended && lockstep.originals[leaf].has_ended);
                    let mut both = state.state.path.clone();
                    let of_original: Vec<TermId> = lockstep.originals[leaf].state.path.conditions().collect();
                    for condition in of_original {
                        both = both.and(condition);
                    }
                    let is_possible = |lockstep: &mut Lockstep<'_>, path: &crate::engine::explorer::Path| {
                        matches!(lockstep.explorer.is_possible(path, None), Ok(Possible::Yes(_)))
                    };
                    let together = is_possible(&mut lockstep, &both);
                    let differences = lockstep.differences(state, leaf);
                    let differs = lockstep.explorer.skeleton.terms.any(differences);
                    let kills = is_possible(&mut lockstep, &both.and(differs));
                    found.push((lockstep.explorer.test(&state.state.witness).act, together, kills));
                }
            }
            (lockstep.counts.infeasible, found)
        })
    }

    #[test]
    fn of_the_four_formulas_of_the_figure_the_first_alone_can_hold() {
        let all = mutants_of(FIGURE);
        let (line, text) = ("x", "++x");
        let own: Vec<_> =
            all.into_iter().filter(|m| (&*m.original, &*m.replacement) == (line, text)).collect();
        // In `x >= 0`, and in `n = x`.
        assert_eq!(own.len(), 2);
        let subject = Subject::of_mutants(program(FIGURE), own.into_iter().skip(1).collect());
        let (infeasible, formulas) = formulas(&subject);
        // Behind x < 0 the original has one path, and one that nothing takes; the mutant has two. With the path that nothing takes no formula
        // holds, so of the four there are two to ask: x < -1, where x + 1 is not x + 2, and x = -1, where 0 is 0.
        assert!(infeasible >= 1, "{infeasible}");
        let mut shown: Vec<(bool, bool)> =
            formulas.iter().map(|(_, together, kills)| (*together, *kills)).collect();
        shown.sort_unstable();
        assert_eq!(shown, [(true, false), (true, true)], "{formulas:?}");
        // The masked input is x = -1 and no other, and both tests of the figure do what it says.
        assert_eq!(
            (kills(&subject, "int result = A.f(-1);"), kills(&subject, "int result = A.f(-2);")),
            (0, 1)
        );
        let seeds = ["int result = A.f(-1);"];
        // At the output one test kills; at the first checkpoint it may be the masked one, and two tests are enough.
        let one = Parameters { window: 1, tests: 1, ..ANY };
        let made = tests(&subject, Strategy::Semu, one, &seeds);
        assert!(made.iter().any(|test| kills(&subject, test) == 1), "{made:?}");
        let early = tests(&subject, Strategy::Semu, Parameters { tests: 2, ..ANY }, &seeds);
        assert!(early.iter().any(|test| kills(&subject, test) == 1), "{early:?}");
        // What only infects is asked for at the change: whatever the solver says is a test there, the masked input, too.
        let infecting = tests(&subject, Strategy::Infection, ANY, &seeds);
        assert_eq!(infecting.len(), 1, "{infecting:?}");
    }

    const LADDER: &str = "static int f(int x, int y) { int n = x; if (y > 1) { n += 2; } if (y > 2) { n += 4; } if (y > 3) { n += 8; } return n; }";

    #[test]
    fn each_parameter_of_the_checkpoints_has_its_meaning() {
        let subject = subject(LADDER, &[("x", "-x")]);
        let made =
            |parameters| tests(&subject, Strategy::Semu, parameters, &["int result = A.f(7, 5);"]).len();
        // CW: behind one branching there are two states, behind two three, behind all four.
        assert_eq!([0, 1, 3, 9].map(|window| made(Parameters { window, ..ANY })), [2, 3, 4, 4]);
        // NTPM.
        assert_eq!([1, 2, 5].map(|tests| made(Parameters { tests, window: 9, ..ANY })), [1, 2, 4]);
        // MPD: where nothing goes on there are tests at once, else those that go no further are dropped.
        assert_eq!(made(Parameters { depth: 9, ..ANY }), 2);
        assert_eq!(made(Parameters { depth: 9, proportion: 0.5, ..ANY }), 1);
        assert!(
            made(Parameters { depth: 1, proportion: 0.5, ..ANY })
                <= made(Parameters { proportion: 0.5, ..ANY })
        );
        // All go on, and are compared at the end.
        assert_eq!(made(Parameters { proportion: 1.0, ..ANY }), 4);
        // PSS: what is nearest to the output is the way past the statements, and the seed matters to the other alone.
        let on = |selection, seed| {
            let parameters = Parameters { selection, seed, proportion: 0.5, depth: 9, ..ANY };
            tests(&subject, Strategy::Semu, parameters, &["int result = A.f(7, 5);"])
        };
        assert_eq!(on(Selection::Mdo, 1), on(Selection::Mdo, 2));
        let drawn: BTreeSet<Vec<String>> = (0..8).map(|seed| on(Selection::Rnd, seed)).collect();
        assert!(drawn.len() > 1, "{drawn:?}");
    }

    #[test]
    fn without_the_difference_the_path_alone_is_asked_for() {
        let subject = subject(LADDER, &[("x", "-x")]);
        let seeds = ["int result = A.f(0, 0);"];
        let made =
            |no_difference| tests(&subject, Strategy::Semu, Parameters { no_difference, ..ANY }, &seeds);
        assert!(made(true).iter().all(|test| test.contains("f(0, ")), "{:?}", made(true));
        assert!(made(false).iter().all(|test| !test.contains("f(0, ")), "{:?}", made(false));
    }

    #[test]
    fn seeds_are_followed_up_to_the_precondition_length() {
        let method = "static int f(int x, int y, int z) { int n = 0; if (y > 1) { n = x + 1; } if (z > 2) { n++; } return n + x; }";
        let subject = subject(method, &[("x + 1", "x - 1"), ("n + x", "n - x")]);
        let seeds = ["int result = A.f(1, 0, 0);", "int result = A.f(1, 9, 0);"];
        let made = |precondition, seeds: &[&str]| {
            tests(&subject, Strategy::Infection, Parameters { precondition, ..ANY }, seeds).len()
        };
        // Once at the first change, and at the second on each path.
        assert_eq!(made(PreconditionLength::Fixed(0), &seeds), 5);
        assert_eq!(made(PreconditionLength::Fixed(9), &seeds), 3);
        assert_eq!(made(PreconditionLength::Global, &seeds), 5);
        assert_eq!(made(PreconditionLength::Specific, &seeds), 4);
        assert_eq!(made(PreconditionLength::Fixed(9), &seeds[..1]), 1);
        let paths = tests(&subject, Strategy::Paths, ANY, &seeds);
        assert_eq!(paths.len(), 4);
    }

    #[test]
    fn a_path_forks_a_mutant_once_and_mutants_share_what_comes_before() {
        let round = "static int f(int x) { int n = 0; for (int i = 0; i < 3; i++) { n = n + x; } return n; }";
        let subject_of_loop = subject(round, &[("n + x", "n - x")]);
        assert_eq!(tests(&subject_of_loop, Strategy::Infection, ANY, &["int result = A.f(5);"]).len(), 1);
        let guards: String = (0..12).map(|i| format!("if (y == {i}) {{ return {i}; }} ")).collect();
        let method = format!("static int f(int x, int y) {{ {guards} return x + y; }}");
        let (one, many) = ([("x + y", "x - y")], ["-", "*", "/", "%"].map(|op| format!("x {op} y")));
        let many: Vec<(&str, &str)> = many.iter().map(|text| ("x + y", text.as_str())).collect();
        let questions = |wanted: &[(&str, &str)]| {
            let parameters = Parameters { window: 99, tests: 1, ..ANY };
            explored(&subject(&method, wanted), Strategy::Semu, parameters, &["int result = A.f(5, 77);"]).1
        };
        let (one, many) = (questions(&one), questions(&many));
        assert!(many < 2 * one, "{one} {many}");
    }
}
