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
use crate::roa::atoms;
use crate::symbolic::question::{Answer, Asker, Question, Step as LadderStep, Undecided};
use crate::symbolic::solver::SolverError;
use crate::symbolic::walk::Walker;
use crate::term::assignment::Assignment;
use crate::term::evaluate::Program;
use crate::term::substitute::{State, Substitution};
use crate::term::variable::VarId;
use crate::term::{TermId, Terms};

/// Walks that look for atoms, and for those that do not hold; their length, and at how many visits of a node they look.
pub(super) const WALKS: u64 = 40;
pub(super) const WALK_STEPS: usize = 200;
const VISITS: u32 = 60;

/// What a question about an atom costs beside its answer, and each of its assumptions.
const EFFORT_OF_QUESTION: u64 = 200;
const EFFORT_OF_ASSUMPTION: u64 = 100;

/// When the effort is used up, questions go on below the solver, for this part of it more: most steps are plain, and one
/// that is left out takes all with it that rests on it.
const PART_OF_REST: u64 = 4;
/// What one of these may cost: less than a question to the solver does.
const EFFORT_WITHOUT_SOLVER: u64 = 20_000;

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
        let atoms = atoms::suggested(graph, effects, terms, budget);
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
    /// For questions below the solver.
    rest: Budget,
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
        let rest = Budget::new(budget.left() / PART_OF_REST);
        let unbroken = unbroken(terms, graph, effects, &atoms, budget);
        Self {
            graph,
            effects,
            terms,
            asker,
            budget,
            rest,
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
        let open = self.unbroken[entry].iter().map(|&i| (i, self.atoms[i as usize])).collect();
        let held = self.held_behind(&Assumptions::default(), open)?.into_iter().collect();
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
        let is_touched = |i: u32| self.variables[i as usize].iter().any(|v| touched.contains(v));
        let (open, untouched): (Vec<u32>, Vec<u32>) = candidates.into_iter().partition(|&i| is_touched(i));
        let behind = |i: u32| (i, passage.behind(self.terms, self.atoms[i as usize]));
        let open: Vec<(u32, TermId)> = open.into_iter().map(behind).collect();
        let mut kept: BTreeSet<u32> = untouched.into_iter().filter(|i| held.contains(i)).collect();
        kept.extend(self.held_behind(&assumed, open)?);
        let changed = self.at[to].as_ref() != Some(&kept);
        self.at[to] = Some(kept);
        Ok(changed)
    }

    /// Which of the atoms hold behind an edge; each is given with what it comes to before the edge. A state that breaks one
    /// is looked at for the others, too.
    fn held_behind(
        &mut self,
        assumptions: &Assumptions,
        mut open: Vec<(u32, TermId)>,
    ) -> Result<Vec<u32>, SolverError> {
        let mut held = Vec::new();
        let mut breaking = None;
        open.reverse();
        while let Some((atom, goal)) = open.pop() {
            match self.holds(assumptions, atom, goal)? {
                Held::Yes => held.push(atom),
                Held::No => {}
                Held::Broken(state) => {
                    let breaking =
                        breaking.get_or_insert_with(|| Breaking::new(self.terms, assumptions, &open));
                    breaking.retain_unbroken(self.terms, &state, &mut open);
                    // What is over is seen by the next question.
                    _ = self.budget.spend(breaking.program.len() as u64);
                }
            }
        }
        Ok(held)
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
    fn holds(&mut self, assumptions: &Assumptions, atom: u32, goal: TermId) -> Result<Held, SolverError> {
        // What contradicts an edge's assumptions was asked when the edge was found possible.
        if self.terms.is_false(goal) && assumptions.is_possible {
            return Ok(Held::No);
        }
        let is_given_up = self.undecided[atom as usize] >= MAX_UNDECIDED || self.rest.is_exhausted();
        if is_given_up {
            let holds = self.terms.is_true(goal) || assumptions.terms.contains(&goal);
            return Ok(if holds { Held::Yes } else { Held::No });
        }
        let answer = self.asked(assumptions, goal)?;
        let undecided = &mut self.undecided[atom as usize];
        let is_hard = matches!(&answer, Answer::Undecided { reason } if *reason != Undecided::Effort);
        *undecided += u8::from(is_hard);
        Ok(match answer {
            Answer::Valid { .. } => Held::Yes,
            Answer::Refuted { assignment, .. } => Held::Broken(assignment),
            Answer::Undecided { .. } => Held::No,
        })
    }

    fn implied(&mut self, assumptions: &Assumptions, goal: TermId) -> Result<bool, SolverError> {
        Ok(self.asked(assumptions, goal)?.is_valid())
    }

    fn asked(&mut self, assumptions: &Assumptions, goal: TermId) -> Result<Answer, SolverError> {
        if self.terms.is_true(goal) || assumptions.terms.contains(&goal) {
            return Ok(Answer::Valid { step: LadderStep::Same });
        }
        let assumptions = assumptions.related(self.terms, goal);
        let effort = EFFORT_OF_QUESTION + EFFORT_OF_ASSUMPTION * assumptions.len() as u64;
        let question = Question { assumptions, goal };
        if self.budget.spend(effort).is_ok() {
            return self.asker.ask(self.terms, &question, self.budget);
        }
        let mut own = Budget::new(EFFORT_WITHOUT_SOLVER);
        let answer = self.asker.ask(self.terms, &question, &mut own);
        // What is over is seen before the next question.
        _ = self.rest.spend(effort + own.spent());
        answer
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

/// Whether an atom holds behind an edge.
enum Held {
    Yes,
    /// Or it is not known.
    No,
    /// In this state before the edge it does not.
    Broken(Assignment),
}

/// What the edge's assumptions and what the atoms behind it come to, ready to be evaluated in states before it.
struct Breaking<'a> {
    assumptions: &'a Assumptions,
    program: Program,
}

impl<'a> Breaking<'a> {
    fn new(terms: &Terms, assumptions: &'a Assumptions, open: &[(u32, TermId)]) -> Self {
        let roots = assumptions.terms.iter().copied().chain(open.iter().map(|&(_, goal)| goal));
        let program = Program::new(terms, &roots.collect::<Vec<_>>());
        Self { assumptions, program }
    }

    /// Leaves out the atoms that the state breaks: what they are related to of the assumptions it has to fulfil.
    fn retain_unbroken(&self, terms: &Terms, mut state: &Assignment, open: &mut Vec<(u32, TermId)>) {
        let values = self.program.run(terms, 1, &mut state);
        if !values.is_well_formed(0) {
            return;
        }
        let is_true = |term: TermId| values.is_true(term, 0);
        let all = self.assumptions.terms.iter().all(|&assumption| is_true(assumption));
        open.retain(|&(_, goal)| {
            is_true(goal) || !(all || self.assumptions.related(terms, goal).into_iter().all(is_true))
        });
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::jvm::operator::BinaryOperator as Op;
    use crate::jvm::value::PrimitiveType;
    use crate::term::TermKind;
    use crate::term::sort::{Sort, ValueSort};
    use crate::term::variable::{Variable, VariableInfo};

    fn number(terms: &mut Terms, n: u32) -> TermId {
        let sort = Sort::Value(ValueSort::Int);
        let info = VariableInfo { variable: Variable::Any(n), sort, ty: None, name: format!("n{n}") };
        let var = terms.variable(info);
        terms.var(var)
    }

    fn is_over(terms: &mut Terms, number: TermId, bound: i32) -> TermId {
        let bound = terms.int(bound);
        terms.binary(Op::Gt, PrimitiveType::Int, number, bound)
    }

    #[test]
    fn a_state_breaks_the_atoms_that_are_false_in_it_where_it_fulfils_what_they_are_related_to() {
        let terms = &mut Terms::new();
        let (x, y) = (number(terms, 0), number(terms, 1));
        let mut assumed = Assumptions::default();
        let positive = is_over(terms, y, 0);
        assumed.add(terms, positive);
        let open = [(x, 3), (x, 9), (y, 7)].map(|(of, bound)| is_over(terms, of, bound));
        let mut open: Vec<(u32, TermId)> = (0..).zip(open).collect();
        let TermKind::Var(five) = *terms.kind(x) else { panic!("a variable") };
        // Of `y` nothing is said, so it counts as 0, which no state before the edge has.
        let state = Assignment { variables: [(five, 5)].into(), ..Assignment::default() };
        Breaking::new(terms, &assumed, &open).retain_unbroken(terms, &state, &mut open);
        let left: Vec<u32> = open.into_iter().map(|(atom, _)| atom).collect();
        assert_eq!(left, [0, 2]);
    }
}
