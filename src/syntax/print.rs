//! How expressions are written: which need parentheses where, which tokens need a space between them, and
//! the text of literals (SEMANTICS §4, "Span and replacement").

use super::tree::{BaseType, BinaryOp, ExprId, ExprKind, IncDec, Literal, StmtKind, SwitchBody, SwitchLabel};
use crate::jvm::operator::{BinaryOperator, UnaryOperator};

/// How tightly the outermost operator of an expression binds, loosest first (JLS 15).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Precedence {
    /// Lambdas and what else the tree does not look into.
    Opaque,
    Assignment,
    Conditional,
    OrOr,
    AndAnd,
    Or,
    Xor,
    And,
    Equality,
    Relational,
    Shift,
    Additive,
    Multiplicative,
    Unary,
    Postfix,
    Primary,
}

impl Precedence {
    pub const fn of(kind: &ExprKind) -> Self {
        match kind {
            ExprKind::Unsupported(_) => Self::Opaque,
            ExprKind::Assign { .. } => Self::Assignment,
            ExprKind::Conditional { .. } => Self::Conditional,
            ExprKind::Binary { op, .. } => Self::of_binary(*op),
            ExprKind::InstanceOf { .. } | ExprKind::Matches { .. } => Self::Relational,
            ExprKind::Unary { .. }
            | ExprKind::Cast { .. }
            | ExprKind::IntersectionCast { .. }
            | ExprKind::Switch { .. } => Self::Unary,
            ExprKind::Lambda(_) => Self::Opaque,
            ExprKind::IncDec { op, .. } => {
                if op.is_prefix() {
                    Self::Unary
                } else {
                    Self::Postfix
                }
            }
            ExprKind::Literal(_)
            | ExprKind::Name(_)
            | ExprKind::Field { .. }
            | ExprKind::This
            | ExprKind::Super { .. }
            | ExprKind::Call { .. }
            | ExprKind::OuterThis(_)
            | ExprKind::GenericCall(_)
            | ExprKind::ConstructorCall(_)
            | ExprKind::MethodReference(_)
            | ExprKind::New { .. }
            | ExprKind::Creation(_)
            | ExprKind::NewArray { .. }
            | ExprKind::NewArrayOf { .. }
            | ExprKind::ArrayInitializer(_)
            | ExprKind::Index { .. }
            | ExprKind::ClassLiteral(_) => Self::Primary,
        }
    }

    pub const fn of_binary(op: BinaryOp) -> Self {
        match op {
            BinaryOp::OrOr => Self::OrOr,
            BinaryOp::AndAnd => Self::AndAnd,
            BinaryOp::Strict(op) => match op {
                BinaryOperator::Or => Self::Or,
                BinaryOperator::Xor => Self::Xor,
                BinaryOperator::And => Self::And,
                BinaryOperator::Eq | BinaryOperator::Ne => Self::Equality,
                BinaryOperator::Lt | BinaryOperator::Le | BinaryOperator::Gt | BinaryOperator::Ge => {
                    Self::Relational
                }
                BinaryOperator::Shl | BinaryOperator::Shr | BinaryOperator::Ushr => Self::Shift,
                BinaryOperator::Add | BinaryOperator::Sub => Self::Additive,
                BinaryOperator::Mul | BinaryOperator::Div | BinaryOperator::Rem => Self::Multiplicative,
            },
        }
    }
}

/// What a place asks of an expression that stands there without parentheses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Slot {
    /// Any expression: in parentheses, brackets, after `return`.
    Any,
    AtLeast(Precedence),
    Tighter(Precedence),
    /// Behind `(Name)`, where `+` and `-` would make a binary operator of themselves.
    ReferenceCastOperand,
    /// Before `[i]`, which `new int[n]` would take for a dimension.
    Indexed,
}

