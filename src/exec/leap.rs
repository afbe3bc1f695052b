//! Leaps over iterations that only count: a mutant whose counter runs the wrong way goes round two milliards of times
//! until it overflows, and then the loop ends as any other does.
//!
//! One iteration is followed from the state at the loop's head, twice. The first time says by how much each live
//! register changes. The second time each register is *now and so much more in each iteration*, modulo 2³²: where the
//! iteration changes nothing else, where every comparison comes out alike for the next `n` iterations, and where what
//! is read of the registers beyond comparisons is the same in all of them, these iterations are as one: by induction
//! the registers behind them are known, exactly. Nothing is ever written but registers; code that calls, allocates,
//! stores or throws is not leapt over.

use std::sync::Arc;

use crate::exec::code::{Instruction, MethodCode, Pc, Register, UnaryCode};
use crate::exec::guides::{Active, Loops};
use crate::exec::machine::{load, non_null};
use crate::exec::operate;
use crate::exec::slot::Slot;
use crate::exec::state::State;
use crate::jvm::operator::BinaryOperator as Op;

/// Iterations of more instructions are not followed.
const MAX_INSTRUCTIONS: usize = 500;
/// Fewer iterations are run.
const LEAST: u64 = 64;
/// All leaps of one run together, in iterations: what a JVM does in seconds.
const MOST: u64 = 1 << 32;
/// An iteration of more instructions counts for as many as it has times these: what takes a JVM more than a minute or so is
/// left to the limits of runs.
const LONG: u64 = 32;
/// A loop that counts on for so many iterations does so until it wraps around, and is none within another one that never ends.
const MANY: u32 = 20_000;
/// States that are tried between two leaps, at growing distances.
const TRIES: u32 = 24;

/// When the state at a loop's head is tried.
#[derive(Debug, Default)]
pub(super) struct Leaper {
    seen: u64,
    tries: u32,
    leapt: u64,
}

impl Leaper {
    /// Whether it has gone so far that a JVM would not be done in seconds.
    pub(super) const fn is_spent(&self) -> bool {
        self.leapt >= MOST
    }

    /// At a loop's head: goes on as many iterations as only count. What it took is given in instructions.
    pub(super) fn leap(
        &mut self,
        state: &mut State,
        code: &MethodCode,
        loops: &mut Loops,
        active: Active,
    ) -> u64 {
        self.seen += 1;
        if self.seen < 1 << self.tries || self.tries >= TRIES || self.is_spent() {
            return 0;
        }
        self.tries += 1;
        let Some(frame) = state.frames.last() else { return 0 };
        let (whose, head, base) = (frame.code, frame.pc, frame.base as usize);
        let registers = &state.registers[base..][..usize::from(code.registers)];
        let mut trial = Trial::new(state, code, active, registers);
        let live = || loops.live(whose, code, head, active);
        let Some(leap) = trial.leap(head, live) else { return trial.done as u64 };
        let taken = (trial.done + code.instructions.len()) as u64;
        // One was followed twice.
        let weight = (trial.done as u64 / 2).div_ceil(LONG).max(1);
        let iterations = leap.iterations.min((MOST - self.leapt) / weight);
        let is_last = iterations < leap.iterations;
        for (register, delta) in leap.deltas {
            let slot = &mut state.registers[base + register];
            *slot = slot.int().wrapping_add(delta.wrapping_mul(iterations as i32)).into();
        }
        let leapt = if is_last { MOST } else { self.leapt + iterations * weight };
        *self = Self { seen: 0, tries: 0, leapt };
        taken
    }
}

