//! The graph. A statement is a short run of nodes: what can throw is a decision of its own *before* the node that
//! has the effect, so a partial effect is in place when an exception leaves, and every node's code is total.
//!
//! Invariants (`cfg::verify` checks them)
//! - The first node is the entry, without incoming edges. Every node is reachable from it by edges.
//! - The conditions of a node's outgoing edges exclude each other and cover all cases; they are terms over the
//!   variables *behind* the node's effect. One edge: its condition is `true`.
//! - Only exits have no outgoing edge. There is at most one of each kind.
//! - Keys are unique, and stable: the same key in the graphs of two versions of a method is the same place. That
//!   is the correspondence `f` (§2.3.3). Nodes with equal keys, code and outgoing edges are unchanged.

use std::collections::BTreeSet;

use smallvec::SmallVec;

use crate::define_id;
use crate::index::IndexVec;
use crate::sema::program::{ClassId, MethodId};
use crate::sema::typed_tree::LocalOrigin;
use crate::syntax::tree::{ExprId, StmtId};
use crate::term::variable::{FrameId, VarId, Variable};
use crate::term::{TermId, Terms};

define_id!(NodeId, "n");
define_id!(EdgeId, "e");

#[derive(Clone, Debug)]
pub struct Graph {
    pub method: MethodId,
    pub nodes: IndexVec<NodeId, Node>,
    pub edges: IndexVec<EdgeId, Edge>,
    pub entry: NodeId,
    /// Where the method ends by returning; `Variable::Result` holds the value.
    pub returns: Option<NodeId>,
    /// Where an exception leaves the method; `Variable::Exception` holds it.
    pub throws: Option<NodeId>,
    /// Where the runs end that stay in a loop behind its last time frame; only an unrolled graph has one.
    pub cut: Option<NodeId>,
}

/// Where a node stands; see the invariants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeKey {
    pub frame: FrameId,
    pub place: Place,
    /// Among the nodes of one place, in the order of evaluation.
    pub part: u32,
    /// 0, or the number of the copy: `finally` code stands once for each way that leads into it, and unrolled code
    /// once for each iteration.
    pub copy: u32,
}

/// The node of the syntax tree from which a node of the graph came.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Place {
    Entry,
    Statement(StmtId),
    Expression(ExprId),
    /// Makes an exception of the class and hands it to what is in force in the scope: the innermost `try` around.
    Raise(ClassId, Option<StmtId>),
    /// Tells an exception's handlers apart.
    Dispatch(Option<StmtId>),
    Return,
    Throw,
    Cut,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    pub key: NodeKey,
    /// The statement that the node belongs to: decisions belong to their `if`, `while`, … All nodes of one
    /// statement with one frame and copy are the statement's node of the dissertation.
    pub statement: Option<StmtId>,
    pub effect: Effect,
    pub incoming: SmallVec<[EdgeId; 2]>,
    pub outgoing: SmallVec<[EdgeId; 2]>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Joins, decisions, exits.
    None,
    /// All terms are read before any variable is written.
    Assign(SmallVec<[(VarId, TermId); 1]>),
    Call(Box<Call>),
    /// What no analysis follows: a region that holds the node has no summary.
    Unsupported(Unmodelled),
}

impl Effect {
    /// In a copy of its code, which makes other objects.
    pub fn in_copy(&self, terms: &mut Terms, copy: u32) -> Self {
        let mut copied = self.clone();
        let mut rename = |term: &mut TermId| *term = terms.in_copy(*term, copy);
        match &mut copied {
            Self::Assign(assignments) => assignments.iter_mut().for_each(|(_, value)| rename(value)),
            Self::Call(call) => {
                let targets = call.targets.iter_mut().map(|(_, condition)| condition);
                let values = call.receiver.iter_mut().chain(&mut call.arguments).chain(&mut call.visit);
                targets.chain(values).for_each(rename);
            }
            Self::None | Self::Unsupported(_) => {}
        }
        copied
    }
}

/// Code that the graph does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unmodelled {
    pub what: std::sync::Arc<str>,
    /// A digest of the code. What it does depends on all that it is made of, be it of the same value or not; so two
    /// versions of it are the same only if their code is.
    pub code: u64,
    /// What it may read and write of its frame, beside all that is global; `None`: anything.
    pub named: Option<std::sync::Arc<Named>>,
}

