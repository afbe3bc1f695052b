//! Reading off a state that stands still: the outcome, as a tree, and whether a test that asserts another run's outcome
//! passes ([`Observer::verify`]).

mod containers;
mod verify;

pub(super) use verify::{Passes, Unasserted};

use std::borrow::Cow;
use std::cmp::Ordering;
use std::collections::HashMap;
use std::sync::Arc;

use crate::exec::driver::DriverCode;
use crate::exec::linked::{self, ProgramCode};
use crate::exec::lower::{SEGMENT_EXCEPTION, SEGMENT_VALUE, SegmentRegisters};
use crate::exec::native::{self, ORIGIN_PROGRAM};
use crate::exec::outcome::{Object, Outcome, Segment, Value};
use crate::exec::slot::{Place, Reference, RuntimeType, Slot};
use crate::exec::state::State;
use crate::exec::view::View;
use crate::jvm::value::{JavaString, Primitive};
use crate::sema::program::{ClassId, FieldId, MethodId};
use crate::sema::types::{ArrayTy, ElementTy, Ty};

/// A field that the driver may read.
#[derive(Clone, Copy, Debug)]
struct ReadableField {
    field: FieldId,
    slot: usize,
    ty: Ty,
}

/// Numbers the objects of one walk.
#[derive(Default)]
struct Numbering {
    numbers: HashMap<Reference, usize>,
    order: Vec<Reference>,
}

impl Numbering {
    fn clear(&mut self) {
        if !self.order.is_empty() {
            self.numbers.clear();
            self.order.clear();
        }
    }

    fn number(&mut self, object: Reference) -> usize {
        let next = self.order.len();
        let number = *self.numbers.entry(object).or_insert(next);
        if number == next {
            self.order.push(object);
        }
        number
    }
}

/// Reads outcomes; keeps its memory from one to the next.
pub(super) struct Observer<'c> {
    code: &'c ProgramCode,
    readable: HashMap<(ClassId, ClassId), Arc<[ReadableField]>>,
    numbering: Numbering,
    /// Memory of [`verify`].
    values: Vec<Slot>,
    /// Whether classes in code may have other names in the mutant that is looked at ([`ProgramCode::renumbers`]).
    pub(super) renumbers: bool,
    builder: Option<(usize, usize)>,
    /// `StringWriter`, where the program knows it: its text is in a `StringBuffer`, which is all that there is to it.
    string_writer: Option<ClassId>,
    ordinal: Option<usize>,
    /// `Throwable.getMessage()` and `getCause()`.
    get_message: Option<MethodId>,
    get_cause: Option<MethodId>,
}

/// What an outcome says of an exception's text and cause; see [`Object::Throwable`].
struct ThrowableParts {
    message: Option<Reference>,
    cause: Option<Reference>,
}

/// What an object is, as far as outcomes go.
enum Kind {
    Value(Value),
    Object,
}

impl<'c> Observer<'c> {
    pub(super) fn new(code: &'c ProgramCode) -> Self {
        let program = code.program();
        let known = &program.well_known;
        let slot = |class: ClassId, name: &str| code.layouts.slot_named(program, class, name);
        let getter = |name: &str| {
            let mut methods = program.classes[known.throwable].methods.iter().copied();
            methods.find(|&m| &*program.methods[m].name == name && program.methods[m].parameters.is_empty())
        };
        Observer {
            code,
            get_message: getter("getMessage"),
            get_cause: getter("getCause"),
            readable: HashMap::new(),
            numbering: Numbering::default(),
            values: Vec::new(),
            renumbers: false,
            builder: slot(known.string_builder, "value").zip(slot(known.string_builder, "count")),
            string_writer: program.class_named("java.io.StringWriter"),
            ordinal: slot(known.enumeration, "ordinal"),
        }
    }

    /// The statics that are part of the outcome: those that this state's run has assigned.
    pub(super) fn statics(&self, state: &State, driver: &DriverCode) -> Vec<FieldId> {
        let variables = self.code.layouts.variables.iter().zip(&state.assigned);
        let assigned = variables.filter(|&(_, &assigned)| assigned).map(|(&field, _)| field);
        assigned.filter(|&f| linked::readable(self.code.program(), f, driver.from)).collect()
    }

    /// Class and, where the program made one that all of a report can hold, message of an exception.
    fn thrown(&self, state: &State, exception: Reference) -> (ClassId, Option<JavaString>) {
        let ty = native::type_of(&self.code.layouts, &state.heap, exception);
        let class = ty.as_class().unwrap_or(self.code.program().well_known.throwable);
        let message = self.throwable(state, class, exception).and_then(|parts| parts.message);
        let text = message.filter(|message| !message.is_null());
        let text = text.map(|text| native::text_of(&self.code.pool, &state.heap, text).clone());
        (class, text.filter(|text| String::from_utf16(text.units()).is_ok()))
    }

