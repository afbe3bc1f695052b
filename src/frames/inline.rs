//! Calls replaced by the graphs of what they call (DESIGN §6), up to a depth, a number of frames of one method, and
//! a size. What is beyond stays a call, and its effects are those of [`crate::analysis::effects`].
//!
//! A call node becomes a decision over the methods that may run (one edge, where that is certain). Each method gets
//! a frame of its own: at its entry its parameters are assigned all at once, at its return the call's result, at
//! both exits whether it threw. Behind an exit lead those of the call's edges that its `threw` allows. The same call
//! in two versions gets the same frames, so that the keys agree.
//!
//! Where the receiver's class is none of those that the call knows, no edge leads on: the targets cover all classes
//! of a closed world.

use std::collections::VecDeque;

use smallvec::SmallVec;

use crate::cfg::cache::{Callee, Graphs};
use crate::cfg::edit;
use crate::cfg::graph::{Call, Edge, EdgeKind, Effect, Graph, Node, NodeId, NodeKey, Place};
use crate::index::{Id as _, IndexVec};
use crate::sema::program::MethodId;
use crate::sema::typed_tree::{Body, LocalOrigin};
use crate::term::substitute::{State, substitute};
use crate::term::variable::{FrameId, VarId, Variable};
use crate::term::{TermId, Terms};

#[derive(Clone, Copy, Debug)]
pub struct InlineLimits {
    /// The most frames above one another, without the first.
    pub depth: usize,
    /// How often one method may be among them; with 1 no recursion is followed.
    pub recursion: usize,
    /// The most nodes of the result.
    pub nodes: usize,
}

/// A graph with its calls inlined.
pub struct Followed {
    pub graph: Graph,
    /// Whether no further class may override what was called.
    pub rests_on_classes: bool,
}

/// The graph with its calls inlined, the outer ones first; in the version that `patched` makes of the program.
pub fn inline(
    terms: &mut Terms,
    graphs: &mut Graphs<'_>,
    patched: Option<&Body>,
    graph: &Graph,
    limits: InlineLimits,
) -> Followed {
    let mut inliner = Inliner { terms, graphs, patched, graph: graph.clone(), limits };
    let mut rests_on_classes = false;
    let mut pending: VecDeque<NodeId> = inliner.graph.nodes.ids().collect();
    while let Some(node) = pending.pop_front() {
        if let Effect::Call(call) = &inliner.graph.nodes[node].effect {
            let call = call.clone();
            rests_on_classes |= call.closed_world;
            let first = inliner.graph.nodes.len();
            inliner.expand(node, &call);
            pending.extend((first..inliner.graph.nodes.len()).map(NodeId::new));
        }
    }
    Followed { graph: edit::reachable(&inliner.graph).0, rests_on_classes }
}

/// The graph in which the calls that `is_followed` names, of methods that stand on the stack at least `recursion`
/// times already, lead to the cut: runs that come there pass the bound.
pub fn cut_recursion(
    terms: &mut Terms,
    mut graph: Graph,
    recursion: usize,
    mut is_followed: impl FnMut(&mut Terms, MethodId) -> bool,
) -> Graph {
    let mut cut = Vec::new();
    for (id, node) in graph.nodes.iter_enumerated() {
        let Effect::Call(call) = &node.effect else { continue };
        let mut stack = methods_on_stack(terms, &graph, node.key.frame);
        // A target that was kept as a call of its own stands in its own frame.
        if node.key.place == Place::Entry {
            stack.pop();
        }
        let passes = |method: MethodId| stack.iter().filter(|&&m| m == method).count() >= recursion;
        if call.targets.iter().any(|&(method, _)| passes(method) && is_followed(terms, method)) {
            cut.push(id);
        }
    }
    if cut.is_empty() {
        return graph;
    }
    let key = NodeKey { frame: Terms::root_frame(), place: Place::Cut, part: 0, copy: 0 };
    let end = graph.cut.unwrap_or_else(|| graph.add(Node::new(key, None, Effect::None)));
    graph.cut = Some(end);
    let always = terms.boolean(true);
    for node in cut {
        graph.nodes[node].effect = Effect::None;
        graph.nodes[node].outgoing.clear();
        graph.connect(node, end, always, EdgeKind::Cut);
    }
    edit::reachable(&graph).0
}

