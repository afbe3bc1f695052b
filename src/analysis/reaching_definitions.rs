//! Which definition reaches which use (dissertation §2.3.4): a definition is a variable at the node that writes it,
//! `def_12(x)`, as in SSA form; a use is a variable at the node that reads it, `use_6(x)`; a DU chain joins them.
//!
//! Every variable that is used has a definition at the entry, which is its value when the method begins. A node's effect uses
//! what is before it; the conditions of its edges use what is behind it. A call *may* write a global, or its result: such
//! a definition joins those before it. A map (a field of all objects, the cells of all arrays) is
//! a variable like any other: a write of one cell is a use and a definition of the map.

use std::collections::BTreeMap;

use smallvec::SmallVec;

use crate::analysis::bits::BitSet;
use crate::analysis::effects::{Effects, MethodEffects, terms_of_call};
use crate::analysis::flow::Flow;
use crate::cfg::graph::{Effect, Graph, NodeId};
use crate::define_id;
use crate::index::{Id as _, IndexVec};
use crate::term::Terms;
use crate::term::variable::{VarId, Variable};

define_id!(/// A definition of one graph.
    DefId, "d");
define_id!(/// A use of one graph.
    UseId, "u");

/// `def_node(var)`
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Definition {
    pub node: NodeId,
    pub var: VarId,
    pub kind: DefinitionKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DefinitionKind {
    /// What the variable holds when the method begins.
    Entry,
    /// The variable holds a new value behind the node.
    Certain,
    /// It may.
    Possible,
}

/// `use_node(var)`
#[derive(Clone, Debug)]
pub struct Use {
    pub node: NodeId,
    pub var: VarId,
    pub kind: UseKind,
    /// Sorted; never empty.
    pub reaching: Vec<DefId>,
}

/// For what a node reads a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum UseKind {
    /// For the values that it writes.
    Effect,
    /// To choose an edge.
    Decision,
    /// It is an output, at an exit.
    Output,
}

#[derive(Debug)]
pub struct ReachingDefinitions {
    pub definitions: IndexVec<DefId, Definition>,
    pub uses: IndexVec<UseId, Use>,
    /// The DU chains: by definition, the uses that it reaches.
    chains: IndexVec<DefId, Vec<UseId>>,
    at: BTreeMap<NodeId, (Vec<DefId>, Vec<UseId>)>,
}

impl ReachingDefinitions {
    /// Calls do what `effects` says.
    pub fn new(terms: &Terms, graph: &Graph, effects: &Effects) -> Self {
        Analysis::new(terms, graph, effects).run()
    }

    /// The uses that a definition reaches.
    pub fn chain(&self, definition: DefId) -> &[UseId] {
        &self.chains[definition]
    }

    /// DEF of a node.
    pub fn definitions_at(&self, node: NodeId) -> &[DefId] {
        self.at.get(&node).map_or(&[], |(definitions, _)| definitions)
    }

    pub fn uses_at(&self, node: NodeId) -> &[UseId] {
        self.at.get(&node).map_or(&[], |(_, uses)| uses)
    }
}

/// The variables that count at an exit.
pub fn outputs(terms: &Terms, graph: &Graph, exit: NodeId) -> Vec<VarId> {
    let counts = |&var: &VarId| match terms.info(var).variable {
        Variable::Result(frame) => frame == Terms::root_frame() && graph.returns == Some(exit),
        Variable::Exception => graph.throws == Some(exit),
        Variable::Allocated => false,
        variable => variable.is_global(),
    };
    if graph.cut == Some(exit) { Vec::new() } else { terms.variables().filter(counts).collect() }
}

struct Analysis<'a> {
    terms: &'a Terms,
    graph: &'a Graph,
    effects: &'a Effects,
    result: ReachingDefinitions,
    /// All definitions of a variable.
    of_variable: BTreeMap<VarId, BitSet<DefId>>,
}

/// What a node defines, certainly and possibly.
type Writes = (SmallVec<[VarId; 2]>, Vec<VarId>);

