//! How deep a file is nested, found in one linear pass before anything recurses over it (SEMANTICS §5).
//!
//! The pass keeps a stack of what is open: brackets, and what recurses without any (`if` in `if`, `a ? b : c
//! ? d : e`, `a = b = c`, lambdas, type arguments). It need not understand Java: it may count too much
//! for a moment (a `<` that turns out to be a comparison), never too little for what the grammar recurses on.
//! Unary operators and casts cost the grammar no recursion; they are counted for the sake of the tree.

use super::lexer::{Lexer, LexicalError, Token, TokenKind};

/// The deepest nesting of each kind that is parsed (javac itself dies at about 3,000).
pub(super) const MAX_NESTING: usize = 1_000;

/// The deepest nesting of all kinds together: `f(x -> { f(x -> {` has three for each level.
const MAX_TOTAL_NESTING: usize = 5 * MAX_NESTING;

/// The most tokens of one file. The JVM's limits (64 KB of code a method, 65,535 constants a class) keep
/// what compiles far below.
pub(super) const MAX_TOKENS: usize = 2_000_000;

/// Something that is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Frame {
    Parenthesis,
    Bracket,
    Brace,
    /// A `<` that may begin type arguments; whether a comma came behind it.
    Angle {
        comma: bool,
    },
    Prefix,
    Cast,
    Assignment,
    Conditional,
    Arrow,
    If,
    Else,
    Loop,
    Do,
    Label,
}

impl Frame {
    /// How many kinds there are.
    const KINDS: usize = 14;

    const fn kind(self) -> usize {
        match self {
            Self::Parenthesis => 0,
            Self::Bracket => 1,
            Self::Brace => 2,
            Self::Angle { .. } => 3,
            Self::Prefix => 4,
            Self::Cast => 5,
            Self::Assignment => 6,
            Self::Conditional => 7,
            Self::Arrow => 8,
            Self::If => 9,
            Self::Else => 10,
            Self::Loop => 11,
            Self::Do => 12,
            Self::Label => 13,
        }
    }

    const fn describe(self) -> &'static str {
        match self {
            Self::Parenthesis => "parentheses",
            Self::Bracket => "brackets",
            Self::Brace => "braces",
            Self::Angle { .. } => "type arguments or comparisons",
            Self::Prefix => "unary operators",
            Self::Cast => "casts",
            Self::Assignment => "assignments",
            Self::Conditional => "conditional operators",
            Self::Arrow => "lambda expressions",
            Self::If => "if statements",
            Self::Else => "else branches",
            Self::Loop | Self::Do => "loops",
            Self::Label => "labels",
        }
    }

    /// Part of one expression: gone where the expression ends.
    const fn is_operator(self) -> bool {
        matches!(
            self,
            Self::Angle { .. }
                | Self::Prefix
                | Self::Cast
                | Self::Assignment
                | Self::Conditional
                | Self::Arrow
        )
    }

    const fn is_bracket(self) -> bool {
        matches!(self, Self::Parenthesis | Self::Bracket | Self::Brace)
    }
}

/// What the pass found in a file that may be parsed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Nesting {
    /// The most frames that were open at once.
    pub depth: usize,
    /// The bracket that fits its closing one badly, or that nothing closes.
    pub unbalanced: Option<Unbalanced>,
    /// Where each token ends.
    pub token_ends: Vec<u32>,
}

/// A bracket without its partner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Unbalanced {
    pub opening: char,
    pub open_at: usize,
    /// Where another bracket closes instead; `None` at the end of the file.
    pub close_at: Option<usize>,
}

/// Why a file must not be parsed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum NestingError {
    Lexical(LexicalError),
    TooDeep { at: usize, what: &'static str, limit: usize },
    TooManyTokens { at: usize },
}

