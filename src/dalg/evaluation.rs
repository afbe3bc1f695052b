//! What a term may be, by what is known of the definitions that it reads: a part of [`super::implication`].
//!
//! A read of a map goes back along the definitions of the map to the last store that matches. It counts only what is
//! known for certain (addresses, and the value stored), so that it does not matter when it is asked.

use smallvec::SmallVec;

use crate::dalg::implication::Implication;
use crate::dalg::network::DefKind;
use crate::dalg::state::{Cell, Exs};
use crate::dalg::value::{Value, bits_of, bounds_of, canonical, constant, is_ordered};
use crate::jvm::fold;
use crate::jvm::operator::{BinaryOperator as B, UnaryOperator};
use crate::jvm::value::{Primitive, PrimitiveType};
use crate::term::sort::Sort;
use crate::term::{TermId, TermKind};

/// Deeper terms are not looked into.
pub(super) const MAX_DEPTH: u32 = 200;

/// What a read of a map comes to.
pub(super) enum Read {
    /// The value that the last matching store wrote.
    Stored(TermId),
    Unknown,
}

impl Implication<'_> {
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

    pub(super) fn type_of(&self, term: TermId) -> PrimitiveType {
        match self.terms.sort(term) {
            Sort::Value(sort) => sort.primitive().unwrap_or(PrimitiveType::Int),
            _ => PrimitiveType::Int,
        }
    }

    fn eval_unary(&mut self, op: UnaryOperator, operand: TermId, depth: u32) -> Value {
        let ty = self.type_of(operand);
        match (op, self.eval(operand, depth + 1)) {
            (_, Value::Known(bits)) => {
                Value::Known(canonical(fold::unary(op, Primitive::from_bits(ty, bits))))
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
    pub(super) fn resolve(&mut self, map: TermId, object: TermId, index: Option<TermId>, depth: u32) -> Read {
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
}

const fn least(ty: PrimitiveType) -> i64 {
    match bounds_of(ty) {
        Some((least, _)) => least,
        None => i64::MIN,
    }
}

fn convert(from: PrimitiveType, to: PrimitiveType, value: Value) -> Value {
    match value {
        Value::Known(bits) => {
            let converted = crate::jvm::convert::cast(Primitive::from_bits(from, bits), to);
            Value::Known(canonical(converted))
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
        Ok(value) => Value::Known(canonical(value)),
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
