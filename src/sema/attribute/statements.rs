//! Statements (JLS 14): scopes, the targets of jumps, what each asks of its expressions.

use super::conversions::Context;
use super::scope::{Binding, JumpKind};
use super::{Attributor, Bindings};
use crate::sema::generic::types::TypeId;
use crate::sema::program::ClassId;
use crate::sema::refused;
use crate::sema::typed_tree::{ExprId, ExprKind, LocalId, LocalOrigin, StmtId, StmtKind};
use crate::sema::types::Ty;
use crate::syntax::tree::{
    self as syntax, BaseType, Declarator, ForEachVariable, LocalDecl, Name, Span, StmtList, TypeRef,
};

impl<'a> Attributor<'a> {
    /// A statement of a list: what it declares stays in scope.
    pub(super) fn stmt(&mut self, id: syntax::StmtId) -> StmtId {
        use syntax::StmtKind as Kind;
        let code = self.code;
        self.alive = true;
        if let Some(what) = refused::statement(&code.stmts[id].kind) {
            self.unsupported(code.stmts[id].span, what);
            return self.push_stmt(StmtKind::Empty, id);
        }
        match &code.stmts[id].kind {
            Kind::Block(list) => {
                let mark = self.scope.mark();
                let list = self.stmts(list);
                self.scope.leave(mark);
                self.push_stmt(StmtKind::Block(list), id)
            }
            Kind::Local(declaration) => self.locals(id, declaration),
            Kind::Empty => self.push_stmt(StmtKind::Empty, id),
            Kind::Expr(expr) => self.expr_stmt(id, *expr),
            Kind::If { condition, then, otherwise } => self.if_stmt(id, *condition, *then, *otherwise),
            Kind::While { condition, body } => self.while_stmt(id, *condition, *body),
            Kind::Do { body, condition } => self.do_stmt(id, *body, *condition),
            Kind::For { init, condition, update, body } => self.for_stmt(id, init, *condition, update, *body),
            Kind::ForEach { variable, iterable, body } => self.for_each(id, variable, *iterable, *body),
            Kind::Labeled { label, body } => self.labeled(id, label, *body),
            Kind::Switch { selector, body } => self.switch_statement(id, *selector, body),
            Kind::Break(label) => self.break_stmt(id, label.as_ref()),
            Kind::Continue(label) => self.continue_stmt(id, label.as_ref()),
            Kind::Yield(value) => self.yield_stmt(id, *value),
            Kind::Return(value) => self.return_stmt(id, *value),
            Kind::Throw(value) => self.throw_stmt(id, *value),
            Kind::Try(parts) => self.try_stmt(id, parts),
            Kind::Assert { condition, message } => self.assert_stmt(id, *condition, *message),
            Kind::ConstructorCall { .. } => {
                let message = "explicit constructor invocation not allowed here";
                self.error(code.stmts[id].span, message);
                self.push_stmt(StmtKind::Empty, id)
            }
            Kind::Synchronized { lock, body } => self.synchronized(id, *lock, *body),
            Kind::LocalType(types) => self.local_type(id, types),
            Kind::Unsupported(_) => {
                unreachable!("these are refused")
            }
        }
    }

    /// A class, whose name means it from here on to the end of the block.
    fn local_type(&mut self, id: syntax::StmtId, types: &'a std::sync::Arc<syntax::LocalTypes>) -> StmtId {
        let declared = types.types.iter().next();
        match (self.program.class_in_code(types), declared) {
            (Some(class), Some(declared)) => self.scope.enter_type(&declared.name.name, class),
            _ => {
                self.declares_unseen = true;
                self.unsupported(self.code.stmts[id].span, refused::local_type(types));
            }
        }
        self.push_stmt(StmtKind::Empty, id)
    }

    pub(super) fn stmts(&mut self, list: &StmtList) -> Vec<StmtId> {
        let mut typed = Vec::with_capacity(list.len());
        for &stmt in list {
            typed.push(self.stmt(stmt));
        }
        typed
    }

    /// A statement that is part of another: a scope of its own, and no declaration.
    pub(super) fn part(&mut self, id: syntax::StmtId) -> StmtId {
        self.refuse_declaration(id);
        let mark = self.scope.mark();
        let stmt = self.stmt(id);
        self.scope.leave(mark);
        stmt
    }

    pub(super) fn refuse_declaration(&mut self, id: syntax::StmtId) {
        if matches!(self.code.stmts[id].kind, syntax::StmtKind::Local(_)) {
            self.error(self.code.stmts[id].span, "variable declaration not allowed here");
        }
    }

