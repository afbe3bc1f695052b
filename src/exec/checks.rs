//! What a test asserts, as one list (SEMANTICS §1): [`Checks::of`] makes it from the original's outcome, and from nothing
//! else. A mutant is killed by its output exactly where evaluating this list on its run fails
//! ([`crate::exec::observe`]), and the emitted test is this list as Java text ([`crate::report::checks`]), but for
//! checks that the test's own text makes true. So a kill is what the printed test shows, and there is no
//! second opinion of what counts as a difference.
//!
//! An object is described where it is met first; met again, it must be *the same*, and an object that nothing but
//! its identity tells from one met before must be *another*. What the original's outcome does not hold is not looked
//! at in the mutant's either: of an exception that the JVM makes neither message nor cause, whatever the mutant's is.
//!
//! It is told so from the first, and from the last few; not from all, of which there may be thousands in one array.
//!
//! The order is that of the places: a place is read only once all checks of what it is read from have passed, as in
//! the printed test, which ends with the first that fails.

use std::collections::HashMap;

use crate::exec::driver::DriverCode;
use crate::exec::outcome::{Container, Content, Object, ObjectNumber, Outcome, Segment, Shape, Value};
use crate::exec::view::View;
use crate::jvm::value::JavaString;
use crate::sema::program::{ClassId, FieldId, Program};
use crate::sema::typed_tree::LocalId;
use crate::sema::types::{ArrayTy, Ty};

/// An object is told from so many of those like it that were met last, among so many at the first glance.
const ALIKE: usize = 16;
const NEAR: usize = 256;
/// Containers in containers that one assertion compares.
const NESTED: usize = 4;

/// Index in [`Checks::places`].
pub type PlaceId = usize;

/// An expression of the test.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Place {
    /// A variable of the driver.
    Variable(LocalId),
    /// What the call under test returned.
    Result,
    /// The exception that left it.
    Thrown,
    /// The following call of this number: made once.
    Following(usize),
    Static(FieldId),
    Field {
        of: PlaceId,
        field: FieldId,
    },
    Cell {
        of: PlaceId,
        array: ArrayTy,
        index: usize,
    },
    Cause {
        of: PlaceId,
    },
    /// Of a list.
    Element {
        of: PlaceId,
        index: usize,
    },
    /// What a map has for a key.
    Entry {
        of: PlaceId,
        key: Value,
    },
    /// What an `Optional` has.
    Present {
        of: PlaceId,
    },
}

impl Place {
    /// What it is read from.
    const fn parent(&self) -> Option<PlaceId> {
        match *self {
            Self::Field { of, .. }
            | Self::Cell { of, .. }
            | Self::Cause { of }
            | Self::Element { of, .. }
            | Self::Entry { of, .. }
            | Self::Present { of } => Some(of),
            Self::Variable(_) | Self::Result | Self::Thrown | Self::Following(_) | Self::Static(_) => None,
        }
    }

    /// The same where places have other numbers.
    fn with_parent(mut self, numbers: &[PlaceId]) -> Self {
        if let Self::Field { of, .. }
        | Self::Cell { of, .. }
        | Self::Cause { of }
        | Self::Element { of, .. }
        | Self::Entry { of, .. }
        | Self::Present { of } = &mut self
        {
            *of = numbers[*of];
        }
        self
    }
}

/// What is expected at a place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Expected {
    /// The call ends, and gives nothing to look at.
    Ends,
    /// The call throws just this class and, where the program made one, this message.
    Throws {
        class: ClassId,
        message: Option<JavaString>,
    },
    /// No object: equal as a value.
    Is(Value),
    NotNull,
    Same(PlaceId),
    NotSame(PlaceId),
    /// The exact class of an object, or type of an array.
    Class(Ty),
    /// The cells of an array that one assertion compares.
    Cells(ArrayTy, Vec<Content>),
    Length(usize),
    /// A container that holds just this, whatever its class is.
    Holds(Content),
    /// The number of what a container of this shape holds.
    Size(Shape, usize),
    /// Of a builder.
    Text(JavaString),
    /// Of an exception, made by the program.
    Message(Option<JavaString>),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Check {
    pub place: PlaceId,
    pub expected: Expected,
}