impl Slot {
    /// The slot in which `child` stands under `parent`.
    pub fn under(parent: &ExprKind, child: ExprId) -> Self {
        match parent {
            ExprKind::Binary { op, left, .. } => {
                let precedence = Precedence::of_binary(*op);
                if *left == child { Self::AtLeast(precedence) } else { Self::Tighter(precedence) }
            }
            ExprKind::Unary { .. } => Self::AtLeast(Precedence::Unary),
            ExprKind::IncDec { op, .. } => {
                Self::AtLeast(if op.is_prefix() { Precedence::Unary } else { Precedence::Postfix })
            }
            ExprKind::IntersectionCast { .. } => Self::ReferenceCastOperand,
            ExprKind::MethodReference(_) => Self::AtLeast(Precedence::Primary),
            ExprKind::GenericCall(call) if call.target == child => Self::AtLeast(Precedence::Primary),
            ExprKind::Creation(new) if new.outer == Some(child) => Self::AtLeast(Precedence::Primary),
            ExprKind::Cast { ty, .. } => {
                if ty.dims == 0 && matches!(ty.base, BaseType::Primitive(_)) {
                    Self::AtLeast(Precedence::Unary)
                } else {
                    Self::ReferenceCastOperand
                }
            }
            ExprKind::InstanceOf { .. } | ExprKind::Matches { .. } => Self::AtLeast(Precedence::Relational),
            ExprKind::Conditional { condition, then, .. } => {
                if *condition == child {
                    Self::Tighter(Precedence::Conditional)
                } else if *then == child {
                    Self::Any
                } else {
                    Self::AtLeast(Precedence::Conditional)
                }
            }
            ExprKind::Assign { target, .. } => {
                if *target == child {
                    Self::AtLeast(Precedence::Primary)
                } else {
                    Self::Any
                }
            }
            ExprKind::Field { .. } => Self::AtLeast(Precedence::Primary),
            ExprKind::Call { target, .. } => {
                if *target == Some(child) {
                    Self::AtLeast(Precedence::Primary)
                } else {
                    Self::Any
                }
            }
            ExprKind::Index { array, .. } => {
                if *array == child {
                    Self::Indexed
                } else {
                    Self::Any
                }
            }
            ExprKind::Switch { body, .. } => Self::in_switch(body, child),
            _ => Self::Any,
        }
    }

    /// The slot in which `child` stands directly in a statement.
    pub fn under_stmt(parent: &StmtKind, child: ExprId) -> Self {
        match parent {
            StmtKind::Switch { body, .. } => Self::in_switch(body, child),
            _ => Self::Any,
        }
    }

    /// A constant behind `case` is no assignment.
    fn in_switch(body: &SwitchBody, child: ExprId) -> Self {
        let labels = body.groups.iter().flat_map(|group| &group.labels);
        let is_child = |label: &SwitchLabel| match label {
            SwitchLabel::Case(own) | SwitchLabel::When(own) => *own == child,
            SwitchLabel::Default | SwitchLabel::Pattern(_) => false,
        };
        if labels.into_iter().any(is_child) { Self::AtLeast(Precedence::Conditional) } else { Self::Any }
    }

    /// Whether an expression of this kind can stand here without parentheses.
    pub fn takes(self, kind: &ExprKind) -> bool {
        let precedence = Precedence::of(kind);
        match self {
            Self::Any => true,
            Self::AtLeast(least) => precedence >= least,
            Self::Tighter(than) => precedence > than,
            Self::ReferenceCastOperand => {
                let starts_with_sign = match kind {
                    ExprKind::Unary { op, .. } => matches!(op, UnaryOperator::Plus | UnaryOperator::Minus),
                    ExprKind::IncDec { op, .. } => op.is_prefix(),
                    _ => false,
                };
                precedence >= Precedence::Unary && !starts_with_sign
            }
            Self::Indexed => precedence == Precedence::Primary && !matches!(kind, ExprKind::NewArray { .. }),
        }
    }
}

/// Whether the tokens at the seam of two pieces of raw source would be read as others than they are.
/// Errs towards the space.
pub fn needs_space(before: &str, after: &str) -> bool {
    let (Some(last), Some(first)) = (before.chars().next_back(), after.chars().next()) else {
        return false;
    };
    if first.is_whitespace() || last.is_whitespace() {
        return false;
    }
    if first == '\\' || ends_in_unicode_escape(before) {
        return true;
    }
    let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '$' || !c.is_ascii();
    match (last, first) {
        (a, b) if is_word(a) && is_word(b) => true,
        // A number goes on behind its point, and begins with it.
        ('.', digit) | (digit, '.') if digit.is_ascii_digit() => true,
        (c, '=') => "=<>!+-*/%&|^".contains(c),
        ('-', '>') | ('/', '*') => true,
        (a, b) => a == b && "+-&|<>/:".contains(a),
    }
}

