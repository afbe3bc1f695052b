//! Register code: what a typed body is lowered to, so that a run is a tight loop over plain data.
//!
//! Invariants
//! - A register holds references or it holds other values, never both in turn ([`MethodCode::is_reference`]):
//!   so the state of a run can be compared up to the renaming of references.
//! - Code that throws has written no register yet, but for those that only the thrower would have read.
//! - A *section* is a mutant's version of a node ([`Site`]): it uses the locals, handlers and targets of the
//!   original's code around it and ends in a jump to where the node ends. So the two versions share frames.

use crate::exec::native::Native;
use crate::exec::slot::RuntimeType;
use crate::jvm::operator::BinaryOperator;
use crate::jvm::value::{JavaString, PrimitiveType};
use crate::sema::program::{ClassId, MethodId};

pub type Register = u16;
/// An index into [`MethodCode::instructions`]; while lowering, a label.
pub type Pc = u32;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UnaryCode {
    IntNegate,
    IntNot,
    LongNegate,
    LongNot,
    FloatNegate,
    DoubleNegate,
    BooleanNot,
}

/// `dst` is written last, after all that can throw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Instruction {
    Move {
        dst: Register,
        src: Register,
    },
    Load {
        dst: Register,
        value: i32,
    },
    LoadConstant {
        dst: Register,
        index: u32,
    },
    /// On `int`, and on booleans as 0 and 1.
    Int {
        op: BinaryOperator,
        dst: Register,
        a: Register,
        b: Register,
    },
    IntImmediate {
        op: BinaryOperator,
        dst: Register,
        a: Register,
        value: i32,
    },
    /// A shift's count is an `int` or a `long`.
    Long {
        op: BinaryOperator,
        dst: Register,
        a: Register,
        b: Register,
    },
    Float {
        op: BinaryOperator,
        dst: Register,
        a: Register,
        b: Register,
    },
    Double {
        op: BinaryOperator,
        dst: Register,
        a: Register,
        b: Register,
    },
    Unary {
        op: UnaryCode,
        dst: Register,
        a: Register,
    },
    Convert {
        from: PrimitiveType,
        to: PrimitiveType,
        dst: Register,
        a: Register,
    },
    /// `==` on references: ends the run where Java does not promise an answer.
    SameReference {
        dst: Register,
        a: Register,
        b: Register,
    },

    Jump {
        target: Pc,
    },
    JumpIf {
        condition: Register,
        wanted: bool,
        target: Pc,
    },
    JumpInt {
        op: BinaryOperator,
        a: Register,
        b: Register,
        target: Pc,
    },
    JumpIntImmediate {
        op: BinaryOperator,
        a: Register,
        value: i16,
        target: Pc,
    },
    JumpNull {
        a: Register,
        wanted: bool,
        target: Pc,
    },
    /// Jumps unless the run has assertions on.
    JumpUnlessAsserting {
        target: Pc,
    },
    /// For the end of a `finally` part: where to go on.
    LoadPc {
        dst: Register,
        target: Pc,
    },
    JumpRegister {
        a: Register,
    },
    Switch {
        a: Register,
        index: u32,
    },
    /// On a string that is not null.
    StringSwitch {
        a: Register,
        index: u32,
    },

    NullCheck {
        a: Register,
    },
    ArrayLength {
        dst: Register,
        array: Register,
    },
    ArrayLoad {
        dst: Register,
        array: Register,
        index: Register,
    },
    ArrayStore {
        array: Register,
        index: Register,
        value: Register,
    },
    /// With the check of the array's own cell type.
    ArrayStoreReference {
        array: Register,
        index: Register,
        value: Register,
    },
    GetField {
        dst: Register,
        object: Register,
        slot: u16,
    },
    PutField {
        object: Register,
        slot: u16,
        value: Register,
    },
    /// A static that only its class's initialiser assigns.
    GetFinal {
        dst: Register,
        slot: u32,
    },
    PutFinal {
        src: Register,
        slot: u32,
    },
    GetVariable {
        dst: Register,
        slot: u32,
    },
    PutVariable {
        src: Register,
        slot: u32,
    },
    Initialize {
        class: ClassId,
    },
    /// A static of a compiled class.
    GetStatic {
        dst: Register,
        place: u32,
    },
    PutStatic {
        src: Register,
        place: u32,
    },
    /// Runs the initialiser of a compiled class, and those of its superclasses, unless that has begun.
    InitializeCompiled {
        class: ClassId,
        number: u32,
    },
    /// The initialiser of a class of the class path ends: what it has made is no test's own.
    EndInitializer,
    /// `==` on references where `equals` is asked next: equal strings and boxes that may be the same or not are taken
    /// for different objects.
    SameObject {
        dst: Register,
        a: Register,
        b: Register,
    },

    New {
        dst: Register,
        class: ClassId,
    },
    NewArray {
        dst: Register,
        length: Register,
        ty: RuntimeType,
    },
    NewArrays {
        dst: Register,
        index: u32,
    },
    Box {
        ty: PrimitiveType,
        dst: Register,
        a: Register,
    },
    Unbox {
        dst: Register,
        a: Register,
    },
    CheckCast {
        a: Register,
        ty: RuntimeType,
    },
    InstanceOf {
        dst: Register,
        a: Register,
        ty: RuntimeType,
    },
    /// Joins parts that are strings and primitives.
    Concat {
        dst: Register,
        index: u32,
    },
    /// The two JDKs differ on when an operand of `+` becomes text, and here it may show.
    MarkUnportable,

    Call {
        dst: Register,
        index: u32,
    },
    Return {
        src: Register,
    },
    ReturnVoid,
    Throw {
        a: Register,
    },

    LoopHead,
    /// The first of `row` that stand one behind the other, their numbers as well.
    Site {
        site: SiteId,
        row: u16,
    },
    /// As many sites as `row` in front of the [`Instruction::Move`] that is done with them, unless a mutant is looked at or
    /// at work there.
    SiteMove {
        site: SiteId,
        row: u8,
        dst: Register,
        src: Register,
    },
    /// The same in front of an [`Instruction::Load`].
    SiteLoad {
        site: SiteId,
        row: u8,
        dst: Register,
        value: i32,
    },
    /// Ends the run: [`MethodCode::messages`] says what is missing.
    Unsupported {
        index: u32,
    },
}

