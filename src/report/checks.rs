//! From an outcome to what a test asserts (SEMANTICS §1): *every* item of the outcome becomes an assertion, so that
//! a test fails on a mutant exactly when the outcomes do not agree ([`Outcome::agrees`]).
//!
//! An object is described where it is met first; met again, it must be *the same*, and an object that nothing but
//! its identity tells from one met before must be *another*. Of an object whose class the static type does not
//! fix, the class is asserted.

mod spelling;

use crate::driver::{Driver, literals, names};
use crate::engine::subject::Observed;
use crate::exec::linked::is_nameable;
use crate::exec::outcome::{Object, ObjectNumber, Outcome, Segment, Value, messages_agree};
use crate::jvm::value::JavaString;
use crate::report::json::{Check, Expectation, OutcomeReport};
use crate::sema::program::{ClassId, FieldId, Program};
use crate::sema::types::{ArrayTy, Ty};
use spelling::Spelling;

/// The variable of an emitted test that holds the exception which left the method.
pub const THROWN: &str = "thrown";

/// The outcome as `report.json` has it.
pub fn outcome(program: &Program, driver: &Driver, observed: &Observed) -> OutcomeReport {
    let outcome = &observed.outcome;
    let mut describer = Describer {
        spelling: Spelling { program, from: program.methods[driver.method].class },
        outcome,
        driver,
        observed,
        paths: vec![None; outcome.objects.len()],
        made_in_place: vec![false; outcome.objects.len()],
        checks: Vec::new(),
    };
    let mut report = OutcomeReport {
        out: outcome.out.to_string_lossy(),
        err: outcome.err.to_string_lossy(),
        ..OutcomeReport::default()
    };
    let (act, then) = split(outcome, driver);
    describer.act(act, &mut report);
    describer.following(then);
    describer.final_state(act);
    report.checks = describer.checks;
    report
}

/// The segment of the call under test and those of the following calls.
fn split<'o>(outcome: &'o Outcome, driver: &Driver) -> (&'o Segment, &'o [Segment]) {
    let behind = outcome.segments.get(driver.arrange.len()..).unwrap_or_default();
    behind.split_first().unwrap_or((&Segment::NotReached, &[]))
}

struct Describer<'a> {
    spelling: Spelling<'a>,
    outcome: &'a Outcome,
    driver: &'a Driver,
    observed: &'a Observed,
    /// By object: the expression by which it was met first.
    paths: Vec<Option<String>>,
    /// By object: the driver's text says that it is a new one. No run makes two of them the same.
    made_in_place: Vec<bool>,
    checks: Vec<Check>,
}

