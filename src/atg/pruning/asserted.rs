//! Checks that no kill needs. The test's list of checks ([`Checks`]) is what decides a kill, so that a check which is left
//! out of it shows nothing any more, neither here nor in the printed test.

use super::{Current, Pruning};
use crate::engine::suite::Test;
use crate::exec::checks::Checks;

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
}
