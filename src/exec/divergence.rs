//! Proof that a run never ends: a state that comes again (SEMANTICS §2).
//!
//! The program is deterministic, so a run that is twice in the same state, at a loop head, goes round for ever. The
//! state is everything that the way it goes can depend on: the frames with their registers, the statics that are not
//! final, and the heap they reach, up to the renaming of references; text written is no part of it. A dead register
//! that differs only delays the proof, for what is in it repeats as well, one round later.
//!
//! Within one call less is enough: what lies below it on the stack has not moved, and of its own registers those count
//! that guide the loop ([`guides`]). The others may go on counting: nothing asks for them before the loop ends, and it
//! does not.
//!
//! Endless recursion: a call of the same method with the same arguments, statics and reachable heap as a call that is
//! still under way. What it does depends on nothing else, so it calls itself again, and again.
//!
//! After Brent, one state is kept and compared with each later one, and replaced after 1, 2, 4, 8, … of them: a cycle
//! of any length is found within a small multiple of it. A state can be as large as the heap, and where that
//! grows with each iteration, looking at every state would cost its square: so the tokens looked at are paid
//! for by the steps run ([`TOKENS_PER_STEP`]), and a watch in debt lets states pass.

use crate::exec::code::MethodCode;
use crate::exec::compiled::{CURRENT_THREAD, PROPERTIES, STANDARD_INPUT};
use crate::exec::driver::DriverCode;
use crate::exec::guides::{Active, Loops};
use crate::exec::linked::ProgramCode;
use crate::exec::native;
use crate::exec::slot::{Place, Reference, Slot};
use crate::exec::state::{Code, Frame, State};
use crate::index::Id;
use crate::sema::types::Ty;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// How many tokens of states may be looked at for each step of the run.
const TOKENS_PER_STEP: u64 = 12;

/// Behind a list whose length no token says.
const END: u64 = u64::MAX;

/// Watches a run from alarm to alarm.
#[derive(Debug, Default)]
pub(super) struct Watch {
    loops: Kept,
    calls: Kept,
    /// The tokens looked at.
    spent: u64,
}

#[derive(Debug, Default)]
struct Kept {
    /// How many states were seen since this one was kept, and after how many it is replaced.
    seen: u64,
    patience: u64,
    place: Option<(Code, u32, usize)>,
    /// When its frame began.
    since: u64,
    tokens: Vec<u64>,
    /// Of a loop: by register, whether it guides it, and the part of the state that does.
    guides: Arc<[bool]>,
    guiding: Vec<u64>,
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
    pub(super) fn note(&mut self, walk: &Walk<'_>, loops: &mut Loops, active: Active) -> Option<Endless> {
        let frame = *walk.state.frames.last()?;
        let place = (frame.code, frame.pc, walk.state.frames.len());
        if frame.pc == 0 {
            self.call(walk, frame, place).then_some(Endless::Recursion)
        } else {
            self.round(walk, frame, loops, active).then_some(Endless::Loop)
        }
    }

    fn call(&mut self, walk: &Walk<'_>, frame: Frame, place: (Code, u32, usize)) -> bool {
        let (kept, spent) = (&mut self.calls, &mut self.spent);
        // The call that was kept must be under way still, below the one that is met.
        let below = &walk.state.frames[..place.2 - 1];
        let kept_frame = kept.place.and_then(|(_, _, kept)| below.get(kept - 1));
        if kept_frame.is_none_or(|frame| frame.since != kept.since) {
            kept.place = None;
        }
        let is_same_method = kept.place.is_some_and(|(kept, _, _)| kept == frame.code);
        if is_same_method && is_again(&kept.tokens, spent, |sink| walk.call(frame, sink)) {
            return true;
        }
        if kept.is_due() {
            kept.keep(place, frame.since);
            keep(&mut kept.tokens, spent, |sink| walk.call(frame, sink));
        }
        false
    }

