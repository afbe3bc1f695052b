//! Tests that come of what a run compares: of a driver those in which one input is what the original compared it with, or
//! beside it (DESIGN §9). What is compared may be an input itself, a number that stands in a text or is its length, a text that is made
//! around the input, or a character of a text. And where a number is to be made of what is none, digits come in its place.
//!
//! Whether code has made a number of a piece of a text or something else is of the same value nobody asks: a wrong guess is a
//! candidate in vain, and a reader of numbers may be anybody's code.

use crate::driver::Driver;
use crate::driver::cube::{Cube, Input, InputId, InputType};
use crate::engine::pieces;
use crate::engine::subject::Runner;
use crate::exec::comparands::{Comparands, Way};
use crate::jvm::convert;
use crate::jvm::value::{JavaString, Primitive, PrimitiveType};
use crate::sema::typed_tree::Constant;
use rustc_hash::FxHashSet;

/// So many characters of a text are followed, and so many texts come of them: its beginning is read first.
const UNITS: usize = 16;
const MOST_OF_UNITS: usize = 32;

/// So many texts come of the numbers in a text, and of its length.
const MOST_OF_NUMBERS: usize = 32;
const MOST_OF_LENGTH: usize = 8;
/// What stands beside what a value is compared with.
const STEPS: [i64; 3] = [0, 1, -1];

/// What comes of a driver's run.
#[derive(Default)]
pub(super) struct Beside {
    /// Each with one other input.
    pub drivers: Vec<Driver>,
    /// Whether some of the inputs are texts.
    pub has_texts: bool,
    /// Those that the run took.
    pub ways: FxHashSet<Way>,
}

/// The drivers beside that of a cube.
pub(super) fn beside(cube: &Cube, runner: &mut Runner<'_>) -> Beside {
    let values = || cube.inputs().iter().map(|input| &input.value);
    let of_texts = values().filter_map(units_of);
    let integers = of_texts.clone().flat_map(integers_of_text);
    let doubles = of_texts.flat_map(pieces::decimals).flat_map(|number| in_both_types(number.value));
    let asked = Comparands::of(
        values().filter_map(integer).chain(integers),
        values().filter_map(double).chain(doubles),
    );
    let Ok(met) = runner.comparands(cube.driver(), asked) else { return Beside::default() };
    let mut drivers = Vec::new();
    for (id, input) in cube.inputs().iter_enumerated() {
        for value in others(input, &met) {
            let mut values = cube.unknown();
            values[id] = Some(value);
            drivers.push(cube.fill(&values));
        }
    }
    let texts: Vec<Vec<u16>> = cube.inputs().iter().map(|input| text(&input.value)).collect();
    let inputs: Vec<(InputId, &Input)> = cube.inputs().iter_enumerated().collect();
    for found in met.of_texts(&texts) {
        let mut values = cube.unknown();
        for (number, text) in found {
            let (id, input) = inputs[number];
            values[id] = read(input, text);
        }
        drivers.push(cube.fill(&values));
    }
    let has_texts = cube.inputs().iter().any(|input| input.ty == InputType::String);
    Beside { drivers, has_texts, ways: met.into_ways() }
}

/// The drivers with other digits at the end of one of the texts: what is checked by a sum is seldom compared with what it holds.
pub(super) fn with_other_digits(cube: &Cube) -> Beside {
    let mut drivers = Vec::new();
    for (id, input) in cube.inputs().iter_enumerated() {
        for text in units_of(&input.value).map(pieces::with_other_digits).unwrap_or_default() {
            let mut values = cube.unknown();
            values[id] = Some(Constant::String(text.into()));
            drivers.push(cube.fill(&values));
        }
    }
    Beside { drivers, has_texts: true, ..Beside::default() }
}

/// The ways that a driver's run takes.
pub(super) fn ways(driver: &Driver, runner: &mut Runner<'_>) -> FxHashSet<Way> {
    runner.comparands(driver, Comparands::default()).map(Comparands::into_ways).unwrap_or_default()
}

/// As it stands in a text that is made of it.
fn text(value: &Constant) -> Vec<u16> {
    match value {
        Constant::String(text) => text.units().to_vec(),
        Constant::Primitive(Primitive::Char(unit)) => vec![*unit],
        Constant::Primitive(_) => {
            integer(value).map(|own| own.to_string().encode_utf16().collect()).unwrap_or_default()
        }
    }
}

/// The value of an input's type that such a text is made of.
fn read(input: &Input, text: JavaString) -> Option<Constant> {
    let value = match (&input.value, text.units()) {
        (Constant::String(_), _) => return Some(Constant::String(text)),
        (Constant::Primitive(Primitive::Char(_)), &[unit]) => Primitive::Char(unit),
        (Constant::Primitive(Primitive::Char(_) | Primitive::Boolean(_)), _) => return None,
        (Constant::Primitive(value), _) => convert::cast(Primitive::Long(number(&text)?), value.ty()),
    };
    Some(Constant::Primitive(value))
}

fn units_of(value: &Constant) -> Option<&[u16]> {
    match value {
        Constant::String(text) => Some(text.units()),
        Constant::Primitive(_) => None,
    }
}

/// What code may have made of a text and compared: the numbers in it, its length and its first characters.
fn integers_of_text(text: &[u16]) -> impl Iterator<Item = i64> {
    let numbers = pieces::integers(text).into_iter().map(|number| number.value);
    numbers.chain([text.len() as i64]).chain(first_units(text).into_iter().map(i64::from))
}

/// A number as a double and as a float.
fn in_both_types(value: f64) -> [f64; 2] {
    [value, f64::from(value as f32)]
}

