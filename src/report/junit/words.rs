//! Values and places as words for names: `minus_1`, `empty_string`, `RightTriangle_3_4`, `MIN_VALUE`.

use super::code::{self, Statement, Token, TokenKind};

/// Code beyond this is read as far as the first words go.
const READ: usize = 400;
/// How far variables and creations inside one another are followed.
const DEPTH: usize = 3;

/// The longest number: `minus_1_7976931348623157e308`.
const NUMBER: usize = 28;

/// The words of one value, each of ASCII letters and digits (`minus_1` is one word).
pub(super) type Words = Vec<String>;

/// As many words as `limit` has room for, joined by `_`; at least one, of which no number is cut.
pub(super) fn join(words: &[String], limit: usize) -> String {
    let mut joined = String::new();
    for word in words {
        if joined.is_empty() {
            let limit = if word.ends_with(|c: char| c.is_ascii_digit()) { limit.max(NUMBER) } else { limit };
            joined.push_str(&word[..word.len().min(limit)]);
        } else if joined.len() + 1 + word.len() <= limit {
            joined.push('_');
            joined.push_str(word);
        } else {
            break;
        }
    }
    joined.trim_matches('_').to_owned()
}

/// A value as a driver or an expectation writes it; a variable stands for what `arranged` declares it with.
pub(super) fn of_value(value: &str, arranged: &[String]) -> Words {
    let words = value_words(value, arranged, DEPTH);
    if words.is_empty() { vec![String::from("symbols")] } else { words }
}

/// The words of text that is no code.
pub(super) fn of_text(text: &str) -> Words {
    let beginning: String = text.chars().take(READ).collect();
    let spaced: String = beginning.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { ' ' }).collect();
    spaced.split_whitespace().map(str::to_owned).collect()
}

/// The words of a place or a call that is read: `pop`, `withdraw 2`, `rows 1`, without the variable or class
/// that it begins with.
pub(super) fn of_place(place: &str) -> Words {
    let place = without_cast(place.trim());
    let (member, arguments) =
        match code::last_group(place).filter(|(open, _)| place[*open..].starts_with('(')) {
            Some((open, arguments)) => (&place[..open], arguments),
            None => (place, ""),
        };
    let arguments = code::split_commas(arguments);
    let given = arguments.iter().flat_map(|argument| of_value(argument, &[]));
    code_words(last_name(member)).into_iter().chain(given).collect()
}

/// The last of the names joined by dots: `MIN_VALUE` of `Integer.MIN_VALUE`.
pub(super) fn last_name(path: &str) -> &str {
    path.rsplit(['.', '$']).next().unwrap_or(path)
}

fn value_words(value: &str, arranged: &[String], depth: usize) -> Words {
    let value = value.trim();
    if value.len() > READ || depth == 0 {
        return code_words(value);
    }
    let value = unboxed(without_cast(value));
    if value == "\"\"" {
        return vec![String::from("empty_string")];
    }
    if let Some(elements) = array_elements(value) {
        let elements = code::split_commas(elements);
        if elements.is_empty() {
            return vec![String::from("empty")];
        }
        return elements.iter().flat_map(|element| value_words(element, arranged, depth)).collect();
    }
    if let Some((class, arguments)) = creation(value) {
        let arguments = code::split_commas(arguments);
        let given = arguments.iter().flat_map(|argument| value_words(argument, arranged, depth - 1));
        return code_words(last_name(class)).into_iter().chain(given).collect();
    }
    let is_path = value.split('.').all(is_name);
    if !is_path {
        return code_words(value);
    }
    let declared = arranged.iter().map(|s| Statement::read(s)).filter(|s| s.ty.is_some());
    match declared.into_iter().find(|s| s.variable == Some(value)) {
        // What a function does is told by its variable, if by anything.
        Some(declaration) if is_function(declaration.expression) => code_words(value),
        Some(declaration) => value_words(declaration.expression, arranged, depth - 1),
        None => code_words(last_name(value)),
    }
}

/// `x -> x + 1`, `String::length`
fn is_function(expression: &str) -> bool {
    expression.split_once("->").is_some_and(|(parameters, _)| !parameters.contains('"'))
        || expression.split("::").all(is_name) && expression.contains("::")
}

fn is_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_alphabetic() || c == '_' || c == '$')
        && text.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '$')
}

/// `{1, 2}` without its braces, of it and of `new int[] {1, 2}`.
fn array_elements(value: &str) -> Option<&str> {
    let (open, elements) = code::last_group(value)?;
    let before = &value[..open];
    (value[open..].starts_with('{') && (before.is_empty() || before.starts_with("new "))).then_some(elements)
}

/// The class and the arguments of `new Account("a", 1)`.
fn creation(value: &str) -> Option<(&str, &str)> {
    let (open, arguments) = code::last_group(value)?;
    let class = value[..open].strip_prefix("new ")?.trim().trim_end_matches("<>");
    (value[open..].starts_with('(') && class.split('.').all(is_name)).then_some((class, arguments))
}

