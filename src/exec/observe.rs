//! Reading the outcome off a state that stands still: as a tree for people, or as a row of tokens to compare.
//!
//! Both walk the same graph in the same order, [`Observer::walk`]; the tokens of two runs are equal exactly when
//! the trees are. A comparison stops at the first token that differs.

use std::collections::HashMap;
use std::rc::Rc;

use crate::exec::driver::DriverCode;
use crate::exec::linked::{self, ProgramCode};
use crate::exec::lower::{SEGMENT_EXCEPTION, SEGMENT_VALUE};
use crate::exec::native::{self, ORIGIN_PROGRAM};
use crate::exec::outcome::{Object, Outcome, Segment, Value};
use crate::exec::slot::{Place, Reference, RuntimeType, Slot};
use crate::exec::state::State;
use crate::jvm::value::Primitive;
use crate::sema::program::{ClassId, FieldId};
use crate::sema::types::Ty;

/// Takes tokens until it has seen enough.
pub(super) trait Sink {
    /// Whether to go on.
    fn put(&mut self, token: u64) -> bool;
}

impl Sink for Vec<u64> {
    fn put(&mut self, token: u64) -> bool {
        self.push(token);
        true
    }
}

/// Compares with tokens taken before.
pub(super) struct Comparison<'a> {
    pub expected: &'a [u64],
    pub next: usize,
}

impl<'a> Comparison<'a> {
    pub fn with(expected: &'a [u64]) -> Self {
        Comparison { expected, next: 0 }
    }

    /// Whether all tokens came, and no other.
    pub fn is_equal(&self, finished: bool) -> bool {
        finished && self.next == self.expected.len()
    }
}

impl Sink for Comparison<'_> {
    #[inline]
    fn put(&mut self, token: u64) -> bool {
        let same = self.expected.get(self.next) == Some(&token);
        self.next += 1;
        same
    }
}

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
    readable: HashMap<(ClassId, ClassId), Rc<[ReadableField]>>,
    numbering: Numbering,
    builder: Option<(usize, usize)>,
    ordinal: Option<usize>,
}

/// What an object is, as far as outcomes go.
enum Kind {
    Value(Value),
    Object,
}

impl<'c> Observer<'c> {
    pub fn new(code: &'c ProgramCode) -> Self {
        let program = code.program();
        let known = &program.well_known;
        let slot = |class: ClassId, name: &str| {
            let fields = &code.layouts.class(class).fields;
            fields.iter().position(|&f| &*program.fields[f].name == name)
        };
        Observer {
            code,
            readable: HashMap::new(),
            numbering: Numbering::default(),
            builder: slot(known.string_builder, "value").zip(slot(known.string_builder, "count")),
            ordinal: slot(known.enumeration, "ordinal"),
        }
    }

    /// The statics that are part of the outcome: those that this state's run has assigned.
    pub fn statics(&self, state: &State, driver: &DriverCode) -> Vec<FieldId> {
        let variables = self.code.layouts.variables.iter().zip(&state.assigned);
        let assigned = variables.filter(|&(_, &assigned)| assigned).map(|(&field, _)| field);
        assigned.filter(|&f| linked::readable(self.code.program(), f, driver.from)).collect()
    }

    /// Hands the tokens of the outcome to `sink`; whether all were taken.
    pub fn tokens(
        &mut self,
        state: &State,
        driver: &DriverCode,
        statics: &[FieldId],
        sink: &mut impl Sink,
    ) -> bool {
        self.numbering.clear();
        for &(_, register) in &driver.objects {
            if !self.reference_token(state, state.registers[register as usize].reference(), sink) {
                return false;
            }
        }
        for segment in &driver.segments {
            let ended = state.registers[segment.state as usize].0;
            let taken = sink.put(ended)
                && match ended {
                    SEGMENT_VALUE => {
                        self.token(state, segment.ty, state.registers[segment.value as usize], sink)
                    }
                    SEGMENT_EXCEPTION => self.reference_token(
                        state,
                        state.registers[segment.exception as usize].reference(),
                        sink,
                    ),
                    _ => true,
                };
            if !taken {
                return false;
            }
        }
        for &field in statics {
            let value = state.variables[self.code.layouts.slot(field) as usize];
            if !self.token(state, self.code.program().fields[field].ty, value, sink) {
                return false;
            }
        }
        if !(text_token(&state.output.out, sink) && text_token(&state.output.err, sink)) {
            return false;
        }
        let mut next = 0;
        while let Some(&object) = self.numbering.order.get(next) {
            if !self.object_tokens(state, driver.from, object, sink) {
                return false;
            }
            next += 1;
        }
        true
    }

