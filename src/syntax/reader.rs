//! Statements read as [`parser::parse_block_statements`] reads them, with what was read before remembered: a generator of
//! tests writes the same few lines over and over, with other literals.
//!
//! A line is known by its [`Pattern`], which is the line without what stands in its *slots*: literals, and where one of
//! these is a whole operand also a negative number, a constant of a class (`Integer.MIN_VALUE`), `true` and the like. Lines
//! that parse one by one parse alike one behind the other: each ends where a statement ends, and a line that goes on with the
//! statement before it (`else`, `catch`) does not parse by itself.
//!
//! Invariant: [`Reader::read`] gives what the parser gives, spans included, whatever was read before. Lines with code that
//! has nodes of its own (classes, annotations) are parsed each time, but without the lines around them; where one does not
//! parse by itself, all are left to the parser.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::index::{Id as _, IndexVec};
use crate::jvm::operator::UnaryOperator;
use crate::jvm::value::PrimitiveType;
use crate::syntax::error::SyntaxError;
use crate::syntax::lexer::{Lexer, Token, TokenKind};
use crate::syntax::parser;
use crate::syntax::text_literal;
use crate::syntax::tree::{
    Code, Expr, ExprId, ExprKind, Ident, Literal, Name, Root, Span, Stmt, StmtKind, StmtList,
};
use transfer::Transfer;

mod transfer;

/// The patterns that are remembered together may be so long: a tree takes about fifty times the memory of its text.
const MOST_TEXT: usize = 1 << 18;

/// Stands in a pattern for each slot. It is a literal of two characters, so that the parser reads a pattern as it reads the
/// line.
const STAND_IN: &str = "\"\"";

/// Reads statements; one for each thread.
#[derive(Debug, Default)]
pub struct Reader {
    /// By pattern.
    known: FxHashMap<Box<str>, Way>,
    /// The length of all patterns.
    text: usize,
}

/// How a line is read.
#[derive(Debug)]
enum Way {
    Copied(Box<Line>),
    /// Parsed by itself each time.
    Alone,
    /// With all lines around it: it does not parse by itself.
    Whole,
}

/// A pattern as it was parsed when it was met first.
#[derive(Debug)]
struct Line {
    exprs: Vec<Expr>,
    stmts: Vec<Stmt>,
    /// Those that are inside no other.
    statements: StmtList,
    /// The stand-ins, with the number of the slot; in the order of the tree's nodes.
    slots: SmallVec<[(ExprId, usize); 8]>,
}

/// What was read of a text.
struct Lines {
    /// Its root comes last.
    code: Code,
    /// Those that are inside no other.
    statements: StmtList,
    /// Where the last token ends.
    end: u32,
}

/// A line with its slots taken out.
#[derive(Default)]
struct Pattern {
    text: String,
    /// In the order of the text.
    slots: SmallVec<[Slot; 8]>,
    /// Where the last token of the line ends; 0 where it has none.
    end: u32,
}

struct Slot {
    value: SlotValue,
    /// In the line, and of the stand-in in the pattern.
    span: Span,
    stand_in: Span,
}

enum SlotValue {
    Literal(Literal),
    /// A literal at a place behind a minus.
    Negative(Literal, Span),
    /// A class and its member.
    Constant(Ident, Ident),
}

impl Reader {
    /// The same as [`parser::parse_block_statements`].
    pub fn read(&mut self, text: &str) -> Result<Code, SyntaxError> {
        let Some(code) = self.remembered(text) else { return parser::parse_block_statements(text) };
        debug_assert!(parser::parse_block_statements(text).is_ok_and(|parsed| {
            (&parsed.exprs, &parsed.stmts, &parsed.root) == (&code.exprs, &code.stmts, &code.root)
        }));
        Ok(code)
    }

    fn remembered(&mut self, text: &str) -> Option<Code> {
        let mut lines = Lines::new();
        let mut tokens = Vec::new();
        let mut start = 0;
        for line in text.split('\n') {
            match Pattern::of(line, &mut tokens) {
                Some(pattern) if pattern.end == 0 => {}
                Some(pattern) => match self.way(&pattern)? {
                    Way::Copied(known) => known.append(&pattern, start, &mut lines),
                    Way::Alone => lines.parse(line, start)?,
                    Way::Whole => return None,
                },
                None if has_escape(line) => lines.parse(line, start)?,
                None => return None,
            }
            start += line.len() as u32 + 1;
        }
        Some(lines.finish())
    }

