//! Runs of test drivers on the original and on mutants, whole and from scratch.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::exec::checks::Checks;
use crate::exec::code::{MethodCode, MutantIndex};
use crate::exec::comparands::Comparands;
use crate::exec::divergence::{Endless, Walk, Watch};
use crate::exec::driver::DriverCode;
use crate::exec::guides::Loops;
use crate::exec::hashes::Setting;
use crate::exec::image::{Image, Images};
use crate::exec::leap::{self, Leaper};
use crate::exec::limits::{self, Limits};
use crate::exec::linked::{Home, ProgramCode};
use crate::exec::machine::{Machine, NO_SITE};
use crate::exec::mutant_set::MutantSet;
use crate::exec::native::Flags;
use crate::exec::observe::{Observer, Passes, Unasserted};
use crate::exec::outcome::{Outcome, Segment};
use crate::exec::state::{Code, State, Stop};
use crate::sema::program::FieldId;

/// How a run ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum End {
    Completed(Outcome),
    /// Fuel ran out.
    StepLimit,
    /// More frames than a test may have.
    StackLimit,
    MemoryLimit,
    /// The same state came again: the run never ends.
    Diverges,
    /// A label's trap sprang: the end of its own that only the version of a covered label has.
    Trap,
    /// It needs what the subset lacks, or what Java does not promise.
    Unsupported(String),
    /// It depends on what other tests may have left behind: this static.
    StaticState(String),
    /// It uses a class that cannot be initialised.
    Unusable(String),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Run {
    pub end: End,
    pub steps: u64,
    pub flags: Flags,
    /// The readable statics that the run of the original assigned: those that the outcome holds.
    pub statics: Vec<FieldId>,
    /// The first statement of the arrangement that throws; of a run that is stopped, the statement or following call in which
    /// it is.
    pub broken_at: Option<usize>,
    /// Of a mutant's run to its end: whether the test that asserts what the original does fails.
    pub fails: bool,
    /// What it asked for of which settings tell: then it was the same in all of them, or is not followed.
    pub asked: Flags,
    /// Whether it used what tests share; then it ended alike in what it had left behind, or is not followed.
    pub shared: bool,
}

impl Run {
    /// Whether the run, of the original, makes a test: it ends, alike on every JVM and in every order of tests.
    pub fn is_test(&self) -> bool {
        matches!(self.end, End::Completed(_)) && self.broken_at.is_none() && self.flags == Flags::default()
    }

    /// Whether it has the same outcome, and the test fails on both or on neither.
    pub(super) fn ends_like(&self, other: &Self) -> bool {
        self.end == other.end && self.fails == other.fails
    }

    pub fn outcome(&self) -> Option<&Outcome> {
        match &self.end {
            End::Completed(outcome) => Some(outcome),
            _ => None,
        }
    }
}

/// How a kill shows, the strongest first (DESIGN §3).
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, schemars::JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum KillKind {
    /// The version of a label springs its trap: the label is covered.
    Trap,
    /// Another outcome.
    Output,
    /// The mutant provably never ends.
    Diverges,
    /// The mutant ran far past what the original needed.
    StepLimit,
    /// The mutant passed the limit of stack or memory, or throws an error that cannot be told from that.
    Resource,
}

impl KillKind {
    pub const fn name(self) -> &'static str {
        match self {
            Self::Trap => "trap",
            Self::Output => "output",
            Self::Diverges => "diverges",
            Self::StepLimit => "step_limit",
            Self::Resource => "resource",
        }
    }

    /// Whether the kill counts for the mutation score.
    pub const fn counts(self) -> bool {
        matches!(self, Self::Trap | Self::Output | Self::Diverges)
    }
}

/// Whether the run of a mutant shows that it differs from the original, whose run is a test. A run that cannot be
/// followed shows nothing, and neither does a difference that not every JVM need show.
pub fn kill(original: &Run, mutant: &Run) -> Option<KillKind> {
    if !original.is_test() {
        return None;
    }
    match &mutant.end {
        End::Completed(_) => (mutant.fails && mutant.flags == Flags::default()).then_some(KillKind::Output),
        // Another JVM's numbers may lead it out of the loop.
        End::Diverges => (mutant.flags == Flags::default()).then_some(KillKind::Diverges),
        // The original comes there, and its run is a test.
        End::Trap => Some(KillKind::Trap),
        End::StepLimit => Some(KillKind::StepLimit),
        End::StackLimit | End::MemoryLimit => Some(KillKind::Resource),
        End::Unsupported(_) | End::StaticState(_) | End::Unusable(_) => None,
    }
}

