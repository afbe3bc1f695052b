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

use std::rc::Rc;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::analysis::dominators::{Dominators, PostDominators};
use crate::cfg::graph::{EdgeId, EdgeKind, Effect, Graph, NodeId, NodeKey};
use crate::dalg::texts::Texts;
use crate::dalg::value::Value;
use crate::define_id;
use crate::index::{Id as _, IndexVec};
use crate::roa::align::Keys;
use crate::term::substitute::{State, Substitution};
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
    before: IndexVec<NodeId, Versions>,
    behind: IndexVec<NodeId, Versions>,
    /// The definitions that the node itself makes, join definitions first.
    pub made: IndexVec<NodeId, SmallVec<[DefId; 1]>>,
    /// Conditions over symbols.
    pub conditions: IndexVec<EdgeId, Option<TermId>>,
    /// The nodes in an order in which every edge leads forward.
    pub order: Vec<NodeId>,
}

/// By slot; shared by the nodes between which nothing changes.
type Versions = Rc<Vec<Option<DefId>>>;

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

/// The variables that versions are kept of, numbered from 0.
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

    fn set(&mut self, versions: &mut Vec<Option<DefId>>, var: VarId, def: DefId) {
        let slot = self.number(var);
        if versions.len() <= slot {
            versions.resize(slot + 1, None);
        }
        versions[slot] = Some(def);
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

/// One version's graph, with what is asked of it while its network is built.
pub struct Input<'a> {
    pub graph: &'a Graph,
    /// Whether a variable's value when a node begins can matter.
    pub is_relevant: &'a dyn Fn(&Terms, NodeId, VarId) -> bool,
    pub start: NodeId,
    pub dominators: &'a Dominators,
    /// Over all paths.
    pub post_dominators: &'a PostDominators,
}

/// The version that was built before, for sharing.
#[derive(Clone, Copy)]
pub struct Counterpart<'a> {
    pub graph: &'a Graph,
    pub keys: &'a Keys,
    pub code: &'a Code,
    /// Where the mutant's version begins, in the original.
    pub start: NodeId,
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
    fn version(&self, versions: &Versions, var: VarId) -> Option<DefId> {
        versions.get(self.slots.get(var)?).copied().flatten()
    }

    /// The definition of a variable when a node begins; `None` for one that nothing has defined.
    pub fn before(&self, code: &Code, node: NodeId, var: VarId) -> Option<DefId> {
        self.version(&code.before[node], var)
    }

    /// The same behind the node's effect.
    pub fn behind(&self, code: &Code, node: NodeId, var: VarId) -> Option<DefId> {
        self.version(&code.behind[node], var)
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

    /// Adds a version; with a counterpart, from its start on, which is executed if the counterpart's is.
    pub fn add(
        &mut self,
        terms: &mut Terms,
        input: &Input<'_>,
        counterpart: Option<Counterpart<'_>>,
    ) -> Code {
        let graph = input.graph;
        let order = topological_order(graph, input.start);
        let code = Code {
            nodes: IndexVec::from_elem(None, graph.nodes.len()),
            edges: IndexVec::from_elem(None, graph.edges.len()),
            before: IndexVec::from_elem(Rc::default(), graph.nodes.len()),
            behind: IndexVec::from_elem(Rc::default(), graph.nodes.len()),
            made: IndexVec::from_elem(SmallVec::new(), graph.nodes.len()),
            conditions: IndexVec::from_elem(None, graph.edges.len()),
            order: Vec::new(),
        };
        let mut builder = Builder { network: self, terms, input, counterpart, code };
        for &node in &order {
            builder.node(node);
        }
        let mut code = builder.code;
        code.order = order;
        code
    }
}

struct Builder<'n, 'a> {
    network: &'n mut Network,
    terms: &'n mut Terms,
    input: &'n Input<'a>,
    counterpart: Option<Counterpart<'n>>,
    code: Code,
}

