//! The state of a run, as plain data: it can be copied, compared and gone on from.

use smallvec::SmallVec;

use crate::exec::code::Register;
use crate::exec::compiled::Statics;
use crate::exec::hashes::Hashes;
use crate::exec::heap::Heap;
use crate::exec::limits::Progress;
use crate::exec::native::{Flags, Output};
use crate::exec::slot::Slot;
use crate::sema::program::{ClassId, MethodId};

/// Whose code a frame runs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Code {
    Driver,
    Method(MethodId),
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    pub code: Code,
    /// The next instruction; of the top frame, only while the run stands still.
    pub pc: u32,
    /// The first register.
    pub base: u32,
    /// The caller's register for the result.
    pub dst: Register,
    /// The step at which it began: no other frame of the run began at it.
    pub since: u64,
}

#[derive(Debug, Default)]
pub(super) struct State {
    pub frames: Vec<Frame>,
    pub registers: Vec<Slot>,
    pub heap: Heap,
    /// The statics that are not final, and which of them the run has assigned.
    pub variables: Vec<Slot>,
    pub assigned: Vec<bool>,
    /// What compiled classes keep.
    pub statics: Statics,
    /// The classes that the run has come to on which the state of others depends ([`Awaited`]).
    pub begun: SmallVec<[ClassId; 2]>,
    /// The objects that were asked for an identity hash code.
    pub hashes: Hashes,
    pub output: Output,
    pub flags: Flags,
    /// Counted against the limit; instructions are what it costs.
    pub steps: u64,
    pub instructions: u64,
}

impl State {
    /// About how many cells a copy of it copies.
    pub(super) fn extent(&self) -> u64 {
        (self.registers.len() + self.heap.extent_of_copy() + self.hashes.extent()) as u64
            + (self.output.out.len() + self.output.err.len()) as u64 / 4
    }

    pub(super) fn progress(&self) -> Progress {
        Progress { instructions: self.instructions, steps: self.steps, cells: self.heap.size() as u64 }
    }

    /// What has happened in the run.
    pub(super) const fn flags(&self) -> Flags {
        Flags { shared_state: self.flags.shared_state || self.heap.is_touched(), ..self.flags }
    }

    /// Becomes a copy of `other`, in the memory that this state has.
    pub(super) fn copy_from(&mut self, other: &State) {
        self.frames.clone_from(&other.frames);
        self.registers.clone_from(&other.registers);
        self.heap.copy_from(&other.heap);
        self.variables.clone_from(&other.variables);
        self.assigned.clone_from(&other.assigned);
        self.statics.copy_from(&other.statics);
        self.begun.clone_from(&other.begun);
        self.hashes.copy_from(&other.hashes);
        self.output.copy_from(&other.output);
        self.flags = other.flags;
        self.steps = other.steps;
        self.instructions = other.instructions;
    }
}

/// Why a run stands still.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Stop {
    /// The bottom frame returns.
    Returned,
    /// An exception leaves the bottom frame.
    Uncaught(crate::exec::slot::Reference),
    /// At a place where mutants differ; the run may go on.
    Site(crate::exec::code::SiteId),
    /// So many steps that the caller wants to know; the run may go on.
    Alarm,
    Steps,
    Frames,
    Memory,
    /// At an array or a text that is larger than all that a run may allocate, which is small: a JVM may have room for it.
    Large,
    /// At a limit of stack or memory, or at the use of a class whose initialiser throws, where the program would catch the
    /// error that the JVM throws.
    Caught,
    /// The original uses a class whose initialiser throws.
    Unusable(String),
    /// At the limit of its steps in a loop that only counts.
    Counts,
    /// A state came again.
    Diverges,
    /// A label's trap sprang.
    Trap,
    Unsupported(String),
    StaticState(String),
}
