//! The wrapper classes: boxing, texts of numbers and numbers of texts, the bits of floating-point numbers.

use super::arguments::{Outcome, Thrown, impure, pure, raise_with, text, total, vague};
use crate::exec::native::{Message, Native, NativeContext};
use crate::exec::slot::Slot;
use crate::jvm::parse::{NumberFormatError, parse_double, parse_float, parse_int, parse_long, trim};
use crate::jvm::text::{
    double_text_is_portable, double_to_hex_string, double_to_string, float_text_is_portable,
    float_to_hex_string, float_to_string, int_to_string, long_to_string,
};
use crate::jvm::value::{JavaString, Primitive, PrimitiveType};

pub(super) const NATIVES: &[Native] = &[
    impure("java.lang.Boolean.valueOf(boolean)", |c, a| boxed(c, a, PrimitiveType::Boolean)),
    impure("java.lang.Byte.valueOf(byte)", |c, a| boxed(c, a, PrimitiveType::Byte)),
    impure("java.lang.Short.valueOf(short)", |c, a| boxed(c, a, PrimitiveType::Short)),
    impure("java.lang.Character.valueOf(char)", |c, a| boxed(c, a, PrimitiveType::Char)),
    impure("java.lang.Integer.valueOf(int)", |c, a| boxed(c, a, PrimitiveType::Int)),
    impure("java.lang.Long.valueOf(long)", |c, a| boxed(c, a, PrimitiveType::Long)),
    impure("java.lang.Float.valueOf(float)", |c, a| boxed(c, a, PrimitiveType::Float)),
    impure("java.lang.Double.valueOf(double)", |c, a| boxed(c, a, PrimitiveType::Double)),
    impure("java.lang.Double.toString(double)", double_text),
    impure("java.lang.Float.toString(float)", float_text),
    impure("java.lang.Double.toHexString(double)", |c, a| {
        vague(c, double_to_hex_string(a[0].double()).as_str())
    }),
    impure("java.lang.Float.toHexString(float)", |c, a| vague(c, float_to_hex_string(a[0].float()).as_str())),
    pure("java.lang.Double.parseDouble(String)", |c, a| floating(c, a, parse_double)),
    pure("java.lang.Float.parseFloat(String)", |c, a| floating(c, a, parse_float)),
    total("java.lang.Double.bits(double)", |_, a| Ok(Slot(a[0].0))),
    total("java.lang.Double.longBitsToDouble(long)", |_, a| Ok(Slot(a[0].0))),
    total("java.lang.Float.bits(float)", |_, a| Ok((a[0].0 as u32 as i32).into())),
    total("java.lang.Float.intBitsToFloat(int)", |_, a| Ok(f32::from_bits(a[0].int() as u32).into())),
    impure("java.lang.Double.bitsOfNaN(double)", |c, _| nan(c, f64::from_bits(0x7ff8_0000_0000_0000).into())),
    impure("java.lang.Float.bitsOfNaN(float)", |c, _| nan(c, 0x7fc0_0000_i32.into())),
    impure("java.lang.Integer.toString(int)", |c, a| vague(c, int_to_string(a[0].int(), 10).as_str())),
    impure("java.lang.Integer.toString(int,int)", |c, a| {
        vague(c, int_to_string(a[0].int(), a[1].int()).as_str())
    }),
    impure("java.lang.Long.toString(long)", |c, a| vague(c, long_to_string(a[0].long(), 10).as_str())),
    impure("java.lang.Long.toString(long,int)", |c, a| {
        vague(c, long_to_string(a[0].long(), a[1].int()).as_str())
    }),
    pure("java.lang.Integer.parseInt(String)", |c, a| whole(c, a, |units| parse_int(units, 10))),
    pure("java.lang.Integer.parseInt(String,int)", |c, a| {
        let radix = a[1].int();
        whole(c, a, |units| parse_int(units, radix))
    }),
    pure("java.lang.Long.parseLong(String)", |c, a| whole(c, a, |units| parse_long(units, 10))),
    pure("java.lang.Long.parseLong(String,int)", |c, a| {
        let radix = a[1].int();
        whole(c, a, |units| parse_long(units, radix))
    }),
    total("java.lang.Integer.bitCount(int)", |_, a| Ok((a[0].int().count_ones() as i32).into())),
    total("java.lang.Long.bitCount(long)", |_, a| Ok((a[0].long().count_ones() as i32).into())),
    total("java.lang.Integer.numberOfLeadingZeros(int)", |_, a| {
        Ok((a[0].int().leading_zeros() as i32).into())
    }),
    total("java.lang.Integer.numberOfTrailingZeros(int)", |_, a| {
        Ok((a[0].int().trailing_zeros() as i32).into())
    }),
    total(
        "java.lang.Long.numberOfLeadingZeros(long)",
        |_, a| Ok((a[0].long().leading_zeros() as i32).into()),
    ),
    total("java.lang.Long.numberOfTrailingZeros(long)", |_, a| {
        Ok((a[0].long().trailing_zeros() as i32).into())
    }),
    total("java.lang.Integer.reverse(int)", |_, a| Ok(a[0].int().reverse_bits().into())),
    total("java.lang.Long.reverse(long)", |_, a| Ok(a[0].long().reverse_bits().into())),
    pure("java.lang.Integer.reverseBytes(int)", |_, a| Ok(a[0].int().swap_bytes().into())),
    pure("java.lang.Long.reverseBytes(long)", |_, a| Ok(a[0].long().swap_bytes().into())),
];

