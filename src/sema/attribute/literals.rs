//! Literals and their ranges (JLS 3.10).

use super::Attributor;
use crate::jvm::literal::{
    LiteralError, parse_double_literal, parse_float_literal, parse_int_literal, parse_long_literal,
};
use crate::jvm::value::Primitive;
use crate::sema::typed_tree::{Constant, ExprId, ExprKind};
use crate::sema::types::Ty;
use crate::syntax::tree::{self as syntax, Literal};

impl Attributor<'_> {
    /// `under_minus`: the literal is the operand of a unary minus with nothing between them, where alone
    /// `2147483648` may stand.
    pub(super) fn literal(&mut self, id: syntax::ExprId, literal: &Literal, under_minus: bool) -> ExprId {
        match constant(literal, under_minus) {
            Ok(Some(Constant::String(text))) => {
                let string = Ty::Class(self.program.well_known.string);
                self.push_constant(ExprKind::Literal, string, id, Some(Constant::String(text)))
            }
            Ok(Some(Constant::Primitive(value))) => {
                let ty = Ty::Primitive(value.ty());
                self.push_constant(ExprKind::Literal, ty, id, Some(Constant::Primitive(value)))
            }
            Ok(None) => self.push(ExprKind::Null, Ty::Null, id),
            Err(problem) => {
                self.error(self.span(id), problem.to_string());
                self.unknown(id)
            }
        }
    }
}

/// The value of a literal, which `null` has not; `under_minus` as in [`Attributor::literal`].
pub fn constant(literal: &Literal, under_minus: bool) -> Result<Option<Constant>, LiteralError> {
    let value = match literal {
        Literal::Int(text) => parse_int_literal(text, under_minus).map(Primitive::Int),
        Literal::Long(text) => parse_long_literal(&format!("{text}L"), under_minus).map(Primitive::Long),
        Literal::Float(text) => parse_float_literal(&format!("{text}f")).map(Primitive::Float),
        Literal::Double(text) => parse_double_literal(text).map(Primitive::Double),
        Literal::Char(unit) => Ok(Primitive::Char(*unit)),
        Literal::Boolean(value) => Ok(Primitive::Boolean(*value)),
        Literal::String(text) => return Ok(Some(Constant::String(text.clone()))),
        Literal::Null => return Ok(None),
    };
    value.map(|value| Some(Constant::Primitive(value)))
}
