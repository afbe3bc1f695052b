//! Possible concrete values (§4.3.2): where a definition comes from constants alone, along whatever edges, it has few
//! values, and a question that reads it need not look at others.

use crate::dalg::network::{DefId, DefKind, Network};
use crate::dalg::value::{bits_of, constant};
use crate::index::IndexVec;
use crate::term::sort::Sort;
use crate::term::substitute::{State, Substitution};
use crate::term::variable::VarId;
use crate::term::{TermId, Terms};

impl Network {
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
