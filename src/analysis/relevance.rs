//! What can affect an output: for each node the variables whose value there can change the outcome (OROD,
//! dissertation §2.3.5.2, asked of values instead of definitions; DESIGN §7).
//!
//! **The outcome** is: whether the run ends; by which exit; there the result or the exception, and every global
//! but the allocation counter, which only names new objects, and fields that nothing reads ([`Terms::unread`]; text written and
//! the history of unknown calls are globals). At a cut everything counts; where unsupported code runs, all that is global and
//! what the code names of its frame. Of a test driver no value does there ([`relevance_of`]).
//!
//! **The sets.** Each node is two points, its effect and then its decision. Some points are *active*:
//! - exits, cuts, unsupported code, calls that may not end, and writes of text or history: always;
//! - an effect that writes a variable which is relevant behind it;
//! - a decision of which one way leads inevitably to some first active point, and another way does not, or to
//!   another one.
//!
//! `before(n)` is the least solution of: at exits the outputs; behind a node's effect what is relevant before its
//! successors, the trap of a label, which has sprung whether or not the run ends, and the variables of the edges' conditions if the decision is active; before it the same without what
//! the effect overwrites, with what the *relevant* assignments read (a variable used only for what is irrelevant is
//! irrelevant), and with all that a call may read if the call is active. A call overwrites for certain only its
//! `threw`, and its `result` where it does not throw; a global that it may write stays relevant before it. Unsupported code
//! overwrites nothing for certain, and may read all that it may touch.
//!
//! **Why that is sound.** Claim: two states at one node that agree on the node's relevant variables have the same
//! outcome. When nothing more is to be added, each point that is not active either has one first active point
//! which every walk from it reaches (its *label*), or reaches no active point at all. For suppose a point that is
//! neither: follow a walk from it to an active point; the last point without a label on that walk has a successor
//! with a label, and if all its successors had the same label it would have that one itself, so it is a decision that
//! the third rule makes active. (This is the strong control closure of Danicic et al., "A unifying theory of
//! control dependence", 2011: it needs neither an exit that is always reached nor a reducible graph.) Now run
//! both states. If no active point can be reached, then no exit can: neither run ends. Otherwise both come to the same
//! active point, over points of which none writes what is relevant behind it, so nothing that is relevant there; and
//! what is relevant there was relevant before and is unchanged: the states agree on it. At the active point, an effect gives
//! its relevant variables the same values, since all that they are computed from agrees; a call ends in both
//! or in neither; a decision's conditions agree, so both take the same edge; at an exit, the outputs agree. So, by induction over
//! the active points, both runs pass the same ones: to the same exit, or for ever. What both do in between may differ,
//! and cannot be seen.

use smallvec::SmallVec;

use crate::analysis::bits::BitSet;
use crate::analysis::effects::{Effects, MethodEffects, terms_of_call};
use crate::analysis::flow::Flow;
use crate::cfg::graph::{Effect, Graph, NodeId};
use crate::index::{Id as _, IndexVec};
use crate::jvm::operator::UnaryOperator;
use crate::term::variable::{VarId, Variable};
use crate::term::{TermKind, Terms};

/// What can affect an output, at each node of one graph.
#[derive(Debug)]
pub struct Relevance {
    before: IndexVec<NodeId, BitSet<VarId>>,
    behind: IndexVec<NodeId, BitSet<VarId>>,
    active_effects: BitSet<NodeId>,
    active_decisions: BitSet<NodeId>,
    /// How many variables there were when this was computed.
    variables: usize,
    /// Some code may read variables that nothing names.
    is_open: bool,
}

impl Relevance {
    /// Whether the variable's value when the node begins can affect an output.
    pub fn is_relevant(&self, terms: &Terms, node: NodeId, var: VarId) -> bool {
        if var.index() < self.variables {
            return self.before[node].contains(var);
        }
        // One that this graph's code does not name keeps its value. What lies between two nodes of another version's code, no code
        // of this one reads.
        let is_own = !matches!(terms.info(var).variable, Variable::Temporary(..));
        self.is_open && is_own || is_output(terms.info(var).variable) && !terms.is_unread(var)
    }

