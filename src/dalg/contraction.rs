//! What follows for what a term reads when the term has to have a value, where it is executed: a part of
//! [`super::implication`]. Only what has one solution, or moves an end of a range, is said; the rest is for JUST.

use crate::dalg::evaluation::{MAX_DEPTH, Read};
use crate::dalg::implication::{Implication, Implied};
use crate::dalg::value::{Value, bits_of, bounds_of};
use crate::jvm::fold;
use crate::jvm::operator::{BinaryOperator as B, UnaryOperator};
use crate::jvm::value::{Primitive, PrimitiveType};
use crate::term::{TermId, TermKind};

impl Implication<'_> {
    /// A term has to be `wanted` where it is executed: what follows for what it reads.
    pub(super) fn contract(&mut self, term: TermId, wanted: Value, depth: u32) -> Implied {
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
