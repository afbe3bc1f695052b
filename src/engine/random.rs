//! The random pass (DESIGN §9): n_r candidate tests for each method, kept only if they kill.
//!
//! Work is bounded by counted effort, which is the same on every machine: a method's turn ends when its last
//! candidates, or the last so much effort, killed nothing; the pass ends with its effort. Inputs on which the
//! original runs long cost most and seldom kill more, so each method starts with little fuel and gets more when
//! that is why nothing comes of it.
//!
//! Where proofs follow it, the pass is in two parts ([`Part`]): once few candidates kill anything, most of what is left is
//! equivalent, and what a small region proves is not run against all the others.
//!
//! At the end come the integers of a method's code, each in its turn, where they are so many that the candidates met
//! each too seldom: a long row of guards, a large `switch`; then what is near the tests, and near candidates that infect a
//! mutant of which nothing shows: they have come to where few candidates come. Last come a few candidates of values at
//! which machines turn rather than the code at hand, and tests of which an input is what a run compared it with: what the
//! others find does not depend on them. And rows of calls grow out of what has decided something ([`Generator::grown`]), as long as
//! that decides more.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use rustc_hash::FxHashSet;
use serde_json::{Value, json};

use crate::driver::{Driver, Fixed, Generator, Seed};
use crate::engine::comparisons::Beside;
use crate::engine::pass::{Part, PassKind};
use crate::engine::session::{Offered, Session, Tried};
use crate::engine::subject::Runner;
use crate::engine::{Engine, EngineError, comparisons, effort};
use crate::exec::comparands::Way;
use crate::exec::limits::DEFAULT_STEPS;
use crate::sema::program::{ClassId, MethodId};

/// n_r: candidates for each method under test.
pub const DEFAULT_TESTS: u64 = 1_000;
/// The most effort of the whole pass, in the effort of runs, for a class with few methods: some seconds.
pub const DEFAULT_EFFORT: u64 = 60_000_000;
/// A method's part of it, where there are more of them: what a few hundred candidates take that are each some dozen calls long. And
/// the most for all of them, half a minute. The first candidates count no further than to that: what they kill is worth it.
const EFFORT_OF_METHOD: u64 = 2_000_000;
const MOST_EFFORT: u64 = 240_000_000;
/// Candidates that are judged against the same set of live mutants, whatever the number of threads.
const BATCH: u64 = 32;
/// A method whose last so many candidates killed nothing has had its share.
const PATIENCE: u64 = 320;
/// The same in effort.
const PATIENT_EFFORT: u64 = 4_000_000;
/// The steps that the original may take on the first candidates, and how they grow.
const FIRST_FUEL: u64 = 4_000;
const FUEL_GROWTH: u64 = 8;
/// After so many candidates in vain a method with inputs on which the fuel ran out gets more of it.
const FUEL_PATIENCE: u64 = 128;

/// Each part of the pass behind its first has at least one in so many of the whole.
const PARTS: u64 = 4;

/// So many in vain are looked at near each seed, as long as there are no fewer live mutants, or few; and their effort.
const AROUND: u64 = 64;
const FEW_LIVE: u64 = 16;
const EFFORT_AROUND: u64 = 4_000_000;
/// The most of them, by n_r.
const TESTS_AROUND: u64 = 8;

/// So many candidates for each integer of a method meet it often enough.
const CANDIDATES_OF_CONSTANT: u64 = 40;
/// A method with so few has no long row of anything.
const FEW_CONSTANTS: u64 = 16;

/// So many rich candidates in vain, and their effort, are enough.
const PATIENCE_OF_RICH: u64 = 256;
const EFFORT_OF_RICH: u64 = 2_000_000;

/// So many candidates are looked through for what they compare, beside the tests; so many drivers in all; and the effort
/// in vain.
const COMPARED: u64 = 16;
const MOST_COMPARED: u64 = 128;
const EFFORT_OF_COMPARED: u64 = 2_000_000;

/// What it may take to find the texts that come further, and the effort in vain of what is made of them.
const EFFORT_OF_WAYS: u64 = 500_000;
const EFFORT_OF_FURTHER: u64 = 1_000_000;

/// So many grown drivers of a method in vain, and their effort, are enough.
const PATIENCE_OF_GROWN: u64 = 128;
const EFFORT_OF_GROWN: u64 = 2_000_000;
/// Of a class, the last so many grow: more are looked at seldom.
const MOST_SEEDS: usize = 256;

/// A bound as far off as its type lets it be, so that a loop ends for another reason, if for any.
const FAR: [i64; 3] = [i32::MAX as i64, i16::MAX as i64, i8::MAX as i64];

