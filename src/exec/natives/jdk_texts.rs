//! Texts as the JDK's own classes see them: bytes in one of two codings, where the library's strings and builders hold units.
//! Code of class files that reads the fields `value` and `coder` gets copies of what the JDK's would hold.

use super::arguments::{Outcome, Thrown, byte_array, impure, object, raise};
use crate::exec::hosts::Encoding;
use crate::exec::native::{Abrupt, Native, NativeContext};
use crate::exec::slot::{Reference, Slot};

pub(super) const NATIVES: &[Native] = &[
    // Fields.
    impure("java.lang.String.value", |c, a| value_of(c, a, string_units)),
    impure("java.lang.String.coder", |c, a| coder_of(c, a, string_units)),
    impure("java.lang.String.value()", |c, a| value_of(c, a, string_units)),
    impure("java.lang.String.coder()", |c, a| coder_of(c, a, string_units)),
    impure("java.lang.AbstractStringBuilder.value", |c, a| value_of(c, a, builder_units)),
    impure("java.lang.AbstractStringBuilder.coder", |c, a| coder_of(c, a, builder_units)),
    impure("java.lang.AbstractStringBuilder.getCoder()", |c, a| coder_of(c, a, builder_units)),
    impure("java.lang.AbstractStringBuilder.getValue()", |c, a| value_of(c, a, builder_units)),
    impure("java.lang.StringBuilder.value", |c, a| value_of(c, a, builder_units)),
    impure("java.lang.StringBuilder.coder", |c, a| coder_of(c, a, builder_units)),
    impure("java.lang.StringBuffer.value", |c, a| value_of(c, a, builder_units)),
    impure("java.lang.StringBuffer.coder", |c, a| coder_of(c, a, builder_units)),
    // Constructors.
    impure("java.lang.String.<init>(byte[],byte)", init_of_coded),
    impure("java.lang.String.<init>(char[],int,int,Void)", init_of_chars),
    impure("java.lang.String.<init>(AbstractStringBuilder,Void)", init_of_builder),
    impure("java.lang.String.<init>(byte[],Charset)", |c, a| init_of_bytes(c, a[0], a[2], a[1], None)),
    impure("java.lang.String.<init>(byte[],int,int,Charset)", |c, a| {
        init_of_bytes(c, a[0], a[4], a[1], Some((a[2].int(), a[3].int())))
    }),
    impure("java.lang.String.<init>(Charset,byte[],int,int)", |c, a| {
        init_of_bytes(c, a[0], a[1], a[2], Some((a[3].int(), a[4].int())))
    }),
    // Builders hold what the JDK's does not know.
    impure("java.lang.AbstractStringBuilder.repeat(char,int)", repeat_char),
    // Short cuts of the JDK past its own checks.
    impure("java.lang.StringUTF16.newString(byte[],int,int)", new_utf16_string),
];

fn string_units(context: &mut NativeContext<'_>, string: Reference) -> Result<Vec<u16>, Abrupt> {
    Ok(context.units(string).to_vec())
}

/// The units that a builder holds; its first fields are `value` and `count`.
fn builder_units(context: &mut NativeContext<'_>, builder: Reference) -> Result<Vec<u16>, Abrupt> {
    let (value, count) = (context.field(builder, 0), context.field(builder, 1));
    let count = usize::try_from(count.int()).unwrap_or_default();
    let value = object(context, value)?;
    Ok(context.array(value).iter().take(count).map(|cell| cell.char()).collect())
}

