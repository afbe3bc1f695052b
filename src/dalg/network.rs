//! The two versions of a unit as one network of definitions, places and the rules between them (§3.3.2, DESIGN §8).
//!
//! Each version is an acyclic graph in SSA form: every variable has one *definition* at each place where it is read,
//! and where ways meet, a *join definition* takes the one that the executed edge brings. A DU path is a chain of
//! join definitions: it is dead if an edge on it is not executed, active if all are.
//!
//! What the mutation cannot reach in the CDDG is one element for both versions. That is found by construction, the
//! original first: a definition of the mutant at the same place, with the same term over the same definitions, *is*
//! the original's; so is an edge with the same condition from the same node, and a node that the same edges enter or
//! that stands on every way behind one that is shared.
//!
//! Invariants
//! - A term of a definition or a rule is over the *symbols* of definitions only; each definition has its own.
//! - A definition that a term reads stands at a place that dominates the reader.
//! - Rules hold for every run of their version; those of the cut are assumptions, and say so.

pub mod build;
mod reaching;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::cfg::graph::{EdgeId, NodeId, NodeKey};
use crate::dalg::network::reaching::ReachingDefs;
use crate::dalg::texts::Texts;
use crate::dalg::value::Value;
use crate::define_id;
use crate::index::{Id as _, IndexVec};
use crate::term::variable::VarId;
use crate::term::{TermId, Terms};

define_id!(/// The execution status of a node or an edge, or of several that always have the same.
    StatusId, "s");
define_id!(/// A definition of a variable.
    DefId, "d");
define_id!(RuleId, "r");

#[derive(Clone, Debug)]
pub struct Def {
    pub var: VarId,
    /// What stands for it in terms.
    pub symbol: VarId,
    /// Where it is made.
    pub place: NodeKey,
    /// Whether that is executed: a value means *if executed*.
    pub status: StatusId,
    pub kind: DefKind,
    /// What its type says.
    pub initial: Value,
    /// The definitions that it is made from.
    pub reads: SmallVec<[DefId; 3]>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum DefKind {
    /// There from the beginning: an input or the initial state.
    Entry,
    /// Made by a call that is not followed, or by code outside the subset.
    Unknown,
    Assign(TermId),
    /// At a join: what comes along the edge that is executed.
    Join(SmallVec<[(StatusId, DefId); 2]>),
}

#[derive(Clone, Debug)]
pub enum Rule {
    /// What a definition says of its value and of what it reads.
    Define(DefId),
    /// One of the edges is executed if the node is: that whose condition holds.
    Branch { node: StatusId, ways: SmallVec<[(StatusId, TermId); 2]> },
    /// The node is executed if one of the edges is, and no two are. `always`: every way behind its dominator leads
    /// here, so that it needs no reason of its own.
    Join { node: StatusId, ways: SmallVec<[StatusId; 2]>, always: bool },
    /// Where the one is executed the other is (§4.3.5.2).
    Implies { one: StatusId, other: StatusId },
    /// Never executed, as far as the frames go.
    Cut(StatusId),
}

/// What one version's places are in the network.
#[derive(Clone, Debug)]
pub struct Code {
    pub nodes: IndexVec<NodeId, Option<StatusId>>,
    pub edges: IndexVec<EdgeId, Option<StatusId>>,
    /// The definition of each variable when the node begins, and behind its effect.
    before: IndexVec<NodeId, ReachingDefs>,
    behind: IndexVec<NodeId, ReachingDefs>,
    /// The definitions that the node itself makes, join definitions first.
    pub made: IndexVec<NodeId, SmallVec<[DefId; 1]>>,
    /// Conditions over symbols.
    pub conditions: IndexVec<EdgeId, Option<TermId>>,
    /// The nodes in an order in which every edge leads forward.
    pub order: Vec<NodeId>,
}

#[derive(Debug, Default)]
pub struct Network {
    pub defs: IndexVec<DefId, Def>,
    /// The place of each status: for messages.
    pub statuses: IndexVec<StatusId, NodeKey>,
    pub rules: IndexVec<RuleId, Rule>,
    pub status_watch: IndexVec<StatusId, SmallVec<[RuleId; 4]>>,
    pub def_watch: IndexVec<DefId, SmallVec<[RuleId; 4]>>,
    /// By symbol; 0 is none.
    symbols: Vec<u32>,
    entries: FxHashMap<VarId, DefId>,
    pub(super) texts: Texts,
    slots: Slots,
    /// Symbols by variable, the first ones in use; what is forgotten leaves its symbols to what comes next.
    versions: FxHashMap<VarId, (usize, Vec<VarId>)>,
    /// What a rule was added to, in order.
    watched: Vec<Watched>,
}

/// The variables of which it is kept which definitions reach a place, numbered from 0.
#[derive(Debug, Default)]
struct Slots {
    /// By variable; 0 is none.
    numbers: Vec<u32>,
    vars: Vec<VarId>,
}

impl Slots {
    fn get(&self, var: VarId) -> Option<usize> {
        (*self.numbers.get(var.index())? as usize).checked_sub(1)
    }