/// How the call under test ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Act {
    Returns,
    /// With just this class.
    Throws(ClassId),
}

/// All that a test asserts. That its arrangement ends without an exception goes without saying.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Checks {
    pub act: Act,
    pub out: JavaString,
    pub err: JavaString,
    /// Those that a place is read from come before it.
    pub places: Vec<Place>,
    /// In the order of their places, but for [`Expected::Same`].
    pub checks: Vec<Check>,
    /// Exceptions whose messages the JVM or the library makes, so that nothing is asserted of them.
    pub unasserted: Vec<PlaceId>,
}

impl Checks {
    /// `outcome`: the original's, under a driver that ran as a test.
    pub fn of(program: &Program, driver: &DriverCode, outcome: &Outcome) -> Checks {
        Self::all(program, driver, outcome).without(&driver.left_out)
    }

    /// The list without the checks of these numbers. A place that no other is read from and nothing is asserted of any more
    /// is not looked at either, so that a run fails just where the printed test does.
    fn without(self, left_out: &[usize]) -> Checks {
        if left_out.is_empty() {
            return self;
        }
        let Checks { act, out, err, places, checks, unasserted } = self;
        let kept = checks.into_iter().enumerate().filter(|(at, _)| !left_out.contains(at));
        let mut checks: Vec<Check> = kept.map(|(_, check)| check).collect();
        let mut is_needed = vec![false; places.len()];
        for check in &checks {
            is_needed[check.place] = true;
            if let Expected::Same(other) | Expected::NotSame(other) = check.expected {
                is_needed[other] = true;
            }
        }
        for at in (0..places.len()).rev() {
            if let Some(of) = places[at].parent().filter(|_| is_needed[at]) {
                is_needed[of] = true;
            }
        }
        let mut next = 0;
        let number = |&needed: &bool| {
            let number = next;
            next += usize::from(needed);
            number
        };
        let numbers: Vec<PlaceId> = is_needed.iter().map(number).collect();
        for check in &mut checks {
            check.place = numbers[check.place];
            if let Expected::Same(other) | Expected::NotSame(other) = &mut check.expected {
                *other = numbers[*other];
            }
        }
        let places = places.into_iter().enumerate().filter(|(at, _)| is_needed[*at]);
        let places = places.map(|(_, place)| place.with_parent(&numbers)).collect();
        let unasserted = unasserted.into_iter().filter(|&at| is_needed[at]).map(|at| numbers[at]).collect();
        Checks { act, out, err, places, checks, unasserted }
    }

    /// Whether a place is read from another, or is it.
    pub fn is_below(&self, place: PlaceId, root: PlaceId) -> bool {
        let mut above = std::iter::successors(Some(place), |&at| self.places[at].parent());
        above.any(|at| at == root)
    }

    /// Whether nothing is left to assert without these: what a variable holds that the driver has set is no more than
    /// it says itself.
    pub fn asserts_nothing_without(&self, left_out: &[usize]) -> bool {
        let asserts = |check: &Check| {
            let is_of_variable = matches!(self.places[check.place], Place::Variable(_));
            let is_known = matches!(
                check.expected,
                Expected::Is(_) | Expected::NotNull | Expected::NotSame(_) | Expected::Class(_)
            );
            !(is_of_variable && is_known)
        };
        let mut left = self.checks.iter().enumerate().filter(|(at, _)| !left_out.contains(at));
        self.act == Act::Returns && !left.any(|(_, check)| asserts(check))
    }

