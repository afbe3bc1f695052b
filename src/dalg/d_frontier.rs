//! Where the mutation effect is, and where it may go (§3.3.3, §3.4.3): pairs of definitions, one of each version at one
//! place. The D-frontier is where an effect is read and what comes of it is open; an effect stands at an output when
//! the outcome differs; the X-path check asks whether any output can still differ.

use std::cmp::Reverse;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::cfg::graph::{Effect, NodeId};
use crate::dalg::network::{Code, DefId, DefKind, Mark, Network, StatusId};
use crate::dalg::question::StatusSymbols;
use crate::dalg::state::{Cell, Conflict, Exs, State};
use crate::dalg::unit::Version;
use crate::index::IndexVec;
use crate::term::sort::Sort;
use crate::term::variable::VarId;
use crate::term::{TermId, Terms};

/// Whether two things differ in the two versions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Differ {
    No,
    Maybe,
    Yes,
}

/// Two definitions of one variable at one place, that are not one.
#[derive(Clone, Debug)]
pub struct DefPair {
    pub original: DefId,
    pub mutant: DefId,
    /// What the two read where they read different definitions.
    reads: SmallVec<[(DefId, DefId); 2]>,
    /// They differ by what they read alone.
    is_same_code: bool,
    /// Edges by which they may come, of a join.
    ways: SmallVec<[(StatusId, StatusId); 2]>,
    /// Nodes on the longest way to an exit.
    distance: u32,
}

/// A decision that is not one for both versions.
#[derive(Clone, Debug)]
pub struct BranchPair {
    pub nodes: (StatusId, StatusId),
    /// Of the first edge.
    pub conditions: (TermId, TermId),
    pub ways: SmallVec<[(StatusId, StatusId); 2]>,
    reads: SmallVec<[(DefId, DefId); 2]>,
}

/// What the outcome is made of.
#[derive(Clone, Debug)]
pub struct Output {
    /// The statuses of one exit in both versions.
    exit: (StatusId, StatusId),
    vars: Vec<(DefId, DefId)>,
}

/// Whether an effect gets to a definition.
enum Reach {
    None,
    /// Along one of several ways, which is open.
    Potential,
    Justified,
}

/// What may carry an effect, in the order of the places.
#[derive(Debug, Default)]
pub struct Effects {
    pub defs: Vec<DefPair>,
    pub branches: Vec<BranchPair>,
    outputs: Vec<Output>,
    /// Exits that only one version has.
    own_exits: Vec<StatusId>,
    by_defs: FxHashMap<(DefId, DefId), usize>,
}

/// Both versions with their places in the network.
#[derive(Clone, Copy)]
pub struct Both<'a> {
    pub original: &'a Version,
    pub mutant: &'a Version,
    pub codes: (&'a Code, &'a Code),
    pub mark: Mark,
}

impl Effects {
    pub fn of(terms: &mut Terms, network: &mut Network, both: Both<'_>) -> Self {
        let mut effects = Self::default();
        let distances = distances(both);
        for &node in &both.codes.1.order {
            let key = both.mutant.frames.nodes[node].key;
            let Some(other) = both.original.keys.get(key) else { continue };
            if both.codes.0.nodes[other].is_none() {
                continue;
            }
            effects.add_defs(terms, network, both, (other, node), distances[node]);
            effects.add_branch(terms, network, both, other, node);
        }
        effects.add_outputs(terms, network, both);
        effects
    }

    fn add_defs(
        &mut self,
        terms: &Terms,
        network: &Network,
        both: Both<'_>,
        (other, node): (NodeId, NodeId),
        distance: u32,
    ) {
        for &def in &both.codes.1.made[node] {
            let info = &network.defs[def];
            let (original, is_join) = match info.kind {
                DefKind::Join(_) => (network.before(both.codes.0, other, info.var), true),
                _ => (network.behind(both.codes.0, other, info.var), false),
            };
            let Some(original) = original.filter(|&o| o != def) else { continue };
            let (reads, ways) = (SmallVec::new(), SmallVec::new());
            let is_same_code = is_join || is_same_assignment(terms, network, both, (other, node), info.var);
            let mut pair = DefPair { original, mutant: def, reads, is_same_code, ways, distance };
            if is_join {
                if let (DefKind::Join(a), DefKind::Join(b)) =
                    (&network.defs[original].kind, &network.defs[def].kind)
                    && a.len() == b.len()
                {
                    for (&(way, d), &(other_way, e)) in a.iter().zip(b) {
                        pair.ways.push((way, other_way));
                        if d != e {
                            pair.reads.push((d, e));
                        }
                    }
                }
            } else if let Effect::Assign(assignments) = &both.mutant.frames.nodes[node].effect {
                let read = assignments.iter().filter(|a| a.0 == info.var).map(|a| a.1);
                pair.reads = different_reads(
                    terms,
                    network,
                    both,
                    (other, node),
                    Network::before,
                    &read.collect::<Vec<_>>(),
                );
            }
            self.by_defs.insert((original, def), self.defs.len());
            self.defs.push(pair);
        }
    }

