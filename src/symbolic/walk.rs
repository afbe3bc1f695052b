//! Walks: a graph run on concrete values, from a state that a seed chooses. What a walk sees at a node can be seen
//! there, as far as the calls that are not looked into may give back any values: so a walk refutes facts, and
//! never proves one.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::analysis::effects::Effects;
use crate::cfg::graph::{Call, Effect, Graph, NodeId};
use crate::index::{Id as _, IndexVec};
use crate::symbolic::pools::Pools;
use crate::term::assignment::{Base, DEFAULT_ALLOCATED, Point, opaque_variable};
use crate::term::domain::Domain;
use crate::term::evaluate::{Program, Source, Values, canonical, mix};
use crate::term::sort::Sort;
use crate::term::variable::{VarId, Variable};
use crate::term::{TermId, TermKind, Terms};

/// Walks over one graph.
#[derive(Debug)]
pub struct Walker<'g> {
    graph: &'g Graph,
    effects: &'g Effects,
    pools: Pools,
    /// By node: all terms of its effect, and of its conditions.
    code: IndexVec<NodeId, (Program, Program)>,
}

/// What the variables hold, in a walk. It is a [`Source`] for terms.
#[derive(Debug)]
pub struct Store<'w> {
    pools: &'w Pools,
    seed: u64,
    variables: FxHashMap<VarId, u64>,
    /// What was written into maps: by map, and by object or by array and index.
    written: FxHashMap<(VarId, SmallVec<[u64; 3]>), u64>,
    /// Arrays whose cells all hold a value, but for what is written.
    filled: FxHashMap<(VarId, u64), u64>,
    /// How often a call has left a map with unknown content.
    epochs: FxHashMap<VarId, u64>,
}

impl<'g> Walker<'g> {
    pub fn new(terms: &Terms, graph: &'g Graph, effects: &'g Effects) -> Self {
        let mut roots = Vec::new();
        let code = graph
            .nodes
            .ids()
            .map(|id| {
                let read: Vec<TermId> = match &graph.nodes[id].effect {
                    Effect::Assign(assignments) => {
                        assignments.iter().flat_map(|&(_, term)| operands(terms, term)).collect()
                    }
                    _ => Vec::new(),
                };
                let conditions: Vec<TermId> = graph.outgoing(id).map(|edge| edge.condition).collect();
                roots.extend(read.iter().chain(&conditions).copied());
                (Program::new(terms, &read), Program::new(terms, &conditions))
            })
            .collect();
        Self { graph, effects, pools: Pools::new(terms, &roots), code }
    }

    /// Up to so many nodes; `visit` sees each before its effect, and says whether to go on.
    pub fn walk(
        &self,
        terms: &Terms,
        seed: u64,
        steps: usize,
        mut visit: impl FnMut(NodeId, &mut Store<'_>) -> bool,
    ) {
        let mut store = Store::new(&self.pools, seed);
        let mut node = self.graph.entry;
        for _ in 0..steps {
            if !visit(node, &mut store) || !self.run(terms, node, &mut store) {
                return;
            }
            let values = self.code[node].1.run(terms, 1, &mut store);
            let taken = self.graph.outgoing(node).find(|edge| values.is_true(edge.condition, 0));
            match taken.map(|edge| edge.to) {
                Some(next) if values.is_well_formed(0) => node = next,
                _ => return,
            }
        }
    }

    /// The node's effect; whether the walk can go on.
    fn run(&self, terms: &Terms, node: NodeId, store: &mut Store<'_>) -> bool {
        match &self.graph.nodes[node].effect {
            Effect::None => true,
            Effect::Unsupported(_) => false,
            Effect::Call(call) => {
                store.call(terms, node, call, self.effects);
                true
            }
            Effect::Assign(assignments) => {
                let values = self.code[node].0.run(terms, 1, store);
                if !values.is_well_formed(0) {
                    return false;
                }
                let mut changes = Vec::new();
                for &(var, term) in assignments {
                    if !changes_of(terms, var, term, &values, &mut changes) {
                        return false;
                    }
                }
                changes.into_iter().for_each(|change| store.apply(change));
                true
            }
        }
    }
}

/// The terms whose values an assignment needs: of a map, what is written where and when.
fn operands(terms: &Terms, term: TermId) -> Vec<TermId> {
    let mut found = Vec::new();
    let mut pending = vec![term];
    while let Some(term) = pending.pop() {
        if matches!(terms.sort(term), Sort::Value(_) | Sort::Opaque) {
            found.push(term);
        } else if !matches!(terms.kind(term), TermKind::Var(_)) {
            terms.each_child(term, |child| pending.push(child));
        }
    }
    found
}

/// One write.
enum Change {
    Variable(VarId, u64),
    At(VarId, SmallVec<[u64; 3]>, u64),
    Fill(VarId, u64, u64),
}

/// The writes that an assignment makes, the first first; `false` if it is none that a walk follows.
fn changes_of(
    terms: &Terms,
    var: VarId,
    term: TermId,
    values: &Values<'_>,
    changes: &mut Vec<Change>,
) -> bool {
    if matches!(terms.sort(term), Sort::Value(_) | Sort::Opaque) {
        changes.push(Change::Variable(var, values.get(term, 0)));
        return true;
    }
    match *terms.kind(term) {
        TermKind::Var(map) => map == var,
        TermKind::Choose { condition, then, otherwise } => {
            let branch = if values.is_true(condition, 0) { then } else { otherwise };
            changes_of(terms, var, branch, values, changes)
        }
        TermKind::Store { map, object, value } => {
            let inner = changes_of(terms, var, map, values, changes);
            let at = SmallVec::from_slice(&[values.get(object, 0)]);
            changes.push(Change::At(var, at, values.get(value, 0)));
            inner
        }
        TermKind::StoreCell { map, array, index, value } => {
            let inner = changes_of(terms, var, map, values, changes);
            let at = SmallVec::from_slice(&[values.get(array, 0), values.get(index, 0)]);
            changes.push(Change::At(var, at, values.get(value, 0)));
            inner
        }
        TermKind::Fill { map, array, value } => {
            let inner = changes_of(terms, var, map, values, changes);
            changes.push(Change::Fill(var, values.get(array, 0), values.get(value, 0)));
            inner
        }
        _ => false,
    }
}

impl<'w> Store<'w> {
    fn new(pools: &'w Pools, seed: u64) -> Self {
        Self {
            pools,
            seed,
            variables: FxHashMap::default(),
            written: FxHashMap::default(),
            filled: FxHashMap::default(),
            epochs: FxHashMap::default(),
        }
    }

