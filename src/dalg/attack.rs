//! The search for one mutant (steps iii and iv of §3.5): for each copy of its mutated region in the time frames, what the
//! mutant's version adds to the original's network, what that implies, and the search of [`super::search`].

use crate::budget::Budget;
use crate::cfg::graph::NodeId;
use crate::dalg::effects::{Both, Effects};
use crate::dalg::implication::Implication;
use crate::dalg::ledger::{Ledger, Stats};
use crate::dalg::network::build::Counterpart;
use crate::dalg::network::{Code, DefId};
use crate::dalg::original::Unit;
use crate::dalg::outcome::End;
use crate::dalg::problem::{Problem, RunTest};
use crate::dalg::refutation::{self, Gap, Gaps};
use crate::dalg::search::Search;
use crate::dalg::state::State;
use crate::dalg::story::{Event, Story};
use crate::dalg::switches::{Limits, Switch, Switches};
use crate::dalg::unit::{RegionCopy, Version, copies, mutated_regions};
use crate::symbolic::question::Asker;
use crate::symbolic::solver::SolverError;
use crate::term::variable::VarId;
use crate::term::{TermId, Terms};

/// What a place of the mutant's version costs, to be added and to be implied.
const PER_PLACE: u64 = 400;

/// How often a region is expanded.
const EXPANSIONS: u32 = 1;

/// What the search for a mutant is lent, and how far it goes.
pub struct Tools<'a> {
    pub terms: &'a mut Terms,
    pub asker: &'a mut Asker,
    pub run_test: &'a mut RunTest<'a>,
    pub switches: Switches,
    pub limits: Limits,
    /// Somebody wants to hear of it.
    pub is_told: bool,
}

/// What came of one mutant.
#[derive(Clone, Debug, PartialEq)]
pub struct Attack {
    pub end: End,
    pub stats: Stats,
    pub story: Story,
    /// Copies of the mutated region that were looked at.
    pub copies: usize,
    /// Effort.
    pub spent: u64,
    /// What keeps it from being a proof.
    pub gaps: Gaps,
    /// It rests on which classes the program has.
    pub closed_world: bool,
}

impl Attack {
    /// Nothing was tried.
    pub fn none() -> Self {
        let (stats, story, gaps) = (Stats::default(), Story::default(), [Gap::Unasked].into());
        Self { end: End::Refuted, stats, story, copies: 0, spent: 0, gaps, closed_world: false }
    }
}

/// The search for one mutant, as far as it has come.
struct Attacker<'u, 't> {
    unit: &'u mut Unit,
    mutant: &'u Version,
    tools: Tools<'t>,
    /// What is implied for the original.
    begun: State,
    budget: Budget,
    attack: Attack,
}

/// What came of one copy, or of all.
struct CopyEnd {
    end: End,
    /// A way was given up without being refuted.
    abandons: bool,
}

/// What came of the copies of regions that are expanded alike.
enum Round {
    /// The search for the mutant is over.
    Over,
    /// All were searched.
    Through(CopyEnd, Vec<RegionCopy>),
}

impl Unit {
    /// Searches for a test that kills the mutant.
    pub fn attack(&mut self, mutant: &Version, tools: Tools<'_>) -> Result<Attack, SolverError> {
        let mut attack = Attack::none();
        if tools.is_told {
            attack.story = Story::told();
        }
        let Some(begun) = self.begun(tools.terms, tools.switches) else {
            attack.story.add(Event::NoRun);
            return Ok(attack);
        };
        let budget = Budget::new(tools.limits.effort);
        let mut attacker = Attacker { unit: self, mutant, tools, begun, budget, attack };
        attacker.run()?;
        Ok(attacker.attack)
    }
}

impl Attacker<'_, '_> {
    /// The minimal regions, and where these leave something open the larger ones.
    fn run(&mut self) -> Result<(), SolverError> {
        let expansions = if self.tools.switches.has(Switch::Expand) { EXPANSIONS } else { 0 };
        for expanded in 0..=expansions {
            let Round::Through(found, refuted) = self.regions(expanded)? else {
                self.attack.gaps = [Gap::Limit].into();
                break;
            };
            self.attack.gaps = self.gaps(found.end, &refuted);
            let is_refuted = found.end == End::Refuted;
            // What a search in the small left open may be refuted in the large.
            if is_refuted && !self.attack.gaps.contains(&Gap::Elsewhere) {
                self.attack.end = End::Refuted;
            }
            if found.abandons {
                self.attack.gaps.insert(Gap::Abandoned);
            }
            // What was refuted in the small is so in the large.
            if is_refuted {
                let terms = &*self.tools.terms;
                let rests = |version: &Version| refutation::rests_on_classes(terms, version);
                self.attack.closed_world = rests(&self.unit.original) || rests(self.mutant);
                break;
            }
        }
        Ok(())
    }

    /// All copies of the regions that are expanded so often.
    fn regions(&mut self, expanded: u32) -> Result<Round, SolverError> {
        let (mut all, mut searched) = (CopyEnd { end: End::Refuted, abandons: false }, Vec::new());
        for region in mutated_regions(&self.unit.original, self.mutant, expanded) {
            let copies = copies(&self.unit.original, self.mutant, &region);
            for copy in first_and_last(copies, self.tools.limits.copies as usize) {
                self.attack.copies += 1;
                let found = self.copy(&copy, expanded)?;
                all.end = all.end.max(found.end);
                all.abandons |= found.abandons;
                self.attack.end = self.attack.end.max(found.end);
                self.attack.spent = self.budget.spent();
                if matches!(self.attack.end, End::Killed | End::Effort | End::Tests) {
                    return Ok(Round::Over);
                }
                searched.push(copy);
            }
        }
        Ok(Round::Through(all, searched))
    }

