//! Tests that come of what a run compares: of a driver those in which one input is what the original compared it with, or
//! beside it (DESIGN §9). What is compared may be an input itself, the number that a text holds, a text that is made
//! around the input, or a character of a text.

use crate::driver::Driver;
use crate::driver::cube::{Cube, Input, InputId, InputType};
use crate::engine::subject::Runner;
use crate::exec::comparands::Comparands;
use crate::jvm::convert;
use crate::jvm::value::{JavaString, Primitive, PrimitiveType};
use crate::sema::typed_tree::Constant;

/// So many characters of a text are followed, and so many texts come of them: its beginning is read first.
const UNITS: usize = 16;
const MOST_OF_UNITS: usize = 32;

/// The drivers beside that of a cube, each with one other input.
pub(super) fn beside(cube: &Cube, runner: &mut Runner<'_>) -> Vec<Driver> {
    let values = || cube.inputs().iter().map(|input| &input.value);
    let units = values().flat_map(|value| units(value).into_iter().map(i64::from));
    let asked = Comparands::of(values().filter_map(integer).chain(units), values().filter_map(double));
    let Ok(met) = runner.comparands(cube.driver(), asked) else { return Vec::new() };
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
    drivers
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

/// The first characters of a text, each once.
fn units(value: &Constant) -> Vec<u16> {
    let Constant::String(text) = value else { return Vec::new() };
    let mut units: Vec<u16> = Vec::new();
    for &unit in text.units() {
        if units.len() < UNITS && !units.contains(&unit) {
            units.push(unit);
        }
    }
    units
}

/// The text with what one of its characters was compared with in the place of that, where it stands first; plain ones first.
fn of_units(value: &Constant, met: &Comparands) -> Vec<Constant> {
    let Constant::String(text) = value else { return Vec::new() };
    let sides = |unit: u16| {
        let sides = met.of_integer(unit.into()).into_iter();
        sides.filter_map(|side| u16::try_from(side).ok()).filter(|side| !(0xd800..0xe000).contains(side))
    };
    let mut pairs: Vec<(u16, u16)> =
        units(value).into_iter().flat_map(|unit| sides(unit).map(move |side| (unit, side))).collect();
    pairs.sort_by_key(|&(_, side)| !(0x20..0x7f).contains(&side));
    pairs.truncate(MOST_OF_UNITS);
    let with = |(unit, side): (u16, u16)| {
        let mut units = text.units().to_vec();
        let place = units.iter().position(|&own| own == unit);
        place.into_iter().for_each(|at| units[at] = side);
        Constant::String(units.into())
    };
    pairs.into_iter().map(with).collect()
}

/// The integer that a value is, or that it holds as text.
fn integer(value: &Constant) -> Option<i64> {
    match value {
        Constant::Primitive(Primitive::Boolean(_)) => None,
        Constant::Primitive(value) if value.ty().is_floating() => None,
        Constant::Primitive(value) => match convert::cast(*value, PrimitiveType::Long) {
            Primitive::Long(wide) => Some(wide),
            _ => None,
        },
        Constant::String(text) => number(text),
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
    let own = text(&input.value);
    let is_text = input.ty == InputType::String || !own.is_empty();
    let of_text = if is_text { met.of_text(&own) } else { Vec::new() };
    let of_text = of_text.into_iter().filter_map(|text| read(input, text));
    let of_number: Vec<Constant> = match (&input.value, integer(&input.value), double(&input.value)) {
        (Constant::String(_), Some(own), _) => {
            let texts = met.of_integer(own).into_iter().map(|side| side.to_string().as_str().into());
            texts.map(Constant::String).collect()
        }
        (Constant::Primitive(value), Some(own), _) => {
            let sides = met.of_integer(own).into_iter();
            let sides = sides.flat_map(|side| [0, 1, -1].map(|step| side.wrapping_add(step)));
            let cast = |side| Constant::Primitive(convert::cast(Primitive::Long(side), value.ty()));
            sides.filter(|&side| integer(&cast(side)) == Some(side)).map(cast).collect()
        }
        (Constant::Primitive(value), _, Some(own)) => {
            let sides = met.of_double(own).into_iter();
            sides
                .map(|side| Constant::Primitive(convert::cast(Primitive::Double(side), value.ty())))
                .collect()
        }
        _ => Vec::new(),
    };
    of_number.into_iter().chain(of_text).chain(of_units(&input.value, met)).collect()
}
