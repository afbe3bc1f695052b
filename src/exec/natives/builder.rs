//! `StringBuilder` and `StringBuffer`: accelerators of what grows a text by a piece. The objects are those of
//! `AbstractStringBuilder` in the library, whose fields are read here by their places.

use super::arguments::{Outcome, impure, text, vague};
use crate::exec::native::{Abrupt, Native, NativeContext};
use crate::exec::slot::{Reference, RuntimeType, Slot};
use crate::jvm::text::{int_to_string, long_to_string};
use crate::jvm::value::PrimitiveType;
use crate::sema::types::{ArrayTy, ElementTy};

/// The places of the fields `value` and `count`.
const VALUE: usize = 0;
const COUNT: usize = 1;

pub(super) const NATIVES: &[Native] = &[
    impure("java.lang.StringBuilder.append(char)", append_char),
    impure("java.lang.StringBuilder.append(String)", append_string),
    impure("java.lang.StringBuilder.append(int)", append_int),
    impure("java.lang.StringBuilder.append(long)", append_long),
    impure("java.lang.StringBuilder.append(boolean)", append_boolean),
    impure("java.lang.StringBuffer.append(char)", append_char),
    impure("java.lang.StringBuffer.append(String)", append_string),
    impure("java.lang.StringBuffer.append(int)", append_int),
    impure("java.lang.StringBuffer.append(long)", append_long),
    impure("java.lang.StringBuffer.append(boolean)", append_boolean),
    impure("java.lang.AbstractStringBuilder.toString()", to_string),
];

fn append_char(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    append(context, arguments[0], &[arguments[1].char()])
}

fn append_string(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    if arguments[1].reference().is_null() {
        return append_ascii(context, arguments[0], "null");
    }
    let text = text(context, arguments[1])?;
    append(context, arguments[0], text.units())
}

fn append_int(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    append_ascii(context, arguments[0], &int_to_string(arguments[1].int(), 10))
}

fn append_long(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    append_ascii(context, arguments[0], &long_to_string(arguments[1].long(), 10))
}

fn append_boolean(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    append_ascii(context, arguments[0], if arguments[1].boolean() { "true" } else { "false" })
}

fn append_ascii(context: &mut NativeContext<'_>, builder: Slot, text: &str) -> Outcome {
    let units: Vec<u16> = text.bytes().map(u16::from).collect();
    append(context, builder, &units)
}

/// Puts units behind the text of a builder, and gives the builder.
pub(super) fn append(context: &mut NativeContext<'_>, builder: Slot, units: &[u16]) -> Outcome {
    context.charge(units.len() / 8)?;
    let object = builder.reference();
    let count = context.field(object, COUNT).int() as usize;
    let array = array_for(context, object, count, count + units.len())?;
    let cells = context.array_mut(array)?;
    for (cell, &unit) in cells[count..].iter_mut().zip(units) {
        *cell = unit.into();
    }
    context.array_mut(object)?[COUNT] = ((count + units.len()) as i32).into();
    Ok(builder)
}

/// The builder's array, with room for so many units; a new one grows as the library's `grow` says.
fn array_for(
    context: &mut NativeContext<'_>,
    builder: Reference,
    count: usize,
    needed: usize,
) -> Result<Reference, Abrupt> {
    let old = context.field(builder, VALUE).reference();
    let capacity = context.array(old).len();
    if needed <= capacity {
        return Ok(old);
    }
    if needed > i32::MAX as usize {
        return Err(Abrupt::Memory);
    }
    context.charge(count / 8)?;
    let chars = ArrayTy { element: ElementTy::Primitive(PrimitiveType::Char), dims: 1 };
    let new = context.new_array(RuntimeType::array(chars), needed.max(2 * capacity + 2))?;
    let text = context.array(old)[..count].to_vec();
    context.array_mut(new.reference())?[..count].copy_from_slice(&text);
    context.array_mut(builder)?[VALUE] = new;
    Ok(new.reference())
}

fn to_string(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    let builder = arguments[0].reference();
    let count = context.field(builder, COUNT).int() as usize;
    context.charge(count / 8)?;
    let array = context.field(builder, VALUE).reference();
    let units: Vec<u16> = context.array(array)[..count].iter().map(|cell| cell.char()).collect();
    vague(context, units)
}