fn boxed(context: &mut NativeContext<'_>, arguments: &[Slot], ty: PrimitiveType) -> Outcome {
    context.box_value(Primitive::from_bits(ty, arguments[0].0))
}

/// The bits of a NaN depend on how the machine made it (SEMANTICS §3 on values that a JVM may choose).
fn nan(context: &mut NativeContext<'_>, bits: Slot) -> Outcome {
    context.flags().imprecise_math = true;
    Ok(bits)
}

fn double_text(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    let value = arguments[0].double();
    context.flags().unportable_text |= !double_text_is_portable(value);
    vague(context, double_to_string(value).as_str())
}

fn float_text(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    let value = arguments[0].float();
    context.flags().unportable_text |= !float_text_is_portable(value);
    vague(context, float_to_string(value).as_str())
}

/// The floating-point number that a text stands for. Of a text with spaces around it, JDKs before 25 show what is
/// left without them.
fn floating<T: Into<Slot>>(
    context: &mut NativeContext<'_>,
    arguments: &[Slot],
    parse: impl Fn(&[u16]) -> Result<T, NumberFormatError>,
) -> Outcome {
    let text = text(context, arguments[0])?;
    let same = trim(text.units()).len() == text.len();
    let message = |error: &NumberFormatError| match same {
        true => Message::Library(error.message()),
        false => Message::Unspecified,
    };
    number(context, &text, parse, message)
}

fn number<T: Into<Slot>>(
    context: &mut NativeContext<'_>,
    text: &JavaString,
    parse: impl Fn(&[u16]) -> Result<T, NumberFormatError>,
    message: impl Fn(&NumberFormatError) -> Message,
) -> Outcome {
    context.charge(text.len())?;
    super::text::refuse_new_characters(text.units())?;
    let parsed = parse(text.units());
    parsed.map(Into::into).map_err(|error| raise_with(context, Thrown::NumberFormat, message(&error)))
}

/// The integer that a text stands for. For null there is a NumberFormatException of its own.
fn whole<T: Into<Slot>>(
    context: &mut NativeContext<'_>,
    arguments: &[Slot],
    parse: impl Fn(&[u16]) -> Result<T, NumberFormatError>,
) -> Outcome {
    if arguments[0].reference().is_null() {
        let message = Message::Library("Cannot parse null string".into());
        return Err(raise_with(context, Thrown::NumberFormat, message));
    }
    let text = text(context, arguments[0])?;
    number(context, &text, parse, |error| Message::Library(error.message()))
}
