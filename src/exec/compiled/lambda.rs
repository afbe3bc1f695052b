//! The classes of lambdas and method references: one for each call site, with the captured values as fields and a method that
//! hands them and its arguments on, converted as `LambdaMetafactory` says.

use std::sync::OnceLock;

use rustc_hash::FxHashMap;

use crate::class_files::code::{Handle, HandleKind};
use crate::class_files::header::{Access, Name};
use crate::exec::code::{CallKind, CallSite, Instruction, MethodCode, Register};
use crate::exec::compiled::{Compiled, RunClass, RunMethod, resolve};
use crate::exec::layout::{ClassLayout, FieldSlot, Layouts};
use crate::exec::linked::{Callee, ProgramCode};
use crate::exec::lower::emit::{Emitter, Registers};
use crate::exec::slot::RuntimeType;
use crate::index::Id as _;
use crate::jvm::value::PrimitiveType;
use crate::sema::program::ClassId;

/// What the classes are called, which Java leaves open.
pub(super) const NAME: &str = "$Lambda";

/// What a call site asks for.
pub(super) struct Shape<'a> {
    pub interfaces: Vec<String>,
    pub name: Name,
    /// The descriptors of the method, bridges behind it.
    pub methods: Vec<Name>,
    /// The types that its arguments have.
    pub actual: Name,
    /// The types of the values it holds.
    pub captured: Vec<String>,
    pub handle: &'a Handle,
}

type Made<T> = Result<T, String>;

/// Makes the class of a call site.
pub(super) fn class(
    code: &ProgramCode,
    compiled: &Compiled,
    shape: &Shape<'_>,
    asking: &RunMethod,
) -> Made<ClassId> {
    let layouts = &code.layouts;
    let mut interfaces = Vec::new();
    for name in &shape.interfaces {
        interfaces.push(compiled.named(layouts, name)?);
    }
    let mut bodies = Vec::new();
    for descriptor in &shape.methods {
        bodies.push((descriptor.clone(), Body::new(code, compiled, shape, asking).lower(descriptor)?));
    }
    let is_reference = |ty: &String| ty.starts_with(['L', '[']);
    let slots = shape.captured.iter().map(|ty| FieldSlot { field: None, is_reference: is_reference(ty) });
    let object = compiled.program.well_known.object;
    let mut ancestors: Vec<ClassId> =
        interfaces.iter().flat_map(|&above| layouts.class(above).ancestors.iter().copied()).collect();
    let mut growing = compiled.lock();
    let id = ClassId::new(compiled.of_program.len() + growing.classes);
    growing.classes += 1;
    ancestors.extend([id, object]);
    ancestors.sort_unstable();
    ancestors.dedup();
    let mut methods = FxHashMap::default();
    for (descriptor, body) in bodies {
        let method = RunMethod {
            class: id,
            name: shape.name.clone(),
            descriptor: descriptor.clone(),
            access: Access(Access::PUBLIC),
            number: 0,
            is_of_jdk: asking.is_of_jdk,
            is_of_source: false,
            invokes: None,
            callee: OnceLock::from(Callee::Code(Box::new(body))),
        };
        let method = compiled.add_method(&mut growing, method).ok_or("too many methods")?;
        methods.insert((shape.name.clone(), descriptor), method);
    }
    layouts.set(id, ClassLayout { slots: slots.collect(), ancestors });
    let class = RunClass {
        id,
        number: growing.linked as u32,
        file: None,
        name: NAME.into(),
        is_interface: false,
        superclass: Some(object),
        interfaces,
        methods,
        fields: FxHashMap::default(),
        constants: Vec::new(),
        statics: (0, 0),
        initializer: None,
        code: OnceLock::new(),
    };
    growing.linked += 1;
    compiled.later.set(id.index() - compiled.of_program.len(), class).ok_or("too many classes")?;
    Ok(id)
}

struct Body<'a> {
    code: &'a ProgramCode,
    compiled: &'a Compiled,
    layouts: &'a Layouts,
    shape: &'a Shape<'a>,
    /// The method with the call site.
    asking: &'a RunMethod,
    emitter: Emitter,
    registers: Registers,
    made: MethodCode,
}

impl<'a> Body<'a> {
    fn new(
        code: &'a ProgramCode,
        compiled: &'a Compiled,
        shape: &'a Shape<'a>,
        asking: &'a RunMethod,
    ) -> Self {
        Body {
            code,
            compiled,
            layouts: &code.layouts,
            shape,
            asking,
            emitter: Emitter::new(),
            registers: Registers::default(),
            made: MethodCode::default(),
        }
    }