/// The operand of casts: `1` of `(byte) 1`.
fn without_cast(code: &str) -> &str {
    let tokens = code::tokens(code);
    let Some(end) = cast_end(code, &tokens, 0) else { return code };
    let rest = code[tokens[end - 1].range.end..].trim();
    if rest.is_empty() { code } else { without_cast(rest) }
}

/// Where `tokens[at]` opens a cast: the index of the token behind it.
fn cast_end(code: &str, tokens: &[Token], at: usize) -> Option<usize> {
    let text = |i: usize| tokens.get(i).map(|token: &Token| &code[token.range.clone()]);
    let follows_name = at.checked_sub(1).is_some_and(|before| tokens[before].kind == TokenKind::Word);
    if text(at) != Some("(") || follows_name {
        return None;
    }
    let inside = tokens[at + 1..].iter().take_while(|token| &code[token.range.clone()] != ")").count();
    let is_type = tokens[at + 1..at + 1 + inside].iter().all(|token| {
        token.kind == TokenKind::Word
            || matches!(&code[token.range.clone()], "." | "[" | "]" | "<" | ">" | "?")
    });
    let behind = at + inside + 2;
    let operand = tokens.get(behind)?;
    let is_operand = matches!(operand.kind, TokenKind::Word | TokenKind::Number | TokenKind::Quoted)
        || text(behind) == Some("(")
        // `(int) -1` is a cast, `(a) - 1` a difference.
        || text(behind) == Some("-") && text(at + 1).is_some_and(|ty| PRIMITIVES.contains(&ty));
    (inside > 0 && is_type && is_operand).then_some(behind)
}

const PRIMITIVES: [&str; 8] = ["boolean", "byte", "short", "char", "int", "long", "float", "double"];
const WRAPPERS: [&str; 8] = ["Boolean", "Byte", "Short", "Character", "Integer", "Long", "Float", "Double"];

/// `3` of `Integer.valueOf(3)`.
fn unboxed(value: &str) -> &str {
    let wrapped = value.split_once(".valueOf(").filter(|(class, _)| WRAPPERS.contains(class));
    wrapped.and_then(|(_, rest)| rest.strip_suffix(')')).map_or(value, without_cast)
}

/// The names, numbers and literals of a piece of code.
fn code_words(code: &str) -> Words {
    // The beginning is enough, and keeps a long literal from being split whole.
    let beginning: String = code.chars().take(READ).collect();
    let tokens = code::tokens(&beginning);
    let mut words = Words::new();
    let mut minus = false;
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        if let Some(behind) = cast_end(&beginning, &tokens, at) {
            at = behind;
            continue;
        }
        let piece = &beginning[token.range.clone()];
        let mut found = match token.kind {
            TokenKind::Symbol => {
                minus = piece == "-";
                Words::new()
            }
            TokenKind::Word if piece == "new" => Words::new(),
            TokenKind::Word => name(piece).into_iter().collect(),
            TokenKind::Number => vec![number(piece)],
            TokenKind::Quoted => quoted(piece),
            TokenKind::Open | TokenKind::Close => Words::new(),
        };
        if token.kind != TokenKind::Symbol {
            if let Some(first) = found.first_mut().filter(|_| minus) {
                first.insert_str(0, "minus_");
            }
            minus = false;
        }
        words.append(&mut found);
        at += 1;
    }
    words
}

/// A name, whose underscores are its own: one word.
fn name(piece: &str) -> Option<String> {
    let ascii: String = piece.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    Some(ascii.trim_matches('_').to_owned()).filter(|name| !name.is_empty())
}

/// `1_5` of `1.50f`; `3` of `3.0`.
fn number(piece: &str) -> String {
    let is_hexadecimal = piece.starts_with("0x") || piece.starts_with("0X");
    let digits = if is_hexadecimal { piece } else { piece.trim_end_matches(['L', 'l', 'f', 'F', 'd', 'D']) };
    let digits = digits.strip_suffix(".0").unwrap_or(digits);
    digits.replace('.', "_").replace('-', "minus").replace('+', "")
}

/// The words of a string or character literal; of a single symbol, its name.
fn quoted(literal: &str) -> Words {
    let content = literal.trim_matches(['"', '\'']);
    let mut characters: Vec<char> = Vec::new();
    let mut rest = content.chars().peekable();
    while let Some(c) = rest.next() {
        characters.push(if c == '\\' { escaped(&mut rest) } else { c });
    }
    match characters[..] {
        [] if content.is_empty() && literal.len() == 2 => return vec![String::from("empty")],
        [only] => {
            if let Some((_, name)) = SYMBOLS.iter().find(|(symbol, _)| *symbol == only) {
                return vec![(*name).to_owned()];
            }
        }
        _ => {}
    }
    let mut words = Words::new();
    let mut inside = false;
    for (i, &c) in characters.iter().enumerate() {
        let starts_number = |at: usize| characters.get(at).is_some_and(char::is_ascii_digit);
        match words.last_mut() {
            Some(word) if inside && c.is_ascii_alphanumeric() => word.push(c),
            _ if c.is_ascii_alphanumeric() => {
                let is_negative = i > 0 && characters[i - 1] == '-' && starts_number(i);
                let is_negative = is_negative && !(i > 1 && characters[i - 2].is_ascii_alphanumeric());
                words.push(format!("{}{c}", if is_negative { "minus_" } else { "" }));
            }
            _ => {}
        }
        inside = c.is_ascii_alphanumeric();
    }
    if words.is_empty() && !characters.is_empty() { vec![String::from("symbols")] } else { words }
}