/// Whether a run that stands at a loop's head at the limit of its steps is one that a JVM ends within seconds, after at
/// most 2³² iterations: each computes in registers alone, and an `int` that guides the loop grows or shrinks by the same
/// in all of them. How it ends is not known where [`Leaper`] finds no leap.
pub(super) fn counts(state: &State, code: &MethodCode, loops: &mut Loops, active: Active) -> bool {
    let Some(frame) = state.frames.last() else { return false };
    let (head, base) = (frame.pc, frame.base as usize);
    let is_at_head = head
        .checked_sub(1)
        .is_some_and(|at| code.instructions.get(at as usize) == Some(&Instruction::LoopHead));
    if !is_at_head {
        return false;
    }
    let is_of_long = |register: usize| {
        let names_it = |&instruction: &Instruction| match instruction {
            Instruction::Long { dst, a, b, .. } => [dst, a, b].contains(&(register as Register)),
            _ => false,
        };
        code.instructions.iter().any(names_it)
    };
    let guides = loops.guides(frame.code, code, head, active);
    let may_count =
        |&register: &usize| guides[register] && !code.is_reference[register] && !is_of_long(register);
    let mut counters: Vec<usize> = (0..guides.len()).filter(may_count).collect();
    let mut trial = Trial::new(state, code, active, &state.registers[base..][..usize::from(code.registers)]);
    let mut deltas: Vec<Option<i32>> = vec![None; guides.len()];
    for _ in 0..MANY {
        let before = trial.now();
        trial.done = 0;
        if counters.is_empty() || trial.follow(head).is_none() || trial.done as u64 > LONG {
            return false;
        }
        counters.retain(|&register| {
            let (before, now) = (before[register], trial.registers[register].now);
            let are_ints = [before, now].iter().all(|&slot| slot == Slot::from(slot.int()));
            let delta = now.int().wrapping_sub(before.int());
            are_ints && delta != 0 && *deltas[register].get_or_insert(delta) == delta
        });
    }
    !counters.is_empty()
}

/// Registers and by how much each changes in an iteration, and for how many iterations that is so.
struct Leap {
    deltas: Vec<(usize, i32)>,
    iterations: u64,
}

/// What a register holds: `now`, and `delta` more with each iteration. Only an `int` has a delta.
#[derive(Clone, Copy)]
struct Value {
    now: Slot,
    delta: i32,
}

/// One iteration that is followed, on registers of its own.
struct Trial<'a> {
    state: &'a State,
    code: &'a MethodCode,
    active: Active,
    registers: Vec<Value>,
    /// For how many further iterations all comparisons so far come out alike.
    iterations: u64,
    done: usize,
}

impl<'a> Trial<'a> {
    fn new(state: &'a State, code: &'a MethodCode, active: Active, registers: &[Slot]) -> Self {
        let registers = registers.iter().map(|&now| Value { now, delta: 0 }).collect();
        Self { state, code, active, registers, iterations: u64::MAX, done: 0 }
    }

    /// `live`: by register, whether anything behind the head depends on it.
    fn leap(&mut self, head: Pc, live: impl FnOnce() -> Arc<[bool]>) -> Option<Leap> {
        let start = self.now();
        self.follow(head)?;
        let live = live();
        let mut deltas = Vec::new();
        for (register, &before) in start.iter().enumerate() {
            let behind = self.registers[register].now;
            self.registers[register] = Value { now: before, delta: 0 };
            if !live[register] || before == behind {
                continue;
            }
            let is_int = |slot: Slot| slot == Slot::from(slot.int());
            if self.code.is_reference[register] || !is_int(before) || !is_int(behind) {
                return None;
            }
            let delta = behind.int().wrapping_sub(before.int());
            self.registers[register].delta = delta;
            deltas.push((register, delta));
        }
        self.iterations = u64::MAX;
        self.follow(head)?;
        for (register, &before) in start.iter().enumerate().filter(|&(register, _)| live[register]) {
            let delta = deltas.iter().find(|d| d.0 == register).map_or(0, |d| d.1);
            let behind = self.registers[register];
            let expected = if delta == 0 { before } else { before.int().wrapping_add(delta).into() };
            if behind.now != expected || behind.delta != delta {
                return None;
            }
        }
        // What never ends is for the watch to find.
        let is_worth_it = !deltas.is_empty() && (LEAST..u64::MAX).contains(&self.iterations);
        is_worth_it.then_some(Leap { deltas, iterations: self.iterations })
    }

    /// From the loop's head to the loop's head.
    fn follow(&mut self, head: Pc) -> Option<()> {
        let mut pc = head;
        let mut is_first = true;
        while is_first || pc != head {
            is_first = false;
            self.done += 1;
            if self.done > 2 * MAX_INSTRUCTIONS {
                return None;
            }
            pc = self.step(pc)?;
        }
        Some(())
    }

