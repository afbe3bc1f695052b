//! The names of test classes and methods: `classifyOf3And4And5Returns1` in `TriangleJatpgTest`.
//!
//! They are a function of the report alone, so that `confirm` finds the method of each test again.

use std::collections::{BTreeMap, BTreeSet};

use indexmap::IndexMap;

use super::code::{self, Statement};
use super::naming::{Case, Naming};
use super::words::{self, Words};
use crate::driver::{DIGITS_READ, Driver, LINES_READ};
use crate::report::json::{Check, Expectation, Report, TestReport};

/// The longest name of a test method.
const NAME: usize = 60;
/// The longest part of a name that stands for one value.
const VALUE: usize = 24;
/// The longest part that stands for a method or a class.
const METHOD: usize = 40;
/// What stands between arguments of several words.
const AND: &str = "and";
/// Arguments beyond these are not named.
const ARGUMENTS: usize = 6;

/// Where a test is found in the emitted classes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TestName {
    pub package: String,
    /// The simple name of the test class.
    pub class: String,
    pub method: String,
    /// The words of the method's name.
    pub words: String,
}

impl TestName {
    /// The file of the class, with `/`, relative to the output folder.
    pub fn path(&self) -> String {
        path(&self.package, &self.class)
    }

    /// The class as the JVM names it.
    pub fn qualified_class(&self) -> String {
        match self.package.as_str() {
            "" => self.class.clone(),
            package => format!("{package}.{}", self.class),
        }
    }
}

fn path(package: &str, class: &str) -> String {
    match package {
        "" => format!("{class}.java"),
        package => format!("{}/{class}.java", package.replace('.', "/")),
    }
}

/// A class by a package and the name of it or of one of its methods.
pub(super) type Named<'a> = (&'a str, &'a str);

/// The class that a test is one of.
pub fn tested(test: &TestReport) -> Named<'_> {
    (&test.package, test.class.as_deref().unwrap_or(&test.method))
}

/// The top-level classes of a report, each with its file, and how their test classes are called.
pub struct Classes<'a> {
    naming: Naming,
    files: BTreeMap<(&'a str, &'a str), &'a str>,
}

impl<'a> Classes<'a> {
    /// By the methods of the report: file, package, and name of each.
    pub fn of(naming: Naming, methods: impl Iterator<Item = (&'a str, &'a str, &'a str)>) -> Self {
        let files = methods.map(|(file, package, name)| (top_level((package, name)), file)).collect();
        Self { naming, files }
    }

    /// The files of the test classes of these classes, as [`TestName::path`].
    pub fn test_classes<'t>(&self, tested: impl Iterator<Item = Named<'t>>) -> BTreeSet<String> {
        tested.map(|class| path(class.0, &self.test_class(top_level(class)))).collect()
    }

    /// A file that has a class of this name itself keeps it. What other files have is no matter: the test class of a class is
    /// called the same, whatever is given with it.
    fn test_class(&self, (package, class): (&str, &str)) -> String {
        let mut name = self.naming.test_class(class);
        let file = self.files.get(&(package, class));
        while file.is_some() && self.files.get(&(package, name.as_str())) == file {
            name.push_str("Generated");
        }
        name
    }
}

/// The name of each test of the report, by id, in the report's order.
pub fn test_names(report: &Report) -> IndexMap<String, TestName> {
    let methods = report.methods.iter().map(|m| (&*m.file, &*m.package, &*m.name));
    let classes = Classes::of(Naming::of(&report.options), methods);
    let case = Case::of(&report.options);
    let mut taken: BTreeMap<(String, String), BTreeSet<String>> = BTreeMap::new();
    let mut names = IndexMap::new();
    for test in &report.tests {
        let class = classes.test_class(top_level(tested(test)));
        let taken = taken.entry((test.package.clone(), class.clone())).or_default();
        let words = method_name(test);
        let method = unique(&case.join(&words), case, taken);
        let words = words.replace('_', " ");
        names.insert(test.id.clone(), TestName { package: test.package.clone(), class, method, words });
    }
    names
}

