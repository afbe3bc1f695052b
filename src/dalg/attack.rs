//! One unit and its mutants: from the graphs of a driver to the search for each mutant (DESIGN §8).
//!
//! What belongs to the original (graphs, network, what its constants imply) is built once for each number of time
//! frames and shared by all mutants.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::analysis::dominators::{Dominators, Paths, PostDominators};
use crate::analysis::effects::Effects as CallEffects;
use crate::analysis::relevance::relevance_of;
use crate::budget::Budget;
use crate::cfg::graph::{Graph, NodeId, NodeKey};
use crate::cfg::region::Region;
use crate::dalg::effects::{Both, Effects};
use crate::dalg::entry_facts::EntryFacts;
use crate::dalg::implication::Implication;
use crate::dalg::network::build::Counterpart;
use crate::dalg::network::{Code, DefId, Mark, Network, Rule};
use crate::dalg::possible_values::Histories;
use crate::dalg::question::{Opened, StatusSymbols};
use crate::dalg::refutation::{self, Gap, Gaps};
use crate::dalg::search::{End, RunTest, Search, Stats, Subtask};
use crate::dalg::state::{Exs, State};
use crate::dalg::story::{Event, Story};
use crate::dalg::switches::{Limits, Switch, Switches};
use crate::dalg::texts::Texts;
use crate::dalg::unit::{RegionCopy, Version, copies, mutated_regions};
use crate::dalg::value::Value;
use crate::driver::skeleton::Skeleton;
use crate::frames::inline::{InlineLimits, inline};
use crate::frames::unroll::{UnrollError, UnrollLimits, unroll};
use crate::index::IndexVec;
use crate::roa::align::Keys;
use crate::roa::check::{obligations, passes_on};
use crate::sema::program::{FieldId, MethodId};
use crate::sema::typed_tree::Body;
use crate::symbolic::question::Asker;
use crate::symbolic::solver::SolverError;
use crate::symbolic::summary::{Keep, TermBudget, summarize};
use crate::term::substitute::{State as Substituted, Substitution};
use crate::term::variable::VarId;
use crate::term::{TermId, Terms};

/// What a place of the mutant's version costs, to be added and to be implied.
const PER_PLACE: u64 = 400;

/// How often a region is expanded.
const EXPANSIONS: u32 = 1;

/// How far a unit is followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    pub iterations: u32,
    pub depth: usize,
    pub nodes: usize,
}

/// What there is when a unit begins.
#[derive(Clone, Debug, Default)]
pub struct Given {
    pub inputs: Vec<VarId>,
    pub texts: Texts,
    /// Variables with a value of their own.
    pub known: Vec<(VarId, Value)>,
    /// What holds in every run of the method under test.
    pub facts: Option<Arc<EntryFacts>>,
    /// The initialisers of classes: what they do to statics is how every driver begins.
    pub initializers: Vec<MethodId>,
    /// Fields that no test may read, of objects that other code may get: what they hold is no output, and yet it matters.
    pub hidden: BTreeSet<FieldId>,
}

