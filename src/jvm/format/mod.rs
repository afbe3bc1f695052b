//! `String.format` and `printf` in Locale.ROOT: conversions `b h s c d o x e f g % n`, with flags,
//! widths, precisions and argument indices, and the exception for each misuse.
//!
//! Floating point is rounded half up *from its shortest decimal digits*, as the JDK does:
//! `String.format("%.1f", 0.15)` is `0.2`, where C has `0.1`. The digits are those of JDK 19 and
//! later; [`Formatted::portable`] says whether older ones lead to the same text.

mod error;
mod floating;
mod specifier;

pub use error::FormatError;

use super::character;
use super::hash::{primitive_hash, string_hash};
use super::text::{
    int_to_unsigned_string, long_to_string, long_to_unsigned_string, primitive_text_is_portable,
    primitive_to_text,
};
use super::value::{JavaString, Primitive};
use error::java_class;
use specifier::{Flag, Index, Piece, Specifier, parse};

/// An argument; a primitive one is boxed.
#[derive(Clone, PartialEq, Debug)]
pub enum FormatArgument {
    Null,
    Primitive(Primitive),
    Text(JavaString),
    /// Any other object. The program says its text or hash code when it is needed, and not before
    /// ([`FormatError::NeedsText`], [`FormatError::NeedsHash`]).
    Object {
        class: String,
    },
}

/// The text, and whether every JDK from 17 on makes the same.
#[derive(Clone, PartialEq, Debug)]
pub struct Formatted {
    pub text: JavaString,
    pub portable: bool,
}

/// An exception, and what `printf` had written before it.
#[derive(Clone, PartialEq, Debug)]
pub struct FormatFailure {
    pub written: Formatted,
    pub error: FormatError,
}

/// Longer paddings than this are [`FormatError::Unsupported`]: two characters of a format string can
/// ask for gigabytes.
pub const MAX_PADDING: u32 = 100_000;

/// `String.format(Locale.ROOT, format, arguments)` where `\n` ends lines.
pub fn format(format: &[u16], arguments: &[FormatArgument]) -> Result<Formatted, FormatFailure> {
    format_objects(format, Some(arguments), &[], "\n")
}

/// The same with objects among the arguments, whose texts and hash codes (as decimal digits) are given in the
/// order in which they are asked for. With `null` for the array of the arguments each of them is null, as many
/// as the format has.
pub fn format_objects(
    format: &[u16],
    arguments: Option<&[FormatArgument]>,
    answers: &[JavaString],
    line_separator: &str,
) -> Result<Formatted, FormatFailure> {
    let mut output = Output { text: Vec::new(), portable: true, answers: answers.iter(), line_separator };
    let result = output.print_all(format, arguments);
    let written = Formatted { text: output.text.into(), portable: output.portable };
    match result {
        Ok(()) => Ok(written),
        Err(error) => Err(FormatFailure { written, error }),
    }
}

/// Which argument a specifier means.
struct Selector<'a> {
    arguments: Option<&'a [FormatArgument]>,
    /// The one before, for `%<s`.
    last: Option<usize>,
    /// The next of those without an index, which others do not move.
    ordinary: usize,
}

impl<'a> Selector<'a> {
    /// The argument and its position.
    fn select(&mut self, specifier: &Specifier) -> Result<(&'a FormatArgument, usize), FormatError> {
        let missing = || FormatError::MissingFormatArgument { specifier: specifier.to_string() };
        let position = match specifier.index {
            Index::Previous => self.last.ok_or_else(missing)?,
            Index::Explicit(index) => index as usize - 1,
            Index::Ordinary => {
                self.ordinary += 1;
                self.ordinary - 1
            }
        };
        self.last = Some(position);
        let argument = match self.arguments {
            Some(arguments) => arguments.get(position).ok_or_else(missing)?,
            None => &FormatArgument::Null,
        };
        Ok((argument, position))
    }
}

struct Output<'a> {
    text: Vec<u16>,
    portable: bool,
    /// What the program said of objects, in order.
    answers: std::slice::Iter<'a, JavaString>,
    line_separator: &'a str,
}

