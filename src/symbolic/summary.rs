//! The summary of a region: which exit is taken, and what each variable holds there, as terms over the variables
//! at the region's head (DESIGN §6). Where ways meet, values merge under the condition of the way, so a summary is
//! linear in the region and never a list of its paths.
//!
//! A way back to the head is an exit like any other: the next visit is another run of the region. So a region whose
//! every cycle leads through its head is summarised exactly; others have to be unrolled before.

use std::collections::BTreeMap;

use smallvec::SmallVec;

use crate::analysis::effects::Effects;
use crate::cfg::graph::{Call, Edge, EdgeKind, Effect, Graph, NodeId, NodeKey};
use crate::cfg::region::Region;
use crate::index::Id as _;
use crate::term::substitute::{State, Substitution};
use crate::term::variable::{VarId, Variable};
use crate::term::{Function, TermId, Terms};

/// A way out of a region, all edges to one place together.
#[derive(Clone, Debug, PartialEq)]
pub struct Exit {
    /// Where it leads: a node outside the region, or its head.
    pub target: NodeKey,
    /// The last edge is one behind the last time frame: an assumption, not a way of the program.
    pub is_cut: bool,
    /// When it is taken. The guards of all exits exclude each other and cover all cases.
    pub guard: TermId,
    /// What each variable holds that may differ from what it held at the head.
    pub state: State,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// In the order of their targets.
    pub exits: Vec<Exit>,
}

/// Why a region has no summary.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoSummary {
    /// It has a cycle that does not lead through its head.
    #[error("it has a loop")]
    Cyclic,
    #[error("{0}")]
    Unsupported(std::sync::Arc<str>),
    #[error("its summary is larger than {0} terms")]
    TooLarge(usize),
    #[error("it has more than {0} paths")]
    TooManyPaths(usize),
}

/// What a summary may take, in terms made.
#[derive(Clone, Copy, Debug)]
pub struct TermBudget {
    pub terms: usize,
}

impl Default for TermBudget {
    fn default() -> Self {
        Self { terms: 200_000 }
    }
}

/// One way into a node: when it is taken, as conjuncts in the order of the decisions, and what the variables hold.
#[derive(Clone, Debug)]
struct Way {
    guard: Vec<TermId>,
    state: State,
}

/// Which variables may matter when a node begins; others need not be kept. Leaving a variable out where it does
/// matter would be wrong; keeping one is only dear.
pub trait Keep {
    fn keeps(&self, terms: &Terms, target: NodeKey, var: VarId) -> bool;
}

/// Keeps all.
#[derive(Clone, Copy, Debug)]
pub struct KeepAll;

impl Keep for KeepAll {
    fn keeps(&self, _: &Terms, _: NodeKey, _: VarId) -> bool {
        true
    }
}

/// Summarises a region of a graph.
pub fn summarize(
    terms: &mut Terms,
    graph: &Graph,
    region: &Region,
    effects: &Effects,
    keep: &dyn Keep,
    budget: TermBudget,
) -> Result<Summary, NoSummary> {
    let interest = Interest { entry: State::new(), is_open: &mut |_, _, _| true };
    summarize_in(terms, graph, region, effects, keep, budget, interest)
}

/// The states at a region's head that are of interest: in the others a summary need not say what the region does.
pub struct Interest<'i> {
    /// What variables hold there, as terms over themselves: in each state of interest the same as the variables.
    pub entry: State,
    /// Whether an edge, by its guard as conjuncts and the place it leads to, is taken in some of these states.
    pub is_open: &'i mut dyn FnMut(&mut Terms, &[TermId], NodeKey) -> bool,
}

