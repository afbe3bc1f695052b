//! Inputs that a person would write: short texts of plain letters, numbers near 0, few elements.

use super::{Current, Pruning};
use crate::driver::cube::{Cube, Input, InputId, InputType, Values};
use crate::jvm::convert;
use crate::jvm::value::{JavaString, Primitive, PrimitiveType};
use crate::sema::typed_tree::Constant;

/// Whole numbers that are put in the place of larger ones, the most ordinary first.
const NUMBERS: [i64; 12] = [0, 1, 2, 3, 5, 10, -1, -2, -10, 100, 1_000, -100];
/// Nobody minds these.
const SMALL: i64 = 10;
/// Round numbers go up to here.
const ROUND: u64 = 1_000;
const FRACTIONS: [f64; 8] = [0.0, 1.0, 2.0, 0.5, 1.5, -1.0, 10.0, 100.0];
const CHARACTERS: &str = "ab1 A";
const TEXTS: [&str; 7] = ["", "a", "ab", "abc", "1", "12", "a b"];
/// Texts and arrays beyond these lose no single units and elements; such a text loses a half, a quarter or an eighth.
const SHORT: usize = 12;
const PARTS: [usize; 3] = [2, 4, 8];

impl Pruning<'_> {
    /// Fewer elements, then more ordinary values, each input by itself; whether anything changed.
    pub(super) fn simplify_inputs(&mut self, current: &mut Current) -> bool {
        let before = current.driver.clone();
        self.drop_elements(current);
        let inputs = self.cube(&current.driver).map_or(0, |cube| cube.inputs().len());
        for at in 0..inputs {
            // A long text gets shorter piece by piece.
            while self.simplify_input(current, at) == Some(InputType::String) {}
        }
        current.driver != before
    }

    /// A more ordinary value for the input with this number; its type where it has one now.
    fn simplify_input(&mut self, current: &mut Current, at: usize) -> Option<InputType> {
        // The spans move with every change.
        let cube = self.cube(&current.driver)?;
        let (id, input) = cube.inputs().iter_enumerated().nth(at)?;
        if is_year(&cube, input) {
            return None;
        }
        // What has to be equal changes together.
        let equal = cube.inputs().iter_enumerated().filter(|(_, other)| {
            (&other.value, other.ty) == (&input.value, input.ty) && !is_year(&cube, other)
        });
        let equal: Vec<InputId> = equal.map(|(id, _)| id).collect();
        for value in plainer(&input.value, input.ty) {
            let filled = |ids: &[InputId]| {
                let mut values: Values = cube.unknown();
                ids.iter().for_each(|&id| values[id] = Some(value.clone()));
                cube.fill(&values)
            };
            if self.try_driver(current, filled(&[id]))
                || equal.len() > 1 && self.try_driver(current, filled(&equal))
            {
                return Some(input.ty);
            }
        }
        None
    }

    /// Elements of arrays that are written out, from the last to the first.
    fn drop_elements(&mut self, current: &mut Current) {
        for statement in (0..current.driver.arrange.len()).rev() {
            let mut from = usize::MAX;
            // From the last list to the first, so that places before it stay what they are.
            while let Some(part) = current.driver.arrange.get(statement)
                && let Some((open, elements)) = list_before(part, from)
            {
                let count = elements.len();
                from = open;
                let last = if count <= SHORT { count } else { 0 };
                for at in (0..last).rev() {
                    let Some(part) = current.driver.arrange.get(statement) else { return };
                    let Some((open, mut elements)) = list_before(part, open + 1) else { break };
                    if at >= elements.len() {
                        continue;
                    }
                    let end = open + 1 + part[open + 1..].find('}').unwrap_or_default();
                    elements.remove(at);
                    let shorter = format!("{}{{{}{}", &part[..open], elements.join(", "), &part[end..]);
                    let mut trial = current.driver.clone();
                    trial.arrange[statement] = shorter;
                    self.try_driver(current, trial);
                }
            }
        }
    }
}

/// No date is in the year 0.
fn is_year(cube: &Cube, input: &Input) -> bool {
    let part = cube.driver().parts().nth(input.statement);
    let before = part.and_then(|part| part.get(..input.span.start)).unwrap_or_default();
    before.ends_with("LocalDate.of(") || before.ends_with("LocalDateTime.of(")
}

/// The last list in braces that begins before `from` and holds neither lists nor texts: where, and its elements.
fn list_before(part: &str, from: usize) -> Option<(usize, Vec<String>)> {
    let mut before = part.get(..from.min(part.len()))?;
    loop {
        let open = before.rfind('{')?;
        let inside = part[open + 1..].split('}').next()?;
        let is_plain = !inside.contains(['{', '"', '\'', '(']) && !part[..open].contains('"');
        if is_plain && !inside.trim().is_empty() {
            return Some((open, inside.split(',').map(|element| element.trim().to_owned()).collect()));
        }
        before = &before[..open];
    }
}

/// What is more ordinary than a value, the most ordinary first; nothing where it is ordinary itself.
fn plainer(value: &Constant, ty: InputType) -> Vec<Constant> {
    match (value, ty) {
        (Constant::String(text), InputType::String) => {
            plainer_texts(text).into_iter().map(Constant::String).collect()
        }
        (Constant::Primitive(value), InputType::Primitive(ty)) => {
            plainer_numbers(*value, ty).into_iter().map(Constant::Primitive).collect()
        }
        _ => Vec::new(),
    }
}

