//! Implication (§3.4.1): what follows from what is known, until nothing more does or two things contradict.
//!
//! - Value implication: a definition's value from what it reads; what it reads from its value, where it is executed
//!   and its term has one solution; through a join along the one edge that is left.
//! - EXS implication, the dissertation's lists (§3.3.4, §3.4.1.2): of an executed node one edge in and one edge out;
//!   all edges in off, node off; one edge out left, taken; an edge condition gives values to what it reads; an
//!   incompatible definition's edge is not executed. Indirect (§4.3.5.2): an executed join executes its dominator.
//!
//! - Where a possible value has a history (§4.3.4), what all its ways have in common.
//!
//! A value at a place that may not be executed means *if executed*: a contradiction there says that it is not.
//!
//! Every rule narrows, and says the more the more is known, so the order of the task list cannot change the result.

use std::collections::BTreeSet;

use smallvec::SmallVec;

use crate::dalg::checked::{Application, is_due};
use crate::dalg::network::{DefId, DefKind, Network, Rule, RuleId, StatusId};
use crate::dalg::possible_values::Histories;
use crate::dalg::state::{Antecedents, Cell, Conflict, Exs, Reason, State};
use crate::dalg::value::{Value, is_ordered};
use crate::term::sort::Sort;
use crate::term::{TermId, Terms};

/// Runs the task list dry.
pub struct Implication<'a> {
    pub network: &'a Network,
    pub terms: &'a mut Terms,
    pub state: &'a mut State,
    /// Indirect EXS implication is on.
    pub indirect: bool,
    /// How possible values come about, if that is looked at.
    pub histories: Option<&'a Histories>,
    /// The frames are taken to be enough.
    pub assumes_cut: bool,
    read: Antecedents,
    rule: Option<RuleId>,
}

/// Nothing, or a contradiction.
pub(super) type Implied = Result<(), Conflict>;

impl<'a> Implication<'a> {
    pub fn new(network: &'a Network, terms: &'a mut Terms, state: &'a mut State, indirect: bool) -> Self {
        let read = Antecedents::new();
        Self { network, terms, state, indirect, histories: None, assumes_cut: true, read, rule: None }
    }

    /// Until nothing more follows.
    pub fn run(&mut self) -> Implied {
        while let Some(rule) = self.state.tasks.pop_front() {
            self.state.is_queued[rule] = false;
            self.state.applied += 1;
            let position = self.state.position();
            let applied = self.apply(rule);
            if cfg!(debug_assertions)
                && is_due(self.state.applied)
                && let Some(complaint) = self.application(rule, position, applied.is_err()).complaint()
            {
                panic!("implication says what does not follow: {complaint}");
            }
            if let Err(conflict) = applied {
                let tasks: Vec<RuleId> = self.state.tasks.drain(..).collect();
                tasks.into_iter().for_each(|rule| self.state.is_queued[rule] = false);
                return Err(conflict);
            }
        }
        Ok(())
    }