    /// Whether it can affect an output which edge the node takes.
    #[cfg(test)]
    pub fn decision_matters(&self, node: NodeId) -> bool {
        self.active_decisions.contains(node)
    }
}

/// See the module. Calls may do what `effects` says.
pub fn relevance(terms: &Terms, graph: &Graph, effects: &Effects) -> Relevance {
    Analysis::new(terms, graph, effects).run()
}

/// The same of a test driver, whose outputs are the variables that are `seen`, and no others. A run that leaves the frames, or comes to
/// what is not supported, is no test: that it does so counts, and no value there.
pub fn relevance_of(
    terms: &Terms,
    graph: &Graph,
    effects: &Effects,
    seen: &dyn Fn(VarId) -> bool,
) -> Relevance {
    let mut analysis = Analysis::new(terms, graph, effects);
    analysis.is_driver = true;
    analysis.result.is_open = false;
    if let Some(cut) = graph.cut {
        analysis.result.behind[cut] = BitSet::new();
    }
    for exit in graph.returns.into_iter().chain(graph.throws) {
        analysis.result.behind[exit] = terms.variables().filter(|&var| seen(var)).collect();
    }
    analysis.run()
}

/// What every caller sees of a variable when the method returns.
const fn is_output(variable: Variable) -> bool {
    variable.is_global() && !matches!(variable, Variable::Allocated | Variable::Exception)
}

/// What is written there counts even in a run that does not end.
const fn is_observed(variable: Variable) -> bool {
    matches!(variable, Variable::Out | Variable::Err | Variable::History | Variable::Trap)
}

struct Analysis<'a> {
    terms: &'a Terms,
    graph: &'a Graph,
    code: IndexVec<NodeId, Code>,
    /// Ends first.
    order: Vec<NodeId>,
    /// The nodes behind which something has changed since they were looked at.
    pending: IndexVec<NodeId, bool>,
    is_driver: bool,
    result: Relevance,
}

/// What a node does, as sets.
struct Code {
    effect: Action,
    /// The variables of the conditions.
    asks: BitSet<VarId>,
}

enum Action {
    None,
    Assign(Vec<(VarId, BitSet<VarId>)>),
    Call {
        effects: Box<MethodEffects>,
        result: Option<VarId>,
        threw: VarId,
        reads: BitSet<VarId>,
    },
    /// What the code may read.
    Unsupported(BitSet<VarId>),
}

impl<'a> Analysis<'a> {
    fn new(terms: &'a Terms, graph: &'a Graph, effects: &Effects) -> Self {
        // What callees may read: all globals but unread fields, of which nothing but they themselves is computed.
        let is_readable = |&var: &VarId| terms.info(var).variable.is_global() && !terms.is_unread(var);
        let readable: BitSet<VarId> = terms.variables().filter(is_readable).collect();
        let code: IndexVec<NodeId, Code> =
            graph.nodes.ids().map(|n| code(terms, graph, effects, &readable, n)).collect();
        let edges = graph.edges.iter().map(|e| (e.from.index(), e.to.index()));
        let mut order = Flow::new(graph.entry.index(), graph.nodes.len(), edges).reverse_postorder();
        order.reverse();
        let empty = IndexVec::from_elem(BitSet::new(), graph.nodes.len());
        let is_open = graph.cut.is_some() || code.iter().any(|c| matches!(c.effect, Action::Unsupported(_)));
        let mut result = Relevance {
            before: empty.clone(),
            behind: empty,
            active_effects: graph.exits().collect(),
            active_decisions: BitSet::new(),
            variables: terms.variables().count(),
            is_open,
        };
        for exit in graph.exits() {
            result.behind[exit] = outputs(terms, graph, exit);
        }
        // A trap that has sprung counts whatever comes behind it.
        let traps: BitSet<VarId> =
            terms.variables().filter(|&var| terms.info(var).variable == Variable::Trap).collect();
        result.behind.iter_mut().for_each(|behind| _ = behind.union(&traps));
        let order = order.into_iter().map(NodeId::new).collect();
        let pending = IndexVec::from_elem(true, graph.nodes.len());
        Self { terms, graph, code, order, pending, is_driver: false, result }
    }

    fn run(mut self) -> Relevance {
        loop {
            self.spread();
            if !self.activate_decisions() {
                return self.result;
            }
        }
    }

