//! Methods and constructors as reflection calls them: for each one *invoker*, a method of its own that makes the call, boxes the
//! result, and wraps what is thrown in an `InvocationTargetException`. Its arguments have been looked at and unboxed.

use crate::class_files::header::Access;
use crate::exec::code::{CallKind, CallSite, Handler, Instruction, MethodCode, Register};
use crate::exec::compiled::{Compiled, RunMethod, resolve};
use crate::exec::layout::Layouts;
use crate::exec::linked::ProgramCode;
use crate::exec::lower::emit::{Emitter, Registers};
use crate::exec::lower::native_of;
use crate::sema::program::{ClassId, MethodId};

use std::sync::OnceLock;

const WRAPPER: &str = "java/lang/reflect/InvocationTargetException";
const CONSTRUCTOR: &str = "<init>";

/// The handlers: of what comes before the call, and of the call.
const BEFORE: u32 = 0;
const AT_CALL: u32 = 1;

impl Compiled {
    /// The invoker of a method, or a constructor, that a class declares. A receiver comes first.
    pub(crate) fn invoker(
        &self,
        layouts: &Layouts,
        class: ClassId,
        name: &str,
        descriptor: &str,
    ) -> Option<MethodId> {
        let target = self.declared(layouts, class, name, descriptor)?;
        let has_receiver = name != CONSTRUCTOR && !self.is_static(target);
        let receiver = if has_receiver { "Ljava/lang/Object;" } else { "" };
        let parameters: String = resolve::parameters(descriptor).collect();
        let mut growing = self.lock();
        if let Some(&known) = growing.invokers.get(&target) {
            return Some(known);
        }
        let method = RunMethod {
            class: self.program.well_known.object,
            name: "invoke".into(),
            descriptor: format!("({receiver}{parameters})Ljava/lang/Object;").into(),
            access: Access(Access::PUBLIC | Access::STATIC),
            number: 0,
            is_of_jdk: false,
            is_of_source: false,
            invokes: Some((target, descriptor.into())),
            callee: OnceLock::new(),
        };
        let invoker = self.add_method(&mut growing, method)?;
        growing.invokers.insert(target, invoker);
        Some(invoker)
    }
}

/// The code of an invoker, `descriptor` being that of the target.
pub(super) fn lower(
    code: &ProgramCode,
    compiled: &Compiled,
    invoker: &RunMethod,
    target: MethodId,
    descriptor: &str,
) -> Result<MethodCode, String> {
    let mut registers = Registers::default();
    let kinds = resolve::parameters(&invoker.descriptor).map(|ty| ty.starts_with(['L', '[']));
    let given: Vec<Register> = kinds.map(|is_reference| registers.permanent(is_reference)).collect();
    let writer =
        Writer { code, compiled, target, emitter: Emitter::new(), registers, made: MethodCode::default() };
    writer.write(given, resolve::result(descriptor))
}

struct Writer<'a> {
    code: &'a ProgramCode,
    compiled: &'a Compiled,
    target: MethodId,
    emitter: Emitter,
    registers: Registers,
    made: MethodCode,
}

impl Writer<'_> {
    fn write(mut self, mut arguments: Vec<Register>, result: &str) -> Result<MethodCode, String> {
        let owner = self.compiled.owner(self.target).ok_or("its class is gone")?;
        let exception = self.registers.permanent(true);
        let throwable = Some(self.code.program().well_known.throwable);
        let [not_begun, thrown] = [self.emitter.label(), self.emitter.label()];
        for label in [not_begun, thrown] {
            let clauses = vec![(throwable, label)];
            self.made.handlers.push(Handler { parent: None, register: exception, clauses });
        }
        self.emitter.scope = Some(BEFORE);
        let made = if self.is_constructor() {
            self.initialize(owner);
            let dst = self.registers.permanent(true);
            self.emitter.emit(Instruction::New { dst, class: owner });
            arguments.insert(0, dst);
            Some(dst)
        } else {
            if self.compiled.is_static(self.target) {
                self.initialize(owner);
            }
            None
        };
        self.emitter.scope = Some(AT_CALL);
        let given = self.call_target(arguments, result);
        self.emitter.scope = None;
        let src = match (made, resolve::primitive(result.chars().next().unwrap_or('V'))) {
            (Some(made), _) => made,
            (None, Some(ty)) => {
                let dst = self.registers.permanent(true);
                self.emitter.emit(Instruction::Box { ty, dst, a: given });
                dst
            }
            // Nothing is null, which the register has held from the beginning.
            (None, None) => given,
        };
        self.emitter.emit(Instruction::Return { src });
        self.emitter.bind(not_begun);
        self.made.messages.push("a static initialiser that throws, by reflection".to_owned());
        self.emitter.emit(Instruction::Unsupported { index: 0 });
        self.emitter.bind(thrown);
        self.wrap(exception)?;
        if self.registers.overflow {
            return Err("too many parameters".to_owned());
        }
        let mut made = self.made;
        self.emitter.finish(&mut made)?;
        self.registers.finish(&mut made);
        Ok(made)
    }

    fn is_constructor(&self) -> bool {
        match self.compiled.method(self.target) {
            Some(run) => &*run.name == CONSTRUCTOR,
            None => self.code.program().methods[self.target].is_constructor(),
        }
    }

    fn call_target(&mut self, arguments: Vec<Register>, result: &str) -> Register {
        let dst = self.registers.permanent(result.starts_with(['L', '[', 'V']));
        let program = self.code.program();
        let is_of_object = self.compiled.owner(self.target) == Some(program.well_known.object);
        if self.is_constructor() && is_of_object {
            return dst;
        }
        let kind = match () {
            () if self.is_constructor() || self.compiled.is_static(self.target) => CallKind::Direct,
            () if self.compiled.is_private(self.target) => CallKind::Special,
            () => CallKind::Virtual,
        };
        let is_of_program = program.methods.get(self.target).is_some();
        let native = match kind {
            CallKind::Direct | CallKind::Special if is_of_program => {
                native_of(program, self.target, self.code.library())
            }
            _ => None,
        };
        self.emit_call(dst, CallSite { method: self.target, kind, native, arguments: arguments.into() });
        dst
    }

    /// Throws the exception in its wrapper.
    fn wrap(&mut self, exception: Register) -> Result<(), String> {
        let layouts = &self.code.layouts;
        let class = self.compiled.named(layouts, WRAPPER)?;
        let constructor = self.compiled.declared(layouts, class, CONSTRUCTOR, "(Ljava/lang/Throwable;)V");
        let method = constructor.ok_or_else(|| format!("the constructor of {WRAPPER}"))?;
        self.initialize(class);
        let wrapper = self.registers.permanent(true);
        self.emitter.emit(Instruction::New { dst: wrapper, class });
        let dst = self.registers.permanent(false);
        let arguments = [wrapper, exception].into();
        self.emit_call(dst, CallSite { method, kind: CallKind::Direct, native: None, arguments });
        self.emitter.emit(Instruction::Throw { a: wrapper });
        Ok(())
    }

    fn emit_call(&mut self, dst: Register, site: CallSite) {
        let index = self.made.calls.len() as u32;
        self.made.calls.push(site);
        self.emitter.emit(Instruction::Call { dst, index });
    }

    fn initialize(&mut self, class: ClassId) {
        if let Some((class, number)) = self.compiled.initialized_first(&self.code.layouts, class) {
            self.emitter.emit(Instruction::InitializeCompiled { class, number });
        }
        if self.code.is_initialized(class) {
            self.emitter.emit(Instruction::Initialize { class });
        }
    }
}