    fn add_branch(&mut self, terms: &Terms, network: &Network, both: Both<'_>, other: NodeId, node: NodeId) {
        let (o, m) = (&both.original.frames.nodes[other].outgoing, &both.mutant.frames.nodes[node].outgoing);
        if o.len() != m.len() || o.len() < 2 {
            return;
        }
        let (original, mutant) = both.codes;
        let ways: SmallVec<[(StatusId, StatusId); 2]> =
            o.iter().zip(m).filter_map(|(&a, &b)| Some((original.edges[a]?, mutant.edges[b]?))).collect();
        let (Some(first), Some(second)) = (original.conditions[o[0]], mutant.conditions[m[0]]) else {
            return;
        };
        let (Some(a), Some(b)) = (original.nodes[other], mutant.nodes[node]) else { return };
        if ways.len() != o.len() || ways.iter().all(|w| w.0 == w.1) {
            return;
        }
        let conditions: Vec<TermId> = m.iter().map(|&e| both.mutant.frames.edges[e].condition).collect();
        let reads = different_reads(terms, network, both, (other, node), Network::behind, &conditions);
        self.branches.push(BranchPair { nodes: (a, b), conditions: (first, second), ways, reads });
    }

    fn add_outputs(&mut self, terms: &mut Terms, network: &mut Network, both: Both<'_>) {
        let (o, m) = (&both.original.frames, &both.mutant.frames);
        for (a, b) in [(o.returns, m.returns), (o.throws, m.throws), (o.cut, m.cut)] {
            let own = a.and_then(|n| both.codes.0.nodes[n]);
            let others = b.and_then(|n| both.codes.1.nodes[n]);
            let (Some(x), Some(y)) = (own, others) else {
                self.own_exits.extend(own.into_iter().chain(others));
                continue;
            };
            let (Some(a), Some(b)) = (a, b) else { continue };
            let mut vars = Vec::new();
            for var in network.variables().to_vec() {
                if !both.original.is_relevant(terms, a, var) && !both.mutant.is_relevant(terms, b, var) {
                    continue;
                }
                let defined = (network.before(both.codes.0, a, var), network.before(both.codes.1, b, var));
                // What a version does not define is what it was when the unit began.
                let (d, e) = match defined {
                    (None, None) => continue,
                    (Some(d), Some(e)) => (d, e),
                    (Some(d), None) => (d, network.entry(terms, var)),
                    (None, Some(e)) => (network.entry(terms, var), e),
                };
                if d != e {
                    vars.push((d, e));
                }
            }
            self.outputs.push(Output { exit: (x, y), vars });
        }
    }

    /// Whether two definitions hold different values.
    pub fn differ(&self, terms: &Terms, network: &Network, state: &State, o: DefId, m: DefId) -> Differ {
        self.differ_within(terms, network, state, o, m, 0)
    }

    fn differ_within(
        &self,
        terms: &Terms,
        network: &Network,
        state: &State,
        o: DefId,
        m: DefId,
        depth: u32,
    ) -> Differ {
        if o == m {
            return Differ::No;
        }
        if let Sort::Value(_) = terms.info(network.defs[o].symbol).sort {
            return match (state.value(o), state.value(m)) {
                (a, b) if a.meet(b).is_none() => Differ::Yes,
                (a, b) if a == b && a.known().is_some() => Differ::No,
                _ => Differ::Maybe,
            };
        }
        // Maps and texts: by how they were made.
        let (o, m) = (through_joins(network, state, o), through_joins(network, state, m));
        if o == m {
            return Differ::No;
        }
        let Some(&pair) = self.by_defs.get(&(o, m)) else { return Differ::Yes };
        if depth > 400 {
            return Differ::Maybe;
        }
        let pair = &self.defs[pair];
        let mut most = if pair.ways.is_empty() { Differ::No } else { Differ::Maybe };
        for &(a, b) in &pair.reads {
            most = most.max(self.differ_within(terms, network, state, a, b, depth + 1));
            if most == Differ::Yes {
                return most;
            }
        }
        if !pair.is_same_code || pair.reads.is_empty() && pair.ways.is_empty() {
            // The code itself differs.
            return Differ::Yes;
        }
        most
    }