/// The original in its frames.
#[derive(Debug)]
pub struct Unit {
    original: Version,
    network: Network,
    code: Code,
    mark: Mark,
    given: Given,
    symbols: StatusSymbols,
    /// What is implied for the original, with the indirect rules and without; `None`: it never ends in the frames.
    begun: [Option<Option<State>>; 2],
    /// Whether every run of the original stays within the frames, once somebody has asked.
    is_complete: Option<bool>,
    possible: IndexVec<DefId, Option<Vec<u64>>>,
    histories: Histories,
    /// Test templates: what made a region executable, by its head (§4.3.5.1).
    templates: BTreeMap<NodeKey, Opened>,
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

/// Makes the graphs of one version of a driver.
pub fn version(
    skeleton: &mut Skeleton<'_>,
    patched: Option<&Body>,
    graph: &Graph,
    bounds: Bounds,
) -> Result<Version, UnrollError> {
    let terms = &mut skeleton.terms;
    let graphs = &mut skeleton.graphs;
    let limits =
        InlineLimits { depth: bounds.depth, recursion: bounds.iterations as usize + 1, nodes: bounds.nodes };
    let whole = inline(terms, graphs, patched, graph, limits);
    let effects = CallEffects::of_callees(terms, graphs, &skeleton.own_effects, patched, &whole);
    let relevance = relevance_of(&skeleton.terms, &whole, &effects, &|var| skeleton.may_be_seen(var));
    let terms = &mut skeleton.terms;
    let unrolled =
        unroll(terms, &whole, UnrollLimits { iterations: bounds.iterations, nodes: bounds.nodes })?;
    let (whole_keys, keys) = (Keys::of(&whole), Keys::of(&unrolled.graph));
    let frames = unrolled.graph;
    let (dominators, post_dominators) = (Dominators::new(&frames), PostDominators::new(&frames, Paths::All));
    let origin = unrolled.origin;
    Ok(Version { whole, whole_keys, relevance, frames, origin, keys, dominators, post_dominators })
}

impl Unit {
    /// Of possible values, sets of at most `k_pca` are kept. `None` where it is too large.
    pub fn new(terms: &mut Terms, original: Version, given: Given, k_pca: u32) -> Option<Self> {
        let mut network = Network::of_texts(given.texts.clone());
        let is_relevant = |terms: &Terms, node: NodeId, var: VarId| original.is_relevant(terms, node, var);
        let input = original.input(original.frames.entry, &is_relevant);
        let code = network.add(terms, &input, None)?;
        let mark = network.mark();
        let symbols = StatusSymbols::default();
        let possible = network.possible_values(terms, k_pca as usize);
        let histories = network.histories(terms, &possible);
        let (begun, is_complete, templates) = ([None, None], None, BTreeMap::new());
        Some(Self {
            original,
            network,
            code,
            mark,
            given,
            symbols,
            begun,
            is_complete,
            possible,
            histories,
            templates,
        })
    }

    /// Of the original's two graphs: as large as the work was to build them.
    pub fn nodes(&self) -> usize {
        self.original.whole.nodes.len() + self.original.frames.nodes.len()
    }

    /// Initialisation (§3.4.5): the entry is executed, what is known is known, and what follows follows. `None`: the
    /// original does not end within the frames.
    fn begun(&mut self, terms: &mut Terms, switches: Switches) -> Option<State> {
        let indirect = switches.has(Switch::IndirectExs);
        if let Some(known) = &self.begun[usize::from(indirect)] {
            return known.clone();
        }
        let begun = self.begin(terms, indirect);
        self.begun[usize::from(indirect)] = Some(begun.clone());
        begun
    }

    fn begin(&self, terms: &mut Terms, indirect: bool) -> Option<State> {
        let mut state = State::new(&self.network);
        let mut implication = Implication::new(&self.network, terms, &mut state, indirect);
        let entry = self.code.nodes[self.original.frames.entry]?;
        implication.choose_status(entry, Exs::Executed, 0).ok()?;
        for &(var, value) in &self.given.known {
            if let Some(def) = self.network.entry_def(var) {
                implication.choose_value(def, value, 0).ok()?;
            }
        }
        implication.run().ok()?;
        Some(state)
    }

    /// Whether a run of the original may end within the frames, by what is implied.
    pub fn may_end(&mut self, terms: &mut Terms, switches: Switches) -> bool {
        self.begun(terms, switches).is_some()
    }

    /// The original's network, and what is implied before anything is chosen; `None`: no run ends in the frames.
    pub fn network_and_state(&mut self, terms: &mut Terms) -> (&Network, Option<State>) {
        let begun = self.begun(terms, Switches::ALL);
        (&self.network, begun)
    }

    /// The definition of an input.
    pub fn input(&self, var: VarId) -> Option<DefId> {
        self.network.entry_def(var)
    }

