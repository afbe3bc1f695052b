//! Numbers, arrays, the order of the stack, and jumps.

use super::{Entry, Held, Kind, Lowered, Lowerer, kind_of};
use crate::class_files::instructions::Reader;
use crate::exec::code::{Instruction, Register, UnaryCode};
use crate::exec::slot::Slot;
use crate::jvm::operator::BinaryOperator as Op;
use crate::jvm::value::PrimitiveType;

impl Lowerer<'_> {
    fn binary(&mut self, kind: Kind, op: Op, dst: Register, a: Register, b: Register) {
        self.emit(match kind {
            Kind::Int | Kind::Reference => Instruction::Int { op, dst, a, b },
            Kind::Long => Instruction::Long { op, dst, a, b },
            Kind::Float => Instruction::Float { op, dst, a, b },
            Kind::Double => Instruction::Double { op, dst, a, b },
        });
    }

    pub(super) fn arithmetic(&mut self, op: u8) -> Lowered<()> {
        let (kind, operator) = match op {
            116..=119 => return self.negate(kind_of(op - 116)),
            96..=115 => {
                let operators = [Op::Add, Op::Sub, Op::Mul, Op::Div, Op::Rem];
                (kind_of((op - 96) % 4), operators[usize::from(op - 96) / 4])
            }
            _ => {
                let operators = [Op::Shl, Op::Shr, Op::Ushr, Op::And, Op::Or, Op::Xor];
                (kind_of((op - 120) % 2), operators[usize::from(op - 120) / 2])
            }
        };
        let right = self.pop()?;
        if let (Kind::Int, Held::Constant(value)) = (kind, right.held) {
            let a = self.pop_register()?;
            let dst = self.push(Kind::Int);
            self.emit(Instruction::IntImmediate { op: operator, dst, a, value: value.int() });
            return Ok(());
        }
        let b = self.register(right, self.stack.len());
        let a = self.pop_register()?;
        let dst = self.push(kind);
        self.binary(kind, operator, dst, a, b);
        Ok(())
    }

    fn negate(&mut self, kind: Kind) -> Lowered<()> {
        let a = self.pop_register()?;
        let dst = self.push(kind);
        let op = match kind {
            Kind::Int | Kind::Reference => UnaryCode::IntNegate,
            Kind::Long => UnaryCode::LongNegate,
            Kind::Float => UnaryCode::FloatNegate,
            Kind::Double => UnaryCode::DoubleNegate,
        };
        self.emit(Instruction::Unary { op, dst, a });
        Ok(())
    }

    pub(super) fn convert(&mut self, op: u8) -> Lowered<()> {
        use PrimitiveType::{Byte, Char, Double, Float, Int, Long, Short};
        let conversions = [
            (Int, Long),
            (Int, Float),
            (Int, Double),
            (Long, Int),
            (Long, Float),
            (Long, Double),
            (Float, Int),
            (Float, Long),
            (Float, Double),
            (Double, Int),
            (Double, Long),
            (Double, Float),
            (Int, Byte),
            (Int, Char),
            (Int, Short),
        ];
        let (from, to) = conversions[usize::from(op - 133)];
        let a = self.pop_register()?;
        let kind = match to {
            Long => Kind::Long,
            Float => Kind::Float,
            Double => Kind::Double,
            _ => Kind::Int,
        };
        let dst = self.push(kind);
        self.emit(Instruction::Convert { from, to, dst, a });
        Ok(())
    }

    /// `lcmp`, `fcmpl` and the like; a jump that asks for the result alone is joined with it.
    pub(super) fn compare(&mut self, op: u8, reader: &mut Reader<'_>) -> Lowered<bool> {
        let kind = match op {
            148 => Kind::Long,
            149 | 150 => Kind::Float,
            _ => Kind::Double,
        };
        // What NaN counts as.
        let is_greater = matches!(op, 150 | 152);
        let b = self.pop_register()?;
        let a = self.pop_register()?;
        let next = reader.peek().filter(|next| (153..=158).contains(next));
        let at = reader.place();
        let Some(next) = next.filter(|_| !self.is_target[at as usize]) else {
            self.three_way(kind, is_greater, a, b);
            return Ok(true);
        };
        reader.u8()?;
        let target = reader.target16(at)?;
        let (operator, wanted) = match (next, is_greater) {
            (153, _) => (Op::Eq, true),
            (154, _) => (Op::Eq, false),
            (155, true) => (Op::Lt, true),
            (155, false) => (Op::Ge, false),
            (156, true) => (Op::Lt, false),
            (156, false) => (Op::Ge, true),
            (157, true) => (Op::Le, false),
            (157, false) => (Op::Gt, true),
            (_, true) => (Op::Le, true),
            (_, false) => (Op::Gt, false),
        };
        let condition = self.scratch();
        self.binary(kind, operator, condition, a, b);
        self.settle();
        let target = self.target(target);
        self.emit(Instruction::JumpIf { condition, wanted, target });
        Ok(true)
    }

    /// -1, 0 or 1: of `a > b` and `a >= b` so many less one hold, and where NaN counts as greater, of `a < b` and
    /// `a <= b` so many less than one.
    fn three_way(&mut self, kind: Kind, is_greater: bool, a: Register, b: Register) {
        let (first, second) =
            (self.place(self.stack.len() + 2, Kind::Int), self.place(self.stack.len() + 3, Kind::Int));
        let dst = self.push(Kind::Int);
        let (strict, loose) = if is_greater { (Op::Lt, Op::Le) } else { (Op::Gt, Op::Ge) };
        self.binary(kind, strict, first, a, b);
        self.binary(kind, loose, second, a, b);
        self.emit(Instruction::Int { op: Op::Add, dst: first, a: first, b: second });
        if is_greater {
            self.emit(Instruction::Load { dst: second, value: 1 });
            self.emit(Instruction::Int { op: Op::Sub, dst, a: second, b: first });
        } else {
            self.emit(Instruction::IntImmediate { op: Op::Sub, dst, a: first, value: 1 });
        }
    }

    pub(super) fn jump_if_zero(&mut self, op: u8, target: u32) -> Lowered<()> {
        let a = self.pop_register()?;
        self.settle();
        let target = self.target(target);
        let operator = match op {
            198 | 199 => {
                self.emit(Instruction::JumpNull { a, wanted: op == 198, target });
                return Ok(());
            }
            _ => comparison(op - 153),
        };
        self.emit(Instruction::JumpIntImmediate { op: operator, a, value: 0, target });
        Ok(())
    }

    pub(super) fn jump_if_compared(&mut self, op: u8, target: u32) -> Lowered<()> {
        let right = self.pop()?;
        if let (159..=164, Held::Constant(value)) = (op, right.held)
            && let Ok(value) = i16::try_from(value.int())
        {
            let a = self.pop_register()?;
            self.settle();
            let target = self.target(target);
            self.emit(Instruction::JumpIntImmediate { op: comparison(op - 159), a, value, target });
            return Ok(());
        }
        let b = self.register(right, self.stack.len());
        let a = self.pop_register()?;
        if op >= 165 {
            let dst = self.scratch();
            self.emit(if self.asks_equals {
                Instruction::SameObject { dst, a, b }
            } else {
                Instruction::SameReference { dst, a, b }
            });
            self.settle();
            let target = self.target(target);
            self.emit(Instruction::JumpIf { condition: dst, wanted: op == 165, target });
            return Ok(());
        }
        self.settle();
        let target = self.target(target);
        self.emit(Instruction::JumpInt { op: comparison(op - 159), a, b, target });
        Ok(())
    }

    pub(super) fn array_load(&mut self, op: u8) -> Lowered<()> {
        let index = self.pop_register()?;
        let array = self.pop_register()?;
        let kind = if op > 50 { Kind::Int } else { kind_of(op - 46) };
        let dst = self.push(kind);
        self.emit(Instruction::ArrayLoad { dst, array, index });
        Ok(())
    }

    pub(super) fn array_store(&mut self, op: u8) -> Lowered<()> {
        let mut value = self.pop_register()?;
        let index = self.pop_register()?;
        let array = self.pop_register()?;
        let narrow = match op {
            85 => Some(PrimitiveType::Char),
            86 => Some(PrimitiveType::Short),
            _ => None,
        };
        if let Some(to) = narrow {
            let dst = self.scratch();
            self.emit(Instruction::Convert { from: PrimitiveType::Int, to, dst, a: value });
            value = dst;
        }
        self.emit(match op {
            83 => Instruction::ArrayStoreReference { array, index, value },
            _ => Instruction::ArrayStore { array, index, value },
        });
        Ok(())
    }

    /// `pop`, `dup`, `swap` and the like: first everything lies in registers that are not those of the places that change.
    pub(super) fn shuffle(&mut self, op: u8) -> Lowered<()> {
        match op {
            87 => _ = self.pop()?,
            88 => {
                if !self.pop()?.kind.is_wide() {
                    self.pop()?;
                }
            }
            89 => self.duplicate(1, 0)?,
            90 => self.duplicate(1, 1)?,
            91 => {
                let below = self.is_wide_at(1);
                self.duplicate(1, if below { 1 } else { 2 })?;
            }
            92..=94 => {
                let count = if self.is_wide_at(0) { 1 } else { 2 };
                let below = match op {
                    92 => 0,
                    93 => 1,
                    _ if self.is_wide_at(count) => 1,
                    _ => 2,
                };
                self.duplicate(count, below)?;
            }
            _ => {
                let (a, b) = (self.pop()?, self.pop()?);
                self.arrange(&[b, a], &[1, 0])?;
            }
        }
        Ok(())
    }

    fn is_wide_at(&self, from_top: usize) -> bool {
        let index = self.stack.len().checked_sub(from_top + 1);
        index.is_some_and(|index| self.stack[index].kind.is_wide())
    }

    /// Puts a copy of the uppermost `count` below the `below` under them.
    fn duplicate(&mut self, count: usize, below: usize) -> Lowered<()> {
        let taken = count + below;
        let first = self.stack.len().checked_sub(taken).ok_or("its code takes from an empty stack")?;
        let entries = self.stack.split_off(first);
        let order: Vec<usize> = (below..taken).chain(0..taken).collect();
        self.arrange(&entries, &order)
    }

    /// Pushes entries that stood here in another order: those in registers of the stack go through others, as their
    /// places may be taken.
    fn arrange(&mut self, entries: &[Entry], order: &[usize]) -> Lowered<()> {
        let first = self.stack.len();
        // An entry that stays where it is needs no move.
        let stays = |number: usize| entries[number].held == Held::Own && order.get(number) == Some(&number);
        let mut from: Vec<Option<Register>> = Vec::new();
        for (number, entry) in entries.iter().enumerate() {
            let register = match entry.held {
                Held::Own => {
                    let src = self.place(first + number, entry.kind);
                    let is_overwritten = !stays(number)
                        && order
                            .get(number)
                            .is_some_and(|&n| entries[n].kind.is_reference() == entry.kind.is_reference());
                    if is_overwritten {
                        let dst = self.place(first + order.len() + number, entry.kind);
                        self.emit(Instruction::Move { dst, src });
                        Some(dst)
                    } else {
                        Some(src)
                    }
                }
                Held::Local(_) | Held::Constant(_) => None,
            };
            from.push(register);
        }
        for (position, &number) in order.iter().enumerate() {
            let entry = entries[number];
            if let Some(src) = from[number] {
                let dst = self.place(first + position, entry.kind);
                if dst != src {
                    self.emit(Instruction::Move { dst, src });
                }
            }
            self.stack.push(entry);
        }
        Ok(())
    }

    pub(super) fn load_zero(&mut self, kind: Kind) {
        self.push_constant(kind, Slot::ZERO);
    }
}

const fn comparison(number: u8) -> Op {
    match number {
        0 => Op::Eq,
        1 => Op::Ne,
        2 => Op::Lt,
        3 => Op::Ge,
        4 => Op::Gt,
        _ => Op::Le,
    }
}
