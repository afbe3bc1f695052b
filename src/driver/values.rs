//! Values of primitive and string types: small ones that a person can read first, then a mixture of boundary
//! values, the unit's own constants with their neighbours, values drawn before, and random ones.

use rand::Rng;
use rand_chacha::ChaCha8Rng;

use crate::driver::constants::Constants;
use crate::driver::{literals, points};
use crate::jvm::convert;
use crate::jvm::value::{JavaString, Primitive, PrimitiveType};
use crate::sema::typed_tree::Constant;

/// What a person would write down first.
const READABLE: [i64; 10] = [0, 1, 2, 3, 4, 5, 7, 10, -1, -2];
const READABLE_DOUBLES: [f64; 8] = [0.0, 1.0, 2.0, 0.5, 10.0, 100.0, -1.0, -2.5];
const SPECIAL_DOUBLES: [f64; 8] =
    [-0.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY, f64::MAX, f64::MIN_POSITIVE, 1e-9, 1e15];
/// Letters of both cases, digits, blanks, punctuation: all of them alike on every JDK.
const ALPHABET: &[u8] = b"abcxyzABCXYZ0123459 .,-+*/_()[]{}\"'<>&#\\\n\t";
/// Of which the texts of codes, numbers and words are made.
const KINDS: [&[u8]; 3] = [b"0123456789", b"abcdefghijklmnopqrstuvwxyz", b"ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
/// Non-ASCII letters and a unit of no character, drawn rarely.
const EXOTIC: [u16; 5] = [0xe9, 0xdf, 0x20ac, 0xd800, 0xffff];

/// The longest random string.
const STRING_LENGTH: usize = 8;
/// A text has one of these numbers of parts, with marks between them.
const PARTS: [usize; 4] = [1, 2, 2, 3];

/// Draws values for one driver.
pub(super) struct Values<'g> {
    pub rng: ChaCha8Rng,
    /// Of the code that is given the values.
    pub constants: &'g Constants,
    /// What the code that is given the values reads ([`crate::driver::read_texts`]).
    pub read: &'static [&'static str],
    /// Only values that a person can read.
    readable: bool,
    /// Values at which machines turn rather than the code at hand, too ([`points`]); and objects of which the same holds.
    pub is_rich: bool,
    /// Texts that are made of parts ([`Values::row`]).
    is_of_parts: bool,
    /// The first floating value that is drawn is the turn with this number.
    turn: Option<usize>,
    /// What was drawn comes again every other time: what one call has put away, the next one asks for by the same value.
    pub recalls: bool,
    /// The value of the integer that is drawn as the one with this number.
    fixed: Option<(usize, i64)>,
    /// The integers drawn so far: equal and neighbouring arguments decide comparisons.
    drawn: Vec<i64>,
    drawn_doubles: Vec<f64>,
    drawn_strings: Vec<JavaString>,
    /// Of the last text that was made of parts, what comes first: a key, say.
    part_of_row: Option<JavaString>,
    /// Objects of the JDK's classes of values: the class, and how it is made.
    drawn_objects: Vec<(String, String)>,
}

impl<'g> Values<'g> {
    pub(super) fn new(rng: ChaCha8Rng, constants: &'g Constants, readable: bool) -> Self {
        Self {
            rng,
            constants,
            read: &[],
            readable,
            is_rich: false,
            is_of_parts: false,
            turn: None,
            recalls: false,
            fixed: None,
            drawn: Vec::new(),
            drawn_doubles: Vec::new(),
            drawn_strings: Vec::new(),
            part_of_row: None,
            drawn_objects: Vec::new(),
        }
    }

    /// With a given value for one of the integers, by its number in the order in which they are drawn.
    pub(super) fn with_fixed(self, number: usize, value: i64) -> Self {
        Self { fixed: Some((number, value)), ..self }
    }

    /// With texts of parts; `None` where the code has no marks to stand between them.
    pub(super) fn of_parts(self) -> Option<Self> {
        let has_marks = !self.constants.marks.is_empty();
        has_marks.then_some(Self { is_of_parts: true, ..self })
    }