    /// Searches for a test that kills the mutant.
    #[expect(clippy::too_many_arguments, reason = "the parts of one search, each lent by another owner")]
    pub fn attack(
        &mut self,
        terms: &mut Terms,
        asker: &mut Asker,
        mutant: &Version,
        switches: Switches,
        limits: Limits,
        is_told: bool,
        run_test: &mut RunTest<'_>,
    ) -> Result<Attack, SolverError> {
        let mut attack = Attack::none();
        if is_told {
            attack.story = Story::told();
        }
        let mut budget = Budget::new(limits.effort);
        let begun = self.begun(terms, switches);
        let Some(begun) = begun else {
            attack.story.add(Event::NoRun);
            return Ok(attack);
        };
        let expansions = if switches.has(Switch::Expand) { EXPANSIONS } else { 0 };
        for expanded in 0..=expansions {
            let regions = mutated_regions(&self.original, mutant, expanded);
            let (mut end, mut abandons, mut refuted) = (End::Refuted, false, Vec::new());
            for region in regions {
                for copy in some(copies(&self.original, mutant, &region), limits.copies as usize) {
                    attack.copies += 1;
                    let Found { end: found, abandons: gives_up } = self.attack_copy(
                        terms,
                        asker,
                        mutant,
                        (&copy, expanded),
                        &begun,
                        switches,
                        limits,
                        &mut budget,
                        &mut attack,
                        run_test,
                    )?;
                    end = end.max(found);
                    abandons |= gives_up;
                    attack.end = attack.end.max(found);
                    attack.spent = budget.spent();
                    if matches!(attack.end, End::Killed | End::Effort | End::Tests) {
                        attack.gaps = [Gap::Limit].into();
                        return Ok(attack);
                    }
                    refuted.push(copy);
                }
            }
            attack.gaps = self.gaps(terms, mutant, end, &refuted);
            // What a search in the small left open may be refuted in the large.
            if end == End::Refuted && !attack.gaps.contains(&Gap::Elsewhere) {
                attack.end = End::Refuted;
            }
            if abandons {
                attack.gaps.insert(Gap::Abandoned);
            }
            // What was refuted in the small is so in the large.
            if end == End::Refuted {
                let [own, other] = [&self.original, mutant].map(|v| refutation::asks_for_classes(terms, v));
                attack.closed_world = own || other;
                break;
            }
        }
        Ok(attack)
    }

    /// What keeps this end of a search for all these copies from being a proof.
    fn gaps(&mut self, terms: &mut Terms, mutant: &Version, end: End, refuted: &[RegionCopy]) -> Gaps {
        if end != End::Refuted {
            return [Gap::Limit].into();
        }
        let mut gaps = refutation::gaps_of_code(terms, &self.original, mutant, &self.given);
        if !refutation::covers(&self.original, mutant, refuted) {
            gaps.insert(Gap::Elsewhere);
        }
        let variables = self.network.variables();
        if refutation::merges_what_is_read(terms, &self.original, mutant, refuted, variables) {
            gaps.insert(Gap::Merged);
        }
        if !self.stays_within_frames(terms) {
            gaps.insert(Gap::Cut);
        }
        gaps
    }

    /// Whether no run of the original leaves the frames, by what its inputs imply alone.
    fn stays_within_frames(&mut self, terms: &mut Terms) -> bool {
        if self.original.frames.cut.is_none() {
            return true;
        }
        if let Some(known) = self.is_complete {
            return known;
        }
        let mut state = State::new(&self.network);
        let mut implication = Implication::new(&self.network, terms, &mut state, true);
        implication.assumes_cut = false;
        let entry = self.code.nodes[self.original.frames.entry];
        let implied = entry.is_some_and(|entry| {
            implication.choose_status(entry, Exs::Executed, 0).is_ok() && implication.run().is_ok()
        });
        let is_off = |rule: &Rule| match rule {
            Rule::Cut(status) => state.exs(*status) == Exs::NotExecuted,
            _ => true,
        };
        let is_complete = implied && self.network.rules.iter().all(is_off);
        self.is_complete = Some(is_complete);
        is_complete
    }

    /// What holds in the original whenever it enters a region, over what is there then; `None`: no run does.
    fn facts_at(&mut self, terms: &mut Terms, head: NodeId) -> Option<Vec<TermId>> {
        let (Some(facts), Some(origin)) = (&self.given.facts, self.original.origin[head]) else {
            return Some(Vec::new());
        };
        let held = facts.at(terms, self.original.whole.nodes[origin].key)?;
        // Of what the original does not read from here on its network has any definition.
        let is_told = |fact: &TermId| {
            terms.variables_of(&[*fact]).into_iter().all(|var| self.original.is_relevant(terms, head, var))
        };
        let held: Vec<TermId> = held.into_iter().filter(is_told).collect();
        let mut symbols = Substituted::new();
        for var in terms.variables_of(&held) {
            let def = self.network.before(&self.code, head, var).or_else(|| self.network.entry_def(var));
            if let Some(def) = def {
                symbols.insert(var, terms.var(self.network.defs[def].symbol));
            }
        }
        let mut substitution = Substitution::new(&symbols);
        let facts = held.into_iter().map(|fact| substitution.apply(terms, fact)).collect();
        Some(self.network.by_units(terms, facts))
    }

