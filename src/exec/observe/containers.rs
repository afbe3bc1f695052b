//! What containers and values of the JDK hold, read off their own fields (SEMANTICS §1): that is what their `equals`
//! compares, and no code runs for it, so that looking changes nothing.
//!
//! Only classes whose `equals` is that of their interface and looks at nothing else are read, by their exact class. A class
//! that is not of the tables, or whose fields are not those that are expected, is no container: nothing is said of it but
//! that it is there. The same holds for maps with an order of their own, since a comparator is code, and decides what
//! is equal in them. What depends on hash codes has its elements in the order of the elements themselves
//! ([`order`]); where some element has none, only their number is told.

use std::cmp::Ordering;

use super::{Kind, Observer, canonical};
use crate::exec::native;
use crate::exec::outcome::{Container, Content, Known, Shape, Value, order};
use crate::exec::slot::{Place, Reference, Slot};
use crate::exec::state::State;
use crate::jvm::text;
use crate::jvm::value::{Primitive, PrimitiveType};
use crate::sema::program::ClassId;
use crate::sema::types::Ty;

/// Of larger ones only the size is told.
const MOST_PARTS: usize = 256;
/// Chains of wrappers around a container, and of containers in containers, that are looked through.
const NESTED: usize = 8;

/// A container with what it holds, as objects.
struct Raw {
    shape: Shape,
    has_identity: bool,
    size: usize,
    parts: Option<Vec<Reference>>,
    /// Whether its order is its own.
    is_ordered: bool,
}

impl Raw {
    fn new(shape: Shape, has_identity: bool, parts: Vec<Reference>) -> Self {
        let of_each = if shape == Shape::Map { 2 } else { 1 };
        let size = parts.len() / of_each;
        let is_ordered = !matches!(shape, Shape::Set | Shape::Map);
        let parts = (size <= MOST_PARTS).then_some(parts);
        Self { shape, has_identity, size, parts, is_ordered }
    }

    fn list(parts: Vec<Reference>) -> Self {
        Self::new(Shape::List, true, parts)
    }

    fn constant(shape: Shape, parts: Vec<Reference>) -> Self {
        Self::new(shape, false, parts)
    }
}

/// How a container of a run stands to the content that is expected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Agrees {
    Yes,
    No,
    /// What its `equals` says is not known.
    Unknown,
}

