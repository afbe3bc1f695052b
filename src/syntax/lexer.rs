//! The tokens of a file in one linear pass, as far as the check of nesting and the error messages need them.
//!
//! It is lenient where the grammar is strict (a number is a run of letters and digits), and it has no
//! memory: what a `>` closes is `syntax/nesting.rs`'s question. What is no token at all (an unclosed comment
//! or literal, a stray character, binary data) is refused here, where it can be named.

use std::fmt;

/// One token: its kind and its place in the translated text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token<'a> {
    pub kind: TokenKind,
    pub text: &'a str,
    pub start: usize,
}

impl Token<'_> {
    pub fn end(&self) -> usize {
        self.start + self.text.len()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// An identifier or keyword.
    Word,
    Number,
    /// A string, a text block or a character.
    Text,
    /// An operator, bracket or separator. `>` stands alone where it may close type arguments.
    Symbol,
}

/// A place where no token is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LexicalError {
    pub start: usize,
    pub end: usize,
    pub problem: LexicalProblem,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LexicalProblem {
    UnclosedComment,
    UnclosedString,
    UnclosedTextBlock,
    UnclosedCharacter,
    EmptyCharacter,
    TextBlockOpening,
    ByteOrderMark,
    Illegal(char),
}

impl fmt::Display for LexicalProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnclosedComment => f.write_str("this comment is never closed with '*/'"),
            Self::UnclosedString => f.write_str("this string literal is not closed on its line"),
            Self::UnclosedTextBlock => f.write_str("this text block is never closed with '\"\"\"'"),
            Self::UnclosedCharacter => f.write_str("this character literal is not closed"),
            Self::EmptyCharacter => f.write_str("a character literal needs a character"),
            Self::TextBlockOpening => {
                f.write_str("behind the '\"\"\"' that opens a text block the line must end")
            }
            Self::ByteOrderMark => f.write_str("the file begins with a byte order mark, which javac refuses"),
            Self::Illegal(c) if c.is_ascii_graphic() => {
                write!(f, "the character '{c}' begins nothing in Java")
            }
            Self::Illegal(c) => {
                write!(
                    f,
                    "the character U+{:04X} has no place in Java source: is this a text file?",
                    u32::from(*c)
                )
            }
        }
    }
}

/// Iterates over the tokens; ends behind the first error.
pub struct Lexer<'a> {
    text: &'a str,
    position: usize,
}

impl<'a> Lexer<'a> {
    pub fn new(text: &'a str) -> Self {
        Self { text, position: 0 }
    }

    fn byte(&self, ahead: usize) -> u8 {
        self.text.as_bytes().get(self.position + ahead).copied().unwrap_or(0)
    }

    fn error(&mut self, start: usize, end: usize, problem: LexicalProblem) -> LexicalError {
        self.position = self.text.len();
        LexicalError { start, end, problem }
    }

    fn skip_trivia(&mut self) -> Result<(), LexicalError> {
        let bytes = self.text.as_bytes();
        while let Some(&byte) = bytes.get(self.position) {
            match byte {
                b' ' | b'\t' | b'\n' | b'\r' | 0x0C => self.position += 1,
                b'/' if self.byte(1) == b'/' => {
                    let rest = &bytes[self.position..];
                    let length = rest.iter().position(|b| matches!(b, b'\n' | b'\r')).unwrap_or(rest.len());
                    self.position += length;
                }
                b'/' if self.byte(1) == b'*' => match self.text[self.position + 2..].find("*/") {
                    Some(length) => self.position += length + 4,
                    None => {
                        let start = self.position;
                        return Err(self.error(start, start + 2, LexicalProblem::UnclosedComment));
                    }
                },
                _ => break,
            }
        }
        Ok(())
    }

