//! Terms as a person reads them: Java's operators, fields with a dot, `c ? a : b`.

use std::fmt::Write as _;

use crate::jvm::operator::{BinaryOperator, UnaryOperator};
use crate::jvm::value::Primitive;
use crate::term::{Function, TermId, TermKind, Terms};

/// Deeper terms are cut short.
const MAX_DEPTH: usize = 40;

impl Terms {
    pub fn show(&self, term: TermId) -> String {
        let mut text = String::new();
        self.write(&mut text, term, 0);
        text
    }

    fn write(&self, out: &mut String, term: TermId, depth: usize) {
        if depth > MAX_DEPTH {
            out.push('…');
            return;
        }
        // Writing to a string cannot fail.
        match self.kind(term) {
            TermKind::Constant(value) => {
                _ = write!(out, "{}", crate::jvm::text::primitive_to_text(*value).to_string_lossy());
            }
            TermKind::Null => out.push_str("null"),
            TermKind::Text(text) => _ = write!(out, "{text:?}"),
            TermKind::Var(var) => out.push_str(&self.info(*var).name),
            TermKind::Unary { op: UnaryOperator::Not, operand } => match *self.kind(*operand) {
                TermKind::SameReference { left, right } => self.infix(out, left, "!=", right, depth),
                _ => {
                    out.push('!');
                    self.write(out, *operand, depth + 1);
                }
            },
            TermKind::Unary { op, operand } => {
                out.push_str(op.symbol());
                self.write(out, *operand, depth + 1);
            }
            TermKind::Binary { op: BinaryOperator::Add, left, right, .. }
                if self.subtrahend(*right).is_some() =>
            {
                out.push('(');
                self.write(out, *left, depth + 1);
                _ = write!(out, " - {})", self.subtrahend(*right).unwrap_or_default());
            }
            TermKind::Binary { op, left, right, .. } => self.infix(out, *left, op.symbol(), *right, depth),
            TermKind::Convert { to, operand, .. } => {
                _ = write!(out, "({to}) ");
                self.write(out, *operand, depth + 1);
            }
            TermKind::SameFloat { left, right } => self.call(out, "same", &[*left, *right], depth),
            TermKind::SameReference { left, right } => self.infix(out, *left, "==", *right, depth),
            TermKind::Choose { condition, then, otherwise } => {
                out.push('(');
                self.write(out, *condition, depth + 1);
                out.push_str(" ? ");
                self.write(out, *then, depth + 1);
                out.push_str(" : ");
                self.write(out, *otherwise, depth + 1);
                out.push(')');
            }
            TermKind::Fresh(number) => self.call(out, "new", &[*number], depth),
            TermKind::Select { map, object } => match self.kind(*map) {
                TermKind::Var(var) => {
                    self.write(out, *object, depth + 1);
                    // `Node.next` of an object is its `next`.
                    let name = &self.info(*var).name;
                    _ = write!(out, ".{}", name.rsplit('.').next().unwrap_or(name));
                }
                _ => self.call(out, "select", &[*map, *object], depth),
            },
            TermKind::Store { map, object, value } => {
                self.call(out, "store", &[*map, *object, *value], depth);
            }
            TermKind::SelectCell { map, array, index } if matches!(self.kind(*map), TermKind::Var(_)) => {
                self.write(out, *array, depth + 1);
                out.push('[');
                self.write(out, *index, depth + 1);
                out.push(']');
            }
            TermKind::SelectCell { map, array, index } => {
                self.call(out, "select", &[*map, *array, *index], depth);
            }
            TermKind::StoreCell { map, array, index, value } => {
                self.call(out, "store", &[*map, *array, *index, *value], depth);
            }
            TermKind::Fill { map, array, value } => self.call(out, "fill", &[*map, *array, *value], depth),
            TermKind::Apply { function, arguments } => {
                let name = match function {
                    Function::StringLength => "length".to_owned(),
                    Function::StringUnit => "charAt".to_owned(),
                    Function::Concat => "concat".to_owned(),
                    Function::TextOf(_) => "text".to_owned(),
                    Function::SameText => "equals".to_owned(),
                    Function::SameObject => "same object".to_owned(),
                    Function::Made(..) => "made".to_owned(),
                    Function::Box(_) => "box".to_owned(),
                    Function::Unbox(_) => "unbox".to_owned(),
                    Function::Append => "append".to_owned(),
                    Function::Value(method, _) => format!("{method}"),
                    Function::Throws(method) => format!("throws {method}"),
                    Function::Call(method, _) => format!("call {method}"),
                    Function::Effect(method, position, _) => format!("{method}#{position}"),
                    Function::Opaque(number, _) => format!("opaque{number}"),
                };
                self.call(out, &name, arguments, depth);
            }
        }
    }

    /// What adding a negative constant takes away.
    fn subtrahend(&self, term: TermId) -> Option<u64> {
        match self.constant(term)? {
            Primitive::Int(value) if value < 0 => Some(value.unsigned_abs().into()),
            Primitive::Long(value) if value < 0 => Some(value.unsigned_abs()),
            _ => None,
        }
    }

    fn infix(&self, out: &mut String, left: TermId, symbol: &str, right: TermId, depth: usize) {
        out.push('(');
        self.write(out, left, depth + 1);
        // Writing to a string cannot fail.
        _ = write!(out, " {symbol} ");
        self.write(out, right, depth + 1);
        out.push(')');
    }

    fn call(&self, out: &mut String, name: &str, arguments: &[TermId], depth: usize) {
        out.push_str(name);
        out.push('(');
        for (i, &argument) in arguments.iter().enumerate() {
            if i > 0 {
                out.push_str(", ");
            }
            self.write(out, argument, depth + 1);
        }
        out.push(')');
    }
}