impl Builder<'_, '_> {
    fn other(&self, node: NodeId) -> Option<(Counterpart<'_>, NodeId)> {
        let counterpart = self.counterpart?;
        let other = counterpart.keys.get(self.input.graph.nodes[node].key)?;
        counterpart.code.nodes[other].is_some().then_some((counterpart, other))
    }

    fn node(&mut self, node: NodeId) {
        let graph = self.input.graph;
        let key = graph.nodes[node].key;
        let mut made = SmallVec::new();
        let (status, before) = if node == self.input.start {
            match self.counterpart {
                Some(other) => {
                    let status = other.code.nodes[other.start];
                    let status = status.unwrap_or_else(|| self.network.status(key));
                    (status, other.code.before[other.start].clone())
                }
                None => (self.network.status(key), Versions::default()),
            }
        } else {
            self.enter(node, &mut made)
        };
        self.code.nodes[node] = Some(status);
        self.code.before[node] = before.clone();
        let behind = self.effect(node, status, before, &mut made);
        self.code.behind[node] = behind;
        self.code.made[node] = made;
        self.leave(node, status);
    }

    /// The edges that lead into a node from where the version has been.
    fn ways(&self, node: NodeId) -> SmallVec<[(StatusId, NodeId); 4]> {
        let graph = self.input.graph;
        let edges = graph.nodes[node].incoming.iter();
        edges.filter_map(|&e| Some((self.code.edges[e]?, graph.edges[e].from))).collect()
    }

    fn enter(&mut self, node: NodeId, made: &mut SmallVec<[DefId; 1]>) -> (StatusId, Versions) {
        let key = self.input.graph.nodes[node].key;
        let ways = self.ways(node);
        if let [(status, from)] = ways[..] {
            return (status, self.code.behind[from].clone());
        }
        let statuses: SmallVec<[StatusId; 2]> = ways.iter().map(|w| w.0).collect();
        let status = match self.shared_status(node, &ways) {
            Some(shared) => shared,
            None => self.network.status(key),
        };
        let is_new = !self
            .other(node)
            .is_some_and(|(c, o)| c.code.nodes[o] == Some(status) && c.same_ways(o, &statuses));
        if is_new {
            let dominator = self.input.dominators.immediate(node);
            let always = dominator.is_some_and(|d| self.input.post_dominators.post_dominates(node, d));
            self.network.rule(self.terms, Rule::Join { node: status, ways: statuses, always });
            let above = dominator.and_then(|d| self.code.nodes[d]);
            if let Some(above) = above.filter(|&a| a != status) {
                self.network.rule(self.terms, Rule::Implies { one: status, other: above });
            }
        }
        let versions = self.join(node, status, &ways, made);
        (status, versions)
    }

    /// The status of a join that the mutation does not reach.
    fn shared_status(&self, node: NodeId, ways: &[(StatusId, NodeId)]) -> Option<StatusId> {
        let (counterpart, other) = self.other(node)?;
        let status = counterpart.code.nodes[other]?;
        let statuses: SmallVec<[StatusId; 2]> = ways.iter().map(|w| w.0).collect();
        if counterpart.same_ways(other, &statuses) {
            return Some(status);
        }
        // Every way behind a node that both versions execute alike leads here.
        let above = self.input.dominators.immediate(node)?;
        let always =
            self.input.post_dominators.post_dominates(node, above) && self.code.nodes[above]? == status;
        always.then_some(status)
    }

    /// The definitions behind a join.
    fn join(
        &mut self,
        node: NodeId,
        status: StatusId,
        ways: &[(StatusId, NodeId)],
        made: &mut SmallVec<[DefId; 1]>,
    ) -> Versions {
        let behind: SmallVec<[Versions; 4]> =
            ways.iter().map(|&(_, from)| self.code.behind[from].clone()).collect();
        let Some(first) = behind.first() else { return Versions::default() };
        if behind.iter().all(|v| Rc::ptr_eq(v, first)) {
            return first.clone();
        }
        let len = behind.iter().map(|v| v.len()).max().unwrap_or(0);
        let mut merged: Vec<Option<DefId>> = first.to_vec();
        merged.resize(len, None);
        for (i, slot) in merged.iter_mut().enumerate() {
            let get = |v: &Versions| v.get(i).copied().flatten();
            let all: SmallVec<[Option<DefId>; 4]> = behind.iter().map(get).collect();
            if all.iter().all(|d| *d == all[0]) {
                *slot = all[0];
                continue;
            }
            let var = self.network.slots.vars[i];
            if !(self.input.is_relevant)(self.terms, node, var) {
                *slot = all.iter().copied().flatten().next();
                continue;
            }
            let mut operands = SmallVec::new();
            for (&(edge, _), def) in ways.iter().zip(all) {
                let def = def.unwrap_or_else(|| self.entry(var));
                operands.push((edge, def));
            }
            *slot = Some(self.join_def(node, status, var, operands, made));
        }
        Rc::new(merged)
    }

