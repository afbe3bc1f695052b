//! The heap of a run: objects in one flat vector of cells, so that a fork copies memory and chases nothing.
//!
//! Invariants
//! - The *base* is what class initialisation made, shared by all runs and never written: a run that writes to an object of it
//!   has a copy of the object from then on. Objects of the run itself follow behind. A base may stand on another: that of
//!   one version of the program on the [`ground`](crate::exec::ground) of all.
//! - Tests share the objects of the base and what an initialiser makes in the run itself ([`Heap::keep`]): whether a run has
//!   written to some is told ([`Heap::is_touched`]), for what it did may depend on the tests before it (SEMANTICS §1, statics).
//!   What the JDK's initialisers make is taken for the JDK's own: that a test sees what another has left there is not looked for.
//! - Objects are never freed; the limit counts all that a run allocates.
//! - A reference in the heap space always names an object (0 names a dummy without cells).

use std::ops::Range;
use std::sync::Arc;

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

use crate::exec::slot::{Place, Reference, RuntimeType, Slot};
use crate::jvm::value::JavaString;

/// What Java promises about the identity of a string or a box (SEMANTICS §3).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Identity {
    /// A new object, different from all others.
    Fresh,
    /// Maybe the same object as another of equal content, maybe not.
    Unknown,
}

#[derive(Clone, Copy, Debug)]
struct Header {
    ty: RuntimeType,
    /// The first cell; of a string, its place among the texts.
    start: u32,
    len: u32,
    identity: Identity,
}

impl Header {
    #[inline]
    fn range(&self) -> Range<usize> {
        self.start as usize..self.start as usize + self.len as usize
    }
}

/// A run of objects.
#[derive(Debug, Default)]
struct Space {
    headers: Vec<Header>,
    cells: Vec<Slot>,
    texts: Vec<JavaString>,
}

impl Space {
    fn clear(&mut self) {
        self.headers.clear();
        self.cells.clear();
        self.texts.clear();
    }

    fn copy_from(&mut self, other: &Space) {
        self.headers.clone_from(&other.headers);
        self.cells.clone_from(&other.cells);
        self.texts.clone_from(&other.texts);
    }
}

/// The objects that class initialisation made.
#[derive(Debug, Default)]
pub struct Base {
    below: Option<Arc<Base>>,
    /// Its first object.
    first: u32,
    space: Space,
    /// By object below that was written: where in `space` its cells, or its text, are now.
    copied: Copied,
    /// Which of its objects tests share; all, where there is nothing.
    shared: Option<Vec<Range<u32>>>,
}

/// By object: where its cells, or its text, are.
type Copied = IndexMap<u32, u32, FxBuildHasher>;

impl Base {
    /// The number of the object behind the last one.
    #[inline]
    fn end(&self) -> u32 {
        self.first + self.space.headers.len() as u32
    }

    #[inline]
    fn header(&self, index: u32) -> Option<(Header, &Space)> {
        match index.checked_sub(self.first) {
            Some(own) => self.space.headers.get(own as usize).map(|header| (*header, &self.space)),
            None => self.header_below(index),
        }
    }

    fn header_below(&self, index: u32) -> Option<(Header, &Space)> {
        let (header, space) = self.below.as_ref()?.header(index)?;
        Some(match self.copied.get(&index) {
            Some(&start) => (Header { start, ..header }, &self.space),
            None => (header, space),
        })
    }

    /// Whether tests share the object.
    fn is_shared(&self, index: u32) -> bool {
        match &self.below {
            Some(below) if index < self.first => below.is_shared(index),
            _ => self.shared.as_ref().is_none_or(|some| some.iter().any(|range| range.contains(&index))),
        }
    }
}

#[derive(Debug, Default)]
pub struct Heap {
    base: Arc<Base>,
    own: Space,
    /// UTF-16 units of the texts of `own`.
    units: usize,
    /// Where the objects begin and end that initialisers made in this run.
    kept: Vec<Range<u32>>,
    /// By object of the base that was written: where in `own` its cells, or its text, are now.
    copied: Copied,
    is_touched: bool,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Extent {
    headers: usize,
    cells: usize,
    texts: usize,
    units: usize,
    kept: usize,
    copied: usize,
}

/// A write to what is no object with cells or text of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoObject;

impl Heap {
    pub fn new(base: Arc<Base>) -> Heap {
        Heap { base, ..Heap::default() }
    }

    /// Starts over, on `base`.
    pub fn reset(&mut self, base: &Arc<Base>) {
        if !Arc::ptr_eq(&self.base, base) {
            self.base = Arc::clone(base);
        }
        self.own.clear();
        self.units = 0;
        self.kept.clear();
        self.copied.clear();
        self.is_touched = false;
    }

