//! What the library's native methods see of a run. The methods themselves are in [`super::natives`].
//!
//! A native method never calls back into Java; whatever needs that is written in Java in the library.

use std::borrow::Cow;

use crate::exec::compiled::{Compiled, Statics};
use crate::exec::hashes::Hashes;
use crate::exec::heap::{Heap, Identity, NoObject};
use crate::exec::hosts::{Country, Host};
use crate::exec::layout::Layouts;
use crate::exec::limits::{Limits, Room};
use crate::exec::pool::StringPool;
use crate::exec::slot::{Place, Reference, RuntimeType, Slot};
use crate::jvm::value::{JavaString, Primitive, PrimitiveType};
use crate::sema::program::{ClassId, MethodId, Program, WellKnown};
use crate::sema::types::Ty;

/// A native method. The arguments are in the order of the parameters, `this` before them; it is never null.
/// A `void` method returns [`Slot::ZERO`].
pub type NativeFunction = fn(&mut NativeContext<'_>, &[Slot]) -> Result<Slot, Abrupt>;

#[derive(Clone, Copy, Debug)]
pub struct Native {
    /// `java.lang.String.charAt(int)`
    pub key: &'static str,
    pub function: NativeFunction,
    pub effect: Effect,
}

impl Native {
    /// Why a run ends that asks this method for what differs from one machine, or one run, to the next.
    pub(super) fn depends(&self) -> String {
        format!("{DEPENDS} ({})", self.key)
    }
}

/// What a native method may do beside returning a value or throwing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// Nothing, and it always returns: a function of numbers.
    Total,
    /// Nothing: it neither writes nor allocates (but for what it throws), and raises no flag. The
    /// simulator then evaluates it beforehand, to see whether a mutant is infected.
    Pure,
    Impure,
    /// As [`Effect::Impure`], and only the JDK's own code may ask: what a program would learn by it is the environment's.
    Platform,
}

/// How a native method ends when not by returning.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Abrupt {
    /// Made by [`NativeContext::throw`], or a throwable that was an argument.
    Throw(Reference),
    /// The run cannot be followed: what was asked for.
    Unsupported(Cow<'static, str>),
    /// A compiled class must be initialised first: then the call is made again.
    Initialize(ClassId),
    /// What this static method gives is the result.
    Call(MethodId, Vec<Slot>),
    /// This constructor runs on an object that is new, and then the result is what is given.
    Construct(Construction),
    Memory,
    /// See `Stop::Large`.
    Large,
    Steps,
    /// A label's trap springs: the run ends.
    Trap,
}

/// What a native method leaves to a constructor.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Construction {
    pub constructor: MethodId,
    /// The object, and what its constructor is given.
    pub arguments: Vec<Slot>,
    pub result: Slot,
}

impl Abrupt {
    pub fn unsupported(what: impl Into<Cow<'static, str>>) -> Abrupt {
        Abrupt::Unsupported(what.into())
    }
}

impl From<NoObject> for Abrupt {
    fn from(NoObject: NoObject) -> Abrupt {
        Abrupt::unsupported(NO_OBJECT)
    }
}

/// The message of an exception that the JVM or the library throws.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Message {
    /// May differ between JDKs: a run that reads it is unsupported.
    Unspecified,
    /// The same, of an exception that an instruction of the program throws.
    Instruction,
    /// The same, of an error for a class that cannot be initialised: its class is open, too.
    Uninitialized,
    /// Checked to be the same on 17 and 25; may be read, and is no output.
    Library(JavaString),
}

/// The values of `java.lang.Throwable`'s field `origin`.
pub(super) const ORIGIN_PROGRAM: i8 = 0;
pub(super) const ORIGIN_LIBRARY: i8 = 1;
pub(super) const ORIGIN_UNSPECIFIED: i8 = 2;
pub(super) const ORIGIN_JVM: i8 = 3;
/// Not in Java, for no code of the program ever holds such an error.
pub(super) const ORIGIN_UNINITIALIZED: i8 = 4;

/// Why a run ends that writes to what has no cells.
pub(super) const NO_OBJECT: &str = "a write to what is no object of the program";

/// Why a run ends that asks for what differs from one machine, or one run, to the next.
pub(super) const DEPENDS: &str =
    "it depends on the environment: time, chance, threads or settings of the machine";

