//! Duplicates: mutants that do the same in the same region are one mutant, since outside of it both are the original.

use rustc_hash::FxHashMap;

use crate::analysis::relevance::Relevance;
use crate::cfg::graph::NodeKey;
use crate::cfg::region::Region;
use crate::roa::align::Versions;
use crate::symbolic::summary::Summary;
use crate::term::variable::{VarId, Variable};
use crate::term::{TermId, Terms};

/// What the mutants seen so far do in each region.
#[derive(Default)]
pub(super) struct Seen {
    /// How many mutants have been checked.
    pub checks: usize,
    regions: FxHashMap<Region, usize>,
    /// By region and behaviour.
    first: FxHashMap<(usize, Behaviour), usize>,
}

/// By exit: when it is taken, and what the variables hold there. All of them are compared, relevant or not, but for
/// temporaries that nobody reads behind the region.
type Behaviour = Vec<(NodeKey, TermId, Vec<(VarId, TermId)>)>;

impl Seen {
    /// Forgets the behaviours: their terms are gone.
    pub(super) fn forget(&mut self) {
        self.first.clear();
    }

    /// The first check whose mutant did the same in this region; this one, if none did, is remembered.
    pub(super) fn first_with(
        &mut self,
        terms: &Terms,
        region: &Region,
        mutant: &Summary,
        relevance: &Relevance,
        versions: Versions<'_>,
    ) -> Option<usize> {
        let is_read = |target: NodeKey, var: VarId| {
            !matches!(terms.info(var).variable, Variable::Temporary(..))
                || versions.mutant_keys.get(target).is_some_and(|n| relevance.is_relevant(terms, n, var))
        };
        let behaviour: Behaviour = mutant
            .exits
            .iter()
            .map(|exit| {
                let held = exit.state.iter().filter(|&(&var, _)| is_read(exit.target, var));
                (exit.target, exit.guard, held.map(|(&var, &value)| (var, value)).collect())
            })
            .collect();
        let next = self.regions.len();
        let region = match self.regions.get(region) {
            Some(&known) => known,
            None => *self.regions.entry(region.clone()).or_insert(next),
        };
        let first = *self.first.entry((region, behaviour)).or_insert(self.checks);
        (first != self.checks).then_some(first)
    }
}
