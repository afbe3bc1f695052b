//! Facts: what holds whenever the original reaches a node, for all inputs and in every iteration (DESIGN §7).
//!
//! An abstract interpretation of the cyclic graph over sets of *atoms*: constants and ranges of variables, nullness,
//! order between variables, lengths and constants, copies. The atoms come from the code: from what it compares and
//! assigns; those that a concrete walk sees broken somewhere are not asked about there. A node's facts are the atoms
//! that hold on every edge into it. An atom holds behind an edge if the facts before the edge, with its condition,
//! imply it there: a question like every other, in wrap-around arithmetic, which the ladder answers. So each fact has
//! its proof: entry implies it, each step keeps it ([`Facts::steps`]), and any other program can check these steps one
//! by one.

use std::collections::{BTreeMap, BTreeSet};

use smallvec::SmallVec;

use crate::analysis::effects::Effects;
use crate::budget::Budget;
use crate::cfg::graph::{Edge, EdgeId, Effect, Graph, NodeId};
use crate::index::IndexVec;
use crate::jvm::operator::BinaryOperator;
use crate::jvm::value::{Primitive, PrimitiveType};
use crate::symbolic::bounds::Bounds;
use crate::symbolic::question::{Answer, Asker, Question, Step as LadderStep};
use crate::symbolic::solver::SolverError;
use crate::symbolic::walk::Walker;
use crate::term::evaluate::Program;
use crate::term::sort::{Sort, ValueSort};
use crate::term::substitute::{State, Substitution};
use crate::term::variable::{VarId, Variable};
use crate::term::{TermId, TermKind, Terms};

/// More atoms are not followed; the first ones, in the order of the code, are.
const MAX_ATOMS: usize = 400;
/// Pairs of int variables are related where there are no more than so many.
const MAX_RELATED: usize = 7;
/// Walks that look for atoms that do not hold, their length, and at how many visits of a node they look.
const WALKS: u64 = 40;
const WALK_STEPS: usize = 200;
const VISITS: u32 = 60;
/// Larger terms are no copies worth remembering.
const MAX_COPY: usize = 5;
/// A variable that walks see with no more values than these may have no others.
const MAX_VALUES: usize = 8;
/// Different sets of values that are suggested for one variable.
const MAX_VALUE_SETS: usize = 3;

/// What a question about an atom costs beside its answer, and each of its assumptions.
const EFFORT_OF_QUESTION: u64 = 200;
const EFFORT_OF_ASSUMPTION: u64 = 100;

/// An atom that stayed undecided so often is not asked about again.
const MAX_UNDECIDED: u8 = 2;

/// The facts at each node.
#[derive(Clone, Debug)]
pub struct Facts {
    atoms: Vec<TermId>,
    /// By node, the atoms that hold there, by position; `None`: no run reaches it.
    at: IndexVec<NodeId, Option<BTreeSet<u32>>>,
}

/// One step of the proof of the facts: under these assumptions, taking the edge makes the conclusion true.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    pub edge: EdgeId,
    pub assumptions: Vec<TermId>,
    pub conclusion: TermId,
}

impl Facts {
    /// What the budget leaves unanswered is not known, and is no fact.
    pub fn of(
        graph: &Graph,
        effects: &Effects,
        terms: &mut Terms,
        asker: &mut Asker,
        budget: &mut Budget,
    ) -> Result<Self, SolverError> {
        let mut atoms = Atoms::of(graph, terms);
        atoms.value_sets(graph, effects, budget);
        let atoms = atoms.limited();
        let mut analysis = Analysis::new(graph, effects, terms, asker, budget, atoms);
        analysis.run()?;
        let Analysis { atoms, at, .. } = analysis;
        Ok(Self { atoms, at })
    }

    /// What holds at a node; `None`: no run reaches it.
    pub fn at(&self, node: NodeId) -> Option<Vec<TermId>> {
        let held = self.at[node].as_ref()?;
        Some(held.iter().map(|&i| self.atoms[i as usize]).collect())
    }

