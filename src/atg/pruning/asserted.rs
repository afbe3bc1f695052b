//! Checks that no kill needs. The test's list of checks ([`Checks`]) is what decides a kill, so that a check which is left
//! out of it shows nothing any more, neither here nor in the printed test.

use super::{Current, Pruning};
use crate::driver::{Driver, without_readings};
use crate::engine::suite::Test;
use crate::exec::checks::{Act, Checks, Place};

impl Pruning<'_> {
    /// What is read last goes first. A test whose call returns asserts something, be it that alone.
    pub(super) fn drop_checks(&mut self, current: &mut Current, test: &Test) {
        let (code, observed) = match &current.judged {
            Some(judged) => (judged.code.clone(), &judged.observed),
            None => (test.code.clone(), &test.observed),
        };
        let all = Checks::all(self.subject.program(), &code, &observed.outcome);
        let mut trial = (*code).clone();
        for part in all.parts() {
            if self.effort >= current.effort {
                break;
            }
            let before = trial.left_out.clone();
            trial.left_out.extend(part.into_iter().filter(|check| !before.contains(check)));
            trial.left_out.sort_unstable();
            let asserts_nothing = all.asserts_nothing_without(&trial.left_out);
            let is_less = trial.left_out.len() > before.len() && !asserts_nothing;
            let kills = if is_less { self.runner.simulate(&trial, &current.need) } else { Vec::new() };
            if !is_less || !self.is_enough(current, &trial, &kills) {
                trial.left_out = before;
            }
            self.effort += self.runner.take_effort();
        }
        if trial.left_out != code.left_out {
            self.try_without(current, current.driver.clone(), &trial.left_out);
        }
    }

    /// Without the variable for a result that nothing reads.
    pub(super) fn drop_result(&mut self, current: &mut Current, test: &Test) {
        let Some((_, call)) = current.driver.act.split_once(&format!(" {} = ", Driver::RESULT)) else {
            return;
        };
        let checks = current.judged.as_ref().map_or(&test.observed.checks, |judged| &judged.observed.checks);
        let is_read = |driver: &Driver| driver.then.iter().any(|call| call.contains(Driver::RESULT));
        if checks.act != Act::Returns || self.reads_result(current, checks) || is_read(&current.driver) {
            return;
        }
        let (before, act) = (current.clone(), without_readings(call));
        let trial = Driver { act, ..current.driver.clone() };
        if self.try_driver(current, trial) {
            self.drop_checks(current, test);
            let checks = current.judged.as_ref().map(|judged| judged.observed.checks.clone());
            if checks.is_none_or(|checks| self.reads_result(current, &checks)) {
                *current = before;
            }
        }
    }

    /// Whether a check reads what the call under test gave.
    fn reads_result(&self, current: &Current, checks: &Checks) -> bool {
        let variables = current.judged.as_ref().map(|judged| &judged.observed.variables);
        let is_result = |place: &Place| match place {
            Place::Result => true,
            Place::Variable(local) => {
                variables.is_none_or(|all| all.get(local).is_none_or(|(name, _)| &**name == Driver::RESULT))
            }
            _ => false,
        };
        checks.places.iter().any(is_result)
    }
}
