//! A test class around its methods: names that collide with nothing of the drivers, imports, and the capture of
//! what the program writes.

use std::collections::BTreeSet;

use super::code;
use super::comment::{self, SoleKills};
use super::header;
use super::large::Helpers;
use super::lines;
use super::method;
use super::name::TestName;
use super::short_names;
use super::{JUnitVersion, Options};
use crate::driver::RESETS;
use crate::report::json::{KillKind, Report, TestReport};

/// What the methods of one class share.
pub(super) struct Context<'a> {
    pub options: &'a Options,
    pub names: Names,
    pub sole_kills: &'a SoleKills<'a>,
    pub captures_out: bool,
    pub captures_err: bool,
    /// The tests under which some mutant does not end.
    hanging: &'a BTreeSet<&'a str>,
    /// The simple names of the program's classes, as far as the report knows them.
    classes: &'a BTreeSet<&'a str>,
}

impl Context<'_> {
    /// A class as the code of a test names it: without its package where that is the test's own, or `java.lang` and
    /// the program has no class of that name.
    pub(super) fn class_name(&self, class: &str, test: &TestReport) -> String {
        let own = class.strip_prefix(test.package.as_str()).and_then(|rest| rest.strip_prefix('.'));
        // `a.b.C` is no class of the package `a`.
        let own = own.filter(|rest| !test.package.is_empty() && rest.starts_with(char::is_uppercase));
        let simple = class.strip_prefix("java.lang.").filter(|simple| !self.classes.contains(simple));
        code::ascii(own.or(simple.filter(|simple| !simple.contains('.'))).unwrap_or(class))
    }

    pub(super) fn times_out(&self, test: &TestReport) -> bool {
        self.hanging.contains(test.id.as_str())
    }

    fn captures(&self) -> bool {
        self.captures_out || self.captures_err
    }
}

/// The simple names of the classes that the report's methods and tests name.
fn declared_classes(report: &Report) -> BTreeSet<&str> {
    let methods = report.methods.iter().map(|m| &m.name).chain(report.tests.iter().map(|t| &t.method));
    let paths = methods.map(|name| name.split('(').next().unwrap_or(name));
    paths.filter_map(|path| path.rsplit_once('.')).flat_map(|(classes, _)| classes.split('.')).collect()
}

/// Ids of the tests that kill a mutant by its not ending.
fn hanging(report: &Report) -> BTreeSet<&str> {
    let endless = |kill| matches!(kill, KillKind::Diverges | KillKind::StepLimit);
    let verdicts = report.mutants.iter().filter_map(|m| m.verdict.as_ref());
    let by_verdict = verdicts.filter(|v| v.kill.is_some_and(endless)).flat_map(|v| &v.tests).map(|id| &**id);
    let by_test = report.tests.iter().filter(|t| !t.hangs.is_empty()).map(|t| t.id.as_str());
    by_verdict.chain(by_test).collect()
}

/// Names as the class writes them: a type is qualified, and a variable numbered, where the drivers use the same word.
pub(super) struct Names {
    pub test: String,
    pub timeout: String,
    pub display_name: String,
    pub tag: String,
    pub arrays: String,
    pub thrown: String,
    /// For following calls; a number is appended.
    pub thrown_later: String,
    pub caught: String,
    pub ignored: String,
    pub standard_output: String,
    pub standard_error: String,
    imports: BTreeSet<String>,
    before: String,
    after: String,
    buffer: String,
    stream: String,
    charsets: String,
    locale: String,
    zone: String,
}

