//! What a run of the original compares with the values that its test gives: the other sides of comparisons, of which an
//! input only has to become one. So come the values that the code computes on its way: where a loop stood when something
//! else turned, what other inputs add up to, the text that a template makes.
//!
//! Of the sides that one value meets the first and the last few are kept: a loop's test meets one each time round.

use std::collections::{BTreeMap, VecDeque};

use rustc_hash::FxHashSet;

use crate::exec::code::Pc;
use crate::jvm::value::JavaString;
use crate::sema::program::MethodId;

/// So many of the first and of the last ones.
const FEW: usize = 4;
/// Pairs of texts that are kept; and the longest text.
const TEXTS: usize = 32;
const LENGTH: usize = 1_000;
/// Texts that numbers are to be made of: the first ones.
const READ: usize = 8;

/// Where code goes on behind a jump, taken or not, or with a call.
pub type Way = (MethodId, Pc, bool);

/// The sides that one value met.
#[derive(Clone, Debug)]
struct Met<T> {
    first: Vec<T>,
    last: VecDeque<T>,
}

impl<T> Default for Met<T> {
    fn default() -> Self {
        Self { first: Vec::new(), last: VecDeque::new() }
    }
}

impl<T: Copy + PartialEq> Met<T> {
    fn add(&mut self, side: T) {
        if self.first.contains(&side) || self.last.contains(&side) {
            return;
        }
        if self.first.len() < FEW {
            self.first.push(side);
            return;
        }
        if self.last.len() >= FEW {
            self.last.pop_front();
        }
        self.last.push_back(side);
    }

    /// The latest first.
    fn all(&self) -> Vec<T> {
        self.last.iter().rev().chain(self.first.iter().rev()).copied().collect()
    }
}

/// Filled by a run.
#[derive(Clone, Debug, Default)]
pub struct Comparands {
    integers: BTreeMap<i64, Met<i64>>,
    /// By bits.
    doubles: BTreeMap<u64, Met<u64>>,
    texts: Vec<[JavaString; 2]>,
    read_as_numbers: Vec<JavaString>,
    ways: FxHashSet<Way>,
}

impl Comparands {
    /// Those of these values; of texts all are noted.
    pub fn of(integers: impl IntoIterator<Item = i64>, doubles: impl IntoIterator<Item = f64>) -> Self {
        Self {
            integers: integers.into_iter().map(|value| (value, Met::default())).collect(),
            doubles: doubles.into_iter().map(|value| (value.to_bits(), Met::default())).collect(),
            ..Self::default()
        }
    }

    pub(super) fn integers(&mut self, a: i64, b: i64) {
        if a == b {
            return;
        }
        for (value, side) in [(a, b), (b, a)] {
            if let Some(met) = self.integers.get_mut(&value) {
                met.add(side);
            }
        }
    }

    pub(super) fn doubles(&mut self, a: f64, b: f64) {
        let (a, b) = (a.to_bits(), b.to_bits());
        if a == b {
            return;
        }
        for (value, side) in [(a, b), (b, a)] {
            if let Some(met) = self.doubles.get_mut(&value) {
                met.add(side);
            }
        }
    }

    pub(super) fn texts(&mut self, a: &JavaString, b: &JavaString) {
        let is_new = |[x, y]: &[JavaString; 2]| x != a || y != b;
        let fits = a.len().max(b.len()) <= LENGTH && self.texts.len() < TEXTS;
        if fits && a != b && self.texts.iter().all(is_new) {
            self.texts.push([a.clone(), b.clone()]);
        }
    }

    pub(super) fn read_as_number(&mut self, text: &JavaString) {
        let fits = text.len() <= LENGTH && self.read_as_numbers.len() < READ;
        if fits && !self.read_as_numbers.contains(text) {
            self.read_as_numbers.push(text.clone());
        }
    }

    pub(super) fn way(&mut self, way: Way) {
        self.ways.insert(way);
    }

    /// The texts that numbers were to be made of.
    pub fn read_as_numbers(&self) -> &[JavaString] {
        &self.read_as_numbers
    }

    /// The ways that the run took; to ask whether one is among others.
    pub fn into_ways(self) -> FxHashSet<Way> {
        self.ways
    }

    /// What an integer was compared with, the latest first.
    pub fn of_integer(&self, value: i64) -> Vec<i64> {
        self.integers.get(&value).map(Met::all).unwrap_or_default()
    }

    /// The same for a double.
    pub fn of_double(&self, value: f64) -> Vec<f64> {
        let met = self.doubles.get(&value.to_bits()).map(Met::all).unwrap_or_default();
        met.into_iter().map(f64::from_bits).collect()
    }

    /// The same for several texts at once that something was made of: what would have to stand in the place of each, by its
    /// number.
    pub fn of_texts(&self, texts: &[Vec<u16>]) -> Vec<Vec<(usize, JavaString)>> {
        let mut all: Vec<Vec<(usize, JavaString)>> = Vec::new();
        for [a, b] in &self.texts {
            for (own, other) in [(a, b), (b, a)] {
                let fitted = fitted(own.units(), other.units(), texts).filter(|found| found.len() > 1);
                if let Some(found) = fitted.filter(|found| !all.contains(found)) {
                    all.push(found);
                }
            }
        }
        all
    }

