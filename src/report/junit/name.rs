//! The names of test classes and methods: `classify_of_3_4_5_returns_1` in `TriangleTest`.
//!
//! They are a function of the report alone, so that `confirm` finds the method of each test again.

use std::collections::{BTreeMap, BTreeSet};

use indexmap::IndexMap;

use super::code::{self, Statement, TokenKind};
use crate::report::json::{Expectation, Report, TestReport};

/// The longest name of a test method.
const NAME: usize = 100;
/// The longest part of a name that stands for one value.
const VALUE: usize = 20;
/// Arguments beyond these are not named.
const ARGUMENTS: usize = 6;

/// Where a test is found in the emitted classes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TestName {
    pub package: String,
    /// The simple name of the test class.
    pub class: String,
    pub method: String,
}

impl TestName {
    /// The file of the class, with `/`, relative to the output folder.
    pub fn path(&self) -> String {
        match self.package.as_str() {
            "" => format!("{}.java", self.class),
            package => format!("{}/{}.java", package.replace('.', "/"), self.class),
        }
    }

    /// The class as the JVM names it.
    pub fn qualified_class(&self) -> String {
        match self.package.as_str() {
            "" => self.class.clone(),
            package => format!("{package}.{}", self.class),
        }
    }
}

/// The name of each test of the report, by id, in the report's order.
pub fn test_names(report: &Report) -> IndexMap<String, TestName> {
    let classes: BTreeSet<&str> = report
        .methods
        .iter()
        .map(|m| top_level_class(&m.name))
        .chain(report.tests.iter().map(|t| top_level_class(&t.method)))
        .collect();
    let mut taken: BTreeMap<(String, String), BTreeSet<String>> = BTreeMap::new();
    let mut names = IndexMap::new();
    for test in &report.tests {
        let class = test_class(top_level_class(&test.method), &classes);
        let taken = taken.entry((test.package.clone(), class.clone())).or_default();
        let method = unique(&method_name(test), taken);
        names.insert(test.id.clone(), TestName { package: test.package.clone(), class, method });
    }
    names
}

/// `Outer` of `Outer.Inner.method(int)`.
fn top_level_class(method: &str) -> &str {
    method.split(['.', '(']).next().unwrap_or(method)
}

/// A program that has a `TriangleTest` itself keeps it.
fn test_class(class: &str, classes: &BTreeSet<&str>) -> String {
    let mut name = format!("{class}Test");
    while classes.contains(name.as_str()) {
        name.push_str("Generated");
    }
    name
}

fn unique(name: &str, taken: &mut BTreeSet<String>) -> String {
    let mut candidate = name.to_owned();
    let mut number = 2;
    while !taken.insert(candidate.clone()) {
        candidate = format!("{name}_{number}");
        number += 1;
    }
    candidate
}

fn method_name(test: &TestReport) -> String {
    let mut name = method_word(&test.method);
    let arguments = argument_words(test);
    if !arguments.is_empty() {
        name = format!("{name}_of_{}", arguments.join("_"));
    }
    let outcome = outcome_words(test);
    name.truncate(NAME.saturating_sub(outcome.len() + 1));
    format!("{}_{outcome}", name.trim_end_matches('_'))
}

/// The method under test; a constructor is `new_Stack`.
fn method_word(method: &str) -> String {
    let path = method.split('(').next().unwrap_or(method);
    let mut parts = path.rsplit('.');
    let last = parts.next().unwrap_or(path);
    let word = match last {
        "<init>" => format!("new_{}", words_of(parts.next().unwrap_or(""), VALUE)),
        last => words_of(last, 2 * VALUE),
    };
    if word.is_empty() || word.starts_with(|c: char| c.is_ascii_digit()) {
        format!("test_{word}")
    } else {
        word
    }
}

/// What the call under test is given; a variable stands for the value that the driver gave it.
fn argument_words(test: &TestReport) -> Vec<String> {
    let Some((call, arranged)) = test.inputs.split_last() else { return Vec::new() };
    let call = Statement::read(call).expression;
    let Some((_, arguments)) = code::last_group(call) else { return Vec::new() };
    let arguments = code::split_commas(arguments);
    arguments.iter().take(ARGUMENTS).map(|argument| value_words(initializer(argument, arranged))).collect()
}

fn initializer<'a>(argument: &'a str, arranged: &'a [String]) -> &'a str {
    let declared = arranged.iter().map(|s| Statement::read(s));
    declared
        .filter(|s| s.ty.is_some())
        .find(|s| s.variable == Some(argument))
        .map_or(argument, |s| s.expression)
}