    /// With values that seldom tell anything, and then nothing else does: those of the candidate with this number.
    pub(super) fn rich(self, number: u64) -> Self {
        Self { is_rich: true, turn: usize::try_from(number).ok(), ..self }
    }

    /// With what was drawn before every other time.
    pub(super) fn recalling(self) -> Self {
        Self { recalls: true, ..self }
    }

    /// Whether something of what was drawn before is to come again.
    fn is_again<T: Clone>(&mut self, drawn: impl Fn(&Self) -> &[T]) -> Option<T> {
        let many = drawn(self).len();
        let is_again = self.recalls && many > 0 && self.one_in(2);
        is_again.then(|| self.below(many)).map(|at| drawn(self)[at].clone())
    }

    /// Whether the code compares objects by identity.
    pub(super) const fn compares_identity(&self) -> bool {
        self.constants.compares_identity
    }

    /// Whether the code takes functions of `Math` whose last digits are open.
    pub(super) const fn has_open_digits(&self) -> bool {
        self.constants.has_open_digits
    }

    /// Whether the code ends lines as the system does.
    pub(super) const fn ends_lines(&self) -> bool {
        self.constants.ends_lines
    }

    /// A value stands beside those that are drawn, as if it had been drawn before.
    pub(super) fn sees(&mut self, value: &Constant) {
        match value {
            Constant::String(text) => self.drawn_strings.push(text.clone()),
            Constant::Primitive(value) if value.ty().is_floating() => {
                if let Primitive::Double(wide) = convert::cast(*value, PrimitiveType::Double) {
                    self.drawn_doubles.push(wide);
                }
            }
            Constant::Primitive(Primitive::Boolean(_)) => {}
            Constant::Primitive(value) => {
                if let Primitive::Long(wide) = convert::cast(*value, PrimitiveType::Long) {
                    self.drawn.push(wide);
                }
            }
        }
    }

    /// True once in `n`.
    pub(super) fn one_in(&mut self, n: u32) -> bool {
        self.rng.random_range(0..n) == 0
    }

