//! Constraint-based testing (DeMillo and Offutt, 1991; DESIGN §17): a test for each mutant from *reachability* and *necessity* alone.
//!
//! ```text
//! path expression   [systems]     a path to the mutated place, as a list of conditions over the inputs of a driver
//! necessity         [necessity]   what has to differ right behind the place, by a table of operators
//! predicate         [systems]     of a mutant inside a decision: that the whole decision comes out differently
//! domain reduction  [reduction]   values for one clause of a system, without a solver
//! ```
//!
//! That a state which differs ends in an output which differs is assumed, and the run of the test shows whether it is so. The engine proves nothing:
//! that a system is found to have no solution speaks of some paths of some drivers. It asks no solver and searches for nothing else.

pub mod clauses;
pub mod domain;
pub mod necessity;
pub mod reduction;
pub mod systems;

use std::collections::BTreeMap;

use rayon::prelude::*;

use crate::driver::skeleton::Skeleton;
use crate::driver::{Driver, Generator};
use crate::engine::effort;
use crate::engine::explorer::skeletons;
use crate::engine::global::Stop;
use crate::engine::pass::PassKind;
use crate::engine::session::Session;
use crate::engine::subject::{GoalIndex, Runner, Subject};
use crate::engine::{Engine, EngineError};
use crate::exec::limits::DEFAULT_STEPS;
use crate::exec::mutant_set::MutantSet;
use crate::frames::Bounds;
use crate::mutate::bench::Bench;
use crate::roa::align::Keys;
use crate::sema::program::MethodId;
use crate::sema::typed_tree::Body;
use crate::syntax::with_stack;
use clauses::Dnf;
use necessity::Template;
use reduction::{Choices, Solution};
use systems::Versions;

/// How often loops go round: once first, as the paper's structured loops; what is behind a loop of constantly many rounds needs more.
const BOUNDS: [u32; 5] = [1, 2, 4, 8, 16];
/// Drivers of one method, and nodes and terms of one of them.
const SKELETONS: usize = 8;
const MOST_NODES: usize = 6_000;
const MOST_TERMS: usize = 400_000;
/// So many terms are looked at while one is made, as measured on the programs of `papers`.
const LOOKED_AT_FOR_ONE: u64 = 2;
/// Simplifications for one mutant, and what one costs in terms.
const MOST_STEPS: u64 = 60_000;
const EFFORT_OF_STEP: u64 = 8;
/// Systems of one driver and bound that are solved.
const MOST_SYSTEMS: usize = 16;
/// Tests for one mutant that do not kill it.
const IN_VAIN: usize = 4;

/// Which constraints a test has to satisfy beside the path's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, clap::ValueEnum)]
pub enum Constraints {
    /// The symbols that the mutant exchanges differ in value.
    Necessity,
    /// And of a mutant in a decision: the whole decision comes out differently.
    Predicate,
    /// And the whole value that is assigned differs.
    Expression,
}

/// What a user chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    pub constraints: Constraints,
    /// Attempts at one clause.
    pub tries: u32,
}

impl Default for Settings {
    fn default() -> Self {
        Self { constraints: Constraints::Predicate, tries: 20 }
    }
}

/// What came of a mutant that is not killed; later ones say more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, thiserror::Error)]
pub enum Note {
    #[error("no path to it in the drivers looked at")]
    NoPath,
    #[error("the constraints of all paths looked at contradict one another")]
    Unsolvable,
    #[error("more paths or clauses than are looked at, and none of these solved")]
    TooMany,
    #[error("domain reduction gave up (--cbt-tries)")]
    GaveUp,
    #[error("tests satisfy its constraints, and their runs show no infected state")]
    NotInfected,
    #[error("tests satisfy its constraints and infect it, and it is not killed")]
    NotKilled,
}

/// What a run measured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Systems looked at, and solved: each is a generated test.
    pub systems: u64,
    pub solved: u64,
    /// Of the first test of each mutant: runs that infect it, and that kill it.
    pub first: u64,
    pub first_infected: u64,
    pub first_killed: u64,
    pub forms: reduction::Forms,
}

impl Counts {
    pub const fn add(&mut self, other: &Self) {
        self.systems += other.systems;
        self.solved += other.solved;
        self.first += other.first;
        self.first_infected += other.first_infected;
        self.first_killed += other.first_killed;
        self.forms.constants += other.forms.constants;
        self.forms.variables += other.forms.variables;
        self.forms.others += other.forms.others;
    }
}

pub struct Cbt<'p> {
    generator: Generator<'p>,
    settings: Settings,
    seed: u64,
}

impl<'p> Cbt<'p> {
    pub const fn new(generator: Generator<'p>, settings: Settings, seed: u64) -> Self {
        Self { generator, settings, seed }
    }
}

