//! What a candidate kills: it is run against what is live, and becomes a test where it kills what nothing did, or better.

use super::{Offered, Session};
use crate::driver::Driver;
use crate::engine::company;
use crate::engine::guesses::Waiting;
use crate::engine::subject::{GoalIndex, Judged, Kills, NoTest, Rerun};
use crate::engine::suite::Test;
use crate::engine::verdict::{KillKind, Killed};
use crate::exec::driver::DriverCode;
use crate::exec::mutant_set::MutantSet;
use crate::sema::program::MethodId;
use rayon::prelude::*;

/// No further candidate of a batch is judged after so much effort, some three seconds, and no further mutant under a candidate:
/// where each run is long and there are many mutants, a batch would take longer than all passes should.
const MOST_OF_BATCH: u64 = 128_000_000;

impl Session<'_> {
    pub(super) fn offer_against(
        &mut self,
        method: MethodId,
        drivers: Vec<Driver>,
        fuel: u64,
        live: &MutantSet,
    ) -> Offered {
        let (runners, strays) = (&self.runners, self.decided.at_limits.strays());
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
                    self.notes.count_test(method);
                    offered.valid += 1;
                    offered.kept |= self.commit(judged);
                }
                Err(why) => {
                    offered.ran_out += u64::from(why == NoTest::Limit);
                    self.notes.count_no_test(method, why);
                }
            }
        }
        offered.effort += self.runner.take_effort();
        self.show();
        offered
    }

    pub(super) fn commit(&mut self, judged: Judged) -> bool {
        let Judged { code, kills, .. } = &judged;
        // A batch was simulated against the live set of its start: what left it since is let alone.
        let better: Vec<GoalIndex> = kills
            .iter()
            .filter(|&&(goal, kind)| {
                self.decided.live().contains(goal) && self.decided.is_worth_a_rerun(goal, kind)
            })
            .map(|&(goal, _)| goal)
            .collect();
        let guessed = |goal| {
            let at = kills.binary_search_by_key(&goal, |&(killed, _)| killed);
            at.is_ok_and(|at| !kills[at].1.counts())
        };
        let (mut kept, mut known, mut shown) = (false, Kills::new(), Kills::new());
        let (guesses, sure): (Vec<_>, Vec<_>) = better.into_iter().partition(|&goal| guessed(goal));
        // No claim without a second run of both versions, from the start and for each mutant alone.
        let mut reruns = self.runner.rerun(code, &sure);
        let (waiting, guesses) = self.decided.at_limits.put_off(&judged, guesses);
        for goal in guesses {
            reruns.extend(self.rerun_guess(code, goal));
        }
        reruns.sort_unstable_by_key(|&(goal, _)| goal);
        if !reruns.is_empty() && !self.takes(&Test::new(&judged, Kills::new())) {
            return false;
        }
        for (goal, rerun) in reruns {
            if self.take_kill(goal, &rerun) {
                kept = true;
                if guessed(goal) {
                    shown.push((goal, rerun.kind()));
                } else {
                    known.push((goal, rerun.kind()));
                }
            }
        }
        self.decided.take_rest(&judged);
        let infects = self.reach.take(&judged);
        if kept || waiting || !infects.is_empty() {
            self.kept.plant(judged.driver.clone(), infects);
        }
        if kept {
            self.kept.tests.push(Test { known, ..Test::new(&judged, shown) });
        }
        kept || waiting
    }

    /// Whether a test passes in one JVM with those that are kept; if not, it is none.
    fn takes(&mut self, test: &Test) -> bool {
        let is_taken = company::takes(&mut self.runner, &self.kept.tests, test);
        if !is_taken {
            let what = "what a test leaves in statics, or in objects that they hold, shows in another";
            self.notes.count_no_test(test.driver.method, NoTest::StaticState(what.to_owned()));
        }
        is_taken
    }

    /// From now on the whole run that a guess asks for waits, since most of these mutants are killed for good by some
    /// later test: until [`Session::show_guesses`].
    pub fn postpone_guesses(&mut self) {
        self.decided.at_limits.put_off_guesses();
    }

    /// Runs the mutants whole that waited for it and were not killed for good since: each under the last of the tests
    /// that is seen to do, which is most likely to be kept in the end, or else under the first candidate that was.
    pub fn show_guesses(&mut self) {
        let Some(guesses) = self.decided.at_limits.take_guesses() else { return };
        let is_open = |&goal: &GoalIndex| self.decided.is_worth_a_rerun(goal, KillKind::StepLimit);
        let open = guesses.mutants().iter().filter(is_open).collect();
        self.show_under_tests(open);
        for Waiting { test, mutants } in guesses.into_waiting() {
            if !self.takes(&test) {
                continue;
            }
            let mut shown = Kills::new();
            for goal in mutants {
                if !self.decided.is_worth_a_rerun(goal, KillKind::StepLimit) {
                    continue;
                }
                match self.rerun_guess(&test.code, goal) {
                    Some((_, rerun)) if self.take_kill(goal, &rerun) => shown.push((goal, rerun.kind())),
                    _ => self.decided.misjudge(goal),
                }
            }
            if !shown.is_empty() {
                self.kept.tests.push(Test { shown, ..test });
            }
        }
        self.runner.take_effort();
    }

    /// Looks for tests under which these mutants, which are taken to run to a limit, do so; one whole run for each.
    fn show_under_tests(&mut self, mut open: MutantSet) {
        self.runner.set_strays(&open);
        for position in (0..self.kept.tests.len()).rev() {
            if open.is_empty() {
                break;
            }
            let code = self.kept.tests[position].code.clone();
            for (goal, guess) in self.runner.simulate(&code, &open) {
                open.remove(goal);
                if let Some((_, rerun)) = self.rerun_guess(&code, goal)
                    && self.take_kill(goal, &rerun)
                {
                    let test = &mut self.kept.tests[position];
                    let kills = if guess.counts() { &mut test.known } else { &mut test.shown };
                    kills.push((goal, rerun.kind()));
                }
            }
            self.kept.tests[position].shown.sort_unstable();
        }
        self.runner.set_strays(&MutantSet::default());
    }

    /// Runs a mutant whole that the simulation takes to run for ever. Where that shows nothing, a long run tires more than
    /// a short one.
    fn rerun_guess(&mut self, code: &DriverCode, goal: GoalIndex) -> Option<(GoalIndex, Rerun)> {
        let before = self.runner.effort();
        let rerun = self.runner.rerun(code, &[goal]).pop();
        if rerun.is_none() {
            self.decided.at_limits.count_slow(goal, self.runner.effort() - before);
        }
        rerun
    }

    /// Takes what a whole run shows, where it is more than was known.
    fn take_kill(&mut self, goal: GoalIndex, rerun: &Rerun) -> bool {
        self.decided.take_kill(goal, Killed::from_rerun(rerun, self.pass.kind()))
    }

    /// Gives up each weak kill for which a test that was kept shows one that counts: its mutant had left the live ones
    /// when the test was found, or was run with little fuel. Each test is looked at once.
    pub fn strengthen(&mut self) {
        let mut weak: Vec<GoalIndex> =
            self.subject.indices().filter(|&goal| self.decided.is_weak(goal)).collect();
        self.runner.set_strays(self.decided.at_limits.strays());
        for position in 0..self.kept.tests.len() {
            let open = self.kept.new_under(position, &weak);
            for (goal, rerun) in self.strong_reruns(position, &open) {
                if rerun.kind().counts() {
                    self.take_kill(goal, &rerun);
                    self.kept.tests[position].known.push((goal, rerun.kind()));
                    weak.retain(|&other| other != goal);
                }
            }
        }
        self.runner.set_strays(&MutantSet::default());
        self.kept.looked_through(weak);
    }

    /// Runs every test that was kept against every goal that is not killed for good: those that were proven, too. A test that
    /// took the place of others may kill more than it was known to.
    pub fn settle(&mut self) {
        let is_stray = |&goal: &GoalIndex| self.decided.is_weak(goal) || self.is_given_up(goal);
        let strays = self.subject.indices().filter(is_stray).collect();
        self.runner.set_strays(&strays);
        let runnable = self.subject.runnable();
        for position in 0..self.kept.tests.len() {
            let open: MutantSet =
                runnable.iter().filter(|&goal| !self.decided.is_killed_for_good(goal)).collect();
            for (goal, rerun) in self.strong_reruns(position, &open) {
                if rerun.kind().counts() {
                    self.decided.take_last_kill(goal, Killed::from_rerun(&rerun, self.pass.kind()));
                }
            }
        }
        self.runner.set_strays(&MutantSet::default());
    }

    /// The whole runs under a test of those goals that the simulation kills for good.
    fn strong_reruns(&mut self, position: usize, open: &MutantSet) -> Vec<(GoalIndex, Rerun)> {
        if open.is_empty() {
            return Vec::new();
        }
        let code = &self.kept.tests[position].code;
        let kills = self.runner.simulate(code, open).into_iter();
        let strong: Vec<GoalIndex> = kills.filter(|(_, kind)| kind.counts()).map(|(goal, _)| goal).collect();
        self.runner.rerun(code, &strong)
    }
}
