//! Which strings and wrapper objects the code makes, for graphs that tell them apart ([`Function::Made`]).

use smallvec::smallvec;

use crate::cfg::library;
use crate::cfg::lower::{Builder, Origin};
use crate::jvm::value::PrimitiveType;
use crate::sema::program::{MethodId, Role};
use crate::sema::typed_tree::{Conversion, ExprId, ExprKind};
use crate::term::{Function, Maker, Making, TermId, TermKind};

impl Builder<'_> {
    /// The object with a value that an expression gives, where it may be one that the expression makes.
    pub(super) fn object_of(&mut self, expr: ExprId, value: TermId) -> TermId {
        let body = self.body;
        let node = &body.exprs[expr];
        if node.constant.is_some() {
            return value;
        }
        match &node.kind {
            ExprKind::Concat { .. } => self.made(Maker::Concat, expr, value),
            ExprKind::New { class, .. } if library::is_value_class(self.program, *class) => {
                self.made(Maker::New, expr, value)
            }
            // `Boolean.valueOf` gives one of two objects.
            ExprKind::Convert { conversion: Conversion::Box, operand }
                if self.ty(*operand).primitive() != Some(PrimitiveType::Boolean) =>
            {
                self.made(Maker::Box, expr, value)
            }
            // What a model of the library returns may be new, or an argument.
            ExprKind::Call(call) if self.may_make(call.method, value) => {
                let object = self.made(Maker::Call(call.method), expr, value);
                if object == value {
                    return value;
                }
                let is_null = self.is_null(value);
                let null = self.terms.null();
                self.terms.choose(is_null, null, object)
            }
            _ => value,
        }
    }

    /// What is no model is a call of the graph, whose result is a variable.
    fn may_make(&self, method: MethodId, value: TermId) -> bool {
        let is_library = self.program.role(self.program.methods[method].class) == Role::Library;
        let is_variable = matches!(self.terms.kind(value), TermKind::Var(_));
        is_library && (self.has_model(method) || !is_variable)
    }

    /// A new object with this value, where graphs tell objects of its class apart.
    pub(super) fn made(&mut self, maker: Maker, expr: ExprId, value: TermId) -> TermId {
        let is_compared = || self.program.compared_by_identity().of.may_hold(self.program, self.ty(expr));
        if !self.terms.tells_objects_apart || !is_compared() {
            return value;
        }
        self.made_at(maker, self.origin(expr), value)
    }

    fn made_at(&mut self, maker: Maker, origin: Origin, value: TermId) -> TermId {
        let again = self.made.entry(origin).or_insert(0);
        let place = Making { frame: self.frame, origin, again: *again, copy: 0 };
        *again += 1;
        let function = Function::Made(maker, self.terms.making(place));
        self.terms.apply(function, smallvec![value])
    }

    /// What tells the objects that a call makes from those of others ([`Call::visit`](crate::cfg::graph::Call::visit)).
    pub(super) fn visit(&mut self, origin: Origin, targets: &[(MethodId, TermId)]) -> Option<TermId> {
        if !self.terms.tells_objects_apart {
            return None;
        }
        let mut called = targets.iter().map(|target| target.0);
        let maker = called.find(|&method| self.program.may_make_compared(method))?;
        let null = self.terms.null();
        Some(self.made_at(Maker::Call(maker), origin, null))
    }
}
