//! What a refutation proves (DESIGN §8): [`proven`] alone decides it.
//!
//! A search refutes a mutant in a unit when no copy of the mutated region can be where a difference begins that is seen at
//! the end: each subtask, with whatever it chose, came to a contradiction. That is a proof for all inputs if nothing was
//! left out on the way. What may have been left out is a [`Gap`], each with a name of its own; where there is one, nothing is
//! proven, but for the cut, which makes the proof one up to the number of frames.
//!
//! **Why that is sound.** Take an input on which the outcomes differ. While no copy of a mutated region has given another
//! exit or another value of what matters, both versions run the same code in states that agree on what matters
//! ([`covers`] follows both versions in lockstep, and finds no other difference). So some copy is the first that does; it was
//! attacked, and the two runs obey all rules of the network that was built for it ([`merges_what_is_read`] says that what
//! the original's network does not tell apart is not read by the mutant either). Then the search cannot have refuted
//! it, since
//! - implication and questions say of places that are executed only what holds in every run, and of others nothing;
//!   what assist, templates and histories add to a question are definitions and conditions as they are, never one of
//!   several alternatives;
//! - a subtask has failed when its whole question has no solution, solutions that were tried apart; and a solution is excluded
//!   by what a conflict rests on, or as it was chosen;
//! - subtasks of propagation are asked first, and then, where an output may differ, everything else: all that was
//!   assumed is justified, whatever way the effect goes;
//! - what the model does not decide becomes a test, and a test in vain is no refutation.
//!
//! The mutant may leave the frames: that is a difference, which the refutation excludes. So it is the original alone whose
//! cut counts.

use std::collections::BTreeSet;
use std::fmt;

use crate::cfg::graph::{Effect, Graph, Node, NodeId};
use crate::dalg::original::Given;
use crate::dalg::unit::{RegionCopy, Version};
use crate::term::variable::{VarId, Variable};
use crate::term::{Function, TermId, TermKind, Terms};

/// What keeps a refutation from being a proof for all inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Gap {
    /// The search came to a limit, or a test did not do what the model said.
    Limit,
    /// The search gave up a way that it could not look into.
    Abandoned,
    /// Nothing was asked: a version cannot be built, or by what is implied no run of the original ends within the frames.
    Unasked,
    /// The versions differ at a place that no refuted copy of a mutated region holds.
    Elsewhere,
    /// The mutant reads what the original's network does not tell apart, since the original never reads it.
    Merged,
    /// A call is not followed.
    Call,
    /// Code outside the subset.
    Unsupported,
    /// The original may leave the frames.
    Cut,
    /// The driver does not call the method that is mutated.
    Caller,
    /// The driver's inputs are not all that the method can be given.
    Inputs,
    /// Static state is read or written, which code beside the driver may have changed.
    Static,
    /// A field is written that no test may read, of an object that may outlive the call: other code may read it.
    Hidden,
    /// A version asks whether assertions are on, and the drivers' graphs begin with them off.
    Assertions,
    /// A caller may see more of a call than is compared.
    Seen,
    /// A version, or any code of the program, asks which strings or wrapper objects are one object: which object comes out
    /// matters, and is no output.
    Identity,
}

/// The gaps of one refutation.
pub type Gaps = BTreeSet<Gap>;

impl fmt::Display for Gap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Limit => "a limit was reached",
            Self::Abandoned => "a way was not looked into",
            Self::Unasked => "nothing was asked",
            Self::Elsewhere => "the versions differ outside the copies that were refuted",
            Self::Merged => "the mutant reads what the original does not",
            Self::Call => "a call is not followed",
            Self::Unsupported => "code outside the subset",
            Self::Cut => "the original may leave the frames",
            Self::Caller => "the driver calls another method",
            Self::Inputs => "the driver's inputs are not all there are",
            Self::Static => "static state",
            Self::Hidden => "a field that no test may read",
            Self::Assertions => "assertions may be on",
            Self::Seen => "a caller may see more than is compared",
            Self::Identity => "strings or wrapper objects are compared by identity",
        })
    }
}

/// A refutation that is a proof: made by [`proven`] and by nothing else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Refuted {
    /// The time frames in which it was refuted.
    pub frames: u32,
    /// Only where the original stays within the frames.
    pub is_bounded: bool,
    /// It rests on which classes the program has.
    pub closed_world: bool,
}

/// What a refutation with these gaps proves; `None`: nothing.
pub fn proven(gaps: &Gaps, frames: u32, closed_world: bool) -> Option<Refuted> {
    let is_bounded = gaps.contains(&Gap::Cut);
    (gaps.len() == usize::from(is_bounded)).then_some(Refuted { frames, is_bounded, closed_world })
}

