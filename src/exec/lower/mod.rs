//! From typed bodies to register code.
//!
//! A method is lowered together with its mutants: where a mutant differs, the original's node is preceded by a
//! [`Instruction::Site`], and the mutant's version of the node is lowered out of line in the same surroundings
//! (registers, handlers, targets of jumps), see [`site`].
//!
//! Order of evaluation: an operand that is a local is not copied, so whoever holds one while a later operand is
//! evaluated must ask whether that may assign a local, in any version ([`Lowerer::operand`]).

mod assign;
mod call;
mod concat;
mod condition;
mod driver;
pub(super) mod emit;
mod expression;
mod operators;
mod site;
mod statement;
mod switch;
mod synthetic;
mod try_statement;

use std::collections::HashMap;

use crate::exec::code::{CallKind, CallSite, Instruction, MethodCode, MutantIndex, Register, SiteId};
use crate::exec::compiled::Compiled;
use crate::exec::layout::Layouts;
use crate::exec::linked::LibraryCode;
use crate::exec::native::Native;
use crate::exec::natives;
use crate::exec::pool::StringPool;
use crate::exec::slot::Reference;
use crate::index::IndexVec;
use crate::jvm::value::JavaString;
use crate::mutate::correspondence::Difference;
use crate::sema::program::{ClassId, FieldId, MethodId, Program, Role};
use crate::sema::typed_tree::{Body, Constant, ExprId, LocalId, StmtId};
use crate::sema::types::Ty;
use crate::syntax::tree as syntax;
use emit::{Emitter, Label, Registers};
use site::Plan;

pub(super) use call::native_of;
pub(super) use driver::{LoweredDriver, SEGMENT_EXCEPTION, SEGMENT_VALUE, SegmentRegisters, lower_driver};

/// What lowering needs to know of the program.
#[derive(Clone, Copy)]
pub(super) struct Surroundings<'a> {
    pub program: &'a Program,
    pub layouts: &'a Layouts,
    pub pool: &'a StringPool,
    /// Whether using the class may run an initialiser.
    pub initialized: &'a IndexVec<ClassId, bool>,
    pub library: LibraryCode,
    pub compiled: Option<&'a Compiled>,
}

/// A mutated version of a method's body.
#[derive(Clone, Copy)]
pub(super) struct MutatedBody<'a> {
    pub mutant: MutantIndex,
    /// What differs; maybe no more of the method than that.
    pub body: &'a Body,
    pub difference: Difference,
}

/// Lowers a method with its mutants. The sites are numbered from `first_site`.
pub(super) fn lower_method(
    surroundings: Surroundings<'_>,
    body: &Body,
    versions: &[MutatedBody<'_>],
    first_site: SiteId,
) -> MethodCode {
    let mut lowerer = Lowerer::new(surroundings, body, Plan::new(versions));
    lowerer.code.first_site = first_site;
    lowerer.parameters();
    lowerer.statement(body.root);
    lowerer.emit(Instruction::ReturnVoid);
    lowerer.finish()
}

/// The code of a method that cannot be run.
pub(super) fn unsupported(message: String) -> MethodCode {
    MethodCode {
        instructions: vec![Instruction::Unsupported { index: 0 }],
        messages: vec![message],
        ..MethodCode::default()
    }
}

pub(super) use synthetic::lower_synthetic;

/// A node that jumps lead to: by origin, so that all versions agree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Key {
    Stmt(syntax::StmtId),
    Expr(syntax::ExprId),
    /// A node without origin, of one version only.
    TypedStmt(usize, StmtId),
    TypedExpr(usize, ExprId),
}

/// What surrounds the code being lowered, as far as jumps out of it matter.
#[derive(Clone, Debug)]
enum Context {
    Breakable { key: Key, end: Label, next: Option<Label> },
    Yieldable { key: Key, end: Label, result: Register },
    Finally { entry: Label, resume: Register, outer: Option<u32> },
}

