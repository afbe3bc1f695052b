//! A concrete run of what a rule looks at, drawn piece by piece as it is asked for, and what each rule means for it: a part
//! of [`super`].

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::dalg::checked::Application;
use crate::dalg::network::{DefId, DefKind, Rule, StatusId};
use crate::dalg::state::{Cell, Exs};
use crate::dalg::value::{Value, text_at};
use crate::index::Id as _;
use crate::term::assignment::{Base, Point, opaque_variable};
use crate::term::evaluate::{Program, Source, canonical, mix};
use crate::term::sort::{Sort, ValueSort};
use crate::term::variable::{VarId, Variable};
use crate::term::{Function, TermId, TermKind, Terms};

/// Numbers of each draw.
const FEW: u64 = 3;
/// Values that are looked up for one assignment, and how deep reads of maps are in each other.
const MOST_STEPS: u32 = 500;
const MOST_DEPTH: u32 = 40;

/// What all draws for one application share.
pub(super) struct Shared {
    numbers: Vec<u64>,
    /// `None` for terms that join texts.
    programs: RefCell<FxHashMap<TermId, Option<Rc<Program>>>>,
}

impl Shared {
    pub(super) fn new(numbers: Vec<u64>) -> Self {
        Self { numbers, programs: RefCell::default() }
    }
}

/// One concrete assignment, as far as somebody has asked; what is asked for is drawn.
pub(super) struct Draw<'a> {
    of: &'a Application<'a>,
    shared: &'a Shared,
    seed: u64,
    pub(super) statuses: BTreeMap<StatusId, bool>,
    /// By symbol.
    pub(super) values: BTreeMap<VarId, u64>,
    /// Allowed before, and as the rule says, so far.
    is_run: bool,
    steps: u32,
    depth: u32,
}

impl<'a> Draw<'a> {
    pub(super) fn new(of: &'a Application<'a>, shared: &'a Shared, seed: u64) -> Self {
        let (statuses, values) = (BTreeMap::new(), BTreeMap::new());
        Self { of, shared, seed, statuses, values, is_run: true, steps: 0, depth: 0 }
    }

    /// Whether the rule allows what is gone.
    pub(super) fn is_counterexample(&mut self, target: Option<Cell>, case: usize) -> bool {
        match target {
            Some(Cell::Status(status)) => self.fix(status, self.of.state.exs(status) == Exs::NotExecuted),
            Some(Cell::Value(def)) => {
                self.fix(self.of.network.defs[def].status, true);
                let is_made = matches!(self.of.network.rules[self.of.rule], Rule::Define(own) if own == def)
                    && matches!(self.of.network.defs[def].kind, DefKind::Assign(_));
                if !is_made {
                    self.remove(def);
                }
            }
            None => {}
        }
        if self.is_run {
            self.constrain(case);
        }
        self.is_run
            && match target {
                Some(Cell::Value(def)) => {
                    let bits = self.values.get(&self.of.network.defs[def].symbol);
                    bits.is_some_and(|&bits| !allows(self.of.state.value(def), bits))
                }
                _ => true,
            }
    }

    /// What the rule means.
    fn constrain(&mut self, case: usize) {
        match &self.of.network.rules[self.of.rule] {
            Rule::Define(def) => self.define(*def, case),
            Rule::Branch { node, ways } => {
                if let Some(taken) = self.one_of(*node, ways.iter().map(|way| way.0), case) {
                    for (i, &(_, condition)) in ways.iter().enumerate() {
                        // First the term: reading it may show that this is no run.
                        let holds = self.eval(condition) != 0;
                        self.is_run &= holds == (i == taken);
                    }
                }
            }
            Rule::Join { node, ways, .. } => {
                self.one_of(*node, ways.iter().copied(), case);
            }
            Rule::Implies { one, other } => {
                self.fix(*one, case == 2);
                self.fix(*other, case >= 1);
            }
            Rule::Cut(status) => self.fix(*status, case == 1),
        }
    }

