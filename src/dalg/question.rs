//! A subtask's question: its local goal, with what is known put in, and what assist has added.
//!
//! Symbols of definitions and of statuses stand for what is not known. Assist *opens* some of them: an opened
//! definition is replaced by what it says of those before it (a data transformation expression, DTE), an opened
//! status by the edge condition or the ways that make it so (EEC). Both hold in every run of the frames, so a question
//! with more of them open excludes nothing that is possible.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use crate::cfg::graph::NodeKey;
use crate::dalg::network::{DefId, DefKind, Mark, Network, Rule, StatusId};
use crate::dalg::possible_values::Histories;
use crate::dalg::state::{Exs, State};
use crate::dalg::value::{Value, constant};
use crate::index::{Id as _, IndexVec};
use crate::jvm::operator::BinaryOperator;
use crate::jvm::value::PrimitiveType;
use crate::symbolic::question::Question;
use crate::term::sort::{Sort, ValueSort};
use crate::term::variable::VarId;
use crate::term::{TermId, TermKind, Terms};

/// What assist has opened, of one subtask.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Opened {
    pub defs: BTreeSet<DefId>,
    pub statuses: BTreeSet<StatusId>,
    /// Where the one is executed the other is.
    pub implied: BTreeSet<(StatusId, StatusId)>,
    /// Decisions among them: what K_EC limits.
    pub conditions: u32,
    /// That an output differs is asked for as well.
    pub observed: bool,
}

impl Opened {
    /// The part that is the original's.
    #[must_use]
    pub fn within(&self, mark: Mark) -> Self {
        let is_within = |status: StatusId| status.index() < mark.statuses();
        Self {
            defs: self.defs.iter().copied().filter(|d| d.index() < mark.defs()).collect(),
            statuses: self.statuses.iter().copied().filter(|&s| is_within(s)).collect(),
            implied: self.implied.iter().copied().filter(|&(a, b)| is_within(a) && is_within(b)).collect(),
            conditions: 0,
            observed: false,
        }
    }

    pub fn add(&mut self, other: &Self) {
        self.defs.extend(other.defs.iter().copied());
        self.statuses.extend(other.statuses.iter().copied());
        self.implied.extend(other.implied.iter().copied());
        self.conditions += other.conditions;
        self.observed |= other.observed;
    }
}

/// What stands for statuses in terms: for each number of a status one symbol, whatever it is the status of.
#[derive(Debug, Default)]
pub struct StatusSymbols {
    symbols: FxHashMap<StatusId, VarId>,
    statuses: FxHashMap<VarId, StatusId>,
}

/// A question, and whose values its answer gives.
#[derive(Debug)]
pub struct Asked {
    pub question: Question,
    pub defs: Vec<(VarId, DefId)>,
    pub statuses: Vec<(VarId, StatusId)>,
    /// The places that it looks at.
    pub places: BTreeSet<NodeKey>,
    /// Its solutions are told whole by the values of definitions and statuses.
    pub is_told: bool,
    pub size: usize,
}

/// Builds one question.
pub struct Builder<'a> {
    pub network: &'a Network,
    pub terms: &'a mut Terms,
    pub state: &'a State,
    pub symbols: &'a mut StatusSymbols,
    pub opened: &'a Opened,
    /// Possible concrete values of definitions.
    pub possible: Option<&'a IndexVec<DefId, Option<Vec<u64>>>>,
    /// How they come about.
    pub histories: Option<&'a Histories>,
    /// That an output differs.
    pub observed: Option<TermId>,
    /// That the effect passes some site.
    pub passage: Option<TermId>,
    /// What holds where the question is asked.
    pub facts: &'a [TermId],
    done: FxHashMap<TermId, TermId>,
    opened_defs: FxHashMap<DefId, TermId>,
    opened_statuses: FxHashMap<StatusId, TermId>,
    places: BTreeSet<NodeKey>,
}

impl StatusSymbols {
    fn symbol(&mut self, terms: &mut Terms, status: StatusId) -> VarId {
        if let Some(&known) = self.symbols.get(&status) {
            return known;
        }
        let symbol = terms.new_condition();
        self.symbols.insert(status, symbol);
        self.statuses.insert(symbol, status);
        symbol
    }

    /// The term for whether something is executed.
    pub fn term(&mut self, terms: &mut Terms, status: StatusId) -> TermId {
        let symbol = self.symbol(terms, status);
        terms.var(symbol)
    }

