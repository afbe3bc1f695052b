//! The search for an input on which two versions differ. What the checker found comes first, then all inputs where these
//! are few, then random drivers, at last long ones; a method that no test can call is run through those that lead to it.
//! No difference is believed that two whole runs do not show.

use crate::driver::cube::{InputType, Values};
use crate::driver::{Driver, Fixed, Generator, model};
use crate::engine::exhaust::{self, Inputs};
use crate::engine::subject::{NoTest, Observed, Runner, Subject};
use crate::engine::verdict::KillKind;
use crate::exec::limits::DEFAULT_STEPS;
use crate::jvm::value::{Primitive, PrimitiveType};
use crate::report::checks;
use crate::report::json::OutcomeReport;
use crate::roa::callers;
use crate::sema::program::MethodId;
use crate::sema::typed_tree::{Body, Constant, LocalOrigin};
use crate::sema::types::Ty;
use crate::syntax::tree::Modifiers;
use crate::term::Terms;
use crate::term::assignment::{Assignment, Base};
use crate::term::sort::Sort;
use crate::term::variable::Variable;
use crate::versions::decide::{Behaviour, Counterexample};

/// Random drivers that are run, and the work they may take, in steps of runs.
const DRIVERS: u64 = 2_000;
const EFFORT: u64 = 100_000_000;
/// The steps that the old version may take on one of them, at first.
const FUEL: u64 = 20_000;
/// The shapes of drivers into which a state is put, and the ways in which it is.
const SHAPES: u64 = 40;
const WAYS: usize = 6;
/// How far the search goes beyond a bound: so many times as far, and to these lengths and rounds.
const BEYOND: i64 = 4;
const FAR: [i64; 12] = [33, 50, 64, 65, 100, 101, 127, 128, 200, 256, 1_000, 1_024];
/// Candidates for each, and the work that all of them may take.
const TIMES: u64 = 3;
const EFFORT_BEYOND: u64 = 150_000_000;

/// Differences that rest on numbers which the JVM may have otherwise are believed from so many on; and how far apart two
/// results are, in parts of them, that differ whatever these are.
const DOUBTFUL: u32 = 10;
const FAR_APART: f64 = 1e-6;

/// What the search came to.
pub(super) enum FoundInput {
    Difference(Box<Counterexample>),
    /// Every input was run, and shows none.
    NoneOfAll {
        inputs: u64,
        closed_world: bool,
    },
    Nothing,
}

/// What came of the state in which the checker finds the versions to differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum OnState {
    NotRun,
    /// It is an input of the method, and both do the same on it.
    Agree,
    /// A run of the old version on it is no test, and why.
    NoTest(String),
    /// Run on its values they differ, and only in what no test compares: which object it is, what is logged, the time.
    Unseen,
}

pub(super) struct Search<'s> {
    subject: &'s Subject,
    runner: Runner<'s>,
    method: MethodId,
    /// The names that the new file's classes have here: no input speaks of them.
    fresh: Vec<String>,
    /// Inputs on which both were run.
    pub run: u64,
    /// The most steps that the old version took on one.
    pub longest: u64,
    pub ran_long: bool,
    /// What came of the checker's state.
    pub on_state: OnState,
    doubtful: u32,
    /// All of the last run was compared.
    is_compared: bool,
    /// Runs that could not be compared, by the last reason.
    pub not_run: Option<String>,
    /// `Math` gave values of which the JVM's may differ in the last bit.
    pub is_imprecise: bool,
}

impl<'s> Search<'s> {
    pub(super) fn new(subject: &'s Subject, method: MethodId, fresh: Vec<String>) -> Self {
        let mut runner = subject.runner();
        runner.be_lenient();
        Self {
            subject,
            runner,
            method,
            fresh,
            run: 0,
            longest: 0,
            ran_long: false,
            on_state: OnState::NotRun,
            doubtful: 0,
            is_compared: false,
            not_run: None,
            is_imprecise: false,
        }
    }

