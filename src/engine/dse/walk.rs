//! One driver within one bound, path by path: depth first, and at each label what the variant does there.

use std::collections::{BTreeMap, BTreeSet};

use crate::cfg::graph::{Graph, NodeId};
use crate::driver::cube::Cube;
use crate::engine::dse::{Deletion, Labels, Until};
use crate::engine::explorer::probe::{Pair, Point};
use crate::engine::explorer::{Explored, Explorer, Path, PathCounts, Possible, is_branching};
use crate::engine::global::Stop;
use crate::engine::session::Session;
use crate::engine::subject::{GoalIndex, Subject};
use crate::exec::limits::DEFAULT_STEPS;
use crate::mutate::bench::Bench;
use crate::roa::align::Keys;
use crate::sema::program::MethodId;
use crate::symbolic::question::SharedSolver;
use crate::symbolic::solver::SolverError;
use crate::term::TermId;

/// What has not been looked at yet; `labels`: so many of the goals at its node are behind it.
struct Waiting {
    state: Explored,
    labels: usize,
    /// The last condition of its path was not asked for: no inputs are known that meet it.
    is_new: bool,
}

/// See the module.
pub(super) struct Walk<'p> {
    subject: &'p Subject,
    explorer: Explorer<'p>,
    labels: Labels,
    deletion: Deletion,
    until: Until,
    /// By node of the original: the goals that have a point there, each with its condition.
    points: BTreeMap<NodeId, Vec<(GoalIndex, TermId)>>,
    /// The goals that a question was answered for.
    found: Vec<GoalIndex>,
    counts: PathCounts,
}

impl<'p> Walk<'p> {
    pub(super) fn new(
        subject: &'p Subject,
        cube: Cube,
        solver: SharedSolver,
        (labels, deletion, until): (Labels, Deletion, Until),
        effort: u64,
    ) -> Self {
        Self {
            subject,
            explorer: Explorer::new(subject.program(), cube, solver, effort),
            labels,
            deletion,
            until,
            points: BTreeMap::new(),
            found: Vec::new(),
            counts: PathCounts::default(),
        }
    }

    /// In evaluated terms.
    pub(super) const fn spent(&self) -> u64 {
        self.explorer.budget.spent()
    }

    pub(super) const fn questions(&self) -> u64 {
        self.explorer.questions()
    }

    /// Explores the driver's paths and offers a test for each.
    ///
    /// # Errors
    ///
    /// The solver failed. Inside: the driver has no frames.
    pub(super) fn explore(
        &mut self,
        session: &mut Session<'_>,
        bound: u32,
        goals: &[GoalIndex],
    ) -> Result<Result<PathCounts, Stop>, SolverError> {
        let frames = match self.explorer.original(bound) {
            Ok(frames) => frames,
            Err(stop) => return Ok(Err(stop)),
        };
        if self.labels != Labels::Ignored {
            self.find_points(&frames.graph, bound, goals);
        }
        let Some(first) = self.explorer.start(&frames.graph)? else { return Ok(Ok(self.counts)) };
        self.offer(session, &first);
        let mut stack = vec![Waiting { state: first, labels: 0, is_new: false }];
        while let Some(next) = stack.pop() {
            if self.explorer.is_over() {
                self.counts.limited += 1;
                break;
            }
            if self.until == Until::Labels && !goals.iter().any(|&goal| session.is_open(goal)) {
                break;
            }
            if let Some(next) = self.begin(session, next)? {
                self.follow(session, &frames.graph, next, &mut stack)?;
            }
        }
        Ok(Ok(self.counts))
    }

