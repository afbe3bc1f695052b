//! Whether a test passes where this run comes about: its [`Checks`], evaluated one after another.

use crate::exec::checks::{Act, Checks, Expected, Place, PlaceId};
use crate::exec::driver::DriverCode;
use crate::exec::lower::{SEGMENT_EXCEPTION, SEGMENT_VALUE};
use crate::exec::messages::{Failure, Says};
use crate::exec::native::{
    self, ORIGIN_JVM, ORIGIN_LIBRARY, ORIGIN_PROGRAM, ORIGIN_UNINITIALIZED, ORIGIN_UNSPECIFIED,
};
use crate::exec::observe::containers::Agrees;
use crate::exec::observe::{Kind, Observer, canonical, written};
use crate::exec::outcome::{Content, Shape, Value, as_read};
use crate::exec::slot::{Reference, RuntimeType, Slot};
use crate::exec::state::State;
use crate::jvm::value::JavaString;
use crate::sema::program::{ClassId, Role};
use crate::sema::types::{ArrayTy, Ty};

/// What a test's checks say of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::exec) enum Passes {
    /// All hold.
    Yes,
    /// All hold as far as anyone can say. The message of an exception that the JVM or the library makes is another one, or
    /// one that the run does not know.
    ButForMessages,
    /// One fails, on every JVM.
    No,
}

/// What the original says in places where nothing is asserted of it.
pub(in crate::exec) type Unasserted = Vec<Says>;

/// Why the evaluation ends before the list does.
enum Ends {
    /// A check does not hold.
    Fails,
    /// What the run has in a place may agree with a check or not.
    Unknown,
}

use Ends::Fails;

