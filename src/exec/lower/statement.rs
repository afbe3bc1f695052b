//! Statements.

use crate::exec::code::{Instruction, Register};
use crate::exec::lower::emit::Label;
use crate::exec::lower::{Context, Key, Lowerer};
use crate::jvm::operator::BinaryOperator;
use crate::sema::program::Assertions;
use crate::sema::typed_tree::{ExprId, LocalId, StmtId, StmtKind};

impl Lowerer<'_> {
    pub(super) fn statement(&mut self, stmt: StmtId) {
        self.sited_stmt(stmt, |lowerer, stmt| {
            let mark = lowerer.registers.mark();
            lowerer.run(stmt);
            lowerer.registers.release(mark);
        });
    }

    fn run(&mut self, stmt: StmtId) {
        let body = self.body;
        match &body.stmts[stmt].kind {
            StmtKind::Block(stmts) => stmts.iter().for_each(|&s| self.statement(s)),
            StmtKind::Locals(declarators) => {
                for &(local, init) in declarators {
                    if let Some(init) = init {
                        let register = self.local(local);
                        self.into(init, register);
                    }
                }
            }
            StmtKind::Empty => {}
            StmtKind::Expr(expr) => self.effect(*expr),
            StmtKind::If { condition, then, otherwise } => {
                let (other, end) = (self.label(), self.label());
                self.condition(*condition, false, other);
                self.statement(*then);
                if otherwise.is_some() {
                    self.emit(Instruction::Jump { target: end });
                }
                self.bind(other);
                if let Some(otherwise) = otherwise {
                    self.statement(*otherwise);
                }
                self.bind(end);
            }
            StmtKind::While { condition, body } => self.while_loop(stmt, Some(*condition), *body, &[]),
            StmtKind::For { init, condition, update, body } => {
                init.iter().for_each(|&s| self.statement(s));
                self.while_loop(stmt, *condition, *body, update);
            }
            StmtKind::Do { body, condition } => self.do_loop(stmt, *body, *condition),
            StmtKind::ForEach { array, element, value, variable, body } => {
                self.for_each(stmt, *array, *element, *value, *variable, *body);
            }
            StmtKind::Labeled { body, .. } => {
                let end = self.label();
                let key = self.stmt_key(stmt);
                self.inside(Context::Breakable { key, end, next: None }, *body);
                self.bind(end);
            }
            StmtKind::Switch(switch) => {
                let key = self.stmt_key(stmt);
                self.switch(switch, key, None);
            }
            StmtKind::Break { target } => self.jump_out(*target, false),
            StmtKind::Continue { target } => self.jump_out(*target, true),
            StmtKind::Yield { target, value } => self.yield_value(*target, *value),
            StmtKind::Return(value) => self.return_value(*value),
            StmtKind::Throw(exception) => {
                let a = self.value(*exception);
                self.emit(Instruction::Throw { a });
            }
            StmtKind::Try(statement) => self.try_statement(statement),
            StmtKind::Assert { condition, message } => self.assert(*condition, *message),
            StmtKind::ConstructorCall { constructor, is_super, arguments } => {
                self.constructor_call(*constructor, *is_super, arguments);
            }
        }
    }

    fn inside(&mut self, context: Context, body: StmtId) {
        self.contexts.push(context);
        self.statement(body);
        self.contexts.pop();
    }

    fn while_loop(&mut self, stmt: StmtId, condition: Option<ExprId>, body: StmtId, update: &[StmtId]) {
        let (next, end) = (self.label(), self.label());
        let key = self.stmt_key(stmt);
        let head = self.emitter.here();
        self.emit(Instruction::LoopHead);
        if let Some(condition) = condition {
            self.condition(condition, false, end);
        }
        self.inside(Context::Breakable { key, end, next: Some(next) }, body);
        self.bind(next);
        update.iter().for_each(|&s| self.statement(s));
        self.emit(Instruction::Jump { target: head });
        self.bind(end);
    }

    fn do_loop(&mut self, stmt: StmtId, body: StmtId, condition: ExprId) {
        let (next, end) = (self.label(), self.label());
        let key = self.stmt_key(stmt);
        let head = self.emitter.here();
        self.emit(Instruction::LoopHead);
        self.inside(Context::Breakable { key, end, next: Some(next) }, body);
        self.bind(next);
        self.condition(condition, true, head);
        self.bind(end);
    }

    fn for_each(
        &mut self,
        stmt: StmtId,
        array: ExprId,
        element: LocalId,
        value: ExprId,
        variable: LocalId,
        body: StmtId,
    ) {
        let (next, end) = (self.label(), self.label());
        let key = self.stmt_key(stmt);
        // A copy: the loop goes on over the array it began with.
        let elements = self.registers.temporary(true);
        self.into(array, elements);
        let length = self.registers.temporary(false);
        let index = self.registers.temporary(false);
        self.emit(Instruction::ArrayLength { dst: length, array: elements });
        self.emit(Instruction::Load { dst: index, value: 0 });
        let head = self.emitter.here();
        self.emit(Instruction::LoopHead);
        self.emit(Instruction::JumpInt { op: BinaryOperator::Ge, a: index, b: length, target: end });
        let cell = self.local(element);
        self.emit(Instruction::ArrayLoad { dst: cell, array: elements, index });
        let variable = self.local(variable);
        self.into(value, variable);
        self.inside(Context::Breakable { key, end, next: Some(next) }, body);
        self.bind(next);
        self.emit(Instruction::IntImmediate { op: BinaryOperator::Add, dst: index, a: index, value: 1 });
        self.emit(Instruction::Jump { target: head });
        self.bind(end);
    }

    /// `break` and `continue`.
    fn jump_out(&mut self, target: StmtId, again: bool) {
        let key = self.stmt_key(target);
        match self.breakable(key) {
            Some((depth, end, next)) => {
                self.leave(depth);
                let target = if again { next.unwrap_or(end) } else { end };
                self.emit(Instruction::Jump { target });
            }
            None => self.unsupported("a jump out of what does not enclose it"),
        }
    }

    fn breakable(&self, wanted: Key) -> Option<(usize, Label, Option<Label>)> {
        self.contexts.iter().enumerate().rev().find_map(|(depth, context)| match *context {
            Context::Breakable { key, end, next } if key == wanted => Some((depth, end, next)),
            _ => None,
        })
    }

    fn return_value(&mut self, value: Option<ExprId>) {
        let Some(value) = value else {
            self.leave(0);
            return self.emit(Instruction::ReturnVoid);
        };
        let src = if self.returns_through_finally() {
            // The `finally` parts may use temporaries and assign locals.
            let kept: Register = self.registers.permanent(self.ty(value).is_reference());
            self.into(value, kept);
            self.leave(0);
            kept
        } else {
            self.value(value)
        };
        self.emit(Instruction::Return { src });
    }

    fn assert(&mut self, condition: ExprId, message: Option<ExprId>) {
        let end = self.label();
        if self.surroundings.program.assertions == Assertions::OnOrOff {
            self.emit(Instruction::JumpUnlessAsserting { target: end });
        }
        self.condition(condition, true, end);
        self.throw_assertion_error(message);
        self.bind(end);
    }

    /// `throw new AssertionError(message)`, whose constructor takes what its static type says.
    fn throw_assertion_error(&mut self, message: Option<ExprId>) {
        let class = self.surroundings.program.well_known.assertion_error;
        let program = self.surroundings.program;
        let Some(constructor) = program.assertion_constructor(message.map(|m| self.ty(m))) else {
            return self.unsupported("the message of an assertion");
        };
        let arguments: smallvec::SmallVec<[ExprId; 1]> = message.into_iter().collect();
        let dst = self.registers.temporary(true);
        self.new_object(class, constructor, &arguments, dst);
        self.emit(Instruction::Throw { a: dst });
    }
}
