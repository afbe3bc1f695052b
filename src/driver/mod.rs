//! Test drivers (DESIGN §3, SEMANTICS §1): what a test does, as straight-line Java code that a class of the same
//! package compiles.
//!
//! A driver is kept as Java *text*: the generator writes it, `report.json` carries it, the JUnit class quotes it,
//! and there is one way to run it: parse, attribute in the package's driver method, lower. So a driver that
//! javac would reject (a private constructor, a missing cast) cannot run here either.

mod asked;
mod class_literals;
mod constants;
mod containers;
pub mod cube;
pub mod form;
mod functions;
mod generate;
mod generics;
pub mod literals;
pub mod model;
pub mod names;
mod overloads;
mod points;
mod recipes;
pub mod sight;
pub mod skeleton;
mod statics;
mod stubs;
mod values;

pub use containers::written_result;
pub use generate::{Fixed, Generator, Seed, variable_name};
pub use statics::Setting;

use std::ops::Range;

use crate::sema::functions::put_in_place;
use crate::sema::program::{MethodId, Program};
use crate::sema::typed_tree::{Body, ExprId, ExprKind, StmtId, StmtKind};
use crate::syntax::reader::Reader;
use crate::syntax::tree::{Code, Modifiers};

/// Before a statement `Class.field = value;` that gives a private static field what it held at first: code of the package may not,
/// so a printed test does it by reflection. Code of drivers alone is attributed as if it might.
pub const RESETS: &str = "/* private */ ";

/// A test without its outcome.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Driver {
    /// The method under test.
    pub method: MethodId,
    /// Statements that set statics and build receiver and arguments.
    pub arrange: Vec<String>,
    /// The call under test: a statement, `int result = Gcd.gcd(12, 18);` or `Bubble.sort(a);`.
    pub act: String,
    /// Following calls that read what cannot be read otherwise, as expressions.
    pub then: Vec<String>,
}

impl Driver {
    /// The variable that `act` declares for the result.
    pub const RESULT: &str = "result";

    /// The statements up to the call under test, as `report.json` has them.
    pub fn inputs(&self) -> Vec<String> {
        self.arrange.iter().chain(std::iter::once(&self.act)).cloned().collect()
    }

