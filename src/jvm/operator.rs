//! Java's operators on primitive values as data, and how they are typed (JLS 5.6, 15.15 to 15.22).
//! `&&`, `||` and `?:` decide what is evaluated and are not here. [`super::fold`] applies them.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::value::PrimitiveType;

/// The binary operators that evaluate both operands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum BinaryOperator {
    Mul,
    Div,
    Rem,
    Add,
    Sub,
    Shl,
    Shr,
    Ushr,
    And,
    Or,
    Xor,
    Lt,
    Le,
    Gt,
    Ge,
    Eq,
    Ne,
}

impl BinaryOperator {
    pub const ALL: [Self; 17] = [
        Self::Mul,
        Self::Div,
        Self::Rem,
        Self::Add,
        Self::Sub,
        Self::Shl,
        Self::Shr,
        Self::Ushr,
        Self::And,
        Self::Or,
        Self::Xor,
        Self::Lt,
        Self::Le,
        Self::Gt,
        Self::Ge,
        Self::Eq,
        Self::Ne,
    ];

    /// The operator as it is written in Java.
    pub const fn symbol(self) -> &'static str {
        match self {
            Self::Add => "+",
            Self::Sub => "-",
            Self::Mul => "*",
            Self::Div => "/",
            Self::Rem => "%",
            Self::Shl => "<<",
            Self::Shr => ">>",
            Self::Ushr => ">>>",
            Self::And => "&",
            Self::Or => "|",
            Self::Xor => "^",
            Self::Lt => "<",
            Self::Le => "<=",
            Self::Gt => ">",
            Self::Ge => ">=",
            Self::Eq => "==",
            Self::Ne => "!=",
        }
    }

    pub const fn is_arithmetic(self) -> bool {
        matches!(self, Self::Add | Self::Sub | Self::Mul | Self::Div | Self::Rem)
    }

    pub const fn is_shift(self) -> bool {
        matches!(self, Self::Shl | Self::Shr | Self::Ushr)
    }

    /// `&`, `|`, `^`, on integers or on booleans.
    pub const fn is_bitwise(self) -> bool {
        matches!(self, Self::And | Self::Or | Self::Xor)
    }

    /// `<`, `<=`, `>`, `>=`.
    pub const fn is_relational(self) -> bool {
        matches!(self, Self::Lt | Self::Le | Self::Gt | Self::Ge)
    }

    /// `==`, `!=`.
    pub const fn is_equality(self) -> bool {
        matches!(self, Self::Eq | Self::Ne)
    }

    /// Whether the result is `boolean` whatever the operands are.
    pub const fn is_comparison(self) -> bool {
        self.is_relational() || self.is_equality()
    }
}

impl fmt::Display for BinaryOperator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.symbol())
    }
}

/// The unary operators without side effects.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum UnaryOperator {
    Plus,
    Minus,
    /// `~`
    BitNot,
    /// `!`
    Not,
}

impl UnaryOperator {
    pub const ALL: [Self; 4] = [Self::Plus, Self::Minus, Self::BitNot, Self::Not];

    /// The operator as it is written in Java.
    pub const fn symbol(self) -> &'static str {
        match self {
            Self::Plus => "+",
            Self::Minus => "-",
            Self::BitNot => "~",
            Self::Not => "!",
        }
    }
}

impl fmt::Display for UnaryOperator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.symbol())
    }
}

/// Unary numeric promotion (JLS 5.6.1): `byte`, `short` and `char` become `int`; the rest stays.
pub const fn unary_numeric_promotion(ty: PrimitiveType) -> PrimitiveType {
    match ty {
        PrimitiveType::Byte | PrimitiveType::Short | PrimitiveType::Char => PrimitiveType::Int,
        other => other,
    }
}

/// Binary numeric promotion (JLS 5.6.2). Two booleans stay `boolean`, so that `&`, `|`, `^`, `==`
/// and `!=` need no case of their own; a boolean beside a number is the caller's type error.
pub const fn binary_numeric_promotion(left: PrimitiveType, right: PrimitiveType) -> PrimitiveType {
    use PrimitiveType::{Boolean, Double, Float, Int, Long};
    match (left, right) {
        (Boolean, Boolean) => Boolean,
        (Double, _) | (_, Double) => Double,
        (Float, _) | (_, Float) => Float,
        (Long, _) | (_, Long) => Long,
        _ => Int,
    }
}

/// Whether Java's typing has the operator on these operands (JLS 15.17 to 15.22), before promotion.
pub const fn accepts(op: BinaryOperator, left: PrimitiveType, right: PrimitiveType) -> bool {
    use PrimitiveType::Boolean;
    let both_boolean = matches!(left, Boolean) && matches!(right, Boolean);
    if op.is_bitwise() {
        both_boolean || (left.is_integral() && right.is_integral())
    } else if op.is_shift() {
        left.is_integral() && right.is_integral()
    } else if op.is_equality() {
        both_boolean || (left.is_numeric() && right.is_numeric())
    } else {
        left.is_numeric() && right.is_numeric()
    }
}

/// Whether Java's typing has the unary operator on this operand (JLS 15.15).
pub const fn accepts_unary(op: UnaryOperator, operand: PrimitiveType) -> bool {
    match op {
        UnaryOperator::Plus | UnaryOperator::Minus => operand.is_numeric(),
        UnaryOperator::BitNot => operand.is_integral(),
        UnaryOperator::Not => matches!(operand, PrimitiveType::Boolean),
    }
}

/// The type of the whole expression, for operands that [`accepts`] lets through.
#[cfg(test)]
pub const fn result_type(op: BinaryOperator, left: PrimitiveType, right: PrimitiveType) -> PrimitiveType {
    if op.is_comparison() {
        PrimitiveType::Boolean
    } else if op.is_shift() {
        unary_numeric_promotion(left)
    } else {
        binary_numeric_promotion(left, right)
    }
}