/// The methods whose frames are above one another, the method analysed first.
fn methods_on_stack(terms: &Terms, graph: &Graph, mut frame: FrameId) -> Vec<MethodId> {
    let mut stack = Vec::new();
    while let Some(info) = terms.frame_info(frame) {
        stack.push(info.method);
        frame = info.parent;
    }
    stack.push(graph.method);
    stack.reverse();
    stack
}

struct Inliner<'a, 'p> {
    terms: &'a mut Terms,
    graphs: &'a mut Graphs<'p>,
    patched: Option<&'a Body>,
    graph: Graph,
    limits: InlineLimits,
}

/// A call and what stood behind it.
struct Site<'a> {
    key: NodeKey,
    statement: Option<crate::syntax::tree::StmtId>,
    call: &'a Call,
    edges: Vec<Edge>,
}

impl Inliner<'_, '_> {
    fn expand(&mut self, node: NodeId, call: &Call) {
        let key = self.graph.nodes[node].key;
        let bodies: Vec<_> = call.targets.iter().map(|&(method, _)| self.body(key, method)).collect();
        if bodies.iter().all(Option::is_none) {
            return;
        }
        let edges = self.graph.outgoing(node).cloned().collect();
        let statement = self.graph.nodes[node].statement;
        let site = Site { key, statement, call, edges };
        self.graph.nodes[node].effect = Effect::None;
        self.graph.nodes[node].outgoing.clear();
        for (&(method, condition), body) in call.targets.iter().zip(bodies) {
            let entry = match body {
                Some((frame, body)) => self.insert(&site, frame, &body),
                None => self.keep_call(&site, method),
            };
            self.graph.connect(node, entry, condition, EdgeKind::Normal);
        }
    }

    /// What is put in the place of a call, if anything.
    fn body(&mut self, key: NodeKey, method: MethodId) -> Option<(FrameId, std::sync::Arc<Graph>)> {
        let chain = methods_on_stack(self.terms, &self.graph, key.frame);
        let again = chain.iter().filter(|&&m| m == method).count();
        if chain.len() > self.limits.depth || again >= self.limits.recursion {
            return None;
        }
        // A graph that has no room is not built.
        if self.graph.nodes.len() + self.graphs.size(method) > self.limits.nodes {
            return None;
        }
        let frame = self.graphs.frame_of_call(self.terms, key, method);
        match self.graphs.callee(self.terms, self.patched, method, frame) {
            Callee::Graph(body) if self.graph.nodes.len() + body.nodes.len() <= self.limits.nodes => {
                Some((frame, body))
            }
            _ => None,
        }
    }

    /// Copies a method's graph behind a call; its entry.
    fn insert(&mut self, site: &Site<'_>, frame: FrameId, body: &Graph) -> NodeId {
        let mut new: IndexVec<NodeId, NodeId> = IndexVec::new();
        for node in body.nodes.iter() {
            let copy = Node::new(node.key, node.statement, node.effect.clone());
            new.push(self.graph.add(copy));
        }
        for edge in body.edges.iter() {
            self.graph.connect(new[edge.from], new[edge.to], edge.condition, edge.kind);
        }
        if let Some(returns) = body.returns {
            let mut assigned = SmallVec::new();
            let result = self.terms.find_variable(Variable::Result(frame));
            if let (Some(target), Some(result)) = (site.call.result, result) {
                assigned.push((target, self.terms.var(result)));
            }
            self.leave(site, new[returns], assigned, false);
        }
        if let Some(throws) = body.throws {
            self.leave(site, new[throws], SmallVec::new(), true);
        }
        self.enter(site, frame, new[body.entry])
    }

    /// Assigns the parameters at the entry.
    fn enter(&mut self, site: &Site<'_>, frame: FrameId, entry: NodeId) -> NodeId {
        let mut assigned: SmallVec<[(VarId, TermId); 1]> = SmallVec::new();
        let this = self.terms.find_variable(Variable::This(frame));
        assigned.extend(this.zip(site.call.receiver));
        for (position, &argument) in site.call.arguments.iter().enumerate() {
            let parameter = Variable::Local(frame, LocalOrigin::Parameter(position as u32));
            assigned.extend(self.terms.find_variable(parameter).map(|var| (var, argument)));
        }
        if assigned.is_empty() {
            return entry;
        }
        if self.graph.nodes[entry].effect == Effect::None {
            self.graph.nodes[entry].effect = Effect::Assign(assigned);
            return entry;
        }
        let key = NodeKey { part: u32::MAX, ..self.graph.nodes[entry].key };
        let parameters = self.graph.add(Node::new(key, None, Effect::Assign(assigned)));
        let always = self.terms.boolean(true);
        self.graph.connect(parameters, entry, always, EdgeKind::Normal);
        parameters
    }

