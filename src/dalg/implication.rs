//! Implication (§3.4.1): what follows from what is known, until nothing more does or two things contradict.
//!
//! - Value implication: a definition's value from what it reads; what it reads from its value, where it is executed
//!   and its term has one solution; through a join along the one edge that is left.
//! - EXS implication, the dissertation's lists (§3.3.4, §3.4.1.2): of an executed node one edge in and one edge out;
//!   all edges in off, node off; one edge out left, taken; an edge condition gives values to what it reads; an
//!   incompatible definition's edge is not executed. Indirect (§4.3.5.2): an executed join executes its dominator.
//!
//! A value at a place that may not be executed means *if executed*: a contradiction there says that it is not.
//!
//! Every rule narrows, and says the more the more is known, so the order of the task list cannot change the result.

use smallvec::SmallVec;

use crate::dalg::network::{DefId, DefKind, Network, Rule, RuleId, StatusId};
use crate::dalg::state::{Antecedents, Cell, Conflict, Exs, Reason, State};
use crate::dalg::value::{Value, bits_of, constant, is_ordered};
use crate::jvm::fold;
use crate::jvm::operator::{BinaryOperator as B, UnaryOperator};
use crate::jvm::value::{Primitive, PrimitiveType};
use crate::term::sort::{Sort, ValueSort};
use crate::term::{TermId, TermKind, Terms};

/// Deeper terms are not looked into.
const MAX_DEPTH: u32 = 200;

/// Runs the task list dry.
pub struct Implication<'a> {
    pub network: &'a Network,
    pub terms: &'a mut Terms,
    pub state: &'a mut State,
    /// Indirect EXS implication is on.
    pub indirect: bool,
    read: Antecedents,
    rule: Option<RuleId>,
}

type Implied = Result<(), Conflict>;

/// What a read of a map comes to.
enum Read {
    /// The value that the last matching store wrote.
    Stored(TermId),
    Unknown,
}

impl<'a> Implication<'a> {
    pub fn new(network: &'a Network, terms: &'a mut Terms, state: &'a mut State, indirect: bool) -> Self {
        Self { network, terms, state, indirect, read: Antecedents::new(), rule: None }
    }

