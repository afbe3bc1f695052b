//! Tests of somebody else's as the initial suite: they are offered in their order, and those that kill are kept.

use crate::driver::Driver;
use crate::engine::pass::PassKind;
use crate::engine::session::Session;
use crate::engine::{Engine, EngineError};
use crate::exec::limits::DEFAULT_STEPS;

pub struct Given {
    drivers: Vec<Driver>,
}

impl Given {
    pub const fn new(drivers: Vec<Driver>) -> Self {
        Self { drivers }
    }
}

impl Engine for Given {
    fn pass(&self) -> PassKind {
        PassKind::Initial
    }

    fn run(&mut self, session: &mut Session<'_>) -> Result<(), EngineError> {
        for driver in std::mem::take(&mut self.drivers) {
            let offered = session.offer(driver.method, vec![driver], DEFAULT_STEPS);
            session.effort.spend(offered.effort);
        }
        Ok(())
    }
}