    #[expect(clippy::too_many_arguments, reason = "the parts of one search, each lent by another owner")]
    fn attack_copy(
        &mut self,
        terms: &mut Terms,
        asker: &mut Asker,
        mutant: &Version,
        (copy, expanded): (&RegionCopy, u32),
        begun: &State,
        switches: Switches,
        limits: Limits,
        budget: &mut Budget,
        attack: &mut Attack,
        run_test: &mut RunTest<'_>,
    ) -> Result<Found, SolverError> {
        let head = copy.original.head;
        let facts = if switches.has(Switch::Facts) { self.facts_at(terms, head) } else { Some(Vec::new()) };
        let Some(facts) = facts else {
            attack.story.add(Event::NoRun);
            return Ok(Found { end: End::Refuted, abandons: false });
        };
        let original = &self.original;
        let is_relevant = |terms: &Terms, node: NodeId, var: VarId| {
            mutant.is_relevant(terms, node, var)
                || original
                    .keys
                    .get(mutant.frames.nodes[node].key)
                    .is_some_and(|n| original.is_relevant(terms, n, var))
        };
        let input = mutant.input(copy.entered, &is_relevant);
        let counterpart =
            Counterpart { graph: &original.frames, keys: &original.keys, code: &self.code, start: head };
        let Some(code) = self.network.add(terms, &input, Some(counterpart)) else {
            self.network.truncate(self.mark);
            return Ok(Found { end: End::Effort, abandons: false });
        };
        let _ = budget.spend(code.order.len() as u64 * PER_PLACE);
        let excitations =
            excitations(terms, &mut self.network, original, mutant, &self.code, copy, expanded > 0);
        let both = Both { original, mutant, codes: (&self.code, &code), mark: self.mark };
        let effects = Effects::of(terms, &mut self.network, both);
        let units = self.given.texts.open.iter().flat_map(|text| &text.units);
        let inputs: Vec<DefId> =
            self.given.inputs.iter().chain(units).filter_map(|&v| self.network.entry_def(v)).collect();
        let mut state = begun.extended(&self.network);
        let indirect = switches.has(Switch::IndirectExs);
        let implied = Implication::new(&self.network, terms, &mut state, indirect).run();
        let mut found = Found { end: End::Refuted, abandons: false };
        if implied.is_err() {
            attack.story.add(Event::NoRun);
        } else {
            let mut search = Search::new(
                &self.network,
                terms,
                asker,
                &mut state,
                &mut self.symbols,
                &effects,
                self.mark,
                &inputs,
                switches,
                limits,
                budget,
                run_test,
            );
            search.stats = attack.stats;
            let is_new = |n: &&NodeId| original.keys.get(mutant.frames.nodes[**n].key).is_none();
            search.whole = original.frames.nodes.len() + code.order.iter().filter(is_new).count();
            search.possible = switches.has(Switch::Pcv).then_some(&self.possible);
            let remembers = switches.has(Switch::Pcv) && switches.has(Switch::History);
            search.histories = remembers.then_some(&self.histories);
            search.facts = facts;
            search.is_expanded = expanded > 0;
            let key = original.frames.nodes[head].key;
            search.template = self.templates.get(&key).cloned().unwrap_or_default();
            search.story = std::mem::take(&mut attack.story);
            let result = search.run(&excitations);
            attack.stats = search.stats;
            attack.story = std::mem::take(&mut search.story);
            let template = std::mem::take(&mut search.template);
            found = Found { end: result?, abandons: search.abandons };
            self.templates.insert(key, template);
        }
        self.network.truncate(self.mark);
        Ok(found)
    }
}

/// What came of one copy.
struct Found {
    end: End,
    /// A way was given up without being refuted.
    abandons: bool,
}

/// The first copies, and the last two.
fn some(mut copies: Vec<RegionCopy>, most: usize) -> Vec<RegionCopy> {
    if copies.len() > most {
        let last = copies.len() - 2;
        copies.drain(most.saturating_sub(2)..last);
    }
    copies
}

/// What matters in either version matters.
struct Either<'a> {
    original: &'a Version,
    mutant: &'a Version,
}

