//! What a `try` closes (JLS 14.20.3): the statement becomes the one that the specification translates it to,
//!
//! ```java
//! {
//!     final R r = …;
//!     Throwable primary = null;
//!     try { … } catch (Throwable thrown) { primary = thrown; throw thrown; }
//!     finally {
//!         if (r != null) {
//!             if (primary != null) { try { r.close(); } catch (Throwable next) { primary.addSuppressed(next); } }
//!             else { r.close(); }
//!         }
//!     }
//! }
//! ```
//!
//! the next resource inside the `try` of the one before it. The flow rules need know nothing of it: what is thrown again is
//! what the body throws (JLS 11.2.2), and `close()` stands where it is called.

use super::Attributor;
use super::conversions::Context;
use crate::jvm::operator::BinaryOperator;
use crate::sema::typed_tree::{self as typed, ExprId, ExprKind, LocalId, LocalOrigin, StmtId, StmtKind};
use crate::sema::types::Ty;
use crate::syntax::tree::{self as syntax, BaseType, Resource, ResourceVariable, Span, TryStmt};

/// Each stands inside the one before it.
const MAX_RESOURCES: usize = 64;

impl<'a> Attributor<'a> {
    /// The body of a `try` with its resources, without its `catch` and `finally`.
    pub(super) fn with_resources(&mut self, id: syntax::StmtId, parts: &'a TryStmt) -> StmtId {
        if parts.resources.len() > MAX_RESOURCES {
            self.unsupported(self.code.stmts[id].span, "try with more than 64 resources");
            return self.part(parts.body);
        }
        let mark = self.scope.mark();
        let body = self.resource(id, parts, 0);
        self.scope.leave(mark);
        body
    }

    /// The resources from the n-th on, and the body.
    fn resource(&mut self, id: syntax::StmtId, parts: &'a TryStmt, n: usize) -> StmtId {
        let Some(resource) = parts.resources.get(n) else { return self.part(parts.body) };
        let (variable, opened, span) = match resource {
            Resource::Declared(declared) => self.declared_resource(id, declared, n),
            Resource::Expr(expr) => self.named_resource(id, *expr, n),
        };
        let declared = self.synthetic(StmtKind::Locals(vec![(variable, Some(opened))]));
        self.check_closeable(variable, span);
        let throwable = Ty::Class(self.program.well_known.throwable);
        let primary = LocalOrigin::Declarator(id, (parts.resources.len() + n) as u32);
        let primary = self.push_local(&"$primary".into(), throwable, false, primary);
        let null = self.synthetic_expr(ExprKind::Null, Ty::Null);
        let no_exception = self.synthetic(StmtKind::Locals(vec![(primary, Some(null))]));
        let body = self.resource(id, parts, n + 1);
        let first = (parts.catches.len() + 2 * n) as u32;
        let thrown = self.push_local(&"$thrown".into(), throwable, true, LocalOrigin::Catch(id, first));
        let again = self.thrown_again(primary, thrown);
        let next = self.push_local(&"$next".into(), throwable, true, LocalOrigin::Catch(id, first + 1));
        let closing = self.closing(variable, primary, next, span);
        let catch =
            typed::Catch { classes: vec![self.program.well_known.throwable], variable: thrown, body: again };
        let body = self.block_around(body);
        let kind = StmtKind::Try(Box::new(typed::Try { body, catches: vec![catch], finally: closing }));
        let guarded = self.synthetic(kind);
        self.synthetic(StmtKind::Block(vec![declared, no_exception, guarded]))
    }

    fn block_around(&mut self, stmt: StmtId) -> StmtId {
        self.synthetic(StmtKind::Block(vec![stmt]))
    }

    fn declared_resource(
        &mut self,
        id: syntax::StmtId,
        declared: &'a ResourceVariable,
        n: usize,
    ) -> (LocalId, ExprId, Span) {
        let name = &declared.name.name;
        let is_var = declared.ty.base == BaseType::Var;
        let ty = if is_var { Ty::Unknown } else { self.resolve(&declared.ty) };
        let exact = if is_var { None } else { self.written_static(&declared.ty, ty) };
        let local = self.push_local(name, ty, true, LocalOrigin::Declarator(id, n as u32));
        self.set_local_static(local, exact);
        self.declare(name, declared.name.span, local);
        let value = match is_var {
            true => {
                self.inferring.push(local);
                let value = self.exact_operand(declared.init);
                self.inferring.pop();
                self.take_type_of(local, value);
                value
            }
            false => {
                let target = self.target(ty, exact);
                self.value_for(declared.init, target)
            }
        };
        self.bindings = Default::default();
        self.seal(local);
        (local, value, declared.name.span)
    }

    /// A variable or a field from before: what it held stays the resource.
    fn named_resource(
        &mut self,
        id: syntax::StmtId,
        expr: syntax::ExprId,
        n: usize,
    ) -> (LocalId, ExprId, Span) {
        let value = self.exact_operand(expr);
        let origin = LocalOrigin::Declarator(id, n as u32);
        let local = self.push_local(&"$resource".into(), Ty::Unknown, true, origin);
        self.take_type_of(local, value);
        self.seal(local);
        (local, value, self.span(expr))
    }