    #[inline]
    fn token(&mut self, state: &State, ty: Ty, value: Slot, sink: &mut impl Sink) -> bool {
        match ty {
            Ty::Void => true,
            Ty::Primitive(ty) => sink.put(canonical(value.primitive(ty)).to_bits()),
            _ => self.reference_token(state, value.reference(), sink),
        }
    }

    fn reference_token(&mut self, state: &State, object: Reference, sink: &mut impl Sink) -> bool {
        if object.is_null() {
            return sink.put(0);
        }
        match self.kind(state, object) {
            Kind::Value(Value::String(text)) => sink.put(1) && text_token(text.units(), sink),
            Kind::Value(Value::Boxed(value)) => {
                sink.put(2) && sink.put(value.ty() as u64) && sink.put(value.to_bits())
            }
            Kind::Value(Value::Enum(constant)) => {
                sink.put(3) && sink.put(crate::index::Id::index(constant) as u64)
            }
            Kind::Value(Value::Class(ty)) => {
                sink.put(4) && sink.put(RuntimeType::of(ty).map_or(0, |ty| u64::from(ty.bits())))
            }
            Kind::Value(_) => sink.put(0),
            Kind::Object => sink.put(5) && sink.put(self.numbering.number(object) as u64),
        }
    }

    fn object_tokens(
        &mut self,
        state: &State,
        from: ClassId,
        object: Reference,
        sink: &mut impl Sink,
    ) -> bool {
        let ty = native::type_of(&self.code.layouts, &state.heap, object);
        if !sink.put(u64::from(ty.bits())) {
            return false;
        }
        if let Some(array) = ty.as_array() {
            let cells = state.heap.cells(object);
            return sink.put(cells.len() as u64)
                && cells.iter().all(|&cell| self.token(state, array.cell(), cell, sink));
        }
        let Some(class) = ty.as_class() else { return true };
        if let Some(text) = self.builder_text(state, class, object) {
            return text_token(&text, sink);
        }
        if let Some((message, cause)) = self.throwable(state, class, object) {
            let message = match message {
                None => sink.put(0),
                Some(message) => sink.put(1) && self.reference_token(state, message, sink),
            };
            if !(message && self.reference_token(state, cause, sink)) {
                return false;
            }
        }
        let fields = self.readable(class, from);
        fields.iter().all(|f| {
            let value = state.heap.cells(object)[f.slot];
            self.token(state, f.ty, value, sink)
        })
    }

