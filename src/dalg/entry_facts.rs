//! What holds whenever the original enters a region (DESIGN §7, §8): the facts of the mutated method on its cyclic graph,
//! which are found once and hold in every frame of every unit that the method is part of.

use crate::analysis::effects::Effects;
use crate::budget::Budget;
use crate::cfg::build::build;
use crate::cfg::cache::Graphs;
use crate::cfg::graph::NodeKey;
use crate::roa::align::Keys;
use crate::roa::facts::Facts;
use crate::sema::program::{MethodId, Program};
use crate::sema::typed_tree::Body;
use crate::symbolic::question::{Asker, Limits};
use crate::symbolic::solver::SolverError;
use crate::term::variable::{FrameId, Variable, VariableInfo};
use crate::term::{TermId, TermKind, Terms};

const SEED: u64 = 1;
/// What the facts of a method may cost.
const EFFORT: u64 = 8_000_000;
const EFFORT_OF_RESOURCE: u64 = 15;

#[derive(Debug)]
pub struct EntryFacts {
    method: MethodId,
    terms: Terms,
    keys: Keys,
    facts: Facts,
}

impl EntryFacts {
    pub fn of(program: &Program, method: MethodId, body: &Body) -> Result<Self, SolverError> {
        let mut terms = Terms::new();
        let limits = Limits { effort_of_resource: EFFORT_OF_RESOURCE, equalities: true, ..Limits::default() };
        let mut asker = Asker::new(limits, SEED);
        let graph = build(program, body, &mut terms);
        let effects = Effects::of_callees(&mut terms, &mut Graphs::of_program(program), None, &graph);
        let facts = Facts::of(&graph, &effects, &mut terms, &mut asker, &mut Budget::new(EFFORT))?;
        Ok(Self { method, terms, keys: Keys::of(&graph), facts })
    }

    /// What holds at a place of a unit, over the variables of its frame; `None`: no run comes there.
    pub fn at(&self, terms: &mut Terms, place: NodeKey) -> Option<Vec<TermId>> {
        let is_own = terms.frame_info(place.frame).is_some_and(|frame| frame.method == self.method);
        let own = NodeKey { frame: Terms::root_frame(), ..place };
        let Some(node) = self.keys.get(own).filter(|_| is_own) else { return Some(Vec::new()) };
        let held = self.facts.at(node)?;
        Some(held.into_iter().filter_map(|fact| self.moved(terms, fact, place.frame)).collect())
    }

    /// A fact in another frame; one that speaks of more than values is left out.
    fn moved(&self, terms: &mut Terms, term: TermId, frame: FrameId) -> Option<TermId> {
        let mut of = |term: TermId| self.moved(terms, term, frame);
        Some(match *self.terms.kind(term) {
            TermKind::Constant(value) => terms.primitive(value),
            TermKind::Null => terms.null(),
            TermKind::Var(var) => {
                let info = self.terms.info(var);
                let variable = match info.variable {
                    Variable::Local(_, origin) => Variable::Local(frame, origin),
                    Variable::This(_) => Variable::This(frame),
                    Variable::Temporary(_, expr, number) => Variable::Temporary(frame, expr, number),
                    _ => return None,
                };
                let var = terms.variable(VariableInfo { variable, ..info.clone() });
                terms.var(var)
            }
            TermKind::Unary { op, operand } => {
                let operand = of(operand)?;
                terms.unary(op, operand)
            }
            TermKind::Binary { op, ty, left, right } => {
                let (left, right) = (of(left)?, of(right)?);
                terms.binary(op, ty, left, right)
            }
            TermKind::Convert { from, to, operand } => {
                let operand = of(operand)?;
                terms.convert(from, to, operand)
            }
            TermKind::SameReference { left, right } => {
                let (left, right) = (of(left)?, of(right)?);
                terms.same_reference(left, right)
            }
            _ => return None,
        })
    }
}