    fn step(&mut self, pc: Pc) -> Option<Pc> {
        let next = pc + 1;
        let jump = |condition: bool, target: Pc| Some(if condition { target } else { next });
        match *self.code.instructions.get(pc as usize)? {
            Instruction::Move { dst, src } => self.set(dst, self.value(src)),
            Instruction::Load { dst, value } => self.set(dst, known(value.into())),
            Instruction::LoadConstant { dst, index } => {
                self.set(dst, known(Slot(self.code.constants[index as usize])));
            }
            Instruction::LoadPc { dst, target } => self.set(dst, known(Slot(u64::from(target)))),
            Instruction::Int { op, dst, a, b } => {
                let result = self.int(op, self.value(a), self.value(b))?;
                self.set(dst, result);
            }
            Instruction::IntImmediate { op, dst, a, value } => {
                let result = self.int(op, self.value(a), known(value.into()))?;
                self.set(dst, result);
            }
            Instruction::Long { op, dst, a, b } => {
                let result = operate::long(op, self.constant(a)?.long(), self.constant(b)?.long()).ok()?;
                self.set(dst, known(result));
            }
            Instruction::Float { op, dst, a, b } => {
                let result = operate::float(op, self.constant(a)?.float(), self.constant(b)?.float());
                self.set(dst, known(result));
            }
            Instruction::Double { op, dst, a, b } => {
                let result = operate::double(op, self.constant(a)?.double(), self.constant(b)?.double());
                self.set(dst, known(result));
            }
            Instruction::Unary { op, dst, a } => {
                let (now, delta) = (self.value(a).now, self.value(a).delta);
                let delta = match op {
                    UnaryCode::IntNegate | UnaryCode::IntNot => delta.wrapping_neg(),
                    _ if delta == 0 => 0,
                    _ => return None,
                };
                self.set(dst, Value { now: operate::unary(op, now), delta });
            }
            Instruction::Convert { from, to, dst, a } => {
                let result = operate::convert(from, to, self.constant(a)?);
                self.set(dst, known(result));
            }
            Instruction::ArrayLength { dst, array } => {
                let array = non_null(self.constant(array)?).ok()?;
                self.set(dst, known((self.state.heap.cells(array).len() as i32).into()));
            }
            Instruction::ArrayLoad { dst, array, index } => {
                let cell = load(self.state, self.constant(array)?, self.constant(index)?).ok()?;
                self.set(dst, known(cell));
            }
            Instruction::GetField { dst, object, slot } => {
                let object = non_null(self.constant(object)?).ok()?;
                self.set(dst, known(self.state.heap.cells(object)[slot as usize]));
            }
            Instruction::NullCheck { a } => {
                non_null(self.constant(a)?).ok()?;
            }
            Instruction::LoopHead => {}
            Instruction::Jump { target } => return Some(target),
            Instruction::JumpRegister { a } => return Pc::try_from(self.constant(a)?.0).ok(),
            Instruction::JumpIf { condition, wanted, target } => {
                return jump(self.constant(condition)?.boolean() == wanted, target);
            }
            Instruction::JumpInt { op, a, b, target } => {
                let condition = self.compare(op, self.value(a), self.value(b));
                return jump(condition, target);
            }
            Instruction::JumpIntImmediate { op, a, value, target } => {
                let condition = self.compare(op, self.value(a), known(i32::from(value).into()));
                return jump(condition, target);
            }
            Instruction::JumpNull { a, wanted, target } => {
                return jump(self.constant(a)?.reference().is_null() == wanted, target);
            }
            Instruction::Switch { a, index } => {
                let table = &self.code.switches[index as usize];
                return Some(table.target(&self.constant(a)?.int()));
            }
            Instruction::Site { site, .. }
            | Instruction::SiteMove { site, .. }
            | Instruction::SiteLoad { site, .. } => {
                return Some(if site == self.active.0 { self.active.1 } else { next });
            }
            _ => return None,
        }
        Some(next)
    }

    fn now(&self) -> Vec<Slot> {
        self.registers.iter().map(|value| value.now).collect()
    }

    fn value(&self, register: Register) -> Value {
        self.registers[usize::from(register)]
    }

    fn set(&mut self, register: Register, value: Value) {
        self.registers[usize::from(register)] = value;
    }

    /// What is the same in every iteration.
    fn constant(&self, register: Register) -> Option<Slot> {
        let value = self.value(register);
        (value.delta == 0).then_some(value.now)
    }

