//! The meta-mutant as a graph (Riener, Bloem, Fey: "Test Case Generation from Mutants using Model Checking Techniques", §IV-D): one
//! graph that is the original where a free fault number is 0, and each mutant where it is that mutant's.
//!
//! The graphs of a driver in its frames have the same keys in both versions for the same places. A mutant of the *same shape* (the same
//! places, which assign the same variables and lead to the same places) differs in terms alone: there the term becomes a choice by the fault
//! number, a balanced tree over the numbers, so that the graph grows by what the mutants change and by nothing else. One of another shape is
//! no part of the graph and is told as such.

use crate::cfg::graph::{Edge, Effect, Graph, NodeId};
use crate::jvm::operator::BinaryOperator;
use crate::jvm::value::PrimitiveType;
use crate::roa::align::Keys;
use crate::term::{TermId, Terms};

/// The number of a fault; 0 is the original.
pub type Fault = i32;

/// The graph, and the faults that are not in it.
pub struct Meta {
    pub graph: Graph,
    pub beside: Vec<Fault>,
}

/// Puts the mutants of the original's shape into its graph. The faults are in ascending order.
pub fn merged(terms: &mut Terms, fault: TermId, original: &Graph, mutants: &[(Fault, &Graph)]) -> Meta {
    let mut graph = original.clone();
    let (mut within, mut beside) = (Vec::new(), Vec::new());
    for &(number, mutant) in mutants {
        let keys = Keys::of(mutant);
        match places(original, mutant, &keys) {
            Some(places) => within.push((number, mutant, places)),
            None => beside.push(number),
        }
    }
    let mut choice = Choice { terms, fault };
    for node in original.nodes.ids() {
        let others: Vec<(Fault, &Graph, NodeId)> = within
            .iter()
            .map(|(number, mutant, places)| (*number, *mutant, places[node_index(node)]))
            .collect();
        choice.node(&mut graph, original, node, &others);
    }
    Meta { graph, beside }
}

fn node_index(node: NodeId) -> usize {
    crate::index::Id::index(node)
}

/// By node of the original the same place of the mutant, where both have the same shape.
fn places(original: &Graph, mutant: &Graph, keys: &Keys) -> Option<Vec<NodeId>> {
    if original.nodes.len() != mutant.nodes.len() {
        return None;
    }
    let places: Vec<NodeId> = original.nodes.iter().map(|node| keys.get(node.key)).collect::<Option<_>>()?;
    let same = |a: Option<NodeId>, b: Option<NodeId>| {
        a.map(|node| original.nodes[node].key) == b.map(|node| mutant.nodes[node].key)
    };
    let is_same_frame = same(Some(original.entry), Some(mutant.entry))
        && same(original.returns, mutant.returns)
        && same(original.throws, mutant.throws)
        && same(original.cut, mutant.cut);
    let all = original.nodes.ids().zip(&places);
    (is_same_frame && all.into_iter().all(|(node, &other)| is_same_shape(original, node, mutant, other)))
        .then_some(places)
}

fn is_same_shape(original: &Graph, node: NodeId, mutant: &Graph, other: NodeId) -> bool {
    let same_effect = match (&original.nodes[node].effect, &mutant.nodes[other].effect) {
        (Effect::None, Effect::None) => true,
        (Effect::Assign(a), Effect::Assign(b)) => {
            a.iter().map(|assigned| assigned.0).eq(b.iter().map(|assigned| assigned.0))
        }
        _ => false,
    };
    let ways = |graph: &Graph, node: NodeId| -> Vec<_> {
        graph.outgoing(node).map(|edge| (graph.nodes[edge.to].key, edge.kind)).collect()
    };
    same_effect && ways(original, node) == ways(mutant, other)
}

struct Choice<'t> {
    terms: &'t mut Terms,
    fault: TermId,
}

impl Choice<'_> {
    fn node(
        &mut self,
        graph: &mut Graph,
        original: &Graph,
        node: NodeId,
        others: &[(Fault, &Graph, NodeId)],
    ) {
        if let Effect::Assign(assignments) = &original.nodes[node].effect {
            let mut chosen = assignments.clone();
            for (at, assigned) in chosen.iter_mut().enumerate() {
                let of = |(_, mutant, place): &(Fault, &Graph, NodeId)| match &mutant.nodes[*place].effect {
                    Effect::Assign(own) => own.get(at).map(|own| own.1),
                    _ => None,
                };
                let terms = others.iter().filter_map(|other| Some((other.0, of(other)?)));
                assigned.1 = self.term(assigned.1, terms);
            }
            graph.nodes[node].effect = Effect::Assign(chosen);
        }
        let edges = original.nodes[node].outgoing.clone();
        let condition = |edge: &Edge| edge.condition;
        let mut conditions = Vec::with_capacity(edges.len());
        for (at, &edge) in edges.iter().enumerate() {
            let of =
                |(_, mutant, place): &(Fault, &Graph, NodeId)| mutant.outgoing(*place).nth(at).map(condition);
            let terms = others.iter().filter_map(|other| Some((other.0, of(other)?)));
            conditions.push(self.term(original.edges[edge].condition, terms));
        }
        // Where one way or the other is taken in all versions, so it is in the choice: a join behind both is then known to be reached.
        if let [first, second] = conditions[..] {
            let (own, other) = (original.edges[edges[0]].condition, original.edges[edges[1]].condition);
            if self.terms.not(own) == other {
                let opposite = self.terms.not(first);
                debug_assert!(second == opposite || !others.is_empty());
                conditions[1] = self.opposite(&conditions, others, opposite);
            }
        }
        for (&edge, condition) in edges.iter().zip(conditions) {
            graph.edges[edge].condition = condition;
        }
    }

    /// The second condition, as the opposite of the first where it is that in each mutant.
    fn opposite(
        &mut self,
        conditions: &[TermId],
        others: &[(Fault, &Graph, NodeId)],
        opposite: TermId,
    ) -> TermId {
        for (_, mutant, place) in others {
            let own: Vec<TermId> = mutant.outgoing(*place).map(|edge| edge.condition).collect();
            if let [a, b] = own[..]
                && self.terms.not(a) != b
            {
                return conditions[1];
            }
        }
        opposite
    }

    /// What a term is, by the fault.
    fn term(&mut self, original: TermId, mutants: impl Iterator<Item = (Fault, TermId)>) -> TermId {
        let different: Vec<(Fault, TermId)> = mutants.filter(|(_, term)| *term != original).collect();
        self.tree(original, &different)
    }

    fn tree(&mut self, original: TermId, different: &[(Fault, TermId)]) -> TermId {
        match different {
            [] => original,
            [(number, term)] => {
                let number = self.terms.int(*number);
                let is_it = self.terms.same_value(self.fault, number);
                self.terms.choose(is_it, *term, original)
            }
            _ => {
                let (low, high) = different.split_at(different.len() / 2);
                let from = self.terms.int(high[0].0);
                let is_low = self.terms.binary(BinaryOperator::Lt, PrimitiveType::Int, self.fault, from);
                let (low, high) = (self.tree(original, low), self.tree(original, high));
                self.terms.choose(is_low, low, high)
            }
        }
    }
}
