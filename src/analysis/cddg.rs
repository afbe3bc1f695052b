//! The control and data dependence graph (dissertation §2.3.5.1), and what of a region's uses and definitions it says
//! to be controllable and observable (§2.3.5.2, Fig. 2.4).
//!
//! An edge leads from a node to one that depends on it: on a definition of it that reaches a use there, or on a decision of it.
//! The inputs PID are the definitions at the entry; the outputs POD are the uses at the exits, and the exits
//! themselves, since which one a run takes is seen. If the outcome of a run that ends depends on a
//! definition, a path leads from there to an output. Whether runs *end* is not in this graph: what may be left out of a proof is
//! decided by [`crate::analysis::relevance`].

use std::collections::BTreeSet;

use crate::analysis::bits::BitSet;
use crate::analysis::control_dependence::ControlDependence;
use crate::analysis::effects::Effects;
use crate::analysis::reaching_definitions::{DefId, DefinitionKind, ReachingDefinitions, UseId, UseKind};
use crate::cfg::graph::{EdgeId, Graph, NodeId};
use crate::index::IndexVec;
use crate::term::Terms;
use crate::term::variable::VarId;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Dependence {
    pub from: NodeId,
    pub to: NodeId,
    pub kind: DependenceKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum DependenceKind {
    /// A definition of this variable reaches a use.
    Data(VarId),
    /// Whether the node is executed depends on whether this edge is taken.
    Control(EdgeId),
}

#[derive(Debug)]
pub struct Cddg {
    pub reaching: ReachingDefinitions,
    pub control: ControlDependence,
    /// Sorted, each once.
    edges: Vec<Dependence>,
    successors: IndexVec<NodeId, Vec<NodeId>>,
    predecessors: IndexVec<NodeId, Vec<NodeId>>,
    /// The nodes from which a path leads to an output.
    observable: BitSet<NodeId>,
    /// The nodes to which a path leads from an input.
    controllable: BitSet<NodeId>,
}

impl Cddg {
    pub fn new(terms: &Terms, graph: &Graph, effects: &Effects) -> Self {
        let reaching = ReachingDefinitions::new(terms, graph, effects);
        let control = ControlDependence::new(graph);
        let mut edges = BTreeSet::new();
        for u in reaching.uses.iter() {
            for &d in &u.reaching {
                let definition = &reaching.definitions[d];
                // The decision of the node that wrote the variable is that node itself.
                if definition.node != u.node || u.kind == UseKind::Effect {
                    let kind = DependenceKind::Data(u.var);
                    edges.insert(Dependence { from: definition.node, to: u.node, kind });
                }
            }
        }
        for node in graph.nodes.ids() {
            for &edge in control.edges(node) {
                let kind = DependenceKind::Control(edge);
                edges.insert(Dependence { from: graph.edges[edge].from, to: node, kind });
            }
        }
        let mut cddg = Self {
            reaching,
            control,
            edges: edges.into_iter().collect(),
            successors: IndexVec::from_elem(Vec::new(), graph.nodes.len()),
            predecessors: IndexVec::from_elem(Vec::new(), graph.nodes.len()),
            observable: BitSet::new(),
            controllable: BitSet::new(),
        };
        for i in 0..cddg.edges.len() {
            let Dependence { from, to, .. } = cddg.edges[i];
            cddg.successors[from].push(to);
            cddg.predecessors[to].push(from);
        }
        cddg.observable = closure(&cddg.predecessors, graph.exits());
        cddg.controllable = closure(&cddg.successors, [graph.entry]);
        cddg
    }

    pub fn edges(&self) -> &[Dependence] {
        &self.edges
    }

    /// Whether the node can affect an output.
    pub fn is_observable(&self, node: NodeId) -> bool {
        self.observable.contains(node)
    }

    /// Whether an input can affect the node.
    pub fn is_controllable(&self, node: NodeId) -> bool {
        self.controllable.contains(node)
    }

    /// Whether an output depends on a definition: one of its uses is at a node that can affect an output.
    pub fn is_definition_observable(&self, definition: DefId) -> bool {
        self.reaching.chain(definition).iter().any(|&u| self.is_observable(self.reaching.uses[u].node))
    }

    /// The uses and definitions by which a region and the rest of the method meet.
    pub fn interface(&self, region: impl Fn(NodeId) -> bool) -> Interface {
        let mut interface = Interface::default();
        for (id, u) in self.reaching.uses.iter_enumerated().filter(|(_, u)| region(u.node)) {
            let outside = |&d: &DefId| {
                let d = &self.reaching.definitions[d];
                !region(d.node) || d.kind == DefinitionKind::Entry
            };
            let mut outer = u.reaching.iter().copied().filter(outside).peekable();
            if outer.peek().is_none() {
                continue;
            }
            interface.riu.push(id);
            let is_input = |d: DefId| {
                let d = &self.reaching.definitions[d];
                d.kind == DefinitionKind::Entry || self.is_controllable(d.node)
            };
            if outer.any(is_input) {
                interface.criu.push(id);
                interface.cris.insert(u.var);
            }
        }
        for (id, d) in self.reaching.definitions.iter_enumerated() {
            if d.kind == DefinitionKind::Entry || !region(d.node) {
                continue;
            }
            interface.rod.push(id);
            // Seen from outside the region: there, or in its next visit.
            if self.is_definition_observable(id) {
                interface.orod.push(id);
                interface.oros.insert(d.var);
            }
        }
        interface
    }
}

/// A region's inputs and outputs (§2.3.5.2 and .3).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Interface {
    /// Uses inside of what is defined outside.
    pub riu: Vec<UseId>,
    /// Those that an input of the program can affect.
    pub criu: Vec<UseId>,
    /// Definitions inside.
    pub rod: Vec<DefId>,
    /// Those that can affect an output of the program.
    pub orod: Vec<DefId>,
    /// The variables of `criu`, and of `orod`.
    pub cris: BTreeSet<VarId>,
    pub oros: BTreeSet<VarId>,
}

