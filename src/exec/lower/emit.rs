//! Emission of instructions: two buffers (the original's code, and the mutants' sections behind it), labels,
//! the handler in force at each instruction, and registers.

use std::collections::HashMap;

use crate::exec::code::{Instruction, MethodCode, Pc, Register, SiteId};
use crate::sema::typed_tree::LocalOrigin;

/// A place in the code; until [`Emitter::finish`], instructions hold labels where they will hold places.
pub(in crate::exec) type Label = u32;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum CodePart {
    Main,
    Sections,
}

#[derive(Debug, Default)]
struct Buffer {
    instructions: Vec<Instruction>,
    /// From which instruction on which handler is in force.
    scopes: Vec<(u32, Option<u32>)>,
}

#[derive(Debug)]
pub(in crate::exec) struct Emitter {
    main: Buffer,
    sections: Buffer,
    part: CodePart,
    /// Where each label is bound.
    labels: Vec<Option<(CodePart, u32)>>,
    /// The handler in force.
    pub(in crate::exec) scope: Option<u32>,
    /// The places of the constants of the code.
    constants: HashMap<u64, u32>,
}

impl Emitter {
    pub(in crate::exec) fn new() -> Emitter {
        Emitter {
            main: Buffer::default(),
            sections: Buffer::default(),
            part: CodePart::Main,
            labels: Vec::new(),
            scope: None,
            constants: HashMap::new(),
        }
    }

    fn buffer(&mut self) -> &mut Buffer {
        match self.part {
            CodePart::Main => &mut self.main,
            CodePart::Sections => &mut self.sections,
        }
    }

    pub(in crate::exec) fn emit(&mut self, instruction: Instruction) {
        let scope = self.scope;
        let buffer = self.buffer();
        if buffer.scopes.last().is_none_or(|&(_, last)| last != scope) {
            buffer.scopes.push((buffer.instructions.len() as u32, scope));
        }
        buffer.instructions.push(instruction);
    }

    /// Loads 64 bits.
    pub(in crate::exec) fn load_bits(&mut self, code: &mut MethodCode, dst: Register, bits: u64) {
        if let Ok(value) = i32::try_from(bits as i64) {
            return self.emit(Instruction::Load { dst, value });
        }
        let index = *self.constants.entry(bits).or_insert_with(|| {
            code.constants.push(bits);
            code.constants.len() as u32 - 1
        });
        self.emit(Instruction::LoadConstant { dst, index });
    }

    pub(in crate::exec) fn label(&mut self) -> Label {
        self.labels.push(None);
        self.labels.len() as Label - 1
    }

    pub(in crate::exec) fn bind(&mut self, label: Label) {
        let part = self.part;
        let place = self.buffer().instructions.len() as u32;
        self.labels[label as usize] = Some((part, place));
    }

    /// A label bound here.
    pub(in crate::exec) fn here(&mut self) -> Label {
        let label = self.label();
        self.bind(label);
        label
    }

    /// From here to [`Emitter::leave_sections`], code goes out of line.
    pub(in crate::exec) fn enter_sections(&mut self) {
        debug_assert_eq!(self.part, CodePart::Main);
        self.part = CodePart::Sections;
    }

    pub(in crate::exec) fn leave_sections(&mut self) {
        self.part = CodePart::Main;
    }

    /// Joins the buffers and turns labels into places, in the tables of `code` too; fails where one is bound nowhere.
    pub(in crate::exec) fn finish(mut self, code: &mut MethodCode) -> Result<(), String> {
        let split = self.main.instructions.len() as u32;
        let labels = self.labels;
        let mut is_whole = true;
        let mut place = |label: Pc| match labels.get(label as usize).copied().flatten() {
            Some((CodePart::Main, place)) => place,
            Some((CodePart::Sections, place)) => split + place,
            None => {
                is_whole = false;
                0
            }
        };
        code.split = split;
        code.instructions = self.main.instructions;
        code.instructions.append(&mut self.sections.instructions);
        join_sites(&mut code.instructions);
        count_rows(&mut code.instructions);
        code.scopes = self.main.scopes;
        code.scopes.extend(self.sections.scopes.iter().map(|&(start, scope)| (split + start, scope)));
        for target in code.instructions.iter_mut().filter_map(Instruction::target_mut) {
            *target = place(*target);
        }
        let int_cases = code.switches.iter_mut().flat_map(|table| {
            table.cases.iter_mut().map(|(_, target)| target).chain(std::iter::once(&mut table.default))
        });
        int_cases.for_each(|target| *target = place(*target));
        let string_cases = code.string_switches.iter_mut().flat_map(|table| {
            table.cases.iter_mut().map(|(_, target)| target).chain(std::iter::once(&mut table.default))
        });
        string_cases.for_each(|target| *target = place(*target));
        for (_, target) in code.handlers.iter_mut().flat_map(|handler| &mut handler.clauses) {
            *target = place(*target);
        }
        for site in &mut code.sites {
            site.start = place(site.start);
            site.end = place(site.end);
            for section in &mut site.sections {
                section.start = place(section.start);
                section.end = place(section.end);
            }
        }
        if is_whole { Ok(()) } else { Err("a jump to no place in the code".to_owned()) }
    }
}