    pub(super) fn reserve_stmt(&mut self, id: syntax::StmtId) -> StmtId {
        self.push_stmt(StmtKind::Empty, id)
    }

    pub(super) fn fill_stmt(&mut self, stmt: StmtId, kind: StmtKind) -> StmtId {
        self.body.stmts[stmt].kind = kind;
        stmt
    }

    fn locals(&mut self, id: syntax::StmtId, declaration: &'a LocalDecl) -> StmtId {
        let is_var = declaration.ty.base == BaseType::Var;
        if is_var && declaration.declarators.len() > 1 {
            self.error(declaration.ty.span, "'var' is not allowed in a compound declaration");
        }
        let base = if is_var { Ty::Unknown } else { self.resolve(&declaration.ty) };
        let exact = if is_var { None } else { self.written_static(&declaration.ty, base) };
        let mut locals = Vec::with_capacity(declaration.declarators.len());
        for (n, declarator) in declaration.declarators.iter().enumerate() {
            let origin = LocalOrigin::Declarator(id, n as u32);
            let ty = self.with_dims(base, declarator.extra_dims, declarator.span);
            let exact = exact.map(|exact| self.types.array_of(exact, declarator.extra_dims));
            let local = self.push_local(&declarator.name.name, ty, declaration.is_final, origin);
            self.set_local_static(local, exact);
            self.declare(&declarator.name.name, declarator.name.span, local);
            let init = if is_var {
                self.inferred_init(local, &declaration.ty, declarator)
            } else {
                let target = self.target(ty, exact);
                declarator.init.map(|init| self.value_for(init, target))
            };
            self.note_initialized(local, declaration.is_final, init);
            locals.push((local, init));
        }
        self.push_stmt(StmtKind::Locals(locals), id)
    }

    /// A final local with an initialiser is never assigned again, and may be a constant variable.
    fn note_initialized(&mut self, local: LocalId, is_final: bool, init: Option<ExprId>) {
        let Some(init) = init.filter(|_| is_final) else { return };
        self.seal(local);
        let ty = self.local_ty(local);
        if ty.primitive().is_some() || ty == self.program.string() {
            self.local_constants[local] = self.constant(init).cloned();
        }
    }

    fn with_dims(&mut self, base: Ty, dims: u8, span: Span) -> Ty {
        let mut ty = base;
        for _ in 0..dims {
            ty = match ty.array_of() {
                Some(array) => Ty::Array(array),
                None if ty == Ty::Unknown => Ty::Unknown,
                None => {
                    self.error(span, "an array of this type is not possible");
                    Ty::Unknown
                }
            };
        }
        ty
    }

    /// The initialiser of a `var`, which gives it its type (JLS 14.4.1).
    fn inferred_init(&mut self, local: LocalId, ty: &TypeRef, declarator: &'a Declarator) -> Option<ExprId> {
        let name = &declarator.name.name;
        if ty.dims > 0 || declarator.extra_dims > 0 {
            self.error(declarator.span, "'var' is not allowed as an element type of an array");
            return None;
        }
        let refuse = |this: &mut Self, why: &str| {
            let message = format!("cannot infer type for local variable {name}: {why}");
            this.error(declarator.span, message);
        };
        let Some(init) = declarator.init else {
            refuse(self, "cannot use 'var' on variable without initializer");
            return None;
        };
        if matches!(self.code.exprs[init].kind, syntax::ExprKind::ArrayInitializer(_)) {
            refuse(self, "array initializer needs an explicit target-type");
            return None;
        }
        self.inferring.push(local);
        let value = self.exact_operand(init);
        self.inferring.pop();
        let ty = match self.ty(value) {
            Ty::Null => {
                refuse(self, "variable initializer is 'null'");
                Ty::Unknown
            }
            Ty::Void => {
                refuse(self, "variable initializer is 'void'");
                Ty::Unknown
            }
            other => other,
        };
        self.body.locals[local].ty = ty;
        if let Some(&exact) = self.statics.get(&value) {
            let exact = self.types.upward(exact);
            self.set_local_static(local, Some(exact));
        }
        Some(value)
    }

    fn expr_stmt(&mut self, id: syntax::StmtId, expr: syntax::ExprId) -> StmtId {
        let value = self.statement_expr(expr);
        self.push_stmt(StmtKind::Expr(value), id)
    }

