//! Pieces of Java code as text: what the emitter must see in the drivers' statements and in the expected values
//! (identifiers, arguments, array elements) without a syntax tree of them, since its input is the report alone.
//!
//! A piece is split into tokens that cover it without gaps but for white space; nothing here fails: what is no Java
//! comes out as single characters.

use std::ops::Range;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TokenKind {
    Word,
    Number,
    /// A string, text block or character literal.
    Quoted,
    Open,
    Close,
    Symbol,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    pub kind: TokenKind,
    pub range: Range<usize>,
}

/// The tokens of `code`; operators come as single characters.
pub fn tokens(code: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(first) = code[at..].chars().next() {
        if first.is_whitespace() {
            at += first.len_utf8();
            continue;
        }
        let (kind, len) = token_at(&code[at..], first);
        tokens.push(Token { kind, range: at..at + len });
        at += len;
    }
    tokens
}

fn token_at(rest: &str, first: char) -> (TokenKind, usize) {
    let word = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    match first {
        '"' if rest.starts_with("\"\"\"") => (TokenKind::Quoted, quoted_len(rest, "\"\"\"")),
        '"' => (TokenKind::Quoted, quoted_len(rest, "\"")),
        '\'' => (TokenKind::Quoted, quoted_len(rest, "'")),
        '(' | '[' | '{' => (TokenKind::Open, 1),
        ')' | ']' | '}' => (TokenKind::Close, 1),
        c if c.is_ascii_digit() => (TokenKind::Number, number_len(rest)),
        '.' if rest[1..].starts_with(|c: char| c.is_ascii_digit()) => (TokenKind::Number, number_len(rest)),
        // `\u0061` in a name stands for its character.
        '\\' => (TokenKind::Word, rest[1..].find(|c| !word(c)).map_or(rest.len(), |n| n + 1)),
        c if word(c) => (TokenKind::Word, rest.find(|c| !word(c) && c != '\\').unwrap_or(rest.len())),
        c => (TokenKind::Symbol, c.len_utf8()),
    }
}

fn quoted_len(rest: &str, quote: &str) -> usize {
    let mut at = quote.len();
    while at < rest.len() {
        if rest[at..].starts_with(quote) {
            return at + quote.len();
        }
        let escaped = usize::from(rest[at..].starts_with('\\'));
        at += rest[at..].chars().take(1 + escaped).map(char::len_utf8).sum::<usize>();
    }
    rest.len()
}

fn number_len(rest: &str) -> usize {
    let hexadecimal = rest.starts_with("0x") || rest.starts_with("0X");
    let mut previous = ' ';
    for (at, c) in rest.char_indices() {
        let exponent =
            if hexadecimal { matches!(previous, 'p' | 'P') } else { matches!(previous, 'e' | 'E') };
        let goes_on =
            c.is_ascii_alphanumeric() || c == '_' || c == '.' || (exponent && matches!(c, '+' | '-'));
        if !goes_on {
            return at;
        }
        previous = c;
    }
    rest.len()
}

/// Whether `name` occurs in `code` as a whole word.
pub fn mentions(code: &str, name: &str) -> bool {
    tokens(code).iter().any(|t| t.kind == TokenKind::Word && &code[t.range.clone()] == name)
}

/// All words of `code`: names, keywords, `true`, `null`.
pub fn words(code: &str) -> impl Iterator<Item = &str> {
    tokens(code).into_iter().filter(|t| t.kind == TokenKind::Word).map(|t| &code[t.range])
}

/// The words of `code` that no dot stands before.
pub fn simple_names(code: &str) -> impl Iterator<Item = &str> {
    let mut is_member = false;
    tokens(code).into_iter().filter_map(move |token| {
        let text = &code[token.range.clone()];
        let is_simple = token.kind == TokenKind::Word && !is_member;
        is_member = text == ".";
        is_simple.then_some(text)
    })
}

