//! What a candidate kills: it is run against what is live, and becomes a test where it kills what nothing did, or better.

use super::{Offered, Session};
use crate::driver::Driver;
use crate::engine::company;
use crate::engine::guesses::{Guesses, Waiting};
use crate::engine::subject::{Judged, Kills, MutantIndex, NoTest, Rerun};
use crate::engine::suite::Test;
use crate::engine::verdict::{KillKind, Killed, Verdict};
use crate::exec::driver::DriverCode;
use crate::exec::mutant_set::MutantSet;
use crate::sema::program::MethodId;
use rayon::prelude::*;

/// No further candidate of a batch is judged after so much effort, some three seconds, and no further mutant under a candidate:
/// where each run is long and there are many mutants, a batch would take longer than all passes should.
const MOST_OF_BATCH: u64 = 128_000_000;
/// After so many runs to a limit of steps or memory, nothing better is expected of a mutant.
const WEAK_RUNS: u32 = 12;
/// The same of a mutant that a whole run each time showed to end as the original does, after all.
pub(super) const SLOW_RUNS: u32 = 40;
/// After so many it is a stray: it has few steps under each test to come.
const STRAY_RUNS: u32 = 2;
/// For so much effort of such a whole run it counts once more.
const EFFORT_OF_SLOW_RUN: u64 = 150_000;