    /// An expression that stands as a statement.
    pub(super) fn statement_expr(&mut self, expr: syntax::ExprId) -> ExprId {
        use syntax::ExprKind as Kind;
        let node = &self.code.exprs[expr];
        let is_statement = matches!(
            node.kind,
            Kind::Assign { .. }
                | Kind::IncDec { .. }
                | Kind::Call { .. }
                | Kind::New { .. }
                | Kind::GenericCall(_)
                | Kind::Creation(_)
                | Kind::ConstructorCall(_)
                | Kind::Unsupported(_)
        );
        if !is_statement || node.is_parenthesized() {
            self.error(node.outer, "not a statement");
        }
        let value = self.expr_given_to(expr, Ty::Void);
        self.settle(value);
        value
    }

    fn if_stmt(
        &mut self,
        id: syntax::StmtId,
        condition: syntax::ExprId,
        then: syntax::StmtId,
        otherwise: Option<syntax::StmtId>,
    ) -> StmtId {
        let condition = self.condition(condition);
        let bindings = self.take_bindings_boxed();
        let then = self.part_in_scope(then, bindings.as_deref().map(|b| &b.when_true[..]));
        let alive_after_then = std::mem::replace(&mut self.alive, true);
        let otherwise =
            otherwise.map(|stmt| self.part_in_scope(stmt, bindings.as_deref().map(|b| &b.when_false[..])));
        let alive_after_otherwise = self.alive;
        if let Some(bindings) = bindings {
            match (alive_after_then, alive_after_otherwise) {
                (true, false) => self.enter_bindings(&bindings.when_true),
                (false, true) => self.enter_bindings(&bindings.when_false),
                _ => {}
            }
        }
        self.alive = alive_after_then || alive_after_otherwise;
        self.push_stmt(StmtKind::If { condition, then, otherwise }, id)
    }