    fn int(&mut self, op: Op, a: Value, b: Value) -> Option<Value> {
        let delta = match op {
            _ if a.delta == 0 && b.delta == 0 => 0,
            Op::Add => a.delta.wrapping_add(b.delta),
            Op::Sub => a.delta.wrapping_sub(b.delta),
            Op::Mul if b.delta == 0 => a.delta.wrapping_mul(b.now.int()),
            Op::Mul if a.delta == 0 => b.delta.wrapping_mul(a.now.int()),
            Op::Rem if b.delta == 0 => return self.remainder(a, b.now.int()),
            Op::Lt | Op::Le | Op::Gt | Op::Ge | Op::Eq | Op::Ne => {
                return Some(known(self.compare(op, a, b).into()));
            }
            _ => return None,
        };
        let now = operate::int(op, a.now.int(), b.now.int()).ok()?;
        Some(Value { now, delta })
    }

    /// The same in every iteration where the divisor divides what is added, and nothing changes its sign.
    fn remainder(&mut self, a: Value, divisor: i32) -> Option<Value> {
        let now = operate::int(Op::Rem, a.now.int(), divisor).ok()?;
        if i64::from(a.delta) % i64::from(divisor) != 0 {
            return None;
        }
        self.compare(if a.now.int() > 0 { Op::Gt } else { Op::Le }, a, known(0.into()));
        Some(known(now))
    }

    /// How a comparison comes out, now and in as many iterations more as are left.
    fn compare(&mut self, op: Op, a: Value, b: Value) -> bool {
        let condition = operate::compare_int(op, a.now.int(), b.now.int());
        if a.delta != 0 || b.delta != 0 {
            let alike = alike(op, (a.now.int(), a.delta), (b.now.int(), b.delta));
            self.iterations = self.iterations.min(alike).min(until_overflow(a)).min(until_overflow(b));
        }
        condition
    }
}

fn known(now: Slot) -> Value {
    Value { now, delta: 0 }
}

/// In how many further iterations a value does not overflow.
fn until_overflow(value: Value) -> u64 {
    let (now, delta) = (i64::from(value.now.int()), i64::from(value.delta));
    match delta {
        0 => u64::MAX,
        1.. => ((i64::from(i32::MAX) - now) / delta) as u64,
        _ => ((now - i64::from(i32::MIN)) / -delta) as u64,
    }
}

/// In how many further iterations a comparison comes out as it does now, where nothing overflows.
fn alike(op: Op, (a, da): (i32, i32), (b, db): (i32, i32)) -> u64 {
    let (difference, step) = (i64::from(a) - i64::from(b), i64::from(da) - i64::from(db));
    let zero_at = match (difference, step) {
        (_, 0) => return u64::MAX,
        (0, _) => Some(0),
        (d, s) if (d > 0) == (s > 0) => return u64::MAX,
        (d, s) => Some(d.unsigned_abs() / s.unsigned_abs()),
    };
    let Some(last_before) = zero_at else { return u64::MAX };
    // At that iteration the difference has its sign still, or is 0.
    let is_zero_there = difference.unsigned_abs() % step.unsigned_abs() == 0;
    match op {
        _ if difference == 0 => 0,
        Op::Lt | Op::Le | Op::Gt | Op::Ge if !is_zero_there => last_before,
        Op::Eq | Op::Ne if !is_zero_there => u64::MAX,
        _ => last_before - 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comparison_comes_out_alike_for_just_as_long_as_is_said() {
        const NUMBERS: [i32; 10] = [-9, -4, -3, -1, 0, 1, 2, 3, 5, 8];
        let pairs = || NUMBERS.into_iter().flat_map(|now| NUMBERS.map(|delta| (now, delta)));
        for op in [Op::Lt, Op::Le, Op::Gt, Op::Ge, Op::Eq, Op::Ne] {
            for ((a, da), (b, db)) in pairs().flat_map(|a| pairs().map(move |b| (a, b))) {
                let at = |n: i32| operate::compare_int(op, a + n * da, b + n * db);
                let alike = alike(op, (a, da), (b, db)).min(40) as i32;
                assert!((0..=alike).all(|n| at(n) == at(0)), "{a}+{da}n {op:?} {b}+{db}n for {alike}");
            }
        }
    }

    #[test]
    fn a_value_overflows_where_it_is_said_to() {
        for (now, delta) in [(i32::MAX - 7, 3), (i32::MIN + 7, -3), (0, 1), (5, i32::MIN), (-1, i32::MAX)] {
            let alike = until_overflow(Value { now: now.into(), delta }) as i64;
            let at = |n: i64| i64::from(now) + n * i64::from(delta);
            assert!(i32::try_from(at(alike)).is_ok() && i32::try_from(at(alike + 1)).is_err());
        }
    }
}