    /// All steps of the proof: along each edge between reached nodes, what it makes true, and along each edge that is
    /// never taken, that its condition is false.
    pub fn steps(&self, graph: &Graph, effects: &Effects, terms: &mut Terms) -> Vec<Step> {
        let mut steps = Vec::new();
        for (id, edge) in graph.edges.iter_enumerated() {
            let Some(assumptions) = self.at(edge.from) else { continue };
            let mut passage = Passage::of(graph, edge, effects, terms);
            let mut assumed = assumptions.clone();
            assumed.push(passage.condition);
            match &self.at[edge.to] {
                None => {
                    let conclusion = terms.boolean(false);
                    steps.push(Step { edge: id, assumptions: assumed, conclusion });
                }
                Some(held) => {
                    for &i in held {
                        let conclusion = passage.behind(terms, self.atoms[i as usize]);
                        if !terms.is_true(conclusion) && !assumptions.contains(&conclusion) {
                            steps.push(Step { edge: id, assumptions: assumed.clone(), conclusion });
                        }
                    }
                }
            }
        }
        steps
    }
}

/// An edge as the change of state from before its source to behind the edge.
struct Passage {
    state: State,
    /// Over the state before the source.
    condition: TermId,
    /// What the source leaves unknown: made new symbols by the havoc of calls, so that no atom about it holds.
    havoc: BTreeSet<VarId>,
}

impl Passage {
    fn of(graph: &Graph, edge: &Edge, effects: &Effects, terms: &mut Terms) -> Self {
        let mut state = State::new();
        let mut havoc = BTreeSet::new();
        match &graph.nodes[edge.from].effect {
            Effect::None => {}
            Effect::Assign(assignments) => state.extend(assignments.iter().copied()),
            Effect::Call(call) => {
                havoc.extend(call.result.into_iter().chain([call.threw]));
                let own = effects.of_call(call);
                havoc.extend(terms.variables().filter(|&var| own.may_write(terms, var)));
            }
            Effect::Unsupported(_) => havoc.extend(terms.variables()),
        }
        let condition = match havoc.is_empty() {
            true => Substitution::new(&state).apply(terms, edge.condition),
            false => terms.boolean(true),
        };
        Self { state, condition, havoc }
    }

    /// What has to hold before the source for `atom` to hold behind the edge.
    fn behind(&mut self, terms: &mut Terms, atom: TermId) -> TermId {
        if !self.havoc.is_empty() && terms.variables_of(&[atom]).iter().any(|v| self.havoc.contains(v)) {
            return terms.boolean(false);
        }
        Substitution::new(&self.state).apply(terms, atom)
    }
}

struct Analysis<'a> {
    graph: &'a Graph,
    effects: &'a Effects,
    terms: &'a mut Terms,
    asker: &'a mut Asker,
    budget: &'a mut Budget,
    atoms: Vec<TermId>,
    /// By atom.
    variables: Vec<SmallVec<[VarId; 4]>>,
    at: IndexVec<NodeId, Option<BTreeSet<u32>>>,
    /// By node, the atoms that no walk saw broken.
    unbroken: IndexVec<NodeId, Vec<u32>>,
    /// By atom: how often the question about it stayed undecided.
    undecided: Vec<u8>,
    /// By edge: under these facts its condition was found possible or not.
    possible: BTreeMap<EdgeId, (BTreeSet<u32>, bool)>,
}

impl<'a> Analysis<'a> {
    fn new(
        graph: &'a Graph,
        effects: &'a Effects,
        terms: &'a mut Terms,
        asker: &'a mut Asker,
        budget: &'a mut Budget,
        atoms: Vec<TermId>,
    ) -> Self {
        let variables = atoms.iter().map(|&atom| terms.variables_of(&[atom]).into_iter().collect()).collect();
        let (at, count) = (IndexVec::from_elem(None, graph.nodes.len()), atoms.len());
        let unbroken = unbroken(terms, graph, effects, &atoms, budget);
        Self {
            graph,
            effects,
            terms,
            asker,
            budget,
            atoms,
            variables,
            at,
            unbroken,
            possible: BTreeMap::new(),
            undecided: vec![0; count],
        }
    }