    fn round(&mut self, walk: &Walk<'_>, frame: Frame, loops: &mut Loops, active: Active) -> bool {
        let place = (frame.code, frame.pc, walk.state.frames.len());
        let (kept, spent) = (&mut self.loops, &mut self.spent);
        let is_again = kept.place == Some(place)
            && if kept.since == frame.since {
                is_again(&kept.guiding, spent, |sink| walk.guiding(frame, &kept.guides, sink))
            } else {
                is_again(&kept.tokens, spent, |sink| walk.everything(sink))
            };
        if is_again {
            return true;
        }
        if kept.is_due() {
            if kept.place != Some(place) {
                let code = walk.code_of(frame);
                *spent += code.instructions.len() as u64;
                kept.guides = loops.guides(frame.code, code, frame.pc, active);
            }
            kept.keep(place, frame.since);
            keep(&mut kept.guiding, spent, |sink| walk.guiding(frame, &kept.guides, sink));
            keep(&mut kept.tokens, spent, |sink| walk.everything(sink));
        }
        false
    }

    /// The tokens looked at so far.
    pub(super) fn spent(&self) -> u64 {
        self.spent
    }

    /// After how many steps the next state may be looked at.
    pub(super) fn rest(&self, steps: u64) -> u64 {
        (self.spent / TOKENS_PER_STEP).saturating_sub(steps).max(1)
    }
}

/// Takes tokens until it has seen enough.
trait Sink {
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
struct Comparison<'a> {
    expected: &'a [u64],
    next: usize,
}

impl<'a> Comparison<'a> {
    fn with(expected: &'a [u64]) -> Self {
        Comparison { expected, next: 0 }
    }

    /// Takes cells up to the first that differs, and says how many these are.
    fn take_equal(&mut self, cells: &[Slot]) -> usize {
        let expected = self.expected.get(self.next..).unwrap_or_default();
        let equal = expected.iter().zip(cells).take_while(|(expected, cell)| **expected == cell.0).count();
        self.next += equal;
        equal
    }

    /// Whether all tokens came, and no other.
    fn is_equal(&self, finished: bool) -> bool {
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

/// Takes tokens for one or the other purpose.
struct Taker<'a> {
    purpose: Purpose<'a>,
    spent: &'a mut u64,
}

enum Purpose<'a> {
    Keep(&'a mut Vec<u64>),
    Compare(Comparison<'a>),
}

impl Taker<'_> {
    /// The same as each of them by itself, for arrays of thousands.
    fn put_all(&mut self, cells: &[Slot]) -> bool {
        let taken = match &mut self.purpose {
            Purpose::Keep(tokens) => {
                tokens.extend(cells.iter().map(|cell| cell.0));
                cells.len()
            }
            Purpose::Compare(comparison) => comparison.take_equal(cells),
        };
        // The first that differs was looked at, too.
        *self.spent += (taken + 1).min(cells.len()) as u64;
        taken == cells.len()
    }
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
    /// Whether the state that is met now is the one to be kept.
    fn is_due(&mut self) -> bool {
        self.seen += 1;
        self.place.is_none() || self.seen >= self.patience
    }

    fn keep(&mut self, place: (Code, u32, usize), since: u64) {
        self.seen = 0;
        // Where a call has ended, the next one is looked at for as long as that one would have been.
        self.patience =
            if self.place.is_none() { self.patience.max(1) } else { self.patience.saturating_mul(2) };
        self.place = Some(place);
        self.since = since;
    }
}

/// Whether a walk gives just these tokens.
fn is_again(tokens: &[u64], spent: &mut u64, walk: impl Fn(&mut Taker<'_>) -> bool) -> bool {
    let mut taker = Taker { purpose: Purpose::Compare(Comparison::with(tokens)), spent };
    let finished = walk(&mut taker);
    matches!(taker.purpose, Purpose::Compare(comparison) if comparison.is_equal(finished))
}

fn keep(tokens: &mut Vec<u64>, spent: &mut u64, walk: impl Fn(&mut Taker<'_>) -> bool) {
    tokens.clear();
    walk(&mut Taker { purpose: Purpose::Keep(tokens), spent });
}

/// A state, and what its parts mean.
pub(super) struct Walk<'a> {
    pub code: &'a ProgramCode,
    pub state: &'a State,
    pub driver: &'a DriverCode,
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
                && self.registers(frame, &mut numbering, sink);
            if !taken {
                return false;
            }
        }
        self.statics(&mut numbering, sink) && self.heap(&mut numbering, sink)
    }

