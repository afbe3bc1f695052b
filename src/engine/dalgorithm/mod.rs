//! The D-algorithm as an engine (DESIGN §8, §9): for each mutant that is left, skeletons of drivers from the smallest
//! up, time frames as they are needed, and in each the search of [`crate::dalg`].
//!
//! Methods are worked on side by side, each with the mutants that its own tests have left; what comes of them is
//! committed in order, so the number of threads changes nothing.

pub(in crate::engine) mod inputs;
mod shapes;
mod told;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use rayon::prelude::*;

pub use told::{Spot, Told};

use crate::analysis::effects::OwnEffects;
use crate::dalg::attack::{Attack, Tools};
use crate::dalg::entry_facts::EntryFacts;
use crate::dalg::ledger::Stats;
use crate::dalg::original::{Bounds, Unit, version};
use crate::dalg::outcome::End;
use crate::dalg::refutation::{self, Gaps, Refuted};
use crate::dalg::starts::Starts;
use crate::dalg::switches::{Limits, Switch, Switches};
use crate::dalg::value::Value;
use crate::driver::cube::Cube;
use crate::driver::skeleton::Skeleton;
use crate::driver::{Driver, Generator};
use crate::engine::dalgorithm::inputs::{Place, fill, given, hidden_fields};
use crate::engine::dalgorithm::told::spots;
use crate::engine::effort::{self, AT_ONCE, EFFORT_OF_TERM};
use crate::engine::late_fill::OpenTest;
use crate::engine::pass::PassKind;
use crate::engine::reason::SearchEnd;
use crate::engine::session::{Dropping, Locality, Progress, Session};
use crate::engine::subject::{GoalIndex, Runner, Subject};
use crate::engine::verdict::Verdict;
use crate::engine::{Engine, EngineError};
use crate::exec::mutant_set::MutantSet;
use crate::mutate::bench::Bench;
use crate::sema::program::{MethodId, Program};
use crate::sema::typed_tree::Body;
use crate::symbolic::question::{Asker, Limits as AskLimits, SharedSolver, shared_solver};
use crate::syntax::with_stack;
use crate::term::variable::VarId;

/// When a unit's arena has grown by so many terms, it is built anew; and all are, when they have so many together. A node of
/// a unit takes as much memory as some terms.
const MAX_TERMS: usize = 1_500_000;
const TERMS_OF_ALL: usize = 3_000_000;
const TERMS_OF_NODE: usize = 32;
const DEPTH: usize = 8;
/// Nodes of a unit in more than one time frame; with one it is as large as the program, which is nobody's choice.
const NODES: usize = 3_000;
const NODES_OF_ONE: usize = 12_000;
const SEED: u64 = 1;
/// The solver's limit for one small question.
const RESOURCES: u32 = 150_000;
/// A row of a hundred guards is easy, but takes as long as its circuit is large.
const RESOURCES_OF_GATE: u32 = 40;
/// What one unit of the solver's resources costs.
const EFFORT_OF_RESOURCE: u64 = 4;
/// What a place of a mutant's frames costs: it is built, and made part of the network.
const PER_PLACE: u64 = 200;
/// What a node costs of graphs that no search has gone through yet: they are built, and it is found what is relevant.
const PER_NODE: u64 = 50;
/// The same of a unit that turns out to be too large: its graphs or its network are given up while they grow.
const PER_NODE_IN_VAIN: u64 = 150;
/// What a term costs that is asked for.
const PER_TERM: u64 = 4;
/// What it costs to see that there is nothing to search in a unit.
const EFFORT_OF_LOOK: u64 = 20_000;
/// The steps that the original may take on a test.
const FUEL: u64 = 200_000;
/// How small a part of a mutant's effort goes to where the last test was found, before all else.
const PART_OF_FIRST: u64 = 3;
/// How large a part of what is left of it one shape takes at the most, while others wait.
const PART_OF_SHAPE: u64 = 2;
/// Of a mutant for which more time frames show nothing more.
const ALL_FRAMES: u32 = u32::MAX;
/// After so many tests on which a mutant only runs to a limit, nothing better is expected.
const WEAK_TESTS: u32 = 2;

pub struct DAlgorithm<'p> {
    pass: PassKind,
    generator: Generator<'p>,
    switches: Switches,
    limits: Limits,
    shapes: Shapes,
}

