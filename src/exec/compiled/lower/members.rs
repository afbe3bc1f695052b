//! Constants, fields, new objects and arrays, and tests of types.

use super::{Entry, Held, Kind, Lowered, Lowerer};
use crate::class_files::code::{Member, PoolItem};
use crate::class_files::header::Access;
use crate::exec::code::{Instruction, NewArrays, Register};
use crate::exec::compiled::resolve::Field;
use crate::exec::compiled::{FieldPlace, untold};
use crate::exec::native::{DEPENDS, Native};
use crate::exec::natives;
use crate::exec::slot::{Reference, RuntimeType, Slot};
use crate::jvm::operator::BinaryOperator as Op;
use crate::jvm::value::PrimitiveType;
use crate::sema::program::{ClassId, FieldId};
use crate::sema::types::Ty;

/// Why a run ends that goes through such a collection.
const UNORDERED: &str = "the order of a set or map that differs from one JVM to the next";

/// A field's place in the register code.
pub(super) enum Place {
    Slot(u16),
    Final(u32),
    Variable(u32),
    Compiled(u32),
}

impl Lowerer<'_> {
    pub(super) fn load_pool(&mut self, index: u16) -> Lowered<()> {
        let class_code = self.class_code;
        match class_code.constant(index).ok_or("a constant that is not there")? {
            PoolItem::Int(value) => self.push_constant(Kind::Int, *value),
            PoolItem::Long(value) => self.push_constant(Kind::Long, *value),
            PoolItem::Float(value) => self.push_constant(Kind::Float, *value),
            PoolItem::Double(value) => self.push_constant(Kind::Double, *value),
            PoolItem::String(text) => {
                let string = self.program_code.pool.intern(text).ok_or("too many distinct strings")?;
                self.push_constant(Kind::Reference, string);
            }
            PoolItem::Class(name) => match self.compiled.runtime_type(self.layouts, name) {
                Ok(ty) => self.push_mirror(ty)?,
                Err(why) => self.push_unsupported(Some(Kind::Reference), why),
            },
            PoolItem::Dynamic(_, _, descriptor) => {
                let kind = Kind::of(descriptor);
                self.push_unsupported(kind, "a constant that a bootstrap method makes");
            }
            PoolItem::Handle(_) | PoolItem::MethodType(_) => {
                self.push_unsupported(Some(Kind::Reference), "a method handle");
            }
            _ => return Err("a constant of another kind".to_owned()),
        }
        Ok(())
    }

    pub(super) fn push_mirror(&mut self, ty: RuntimeType) -> Lowered<()> {
        let mirror = Reference::mirror(ty).ok_or("the class of an array of more than 63 dimensions")?;
        self.push_constant(Kind::Reference, mirror);
        Ok(())
    }

    /// What comes here ends; but its code goes on with a value of this kind.
    pub(super) fn push_unsupported(&mut self, kind: Option<Kind>, what: impl Into<String>) {
        self.unsupported(what);
        if let Some(kind) = kind {
            self.load_zero(kind);
        }
    }

    pub(super) fn member(&self, index: u16) -> Lowered<Member> {
        match self.class_code.constant(index) {
            Some(PoolItem::Field(member) | PoolItem::Method(member)) => Ok(member.clone()),
            _ => Err("a member that is not there".to_owned()),
        }
    }

    pub(super) fn class_name(&self, index: u16) -> Lowered<std::sync::Arc<str>> {
        match self.class_code.constant(index) {
            Some(PoolItem::Class(name)) => Ok(name.clone()),
            _ => Err("a class that is not there".to_owned()),
        }
    }

    pub(super) fn field(&mut self, op: u8, index: u16) -> Lowered<()> {
        let member = self.member(index)?;
        let kind = Kind::of(&member.descriptor).ok_or("a field without a type")?;
        if op == 178 && self.is_salt(&member) {
            return self.salt(kind);
        }
        if op == 178
            && (&*member.class, &*member.name) == ("java/lang/System", "in")
            && let Some(native) = natives::lookup_compiled("java.lang.System.in")
        {
            return self.call_native(native, Some(kind), &[]);
        }
        if matches!(op, 180 | 181)
            && let Some(native) = self.native_field(&member, op == 181)
        {
            let value = if op == 181 { Some(self.pop_register()?) } else { None };
            let object = self.pop_register()?;
            self.emit(Instruction::NullCheck { a: object });
            let arguments: Vec<Register> = [object].into_iter().chain(value).collect();
            let result = value.is_none().then_some(kind);
            self.call_native(native, result, &arguments)?;
            return Ok(());
        }
        let field = self.compiled.field(self.layouts, &member);
        let is_untold =
            op.is_multiple_of(2) && field.as_ref().is_ok_and(|field| self.is_untold(field, &member.name));
        let found = field.and_then(|field| self.place_of(&field));
        let (is_static, is_write) = (op < 180, op % 2 == 1);
        let found = found.and_then(|(class, place)| match (is_static, &place) {
            (false, Place::Slot(_)) | (true, Place::Final(_) | Place::Variable(_) | Place::Compiled(_)) => {
                Ok((class, place))
            }
            _ => Err(format!("the field {}.{}", member.class.replace('/', "."), member.name)),
        });
        let (class, place) = match found {
            Ok(found) => found,
            Err(why) => {
                if is_write {
                    self.pop()?;
                }
                if !is_static {
                    self.pop()?;
                }
                self.push_unsupported((!is_write).then_some(kind), why);
                return Ok(());
            }
        };
        if is_static && matches!(place, Place::Compiled(_)) {
            self.initialize(class);
        } else if is_static {
            self.initialize_source(class);
        }
        let is_of_library = matches!(place, Place::Final(_) | Place::Variable(_));
        if is_write && is_of_library && self.method.is_initializer() && class == self.class.id {
            // The library's initialiser has given it its value.
            self.pop()?;
            return Ok(());
        }
        match (place, is_write) {
            (Place::Slot(slot), false) => {
                let object = self.pop_register()?;
                let dst = self.push(kind);
                self.emit(Instruction::GetField { dst, object, slot });
            }
            (Place::Slot(slot), true) => {
                let value = self.narrowed(&member.descriptor)?;
                let object = self.pop_register()?;
                self.emit(Instruction::PutField { object, slot, value });
            }
            (Place::Compiled(place), true) => {
                let src = self.narrowed(&member.descriptor)?;
                self.emit(Instruction::PutStatic { src, place });
            }
            (place, false) => {
                let dst = self.push(kind);
                self.load_static(dst, &place);
            }
            (Place::Final(_), true) => {
                self.pop()?;
                self.unsupported(format!("an assignment to the constant {}", member.name));
            }
            (Place::Variable(slot), true) => {
                let src = self.narrowed(&member.descriptor)?;
                self.emit(Instruction::PutVariable { src, slot });
            }
        }
        if is_untold {
            self.check_told(kind, &member);
        }
        Ok(())
    }

    /// The place of a static field of a class's own type.
    pub(super) fn static_place(&self, class: &str, name: &str) -> Lowered<Place> {
        let descriptor = format!("L{class};").into();
        let member = Member { class: class.into(), name: name.into(), descriptor };
        let field = self.compiled.field(self.layouts, &member)?;
        match self.place_of(&field)?.1 {
            Place::Slot(_) => Err(format!("the field {}.{name}", class.replace('/', "."))),
            place => Ok(place),
        }
    }

    pub(super) fn load_static(&mut self, dst: Register, place: &Place) {
        match *place {
            Place::Compiled(place) => self.emit(Instruction::GetStatic { dst, place }),
            Place::Final(slot) => self.emit(Instruction::GetFinal { dst, slot }),
            Place::Variable(slot) => self.emit(Instruction::GetVariable { dst, slot }),
            Place::Slot(_) => self.unsupported("a field of no object"),
        }
    }

    fn is_untold(&self, field: &Field, name: &str) -> bool {
        match *field {
            Field::OfFile(class, _) => untold::is_untold(&self.compiled.name_of(class), name),
            Field::OfProgram(_) => false,
        }
    }

    /// Ends the run where the value that is on the stack says nothing.
    fn check_told(&mut self, kind: Kind, member: &Member) {
        let a = self.place(self.stack.len() - 1, kind);
        let told = self.emitter.label();
        match kind {
            Kind::Reference => self.emit(Instruction::JumpNull { a, wanted: false, target: told }),
            Kind::Int => self.emit(Instruction::JumpIntImmediate { op: Op::Ne, a, value: 0, target: told }),
            // No run sets such a field.
            Kind::Long | Kind::Float | Kind::Double => {}
        }
        let name = format!("{}.{}", member.class.replace('/', "."), member.name);
        self.unsupported(format!("{DEPENDS} (the field {name})"));
        self.emitter.bind(told);
    }

    /// What stands in for a field that only the JDK's texts and its `Class` have.
    fn native_field(&self, member: &Member, is_write: bool) -> Option<&'static Native> {
        let is_of_text = matches!(&*member.name, "value" | "coder");
        if !self.method.is_of_jdk || !is_of_text && &*member.class != "java/lang/Class" {
            return None;
        }
        let write = if is_write { "=" } else { "" };
        natives::lookup_compiled(&format!("{}.{}{write}", member.class.replace('/', "."), member.name))
    }

    /// What the orders of `Set.of` and `Map.of` are mixed with; only going through them asks for it.
    fn is_salt(&self, member: &Member) -> bool {
        &*member.class == "java/util/ImmutableCollections"
            && matches!(&*member.name, "SALT32L" | "SALT" | "REVERSE")
            && !self.method.is_initializer()
    }

    /// Where at most one element is left, there is but one order.
    fn salt(&mut self, kind: Kind) -> Lowered<()> {
        match natives::lookup_compiled("java.util.ImmutableCollections.salt") {
            Some(native) if !self.method.access.has(Access::STATIC) => {
                let iterator = self.local(0, Kind::Reference);
                self.call_native(native, Some(kind), &[iterator])
            }
            _ => {
                self.push_unsupported(Some(kind), UNORDERED);
                Ok(())
            }
        }
    }

    fn place_of(&self, field: &Field) -> Lowered<(ClassId, Place)> {
        let slot =
            |slot: u32| u16::try_from(slot).map_err(|_| "a class with more than 65,535 fields".to_owned());
        match *field {
            Field::OfFile(class, found) => match found.place {
                FieldPlace::Slot(at) => Ok((class, Place::Slot(slot(at)?))),
                FieldPlace::Static(place) => Ok((class, Place::Compiled(place))),
            },
            Field::OfProgram(id) => self.place_in_program(id),
        }
    }

    fn place_in_program(&self, id: FieldId) -> Lowered<(ClassId, Place)> {
        let program = self.program_code.program();
        let declared = &program.fields[id];
        if program.is_unread(id) {
            return Err(program.unread_field(id));
        }
        let at = self.layouts.slot(id);
        let place = match (declared.is_static(), declared.is_final()) {
            (false, _) => Place::Slot(u16::try_from(at).map_err(|_| "a class with too many fields")?),
            (true, true) => Place::Final(at),
            (true, false) => Place::Variable(at),
        };
        Ok((declared.class, place))
    }

    /// The value on the stack as a field of this type holds it.
    fn narrowed(&mut self, descriptor: &str) -> Lowered<Register> {
        let to = match descriptor {
            "B" => PrimitiveType::Byte,
            "S" => PrimitiveType::Short,
            "C" => PrimitiveType::Char,
            _ => return self.pop_register(),
        };
        let a = self.pop_register()?;
        let dst = self.scratch();
        self.emit(Instruction::Convert { from: PrimitiveType::Int, to, dst, a });
        Ok(dst)
    }

    /// A class is used: its initialiser runs, unless this code cannot run before that.
    pub(super) fn initialize(&mut self, class: ClassId) {
        if self.layouts.is_subclass(self.class.id, class) && self.is_own(class) {
            return;
        }
        // Of a class of the library, what its class file initialises is apart from the library's.
        if self.compiled.is_of_source(class)
            && let Some(file) = self.compiled.run_class(class)
        {
            let number = file.number;
            self.emit(Instruction::InitializeCompiled { class, number });
        }
        self.initialize_source(class);
    }

    /// What is used is the source's.
    pub(super) fn initialize_source(&mut self, class: ClassId) {
        if let Some((class, number)) = self.compiled.initialized_first(self.layouts, class) {
            self.emit(Instruction::InitializeCompiled { class, number });
        }
        if self.program_code.is_initialized(class) {
            self.emit(Instruction::Initialize { class });
        }
    }

    /// Whether the class is initialised where code of this method's class runs.
    fn is_own(&self, class: ClassId) -> bool {
        !self.compiled.is_of_source(self.class.id) || class != self.class.id
    }

    /// Whether the class, one of the class path, has `assert` statements.
    fn has_assertions(&self) -> bool {
        !self.method.is_of_jdk && self.class.fields.contains_key("$assertionsDisabled")
    }

    pub(super) fn new_object(&mut self, index: u16) -> Lowered<()> {
        let name = self.class_name(index)?;
        if &*name == "java/lang/AssertionError" && self.has_assertions() {
            let what = "an assertion that fails, where assertions are on".to_owned();
            self.push_unsupported(Some(Kind::Reference), what);
            return Ok(());
        }
        match self.compiled.named(self.layouts, &name) {
            Ok(class) => {
                self.initialize(class);
                let dst = self.push(Kind::Reference);
                self.emit(Instruction::New { dst, class });
                if let Some(entry) = self.stack.last_mut() {
                    entry.is_new = true;
                }
            }
            Err(why) => self.push_unsupported(Some(Kind::Reference), why),
        }
        Ok(())
    }

    pub(super) fn new_primitive_array(&mut self, letter: u8) -> Lowered<()> {
        use PrimitiveType::{Boolean, Byte, Char, Double, Float, Int, Long, Short};
        let types = [Boolean, Char, Float, Double, Byte, Short, Int, Long];
        let ty =
            letter.checked_sub(4).and_then(|n| types.get(usize::from(n))).ok_or("an array of nothing")?;
        self.new_array(Ok(Ty::Primitive(*ty)))
    }

    pub(super) fn new_reference_array(&mut self, index: u16) -> Lowered<()> {
        let name = self.class_name(index)?;
        self.shorten_table(&name);
        let cell = self.compiled.class_constant(self.layouts, &name);
        self.new_array(cell)
    }

    /// `BigDecimal.FIVE_TO_2_TO` of JDK 25 keeps powers of five up to one of 152,000 bits, which each run would compute anew.
    /// Its code goes on from the last one that is there.
    fn shorten_table(&mut self, name: &str) {
        if self.method.is_initializer()
            && &*self.class.name == "java/math/BigDecimal"
            && name == "java/math/BigInteger"
            && let Some(entry) = self.stack.last_mut()
            && entry.held == Held::Constant(17.into())
        {
            entry.held = Held::Constant(5.into());
        }
    }

    fn new_array(&mut self, cell: Lowered<Ty>) -> Lowered<()> {
        let length = self.pop_register()?;
        match cell
            .and_then(|cell| cell.array_of().ok_or_else(|| "an array of too many dimensions".to_owned()))
        {
            Ok(array) => {
                let dst = self.push(Kind::Reference);
                self.emit(Instruction::NewArray { dst, length, ty: RuntimeType::array(array) });
            }
            Err(why) => self.push_unsupported(Some(Kind::Reference), why),
        }
        Ok(())
    }

    pub(super) fn new_arrays(&mut self, index: u16, dims: u8) -> Lowered<()> {
        let mut lengths = Vec::new();
        for _ in 0..dims {
            lengths.push(self.pop_register()?);
        }
        lengths.reverse();
        let name = self.class_name(index)?;
        match self.compiled.runtime_type(self.layouts, &name) {
            Ok(ty) => {
                let index = self.code.new_arrays.len() as u32;
                self.code.new_arrays.push(NewArrays { ty, lengths: lengths.into() });
                let dst = self.push(Kind::Reference);
                self.emit(Instruction::NewArrays { dst, index });
            }
            Err(why) => self.push_unsupported(Some(Kind::Reference), why),
        }
        Ok(())
    }

    pub(super) fn type_test(&mut self, op: u8, index: u16) -> Lowered<()> {
        let name = self.class_name(index)?;
        let ty = self.compiled.runtime_type(self.layouts, &name);
        let entry = self.pop()?;
        let a = self.register(entry, self.stack.len());
        // What stands for a lookup, or for a handle, is an object of another class (`calls`).
        let is_handle = self.method.is_of_jdk
            && matches!(&*name, "java/lang/invoke/MethodHandles$Lookup" | "java/lang/invoke/VarHandle");
        match (ty, op) {
            (Ok(_), 192) if is_handle => self.stack.push(entry),
            (Ok(ty), 192) => {
                self.emit(Instruction::CheckCast { a, ty });
                // A constant has been loaded into the register of its place.
                let held = match entry.held {
                    Held::Constant(_) => Held::Own,
                    held => held,
                };
                self.stack.push(Entry { held, ..entry });
            }
            (Ok(ty), _) => {
                let dst = self.push(Kind::Int);
                self.emit(Instruction::InstanceOf { dst, a, ty });
            }
            (Err(why), _) => {
                let kind = if op == 192 { Kind::Reference } else { Kind::Int };
                self.push_unsupported(Some(kind), why);
            }
        }
        Ok(())
    }

    pub(super) fn constant_register(&mut self, kind: Kind, value: impl Into<Slot>) -> Register {
        let register = self.place(self.stack.len() + 8, kind);
        let value: Slot = value.into();
        self.load_bits(register, value.0);
        register
    }
}