impl Names {
    /// `imports`: of the tests' own code.
    fn new(version: JUnitVersion, used: &BTreeSet<String>, mut imports: BTreeSet<String>) -> Self {
        let mut ty = |qualified: &'static str| {
            let simple = qualified.rsplit('.').next().unwrap_or(qualified);
            if used.contains(simple) && !imports.contains(qualified) {
                return qualified.to_owned();
            }
            imports.insert(qualified.to_owned());
            simple.to_owned()
        };
        let variable = |base: &str| {
            let candidates = std::iter::once(base.to_owned()).chain((1..).map(|n| format!("{base}{n}")));
            let free = |name: &String| !used.iter().any(|word| word.starts_with(name.as_str()));
            candidates.into_iter().find(free).unwrap_or_default()
        };
        let (test, before, after) = match version {
            JUnitVersion::JUnit5 => (
                "org.junit.jupiter.api.Test",
                "org.junit.jupiter.api.BeforeEach",
                "org.junit.jupiter.api.AfterEach",
            ),
            JUnitVersion::JUnit4 => ("org.junit.Test", "org.junit.Before", "org.junit.After"),
        };
        Self {
            test: ty(test),
            before: ty(before),
            after: ty(after),
            timeout: ty("org.junit.jupiter.api.Timeout"),
            display_name: ty("org.junit.jupiter.api.DisplayName"),
            tag: ty("org.junit.jupiter.api.Tag"),
            arrays: ty("java.util.Arrays"),
            buffer: ty("java.io.ByteArrayOutputStream"),
            stream: ty("java.io.PrintStream"),
            charsets: ty("java.nio.charset.StandardCharsets"),
            locale: ty("java.util.Locale"),
            zone: ty("java.util.TimeZone"),
            // Checks name the exception that left the method `thrown`, so that one is not renamed.
            thrown: String::from("thrown"),
            thrown_later: variable("thrownLater"),
            caught: variable("caught"),
            ignored: variable("ignored"),
            standard_output: variable("standardOutput"),
            standard_error: variable("standardError"),
            imports,
        }
    }
}

/// What is known of a report before its classes are written.
pub(super) struct Surroundings<'a> {
    report: &'a Report,
    options: &'a Options,
    sole_kills: SoleKills<'a>,
    hanging: BTreeSet<&'a str>,
    classes: BTreeSet<&'a str>,
}

impl<'a> Surroundings<'a> {
    pub(super) fn of(report: &'a Report, options: &'a Options) -> Self {
        let (hanging, classes) = (hanging(report), declared_classes(report));
        Self { report, options, sole_kills: SoleKills::of(report), hanging, classes }
    }
}

/// The text of one test class.
pub(super) fn class(surroundings: &Surroundings, tests: &[(&TestName, &TestReport)]) -> String {
    let Some((first, _)) = tests.first() else { return String::new() };
    let options = surroundings.options;
    let (of_jdk, others): (BTreeSet<String>, BTreeSet<String>) = tests
        .iter()
        .flat_map(|(_, test)| test.imports.iter().cloned())
        .partition(|class| class.starts_with("java."));
    let context = Context {
        options,
        names: Names::new(options.version, &used_words(surroundings.report, tests), of_jdk),
        sole_kills: &surroundings.sole_kills,
        captures_out: options.captures_out || tests.iter().any(|(_, test)| !test.outcome.out.is_empty()),
        captures_err: options.captures_err || tests.iter().any(|(_, test)| !test.outcome.err.is_empty()),
        hanging: &surroundings.hanging,
        classes: &surroundings.classes,
    };
    let mut helpers = Helpers::default();
    let mut members: Vec<Vec<String>> = Vec::new();
    // A program that writes text may format numbers in it.
    let locale = options.locale || context.captures();
    if locale || options.zone {
        members.extend(environment(&context, locale, options.zone));
    }
    members.extend(tests.iter().map(|(name, test)| method::method(&context, &mut helpers, test, name)));
    if context.captures() {
        members.push(text_of(&context));
    }
    if tests.iter().any(|(_, test)| test.inputs.iter().any(|statement| statement.starts_with(RESETS))) {
        members.push(reset_helper());
    }
    members.append(&mut helpers.methods);
    members.extend(stubs(surroundings.report, &first.package, &members));
    let shortened = short_names::shorten(&mut members, &others, &first.class);

    let mut text = header::lines(&options.command).join("\n") + "\n";
    if !first.package.is_empty() {
        text.push_str(&format!("package {};\n\n", code::ascii(&first.package)));
    }
    let tag = options.tag.as_ref().filter(|_| options.version == JUnitVersion::JUnit5);
    let tag: Vec<String> = tag.map(|tag| format!("@{}(\"{tag}\")", context.names.tag)).into_iter().collect();
    members.push(tag.clone());
    text.push_str(&imports(&context, &shortened, &members));
    members.pop();
    text.push_str(&comment::of_class(surroundings.report, tests.iter().map(|(_, test)| *test)));
    let public = if options.version == JUnitVersion::JUnit4 { "public " } else { "" };
    tag.iter().for_each(|line| text.push_str(&format!("{line}\n")));
    text.push_str(&format!("{public}class {} {{\n", code::ascii(&first.class)));
    for (i, member) in members.iter().enumerate() {
        if i > 0 {
            text.push('\n');
        }
        for line in member.iter().flat_map(|line| lines::broken(line)) {
            text.push_str(&if line.is_empty() { String::from("\n") } else { format!("    {line}\n") });
        }
    }
    text.push_str("}\n");
    text
}

