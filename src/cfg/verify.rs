//! The invariants of a graph, checked: see [`crate::cfg::graph`]. It runs on each graph in debug builds.

use std::collections::HashSet;

use thiserror::Error;

use crate::cfg::graph::{EdgeId, Effect, Graph, NodeId, NodeKey};
use crate::term::sort::{Sort, ValueSort};
use crate::term::variable::VarId;
use crate::term::{TermId, Terms};

/// What is wrong with a graph.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GraphError {
    #[error("the entry has incoming edges")]
    EntryIsTarget,
    #[error("{0} is not reachable")]
    Unreachable(NodeId),
    #[error("{0} and {1} have the key {2:?}")]
    SameKey(NodeId, NodeId, NodeKey),
    #[error("{0} has no outgoing edge and is no exit")]
    DeadEnd(NodeId),
    #[error("the exit {0} has outgoing edges")]
    ExitIsSource(NodeId),
    #[error("{0}: nodes and edges disagree")]
    Broken(EdgeId),
    #[error("the condition of {0} is no boolean, or never holds")]
    Condition(EdgeId),
    #[error("{0}: one edge, whose condition is not `true`")]
    Partial(NodeId),
    #[error("{0}: the last condition is not what the others leave, or one holds together with another")]
    Overlap(NodeId),
    #[error("{0}: {1} is assigned a value of another sort, or twice")]
    Assignment(NodeId, VarId),
    #[error("{0}: the parts of a call do not fit")]
    Call(NodeId),
}

pub fn verify(graph: &Graph, terms: &Terms) -> Result<(), GraphError> {
    if !graph.nodes[graph.entry].incoming.is_empty() {
        return Err(GraphError::EntryIsTarget);
    }
    edges(graph, terms)?;
    reachability(graph)?;
    let mut keys = std::collections::HashMap::new();
    for (id, node) in graph.nodes.iter_enumerated() {
        if let Some(other) = keys.insert(node.key, id) {
            return Err(GraphError::SameKey(other, id, node.key));
        }
        let is_exit = graph.is_exit(id);
        match (node.outgoing.is_empty(), is_exit) {
            (true, false) => return Err(GraphError::DeadEnd(id)),
            (false, true) => return Err(GraphError::ExitIsSource(id)),
            _ => {}
        }
        conditions(graph, terms, id)?;
        effect(terms, id, &node.effect)?;
    }
    Ok(())
}

fn edges(graph: &Graph, terms: &Terms) -> Result<(), GraphError> {
    let boolean = Sort::Value(ValueSort::Boolean);
    for (id, edge) in graph.edges.iter_enumerated() {
        let known =
            graph.nodes[edge.from].outgoing.contains(&id) && graph.nodes[edge.to].incoming.contains(&id);
        if !known {
            return Err(GraphError::Broken(id));
        }
        if terms.sort(edge.condition) != boolean || terms.is_false(edge.condition) {
            return Err(GraphError::Condition(id));
        }
    }
    let listed: usize = graph.nodes.iter().map(|n| n.outgoing.len() + n.incoming.len()).sum();
    match graph.edges.ids().next_back() {
        Some(last) if listed != 2 * graph.edges.len() => Err(GraphError::Broken(last)),
        _ => Ok(()),
    }
}

fn reachability(graph: &Graph) -> Result<(), GraphError> {
    let mut seen = HashSet::from([graph.entry]);
    let mut pending = vec![graph.entry];
    while let Some(node) = pending.pop() {
        pending.extend(graph.successors(node).filter(|&next| seen.insert(next)));
    }
    match graph.nodes.ids().find(|id| !seen.contains(id)) {
        Some(node) => Err(GraphError::Unreachable(node)),
        None => Ok(()),
    }
}

/// The conditions of one node. That they exclude each other and leave nothing out is seen by trying truth values of
/// their atoms where those are few; which tests of one value exclude each other is beyond that (`x == 1`, `x == 2`),
/// and holds by construction.
fn conditions(graph: &Graph, terms: &Terms, id: NodeId) -> Result<(), GraphError> {
    let conditions: Vec<TermId> = graph.outgoing(id).map(|e| e.condition).collect();
    match conditions[..] {
        [] => return Ok(()),
        [only] => return if terms.is_true(only) { Ok(()) } else { Err(GraphError::Partial(id)) },
        _ => {}
    }
    truth::partition(terms, &conditions).then_some(()).ok_or(GraphError::Overlap(id))
}

fn effect(terms: &Terms, id: NodeId, effect: &Effect) -> Result<(), GraphError> {
    match effect {
        Effect::None | Effect::Unsupported(_) => Ok(()),
        Effect::Assign(assignments) => {
            let mut written = HashSet::new();
            for &(var, value) in assignments {
                if terms.info(var).sort != terms.sort(value) || !written.insert(var) {
                    return Err(GraphError::Assignment(id, var));
                }
            }
            Ok(())
        }
        Effect::Call(call) => {
            let boolean = Sort::Value(ValueSort::Boolean);
            let fits = terms.info(call.threw).sort == boolean
                && !call.targets.is_empty()
                && call.targets.iter().all(|&(_, condition)| terms.sort(condition) == boolean)
                && call.result != Some(call.threw);
            if fits { Ok(()) } else { Err(GraphError::Call(id)) }
        }
    }
}

/// Conditions as functions of the tests that they are made of.
mod truth {
    use std::collections::HashMap;

    use crate::jvm::operator::{BinaryOperator, UnaryOperator};
    use crate::jvm::value::{Primitive, PrimitiveType};
    use crate::term::{TermId, TermKind, Terms};

