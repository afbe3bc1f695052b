//! `java.lang.String`: what holds the units of a string, and accelerators of what looks through them.

use super::arguments::{Outcome, Thrown, impure, object, pure, raise, text, units_of, vague};
use crate::exec::native::{Abrupt, Native, NativeContext};
use crate::exec::slot::{RuntimeType, Slot};
use crate::jvm::character::{compare_ignore_case, equals_ignore_case};
use crate::jvm::hash::string_hash;
use crate::jvm::value::PrimitiveType;
use crate::sema::types::{ArrayTy, ElementTy};

pub(super) const NATIVES: &[Native] = &[
    impure("java.lang.String.init(String)", init_of_string),
    impure("java.lang.String.init(char[],int,int)", init_of_units),
    impure("java.lang.String.of(char[],int,int)", of),
    impure("java.lang.String.vague(String)", vague_copy),
    pure("java.lang.String.unit(int)", char_at),
    impure("java.lang.String.slice(int,int)", substring),
    pure("java.lang.String.length()", length),
    impure("java.lang.String.copyUnits(int,int,char[],int)", copy_units),
    impure("java.lang.String.intern()", intern),
    pure("java.lang.String.isEmpty()", is_empty),
    pure("java.lang.String.charAt(int)", char_at),
    pure("java.lang.String.equals(Object)", equals),
    pure("java.lang.String.equalsIgnoreCase(String)", equals_without_case),
    pure("java.lang.String.compareTo(String)", compare_to),
    pure("java.lang.String.compareToIgnoreCase(String)", compare_without_case),
    pure("java.lang.String.hashCode()", hash_code),
    pure("java.lang.String.startsWith(String,int)", starts_with_from),
    pure("java.lang.String.startsWith(String)", starts_with),
    pure("java.lang.String.endsWith(String)", ends_with),
    impure("java.lang.String.substring(int)", suffix),
    impure("java.lang.String.substring(int,int)", substring),
    impure("java.lang.String.toCharArray()", to_char_array),
];

/// The text of `this`.
macro_rules! this {
    ($context:ident, $arguments:ident) => {
        $context.units($arguments[0].reference())
    };
}

fn init_of_string(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    let original = text(context, arguments[1])?;
    context.set_string(arguments[0].reference(), original)?;
    Ok(Slot::ZERO)
}

fn init_of_units(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    let units = range(context, &arguments[1..])?;
    context.set_string(arguments[0].reference(), units)?;
    Ok(Slot::ZERO)
}

fn of(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    let units = range(context, arguments)?;
    vague(context, units)
}