/// The declarations of the stubs that the members name.
fn stubs(report: &Report, package: &str, members: &[Vec<String>]) -> Vec<Vec<String>> {
    let lines = members.iter().flatten().filter(|line| !line.starts_with("//"));
    let used: BTreeSet<&str> = lines.flat_map(|line| code::words(line)).collect();
    let named = report.stubs.iter().filter(|stub| stub.package == package && used.contains(&*stub.name));
    named.map(|stub| read_lines(&stub.source, &used).into_iter().map(code::ascii).collect()).collect()
}

/// The lines of a stub without what it notes of its calls that no check reads: fields that are not final, and what is written to them.
fn read_lines<'s>(source: &'s str, used: &BTreeSet<&str>) -> Vec<&'s str> {
    let noted = |line: &'s str| {
        let declared = line.strip_prefix("    ")?.strip_suffix(';')?;
        let (ty, name) = declared.rsplit_once(' ')?;
        (!ty.starts_with([' ', '}']) && !ty.starts_with("final ")).then_some(name)
    };
    let unread: BTreeSet<&str> =
        source.lines().filter_map(noted).filter(|name| !used.contains(name)).collect();
    let is_unread = |line: &'s str| {
        let written = line.trim_start().strip_prefix("this.").and_then(|rest| code::words(rest).next());
        noted(line).or(written).is_some_and(|name| unread.contains(name))
    };
    let mut lines: Vec<&str> = source.lines().filter(|line| !is_unread(line)).collect();
    if lines.get(1).is_some_and(|line| line.is_empty()) {
        lines.remove(1);
    }
    lines
}

/// Every word of the drivers and checks of a class, and of stubs.
fn used_words(report: &Report, tests: &[(&TestName, &TestReport)]) -> BTreeSet<String> {
    let mut used = BTreeSet::new();
    let mut add = |code: &str| used.extend(code::words(code).map(str::to_owned));
    report.stubs.iter().for_each(|stub| add(&stub.source));
    for (_, test) in tests {
        test.outcome.exception.iter().for_each(|class| add(class));
        test.code().for_each(&mut add);
    }
    used
}

/// Static imports, then types: those that the members use, and those whose names were `shortened`.
fn imports(context: &Context, shortened: &BTreeSet<String>, members: &[Vec<String>]) -> String {
    let lines = members.iter().flatten().filter(|line| !line.starts_with("//"));
    let used: BTreeSet<&str> = lines.flat_map(|line| code::words(line)).collect();
    let assertions = match context.options.version {
        JUnitVersion::JUnit5 => "org.junit.jupiter.api.Assertions",
        JUnitVersion::JUnit4 => "org.junit.Assert",
    };
    let mut text = String::new();
    for assertion in used.iter().filter(|word| word.starts_with("assert") && ASSERTIONS.contains(word)) {
        text.push_str(&format!("import static {assertions}.{assertion};\n"));
    }
    let simple = |name: &str| name.rsplit('.').next().is_some_and(|simple| used.contains(simple));
    let types: BTreeSet<_> =
        context.names.imports.iter().filter(|name| simple(name)).chain(shortened).collect();
    if !text.is_empty() && !types.is_empty() {
        text.push('\n');
    }
    types.iter().for_each(|name| text.push_str(&format!("import {};\n", code::ascii(name))));
    if !text.is_empty() {
        text.push('\n');
    }
    text
}