/// Summarises what a region does in the states of interest.
pub fn summarize_in(
    terms: &mut Terms,
    graph: &Graph,
    region: &Region,
    effects: &Effects,
    keep: &dyn Keep,
    budget: TermBudget,
    interest: Interest<'_>,
) -> Result<Summary, NoSummary> {
    let Interest { entry, is_open } = interest;
    let order = region.topological_order(graph).ok_or(NoSummary::Cyclic)?;
    let limit = terms.len() + budget.terms;
    let mut ways: BTreeMap<NodeId, Vec<Way>> = BTreeMap::new();
    ways.insert(region.head, vec![Way { guard: Vec::new(), state: entry }]);
    let mut exits: BTreeMap<(NodeKey, bool), Vec<Way>> = BTreeMap::new();
    for node in order {
        // No way leads to a node that conditions exclude.
        let Some(ways_in) = ways.remove(&node) else { continue };
        let way = merge(terms, ways_in);
        let mut state = run(terms, &graph.nodes[node].effect, way.state, effects)?;
        let mut substitution = Substitution::new(&state);
        let mut conditions = SmallVec::<[TermId; 2]>::new();
        for edge in graph.outgoing(node) {
            conditions.push(substitution.apply(terms, edge.condition));
        }
        let mut open = SmallVec::<[(&Edge, TermId); 2]>::new();
        let mut all_open = true;
        for (edge, condition) in graph.outgoing(node).zip(conditions) {
            let mut guard = way.guard.clone();
            guard.push(condition);
            if terms.is_false(condition) {
                continue;
            }
            if terms.is_true(condition) || is_open(terms, &guard, graph.nodes[edge.to].key) {
                open.push((edge, condition));
            } else {
                all_open = false;
            }
        }
        // The only edge that is left is taken for certain.
        let is_alone = open.len() == 1;
        let is_certain = !all_open && is_alone;
        for (edge, condition) in open {
            let mut guard = way.guard.clone();
            if !terms.is_true(condition) && !is_certain {
                guard.push(condition);
            }
            let target = graph.nodes[edge.to].key;
            let is_cut = edge.kind == EdgeKind::Cut;
            let stays = edge.to != region.head && region.contains(edge.to) && !is_cut;
            // Along a way without forks and joins the state moves on as it is: a look at each variable at each node would
            // be quadratic in a long row of statements.
            let state = if stays && is_alone && graph.nodes[edge.to].incoming.len() == 1 {
                std::mem::take(&mut state)
            } else {
                state.iter().filter(|&(&v, _)| keep.keeps(terms, target, v)).map(|(&v, &t)| (v, t)).collect()
            };
            let way = Way { guard, state };
            if stays {
                ways.entry(edge.to).or_default().push(way);
            } else {
                exits.entry((target, is_cut)).or_default().push(way);
            }
        }
        if terms.len() > limit {
            return Err(NoSummary::TooLarge(budget.terms));
        }
    }
    let mut merged = Vec::with_capacity(exits.len());
    for ((target, is_cut), ways) in exits {
        let Way { guard, state } = merge(terms, ways);
        let guard = terms.all(guard);
        merged.push(Exit { target, is_cut, guard, state });
    }
    if terms.len() > limit {
        return Err(NoSummary::TooLarge(budget.terms));
    }
    Ok(Summary { exits: merged })
}

/// What the variables hold behind a node.
pub fn run(
    terms: &mut Terms,
    effect: &Effect,
    mut state: State,
    effects: &Effects,
) -> Result<State, NoSummary> {
    match effect {
        Effect::None => {}
        Effect::Assign(assignments) => {
            let mut substitution = Substitution::new(&state);
            let values: SmallVec<[(VarId, TermId); 2]> =
                assignments.iter().map(|&(var, term)| (var, substitution.apply(terms, term))).collect();
            for (var, value) in values {
                set(terms, &mut state, var, value);
            }
        }
        Effect::Call(call) => apply_call(terms, call, &mut state, effects),
        Effect::Unsupported(code) => return Err(NoSummary::Unsupported(code.what.clone())),
    }
    Ok(state)
}

/// A variable that holds what it held at the head is not in the state.
pub(super) fn set(terms: &mut Terms, state: &mut State, var: VarId, value: TermId) {
    if terms.var(var) == value {
        state.remove(&var);
    } else {
        state.insert(var, value);
    }
}