    /// The points of all goals, a method at a time.
    fn find_points(&mut self, original: &Graph, bound: u32, goals: &[GoalIndex]) {
        let keys = Keys::of(original);
        let frames = self.explorer.original(bound);
        let Ok(frames) = frames else { return };
        let relevance = self.explorer.skeleton.relevance(&frames);
        let mut bench: Option<(MethodId, Option<Bench<'p>>)> = None;
        let run = methods_in(&self.explorer, original);
        for &goal in goals {
            let mutant = self.subject.mutant(goal);
            if !run.contains(&mutant.method) && !run.contains(&mutant.home) {
                continue;
            }
            if bench.as_ref().is_none_or(|(method, _)| *method != mutant.home) {
                bench = Some((mutant.home, Bench::new(self.subject.program(), mutant.home)));
            }
            let Some((_, Some(bench))) = &mut bench else { continue };
            let version = bench.with_body(&mutant.patch, |body| self.explorer.version(body, bound));
            let Some(Ok(version)) = version else {
                self.counts.left_out += 1;
                continue;
            };
            let pair = Pair::new(original, &keys, &version.graph);
            let terms = &mut self.explorer.skeleton.terms;
            let found: Vec<Point> = if mutant.label.is_some() {
                pair.traps(terms)
            } else {
                pair.infections(terms, Some(&relevance))
            };
            if found.is_empty() && !pair.points().is_empty() {
                self.counts.left_out += 1;
            }
            for Point { at, condition } in found {
                self.points.entry(at).or_default().push((goal, condition));
            }
        }
    }

    /// Asks for inputs of what is new, and runs them; `None`: there are none.
    fn begin(&mut self, session: &mut Session<'_>, next: Waiting) -> Result<Option<Waiting>, SolverError> {
        if !next.is_new {
            return Ok(Some(next));
        }
        match self.explorer.is_possible(&next.state.path, None)? {
            Possible::Yes(witness) => {
                let state = Explored { witness, ..next.state };
                self.offer(session, &state);
                Ok(Some(Waiting { state, is_new: false, ..next }))
            }
            Possible::No => {
                self.counts.infeasible += 1;
                Ok(None)
            }
            Possible::Unknown => {
                self.counts.unknown += 1;
                Ok(None)
            }
        }
    }

    /// Goes along the path that the witness takes to its end; the other ways wait, the last first.
    fn follow(
        &mut self,
        session: &mut Session<'_>,
        graph: &Graph,
        from: Waiting,
        stack: &mut Vec<Waiting>,
    ) -> Result<(), SolverError> {
        let Waiting { mut state, mut labels, .. } = from;
        loop {
            if self.explorer.is_over() {
                self.counts.limited += 1;
                return Ok(());
            }
            self.at_labels(session, &mut state, &mut labels, stack)?;
            if graph.is_exit(state.at) {
                self.counts.explored += 1;
                self.counts.cut += u64::from(graph.cut == Some(state.at));
                return Ok(());
            }
            let branches = u32::from(is_branching(graph, state.at));
            let turns = self.explorer.run(graph, &mut state);
            let depth = state.depth + branches;
            let is_decision = turns.len() > 1;
            let mut taken = None;
            for turn in turns {
                let path = if is_decision { state.path.and(turn.condition) } else { state.path.clone() };
                let next = Explored { at: turn.to, path, depth, ..state.clone() };
                if turn.is_taken {
                    taken = Some(next);
                } else {
                    stack.push(Waiting { state: next, labels: 0, is_new: true });
                }
            }
            match taken {
                Some(next) => (state, labels) = (next, 0),
                None => {
                    self.counts.unknown += 1;
                    return Ok(());
                }
            }
        }
    }

    /// What the variant does at the goals that have a point here.
    fn at_labels(
        &mut self,
        session: &mut Session<'_>,
        state: &mut Explored,
        done: &mut usize,
        stack: &mut Vec<Waiting>,
    ) -> Result<(), SolverError> {
        let Some(here) = self.points.get(&state.at).cloned() else { return Ok(()) };
        for (number, (goal, condition)) in here.into_iter().enumerate().skip(*done) {
            if self.is_deleted(session, goal) {
                continue;
            }
            let condition = self.explorer.at(state, condition);
            match self.labels {
                Labels::Ignored => {}
                Labels::Direct => self.fork(state, condition, number + 1, stack),
                Labels::Tight => self.ask(session, state, (goal, condition))?,
            }
        }
        Ok(())
    }

    /// Of a goal that is covered nothing more is asked, if the variant deletes.
    fn is_deleted(&self, session: &Session<'_>, goal: GoalIndex) -> bool {
        match self.deletion {
            Deletion::Off => false,
            Deletion::Asked => self.found.contains(&goal),
            Deletion::Run => !session.is_open(goal),
        }
    }

    /// Both the paths on which the condition holds, and the others.
    fn fork(&mut self, state: &mut Explored, condition: TermId, labels: usize, stack: &mut Vec<Waiting>) {
        let terms = &mut self.explorer.skeleton.terms;
        if terms.is_true(condition) || terms.is_false(condition) {
            return;
        }
        let not = terms.not(condition);
        self.counts.labels_asked += 1;
        let holds = self.explorer.holds(&state.witness, &[condition]);
        let (own, other) = if holds { (condition, not) } else { (not, condition) };
        let other = Explored { path: state.path.and(other), ..state.clone() };
        stack.push(Waiting { state: other, labels, is_new: true });
        state.path = state.path.and(own);
    }

    /// The path on which the condition holds, which ends here.
    fn ask(
        &mut self,
        session: &mut Session<'_>,
        state: &Explored,
        (goal, condition): (GoalIndex, TermId),
    ) -> Result<(), SolverError> {
        if self.explorer.skeleton.terms.is_false(condition) {
            return Ok(());
        }
        self.counts.labels_asked += 1;
        // The run of the witness has been seen.
        let possible = if self.explorer.holds(&state.witness, &[condition]) {
            Possible::Yes(state.witness.clone())
        } else {
            let path: Path = state.path.and(condition);
            self.explorer.is_possible(&path, None)?
        };
        match possible {
            Possible::Yes(witness) => {
                self.counts.explored += 1;
                self.offer(session, &Explored { witness, ..state.clone() });
                self.found.push(goal);
            }
            Possible::No => self.counts.infeasible += 1,
            Possible::Unknown => self.counts.unknown += 1,
        }
        Ok(())
    }

    /// Runs a witness as a test.
    fn offer(&mut self, session: &mut Session<'_>, state: &Explored) {
        let driver = self.explorer.test(&state.witness);
        let mut new = vec![driver];
        let method = self.explorer.skeleton.cube().driver().method;
        session.retain_new(method, &mut new, DEFAULT_STEPS);
        if !new.is_empty() {
            let offered = session.offer(method, new, DEFAULT_STEPS);
            session.effort.spend(offered.effort);
        }
    }
}

/// The methods whose code some nodes are.
fn methods_in(explorer: &Explorer<'_>, graph: &Graph) -> BTreeSet<MethodId> {
    let frame = |node: &crate::cfg::graph::Node| explorer.skeleton.terms.frame_info(node.key.frame);
    graph.nodes.iter().filter_map(frame).map(|frame| frame.method).collect()
}
