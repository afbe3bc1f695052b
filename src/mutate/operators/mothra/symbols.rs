//! One symbol for another: SVR SCR ASR, CSR SRC CAR CRP, SAR ACR AAR CNR. The first letter of most is what comes, the second what goes.

use super::super::super::candidate::{Candidate, Edit};
use super::super::super::context::Context;
use super::super::super::patch::Patch;
use super::super::is_written_to;
use super::table::{Symbols, Use, is_alike, text_of, value_of};
use crate::jvm::operator::UnaryOperator;
use crate::jvm::value::Primitive;
use crate::syntax::tree::{ExprId, ExprKind, Literal};

/// A scalar for a scalar, also where it is given a value.
pub fn svr(context: &Context, out: &mut Vec<Candidate>) {
    let symbols = Symbols::of(context);
    by_scalars(context, &symbols, &symbols.scalar_uses, out);
}

/// A scalar for a constant.
pub fn scr(context: &Context, out: &mut Vec<Candidate>) {
    let symbols = Symbols::of(context);
    by_scalars(context, &symbols, &symbols.constant_uses, out);
}

/// A scalar for an element of an array.
pub fn sar(context: &Context, out: &mut Vec<Candidate>) {
    let symbols = Symbols::of(context);
    by_scalars(context, &symbols, &symbols.element_uses, out);
}

/// A constant for a scalar.
pub fn csr(context: &Context, out: &mut Vec<Candidate>) {
    let symbols = Symbols::of(context);
    by_copies(context, &symbols.scalar_uses, &symbols.constants, out);
}

/// A constant for an element of an array.
pub fn car(context: &Context, out: &mut Vec<Candidate>) {
    let symbols = Symbols::of(context);
    by_copies(context, &symbols.element_uses, &symbols.constants, out);
}

/// Another constant of the method for a constant. Two that have one value are not put for each other.
pub fn src(context: &Context, out: &mut Vec<Candidate>) {
    let symbols = Symbols::of(context);
    by_copies(context, &symbols.constant_uses, &symbols.constants, out);
}

/// An element of an array for a scalar.
pub fn asr(context: &Context, out: &mut Vec<Candidate>) {
    let symbols = Symbols::of(context);
    by_copies(context, &symbols.scalar_uses, &symbols.elements, out);
}

/// An element of an array for a constant.
pub fn acr(context: &Context, out: &mut Vec<Candidate>) {
    let symbols = Symbols::of(context);
    by_copies(context, &symbols.constant_uses, &symbols.elements, out);
}

/// An element of an array for another one.
pub fn aar(context: &Context, out: &mut Vec<Candidate>) {
    let symbols = Symbols::of(context);
    by_copies(context, &symbols.element_uses, &symbols.elements, out);
}

/// The element of another array of the type, at the same index.
pub fn cnr(context: &Context, out: &mut Vec<Candidate>) {
    let symbols = Symbols::of(context);
    for &(place, ty) in &symbols.array_uses {
        let own = text_of(context, place);
        for (name, _) in symbols.arrays.iter().filter(|(name, other)| *other == ty && **name != *own) {
            out.push(Candidate::replacing(context, place, ExprKind::Name(name.clone())));
        }
    }
}

/// A constant by its neighbours: an integer by those beside it, another number by a tenth more and less.
pub fn crp(context: &Context, out: &mut Vec<Candidate>) {
    for used in Symbols::of(context).constant_uses {
        let Some(value) = value_of(context, used.place) else { continue };
        let is_char = matches!(context.kind(used.place), ExprKind::Literal(Literal::Char(_)));
        for other in neighbours(value) {
            out.push(Candidate::around(context, used.place, |patch, _| {
                literal(context, patch, used.place, other, is_char)
            }));
        }
    }
}

fn by_scalars(context: &Context, symbols: &Symbols, uses: &[Use], out: &mut Vec<Candidate>) {
    for used in uses {
        let own = text_of(context, used.place);
        for (name, ty) in &symbols.scalars {
            if **name != *own && is_alike(*ty, used.ty) {
                out.push(Candidate::replacing(context, used.place, ExprKind::Name(name.clone())));
            }
        }
    }
}

