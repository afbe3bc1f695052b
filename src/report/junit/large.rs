//! Values too large for one method or one constant: the JVM allows a method 64 KB of code and a string constant
//! 65,535 bytes (SEMANTICS §3). Long array initialisers move to helper methods that fill the array in pieces; long
//! strings are joined from parts at run time.

use super::code::{self, TokenKind};

/// Array elements (leaves) that may stay in a test method; more of them move out.
const INLINE: usize = 256;
/// Elements that one helper fills: at most 10 bytes of code each, and a nested array's own few.
const PIECE: usize = 2_000;
/// Bytes of a literal's source that stay one constant; a constant is never longer than its source.
const STRING: usize = 16_000;

/// The helper methods of one test class.
#[derive(Default)]
pub(super) struct Helpers {
    /// Whole methods, each a list of lines without the class's indent.
    pub methods: Vec<Vec<String>>,
    arrays: usize,
}

impl Helpers {
    /// `code` (a statement or an expression) with its large values moved out. `declared` is the type of the
    /// variable that a bare `{…}` initialises.
    pub(super) fn shorten(&mut self, code: &str) -> String {
        let code = split_strings(code);
        match self.large_array(&code) {
            Some(shorter) => shorter,
            None => code,
        }
    }

    /// Replaces each outermost large array creation or initialiser.
    fn large_array(&mut self, code: &str) -> Option<String> {
        if code.len() < 2 * INLINE {
            return None;
        }
        let mut text = String::new();
        let mut copied = 0;
        for array in arrays(code) {
            let elements = &code[array.open + 1..array.close];
            if leaves(elements) <= INLINE || !is_constant(elements) {
                continue;
            }
            let call = self.array(&array.ty, elements);
            text.push_str(&code[copied..array.start]);
            text.push_str(&call);
            copied = array.close + 1;
        }
        text.push_str(&code[copied..]);
        Some(text)
    }

    /// A helper that makes the array; returns the call of it.
    fn array(&mut self, ty: &str, elements: &str) -> String {
        self.arrays += 1;
        let name = format!("array{}", self.arrays);
        let elements = code::split_commas(elements);
        let element_type = ty.strip_suffix("[]").unwrap_or(ty).trim_end();
        let (base, dimensions) = element_type.split_at(element_type.find('[').unwrap_or(element_type.len()));
        let mut body = vec![format!("{ty} array = new {base}[{}]{dimensions};", elements.len())];
        let mut piece: Vec<String> = Vec::new();
        let mut weight = 0;
        let mut pieces = Vec::new();
        for (i, element) in elements.iter().enumerate() {
            let element = self.element(element_type, element);
            weight += leaves(&element).max(1);
            piece.push(format!("array[{i}] = {element};"));
            if weight >= PIECE {
                pieces.push(std::mem::take(&mut piece));
                weight = 0;
            }
        }
        pieces.push(piece);
        for (i, statements) in pieces.into_iter().filter(|p| !p.is_empty()).enumerate() {
            let part = format!("{name}Part{}", i + 1);
            body.push(format!("{part}(array);"));
            self.method(&format!("void {part}({ty} array)"), statements);
        }
        body.push(String::from("return array;"));
        self.method(&format!("{ty} {name}()"), body);
        format!("{name}()")
    }

    /// An element of a nested array is a bare initialiser, which no assignment takes; a long one is an array of its own.
    fn element(&mut self, ty: &str, element: &str) -> String {
        let Some(inner) = element.strip_prefix('{').and_then(|e| e.strip_suffix('}')) else {
            return self.shorten(element);
        };
        if leaves(inner) > INLINE { self.array(ty, inner) } else { format!("new {ty} {element}") }
    }

    fn method(&mut self, signature: &str, statements: Vec<String>) {
        let mut lines = vec![format!("private static {signature} {{")];
        lines.extend(statements.into_iter().map(|statement| format!("    {statement}")));
        lines.push(String::from("}"));
        self.methods.push(lines);
    }
}

/// An array creation with its elements, or the initialiser of a declared array.
struct Array {
    ty: String,
    start: usize,
    open: usize,
    close: usize,
}

/// The outermost arrays of a statement or expression.
fn arrays(code: &str) -> Vec<Array> {
    let tokens = code::tokens(code);
    let text = |i: usize| &code[tokens[i].range.clone()];
    let mut found = Vec::new();
    let mut i = 0;
    while i < tokens.len() {
        if text(i) != "{" || tokens[i].kind != TokenKind::Open {
            i += 1;
            continue;
        }
        let open = tokens[i].range.start;
        let mut depth = 0_i32;
        let mut end = i;
        for (j, token) in tokens.iter().enumerate().skip(i) {
            match token.kind {
                TokenKind::Open => depth += 1,
                TokenKind::Close => depth -= 1,
                _ => {}
            }
            end = j;
            if depth == 0 {
                break;
            }
        }
        if let Some((ty, start)) = array_type(code, open) {
            found.push(Array { ty, start, open, close: tokens[end].range.start });
        }
        i = end + 1;
    }
    found
}