impl Keep for Either<'_> {
    fn keeps(&self, terms: &Terms, target: NodeKey, var: VarId) -> bool {
        let matters =
            |version: &Version| version.keys.get(target).is_some_and(|n| version.is_relevant(terms, n, var));
        matters(self.original) || matters(self.mutant)
    }
}

/// The MEE subtasks: one for each exit taken and each output variable of the region (§3.4.2).
fn excitations(
    terms: &mut Terms,
    network: &mut Network,
    original: &Version,
    mutant: &Version,
    code: &Code,
    copy: &RegionCopy,
    is_expanded: bool,
) -> Vec<Subtask> {
    let head = copy.original.head;
    let Some(executed) = code.nodes[head] else { return Vec::new() };
    let Some(obligations) = region_obligations(terms, original, mutant, copy) else {
        // No summary: that it is executed is all that is asked.
        let wanted = terms.boolean(true);
        let opened = Opened::default();
        let executed = vec![executed];
        return vec![Subtask { name: "MEE".to_owned(), wanted, executed, opened, is_excitation: true }];
    };
    let mut symbols = Substituted::new();
    let (names, held): (Vec<String>, Vec<TermId>) = obligations.into_iter().unzip();
    for var in terms.variables_of(&held) {
        if let Some(def) = network.before(code, head, var).or_else(|| network.entry_def(var)) {
            let symbol = terms.var(network.defs[def].symbol);
            symbols.insert(var, symbol);
        }
    }
    let mut substitution = Substitution::new(&symbols);
    let held = held.into_iter().map(|holds| substitution.apply(terms, holds)).collect();
    let held = network.by_units(terms, held);
    let mut subtasks = Vec::new();
    for (mut name, holds) in names.into_iter().zip(held) {
        if is_expanded {
            name += " behind the expanded region";
        }
        let wanted = terms.not(holds);
        let opened = Opened::default();
        subtasks.push(Subtask { name, wanted, executed: vec![executed], opened, is_excitation: true });
    }
    subtasks
}

/// The most terms that what is asked of a region may have. It is read anew for each question, which is no small one any more where
/// a region goes on behind calls that are not followed: there it is enough to ask that it is executed.
const LARGEST_OBLIGATIONS: usize = 5_000;

/// What has to hold for the two versions of the region to do the same; `None`: nothing that is small enough to be asked.
fn region_obligations(
    terms: &mut Terms,
    original: &Version,
    mutant: &Version,
    copy: &RegionCopy,
) -> Option<Vec<(String, TermId)>> {
    let effects = CallEffects::unknown();
    let keep = Either { original, mutant };
    let summarized = |terms: &mut Terms, graph: &Graph, region: &Region| {
        summarize(terms, graph, region, &effects, &keep, TermBudget::default()).ok()
    };
    let own = summarized(terms, &original.frames, &copy.original)?;
    let other = match &copy.mutant {
        Some(region) => summarized(terms, &mutant.frames, region)?,
        None => passes_on(terms, mutant.frames.nodes[copy.entered].key),
    };
    let name = |terms: &Terms, var: Option<VarId>| match var {
        Some(var) => format!("MEE {}", terms.info(var).name),
        None => "MEE exit".to_owned(),
    };
    let mut all = obligations(terms, &own, &other, &keep);
    // Where there is but one way out, both versions take it.
    if let ([one], [other]) = (&own.exits[..], &other.exits[..])
        && (one.target, one.is_cut) == (other.target, other.is_cut)
    {
        all.retain(|obligation| obligation.variable.is_some());
    }
    let roots: Vec<TermId> = all.iter().map(|obligation| obligation.holds).collect();
    (terms.closure(&roots).len() <= LARGEST_OBLIGATIONS)
        .then(|| all.into_iter().map(|o| (name(terms, o.variable), o.holds)).collect())
}
