//! `try`: handlers, and `finally` parts as subroutines, so that their code exists once.
//!
//! Who leaves a `try` with a `finally` part, however, loads where it wants to go on into the register `resume`
//! and jumps to the part, whose end jumps there.

use crate::exec::code::{Handler, Instruction, Register};
use crate::exec::lower::emit::Label;
use crate::exec::lower::{Context, Lowerer};
use crate::sema::typed_tree::{Catch, StmtId, Try};

/// The subroutine of a `finally` part.
#[derive(Clone, Copy)]
struct Subroutine {
    entry: Label,
    resume: Register,
}

impl Lowerer<'_> {
    pub(super) fn try_statement(&mut self, statement: &Try) {
        match statement.finally {
            Some(finally) => self.try_finally(statement, finally),
            None => {
                let end = self.label();
                self.try_catch(statement, end, None);
                self.bind(end);
            }
        }
    }

    fn try_finally(&mut self, statement: &Try, finally: StmtId) {
        let outer = self.emitter.scope;
        let end = self.label();
        let on_exception = self.label();
        let subroutine = Subroutine { entry: self.label(), resume: self.registers.permanent(false) };
        let exception = self.registers.permanent(true);
        self.contexts.push(Context::Finally { entry: subroutine.entry, resume: subroutine.resume, outer });
        let handler = Handler { parent: outer, register: exception, clauses: vec![(None, on_exception)] };
        self.emitter.scope = Some(self.handler(handler));

        self.try_catch(statement, end, Some(subroutine));

        self.contexts.pop();
        self.emitter.scope = outer;
        self.bind(on_exception);
        self.run_finally(subroutine);
        self.emit(Instruction::Throw { a: exception });

        self.bind(subroutine.entry);
        self.statement(finally);
        self.emit(Instruction::JumpRegister { a: subroutine.resume });
        self.bind(end);
    }

    /// The body and the catch clauses; each goes on at `end`, by way of the `finally` part.
    fn try_catch(&mut self, statement: &Try, end: Label, finally: Option<Subroutine>) {
        let around = self.emitter.scope;
        let labels: Vec<Label> = statement.catches.iter().map(|_| self.label()).collect();
        let caught = self.registers.permanent(true);
        if !statement.catches.is_empty() {
            let clauses = statement.catches.iter().zip(&labels);
            let clauses =
                clauses.flat_map(|(c, &label)| c.classes.iter().map(move |&class| (Some(class), label)));
            let handler = Handler { parent: around, register: caught, clauses: clauses.collect() };
            self.emitter.scope = Some(self.handler(handler));
        }
        self.statement(statement.body);
        self.emitter.scope = around;
        self.go_on(end, finally);
        for (catch, label) in statement.catches.iter().zip(labels) {
            self.bind(label);
            self.catch(catch, caught);
            self.go_on(end, finally);
        }
    }

    fn catch(&mut self, catch: &Catch, caught: Register) {
        let variable = self.local(catch.variable);
        self.move_to(variable, caught);
        self.statement(catch.body);
    }

    fn go_on(&mut self, end: Label, finally: Option<Subroutine>) {
        match finally {
            None => self.emit(Instruction::Jump { target: end }),
            Some(Subroutine { entry, resume }) => {
                self.emit(Instruction::LoadPc { dst: resume, target: end });
                self.emit(Instruction::Jump { target: entry });
            }
        }
    }

    /// Runs a `finally` part and goes on behind.
    fn run_finally(&mut self, subroutine: Subroutine) {
        let behind = self.label();
        self.go_on(behind, Some(subroutine));
        self.bind(behind);
    }

    fn handler(&mut self, handler: Handler) -> u32 {
        self.code.handlers.push(handler);
        self.code.handlers.len() as u32 - 1
    }

    /// Runs the `finally` parts between here and the context at `depth`, which a jump leaves.
    pub(super) fn leave(&mut self, depth: usize) {
        let scope = self.emitter.scope;
        for index in (depth..self.contexts.len()).rev() {
            if let Context::Finally { entry, resume, outer } = self.contexts[index] {
                self.run_finally(Subroutine { entry, resume });
                self.emitter.scope = outer;
            }
        }
        // What the caller emits next is the jump itself, which cannot throw.
        self.emitter.scope = scope;
    }

    /// Whether a `return` here runs a `finally` part first.
    pub(super) fn returns_through_finally(&self) -> bool {
        self.contexts.iter().any(|context| matches!(context, Context::Finally { .. }))
    }
}