impl<'a> Describer<'a> {
    fn program(&self) -> &'a Program {
        self.spelling.program
    }

    fn check(&mut self, actual: &str, expected: Expectation) {
        self.checks.push(Check { actual: actual.to_owned(), expected });
    }

    fn statement_type(&self, index: usize) -> Ty {
        self.observed.types.get(index).copied().unwrap_or(Ty::Unknown)
    }

    /// What the call under test gave. A result that is an object is described with the final state.
    fn act(&mut self, act: &Segment, report: &mut OutcomeReport) {
        match act {
            Segment::Value(value) => {
                report.value = Some(self.value_text(value));
                if !matches!(value, Value::Object(_)) {
                    self.value(Driver::RESULT, self.statement_type(self.driver.arrange.len()), value);
                }
            }
            Segment::Exception(Value::Object(number)) => {
                let object = &self.outcome.objects[*number];
                let Object::Throwable { class, message, .. } = object else { return };
                report.exception = Some(self.program().type_name(Ty::Class(*class)));
                report.caught_as = self.caught_as(*class);
                report.message = message.as_ref().and_then(Option::as_ref).map(JavaString::to_string_lossy);
                self.message_of_thrown(message.as_ref());
            }
            Segment::Done | Segment::Exception(_) | Segment::Thrown { .. } | Segment::NotReached => {}
        }
    }

    /// The message that left the method with an exception, where `report.message` cannot say it.
    fn message_of_thrown(&mut self, message: Option<&Option<JavaString>>) {
        let expected = match message {
            Some(None) => Expectation::Null,
            Some(Some(text)) if String::from_utf16(text.units()).is_err() => {
                Expectation::Equals(literals::string(text.units()))
            }
            Some(Some(_)) | None => return,
        };
        self.check(&format!("{THROWN}.getMessage()"), expected);
    }

    /// What catches an exception whose class the test may not name.
    fn caught_as(&self, class: ClassId) -> Option<String> {
        let program = self.program();
        let nameable = |&class: &ClassId| is_nameable(program, class, self.spelling.from);
        if nameable(&class) {
            return None;
        }
        let mut superclasses = std::iter::successors(Some(class), |&c| program.classes[c].superclass);
        let caught = superclasses.find(nameable).unwrap_or(program.well_known.throwable);
        Some(program.type_name(Ty::Class(caught)))
    }

    /// The result for a person: its literal, or the variable that it is.
    fn value_text(&self, value: &Value) -> String {
        let Value::Object(_) = value else {
            return self.spelling.simple(value).unwrap_or_else(|| "null".to_owned());
        };
        let variables = &self.observed.variables;
        let same = self.outcome.objects_of_driver.iter().find(|(local, v)| {
            v == value && variables.get(local).is_some_and(|(name, _)| &**name != Driver::RESULT)
        });
        let name = same.and_then(|(local, _)| variables.get(local)).map(|(name, _)| name.to_string());
        name.or_else(|| self.array_text(value)).unwrap_or_else(|| Driver::RESULT.to_owned())
    }

    /// One assertion for each call.
    fn following(&mut self, segments: &[Segment]) {
        let driver = self.driver;
        for (index, (call, segment)) in driver.then.iter().zip(segments).enumerate() {
            let ty = self.statement_type(driver.arrange.len() + 1 + index);
            match segment {
                Segment::Value(value) => self.value(call, ty, value),
                Segment::Thrown { class, message } => {
                    let expected = Expectation::Throws {
                        class: self.program().type_name(Ty::Class(*class)),
                        caught_as: self.caught_as(*class),
                        message: message.as_ref().map(JavaString::to_string_lossy),
                    };
                    self.check(call, expected);
                }
                Segment::Done => self.check(call, Expectation::Done),
                Segment::Exception(_) | Segment::NotReached => {}
            }
        }
    }

    /// Everything that is an object, as it is at the end.
    fn final_state(&mut self, act: &Segment) {
        let (outcome, observed) = (self.outcome, self.observed);
        // The driver's own variables first: the result may be one of them.
        for (local, value) in &outcome.objects_of_driver {
            let Some((name, ty)) = observed.variables.get(local) else { continue };
            let is_made_in_place = self.is_made_in_place(name, *ty);
            let is_fixed = match value {
                Value::Object(number) => {
                    self.made_in_place[*number] |= is_made_in_place;
                    false
                }
                _ => is_made_in_place,
            };
            if &**name != Driver::RESULT && !is_fixed {
                self.value(name, *ty, value);
            }
        }
        match act {
            Segment::Value(value @ Value::Object(_)) => {
                let ty = self.statement_type(self.driver.arrange.len());
                self.value(Driver::RESULT, ty, value);
            }
            Segment::Exception(Value::Object(number)) => self.exception(*number),
            _ => {}
        }
        for (field, value) in &outcome.statics {
            let place = self.spelling.static_place(*field);
            self.value(&place, self.program().fields[*field].ty, value);
        }
    }

    /// Whether the driver's text alone says which object a variable holds: a new one of just its type, or a literal.
    fn is_made_in_place(&self, name: &str, ty: Ty) -> bool {
        let type_name = names::type_name(self.program(), self.spelling.from, ty);
        let declaration = format!("{type_name} {name} = ");
        let again = format!("{name} =");
        let statements = &self.driver.arrange;
        let is_assigned = statements.iter().any(|s| s.contains(&again) && !s.starts_with(&declaration));
        let initializer = statements.iter().find_map(|s| s.strip_prefix(&declaration));
        !is_assigned
            && initializer.is_some_and(|made| {
                let is_new = made.strip_prefix("new ").and_then(|made| made.strip_prefix(&type_name));
                is_new.is_some_and(|made| made.starts_with(['(', '[']))
                    || made.starts_with(['{', '"'])
                    || made == "null;"
            })
    }

    /// The exception that left the method: its class and message are asserted with the call itself.
    fn exception(&mut self, number: ObjectNumber) {
        if self.met_before(THROWN, number) {
            return;
        }
        let Object::Throwable { class, cause, fields, .. } = &self.outcome.objects[number] else { return };
        // The variable is declared with a class that may be named; the call asserts the name of another.
        let is_named = is_nameable(self.program(), *class, self.spelling.from);
        let ty = Ty::Class(if is_named { *class } else { self.program().well_known.throwable });
        self.cause(THROWN, cause.as_ref());
        self.fields(THROWN, ty, fields);
    }

    fn cause(&mut self, path: &str, cause: Option<&Value>) {
        if let Some(cause) = cause {
            let throwable = Ty::Class(self.program().well_known.throwable);
            self.value(&format!("{path}.getCause()"), throwable, cause);
        }
    }

    /// Asserts that the expression `path` of static type `ty` has this value.
    fn value(&mut self, path: &str, ty: Ty, value: &Value) {
        match value {
            Value::Null => self.check(path, Expectation::Null),
            Value::Opaque => self.check(path, Expectation::NotNull),
            Value::Enum(field) if !self.spelling.may_name(self.program().fields[*field].class) => {
                let declared = &self.program().fields[*field];
                let constant = format!("((Enum<?>) {path})");
                let name = Expectation::Equals(format!("\"{}\"", declared.name));
                self.check(&format!("{constant}.name()"), name);
                self.class_named(&format!("{constant}.getDeclaringClass()"), Ty::Class(declared.class));
            }
            Value::Class(class) if !self.spelling.may_name_type(*class) => {
                self.class_named(&format!("((Class<?>) {path})"), *class);
            }
            Value::Enum(_) | Value::Class(_) => {
                let same = self.spelling.simple(value).unwrap_or_default();
                self.check(path, Expectation::Same(same));
            }
            Value::Primitive(_) | Value::String(_) | Value::Boxed(_) => {
                let expected = self.spelling.simple(value).unwrap_or_default();
                self.check(path, Expectation::Equals(expected));
            }
            Value::Cells(array, cells) => {
                let path = self.spelling.cast(path, ty, Ty::Array(*array));
                let expected = self.spelling.flat_array(*array, cells).unwrap_or_default();
                self.check(&path, Expectation::ArrayEquals(expected));
            }
            Value::Object(number) => self.object(path, ty, *number),
        }
    }

    /// Asserts the name of a class that the test may not name.
    fn class_named(&mut self, class: &str, expected: Ty) {
        let name = names::binary_name(self.program(), expected);
        let units: Vec<u16> = name.encode_utf16().collect();
        self.check(&format!("{class}.getName()"), Expectation::Equals(literals::string(&units)));
    }

    /// True, and asserted, where the object has a name already.
    fn met_before(&mut self, path: &str, number: ObjectNumber) -> bool {
        if let Some(first) = self.paths[number].clone() {
            self.check(path, Expectation::Same(first));
            return true;
        }
        for other in 0..self.paths.len() {
            if let Some(other_path) = self.paths[other].clone()
                && !(self.made_in_place[other] && self.made_in_place[number])
                && look_alike(self.outcome, other, number)
            {
                self.check(path, Expectation::NotSame(other_path));
            }
        }
        self.paths[number] = Some(path.to_owned());
        false
    }

    fn object(&mut self, path: &str, ty: Ty, number: ObjectNumber) {
        if self.met_before(path, number) {
            return;
        }
        match &self.outcome.objects[number] {
            Object::Array { ty: array, cells } => self.array(path, ty, *array, cells, number),
            Object::Instance { class, fields } => {
                let is_seen = self.exact_class(path, ty, Ty::Class(*class));
                if !is_seen && fields.is_empty() && !self.is_made_in_place(path, ty) {
                    self.check(path, Expectation::NotNull);
                }
                self.fields(path, ty, fields);
            }
            Object::Builder { class, text } => {
                self.exact_class(path, ty, Ty::Class(*class));
                let expected = Expectation::Equals(literals::string(text.units()));
                self.check(&format!("{path}.toString()"), expected);
            }
            Object::Throwable { class, message, cause, fields } => {
                let is_seen = self.exact_class(path, ty, Ty::Class(*class));
                let as_throwable = self.spelling.as_throwable(path, ty);
                match message {
                    Some(text) => {
                        let expected = text.as_ref().map_or(Expectation::Null, |text| {
                            Expectation::Equals(literals::string(text.units()))
                        });
                        self.check(&format!("{as_throwable}.getMessage()"), expected);
                    }
                    None if !is_seen => self.check(path, Expectation::NotNull),
                    None => {}
                }
                self.cause(&as_throwable, cause.as_ref());
                self.fields(path, ty, fields);
            }
        }
    }

    /// Asserts the class of an object, but where the static type or the driver's text fixes it; whether it did.
    fn exact_class(&mut self, path: &str, ty: Ty, class: Ty) -> bool {
        if self.spelling.is_exact(ty, class) || ty == class && self.is_made_in_place(path, ty) {
            return false;
        }
        let path =
            if self.spelling.may_name_type(ty) { path.to_owned() } else { format!("((Object) {path})") };
        if self.spelling.may_name_type(class) {
            let name = self.spelling.type_name(class);
            self.check(&path, Expectation::Class(name));
        } else {
            self.class_named(&format!("{path}.getClass()"), class);
        }
        true
    }

    fn array(&mut self, path: &str, ty: Ty, array: ArrayTy, cells: &[Value], number: ObjectNumber) {
        let runtime = Ty::Array(array);
        // A cast to an array type whose cells have no subclasses asserts it.
        let is_exact = self.spelling.has_exact_leaf(array);
        if !is_exact || !self.spelling.may_name_type(runtime) {
            self.exact_class(path, ty, runtime);
        }
        let path = self.spelling.cast(path, ty, runtime);
        if let Some(text) = self.array_text(&Value::Object(number)) {
            self.check(&path, Expectation::ArrayEquals(text));
            self.rows(&path, cells);
            return;
        }
        self.check(&format!("{path}.length"), Expectation::Equals(cells.len().to_string()));
        for (i, cell) in cells.iter().enumerate() {
            self.value(&format!("{path}[{i}]"), array.cell(), cell);
        }
    }

    /// Of arrays in an array whose content is asserted already: which they are.
    fn rows(&mut self, path: &str, cells: &[Value]) {
        for (i, cell) in cells.iter().enumerate() {
            let Value::Object(number) = cell else { continue };
            let place = format!("{path}[{i}]");
            if !self.met_before(&place, *number)
                && let Object::Array { cells, .. } = &self.outcome.objects[*number]
            {
                self.rows(&place, cells);
            }
        }
    }

    /// `new int[] {1, 2}` for an array of primitives, strings, wrappers or enum constants; an array of such arrays
    /// as well, where equal contents mean equal classes.
    fn array_text(&self, value: &Value) -> Option<String> {
        let Value::Object(number) = value else { return None };
        let Object::Array { ty, cells } = &self.outcome.objects[*number] else { return None };
        if !matches!(ty.cell(), Ty::Array(_)) {
            return self.spelling.flat_array(*ty, cells);
        }
        if !self.spelling.has_exact_leaf(*ty) || !self.spelling.may_name_type(Ty::Array(*ty)) {
            return None;
        }
        let row = |cell: &Value| match cell {
            Value::Null => Some(String::from("null")),
            cell => {
                let text = self.array_text(cell)?;
                text.find('{').map(|open| text[open..].to_owned())
            }
        };
        let rows: Vec<String> = cells.iter().map(row).collect::<Option<_>>()?;
        Some(format!("new {} {{{}}}", self.spelling.type_name(Ty::Array(*ty)), rows.join(", ")))
    }

    /// Fields that `path` reads, cast where its static type does not have them.
    fn fields(&mut self, path: &str, ty: Ty, fields: &[(FieldId, Value)]) {
        for (field, value) in fields {
            let declared = &self.program().fields[*field];
            let place = self.spelling.field(path, ty, *field);
            self.value(&place, declared.ty, value);
        }
    }
}

