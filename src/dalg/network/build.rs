//! One version of a unit becomes part of the network: node by node in the order of control flow, with what it shares
//! with the version that was built before.

use smallvec::SmallVec;

use crate::analysis::dominators::{Dominators, PostDominators};
use crate::cfg::graph::{EdgeId, EdgeKind, Effect, Graph, NodeId};
use crate::dalg::network::reaching::ReachingDefs;
use crate::dalg::network::{Code, DefId, DefKind, Network, Rule, StatusId};
use crate::index::{Id as _, IndexVec};
use crate::roa::align::Keys;
use crate::term::substitute::{State, Substitution};
use crate::term::variable::VarId;
use crate::term::{TermId, Terms};

/// Definitions of a network: the largest seen of a driver in `programs/business` and `programs/features` has 22,326. Where each way out of
/// many calls may bring each variable there are hundreds for a node, no search comes to an end, and 100,000 of them take half a
/// gigabyte.
const MOST_DEFINITIONS: usize = 30_000;

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
impl Network {
    /// Adds a version; with a counterpart, from its start on, which is executed if the counterpart's is. `None` where there come to be
    /// too many definitions: what was added has to be taken back.
    pub fn add(
        &mut self,
        terms: &mut Terms,
        input: &Input<'_>,
        counterpart: Option<Counterpart<'_>>,
    ) -> Option<Code> {
        let graph = input.graph;
        let order = topological_order(graph, input.start);
        let code = Code {
            nodes: IndexVec::from_elem(None, graph.nodes.len()),
            edges: IndexVec::from_elem(None, graph.edges.len()),
            before: IndexVec::from_elem(ReachingDefs::default(), graph.nodes.len()),
            behind: IndexVec::from_elem(ReachingDefs::default(), graph.nodes.len()),
            made: IndexVec::from_elem(SmallVec::new(), graph.nodes.len()),
            conditions: IndexVec::from_elem(None, graph.edges.len()),
            order: Vec::new(),
        };
        let mut builder = Builder { network: self, terms, input, counterpart, code };
        for &node in &order {
            builder.node(node);
            if builder.network.defs.len() > MOST_DEFINITIONS {
                return None;
            }
        }
        let mut code = builder.code;
        code.order = order;
        Some(code)
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
                None => (self.network.status(key), ReachingDefs::default()),
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

    fn enter(&mut self, node: NodeId, made: &mut SmallVec<[DefId; 1]>) -> (StatusId, ReachingDefs) {
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
        let defs = self.join(node, status, &ways, made);
        (status, defs)
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
    ) -> ReachingDefs {
        let behind: SmallVec<[ReachingDefs; 4]> =
            ways.iter().map(|&(_, from)| self.code.behind[from].clone()).collect();
        let Some(first) = behind.first() else { return ReachingDefs::default() };
        let mut merged = first.clone();
        for slot in ReachingDefs::different(&behind) {
            let all: SmallVec<[Option<DefId>; 4]> = behind.iter().map(|v| v.get(slot)).collect();
            if all.iter().all(|d| *d == all[0]) {
                continue;
            }
            let var = self.network.slots.vars[slot];
            if !(self.input.is_relevant)(self.terms, node, var) {
                merged.set(slot, all.iter().copied().flatten().next());
                continue;
            }
            let mut operands = SmallVec::new();
            for (&(edge, _), def) in ways.iter().zip(all) {
                let def = def.unwrap_or_else(|| self.entry(var));
                operands.push((edge, def));
            }
            let def = self.join_def(node, status, var, operands, made);
            merged.set(slot, Some(def));
        }
        merged
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

    fn reaching(&mut self, defs: &ReachingDefs, var: VarId) -> DefId {
        match self.network.reaching(defs, var) {
            Some(def) => def,
            None => self.entry(var),
        }
    }

    /// A term over variables as one over symbols.
    fn over_symbols(&mut self, defs: &ReachingDefs, term: TermId) -> TermId {
        let mut state = State::new();
        for var in self.terms.variables_of(&[term]) {
            let def = self.reaching(defs, var);
            let symbol = self.network.defs[def].symbol;
            state.insert(var, self.terms.var(symbol));
        }
        let term = Substitution::new(&state).apply(self.terms, term);
        self.network.by_units(self.terms, vec![term])[0]
    }

    fn effect(
        &mut self,
        node: NodeId,
        status: StatusId,
        before: ReachingDefs,
        made: &mut SmallVec<[DefId; 1]>,
    ) -> ReachingDefs {
        let graph = self.input.graph;
        match &graph.nodes[node].effect {
            Effect::None => before,
            Effect::Assign(assignments) => {
                let values: SmallVec<[(VarId, TermId); 2]> =
                    assignments.iter().map(|&(var, term)| (var, self.over_symbols(&before, term))).collect();
                let mut defs = before;
                for (var, term) in values {
                    let def = self.assign(node, status, var, term, made);
                    self.network.slots.set(&mut defs, var, def);
                }
                defs
            }
            Effect::Call(_) | Effect::Unsupported(_) => {
                let mut defs = before;
                let own = graph.nodes[node].definitions();
                let globals = self.terms.variables().filter(|&v| self.terms.info(v).variable.is_global());
                let written: Vec<VarId> = own.into_iter().chain(globals).collect();
                for var in written {
                    let key = graph.nodes[node].key;
                    let shared = self.shared_def(node, status, var, &DefKind::Unknown);
                    let def = shared
                        .unwrap_or_else(|| self.network.def(self.terms, var, key, status, DefKind::Unknown));
                    made.push(def);
                    self.network.slots.set(&mut defs, var, def);
                }
                if matches!(graph.nodes[node].effect, Effect::Unsupported(_)) {
                    self.network.rule(self.terms, Rule::Cut(status));
                }
                defs
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
