//! Natural loops and their nesting, of a graph or of a part of it with one head.
//!
//! A back edge leads to a node that dominates its source; the loop of a head is what reaches one of its back edges
//! without passing the head. What javac accepts makes reducible graphs (Java has no `goto`), in which every cycle
//! holds a back edge; an edge that closes a cycle otherwise is listed in [`Loops::irreducible`], and whoever needs
//! the loops to be all cycles has to ask.

use crate::analysis::bits::BitSet;
use crate::analysis::flow::{DominatorTree, Flow};
use crate::cfg::graph::{EdgeId, Graph, NodeId};
use crate::define_id;
use crate::index::{Id as _, IndexVec};

define_id!(LoopId, "loop");

#[derive(Debug)]
pub struct Loop {
    pub head: NodeId,
    /// The head included, and inner loops.
    pub nodes: BitSet<NodeId>,
    pub back_edges: Vec<EdgeId>,
    /// The next loop around.
    pub parent: Option<LoopId>,
    /// 1 for a loop that no other one holds.
    pub depth: usize,
}

#[derive(Debug)]
pub struct Loops {
    /// Each loop behind those around it.
    pub loops: IndexVec<LoopId, Loop>,
    innermost: IndexVec<NodeId, Option<LoopId>>,
    /// Edges that close a cycle and are no back edges; in the order of their ids.
    pub irreducible: Vec<EdgeId>,
}

impl Loops {
    pub fn new(graph: &Graph) -> Self {
        Self::within(graph, graph.entry, |_| true)
    }

    /// Of the nodes that `head` reaches inside `region`; edges that leave it do not count, edges from inside to
    /// the head do.
    pub fn within(graph: &Graph, head: NodeId, region: impl Fn(NodeId) -> bool) -> Self {
        let inside: Vec<EdgeId> = (graph.edges.iter_enumerated())
            .filter(|(_, edge)| region(edge.from) && region(edge.to))
            .map(|(id, _)| id)
            .collect();
        let ends = |&id: &EdgeId| (graph.edges[id].from.index(), graph.edges[id].to.index());
        let flow = Flow::new(head.index(), graph.nodes.len(), inside.iter().map(ends));
        let order = flow.reverse_postorder();
        let tree = DominatorTree::new(&flow);
        let mut position = vec![usize::MAX; graph.nodes.len()];
        for (i, &vertex) in order.iter().enumerate() {
            position[vertex] = i;
        }
        let mut back_edges: Vec<(usize, EdgeId)> = Vec::new();
        let mut irreducible = Vec::new();
        for &id in &inside {
            let (from, to) = ends(&id);
            if position[from] == usize::MAX || position[to] > position[from] {
                continue;
            }
            if tree.dominates(to, from) {
                back_edges.push((position[to], id));
            } else {
                irreducible.push(id);
            }
        }
        // A head comes before the heads of the loops inside.
        back_edges.sort_unstable();
        let mut loops = Self {
            loops: IndexVec::new(),
            innermost: IndexVec::from_elem(None, graph.nodes.len()),
            irreducible,
        };
        for group in back_edges.chunk_by(|a, b| a.0 == b.0) {
            loops.add(graph, &flow, &position, group.iter().map(|&(_, id)| id).collect());
        }
        loops
    }

    fn add(&mut self, graph: &Graph, flow: &Flow, position: &[usize], back_edges: Vec<EdgeId>) {
        let head = graph.edges[back_edges[0]].to;
        let mut nodes = BitSet::from_iter([head]);
        let mut pending: Vec<NodeId> = back_edges.iter().map(|&edge| graph.edges[edge].from).collect();
        while let Some(node) = pending.pop() {
            if nodes.insert(node) {
                let before = flow.predecessors[node.index()].iter().filter(|&&p| position[p] != usize::MAX);
                pending.extend(before.map(|&p| NodeId::new(p)));
            }
        }
        let parent = self.innermost[head];
        let depth = parent.map_or(1, |p| self.loops[p].depth + 1);
        let id = self.loops.next_id();
        for node in nodes.iter() {
            self.innermost[node] = Some(id);
        }
        self.loops.push(Loop { head, nodes, back_edges, parent, depth });
    }

    /// The smallest loop that holds the node.
    pub fn innermost(&self, node: NodeId) -> Option<LoopId> {
        self.innermost[node]
    }

    /// The loops that hold the node, the smallest first.
    pub fn around(&self, node: NodeId) -> impl Iterator<Item = LoopId> + '_ {
        std::iter::successors(self.innermost(node), |&l| self.loops[l].parent)
    }

    /// Whether no cycle is there at all, natural or not.
    pub fn is_acyclic(&self) -> bool {
        self.loops.is_empty() && self.irreducible.is_empty()
    }
}

/// Whether a region has no cycle: computed, whatever stands around it. A region that an outer loop enters again
/// by an edge from outside is acyclic.
pub fn is_acyclic(graph: &Graph, head: NodeId, region: impl Fn(NodeId) -> bool) -> bool {
    Loops::within(graph, head, region).is_acyclic()
}