/// The names with dots in them: each word that no dot stands before, with all words that follow it.
pub fn dotted_names(code: &str) -> Vec<Vec<&str>> {
    let mut names: Vec<Vec<&str>> = Vec::new();
    let (mut before, mut goes_on) = ("", false);
    for token in tokens(code) {
        let text = &code[token.range.clone()];
        match token.kind {
            TokenKind::Word if goes_on && before == "." => {
                names.last_mut().into_iter().for_each(|name| name.push(text));
            }
            TokenKind::Word if before != "." => names.push(vec![text]),
            _ => {}
        }
        goes_on = token.kind == TokenKind::Word || goes_on && text == ".";
        before = text;
    }
    names.retain(|name| name.len() > 1);
    names
}

/// `code` cut at its commas outside of all brackets, trimmed; nothing for white space.
pub fn split_commas(code: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut depth, mut start) = (0_i32, 0);
    for token in tokens(code) {
        match token.kind {
            TokenKind::Open => depth += 1,
            TokenKind::Close => depth -= 1,
            TokenKind::Symbol if depth == 0 && &code[token.range.clone()] == "," => {
                parts.push(code[start..token.range.start].trim());
                start = token.range.end;
            }
            _ => {}
        }
    }
    let last = code[start..].trim();
    if !last.is_empty() {
        parts.push(last);
    }
    parts
}

/// The last bracket pair of `code`, if `code` ends with it: where it opens, and what stands inside.
pub fn last_group(code: &str) -> Option<(usize, &str)> {
    let tokens = tokens(code);
    let last = tokens.last().filter(|t| t.kind == TokenKind::Close && t.range.end == code.len())?;
    let mut depth = 0_i32;
    for token in tokens.iter().rev() {
        match token.kind {
            TokenKind::Close => depth += 1,
            TokenKind::Open => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some((token.range.start, &code[token.range.end..last.range.start]));
        }
    }
    None
}

/// Whether the expression `code` may stand as a statement (and as the body of a lambda without a value): a call or
/// a creation, with no operator or cast around it.
pub fn is_statement_expression(code: &str) -> bool {
    let code = code.trim();
    let Some((open, _)) = last_group(code) else { return false };
    if !code[open..].starts_with('(') || code.starts_with('(') && open == 0 {
        return false;
    }
    let creation = code.starts_with("new ");
    let mut depth = 0_i32;
    for (i, token) in tokens(code).iter().enumerate() {
        let text = &code[token.range.clone()];
        match token.kind {
            // `(int) f()` begins with a cast, `(a + b).f()` with an operand: only the second goes on with a dot.
            TokenKind::Open if i == 0 && text == "(" => return after_group(code).starts_with('.'),
            TokenKind::Open => depth += 1,
            TokenKind::Close => depth -= 1,
            TokenKind::Symbol
                if depth == 0 && !(text == "." || creation && matches!(text, "<" | ">" | ",")) =>
            {
                return false;
            }
            TokenKind::Word if depth == 0 && matches!(text, "instanceof" | "switch") => return false,
            _ => {}
        }
    }
    true
}

/// What follows the bracket pair that `code` begins with.
fn after_group(code: &str) -> &str {
    let mut depth = 0_i32;
    for token in tokens(code) {
        match token.kind {
            TokenKind::Open => depth += 1,
            TokenKind::Close => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return code[token.range.end..].trim_start();
        }
    }
    ""
}

/// A driver's statement, taken apart as far as the emitter needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement<'a> {
    /// The declared type, of `int result = f();`.
    pub ty: Option<&'a str>,
    /// The variable declared or assigned.
    pub variable: Option<&'a str>,
    /// What is assigned, or the whole expression; without the semicolon.
    pub expression: &'a str,
}

impl<'a> Statement<'a> {
    pub fn read(text: &'a str) -> Self {
        let text = text.trim().trim_end_matches(';').trim_end();
        let whole = Self { ty: None, variable: None, expression: text };
        let tokens = tokens(text);
        let Some(equals) = assignment(text, &tokens) else { return whole };
        let left = text[..tokens[equals].range.start].trim_end();
        let expression = text[tokens[equals].range.end..].trim_start();
        let left_tokens = &tokens[..equals];
        let Some(name) = left_tokens.last().filter(|t| t.kind == TokenKind::Word) else { return whole };
        let before = left[..name.range.start].trim_end();
        let variable = Some(&text[name.range.clone()]);
        if before.is_empty() {
            Self { ty: None, variable, expression }
        } else if before.ends_with('.') {
            whole
        } else {
            Self { ty: Some(before.strip_prefix("final ").unwrap_or(before)), variable, expression }
        }
    }
}