/// What was found for one mutant.
#[derive(Default)]
struct FoundTests {
    /// All tests that satisfy its constraints.
    drivers: Vec<Driver>,
    note: Option<Note>,
    counts: Counts,
    effort: u64,
}

impl Engine for Cbt<'_> {
    fn pass(&self) -> PassKind {
        PassKind::Cbt
    }

    /// Each method's mutants one after another, the methods side by side in rounds; finds commit in the order of the methods.
    fn run(&mut self, session: &mut Session<'_>) -> Result<(), EngineError> {
        let subject = session.subject();
        let blocked = effort::blocked(session, &self.generator);
        session.effort.block(blocked);
        let mut of_method: BTreeMap<MethodId, Vec<GoalIndex>> = BTreeMap::new();
        for mutant in subject.indices().filter(|&mutant| session.is_sought(mutant)) {
            of_method.entry(subject.mutant(mutant).method).or_default().push(mutant);
        }
        let mut groups: Vec<Group<'_>> = of_method
            .into_iter()
            .map(|(method, mut pending)| {
                pending.reverse();
                Group { subject, method, pending, skeletons: None, bench: None }
            })
            .collect();
        while !groups.is_empty() && session.effort.left() > 0 {
            for group in &mut groups {
                group.pending.retain(|&mutant| session.is_sought(mutant));
            }
            groups.retain(|group| !group.pending.is_empty());
            let (generator, settings, seed) = (&self.generator, self.settings, self.seed);
            let found: Vec<Option<(GoalIndex, FoundTests)>> = groups
                .par_iter_mut()
                .map(|group| with_stack(|| group.next(generator, settings, seed)))
                .collect();
            for (mutant, found) in found.into_iter().flatten() {
                session.effort.spend_terms(found.effort);
                session.notes.count_constraints(&found.counts);
                for driver in found.drivers {
                    session.offer(driver.method, vec![driver], DEFAULT_STEPS);
                }
                if let Some(note) = found.note {
                    session.notes.solver_stopped(mutant, Stop::Cbt(note));
                }
            }
        }
        Ok(())
    }
}

/// The mutants of one method.
struct Group<'s> {
    subject: &'s Subject,
    method: MethodId,
    /// The next one last.
    pending: Vec<GoalIndex>,
    skeletons: Option<Vec<Skeleton<'s>>>,
    bench: Option<Bench<'s>>,
}

impl<'s> Group<'s> {
    fn next(
        &mut self,
        generator: &Generator<'_>,
        settings: Settings,
        seed: u64,
    ) -> Option<(GoalIndex, FoundTests)> {
        let mutant = self.pending.pop()?;
        let mut runner = self.subject.runner();
        let mut skeletons = match self.skeletons.take() {
            Some(skeletons) => skeletons,
            None => self.skeletons(generator, &mut runner),
        };
        let mut bench = self.bench.take().or_else(|| Bench::new(self.subject.program(), self.method))?;
        let patch = &self.subject.mutant(mutant).patch;
        let choices = Choices::new(seed ^ u64::from(mutant) << 20);
        let found = bench.with_body(patch, |body| {
            let mut hunt =
                Hunt { subject: self.subject, mutant, settings, choices, found: FoundTests::default() };
            hunt.search(body, &mut skeletons, &mut runner);
            hunt.found
        });
        self.bench = Some(bench);
        self.skeletons = Some(skeletons);
        Some((mutant, found.unwrap_or_default()))
    }

    /// Drivers in which the method runs, those that call it themselves first.
    fn skeletons(&self, generator: &Generator<'_>, runner: &mut Runner<'_>) -> Vec<Skeleton<'s>> {
        let program = self.subject.program();
        let class = program.methods[self.method].class;
        let mut methods = generator.methods_under_test();
        methods.retain(|&m| m == self.method || generator.leads_to(m, self.method));
        methods.sort_by_key(|&m| (m != self.method, program.methods[m].class != class));
        let mut found = Vec::new();
        for method in methods {
            let most =
                SKELETONS.saturating_sub(found.len()).min(if method == self.method { SKELETONS } else { 3 });
            if most == 0 {
                break;
            }
            let cubes = skeletons::of_method(runner, generator, method, most);
            found.extend(cubes.into_iter().take(most).map(|cube| Skeleton::new(program, cube)));
        }
        found
    }
}

/// The search for a test of one mutant.
struct Hunt<'s> {
    subject: &'s Subject,
    mutant: GoalIndex,
    settings: Settings,
    choices: Choices,
    found: FoundTests,
}