    /// Numbers of checks that a test may do without, each set together and by itself: first all that is read of one object,
    /// then single ones. What is asserted of a following call stays, since the call is made; so does the message of
    /// the exception that left the method. Of an array that one assertion compares, a builder or an exception the class goes
    /// only with all the rest, since what is read of them rests on it.
    pub fn parts(&self) -> Vec<Vec<usize>> {
        let mut parts = Vec::new();
        let is_free = |place: PlaceId| {
            let mut above = std::iter::successors(Some(place), |&at| self.places[at].parent());
            !above.any(|at| matches!(self.places[at], Place::Following(_)))
        };
        let numbered = || self.checks.iter().enumerate();
        for root in (0..self.places.len()).rev() {
            let whole: Vec<usize> =
                numbered().filter(|(_, check)| self.is_below(check.place, root)).map(|(at, _)| at).collect();
            if is_free(root) && self.places[root] != Place::Thrown && !whole.is_empty() {
                parts.push(whole);
            }
        }
        for (at, check) in self.checks.iter().enumerate().rev() {
            let here = || self.checks.iter().filter(|other| other.place == check.place);
            let rests_on_class = here().any(|other| {
                matches!(
                    other.expected,
                    Expected::Text(_) | Expected::Message(_) | Expected::Cells(..) | Expected::Length(_)
                )
            });
            let has_cause = self.places.contains(&Place::Cause { of: check.place });
            let may_go = match check.expected {
                Expected::Class(_) => !rests_on_class && !has_cause,
                Expected::Is(_)
                | Expected::Same(_)
                | Expected::NotSame(_)
                | Expected::NotNull
                | Expected::Holds(_) => true,
                _ => false,
            };
            if may_go && is_free(check.place) {
                parts.push(vec![at]);
            }
        }
        parts
    }

    /// All that a test can assert.
    pub fn all(program: &Program, driver: &DriverCode, outcome: &Outcome) -> Checks {
        let mut maker = Maker {
            view: View { program, from: driver.from },
            outcome,
            met: vec![None; outcome.objects.len()],
            looks: HashMap::new(),
            checks: Checks {
                act: Act::Returns,
                out: outcome.printed(),
                err: outcome.printed_as_errors(),
                places: Vec::new(),
                checks: Vec::new(),
                unasserted: Vec::new(),
            },
        };
        let behind = outcome.segments.get(driver.arranging..).unwrap_or_default();
        let (act, then) = behind.split_first().unwrap_or((&Segment::NotReached, &[]));
        let thrown = maker.act(act);
        maker.following(then);
        maker.final_state(act, thrown, driver.result);
        maker.checks
    }
}

/// Whether later calls may change what the value holds.
const fn may_change(value: &Value) -> bool {
    matches!(value, Value::Cells(..) | Value::Whole(_) | Value::Object(_))
}

struct Maker<'a> {
    view: View<'a>,
    outcome: &'a Outcome,
    /// By object: where it was met first.
    met: Vec<Option<PlaceId>>,
    /// The objects met, by what tells them apart at a first glance.
    looks: HashMap<Look<'a>, Vec<ObjectNumber>>,
    checks: Checks,
}

impl<'a> Maker<'a> {
    fn place(&mut self, place: Place) -> PlaceId {
        self.checks.places.push(place);
        self.checks.places.len() - 1
    }

    fn check(&mut self, place: PlaceId, expected: Expected) {
        self.checks.checks.push(Check { place, expected });
    }

    /// What the call under test gave. A result that is an object is described with the final state.
    fn act(&mut self, act: &Segment) -> Option<PlaceId> {
        match act {
            Segment::Value(Value::Object(_)) => None,
            Segment::Value(value) => {
                let result = self.place(Place::Result);
                self.value(result, value);
                None
            }
            Segment::Exception(Value::Object(number)) => {
                let Object::Throwable { class, message, .. } = &self.outcome.objects[*number] else {
                    return None;
                };
                self.checks.act = Act::Throws(*class);
                let thrown = self.place(Place::Thrown);
                self.message(thrown, message.as_ref());
                Some(thrown)
            }
            Segment::Done | Segment::Exception(_) | Segment::Thrown { .. } | Segment::NotReached => None,
        }
    }

    /// What is asserted of a message; whether anything is.
    fn message(&mut self, of: PlaceId, message: Option<&Option<JavaString>>) {
        match message {
            Some(message) => self.check(of, Expected::Message(message.clone())),
            None => self.checks.unasserted.push(of),
        }
    }