/// What happened in a run that limits what it may be used for.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Flags {
    /// A floating-point number was turned into text that JDKs before 19 print differently.
    pub unportable_text: bool,
    /// A number has bits that the JVM's own need not have (SEMANTICS §3): those of a NaN; where the run takes `StrictMath`'s values
    /// for those of `Math`, the last ones of such a value.
    pub imprecise_math: bool,
    /// An identity hash code, the time, something of the host or its country, an order of members or a value of `Math` whose last bits
    /// are open was asked for, and what came of it was not seen to be the same in
    /// all settings.
    pub identity_hash: bool,
    /// It was an identity hash code, among others.
    pub code: bool,
    /// It was the time, among others.
    pub time: bool,
    /// It was a system property or an environment variable, among others.
    pub host: bool,
    /// It was the locale or the time zone before a test sets them, among others.
    pub country: bool,
    /// It was the order of a class's members, among others.
    pub order: bool,
    /// It was a value of `Math`, among others.
    pub maths: bool,
    /// A logger was given what it may print on `System.err`, at which the program's tests look.
    pub logs: bool,
    /// It has read or written what tests share, and was not seen to end alike in what it leaves behind.
    pub shared_state: bool,
}

impl Flags {
    pub(super) const fn add(&mut self, other: Self) {
        self.unportable_text |= other.unportable_text;
        self.imprecise_math |= other.imprecise_math;
        self.identity_hash |= other.identity_hash;
        self.code |= other.code;
        self.time |= other.time;
        self.host |= other.host;
        self.country |= other.country;
        self.order |= other.order;
        self.maths |= other.maths;
        self.logs |= other.logs;
        self.shared_state |= other.shared_state;
    }

    /// Those alone of which runs in other settings tell.
    pub(super) fn asked(self) -> Self {
        let Self { identity_hash, code, time, host, country, order, maths, .. } = self;
        Self { identity_hash, code, time, host, country, order, maths, ..Self::default() }
    }

    /// The others.
    pub(super) const fn unasked(self) -> Self {
        Self {
            identity_hash: false,
            code: false,
            time: false,
            host: false,
            country: false,
            order: false,
            maths: false,
            ..self
        }
    }

    /// Those of which runs in other settings tell, but for the last bits of `Math`.
    pub(super) fn asked_beside_maths(self) -> Self {
        let Self { code, time, host, country, order, .. } = self;
        let identity_hash = code || time || host || country || order;
        Self { identity_hash, code, time, host, country, order, ..Self::default() }
    }

    /// Without those of which runs in other settings, and in what one has left behind, tell.
    pub(super) const fn settled(self) -> Self {
        Self { shared_state: false, ..self.unasked() }
    }

    /// Without those that do not matter to whoever compares on `StrictMath`'s values and the texts of JDK 19.
    pub(super) const fn minding(self, is_lenient: bool) -> Self {
        if is_lenient { Self { unportable_text: false, imprecise_math: false, ..self } } else { self }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stream {
    Out,
    Err,
}

/// The text that a run has written.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Output {
    pub out: Vec<u16>,
    pub err: Vec<u16>,
}

impl Output {
    pub(super) fn clear(&mut self) {
        self.out.clear();
        self.err.clear();
    }

    pub(super) fn copy_from(&mut self, other: &Output) {
        self.out.clone_from(&other.out);
        self.err.clone_from(&other.err);
    }
}

/// The run, as a native method may use it.
pub struct NativeContext<'a> {
    pub(super) program: &'a Program,
    pub(super) layouts: &'a Layouts,
    pub(super) compiled: Option<&'a Compiled>,
    pub(super) pool: &'a StringPool,
    pub(super) heap: &'a mut Heap,
    pub(super) statics: &'a mut Statics,
    /// The values of the program's static finals.
    pub(super) finals: &'a [Slot],
    pub(super) hashes: &'a mut Hashes,
    /// The method that calls, where it is not a test.
    pub(super) caller: Option<MethodId>,
    /// Whether it is a test's run for certain, and not the initialisation of a class.
    pub(super) is_of_a_test: bool,
    /// Whether the run takes `StrictMath`'s values for those of `Math`.
    pub(super) is_lenient: bool,
    pub(super) output: &'a mut Output,
    pub(super) flags: &'a mut Flags,
    pub(super) steps: &'a mut u64,
    pub(super) limits: Limits,
}