    /// What keeps this end of a search for all these copies from being a proof.
    fn gaps(&mut self, end: End, refuted: &[RegionCopy]) -> Gaps {
        if end != End::Refuted {
            return [Gap::Limit].into();
        }
        let (unit, mutant, terms) = (&mut *self.unit, self.mutant, &mut *self.tools.terms);
        let mut gaps = refutation::gaps_of_code(terms, &unit.original, mutant, &unit.given);
        if !refutation::covers(&unit.original, mutant, refuted) {
            gaps.insert(Gap::Elsewhere);
        }
        let variables = unit.network.variables();
        if refutation::merges_what_is_read(terms, &unit.original, mutant, refuted, variables) {
            gaps.insert(Gap::Merged);
        }
        if !unit.stays_within_frames(terms) {
            gaps.insert(Gap::Cut);
        }
        gaps
    }

    /// One copy: the network has the mutant's version as long as it is searched.
    fn copy(&mut self, copy: &RegionCopy, expanded: u32) -> Result<CopyEnd, SolverError> {
        let head = copy.original.head;
        let has_facts = self.tools.switches.has(Switch::Facts);
        let facts = if has_facts { self.unit.facts_at(self.tools.terms, head) } else { Some(Vec::new()) };
        let Some(facts) = facts else {
            self.attack.story.add(Event::NoRun);
            return Ok(CopyEnd { end: End::Refuted, abandons: false });
        };
        let found = match self.add_mutant(copy) {
            Some(code) => self.search(copy, expanded, &code, facts),
            None => Ok(CopyEnd { end: End::Effort, abandons: false }),
        };
        self.unit.network.truncate(self.unit.mark);
        found
    }

    /// Adds to the network what the mutant does from a copy of the region on; `None`: it is too large.
    fn add_mutant(&mut self, copy: &RegionCopy) -> Option<Code> {
        let (unit, mutant) = (&mut *self.unit, self.mutant);
        let original = &unit.original;
        let is_relevant = |terms: &Terms, node: NodeId, var: VarId| {
            mutant.is_relevant(terms, node, var)
                || original
                    .keys
                    .get(mutant.frames.nodes[node].key)
                    .is_some_and(|n| original.is_relevant(terms, n, var))
        };
        let input = mutant.input(copy.entered, &is_relevant);
        let (graph, keys, start) = (&original.frames, &original.keys, copy.original.head);
        let counterpart = Counterpart { graph, keys, code: &unit.code, start };
        unit.network.add(self.tools.terms, &input, Some(counterpart))
    }

    /// The search itself, from what both versions imply on.
    fn search(
        &mut self,
        copy: &RegionCopy,
        expanded: u32,
        code: &Code,
        facts: Vec<TermId>,
    ) -> Result<CopyEnd, SolverError> {
        let _ = self.budget.spend(code.order.len() as u64 * PER_PLACE);
        let (unit, mutant, tools) = (&mut *self.unit, self.mutant, &mut self.tools);
        let (switches, limits) = (tools.switches, tools.limits);
        let excitations = unit.excitations(tools.terms, mutant, copy, expanded);
        let original = &unit.original;
        let both = Both { original, mutant, codes: (&unit.code, code), mark: unit.mark };
        let effects = Effects::of(tools.terms, &mut unit.network, both);
        let inputs: Vec<DefId> = unit.given.opened().filter_map(|var| unit.network.entry_def(var)).collect();
        let mut state = self.begun.extended(&unit.network);
        let indirect = switches.has(Switch::IndirectExs);
        if Implication::new(&unit.network, tools.terms, &mut state, indirect).run().is_err() {
            self.attack.story.add(Event::NoRun);
            return Ok(CopyEnd { end: End::Refuted, abandons: false });
        }
        let is_new = |n: &&NodeId| original.keys.get(mutant.frames.nodes[**n].key).is_none();
        let key = original.frames.nodes[copy.original.head].key;
        let problem = Problem {
            paid: state.applied(),
            network: &unit.network,
            terms: tools.terms,
            asker: tools.asker,
            state: &mut state,
            symbols: &mut unit.symbols,
            effects: &effects,
            possible: switches.has(Switch::Pcv).then_some(&unit.possible),
            histories: (switches.has(Switch::Pcv) && switches.has(Switch::History))
                .then_some(&unit.histories),
            facts,
            is_expanded: expanded > 0,
            mark: unit.mark,
            inputs: &inputs,
            whole: original.frames.nodes.len() + code.order.iter().filter(is_new).count(),
            switches,
            limits,
            budget: &mut self.budget,
            run_test: tools.run_test,
            observed: None,
        };
        let template = unit.templates.get(&key).cloned().unwrap_or_default();
        let story = std::mem::take(&mut self.attack.story);
        let mut search = Search::new(problem, Ledger::new(self.attack.stats, story, template));
        let end = search.run(excitations)?;
        let Ledger { stats, story, template, abandons, .. } = search.ledger;
        (self.attack.stats, self.attack.story) = (stats, story);
        unit.templates.insert(key, template);
        Ok(CopyEnd { end, abandons })
    }
}

/// The first copies, and the last two.
fn first_and_last(mut copies: Vec<RegionCopy>, most: usize) -> Vec<RegionCopy> {
    if copies.len() > most {
        let last = copies.len() - 2;
        copies.drain(most.saturating_sub(2)..last);
    }
    copies
}
