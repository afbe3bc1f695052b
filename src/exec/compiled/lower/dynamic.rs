//! `invokedynamic`, by its bootstrap method: what it would make is known, so the code for it is emitted in place.

use super::members::Place;
use super::{Kind, Lowered, Lowerer};
use crate::class_files::code::{Bootstrap, Member, PoolItem};
use crate::class_files::header::Name;
use crate::exec::code::{CallKind, ConcatPart, Instruction, Register};
use crate::exec::compiled::lambda::{self, Shape};
use crate::exec::compiled::resolve;
use crate::exec::slot::{Reference, RuntimeType};
use crate::jvm::operator::BinaryOperator as Op;
use crate::jvm::value::JavaString;
use crate::sema::program::MethodId;

/// What stands in a concatenation.
enum JoinedPart {
    /// A value in a register, of the type of a descriptor.
    Value(Register, String),
    Text(JavaString),
}

impl Lowerer<'_> {
    pub(super) fn invoke_dynamic(&mut self, index: u16) -> Lowered<()> {
        let class_code = self.class_code;
        let Some(PoolItem::InvokeDynamic(number, name, descriptor)) = class_code.constant(index) else {
            return Err("a call site that is not there".to_owned());
        };
        let bootstrap = class_code.bootstraps.get(*number).ok_or("a bootstrap method that is not there")?;
        let types: Vec<&str> = resolve::parameters(descriptor).collect();
        let mut values = Vec::new();
        for _ in &types {
            values.push(self.pop_register()?);
        }
        values.reverse();
        let result = resolve::result(descriptor);
        let made_by = &bootstrap.method.member;
        let done = match (&*made_by.class, &*made_by.name) {
            ("java/lang/invoke/StringConcatFactory", kind) => {
                self.concatenation(kind, bootstrap, &types, &values)
            }
            ("java/lang/invoke/LambdaMetafactory", _) => self.lambda(name, descriptor, bootstrap, &values),
            ("java/lang/runtime/ObjectMethods", _) => self.record_method(name, bootstrap, &values),
            ("java/lang/runtime/SwitchBootstraps", _) => self.pattern_switch(bootstrap, &values),
            (class, method) => Err(format!("a call site of {}.{method} ({name})", class.replace('/', "."))),
        };
        if let Err(why) = done {
            self.push_unsupported(Kind::of(result), why);
        }
        Ok(())
    }

    /// Registers above those of the stack, for values in between.
    fn spare(&mut self, number: usize, kind: Kind) -> Register {
        self.place(self.stack.len() + SPARE + number, kind)
    }

    fn library_method(&self, class: &str, name: &str, descriptor: &str) -> Lowered<MethodId> {
        let member = Member { class: class.into(), name: name.into(), descriptor: descriptor.into() };
        self.compiled.resolve_method(self.layouts, &member)
    }

    /// Calls a method into a register.
    fn call_into(&mut self, dst: Register, method: MethodId, kind: CallKind, arguments: &[Register]) {
        let site = crate::exec::code::CallSite { method, kind, native: None, arguments: arguments.into() };
        self.call(dst, site);
    }

    fn concatenation(
        &mut self,
        kind: &str,
        bootstrap: &Bootstrap,
        types: &[&str],
        values: &[Register],
    ) -> Lowered<()> {
        let mut parts = Vec::new();
        let mut next = values.iter().zip(types);
        let value = |(&register, ty): (&Register, &&str)| JoinedPart::Value(register, (*ty).to_owned());
        match (kind, bootstrap.arguments.split_first()) {
            ("makeConcatWithConstants", Some((PoolItem::String(recipe), constants))) => {
                let mut constants = constants.iter();
                let mut text: Vec<u16> = Vec::new();
                for &unit in recipe.units() {
                    match unit {
                        1 => {
                            parts.push(JoinedPart::Text(std::mem::take(&mut text).into()));
                            parts.extend(next.next().map(value));
                        }
                        2 => text.extend(constant_text(constants.next())?.units()),
                        unit => text.push(unit),
                    }
                }
                parts.push(JoinedPart::Text(text.into()));
            }
            ("makeConcat", _) => parts.extend(next.map(value)),
            _ => return Err("a concatenation of another kind".to_owned()),
        }
        self.join(parts)
    }

    /// Pushes the text of all parts.
    fn join(&mut self, parts: Vec<JoinedPart>) -> Lowered<()> {
        let value_of = self.library_method(STRING, "valueOf", "(Ljava/lang/Object;)Ljava/lang/String;")?;
        let mut joined = Vec::new();
        for part in parts {
            let (register, ty) = match part {
                JoinedPart::Text(text) if text.is_empty() => continue,
                JoinedPart::Text(text) => {
                    let string = self.program_code.pool.intern(&text).ok_or("too many distinct strings")?;
                    let dst = self.spare(joined.len(), Kind::Reference);
                    self.load_bits(dst, crate::exec::slot::Slot::from(string).0);
                    (dst, ConcatPart::Text)
                }
                JoinedPart::Value(register, ty) if &*ty == "Ljava/lang/String;" => {
                    (register, ConcatPart::Text)
                }
                JoinedPart::Value(register, ty) if Kind::of(&ty) == Some(Kind::Reference) => {
                    let dst = self.spare(joined.len(), Kind::Reference);
                    self.call_into(dst, value_of, CallKind::Direct, &[register]);
                    (dst, ConcatPart::Text)
                }
                JoinedPart::Value(register, ty) => {
                    let letter = ty.chars().next().unwrap_or('I');
                    let primitive = resolve::primitive(letter).ok_or("a type that cannot be read")?;
                    (register, ConcatPart::Primitive(primitive))
                }
            };
            joined.push((register, ty));
        }
        let index = self.code.concats.len() as u32;
        self.code.concats.push(joined.into());
        let dst = self.push(Kind::Reference);
        self.emit(Instruction::Concat { dst, index });
        Ok(())
    }

    fn lambda(
        &mut self,
        name: &Name,
        descriptor: &Name,
        bootstrap: &Bootstrap,
        values: &[Register],
    ) -> Lowered<()> {
        let [PoolItem::MethodType(method), PoolItem::Handle(handle), PoolItem::MethodType(actual), rest @ ..] =
            &bootstrap.arguments[..]
        else {
            return Err("a lambda of another kind".to_owned());
        };
        let mut markers = Vec::new();
        let mut bridges = Vec::new();
        // `altMetafactory`: flags, markers with their number, bridges with theirs.
        let mut is_serializable = false;
        if let Some((PoolItem::Int(flags), mut rest)) = rest.split_first() {
            is_serializable = flags & 1 != 0;
            for (flag, found) in [(2, &mut markers), (4, &mut bridges)] {
                if flags & flag != 0
                    && let Some((PoolItem::Int(count), more)) = rest.split_first()
                    && let Some((of_flag, more)) = more.split_at_checked(*count as usize)
                {
                    found.extend(of_flag);
                    rest = more;
                }
            }
        }
        let interface =
            |descriptor: &str| descriptor.trim_start_matches('L').trim_end_matches(';').to_owned();
        let mut interfaces = vec![interface(resolve::result(descriptor))];
        interfaces.extend(markers.iter().filter_map(|item| match item {
            PoolItem::Class(name) => Some(name.to_string()),
            _ => None,
        }));
        if is_serializable {
            interfaces.push("java/io/Serializable".to_owned());
        }
        let mut methods = vec![method.clone()];
        methods.extend(bridges.iter().filter_map(|item| match item {
            PoolItem::MethodType(bridge) => Some(bridge.clone()),
            _ => None,
        }));
        let captured = resolve::parameters(descriptor).map(str::to_owned).collect();
        let shape =
            Shape { interfaces, name: name.clone(), methods, actual: actual.clone(), captured, handle };
        let class = lambda::class(self.program_code, self.compiled, &shape, self.method)?;
        if matches!(
            handle.kind,
            crate::class_files::code::HandleKind::InvokeVirtual
                | crate::class_files::code::HandleKind::InvokeInterface
                | crate::class_files::code::HandleKind::InvokeSpecial
        ) && let Some(&receiver) = values.first()
        {
            // `a::f` looks at `a` at once.
            self.emit(Instruction::NullCheck { a: receiver });
        }
        let object = self.spare(0, Kind::Reference);
        self.emit(Instruction::New { dst: object, class });
        for (slot, &value) in values.iter().enumerate() {
            self.emit(Instruction::PutField { object, slot: slot as u16, value });
        }
        let dst = self.push(Kind::Reference);
        self.emit(Instruction::Move { dst, src: object });
        Ok(())
    }

    /// `toString`, `hashCode` and `equals` of a record.
    fn record_method(&mut self, name: &str, bootstrap: &Bootstrap, values: &[Register]) -> Lowered<()> {
        let [PoolItem::Class(class), PoolItem::String(names), getters @ ..] = &bootstrap.arguments[..] else {
            return Err("a method of a record of another kind".to_owned());
        };
        let mut components = Vec::new();
        for getter in getters {
            let PoolItem::Handle(handle) = getter else { return Err("a record's component".to_owned()) };
            components.push((self.slot_of(&handle.member)?, handle.member.descriptor.clone()));
        }
        match (name, values) {
            ("toString", [record]) => {
                let simple = class.rsplit(['/', '$']).next().unwrap_or_default();
                let names = names.to_string_lossy();
                let mut parts = vec![JoinedPart::Text(format!("{simple}[").as_str().into())];
                for (n, ((slot, ty), name)) in components.iter().zip(names.split(';')).enumerate() {
                    let separator = if n == 0 { "" } else { ", " };
                    parts.push(JoinedPart::Text(format!("{separator}{name}=").as_str().into()));
                    let kind = Kind::of(ty).ok_or("a component without a type")?;
                    let dst = self.spare(100 + n, kind);
                    self.emit(Instruction::GetField { dst, object: *record, slot: *slot });
                    parts.push(JoinedPart::Value(dst, ty.to_string()));
                }
                parts.push(JoinedPart::Text("]".into()));
                self.join(parts)
            }
            ("hashCode", [record]) => self.record_hash(*record, &components),
            ("equals", [record, other]) => {
                let ty = self.compiled.runtime_type(self.layouts, class)?;
                self.record_equals(*record, *other, ty, &components)
            }
            _ => Err(format!("the method {name} of a record")),
        }
    }

    fn slot_of(&self, member: &Member) -> Lowered<u16> {
        use crate::exec::compiled::FieldPlace;
        use crate::exec::compiled::resolve::Field;
        match self.compiled.field(self.layouts, member)? {
            Field::OfFile(_, found) => match found.place {
                FieldPlace::Slot(slot) => u16::try_from(slot).map_err(|_| "too many fields".to_owned()),
                FieldPlace::Static(_) => Err("a static component".to_owned()),
            },
            Field::OfProgram(field) => {
                u16::try_from(self.layouts.slot(field)).map_err(|_| "too many fields".to_owned())
            }
        }
    }

    fn record_hash(&mut self, record: Register, components: &[(u16, Name)]) -> Lowered<()> {
        let sum = self.spare(0, Kind::Int);
        let one = self.spare(1, Kind::Int);
        self.emit(Instruction::Load { dst: sum, value: 0 });
        for (slot, ty) in components {
            let kind = Kind::of(ty).ok_or("a component without a type")?;
            let value = self.spare(2, kind);
            self.emit(Instruction::GetField { dst: value, object: record, slot: *slot });
            let (class, descriptor) = match wrapper_of(ty) {
                Some(class) => (class, format!("({ty})I")),
                None => ("java/util/Objects", "(Ljava/lang/Object;)I".to_owned()),
            };
            let method = self.library_method(class, "hashCode", &descriptor)?;
            self.call_into(one, method, CallKind::Direct, &[value]);
            self.emit(Instruction::IntImmediate { op: Op::Mul, dst: sum, a: sum, value: 31 });
            self.emit(Instruction::Int { op: Op::Add, dst: sum, a: sum, b: one });
        }
        let dst = self.push(Kind::Int);
        self.emit(Instruction::Move { dst, src: sum });
        Ok(())
    }

    fn record_equals(
        &mut self,
        record: Register,
        other: Register,
        ty: RuntimeType,
        components: &[(u16, Name)],
    ) -> Lowered<()> {
        let compared = components.iter().map(|component| self.compared(component));
        let compared = compared.collect::<Lowered<Vec<Compared>>>()?;
        let same = self.spare(0, Kind::Int);
        let end = self.emitter.label();
        self.emit(Instruction::InstanceOf { dst: same, a: other, ty });
        self.emit(Instruction::JumpIf { condition: same, wanted: false, target: end });
        for Compared { slot, kind, method, is_number } in compared {
            let (a, b) = (self.spare(1, kind), self.spare(2, kind));
            self.emit(Instruction::GetField { dst: a, object: record, slot });
            self.emit(Instruction::GetField { dst: b, object: other, slot });
            self.call_into(same, method, CallKind::Direct, &[a, b]);
            if is_number {
                self.emit(Instruction::IntImmediate { op: Op::Eq, dst: same, a: same, value: 0 });
            }
            self.emit(Instruction::JumpIf { condition: same, wanted: false, target: end });
        }
        self.emitter.bind(end);
        let dst = self.push(Kind::Int);
        self.emit(Instruction::Move { dst, src: same });
        Ok(())
    }

    fn compared(&self, (slot, ty): &(u16, Name)) -> Lowered<Compared> {
        let kind = Kind::of(ty).ok_or("a component without a type")?;
        let wrapper = wrapper_of(ty);
        let method = match wrapper {
            Some(class) => self.library_method(class, "compare", &format!("({ty}{ty})I"))?,
            None => {
                let descriptor = "(Ljava/lang/Object;Ljava/lang/Object;)Z";
                self.library_method("java/util/Objects", "equals", descriptor)?
            }
        };
        Ok(Compared { slot: *slot, kind, method, is_number: wrapper.is_some() })
    }

    /// The number of the first label that fits, from the given one on; -1 for null; how many there are, if none does.
    fn pattern_switch(&mut self, bootstrap: &Bootstrap, values: &[Register]) -> Lowered<()> {
        let &[object, from] = values else { return Err("a switch of another kind".to_owned()) };
        let is_enum = &*bootstrap.method.member.name == "enumSwitch";
        let fits = bootstrap.arguments.iter().map(|label| self.fit(label, is_enum));
        let fits = fits.collect::<Lowered<Vec<Fit>>>()?;
        let count = i16::try_from(fits.len()).map_err(|_| "a switch with too many labels")?;
        let result = self.spare(0, Kind::Int);
        let end = self.emitter.label();
        self.emit(Instruction::Load { dst: result, value: -1 });
        self.emit(Instruction::JumpNull { a: object, wanted: true, target: end });
        for (value, fit) in (0..count).zip(fits) {
            let next = self.emitter.label();
            self.emit(Instruction::JumpIntImmediate { op: Op::Gt, a: from, value, target: next });
            let holds = self.spare(1, Kind::Int);
            self.test_fit(holds, object, fit);
            self.emit(Instruction::JumpIf { condition: holds, wanted: false, target: next });
            self.emit(Instruction::Load { dst: result, value: value.into() });
            self.emit(Instruction::Jump { target: end });
            self.emitter.bind(next);
        }
        self.emit(Instruction::Load { dst: result, value: count.into() });
        self.emitter.bind(end);
        let dst = self.push(Kind::Int);
        self.emit(Instruction::Move { dst, src: result });
        Ok(())
    }

    /// What a label asks for. All labels are looked up before any code is emitted, which could not be taken back.
    fn fit(&self, label: &PoolItem, is_enum: bool) -> Lowered<Fit> {
        match label {
            PoolItem::Class(name) => Ok(Fit::Instance(self.compiled.runtime_type(self.layouts, name)?)),
            PoolItem::String(text) => {
                let text = self.program_code.pool.intern(text).ok_or("too many distinct strings")?;
                let equals = self.library_method(STRING, "equals", "(Ljava/lang/Object;)Z")?;
                let name = match is_enum {
                    true => Some(self.library_method("java/lang/Enum", "name", "()Ljava/lang/String;")?),
                    false => None,
                };
                Ok(Fit::Text { text, equals, name })
            }
            PoolItem::Int(value) => {
                let ty = self.compiled.runtime_type(self.layouts, "java/lang/Integer")?;
                Ok(Fit::Int { ty, value: *value })
            }
            PoolItem::Dynamic(number, _, descriptor) if &**descriptor == "Ljava/lang/Enum$EnumDesc;" => {
                let (class, constant) =
                    self.described_constant(*number).ok_or("an enum's constant of another kind")?;
                let ty = self.compiled.runtime_type(self.layouts, &class)?;
                Ok(Fit::Constant { ty, place: self.static_place(&class, &constant)?, name: constant })
            }
            _ => Err("a switch with a label of another kind".to_owned()),
        }
    }

    /// The enum and the constant of `EnumDesc.of(ClassDesc.of(…), …)`.
    fn described_constant(&self, number: usize) -> Option<(String, String)> {
        let [PoolItem::Dynamic(class, ..), PoolItem::String(constant)] =
            self.made_by("java/lang/Enum$EnumDesc", number)?
        else {
            return None;
        };
        let [PoolItem::String(class)] = self.made_by("java/lang/constant/ClassDesc", *class)? else {
            return None;
        };
        Some((class.to_string_lossy().replace('.', "/"), constant.to_string_lossy()))
    }

    /// The arguments of a constant that is what a class's method `of` gives.
    fn made_by(&self, class: &str, number: usize) -> Option<&[PoolItem]> {
        let bootstrap = self.class_code.bootstraps.get(number)?;
        let made_by = &bootstrap.method.member;
        let is_call = &*made_by.class == "java/lang/invoke/ConstantBootstraps" && &*made_by.name == "invoke";
        let (PoolItem::Handle(called), arguments) = bootstrap.arguments.split_first()? else { return None };
        let is_it = &*called.member.class == class && &*called.member.name == "of";
        (is_call && is_it).then_some(arguments)
    }

    /// Leaves whether a label fits.
    fn test_fit(&mut self, holds: Register, object: Register, fit: Fit) {
        match fit {
            Fit::Instance(ty) => self.emit(Instruction::InstanceOf { dst: holds, a: object, ty }),
            Fit::Text { text, equals, name } => {
                let wanted = self.spare(2, Kind::Reference);
                self.load_bits(wanted, crate::exec::slot::Slot::from(text).0);
                let mut tested = object;
                if let Some(name) = name {
                    tested = self.spare(3, Kind::Reference);
                    self.call_into(tested, name, CallKind::Direct, &[object]);
                }
                self.call_into(holds, equals, CallKind::Direct, &[wanted, tested]);
            }
            Fit::Int { ty, value } => {
                let end = self.emitter.label();
                self.emit(Instruction::InstanceOf { dst: holds, a: object, ty });
                self.emit(Instruction::JumpIf { condition: holds, wanted: false, target: end });
                self.emit(Instruction::Unbox { dst: holds, a: object });
                self.emit(Instruction::IntImmediate { op: Op::Eq, dst: holds, a: holds, value });
                self.emitter.bind(end);
            }
            Fit::Constant { ty, place, name } => self.test_constant(holds, object, (ty, place, name)),
        }
    }

    /// Whether it is a constant of an enum. Where there is an object of the enum, its initialiser has begun.
    fn test_constant(
        &mut self,
        holds: Register,
        object: Register,
        (ty, place, name): (RuntimeType, Place, String),
    ) {
        let (end, is_made) = (self.emitter.label(), self.emitter.label());
        let constant = self.spare(2, Kind::Reference);
        self.emit(Instruction::InstanceOf { dst: holds, a: object, ty });
        self.emit(Instruction::JumpIf { condition: holds, wanted: false, target: end });
        self.load_static(constant, &place);
        self.emit(Instruction::JumpNull { a: constant, wanted: false, target: is_made });
        self.unsupported(format!("a switch over {name}, which is not made yet"));
        self.emitter.bind(is_made);
        self.emit(Instruction::SameReference { dst: holds, a: object, b: constant });
        self.emitter.bind(end);
    }
}

