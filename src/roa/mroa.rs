//! The minimal region of analysis of a mutant, and its expansion (§2.3.2, §2.5): `[s; s]` for a statement,
//! `[d; ipdom(d))` for a decision, then up to dominators and down to post-dominators in the same loops.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::analysis::dominators::{Dominators, Paths, PostDominators};
use crate::analysis::loops::Loops;
use crate::cfg::graph::{Graph, NodeId};
use crate::cfg::region::Region;

/// What regions of one graph are made from.
#[derive(Debug)]
pub struct Shape<'g> {
    pub graph: &'g Graph,
    structure: Arc<Structure>,
}

/// What says how a graph's nodes lie to each other; it serves all mutants.
#[derive(Debug)]
pub struct Structure {
    dominators: Dominators,
    /// Without exceptional edges, which are exits (DESIGN §7).
    post_dominators: PostDominators,
    loops: Loops,
}

impl Structure {
    pub fn of(graph: &Graph) -> Self {
        Self {
            dominators: Dominators::new(graph),
            post_dominators: PostDominators::new(graph, Paths::Normal),
            loops: Loops::new(graph),
        }
    }
}

impl std::ops::Deref for Shape<'_> {
    type Target = Structure;

    fn deref(&self) -> &Structure {
        &self.structure
    }
}

/// How a region came about: where it stands in the table of Table 2.1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Depth {
    /// The changed node alone.
    Node,
    /// mROA expanded so often.
    Expanded(u32),
    /// The whole method.
    Global,
    /// All that can call a private method, with it.
    Callers,
}

/// From a head up to a place that is not part of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Extent {
    head: NodeId,
    /// `None`: to the exits.
    stop: Option<NodeId>,
}

impl<'g> Shape<'g> {
    pub fn of(graph: &'g Graph) -> Self {
        Self::with(graph, Arc::new(Structure::of(graph)))
    }

    pub fn is_in_loop(&self, node: NodeId) -> bool {
        self.loops.innermost(node).is_some()
    }

    /// With the structure of this graph.
    pub const fn with(graph: &'g Graph, structure: Arc<Structure>) -> Self {
        Self { graph, structure }
    }

    /// All nodes of the statements to which some nodes belong, in their frames and copies: the statement's node of
    /// the dissertation.
    pub fn statements(&self, changed: &[NodeId]) -> Vec<NodeId> {
        let owner = |n: NodeId| {
            let node = &self.graph.nodes[n];
            node.statement.map(|s| (node.key.frame, node.key.copy, s))
        };
        let owners: BTreeSet<_> = changed.iter().filter_map(|&n| owner(n)).collect();
        let in_statement =
            |&n: &NodeId| owner(n).is_some_and(|o| owners.contains(&o)) || changed.contains(&n);
        self.graph.nodes.ids().filter(in_statement).collect()
    }

    /// The changed statement's own nodes. Where the versions have the same graph, any node will do.
    pub fn node_region(&self, changed: &[NodeId]) -> Option<Region> {
        if changed.is_empty() {
            return Region::new(self.graph, self.graph.entry, [self.graph.entry]);
        }
        let nodes = self.statements(changed);
        let head = self.common_dominator(&nodes)?;
        nodes.contains(&head).then(|| Region::new(self.graph, head, nodes))?
    }

