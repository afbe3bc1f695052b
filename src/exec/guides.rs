//! What the way round a loop depends on: the registers that an instruction of the loop reads to branch, to look at or
//! change what is shared, to call, or to throw, and those from which these are computed: the strongly live ones, where
//! nothing behind the loop counts. Any other register only counts along: a run that comes to the loop's head with its
//! guides as they were goes round as it did, for ever, whatever the others hold.

use std::sync::Arc;

use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::exec::code::{CallSite, Instruction, MethodCode, Pc, Register, SiteId};
use crate::exec::native::Effect;
use crate::exec::state::Code;
use crate::jvm::operator::BinaryOperator;

/// The mutant that a run follows: where it differs, and where its own code begins.
pub(super) type Active = (SiteId, Pc);

/// By register.
type Registers = Arc<[bool]>;

/// So many loops are remembered.
const MOST: usize = 10_000;

/// What was found out about loops: the runs of a mutant come to the same ones, test after test.
#[derive(Debug, Default)]
pub struct Loops {
    guides: FxHashMap<(Code, Pc, Active), Registers>,
    live: FxHashMap<(Code, Pc, Active), Registers>,
}

impl Loops {
    /// See [`guides`]; `whose`: the code is.
    pub(super) fn guides(&mut self, whose: Code, code: &MethodCode, head: Pc, active: Active) -> Registers {
        remembered(&mut self.guides, (whose, head, active), || guides(code, head, active))
    }

    /// See [`live`].
    pub(super) fn live(&mut self, whose: Code, code: &MethodCode, head: Pc, active: Active) -> Registers {
        remembered(&mut self.live, (whose, head, active), || live(code, head, active))
    }
}

fn remembered(
    known: &mut FxHashMap<(Code, Pc, Active), Registers>,
    key: (Code, Pc, Active),
    find: impl FnOnce() -> Vec<bool>,
) -> Registers {
    // Each test has a driver of its own.
    if key.0 == Code::Driver {
        return find().into();
    }
    if known.len() >= MOST {
        known.clear();
    }
    known.entry(key).or_insert_with(|| find().into()).clone()
}

/// By register, whether it guides the loop in which an instruction stands, as the instruction begins. The loop is all
/// code from which the instruction is reached and that it reaches, without leaving the frame.
fn guides(code: &MethodCode, head: Pc, active: Active) -> Vec<bool> {
    strongly_live(code, &round(code, head, active), head, active)
}

/// By register, whether anything of the rest of the call depends on it as an instruction begins.
fn live(code: &MethodCode, head: Pc, active: Active) -> Vec<bool> {
    strongly_live(code, &reached(code, head, active), head, active)
}

/// As the instruction `head` begins, by the code of `parts` alone.
fn strongly_live(code: &MethodCode, parts: &[Pc], head: Pc, active: Active) -> Vec<bool> {
    // What is live at each instruction; elsewhere nothing is.
    let mut at = vec![FixedBitSet::new(); code.instructions.len()];
    let mut live = FixedBitSet::with_capacity(usize::from(code.registers));
    parts.iter().for_each(|&pc| at[pc as usize].clone_from(&live));
    let mut is_closed = false;
    while !is_closed {
        is_closed = true;
        for &pc in parts.iter().rev() {
            live.clear();
            each_next(code, pc, active, |next| {
                if let Some(behind) = at.get(next as usize) {
                    live.union_with(behind);
                }
            });
            before(code, pc, &mut live);
            let own = &mut at[pc as usize];
            if *own != live {
                own.clone_from(&live);
                is_closed = false;
            }
        }
    }
    (0..usize::from(code.registers)).map(|register| at[head as usize].contains(register)).collect()
}

/// From what is live behind an instruction what is before it.
fn before(code: &MethodCode, pc: Pc, live: &mut FixedBitSet) {
    let instruction = &code.instructions[pc as usize];
    if let Some((dst, operands)) = computes(code, instruction) {
        if live.contains(usize::from(dst)) {
            live.remove(usize::from(dst));
            operands.into_iter().for_each(|register| live.insert(usize::from(register)));
        }
        return;
    }
    // What throws has written nothing, and a handler would find the old value.
    if let Some(dst) = writes(instruction)
        && code.handler_at(pc).is_none()
    {
        live.remove(usize::from(dst));
    }
    each_read(code, instruction, |register| live.insert(usize::from(register)));
}

