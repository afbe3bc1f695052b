//! The path analyzer and the constraint generator (§5): from two versions of a driver in its frames to constraint systems.
//!
//! A *path expression* is a path to the first place where the versions differ, and do not agree on that path: its conditions, over the
//! driver's inputs, as a list. It is never merged with another: a clause is a path. What variables hold there is the other half, and the
//! necessity and predicate constraints are over that state.
//!
//! From the place on both versions are followed side by side, up to where a value or a decision differs. Where the mutant evaluates more
//! (another index, a divisor), its run goes on where nothing is thrown.

use crate::analysis::effects::Effects;
use crate::cfg::graph::{Edge, EdgeKind, Effect, Graph, NodeId, NodeKey};
use crate::engine::cbt::Constraints;
use crate::engine::cbt::clauses::{Dnf, MOST_CLAUSES, dnf};
use crate::engine::cbt::necessity::{Sign, Template};
use crate::index::Id as _;
use crate::jvm::operator::BinaryOperator as Op;
use crate::roa::align::Keys;
use crate::symbolic::summary::run;
use crate::term::sort::Sort;
use crate::term::substitute::{State, Substitution, substitute};
use crate::term::variable::{VarId, Variable};
use crate::term::{TermId, TermKind, Terms};

/// Steps of the path analyzer on one driver, and of the two versions side by side.
const MOST_STEPS: usize = 20_000;
const MOST_SIDE_STEPS: usize = 48;
/// Paths on one driver that go on where both versions agree: in a loop, where they may do so for ever, there are as many as there are paths.
const MOST_AGREED: usize = 64;
/// What a node costs that is built or walked over, in terms looked at, as measured on the programs of `papers`.
pub const EFFORT_OF_NODE: u64 = 5;
/// Terms that one mutant may add.
const MOST_TERMS: usize = 60_000;

/// Two versions of one driver.
#[derive(Clone, Copy)]
pub struct Versions<'g> {
    pub original: &'g Graph,
    pub mutant: &'g Graph,
    pub original_keys: &'g Keys,
    pub mutant_keys: &'g Keys,
}

/// The systems of one mutant and driver.
#[derive(Default)]
pub struct Systems {
    /// Of each a clause has to hold.
    pub systems: Vec<Dnf>,
    /// Some paths or clauses were left out.
    pub is_cut: bool,
    /// The terms that were looked at for them, beside those that were made.
    pub work: u64,
}

/// A path to a place where the versions differ.
struct Path {
    at: NodeId,
    conjuncts: Vec<TermId>,
    state: State,
}

pub fn systems(
    terms: &mut Terms,
    versions: Versions<'_>,
    (template, sign): (Template, Option<Sign>),
    wanted: Constraints,
) -> Systems {
    let limit = terms.len() + MOST_TERMS;
    let mut found = Systems::default();
    let (mut paths, mut is_cut) = paths(terms, versions, limit, &mut found.work);
    paths.sort_by_key(|path| path.conjuncts.len());
    for path in paths {
        if terms.len() > limit {
            is_cut = true;
            break;
        }
        let mut reached = Dnf::always();
        for &conjunct in &path.conjuncts {
            reached = reached.and(&dnf(terms, conjunct, true, &mut found.work), &mut found.work);
        }
        let sides = Sides::new(terms, versions, path);
        let (needed, more) = sides.constraints(template, sign, wanted);
        for &conjunct in &more {
            reached = reached.and(&dnf(terms, conjunct, true, &mut found.work), &mut found.work);
        }
        let mut system = reached;
        for needed in needed {
            system = system.and(&dnf(terms, needed, true, &mut found.work), &mut found.work);
        }
        is_cut |= system.is_cut;
        if !system.clauses.is_empty() {
            found.systems.push(system);
        }
    }
    found.is_cut = is_cut;
    found
}