impl Observer<'_> {
    /// Evaluates checks on a run; `unasserted` is what [`Observer::unasserted`] gave of the original's.
    pub(in crate::exec) fn verify(
        &mut self,
        state: &State,
        driver: &DriverCode,
        checks: &Checks,
        unasserted: &Unasserted,
    ) -> Passes {
        let mut values = std::mem::take(&mut self.values);
        values.clear();
        let passes = self.evaluate(state, driver, checks, &mut values);
        let passes = match passes {
            Err(Fails) => Passes::No,
            Err(Ends::Unknown) => Passes::Yes,
            Ok(true) => Passes::ButForMessages,
            Ok(false) => {
                let mut says =
                    checks.unasserted.iter().map(|&place| self.says(state, values[place].reference()));
                let differs = unasserted.iter().any(|of_original| says.next().as_ref() != Some(of_original));
                if differs { Passes::ButForMessages } else { Passes::Yes }
            }
        };
        self.values = values;
        passes
    }

    /// What the original says where nothing is asserted of it: where a mutant says something else, the two differ in
    /// nothing that a test compares.
    pub(in crate::exec) fn unasserted(
        &mut self,
        state: &State,
        driver: &DriverCode,
        checks: &Checks,
    ) -> Unasserted {
        let mut values = Vec::new();
        // The original's own checks hold in its own state.
        match self.evaluate(state, driver, checks, &mut values) {
            Ok(_) => {
                let places = checks.unasserted.iter();
                places.map(|&place| self.says(state, values[place].reference())).collect()
            }
            Err(_) => Unasserted::new(),
        }
    }

    /// Whether some message may be another than the expected one; `values` receives those of the places.
    fn evaluate(
        &self,
        state: &State,
        driver: &DriverCode,
        checks: &Checks,
        values: &mut Vec<Slot>,
    ) -> Result<bool, Ends> {
        let ended =
            |segment: usize| driver.segments.get(segment).map(|s| state.registers[s.state as usize].0);
        holds((0..driver.arranging).all(|segment| ended(segment) == Some(SEGMENT_VALUE)))?;
        let act = driver.segments.get(driver.arranging);
        match checks.act {
            Act::Returns => holds(ended(driver.arranging) == Some(SEGMENT_VALUE))?,
            Act::Throws(class) => {
                holds(ended(driver.arranging) == Some(SEGMENT_EXCEPTION))?;
                let thrown =
                    act.map_or(Reference::NULL, |s| state.registers[s.exception as usize].reference());
                if self.throws(state, thrown, class)? {
                    return Ok(true);
                }
            }
        }
        holds(*checks.out.units() == *as_read(&written(&state.output.out)))?;
        holds(*checks.err.units() == *as_read(&written(&state.output.err)))?;
        let mut unsure = false;
        for check in &checks.checks {
            // What is compared with another place may stand before it in the list of places.
            let last = match check.expected {
                Expected::Same(other) | Expected::NotSame(other) => check.place.max(other),
                _ => check.place,
            };
            while values.len() <= last {
                let value = self.read(state, driver, &checks.places[values.len()], values)?;
                values.push(value);
            }
            unsure |= self.check(state, driver, checks, check.place, &check.expected, values)?;
        }
        while let Some(place) = checks.places.get(values.len()) {
            let value = self.read(state, driver, place, values)?;
            values.push(value);
        }
        Ok(unsure)
    }

    /// The value at a place. What it is read from has passed its checks.
    fn read(&self, state: &State, driver: &DriverCode, place: &Place, values: &[Slot]) -> Result<Slot, Ends> {
        let register = |register: u16| state.registers[register as usize];
        let act = driver.segments.get(driver.arranging).ok_or(Fails)?;
        match *place {
            Place::Variable(local) => {
                let variable = driver.objects.iter().find(|(known, _)| *known == local).ok_or(Fails)?;
                Ok(register(variable.1))
            }
            Place::Result => Ok(register(act.value)),
            Place::Thrown => Ok(register(act.exception)),
            Place::Following(index) => {
                let segment = driver.segments.get(driver.arranging + 1 + index).ok_or(Fails)?;
                let threw = state.registers[segment.state as usize].0 == SEGMENT_EXCEPTION;
                Ok(register(if threw { segment.exception } else { segment.value }))
            }
            Place::Static(field) => Ok(state.variables[self.code.layouts.slot(field) as usize]),
            Place::Field { of, field } => {
                let object = self.object_of(state, values[of])?;
                let declaring = self.code.program().fields[field].class;
                let class = native::type_of(&self.code.layouts, &state.heap, object).as_class();
                holds(class.is_some_and(|class| self.code.layouts.is_subclass(class, declaring)))?;
                let slot = self.code.layouts.slot(field) as usize;
                state.heap.cells(object).get(slot).copied().ok_or(Fails)
            }
            Place::Cell { of, index, .. } => {
                let object = self.object_of(state, values[of])?;
                state.heap.cells(object).get(index).copied().ok_or(Fails)
            }
            Place::Cause { of } => {
                let object = self.object_of(state, values[of])?;
                let cause = self.code.layouts.throwable.cause;
                let cause =
                    cause.and_then(|slot| state.heap.cells(object).get(slot)).copied().ok_or(Fails)?;
                Ok(if cause.reference() == object { Slot::ZERO } else { cause })
            }
            Place::Element { of, index } => {
                self.element(state, values[of].reference(), index).map(Slot::from).ok_or(Ends::Unknown)
            }
            Place::Present { of } => {
                self.element(state, values[of].reference(), 0).map(Slot::from).ok_or(Ends::Unknown)
            }
            Place::Entry { of, ref key } => {
                self.value_for(state, values[of].reference(), key).map(Slot::from).ok_or(Ends::Unknown)
            }
        }
    }

    /// Whether the check holds for sure (`false`) or as far as anyone can say (`true`).
    fn check(
        &self,
        state: &State,
        driver: &DriverCode,
        checks: &Checks,
        place: PlaceId,
        expected: &Expected,
        values: &[Slot],
    ) -> Result<bool, Ends> {
        let value = values[place];
        if let Place::Following(index) = checks.places[place] {
            let segment = driver.segments.get(driver.arranging + 1 + index).ok_or(Fails)?;
            let throws = matches!(expected, Expected::Throws { .. });
            let wanted = if throws { SEGMENT_EXCEPTION } else { SEGMENT_VALUE };
            holds(state.registers[segment.state as usize].0 == wanted)?;
        }
        let ty = self.static_type(driver, &checks.places[place]);
        match expected {
            Expected::Ends => {}
            Expected::Throws { class, message } => {
                if self.throws(state, value.reference(), *class)? {
                    return Ok(true);
                }
                if message.is_some() {
                    return self.message(state, value.reference(), message.as_ref());
                }
            }
            Expected::Is(expected @ Value::Known(_)) => {
                self.held(state, ty, value, &Content::Value(expected.clone()))?;
            }
            Expected::Is(expected) => holds(self.is(state, ty, value, expected))?,
            Expected::Holds(content) => self.held(state, ty, value, content)?,
            Expected::Size(shape, size) => self.counts(state, value.reference(), *shape, *size)?,
            Expected::NotNull => holds(!value.reference().is_null())?,
            Expected::Same(other) => holds(value == values[*other])?,
            Expected::NotSame(other) => holds(value != values[*other])?,
            Expected::Class(class) => {
                if self.may_have_its_name(state, value.reference(), *class) {
                    return Err(Ends::Unknown);
                }
                holds(self.is_of(state, value.reference(), *class))?;
            }
            Expected::Cells(array, cells) => holds(self.has_content(state, value, *array, cells))?,
            Expected::Length(length) => {
                holds(state.heap.cells(self.object_of(state, value)?).len() == *length)?;
            }
            Expected::Text(text) => {
                let object = self.object_of(state, value)?;
                let class = native::type_of(&self.code.layouts, &state.heap, object).as_class();
                let found = class.and_then(|class| self.builder_text(state, class, object));
                holds(found.is_some_and(|found| found == text.units()))?;
            }
            Expected::Message(message) => {
                return self.message(state, value.reference(), message.as_ref());
            }
        }
        Ok(false)
    }

    /// Whether the exception is of this class for sure (`false`), or may be: an error for a class that cannot be initialised
    /// is one of several.
    fn throws(&self, state: &State, exception: Reference, class: ClassId) -> Result<bool, Ends> {
        if self.origin(state, exception) == Some(ORIGIN_UNINITIALIZED) {
            let error = self.code.program().well_known.error;
            return if self.code.layouts.is_subclass(class, error) { Ok(true) } else { Err(Fails) };
        }
        holds(self.is_of(state, exception, Ty::Class(class)))?;
        Ok(false)
    }

    fn message(
        &self,
        state: &State,
        exception: Reference,
        expected: Option<&JavaString>,
    ) -> Result<bool, Ends> {
        let says = self.says(state, exception);
        holds(says.may_be(expected))?;
        Ok(says != Says::Text(expected.cloned()))
    }

    /// What is known of the message of an exception whose class leaves `getMessage` as it is.
    fn says(&self, state: &State, exception: Reference) -> Says {
        match self.origin(state, exception) {
            Some(ORIGIN_PROGRAM | ORIGIN_LIBRARY) => {
                let message = self.code.layouts.throwable.message;
                let message = message.and_then(|slot| state.heap.cells(exception).get(slot)).copied();
                let message = message.unwrap_or_default().reference();
                let text = || native::text_of(&self.code.pool, &state.heap, message).clone();
                Says::Text((!message.is_null()).then(text))
            }
            Some(origin) => {
                let class = native::type_of(&self.code.layouts, &state.heap, exception).as_class();
                let failure = class.and_then(|class| self.failure(origin, class));
                failure.map_or(Says::Anything, Says::Of)
            }
            None => Says::Anything,
        }
    }

    /// Who made the message of an exception.
    fn origin(&self, state: &State, exception: Reference) -> Option<i8> {
        let layouts = &self.code.layouts;
        let class =
            exception.in_heap().then(|| native::type_of(layouts, &state.heap, exception).as_class())??;
        let throwable = self.code.program().well_known.throwable;
        let slot = layouts.throwable.origin.filter(|_| layouts.is_subclass(class, throwable))?;
        state.heap.cells(exception).get(slot).map(|origin| origin.byte())
    }

    /// Why an exception was thrown whose message is not known.
    fn failure(&self, origin: i8, class: ClassId) -> Option<Failure> {
        let program = self.code.program();
        let known = &program.well_known;
        let of_instructions = [
            (known.null_pointer_exception, Failure::Null),
            (known.class_cast_exception, Failure::Cast),
            (known.array_store_exception, Failure::Store),
        ];
        let index = program.classes[known.array_index_exception].superclass;
        let is_index = index.is_some_and(|index| self.code.layouts.is_subclass(class, index));
        match origin {
            ORIGIN_JVM => {
                of_instructions.into_iter().find(|(thrown, _)| *thrown == class).map(|(_, why)| why)
            }
            ORIGIN_UNSPECIFIED if is_index && self.is_of_library(class) => Some(Failure::Index),
            _ => None,
        }
    }

    fn is_of_library(&self, class: ClassId) -> bool {
        let program = self.code.program();
        program.classes.get(class).is_some() && program.role(class) == Role::Library
    }

    /// The reference type of what is read there, or the primitive one that tells what its bits mean.
    fn static_type(&self, driver: &DriverCode, place: &Place) -> Ty {
        let segment = |index: usize| driver.segments.get(index).map_or(Ty::Unknown, |s| s.ty);
        match *place {
            Place::Variable(_) | Place::Thrown | Place::Cause { .. } => {
                Ty::Class(self.code.program().well_known.object)
            }
            Place::Result => segment(driver.arranging),
            Place::Following(index) => segment(driver.arranging + 1 + index),
            Place::Static(field) | Place::Field { field, .. } => self.code.program().fields[field].ty,
            Place::Cell { array, .. } => array.cell(),
            Place::Element { .. } | Place::Entry { .. } | Place::Present { .. } => {
                Ty::Class(self.code.program().well_known.object)
            }
        }
    }

    /// Whether a value, no object, equals the expected one.
    pub(in crate::exec::observe) fn is(&self, state: &State, ty: Ty, value: Slot, expected: &Value) -> bool {
        if let Ty::Primitive(ty) = ty {
            return matches!(expected, Value::Primitive(expected) if *expected == canonical(value.primitive(ty)));
        }
        let object = value.reference();
        if object.is_null() {
            return *expected == Value::Null;
        }
        matches!(self.kind(state, object), Kind::Value(found) if found == *expected)
    }

    pub(in crate::exec::observe) fn has_content(
        &self,
        state: &State,
        value: Slot,
        array: ArrayTy,
        cells: &[Content],
    ) -> bool {
        let object = value.reference();
        if !self.is_of(state, object, Ty::Array(array)) {
            return false;
        }
        let found = state.heap.cells(object);
        found.len() == cells.len()
            && found.iter().zip(cells).all(|(&found, cell)| match cell {
                Content::Value(cell) => self.is(state, array.cell(), found, cell),
                Content::Row(row, cells) => self.has_content(state, found, *row, cells),
                Content::Container(..) => false,
            })
    }

    fn held(&self, state: &State, ty: Ty, value: Slot, expected: &Content) -> Result<(), Ends> {
        match self.agrees(state, ty, value, expected) {
            Agrees::Yes => Ok(()),
            Agrees::No => Err(Fails),
            Agrees::Unknown => Err(Ends::Unknown),
        }
    }

    fn counts(&self, state: &State, object: Reference, shape: Shape, size: usize) -> Result<(), Ends> {
        match self.size_of(state, object, shape) {
            Some(found) => holds(found == size),
            None if object.is_null() || matches!(self.kind(state, object), Kind::Value(_)) => Err(Fails),
            None => Err(Ends::Unknown),
        }
    }

    /// Whether the object's class is another, and may be called as this one is in the original: their names are but numbers.
    fn may_have_its_name(&self, state: &State, object: Reference, ty: Ty) -> bool {
        let program = self.code.program();
        let is_in_code =
            |class: &ClassId| program.classes.get(*class).is_some() && program.is_local_class(*class);
        if !self.renumbers || object.is_null() {
            return false;
        }
        let found = native::type_of(&self.code.layouts, &state.heap, object).as_class().filter(is_in_code);
        let wanted = ty.class().filter(is_in_code);
        found.zip(wanted).is_some_and(|(found, wanted)| {
            found != wanted && program.outermost(found) == program.outermost(wanted)
        })
    }

    /// Whether it is an object of just this class, or an array of just this type.
    fn is_of(&self, state: &State, object: Reference, ty: Ty) -> bool {
        !object.is_null()
            && RuntimeType::of(ty) == Some(native::type_of(&self.code.layouts, &state.heap, object))
    }

    fn object_of(&self, state: &State, value: Slot) -> Result<Reference, Ends> {
        let object = value.reference();
        let is_object = !object.is_null() && matches!(self.kind(state, object), Kind::Object);
        if is_object { Ok(object) } else { Err(Fails) }
    }
}

fn holds(is_true: bool) -> Result<(), Ends> {
    if is_true { Ok(()) } else { Err(Fails) }
}
