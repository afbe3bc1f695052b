//! The values of character and string literals and text blocks: escapes, and a block's indentation (JLS
//! 3.10.4 to 3.10.7).
//!
//! The text is already free of unicode escapes, but for lone surrogates (`syntax/unicode_escapes.rs`).

use std::ops::Range;

use crate::jvm::character;
use crate::jvm::value::JavaString;

/// What is wrong inside a literal, and where, in bytes from the literal's start.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct LiteralProblem {
    pub message: &'static str,
    pub range: Range<usize>,
}

type Result<T> = std::result::Result<T, LiteralProblem>;

/// The unit of `'…'`, quotes included in `literal`.
pub(super) fn char_value(literal: &str) -> Result<u16> {
    let mut units = Vec::new();
    unescape(&literal[1..literal.len() - 1], 1, false, &mut units)?;
    match units[..] {
        [unit] => Ok(unit),
        _ => Err(LiteralProblem {
            message: "a char holds one UTF-16 unit; this character needs two",
            range: 0..literal.len(),
        }),
    }
}

/// The value of `"…"`, quotes included in `literal`.
pub(super) fn string_value(literal: &str) -> Result<JavaString> {
    let mut units = Vec::with_capacity(literal.len() - 2);
    unescape(&literal[1..literal.len() - 1], 1, false, &mut units)?;
    Ok(units.into())
}

/// The value of `"""…"""`, quotes included in `literal`.
pub(super) fn text_block_value(literal: &str) -> Result<JavaString> {
    let opening = literal.find(['\n', '\r']).unwrap_or(3);
    let break_length = if literal[opening..].starts_with("\r\n") { 2 } else { 1 };
    let start = opening + break_length;
    let content = literal.get(start..literal.len() - 3).unwrap_or_default();
    let lines = lines_with_offsets(content);
    let indentation = indentation(&lines);
    let mut units = Vec::with_capacity(content.len());
    for (i, &(offset, line)) in lines.iter().enumerate() {
        if i > 0 {
            // `\` at a line's end joins it with the next one.
            if ends_in_continuation(&lines[i - 1], indentation) {
                units.pop();
            } else {
                units.push(u16::from(b'\n'));
            }
        }
        let (skipped, stripped) = strip(line, indentation);
        unescape(stripped, start + offset + skipped, true, &mut units)?;
    }
    Ok(units.into())
}

/// The lines of a text block's content, each with its offset; `\r\n` and `\r` are line ends like `\n`.
fn lines_with_offsets(content: &str) -> Vec<(usize, &str)> {
    let bytes = content.as_bytes();
    let mut lines = Vec::new();
    let mut start = 0;
    let mut position = 0;
    while position < bytes.len() {
        let length = match bytes[position] {
            b'\r' if bytes.get(position + 1) == Some(&b'\n') => 2,
            b'\r' | b'\n' => 1,
            _ => 0,
        };
        if length > 0 {
            lines.push((start, &content[start..position]));
            start = position + length;
        }
        position += length.max(1);
    }
    lines.push((start, &content[start..]));
    lines
}

/// The characters of white space that every line that counts begins with: all that are not blank, and the
/// last.
fn indentation(lines: &[(usize, &str)]) -> usize {
    let last = lines.len() - 1;
    let counted =
        lines.iter().enumerate().filter(|&(i, &(_, line))| i == last || !line.chars().all(is_white));
    counted.map(|(_, &(_, line))| line.chars().take_while(|&c| is_white(c)).count()).min().unwrap_or(0)
}

/// A line without indentation and trailing white space, and how many bytes went in front.
fn strip(line: &str, indentation: usize) -> (usize, &str) {
    let trimmed = line.trim_end_matches(is_white);
    let skipped = trimmed.char_indices().nth(indentation).map_or(trimmed.len(), |(at, _)| at);
    (skipped, &trimmed[skipped..])
}