/// Package and class: `a.b` and `Outer` of `a.b.Outer.Inner.method(int)`.
pub(super) fn top_level<'a>((package, method): Named<'a>) -> (&'a str, &'a str) {
    let nested = method.strip_prefix(package).and_then(|rest| rest.strip_prefix('.')).unwrap_or(method);
    (package, nested.split(['.', '(']).next().unwrap_or(nested))
}

fn unique(name: &str, case: Case, taken: &mut BTreeSet<String>) -> String {
    let ends_in_number = name.ends_with(|c: char| c.is_ascii_digit());
    let before = match case {
        Case::Snake => "_",
        Case::Camel if ends_in_number => "No",
        Case::Camel => "",
    };
    let mut candidate = name.to_owned();
    let mut number = 2;
    while !taken.insert(candidate.clone()) {
        candidate = format!("{name}{before}{number}");
        number += 1;
    }
    candidate
}

fn method_name(test: &TestReport) -> String {
    let mut name = method_word(&test.method);
    let outcome = within(outcome_words(test), NAME.saturating_sub(name.len() + 1));
    let room = NAME.saturating_sub(outcome.len() + 1);
    let arguments = argument_words(test);
    if !arguments.is_empty() && name.len() + 5 < room {
        let arguments = words::join(&arguments, room - name.len() - 4);
        name = format!("{name}_of_{}", arguments.trim_end_matches(&format!("_{AND}")));
    }
    for part in [receiver_words(test), statics_words(test)].into_iter().flatten() {
        // The part as it is, or its first words alone, or nothing.
        let candidates = [part.long, part.short];
        if let Some(part) = candidates.iter().find(|part| name.len() + 1 + part.len() <= room) {
            name = format!("{name}_{part}");
        }
    }
    format!("{}_{outcome}", name.trim_end_matches('_'))
}

/// The first words, as many as there is room for.
fn within(words: String, room: usize) -> String {
    if words.len() <= room {
        return words;
    }
    let cut = words.get(..=room).and_then(|start| start.rfind('_')).unwrap_or(0);
    words[..cut].to_owned()
}

/// The method under test; a constructor is `new_Stack`.
fn method_word(method: &str) -> String {
    let path = method.split('(').next().unwrap_or(method);
    let mut parts = path.rsplit('.');
    let last = parts.next().unwrap_or(path);
    let word = match last {
        "<init>" => format!("new_{}", words::join(&words::of_text(parts.next().unwrap_or("")), METHOD)),
        last => words::join(&words::of_text(last), METHOD),
    };
    if word.is_empty() || word.starts_with(|c: char| c.is_ascii_digit()) {
        format!("test_{word}")
    } else {
        word
    }
}

/// What the call under test is given; `and` stands between arguments of several words.
fn argument_words(test: &TestReport) -> Words {
    let Some((call, arranged)) = test.inputs.split_last() else { return Words::new() };
    let call = without_reading(Statement::read(call).expression);
    let Some((_, arguments)) = code::last_group(call) else { return Words::new() };
    let arguments = code::split_commas(arguments);
    let given = arguments.iter().take(ARGUMENTS).map(|argument| words::of_value(argument, arranged));
    let given: Vec<Words> = given.collect();
    let has_many = given.len() > 1 && given.iter().any(|words| words.len() > 1);
    let mut joined = Words::new();
    for words in &given {
        if has_many && !joined.is_empty() {
            joined.push(String::from(AND));
        }
        joined.push(words::join(words, VALUE));
    }
    joined
}

/// The call of whose result something is read.
fn without_reading(call: &str) -> &str {
    let call = call.strip_prefix(DIGITS_READ).unwrap_or(call);
    call.strip_suffix(LINES_READ).unwrap_or(call)
}

/// A part of a name, and a shorter one for where that has no room.
struct NamePart {
    long: String,
    short: String,
}