    fn join_def(
        &mut self,
        node: NodeId,
        status: StatusId,
        var: VarId,
        operands: SmallVec<[(StatusId, DefId); 2]>,
        made: &mut SmallVec<[DefId; 1]>,
    ) -> DefId {
        if operands.iter().all(|o| o.1 == operands[0].1) {
            return operands[0].1;
        }
        let kind = DefKind::Join(operands);
        let key = self.input.graph.nodes[node].key;
        let shared = self.other(node).and_then(|(counterpart, other)| {
            let known = self.network.before(counterpart.code, other, var)?;
            let def = &self.network.defs[known];
            (def.kind == kind && def.status == status).then_some(known)
        });
        let def = shared.unwrap_or_else(|| self.network.def(self.terms, var, key, status, kind));
        made.push(def);
        def
    }

    fn entry(&mut self, var: VarId) -> DefId {
        self.network.entry(self.terms, var)
    }

    fn version(&mut self, versions: &Versions, var: VarId) -> DefId {
        match self.network.version(versions, var) {
            Some(def) => def,
            None => self.entry(var),
        }
    }

    /// A term over variables as one over symbols.
    fn over_symbols(&mut self, versions: &Versions, term: TermId) -> TermId {
        let mut state = State::new();
        for var in self.terms.variables_of(&[term]) {
            let def = self.version(versions, var);
            let symbol = self.network.defs[def].symbol;
            state.insert(var, self.terms.var(symbol));
        }
        let term = Substitution::new(&state).apply(self.terms, term);
        self.network.by_units(self.terms, term)
    }

    fn effect(
        &mut self,
        node: NodeId,
        status: StatusId,
        before: Versions,
        made: &mut SmallVec<[DefId; 1]>,
    ) -> Versions {
        let graph = self.input.graph;
        match &graph.nodes[node].effect {
            Effect::None => before,
            Effect::Assign(assignments) => {
                let values: SmallVec<[(VarId, TermId); 2]> =
                    assignments.iter().map(|&(var, term)| (var, self.over_symbols(&before, term))).collect();
                let mut versions = before.to_vec();
                for (var, term) in values {
                    let def = self.assign(node, status, var, term, made);
                    self.network.slots.set(&mut versions, var, def);
                }
                Rc::new(versions)
            }
            Effect::Call(_) | Effect::Unsupported(_) => {
                let mut versions = before.to_vec();
                let own = graph.nodes[node].definitions();
                let globals = self.terms.variables().filter(|&v| self.terms.info(v).variable.is_global());
                let written: Vec<VarId> = own.into_iter().chain(globals).collect();
                for var in written {
                    let key = graph.nodes[node].key;
                    let shared = self.shared_def(node, status, var, &DefKind::Unknown);
                    let def = shared
                        .unwrap_or_else(|| self.network.def(self.terms, var, key, status, DefKind::Unknown));
                    made.push(def);
                    self.network.slots.set(&mut versions, var, def);
                }
                if matches!(graph.nodes[node].effect, Effect::Unsupported(_)) {
                    self.network.rule(self.terms, Rule::Cut(status));
                }
                Rc::new(versions)
            }
        }
    }