    /// The node is executed and one of its ways, or nothing.
    fn one_of(&mut self, node: StatusId, ways: impl Iterator<Item = StatusId>, case: usize) -> Option<usize> {
        self.fix(node, case > 0);
        for (i, way) in ways.enumerate() {
            if !self.is_run {
                return None;
            }
            self.fix(way, i + 1 == case);
        }
        case.checked_sub(1).filter(|_| self.is_run)
    }

    fn define(&mut self, id: DefId, case: usize) {
        let def = &self.of.network.defs[id];
        match &def.kind {
            DefKind::Entry | DefKind::Unknown => {}
            DefKind::Assign(term) => {
                self.fix(def.status, case > 0);
                if self.is_run && case > 0 && self.of.sort(id).is_some() {
                    let bits = self.eval(*term);
                    self.assign(id, bits);
                    self.history(id, bits);
                }
            }
            DefKind::Join(ways) => {
                let taken = self.one_of(def.status, ways.iter().map(|way| way.0), case);
                if let (Some(taken), true) = (taken, self.of.sort(id).is_some()) {
                    let operand = ways[taken].1;
                    if let Some(&bits) = self.values.get(&def.symbol) {
                        self.assign(operand, bits);
                    }
                    let bits = self.value(operand);
                    self.assign(id, bits);
                    self.history(id, bits);
                }
            }
        }
    }

    /// What all ways have in common by which the value comes.
    fn history(&mut self, def: DefId, bits: u64) {
        if let Some(history) = self.of.histories.and_then(|histories| histories.of(def, bits)) {
            history.executed.iter().for_each(|&status| self.fix(status, true));
            if let Some((from, bits)) = history.from {
                self.assign(from, bits);
            }
        }
    }

    fn fix(&mut self, status: StatusId, executed: bool) {
        let known = match self.of.state.exs_at(status, self.of.position) {
            Exs::Executed => true,
            Exs::NotExecuted => false,
            Exs::Unknown => self.statuses.get(&status).copied().unwrap_or(executed),
        };
        self.statuses.insert(status, known);
        self.is_run &= known == executed;
    }

    fn before(&self, def: DefId) -> Value {
        self.of.state.value_at(def, self.of.position)
    }

    fn assign(&mut self, def: DefId, bits: u64) {
        self.fix(self.of.network.defs[def].status, true);
        let known = *self.values.entry(self.of.network.defs[def].symbol).or_insert(bits);
        self.is_run &= known == bits && allows(self.before(def), bits);
    }

    /// Draws a value that the rule has excluded.
    fn remove(&mut self, def: DefId) {
        let Some(sort) = self.of.sort(def) else { return };
        let (before, after) = (self.before(def), self.of.state.value(def));
        let (first, numbers) = (self.seed as usize % self.shared.numbers.len(), &self.shared.numbers);
        let numbers = numbers.iter().cycle().skip(first).take(numbers.len());
        let mut candidates = numbers.flat_map(|&number| written(sort, number));
        let removed = candidates.find(|&bits| allows(before, bits) && !allows(after, bits));
        match removed {
            Some(bits) => self.assign(def, bits),
            None => self.is_run = false,
        }
    }

    /// A value among those that are allowed.
    fn drawn(&self, sort: ValueSort, allowed: Value, hash: u64) -> u64 {
        // Few numbers for each draw, so that some are equal.
        let any = mix(self.seed, (hash >> 48) % FEW);
        let number = self.shared.numbers[any as usize % self.shared.numbers.len()];
        let bits = written(sort, number)[(hash >> 32) as usize % 2];
        match allowed {
            Value::Known(bits) => bits,
            Value::Range { low, high } if !allows(allowed, bits) || (hash >> 40).is_multiple_of(4) => {
                let width = (i128::from(high) - i128::from(low) + 1) as u128;
                (i128::from(low) + (u128::from(mix(hash, 1)) % width) as i128) as u64
            }
            _ => bits,
        }
    }