/// On which object the method is called, and what was called on it before: `on_EARTH`, `after_push_3_pop`.
fn receiver_words(test: &TestReport) -> Option<NamePart> {
    let (call, arranged) = test.inputs.split_last()?;
    let receiver = receiver(without_reading(Statement::read(call).expression))?;
    let class = test.method.split('(').next().and_then(|path| path.rsplit_once('.')).map_or("", |(c, _)| c);
    if receiver == class
        || class.ends_with(&format!(".{receiver}"))
        || receiver.ends_with(&format!(".{class}"))
    {
        return None;
    }
    let made = words::of_value(receiver, arranged);
    let is_variable = arranged.iter().any(|s| Statement::read(s).variable == Some(receiver));
    // An object that was made without a word of its own needs none here.
    let on = if !is_variable || made.len() > 1 {
        format!("on_{}", words::join(&made, VALUE))
    } else {
        String::new()
    };
    let before: Vec<Words> = arranged.iter().filter_map(|s| call_on(receiver, s, arranged)).collect();
    if before.is_empty() {
        return (!on.is_empty()).then(|| NamePart { short: on.clone(), long: on });
    }
    let calls: Words = before.iter().map(|words| words::join(words, VALUE)).collect();
    let mut names: Words = before.iter().filter_map(|words| words.first().cloned()).collect();
    names.dedup();
    let start = if on.is_empty() { String::from("after") } else { format!("{on}_after") };
    Some(NamePart {
        long: format!("{start}_{}", calls.join("_")),
        short: format!("after_{}", names.join("_")),
    })
}

/// `a` of `a.f(1)`, `(A) a` of `((A) a).f(1)`.
fn receiver(call: &str) -> Option<&str> {
    let (open, _) = code::last_group(call)?;
    let (receiver, _) = call[..open].rsplit_once('.')?;
    (!receiver.starts_with("new ")).then_some(receiver)
}

/// A call of the driver on the object, for what it does to it: its method and arguments.
fn call_on(object: &str, statement: &str, arranged: &[String]) -> Option<Words> {
    let expression = Statement::read(statement).expression;
    let (open, arguments) = code::last_group(expression)?;
    let method = expression[..open].strip_prefix(object)?.strip_prefix('.')?;
    let arguments = code::split_commas(arguments);
    let given = arguments.iter().flat_map(|argument| words::of_value(argument, arranged));
    (!method.contains('.')).then(|| words::of_text(method).into_iter().chain(given).collect())
}

/// The statics that the driver sets: `with_closed_true`.
fn statics_words(test: &TestReport) -> Option<NamePart> {
    let (_, arranged) = test.inputs.split_last()?;
    let set = arranged.iter().filter_map(|statement| {
        let (place, value) = statement.trim_end_matches(';').split_once(" = ")?;
        let is_static =
            place.contains('.') && place.starts_with(char::is_uppercase) && !place.contains(['(', ' ']);
        is_static.then(|| {
            let value = words::join(&words::of_value(value, arranged), VALUE);
            format!("{}_{value}", words::join(&words::of_text(words::last_name(place)), VALUE))
        })
    });
    let set: Words = set.collect();
    let first = set.first()?;
    Some(NamePart { long: format!("with_{}", set.join("_")), short: format!("with_{first}") })
}

fn outcome_words(test: &TestReport) -> String {
    let outcome = &test.outcome;
    if let Some(exception) = &outcome.exception {
        return throws(exception);
    }
    // A value that nobody looks at tells nothing.
    let is_read = test.left_out.is_empty()
        || outcome.checks.iter().any(|check| code::mentions(&check.actual, Driver::RESULT));
    match outcome.value.as_deref().filter(|_| is_read) {
        Some("result") => return new_object_words(test),
        Some(value) => return format!("returns_{}", words::join(&words::of_value(value, &[]), VALUE)),
        None => {}
    }
    if !outcome.out.is_empty() {
        return format!("prints_{}", or_else(words::join(&words::of_text(&outcome.out), VALUE), "symbols"));
    }
    let seen = outcome.checks.iter().find_map(|check| observation(check, "leaves"));
    seen.unwrap_or_else(|| String::from("returns"))
}

fn throws(exception: &str) -> String {
    format!("throws_{}", words::join(&words::of_text(words::last_name(exception)), METHOD))
}

