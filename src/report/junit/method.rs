//! One test as a method: arrange, act, assert.

use std::collections::VecDeque;

use super::JUnitVersion;
use super::class::{self, Context};
use super::code::{self, Statement};
use super::large::Helpers;
use super::name::TestName;
use crate::driver::RESETS;
use crate::jvm::value::PrimitiveType;
use crate::report::json::{Check, Expectation, TestReport};

/// Seconds after which a test that kills mutants by their not ending gives up.
pub const TIME_LIMIT: u32 = 10;

/// Lines longer than this are broken where that reads well.
const LINE: usize = 92;
/// Assertions of text longer than this are broken at its line ends.
const TEXT: usize = 80;

/// The lines of one test method, without the class's indent.
pub(super) fn method(
    context: &Context,
    helpers: &mut Helpers,
    test: &TestReport,
    TestName { method: name, words, .. }: &TestName,
) -> Vec<String> {
    let mut writer = Writer { context, helpers, lines: Vec::new(), thrown: 0 };
    writer.body(test);
    let body = writer.lines;
    let timed = context.times_out(test);
    let declared = context.options.declared(test);
    let throws = declared.map(|declared| format!(" throws {}", declared.name())).unwrap_or_default();
    let names = &context.names;
    let mut lines = context.sole_kills.comment(test, context.options.comments);
    match context.options.version {
        JUnitVersion::JUnit5 => {
            lines.push(format!("@{}", names.test));
            if context.options.display_names {
                lines.push(format!("@{}(\"{words}\")", names.display_name));
            }
            // A thread of its own: a loop that is busy hears of no interrupt.
            if timed {
                let timeout = &names.timeout;
                let thread = format!("{timeout}.ThreadMode.SEPARATE_THREAD");
                lines.push(format!("@{timeout}(value = {TIME_LIMIT}, threadMode = {thread})"));
            }
            lines.push(format!("void {name}(){throws} {{"));
        }
        JUnitVersion::JUnit4 => {
            let limit = if timed { format!("(timeout = {}000)", TIME_LIMIT) } else { String::new() };
            lines.push(format!("@{}{limit}", names.test));
            lines.push(format!("public void {name}(){throws} {{"));
        }
    }
    lines.extend(body.into_iter().map(|line| if line.is_empty() { line } else { format!("    {line}") }));
    lines.push(String::from("}"));
    lines
}

struct Writer<'a, 'h> {
    context: &'a Context<'a>,
    helpers: &'h mut Helpers,
    lines: Vec<String>,
    /// Following calls that threw, each with a variable of its own.
    thrown: usize,
}

impl Writer<'_, '_> {
    fn body(&mut self, test: &TestReport) {
        let Some((call, arranged)) = test.inputs.split_last() else { return };
        for statement in arranged {
            self.statement(statement);
        }
        self.blank();
        match &test.outcome.exception {
            Some(class) => self.throwing_call(test, call, class),
            None => self.call(test, call),
        }
        self.blank();
        let thrown = self.context.names.thrown.clone();
        if let (Some(class), Some(_)) = (&test.outcome.exception, &test.outcome.caught_as) {
            self.canonical_name(class, &thrown);
        }
        // A check has the message that a report's text cannot hold.
        let is_checked = test.outcome.checks.iter().any(|c| c.actual == "thrown.getMessage()");
        if let Some(message) = test.outcome.message.as_ref().filter(|_| !is_checked) {
            self.message(message, &thrown);
        }
        self.checks(test);
        self.outputs(test);
        while self.lines.last().is_some_and(String::is_empty) {
            self.lines.pop();
        }
    }

    fn blank(&mut self) {
        if self.lines.last().is_some_and(|line| !line.is_empty()) {
            self.lines.push(String::new());
        }
    }

    fn line(&mut self, line: impl Into<String>) {
        self.lines.push(line.into());
    }

    /// A statement of the driver, as it is.
    fn statement(&mut self, statement: &str) {
        let statement = code::ascii(statement.trim());
        let statement = statement.strip_prefix(RESETS).and_then(class::reset).unwrap_or(statement);
        let end = if statement.ends_with([';', '}']) && !is_initializer(&statement) { "" } else { ";" };
        let statement = self.helpers.shorten(&format!("{statement}{end}"));
        self.assignment(&statement);
    }

    /// A statement, on two lines where it is long and assigns.
    fn assignment(&mut self, statement: &str) {
        let assigned = Statement::read(statement);
        let is_long = statement.len() > LINE && assigned.variable.is_some();
        match statement.split_once(" = ").filter(|_| is_long) {
            Some((variable, value)) => {
                self.line(format!("{variable} ="));
                self.line(format!("        {value}"));
            }
            None => self.line(statement),
        }
    }