/// Whether nothing that is asserted of two objects but their identity can tell them apart: all that is reached from
/// both by the same ways is alike.
fn look_alike(outcome: &Outcome, a: ObjectNumber, b: ObjectNumber) -> bool {
    let mut pairs = vec![(a, b)];
    let mut next = 0;
    while let Some(&(a, b)) = pairs.get(next) {
        next += 1;
        let (a, b) = (&outcome.objects[a], &outcome.objects[b]);
        let (a_values, b_values) = (values(a), values(b));
        if !same_but_for_values(a, b) || a_values.len() != b_values.len() {
            return false;
        }
        for values in a_values.into_iter().zip(b_values) {
            match values {
                (Value::Object(a), Value::Object(b)) if a != b && !pairs.contains(&(*a, *b)) => {
                    pairs.push((*a, *b));
                }
                (Value::Object(_), Value::Object(_)) => {}
                (a, b) if a != b => return false,
                _ => {}
            }
        }
    }
    true
}

fn values(object: &Object) -> Vec<&Value> {
    match object {
        Object::Array { cells, .. } => cells.iter().collect(),
        Object::Instance { fields, .. } => fields.iter().map(|(_, value)| value).collect(),
        Object::Builder { .. } => Vec::new(),
        Object::Throwable { cause, fields, .. } => {
            cause.iter().chain(fields.iter().map(|(_, value)| value)).collect()
        }
    }
}

fn same_but_for_values(a: &Object, b: &Object) -> bool {
    match (a, b) {
        (Object::Array { ty: a, .. }, Object::Array { ty: b, .. }) => a == b,
        (Object::Instance { class: a, .. }, Object::Instance { class: b, .. }) => a == b,
        (Object::Builder { .. }, Object::Builder { .. }) => a == b,
        (
            Object::Throwable { class: a, message: a_message, .. },
            Object::Throwable { class: b, message: b_message, .. },
        ) => a == b && messages_agree(a_message, b_message),
        _ => false,
    }
}
