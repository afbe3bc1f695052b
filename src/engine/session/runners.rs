//! Runners that wait for work: each has lined the live mutants up already.

use std::sync::{Mutex, PoisonError};

use crate::engine::subject::{Runner, Subject};

pub(super) struct Runners<'s> {
    subject: &'s Subject,
    idle: Mutex<Vec<Runner<'s>>>,
}

impl<'s> Runners<'s> {
    pub(super) fn new(subject: &'s Subject) -> Self {
        Self { subject, idle: Mutex::default() }
    }

    pub(super) fn take(&self) -> Runner<'s> {
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        idle.unwrap_or_else(|| self.subject.runner())
    }

    pub(super) fn give_back(&self, runner: Runner<'s>) {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(runner);
    }
}