    fn take_type_of(&mut self, local: LocalId, value: ExprId) {
        self.body.locals[local].ty = match self.ty(value) {
            Ty::Null | Ty::Void => Ty::Unknown,
            other => other,
        };
        if let Some(&exact) = self.statics.get(&value) {
            let exact = self.types.upward(exact);
            self.set_local_static(local, Some(exact));
        }
    }

    fn check_closeable(&mut self, variable: LocalId, span: Span) {
        let ty = self.local_ty(variable);
        let Some(closeable) = self.program.class_named("java.lang.AutoCloseable") else {
            return self.unsupported(span, "try-with-resources");
        };
        let read = self.synthetic_expr(ExprKind::Local(variable), ty);
        self.read_static(read, variable);
        let target = self.target(Ty::Class(closeable), None);
        if ty != Ty::Unknown {
            self.coerce_to(read, target, Context::Assignment, span);
        }
    }

    fn read_static(&mut self, read: ExprId, local: LocalId) {
        if let Some(&exact) = self.local_statics.get(&local) {
            self.note_static(read, exact);
        }
    }

    /// `{ primary = thrown; throw thrown; }`
    fn thrown_again(&mut self, primary: LocalId, thrown: LocalId) -> StmtId {
        let throwable = self.local_ty(thrown);
        let target = self.synthetic_expr(ExprKind::Local(primary), throwable);
        let value = self.synthetic_expr(ExprKind::Local(thrown), throwable);
        let keep = self.synthetic_expr(ExprKind::Assign { target, value }, throwable);
        let keep = self.synthetic(StmtKind::Expr(keep));
        let value = self.synthetic_expr(ExprKind::Local(thrown), throwable);
        let throw = self.synthetic(StmtKind::Throw(value));
        self.synthetic(StmtKind::Block(vec![keep, throw]))
    }

    /// The `finally` of a resource.
    fn closing(&mut self, variable: LocalId, primary: LocalId, next: LocalId, span: Span) -> Option<StmtId> {
        let throwable = self.local_ty(primary);
        let guarded = self.closed(variable, span)?;
        let guarded = self.block_around(guarded);
        let receiver = self.synthetic_expr(ExprKind::Local(primary), throwable);
        let argument = self.synthetic_expr(ExprKind::Local(next), throwable);
        let Some(suppress) = self.suppress(receiver, argument) else {
            self.unsupported(span, "try-with-resources");
            return None;
        };
        let suppress = self.synthetic(StmtKind::Expr(suppress));
        let body = self.block_around(suppress);
        let catch = typed::Catch { classes: vec![self.program.well_known.throwable], variable: next, body };
        let suppressing = typed::Try { body: guarded, catches: vec![catch], finally: None };
        let suppressing = self.synthetic(StmtKind::Try(Box::new(suppressing)));
        let plain = self.closed(variable, span)?;
        let condition = self.is_there(primary);
        let kind = StmtKind::If { condition, then: suppressing, otherwise: Some(plain) };
        let choice = self.synthetic(kind);
        let condition = self.is_there(variable);
        let whole = self.synthetic(StmtKind::If { condition, then: choice, otherwise: None });
        Some(self.block_around(whole))
    }

    /// `primary.addSuppressed(next)`
    fn suppress(&mut self, receiver: ExprId, argument: ExprId) -> Option<ExprId> {
        let methods = self.program.member_methods(self.program.well_known.throwable, "addSuppressed");
        let method = *methods.first()?;
        let m = &self.program.methods[method];
        if m.unsupported.is_some() || m.parameters.len() != 1 {
            return None;
        }
        let dispatch = self.dispatch(method);
        let call = typed::Call { method, dispatch, receiver: Some(receiver), arguments: vec![argument] };
        Some(self.synthetic_expr(ExprKind::Call(Box::new(call)), Ty::Void))
    }

    /// `local != null`
    fn is_there(&mut self, local: LocalId) -> ExprId {
        let left = self.synthetic_expr(ExprKind::Local(local), self.local_ty(local));
        let right = self.synthetic_expr(ExprKind::Null, Ty::Null);
        let kind = ExprKind::Binary { op: BinaryOperator::Ne, left, right };
        self.synthetic_expr(kind, Ty::BOOLEAN)
    }

    /// `local.close();`, with what its static type says that it throws.
    fn closed(&mut self, local: LocalId, span: Span) -> Option<StmtId> {
        let ty = self.local_ty(local);
        if ty == Ty::Unknown {
            return None;
        }
        let mut object = self.synthetic_expr(ExprKind::Local(local), ty);
        self.read_static(object, local);
        let class = self.member_class_of(object, "close").or(ty.class());
        if let Some(class) = class {
            object = self.as_object_of(object, class);
        }
        let call = class.and_then(|class| self.implied_call(object, class, "close"));
        let call = call.filter(|&call| match &self.body.exprs[call].kind {
            // What a type variable stands for in a `throws` clause is not inferred here.
            ExprKind::Call(call) => !self.program.methods[call.method].throws_variable,
            _ => false,
        });
        let Some(call) = call else {
            self.unsupported(span, "try-with-resources");
            return None;
        };
        Some(self.synthetic(StmtKind::Expr(call)))
    }
}
