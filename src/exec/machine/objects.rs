//! Objects and arrays: what makes them, and their cells.

use super::{Going, Machine};
use crate::exec::heap::{Identity, NoObject};
use crate::exec::limits::Room;
use crate::exec::native::{self, NO_OBJECT};
use crate::exec::operate::Trap;
use crate::exec::slot::{Reference, RuntimeType, Slot};
use crate::exec::state::{State, Stop};
use crate::sema::program::ClassId;

impl Machine<'_> {
    /// Sees to it that the run may allocate that many cells more.
    #[inline]
    pub(in crate::exec) fn reserve(&self, state: &State, cells: usize) -> Going<()> {
        let written = (state.output.out.len() + state.output.err.len()) / 4;
        match self.limits.room(state.heap.size() + written, cells) {
            Room::Enough => Ok(()),
            Room::UsedUp => Err(Stop::Memory.into()),
            Room::TooSmall => Err(Stop::Large.into()),
        }
    }

    pub(super) fn new_object(&mut self, state: &mut State, class: ClassId) -> Going<Reference> {
        let ty = RuntimeType::class(class);
        if ty == self.code.layouts.string {
            self.reserve(state, 2)?;
            return Ok(state.heap.allocate_text(ty, Default::default(), Identity::Fresh));
        }
        let fields = self.code.layouts.class(class).slots.len();
        self.reserve(state, fields + 2)?;
        Ok(state.heap.allocate(ty, fields as u32, Identity::Fresh))
    }

    pub(super) fn new_array(&mut self, state: &mut State, ty: RuntimeType, length: i32) -> Going<Reference> {
        let length = u32::try_from(length).map_err(|_| Trap::NegativeSize(length))?;
        self.reserve(state, length as usize + 2)?;
        Ok(state.heap.allocate(ty, length, Identity::Fresh))
    }

    /// `new T[a][b]…`: all lengths are looked at before anything is made, and so is what they come to.
    pub(super) fn new_arrays(
        &mut self,
        state: &mut State,
        ty: RuntimeType,
        lengths: &[i32],
    ) -> Going<Reference> {
        if let Some(&negative) = lengths.iter().find(|&&length| length < 0) {
            return Err(Trap::NegativeSize(negative).into());
        }
        self.reserve(state, lengths.iter().fold(1, |all, &length| (length as usize).saturating_mul(all)))?;
        self.fill_arrays(state, ty, lengths)
    }

    fn fill_arrays(&mut self, state: &mut State, ty: RuntimeType, lengths: &[i32]) -> Going<Reference> {
        let Some((&length, inner)) = lengths.split_first() else { return Ok(Reference::NULL) };
        let array = self.new_array(state, ty, length)?;
        let cell = ty.as_array().and_then(|array| RuntimeType::of(array.cell()));
        if let (Some(cell), false) = (cell, inner.is_empty()) {
            for index in 0..length {
                let element = self.fill_arrays(state, cell, inner)?;
                self.put(state, array, index as usize, element.into())?;
            }
        }
        Ok(array)
    }

    #[inline]
    pub(in crate::exec) fn is_instance(&self, state: &State, object: Reference, ty: RuntimeType) -> bool {
        let actual = native::type_of(&self.code.layouts, &state.heap, object);
        actual == ty || self.code.layouts.is_instance(actual, ty.ty())
    }

    /// Whether the array takes such an object (JLS 10.5), once it is known to be there and long enough.
    pub(super) fn check_store(&self, state: &State, array: Slot, index: Slot, value: Slot) -> Going<()> {
        load(state, array, index)?;
        let (array, value) = (array.reference(), value.reference());
        if value.is_null() {
            return Ok(());
        }
        let cell = state.heap.heap_type(array).and_then(RuntimeType::as_array).map(|ty| ty.cell());
        match cell.and_then(RuntimeType::of) {
            Some(cell) if !self.is_instance(state, value, cell) => Err(Trap::ArrayStore.into()),
            _ => Ok(()),
        }
    }

    #[inline]
    pub(super) fn store(&mut self, state: &mut State, array: Slot, index: Slot, value: Slot) -> Going<()> {
        let array = non_null(array)?;
        let length = state.heap.cells(array).len();
        let index = index.int();
        if index as u32 as usize >= length {
            return Err(Trap::Index { index, length: length as i32 }.into());
        }
        self.put(state, array, index as usize, value)
    }

    /// Writes a cell that is there.
    #[inline]
    pub(super) fn put(
        &mut self,
        state: &mut State,
        object: Reference,
        cell: usize,
        value: Slot,
    ) -> Going<()> {
        if let Some(initialization) = &mut self.initialization {
            initialization.write_object(self.code.program(), &state.heap, object);
        }
        match state.heap.cells_mut(object) {
            Ok(cells) => cells[cell] = value,
            Err(NoObject) => return Err(Stop::Unsupported(NO_OBJECT.to_owned()).into()),
        }
        Ok(())
    }
}

#[inline]
pub(in crate::exec) fn non_null(slot: Slot) -> Result<Reference, Trap> {
    let reference = slot.reference();
    if reference.is_null() { Err(Trap::Null) } else { Ok(reference) }
}

/// The cell of an array.
#[inline]
pub(in crate::exec) fn load(state: &State, array: Slot, index: Slot) -> Result<Slot, Trap> {
    let cells = state.heap.cells(non_null(array)?);
    let index = index.int();
    match cells.get(index as u32 as usize) {
        Some(&value) => Ok(value),
        None => Err(Trap::Index { index, length: cells.len() as i32 }),
    }
}
