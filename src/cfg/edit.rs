//! Graphs made from graphs.

use crate::cfg::graph::{Graph, NodeId};
use crate::index::IndexVec;

/// The graph without the nodes that the entry does not reach; the others keep their order. Also which node of the
/// given graph each is.
pub fn reachable(graph: &Graph) -> (Graph, IndexVec<NodeId, NodeId>) {
    let mut seen = IndexVec::from_elem(false, graph.nodes.len());
    let mut pending = vec![graph.entry];
    seen[graph.entry] = true;
    while let Some(node) = pending.pop() {
        for next in graph.successors(node) {
            if !std::mem::replace(&mut seen[next], true) {
                pending.push(next);
            }
        }
    }
    let entry = &graph.nodes[graph.entry];
    let mut smaller = Graph::new(graph.method, entry.key);
    smaller.nodes[smaller.entry].effect = entry.effect.clone();
    smaller.nodes[smaller.entry].statement = entry.statement;
    let mut origin: IndexVec<NodeId, NodeId> = [graph.entry].into_iter().collect();
    let mut new = IndexVec::from_elem(smaller.entry, graph.nodes.len());
    for (id, node) in graph.nodes.iter_enumerated().filter(|&(id, _)| seen[id] && id != graph.entry) {
        new[id] = smaller.add(crate::cfg::graph::Node::new(node.key, node.statement, node.effect.clone()));
        origin.push(id);
    }
    for (id, _) in graph.nodes.iter_enumerated().filter(|&(id, _)| seen[id]) {
        for edge in graph.outgoing(id) {
            smaller.connect(new[edge.from], new[edge.to], edge.condition, edge.kind);
        }
    }
    let kept = |exit: Option<NodeId>| exit.filter(|&n| seen[n]).map(|n| new[n]);
    smaller.returns = kept(graph.returns);
    smaller.throws = kept(graph.throws);
    smaller.cut = kept(graph.cut);
    (smaller, origin)
}