    fn status_of(&self, symbol: VarId) -> Option<StatusId> {
        self.statuses.get(&symbol).copied()
    }
}

impl<'a> Builder<'a> {
    pub fn new(
        network: &'a Network,
        terms: &'a mut Terms,
        state: &'a State,
        symbols: &'a mut StatusSymbols,
        opened: &'a Opened,
    ) -> Self {
        Self {
            network,
            terms,
            state,
            symbols,
            opened,
            possible: None,
            histories: None,
            observed: None,
            passage: None,
            facts: &[],
            done: FxHashMap::default(),
            opened_defs: FxHashMap::default(),
            opened_statuses: FxHashMap::default(),
            places: BTreeSet::new(),
        }
    }

    /// That `wanted` holds, these statuses are executed, and nothing of `excluded` holds.
    pub fn build(mut self, wanted: TermId, executed: &[StatusId], excluded: &[TermId]) -> Asked {
        let mut assumptions = Vec::new();
        // What is said of other things than those that are asked about is left out.
        let read = self.terms.variables_of(&[wanted]);
        for &fact in self.facts {
            if self.terms.variables_of(&[fact]).iter().all(|var| read.contains(var)) {
                assumptions.push(self.close(fact));
            }
        }
        let wanted = self.close(wanted);
        for &status in executed {
            // What the state contradicts is a conflict, which says why.
            if self.opened.statuses.contains(&status) || self.state.exs(status) == Exs::Unknown {
                assumptions.push(self.close_status(status));
            }
        }
        for &excluded in excluded {
            let closed = self.close(excluded);
            assumptions.push(self.terms.not(closed));
        }
        if self.opened.observed
            && let Some(observed) = self.observed
        {
            assumptions.push(self.close(observed));
        }
        if let Some(passage) = self.passage {
            assumptions.push(self.close(passage));
        }
        // What is known of the opened has to come out of what they say, where they are executed: elsewhere a value may have
        // been chosen that means nothing.
        let opened = self.opened;
        for &def in &opened.defs {
            if self.is_executed(def, executed) {
                let term = self.open_def(def);
                assumptions.extend(self.bound(term, self.state.value(def)));
            }
        }
        for &status in &opened.statuses {
            let term = self.open_status(status);
            match self.state.exs(status) {
                Exs::Executed => assumptions.push(term),
                Exs::NotExecuted => assumptions.push(self.terms.not(term)),
                Exs::Unknown => {}
            }
            self.exclude_one_another(status, &mut assumptions);
        }
        for &def in &opened.defs {
            if self.is_executed(def, executed) {
                let term = self.open_def(def);
                self.remember(def, term, &mut assumptions);
            }
        }
        for &(one, other) in &opened.implied {
            let (one, other) = (self.close_status(one), self.close_status(other));
            let not_one = self.terms.not(one);
            assumptions.push(self.terms.or(not_one, other));
        }
        assumptions.retain(|&a| !self.terms.is_true(a));
        let goal = self.terms.not(wanted);
        let mut question = Question { assumptions, goal };
        for symbol in self.terms.variables_of(&question.roots()) {
            if let Some(def) = self.network.def_of(symbol).filter(|&def| self.is_executed(def, executed)) {
                let term = self.terms.var(symbol);
                self.remember(def, term, &mut question.assumptions);
            }
        }
        self.finish(question, executed)
    }

    fn is_executed(&self, def: DefId, executed: &[StatusId]) -> bool {
        let status = self.network.defs[def].status;
        self.state.exs(status) == Exs::Executed || executed.contains(&status)
    }

    /// Where a definition that is executed has a possible value, the opened decisions of the value's history are taken
    /// (§4.3.4).
    fn remember(&mut self, def: DefId, term: TermId, assumptions: &mut Vec<TermId>) {
        let (Some(histories), Sort::Value(sort)) = (self.histories, self.terms.sort(term)) else { return };
        for (value, history) in histories.all(def) {
            for &status in history.executed.intersection(&self.opened.statuses) {
                let taken = self.close_status(status);
                let value = constant(self.terms, sort, *value);
                let same = self.terms.same_value(term, value);
                let differs = self.terms.not(same);
                assumptions.push(self.terms.or(differs, taken));
            }
        }
    }