impl<'a> NativeContext<'a> {
    pub fn program(&self) -> &'a Program {
        self.program
    }

    /// The class whose code calls, where it is not a test.
    pub(super) fn calling_class(&self) -> Option<ClassId> {
        let caller = self.caller?;
        let of_program = self.program.methods.get(caller).map(|method| method.class);
        of_program.or_else(|| Some(self.compiled?.method(caller)?.class))
    }

    pub(super) fn is_called_by_jdk(&self) -> bool {
        self.caller.zip(self.compiled).is_some_and(|(caller, compiled)| compiled.has_of_jdk(caller))
    }

    /// Whether a method of `String` calls, which has seen to the locale that it was given.
    pub(super) fn is_called_by_string(&self) -> bool {
        self.caller
            .and_then(|caller| self.program.methods.get(caller))
            .is_some_and(|m| m.class == self.well_known().string)
    }

    pub fn well_known(&self) -> &'a WellKnown {
        &self.program.well_known
    }

    pub fn flags(&mut self) -> &mut Flags {
        self.flags
    }

    pub fn identity_hash(&mut self, object: Reference) -> i32 {
        (self.flags.identity_hash, self.flags.code) = (true, true);
        self.hashes.code(object)
    }

    /// The time in nanoseconds since 1970.
    pub fn time(&mut self) -> i128 {
        (self.flags.identity_hash, self.flags.time) = (true, true);
        self.hashes.time()
    }

    /// The time in nanoseconds since a moment that is nobody's business.
    pub fn nano_time(&mut self) -> i64 {
        (self.time() - self.hashes.setting().origin()) as i64
    }

    /// Bits by chance, others in each setting.
    pub(super) fn drawn(&mut self) -> u64 {
        (self.flags.identity_hash, self.flags.code) = (true, true);
        self.hashes.drawn()
    }

    /// The machine on which the run is.
    pub(super) fn host(&mut self) -> Host {
        (self.flags.identity_hash, self.flags.host) = (true, true);
        self.hashes.setting().host()
    }

    /// Where Java was started, as long as no test has set the locale and the time zone.
    pub(super) fn country(&mut self) -> Country {
        (self.flags.identity_hash, self.flags.country) = (true, true);
        self.hashes.setting().country()
    }

    /// A value of a function of `Math`, given as `StrictMath` gives it: it may differ from that by so many units in its last place.
    pub fn open_value(&mut self, value: f64, most: u32) -> f64 {
        if self.is_lenient {
            self.flags.imprecise_math = true;
            return value;
        }
        (self.flags.identity_hash, self.flags.maths) = (true, true);
        self.hashes.setting().open_value(value, most)
    }

    /// Lists members of a class in the order of this run; ends it where there are too many for the settings to show what depends on it.
    pub(super) fn order_members<T>(&mut self, members: &mut [T]) -> Result<(), Abrupt> {
        if members.len() > 1 {
            (self.flags.identity_hash, self.flags.order) = (true, true);
        }
        match self.hashes.setting().order(members) {
            true => Ok(()),
            false => Err(Abrupt::unsupported("the order of so many members of a class")),
        }
    }

    /// Counts work that grows with its arguments: about one step for each element looked at.
    pub fn charge(&mut self, steps: usize) -> Result<(), Abrupt> {
        *self.steps += steps as u64;
        if *self.steps > self.limits.steps { Err(Abrupt::Steps) } else { Ok(()) }
    }

    /// The class of an object that is not null, or the type of an array.
    pub fn type_of(&self, object: Reference) -> RuntimeType {
        type_of(self.layouts, self.heap, object)
    }

    /// Whether the object, not null, may stand where `ty` is wanted.
    pub fn is_instance(&self, object: Reference, ty: Ty) -> bool {
        self.layouts.is_instance(self.type_of(object), ty)
    }

    /// The text of a string that is not null.
    pub fn string(&self, string: Reference) -> &JavaString {
        text_of(self.pool, self.heap, string)
    }

    pub fn units(&self, string: Reference) -> &[u16] {
        self.string(string).units()
    }

    pub fn new_string(&mut self, text: impl Into<JavaString>, identity: Identity) -> Result<Slot, Abrupt> {
        let text = text.into();
        self.reserve(2 + text.len() / 4)?;
        let ty = RuntimeType::class(self.well_known().string);
        Ok(self.heap.allocate_text(ty, text, identity).into())
    }

    /// The interned string of this text.
    pub fn intern(&mut self, text: &JavaString) -> Result<Slot, Abrupt> {
        self.pool.intern(text).map(Slot::from).ok_or(Abrupt::Memory)
    }

    /// Gives a string that `new` just made its text.
    pub fn set_string(&mut self, string: Reference, text: impl Into<JavaString>) -> Result<(), Abrupt> {
        let text = text.into();
        self.reserve(text.len() / 4)?;
        Ok(self.heap.set_text(string, text)?)
    }

    /// The cells of an array that is not null.
    pub fn array(&self, array: Reference) -> &[Slot] {
        self.heap.cells(array)
    }

    /// The cells of an array, to be written.
    pub fn array_mut(&mut self, array: Reference) -> Result<&mut [Slot], Abrupt> {
        Ok(self.heap.cells_mut(array)?)
    }

    /// A new array with zeros or nulls.
    pub fn new_array(&mut self, ty: RuntimeType, len: usize) -> Result<Slot, Abrupt> {
        self.reserve(2 + len)?;
        Ok(self.heap.allocate(ty, len as u32, Identity::Fresh).into())
    }

    /// A new object of a class whose fields are zero.
    pub fn allocate(&mut self, class: ClassId) -> Result<Reference, Abrupt> {
        self.allocate_as(class, Identity::Fresh)
    }

    /// The same, with what is known of the object's identity.
    pub fn allocate_as(&mut self, class: ClassId, identity: Identity) -> Result<Reference, Abrupt> {
        let fields = self.layouts.class(class).slots.len();
        self.reserve(2 + fields)?;
        Ok(self.heap.allocate(RuntimeType::class(class), fields as u32, identity))
    }

    /// A field of an object by its place among all fields, those of the superclasses first.
    pub fn field(&self, object: Reference, place: usize) -> Slot {
        self.heap.cells(object).get(place).copied().unwrap_or_default()
    }

    /// An object of the same class with the same fields, or an array of the same type with the same cells.
    pub fn copy_of(&mut self, object: Reference) -> Result<Slot, Abrupt> {
        let ty = self.type_of(object);
        let len = self.heap.cells(object).len();
        self.reserve(2 + len)?;
        let copy = self.heap.allocate(ty, len as u32, Identity::Fresh);
        let cells = self.heap.cells(object).to_vec();
        self.heap.cells_mut(copy)?.copy_from_slice(&cells);
        Ok(copy.into())
    }

    /// The object that `valueOf` of the wrapper class gives.
    pub fn box_value(&mut self, value: Primitive) -> Result<Slot, Abrupt> {
        self.reserve(3)?;
        Ok(box_value(self.program, self.heap, value).into())
    }

    /// The value of a wrapper object that is not null.
    pub fn unbox(&self, ty: PrimitiveType, object: Reference) -> Primitive {
        self.field(object, 0).primitive(ty)
    }

    /// The object that stands for a class, array type or primitive type.
    pub fn mirror(&self, ty: RuntimeType) -> Result<Slot, Abrupt> {
        let mirror = Reference::mirror(ty).map(Slot::from);
        mirror.ok_or_else(|| Abrupt::unsupported("class of an array of more than 63 dimensions"))
    }

    /// What an object of class `Class` stands for.
    pub fn mirrored(&self, mirror: Reference) -> Option<RuntimeType> {
        match mirror.place() {
            Place::Mirror(ty) => Some(ty),
            _ => None,
        }
    }

    /// Writes text to a stream. A test reads it with `\n` for what ends a line on its host.
    pub fn write(&mut self, stream: Stream, text: &[u16]) -> Result<(), Abrupt> {
        self.reserve(text.len() / 4)?;
        let text = &*self.as_read(text);
        let target = match stream {
            Stream::Out => &mut self.output.out,
            Stream::Err => &mut self.output.err,
        };
        target.extend_from_slice(text);
        Ok(())
    }

    fn as_read<'t>(&mut self, text: &'t [u16]) -> Cow<'t, [u16]> {
        const RETURN: u16 = b'\r' as u16;
        const LINE: u16 = b'\n' as u16;
        if !text.windows(2).any(|pair| pair == [RETURN, LINE]) || self.host().line_separator() == "\n" {
            return Cow::Borrowed(text);
        }
        let next = text.iter().skip(1).map(Some).chain([None]);
        let is_kept = |&(&unit, next): &(&u16, Option<&u16>)| unit != RETURN || next != Some(&LINE);
        text.iter().zip(next).filter(is_kept).map(|(&unit, _)| unit).collect()
    }

    /// A new exception, to be thrown: `return Err(context.throw(class, message))`.
    pub fn throw(&mut self, class: ClassId, message: Message) -> Abrupt {
        Abrupt::Throw(make_exception(self.program, self.layouts, self.heap, class, message))
    }

    /// Sees to it that the run may allocate that many cells more.
    pub fn reserve(&self, cells: usize) -> Result<(), Abrupt> {
        let written = (self.output.out.len() + self.output.err.len()) / 4;
        match self.limits.room(self.heap.size() + written, cells) {
            Room::Enough => Ok(()),
            Room::UsedUp => Err(Abrupt::Memory),
            Room::TooSmall => Err(Abrupt::Large),
        }
    }
}

