//! What the way round a loop depends on: the registers that some instruction of the loop reads to branch, to look at or
//! change what is shared, to call, or to throw, and those from which these are computed. Any other register only
//! counts along: a run that comes to the loop's head with its guides as they were goes round as it did, for ever,
//! whatever the others hold.

use smallvec::SmallVec;

use crate::exec::code::{Instruction, MethodCode, Pc, Register, SiteId};
use crate::jvm::operator::BinaryOperator;

/// The mutant that a run follows: where it differs, and where its own code begins.
pub(super) type Active = (SiteId, Pc);

/// By register, whether it guides the loop in which an instruction stands: all code from which the instruction is
/// reached and that it reaches, without leaving the frame.
pub(super) fn guides(code: &MethodCode, head: Pc, active: Active) -> Vec<bool> {
    let round = round(code, head, active);
    let mut guides = vec![false; code.registers as usize];
    let mut computed: Vec<(Register, Operands)> = Vec::new();
    for &pc in &round {
        let instruction = &code.instructions[pc as usize];
        match computes(instruction) {
            Some((dst, operands)) => computed.push((dst, operands)),
            None => each_read(code, instruction, |register| guides[register as usize] = true),
        }
    }
    let mut is_closed = false;
    while !is_closed {
        is_closed = true;
        for (dst, operands) in computed.iter().rev() {
            if guides[*dst as usize] {
                for &operand in operands {
                    is_closed &= std::mem::replace(&mut guides[operand as usize], true);
                }
            }
        }
    }
    guides
}

type Operands = SmallVec<[Register; 2]>;

/// The instructions that a run can go through between two visits of one.
fn round(code: &MethodCode, head: Pc, active: Active) -> Vec<Pc> {
    let count = code.instructions.len();
    let mut into: Vec<SmallVec<[Pc; 2]>> = vec![SmallVec::new(); count];
    let mut is_reached = vec![false; count];
    let mut pending = vec![head];
    while let Some(pc) = pending.pop() {
        if (pc as usize) < count && !std::mem::replace(&mut is_reached[pc as usize], true) {
            each_next(code, pc, active, |next| {
                if let Some(into) = into.get_mut(next as usize) {
                    into.push(pc);
                    pending.push(next);
                }
            });
        }
    }
    let mut leads_back = vec![false; count];
    let mut round = Vec::new();
    pending.push(head);
    while let Some(pc) = pending.pop() {
        if (pc as usize) < count && !std::mem::replace(&mut leads_back[pc as usize], true) {
            round.push(pc);
            pending.extend(&into[pc as usize]);
        }
    }
    round.sort_unstable();
    round
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
        Instruction::Site { site } => next(if site == active.0 { active.1 } else { pc + 1 }),
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
fn computes(instruction: &Instruction) -> Option<(Register, Operands)> {
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
        _ => return None,
    })
}

fn each_read(code: &MethodCode, instruction: &Instruction, mut read: impl FnMut(Register)) {
    match *instruction {
        Instruction::Move { src, .. }
        | Instruction::PutFinal { src, .. }
        | Instruction::PutVariable { src, .. }
        | Instruction::Return { src } => read(src),
        Instruction::Int { a, b, .. }
        | Instruction::Long { a, b, .. }
        | Instruction::Float { a, b, .. }
        | Instruction::Double { a, b, .. }
        | Instruction::SameReference { a, b, .. }
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
        | Instruction::New { .. }
        | Instruction::MarkUnportable
        | Instruction::ReturnVoid
        | Instruction::LoopHead
        | Instruction::Site { .. }
        | Instruction::Unsupported { .. } => {}
    }
}