type Operands = SmallVec<[Register; 2]>;

/// The instructions that a run can go through between two visits of one, sorted.
fn round(code: &MethodCode, head: Pc, active: Active) -> Vec<Pc> {
    let mut into: Vec<SmallVec<[Pc; 2]>> = vec![SmallVec::new(); code.instructions.len()];
    for pc in reached(code, head, active) {
        each_next(code, pc, active, |next| {
            if let Some(into) = into.get_mut(next as usize) {
                into.push(pc);
            }
        });
    }
    closure(code, head, |pc, pending| pending.extend(&into[pc as usize]))
}

/// The instructions that a run can come to from one, sorted.
fn reached(code: &MethodCode, head: Pc, active: Active) -> Vec<Pc> {
    closure(code, head, |pc, pending| each_next(code, pc, active, |next| pending.push(next)))
}

fn closure(code: &MethodCode, head: Pc, mut step: impl FnMut(Pc, &mut Vec<Pc>)) -> Vec<Pc> {
    let mut is_in = vec![false; code.instructions.len()];
    let mut all = Vec::new();
    let mut pending = vec![head];
    while let Some(pc) = pending.pop() {
        if let Some(is_in) = is_in.get_mut(pc as usize)
            && !std::mem::replace(is_in, true)
        {
            all.push(pc);
            step(pc, &mut pending);
        }
    }
    all.sort_unstable();
    all
}

/// Where a run may go on in the same frame.
fn each_next(code: &MethodCode, pc: Pc, active: Active, mut next: impl FnMut(Pc)) {
    let instruction = code.instructions[pc as usize];
    match instruction {
        Instruction::Jump { target } => next(target),
        Instruction::JumpIf { target, .. }
        | Instruction::JumpInt { target, .. }
        | Instruction::JumpIntImmediate { target, .. }
        | Instruction::JumpNull { target, .. }
        | Instruction::JumpUnlessAsserting { target } => {
            next(target);
            next(pc + 1);
        }
        Instruction::JumpRegister { .. } => {
            for instruction in &code.instructions {
                if let Instruction::LoadPc { target, .. } = instruction {
                    next(*target);
                }
            }
        }
        Instruction::Switch { index, .. } => {
            let table = &code.switches[index as usize];
            table.cases.iter().map(|case| case.1).chain([table.default]).for_each(&mut next);
        }
        Instruction::StringSwitch { index, .. } => {
            let table = &code.string_switches[index as usize];
            table.cases.iter().map(|case| case.1).chain([table.default]).for_each(&mut next);
        }
        Instruction::Site { site, .. }
        | Instruction::SiteMove { site, .. }
        | Instruction::SiteLoad { site, .. } => next(if site == active.0 { active.1 } else { pc + 1 }),
        Instruction::Return { .. }
        | Instruction::ReturnVoid
        | Instruction::Throw { .. }
        | Instruction::Unsupported { .. } => {}
        _ => next(pc + 1),
    }
    let mut handler = code.handler_at(pc);
    while let Some(number) = handler {
        let handling = &code.handlers[number as usize];
        handling.clauses.iter().for_each(|clause| next(clause.1));
        handler = handling.parent;
    }
}

/// What an instruction writes and from what, if it does nothing else and never throws.
fn computes(code: &MethodCode, instruction: &Instruction) -> Option<(Register, Operands)> {
    use BinaryOperator as B;
    let divides = |op: B| matches!(op, B::Div | B::Rem);
    Some(match *instruction {
        Instruction::Move { dst, src: a }
        | Instruction::Unary { dst, a, .. }
        | Instruction::Convert { dst, a, .. } => (dst, SmallVec::from_slice(&[a])),
        Instruction::Load { dst, .. }
        | Instruction::LoadConstant { dst, .. }
        | Instruction::LoadPc { dst, .. } => (dst, SmallVec::new()),
        Instruction::IntImmediate { op, dst, a, value } if value != 0 || !divides(op) => {
            (dst, SmallVec::from_slice(&[a]))
        }
        Instruction::Int { op, dst, a, b } | Instruction::Long { op, dst, a, b } if !divides(op) => {
            (dst, SmallVec::from_slice(&[a, b]))
        }
        Instruction::Float { dst, a, b, .. } | Instruction::Double { dst, a, b, .. } => {
            (dst, SmallVec::from_slice(&[a, b]))
        }
        Instruction::Call { dst, index } => {
            let CallSite { native, arguments, .. } = &code.calls[index as usize];
            native.filter(|native| native.effect == Effect::Total)?;
            (dst, arguments.iter().copied().collect())
        }
        _ => return None,
    })
}