/// The paths to first differences, and whether some were left out. Ways on which something is thrown come last.
fn paths(terms: &mut Terms, versions: Versions<'_>, limit: usize, work: &mut u64) -> (Vec<Path>, bool) {
    let graph = versions.original;
    let leads = leading(versions);
    let (mut found, mut agreed, mut is_cut) = (Vec::new(), 0, false);
    let mut open = vec![Path { at: graph.entry, conjuncts: Vec::new(), state: State::new() }];
    for _ in 0..MOST_STEPS {
        let Some(path) = open.pop() else { return (found, is_cut) };
        *work += EFFORT_OF_NODE + (path.state.len() + path.conjuncts.len()) as u64;
        if found.len() >= MOST_CLAUSES || terms.len() > limit {
            return (found, true);
        }
        if differs(versions, path.at) {
            if !agree(terms, versions, &path) {
                found.push(path);
                continue;
            }
            if agreed == MOST_AGREED {
                is_cut = true;
                continue;
            }
            agreed += 1;
        }
        let Ok(state) = run(terms, &graph.nodes[path.at].effect, path.state, &Effects::unknown()) else {
            continue;
        };
        let mut ways: Vec<&Edge> = graph.outgoing(path.at).filter(|edge| leads[edge.to.index()]).collect();
        ways.retain(|edge| edge.kind != EdgeKind::Cut);
        // The last is walked first.
        ways.sort_by_key(|edge| edge.kind != EdgeKind::Exceptional);
        let mut substitution = Substitution::new(&state);
        let conditions: Vec<TermId> =
            ways.iter().map(|edge| substitution.apply(terms, edge.condition)).collect();
        for (edge, condition) in ways.into_iter().zip(conditions) {
            if terms.is_false(condition) {
                continue;
            }
            let mut conjuncts = path.conjuncts.clone();
            if !terms.is_true(condition) && !conjuncts.contains(&condition) {
                conjuncts.push(condition);
            }
            open.push(Path { at: edge.to, conjuncts, state: state.clone() });
        }
    }
    (found, true)
}

/// By node: whether a way leads on from it to a difference.
fn leading(versions: Versions<'_>) -> Vec<bool> {
    let graph = versions.original;
    let mut leads = vec![false; graph.nodes.len()];
    let mut open: Vec<NodeId> = graph.nodes.ids().filter(|&node| differs(versions, node)).collect();
    while let Some(node) = open.pop() {
        if !std::mem::replace(&mut leads[node.index()], true) {
            open.extend(graph.predecessors(node));
        }
    }
    leads
}

/// Whether the mutant lacks the node, or has it with other code or other ways on.
fn differs(versions: Versions<'_>, node: NodeId) -> bool {
    let Versions { original, mutant, .. } = versions;
    let Some(other) = versions.mutant_keys.get(original.nodes[node].key) else { return true };
    if original.nodes[node].effect != mutant.nodes[other].effect {
        return true;
    }
    let of = |graph: &Graph, node: NodeId| -> Vec<_> {
        graph.outgoing(node).map(|edge| (graph.nodes[edge.to].key, edge.condition, edge.kind)).collect()
    };
    of(original, node) != of(mutant, other)
}

/// Whether both versions of the node do the same on this path, as where what they compute differently is multiplied by zero.
fn agree(terms: &mut Terms, versions: Versions<'_>, path: &Path) -> bool {
    let Versions { original, mutant, .. } = versions;
    let Some(other) = versions.mutant_keys.get(original.nodes[path.at].key) else { return false };
    let mut of = |graph: &Graph, node: NodeId| {
        let state = run(terms, &graph.nodes[node].effect, path.state.clone(), &Effects::unknown()).ok()?;
        let ways: Vec<(NodeKey, TermId, EdgeKind)> = graph
            .outgoing(node)
            .map(|edge| (graph.nodes[edge.to].key, substitute(terms, &state, edge.condition), edge.kind))
            .collect();
        Some((state, ways))
    };
    let own = of(original, path.at);
    own.is_some() && own == of(mutant, other)
}

/// The least difference: what the original and the mutant have, of one sort.
type Pair = (TermId, TermId);

/// Both versions from a difference on.
struct Sides<'t> {
    terms: &'t mut Terms,
    /// What the mutant's way demands beside.
    more: Vec<TermId>,
    value: Option<Pair>,
    decision: Option<Pair>,
    /// Of a decision that the other version lacks: when it leads where that one is, and that it always does.
    lacking: Option<Pair>,
}

impl<'t> Sides<'t> {
    fn new(terms: &'t mut Terms, versions: Versions<'_>, path: Path) -> Self {
        let mut sides = Self { terms, more: Vec::new(), value: None, decision: None, lacking: None };
        sides.follow(versions, path);
        sides
    }

    /// The constraints that have to hold, and what else the way takes.
    fn constraints(
        self,
        template: Template,
        sign: Option<Sign>,
        wanted: Constraints,
    ) -> (Vec<TermId>, Vec<TermId>) {
        let Self { terms, more, value, decision, lacking } = self;
        // What is deleted with its decisions may differ whichever way they go.
        let decision = decision.or(lacking.filter(|_| template == Template::Differs));
        let mut needed = Vec::new();
        let whole = value.or(decision);
        if let (Template::Differs | Template::Sign, Some(pair)) = (template, whole) {
            let (own, other) = least(terms, pair);
            match sign.and_then(|sign| signed(terms, own, sign)) {
                Some(sign) => needed.push(sign),
                None => needed.push(different(terms, own, other)),
            }
        }
        if wanted != Constraints::Necessity
            && let Some((own, other)) = decision
        {
            needed.push(different(terms, own, other));
        }
        if wanted == Constraints::Expression
            && let Some((own, other)) = value
        {
            needed.push(different(terms, own, other));
        }
        (needed, more)
    }