    fn number(&mut self, var: VarId) -> usize {
        if self.numbers.len() <= var.index() {
            self.numbers.resize(var.index() + 1, 0);
        }
        if self.numbers[var.index()] == 0 {
            self.vars.push(var);
            self.numbers[var.index()] = self.vars.len() as u32;
        }
        self.numbers[var.index()] as usize - 1
    }

    fn set(&mut self, defs: &mut ReachingDefs, var: VarId, def: DefId) {
        defs.set(self.number(var), Some(def));
    }
}

#[derive(Clone, Copy, Debug)]
enum Watched {
    Status(StatusId),
    Def(DefId),
}

/// How much of a network is the original's.
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    defs: usize,
    statuses: usize,
    rules: usize,
    watched: usize,
}

impl Mark {
    /// Rules before it are the original's.
    pub const fn rules(self) -> usize {
        self.rules
    }

    /// Statuses before it are the original's.
    pub const fn statuses(self) -> usize {
        self.statuses
    }

    /// Definitions before it are the original's.
    pub const fn defs(self) -> usize {
        self.defs
    }
}

impl Network {
    /// An empty one, in which open strings are read by their units.
    pub fn of_texts(texts: Texts) -> Self {
        Self { texts, ..Self::default() }
    }

    pub fn mark(&self) -> Mark {
        let watched = self.watched.len();
        Mark { defs: self.defs.len(), statuses: self.statuses.len(), rules: self.rules.len(), watched }
    }

    /// Forgets what was added since.
    pub fn truncate(&mut self, mark: Mark) {
        // The last rule of each is the one that was added last.
        for watched in self.watched.drain(mark.watched..).rev() {
            match watched {
                Watched::Status(status) => self.status_watch[status].pop(),
                Watched::Def(def) => self.def_watch[def].pop(),
            };
        }
        for def in self.defs.iter().skip(mark.defs) {
            self.symbols[def.symbol.index()] = 0;
            if let Some((used, _)) = self.versions.get_mut(&def.var) {
                *used -= 1;
            }
        }
        self.entries.retain(|_, def| def.index() < mark.defs);
        self.defs.truncate(mark.defs);
        self.statuses.truncate(mark.statuses);
        self.rules.truncate(mark.rules);
        self.status_watch.truncate(mark.statuses);
        self.def_watch.truncate(mark.defs);
    }

    pub fn def_of(&self, symbol: VarId) -> Option<DefId> {
        match self.symbols.get(symbol.index()) {
            Some(&number) if number > 0 => Some(DefId::new(number as usize - 1)),
            _ => None,
        }
    }

    /// The definition that is there when the unit begins.
    pub fn entry_def(&self, var: VarId) -> Option<DefId> {
        self.entries.get(&var).copied()
    }

    /// The definitions that are there when the unit begins, by variable.
    pub fn entry_defs(&self) -> Vec<(VarId, DefId)> {
        let mut defs: Vec<_> = self.entries.iter().map(|(&var, &def)| (var, def)).collect();
        defs.sort_unstable();
        defs
    }