    fn expression(&mut self, expression: &str) -> String {
        self.helpers.shorten(&code::ascii(expression.trim()))
    }

    fn call(&mut self, test: &TestReport, call: &str) {
        let statement = Statement::read(call);
        let result_is_read = test.outcome.checks.iter().any(|check| reads(check, "result"))
            || test.then.iter().any(|call| code::mentions(call, "result"));
        let is_primitive = statement.ty.is_some_and(|ty| PrimitiveType::ALL.iter().any(|p| p.name() == ty));
        if is_primitive && !result_is_read && code::is_statement_expression(statement.expression) {
            // Following calls show what it is; a reference's type might have a cast in it, which may fail.
            self.statement(statement.expression);
        } else if statement.variable.is_none() && result_is_read {
            let expression = self.expression(statement.expression);
            self.assignment(&format!("var result = {expression};"));
        } else {
            self.statement(call);
        }
    }

    fn throwing_call(&mut self, test: &TestReport, call: &str, class: &str) {
        let expression = Statement::read(call).expression;
        let caught_as = test.outcome.caught_as.as_deref();
        let read = test.outcome.message.is_some()
            || caught_as.is_some()
            || test.outcome.checks.iter().any(|check| reads(check, "thrown"));
        let variable = read.then(|| self.context.names.thrown.clone());
        self.throws(test, expression, (class, caught_as), variable.as_deref());
    }

    /// Asserts that `expression` throws exactly `class`, or something of the superclass as which it is caught;
    /// `variable` receives the exception where it is read.
    fn throws(
        &mut self,
        test: &TestReport,
        expression: &str,
        (class, caught_as): (&str, Option<&str>),
        variable: Option<&str>,
    ) {
        // A lambda reads only variables that are never assigned again.
        let lambda = code::words(expression).all(|word| !is_assigned_again(word, &test.inputs));
        let expression = self.expression(expression);
        let class = self.context.class_name(caught_as.unwrap_or(class), test);
        let statement = if code::is_statement_expression(&expression) {
            expression
        } else {
            format!("Object {} = {expression}", self.context.names.ignored)
        };
        if lambda && self.context.options.version == JUnitVersion::JUnit5 {
            let body =
                if statement.starts_with("Object ") { format!("{{ {statement}; }}") } else { statement };
            let declared = variable.map_or(String::new(), |name| format!("{class} {name} = "));
            let assertion = if caught_as.is_some() { "assertThrows" } else { "assertThrowsExactly" };
            self.assignment(&format!("{declared}{assertion}({class}.class, () -> {body});"));
            return;
        }
        let name = variable.map_or_else(|| self.next_thrown(), str::to_owned);
        let caught = &self.context.names.caught;
        // Any other exception leaves the test, which fails.
        self.line(format!("{class} {name} = null;"));
        self.line("try {");
        self.line(format!("    {statement};"));
        self.line(format!("}} catch ({class} {caught}) {{"));
        self.line(format!("    {name} = {caught};"));
        self.line("}");
        self.line(format!("assertNotNull({name});"));
        if caught_as.is_none() {
            self.line(format!("assertEquals({class}.class, {name}.getClass());"));
        }
    }

    /// The class of an exception that the test may not name.
    fn canonical_name(&mut self, class: &str, thrown: &str) {
        let name = code::string_literal(class);
        self.line(format!("assertEquals({name}, {thrown}.getClass().getCanonicalName());"));
    }

    fn next_thrown(&mut self) -> String {
        self.thrown += 1;
        let base = &self.context.names.thrown_later;
        if self.thrown == 1 { base.clone() } else { format!("{base}{}", self.thrown) }
    }

    /// The checks in their order, and between them the following calls of `then` that no check makes itself.
    fn checks(&mut self, test: &TestReport) {
        let mut following: VecDeque<&str> = test.then.iter().map(|call| call.trim()).collect();
        let result = test.inputs.last().and_then(|call| Statement::read(call).ty);
        for check in &test.outcome.checks {
            if let Some(made) = following.iter().position(|call| check.actual.contains(call)) {
                let before: Vec<&str> = following.drain(..=made).take(made).collect();
                before.into_iter().for_each(|call| self.following(call));
            }
            self.check(test, check, result);
        }
        following.into_iter().for_each(|call| self.following(call));
    }

    /// A following call for its effect alone.
    fn following(&mut self, call: &str) {
        if call.ends_with(';') || code::is_statement_expression(call) {
            self.statement(call);
        }
    }