    /// Leads from an exit of the method on behind the call.
    fn leave(
        &mut self,
        site: &Site<'_>,
        exit: NodeId,
        mut assigned: SmallVec<[(VarId, TermId); 1]>,
        threw: bool,
    ) {
        let value = self.terms.boolean(threw);
        assigned.push((site.call.threw, value));
        self.graph.nodes[exit].effect = Effect::Assign(assigned);
        let state: State = [(site.call.threw, value)].into();
        for edge in &site.edges {
            let condition = substitute(self.terms, &state, edge.condition);
            if !self.terms.is_false(condition) {
                self.graph.connect(exit, edge.to, condition, edge.kind);
            }
        }
    }

    /// A target that is not followed, as a call of its own.
    fn keep_call(&mut self, site: &Site<'_>, method: MethodId) -> NodeId {
        let always = self.terms.boolean(true);
        let frame = self.graphs.frame_of_call(self.terms, site.key, method);
        let key = NodeKey { frame, place: Place::Entry, part: 0, copy: 0 };
        let call = Call { targets: [(method, always)].into_iter().collect(), ..site.call.clone() };
        let node = self.graph.add(Node::new(key, site.statement, Effect::Call(Box::new(call))));
        for edge in &site.edges {
            self.graph.connect(node, edge.to, edge.condition, edge.kind);
        }
        node
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::sketch::{Outcome, Sketch};
    use crate::cfg::verify::verify;

    #[test]
    fn an_inlined_graph_runs_as_the_calls_do() {
        let (mut ends, mut complete, mut partial) = (0, 0, 0);
        for seed in 0..600 {
            let mut sketch = Sketch::random(seed, 4 + seed as usize % 5);
            let mut graphs = Graphs::new(|terms, _, method, frame| {
                // Of one method nothing is known.
                match method.index() {
                    2 if seed % 3 == 0 => Callee::Unknown,
                    _ => Callee::Graph(Sketch::body(terms, seed, method, frame).into()),
                }
            });
            let terms = &mut sketch.terms;
            let bodies: Vec<Graph> = (0..3)
                .map(|method| {
                    let frame = terms.frame(crate::term::Frame {
                        parent: Terms::root_frame(),
                        site: 1 << 20,
                        method: MethodId::new(method),
                    });
                    Sketch::body(terms, seed, MethodId::new(method), frame)
                })
                .collect();
            let limits = InlineLimits { depth: 3, recursion: 1 + seed as usize % 2, nodes: 200 };
            let inlined = inline(terms, &mut graphs, None, &sketch.graph, limits).graph;
            let calls =
                |graph: &Graph| graph.nodes.iter().filter(|n| matches!(n.effect, Effect::Call(_))).count();
            if calls(&sketch.graph) == 0 {
                continue;
            }
            assert!(inlined.nodes.len() <= limits.nodes + 4, "{}", inlined.nodes.len());
            verify(&inlined, terms).unwrap_or_else(|e| panic!("{e}: {}", sketch.show()));
            if calls(&inlined) == 0 {
                complete += 1;
            } else {
                partial += 1;
            }
            let sketch = sketch.with_bodies(bodies);
            let mut random = sketch.random_source();
            let copy = sketch.with_graph(inlined);
            for _ in 0..20 {
                let state = sketch.random_state(&mut random);
                let outcome = sketch.run(sketch.graph.entry, state.clone());
                let other = copy.run(copy.graph.entry, state);
                if outcome == Outcome::OutOfFuel || other == Outcome::OutOfFuel {
                    continue;
                }
                assert_eq!(outcome, other, "seed {seed}: {}", copy.show());
                ends += usize::from(outcome != Outcome::Endless);
            }
        }
        assert!(ends > 1000 && complete > 30 && partial > 30, "{ends} {complete} {partial}");
    }
}
