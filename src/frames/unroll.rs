//! Loops made acyclic: each node of a loop stands once for each time frame (DESIGN §8; the iterations are the time
//! frames of sequential ATPG).
//!
//! With `k` iterations, every back edge of a loop may be taken `k` times in a row before the loop is left (each
//! time that it is entered, for a loop in another one). Runs that would take it once more come to the *cut*, an exit
//! of its own, to which [`EdgeKind::Cut`] leads; so the graph says what the original does on all runs that stay
//! within the bound, and nothing of the others. Nodes from which nothing but the cut is reached are left out: a
//! loop `while (c) body` has `k` bodies and `k + 1` times its condition, the last of which may only leave.
//!
//! A copy's key has a number of its frames in [`NodeKey::copy`], the same in all graphs over the same terms
//! ([`Terms::time_frame`]), whatever the bound. The first frame of everything keeps its key. Where objects are told apart, what a
//! copy makes are its own ([`Terms::in_copy`]).
//!
//! All cycles have to be natural loops; javac's are. The size is bounded before anything is made.

use std::collections::BTreeMap;

use smallvec::SmallVec;

use crate::analysis::bits::BitSet;
use crate::analysis::loops::{LoopId, Loops};
use crate::cfg::edit;
use crate::cfg::graph::{EdgeId, EdgeKind, Effect, Graph, Node, NodeId, NodeKey, Place};
use crate::index::IndexVec;
use crate::term::{TermId, Terms, TimeFrame};

#[derive(Clone, Copy, Debug)]
pub struct UnrollLimits {
    /// How often each loop may go round.
    pub iterations: u32,
    /// The most nodes of the result.
    pub nodes: usize,
}

#[derive(Debug)]
pub struct Unrolled {
    pub graph: Graph,
    /// Which node of the given graph each node is; `None` for the cut.
    pub origin: IndexVec<NodeId, Option<NodeId>>,
    /// The region's head, in the new graph.
    pub head: NodeId,
    /// The region's nodes, in the new graph.
    pub region: BitSet<NodeId>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UnrollError {
    #[error("a loop with more than one entry")]
    Irreducible,
    #[error("the region is entered beside its head")]
    Entered,
    #[error("unrolled, it has more than {0} nodes")]
    TooLarge(usize),
}

/// All loops of a graph.
pub fn unroll(terms: &mut Terms, graph: &Graph, limits: UnrollLimits) -> Result<Unrolled, UnrollError> {
    unroll_region(terms, graph, graph.entry, &graph.nodes.ids().collect(), limits)
}

/// The loops inside a region of a graph, which is entered at its head alone. What is outside stays as it is, loops
/// around the region included; an edge from outside to the head enters the region anew.
pub fn unroll_region(
    terms: &mut Terms,
    graph: &Graph,
    head: NodeId,
    region: &BitSet<NodeId>,
    limits: UnrollLimits,
) -> Result<Unrolled, UnrollError> {
    let loops = Loops::within(graph, head, |node| region.contains(node));
    if !loops.irreducible.is_empty() {
        return Err(UnrollError::Irreducible);
    }
    let is_inside = |node| region.contains(node);
    let enters = |e: &crate::cfg::graph::Edge| is_inside(e.to) && !is_inside(e.from) && e.to != head;
    if graph.edges.iter().any(enters) || (is_inside(graph.entry) && head != graph.entry) {
        return Err(UnrollError::Entered);
    }
    let mut unrolling = Unrolling {
        graph,
        loops: &loops,
        region,
        limits,
        copies: Vec::new(),
        ids: BTreeMap::new(),
        leaves: Vec::new(),
    };
    unrolling.copy_all(head)?;
    let useful = unrolling.useful();
    Ok(unrolling.emit(terms, head, &useful))
}

/// In which frame of each loop around it a node stands, the outermost loop first.
type Frames = SmallVec<[u32; 4]>;

/// Where an edge of a copy leads.
#[derive(Clone, Copy)]
enum Target {
    Copy(usize),
    Outside(NodeId),
    Cut,
}

struct Unrolling<'a> {
    graph: &'a Graph,
    loops: &'a Loops,
    region: &'a BitSet<NodeId>,
    limits: UnrollLimits,
    copies: Vec<(NodeId, Frames)>,
    ids: BTreeMap<(NodeId, Frames), usize>,
    /// The edges of each copy, in the order of the original's.
    leaves: Vec<SmallVec<[(EdgeId, Target); 2]>>,
}