    fn way(&mut self, pattern: &Pattern) -> Option<&Way> {
        if !self.known.contains_key(pattern.text.as_str()) {
            self.text += pattern.text.len();
            if self.text > MOST_TEXT {
                self.known.clear();
                self.text = pattern.text.len();
            }
            self.known.insert(pattern.text.as_str().into(), Way::of(pattern));
        }
        self.known.get(pattern.text.as_str())
    }
}

impl Lines {
    const fn new() -> Self {
        let code = Code { exprs: IndexVec::new(), stmts: IndexVec::new(), root: Root::Arguments(Vec::new()) };
        Self { code, statements: Vec::new(), end: 0 }
    }

    /// Parses a line by itself and appends it; `None` where it does not parse or has what is not copied.
    fn parse(&mut self, line: &str, start: u32) -> Option<()> {
        // Behind as many blanks as there was text before all spans are right. Where it is not the last line, a mark of
        // the file's end is no part of it, so that it must not seem to be the last one.
        let text = " ".repeat(start as usize) + line + "\n";
        let Code { exprs, mut stmts, .. } = parser::parse_block_statements(&text).ok()?;
        let Stmt { kind: StmtKind::Block(mut statements), span } = stmts.pop()? else { return None };
        let first = self.code.exprs.len();
        let id = |old: ExprId| ExprId::new(first + old.index());
        let copy = Transfer { id: &id, first_stmt: self.code.stmts.len(), place: None };
        for expr in exprs.iter() {
            self.code.exprs.push(copy.expr(expr)?);
        }
        for stmt in stmts.iter() {
            self.code.stmts.push(copy.stmt(stmt)?);
        }
        copy.stmt_ids(&mut statements);
        self.statements.append(&mut statements);
        self.end = self.end.max(span.end);
        Some(())
    }

    fn finish(self) -> Code {
        let Self { mut code, statements, end } = self;
        let block = Stmt { kind: StmtKind::Block(statements), span: Span::new(0, end) };
        code.root = Root::Block(code.stmts.push(block));
        code
    }
}

/// Whether an escape for a character may stand in a line: these are translated before there are tokens.
fn has_escape(line: &str) -> bool {
    line.contains("\\u")
}

/// What texts have in common that differ in constants alone.
#[derive(Default)]
pub struct Shape {
    pub text: String,
    /// In the order of the text.
    pub slots: SmallVec<[(PlacedValue, Span); 8]>,
}

/// What stands in a slot of a text.
pub enum PlacedValue {
    Literal(Literal),
    /// Under a minus.
    Negative(Literal),
    /// `Integer.MAX_VALUE`, if that is what it looks like.
    Constant(Name, Name),
}

impl Shape {
    /// `None` where there is more in a line than tokens.
    pub fn of(text: &str) -> Option<Self> {
        let mut shape = Self::default();
        let mut tokens = Vec::new();
        let mut start = 0;
        for line in text.split('\n') {
            let pattern = Pattern::of(line, &mut tokens)?;
            shape.text.push_str(&pattern.text);
            shape.text.push('\n');
            shape.slots.extend(pattern.slots.into_iter().map(|slot| {
                let value = match slot.value {
                    SlotValue::Literal(value) => PlacedValue::Literal(value),
                    SlotValue::Negative(value, _) => PlacedValue::Negative(value),
                    SlotValue::Constant(class, member) => PlacedValue::Constant(class.name, member.name),
                };
                (value, moved(slot.span, start))
            }));
            start += line.len() as u32 + 1;
        }
        Some(shape)
    }
}

