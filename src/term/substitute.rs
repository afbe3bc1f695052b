//! Variables replaced by terms: how a node's code becomes part of a region's summary.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use crate::term::variable::VarId;
use crate::term::{TermId, TermKind, Terms};

/// What each variable holds, as terms over the variables at some earlier point; one that is absent holds
/// what it held there.
pub type State = BTreeMap<VarId, TermId>;

/// Substitutes one state into many terms, each part once.
#[derive(Debug)]
pub struct Substitution<'s> {
    state: &'s State,
    done: FxHashMap<TermId, TermId>,
}

impl<'s> Substitution<'s> {
    pub fn new(state: &'s State) -> Self {
        Self { state, done: FxHashMap::default() }
    }

    pub fn apply(&mut self, terms: &mut Terms, root: TermId) -> TermId {
        if self.state.is_empty() {
            return root;
        }
        let mut pending = vec![root];
        while let Some(&term) = pending.last() {
            if self.done.contains_key(&term) {
                pending.pop();
                continue;
            }
            let before = pending.len();
            terms.each_child(term, |child| {
                if !self.done.contains_key(&child) {
                    pending.push(child);
                }
            });
            if pending.len() == before {
                let new = self.rebuild(terms, term);
                self.done.insert(term, new);
                pending.pop();
            }
        }
        self.done[&root]
    }

    /// All children are done.
    fn rebuild(&self, terms: &mut Terms, term: TermId) -> TermId {
        match *terms.kind(term) {
            TermKind::Var(var) => self.state.get(&var).copied().unwrap_or(term),
            _ => terms.rebuild(term, |child| self.done[&child]),
        }
    }
}

impl Terms {
    /// The same operation on other children: simplified again, if any child is new.
    pub fn rebuild(&mut self, term: TermId, new: impl Fn(TermId) -> TermId) -> TermId {
        let mut changed = false;
        self.each_child(term, |child| changed |= new(child) != child);
        if !changed {
            return term;
        }
        match self.kind(term).clone() {
            TermKind::Constant(_) | TermKind::Null | TermKind::Text(_) | TermKind::Var(_) => term,
            TermKind::Unary { op, operand } => self.unary(op, new(operand)),
            TermKind::Binary { op, ty, left, right } => self.binary(op, ty, new(left), new(right)),
            TermKind::Convert { from, to, operand } => self.convert(from, to, new(operand)),
            TermKind::SameFloat { left, right } => self.same_float(new(left), new(right)),
            TermKind::SameReference { left, right } => self.same_reference(new(left), new(right)),
            TermKind::Choose { condition, then, otherwise } => {
                self.choose(new(condition), new(then), new(otherwise))
            }
            TermKind::Fresh(operand) => self.fresh(new(operand)),
            TermKind::Select { map, object } => self.select(new(map), new(object)),
            TermKind::Store { map, object, value } => self.store(new(map), new(object), new(value)),
            TermKind::SelectCell { map, array, index } => self.select_cell(new(map), new(array), new(index)),
            TermKind::StoreCell { map, array, index, value } => {
                self.store_cell(new(map), new(array), new(index), new(value))
            }
            TermKind::Fill { map, array, value } => self.fill(new(map), new(array), new(value)),
            TermKind::Apply { function, arguments } => {
                let arguments = arguments.iter().map(|&a| new(a)).collect();
                self.apply(function, arguments)
            }
        }
    }
}

/// One term, under one state.
pub fn substitute(terms: &mut Terms, state: &State, term: TermId) -> TermId {
    Substitution::new(state).apply(terms, term)
}