    pub(super) fn below(&mut self, n: usize) -> usize {
        self.rng.random_range(0..n.max(1))
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> Option<T> {
        (!from.is_empty()).then(|| from[self.rng.random_range(0..from.len())])
    }

    pub(super) fn primitive(&mut self, ty: PrimitiveType) -> Primitive {
        match ty {
            PrimitiveType::Boolean => Primitive::Boolean(self.rng.random()),
            PrimitiveType::Char => Primitive::Char(self.character()),
            PrimitiveType::Float | PrimitiveType::Double => {
                let value = self.double(ty);
                self.drawn_doubles.push(value);
                convert::cast(Primitive::Double(value), ty)
            }
            PrimitiveType::Byte | PrimitiveType::Short | PrimitiveType::Int | PrimitiveType::Long => {
                let value = match self.fixed {
                    Some((number, fixed)) if number == self.drawn.len() => fixed,
                    _ => self.integer(ty),
                };
                let value = convert::cast(Primitive::Long(value), ty);
                if let Primitive::Long(wide) = convert::cast(value, PrimitiveType::Long) {
                    self.drawn.push(wide);
                }
                value
            }
        }
    }

    /// An integer for `ty`; the cast to it may wrap it around.
    fn integer(&mut self, ty: PrimitiveType) -> i64 {
        if let Some(again) = self.is_again(|values| &values.drawn) {
            return again;
        }
        let drawn = self.drawn.len();
        let constants = self.constants;
        if self.is_rich {
            // Beside a text a unit and a place of it have to meet.
            let is_usual = if self.drawn_strings.is_empty() { !self.one_in(3) } else { self.one_in(3) };
            if !is_usual {
                return self.integer_of_note(ty);
            }
        }
        if drawn > 0 && self.one_in(4) {
            let again = self.drawn[self.rng.random_range(0..drawn)];
            let offset = if self.one_in(2) { 0 } else { self.rng.random_range(-1..=1) };
            return again.wrapping_add(offset);
        }
        if self.readable {
            return match self.rng.random_range(0..3) {
                0 if !constants.integers.is_empty() => self.near_constant(),
                1 => self.rng.random_range(1..=10),
                _ => self.pick(&READABLE).unwrap_or(0),
            };
        }
        match self.rng.random_range(0..100) {
            0..30 => self.near_constant(),
            30..60 => self.rng.random_range(-10..=12),
            60..70 => self.boundary(ty),
            70..80 => self.rng.random_range(-100..=100),
            80..92 => self.rng.random_range(-2_000..=20_000),
            _ => self.rng.random(),
        }
    }

    fn near_constant(&mut self) -> i64 {
        let constants = self.constants;
        let offset = self.rng.random_range(-1..=1);
        self.pick(&constants.integers)
            .map_or_else(|| self.rng.random_range(-3..=3), |c| c.wrapping_add(offset))
    }

    fn boundary(&mut self, ty: PrimitiveType) -> i64 {
        let (least, greatest) = match ty {
            PrimitiveType::Byte => (i64::from(i8::MIN), i64::from(i8::MAX)),
            PrimitiveType::Short => (i64::from(i16::MIN), i64::from(i16::MAX)),
            PrimitiveType::Long => (i64::MIN, i64::MAX),
            _ => (i64::from(i32::MIN), i64::from(i32::MAX)),
        };
        match self.rng.random_range(0..6) {
            0 | 1 => least,
            2 | 3 => greatest,
            4 => least + 1,
            _ => greatest - 1,
        }
    }

    /// A unit of a string that was drawn, the place of one, or a point of the integers.
    fn integer_of_note(&mut self, ty: PrimitiveType) -> i64 {
        let longest = self.drawn_strings.iter().map(|text| text.units().len()).max();
        match (self.drawn_unit(), longest) {
            (Some(unit), _) if self.one_in(2) => i64::from(unit),
            (_, Some(longest)) if !self.one_in(4) => self.rng.random_range(0..=longest as i64),
            _ => points::integer(&mut self.rng, ty),
        }
    }

    /// One of the units of the strings that were drawn.
    fn drawn_unit(&mut self) -> Option<u16> {
        let strings = self.drawn_strings.len();
        let at = self.below(strings);
        let text = self.drawn_strings.get(at)?.clone();
        self.pick(text.units())
    }

    fn double(&mut self, ty: PrimitiveType) -> f64 {
        if let Some(again) = self.is_again(|values| &values.drawn_doubles) {
            return again;
        }
        let constants = self.constants;
        if let Some(turn) = self.turn.take().and_then(|turn| points::floating(ty, turn)) {
            return turn;
        }
        if self.is_rich && self.one_in(3) {
            return points::drawn_floating(&mut self.rng, ty);
        }
        let drawn = self.drawn_doubles.len();
        if drawn > 0 && self.one_in(4) {
            return self.drawn_doubles[self.rng.random_range(0..drawn)];
        }
        if self.readable {
            return match self.rng.random_range(0..3) {
                0 => self.pick(&constants.doubles).unwrap_or(1.0),
                1 => f64::from(self.rng.random_range(-4i32..=20)) / 2.0,
                _ => self.pick(&READABLE_DOUBLES).unwrap_or(0.0),
            };
        }
        match self.rng.random_range(0..100) {
            0..25 => {
                let step = self.pick(&[0.0, 0.0, 1.0, -1.0, 0.5, -0.5, 1e-3]).unwrap_or(0.0);
                self.pick(&constants.doubles).unwrap_or(0.0) + step
            }
            25..35 => self.near_constant() as f64,
            35..60 => f64::from(self.rng.random_range(-40i32..=40)) / 4.0,
            60..80 => f64::from(self.rng.random_range(-100_000i32..=1_000_000)) / 8.0,
            80..90 => self.pick(&SPECIAL_DOUBLES).unwrap_or(0.0),
            // Any magnitude, with few digits to read.
            _ => {
                let exponent = self.rng.random_range(-30..=60);
                f64::from(self.rng.random_range(-64i32..=64)) * 2f64.powi(exponent)
            }
        }
    }

    fn character(&mut self) -> u16 {
        let constants = self.constants;
        if self.is_rich
            && self.one_in(3)
            && let Some(unit) = self.drawn_unit()
        {
            return unit;
        }
        if self.one_in(2)
            && let Some(known) = self.pick(&constants.characters)
        {
            let offset = if self.one_in(3) { self.rng.random_range(-1..=1) } else { 0 };
            return known.wrapping_add_signed(offset);
        }
        if !self.readable && self.one_in(24) {
            return self.pick(&EXOTIC).unwrap_or(0);
        }
        u16::from(self.pick(ALPHABET).unwrap_or(b'a'))
    }

    /// A string, never `null`.
    pub(super) fn string(&mut self) -> JavaString {
        if !self.read.is_empty() && !self.one_in(4) {
            return self.pick(self.read).unwrap_or_default().into();
        }
        if let Some(part) = self.part_of_row.take().filter(|_| self.one_in(2)) {
            return part;
        }
        if self.is_of_parts && self.one_in(2) {
            let text = self.row();
            self.drawn_strings.push(text.clone());
            return text;
        }
        if let Some(again) = self.is_again(|values| &values.drawn_strings) {
            return again;
        }
        let constants = self.constants;
        let drawn = self.drawn_strings.len();
        if drawn > 0 && self.one_in(4) {
            let again = self.drawn_strings[self.rng.random_range(0..drawn)].clone();
            return if self.one_in(2) { again } else { self.varied(&again) };
        }
        if self.is_rich && self.one_in(2) {
            let text = self.text_of_note();
            self.drawn_strings.push(text.clone());
            return text;
        }
        let matching = &constants.matching;
        if !matching.is_empty() && self.one_in(3) {
            let text = matching[self.below(matching.len())].clone();
            self.drawn_strings.push(text.clone());
            return text;
        }
        let text = match self.rng.random_range(0..10) {
            0 => JavaString::default(),
            1..=3 if !constants.strings.is_empty() => {
                let known = constants.strings[self.rng.random_range(0..constants.strings.len())].clone();
                if self.one_in(2) { known } else { self.varied(&known) }
            }
            4 => self.number_text(),
            5 => self.uniform_text(),
            _ => {
                let longest = if self.readable { 4 } else { STRING_LENGTH };
                let len = match self.pick(&constants.lengths) {
                    Some(length) if self.one_in(3) => length,
                    _ => self.rng.random_range(1..=longest),
                };
                (0..len).map(|_| self.character()).collect::<Vec<_>>().into()
            }
        };
        self.drawn_strings.push(text.clone());
        text
    }

    /// What readers of numbers, of pairs of units, of pieces and of letters of either case look for.
    fn text_of_note(&mut self) -> JavaString {
        match self.rng.random_range(0..8) {
            0..3 => points::number(&mut self.rng).as_str().into(),
            3 => {
                let mut units = self.piece().units().to_vec();
                let at = self.rng.random_range(0..=units.len());
                units.splice(at..at, points::PAIR);
                units.into()
            }
            4 => {
                let text = self.piece();
                points::other_case(text.units()).into()
            }
            5 => {
                let text = self.piece();
                let from = self.rng.random_range(0..=text.units().len());
                text.units()[from..].to_vec().into()
            }
            _ => {
                let mut units = self.piece().units().to_vec();
                for _ in 0..=self.below(2) {
                    units.extend(self.piece().units());
                }
                units.into()
            }
        }
    }

    /// Parts, and between and behind them what the code looks for: `1h30m`, `a=1`. The first may be what the next text is.
    fn row(&mut self) -> JavaString {
        let mut units: Vec<u16> = Vec::new();
        let parts = self.pick(&PARTS).unwrap_or(1);
        for part in 1..=parts {
            let text = self.part();
            units.extend(text.units());
            if part == 1 {
                self.drawn_strings.push(text.clone());
                self.part_of_row = Some(text);
            }
            if part < parts || self.one_in(3) {
                units.extend(self.pick(&self.constants.marks));
            }
        }
        units.into()
    }

    /// A small number, a word of the code's strings, or a letter.
    fn part(&mut self) -> JavaString {
        let words = &self.constants.words;
        match self.rng.random_range(0..4) {
            0 => vec![u16::from(self.pick(KINDS[1]).unwrap_or(b'a'))].into(),
            1 if !words.is_empty() => words[self.rng.random_range(0..words.len())].clone(),
            _ => self.rng.random_range(0..=99).to_string().as_str().into(),
        }
    }

    /// A string that was drawn, a word of the code's strings, or a short text.
    fn piece(&mut self) -> JavaString {
        let constants = self.constants;
        let drawn = self.drawn_strings.len();
        match self.rng.random_range(0..3) {
            0 if drawn > 0 => self.drawn_strings[self.rng.random_range(0..drawn)].clone(),
            1 if !constants.words.is_empty() => {
                constants.words[self.rng.random_range(0..constants.words.len())].clone()
            }
            _ => {
                let len = self.rng.random_range(0..=3);
                (0..len).map(|_| self.character()).collect::<Vec<_>>().into()
            }
        }
    }

    /// Digits with a sign now and then: much of what reads strings reads numbers.
    fn number_text(&mut self) -> JavaString {
        let number = self.integer(PrimitiveType::Int);
        let text = match self.rng.random_range(0..6) {
            0 => format!("+{number}"),
            1 => format!(" {number} "),
            2 => format!("{number}.5"),
            _ => number.to_string(),
        };
        text.as_str().into()
    }

    /// Characters of one kind, as codes have them, and perhaps one that is not: as many as an integer of the code says.
    fn uniform_text(&mut self) -> JavaString {
        let kind = self.pick(&KINDS).unwrap_or(b"0");
        let len = match self.pick(&self.constants.lengths) {
            Some(length) if !self.one_in(4) => length,
            _ => self.rng.random_range(1..=STRING_LENGTH),
        };
        let text: Vec<u16> = (0..len).map(|_| u16::from(self.pick(kind).unwrap_or(b'0'))).collect();
        if self.one_in(2) { text.into() } else { self.varied(&text.into()) }
    }

    /// A unit changed, doubled, dropped or added.
    fn varied(&mut self, text: &JavaString) -> JavaString {
        let mut units = text.units().to_vec();
        let at = self.below(units.len());
        match self.rng.random_range(0..4) {
            0 if !units.is_empty() => units[at] = self.character(),
            1 if !units.is_empty() => units.insert(at, units[at]),
            2 if !units.is_empty() => {
                units.remove(at);
            }
            _ => {
                let unit = self.character();
                units.insert(at, unit);
            }
        }
        units.into()
    }

    /// The length of an array; short ones first. Now and then what the code compares with, or a little more: behind that it goes
    /// another way with what is long.
    pub(super) fn length(&mut self) -> usize {
        let constants = self.constants;
        match self.rng.random_range(0..12) {
            0 => 0,
            1 | 2 => 1,
            3 | 4 => 2,
            5..=7 => 3,
            8 | 9 => 4,
            10 => 5,
            _ => match self.pick(&constants.lengths) {
                Some(length) => length + self.below(3),
                None => self.rng.random_range(5..=9),
            },
        }
    }

    /// The cells of an array of primitives: as drawn, or in order, or all alike.
    pub(super) fn cells(&mut self, ty: PrimitiveType) -> Vec<Primitive> {
        let len = self.length();
        let mut cells: Vec<Primitive> = (0..len).map(|_| self.primitive(ty)).collect();
        match self.rng.random_range(0..8) {
            0 | 1 => cells.sort_by(compare),
            2 => {
                cells.sort_by(compare);
                cells.reverse();
            }
            3 if len > 0 => cells = vec![cells[0]; len],
            _ => {}
        }
        cells
    }

    /// An object of a class of values as it was made before, or as the code makes one, now and then.
    pub(super) fn object_again(&mut self, class: &str) -> Option<String> {
        let constants = self.constants;
        let of_code = constants.objects.iter().filter(|(of, _)| **of == *class).map(|(_, made)| made);
        let drawn = self.drawn_objects.iter().filter(|(of, _)| of == class).map(|(_, made)| made);
        let known: Vec<&String> = of_code.chain(drawn).collect();
        if known.is_empty() || self.rng.random_range(0..2) == 0 {
            return None;
        }
        Some(known[self.rng.random_range(0..known.len())].clone())
    }

    pub(super) fn has_made(&mut self, class: &str, made: &str) {
        self.drawn_objects.push((class.to_owned(), made.to_owned()));
    }

    /// A string of the code that is a decimal number.
    pub(super) fn decimal_text(&mut self) -> Option<String> {
        let strings = self.constants.strings.iter().filter_map(|text| String::from_utf16(text.units()).ok());
        let decimals: Vec<String> = strings.filter(|text| is_decimal(text)).collect();
        let at = self.below(decimals.len());
        decimals.get(at).cloned()
    }

    /// A string that was drawn, as a literal, or a new one.
    pub(super) fn string_again(&mut self) -> String {
        let drawn = self.drawn_strings.len();
        if drawn == 0 || self.one_in(4) {
            return self.string_literal();
        }
        literals::string(self.drawn_strings[self.rng.random_range(0..drawn)].units())
    }

    pub(super) fn string_literal(&mut self) -> String {
        let text = self.string();
        literals::string(text.units())
    }
}

/// The call that gives the next object of a class of values, or the one before.
pub(super) fn beside(class: &str, is_next: bool) -> Option<&'static str> {
    Some(match (class, is_next) {
        ("java.time.LocalDate", true) => ".plusDays(1)",
        ("java.time.LocalDate", false) => ".minusDays(1)",
        (
            "java.time.LocalDateTime" | "java.time.LocalTime" | "java.time.Duration" | "java.time.Instant",
            true,
        ) => ".plusSeconds(1)",
        (
            "java.time.LocalDateTime" | "java.time.LocalTime" | "java.time.Duration" | "java.time.Instant",
            false,
        ) => ".minusSeconds(1)",
        _ => return None,
    })
}

