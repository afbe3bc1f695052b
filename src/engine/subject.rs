//! The program under test with its mutants: the one place where engines and reports run anything.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use rayon::prelude::*;

use crate::dalg::starts::Starts;
use crate::driver::cube::Cube;
use crate::driver::form::{Forms, Variables};
use crate::driver::{Driver, Seed, Setting};
use crate::engine::suite::Test;
use crate::exec::checks::Checks;
/// A goal by its number. To runs, the version of each goal is a mutant.
pub use crate::exec::code::MutantIndex as GoalIndex;
use crate::exec::code::SiteId;
use crate::exec::comparands::Comparands;
use crate::exec::driver::DriverCode;
use crate::exec::guides::Loops;
use crate::exec::limits::Limits;
use crate::exec::linked::{MutantVersion, ProgramCode};
use crate::exec::mutant_set::MutantSet;
use crate::exec::outcome::Outcome;
use crate::exec::simulate::Simulation;
use crate::exec::vm::{self, End, KillKind, Run, Vm};
use crate::goal::Goals;
use crate::mutate::bench::Bench;
use crate::mutate::mutant::Mutant;
use crate::mutate::operator::OperatorSet;
use crate::mutate::patch::Patch;
use crate::roa::original::KnownOriginals;
use crate::sema::program::{BodyState, ClassId, FieldId, MethodId, Program};
use crate::sema::typed_tree::Body;
use crate::sema::types::Ty;
use crate::syntax::reader::Reader;
use crate::syntax::tree::Modifiers;
use crate::syntax::with_stack;

/// Built once; shared by all threads, each of which has its own [`Runner`].
pub struct Subject {
    program: Arc<Program>,
    /// The top-level class whose mutants these are, where they are those of one alone.
    class: Option<ClassId>,
    mutants: Vec<Mutant>,
    code: ProgramCode,
    /// Some given file has an `assert`: then outcomes must be the same with assertions off and on.
    has_assertions: bool,
    known: KnownOriginals,
    /// Once somebody has asked.
    starts: OnceLock<Arc<Starts>>,
    learned: Learned,
}

/// What runners learn, for the next ones: the drivers that were read, and the loops that were gone round. Lists of those
/// that no runner has.
#[derive(Default)]
struct Learned {
    forms: Mutex<Vec<Forms>>,
    loops: Mutex<Vec<Loops>>,
}

fn take<T: Default>(idle: &Mutex<Vec<T>>) -> T {
    idle.lock().unwrap_or_else(PoisonError::into_inner).pop().unwrap_or_default()
}

fn give_back<T>(idle: &Mutex<Vec<T>>, used: T) {
    idle.lock().unwrap_or_else(PoisonError::into_inner).push(used);
}

/// What the original does under a test.
#[derive(Clone, Debug)]
pub struct Observed {
    pub outcome: Outcome,
    /// What a test asserts of it.
    pub checks: Arc<Checks>,
    pub variables: Arc<Variables>,
    /// The types of the driver's statements; [`Ty::Void`] where one has no value.
    pub types: Vec<Ty>,
}

/// What a driver costs until it runs, and each byte of its text, in the effort of runs: it is parsed, attributed and
/// lowered.
const EFFORT_OF_DRIVER: u64 = 400;
const EFFORT_OF_BYTE: u64 = 8;

/// A candidate of which so many parts are no good is none: each takes a run.
const MOST_BROKEN: usize = 8;

/// Mutants that a thread takes at once, to be made ready for runs, and how often as many of them are shared out.
const VERSIONS_AT_ONCE: usize = 256;
const SHARED_OUT: usize = 4;
/// The nodes of typed code that the mutants of a method may have together, but for those with few: what a mutant changes
/// may be the whole of a large `switch`, and of a long expression most of it.
const NODES_OF_METHOD: usize = 3_000_000;
const FEW_NODES: usize = 200;
/// What is said of a mutant that has no room.
const NO_ROOM: &str = "the mutants of the method are too large to be run together";

/// What a test kills.
pub type Kills = Vec<(GoalIndex, KillKind)>;

