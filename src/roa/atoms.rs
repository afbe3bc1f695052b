//! The atoms that a graph suggests as facts: from what its code compares and assigns, and from what walks see.

use std::collections::{BTreeMap, BTreeSet};

use crate::analysis::effects::Effects;
use crate::budget::Budget;
use crate::cfg::graph::{Effect, Graph, NodeId};
use crate::jvm::operator::BinaryOperator;
use crate::jvm::value::{Primitive, PrimitiveType};
use crate::roa::facts::{WALK_STEPS, WALKS};
use crate::symbolic::bounds::Bounds;
use crate::symbolic::walk::Walker;
use crate::term::evaluate::Program;
use crate::term::sort::{Sort, ValueSort};
use crate::term::variable::{VarId, Variable};
use crate::term::{TermId, TermKind, Terms};

/// More atoms are not followed; the first ones, in the order of the code, are.
const MAX_ATOMS: usize = 400;
/// Pairs of int variables are related where there are no more than so many.
const MAX_RELATED: usize = 7;
/// Larger terms are no copies worth remembering.
const MAX_COPY: usize = 5;
/// A variable that walks see with no more values than these may have no others.
const MAX_VALUES: usize = 8;
/// Different sets of values that are suggested for one variable.
const MAX_VALUE_SETS: usize = 3;

/// The first ones, as far as they are followed.
pub(super) fn suggested(
    graph: &Graph,
    effects: &Effects,
    terms: &mut Terms,
    budget: &mut Budget,
) -> Vec<TermId> {
    let mut atoms = Atoms::of(graph, terms);
    atoms.value_sets(graph, effects, budget);
    atoms.limited()
}

struct Atoms<'t> {
    terms: &'t mut Terms,
    list: Vec<TermId>,
    known: BTreeSet<TermId>,
}

impl<'t> Atoms<'t> {
    fn of(graph: &Graph, terms: &'t mut Terms) -> Self {
        let mut atoms = Self { terms, list: Vec::new(), known: BTreeSet::new() };
        let mut roots: Vec<TermId> = Vec::new();
        let mut assigned: Vec<(VarId, TermId)> = Vec::new();
        for node in graph.nodes.iter() {
            match &node.effect {
                Effect::Assign(list) => {
                    roots.extend(list.iter().map(|&(_, t)| t));
                    assigned.extend(list.iter().copied());
                }
                Effect::Call(call) => roots.extend(call.receiver.iter().chain(&call.arguments)),
                Effect::None | Effect::Unsupported(_) => {}
            }
            roots.extend(node.outgoing.iter().map(|&e| graph.edges[e].condition));
        }
        atoms.compared(&roots);
        atoms.copies(&assigned);
        atoms.ranges(&assigned);
        atoms.related(&roots);
        atoms
    }

    fn limited(mut self) -> Vec<TermId> {
        self.list.truncate(MAX_ATOMS);
        self.list
    }

    fn add(&mut self, atom: TermId) {
        // What a place makes is another object at its next visit: no fact about it holds from one visit to another.
        let is_of_visit = self.terms.tells_objects_apart && self.terms.makes_objects(&[atom]);
        if self.terms.constant(atom).is_none() && !is_of_visit && self.known.insert(atom) {
            self.list.push(atom);
        }
    }

    fn add_with_negation(&mut self, atom: TermId) {
        self.add(atom);
        let negated = self.terms.not(atom);
        self.add(negated);
    }

    /// What the code compares, in each order; boolean variables; what may be null.
    fn compared(&mut self, roots: &[TermId]) {
        for term in self.terms.closure(roots) {
            match *self.terms.kind(term) {
                TermKind::Binary { op, ty, left, right } if op.is_comparison() && !ty.is_floating() => {
                    if ty == PrimitiveType::Boolean {
                        self.add_with_negation(term);
                    } else {
                        self.ordered(ty, left, right);
                    }
                }
                TermKind::Binary { op, .. } if op.is_comparison() => self.add_with_negation(term),
                TermKind::SameReference { .. } => self.add_with_negation(term),
                TermKind::Var(_) if self.terms.sort(term) == Sort::Value(ValueSort::Boolean) => {
                    self.add_with_negation(term);
                }
                TermKind::Var(_) if self.terms.sort(term) == Sort::Value(ValueSort::Reference) => {
                    let null = self.terms.null();
                    let is_null = self.terms.same_reference(term, null);
                    self.add_with_negation(is_null);
                }
                _ => {}
            }
        }
    }

    fn ordered(&mut self, ty: PrimitiveType, left: TermId, right: TermId) {
        use BinaryOperator as Op;
        for op in [Op::Lt, Op::Le, Op::Gt, Op::Ge, Op::Eq, Op::Ne] {
            let atom = self.terms.binary(op, ty, left, right);
            self.add(atom);
        }
    }

    /// `v = t` suggests `v == t`, and for a constant that `v` stays on one side of it.
    fn copies(&mut self, assigned: &[(VarId, TermId)]) {
        for &(var, value) in assigned {
            let Sort::Value(sort) = self.terms.info(var).sort else { continue };
            let own = self.terms.var(var);
            let is_constant = self.terms.constant(value).is_some();
            let is_small = self.terms.closure(&[value]).len() <= MAX_COPY;
            if !is_small || self.terms.variables_of(&[value]).contains(&var) {
                continue;
            }
            match sort {
                ValueSort::Int if is_constant => self.ordered(PrimitiveType::Int, own, value),
                ValueSort::Long if is_constant => self.ordered(PrimitiveType::Long, own, value),
                _ => {
                    let same = self.terms.same_value(own, value);
                    self.add(same);
                }
            }
        }
    }