/// The same as [`PATIENCE`] in the first part.
const PATIENCE_OF_FIRST: u64 = 96;

pub struct Random<'p> {
    generator: Generator<'p>,
    tests: u64,
    effort: u64,
    part: Part,
}

impl<'p> Random<'p> {
    pub fn new(generator: Generator<'p>, tests: u64, effort: u64) -> Self {
        Self { generator, tests, effort, part: Part::Whole }
    }

    #[must_use]
    pub fn part(self, part: Part) -> Self {
        Self { part, ..self }
    }

    /// The pass that a part is.
    pub const fn pass_of(part: Part) -> PassKind {
        match part {
            Part::Whole | Part::First => PassKind::Random,
            Part::Rest => PassKind::MoreRandom,
        }
    }

    /// What a part may spend, with so many candidates for each method.
    pub fn limits(part: Part, tests: u64) -> Value {
        let patience = if part == Part::First { PATIENCE_OF_FIRST } else { PATIENCE };
        json!({
            "candidates": tests,
            "patience": patience,
            "effort": DEFAULT_EFFORT,
            "method_effort": EFFORT_OF_METHOD,
            "most_effort": MOST_EFFORT,
        })
    }

    /// The classes with methods whose drivers may kill what is left.
    fn wanted(&self, session: &Session<'_>) -> BTreeSet<ClassId> {
        let mut methods = session.live_methods();
        methods.retain(|&method| !session.effort.is_blocked(method));
        self.generator.classes_leading_to(&methods)
    }

    /// Tries the candidates of all methods, as far as they are worth it.
    fn try_all(&self, turns: &mut [Turn], session: &mut Session<'_>) {
        let program = session.subject().program();
        let is_of =
            |turn: &Turn, classes: &BTreeSet<ClassId>| classes.contains(&program.methods[turn.method].class);
        let mut left = self.effort.min(session.effort.left());
        let mut most = MOST_EFFORT.max(self.effort).min(session.effort.left());
        // Round after round over all methods, so that the first tests of each are the readable ones; those first that have had none.
        while !session.is_decided() && left > 0 && most > 0 {
            let wanted = self.wanted(session);
            let goes_on = |turn: &Turn| turn.goes_on(self.tests, self.part) && is_of(turn, &wanted);
            let mut round: Vec<&mut Turn> = turns.iter_mut().filter(|turn| goes_on(turn)).collect();
            if round.is_empty() {
                break;
            }
            round.sort_by_key(|turn| turn.next > 0);
            for turn in round {
                let is_first = turn.next == 0;
                if most == 0 || left == 0 && !is_first {
                    break;
                }
                let offered = turn.take(&self.generator, self.tests, session);
                session.effort.spend(offered.effort);
                most = most.saturating_sub(offered.effort);
                if !(is_first || offered.kept) {
                    left = left.saturating_sub(offered.effort);
                }
            }
        }
        if self.part == Part::First {
            return;
        }
        let wanted = self.wanted(session);
        left = self.share_of(left, session);
        for turn in turns.iter_mut().filter(|turn| is_of(turn, &wanted)) {
            let swept = turn.sweep(self, left, session);
            left = left.saturating_sub(swept);
            let around = turn.look_around(self, left, session);
            left = left.saturating_sub(around);
            session.effort.spend(swept + around);
        }
        let wanted = self.wanted(session);
        left = self.share_of(left, session);
        for turn in turns.iter_mut().filter(|turn| is_of(turn, &wanted)) {
            let taken = turn.enrich(self, left, session);
            left = left.saturating_sub(taken);
            session.effort.spend(taken);
        }
        let wanted = self.wanted(session);
        left = self.share_of(left, session);
        // Where each comparison is long to come to, the others have had it all.
        let least = left / turns.len().max(1) as u64;
        for turn in turns.iter_mut().filter(|turn| is_of(turn, &wanted)) {
            let taken = turn.follow_comparisons(self, left.max(least), session);
            left = left.saturating_sub(taken);
            session.effort.spend(taken);
        }
    }

    /// What a later part of the pass has: what is left, or a share of the whole where the earlier ones have used it up. Where each
    /// run is long, the first candidates do, and what a run compares its inputs with would never be looked at.
    fn share_of(&self, left: u64, session: &Session<'_>) -> u64 {
        left.max(self.effort / PARTS).min(session.effort.left())
    }