/// The class of an object that is not null.
#[inline]
pub(super) fn type_of(layouts: &Layouts, heap: &Heap, object: Reference) -> RuntimeType {
    if object.in_heap() {
        return heap.heap_type(object).unwrap_or(RuntimeType::VOID);
    }
    match object.place() {
        Place::SmallBox(value) => layouts.wrappers[value.ty() as usize],
        Place::Interned(_) | Place::Heap(_) => layouts.string,
        Place::Mirror(_) => layouts.mirror,
    }
}

/// The text of a string; every string of the heap and of the pool has one.
#[inline]
pub(super) fn text_of<'a>(pool: &'a StringPool, heap: &'a Heap, string: Reference) -> &'a JavaString {
    let text = match string.place() {
        Place::Heap(_) => heap.heap_text(string),
        Place::Interned(number) => pool.get(number),
        Place::SmallBox(_) | Place::Mirror(_) => None,
    };
    text.unwrap_or_else(|| empty_text())
}

fn empty_text() -> &'static JavaString {
    static EMPTY: std::sync::LazyLock<JavaString> = std::sync::LazyLock::new(JavaString::default);
    &EMPTY
}

/// Boxes a value; the caller has seen to the memory.
pub(super) fn box_value(program: &Program, heap: &mut Heap, value: Primitive) -> Reference {
    Reference::small_box(value).unwrap_or_else(|| {
        let class = program.well_known.wrappers[value.ty() as usize];
        let object = heap.allocate(RuntimeType::class(class), 1, Identity::Unknown);
        if let Ok(cells) = heap.cells_mut(object) {
            cells[0] = value.into();
        }
        object
    })
}

/// An exception as the JVM or the library makes it.
pub(super) fn make_exception(
    program: &Program,
    layouts: &Layouts,
    heap: &mut Heap,
    class: ClassId,
    message: Message,
) -> Reference {
    let slots = layouts.throwable;
    let object =
        heap.allocate(RuntimeType::class(class), layouts.class(class).slots.len() as u32, Identity::Fresh);
    let (origin, text) = match message {
        Message::Unspecified => (ORIGIN_UNSPECIFIED, Reference::NULL),
        Message::Instruction => (ORIGIN_JVM, Reference::NULL),
        Message::Uninitialized => (ORIGIN_UNINITIALIZED, Reference::NULL),
        Message::Library(text) => {
            let string = RuntimeType::class(program.well_known.string);
            (ORIGIN_LIBRARY, heap.allocate_text(string, text, Identity::Unknown))
        }
    };
    if let Ok(cells) = heap.cells_mut(object) {
        let mut set = |slot: Option<usize>, value: Slot| {
            if let Some(cell) = slot.and_then(|s| cells.get_mut(s)) {
                *cell = value;
            }
        };
        set(slots.message, text.into());
        set(slots.cause, object.into());
        set(slots.origin, origin.into());
        set(slots.suppressing, true.into());
    }
    object
}