struct Lowerer<'a> {
    surroundings: Surroundings<'a>,
    /// The class whose code this is.
    class: ClassId,
    original: &'a Body,
    /// The version being lowered: 0 is the original, mutants follow.
    version: usize,
    body: &'a Body,
    plan: Plan<'a>,
    /// Whether evaluating an expression may assign a local.
    assigns: HashMap<ExprId, bool>,
    emitter: Emitter,
    registers: Registers,
    contexts: Vec<Context>,
    code: MethodCode,
}

impl<'a> Lowerer<'a> {
    fn new(surroundings: Surroundings<'a>, body: &'a Body, plan: Plan<'a>) -> Self {
        let method = &surroundings.program.methods[body.method];
        Lowerer {
            surroundings,
            class: method.class,
            original: body,
            version: 0,
            body,
            plan,
            assigns: HashMap::new(),
            emitter: Emitter::new(),
            registers: Registers::default(),
            contexts: Vec::new(),
            code: MethodCode::default(),
        }
    }

    /// Gives `this` and the parameters the first registers, as calls do.
    fn parameters(&mut self) {
        if !self.surroundings.program.methods[self.body.method].is_static() {
            self.registers.permanent(true);
        }
        for index in 0..self.body.parameter_count {
            self.local(crate::index::Id::new(index));
        }
    }

    fn finish(mut self) -> MethodCode {
        if self.registers.overflow {
            return unsupported("a method that needs more than 65,534 registers".to_owned());
        }
        let registers = std::mem::take(&mut self.registers);
        let emitter = std::mem::replace(&mut self.emitter, Emitter::new());
        if let Err(why) = emitter.finish(&mut self.code) {
            return unsupported(why);
        }
        site::judge_purity(&mut self.code, &registers);
        registers.finish(&mut self.code);
        self.code
    }

    fn emit(&mut self, instruction: Instruction) {
        self.emitter.emit(instruction);
    }

    fn label(&mut self) -> Label {
        self.emitter.label()
    }

    fn bind(&mut self, label: Label) {
        self.emitter.bind(label);
    }

    fn ty(&self, expr: ExprId) -> Ty {
        self.body.exprs[expr].ty
    }

    fn local(&mut self, local: LocalId) -> Register {
        let declared = &self.body.locals[local];
        self.registers.local(declared.origin, declared.ty.is_reference())
    }

    fn temporary(&mut self, ty: Ty) -> Register {
        self.registers.temporary(ty.is_reference())
    }

    fn stmt_key(&self, stmt: StmtId) -> Key {
        self.body.stmts[stmt].origin.map_or(Key::TypedStmt(self.version, stmt), Key::Stmt)
    }

    fn expr_key(&self, expr: ExprId) -> Key {
        self.body.exprs[expr].origin.map_or(Key::TypedExpr(self.version, expr), Key::Expr)
    }

    /// Loads 64 bits.
    fn load_bits(&mut self, dst: Register, bits: u64) {
        self.emitter.load_bits(&mut self.code, dst, bits);
    }

    fn load_constant(&mut self, dst: Register, constant: &Constant) {
        match constant {
            Constant::Primitive(value) => self.load_bits(dst, value.to_bits()),
            Constant::String(text) => self.load_string(dst, text),
        }
    }

    fn load_string(&mut self, dst: Register, text: &JavaString) {
        match self.surroundings.pool.intern(text) {
            Some(string) => self.load_reference(dst, string),
            None => self.unsupported("too many distinct string constants"),
        }
    }

    fn load_reference(&mut self, dst: Register, reference: Reference) {
        self.load_bits(dst, crate::exec::slot::Slot::from(reference).0);
    }

    /// Ends the run when reached.
    fn unsupported(&mut self, what: impl Into<String>) {
        let index = self.code.messages.len() as u32;
        self.code.messages.push(what.into());
        self.emit(Instruction::Unsupported { index });
    }