    fn apply(&mut self, change: Change) {
        match change {
            Change::Variable(var, value) => {
                self.variables.insert(var, value);
            }
            Change::At(map, at, value) => {
                self.written.insert((map, at), value);
            }
            Change::Fill(map, array, value) => {
                self.written.retain(|(m, at), _| *m != map || at[0] != array);
                self.filled.insert((map, array), value);
            }
        }
    }

    /// A call may leave any values in what it writes.
    fn call(&mut self, terms: &Terms, node: NodeId, call: &Call, effects: &Effects) {
        let own = effects.of_call(call);
        let visit = self.epochs.entry(call.threw).or_default();
        *visit += 1;
        let stream = mix(mix(self.seed, *visit), node.index() as u64);
        let written = terms.variables().filter(|&var| own.may_write(terms, var));
        for var in call.result.into_iter().chain([call.threw]).chain(written) {
            let hash = mix(stream, var.index() as u64);
            match (terms.info(var).sort, terms.info(var).variable) {
                _ if var == call.threw => {
                    let threw = own.may_throw && hash.is_multiple_of(4);
                    self.variables.insert(var, threw.into());
                }
                (_, Variable::Allocated) => {
                    let now = self.variable(terms, 0, var);
                    self.variables.insert(var, now + hash % 3);
                }
                (Sort::Value(sort), _) => {
                    let value = self.pools.choose(terms.domain_of_variable(var), hash);
                    self.variables.insert(var, canonical(sort, value));
                }
                (Sort::Opaque, _) => {
                    self.variables.insert(var, hash);
                }
                (Sort::Field(_) | Sort::Cells(_), _) => {
                    *self.epochs.entry(var).or_default() += 1;
                    self.written.retain(|(map, _), _| *map != var);
                    self.filled.retain(|(map, _), _| *map != var);
                }
            }
        }
    }

    /// A value that nothing has written yet; some leaves share one.
    fn unwritten(&self, key: u64, domain: Domain) -> u64 {
        let own = mix(self.seed, key);
        let shared = self.seed < 8 || own.is_multiple_of(4);
        self.pools.choose(domain, if shared { mix(self.seed, 0) } else { own })
    }
}

impl Source for Store<'_> {
    fn variable(&mut self, terms: &Terms, _lane: usize, var: VarId) -> u64 {
        if let Some(&value) = self.variables.get(&var) {
            return value;
        }
        let value = match (terms.info(var).sort, terms.info(var).variable) {
            (_, Variable::Allocated) => DEFAULT_ALLOCATED,
            (Sort::Value(sort), _) => {
                canonical(sort, self.unwritten(var.index() as u64 + 1, terms.domain_of_variable(var)))
            }
            _ => return opaque_variable(var),
        };
        self.variables.insert(var, value);
        value
    }

    fn read(&mut self, terms: &Terms, _lane: usize, term: TermId, point: &Point) -> u64 {
        let domain = terms.domain_at(term, point.base);
        let mut key = point.hash();
        if let Base::Map(map) = point.base {
            if let Some(&value) = self.written.get(&(map, point.arguments.clone())) {
                return value;
            }
            let array = point.arguments.first().copied().unwrap_or_default();
            if let Some(&value) = self.filled.get(&(map, array)) {
                return value;
            }
            key = mix(key, self.epochs.get(&map).copied().unwrap_or_default());
        }
        let value = match domain {
            Domain::Opaque | Domain::NewText => self.pools.choose(domain, key),
            _ => self.unwritten(key, domain),
        };
        match terms.sort(term) {
            Sort::Value(sort) if terms.is_leaf_of(term, point.base) => canonical(sort, value),
            _ => value,
        }
    }
}
