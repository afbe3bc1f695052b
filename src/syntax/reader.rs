//! Statements read as [`parser::parse_block_statements`] reads them, with what was read before remembered: a generator of
//! tests writes the same few lines over and over, with other literals.
//!
//! A line is known by its [`Pattern`], which is the line without the values of its literals. Lines that parse one by one
//! parse alike one behind the other: each ends where a statement ends, and nothing that goes on with a statement begins one.
//!
//! Invariant: [`Reader::read`] gives what the parser gives, spans included, whatever was read before. What is no plain
//! declaration or expression is left to the parser.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::index::{Id as _, IndexVec};
use crate::syntax::error::SyntaxError;
use crate::syntax::lexer::{Lexer, Token, TokenKind};
use crate::syntax::parser;
use crate::syntax::text_literal;
use crate::syntax::tree::{
    BaseType, Code, Expr, ExprId, ExprKind, Literal, LocalDecl, Root, Span, Stmt, StmtId, StmtKind,
    TypeArgument, TypeRef,
};

/// The patterns that are remembered together may be so long: a tree takes about fifty times the memory of its text.
const MOST_TEXT: usize = 1 << 18;

/// Stand in a pattern for what no token contains: a number, and a text or character.
const NUMBER: char = '\u{1}';
const TEXT: char = '\u{2}';

/// Reads statements; one for each thread.
#[derive(Debug, Default)]
pub struct Reader {
    /// By pattern; `None` for lines that are left to the parser.
    known: FxHashMap<Box<str>, Option<Line>>,
    /// The length of all patterns.
    text: usize,
}

/// A line as it was parsed when its pattern was met first.
#[derive(Debug)]
struct Line {
    exprs: Vec<Expr>,
    stmts: Vec<Stmt>,
    literals: SmallVec<[(ExprId, Span); 4]>,
}

/// A line with its literals taken out.
#[derive(Default)]
struct Pattern {
    text: String,
    literals: SmallVec<[(Literal, Span); 4]>,
    /// Where its last token ends; 0 where it has none.
    end: u32,
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
        let mut code =
            Code { exprs: IndexVec::new(), stmts: IndexVec::new(), root: Root::Block(StmtId::new(0)) };
        let (mut start, mut end) = (0, 0);
        for line in text.split('\n') {
            let pattern = Pattern::of(line)?;
            if pattern.end > 0 {
                self.line(line, &pattern)?.append(&pattern, start, &mut code);
                end = start + pattern.end;
            }
            start += line.len() as u32 + 1;
        }
        let block = StmtKind::Block(code.stmts.ids().collect());
        code.root = Root::Block(code.stmts.push(Stmt { kind: block, span: Span::new(0, end) }));
        Some(code)
    }

    fn line(&mut self, line: &str, pattern: &Pattern) -> Option<&Line> {
        if !self.known.contains_key(pattern.text.as_str()) {
            self.text += pattern.text.len();
            if self.text > MOST_TEXT {
                self.known.clear();
                self.text = pattern.text.len();
            }
            self.known.insert(pattern.text.as_str().into(), Line::parse(line, pattern));
        }
        self.known.get(pattern.text.as_str())?.as_ref()
    }
}

impl Pattern {
    /// `None` where there is more in the line than tokens.
    fn of(line: &str) -> Option<Self> {
        // Escapes for characters are translated before there are tokens.
        if line.contains("\\u") {
            return None;
        }
        let mut pattern = Self::default();
        let mut rest = 0;
        for token in Lexer::new(line) {
            let token = token.ok()?;
            pattern.end = token.end() as u32;
            if let Some(literal) = literal(&token) {
                pattern.text.push_str(&line[rest..token.start]);
                pattern.text.push(if token.kind == TokenKind::Number { NUMBER } else { TEXT });
                pattern.literals.push((literal, Span::new(token.start as u32, pattern.end)));
                rest = token.end();
            }
        }
        pattern.text.push_str(&line[rest..]);
        Some(pattern)
    }
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

impl Line {
    /// `None` where the line does not parse by itself, or is more than declarations and expressions.
    fn parse(line: &str, pattern: &Pattern) -> Option<Self> {
        let Code { exprs, mut stmts, .. } = parser::parse_block_statements(line).ok()?;
        let StmtKind::Block(statements) = stmts.pop()?.kind else { return None };
        let is_literal = |id: &ExprId, span: Span| {
            matches!(exprs[*id].kind, ExprKind::Literal(_)) && exprs[*id].span == span
        };
        let place = |&(_, span): &(Literal, Span)| Some((exprs.ids().find(|id| is_literal(id, span))?, span));
        let literals = pattern.literals.iter().map(place).collect::<Option<_>>()?;
        let (exprs, stmts): (Vec<Expr>, Vec<Stmt>) =
            (exprs.iter().cloned().collect(), stmts.iter().cloned().collect());
        // Else some of them are inside others.
        let is_flat = statements.len() == stmts.len();
        let copy = Transfer { exprs: 0, place: &|place| place };
        let can_be_copied = exprs.iter().all(|expr| copy.expr(expr).is_some())
            && stmts.iter().all(|stmt| copy.stmt(stmt).is_some());
        (is_flat && can_be_copied).then_some(Self { exprs, stmts, literals })
    }