/// By method, what passes of one generator have found out that its tests look like.
#[derive(Clone, Default)]
pub struct Shapes(Arc<Mutex<BTreeMap<MethodId, Arc<[Shape]>>>>);

/// What one method's mutants share.
struct Group<'s> {
    method: MethodId,
    /// What tests look like, in the order in which they are tried.
    shapes: Arc<[Shape]>,
    units: BTreeMap<(usize, u32), Option<Prepared<'s>>>,
    solver: SharedSolver,
    /// The shape and time frames of the last test.
    last_found: Option<(usize, u32)>,
    /// By shape: the time frames behind which more add nothing.
    complete: BTreeMap<usize, u32>,
    runner: Runner<'s>,
    /// Where its mutants are put in place, once there is one.
    bench: Option<Bench<'s>>,
    /// What holds in every run of the method, once a search has needed it.
    facts: Option<Arc<EntryFacts>>,
    /// What the method was given, and what is left of it.
    granted: u64,
    effort: u64,
    /// What is left of it until the next test is found.
    patience: u64,
    /// The searches, where somebody wants to hear of them.
    told: Option<Vec<Told>>,
    dropping: Dropping,
}

/// What the tests of one search have in common.
#[derive(Clone)]
struct Shape {
    cube: Cube,
    /// The units of strings are inputs; otherwise strings keep their text.
    opens_texts: bool,
    /// What keeps a refutation in it from being one for all inputs.
    gaps: Gaps,
}

/// A skeleton in a number of time frames.
struct Prepared<'s> {
    skeleton: Skeleton<'s>,
    unit: Unit,
    places: BTreeMap<VarId, Place>,
    asker: Asker,
    /// More frames add nothing.
    is_complete: bool,
    bounds: Bounds,
}

/// What came of a mutant.
struct Tried {
    mutant: GoalIndex,
    test: Option<Driver>,
    end: End,
    stats: Stats,
    questions: u64,
    /// The most that a refutation proves.
    proven: Option<Refuted>,
    /// In so many time frames nothing is found, whatever the limits.
    refuted: u32,
    /// There was effort for it.
    is_begun: bool,
    /// No larger limit leads further.
    is_exhausted: bool,
}

impl Tried {
    fn nothing(mutant: GoalIndex) -> Self {
        Self {
            mutant,
            test: None,
            end: End::Refuted,
            stats: Stats::default(),
            questions: 0,
            proven: None,
            refuted: 0,
            is_begun: false,
            is_exhausted: false,
        }
    }

    /// Takes what a refutation proves.
    fn take(&mut self, proven: Option<Refuted>) {
        let worth = |p: &Refuted| if p.is_bounded { p.frames } else { u32::MAX };
        self.proven = self.proven.into_iter().chain(proven).max_by_key(worth);
    }

    /// What a search that found nothing came to.
    const fn search_end(&self) -> SearchEnd {
        match self.end {
            End::Refuted => SearchEnd::Refuted,
            End::Backtracks => SearchEnd::Backtracks,
            End::Solver => SearchEnd::Solver,
            End::Tests => SearchEnd::Tests,
            End::Effort | End::Killed if !self.is_begun => SearchEnd::NotReached,
            End::Effort | End::Killed => SearchEnd::Effort,
        }
    }

    /// Nothing is left to do where a proof holds for all inputs.
    fn is_proven(&self) -> bool {
        self.proven.is_some_and(|proven| !proven.is_bounded)
    }
}

/// What the searches for a method's mutants have spent, in terms: in all, and since the last find.
struct Spent {
    all: u64,
    in_vain: u64,
    found: u64,
}

/// A test that a search found, with the shape that it is of.
type Open = (usize, OpenTest);