    /// What came of a rule, for its judge: since a position of the trail.
    pub fn application(&self, rule: RuleId, position: usize, is_conflict: bool) -> Application<'_> {
        let Self { network, terms, state, histories, assumes_cut, .. } = self;
        Application {
            network,
            terms,
            state,
            position,
            rule,
            histories: *histories,
            assumes_cut: *assumes_cut,
            is_conflict,
        }
    }

    /// Assigns what a subtask chose.
    pub fn choose_value(&mut self, def: DefId, value: Value, choice: u32) -> Implied {
        self.begin(None);
        self.touch(Cell::Value(def));
        let Some(met) = self.state.value(def).meet(value) else { return Err(self.conflict()) };
        if met != self.state.value(def) {
            self.state.set_value(self.network, def, met, Reason::Choice(choice));
        }
        Ok(())
    }

    pub fn choose_status(&mut self, status: StatusId, exs: Exs, choice: u32) -> Implied {
        self.begin(None);
        self.touch(Cell::Status(status));
        match self.state.exs(status) {
            known if known == exs => Ok(()),
            Exs::Unknown => {
                self.state.set_status(self.network, status, exs, Reason::Choice(choice));
                Ok(())
            }
            _ => Err(self.conflict()),
        }
    }

    fn begin(&mut self, rule: Option<RuleId>) {
        self.rule = rule;
        self.read.clear();
    }

    pub(super) fn touch(&mut self, cell: Cell) {
        if let Some(last) = self.state.last(cell)
            && !self.read.contains(&last)
        {
            self.read.push(last);
        }
    }

    pub(super) fn conflict(&self) -> Conflict {
        Conflict { rule: self.rule, defs: BTreeSet::new(), antecedents: self.read.clone() }
    }

    fn reason(&self) -> Reason {
        match self.rule {
            Some(rule) => Reason::Rule(rule, self.read.clone()),
            None => Reason::Choice(0),
        }
    }

    fn exs(&mut self, status: StatusId) -> Exs {
        self.touch(Cell::Status(status));
        self.state.exs(status)
    }

    fn set(&mut self, status: StatusId, exs: Exs) -> Implied {
        match self.state.exs(status) {
            known if known == exs => Ok(()),
            Exs::Unknown => {
                let reason = self.reason();
                self.state.set_status(self.network, status, exs, reason);
                Ok(())
            }
            _ => {
                self.touch(Cell::Status(status));
                Err(self.conflict())
            }
        }
    }

    fn apply(&mut self, rule: RuleId) -> Implied {
        self.begin(Some(rule));
        let network = self.network;
        match &network.rules[rule] {
            Rule::Define(def) => self.define(*def),
            Rule::Branch { node, ways } => self.branch(*node, ways),
            Rule::Join { node, ways, .. } => self.join(*node, ways),
            Rule::Implies { one, other } => {
                if !self.indirect {
                    return Ok(());
                }
                match (self.exs(*one), self.exs(*other)) {
                    (Exs::Executed, _) => self.set(*other, Exs::Executed),
                    (_, Exs::NotExecuted) => self.set(*one, Exs::NotExecuted),
                    _ => Ok(()),
                }
            }
            Rule::Cut(status) if self.assumes_cut => self.set(*status, Exs::NotExecuted),
            Rule::Cut(_) => Ok(()),
        }
    }

    fn branch(&mut self, node: StatusId, ways: &[(StatusId, TermId)]) -> Implied {
        let node_exs = self.exs(node);
        if node_exs == Exs::NotExecuted {
            return ways.iter().try_for_each(|&(way, _)| self.set(way, Exs::NotExecuted));
        }
        for &(way, condition) in ways {
            self.read.clear();
            self.touch(Cell::Status(node));
            let value = self.eval(condition, 0);
            if value.is_false() {
                self.set(way, Exs::NotExecuted)?;
            } else if value.is_true() {
                for &(other, _) in ways.iter().filter(|w| w.0 != way) {
                    self.set(other, Exs::NotExecuted)?;
                }
                if node_exs == Exs::Executed {
                    self.set(way, Exs::Executed)?;
                }
            }
        }
        self.read.clear();
        self.touch(Cell::Status(node));
        for &(way, _) in ways {
            self.touch(Cell::Status(way));
        }
        let live: SmallVec<[(StatusId, TermId); 2]> =
            ways.iter().copied().filter(|w| self.state.exs(w.0) != Exs::NotExecuted).collect();
        if let Some(&(taken, condition)) = live.iter().find(|w| self.state.exs(w.0) == Exs::Executed) {
            self.set(node, Exs::Executed)?;
            for &(other, _) in ways.iter().filter(|w| w.0 != taken) {
                self.set(other, Exs::NotExecuted)?;
            }
            return self.contract(condition, Value::TRUE, 0);
        }
        match live[..] {
            [] => self.set(node, Exs::NotExecuted),
            [(way, condition)] if self.state.exs(node) == Exs::Executed => {
                self.set(way, Exs::Executed)?;
                self.contract(condition, Value::TRUE, 0)
            }
            _ => Ok(()),
        }
    }

    fn join(&mut self, node: StatusId, ways: &[StatusId]) -> Implied {
        if self.exs(node) == Exs::NotExecuted {
            return ways.iter().try_for_each(|&way| self.set(way, Exs::NotExecuted));
        }
        if let Some(&taken) = ways.iter().find(|&&w| self.state.exs(w) == Exs::Executed) {
            self.read.clear();
            self.touch(Cell::Status(taken));
            self.set(node, Exs::Executed)?;
            for &other in ways.iter().filter(|&&w| w != taken) {
                self.set(other, Exs::NotExecuted)?;
            }
            return Ok(());
        }
        for &way in ways {
            self.touch(Cell::Status(way));
        }
        let live: SmallVec<[StatusId; 2]> =
            ways.iter().copied().filter(|&w| self.state.exs(w) == Exs::Unknown).collect();
        match live[..] {
            [] => self.set(node, Exs::NotExecuted),
            [way] if self.state.exs(node) == Exs::Executed => self.set(way, Exs::Executed),
            _ => Ok(()),
        }
    }

    fn define(&mut self, def: DefId) -> Implied {
        let network = self.network;
        let info = &network.defs[def];
        if self.exs(info.status) == Exs::NotExecuted {
            return Ok(());
        }
        match &info.kind {
            DefKind::Entry | DefKind::Unknown => Ok(()),
            DefKind::Assign(term) => self.assign(def, *term),
            DefKind::Join(ways) => self.join_definition(def, ways),
        }?;
        self.history(def)
    }

    /// How a definition that is executed came by its value (§4.3.4).
    fn history(&mut self, def: DefId) -> Implied {
        let status = self.network.defs[def].status;
        let (Some(histories), Exs::Executed, Value::Known(bits)) =
            (self.histories, self.state.exs(status), self.state.value(def))
        else {
            return Ok(());
        };
        let Some(history) = histories.of(def, bits) else { return Ok(()) };
        self.read.clear();
        self.touch(Cell::Status(status));
        self.touch(Cell::Value(def));
        for &executed in &history.executed {
            self.set(executed, Exs::Executed)?;
        }
        match history.from {
            Some((from, bits)) => self.require(from, Value::Known(bits)),
            None => Ok(()),
        }
    }

    fn is_value(&self, def: DefId) -> bool {
        matches!(self.terms.info(self.network.defs[def].symbol).sort, Sort::Value(_))
    }

    /// Of a map it is kept how much is known of what it was made from: when that grows, its readers may find more.
    fn map_changed(&mut self, def: DefId) {
        let network = self.network;
        let mut known: i64 = 0;
        for &read in &network.defs[def].reads {
            let more = match (self.is_value(read), self.state.value(read)) {
                (true, Value::Known(_)) => 1,
                (true, _) => 0,
                (false, value) => value.bounds().map_or(0, |b| b.0),
            };
            // Maps that come by many ways count once for each of them.
            known = known.saturating_add(more);
        }
        if let DefKind::Join(ways) = &network.defs[def].kind {
            let dead = ways.iter().filter(|way| self.state.exs(way.0) == Exs::NotExecuted);
            known = known.saturating_add(dead.count() as i64);
        }
        let known = Value::Range { low: known.min(i64::MAX / 4), high: i64::MAX };
        if known != self.state.value(def) && known.bounds() != Some((0, i64::MAX)) {
            let reason = self.reason();
            self.state.set_value(network, def, known, reason);
        }
    }

    fn assign(&mut self, def: DefId, term: TermId) -> Implied {
        if !self.is_value(def) {
            self.map_changed(def);
            return Ok(());
        }
        let status = self.network.defs[def].status;
        self.read.clear();
        let value = self.eval(term, 0);
        self.narrow(def, value)?;
        let wanted = self.state.value(def);
        if self.state.exs(status) == Exs::Executed && wanted != value {
            self.touch(Cell::Status(status));
            self.touch(Cell::Value(def));
            self.contract(term, wanted, 0)?;
        }
        Ok(())
    }

    /// Forward: the definition is at most that; nothing is left: its place is not executed.
    fn narrow(&mut self, def: DefId, value: Value) -> Implied {
        let old = self.state.value(def);
        match old.meet(value) {
            Some(met) if met == old => Ok(()),
            Some(met) => {
                if met != value {
                    self.touch(Cell::Value(def));
                }
                let reason = self.reason();
                self.state.set_value(self.network, def, met, reason);
                Ok(())
            }
            None => {
                self.touch(Cell::Value(def));
                self.set(self.network.defs[def].status, Exs::NotExecuted)
            }
        }
    }

    fn join_definition(&mut self, def: DefId, ways: &[(StatusId, DefId)]) -> Implied {
        if !self.is_value(def) {
            self.map_changed(def);
            return Ok(());
        }
        let ordered = is_ordered(self.terms.info(self.network.defs[def].symbol).sort);
        let own = self.state.value(def);
        for &(way, operand) in ways {
            if self.state.exs(way) == Exs::Unknown && own.meet(self.state.value(operand)).is_none() {
                self.read.clear();
                self.touch(Cell::Value(def));
                self.touch(Cell::Value(operand));
                self.set(way, Exs::NotExecuted)?;
            }
        }
        self.read.clear();
        for &(way, _) in ways {
            self.touch(Cell::Status(way));
        }
        let live: SmallVec<[(StatusId, DefId); 2]> =
            ways.iter().copied().filter(|w| self.state.exs(w.0) != Exs::NotExecuted).collect();
        let Some((&(_, first), rest)) = live.split_first() else { return Ok(()) };
        let mut value = self.state.value(first);
        for &(_, other) in rest {
            value = value.join(self.state.value(other), ordered);
        }
        for &(_, operand) in &live {
            self.touch(Cell::Value(operand));
        }
        self.narrow(def, value)?;
        let status = self.network.defs[def].status;
        if rest.is_empty() && self.state.exs(status) == Exs::Executed {
            self.touch(Cell::Status(status));
            self.touch(Cell::Value(def));
            self.require(first, self.state.value(def))?;
        }
        Ok(())
    }

    /// Backward: the definition has to be that, at a place that is executed.
    pub(super) fn require(&mut self, def: DefId, value: Value) -> Implied {
        let old = self.state.value(def);
        match old.meet(value) {
            Some(met) if met == old => Ok(()),
            Some(met) => {
                self.touch(Cell::Value(def));
                let reason = self.reason();
                self.state.set_value(self.network, def, met, reason);
                Ok(())
            }
            None => {
                self.touch(Cell::Value(def));
                Err(self.conflict())
            }
        }
    }
}