impl Output<'_> {
    /// All of the format string is read, and judged, before anything is written.
    fn print_all(&mut self, format: &[u16], arguments: Option<&[FormatArgument]>) -> Result<(), FormatError> {
        let pieces = parse(format)?;
        let mut selector = Selector { arguments, last: None, ordinary: 0 };
        for piece in &pieces {
            match piece {
                Piece::Text(range) => self.text.extend_from_slice(&format[range.clone()]),
                Piece::Specifier(specifier) => self.print(specifier, &mut selector)?,
            }
        }
        Ok(())
    }

    fn print(&mut self, specifier: &Specifier, selector: &mut Selector) -> Result<(), FormatError> {
        specifier.check_padding()?;
        match specifier.conversion {
            b'n' => self.text.extend(self.line_separator.encode_utf16()),
            b'%' => self.justify(specifier, &[u16::from(b'%')]),
            _ => {
                let (argument, position) = selector.select(specifier)?;
                self.print_argument(specifier, argument, position)?;
            }
        }
        Ok(())
    }

    fn print_argument(
        &mut self,
        specifier: &Specifier,
        argument: &FormatArgument,
        position: usize,
    ) -> Result<(), FormatError> {
        match (specifier.conversion, argument) {
            (b'b', _) => {
                let truth = !matches!(
                    argument,
                    FormatArgument::Null | FormatArgument::Primitive(Primitive::Boolean(false))
                );
                self.print_text(specifier, &ascii(if truth { "true" } else { "false" }));
            }
            (b's', _) if specifier.flags.has(Flag::Alternate) => {
                return Err(specifier.mismatch(Flag::Alternate));
            }
            (_, FormatArgument::Null) => self.print_text(specifier, &ascii("null")),
            (b's', FormatArgument::Text(text)) => self.print_text(specifier, text.units()),
            (b's', FormatArgument::Object { .. }) => {
                let text = self.answers.next().ok_or(FormatError::NeedsText { argument: position })?;
                self.print_text(specifier, text.units());
            }
            (b's', FormatArgument::Primitive(value)) => {
                self.portable &= primitive_text_is_portable(*value);
                self.print_text(specifier, primitive_to_text(*value).units());
            }
            (b'h', _) => {
                let hash = match argument {
                    FormatArgument::Text(text) => string_hash(text.units()),
                    FormatArgument::Primitive(value) => primitive_hash(*value),
                    FormatArgument::Object { .. } => {
                        let hash = self.answers.next();
                        let hash = hash.ok_or(FormatError::NeedsHash { argument: position })?;
                        hash.to_string_lossy().parse().unwrap_or_default()
                    }
                    FormatArgument::Null => 0,
                };
                self.print_text(specifier, &ascii(&int_to_unsigned_string(hash, 16)));
            }
            (b'c', _) => {
                let text = character_text(specifier, argument)?;
                self.print_text(specifier, &text);
            }
            (b'd' | b'o' | b'x', _) => {
                let text = integer_text(specifier, argument)?;
                self.justify(specifier, &ascii(&text));
            }
            (_, FormatArgument::Primitive(Primitive::Double(value))) => {
                self.print_floating(specifier, *value);
            }
            (_, FormatArgument::Primitive(Primitive::Float(value))) => {
                self.print_floating(specifier, f64::from(*value));
            }
            _ => return Err(wrong_type(specifier, argument)),
        }
        Ok(())
    }

    fn print_floating(&mut self, specifier: &Specifier, value: f64) {
        let (text, portable) = floating::text(specifier, value);
        self.portable &= portable;
        self.justify(specifier, &ascii(&text));
    }

    /// Cut to the precision, then in upper case if asked, then padded.
    fn print_text(&mut self, specifier: &Specifier, text: &[u16]) {
        let length = specifier.precision.map_or(text.len(), |precision| text.len().min(precision as usize));
        let cut = &text[..length];
        if specifier.upper_case {
            self.justify(specifier, &character::to_upper_case_text(cut));
        } else {
            self.justify(specifier, cut);
        }
    }

    fn justify(&mut self, specifier: &Specifier, text: &[u16]) {
        let padding = (specifier.width.unwrap_or(0) as usize).saturating_sub(text.len());
        let spaces = std::iter::repeat_n(u16::from(b' '), padding);
        if specifier.flags.has(Flag::LeftJustify) {
            self.text.extend_from_slice(text);
            self.text.extend(spaces);
        } else {
            self.text.extend(spaces);
            self.text.extend_from_slice(text);
        }
    }
}