    /// Appends the line to `code`, with the literals of `pattern`; it stands at `start`.
    fn append(&self, pattern: &Pattern, start: u32, code: &mut Code) {
        let first = code.exprs.len();
        let place = |place: u32| {
            let literals = self.literals.iter().zip(&pattern.literals).rev();
            let before = literals.map(|((_, old), (_, new))| (old, new)).find(|(old, _)| old.end <= place);
            start + before.map_or(place, |(old, new)| new.end + (place - old.end))
        };
        let copy = Transfer { exprs: first, place: &place };
        for expr in self.exprs.iter().filter_map(|expr| copy.expr(expr)) {
            code.exprs.push(expr);
        }
        for stmt in self.stmts.iter().filter_map(|stmt| copy.stmt(stmt)) {
            code.stmts.push(stmt);
        }
        for (&(id, _), (literal, _)) in self.literals.iter().zip(&pattern.literals) {
            code.exprs[ExprId::new(first + id.index())].kind = ExprKind::Literal(literal.clone());
        }
    }
}

/// Copies nodes to another place, behind `exprs` expressions.
struct Transfer<'a> {
    exprs: usize,
    place: &'a dyn Fn(u32) -> u32,
}

impl Transfer<'_> {
    /// `None` for a kind that no plain expression has.
    fn expr(&self, expr: &Expr) -> Option<Expr> {
        let mut copy = expr.clone();
        self.span(&mut copy.span);
        self.span(&mut copy.outer);
        match &mut copy.kind {
            ExprKind::Literal(_) | ExprKind::Name(_) | ExprKind::This => {}
            ExprKind::Field { target, name } => {
                self.id(target);
                self.span(&mut name.span);
            }
            ExprKind::Call { target, name, arguments } => {
                target.iter_mut().chain(arguments).for_each(|id| self.id(id));
                self.span(&mut name.span);
            }
            ExprKind::New { class: ty, arguments: operands }
            | ExprKind::NewArray { ty, lengths: operands } => {
                self.ty(ty);
                operands.iter_mut().for_each(|id| self.id(id));
            }
            ExprKind::NewArrayOf { ty, init: operand } | ExprKind::Cast { ty, operand } => {
                self.ty(ty);
                self.id(operand);
            }
            ExprKind::ArrayInitializer(elements) => elements.iter_mut().for_each(|id| self.id(id)),
            ExprKind::Unary { operand, .. } | ExprKind::IncDec { operand, .. } => self.id(operand),
            ExprKind::Index { array: left, index: right }
            | ExprKind::Binary { left, right, .. }
            | ExprKind::Assign { target: left, value: right, .. } => {
                self.id(left);
                self.id(right);
            }
            ExprKind::Conditional { condition, then, otherwise } => {
                [condition, then, otherwise].into_iter().for_each(|id| self.id(id));
            }
            ExprKind::ClassLiteral(ty) => self.ty(ty),
            ExprKind::Super { .. }
            | ExprKind::InstanceOf { .. }
            | ExprKind::Switch { .. }
            | ExprKind::Unsupported(_) => return None,
        }
        Some(copy)
    }

    /// `None` for any but declarations and expressions.
    fn stmt(&self, stmt: &Stmt) -> Option<Stmt> {
        let mut copy = stmt.clone();
        self.span(&mut copy.span);
        match &mut copy.kind {
            StmtKind::Expr(expr) => self.id(expr),
            StmtKind::Local(LocalDecl { ty, declarators, .. }) => {
                self.ty(ty);
                for declarator in declarators {
                    self.span(&mut declarator.name.span);
                    self.span(&mut declarator.span);
                    declarator.init.iter_mut().for_each(|id| self.id(id));
                }
            }
            _ => return None,
        }
        Some(copy)
    }

    fn id(&self, id: &mut ExprId) {
        *id = ExprId::new(self.exprs + id.index());
    }

    fn span(&self, span: &mut Span) {
        *span = Span::new((self.place)(span.start), (self.place)(span.end));
    }

    fn ty(&self, ty: &mut TypeRef) {
        self.span(&mut ty.span);
        let BaseType::Named(segments) = &mut ty.base else { return };
        for segment in segments {
            self.span(&mut segment.name.span);
            for argument in segment.arguments.iter_mut().flatten() {
                match argument {
                    TypeArgument::Wildcard => {}
                    TypeArgument::Type(ty) | TypeArgument::Extends(ty) | TypeArgument::Super(ty) => {
                        self.ty(ty)
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DRIVERS: [&str; 9] = [
        "",
        "int result = Gcd.gcd(12, 18);\n",
        "int result = Gcd.gcd(-1, 2147483647);\n",
        "java.util.List<? extends A<B>> a = new A<>(new int[] {1, 'x'}, \"x y\").f();\nA.g(a[10].b, (byte) -3, 1.5E-7f);\n",
        "java.util.List<? extends A<B>> a = new A<>(new int[] {100, '\\n'}, \"\").f();\nA.g(a[0].b, (byte) -33, 0.5f);\n",
        "A.s = 7L; A.t[3]++;\n  int[][] b = new int[3][], c = {{1}, {}}; // 4\nboolean result = (a == null ? 0x1F : 010) + 1 > 1e3;\n",
        "A.s = -70L; A.t[33]++;\n  int[][] b = new int[0][], c = {{11}, {}}; // 5\nboolean result = (a == null ? 0x1F : 010) + 22 > 1e3;\n",
        "if (a > 1) {\nf(10); }\nelse g(2);\nf(new A() { int x = 3; });\n",
        "f(\"\\u0041\", 'x', Integer.class, this.x, 1.0.f);\nf(\"\"\"\n  1\n  \"\"\");\n",
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