    /// What would have to stand in a text's place for a comparison in which it, a part of it, or something around it took
    /// part to have equal sides.
    pub fn of_text(&self, text: &[u16]) -> Vec<JavaString> {
        let mut all: Vec<JavaString> = Vec::new();
        for [a, b] in &self.texts {
            for (own, other) in [(a, b), (b, a)] {
                let (own, other) = (own.units(), other.units());
                let found = rest(own, other, text).into_iter().chain(widened(own, other, text));
                for found in found.map(JavaString::from) {
                    if found.units() != text && !all.contains(&found) {
                        all.push(found);
                    }
                }
            }
        }
        all
    }
}

/// Where `own` is made of the texts with something between any two of them, and the other side has the same between: what
/// stands there in the texts' places. A text that is not found there has none.
fn fitted(own: &[u16], other: &[u16], texts: &[Vec<u16>]) -> Option<Vec<(usize, JavaString)>> {
    let pieces = pieces(own, texts);
    let (&(first, _), &(last, number)) = (pieces.first()?, pieces.last()?);
    let (before, behind) = (&own[..first], &own[last + texts[number].len()..]);
    let mut rest = other.strip_prefix(before)?.strip_suffix(behind)?;
    let mut found = Vec::new();
    for neighbours in pieces.windows(2) {
        let &[(at, number), (next, _)] = neighbours else { return None };
        let between = own.get(at + texts[number].len()..next).filter(|between| !between.is_empty())?;
        let end = rest.windows(between.len()).position(|window| window == between)?;
        found.push((number, rest[..end].into()));
        rest = &rest[end + between.len()..];
    }
    found.push((number, rest.into()));
    Some(found)
}

/// Where the texts stand one behind another, each at most once; the earliest and longest first.
fn pieces(own: &[u16], texts: &[Vec<u16>]) -> Vec<(usize, usize)> {
    let mut pieces: Vec<(usize, usize)> = Vec::new();
    let mut from = 0;
    loop {
        let is_free =
            |number: &usize| !texts[*number].is_empty() && pieces.iter().all(|&(_, taken)| taken != *number);
        let place = |number: usize| {
            let text = &texts[number];
            let at = own[from..].windows(text.len()).position(|window| window == text)?;
            Some((from + at, std::cmp::Reverse(text.len()), number))
        };
        let Some((at, _, number)) = (0..texts.len()).filter(is_free).filter_map(place).min() else {
            return pieces;
        };
        pieces.push((at, number));
        from = at + texts[number].len();
    }
}

/// Where `own` holds the text between a beginning and an end that the other side has, too: what stands there between.
fn rest(own: &[u16], other: &[u16], text: &[u16]) -> Option<Vec<u16>> {
    (0..=own.len().checked_sub(text.len())?).find_map(|at| {
        let (before, behind) = (&own[..at], &own[at + text.len()..]);
        let fits = own[at..].starts_with(text) && other.len() >= before.len() + behind.len();
        (fits && other.starts_with(before) && other.ends_with(behind))
            .then(|| other[before.len()..other.len() - behind.len()].to_vec())
    })
}

/// Where the text holds `own`, perhaps in letters of another case, as code compares what it has put in one: the text with the other
/// side there.
fn widened(own: &[u16], other: &[u16], text: &[u16]) -> Option<Vec<u16>> {
    if own.is_empty() || own.len() >= text.len() {
        return None;
    }
    let place = |is_it: fn(&[u16], &[u16]) -> bool| text.windows(own.len()).position(|part| is_it(part, own));
    let at = place(|part, own| part == own).or_else(|| place(is_but_for_case))?;
    Some([&text[..at], other, &text[at + own.len()..]].concat())
}

fn is_but_for_case(a: &[u16], b: &[u16]) -> bool {
    let lower = |unit: u16| u8::try_from(unit).map_or(unit, |byte| byte.to_ascii_lowercase().into());
    a.iter().zip(b).all(|(&a, &b)| lower(a) == lower(b))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(own: &str, other: &str, text: &str) -> Vec<String> {
        let mut met = Comparands::default();
        met.texts(&own.into(), &other.into());
        let units: Vec<u16> = text.encode_utf16().collect();
        met.of_text(&units).iter().map(|text| text.to_string_lossy().to_string()).collect()
    }

    #[test]
    fn a_text_becomes_what_a_template_around_it_lacks_or_what_a_part_of_it_is_compared_with() {
        assert_eq!(texts("ab", "xyz", "ab"), ["xyz"]);
        assert_eq!(texts("id-ab.", "id-7.", "ab"), ["7"]);
        assert_eq!(texts("id-.", "id-7.", ""), ["7"]);
        assert_eq!(texts("ab", "x", " ab "), [" x "]);
        assert_eq!(texts("AB", "XY", "Abc ab"), ["XYc ab"]);
        assert_eq!(texts("id-ab.", "id-7!", "ab"), [""; 0]);
    }

    #[test]
    fn texts_that_a_template_is_made_of_become_what_the_other_side_has_in_their_places() {
        let mut met = Comparands::default();
        met.texts(&"order-5/red".into(), &"order-4711/blue".into());
        let texts = ["red", "none", "5"].map(|text| text.encode_utf16().collect());
        assert_eq!(met.of_texts(&texts), [vec![(2, "4711".into()), (0, "blue".into())]]);
    }

    #[test]
    fn the_first_and_the_last_sides_are_kept() {
        let mut met = Comparands::of([9], []);
        (100..200).for_each(|side| met.integers(side, 9));
        met.integers(1, 2);
        assert_eq!(met.of_integer(9), [199, 198, 197, 196, 103, 102, 101, 100]);
        assert_eq!(met.of_integer(1), [0; 0]);
    }
}
