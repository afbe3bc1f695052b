//! Test drivers (DESIGN §3, SEMANTICS §1): what a test does, as straight-line Java code that a class of the same
//! package compiles.
//!
//! A driver is kept as Java *text*: the generator writes it, `report.json` carries it, the JUnit class quotes it,
//! and there is one way to run it: parse, attribute in the package's driver method, lower. So a driver that
//! javac would reject (a private constructor, a missing cast) cannot run here either.
//!
//! | looking for | file |
//! | --- | --- |
//! | from a method to candidate drivers | `generate` |
//! | the parts of a driver as text, and its form | `parts`, `form` |
//! | what code of a package may use, and how it names it | `access`, `names`, `overloads` |
//! | values of primitive types and strings, as text | `values`, `literals` |
//! | values that the code suggests | `constants`, `points`, `matching`, `date_patterns`, `read_texts` |
//! | how an object is made | `made`, `recipes`, `generics`, `rows` |
//! | objects of the JDK: containers, streams, class objects | `containers`, `streams`, `class_literals` |
//! | what is read of what calls give | `readings` |
//! | functions, and stubs for what nothing implements | `functions`, `stubs` |
//! | what code asks of what it takes, what changes it, what nobody can make | `asked`, `changers`, `open_fields`, `yields` |
//! | statics that a method depends on | `statics` |
//! | argument lists that come again | `lists` |
//! | test cubes, their graphs, and what a test sees at its end | `cube`, `skeleton`, `sight` |
//! | from a solver's model to a driver | `model` |

mod access;
mod asked;
mod changers;
mod class_literals;
mod constants;
mod containers;
pub mod cube;
mod date_patterns;
pub mod form;
mod functions;
mod generate;
mod generics;
mod lists;
pub mod literals;
mod made;
mod matching;
pub mod model;
pub mod names;
mod open_fields;
mod overloads;
pub mod parts;
mod points;
mod read_texts;
mod readings;
mod recipes;
mod rows;
pub mod sight;
pub mod skeleton;
mod statics;
mod streams;
mod stubs;
mod values;
mod yields;

pub use containers::written_result;
pub use generate::{Fixed, Generator, Seed, variable_name};
pub use readings::{DIGITS_READ, LINES_READ, without_readings};
pub use statics::Setting;

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

    /// Whether a following call reads the result, which is there only when the call under test returns.
    pub fn needs_result(&self) -> bool {
        self.then.iter().any(|call| call.starts_with("result."))
    }

    /// The same driver without its following calls; `None` where it has none.
    pub fn without_following(&self) -> Option<Self> {
        (!self.then.is_empty()).then(|| Self { then: Vec::new(), ..self.clone() })
    }

    /// The same driver without the following calls that read the result.
    pub fn without_result_calls(mut self) -> Self {
        self.then.retain(|call| !call.starts_with("result."));
        self
    }
}