    /// One assertion for each call. The content of what may change is known as it is at the end, and asserted where the call
    /// stands: so of the last call alone.
    fn following(&mut self, segments: &[Segment]) {
        for (index, segment) in segments.iter().enumerate() {
            let call = self.place(Place::Following(index));
            let is_last = index + 1 == segments.len();
            match segment {
                Segment::Value(value) if !is_last && may_change(value) => self.check(call, Expected::NotNull),
                Segment::Value(value) => self.value(call, value),
                Segment::Thrown { class, message } => {
                    self.check(call, Expected::Throws { class: *class, message: message.clone() });
                }
                Segment::Done => self.check(call, Expected::Ends),
                Segment::Exception(_) | Segment::NotReached => {}
            }
        }
    }

    /// Everything that is an object, as it is at the end.
    fn final_state(&mut self, act: &Segment, thrown: Option<PlaceId>, result: Option<LocalId>) {
        let outcome = self.outcome;
        // The driver's own variables first: the result may be one of them.
        for (local, value) in outcome.objects_of_driver.iter().filter(|(local, _)| Some(*local) != result) {
            let variable = self.place(Place::Variable(*local));
            self.value(variable, value);
        }
        match (act, thrown) {
            (Segment::Value(value @ Value::Object(_)), _) => {
                let result = self.place(Place::Result);
                self.value(result, value);
            }
            (Segment::Exception(Value::Object(number)), Some(thrown))
                if !self.met_before(thrown, *number) =>
            {
                if let Object::Throwable { cause, fields, .. } = &outcome.objects[*number] {
                    self.cause(thrown, cause.as_ref());
                    self.fields(thrown, fields);
                }
            }
            _ => {}
        }
        for (field, value) in &outcome.statics {
            let place = self.place(Place::Static(*field));
            self.value(place, value);
        }
    }

    fn value(&mut self, place: PlaceId, value: &Value) {
        match value {
            Value::Object(number) => self.object(place, *number),
            Value::Opaque => self.check(place, Expected::NotNull),
            Value::Cells(array, cells) => {
                let cells = cells.iter().cloned().map(Content::Value).collect();
                self.check(place, Expected::Cells(*array, cells));
            }
            Value::Whole(content) if self.is_said(content, 0) => {
                self.check(place, Expected::Holds(Content::clone(content)));
            }
            Value::Whole(_) => self.check(place, Expected::NotNull),
            _ => self.check(place, Expected::Is(value.clone())),
        }
    }

    /// True, and asserted, where the object has a place already.
    fn met_before(&mut self, place: PlaceId, number: ObjectNumber) -> bool {
        if let Some(first) = self.met[number] {
            // Which of equal objects it is means nothing where none of them can be changed.
            if let Some(content) = self.constant(number) {
                self.check(place, Expected::Holds(content));
            } else {
                self.check(place, Expected::Same(first));
            }
            return true;
        }
        if self.constant(number).is_some() {
            self.met[number] = Some(place);
            return false;
        }
        let look = Look::of(&self.outcome.objects[number]);
        let met = self.looks.entry(look).or_default();
        let is_alike = |&other: &ObjectNumber| look_alike(self.outcome, other, number);
        let near = &met[met.len().saturating_sub(NEAR)..];
        let last = near.iter().rev().copied().filter(is_alike).take(ALIKE);
        let first = met.first().copied().filter(|_| met.len() > NEAR).filter(is_alike);
        let mut others: Vec<PlaceId> = last.chain(first).filter_map(|other| self.met[other]).collect();
        others.reverse();
        met.push(number);
        for other in others {
            self.check(place, Expected::NotSame(other));
        }
        self.met[number] = Some(place);
        false
    }

    fn object(&mut self, place: PlaceId, number: ObjectNumber) {
        if self.met_before(place, number) {
            return;
        }
        let outcome = self.outcome;
        match &outcome.objects[number] {
            Object::Array { ty, cells } => self.array(place, *ty, cells, number),
            Object::Instance { class, fields } => {
                // That of a lambda has no name.
                let is_function = self.view.program.is_function(*class);
                if !is_function {
                    self.check(place, Expected::Class(Ty::Class(*class)));
                }
                if fields.is_empty() || is_function {
                    self.check(place, Expected::NotNull);
                }
                self.fields(place, fields);
            }
            Object::Container(container) => self.container(place, container, number),
            Object::Builder { class, text } => {
                self.check(place, Expected::Class(Ty::Class(*class)));
                self.check(place, Expected::Text(text.clone()));
            }
            Object::Throwable { class, message, cause, fields } => {
                self.check(place, Expected::Class(Ty::Class(*class)));
                if message.is_none() {
                    self.check(place, Expected::NotNull);
                }
                self.message(place, message.as_ref());
                self.cause(place, cause.as_ref());
                self.fields(place, fields);
            }
        }
    }