/// The type in front of an array's `{`, and where the whole creation begins.
fn array_type(code: &str, open: usize) -> Option<(String, usize)> {
    let before = code[..open].trim_end();
    if let Some(declaration) = before.strip_suffix('=') {
        let ty = code::Statement::read(&format!("{declaration} = x")).ty?.to_owned();
        return ty.ends_with(']').then_some((ty, open));
    }
    let start = before.rfind("new ")?;
    let ty = before[start + 4..].trim();
    let is_type = ty.ends_with("[]") && !ty.contains(['(', ')', ',', '{', '}', ';']);
    is_type.then(|| (ty.to_owned(), start))
}

/// How many values an initialiser holds, those of nested arrays included.
fn leaves(elements: &str) -> usize {
    let tokens = code::tokens(elements);
    tokens.iter().filter(|t| t.kind == TokenKind::Symbol && &elements[t.range.clone()] == ",").count()
        + usize::from(!tokens.is_empty())
}

/// Whether elements are literals alone, so that they mean the same in another method.
fn is_constant(elements: &str) -> bool {
    const KEYWORDS: [&str; 13] = [
        "true", "false", "null", "new", "byte", "short", "char", "int", "long", "float", "double", "boolean",
        "String",
    ];
    let mut after_dot = false;
    code::tokens(elements).iter().all(|token| {
        let text = &elements[token.range.clone()];
        let qualified = after_dot;
        after_dot = text == ".";
        // `Double.NaN`: a class's name goes along, a variable's does not.
        let class = text.starts_with(|c: char| c.is_ascii_uppercase());
        token.kind != TokenKind::Word || KEYWORDS.contains(&text) || class || qualified
    })
}

/// Replaces string literals that are too long for one constant by parts joined with `concat`.
fn split_strings(code: &str) -> String {
    if code.len() < STRING {
        return code.to_owned();
    }
    let mut text = String::new();
    let mut copied = 0;
    for token in code::tokens(code) {
        let literal = &code[token.range.clone()];
        if token.kind == TokenKind::Quoted && literal.len() > STRING && !literal.starts_with("\"\"\"") {
            text.push_str(&code[copied..token.range.start]);
            text.push_str(&joined(literal));
            copied = token.range.end;
        }
    }
    text.push_str(&code[copied..]);
    text
}

/// `"ab"` as `"a".concat("b")`, cut between characters, never inside an escape.
fn joined(literal: &str) -> String {
    let content = &literal[1..literal.len() - 1];
    let mut parts = vec![String::new()];
    let mut rest = content;
    while !rest.is_empty() {
        let len = character_len(rest);
        let mut last = parts.len() - 1;
        if parts[last].len() + len > STRING {
            parts.push(String::new());
            last += 1;
        }
        parts[last].push_str(&rest[..len]);
        rest = &rest[len..];
    }
    let mut parts = parts.into_iter();
    let mut text = format!("\"{}\"", parts.next().unwrap_or_default());
    for part in parts {
        text.push_str(&format!(".concat(\"{part}\")"));
    }
    text
}

/// The length in bytes of the first character of a literal's content, as it is written.
fn character_len(content: &str) -> usize {
    let bytes = content.as_bytes();
    if bytes[0] != b'\\' {
        return content.chars().next().map_or(1, char::len_utf8);
    }
    let len = match bytes.get(1) {
        Some(b'u') => 1 + bytes[1..].iter().take_while(|&&b| b == b'u').count() + 4,
        Some(b'0'..=b'7') => 1 + bytes[1..].iter().take(3).take_while(|b| matches!(b, b'0'..=b'7')).count(),
        Some(_) => 1 + content[1..].chars().next().map_or(0, char::len_utf8),
        None => 1,
    };
    len.min(content.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_initialiser_moves_out_and_a_short_one_stays() {
        let mut helpers = Helpers::default();
        assert_eq!(helpers.shorten("int[] a = {1, 2};"), "int[] a = {1, 2};");
        let long = vec!["-7"; 5_000].join(", ");
        assert_eq!(helpers.shorten(&format!("int[] a = {{{long}}};")), "int[] a = array1();");
        assert_eq!(helpers.shorten(&format!("f(new int[][] {{{{{long}}}, null}}, 1)")), "f(array2(), 1)");
        assert_eq!(
            helpers.shorten(&format!("f(new int[] {{x, {long}}})")),
            format!("f(new int[] {{x, {long}}})")
        );
        assert!(helpers.methods.iter().all(|method| method.len() <= PIECE + 2));
    }

    #[test]
    fn a_long_string_is_cut_between_escapes() {
        let long = format!("\"{}\"", "\\u00e9".repeat(5_000));
        let cut = joined(&long);
        assert!(cut.contains("\".concat(\"\\u"));
        assert_eq!(cut.replace("\".concat(\"", "").replace(')', ""), long);
    }
}