    /// The outcome as a tree.
    pub fn outcome(&mut self, state: &State, driver: &DriverCode, statics: &[FieldId]) -> Outcome {
        self.numbering.clear();
        let objects_of_driver = driver.objects.iter();
        let objects_of_driver = objects_of_driver
            .map(|&(local, register)| {
                (local, self.reference(state, state.registers[register as usize].reference()))
            })
            .collect();
        let segments = driver.segments.iter();
        let segments = segments
            .map(|segment| match state.registers[segment.state as usize].0 {
                SEGMENT_VALUE if segment.ty == Ty::Void => Segment::Done,
                SEGMENT_VALUE => {
                    Segment::Value(self.value(state, segment.ty, state.registers[segment.value as usize]))
                }
                SEGMENT_EXCEPTION => {
                    let exception = state.registers[segment.exception as usize].reference();
                    Segment::Exception(self.reference(state, exception))
                }
                _ => Segment::NotReached,
            })
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
        let out = state.output.out.as_slice().into();
        let err = state.output.err.as_slice().into();
        Outcome { segments, objects_of_driver, statics, out, err, objects }
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
            Kind::Value(value) => value,
            Kind::Object => Value::Object(self.numbering.number(object)),
        }
    }

    fn object(&mut self, state: &State, from: ClassId, object: Reference) -> Object {
        let ty = native::type_of(&self.code.layouts, &state.heap, object);
        if let Some(array) = ty.as_array() {
            let cells = state.heap.cells(object).iter();
            let cells = cells.map(|&cell| self.value(state, array.cell(), cell)).collect();
            return Object::Array { ty: array, cells };
        }
        let class = ty.as_class().unwrap_or(self.code.program().well_known.object);
        if let Some(text) = self.builder_text(state, class, object) {
            return Object::Builder { class, text: text.into() };
        }
        let throwable = self.throwable(state, class, object).map(|(message, cause)| {
            let text = |m: Reference| native::text_of(&self.code.pool, &state.heap, m).clone();
            let message = message.map(|m| (!m.is_null()).then(|| text(m)));
            (message, self.reference(state, cause))
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
        self.enum_constant(state, ty, object).map_or(Kind::Object, |c| Kind::Value(Value::Enum(c)))
    }

    fn enum_constant(&self, state: &State, ty: RuntimeType, object: Reference) -> Option<FieldId> {
        let program = self.code.program();
        let class = &program.classes[ty.as_class()?];
        if class.constants.is_empty() {
            return None;
        }
        let ordinal = state.heap.cells(object).get(self.ordinal?)?.int();
        class.constants.get(usize::try_from(ordinal).ok()?).copied()
    }

    fn builder_text(&self, state: &State, class: ClassId, object: Reference) -> Option<Vec<u16>> {
        let known = &self.code.program().well_known;
        if class != known.string_builder && class != known.string_buffer {
            return None;
        }
        let (value, count) = self.builder?;
        let cells = state.heap.cells(object);
        let units = state.heap.cells(cells.get(value)?.reference());
        let count = usize::try_from(cells.get(count)?.int()).ok()?;
        Some(units.iter().take(count).map(|unit| unit.char()).collect())
    }

    /// The message, if the program made it, and the cause.
    fn throwable(
        &self,
        state: &State,
        class: ClassId,
        object: Reference,
    ) -> Option<(Option<Reference>, Reference)> {
        let layouts = &self.code.layouts;
        if !layouts.is_subclass(class, self.code.program().well_known.throwable) {
            return None;
        }
        let cells = state.heap.cells(object);
        let slots = layouts.throwable;
        let get = |slot: Option<usize>| slot.and_then(|s| cells.get(s)).copied().unwrap_or_default();
        let of_program = get(slots.origin).byte() == ORIGIN_PROGRAM;
        let message = of_program.then(|| get(slots.message).reference());
        let cause = get(slots.cause).reference();
        Some((message, if cause == object { Reference::NULL } else { cause }))
    }

    fn readable(&mut self, class: ClassId, from: ClassId) -> Rc<[ReadableField]> {
        let code = self.code;
        let fields = self.readable.entry((class, from)).or_insert_with(|| {
            let program = code.program();
            let fields = code.layouts.class(class).fields.iter().enumerate();
            fields
                .filter(|&(_, &field)| linked::readable(program, field, from))
                .map(|(slot, &field)| ReadableField { field, slot, ty: program.fields[field].ty })
                .collect()
        });
        Rc::clone(fields)
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

fn text_token(units: &[u16], sink: &mut impl Sink) -> bool {
    sink.put(units.len() as u64)
        && units
            .chunks(4)
            .all(|chunk| sink.put(chunk.iter().fold(0, |token, &unit| token << 16 | u64::from(unit))))
}
