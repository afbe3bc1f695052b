//! Dominators and post-dominators (dissertation §2.3.1; DESIGN §7).
//!
//! The method's *end* joins all exits: it is the virtual vertex from which post-dominance is counted. A node
//! post-dominates another if it stands on every path *that reaches the end*: runs that do not end say nothing. So
//! a node from which no path reaches the end (an endless loop) has no post-dominators, not even itself.

use crate::analysis::flow::{DominatorTree, Flow};
use crate::cfg::graph::{EdgeKind, Graph, NodeId};
use crate::index::Id as _;

#[derive(Debug)]
pub struct Dominators {
    tree: DominatorTree,
}

impl Dominators {
    pub fn new(graph: &Graph) -> Self {
        let edges = graph.edges.iter().map(|edge| (edge.from.index(), edge.to.index()));
        let flow = Flow::new(graph.entry.index(), graph.nodes.len(), edges);
        Self { tree: DominatorTree::new(&flow) }
    }

    /// The closest strict dominator; `None` for the entry.
    pub fn immediate(&self, node: NodeId) -> Option<NodeId> {
        self.tree.immediate(node.index()).map(NodeId::new)
    }

    /// Whether `a` is on every path from the entry to `b`, `b` itself included.
    pub fn dominates(&self, a: NodeId, b: NodeId) -> bool {
        self.tree.dominates(a.index(), b.index())
    }

    /// The strict dominators, the closest first.
    pub fn chain(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.immediate(node), |&n| self.immediate(n))
    }
}

/// Which edges post-dominance counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paths {
    /// Every way to the end: for implication (DESIGN §8) and control dependence.
    All,
    /// Only the ways on which nothing throws: for regions, whose exits the exceptional edges are. A node that
    /// always throws has then no path to the end.
    Normal,
}

#[derive(Debug)]
pub struct PostDominators {
    tree: DominatorTree,
    end: usize,
}

impl PostDominators {
    /// The cut of an unrolled graph is not an end: that it is not reached is the assumption under which it is made.
    pub fn new(graph: &Graph, paths: Paths) -> Self {
        let end = graph.nodes.len();
        let edges =
            graph.edges.iter().filter(|edge| paths == Paths::All || edge.kind != EdgeKind::Exceptional);
        let back = edges.map(|edge| (edge.to.index(), edge.from.index()));
        let exits = [graph.returns, graph.throws].into_iter().flatten().map(|exit| (end, exit.index()));
        let flow = Flow::new(end, end + 1, exits.chain(back));
        Self { tree: DominatorTree::new(&flow), end }
    }

    /// Whether a path leads from the node to the end.
    #[cfg(test)]
    pub fn reaches_end(&self, node: NodeId) -> bool {
        self.tree.is_reached(node.index())
    }

    /// The closest strict post-dominator; `None` where that is the end, and where no path leads to it.
    pub fn immediate(&self, node: NodeId) -> Option<NodeId> {
        self.tree.immediate(node.index()).filter(|&vertex| vertex != self.end).map(NodeId::new)
    }

    /// Whether `a` is on every path from `b` to the end, `b` itself included.
    pub fn post_dominates(&self, a: NodeId, b: NodeId) -> bool {
        self.tree.dominates(a.index(), b.index())
    }

    /// The strict post-dominators, the closest first.
    pub fn chain(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.immediate(node), |&n| self.immediate(n))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::analysis::sketch::Sketch;

    /// What a walk from `start` reaches that never enters `without`.
    fn reach(graph: &Graph, start: NodeId, without: NodeId, paths: Paths) -> BTreeSet<NodeId> {
        let mut seen = BTreeSet::new();
        let mut pending = vec![start];
        while let Some(node) = pending.pop() {
            if node != without && seen.insert(node) {
                let edges = graph.outgoing(node);
                let kept = edges.filter(|e| paths == Paths::All || e.kind != EdgeKind::Exceptional);
                pending.extend(kept.map(|e| e.to));
            }
        }
        seen
    }

    #[test]
    fn dominators_are_the_nodes_without_which_the_entry_reaches_no_more() {
        for seed in 0..200 {
            let graph = Sketch::random(seed, 12).graph;
            let dominators = Dominators::new(&graph);
            for a in graph.nodes.ids() {
                let reached = reach(&graph, graph.entry, a, Paths::All);
                for b in graph.nodes.ids() {
                    assert_eq!(dominators.dominates(a, b), !reached.contains(&b), "seed {seed}: {a} {b}");
                }
                let strict: Vec<_> = dominators.chain(a).collect();
                assert_eq!(
                    strict.len() + 1,
                    graph.nodes.ids().filter(|&d| dominators.dominates(d, a)).count()
                );
            }
        }
    }

    #[test]
    fn post_dominators_are_the_nodes_without_which_no_exit_is_reached() {
        for seed in 0..200 {
            let graph = Sketch::random(seed, 12).graph;
            for paths in [Paths::All, Paths::Normal] {
                let post = PostDominators::new(&graph, paths);
                // No node is entered twice to be avoided: one that is not there avoids nothing.
                let nowhere = NodeId::new(graph.nodes.len());
                let ends =
                    |from, without| reach(&graph, from, without, paths).iter().any(|&n| graph.is_exit(n));
                for b in graph.nodes.ids() {
                    assert_eq!(post.reaches_end(b), ends(b, nowhere));
                    for a in graph.nodes.ids().filter(|_| post.reaches_end(b)) {
                        assert_eq!(post.post_dominates(a, b), !ends(b, a), "seed {seed}: {a} {b}");
                    }
                }
            }
        }
    }
}
