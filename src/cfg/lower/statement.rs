//! Statements.

use smallvec::smallvec;

use crate::cfg::graph::Effect;
use crate::cfg::lower::exception::Way;
use crate::cfg::lower::{Builder, Context, variables};
use crate::jvm::operator::BinaryOperator;
use crate::jvm::value::PrimitiveType;
use crate::sema::program::Assertions;
use crate::sema::typed_tree::{ExprId, ExprKind, LocalId, StmtId, StmtKind};
use crate::sema::types::Ty;

impl Builder<'_> {
    pub(super) fn statement(&mut self, stmt: StmtId) {
        if !self.is_reachable() || self.graph.nodes.len() > super::MAX_NODES {
            return;
        }
        let origin = self.body.stmts[stmt].origin;
        self.in_statement(origin, |builder| builder.run(stmt));
    }

    fn run(&mut self, stmt: StmtId) {
        let body = self.body;
        match &body.stmts[stmt].kind {
            StmtKind::Block(stmts) => stmts.iter().for_each(|&s| self.statement(s)),
            StmtKind::Locals(declarators) => {
                for &(local, init) in declarators {
                    if let Some(init) = init {
                        let variable = self.local_variable(local);
                        self.value_into(init, variable);
                    }
                }
            }
            // A place that a mutant may have in another statement's stead.
            StmtKind::Empty => self.emit(None, Effect::None),
            StmtKind::Expr(expr) => self.effect(*expr),
            StmtKind::If { condition, then, otherwise } => {
                let (holds, fails, end) = (self.label(), self.label(), self.label());
                self.condition(*condition, holds, fails);
                self.place(holds);
                self.statement(*then);
                self.jump(end);
                self.place(fails);
                if let Some(otherwise) = otherwise {
                    self.statement(*otherwise);
                }
                self.jump(end);
                self.place(end);
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
                self.inside(Context::Breakable { target: stmt, end, next: None }, *body);
                self.jump(end);
                self.place(end);
            }
            StmtKind::Switch(switch) => self.switch_statement(stmt, switch),
            StmtKind::Break { target } => self.leave(Way::Break(*target)),
            StmtKind::Continue { target } => self.leave(Way::Continue(*target)),
            StmtKind::Yield { target, value } => self.yield_value(*target, *value),
            StmtKind::Return(value) => {
                if let Some(value) = *value {
                    let result = self.result_variable();
                    self.value_into(value, result);
                }
                self.leave(Way::Return);
            }
            StmtKind::Throw(exception) => self.throw(*exception),
            StmtKind::Try(statement) => self.try_statement(statement),
            StmtKind::Assert { condition, message } => self.assert(*condition, *message),
            StmtKind::ConstructorCall { constructor, is_super, arguments } => {
                self.constructor_call(*constructor, *is_super, arguments);
            }
        }
    }

    /// Whether assertions are on is a variable of its own: a proof over all states holds in both worlds.
    fn assert(&mut self, condition: ExprId, message: Option<ExprId>) {
        let (fails, end) = (self.label(), self.label());
        if self.program.assertions == Assertions::OnOrOff {
            let asserting = variables::asserting(self.terms);
            let asserting = self.terms.var(asserting);
            let (on, off) = self.decide(None, asserting);
            self.go_to(off, end);
            self.go_on_with(on);
        }
        self.condition(condition, end, fails);
        self.place(fails);
        if self.is_reachable() {
            self.throw_assertion_error(message);
        }
        self.place(end);
    }

    fn throw_assertion_error(&mut self, message: Option<ExprId>) {
        let class = self.program.well_known.assertion_error;
        let Some(constructor) = self.program.assertion_constructor(message.map(|m| self.ty(m))) else {
            return self.unsupported("the message of an assertion");
        };
        let (object, assignments) = self.allocation(class, &[]);
        let object = self.allocate(None, object, assignments, Ty::Class(class));
        let mut arguments = self.arguments(message.as_slice());
        if let (Some(argument), Some(given)) =
            (arguments.first_mut(), message.and_then(|m| self.ty(m).primitive()))
            && let Some(Ty::Primitive(wanted)) =
                self.program.methods[constructor].parameters.first().map(|p| p.ty)
        {
            *argument = self.terms.convert(given, wanted, *argument);
        }
        self.construct(None, constructor, object, arguments);
        let exception = variables::exception(self.program, self.terms);
        self.assign_variable(None, exception, object);
        self.rethrow();
    }

    pub(super) fn inside(&mut self, context: Context, body: StmtId) {
        self.contexts.push(context);
        self.statement(body);
        self.contexts.pop();
    }

    fn while_loop(&mut self, stmt: StmtId, condition: Option<ExprId>, body: StmtId, update: &[StmtId]) {
        let (head, inside, next, end) = (self.head(), self.label(), self.label(), self.label());
        match condition {
            Some(condition) => self.condition(condition, inside, end),
            None => {
                self.emit(None, Effect::None);
                self.jump(inside);
            }
        }
        self.place(inside);
        self.inside(Context::Breakable { target: stmt, end, next: Some(next) }, body);
        self.jump(next);
        self.place(next);
        update.iter().for_each(|&s| self.statement(s));
        self.jump(head);
        self.place(end);
    }

    fn do_loop(&mut self, stmt: StmtId, body: StmtId, condition: ExprId) {
        let (head, next, end) = (self.head(), self.label(), self.label());
        self.inside(Context::Breakable { target: stmt, end, next: Some(next) }, body);
        self.jump(next);
        self.place(next);
        if self.is_reachable() {
            self.condition(condition, head, end);
        }
        self.place(end);
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
        let ty = self.ty(array);
        let elements = self.value(array);
        self.null_check(None, elements);
        // A copy: the loop goes on over the array it began with.
        let kept = self.temporary(None, ty);
        let index = self.temporary(None, Ty::INT);
        let zero = self.terms.int(0);
        self.assign_variables(None, smallvec![(kept, elements), (index, zero)]);
        let (head, next, end) = (self.head(), self.label(), self.label());
        let (array, at) = (self.terms.var(kept), self.terms.var(index));
        let length = self.length_of(array);
        let more = self.terms.binary(BinaryOperator::Lt, PrimitiveType::Int, at, length);
        let (more, done) = self.decide(None, more);
        self.go_to(done, end);
        self.go_on_with(more);
        let cell = self.read_cell(self.local_ty(element), array, at);
        let element_variable = self.local_variable(element);
        let own_variable = self.local_variable(variable);
        if matches!(self.body.exprs[value].kind, ExprKind::Local(local) if local == element) {
            self.assign_variables(None, smallvec![(element_variable, cell), (own_variable, cell)]);
        } else {
            self.assign_variable(None, element_variable, cell);
            self.value_into(value, own_variable);
        }
        self.inside(Context::Breakable { target: stmt, end, next: Some(next) }, body);
        self.jump(next);
        self.place(next);
        let one = self.terms.int(1);
        let step = self.terms.binary(BinaryOperator::Add, PrimitiveType::Int, at, one);
        self.assign_variable(None, index, step);
        self.jump(head);
        self.place(end);
    }
}