    fn check(&mut self, test: &TestReport, check: &Check, result: Option<&str>) {
        let actual = self.expression(&check.actual);
        match &check.expected {
            Expectation::Equals(expected) => {
                let expected = self.expression(expected);
                let operand = if actual == "result" { Operand::of(result) } else { Operand::Unknown };
                self.equals(&expected, &actual, operand);
            }
            Expectation::ArrayEquals(expected) => {
                let expected = self.expression(expected);
                self.array_equals(&expected, &actual);
            }
            Expectation::Same(other) => {
                let other = self.expression(other);
                self.line(format!("assertSame({other}, {actual});"));
            }
            Expectation::NotSame(other) => {
                let other = self.expression(other);
                self.line(format!("assertNotSame({other}, {actual});"));
            }
            Expectation::Null => self.line(format!("assertNull({actual});")),
            Expectation::NotNull => self.line(format!("assertNotNull({actual});")),
            Expectation::Class(class) => {
                let class = self.context.class_name(class, test);
                self.line(format!("assertEquals({class}.class, {actual}.getClass());"));
            }
            Expectation::Throws { class, caught_as, message } => {
                self.throwing_check(test, &check.actual, (class, caught_as.as_deref()), message.as_deref());
            }
            Expectation::Done => self.following(&check.actual),
        }
    }

    fn throwing_check(
        &mut self,
        test: &TestReport,
        actual: &str,
        classes: (&str, Option<&str>),
        message: Option<&str>,
    ) {
        let variable = (message.is_some() || classes.1.is_some()).then(|| self.next_thrown());
        self.throws(test, actual, classes, variable.as_deref());
        if let (Some(variable), (class, Some(_))) = (&variable, classes) {
            self.canonical_name(class, variable);
        }
        if let (Some(variable), Some(message)) = (variable, message) {
            self.message(message, &variable);
        }
    }

    fn message(&mut self, message: &str, thrown: &str) {
        let expected = self.helpers.shorten(&code::string_literal(message));
        self.equals(&expected, &format!("{thrown}.getMessage()"), Operand::Object);
    }

    fn equals(&mut self, expected: &str, actual: &str, operand: Operand) {
        let line = match (expected, self.context.options.version) {
            ("true", _) if operand != Operand::Object => format!("assertTrue({actual});"),
            ("false", _) if operand != Operand::Object => format!("assertFalse({actual});"),
            (_, JUnitVersion::JUnit5) => return self.equals_of_text(expected, actual),
            (_, JUnitVersion::JUnit4) if expected.starts_with('"') => {
                return self.equals_of_text(expected, actual);
            }
            (_, JUnitVersion::JUnit4) => junit4_equals(expected, actual, operand),
        };
        self.line(line);
    }

    /// A long text stands as it is printed: each line of it on one of its own.
    fn equals_of_text(&mut self, expected: &str, actual: &str) {
        let line = format!("assertEquals({expected}, {actual});");
        let lines = if line.len() > TEXT { lines_of_literal(expected) } else { Vec::new() };
        if lines.len() < 2 {
            return self.line(line);
        }
        self.line("assertEquals(");
        for (i, text) in lines.iter().enumerate() {
            let joint = if i == 0 { "        " } else { "                + " };
            let end = if i + 1 == lines.len() { "," } else { "" };
            self.line(format!("{joint}{text}{end}"));
        }
        self.line(format!("        {actual});"));
    }

    fn array_equals(&mut self, expected: &str, actual: &str) {
        let floating = ["new float", "new double"].iter().any(|new| expected.starts_with(new));
        // JUnit 4 compares floating point only within a delta; `Arrays.equals` compares it by bits.
        if floating && self.context.options.version == JUnitVersion::JUnit4 {
            let arrays = &self.context.names.arrays;
            let is_nested = expected.split('{').next().is_some_and(|ty| ty.contains("[]["));
            let (text, equals) =
                if is_nested { ("deepToString", "deepEquals") } else { ("toString", "equals") };
            self.line(format!(
                "assertTrue({arrays}.{text}({actual}), {arrays}.{equals}({expected}, {actual}));"
            ));
        } else {
            self.line(format!("assertArrayEquals({expected}, {actual});"));
        }
    }

    fn outputs(&mut self, test: &TestReport) {
        let names = &self.context.names;
        let out = (self.context.captures_out, names.standard_output.clone(), &test.outcome.out);
        let err = (self.context.captures_err, names.standard_error.clone(), &test.outcome.err);
        for (captured, field, text) in [out, err] {
            if captured {
                let expected = self.helpers.shorten(&code::string_literal(text));
                self.line(format!("assertEquals({expected}, textOf({field}));"));
            }
        }
    }
}

