//! The mutants of one method, and the skeletons that reach it.

use std::collections::{BTreeSet, VecDeque};
use std::mem::discriminant;

use crate::budget::Budget;
use crate::driver::{Driver, Generator};
use crate::engine::EngineError;
use crate::engine::explorer::skeletons::{Cubes, MOST_NODES};
use crate::engine::global::hunt::{Hunt, Stop, Strength, Tried};
use crate::engine::global::{Joins, Limits};
use crate::engine::subject::{GoalIndex, Subject};
use crate::mutate::bench::Bench;
use crate::sema::program::MethodId;
use crate::sema::typed_tree::Body;
use crate::symbolic::question::shared_solver;

/// The most skeletons that call the method itself, and of each other method that leads to it.
const OWN_SKELETONS: usize = 14;
const OTHER_SKELETONS: usize = 5;
const MAX_SKELETONS: usize = 20;
/// The most skeletons and bounds in which the solver may reach its limit on one mutant.
const UNANSWERED: u32 = 4;
/// Where so many skeletons are too large even without rounds of loops, the others are left: they are sorted by size, and each
/// is built up to the limit before it is known.
const TOO_LARGE: usize = 3;
/// How often loops go round.
const BOUNDS: [u32; 5] = [1, 2, 4, 8, 16];

pub(super) struct Group<'s> {
    subject: &'s Subject,
    pub method: MethodId,
    pub pending: VecDeque<GoalIndex>,
    hunts: Option<Vec<Hunt<'s>>>,
    /// Where its mutants are put in place, once there is one.
    bench: Option<Bench<'s>>,
    how: (Joins, Limits),
    /// How many mutants in a row ended so.
    hopeless: Option<(Stop, usize)>,
}

/// What came of the search for one mutant.
pub(super) struct FoundByHunt {
    pub mutant: GoalIndex,
    /// A driver that kills it, as a run of the thread that found it showed.
    pub driver: Option<Driver>,
    pub stop: Stop,
    pub effort: u64,
    /// What the solver spent.
    pub resources: u64,
}

impl FoundByHunt {
    fn nothing(mutant: GoalIndex) -> Self {
        Self { mutant, driver: None, stop: Stop::NoSkeleton, effort: 0, resources: 0 }
    }
}

impl<'s> Group<'s> {
    pub(super) fn new(
        subject: &'s Subject,
        method: MethodId,
        mutant: GoalIndex,
        how: (Joins, Limits),
    ) -> Self {
        Self { subject, method, pending: [mutant].into(), hunts: None, bench: None, how, hopeless: None }
    }

    /// Works on the next mutant.
    pub(super) fn next(
        &mut self,
        generator: &Generator<'_>,
        cubes: &Cubes<'_>,
    ) -> Result<Option<FoundByHunt>, EngineError> {
        let Some(mutant) = self.pending.pop_front() else { return Ok(None) };
        let mut hunts = match self.hunts.take() {
            Some(hunts) => hunts,
            None => self.skeletons(generator, cubes),
        };
        let before = resources(&hunts);
        let bench = self.bench.take().or_else(|| Bench::new(self.subject.program(), self.method));
        let found = bench.and_then(|mut bench| {
            let patch = &self.subject.mutant(mutant).patch;
            let found = bench.with_body(patch, |body| self.search(mutant, body, &mut hunts));
            self.bench = Some(bench);
            found
        });
        let found = found.unwrap_or_else(|| Ok(FoundByHunt::nothing(mutant)));
        let spent = resources(&hunts) - before;
        self.hunts = Some(hunts);
        let found = FoundByHunt { resources: spent, ..found? };
        self.hopeless = match self.hopeless.take() {
            _ if found.driver.is_some() => None,
            Some((stop, times)) if discriminant(&stop) == discriminant(&found.stop) => {
                Some((found.stop.clone(), times + 1))
            }
            _ => Some((found.stop.clone(), 1)),
        };
        Ok(Some(found))
    }

    /// Why those that are left are not looked at: so many before them have no questions, or too large ones.
    pub(super) fn gives_up(&self) -> Option<&Stop> {
        match &self.hopeless {
            Some((stop @ (Stop::Size(_) | Stop::NoDifference), times)) if *times >= self.how.1.hopeless => {
                Some(stop)
            }
            _ => None,
        }
    }