    fn cause(&mut self, of: PlaceId, cause: Option<&Value>) {
        if let Some(cause) = cause {
            let place = self.place(Place::Cause { of });
            self.value(place, cause);
        }
    }

    fn fields(&mut self, of: PlaceId, fields: &[(FieldId, Value)]) {
        for (field, value) in fields {
            let place = self.place(Place::Field { of, field: *field });
            self.value(place, value);
        }
    }

    fn array(&mut self, place: PlaceId, ty: ArrayTy, cells: &'a [Value], number: ObjectNumber) {
        self.check(place, Expected::Class(Ty::Array(ty)));
        if let Some(Content::Row(_, content)) = self.content(&Value::Object(number)) {
            self.check(place, Expected::Cells(ty, content));
            return self.rows(place, ty, cells);
        }
        self.check(place, Expected::Length(cells.len()));
        for (index, cell) in cells.iter().enumerate() {
            let cell_place = self.place(Place::Cell { of: place, array: ty, index });
            self.value(cell_place, cell);
        }
    }

    /// The content of a container that nobody can change, where one assertion compares it.
    fn constant(&self, number: ObjectNumber) -> Option<Content> {
        match &self.outcome.objects[number] {
            Object::Container(container) if !container.has_identity => self.held(&Value::Object(number), 0),
            _ => None,
        }
    }

    fn container(&mut self, place: PlaceId, container: &'a Container, number: ObjectNumber) {
        if let Some(content) = self.held(&Value::Object(number), 0) {
            return self.check(place, Expected::Holds(content));
        }
        self.check(place, Expected::Size(container.shape, container.size));
        let Some(parts) = &container.parts else { return };
        match container.shape {
            Shape::List => {
                for (index, part) in parts.iter().enumerate() {
                    let element = self.place(Place::Element { of: place, index });
                    self.value(element, part);
                }
            }
            Shape::Map => {
                for entry in parts.chunks_exact(2) {
                    let is_said = self.is_said(&Content::Value(entry[0].clone()), 1);
                    if !is_said {
                        continue;
                    }
                    let value = self.place(Place::Entry { of: place, key: entry[0].clone() });
                    self.value(value, &entry[1]);
                }
            }
            Shape::Optional => {
                if let Some(part) = parts.first() {
                    let present = self.place(Place::Present { of: place });
                    self.value(present, part);
                }
            }
            Shape::Set | Shape::Sequence => {}
        }
    }

    /// What a value is by content, where an expression can say it: no object of the program is in it.
    fn held(&self, value: &Value, depth: usize) -> Option<Content> {
        let Value::Object(number) = value else { return Some(Content::Value(value.clone())) };
        let Object::Container(container) = &self.outcome.objects[*number] else { return None };
        let parts = container.parts.as_ref().filter(|_| depth < NESTED)?;
        let held: Option<Vec<Content>> = parts.iter().map(|part| self.held(part, depth + 1)).collect();
        let held = Content::Container(container.shape, held?);
        (depth > 0 || self.is_said(&held, 0)).then_some(held)
    }

    /// Whether a test has an expression for it.
    fn is_said(&self, content: &Content, depth: usize) -> bool {
        let null = Content::Value(Value::Null);
        match content {
            Content::Value(Value::Enum(field)) => self.view.may_name(self.view.program.fields[*field].class),
            Content::Value(value) => {
                matches!(value, Value::Null | Value::String(_) | Value::Boxed(_) | Value::Known(_))
            }
            Content::Row(..) => false,
            Content::Container(shape, parts) => {
                let is_shape_said = match shape {
                    Shape::Map | Shape::Optional => !parts.contains(&null),
                    // It is compared as a list that is made of it.
                    Shape::Sequence => depth == 0,
                    Shape::List | Shape::Set => true,
                };
                is_shape_said && depth < NESTED && parts.iter().all(|part| self.is_said(part, depth + 1))
            }
        }
    }

