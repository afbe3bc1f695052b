//! What became of the candidates for one method.
//!
//! Invariant
//! - A random candidate is run again only with more fuel.

use rustc_hash::FxHashMap;

use crate::driver::Driver;
use crate::engine::reason::Reason;
use crate::engine::subject::NoTest;

#[derive(Clone, Debug, Default)]
pub struct Tried {
    /// The random candidates, each with the steps that the original might take.
    seen: FxHashMap<Driver, u64>,
    /// So many of the method's random candidates, in the order of their numbers.
    pub candidates: u64,
    /// The steps that the original might take on the next ones; 0 before the first.
    pub fuel: u64,
    pub valid: u64,
    pub rejected: u64,
    /// Of the rejected, those on which the original ran out of steps, stack or memory.
    pub ran_out: u64,
    /// Of the rejected, those whose arrangement throws.
    pub threw: u64,
    /// The first reason why the outcome of a candidate rests on static state.
    pub static_state: Option<String>,
    /// The first construct outside the subset that a candidate ran into.
    pub unsupported: Option<String>,
    /// The class that cannot be initialised.
    pub unusable: Option<String>,
}

impl Tried {
    /// Whether the candidate has not been run with as much fuel.
    pub(super) fn is_new(&mut self, driver: &Driver, fuel: u64) -> bool {
        match self.seen.get_mut(driver) {
            Some(known) if *known >= fuel => return false,
            Some(known) => *known = fuel,
            None => {
                self.seen.insert(driver.clone(), fuel);
            }
        }
        true
    }

    /// A candidate is no test.
    pub(super) fn reject(&mut self, why: NoTest) {
        self.rejected += 1;
        match why {
            NoTest::StaticState(what) => {
                self.static_state.get_or_insert(what);
            }
            NoTest::Unsupported(what) => {
                self.unsupported.get_or_insert(what);
            }
            NoTest::Unusable(what) => {
                self.unusable.get_or_insert(what);
            }
            NoTest::Limit => self.ran_out += 1,
            NoTest::Invalid(_) => {}
            NoTest::Throws => self.threw += 1,
            NoTest::Unportable => {
                self.unsupported
                    .get_or_insert_with(|| "an outcome that is not the same on every JVM".to_owned());
            }
        }
    }

    /// Why no candidate was a test, where some were tried.
    pub(super) fn ending(&self) -> Option<Reason> {
        if let Some(what) = &self.unusable {
            return Some(Reason::Unusable(what.clone()));
        }
        if let Some(what) = &self.static_state {
            return Some(Reason::StaticState(what.clone()));
        }
        if self.ran_out > 0 {
            return Some(Reason::Limit { inputs: self.ran_out });
        }
        let unsupported = self.unsupported.clone().map(Reason::Unsupported);
        unsupported.or((self.threw > 0).then_some(Reason::Throws { inputs: self.threw }))
    }
}
