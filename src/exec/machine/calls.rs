//! Calls of native methods, and which method a virtual call runs.

use smallvec::SmallVec;

use super::{Going, Halt, Machine};
use crate::exec::code::CallSite;
use crate::exec::linked::ProgramCode;
use crate::exec::native::{self, Abrupt, Flags, NativeContext};
use crate::exec::slot::{RuntimeType, Slot};
use crate::exec::state::{Code, State, Stop};
use crate::sema::program::MethodId;

impl Machine<'_> {
    pub(super) fn call_native(
        &mut self,
        state: &mut State,
        native: &native::Native,
        arguments: &[Slot],
    ) -> Going<Slot> {
        let before = std::mem::take(&mut state.flags);
        let caller = caller(state);
        let finals = match &self.initialization {
            None => &self.image.finals,
            Some(initialization) => &initialization.finals,
        };
        let mut context = NativeContext {
            program: self.code.program(),
            layouts: &self.code.layouts,
            compiled: self.code.compiled.as_ref(),
            pool: &self.code.pool,
            heap: &mut state.heap,
            statics: &mut state.statics,
            finals,
            hashes: &mut state.hashes,
            caller,
            is_of_a_test: self.initialization.is_none(),
            is_lenient: self.is_lenient,
            output: &mut state.output,
            flags: &mut state.flags,
            steps: &mut state.steps,
            limits: self.limits,
        };
        let result = (native.function)(&mut context, arguments);
        let sifted = if state.flags == Flags::default() { Ok(()) } else { self.sift_flags(state) };
        state.flags.add(before);
        sifted?;
        result.map_err(|abrupt| match abrupt {
            Abrupt::Throw(exception) => Halt::Throw(exception),
            Abrupt::Unsupported(what) if what == native::DEPENDS => {
                Stop::Unsupported(native.depends()).into()
            }
            Abrupt::Unsupported(what) => Stop::Unsupported(what.into_owned()).into(),
            Abrupt::Initialize(class) => Halt::Initialize(class),
            Abrupt::Call(method, arguments) => Halt::Call(method, arguments),
            Abrupt::Construct(construction) => Halt::Construct(construction),
            Abrupt::Memory => Stop::Memory.into(),
            Abrupt::Large => Stop::Large.into(),
            Abrupt::Steps => Stop::Steps.into(),
            Abrupt::Trap => Stop::Trap.into(),
        })
    }

    /// What a native method has just flagged, as far as it matters there.
    #[cold]
    fn sift_flags(&self, state: &mut State) -> Going<()> {
        if self.in_initializer_of_jdk(state) {
            // What the JDK's classes set up by such numbers shows in no result.
            let shared_state = state.flags.shared_state;
            state.flags = Flags { shared_state, ..state.flags.asked_beside_maths() };
        }
        // All runs would share it, whether they come to that class or not.
        if self.initialization.is_some() && state.flags.identity_hash && self.in_compiled_initializer(state) {
            let what = "an identity hash code, the time, a setting of the machine or open digits of Math, asked for in the static initialiser \
                        of a class of the class path";
            return Err(Stop::Unsupported(what.to_owned()).into());
        }
        Ok(())
    }

    /// Whether the code that is running is the JDK's own.
    #[cold]
    pub(in crate::exec) fn is_called_by_jdk(&self, state: &State) -> bool {
        caller(state)
            .zip(self.code.compiled.as_ref())
            .is_some_and(|(caller, compiled)| compiled.has_of_jdk(caller))
    }

    #[cold]
    pub(in crate::exec) fn in_initializer_of_jdk(&self, state: &State) -> bool {
        let Some(compiled) = &self.code.compiled else { return false };
        state.frames.iter().any(|frame| match frame.code {
            Code::Method(method) => {
                compiled.method(method).is_some_and(|m| m.is_of_jdk && m.is_initializer())
            }
            Code::Driver => false,
        })
    }
}

/// The method that runs; none where a test does.
#[inline]
fn caller(state: &State) -> Option<MethodId> {
    match state.frames.last()?.code {
        Code::Method(method) => Some(method),
        Code::Driver => None,
    }
}

/// The arguments of a call of a native method; most have few.
#[inline]
pub(in crate::exec) fn arguments(registers: &[Slot], site: &CallSite) -> SmallVec<[Slot; 4]> {
    let mut few = [Slot::ZERO; 4];
    let count = site.arguments.len();
    if count > few.len() {
        return site.arguments.iter().map(|&a| registers[a as usize]).collect();
    }
    for (argument, &a) in few.iter_mut().zip(&site.arguments) {
        *argument = registers[a as usize];
    }
    SmallVec::from_buf_and_len(few, count)
}

/// The last answers to which method a virtual call runs.
#[derive(Default)]
pub(super) struct DispatchCache {
    entries: Vec<Option<(RuntimeType, MethodId, MethodId)>>,
}

impl DispatchCache {
    /// Pairs of a class and a method whose target is remembered: what a run in a library with many small classes uses seldom falls
    /// together in as many.
    const SIZE: usize = 1024;

    #[inline]
    pub(super) fn find(&mut self, code: &ProgramCode, ty: RuntimeType, method: MethodId) -> Option<MethodId> {
        use crate::index::Id;
        if self.entries.is_empty() {
            self.entries.resize(Self::SIZE, None);
        }
        let place = (ty.bits() as usize).wrapping_mul(31).wrapping_add(method.index()) % Self::SIZE;
        if let Some((t, m, target)) = self.entries[place]
            && t == ty
            && m == method
        {
            return Some(target);
        }
        let program = code.program();
        // Arrays have the methods of Object.
        let class = ty.as_class().unwrap_or(program.well_known.object);
        let target = code.implementation(class, method)?;
        self.entries[place] = Some((ty, method, target));
        Some(target)
    }
}