    /// More atoms are not tried.
    const MAX_ATOMS: usize = 10;

    /// Whether just one of the conditions holds, whatever truth values their atoms have; but two tests of the same
    /// value against constants are never both yes.
    pub(super) fn partition(terms: &Terms, conditions: &[TermId]) -> bool {
        let mut atoms = Vec::new();
        conditions.iter().for_each(|&c| collect(terms, c, &mut atoms));
        if atoms.len() > MAX_ATOMS {
            return true;
        }
        (0..1_usize << atoms.len()).all(|bits| {
            let values: HashMap<TermId, bool> =
                atoms.iter().enumerate().map(|(i, &atom)| (atom, bits >> i & 1 == 1)).collect();
            is_impossible(terms, &values) || {
                let holding = conditions.iter().filter(|&&c| evaluate(terms, c, &values)).count();
                holding == 1
            }
        })
    }

    fn parts(terms: &Terms, term: TermId) -> Option<(BinaryOperator, TermId, TermId)> {
        match *terms.kind(term) {
            TermKind::Binary { op, ty: PrimitiveType::Boolean, left, right }
                if matches!(op, BinaryOperator::And | BinaryOperator::Or) =>
            {
                Some((op, left, right))
            }
            _ => None,
        }
    }

    /// An atom and whether it is taken as it is: of a test and its negation one is the atom.
    fn atom(terms: &Terms, term: TermId) -> (TermKind, bool) {
        use BinaryOperator as Op;
        match terms.kind(term).clone() {
            TermKind::Binary { op, ty, left, right } => {
                let (op, positive) = match op {
                    Op::Ne => (Op::Eq, false),
                    // Of floats neither may hold.
                    Op::Ge if !ty.is_floating() => (Op::Lt, false),
                    Op::Gt if !ty.is_floating() => (Op::Le, false),
                    op => (op, true),
                };
                (TermKind::Binary { op, ty, left, right }, positive)
            }
            kind => (kind, true),
        }
    }

    fn collect(terms: &Terms, term: TermId, atoms: &mut Vec<TermId>) {
        if let Some((_, left, right)) = parts(terms, term) {
            collect(terms, left, atoms);
            return collect(terms, right, atoms);
        }
        match *terms.kind(term) {
            TermKind::Unary { op: UnaryOperator::Not, operand } => collect(terms, operand, atoms),
            TermKind::Constant(_) => {}
            _ => {
                let (kind, _) = atom(terms, term);
                if !atoms.iter().any(|&a| atom(terms, a).0 == kind) {
                    atoms.push(term);
                }
            }
        }
    }

    fn evaluate(terms: &Terms, term: TermId, values: &HashMap<TermId, bool>) -> bool {
        if let Some((op, left, right)) = parts(terms, term) {
            let (a, b) = (evaluate(terms, left, values), evaluate(terms, right, values));
            return if op == BinaryOperator::And { a && b } else { a || b };
        }
        match *terms.kind(term) {
            TermKind::Unary { op: UnaryOperator::Not, operand } => !evaluate(terms, operand, values),
            TermKind::Constant(Primitive::Boolean(value)) => value,
            _ => {
                let (kind, positive) = atom(terms, term);
                let known = values.iter().find(|&(&a, _)| atom(terms, a).0 == kind);
                known.is_some_and(|(&a, &value)| (value == atom(terms, a).1) == positive)
            }
        }
    }

    /// One value equals two constants, or a value is below and not below.
    fn is_impossible(terms: &Terms, values: &HashMap<TermId, bool>) -> bool {
        let equal_to = |atom_term: TermId, value: bool| match atom(terms, atom_term) {
            (TermKind::Binary { op: BinaryOperator::Eq, left, right, .. }, positive) if value == positive => {
                terms.constant(right).map(|constant| (left, constant))
            }
            _ => None,
        };
        let equal: Vec<_> = values.iter().filter_map(|(&a, &v)| equal_to(a, v)).collect();
        let is_nonzero = |&(left, constant): &(TermId, Primitive)| {
            constant != Primitive::Int(0) && values.iter().any(|(&a, &v)| is_zero(terms, a, v, left))
        };
        equal.iter().any(is_nonzero)
            || equal.iter().enumerate().any(|(i, a)| equal[i + 1..].iter().any(|b| a.0 == b.0 && a.1 != b.1))
    }

    /// Whether a test says in simpler words that a sum, a difference, an exclusive or or a remainder is zero.
    fn is_zero(terms: &Terms, test: TermId, value: bool, sum: TermId) -> bool {
        let (TermKind::Binary { op: BinaryOperator::Eq, left, right, .. }, positive) = atom(terms, test)
        else {
            return false;
        };
        let TermKind::Binary { op, left: a, right: b, .. } = *terms.kind(sum) else { return false };
        let is_negated = |x: TermId, y: TermId| matches!(*terms.kind(x), TermKind::Unary { op: UnaryOperator::Minus, operand } if operand == y);
        // The sign of a dividend does not matter.
        let is_opposite = |x: TermId| matches!(*terms.kind(x), TermKind::Binary { op: BinaryOperator::Rem, left, right, .. } if right == b && is_negated(a, left));
        let says = |x: TermId, y: TermId| match op {
            BinaryOperator::Rem => terms.constant(y) == Some(Primitive::Int(0)) && is_opposite(x),
            BinaryOperator::Sub | BinaryOperator::Xor => (x, y) == (a, b),
            BinaryOperator::Add => x == a && is_negated(y, b) || y == b && is_negated(x, a),
            _ => false,
        };
        value == positive && (says(left, right) || says(right, left))
    }
}