    /// `v = t` suggests that `v` stays where `t` must lie, whatever its variables are.
    fn ranges(&mut self, assigned: &[(VarId, TermId)]) {
        for &(var, value) in assigned {
            let ty = match self.terms.info(var).sort {
                Sort::Value(ValueSort::Int) => PrimitiveType::Int,
                Sort::Value(ValueSort::Long) => PrimitiveType::Long,
                _ => continue,
            };
            if self.terms.constant(value).is_some() {
                continue;
            }
            let own = self.terms.var(var);
            let (low, high) = Bounds::default().range_of(self.terms, value);
            for (op, bound) in [(BinaryOperator::Ge, low), (BinaryOperator::Le, high)] {
                if let Some(bound) = bound {
                    let bound = self.terms.primitive(crate::jvm::convert::cast(Primitive::Long(bound), ty));
                    let atom = self.terms.binary(op, ty, own, bound);
                    self.add(atom);
                }
            }
        }
    }

    /// Ints that walks see with few values suggest that they have no others. Walks are dear, and what they suggest comes
    /// last: where the list is full already there are none.
    fn value_sets(&mut self, graph: &Graph, effects: &Effects, budget: &mut Budget) {
        if self.list.len() >= MAX_ATOMS {
            return;
        }
        let mut changing: Vec<VarId> = Vec::new();
        for node in graph.nodes.iter() {
            if let Effect::Assign(list) = &node.effect {
                let is_computed = |&&(var, value): &&(VarId, TermId)| {
                    self.terms.info(var).sort == Sort::Value(ValueSort::Int)
                        && self.terms.constant(value).is_none()
                };
                changing.extend(list.iter().filter(is_computed).map(|&(var, _)| var));
            }
        }
        changing.sort_unstable();
        changing.dedup();
        changing.truncate(MAX_ATOMS);
        for (var, sets) in seen_values(self.terms, graph, effects, &changing, budget) {
            for set in sets.iter().take(MAX_VALUE_SETS) {
                let own = self.terms.var(var);
                let mut any = self.terms.boolean(false);
                for &value in set {
                    let value = self.terms.int(value);
                    let is = self.terms.binary(BinaryOperator::Eq, PrimitiveType::Int, own, value);
                    any = self.terms.or(any, is);
                }
                self.add(any);
            }
        }
    }

    /// A variable, but not the number of the objects there are: nothing of the program depends on that.
    fn is_of_program(&self, term: TermId) -> bool {
        match *self.terms.kind(term) {
            TermKind::Var(var) => self.terms.info(var).variable != Variable::Allocated,
            _ => false,
        }
    }

    /// Ints against zero, against each other and against lengths.
    fn related(&mut self, roots: &[TermId]) {
        let closure = self.terms.closure(roots);
        let is_int = |terms: &Terms, t: TermId| terms.sort(t) == Sort::Value(ValueSort::Int);
        let mut ints: Vec<TermId> =
            closure.iter().copied().filter(|&t| is_int(self.terms, t) && self.is_of_program(t)).collect();
        let lengths = closure.iter().copied().filter(|&t| {
            is_int(self.terms, t)
                && matches!(self.terms.kind(t), TermKind::Select { .. } | TermKind::Apply { .. })
        });
        let lengths: Vec<TermId> = lengths.collect();
        let zero = self.terms.primitive(Primitive::Int(0));
        for &int in &ints {
            for op in [BinaryOperator::Ge, BinaryOperator::Gt, BinaryOperator::Le] {
                let atom = self.terms.binary(op, PrimitiveType::Int, int, zero);
                self.add(atom);
            }
        }
        if ints.len() > MAX_RELATED {
            ints.clear();
        }
        for (i, &a) in ints.iter().enumerate() {
            for &b in ints[i + 1..].iter().chain(lengths.iter().take(MAX_RELATED)) {
                self.ordered(PrimitiveType::Int, a, b);
            }
        }
    }
}

/// The different sets of at least two and at most [`MAX_VALUES`] values that walks see some ints have at a node, the
/// largest first.
fn seen_values(
    terms: &mut Terms,
    graph: &Graph,
    effects: &Effects,
    vars: &[VarId],
    budget: &mut Budget,
) -> BTreeMap<VarId, Vec<BTreeSet<i32>>> {
    let roots: Vec<TermId> = vars.iter().map(|&var| terms.var(var)).collect();
    let program = Program::new(terms, &roots);
    let mut seen: BTreeMap<(VarId, NodeId), BTreeSet<i32>> = BTreeMap::new();
    if !vars.is_empty() {
        let walker = Walker::new(terms, graph, effects);
        for seed in 0..WALKS {
            walker.walk(terms, seed, WALK_STEPS, |node, store| {
                let values = program.run(terms, 1, store);
                for (&var, &root) in vars.iter().zip(&roots) {
                    let set = seen.entry((var, node)).or_default();
                    if set.len() <= MAX_VALUES {
                        set.insert(values.get(root, 0) as i32);
                    }
                }
                budget.spend(program.len() as u64).is_ok()
            });
        }
    }
    let mut sets: BTreeMap<VarId, Vec<BTreeSet<i32>>> = BTreeMap::new();
    for ((var, _), set) in seen {
        let of_var = sets.entry(var).or_default();
        if (2..=MAX_VALUES).contains(&set.len()) && !of_var.contains(&set) {
            of_var.push(set);
        }
    }
    sets.values_mut().for_each(|of_var| of_var.sort_by_key(|set| std::cmp::Reverse(set.len())));
    sets
}
