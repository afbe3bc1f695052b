//! What an operator sees of the method that it mutates: tree, static types, source.

use crate::jvm::value::PrimitiveType;
use crate::sema::program::{MethodId, Program};
use crate::sema::typed_tree::{self as typed, Body};
use crate::sema::types::Ty;
use crate::syntax::digest::Digests;
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
        use crate::index::Id;
        let id = (*self.body.typed_exprs.get(id.index())?)?;
        self.body.exprs.get(id)
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
        match self.typed(id).map(|expr| &expr.kind) {
            Some(typed::ExprKind::Local(local)) => self.body.locals[*local].is_final,
            Some(typed::ExprKind::StaticField(field) | typed::ExprKind::Field { field, .. }) => {
                self.program.fields[*field].is_final()
            }
            Some(typed::ExprKind::ArrayLength(_)) => true,
            _ => false,
        }
    }

    pub fn return_type(&self) -> Ty {
        self.program.methods[self.method].return_type
    }
}