    /// What the way round a loop depends on.
    fn guiding(&self, frame: Frame, guides: &[bool], sink: &mut Taker<'_>) -> bool {
        let mut numbering = Numbering::default();
        self.some_registers(frame, |register| guides[register], &mut numbering, sink)
            && self.statics(&mut numbering, sink)
            && self.heap(&mut numbering, sink)
    }

    /// What a call that begins depends on.
    fn call(&self, frame: Frame, sink: &mut Taker<'_>) -> bool {
        let mut numbering = Numbering::default();
        // All other registers are zero still.
        self.registers(frame, &mut numbering, sink)
            && self.statics(&mut numbering, sink)
            && self.heap(&mut numbering, sink)
    }

    fn registers(&self, frame: Frame, numbering: &mut Numbering, sink: &mut Taker<'_>) -> bool {
        self.some_registers(frame, |_| true, numbering, sink)
    }

    fn some_registers(
        &self,
        frame: Frame,
        counts: impl Fn(usize) -> bool,
        numbering: &mut Numbering,
        sink: &mut Taker<'_>,
    ) -> bool {
        let code = self.code_of(frame);
        let registers = &self.state.registers[frame.base as usize..][..code.registers as usize];
        let mut counted = registers.iter().zip(&code.is_reference).enumerate().filter(|(at, _)| counts(*at));
        counted.all(
            |(_, (&value, &is_reference))| {
                if is_reference { self.reference(value, numbering, sink) } else { sink.put(value.0) }
            },
        )
    }

    fn statics(&self, numbering: &mut Numbering, sink: &mut Taker<'_>) -> bool {
        let fields = self.code.layouts.variables.iter().zip(&self.state.variables);
        fields.zip(&self.state.assigned).all(|((&field, &value), &assigned)| {
            sink.put(u64::from(assigned))
                && self.typed(self.code.program().fields[field].ty, value, numbering, sink)
        }) && self.compiled_statics(numbering, sink)
    }

    /// Those of compiled classes, in the order of their initialisation, which the run itself determines: where as many are
    /// initialised, the same are. Then what it has written to objects of the base, none of which tests share. Of what was there before
    /// the run, what is another now; [`END`] is no place and no object.
    fn compiled_statics(&self, numbering: &mut Numbering, sink: &mut Taker<'_>) -> bool {
        let Some(compiled) = &self.code.compiled else { return true };
        let (statics, before) = (&self.state.statics, &self.code.image().statics);
        let is_changed = |&place: &u32| statics.get(place) != before.get(place);
        let mut changed =
            statics.order().iter().flat_map(|&class| compiled.statics_of(class)).filter(is_changed);
        let mut written = self.state.heap.written();
        // What no class holds: a thread has values of its own, and the system has properties.
        let of_none = [CURRENT_THREAD, PROPERTIES, STANDARD_INPUT].map(|place| statics.get(place));
        of_none.into_iter().all(|value| self.reference(value, numbering, sink))
            && sink.put(statics.order().len() as u64)
            && changed.all(|place| {
                let value = statics.get(place);
                sink.put(u64::from(place))
                    && if compiled.static_is_reference(place as usize) {
                        self.reference(value, numbering, sink)
                    } else {
                        sink.put(value.0)
                    }
            })
            && sink.put(END)
            && written.all(|object| sink.put(u64::from(object.0)) && self.object(object, numbering, sink))
            && sink.put(END)
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
        if object.is_null() || !object.in_heap() || self.state.heap.is_of_base(object) {
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
                && if array.cell().is_reference() {
                    cells.iter().all(|&cell| self.reference(cell, numbering, sink))
                } else {
                    sink.put_all(cells)
                };
        }
        let Some(class) = ty.as_class() else { return true };
        layouts.class(class).slots.iter().zip(cells).all(|(slot, &cell)| {
            if slot.is_reference { self.reference(cell, numbering, sink) } else { sink.put(cell.0) }
        })
    }

    fn text(&self, string: Reference, sink: &mut Taker<'_>) -> bool {
        debug_assert!(matches!(string.place(), Place::Heap(_)));
        let text = native::text_of(&self.code.pool, &self.state.heap, string);
        sink.put(text.len() as u64) && text.units().iter().all(|&unit| sink.put(u64::from(unit)))
    }
}