impl Engine for DAlgorithm<'_> {
    fn pass(&self) -> PassKind {
        self.pass
    }

    fn run(&mut self, session: &mut Session<'_>) -> Result<(), EngineError> {
        let subject = session.subject();
        let (this, dropping, progress) = (&*self, session.dropping(), session.progress());
        let blocked = effort::blocked(session, &self.generator);
        session.effort.block(blocked);
        let mut found = Vec::new();
        let open = open_by_method(session, self.limits);
        let limits = self.limits.for_so_many(open.iter().map(|(_, queue)| queue.len() as u64).sum());
        let mut open = open.into_iter().peekable();
        while open.peek().is_some() {
            let at_once: Vec<(MethodId, Vec<Tried>)> = open.by_ref().take(AT_ONCE).collect();
            let share = session.effort.left_in_terms() / at_once.len() as u64;
            let in_vain = session.effort.of_searches.share(at_once.len());
            let Some(in_vain) = in_vain.filter(|_| share > 0) else {
                found.extend(at_once.into_iter().chain(open.by_ref()).map(not_reached));
                break;
            };
            let attacked: Result<Vec<(MethodId, Vec<Tried>, Spent)>, EngineError> = at_once
                .into_par_iter()
                .map(|(method, queue)| {
                    let work = || {
                        let effort = limits.method_effort.min(share);
                        let mut group = Group { dropping, ..this.group(subject, method, effort) };
                        group.run(subject, queue, this, (limits, in_vain), progress)
                    };
                    let (tried, spent) = with_stack(work)?;
                    Ok((method, tried, spent))
                })
                .collect();
            for (method, tried, spent) in attacked? {
                session.effort.spend_terms(spent.all);
                session.effort.of_searches.take(spent.in_vain, spent.found);
                found.push((method, tried));
            }
        }
        for (method, tried) in found {
            for tried in tried {
                session.notes.count_questions(tried.questions);
                session.pass.measure(
                    tried.mutant,
                    Locality {
                        question: tried.stats.largest,
                        ungrown: tried.stats.largest_unassisted,
                        whole: tried.stats.whole,
                    },
                );
                session.notes.search_ended(tried.mutant, tried.search_end());
                session.notes.searches.refute(tried.mutant, tried.refuted);
                if tried.is_begun {
                    session.notes.searches.begin(tried.mutant);
                }
                if tried.is_exhausted {
                    session.notes.searches.finish(tried.mutant);
                }
                match (tried.test, dropping) {
                    (Some(test), Dropping::On) => {
                        session.offer(method, vec![test], FUEL);
                    }
                    (Some(test), Dropping::Off) => {
                        session.offer_for(tried.mutant, test, FUEL);
                    }
                    (None, _) => {}
                }
                if let Some(refuted) = tried.proven {
                    session.prove_by_search(tried.mutant, refuted);
                }
            }
        }
        Ok(())
    }
}

/// The mutants of a method for which there is no effort.
fn not_reached((method, queue): (MethodId, Vec<Tried>)) -> (MethodId, Vec<Tried>) {
    let ended = queue.into_iter().map(|tried| Tried { end: End::Effort, ..tried });
    (method, ended.collect())
}

/// The mutants that are left, each with what is known of it; but those for which no larger limit leads further than the
/// pass before came. What no pass has begun with comes first, and of what is left one mutant of each place before the
/// second of any, since those of one place fare alike: where patience ends, it has seen most. What is proven up to a bound
/// comes last, and what follows from others behind them.
fn open_by_method(session: &Session<'_>, limits: Limits) -> Vec<(MethodId, Vec<Tried>)> {
    let subject = session.subject();
    let mut by_method: Vec<(MethodId, Vec<Tried>)> = Vec::new();
    let open = subject
        .indices()
        .filter(|&m| subject.mutant(m).unsupported.is_none())
        .filter(|&m| is_open(&session.verdicts()[m as usize], limits.past_bounds));
    for mutant in
        open.filter(|&mutant| !session.notes.searches.is_finished(mutant) && !session.is_blocked(mutant))
    {
        let method = subject.mutant(mutant).method;
        let known = session
            .notes
            .searches
            .refuted(mutant)
            .max(frames_without_difference(&session.verdicts()[mutant as usize]));
        let tried = Tried { refuted: known, ..Tried::nothing(mutant) };
        match by_method.last_mut() {
            Some((last, queue)) if *last == method => queue.push(tried),
            _ => by_method.push((method, vec![tried])),
        }
    }
    for (_, queue) in &mut by_method {
        if queue.iter().any(|tried| session.notes.searches.is_begun(tried.mutant)) {
            let mut of_place: BTreeMap<_, u32> = BTreeMap::new();
            queue.sort_by_cached_key(|tried| {
                let span = subject.mutant(tried.mutant).span;
                let before = of_place.entry((span.start, span.end)).or_default();
                *before += 1;
                let is_bounded =
                    matches!(session.verdicts()[tried.mutant as usize], Verdict::EquivalentUpTo(_));
                (is_bounded, session.notes.searches.is_begun(tried.mutant), *before)
            });
        }
        queue.sort_by_key(|tried| session.notes.later.contains(tried.mutant));
    }
    by_method
}