/// Measures `text`; an error where it is nested too deep, or has no tokens in the first place.
pub(super) fn measure(text: &str) -> Result<Nesting, NestingError> {
    let mut scan = Scan::default();
    let mut lexer = Lexer::new(text);
    let mut next = lexer.next().transpose().map_err(NestingError::Lexical)?;
    while let Some(token) = next {
        next = lexer.next().transpose().map_err(NestingError::Lexical)?;
        scan.result.token_ends.push(token.end() as u32);
        if scan.result.token_ends.len() > MAX_TOKENS {
            return Err(NestingError::TooManyTokens { at: token.start });
        }
        // Behind a bracket that fits nothing the parser never comes.
        if scan.result.unbalanced.is_none() {
            scan.token(token, next.as_ref().map_or("", |token| token.text))?;
        }
    }
    if scan.result.unbalanced.is_none() {
        scan.result.unbalanced =
            scan.openings.last().map(|&(opening, open_at)| Unbalanced { opening, open_at, close_at: None });
    }
    Ok(scan.result)
}

/// What the token before was, as far as the next one's meaning depends on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
enum Previous {
    /// Nothing, or what an operand may follow.
    #[default]
    Other,
    Operand,
    /// An identifier where a statement may begin.
    StatementName,
    PrimitiveInParentheses,
    /// `<` or `,`: a `?` is a wildcard.
    ArgumentStart,
    OpenParenthesis,
    /// A place where a statement may begin.
    StatementStart,
}

#[derive(Default)]
struct Scan {
    frames: Vec<Frame>,
    counts: [usize; Frame::KINDS],
    /// The open brackets of `frames`, with their places.
    openings: Vec<(char, usize)>,
    previous: Previous,
    /// The `while` that ends a `do` begins no loop.
    closes_do: bool,
    result: Nesting,
}

impl Scan {
    fn push(&mut self, frame: Frame, at: usize) -> Result<(), NestingError> {
        self.frames.push(frame);
        self.counts[frame.kind()] += 1;
        self.result.depth = self.result.depth.max(self.frames.len());
        let (what, limit) = if self.counts[frame.kind()] > MAX_NESTING {
            (frame.describe(), MAX_NESTING)
        } else if self.frames.len() > MAX_TOTAL_NESTING {
            ("constructs", MAX_TOTAL_NESTING)
        } else {
            return Ok(());
        };
        Err(NestingError::TooDeep { at, what, limit })
    }

    fn pop(&mut self) -> Option<Frame> {
        let frame = self.frames.pop()?;
        self.counts[frame.kind()] -= 1;
        Some(frame)
    }

    fn pop_while(&mut self, is_over: impl Fn(Frame) -> bool) {
        while self.frames.last().is_some_and(|&frame| is_over(frame)) {
            self.pop();
        }
    }

    /// An operand is complete and a binary operator follows.
    fn end_operand(&mut self) {
        self.pop_while(|frame| matches!(frame, Frame::Prefix | Frame::Cast));
    }

    /// A comma between expressions.
    fn end_element(&mut self) {
        self.pop_while(|frame| {
            !matches!(frame, Frame::Angle { .. }) && (frame.is_operator() || frame == Frame::Label)
        });
    }

    /// A token came that no type argument holds: each `<` on top was a comparison.
    fn end_comparisons(&mut self) {
        let mut comma_seen = false;
        while let Some(&Frame::Angle { comma }) = self.frames.last() {
            comma_seen |= comma;
            self.pop();
        }
        if comma_seen {
            self.end_element();
        }
    }

    /// A statement is complete: so are those that it was the body of, up to an `if` whose `else` comes, or
    /// a `do` whose `while` comes.
    fn end_statement(&mut self, next: &str) {
        while let Some(&frame) = self.frames.last() {
            match frame {
                _ if frame.is_bracket() => return,
                Frame::If if next == "else" => {
                    self.pop();
                    self.frames.push(Frame::Else);
                    self.counts[Frame::Else.kind()] += 1;
                    return;
                }
                Frame::Do if next == "while" => {
                    self.pop();
                    self.closes_do = true;
                    return;
                }
                _ => {
                    self.pop();
                }
            }
        }
    }

