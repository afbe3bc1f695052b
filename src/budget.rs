//! Counted effort: what decides when to stop, so that the same input gives the same bytes on any machine (DESIGN
//! §5). A leaf: it knows no stage, and no clock.

use std::fmt;

/// Effort that may be spent, in units of about one evaluated term. A question to the solver costs what the solver
/// was allowed to use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    spent: u64,
    limit: u64,
}

/// The budget is used up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exhausted;

impl Budget {
    pub const fn new(limit: u64) -> Self {
        Self { spent: 0, limit }
    }

    pub const fn unlimited() -> Self {
        Self::new(u64::MAX)
    }

    /// Takes the units, all of them even where fewer are left: work is counted when it is done or about to be.
    pub const fn spend(&mut self, units: u64) -> Result<(), Exhausted> {
        self.spent = self.spent.saturating_add(units);
        if self.spent > self.limit { Err(Exhausted) } else { Ok(()) }
    }

    pub const fn spent(&self) -> u64 {
        self.spent
    }

    pub const fn left(&self) -> u64 {
        self.limit.saturating_sub(self.spent)
    }

    pub const fn is_exhausted(&self) -> bool {
        self.spent > self.limit
    }
}

impl fmt::Display for Exhausted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the effort allowed is used up")
    }
}

impl std::error::Error for Exhausted {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_unit_may_be_spent_and_no_more() {
        let mut budget = Budget::new(3);
        assert_eq!(budget.spend(3), Ok(()));
        assert_eq!((budget.left(), budget.is_exhausted()), (0, false));
        assert_eq!(budget.spend(1), Err(Exhausted));
        assert_eq!((budget.left(), budget.spent(), budget.is_exhausted()), (0, 4, true));
        assert_eq!(Budget::unlimited().spend(u64::MAX), Ok(()));
    }
}