/// In so many time frames a mutant shows nothing, since it is proven for as many rounds of its loops: a power of two.
fn frames_without_difference(verdict: &Verdict) -> u32 {
    match verdict {
        Verdict::EquivalentUpTo(proof) if !proof.bounds_lengths() => {
            proof.bound().checked_ilog2().map_or(0, |log| 1 << log)
        }
        _ => 0,
    }
}

const fn is_open(verdict: &Verdict, past_bounds: bool) -> bool {
    match verdict {
        Verdict::Undecided(_) => true,
        Verdict::EquivalentUpTo(_) => past_bounds,
        Verdict::Killed(killed) => killed.is_weak(),
        Verdict::Equivalent(_) => false,
    }
}

impl<'p> DAlgorithm<'p> {
    pub fn new(pass: PassKind, generator: Generator<'p>, switches: Switches, limits: Limits) -> Self {
        Self { pass, generator, switches, limits, shapes: Shapes::default() }
    }

    /// Goes on with what an earlier pass with the same generator has found out.
    #[must_use]
    pub fn with_shapes(self, shapes: &Shapes) -> Self {
        Self { shapes: shapes.clone(), ..self }
    }

    /// The searches for one mutant, told.
    pub fn explain(&self, subject: &Subject, mutant: GoalIndex) -> Result<Vec<Told>, EngineError> {
        with_stack(|| {
            let mut group = self.group(subject, subject.mutant(mutant).method, self.limits.method_effort);
            group.told = Some(Vec::new());
            group.attack(subject, &mut Tried::nothing(mutant), self.switches, self.limits)?;
            Ok(group.told.unwrap_or_default())
        })
    }

    fn group<'s>(&self, subject: &'s Subject, method: MethodId, effort: u64) -> Group<'s> {
        let mut runner = subject.runner();
        let shapes = self.shapes(subject, method, &mut runner);
        Group {
            granted: effort,
            effort: effort.saturating_sub(runner.take_effort() / EFFORT_OF_TERM),
            method,
            shapes,
            units: BTreeMap::new(),
            solver: shared_solver(),
            last_found: None,
            complete: BTreeMap::new(),
            runner,
            bench: None,
            facts: None,
            patience: u64::MAX,
            told: None,
            dropping: Dropping::On,
        }
    }

    /// What tests of a method look like. A method that no driver calls is under test through its callers.
    fn shapes(&self, subject: &Subject, method: MethodId, runner: &mut Runner<'_>) -> Arc<[Shape]> {
        let known = || self.shapes.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(shapes) = known().get(&method) {
            return Arc::clone(shapes);
        }
        let made = shapes::shapes(runner, &self.generator, method).into_iter().map(|(cube, opens_texts)| {
            let gaps = inputs::gaps(subject.program(), method, &cube);
            Shape { cube, opens_texts, gaps }
        });
        let shapes: Arc<[Shape]> = made.collect();
        known().insert(method, Arc::clone(&shapes));
        shapes
    }
}

impl<'s> Group<'s> {
    /// Searches for a test for each mutant that none of the tests found before kills. Until something is found no more than
    /// `in_vain` is spent.
    fn run(
        &mut self,
        subject: &'s Subject,
        queue: Vec<Tried>,
        engine: &DAlgorithm<'_>,
        (limits, in_vain): (Limits, u64),
        progress: &dyn Progress,
    ) -> Result<(Vec<Tried>, Spent), EngineError> {
        let mut live: MutantSet = queue.iter().map(|tried| tried.mutant).collect();
        let mut found = 0;
        self.patience = limits.patience_after(found).min(in_vain);
        // What was left when something was found last.
        let mut left = self.granted;
        let mut all = Vec::new();
        for mut tried in queue {
            if !live.contains(tried.mutant) {
                continue;
            }
            let test = self.attack(subject, &mut tried, engine.switches, limits)?;
            progress.foresees(usize::from(test.is_some() || tried.is_proven()));
            if test.is_some() || tried.is_proven() {
                found += 1;
                self.patience = limits.patience_after(found);
                left = self.effort;
            }
            if let Some((at, test)) = test {
                tried.test = Some(self.filled(at, test, tried.mutant, &mut live, &engine.generator));
            }
            all.push(tried);
        }
        let spent = Spent { all: self.granted - self.effort, in_vain: left - self.effort, found };
        Ok((all, spent))
    }