    /// Another test begins where this one has left off.
    pub const fn begin_again(&mut self) {
        self.is_touched = false;
    }

    /// Whether the run has written to objects that tests share.
    #[inline]
    pub const fn is_touched(&self) -> bool {
        self.is_touched
    }

    /// Becomes a copy of `other`, in the memory that this heap has.
    pub fn copy_from(&mut self, other: &Heap) {
        if !Arc::ptr_eq(&self.base, &other.base) {
            self.base = Arc::clone(&other.base);
        }
        self.own.copy_from(&other.own);
        self.units = other.units;
        self.kept.clone_from(&other.kept);
        self.copied.clone_from(&other.copied);
        self.is_touched = other.is_touched;
    }

    /// How far the heap reaches, for [`Heap::forget`].
    pub(super) fn extent(&self) -> Extent {
        let own = &self.own;
        Extent {
            headers: own.headers.len(),
            cells: own.cells.len(),
            texts: own.texts.len(),
            units: self.units,
            kept: self.kept.len(),
            copied: self.copied.len(),
        }
    }

    /// Forgets all objects made since; nothing may refer to them.
    pub(super) fn forget(&mut self, since: Extent) {
        self.own.headers.truncate(since.headers);
        self.own.cells.truncate(since.cells);
        self.own.texts.truncate(since.texts);
        self.units = since.units;
        self.kept.truncate(since.kept);
        self.copied.truncate(since.copied);
    }

    /// The objects as a base for other heaps, on the base that this heap has; tests share them all.
    pub fn freeze(self) -> Base {
        let mut space = self.own;
        let first = self.base.end();
        if first == 0 {
            let null = Header { ty: RuntimeType::VOID, start: 0, len: 0, identity: Identity::Fresh };
            space.headers.insert(0, null);
        }
        let below = (first > 0).then_some(self.base);
        Base { below, first, space, copied: self.copied, shared: None }
    }

    /// The same where tests share only what was kept.
    pub fn freeze_kept(mut self) -> Base {
        let kept = std::mem::take(&mut self.kept);
        Base { shared: Some(kept), ..self.freeze() }
    }

    /// How many cells the run has allocated, headers and text included.
    #[inline]
    pub fn size(&self) -> usize {
        self.own.cells.len() + 2 * self.own.headers.len() + self.units / 4
    }

    /// How many cells and headers a copy of the heap copies.
    pub fn extent_of_copy(&self) -> usize {
        self.own.cells.len() + self.own.headers.len() + self.own.texts.len()
    }

    /// The index of the first object of the run itself.
    #[inline]
    fn first_own(&self) -> u32 {
        self.base.end().max(1)
    }

    /// A new object with `len` cells, all zero. The caller has seen to the limit.
    pub fn allocate(&mut self, ty: RuntimeType, len: u32, identity: Identity) -> Reference {
        let start = self.own.cells.len();
        self.own.cells.resize(start + len as usize, Slot::ZERO);
        self.push(Header { ty, start: start as u32, len, identity })
    }

    pub fn allocate_text(&mut self, ty: RuntimeType, text: JavaString, identity: Identity) -> Reference {
        let start = self.own.texts.len() as u32;
        self.units += text.len();
        self.own.texts.push(text);
        self.push(Header { ty, start, len: 0, identity })
    }

    fn push(&mut self, header: Header) -> Reference {
        let index = self.first_own() + self.own.headers.len() as u32;
        self.own.headers.push(header);
        Reference(index)
    }

    #[inline]
    fn header(&self, index: u32) -> Option<(Header, &Space)> {
        let first = self.first_own();
        if index >= first {
            return self.own.headers.get((index - first) as usize).map(|h| (*h, &self.own));
        }
        let known = self.base.header(index)?;
        match self.copied.is_empty() {
            true => Some(known),
            false => Some(self.header_of_base(index, known)),
        }
    }

    #[cold]
    fn header_of_base<'h>(&'h self, index: u32, known: (Header, &'h Space)) -> (Header, &'h Space) {
        match self.copied.get(&index) {
            Some(&start) => (Header { start, ..known.0 }, &self.own),
            None => known,
        }
    }

    /// The type of an object of the heap.
    #[inline]
    pub fn heap_type(&self, object: Reference) -> Option<RuntimeType> {
        self.header(object.0).map(|(h, _)| h.ty)
    }

