//! The tables of `java.lang.Character` for code points, as JDK 17 (Unicode 13) has them. Rust's own
//! tables are of another Unicode version and know other properties (SEMANTICS §3).
//!
//! Every function takes any `u32`: a `char` of Java widened, lone surrogates included, or a code
//! point; what is no code point has the properties of an unassigned one.

mod case;
mod tables;

pub use case::{compare_ignore_case, equals_ignore_case, to_lower_case_text, to_upper_case_text};

/// The general categories, numbered as the constants that `Character.getType` returns.
pub mod category {
    pub const UNASSIGNED: u8 = 0;
    pub const UPPERCASE_LETTER: u8 = 1;
    pub const LOWERCASE_LETTER: u8 = 2;
    pub const TITLECASE_LETTER: u8 = 3;
    pub const MODIFIER_LETTER: u8 = 4;
    pub const OTHER_LETTER: u8 = 5;
    pub const DECIMAL_DIGIT_NUMBER: u8 = 9;
    pub const SPACE_SEPARATOR: u8 = 12;
    pub const LINE_SEPARATOR: u8 = 13;
    pub const PARAGRAPH_SEPARATOR: u8 = 14;
}

/// The greatest radix of `Character.digit`.
pub const MAX_RADIX: i32 = 36;

fn class(code_point: u32) -> (u8, u16) {
    let index = match tables::LATIN_1.get(code_point as usize) {
        Some(&index) => index,
        None if code_point > 0x10ffff => return (category::UNASSIGNED, 0),
        None => tables::RUNS[tables::RUNS.partition_point(|run| run.0 <= code_point) - 1].1,
    };
    tables::CLASSES[usize::from(index)]
}

fn has(code_point: u32, flag: u16) -> bool {
    class(code_point).1 & flag != 0
}

/// `Character.getType`: the general category.
pub fn get_type(code_point: u32) -> u8 {
    class(code_point).0
}

pub fn is_digit(code_point: u32) -> bool {
    get_type(code_point) == category::DECIMAL_DIGIT_NUMBER
}

pub fn is_alphabetic(code_point: u32) -> bool {
    has(code_point, tables::ALPHABETIC)
}

pub fn is_upper_case(code_point: u32) -> bool {
    has(code_point, tables::UPPER_CASE)
}

pub fn is_lower_case(code_point: u32) -> bool {
    has(code_point, tables::LOWER_CASE)
}

/// `Character.isWhitespace`: Java's own notion, without the no-break spaces.
pub fn is_whitespace(code_point: u32) -> bool {
    has(code_point, tables::WHITESPACE)
}

/// `Character.isSpaceChar`: Unicode's separators.
pub fn is_space_char(code_point: u32) -> bool {
    (category::SPACE_SEPARATOR..=category::PARAGRAPH_SEPARATOR).contains(&get_type(code_point))
}

pub fn is_iso_control(code_point: u32) -> bool {
    code_point <= 0x1f || (0x7f..=0x9f).contains(&code_point)
}

pub fn is_ideographic(code_point: u32) -> bool {
    has(code_point, tables::IDEOGRAPHIC)
}

pub fn is_mirrored(code_point: u32) -> bool {
    has(code_point, tables::MIRRORED)
}

pub fn is_java_identifier_start(code_point: u32) -> bool {
    has(code_point, tables::JAVA_START)
}

pub fn is_java_identifier_part(code_point: u32) -> bool {
    has(code_point, tables::JAVA_PART)
}

pub fn is_identifier_ignorable(code_point: u32) -> bool {
    has(code_point, tables::IGNORABLE)
}

pub fn is_unicode_identifier_start(code_point: u32) -> bool {
    has(code_point, tables::UNICODE_START)
}

pub fn is_unicode_identifier_part(code_point: u32) -> bool {
    has(code_point, tables::UNICODE_PART)
}

/// `Character.toUpperCase`: one code point to one; [`to_upper_case_text`] knows of `ß`.
pub fn to_upper_case(code_point: u32) -> u32 {
    map(&tables::UPPER, code_point)
}

pub fn to_lower_case(code_point: u32) -> u32 {
    map(&tables::LOWER, code_point)
}

pub fn to_title_case(code_point: u32) -> u32 {
    map(&tables::TITLE, code_point)
}

fn map(runs: &[(u32, u32, u32, i32)], code_point: u32) -> u32 {
    let after = runs.partition_point(|run| run.0 <= code_point);
    match runs[..after].last() {
        Some(&(first, last, stride, delta))
            if code_point <= last && (code_point - first).is_multiple_of(stride) =>
        {
            code_point.wrapping_add_signed(delta)
        }
        _ => code_point,
    }
}

/// `Character.getNumericValue`: -1 for none, -2 for one that is no integer from 0 up.
pub fn get_numeric_value(code_point: u32) -> i32 {
    let after = tables::NUMERIC.partition_point(|run| run.0 <= code_point);
    match tables::NUMERIC[..after].last() {
        Some(&(first, last, value, step)) if code_point <= last => value + step * (code_point - first) as i32,
        _ => -1,
    }
}

/// `Character.digit`: decimal digits of every script, and the Latin letters in two widths; -1 for
/// none, or for a radix out of 2 to 36.
pub fn digit(code_point: u32, radix: i32) -> i32 {
    if !(2..=MAX_RADIX).contains(&radix) {
        return -1;
    }
    let value = match code_point {
        0x30..=0x39 => (code_point - 0x30) as i32,
        0x41..=0x5a | 0x61..=0x7a | 0xff21..=0xff3a | 0xff41..=0xff5a => get_numeric_value(code_point),
        _ if is_digit(code_point) => get_numeric_value(code_point),
        _ => -1,
    };
    if value < radix { value } else { -1 }
}

/// `Character.forDigit`: lower-case letters; U+0000 for what is no digit or no radix.
pub fn for_digit(digit: i32, radix: i32) -> u16 {
    if !(2..=MAX_RADIX).contains(&radix) || digit < 0 || digit >= radix {
        return 0;
    }
    let base = if digit < 10 { i32::from(b'0') } else { i32::from(b'a') - 10 };
    (base + digit) as u16
}

/// Whether JDK 17 and JDK 25 agree on everything that this module says of the code point, alone and
/// in a string. Tests keep to such characters.
pub fn same_on_17_and_25(code_point: u32) -> bool {
    let after = tables::DIFFERENT_ON_25.partition_point(|run| run.0 <= code_point);
    tables::DIFFERENT_ON_25[..after].last().is_none_or(|run| code_point > run.1)
}

/// The code points of a Java string; a lone surrogate is one of its own.
pub fn code_points(text: &[u16]) -> impl DoubleEndedIterator<Item = u32> + '_ {
    char::decode_utf16(text.iter().copied())
        .map(|decoded| decoded.map_or_else(|lone| u32::from(lone.unpaired_surrogate()), u32::from))
        .collect::<Vec<_>>()
        .into_iter()
}

/// Appends a code point to UTF-16 text, as `StringBuilder.appendCodePoint` does. Surrogates stand
/// for themselves; what is no code point is left out.
pub fn push_code_point(text: &mut Vec<u16>, code_point: u32) {
    match (u16::try_from(code_point), char::from_u32(code_point)) {
        (Ok(unit), _) => text.push(unit),
        (_, Some(scalar)) => text.extend_from_slice(scalar.encode_utf16(&mut [0; 2])),
        _ => {}
    }
}