    /// The search before any bound is looked at. `state`: one in which the checker finds the versions to differ.
    pub(super) fn run(&mut self, new: &Body, state: Option<(&Terms, &Assignment)>, seed: u64) -> FoundInput {
        let program = self.subject.program();
        let own = state.and_then(|(terms, state)| {
            // Statics of the library, which no test sets, may be part of the state.
            let with_objects = model::with_objects(program, self.method, terms, state);
            with_objects.or_else(|| model::driver(program, self.method, terms, state))
        });
        if let Some(found) = own.and_then(|driver| self.try_driver(driver, DEFAULT_STEPS)) {
            return FoundInput::Difference(Box::new(found));
        }
        let is_input = state.is_some_and(|(terms, state)| self.is_input(terms, state));
        self.on_state = match &self.not_run {
            Some(why) if self.run == 0 => OnState::NoTest(why.clone()),
            _ if self.run == 0 || self.ran_long => OnState::NotRun,
            _ if !self.is_compared => OnState::Unseen,
            _ if is_input => OnState::Agree,
            _ => OnState::NotRun,
        };
        if let Some(found) = self.all(new) {
            return found;
        }
        let subject = self.subject;
        let generator = generator(subject, seed);
        let entries = self.entries(&generator);
        if let Some((terms, state)) = state
            && let Some(found) = self.around(&generator, &entries, terms, state)
        {
            return FoundInput::Difference(Box::new(found));
        }
        let mut effort = 0;
        for number in 0..DRIVERS {
            let Some(&entry) = entries.get(number as usize % entries.len().max(1)) else { break };
            let Some(driver) = generator.candidate(entry, number / entries.len() as u64) else { continue };
            if let Some(found) = self.try_driver(driver, FUEL) {
                return FoundInput::Difference(Box::new(found));
            }
            effort += self.runner.take_effort();
            if effort > EFFORT {
                break;
            }
        }
        FoundInput::Nothing
    }

    /// Whether a state is nothing but what the method is given: then the driver of that state is the state.
    fn is_input(&self, terms: &Terms, state: &Assignment) -> bool {
        let method = &self.subject.program().methods[self.method];
        method.modifiers.has(Modifiers::STATIC)
            && method.parameters.iter().all(|parameter| matches!(parameter.ty, Ty::Primitive(_)))
            && !state.variables.keys().any(|&var| matches!(terms.info(var).variable, Variable::Static(_)))
    }

    /// Inputs on which loops go round more often than a bound.
    pub(super) fn beyond(&mut self, bound: u64, seed: u64) -> Option<Counterexample> {
        let subject = self.subject;
        let generator = generator(subject, seed);
        let entries = self.entries(&generator);
        let bound = i64::try_from(bound).unwrap_or(i64::MAX / BEYOND - 1);
        let sizes: Vec<i64> = (bound.saturating_sub(1)..=bound * BEYOND).chain(FAR).collect();
        let mut effort = 0;
        for (n, &size) in sizes.iter().enumerate() {
            for &entry in &entries {
                let positions = generator.integer_positions(entry);
                for time in 0..TIMES {
                    let number = n as u64 * TIMES + time;
                    let long =
                        generator.candidate(entry, number).and_then(|driver| self.lengthened(driver, size));
                    let fixed =
                        (0..positions).filter_map(|at| generator.fixed(entry, number, Fixed::new(at, size)));
                    for driver in fixed.collect::<Vec<_>>().into_iter().chain(long) {
                        if let Some(found) = self.try_driver(driver, DEFAULT_STEPS) {
                            return Some(found);
                        }
                    }
                    effort += self.runner.take_effort();
                    if effort > EFFORT_BEYOND {
                        return None;
                    }
                }
            }
        }
        None
    }

    fn entries(&self, generator: &Generator<'_>) -> Vec<MethodId> {
        let program = self.subject.program();
        let is_hidden = callers::is_hidden(program, self.method);
        let leads = |m: &MethodId| !is_hidden || program.leads_to(*m, self.method);
        let named =
            |m: &MethodId| !self.fresh.iter().any(|name| program.method_name(*m).contains(name.as_str()));
        generator.entries_to(self.method).into_iter().filter(|m| named(m) && leads(m)).collect()
    }

    /// All inputs, where these are few.
    fn all(&mut self, new: &Body) -> Option<FoundInput> {
        let program = self.subject.program();
        let all = Inputs::of(program, self.method)?;
        let closed_world = exhaust::matters_alone(program, self.method, new)?.closed_world;
        let mut is_whole = self.subject.is_placed(0);
        for (driver, inputs) in (0..all.len()).map(|number| all.driver(number)).zip(1..) {
            let before = self.run;
            if let Some(found) = self.try_driver(driver, DEFAULT_STEPS) {
                return Some(FoundInput::Difference(Box::new(found)));
            }
            // One that was not compared leaves the others a search.
            is_whole &= self.run > before && self.is_compared && !self.ran_long;
            if !is_whole && inputs > DRIVERS {
                return None;
            }
        }
        (is_whole && !self.is_imprecise).then(|| FoundInput::NoneOfAll { inputs: all.len(), closed_world })
    }

