//! The names of classes, where the new file has others: code that reads them behaves otherwise, though it is the same code
//! in terms of the old file. It reads them through `Class`, and in texts: of an object whose `toString` is the library's,
//! of an exception, of the exception that the `valueOf` of an enum throws.
//!
//! Which text has a name in it is not found out: where an object that may be of such a class, or an exception, is made into
//! text or handed to the library, the comparison says nothing. What matters is the code that the compared versions lead to;
//! where that reads a field, all code, which may have put a name there.

use crate::cfg::library::is_builder;
use crate::sema::program::{BodyState, ClassId, MethodId, MethodSource, Role};
use crate::sema::typed_tree::{Body, ExprId, ExprKind, StmtKind};
use crate::sema::types::{ElementTy, Ty};
use crate::versions::reach::Reach;
use crate::versions::relation::{Relation, declared_method, declared_name};

/// Methods of the library that make no text of the objects that they are handed.
const TEXTLESS: [&str; 13] = [
    "addSuppressed",
    "arraycopy",
    "charAt",
    "clone",
    "compareTo",
    "copyOf",
    "copyOfRange",
    "equals",
    "fill",
    "hashCode",
    "length",
    "name",
    "ordinal",
];

impl Relation<'_> {
    /// No name of a class that has another one in the new file is read.
    pub(super) fn check_names(&self, reach: &Reach) -> Result<(), String> {
        let has_other_name = |new: ClassId, old: ClassId| {
            self.merged.is_moved || declared_name(self.merged, new) != self.program.nested_name(old)
        };
        let Some((_, &old)) = self.classes.iter().find(|&(&new, &old)| has_other_name(new, old)) else {
            return Ok(());
        };
        let is_ours = |method: &MethodId| {
            !matches!(
                self.program.role(self.program.methods[*method].class),
                Role::Library | Role::Driver | Role::Stub
            )
        };
        let matters = |method: &MethodId| reach.reads_fields || reach.methods.contains(method);
        for method in self.program.methods.ids().filter(|m| is_ours(m) && matters(m)) {
            if let BodyState::Typed(body) = self.program.body(method)
                && self.reads_names(body)
            {
                let (name, by) = (self.program.nested_name(old), declared_method(self.merged, method));
                return Err(format!(
                    "class {name} has another name or package in the new version, and {by} may read the name of a class"
                ));
            }
        }
        Ok(())
    }

    fn reads_names(&self, body: &Body) -> bool {
        let in_text = |expr: ExprId| self.may_have_name(body.exprs[expr].ty);
        let in_expr = |kind: &ExprKind| match kind {
            ExprKind::ClassLiteral(_) => true,
            ExprKind::Concat { left, right } => in_text(*left) || in_text(*right),
            ExprKind::ConcatAssign { value, .. } => in_text(*value),
            ExprKind::Call(call) => {
                // A stream or a builder that is written to has no name in its text.
                let receiver = call.receiver.iter().filter(|&&e| !self.is_stream(body.exprs[e].ty));
                self.hands_over(call.method, receiver.chain(&call.arguments), in_text)
            }
            ExprKind::New { constructor, arguments, .. } => self.hands_over(*constructor, arguments, in_text),
            _ => false,
        };
        let in_stmt = |kind: &StmtKind| match kind {
            StmtKind::ConstructorCall { constructor, arguments, .. } => {
                self.hands_over(*constructor, arguments, in_text)
            }
            _ => false,
        };
        body.exprs.iter().any(|expr| in_expr(&expr.kind)) || body.stmts.iter().any(|stmt| in_stmt(&stmt.kind))
    }

    /// Whether a call gives the library an object of which it may make a text.
    fn hands_over<'e>(
        &self,
        method: MethodId,
        operands: impl IntoIterator<Item = &'e ExprId>,
        in_text: impl Fn(ExprId) -> bool,
    ) -> bool {
        let m = &self.program.methods[method];
        match m.source {
            MethodSource::EnumValueOf => true,
            _ if !self.program.role(m.class).is_foreign() || self.keeps_a_cause(method) => false,
            _ => !TEXTLESS.contains(&&*m.name) && operands.into_iter().any(|&operand| in_text(operand)),
        }
    }

    /// Whether a constructor of the library's takes a message and a cause: it keeps both, and asks the cause for nothing.
    fn keeps_a_cause(&self, method: MethodId) -> bool {
        let m = &self.program.methods[method];
        let known = &self.program.well_known;
        let is_exception = |class: ClassId| self.program.is_subclass(class, known.throwable);
        m.is_constructor()
            && is_exception(m.class)
            && match &*m.parameters {
                [message, cause] => {
                    message.ty == Ty::Class(known.string)
                        && matches!(cause.ty, Ty::Class(class) if is_exception(class))
                }
                _ => false,
            }
    }

    pub(super) fn is_stream(&self, ty: Ty) -> bool {
        matches!(ty, Ty::Class(class) if &*self.program.classes[class].name == "PrintStream"
            && self.program.role(class) == Role::Library)
    }

    /// Whether the text of a value of this type may have the name of a class in it.
    pub(super) fn may_have_name(&self, ty: Ty) -> bool {
        let is_object = |class: ClassId| !self.is_value(class) && !is_builder(self.program, class);
        match ty {
            Ty::Class(class) => is_object(class),
            Ty::Array(array) => matches!(array.element, ElementTy::Class(class) if is_object(class)),
            Ty::Primitive(_) | Ty::Void | Ty::Null | Ty::Unknown => false,
        }
    }
}