fn closure(next: &IndexVec<NodeId, Vec<NodeId>>, from: impl IntoIterator<Item = NodeId>) -> BitSet<NodeId> {
    let mut seen = BitSet::new();
    let mut pending: Vec<NodeId> = from.into_iter().collect();
    while let Some(node) = pending.pop() {
        if seen.insert(node) {
            pending.extend(&next[node]);
        }
    }
    seen
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::sketch::{Outcome, Sketch};

    /// A definition at the entry that no path joins to an output changes the outcome of no run that ends.
    #[test]
    fn an_input_without_a_path_to_an_output_changes_no_outcome() {
        let (mut changed, mut unobservable) = (0, 0);
        for seed in 0..3000 {
            let sketch = Sketch::random(seed, 4 + seed as usize % 8);
            let cddg = Cddg::new(&sketch.terms, &sketch.graph, &sketch.effects);
            let observable: BitSet<VarId> = cddg
                .reaching
                .definitions
                .iter_enumerated()
                .filter(|(_, definition)| definition.kind == DefinitionKind::Entry)
                .map(|(id, _)| id)
                .filter(|&d| cddg.is_definition_observable(d))
                .map(|d| cddg.reaching.definitions[d].var)
                .collect();
            let mut random = sketch.random_source();
            for _ in 0..4 {
                let first = sketch.random_state(&mut random);
                let other = sketch.random_state(&mut random);
                let outcome = sketch.run(sketch.graph.entry, first.clone());
                for var in sketch.terms.variables() {
                    let mut second = first.clone();
                    second[var] = other[var];
                    let second = sketch.run(sketch.graph.entry, second);
                    let ends = |o: &Outcome| matches!(o, Outcome::Exit(..));
                    if !ends(&outcome) || !ends(&second) {
                        continue;
                    }
                    if observable.contains(var) {
                        changed += usize::from(outcome != second);
                    } else {
                        unobservable += 1;
                        assert_eq!(outcome, second, "seed {seed}: {var} {}", sketch.show());
                    }
                }
            }
        }
        assert!(changed > 1000 && unobservable > 1000, "{changed} {unobservable}");
    }
}