    /// Rows of calls for the methods of objects, round after round: what one method's find has led to, another's goes on from.
    fn grow(&self, mut turns: Vec<Turn>, session: &mut Session<'_>) {
        let program = session.subject().program();
        let class = |turn: &Turn| program.methods[turn.method].class;
        let mut seeds = Seeds::default();
        // What the pass had has gone to values; calls get as much.
        let mut left = self.effort.min(session.effort.left());
        let mut spend = |taken: u64, session: &mut Session<'_>| {
            session.effort.spend(taken);
            left = left.saturating_sub(taken);
            left > 0
        };
        spend(seeds.take_new(session), session);
        turns.retain(|turn| {
            !program.methods[turn.method].is_static() && seeds.of_class.contains_key(&class(turn))
        });
        turns.iter_mut().for_each(|turn| (turn.in_vain, turn.effort_in_vain) = (0, 0));
        while !session.is_decided() {
            let wanted = self.wanted(session);
            let goes_on = |turn: &Turn| {
                turn.in_vain < PATIENCE_OF_GROWN
                    && turn.effort_in_vain < EFFORT_OF_GROWN
                    && turn.grown < self.tests
                    && wanted.contains(&class(turn))
            };
            if !turns.iter().any(goes_on) {
                return;
            }
            for turn in turns.iter_mut().filter(|turn| goes_on(turn)) {
                let taken = turn.grow(&self.generator, &seeds.of_class[&class(turn)], session);
                if !spend(taken, session) {
                    return;
                }
            }
            spend(seeds.take_new(session), session);
        }
    }
}

/// What rows of calls grow from, by the class whose methods are under test.
#[derive(Default)]
struct Seeds {
    of_class: BTreeMap<ClassId, Vec<Seed>>,
    /// So many of the session's are known.
    known: usize,
}

impl Seeds {
    /// Takes what the session has found since; gives what it took to read it.
    fn take_new(&mut self, session: &Session<'_>) -> u64 {
        let mut runner = session.subject().runner();
        let methods = &session.subject().program().methods;
        for driver in &session.seeds()[self.known..] {
            let Ok(seed) = runner.seed(driver) else { continue };
            let known = self.of_class.entry(methods[driver.method].class).or_default();
            known.push(seed);
            if known.len() >= 2 * MOST_SEEDS {
                known.drain(..MOST_SEEDS);
            }
        }
        self.known = session.seeds().len();
        runner.take_effort()
    }
}

/// Drivers with texts by which the code comes to where no other has come: texts are checked step by step, and a step further is no
/// kill yet.
#[derive(Default)]
struct Further {
    ways: FxHashSet<Way>,
    looked_at: FxHashSet<Driver>,
    pending: VecDeque<Driver>,
    /// Those that came from `pending`, of which the last have come furthest.
    last: Vec<Driver>,
    /// What the runs have taken that show the ways.
    effort: u64,
}

/// What is made of such a driver.
enum Step {
    /// What comes of its comparisons.
    Compared(Driver),
    /// Other digits, where no comparison leads further.
    Digits(Driver),
}

impl Further {
    fn next(&mut self) -> Option<Step> {
        if let Some(driver) = self.pending.pop_front() {
            self.last.push(driver.clone());
            return Some(Step::Compared(driver));
        }
        self.last.pop().map(Step::Digits)
    }

    /// Keeps those drivers that come further than a driver beside which they are, and any before; gives what that took.
    fn look_at(&mut self, beside: &Beside, runner: &mut Runner<'_>) -> u64 {
        let before = self.effort;
        self.ways.extend(&beside.ways);
        for driver in beside.drivers.iter().filter(|_| beside.has_texts) {
            if self.effort < EFFORT_OF_WAYS && self.looked_at.insert(driver.clone()) {
                let ways = comparisons::ways(driver, runner);
                if ways.iter().any(|way| !self.ways.contains(way)) {
                    self.ways.extend(ways);
                    self.pending.push_back(driver.clone());
                }
                self.effort += runner.take_effort();
            }
        }
        self.effort - before
    }
}

/// How far a method has come.
struct Turn {
    method: MethodId,
    next: u64,
    /// Candidates and effort since one was kept.
    in_vain: u64,
    effort_in_vain: u64,
    fuel: u64,
    /// Since the fuel was raised: candidates on which it was too little.
    ran_out: u64,
    /// Candidates in vain when it was raised last.
    raised_at: u64,
    /// Grown drivers.
    grown: u64,
}

impl Turn {
    /// Goes on where the candidates of a method have come to.
    fn new(method: MethodId, tried: &Tried) -> Self {
        Turn {
            method,
            next: tried.candidates,
            in_vain: 0,
            effort_in_vain: 0,
            fuel: tried.fuel.max(FIRST_FUEL),
            ran_out: 0,
            raised_at: 0,
            grown: 0,
        }
    }