/// Whether a line ends in a backslash that no other one escapes.
fn ends_in_continuation(&(_, line): &(usize, &str), indentation: usize) -> bool {
    let (_, stripped) = strip(line, indentation);
    stripped.bytes().rev().take_while(|&b| b == b'\\').count() % 2 == 1
}

fn is_white(c: char) -> bool {
    character::is_whitespace(u32::from(c))
}

/// Appends the units of `text`. A backslash at the very end of a text block's line is kept as a unit, which
/// the caller takes away.
fn unescape(text: &str, offset: usize, is_block_line: bool, units: &mut Vec<u16>) -> Result<()> {
    let mut rest = text;
    while let Some(found) = rest.find('\\') {
        units.extend(rest[..found].encode_utf16());
        let escape = &rest[found..];
        let (unit, length) = if is_block_line && escape.len() == 1 {
            (u16::from(b'\\'), 1)
        } else {
            let at = offset + text.len() - escape.len();
            escape_value(escape).ok_or_else(|| LiteralProblem {
                message: "Java knows no such escape",
                range: at..at + 1 + escape[1..].chars().next().map_or(0, char::len_utf8),
            })?
        };
        units.push(unit);
        rest = &escape[length..];
    }
    units.extend(rest.encode_utf16());
    Ok(())
}

/// The unit of the escape that `text` begins with, and the escape's length.
fn escape_value(text: &str) -> Option<(u16, usize)> {
    let bytes = text.as_bytes();
    let unit = match bytes.get(1)? {
        b'b' => 8,
        b't' => 9,
        b'n' => 10,
        b'f' => 12,
        b'r' => 13,
        b's' => 32,
        quote @ (b'"' | b'\'' | b'\\') => u16::from(*quote),
        first @ b'0'..=b'7' => {
            let longest = if *first <= b'3' { 3 } else { 2 };
            let digits = bytes[1..].iter().take(longest).take_while(|b| (b'0'..=b'7').contains(b)).count();
            return u16::from_str_radix(&text[1..1 + digits], 8).ok().map(|unit| (unit, 1 + digits));
        }
        b'u' => {
            let start = 1 + bytes[1..].iter().take_while(|&&b| b == b'u').count();
            let unit = u16::from_str_radix(text.get(start..start + 4)?, 16).ok()?;
            return (0xD800..=0xDFFF).contains(&unit).then_some((unit, start + 4));
        }
        _ => return None,
    };
    Some((unit, 2))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block(text: &str) -> String {
        text_block_value(text).unwrap().to_string_lossy()
    }

    #[test]
    fn escapes_have_their_values() {
        assert_eq!(
            string_value(r#""a\tb\0\18\377\477\s\"""#).unwrap(),
            JavaString::from("a\tb\0\u{1}8\u{ff}'7 \"")
        );
        assert_eq!(string_value(r#""\ud83dx""#).unwrap().units(), [0xD83D, u16::from(b'x')]);
        assert_eq!(char_value(r"'\177'"), Ok(0o177));
    }

    #[test]
    fn what_is_no_escape_is_refused_where_it_stands() {
        assert_eq!(string_value(r#""ab\q""#).unwrap_err().range, 3..5);
        assert_eq!(char_value("'😀'").unwrap_err().range, 0..6);
    }

    #[test]
    fn a_text_block_loses_its_common_indentation_and_trailing_blanks() {
        assert_eq!(block("\"\"\"\n    a  \n      b\n\n    c\"\"\""), "a\n  b\n\nc");
        assert_eq!(block("\"\"\"\r\n    a\r\n  \"\"\""), "  a\n");
        assert_eq!(block("\"\"\"\n  \"\"\""), "");
    }

    #[test]
    fn a_backslash_at_a_lines_end_joins_lines_and_s_keeps_blanks() {
        assert_eq!(block("\"\"\"\n  a \\\n  b\\s\n  c\\\\\n  \"\"\""), "a b \nc\\\n");
    }
}
