//! Labels that somebody asks for in a comment, `//@ label CONDITION`, and what is wrong with one: a wish that cannot be asked for is an
//! error at its place, since whoever wrote it waits for it.

use std::sync::Arc;

use crate::goal::criteria::user;
use crate::goal::plant::Plan;
use crate::mutate::generate::with_context;
use crate::sema::program::{MethodId, MethodSource, Program};
use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::parser::parse_expression;
use crate::syntax::source::SourceFile;
use crate::syntax::tree::{Code, ExprKind, Root, Span, StmtId};

/// What such a comment begins with.
const MARK: &str = "//@ label";

/// The places of the conditions in a text that begins outside of comments and literals, of which a place is as far into the file as `start`
/// says.
pub(super) fn wishes(text: &str, start: u32) -> Vec<Span> {
    let bytes = text.as_bytes();
    let find =
        |from: usize, what: &str| text[from..].find(what).map_or(text.len(), |at| from + at + what.len());
    let mut wishes = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let rest = &bytes[at..];
        at = match rest {
            [b'/', b'/', ..] => {
                let end = text[at..].find(['\n', '\r']).map_or(text.len(), |length| at + length);
                if let Some(condition) = text[at..end].strip_prefix(MARK)
                    && (condition.is_empty() || condition.starts_with([' ', '\t']))
                {
                    let begin = end - condition.trim_start().len();
                    let offset = |at: usize| start + at as u32;
                    wishes.push(Span::new(offset(begin), offset(begin + condition.trim().len())));
                }
                end
            }
            [b'/', b'*', ..] => find(at + 2, "*/"),
            [b'"', b'"', b'"', ..] => text_block_end(bytes, at + 3),
            [quote @ (b'"' | b'\''), ..] => literal_end(bytes, at + 1, *quote),
            _ => at + 1,
        };
    }
    wishes
}

/// Behind a string or a character, or at the end of its line.
fn literal_end(bytes: &[u8], mut at: usize, quote: u8) -> usize {
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'\\' => at += 2,
            b'\n' | b'\r' => return at,
            _ if byte == quote => return at + 1,
            _ => at += 1,
        }
    }
    bytes.len()
}

fn text_block_end(bytes: &[u8], mut at: usize) -> usize {
    while at < bytes.len() {
        match bytes[at..] {
            [b'\\', ..] => at += 2,
            [b'"', b'"', b'"', ..] => return at + 3,
            _ => at += 1,
        }
    }
    bytes.len()
}

/// The statement that begins first behind a place.
pub(super) fn next_statement(code: &Code, at: u32) -> Option<StmtId> {
    let behind = code.stmts.iter_enumerated().filter(|(_, stmt)| stmt.span.start >= at);
    // Of those that begin together, the largest.
    behind.min_by_key(|(_, stmt)| (stmt.span.start, std::cmp::Reverse(stmt.span.end))).map(|(id, _)| id)
}

/// The part of a condition that may have an effect, and what it does.
pub(super) fn effect(condition: &str) -> Option<(Span, &'static str)> {
    let parsed = parse_expression(condition).ok()?;
    let what = |kind: &ExprKind| match kind {
        ExprKind::Assign { .. } | ExprKind::IncDec { .. } => Some("a condition assigns nothing"),
        ExprKind::Call { .. } | ExprKind::GenericCall(_) => {
            Some("a condition calls no method, which might have an effect")
        }
        _ => None,
    };
    let mut found = parsed.exprs.iter().filter_map(|expr| Some((expr.span, what(&expr.kind)?)));
    let first = found.next()?;
    Some(found.fold(first, |first, next| if next.0.start < first.0.start { next } else { first }))
}

/// The method in whose body a place is, with its code: of classes inside of methods the innermost.
pub(super) fn method_at(program: &Program, source: &Arc<SourceFile>, at: u32) -> Option<(MethodId, Span)> {
    let around = program.methods.iter_enumerated().filter_map(|(id, method)| {
        let MethodSource::Code(code) = &method.source else { return None };
        let Root::Block(root) = code.root else { return None };
        let span = code.stmts[root].span;
        let is_around = span.start <= at && at < span.end;
        (is_around && Arc::ptr_eq(&program.unit_of(method.class).tree.source, source)).then_some((id, span))
    });
    around.min_by_key(|(_, span)| span.end - span.start)
}

/// What is wrong with the wishes in the given files, and in these of their methods.
pub(super) fn errors(program: &Program, methods: &[MethodId]) -> Vec<Diagnostic> {
    let mut sources: Vec<Arc<SourceFile>> = Vec::new();
    for class in program.given_classes() {
        let source = &program.unit_of(class).tree.source;
        if !sources.iter().any(|known| Arc::ptr_eq(known, source)) {
            sources.push(source.clone());
        }
    }
    let mut errors = Vec::new();
    for source in sources {
        let mut asked: Vec<MethodId> = Vec::new();
        for wish in wishes(&source.text, 0) {
            match method_at(program, &source, wish.start) {
                None => errors.push(error(&source, wish, "the label stands in no method", BEFORE)),
                Some((method, _)) if !asked.contains(&method) => asked.push(method),
                Some(_) => {}
            }
        }
        for method in asked.into_iter().filter(|method| methods.contains(method)) {
            errors.extend(
                with_context(program, method, |context| {
                    let mut plan = Plan::new(context);
                    user(&mut plan);
                    plan.refused()
                        .into_iter()
                        .map(|(span, why)| {
                            let help = if why == NO_STATEMENT { BEFORE } else { STILL };
                            refused(&source, span, &why, help)
                        })
                        .collect::<Vec<_>>()
                })
                .unwrap_or_default(),
            );
        }
    }
    errors.sort_by(Diagnostic::order);
    errors
}

const BEFORE: &str = "write it in a method, in front of the statement at which the condition is to hold";
const STILL: &str =
    "ask for what the values are where the statement begins, as in `//@ label x > 0 && y != null`";

/// What is wrong with a condition wherever it stands, or else why it is refused at its place.
pub(super) fn refused(source: &Arc<SourceFile>, wish: Span, why: &str, help: &str) -> Diagnostic {
    if let Some(error) = wrong(source, wish, help) {
        return error;
    }
    let why = why.replace("its trap is no Java there", "the condition is no Java there");
    error(source, wish, &why, help)
}

/// What is wrong with a condition wherever it stands.
pub(super) fn wrong(source: &Arc<SourceFile>, wish: Span, help: &str) -> Option<Diagnostic> {
    let condition = source.slice(wish);
    if condition.is_empty() {
        return Some(error(source, wish, "a label without a condition", help));
    }
    if let Some((part, what)) = effect(condition) {
        let part = Span::new(wish.start + part.start, wish.start + part.end);
        return Some(error(source, part, what, help));
    }
    parse_expression(condition).is_err().then(|| error(source, wish, "this is no condition in Java", help))
}

/// Why a label is left out behind which the method ends.
pub(super) const NO_STATEMENT: &str = "no statement stands behind the label";

fn error(source: &Arc<SourceFile>, span: Span, message: &str, help: &str) -> Diagnostic {
    Diagnostic::error(source, span, message).with_help(help)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wishes_are_comments_alone() {
        let text = "//@ label a\n\"//@ label b\" '\"' //@ label  c > 1 \r\n /* //@ label d */ \"\"\"\n//@ label e \\\"\"\" \"\"\" //@ labels\n//@ label";
        let found: Vec<&str> =
            wishes(text, 0).into_iter().map(|span| &text[span.start as usize..span.end as usize]).collect();
        assert_eq!(found, ["a", "c > 1", ""]);
    }
}