/// The variables of a frame that some code names: its locals, and what its expressions keep between two nodes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Named {
    pub locals: BTreeSet<LocalOrigin>,
    pub exprs: BTreeSet<ExprId>,
}

impl Unmodelled {
    /// Whether what it does may depend on the variable, or change it.
    pub fn may_touch(&self, variable: Variable) -> bool {
        let Some(named) = &self.named else { return true };
        match variable {
            Variable::Local(_, origin) => named.locals.contains(&origin),
            Variable::Temporary(_, Some(expr), _) => named.exprs.contains(&expr),
            _ => true,
        }
    }
}

/// A call that may be inlined. It writes `result`, `threw`, `Variable::Exception` and globals.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    /// The method that the code names.
    pub method: MethodId,
    /// Which methods may run, each with the classes of the receiver for which it does (as a condition); one with
    /// the condition `true` unless the call is virtual. They exclude each other.
    pub targets: SmallVec<[(MethodId, TermId); 1]>,
    /// The set of targets rests on the classes that the program has.
    pub closed_world: bool,
    /// Checked not to be null by a node before.
    pub receiver: Option<TermId>,
    pub arguments: SmallVec<[TermId; 4]>,
    pub result: Option<VarId>,
    /// Where objects are told apart, and the call may make some: what stands for this visit of it alone, so that what it gives is no
    /// other call's.
    pub visit: Option<TermId>,
    /// Set to whether the call ended by an exception; the node's edges ask for it.
    pub threw: VarId,
    /// What is said of a method whose code is in a class file: the call is one unknown function in all versions.
    pub unread: Option<std::sync::Arc<str>>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Edge {
    pub from: NodeId,
    pub to: NodeId,
    pub condition: TermId,
    pub kind: EdgeKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum EdgeKind {
    Normal,
    /// Taken when something throws: post-dominators that serve regions ignore it.
    Exceptional,
    /// Behind the last time frame of an unrolled loop: an assumption that it is not taken.
    Cut,
}

impl Graph {
    pub fn new(method: MethodId, entry: NodeKey) -> Self {
        let mut nodes = IndexVec::new();
        let entry = nodes.push(Node::new(entry, None, Effect::None));
        Self { method, nodes, edges: IndexVec::new(), entry, returns: None, throws: None, cut: None }
    }

    pub fn add(&mut self, node: Node) -> NodeId {
        self.nodes.push(node)
    }

    pub fn connect(&mut self, from: NodeId, to: NodeId, condition: TermId, kind: EdgeKind) -> EdgeId {
        let edge = self.edges.push(Edge { from, to, condition, kind });
        self.nodes[from].outgoing.push(edge);
        self.nodes[to].incoming.push(edge);
        edge
    }

    pub fn outgoing(&self, node: NodeId) -> impl DoubleEndedIterator<Item = &Edge> {
        self.nodes[node].outgoing.iter().map(|&e| &self.edges[e])
    }

    pub fn incoming(&self, node: NodeId) -> impl DoubleEndedIterator<Item = &Edge> {
        self.nodes[node].incoming.iter().map(|&e| &self.edges[e])
    }

    pub fn successors(&self, node: NodeId) -> impl DoubleEndedIterator<Item = NodeId> {
        self.outgoing(node).map(|e| e.to)
    }

    pub fn predecessors(&self, node: NodeId) -> impl DoubleEndedIterator<Item = NodeId> {
        self.incoming(node).map(|e| e.from)
    }

    pub fn is_decision(&self, node: NodeId) -> bool {
        self.nodes[node].outgoing.len() > 1
    }

    pub fn is_exit(&self, node: NodeId) -> bool {
        self.exits().any(|exit| exit == node)
    }

    pub fn exits(&self) -> impl Iterator<Item = NodeId> {
        [self.returns, self.throws, self.cut].into_iter().flatten()
    }
}

impl Node {
    pub fn new(key: NodeKey, statement: Option<StmtId>, effect: Effect) -> Self {
        Self { key, statement, effect, incoming: SmallVec::new(), outgoing: SmallVec::new() }
    }

    /// The variables that the node writes without looking into a call.
    pub fn definitions(&self) -> SmallVec<[VarId; 2]> {
        match &self.effect {
            Effect::Assign(assignments) => assignments.iter().map(|&(var, _)| var).collect(),
            Effect::Call(call) => call.result.into_iter().chain([call.threw]).collect(),
            Effect::None | Effect::Unsupported(_) => SmallVec::new(),
        }
    }
}