    fn search(
        &self,
        mutant: GoalIndex,
        body: &Body,
        hunts: &mut [Hunt<'s>],
    ) -> Result<FoundByHunt, EngineError> {
        let mut found = FoundByHunt::nothing(mutant);
        let mut budget = Budget::new(self.how.1.mutant_effort);
        let mut runner = self.subject.runner();
        let mut weak = None;
        let mut is_done = vec![false; hunts.len()];
        let mut stops = BTreeSet::new();
        let mut unanswered = 0;
        let mut too_large = 0;
        // Those behind too many that are too large are not looked at.
        let mut tried = hunts.len();
        // The first skeleton and bound in which the solver reached its limit.
        let mut hard = None;
        'search: for bound in BOUNDS {
            for (at, (hunt, is_done)) in hunts[..tried].iter_mut().zip(&mut is_done).enumerate() {
                if *is_done {
                    continue;
                }
                if budget.is_exhausted() {
                    stops.insert(Stop::Effort);
                    break 'search;
                }
                match hunt.attempt(mutant, body, (bound, Strength::Usual), &mut runner, &mut budget)? {
                    Tried::Kills(driver) => {
                        found.driver = Some(driver);
                        break 'search;
                    }
                    Tried::KillsWeakly(driver) => {
                        weak.get_or_insert(driver);
                    }
                    Tried::NoDifference => {
                        *is_done = true;
                        stops.insert(Stop::NoDifference);
                    }
                    Tried::Open(stop) => {
                        unanswered += u32::from(stop == Stop::Solver);
                        stops.insert(stop);
                    }
                    Tried::Closed(stop) => {
                        *is_done = true;
                        unanswered += u32::from(stop == Stop::Solver);
                        stops.insert(stop);
                    }
                }
                if unanswered > 0 {
                    hard.get_or_insert((at, bound));
                }
                if unanswered > UNANSWERED {
                    break 'search;
                }
                if bound == BOUNDS[0] && hunt.is_too_large(bound) {
                    too_large += 1;
                    if too_large == TOO_LARGE {
                        tried = at + 1;
                        break;
                    }
                }
            }
        }
        if let (None, Some((at, bound))) = (&found.driver, hard) {
            let strong = (bound, Strength::Strong);
            match hunts[at].attempt(mutant, body, strong, &mut runner, &mut budget)? {
                Tried::Kills(driver) => found.driver = Some(driver),
                Tried::KillsWeakly(driver) => weak = weak.or(Some(driver)),
                Tried::NoDifference | Tried::Open(_) | Tried::Closed(_) => {}
            }
        }
        found.driver = found.driver.or(weak);
        found.stop = stops.into_iter().next_back().unwrap_or(Stop::NoSkeleton);
        found.effort = budget.spent();
        Ok(found)
    }

    /// The skeletons of drivers in which the method runs, those that call it first.
    fn skeletons(&self, generator: &Generator<'_>, known: &Cubes<'_>) -> Vec<Hunt<'s>> {
        let program = self.subject.program();
        let class = program.methods[self.method].class;
        let mut methods = generator.methods_under_test();
        methods.sort_by_key(|&m| (m != self.method, program.methods[m].class != class));
        let (mut hunts, mut nodes) = (Vec::new(), 0);
        let solver = shared_solver();
        let mut runner = self.subject.runner();
        for method in methods {
            if hunts.len() >= MAX_SKELETONS || nodes > MOST_NODES {
                break;
            }
            if method != self.method && !generator.leads_to(method, self.method) {
                continue;
            }
            let most = if method == self.method { OWN_SKELETONS } else { OTHER_SKELETONS };
            let known = known.of_method(&mut runner, generator, method, most);
            nodes += known.nodes;
            let own =
                known.cubes.iter().filter(|reaching| reaching.methods.contains(&self.method)).take(most);
            hunts.extend(own.map(|own| Hunt::new(program, own.cube.clone(), self.how, solver.clone())));
        }
        hunts.truncate(MAX_SKELETONS);
        hunts
    }
}

/// What the solver has spent for all skeletons.
fn resources(hunts: &[Hunt<'_>]) -> u64 {
    hunts.iter().map(Hunt::resources).sum()
}