    /// From the entry on; facts are only ever taken away, so it ends.
    fn run(&mut self) -> Result<(), SolverError> {
        let entry = self.graph.entry;
        let mut held = BTreeSet::new();
        for i in self.unbroken[entry].clone() {
            if self.holds(&Assumptions::default(), i, self.atoms[i as usize])? {
                held.insert(i);
            }
        }
        self.at[entry] = Some(held);
        let rank = reverse_postorder(self.graph);
        let mut pending: BTreeSet<(usize, NodeId)> = BTreeSet::from([(rank[entry], entry)]);
        while let Some((_, node)) = pending.pop_first() {
            for &edge in &self.graph.nodes[node].outgoing.clone() {
                let to = self.graph.edges[edge].to;
                if self.pass(edge)? {
                    pending.insert((rank[to], to));
                }
            }
        }
        Ok(())
    }

    /// Brings the facts of an edge's source to its target; whether they changed.
    fn pass(&mut self, edge: EdgeId) -> Result<bool, SolverError> {
        let Edge { from, to, .. } = self.graph.edges[edge];
        let Some(held) = self.at[from].clone() else { return Ok(false) };
        let mut passage = Passage::of(self.graph, &self.graph.edges[edge], self.effects, self.terms);
        if self.terms.is_false(passage.condition) {
            return Ok(false);
        }
        let mut assumed = Assumptions {
            terms: held.iter().map(|&i| self.atoms[i as usize]).collect(),
            variables: held.iter().map(|&i| self.variables[i as usize].clone()).collect(),
            is_possible: false,
        };
        if !self.is_possible(edge, &held, &assumed, passage.condition)? {
            return Ok(false);
        }
        let touched: BTreeSet<VarId> = passage
            .state
            .keys()
            .chain(&passage.havoc)
            .copied()
            .chain(self.terms.variables_of(&[passage.condition]))
            .collect();
        let candidates: Vec<u32> = match &self.at[to] {
            Some(known) => known.iter().copied().collect(),
            None => self.unbroken[to].clone(),
        };
        assumed.add(self.terms, passage.condition);
        assumed.is_possible = true;
        let mut kept = BTreeSet::new();
        for i in candidates {
            let is_touched = self.variables[i as usize].iter().any(|v| touched.contains(v));
            let holds = if is_touched {
                let behind = passage.behind(self.terms, self.atoms[i as usize]);
                self.holds(&assumed, i, behind)?
            } else {
                held.contains(&i)
            };
            if holds {
                kept.insert(i);
            }
        }
        let changed = self.at[to].as_ref() != Some(&kept);
        self.at[to] = Some(kept);
        Ok(changed)
    }

    /// Whether the facts leave the condition a chance; an answer for more facts holds for fewer.
    fn is_possible(
        &mut self,
        edge: EdgeId,
        held: &BTreeSet<u32>,
        assumptions: &Assumptions,
        condition: TermId,
    ) -> Result<bool, SolverError> {
        if self.terms.is_true(condition) {
            return Ok(true);
        }
        if let Some((under, possible)) = self.possible.get(&edge)
            && (*possible || under == held)
        {
            return Ok(*possible);
        }
        let never = self.terms.not(condition);
        let possible = !self.implied(assumptions, never)?;
        self.possible.insert(edge, (held.clone(), possible));
        Ok(possible)
    }

    /// Whether the assumptions imply `goal`, which is what an atom comes to before an edge.
    fn holds(&mut self, assumptions: &Assumptions, atom: u32, goal: TermId) -> Result<bool, SolverError> {
        // What contradicts an edge's assumptions was asked when the edge was found possible.
        if self.terms.is_false(goal) && assumptions.is_possible {
            return Ok(false);
        }
        let is_given_up = self.undecided[atom as usize] >= MAX_UNDECIDED || self.budget.is_exhausted();
        if is_given_up {
            return Ok(self.terms.is_true(goal) || assumptions.terms.contains(&goal));
        }
        let answer = self.asked(assumptions, goal)?;
        let undecided = &mut self.undecided[atom as usize];
        *undecided += u8::from(matches!(answer, Answer::Undecided { .. }));
        Ok(answer.is_valid())
    }

    fn implied(&mut self, assumptions: &Assumptions, goal: TermId) -> Result<bool, SolverError> {
        Ok(self.asked(assumptions, goal)?.is_valid())
    }