impl Pattern {
    /// `None` where there is more in the line than tokens. `tokens` is room for these, which serves all lines of a text.
    fn of<'t>(line: &'t str, tokens: &mut Vec<Token<'t>>) -> Option<Self> {
        if has_escape(line) {
            return None;
        }
        tokens.clear();
        for token in Lexer::new(line) {
            tokens.push(token.ok()?);
        }
        let mut pattern = Self {
            text: String::with_capacity(line.len() + STAND_IN.len()),
            end: tokens.last().map_or(0, |token| token.end() as u32),
            ..Self::default()
        };
        let (mut at, mut rest) = (0, 0);
        while let Some(token) = tokens.get(at) {
            let Some((value, length)) = slot(tokens, at) else {
                at += 1;
                continue;
            };
            at += length;
            let end = tokens[at - 1].end();
            pattern.text.push_str(&line[rest..token.start]);
            let start = pattern.text.len() as u32;
            pattern.text.push_str(STAND_IN);
            let stand_in = Span::new(start, pattern.text.len() as u32);
            pattern.slots.push(Slot { value, span: Span::new(token.start as u32, end as u32), stand_in });
            rest = end;
        }
        pattern.text.push_str(&line[rest..]);
        Some(pattern)
    }

    /// From a place in the pattern to the same one in the line.
    fn place(&self, place: u32) -> u32 {
        let before = self.slots.partition_point(|slot| slot.stand_in.end <= place);
        match before.checked_sub(1).map(|last| &self.slots[last]) {
            Some(slot) => slot.span.end + (place - slot.stand_in.end),
            None => place,
        }
    }
}