    /// Whether a part of the driver throws an error that nobody can tell from the JVM's own word that it has no more room: such
    /// an error of the program's making has at least a message.
    pub(super) fn ends_without_room(&self, state: &State, driver: &DriverCode) -> bool {
        let program = self.code.program();
        let threw =
            |segment: &&SegmentRegisters| state.registers[segment.state as usize].0 == SEGMENT_EXCEPTION;
        driver.segments.iter().filter(threw).any(|segment| {
            let exception = state.registers[segment.exception as usize].reference();
            let class = native::type_of(&self.code.layouts, &state.heap, exception).as_class();
            let class = class.filter(|&class| program.classes.get(class).is_some());
            class.is_some_and(|class| program.is_of_resources(class))
                && self.thrown(state, exception).1.is_none()
        })
    }

    /// Whether a test writes the value as one expression.
    fn is_nameable_value(&self, state: &State, object: Reference, from: ClassId) -> bool {
        let program = self.code.program();
        match self.kind(state, object) {
            Kind::Value(Value::Enum(field)) => {
                linked::is_nameable(program, program.fields[field].class, from)
            }
            Kind::Value(Value::Class(Ty::Class(class))) => linked::is_nameable(program, class, from),
            Kind::Value(Value::Class(Ty::Array(_))) | Kind::Object => false,
            Kind::Value(_) => true,
        }
    }

    /// The type of an array of one dimension whose cells are no objects: primitives, strings, wrappers, enums.
    fn flat(&self, state: &State, object: Reference, from: ClassId) -> Option<ArrayTy> {
        let ty = native::type_of(&self.code.layouts, &state.heap, object).as_array()?;
        let view = View { program: self.code.program(), from };
        view.is_flat(ty).then_some(ty)
    }

    /// The outcome as a tree.
    pub(super) fn outcome(&mut self, state: &State, driver: &DriverCode, statics: &[FieldId]) -> Outcome {
        self.numbering.clear();
        let objects_of_driver = driver.objects.iter();
        let objects_of_driver = objects_of_driver
            .map(|&(local, register)| {
                (local, self.reference(state, state.registers[register as usize].reference()))
            })
            .collect();
        let segments = driver.segments.iter().enumerate();
        let segments = segments
            .map(|(index, segment)| self.segment(state, segment, DriverPart::of(index, driver), driver.from))
            .collect();
        let statics = statics.iter();
        let statics = statics
            .map(|&field| {
                let value = state.variables[self.code.layouts.slot(field) as usize];
                (field, self.value(state, self.code.program().fields[field].ty, value))
            })
            .collect();
        let mut objects = Vec::new();
        while let Some(&object) = self.numbering.order.get(objects.len()) {
            objects.push(self.object(state, driver.from, object));
        }
        let out = written(&state.output.out).as_ref().into();
        let err = written(&state.output.err).as_ref().into();
        Outcome { segments, objects_of_driver, statics, out, err, objects }
    }

    /// The first segment that has not ended: where a run is that was stopped.
    pub(super) fn unfinished(&self, state: &State, driver: &DriverCode) -> Option<usize> {
        let has_ended = |segment: &SegmentRegisters| {
            state.registers.get(segment.state as usize).is_some_and(|ended| ended.0 != 0)
        };
        driver.segments.iter().position(|segment| !has_ended(segment))
    }

    fn segment(
        &mut self,
        state: &State,
        segment: &SegmentRegisters,
        part: DriverPart,
        from: ClassId,
    ) -> Segment {
        let value = state.registers[segment.value as usize];
        let exception = state.registers[segment.exception as usize].reference();
        match (state.registers[segment.state as usize].0, part) {
            (SEGMENT_VALUE, DriverPart::Arrange) => Segment::Done,
            (SEGMENT_VALUE, _) if segment.ty == Ty::Void => Segment::Done,
            (SEGMENT_VALUE, DriverPart::Act) => Segment::Value(self.value(state, segment.ty, value)),
            (SEGMENT_VALUE, DriverPart::Follow) => {
                Segment::Value(self.reading(state, segment.ty, value, from))
            }
            (SEGMENT_EXCEPTION, DriverPart::Act) => Segment::Exception(self.reference(state, exception)),
            (SEGMENT_EXCEPTION, _) => {
                let (class, message) = self.thrown(state, exception);
                Segment::Thrown { class, message }
            }
            _ => Segment::NotReached,
        }
    }