    /// Relevance against the edges, until nothing changes.
    fn spread(&mut self) {
        let graph = self.graph;
        let mut changed = true;
        while changed {
            changed = false;
            for i in 0..self.order.len() {
                let node = self.order[i];
                if std::mem::take(&mut self.pending[node]) && self.update(node) {
                    changed = true;
                    graph.predecessors(node).for_each(|previous| self.pending[previous] = true);
                }
            }
        }
    }

    /// Whether more is relevant before the node.
    fn update(&mut self, node: NodeId) -> bool {
        let mut behind = std::mem::take(&mut self.result.behind[node]);
        for next in self.graph.successors(node) {
            behind.union(&self.result.before[next]);
        }
        if self.result.active_decisions.contains(node) {
            behind.union(&self.code[node].asks);
        }
        let (before, is_active) = self.before_effect(node, &behind);
        self.result.behind[node] = behind;
        if is_active {
            self.result.active_effects.insert(node);
        }
        self.result.before[node].union(&before)
    }

    /// What is relevant before the node's effect, and whether the effect is active.
    fn before_effect(&self, node: NodeId, behind: &BitSet<VarId>) -> (BitSet<VarId>, bool) {
        let mut before = behind.clone();
        let mut is_active = false;
        match &self.code[node].effect {
            Action::None => {}
            Action::Assign(assignments) => {
                for (var, _) in assignments {
                    before.remove(*var);
                }
                for (var, reads) in assignments {
                    if behind.contains(*var) || is_observed(self.terms.info(*var).variable) {
                        before.union(reads);
                        is_active = true;
                    }
                }
            }
            Action::Call { effects, result, threw, reads } => {
                let is_seen =
                    |var: VarId| var == *threw || Some(var) == *result || effects.may_write(self.terms, var);
                is_active = effects.may_not_end || behind.iter().any(is_seen);
                before.remove(*threw);
                if let Some(result) = *result
                    && !(effects.may_throw && self.is_relevant_if_thrown(node, result, *threw))
                {
                    before.remove(result);
                }
                if is_active {
                    before.union(reads);
                }
            }
            Action::Unsupported(_) if self.is_driver => {
                before = BitSet::new();
                is_active = true;
            }
            Action::Unsupported(touched) => {
                before.union(touched);
                is_active = true;
            }
        }
        (before, is_active)
    }

    /// Whether a call's result, which it does not write when it throws, is read behind the call nevertheless.
    fn is_relevant_if_thrown(&self, node: NodeId, result: VarId, threw: VarId) -> bool {
        let is_normal = |condition| {
            matches!(*self.terms.kind(condition), TermKind::Unary { op: UnaryOperator::Not, operand }
                if *self.terms.kind(operand) == TermKind::Var(threw))
        };
        let asked = self.result.active_decisions.contains(node) && self.code[node].asks.contains(result);
        let mut thrown = self.graph.outgoing(node).filter(|edge| !is_normal(edge.condition));
        asked || thrown.any(|edge| self.result.before[edge.to].contains(result))
    }

    /// The third rule of the module; whether a decision was added.
    fn activate_decisions(&mut self) -> bool {
        let labels = self.labels();
        let mut added = false;
        for node in self.graph.nodes.ids().filter(|&n| self.graph.is_decision(n)) {
            if self.result.active_decisions.contains(node) {
                continue;
            }
            let ways: SmallVec<[_; 2]> = self.graph.successors(node).map(|next| labels[next]).collect();
            // Where all are equal, they lead to one point, or none is known to lead to any.
            if ways.iter().any(|&label| label != ways[0]) {
                self.result.active_decisions.insert(node);
                self.pending[node] = true;
                added = true;
            }
        }
        added
    }

    /// For each node the active point that every walk from its effect comes to first; `None` where there is no
    /// such point.
    fn labels(&self) -> IndexVec<NodeId, Option<Point>> {
        let mut labels: IndexVec<NodeId, Option<Point>> =
            self.graph.nodes.ids().map(|node| self.own_label(node)).collect();
        let mut labelled: Vec<NodeId> =
            labels.iter_enumerated().filter_map(|(node, label)| label.and(Some(node))).collect();
        while let Some(node) = labelled.pop() {
            for previous in self.graph.predecessors(node) {
                if labels[previous].is_none() {
                    labels[previous] = self.common_label(previous, &labels);
                    labelled.extend(labels[previous].and(Some(previous)));
                }
            }
        }
        labels
    }

