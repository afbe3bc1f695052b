//! From bytecode to register code, a method at its first call.
//!
//! The stack is followed symbolically: what it holds is a register of a local, a constant, or the register of its own that
//! each depth has; the first two cost no instruction until a local is overwritten or blocks meet. Where blocks meet,
//! everything lies in the registers of the stack. Each local and each depth has two registers, one for references and one
//! for other values, because a register never holds both in turn; the instructions say which is meant. What verified code
//! leaves on the stack is of the same kinds however a block is reached (JVMS 4.10), so the first way to it tells them.
//!
//! What cannot be resolved ends the run that comes to it, by name, and nothing else: as on the JVM, a name that no run
//! comes to does no harm.

mod arithmetic;
mod calls;
mod dynamic;
mod members;

use rustc_hash::FxHashMap;

use crate::class_files::code::{ClassCode, Member, MethodBody};
use crate::class_files::header::Access;
use crate::class_files::instructions::Reader;
use crate::exec::code::{CallKind, CallSite, Handler, Instruction, MethodCode, Register, SwitchTable};
use crate::exec::compiled::{Compiled, RunClass, RunMethod, invoke, resolve};
use crate::exec::layout::Layouts;
use crate::exec::linked::{Callee, ProgramCode};
use crate::exec::lower::emit::{Emitter, Label, Registers};
use crate::exec::natives;
use crate::exec::slot::Slot;
use crate::jvm::operator::BinaryOperator;
use crate::sema::identity;

/// What a call of a method of a class file runs.
pub(super) fn lower(code: &ProgramCode, compiled: &Compiled, method: &RunMethod) -> Callee {
    let key = compiled.method_name(method);
    let of_jdk = || natives::lookup_compiled(&key).filter(|_| method.is_of_jdk);
    if let Some(native) = natives::lookup_logger(&key).or_else(of_jdk) {
        return Callee::Native(native);
    }
    if key.starts_with("java.security.AccessController.doPrivileged(") {
        return privileged(code, compiled, method);
    }
    if let Some(made) = MADE.iter().find(|made| method.is_of_jdk && made.key == key) {
        return made_anew(code, compiled, method, made).unwrap_or_else(Callee::Missing);
    }
    if method.access.has(Access::NATIVE) {
        return Callee::Missing(format!("the native method {key}"));
    }
    let lowered = (|| {
        if let Some((target, descriptor)) = &method.invokes {
            return invoke::lower(code, compiled, method, *target, descriptor);
        }
        let class = match method.is_of_source {
            true => compiled.file_of_source(&code.layouts, method.class),
            false => compiled.run_class(method.class),
        };
        let class = class.ok_or("its class is gone")?;
        let class_code = compiled.code(class)?;
        let body = class_code.method(method.number).ok_or("it is abstract")?;
        Lowerer::new(code, compiled, class, class_code, method, body).run()
    })();
    match lowered {
        Ok(lowered) => Callee::Code(Box::new(lowered)),
        Err(why) => Callee::Missing(format!("the method {key}: {why}")),
    }
}

/// Nobody asks for privileges here: what is to be done is done.
fn privileged(code: &ProgramCode, compiled: &Compiled, method: &RunMethod) -> Callee {
    let action = resolve::parameters(&method.descriptor).next().unwrap_or_default();
    let member = Member {
        class: action.trim_start_matches('L').trim_end_matches(';').into(),
        name: "run".into(),
        descriptor: "()Ljava/lang/Object;".into(),
    };
    let run = match compiled.resolve_method(&code.layouts, &member) {
        Ok(run) => run,
        Err(why) => return Callee::Missing(why),
    };
    let mut registers = Registers::default();
    for kind in resolve::parameters(&method.descriptor).filter_map(Kind::of) {
        registers.permanent(kind.is_reference());
    }
    let dst = registers.permanent(true);
    let site = CallSite { method: run, kind: CallKind::Virtual, native: None, arguments: [0].into() };
    let mut made = MethodCode {
        instructions: vec![Instruction::Call { dst, index: 0 }, Instruction::Return { src: dst }],
        split: 2,
        calls: vec![site],
        ..MethodCode::default()
    };
    registers.finish(&mut made);
    Callee::Code(Box::new(made))
}