type Units = fn(&mut NativeContext<'_>, Reference) -> Result<Vec<u16>, Abrupt>;

/// 0 for one byte a character, 1 for two.
fn coder_of(context: &mut NativeContext<'_>, arguments: &[Slot], units: Units) -> Outcome {
    let units = units(context, arguments[0].reference())?;
    context.charge(units.len() / 8)?;
    Ok(i32::from(units.iter().any(|&unit| unit > 255)).into())
}

fn value_of(context: &mut NativeContext<'_>, arguments: &[Slot], units: Units) -> Outcome {
    let units = units(context, arguments[0].reference())?;
    context.charge(units.len() / 4)?;
    let is_wide = units.iter().any(|&unit| unit > 255);
    let bytes: Vec<u8> = match is_wide {
        true => units.iter().flat_map(|unit| unit.to_le_bytes()).collect(),
        false => units.iter().map(|&unit| unit as u8).collect(),
    };
    byte_array(context, &bytes)
}

/// The bytes of a range of a `byte[]`.
fn bytes_of(context: &NativeContext<'_>, array: Reference, from: usize, count: usize) -> Option<Vec<u8>> {
    let cells = context.array(array).get(from..)?.get(..count)?;
    Some(cells.iter().map(|cell| cell.byte() as u8).collect())
}

fn wide(bytes: &[u8]) -> Vec<u16> {
    bytes.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect()
}

fn init_of_coded(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    let array = object(context, arguments[1])?;
    let length = context.array(array).len();
    context.charge(length / 4)?;
    let bytes = bytes_of(context, array, 0, length).unwrap_or_default();
    let units = match arguments[2].int() {
        0 => bytes.into_iter().map(u16::from).collect(),
        _ => wide(&bytes),
    };
    context.set_string(arguments[0].reference(), units)?;
    Ok(Slot::ZERO)
}

fn new_utf16_string(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    let array = object(context, arguments[0])?;
    let (from, count) = (arguments[1].int() as usize, arguments[2].int() as usize);
    context.charge(count / 4)?;
    match from.checked_mul(2).zip(count.checked_mul(2)).and_then(|(f, n)| bytes_of(context, array, f, n)) {
        Some(bytes) => super::arguments::vague(context, wide(&bytes)),
        None => Err(raise(context, Thrown::StringIndex)),
    }
}

fn init_of_chars(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    let array = object(context, arguments[1])?;
    let (from, count) = (arguments[2].int() as usize, arguments[3].int() as usize);
    context.charge(count / 8)?;
    let cells = context.array(array).get(from..).and_then(|rest| rest.get(..count));
    let units: Option<Vec<u16>> = cells.map(|cells| cells.iter().map(|cell| cell.char()).collect());
    match units {
        Some(units) => context.set_string(arguments[0].reference(), units).map(|()| Slot::ZERO),
        None => Err(raise(context, Thrown::StringIndex)),
    }
}

fn init_of_builder(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    let builder = object(context, arguments[1])?;
    let units = builder_units(context, builder)?;
    context.set_string(arguments[0].reference(), units)?;
    Ok(Slot::ZERO)
}

fn repeat_char(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    let count = usize::try_from(arguments[2].int()).unwrap_or_default();
    context.reserve(count / 4)?;
    super::builder::append(context, arguments[0], &vec![arguments[1].char(); count])
}

/// Decodes bytes, in the charsets that every JVM has and that need no table.
fn init_of_bytes(
    context: &mut NativeContext<'_>,
    target: Slot,
    charset: Slot,
    array: Slot,
    range: Option<(i32, i32)>,
) -> Outcome {
    let charset = object(context, charset)?;
    let array = object(context, array)?;
    let length = context.array(array).len();
    let (from, count) = match range {
        Some((from, count)) => (usize::try_from(from).ok(), usize::try_from(count).ok()),
        None => (Some(0), Some(length)),
    };
    let bytes = from.zip(count).and_then(|(from, count)| bytes_of(context, array, from, count));
    let Some(bytes) = bytes else {
        return Err(raise(context, Thrown::StringIndex));
    };
    context.charge(bytes.len())?;
    let units = decode(context, charset, &bytes)?;
    context.set_string(target.reference(), units)?;
    Ok(Slot::ZERO)
}

fn decode(context: &NativeContext<'_>, charset: Reference, bytes: &[u8]) -> Result<Vec<u16>, Abrupt> {
    let class = context.type_of(charset).as_class();
    let name = class.zip(context.compiled).map(|(class, compiled)| compiled.name_of(class));
    match name.as_deref() {
        Some("sun/nio/cs/UTF_8") => Ok(Encoding::Utf8.decode(bytes)),
        Some("sun/nio/cs/ISO_8859_1") => Ok(bytes.iter().map(|&byte| byte.into()).collect()),
        Some("sun/nio/cs/US_ASCII") => Ok(Encoding::Ascii.decode(bytes)),
        Some("sun/nio/cs/MS1252") => Ok(Encoding::Windows1252.decode(bytes)),
        _ => Err(Abrupt::unsupported("a text in this charset")),
    }
}
