//! A diagnostic with the line of source that it is about.
//!
//! A line may have megabytes (generated and hostile files): only a window around the place is shown, and the
//! line is never handed on as a whole.

use std::ops::Range;

use codespan_reporting::diagnostic::{Diagnostic as Report, Label};
use codespan_reporting::files::{Error, Files};
use codespan_reporting::term;

use crate::syntax::source::Position;

use super::{Diagnostic, Severity};

/// The most characters that are shown before the place, and behind it.
const BEFORE: usize = 60;
const BEHIND: usize = 100;

/// The window of one line, as codespan's files: it stands for the whole file.
struct Excerpt {
    path: String,
    position: Position,
    text: String,
    /// The marked part of `text`.
    marked: Range<usize>,
}

pub(super) fn render(diagnostic: &Diagnostic) -> String {
    let excerpt = Excerpt::new(diagnostic);
    let report = match diagnostic.severity {
        Severity::Error => Report::error(),
        Severity::Note => Report::note(),
    };
    let report = report
        .with_message(&diagnostic.message)
        .with_labels(vec![Label::primary((), excerpt.marked.clone())])
        .with_notes(diagnostic.help.iter().map(|help| format!("help: {help}")).collect());
    let config = term::Config { chars: term::Chars::ascii(), ..term::Config::default() };
    match term::emit_into_string(&config, &excerpt, &report) {
        Ok(text) => text,
        // The plain line says as much, without the excerpt.
        Err(_) => format!("{diagnostic}\n"),
    }
}

impl Excerpt {
    fn new(diagnostic: &Diagnostic) -> Self {
        let source = &diagnostic.source.text;
        let start = floor_boundary(source, diagnostic.span.start as usize);
        let end = floor_boundary(source, diagnostic.span.end as usize).max(start);
        let is_break = |c: char| c == '\n' || c == '\r';
        let before = source[..start].chars().rev().take_while(|&c| !is_break(c)).take(BEFORE + 1);
        let before: Vec<char> = before.collect();
        let behind: Vec<char> =
            source[start..].chars().take_while(|&c| !is_break(c)).take(BEHIND + 1).collect();
        let mut text = String::new();
        if before.len() > BEFORE {
            text.push('…');
        }
        text.extend(before.iter().take(BEFORE).rev().map(|&c| visible(c)));
        let marked_start = text.len();
        let mut marked_end = None;
        let mut offset = start;
        for &c in behind.iter().take(BEHIND) {
            if offset >= end {
                marked_end.get_or_insert(text.len());
            }
            text.push(visible(c));
            offset += c.len_utf8();
        }
        let marked = marked_start..marked_end.unwrap_or(text.len()).max(marked_start);
        if behind.len() > BEHIND {
            text.push('…');
        }
        Self {
            path: diagnostic.source.path.display().to_string(),
            position: diagnostic.position(),
            text,
            marked,
        }
    }
}

/// The nearest character boundary at or before `offset`.
fn floor_boundary(text: &str, offset: usize) -> usize {
    let offset = offset.min(text.len());
    (0..=offset).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}

/// A terminal takes orders from control characters; a tab is one column here as in Java.
fn visible(c: char) -> char {
    match c {
        '\t' => ' ',
        _ if c.is_control() => '\u{FFFD}',
        _ => c,
    }
}

impl<'a> Files<'a> for Excerpt {
    type FileId = ();
    type Name = &'a str;
    type Source = &'a str;

    fn name(&'a self, (): ()) -> Result<&'a str, Error> {
        Ok(&self.path)
    }

    fn source(&'a self, (): ()) -> Result<&'a str, Error> {
        Ok(&self.text)
    }

    fn line_index(&'a self, (): (), _: usize) -> Result<usize, Error> {
        Ok(0)
    }

    fn line_number(&'a self, (): (), _: usize) -> Result<usize, Error> {
        Ok(self.position.line as usize)
    }

    fn column_number(&'a self, (): (), _: usize, _: usize) -> Result<usize, Error> {
        Ok(self.position.column as usize)
    }

    fn line_range(&'a self, (): (), line: usize) -> Result<Range<usize>, Error> {
        match line {
            0 => Ok(0..self.text.len()),
            given => Err(Error::LineTooLarge { given, max: 0 }),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::syntax::source::SourceFile;
    use crate::syntax::tree::Span;

    fn rendered(text: &str, span: Span) -> String {
        let source = Arc::new(SourceFile::new("A.java".into(), text.to_owned()));
        Diagnostic::error(&source, span, "what is wrong").with_help("what to do").render()
    }

    #[test]
    fn the_place_is_marked_in_its_line() {
        let text = rendered("class A {\n\tint x = 5\n}\n", Span::new(19, 20));
        let expected = "error: what is wrong\n  --> A.java:2:10\n  |\n2 |  int x = 5\n  |          ^\n  |\n  = help: what to do\n\n";
        assert_eq!(text, expected);
    }

    #[test]
    fn of_a_line_of_megabytes_a_window_is_shown() {
        let text = rendered(&"é".repeat(5_000_000), Span::new(6_000_000, 6_000_002));
        assert!(text.len() < 2_000, "{} bytes", text.len());
        assert!(text.contains("A.java:1:3000001"), "{text}");
    }
}
