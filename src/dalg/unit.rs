//! The unit that is analysed: a driver with its calls inlined, in time frames, in two versions (DESIGN §8), and the
//! copies of the mutated region in it.
//!
//! The original is built once and shared by all mutants; of a mutant only what lies behind its region is added, for
//! each copy of the region in turn. A copy stands for *first infection there*: what both versions did before is the
//! same, and behind it the original runs its code and the mutant its own.

use std::collections::{BTreeMap, BTreeSet};

use crate::analysis::dominators::{Dominators, PostDominators};
use crate::analysis::relevance::Relevance;
use crate::cfg::graph::{EdgeId, Graph, NodeId};
use crate::cfg::region::Region;
use crate::dalg::network::build::Input;
use crate::index::IndexVec;
use crate::roa::align::{Keys, Versions};
use crate::roa::mroa::{Depth, Shape};
use crate::term::Terms;
use crate::term::variable::{FrameId, VarId};

/// One version of the unit.
#[derive(Debug)]
pub struct Version {
    /// With loops, without calls.
    pub whole: Graph,
    pub whole_keys: Keys,
    pub relevance: Relevance,
    /// In time frames.
    pub frames: Graph,
    /// Which node of the whole graph each is.
    pub origin: IndexVec<NodeId, Option<NodeId>>,
    pub keys: Keys,
    /// Of the frames.
    pub dominators: Dominators,
    pub post_dominators: PostDominators,
    /// Whether no further class may override what is called.
    pub rests_on_classes: bool,
}

impl Version {
    /// What its network is built from, from a node on.
    pub fn input<'a>(
        &'a self,
        start: NodeId,
        is_relevant: &'a dyn Fn(&Terms, NodeId, VarId) -> bool,
    ) -> Input<'a> {
        let (dominators, post_dominators) = (&self.dominators, &self.post_dominators);
        Input { graph: &self.frames, is_relevant, start, dominators, post_dominators }
    }

    /// Whether what a variable holds when a node of the frames begins can be observed.
    pub fn is_relevant(&self, terms: &Terms, node: NodeId, var: VarId) -> bool {
        match self.origin[node] {
            Some(origin) => self.relevance.is_relevant(terms, origin, var),
            None => true,
        }
    }
}

/// A region of analysis of a mutant, in the graphs with loops.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MutatedRegion {
    pub depth: Depth,
    pub head: NodeId,
    original: BTreeSet<NodeId>,
}

/// Where a region stands once in the frames of both versions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegionCopy {
    pub original: Region,
    /// Where the mutant goes when the original enters the region.
    pub entered: NodeId,
    /// `None`: the mutant has nothing there.
    pub mutant: Option<Region>,
}

/// The regions that hold all that changed, one for each place at which the mutated method is inlined: the minimal ones,
/// expanded so often, but never up to the whole unit.
pub fn mutated_regions(original: &Version, mutant: &Version, expanded: u32) -> Vec<MutatedRegion> {
    let versions = Versions {
        original: &original.whole,
        mutant: &mutant.whole,
        original_keys: &original.whole_keys,
        mutant_keys: &mutant.whole_keys,
    };
    let mut changed: BTreeMap<FrameId, Vec<NodeId>> = BTreeMap::new();
    for node in versions.changed() {
        changed.entry(original.whole.nodes[node].key.frame).or_default().push(node);
    }
    let shape = Shape::of(&original.whole);
    let least = |nodes: Vec<NodeId>| {
        // Where new code stands on one way into a region, the mutant enters it in two places: a larger one holds both.
        let mut regions =
            shape.regions(&nodes).filter(|(_, region)| is_entered_alike(original, mutant, region));
        let (depth, region) = regions.nth(expanded as usize)?;
        if expanded > 0 && depth == Depth::Global {
            return None;
        }
        let original = region.nodes().iter().copied().collect();
        Some(MutatedRegion { depth, head: region.head, original })
    };
    changed.into_values().filter_map(least).collect()
}

