//! What an operator sees of the method that it mutates: tree, static types, source.

use super::patch::Patch;
use crate::index::Id as _;
use crate::jvm::value::PrimitiveType;
use crate::sema::program::{MethodId, MethodSource, Program};
use crate::sema::typed_tree::{self as typed, Body};
use crate::sema::types::Ty;
use crate::syntax::Child;
use crate::syntax::digest::{Digests, Parent};
use crate::syntax::source::SourceFile;
use crate::syntax::tree::{Code, ExprId, ExprKind};

/// One method under mutation.
#[derive(Clone, Copy, Debug)]
pub struct Context<'a> {
    pub program: &'a Program,
    pub method: MethodId,
    pub source: &'a SourceFile,
    pub code: &'a Code,
    pub body: &'a Body,
    pub digests: &'a Digests,
}

impl<'a> Context<'a> {
    pub fn kind(&self, id: ExprId) -> &'a ExprKind {
        &self.code.exprs[id].kind
    }

    /// The typed node of a syntax expression, before what its context converts it to. `None` for what is no
    /// value, such as the class name of `C.F`.
    pub fn typed(&self, id: ExprId) -> Option<&'a typed::Expr> {
        self.typed_in(id).map(|(_, expr)| expr)
    }

    /// The same with the body that it is in: the method's own, or that of a lambda.
    pub fn typed_in(&self, id: ExprId) -> Option<(&'a Body, &'a typed::Expr)> {
        let lambdas = self.body.lambdas.iter().map(|lambda| &**lambda);
        std::iter::once(self.body).chain(lambdas).find_map(|body| {
            let typed = (*body.typed_exprs.get(id.index())?)?;
            body.exprs.get(typed).map(|expr| (body, expr))
        })
    }

    /// The method whose body a patch of the method's code changes: that of the innermost lambda around all of the change, or the
    /// method itself.
    pub fn home_of(&self, patch: &Patch) -> MethodId {
        if self.body.lambdas.is_empty() {
            return self.method;
        }
        let mut homes = patch.changed(self.code).map(|place| self.lambda_around(place));
        let first = homes.next().flatten();
        let is_one = homes.all(|other| other == first);
        first.filter(|_| is_one).unwrap_or(self.method)
    }

    fn lambda_around(&self, place: Child) -> Option<MethodId> {
        let parent = |place: Child| match place {
            Child::Expr(id) => self.digests.expr_parent(id),
            Child::Stmt(id) => self.digests.stmt_parent(id),
        };
        let mut place = place;
        loop {
            place = match parent(place) {
                Parent::Root => return None,
                Parent::Stmt(id) => Child::Stmt(id),
                Parent::Expr(id) => match self.kind(id) {
                    ExprKind::Lambda(_) => return self.program.lambda_method(self.method, id),
                    _ => Child::Expr(id),
                },
            };
        }
    }

    /// The static type, where it is primitive.
    pub fn primitive(&self, id: ExprId) -> Option<PrimitiveType> {
        self.typed(id)?.ty.primitive()
    }

    pub fn is_arithmetic(&self, id: ExprId) -> bool {
        self.primitive(id).is_some_and(PrimitiveType::is_numeric)
    }

    pub fn is_integral(&self, id: ExprId) -> bool {
        self.primitive(id).is_some_and(PrimitiveType::is_integral)
    }

    pub fn is_boolean(&self, id: ExprId) -> bool {
        self.primitive(id) == Some(PrimitiveType::Boolean)
    }

    /// A local, a parameter, a field named bare.
    pub fn is_variable(&self, id: ExprId) -> bool {
        matches!(self.kind(id), ExprKind::Name(_)) && self.typed(id).is_some()
    }

    /// `a.length`, `x.f`, `C.F`, `this.f`.
    pub fn is_field_access(&self, id: ExprId) -> bool {
        matches!(self.kind(id), ExprKind::Field { .. }) && self.typed(id).is_some()
    }

    pub fn is_variable_or_field(&self, id: ExprId) -> bool {
        self.is_variable(id) || self.is_field_access(id)
    }

    /// `final` variables and `length`: nothing can be assigned to them.
    pub fn is_final(&self, id: ExprId) -> bool {
        let Some((body, expr)) = self.typed_in(id) else { return false };
        match &expr.kind {
            typed::ExprKind::Local(local) => body.locals[*local].is_final,
            typed::ExprKind::StaticField(field) | typed::ExprKind::Field { field, .. } => {
                self.program.fields[*field].is_final()
            }
            typed::ExprKind::ArrayLength(_) => true,
            _ => false,
        }
    }

    /// What the code around a returned value gives: the method's type, or that of a lambda's result.
    pub fn return_type(&self, value: ExprId) -> Ty {
        let around = self.typed_in(value).map_or(self.method, |(body, _)| body.method);
        match self.program.methods[around].source {
            MethodSource::Lambda { result, .. } => result,
            _ => self.program.methods[self.method].return_type,
        }
    }
}