    /// Drivers with the values of a state in the places of their literals: of the parameters, where those are the call's
    /// own, and of fields elsewhere.
    fn around(
        &mut self,
        generator: &Generator<'_>,
        entries: &[MethodId],
        terms: &Terms,
        state: &Assignment,
    ) -> Option<Counterexample> {
        let program = self.subject.program();
        let parameters: Vec<Primitive> = program.methods[self.method]
            .parameters
            .iter()
            .enumerate()
            .filter_map(|(position, parameter)| {
                let Ty::Primitive(ty) = parameter.ty else { return None };
                let local = Variable::Local(Terms::root_frame(), LocalOrigin::Parameter(position as u32));
                let bits = terms.find_variable(local).map_or(0, |var| state.variable(terms, var));
                Some(Primitive::from_bits(ty, bits))
            })
            .collect();
        let fields: Vec<Primitive> = state
            .points
            .iter()
            .filter_map(|(point, &bits)| {
                let Base::Map(var) = point.base else { return None };
                let ty = match (&terms.info(var).variable, terms.info(var).sort) {
                    (Variable::Field(field), Sort::Field(_)) => program.fields[*field].ty,
                    (Variable::Cells(crate::term::variable::CellType::Primitive(ty)), _) => {
                        Ty::Primitive(*ty)
                    }
                    _ => return None,
                };
                let Ty::Primitive(ty) = ty else { return None };
                Some(Primitive::from_bits(ty, bits))
            })
            .collect();
        let statics = state.variables.iter().filter_map(|(&var, &bits)| match terms.info(var).variable {
            Variable::Static(field) => match program.fields[field].ty {
                Ty::Primitive(ty) => Some(Primitive::from_bits(ty, bits)),
                _ => None,
            },
            _ => None,
        });
        let pool: Vec<Primitive> =
            fields.into_iter().chain(statics).chain(parameters.iter().copied()).collect();
        for number in 0..SHAPES {
            for &entry in entries {
                let Some(driver) = generator.candidate(entry, number) else { continue };
                let Ok(cube) = self.runner.cube(driver) else { continue };
                let act = cube.driver().arrange.len();
                for way in 0..WAYS {
                    let mut values: Values = cube.unknown();
                    let own: Vec<_> =
                        cube.inputs().iter_enumerated().filter(|(_, i)| i.statement == act).collect();
                    let skipped = own.len().saturating_sub(parameters.len());
                    for (n, (id, input)) in cube.inputs().iter_enumerated().enumerate() {
                        let InputType::Primitive(ty) = input.ty else { continue };
                        let place = own.iter().position(|&(other, _)| other == id);
                        let own = place.and_then(|place| parameters.get(place.checked_sub(skipped)?));
                        values[id] = match own {
                            Some(value) => Some(Constant::Primitive(*value)),
                            None => of_pool(&pool, ty, n + way).map(Constant::Primitive),
                        };
                    }
                    if let Some(found) = self.try_driver(cube.fill(&values), DEFAULT_STEPS) {
                        return Some(found);
                    }
                }
            }
        }
        None
    }

    /// The driver with its arrays of primitives and its strings this long: what they hold, over and over.
    fn lengthened(&mut self, driver: Driver, length: i64) -> Option<Driver> {
        /// Longer ones are cut off here.
        const LONGEST: usize = 300;
        let length = usize::try_from(length).ok()?.min(LONGEST);
        let cube = self.runner.cube(driver).ok()?;
        let mut values: Values = cube.unknown();
        let mut has_text = false;
        for (id, input) in cube.inputs().iter_enumerated() {
            if let (InputType::String, Constant::String(text)) = (input.ty, &input.value)
                && !text.units().is_empty()
            {
                has_text = true;
                let units: Vec<u16> = text.units().iter().copied().cycle().take(length).collect();
                values[id] = Some(Constant::String(units.into()));
            }
        }
        let mut driver = cube.fill(&values);
        let mut has_array = false;
        for statement in &mut driver.arrange {
            if let Some(longer) = longer_array(statement, length) {
                has_array = true;
                *statement = longer;
            }
        }
        (has_text || has_array).then_some(driver)
    }

    /// Whether the versions differ on a driver; then, by as little of it as shows that.
    fn try_driver(&mut self, driver: Driver, fuel: u64) -> Option<Counterexample> {
        let (mut driver, mut found) = self.differ(driver, fuel)?;
        let run = self.run;
        loop {
            // Following calls first, and statements from the last: what nothing uses any more can go.
            let act = driver.arrange.len();
            let mut parts = (act + 1..=act + driver.then.len()).rev().chain((0..act).rev());
            let less = parts.find_map(|part| self.differ(driver.without(part)?, DEFAULT_STEPS));
            // What it takes to make it small is no search.
            self.run = run;
            let Some(less) = less else { return Some(found) };
            (driver, found) = less;
        }
    }