    fn asked(&mut self, assumptions: &Assumptions, goal: TermId) -> Result<Answer, SolverError> {
        if self.terms.is_true(goal) || assumptions.terms.contains(&goal) {
            return Ok(Answer::Valid { step: LadderStep::Same });
        }
        let assumptions = assumptions.related(self.terms, goal);
        _ = self.budget.spend(EFFORT_OF_QUESTION + EFFORT_OF_ASSUMPTION * assumptions.len() as u64);
        let question = Question { assumptions, goal };
        self.asker.ask(self.terms, &question, self.budget)
    }
}

/// The atoms that walks see hold whenever they come to a node.
fn unbroken(
    terms: &Terms,
    graph: &Graph,
    effects: &Effects,
    atoms: &[TermId],
    budget: &mut Budget,
) -> IndexVec<NodeId, Vec<u32>> {
    let mut unbroken = IndexVec::from_elem((0..atoms.len() as u32).collect::<Vec<_>>(), graph.nodes.len());
    let mut visits = IndexVec::from_elem(0, graph.nodes.len());
    let all = Program::new(terms, atoms);
    let walker = Walker::new(terms, graph, effects);
    for seed in 0..WALKS {
        walker.walk(terms, seed, WALK_STEPS, |node, store| {
            visits[node] += 1;
            if visits[node] <= VISITS && !unbroken[node].is_empty() {
                let values = all.run(terms, 1, store);
                if values.is_well_formed(0) {
                    unbroken[node].retain(|&i| values.is_true(atoms[i as usize], 0));
                }
                return budget.spend(all.len() as u64).is_ok();
            }
            true
        });
    }
    unbroken
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

/// What is assumed at an edge, each with its variables.
#[derive(Default)]
struct Assumptions {
    terms: Vec<TermId>,
    variables: Vec<SmallVec<[VarId; 4]>>,
    /// That they do not contradict each other was asked, and not found.
    is_possible: bool,
}

impl Assumptions {
    fn add(&mut self, terms: &Terms, assumption: TermId) {
        self.terms.push(assumption);
        self.variables.push(terms.variables_of(&[assumption]).into_iter().collect());
    }

    /// Those that share variables with the goal, or with one that does.
    fn related(&self, terms: &Terms, goal: TermId) -> Vec<TermId> {
        let mut vars: BTreeSet<VarId> = terms.variables_of(&[goal]).into_iter().collect();
        if vars.is_empty() {
            return self.terms.clone();
        }
        loop {
            let before = vars.len();
            for set in &self.variables {
                if set.iter().any(|v| vars.contains(v)) {
                    vars.extend(set);
                }
            }
            if vars.len() == before {
                break;
            }
        }
        let of_goal = |set: &SmallVec<[VarId; 4]>| set.is_empty() || set.iter().any(|v| vars.contains(v));
        self.terms.iter().zip(&self.variables).filter(|(_, set)| of_goal(set)).map(|(&a, _)| a).collect()
    }
}

fn reverse_postorder(graph: &Graph) -> IndexVec<NodeId, usize> {
    let mut rank = IndexVec::from_elem(usize::MAX, graph.nodes.len());
    let mut seen = IndexVec::from_elem(false, graph.nodes.len());
    let mut stack: Vec<(NodeId, usize)> = vec![(graph.entry, 0)];
    seen[graph.entry] = true;
    let mut next = graph.nodes.len();
    while let Some((node, at)) = stack.pop() {
        match graph.nodes[node].outgoing.get(at) {
            Some(&edge) => {
                stack.push((node, at + 1));
                let to = graph.edges[edge].to;
                if !std::mem::replace(&mut seen[to], true) {
                    stack.push((to, 0));
                }
            }
            None => {
                next -= 1;
                rank[node] = next;
            }
        }
    }
    rank
}

/// The atoms that a graph suggests.
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
        if self.terms.constant(atom).is_none() && self.known.insert(atom) {
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

    /// Ints that walks see with few values suggest that they have no others.
    fn value_sets(&mut self, graph: &Graph, effects: &Effects, budget: &mut Budget) {
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