    /// The bindings of a condition, where there are any; in a box to keep frames small.
    fn take_bindings_boxed(&mut self) -> Option<Box<Bindings<'a>>> {
        (!self.bindings.is_empty()).then(|| Box::new(self.take_bindings()))
    }

    fn part_in_scope(&mut self, id: syntax::StmtId, bindings: Option<&[Binding<'a>]>) -> StmtId {
        let mark = self.scope.mark();
        if let Some(bindings) = bindings {
            self.enter_bindings(bindings);
        }
        let stmt = self.part(id);
        self.scope.leave(mark);
        stmt
    }

    fn while_stmt(&mut self, id: syntax::StmtId, condition: syntax::ExprId, body: syntax::StmtId) -> StmtId {
        let stmt = self.reserve_stmt(id);
        let condition = self.condition(condition);
        let bindings = self.take_bindings_boxed();
        self.push_jump(JumpKind::Loop(stmt));
        let body = self.part_in_scope(body, bindings.as_deref().map(|b| &b.when_true[..]));
        let left = self.pop_jump().left;
        self.after_loop(bindings, left);
        self.alive = left || !self.is_true(condition);
        self.fill_stmt(stmt, StmtKind::While { condition, body })
    }

    /// Behind a loop that only its condition ends, what that introduces when false is in scope.
    fn after_loop(&mut self, bindings: Option<Box<Bindings<'a>>>, left: bool) {
        if let Some(bindings) = bindings
            && !left
        {
            self.enter_bindings(&bindings.when_false);
        }
    }

    fn do_stmt(&mut self, id: syntax::StmtId, body: syntax::StmtId, condition: syntax::ExprId) -> StmtId {
        let stmt = self.reserve_stmt(id);
        self.push_jump(JumpKind::Loop(stmt));
        let body = self.part(body);
        let jump = self.pop_jump();
        let reaches_condition = self.alive || jump.continued;
        let condition = self.condition(condition);
        let bindings = self.take_bindings_boxed();
        self.after_loop(bindings, jump.left);
        self.alive = jump.left || (reaches_condition && !self.is_true(condition));
        self.fill_stmt(stmt, StmtKind::Do { body, condition })
    }

    fn for_stmt(
        &mut self,
        id: syntax::StmtId,
        init: &'a StmtList,
        condition: Option<syntax::ExprId>,
        update: &'a StmtList,
        body: syntax::StmtId,
    ) -> StmtId {
        let stmt = self.reserve_stmt(id);
        let mark = self.scope.mark();
        let init = self.stmts(init);
        let condition = condition.map(|condition| self.condition(condition));
        let bindings = self.take_bindings_boxed();
        let inner = self.scope.mark();
        if let Some(bindings) = &bindings {
            self.enter_bindings(&bindings.when_true);
        }
        self.push_jump(JumpKind::Loop(stmt));
        let body = self.part(body);
        let left = self.pop_jump().left;
        let update = self.stmts(update);
        self.scope.leave(inner);
        self.scope.leave(mark);
        self.after_loop(bindings, left);
        self.alive = left || condition.is_some_and(|condition| !self.is_true(condition));
        self.fill_stmt(stmt, StmtKind::For { init, condition, update, body })
    }

    fn for_each(
        &mut self,
        id: syntax::StmtId,
        variable: &'a ForEachVariable,
        iterable: syntax::ExprId,
        body: syntax::StmtId,
    ) -> StmtId {
        let stmt = self.reserve_stmt(id);
        let span = self.span(iterable);
        let array = self.exact_operand(iterable);
        if let Some((iterable, element)) = self.iterated(array) {
            return self.for_each_object(id, stmt, variable, (array, span), (iterable, element), body);
        }
        let exact = self.statics.get(&array).copied().and_then(|exact| self.types.cell_of(exact));
        let cell = self.element_type(array, span);
        let name = &variable.name.name;
        let ty = match variable.ty.base {
            BaseType::Var if variable.ty.dims > 0 => {
                self.error(variable.ty.span, "'var' is not allowed as an element type of an array");
                Ty::Unknown
            }
            BaseType::Var => cell,
            _ => self.resolve(&variable.ty),
        };
        let wanted = self.variable_static(variable, ty, exact);
        let element = self.push_local(name, cell, true, LocalOrigin::ForEachElement(id));
        let local = self.push_local(name, ty, variable.is_final, LocalOrigin::ForEach(id));
        self.set_local_static(local, wanted);
        let read = self.push(ExprKind::Local(element), cell, iterable);
        if let Some(exact) = exact {
            self.note_static(read, exact);
        }
        self.body.exprs[read].origin = None;
        let target = self.target(ty, wanted);
        let value = self.coerce_to(read, target, Context::Assignment, span);
        let body = self.round(stmt, &variable.name, local, body);
        self.fill_stmt(stmt, StmtKind::ForEach { array, element, value, variable: local, body })
    }

    /// The body of an enhanced `for` with its variable.
    fn round(
        &mut self,
        stmt: StmtId,
        name: &'a syntax::Ident,
        local: LocalId,
        body: syntax::StmtId,
    ) -> StmtId {
        let mark = self.scope.mark();
        self.declare(&name.name, name.span, local);
        self.push_jump(JumpKind::Loop(stmt));
        let body = self.part(body);
        self.pop_jump();
        self.scope.leave(mark);
        self.alive = true;
        body
    }

    /// In one thread a lock only has to be an object (JLS 14.19): asking it for its class throws what locking `null` does.
    fn synchronized(&mut self, id: syntax::StmtId, lock: syntax::ExprId, body: syntax::StmtId) -> StmtId {
        let span = self.span(lock);
        let object = self.exact_operand(lock);
        self.bindings = Default::default();
        let class = self.program.well_known.object;
        let ty = self.ty(object);
        let asked = match ty {
            Ty::Class(_) | Ty::Array(_) => {
                let object = self.convert(object, Ty::Class(class));
                self.implied_call(object, class, "getClass")
            }
            Ty::Unknown => None,
            _ => {
                let found = self.program.type_name(ty);
                self.error(span, format!("unexpected type: required a reference, found {found}"));
                None
            }
        };
        if asked.is_none() && ty != Ty::Unknown {
            self.unsupported(span, "synchronized statement");
        }
        self.alive = true;
        let body = self.part(body);
        let mut list: Vec<StmtId> = Vec::with_capacity(2);
        if let Some(asked) = asked {
            list.push(self.synthetic(StmtKind::Expr(asked)));
        }
        list.push(body);
        self.push_stmt(StmtKind::Block(list), id)
    }

    /// The static type of the variable of an enhanced `for`.
    fn variable_static(
        &mut self,
        variable: &ForEachVariable,
        ty: Ty,
        element: Option<TypeId>,
    ) -> Option<TypeId> {
        match variable.ty.base {
            BaseType::Var => element,
            _ => self.written_static(&variable.ty, ty),
        }
    }

    /// Over an `Iterable` (JLS 14.14.2): as the loop over its iterator that it means.
    fn for_each_object(
        &mut self,
        id: syntax::StmtId,
        stmt: StmtId,
        variable: &'a ForEachVariable,
        (object, span): (ExprId, Span),
        (iterable, element): (ClassId, TypeId),
        body: syntax::StmtId,
    ) -> StmtId {
        let name = &variable.name.name;
        let element = self.types.upward(element);
        let erased = self.types.erasure(element);
        let ty = match variable.ty.base {
            BaseType::Var => erased,
            _ => self.resolve(&variable.ty),
        };
        let exact = self.variable_static(variable, ty, Some(element));
        let exact = exact.filter(|&exact| self.types.of_ty(ty) != exact);
        let iterator_class = self.program.class_named("java.util.Iterator");
        let class = self.ty(object).class().unwrap_or(iterable);
        let own = if self.program.is_subclass(class, iterable) { class } else { iterable };
        let object = self.as_object_of(object, own);
        let made = self.implied_call(object, own, "iterator");
        let (Some(iterator_class), Some(made)) = (iterator_class, made) else {
            self.unsupported(span, "for over an object without java.util.Iterator");
            return stmt;
        };
        let iterator_ty = Ty::Class(iterator_class);
        let iterator = self.push_local(name, iterator_ty, true, LocalOrigin::ForEachElement(id));
        let local = self.push_local(name, ty, variable.is_final, LocalOrigin::ForEach(id));
        self.set_local_static(local, exact);
        let made = self.convert(made, iterator_ty);
        let init = self.synthetic(StmtKind::Locals(vec![(iterator, Some(made))]));
        let read = |this: &mut Self| this.synthetic_expr(ExprKind::Local(iterator), iterator_ty);
        let (first, second) = (read(self), read(self));
        let condition = self.implied_call(first, iterator_class, "hasNext");
        let next = self.implied_call(second, iterator_class, "next");
        let (Some(condition), Some(next)) = (condition, next) else {
            self.unsupported(span, "for over an object without the methods of java.util.Iterator");
            return stmt;
        };
        self.note_declared(next, element);
        let target = self.target(ty, exact);
        let value = self.coerce_to(next, target, Context::Assignment, span);
        let body = self.round(stmt, &variable.name, local, body);
        let declared = self.synthetic(StmtKind::Locals(vec![(local, Some(value))]));
        let body = self.synthetic(StmtKind::Block(vec![declared, body]));
        let kind = StmtKind::For { init: vec![init], condition: Some(condition), update: Vec::new(), body };
        self.fill_stmt(stmt, kind)
    }

    /// The type of what an enhanced `for` runs over.
    fn element_type(&mut self, iterated: ExprId, span: Span) -> Ty {
        let ty = self.ty(iterated);
        let program = self.program;
        match ty {
            Ty::Array(array) => return array.cell(),
            Ty::Unknown => {}
            Ty::Class(class) if !self.cannot_iterate(class) => {
                self.unsupported(span, format!("for over {}", program.type_name(ty)));
            }
            _ => {
                let found = program.type_name(ty);
                let message = format!(
                    "for-each not applicable to expression type: required array or java.lang.Iterable, found {found}"
                );
                self.error(span, message);
            }
        }
        Ty::Unknown
    }

    /// Whether a class is certainly no `Iterable`.
    fn cannot_iterate(&self, class: ClassId) -> bool {
        let known = &self.program.well_known;
        class == known.string || self.program.unwrapped(class).is_some() || {
            let iterable = self.program.class_named("java.lang.Iterable");
            self.program.tables.classes[class].opaque.is_empty()
                && iterable.is_none_or(|i| !self.program.is_subclass(class, i))
        }
    }

    fn assert_stmt(
        &mut self,
        id: syntax::StmtId,
        condition: syntax::ExprId,
        message: Option<syntax::ExprId>,
    ) -> StmtId {
        let condition = self.condition(condition);
        let message = message.map(|message| {
            let value = self.operand(message);
            if self.ty(value) == Ty::Void {
                self.error(self.span(message), "'void' type not allowed here");
            }
            value
        });
        self.bindings = Default::default();
        self.push_stmt(StmtKind::Assert { condition, message }, id)
    }

    pub(super) fn declare_parameter(
        &mut self,
        name: &'a Name,
        span: Span,
        index: usize,
        ty: Ty,
        is_final: bool,
    ) {
        let local = self.push_local(name, ty, is_final, LocalOrigin::Parameter(index as u32));
        self.declare(name, span, local);
        if is_final {
            self.seal(local);
        }
    }
}
