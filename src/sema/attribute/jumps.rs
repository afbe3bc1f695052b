//! Statements that leave others: `break`, `continue`, `yield`, `return`, `throw`, and `try` around them;
//! labels (JLS 14.7, 14.15 to 14.21).

use super::Attributor;
use super::scope::JumpKind;
use crate::sema::program::ClassId;
use crate::sema::typed_tree::{self as typed, LocalOrigin, StmtId, StmtKind};
use crate::sema::types::Ty;
use crate::syntax::tree::{self as syntax, Ident, Name, TryStmt};

impl<'a> Attributor<'a> {
    pub(super) fn labeled(&mut self, id: syntax::StmtId, label: &'a Ident, body: syntax::StmtId) -> StmtId {
        let stmt = self.push_stmt(StmtKind::Empty, id);
        if self.find_label(&label.name).is_some() {
            self.error(label.span, format!("label {} already in use", label.name));
        }
        let is_loop = self.is_loop(body);
        self.push_jump(JumpKind::Labeled { label: &label.name, stmt, is_loop });
        self.refuse_declaration(body);
        // What the body introduces, the labelled statement does (JLS 6.3.2).
        let body = self.stmt(body);
        let jump = self.pop_jump();
        self.alive |= jump.left;
        self.fill_stmt(stmt, StmtKind::Labeled { label: label.name.clone(), body })
    }

    fn is_loop(&self, id: syntax::StmtId) -> bool {
        use syntax::StmtKind as Kind;
        matches!(
            self.code.stmts[id].kind,
            Kind::While { .. } | Kind::Do { .. } | Kind::For { .. } | Kind::ForEach { .. }
        )
    }

    /// The position of a label among the jump targets.
    fn find_label(&self, name: &Name) -> Option<usize> {
        self.jumps.iter().position(|j| matches!(j.kind, JumpKind::Labeled { label, .. } if label == name))
    }

    /// Whether a jump to the target at `position` would leave a switch expression.
    fn leaves_switch_expression(&self, position: usize) -> bool {
        self.jumps[position..].iter().any(|j| matches!(j.kind, JumpKind::SwitchExpr(_)))
    }

    fn no_jump(&mut self, id: syntax::StmtId, message: impl Into<String>) -> StmtId {
        self.error(self.code.stmts[id].span, message);
        self.alive = false;
        self.push_stmt(StmtKind::Empty, id)
    }

    pub(super) fn break_stmt(&mut self, id: syntax::StmtId, label: Option<&Ident>) -> StmtId {
        let position = match label {
            Some(label) => match self.find_label(&label.name) {
                Some(position) => position,
                None => return self.no_jump(id, format!("undefined label: {}", label.name)),
            },
            None => {
                let inner = |k: &JumpKind| !matches!(k, JumpKind::Labeled { .. });
                match self.jumps.iter().rposition(|j| inner(&j.kind)) {
                    Some(position) => position,
                    None => return self.no_jump(id, "break outside switch or loop"),
                }
            }
        };
        if self.leaves_switch_expression(position) {
            return self.no_jump(id, "attempt to break out of a switch expression");
        }
        let target = match self.jumps[position].kind {
            JumpKind::Loop(stmt) | JumpKind::Switch(stmt) | JumpKind::Labeled { stmt, .. } => stmt,
            JumpKind::SwitchExpr(_) => {
                return self.no_jump(id, "attempt to break out of a switch expression");
            }
        };
        self.jumps[position].left = true;
        self.alive = false;
        self.push_stmt(StmtKind::Break { target }, id)
    }

    pub(super) fn continue_stmt(&mut self, id: syntax::StmtId, label: Option<&Ident>) -> StmtId {
        let is_loop = |k: &JumpKind| matches!(k, JumpKind::Loop(_));
        let position = match label {
            Some(label) => {
                let Some(labelled) = self.find_label(&label.name) else {
                    return self.no_jump(id, format!("undefined label: {}", label.name));
                };
                let JumpKind::Labeled { is_loop: true, .. } = self.jumps[labelled].kind else {
                    return self.no_jump(id, format!("not a loop label: {}", label.name));
                };
                self.jumps[labelled..].iter().position(|j| is_loop(&j.kind)).map(|n| labelled + n)
            }
            None => self.jumps.iter().rposition(|j| is_loop(&j.kind)),
        };
        let Some(position) = position else { return self.no_jump(id, "continue outside of loop") };
        if self.leaves_switch_expression(position) {
            return self.no_jump(id, "attempt to continue out of a switch expression");
        }
        let JumpKind::Loop(target) = self.jumps[position].kind else {
            return self.no_jump(id, "continue outside of loop");
        };
        self.jumps[position].continued = true;
        self.alive = false;
        self.push_stmt(StmtKind::Continue { target }, id)
    }

    pub(super) fn yield_stmt(&mut self, id: syntax::StmtId, value: syntax::ExprId) -> StmtId {
        let target = self.jumps.iter().rposition(|j| matches!(j.kind, JumpKind::SwitchExpr(_)));
        let Some(position) = target else { return self.no_jump(id, "yield outside of switch expression") };
        let JumpKind::SwitchExpr(target) = self.jumps[position].kind else {
            return self.no_jump(id, "yield outside of switch expression");
        };
        let value = self.expr(value);
        self.jumps[position].left = true;
        self.alive = false;
        let stmt = self.push_stmt(StmtKind::Yield { target, value }, id);
        self.yields.push((target, stmt));
        stmt
    }

