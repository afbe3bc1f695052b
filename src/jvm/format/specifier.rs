//! The format string in pieces: `%[index$][flags][width][.precision]conversion`, each checked as the
//! JDK checks it, in its order, since that decides which exception is thrown.

use std::fmt;
use std::ops::Range;

use super::{FormatError, MAX_PADDING};
use crate::jvm::character;

/// A flag, in the order in which the JDK shows them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Flag {
    LeftJustify,
    Alternate,
    Plus,
    LeadingSpace,
    ZeroPad,
    Group,
    Parentheses,
    Previous,
}

impl Flag {
    const ALL: [(Self, u8); 8] = [
        (Self::LeftJustify, b'-'),
        (Self::Alternate, b'#'),
        (Self::Plus, b'+'),
        (Self::LeadingSpace, b' '),
        (Self::ZeroPad, b'0'),
        (Self::Group, b','),
        (Self::Parentheses, b'('),
        (Self::Previous, b'<'),
    ];

    fn of(unit: u16) -> Option<Self> {
        Self::ALL.iter().find(|(_, symbol)| u16::from(*symbol) == unit).map(|(flag, _)| *flag)
    }
}

/// A set of flags.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Flags(u8);

impl Flags {
    pub(super) const fn has(self, flag: Flag) -> bool {
        self.0 & (1 << flag as u8) != 0
    }

    const fn with(self, flag: Flag) -> Self {
        Self(self.0 | (1 << flag as u8))
    }
}

impl fmt::Display for Flags {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let present = Flag::ALL.iter().filter(|(flag, _)| self.has(*flag));
        present.map(|(_, symbol)| char::from(*symbol)).collect::<String>().fmt(f)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Index {
    Ordinary,
    /// `%<s`
    Previous,
    /// `%1$s`: from 1.
    Explicit(u32),
}

pub(super) enum Piece {
    /// A part of the format string, as it stands.
    Text(Range<usize>),
    Specifier(Specifier),
}

#[derive(Clone, Debug)]
pub(super) struct Specifier {
    pub(super) index: Index,
    pub(super) flags: Flags,
    pub(super) width: Option<u32>,
    pub(super) precision: Option<u32>,
    /// In lower case.
    pub(super) conversion: u8,
    pub(super) upper_case: bool,
}

impl fmt::Display for Specifier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "%{}", self.flags)?;
        // `%%` and `%n` take no argument, so that an index before them is forgotten.
        if let (Index::Explicit(index), false) = (self.index, matches!(self.conversion, b'%' | b'n')) {
            write!(f, "{index}$")?;
        }
        if let Some(width) = self.width {
            write!(f, "{width}")?;
        }
        if let Some(precision) = self.precision {
            write!(f, ".{precision}")?;
        }
        let conversion = char::from(self.conversion);
        write!(f, "{}", if self.upper_case { conversion.to_ascii_uppercase() } else { conversion })
    }
}

pub(super) fn parse(format: &[u16]) -> Result<Vec<Piece>, FormatError> {
    let mut pieces = Vec::new();
    let mut rest = 0..format.len();
    while let Some(offset) = format[rest.clone()].iter().position(|&unit| unit == u16::from(b'%')) {
        let percent = rest.start + offset;
        if offset > 0 {
            pieces.push(Piece::Text(rest.start..percent));
        }
        let (specifier, end) = Scanner { format, at: percent + 1 }.specifier(percent)?;
        pieces.push(Piece::Specifier(specifier));
        rest.start = end;
    }
    if !rest.is_empty() {
        pieces.push(Piece::Text(rest));
    }
    Ok(pieces)
}

struct Scanner<'a> {
    format: &'a [u16],
    at: usize,
}

