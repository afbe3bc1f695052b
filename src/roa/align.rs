//! The projection of a region onto the mutant: ROA_M = f(ROA_O) (§2.3.3). It exists only if the two programs are the
//! same outside the region, (O − ROA_O) ≡ (M − ROA_M), which is checked here, node by node: nothing is taken from what
//! a mutation operator claims to have changed.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use crate::cfg::graph::{Edge, Effect, Graph, Node, NodeId, NodeKey};
use crate::cfg::region::Region;

/// The nodes of a graph by their keys.
#[derive(Debug)]
pub struct Keys(FxHashMap<NodeKey, NodeId>);

impl Keys {
    pub fn none() -> Self {
        Self(FxHashMap::default())
    }

    pub fn of(graph: &Graph) -> Self {
        Self(graph.nodes.iter_enumerated().map(|(id, node)| (node.key, id)).collect())
    }

    pub fn get(&self, key: NodeKey) -> Option<NodeId> {
        self.0.get(&key).copied()
    }
}

/// Two versions of a method, in one arena of terms.
#[derive(Clone, Copy, Debug)]
pub struct Versions<'g> {
    pub original: &'g Graph,
    pub mutant: &'g Graph,
    pub original_keys: &'g Keys,
    pub mutant_keys: &'g Keys,
}

/// What the mutant has in the place of a region.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Projection {
    /// A region of the mutant's graph.
    Region(Region),
    /// Nothing: where the original enters the region, the mutant goes on here.
    Empty(NodeKey),
}

impl Versions<'_> {
    /// The nodes of the original that the mutant lacks or has with other code or other edges, sorted. Edges that lead
    /// to another place count only where no missing node explains them.
    pub fn changed(&self) -> Vec<NodeId> {
        let mut changed = Vec::new();
        let mut redirected = Vec::new();
        for (id, node) in self.original.nodes.iter_enumerated() {
            let Some(other) = self.mutant_keys.get(node.key) else {
                changed.push(id);
                continue;
            };
            let other_node = &self.mutant.nodes[other];
            if !same_code(node, other_node, self) {
                changed.push(id);
            } else if !self.same_targets(id, other) {
                redirected.push(id);
            }
        }
        // Where a statement is gone or new, the node before it leads elsewhere, and has itself not changed.
        for &id in &redirected {
            let other = self.mutant_keys.get(self.original.nodes[id].key);
            let explained = other.is_some_and(|other| {
                self.original.outgoing(id).zip(self.mutant.outgoing(other)).all(|(o, m)| {
                    self.target_key(o) == self.mutant.nodes[m.to].key
                        || changed.contains(&o.to)
                        || self.original_keys.get(self.mutant.nodes[m.to].key).is_none()
                })
            });
            if !explained {
                changed.push(id);
            }
        }
        // Code that is only new stands before what the original goes on with.
        if changed.is_empty() {
            changed.extend(redirected.into_iter().flat_map(|id| self.behind_new_code(id)));
        }
        changed.sort_unstable();
        changed.dedup();
        changed
    }

    /// Where the original goes from a node, and the mutant elsewhere.
    fn behind_new_code(&self, id: NodeId) -> Vec<NodeId> {
        let Some(other) = self.mutant_keys.get(self.original.nodes[id].key) else { return vec![id] };
        let edges = self.original.outgoing(id).zip(self.mutant.outgoing(other));
        let differing = edges.filter(|(o, m)| self.target_key(o) != self.mutant.nodes[m.to].key);
        differing.map(|(o, _)| if self.original.is_exit(o.to) { id } else { o.to }).collect()
    }

    fn target_key(&self, edge: &Edge) -> NodeKey {
        self.original.nodes[edge.to].key
    }

    fn same_targets(&self, original: NodeId, mutant: NodeId) -> bool {
        let (o, m) = (self.original.successors(original), self.mutant.successors(mutant));
        o.map(|n| self.original.nodes[n].key).eq(m.map(|n| self.mutant.nodes[n].key))
    }

    /// What the mutant has in the place of `region`; `None` if the versions differ outside.
    pub fn project(&self, region: &Region) -> Option<Projection> {
        let entered = self.entered_at(region)?;
        let outside = |node: NodeId| {
            let original = self.original_keys.get(self.mutant.nodes[node].key);
            self.mutant.is_exit(node) || original.is_some_and(|n| !region.contains(n))
        };
        let mut inside = BTreeSet::new();
        let mut pending: Vec<NodeId> = Vec::new();
        if !outside(entered) {
            pending.push(entered);
        }
        while let Some(node) = pending.pop() {
            if inside.insert(node) {
                pending.extend(self.mutant.successors(node).filter(|&s| !outside(s)));
            }
        }
        // Nodes that only the mutant has must lie in its region.
        let known = |node: NodeId| outside(node) || inside.contains(&node);
        if !self.mutant.nodes.ids().all(known) {
            return None;
        }
        if inside.is_empty() {
            return Some(Projection::Empty(self.mutant.nodes[entered].key));
        }
        Region::new(self.mutant, entered, inside).map(Projection::Region)
    }

    /// Where the mutant goes when the original enters the region; checks that the versions agree outside.
    fn entered_at(&self, region: &Region) -> Option<NodeId> {
        let mut entered: Option<NodeId> = (region.head == self.original.entry).then_some(self.mutant.entry);
        for (id, node) in self.original.nodes.iter_enumerated() {
            if region.contains(id) || self.original.is_exit(id) {
                continue;
            }
            let other = self.mutant_keys.get(node.key)?;
            if !same_code(node, &self.mutant.nodes[other], self) {
                return None;
            }
            for (o, m) in self.original.outgoing(id).zip(self.mutant.outgoing(other)) {
                if region.contains(o.to) {
                    // Outside nodes enter at the head alone.
                    if *entered.get_or_insert(m.to) != m.to {
                        return None;
                    }
                } else if self.target_key(o) != self.mutant.nodes[m.to].key {
                    return None;
                }
            }
        }
        entered
    }
}

/// The same effect, and edges with the same conditions; their targets are not looked at.
fn same_code(original: &Node, mutant: &Node, versions: &Versions<'_>) -> bool {
    fn edge<'g>(
        graph: &'g Graph,
        node: &'g Node,
    ) -> impl Iterator<Item = (crate::term::TermId, crate::cfg::graph::EdgeKind)> + 'g {
        node.outgoing.iter().map(|&e| (graph.edges[e].condition, graph.edges[e].kind))
    }
    same_effect(&original.effect, &mutant.effect)
        && original.outgoing.len() == mutant.outgoing.len()
        && edge(versions.original, original).eq(edge(versions.mutant, mutant))
}

/// What is not followed is the same only as part of one program: by its place, which the keys say.
fn same_effect(original: &Effect, mutant: &Effect) -> bool {
    original == mutant
}