    fn lower(mut self, descriptor: &str) -> Made<MethodCode> {
        let object = self.registers.permanent(true);
        let mut given: Vec<(Register, String, String)> = Vec::new();
        let actual: Vec<&str> = resolve::parameters(&self.shape.actual).collect();
        for (n, ty) in resolve::parameters(descriptor).enumerate() {
            let register = self.register(ty);
            let actual = actual.get(n).copied().unwrap_or(ty);
            given.push((register, ty.to_owned(), actual.to_owned()));
        }
        let mut values = Vec::new();
        for (slot, ty) in self.shape.captured.iter().enumerate() {
            let dst = self.register(ty);
            self.emitter.emit(Instruction::GetField { dst, object, slot: slot as u16 });
            values.push((dst, ty.clone(), ty.clone()));
        }
        values.extend(given);
        let result = self.call(values)?;
        self.give(result, resolve::result(descriptor))?;
        if self.registers.overflow {
            return Err("a lambda with too many parameters".to_owned());
        }
        let mut made = std::mem::take(&mut self.made);
        self.emitter.finish(&mut made)?;
        self.registers.finish(&mut made);
        Ok(made)
    }

    fn register(&mut self, ty: &str) -> Register {
        self.registers.permanent(ty.starts_with(['L', '[']))
    }

    /// Calls what the handle means; gives its result, with the type.
    fn call(&mut self, values: Vec<(Register, String, String)>) -> Made<Option<(Register, String)>> {
        let handle = self.shape.handle;
        let member = &handle.member;
        let receiver = format!("L{};", member.class);
        let has_receiver = matches!(
            handle.kind,
            HandleKind::InvokeVirtual | HandleKind::InvokeInterface | HandleKind::InvokeSpecial
        );
        let mut wanted: Vec<String> = Vec::new();
        if has_receiver {
            wanted.push(if member.class.starts_with('[') {
                member.class.to_string()
            } else {
                receiver.clone()
            });
        }
        wanted.extend(resolve::parameters(&member.descriptor).map(str::to_owned));
        if wanted.len() != values.len() {
            return Err("a lambda with other parameters".to_owned());
        }
        let mut arguments = Vec::new();
        for ((register, ty, actual), wanted) in values.into_iter().zip(&wanted) {
            arguments.push(self.convert(register, &ty, &actual, wanted)?);
        }
        let method = self.compiled.resolve_for(self.layouts, self.asking, member)?;
        let owner = self.compiled.owner(method);
        if handle.kind == HandleKind::NewInvokeSpecial {
            let class = self.compiled.named(self.layouts, &member.class)?;
            self.initialize(class);
            let dst = self.registers.permanent(true);
            self.emitter.emit(Instruction::New { dst, class });
            arguments.insert(0, dst);
            self.emit_call(None, method, CallKind::Direct, &arguments);
            return Ok(Some((dst, receiver)));
        }
        let kind =
            match handle.kind {
                HandleKind::InvokeStatic => CallKind::Direct,
                HandleKind::InvokeSpecial => CallKind::Special,
                HandleKind::InvokeVirtual | HandleKind::InvokeInterface => {
                    if self.compiled.is_private(method) { CallKind::Special } else { CallKind::Virtual }
                }
                _ => return Err("a method handle of a field".to_owned()),
            };
        if kind == CallKind::Direct {
            owner.into_iter().for_each(|owner| self.initialize(owner));
        }
        let result = resolve::result(&member.descriptor).to_owned();
        if &*result == "V" {
            self.emit_call(None, method, kind, &arguments);
            return Ok(None);
        }
        let dst = self.register(&result);
        self.emit_call(Some(dst), method, kind, &arguments);
        Ok(Some((dst, result)))
    }

    fn emit_call(
        &mut self,
        dst: Option<Register>,
        method: crate::sema::program::MethodId,
        kind: CallKind,
        arguments: &[Register],
    ) {
        let program = self.code.program();
        let is_constructor = program.methods.get(method).is_some_and(|m| m.is_constructor());
        if is_constructor && self.compiled.owner(method) == Some(program.well_known.object) {
            return;
        }
        let dst = dst.unwrap_or_else(|| self.registers.permanent(false));
        let native = match kind {
            CallKind::Virtual => None,
            _ if program.methods.get(method).is_some() => {
                crate::exec::lower::native_of(program, method, self.code.library())
            }
            _ => None,
        };
        let index = self.made.calls.len() as u32;
        self.made.calls.push(CallSite { method, kind, native, arguments: arguments.into() });
        self.emitter.emit(Instruction::Call { dst, index });
    }