    /// Until nothing more follows.
    pub fn run(&mut self) -> Implied {
        while let Some(rule) = self.state.tasks.pop_front() {
            self.state.is_queued[rule] = false;
            self.state.applied += 1;
            if let Err(conflict) = self.apply(rule) {
                let tasks: Vec<RuleId> = self.state.tasks.drain(..).collect();
                tasks.into_iter().for_each(|rule| self.state.is_queued[rule] = false);
                return Err(conflict);
            }
        }
        Ok(())
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

    fn touch(&mut self, cell: Cell) {
        if let Some(last) = self.state.last(cell)
            && !self.read.contains(&last)
        {
            self.read.push(last);
        }
    }

    fn conflict(&self) -> Conflict {
        Conflict { rule: self.rule, antecedents: self.read.clone() }
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
            Rule::Cut(status) => self.set(*status, Exs::NotExecuted),
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
            known += match (self.is_value(read), self.state.value(read)) {
                (true, Value::Known(_)) => 1,
                (true, _) => 0,
                (false, value) => value.bounds().map_or(0, |b| b.0),
            };
        }
        if let DefKind::Join(ways) = &network.defs[def].kind {
            let dead = ways.iter().filter(|way| self.state.exs(way.0) == Exs::NotExecuted);
            known += dead.count() as i64;
        }
        // Each is at most the number of definitions, and there are no loops: no overflow below this.
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
    fn require(&mut self, def: DefId, value: Value) -> Implied {
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

    /// What a term may be, by what is known.
    pub fn eval(&mut self, term: TermId, depth: u32) -> Value {
        if depth > MAX_DEPTH {
            return Value::Any;
        }
        if let Some(bits) = bits_of(self.terms, term) {
            return Value::Known(bits);
        }
        match *self.terms.kind(term) {
            TermKind::Var(symbol) => match self.network.def_of(symbol) {
                Some(def) => {
                    self.touch(Cell::Value(def));
                    self.state.value(def)
                }
                None => Value::of_variable(self.terms, symbol),
            },
            TermKind::Unary { op, operand } => self.eval_unary(op, operand, depth),
            TermKind::Binary { op, ty, left, right } => {
                let a = self.eval(left, depth + 1);
                let b = self.eval(right, depth + 1);
                let right_ty = self.type_of(right);
                binary(op, ty, right_ty, a, b)
            }
            TermKind::Convert { from, to, operand } => convert(from, to, self.eval(operand, depth + 1)),
            TermKind::SameFloat { left, right } | TermKind::SameReference { left, right } => {
                match (self.eval(left, depth + 1), self.eval(right, depth + 1)) {
                    (Value::Known(a), Value::Known(b)) => Value::boolean(a == b),
                    _ => Value::Range { low: 0, high: 1 },
                }
            }
            TermKind::Choose { condition, then, otherwise } => {
                let ordered = is_ordered(self.terms.sort(term));
                match self.eval(condition, depth + 1) {
                    Value::Known(1) => self.eval(then, depth + 1),
                    Value::Known(_) => self.eval(otherwise, depth + 1),
                    _ => {
                        let a = self.eval(then, depth + 1);
                        a.join(self.eval(otherwise, depth + 1), ordered)
                    }
                }
            }
            TermKind::Fresh(number) => match self.eval(number, depth + 1) {
                Value::Known(bits) => Value::Known(u64::from(bits as u32)),
                _ => Value::Any,
            },
            TermKind::Select { map, object } => self.eval_read(map, object, None, term, depth),
            TermKind::SelectCell { map, array, index } => {
                self.eval_read(map, array, Some(index), term, depth)
            }
            TermKind::Apply { function, ref arguments } => {
                let arguments = arguments.clone();
                let domain = Value::of_domain(function.domain());
                let mut constants = SmallVec::new();
                for argument in arguments {
                    let Sort::Value(sort) = self.terms.sort(argument) else { return domain };
                    let Value::Known(bits) = self.eval(argument, depth + 1) else { return domain };
                    constants.push(constant(self.terms, sort, bits));
                }
                let folded = self.terms.apply(function, constants);
                bits_of(self.terms, folded).map_or(domain, Value::Known)
            }
            _ => Value::Any,
        }
    }

    fn type_of(&self, term: TermId) -> PrimitiveType {
        match self.terms.sort(term) {
            Sort::Value(sort) => sort.primitive().unwrap_or(PrimitiveType::Int),
            _ => PrimitiveType::Int,
        }
    }

    fn eval_unary(&mut self, op: UnaryOperator, operand: TermId, depth: u32) -> Value {
        let ty = self.type_of(operand);
        match (op, self.eval(operand, depth + 1)) {
            (_, Value::Known(bits)) => {
                Value::Known(fold::unary(op, Primitive::from_bits(ty, bits)).to_bits())
            }
            (UnaryOperator::Not, v) => v,
            (UnaryOperator::Minus, Value::Range { low, high }) if low > least(ty) => {
                Value::Range { low: -high, high: -low }
            }
            _ => Value::Any,
        }
    }

    fn eval_read(
        &mut self,
        map: TermId,
        object: TermId,
        index: Option<TermId>,
        read: TermId,
        depth: u32,
    ) -> Value {
        match self.resolve(map, object, index, depth) {
            Read::Stored(value) => match self.eval(value, depth + 1) {
                known @ Value::Known(_) => known,
                _ => Value::of_domain(self.terms.domain(read)),
            },
            Read::Unknown => match *self.terms.kind(map) {
                TermKind::Var(var) => Value::of_domain(self.terms.domain_of_variable(var)),
                _ => Value::of_domain(self.terms.domain(read)),
            },
        }
    }

    /// The last matching store along the definitions of a map.
    fn resolve(&mut self, map: TermId, object: TermId, index: Option<TermId>, depth: u32) -> Read {
        let at = self.eval(object, depth + 1);
        let at_index = index.map(|index| self.eval(index, depth + 1));
        let network = self.network;
        let mut map = map;
        loop {
            match *self.terms.kind(map) {
                TermKind::Var(symbol) => {
                    let Some(def) = network.def_of(symbol) else { return Read::Unknown };
                    match &network.defs[def].kind {
                        DefKind::Assign(term) => map = *term,
                        DefKind::Join(ways) => {
                            for &(way, _) in ways {
                                self.touch(Cell::Status(way));
                            }
                            let mut live = ways.iter().filter(|w| self.state.exs(w.0) != Exs::NotExecuted);
                            let (Some(&(_, only)), None) = (live.next(), live.next()) else {
                                return Read::Unknown;
                            };
                            let symbol = network.defs[only].symbol;
                            map = self.terms.var(symbol);
                        }
                        DefKind::Entry | DefKind::Unknown => return Read::Unknown,
                    }
                }
                TermKind::Store { map: below, object: other, value } => {
                    if other == object {
                        return Read::Stored(value);
                    }
                    match self.compare(other, at, depth) {
                        Some(true) => return Read::Stored(value),
                        Some(false) => map = below,
                        None => return Read::Unknown,
                    }
                }
                TermKind::StoreCell { map: below, array, index: other, value } => {
                    let same_array =
                        if array == object { Some(true) } else { self.compare(array, at, depth) };
                    let same_index = match (index, at_index) {
                        (Some(index), _) if index == other => Some(true),
                        (_, Some(at_index)) => self.compare(other, at_index, depth),
                        _ => None,
                    };
                    match (same_array, same_index) {
                        (Some(true), Some(true)) => return Read::Stored(value),
                        (Some(false), _) | (_, Some(false)) => map = below,
                        _ => return Read::Unknown,
                    }
                }
                TermKind::Fill { map: below, array, value } => {
                    match if array == object { Some(true) } else { self.compare(array, at, depth) } {
                        Some(true) => return Read::Stored(value),
                        Some(false) => map = below,
                        None => return Read::Unknown,
                    }
                }
                TermKind::Choose { condition, then, otherwise } => match self.eval(condition, depth + 1) {
                    Value::Known(1) => map = then,
                    Value::Known(_) => map = otherwise,
                    _ => return Read::Unknown,
                },
                _ => return Read::Unknown,
            }
        }
    }

    /// Whether a term has a value; `None`: perhaps.
    fn compare(&mut self, term: TermId, value: Value, depth: u32) -> Option<bool> {
        match (self.eval(term, depth + 1), value) {
            (Value::Known(a), Value::Known(b)) => Some(a == b),
            _ => None,
        }
    }

    /// A term has to be `wanted` where it is executed: what follows for what it reads.
    fn contract(&mut self, term: TermId, wanted: Value, depth: u32) -> Implied {
        if depth > MAX_DEPTH || wanted == Value::Any {
            return Ok(());
        }
        if let Some(bits) = bits_of(self.terms, term) {
            return match wanted.meet(Value::Known(bits)) {
                Some(_) => Ok(()),
                None => Err(self.conflict()),
            };
        }
        match *self.terms.kind(term) {
            TermKind::Var(symbol) => match self.network.def_of(symbol) {
                Some(def) => self.require(def, wanted),
                None => Ok(()),
            },
            TermKind::Unary { op, operand } => match (op, wanted) {
                (UnaryOperator::Not, Value::Known(bits)) => {
                    self.contract(operand, Value::Known(1 - (bits & 1)), depth + 1)
                }
                (UnaryOperator::Minus | UnaryOperator::BitNot, Value::Known(bits)) => {
                    let ty = self.type_of(operand);
                    if ty.is_floating() {
                        return Ok(());
                    }
                    let inverse = fold::unary(op, Primitive::from_bits(ty, bits)).to_bits();
                    self.contract(operand, Value::Known(inverse), depth + 1)
                }
                _ => Ok(()),
            },
            TermKind::Binary { op, ty, left, right } => {
                self.contract_binary(op, ty, left, right, wanted, depth)
            }
            TermKind::Convert { from, to, operand } => {
                self.contract_convert(from, to, operand, wanted, depth)
            }
            TermKind::SameReference { left, right } | TermKind::SameFloat { left, right } => {
                if !wanted.is_true() {
                    return Ok(());
                }
                match (self.eval(left, depth + 1), self.eval(right, depth + 1)) {
                    (_, known @ Value::Known(_)) => self.contract(left, known, depth + 1),
                    (known @ Value::Known(_), _) => self.contract(right, known, depth + 1),
                    _ => Ok(()),
                }
            }
            TermKind::Choose { condition, then, otherwise } => {
                match self.eval(condition, depth + 1) {
                    Value::Known(1) => return self.contract(then, wanted, depth + 1),
                    Value::Known(_) => return self.contract(otherwise, wanted, depth + 1),
                    _ => {}
                }
                if self.eval(then, depth + 1).meet(wanted).is_none() {
                    self.contract(condition, Value::FALSE, depth + 1)?;
                    self.contract(otherwise, wanted, depth + 1)
                } else if self.eval(otherwise, depth + 1).meet(wanted).is_none() {
                    self.contract(condition, Value::TRUE, depth + 1)?;
                    self.contract(then, wanted, depth + 1)
                } else {
                    Ok(())
                }
            }
            TermKind::Select { map, object } => match self.resolve(map, object, None, depth) {
                Read::Stored(value) => self.contract(value, wanted, depth + 1),
                Read::Unknown => Ok(()),
            },
            TermKind::SelectCell { map, array, index } => {
                match self.resolve(map, array, Some(index), depth) {
                    Read::Stored(value) => self.contract(value, wanted, depth + 1),
                    Read::Unknown => Ok(()),
                }
            }
            _ => Ok(()),
        }
    }

    fn contract_convert(
        &mut self,
        from: PrimitiveType,
        to: PrimitiveType,
        operand: TermId,
        wanted: Value,
        depth: u32,
    ) -> Implied {
        if from.is_floating() || to.is_floating() {
            return Ok(());
        }
        // Nothing is lost on the way: the values are the same.
        match (self.eval(operand, depth + 1).bounds(), bounds_of(to)) {
            (Some((low, high)), Some((least, greatest))) if least <= low && high <= greatest => {
                self.contract(operand, wanted, depth + 1)
            }
            _ => Ok(()),
        }
    }

    fn contract_binary(
        &mut self,
        op: B,
        ty: PrimitiveType,
        left: TermId,
        right: TermId,
        wanted: Value,
        depth: u32,
    ) -> Implied {
        let a = self.eval(left, depth + 1);
        let b = self.eval(right, depth + 1);
        if ty.is_floating() {
            // Comparisons say nothing that is kept of floats, but for equality with a known value that is no zero.
            if let (B::Eq, true, Value::Known(bits)) = (op, wanted.is_true(), b)
                && !is_zero(ty, bits)
            {
                return self.contract(left, b, depth + 1);
            }
            return Ok(());
        }
        match op {
            B::And | B::Or if ty == PrimitiveType::Boolean => {
                let strong = Value::boolean(op == B::And);
                if wanted == strong {
                    self.contract(left, strong, depth + 1)?;
                    return self.contract(right, strong, depth + 1);
                }
                let weak = Value::boolean(op != B::And);
                if wanted == weak {
                    if a == strong {
                        return self.contract(right, weak, depth + 1);
                    }
                    if b == strong {
                        return self.contract(left, weak, depth + 1);
                    }
                }
                Ok(())
            }
            B::Eq | B::Ne if wanted.known().is_some() => {
                if (op == B::Eq) == wanted.is_true() {
                    self.contract(left, b, depth + 1)?;
                    self.contract(right, a, depth + 1)
                } else {
                    self.differ(left, a, b, depth)?;
                    self.differ(right, b, a, depth)
                }
            }
            B::Lt | B::Le | B::Gt | B::Ge if wanted.known().is_some() => {
                let (op, wanted) = (op, wanted.is_true());
                // left < right, as `strict`, or left <= right, after all.
                let (small, large, strict) = match (op, wanted) {
                    (B::Lt, true) | (B::Ge, false) => ((left, a), (right, b), true),
                    (B::Le, true) | (B::Gt, false) => ((left, a), (right, b), false),
                    (B::Gt, true) | (B::Le, false) => ((right, b), (left, a), true),
                    _ => ((right, b), (left, a), false),
                };
                self.order(small, large, strict, depth)
            }
            B::Add | B::Sub | B::Xor => self.contract_sum(op, ty, (left, a), (right, b), wanted, depth),
            _ => Ok(()),
        }
    }

    /// The term is not the other's one value: an end of its range moves.
    fn differ(&mut self, term: TermId, own: Value, other: Value, depth: u32) -> Implied {
        let (Some((low, high)), Value::Known(bits)) = (own.bounds(), other) else { return Ok(()) };
        let bits = bits as i64;
        let narrowed = if bits == low {
            low.checked_add(1).and_then(|low| Value::range(low, high))
        } else if bits == high {
            high.checked_sub(1).and_then(|high| Value::range(low, high))
        } else {
            return Ok(());
        };
        match narrowed {
            Some(value) => self.contract(term, value, depth + 1),
            None => Err(self.conflict()),
        }
    }

    fn order(
        &mut self,
        (small, a): (TermId, Value),
        (large, b): (TermId, Value),
        strict: bool,
        depth: u32,
    ) -> Implied {
        let (Some((low, high)), Some((least, greatest))) = (a.bounds(), b.bounds()) else { return Ok(()) };
        // Between two ranges the ends would creep along, one by one.
        if a.known().is_none() && b.known().is_none() {
            return if low.saturating_add(i64::from(strict)) > greatest {
                Err(self.conflict())
            } else {
                Ok(())
            };
        }
        let step = i64::from(strict);
        let (Some(most), Some(fewest)) = (greatest.checked_sub(step), low.checked_add(step)) else {
            return Err(self.conflict());
        };
        let (Some(new_small), Some(new_large)) =
            (Value::range(low, high.min(most)), Value::range(least.max(fewest), greatest))
        else {
            return Err(self.conflict());
        };
        self.contract(small, new_small, depth + 1)?;
        self.contract(large, new_large, depth + 1)
    }

    fn contract_sum(
        &mut self,
        op: B,
        ty: PrimitiveType,
        (left, a): (TermId, Value),
        (right, b): (TermId, Value),
        wanted: Value,
        depth: u32,
    ) -> Implied {
        let apply = |op: B, x: u64, y: u64| {
            let (x, y) = (Primitive::from_bits(ty, x), Primitive::from_bits(ty, y));
            fold::binary(op, x, y).ok().map(|v| Value::Known(v.to_bits()))
        };
        if let (Value::Known(w), Value::Known(b)) = (wanted, b) {
            let inverse = match op {
                B::Add => B::Sub,
                B::Sub => B::Add,
                other => other,
            };
            if let Some(value) = apply(inverse, w, b) {
                return self.contract(left, value, depth + 1);
            }
        }
        if let (Value::Known(w), Value::Known(a)) = (wanted, a) {
            let value = match op {
                B::Add => apply(B::Sub, w, a),
                B::Sub => apply(B::Sub, a, w),
                other => apply(other, w, a),
            };
            if let Some(value) = value {
                return self.contract(right, value, depth + 1);
            }
        }
        if op == B::Xor {
            return Ok(());
        }
        // Ranges, where nothing wraps around.
        let (Some((al, ah)), Some((bl, bh)), Some((wl, wh))) = (a.bounds(), b.bounds(), wanted.bounds())
        else {
            return Ok(());
        };
        let Some((least, greatest)) = bounds_of(ty) else { return Ok(()) };
        let wide = |v: i64| i128::from(v);
        let (low, high) = match op {
            B::Add => (wide(al) + wide(bl), wide(ah) + wide(bh)),
            _ => (wide(al) - wide(bh), wide(ah) - wide(bl)),
        };
        if low < wide(least) || high > wide(greatest) {
            return Ok(());
        }
        let clamp = |v: i128| v.clamp(wide(i64::MIN), wide(i64::MAX)) as i64;
        let ((ll, lh), (rl, rh)) = match op {
            B::Add => {
                ((wide(wl) - wide(bh), wide(wh) - wide(bl)), (wide(wl) - wide(ah), wide(wh) - wide(al)))
            }
            _ => ((wide(wl) + wide(bl), wide(wh) + wide(bh)), (wide(al) - wide(wh), wide(ah) - wide(wl))),
        };
        for (term, low, high) in [(left, ll, lh), (right, rl, rh)] {
            match Value::range(clamp(low), clamp(high)) {
                Some(value) => self.contract(term, value, depth + 1)?,
                None => return Err(self.conflict()),
            }
        }
        Ok(())
    }
}

fn is_zero(ty: PrimitiveType, bits: u64) -> bool {
    match Primitive::from_bits(ty, bits) {
        Primitive::Float(v) => v == 0.0,
        Primitive::Double(v) => v == 0.0,
        _ => bits == 0,
    }
}

const fn least(ty: PrimitiveType) -> i64 {
    match bounds_of(ty) {
        Some((least, _)) => least,
        None => i64::MIN,
    }
}

/// Of an integer type or boolean.
const fn bounds_of(ty: PrimitiveType) -> Option<(i64, i64)> {
    use crate::term::domain::Domain;
    match Domain::of_type(ty) {
        Domain::Integer { low, high } => Some((low, high)),
        Domain::Boolean => Some((0, 1)),
        _ => None,
    }
}

fn convert(from: PrimitiveType, to: PrimitiveType, value: Value) -> Value {
    match value {
        Value::Known(bits) => {
            let converted = crate::jvm::convert::cast(Primitive::from_bits(from, bits), to);
            Value::Known(converted.to_bits())
        }
        Value::Range { low, high } if !to.is_floating() => match bounds_of(to) {
            Some((least, greatest)) if least <= low && high <= greatest => value,
            Some((low, high)) => Value::Range { low, high },
            None => Value::Any,
        },
        _ => Value::of_domain(crate::term::domain::Domain::of_type(to)),
    }
}

/// Of the operands' type `ty`; a shift's right operand has its own.
fn binary(op: B, ty: PrimitiveType, right_ty: PrimitiveType, a: Value, b: Value) -> Value {
    let (x, y) = match (a, b) {
        (Value::Known(x), Value::Known(y)) => (x, y),
        _ => return binary_ranges(op, ty, a, b),
    };
    // Division by zero is guarded before it: any value will do.
    match fold::binary(op, Primitive::from_bits(ty, x), Primitive::from_bits(right_ty, y)) {
        Ok(value) => Value::Known(value.to_bits()),
        Err(_) => Value::Any,
    }
}

fn binary_ranges(op: B, ty: PrimitiveType, a: Value, b: Value) -> Value {
    let either = Value::Range { low: 0, high: 1 };
    let is_comparison = matches!(op, B::Lt | B::Le | B::Gt | B::Ge | B::Eq | B::Ne);
    let own_range = || match bounds_of(ty) {
        _ if is_comparison => either,
        Some((low, high)) => Value::Range { low, high },
        None => Value::Any,
    };
    if ty == PrimitiveType::Boolean {
        return match op {
            B::And if a.is_false() || b.is_false() => Value::FALSE,
            B::Or if a.is_true() || b.is_true() => Value::TRUE,
            _ => either,
        };
    }
    let (Some((al, ah)), Some((bl, bh))) = (a.bounds(), b.bounds()) else { return own_range() };
    if ty.is_floating() {
        return own_range();
    }
    let decided = |yes: bool, no: bool| match (yes, no) {
        (true, _) => Value::TRUE,
        (_, true) => Value::FALSE,
        _ => either,
    };
    let wide = |v: i64| i128::from(v);
    let fitting = |low: i128, high: i128| match bounds_of(ty) {
        Some((least, greatest)) if wide(least) <= low && high <= wide(greatest) => {
            Value::range(low as i64, high as i64).unwrap_or(Value::Any)
        }
        _ => own_range(),
    };
    match op {
        B::Lt => decided(ah < bl, al >= bh),
        B::Le => decided(ah <= bl, al > bh),
        B::Gt => decided(al > bh, ah <= bl),
        B::Ge => decided(al >= bh, ah < bl),
        B::Eq => decided(false, ah < bl || bh < al),
        B::Ne => decided(ah < bl || bh < al, false),
        B::Add => fitting(wide(al) + wide(bl), wide(ah) + wide(bh)),
        B::Sub => fitting(wide(al) - wide(bh), wide(ah) - wide(bl)),
        B::Mul => {
            let products = [(al, bl), (al, bh), (ah, bl), (ah, bh)].map(|(x, y)| wide(x) * wide(y));
            let (low, high) =
                products.iter().fold((products[0], products[0]), |(l, h), &p| (l.min(p), h.max(p)));
            fitting(low, high)
        }
        B::And if al >= 0 && bl >= 0 => fitting(0, wide(ah.min(bh))),
        B::And if bl >= 0 => fitting(0, wide(bh)),
        B::And if al >= 0 => fitting(0, wide(ah)),
        B::Rem if bl > 0 => {
            let most = wide(bh) - 1;
            fitting(if al >= 0 { 0 } else { -most }, most)
        }
        B::Div if bl > 0 && al >= 0 => fitting(wide(al) / wide(bh), wide(ah) / wide(bl)),
        _ => own_range(),
    }
}

/// The sort of a value, for constants.
pub fn value_sort(terms: &Terms, term: TermId) -> Option<ValueSort> {
    match terms.sort(term) {
        Sort::Value(sort) => Some(sort),
        _ => None,
    }
}