/// Why a candidate is no test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoTest {
    /// It does not compile.
    Invalid(String),
    /// A statement of its arrangement throws.
    Throws,
    /// The original passes a limit.
    Limit,
    StaticState(String),
    Unsupported(String),
    /// The original uses a class that cannot be initialised.
    Unusable(String),
    /// Its outcome is not the same on every JVM.
    Unportable,
}

/// A driver that makes no test, and the part of it in which its run broke off, where that is known.
struct Refused {
    why: NoTest,
    at: Option<usize>,
}

impl From<NoTest> for Refused {
    fn from(why: NoTest) -> Self {
        Self { why, at: None }
    }
}

/// Evidence of a kill: a whole run of both versions, from the start, gave different outcomes.
#[derive(Clone, Copy, Debug)]
pub struct Rerun(KillKind);

impl Rerun {
    pub const fn kind(&self) -> KillKind {
        self.0
    }
}

impl Subject {
    /// `methods`: those whose mutants and labels are seeded.
    pub fn new(program: impl Into<Arc<Program>>, methods: &[MethodId], goals: impl Into<Goals>) -> Self {
        let program = program.into();
        let mutants = goals.into().of(&program, methods);
        Self::of_mutants(program, mutants)
    }

    /// The unit of work: a top-level class with those nested in it. What is found out about it depends on no other mutants.
    pub fn of_class(
        program: Arc<Program>,
        class: ClassId,
        methods: &[MethodId],
        goals: impl Into<Goals>,
    ) -> Self {
        let is_own = |&m: &MethodId| program.outermost(program.methods[m].class) == class;
        let own: Vec<MethodId> = methods.iter().copied().filter(is_own).collect();
        Self { class: Some(class), ..Self::new(program, &own, goals) }
    }

    /// With some of the program's mutants, in the order of the source.
    pub fn of_mutants(program: impl Into<Arc<Program>>, mut mutants: Vec<Mutant>) -> Self {
        let program = program.into();
        let versions = versions(&program, &mut mutants);
        // Every mutant's method has a typed body, or there would be no mutant: see `version`.
        assert_eq!(versions.len(), mutants.len(), "a mutant of a method without a body");
        let code = ProgramCode::build(&program, &versions);
        let has_assertions = program.has_both_worlds();
        Self {
            program,
            class: None,
            mutants,
            code,
            has_assertions,
            known: KnownOriginals::default(),
            starts: OnceLock::new(),
            learned: Learned::default(),
        }
    }

    /// A method in two versions: the second, a whole body, is the only mutant.
    pub fn of_versions(program: Arc<Program>, method: MethodId, body: Body) -> Self {
        let mutant = Mutant {
            id: program.method_name(method),
            aliases: Vec::new(),
            operator: "",
            method,
            home: method,
            patch: Patch::default(),
            span: program.methods[method].span,
            original: String::new(),
            replacement: String::new(),
            unsupported: None,
            label: None,
        };
        let code = ProgramCode::build(&program, &[MutantVersion::new(&program, method, body)]);
        let has_assertions = program.has_both_worlds();
        Self {
            program,
            class: None,
            mutants: vec![mutant],
            code,
            has_assertions,
            known: KnownOriginals::default(),
            starts: OnceLock::new(),
            learned: Learned::default(),
        }
    }

    /// The mutants of the methods, in source order.
    pub fn seed(program: &Program, methods: &[MethodId], operators: &OperatorSet) -> Vec<Mutant> {
        Goals::from(operators).of(program, methods)
    }

    pub fn program(&self) -> &Program {
        &self.program
    }

    /// The top-level class whose mutants these are; none where they may be of several.
    pub const fn class(&self) -> Option<ClassId> {
        self.class
    }

    pub fn mutants(&self) -> &[Mutant] {
        &self.mutants
    }

    pub fn mutant(&self, index: GoalIndex) -> &Mutant {
        &self.mutants[index as usize]
    }

    pub fn indices(&self) -> impl Iterator<Item = GoalIndex> + use<> {
        0..self.mutants.len() as GoalIndex
    }