fn outcome_words(test: &TestReport) -> String {
    let outcome = &test.outcome;
    if let Some(exception) = &outcome.exception {
        let simple = exception.rsplit(['.', '$']).next().unwrap_or(exception);
        return format!("throws_{}", words_of(simple, 2 * VALUE));
    }
    if let Some(value) = &outcome.value {
        return format!("returns_{}", value_words(value));
    }
    if !outcome.out.is_empty() {
        return format!("prints_{}", or_else(words_of(&outcome.out, VALUE), "blank"));
    }
    for check in &outcome.checks {
        let expected = match &check.expected {
            Expectation::Equals(value) | Expectation::ArrayEquals(value) => value_words(value),
            Expectation::Null => String::from("null"),
            _ => continue,
        };
        return format!("leaves_{}_{expected}", words_of(&check.actual, VALUE));
    }
    String::from("returns")
}

fn or_else(word: String, other: &str) -> String {
    if word.is_empty() { other.to_owned() } else { word }
}

/// A value as part of a name: `minus_1`, `empty`, `1_2_3`, `NaN`.
fn value_words(value: &str) -> String {
    let value = value.trim();
    if value == "\"\"" {
        return String::from("empty_string");
    }
    let value = without_array_type(value);
    if value.chars().all(|c| matches!(c, '{' | '}' | ' ')) {
        return String::from("empty");
    }
    or_else(words_of(value, VALUE), "symbols")
}

/// `{1, 2}` of `new int[] {1, 2}`.
fn without_array_type(value: &str) -> &str {
    let array = value.starts_with("new ") && value.ends_with('}');
    if array { value.find('{').map_or(value, |at| &value[at..]) } else { value }
}

/// The words and numbers of a piece of code or text, joined by `_`, in ASCII, at most `limit` long.
fn words_of(text: &str, limit: usize) -> String {
    let mut words = String::new();
    // The beginning is enough, and keeps a long literal from being split whole.
    let beginning: String = text.chars().take(8 * limit).collect();
    let mut minus = false;
    for token in code::tokens(&beginning) {
        let piece = &beginning[token.range];
        match token.kind {
            TokenKind::Symbol => minus = piece == "-",
            TokenKind::Word | TokenKind::Number | TokenKind::Quoted => {
                let word = letters(piece, token.kind);
                if !word.is_empty() {
                    let joint = if words.is_empty() { "" } else { "_" };
                    words.push_str(&format!("{joint}{}{word}", if minus { "minus_" } else { "" }));
                }
                minus = false;
            }
            TokenKind::Open | TokenKind::Close => {}
        }
        if words.len() >= limit {
            break;
        }
    }
    words.truncate(limit);
    words.trim_matches('_').to_owned()
}

fn letters(piece: &str, kind: TokenKind) -> String {
    let piece = match kind {
        TokenKind::Number if !piece.starts_with("0x") => {
            piece.trim_end_matches(['L', 'l', 'f', 'F', 'd', 'D'])
        }
        _ => piece,
    };
    let mut word = String::new();
    for c in piece.chars() {
        match c {
            c if c.is_ascii_alphanumeric() => word.push(c),
            '.' if kind == TokenKind::Number => word.push('_'),
            '-' if kind == TokenKind::Number => word.push_str("minus"),
            _ if word.is_empty() || word.ends_with('_') => {}
            _ => word.push('_'),
        }
    }
    word.trim_matches('_').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::json::OutcomeReport;

    fn name(method: &str, inputs: &[&str], outcome: OutcomeReport) -> String {
        method_name(&TestReport {
            id: String::from("t"),
            method: method.into(),
            package: String::new(),
            inputs: inputs.iter().map(|&s| s.into()).collect(),
            then: Vec::new(),
            outcome,
            kills: Vec::new(),
            hangs: Vec::new(),
            passes_limit: Vec::new(),
        })
    }

    #[test]
    fn a_name_says_method_case_and_outcome() {
        let returns = |value: &str| OutcomeReport { value: Some(value.into()), ..Default::default() };
        assert_eq!(
            name("Tri.classify(int,int,int)", &["int result = Tri.classify(3, -4, 5);"], returns("-1")),
            "classify_of_3_minus_4_5_returns_minus_1"
        );
        assert_eq!(
            name("A.sum(int[])", &["int[] a = {1, 2};", "int result = A.sum(a);"], returns("1.5e-3f")),
            "sum_of_1_2_returns_1_5eminus3"
        );
        assert_eq!(name("A.f(String)", &["A.f(\"\");"], returns("\"\\n\"")), "f_of_empty_string_returns_n");
        let thrown =
            OutcomeReport { exception: Some("java.lang.ArithmeticException".into()), ..Default::default() };
        assert_eq!(name("S.<init>(int)", &["new S(0);"], thrown), "new_S_of_0_throws_ArithmeticException");
    }

    #[test]
    fn a_name_is_bounded() {
        let long = format!("A.f(\"{}\", {});", "x".repeat(1000), "1, ".repeat(99) + "1");
        assert!(name("A.f(String)", &[&long], OutcomeReport::default()).len() <= NAME);
    }
}
