//! `java.lang.String`: searching, changing case, cutting and joining.

use std::borrow::Cow;

use super::arguments::{Outcome, Thrown, impure, pure, raise, text, vague};
use crate::exec::hosts::TURKISH;
use crate::exec::native::{Abrupt, Native, NativeContext};
use crate::exec::slot::Slot;
use crate::jvm::character::{same_on_17_and_25, to_lower_case_text, to_upper_case_text};

pub(super) const NATIVES: &[Native] = &[
    impure("java.lang.String.toLowerCase()", to_lower_case),
    impure("java.lang.String.toUpperCase()", to_upper_case),
    pure("java.lang.String.indexOf(int)", index_of_unit),
    pure("java.lang.String.indexOf(int,int)", index_of_unit_from),
    pure("java.lang.String.lastIndexOf(int)", last_index_of_unit),
    pure("java.lang.String.lastIndexOf(int,int)", last_index_of_unit_from),
    pure("java.lang.String.indexOf(String)", index_of),
    pure("java.lang.String.indexOf(String,int)", index_of_from),
    pure("java.lang.String.lastIndexOf(String)", last_index_of),
    pure("java.lang.String.lastIndexOf(String,int)", last_index_of_from),
    impure("java.lang.String.trim()", trim),
    impure("java.lang.String.concat(String)", concat),
    impure("java.lang.String.replace(char,char)", replace),
    impure("java.lang.String.replaced(String,String)", replaced),
    impure("java.lang.String.repeat(int)", repeat),
];

/// Ends a run that asks for a property of a character on which JDKs differ (SEMANTICS §3).
pub(super) fn refuse_new_character(code_point: u32) -> Result<(), Abrupt> {
    if code_point < 0x80 || same_on_17_and_25(code_point) {
        return Ok(());
    }
    Err(Abrupt::unsupported(format!("character U+{code_point:04X}, which is not the same in every JDK")))
}

pub(super) fn refuse_new_characters(text: &[u16]) -> Result<(), Abrupt> {
    if text.iter().all(|&unit| unit < 0x80) {
        return Ok(());
    }
    crate::jvm::character::code_points(text).try_for_each(refuse_new_character)
}

/// The dotless and the dotted I of Turkish, which are a pair of their own each with `I` and `i`.
const DOTLESS: u16 = 0x131;
const DOTTED: u16 = 0x130;

/// A text in which these letters are others where the machine's locale is Turkish, and no test has set another: a static initialiser
/// changes its case, without a locale.
fn as_in_country<'t>(
    context: &mut NativeContext<'_>,
    text: &'t [u16],
    letters: &[(u16, u16)],
) -> Cow<'t, [u16]> {
    let turkish = |unit: u16| letters.iter().find(|(letter, _)| *letter == unit).map(|&(_, other)| other);
    let depends = !context.is_of_a_test
        && !context.is_called_by_string()
        && text.iter().any(|&unit| turkish(unit).is_some());
    match depends && context.country().locale == TURKISH {
        true => text.iter().map(|&unit| turkish(unit).unwrap_or(unit)).collect(),
        false => text.into(),
    }
}

fn to_lower_case(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    let text = text(context, arguments[0])?;
    context.charge(text.len())?;
    refuse_new_characters(text.units())?;
    let letters = [(u16::from(b'I'), DOTLESS), (DOTTED, u16::from(b'i'))];
    match to_lower_case_text(&as_in_country(context, text.units(), &letters)) {
        Some(lower) => vague(context, lower),
        None => Err(Abrupt::unsupported("lower case of a sigma that may end a word")),
    }
}

fn to_upper_case(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    let text = text(context, arguments[0])?;
    context.charge(text.len())?;
    refuse_new_characters(text.units())?;
    let text = as_in_country(context, text.units(), &[(u16::from(b'i'), DOTTED)]);
    vague(context, to_upper_case_text(&text))
}

/// The units of a code point as a text to search; none for what is no code point.
fn pattern(code_point: i32) -> Option<Vec<u16>> {
    if let Ok(unit) = u16::try_from(code_point) {
        return Some(vec![unit]);
    }
    let scalar = u32::try_from(code_point).ok().and_then(char::from_u32)?;
    Some(scalar.encode_utf16(&mut [0; 2]).to_vec())
}

/// Where `pattern` first occurs at `from` or behind it.
fn find(text: &[u16], pattern: &[u16], from: usize) -> i32 {
    let Some(rest) = text.get(from..) else { return -1 };
    let found = match pattern {
        [] => Some(0),
        [unit] => rest.iter().position(|u| u == unit),
        _ => rest.windows(pattern.len()).position(|window| window == pattern),
    };
    found.map_or(-1, |at| (from + at) as i32)
}

