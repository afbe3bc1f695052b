//! From what a test asserts ([`Checks`]) to its text. Every check becomes an assertion, but for those that the rest of the
//! test makes true whatever the program does:
//!
//! - the class of an object that the static type fixes, or a cast that is written anyway;
//! - that an object is there, where its class is asserted;
//! - what a variable holds that the driver's text sets to a literal or to a new object, and which is never assigned again.

mod spelling;

use crate::driver::parts::is_one_call;
use crate::driver::{Driver, literals, names};
use crate::engine::subject::Observed;
use crate::exec::checks::{self, Checks, Expected, Place, PlaceId};
use crate::exec::linked::is_nameable;
use crate::exec::outcome::{Content, Object, Segment, Shape, Value};
use crate::exec::view::View;
use crate::jvm::value::JavaString;
use crate::report::json::{Check, Expectation, OutcomeReport};
use crate::sema::program::{ClassId, Program};
use crate::sema::types::Ty;
use spelling::Spelling;

/// How driver code begins that makes a container which cannot be changed.
const CONSTANT: [&str; 6] =
    ["List.of(", "Set.of(", "Map.of(", "Map.ofEntries(", "Optional.of(", "Optional.empty("];

/// The classes of values that driver code makes anew.
const VALUES: [&str; 2] = ["BigDecimal", "BigInteger"];

/// The variable of an emitted test that holds the exception which left the method.
pub const THROWN: &str = "thrown";

/// The outcome as `report.json` has it.
pub fn outcome(program: &Program, driver: &Driver, observed: &Observed) -> OutcomeReport {
    let outcome = &observed.outcome;
    let spelling = Spelling { view: View { program, from: program.methods[driver.method].class } };
    let mut describer = Describer {
        spelling,
        driver,
        observed,
        asserted: &observed.checks,
        texts: Vec::new(),
        made_in_place: Vec::new(),
        class_is_asserted: vec![false; observed.checks.places.len()],
        checks: Vec::new(),
    };
    let mut report = OutcomeReport {
        out: observed.checks.out.to_string_lossy(),
        err: observed.checks.err.to_string_lossy(),
        ..OutcomeReport::default()
    };
    let act = outcome.segments.get(driver.arrange.len()).unwrap_or(&Segment::NotReached);
    describer.act(act, &mut report);
    describer.places();
    observed.checks.checks.iter().for_each(|check| describer.assert(check));
    report.checks = describer.checks;
    report
}

struct Describer<'a> {
    spelling: Spelling<'a>,
    driver: &'a Driver,
    observed: &'a Observed,
    asserted: &'a Checks,
    /// By place: the expression, and its static type.
    texts: Vec<(String, Ty)>,
    /// By place: a variable of which the driver's text alone says which object it holds. No run makes two of them the same.
    made_in_place: Vec<bool>,
    class_is_asserted: Vec<bool>,
    checks: Vec<Check>,
}

