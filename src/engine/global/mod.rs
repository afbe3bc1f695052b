//! The global engine (the baseline of dissertation §3.7; DESIGN §9): for each live mutant a whole test driver is
//! summarised in both versions, its literals being inputs, and values are asked for with which some output differs.
//! Where ways meet they are merged; the engine `paths` lists them instead, as the dissertation's does.
//!
//! Drivers come from the generator, as skeletons, the smallest first; loops and recursion are followed up to bounds
//! that grow. A model is a candidate like any other: it is run, and only a run kills. That there is no difference
//! in the skeletons looked at proves nothing, since lengths and constructors are fixed in them.
//!
//! Mutants are grouped by their method, and a group shares its skeletons and the summaries of the original. Each
//! round every group works on its next live mutant; then all finds are offered in the order of the groups. So the
//! number of threads changes nothing.

mod group;
mod hunt;
pub mod joint;

use rayon::prelude::*;

use crate::driver::Generator;
use crate::engine::effort::{self, AT_ONCE};
use crate::engine::explorer::skeletons::{Cubes, MOST_NODES};
use crate::engine::pass::PassKind;
use crate::engine::session::Session;
use crate::engine::{Engine, EngineError};
use crate::exec::limits::DEFAULT_STEPS;
use crate::frames::Bounds;
use crate::symbolic::encode::SizeLimits;
use crate::syntax::with_stack;
use group::{FoundByHunt, Group};
pub(super) use hunt::EFFORT_OF_NODE;
pub use hunt::Stop;

/// What becomes of the ways that meet at a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Joins {
    /// They go on as one, whose values depend on the way taken.
    Merged,
    /// Each goes on alone, as a path of its own: the dissertation's state expressions (§2.4.1, §3.7).
    Listed,
}

/// What skeletons may take that are built before anything is found, in terms: those of six methods that have as many as they may.
const BUILT_IN_VAIN: u64 = 6 * MOST_NODES as u64 * EFFORT_OF_NODE;
/// For so much effort of the local checks the solver gets one unit less.
const EFFORT_OF_RESOURCE: u64 = 20;

/// The effort of the pass, and for one mutant, where no other pass has decided anything before.
const EFFORT_ALONE: u64 = 60_000_000;
const MUTANT_EFFORT_ALONE: u64 = 15_000_000;
/// The effort of a pass that finds a test for most mutants: each looks at the whole method, and a large method has many.
const ALL_EFFORT: u64 = 50_000_000;

/// How far the search goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The effort that the whole pass may spend on mutants in vain, in evaluated terms and the like.
    pub effort: u64,
    /// The same, on tests that are found, too.
    pub all_effort: u64,
    /// What is spent on building skeletons since something was found.
    pub built_in_vain: u64,
    /// The effort for one mutant.
    pub mutant_effort: u64,
    /// Nodes of a driver in its frames.
    pub nodes: usize,
    /// Terms of a summary, and its paths where they are listed.
    pub terms: usize,
    pub paths: usize,
    /// Of one question.
    pub size: SizeLimits,
    pub resources: u32,
    /// What the solver may spend in the whole pass, on tests that are found, too: less, where the local checks before have
    /// spent much on a method.
    pub all_resources: u64,
    /// After so many mutants in a row without questions, or with too large ones, no other of their method is looked at.
    pub hopeless: usize,
    /// For one question of a mutant whose others were not answered.
    pub strong_resources: u32,
}

impl Limits {
    /// Where no other pass has decided anything before: every mutant has its turn.
    pub fn alone() -> Self {
        let (effort, all_resources, hopeless) = (EFFORT_ALONE, u64::MAX, usize::MAX);
        let (mutant_effort, built_in_vain) = (MUTANT_EFFORT_ALONE, u64::MAX);
        Self { effort, mutant_effort, built_in_vain, all_resources, hopeless, ..Self::default() }
    }

    const fn bounds(&self, iterations: u32) -> Bounds {
        Bounds { nodes: self.nodes, ..Bounds::of_iterations(iterations) }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            effort: 2_500_000,
            all_effort: ALL_EFFORT,
            built_in_vain: BUILT_IN_VAIN,
            mutant_effort: 800_000,
            nodes: 12_000,
            terms: 100_000,
            paths: 4_000,
            size: SizeLimits { terms: 8_000, depth: 600, gates: 400_000, instances: 20_000 },
            resources: 120_000,
            all_resources: 1_000_000,
            hopeless: 100,
            strong_resources: 1_000_000,
        }
    }
}

