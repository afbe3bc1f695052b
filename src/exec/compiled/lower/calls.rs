//! Calls of methods and constructors.

use super::{Kind, Lowered, Lowerer};
use crate::class_files::code::Member;
use crate::exec::code::{CallKind, CallSite, Instruction, Register};
use crate::exec::compiled::resolve;
use crate::exec::lower::native_of;
use crate::exec::native::ORIGIN_UNSPECIFIED;
use crate::sema::program::MethodId;

impl Lowerer<'_> {
    /// Pops arguments; gives their registers in the order of the parameters.
    fn arguments(&mut self, descriptor: &str, has_receiver: bool) -> Lowered<Vec<Register>> {
        let count = resolve::parameters(descriptor).count() + usize::from(has_receiver);
        let mut registers = Vec::with_capacity(count);
        for _ in 0..count {
            registers.push(self.pop_register()?);
        }
        registers.reverse();
        Ok(registers)
    }

    pub(super) fn invoke(&mut self, op: u8, index: u16) -> Lowered<()> {
        let member = self.member(index)?;
        let is_static = op == 184;
        // Only a salt is made of it, and whoever asks for that ends.
        if &*member.class == "java/lang/System"
            && &*member.name == "nanoTime"
            && &*self.class.name == "java/util/ImmutableCollections"
        {
            self.push_constant(Kind::Long, 0i64);
            return Ok(());
        }
        let result = Kind::of(resolve::result(&member.descriptor));
        let method = self.compiled.resolve_method(self.layouts, &member).and_then(|method| {
            let fits = self.compiled.is_static(method) == is_static;
            fits.then_some(method).ok_or_else(|| format!("the method {}", member.name))
        });
        let receiver = self.stack.len().checked_sub(resolve::parameters(&member.descriptor).count() + 1);
        let is_new = receiver.is_some_and(|at| self.stack[at].is_new);
        if is_new && op == 183 {
            self.mark_made();
        }
        let arguments = self.arguments(&member.descriptor, !is_static)?;
        let method = match method {
            Ok(method) => method,
            Err(why) => {
                self.push_unsupported(result, why);
                return Ok(());
            }
        };
        if is_static && let Some(owner) = self.compiled.owner(method) {
            self.initialize(owner);
        }
        let kind = match op {
            184 => CallKind::Direct,
            183 if is_new => CallKind::Direct,
            183 => CallKind::Special,
            _ if self.compiled.is_private(method) => CallKind::Special,
            _ => CallKind::Virtual,
        };
        self.call_method(method, kind, &arguments, result);
        if is_new && op == 183 && &*member.name == "<init>" {
            self.mark_exception(&member, arguments[0]);
        }
        Ok(())
    }

    /// The constructor at hand has the object now.
    fn mark_made(&mut self) {
        let dup = self.stack.iter().rposition(|entry| entry.is_new);
        if let Some(first) = dup {
            // The receiver, and the copy of it that stands below.
            self.stack[first].is_new = false;
            if let Some(copy) = first.checked_sub(1)
                && self.stack[copy].is_new
            {
                self.stack[copy].is_new = false;
            }
        }
    }

    pub(super) fn call_method(
        &mut self,
        method: MethodId,
        kind: CallKind,
        arguments: &[Register],
        result: Option<Kind>,
    ) {
        let program = self.program_code.program();
        let object = program.well_known.object;
        // The constructor of Object does nothing.
        if result.is_none()
            && self.compiled.owner(method) == Some(object)
            && program.methods.get(method).is_some_and(|m| m.is_constructor())
        {
            if kind == CallKind::Special {
                self.emit(Instruction::NullCheck { a: arguments[0] });
            }
            return;
        }
        let native = match kind {
            CallKind::Virtual => None,
            _ if program.methods.get(method).is_some() => {
                native_of(program, method, self.program_code.library())
            }
            _ => None,
        };
        let dst = match result {
            Some(kind) => self.push(kind),
            None => self.scratch(),
        };
        self.call(dst, CallSite { method, kind, native, arguments: arguments.into() });
    }

    /// What the JDK says in the message of an exception that it makes may differ from one JDK to the next.
    fn mark_exception(&mut self, member: &Member, object: Register) {
        let Some(slot) = self.layouts.throwable.origin else { return };
        let throwable = self.program_code.program().well_known.throwable;
        let class = self.compiled.class(self.layouts, &member.class);
        let is_exception = class.is_some_and(|class| self.layouts.is_subclass(class, throwable));
        if self.method.is_of_jdk
            && is_exception
            && let Ok(slot) = u16::try_from(slot)
        {
            let value = self.constant_register(Kind::Int, ORIGIN_UNSPECIFIED);
            self.emit(Instruction::PutField { object, slot, value });
        }
    }
}
