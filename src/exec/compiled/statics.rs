//! What compiled classes keep between calls, in the state of a run: their statics, and which of them are initialised. Most are
//! so before the run ([`crate::exec::ground`]), and few runs write to any: copies share them.

use std::sync::Arc;

use crate::exec::slot::{Reference, Slot};

#[derive(Clone, Debug, Default)]
pub(in crate::exec) struct Statics {
    values: Arc<Vec<Slot>>,
    /// By number of the class: whether its initialiser has begun.
    begun: Arc<Vec<bool>>,
    /// Those that have, in order.
    order: Arc<Vec<u32>>,
    /// Of the initialisers of the class path that run: the first object that each has made or would make.
    running: Vec<Reference>,
}

impl Statics {
    #[inline]
    pub(crate) fn get(&self, place: u32) -> Slot {
        self.values.get(place as usize).copied().unwrap_or_default()
    }

    #[inline]
    pub(crate) fn set(&mut self, place: u32, value: Slot) {
        let (place, values) = (place as usize, Arc::make_mut(&mut self.values));
        if place >= values.len() {
            values.resize(place + 1, Slot::ZERO);
        }
        values[place] = value;
    }

    #[inline]
    pub(crate) fn has_begun(&self, class: u32) -> bool {
        self.begun.get(class as usize).copied().unwrap_or_default()
    }

    pub(crate) fn begin(&mut self, class: u32) {
        let (place, begun) = (class as usize, Arc::make_mut(&mut self.begun));
        if place >= begun.len() {
            begun.resize(place + 1, false);
        }
        begun[place] = true;
        Arc::make_mut(&mut self.order).push(class);
    }

    /// An initialiser of the class path is to run; what it makes begins with `next`.
    pub(crate) fn start_initializer(&mut self, next: Reference) {
        self.running.push(next);
    }

    /// The one that was started last ends: where what it has made begins.
    pub(crate) fn end_initializer(&mut self) -> Option<Reference> {
        self.running.pop()
    }

    /// The classes that are initialised, in that order.
    pub(crate) fn order(&self) -> &[u32] {
        &self.order
    }

    /// Becomes a copy of `other`, in the memory that it has.
    pub(crate) fn copy_from(&mut self, other: &Statics) {
        self.values.clone_from(&other.values);
        self.begun.clone_from(&other.begun);
        self.order.clone_from(&other.order);
        self.running.clone_from(&other.running);
    }
}