    /// One batch.
    fn take(&mut self, generator: &Generator<'_>, tests: u64, session: &mut Session<'_>) -> Offered {
        let end = (self.next + BATCH).min(tests);
        let drivers: Vec<Driver> =
            (self.next..end).filter_map(|n| generator.candidate(self.method, n)).collect();
        self.in_vain += end - self.next;
        self.next = end;
        let offered = self.offer(drivers, session);
        let is_stuck = offered.valid == 0 || self.in_vain - self.raised_at >= FUEL_PATIENCE;
        if is_stuck && self.ran_out > 0 && self.fuel < DEFAULT_STEPS {
            self.fuel = (self.fuel * FUEL_GROWTH).min(DEFAULT_STEPS);
            (self.ran_out, self.raised_at) = (0, self.in_vain);
        }
        session.notes.count_candidates(self.method, end, self.fuel);
        offered
    }

    /// One batch of drivers that grow out of others; gives its effort.
    fn grow(&mut self, generator: &Generator<'_>, seeds: &[Seed], session: &mut Session<'_>) -> u64 {
        let numbers = self.grown..self.grown + BATCH;
        self.grown = numbers.end;
        self.in_vain += BATCH;
        let drivers = numbers.filter_map(|n| generator.grown(self.method, seeds, n)).collect();
        self.offer(drivers, session).effort
    }

    /// The integers of the method's own code, one batch after the other, as long as the pass has effort `left`; gives
    /// what it took.
    fn sweep(&mut self, random: &Random<'_>, left: u64, session: &mut Session<'_>) -> u64 {
        let (generator, tests) = (&random.generator, random.tests);
        let fixed = generator.sweep(self.method);
        let mut effort = 0;
        if fixed.len() as u64 <= FEW_CONSTANTS.max(tests / CANDIDATES_OF_CONSTANT) {
            return effort;
        }
        (self.in_vain, self.effort_in_vain) = (0, 0);
        let mut numbered = (0..).zip(fixed).take(tests as usize).peekable();
        while numbered.peek().is_some() && self.is_patient() && effort < left && !session.is_decided() {
            let batch: Vec<(u64, Fixed)> = numbered.by_ref().take(BATCH as usize).collect();
            self.in_vain += batch.len() as u64;
            let drivers = batch.into_iter().filter_map(|(n, fixed)| generator.fixed(self.method, n, fixed));
            effort += self.offer(drivers.collect(), session).effort;
        }
        effort
    }

    /// What is near the tests and near what infects a mutant, that which comes of it included, as long as the pass has
    /// effort `left`; gives what it took.
    fn look_around(&mut self, random: &Random<'_>, left: u64, session: &mut Session<'_>) -> u64 {
        let (generator, most) = (&random.generator, random.tests.saturating_mul(TESTS_AROUND));
        (self.in_vain, self.effort_in_vain) = (0, 0);
        let (mut cubes, mut seen, mut number, mut effort) = (Vec::new(), 0, 0, 0);
        let mut runner = session.subject().runner();
        loop {
            let own = session.seeds()[seen..].iter().filter(|driver| driver.method == self.method);
            let own = own.filter_map(|driver| runner.cube(driver.clone()).ok());
            cubes.extend(own.filter(|cube| !cube.inputs().is_empty()));
            seen = session.seeds().len();
            let patience = AROUND * (cubes.len() as u64).min(session.live().max(FEW_LIVE));
            let is_patient = self.in_vain < patience && self.effort_in_vain < EFFORT_AROUND;
            if !is_patient || number >= most || effort >= left || session.is_decided() {
                return effort;
            }
            let numbers = number..number + BATCH;
            let at = |n: u64| &cubes[n as usize % cubes.len()];
            let drivers = numbers.clone().filter_map(|n| generator.near(at(n), n)).collect();
            number = numbers.end;
            self.in_vain += BATCH;
            effort += self.offer(drivers, session).effort;
        }
    }

    /// Rich candidates, as long as the pass has effort `left`; gives what it took.
    fn enrich(&mut self, random: &Random<'_>, left: u64, session: &mut Session<'_>) -> u64 {
        let (generator, tests) = (&random.generator, random.tests);
        (self.in_vain, self.effort_in_vain) = (0, 0);
        let (mut number, mut effort) = (0, 0);
        loop {
            let is_patient = self.in_vain < PATIENCE_OF_RICH && self.effort_in_vain < EFFORT_OF_RICH;
            if !is_patient || number >= tests || effort >= left || session.is_decided() {
                return effort;
            }
            let numbers = number..(number + BATCH).min(tests);
            number = numbers.end;
            self.in_vain += BATCH;
            let drivers = numbers.filter_map(|n| generator.rich(self.method, n)).collect();
            effort += self.offer(drivers, session).effort;
        }
    }

