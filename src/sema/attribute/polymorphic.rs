//! Calls of signature polymorphic methods (JLS 15.12.3): those by which handles of `java.lang.invoke` are used. The method is chosen
//! like any other, by its declaration `Object m(Object...)`; but what a call passes, and what it gives, are the call's own types:
//!
//! - each argument goes as it is, neither boxed nor packed into an array; `null` is of no class;
//! - where the method declares that it returns `Object`, a call that is a statement gives nothing, one that is the operand of a cast
//!   gives what is cast to, and any other an object.
//!
//! So the arguments of such a [`Call`] are no values of its method's parameters, nor is its type the one that is declared.

use super::calls::Arguments;
use super::conversions::Context;
use super::{Attributor, Target};
use crate::sema::program::MethodId;
use crate::sema::typed_tree::{Call, Dispatch, ExprId, ExprKind};
use crate::sema::types::Ty;
use crate::syntax::tree as syntax;

impl Attributor<'_> {
    /// An expression that is the operand of a cast to this type, or a statement: of type void.
    pub(super) fn expr_given_to(&mut self, id: syntax::ExprId, ty: Ty) -> ExprId {
        let around = self.given_to.replace((id, ty));
        let value = self.expr(id);
        self.given_to = around;
        value
    }

    /// A call of such a method, which has been chosen.
    pub(super) fn polymorphic_call(
        &mut self,
        id: syntax::ExprId,
        method: MethodId,
        receiver: Option<ExprId>,
        arguments: &Arguments,
    ) -> ExprId {
        let values = arguments.values.iter().zip(&arguments.spans);
        let values = values.map(|(&value, &span)| self.as_passed(value, span)).collect();
        let ty = self.polymorphic_result(id, method);
        self.has_own_signatures = true;
        let call = Call { method, dispatch: Dispatch::Special, receiver, arguments: values };
        self.push(ExprKind::Call(Box::new(call)), ty, id)
    }

    /// An argument in the type that it has for a parameter of type `Object`, not as an object.
    fn as_passed(&mut self, value: ExprId, span: syntax::Span) -> ExprId {
        let object = Ty::Class(self.program.well_known.object);
        if self.is_pending(value) {
            return self.coerce(value, object, Context::Invocation, span);
        }
        self.close_call(value, Some(Target::from(object)));
        value
    }

    fn polymorphic_result(&self, id: syntax::ExprId, method: MethodId) -> Ty {
        let declared = self.program.methods[method].return_type;
        match self.given_to {
            Some((given, ty)) if given == id && ty != Ty::Unknown => match declared {
                Ty::Class(class) if class == self.program.well_known.object => ty,
                _ => declared,
            },
            _ => declared,
        }
    }
}