/// Runs drivers; one per thread.
pub struct Vm<'c> {
    pub(super) code: &'c ProgramCode,
    pub(super) limits: Limits,
    pub(super) machine: Machine<'c>,
    pub(super) observer: Observer<'c>,
    pub(super) state: State,
    pub(super) fork: State,
    pub(super) simulation: crate::exec::simulate::Buffers,
    loops: Loops,
    /// The leaps of the present run of a mutant.
    leaper: Leaper,
    /// The steps that the original may take.
    pub(super) fuel: u64,
    /// What the mutants of one simulation may take together, and the effort at which the present one's have.
    most: u64,
    pub(super) spent_at: u64,
    /// The mutants that went astray under other tests.
    pub(super) strays: MutantSet,
    /// The work done, as effort ([`limits`]): counted, so that whoever bounds it gets the same on every machine.
    pub(super) effort: u64,
    /// Runs are compared although another JVM's numbers may be others.
    pub(super) is_lenient: bool,
    /// What flags such runs had.
    pub(super) passed_over: Flags,
    /// A simulation's kills are asked for in the first settings alone.
    pub(super) is_of_trials: bool,
}

impl<'c> Vm<'c> {
    pub fn new(code: &'c ProgramCode, limits: Limits) -> Vm<'c> {
        Vm {
            code,
            limits,
            machine: Machine::new(code, Arc::clone(&code.images().first), limits),
            observer: Observer::new(code),
            state: State::default(),
            fork: State::default(),
            simulation: Default::default(),
            loops: Loops::default(),
            leaper: Leaper::default(),
            fuel: limits.steps,
            most: u64::MAX,
            spent_at: u64::MAX,
            strays: MutantSet::default(),
            effort: 0,
            is_lenient: false,
            passed_over: Flags::default(),
            is_of_trials: false,
        }
    }

    /// Simulations are trials from now on: what comes of them is no claim.
    pub const fn make_trials(&mut self) {
        self.is_of_trials = true;
    }

    /// Compares runs from now on by `StrictMath`'s values where `Math` leaves the last bits open, and by the texts of
    /// numbers of JDK 19.
    pub const fn be_lenient(&mut self) {
        (self.is_lenient, self.machine.is_lenient) = (true, true);
    }

    /// What a lenient comparison has passed over since this was asked last.
    pub fn take_passed_over(&mut self) -> Flags {
        std::mem::take(&mut self.passed_over)
    }

    /// What another has found out about the loops of the same code.
    pub fn set_loops(&mut self, loops: Loops) {
        self.loops = loops;
    }

    /// What was found out about loops, for the next one who runs this code.
    pub fn take_loops(&mut self) -> Loops {
        std::mem::take(&mut self.loops)
    }

    /// How many steps the original may take from now on, up to the limit: an input on which it takes more is no
    /// test.
    pub fn set_fuel(&mut self, steps: u64) {
        self.fuel = steps.min(self.limits.steps);
    }

    /// From now on a simulation goes on to no other mutant after so much effort: it shows what it has seen, which need not be all
    /// that there is to see.
    pub const fn set_most(&mut self, effort: u64) {
        self.most = effort;
    }

    pub(super) const fn begin_simulation(&mut self) {
        self.spent_at = self.effort.saturating_add(self.most);
    }

    /// Those mutants that went astray under other tests: from now on the simulation follows them for few steps.
    pub fn set_strays(&mut self, strays: &MutantSet) {
        self.strays.clone_from(strays);
    }

    /// The work done since [`Vm::take_effort`].
    pub const fn effort(&self) -> u64 {
        self.effort
    }

    /// The work done since this was asked last.
    pub fn take_effort(&mut self) -> u64 {
        std::mem::take(&mut self.effort)
    }

    /// Whether `assert` statements run from now on; they do not at first, as on the JVM.
    pub fn set_assertions(&mut self, on: bool) {
        self.machine.asserting = on;
    }

    /// Runs a driver on the original.
    pub fn run_original(&mut self, driver: &DriverCode) -> Run {
        let run = self.run_to_end(driver, false);
        self.in_all_settings(driver, run)
    }

    /// Runs it, and fills in what it compares.
    pub fn note_comparands(&mut self, driver: &DriverCode, asked: Comparands) -> Comparands {
        self.machine.comparands = Some(asked);
        self.run_original(driver);
        self.machine.comparands.take().unwrap_or_default()
    }

    /// The same in the first two settings alone: in the second most shows that shows in any.
    pub fn try_original(&mut self, driver: &DriverCode) -> Run {
        self.run_to_end(driver, false)
    }

    /// The same with an eye on the mutants that wait at their sites. Few candidates come to a kill, which needs all settings
    /// ([`Vm::in_all_settings`]).
    pub(super) fn scout(&mut self, driver: &DriverCode) -> Run {
        self.run_to_end(driver, true)
    }

    /// What is left of a run of the original, which makes a test in the first two settings, where it is made in the others.
    pub(super) fn in_all_settings(&mut self, driver: &DriverCode, run: Run) -> Run {
        if !run.asked.identity_hash || !run.is_test() {
            return run;
        }
        let state = std::mem::take(&mut self.state);
        let is_same = Setting::others(run.asked)
            .filter(|&setting| setting != Setting::SECOND)
            .all(|setting| self.run_from(Start::New(setting), driver, false).end == run.end);
        self.state = state;
        if is_same { run } else { Run { end: shows(run.asked), ..run } }
    }

    /// Runs the original as far as its fuel goes, in the first two settings.
    fn run_to_end(&mut self, driver: &DriverCode, observing: bool) -> Run {
        let run = self.run_from(Start::New(Setting::default()), driver, observing);
        // One without an outcome is no test, for a reason of its own.
        let is_settled = !run.flags.identity_hash && !run.flags.shared_state;
        if is_settled || run.outcome().is_none() {
            return run;
        }
        // What is looked at behind the run is the state of the first.
        let state = std::mem::take(&mut self.state);
        let mut settled = Settled::of(&run);
        if run.flags.shared_state {
            self.state.copy_from(&state);
            settled.again = self.run_from(Start::Again, driver, false).end == run.end;
        }
        if run.flags.identity_hash {
            self.state = State::default();
            settled.hashes = self.run_from(Start::New(Setting::SECOND), driver, false).end == run.end;
        }
        self.state = state;
        self.state.flags = self.state.flags.settled();
        settled.run(run)
    }

    /// Runs these drivers on the original one after the other, as tests of one JVM: whether each ends as it does alone.
    pub fn keep_company(&mut self, drivers: &[(&DriverCode, &Outcome)]) -> bool {
        // No test of a row is to end for what those before it have used up.
        let cells = std::mem::replace(&mut self.limits.cells, limits::CELLS_IN_COMPANY);
        let mut start = Start::New(Setting::default());
        let is_alike = drivers.iter().all(|(driver, alone)| {
            let mut run = self.run_from(start, driver, false);
            if run.end == End::MemoryLimit && start == Start::Again {
                run = self.run_from(Start::New(Setting::default()), driver, false);
            }
            start = Start::Again;
            run.outcome() == Some(*alone)
        });
        self.limits.cells = cells;
        is_alike
    }

    fn run_from(&mut self, start: Start, driver: &DriverCode, observing: bool) -> Run {
        self.begin_from(start, self.code.images(), None, driver);
        let before = self.state.progress();
        self.machine.observing = observing;
        self.machine.limits = Limits { steps: self.fuel, ..self.limits };
        self.machine.alarm = self.fuel;
        let stop = loop {
            match self.machine.run(&mut self.state, &driver.code) {
                Stop::Site(site) => self.find_infected(site),
                stop => break stop,
            }
        };
        self.machine.observing = false;
        self.machine.limits = self.limits;
        self.machine.alarm = self.limits.steps;
        self.effort += self.state.progress().effort_since(before);
        let statics = self.observer.statics(&self.state, driver);
        self.report(stop, driver, statics, Who::Original)
    }

    /// Runs a driver on a mutant, whole and from scratch: the evidence that a kill needs. The original's run
    /// says which statics are observed, and from where on the mutant is watched.
    pub fn run_mutant(&mut self, driver: &DriverCode, mutant: MutantIndex, original: &Run) -> Run {
        self.run_mutant_in(driver, mutant, original, usize::MAX)
    }

    /// The same in so many other settings at most.
    pub(super) fn run_mutant_in(
        &mut self,
        driver: &DriverCode,
        mutant: MutantIndex,
        original: &Run,
        settings: usize,
    ) -> Run {
        let Some(home) = self.code.homes[mutant as usize] else { return self.run_original(driver) };
        let run = self.run_mutant_from(Start::New(Setting::default()), driver, (mutant, home), original);
        let mut settled = Settled::of(&run);
        if run.flags.shared_state {
            let again = self.run_mutant_from(Start::Again, driver, (mutant, home), original);
            // What is left behind shows in the outcome of a mutant that keeps more than it should.
            let is_same = std::mem::discriminant(&again.end) == std::mem::discriminant(&run.end);
            settled.again = is_same && again.fails == run.fails;
        }
        if run.flags.identity_hash {
            settled.hashes = Setting::others(run.flags).take(settings).all(|setting| {
                let other = self.run_mutant_from(Start::New(setting), driver, (mutant, home), original);
                other.ends_like(&run)
            });
        }
        settled.run(run)
    }

    fn run_mutant_from(
        &mut self,
        start: Start,
        driver: &DriverCode,
        (mutant, home): (MutantIndex, Home),
        original: &Run,
    ) -> Run {
        self.begin_from(start, self.code.mutant_images(mutant), Some(home), driver);
        let mut state = std::mem::take(&mut self.state);
        let checks = original.outcome().map(|outcome| Checks::of(self.code.program(), driver, outcome));
        let run = self.run_mutant_out(mutant, &mut state, driver, (original, checks.as_ref()));
        self.state = state;
        self.end_mutant();
        run
    }

    /// Runs a mutant on to its end, and sees whether the test fails on it.
    pub(super) fn run_mutant_out(
        &mut self,
        mutant: MutantIndex,
        state: &mut State,
        driver: &DriverCode,
        (original, checks): (&Run, Option<&Checks>),
    ) -> Run {
        let whole = limits::whole_steps(original.steps, self.limits.steps);
        let stop = match self.run_mutant_on(state, driver, original.steps, whole) {
            Stop::Steps if self.counts(state, driver) => Stop::Counts,
            stop => stop,
        };
        self.observer.renumbers = self.code.renumbers(mutant);
        let fails = stop == Stop::Returned
            && checks.is_some_and(|checks| {
                self.observer.verify(state, driver, checks, &Unasserted::new()) == Passes::No
            });
        std::mem::swap(state, &mut self.state);
        let run = Run { fails, ..self.report(stop, driver, original.statics.clone(), Who::Mutant) };
        std::mem::swap(state, &mut self.state);
        run
    }

    fn begin_from(&mut self, start: Start, images: &'c Images, home: Option<Home>, driver: &DriverCode) {
        match start {
            Start::New(setting) => self.begin(images, setting, home, driver),
            Start::Again => {
                self.effort += limits::EFFORT_OF_RUN;
                // In what setting the last run was this one is.
                self.set_version(images.of(self.code, self.state.hashes.setting()), home);
                begin_again(&mut self.state, driver);
            }
        }
    }

    fn running<'d>(&self, code: Code, driver: &'d DriverCode) -> &'d MethodCode
    where
        'c: 'd,
    {
        match code {
            Code::Driver => &driver.code,
            Code::Method(method) => self.code.code_of(method),
        }
    }