impl Unrolling<'_> {
    /// The loops around a node, the outermost first.
    fn around(&self, node: NodeId) -> SmallVec<[LoopId; 4]> {
        let mut around: SmallVec<[LoopId; 4]> = self.loops.around(node).collect();
        around.reverse();
        around
    }

    fn copy_all(&mut self, head: NodeId) -> Result<(), UnrollError> {
        let frames = self.around(head).iter().map(|_| 0).collect();
        self.copy(head, frames)?;
        let mut next = 0;
        while next < self.copies.len() {
            let (node, frames) = self.copies[next].clone();
            let mut leaves = SmallVec::new();
            for i in 0..self.graph.nodes[node].outgoing.len() {
                let edge = self.graph.nodes[node].outgoing[i];
                leaves.push((edge, self.target(edge, &frames)?));
            }
            self.leaves.push(leaves);
            next += 1;
        }
        Ok(())
    }

    fn copy(&mut self, node: NodeId, frames: Frames) -> Result<usize, UnrollError> {
        if let Some(&known) = self.ids.get(&(node, frames.clone())) {
            return Ok(known);
        }
        let id = self.copies.len();
        if id + self.graph.nodes.len() > self.limits.nodes {
            return Err(UnrollError::TooLarge(self.limits.nodes));
        }
        self.copies.push((node, frames.clone()));
        self.ids.insert((node, frames), id);
        Ok(id)
    }

    /// Where an edge leads that starts in these frames of the loops around its source.
    fn target(&mut self, edge: EdgeId, frames: &Frames) -> Result<Target, UnrollError> {
        let (from, to) = (self.graph.edges[edge].from, self.graph.edges[edge].to);
        if !self.region.contains(to) {
            return Ok(Target::Outside(to));
        }
        if self.graph.edges[edge].kind == EdgeKind::Cut {
            return Ok(Target::Cut);
        }
        let (left, entered) = (self.around(from), self.around(to));
        let common = left.iter().zip(&entered).take_while(|(a, b)| a == b).count();
        let mut new: Frames = frames[..common].iter().copied().collect();
        new.resize(entered.len(), 0);
        if let Some(&innermost) = entered.last()
            && self.loops.loops[innermost].head == to
            && common == entered.len()
        {
            // From inside the loop to its head.
            new[common - 1] += 1;
            if new[common - 1] > self.limits.iterations {
                return Ok(Target::Cut);
            }
        }
        Ok(Target::Copy(self.copy(to, new)?))
    }

    /// The copies from which something other than the cut is reached.
    fn useful(&self) -> Vec<bool> {
        let mut useful = vec![false; self.copies.len()];
        let mut before: Vec<Vec<usize>> = vec![Vec::new(); self.copies.len()];
        let mut pending = Vec::new();
        for (id, leaves) in self.leaves.iter().enumerate() {
            for &(_, target) in leaves {
                match target {
                    Target::Copy(to) => before[to].push(id),
                    Target::Outside(_) => pending.push(id),
                    Target::Cut => {}
                }
            }
            if leaves.is_empty() && self.graph.cut != Some(self.copies[id].0) {
                pending.push(id);
            }
        }
        while let Some(id) = pending.pop() {
            if !std::mem::replace(&mut useful[id], true) {
                pending.extend(&before[id]);
            }
        }
        useful
    }

    fn emit(&self, terms: &mut Terms, head: NodeId, useful: &[bool]) -> Unrolled {
        let graph = self.graph;
        let mut new = Graph::new(graph.method, graph.nodes[graph.entry].key);
        // The copy of the region's head is the first.
        let is_kept = |id: usize| id == 0 || useful[id];
        let mut outside: BTreeMap<NodeId, NodeId> = BTreeMap::new();
        let mut origin: IndexVec<NodeId, Option<NodeId>> = [Some(graph.entry)].into_iter().collect();
        let mut add = |new: &mut Graph, node: NodeId, frames: &Frames| {
            let old = &graph.nodes[node];
            let key = NodeKey { copy: self.number(terms, node, frames), ..old.key };
            let is_first = key.copy == old.key.copy;
            let effect = if is_first { old.effect.clone() } else { old.effect.in_copy(terms, key.copy) };
            if node == graph.entry {
                let entry = new.entry;
                new.nodes[entry] = Node::new(key, old.statement, effect);
                return entry;
            }
            origin.push(Some(node));
            new.add(Node::new(key, old.statement, effect))
        };
        for node in graph.nodes.ids().filter(|&n| !self.region.contains(n) && graph.cut != Some(n)) {
            let id = add(&mut new, node, &Frames::new());
            outside.insert(node, id);
        }
        let mut ids = vec![None; self.copies.len()];
        for (id, (node, frames)) in self.copies.iter().enumerate() {
            if is_kept(id) && graph.cut != Some(*node) {
                ids[id] = Some(add(&mut new, *node, frames));
            }
        }
        let new_head = ids[0].unwrap_or(new.entry);
        let mut region: BitSet<NodeId> = ids.iter().copied().flatten().collect();
        let new_outside =
            |node: NodeId| if node == head { Some(new_head) } else { outside.get(&node).copied() };
        for (&node, &id) in &outside {
            for edge in graph.outgoing(node) {
                self.connect(&mut new, id, new_outside(edge.to), edge.condition, edge.kind);
            }
        }
        for (id, leaves) in self.leaves.iter().enumerate() {
            let Some(from) = ids[id] else { continue };
            let copy = self.number(terms, self.copies[id].0, &self.copies[id].1);
            let is_first = copy == graph.nodes[self.copies[id].0].key.copy;
            for &(edge, target) in leaves {
                let to = match target {
                    Target::Copy(to) => ids[to],
                    Target::Outside(to) => new_outside(to),
                    Target::Cut => None,
                };
                let edge = &graph.edges[edge];
                let condition = if is_first { edge.condition } else { terms.in_copy(edge.condition, copy) };
                self.connect(&mut new, from, to, condition, edge.kind);
            }
        }
        let exit = |exit: Option<NodeId>| {
            let exit = exit?;
            let copied = || self.ids.get(&(exit, Frames::new())).and_then(|&id| ids[id]);
            outside.get(&exit).copied().or_else(copied)
        };
        new.returns = exit(graph.returns);
        new.throws = exit(graph.throws);
        let (new, kept) = edit::reachable(&new);
        let position: BTreeMap<NodeId, NodeId> = kept.iter_enumerated().map(|(at, &old)| (old, at)).collect();
        region = region.iter().filter_map(|node| position.get(&node).copied()).collect();
        // The cut was added behind all others.
        let origin = kept.iter().map(|&old| origin.get(old).copied().flatten()).collect();
        let head = position.get(&new_head).copied().unwrap_or(new.entry);
        Unrolled { graph: new, origin, head, region }
    }

    /// To the cut, where there is no target.
    fn connect(&self, new: &mut Graph, from: NodeId, to: Option<NodeId>, condition: TermId, kind: EdgeKind) {
        match to {
            Some(to) => new.connect(from, to, condition, kind),
            None => {
                let cut = match new.cut {
                    Some(cut) => cut,
                    None => {
                        let frame = Terms::root_frame();
                        let key = NodeKey { frame, place: Place::Cut, part: 0, copy: 0 };
                        let cut = new.add(Node::new(key, None, Effect::None));
                        new.cut = Some(cut);
                        cut
                    }
                };
                new.connect(from, cut, condition, EdgeKind::Cut)
            }
        };
    }

    /// The number of a copy. All copies of one place are in the same loops, so no two have the same number.
    fn number(&self, terms: &mut Terms, node: NodeId, frames: &Frames) -> u32 {
        let around = self.around(node);
        let mut number = self.graph.nodes[node].key.copy;
        for (depth, (&frame, &around)) in (1..).zip(frames.iter().zip(&around)) {
            let head = self.graph.nodes[self.loops.loops[around].head].statement;
            number = terms.time_frame(TimeFrame { inside: number, head, depth, frame });
        }
        number
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::sketch::{Outcome, Sketch, Step};
    use crate::cfg::verify::verify;

    const LIMITS: UnrollLimits = UnrollLimits { iterations: 2, nodes: 3000 };

    /// Whether a run takes the back edge of one of the loops more often in a row than it may.
    fn leaves_the_bound(loops: &Loops, steps: &[Step]) -> bool {
        let mut rounds = vec![0; loops.loops.len()];
        for pair in steps.windows(2) {
            let (from, to) = (pair[0].0, pair[1].0);
            for (id, l) in loops.loops.iter_enumerated() {
                let round = &mut rounds[crate::index::Id::index(id)];
                match (l.nodes.contains(from), l.head == to) {
                    (true, true) => *round += 1,
                    (false, true) => *round = 0,
                    _ => {}
                }
                if *round > LIMITS.iterations {
                    return true;
                }
            }
        }
        false
    }

    fn check(sketch: &Sketch, unrolled: Unrolled, loops: &Loops, region: &BitSet<NodeId>) -> usize {
        verify(&unrolled.graph, &sketch.terms).unwrap_or_else(|e| panic!("{e}: {}", sketch.show()));
        let acyclic = crate::analysis::loops::is_acyclic(&unrolled.graph, unrolled.head, |n| {
            unrolled.region.contains(n)
        });
        assert!(acyclic, "{}", sketch.show());
        assert!(region.contains(unrolled.origin[unrolled.head].unwrap()));
        let mut random = sketch.random_source();
        let mut ends = 0;
        let copy = sketch.with_graph(unrolled.graph);
        for _ in 0..20 {
            let state = sketch.random_state(&mut random);
            let (steps, outcome) = sketch.trace(sketch.graph.entry, state.clone());
            let (_, bounded) = copy.trace(copy.graph.entry, state);
            let is_cut = matches!(bounded, Outcome::Exit(Place::Cut, _));
            if leaves_the_bound(loops, &steps) {
                // Ways that lead to nothing but the cut are cut at once.
                assert!(is_cut, "{bounded:?} for {outcome:?}: {}", sketch.show());
            } else if is_cut {
                assert_eq!(outcome, Outcome::Endless, "{}", sketch.show());
            } else {
                assert_eq!(outcome, bounded, "{}", sketch.show());
                ends += 1;
            }
        }
        ends
    }

    #[test]
    fn an_unrolled_graph_runs_as_the_original_within_the_bound() {
        let (mut ends, mut regions, mut graphs) = (0, 0, 0);
        for seed in 0..1500 {
            let mut sketch = Sketch::random(seed, 4 + seed as usize % 7);
            let loops = Loops::new(&sketch.graph);
            let unrolled = unroll(&mut sketch.terms, &sketch.graph, LIMITS);
            if !loops.irreducible.is_empty() {
                assert_eq!(unrolled.err(), Some(UnrollError::Irreducible));
                continue;
            }
            if let Ok(unrolled) = unrolled {
                graphs += usize::from(!loops.is_acyclic());
                ends += check(&sketch, unrolled, &loops, &sketch.graph.nodes.ids().collect());
            }
            for l in loops.loops.iter() {
                let inner = Loops::within(&sketch.graph, l.head, |n| l.nodes.contains(n));
                let unrolled = unroll_region(&mut sketch.terms, &sketch.graph, l.head, &l.nodes, LIMITS);
                if let Ok(unrolled) = unrolled {
                    ends += check(&sketch, unrolled, &inner, &l.nodes);
                    regions += 1;
                }
            }
        }
        assert!(ends > 10_000 && regions > 300 && graphs > 300, "{ends} {regions} {graphs}");
    }

    #[test]
    fn what_would_be_too_large_is_refused() {
        let nested = (0..).map(|seed| Sketch::random(seed, 12)).find(|sketch| {
            let loops = Loops::new(&sketch.graph);
            loops.irreducible.is_empty() && loops.loops.iter().any(|l| l.depth > 1)
        });
        let limits = UnrollLimits { iterations: 1000, nodes: 2000 };
        let mut nested = nested.expect("seeds do not run out");
        let result = unroll(&mut nested.terms, &nested.graph, limits);
        assert_eq!(result.err(), Some(UnrollError::TooLarge(2000)));
    }
}
