//! From the place where pest stopped to a message for people: what is there, and what could have been.
//!
//! pest names all that it tried at the furthest place, often dozens of tokens. A message says one or two: the
//! punctuation that ends what was begun, or the general word for what may begin there.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use pest::Parser as _;

use crate::syntax::error::Problem;
use crate::syntax::lexer::{Lexer, Token, TokenKind};
use crate::syntax::nesting::{Nesting, Unbalanced};
use crate::syntax::unicode_escapes::Translated;

use super::grammar::{Grammar, Rule};

/// Held while pest's process-wide switch for details is on.
static DETAILS: Mutex<()> = Mutex::new(());

/// What pest tried at the furthest place.
struct Attempts {
    position: usize,
    symbols: BTreeSet<String>,
    /// A letter would have fitted.
    name: bool,
}

impl Attempts {
    fn has(&self, symbol: &str) -> bool {
        self.symbols.contains(symbol)
    }
}

/// The tokens around the furthest place.
struct Place<'a> {
    before: Option<Token<'a>>,
    found: Option<Token<'a>>,
}

/// Parses a text that is known to be wrong once more, this time with details, and says what is wrong.
pub(super) fn explain(rule: Rule, source: &Translated<'_>, nesting: &Nesting) -> Box<Problem> {
    let Some(attempts) = attempts(rule, &source.text) else {
        return Problem::new(source.raw_span(0, 0), "this is no Java that the parser understands");
    };
    let place = place(&source.text, attempts.position);
    let (expected, is_closing) = expected(&attempts, &place).unzip();
    let is_closing = is_closing.unwrap_or(false);
    let found = place.found.map_or_else(|| "the end of the file".to_owned(), |token| quote(token.text));
    let (start, end) = match (is_closing, place.before, place.found) {
        // What is missing is missing behind the token before, as javac says it.
        (true, Some(before), _) => (before.end(), before.end()),
        (_, _, Some(found)) => (found.start, found.end()),
        (_, before, None) => before.map_or((0, 0), |before| (before.end(), before.end())),
    };
    let message = match (misplaced(&attempts, &place), expected) {
        (Some(message), _) => message.to_owned(),
        (None, Some(expected)) if is_closing => format!("expected {expected} before {found}"),
        (None, Some(expected)) => format!("expected {expected}, found {found}"),
        (None, None) => format!("{found} does not belong here"),
    };
    let problem = Problem::new(source.raw_span(start, end), message);
    match &nesting.unbalanced {
        Some(unbalanced) if is_about(unbalanced, place.found) => problem.with_help(help(unbalanced, source)),
        _ => problem,
    }
}

fn attempts(rule: Rule, text: &str) -> Option<Attempts> {
    let error = {
        let _switched_on = DETAILS.lock().unwrap_or_else(PoisonError::into_inner);
        pest::set_error_detail(true);
        let result = Grammar::parse(rule, text);
        pest::set_error_detail(false);
        result.err()?
    };
    let attempts = error.parse_attempts()?;
    let position = attempts.max_position;
    let mut symbols = BTreeSet::new();
    let mut name = false;
    for token in attempts.expected_tokens() {
        // The type of the tokens is not exported; a range prints as its ends.
        match token.to_string().as_str() {
            "a..z" => name = true,
            "BUILTIN_RULE" => {}
            symbol => {
                symbols.insert(symbol.to_owned());
            }
        }
    }
    // Behind a letter, letters were tried to make the word longer.
    let is_behind_word = text[..position].ends_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | '$'));
    Some(Attempts { position, symbols, name: name && !is_behind_word })
}

fn place(text: &str, position: usize) -> Place<'_> {
    let mut before = None;
    for token in Lexer::new(text).map_while(Result::ok) {
        if token.end() > position {
            return Place { before, found: Some(token) };
        }
        before = Some(token);
    }
    Place { before, found: None }
}