impl Hunt<'_> {
    fn search(&mut self, body: &Body, skeletons: &mut [Skeleton<'_>], runner: &mut Runner<'_>) {
        let mut steps = 0;
        let mut vain = 0;
        let mut note = Note::NoPath;
        'search: for bound in BOUNDS {
            let mut has_path = false;
            for skeleton in skeletons.iter_mut() {
                if skeleton.terms.len() > MOST_TERMS {
                    *skeleton = Skeleton::new(skeleton.program(), skeleton.cube().clone());
                }
                let before = skeleton.terms.asked();
                let systems = self.systems(body, skeleton, bound);
                self.found.effort += skeleton.terms.asked() - before;
                let Some(systems) = systems else { continue };
                self.found.effort += systems.work / LOOKED_AT_FOR_ONE;
                has_path |= !systems.systems.is_empty();
                if !systems.systems.is_empty() {
                    note = note.max(Note::Unsolvable);
                }
                if systems.is_cut {
                    note = note.max(Note::TooMany);
                }
                for system in systems.systems.iter().take(MOST_SYSTEMS) {
                    let solved = self.solve(skeleton, system, &mut steps, &mut note);
                    if let Some(driver) = solved {
                        vain += 1;
                        if self.runs(driver, runner, &mut note) {
                            self.found.effort += steps * EFFORT_OF_STEP;
                            return;
                        }
                    }
                    if vain >= IN_VAIN || steps > MOST_STEPS {
                        break 'search;
                    }
                }
            }
            // What a smaller bound reaches needs no larger one.
            if has_path && vain > 0 {
                break;
            }
        }
        self.found.effort += steps * EFFORT_OF_STEP;
        self.found.note = Some(note);
    }

    fn systems(&self, body: &Body, skeleton: &mut Skeleton<'_>, bound: u32) -> Option<systems::Systems> {
        let bounds = Bounds { nodes: MOST_NODES, ..Bounds::of_iterations(bound) };
        let original = skeleton.frames(None, bounds).ok()?;
        let mutant = skeleton.frames(Some(body), bounds).ok()?;
        let (original_keys, mutant_keys) = (Keys::of(&original.graph), Keys::of(&mutant.graph));
        let versions = Versions {
            original: &original.graph,
            mutant: &mutant.graph,
            original_keys: &original_keys,
            mutant_keys: &mutant_keys,
        };
        let own = self.subject.mutant(self.mutant);
        let template = necessity::template(own.operator);
        let sign = (template == Template::Sign).then(|| necessity::sign(own));
        let constraints = self.settings.constraints;
        let mut systems = systems::systems(&mut skeleton.terms, versions, (template, sign), constraints);
        let nodes = original.graph.nodes.len() + mutant.graph.nodes.len();
        systems.work += nodes as u64 * systems::EFFORT_OF_NODE;
        Some(systems)
    }

    /// A driver with values under which a clause of the system holds.
    fn solve(
        &mut self,
        skeleton: &mut Skeleton<'_>,
        system: &Dnf,
        steps: &mut u64,
        note: &mut Note,
    ) -> Option<Driver> {
        self.found.counts.systems += 1;
        let assumptions = skeleton.assumptions().to_vec();
        for clause in &system.clauses {
            let mut clause = clause.clone();
            reduction::forms(&skeleton.terms, &clause, &mut self.found.counts.forms);
            clause.extend(&assumptions);
            let solution = reduction::satisfy(
                &mut skeleton.terms,
                &clause,
                &mut self.choices,
                self.settings.tries,
                steps,
            );
            match solution {
                Solution::Found(assignment) => {
                    self.found.counts.solved += 1;
                    return Some(skeleton.driver(&assignment));
                }
                Solution::Unsolvable => {}
                Solution::GaveUp => *note = (*note).max(Note::GaveUp),
            }
            if *steps > MOST_STEPS {
                *note = (*note).max(Note::GaveUp);
                return None;
            }
        }
        None
    }

    /// Whether the test kills; if not, what it shows.
    fn runs(&mut self, driver: Driver, runner: &mut Runner<'_>, note: &mut Note) -> bool {
        let only: MutantSet = [self.mutant].into_iter().collect();
        self.found.drivers.push(driver.clone());
        let judged = runner.judge(driver, &only);
        self.found.effort += runner.take_effort() / 2;
        let (kills, infects) = match judged {
            Ok(judged) => {
                let kills = judged.kills.first().is_some_and(|(_, kind)| kind.counts());
                let weakly = !judged.kills.is_empty();
                (kills, kills || weakly || judged.masked.contains(&self.mutant))
            }
            Err(_) => (false, false),
        };
        let counts = &mut self.found.counts;
        if counts.first == 0 {
            counts.first = 1;
            counts.first_infected = u64::from(infects);
            counts.first_killed = u64::from(kills);
        }
        if !kills {
            *note = (*note).max(if infects { Note::NotKilled } else { Note::NotInfected });
        }
        kills
    }
}

#[cfg(test)]
mod tests;
