//! From an outcome to what a test asserts: one assertion for each part of the graph that code of the package can
//! read (SEMANTICS §1), as strong as the comparison of outcomes.
//!
//! An object is described where it is met first; met again, it must be *the same*, and an object that looks like one
//! met before must be *another*.

use crate::driver::{Driver, literals};
use crate::engine::subject::Observed;
use crate::exec::outcome::{Object, ObjectNumber, Outcome, Segment, Value};
use crate::jvm::value::{JavaString, Primitive};
use crate::report::json::{Check, Expectation, OutcomeReport};
use crate::sema::program::{ClassId, FieldId, Program};
use crate::sema::types::{ArrayTy, Ty};

/// The variable of an emitted test that holds the exception which left the method.
const THROWN: &str = "thrown";

/// The outcome as `report.json` has it.
pub fn outcome(program: &Program, driver: &Driver, observed: &Observed) -> OutcomeReport {
    let outcome = &observed.outcome;
    let mut describer =
        Describer { program, outcome, driver, paths: vec![None; outcome.objects.len()], checks: Vec::new() };
    let mut report = OutcomeReport {
        out: outcome.out.to_string_lossy(),
        err: outcome.err.to_string_lossy(),
        ..OutcomeReport::default()
    };
    let (act, then) = split(outcome, driver);
    describer.act(act, observed, &mut report);
    describer.following(then);
    describer.final_state(act, observed);
    report.checks = describer.checks;
    report
}

/// The segment of the call under test and those of the following calls.
fn split<'o>(outcome: &'o Outcome, driver: &Driver) -> (&'o Segment, &'o [Segment]) {
    let behind = outcome.segments.get(driver.arrange.len()..).unwrap_or_default();
    behind.split_first().unwrap_or((&Segment::NotReached, &[]))
}

struct Describer<'a> {
    program: &'a Program,
    outcome: &'a Outcome,
    driver: &'a Driver,
    /// By object: the expression by which it was met first.
    paths: Vec<Option<String>>,
    checks: Vec<Check>,
}

