//! What may carry a mutation effect (§3.3.3): pairs of definitions, one of each version at one place, pairs of decisions,
//! and the outputs. How far an effect has come is for [`super::d_frontier`].

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::cfg::graph::{Effect, NodeId};
use crate::dalg::network::{Code, DefId, DefKind, Mark, Network, StatusId};
use crate::dalg::question::StatusSymbols;
use crate::dalg::unit::Version;
use crate::index::IndexVec;
use crate::term::sort::Sort;
use crate::term::variable::VarId;
use crate::term::{TermId, TermKind, Terms};

/// Definitions of the original, and what stands in their place in the mutant.
type Pairs = SmallVec<[(DefId, DefId); 2]>;

/// Two definitions of one variable that are not one: at one place, or made by one term.
#[derive(Clone, Debug)]
pub struct DefPair {
    pub original: DefId,
    pub mutant: DefId,
    /// What the two read where they read different definitions.
    pub(super) reads: Pairs,
    /// They differ by what they read alone.
    pub(super) is_same_code: bool,
    /// Edges by which they may come, of a join.
    pub(super) ways: SmallVec<[(StatusId, StatusId); 2]>,
    /// Nodes on the longest way to an exit.
    pub(super) distance: u32,
}

/// A decision that is not one for both versions.
#[derive(Clone, Debug)]
pub struct BranchPair {
    pub nodes: (StatusId, StatusId),
    /// Of the first edge.
    pub conditions: (TermId, TermId),
    pub ways: SmallVec<[(StatusId, StatusId); 2]>,
    pub(super) reads: Pairs,
}

/// What the outcome is made of.
#[derive(Clone, Debug)]
pub struct Output {
    /// The statuses of one exit in both versions.
    pub(super) exit: (StatusId, StatusId),
    pub(super) vars: Vec<(DefId, DefId)>,
}

/// What may carry an effect, in the order of the places.
#[derive(Debug, Default)]
pub struct Effects {
    pub defs: Vec<DefPair>,
    pub branches: Vec<BranchPair>,
    pub(super) outputs: Vec<Output>,
    /// Exits that only one version has.
    pub(super) own_exits: Vec<StatusId>,
    pub(super) by_defs: FxHashMap<(DefId, DefId), usize>,
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
        terms: &mut Terms,
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
                if let (false, Some(reads)) = (is_same_code, leaves(terms, network, original, def)) {
                    (pair.is_same_code, pair.reads) = (true, reads);
                }
            }
            self.add_elsewhere(terms, network, &pair);
            self.add(pair);
        }
    }

    fn add(&mut self, pair: DefPair) {
        self.by_defs.insert((pair.original, pair.mutant), self.defs.len());
        self.defs.push(pair);
    }

    /// What a pair reads may be made at two places by one term: the mutated statement's own nodes are the mutant's.
    fn add_elsewhere(&mut self, terms: &mut Terms, network: &Network, reader: &DefPair) {
        for &(original, mutant) in &reader.reads {
            if !self.by_defs.contains_key(&(original, mutant))
                && let Some(reads) = leaves(terms, network, original, mutant)
            {
                let (ways, distance) = (SmallVec::new(), reader.distance + 1);
                let pair = DefPair { original, mutant, reads, is_same_code: true, ways, distance };
                self.add_elsewhere(terms, network, &pair);
                self.add(pair);
            }
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

/// Where two definitions are made by one term over different leaves: those that differ. What is a copy of a definition
/// stands for that.
fn leaves(terms: &mut Terms, network: &Network, original: DefId, mutant: DefId) -> Option<Pairs> {
    let (DefKind::Assign(o), DefKind::Assign(m)) = (&network.defs[original].kind, &network.defs[mutant].kind)
    else {
        return None;
    };
    let mut leaves = Pairs::new();
    let mut pending = vec![(*o, *m)];
    let mut seen: FxHashMap<TermId, TermId> = FxHashMap::default();
    while let Some((o, m)) = pending.pop() {
        match seen.insert(o, m) {
            Some(known) if known != m => return None,
            Some(_) => continue,
            None => {}
        }
        if let (TermKind::Var(a), TermKind::Var(b)) = (terms.kind(o), terms.kind(m)) {
            let pair = (source(terms, network, *a)?, source(terms, network, *b)?);
            if pair.0 != pair.1 && !leaves.contains(&pair) {
                leaves.push(pair);
            }
            continue;
        }
        let [own, mut other] = [o, m].map(|term| {
            let mut children: SmallVec<[TermId; 2]> = SmallVec::new();
            terms.each_child(term, |child| children.push(child));
            children
        });
        // Operands that may be exchanged stand in the order in which they were made.
        let is_source = |(&a, &b): (&TermId, &TermId)| match (terms.kind(a), terms.kind(b)) {
            (TermKind::Var(a), TermKind::Var(b)) => source(terms, network, *a) == source(terms, network, *b),
            _ => a == b,
        };
        if own.iter().zip(other.iter().rev()).any(is_source) {
            other.reverse();
        }
        let is_alike = |(&a, &b)| terms.sort(a) == terms.sort(b);
        if own.len() != other.len() || !own.iter().zip(&other).all(is_alike) {
            return None;
        }
        // The same operation is what makes the one of the other's parts.
        let in_place = |child| own.iter().position(|&own| own == child).map_or(child, |at| other[at]);
        if terms.rebuild(o, in_place) != m {
            return None;
        }
        pending.extend(own.into_iter().zip(other));
    }
    Some(leaves)
}

/// The definition whose value a symbol has, copies left out.
fn source(terms: &Terms, network: &Network, symbol: VarId) -> Option<DefId> {
    let mut def = network.def_of(symbol)?;
    while let DefKind::Assign(term) = network.defs[def].kind
        && let TermKind::Var(symbol) = terms.kind(term)
    {
        def = network.def_of(*symbol)?;
    }
    Some(def)
}

/// What two places read where they read different definitions; `of` gives a place's definition of a variable.
fn different_reads(
    terms: &Terms,
    network: &Network,
    both: Both<'_>,
    (other, node): (NodeId, NodeId),
    of: fn(&Network, &Code, NodeId, VarId) -> Option<DefId>,
    read: &[TermId],
) -> Pairs {
    let pair =
        |var: VarId| Some((of(network, both.codes.0, other, var)?, of(network, both.codes.1, node, var)?));
    terms.variables_of(read).into_iter().filter_map(pair).filter(|(o, m)| o != m).collect()
}