    /// What the counterpart's node defines in the same way.
    fn shared_def(&self, node: NodeId, status: StatusId, var: VarId, kind: &DefKind) -> Option<DefId> {
        let (counterpart, other) = self.other(node)?;
        let known = self.network.behind(counterpart.code, other, var)?;
        let def = &self.network.defs[known];
        (def.status == status && def.kind == *kind && counterpart.code.made[other].contains(&known))
            .then_some(known)
    }

    fn assign(
        &mut self,
        node: NodeId,
        status: StatusId,
        var: VarId,
        term: TermId,
        made: &mut SmallVec<[DefId; 1]>,
    ) -> DefId {
        let kind = DefKind::Assign(term);
        let key = self.input.graph.nodes[node].key;
        let shared = self.shared_def(node, status, var, &kind);
        let def = shared.unwrap_or_else(|| self.network.def(self.terms, var, key, status, kind));
        made.push(def);
        def
    }

    fn leave(&mut self, node: NodeId, status: StatusId) {
        let graph = self.input.graph;
        let key = graph.nodes[node].key;
        let outgoing = graph.nodes[node].outgoing.clone();
        if let [edge] = outgoing[..] {
            self.code.edges[edge] = Some(status);
            self.code.conditions[edge] = Some(self.terms.boolean(true));
            self.cut(edge, status);
            return;
        }
        let behind = self.code.behind[node].clone();
        let other: Vec<(Option<TermId>, Option<StatusId>)> = match self.other(node) {
            Some((c, o)) if c.code.nodes[o] == Some(status) => {
                let edges = c.graph.nodes[o].outgoing.iter();
                edges.map(|&e| (c.code.conditions[e], c.code.edges[e])).collect()
            }
            _ => Vec::new(),
        };
        let mut ways: SmallVec<[(StatusId, TermId); 2]> = SmallVec::new();
        let mut is_shared = true;
        for (i, &edge) in outgoing.iter().enumerate() {
            let condition = self.over_symbols(&behind, graph.edges[edge].condition);
            let shared = other.get(i).filter(|o| o.0 == Some(condition)).and_then(|o| o.1);
            is_shared &= shared.is_some();
            let way = shared.unwrap_or_else(|| self.network.status(key));
            self.code.edges[edge] = Some(way);
            self.code.conditions[edge] = Some(condition);
            ways.push((way, condition));
        }
        if !is_shared && !ways.is_empty() {
            self.network.rule(self.terms, Rule::Branch { node: status, ways });
        }
        for &edge in &outgoing {
            if let Some(status) = self.code.edges[edge] {
                self.cut(edge, status);
            }
        }
    }

    /// The original does not leave the frames; that the mutant does so is a difference.
    fn cut(&mut self, edge: EdgeId, status: StatusId) {
        if self.input.graph.edges[edge].kind == EdgeKind::Cut && self.counterpart.is_none() {
            self.network.rule(self.terms, Rule::Cut(status));
        }
    }
}

impl Counterpart<'_> {
    fn same_ways(&self, node: NodeId, ways: &[StatusId]) -> bool {
        let own = self.graph.nodes[node].incoming.iter().filter_map(|&e| self.code.edges[e]);
        let mut own: SmallVec<[StatusId; 4]> = own.collect();
        let mut ways: SmallVec<[StatusId; 4]> = ways.iter().copied().collect();
        own.sort_unstable();
        ways.sort_unstable();
        own == ways
    }
}

/// The nodes that are reached from `start`; the graph is acyclic.
fn topological_order(graph: &Graph, start: NodeId) -> Vec<NodeId> {
    let mut seen = vec![false; graph.nodes.len()];
    let mut order = Vec::new();
    let mut pending = vec![(start, 0usize)];
    seen[start.index()] = true;
    while let Some((node, next)) = pending.last_mut() {
        let edge = graph.nodes[*node].outgoing.get(*next).copied();
        *next += 1;
        match edge {
            Some(edge) => {
                let to = graph.edges[edge].to;
                if !std::mem::replace(&mut seen[to.index()], true) {
                    pending.push((to, 0));
                }
            }
            None => {
                order.push(*node);
                pending.pop();
            }
        }
    }
    order.reverse();
    order
}