    /// Of a node that is active itself.
    fn own_label(&self, node: NodeId) -> Option<Point> {
        if self.result.active_effects.contains(node) {
            return Some(Point::Effect(node));
        }
        self.result.active_decisions.contains(node).then_some(Point::Decision(node))
    }

    /// What all ways on from the node have.
    fn common_label(&self, node: NodeId, labels: &IndexVec<NodeId, Option<Point>>) -> Option<Point> {
        let mut ways = self.graph.successors(node).map(|next| labels[next]);
        let first = ways.next()??;
        ways.all(|label| label == Some(first)).then_some(first)
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Point {
    Effect(NodeId),
    Decision(NodeId),
}

fn outputs(terms: &Terms, graph: &Graph, exit: NodeId) -> BitSet<VarId> {
    let counts = |&var: &VarId| match terms.info(var).variable {
        _ if graph.cut == Some(exit) => true,
        Variable::Result(frame) => frame == Terms::root_frame() && graph.returns == Some(exit),
        Variable::Exception => graph.throws == Some(exit),
        variable => is_output(variable) && !terms.is_unread(var),
    };
    terms.variables().filter(counts).collect()
}

/// Of the variables that callees read, the `readable` ones count.
fn code(terms: &Terms, graph: &Graph, effects: &Effects, readable: &BitSet<VarId>, node: NodeId) -> Code {
    let read = |roots: &[_]| -> BitSet<VarId> { terms.variables_of(roots).into_iter().collect() };
    let effect = match &graph.nodes[node].effect {
        Effect::None => Action::None,
        Effect::Assign(assignments) => {
            Action::Assign(assignments.iter().map(|&(var, term)| (var, read(&[term]))).collect())
        }
        Effect::Call(call) => {
            let effects = Box::new(effects.of_call(call));
            let mut reads = read(&terms_of_call(call));
            if effects.everything {
                reads.union(readable);
            } else {
                reads.extend(effects.reads.iter().filter(|&var| readable.contains(var)));
            }
            Action::Call { effects, result: call.result, threw: call.threw, reads }
        }
        Effect::Unsupported(code) => {
            let is_touched = |&var: &VarId| code.may_touch(terms.info(var).variable);
            Action::Unsupported(terms.variables().filter(is_touched).collect())
        }
    };
    let conditions: Vec<_> = graph.outgoing(node).map(|edge| edge.condition).collect();
    Code { effect, asks: read(&conditions) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::sketch::{Outcome, Sketch};

    /// The graph is run from each node twice: with a state, and with one that agrees on the relevant variables.
    #[test]
    fn states_that_agree_on_the_relevant_variables_have_one_outcome() {
        let (mut ends, mut irrelevant, mut decisions) = (0, 0, 0);
        for seed in 0..3000 {
            let sketch = Sketch::random(seed, 4 + seed as usize % 9);
            let relevance = relevance(&sketch.terms, &sketch.graph, &sketch.effects);
            let mut random = sketch.random_source();
            for node in sketch.graph.nodes.ids() {
                let is_decision = sketch.graph.is_decision(node);
                decisions += usize::from(is_decision && !relevance.decision_matters(node));
                for _ in 0..6 {
                    let first = sketch.random_state(&mut random);
                    let other = sketch.random_state(&mut random);
                    let mut second = first.clone();
                    for var in sketch.terms.variables() {
                        if !relevance.is_relevant(&sketch.terms, node, var) {
                            second[var] = other[var];
                        }
                    }
                    irrelevant += usize::from(first != second);
                    let outcome = sketch.run(node, first);
                    assert_eq!(
                        outcome,
                        sketch.run(node, second),
                        "seed {seed}, from {node}: {}",
                        sketch.show()
                    );
                    ends += usize::from(!matches!(outcome, Outcome::Endless));
                }
            }
        }
        // The test is about something.
        assert!(ends > 10_000 && irrelevant > 10_000 && decisions > 100, "{ends} {irrelevant} {decisions}");
    }
}