    fn value(&mut self, def: DefId) -> u64 {
        let symbol = self.of.network.defs[def].symbol;
        self.fix(self.of.network.defs[def].status, true);
        self.value_of(symbol, |draw| draw.before(def))
    }

    fn value_of(&mut self, symbol: VarId, allowed: impl Fn(&Self) -> Value) -> u64 {
        if let Some(&known) = self.values.get(&symbol) {
            return known;
        }
        let Sort::Value(sort) = self.of.terms.info(symbol).sort else { return opaque_variable(symbol) };
        let bits = self.drawn(sort, allowed(self), mix(self.seed, symbol.index() as u64));
        self.values.insert(symbol, bits);
        bits
    }

    fn eval(&mut self, term: TermId) -> u64 {
        self.steps += 1;
        if !self.is_run || self.steps > MOST_STEPS || self.depth > MOST_DEPTH {
            self.is_run = false;
            return 0;
        }
        let terms = self.of.terms;
        let known = self.shared.programs.borrow().get(&term).cloned();
        let program = known.unwrap_or_else(|| {
            let made = (!joins_texts(terms, term)).then(|| Rc::new(Program::new(terms, &[term])));
            self.shared.programs.borrow_mut().insert(term, made.clone());
            made
        });
        let Some(program) = program else {
            self.is_run = false;
            return 0;
        };
        self.depth += 1;
        let values = program.run(terms, 1, self);
        self.depth -= 1;
        self.is_run &= values.is_well_formed(0);
        values.get(term, 0)
    }

    /// What a map holds at a point: what was stored last on the ways that are executed.
    fn content(&mut self, map: VarId, at: &[u64]) -> u64 {
        let allowed = Value::of_domain(self.of.terms.domain_of_variable(map));
        let mut origin = self.origin(map);
        while let (true, Ok(term)) = (self.is_run, origin) {
            origin = match *self.of.terms.kind(term) {
                TermKind::Var(symbol) => self.origin(symbol),
                TermKind::Store { map, object, value } | TermKind::Fill { map, array: object, value } => {
                    if self.eval(object) == at[0] {
                        return self.stored(value, allowed);
                    }
                    Ok(map)
                }
                TermKind::StoreCell { map, array, index, value } => {
                    if [self.eval(array), self.eval(index)] == *at {
                        return self.stored(value, allowed);
                    }
                    Ok(map)
                }
                TermKind::Choose { condition, then, otherwise } => {
                    Ok(if self.eval(condition) == 0 { otherwise } else { then })
                }
                _ => Err(self.eval(term)),
            };
        }
        let Err(name) = origin else { return 0 };
        let point = at.iter().fold(mix(self.seed, name), |hash, &at| mix(hash, at));
        match self.of.terms.info(map).sort {
            Sort::Field(sort) | Sort::Cells(sort) => self.drawn(sort, allowed, point),
            Sort::Value(_) | Sort::Opaque => point,
        }
    }

    /// The programmer's types, and what is asked before a length is stored.
    fn stored(&mut self, value: TermId, allowed: Value) -> u64 {
        let bits = self.eval(value);
        self.is_run &= allows(allowed, bits);
        bits
    }

    /// The term that a map is made by; else its name.
    fn origin(&mut self, symbol: VarId) -> Result<TermId, u64> {
        let network = self.of.network;
        let mut symbol = symbol;
        while let Some(id) = network.def_of(symbol) {
            let def = &network.defs[id];
            self.steps += 1;
            self.fix(def.status, true);
            match &def.kind {
                DefKind::Assign(term) => return Ok(*term),
                DefKind::Entry | DefKind::Unknown => break,
                DefKind::Join(ways) => symbol = network.defs[self.way(ways)].symbol,
            }
        }
        Err(opaque_variable(symbol))
    }