    /// The definition of a variable that nothing has defined before.
    pub(super) fn entry(&mut self, terms: &mut Terms, var: VarId) -> DefId {
        if let Some(&known) = self.entries.get(&var) {
            return known;
        }
        // The original's first node is the first that has a status.
        let status = StatusId::new(0);
        let def = self.def(terms, var, self.statuses[status], status, DefKind::Entry);
        self.entries.insert(var, def);
        def
    }

    fn status(&mut self, place: NodeKey) -> StatusId {
        self.status_watch.push(SmallVec::new());
        self.statuses.push(place)
    }

    fn rule(&mut self, terms: &Terms, rule: Rule) {
        let mut defs: SmallVec<[DefId; 4]> = SmallVec::new();
        let (statuses, read): (SmallVec<[StatusId; 4]>, Vec<TermId>) = match &rule {
            Rule::Define(def) => match &self.defs[*def].kind {
                DefKind::Assign(term) => ([self.defs[*def].status].into_iter().collect(), vec![*term]),
                DefKind::Join(ways) => {
                    defs.extend(ways.iter().map(|way| way.1));
                    (ways.iter().map(|w| w.0).chain([self.defs[*def].status]).collect(), Vec::new())
                }
                DefKind::Entry | DefKind::Unknown => return,
            },
            Rule::Branch { node, ways } => {
                (ways.iter().map(|w| w.0).chain([*node]).collect(), ways.iter().map(|w| w.1).collect())
            }
            Rule::Join { node, ways, .. } => (ways.iter().copied().chain([*node]).collect(), Vec::new()),
            Rule::Implies { one, other } => ([*one, *other].into_iter().collect(), Vec::new()),
            Rule::Cut(status) => ([*status].into_iter().collect(), Vec::new()),
        };
        let id = self.rules.next_id();
        // The definition's own value may be what is news.
        if let Rule::Define(def) = rule {
            defs.push(def);
        }
        defs.extend(terms.variables_of(&read).into_iter().filter_map(|symbol| self.def_of(symbol)));
        for def in defs {
            self.def_watch[def].push(id);
            self.watched.push(Watched::Def(def));
        }
        for status in statuses {
            self.status_watch[status].push(id);
            self.watched.push(Watched::Status(status));
        }
        self.rules.push(rule);
    }

    fn symbol(&mut self, terms: &mut Terms, var: VarId) -> VarId {
        let (used, symbols) = self.versions.entry(var).or_default();
        if *used == symbols.len() {
            symbols.push(terms.new_version(var));
        }
        *used += 1;
        symbols[*used - 1]
    }

    /// The definition of a variable among those of one place.
    fn reaching(&self, defs: &ReachingDefs, var: VarId) -> Option<DefId> {
        defs.get(self.slots.get(var)?)
    }

    /// The definition of a variable when a node begins; `None` for one that nothing has defined.
    pub fn before(&self, code: &Code, node: NodeId, var: VarId) -> Option<DefId> {
        self.reaching(&code.before[node], var)
    }

    /// The same behind the node's effect.
    pub fn behind(&self, code: &Code, node: NodeId, var: VarId) -> Option<DefId> {
        self.reaching(&code.behind[node], var)
    }

    /// The variables that some place defines.
    pub fn variables(&self) -> &[VarId] {
        &self.slots.vars
    }

    fn def(
        &mut self,
        terms: &mut Terms,
        var: VarId,
        place: NodeKey,
        status: StatusId,
        kind: DefKind,
    ) -> DefId {
        let symbol = self.symbol(terms, var);
        let initial = Value::of_variable(terms, symbol);
        self.def_watch.push(SmallVec::new());
        let reads = match &kind {
            DefKind::Assign(term) => {
                terms.variables_of(&[*term]).into_iter().filter_map(|v| self.def_of(v)).collect()
            }
            DefKind::Join(ways) => ways.iter().map(|way| way.1).collect(),
            DefKind::Entry | DefKind::Unknown => SmallVec::new(),
        };
        let id = self.defs.push(Def { var, symbol, place, status, kind, initial, reads });
        if self.symbols.len() <= symbol.index() {
            self.symbols.resize(symbol.index() + 1, 0);
        }
        self.symbols[symbol.index()] = id.index() as u32 + 1;
        self.rule(terms, Rule::Define(id));
        id
    }
}
