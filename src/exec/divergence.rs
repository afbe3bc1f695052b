//! Proof that a run never ends: a state that comes again (SEMANTICS §2).
//!
//! The program is deterministic, so a run that is twice in the same state, at a loop head, goes round for ever. The
//! state is everything that the rest of the run can depend on: the frames with their registers, the statics that
//! are not final, and the heap they reach, up to the renaming of references; text written is no part of it. A
//! dead register that differs only delays the proof, for what is in it repeats as well, one round later.
//!
//! Endless recursion: a call of the same method with the same arguments, statics and reachable heap as a call that is
//! still under way. What it does depends on nothing else, so it calls itself again, and again.
//!
//! After Brent, one state is kept and compared with each later one, and replaced after 1, 2, 4, 8, … of them: a cycle
//! of any length is found within a small multiple of it. A state can be as large as the heap, and where that
//! grows with each iteration, looking at every state would cost its square: so the tokens looked at are paid
//! for by the steps run ([`TOKENS_PER_STEP`]), and a watch in debt lets states pass.

use crate::exec::code::MethodCode;
use crate::exec::driver::DriverCode;
use crate::exec::linked::ProgramCode;
use crate::exec::native;
use crate::exec::observe::{Comparison, Sink};
use crate::exec::slot::{Place, Reference, Slot};
use crate::exec::state::{Code, Frame, State};
use crate::index::Id;
use crate::sema::types::Ty;
use rustc_hash::FxHashMap;

/// How many tokens of states may be looked at for each step of the run.
const TOKENS_PER_STEP: u64 = 32;

/// Watches a run from alarm to alarm.
#[derive(Debug, Default)]
pub(super) struct Watch {
    loops: Kept,
    calls: Kept,
    /// When the call that is kept began.
    kept_call: u64,
    /// The tokens looked at.
    spent: u64,
}

#[derive(Debug, Default)]
struct Kept {
    /// How many states were seen since this one was kept, and after how many it is replaced.
    seen: u64,
    patience: u64,
    place: Option<(Code, u32, usize)>,
    tokens: Vec<u64>,
}

/// How a run goes on for ever.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Endless {
    Loop,
    /// On the JVM, until the stack is full.
    Recursion,
}

impl Watch {
    /// Takes note of the state at a loop head or at the start of a call; says whether it came before.
    pub fn note(&mut self, code: &ProgramCode, state: &State, driver: &DriverCode) -> Option<Endless> {
        let frame = state.frames.last()?;
        let depth = state.frames.len();
        // The call that was kept must be under way still, below the one that is met.
        let kept_frame = self.calls.place.and_then(|(_, _, kept)| state.frames[..depth - 1].get(kept - 1));
        if kept_frame.is_none_or(|kept| kept.since != self.kept_call) {
            self.calls.place = None;
        }
        let walk = Walk { code, state, driver };
        let spent = &mut self.spent;
        if frame.pc == 0 {
            let kept = &mut self.calls;
            let same_method = kept.place.is_some_and(|(kept, _, _)| kept == frame.code);
            let again = kept.meet((frame.code, 0, depth), same_method, spent, |sink| walk.call(*frame, sink));
            if kept.place == Some((frame.code, 0, depth)) {
                self.kept_call = frame.since;
            }
            again.then_some(Endless::Recursion)
        } else {
            let place = (frame.code, frame.pc, depth);
            let same_place = self.loops.place == Some(place);
            let again = self.loops.meet(place, same_place, spent, |sink| walk.everything(sink));
            again.then_some(Endless::Loop)
        }
    }

    /// The tokens looked at so far.
    pub fn spent(&self) -> u64 {
        self.spent
    }

    /// After how many steps the next state may be looked at.
    pub fn rest(&self, steps: u64) -> u64 {
        (self.spent / TOKENS_PER_STEP).saturating_sub(steps).max(1)
    }
}

/// Takes tokens for one or the other purpose.
struct Taker<'a> {
    purpose: Purpose<'a>,
    spent: &'a mut u64,
}

enum Purpose<'a> {
    Keep(&'a mut Vec<u64>),
    Compare(Comparison<'a>),
}

impl Sink for Taker<'_> {
    fn put(&mut self, token: u64) -> bool {
        *self.spent += 1;
        match &mut self.purpose {
            Purpose::Keep(tokens) => tokens.put(token),
            Purpose::Compare(comparison) => comparison.put(token),
        }
    }
}

impl Kept {
    fn meet(
        &mut self,
        place: (Code, u32, usize),
        comparable: bool,
        spent: &mut u64,
        walk: impl Fn(&mut Taker<'_>) -> bool,
    ) -> bool {
        if comparable {
            let mut taker = Taker { purpose: Purpose::Compare(Comparison::with(&self.tokens)), spent };
            let finished = walk(&mut taker);
            if let Purpose::Compare(comparison) = taker.purpose
                && comparison.is_equal(finished)
            {
                return true;
            }
        }
        self.seen += 1;
        if self.place.is_none() || self.seen >= self.patience {
            self.seen = 0;
            self.patience = if self.place.is_none() { 1 } else { self.patience.saturating_mul(2) };
            self.place = Some(place);
            self.tokens.clear();
            walk(&mut Taker { purpose: Purpose::Keep(&mut self.tokens), spent });
        }
        false
    }
}

struct Walk<'a> {
    code: &'a ProgramCode,
    state: &'a State,
    driver: &'a DriverCode,
}