/// Where `pattern` last occurs at `from` or before it.
fn find_last(text: &[u16], pattern: &[u16], from: i32) -> i32 {
    let (Ok(from), Some(last)) = (usize::try_from(from), text.len().checked_sub(pattern.len())) else {
        return -1;
    };
    let starts = (0..=from.min(last)).rev();
    starts.into_iter().find(|&at| text[at..].starts_with(pattern)).map_or(-1, |at| at as i32)
}

fn first_unit(context: &mut NativeContext<'_>, arguments: &[Slot], from: i32) -> Outcome {
    let text = text(context, arguments[0])?;
    context.charge(text.len() / 8)?;
    let found = pattern(arguments[1].int()).map(|p| find(text.units(), &p, from.max(0) as usize));
    Ok(found.unwrap_or(-1).into())
}

fn index_of_unit(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    first_unit(context, arguments, 0)
}

fn index_of_unit_from(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    first_unit(context, arguments, arguments[2].int())
}

fn last_unit(context: &mut NativeContext<'_>, arguments: &[Slot], from: i32) -> Outcome {
    let text = text(context, arguments[0])?;
    context.charge(text.len() / 8)?;
    let found = pattern(arguments[1].int()).map(|p| find_last(text.units(), &p, from));
    Ok(found.unwrap_or(-1).into())
}

fn last_index_of_unit(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    last_unit(context, arguments, i32::MAX)
}

fn last_index_of_unit_from(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    last_unit(context, arguments, arguments[2].int())
}

fn first_text(context: &mut NativeContext<'_>, arguments: &[Slot], from: i32) -> Outcome {
    let (this, searched) = (text(context, arguments[0])?, text(context, arguments[1])?);
    context.charge(this.len().saturating_mul(searched.len().min(8)) / 8)?;
    let from = from.max(0) as usize;
    let from = if searched.is_empty() { from.min(this.len()) } else { from };
    Ok(find(this.units(), searched.units(), from).into())
}

fn index_of(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    first_text(context, arguments, 0)
}

fn index_of_from(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    first_text(context, arguments, arguments[2].int())
}

fn last_text(context: &mut NativeContext<'_>, arguments: &[Slot], from: i32) -> Outcome {
    let (this, searched) = (text(context, arguments[0])?, text(context, arguments[1])?);
    context.charge(this.len().saturating_mul(searched.len().min(8)) / 8)?;
    Ok(find_last(this.units(), searched.units(), from).into())
}

fn last_index_of(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    last_text(context, arguments, i32::MAX)
}

fn last_index_of_from(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    last_text(context, arguments, arguments[2].int())
}

fn trim(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    let text = text(context, arguments[0])?;
    context.charge(text.len() / 8)?;
    let trimmed = crate::jvm::parse::trim(text.units());
    if trimmed.len() == text.len() {
        return Ok(arguments[0]);
    }
    vague(context, trimmed)
}

fn concat(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    let (this, other) = (text(context, arguments[0])?, text(context, arguments[1])?);
    if other.is_empty() {
        return Ok(arguments[0]);
    }
    context.charge((this.len() + other.len()) / 8)?;
    vague(context, [this.units(), other.units()].concat())
}

fn replace(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    let text = text(context, arguments[0])?;
    let (old, new) = (arguments[1].char(), arguments[2].char());
    context.charge(text.len() / 8)?;
    if !text.units().contains(&old) {
        return Ok(arguments[0]);
    }
    let replaced: Vec<u16> = text.units().iter().map(|&unit| if unit == old { new } else { unit }).collect();
    vague(context, replaced)
}

fn replaced(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    let (this, searched) = (text(context, arguments[0])?, text(context, arguments[1])?);
    let put = text(context, arguments[2])?;
    context.charge(this.len().saturating_mul(searched.len().min(8)) / 8)?;
    let (units, mut replaced, mut from) = (this.units(), Vec::new(), 0);
    // An empty text is found before each unit, which is kept, and at the end.
    let kept = usize::from(searched.is_empty());
    while let Ok(at) = usize::try_from(find(units, searched.units(), from)) {
        context.charge(1 + put.len() / 8)?;
        replaced.extend_from_slice(&units[from..at]);
        replaced.extend_from_slice(put.units());
        replaced.extend(units[at..].iter().take(kept));
        from = at + searched.len() + kept;
    }
    replaced.extend_from_slice(units.get(from..).unwrap_or_default());
    vague(context, replaced)
}

fn repeat(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    let this = text(context, arguments[0])?;
    let Ok(count) = usize::try_from(arguments[1].int()) else {
        return Err(raise(context, Thrown::IllegalArgument));
    };
    let length = this.len().saturating_mul(count);
    if i32::try_from(length).is_err() {
        return Err(raise(context, Thrown::OutOfMemory));
    }
    // The library makes an array of so many units.
    context.reserve(length)?;
    context.charge(length / 8)?;
    vague(context, this.units().repeat(count))
}