    fn set_version(&mut self, image: Arc<Image>, home: Option<Home>) {
        self.machine.image = image;
        self.machine.observing = false;
        self.machine.active_site = home.map_or(NO_SITE, |home| home.site);
        self.machine.active_section = home.map_or(0, |home| home.section);
    }

    /// Sets the state to the start of the driver.
    pub(super) fn begin(
        &mut self,
        images: &'c Images,
        setting: Setting,
        home: Option<Home>,
        driver: &DriverCode,
    ) {
        self.effort += limits::EFFORT_OF_RUN;
        let image = images.of(self.code, setting);
        self.set_version(Arc::clone(&image), home);
        let state = &mut self.state;
        state.heap.reset(&image.base);
        state.variables.clone_from(&image.variables);
        state.assigned.clear();
        state.assigned.resize(image.variables.len(), false);
        state.statics.copy_from(&image.statics);
        state.begun.clear();
        state.hashes.go_on(&image.hashes, setting);
        state.output.clear();
        state.flags = Flags::default();
        (state.steps, state.instructions) = (0, 0);
        Machine::start(state, Code::Driver, driver.code.registers as usize);
    }

    /// Runs a mutant on, watching it for a repeated state once it is well past what the original needed.
    pub(super) fn run_mutant_on(
        &mut self,
        state: &mut State,
        driver: &DriverCode,
        expected: u64,
        steps: u64,
    ) -> Stop {
        let limits = self.limits;
        self.machine.limits.steps = steps.min(limits.steps);
        self.machine.alarm = limits::watch_from(expected).min(self.machine.limits.steps);
        let before = state.progress();
        let stop = match self.run_watched(state, driver) {
            Stop::Returned if self.observer.ends_without_room(state, driver) => Stop::Memory,
            stop => stop,
        };
        self.machine.limits = limits;
        self.effort += state.progress().effort_since(before);
        stop
    }