    fn differ(&mut self, driver: Driver, fuel: u64) -> Option<(Driver, Counterexample)> {
        let text = driver.text();
        if self.fresh.iter().any(|name| text.contains(name.as_str())) {
            return None;
        }
        self.runner.set_fuel(fuel);
        _ = self.runner.take_passed_over();
        let judged = match self.runner.judge(driver, &self.subject.runnable()) {
            Ok(judged) => judged,
            Err(why) => {
                self.not_run = match why {
                    NoTest::Unsupported(what) | NoTest::StaticState(what) => Some(what),
                    NoTest::Unportable => Some("its outcome is not the same on every JVM".to_owned()),
                    _ => self.not_run.take(),
                };
                return None;
            }
        };
        self.run += 1;
        self.longest = self.longest.max(judged.steps);
        let mut passed_over = self.runner.take_passed_over();
        self.is_imprecise |= passed_over.imprecise_math || passed_over.unportable_text;
        // Messages that no check may print tell nothing, and leave a run uncompared.
        self.ran_long |= !judged.lost.is_empty();
        self.is_compared = exhaust::differing(&mut self.runner, &judged).is_empty();
        if judged.kills.is_empty() {
            return None;
        }
        let (_, rerun) = self.runner.rerun(&judged.code, &[0]).pop()?;
        if !rerun.kind().counts() {
            self.ran_long = true;
            return None;
        }
        let old = self.behaviour(&judged.driver, Ok(judged.observed));
        let other = self.runner.observe(&judged.driver, 0);
        let new = self.behaviour(&judged.driver, other);
        let again = self.runner.take_passed_over();
        passed_over.imprecise_math |= again.imprecise_math;
        // The last bit, which the JVM may have otherwise, makes no difference, and one that it may have brought about is
        // believed where several inputs show one.
        if passed_over.imprecise_math && !is_plain_difference(&old.outcome, &new.outcome) {
            self.doubtful += 1;
            if self.doubtful < DOUBTFUL || is_close(&old.outcome, &new.outcome) {
                return None;
            }
        }
        let (inputs, then) = (judged.driver.inputs(), judged.driver.then.clone());
        let found = Counterexample { inputs, then, old, new, strict_math: passed_over.imprecise_math };
        Some((judged.driver, found))
    }

    fn behaviour(&self, driver: &Driver, observed: Result<Observed, KillKind>) -> Behaviour {
        match observed {
            Ok(observed) => Behaviour {
                outcome: checks::outcome(self.subject.program(), driver, &observed),
                diverges: false,
            },
            Err(kind) => {
                Behaviour { outcome: OutcomeReport::default(), diverges: kind == KillKind::Diverges }
            }
        }
    }
}

/// The floating-point results of two versions, where both give one.
fn results(old: &OutcomeReport, new: &OutcomeReport) -> Option<(f64, f64)> {
    let number = |outcome: &OutcomeReport| -> Option<f64> {
        let text = outcome.value.as_deref()?;
        match text.rsplit('.').next()? {
            "NaN" => Some(f64::NAN),
            "POSITIVE_INFINITY" => Some(f64::INFINITY),
            "NEGATIVE_INFINITY" => Some(f64::NEG_INFINITY),
            _ if !text.contains('.') => None,
            _ => text.trim_end_matches(['f', 'F', 'd', 'D']).parse().ok(),
        }
    };
    number(old).zip(number(new))
}

/// Whether two results are so far from each other that no last bit explains it.
fn is_plain_difference(old: &OutcomeReport, new: &OutcomeReport) -> bool {
    let Some((a, b)) = results(old, new) else { return false };
    match (a.is_finite(), b.is_finite()) {
        (true, true) => (a - b).abs() > FAR_APART * a.abs().max(b.abs()).max(FAR_APART),
        _ => a.is_nan() != b.is_nan() || a != b,
    }
}

/// Whether two results differ in their last digits only.
fn is_close(old: &OutcomeReport, new: &OutcomeReport) -> bool {
    results(old, new).is_some() && !is_plain_difference(old, new)
}

fn generator(subject: &Subject, seed: u64) -> Generator<'_> {
    Generator::new(subject.program(), seed, |field| subject.setting(field)).sharing_constants()
}

fn of_pool(pool: &[Primitive], ty: PrimitiveType, number: usize) -> Option<Primitive> {
    let own: Vec<Primitive> = pool.iter().copied().filter(|value| value.ty() == ty).collect();
    own.get(number % own.len().max(1)).copied()
}

/// `int[] a = {1, 2};` with so many cells; `None` for any other statement.
fn longer_array(statement: &str, length: usize) -> Option<String> {
    let (head, cells) = statement.split_once("[] ")?;
    PrimitiveType::ALL.iter().find(|ty| ty.name() == head)?;
    let (name, cells) = cells.split_once(" = {")?;
    let cells: Vec<&str> = cells.strip_suffix("};")?.split(", ").filter(|cell| !cell.is_empty()).collect();
    if cells.is_empty() || cells.iter().any(|cell| cell.contains('\'')) {
        return None;
    }
    let cells: Vec<&str> = cells.iter().copied().cycle().take(length).collect();
    Some(format!("{head}[] {name} = {{{}}};", cells.join(", ")))
}