    /// The mutants that can be run.
    pub fn runnable(&self) -> MutantSet {
        self.indices().filter(|&m| self.mutant(m).unsupported.is_none()).collect()
    }

    /// Whether this is what it takes to kill the mutant: a label is covered where its trap springs, and nowhere else.
    fn is_a_kill(&self, mutant: GoalIndex, kind: KillKind) -> bool {
        self.mutant(mutant).label.is_none() || kind == KillKind::Trap
    }

    /// How tests that depend on a static set it.
    pub fn setting(&self, field: FieldId) -> Setting {
        if !self.code.is_mutable_static(field) {
            return Setting::Steady;
        }
        if self.code.is_memory(field) {
            return Setting::Memory(self.code.start_value(field));
        }
        let is_private = self.program().fields[field].modifiers.has(Modifiers::PRIVATE);
        match self.code.start_value(field).filter(|_| is_private) {
            Some(start) => Setting::Reset(start),
            None => Setting::Assigned,
        }
    }

    /// How its tests begin.
    pub fn starts(&self) -> &Arc<Starts> {
        self.starts.get_or_init(|| Arc::new(Starts::of(&self.program)))
    }

    /// The program's methods as the local check and the D-algorithm know them.
    pub const fn known(&self) -> &KnownOriginals {
        &self.known
    }

    /// Whether a run of the mutant is one of its own code.
    pub fn is_placed(&self, mutant: GoalIndex) -> bool {
        self.code.is_placed(mutant)
    }

    pub fn runner(&self) -> Runner<'_> {
        let mut vm = Vm::new(&self.code, Limits::default());
        vm.set_loops(take(&self.learned.loops));
        Runner { subject: self, vm, forms: take(&self.learned.forms), effort: 0 }
    }
}

/// The mutants as they are run. Of the large ones of a method, those that come late may have no room: no test kills them,
/// and nothing is said of them.
fn versions(program: &Program, mutants: &mut [Mutant]) -> Vec<MutantVersion> {
    let mut versions = Vec::with_capacity(mutants.len());
    let mut room = (None, NODES_OF_METHOD);
    for shared_out in mutants.chunks_mut(VERSIONS_AT_ONCE * SHARED_OUT) {
        let method = shared_out.first().map(|first| first.method);
        if room.0 != method {
            room = (method, NODES_OF_METHOD);
        }
        let parts = shared_out.len().div_ceil(VERSIONS_AT_ONCE);
        let made: Vec<(Vec<MutantVersion>, usize)> = shared_out
            .par_chunks_mut(VERSIONS_AT_ONCE)
            .map(|mutants| with_stack(|| versions_within(program, mutants, room.1 / parts)))
            .collect();
        for (made, nodes) in made {
            versions.extend(made);
            room.1 = room.1.saturating_sub(nodes);
        }
        let last = shared_out.last().map(|last| last.method);
        if last != method {
            room = (last, NODES_OF_METHOD);
        }
    }
    versions
}

/// Gives the nodes of the large ones, too.
fn versions_within(program: &Program, mutants: &mut [Mutant], room: usize) -> (Vec<MutantVersion>, usize) {
    let mut bench = None;
    let mut taken = 0;
    let mut versions = Vec::with_capacity(mutants.len());
    for mutant in mutants {
        let Some(mut made) = version(program, mutant, &mut bench) else { continue };
        let nodes = made.nodes();
        if nodes > FEW_NODES && taken + nodes > room {
            mutant.unsupported = Some(NO_ROOM.to_owned());
            made = MutantVersion::original(mutant.method);
        } else if nodes > FEW_NODES {
            taken += nodes;
        }
        versions.push(made);
    }
    (versions, taken)
}