    /// The regions around some changed nodes, from mROA on, each larger than the one before, up to the whole method.
    pub fn regions(&self, changed: &[NodeId]) -> impl Iterator<Item = (Depth, Region)> + '_ {
        self.regions_to(changed, u32::MAX)
    }

    /// Those of at most this depth, and the whole method.
    pub fn regions_to(
        &self,
        changed: &[NodeId],
        max_depth: u32,
    ) -> impl Iterator<Item = (Depth, Region)> + '_ {
        let nodes = self.statements(changed);
        let mut extent = self.least_extent(&nodes);
        let mut depth = 0;
        let mut last_size = 0;
        let mut whole = Some(Region::whole(self.graph));
        std::iter::from_fn(move || {
            let most = whole.as_ref()?.len();
            while let Some(current) = extent
                && depth <= max_depth
            {
                let region = self.region(current, &nodes);
                extent = self.expanded(current);
                let level = depth;
                depth += 1;
                match region {
                    Some(region) if region.len() > last_size && region.len() < most => {
                        last_size = region.len();
                        return Some((Depth::Expanded(level), region));
                    }
                    _ => {}
                }
            }
            whole.take().map(|region| (Depth::Global, region))
        })
    }

    /// Regions with a head of their own, each larger than the one before, from the closest post-dominator on down to the
    /// exits.
    pub fn regions_from(&self, head: NodeId) -> impl Iterator<Item = Region> + '_ {
        let stops = self.post_dominators.chain(head).map(Some).chain([None]);
        let mut last_size = 0;
        stops.filter_map(move |stop| {
            let region = self.region(Extent { head, stop }, &[head])?;
            let is_larger = region.len() > last_size;
            last_size = region.len();
            is_larger.then_some(region)
        })
    }

    /// What lies behind a place up to where a loop begins, and up to `stop`, and is entered at that place alone.
    pub fn segment(&self, head: NodeId, stop: Option<NodeId>) -> Option<Region> {
        let begins_loop = |node| self.loops.loops.iter().any(|inner| inner.head == node);
        self.behind(head, |node| Some(node) == stop || begins_loop(node))
    }

    fn common_dominator(&self, nodes: &[NodeId]) -> Option<NodeId> {
        let mut nodes = nodes.iter().copied();
        let first = nodes.next()?;
        nodes.try_fold(first, |a, b| {
            std::iter::once(a).chain(self.dominators.chain(a)).find(|&d| self.dominators.dominates(d, b))
        })
    }

    /// The closest node that post-dominates both; `None`: only the exits do.
    fn common_post_dominator(&self, a: NodeId, b: NodeId) -> Option<NodeId> {
        std::iter::once(a)
            .chain(self.post_dominators.chain(a))
            .find(|&d| self.post_dominators.post_dominates(d, b))
    }

    /// From the common dominator of the nodes to their common post-dominator.
    fn least_extent(&self, nodes: &[NodeId]) -> Option<Extent> {
        let head = self.common_dominator(nodes)?;
        let last = nodes.iter().copied().try_fold(head, |a, b| self.common_post_dominator(a, b));
        let stop = match last {
            // A statement that is no decision: what follows it.
            Some(last) if nodes.contains(&last) => self.post_dominators.immediate(last),
            stop => stop,
        };
        Some(Extent { head, stop })
    }

    /// One step up and one step down, each only within the loops that hold the region.
    fn expanded(&self, extent: Extent) -> Option<Extent> {
        let up = self.next_statement_up(extent.head);
        let head = up.filter(|&up| self.same_loops(up, extent.head)).unwrap_or(extent.head);
        let stop = match extent.stop {
            Some(stop) if self.same_loops(stop, extent.head) => self.next_statement_down(stop),
            stop => stop,
        };
        let expanded = Extent { head, stop };
        if expanded != extent {
            return Some(expanded);
        }
        // Out of the innermost loop, as a whole.
        let innermost = &self.loops.loops[self.loops.innermost(extent.head)?];
        let header = innermost.head;
        let head = if header == extent.head { self.dominators.immediate(header)? } else { header };
        let stop = match extent.stop {
            Some(stop) if !innermost.nodes.contains(stop) => Some(stop),
            _ => self.post_dominators.immediate(header).filter(|&s| !innermost.nodes.contains(s)),
        };
        let expanded = Extent { head, stop };
        (expanded != extent).then_some(expanded)
    }

    fn same_loops(&self, a: NodeId, b: NodeId) -> bool {
        self.loops.innermost(a) == self.loops.innermost(b)
    }

    /// The closest dominator that begins another statement.
    fn next_statement_up(&self, head: NodeId) -> Option<NodeId> {
        let mut up = self.dominators.immediate(head)?;
        while let Some(next) = self.dominators.immediate(up)
            && self.same_statement(next, up)
        {
            up = next;
        }
        Some(up)
    }

    /// The closest post-dominator of another statement; `None`: the exits.
    fn next_statement_down(&self, stop: NodeId) -> Option<NodeId> {
        let mut down = self.post_dominators.immediate(stop)?;
        while self.same_statement(down, stop) {
            down = self.post_dominators.immediate(down)?;
        }
        Some(down)
    }

    fn same_statement(&self, a: NodeId, b: NodeId) -> bool {
        let (a, b) = (&self.graph.nodes[a], &self.graph.nodes[b]);
        a.statement.is_some()
            && (a.statement, a.key.frame, a.key.copy) == (b.statement, b.key.frame, b.key.copy)
    }

    /// The nodes that the head dominates, up to the stop; nodes that are entered elsewhere too are left out, with
    /// those behind them. `None` if a changed node is not among them.
    fn region(&self, extent: Extent, changed: &[NodeId]) -> Option<Region> {
        let region = self.behind(extent.head, |node| Some(node) == extent.stop)?;
        changed.iter().all(|&n| region.contains(n)).then_some(region)
    }

    /// The nodes that the head dominates, up to where it stops.
    fn behind(&self, head: NodeId, stops: impl Fn(NodeId) -> bool) -> Option<Region> {
        let mut inside = BTreeSet::new();
        let mut pending = vec![head];
        while let Some(node) = pending.pop() {
            if self.graph.is_exit(node) || (node != head && stops(node)) {
                continue;
            }
            if self.dominators.dominates(head, node) && inside.insert(node) {
                pending.extend(self.graph.successors(node));
            }
        }
        // Shrink until it is entered at the head alone.
        loop {
            let entered = inside
                .iter()
                .copied()
                .find(|&n| n != head && self.graph.predecessors(n).any(|p| !inside.contains(&p)));
            match entered {
                Some(node) => inside.remove(&node),
                None => break,
            };
        }
        Region::new(self.graph, head, inside)
    }
}