/// The gaps that the code of the two versions leaves, whatever the search did.
pub(super) fn gaps_of_code(terms: &Terms, original: &Version, mutant: &Version, given: &Given) -> Gaps {
    let mut gaps = Gaps::new();
    for version in [original, mutant] {
        for node in version.frames.nodes.iter() {
            match node.effect {
                Effect::Call(_) => gaps.insert(Gap::Call),
                Effect::Unsupported(_) => gaps.insert(Gap::Unsupported),
                Effect::None | Effect::Assign(_) => false,
            };
        }
        if asks_for(terms, version, Variable::Asserting) {
            gaps.insert(Gap::Assertions);
        }
        if asks_for_identity(terms, &version.frames) {
            gaps.insert(Gap::Identity);
        }
        // What the driver itself does with statics is to begin from nothing, and so do the initialisers that find no more.
        let nodes = &version.frames.nodes;
        let initialized = |node: NodeId| {
            let frame = terms.frame_info(nodes[node].key.frame)?;
            Some(given.starts.initialized_by(frame.method))
        };
        let is_static = |var: VarId| {
            let variable = terms.info(var).variable;
            matches!(variable, Variable::Static(_) | Variable::Initialized(_) | Variable::Failed(_))
        };
        let own: Vec<NodeId> = nodes.ids().filter(|&node| initialized(node) == Some(None)).collect();
        let starts_otherwise = |node: NodeId| {
            let class = initialized(node).flatten();
            let is_unsettled = |var: VarId| match (terms.info(var).variable, class) {
                (Variable::Static(field), Some(class)) => !given.starts.is_settled(class, field),
                _ => false,
            };
            mentions(terms, &version.frames, node, is_unsettled)
        };
        if own.iter().any(|&node| mentions(terms, &version.frames, node, is_static))
            || nodes.ids().any(starts_otherwise)
        {
            gaps.insert(Gap::Static);
        }
        let is_hidden = |var: VarId| match terms.info(var).variable {
            Variable::Field(field) => given.hidden.contains(&field),
            _ => false,
        };
        if own.iter().any(|&node| nodes[node].definitions().into_iter().any(is_hidden)) {
            gaps.insert(Gap::Hidden);
        }
    }
    gaps
}

/// Whether a version does what it does because the program has no further classes: none overrides what it calls, and its
/// decisions ask for classes of which there is a fixed number.
pub(super) fn rests_on_classes(terms: &Terms, version: &Version) -> bool {
    version.rests_on_classes || asks_for(terms, version, Variable::Class)
}

/// Whether a decision of a version reads the variable.
fn asks_for(terms: &Terms, version: &Version, variable: Variable) -> bool {
    let is_meant = |var: VarId| terms.info(var).variable == variable;
    let asks = |&condition: &TermId| terms.variables_of(&[condition]).into_iter().any(is_meant);
    version.frames.edges.iter().any(|edge| asks(&edge.condition))
}

/// Whether the code asks which strings or wrapper objects are one object.
pub fn asks_for_identity(terms: &Terms, graph: &Graph) -> bool {
    let mut roots: Vec<TermId> = graph.edges.iter().map(|edge| edge.condition).collect();
    for node in graph.nodes.iter() {
        if let Effect::Assign(assignments) = &node.effect {
            roots.extend(assignments.iter().map(|a| a.1));
        }
    }
    let asks =
        |&term: &TermId| matches!(terms.kind(term), TermKind::Apply { function: Function::SameObject, .. });
    terms.closure(&roots).iter().any(asks)
}

/// Whether a node or a condition behind it reads or writes such a variable.
fn mentions(terms: &Terms, graph: &Graph, node: NodeId, is_meant: impl Fn(VarId) -> bool) -> bool {
    let mut read: Vec<TermId> = graph.outgoing(node).map(|edge| edge.condition).collect();
    if let Effect::Assign(assignments) = &graph.nodes[node].effect {
        read.extend(assignments.iter().map(|a| a.1));
    }
    let written = graph.nodes[node].definitions();
    written.into_iter().chain(terms.variables_of(&read)).any(is_meant)
}

/// Whether both versions do the same but for the copies of regions that were refuted.
///
/// Followed in lockstep from the beginning on: a pair of places is the head of a refuted copy and where the mutant goes
/// then, from where both go on at the same exit; or it is the same code, and the same edges lead on.
pub(super) fn covers(original: &Version, mutant: &Version, refuted: &[RegionCopy]) -> bool {
    let (o, m) = (&original.frames, &mutant.frames);
    let mut seen = BTreeSet::new();
    let mut pending = vec![(o.entry, m.entry)];
    while let Some((a, b)) = pending.pop() {
        if !seen.insert((a, b)) {
            continue;
        }
        if let Some(copy) = refuted.iter().find(|copy| copy.original.head == a) {
            if copy.entered != b {
                return false;
            }
            // A place that one version alone has is no exit that both take.
            for edge in copy.original.exit_edges(o) {
                let to = o.edges[edge].to;
                pending.extend(mutant.keys.get(o.nodes[to].key).map(|other| (to, other)));
            }
            continue;
        }
        if !is_same_code((o, &o.nodes[a]), (m, &m.nodes[b])) {
            return false;
        }
        pending.extend(o.successors(a).zip(m.successors(b)));
    }
    true
}

/// The same place, effect and conditions.
fn is_same_code((o, original): (&Graph, &Node), (m, mutant): (&Graph, &Node)) -> bool {
    let edges = |graph: &Graph, node: &Node| -> Vec<_> {
        node.outgoing.iter().map(|&e| (graph.edges[e].condition, graph.edges[e].kind)).collect()
    };
    original.key == mutant.key && original.effect == mutant.effect && edges(o, original) == edges(m, mutant)
}

/// Whether, where ways meet, the mutant may read a variable that the original never reads behind that place: its network
/// then has any one of the definitions there. What only the original has lies in a region, whose head stands for it.
pub(super) fn merges_what_is_read(
    terms: &Terms,
    original: &Version,
    mutant: &Version,
    refuted: &[RegionCopy],
    variables: &[VarId],
) -> bool {
    let joins = original.frames.nodes.iter_enumerated().filter(|(_, node)| node.incoming.len() > 1);
    let shared = joins.filter_map(|(o, node)| Some((o, mutant.keys.get(node.key)?)));
    let entered = refuted.iter().map(|copy| (copy.original.head, copy.entered));
    shared.chain(entered).any(|(o, m)| {
        let is_lost =
            |&var: &VarId| mutant.is_relevant(terms, m, var) && !original.is_relevant(terms, o, var);
        variables.iter().any(is_lost)
    })
}
