//! Strings as inputs: of a string with a given length each unit is an input of its own.
//!
//! What a term reads of such a string is said by its units: `charAt` is a choice among them, `length()` is known, and a
//! comparison of contents is one of units. That is done while the network is built, so that implication and the
//! subtasks' questions see numbers only. The string itself stays a reference of which nothing is known but that it is
//! not null.

use rustc_hash::FxHashMap;

use crate::dalg::network::{DefKind, Network};
use crate::jvm::operator::BinaryOperator;
use crate::jvm::value::PrimitiveType;
use crate::term::variable::VarId;
use crate::term::{Function, TermId, TermKind, Terms};

/// A string among the inputs.
#[derive(Clone, Debug)]
pub struct OpenText {
    pub var: VarId,
    pub units: Vec<VarId>,
}

/// A string of which the units are known as terms.
enum Text {
    Open(usize),
    Constant(Vec<u16>),
}

impl Network {
    /// The open string that a term over symbols stands for: an input, or a copy of one.
    fn open_text(&self, terms: &Terms, mut term: TermId) -> Option<usize> {
        loop {
            let TermKind::Var(symbol) = *terms.kind(term) else { return None };
            let def = &self.defs[self.def_of(symbol)?];
            match def.kind {
                DefKind::Assign(other) => term = other,
                DefKind::Entry => return self.texts.iter().position(|text| text.var == def.var),
                DefKind::Unknown | DefKind::Join(_) => return None,
            }
        }
    }

    fn text(&self, terms: &Terms, term: TermId) -> Option<Text> {
        match terms.kind(term) {
            TermKind::Text(text) => Some(Text::Constant(text.units().to_vec())),
            _ => self.open_text(terms, term).map(Text::Open),
        }
    }

    /// A term over symbols with what it reads of open strings said by their units.
    pub(super) fn by_units(&mut self, terms: &mut Terms, root: TermId) -> TermId {
        let closure = terms.closure(&[root]);
        let reads_text = |&term: &TermId| match terms.kind(term) {
            TermKind::Apply { function, .. } => {
                matches!(function, Function::StringUnit | Function::StringLength | Function::SameText)
            }
            TermKind::SameReference { .. } => true,
            _ => false,
        };
        if self.texts.is_empty() || !closure.iter().any(reads_text) {
            return root;
        }
        let mut done: FxHashMap<TermId, TermId> = FxHashMap::default();
        for term in closure {
            let new = match self.read(terms, term, &done) {
                Some(new) => new,
                None => terms.rebuild(term, |child| done[&child]),
            };
            done.insert(term, new);
        }
        done[&root]
    }

    /// What a read of an open string gives, with its other arguments as in `done`; `None`: it is none.
    fn read(&mut self, terms: &mut Terms, term: TermId, done: &FxHashMap<TermId, TermId>) -> Option<TermId> {
        match terms.kind(term).clone() {
            TermKind::Apply { function: Function::StringLength, arguments } => {
                let text = self.open_text(terms, arguments[0])?;
                Some(terms.int(self.texts[text].units.len() as i32))
            }
            TermKind::Apply { function: Function::StringUnit, arguments } => {
                let text = self.open_text(terms, arguments[0])?;
                let units = self.units(terms, &Text::Open(text));
                let index = done[&arguments[1]];
                let (&last, rest) = units.split_last()?;
                let mut value = last;
                for (i, &unit) in rest.iter().enumerate().rev() {
                    let number = terms.int(i as i32);
                    let here = terms.binary(BinaryOperator::Eq, PrimitiveType::Int, index, number);
                    value = terms.choose(here, unit, value);
                }
                Some(value)
            }
            TermKind::Apply { function: Function::SameText, arguments } => {
                let (left, right) = (self.text(terms, arguments[0])?, self.text(terms, arguments[1])?);
                if let (Text::Constant(_), Text::Constant(_)) = (&left, &right) {
                    return None;
                }
                let (left, right) = (self.units(terms, &left), self.units(terms, &right));
                if left.len() != right.len() {
                    return Some(terms.boolean(false));
                }
                let same = left.into_iter().zip(right);
                let same: Vec<TermId> =
                    same.map(|(a, b)| terms.binary(BinaryOperator::Eq, PrimitiveType::Int, a, b)).collect();
                Some(terms.all(same))
            }
            TermKind::SameReference { left, right } => {
                let is_null = |terms: &Terms, term: TermId| matches!(terms.kind(term), TermKind::Null);
                let is_compared = (is_null(terms, left) && self.open_text(terms, right).is_some())
                    || (is_null(terms, right) && self.open_text(terms, left).is_some());
                is_compared.then(|| terms.boolean(false))
            }
            _ => None,
        }
    }

    fn units(&mut self, terms: &mut Terms, text: &Text) -> Vec<TermId> {
        match text {
            Text::Constant(units) => units.iter().map(|&unit| terms.int(i32::from(unit))).collect(),
            Text::Open(text) => {
                let units = self.texts[*text].units.clone();
                let symbol = |unit| {
                    let def = self.entry(terms, unit);
                    terms.var(self.defs[def].symbol)
                };
                units.into_iter().map(symbol).collect()
            }
        }
    }
}