    /// A test as it is run; the mutants that it kills live no longer.
    fn filled(
        &mut self,
        at: usize,
        test: OpenTest,
        target: GoalIndex,
        live: &mut MutantSet,
        generator: &Generator<'_>,
    ) -> Driver {
        if self.dropping == Dropping::Off {
            return test.driver;
        }
        let cube = &self.shapes[at].cube;
        let (driver, killed) = test.fill_late(cube, generator, &mut self.runner, target, live);
        killed.into_iter().chain([target]).for_each(|killed| live.remove(killed));
        driver
    }

    /// Searches for a test for one mutant; how it went is noted.
    fn attack(
        &mut self,
        subject: &'s Subject,
        tried: &mut Tried,
        switches: Switches,
        limits: Limits,
    ) -> Result<Option<Open>, EngineError> {
        tried.end = End::Refuted;
        let limits = Limits { effort: limits.effort.min(self.effort).min(self.patience), ..limits };
        if limits.effort == 0 {
            tried.end = End::Effort;
            return Ok(None);
        }
        tried.is_begun = true;
        let bench = self.bench.take().or_else(|| Bench::new(subject.program(), self.method));
        let Some(mut bench) = bench else { return Ok(None) };
        let patch = &subject.mutant(tried.mutant).patch;
        let found = bench.with_body(patch, |body| self.attack_body(subject, body, tried, switches, limits));
        self.bench = Some(bench);
        found.unwrap_or(Ok(None))
    }

    /// Where the last test of the method was found, the next may be: that unit is asked first, with a part of the effort.
    fn attack_body(
        &mut self,
        subject: &'s Subject,
        body: &Body,
        tried: &mut Tried,
        switches: Switches,
        limits: Limits,
    ) -> Result<Option<Open>, EngineError> {
        let target = Target { subject, body, mutant: tried.mutant, switches };
        let mut left = limits;
        let mut refuted_first = None;
        if let Some((at, iterations)) = self.last_found {
            let part = Limits { effort: left.effort / PART_OF_FIRST, ..left };
            if let Some(found) = self.attack_unit(&target, at, iterations, part)? {
                left.effort = left.effort.saturating_sub(found.spent);
                if found.attack.end == End::Refuted {
                    refuted_first = Some((at, iterations, found.is_complete));
                }
                if let Some(ended) = self.take(&target, tried, at, iterations, found) {
                    return Ok(ended);
                }
                tried.end = End::Refuted;
            }
        }
        let mut iterations = tried.refuted.saturating_mul(2).max(1);
        while iterations <= limits.frames {
            let mut is_complete = true;
            for at in 0..self.shapes.len() {
                if let Some((first, frames, was_complete)) = refuted_first
                    && (first, frames) == (at, iterations)
                {
                    is_complete &= was_complete;
                    continue;
                }
                let is_last = at + 1 == self.shapes.len();
                let part = if is_last { left.effort } else { left.effort / PART_OF_SHAPE };
                let part = Limits { effort: part, ..left };
                if let Some(found) = self.attack_unit(&target, at, iterations, part)? {
                    is_complete &= found.is_complete;
                    left.effort = left.effort.saturating_sub(found.spent);
                    if let Some(ended) = self.take(&target, tried, at, iterations, found) {
                        return Ok(ended);
                    }
                }
                left.effort = left.effort.min(self.effort).min(self.patience);
                if left.effort == 0 {
                    tried.end = tried.end.max(End::Effort);
                    return Ok(None);
                }
            }
            if tried.end == End::Refuted {
                tried.refuted = if is_complete { ALL_FRAMES } else { iterations };
            }
            if is_complete {
                tried.is_exhausted = !matches!(tried.end, End::Backtracks | End::Effort);
                break;
            }
            iterations *= 2;
        }
        Ok(None)
    }