/// The mutant as a typed body. One that leaves the subset is never run; the original stands in its place. `bench`: that of
/// the mutant before, which may be of the same method.
fn version<'p>(
    program: &'p Program,
    mutant: &Mutant,
    bench: &mut Option<(MethodId, Option<Bench<'p>>)>,
) -> Option<MutantVersion> {
    let method = mutant.home;
    if bench.as_ref().is_none_or(|(known, _)| *known != method) {
        *bench = Some((method, Bench::new(program, method)));
    }
    if mutant.unsupported.is_none()
        && let Some((_, Some(bench))) = bench
        && let Some(version) = bench.with_difference(&mutant.patch, |body, difference| {
            MutantVersion::of_difference(method, body, difference)
        })
    {
        return Some(version);
    }
    match program.body(method) {
        BodyState::Typed(_) => Some(MutantVersion::original(method)),
        BodyState::Unsupported(_) | BodyState::None => None,
    }
}

/// Runs tests; one for each thread.
pub struct Runner<'s> {
    subject: &'s Subject,
    vm: Vm<'s>,
    forms: Forms,
    effort: u64,
}

impl Drop for Runner<'_> {
    fn drop(&mut self) {
        let learned = &self.subject.learned;
        give_back(&learned.forms, std::mem::take(&mut self.forms));
        give_back(&learned.loops, self.vm.take_loops());
    }
}

/// A candidate that turned out to be a test.
#[derive(Clone)]
pub struct Judged {
    pub driver: Driver,
    pub code: Arc<DriverCode>,
    pub observed: Observed,
    pub kills: Kills,
    /// What the original took.
    pub steps: u64,
    /// Whether the original uses what tests share.
    pub shared: bool,
    /// Mutants that ran to a limit which the program could catch.
    pub lost: Vec<GoalIndex>,
    /// Mutants that were infected, of which nothing showed.
    pub masked: Vec<GoalIndex>,
    /// Those of them that change the message of an exception that the JVM or the library makes.
    pub messages: Vec<GoalIndex>,
    /// Where the original came to what live mutants change.
    pub visited: Vec<SiteId>,
}

