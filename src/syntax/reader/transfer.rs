//! Copies the nodes of a remembered line into another text's tree: their numbers, and their places where these change.

use std::sync::Arc;

use crate::index::Id as _;
use crate::syntax::tree::{
    Annotation, BaseType, Expr, ExprId, ExprKind, GroupBody, Lambda, LambdaBody, LambdaParameters, LocalDecl,
    MethodReference, ReferenceTarget, Resource, Span, Stmt, StmtId, StmtKind, SwitchBody, SwitchLabel,
    TryStmt, TypeArgument, TypeRef,
};

/// Copies nodes to another place.
pub(super) struct Transfer<'a> {
    pub id: &'a dyn Fn(ExprId) -> ExprId,
    /// Statements come behind so many others.
    pub first_stmt: usize,
    /// `None` where all stays at its place in the text.
    pub place: Option<&'a dyn Fn(u32) -> u32>,
}

impl Transfer<'_> {
    /// `None` for a kind that is not copied.
    pub(super) fn expr(&self, expr: &Expr) -> Option<Expr> {
        let mut copy = expr.clone();
        self.span(&mut copy.span);
        self.span(&mut copy.outer);
        match &mut copy.kind {
            ExprKind::Literal(_)
            | ExprKind::Name(_)
            | ExprKind::This
            | ExprKind::Super { qualifier: None } => {}
            ExprKind::Field { target, name } => {
                self.id(target);
                self.span(&mut name.span);
            }
            ExprKind::Call { target, name, arguments } => {
                self.ids(target);
                self.ids(arguments);
                self.span(&mut name.span);
            }
            ExprKind::GenericCall(call) => {
                self.id(&mut call.target);
                self.ids(&mut call.arguments);
                self.type_arguments(&mut call.type_arguments)?;
                self.span(&mut call.name.span);
            }
            ExprKind::New { class: ty, arguments: operands }
            | ExprKind::NewArray { ty, lengths: operands } => {
                self.ty(ty)?;
                self.ids(operands);
            }
            ExprKind::Creation(creation) => {
                if creation.body.is_some() {
                    self.unmoved()?;
                }
                self.ids(&mut creation.outer);
                self.ids(&mut creation.arguments);
                self.type_arguments(&mut creation.type_arguments)?;
                self.ty(&mut creation.class)?;
            }
            ExprKind::NewArrayOf { ty, init: operand } | ExprKind::Cast { ty, operand } => {
                self.ty(ty)?;
                self.id(operand);
            }
            ExprKind::IntersectionCast { types, operand } => {
                types.iter_mut().try_for_each(|ty| self.ty(ty))?;
                self.id(operand);
            }
            ExprKind::InstanceOf { operand, ty, binding } => {
                self.id(operand);
                self.ty(ty)?;
                if let Some(binding) = binding {
                    self.annotations(&binding.annotations)?;
                    self.span(&mut binding.name.span);
                }
            }
            // No expression of this code is in a pattern.
            ExprKind::Matches { operand, pattern: _ } => {
                self.unmoved()?;
                self.id(operand);
            }
            ExprKind::ArrayInitializer(elements) => self.ids(elements),
            ExprKind::Unary { operand, .. } | ExprKind::IncDec { operand, .. } => self.id(operand),
            ExprKind::Index { array: left, index: right }
            | ExprKind::Binary { left, right, .. }
            | ExprKind::Assign { target: left, value: right, .. } => self.ids([left, right]),
            ExprKind::Conditional { condition, then, otherwise } => self.ids([condition, then, otherwise]),
            ExprKind::ClassLiteral(ty)
            | ExprKind::OuterThis(ty)
            | ExprKind::Super { qualifier: Some(ty) } => {
                self.ty(ty)?;
            }
            ExprKind::Lambda(lambda) => self.lambda(lambda)?,
            ExprKind::MethodReference(reference) => self.method_reference(reference)?,
            ExprKind::ConstructorCall(call) => {
                self.ids(&mut call.outer);
                self.ids(&mut call.arguments);
                self.type_arguments(&mut call.type_arguments)?;
            }
            ExprKind::Switch { selector, body } => {
                self.id(selector);
                self.switch_body(body)?;
            }
            ExprKind::Unsupported(_) => return None,
        }
        Some(copy)
    }

    fn lambda(&self, lambda: &mut Lambda) -> Option<()> {
        match &mut lambda.parameters {
            LambdaParameters::Inferred(names) => names.iter_mut().for_each(|name| self.span(&mut name.span)),
            LambdaParameters::Declared(parameters) => {
                for parameter in parameters {
                    self.annotations(&parameter.annotations)?;
                    self.span(&mut parameter.modifiers.span);
                    self.ty(&mut parameter.ty)?;
                    self.span(&mut parameter.name.span);
                }
            }
        }
        match &mut lambda.body {
            LambdaBody::Expr(body) => self.id(body),
            LambdaBody::Block(body) => self.stmt_id(body),
        }
        Some(())
    }

    fn method_reference(&self, reference: &mut MethodReference) -> Option<()> {
        match &mut reference.target {
            ReferenceTarget::Expr(target) => self.id(target),
            ReferenceTarget::Type(ty) => self.ty(ty)?,
        }
        self.type_arguments(&mut reference.type_arguments)?;
        reference.name.iter_mut().for_each(|name| self.span(&mut name.span));
        Some(())
    }

    /// `None` for a kind that is not copied.
    pub(super) fn stmt(&self, stmt: &Stmt) -> Option<Stmt> {
        let mut copy = stmt.clone();
        self.span(&mut copy.span);
        match &mut copy.kind {
            StmtKind::Empty => {}
            StmtKind::Expr(expr) | StmtKind::Yield(expr) | StmtKind::Throw(expr) => self.id(expr),
            StmtKind::Return(value) => self.ids(value),
            StmtKind::Local(decl) => self.local(decl)?,
            StmtKind::Block(statements) => self.stmt_ids(statements),
            StmtKind::If { condition, then, otherwise } => {
                self.id(condition);
                self.stmt_id(then);
                self.stmt_ids(otherwise);
            }
            StmtKind::While { condition: expr, body }
            | StmtKind::Do { body, condition: expr }
            | StmtKind::Synchronized { lock: expr, body } => {
                self.id(expr);
                self.stmt_id(body);
            }
            StmtKind::For { init, condition, update, body } => {
                self.stmt_ids(init.iter_mut().chain(update));
                self.ids(condition);
                self.stmt_id(body);
            }
            StmtKind::ForEach { variable, iterable, body } => {
                self.annotations(&variable.annotations)?;
                self.ty(&mut variable.ty)?;
                self.span(&mut variable.name.span);
                self.id(iterable);
                self.stmt_id(body);
            }
            StmtKind::Labeled { label, body } => {
                self.span(&mut label.span);
                self.stmt_id(body);
            }
            StmtKind::Break(label) | StmtKind::Continue(label) => {
                label.iter_mut().for_each(|label| self.span(&mut label.span));
            }
            StmtKind::Assert { condition, message } => {
                self.id(condition);
                self.ids(message);
            }
            StmtKind::Try(statement) => self.try_statement(statement)?,
            StmtKind::LocalType(_) => self.unmoved()?,
            StmtKind::Switch { selector, body } => {
                self.id(selector);
                self.switch_body(body)?;
            }
            StmtKind::ConstructorCall { arguments, .. } => self.ids(arguments),
            StmtKind::Unsupported(_) => return None,
        }
        Some(copy)
    }

    fn local(&self, decl: &mut LocalDecl) -> Option<()> {
        self.annotations(&decl.annotations)?;
        self.ty(&mut decl.ty)?;
        for declarator in &mut decl.declarators {
            self.span(&mut declarator.name.span);
            self.span(&mut declarator.span);
            self.ids(&mut declarator.init);
        }
        Some(())
    }

    fn switch_body(&self, body: &mut SwitchBody) -> Option<()> {
        self.span(&mut body.span);
        for group in &mut body.groups {
            let group = Arc::make_mut(group);
            self.span(&mut group.span);
            for label in &mut group.labels {
                match label {
                    SwitchLabel::Case(expr) | SwitchLabel::When(expr) => self.id(expr),
                    SwitchLabel::Default => {}
                    SwitchLabel::Pattern(_) => self.unmoved()?,
                }
            }
            match &mut group.body {
                GroupBody::Colon(statements) => self.stmt_ids(statements),
                GroupBody::Arrow(stmt) => self.stmt_id(stmt),
                GroupBody::ArrowExpr(expr) => self.id(expr),
            }
        }
        Some(())
    }

    fn try_statement(&self, statement: &mut TryStmt) -> Option<()> {
        for resource in &mut statement.resources {
            match resource {
                Resource::Declared(variable) => {
                    self.annotations(&variable.annotations)?;
                    self.ty(&mut variable.ty)?;
                    self.span(&mut variable.name.span);
                    self.id(&mut variable.init);
                }
                Resource::Expr(expr) => self.id(expr),
            }
        }
        self.stmt_id(&mut statement.body);
        for catch in &mut statement.catches {
            self.annotations(&catch.annotations)?;
            catch.types.iter_mut().try_for_each(|ty| self.ty(ty))?;
            self.span(&mut catch.name.span);
            self.stmt_id(&mut catch.body);
            self.span(&mut catch.span);
        }
        self.stmt_ids(&mut statement.finally);
        Some(())
    }

    fn id(&self, id: &mut ExprId) {
        *id = (self.id)(*id);
    }

    fn ids<'i>(&self, ids: impl IntoIterator<Item = &'i mut ExprId>) {
        ids.into_iter().for_each(|id| self.id(id));
    }

    fn stmt_id(&self, id: &mut StmtId) {
        *id = StmtId::new(self.first_stmt + id.index());
    }

    pub(super) fn stmt_ids<'i>(&self, ids: impl IntoIterator<Item = &'i mut StmtId>) {
        ids.into_iter().for_each(|id| self.stmt_id(id));
    }

    fn span(&self, span: &mut Span) {
        if let Some(place) = self.place {
            *span = Span::new(place(span.start), place(span.end));
        }
    }

    /// `None` where an annotation stands in the type and moves.
    fn ty(&self, ty: &mut TypeRef) -> Option<()> {
        if ty.annotations.is_some() {
            self.unmoved()?;
        }
        self.span(&mut ty.span);
        let BaseType::Named(segments) = &mut ty.base else { return Some(()) };
        for segment in segments {
            self.span(&mut segment.name.span);
            segment.arguments.iter_mut().try_for_each(|arguments| self.type_arguments(arguments))?;
        }
        Some(())
    }

    fn type_arguments(&self, arguments: &mut [TypeArgument]) -> Option<()> {
        for argument in arguments {
            match argument {
                TypeArgument::Wildcard => {}
                TypeArgument::Annotated(..) => self.unmoved()?,
                TypeArgument::Type(ty) | TypeArgument::Extends(ty) | TypeArgument::Super(ty) => {
                    self.ty(ty)?;
                }
            }
        }
        Some(())
    }

    fn annotations(&self, annotations: &[Annotation]) -> Option<()> {
        if annotations.is_empty() { Some(()) } else { self.unmoved() }
    }

    /// For what has nodes of its own, or many places: `None` where it would have to move.
    fn unmoved(&self) -> Option<()> {
        self.place.is_none().then_some(())
    }
}