impl<'a> Describer<'a> {
    fn program(&self) -> &'a Program {
        self.spelling.view.program
    }

    fn check(&mut self, actual: &str, expected: Expectation) {
        self.checks.push(Check { actual: actual.to_owned(), expected });
    }

    fn statement_type(&self, index: usize) -> Ty {
        self.observed.types.get(index).copied().unwrap_or(Ty::Unknown)
    }

    /// What the call under test gave, for a person.
    fn act(&self, act: &Segment, report: &mut OutcomeReport) {
        match act {
            Segment::Value(value) => report.value = Some(self.value_text(value)),
            Segment::Exception(Value::Object(number)) => {
                let object = &self.observed.outcome.objects[*number];
                let Object::Throwable { class, message, .. } = object else { return };
                report.exception = Some(self.program().type_name(Ty::Class(*class)));
                report.caught_as = self.caught_as(*class);
                report.message = message.as_ref().and_then(Option::as_ref).map(JavaString::to_string_lossy);
            }
            Segment::Done | Segment::Exception(_) | Segment::Thrown { .. } | Segment::NotReached => {}
        }
    }

    /// What catches an exception whose class the test may not name.
    fn caught_as(&self, class: ClassId) -> Option<String> {
        let program = self.program();
        let nameable = |&class: &ClassId| is_nameable(program, class, self.spelling.view.from);
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
        let same = self.observed.outcome.objects_of_driver.iter().find(|(local, v)| {
            v == value && variables.get(local).is_some_and(|(name, _)| &**name != Driver::RESULT)
        });
        let name = same.and_then(|(local, _)| variables.get(local)).map(|(name, _)| name.to_string());
        name.or_else(|| self.content_of_result()).unwrap_or_else(|| Driver::RESULT.to_owned())
    }

    /// `new int[] {1, 2}` or `List.of(1, 2)`, where one assertion compares the result with it.
    fn content_of_result(&self) -> Option<String> {
        let result = self.asserted.places.iter().position(|place| *place == Place::Result)?;
        let at = |place: PlaceId| self.asserted.checks.iter().filter(move |check| check.place == place);
        let first = at(result).find_map(|check| match check.expected {
            Expected::Same(first) => Some(first),
            _ => None,
        });
        at(first.unwrap_or(result)).find_map(|check| match &check.expected {
            Expected::Cells(array, cells) => Some(self.spelling.array(*array, cells)),
            Expected::Holds(content) => Some(self.spelling.held(content)),
            _ => None,
        })
    }

    /// Names the places, in their order.
    fn places(&mut self) {
        for place in &self.asserted.places {
            let (text, ty) = self.place(place);
            let in_place = matches!(place, Place::Variable(_)) && self.is_made_in_place(&text, ty);
            self.made_in_place.push(in_place);
            self.texts.push((text, ty));
        }
    }

    fn place(&self, place: &Place) -> (String, Ty) {
        let (program, arrange) = (self.program(), self.driver.arrange.len());
        let throwable = program.well_known.throwable;
        match *place {
            Place::Variable(local) => match self.observed.variables.get(&local) {
                Some((name, ty)) => (name.to_string(), *ty),
                None => (String::from("null"), Ty::Null),
            },
            Place::Result => (Driver::RESULT.to_owned(), self.statement_type(arrange)),
            Place::Thrown => {
                // The variable is declared with a class that may be named; the call asserts the name of another.
                let class = match self.asserted.act {
                    checks::Act::Throws(class) if self.spelling.view.may_name(class) => class,
                    _ => throwable,
                };
                (THROWN.to_owned(), Ty::Class(class))
            }
            Place::Following(index) => {
                let call = self.driver.then.get(index).cloned().unwrap_or_default();
                (call, self.statement_type(arrange + 1 + index))
            }
            Place::Static(field) => (self.spelling.static_place(field), program.fields[field].ty),
            Place::Field { of, field } => {
                let (path, ty) = &self.texts[of];
                (self.spelling.field(path, *ty, field), program.fields[field].ty)
            }
            Place::Cell { of, array, index } => {
                let (path, ty) = &self.texts[of];
                (format!("{}[{index}]", self.spelling.cast(path, *ty, Ty::Array(array))), array.cell())
            }
            Place::Cause { of } => {
                let (path, ty) = &self.texts[of];
                (format!("{}.getCause()", self.spelling.as_throwable(path, *ty)), Ty::Class(throwable))
            }
            Place::Element { of, index } => self.part(of, Shape::List, |list| format!("{list}.get({index})")),
            Place::Present { of } => self.part(of, Shape::Optional, |optional| format!("{optional}.get()")),
            Place::Entry { of, ref key } => {
                let key = self.spelling.held(&Content::Value(key.clone()));
                self.part(of, Shape::Map, |map| format!("{map}.get({key})"))
            }
        }
    }

    /// What a call on a container gives.
    fn part(&self, of: PlaceId, shape: Shape, call: impl Fn(&str) -> String) -> (String, Ty) {
        let (path, ty) = &self.texts[of];
        let container = self.spelling.as_container(path, *ty, shape);
        (call(&container), self.program().object())
    }

    fn size(&mut self, path: &str, ty: Ty, shape: Shape, size: usize) {
        let container = self.spelling.as_container(path, ty, shape);
        let (count, size) = match shape {
            Shape::Optional => (format!("{container}.isPresent()"), (size > 0).to_string()),
            _ => (format!("{container}.size()"), size.to_string()),
        };
        self.check(&count, Expectation::Equals(size));
    }

    /// Asserts what a container holds.
    fn holds(&mut self, path: &str, ty: Ty, content: &Content) {
        let path = match content {
            Content::Container(Shape::Sequence, _) => {
                let elements = self.spelling.as_container(path, ty, Shape::Sequence);
                format!("new {}<>({elements})", self.spelling.imported("java.util.ArrayList"))
            }
            _ => path.to_owned(),
        };
        self.check(&path, Expectation::Equals(self.spelling.held(content)));
    }

    /// Whether the driver's text alone says which object a variable holds: a new one of just its type, or a literal.
    fn is_made_in_place(&self, name: &str, ty: Ty) -> bool {
        let type_name = names::type_name(self.program(), self.spelling.view.from, ty);
        let declaration = format!("{type_name} {name} = ");
        let again = format!("{name} =");
        let statements = &self.driver.arrange;
        let is_assigned = statements.iter().any(|s| s.contains(&again) && !s.starts_with(&declaration));
        let initializer = statements.iter().find_map(|s| s.strip_prefix(&declaration));
        !is_assigned
            && initializer.is_some_and(|made| {
                let is_new = made.strip_prefix("new ").and_then(|made| made.strip_prefix(&type_name));
                is_new.is_some_and(|made| made.starts_with('[') || is_one_call(made))
                    || made.starts_with(['{', '"'])
                    || made == "null;"
            })
            || self.initializer(name).is_some_and(|made| {
                // A class with type arguments, or a value.
                let made = made.strip_prefix("new ").unwrap_or_default();
                let at = made.find(['<', '(']).unwrap_or_default();
                let (class, arguments) = made.split_at(at);
                match arguments.strip_prefix("<>") {
                    Some(arguments) => is_one_call(arguments),
                    None => VALUES.contains(&class) && is_one_call(arguments),
                }
            })
    }

    /// What a variable is declared with, where nothing is assigned to it again.
    fn initializer(&self, name: &str) -> Option<&'a str> {
        let assigned = format!(" {name} = ");
        let statements = self.driver.arrange.iter();
        let mut assigning = statements.filter(|s| s.contains(&assigned) || s.starts_with(&assigned[1..]));
        let (ty, made) = assigning.next()?.split_once(&assigned)?;
        (assigning.next().is_none() && !ty.contains(['(', '"', '='])).then_some(made)
    }

    /// A container of which the driver's text alone says what it holds, since nobody can change it; or a part of one.
    fn is_constant(&self, place: PlaceId) -> bool {
        let root = match self.asserted.places[place] {
            Place::Element { of, .. } | Place::Entry { of, .. } | Place::Present { of } => of,
            _ => place,
        };
        let is_variable = matches!(self.asserted.places[root], Place::Variable(_));
        let made = || self.initializer(&self.texts[root].0);
        is_variable && made().is_some_and(|made| CONSTANT.iter().any(|of| made.starts_with(of)))
    }

    fn assert(&mut self, check: &checks::Check) {
        let place = check.place;
        let (path, ty) = self.texts[place].clone();
        match &check.expected {
            Expected::Ends => self.check(&path, Expectation::Done),
            Expected::Throws { class, message } => {
                let expected = Expectation::Throws {
                    class: self.program().type_name(Ty::Class(*class)),
                    caught_as: self.caught_as(*class),
                    message: message.as_ref().map(JavaString::to_string_lossy),
                };
                self.check(&path, expected);
            }
            Expected::Is(_) if self.made_in_place[place] || self.is_constant(place) => {}
            Expected::Is(value) => self.value(&path, value),
            Expected::NotNull
                if self.class_is_asserted[place] || self.made_in_place[place] || self.is_constant(place) => {}
            Expected::NotNull => self.check(&path, Expectation::NotNull),
            Expected::Same(_) if self.is_constant(place) => {}
            Expected::Same(other) => self.check(&path, Expectation::Same(self.texts[*other].0.clone())),
            Expected::NotSame(other) if self.made_in_place[place] && self.made_in_place[*other] => {}
            Expected::NotSame(other) => self.check(&path, Expectation::NotSame(self.texts[*other].0.clone())),
            Expected::Class(class) => self.exact_class(place, &path, ty, *class),
            Expected::Cells(array, cells) => {
                let path = self.spelling.cast(&path, ty, Ty::Array(*array));
                self.check(&path, Expectation::ArrayEquals(self.spelling.array(*array, cells)));
            }
            // What nobody can change is what the driver's text says.
            Expected::Holds(_) if self.is_constant(place) => {}
            Expected::Holds(content) => self.holds(&path, ty, content),
            Expected::Size(..) if self.is_constant(place) => {}
            Expected::Size(shape, size) => self.size(&path, ty, *shape, *size),
            Expected::Length(length) => {
                let path = match self.class_of(place) {
                    Some(class) => self.spelling.cast(&path, ty, class),
                    None => path,
                };
                self.check(&format!("{path}.length"), Expectation::Equals(length.to_string()));
            }
            Expected::Text(text) => {
                let expected = Expectation::Equals(literals::string(text.units()));
                self.check(&format!("{path}.toString()"), expected);
            }
            Expected::Message(message) => self.message(place, &path, ty, message.as_ref()),
        }
    }

    /// The class that is expected at a place.
    fn class_of(&self, place: PlaceId) -> Option<Ty> {
        let mut here = self.asserted.checks.iter().filter(|check| check.place == place);
        here.find_map(|check| match check.expected {
            Expected::Class(class) => Some(class),
            _ => None,
        })
    }

    /// The message of the exception that left the method stands in the report, where a text can hold it.
    fn message(&mut self, place: PlaceId, path: &str, ty: Ty, message: Option<&JavaString>) {
        let is_told = |text: &JavaString| String::from_utf16(text.units()).is_ok();
        if self.asserted.places[place] == Place::Thrown && message.is_some_and(is_told) {
            return;
        }
        let expected =
            message.map_or(Expectation::Null, |text| Expectation::Equals(literals::string(text.units())));
        let path = self.spelling.as_throwable(path, ty);
        self.check(&format!("{path}.getMessage()"), expected);
    }

    /// Asserts that an expression has this value, which is no object.
    fn value(&mut self, path: &str, value: &Value) {
        match value {
            Value::Null => self.check(path, Expectation::Null),
            Value::Enum(field) if !self.spelling.view.may_name(self.program().fields[*field].class) => {
                let declared = &self.program().fields[*field];
                let constant = format!("((Enum<?>) {path})");
                let name = Expectation::Equals(format!("\"{}\"", declared.name));
                self.check(&format!("{constant}.name()"), name);
                self.class_named(&format!("{constant}.getDeclaringClass()"), Ty::Class(declared.class));
            }
            Value::Class(class) if !self.spelling.view.may_name_type(*class) => {
                self.class_named(&format!("((Class<?>) {path})"), *class);
            }
            Value::Enum(_) | Value::Class(_) => {
                let same = self.spelling.simple(value).unwrap_or_default();
                self.check(path, Expectation::Same(same));
            }
            _ => {
                let expected = self.spelling.simple(value).unwrap_or_default();
                self.check(path, Expectation::Equals(expected));
            }
        }
    }

    /// Asserts the name of a class that the test may not name.
    fn class_named(&mut self, class: &str, expected: Ty) {
        let name = self.program().loaded_name(expected);
        let units: Vec<u16> = name.encode_utf16().collect();
        self.check(&format!("{class}.getName()"), Expectation::Equals(literals::string(&units)));
    }

    /// Whether some check reads what an object holds, or asserts that it is there.
    fn is_read(&self, place: PlaceId) -> bool {
        let reads = |check: &checks::Check| {
            let is_whole = matches!(
                check.expected,
                Expected::NotNull
                    | Expected::Text(_)
                    | Expected::Message(_)
                    | Expected::Cells(..)
                    | Expected::Length(_)
            );
            let is_here = check.place == place;
            is_here && is_whole || !is_here && self.asserted.is_below(check.place, place)
        };
        self.asserted.checks.iter().any(reads)
    }

    /// Asserts the class of an object, but where the static type, the driver's text, or a cast fixes it.
    fn exact_class(&mut self, place: PlaceId, path: &str, ty: Ty, class: Ty) {
        // A cast to an array type whose cells have no subclasses asserts it, and whatever is read of the array makes it.
        let is_cast = match class {
            Ty::Array(array) => {
                self.spelling.view.has_exact_leaf(array) && self.spelling.view.may_name_type(class)
            }
            _ => false,
        };
        let is_fixed = self.spelling.view.is_exact(ty, class) || ty == class && self.made_in_place[place];
        if is_cast || is_fixed {
            // That there is an object is part of it, and shows wherever anything of the object is read.
            if !self.made_in_place[place] && !self.is_read(place) {
                self.check(path, Expectation::NotNull);
            }
            return;
        }
        let path =
            if self.spelling.view.may_name_type(ty) { path.to_owned() } else { format!("((Object) {path})") };
        if self.spelling.view.may_name_type(class) {
            let name = self.spelling.type_name(class);
            self.check(&path, Expectation::Class(name));
        } else {
            self.class_named(&format!("{path}.getClass()"), class);
        }
        self.class_is_asserted[place] = true;
    }
}