impl Scanner<'_> {
    fn peek(&self) -> Option<u16> {
        self.format.get(self.at).copied()
    }

    /// Steps over what `matches` and returns it.
    fn run(&mut self, matches: impl Fn(u16) -> bool) -> Range<usize> {
        let start = self.at;
        while self.peek().is_some_and(&matches) {
            self.at += 1;
        }
        start..self.at
    }

    fn digits(&mut self) -> Range<usize> {
        self.run(|unit| unit.wrapping_sub(u16::from(b'0')) < 10)
    }

    /// The number that the digits write, if it is an `int`.
    fn number(&self, digits: Range<usize>) -> Option<u32> {
        let text = String::from_utf16_lossy(&self.format[digits]);
        text.parse::<i32>().ok().map(|number| number as u32)
    }

    fn specifier(mut self, percent: usize) -> Result<(Specifier, usize), FormatError> {
        let Some(first) = self.peek() else {
            return Err(FormatError::UnknownFormatConversion { conversion: u16::from(b'%') });
        };
        // Whatever is not of the form at all is blamed on the character after the percent sign.
        let unknown = FormatError::UnknownFormatConversion { conversion: first };
        let number = self.digits();
        let index = if !number.is_empty() && self.peek() == Some(u16::from(b'$')) {
            self.at += 1;
            Some(number)
        } else {
            self.at = percent + 1;
            None
        };
        let flags = self.run(|unit| Flag::of(unit).is_some());
        let width = self.digits();
        let precision = if self.peek() == Some(u16::from(b'.')) {
            self.at += 1;
            let digits = self.digits();
            if digits.is_empty() {
                return Err(unknown);
            }
            Some(digits)
        } else {
            None
        };
        let is_conversion =
            |unit: u16| u8::try_from(unit).is_ok_and(|c| c.is_ascii_alphabetic() || c == b'%');
        let Some(letter) = self.peek().filter(|unit| is_conversion(*unit)) else { return Err(unknown) };
        let is_date = matches!(u8::try_from(letter), Ok(b't' | b'T'))
            && self.format.get(self.at + 1).is_some_and(|unit| is_conversion(*unit));
        self.at += 1;

        let index = self.read_index(index)?;
        let flags = self.read_flags(flags)?;
        let width = self.read_width(width)?;
        let precision = self.read_precision(precision)?;
        if is_date {
            return Err(FormatError::Unsupported { what: "a date or time conversion" });
        }
        let specifier = Specifier {
            index: if flags.has(Flag::Previous) { Index::Previous } else { index },
            flags,
            width,
            precision,
            conversion: (letter as u8).to_ascii_lowercase(),
            upper_case: character::is_upper_case(u32::from(letter)),
        };
        specifier.check(letter)?;
        Ok((specifier, self.at))
    }

    fn read_index(&self, digits: Option<Range<usize>>) -> Result<Index, FormatError> {
        match digits.map(|digits| self.number(digits)) {
            None => Ok(Index::Ordinary),
            Some(None) => Err(FormatError::IllegalFormatArgumentIndex { index: i32::MIN }),
            Some(Some(0)) => Err(FormatError::IllegalFormatArgumentIndex { index: 0 }),
            Some(Some(index)) => Ok(Index::Explicit(index)),
        }
    }

    fn read_flags(&self, units: Range<usize>) -> Result<Flags, FormatError> {
        let mut flags = Flags::default();
        for flag in self.format[units].iter().filter_map(|&unit| Flag::of(unit)) {
            if flags.has(flag) {
                return Err(FormatError::DuplicateFormatFlags {
                    flags: Flags::default().with(flag).to_string(),
                });
            }
            flags = flags.with(flag);
        }
        Ok(flags)
    }

    fn read_width(&self, digits: Range<usize>) -> Result<Option<u32>, FormatError> {
        if digits.is_empty() {
            return Ok(None);
        }
        self.number(digits).map(Some).ok_or(FormatError::IllegalFormatWidth { width: i32::MIN })
    }

    fn read_precision(&self, digits: Option<Range<usize>>) -> Result<Option<u32>, FormatError> {
        let Some(digits) = digits else { return Ok(None) };
        self.number(digits).map(Some).ok_or(FormatError::IllegalFormatPrecision { precision: i32::MIN })
    }
}

impl Specifier {
    /// That the flag does not go with the conversion.
    pub(super) fn mismatch(&self, flag: Flag) -> FormatError {
        FormatError::FormatFlagsConversionMismatch {
            conversion: char::from(self.conversion),
            flags: Flags::default().with(flag).to_string(),
        }
    }