const ASSERTIONS: [&str; 10] = [
    "assertArrayEquals",
    "assertEquals",
    "assertFalse",
    "assertNotNull",
    "assertNotSame",
    "assertNull",
    "assertSame",
    "assertThrows",
    "assertThrowsExactly",
    "assertTrue",
];

/// The fields and methods that set the streams, the locale and the time zone before each test and restore them after it.
fn environment(context: &Context, locale: bool, zone: bool) -> Vec<Vec<String>> {
    let names = &context.names;
    let public = if context.options.version == JUnitVersion::JUnit4 { "public " } else { "" };
    let (stream, buffer, charsets, locales) = (&names.stream, &names.buffer, &names.charsets, &names.locale);
    let mut fields = Vec::new();
    let mut set = vec![format!("@{}", names.before), format!("{public}void setUpEnvironment() {{")];
    let mut restore = vec![format!("@{}", names.after), format!("{public}void restoreEnvironment() {{")];
    for (captured, field, name) in [
        (context.captures_out, &names.standard_output, "Out"),
        (context.captures_err, &names.standard_error, "Err"),
    ] {
        if captured {
            fields.push(format!("private final {stream} original{name} = System.{};", name.to_lowercase()));
            fields.push(format!("private final {buffer} {field} = new {buffer}();"));
            set.push(format!("    System.set{name}(new {stream}({field}, true, {charsets}.UTF_8));"));
            restore.push(format!("    System.set{name}(original{name});"));
        }
    }
    if locale {
        fields.push(format!("private final {locales} originalLocale = {locales}.getDefault();"));
        set.push(format!("    {locales}.setDefault({locales}.ROOT);"));
        restore.push(format!("    {locales}.setDefault(originalLocale);"));
        for category in ["Display", "Format"] {
            let constant = format!("{locales}.Category.{}", category.to_uppercase());
            fields.push(format!(
                "private final {locales} original{category}Locale = {locales}.getDefault({constant});"
            ));
            restore.push(format!("    {locales}.setDefault({constant}, original{category}Locale);"));
        }
    }
    if zone {
        let zones = &names.zone;
        fields.push(format!("private final {zones} originalZone = {zones}.getDefault();"));
        set.push(format!("    {zones}.setDefault({zones}.getTimeZone(\"UTC\"));"));
        restore.push(format!("    {zones}.setDefault(originalZone);"));
    }
    set.push(String::from("}"));
    restore.push(String::from("}"));
    vec![fields, set, restore]
}

/// `Counter.next = 0;` of a private field as a call of the helper for it.
pub(super) fn reset(statement: &str) -> Option<String> {
    let (place, value) = statement.trim_end_matches(';').split_once(" = ")?;
    let (class, field) = place.rsplit_once('.')?;
    Some(format!("reset({class}.class, \"{field}\", {value})"))
}

fn reset_helper() -> Vec<String> {
    let lines = [
        "// What earlier tests left in a private static field is taken back.",
        "private static void reset(Class<?> owner, String field, Object value) {",
        "    try {",
        "        var declared = owner.getDeclaredField(field);",
        "        declared.setAccessible(true);",
        "        declared.set(null, value);",
        "    } catch (ReflectiveOperationException e) {",
        "        throw new AssertionError(e);",
        "    }",
        "}",
    ];
    lines.map(String::from).to_vec()
}

/// What was written, with `\n` for the platform's line ends.
fn text_of(context: &Context) -> Vec<String> {
    let (buffer, charsets) = (&context.names.buffer, &context.names.charsets);
    vec![
        format!("private static String textOf({buffer} written) {{"),
        format!("    return written.toString({charsets}.UTF_8).replace(System.lineSeparator(), \"\\n\");"),
        String::from("}"),
    ]
}