    /// The whole driver as Java text, a statement a line.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for statement in self.arrange.iter().chain(std::iter::once(&self.act)) {
            text.push_str(statement);
            text.push('\n');
        }
        for call in &self.then {
            text.push_str(call);
            text.push_str(";\n");
        }
        text
    }

    /// Its statements and following calls, in the order of the text.
    pub fn parts(&self) -> impl Iterator<Item = &str> {
        self.arrange.iter().chain(std::iter::once(&self.act)).chain(&self.then).map(String::as_str)
    }

    /// The driver as code of its package, by a reader that may have read other drivers; why not, where it does not
    /// compile.
    pub fn attribute(&self, program: &Program, reader: &mut Reader) -> Result<(Code, Body), String> {
        let text = self.text();
        let mut code = reader.read(&text).map_err(|e| e.message)?;
        if !program.functions().is_empty() {
            let package = program.package_name(program.methods[self.method].class);
            put_in_place(program, package, &mut code, &text);
        }
        let body = self.typed(program, &code)?;
        Ok((code, body))
    }

    fn typed(&self, program: &Program, code: &Code) -> Result<Body, String> {
        let package = program.package_name(program.methods[self.method].class);
        let host = program.driver_method(package).ok_or("its package has no driver")?;
        let body = program.typed_body(host, code).map_err(|error| {
            let message = error.errors.first().map(|e| e.message.clone());
            let unsupported = error.unsupported.first().map(|u| u.what.clone());
            message.or(unsupported).unwrap_or_default()
        })?;
        self.check_form(&body)?;
        self.check_resets(program, &body)?;
        Ok(body)
    }

    /// Private statics are named by resets alone: a printed test can say no more of them.
    fn check_resets(&self, program: &Program, body: &Body) -> Result<(), String> {
        let StmtKind::Block(statements) = &body.stmts[body.root].kind else { return Ok(()) };
        let target = |(&statement, text): (&StmtId, &str)| match body.stmts[statement].kind {
            StmtKind::Expr(expr) if text.starts_with(RESETS) => match body.exprs[expr].kind {
                ExprKind::Assign { target, .. } => Some(target),
                _ => None,
            },
            _ => None,
        };
        let reset: Vec<ExprId> = statements.iter().zip(self.parts()).filter_map(target).collect();
        let private = body.exprs.iter_enumerated().find_map(|(id, expr)| match expr.kind {
            ExprKind::StaticField(field) if !reset.contains(&id) => {
                Some(&program.fields[field]).filter(|f| f.modifiers.has(Modifiers::PRIVATE))
            }
            _ => None,
        });
        match private {
            Some(field) => Err(format!("`{}` is private: only `{RESETS}` before it sets it", field.name)),
            None => Ok(()),
        }
    }

    /// A statement for each of the driver's: the call under test is an expression or declares the result, the
    /// following calls are expressions. An emitted test relies on it.
    fn check_form(&self, body: &Body) -> Result<(), String> {
        let StmtKind::Block(statements) = &body.stmts[body.root].kind else {
            return Err("it has no call under test".to_owned());
        };
        if statements.len() != self.parts().count() {
            return Err("not every part of it is one statement".to_owned());
        }
        let mut behind = statements[self.arrange.len()..].iter().map(|&stmt| &body.stmts[stmt].kind);
        let acts = match behind.next() {
            Some(StmtKind::Expr(_)) => true,
            Some(StmtKind::Locals(declared)) => {
                matches!(declared[..], [(local, Some(_))] if &*body.locals[local].name == Self::RESULT)
            }
            _ => false,
        };
        if !acts {
            return Err(format!("its call under test is no expression and declares no `{}`", Self::RESULT));
        }
        if behind.all(|kind| matches!(kind, StmtKind::Expr(_))) {
            Ok(())
        } else {
            Err("a following call is no expression".to_owned())
        }
    }

    /// The driver without a statement or a following call, and without all that rests on the variable that it declares. The call
    /// under test takes `null` in its place; `None` where it is the call itself, or has the variable's object for its receiver.
    pub fn without(&self, at: usize) -> Option<Self> {
        let mut rest = self.clone();
        if let Some(following) = at.checked_sub(self.arrange.len()) {
            rest.then.remove(following.checked_sub(1).filter(|&n| n < self.then.len())?);
            return Some(rest);
        }
        rest.arrange.truncate(at);
        let mut gone: Vec<(&str, &str)> = declared(&self.arrange[at]).into_iter().collect();
        for statement in &self.arrange[at + 1..] {
            if gone.iter().any(|(_, name)| mentions(statement, name)) {
                gone.extend(declared(statement));
            } else {
                rest.arrange.push(statement.clone());
            }
        }
        for (ty, name) in &gone {
            rest.then.retain(|call| !mentions(call, name));
            if mentions(&rest.act, name) {
                rest.act = with_null(&rest.act, ty, name)?;
            }
        }
        Some(rest)
    }

    /// The driver without the variables of which nothing is made.
    pub fn without_unused(&self) -> Self {
        let mut used = self.clone();
        let mut behind: Vec<String> = self.then.iter().chain([&self.act]).cloned().collect();
        used.arrange.clear();
        for statement in self.arrange.iter().rev() {
            let is_used = |(_, name): (&str, &str)| behind.iter().any(|code| mentions(code, name));
            if declared(statement).is_none_or(is_used) {
                behind.push(statement.clone());
                used.arrange.push(statement.clone());
            }
        }
        used.arrange.reverse();
        used
    }

    /// Whether a following call reads the result, which is there only when the call under test returns.
    pub fn needs_result(&self) -> bool {
        self.then.iter().any(|call| call.starts_with("result."))
    }

    /// The same driver without the following calls that read the result.
    pub fn without_result_calls(mut self) -> Self {
        self.then.retain(|call| !call.starts_with("result."));
        self
    }
}

