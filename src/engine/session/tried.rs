//! What became of the candidates for one method.
//!
//! Invariant
//! - A random candidate is run again only with more fuel.

use std::cmp::Reverse;

use rustc_hash::FxHashMap;

use crate::driver::Driver;
use crate::engine::reason::Reason;
use crate::engine::subject::NoTest;

/// So many causes of a method are told apart. Their texts may be long, and there may be as many as candidates.
const MOST_CAUSES: usize = 32;

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
    /// Of the rejected, those that were run.
    ended: u64,
    /// What ended them, in the order in which it was seen first, and how many of them.
    causes: Vec<(Cause, u64)>,
    /// Why an engine does not work on the method.
    not_read: Option<String>,
}

/// What ends the run of a candidate. Of those that end as many the first is named.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Cause {
    /// The class that cannot be initialised.
    Unusable(String),
    StaticState(String),
    Limit,
    /// The construct outside the subset.
    Unsupported(String),
    Throws,
}

impl Cause {
    /// None where there was no run.
    fn of(why: NoTest) -> Option<Self> {
        Some(match why {
            NoTest::Unusable(what) => Self::Unusable(what),
            NoTest::StaticState(what) => Self::StaticState(what),
            NoTest::Limit => Self::Limit,
            NoTest::Unsupported(what) => Self::Unsupported(what),
            NoTest::Unportable => {
                Self::Unsupported("an outcome that is not the same on every JVM".to_owned())
            }
            NoTest::Throws => Self::Throws,
            NoTest::Invalid(_) => return None,
        })
    }

    const fn rank(&self) -> u8 {
        match self {
            Self::Unusable(_) => 0,
            Self::StaticState(_) => 1,
            Self::Limit => 2,
            Self::Unsupported(_) => 3,
            Self::Throws => 4,
        }
    }

    const fn has_text(&self) -> bool {
        !matches!(self, Self::Limit | Self::Throws)
    }
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
        let Some(cause) = Cause::of(why) else { return };
        self.ended += 1;
        self.ran_out += u64::from(cause == Cause::Limit);
        let has_room = !cause.has_text() || self.causes.len() < MOST_CAUSES;
        match self.causes.iter_mut().find(|(known, _)| *known == cause) {
            Some((_, times)) => *times += 1,
            None if has_room => self.causes.push((cause, 1)),
            None => {}
        }
    }

    /// An engine does not work on the method.
    pub(super) fn not_read(&mut self, what: &str) {
        self.not_read.get_or_insert_with(|| what.to_owned());
    }

    /// What ended most of those that are no tests, where there are some; or else why there are none.
    pub(super) fn ending(&self) -> Option<Reason> {
        let most = self.causes.iter().min_by_key(|(cause, times)| (Reverse(*times), cause.rank()));
        let Some((cause, times)) = most else { return self.not_read.clone().map(Reason::Unsupported) };
        let (inputs, tried) = (*times, self.valid + self.ended);
        Some(match cause {
            Cause::Unusable(what) => Reason::Unusable(what.clone()),
            Cause::StaticState(what) => Reason::StaticState(what.clone()),
            Cause::Limit => Reason::Limit { inputs, tried },
            Cause::Unsupported(what) => Reason::Unsupported(what.clone()),
            Cause::Throws => Reason::Throws { inputs, tried },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unsupported(what: &str) -> NoTest {
        NoTest::Unsupported(what.to_owned())
    }

    /// What is said after so many of each.
    fn ending(ends: &[(usize, NoTest)]) -> Option<String> {
        let mut tried = Tried::default();
        ends.iter().for_each(|(times, why)| (0..*times).for_each(|_| tried.reject(why.clone())));
        tried.ending().map(|reason| reason.to_string())
    }

    #[test]
    fn what_ends_most_is_the_reason() {
        assert_eq!(ending(&[(9, NoTest::Invalid("?".to_owned()))]), None);
        let throws = "no driver: what makes its objects throws in 7 of the 12 drivers that were tried";
        let few = [(3, NoTest::StaticState("A.x".to_owned())), (7, NoTest::Throws), (2, NoTest::Limit)];
        assert_eq!(ending(&few).as_deref(), Some(throws));
        let both = [(1, unsupported("a")), (2, unsupported("b")), (2, unsupported("c"))];
        assert_eq!(ending(&both).as_deref(), Some("unsupported: b"));
        let as_many = [(2, NoTest::Throws), (2, unsupported("b")), (2, NoTest::Limit)];
        let limit =
            "limit: the original takes too many steps, too much stack or memory on 2 of the 6 inputs tried";
        assert_eq!(ending(&as_many).as_deref(), Some(limit));
    }

    #[test]
    fn causes_without_end_leave_room_for_those_without_a_text() {
        let mut ends: Vec<_> = (0..2 * MOST_CAUSES).map(|n| (1, unsupported(&n.to_string()))).collect();
        ends.push((2, NoTest::Throws));
        let throws = "no driver: what makes its objects throws in 2 of the 66 drivers that were tried";
        assert_eq!(ending(&ends).as_deref(), Some(throws));
    }
}