    /// Takes note of what came of a unit; the test, or that none is needed, where this ends the search for the mutant.
    fn take(
        &mut self,
        target: &Target<'s, '_>,
        tried: &mut Tried,
        at: usize,
        iterations: u32,
        found: FoundInUnit,
    ) -> Option<Option<Open>> {
        let gaps: Gaps = found.attack.gaps.union(&self.shapes[at].gaps).copied().collect();
        let proven = refutation::proven(&gaps, iterations, found.attack.closed_world);
        if let Some(told) = &mut self.told {
            let unit = self.units.get(&(at, iterations)).and_then(Option::as_ref);
            let spots = unit
                .map(|unit| {
                    spots(target.subject.program(), &unit.skeleton.terms, &found.attack.story.places())
                })
                .unwrap_or_default();
            told.push(Told {
                skeleton: self.shapes[at].cube.skeleton(),
                frames: iterations,
                attack: found.attack.clone(),
                driver: found.test.as_ref().map(|test| test.driver.clone()),
                gaps,
                proven,
                spots,
            });
        }
        self.effort = self.effort.saturating_sub(found.spent);
        self.patience = self.patience.saturating_sub(found.spent);
        tried.end = tried.end.max(found.attack.end);
        tried.stats.add(&found.attack.stats);
        tried.questions += found.questions;
        tried.take(proven);
        if found.test.is_some() {
            self.last_found = Some((at, iterations));
        }
        (found.test.is_some() || tried.is_proven()).then(|| found.test.map(|test| (at, test)))
    }

    fn attack_unit(
        &mut self,
        target: &Target<'s, '_>,
        at: usize,
        iterations: u32,
        limits: Limits,
    ) -> Result<Option<FoundInUnit>, EngineError> {
        let &Target { subject, body, mutant, switches } = target;
        let program = subject.program();
        if self.complete.get(&at).is_some_and(|&frames| frames < iterations) {
            return Ok(None);
        }
        if switches.has(Switch::Facts) && self.facts.is_none() {
            let original = subject.known().get(program, self.method)?;
            self.facts = original.map(|original| Arc::new(EntryFacts::of(original)));
        }
        self.make_room((at, iterations));
        let (facts, solver) = (self.facts.clone(), self.solver.clone());
        let own_effects = subject.known().own_effects_in_drivers().clone();
        let shared = Shared { facts, solver, own_effects, starts: subject.starts().clone() };
        let shape = &self.shapes[at];
        let unit = self.units.entry((at, iterations)).or_insert_with(|| {
            let unit = prepare(program, shared, shape, iterations, switches, limits.k_pca);
            // What all mutants of the method share is nobody's own effort.
            let spent = match &unit {
                Some(prepared) => prepared.unit.nodes() as u64 * PER_NODE,
                None => most_nodes(iterations) as u64 * PER_NODE_IN_VAIN,
            };
            self.effort = self.effort.saturating_sub(spent);
            self.patience = self.patience.saturating_sub(spent);
            unit
        });
        let Some(prepared) = unit else { return Ok(None) };
        if prepared.is_complete {
            self.complete.insert(at, iterations);
        }
        let runner = &mut self.runner;
        let mut found = prepared.attack(body, mutant, runner, switches, limits, self.told.is_some())?;
        found.spent += runner.take_effort() / EFFORT_OF_TERM;
        Ok(Some(found))
    }

    /// Gives up units that have grown large, before the one is used.
    fn make_room(&mut self, next: (usize, u32)) {
        let terms = |unit: &Option<Prepared<'_>>| unit.as_ref().map_or(0, |unit| unit.skeleton.terms.len());
        let nodes = |unit: &Option<Prepared<'_>>| unit.as_ref().map_or(0, |unit| unit.unit.nodes());
        if self.units.get(&next).is_some_and(|unit| terms(unit) > MAX_TERMS) {
            self.units.remove(&next);
        }
        let size = |unit: &Option<Prepared<'_>>| terms(unit) + TERMS_OF_NODE * nodes(unit);
        if self.units.values().map(size).sum::<usize>() > TERMS_OF_ALL {
            self.units.clear();
        }
    }
}

/// What a search is for.
struct Target<'s, 'b> {
    subject: &'s Subject,
    body: &'b Body,
    mutant: GoalIndex,
    switches: Switches,
}

/// What came of one unit.
struct FoundInUnit {
    attack: Attack,
    test: Option<OpenTest>,
    spent: u64,
    questions: u64,
    is_complete: bool,
}