/// A call that is not looked into: each variable that it may write is a function of all that it may read, and of its
/// own value before, which a run that does not write it leaves. The callee is the same in both versions, so equal
/// arguments give equal effects; where it may make objects that are told apart, those of one visit ([`Call::visit`]). One
/// that may not end, or may come back to the method analysed, adds itself to the history of calls, which is an output.
fn apply_call(terms: &mut Terms, call: &Call, state: &mut State, effects: &Effects) {
    let own = effects.of_call(call);
    let history = terms.find_variable(Variable::History).filter(|_| own.may_not_end);
    // What a call gives does not rest on fields that nothing reads.
    let is_read = |terms: &Terms, var: VarId| own.may_read(terms, var) && !terms.is_unread(var);
    let may_read: Vec<VarId> =
        terms.variables().filter(|&var| is_read(terms, var) || Some(var) == history).collect();
    let may_write = terms.variables().filter(|&var| own.may_write(terms, var) || Some(var) == history);
    let written: Vec<VarId> = call.result.into_iter().chain([call.threw]).chain(may_write).collect();
    let mut substitution = Substitution::new(state);
    let mut before = |terms: &mut Terms, var: VarId| {
        let value = terms.var(var);
        substitution.apply(terms, value)
    };
    let read: Vec<TermId> = may_read.iter().map(|&var| before(terms, var)).collect();
    let kept: Vec<TermId> = written.iter().map(|&var| before(terms, var)).collect();
    let mut arguments: SmallVec<[TermId; 4]> = SmallVec::new();
    for &argument in call.receiver.iter().chain(&call.arguments) {
        arguments.push(substitution.apply(terms, argument));
    }
    arguments.extend(read);
    // Each of many variables is a function of many: all that is read is one value first.
    let function = Function::Call(call.method, terms.read_set(&may_read));
    let called = terms.apply(function, arguments);
    for (var, kept) in written.into_iter().zip(kept) {
        if var == call.threw && !own.may_throw {
            let value = terms.boolean(false);
            set(terms, state, var, value);
            continue;
        }
        let position = match () {
            () if Some(var) == call.result => 0,
            () if var == call.threw => 1,
            () => 2 + var.index() as u32,
        };
        // An expression's temporary is read behind its normal end alone, so what it keeps when the call throws is nobody's.
        let is_of_expression = matches!(terms.info(var).variable, Variable::Temporary(_, Some(_), _));
        let is_always_written =
            var == call.threw || (Some(var) == call.result && (!own.may_throw || is_of_expression));
        let is_kept = !is_always_written && !may_read.contains(&var);
        let sort = terms.info(var).sort;
        let visit = call.visit.filter(|_| sort.holds_references());
        let arguments = [called].into_iter().chain(is_kept.then_some(kept)).chain(visit).collect();
        let function = Function::Effect(call.method, position, sort);
        let value = terms.apply(function, arguments);
        set(terms, state, var, value);
    }
}

/// The ways into one place as one way.
fn merge(terms: &mut Terms, mut ways: Vec<Way>) -> Way {
    if ways.len() == 1 {
        // Nothing to merge; the list is not empty.
        return ways.swap_remove(0);
    }
    let common = common_prefix(&ways);
    let mut rests = Vec::with_capacity(ways.len());
    for way in &ways {
        rests.push(terms.all(way.guard[common..].iter().copied()));
    }
    let mut guard = ways[0].guard[..common].to_vec();
    let some = terms.any(rests.iter().copied());
    if !terms.is_true(some) {
        guard.push(some);
    }
    let mut state = State::new();
    let mut vars: Vec<VarId> = ways.iter().flat_map(|way| way.state.keys().copied()).collect();
    vars.sort_unstable();
    vars.dedup();
    for var in vars {
        let unchanged = terms.var(var);
        let value_in = |way: &Way| way.state.get(&var).copied().unwrap_or(unchanged);
        let last = ways.len() - 1;
        let mut value = value_in(&ways[last]);
        for i in (0..last).rev() {
            value = terms.choose(rests[i], value_in(&ways[i]), value);
        }
        set(terms, &mut state, var, value);
    }
    Way { guard, state }
}

fn common_prefix(ways: &[Way]) -> usize {
    let first = &ways[0].guard;
    let common = |way: &Way| first.iter().zip(&way.guard).take_while(|(a, b)| a == b).count();
    ways[1..].iter().map(common).min().unwrap_or(first.len())
}

impl Summary {
    pub fn exit(&self, target: NodeKey, is_cut: bool) -> Option<&Exit> {
        self.exits.iter().find(|exit| exit.target == target && exit.is_cut == is_cut)
    }
}
