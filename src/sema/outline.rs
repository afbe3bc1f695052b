//! The outline of a library file: its text without comments and without the bodies of methods, which are
//! parsed one by one when something calls them. A program uses a few methods of a few library classes, and
//! parsing the rest would be most of the time that a small program takes to start.
//!
//! Only for the library, whose sources are our own: its text is read by tokens, not by the grammar.

use std::ops::Range;

use rustc_hash::FxHashMap;

/// The text of a file without what [`Outline::bodies`] holds.
#[derive(Debug, Default)]
pub(super) struct Outline {
    pub text: String,
    /// For the offset of each `{` of a method in [`Outline::text`]: what stands between it and its `}` in
    /// the file.
    pub bodies: FxHashMap<u32, Range<usize>>,
}

pub(super) fn outline(file: &str) -> Outline {
    let outline = Outline { text: String::with_capacity(file.len()), bodies: FxHashMap::default() };
    let mut scanner = Scanner { file, at: 0, kept: 0, outline };
    scanner.declarations();
    scanner.keep_until(file.len());
    scanner.outline
}

struct Scanner<'f> {
    file: &'f str,
    at: usize,
    /// Up to here the file is in the outline or left out.
    kept: usize,
    outline: Outline,
}

/// A token as far as outlines care.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Token<'f> {
    Word(&'f str),
    /// A character or string literal.
    Quoted,
    Symbol(u8),
}

impl<'f> Scanner<'f> {
    /// The members of classes; braces of classes are not entered but passed, since nothing else is left of
    /// the others when they are seen.
    fn declarations(&mut self) {
        let mut head = Head::default();
        while let Some(token) = self.next() {
            match token {
                Token::Symbol(b'{') if head.declares_class => head = Head::default(),
                Token::Symbol(b'{') if head.has_parameters && !head.assigns => {
                    self.leave_out_body();
                    head = Head::default();
                }
                Token::Symbol(b'{') => {
                    self.pass_block();
                    self.keep_until(self.at);
                    // An array initialiser goes on to its semicolon; a block does not.
                    if !head.assigns {
                        head = Head::default();
                    }
                }
                Token::Symbol(b'}' | b';') => head = Head::default(),
                Token::Symbol(b'=') => head.assigns = true,
                Token::Symbol(b')') => head.has_parameters = true,
                Token::Word("class" | "interface" | "enum") => head.declares_class = true,
                _ => {}
            }
        }
    }

    /// Behind the `{` of a method: what follows, up to its `}`, goes into [`Outline::bodies`].
    fn leave_out_body(&mut self) {
        let from = self.at;
        self.keep_until(from);
        let open = self.outline.text.len() - 1;
        self.pass_block();
        let to = self.at - 1;
        self.outline.bodies.insert(open as u32, from..to);
        self.kept = to;
        self.keep_until(self.at);
    }

    /// Behind a `{`: on behind its `}`. Most of a file lies between, so no token is made of it.
    fn pass_block(&mut self) {
        let bytes = self.file.as_bytes();
        let mut depth = 1;
        while depth > 0 {
            match bytes.get(self.at) {
                Some(b'{') => depth += 1,
                Some(b'}') => depth -= 1,
                Some(b'"' | b'\'') => {
                    self.at = end_of_literal(bytes, self.at);
                    continue;
                }
                Some(b'/') => {
                    self.at = self.end_of_comment(self.at).unwrap_or(self.at + 1);
                    continue;
                }
                Some(_) => {}
                None => return,
            }
            self.at += 1;
        }
    }

    /// Puts what lies before `end` into the outline.
    fn keep_until(&mut self, end: usize) {
        self.outline.text.push_str(&self.file[self.kept..end]);
        self.kept = end;
    }

    /// The next token outside methods; comments before it are left out.
    fn next(&mut self) -> Option<Token<'f>> {
        let (start, token) = self.next_raw()?;
        if self.file[self.kept..start].contains('/') {
            self.outline.text.push(' ');
            self.kept = start;
        }
        self.keep_until(self.at);
        Some(token)
    }

    /// The next token and where it begins; comments and white space are passed.
    fn next_raw(&mut self) -> Option<(usize, Token<'f>)> {
        let bytes = self.file.as_bytes();
        loop {
            let start = self.at;
            let byte = *bytes.get(start)?;
            if let Some(end) = self.end_of_comment(start) {
                self.at = end;
                continue;
            }
            match byte {
                b'"' | b'\'' => {
                    self.at = end_of_literal(bytes, start);
                    return Some((start, Token::Quoted));
                }
                _ if byte.is_ascii_whitespace() => self.at += 1,
                _ if is_word(byte) => {
                    let rest = bytes[start..].iter().position(|&b| !is_word(b));
                    self.at = rest.map_or(bytes.len(), |n| start + n);
                    return Some((start, Token::Word(&self.file[start..self.at])));
                }
                _ => {
                    self.at += 1;
                    return Some((start, Token::Symbol(byte)));
                }
            }
        }
    }

    /// Behind the comment that begins at a place; `None` where none does.
    fn end_of_comment(&self, start: usize) -> Option<usize> {
        match self.file.as_bytes().get(start..start + 2)? {
            b"//" => Some(self.find(start, "\n")),
            b"/*" => Some(self.find(start + 2, "*/")),
            _ => None,
        }
    }

    /// Behind the next `text`, or the end.
    fn find(&self, from: usize, text: &str) -> usize {
        self.file[from..].find(text).map_or(self.file.len(), |n| from + n + text.len())
    }
}

/// What has been seen since the last member ended.
#[derive(Default)]
struct Head {
    declares_class: bool,
    has_parameters: bool,
    assigns: bool,
}

/// Bytes of other scripts are parts of words too.
const fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$' || byte >= 0x80
}

/// Behind a literal in quotes that begins at `start`.
fn end_of_literal(bytes: &[u8], start: usize) -> usize {
    let quote = bytes[start];
    let mut at = start + 1;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'\\' => at += 2,
            _ if byte == quote => return at + 1,
            _ => at += 1,
        }
    }
    bytes.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bodies_of_methods_are_left_out_and_nothing_else() {
        let file = "/** A { */ class A {\n int[] x = { f('{'), 1 }; // }\n A(int y) { this.x = \"}\"; } // \n \
                    static { g(1 / 2); }\n int f() throws E { if (b) { c(); } }\n @X(1) class B { void h() {} }\n \
                    abstract int i(); }";
        let outline = outline(file);
        let text = " class A {\n int[] x = { f('{'), 1 }; A(int y) {} static { g(1 / 2); }\n int f() throws E {}\n \
                    @X(1) class B { void h() {} }\n abstract int i(); }";
        assert_eq!(outline.text, text);
        let mut bodies: Vec<&str> = outline.bodies.values().map(|range| &file[range.clone()]).collect();
        bodies.sort_unstable();
        assert_eq!(bodies, ["", " if (b) { c(); } ", " this.x = \"}\"; "]);
        for &open in outline.bodies.keys() {
            assert_eq!(outline.text.as_bytes()[open as usize], b'{');
        }
    }
}
