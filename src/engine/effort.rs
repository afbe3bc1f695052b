//! What a run of a class may take in all, and who gets nothing of it (DESIGN §16). The unit is that of runs ([`limits`](crate::exec::limits)):
//! five instructions of the interpreter.

use std::collections::BTreeSet;

use crate::budget::Budget;
use crate::driver::Generator;
use crate::engine::session::{Session, Tried};
use crate::sema::program::MethodId;

/// What a run of a class may take where nobody says otherwise: ten times what any class of the corpus takes.
pub const DEFAULT_EFFORT: u64 = 4_000_000_000;
/// What a term that is evaluated, or a rule of a search that is applied, costs.
pub const EFFORT_OF_TERM: u64 = 2;
/// So many methods are worked on side by side, and share what is left; the next ones share what these leave. It does not
/// depend on the number of threads.
pub const AT_ONCE: usize = 8;
/// After so many candidates of which none was a test, no other is expected to be one.
const IN_VAIN: u64 = 96;

/// What searches may spend in vain on a class before it is known that they find something, in terms: the patience with the
/// methods that are worked on side by side.
const IN_VAIN_OF_SEARCHES: u64 = 40_000_000;
/// What each find lets it spend more.
const FOR_FIND: u64 = 20_000_000;
/// With less a method's first unit is not built.
const LEAST_SHARE: u64 = 400_000;

/// What the passes that search may still spend in vain on a class, all together: effort follows the yield (DESIGN §16). As long as
/// they find nothing each method is given less than those before it, each pass less than the one before, and what is found
/// gives the next ones more.
#[derive(Clone, Copy, Debug)]
pub struct Allowance {
    left: u64,
}

impl Allowance {
    const NEW: Self = Self { left: IN_VAIN_OF_SEARCHES };

    /// What each of so many methods may spend in vain until something is found in it; `None` where it is too little to begin.
    pub fn share(&self, methods: usize) -> Option<u64> {
        let share = self.left / 2 / methods.max(1) as u64;
        (share >= LEAST_SHARE).then_some(share)
    }

    /// In terms.
    pub const fn left(&self) -> u64 {
        self.left
    }

    /// What was spent in vain, in terms, and how much was found.
    pub const fn take(&mut self, in_vain: u64, found: u64) {
        self.left = self.left.saturating_sub(in_vain).saturating_add(found.saturating_mul(FOR_FIND));
    }
}

/// What is left of the effort for a class.
#[derive(Clone, Debug)]
pub struct Effort {
    budget: Budget,
    /// What is kept for what comes behind the work at hand.
    aside: u64,
    pub of_searches: Allowance,
    /// Methods none of whose drivers is a test, whoever calls them.
    blocked: BTreeSet<MethodId>,
}

impl Effort {
    pub const fn new(effort: u64) -> Self {
        Self { budget: Budget::new(effort), aside: 0, of_searches: Allowance::NEW, blocked: BTreeSet::new() }
    }

    /// In the effort of runs.
    pub const fn left(&self) -> u64 {
        self.budget.left().saturating_sub(self.aside)
    }

    /// From here to [`Self::end_share`] no more is left than one of so many equal shares.
    pub const fn begin_share(&mut self, shares: usize) {
        let left = self.budget.left();
        self.aside = left - left / if shares == 0 { 1 } else { shares as u64 };
    }

    pub const fn end_share(&mut self) {
        self.aside = 0;
    }

    /// In terms evaluated.
    pub const fn left_in_terms(&self) -> u64 {
        self.left() / EFFORT_OF_TERM
    }

    pub const fn spend(&mut self, effort: u64) {
        // What is left is asked before the next piece of work.
        _ = self.budget.spend(effort);
    }

    pub const fn spend_terms(&mut self, terms: u64) {
        self.spend(terms.saturating_mul(EFFORT_OF_TERM));
    }

    pub fn is_blocked(&self, method: MethodId) -> bool {
        self.blocked.contains(&method)
    }

    pub fn block(&mut self, methods: impl IntoIterator<Item = MethodId>) {
        self.blocked.extend(methods);
    }
}

/// The methods with live mutants of which no driver is a test: there is none that runs them, or all that were tried are
/// refused for what they come to, be it the initialiser of a class or a call that is not supported.
pub fn blocked(session: &Session<'_>, generator: &Generator<'_>) -> Vec<MethodId> {
    let tested = generator.methods_under_test();
    let is_open = |&tested: &MethodId| !is_in_vain(session.notes.tried(tested));
    let open: Vec<MethodId> = tested.into_iter().filter(is_open).collect();
    let leads_nowhere = |&method: &MethodId| !generator.any_leads_to(&open, method);
    session.live_methods().into_iter().filter(leads_nowhere).collect()
}

/// Where a limit is what stopped the candidates, others may come through.
const fn is_in_vain(tried: &Tried) -> bool {
    tried.valid == 0 && tried.ran_out == 0 && tried.candidates >= IN_VAIN
}