/// A method of the JDK in whose place a new object is made: what it would find needs tables of locales, or threads.
struct Made {
    key: &'static str,
    class: &'static str,
    pattern: Option<&'static str>,
    /// Whether the format reads integers alone.
    integers: bool,
}

const MADE: [Made; 8] = [
    Made {
        key: "jdk.internal.math.FloatingDecimal.getBinaryToASCIIBuffer()",
        class: "jdk/internal/math/FloatingDecimal$BinaryToASCIIBuffer",
        pattern: None,
        integers: false,
    },
    number_format("java.text.NumberFormat.getNumberInstance(Locale)", "#,##0.###"),
    number_format("java.text.NumberFormat.getNumberInstance()", "#,##0.###"),
    number_format("java.text.NumberFormat.getInstance(Locale)", "#,##0.###"),
    number_format("java.text.NumberFormat.getInstance()", "#,##0.###"),
    number_format("java.text.NumberFormat.getPercentInstance(Locale)", "#,##0%"),
    Made { integers: true, ..number_format("java.text.NumberFormat.getIntegerInstance(Locale)", "#,##0") },
    Made { integers: true, ..number_format("java.text.NumberFormat.getIntegerInstance()", "#,##0") },
];

/// A format for the root locale.
const fn number_format(key: &'static str, pattern: &'static str) -> Made {
    Made { key, class: "java/text/DecimalFormat", pattern: Some(pattern), integers: false }
}

/// `return new C();`, or `return new C(pattern, symbols of the locale);`
fn made_anew(
    code: &ProgramCode,
    compiled: &Compiled,
    method: &RunMethod,
    wanted: &Made,
) -> Result<Callee, String> {
    let layouts = &code.layouts;
    let mut registers = Registers::default();
    let mut made = MethodCode::default();
    let mut emitter = Emitter::new();
    let has_locale = resolve::parameters(&method.descriptor).next().is_some();
    let locale = has_locale.then(|| registers.permanent(true));
    let class = compiled.named(layouts, wanted.class)?;
    if let Some((class, number)) = compiled.initialized_first(layouts, class) {
        emitter.emit(Instruction::InitializeCompiled { class, number });
    }
    let call =
        |made: &mut MethodCode, emitter: &mut Emitter, dst, member: Member, arguments: Vec<Register>| {
            let method = compiled.resolve_method(layouts, &member)?;
            let index = made.calls.len() as u32;
            let site = CallSite { method, kind: CallKind::Direct, native: None, arguments: arguments.into() };
            made.calls.push(site);
            emitter.emit(Instruction::Call { dst, index });
            Ok::<(), String>(())
        };
    let named = |class: &str, name: &str, descriptor: &str| Member {
        class: class.into(),
        name: name.into(),
        descriptor: descriptor.into(),
    };
    let (object, ignored) = (registers.permanent(true), registers.permanent(false));
    let mut arguments = vec![object];
    if let Some(pattern) = wanted.pattern {
        let (text, symbols) = (registers.permanent(true), registers.permanent(true));
        let pooled = code.pool.intern(&pattern.into()).ok_or("too many distinct strings")?;
        emitter.load_bits(&mut made, text, Slot::from(pooled).0);
        const SYMBOLS: &str = "java/text/DecimalFormatSymbols";
        let (descriptor, given) = match locale {
            Some(locale) => ("(Ljava/util/Locale;)Ljava/text/DecimalFormatSymbols;", vec![locale]),
            None => ("()Ljava/text/DecimalFormatSymbols;", Vec::new()),
        };
        call(&mut made, &mut emitter, symbols, named(SYMBOLS, "getInstance", descriptor), given)?;
        arguments.extend([text, symbols]);
    }
    let descriptor = match wanted.pattern {
        Some(_) => "(Ljava/lang/String;Ljava/text/DecimalFormatSymbols;)V",
        None => "()V",
    };
    emitter.emit(Instruction::New { dst: object, class });
    call(&mut made, &mut emitter, ignored, named(wanted.class, "<init>", descriptor), arguments)?;
    if wanted.integers {
        let yes = registers.permanent(false);
        emitter.load_bits(&mut made, yes, Slot::from(true).0);
        let only = named(wanted.class, "setParseIntegerOnly", "(Z)V");
        call(&mut made, &mut emitter, ignored, only, vec![object, yes])?;
    }
    emitter.emit(Instruction::Return { src: object });
    emitter.finish(&mut made)?;
    registers.finish(&mut made);
    Ok(Callee::Code(Box::new(made)))
}

