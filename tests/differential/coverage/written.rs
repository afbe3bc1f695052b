//! Counts the forms that a typed tree no longer shows: how literals and declarations are written.

use jatpg::syntax::source::SourceFile;
use jatpg::syntax::tree::{BaseType, Code, ExprKind, Literal, StmtKind};

use super::Table;

pub(super) fn count(code: &Code, source: &SourceFile, table: &mut Table) {
    let mut add = |kind: &str| *table.entry(kind.to_owned()).or_default() += 1;
    for expr in code.exprs.iter() {
        if let ExprKind::Literal(literal) = &expr.kind {
            add(&format!("literal {}", form(literal, source.slice(expr.span))));
        }
        if let ExprKind::Cast { ty, .. } = &expr.kind {
            add(if matches!(ty.base, BaseType::Primitive(_)) {
                "cast to a primitive type"
            } else {
                "cast to a class"
            });
        }
    }
    for stmt in code.stmts.iter() {
        match &stmt.kind {
            StmtKind::Local(local) if matches!(local.ty.base, BaseType::Var) => add("var"),
            StmtKind::Local(local) if local.is_final => add("final local"),
            StmtKind::ForEach { variable, .. } if matches!(variable.ty.base, BaseType::Var) => {
                add("for each var");
            }
            _ => {}
        }
    }
}

fn form(literal: &Literal, written: &str) -> String {
    match literal {
        Literal::Int(text) => format!("{} int", radix(text)),
        Literal::Long(text) => format!("{} long", radix(text)),
        Literal::Float(text) => format!("{} float", radix_of_fraction(text)),
        Literal::Double(text) => format!("{} double", radix_of_fraction(text)),
        Literal::Char(_) if written.starts_with("'\\") => "escaped char".into(),
        Literal::Char(_) => "char".into(),
        Literal::String(_) if written.starts_with("\"\"\"") => "text block".into(),
        Literal::String(_) if written.contains('\\') => "escaped string".into(),
        Literal::String(_) => "string".into(),
        Literal::Boolean(value) => value.to_string(),
        Literal::Null => "null".into(),
    }
}

fn radix(text: &str) -> &'static str {
    match text.as_bytes() {
        [b'0', b'x' | b'X', ..] => "hexadecimal",
        [b'0', b'b' | b'B', ..] => "binary",
        [b'0', _, ..] => "octal",
        _ if text.contains('_') => "grouped",
        _ => "decimal",
    }
}

fn radix_of_fraction(text: &str) -> &'static str {
    match text.as_bytes() {
        [b'0', b'x' | b'X', ..] => "hexadecimal",
        _ if text.contains(['e', 'E']) => "exponential",
        _ => "decimal",
    }
}
