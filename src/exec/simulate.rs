//! Mutant simulation (DESIGN §9): the original is watched at the places where mutants differ; only a mutant that is
//! infected there runs on, in a copy of the state. (Split-stream execution; in hardware, concurrent fault simulation.)
//!
//! At a [`Site`], the pure versions of a node are evaluated in place: a mutant whose version gives what the
//! original's gives is not infected this time. The original's first run shows whether there is a test, what is expected,
//! and which mutants it infects somewhere; where it infects none that is all. In a second run each of these runs on from
//! where it is infected first, and is done with this test.
//!
//! A kill by a run that asked for what Java leaves open counts where it shows in every setting of it ([`hashes`](super::hashes)): the
//! original runs once more in each, and the mutants in question run on from where it infects them there.

use std::cell::OnceCell;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::exec::checks::Checks;
use crate::exec::code::{MutantIndex, Site, SiteId};
use crate::exec::driver::DriverCode;
use crate::exec::hashes::Setting;
use crate::exec::limits;
use crate::exec::linked::Home;
use crate::exec::mutant_set::MutantSet;
use crate::exec::native::Flags;
use crate::exec::observe::{Passes, Unasserted};
use crate::exec::speculate::{Effect, VersionOfNode, speculate};
use crate::exec::state::{Code, State, Stop};
use crate::exec::vm::{self, KillKind, Run, Vm, begin_again};

/// What a test does to the mutants.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Simulation {
    /// Whether the original's run makes a test; if not, it kills nothing. If it kills nothing, only the first two settings have been
    /// asked.
    pub is_test: bool,
    /// In the order of the mutants.
    pub kills: Vec<(MutantIndex, KillKind)>,
    /// The mutants that ran to a limit which the program could catch, so that nobody knows how they go on.
    pub lost: Vec<MutantIndex>,
    /// The mutants that were infected, of which nothing showed.
    pub masked: Vec<MutantIndex>,
    /// Those among them that make the JVM or the library say something else in an exception, which no test compares.
    pub messages: Vec<MutantIndex>,
    /// The sites that the original's run came to while mutants waited there, in the order of its first visits.
    pub visited: Vec<SiteId>,
}

/// What the run of an infected mutant shows.
enum Shown {
    Nothing,
    /// Nothing but another message of an exception that the JVM or the library makes.
    Message,
    Kill(KillKind),
    Lost,
}

impl Simulation {
    fn note(&mut self, mutant: MutantIndex, shown: Shown) {
        match shown {
            Shown::Nothing => self.masked.push(mutant),
            Shown::Message => {
                self.masked.push(mutant);
                self.messages.push(mutant);
            }
            Shown::Kill(kind) => self.kills.push((mutant, kind)),
            Shown::Lost => self.lost.push(mutant),
        }
    }
}

/// A kill by a run that asked for what Java leaves open, as the first setting has it.
struct Unsettled {
    mutant: MutantIndex,
    asked: Flags,
    /// Where it waits.
    site: SiteId,
    section: u32,
}

/// So many are settled together before it is asked whether others may be: then a setting's run of the original is little beside
/// theirs.
const SETTLED_AT_ONCE: usize = 64;

/// Memory that the simulator keeps from test to test.
#[derive(Debug, Default)]
pub(super) struct Buffers {
    /// By site: the sections whose mutants wait to be looked at in this test.
    waiting: Vec<Vec<u32>>,
    /// What waits at the start of a test against `lined_up`; those mutants of it that run whole.
    line_up: Vec<Vec<u32>>,
    lined_up: Option<MutantSet>,
    early: Vec<MutantIndex>,
    /// By site: those of them that the first run has infected.
    infected: Vec<Vec<u32>>,
    /// By site: how many wait in the run of the original in another setting; none between two of them.
    waiting_in_setting: Vec<u32>,
    /// The sites where the test at hand has looked.
    visited: Vec<SiteId>,
    is_visited: Vec<bool>,
}

/// What the original's run has shown.
struct Original<'r> {
    run: &'r Run,
    /// The same in all settings, once a kill has asked for it.
    whole: OnceCell<Run>,
    checks: Checks,
    unasserted: Unasserted,
}

