//! Calls of methods and constructors.

use super::{Kind, Lowered, Lowerer};
use crate::class_files::code::Member;
use crate::exec::code::{CallKind, CallSite, Instruction, Register};
use crate::exec::compiled::resolve;
use crate::exec::lower::native_of;
use crate::exec::native::{Native, ORIGIN_UNSPECIFIED};
use crate::exec::natives;
use crate::exec::slot::RuntimeType;
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
        // Only a salt is made of it, and whoever asks for that ends; or a start that the system's clock counts from.
        if &*member.class == "java/lang/System"
            && matches!(
                (&*member.name, &*self.class.name),
                ("nanoTime", "java/util/ImmutableCollections") | ("currentTimeMillis", "java/time/Clock")
            )
            && self.method.is_initializer()
        {
            self.push_constant(Kind::Long, 0i64);
            return Ok(());
        }
        let result = Kind::of(resolve::result(&member.descriptor));
        if self.method.is_of_jdk
            && let Some(native) = handle_native(&member)
        {
            let arguments = self.arguments(&member.descriptor, !is_static)?;
            return self.call_native(native, result, &arguments);
        }
        if self.method.is_of_jdk && &*member.class == LOOKUP_MAKER && &*member.name == "lookup" {
            // It stands for its class, as all that the handles need.
            let ty = RuntimeType::class(self.class.id);
            return self.push_mirror(ty);
        }
        let method = self.compiled.resolve_for(self.layouts, self.method, &member).and_then(|method| {
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
        if is_static
            && let Some(owner) = self.compiled.owner(method)
            && !self.is_native_row(method)
        {
            match self.compiled.method(method) {
                Some(_) => self.initialize(owner),
                None => self.initialize_source(owner),
            }
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

    /// Whether what stands in for the method needs no class to be initialised.
    fn is_native_row(&self, method: MethodId) -> bool {
        let run = self.compiled.method(method).filter(|run| run.is_of_jdk);
        run.is_some_and(|run| natives::lookup_compiled(&self.compiled.method_name(run)).is_some())
    }

    /// Calls what stands in for a method or a field, whatever the class of its receiver.
    pub(super) fn call_native(
        &mut self,
        native: &'static Native,
        result: Option<Kind>,
        arguments: &[Register],
    ) -> Lowered<()> {
        let member =
            Member { class: "java/lang/Object".into(), name: "hashCode".into(), descriptor: "()I".into() };
        // No call ever asks for it.
        let method = self.compiled.resolve_method(self.layouts, &member)?;
        let dst = match result {
            Some(kind) => self.push(kind),
            None => self.scratch(),
        };
        let native = Some(native);
        self.call(dst, CallSite { method, kind: CallKind::Direct, native, arguments: arguments.into() });
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

const LOOKUP_MAKER: &str = "java/lang/invoke/MethodHandles";

/// What stands in for a call on a handle for a variable, or for its making: how such a call is typed is the caller's.
fn handle_native(member: &Member) -> Option<&'static Native> {
    let key = match &*member.class {
        // How exactly it is typed.
        "java/lang/invoke/VarHandle" if member.name.starts_with("withInvoke") => {
            "java.lang.invoke.VarHandle.withInvoke()".to_owned()
        }
        "java/lang/invoke/VarHandle" => {
            let kind = match resolve::parameters(&member.descriptor).last().map(|ty| ty.chars().next()) {
                _ if member.name.starts_with("get") && !member.name.starts_with("getAnd") => {
                    resolve::result(&member.descriptor).chars().next()
                }
                last => last.flatten(),
            };
            let kind = match kind? {
                'I' => "int",
                'J' => "long",
                'Z' => "boolean",
                'L' | '[' => "Object",
                _ => return None,
            };
            let name = ["Volatile", "Acquire", "Release", "Opaque", "Plain"]
                .iter()
                .fold(member.name.to_string(), |name, suffix| name.trim_end_matches(suffix).to_owned());
            let name = if name == "weakCompareAndSet" { "compareAndSet" } else { &name };
            format!("java.lang.invoke.VarHandle.{name}({kind})")
        }
        "java/lang/invoke/MethodHandles$Lookup" | LOOKUP_MAKER | "jdk/internal/invoke/MhUtil" => {
            let class = member.class.replace(['/', '$'], ".");
            format!("{class}.{}({})", member.name, resolve::parameters(&member.descriptor).count())
        }
        _ => return None,
    };
    natives::lookup_compiled(&key)
}