/// What a label of a switch over patterns asks for.
enum Fit {
    Instance(RuntimeType),
    /// A text; of an enum, the name of a constant.
    Text {
        text: Reference,
        equals: MethodId,
        name: Option<MethodId>,
    },
    Int {
        ty: RuntimeType,
        value: i32,
    },
    /// A constant of an enum.
    Constant {
        ty: RuntimeType,
        place: Place,
        name: String,
    },
}

/// A component of a record: its type is compared by `compare` of the wrapper class, or by `Objects.equals`.
struct Compared {
    slot: u16,
    kind: Kind,
    method: MethodId,
    is_number: bool,
}

const STRING: &str = "java/lang/String";

/// So many places above the stack, values in between have theirs.
const SPARE: usize = 260;

fn wrapper_of(descriptor: &str) -> Option<&'static str> {
    Some(match descriptor {
        "Z" => "java/lang/Boolean",
        "B" => "java/lang/Byte",
        "S" => "java/lang/Short",
        "C" => "java/lang/Character",
        "I" => "java/lang/Integer",
        "J" => "java/lang/Long",
        "F" => "java/lang/Float",
        "D" => "java/lang/Double",
        _ => return None,
    })
}

fn constant_text(constant: Option<&PoolItem>) -> Lowered<JavaString> {
    match constant {
        Some(PoolItem::String(text)) => Ok(text.clone()),
        Some(PoolItem::Int(value)) => Ok(value.to_string().as_str().into()),
        _ => Err("a constant in a concatenation".to_owned()),
    }
}
