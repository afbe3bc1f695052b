//! Control dependence (dissertation §2.3.5): a node depends on an edge of a decision if it stands on every way to the
//! end behind that edge, and not on every way from the decision (Ferrante, Ottenstein and Warren).
//!
//! Where no way leads to the end (an endless loop, the cut of an unrolled graph), the last node of each such part
//! counts as an end, too; so every node has its dependences, and a decision to stay in such a part controls it.
//! Whether a run *ends* is none of them: [`crate::analysis::relevance`] is sensitive to that.

use crate::analysis::flow::{DominatorTree, Flow};
use crate::cfg::graph::{EdgeId, Graph, NodeId};
use crate::index::{Id as _, IndexVec};

#[derive(Debug)]
pub struct ControlDependence {
    /// Sorted.
    controlling: IndexVec<NodeId, Vec<EdgeId>>,
}

impl ControlDependence {
    pub fn new(graph: &Graph) -> Self {
        let end = graph.nodes.len();
        let back = Flow::new(end, end + 1, edges_to_end(graph).into_iter());
        let tree = DominatorTree::new(&back);
        let mut controlling = IndexVec::from_elem(Vec::new(), graph.nodes.len());
        for (id, edge) in graph.edges.iter_enumerated().filter(|(_, e)| graph.is_decision(e.from)) {
            let stop = tree.immediate(edge.from.index());
            let mut next = Some(edge.to.index());
            while let Some(vertex) = next
                && next != stop
                && vertex != end
            {
                controlling[NodeId::new(vertex)].push(id);
                next = tree.immediate(vertex);
            }
        }
        Self { controlling }
    }

    /// The edges on which it depends whether the node is executed.
    pub fn edges(&self, node: NodeId) -> &[EdgeId] {
        &self.controlling[node]
    }

    /// The decisions of [`Self::edges`], each once, sorted.
    pub fn decisions(&self, graph: &Graph, node: NodeId) -> Vec<NodeId> {
        let mut nodes: Vec<NodeId> = self.controlling[node].iter().map(|&e| graph.edges[e].from).collect();
        nodes.sort_unstable();
        nodes.dedup();
        nodes
    }
}

/// The edges backwards, those from the end included: every node is reached.
fn edges_to_end(graph: &Graph) -> Vec<(usize, usize)> {
    let end = graph.nodes.len();
    let mut edges: Vec<(usize, usize)> = graph.edges.iter().map(|e| (e.to.index(), e.from.index())).collect();
    let mut seen = vec![false; graph.nodes.len()];
    let mut pending: Vec<NodeId> = [graph.returns, graph.throws].into_iter().flatten().collect();
    edges.extend(pending.iter().map(|exit| (end, exit.index())));
    let forward = graph.edges.iter().map(|e| (e.from.index(), e.to.index()));
    let order = Flow::new(graph.entry.index(), graph.nodes.len(), forward).reverse_postorder();
    let mut last_first = order.iter().rev();
    loop {
        while let Some(node) = pending.pop() {
            if !std::mem::replace(&mut seen[node.index()], true) {
                pending.extend(graph.predecessors(node));
            }
        }
        match last_first.find(|&&vertex| !seen[vertex]) {
            Some(&vertex) => {
                edges.push((end, vertex));
                pending.push(NodeId::new(vertex));
            }
            None => return edges,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::analysis::dominators::{Paths, PostDominators};
    use crate::analysis::sketch::Sketch;

    /// Whether a walk from `from` comes to an exit and never enters `without`.
    fn ends_without(graph: &Graph, from: NodeId, without: NodeId) -> bool {
        let mut seen = BTreeSet::new();
        let mut pending = vec![from];
        while let Some(node) = pending.pop() {
            if node != without && seen.insert(node) {
                pending.extend(graph.successors(node));
            }
        }
        seen.iter().any(|&n| graph.is_exit(n))
    }

    #[test]
    fn a_node_depends_on_the_edges_that_lead_surely_to_it_from_where_it_is_not_sure() {
        let mut found = 0;
        for seed in 0..600 {
            let graph = Sketch::random(seed, 10).graph;
            let post = PostDominators::new(&graph, Paths::All);
            let dependence = ControlDependence::new(&graph);
            if !graph.nodes.ids().all(|n| post.reaches_end(n)) {
                continue;
            }
            for node in graph.nodes.ids() {
                let is_sure = |from| !ends_without(&graph, from, node);
                let naive: Vec<EdgeId> = graph
                    .edges
                    .iter_enumerated()
                    .filter(|(_, e)| graph.is_decision(e.from) && is_sure(e.to))
                    // A strict post-dominator of the decision is there anyhow; the decision itself is not.
                    .filter(|(_, e)| e.from == node || !is_sure(e.from))
                    .map(|(id, _)| id)
                    .collect();
                assert_eq!(dependence.edges(node), naive, "seed {seed}: {node}");
                found += naive.len();
            }
        }
        assert!(found > 1000, "{found}");
    }
}