    /// One way into a place that is executed.
    fn way(&mut self, ways: &[(StatusId, DefId)]) -> DefId {
        let is_known = |s: &StatusId| match self.of.state.exs_at(*s, self.of.position) {
            Exs::Executed => Some(true),
            Exs::NotExecuted => Some(false),
            Exs::Unknown => self.statuses.get(s).copied(),
        };
        let open: Vec<usize> = (0..ways.len()).filter(|&i| is_known(&ways[i].0) != Some(false)).collect();
        let known = open.iter().copied().find(|&i| is_known(&ways[i].0) == Some(true));
        let any = mix(self.seed, ways[0].0.index() as u64) as usize;
        let taken = known.or_else(|| open.get(any % open.len().max(1)).copied()).unwrap_or(0);
        (0..ways.len()).for_each(|i| self.fix(ways[i].0, i == taken));
        ways[taken].1
    }

    /// A function at a point: of texts what they hold, else anything.
    fn image(&mut self, term: TermId, function: Function, point: &Point) -> u64 {
        let terms = self.of.terms;
        let text = |bits: u64| text_at(terms, bits).map(|text| terms.kind(text));
        match (function, point.arguments.as_slice()) {
            (Function::StringLength, &[string]) => {
                if let Some(TermKind::Text(text)) = text(string) {
                    return text.len() as u64;
                }
            }
            (Function::StringUnit, &[string, index]) => {
                if let Some(TermKind::Text(text)) = text(string) {
                    return text.units().get(index as usize).copied().unwrap_or(0).into();
                }
            }
            (Function::SameText, &[left, right]) if text(left).is_some() && text(right).is_some() => {
                return u64::from(left == right);
            }
            _ => {}
        }
        let allowed = Value::of_domain(self.of.terms.domain_at(term, point.base));
        match function.sort() {
            Sort::Value(sort) => self.drawn(sort, allowed, mix(self.seed, point.hash())),
            _ => point.hash(),
        }
    }
}

impl Source for Draw<'_> {
    fn variable(&mut self, terms: &Terms, _lane: usize, symbol: VarId) -> u64 {
        match self.of.network.def_of(symbol) {
            Some(def) => self.value(def),
            // No symbol: the evaluator asks it by itself, how many objects there are.
            None if terms.info(symbol).variable == Variable::Allocated => 1,
            None => self.value_of(symbol, |_| Value::of_variable(terms, symbol)),
        }
    }

    fn read(&mut self, terms: &Terms, _lane: usize, term: TermId, point: &Point) -> u64 {
        match point.base {
            Base::Map(map) => self.content(map, &point.arguments),
            Base::Function(function) => self.image(term, function, point),
            Base::Unnamed(_) => match terms.sort(term) {
                Sort::Value(sort) => {
                    let allowed = Value::of_domain(terms.domain_at(term, point.base));
                    self.drawn(sort, allowed, mix(self.seed, point.hash()))
                }
                _ => point.hash(),
            },
        }
    }
}

fn joins_texts(terms: &Terms, term: TermId) -> bool {
    let joins = |&part: &TermId| {
        matches!(terms.kind(part), TermKind::Apply { function: Function::Concat | Function::TextOf(_), .. })
    };
    terms.closure(&[term]).iter().any(joins)
}

/// A number as bits of a sort: as they are, and as what they count.
const fn written(sort: ValueSort, number: u64) -> [u64; 2] {
    let counted = match sort {
        ValueSort::Float => (number as i64 as f32).to_bits() as u64,
        ValueSort::Double => (number as i64 as f64).to_bits(),
        _ => number,
    };
    [canonical(sort, number), canonical(sort, counted)]
}

const fn allows(value: Value, bits: u64) -> bool {
    match value {
        Value::Any => true,
        Value::Known(known) => known == bits,
        Value::Range { low, high } => low <= bits as i64 && bits as i64 <= high,
    }
}