impl Runner<'_> {
    /// Whether the candidate is a test, what the original does, and which of the `live` mutants it kills.
    pub fn judge(&mut self, driver: Driver, live: &MutantSet) -> Result<Judged, NoTest> {
        self.judge_without(driver, &[], live)
    }

    /// The same of a candidate: it does without the parts that are no good, where the call under test can. (A setter that
    /// refuses what was drawn, or a reader that asks for the time, says nothing of the other calls.) Where it cannot, the first of
    /// them is why.
    pub fn judge_candidate(&mut self, driver: Driver, live: &MutantSet) -> Result<Judged, NoTest> {
        self.judge_rest(driver, MOST_BROKEN, live)
    }

    /// The same of what is left of one, which may do without so many parts more.
    fn judge_rest(&mut self, driver: Driver, parts: usize, live: &MutantSet) -> Result<Judged, NoTest> {
        let refused = match self.judge_or_refuse(driver.clone(), &[], live) {
            Ok(judged) => return Ok(judged),
            Err(refused) => refused,
        };
        let is_final = matches!(refused.why, NoTest::Invalid(_) | NoTest::Limit | NoTest::Unportable);
        let rest = match refused.at {
            _ if parts == 0 || is_final => None,
            Some(at) => driver.without(at),
            // It shows in what is looked at: maybe in no more than what is read behind the call under test.
            None => driver.without_following(),
        };
        match rest.map(|rest| self.judge_rest(rest, parts - 1, live)) {
            // With more steps the rest may be a test.
            Some(judged @ (Ok(_) | Err(NoTest::Limit))) => judged,
            _ => Err(refused.why),
        }
    }

    /// The same for a test that does without the checks of these numbers.
    pub fn judge_without(
        &mut self,
        driver: Driver,
        left_out: &[usize],
        live: &MutantSet,
    ) -> Result<Judged, NoTest> {
        self.judge_or_refuse(driver, left_out, live).map_err(|refused| refused.why)
    }

    fn judge_or_refuse(
        &mut self,
        driver: Driver,
        left_out: &[usize],
        live: &MutantSet,
    ) -> Result<Judged, Refused> {
        self.count_driver(&driver);
        let (mut code, variables) = self.compile(&driver).map_err(NoTest::Invalid)?;
        code.left_out = left_out.to_vec();
        let (original, Simulation { kills, lost, masked, messages, visited, .. }) =
            self.run_test(&code, live)?;
        let outcome = match original.end {
            End::Completed(outcome) => outcome,
            _ => return Err(NoTest::Limit.into()),
        };
        let threw = outcome.exception_class(&outcome.segments[driver.arrange.len()]).is_some();
        if threw && driver.needs_result() {
            return self.judge_or_refuse(driver.without_result_calls(), left_out, live);
        }
        let observed = self.observed(outcome, &code, variables);
        let (code, steps, shared) = (Arc::new(code), original.steps, original.shared);
        Ok(Judged { driver, code, observed, kills, steps, shared, lost, masked, messages, visited })
    }

    /// Where a mutant waits for tests.
    pub fn site_of(&self, mutant: GoalIndex) -> Option<SiteId> {
        self.vm.site_of(mutant)
    }

    /// Runs tests on the original one after the other, as in one JVM: whether each ends as it does alone.
    pub fn keep_company<'t>(&mut self, tests: impl IntoIterator<Item = &'t Test>) -> bool {
        let tests: Vec<_> = tests.into_iter().map(|test| (&*test.code, &test.observed.outcome)).collect();
        self.vm.keep_company(&tests)
    }

    /// Which of the mutants a test kills.
    pub fn simulate(&mut self, test: &DriverCode, mutants: &MutantSet) -> Kills {
        self.run_test(test, mutants).map(|(_, simulation)| simulation.kills).unwrap_or_default()
    }

    /// Whether the original returns from the call under test, as far as its fuel goes.
    pub fn returns(&mut self, driver: &Driver, body: &Body) -> bool {
        let call = driver.arrange.len();
        let run = self.vm.try_original(&self.subject.code.driver(body, call));
        let threw = |outcome: &Outcome| outcome.exception_class(&outcome.segments[call]).is_some();
        run.is_test() && matches!(&run.end, End::Completed(outcome) if !threw(outcome))
    }

    /// What a mutant does under a driver; how its run ends, where that is no outcome.
    pub fn observe(&mut self, driver: &Driver, mutant: GoalIndex) -> Result<Observed, KillKind> {
        let (code, variables) = self.compile(driver).map_err(|_| KillKind::Resource)?;
        let original = self.vm.run_original(&code);
        let run = self.vm.run_mutant(&code, mutant, &original);
        match run.end {
            End::Completed(outcome) => Ok(self.observed(outcome, &code, variables)),
            End::Diverges => Err(KillKind::Diverges),
            End::StepLimit => Err(KillKind::StepLimit),
            _ => Err(KillKind::Resource),
        }
    }

    fn observed(&self, outcome: Outcome, code: &DriverCode, variables: Arc<Variables>) -> Observed {
        let checks = Arc::new(Checks::of(&self.subject.program, code, &outcome));
        Observed { outcome, checks, variables, types: code.types().collect() }
    }

    /// What the original compares with the values that are asked about; why not, where the driver does not compile.
    pub fn comparands(&mut self, driver: &Driver, asked: Comparands) -> Result<Comparands, String> {
        let (code, _) = self.compile(driver)?;
        Ok(self.vm.note_comparands(&code, asked))
    }

    /// The driver, with the variables that it declares, as one that others grow from; why not, where it does not compile.
    pub fn seed(&mut self, driver: &Driver) -> Result<Seed, String> {
        let driver = driver.without_unused();
        self.count_driver(&driver);
        let (_, variables) = self.compile(&driver)?;
        Ok(Seed::new(&self.subject.program, &self.cube(driver)?, variables))
    }

    /// Whether the driver compiles, and why not.
    pub fn check(&mut self, driver: &Driver) -> Result<(), String> {
        self.compile(driver).map(|_| ())
    }

    /// The driver as a cube; why not, where it does not compile.
    pub fn cube(&mut self, driver: Driver) -> Result<Cube, String> {
        self.count_driver(&driver);
        Cube::new(&self.subject.program, driver, &mut self.forms.reader)
    }

    fn count_driver(&mut self, driver: &Driver) {
        self.effort += EFFORT_OF_DRIVER + EFFORT_OF_BYTE * driver.text().len() as u64;
    }

    fn compile(&mut self, driver: &Driver) -> Result<(DriverCode, Arc<Variables>), String> {
        let attributed = self.forms.attribute(&self.subject.program, driver)?;
        let code = self.subject.code.driver(&attributed.body, driver.arrange.len());
        debug_assert!({
            let fresh = driver.attribute(&self.subject.program, &mut Reader::default());
            let lowered = |(_, body)| self.subject.code.driver(&body, driver.arrange.len());
            fresh.map(lowered).is_ok_and(|fresh| format!("{fresh:?}") == format!("{code:?}"))
        });
        Ok((code, attributed.variables.clone()))
    }

    /// Runs the original and the live mutants, with assertions off and on where that may differ.
    fn run_test(&mut self, code: &DriverCode, live: &MutantSet) -> Result<(Run, Simulation), Refused> {
        let (run, mut simulation) = self.vm.run_and_simulate(code, live);
        reject(self.subject.program(), &run).map_err(|why| Refused { why, at: run.broken_at })?;
        simulation.kills.retain(|&(mutant, kind)| self.subject.is_a_kill(mutant, kind));
        if !self.subject.has_assertions {
            return Ok((run, simulation));
        }
        // A kill holds both ways, and is as strong as the weaker.
        let killed: MutantSet = simulation.kills.iter().map(|&(mutant, _)| mutant).collect();
        self.vm.set_assertions(true);
        let (asserting, again) = self.vm.run_and_simulate(code, &killed);
        self.vm.set_assertions(false);
        if asserting.end != run.end {
            return Err(NoTest::Unportable.into());
        }
        let run = Run { shared: run.shared || asserting.shared, ..run };
        let both: BTreeMap<_, _> = again.kills.into_iter().collect();
        simulation.kills.retain_mut(|(mutant, kind)| {
            let other = both.get(mutant);
            *kind = other.map_or(*kind, |other| *other.max(kind));
            other.is_some()
        });
        simulation.lost.extend(again.lost);
        Ok((run, simulation))
    }

    /// How many steps the original may take in [`Runner::judge`]: where it takes more the candidate is no test.
    pub fn set_fuel(&mut self, steps: u64) {
        self.vm.set_fuel(steps);
    }

    /// What the mutants may take together in each of [`Runner::judge_candidate`]: those behind it are not tried.
    pub const fn set_most(&mut self, effort: u64) {
        self.vm.set_most(effort);
    }

    /// Compares runs on `StrictMath`'s values and on the texts of numbers of JDK 19 from now on.
    pub const fn be_lenient(&mut self) {
        self.vm.be_lenient();
    }

    /// Makes trials from now on: of what Java leaves open, such as identity hash codes, only the first settings are asked when tests are
    /// simulated. Whoever keeps what comes of it runs it again ([`Runner::rerun`]).
    #[must_use]
    pub const fn for_trials(mut self) -> Self {
        self.vm.make_trials();
        self
    }

    /// What of a lenient comparison another JVM may do otherwise, since this was asked last.
    pub fn take_passed_over(&mut self) -> crate::exec::native::Flags {
        self.vm.take_passed_over()
    }

    /// Those mutants that ran to a limit under other tests: the simulation guesses sooner that they never end.
    pub fn set_strays(&mut self, strays: &MutantSet) {
        self.vm.set_strays(strays);
    }

    /// The work done since [`Runner::take_effort`].
    pub const fn effort(&self) -> u64 {
        self.effort + self.vm.effort()
    }

    /// The work done since this was asked last, in the effort of runs.
    pub fn take_effort(&mut self) -> u64 {
        std::mem::take(&mut self.effort) + self.vm.take_effort()
    }

    /// The simulator only guesses that a mutant which went far astray never ends: puts what whole runs show in place
    /// of each guess, and says what that is.
    pub fn settle(&mut self, judged: &mut Judged) -> Kills {
        let (mut settled, guessed): (Kills, Kills) = judged.kills.iter().partition(|(_, kind)| kind.counts());
        if guessed.is_empty() {
            return guessed;
        }
        let guessed: Vec<GoalIndex> = guessed.into_iter().map(|(mutant, _)| mutant).collect();
        let reruns = self.rerun(&judged.code, &guessed);
        let shown: Kills = reruns.into_iter().map(|(mutant, rerun)| (mutant, rerun.kind())).collect();
        settled.extend(&shown);
        settled.sort_unstable();
        judged.kills = settled;
        shown
    }

    /// Runs both versions again, whole and from the start: the evidence that kills need. Mutants for which the
    /// second run shows no kill are left out.
    pub fn rerun(&mut self, code: &DriverCode, mutants: &[GoalIndex]) -> Vec<(GoalIndex, Rerun)> {
        let mut reruns = self.reruns(code, mutants);
        if self.subject.has_assertions {
            self.vm.set_assertions(true);
            let asserting: BTreeMap<_, _> = self.reruns(code, mutants).into_iter().collect();
            self.vm.set_assertions(false);
            // A kill holds both ways, and is as strong as the weaker.
            reruns.retain_mut(|(mutant, rerun)| {
                let other = asserting.get(mutant);
                rerun.0 = other.map_or(rerun.0, |other| other.0.max(rerun.0));
                other.is_some()
            });
        }
        reruns
    }

    /// Whether a whole run of the mutant gives the original's outcome, in all that an outcome holds, as on every JVM.
    pub fn does_the_same(&mut self, code: &DriverCode, mutant: GoalIndex) -> bool {
        let original = self.vm.run_original(code);
        let run = self.vm.run_mutant(code, mutant, &original);
        // What only a few settings of identity hash codes, or a few runs in what earlier ones have left, have shown proves nothing.
        let is_seen_once = |run: &Run| !run.asked.identity_hash && !run.shared;
        let is_portable = run.flags == original.flags
            && original.is_test()
            && is_seen_once(&run)
            && is_seen_once(&original);
        is_portable && run.outcome().is_some() && run.outcome() == original.outcome()
    }

    fn reruns(&mut self, code: &DriverCode, mutants: &[GoalIndex]) -> Vec<(GoalIndex, Rerun)> {
        if mutants.is_empty() {
            return Vec::new();
        }
        let original = self.vm.run_original(code);
        let rerun = |&mutant: &GoalIndex| {
            let run = self.vm.run_mutant(code, mutant, &original);
            let kind = vm::kill(&original, &run)?;
            self.subject.is_a_kill(mutant, kind).then_some((mutant, Rerun(kind)))
        };
        mutants.iter().filter_map(rerun).collect()
    }
}