    fn check(&self, letter: u16) -> Result<(), FormatError> {
        use Flag::{Alternate, Group, LeadingSpace, Parentheses, Plus, ZeroPad};
        let conversions = if self.upper_case { &b"bhscxega"[..] } else { &b"bhscdoxefga%n"[..] };
        if !conversions.contains(&self.conversion) {
            return Err(FormatError::UnknownFormatConversion { conversion: letter });
        }
        match self.conversion {
            b'b' | b'h' | b's' => {
                if self.conversion != b's' {
                    self.forbid(&[Alternate])?;
                }
                self.require_width_for_left_justify()?;
                self.forbid(&[Plus, LeadingSpace, ZeroPad, Group, Parentheses])
            }
            b'c' => {
                self.forbid_precision()?;
                self.forbid(&[Alternate, Plus, LeadingSpace, ZeroPad, Group, Parentheses])?;
                self.require_width_for_left_justify()
            }
            b'd' | b'o' | b'x' => {
                self.check_numeric()?;
                self.forbid_precision()?;
                self.forbid(if self.conversion == b'd' { &[Alternate] } else { &[Group] })
            }
            b'e' | b'f' | b'g' => {
                self.check_numeric()?;
                match self.conversion {
                    b'e' => self.forbid(&[Group]),
                    b'g' => self.forbid(&[Alternate]),
                    _ => Ok(()),
                }
            }
            b'a' => Err(FormatError::Unsupported { what: "the hexadecimal floating-point conversion" }),
            _ => self.check_text(),
        }
    }

    fn check_numeric(&self) -> Result<(), FormatError> {
        let has = |flag| self.flags.has(flag);
        if self.width.is_none() && (has(Flag::LeftJustify) || has(Flag::ZeroPad)) {
            return Err(FormatError::MissingFormatWidth { specifier: self.to_string() });
        }
        if (has(Flag::Plus) && has(Flag::LeadingSpace)) || (has(Flag::LeftJustify) && has(Flag::ZeroPad)) {
            return Err(FormatError::IllegalFormatFlags { flags: self.shown_flags() });
        }
        Ok(())
    }

    /// `%%` and `%n`.
    fn check_text(&self) -> Result<(), FormatError> {
        self.forbid_precision()?;
        let allowed =
            if self.conversion == b'%' { Flags::default().with(Flag::LeftJustify) } else { Flags::default() };
        if let (b'n', Some(width)) = (self.conversion, self.width) {
            return Err(FormatError::IllegalFormatWidth { width: width as i32 });
        }
        if self.flags != allowed && self.flags != Flags::default() {
            return Err(FormatError::IllegalFormatFlags { flags: self.shown_flags() });
        }
        self.require_width_for_left_justify()
    }

    /// The flags as the JDK shows the whole set: an upper-case conversion counts as one, the second.
    fn shown_flags(&self) -> String {
        let upper = if self.upper_case { "^" } else { "" };
        let flags = self.flags.to_string();
        match flags.strip_prefix('-') {
            Some(others) => format!("-{upper}{others}"),
            None => format!("{upper}{flags}"),
        }
    }

    fn forbid(&self, flags: &[Flag]) -> Result<(), FormatError> {
        match flags.iter().find(|flag| self.flags.has(**flag)) {
            Some(flag) => Err(self.mismatch(*flag)),
            None => Ok(()),
        }
    }

    fn forbid_precision(&self) -> Result<(), FormatError> {
        match self.precision {
            Some(precision) => Err(FormatError::IllegalFormatPrecision { precision: precision as i32 }),
            None => Ok(()),
        }
    }

    fn require_width_for_left_justify(&self) -> Result<(), FormatError> {
        if self.width.is_none() && self.flags.has(Flag::LeftJustify) {
            return Err(FormatError::MissingFormatWidth { specifier: self.to_string() });
        }
        Ok(())
    }

    /// That the text stays small: the width, and the precision where it makes digits.
    pub(super) fn check_padding(&self) -> Result<(), FormatError> {
        let digits = if matches!(self.conversion, b'e' | b'f' | b'g') { self.precision } else { None };
        if self.width.max(digits).is_some_and(|padding| padding > MAX_PADDING) {
            return Err(FormatError::Unsupported { what: "a padding of more than 100,000 characters" });
        }
        Ok(())
    }

    /// The width that a magnitude with its leading sign may fill.
    pub(super) fn width_for_magnitude(&self, negative: bool) -> Option<usize> {
        let closing = usize::from(negative && self.flags.has(Flag::Parentheses));
        self.width.map(|width| (width as usize).saturating_sub(closing))
    }

    /// The zeros that fill the width, if they are asked for.
    pub(super) fn zeros_after(&self, length: usize) -> String {
        let width = self.width.filter(|_| self.flags.has(Flag::ZeroPad)).unwrap_or(0);
        "0".repeat((width as usize).saturating_sub(length))
    }
}
