//! A graph made acyclic as a whole (DESIGN §8): its calls inlined, its loops unrolled into time frames, and whatever
//! is not followed turned into the cut. So a run of the graph that comes to another exit is a run of the program, and
//! nothing is said of the others.
//!
//! Two versions over one `Terms` and one [`Graphs`] have the same keys where they are the same code.
//!
//! | looking for | file |
//! | --- | --- |
//! | calls replaced by graphs | `inline` |
//! | loops made acyclic | `unroll` |

pub mod inline;
pub mod unroll;

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::analysis::loops::Loops;
use crate::cfg::cache::{Callee, Graphs};
use crate::cfg::edit;
use crate::cfg::graph::{EdgeKind, Effect, Graph, Node, NodeId, NodeKey, Place};
use crate::frames::inline::{InlineLimits, inline};
use crate::frames::unroll::{UnrollError, UnrollLimits, unroll};
use crate::index::IndexVec;
use crate::sema::typed_tree::Body;
use crate::term::Terms;

/// How far runs are followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// How often each loop goes round, and how often one method may be among the frames above one another.
    pub iterations: u32,
    /// The most frames above one another.
    pub depth: usize,
    /// The most nodes.
    pub nodes: usize,
}

impl Bounds {
    pub const fn of_iterations(iterations: u32) -> Self {
        Self { iterations, depth: 12, nodes: 12_000 }
    }
}

/// An acyclic graph without calls.
#[derive(Clone, Debug)]
pub struct Frames {
    pub graph: Graph,
    /// Why some runs may come to the cut; empty if the graph has none. Whether any does is a question of values:
    /// where the summary of the graph has no exit to the cut, it says what happens in every run.
    pub cuts: BTreeSet<Cut>,
}

/// Why a run is not followed to its end.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, thiserror::Error)]
pub enum Cut {
    #[error("a loop goes round more often than {0} times")]
    Iterations(u32),
    #[error("calls are deeper than is looked at")]
    Depth,
    #[error("{0}")]
    Unsupported(Arc<str>),
}

impl Frames {
    /// The frames of a graph, in the version that `patched` makes of the program.
    pub fn new(
        terms: &mut Terms,
        graphs: &mut Graphs<'_>,
        patched: Option<&Body>,
        graph: &Graph,
        bounds: Bounds,
    ) -> Result<Self, UnrollError> {
        let limits = InlineLimits {
            depth: bounds.depth,
            recursion: bounds.iterations as usize + 1,
            nodes: bounds.nodes,
        };
        let inlined = inline(terms, graphs, patched, graph, limits).graph;
        let mut cuts = BTreeSet::new();
        let followed = cut_unfollowed(terms, graphs, patched, &inlined, &mut cuts);
        let limits = UnrollLimits { iterations: bounds.iterations, nodes: bounds.nodes };
        let graph = unroll(terms, &followed, limits)?.graph;
        if graph.cut.is_none() {
            // What is not followed is never reached.
            cuts.clear();
        } else if !Loops::new(&followed).is_acyclic() {
            cuts.insert(Cut::Iterations(bounds.iterations));
        }
        Ok(Self { graph, cuts })
    }
}

/// Leads what no analysis follows, and calls that were not inlined, to the cut.
fn cut_unfollowed(
    terms: &mut Terms,
    graphs: &mut Graphs<'_>,
    patched: Option<&Body>,
    graph: &Graph,
    cuts: &mut BTreeSet<Cut>,
) -> Graph {
    let mut unfollowed = Vec::new();
    for (id, node) in graph.nodes.iter_enumerated() {
        match &node.effect {
            Effect::Unsupported(code) => {
                cuts.insert(Cut::Unsupported(code.what.clone()));
                unfollowed.push(id);
            }
            Effect::Call(call) => {
                let mut is_known =
                    |method| matches!(graphs.any_call(terms, patched, method), Callee::Graph(_));
                let all_known = call.targets.iter().all(|&(method, _)| is_known(method));
                cuts.insert(if all_known {
                    Cut::Depth
                } else {
                    let what = || "a call of native code, or of a method outside the subset".into();
                    Cut::Unsupported(call.unread.clone().unwrap_or_else(what))
                });
                unfollowed.push(id);
            }
            Effect::None | Effect::Assign(_) => {}
        }
    }
    if unfollowed.is_empty() {
        return graph.clone();
    }
    redirected(terms, graph, unfollowed)
}

/// The graph with the cut behind some of its nodes, which do nothing.
fn redirected(terms: &mut Terms, graph: &Graph, nodes: Vec<NodeId>) -> Graph {
    let mut is_cut = IndexVec::from_elem(false, graph.nodes.len());
    nodes.into_iter().for_each(|node: NodeId| is_cut[node] = true);
    let mut new = Graph::new(graph.method, graph.nodes[graph.entry].key);
    for (id, node) in graph.nodes.iter_enumerated() {
        let effect = if is_cut[id] { Effect::None } else { node.effect.clone() };
        let copy = Node::new(node.key, node.statement, effect);
        if id == graph.entry {
            new.nodes[id] = copy;
        } else {
            new.add(copy);
        }
    }
    let key = NodeKey { frame: Terms::root_frame(), place: Place::Cut, part: 0, copy: 0 };
    let cut = graph.cut.unwrap_or_else(|| new.add(Node::new(key, None, Effect::None)));
    let always = terms.boolean(true);
    for id in graph.nodes.ids() {
        if is_cut[id] {
            new.connect(id, cut, always, EdgeKind::Cut);
            continue;
        }
        for edge in graph.outgoing(id) {
            new.connect(edge.from, edge.to, edge.condition, edge.kind);
        }
    }
    (new.returns, new.throws, new.cut) = (graph.returns, graph.throws, Some(cut));
    edit::reachable(&new).0
}