/// The register that an instruction has written when it did not throw.
fn writes(instruction: &Instruction) -> Option<Register> {
    match *instruction {
        Instruction::Int { dst, .. }
        | Instruction::IntImmediate { dst, .. }
        | Instruction::Long { dst, .. }
        | Instruction::SameReference { dst, .. }
        | Instruction::SameObject { dst, .. }
        | Instruction::GetStatic { dst, .. }
        | Instruction::ArrayLength { dst, .. }
        | Instruction::ArrayLoad { dst, .. }
        | Instruction::GetField { dst, .. }
        | Instruction::GetFinal { dst, .. }
        | Instruction::GetVariable { dst, .. }
        | Instruction::New { dst, .. }
        | Instruction::NewArray { dst, .. }
        | Instruction::NewArrays { dst, .. }
        | Instruction::Box { dst, .. }
        | Instruction::Unbox { dst, .. }
        | Instruction::InstanceOf { dst, .. }
        | Instruction::Concat { dst, .. } => Some(dst),
        _ => None,
    }
}

fn each_read(code: &MethodCode, instruction: &Instruction, mut read: impl FnMut(Register)) {
    match *instruction {
        Instruction::Move { src, .. }
        | Instruction::PutFinal { src, .. }
        | Instruction::PutVariable { src, .. }
        | Instruction::PutStatic { src, .. }
        | Instruction::Return { src } => read(src),
        Instruction::Int { a, b, .. }
        | Instruction::Long { a, b, .. }
        | Instruction::Float { a, b, .. }
        | Instruction::Double { a, b, .. }
        | Instruction::SameReference { a, b, .. }
        | Instruction::SameObject { a, b, .. }
        | Instruction::JumpInt { a, b, .. } => [a, b].into_iter().for_each(read),
        Instruction::IntImmediate { a, .. }
        | Instruction::Unary { a, .. }
        | Instruction::Convert { a, .. }
        | Instruction::JumpIntImmediate { a, .. }
        | Instruction::JumpNull { a, .. }
        | Instruction::JumpRegister { a }
        | Instruction::Switch { a, .. }
        | Instruction::StringSwitch { a, .. }
        | Instruction::NullCheck { a }
        | Instruction::Box { a, .. }
        | Instruction::Unbox { a, .. }
        | Instruction::CheckCast { a, .. }
        | Instruction::InstanceOf { a, .. }
        | Instruction::Throw { a } => read(a),
        Instruction::JumpIf { condition, .. } => read(condition),
        Instruction::ArrayLength { array, .. } => read(array),
        Instruction::ArrayLoad { array, index, .. } => [array, index].into_iter().for_each(read),
        Instruction::ArrayStore { array, index, value }
        | Instruction::ArrayStoreReference { array, index, value } => {
            [array, index, value].into_iter().for_each(read);
        }
        Instruction::GetField { object, .. } => read(object),
        Instruction::PutField { object, value, .. } => [object, value].into_iter().for_each(read),
        Instruction::NewArray { length, .. } => read(length),
        Instruction::NewArrays { index, .. } => {
            code.new_arrays[index as usize].lengths.iter().copied().for_each(read);
        }
        Instruction::Concat { index, .. } => {
            code.concats[index as usize].iter().map(|part| part.0).for_each(read);
        }
        Instruction::Call { index, .. } => {
            code.calls[index as usize].arguments.iter().copied().for_each(read);
        }
        Instruction::Load { .. }
        | Instruction::LoadConstant { .. }
        | Instruction::Jump { .. }
        | Instruction::JumpUnlessAsserting { .. }
        | Instruction::LoadPc { .. }
        | Instruction::GetFinal { .. }
        | Instruction::GetVariable { .. }
        | Instruction::Initialize { .. }
        | Instruction::GetStatic { .. }
        | Instruction::InitializeCompiled { .. }
        | Instruction::EndInitializer
        | Instruction::New { .. }
        | Instruction::MarkUnportable
        | Instruction::ReturnVoid
        | Instruction::LoopHead
        | Instruction::Site { .. }
        | Instruction::SiteMove { .. }
        | Instruction::SiteLoad { .. }
        | Instruction::Unsupported { .. } => {}
    }
}