/// The number of a [`Site`] among all of a program.
pub type SiteId = u32;

/// The number of a mutant among those that the program was built with.
pub type MutantIndex = u32;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CallKind {
    /// Static, or an instance method whose receiver is known not to be null.
    Direct,
    /// Just this method, after the receiver's null check.
    Special,
    Virtual,
}

#[derive(Clone, Debug)]
pub struct CallSite {
    pub method: MethodId,
    pub kind: CallKind,
    /// A native method that needs no dispatch.
    pub native: Option<&'static Native>,
    /// With the receiver first.
    pub arguments: Box<[Register]>,
}

#[derive(Clone, Debug, Default)]
pub struct SwitchTable<K> {
    /// Sorted by key.
    pub cases: Vec<(K, Pc)>,
    pub default: Pc,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ConcatPart {
    /// A string, or null.
    Text,
    Primitive(PrimitiveType),
}

#[derive(Clone, Debug)]
pub struct NewArrays {
    pub ty: RuntimeType,
    pub lengths: Box<[Register]>,
}

/// What catches exceptions in a part of the code.
#[derive(Clone, Debug)]
pub struct Handler {
    pub parent: Option<u32>,
    /// Gets the exception.
    pub register: Register,
    /// In order; `None` catches all.
    pub clauses: Vec<(Option<ClassId>, Pc)>,
}

/// A place where mutants differ from the original.
#[derive(Clone, Debug)]
pub struct Site {
    /// The original's version: from behind the `Site` instruction to where the node ends.
    pub start: Pc,
    pub end: Pc,
    /// The register in which the node leaves its value, if it has one.
    pub value: Option<Register>,
    /// Whether the original's version can be evaluated without anyone noticing.
    pub pure: bool,
    pub sections: Vec<Section>,
}

#[derive(Clone, Debug)]
pub struct Section {
    pub mutant: MutantIndex,
    pub start: Pc,
    pub end: Pc,
    pub pure: bool,
}

#[derive(Clone, Debug, Default)]
pub struct MethodCode {
    /// Those of the original; from [`MethodCode::split`] on, the sections of mutants.
    pub instructions: Vec<Instruction>,
    pub split: Pc,
    pub registers: Register,
    /// By register.
    pub is_reference: Vec<bool>,
    pub constants: Vec<u64>,
    pub calls: Vec<CallSite>,
    pub switches: Vec<SwitchTable<i32>>,
    pub string_switches: Vec<SwitchTable<JavaString>>,
    pub concats: Vec<Box<[(Register, ConcatPart)]>>,
    pub new_arrays: Vec<NewArrays>,
    pub handlers: Vec<Handler>,
    /// From which instruction on which handler is in force, sorted.
    pub scopes: Vec<(Pc, Option<u32>)>,
    pub messages: Vec<String>,
    /// Filled where mutants live in the method; the first has the number [`MethodCode::first_site`].
    pub sites: Vec<Site>,
    pub first_site: SiteId,
}

impl MethodCode {
    pub const EMPTY: MethodCode = MethodCode {
        instructions: Vec::new(),
        split: 0,
        registers: 0,
        is_reference: Vec::new(),
        constants: Vec::new(),
        calls: Vec::new(),
        switches: Vec::new(),
        string_switches: Vec::new(),
        concats: Vec::new(),
        new_arrays: Vec::new(),
        handlers: Vec::new(),
        scopes: Vec::new(),
        messages: Vec::new(),
        sites: Vec::new(),
        first_site: 0,
    };

