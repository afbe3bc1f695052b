//! What holds whenever the original enters a region (DESIGN §7, §8): the facts of the mutated method on its cyclic graph,
//! which are found once and hold in every frame of every unit that the method is part of.

use std::sync::Arc;

use crate::cfg::graph::NodeKey;
use crate::roa::align::Keys;
use crate::roa::original::Original;
use crate::term::variable::{FrameId, Variable, VariableInfo};
use crate::term::{TermId, TermKind, Terms};

#[derive(Debug)]
pub struct EntryFacts {
    original: Arc<Original>,
    keys: Keys,
}

impl EntryFacts {
    pub fn of(original: Arc<Original>) -> Self {
        let keys = Keys::of(&original.graph);
        Self { original, keys }
    }

    /// What holds at a place of a unit, over the variables of its frame; `None`: no run comes there.
    pub fn at(&self, terms: &mut Terms, place: NodeKey) -> Option<Vec<TermId>> {
        let is_own =
            terms.frame_info(place.frame).is_some_and(|frame| frame.method == self.original.graph.method);
        let own = NodeKey { frame: Terms::root_frame(), ..place };
        let Some(node) = self.keys.get(own).filter(|_| is_own) else { return Some(Vec::new()) };
        let held = self.original.facts.at(node)?;
        Some(held.into_iter().filter_map(|fact| self.moved(terms, fact, place.frame)).collect())
    }

    /// A fact in another frame; one that speaks of more than values is left out.
    fn moved(&self, terms: &mut Terms, term: TermId, frame: FrameId) -> Option<TermId> {
        let mut of = |term: TermId| self.moved(terms, term, frame);
        Some(match *self.original.terms.kind(term) {
            TermKind::Constant(value) => terms.primitive(value),
            TermKind::Null => terms.null(),
            TermKind::Var(var) => {
                let info = self.original.terms.info(var);
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
