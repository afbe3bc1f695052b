//! Both versions of a method with their calls inlined. What belongs to the original is made once, for all mutants whose
//! calls may do what the original's may.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::analysis::effects::Effects;
use crate::budget::Budget;
use crate::cfg::cache::Callee;
use crate::cfg::graph::{Call, Effect, Graph, NodeId};
use crate::cfg::region::Region;
use crate::frames::inline::{self, InlineLimits};
use crate::roa::workbench::{Candidate, Workbench};
use crate::sema::typed_tree::Body;

/// The most frames above one another, whatever they are of, and the most nodes of a graph with its calls inlined.
const DEPTH: usize = 12;
const NODES: usize = 1_500;
/// What a node costs that is inlined, or unrolled and summarised.
pub(super) const EFFORT_OF_NODE: u64 = 300;

/// How calls back to a method on the stack are treated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Recursion {
    /// Each is one unknown function.
    Unknown,
    /// Followed as often as the bound says, then cut.
    Cut,
}

impl Recursion {
    /// How often a method may be on the stack.
    pub(super) const fn times(self, bound: u32) -> usize {
        match self {
            Self::Unknown => 1,
            Self::Cut => bound as usize + 1,
        }
    }
}

/// Both versions with their calls inlined.
pub(super) struct Inlined {
    pub original: Arc<Graph>,
    pub mutant: Graph,
    /// A method on the stack may be called again.
    pub is_recursive: bool,
}

impl Workbench<'_> {
    pub(super) fn inlined(
        &mut self,
        candidate: Candidate<'_>,
        effects: &Effects,
        recursion: Recursion,
        bound: u32,
        budget: &mut Budget,
    ) -> Inlined {
        let key = (recursion, bound);
        let known =
            self.kept.originals.inlined.get(&key).cloned().filter(|_| *effects == self.original.effects);
        let (original, original_is_recursive) = match known {
            Some(known) => known,
            None => {
                let times = recursion.times(bound);
                let (graph, is_recursive) =
                    self.inline_version(candidate.versions.original, None, recursion, times);
                self.charge(graph.nodes.len() as u64 * EFFORT_OF_NODE, budget);
                let made = (Arc::new(graph), is_recursive);
                if *effects == self.original.effects {
                    self.kept.originals.inlined.insert(key, made.clone());
                }
                made
            }
        };
        let times = recursion.times(bound + 1);
        let (mutant, is_recursive) =
            self.inline_version(candidate.versions.mutant, Some(candidate.body), recursion, times);
        self.charge(mutant.nodes.len() as u64 * EFFORT_OF_NODE, budget);
        Inlined { original, mutant, is_recursive: is_recursive || original_is_recursive }
    }

    /// A version with its calls inlined; also whether a method on the stack may be called again.
    pub(super) fn inline_version(
        &mut self,
        graph: &Graph,
        patched: Option<&Body>,
        recursion: Recursion,
        times: usize,
    ) -> (Graph, bool) {
        let limits = InlineLimits { depth: DEPTH, recursion: times, nodes: NODES };
        let graph = inline::inline(&mut self.terms, &mut self.lent.graphs, patched, graph, limits).graph;
        let graphs = &mut self.lent.graphs;
        let cut = inline::cut_recursion(&mut self.terms, graph.clone(), times, |terms, method| {
            matches!(graphs.any_call(terms, patched, method), Callee::Graph(_))
        });
        let is_recursive = cut.cut.is_some();
        (if recursion == Recursion::Cut { cut } else { graph }, is_recursive)
    }

    /// What a call may do in either version.
    pub(super) fn effects_of_both(&mut self, mutant: &Graph, body: &Body) -> Effects {
        let mut effects = Effects::of_callees(
            &mut self.terms,
            &mut self.lent.graphs,
            &self.original.own_effects,
            Some(body),
            mutant,
        );
        effects.join(&self.original.effects);
        effects
    }
    /// Whether some call of a region, or one that it leads to, rests on the classes that the program has.
    pub(super) fn rests_on_classes(&mut self, graph: &Graph, region: &Region) -> bool {
        let calls = |graph: &Graph, nodes: &[NodeId]| -> Vec<Call> {
            let call = |&n: &NodeId| match &graph.nodes[n].effect {
                Effect::Call(call) => Some((**call).clone()),
                _ => None,
            };
            nodes.iter().filter_map(call).collect()
        };
        let mut seen = BTreeSet::new();
        let mut pending = calls(graph, region.nodes());
        while let Some(call) = pending.pop() {
            if call.closed_world {
                return true;
            }
            for (method, _) in call.targets {
                if seen.insert(method)
                    && let Callee::Graph(callee) = self.lent.graphs.any_call(&mut self.terms, None, method)
                {
                    let nodes: Vec<NodeId> = callee.nodes.ids().collect();
                    pending.extend(calls(&callee, &nodes));
                }
            }
        }
        false
    }
}
