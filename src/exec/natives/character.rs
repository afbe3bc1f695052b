//! `java.lang.Character` beyond ASCII.

use super::arguments::{Outcome, pure};
use super::text::refuse_new_character;
use crate::exec::native::{Abrupt, Native, NativeContext};
use crate::exec::slot::Slot;
use crate::jvm::character;

pub(super) const NATIVES: &[Native] = &[
    pure("java.lang.Character.getType(int)", |_, a| Ok(i32::from(character::get_type(point(a)?)).into())),
    pure(
        "java.lang.Character.isLowerBeyondAscii(int)",
        |_, a| Ok(character::is_lower_case(point(a)?).into()),
    ),
    pure(
        "java.lang.Character.isUpperBeyondAscii(int)",
        |_, a| Ok(character::is_upper_case(point(a)?).into()),
    ),
    pure("java.lang.Character.isAlphabeticBeyondAscii(int)", |_, a| {
        Ok(character::is_alphabetic(point(a)?).into())
    }),
    pure("java.lang.Character.toLowerBeyondAscii(int)", |_, a| mapped(a, character::to_lower_case)),
    pure("java.lang.Character.toUpperBeyondAscii(int)", |_, a| mapped(a, character::to_upper_case)),
    pure("java.lang.Character.toTitleBeyondAscii(int)", |_, a| mapped(a, character::to_title_case)),
    pure("java.lang.Character.digitBeyondAscii(int,int)", digit),
    pure("java.lang.Character.numberBeyondAscii(int)", |_, a| {
        Ok(character::get_numeric_value(point(a)?).into())
    }),
    pure("java.lang.Character.isUnicodeStartBeyondAscii(int)", |_, a| {
        Ok(character::is_unicode_identifier_start(point(a)?).into())
    }),
    pure("java.lang.Character.isUnicodePartBeyondAscii(int)", |_, a| {
        Ok(character::is_unicode_identifier_part(point(a)?).into())
    }),
    pure("java.lang.Character.isIdeographic(int)", |_, a| Ok(character::is_ideographic(point(a)?).into())),
    pure("java.lang.Character.isMirrored(int)", |_, a| Ok(character::is_mirrored(point(a)?).into())),
];

/// The first argument, if JDKs agree on it. A negative number is as large a one, and no code point either.
fn point(arguments: &[Slot]) -> Result<u32, Abrupt> {
    let code_point = arguments[0].int() as u32;
    refuse_new_character(code_point)?;
    Ok(code_point)
}

/// A case mapping; what is no code point maps to itself.
fn mapped(arguments: &[Slot], mapping: fn(u32) -> u32) -> Outcome {
    Ok((mapping(point(arguments)?) as i32).into())
}

fn digit(_: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    Ok(character::digit(point(arguments)?, arguments[1].int()).into())
}