/// The index of the token `=` that assigns, outside of all brackets.
fn assignment(text: &str, tokens: &[Token]) -> Option<usize> {
    let mut depth = 0_i32;
    for (i, token) in tokens.iter().enumerate() {
        match token.kind {
            TokenKind::Open => depth += 1,
            TokenKind::Close => depth -= 1,
            TokenKind::Symbol if depth == 0 => match &text[token.range.clone()] {
                "=" => {
                    let compound = text[token.range.end..].starts_with('=')
                        || text[..token.range.start].ends_with(|c| "=!<>+-*/%&|^".contains(c));
                    return (!compound).then_some(i);
                }
                "." | "<" | ">" | "," | "?" | "@" => {}
                _ => return None,
            },
            _ => {}
        }
    }
    None
}

/// `code` in ASCII: each other UTF-16 unit as `\uXXXX`, which Java reads as that unit wherever it stands.
pub fn ascii(code: &str) -> String {
    let mut text = String::with_capacity(code.len());
    let mut unit = [0; 2];
    for c in code.chars() {
        if c.is_ascii() {
            text.push(c);
        } else {
            c.encode_utf16(&mut unit).iter().for_each(|unit| text.push_str(&format!("\\u{unit:04x}")));
        }
    }
    text
}

/// A Java string literal of `text`, as SEMANTICS §3 asks: ASCII, control characters in octal with three digits.
pub fn string_literal(text: &str) -> String {
    let mut literal = String::with_capacity(text.len() + 2);
    literal.push('"');
    for c in text.chars() {
        match c {
            '"' => literal.push_str("\\\""),
            '\\' => literal.push_str("\\\\"),
            '\n' => literal.push_str("\\n"),
            '\t' => literal.push_str("\\t"),
            '\r' => literal.push_str("\\r"),
            c if c.is_ascii_control() => literal.push_str(&format!("\\{:03o}", c as u32)),
            c if c.is_ascii() => literal.push(c),
            c => literal.push_str(&ascii(c.encode_utf8(&mut [0; 4]))),
        }
    }
    literal.push('"');
    literal
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commas_in_brackets_and_literals_do_not_split() {
        assert_eq!(split_commas(r#"1, "a,\"b", ',', f(2, 3), new int[] {4, 5}"#).len(), 5);
        assert_eq!(split_commas(" "), Vec::<&str>::new());
    }

    #[test]
    fn a_cast_or_an_operator_is_no_statement() {
        for (code, expected) in [
            ("a.f(1 + 2)", true),
            ("new Stack(3)", true),
            ("new Stack(3).push(1)", true),
            ("(a + b).f()", true),
            ("(int) a.f()", false),
            ("1 + a.f()", false),
            ("a.f", false),
            ("a[f()]", false),
            ("(a)", false),
        ] {
            assert_eq!(is_statement_expression(code), expected, "{code}");
        }
    }

    #[test]
    fn a_statement_is_a_declaration_an_assignment_or_an_expression() {
        let read = Statement::read("int[][] result = A.f(a == b, x <= 3);");
        assert_eq!(
            (read.ty, read.variable, read.expression),
            (Some("int[][]"), Some("result"), "A.f(a == b, x <= 3)")
        );
        let read = Statement::read("x = 3;");
        assert_eq!((read.ty, read.variable, read.expression), (None, Some("x"), "3"));
        for whole in ["A.f(1)", "a.x = 3", "a[1] = 2", "A.f(b = 3)"] {
            assert_eq!(Statement::read(whole), Statement { ty: None, variable: None, expression: whole });
        }
    }

    #[test]
    fn literals_are_ascii_and_octal_has_three_digits() {
        assert_eq!(string_literal("a\"\\\n\u{1}2\u{e9}\u{1f600}"), r#""a\"\\\n\0012\u00e9\ud83d\ude00""#);
    }
}