/// The type and the name of the variable that a statement declares, as they are written.
fn declared(statement: &str) -> Option<(&str, &str)> {
    let (declaration, _) = statement.split_once(" = ")?;
    let (ty, name) = declaration.rsplit_once(' ')?;
    (!declaration.contains(['(', '"', '/'])).then_some((ty, name))
}

/// Where a variable of this name stands in code. What follows a dot is a member.
fn places<'t>(code: &'t str, name: &'t str) -> impl Iterator<Item = usize> + 't {
    let is_it =
        move |range: &Range<usize>| &code[range.clone()] == name && !code[..range.start].ends_with('.');
    words(code).filter(is_it).map(|range| range.start)
}

/// The words of a part of a driver, outside of strings and characters.
pub fn words(part: &str) -> impl Iterator<Item = Range<usize>> + '_ {
    let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    let (mut words, mut begun, mut quote, mut escaped) = (Vec::new(), None, None, false);
    for (at, c) in part.char_indices().chain([(part.len(), ' ')]) {
        if let Some(end) = quote {
            (quote, escaped) = ((escaped || c != end).then_some(end), !escaped && c == '\\');
            continue;
        }
        match (is_word(c), begun) {
            (true, None) => begun = Some(at),
            (false, Some(start)) => {
                words.push(start..at);
                begun = None;
            }
            _ => {}
        }
        if matches!(c, '"' | '\'') {
            quote = Some(c);
        }
    }
    words.into_iter()
}

fn mentions(code: &str, name: &str) -> bool {
    places(code, name).next().is_some()
}

/// A call with `null` in the place of a variable; `None` where that is more than an argument.
fn with_null(call: &str, ty: &str, name: &str) -> Option<String> {
    let mut text = String::with_capacity(call.len());
    let mut end = 0;
    for at in places(call, name) {
        let is_argument = call[..at].ends_with(['(', ' ']) && call[at + name.len()..].starts_with([',', ')']);
        if !is_argument {
            return None;
        }
        text.push_str(&call[end..at]);
        text.push_str(&format!("({ty}) null"));
        end = at + name.len();
    }
    text.push_str(&call[end..]);
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::Driver;
    use crate::index::Id as _;
    use crate::sema::program::MethodId;

    #[test]
    fn what_rests_on_a_statement_goes_with_it_and_an_argument_is_null_instead() {
        let texts = |all: &[&str]| all.iter().map(|&s| s.to_owned()).collect();
        let driver = Driver {
            method: MethodId::new(0),
            arrange: texts(&["Box b = new Box();", "Key<A, B> k = new Key<>(b);", "k.add(1);", "b.set(1);"]),
            act: "int result = b.put(k, \"k\", 2);".to_owned(),
            then: texts(&["k.size()", "b.size()"]),
        };
        let rest = driver.without(1).map(|rest| (rest.arrange, rest.act, rest.then));
        let expected =
            (texts(&["Box b = new Box();", "b.set(1);"]), "int result = b.put((Key<A, B>) null, \"k\", 2);");
        assert_eq!(rest, Some((expected.0, expected.1.to_owned(), texts(&["b.size()"]))));
        assert_eq!(driver.without(0), None, "the receiver is gone");
        assert_eq!(driver.without(4), None, "the call under test");
        assert_eq!(driver.without_unused().arrange, driver.arrange);
        let alone = Driver { then: Vec::new(), act: "b.put(1);".to_owned(), ..driver.clone() };
        assert_eq!(alone.without(2).map(|rest| rest.without_unused().arrange.len()), Some(2));
        assert_eq!(driver.without(6).map(|rest| rest.then), Some(texts(&["k.size()"])));
    }
}