/// `\u0061` stands for a character that this function does not look up.
fn ends_in_unicode_escape(text: &str) -> bool {
    let Some((head, digits)) = text.len().checked_sub(4).and_then(|at| text.split_at_checked(at)) else {
        return false;
    };
    let head_without_u = head.trim_end_matches('u');
    digits.bytes().all(|b| b.is_ascii_hexdigit()) && head_without_u != head && head_without_u.ends_with('\\')
}

/// Joins pieces of source, with a space where their tokens would run together.
pub fn join(pieces: &[&str]) -> String {
    let mut text = String::new();
    for piece in pieces {
        if needs_space(&text, piece) {
            text.push(' ');
        }
        text.push_str(piece);
    }
    text
}

/// The literal as Java source in ASCII.
pub fn literal(literal: &Literal) -> String {
    match literal {
        Literal::Int(text) | Literal::Double(text) => text.to_string(),
        Literal::Long(text) => format!("{text}L"),
        Literal::Float(text) => format!("{text}f"),
        Literal::Char(unit) => format!("'{}'", escaped(&[*unit], '\'')),
        Literal::String(string) => format!("\"{}\"", escaped(string.units(), '"')),
        Literal::Boolean(value) => value.to_string(),
        Literal::Null => "null".to_owned(),
    }
}

fn escaped(units: &[u16], quote: char) -> String {
    let mut text = String::new();
    for &unit in units {
        match char::from_u32(u32::from(unit)) {
            Some('\n') => text.push_str("\\n"),
            Some('\t') => text.push_str("\\t"),
            Some('\r') => text.push_str("\\r"),
            Some('\\') => text.push_str("\\\\"),
            Some(c) if c == quote => {
                text.push('\\');
                text.push(c);
            }
            Some(c @ ' '..='~') => text.push(c),
            Some(c) if u32::from(c) < 0o400 => text.push_str(&format!("\\{:03o}", u32::from(c))),
            _ => text.push_str(&format!("\\u{unit:04x}")),
        }
    }
    text
}

/// `++x` or `x++`.
pub fn inc_dec(op: IncDec, operand: &str) -> String {
    if op.is_prefix() { join(&[op.symbol(), operand]) } else { join(&[operand, op.symbol()]) }
}

/// The operator's place in the text between two operands, behind white space and comments. `None` where the
/// operator is written otherwise than expected (in unicode escapes).
pub fn find_operator(between: &str, symbol: &str) -> Option<usize> {
    let mut at = 0;
    loop {
        let rest = &between[at..];
        let skipped = rest.len() - rest.trim_start().len();
        let rest = rest.trim_start();
        at += skipped;
        if let Some(comment) = rest.strip_prefix("//") {
            at += 2 + comment.find(['\n', '\r'])?;
        } else if let Some(comment) = rest.strip_prefix("/*") {
            at += 4 + comment.find("*/")?;
        } else {
            return rest.starts_with(symbol).then_some(at);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_space_stands_exactly_where_two_tokens_would_become_others() {
        for (before, after) in [
            ("a+", "+b"),
            ("a-", "-b"),
            ("case", "1"),
            ("return", "x"),
            ("a &", "&b"),
            ("a<", "<b"),
            ("x=", "=y"),
            ("\\u002b", "+b"),
            ("a", "\\u002b"),
            ("1", ".5"),
            ("a/", "*b"),
        ] {
            assert!(needs_space(before, after), "{before} | {after}");
        }
        for (before, after) in
            [("a+", "-b"), ("a ", "b"), ("(", "-b"), ("!", "!b"), ("=", "-b"), ("a", "+b"), ("x.y", ".z")]
        {
            assert!(!needs_space(before, after), "{before} | {after}");
        }
    }

    #[test]
    fn an_operator_is_found_behind_comments_that_hold_the_same_symbol() {
        assert_eq!(find_operator(" /* + */ // +\n + ", "+"), Some(15));
        assert_eq!(find_operator(" \\u002b ", "+"), None);
    }
}