/// An object that the run made: its class, and the first thing that is read of it.
fn new_object_words(test: &TestReport) -> String {
    let checks = &test.outcome.checks;
    let of_result = |check: &&Check| code::words(&check.actual).next() == Some(Driver::RESULT);
    let seen = checks.iter().filter(of_result).find_map(|check| observation(check, "with"));
    if test.method.contains("<init>") {
        return seen.unwrap_or_else(|| String::from("succeeds"));
    }
    let by_check = checks.iter().find_map(|check| match &check.expected {
        Expectation::Class(class) if check.actual == Driver::RESULT => Some(class.as_str()),
        _ => None,
    });
    let declared = test.inputs.last().and_then(|call| Statement::read(call).ty).filter(|&ty| ty != "var");
    let class = by_check.or(declared).map_or("object", words::last_name);
    let array = if class.ends_with("[]") { "_array" } else { "" };
    let class = words::join(&words::of_text(class), METHOD);
    let seen = seen.map_or_else(String::new, |seen| format!("_{seen}"));
    format!("returns_{class}{array}{seen}")
}

/// What one check sees: `then_pop_returns_3`, `leaves_size_1`.
fn observation(check: &Check, verb: &str) -> Option<String> {
    let actual = without_reading(&check.actual);
    let place = words::join(&words::of_place(actual), VALUE);
    let is_call = actual.ends_with(')');
    let value = match &check.expected {
        Expectation::Equals(value) | Expectation::ArrayEquals(value) => {
            words::join(&words::of_value(value, &[]), VALUE)
        }
        Expectation::Null => String::from("null"),
        Expectation::Throws { class, .. } => return Some(format!("then_{place}_{}", throws(class))),
        _ => return None,
    };
    Some(if is_call { format!("then_{place}_returns_{value}") } else { format!("{verb}_{place}_{value}") })
}

fn or_else(word: String, other: &str) -> String {
    if word.is_empty() { other.to_owned() } else { word }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::json::OutcomeReport;

    fn name(method: &str, inputs: &[&str], outcome: OutcomeReport) -> String {
        method_name(&TestReport {
            class: None,
            id: String::from("t"),
            method: method.into(),
            package: String::new(),
            inputs: inputs.iter().map(|&s| s.into()).collect(),
            then: Vec::new(),
            outcome,
            left_out: Vec::new(),
            kills: Vec::new(),
            covers: Vec::new(),
            imports: Vec::new(),
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
        assert_eq!(
            name("A.f(String)", &["A.f(\"\");"], returns("\"\\n\"")),
            "f_of_empty_string_returns_newline"
        );
        let thrown =
            OutcomeReport { exception: Some("java.lang.ArithmeticException".into()), ..Default::default() };
        assert_eq!(name("S.<init>(int)", &["new S(0);"], thrown), "new_S_of_0_throws_ArithmeticException");
    }

    #[test]
    fn a_name_says_what_the_object_went_through() {
        let returns = |value: &str| OutcomeReport { value: Some(value.into()), ..Default::default() };
        let stack = ["Stack stack = new Stack(2);", "stack.push(-3);", "int result = stack.pop();"];
        assert_eq!(
            name("Stack.pop()", &stack, returns("-3")),
            "pop_on_Stack_2_after_push_minus_3_returns_minus_3"
        );
        let constant = ["boolean result = Planet.EARTH.isInner();"];
        assert_eq!(name("Planet.isInner()", &constant, returns("false")), "isInner_on_EARTH_returns_false");
        let statics = ["Tickets.closed = true;", "int[] a = {1, 2};", "Tickets.draw(a, 3);"];
        let done = OutcomeReport {
            checks: vec![Check {
                actual: "Tickets.next()".into(),
                expected: Expectation::Equals("4".into()),
            }],
            ..Default::default()
        };
        assert_eq!(
            name("Tickets.draw(int[],int)", &statics, done),
            "draw_of_1_2_and_3_with_closed_true_then_next_returns_4"
        );
    }

    #[test]
    fn a_name_is_bounded() {
        let long = format!("A.f(\"{}\", {});", "x".repeat(1000), "1, ".repeat(99) + "1");
        assert!(name("A.f(String)", &[&long], OutcomeReport::default()).len() <= NAME);
    }
}
