//! Labels of somebody's own that a file asks for, so that the source stays as it is: a line each,
//! `Cart.total(int,int): a > b && b > 0`, of a condition that is to hold where a method begins. What is wrong with a line is
//! an error at its place, as with a comment (`wishes`).

use std::sync::Arc;

use crate::goal::criteria::at_entry;
use crate::goal::plant::Plan;
use crate::goal::wishes::{refused, wrong};
use crate::mutate::generate::{given_methods, with_context};
use crate::mutate::named::{is_named, pattern};
use crate::sema::program::{MethodId, Program};
use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::source::SourceFile;
use crate::syntax::tree::Span;

/// A file of labels whose lines are such.
#[derive(Debug, PartialEq, Eq)]
pub struct Asked {
    source: Arc<SourceFile>,
    lines: Vec<Line>,
}

/// The places of a method's name and of a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    method: Span,
    condition: Span,
}

/// What a line begins with that asks for nothing.
const COMMENT: &str = "//";
const FORM: &str =
    "a line is `METHOD: CONDITION`, as in `Cart.total(int,int): a > b && b > 0`, or a comment behind `//`";
const AT_ENTRY: &str =
    "ask for what the parameters and fields are where the method begins, as in `Cart.total(int,int): a > b`";

impl Asked {
    /// # Errors
    ///
    /// What is wrong with each line that is wrong for every program.
    pub fn parse(source: SourceFile) -> Result<Self, Vec<Diagnostic>> {
        let source = Arc::new(source);
        let (mut lines, mut errors) = (Vec::new(), Vec::new());
        let mut at = 0;
        for text in source.text.split(['\n', '\r']) {
            let whole = trimmed(&source, Span::new(at, at + text.len() as u32));
            at += text.len() as u32 + 1;
            let asks = whole.start < whole.end && !source.slice(whole).starts_with(COMMENT);
            match asks.then(|| line(&source, whole)) {
                Some(Ok(line)) => lines.push(line),
                Some(Err(error)) => errors.push(error),
                None => {}
            }
        }
        if errors.is_empty() { Ok(Self { source, lines }) } else { Err(errors) }
    }

    pub fn lines(&self) -> impl Iterator<Item = Line> {
        self.lines.iter().copied()
    }

    /// Whether a line is about one of the methods that a program has mutants and labels of.
    pub fn is_about(&self, program: &Program, line: Line) -> bool {
        given_methods(program).any(|method| self.means(program, line, method))
    }

    /// What to say of a line that is about no method.
    pub fn no_method(&self, line: Line, known: &str) -> Diagnostic {
        let message = "the given files have no such method with a body";
        Diagnostic::error(&self.source, line.method, message).with_help(format!("they have {known}"))
    }

    fn means(&self, program: &Program, line: Line, method: MethodId) -> bool {
        is_named(program, method, self.source.slice(line.method))
    }

    /// The lines about a method.
    fn of<'a>(&'a self, program: &'a Program, method: MethodId) -> impl Iterator<Item = Line> + 'a {
        self.lines().filter(move |&line| self.means(program, line, method))
    }

    /// Plants what the file asks for of the plan's method.
    pub(super) fn plant(&self, plan: &mut Plan<'_, '_>) {
        let context = *plan.context;
        for line in self.of(context.program, context.method) {
            at_entry(plan, self.source.slice(line.condition));
        }
    }

    /// What is wrong with the lines that are about these methods.
    pub(super) fn errors(&self, program: &Program, methods: &[MethodId]) -> Vec<Diagnostic> {
        let of_method = |&method: &MethodId| {
            self.of(program, method).filter_map(move |line| self.error(program, method, line))
        };
        let mut errors: Vec<Diagnostic> = methods.iter().flat_map(of_method).collect();
        errors.sort_by(Diagnostic::order);
        errors
    }

    fn error(&self, program: &Program, method: MethodId, line: Line) -> Option<Diagnostic> {
        let why = with_context(program, method, |context| {
            let mut plan = Plan::new(context);
            at_entry(&mut plan, self.source.slice(line.condition));
            plan.refused().pop().map(|(_, why)| why)
        })??;
        let name = program.method_name(method);
        Some(refused(&self.source, line.condition, &why, &format!("{AT_ENTRY}; this is {name}")))
    }
}

/// Without the space around it, and the mark of the encoding that a file may begin with.
fn trimmed(source: &SourceFile, span: Span) -> Span {
    let is_space = |c: char| c.is_whitespace() || c == '\u{feff}';
    let text = source.slice(span);
    let end = span.start + text.trim_end_matches(is_space).len() as u32;
    let start = span.end - text.trim_start_matches(is_space).len() as u32;
    Span::new(start, end.max(start))
}

fn line(source: &Arc<SourceFile>, whole: Span) -> Result<Line, Diagnostic> {
    let error = |span, message: &str, help: &str| Diagnostic::error(source, span, message).with_help(help);
    let Some(colon) = source.slice(whole).find(':') else {
        return Err(error(whole, "no colon stands between a method and a condition", FORM));
    };
    let colon = whole.start + colon as u32;
    let method = trimmed(source, Span::new(whole.start, colon));
    let condition = trimmed(source, Span::new(colon + 1, whole.end));
    if let Err(what) = pattern(source.slice(method)) {
        return Err(error(method, "this names no method", &what));
    }
    wrong(source, condition, AT_ENTRY).map_or(Ok(Line { method, condition }), Err)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Result<Vec<(String, String)>, Vec<String>> {
        let asked = Asked::parse(SourceFile::new("own.labels".into(), text.to_owned()));
        let slice = |asked: &Asked, span| asked.source.slice(span).to_owned();
        asked
            .map(|asked| {
                asked.lines().map(|l| (slice(&asked, l.method), slice(&asked, l.condition))).collect()
            })
            .map_err(|errors| errors.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn a_line_is_a_method_and_a_condition() {
        let text = "\u{feff}\n// of mine\r\n  A.f(int, int) :  a > b ? b > c : c < 0 \r\n\ng: true";
        let line = |method: &str, condition: &str| (method.to_owned(), condition.to_owned());
        assert_eq!(parsed(text), Ok(vec![line("A.f(int, int)", "a > b ? b > c : c < 0"), line("g", "true")]));
        assert_eq!(parsed(""), Ok(vec![]));
    }

    #[test]
    fn every_wrong_line_is_an_error_at_its_place() {
        let errors = parsed("f: a > 0\nf a > 0\nf(int a): a > 0\nf:\n f: a++ > 0\nf: g() > 0\nf: a >\n");
        assert_eq!(
            errors,
            Err([
                "own.labels:2:1: error: no colon stands between a method and a condition",
                "own.labels:3:1: error: this names no method",
                "own.labels:4:3: error: a label without a condition",
                "own.labels:5:5: error: a condition assigns nothing",
                "own.labels:6:4: error: a condition calls no method, which might have an effect",
                "own.labels:7:4: error: this is no condition in Java",
            ]
            .map(str::to_owned)
            .to_vec())
        );
    }
}