#[derive(Default)]
struct Numbering {
    numbers: FxHashMap<Reference, u64>,
    order: Vec<Reference>,
}

impl Walk<'_> {
    fn code_of(&self, frame: Frame) -> &MethodCode {
        match frame.code {
            Code::Driver => &self.driver.code,
            Code::Method(method) => self.code.code_of(method),
        }
    }

    /// The whole state.
    fn everything(&self, sink: &mut Taker<'_>) -> bool {
        let mut numbering = Numbering::default();
        // From the top: that is where states differ first.
        for &frame in self.state.frames.iter().rev() {
            let code = match frame.code {
                Code::Driver => u64::MAX,
                Code::Method(method) => method.index() as u64,
            };
            let taken = sink.put(code)
                && sink.put(u64::from(frame.pc))
                && self.registers(frame, self.code_of(frame).registers as usize, &mut numbering, sink);
            if !taken {
                return false;
            }
        }
        self.statics(&mut numbering, sink) && self.heap(&mut numbering, sink)
    }

    /// What a call that begins depends on.
    fn call(&self, frame: Frame, sink: &mut Taker<'_>) -> bool {
        let mut numbering = Numbering::default();
        // All other registers are zero still.
        self.registers(frame, self.code_of(frame).registers as usize, &mut numbering, sink)
            && self.statics(&mut numbering, sink)
            && self.heap(&mut numbering, sink)
    }

    fn registers(&self, frame: Frame, count: usize, numbering: &mut Numbering, sink: &mut Taker<'_>) -> bool {
        let kinds = &self.code_of(frame).is_reference;
        let registers = &self.state.registers[frame.base as usize..][..count];
        registers.iter().zip(kinds).all(|(&value, &is_reference)| {
            if is_reference { self.reference(value, numbering, sink) } else { sink.put(value.0) }
        })
    }

    fn statics(&self, numbering: &mut Numbering, sink: &mut Taker<'_>) -> bool {
        let fields = self.code.layouts.variables.iter().zip(&self.state.variables);
        fields.zip(&self.state.assigned).all(|((&field, &value), &assigned)| {
            sink.put(u64::from(assigned))
                && self.typed(self.code.program().fields[field].ty, value, numbering, sink)
        })
    }

    /// The objects that were met, and those that they lead to.
    fn heap(&self, numbering: &mut Numbering, sink: &mut Taker<'_>) -> bool {
        let mut next = 0;
        while let Some(&object) = numbering.order.get(next) {
            if !self.object(object, numbering, sink) {
                return false;
            }
            next += 1;
        }
        true
    }

    fn typed(&self, ty: Ty, value: Slot, numbering: &mut Numbering, sink: &mut Taker<'_>) -> bool {
        if ty.is_reference() { self.reference(value, numbering, sink) } else { sink.put(value.0) }
    }

    fn reference(&self, value: Slot, numbering: &mut Numbering, sink: &mut Taker<'_>) -> bool {
        let object = value.reference();
        // What needs no object of the run is the same in every state.
        if object.is_null() || !object.in_heap() || self.state.heap.is_shared(object) {
            return sink.put(0) && sink.put(value.0);
        }
        let next = numbering.order.len() as u64;
        let number = *numbering.numbers.entry(object).or_insert(next);
        if number == next {
            numbering.order.push(object);
        }
        sink.put(1) && sink.put(number)
    }

    fn object(&self, object: Reference, numbering: &mut Numbering, sink: &mut Taker<'_>) -> bool {
        let layouts = &self.code.layouts;
        let heap = &self.state.heap;
        let ty = native::type_of(layouts, heap, object);
        let identity = heap.identity(object) as u64;
        if !(sink.put(u64::from(ty.bits())) && sink.put(identity)) {
            return false;
        }
        if ty == layouts.string {
            return self.text(object, sink);
        }
        let cells = heap.cells(object);
        if let Some(array) = ty.as_array() {
            return sink.put(cells.len() as u64)
                && cells.iter().all(|&cell| self.typed(array.cell(), cell, numbering, sink));
        }
        let Some(class) = ty.as_class() else { return true };
        let fields = layouts.class(class).fields.iter().zip(cells);
        fields
            .into_iter()
            .all(|(&field, &cell)| self.typed(self.code.program().fields[field].ty, cell, numbering, sink))
    }

    fn text(&self, string: Reference, sink: &mut Taker<'_>) -> bool {
        debug_assert!(matches!(string.place(), Place::Heap(_)));
        let text = native::text_of(&self.code.pool, &self.state.heap, string);
        sink.put(text.len() as u64) && text.units().iter().all(|&unit| sink.put(u64::from(unit)))
    }
}