impl Observer<'_> {
    /// The binary name of the class of an object, where that is a class of the JDK.
    fn jdk_class(&self, state: &State, object: Reference) -> Option<(ClassId, &str)> {
        let compiled = self.code.compiled.as_ref()?;
        if !matches!(object.place(), Place::Heap(_)) || object.is_null() {
            return None;
        }
        let class = native::type_of(&self.code.layouts, &state.heap, object).as_class()?;
        let run = compiled.initialized_file(class)?;
        let is_of_jdk = run.file.as_ref().is_some_and(|file| file.is_of_jdk);
        is_of_jdk.then_some((class, &*run.name))
    }

    /// What an object holds in the field of this name that `class`, its own or one above, declares.
    fn field(&self, state: &State, object: Reference, class: ClassId, name: &str) -> Option<Slot> {
        let compiled = self.code.compiled.as_ref()?;
        let mut next = Some(class);
        while let Some(class) = next {
            if let Some(slot) = compiled.slot_of(&self.code.layouts, class, name) {
                return state.heap.cells(object).get(slot).copied();
            }
            next = compiled.initialized_file(class)?.superclass;
        }
        None
    }

    /// The same of an object whose class has to be asked for.
    fn get(&self, state: &State, object: Reference, name: &str) -> Option<Slot> {
        let (class, _) = self.jdk_class(state, object)?;
        self.field(state, object, class, name)
    }

    fn reference_in(&self, state: &State, object: Reference, name: &str) -> Option<Reference> {
        Some(self.get(state, object, name)?.reference())
    }

    fn size_in(&self, state: &State, object: Reference, name: &str) -> Option<usize> {
        usize::try_from(self.get(state, object, name)?.int()).ok()
    }

    /// The cells of the array in a field.
    fn array_in(&self, state: &State, object: Reference, name: &str) -> Option<Vec<Reference>> {
        let array = self.reference_in(state, object, name)?;
        if array.is_null() {
            return None;
        }
        Some(state.heap.cells(array).iter().map(|cell| cell.reference()).collect())
    }

    /// The objects of a chain from `first` on: what `take` gives of each link.
    fn chain<T>(
        &self,
        state: &State,
        first: Reference,
        next: &str,
        most: usize,
        mut take: impl FnMut(Reference) -> Option<T>,
    ) -> Option<Vec<T>> {
        let (mut taken, mut link) = (Vec::new(), first);
        while !link.is_null() {
            if taken.len() > most {
                return None;
            }
            taken.push(take(link)?);
            link = self.reference_in(state, link, next)?;
        }
        Some(taken)
    }

    #[expect(clippy::too_many_lines, reason = "one arm for each class of the JDK")]
    fn raw(&self, state: &State, object: Reference, depth: usize) -> Option<Raw> {
        let (class, name) = self.jdk_class(state, object)?;
        let name = name.strip_prefix("java/util/").filter(|_| depth < NESTED)?;
        let reference = |field: &str| self.reference_in(state, object, field);
        let size = |field: &str| self.size_in(state, object, field);
        let array = |field: &str| self.array_in(state, object, field);
        let first = |field: &str, count: usize| {
            array(field).and_then(|cells| cells.get(..count).map(<[Reference]>::to_vec))
        };
        let within = |field: &str| self.raw(state, reference(field)?, depth + 1);
        Some(match name {
            "ArrayList" => Raw::list(first("elementData", size("size")?)?),
            "Vector" | "Stack" => Raw::list(first("elementData", size("elementCount")?)?),
            "LinkedList" => {
                let item = |node| self.reference_in(state, node, "item");
                Raw::list(self.chain(state, reference("first")?, "next", size("size")?, item)?)
            }
            "Arrays$ArrayList" => Raw::list(array("a")?),
            "ArrayList$SubList" => {
                let root = self.array_in(state, reference("root")?, "elementData")?;
                let (offset, size) = (size("offset")?, size("size")?);
                Raw::list(root.get(offset..offset + size)?.to_vec())
            }
            "ImmutableCollections$List12" => Raw::constant(Shape::List, self.few(state, object, class)?),
            "ImmutableCollections$Set12" => Raw::constant(Shape::Set, self.few(state, object, class)?),
            "ImmutableCollections$ListN" => Raw::constant(Shape::List, array("elements")?),
            "ImmutableCollections$SetN" => {
                let held = array("elements")?.into_iter().filter(|element| !element.is_null());
                Raw::constant(Shape::Set, held.collect())
            }
            "ImmutableCollections$Map1" => {
                Raw::constant(Shape::Map, vec![reference("k0")?, reference("v0")?])
            }
            "ImmutableCollections$MapN" => {
                let table = array("table")?;
                let entries = table.chunks_exact(2).filter(|entry| !entry[0].is_null());
                Raw::constant(Shape::Map, entries.flatten().copied().collect())
            }
            "Collections$EmptyList" => Raw::constant(Shape::List, Vec::new()),
            "Collections$EmptySet" => Raw::constant(Shape::Set, Vec::new()),
            "Collections$EmptyMap" => Raw::constant(Shape::Map, Vec::new()),
            "Collections$SingletonList" => Raw::constant(Shape::List, vec![reference("element")?]),
            "Collections$SingletonSet" => Raw::constant(Shape::Set, vec![reference("element")?]),
            "Collections$SingletonMap" => Raw::constant(Shape::Map, vec![reference("k")?, reference("v")?]),
            "Collections$CopiesList" => {
                let (count, element) = (size("n")?, reference("element")?);
                let parts = (count <= MOST_PARTS).then(|| vec![element; count]);
                Raw { shape: Shape::List, has_identity: false, size: count, parts, is_ordered: true }
            }
            "Collections$UnmodifiableList" | "Collections$UnmodifiableRandomAccessList" => {
                within("list").filter(|raw| raw.shape == Shape::List).map(view)?
            }
            "Collections$UnmodifiableSet" => within("c").filter(|raw| raw.shape == Shape::Set).map(view)?,
            "Collections$UnmodifiableCollection" => {
                let within = within("c").filter(|raw| raw.is_ordered)?;
                view(Raw { shape: Shape::Sequence, ..within })
            }
            "Collections$UnmodifiableMap" => within("m").filter(|raw| raw.shape == Shape::Map).map(view)?,
            "HashMap" => Raw::new(Shape::Map, true, self.hashed(state, object)?),
            "LinkedHashMap" => Raw::new(Shape::Map, true, self.linked(state, object)?),
            "TreeMap" => Raw::new(Shape::Map, true, self.sorted(state, object)?),
            "HashSet" | "LinkedHashSet" => {
                let map = self.raw(state, reference("map")?, depth + 1)?;
                Raw { shape: Shape::Set, has_identity: true, size: map.size, ..keys(map) }
            }
            "TreeSet" => {
                let map = reference("m")?;
                let (_, name) = self.jdk_class(state, map)?;
                let entries = (name == "java/util/TreeMap").then(|| self.tree(state, map))??;
                let keys = entries.chunks_exact(2).map(|entry| entry[0]).collect();
                Raw::new(Shape::Set, true, keys)
            }
            "HashMap$KeySet" | "LinkedHashMap$LinkedKeySet" => keys(within("this$0")?),
            "HashMap$Values" | "LinkedHashMap$LinkedValues" | "TreeMap$Values" => {
                // In the order of the map, which only some maps keep.
                let map = reference("this$0")?;
                let (_, name) = self.jdk_class(state, map)?;
                let entries = match name {
                    "java/util/LinkedHashMap" => self.linked(state, map)?,
                    "java/util/TreeMap" => self.tree(state, map)?,
                    _ => return None,
                };
                let values = entries.chunks_exact(2).map(|entry| entry[1]).collect();
                Raw::new(Shape::Sequence, true, values)
            }
            "ArrayDeque" => {
                let (cells, head, tail) = (array("elements")?, size("head")?, size("tail")?);
                let length = cells.len().max(1);
                let count = (tail + length - head) % length;
                let parts = (0..count).map(|at| cells.get((head + at) % length).copied());
                Raw::new(Shape::Sequence, true, parts.collect::<Option<_>>()?)
            }
            "RegularEnumSet" => {
                let bits = self.get(state, object, "elements")?.long();
                let universe = array("universe")?.into_iter().enumerate();
                let held = universe.filter(|(at, _)| bits >> at & 1 != 0).map(|(_, constant)| constant);
                Raw::new(Shape::Set, true, held.collect())
            }
            "EnumMap" => {
                let entries = array("keyUniverse")?.into_iter().zip(array("vals")?);
                let held = entries.filter(|(_, value)| !value.is_null());
                // Null stands there as an object of its own.
                let masked =
                    |value: Reference| self.jdk_class(state, value).is_some_and(|(_, name)| name == MASK);
                let unmasked =
                    held.flat_map(|(key, value)| [key, if masked(value) { Reference::NULL } else { value }]);
                Raw::new(Shape::Map, true, unmasked.collect())
            }
            "Optional" => {
                let value = reference("value")?;
                Raw::constant(Shape::Optional, if value.is_null() { Vec::new() } else { vec![value] })
            }
            _ => return None,
        })
    }

    /// One or two elements: the second is an object that stands for none, where there is one.
    fn few(&self, state: &State, object: Reference, class: ClassId) -> Option<Vec<Reference>> {
        let compiled = self.code.compiled.as_ref()?;
        let outer = compiled.class(&self.code.layouts, "java/util/ImmutableCollections")?;
        let none = state.statics.get(compiled.static_named(outer, "EMPTY")?).reference();
        let get = |name| Some(self.field(state, object, class, name)?.reference());
        let (first, second) = (get("e0")?, get("e1")?);
        Some(if second == none || second.is_null() { vec![first] } else { vec![first, second] })
    }

    /// Keys and values of a `HashMap`.
    fn hashed(&self, state: &State, map: Reference) -> Option<Vec<Reference>> {
        let size = self.size_in(state, map, "size")?;
        let table = self.reference_in(state, map, "table")?;
        if table.is_null() {
            return Some(Vec::new());
        }
        let mut entries = Vec::new();
        for bin in state.heap.cells(table) {
            let chain = self.chain(state, bin.reference(), "next", size, |node| self.entry(state, node))?;
            entries.extend(chain.into_iter().flatten());
        }
        Some(entries)
    }

    fn linked(&self, state: &State, map: Reference) -> Option<Vec<Reference>> {
        let (first, size) = (self.reference_in(state, map, "head")?, self.size_in(state, map, "size")?);
        let entries = self.chain(state, first, "after", size, |node| self.entry(state, node))?;
        Some(entries.into_iter().flatten().collect())
    }

    fn entry(&self, state: &State, node: Reference) -> Option<[Reference; 2]> {
        Some([self.reference_in(state, node, "key")?, self.reference_in(state, node, "value")?])
    }

    /// A `TreeMap` in the natural order of its keys, in which it finds them by `equals`.
    fn sorted(&self, state: &State, map: Reference) -> Option<Vec<Reference>> {
        if !self.reference_in(state, map, "comparator")?.is_null() {
            return None;
        }
        // `1.0` and `1.00` have one place in the order, and are not equal.
        let entries = self.tree(state, map)?;
        let is_decimal = |key: Reference| {
            self.jdk_class(state, key).is_some_and(|(_, name)| name == "java/math/BigDecimal")
        };
        (!entries.iter().step_by(2).any(|&key| is_decimal(key))).then_some(entries)
    }

    fn tree(&self, state: &State, map: Reference) -> Option<Vec<Reference>> {
        let size = self.size_in(state, map, "size")?;
        let (mut entries, mut above) = (Vec::new(), Vec::new());
        let mut next = self.reference_in(state, map, "root")?;
        while !next.is_null() || !above.is_empty() {
            while !next.is_null() {
                if above.len() > size {
                    return None;
                }
                above.push(next);
                next = self.reference_in(state, next, "left")?;
            }
            let node = above.pop()?;
            entries.extend(self.entry(state, node)?);
            next = self.reference_in(state, node, "right")?;
        }
        Some(entries)
    }

    /// Whether the object is one that is compared by what it holds.
    pub(super) fn is_container(&self, state: &State, object: Reference) -> bool {
        self.raw(state, object, 0).is_some()
    }

    /// What a container holds, each object with its number.
    pub(super) fn container(&mut self, state: &State, object: Reference) -> Option<Container> {
        let raw = self.in_order(state, self.raw(state, object, 0)?);
        let Raw { shape, has_identity, size, parts, .. } = raw;
        let parts = parts.map(|parts| parts.into_iter().map(|part| self.reference(state, part)).collect());
        Some(Container { shape, has_identity, size, parts })
    }

    /// Sorts what has no order of its own.
    fn in_order(&self, state: &State, mut raw: Raw) -> Raw {
        if raw.is_ordered {
            return raw;
        }
        let of_each = if raw.shape == Shape::Map { 2 } else { 1 };
        let keyed = |part: &[Reference]| {
            let key = self.simple(state, part[0])?;
            Some((key, part.to_vec()))
        };
        let entries: Option<Vec<(Value, Vec<Reference>)>> =
            raw.parts.take().and_then(|parts| parts.chunks_exact(of_each).map(keyed).collect());
        raw.parts = entries.and_then(|mut entries| {
            entries.sort_by(|(a, _), (b, _)| order(a, b));
            let differ = entries.windows(2).all(|two| order(&two[0].0, &two[1].0) != Ordering::Equal);
            differ.then(|| entries.into_iter().flat_map(|(_, parts)| parts).collect())
        });
        raw
    }

    /// A value that has a place in the order of values.
    fn simple(&self, state: &State, object: Reference) -> Option<Value> {
        if object.is_null() {
            return Some(Value::Null);
        }
        match self.kind(state, object) {
            Kind::Value(value @ (Value::String(_) | Value::Boxed(_) | Value::Enum(_) | Value::Known(_))) => {
                Some(value)
            }
            _ => None,
        }
    }

    /// A container whose parts are all values, in their order; `None` where some are objects of the program.
    pub(super) fn whole(&self, state: &State, object: Reference, depth: usize) -> Option<Content> {
        if object.is_null() {
            return Some(Content::Value(Value::Null));
        }
        if let Kind::Value(value) = self.kind(state, object) {
            return Some(Content::Value(value));
        }
        let raw = self.in_order(state, self.raw(state, object, 0)?);
        let parts = raw.parts.filter(|_| depth < NESTED)?;
        let parts: Option<Vec<Content>> =
            parts.into_iter().map(|part| self.whole(state, part, depth + 1)).collect();
        Some(Content::Container(raw.shape, parts?))
    }

    /// What the `equals` of the expected container says of an object.
    pub(super) fn agrees(&self, state: &State, ty: Ty, slot: Slot, expected: &Content) -> Agrees {
        let decided = |is_so: bool| if is_so { Agrees::Yes } else { Agrees::No };
        match expected {
            Content::Value(value @ Value::Known(known)) => {
                let object = slot.reference();
                if self.is(state, ty, slot, value) {
                    return Agrees::Yes;
                }
                if self.may_be_below(state, object, known.class) { Agrees::Unknown } else { Agrees::No }
            }
            Content::Value(value) => decided(self.is(state, ty, slot, value)),
            Content::Row(array, cells) => decided(self.has_content(state, slot, *array, cells)),
            Content::Container(shape, parts) => self.holds(state, slot.reference(), *shape, parts),
        }
    }

    fn holds(&self, state: &State, object: Reference, shape: Shape, parts: &[Content]) -> Agrees {
        let interface = match shape {
            Shape::List => "java.util.List",
            Shape::Set => "java.util.Set",
            Shape::Map => "java.util.Map",
            Shape::Optional => "java.util.Optional",
            Shape::Sequence => "java.util.Collection",
        };
        if object.is_null() {
            return Agrees::No;
        }
        let Some(raw) = self.raw(state, object, 0) else {
            return if self.may_be_below(state, object, interface) { Agrees::Unknown } else { Agrees::No };
        };
        if raw.shape != shape {
            // The values of a map and a list may both be asked for their elements.
            return if shape == Shape::Sequence { Agrees::Unknown } else { Agrees::No };
        }
        let of_each = if shape == Shape::Map { 2 } else { 1 };
        if raw.size != parts.len() / of_each {
            return Agrees::No;
        }
        let Some(found) = self.in_order(state, raw).parts else { return Agrees::Unknown };
        let object = Ty::Class(self.code.program().well_known.object);
        let mut agrees = Agrees::Yes;
        for (part, found) in parts.iter().zip(found) {
            match self.agrees(state, object, Slot::from(found), part) {
                Agrees::Yes => {}
                Agrees::No => return Agrees::No,
                Agrees::Unknown => agrees = Agrees::Unknown,
            }
        }
        agrees
    }

    /// Whether an object's class is below one of the JDK, or may be.
    fn may_be_below(&self, state: &State, object: Reference, above: &str) -> bool {
        let Some(compiled) = self.code.compiled.as_ref().filter(|_| !object.is_null()) else { return false };
        if matches!(self.kind(state, object), Kind::Value(_)) {
            return false;
        }
        let Some(class) = native::type_of(&self.code.layouts, &state.heap, object).as_class() else {
            return false;
        };
        let above = compiled.class(&self.code.layouts, &above.replace('.', "/"));
        above.is_none_or(|above| self.code.layouts.is_subclass(class, above))
    }

    /// How many a container of this shape holds; `None` where that is not known, or it is none.
    pub(super) fn size_of(&self, state: &State, object: Reference, shape: Shape) -> Option<usize> {
        self.raw(state, object, 0).filter(|raw| raw.shape == shape).map(|raw| raw.size)
    }

    /// The element of a list, or what an `Optional` has.
    pub(super) fn element(&self, state: &State, object: Reference, index: usize) -> Option<Reference> {
        let raw = self.raw(state, object, 0).filter(|raw| raw.is_ordered)?;
        raw.parts?.get(index).copied()
    }

    /// What a map has for a key.
    pub(super) fn value_for(&self, state: &State, object: Reference, key: &Value) -> Option<Reference> {
        let raw = self.raw(state, object, 0).filter(|raw| raw.shape == Shape::Map)?;
        let parts = raw.parts?;
        let keys: Option<Vec<Value>> =
            parts.chunks_exact(2).map(|entry| self.simple(state, entry[0])).collect();
        let at = keys?.iter().position(|found| found == key);
        Some(at.map_or(Reference::NULL, |at| parts[2 * at + 1]))
    }

    /// An object of a class of values.
    pub(super) fn known(&self, state: &State, object: Reference) -> Option<Known> {
        let (_, name) = self.jdk_class(state, object)?;
        let get = |field: &str| self.get(state, object, field);
        let int = |field: &str| get(field).map(Slot::int);
        let within = |field: &str| self.known(state, get(field)?.reference());
        let (class, code) = match name {
            "java/math/BigInteger" => ("java.math.BigInteger", self.big_integer(state, object)?.code()),
            "java/math/BigDecimal" => ("java.math.BigDecimal", self.big_decimal(state, object)?),
            "java/time/LocalDate" => {
                let (year, month, day) = (int("year")?, get("month")?.byte(), get("day")?.byte());
                ("java.time.LocalDate", format!("$.of({year}, {month}, {day})"))
            }
            "java/time/LocalTime" => ("java.time.LocalTime", format!("$.of({})", self.time(state, object)?)),
            "java/time/LocalDateTime" => {
                let date = within("date")?;
                let time = self.time(state, get("time")?.reference())?;
                let date = date.code.strip_prefix("$.of(")?.strip_suffix(')')?.to_owned();
                ("java.time.LocalDateTime", format!("$.of({date}, {time})"))
            }
            "java/time/Duration" => {
                let (seconds, nanos) = (get("seconds")?.long(), int("nanos")?);
                ("java.time.Duration", format!("$.ofSeconds({}, {nanos})", long(seconds)))
            }
            "java/time/Instant" => {
                let (seconds, nanos) = (get("seconds")?.long(), int("nanos")?);
                ("java.time.Instant", format!("$.ofEpochSecond({}, {nanos})", long(seconds)))
            }
            "java/time/Period" => {
                let (years, months, days) = (int("years")?, int("months")?, int("days")?);
                ("java.time.Period", format!("$.of({years}, {months}, {days})"))
            }
            "java/util/OptionalInt" => {
                ("java.util.OptionalInt", self.optional(state, object, PrimitiveType::Int)?)
            }
            "java/util/OptionalLong" => {
                ("java.util.OptionalLong", self.optional(state, object, PrimitiveType::Long)?)
            }
            "java/util/OptionalDouble" => {
                ("java.util.OptionalDouble", self.optional(state, object, PrimitiveType::Double)?)
            }
            "java/util/Date" => {
                ("java.util.Date", format!("new $({})", long(self.millis_of_date(state, object)?)))
            }
            "java/util/GregorianCalendar" => {
                let millis = self.millis_of_calendar(state, object)?;
                let made = format!("new $.Builder().setInstant({}).build()", long(millis));
                ("java.util.Calendar", made)
            }
            "java/util/UUID" => {
                let (most, least) = (get("mostSigBits")?.long(), get("leastSigBits")?.long());
                ("java.util.UUID", format!("new $({}, {})", long(most), long(least)))
            }
            _ => return None,
        };
        Some(Known { class, code })
    }

    /// Unless it was changed by a part of it that is not brought into range as yet.
    fn millis_of_date(&self, state: &State, date: Reference) -> Option<i64> {
        let parts = self.get(state, date, "cdate")?.reference();
        let is_settled = parts.is_null() || self.get(state, parts, "normalized")?.boolean();
        is_settled.then(|| self.get(state, date, "fastTime")).flatten().map(Slot::long)
    }

    /// Of a calendar that is in all as a new one of the tests' locale and zone, and knows its time.
    fn millis_of_calendar(&self, state: &State, calendar: Reference) -> Option<i64> {
        /// 1582-10-15, from which on the Gregorian calendar counts unless another day is set.
        const FIRST_GREGORIAN_DAY: i64 = -12_219_292_800_000;
        let get = |field: &str| self.get(state, calendar, field);
        let zone = get("zone")?.reference();
        // A zone of another class may have the same name.
        let (_, "sun/util/calendar/ZoneInfo") = self.jdk_class(state, zone)? else { return None };
        let offset = self.get(state, zone, "rawOffset")?.int();
        let Value::String(zone) = self.simple(state, self.get(state, zone, "ID")?.reference())? else {
            return None;
        };
        let is_like_new = get("isTimeSet")?.boolean()
            && get("lenient")?.boolean()
            && get("firstDayOfWeek")?.int() == 1
            && get("minimalDaysInFirstWeek")?.int() == 1
            && get("gregorianCutover")?.long() == FIRST_GREGORIAN_DAY
            && (zone.to_string_lossy().as_str(), offset) == ("UTC", 0);
        is_like_new.then(|| get("time")).flatten().map(Slot::long)
    }

    fn time(&self, state: &State, time: Reference) -> Option<String> {
        let byte = |field: &str| Some(self.get(state, time, field)?.byte());
        let nano = self.get(state, time, "nano")?.int();
        Some(format!("{}, {}, {}, {nano}", byte("hour")?, byte("minute")?, byte("second")?))
    }

    fn optional(&self, state: &State, object: Reference, ty: PrimitiveType) -> Option<String> {
        // The empty one may be told by a flag, and by which object it is.
        let is_present = self.get(state, object, "isPresent")?.boolean();
        let value: Primitive = canonical(self.get(state, object, "value")?.primitive(ty));
        let text = match value {
            Primitive::Long(value) => long(value),
            Primitive::Double(value) if value.is_finite() => text::double_to_string(value),
            Primitive::Double(f64::INFINITY) => "Double.POSITIVE_INFINITY".to_owned(),
            Primitive::Double(f64::NEG_INFINITY) => "Double.NEGATIVE_INFINITY".to_owned(),
            Primitive::Double(_) => "Double.NaN".to_owned(),
            Primitive::Int(value) => value.to_string(),
            _ => return None,
        };
        Some(if is_present { format!("$.of({text})") } else { "$.empty()".to_owned() })
    }

    fn big_integer(&self, state: &State, object: Reference) -> Option<Decimal> {
        let is_negative = self.get(state, object, "signum")?.int() < 0;
        let words = self.reference_in(state, object, "mag")?;
        if words.is_null() {
            return None;
        }
        let words = state.heap.cells(words).iter().map(|word| word.int() as u32).collect();
        Some(Decimal { is_negative, digits: digits(words) })
    }

    fn big_decimal(&self, state: &State, object: Reference) -> Option<String> {
        let compact = self.get(state, object, "intCompact")?.long();
        let scale = self.get(state, object, "scale")?.int();
        let unscaled = if compact == i64::MIN {
            self.big_integer(state, self.reference_in(state, object, "intVal")?)?
        } else {
            Decimal { is_negative: compact < 0, digits: compact.unsigned_abs().to_string() }
        };
        let sign = if unscaled.is_negative { "-" } else { "" };
        let digits = unscaled.digits;
        Some(match usize::try_from(scale) {
            Ok(0) => format!("new $(\"{sign}{digits}\")"),
            Ok(places @ 1..=PLAIN) => {
                let digits = format!("{digits:0>width$}", width = places + 1);
                let (whole, fraction) = digits.split_at(digits.len() - places);
                format!("new $(\"{sign}{whole}.{fraction}\")")
            }
            _ => format!("new $(\"{sign}{digits}E{}\")", -i64::from(scale)),
        })
    }
}

