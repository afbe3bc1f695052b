//! Strings as inputs: of a string with a given length each unit is an input of its own.
//!
//! What a term reads of such a string is said by its units: `charAt` is a choice among them, `length()` is known, and a
//! comparison of contents is one of units. That is done while the network is built, so that implication and the
//! subtasks' questions see numbers only. The string itself stays a reference of which nothing is known but that it is
//! not null, and that its class is `String`: so a call of an interface goes to one method.

use rustc_hash::FxHashMap;

use crate::dalg::network::{DefKind, Network};
use crate::jvm::operator::BinaryOperator;
use crate::jvm::value::PrimitiveType;
use crate::term::variable::{VarId, Variable};
use crate::term::{Function, TermId, TermKind, Terms};

/// A string among the inputs.
#[derive(Clone, Debug)]
pub struct OpenText {
    pub var: VarId,
    pub units: Vec<VarId>,
}

/// The strings of a unit.
#[derive(Clone, Debug, Default)]
pub struct Texts {
    pub open: Vec<OpenText>,
    /// All inputs that are strings, the open ones among them.
    pub inputs: Vec<VarId>,
    /// The number of the class of strings (`cfg::types`).
    pub class: i32,
}

/// A string of which the units are known as terms.
enum Text {
    Open(usize),
    Constant(Vec<u16>),
}

impl Network {
    /// What a term over symbols is a copy of.
    fn copied(&self, terms: &Terms, mut term: TermId) -> TermId {
        while let TermKind::Var(symbol) = *terms.kind(term)
            && let Some(def) = self.def_of(symbol)
            && let DefKind::Assign(other) = self.defs[def].kind
        {
            term = other;
        }
        term
    }

    /// The input that a term over symbols stands for: itself, or a copy of it.
    fn input(&self, terms: &Terms, term: TermId) -> Option<VarId> {
        let TermKind::Var(symbol) = *terms.kind(self.copied(terms, term)) else { return None };
        let def = &self.defs[self.def_of(symbol)?];
        matches!(def.kind, DefKind::Entry).then_some(def.var)
    }

    fn open_text(&self, terms: &Terms, term: TermId) -> Option<usize> {
        let input = self.input(terms, term)?;
        self.texts.open.iter().position(|text| text.var == input)
    }

    /// Whether it is a string, and not null.
    fn is_text(&self, terms: &Terms, term: TermId) -> bool {
        matches!(terms.kind(self.copied(terms, term)), TermKind::Text(_))
            || self.input(terms, term).is_some_and(|input| self.texts.inputs.contains(&input))
    }

    /// Whether it is an object that an allocation makes: no string and no wrapper object, which are values.
    fn is_allocated(&self, terms: &Terms, term: TermId) -> bool {
        matches!(terms.kind(self.copied(terms, term)), TermKind::Fresh(_))
    }

    /// Whether the classes of objects are in a map, those allocated before it or since.
    fn holds_classes(&self, terms: &Terms, mut map: TermId) -> bool {
        while let TermKind::Store { map: before, .. } = *terms.kind(map) {
            map = before;
        }
        let TermKind::Var(symbol) = *terms.kind(map) else { return false };
        let of_def = |def| terms.info(self.defs[def].var).variable == Variable::Class;
        self.def_of(symbol).is_some_and(of_def)
    }

    fn text(&self, terms: &Terms, term: TermId) -> Option<Text> {
        match terms.kind(term) {
            TermKind::Text(text) => Some(Text::Constant(text.units().to_vec())),
            _ => self.open_text(terms, term).map(Text::Open),
        }
    }

    /// Terms over symbols with what they read of open strings said by their units.
    pub(super) fn by_units(&mut self, terms: &mut Terms, mut roots: Vec<TermId>) -> Vec<TermId> {
        if self.texts.inputs.is_empty() {
            return roots;
        }
        let closure = terms.closure(&roots);
        let reads_text = |&term: &TermId| match terms.kind(term) {
            TermKind::Apply { function, .. } => {
                matches!(
                    function,
                    Function::StringUnit | Function::StringLength | Function::SameText | Function::SameObject
                )
            }
            TermKind::SameReference { .. } | TermKind::Select { .. } => true,
            _ => false,
        };
        if !closure.iter().any(reads_text) {
            return roots;
        }
        let mut done: FxHashMap<TermId, TermId> = FxHashMap::default();
        for term in closure {
            let new = match self.read(terms, term, &done) {
                Some(new) => new,
                None => terms.rebuild(term, |child| done[&child]),
            };
            done.insert(term, new);
        }
        roots.iter_mut().for_each(|root| *root = done[root]);
        roots
    }

    /// What a read of an open string gives, with its other arguments as in `done`; `None`: it is none.
    fn read(&mut self, terms: &mut Terms, term: TermId, done: &FxHashMap<TermId, TermId>) -> Option<TermId> {
        match terms.kind(term).clone() {
            TermKind::Apply { function: Function::StringLength, arguments } => {
                let text = self.open_text(terms, arguments[0])?;
                Some(terms.int(self.texts.open[text].units.len() as i32))
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
            TermKind::Apply { function: Function::SameObject, arguments }
                if arguments.iter().any(|&argument| self.is_allocated(terms, argument)) =>
            {
                Some(terms.same_reference(done[&arguments[0]], done[&arguments[1]]))
            }
            // The strings of a driver are literals: where their content is one, they are one.
            TermKind::Apply { function: Function::SameText | Function::SameObject, arguments } => {
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
            TermKind::Select { map, object }
                if self.is_text(terms, object) && self.holds_classes(terms, map) =>
            {
                Some(terms.int(self.texts.class))
            }
            _ => None,
        }
    }

    fn units(&mut self, terms: &mut Terms, text: &Text) -> Vec<TermId> {
        match text {
            Text::Constant(units) => units.iter().map(|&unit| terms.int(i32::from(unit))).collect(),
            Text::Open(text) => {
                let units = self.texts.open[*text].units.clone();
                let symbol = |unit| {
                    let def = self.entry(terms, unit);
                    terms.var(self.defs[def].symbol)
                };
                units.into_iter().map(symbol).collect()
            }
        }
    }
}
