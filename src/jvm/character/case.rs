//! Case of whole strings in Locale.ROOT: one character may become three (`ß`, `ﬁ`), a sigma looks at
//! its neighbours, and comparison without case is neither of the two mappings alone.

use super::{
    category, code_points, get_type, is_iso_control, is_space_char, push_code_point, tables, to_lower_case,
    to_upper_case,
};

const CAPITAL_SIGMA: u32 = 0x3a3;
const SMALL_SIGMA: u16 = 0x3c3;
const FINAL_SIGMA: u16 = 0x3c2;

/// `String.toUpperCase(Locale.ROOT)`.
pub fn to_upper_case_text(text: &[u16]) -> Vec<u16> {
    let mut upper = Vec::with_capacity(text.len());
    for code_point in code_points(text) {
        push_mapped(&mut upper, code_point, &tables::SPECIAL_UPPER, to_upper_case);
    }
    upper
}

/// `String.toLowerCase(Locale.ROOT)`, or `None` where that cannot be said.
///
/// A capital sigma becomes a final one at the end of a word, and where a word ends is up to the rules
/// of the JDK's `BreakIterator`. They are known here for words of cased letters between spaces and
/// ASCII punctuation; a sigma beside anything else (a digit, an accent on its own, an ideograph)
/// gives `None`.
pub fn to_lower_case_text(text: &[u16]) -> Option<Vec<u16>> {
    let units: Vec<u32> = code_points(text).collect();
    let mut lower = Vec::with_capacity(text.len());
    for (index, &code_point) in units.iter().enumerate() {
        if code_point == CAPITAL_SIGMA {
            let cased_before = cased_letter_joins(units[..index].iter().rev().copied())?;
            let is_final = cased_before && !cased_letter_joins(units[index + 1..].iter().copied())?;
            lower.push(if is_final { FINAL_SIGMA } else { SMALL_SIGMA });
        } else {
            push_mapped(&mut lower, code_point, &tables::SPECIAL_LOWER, to_lower_case);
        }
    }
    Some(lower)
}

fn push_mapped(text: &mut Vec<u16>, code_point: u32, special: &[(u32, &[u16])], simple: impl Fn(u32) -> u32) {
    match special.binary_search_by_key(&code_point, |entry| entry.0) {
        Ok(found) => text.extend_from_slice(special[found].1),
        Err(_) => push_code_point(text, simple(code_point)),
    }
}

/// What a character beside a letter means for the end of the word.
#[derive(PartialEq)]
enum WordRole {
    Cased,
    /// Joins two letters that it stands between, alone.
    Joiner,
    Break,
    Unknown,
}

fn word_role(code_point: u32) -> WordRole {
    const QUOTE: u32 = b'"' as u32;
    const APOSTROPHE: u32 = b'\'' as u32;
    const HYPHEN: u32 = b'-' as u32;
    const FULL_STOP: u32 = b'.' as u32;
    match code_point {
        QUOTE | APOSTROPHE | HYPHEN | FULL_STOP => WordRole::Joiner,
        0x21..=0x2f | 0x3a..=0x40 | 0x5b..=0x5e | 0x60 | 0x7b..=0x7e => WordRole::Break,
        _ if is_iso_control(code_point) || is_space_char(code_point) => WordRole::Break,
        _ if code_point < 0x10000
            && (category::UPPERCASE_LETTER..=category::TITLECASE_LETTER).contains(&get_type(code_point)) =>
        {
            WordRole::Cased
        }
        _ => WordRole::Unknown,
    }
}

/// Whether the word goes on, from a letter on in one direction, with a cased letter.
fn cased_letter_joins(mut outwards: impl Iterator<Item = u32>) -> Option<bool> {
    let role_of_next = |next: Option<u32>| next.map_or(WordRole::Break, word_role);
    match role_of_next(outwards.next()) {
        WordRole::Cased => Some(true),
        WordRole::Break => Some(false),
        WordRole::Joiner => match role_of_next(outwards.next()) {
            WordRole::Cased => Some(true),
            WordRole::Break | WordRole::Joiner => Some(false),
            WordRole::Unknown => None,
        },
        WordRole::Unknown => None,
    }
}

/// `String.compareToIgnoreCase`.
pub fn compare_ignore_case(a: &[u16], b: &[u16]) -> i32 {
    let (mut i, mut j) = (0, 0);
    while i < a.len() && j < b.len() {
        // Units first, and the surrogate pairs around them only where those differ.
        let difference = compare_folded(u32::from(a[i]), u32::from(b[j]));
        if difference != 0 {
            // The JDK stores Latin-1 strings apart, and compares one of them with another kind of
            // string by units alone.
            if is_latin_1(a) != is_latin_1(b) {
                return difference;
            }
            let (left, pair_starts_in_a) = code_point_including(a, i);
            let (right, pair_starts_in_b) = code_point_including(b, j);
            let difference = compare_folded(left, right);
            if difference != 0 {
                return difference;
            }
            i += usize::from(pair_starts_in_a);
            j += usize::from(pair_starts_in_b);
        }
        i += 1;
        j += 1;
    }
    a.len() as i32 - b.len() as i32
}

fn is_latin_1(text: &[u16]) -> bool {
    text.iter().all(|&unit| unit < 0x100)
}

/// `String.equalsIgnoreCase`.
pub fn equals_ignore_case(a: &[u16], b: &[u16]) -> bool {
    a.len() == b.len() && compare_ignore_case(a, b) == 0
}

/// Zero if the two are equal, in upper case, or in the lower case of that.
fn compare_folded(a: u32, b: u32) -> i32 {
    if a == b {
        return 0;
    }
    let fold = |c| to_lower_case(to_upper_case(c));
    fold(a) as i32 - fold(b) as i32
}

/// The code point that the unit at `index` is a part of, and whether it is the first of a pair.
fn code_point_including(text: &[u16], index: usize) -> (u32, bool) {
    let unit = text[index];
    let pair = |high: u16, low: u16| 0x10000 + ((u32::from(high) & 0x3ff) << 10 | u32::from(low) & 0x3ff);
    let is_high = |u: &u16| (0xd800..0xdc00).contains(u);
    let is_low = |u: &u16| (0xdc00..0xe000).contains(u);
    if is_low(&unit) {
        match index.checked_sub(1).map(|before| text[before]).filter(is_high) {
            Some(high) => (pair(high, unit), false),
            None => (u32::from(unit), false),
        }
    } else if is_high(&unit) {
        match text.get(index + 1).copied().filter(is_low) {
            Some(low) => (pair(unit, low), true),
            None => (u32::from(unit), false),
        }
    } else {
        (u32::from(unit), false)
    }
}
