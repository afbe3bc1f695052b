//! Test drivers (DESIGN §3, SEMANTICS §1): what a test does, as straight-line Java code that a class of the same
//! package compiles.
//!
//! A driver is kept as Java *text*: the generator writes it, `report.json` carries it, the JUnit class quotes it,
//! and there is one way to run it: parse, attribute in the package's driver method, lower. So a driver that
//! javac would reject (a private constructor, a missing cast) cannot run here either.

mod constants;
mod generate;
pub mod literals;
pub mod names;
mod recipes;
mod statics;
mod values;

pub use generate::Generator;

use crate::sema::program::MethodId;

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