/// The first characters of a text, each once.
fn first_units(text: &[u16]) -> Vec<u16> {
    let mut units: Vec<u16> = Vec::new();
    for &unit in text {
        if units.len() < UNITS && !units.contains(&unit) {
            units.push(unit);
        }
    }
    units
}

/// What may stand in a text's place.
fn other_texts(text: &[u16], met: &Comparands) -> Vec<JavaString> {
    let of_numbers = of_numbers(text, met).into_iter().map(JavaString::from);
    let read = met.read_as_numbers().iter().flat_map(|piece| pieces::with_number(text, piece.units()));
    let all = of_numbers.chain(read.map(JavaString::from)).chain(met.of_text(text));
    all.chain(of_length(text, met)).chain(of_units(text, met)).collect()
}

/// The text with what a number in it was compared with in the place of that, or what is beside it; of each number the latest first.
fn of_numbers(text: &[u16], met: &Comparands) -> Vec<Vec<u16>> {
    let mut found: Vec<(usize, Vec<u16>)> = Vec::new();
    for number in pieces::integers(text) {
        let sides = met.of_integer(number.value).into_iter();
        let sides = sides.flat_map(|side| STEPS.map(|step| side.saturating_add(step)));
        found.extend(sides.map(|side| number.replaced(text, side)).enumerate());
    }
    for number in pieces::decimals(text) {
        let sides = in_both_types(number.value).into_iter().flat_map(|value| met.of_double(value));
        let sides = sides.flat_map(|side| STEPS.map(|step| side + step as f64));
        found.extend(sides.map(|side| number.replaced(text, side)).enumerate());
    }
    found.sort_by_key(|&(rank, _)| rank);
    let mut texts: Vec<Vec<u16>> = Vec::new();
    for (_, other) in found {
        if texts.len() < MOST_OF_NUMBERS && other != text && !texts.contains(&other) {
            texts.push(other);
        }
    }
    texts
}

/// Texts as long as this one's length was compared with, or nearly.
fn of_length(text: &[u16], met: &Comparands) -> impl Iterator<Item = JavaString> {
    let sides = met.of_integer(text.len() as i64);
    let lengths = STEPS
        .into_iter()
        .flat_map(move |step| sides.clone().into_iter().map(move |side| side.saturating_add(step)));
    let texts = lengths.flat_map(|length| pieces::of_length(text, length));
    texts.filter(move |other| other != text).take(MOST_OF_LENGTH).map(JavaString::from)
}

/// The text with what one of its characters was compared with in the place of that: where it stands first, then where it stands
/// again; plain ones first.
fn of_units(text: &[u16], met: &Comparands) -> Vec<JavaString> {
    let sides = |unit: u16| {
        let sides = met.of_integer(unit.into()).into_iter();
        sides.filter_map(|side| u16::try_from(side).ok()).filter(|side| !(0xd800..0xe000).contains(side))
    };
    let units = first_units(text).into_iter();
    let mut pairs: Vec<(u16, u16)> =
        units.flat_map(|unit| sides(unit).map(move |side| (unit, side))).collect();
    pairs.sort_by_key(|&(_, side)| !(0x20..0x7f).contains(&side));
    let texts = pairs
        .into_iter()
        .flat_map(|(unit, side)| pieces::replaced(text, &[unit], &[side]).into_iter().enumerate());
    let mut texts: Vec<(usize, Vec<u16>)> = texts.collect();
    texts.sort_by_key(|&(place, _)| place);
    texts.into_iter().map(|(_, text)| text.into()).take(MOST_OF_UNITS).collect()
}

/// The integer that a value is.
fn integer(value: &Constant) -> Option<i64> {
    match value {
        Constant::Primitive(Primitive::Boolean(_)) => None,
        Constant::Primitive(value) if value.ty().is_floating() => None,
        Constant::Primitive(value) => match convert::cast(*value, PrimitiveType::Long) {
            Primitive::Long(wide) => Some(wide),
            _ => None,
        },
        Constant::String(_) => None,
    }
}

fn number(text: &JavaString) -> Option<i64> {
    text.to_string_lossy().parse().ok()
}

fn double(value: &Constant) -> Option<f64> {
    match *value {
        Constant::Primitive(Primitive::Double(value)) => Some(value),
        Constant::Primitive(Primitive::Float(value)) => Some(value.into()),
        Constant::Primitive(_) | Constant::String(_) => None,
    }
}

/// What may stand in an input's place.
fn others(input: &Input, met: &Comparands) -> Vec<Constant> {
    let value = match &input.value {
        Constant::String(text) => {
            return other_texts(text.units(), met).into_iter().map(Constant::String).collect();
        }
        Constant::Primitive(value) => *value,
    };
    let of_number: Vec<Constant> = match (integer(&input.value), double(&input.value)) {
        (Some(own), _) => {
            let sides = met.of_integer(own).into_iter();
            let sides = sides.flat_map(|side| STEPS.map(|step| side.wrapping_add(step)));
            let cast = |side| Constant::Primitive(convert::cast(Primitive::Long(side), value.ty()));
            sides.filter(|&side| integer(&cast(side)) == Some(side)).map(cast).collect()
        }
        (_, Some(own)) => {
            let sides = met.of_double(own).into_iter();
            let cast = |side| Constant::Primitive(convert::cast(Primitive::Double(side), value.ty()));
            sides.map(cast).collect()
        }
        _ => Vec::new(),
    };
    let own = text(&input.value);
    let of_text = if own.is_empty() { Vec::new() } else { met.of_text(&own) };
    of_number.into_iter().chain(of_text.into_iter().filter_map(|text| read(input, text))).collect()
}