    fn reading(&mut self, state: &State, ty: Ty, value: Slot, from: ClassId) -> Value {
        let object = value.reference();
        if !ty.is_reference() || object.is_null() || self.is_nameable_value(state, object, from) {
            return self.value(state, ty, value);
        }
        let Some(array) = self.flat(state, object, from) else {
            let whole = self.is_container(state, object).then(|| self.whole(state, object, 0)).flatten();
            return whole.map_or(Value::Opaque, |content| Value::Whole(Box::new(content)));
        };
        let cells = state.heap.cells(object).iter();
        Value::Cells(array, cells.map(|&cell| self.value(state, array.cell(), cell)).collect())
    }

    fn value(&mut self, state: &State, ty: Ty, value: Slot) -> Value {
        match ty {
            Ty::Primitive(ty) => Value::Primitive(canonical(value.primitive(ty))),
            _ => self.reference(state, value.reference()),
        }
    }

    fn reference(&mut self, state: &State, object: Reference) -> Value {
        if object.is_null() {
            return Value::Null;
        }
        match self.kind(state, object) {
            Kind::Value(Value::Class(ty)) if !self.is_of_program(ty) => Value::Opaque,
            Kind::Value(value) => value,
            Kind::Object if self.is_container(state, object) => Value::Object(self.numbering.number(object)),
            Kind::Object
                if !self.is_of_program(native::type_of(&self.code.layouts, &state.heap, object).ty()) =>
            {
                Value::Opaque
            }
            Kind::Object => Value::Object(self.numbering.number(object)),
        }
    }

    /// Whether the program knows the class: one that only runs know has no name in tests.
    fn is_of_program(&self, ty: Ty) -> bool {
        let class = match ty {
            Ty::Class(class) => class,
            Ty::Array(ArrayTy { element: ElementTy::Class(class), .. }) => class,
            _ => return true,
        };
        self.code.program().classes.get(class).is_some()
    }

    /// Exceptions of classes that only runs know become one that is no more than there, for chance decides the numbers of
    /// such classes; whether there was any.
    pub(super) fn hide_unknown(&self, outcome: &mut Outcome) -> bool {
        let mut any = false;
        for segment in &mut outcome.segments {
            if let Segment::Thrown { class, .. } = segment
                && !self.is_of_program(Ty::Class(*class))
            {
                *segment = Segment::Exception(Value::Opaque);
            }
            any |= matches!(segment, Segment::Exception(Value::Opaque));
        }
        any
    }

    fn object(&mut self, state: &State, from: ClassId, object: Reference) -> Object {
        let ty = native::type_of(&self.code.layouts, &state.heap, object);
        if let Some(array) = ty.as_array() {
            let cells = state.heap.cells(object).iter();
            let cells = cells.map(|&cell| self.value(state, array.cell(), cell)).collect();
            return Object::Array { ty: array, cells };
        }
        let class = ty.as_class().unwrap_or(self.code.program().well_known.object);
        if let Some(container) = self.container(state, object) {
            return Object::Container(container);
        }
        if let Some(text) = self.builder_text(state, class, object) {
            return Object::Builder { class, text: text.into() };
        }
        let throwable = self.throwable(state, class, object).map(|parts| {
            let text = |m: Reference| native::text_of(&self.code.pool, &state.heap, m).clone();
            let message = parts.message.map(|m| (!m.is_null()).then(|| text(m)));
            (message, parts.cause.map(|cause| self.reference(state, cause)))
        });
        let fields = self.readable(class, from);
        let fields = fields
            .iter()
            .map(|f| (f.field, self.value(state, f.ty, state.heap.cells(object)[f.slot])))
            .collect();
        match throwable {
            Some((message, cause)) => Object::Throwable { class, message, cause, fields },
            None => Object::Instance { class, fields },
        }
    }

    fn kind(&self, state: &State, object: Reference) -> Kind {
        let layouts = &self.code.layouts;
        match object.place() {
            Place::SmallBox(value) => return Kind::Value(Value::Boxed(value)),
            Place::Mirror(ty) => return Kind::Value(Value::Class(ty.ty())),
            Place::Interned(_) | Place::Heap(_) => {}
        }
        let ty = native::type_of(layouts, &state.heap, object);
        if ty == layouts.string {
            return Kind::Value(Value::String(native::text_of(&self.code.pool, &state.heap, object).clone()));
        }
        if let Some(wrapper) = layouts.wrappers.iter().position(|&wrapper| wrapper == ty) {
            let ty = crate::jvm::value::PrimitiveType::ALL[wrapper];
            let value = state.heap.cells(object).first().copied().unwrap_or_default();
            return Kind::Value(Value::Boxed(canonical(value.primitive(ty))));
        }
        if let Some(known) = self.known(state, object) {
            return Kind::Value(Value::Known(known));
        }
        self.enum_constant(state, ty, object).map_or(Kind::Object, |c| Kind::Value(Value::Enum(c)))
    }