/// What to say was expected, and whether it is what ends something begun before; nothing where too much was.
fn expected(attempts: &Attempts, place: &Place<'_>) -> Option<(String, bool)> {
    let says = |text: &str| Some((text.to_owned(), false));
    if attempts.has("while") && attempts.has("return") {
        return says(if attempts.has("}") { "a statement or '}'" } else { "a statement" });
    }
    if attempts.has("new") && attempts.has("switch") {
        let ends = [")", ";", "]", "}"].into_iter().find(|end| attempts.has(end));
        return match ends {
            Some(end) if place.before.is_none_or(|before| before.text != ",") => {
                Some((format!("an expression or '{end}'"), false))
            }
            _ => says("an expression"),
        };
    }
    if attempts.has("private") {
        return says(match (attempts.has("}"), attempts.has("import")) {
            (true, _) => "a field, a method or '}'",
            (_, true) => "'import', 'class', 'interface', 'enum' or 'record'",
            _ => "'class', 'interface', 'enum' or 'record'",
        });
    }
    let closing: Vec<_> = [",", ";", ")", "]", "}"].into_iter().filter(|end| attempts.has(end)).collect();
    match closing[..] {
        [",", ";", ..] | [";", ..] => return Some(("';'".to_owned(), true)),
        [",", end] => return Some((format!("',' or '{end}'"), true)),
        [end] if end != "," => return Some((format!("'{end}'"), true)),
        _ => {}
    }
    if attempts.name {
        return says("a name");
    }
    let symbols: Vec<_> = attempts.symbols.iter().filter(|symbol| is_worth_saying(symbol)).collect();
    match symbols[..] {
        [] => None,
        [only] => Some((quote(only), false)),
        [first, second] => Some((format!("{} or {}", quote(first), quote(second)), false)),
        _ => {
            let likely = ["{", "(", "->", "=", ":"].into_iter().find(|symbol| attempts.has(symbol))?;
            Some((quote(likely), false))
        }
    }
}

/// White space and comments may stand anywhere.
fn is_worth_saying(symbol: &str) -> bool {
    !symbol.trim().is_empty() && !matches!(symbol, "/*" | "//" | "*/" | "@")
}

/// What is well-formed, but not here.
fn misplaced(attempts: &Attempts, place: &Place<'_>) -> Option<&'static str> {
    const PRIMITIVES: [&str; 8] = ["int", "long", "boolean", "char", "double", "float", "byte", "short"];
    let found = place.found?;
    let is_declaration = found.kind == TokenKind::Word && attempts.has("::");
    if is_declaration && place.before.is_some_and(|before| PRIMITIVES.contains(&before.text)) {
        return Some("a variable cannot be declared here; it needs a block around it");
    }
    if !attempts.has("while") {
        return None;
    }
    match found.text {
        "else" => Some("'else' without 'if'"),
        "catch" => Some("'catch' without 'try'"),
        "finally" => Some("'finally' without 'try'"),
        "case" => Some("'case' outside 'switch'"),
        "default" => Some("'default' outside 'switch'"),
        _ => None,
    }
}

/// Whether the parser stopped at the bracket that fits badly, or at the end.
fn is_about(unbalanced: &Unbalanced, found: Option<Token<'_>>) -> bool {
    match (unbalanced.close_at, found) {
        (Some(at), Some(found)) => at == found.start,
        (None, found) => found.is_none(),
        (Some(_), None) => false,
    }
}

fn help(unbalanced: &Unbalanced, source: &Translated<'_>) -> String {
    let before = &source.text[..unbalanced.open_at];
    let line = 1 + before.replace("\r\n", "\n").matches(['\n', '\r']).count();
    format!("the '{}' of line {line} is not closed", unbalanced.opening)
}

/// A token in quotes; a long one by its beginning.
fn quote(token: &str) -> String {
    /// In characters.
    const LONGEST: usize = 40;
    match token.char_indices().nth(LONGEST) {
        Some((cut, _)) => format!("'{}…'", token[..cut].escape_debug()),
        None => format!("'{token}'"),
    }
}