    fn token(&mut self) -> Result<Option<Token<'a>>, LexicalError> {
        self.skip_trivia()?;
        let start = self.position;
        let Some(c) = self.text[start..].chars().next() else { return Ok(None) };
        let (kind, length) = match c {
            '"' => (TokenKind::Text, self.string_length()?),
            '\'' => (TokenKind::Text, self.character_length()?),
            '0'..='9' => (TokenKind::Number, self.number_length()),
            '.' if self.byte(1).is_ascii_digit() => (TokenKind::Number, self.number_length()),
            'a'..='z' | 'A'..='Z' | '_' | '$' => (TokenKind::Word, self.word_length()),
            _ if c.is_ascii() => match self.symbol_length() {
                Some(length) => (TokenKind::Symbol, length),
                None => return Err(self.error(start, start + 1, LexicalProblem::Illegal(c))),
            },
            '\u{FEFF}' => return Err(self.error(start, start + c.len_utf8(), LexicalProblem::ByteOrderMark)),
            _ if may_be_in_word(c) => (TokenKind::Word, self.word_length()),
            _ => return Err(self.error(start, start + c.len_utf8(), LexicalProblem::Illegal(c))),
        };
        self.position = start + length;
        Ok(Some(Token { kind, text: &self.text[start..start + length], start }))
    }

    fn word_length(&self) -> usize {
        let rest = &self.text[self.position..];
        let ends = |c: char| !(c.is_ascii_alphanumeric() || c == '_' || c == '$' || may_be_in_word(c));
        rest.find(ends).unwrap_or(rest.len())
    }

    fn number_length(&self) -> usize {
        let bytes = &self.text.as_bytes()[self.position..];
        let is_hex = bytes.len() > 1 && matches!(bytes[1], b'x' | b'X');
        let mut length = 1;
        while let Some(&byte) = bytes.get(length) {
            let signs_exponent = matches!(byte, b'+' | b'-')
                && match bytes[length - 1] {
                    b'e' | b'E' => !is_hex,
                    b'p' | b'P' => is_hex,
                    _ => false,
                };
            if !(byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.') || signs_exponent) {
                break;
            }
            length += 1;
        }
        length
    }

    fn string_length(&mut self) -> Result<usize, LexicalError> {
        let start = self.position;
        let bytes = &self.text.as_bytes()[start..];
        if bytes.starts_with(b"\"\"\"") {
            return self.text_block_length();
        }
        let mut length = 1;
        loop {
            match bytes.get(length) {
                Some(b'"') => return Ok(length + 1),
                Some(b'\\') if !matches!(bytes.get(length + 1), None | Some(b'\n' | b'\r')) => length += 2,
                None | Some(b'\n' | b'\r' | b'\\') => {
                    return Err(self.error(start, start + length, LexicalProblem::UnclosedString));
                }
                Some(_) => length += 1,
            }
        }
    }

    fn text_block_length(&mut self) -> Result<usize, LexicalError> {
        let start = self.position;
        let bytes = &self.text.as_bytes()[start..];
        let blanks = bytes[3..].iter().take_while(|b| matches!(b, b' ' | b'\t' | 0x0C)).count();
        if !matches!(bytes.get(3 + blanks), Some(b'\n' | b'\r')) {
            return Err(self.error(start, start + 3, LexicalProblem::TextBlockOpening));
        }
        let mut length = 3 + blanks;
        loop {
            match bytes.get(length) {
                None => return Err(self.error(start, start + 3, LexicalProblem::UnclosedTextBlock)),
                Some(b'\\') => length += 2,
                Some(b'"') if bytes[length..].starts_with(b"\"\"\"") => return Ok(length + 3),
                Some(_) => length += 1,
            }
        }
    }

    /// Up to the closing quote on the same line: what may stand between is the grammar's question.
    fn character_length(&mut self) -> Result<usize, LexicalError> {
        let start = self.position;
        let bytes = &self.text.as_bytes()[start..];
        let mut length = 1;
        loop {
            match bytes.get(length) {
                Some(b'\'') if length == 1 => {
                    return Err(self.error(start, start + 2, LexicalProblem::EmptyCharacter));
                }
                Some(b'\'') => return Ok(length + 1),
                Some(b'\\') if !matches!(bytes.get(length + 1), None | Some(b'\n' | b'\r')) => length += 2,
                None | Some(b'\n' | b'\r' | b'\\') => {
                    return Err(self.error(start, start + 1, LexicalProblem::UnclosedCharacter));
                }
                Some(_) => length += 1,
            }
        }
    }

    fn symbol_length(&self) -> Option<usize> {
        let rest = &self.text.as_bytes()[self.position..];
        if rest[0] == b'>' {
            let run = rest.iter().take_while(|&&b| b == b'>').count().min(3);
            let assigns_or_compares = rest.get(run) == Some(&b'=');
            return Some(if assigns_or_compares { run + 1 } else { 1 });
        }
        const LONG: [&[u8]; 22] = [
            b"<<=", b"...", b"<<", b"->", b"::", b"++", b"--", b"&&", b"||", b"==", b"!=", b"<=", b"+=",
            b"-=", b"*=", b"/=", b"%=", b"&=", b"|=", b"^=", b"@", b"?",
        ];
        if let Some(symbol) = LONG.iter().find(|symbol| rest.starts_with(symbol)) {
            return Some(symbol.len());
        }
        b"(){}[];,.=<!~:+-*/&|^%".contains(&rest[0]).then_some(1)
    }
}

/// Letters, digits and marks beyond ASCII. Lenient: the grammar knows Java's exact classes.
fn may_be_in_word(c: char) -> bool {
    !c.is_ascii() && !c.is_whitespace() && !c.is_control() && c != '\u{FEFF}'
}

impl<'a> Iterator for Lexer<'a> {
    type Item = Result<Token<'a>, LexicalError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.token().transpose()
    }
}
