//! DSE for labels (Bardin, Kosmatov, Cheynier: "Efficient leveraging of symbolic execution to advanced coverage criteria", ICST 2014):
//! dynamic symbolic execution of whole drivers, path by path, which also goes after goals (DESIGN §17).
//!
//! In the paper a program with labels is instrumented, and a DSE tool explores what comes of it; here the explorer
//! ([`crate::engine::explorer`]) does at a label's point what its instrumentation would have it do ([`Labels`]):
//! - *none*, DSE(P): nothing. What its tests cover, they cover by chance.
//! - *direct*, DSE(P'): the path forks into those where the label's condition holds and those where it does not, and both go on.
//! - *tight*, DSE(P\*): the condition is asked once, on the way in; the path on which it holds ends there, and the other goes on unconstrained.
//!   So a path has one condition of a label at the most.
//! - tight with *iterative label deletion*, DSE\*(P\*): what is covered is asked no more ([`Deletion`]): what a question was answered for
//!   (1), and what the run of any test covers beside it (2).
//!
//! Goals are all that the session has: labels of criteria, and mutants, whose condition is that they infect ([`probe`]). A mutant that is
//! infected need not be killed: then its further points are asked for, too.
//!
//! Search is depth first, the last decision first. The engine proves nothing.

mod walk;

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use crate::driver::{Driver, Generator};
use crate::engine::explorer::{PathCounts, skeletons};
use crate::engine::global::Stop;
use crate::engine::pass::PassKind;
use crate::engine::session::Session;
use crate::engine::subject::GoalIndex;
use crate::engine::verdict::Verdict;
use crate::engine::{Engine, EngineError};
use crate::sema::program::MethodId;
use crate::symbolic::question::shared_solver;
use walk::Walk;

/// What is done at a label.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Labels {
    /// DSE(P).
    Ignored,
    /// DSE(P').
    Direct,
    /// DSE(P\*), and DSE\*(P\*) with a deletion.
    Tight,
}

/// Which labels are asked for no more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Deletion {
    /// None.
    Off,
    /// Those that some path was found for.
    #[value(name = "1")]
    Asked,
    /// Those that the run of some test covers.
    #[value(name = "2")]
    Run,
}

/// When an exploration ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Until {
    /// Nothing that it could reach is left to cover.
    Labels,
    /// All paths within the bound are explored, and the bound is one: the paper's protocol.
    All,
}

/// How far the engines on the explorer go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Of `dse`; the other variants have none.
    pub deletion: Deletion,
    pub until: Until,
    /// How often loops go round; `None`: 1, 2, 4, 8, as long as something is left.
    pub bound: Option<u32>,
    /// For one driver and bound, in thousands of evaluated terms.
    pub effort: u64,
    /// Drivers of one method.
    pub skeletons: usize,
    /// What all drivers of a class may take, in thousands of evaluated terms, for the goals that are open alone.
    pub rest: Option<u64>,
}

impl Default for Settings {
    fn default() -> Self {
        let (deletion, until) = (Deletion::Run, Until::Labels);
        Self { deletion, until, bound: None, effort: 40_000, skeletons: 6, rest: None }
    }
}

impl Settings {
    /// For what is left where other engines have worked before.
    pub fn for_the_rest() -> Self {
        Self { effort: EFFORT_FOR_THE_REST, rest: Some(ALL_FOR_THE_REST), ..Self::default() }
    }

    /// What it may spend for a driver, and for a class.
    pub fn limits_for_the_rest() -> Value {
        json!({ "effort": EFFORT_FOR_THE_REST, "all_effort": ALL_FOR_THE_REST })
    }
}

/// In thousands of evaluated terms, for one driver and for a class: what is found is found early.
const EFFORT_FOR_THE_REST: u64 = 2_000;
const ALL_FOR_THE_REST: u64 = 12_000;

/// How often loops go round, one after another as long as something is left: each doubles what is reached.
const BOUNDS: [u32; 4] = [1, 2, 4, 8];

/// The engine, in one of its variants.
pub struct Dse<'p> {
    pass: PassKind,
    generator: Generator<'p>,
    labels: Labels,
    settings: Settings,
    given: Vec<Driver>,
}

impl<'p> Dse<'p> {
    /// `labels` without deletion but for DSE\*; `given`: the drivers, or none where they are to be found.
    pub const fn new(
        pass: PassKind,
        generator: Generator<'p>,
        labels: Labels,
        settings: Settings,
        given: Vec<Driver>,
    ) -> Self {
        Self { pass, generator, labels, settings, given }
    }
}

impl Engine for Dse<'_> {
    fn pass(&self) -> PassKind {
        self.pass
    }

    fn run(&mut self, session: &mut Session<'_>) -> Result<(), EngineError> {
        let reach = Reach::new(session, &self.generator);
        let mut left = self.settings.rest.map_or(u64::MAX, |effort| effort * 1_000);
        for entry in reach.entries(session) {
            self.explore(session, (&reach, entry), &mut left)?;
        }
        Ok(())
    }
}