/// The character that an escape stands for, as far as names care.
fn escaped(rest: &mut std::iter::Peekable<std::str::Chars>) -> char {
    match rest.next() {
        Some('u') => {
            while rest.next_if_eq(&'u').is_some() {}
            let digits: String = (0..4).filter_map(|_| rest.next_if(char::is_ascii_hexdigit)).collect();
            u32::from_str_radix(&digits, 16).ok().and_then(char::from_u32).unwrap_or('\u{fffd}')
        }
        Some(first @ '0'..='7') => {
            let digits = (0..2).map_while(|_| rest.next_if(|c| matches!(c, '0'..='7')));
            let digits: String = std::iter::once(first).chain(digits).collect();
            u32::from_str_radix(&digits, 8).ok().and_then(char::from_u32).unwrap_or('\u{fffd}')
        }
        Some('n') => '\n',
        Some('t') => '\t',
        Some('r') => '\r',
        Some(c @ ('"' | '\'' | '\\')) => c,
        _ => '\u{fffd}',
    }
}

const SYMBOLS: [(char, &str); 33] = [
    (' ', "space"),
    ('\n', "newline"),
    ('\t', "tab"),
    ('\r', "return"),
    ('\0', "nul"),
    ('.', "dot"),
    (',', "comma"),
    (';', "semicolon"),
    (':', "colon"),
    ('!', "exclamation"),
    ('?', "question"),
    ('+', "plus"),
    ('-', "minus"),
    ('*', "star"),
    ('/', "slash"),
    ('\\', "backslash"),
    ('%', "percent"),
    ('&', "ampersand"),
    ('|', "bar"),
    ('^', "caret"),
    ('~', "tilde"),
    ('=', "equals"),
    ('<', "less"),
    ('>', "greater"),
    ('(', "open"),
    (')', "close"),
    ('[', "open_bracket"),
    (']', "close_bracket"),
    ('{', "open_brace"),
    ('}', "close_brace"),
    ('#', "hash"),
    ('"', "quote"),
    ('_', "underscore"),
];

#[cfg(test)]
mod tests {
    use super::*;

    fn words(value: &str, arranged: &[&str]) -> String {
        let arranged: Vec<String> = arranged.iter().map(|&s| s.into()).collect();
        join(&of_value(value, &arranged), 40)
    }

    #[test]
    fn values_are_named_as_a_reader_would_say_them() {
        for (value, expected) in [
            ("-1", "minus_1"),
            ("(byte) -2", "minus_2"),
            ("(Object) null", "null"),
            ("Integer.MIN_VALUE", "MIN_VALUE"),
            ("TrafficLight.Phase.RED_AMBER", "RED_AMBER"),
            ("Integer.valueOf((byte) 3)", "3"),
            ("-348.0", "minus_348"),
            ("1.5e-3f", "1_5eminus3"),
            ("\"\"", "empty_string"),
            ("new String[] {\"\", null}", "empty_string_null"),
            ("{}", "empty"),
            ("new int[][] {{1}, {}}", "1_empty"),
            ("\"a\\n\\u00e9-12 b-3\"", "a_minus_12_b_3"),
            ("'\\''", "symbols"),
            ("\"[]\"", "symbols"),
            ("'-'", "minus"),
        ] {
            assert_eq!(words(value, &[]), expected, "{value}");
        }
    }

    #[test]
    fn variables_stand_for_what_they_hold() {
        let arranged = ["Shapes.Square a = new Shapes.Square(2);", "Shapes.Shape[] all = {a, null};"];
        assert_eq!(words("all", &arranged), "Square_2_null");
        // Its own initializer would never end.
        assert_eq!(words("x", &["Object x = x;"]), "x");
    }

    #[test]
    fn words_are_cut_between_one_another() {
        assert_eq!(join(&of_value("{12345, 67890, 1}", &[]), 12), "12345_67890");
        assert_eq!(join(&of_value("-9223372036854775807L", &[]), 12), "minus_9223372036854775807");
    }

    #[test]
    fn a_place_is_named_by_its_member() {
        let place = |code: &str| join(&of_place(code), 40);
        assert_eq!(place("((Accounts.Account) account).balance"), "balance");
        assert_eq!(place("account.withdraw(2L)"), "withdraw_2");
        assert_eq!(place("Tickets.closed"), "closed");
        assert_eq!(place("rows[1]"), "rows_1");
    }
}