    /// The innermost handler in force at an instruction.
    pub fn handler_at(&self, pc: Pc) -> Option<u32> {
        let index = self.scopes.partition_point(|&(start, _)| start <= pc);
        index.checked_sub(1).and_then(|i| self.scopes[i].1)
    }
}

impl<K: Ord> SwitchTable<K> {
    #[inline]
    pub fn target<Q: Ord + ?Sized>(&self, key: &Q) -> Pc
    where
        K: std::borrow::Borrow<Q>,
    {
        match self.cases.binary_search_by(|(k, _)| k.borrow().cmp(key)) {
            Ok(found) => self.cases[found].1,
            Err(_) => self.default,
        }
    }
}

/// What an instruction does to the state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Footprint {
    Nothing,
    Register(Register),
    /// Evaluating it beforehand would show.
    Visible,
}

impl Instruction {
    /// The place where the instruction may go on, if it holds one.
    pub fn target_mut(&mut self) -> Option<&mut Pc> {
        match self {
            Instruction::Jump { target }
            | Instruction::JumpIf { target, .. }
            | Instruction::JumpInt { target, .. }
            | Instruction::JumpIntImmediate { target, .. }
            | Instruction::JumpNull { target, .. }
            | Instruction::JumpUnlessAsserting { target }
            | Instruction::LoadPc { target, .. } => Some(target),
            _ => None,
        }
    }

    /// What the instruction does beyond maybe throwing or jumping.
    pub fn footprint(&self, calls: &[CallSite]) -> Footprint {
        use crate::exec::native::Effect;
        match *self {
            Instruction::Move { dst, .. }
            | Instruction::Load { dst, .. }
            | Instruction::LoadConstant { dst, .. }
            | Instruction::Int { dst, .. }
            | Instruction::IntImmediate { dst, .. }
            | Instruction::Long { dst, .. }
            | Instruction::Float { dst, .. }
            | Instruction::Double { dst, .. }
            | Instruction::Unary { dst, .. }
            | Instruction::Convert { dst, .. }
            | Instruction::ArrayLength { dst, .. }
            | Instruction::ArrayLoad { dst, .. }
            | Instruction::GetField { dst, .. }
            | Instruction::GetFinal { dst, .. }
            | Instruction::SameObject { dst, .. }
            | Instruction::Unbox { dst, .. }
            | Instruction::InstanceOf { dst, .. } => Footprint::Register(dst),
            Instruction::Jump { .. }
            | Instruction::JumpIf { .. }
            | Instruction::JumpInt { .. }
            | Instruction::JumpIntImmediate { .. }
            | Instruction::JumpNull { .. }
            | Instruction::NullCheck { .. }
            | Instruction::CheckCast { .. }
            | Instruction::Site { .. }
            | Instruction::SiteMove { .. }
            | Instruction::SiteLoad { .. } => Footprint::Nothing,
            Instruction::Call { dst, index } => match &calls[index as usize] {
                CallSite { native: Some(native), .. } if native.effect != Effect::Impure => {
                    Footprint::Register(dst)
                }
                _ => Footprint::Visible,
            },
            _ => Footprint::Visible,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_instruction_takes_twelve_bytes() {
        assert!(size_of::<Instruction>() <= 12);
    }
}