impl FoundInUnit {
    /// Without a search.
    fn nothing(is_complete: bool, spent: u64) -> Self {
        Self { attack: Attack::none(), test: None, spent, questions: 0, is_complete }
    }
}

/// How large a unit may be.
const fn most_nodes(iterations: u32) -> usize {
    if iterations == 1 { NODES_OF_ONE } else { NODES }
}

/// What the units of a method share.
struct Shared {
    facts: Option<Arc<EntryFacts>>,
    solver: SharedSolver,
    own_effects: OwnEffects,
    starts: Arc<Starts>,
}

fn prepare<'p>(
    program: &'p Program,
    shared: Shared,
    shape: &Shape,
    iterations: u32,
    switches: Switches,
    k_pca: u32,
) -> Option<Prepared<'p>> {
    let mut skeleton = Skeleton::new(program, shape.cube.clone());
    skeleton.own_effects = shared.own_effects;
    let bounds = Bounds { iterations, depth: DEPTH, nodes: most_nodes(iterations) };
    let graph = skeleton.graph.clone();
    let original = version(&mut skeleton, None, &graph, bounds).ok()?;
    let is_complete = original.frames.cut.is_none();
    let (mut given, places) = given(&mut skeleton, shape.opens_texts);
    given.facts = shared.facts;
    given.hidden = hidden_fields(program, shape.cube.driver().method);
    given.starts = shared.starts;
    let unit = Unit::new(&mut skeleton.terms, original, given, k_pca)?;
    let search = switches.has(Switch::ValuePool);
    let limits = AskLimits {
        resources: RESOURCES,
        resources_of_gate: RESOURCES_OF_GATE,
        effort_of_resource: EFFORT_OF_RESOURCE,
        search,
        near_zero: true,
        ..AskLimits::default()
    };
    let asker = Asker::with_solver(limits, SEED, shared.solver);
    Some(Prepared { skeleton, unit, places, asker, is_complete, bounds })
}

impl Prepared<'_> {
    fn attack(
        &mut self,
        body: &Body,
        mutant: GoalIndex,
        runner: &mut Runner<'_>,
        switches: Switches,
        limits: Limits,
        is_told: bool,
    ) -> Result<FoundInUnit, EngineError> {
        let graph = self.skeleton.graph.clone();
        let terms = self.skeleton.terms.asked();
        if !is_told && !self.unit.may_end(&mut self.skeleton.terms, switches) {
            return Ok(FoundInUnit::nothing(self.is_complete, EFFORT_OF_LOOK));
        }
        let Ok(changed) = version(&mut self.skeleton, Some(body), &graph, self.bounds) else {
            // It was built as far as it may be large.
            return Ok(FoundInUnit::nothing(self.is_complete, self.bounds.nodes as u64 * PER_NODE));
        };
        let asked = self.asker.counts().questions;
        let spent = changed.frames.nodes.len() as u64 * PER_PLACE;
        let cube = self.skeleton.cube().clone();
        let target: MutantSet = [mutant].into_iter().collect();
        let mut found = None;
        runner.set_fuel(FUEL);
        let mut weak = 0;
        let places = &self.places;
        let mut run = |values: &[(VarId, Value)]| {
            let values = fill(&cube, places, values);
            let driver = cube.fill(&values);
            let Ok(judged) = runner.judge(driver.clone(), &target) else { return false };
            let kills = judged.kills.iter().any(|(_, kind)| kind.counts());
            weak += u32::from(!kills && !judged.kills.is_empty());
            if kills || weak >= WEAK_TESTS {
                found = Some(OpenTest { values, driver });
            }
            kills || weak >= WEAK_TESTS
        };
        let (terms_of_unit, asker) = (&mut self.skeleton.terms, &mut self.asker);
        let tools = Tools { terms: terms_of_unit, asker, run_test: &mut run, switches, limits, is_told };
        let attack = self.unit.attack(&changed, tools)?;
        let spent = spent + attack.spent + (self.skeleton.terms.asked() - terms) * PER_TERM;
        Ok(FoundInUnit {
            attack,
            test: found,
            spent,
            questions: self.asker.counts().questions - asked,
            is_complete: self.is_complete && changed.frames.cut.is_none(),
        })
    }
}
