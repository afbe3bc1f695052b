//! `\uXXXX`, translated before everything else (JLS 3.3), with a map back to the raw file.
//!
//! Invariants
//! - The map is monotonic; a position inside the translation of one escape maps to where the escape begins.
//! - An escaped surrogate pair becomes its character. A lone surrogate fits no Rust string: its escape stays
//!   as it is, and the literal that holds it reads it (`syntax/literal.rs`).

use std::borrow::Cow;

use super::tree::Span;

/// A text without unicode escapes and the way back.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Translated<'a> {
    pub text: Cow<'a, str>,
    /// Behind each translated escape: its position in `text` and in the raw file.
    anchors: Vec<(u32, u32)>,
}

/// An escape that is none: `\u12`.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct MalformedEscape {
    pub span: Span,
}

impl Translated<'_> {
    /// The raw byte offset of a position in `text`.
    pub(super) fn raw_offset(&self, position: u32) -> u32 {
        match self.anchors.partition_point(|&(translated, _)| translated <= position).checked_sub(1) {
            None => position,
            Some(i) => {
                let (translated, raw) = self.anchors[i];
                // Never past the next escape: its whole translation stands for the place where it begins.
                let limit = self.anchors.get(i + 1).map_or(u32::MAX, |next| next.1);
                (raw + (position - translated)).min(limit)
            }
        }
    }

    pub(super) fn raw_span(&self, start: usize, end: usize) -> Span {
        Span::new(self.raw_offset(start as u32), self.raw_offset(end as u32))
    }
}

/// Translates the escapes of `raw`; borrows where there are none, which is nearly always.
pub(super) fn translate(raw: &str) -> Result<Translated<'_>, MalformedEscape> {
    if !raw.contains("\\u") {
        return Ok(Translated { text: Cow::Borrowed(raw), anchors: Vec::new() });
    }
    let mut text = String::with_capacity(raw.len());
    let mut anchors = Vec::new();
    let mut position = 0;
    // javac's rule: a backslash that follows a raw one is escaped by it and begins nothing; one
    // that follows an escaped backslash may begin an escape again.
    let mut escaped_by_previous = false;
    while let Some(found) = raw[position..].find('\\') {
        text.push_str(&raw[position..position + found]);
        if found > 0 {
            escaped_by_previous = false;
        }
        position += found;
        if !escaped_by_previous && raw[position + 1..].starts_with('u') {
            let (unit, mut end) = escape_at(raw, position)?;
            let decoded = match unit {
                0xD800..=0xDBFF => low_surrogate_at(raw, end).map(|(low, behind)| {
                    end = behind;
                    0x10000 + ((u32::from(unit) - 0xD800) << 10) + (u32::from(low) - 0xDC00)
                }),
                0xDC00..=0xDFFF => None,
                _ => Some(u32::from(unit)),
            };
            match decoded.and_then(char::from_u32) {
                Some(c) => {
                    text.push(c);
                    anchors.push((text.len() as u32, end as u32));
                }
                None => text.push_str(&raw[position..end]),
            }
            position = end;
            // What an escape produced is not part of another one.
            escaped_by_previous = false;
        } else {
            text.push('\\');
            position += 1;
            escaped_by_previous = !escaped_by_previous;
        }
    }
    text.push_str(&raw[position..]);
    Ok(Translated { text: Cow::Owned(text), anchors })
}

/// The unit of the escape that begins at the backslash at `start`, and the offset behind it.
fn escape_at(raw: &str, start: usize) -> Result<(u16, usize), MalformedEscape> {
    let bytes = raw.as_bytes();
    let mut digits = start + 1;
    while bytes.get(digits) == Some(&b'u') {
        digits += 1;
    }
    let is_hex = bytes.get(digits..digits + 4).is_some_and(|d| d.iter().all(u8::is_ascii_hexdigit));
    if !is_hex {
        return Err(MalformedEscape { span: Span::new(start as u32, digits as u32) });
    }
    let unit = u16::from_str_radix(&raw[digits..digits + 4], 16).unwrap_or_default();
    Ok((unit, digits + 4))
}

fn low_surrogate_at(raw: &str, start: usize) -> Option<(u16, usize)> {
    if !raw[start..].starts_with("\\u") {
        return None;
    }
    escape_at(raw, start).ok().filter(|&(unit, _)| (0xDC00..=0xDFFF).contains(&unit))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_escape_becomes_its_character_and_maps_back_to_its_place() {
        let translated = translate(r"a\u0062c \uuu00e9;").unwrap();
        assert_eq!(translated.text, "abc é;");
        assert_eq!(translated.raw_span(1, 2), Span::new(1, 7));
        assert_eq!(translated.raw_span(2, 3), Span::new(7, 8));
        assert_eq!(translated.raw_span(4, 6), Span::new(9, 17));
        assert_eq!(translated.raw_span(6, 7), Span::new(17, 18));
    }

    #[test]
    fn an_escaped_backslash_begins_no_unicode_escape() {
        assert_eq!(translate(r#""\\u0041""#).unwrap().text, r#""\\u0041""#);
        assert_eq!(translate(r#""\\\u0041""#).unwrap().text, r#""\\A""#);
        assert_eq!(translate(r"\u005c\u005c").unwrap().text, r"\\");
    }

    #[test]
    fn a_surrogate_pair_is_one_character_and_a_lone_surrogate_stays() {
        assert_eq!(translate(r"\ud83d\ude00 \ud83d!").unwrap().text, "😀 \\ud83d!");
    }

    #[test]
    fn a_malformed_escape_is_refused_where_it_stands() {
        assert_eq!(translate(r"// \u12"), Err(MalformedEscape { span: Span::new(3, 5) }));
    }
}
