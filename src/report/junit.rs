//! JUnit classes from a report (DESIGN §10, SEMANTICS §§1–3): one class per class under test, one method per test.
//!
//! The report is the only input: the drivers and the expected values are Java code already, so that what is emitted
//! is what was simulated. Everything emitted is ASCII, needs only JUnit, and depends on no other test.

mod class;
pub mod code;
mod comment;
mod header;
mod large;
mod lines;
mod method;
mod name;
mod naming;
mod short_names;
mod words;

use std::collections::BTreeMap;

use indexmap::IndexMap;

pub use comment::Comments;
pub use header::{digest, is_of_jatpg, sealed};
pub use method::TIME_LIMIT;
pub use name::{Classes, TestName, test_names, tested};
pub use naming::{Case, Naming};

use super::json::{Report, TestReport};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum JUnitVersion {
    JUnit5,
    JUnit4,
}

/// What the report does not say about the program.
#[derive(Clone, Debug)]
pub struct Options {
    pub version: JUnitVersion,
    /// Makes the classes again.
    pub command: String,
    pub comments: Comments,
    /// Each test says in words what it shows.
    pub display_names: bool,
    /// A tag of all classes.
    pub tag: Option<String>,
    /// The program writes to `System.out` somewhere: a mutant may write where the original does not, so each test
    /// asserts the text. Classes with a test that expects some do so anyway.
    pub captures_out: bool,
    pub captures_err: bool,
    /// The program formats or changes case by the default locale.
    pub locale: bool,
    /// Whether the default time zone matters: then tests run in UTC.
    pub zone: bool,
    /// What the methods of tests have to declare that they throw, by the tests' ids: those of others need not. Any may throw
    /// exceptions where this is not known.
    pub declared: Option<BTreeMap<String, Declared>>,
}

impl Options {
    pub fn new(version: JUnitVersion) -> Self {
        Self {
            version,
            command: String::from("jatpg generate"),
            comments: Comments::default(),
            display_names: false,
            tag: None,
            captures_out: false,
            captures_err: false,
            locale: false,
            zone: false,
            declared: None,
        }
    }

    /// What the method of a test has to declare that it throws.
    fn declared(&self, test: &TestReport) -> Option<Declared> {
        match &self.declared {
            Some(declared) => declared.get(&test.id).copied(),
            None => Some(Declared::Exception),
        }
    }
}

/// What the caller of a method has to declare.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Declared {
    Exception,
    /// More than exceptions, as where the type that a generic method throws is not given.
    Throwable,
}

impl Declared {
    /// The simple name of the class.
    const fn name(self) -> &'static str {
        match self {
            Self::Exception => "Exception",
            Self::Throwable => "Throwable",
        }
    }
}

/// A file to write below the output folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EmittedFile {
    /// With `/` between the package's folders.
    pub path: String,
    pub text: String,
}

/// The test classes of a report, in the order of its tests.
pub fn emit(report: &Report, options: &Options) -> Vec<EmittedFile> {
    let names = test_names(report);
    let surroundings = class::Surroundings::of(report, options);
    let mut classes: IndexMap<String, Vec<(&TestName, &TestReport)>> = IndexMap::new();
    for test in &report.tests {
        let name = &names[&test.id];
        classes.entry(name.path()).or_default().push((name, test));
    }
    let emitted =
        |(path, tests): (String, Vec<_>)| EmittedFile { path, text: class::class(&surroundings, &tests) };
    classes.into_iter().map(emitted).collect()
}