    /// Whether the outcome differs.
    pub fn at_output(&self, terms: &Terms, network: &Network, state: &State) -> Differ {
        let mut most = Differ::No;
        for &exit in &self.own_exits {
            most = most.max(match state.exs(exit) {
                Exs::Executed => Differ::Yes,
                Exs::Unknown => Differ::Maybe,
                Exs::NotExecuted => Differ::No,
            });
        }
        for output in &self.outputs {
            let (o, m) = (state.exs(output.exit.0), state.exs(output.exit.1));
            match (o, m) {
                (Exs::Executed, Exs::NotExecuted) | (Exs::NotExecuted, Exs::Executed) => return Differ::Yes,
                (Exs::NotExecuted, Exs::NotExecuted) => {}
                _ => {
                    if output.exit.0 != output.exit.1 && (o == Exs::Unknown || m == Exs::Unknown) {
                        most = most.max(Differ::Maybe);
                    }
                    let is_certain = o == Exs::Executed && m == Exs::Executed;
                    for &(d, e) in &output.vars {
                        let differ = self.differ(terms, network, state, d, e);
                        most = most.max(if is_certain { differ } else { differ.min(Differ::Maybe) });
                    }
                }
            }
        }
        most
    }

    /// That some output differs, over the symbols of definitions and statuses. Of what is no value (the heap, text
    /// written) nothing is asked.
    pub fn observed(&self, terms: &mut Terms, network: &Network, symbols: &mut StatusSymbols) -> TermId {
        let mut any: Vec<TermId> = self.own_exits.iter().map(|&exit| symbols.term(terms, exit)).collect();
        for output in &self.outputs {
            let (o, m) = (symbols.term(terms, output.exit.0), symbols.term(terms, output.exit.1));
            let (not_o, not_m) = (terms.not(o), terms.not(m));
            any.push(terms.and(o, not_m));
            any.push(terms.and(not_o, m));
            let mut differs: Vec<TermId> = Vec::new();
            for &(d, e) in &output.vars {
                let (d, e) = (terms.var(network.defs[d].symbol), terms.var(network.defs[e].symbol));
                let is_value = matches!(terms.sort(d), Sort::Value(_));
                let same = if is_value { terms.same_value(d, e) } else { terms.boolean(false) };
                differs.push(terms.not(same));
            }
            let differs = terms.any(differs);
            let both = terms.and(o, m);
            any.push(terms.and(both, differs));
        }
        terms.any(any)
    }

    /// Why no output differs, as a conflict without a rule of its own; `None`: it rests on more than values.
    pub fn blocked(&self, terms: &Terms, network: &Network, state: &State) -> Option<Conflict> {
        let mut cells: Vec<Cell> = self.own_exits.iter().map(|&exit| Cell::Status(exit)).collect();
        for output in &self.outputs {
            let (o, m) = output.exit;
            cells.extend([Cell::Status(o), Cell::Status(m)]);
            if state.exs(o) == Exs::NotExecuted && state.exs(m) == Exs::NotExecuted {
                continue;
            }
            for &(d, e) in &output.vars {
                if !matches!(terms.info(network.defs[d].symbol).sort, Sort::Value(_)) {
                    return None;
                }
                cells.extend([Cell::Value(d), Cell::Value(e)]);
            }
        }
        let antecedents = cells.into_iter().filter_map(|cell| state.last(cell)).collect();
        Some(Conflict { rule: None, antecedents })
    }

    fn reads_effect(
        &self,
        terms: &Terms,
        network: &Network,
        state: &State,
        reads: &[(DefId, DefId)],
    ) -> bool {
        reads.iter().any(|&(o, m)| self.differ(terms, network, state, o, m) == Differ::Yes)
    }

    /// Definitions that read an effect and through which it has not gone yet: their value is open, or whether they are
    /// executed. The closest to the outputs first, then in the order of the program. `potential`: then those too that
    /// only may read it, through a join (PME).
    pub fn frontier(&self, terms: &Terms, network: &Network, state: &State, potential: bool) -> Vec<usize> {
        let mut justified = Vec::new();
        let mut open = Vec::new();
        for (at, pair) in self.defs.iter().enumerate() {
            match self.reach(terms, network, state, pair) {
                Reach::Justified => justified.push(at),
                Reach::Potential => open.push(at),
                Reach::None => {}
            }
        }
        for sites in [&mut justified, &mut open] {
            // Of ways that fork, the first stands behind the others.
            sites.sort_by_key(|&at| (self.defs[at].distance, Reverse(at)));
        }
        if potential {
            justified.append(&mut open);
        }
        justified
    }

