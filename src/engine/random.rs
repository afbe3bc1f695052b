//! The random pass (DESIGN §9): n_r candidate tests for each method, kept only if they kill.

use crate::driver::{Driver, Generator};
use crate::engine::session::Session;
use crate::engine::{Engine, EngineError};
use crate::sema::program::MethodId;

/// n_r: candidates for each method under test.
pub const DEFAULT_TESTS: u64 = 1_000;
/// Candidates that are judged against the same set of live mutants, whatever the number of threads.
const BATCH: u64 = 32;
/// A method whose last so many candidates killed nothing has had its share.
const PATIENCE: u64 = 400;

pub struct Random<'p> {
    generator: Generator<'p>,
    tests: u64,
}

impl<'p> Random<'p> {
    pub fn new(generator: Generator<'p>, tests: u64) -> Self {
        Self { generator, tests }
    }
}

/// How far a method has come.
struct Turn {
    method: MethodId,
    next: u64,
    last_kill: u64,
}

impl Engine for Random<'_> {
    fn name(&self) -> &'static str {
        "random"
    }

    fn run(&mut self, session: &mut Session<'_>) -> Result<(), EngineError> {
        let methods = self.generator.methods_under_test();
        let mut turns: Vec<Turn> =
            methods.into_iter().map(|method| Turn { method, next: 0, last_kill: 0 }).collect();
        // Round after round over all methods, so that the first tests of each are the readable ones.
        while !turns.is_empty() && !session.is_decided() {
            turns.retain_mut(|turn| {
                let end = (turn.next + BATCH).min(self.tests);
                let drivers: Vec<Driver> =
                    (turn.next..end).filter_map(|n| self.generator.candidate(turn.method, n)).collect();
                if session.offer(turn.method, drivers) {
                    turn.last_kill = end;
                }
                turn.next = end;
                end < self.tests && end - turn.last_kill < PATIENCE
            });
        }
        Ok(())
    }
}