/// Only what has an element of an array as its target can be written to.
fn by_copies(context: &Context, uses: &[Use], others: &[Use], out: &mut Vec<Candidate>) {
    for used in uses {
        let own = text_of(context, used.place);
        let value = value_of(context, used.place);
        for other in others {
            let same_value = value.is_some() && is_same(value, value_of(context, other.place));
            let is_written = is_written_to(context, used.place);
            let is_constant = value_of(context, other.place).is_some();
            if same_value || is_written && is_constant || !is_alike(used.ty, other.ty) {
                continue;
            }
            if own != text_of(context, other.place) {
                out.extend(copied(context, used.place, other.place));
            }
        }
    }
}

fn copied(context: &Context, place: ExprId, original: ExprId) -> Option<Candidate> {
    let mut patch = Patch::default();
    patch.replace_by_deep_copy(context.code, place, original)?;
    Some(Candidate { patch, edit: Edit::Expr(place) })
}

/// Whether two constants are the same number, of whatever type.
fn is_same(a: Option<Primitive>, b: Option<Primitive>) -> bool {
    let number = |value: Option<Primitive>| match value? {
        Primitive::Boolean(value) => Some(f64::from(u8::from(value))),
        Primitive::Float(value) => Some(f64::from(value)),
        Primitive::Double(value) => Some(value),
        other => Some(integer(other)? as f64),
    };
    match (a.and_then(integer), b.and_then(integer)) {
        (Some(a), Some(b)) => a == b,
        _ => number(a) == number(b),
    }
}

pub(in super::super) fn integer(value: Primitive) -> Option<i64> {
    Some(match value {
        Primitive::Byte(value) => value.into(),
        Primitive::Short(value) => value.into(),
        Primitive::Char(value) => value.into(),
        Primitive::Int(value) => value.into(),
        Primitive::Long(value) => value,
        Primitive::Boolean(_) | Primitive::Float(_) | Primitive::Double(_) => return None,
    })
}

pub(in super::super) fn neighbours(value: Primitive) -> Vec<Primitive> {
    let float = |value: f64| match value == 0.0 {
        true => [0.1, -0.1],
        false => [value * 1.1, value * 0.9],
    };
    match value {
        Primitive::Boolean(value) => vec![Primitive::Boolean(!value)],
        Primitive::Float(v) => float(f64::from(v))
            .map(|v| v as f32)
            .into_iter()
            .filter(|v| v.is_finite())
            .map(Primitive::Float)
            .collect(),
        Primitive::Double(v) => {
            float(v).into_iter().filter(|v| v.is_finite()).map(Primitive::Double).collect()
        }
        Primitive::Long(v) => {
            [v.checked_add(1), v.checked_sub(1)].into_iter().flatten().map(Primitive::Long).collect()
        }
        other => {
            let value = integer(other).unwrap_or_default();
            let (least, most) = match other {
                Primitive::Char(_) => (0, i64::from(u16::MAX)),
                _ => (i64::from(i32::MIN), i64::from(i32::MAX)),
            };
            let near = [value + 1, value - 1].into_iter().filter(|v| (least..=most).contains(v));
            match other {
                Primitive::Char(_) => near.map(|v| Primitive::Char(v as u16)).collect(),
                _ => near.map(|v| Primitive::Int(v as i32)).collect(),
            }
        }
    }
}

/// A value as it is written; a sign is an operator.
pub(in super::super) fn literal(
    context: &Context,
    patch: &mut Patch,
    place: ExprId,
    value: Primitive,
    is_char: bool,
) -> ExprKind {
    let (literal, is_negative) = match value {
        Primitive::Boolean(value) => (Literal::Boolean(value), false),
        Primitive::Char(unit) if is_char => (Literal::Char(unit), false),
        Primitive::Long(value) => (Literal::Long(value.unsigned_abs().to_string().into()), value < 0),
        Primitive::Float(value) => (Literal::Float(decimal(format!("{:?}", value.abs()))), value < 0.0),
        Primitive::Double(value) => (Literal::Double(decimal(format!("{:?}", value.abs()))), value < 0.0),
        other => {
            let value = integer(other).unwrap_or_default();
            (Literal::Int(value.unsigned_abs().to_string().into()), value < 0)
        }
    };
    match is_negative {
        false => ExprKind::Literal(literal),
        true => {
            let operand = patch.append(context.code, place, ExprKind::Literal(literal));
            ExprKind::Unary { op: UnaryOperator::Minus, operand }
        }
    }
}

/// Digits as Java writes them.
fn decimal(digits: String) -> Box<str> {
    digits.replace("e", "E").into()
}
