//! The pieces that a text has and a run may look at: the numbers that stand in it, in each radix that code reads, and what is no
//! number where code wants one. And the text with something else in the place of a piece, so that what stands around it stays.

use std::ops::Range;

use crate::jvm::text;

/// The first one in which a piece has a value is that in which it most likely has it.
const RADICES: [u32; 4] = [10, 16, 8, 2];
/// So many words of a text are looked at: its beginning is read first.
const WORDS: usize = 8;
/// So many places of the same piece.
const PLACES: usize = 3;
/// A longer number is none that an `int` holds.
const DIGITS: usize = 9;
/// What stands where a digit has to.
const DIGIT: u16 = b'1' as u16;
/// No longer text is made for the sake of its length.
const LONGEST: usize = 64;
/// From here on Java writes a double with an exponent, and what is smaller and whole is an integer as text.
const LARGE: f64 = 1e7;

/// An integer that stands in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Integer {
    place: Range<usize>,
    radix: u32,
    pub value: i64,
}

/// A number with a fraction or without that stands in a text.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Decimal {
    place: Range<usize>,
    pub value: f64,
}

impl Integer {
    /// The text with this number in the place. What stands beside others keeps its width: of a date the month has two digits.
    pub(super) fn replaced(&self, text: &[u16], value: i64) -> Vec<u16> {
        let is_part = self.place.len() < text.len();
        let width = if is_part { digits(&text[self.place.clone()]).len() } else { 0 };
        let written = text::long_to_string(value, self.radix as i32);
        let (sign, digits) = written.strip_prefix('-').map_or(("", &*written), |digits| ("-", digits));
        spliced(text, self.place.clone(), &units(&format!("{sign}{digits:0>width$}")))
    }
}

impl Decimal {
    /// The text with this number in the place.
    pub(super) fn replaced(&self, text: &[u16], value: f64) -> Vec<u16> {
        let is_whole = value.fract() == 0.0 && value.abs() < LARGE;
        let written = if is_whole { (value as i64).to_string() } else { text::double_to_string(value) };
        spliced(text, self.place.clone(), &units(&written))
    }
}

/// The integers that stand in a text: in each word its digits, and the word itself in any radix in which it is one.
pub(super) fn integers(text: &[u16]) -> Vec<Integer> {
    let mut found: Vec<Integer> = Vec::new();
    let is_letter = |byte: u8| byte.is_ascii_alphanumeric();
    for word in runs(text, is_letter).take(WORDS) {
        let inside = runs(&text[word.clone()], |byte| byte.is_ascii_digit());
        let inside = inside.take(WORDS).map(|place| word.start + place.start..word.start + place.end);
        let behind_prefix = match &text[word.clone()] {
            [zero, x, _, ..] if [*zero, *x] == [48, 120] || [*zero, *x] == [48, 88] => {
                word.start + 2..word.end
            }
            _ => word.clone(),
        };
        let wholes = RADICES.into_iter().skip(1).map(|radix| (behind_prefix.clone(), radix));
        for (place, radix) in inside.map(|place| (place, RADICES[0])).chain(wholes) {
            let place = with_sign(text, place);
            let value = ascii(&text[place.clone()]).and_then(|piece| i64::from_str_radix(&piece, radix).ok());
            let is_known = |value| found.iter().any(|known| known.place == place && known.value == value);
            if let Some(value) = value.filter(|&value| !is_known(value)) {
                found.push(Integer { place, radix, value });
            }
        }
    }
    found
}

/// The numbers that stand in a text, of digits and perhaps a point.
pub(super) fn decimals(text: &[u16]) -> Vec<Decimal> {
    let places = runs(text, |byte| byte.is_ascii_digit() || byte == b'.').take(WORDS);
    let decimal = |place: Range<usize>| {
        let place = with_sign(text, place);
        let value = ascii(&text[place.clone()])?.parse().ok()?;
        Some(Decimal { place, value })
    };
    places.filter_map(decimal).collect()
}

/// The text with a piece of it made a number, at each place where it stands; nothing where it is one of digits alone.
pub(super) fn with_number(text: &[u16], piece: &[u16]) -> Vec<Vec<u16>> {
    let behind = digits(piece);
    let sign = &piece[..piece.len() - behind.len()];
    let mut number = sign.to_vec();
    number.extend(behind.iter().map(|unit| if is_digit(*unit) { *unit } else { DIGIT }).take(DIGITS));
    if behind.is_empty() {
        number.push(DIGIT);
    }
    if number == piece { Vec::new() } else { replaced(text, piece, &number) }
}

/// The text with another piece in the place of one, at each of the first places where it stands; what is empty stands at the ends.
pub(super) fn replaced(text: &[u16], piece: &[u16], other: &[u16]) -> Vec<Vec<u16>> {
    let at: Vec<usize> = match piece.len() {
        0 => vec![text.len(), 0],
        len => text.windows(len).enumerate().filter(|(_, own)| *own == piece).map(|(at, _)| at).collect(),
    };
    at.into_iter().take(PLACES).map(|at| spliced(text, at..at + piece.len(), other)).collect()
}

/// The text with each number in the place of the last two letters or digits that stand side by side: one of them has the check sum
/// that is asked for, whatever the weights and up to a modulus of 97.
pub(super) fn with_other_digits(text: &[u16]) -> Vec<Vec<u16>> {
    let is_pair = |pair: &[u16]| pair.iter().all(|&unit| is_byte(unit, |byte| byte.is_ascii_alphanumeric()));
    let Some(at) = text.windows(2).rposition(is_pair) else { return Vec::new() };
    let others = (0..100).map(|number| spliced(text, at..at + 2, &units(&format!("{number:02}"))));
    others.filter(|other| other != text).collect()
}