    pub fn identity(&self, object: Reference) -> Identity {
        self.header(object.0).map_or(Identity::Fresh, |(h, _)| h.identity)
    }

    /// The cells of an array or the fields of an object; of a box, its value.
    #[inline]
    pub fn cells(&self, object: Reference) -> &[Slot] {
        match self.header(object.0) {
            Some((h, space)) => space.cells.get(h.range()).unwrap_or_default(),
            None => small_box_cells(object),
        }
    }

    /// As [`Heap::cells`], to be written.
    #[inline]
    pub fn cells_mut(&mut self, object: Reference) -> Result<&mut [Slot], NoObject> {
        let range = match self.own_header(object) {
            Some(header) => header.range(),
            None => self.copied_header(object)?.range(),
        };
        Ok(self.own.cells.get_mut(range).unwrap_or_default())
    }

    /// The header of an object that the run has made.
    #[inline]
    fn own_header(&mut self, object: Reference) -> Option<Header> {
        let index = object.0.checked_sub(self.first_own())?;
        let header = self.own.headers.get(index as usize).copied();
        self.is_touched |= !self.kept.is_empty() && self.is_kept(object);
        header
    }

    /// The header of an object of the base, once its cells are in a copy of the run's own.
    #[cold]
    fn copied_header(&mut self, object: Reference) -> Result<Header, NoObject> {
        if !self.is_of_base(object) {
            return Err(NoObject);
        }
        let (header, space) = self.base.header(object.0).ok_or(NoObject)?;
        let start = match self.copied.get(&object.0) {
            Some(&start) => start,
            None => {
                let start = self.own.cells.len() as u32;
                self.own.cells.extend_from_slice(space.cells.get(header.range()).unwrap_or_default());
                self.copied.insert(object.0, start);
                start
            }
        };
        self.is_touched |= self.base.is_shared(object.0);
        Ok(Header { start, ..header })
    }

    #[inline]
    fn is_kept(&self, object: Reference) -> bool {
        self.kept.iter().any(|kept| kept.contains(&object.0))
    }

    /// An initialiser has ended that has made the objects since this one: from now on tests share them.
    pub fn keep(&mut self, since: Reference) {
        let end = self.next_reference().0;
        // Those of the initialisers that it came to on its way are among them.
        let mut start = since.0;
        while let Some(last) = self.kept.pop_if(|last| last.end >= start) {
            start = start.min(last.start);
        }
        self.kept.push(start..end);
    }

    /// The text of a string of the heap.
    #[inline]
    pub fn heap_text(&self, string: Reference) -> Option<&JavaString> {
        self.header(string.0).and_then(|(h, space)| space.texts.get(h.start as usize))
    }

    /// Gives a string, made by [`Heap::allocate_text`], another text.
    pub fn set_text(&mut self, string: Reference, text: JavaString) -> Result<(), NoObject> {
        self.units += text.len();
        if let Some(header) = self.own_header(string) {
            *self.own.texts.get_mut(header.start as usize).ok_or(NoObject)? = text;
            return Ok(());
        }
        if !self.is_of_base(string) {
            return Err(NoObject);
        }
        self.is_touched |= self.base.is_shared(string.0);
        self.copied.insert(string.0, self.own.texts.len() as u32);
        self.own.texts.push(text);
        Ok(())
    }

    /// What the next new object will be.
    pub fn next_reference(&self) -> Reference {
        Reference(self.first_own() + self.own.headers.len() as u32)
    }

    /// The objects of the base that were written.
    pub fn written(&self) -> impl Iterator<Item = Reference> {
        self.copied.keys().map(|&index| Reference(index))
    }

    /// Whether tests share the object, as one of the base.
    pub fn is_shared(&self, object: Reference) -> bool {
        self.is_of_base(object) && self.base.is_shared(object.0)
    }

    /// Whether the object belongs to the base.
    pub fn is_of_base(&self, object: Reference) -> bool {
        object.in_heap() && !object.is_null() && object.0 < self.first_own()
    }
}

/// The one field of the boxes that need no object, for every value that there is: -128 to 255.
static SMALL_VALUES: [Slot; 384] = {
    let mut values = [Slot::ZERO; 384];
    let mut i = 0;
    while i < values.len() {
        values[i] = Slot((i as i64 - 128) as u64);
        i += 1;
    }
    values
};

#[cold]
fn small_box_cells(object: Reference) -> &'static [Slot] {
    match object.place() {
        Place::SmallBox(value) => {
            let index = (value.to_bits() as i64 + 128) as usize;
            &SMALL_VALUES[index..=index]
        }
        _ => &[],
    }
}