impl Session<'_> {
    pub(super) fn offer_against(
        &mut self,
        method: MethodId,
        drivers: Vec<Driver>,
        fuel: u64,
        live: &MutantSet,
    ) -> Offered {
        let (runners, strays) = (&self.runners, &self.strays);
        let judge = |driver| {
            let mut runner = runners.take();
            runner.set_fuel(fuel);
            runner.set_most(MOST_OF_BATCH);
            runner.set_strays(strays);
            let judged = (runner.judge_candidate(driver, live), runner.take_effort());
            runners.give_back(runner);
            judged
        };
        // What it takes at worst decides how many are judged side by side, and never the number of threads.
        let at_once = MOST_OF_BATCH / fuel.saturating_mul(live.len() as u64).max(1);
        let (mut judged, mut rest) = (Vec::new(), drivers.into_iter());
        let mut offered = Offered::default();
        while offered.effort < MOST_OF_BATCH {
            let next: Vec<Driver> = rest.by_ref().take(at_once.max(1) as usize).collect();
            if next.is_empty() {
                break;
            }
            let of_next: Vec<(Result<Judged, NoTest>, u64)> = next.into_par_iter().map(judge).collect();
            offered.effort += of_next.iter().map(|(_, effort)| effort).sum::<u64>();
            judged.extend(of_next.into_iter().map(|(result, _)| result));
        }
        for result in judged {
            match result {
                Ok(judged) => {
                    self.tried[method].valid += 1;
                    offered.valid += 1;
                    offered.kept |= self.commit(judged);
                }
                Err(why) => {
                    offered.ran_out += u64::from(why == NoTest::Limit);
                    self.reject(method, why);
                }
            }
        }
        offered.effort += self.runner.take_effort();
        self.show();
        offered
    }

    fn reject(&mut self, method: MethodId, why: NoTest) {
        let tried = &mut self.tried[method];
        tried.rejected += 1;
        match why {
            NoTest::StaticState(what) => {
                tried.static_state.get_or_insert(what);
            }
            NoTest::Unsupported(what) => {
                tried.unsupported.get_or_insert(what);
            }
            NoTest::Unusable(what) => {
                tried.unusable.get_or_insert(what);
            }
            NoTest::Limit => tried.ran_out += 1,
            NoTest::Invalid(_) => {}
            NoTest::Throws => tried.threw += 1,
            NoTest::Unportable => {
                tried
                    .unsupported
                    .get_or_insert_with(|| "an outcome that is not the same on every JVM".to_owned());
            }
        }
    }

    pub(super) fn commit(&mut self, judged: Judged) -> bool {
        let Judged { code, kills, .. } = &judged;
        // A batch was simulated against the live set of its start: what left it since is let alone.
        let better: Vec<MutantIndex> = kills
            .iter()
            .filter(|&&(mutant, kind)| self.live.contains(mutant) && self.is_worth_a_rerun(mutant, kind))
            .map(|&(mutant, _)| mutant)
            .collect();
        let guessed = |mutant| {
            let at = kills.binary_search_by_key(&mutant, |&(killed, _)| killed);
            at.is_ok_and(|at| !kills[at].1.counts())
        };
        let (mut kept, mut known, mut shown) = (false, Kills::new(), Kills::new());
        let (guesses, sure): (Vec<_>, Vec<_>) = better.into_iter().partition(|&mutant| guessed(mutant));
        // No claim without a second run of both versions, from the start and for each mutant alone.
        let mut reruns = self.runner.rerun(code, &sure);
        let (waiting, guesses) = self.postpone(&judged, guesses);
        for mutant in guesses {
            reruns.extend(self.rerun_guess(code, mutant));
        }
        reruns.sort_unstable_by_key(|&(mutant, _)| mutant);
        if !reruns.is_empty() && !self.takes(&Test::new(&judged, Kills::new())) {
            return false;
        }
        for (mutant, rerun) in reruns {
            if self.take_kill(mutant, &rerun) {
                kept = true;
                if guessed(mutant) {
                    shown.push((mutant, rerun.kind()));
                } else {
                    known.push((mutant, rerun.kind()));
                }
            }
        }
        let weak = kills.iter().filter(|(_, kind)| !kind.counts()).map(|&(mutant, _)| mutant);
        self.tire(weak.chain(judged.lost.iter().copied()));
        judged.lost.iter().for_each(|&mutant| self.lost.insert(mutant));
        judged.messages.iter().for_each(|&mutant| self.messages.insert(mutant));
        let is_new = |mutant: &MutantIndex| !self.infected.contains(*mutant);
        let infected: Vec<MutantIndex> = judged.masked.iter().copied().filter(is_new).collect();
        if kept || waiting || !infected.is_empty() {
            self.seeds.push(judged.driver.clone());
        }
        infected.into_iter().for_each(|mutant| self.infected.insert(mutant));
        if kept {
            self.tests.push(Test { known, ..Test::new(&judged, shown) });
        }
        kept || waiting
    }

    /// Whether a test passes in one JVM with those that are kept; if not, it is none.
    fn takes(&mut self, test: &Test) -> bool {
        let is_taken = company::takes(&mut self.runner, &self.tests, test);
        if !is_taken {
            let what = "what a test leaves in statics, or in objects that they hold, shows in another";
            self.reject(test.driver.method, NoTest::StaticState(what.to_owned()));
        }
        is_taken
    }

    /// Takes what a whole run shows, where it is more than was known.
    fn take_kill(&mut self, mutant: MutantIndex, rerun: &Rerun) -> bool {
        let improves = self.improves(mutant, rerun.kind());
        if improves {
            let killed = Killed::from_rerun(rerun, self.pass);
            if !killed.is_weak() {
                self.live.remove(mutant);
            }
            self.verdicts[mutant as usize] = Verdict::Killed(killed);
        }
        improves
    }

    /// From now on the whole run that a guess asks for waits, since most of these mutants are killed for good by some
    /// later test: until [`Session::show_guesses`].
    pub fn postpone_guesses(&mut self) {
        self.guesses = Some(Guesses::default());
    }

    /// Lets guesses wait: whether there were such; and gives those that do not wait.
    fn postpone(&mut self, judged: &Judged, guesses: Vec<MutantIndex>) -> (bool, Vec<MutantIndex>) {
        let Some(known) = &mut self.guesses else { return (false, guesses) };
        let misjudged = &self.misjudged;
        let (again, new): (Vec<_>, Vec<_>) =
            guesses.into_iter().partition(|&mutant| misjudged.contains(mutant));
        (known.wait(judged, new), again)
    }

    /// Runs the mutants whole that waited for it and were not killed for good since: each under the last of the tests
    /// that is seen to do, which is most likely to be kept in the end, or else under the first candidate that was.
    pub fn show_guesses(&mut self) {
        let Some(guesses) = self.guesses.take() else { return };
        let is_open = |&mutant: &MutantIndex| self.is_worth_a_rerun(mutant, KillKind::StepLimit);
        let open = guesses.mutants().iter().filter(is_open).collect();
        self.show_under_tests(open);
        for Waiting { test, mutants } in guesses.into_waiting() {
            if !self.takes(&test) {
                continue;
            }
            let mut shown = Kills::new();
            for mutant in mutants {
                if !self.is_worth_a_rerun(mutant, KillKind::StepLimit) {
                    continue;
                }
                match self.rerun_guess(&test.code, mutant) {
                    Some((_, rerun)) if self.take_kill(mutant, &rerun) => shown.push((mutant, rerun.kind())),
                    _ => self.misjudge(mutant),
                }
            }
            if !shown.is_empty() {
                self.tests.push(Test { shown, ..test });
            }
        }
        self.runner.take_effort();
    }

    /// Looks for tests under which these mutants, which are taken to run to a limit, do so; one whole run for each.
    fn show_under_tests(&mut self, mut open: MutantSet) {
        self.runner.set_strays(&open);
        for position in (0..self.tests.len()).rev() {
            if open.is_empty() {
                break;
            }
            let code = self.tests[position].code.clone();
            for (mutant, guess) in self.runner.simulate(&code, &open) {
                open.remove(mutant);
                if let Some((_, rerun)) = self.rerun_guess(&code, mutant)
                    && self.take_kill(mutant, &rerun)
                {
                    let test = &mut self.tests[position];
                    let kills = if guess.counts() { &mut test.known } else { &mut test.shown };
                    kills.push((mutant, rerun.kind()));
                }
            }
            self.tests[position].shown.sort_unstable();
        }
        self.runner.set_strays(&MutantSet::default());
    }

    /// A mutant does not run on for as long as was guessed: the next guess is shown at once, while there is hope.
    fn misjudge(&mut self, mutant: MutantIndex) {
        self.misjudged.insert(mutant);
        if self.weak_runs[mutant as usize] < SLOW_RUNS {
            self.live.insert(mutant);
        }
    }

    /// Runs a mutant whole that the simulation takes to run for ever. Where that shows nothing, a long run tires more than
    /// a short one.
    fn rerun_guess(&mut self, code: &DriverCode, mutant: MutantIndex) -> Option<(MutantIndex, Rerun)> {
        let before = self.runner.effort();
        let rerun = self.runner.rerun(code, &[mutant]).pop();
        if rerun.is_none() {
            let long = (self.runner.effort() - before) / EFFORT_OF_SLOW_RUN;
            self.weak_runs[mutant as usize] += u32::try_from(long).unwrap_or(SLOW_RUNS);
        }
        rerun
    }

    /// A run to a limit, which the simulation only guesses, is repeated whole while nothing is known of the mutant.
    fn is_worth_a_rerun(&self, mutant: MutantIndex, kind: KillKind) -> bool {
        let is_known = matches!(self.verdicts[mutant as usize], Verdict::Killed(_));
        self.improves(mutant, kind) && (kind.counts() || !is_known)
    }

    /// A mutant that runs to a limit stays live in the hope of a kill that counts, but each such run costs all the
    /// fuel there is. So hope has an end: for weakly killed ones, and for those whose second run shows no kill (where
    /// the program could catch what ends it on the JVM).
    fn tire(&mut self, ran_to_limit: impl Iterator<Item = MutantIndex>) {
        for mutant in ran_to_limit {
            let runs = &mut self.weak_runs[mutant as usize];
            *runs += 1;
            if *runs >= STRAY_RUNS {
                self.strays.insert(mutant);
            }
            let waits = self.guesses.as_ref().is_some_and(|guesses| guesses.contains(mutant));
            let enough = match self.verdicts[mutant as usize] {
                Verdict::Killed(_) => WEAK_RUNS,
                _ if waits => WEAK_RUNS,
                Verdict::Undecided(_) | Verdict::Equivalent(_) | Verdict::EquivalentUpTo(_) => SLOW_RUNS,
            };
            if *runs >= enough {
                self.live.remove(mutant);
            }
        }
    }

    fn improves(&self, mutant: MutantIndex, kind: KillKind) -> bool {
        match &self.verdicts[mutant as usize] {
            Verdict::Killed(killed) => kind < killed.kind() && killed.is_weak(),
            Verdict::Undecided(_) | Verdict::EquivalentUpTo(_) => true,
            Verdict::Equivalent(_) => false,
        }
    }

    /// Whether nothing better is expected of a mutant: each run of it went to a limit.
    pub fn is_given_up(&self, mutant: MutantIndex) -> bool {
        let is_open =
            matches!(self.verdicts[mutant as usize], Verdict::Undecided(_) | Verdict::EquivalentUpTo(_));
        is_open && !self.live.contains(mutant)
    }

    /// Gives up each weak kill for which a test that was kept shows one that counts: its mutant had left the live ones
    /// when the test was found, or was run with little fuel. Each test is looked at once.
    pub fn strengthen(&mut self) {
        let mut weak: Vec<MutantIndex> =
            self.subject.indices().filter(|&mutant| self.verdicts[mutant as usize].is_weak()).collect();
        self.runner.set_strays(&self.strays);
        for position in 0..self.tests.len() {
            let is_new =
                |mutant: &MutantIndex| self.known_tests.get(mutant).is_none_or(|&known| position >= known);
            let open: MutantSet = weak.iter().copied().filter(is_new).collect();
            if open.is_empty() {
                continue;
            }
            let code = &self.tests[position].code;
            let kills = self.runner.simulate(code, &open).into_iter();
            let strong: Vec<MutantIndex> =
                kills.filter(|(_, kind)| kind.counts()).map(|(mutant, _)| mutant).collect();
            for (mutant, rerun) in self.runner.rerun(code, &strong) {
                let killed = Killed::from_rerun(&rerun, self.pass);
                if !killed.is_weak() {
                    self.verdicts[mutant as usize] = Verdict::Killed(killed);
                    self.live.remove(mutant);
                    self.tests[position].known.push((mutant, rerun.kind()));
                    weak.retain(|&other| other != mutant);
                }
            }
        }
        self.runner.set_strays(&MutantSet::default());
        let known = self.tests.len();
        self.known_tests.extend(weak.into_iter().map(|mutant| (mutant, known)));
    }

    /// Runs every test that was kept against every mutant that is not killed for good: those that were proven, too. A test that
    /// took the place of others may kill more than it was known to.
    pub fn settle(&mut self) {
        let of = |is: &dyn Fn(MutantIndex) -> bool| -> MutantSet {
            self.subject.indices().filter(|&mutant| is(mutant)).collect()
        };
        let is_weak = |mutant: MutantIndex| self.verdicts[mutant as usize].is_weak();
        let strays = of(&|mutant| is_weak(mutant) || self.is_given_up(mutant));
        self.runner.set_strays(&strays);
        let runnable = self.subject.runnable();
        for position in 0..self.tests.len() {
            let is_killed =
                |m: MutantIndex| matches!(self.verdicts[m as usize], Verdict::Killed(k) if !k.is_weak());
            let open: MutantSet = runnable.iter().filter(|&mutant| !is_killed(mutant)).collect();
            let code = self.tests[position].code.clone();
            let kills = self.runner.simulate(&code, &open).into_iter();
            let strong: Vec<MutantIndex> =
                kills.filter(|(_, kind)| kind.counts()).map(|(mutant, _)| mutant).collect();
            for (mutant, rerun) in self.runner.rerun(&code, &strong) {
                if !rerun.kind().counts() {
                    continue;
                }
                if matches!(self.verdicts[mutant as usize], Verdict::Equivalent(_)) {
                    self.contradiction.get_or_insert(mutant);
                } else {
                    self.take_kill(mutant, &rerun);
                }
            }
        }
        self.runner.set_strays(&MutantSet::default());
    }
}