    /// Of the edges into an opened join no two are executed.
    fn exclude_one_another(&mut self, status: StatusId, assumptions: &mut Vec<TermId>) {
        let network = self.network;
        let join = network.status_watch[status].iter().find_map(|&rule| match &network.rules[rule] {
            Rule::Join { node, ways, .. } if *node == status => Some(ways),
            _ => None,
        });
        let Some(ways) = join else { return };
        let mut before = self.terms.boolean(false);
        for &way in ways {
            let way = self.close_status(way);
            let both = self.terms.and(before, way);
            assumptions.push(self.terms.not(both));
            before = self.terms.or(before, way);
        }
    }

    fn finish(mut self, mut question: Question, executed: &[StatusId]) -> Asked {
        let mut defs = Vec::new();
        let mut statuses = Vec::new();
        let mut is_told = true;
        for symbol in self.terms.variables_of(&question.roots()) {
            if let Some(def) = self.network.def_of(symbol) {
                defs.push((symbol, def));
                is_told &= matches!(self.terms.info(symbol).sort, Sort::Value(_));
                self.places.insert(self.network.defs[def].place);
                // Types are known to the solver; what is known beyond them is not.
                if let Some(values) = self.possible.and_then(|p| p.get(def)).and_then(Option::as_ref)
                    && let Sort::Value(sort) = self.terms.info(symbol).sort
                    && let Some(allowed) = self.allowed(def, values, executed)
                {
                    let term = self.terms.var(symbol);
                    let mut one = self.terms.boolean(false);
                    for bits in allowed {
                        let value = constant(self.terms, sort, bits);
                        let same = self.terms.same_value(term, value);
                        one = self.terms.or(one, same);
                    }
                    question.assumptions.push(one);
                }
                if self.state.value(def) != self.network.defs[def].initial {
                    let term = self.terms.var(symbol);
                    question.assumptions.extend(self.bound(term, self.state.value(def)));
                }
            } else if let Some(status) = self.symbols.status_of(symbol) {
                statuses.push((symbol, status));
                self.places.insert(self.network.statuses[status]);
            } else {
                is_told = false;
            }
        }
        let size = self.terms.closure(&question.roots()).len();
        Asked { question, defs, statuses, places: self.places, is_told, size }
    }

    /// The possible values that no decision excludes. Where a definition is not executed nothing is said of it: then it
    /// has any of those that go with what is known, or what is known alone.
    fn allowed(&self, def: DefId, values: &[u64], executed: &[StatusId]) -> Option<Vec<u64>> {
        let is_allowed = |bits: u64| self.histories.is_none_or(|h| h.allows(self.state, def, bits));
        let allowed = values.iter().copied().filter(|&bits| is_allowed(bits));
        if self.is_executed(def, executed) {
            return Some(allowed.collect());
        }
        let known = self.state.value(def);
        let allowed: Vec<u64> = allowed.filter(|&bits| Value::Known(bits).is_within(known)).collect();
        (!allowed.is_empty()).then_some(allowed)
    }

    /// That a term is within what is known.
    fn bound(&mut self, term: TermId, value: Value) -> Option<TermId> {
        let Sort::Value(sort) = self.terms.sort(term) else { return None };
        match value {
            Value::Any => None,
            Value::Known(bits) => {
                let constant = constant(self.terms, sort, bits);
                Some(self.terms.same_value(term, constant))
            }
            Value::Range { low, high } => {
                let ty = match sort {
                    ValueSort::Int => PrimitiveType::Int,
                    ValueSort::Long => PrimitiveType::Long,
                    _ => return None,
                };
                let low = constant(self.terms, sort, low as u64);
                let high = constant(self.terms, sort, high as u64);
                let above = self.terms.binary(BinaryOperator::Ge, ty, term, low);
                let below = self.terms.binary(BinaryOperator::Le, ty, term, high);
                Some(self.terms.and(above, below))
            }
        }
    }

    /// The term with what is known put in, and what is opened.
    pub fn close(&mut self, root: TermId) -> TermId {
        let mut pending = vec![root];
        while let Some(&term) = pending.last() {
            if self.done.contains_key(&term) {
                pending.pop();
                continue;
            }
            let before = pending.len();
            self.terms.each_child(term, |child| {
                if !self.done.contains_key(&child) {
                    pending.push(child);
                }
            });
            if pending.len() == before {
                let new = match *self.terms.kind(term) {
                    TermKind::Var(symbol) => self.close_symbol(symbol, term),
                    _ => self.terms.rebuild(term, |child| self.done[&child]),
                };
                self.done.insert(term, new);
                pending.pop();
            }
        }
        self.done[&root]
    }