impl<'a> Analysis<'a> {
    fn new(terms: &'a Terms, graph: &'a Graph, effects: &'a Effects) -> Self {
        let result = ReachingDefinitions {
            definitions: IndexVec::new(),
            uses: IndexVec::new(),
            chains: IndexVec::new(),
            at: BTreeMap::new(),
        };
        Self { terms, graph, effects, result, of_variable: BTreeMap::new() }
    }

    fn run(mut self) -> ReachingDefinitions {
        let reads: IndexVec<NodeId, Vec<(UseKind, Vec<VarId>)>> =
            self.graph.nodes.ids().map(|n| self.reads(n)).collect();
        let mut named: Vec<VarId> = reads.iter().flatten().flat_map(|(_, vars)| vars).copied().collect();
        named.sort_unstable();
        named.dedup();
        for &var in &named {
            self.define(self.graph.entry, var, DefinitionKind::Entry);
        }
        for node in self.graph.nodes.ids() {
            let (certain, possible) = self.writes(node);
            certain.into_iter().for_each(|var| self.define(node, var, DefinitionKind::Certain));
            possible.into_iter().for_each(|var| self.define(node, var, DefinitionKind::Possible));
        }
        let (before, behind) = self.reaching();
        for (node, reads) in reads.iter_enumerated() {
            for (kind, vars) in reads {
                let there = if *kind == UseKind::Effect { &before[node] } else { &behind[node] };
                for &var in vars {
                    let of = &self.of_variable[&var];
                    let reaching: Vec<DefId> = of.iter().filter(|&d| there.contains(d)).collect();
                    let id = self.result.uses.next_id();
                    reaching.iter().for_each(|&d| self.result.chains[d].push(id));
                    self.result.uses.push(Use { node, var, kind: *kind, reaching });
                    self.result.at.entry(node).or_default().1.push(id);
                }
            }
        }
        self.result
    }

    fn define(&mut self, node: NodeId, var: VarId, kind: DefinitionKind) {
        let id = self.result.definitions.push(Definition { node, var, kind });
        self.result.chains.push(Vec::new());
        self.result.at.entry(node).or_default().0.push(id);
        self.of_variable.entry(var).or_default().insert(id);
    }

    fn reads(&self, node: NodeId) -> Vec<(UseKind, Vec<VarId>)> {
        let effect = match &self.graph.nodes[node].effect {
            Effect::None => Vec::new(),
            Effect::Assign(assignments) => {
                let values: Vec<_> = assignments.iter().map(|&(_, term)| term).collect();
                self.terms.variables_of(&values)
            }
            Effect::Call(call) => {
                let effects = self.effects.of_call(call);
                let mut vars = self.terms.variables_of(&terms_of_call(call));
                vars.extend(self.terms.variables().filter(|&var| effects.may_read(self.terms, var)));
                vars.sort_unstable();
                vars.dedup();
                vars
            }
            Effect::Unsupported(_) => self.terms.variables().collect(),
        };
        let conditions: Vec<_> = self.graph.outgoing(node).map(|edge| edge.condition).collect();
        let mut reads =
            vec![(UseKind::Effect, effect), (UseKind::Decision, self.terms.variables_of(&conditions))];
        if self.graph.is_exit(node) {
            reads.push((UseKind::Output, outputs(self.terms, self.graph, node)));
        }
        reads
    }

    fn writes(&self, node: NodeId) -> Writes {
        match &self.graph.nodes[node].effect {
            Effect::None => Writes::default(),
            Effect::Assign(assignments) => (assignments.iter().map(|&(var, _)| var).collect(), Vec::new()),
            Effect::Call(call) => {
                let effects = self.effects.of_call(call);
                let mut certain = SmallVec::from_slice(&[call.threw]);
                let mut possible = self.possible(&effects);
                if let Some(result) = call.result {
                    if effects.may_throw { possible.push(result) } else { certain.push(result) }
                }
                possible.retain(|var| !certain.contains(var));
                (certain, possible)
            }
            Effect::Unsupported(_) => (SmallVec::new(), self.terms.variables().collect()),
        }
    }