    fn enum_constant(&self, state: &State, ty: RuntimeType, object: Reference) -> Option<FieldId> {
        let program = self.code.program();
        let mut class = program.classes.get(ty.as_class()?)?;
        if !class.is_enum() {
            // A constant with a body is of a class of its own.
            class = program.classes.get(class.superclass?).filter(|class| class.is_enum())?;
        }
        let ordinal = state.heap.cells(object).get(self.ordinal?)?.int();
        class.constants.get(usize::try_from(ordinal).ok()?).copied()
    }

    /// The text of a builder, or of a writer that keeps one.
    fn builder_text(&self, state: &State, class: ClassId, object: Reference) -> Option<Vec<u16>> {
        let known = &self.code.program().well_known;
        if self.string_writer == Some(class) {
            let slots = self.code.layouts.class(class).slots.iter().zip(state.heap.cells(object));
            let mut kept = slots.filter(|(slot, _)| slot.is_reference).map(|(_, cell)| cell.reference());
            let is_buffer = |&kept: &Reference| {
                let ty = (!kept.is_null()).then(|| native::type_of(&self.code.layouts, &state.heap, kept));
                ty.and_then(RuntimeType::as_class) == Some(known.string_buffer)
            };
            return self.builder_text(state, known.string_buffer, kept.find(is_buffer)?);
        }
        if class != known.string_builder && class != known.string_buffer {
            return None;
        }
        let (value, count) = self.builder?;
        let cells = state.heap.cells(object);
        let units = state.heap.cells(cells.get(value)?.reference());
        let count = usize::try_from(cells.get(count)?.int()).ok()?;
        Some(units.iter().take(count).map(|unit| unit.char()).collect())
    }

    /// What can be read of an exception. What the program's own `getMessage` or `getCause` would say is not.
    fn throwable(&self, state: &State, class: ClassId, object: Reference) -> Option<ThrowableParts> {
        let (layouts, program) = (&self.code.layouts, self.code.program());
        if !layouts.is_subclass(class, program.well_known.throwable) {
            return None;
        }
        let cells = state.heap.cells(object);
        let slots = layouts.throwable;
        let get = |slot: Option<usize>| slot.and_then(|s| cells.get(s)).copied().unwrap_or_default();
        let reads_field = |getter: Option<MethodId>| {
            getter.is_some_and(|getter| self.code.implementation(class, getter) == Some(getter))
        };
        let of_program = get(slots.origin).byte() == ORIGIN_PROGRAM;
        let message = of_program && reads_field(self.get_message);
        let cause = of_program && self.code.gives_causes && reads_field(self.get_cause);
        let read_cause = || {
            let cause = get(slots.cause).reference();
            if cause == object { Reference::NULL } else { cause }
        };
        Some(ThrowableParts {
            message: message.then(|| get(slots.message).reference()),
            cause: cause.then(read_cause),
        })
    }

    fn readable(&mut self, class: ClassId, from: ClassId) -> Arc<[ReadableField]> {
        let code = self.code;
        let fields = self.readable.entry((class, from)).or_insert_with(|| {
            let program = code.program();
            let slots = code.layouts.class(class).slots.iter().enumerate();
            slots
                .filter_map(|(at, slot)| Some((at, slot.field?)))
                .filter(|&(_, field)| linked::readable(program, field, from) && !program.is_unread(field))
                .map(|(slot, field)| ReadableField { field, slot, ty: program.fields[field].ty })
                .collect()
        });
        Arc::clone(fields)
    }
}

/// The part of a driver that a segment belongs to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum DriverPart {
    /// A test asserts nothing of it but that it ends.
    Arrange,
    Act,
    /// One assertion makes the call and looks at what it gives.
    Follow,
}

impl DriverPart {
    fn of(segment: usize, driver: &DriverCode) -> Self {
        match segment.cmp(&driver.arranging) {
            Ordering::Less => Self::Arrange,
            Ordering::Equal => Self::Act,
            Ordering::Greater => Self::Follow,
        }
    }
}

/// NaN as one value.
fn canonical(value: Primitive) -> Primitive {
    match value {
        Primitive::Float(v) if v.is_nan() => Primitive::Float(f32::NAN),
        Primitive::Double(v) if v.is_nan() => Primitive::Double(f64::NAN),
        other => other,
    }
}

/// What a stream that encodes in UTF-8 writes: a unit of no character as `?`; a first half at the end waits for
/// the second.
fn written(units: &[u16]) -> Cow<'_, [u16]> {
    const HALVES: std::ops::Range<u16> = 0xd800..0xe000;
    if !units.iter().any(|unit| HALVES.contains(unit)) {
        return Cow::Borrowed(units);
    }
    let whole = match units.split_last() {
        Some((0xd800..0xdc00, rest)) => rest,
        _ => units,
    };
    let text: String = char::decode_utf16(whole.iter().copied()).map(|c| c.unwrap_or('?')).collect();
    Cow::Owned(text.encode_utf16().collect())
}