impl Describer<'_> {
    fn check(&mut self, actual: &str, expected: Expectation) {
        self.checks.push(Check { actual: actual.to_owned(), expected });
    }

    fn class_name(&self, class: ClassId) -> String {
        let driver_class = self.program.methods[self.driver.method].class;
        if self.program.same_package(class, driver_class) {
            self.program.nested_name(class)
        } else {
            self.program.type_name(Ty::Class(class))
        }
    }

    /// What the call under test gave. A result that is an object is described with the final state.
    fn act(&mut self, act: &Segment, observed: &Observed, report: &mut OutcomeReport) {
        match act {
            Segment::Value(value) => {
                report.value = Some(self.value_text(value, observed));
                if !matches!(value, Value::Object(_)) {
                    self.value(Driver::RESULT, None, value);
                }
            }
            Segment::Exception(Value::Object(number)) => {
                let (class, message) = thrown(&self.outcome.objects[*number]);
                report.exception = class.map(|c| self.program.type_name(Ty::Class(c)));
                report.message = message.map(|m| m.to_string_lossy());
            }
            Segment::Done | Segment::Exception(_) | Segment::NotReached => {}
        }
    }

    /// The result for a person: its literal, or the variable that it is.
    fn value_text(&self, value: &Value, observed: &Observed) -> String {
        let Value::Object(_) = value else { return self.simple(value).unwrap_or_else(|| "null".to_owned()) };
        let same = self.outcome.objects_of_driver.iter().find(|(local, v)| {
            v == value && observed.variables.get(local).is_some_and(|(name, _)| &**name != Driver::RESULT)
        });
        let name =
            same.and_then(|(local, _)| observed.variables.get(local)).map(|(name, _)| name.to_string());
        name.or_else(|| self.flat_array(value)).unwrap_or_else(|| Driver::RESULT.to_owned())
    }

    fn following(&mut self, segments: &[Segment]) {
        let calls = &self.driver.then;
        for (call, segment) in calls.iter().zip(segments) {
            match segment {
                Segment::Value(value) => self.value(call, None, value),
                Segment::Exception(Value::Object(number)) => {
                    let (class, message) = thrown(&self.outcome.objects[*number]);
                    let class = class.map(|c| self.program.type_name(Ty::Class(c))).unwrap_or_default();
                    let message = message.map(|m| m.to_string_lossy());
                    self.check(call, Expectation::Throws { class, message });
                }
                Segment::Done | Segment::Exception(_) | Segment::NotReached => {}
            }
        }
    }

    /// Everything that is an object, as it is at the end.
    fn final_state(&mut self, act: &Segment, observed: &Observed) {
        let outcome = self.outcome;
        // The driver's own variables first: the result may be one of them.
        for (local, value) in &outcome.objects_of_driver {
            let Some((name, ty)) = observed.variables.get(local) else { continue };
            if &**name != Driver::RESULT && matches!(value, Value::Object(_)) {
                self.value(name, Some(*ty), value);
            }
        }
        match act {
            Segment::Value(value @ Value::Object(_)) => {
                let result = observed.variables.values().find(|(name, _)| &**name == Driver::RESULT);
                self.value(Driver::RESULT, result.map(|&(_, ty)| ty), value);
            }
            Segment::Exception(Value::Object(number)) => {
                let class = thrown(&outcome.objects[*number]).0.map(Ty::Class);
                self.exception(*number, class);
            }
            _ => {}
        }
        for (field, value) in &outcome.statics {
            let place = self.static_place(*field);
            let ty = self.program.fields[*field].ty;
            self.value(&place, Some(ty), value);
        }
    }

    fn static_place(&self, field: FieldId) -> String {
        let declared = &self.program.fields[field];
        format!("{}.{}", self.class_name(declared.class), declared.name)
    }

    /// The exception that left the method: class and message are asserted with the call itself.
    fn exception(&mut self, number: ObjectNumber, ty: Option<Ty>) {
        if self.met_before(THROWN, number) {
            return;
        }
        if let Object::Throwable { message, cause, fields, .. } = &self.outcome.objects[number] {
            if *message == Some(None) {
                self.check(&format!("{THROWN}.getMessage()"), Expectation::Null);
            }
            self.cause(THROWN, cause);
            self.fields(THROWN, ty, fields);
        }
    }

    fn cause(&mut self, path: &str, cause: &Value) {
        if *cause != Value::Null {
            self.value(
                &format!("{path}.getCause()"),
                Some(Ty::Class(self.program.well_known.throwable)),
                cause,
            );
        }
    }

    /// Asserts that the expression `path` of static type `ty` has this value.
    fn value(&mut self, path: &str, ty: Option<Ty>, value: &Value) {
        match value {
            Value::Null => self.check(path, Expectation::Null),
            Value::Enum(_) | Value::Class(_) => {
                let same = self.simple(value).unwrap_or_default();
                self.check(path, Expectation::Same(same));
            }
            Value::Primitive(_) | Value::String(_) | Value::Boxed(_) => {
                let expected = self.simple(value).unwrap_or_default();
                self.check(path, Expectation::Equals(expected));
            }
            Value::Object(number) => self.object(path, ty, *number),
        }
    }

    /// True, and asserted, where the object has a name already.
    fn met_before(&mut self, path: &str, number: ObjectNumber) -> bool {
        if let Some(first) = self.paths[number].clone() {
            self.check(path, Expectation::Same(first));
            return true;
        }
        for other in 0..self.paths.len() {
            if let Some(other_path) = self.paths[other].clone()
                && self.looks_alike(other, number)
            {
                self.check(path, Expectation::NotSame(other_path));
            }
        }
        self.paths[number] = Some(path.to_owned());
        false
    }

    /// Whether only identity could tell two objects apart.
    fn looks_alike(&self, a: ObjectNumber, b: ObjectNumber) -> bool {
        self.outcome.objects[a] == self.outcome.objects[b]
    }

    fn object(&mut self, path: &str, ty: Option<Ty>, number: ObjectNumber) {
        if self.met_before(path, number) {
            return;
        }
        match &self.outcome.objects[number] {
            Object::Array { ty: array, cells } => self.array(path, ty, *array, cells, number),
            Object::Instance { class, fields } => {
                self.exact_class(path, *class);
                self.fields(path, ty, fields);
            }
            Object::Builder { class, text } => {
                self.exact_class(path, *class);
                self.check(
                    &format!("{path}.toString()"),
                    Expectation::Equals(literals::string(text.units())),
                );
            }
            Object::Throwable { class, message, cause, fields } => {
                self.exact_class(path, *class);
                let message_path =
                    format!("{}.getMessage()", self.cast(path, ty, self.program.well_known.throwable));
                match message {
                    Some(Some(text)) => {
                        self.check(&message_path, Expectation::Equals(literals::string(text.units())))
                    }
                    Some(None) => self.check(&message_path, Expectation::Null),
                    None => {}
                }
                self.cause(path, cause);
                self.fields(path, ty, fields);
            }
        }
    }

    fn exact_class(&mut self, path: &str, class: ClassId) {
        let name = self.class_name(class);
        self.check(path, Expectation::Class(name));
    }

    fn array(&mut self, path: &str, ty: Option<Ty>, array: ArrayTy, cells: &[Value], number: ObjectNumber) {
        let path = match ty {
            Some(Ty::Class(_)) => format!("(({}) {path})", self.program.simple_type_name(Ty::Array(array))),
            _ => path.to_owned(),
        };
        if let Some(text) = self.flat_array(&Value::Object(number)) {
            self.check(&path, Expectation::ArrayEquals(text));
            return;
        }
        self.check(&format!("{path}.length"), Expectation::Equals(cells.len().to_string()));
        for (i, cell) in cells.iter().enumerate() {
            self.value(&format!("{path}[{i}]"), Some(array.cell()), cell);
        }
    }

    /// `new int[] {1, 2}` for an array of primitives or strings.
    fn flat_array(&self, value: &Value) -> Option<String> {
        let Value::Object(number) = value else { return None };
        let Object::Array { ty, cells } = &self.outcome.objects[*number] else { return None };
        let is_string = ty.cell() == Ty::Class(self.program.well_known.string);
        if ty.cell().primitive().is_none() && !is_string {
            return None;
        }
        let cells: Vec<String> = cells.iter().map(|cell| self.cell(cell)).collect::<Option<_>>()?;
        let name = self.program.simple_type_name(Ty::Array(*ty));
        Some(format!("new {name} {{{}}}", cells.join(", ")))
    }

    fn cell(&self, cell: &Value) -> Option<String> {
        match cell {
            Value::Primitive(p) => Some(literals::plain(*p)),
            other => self.simple(other),
        }
    }

    /// Fields that `path` reads, cast where its static type does not have them.
    fn fields(&mut self, path: &str, ty: Option<Ty>, fields: &[(FieldId, Value)]) {
        for (field, value) in fields {
            let declared = &self.program.fields[*field];
            let object = self.cast(path, ty, declared.class);
            self.value(&format!("{object}.{}", declared.name), Some(declared.ty), value);
        }
    }

    fn cast(&self, path: &str, ty: Option<Ty>, class: ClassId) -> String {
        // A field of the same name nearer to the static type hides the one that is meant.
        let hides = |from: ClassId| from != class && !self.program.is_subclass(from, class);
        match ty {
            Some(Ty::Class(from))
                if from == class || !hides(from) && self.declares_no_fields_below(from, class) =>
            {
                path.to_owned()
            }
            _ => format!("(({}) {path})", self.class_name(class)),
        }
    }

    fn declares_no_fields_below(&self, from: ClassId, class: ClassId) -> bool {
        let mut next = Some(from);
        while let Some(c) = next.filter(|&c| c != class) {
            if !self.program.classes[c].fields.is_empty() {
                return false;
            }
            next = self.program.classes[c].superclass;
        }
        true
    }

    /// An expression for a value that is no object.
    fn simple(&self, value: &Value) -> Option<String> {
        Some(match value {
            Value::Null => "null".to_owned(),
            Value::Primitive(p) => literals::typed(*p),
            Value::String(text) => literals::string(text.units()),
            Value::Boxed(p) => boxed(*p),
            Value::Enum(field) => self.static_place(*field),
            Value::Class(ty) => match ty {
                Ty::Class(class) => format!("{}.class", self.class_name(*class)),
                other => format!("{}.class", self.program.simple_type_name(*other)),
            },
            Value::Object(_) => return None,
        })
    }
}

/// `Integer.valueOf(3)`
fn boxed(value: Primitive) -> String {
    let wrapper = match value {
        Primitive::Boolean(_) => "Boolean",
        Primitive::Byte(_) => "Byte",
        Primitive::Short(_) => "Short",
        Primitive::Char(_) => "Character",
        Primitive::Int(_) => "Integer",
        Primitive::Long(_) => "Long",
        Primitive::Float(_) => "Float",
        Primitive::Double(_) => "Double",
    };
    format!("{wrapper}.valueOf({})", literals::typed(value))
}

/// The class of an exception, and the message that the program made.
fn thrown(object: &Object) -> (Option<ClassId>, Option<&JavaString>) {
    match object {
        Object::Throwable { class, message, .. } => (Some(*class), message.as_ref().and_then(Option::as_ref)),
        Object::Instance { class, .. } => (Some(*class), None),
        Object::Array { .. } | Object::Builder { .. } => (None, None),
    }
}