/// The class of what an `EnumMap` has in the place of null.
const MASK: &str = "java/util/EnumMap$1";
/// Numbers with more digits behind the point are written with an exponent.
const PLAIN: usize = 30;

/// A view of another container: not the same object.
fn view(raw: Raw) -> Raw {
    Raw { has_identity: true, ..raw }
}

/// The keys of a map.
fn keys(map: Raw) -> Raw {
    let keys = map.parts.map(|parts| parts.chunks_exact(2).map(|entry| entry[0]).collect());
    Raw { shape: Shape::Set, parts: keys, ..map }
}

fn long(value: i64) -> String {
    format!("{value}L")
}

/// A whole number.
struct Decimal {
    is_negative: bool,
    digits: String,
}

impl Decimal {
    fn code(&self) -> String {
        let sign = if self.is_negative { "-" } else { "" };
        format!("new $(\"{sign}{}\")", self.digits)
    }
}

/// The decimal digits of a number, by its words, the highest first.
fn digits(mut words: Vec<u32>) -> String {
    const BASE: u64 = 1_000_000_000;
    let mut groups: Vec<u32> = Vec::new();
    while words.iter().any(|&word| word != 0) {
        let mut rest = 0;
        for word in &mut words {
            let value = rest << 32 | u64::from(*word);
            *word = (value / BASE) as u32;
            rest = value % BASE;
        }
        groups.push(rest as u32);
    }
    let Some(first) = groups.pop() else { return "0".to_owned() };
    let rest = groups.iter().rev().map(|group| format!("{group:09}"));
    std::iter::once(first.to_string()).chain(rest).collect()
}

#[cfg(test)]
mod tests {
    use super::digits;

    #[test]
    fn words_are_written_with_decimal_digits() {
        assert_eq!(digits(vec![]), "0");
        assert_eq!(digits(vec![7]), "7");
        assert_eq!(digits(vec![1, 0]), "4294967296");
        assert_eq!(digits(vec![1, 0, 0, 0]), "79228162514264337593543950336");
        assert_eq!(digits(vec![0x3b9a_ca00]), "1000000000");
    }
}