/// What stands in the slot that begins with a token, and of how many tokens it is; `None` where none begins.
fn slot(tokens: &[Token<'_>], at: usize) -> Option<(SlotValue, usize)> {
    let text = |at: usize| tokens.get(at).map_or("", |token| token.text);
    let ends_before = |at| matches!(text(at), "," | ")" | "}" | "]" | ";");
    let value = |at: usize| tokens.get(at).and_then(literal);
    if let Some(literal) = value(at) {
        return Some((SlotValue::Literal(literal), 1));
    }
    if !begins_operand(tokens, at) {
        return None;
    }
    let word = match text(at) {
        "true" => Some(Literal::Boolean(true)),
        "false" => Some(Literal::Boolean(false)),
        "null" => Some(Literal::Null),
        _ => None,
    };
    if let Some(word) = word {
        return ends_before(at + 1).then_some((SlotValue::Literal(word), 1));
    }
    if text(at) == "-" && ends_before(at + 2) {
        let number = tokens.get(at + 1).filter(|token| token.kind == TokenKind::Number)?;
        return Some((SlotValue::Negative(literal(number)?, span_of(number)), 2));
    }
    let [class, dot, member] = tokens.get(at..at + 3)? else { return None };
    let is_constant = dot.text == "."
        && [class, member].into_iter().all(is_plain_name)
        && ends_before(at + 3)
        && !is_cast(tokens, at, at + 3);
    is_constant.then(|| (SlotValue::Constant(ident(class), ident(member)), 3))
}

/// Whether an operand begins with a token, and not in the middle of a larger one.
fn begins_operand(tokens: &[Token<'_>], at: usize) -> bool {
    let before = |count: usize| at.checked_sub(count).map_or("", |at| tokens[at].text);
    match before(1) {
        "(" | "," | "{" | "=" | "[" => true,
        // Behind a cast; a minus behind another type in parentheses subtracts.
        ")" => before(3) == "(" && PrimitiveType::ALL.iter().any(|ty| ty.name() == before(2)),
        _ => false,
    }
}

/// Whether the name between two places is the type of a cast, by what stands around it.
fn is_cast(tokens: &[Token<'_>], start: usize, end: usize) -> bool {
    let is_before = |at: usize| tokens[at].text == "(";
    let begins_operand =
        |token: &Token<'_>| token.kind != TokenKind::Symbol || matches!(token.text, "(" | "!" | "~");
    start.checked_sub(1).is_some_and(is_before)
        && tokens.get(end).is_some_and(|token| token.text == ")")
        && tokens.get(end + 1).is_some_and(begins_operand)
}

/// A name that is no keyword.
fn is_plain_name(token: &Token<'_>) -> bool {
    token.kind == TokenKind::Word && token.text.starts_with(|c: char| c.is_ascii_uppercase())
}

fn ident(token: &Token<'_>) -> Ident {
    Ident { name: Name::from(token.text), span: span_of(token) }
}

fn span_of(token: &Token<'_>) -> Span {
    Span::new(token.start as u32, token.end() as u32)
}

/// The value of a token that is a literal of the usual form.
fn literal(token: &Token<'_>) -> Option<Literal> {
    match token.kind {
        TokenKind::Number => number(token.text),
        TokenKind::Text if token.text.starts_with('\'') => {
            text_literal::char_value(token.text).ok().map(Literal::Char)
        }
        TokenKind::Text if !token.text.starts_with("\"\"\"") => {
            text_literal::string_value(token.text).ok().map(Literal::String)
        }
        _ => None,
    }
}

/// A decimal number: `12`, `12L`, `1.5`, `1.5E-7f`.
fn number(text: &str) -> Option<Literal> {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let integer = text.strip_suffix('L').unwrap_or(text);
    if digits(integer) {
        let is_octal = integer.len() > 1 && integer.starts_with('0');
        let make = if integer.len() < text.len() { Literal::Long } else { Literal::Int };
        return (!is_octal).then(|| make(integer.into()));
    }
    let value = text.strip_suffix('f').unwrap_or(text);
    let (mantissa, exponent) = value.split_once('E').unwrap_or((value, "0"));
    let (whole, fraction) = mantissa.split_once('.')?;
    let is_plain =
        digits(whole) && digits(fraction) && digits(exponent.strip_prefix('-').unwrap_or(exponent));
    let make = if value.len() < text.len() { Literal::Float } else { Literal::Double };
    is_plain.then(|| make(value.into()))
}

impl Way {
    fn of(pattern: &Pattern) -> Self {
        match parser::parse_block_statements(&pattern.text) {
            Ok(code) => Line::of(code, pattern).map_or(Self::Alone, |line| Self::Copied(Box::new(line))),
            Err(_) => Self::Whole,
        }
    }
}

impl Line {
    /// `None` where a node cannot be copied, or a slot is in none of them.
    fn of(code: Code, pattern: &Pattern) -> Option<Self> {
        let Code { exprs, mut stmts, .. } = code;
        let StmtKind::Block(statements) = stmts.pop()?.kind else { return None };
        let is_stand_in = |id: &ExprId, span: Span| {
            matches!(exprs[*id].kind, ExprKind::Literal(_)) && exprs[*id].span == span
        };
        let place = |(number, slot): (usize, &Slot)| {
            Some((exprs.ids().find(|id| is_stand_in(id, slot.stand_in))?, number))
        };
        let mut slots = pattern.slots.iter().enumerate().map(place).collect::<Option<SmallVec<_>>>()?;
        slots.sort_unstable();
        let (exprs, stmts): (Vec<Expr>, Vec<Stmt>) =
            (exprs.iter().cloned().collect(), stmts.iter().cloned().collect());
        let copy = Transfer { id: &|id| id, first_stmt: 0, place: Some(&|place| place) };
        let can_be_copied = exprs.iter().all(|expr| copy.expr(expr).is_some())
            && stmts.iter().all(|stmt| copy.stmt(stmt).is_some());
        can_be_copied.then_some(Self { exprs, stmts, statements, slots })
    }

    /// Appends the line to `lines`, with what stands in the slots of `pattern`; it stands at `start`.
    fn append(&self, pattern: &Pattern, start: u32, lines: &mut Lines) {
        let Lines { code, statements, end } = lines;
        let first = code.exprs.len();
        // The nodes that the slots add, one behind the other.
        let mut added: SmallVec<[(ExprId, usize); 8]> = SmallVec::new();
        for &(id, number) in &self.slots {
            if !matches!(pattern.slots[number].value, SlotValue::Literal(_)) {
                added.push((id, added.len() + 1));
            }
        }
        let id = |old: ExprId| {
            let before = added.partition_point(|&(added, _)| added <= old);
            ExprId::new(first + old.index() + before.checked_sub(1).map_or(0, |last| added[last].1))
        };
        let place = |place: u32| start + pattern.place(place);
        let copy = Transfer { id: &id, first_stmt: code.stmts.len(), place: Some(&place) };
        let mut slots = self.slots.iter().peekable();
        for (old, expr) in self.exprs.iter().enumerate() {
            let Some(mut expr) = copy.expr(expr) else { continue };
            if let Some((_, number)) = slots.next_if(|(id, _)| id.index() == old) {
                let slot = &pattern.slots[*number];
                expr.span = moved(slot.span, start);
                expr.kind = slot.value.node(start, code);
            }
            code.exprs.push(expr);
        }
        for stmt in self.stmts.iter().filter_map(|stmt| copy.stmt(stmt)) {
            code.stmts.push(stmt);
        }
        let own = statements.len();
        statements.extend_from_slice(&self.statements);
        copy.stmt_ids(&mut statements[own..]);
        *end = start + pattern.end;
    }
}

impl SlotValue {
    /// What stands at the root of the slot; what is below it is put into `code`.
    fn node(&self, start: u32, code: &mut Code) -> ExprKind {
        let mut below = |kind: ExprKind, span: Span| code.exprs.push(Expr { kind, span, outer: span });
        match self {
            Self::Literal(literal) => ExprKind::Literal(literal.clone()),
            Self::Negative(literal, span) => {
                let operand = below(ExprKind::Literal(literal.clone()), moved(*span, start));
                ExprKind::Unary { op: UnaryOperator::Minus, operand }
            }
            Self::Constant(class, member) => {
                let target = below(ExprKind::Name(class.name.clone()), moved(class.span, start));
                let name = Ident { name: member.name.clone(), span: moved(member.span, start) };
                ExprKind::Field { target, name }
            }
        }
    }
}

fn moved(span: Span, by: u32) -> Span {
    Span::new(span.start + by, span.end + by)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const DRIVERS: [&str; 22] = [
        "",
        "int result = Gcd.gcd(12, 18);\n",
        "int result = Gcd.gcd(-1, 2147483647);\n",
        "java.util.List<? extends A<B>> a = new A<>(new int[] {1, 'x'}, \"x y\").f();\nA.g(a[10].b, (byte) -3, 1.5E-7f);\n",
        "java.util.List<? extends A<B>> a = new A<>(new int[] {100, '\\n'}, \"\").f();\nA.g(a[0].b, (byte) -33, 0.5f);\n",
        "A.s = 7L; A.t[3]++;\n  int[][] b = new int[3][], c = {{1}, {}}; // 4\nboolean result = (a == null ? 0x1F : 010) + 1 > 1e3;\n",
        "A.s = -70L; A.t[33]++;\n  int[][] b = new int[0][], c = {{11}, {}}; // 5\nboolean result = (a == null ? 0x1F : 010) + 22 > 1e3;\n",
        "if (a > 1) {\nf(10); }\nelse g(2);\nf(new A() { int x = 3; });\n",
        "f(\"\\u0041\", 'x', Integer.class, this.x, 1.0.f);\nf(\"\"\"\n  1\n  \"\"\");\n",
        "f(2);\nA<B> a = x -> x + 1, b = () -> 7, c = (x, y) -> -3;\nA d = (int x, final A<B>[] y, C... z) -> f(x, -1);\n",
        "f(-2);\nA<B> a = x -> x + 100, b = () -> 70, c = (x, y) -> -33;\nA d = (int x, final A<B>[] y, C... z) -> f(x, 11);\n",
        "f(x -> { int y = 1; return y + \"a\"; }, () -> {}, -4);\n  g(3, (var x) -> { f(-1); g(); ; });\n",
        "f(x -> { int y = 100; return y + \"\"; }, () -> {}, 44);\n  g(-3, (var x) -> { f(A.B); g(); ; });\n",
        "f(A::f, A.B::new, int[]::new, A[]::new, A<B>::<C>f, \"x\"::length, A.class, int[].class, A.<B, C[]>f(1), 2);\nf(1);\n",
        "f(A::f, A.B::new, int[]::new, A[]::new, A<B>::<C>f, \"\"::length, A.class, int[].class, A.<B, C[]>f(-10), -2);\nf(10);\n",
        "f(new <A> B(1), a.new B(2), (A & B) x, x instanceof A, x instanceof A y, (A.B) null, (A.B) 3, A.this, super.f(4));\nf(1);\n",
        "f(new <A> B(-1), a.new B(20), (A & B) x, x instanceof A, x instanceof A y, (A.B) null, (A.B) 30, A.this, super.f(-4));\nf(1);\n",
        "for (int i = 0, j; i < 10; i++, j--) { if (i == 5) continue; else break; }\ntry (A a = f(1); b) { f(2); } catch (A | B e) { throw e; } finally { g(3); }\na: for (A x : f(4)) while (g(5)) do { break a; } while (true);\nsynchronized (this) { assert f(6) : \"x\"; }\nint y = f(7);\n",
        "for (int i = -1, j; i < 100; i++, j--) { if (i == 5) continue; else break; }\ntry (A a = f(10); b) { f(A.B); } catch (A | B e) { throw e; } finally { g(30); }\na: for (A x : f(44)) while (g(-5)) do { break a; } while (true);\nsynchronized (this) { assert f(66) : \"\"; }\nint y = f(77);\n",
        "f(1);\nf(new A(2) { int x = 3; void f() { g(4); } }, x -> 5, -6);\nf(\"\\u0041\", -7); // \\u000a g(8);\n  class A { int f() { return 9; } }\n  f(x instanceof A(var y), (@A int z) -> { @B int a = 10; }, new @C D(11));\nf(12);\n",
        "switch (1) { case 2, -3, A.B: f(4); g(5); default: }\nint x = switch (6) { case A -> 7; case 8 -> { yield 9; } default -> throw a; };\nf(10);\nsuper(11); a.<B>super(12); <A>this(13);\n",
        "switch (-1) { case 20, 3, A.B: f(A.B); g(50); default: }\nint x = switch (60) { case A -> 70; case 80 -> { yield 90; } default -> throw a; };\nf(-10);\nsuper(-11); a.<B>super(A.B); <A>this(130);\n",
    ];

    #[test]
    fn what_is_remembered_is_what_the_parser_gives() {
        let mut reader = Reader::default();
        for text in DRIVERS.iter().chain(&DRIVERS) {
            let read = reader.read(text).map(|code| (code.exprs, code.stmts, code.root));
            let parsed = parser::parse_block_statements(text).map(|code| (code.exprs, code.stmts, code.root));
            assert_eq!(read.map_err(|e| e.to_string()), parsed.map_err(|e| e.to_string()), "{text}");
        }
    }

    /// Operands as generators write them, and others.
    fn operand() -> impl Strategy<Value = String> {
        let plain = prop::sample::select(vec![
            "7",
            "-7",
            "- 7",
            "-2147483648",
            "8L",
            "-8L",
            "-0.0",
            "1.5E-7f",
            "0x1F",
            "-0x1F",
            "010",
            "'x'",
            "\"x, -1\"",
            "\"\"",
            "true",
            "null",
            "a",
            "-a",
            "Integer.MIN_VALUE",
            "Color.RED",
            "a.b.C",
            "this.x",
            "A.class",
            "int.class",
            "(byte) 3",
            "(byte) -3",
            "(char) 65535",
            "(A) -3",
            "(A.B) -3",
            "(A.B)",
            "(-3)",
            "((-3))",
            "-(3)",
            "- -3",
            "x - 3",
            "-3 + 4",
            "b[-1]",
            "new int[3]",
            "A.f(-3, B.C)",
            "A.F.g(-1)",
            "true ? -1 : 2",
            "x -> 7",
            "x -> -7",
            "() -> A.f(-3, B.C)",
            "(x, y) -> { A.f(x, 8L); return -3; }",
            "(int x, A.B<C> y) -> {}",
            "A::f",
            "A.B::new",
            "int[]::new",
            "A<B>::f",
            "\"x\"::length",
            "(A.B)::f",
            "A.<B>f(1)",
            "switch (3) { case 1, -2, A.B -> -4; default -> { yield B.C; } }",
            "A.<B.C, D.E, F>f(1)",
            "(A.B) 3",
            "(A.B) null",
            "(A.B) x -> 3",
            "(A & B) () -> 3",
            "x instanceof A.B",
            "new A() { int x = 3; }",
            "\"\\u0041\"",
        ]);
        plain.prop_map(str::to_owned).prop_recursive(3, 12, 4, |inner| {
            prop::collection::vec(inner, 0..4).prop_map(|of| format!("new A({})", of.join(", ")))
        })
    }

    fn line() -> impl Strategy<Value = String> {
        let operands = || prop::collection::vec(operand(), 0..5).prop_map(|of| of.join(", "));
        prop_oneof![
            operands().prop_map(|of| format!("int[] a = {{{of}}};")),
            (operands(), operands())
                .prop_map(|(one, other)| format!("int[][] a = {{{{{one}}}, {{{other}}}}};")),
            operands().prop_map(|of| format!("  int result = A.f({of}); // {of}")),
            (operand(), operand()).prop_map(|(one, other)| format!("A.s = {one}; A.t[{other}] = {one};")),
            operand().prop_map(|of| format!("int x = 1, y = {of}")),
        ]
    }

    proptest! {
        #[test]
        fn a_driver_is_read_as_the_parser_reads_it(lines in prop::collection::vec(line(), 1..6)) {
            let mut reader = Reader::default();
            for text in [&lines[..], &lines[1..], &lines[..]].map(|lines| lines.join("\n")) {
                // Of texts that do not parse one does not compare what is wrong: the parser says it.
                let read = reader.remembered(&text).map(|code| (code.exprs, code.stmts, code.root));
                let parsed = parser::parse_block_statements(&text).map(|code| (code.exprs, code.stmts, code.root));
                if let Some(read) = read {
                    prop_assert_eq!(Ok(read), parsed.map_err(|e| e.to_string()), "{}", text);
                }
            }
        }
    }

    #[test]
    fn code_in_lambdas_is_copied() {
        let mut reader = Reader::default();
        for n in 0..10 {
            let line = format!(
                "A a = f(x -> {n}, (int y) -> {{ g({n}L); return \"{n}\"; }}, A::f, int[]::new, A.<B>f(-{n}), (A.B) null);"
            );
            assert!(reader.remembered(&line).is_some(), "{line}");
        }
        let ways: Vec<&Way> = reader.known.values().collect();
        assert!(matches!(ways[..], [Way::Copied(_)]), "{ways:?}");
    }

    #[test]
    fn what_is_not_copied_is_parsed_without_the_lines_around_it() {
        let mut reader = Reader::default();
        for line in ["f(new A() { int x = 3; });", "f(\"\\u0041\");", "class A {}", "@A int x = 1;"] {
            for text in [line.to_owned(), format!("f(1);\n{line}\nf(2);\n")] {
                let read = reader.remembered(&text).map(|code| (code.exprs, code.stmts, code.root));
                let parsed =
                    parser::parse_block_statements(&text).map(|code| (code.exprs, code.stmts, code.root));
                assert_eq!(read, parsed.ok(), "{text}");
            }
        }
        assert!(reader.remembered("f(\"\\u0041\");\u{1A}\nf(1);").is_none());
    }

    #[test]
    fn lines_that_differ_in_slots_alone_have_one_pattern() {
        let mut reader = Reader::default();
        let numbers = ["-1", "1", "Integer.MAX_VALUE", "(-1)"];
        for (first, second) in numbers.iter().zip(numbers.iter().cycle().skip(1)) {
            for last in ["true", "null", "-1.5"] {
                let line = format!("int[] a = {{{first}, {second}}}; A.f({second}, (byte) {first}, {last});");
                assert!(reader.remembered(&line).is_some(), "{line}");
            }
        }
        assert!(reader.known.len() < 8, "{:?}", reader.known.keys());
    }

    #[test]
    fn lines_that_differ_in_literals_alone_have_one_pattern() {
        let mut reader = Reader::default();
        for n in 0..100 {
            reader.read(&format!("int result = A.f(-{n}, {n}L, {n}.5, \"{n}\", 'x');")).expect("statements");
        }
        assert_eq!(reader.known.len(), 1);
    }

    #[test]
    fn patterns_are_forgotten_when_there_are_too_many() {
        let mut reader = Reader::default();
        for n in 0..100 {
            reader.read(&format!("int a{} = 1;", "x".repeat(n * 100))).expect("statements");
        }
        assert!(reader.text <= MOST_TEXT && reader.known.len() < 100);
    }
}