    /// Tests of which an input is what it is compared with, those that come of them and those with texts by which the code
    /// comes to where it has not been included, as long as the pass has effort `left`; gives what it took. Where the comparison shows is often late in a run: fuel is no matter, effort is.
    fn follow_comparisons(&mut self, random: &Random<'_>, left: u64, session: &mut Session<'_>) -> u64 {
        (self.in_vain, self.effort_in_vain) = (0, 0);
        let (mut seen, mut effort, mut followed) = (0, 0, 0);
        let mut runner = session.subject().runner();
        let generator = &random.generator;
        let far = (0..generator.integer_positions(self.method))
            .flat_map(|at| FAR.map(|value| Fixed::new(at, value)))
            .filter_map(|fixed| generator.fixed(self.method, 0, fixed));
        let first = (0..COMPARED.min(random.tests)).filter_map(|n| generator.candidate(self.method, n));
        let mut pending: VecDeque<Driver> = far.chain(first).collect();
        let mut further = Further::default();
        loop {
            let own = session.seeds()[seen..].iter().filter(|driver| driver.method == self.method);
            own.cloned().for_each(|driver| pending.push_front(driver));
            seen = session.seeds().len();
            let is_patient = |most| followed < MOST_COMPARED.min(random.tests) && self.effort_in_vain < most;
            if effort >= left || session.is_decided() {
                return effort;
            }
            let beside = if is_patient(EFFORT_OF_COMPARED)
                && let Some(driver) = pending.pop_front()
            {
                runner.cube(driver).map(|cube| comparisons::beside(&cube, &mut runner))
            } else if is_patient(EFFORT_OF_FURTHER)
                && let Some(step) = further.next()
            {
                match step {
                    Step::Compared(driver) => {
                        runner.cube(driver).map(|cube| comparisons::beside(&cube, &mut runner))
                    }
                    Step::Digits(driver) => {
                        runner.cube(driver).map(|cube| comparisons::with_other_digits(&cube))
                    }
                }
            } else {
                return effort;
            };
            followed += 1;
            let beside = beside.unwrap_or_default();
            let compared = runner.take_effort() + further.look_at(&beside, &mut runner);
            self.effort_in_vain += compared;
            let fuel = std::mem::replace(&mut self.fuel, DEFAULT_STEPS);
            effort += compared + self.offer(beside.drivers, session).effort;
            self.fuel = fuel;
        }
    }

    /// Offers candidates; those in vain are counted already.
    fn offer(&mut self, mut drivers: Vec<Driver>, session: &mut Session<'_>) -> Offered {
        session.retain_new(self.method, &mut drivers, self.fuel);
        let offered = session.offer(self.method, drivers, self.fuel);
        self.effort_in_vain += offered.effort;
        self.ran_out += offered.ran_out;
        if offered.kept {
            (self.in_vain, self.effort_in_vain, self.raised_at) = (0, 0, 0);
        }
        offered
    }

    const fn is_patient(&self) -> bool {
        self.in_vain < PATIENCE && self.effort_in_vain < PATIENT_EFFORT
    }

    fn goes_on(&self, tests: u64, part: Part) -> bool {
        let is_at_end = part == Part::First && self.in_vain >= PATIENCE_OF_FIRST;
        self.next < tests && self.is_patient() && !is_at_end
    }
}

impl Engine for Random<'_> {
    fn pass(&self) -> PassKind {
        Self::pass_of(self.part)
    }

    fn run(&mut self, session: &mut Session<'_>) -> Result<(), EngineError> {
        session.postpone_guesses();
        let methods = self.generator.methods_under_test();
        let of_methods = EFFORT_OF_METHOD.saturating_mul(methods.len() as u64).min(MOST_EFFORT);
        self.effort = self.effort.max(of_methods);
        let mut turns: Vec<Turn> =
            methods.into_iter().map(|method| Turn::new(method, session.notes.tried(method))).collect();
        self.try_all(&mut turns, session);
        if self.part != Part::First {
            self.grow(turns, session);
        }
        session.show_guesses();
        let blocked = effort::blocked(session, &self.generator);
        session.effort.block(blocked);
        Ok(())
    }
}