    pub(super) fn return_stmt(&mut self, id: syntax::StmtId, value: Option<syntax::ExprId>) -> StmtId {
        if self.jumps.iter().any(|j| matches!(j.kind, JumpKind::SwitchExpr(_))) {
            return self.no_jump(id, "attempt to return out of a switch expression");
        }
        if self.returns.is_some() {
            return self.lambda_return(id, value);
        }
        if self.in_prologue {
            return self.no_jump(id, "'return' not allowed before explicit constructor invocation");
        }
        let span = self.code.stmts[id].span;
        let value = match (self.return_type, value) {
            (None, _) => return self.no_jump(id, "return outside method"),
            (Some(Ty::Void), None) => None,
            (Some(Ty::Void), Some(value)) => {
                let value = self.operand(value);
                if self.ty(value) != Ty::Unknown {
                    self.error(span, "incompatible types: unexpected return value");
                }
                None
            }
            (Some(Ty::Unknown), value) => value.map(|value| self.operand(value)),
            (Some(_), None) => {
                self.error(span, "incompatible types: missing return value");
                None
            }
            (Some(ty), Some(value)) => {
                let target = self.target(ty, self.return_static);
                Some(self.value_for(value, target))
            }
        };
        self.alive = false;
        self.push_stmt(StmtKind::Return(value), id)
    }

    pub(super) fn throw_stmt(&mut self, id: syntax::StmtId, value: syntax::ExprId) -> StmtId {
        let span = self.span(value);
        let value = self.exact_operand(value);
        let ty = self.ty(value);
        let throwable = Ty::Class(self.program.well_known.throwable);
        if ty != Ty::Unknown && !self.program.is_subtype(ty, throwable) {
            self.refuse_conversion(span, ty, throwable);
        }
        self.alive = false;
        self.push_stmt(StmtKind::Throw(value), id)
    }

    pub(super) fn try_stmt(&mut self, id: syntax::StmtId, parts: &'a TryStmt) -> StmtId {
        // A jump out of the `try` does not happen where the `finally` ends otherwise.
        let before: Option<Vec<_>> = parts.finally.map(|_| self.jumps.iter().map(|j| j.marks()).collect());
        let body = match parts.resources.is_empty() {
            true => self.part(parts.body),
            false => self.with_resources(id, parts),
        };
        let mut alive = self.alive;
        let mut catches = Vec::with_capacity(parts.catches.len());
        for (n, catch) in parts.catches.iter().enumerate() {
            self.alive = true;
            catches.push(self.catch(id, n, catch));
            alive |= self.alive;
        }
        self.alive = true;
        let finally = parts.finally.map(|finally| self.part(finally));
        if let Some(before) = before
            && !self.alive
        {
            for (jump, marks) in self.jumps.iter_mut().zip(before) {
                jump.reset(marks);
            }
        }
        self.alive &= alive;
        if catches.is_empty() && finally.is_none() {
            return self.push_stmt(StmtKind::Block(vec![body]), id);
        }
        self.push_stmt(StmtKind::Try(Box::new(typed::Try { body, catches, finally })), id)
    }

    fn catch(&mut self, id: syntax::StmtId, n: usize, catch: &'a syntax::Catch) -> typed::Catch {
        let mut classes = Vec::with_capacity(catch.types.len());
        let mut ty: Option<Ty> = None;
        for alternative in &catch.types {
            let resolved = self.resolve(alternative);
            let class = resolved.class().filter(|&c| self.check_caught(c, alternative));
            let this = class.map_or(Ty::Unknown, Ty::Class);
            if let Some(class) = class {
                self.check_alternatives(class, &classes, alternative);
                classes.push(class);
            } else if resolved != Ty::Unknown && resolved.class().is_none() {
                let message = self.mismatch(resolved, Ty::Class(self.program.well_known.throwable));
                self.error(alternative.span, message);
            }
            ty = Some(match ty {
                None => this,
                Some(Ty::Unknown) => Ty::Unknown,
                Some(_) if this == Ty::Unknown => Ty::Unknown,
                Some(other) => match self.program.least_upper_bound(other, this) {
                    Some(bound) => bound,
                    None => {
                        self.unsupported(alternative.span, "catch parameter of an intersection type");
                        Ty::Unknown
                    }
                },
            });
        }
        let is_final = catch.is_final || catch.types.len() > 1;
        let origin = LocalOrigin::Catch(id, n as u32);
        let variable = self.push_local(&catch.name.name, ty.unwrap_or(Ty::Unknown), is_final, origin);
        if is_final {
            self.seal(variable);
        }
        let mark = self.scope.mark();
        self.declare(&catch.name.name, catch.name.span, variable);
        let body = self.part(catch.body);
        self.scope.leave(mark);
        typed::Catch { classes, variable, body }
    }

    /// Whether a class may be caught here; says so if not.
    fn check_caught(&mut self, class: ClassId, ty: &syntax::TypeRef) -> bool {
        let throwable = self.program.well_known.throwable;
        if !self.program.is_subclass(class, throwable) {
            self.refuse_conversion(ty.span, Ty::Class(class), Ty::Class(throwable));
            return false;
        }
        true
    }

    fn check_alternatives(&mut self, class: ClassId, others: &[ClassId], ty: &syntax::TypeRef) {
        let related = |&other: &ClassId| {
            self.program.is_subclass(class, other) || self.program.is_subclass(other, class)
        };
        if others.iter().any(related) {
            let message = "Alternatives in a multi-catch statement cannot be related by subclassing";
            self.error(ty.span, message);
        }
    }
}