    fn possible(&self, effects: &MethodEffects) -> Vec<VarId> {
        self.terms.variables().filter(|&var| effects.may_write(self.terms, var)).collect()
    }

    /// The definitions that reach each node, before its effect and behind it.
    fn reaching(&self) -> (IndexVec<NodeId, BitSet<DefId>>, IndexVec<NodeId, BitSet<DefId>>) {
        let graph = self.graph;
        let edges = graph.edges.iter().map(|e| (e.from.index(), e.to.index()));
        let order = Flow::new(graph.entry.index(), graph.nodes.len(), edges).reverse_postorder();
        let mut before: IndexVec<NodeId, BitSet<DefId>> =
            IndexVec::from_elem(BitSet::new(), graph.nodes.len());
        let mut behind = before.clone();
        let definitions = &self.result.definitions;
        let entry = |&d: &DefId| definitions[d].kind == DefinitionKind::Entry;
        before[graph.entry] = definitions.ids().filter(entry).collect();
        let mut changed = true;
        while changed {
            changed = false;
            for &vertex in &order {
                let node = NodeId::new(vertex);
                let mut there = std::mem::take(&mut before[node]);
                graph.predecessors(node).for_each(|p| {
                    there.union(&behind[p]);
                });
                let mut on = there.clone();
                before[node] = there;
                for &d in self.result.definitions_at(node) {
                    match definitions[d].kind {
                        DefinitionKind::Entry => continue,
                        DefinitionKind::Certain => on.subtract(&self.of_variable[&definitions[d].var]),
                        DefinitionKind::Possible => {}
                    }
                    on.insert(d);
                }
                changed |= behind[node].union(&on);
            }
        }
        (before, behind)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::sketch::Sketch;

    /// In a run, the last node that changed a variable is among the definitions that reach its next use.
    #[test]
    fn what_a_run_wrote_last_reaches_the_use() {
        let (mut seen, mut excluded) = (0, 0);
        for seed in 0..800 {
            let sketch = Sketch::random(seed, 4 + seed as usize % 8);
            let all = ReachingDefinitions::new(&sketch.terms, &sketch.graph, &sketch.effects);
            let count = |var| all.definitions.iter().filter(|d| d.var == var).count();
            let mut random = sketch.random_source();
            for _ in 0..5 {
                let state = sketch.random_state(&mut random);
                let (steps, _) = sketch.trace(sketch.graph.entry, state);
                let mut last: BTreeMap<VarId, NodeId> = BTreeMap::new();
                for pair in steps.windows(2) {
                    let ((node, old), (_, new)) = (&pair[0], &pair[1]);
                    let check = |kind: UseKind, last: &BTreeMap<VarId, NodeId>| {
                        let uses = all.uses_at(*node).iter().map(|&u| &all.uses[u]);
                        let uses: Vec<_> = uses.filter(|u| u.kind == kind).collect();
                        for u in &uses {
                            let from = last.get(&u.var).copied().unwrap_or(sketch.graph.entry);
                            let reaches = |&d: &DefId| all.definitions[d].node == from;
                            assert!(u.reaching.iter().any(reaches), "seed {seed}: {u:?} {}", sketch.show());
                        }
                        uses.len()
                    };
                    seen += check(UseKind::Effect, &last);
                    for &d in all.definitions_at(*node) {
                        let Definition { var, kind, .. } = all.definitions[d];
                        if kind == DefinitionKind::Certain || old[var] != new[var] {
                            last.insert(var, *node);
                        }
                    }
                    let changed = sketch.terms.variables().filter(|&var| old[var] != new[var]);
                    for var in changed {
                        assert!(count(var) == 0 || last.get(&var) == Some(node), "seed {seed}: {node} {var}");
                    }
                    seen += check(UseKind::Decision, &last);
                }
            }
            excluded += all.uses.iter().map(|u| count(u.var) - u.reaching.len()).sum::<usize>();
        }
        assert!(seen > 10_000 && excluded > 1000, "{seen} {excluded}");
    }
}
