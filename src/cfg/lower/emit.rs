//! Nodes, edges and labels.

use std::sync::Arc;

use smallvec::{SmallVec, smallvec};

use crate::cfg::graph::{EdgeKind, Effect, Node, NodeId, NodeKey, Place};
use crate::cfg::lower::{Builder, Origin};
use crate::sema::program::ClassId;
use crate::sema::typed_tree::ExprId;
use crate::term::TermId;
use crate::term::variable::VarId;

/// An edge whose target is not made yet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Dangling {
    pub from: NodeId,
    pub condition: TermId,
    pub kind: EdgeKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct LabelId(pub usize);

/// A place in the code that jumps lead to.
#[derive(Debug, Default)]
pub(super) struct Label {
    node: Option<NodeId>,
    waiting: Vec<Dangling>,
    /// Labels whose code is a jump to this one.
    same: Vec<LabelId>,
    is_head: bool,
}

impl Builder<'_> {
    pub(super) fn label(&mut self) -> LabelId {
        self.labels.push(Label::default());
        LabelId(self.labels.len() - 1)
    }

    /// The head of a loop, which begins here. No two loops have one node for it, or they would be one: where a loop is the
    /// first thing in another's body, the outer one has a node before it.
    pub(super) fn head(&mut self) -> LabelId {
        if self.labels_here.iter().any(|label| self.labels[label.0].is_head) {
            self.emit(None, Effect::None);
        }
        let head = self.label();
        self.labels[head.0].is_head = true;
        self.place(head);
        head
    }

    /// The code that follows stands at the label.
    pub(super) fn place(&mut self, label: LabelId) {
        let state = &mut self.labels[label.0];
        self.here.append(&mut state.waiting);
        self.labels_here.append(&mut state.same);
        self.labels_here.push(label);
    }

    /// Ends the code here; it goes on at the label.
    pub(super) fn jump(&mut self, label: LabelId) {
        let mut here = std::mem::take(&mut self.here);
        let mut same = std::mem::take(&mut self.labels_here);
        match self.labels[label.0].node {
            Some(node) => {
                for label in same {
                    self.bind(label, node);
                }
                for edge in here {
                    self.graph.connect(edge.from, node, edge.condition, edge.kind);
                }
            }
            None => {
                let state = &mut self.labels[label.0];
                state.waiting.append(&mut here);
                same.retain(|&l| l != label);
                state.same.append(&mut same);
            }
        }
    }

    fn bind(&mut self, label: LabelId, node: NodeId) {
        let mut pending = vec![label];
        while let Some(label) = pending.pop() {
            let state = &mut self.labels[label.0];
            state.node = Some(node);
            pending.append(&mut state.same);
            for edge in std::mem::take(&mut state.waiting) {
                self.graph.connect(edge.from, node, edge.condition, edge.kind);
            }
        }
    }

    /// Whether some run comes here.
    pub(super) fn is_reachable(&self) -> bool {
        !self.here.is_empty()
    }

    /// Goes on with these edges alone; gives the others back.
    pub(super) fn go_on_with(&mut self, edges: Vec<Dangling>) -> Vec<Dangling> {
        std::mem::replace(&mut self.here, edges)
    }

    /// Makes the next node, without edges out of it; `None` where no run comes.
    fn node(&mut self, key: NodeKey, effect: Effect) -> Option<NodeId> {
        if !self.is_reachable() {
            self.labels_here.clear();
            return None;
        }
        let node = self.graph.add(Node::new(key, self.statement, effect));
        for edge in std::mem::take(&mut self.here) {
            self.graph.connect(edge.from, node, edge.condition, edge.kind);
        }
        for label in std::mem::take(&mut self.labels_here) {
            self.bind(label, node);
        }
        Some(node)
    }

    pub(super) fn node_at(&mut self, place: Place, part: u32, effect: Effect) -> Option<NodeId> {
        let key = NodeKey { frame: self.frame, place, part, copy: self.copy };
        self.node(key, effect)
    }

    /// A node of the step that an expression of the source is.
    fn step(&mut self, origin: Origin, effect: Effect) -> Option<NodeId> {
        let place = match (self.statement, origin) {
            (Some(statement), _) if self.is_first => Place::Statement(statement),
            (_, Some(expr)) => Place::Expression(expr),
            (Some(statement), None) => Place::Statement(statement),
            (None, None) => Place::Entry,
        };
        if self.is_reachable() {
            self.is_first = false;
        }
        let part = self.parts.entry((place, self.copy)).or_insert(0);
        let number = *part;
        *part += 1;
        self.node_at(place, number, effect)
    }

    fn leads_on(&mut self, node: Option<NodeId>, kind: EdgeKind) {
        let condition = self.true_term();
        self.here.extend(node.map(|from| Dangling { from, condition, kind }));
    }

    /// A node without a choice behind it.
    pub(super) fn emit(&mut self, origin: Origin, effect: Effect) {
        let node = self.step(origin, effect);
        self.leads_on(node, EdgeKind::Normal);
    }

    pub(super) fn emit_at(&mut self, place: Place, part: u32, effect: Effect) {
        let node = self.node_at(place, part, effect);
        self.leads_on(node, EdgeKind::Normal);
    }

    pub(super) fn assign_variables(&mut self, origin: Origin, assignments: SmallVec<[(VarId, TermId); 1]>) {
        self.emit(origin, Effect::Assign(assignments));
    }

    pub(super) fn assign_variable(&mut self, origin: Origin, var: VarId, value: TermId) {
        self.assign_variables(origin, smallvec![(var, value)]);
    }

    /// A decision: gives the edges on which the condition holds, and those on which it does not. Where it is
    /// constant there is a node all the same, so that the place stands in all versions.
    pub(super) fn decide(&mut self, origin: Origin, condition: TermId) -> (Vec<Dangling>, Vec<Dangling>) {
        let negated = self.terms.not(condition);
        let mut edges = self.decide_among(origin, &[condition, negated], EdgeKind::Normal);
        let otherwise = edges.pop().unwrap_or_default();
        (edges.pop().unwrap_or_default(), otherwise)
    }

    /// A decision among conditions that exclude each other and leave nothing out; none or one edge for each.
    pub(super) fn decide_among(
        &mut self,
        origin: Origin,
        conditions: &[TermId],
        kind: EdgeKind,
    ) -> Vec<Vec<Dangling>> {
        let node = self.step(origin, Effect::None);
        self.edges_among(node, conditions, kind)
    }

    pub(super) fn edges_among(
        &mut self,
        node: Option<NodeId>,
        conditions: &[TermId],
        kind: EdgeKind,
    ) -> Vec<Vec<Dangling>> {
        let edge = |condition: TermId| match node {
            Some(from) if !self.terms.is_false(condition) => vec![Dangling { from, condition, kind }],
            _ => Vec::new(),
        };
        conditions.iter().map(|&condition| edge(condition)).collect()
    }

    /// Throws an exception of the first class whose condition holds; goes on where none does.
    pub(super) fn guard(&mut self, origin: Origin, checks: &[(TermId, ClassId)]) {
        if checks.iter().all(|&(bad, _)| self.terms.is_false(bad)) || !self.is_reachable() {
            return;
        }
        let node = self.step(origin, Effect::None);
        let mut good = self.true_term();
        for &(bad, class) in checks {
            let first = self.terms.and(good, bad);
            let negated = self.terms.not(bad);
            good = self.terms.and(good, negated);
            if let Some(from) = node
                && !self.terms.is_false(first)
            {
                let to = self.raise(class);
                self.graph.connect(from, to, first, EdgeKind::Exceptional);
            }
        }
        self.here = self.edges_among(node, &[good], EdgeKind::Normal).pop().unwrap_or_default();
    }

    /// Splits off the runs in which `condition` holds; they go to the handler of exceptions, which
    /// `Variable::Exception` holds.
    pub(super) fn throw_if(&mut self, node: Option<NodeId>, condition: TermId) {
        let negated = self.terms.not(condition);
        let thrown = self.edges_among(node, &[condition], EdgeKind::Exceptional).pop().unwrap_or_default();
        let on = self.edges_among(node, &[negated], EdgeKind::Normal).pop().unwrap_or_default();
        self.here = thrown;
        self.jump_to_handler();
        self.here = on;
    }

    /// A step behind which an unknown exception may follow, as `threw` says.
    pub(super) fn emit_throwing(&mut self, origin: Origin, effect: Effect, threw: VarId) {
        let node = self.step(origin, effect);
        let threw = self.terms.var(threw);
        self.throw_if(node, threw);
    }

    /// What follows is not known.
    pub(super) fn unsupported(&mut self, what: impl Into<Arc<str>>) {
        let origin = None;
        self.unsupported_at(origin, what);
    }

    /// An expression that is not modelled, with all that it is made of; `None`: the whole body.
    pub(super) fn unsupported_at(&mut self, origin: Origin, what: impl Into<Arc<str>>) {
        let threw = self.temporary_boolean(origin);
        let code = self.codes.unmodelled(self.body, origin, what.into());
        self.emit_throwing(origin, Effect::Unsupported(code), threw);
    }

    /// A value of which nothing is known.
    pub(super) fn unsupported_value(&mut self, expr: ExprId, what: impl Into<Arc<str>>) -> TermId {
        let origin = self.origin(expr);
        self.unsupported_at(origin, what);
        let ty = self.ty(expr);
        let value = self.temporary(origin, ty);
        self.terms.var(value)
    }
}