/// Half of what is done are sites where nothing happens: a row of them is done with what stands behind it.
fn join_sites(instructions: &mut [Instruction]) {
    for at in (1..instructions.len()).rev() {
        let Instruction::Site { site, .. } = instructions[at - 1] else { continue };
        instructions[at - 1] = match instructions[at] {
            Instruction::Move { dst, src } => Instruction::SiteMove { site, row: 1, dst, src },
            Instruction::Load { dst, value } => Instruction::SiteLoad { site, row: 1, dst, value },
            Instruction::SiteMove { site: next, row, dst, src } if next == site + 1 && row < u8::MAX => {
                Instruction::SiteMove { site, row: row + 1, dst, src }
            }
            Instruction::SiteLoad { site: next, row, dst, value } if next == site + 1 && row < u8::MAX => {
                Instruction::SiteLoad { site, row: row + 1, dst, value }
            }
            _ => continue,
        };
    }
}

/// Says at each site how many more follow it without anything between.
fn count_rows(instructions: &mut [Instruction]) {
    let mut behind: Option<(SiteId, u16)> = None;
    for instruction in instructions.iter_mut().rev() {
        let Instruction::Site { site, row } = instruction else {
            behind = None;
            continue;
        };
        if let Some((_, more)) = behind.filter(|&(next, _)| next == *site + 1) {
            *row = more.saturating_add(1);
        }
        behind = Some((*site, *row));
    }
}

/// The registers of a method. Locals have one each, by origin, so that all versions of the method agree;
/// temporaries are taken and given back like a stack, one stack for references and one for the rest.
#[derive(Debug, Default)]
pub(in crate::exec) struct Registers {
    is_reference: Vec<bool>,
    is_local: Vec<bool>,
    locals: HashMap<(LocalOrigin, bool), Register>,
    free: [Vec<Register>; 2],
    /// The temporaries in use.
    live: Vec<Register>,
    /// The method needs more registers than there are.
    pub(in crate::exec) overflow: bool,
}

impl Registers {
    fn fresh(&mut self, is_reference: bool, is_local: bool) -> Register {
        match Register::try_from(self.is_reference.len()) {
            Ok(register) if register < Register::MAX => {
                self.is_reference.push(is_reference);
                self.is_local.push(is_local);
                register
            }
            _ => {
                self.overflow = true;
                0
            }
        }
    }

    /// A register for the whole method that only the code at hand knows.
    pub(in crate::exec) fn permanent(&mut self, is_reference: bool) -> Register {
        self.fresh(is_reference, true)
    }

    pub(in crate::exec) fn local(&mut self, origin: LocalOrigin, is_reference: bool) -> Register {
        if let Some(&register) = self.locals.get(&(origin, is_reference)) {
            return register;
        }
        let register = self.fresh(is_reference, true);
        self.locals.insert((origin, is_reference), register);
        register
    }

    pub(in crate::exec) fn temporary(&mut self, is_reference: bool) -> Register {
        let free = self.free[usize::from(is_reference)].pop();
        let register = free.unwrap_or_else(|| self.fresh(is_reference, false));
        self.live.push(register);
        register
    }

    /// The temporaries in use now, for [`Registers::release`].
    pub(in crate::exec) fn mark(&self) -> usize {
        self.live.len()
    }

    /// Gives back all temporaries taken since the mark.
    pub(in crate::exec) fn release(&mut self, mark: usize) {
        for register in self.live.drain(mark..).rev() {
            let is_reference = self.is_reference[register as usize];
            self.free[usize::from(is_reference)].push(register);
        }
    }

    pub(in crate::exec) fn is_local(&self, register: Register) -> bool {
        self.is_local.get(register as usize).copied().unwrap_or(true)
    }

    pub(in crate::exec) fn finish(self, code: &mut MethodCode) {
        code.registers = self.is_reference.len() as Register;
        code.is_reference = self.is_reference;
    }
}