    fn run_watched(&mut self, state: &mut State, driver: &DriverCode) -> Stop {
        let mut watch = Watch::default();
        self.leaper = Leaper::default();
        let mut patience = limits::WATCHED_STEPS;
        let mut until = self.machine.alarm + patience;
        loop {
            let stop = self.machine.run(state, &driver.code);
            match stop {
                // States do not hold what tests share: none is known to come again.
                Stop::Alarm if state.flags().shared_state => {
                    self.machine.alarm = self.machine.limits.steps;
                    continue;
                }
                Stop::Alarm => {}
                Stop::Frames | Stop::Memory => return self.exhausted(stop, state),
                stop => return stop,
            }
            let active = (self.machine.active_site, self.machine.active_section);
            match watch.note(&Walk { code: self.code, state, driver }, &mut self.loops, active) {
                None => {}
                Some(Endless::Loop) => return Stop::Diverges,
                Some(Endless::Recursion) => return self.exhausted(Stop::Diverges, state),
            }
            if let Some(frame) = state.frames.last()
                && frame.pc > 0
            {
                let code = self.running(frame.code, driver);
                let followed = self.leaper.leap(state, code, &mut self.loops, active);
                self.effort += limits::effort_of_cells(followed);
            }
            self.machine.alarm = state.steps + watch.rest(state.steps);
            if state.steps >= until {
                self.effort += limits::effort_of_cells(watch.spent());
                watch = Watch::default();
                patience *= 2;
                self.machine.alarm = state.steps.saturating_mul(2).min(self.machine.limits.steps);
                until = self.machine.alarm.saturating_add(patience);
            }
        }
    }