/// Texts of a length: the beginning of a text, or the text with its last character again and again; and digits alone, of which neighbours
/// differ, so that it shows which of them is looked at. None of a length that no text is made for.
pub(super) fn of_length(text: &[u16], length: i64) -> Vec<Vec<u16>> {
    let Some(length) = usize::try_from(length).ok().filter(|&length| length <= LONGEST) else {
        return Vec::new();
    };
    let mut units = text.to_vec();
    units.resize(length, text.last().copied().unwrap_or(u16::from(b'a')));
    let digits = (0..length).map(|at| DIGIT + (at % 9) as u16).collect();
    vec![units, digits]
}

fn spliced(text: &[u16], place: Range<usize>, piece: &[u16]) -> Vec<u16> {
    [&text[..place.start], piece, &text[place.end..]].concat()
}

/// The longest runs of such characters.
fn runs(text: &[u16], is_in: impl Fn(u8) -> bool + Copy) -> impl Iterator<Item = Range<usize>> {
    let has = move |unit: &u16| is_byte(*unit, is_in);
    let mut end = 0;
    std::iter::from_fn(move || {
        let start = end + text.get(end..)?.iter().position(has)?;
        let len = text[start..].iter().take_while(|unit| has(unit)).count();
        end = start + len;
        Some(start..end)
    })
}

/// With a sign before it that is none between two pieces.
fn with_sign(text: &[u16], place: Range<usize>) -> Range<usize> {
    let Some(before) = place.start.checked_sub(1).filter(|&before| is_sign(text[before])) else {
        return place;
    };
    let is_between = before.checked_sub(1).is_some_and(|at| {
        is_byte(text[at], |byte| byte.is_ascii_alphanumeric() || b")]}'\"".contains(&byte))
    });
    if is_between { place } else { before..place.end }
}

/// What stands behind a sign.
fn digits(piece: &[u16]) -> &[u16] {
    match piece {
        [sign, digits @ ..] if is_sign(*sign) => digits,
        _ => piece,
    }
}

fn is_digit(unit: u16) -> bool {
    is_byte(unit, |byte| byte.is_ascii_digit())
}

fn is_byte(unit: u16, is_in: impl Fn(u8) -> bool) -> bool {
    u8::try_from(unit).is_ok_and(is_in)
}

fn is_sign(unit: u16) -> bool {
    unit == u16::from(b'-') || unit == u16::from(b'+')
}

fn ascii(units: &[u16]) -> Option<String> {
    units.iter().map(|&unit| u8::try_from(unit).ok().filter(u8::is_ascii).map(char::from)).collect()
}

fn units(text: &str) -> Vec<u16> {
    text.encode_utf16().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(texts: &[Vec<u16>]) -> Vec<String> {
        texts.iter().map(|text| String::from_utf16_lossy(text)).collect()
    }

    fn with_integer(text: &str, value: i64, other: i64) -> Vec<String> {
        let text = units(text);
        let found = integers(&text).into_iter().filter(|number| number.value == value);
        shown(&found.map(|number| number.replaced(&text, other)).collect::<Vec<_>>())
    }

    #[test]
    fn a_number_gives_way_to_another_one_where_it_stands() {
        assert_eq!(with_integer("1999-12-31", 31, 5), ["1999-12-05"]);
        assert_eq!(with_integer("1999-12-31", -12, 5), [""; 0]);
        assert_eq!(with_integer("12h30", 30, 100), ["12h100"]);
        assert_eq!(with_integer("(-7)", -7, 42), ["(42)"]);
        assert_eq!(with_integer("1000", 1000, -42), ["-42"]);
        assert_eq!(with_integer("0x1f", 31, 255), ["0xff"]);
        assert_eq!(with_integer("10", 2, 5), ["101"]);
    }

    #[test]
    fn a_number_with_a_fraction_gives_way_to_one_without() {
        let text = units("1.5,x");
        let found = decimals(&text);
        assert_eq!(found.iter().map(|number| number.value).collect::<Vec<_>>(), [1.5]);
        assert_eq!(
            shown(&[found[0].replaced(&text, -3.0), found[0].replaced(&text, 0.25)]),
            ["-3,x", "0.25,x"]
        );
    }

    #[test]
    fn what_is_no_number_becomes_one_in_its_place() {
        let number = |text: &str, piece: &str| shown(&with_number(&units(text), &units(piece)));
        assert_eq!(number("2y,n", "2y"), ["21,n"]);
        assert_eq!(number("a-a", "a"), ["1-a", "a-1"]);
        assert_eq!(number("12-", ""), ["12-1", "112-"]);
        assert_eq!(number("12345678901", "12345678901"), ["123456789"]);
        assert_eq!(number("-12", "-12"), [""; 0]);
    }

    #[test]
    fn the_last_two_letters_or_digits_become_any_two_digits() {
        let others = shown(&with_other_digits(&units("A12B7.")));
        assert_eq!((others.len(), &*others[0], &*others[99]), (100, "A1200.", "A1299."));
        assert_eq!(with_other_digits(&units("42")).len(), 99);
        assert!(with_other_digits(&units("1.2")).is_empty());
    }

    #[test]
    fn a_text_is_cut_or_goes_on_as_it_ends() {
        let texts = |length| shown(&of_length(&units("ab"), length));
        assert_eq!((texts(1), texts(4)), (vec!["a".into(), "1".into()], vec!["abbb".into(), "1234".into()]));
        assert!(texts(-1).is_empty() && texts(1_000).is_empty());
    }
}