    /// Runs the initialiser of a class that is about to be used, unless this code cannot run before it.
    fn initialize(&mut self, class: ClassId) {
        if let Some(compiled) = self.surroundings.compiled
            && let Some((class, number)) = compiled.initialized_first(self.surroundings.layouts, class)
            && !self.surroundings.layouts.is_subclass(self.class, class)
        {
            self.emit(Instruction::InitializeCompiled { class, number });
        }
        let inside = self.surroundings.layouts.is_subclass(self.class, class);
        if self.surroundings.initialized[class] && !inside {
            self.emit(Instruction::Initialize { class });
        }
    }

    fn call(&mut self, dst: Register, mut site: CallSite) {
        if let Some(compiled) = self.surroundings.compiled {
            site.method = compiled.run_method(self.surroundings.layouts, site.method);
        }
        let index = self.code.calls.len() as u32;
        self.code.calls.push(site);
        self.emit(Instruction::Call { dst, index });
    }

    fn field(&self, field: FieldId) -> (u32, bool) {
        (self.surroundings.layouts.slot(field), self.surroundings.program.fields[field].is_final())
    }

    /// Reads a static field, as `expr` does.
    fn static_field(&mut self, field: FieldId, expr: ExprId, dst: Register) {
        if self.surroundings.program.is_constant_of_file(field) {
            return self.constant_of_file(field, dst);
        }
        if let Some(native) = self.made_by_jvm(field) {
            let (method, arguments) = (self.body.method, [].into());
            let site = CallSite { method, kind: CallKind::Direct, native: Some(native), arguments };
            return self.call(dst, site);
        }
        self.initialize(self.surroundings.program.fields[field].class);
        self.refuse_unread(expr);
        match self.field(field) {
            (place, _) if self.is_compiled_static(field) => self.emit(Instruction::GetStatic { dst, place }),
            (slot, true) => self.emit(Instruction::GetFinal { dst, slot }),
            (slot, false) => self.emit(Instruction::GetVariable { dst, slot }),
        }
    }

    /// Reads a constant where the JDK's class file has made it.
    fn constant_of_file(&mut self, field: FieldId, dst: Register) {
        let Surroundings { program, layouts, compiled, .. } = self.surroundings;
        match compiled.as_ref().and_then(|compiled| compiled.static_of_file(layouts, field)) {
            Some((class, number, place)) => {
                self.emit(Instruction::InitializeCompiled { class, number });
                self.emit(Instruction::GetStatic { dst, place });
            }
            None => self.unsupported(program.unread_field(field)),
        }
    }

    /// What gives a static of the library that the JVM itself makes.
    fn made_by_jvm(&self, field: FieldId) -> Option<&'static Native> {
        let Surroundings { program, compiled, .. } = self.surroundings;
        let declared = &program.fields[field];
        let class = &program.classes[declared.class].qualified_name;
        compiled.as_ref().filter(|_| program.role(declared.class) == Role::Library)?;
        natives::lookup_compiled(&format!("{class}.{}", declared.name))
    }

    /// Whether the field is a static of a compiled class, which lies elsewhere.
    fn is_compiled_static(&self, field: FieldId) -> bool {
        let program = self.surroundings.program;
        program.role(program.fields[field].class).is_compiled()
    }

    fn slot(&mut self, field: FieldId) -> u16 {
        u16::try_from(self.surroundings.layouts.slot(field)).unwrap_or_else(|_| {
            self.unsupported("a class with more than 65,535 fields");
            0
        })
    }

    /// A method of a well-known class by name and number of parameters.
    fn method_named(&self, class: ClassId, name: &str, parameters: &[Ty]) -> Option<MethodId> {
        let program = self.surroundings.program;
        program.classes[class].methods.iter().copied().find(|&m| {
            let method = &program.methods[m];
            &*method.name == name && method.parameters.iter().map(|p| p.ty).eq(parameters.iter().copied())
        })
    }
}