fn ascii(text: &str) -> Vec<u16> {
    text.encode_utf16().collect()
}

fn wrong_type(specifier: &Specifier, argument: &FormatArgument) -> FormatError {
    FormatError::IllegalFormatConversion {
        conversion: char::from(specifier.conversion),
        class: java_class(argument).to_owned(),
    }
}

fn character_text(specifier: &Specifier, argument: &FormatArgument) -> Result<Vec<u16>, FormatError> {
    let code_point = match argument {
        FormatArgument::Primitive(Primitive::Char(unit)) => return Ok(vec![*unit]),
        FormatArgument::Primitive(Primitive::Byte(value)) => i32::from(*value),
        FormatArgument::Primitive(Primitive::Short(value)) => i32::from(*value),
        FormatArgument::Primitive(Primitive::Int(value)) => *value,
        _ => return Err(wrong_type(specifier, argument)),
    };
    if !(0..=0x10ffff).contains(&code_point) {
        return Err(FormatError::IllegalFormatCodePoint { code_point });
    }
    let mut units = Vec::with_capacity(2);
    character::push_code_point(&mut units, code_point as u32);
    Ok(units)
}

fn integer_text(specifier: &Specifier, argument: &FormatArgument) -> Result<String, FormatError> {
    // In octal and hexadecimal a negative number shows the bits of its type.
    let (value, bits) = match argument {
        FormatArgument::Primitive(Primitive::Byte(value)) => (i64::from(*value), i64::from(*value as u8)),
        FormatArgument::Primitive(Primitive::Short(value)) => (i64::from(*value), i64::from(*value as u16)),
        FormatArgument::Primitive(Primitive::Int(value)) => (i64::from(*value), i64::from(*value as u32)),
        FormatArgument::Primitive(Primitive::Long(value)) => (*value, *value),
        _ => return Err(wrong_type(specifier, argument)),
    };
    if specifier.conversion == b'd' {
        let digits = long_to_string(value, 10);
        let magnitude = digits.trim_start_matches('-');
        return Ok(signed(specifier, value < 0, |sign_length| {
            magnitude_text(magnitude, specifier, specifier.width_for_magnitude(value < 0), sign_length)
        }));
    }
    for flag in [Flag::Parentheses, Flag::LeadingSpace, Flag::Plus] {
        if specifier.flags.has(flag) {
            return Err(specifier.mismatch(flag));
        }
    }
    let (radix, prefix) = if specifier.conversion == b'o' { (8, "0") } else { (16, "0x") };
    let digits = long_to_unsigned_string(bits, radix);
    let prefix = if specifier.flags.has(Flag::Alternate) { prefix } else { "" };
    let zeros = specifier.zeros_after(prefix.len() + digits.len());
    let text = std::format!("{prefix}{zeros}{digits}");
    Ok(if specifier.upper_case { text.to_ascii_uppercase() } else { text })
}

/// Wraps the magnitude that `inner` makes, given the length of what stands before it, in its sign.
fn signed(specifier: &Specifier, negative: bool, inner: impl FnOnce(usize) -> String) -> String {
    let flags = &specifier.flags;
    let (before, after) = match negative {
        true if flags.has(Flag::Parentheses) => ("(", ")"),
        true => ("-", ""),
        false if flags.has(Flag::Plus) => ("+", ""),
        false if flags.has(Flag::LeadingSpace) => (" ", ""),
        false => ("", ""),
    };
    std::format!("{before}{}{after}", inner(before.len()))
}

/// The digits with a comma before each group of three of the whole part, and zeros in front up to
/// `width`, of which `taken` is used up.
fn magnitude_text(digits: &str, specifier: &Specifier, width: Option<usize>, taken: usize) -> String {
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    if specifier.flags.has(Flag::Group) {
        let whole = digits.find('.').unwrap_or(digits.len());
        for (index, digit) in digits.char_indices() {
            if index > 0 && index < whole && (whole - index).is_multiple_of(3) {
                text.push(',');
            }
            text.push(digit);
        }
    } else {
        text.push_str(digits);
    }
    match width {
        Some(width) if specifier.flags.has(Flag::ZeroPad) => {
            let zeros = width.saturating_sub(taken + text.len());
            "0".repeat(zeros) + &text
        }
        _ => text,
    }
}