fn plainer_numbers(value: Primitive, ty: PrimitiveType) -> Vec<Primitive> {
    let whole = |value: i64| {
        let smaller = NUMBERS.into_iter().filter(move |n| n.unsigned_abs() < value.unsigned_abs());
        let near = [value / 1_000_000, value / 1_000].into_iter().filter(|n| n.unsigned_abs() > 1_000);
        let is_small = (-SMALL..=SMALL).contains(&value);
        // A round number that is not smaller, for a bound below.
        let is_near = value.unsigned_abs() <= ROUND;
        let tens = (is_near && value % 10 != 0).then(|| (value / 10 + value.signum()) * 10);
        let hundreds = (is_near && value.unsigned_abs() > 100 && value % 100 != 0)
            .then(|| (value / 100 + value.signum()) * 100);
        let round = tens.into_iter().chain(hundreds).filter(|n| n.unsigned_abs() <= ROUND);
        smaller
            .chain(near)
            .chain(round)
            .filter(move |_| !is_small)
            .map(|n| convert::cast(Primitive::Long(n), ty))
    };
    match value {
        Primitive::Boolean(_) => Vec::new(),
        Primitive::Byte(v) => whole(v.into()).collect(),
        Primitive::Short(v) => whole(v.into()).collect(),
        Primitive::Int(v) => whole(v.into()).collect(),
        Primitive::Long(v) => whole(v).collect(),
        Primitive::Char(v) => {
            let is_ordinary = u8::try_from(v).is_ok_and(|c| c.is_ascii_alphanumeric() || c == b' ');
            let plain = CHARACTERS.bytes().map(|c| Primitive::Char(c.into()));
            plain.filter(|_| !is_ordinary).collect()
        }
        Primitive::Float(v) => plainer_fractions(v.into(), ty),
        Primitive::Double(v) => plainer_fractions(v, ty),
    }
}

fn plainer_fractions(value: f64, ty: PrimitiveType) -> Vec<Primitive> {
    let is_ordinary = value.abs() <= 10.0 && (value * 2.0).fract() == 0.0 && !is_negative_zero(value);
    if is_ordinary {
        return Vec::new();
    }
    // A number is more ordinary than none, and a round one than one with many digits.
    let round = [value.trunc(), (value * 10.0).trunc() / 10.0];
    let round = round.into_iter().filter(|r| r.is_finite() && *r != value && r.abs() < 1e6);
    let smaller = FRACTIONS.into_iter().filter(|f| !value.is_finite() || f.abs() < value.abs() + 1.0);
    smaller.chain(round).map(|f| convert::cast(Primitive::Double(f), ty)).collect()
}

fn is_negative_zero(value: f64) -> bool {
    value == 0.0 && value.is_sign_negative()
}

fn plainer_texts(text: &JavaString) -> Vec<JavaString> {
    let units = text.units();
    let is_plain = |unit: u16| u8::try_from(unit).is_ok_and(|c| c.is_ascii_alphanumeric() || c == b' ');
    let all_plain = units.iter().all(|&unit| is_plain(unit));
    let known = TEXTS.into_iter().take_while(|known| !all_plain || text != &JavaString::from(*known));
    let shorter = known.filter(|known| known.len() <= units.len() || !all_plain);
    let mut texts: Vec<JavaString> = shorter.map(JavaString::from).collect();
    // A text that needs what is not plain keeps just that.
    let lettered: Vec<u16> =
        units.iter().map(|&unit| if is_plain(unit) { unit } else { 'a' as u16 }).collect();
    texts.push(JavaString::from(lettered));
    if units.len() <= SHORT {
        for at in (0..units.len()).rev() {
            let mut fewer = units.to_vec();
            fewer.remove(at);
            texts.push(JavaString::from(fewer));
        }
        for (at, _) in units.iter().enumerate().filter(|&(_, &unit)| !is_plain(unit)) {
            let mut plain = units.to_vec();
            plain[at] = 'a' as u16;
            texts.push(JavaString::from(plain));
        }
    } else {
        for len in PARTS.map(|parts| units.len().div_ceil(parts)) {
            let without = |from: usize| [&units[..from], &units[(from + len).min(units.len())..]].concat();
            texts.extend((0..units.len()).step_by(len).rev().map(|from| JavaString::from(without(from))));
        }
    }
    texts.retain(|plainer| plainer != text);
    texts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_ordinary_value_has_none_before_it_and_every_other_ends_at_one() {
        let int = |v: i32| plainer_numbers(Primitive::Int(v), PrimitiveType::Int);
        assert!(int(7).is_empty() && int(-10).is_empty());
        assert_eq!(int(i32::MIN)[0], Primitive::Int(0));
        assert!(int(-50).iter().all(|n| matches!(n, Primitive::Int(-50..=50))));
        assert!(plainer_texts(&JavaString::from("")).is_empty());
        let odd = plainer_texts(&JavaString::from("q\u{7}"));
        assert_eq!(odd[0], JavaString::from(""));
        assert!(odd.contains(&JavaString::from("qa")) && !odd.contains(&JavaString::from("q\u{7}")));
    }

    #[test]
    fn lists_are_found_from_the_last_to_the_first() {
        let part = "int[][] a = {{1, 2}, {3}};";
        let (open, elements) = list_before(part, usize::MAX).expect("a list");
        assert_eq!((&part[open..open + 3], elements), ("{3}", vec!["3".to_owned()]));
        let (_, elements) = list_before(part, open).expect("a list");
        assert_eq!(elements, ["1", "2"]);
        assert!(list_before("int[] a = {};", usize::MAX).is_none());
    }
}