    /// Whether the run that passed the limit of its steps is in a loop that a JVM ends within seconds.
    fn counts(&mut self, state: &State, driver: &DriverCode) -> bool {
        let Some(frame) = state.frames.last().filter(|_| !self.leaper.is_spent()) else { return false };
        let active = (self.machine.active_site, self.machine.active_section);
        leap::counts(state, self.running(frame.code, driver), &mut self.loops, active)
    }

    /// A run that the JVM ends with StackOverflowError or OutOfMemoryError cannot be followed where the program
    /// would catch it.
    fn exhausted(&self, stop: Stop, state: &State) -> Stop {
        if self.machine.catches_everything(state) { Stop::Caught } else { stop }
    }

    /// Makes the machine run the original again.
    pub(super) fn end_mutant(&mut self) {
        self.machine.active_site = NO_SITE;
        self.machine.image = Arc::clone(&self.code.images().first);
        self.machine.alarm = self.machine.limits.steps;
    }

    fn report(&mut self, stop: Stop, driver: &DriverCode, statics: Vec<FieldId>, who: Who) -> Run {
        let state = &self.state;
        let mut broken_at = self.observer.unfinished(state, driver);
        let end = match stop {
            Stop::Returned => {
                let mut outcome = self.observer.outcome(state, driver, &statics);
                broken_at = outcome.segments.iter().take(driver.arranging).position(|s| *s != Segment::Done);
                // No test names it. Of a mutant it is enough that it is none that the original throws.
                if !self.observer.hide_unknown(&mut outcome) || who == Who::Mutant {
                    End::Completed(outcome)
                } else {
                    End::Unsupported("an exception of a class that the program does not name".to_owned())
                }
            }
            Stop::Steps => End::StepLimit,
            Stop::Frames => End::StackLimit,
            Stop::Memory => End::MemoryLimit,
            Stop::Large => End::Unsupported(
                "an array or a text that alone is larger than all that a run may take".to_owned(),
            ),
            Stop::Counts => End::Unsupported(
                "a loop that counts on past the limit of steps, and ends in the end".to_owned(),
            ),
            Stop::Caught => End::Unsupported("a handler of an error that the JVM throws".to_owned()),
            // A state that comes again has other ranks.
            Stop::Diverges if state.flags.identity_hash => End::StepLimit,
            Stop::Diverges => End::Diverges,
            Stop::Trap => End::Trap,
            Stop::Unsupported(what) => End::Unsupported(what),
            Stop::StaticState(what) => End::StaticState(what),
            Stop::Unusable(what) => End::Unusable(what),
            // The driver catches what its calls throw; nobody watches the original.
            Stop::Uncaught(_) | Stop::Site(_) | Stop::Alarm => {
                End::Unsupported("a driver that throws outside its segments".to_owned())
            }
        };
        let flags = state.flags().minding(self.is_lenient);
        if self.is_lenient {
            self.passed_over.add(state.flags());
        }
        let (asked, shared) = (flags.asked(), flags.shared_state);
        Run { end, steps: state.steps, flags, statics, broken_at, fails: false, asked, shared }
    }
}

