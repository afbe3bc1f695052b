//! Evaluates a pure version of a node in place, to see what it would give: no one notices, for it writes
//! temporaries that are free at the node and the node's own register, which is put back.

use crate::exec::code::{CallKind, Instruction, MethodCode, Pc, Register};
use crate::exec::limits::Limits;
use crate::exec::linked::ProgramCode;
use crate::exec::machine::{arguments, load, non_null};
use crate::exec::native::{self, NativeContext};
use crate::exec::operate::{self, Trap};
use crate::exec::slot::Slot;
use crate::exec::state::State;

/// What a version of a node gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Effect {
    /// Goes on at a place, with a value.
    Exit(Pc, Slot),
    Trap(Trap),
    /// Only running on can tell.
    Unknown,
}

impl Effect {
    /// Whether two versions surely go on alike.
    pub(super) fn agrees(self, other: Effect) -> bool {
        self != Effect::Unknown && self == other
    }
}

/// A version of a node: its code, and where its value goes.
#[derive(Clone, Copy)]
pub(super) struct VersionOfNode<'a> {
    pub code: &'a MethodCode,
    pub start: Pc,
    pub end: Pc,
    pub value: Option<Register>,
}

pub(super) fn speculate(
    program: &ProgramCode,
    image_finals: &[Slot],
    state: &mut State,
    version: VersionOfNode<'_>,
    effort: &mut u64,
) -> Effect {
    let base = state.frames.last().map_or(0, |frame| frame.base as usize);
    let kept = version.value.map(|register| state.registers[base + register as usize]);
    let mut evaluation =
        Evaluation { program, image_finals, state, version, base, pc: version.start, effort };
    let effect = match evaluation.run() {
        Ok(pc) => {
            let value = version.value.map(|register| evaluation.register(register));
            Effect::Exit(pc, value.unwrap_or_default())
        }
        Err(effect) => effect,
    };
    if let (Some(register), Some(kept)) = (version.value, kept) {
        state.registers[base + register as usize] = kept;
    }
    effect
}

struct Evaluation<'a> {
    program: &'a ProgramCode,
    image_finals: &'a [Slot],
    state: &'a mut State,
    version: VersionOfNode<'a>,
    base: usize,
    pc: Pc,
    /// What library methods charge for their work.
    effort: &'a mut u64,
}

impl From<Trap> for Effect {
    fn from(trap: Trap) -> Effect {
        Effect::Trap(trap)
    }
}