impl Dse<'_> {
    /// The goals that calls of a method may come to, as far as they are looked for.
    fn goals(&self, session: &Session<'_>, reach: &Reach, entry: MethodId) -> Vec<GoalIndex> {
        let mut goals = reach.goals(session, entry);
        if self.settings.rest.is_some() {
            goals.retain(|&goal| session.is_open(goal));
        }
        goals
    }

    /// All drivers of one method, the smallest first, within growing bounds, with what is left.
    fn explore(
        &self,
        session: &mut Session<'_>,
        (reach, entry): (&Reach, MethodId),
        left: &mut u64,
    ) -> Result<(), EngineError> {
        if self.goals(session, reach, entry).is_empty() && self.settings.rest.is_some() {
            return Ok(());
        }
        let Settings { until, bound, effort, skeletons: most, .. } = self.settings;
        let subject = session.subject();
        let solver = shared_solver();
        let mut cubes = {
            let mut runner = subject.runner();
            match &self.given[..] {
                [] => skeletons::of_method(&mut runner, &self.generator, entry, most),
                given => skeletons::of_drivers(&mut runner, given, entry),
            }
        };
        if self.given.is_empty() {
            cubes.truncate(most);
        }
        let bounds = bound.map_or_else(|| BOUNDS.to_vec(), |bound| vec![bound]);
        let mut is_done = vec![false; cubes.len()];
        let mut why = Stop::NoSkeleton;
        for bound in bounds {
            for (cube, is_done) in cubes.iter().zip(&mut is_done) {
                let goals = self.goals(session, reach, entry);
                let is_wanted = until == Until::All || goals.iter().any(|&goal| session.is_open(goal));
                let effort = (effort * 1_000).min(*left).min(session.effort.left_in_terms());
                if *is_done || !is_wanted || effort == 0 {
                    continue;
                }
                let variant = (self.labels, self.settings.deletion, until);
                let mut walk = Walk::new(subject, cube.clone(), solver.clone(), variant, effort);
                let counts = walk.explore(session, bound, &goals);
                session.effort.spend_terms(walk.spent());
                *left = left.saturating_sub(walk.spent());
                session.notes.count_questions(walk.questions());
                match counts? {
                    Ok(counts) => {
                        // A larger bound has nothing more where no path left the frames.
                        *is_done = counts.cut == 0;
                        why = stop(&counts, bound);
                        session.pass.count_paths(&counts);
                    }
                    Err(stop) => {
                        session.pass.count_paths(&PathCounts { limited: 1, ..PathCounts::default() });
                        why = stop;
                        *is_done = true;
                    }
                }
            }
        }
        for goal in self.goals(session, reach, entry) {
            if session.is_open(goal) {
                session.notes.solver_stopped(goal, why.clone());
            }
        }
        Ok(())
    }
}

/// What ended an exploration.
const fn stop(counts: &PathCounts, bound: u32) -> Stop {
    match counts {
        PathCounts { limited: 1.., .. } => Stop::Effort,
        PathCounts { unknown: 1.., .. } => Stop::Solver,
        PathCounts { cut: 1.., .. } => Stop::Bound(bound),
        _ => Stop::NoDifference,
    }
}

/// From which methods that tests call the goals are reached.
pub struct Reach {
    /// By method with goals: those that lead to it.
    leading: BTreeMap<MethodId, BTreeSet<MethodId>>,
}

impl Reach {
    pub fn new(session: &Session<'_>, generator: &Generator<'_>) -> Self {
        let tested: BTreeSet<MethodId> = generator.methods_under_test().into_iter().collect();
        let leading = |method: MethodId| {
            let own: BTreeSet<MethodId> =
                generator.leading_to(method).into_iter().filter(|leading| tested.contains(leading)).collect();
            if own.is_empty() {
                // What runs it runs beside the call under test.
                let beside = tested.iter().copied().filter(|&tested| generator.leads_to(tested, method));
                return (method, beside.collect());
            }
            (method, own)
        };
        Self { leading: session.live_methods().into_iter().map(leading).collect() }
    }

    /// The methods from which some goal is reached, those that have goals of their own first.
    pub fn entries(&self, session: &Session<'_>) -> Vec<MethodId> {
        let all: BTreeSet<MethodId> = self.leading.values().flatten().copied().collect();
        let is_runnable = |method: &MethodId| !session.effort.is_blocked(*method);
        let mut entries: Vec<MethodId> = all.into_iter().filter(is_runnable).collect();
        entries.sort_by_key(|entry| !self.leading.contains_key(entry));
        entries
    }

    /// The goals that calls of a method may come to, in order, but those that are proven to be none.
    pub fn goals(&self, session: &Session<'_>, entry: MethodId) -> Vec<GoalIndex> {
        let subject = session.subject();
        let is_reached = |goal: &GoalIndex| {
            let leading = self.leading.get(&subject.mutant(*goal).method);
            leading.is_some_and(|leading| leading.contains(&entry))
        };
        let is_left = |goal: &GoalIndex| {
            subject.mutant(*goal).unsupported.is_none()
                && !matches!(session.verdicts()[*goal as usize], Verdict::Equivalent(_))
        };
        subject.indices().filter(|goal| is_left(goal) && is_reached(goal)).collect()
    }
}
