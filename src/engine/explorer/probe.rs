//! Where a version of a method differs, in the frames of one driver, and what must hold there for the difference to begin.
//!
//! The frames of the original and of a version have the same keys for the same places (`crate::frames`). A *point* is a node of the original
//! at which the version has other code or leads elsewhere, and to which some run comes on code that both share: there an exploration of
//! the original has to look at the version. Behind it both run through their own parts until they come to code that they share again.
//! Over the variables at the point, the *condition* of
//! - a label is that the trap springs on the way;
//! - a mutant is that something differs behind it: the place where both go on, or a variable that can still affect what a test sees. It is
//!   the necessity condition of constraint-based testing and of weak mutation, asked of the state behind the change.
//!
//! A label in a loop, in an inlined method or in a copied `finally` has a point for each copy. A condition is a guide for a search and proves
//! nothing: what is found is run.

use std::collections::BTreeSet;

use rustc_hash::FxHashSet;

use crate::analysis::effects::Effects;
use crate::analysis::relevance::Relevance;
use crate::cfg::graph::{Edge, Graph, NodeId, NodeKey};
use crate::cfg::region::Region;
use crate::roa::align::Keys;
use crate::roa::check::same_content;
use crate::symbolic::summary::{Exit, KeepAll, Summary, TermBudget, summarize};
use crate::term::substitute::{State, substitute};
use crate::term::variable::{VarId, Variable};
use crate::term::{TermId, Terms};

/// A condition that is larger is no help.
const TERMS: usize = 20_000;

/// See the module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Point {
    pub at: NodeId,
    /// Over the variables before the node.
    pub condition: TermId,
}

/// The original and a version of it, in the frames of one driver.
pub struct Pair<'g> {
    pub original: &'g Graph,
    pub version: &'g Graph,
    pub original_keys: &'g Keys,
    pub version_keys: Keys,
    /// The keys of nodes that are the same in both and lead to the same places.
    shared: FxHashSet<NodeKey>,
}

impl<'g> Pair<'g> {
    pub fn new(original: &'g Graph, original_keys: &'g Keys, version: &'g Graph) -> Self {
        let version_keys = Keys::of(version);
        let is_shared = |key: NodeKey| {
            let (own, other) = (original_keys.get(key)?, version_keys.get(key)?);
            let same = original.nodes[own].effect == version.nodes[other].effect
                && leads(original, own).eq(leads(version, other));
            same.then_some(key)
        };
        let shared = original.nodes.iter().filter_map(|node| is_shared(node.key)).collect();
        Self { original, version, original_keys, version_keys, shared }
    }

    /// Whether a node of the original is the same in the version.
    pub fn is_shared(&self, node: NodeId) -> bool {
        self.shared.contains(&self.original.nodes[node].key)
    }

    /// The same of a node of the version.
    pub fn is_shared_in_version(&self, node: NodeId) -> bool {
        self.shared.contains(&self.version.nodes[node].key)
    }

    /// The keys of the nodes that are the same in both.
    pub fn into_shared(self) -> FxHashSet<NodeKey> {
        self.shared
    }

    /// The nodes of the original, with those of the version, where some run comes from shared code to other code, in the order of nodes.
    pub fn points(&self) -> Vec<(NodeId, NodeId)> {
        let graph = self.original;
        let is_point = |&node: &NodeId| {
            !self.is_shared(node)
                && (node == graph.entry || graph.predecessors(node).any(|before| self.is_shared(before)))
        };
        let in_version = |node: NodeId| Some((node, self.version_keys.get(graph.nodes[node].key)?));
        graph.nodes.ids().filter(is_point).filter_map(in_version).collect()
    }

    /// What both do from a point on until they are in shared code again.
    fn regions(&self, terms: &mut Terms, (own, other): (NodeId, NodeId)) -> Option<(Summary, Summary)> {
        let region = Region::behind(self.original, own, |node| !self.is_shared(node));
        let mut summarized = |graph: &Graph, region: &Region| {
            let budget = TermBudget { terms: TERMS };
            summarize(terms, graph, region, &Effects::unknown(), &KeepAll, budget).ok()
        };
        let original = summarized(self.original, &region)?;
        let region = Region::behind(self.version, other, |node| !self.is_shared_in_version(node));
        Some((original, summarized(self.version, &region)?))
    }

    /// The points at which the version's trap may spring, each with when it does.
    pub fn traps(&self, terms: &mut Terms) -> Vec<Point> {
        let Some(trap) = terms.find_variable(Variable::Trap) else { return Vec::new() };
        let mut found = Vec::new();
        for point in self.points() {
            let Some((_, version)) = self.regions(terms, point) else { continue };
            let condition = springs(terms, trap, &version);
            if !terms.is_false(condition) {
                found.push(Point { at: point.0, condition });
            }
        }
        found
    }