    /// Of arrays in an array whose content is asserted already: which they are.
    fn rows(&mut self, of: PlaceId, array: ArrayTy, cells: &'a [Value]) {
        let outcome = self.outcome;
        for (index, cell) in cells.iter().enumerate() {
            let Value::Object(number) = cell else { continue };
            let place = self.place(Place::Cell { of, array, index });
            if !self.met_before(place, *number)
                && let Object::Array { ty, cells } = &outcome.objects[*number]
            {
                self.rows(place, *ty, cells);
            }
        }
    }

    /// The cells of an array of primitives, strings, wrappers or enum constants; of an array of such arrays as well, where
    /// equal contents mean equal classes.
    fn content(&self, value: &Value) -> Option<Content> {
        let Value::Object(number) = value else { return None };
        let Object::Array { ty, cells } = &self.outcome.objects[*number] else { return None };
        let cell = |cell: &Value| match cell {
            Value::Null => Some(Content::Value(Value::Null)),
            Value::Object(_) => self.content(cell),
            Value::Opaque | Value::Cells(..) | Value::Whole(_) => None,
            cell => Some(Content::Value(cell.clone())),
        };
        let is_one = match ty.cell() {
            Ty::Array(_) => self.view.has_exact_leaf(*ty) && self.view.may_name_type(Ty::Array(*ty)),
            _ => self.view.is_flat(*ty),
        };
        let cells: Vec<Content> = is_one.then(|| cells.iter().map(cell).collect::<Option<_>>())??;
        Some(Content::Row(*ty, cells))
    }
}

/// What tells objects apart at a first glance.
#[derive(PartialEq, Eq, Hash)]
enum Look<'a> {
    Array(ArrayTy, usize),
    Instance(ClassId),
    Builder(ClassId, &'a JavaString),
    Throwable(ClassId),
    Container(Shape, usize),
}

impl<'a> Look<'a> {
    fn of(object: &'a Object) -> Self {
        match object {
            Object::Array { ty, cells } => Look::Array(*ty, cells.len()),
            Object::Instance { class, .. } => Look::Instance(*class),
            Object::Builder { class, text } => Look::Builder(*class, text),
            Object::Throwable { class, .. } => Look::Throwable(*class),
            Object::Container(container) => Look::Container(container.shape, container.size),
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
        if Look::of(a) != Look::of(b) || !messages_may_agree(a, b) {
            return false;
        }
        let (mut a_values, mut b_values) = (values(a), values(b));
        loop {
            match (a_values.next(), b_values.next()) {
                (None, None) => break,
                (Some(Value::Object(a)), Some(Value::Object(b))) if a == b || pairs.contains(&(*a, *b)) => {}
                (Some(Value::Object(a)), Some(Value::Object(b))) => pairs.push((*a, *b)),
                (a, b) if a != b => return false,
                _ => {}
            }
        }
    }
    true
}

fn values(object: &Object) -> impl Iterator<Item = &Value> {
    let (cells, cause, fields): (&[Value], Option<&Value>, &[(FieldId, Value)]) = match object {
        Object::Array { cells, .. } => (cells, None, &[]),
        Object::Container(container) => (container.parts.as_deref().unwrap_or_default(), None, &[]),
        Object::Instance { fields, .. } => (&[], None, fields),
        Object::Builder { .. } => (&[], None, &[]),
        Object::Throwable { cause, fields, .. } => (&[], cause.as_ref(), fields),
    };
    cells.iter().chain(cause).chain(fields.iter().map(|(_, value)| value))
}

/// A message that nothing is asserted of may be any.
fn messages_may_agree(a: &Object, b: &Object) -> bool {
    match (a, b) {
        (Object::Throwable { message: a, .. }, Object::Throwable { message: b, .. }) => {
            a.is_none() || b.is_none() || a == b
        }
        _ => true,
    }
}