    fn initialize(&mut self, class: ClassId) {
        if let Some((class, number)) = self.compiled.initialized_first(self.layouts, class) {
            self.emitter.emit(Instruction::InitializeCompiled { class, number });
        }
        if self.code.is_initialized(class) {
            self.emitter.emit(Instruction::Initialize { class });
        }
    }

    /// A value of type `ty`, which is an `actual`, as a `wanted`.
    fn convert(&mut self, register: Register, ty: &str, actual: &str, wanted: &str) -> Made<Register> {
        let is_reference = |ty: &str| ty.starts_with(['L', '[']);
        if is_reference(ty) && ty != actual && is_reference(actual) {
            self.cast(register, actual)?;
        }
        match (is_reference(ty), is_reference(wanted)) {
            (true, true) => {
                // Where the types of a method reference say less than its parameter's.
                if actual == "Ljava/lang/Object;" && wanted != actual {
                    self.cast(register, wanted)?;
                }
                Ok(register)
            }
            (false, false) => self.widen(register, ty, wanted),
            (false, true) => {
                let dst = self.registers.permanent(true);
                self.emitter.emit(Instruction::Box { ty: primitive(ty)?, dst, a: register });
                Ok(dst)
            }
            (true, false) => {
                let held = unwrapped(actual).or_else(|| unwrapped(ty)).unwrap_or(wanted);
                if unwrapped(actual).is_none() {
                    self.cast(register, wrapper(wanted)?)?;
                }
                let dst = self.registers.permanent(false);
                self.emitter.emit(Instruction::Unbox { dst, a: register });
                self.widen(dst, held, wanted)
            }
        }
    }

    fn cast(&mut self, register: Register, wanted: &str) -> Made<()> {
        let ty = self.compiled.ty(self.layouts, wanted)?;
        let ty = RuntimeType::of(ty).ok_or("a type")?;
        self.emitter.emit(Instruction::CheckCast { a: register, ty });
        Ok(())
    }

    fn widen(&mut self, register: Register, from: &str, to: &str) -> Made<Register> {
        let (from, to) = (primitive(from)?, primitive(to)?);
        if from == to {
            return Ok(register);
        }
        let dst = self.registers.permanent(false);
        self.emitter.emit(Instruction::Convert { from, to, dst, a: register });
        Ok(dst)
    }

    /// Returns a result as the interface's method gives it.
    fn give(&mut self, result: Option<(Register, String)>, wanted: &str) -> Made<()> {
        let Some((register, ty)) = result.filter(|_| wanted != "V") else {
            self.emitter.emit(Instruction::ReturnVoid);
            return Ok(());
        };
        let actual = resolve::result(&self.shape.actual).to_owned();
        // A primitive is boxed as the wrapper that the lambda's own type names.
        let register = match (unwrapped(&actual), ty.starts_with(['L', '['])) {
            (Some(boxed), false) => self.widen(register, &ty, boxed).map(|r| (r, boxed.to_owned()))?,
            _ => (register, ty),
        };
        let (register, ty) = register;
        let src = self.convert(register, &ty, &ty.clone(), wanted)?;
        self.emitter.emit(Instruction::Return { src });
        Ok(())
    }
}

fn primitive(descriptor: &str) -> Made<PrimitiveType> {
    let letter = descriptor.chars().next();
    letter.and_then(resolve::primitive).ok_or_else(|| "a type that cannot be read".to_owned())
}

const WRAPPERS: [(&str, &str); 8] = [
    ("Ljava/lang/Boolean;", "Z"),
    ("Ljava/lang/Byte;", "B"),
    ("Ljava/lang/Short;", "S"),
    ("Ljava/lang/Character;", "C"),
    ("Ljava/lang/Integer;", "I"),
    ("Ljava/lang/Long;", "J"),
    ("Ljava/lang/Float;", "F"),
    ("Ljava/lang/Double;", "D"),
];

fn unwrapped(wrapper: &str) -> Option<&'static str> {
    WRAPPERS.iter().find(|(name, _)| *name == wrapper).map(|(_, primitive)| *primitive)
}

fn wrapper(primitive: &str) -> Made<&'static str> {
    let found = WRAPPERS.iter().find(|(_, letter)| *letter == primitive).map(|(name, _)| *name);
    found.ok_or_else(|| "a type that cannot be read".to_owned())
}
