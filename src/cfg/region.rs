//! Regions: parts of a graph that are entered only at their head (DESIGN §6).

use crate::cfg::graph::{EdgeId, Graph, NodeId};
use crate::index::Id as _;

/// A set of nodes with one of them as its head. Invariants: every edge into the set from outside leads to the head, but in
/// [`Region::behind`]; every node is reachable from the head inside the set; no exit of the method is in it, since that is
/// where a region leads.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Region {
    pub head: NodeId,
    /// Sorted.
    nodes: Vec<NodeId>,
}

impl Region {
    /// The region of these nodes (but for exits) that lies behind `head`; `None` if it is entered elsewhere too, or
    /// lies elsewhere.
    pub fn new(graph: &Graph, head: NodeId, nodes: impl IntoIterator<Item = NodeId>) -> Option<Self> {
        let mut nodes: Vec<NodeId> = nodes.into_iter().filter(|&n| !graph.is_exit(n)).collect();
        nodes.sort_unstable();
        nodes.dedup();
        let region = Self { head, nodes };
        (region.contains(head) && region.is_entered_only_at_head(graph) && region.is_connected(graph))
            .then_some(region)
    }

    /// What a run passes that begins at `head`, as long as it stays inside. It may be entered elsewhere, too: it serves
    /// what is asked of runs from its head, and not what is asked of all that come there.
    pub fn behind(graph: &Graph, head: NodeId, is_inside: impl Fn(NodeId) -> bool) -> Self {
        let mut nodes = vec![head];
        let mut next = 0;
        while let Some(&node) = nodes.get(next) {
            next += 1;
            for successor in graph.successors(node) {
                if !graph.is_exit(successor) && is_inside(successor) && !nodes.contains(&successor) {
                    nodes.push(successor);
                }
            }
        }
        nodes.sort_unstable();
        Self { head, nodes }
    }

    /// The whole graph.
    pub fn whole(graph: &Graph) -> Self {
        Self { head: graph.entry, nodes: graph.nodes.ids().filter(|&n| !graph.is_exit(n)).collect() }
    }

    pub fn contains(&self, node: NodeId) -> bool {
        self.nodes.binary_search(&node).is_ok()
    }

    pub fn nodes(&self) -> &[NodeId] {
        &self.nodes
    }

    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The edges that leave, those back to the head among them.
    pub fn exit_edges<'a>(&'a self, graph: &'a Graph) -> impl Iterator<Item = EdgeId> + 'a {
        let edges = self.nodes.iter().flat_map(|&n| graph.nodes[n].outgoing.iter().copied());
        edges.filter(|&e| graph.edges[e].to == self.head || !self.contains(graph.edges[e].to))
    }

    fn is_entered_only_at_head(&self, graph: &Graph) -> bool {
        let others = self.nodes.iter().filter(|&&n| n != self.head);
        let enters = |&n: &NodeId| graph.predecessors(n).any(|p| !self.contains(p)) || n == graph.entry;
        !others.copied().any(|n| enters(&n))
    }

    fn is_connected(&self, graph: &Graph) -> bool {
        let mut seen = vec![self.head];
        let mut next = 0;
        let mut known = vec![false; self.nodes.len()];
        let position = |n: NodeId| self.nodes.binary_search(&n).ok();
        if let Some(head) = position(self.head) {
            known[head] = true;
        }
        while let Some(&node) = seen.get(next) {
            next += 1;
            for successor in graph.successors(node) {
                if let Some(at) = position(successor)
                    && !std::mem::replace(&mut known[at], true)
                {
                    seen.push(successor);
                }
            }
        }
        seen.len() == self.nodes.len()
    }

    /// The nodes in an order in which every edge but those to the head leads forward; `None` if some cycle does not
    /// lead through the head.
    pub fn topological_order(&self, graph: &Graph) -> Option<Vec<NodeId>> {
        let position = |n: NodeId| self.nodes.binary_search(&n).ok();
        let mut waiting = vec![0usize; self.nodes.len()];
        let inner = |node: NodeId| {
            graph.successors(node).filter(|&s| s != self.head).filter_map(position).collect::<Vec<_>>()
        };
        for &node in &self.nodes {
            inner(node).into_iter().for_each(|s| waiting[s] += 1);
        }
        let mut ready = vec![position(self.head)?];
        let mut order = Vec::with_capacity(self.nodes.len());
        while let Some(at) = ready.pop() {
            let node = self.nodes[at];
            order.push(node);
            for successor in inner(node) {
                waiting[successor] -= 1;
                if waiting[successor] == 0 {
                    ready.push(successor);
                }
            }
        }
        debug_assert!(order.first().is_none_or(|&n| n.index() == self.head.index()));
        (order.len() == self.nodes.len()).then_some(order)
    }
}