/// What a place of the stack or a local holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Int,
    Long,
    Float,
    Double,
    Reference,
}

impl Kind {
    fn of(descriptor: &str) -> Option<Kind> {
        Some(match descriptor.chars().next()? {
            'L' | '[' => Kind::Reference,
            'J' => Kind::Long,
            'F' => Kind::Float,
            'D' => Kind::Double,
            'V' => return None,
            _ => Kind::Int,
        })
    }

    const fn is_reference(self) -> bool {
        matches!(self, Kind::Reference)
    }

    /// Whether the JVM counts it as two.
    const fn is_wide(self) -> bool {
        matches!(self, Kind::Long | Kind::Double)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Held {
    /// The register of its place on the stack.
    Own,
    /// The register of a local.
    Local(Register),
    Constant(Slot),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Entry {
    kind: Kind,
    held: Held,
    /// An object that `new` has made and no constructor has seen.
    is_new: bool,
}

/// Why a method cannot be lowered at all.
type Lowered<T> = Result<T, String>;

struct Lowerer<'a> {
    program_code: &'a ProgramCode,
    compiled: &'a Compiled,
    layouts: &'a Layouts,
    class: &'a RunClass,
    class_code: &'a ClassCode,
    method: &'a RunMethod,
    body: &'a MethodBody,
    emitter: Emitter,
    registers: Registers,
    code: MethodCode,
    locals: FxHashMap<(u16, bool), Register>,
    places: FxHashMap<(usize, bool), Register>,
    stack: Vec<Entry>,
    /// By place in the bytecode: whether something jumps there.
    is_target: Vec<bool>,
    is_loop_head: Vec<bool>,
    labels: FxHashMap<u32, Label>,
    /// The blocks that are lowered.
    done: FxHashMap<u32, ()>,
    /// Blocks to be lowered, with what the stack holds there.
    pending: Vec<(u32, Vec<Entry>)>,
    /// By the rows of the exception table that are in force: the handler.
    handlers: FxHashMap<Vec<usize>, u32>,
    scratch: Option<Register>,
    /// Whether `==` on references is a first look before `equals`, in a class of the JDK.
    asks_equals: bool,
}

impl<'a> Lowerer<'a> {
    fn new(
        program_code: &'a ProgramCode,
        compiled: &'a Compiled,
        class: &'a RunClass,
        class_code: &'a ClassCode,
        method: &'a RunMethod,
        body: &'a MethodBody,
    ) -> Self {
        let length = body.bytes.len() + 1;
        let mut lowerer = Lowerer {
            program_code,
            compiled,
            layouts: &program_code.layouts,
            class,
            class_code,
            method,
            body,
            emitter: Emitter::new(),
            registers: Registers::default(),
            code: MethodCode::default(),
            locals: FxHashMap::default(),
            places: FxHashMap::default(),
            stack: Vec::new(),
            is_target: vec![false; length],
            is_loop_head: vec![false; length],
            labels: FxHashMap::default(),
            done: FxHashMap::default(),
            pending: Vec::new(),
            handlers: FxHashMap::default(),
            scratch: None,
            asks_equals: false,
        };
        lowerer.parameters();
        lowerer
    }

    /// Receiver and parameters have the first registers, as calls see to it.
    fn parameters(&mut self) {
        let mut index = 0;
        if !self.method.access.has(Access::STATIC) {
            let register = self.registers.permanent(true);
            self.locals.insert((0, true), register);
            index = 1;
        }
        for kind in resolve::parameters(&self.method.descriptor).filter_map(Kind::of) {
            let register = self.registers.permanent(kind.is_reference());
            self.locals.insert((index, kind.is_reference()), register);
            index += if kind.is_wide() { 2 } else { 1 };
        }
    }

    fn run(mut self) -> Lowered<MethodCode> {
        self.find_targets()?;
        self.pending.push((0, Vec::new()));
        while let Some((start, stack)) = self.pending.pop() {
            if !self.done.contains_key(&start) {
                self.stack = stack;
                self.block(start)?;
            }
        }
        if self.registers.overflow {
            return Err("it needs more than 65,534 registers".to_owned());
        }
        let emitter = std::mem::replace(&mut self.emitter, Emitter::new());
        emitter.finish(&mut self.code)?;
        let registers = std::mem::take(&mut self.registers);
        registers.finish(&mut self.code);
        Ok(self.code)
    }

    /// Where blocks begin, and which of them a loop comes back to.
    fn find_targets(&mut self) -> Lowered<()> {
        let mut reader = Reader::new(&self.body.bytes, 0);
        while let Some(at) = reader.next_place() {
            let (op, targets) = reader.skip()?;
            for target in targets {
                let place = target as usize;
                let is_back = target <= at;
                *self.is_target.get_mut(place).ok_or("a jump out of its code")? = true;
                self.is_loop_head[place] |= is_back;
            }
            if matches!(op, 182 | 185) && self.compares_by_value() {
                self.asks_equals |= self.names_equals(at);
            }
        }
        for row in &self.body.handlers {
            let place = row.handler as usize;
            *self.is_target.get_mut(place).ok_or("a handler out of its code")? = true;
            self.is_loop_head[place] |= row.handler <= row.end;
        }
        Ok(())
    }

    /// Whether the class is one of the JDK's that tell no objects of one value apart.
    fn compares_by_value(&self) -> bool {
        self.method.is_of_jdk && identity::compares_by_value(&self.class.name.replace('/', "."))
    }

    /// Whether a call at this place is one of `equals`.
    fn names_equals(&self, at: u32) -> bool {
        let index = Reader::new(&self.body.bytes, at + 1).u16().unwrap_or_default();
        self.member(index).is_ok_and(|member| &*member.name == "equals")
    }

    /// Lowers from here to where control leaves, or a block is met that is lowered already.
    fn block(&mut self, start: u32) -> Lowered<()> {
        let mut at = start;
        loop {
            if self.is_target[at as usize] || at == start {
                if at != start || self.done.contains_key(&at) {
                    self.settle();
                }
                if self.done.contains_key(&at) {
                    let target = self.label_of(at);
                    self.emit(Instruction::Jump { target });
                    return Ok(());
                }
                self.done.insert(at, ());
                let label = self.label_of(at);
                self.emitter.bind(label);
                self.emitter.scope = self.scope_at(at)?;
                if self.is_loop_head[at as usize] {
                    self.emit(Instruction::LoopHead);
                }
            }
            self.emitter.scope = self.scope_at(at)?;
            let mut reader = Reader::new(&self.body.bytes, at);
            if !self.instruction(&mut reader, at)? {
                return Ok(());
            }
            at = reader.place();
            if at as usize >= self.body.bytes.len() {
                return Err("its code runs out".to_owned());
            }
        }
    }

    /// The handler in force at a place; its blocks are lowered, too.
    fn scope_at(&mut self, at: u32) -> Lowered<Option<u32>> {
        let rows = self.body.handlers.iter().enumerate();
        let rows: Vec<usize> =
            rows.filter(|(_, row)| (row.start..row.end).contains(&at)).map(|(index, _)| index).collect();
        if rows.is_empty() {
            return Ok(None);
        }
        if let Some(&known) = self.handlers.get(&rows) {
            return Ok(Some(known));
        }
        let mut clauses = Vec::new();
        for &index in &rows {
            let row = &self.body.handlers[index];
            let class = match &row.class {
                Some(name) => Some(self.compiled.named(self.layouts, name)?),
                None => None,
            };
            let label = self.label_of(row.handler);
            clauses.push((class, label));
            let entry = Entry { kind: Kind::Reference, held: Held::Own, is_new: false };
            self.pending.push((row.handler, vec![entry]));
        }
        let register = self.place(0, Kind::Reference);
        let number = self.code.handlers.len() as u32;
        self.code.handlers.push(Handler { parent: None, register, clauses });
        self.handlers.insert(rows, number);
        Ok(Some(number))
    }

    fn label_of(&mut self, at: u32) -> Label {
        if let Some(&label) = self.labels.get(&at) {
            return label;
        }
        let label = self.emitter.label();
        self.labels.insert(at, label);
        label
    }

    /// A jump leads to a block, with what the stack holds now; everything must lie in its own registers.
    fn target(&mut self, at: u32) -> Label {
        let stack = self.stack.clone();
        self.pending.push((at, stack));
        self.label_of(at)
    }

    fn emit(&mut self, instruction: Instruction) {
        self.emitter.emit(instruction);
    }

    /// Ends the run that comes here.
    fn unsupported(&mut self, what: impl Into<String>) {
        let index = self.code.messages.len() as u32;
        let message = format!("{}, for {}", what.into(), self.compiled.method_name(self.method));
        self.code.messages.push(message);
        self.emit(Instruction::Unsupported { index });
    }

    /// The register of a local.
    fn local(&mut self, index: u16, kind: Kind) -> Register {
        let key = (index, kind.is_reference());
        if let Some(&register) = self.locals.get(&key) {
            return register;
        }
        let register = self.registers.permanent(kind.is_reference());
        self.locals.insert(key, register);
        register
    }

    /// The register of a place on the stack.
    fn place(&mut self, depth: usize, kind: Kind) -> Register {
        let key = (depth, kind.is_reference());
        if let Some(&register) = self.places.get(&key) {
            return register;
        }
        let register = self.registers.permanent(kind.is_reference());
        self.places.insert(key, register);
        register
    }

    /// A register for what nobody asks for.
    fn scratch(&mut self) -> Register {
        if let Some(register) = self.scratch {
            return register;
        }
        let register = self.registers.permanent(false);
        self.scratch = Some(register);
        register
    }

    fn pop(&mut self) -> Lowered<Entry> {
        self.stack.pop().ok_or_else(|| "its code takes from an empty stack".to_owned())
    }

    /// The register in which an entry is that was at this depth.
    fn register(&mut self, entry: Entry, depth: usize) -> Register {
        match entry.held {
            Held::Own => self.place(depth, entry.kind),
            Held::Local(register) => register,
            Held::Constant(value) => {
                let register = self.place(depth, entry.kind);
                self.load_bits(register, value.0);
                register
            }
        }
    }

    fn pop_register(&mut self) -> Lowered<Register> {
        let entry = self.pop()?;
        Ok(self.register(entry, self.stack.len()))
    }

    fn push_held(&mut self, kind: Kind, held: Held) {
        self.stack.push(Entry { kind, held, is_new: false });
    }

    fn push_constant(&mut self, kind: Kind, value: impl Into<Slot>) {
        self.push_held(kind, Held::Constant(value.into()));
    }

    /// Pushes a value that is to be written next; gives the register for it.
    fn push(&mut self, kind: Kind) -> Register {
        let register = self.place(self.stack.len(), kind);
        self.push_held(kind, Held::Own);
        register
    }

    fn load_bits(&mut self, dst: Register, bits: u64) {
        self.emitter.load_bits(&mut self.code, dst, bits);
    }

    /// Puts everything on the stack into the registers of its place.
    fn settle(&mut self) {
        for depth in 0..self.stack.len() {
            self.settle_one(depth);
        }
    }

    fn settle_one(&mut self, depth: usize) {
        let entry = self.stack[depth];
        let dst = self.place(depth, entry.kind);
        match entry.held {
            Held::Own => return,
            Held::Local(src) => self.emit(Instruction::Move { dst, src }),
            Held::Constant(value) => self.load_bits(dst, value.0),
        }
        self.stack[depth].held = Held::Own;
    }

    /// A local is about to be overwritten: what the stack holds of it is saved.
    fn release(&mut self, register: Register) {
        for depth in 0..self.stack.len() {
            if self.stack[depth].held == Held::Local(register) {
                self.settle_one(depth);
            }
        }
    }

    fn load_local(&mut self, index: u16, kind: Kind) {
        let register = self.local(index, kind);
        self.push_held(kind, Held::Local(register));
    }

    fn store_local(&mut self, index: u16, kind: Kind) -> Lowered<()> {
        let entry = self.pop()?;
        let dst = self.local(index, kind);
        self.release(dst);
        match entry.held {
            Held::Constant(value) => self.load_bits(dst, value.0),
            Held::Local(src) if src == dst => {}
            _ => {
                let src = self.register(entry, self.stack.len());
                self.emit(Instruction::Move { dst, src });
            }
        }
        Ok(())
    }

    fn call(&mut self, dst: Register, site: CallSite) {
        let index = self.code.calls.len() as u32;
        self.code.calls.push(site);
        self.emit(Instruction::Call { dst, index });
    }

    /// Lowers one instruction; says whether the next one follows it.
    #[expect(clippy::too_many_lines, reason = "one arm for each instruction of class files")]
    fn instruction(&mut self, reader: &mut Reader<'_>, at: u32) -> Lowered<bool> {
        let op = reader.u8()?;
        match op {
            0 => {}
            1 => self.push_constant(Kind::Reference, Slot::ZERO),
            2..=8 => self.push_constant(Kind::Int, i32::from(op) - 3),
            9 | 10 => self.push_constant(Kind::Long, i64::from(op) - 9),
            11..=13 => self.push_constant(Kind::Float, f32::from(op) - 11.0),
            14 | 15 => self.push_constant(Kind::Double, f64::from(op) - 14.0),
            16 => {
                let value = reader.u8()? as i8;
                self.push_constant(Kind::Int, i32::from(value));
            }
            17 => {
                let value = reader.u16()? as i16;
                self.push_constant(Kind::Int, i32::from(value));
            }
            18 => {
                let index = u16::from(reader.u8()?);
                self.load_pool(index)?;
            }
            19 | 20 => {
                let index = reader.u16()?;
                self.load_pool(index)?;
            }
            21..=25 => {
                let index = u16::from(reader.u8()?);
                self.load_local(index, kind_of(op - 21));
            }
            26..=45 => self.load_local(u16::from((op - 26) % 4), kind_of((op - 26) / 4)),
            46..=53 => self.array_load(op)?,
            54..=58 => {
                let index = u16::from(reader.u8()?);
                self.store_local(index, kind_of(op - 54))?;
            }
            59..=78 => self.store_local(u16::from((op - 59) % 4), kind_of((op - 59) / 4))?,
            79..=86 => self.array_store(op)?,
            87..=95 => self.shuffle(op)?,
            96..=131 => self.arithmetic(op)?,
            132 => {
                let (index, value) = (u16::from(reader.u8()?), reader.u8()? as i8);
                self.increment(index, i32::from(value));
            }
            133..=147 => self.convert(op)?,
            148..=152 => return self.compare(op, reader),
            153..=158 | 198 | 199 => {
                let target = reader.target16(at)?;
                self.jump_if_zero(op, target)?;
            }
            159..=166 => {
                let target = reader.target16(at)?;
                self.jump_if_compared(op, target)?;
            }
            167 | 200 => {
                let target = if op == 167 { reader.target16(at)? } else { reader.target32(at)? };
                self.settle();
                let target = self.target(target);
                self.emit(Instruction::Jump { target });
                return Ok(false);
            }
            170 | 171 => {
                self.switch(reader, op, at)?;
                return Ok(false);
            }
            172..=176 => {
                let src = self.pop_register()?;
                self.emit(Instruction::Return { src });
                return Ok(false);
            }
            177 => {
                if self.method.is_initializer() && !self.method.is_of_jdk {
                    self.emit(Instruction::EndInitializer);
                }
                self.emit(Instruction::ReturnVoid);
                return Ok(false);
            }
            178..=181 => {
                let index = reader.u16()?;
                self.field(op, index)?;
            }
            182..=185 => {
                let index = reader.u16()?;
                if op == 185 {
                    reader.u16()?;
                }
                self.invoke(op, index)?;
            }
            186 => {
                let index = reader.u16()?;
                reader.u16()?;
                self.invoke_dynamic(index)?;
            }
            187 => {
                let index = reader.u16()?;
                self.new_object(index)?;
            }
            188 => {
                let letter = reader.u8()?;
                self.new_primitive_array(letter)?;
            }
            189 => {
                let index = reader.u16()?;
                self.new_reference_array(index)?;
            }
            190 => {
                let array = self.pop_register()?;
                let dst = self.push(Kind::Int);
                self.emit(Instruction::ArrayLength { dst, array });
            }
            191 => {
                let a = self.pop_register()?;
                self.emit(Instruction::Throw { a });
                return Ok(false);
            }
            192 | 193 => {
                let index = reader.u16()?;
                self.type_test(op, index)?;
            }
            // One thread needs no monitors.
            194 | 195 => {
                let a = self.pop_register()?;
                self.emit(Instruction::NullCheck { a });
            }
            196 => self.wide(reader)?,
            197 => {
                let index = reader.u16()?;
                let dims = reader.u8()?;
                self.new_arrays(index, dims)?;
            }
            _ => return Err(format!("the instruction {op}")),
        }
        Ok(true)
    }

    fn wide(&mut self, reader: &mut Reader<'_>) -> Lowered<()> {
        let op = reader.u8()?;
        let index = reader.u16()?;
        match op {
            21..=25 => self.load_local(index, kind_of(op - 21)),
            54..=58 => self.store_local(index, kind_of(op - 54))?,
            132 => {
                let value = reader.u16()? as i16;
                self.increment(index, i32::from(value));
            }
            _ => return Err(format!("the instruction wide {op}")),
        }
        Ok(())
    }

    fn increment(&mut self, index: u16, value: i32) {
        let dst = self.local(index, Kind::Int);
        self.release(dst);
        self.emit(Instruction::IntImmediate { op: BinaryOperator::Add, dst, a: dst, value });
    }

    fn switch(&mut self, reader: &mut Reader<'_>, op: u8, at: u32) -> Lowered<()> {
        let (cases, default) = reader.switch(op, at)?;
        let entry = self.pop()?;
        let a = self.register(entry, self.stack.len());
        // The selector's register may be that of a place of the stack; what lies below is settled now.
        self.settle();
        let default = self.target(default);
        let mut table: Vec<(i32, Label)> = Vec::with_capacity(cases.len());
        for (key, target) in cases {
            let label = self.target(target);
            table.push((key, label));
        }
        table.sort_unstable_by_key(|&(key, _)| key);
        let index = self.code.switches.len() as u32;
        self.code.switches.push(SwitchTable { cases: table, default });
        self.emit(Instruction::Switch { a, index });
        Ok(())
    }
}

const fn kind_of(number: u8) -> Kind {
    match number {
        0 => Kind::Int,
        1 => Kind::Long,
        2 => Kind::Float,
        3 => Kind::Double,
        _ => Kind::Reference,
    }
}
