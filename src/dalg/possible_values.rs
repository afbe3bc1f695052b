//! Possible concrete values (§4.3.2): where a definition comes from constants alone, along whatever edges, it has few
//! values, and a question that reads it need not look at others.
//!
//! Data transformation history (§4.3.4): where it is executed and has such a value, the decisions that all the ways have in
//! common by which that value comes, and the value that it was made from if there is but one. Implication takes both,
//! and a question leaves out the values whose history has been decided otherwise.

use std::collections::BTreeSet;

use crate::dalg::network::{DefId, DefKind, Network, Rule, StatusId};
use crate::dalg::state::{Exs, State as Known};
use crate::dalg::value::{bits_of, constant};
use crate::index::IndexVec;
use crate::term::sort::Sort;
use crate::term::substitute::{State, Substitution};
use crate::term::variable::VarId;
use crate::term::{TermId, Terms};

/// How far above an edge its decisions are kept, and how many of them.
const MAX_ABOVE: usize = 32;
const MAX_DECISIONS: usize = 64;

/// What there is in every run in which a definition is executed and has a certain value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct History {
    /// Edges and nodes that are executed.
    pub executed: BTreeSet<StatusId>,
    /// What it was made from.
    pub from: Option<(DefId, u64)>,
}

/// The history of each possible value of each definition.
#[derive(Clone, Debug, Default)]
pub struct Histories(IndexVec<DefId, Vec<(u64, History)>>);

impl Histories {
    /// By value.
    pub fn all(&self, def: DefId) -> &[(u64, History)] {
        self.0.get(def).map_or(&[], Vec::as_slice)
    }

    pub fn of(&self, def: DefId, value: u64) -> Option<&History> {
        self.all(def).iter().find(|(own, _)| *own == value).map(|(_, history)| history)
    }

    /// Whether a definition may have a value where it is executed, by what was decided.
    pub fn allows(&self, state: &Known, def: DefId, value: u64) -> bool {
        self.of(def, value).is_none_or(|h| h.executed.iter().all(|&s| state.exs(s) != Exs::NotExecuted))
    }
}

impl Network {
    /// The histories of possible values.
    pub fn histories(&self, terms: &mut Terms, possible: &IndexVec<DefId, Option<Vec<u64>>>) -> Histories {
        let parents = self.parents();
        let mut histories = Histories::default();
        for (id, def) in self.defs.iter_enumerated() {
            let values = possible.get(id).and_then(Option::as_ref);
            let mut own = Vec::new();
            for &value in values.into_iter().flatten() {
                // Each way by which the value comes.
                let mut ways: Vec<History> = Vec::new();
                match &def.kind {
                    DefKind::Join(operands) => {
                        for &(way, operand) in operands {
                            let Some(before) = histories.of(operand, value) else { continue };
                            let above = std::iter::successors(Some(way), |&s| parents[s]).take(MAX_ABOVE);
                            let mut executed: BTreeSet<StatusId> = above.collect();
                            executed.extend(&before.executed);
                            // Any part of what is true is true.
                            while executed.len() > MAX_DECISIONS {
                                executed.pop_first();
                            }
                            ways.push(History { executed, from: Some((operand, value)) });
                        }
                    }
                    DefKind::Assign(term) => match def.reads[..] {
                        [read] => {
                            let symbol = self.defs[read].symbol;
                            for &from in possible[read].iter().flatten() {
                                let is_image = images(terms, *term, symbol, &[from]) == Some(vec![value]);
                                if let (true, Some(before)) = (is_image, histories.of(read, from)) {
                                    let executed = before.executed.clone();
                                    ways.push(History { executed, from: Some((read, from)) });
                                }
                            }
                        }
                        _ => ways.push(History::default()),
                    },
                    DefKind::Entry | DefKind::Unknown => {}
                }
                if let Some(common) = ways.into_iter().reduce(common) {
                    own.push((value, common));
                }
            }
            histories.0.push(own);
        }
        histories
    }

    /// By status, what is executed wherever it is: the decision above an edge, the dominator of a join.
    fn parents(&self) -> IndexVec<StatusId, Option<StatusId>> {
        let mut parents = IndexVec::from_elem(None, self.statuses.len());
        for rule in self.rules.iter() {
            match rule {
                Rule::Branch { node, ways } => ways.iter().for_each(|way| parents[way.0] = Some(*node)),
                Rule::Implies { one, other } => parents[*one] = Some(*other),
                Rule::Define(_) | Rule::Join { .. } | Rule::Cut(_) => {}
            }
        }
        parents
    }

    /// Possible concrete values (§4.3.2): of each definition the values that it can have, where these are few, because
    /// they come from constants alone. A definition that reads one of which nothing is known has none.
    pub fn possible_values(&self, terms: &mut Terms, most: usize) -> IndexVec<DefId, Option<Vec<u64>>> {
        let mut possible: IndexVec<DefId, Option<Vec<u64>>> = IndexVec::new();
        for def in self.defs.iter() {
            let of = |def: DefId| possible.get(def).and_then(Option::as_ref);
            let mut values: Option<Vec<u64>> = match &def.kind {
                DefKind::Entry | DefKind::Unknown => None,
                DefKind::Join(ways) => {
                    let sets: Option<Vec<&Vec<u64>>> = ways.iter().map(|way| of(way.1)).collect();
                    sets.map(|sets| sets.into_iter().flatten().copied().collect())
                }
                DefKind::Assign(term) => match def.reads[..] {
                    [] => bits_of(terms, *term).map(|bits| vec![bits]),
                    [read] => {
                        let symbol = self.defs[read].symbol;
                        of(read).cloned().and_then(|values| images(terms, *term, symbol, &values))
                    }
                    _ => None,
                },
            };
            if let Some(values) = &mut values {
                values.sort_unstable();
                values.dedup();
            }
            possible.push(values.filter(|values| values.len() <= most));
        }
        possible
    }
}

/// What two ways have in common.
fn common(one: History, other: History) -> History {
    let executed = one.executed.intersection(&other.executed).copied().collect();
    History { executed, from: one.from.filter(|_| one.from == other.from) }
}

/// What a term is for each value of the only symbol that it reads.
fn images(terms: &mut Terms, term: TermId, symbol: VarId, values: &[u64]) -> Option<Vec<u64>> {
    let Sort::Value(sort) = terms.info(symbol).sort else { return None };
    let mut images = Vec::with_capacity(values.len());
    for &bits in values {
        let state: State = [(symbol, constant(terms, sort, bits))].into();
        let image = Substitution::new(&state).apply(terms, term);
        images.push(bits_of(terms, image)?);
    }
    Some(images)
}