impl Vm<'_> {
    /// Runs a driver on the original and on each of the `live` mutants. A kill by [`KillKind::StepLimit`] is a guess
    /// here, after few steps; a whole run, which may take many more, is the evidence ([`Vm::run_mutant`]).
    pub fn simulate(&mut self, driver: &DriverCode, live: &MutantSet) -> Simulation {
        self.run_and_simulate(driver, live).1
    }

    /// As [`Vm::simulate`], with the original's run.
    pub fn run_and_simulate(&mut self, driver: &DriverCode, live: &MutantSet) -> (Run, Simulation) {
        self.begin_simulation();
        let early = self.prepare(live);
        let run = self.scout(driver);
        let mut simulation = Simulation { is_test: run.is_test(), ..Simulation::default() };
        if !simulation.is_test {
            return (run, simulation);
        }
        let is_infected = self.await_infected();
        simulation.visited.clone_from(&self.simulation.visited);
        if !is_infected && early.is_empty() {
            return (run, simulation);
        }
        let Some(original) = self.expect(driver, &run) else { return (run, simulation) };
        if is_infected {
            self.begin(self.code.images(), Setting::default(), None, driver);
            let before = self.state.progress();
            self.machine.observing = true;
            let mut unsettled = Vec::new();
            // As before, it returns in the end.
            while let Stop::Site(site) = self.machine.run(&mut self.state, &driver.code) {
                self.look(site, driver, &original, (&mut simulation, &mut unsettled));
            }
            self.machine.observing = false;
            self.effort += self.state.progress().effort_since(before);
            for together in unsettled.chunks(SETTLED_AT_ONCE) {
                if !self.is_spent() {
                    self.settle_together(together, driver, &original, &mut simulation);
                }
            }
        }
        for mutant in early {
            if self.is_spent() {
                break;
            }
            let shown = self.simulate_whole(mutant, driver, &original);
            simulation.note(mutant, shown);
        }
        if let Some(whole) = original.whole.into_inner()
            && !whole.is_test()
        {
            return (whole, Simulation::default());
        }
        simulation.kills.sort_unstable();
        (run, simulation)
    }

    /// Takes what a test asserts of the original's run, in whose last state the machine still is.
    fn expect<'r>(&mut self, driver: &DriverCode, run: &'r Run) -> Option<Original<'r>> {
        let checks = Checks::of(self.code.program(), driver, run.outcome()?);
        let unasserted = self.observer.unasserted(&self.state, driver, &checks);
        Some(Original { run, whole: OnceCell::new(), checks, unasserted })
    }

    /// Lines the live mutants up at their sites; gives those that have to run whole. A program can have many more
    /// sites than a test visits: where the live mutants are those of the test before, only what that test
    /// looked at is put back.
    fn prepare(&mut self, live: &MutantSet) -> Vec<MutantIndex> {
        let code = self.code;
        let buffers = &mut self.simulation;
        if buffers.lined_up.as_ref() == Some(live) {
            for site in buffers.visited.drain(..) {
                let waiting = &mut buffers.waiting[site as usize];
                waiting.clone_from(&buffers.line_up[site as usize]);
                buffers.infected[site as usize].clear();
                buffers.is_visited[site as usize] = false;
                self.machine.waiting[site as usize] = waiting.len() as u32;
            }
            return buffers.early.clone();
        }
        buffers.early.clear();
        buffers.visited.clear();
        buffers.is_visited.clear();
        buffers.is_visited.resize(code.site_count(), false);
        buffers.infected.iter_mut().for_each(Vec::clear);
        buffers.infected.resize_with(code.site_count(), Vec::new);
        buffers.line_up.resize_with(code.site_count(), Vec::new);
        for (index, line) in buffers.line_up.iter_mut().enumerate() {
            line.clear();
            let sections = code.site(index as SiteId).sections.iter().enumerate();
            for (number, section) in sections.filter(|(_, s)| live.contains(s.mutant)) {
                if code.is_early(section.mutant) {
                    buffers.early.push(section.mutant);
                } else {
                    line.push(number as u32);
                }
            }
        }
        buffers.waiting.clone_from(&buffers.line_up);
        self.machine.waiting = buffers.line_up.iter().map(|line| line.len() as u32).collect();
        buffers.lined_up = Some(live.clone());
        buffers.early.clone()
    }

    /// The original stands at a site in its first run: which of the mutants that wait it infects.
    pub(super) fn find_infected(&mut self, site_id: SiteId) {
        if !std::mem::replace(&mut self.simulation.is_visited[site_id as usize], true) {
            self.simulation.visited.push(site_id);
        }
        let mut waiting = std::mem::take(&mut self.simulation.waiting[site_id as usize]);
        let mut infected = std::mem::take(&mut self.simulation.infected[site_id as usize]);
        self.part(site_id, &mut waiting, |_, number| infected.push(number));
        self.simulation.waiting[site_id as usize] = waiting;
        self.simulation.infected[site_id as usize] = infected;
    }

    /// From now on those wait that the first run has infected; whether there are any.
    fn await_infected(&mut self) -> bool {
        let buffers = &mut self.simulation;
        let mut any = false;
        for &site in &buffers.visited {
            let (waiting, infected) =
                (&mut buffers.waiting[site as usize], &mut buffers.infected[site as usize]);
            std::mem::swap(waiting, infected);
            any |= !waiting.is_empty();
            self.machine.waiting[site as usize] = waiting.len() as u32;
        }
        any
    }

    /// The original stands at a site in its second run.
    fn look(
        &mut self,
        site_id: SiteId,
        driver: &DriverCode,
        original: &Original<'_>,
        (simulation, unsettled): (&mut Simulation, &mut Vec<Unsettled>),
    ) {
        let mut waiting = std::mem::take(&mut self.simulation.waiting[site_id as usize]);
        self.part(site_id, &mut waiting, |vm, number| {
            if vm.is_spent() {
                return;
            }
            let mutant = vm.code.site(site_id).sections[number as usize].mutant;
            let shown =
                vm.fork((site_id, number), |vm, state| vm.run_and_judge(mutant, state, driver, original));
            match shown {
                (Shown::Kill(kind), asked) if asked.identity_hash && kind.counts() => {
                    unsettled.push(Unsettled { mutant, asked, site: site_id, section: number });
                }
                (shown, _) => simulation.note(mutant, shown),
            }
        });
        self.simulation.waiting[site_id as usize] = waiting;
        // The run goes on behind the site, which is not to be looked at again on this visit.
    }

    /// Notes those of the kills whose runs end alike in every setting of what they asked for; in the first ones where only a trial asks.
    fn settle_together(
        &mut self,
        unsettled: &[Unsettled],
        driver: &DriverCode,
        original: &Original<'_>,
        simulation: &mut Simulation,
    ) {
        let mut asked = Flags::default();
        unsettled.iter().for_each(|kill| asked.add(kill.asked));
        let mut open: Vec<&Unsettled> = unsettled.iter().collect();
        let mut first = self.runs_in(Setting::default(), driver, original, &open);
        for setting in Setting::others(asked).take(self.settings()) {
            let is_asked = |kill: &Unsettled| Setting::others(kill.asked).any(|other| other == setting);
            let asking: Vec<&Unsettled> = open.iter().copied().filter(|kill| is_asked(kill)).collect();
            if asking.is_empty() {
                continue;
            }
            let again = self.runs_in(setting, driver, original, &asking);
            open.retain(|kill| {
                !is_asked(kill)
                    || again
                        .get(&kill.mutant)
                        .zip(first.get(&kill.mutant))
                        .is_some_and(|(again, first)| again.ends_like(first))
            });
        }
        let open: MutantSet = open.into_iter().map(|kill| kill.mutant).collect();
        for &Unsettled { mutant, .. } in unsettled {
            let run = first.remove(&mutant).filter(|_| open.contains(mutant));
            let kind = run.and_then(|run| vm::kill(original.run, &Run { flags: run.flags.settled(), ..run }));
            simulation.note(mutant, kind.map_or(Shown::Nothing, Shown::Kill));
        }
    }

    /// The runs of these mutants in a setting, from where the original infects them there; of others there is none.
    fn runs_in(
        &mut self,
        setting: Setting,
        driver: &DriverCode,
        original: &Original<'_>,
        kills: &[&Unsettled],
    ) -> FxHashMap<MutantIndex, Run> {
        let mut lines: FxHashMap<SiteId, Vec<u32>> = FxHashMap::default();
        kills.iter().for_each(|kill| lines.entry(kill.site).or_default().push(kill.section));
        // No other mutant waits meanwhile.
        let mut waiting = std::mem::take(&mut self.simulation.waiting_in_setting);
        waiting.resize(self.code.site_count(), 0);
        lines.iter().for_each(|(&site, line)| waiting[site as usize] = line.len() as u32);
        std::mem::swap(&mut waiting, &mut self.machine.waiting);
        self.begin(self.code.images(), setting, None, driver);
        let before = self.state.progress();
        self.machine.observing = true;
        let mut runs = FxHashMap::default();
        while let Stop::Site(site) = self.machine.run(&mut self.state, &driver.code) {
            let mut line = lines.get_mut(&site).map(std::mem::take).unwrap_or_default();
            self.part(site, &mut line, |vm, number| {
                let mutant = vm.code.site(site).sections[number as usize].mutant;
                let run = vm.fork((site, number), |vm, state| {
                    vm.run_mutant_out(mutant, state, driver, (original.run, Some(&original.checks)))
                });
                runs.insert(mutant, run);
            });
            lines.insert(site, line);
        }
        self.machine.observing = false;
        self.effort += self.state.progress().effort_since(before);
        std::mem::swap(&mut waiting, &mut self.machine.waiting);
        lines.keys().for_each(|&site| waiting[site as usize] = 0);
        self.simulation.waiting_in_setting = waiting;
        runs
    }

    /// The site at which a mutant waits in each test; those that class initialisers run wait at none.
    pub fn site_of(&self, mutant: MutantIndex) -> Option<SiteId> {
        let home = self.code.homes[mutant as usize]?;
        (!self.code.is_early(mutant)).then_some(home.site)
    }

    /// Whether no other mutant is followed.
    const fn is_spent(&self) -> bool {
        self.effort >= self.spent_at
    }

    /// Takes those that are infected in the present state out of the sections that wait at a site.
    fn part(&mut self, site_id: SiteId, waiting: &mut Vec<u32>, mut take: impl FnMut(&mut Self, u32)) {
        let site = self.code.site(site_id);
        let effect = if site.pure { self.evaluate(site, None) } else { Effect::Unknown };
        self.effort += waiting.len() as u64;
        waiting.retain(|&number| {
            let section = &site.sections[number as usize];
            let agrees = section.pure && effect.agrees(self.evaluate(site, Some(number)));
            if !agrees {
                take(self, number);
            }
            agrees
        });
        self.machine.waiting[site_id as usize] = waiting.len() as u32;
    }

    /// What the original's version of a node, or a section, gives in the present state.
    fn evaluate(&mut self, site: &Site, section: Option<u32>) -> Effect {
        let Some(&frame) = self.state.frames.last() else { return Effect::Unknown };
        let Code::Method(method) = frame.code else { return Effect::Unknown };
        let (start, end) = match section {
            None => (site.start, site.end),
            Some(number) => {
                let section = &site.sections[number as usize];
                (section.start, section.end)
            }
        };
        let version = VersionOfNode { code: self.code.code_of(method), start, end, value: site.value };
        speculate(self.code, &self.machine.image.finals, &mut self.state, version, &mut self.effort)
    }

    /// After how many steps it is taken that the mutant has gone astray.
    fn astray(&self, mutant: MutantIndex, original: &Original<'_>) -> u64 {
        let of = if self.strays.contains(mutant) { limits::stray_steps } else { limits::astray_steps };
        of(original.run.steps)
    }

    /// Runs a mutant on from the site at which the original stands, in a copy of the state.
    fn fork<T>(&mut self, (site, section): (SiteId, u32), run: impl FnOnce(&mut Self, &mut State) -> T) -> T {
        let mut fork = std::mem::take(&mut self.fork);
        fork.copy_from(&self.state);
        self.effort += limits::EFFORT_OF_FORK + limits::effort_of_cells(fork.extent());
        let home = Home { site, section: self.code.site(site).sections[section as usize].start };
        if let Some(frame) = fork.frames.last_mut() {
            frame.pc = home.section;
        }
        let image = Arc::clone(&self.machine.image);
        self.machine.observing = false;
        self.machine.activate(home);
        let shown = run(self, &mut fork);
        self.end_mutant();
        self.machine.image = image;
        self.machine.observing = true;
        self.fork = fork;
        shown
    }

    fn simulate_whole(&mut self, mutant: MutantIndex, driver: &DriverCode, original: &Original<'_>) -> Shown {
        let Some(home) = self.code.homes[mutant as usize] else { return Shown::Nothing };
        self.begin(self.code.mutant_images(mutant), Setting::default(), Some(home), driver);
        let mut state = std::mem::take(&mut self.state);
        let (shown, asked) = self.run_and_judge(mutant, &mut state, driver, original);
        self.end_mutant();
        self.state = state;
        match shown {
            Shown::Kill(kind) if asked.identity_hash && kind.counts() => {
                self.settle(mutant, driver, original)
            }
            shown => shown,
        }
    }

    /// Runs a mutant on to its end; and what it asked for. One that has used what tests share is killed where it is killed again in
    /// what it leaves behind.
    fn run_and_judge(
        &mut self,
        mutant: MutantIndex,
        state: &mut State,
        driver: &DriverCode,
        original: &Original<'_>,
    ) -> (Shown, Flags) {
        self.observer.renumbers = self.code.renumbers(mutant);
        let astray = self.astray(mutant, original);
        let stop = self.run_mutant_on(state, driver, original.run.steps, astray);
        let shown = self.judge(stop, state, driver, original);
        let mut flags = state.flags();
        let Shown::Kill(mut kind) = shown else { return (shown, flags) };
        if flags.shared_state {
            begin_again(state, driver);
            let stop = self.run_mutant_on(state, driver, original.run.steps, astray);
            let Shown::Kill(again) = self.judge(stop, state, driver, original) else {
                return (Shown::Nothing, flags);
            };
            kind = kind.max(again);
            flags.add(state.flags());
        }
        let is_test = self.is_test_in_all_settings(driver, original);
        (if is_test { Shown::Kill(kind) } else { Shown::Nothing }, flags)
    }

    /// Where the original's run is a test in the first settings; as far as the simulation asks for it.
    fn is_test_in_all_settings(&mut self, driver: &DriverCode, original: &Original<'_>) -> bool {
        if self.is_of_trials {
            return true;
        }
        let whole = || self.in_all_settings(driver, original.run.clone());
        !original.run.asked.identity_hash || original.whole.get_or_init(whole).is_test()
    }

    /// In so many other settings a kill is asked for again.
    const fn settings(&self) -> usize {
        if self.is_of_trials { Setting::OF_TRIALS } else { usize::MAX }
    }

    /// The same as [`Vm::settle_together`] of a mutant of which class initialisers run, whose classes are others in each setting: by whole runs.
    fn settle(&mut self, mutant: MutantIndex, driver: &DriverCode, original: &Original<'_>) -> Shown {
        let state = std::mem::take(&mut self.state);
        let run = self.run_mutant_in(driver, mutant, original.run, self.settings());
        self.state = state;
        vm::kill(original.run, &run).map_or(Shown::Nothing, Shown::Kill)
    }

    /// Whether a mutant's run that ended so differs from the original's; see [`crate::exec::vm::kill`].
    fn judge(&mut self, stop: Stop, state: &State, driver: &DriverCode, original: &Original<'_>) -> Shown {
        if self.is_lenient {
            self.passed_over.add(state.flags());
        }
        // Whether it is the same in all settings of identity hash codes whole runs tell ([`Vm::settle`]).
        let flags = state.flags.minding(self.is_lenient);
        let is_portable = flags.settled() == Flags::default();
        match stop {
            Stop::Returned => {
                match self.observer.verify(state, driver, &original.checks, &original.unasserted) {
                    Passes::No if is_portable => Shown::Kill(KillKind::Output),
                    Passes::ButForMessages => Shown::Message,
                    Passes::Yes | Passes::No => Shown::Nothing,
                }
            }
            Stop::Diverges if is_portable && !state.flags.identity_hash => Shown::Kill(KillKind::Diverges),
            Stop::Trap => Shown::Kill(KillKind::Trap),
            Stop::Steps => Shown::Kill(KillKind::StepLimit),
            Stop::Frames | Stop::Memory => Shown::Kill(KillKind::Resource),
            Stop::Caught => Shown::Lost,
            _ => Shown::Nothing,
        }
    }
}