    fn close_symbol(&mut self, symbol: VarId, term: TermId) -> TermId {
        if let Some(def) = self.network.def_of(symbol) {
            return self.close_def(def, term);
        }
        match self.symbols.status_of(symbol) {
            Some(status) => self.close_status(status),
            None => term,
        }
    }

    fn close_def(&mut self, def: DefId, term: TermId) -> TermId {
        let Sort::Value(sort) = self.terms.sort(term) else { return self.open_def(def) };
        if self.opened.defs.contains(&def) {
            return self.open_def(def);
        }
        match self.state.value(def) {
            Value::Known(bits) => constant(self.terms, sort, bits),
            _ => term,
        }
    }

    /// What a definition says.
    fn open_def(&mut self, def: DefId) -> TermId {
        if let Some(&known) = self.opened_defs.get(&def) {
            return known;
        }
        let network = self.network;
        let info = &network.defs[def];
        let own = self.terms.var(info.symbol);
        let term = match &info.kind {
            DefKind::Entry | DefKind::Unknown => own,
            DefKind::Assign(term) => {
                self.places.insert(info.place);
                self.close(*term)
            }
            DefKind::Join(ways) => {
                self.places.insert(info.place);
                let live: Vec<(StatusId, DefId)> =
                    ways.iter().copied().filter(|w| self.state.exs(w.0) != Exs::NotExecuted).collect();
                match live.split_last() {
                    None => own,
                    Some((&(_, last), rest)) => {
                        let taken = live.iter().find(|w| self.state.exs(w.0) == Exs::Executed);
                        if let Some(&(_, taken)) = taken.filter(|w| !self.opened.statuses.contains(&w.0)) {
                            let symbol = self.terms.var(network.defs[taken].symbol);
                            self.close(symbol)
                        } else {
                            let symbol = self.terms.var(network.defs[last].symbol);
                            let mut value = self.close(symbol);
                            for &(way, operand) in rest.iter().rev() {
                                let symbol = self.terms.var(network.defs[operand].symbol);
                                let operand = self.close(symbol);
                                let condition = self.close_status(way);
                                value = self.terms.choose(condition, operand, value);
                            }
                            value
                        }
                    }
                }
            }
        };
        self.opened_defs.insert(def, term);
        term
    }

    fn close_status(&mut self, status: StatusId) -> TermId {
        if self.opened.statuses.contains(&status) {
            return self.open_status(status);
        }
        match self.state.exs(status) {
            Exs::Executed => self.terms.boolean(true),
            Exs::NotExecuted => self.terms.boolean(false),
            Exs::Unknown => {
                let symbol = self.symbols.symbol(self.terms, status);
                self.terms.var(symbol)
            }
        }
    }

    /// What makes a node or an edge executed.
    fn open_status(&mut self, status: StatusId) -> TermId {
        if let Some(&known) = self.opened_statuses.get(&status) {
            return known;
        }
        self.places.insert(self.network.statuses[status]);
        let network = self.network;
        let mut says: Option<TermId> = None;
        for &rule in &network.status_watch[status] {
            match &network.rules[rule] {
                Rule::Branch { node, ways } => {
                    if let Some(&(_, condition)) = ways.iter().find(|w| w.0 == status) {
                        let node = self.close_status(*node);
                        let condition = self.close(condition);
                        says = Some(self.terms.and(node, condition));
                        break;
                    }
                }
                Rule::Join { node, ways, .. } if *node == status => {
                    let ways: Vec<TermId> = ways.iter().map(|&w| self.close_status(w)).collect();
                    says = Some(self.terms.any(ways));
                    break;
                }
                _ => {}
            }
        }
        let term = says.unwrap_or_else(|| match self.state.exs(status) {
            Exs::NotExecuted => self.terms.boolean(false),
            Exs::Executed => self.terms.boolean(true),
            Exs::Unknown => {
                let symbol = self.symbols.symbol(self.terms, status);
                self.terms.var(symbol)
            }
        });
        self.opened_statuses.insert(status, term);
        term
    }
}