pub struct Global<'p> {
    pass: PassKind,
    generator: Generator<'p>,
    /// Every mutant gets a test of its own, and what that one kills beside it counts for nothing.
    each_alone: bool,
    joins: Joins,
    limits: Limits,
}

impl<'p> Global<'p> {
    /// As one pass of several: works on what is left, and mutants are dropped.
    pub fn new(generator: Generator<'p>) -> Self {
        let (each_alone, joins) = (false, Joins::Merged);
        Self { pass: PassKind::Global, generator, each_alone, joins, limits: Limits::default() }
    }

    /// As the dissertation's baseline: one test for each mutant, no dropping; but ways that meet are merged.
    pub fn baseline(generator: Generator<'p>) -> Self {
        Self { pass: PassKind::Baseline, each_alone: true, limits: Limits::alone(), ..Self::new(generator) }
    }

    /// The dissertation's baseline as it is: paths are listed.
    pub fn paths(generator: Generator<'p>) -> Self {
        Self { pass: PassKind::Paths, joins: Joins::Listed, ..Self::baseline(generator) }
    }

    #[must_use]
    pub fn within(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }
}

impl Engine for Global<'_> {
    fn pass(&self) -> PassKind {
        self.pass
    }

    fn run(&mut self, session: &mut Session<'_>) -> Result<(), EngineError> {
        let subject = session.subject();
        let blocked = effort::blocked(session, &self.generator);
        session.effort.block(blocked);
        let mut groups: Vec<Group<'_>> = Vec::new();
        for mutant in subject.indices().filter(|&m| session.is_sought(m)) {
            let method = subject.mutant(mutant).method;
            match groups.last_mut() {
                Some(group) if group.method == method => group.pending.push_back(mutant),
                _ => groups.push(Group::new(subject, method, mutant, (self.joins, self.limits))),
            }
        }
        for group in &mut groups {
            group.pending.make_contiguous().sort_by_key(|&mutant| session.notes.later.contains(mutant));
        }
        let cubes = Cubes::within(subject.program(), self.limits.bounds(1));
        let (mut effort, mut effort_of_all, mut resources) = (0, 0, 0);
        let mut built_in_vain = 0;
        // Where searches have looked in vain there is less to expect of whole drivers.
        let left = if self.each_alone { u64::MAX } else { session.effort.of_searches.left() };
        let most_in_vain = self.limits.built_in_vain.min(left);
        let all_resources =
            self.limits.all_resources.saturating_sub(session.notes.checks.hardest() / EFFORT_OF_RESOURCE);
        let all_resources = all_resources.max(self.limits.all_resources / 3);
        'rounds: while !groups.is_empty() {
            for at_once in groups.chunks_mut(AT_ONCE) {
                let is_spent = effort >= self.limits.effort
                    || effort_of_all >= self.limits.all_effort
                    || built_in_vain >= most_in_vain;
                if is_spent || resources >= all_resources || session.effort.left() == 0 {
                    break 'rounds;
                }
                for group in &mut *at_once {
                    group.pending.retain(|&mutant| session.is_sought(mutant));
                }
                let generator = &self.generator;
                let found: Vec<_> = at_once
                    .par_iter_mut()
                    .map(|group| with_stack(|| group.next(generator, &cubes)))
                    .collect();
                let built = cubes.take_nodes() as u64 * EFFORT_OF_NODE;
                effort_of_all += built;
                built_in_vain += built;
                session.effort.spend_terms(built);
                for found in found {
                    let Some(found) = found? else { continue };
                    resources += found.resources;
                    effort_of_all += found.effort;
                    session.effort.spend_terms(found.effort);
                    match found.driver {
                        Some(_) => built_in_vain = 0,
                        None => effort += found.effort,
                    }
                    self.offer(session, found);
                }
            }
            groups.retain_mut(|group| {
                let given_up = group.gives_up().cloned();
                if let Some(stop) = given_up {
                    group
                        .pending
                        .drain(..)
                        .for_each(|mutant| session.notes.solver_stopped(mutant, stop.clone()));
                }
                !group.pending.is_empty()
            });
        }
        for mutant in groups.iter().flat_map(|group| &group.pending) {
            session.notes.solver_stopped(*mutant, Stop::NotReached);
        }
        Ok(())
    }
}

impl Global<'_> {
    fn offer(&self, session: &mut Session<'_>, found: FoundByHunt) {
        match found.driver {
            Some(driver) if self.each_alone => {
                session.offer_for(found.mutant, driver, DEFAULT_STEPS);
            }
            Some(driver) => {
                session.offer(driver.method, vec![driver], DEFAULT_STEPS);
            }
            None => {}
        }
        session.notes.solver_stopped(found.mutant, found.stop);
    }
}