/// The units of an array, offset and count that the library has checked.
fn range(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Result<Vec<u16>, Abrupt> {
    let array = object(context, arguments[0])?;
    let (offset, count) = (arguments[1].int() as usize, arguments[2].int() as usize);
    context.charge(count / 8)?;
    match context.array(array).get(offset..).and_then(|rest| rest.get(..count)) {
        Some(cells) => Ok(units_of(cells)),
        None => Err(raise(context, Thrown::StringIndex)),
    }
}

fn vague_copy(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    let text = text(context, arguments[0])?;
    vague(context, text)
}

fn intern(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    let text = text(context, arguments[0])?;
    context.intern(&text)
}

fn length(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    Ok((this!(context, arguments).len() as i32).into())
}

fn is_empty(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    Ok(this!(context, arguments).is_empty().into())
}

fn char_at(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    match this!(context, arguments).get(arguments[1].int() as usize) {
        Some(&unit) => Ok(unit.into()),
        None => Err(raise(context, Thrown::StringIndex)),
    }
}

fn substring(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    slice(context, arguments, arguments[2].int())
}

fn suffix(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    let end = this!(context, arguments).len() as i32;
    slice(context, arguments, end)
}

/// From the first argument behind `this` to `end`.
fn slice(context: &mut NativeContext<'_>, arguments: &[Slot], end: i32) -> Outcome {
    let begin = arguments[1].int();
    let units = this!(context, arguments);
    let range = (begin >= 0 && begin <= end).then(|| units.get(begin as usize..end as usize)).flatten();
    match range.map(<[u16]>::to_vec) {
        Some(units) => {
            context.charge(units.len() / 8)?;
            vague(context, units)
        }
        None => Err(raise(context, Thrown::StringIndex)),
    }
}

fn copy_units(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    let text = text(context, arguments[0])?;
    let (begin, end, at) =
        (arguments[1].int() as usize, arguments[2].int() as usize, arguments[4].int() as usize);
    let target = object(context, arguments[3])?;
    let Some(units) = text.units().get(begin..end) else {
        return Err(raise(context, Thrown::StringIndex));
    };
    context.charge(units.len() / 8)?;
    match context.array_mut(target)?.get_mut(at..).and_then(|rest| rest.get_mut(..units.len())) {
        Some(cells) => {
            for (cell, &unit) in cells.iter_mut().zip(units) {
                *cell = unit.into();
            }
            Ok(Slot::ZERO)
        }
        None => Err(raise(context, Thrown::ArrayIndex)),
    }
}

fn to_char_array(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    let text = text(context, arguments[0])?;
    context.charge(text.len() / 8)?;
    let chars = ArrayTy { element: ElementTy::Primitive(PrimitiveType::Char), dims: 1 };
    let array = context.new_array(RuntimeType::array(chars), text.len())?;
    for (cell, &unit) in context.array_mut(array.reference())?.iter_mut().zip(text.units()) {
        *cell = unit.into();
    }
    Ok(array)
}

fn equals(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    let other = arguments[1].reference();
    let string = RuntimeType::class(context.well_known().string);
    if other.is_null() || context.type_of(other) != string {
        return Ok(false.into());
    }
    charge_shorter(context, arguments)?;
    Ok((this!(context, arguments) == context.units(other)).into())
}

/// Counts the units that a comparison of `this` with another string may look at.
fn charge_shorter(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Result<(), Abrupt> {
    let shorter = this!(context, arguments).len().min(context.units(arguments[1].reference()).len());
    context.charge(shorter / 8)
}

fn equals_without_case(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    if arguments[1].reference().is_null() {
        return Ok(false.into());
    }
    charge_shorter(context, arguments)?;
    super::text::refuse_new_characters(this!(context, arguments))?;
    super::text::refuse_new_characters(context.units(arguments[1].reference()))?;
    Ok(equals_ignore_case(this!(context, arguments), context.units(arguments[1].reference())).into())
}

fn compare_to(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    let other = object(context, arguments[1])?;
    charge_shorter(context, arguments)?;
    let (a, b) = (this!(context, arguments), context.units(other));
    let different = a.iter().zip(b).find(|(a, b)| a != b);
    let order = different.map_or(a.len() as i32 - b.len() as i32, |(&a, &b)| i32::from(a) - i32::from(b));
    Ok(order.into())
}

fn compare_without_case(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    let other = object(context, arguments[1])?;
    charge_shorter(context, arguments)?;
    super::text::refuse_new_characters(this!(context, arguments))?;
    super::text::refuse_new_characters(context.units(other))?;
    Ok(compare_ignore_case(this!(context, arguments), context.units(other)).into())
}

fn hash_code(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    let length = this!(context, arguments).len();
    context.charge(length / 8)?;
    Ok(string_hash(this!(context, arguments)).into())
}

fn starts_with_from(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    if arguments[2].int() < 0 {
        return Ok(false.into());
    }
    let prefix = text(context, arguments[1])?;
    context.charge(prefix.len() / 8)?;
    let rest = this!(context, arguments).get(arguments[2].int() as usize..);
    Ok(rest.is_some_and(|rest| rest.starts_with(prefix.units())).into())
}

fn starts_with(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    let prefix = text(context, arguments[1])?;
    context.charge(prefix.len() / 8)?;
    Ok(this!(context, arguments).starts_with(prefix.units()).into())
}

fn ends_with(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    let suffix = text(context, arguments[1])?;
    context.charge(suffix.len() / 8)?;
    Ok(this!(context, arguments).ends_with(suffix.units()).into())
}