/// Whether the mutant goes to one and the same place wherever the original enters a region.
fn is_entered_alike(original: &Version, mutant: &Version, region: &Region) -> bool {
    let (o, m) = (&original.whole, &mutant.whole);
    let along = |edge: &EdgeId| {
        let from = o.edges[*edge].from;
        let other = mutant.whole_keys.get(o.nodes[from].key)?;
        let (outgoing, others) = (&o.nodes[from].outgoing, &m.nodes[other].outgoing);
        let position = outgoing.iter().position(|e| e == edge)?;
        (others.len() == outgoing.len()).then(|| m.edges[others[position]].to)
    };
    let from_outside = |edge: &&EdgeId| !region.contains(o.edges[**edge].from);
    let mut places = o.nodes[region.head].incoming.iter().filter(from_outside).filter_map(along);
    let first = places.next();
    places.all(|place| Some(place) == first)
}

/// The copies of a region in the frames, the first frames first.
pub fn copies(original: &Version, mutant: &Version, region: &MutatedRegion) -> Vec<RegionCopy> {
    let order = Region::whole(&original.frames).topological_order(&original.frames).unwrap_or_default();
    let heads = order.into_iter().filter(|&n| original.origin[n] == Some(region.head));
    heads.filter_map(|head| copy(original, mutant, region, head)).collect()
}

fn copy(original: &Version, mutant: &Version, region: &MutatedRegion, head: NodeId) -> Option<RegionCopy> {
    let inside = |node: NodeId| {
        node == head
            || original.origin[node].is_some_and(|o| o != region.head && region.original.contains(&o))
    };
    let nodes = reach(&original.frames, head, inside);
    let own = Region::new(&original.frames, head, nodes)?;
    let entered = entered(original, mutant, head, &own)?;
    // A node that both versions have and that the region does not hold is outside.
    let is_new = |node: NodeId| {
        let Some(origin) = mutant.origin[node] else { return false };
        let key = mutant.whole.nodes[origin].key;
        match original.whole_keys.get(key) {
            Some(other) => region.original.contains(&other) && (node == entered || other != region.head),
            None => true,
        }
    };
    let other = if is_new(entered) && !mutant.frames.is_exit(entered) {
        let nodes = reach(&mutant.frames, entered, |n| is_new(n) && !mutant.frames.is_exit(n));
        Some(Region::new(&mutant.frames, entered, nodes)?)
    } else {
        None
    };
    Some(RegionCopy { original: own, entered, mutant: other })
}

/// Where the mutant goes when the original enters a region: along the same edge of the same node before it.
fn entered(original: &Version, mutant: &Version, head: NodeId, region: &Region) -> Option<NodeId> {
    if head == original.frames.entry {
        return Some(mutant.frames.entry);
    }
    let along = |&edge: &EdgeId| {
        let from = original.frames.edges[edge].from;
        let outgoing = &original.frames.nodes[from].outgoing;
        let position = outgoing.iter().position(|&e| e == edge)?;
        let other = mutant.keys.get(original.frames.nodes[from].key)?;
        let others = &mutant.frames.nodes[other].outgoing;
        (others.len() == outgoing.len()).then(|| mutant.frames.edges[others[position]].to)
    };
    let before = original.frames.nodes[head].incoming.iter();
    let mut before = before.filter(|&&e| !region.contains(original.frames.edges[e].from));
    before.find_map(along).or_else(|| mutant.keys.get(original.frames.nodes[head].key))
}

fn reach(graph: &Graph, head: NodeId, inside: impl Fn(NodeId) -> bool) -> BTreeSet<NodeId> {
    let mut seen = BTreeSet::new();
    let mut pending = vec![head];
    while let Some(node) = pending.pop() {
        if seen.insert(node) {
            pending.extend(graph.successors(node).filter(|&s| s != head && inside(s)));
        }
    }
    // What another copy leads to as well (where an exception is raised) lies behind them all.
    let is_entered = |seen: &BTreeSet<NodeId>, node: NodeId| {
        node != head && graph.predecessors(node).any(|p| !seen.contains(&p))
    };
    let mut pending: Vec<NodeId> = seen.iter().copied().filter(|&n| is_entered(&seen, n)).collect();
    while let Some(node) = pending.pop() {
        if seen.remove(&node) {
            pending.extend(graph.successors(node).filter(|&s| seen.contains(&s) && s != head));
        }
    }
    seen
}