    fn follow(&mut self, versions: Versions<'_>, path: Path) {
        let Versions { original, mutant, original_keys, mutant_keys } = versions;
        let (mut a, mut of_a) = (path.at, path.state.clone());
        let Some(mut b) = mutant_keys.get(original.nodes[a].key) else { return };
        let mut of_b = path.state;
        for _ in 0..MOST_SIDE_STEPS {
            let (key_a, key_b) = (original.nodes[a].key, mutant.nodes[b].key);
            let (knows_a, knows_b) = (mutant_keys.get(key_a).is_some(), original_keys.get(key_b).is_some());
            if key_a == key_b {
                if let Some(pair) = self.differing_value(
                    &original.nodes[a].effect,
                    &mut of_a,
                    &mutant.nodes[b].effect,
                    &mut of_b,
                ) {
                    self.value.get_or_insert(pair);
                    return;
                }
                let ways_a = self.ways(original, a, &of_a);
                let ways_b = self.ways(mutant, b, &of_b);
                let (Some(way_a), Some(way_b)) = (normal(&ways_a), normal(&ways_b)) else { return };
                if is_decision(&ways_a) || is_decision(&ways_b) {
                    self.decision = self.differing_way(versions, &ways_a, &ways_b);
                    return;
                }
                self.take(way_a.1);
                self.take(way_b.1);
                (a, b) = (way_a.0.to, way_b.0.to);
                continue;
            }
            // One goes on alone to where the other is.
            if !knows_b || knows_a {
                let Some(next) = self.alone((mutant, b), &mut of_b, key_a) else { return };
                b = next;
            } else {
                let Some(next) = self.alone((original, a), &mut of_a, key_b) else { return };
                a = next;
            }
            if let Some(trap) = self.terms.find_variable(Variable::Trap) {
                let (own, other) = (self.holds(&of_a, trap), self.holds(&of_b, trap));
                if own != other {
                    self.value = Some((own, other));
                    return;
                }
            }
        }
    }

    /// When the first way of the original is taken that the mutant knows the place of, and when the mutant takes it: never, where none of its ways
    /// leads there. Nothing, where the mutant leads elsewhere.
    fn differing_way(
        &mut self,
        versions: Versions<'_>,
        ways_a: &[(&Edge, TermId)],
        ways_b: &[(&Edge, TermId)],
    ) -> Option<Pair> {
        let of = |graph: &Graph, ways: &[(&Edge, TermId)]| -> Vec<(NodeKey, TermId)> {
            let ways = ways.iter().filter(|(edge, _)| edge.kind == EdgeKind::Normal);
            ways.map(|(edge, condition)| (graph.nodes[edge.to].key, *condition)).collect()
        };
        let (of_a, of_b) = (of(versions.original, ways_a), of(versions.mutant, ways_b));
        if !of_b.iter().all(|(place, _)| of_a.iter().any(|(other, _)| other == place)) {
            return None;
        }
        let (place, own) = *of_a.iter().find(|(place, _)| versions.mutant_keys.get(*place).is_some())?;
        let other = self
            .terms
            .any(of_b.into_iter().filter(|(other, _)| *other == place).map(|(_, condition)| condition));
        (own != other).then_some((own, other))
    }

    fn holds(&mut self, state: &State, var: VarId) -> TermId {
        let unchanged = self.terms.var(var);
        state.get(&var).copied().unwrap_or(unchanged)
    }

    fn take(&mut self, condition: TermId) {
        if !self.terms.is_true(condition) && !self.more.contains(&condition) {
            self.more.push(condition);
        }
    }

    /// One version goes on while the other waits; up to where it decides whether it comes there.
    fn alone(
        &mut self,
        (graph, node): (&Graph, NodeId),
        state: &mut State,
        waiting: NodeKey,
    ) -> Option<NodeId> {
        *state =
            run(self.terms, &graph.nodes[node].effect, std::mem::take(state), &Effects::unknown()).ok()?;
        let ways = self.ways(graph, node, state);
        let leads = |edge: &Edge| edge.kind == EdgeKind::Normal && graph.nodes[edge.to].key == waiting;
        if is_decision(&ways) && ways.iter().any(|(edge, _)| leads(edge)) {
            let there = ways.iter().filter(|(edge, _)| leads(edge)).map(|(_, condition)| *condition);
            self.lacking = Some((self.terms.any(there), self.terms.boolean(true)));
            return None;
        }
        let (edge, condition) = *normal(&ways)?;
        self.take(condition);
        Some(edge.to)
    }

