//! The original of one unit: what is built once for each number of time frames and shared by all mutants (graphs, network,
//! what its constants imply; steps i and ii of §3.5).

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::analysis::dominators::{Dominators, Paths, PostDominators};
use crate::analysis::effects::Effects as CallEffects;
use crate::analysis::relevance::relevance_of;
use crate::cfg::graph::{Graph, NodeId, NodeKey};
use crate::dalg::entry_facts::EntryFacts;
use crate::dalg::implication::Implication;
use crate::dalg::network::{Code, DefId, Mark, Network, Rule};
use crate::dalg::possible_values::Histories;
use crate::dalg::question::{Opened, StatusSymbols};
use crate::dalg::starts::Starts;
use crate::dalg::state::{Exs, State};
use crate::dalg::switches::{Switch, Switches};
use crate::dalg::texts::Texts;
use crate::dalg::unit::Version;
use crate::dalg::value::Value;
use crate::driver::skeleton::Skeleton;
use crate::frames::inline::{Followed, InlineLimits, inline};
use crate::frames::unroll::{UnrollError, UnrollLimits, unroll};
use crate::index::IndexVec;
use crate::roa::align::Keys;
use crate::sema::program::FieldId;
use crate::sema::typed_tree::Body;
use crate::term::substitute::{State as Substituted, Substitution};
use crate::term::variable::VarId;
use crate::term::{TermId, Terms};

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
    /// What initialisers do to statics, which is how every driver begins.
    pub starts: Arc<Starts>,
    /// Fields that no test may read, of objects that other code may get: what they hold is no output, and yet it matters.
    pub hidden: BTreeSet<FieldId>,
}

impl Given {
    /// All that a test chooses: inputs, and the units of strings.
    pub(super) fn opened(&self) -> impl Iterator<Item = VarId> {
        let units = self.texts.open.iter().flat_map(|text| &text.units);
        self.inputs.iter().chain(units).copied()
    }
}

/// The original in its frames.
#[derive(Debug)]
pub struct Unit {
    pub(super) original: Version,
    pub(super) network: Network,
    pub(super) code: Code,
    pub(super) mark: Mark,
    pub(super) given: Given,
    pub(super) symbols: StatusSymbols,
    /// What is implied for the original, with the indirect rules and without; `None`: it never ends in the frames.
    begun: [Option<Option<State>>; 2],
    /// Whether every run of the original stays within the frames, once somebody has asked.
    is_complete: Option<bool>,
    pub(super) possible: IndexVec<DefId, Option<Vec<u64>>>,
    pub(super) histories: Histories,
    /// Test templates: what made a region executable, by its head (§4.3.5.1).
    pub(super) templates: BTreeMap<NodeKey, Opened>,
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
    let Followed { graph: whole, rests_on_classes } = inline(terms, graphs, patched, graph, limits);
    let effects = CallEffects::of_callees(terms, graphs, &skeleton.own_effects, patched, &whole);
    let relevance = relevance_of(&skeleton.terms, &whole, &effects, &|var| skeleton.may_be_seen(var));
    let terms = &mut skeleton.terms;
    let unrolled =
        unroll(terms, &whole, UnrollLimits { iterations: bounds.iterations, nodes: bounds.nodes })?;
    let (whole_keys, keys) = (Keys::of(&whole), Keys::of(&unrolled.graph));
    let frames = unrolled.graph;
    let (dominators, post_dominators) = (Dominators::new(&frames), PostDominators::new(&frames, Paths::All));
    let origin = unrolled.origin;
    Ok(Version {
        whole,
        whole_keys,
        relevance,
        frames,
        origin,
        keys,
        dominators,
        post_dominators,
        rests_on_classes,
    })
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
    pub(super) fn begun(&mut self, terms: &mut Terms, switches: Switches) -> Option<State> {
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

    /// Whether no run of the original leaves the frames, by what its inputs imply alone.
    pub(super) fn stays_within_frames(&mut self, terms: &mut Terms) -> bool {
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
    pub(super) fn facts_at(&mut self, terms: &mut Terms, head: NodeId) -> Option<Vec<TermId>> {
        let (Some(facts), Some(origin)) = (&self.given.facts, self.original.origin[head]) else {
            return Some(Vec::new());
        };
        let held = facts.at(terms, self.original.whole.nodes[origin].key)?;
        // Of what the original does not read from here on its network has any definition.
        let is_told = |fact: &TermId| {
            terms.variables_of(&[*fact]).into_iter().all(|var| self.original.is_relevant(terms, head, var))
        };
        let held: Vec<TermId> = held.into_iter().filter(is_told).collect();
        Some(self.at_entry(terms, head, held))
    }

    /// What is said of variables where the original enters a region, said of the definitions that reach it.
    pub(super) fn at_entry(&mut self, terms: &mut Terms, head: NodeId, held: Vec<TermId>) -> Vec<TermId> {
        let mut symbols = Substituted::new();
        for var in terms.variables_of(&held) {
            let def = self.network.before(&self.code, head, var).or_else(|| self.network.entry_def(var));
            if let Some(def) = def {
                symbols.insert(var, terms.var(self.network.defs[def].symbol));
            }
        }
        let mut substitution = Substitution::new(&symbols);
        let held = held.into_iter().map(|holds| substitution.apply(terms, holds)).collect();
        self.network.by_units(terms, held)
    }
}
