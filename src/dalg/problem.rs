//! What a search is about, and works with: all that it is lent, each by another owner. Of this only the state changes
//! with the search, and goes back with it.

use crate::budget::{Budget, Exhausted};
use crate::dalg::d_frontier::Site;
use crate::dalg::effects::Effects;
use crate::dalg::implication::Implication;
use crate::dalg::network::{DefId, Mark, Network};
use crate::dalg::possible_values::Histories;
use crate::dalg::question::{Asked, Builder, StatusSymbols};
use crate::dalg::state::State;
use crate::dalg::subtask::LocalGoal;
use crate::dalg::switches::{Limits, Switch, Switches};
use crate::dalg::value::Value;
use crate::index::IndexVec;
use crate::symbolic::question::Asker;
use crate::term::variable::VarId;
use crate::term::{TermId, Terms};

/// Runs a test: the values of the unit's inputs. Whether it kills the mutant.
pub type RunTest<'a> = dyn FnMut(&[(VarId, Value)]) -> bool + 'a;

/// What applying a rule costs, in evaluated terms: it reads a term or a row of edges.
const EFFORT_OF_RULE: u64 = 40;

/// One copy of the mutated region, in both versions of the unit.
pub(super) struct Problem<'a> {
    pub network: &'a Network,
    pub terms: &'a mut Terms,
    pub asker: &'a mut Asker,
    pub state: &'a mut State,
    pub symbols: &'a mut StatusSymbols,
    pub effects: &'a Effects,
    /// Possible concrete values, if they are looked at.
    pub possible: Option<&'a IndexVec<DefId, Option<Vec<u64>>>>,
    /// How they come about, if that is looked at.
    pub histories: Option<&'a Histories>,
    /// What holds when the original enters the mutated region.
    pub facts: Vec<TermId>,
    /// The region is larger than the minimal one.
    pub is_expanded: bool,
    /// What is the original's.
    pub mark: Mark,
    pub inputs: &'a [DefId],
    /// Places of both versions of the unit.
    pub whole: usize,
    pub switches: Switches,
    pub limits: Limits,
    pub budget: &'a mut Budget,
    pub run_test: &'a mut RunTest<'a>,
    /// Rules applied that the budget has paid for.
    pub paid: u64,
    /// That an output differs, once it was asked for.
    pub observed: Option<TermId>,
}

/// What a question asks for besides its goal.
pub(super) struct Beside<'q> {
    /// That the effect passes this site.
    pub passage: Option<Site>,
    /// That none of this holds.
    pub excluded: &'q [TermId],
    /// It is asked where the mutated region is entered.
    pub is_at_entry: bool,
}

impl Problem<'_> {
    /// Pays for the rules that were applied since.
    pub(super) fn pay(&mut self) -> Result<(), Exhausted> {
        let applied = self.state.applied();
        let spent = self.budget.spend((applied - self.paid) * EFFORT_OF_RULE);
        self.paid = applied;
        spent
    }

    /// The question of a region, with what is known put in.
    pub(super) fn question(&mut self, goal: &LocalGoal, beside: Beside<'_>) -> Asked {
        let observed = goal.opened.observed.then(|| self.observed());
        let passage = beside.passage.map(|site| self.passage(site));
        let mut builder = Builder::new(self.network, self.terms, self.state, self.symbols, &goal.opened);
        builder.possible = self.possible;
        builder.histories = self.histories;
        builder.observed = observed;
        builder.passage = passage;
        builder.facts = if beside.is_at_entry { &self.facts } else { &[] };
        builder.build(goal.wanted, &goal.executed, beside.excluded)
    }

    /// That an output differs, over the symbols of definitions and statuses.
    fn observed(&mut self) -> TermId {
        if let Some(known) = self.observed {
            return known;
        }
        let term = self.effects.observed(self.terms, self.network, self.symbols);
        self.observed = Some(term);
        term
    }

    pub(super) fn implication(&mut self) -> Implication<'_> {
        let indirect = self.switches.has(Switch::IndirectExs);
        let mut implication = Implication::new(self.network, self.terms, self.state, indirect);
        implication.histories = self.histories;
        implication
    }
}