    fn ways<'g>(&mut self, graph: &'g Graph, node: NodeId, state: &State) -> Vec<(&'g Edge, TermId)> {
        let edges: Vec<&Edge> = graph.outgoing(node).collect();
        edges.into_iter().map(|edge| (edge, substitute(self.terms, state, edge.condition))).collect()
    }

    /// Runs two nodes of one place; the first variable that then holds different values.
    fn differing_value(
        &mut self,
        a: &Effect,
        of_a: &mut State,
        b: &Effect,
        of_b: &mut State,
    ) -> Option<Pair> {
        let written: Vec<VarId> = match (a, b) {
            (Effect::Assign(a), Effect::Assign(b)) => a.iter().chain(b).map(|&(var, _)| var).collect(),
            (Effect::Assign(only), _) | (_, Effect::Assign(only)) => {
                only.iter().map(|&(var, _)| var).collect()
            }
            _ => Vec::new(),
        };
        *of_a = run(self.terms, a, std::mem::take(of_a), &Effects::unknown()).ok()?;
        *of_b = run(self.terms, b, std::mem::take(of_b), &Effects::unknown()).ok()?;
        written.into_iter().find_map(|var| {
            let (own, other) = (self.holds(of_a, var), self.holds(of_b, var));
            (own != other).then_some((own, other))
        })
    }
}

/// Whether there are several ways where nothing is thrown.
fn is_decision(ways: &[(&Edge, TermId)]) -> bool {
    ways.iter().filter(|(edge, _)| edge.kind == EdgeKind::Normal).count() > 1
}

/// The way that is taken where nothing is thrown; of a decision, its first.
fn normal<'w, 'g>(ways: &'w [(&'g Edge, TermId)]) -> Option<&'w (&'g Edge, TermId)> {
    ways.iter().find(|(edge, _)| edge.kind == EdgeKind::Normal)
}

/// Down to the least parts of two terms that differ: what the mutant puts in the place of a symbol.
fn least(terms: &Terms, (mut a, mut b): Pair) -> Pair {
    loop {
        let (Some(of_a), Some(of_b)) = (parts(terms, a, b), parts(terms, b, a)) else { return (a, b) };
        let mut differing = of_a.iter().zip(&of_b).filter(|(a, b)| a != b);
        let (first, second) = (differing.next(), differing.next());
        let crossed = match (&of_a[..], &of_b[..]) {
            // A sum has its operands in an order of its own.
            (&[a, c], &[d, e]) if c == d => Some((a, e)),
            (&[a, c], &[d, e]) if a == e => Some((c, d)),
            _ => None,
        };
        (a, b) = match (first, second, crossed) {
            (Some((&a, &b)), None, _) | (Some(_), Some(_), Some((a, b)))
                if terms.sort(a) == terms.sort(b) =>
            {
                (a, b)
            }
            _ => return (a, b),
        };
    }
}

/// The parts of a term, if the other one is made by the same operation.
fn parts(terms: &Terms, term: TermId, other: TermId) -> Option<Vec<TermId>> {
    let same = match (terms.kind(term), terms.kind(other)) {
        (TermKind::Binary { op, ty, .. }, TermKind::Binary { op: other, ty: of_other, .. }) => {
            (op, ty) == (other, of_other)
        }
        (TermKind::Unary { op, .. }, TermKind::Unary { op: other, .. }) => op == other,
        (TermKind::Convert { from, to, .. }, TermKind::Convert { from: other, to: of_other, .. }) => {
            (from, to) == (other, of_other)
        }
        (TermKind::Store { map, object, .. }, TermKind::Store { map: other, object: at, .. }) => {
            map == other && object == at
        }
        _ => false,
    };
    let mut all = Vec::new();
    terms.each_child(term, |child| all.push(child));
    same.then_some(all)
}

/// That two values differ: as values that tests compare, so that NaN is itself and -0.0 is not 0.0.
fn different(terms: &mut Terms, own: TermId, other: TermId) -> TermId {
    match (terms.sort(own), terms.sort(other)) {
        (a, b) if a == b && matches!(a, Sort::Value(_)) => {
            let same = terms.same_value(own, other);
            terms.not(same)
        }
        // Maps differ somewhere.
        _ => terms.boolean(true),
    }
}

fn signed(terms: &mut Terms, value: TermId, sign: Sign) -> Option<TermId> {
    let Sort::Value(sort) = terms.sort(value) else { return None };
    let ty = sort.primitive().filter(|ty| ty.is_numeric())?;
    let zero = terms.int(0);
    let zero = if ty == crate::jvm::value::PrimitiveType::Int {
        zero
    } else {
        terms.convert(crate::jvm::value::PrimitiveType::Int, ty, zero)
    };
    let op = match sign {
        Sign::Negative => Op::Lt,
        Sign::Positive => Op::Gt,
        Sign::Zero => Op::Eq,
    };
    Some(terms.binary(op, ty, value, zero))
}
