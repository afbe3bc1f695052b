//! Lines of a test class that are no longer than style guides allow: a long one goes on in the next, behind a comma, an
//! opening bracket or an arrow, or before an operator; a long text becomes several.

use super::code::{self, Token, TokenKind};

/// The longest line, but for the indent of the class.
const WIDTH: usize = 96;
/// How much further in a line goes on.
const FURTHER: usize = 8;
/// What stands in brackets stays together up to this length.
const GROUP: usize = 40;

/// The line, or the lines that it takes. Comments are wrapped where they are made.
pub(super) fn broken(line: &str) -> Vec<String> {
    if line.len() <= WIDTH || line.trim_start().starts_with("//") {
        return vec![line.to_owned()];
    }
    let indent = line.len() - line.trim_start().len();
    let room = WIDTH.saturating_sub(indent + FURTHER);
    let mut lines = vec![" ".repeat(indent)];
    let mut is_first_of_line = true;
    for piece in pieces(line.trim_start(), room) {
        let last = lines.len() - 1;
        if lines[last].len() + piece.trim_end().len() > WIDTH && !is_first_of_line {
            let kept = lines[last].trim_end().len();
            lines[last].truncate(kept);
            lines.push(" ".repeat(indent + FURTHER));
        }
        let last = lines.len() - 1;
        lines[last].push_str(&piece);
        is_first_of_line = false;
    }
    lines
}

/// What is not broken, with the blanks behind it; texts that have no room are cut.
fn pieces(line: &str, room: usize) -> Vec<String> {
    let tokens = code::tokens(line);
    let mut pieces = vec![String::new()];
    // Up to here nothing is broken.
    let mut together = 0;
    for (at, token) in tokens.iter().enumerate() {
        let next = tokens.get(at + 1);
        if token.kind == TokenKind::Open {
            let close = closing(&tokens, at);
            together = if close - token.range.start <= GROUP { together.max(close) } else { together };
        }
        let end = next.map_or(line.len(), |next| next.range.start);
        let text = &line[token.range.clone()];
        let blanks = &line[token.range.end..end];
        let is_called = next.is_some_and(|next| &line[next.range.clone()] == ".");
        if token.kind == TokenKind::Quoted && text.len() > room && !is_called {
            let mut parts = parts_of_text(text, room.saturating_sub(4)).into_iter();
            push(&mut pieces, &parts.next().unwrap_or_default());
            for part in parts {
                push(&mut pieces, " ");
                pieces.push(format!("+ {part}"));
            }
        } else {
            if token.range.end > together && is_operator(line, &tokens, at) {
                pieces.push(String::new());
            }
            push(&mut pieces, text);
        }
        push(&mut pieces, blanks);
        if token.range.end > together && ends_piece(line, token, next) {
            pieces.push(String::new());
        }
    }
    pieces
}

/// Where the bracket that opens there is closed.
fn closing(tokens: &[Token], open: usize) -> usize {
    let mut depth = 0;
    for token in &tokens[open..] {
        match token.kind {
            TokenKind::Open => depth += 1,
            TokenKind::Close => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return token.range.end;
        }
    }
    usize::MAX
}

fn push(pieces: &mut [String], text: &str) {
    if let Some(last) = pieces.last_mut() {
        last.push_str(text);
    }
}

/// A `+` between blanks.
fn is_operator(line: &str, tokens: &[Token], at: usize) -> bool {
    let around = |range: &std::ops::Range<usize>| {
        line[..range.start].ends_with(' ') && line[range.end..].starts_with(' ')
    };
    tokens.get(at).is_some_and(|token| &line[token.range.clone()] == "+" && around(&token.range))
}

/// Behind a comma, an arrow, an assignment, and a bracket that is not closed at once.
fn ends_piece(line: &str, token: &Token, next: Option<&Token>) -> bool {
    let text = &line[token.range.clone()];
    let is_open = matches!(text, "(" | "{");
    let closes = next.is_none_or(|next| next.kind == TokenKind::Close);
    let is_arrow = text == ">" && line[..token.range.start].ends_with('-');
    let is_assignment =
        text == "=" && line[..token.range.start].ends_with(' ') && line[token.range.end..].starts_with(' ');
    text == "," || is_arrow || is_assignment || is_open && !closes
}

/// Literals whose concatenation is the literal; no escape is cut.
fn parts_of_text(literal: &str, room: usize) -> Vec<String> {
    let content = literal.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    let Some(content) = content.filter(|_| !literal.starts_with("\"\"\"")) else {
        return vec![literal.to_owned()];
    };
    let mut parts = vec![String::new()];
    let mut rest = content;
    while !rest.is_empty() {
        let unit = unit_len(rest);
        let last = parts.len() - 1;
        if parts[last].len() + unit > room.max(1) {
            parts.push(String::new());
        }
        let last = parts.len() - 1;
        parts[last].push_str(&rest[..unit]);
        rest = &rest[unit..];
    }
    parts.into_iter().map(|part| format!("\"{part}\"")).collect()
}

/// The length of a character or escape.
fn unit_len(text: &str) -> usize {
    let mut chars = text.chars();
    let first = chars.next().map_or(0, char::len_utf8);
    if !text.starts_with('\\') {
        return first;
    }
    let digits =
        |most: usize, radix: u32| text[1..].chars().take(most).take_while(|c| c.is_digit(radix)).count();
    let octal = digits(if text[1..].starts_with(['0', '1', '2', '3']) { 3 } else { 2 }, 8);
    match chars.next() {
        Some('u') => (2 + text[2..].chars().take(4).count()).min(text.len()),
        _ if octal > 0 => 1 + octal,
        Some(escape) => 1 + escape.len_utf8(),
        None => first,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_line_goes_on_and_says_the_same() {
        let long = format!("    int[] a = {{{}}};", vec!["1234567"; 40].join(", "));
        let lines = broken(&long);
        assert!(lines.len() > 3 && lines.iter().all(|line| line.len() <= WIDTH), "{lines:#?}");
        let words = |text: &str| text.split_whitespace().collect::<String>();
        assert_eq!(words(&lines.join("\n")), words(&long));
        assert_eq!(broken("    short();"), ["    short();"]);
    }

    #[test]
    fn a_long_text_becomes_several_and_no_escape_is_cut() {
        let text = "\\012\\\"x\\n".repeat(40);
        let line = format!("assertEquals(\"{text}\", A.f());");
        let lines = broken(&line);
        assert!(lines.iter().all(|line| line.len() <= WIDTH), "{lines:#?}");
        let joined: String = lines.iter().map(|line| line.trim()).collect::<Vec<_>>().join(" ");
        assert_eq!(joined.replace("\" + \"", "").replace("assertEquals( ", "assertEquals("), line);
        let called = format!("A.f(\"{}\".length());", "x".repeat(200));
        assert!(!broken(&called).join(" ").contains("\" + \""));
    }
}
