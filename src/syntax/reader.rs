//! Statements read as [`parser::parse_block_statements`] reads them, with what was read before remembered: a generator of
//! tests writes the same few lines over and over, with other literals.
//!
//! A line is known by its [`Pattern`], which is the line without what stands in its *slots*: literals, and where one of
//! these is a whole operand also a negative number, a constant of a class (`Integer.MIN_VALUE`), `true` and the like. Lines
//! that parse one by one parse alike one behind the other: each ends where a statement ends, and nothing that goes on with a
//! statement begins one.
//!
//! Invariant: [`Reader::read`] gives what the parser gives, spans included, whatever was read before. What is no plain
//! declaration or expression is left to the parser.

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
    BaseType, Code, Expr, ExprId, ExprKind, Ident, Literal, LocalDecl, Name, Root, Span, Stmt, StmtId,
    StmtKind, TypeArgument, TypeRef,
};

/// The patterns that are remembered together may be so long: a tree takes about fifty times the memory of its text.
const MOST_TEXT: usize = 1 << 18;

/// Stands in a pattern for each slot. It is a literal of two characters, so that the parser reads a pattern as it reads the
/// line.
const STAND_IN: &str = "\"\"";

/// Reads statements; one for each thread.
#[derive(Debug, Default)]
pub struct Reader {
    /// By pattern; `None` for lines that are left to the parser.
    known: FxHashMap<Box<str>, Option<Line>>,
    /// The length of all patterns.
    text: usize,
}

/// A pattern as it was parsed when it was met first.
#[derive(Debug)]
struct Line {
    exprs: Vec<Expr>,
    stmts: Vec<Stmt>,
    /// The stand-ins, with the number of the slot; in the order of the tree's nodes.
    slots: SmallVec<[(ExprId, usize); 8]>,
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
        let mut code =
            Code { exprs: IndexVec::new(), stmts: IndexVec::new(), root: Root::Block(StmtId::new(0)) };
        let (mut start, mut end) = (0, 0);
        for line in text.split('\n') {
            let pattern = Pattern::of(line)?;
            if pattern.end > 0 {
                self.line(&pattern)?.append(&pattern, start, &mut code);
                end = start + pattern.end;
            }
            start += line.len() as u32 + 1;
        }
        let block = StmtKind::Block(code.stmts.ids().collect());
        code.root = Root::Block(code.stmts.push(Stmt { kind: block, span: Span::new(0, end) }));
        Some(code)
    }

    fn line(&mut self, pattern: &Pattern) -> Option<&Line> {
        if !self.known.contains_key(pattern.text.as_str()) {
            self.text += pattern.text.len();
            if self.text > MOST_TEXT {
                self.known.clear();
                self.text = pattern.text.len();
            }
            self.known.insert(pattern.text.as_str().into(), Line::parse(pattern));
        }
        self.known.get(pattern.text.as_str())?.as_ref()
    }
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
        let mut start = 0;
        for line in text.split('\n') {
            let pattern = Pattern::of(line)?;
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
    /// `None` where there is more in the line than tokens.
    fn of(line: &str) -> Option<Self> {
        // Escapes for characters are translated before there are tokens.
        if line.contains("\\u") {
            return None;
        }
        let mut tokens: Vec<Token<'_>> = Vec::with_capacity(line.len() / 2 + 1);
        for token in Lexer::new(line) {
            tokens.push(token.ok()?);
        }
        let mut pattern =
            Self { end: tokens.last().map_or(0, |token| token.end() as u32), ..Self::default() };
        let (mut at, mut rest) = (0, 0);
        while let Some(token) = tokens.get(at) {
            let Some((value, length)) = slot(&tokens, at) else {
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
    let is_constant =
        dot.text == "." && [class, member].into_iter().all(is_plain_name) && ends_before(at + 3);
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

impl Line {
    /// `None` where the pattern does not parse by itself, or is more than declarations and expressions.
    fn parse(pattern: &Pattern) -> Option<Self> {
        let Code { exprs, mut stmts, .. } = parser::parse_block_statements(&pattern.text).ok()?;
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
        // Else some of them are inside others.
        let is_flat = statements.len() == stmts.len();
        let copy = Transfer { id: &|id| id, place: &|place| place };
        let can_be_copied = exprs.iter().all(|expr| copy.expr(expr).is_some())
            && stmts.iter().all(|stmt| copy.stmt(stmt).is_some());
        (is_flat && can_be_copied).then_some(Self { exprs, stmts, slots })
    }

    /// Appends the line to `code`, with what stands in the slots of `pattern`; it stands at `start`.
    fn append(&self, pattern: &Pattern, start: u32, code: &mut Code) {
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
        let copy = Transfer { id: &id, place: &place };
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

/// Copies nodes to another place.
struct Transfer<'a> {
    id: &'a dyn Fn(ExprId) -> ExprId,
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
                if !is_plain(ty) {
                    return None;
                }
                self.ty(ty);
                operands.iter_mut().for_each(|id| self.id(id));
            }
            ExprKind::NewArrayOf { ty, init: operand } | ExprKind::Cast { ty, operand } => {
                if !is_plain(ty) {
                    return None;
                }
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
            ExprKind::ClassLiteral(ty) if !is_plain(ty) => return None,
            ExprKind::ClassLiteral(ty) => self.ty(ty),
            ExprKind::Super { .. }
            | ExprKind::OuterThis(_)
            | ExprKind::GenericCall(_)
            | ExprKind::Creation(_)
            | ExprKind::ConstructorCall(_)
            | ExprKind::IntersectionCast { .. }
            | ExprKind::InstanceOf { .. }
            | ExprKind::Matches { .. }
            | ExprKind::Switch { .. }
            | ExprKind::Lambda(_)
            | ExprKind::MethodReference(_)
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
            StmtKind::Local(LocalDecl { annotations, ty, declarators, .. }) => {
                if !annotations.is_empty() || !is_plain(ty) {
                    return None;
                }
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
        *id = (self.id)(*id);
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
                    TypeArgument::Wildcard | TypeArgument::Annotated(..) => {}
                    TypeArgument::Type(ty) | TypeArgument::Extends(ty) | TypeArgument::Super(ty) => {
                        self.ty(ty);
                    }
                }
            }
        }
    }
}

/// Whether no annotation stands in a type.
fn is_plain(ty: &TypeRef) -> bool {
    let is_plain_argument = |argument: &TypeArgument| match argument {
        TypeArgument::Wildcard => true,
        TypeArgument::Type(ty) | TypeArgument::Extends(ty) | TypeArgument::Super(ty) => is_plain(ty),
        TypeArgument::Annotated(..) => false,
    };
    let are_plain = match &ty.base {
        BaseType::Named(segments) => {
            segments.iter().flat_map(|segment| segment.arguments.iter().flatten()).all(is_plain_argument)
        }
        BaseType::Void | BaseType::Var | BaseType::Primitive(_) => true,
    };
    ty.annotations.is_none() && are_plain
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

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