    fn token(&mut self, token: Token<'_>, next: &str) -> Result<(), NestingError> {
        let previous = std::mem::take(&mut self.previous);
        self.previous = match token.kind {
            TokenKind::Word => self.word(token, previous)?,
            TokenKind::Number | TokenKind::Text => {
                self.end_comparisons();
                Previous::Operand
            }
            TokenKind::Symbol => self.symbol(token, previous, next)?,
        };
        Ok(())
    }

    fn word(&mut self, token: Token<'_>, previous: Previous) -> Result<Previous, NestingError> {
        let at = token.start;
        match token.text {
            "if" => self.push(Frame::If, at)?,
            "for" => self.push(Frame::Loop, at)?,
            "while" if self.closes_do => self.closes_do = false,
            "while" => self.push(Frame::Loop, at)?,
            "do" => {
                self.push(Frame::Do, at)?;
                return Ok(Previous::StatementStart);
            }
            "else" => {
                // Its frame took the place of its `if` when the branch before it ended.
                if self.counts[Frame::Else.kind()] > MAX_NESTING {
                    return Err(NestingError::TooDeep {
                        at,
                        what: Frame::Else.describe(),
                        limit: MAX_NESTING,
                    });
                }
                return Ok(Previous::StatementStart);
            }
            "case" | "default" => self.pop_while(|frame| !frame.is_bracket()),
            "instanceof" => self.end_operand(),
            "int" | "long" | "double" | "float" | "boolean" | "char" | "byte" | "short" => {
                return Ok(if previous == Previous::OpenParenthesis {
                    Previous::PrimitiveInParentheses
                } else {
                    Previous::Operand
                });
            }
            "this" | "super" | "true" | "false" | "null" | "class" => return Ok(Previous::Operand),
            "extends" => {}
            "return" | "throw" | "new" | "assert" | "yield" | "switch" | "try" | "catch" | "finally"
            | "synchronized" => {
                self.end_comparisons();
            }
            _ if previous == Previous::StatementStart => return Ok(Previous::StatementName),
            _ => return Ok(Previous::Operand),
        }
        Ok(Previous::Other)
    }