    fn reach(&self, terms: &Terms, network: &Network, state: &State, pair: &DefPair) -> Reach {
        let status = |def: DefId| state.exs(network.defs[def].status);
        let statuses = (status(pair.original), status(pair.mutant));
        let values = (state.value(pair.original).known(), state.value(pair.mutant).known());
        let is_value = matches!(terms.info(network.defs[pair.original].symbol).sort, Sort::Value(_));
        if !is_value || statuses.0 == Exs::NotExecuted || statuses.1 == Exs::NotExecuted {
            return Reach::None;
        }
        if let (Some(o), Some(m)) = values {
            // What it is made is known: that it is executed is left.
            let is_left = o != m
                && pair.ways.is_empty()
                && (statuses.0 == Exs::Unknown || statuses.1 == Exs::Unknown)
                && self.reads_effect(terms, network, state, &pair.reads);
            return if is_left { Reach::Justified } else { Reach::None };
        }
        let is_way = |&(o, m): &(StatusId, StatusId), wanted: [(Exs, Exs); 2]| {
            wanted.contains(&(state.exs(o), state.exs(m)))
        };
        let apart = [(Exs::Executed, Exs::NotExecuted), (Exs::NotExecuted, Exs::Executed)];
        if pair.ways.iter().any(|way| is_way(way, apart)) {
            return Reach::Justified;
        }
        let together = [(Exs::Executed, Exs::Executed); 2];
        let is_settled = pair.ways.is_empty() || pair.ways.iter().any(|way| is_way(way, together));
        match self.reads_effect(terms, network, state, &pair.reads) {
            true if is_settled => Reach::Justified,
            true => Reach::Potential,
            false => Reach::None,
        }
    }

    /// Decisions that read an effect and are open, the closest to the outputs first.
    pub fn open_branches(&self, terms: &Terms, network: &Network, state: &State) -> Vec<usize> {
        let is_open = |pair: &BranchPair| {
            state.exs(pair.nodes.0) != Exs::NotExecuted
                && state.exs(pair.nodes.1) != Exs::NotExecuted
                && pair.ways.iter().any(|w| state.exs(w.0) == Exs::Unknown || state.exs(w.1) == Exs::Unknown)
                && self.reads_effect(terms, network, state, &pair.reads)
        };
        let open = self.branches.iter().enumerate().rev().filter(|(_, pair)| is_open(pair));
        open.map(|(i, _)| i).collect()
    }
}

/// Nodes of the mutant on the longest way to an exit.
fn distances(both: Both<'_>) -> IndexVec<NodeId, u32> {
    let graph = &both.mutant.frames;
    let mut distances: IndexVec<NodeId, u32> = IndexVec::from_elem(0, graph.nodes.len());
    for &node in both.codes.1.order.iter().rev() {
        let behind = graph.successors(node).map(|next| distances[next] + 1).max();
        distances[node] = behind.unwrap_or(0);
    }
    distances
}

/// The definition that a map comes from, along the edges that are left.
fn through_joins(network: &Network, state: &State, mut def: DefId) -> DefId {
    while let DefKind::Join(ways) = &network.defs[def].kind {
        let mut live = ways.iter().filter(|w| state.exs(w.0) != Exs::NotExecuted);
        match (live.next(), live.next()) {
            (Some(&(_, only)), None) => def = only,
            _ => break,
        }
    }
    def
}

/// Whether two places make a variable by the same term, and of what that reads either both have a definition or neither.
fn is_same_assignment(
    terms: &Terms,
    network: &Network,
    both: Both<'_>,
    (other, node): (NodeId, NodeId),
    var: VarId,
) -> bool {
    let assigned = |version: &Version, node: NodeId| match &version.frames.nodes[node].effect {
        Effect::Assign(assignments) => assignments.iter().find(|a| a.0 == var).map(|a| a.1),
        Effect::None | Effect::Call(_) | Effect::Unsupported(_) => None,
    };
    let (Some(own), Some(term)) = (assigned(both.original, other), assigned(both.mutant, node)) else {
        return false;
    };
    let is_defined_alike = |&read: &VarId| {
        let defined = (network.before(both.codes.0, other, read), network.before(both.codes.1, node, read));
        defined.0.is_some() == defined.1.is_some()
    };
    own == term && terms.variables_of(&[term]).iter().all(is_defined_alike)
}

/// What two places read where they read different definitions; `of` gives a place's definition of a variable.
fn different_reads(
    terms: &Terms,
    network: &Network,
    both: Both<'_>,
    (other, node): (NodeId, NodeId),
    of: fn(&Network, &Code, NodeId, VarId) -> Option<DefId>,
    read: &[TermId],
) -> SmallVec<[(DefId, DefId); 2]> {
    let pair =
        |var: VarId| Some((of(network, both.codes.0, other, var)?, of(network, both.codes.1, node, var)?));
    terms.variables_of(read).into_iter().filter_map(pair).filter(|(o, m)| o != m).collect()
}