/// What is known of the static type of an asserted expression.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Operand {
    Primitive,
    Object,
    Unknown,
}

impl Operand {
    fn of(ty: Option<&str>) -> Self {
        match ty {
            None | Some("var") => Self::Unknown,
            Some("boolean" | "byte" | "short" | "char" | "int" | "long" | "float" | "double") => {
                Self::Primitive
            }
            Some(_) => Self::Object,
        }
    }
}

/// JUnit 4 has `assertEquals` of longs, of objects, and of floating point with a delta: everything else must be told
/// which of them is meant.
fn junit4_equals(expected: &str, actual: &str, operand: Operand) -> String {
    if operand == Operand::Object || expected.contains(".valueOf(") {
        return format!("assertEquals((Object) ({expected}), {actual});");
    }
    let bits = match floating(expected) {
        Some("float") => "Float.floatToIntBits",
        Some(_) => "Double.doubleToLongBits",
        None => "",
    };
    let wrap = |value: &str| if bits.is_empty() { value.to_owned() } else { format!("{bits}({value})") };
    format!("assertEquals({}, {});", wrap(expected), wrap(actual))
}

/// A string literal cut behind each of its line ends; nothing for other code.
fn lines_of_literal(code: &str) -> Vec<String> {
    let tokens = code::tokens(code);
    let is_literal = code.starts_with('"') && !code.starts_with("\"\"\"") && tokens.len() == 1;
    let Some(content) = code.strip_prefix('"').and_then(|c| c.strip_suffix('"')).filter(|_| is_literal)
    else {
        return Vec::new();
    };
    let mut lines = vec![String::new()];
    let mut rest = content.chars();
    while let Some(c) = rest.next() {
        let last = lines.len() - 1;
        lines[last].push(c);
        if c != '\\' {
            continue;
        }
        let escape = rest.next();
        lines[last].extend(escape);
        if escape == Some('n') && !rest.as_str().is_empty() {
            lines.push(String::new());
        }
    }
    lines.into_iter().map(|line| format!("\"{line}\"")).collect()
}

/// The type of a floating-point literal or constant.
fn floating(expected: &str) -> Option<&'static str> {
    let number = expected.trim_start_matches('-');
    let hexadecimal = number.starts_with("0x") || number.starts_with("0X");
    if number.starts_with("Float.") || number.starts_with("(float)") {
        return Some("float");
    }
    if number.starts_with("Double.") || number.starts_with("(double)") {
        return (!number.starts_with("Double.valueOf")).then_some("double");
    }
    let is_number = number.starts_with(|c: char| c.is_ascii_digit() || c == '.');
    let is_floating = if hexadecimal {
        number.contains(['p', 'P'])
    } else {
        number.contains(['.', 'e', 'E', 'f', 'F', 'd', 'D'])
    };
    (is_number && is_floating).then(|| if number.ends_with(['f', 'F']) { "float" } else { "double" })
}

fn reads(check: &Check, name: &str) -> bool {
    let other = match &check.expected {
        Expectation::Same(other) | Expectation::NotSame(other) => code::mentions(other, name),
        _ => false,
    };
    other || code::mentions(&check.actual, name)
}

fn is_assigned_again(word: &str, statements: &[String]) -> bool {
    let assigned = |s: &&String| {
        let read = Statement::read(s);
        read.variable == Some(word) && read.ty.is_none() || is_updated(s, word)
    };
    statements.iter().any(|s| assigned(&s))
}

/// `word++`, `--word`, `word += 2` as statements of their own.
fn is_updated(statement: &str, word: &str) -> bool {
    let rest = statement.trim();
    let after = rest.strip_prefix(word).map(str::trim_start);
    let before = rest.strip_prefix("++").or_else(|| rest.strip_prefix("--")).map(str::trim_start);
    after.is_some_and(|rest| rest.starts_with("++") || rest.starts_with("--") || compound(rest))
        || before.is_some_and(|rest| rest.starts_with(word))
}

fn compound(rest: &str) -> bool {
    rest.trim_start_matches(|c| "+-*/%&|^<>".contains(c)).starts_with('=') && !rest.starts_with('=')
}

/// `int[] a = {1, 2}` ends in a brace and still wants its semicolon; a block does not.
fn is_initializer(statement: &str) -> bool {
    !statement.ends_with(';') && (Statement::read(statement).variable.is_some() || statement.contains("new "))
}