/// A decimal number whose last digit is another one.
pub(super) fn decimal_beside(text: &str, is_next: bool) -> String {
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    let scale = text.split_once('.').map_or(0, |(_, fraction)| fraction.len());
    let Ok(unscaled) = digits.parse::<i64>() else { return text.to_owned() };
    let unscaled = if text.starts_with('-') { -unscaled } else { unscaled };
    let moved = unscaled.saturating_add(if is_next { 1 } else { -1 });
    let digits = format!("{:0>width$}", moved.unsigned_abs(), width = scale + 1);
    let (whole, fraction) = digits.split_at(digits.len() - scale);
    let sign = if moved < 0 { "-" } else { "" };
    if scale == 0 { format!("{sign}{whole}") } else { format!("{sign}{whole}.{fraction}") }
}

fn is_decimal(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let is_digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    match digits.split_once('.') {
        Some((whole, fraction)) => is_digits(whole) && is_digits(fraction),
        None => is_digits(digits),
    }
}

/// In numeric order; floats by their total order.
fn compare(a: &Primitive, b: &Primitive) -> std::cmp::Ordering {
    let key = |p: &Primitive| match convert::cast(*p, PrimitiveType::Double) {
        Primitive::Double(v) => v,
        _ => 0.0,
    };
    match (a, b) {
        (Primitive::Boolean(a), Primitive::Boolean(b)) => a.cmp(b),
        (Primitive::Long(a), Primitive::Long(b)) => a.cmp(b),
        _ => key(a).total_cmp(&key(b)),
    }
}

#[cfg(test)]
mod tests {
    use super::decimal_beside;

    #[test]
    fn the_decimal_beside_one_differs_in_its_last_digit() {
        let beside = |text| (decimal_beside(text, true), decimal_beside(text, false));
        assert_eq!(beside("100.00"), ("100.01".to_owned(), "99.99".to_owned()));
        assert_eq!(beside("0.05"), ("0.06".to_owned(), "0.04".to_owned()));
        assert_eq!(beside("0"), ("1".to_owned(), "-1".to_owned()));
        assert_eq!(beside("-0.01"), ("0.00".to_owned(), "-0.02".to_owned()));
    }
}
