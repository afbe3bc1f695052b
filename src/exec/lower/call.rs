//! Calls of methods and constructors.

use crate::exec::code::{CallKind, CallSite, Instruction, Register};
use crate::exec::linked::LibraryCode;
use crate::exec::lower::Lowerer;
use crate::exec::native::Native;
use crate::exec::natives;
use crate::sema::program::{ClassId, MethodId, MethodSource, Program, Role};
use crate::sema::typed_tree::{Call, Dispatch, ExprId, ExprKind};

/// The entry that runs a method of the library: one declared `native`, or one with an accelerator.
pub(in crate::exec) fn native_of(
    program: &Program,
    method: MethodId,
    library: LibraryCode,
) -> Option<&'static Native> {
    let declared = &program.methods[method];
    match &declared.source {
        MethodSource::Native(key) => natives::lookup(key),
        MethodSource::Code(_)
            if library == LibraryCode::Accelerated && program.role(declared.class) == Role::Library =>
        {
            let types = declared.parameters.iter().map(|p| program.simple_type_name(p.ty));
            let class = &program.classes[declared.class].qualified_name;
            natives::lookup(&format!("{class}.{}({})", declared.name, types.collect::<Vec<_>>().join(",")))
        }
        _ => None,
    }
}

impl Lowerer<'_> {
    pub(super) fn native_of(&self, method: MethodId) -> Option<&'static Native> {
        native_of(self.surroundings.program, method, self.surroundings.library)
    }

    /// Evaluates arguments from left to right.
    fn arguments(&mut self, registers: &mut Vec<Register>, arguments: &[ExprId]) {
        for (i, &argument) in arguments.iter().enumerate() {
            registers.push(self.operand(argument, &arguments[i + 1..]));
        }
    }

    pub(super) fn call_method(&mut self, call: &Call, dst: Register) {
        let method = &self.surroundings.program.methods[call.method];
        if method.is_signature_polymorphic() {
            let name = self.surroundings.program.method_name(call.method);
            return self.unsupported(format!("a call of {name}, of a signature of its own"));
        }
        let mut registers = Vec::with_capacity(call.arguments.len() + 1);
        if call.dispatch == Dispatch::Static {
            if let Some(receiver) = call.receiver {
                self.effect(receiver);
            }
            self.arguments(&mut registers, &call.arguments);
            self.initialize(method.class);
            let native = self.native_of(call.method);
            let arguments = registers.into();
            return self
                .call(dst, CallSite { method: call.method, kind: CallKind::Direct, native, arguments });
        }
        let mut non_null = false;
        match call.receiver {
            Some(receiver) => {
                let is_this = matches!(self.body.exprs[receiver].kind, ExprKind::This);
                non_null = is_this && !self.expr_has_site(receiver);
                registers.push(self.operand(receiver, &call.arguments));
            }
            None => registers.push(0),
        }
        self.arguments(&mut registers, &call.arguments);
        let overridable = call.dispatch == Dispatch::Virtual && !self.is_final(call.method);
        let kind = match (overridable, non_null) {
            (true, _) => CallKind::Virtual,
            (false, true) => CallKind::Direct,
            (false, false) => CallKind::Special,
        };
        let native = if overridable { None } else { self.native_of(call.method) };
        self.call(dst, CallSite { method: call.method, kind, native, arguments: registers.into() });
    }

    /// Whether no class overrides the method.
    fn is_final(&self, method: MethodId) -> bool {
        use crate::syntax::tree::Modifiers;
        let method = &self.surroundings.program.methods[method];
        let class = &self.surroundings.program.classes[method.class];
        !method.is_abstract()
            && (method.modifiers.has(Modifiers::FINAL | Modifiers::PRIVATE)
                || class.modifiers.has(Modifiers::FINAL))
    }

    pub(super) fn new_object(
        &mut self,
        class: ClassId,
        constructor: MethodId,
        arguments: &[ExprId],
        dst: Register,
    ) {
        self.initialize(class);
        let object = self.registers.temporary(true);
        self.emit(Instruction::New { dst: object, class });
        let mut registers = vec![object];
        self.arguments(&mut registers, arguments);
        self.construct(constructor, registers);
        self.move_to(dst, object);
    }

    fn construct(&mut self, constructor: MethodId, registers: Vec<Register>) {
        let object = self.surroundings.program.well_known.object;
        if self.surroundings.program.methods[constructor].class == object {
            return;
        }
        let native = self.native_of(constructor);
        let arguments = registers.into();
        let unused = self.registers.temporary(false);
        self.call(unused, CallSite { method: constructor, kind: CallKind::Direct, native, arguments });
    }

    /// The place of a field of `java.lang.Enum`.
    pub(super) fn enum_slot(&self, name: &str) -> Option<u16> {
        let program = self.surroundings.program;
        let fields = &program.classes[program.well_known.enumeration].fields;
        let field = fields.iter().copied().find(|&f| &*program.fields[f].name == name)?;
        u16::try_from(self.surroundings.layouts.slot(field)).ok()
    }

    /// `this(…)` or `super(…)`.
    pub(super) fn constructor_call(&mut self, constructor: MethodId, is_super: bool, arguments: &[ExprId]) {
        let mut registers = vec![0];
        self.arguments(&mut registers, arguments);
        self.construct(constructor, registers);
        if is_super {
            self.run_instance_initializer();
        }
    }

    pub(super) fn run_instance_initializer(&mut self) {
        if let Some(method) = self.surroundings.program.classes[self.class].instance_initializer {
            let site = CallSite { method, kind: CallKind::Direct, native: None, arguments: [0].into() };
            let unused = self.registers.temporary(false);
            self.call(unused, site);
        }
    }
}