/// Whose run it is that is reported.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Who {
    Original,
    Mutant,
}

/// Where a run begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Start {
    /// Once all classes are initialised.
    New(Setting),
    /// Where the last run has left off: with what it has left in statics and in the objects that they hold.
    Again,
}

/// Another test begins where one has left off.
pub(super) fn begin_again(state: &mut State, driver: &DriverCode) {
    state.heap.begin_again();
    state.assigned.fill(false);
    state.output.clear();
    state.flags = Flags::default();
    (state.steps, state.instructions) = (0, 0);
    Machine::start(state, Code::Driver, driver.code.registers as usize);
}

/// What was seen when a run was made more than once.
struct Settled {
    /// It ended alike in all settings, and in what it had left behind.
    hashes: bool,
    again: bool,
}

impl Settled {
    /// Of a run that has not been repeated.
    const fn of(run: &Run) -> Self {
        Self { hashes: !run.flags.identity_hash, again: !run.flags.shared_state }
    }

    fn run(&self, run: Run) -> Run {
        let flags = run.flags.settled();
        let end = match (self.hashes, self.again) {
            (true, true) => return Run { flags, ..run },
            (false, _) => shows(run.flags),
            (true, false) => {
                let what =
                    "what it leaves in statics, or in objects that they hold, shows when it is run again";
                End::StaticState(what.to_owned())
            }
        };
        Run { flags, end, fails: false, ..run }
    }
}

/// How a run ends that is another in some setting.
fn shows(asked: Flags) -> End {
    let what = match asked {
        Flags { time: true, host: true, .. } => {
            "the time at which it runs, or a setting of the machine, shows in the outcome"
        }
        Flags { time: true, country: true, .. } => {
            "the time at which it runs, or the locale or the time zone in which a class is initialised, shows in the outcome"
        }
        Flags { time: true, .. } => "the time at which it runs shows in the outcome",
        Flags { host: true, .. } => {
            "it depends on the environment: a system property or an environment variable shows in the outcome"
        }
        Flags { country: true, .. } => {
            "the locale or the time zone in which a class is initialised shows in the outcome"
        }
        Flags { maths: true, code: false, order: false, .. } => {
            "the last digits of a value of Math, which Java leaves open, show in the outcome"
        }
        Flags { order: true, .. } => "the order in which reflection lists members shows in the outcome",
        _ => "an identity hash code, or an order that depends on some, shows in the outcome",
    };
    End::Unsupported(what.to_owned())
}