/// Whether the program itself throws an error with which the JVM says that it has no more room.
fn throws_as_jvm(program: &Program, run: &Run) -> bool {
    let thrown = |outcome: &Outcome| {
        let mut classes = outcome.segments.iter().filter_map(|segment| outcome.exception_class(segment));
        classes.any(|class| program.is_of_resources(class))
    };
    run.outcome().is_some_and(thrown)
}

/// Why the run of the original makes no test.
fn reject(program: &Program, run: &Run) -> Result<(), NoTest> {
    match &run.end {
        // JUnit lets it pass through whatever a test expects.
        End::Completed(_) if throws_as_jvm(program, run) => {
            Err(NoTest::Unsupported("an error of the JVM's own that the code throws".to_owned()))
        }
        End::Completed(_) if run.is_test() => Ok(()),
        End::Completed(_) if run.broken_at.is_some() => Err(NoTest::Throws),
        End::Completed(_) => Err(NoTest::Unportable),
        End::StepLimit | End::StackLimit | End::MemoryLimit | End::Diverges => Err(NoTest::Limit),
        End::Trap => Err(NoTest::Unsupported("a trap in the program itself".to_owned())),
        End::Unsupported(what) => Err(NoTest::Unsupported(what.clone())),
        End::StaticState(what) => Err(NoTest::StaticState(what.clone())),
        End::Unusable(what) => Err(NoTest::Unusable(what.clone())),
    }
}