impl Evaluation<'_> {
    #[inline]
    fn register(&self, register: Register) -> Slot {
        self.state.registers[self.base + register as usize]
    }

    #[inline]
    fn set(&mut self, register: Register, value: impl Into<Slot>) {
        self.state.registers[self.base + register as usize] = value.into();
    }

    /// Runs to where the version is left.
    fn run(&mut self) -> Result<Pc, Effect> {
        while (self.version.start..self.version.end).contains(&self.pc) {
            let instruction = self.version.code.instructions[self.pc as usize];
            self.pc += 1;
            self.step(instruction)?;
        }
        Ok(self.pc)
    }

    #[inline(always)]
    fn step(&mut self, instruction: Instruction) -> Result<(), Effect> {
        match instruction {
            Instruction::Move { dst, src } => self.set(dst, self.register(src)),
            Instruction::Load { dst, value } => self.set(dst, value),
            Instruction::LoadConstant { dst, index } => {
                self.set(dst, Slot(self.version.code.constants[index as usize]));
            }
            Instruction::Int { op, dst, a, b } => {
                let value = operate::int(op, self.register(a).int(), self.register(b).int())?;
                self.set(dst, value);
            }
            Instruction::IntImmediate { op, dst, a, value } => {
                let value = operate::int(op, self.register(a).int(), value)?;
                self.set(dst, value);
            }
            Instruction::Long { op, dst, a, b } => {
                let value = operate::long(op, self.register(a).long(), self.register(b).long())?;
                self.set(dst, value);
            }
            Instruction::Float { op, dst, a, b } => {
                self.set(dst, operate::float(op, self.register(a).float(), self.register(b).float()));
            }
            Instruction::Double { op, dst, a, b } => {
                self.set(dst, operate::double(op, self.register(a).double(), self.register(b).double()));
            }
            Instruction::Unary { op, dst, a } => self.set(dst, operate::unary(op, self.register(a))),
            Instruction::Convert { from, to, dst, a } => {
                self.set(dst, operate::convert(from, to, self.register(a)));
            }
            Instruction::Jump { target } => self.pc = target,
            Instruction::JumpIf { condition, wanted, target } => {
                self.jump_if(self.register(condition).boolean() == wanted, target);
            }
            Instruction::JumpInt { op, a, b, target } => {
                let holds = operate::compare_int(op, self.register(a).int(), self.register(b).int());
                self.jump_if(holds, target);
            }
            Instruction::JumpIntImmediate { op, a, value, target } => {
                let holds = operate::compare_int(op, self.register(a).int(), i32::from(value));
                self.jump_if(holds, target);
            }
            Instruction::JumpNull { a, wanted, target } => {
                self.jump_if(self.register(a).reference().is_null() == wanted, target);
            }
            Instruction::Site { .. } | Instruction::SiteMove { .. } | Instruction::SiteLoad { .. } => {}
            other => self.look(other)?,
        }
        Ok(())
    }

    #[inline]
    fn jump_if(&mut self, holds: bool, target: Pc) {
        if holds {
            self.pc = target;
        }
    }

    /// What reads the heap.
    fn look(&mut self, instruction: Instruction) -> Result<(), Effect> {
        match instruction {
            Instruction::NullCheck { a } => {
                non_null(self.register(a))?;
            }
            Instruction::ArrayLength { dst, array } => {
                let array = non_null(self.register(array))?;
                self.set(dst, self.state.heap.cells(array).len() as i32);
            }
            Instruction::ArrayLoad { dst, array, index } => {
                let value = load(self.state, self.register(array), self.register(index))?;
                self.set(dst, value);
            }
            Instruction::GetField { dst, object, slot } => {
                let object = non_null(self.register(object))?;
                self.set(dst, self.state.heap.cells(object)[slot as usize]);
            }
            Instruction::Unbox { dst, a } => {
                let object = non_null(self.register(a))?;
                self.set(dst, self.state.heap.cells(object)[0]);
            }
            Instruction::GetFinal { dst, slot } => self.set(dst, self.image_finals[slot as usize]),
            Instruction::CheckCast { a, ty } => {
                let object = self.register(a).reference();
                if !object.is_null() && !self.is_instance(object, ty) {
                    return Err(Trap::ClassCast.into());
                }
            }
            Instruction::InstanceOf { dst, a, ty } => {
                let object = self.register(a).reference();
                self.set(dst, !object.is_null() && self.is_instance(object, ty));
            }
            Instruction::Call { dst, index } => self.call_native(dst, index)?,
            _ => return Err(Effect::Unknown),
        }
        Ok(())
    }

    fn is_instance(&self, object: crate::exec::slot::Reference, ty: crate::exec::slot::RuntimeType) -> bool {
        let layouts = &self.program.layouts;
        let actual = native::type_of(layouts, &self.state.heap, object);
        actual == ty || layouts.is_instance(actual, ty.ty())
    }

    /// A pure method: it allocates only what it throws, and then only running on can tell.
    fn call_native(&mut self, dst: Register, index: u32) -> Result<(), Effect> {
        let site = &self.version.code.calls[index as usize];
        let native = site.native.ok_or(Effect::Unknown)?;
        let arguments = arguments(&self.state.registers[self.base..], site);
        if site.kind != CallKind::Direct {
            non_null(arguments[0])?;
        }
        let state = &mut *self.state;
        let extent = state.heap.extent();
        let mut context = NativeContext {
            program: self.program.program(),
            layouts: &self.program.layouts,
            compiled: self.program.compiled.as_ref(),
            pool: &self.program.pool,
            heap: &mut state.heap,
            statics: &mut state.statics,
            finals: self.image_finals,
            hashes: &mut state.hashes,
            caller: None,
            is_of_a_test: false,
            is_lenient: false,
            output: &mut state.output,
            flags: &mut state.flags,
            steps: self.effort,
            limits: Limits { steps: u64::MAX, ..Limits::default() },
        };
        match (native.function)(&mut context, &arguments) {
            Ok(result) => {
                self.set(dst, result);
                Ok(())
            }
            Err(_) => {
                self.state.heap.forget(extent);
                Err(Effect::Unknown)
            }
        }
    }
}