    /// The points at which the version may begin to differ, each with when it does: in what may still show, or, without relevance, in anything.
    pub fn infections(&self, terms: &mut Terms, relevance: Option<&Relevance>) -> Vec<Point> {
        let mut found = Vec::new();
        for point in self.points() {
            let Some((original, version)) = self.regions(terms, point) else { continue };
            let condition = self.differs(terms, relevance, &original, &version);
            if !terms.is_false(condition) {
                found.push(Point { at: point.0, condition });
            }
        }
        found
    }

    fn differs(
        &self,
        terms: &mut Terms,
        relevance: Option<&Relevance>,
        original: &Summary,
        version: &Summary,
    ) -> TermId {
        let exits = original.exits.iter().chain(&version.exits);
        let targets: BTreeSet<(NodeKey, bool)> = exits.map(|exit| (exit.target, exit.is_cut)).collect();
        let never = terms.boolean(false);
        let mut all = Vec::new();
        for target in targets {
            let find = |summary: &Summary| -> Option<Exit> {
                summary.exits.iter().find(|exit| (exit.target, exit.is_cut) == target).cloned()
            };
            let (own, other) = (find(original), find(version));
            let guards = [&own, &other].map(|exit| exit.as_ref().map_or(never, |exit| exit.guard));
            let same = terms.same_value(guards[0], guards[1]);
            all.push(terms.not(same));
            if let (Some(own), Some(other)) = (own, other) {
                let place = self.original_keys.get(target.0);
                let matters = |terms: &Terms, var: VarId| {
                    let is_live = |relevance: &Relevance| {
                        place.is_none_or(|place| relevance.is_relevant(terms, place, var))
                    };
                    is_compared(terms.info(var).variable) && relevance.is_none_or(is_live)
                };
                let differs = states_differ(terms, &own.state, &other.state, matters);
                let both = terms.and(guards[0], guards[1]);
                all.push(terms.and(both, differs));
            }
        }
        terms.any(all)
    }
}

/// The edges of a node: their conditions and kinds, and the keys of where they lead.
fn leads(
    graph: &Graph,
    node: NodeId,
) -> impl Iterator<Item = (TermId, crate::cfg::graph::EdgeKind, NodeKey)> + '_ {
    graph.outgoing(node).map(|edge: &Edge| (edge.condition, edge.kind, graph.nodes[edge.to].key))
}

/// When the trap springs in a region that it has not sprung before.
fn springs(terms: &mut Terms, trap: VarId, version: &Summary) -> TermId {
    let never = terms.boolean(false);
    let before: State = [(trap, never)].into();
    let mut all = Vec::new();
    for exit in &version.exits {
        if let Some(&sprung) = exit.state.get(&trap) {
            let sprung = substitute(terms, &before, sprung);
            all.push(terms.and(exit.guard, sprung));
        }
    }
    terms.any(all)
}

/// Variables that a comparison of two states looks at: not those of one expression, nor the numbers that allocation gives out.
pub const fn is_compared(variable: Variable) -> bool {
    !matches!(
        variable,
        Variable::Temporary(..) | Variable::Allocated | Variable::Length | Variable::Class | Variable::Any(_)
    )
}

/// That some variable which matters holds another value in one state than in the other; of maps, at any object and index.
pub fn states_differ(
    terms: &mut Terms,
    left: &State,
    right: &State,
    matters: impl Fn(&Terms, VarId) -> bool,
) -> TermId {
    let differences = differences(terms, left, right, matters);
    terms.any(differences.into_iter().map(|(_, differs)| differs))
}

/// By variable that matters and may differ: that it does.
pub fn differences(
    terms: &mut Terms,
    left: &State,
    right: &State,
    matters: impl Fn(&Terms, VarId) -> bool,
) -> Vec<(VarId, TermId)> {
    let vars: BTreeSet<VarId> = left.keys().chain(right.keys()).copied().collect();
    let mut all = Vec::new();
    for var in vars.into_iter().filter(|&var| matters(terms, var)).collect::<Vec<_>>() {
        let unchanged = terms.var(var);
        let of = |state: &State| state.get(&var).copied().unwrap_or(unchanged);
        let (a, b) = (of(left), of(right));
        let same = same_content(terms, a, b);
        let differs = terms.not(same);
        if !terms.is_false(differs) {
            all.push((var, differs));
        }
    }
    all
}