    #[expect(clippy::too_many_lines, reason = "one arm for each symbol of the language")]
    fn symbol(&mut self, token: Token<'_>, previous: Previous, next: &str) -> Result<Previous, NestingError> {
        let at = token.start;
        let behind_operand = matches!(previous, Previous::Operand | Previous::StatementName);
        match token.text {
            "(" => {
                self.open(Frame::Parenthesis, '(', at)?;
                Ok(Previous::OpenParenthesis)
            }
            "[" => self.open(Frame::Bracket, '[', at),
            "{" => {
                self.end_comparisons();
                self.open(Frame::Brace, '{', at)?;
                Ok(Previous::StatementStart)
            }
            ")" => {
                self.close(Frame::Parenthesis, at);
                let of_primitive = previous == Previous::PrimitiveInParentheses;
                if of_primitive || begins_cast_operand(next) {
                    self.push(Frame::Cast, at)?;
                }
                // A label may stand behind `if (…)`; an operator behind `(int)` is a prefix.
                Ok(if of_primitive || is_word(next) { Previous::StatementStart } else { Previous::Operand })
            }
            "]" => {
                self.close(Frame::Bracket, at);
                Ok(Previous::Operand)
            }
            "}" => {
                self.close(Frame::Brace, at);
                if !continues_behind_brace(next) {
                    self.end_statement(next);
                }
                Ok(if is_word(next) { Previous::StatementStart } else { Previous::Operand })
            }
            ";" => {
                self.pop_while(Frame::is_operator);
                if self.frames.last() != Some(&Frame::Parenthesis) {
                    self.end_statement(next);
                }
                Ok(Previous::StatementStart)
            }
            "," => {
                self.end_element();
                if let Some(Frame::Angle { comma }) = self.frames.last_mut() {
                    *comma = true;
                }
                Ok(Previous::ArgumentStart)
            }
            "<" => {
                self.end_operand();
                self.push(Frame::Angle { comma: false }, at)?;
                Ok(Previous::ArgumentStart)
            }
            ">" => {
                if matches!(self.frames.last(), Some(Frame::Angle { .. })) {
                    self.pop();
                    // `List<String>[]`, and not the second operand of a comparison.
                    return Ok(Previous::Operand);
                }
                self.end_operand();
                Ok(Previous::Other)
            }
            "?" if previous == Previous::ArgumentStart
                && matches!(self.frames.last(), Some(Frame::Angle { .. })) =>
            {
                Ok(Previous::Operand)
            }
            "?" => {
                self.end_comparisons();
                self.end_operand();
                self.push(Frame::Conditional, at)?;
                Ok(Previous::Other)
            }
            ":" if previous == Previous::StatementName && self.is_at_statement() => {
                self.push(Frame::Label, at)?;
                Ok(Previous::StatementStart)
            }
            ":" => {
                self.end_comparisons();
                Ok(Previous::StatementStart)
            }
            "->" => {
                self.end_comparisons();
                self.push(Frame::Arrow, at)?;
                Ok(Previous::StatementStart)
            }
            "=" | "+=" | "-=" | "*=" | "/=" | "%=" | "&=" | "|=" | "^=" | "<<=" | ">>=" | ">>>=" => {
                self.end_comparisons();
                self.end_operand();
                self.push(Frame::Assignment, at)?;
                Ok(Previous::Other)
            }
            "++" | "--" if behind_operand => Ok(Previous::Operand),
            "+" | "-" | "!" | "~" | "++" | "--" if !behind_operand => {
                self.end_comparisons();
                self.push(Frame::Prefix, at)?;
                Ok(Previous::Other)
            }
            "." | "@" | "::" | "..." => Ok(Previous::Other),
            _ => {
                self.end_comparisons();
                self.end_operand();
                Ok(Previous::Other)
            }
        }
    }

    /// No expression is open here, but for a cast that was none (`if (x) label: …`).
    fn is_at_statement(&self) -> bool {
        let innermost = self.frames.iter().rev().find(|&&frame| frame != Frame::Cast);
        innermost.is_none_or(|frame| !frame.is_operator())
    }

    fn open(&mut self, frame: Frame, symbol: char, at: usize) -> Result<Previous, NestingError> {
        self.openings.push((symbol, at));
        self.push(frame, at)?;
        Ok(Previous::Other)
    }

    fn close(&mut self, frame: Frame, at: usize) {
        self.pop_while(|frame| !frame.is_bracket());
        if self.frames.last() == Some(&frame) {
            self.pop();
            self.openings.pop();
        } else if let Some(&(opening, open_at)) = self.openings.last() {
            self.result.unbalanced = Some(Unbalanced { opening, open_at, close_at: Some(at) });
        }
    }
}

fn is_word(text: &str) -> bool {
    text.starts_with(|c: char| c.is_alphabetic() || matches!(c, '_' | '$'))
}

fn begins_cast_operand(next: &str) -> bool {
    let is_keyword =
        matches!(next, "instanceof" | "if" | "for" | "while" | "do" | "return" | "throws" | "else");
    !is_keyword
        && (is_word(next)
            || next.starts_with(|c: char| matches!(c, '(' | '!' | '~' | '"' | '\'' | '0'..='9')))
        && next != "!="
}

/// An array initialiser, a lambda's body or a switch expression, and not the end of a statement; or a
/// `try` whose other parts come.
fn continues_behind_brace(next: &str) -> bool {
    matches!(next, "catch" | "finally")
        || !(next.is_empty() || is_word(next) || matches!(next, "{" | "}" | "@" | "(" | "++" | "--" | "<"))
}
