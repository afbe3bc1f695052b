//! String concatenation: the operands become text from left to right.

use smallvec::smallvec;

use crate::cfg::lower::variables::boxed_type;
use crate::cfg::lower::{Builder, Origin};
use crate::jvm::value::{JavaString, PrimitiveType};
use crate::sema::program::MethodId;
use crate::sema::typed_tree::{ExprId, ExprKind};
use crate::sema::types::Ty;
use crate::term::{Function, TermId};

impl Builder<'_> {
    /// Iterative, for the chain may be long.
    pub(super) fn concat(&mut self, expr: ExprId) -> TermId {
        let mut operands = Vec::new();
        let mut next = expr;
        while let ExprKind::Concat { left, right } = self.body.exprs[next].kind {
            if next != expr && self.body.exprs[next].constant.is_some() {
                break;
            }
            operands.push(right);
            next = left;
        }
        operands.push(next);
        operands.reverse();
        let string = self.program.string();
        let mut joined = None;
        for (i, &operand) in operands.iter().enumerate() {
            let later = &operands[i + 1..];
            let value = self.value(operand);
            let origin = self.origin(operand);
            let text = self.text_of(origin, value, self.ty(operand));
            let all = match joined {
                None => text,
                Some(before) => self.joined(before, text),
            };
            joined = Some(self.keep(all, later, origin, string));
        }
        joined.unwrap_or_else(|| self.literal(""))
    }

    pub(super) fn literal(&mut self, text: &str) -> TermId {
        self.terms.text(JavaString::from(text))
    }

    /// Two strings that are not null in a row.
    pub(super) fn joined(&mut self, left: TermId, right: TermId) -> TermId {
        self.terms.apply(Function::Concat, smallvec![left, right])
    }

    pub(super) fn text_of_primitive(&mut self, value: TermId, ty: PrimitiveType) -> TermId {
        // The text of a small integer is that of an int.
        let ty = match ty {
            PrimitiveType::Byte | PrimitiveType::Short => PrimitiveType::Int,
            other => other,
        };
        self.terms.apply(Function::TextOf(ty), smallvec![value])
    }

    /// What concatenation makes of a value; never null.
    pub(super) fn text_of(&mut self, origin: Origin, value: TermId, ty: Ty) -> TermId {
        let text = match ty {
            Ty::Primitive(ty) => return self.text_of_primitive(value, ty),
            Ty::Null => return self.literal("null"),
            Ty::Class(class) if class == self.program.well_known.string => value,
            _ => match boxed_type(self.program, ty) {
                Some(primitive) => {
                    let content = self.unboxed(primitive, value);
                    self.text_of_primitive(content, primitive)
                }
                None => return self.text_of_object(origin, value, ty),
            },
        };
        self.or_null_text(value, text)
    }

    fn or_null_text(&mut self, value: TermId, text: TermId) -> TermId {
        let is_null = self.is_null(value);
        let null = self.literal("null");
        self.terms.choose(is_null, null, text)
    }

    /// The text that an object's `toString` gives.
    fn text_of_object(&mut self, origin: Origin, value: TermId, ty: Ty) -> TermId {
        let string = self.program.string();
        let Some(method) = self.object_method("toString") else {
            self.unsupported_at(origin, "the text of an object");
            let text = self.temporary(origin, string);
            return self.terms.var(text);
        };
        let result = self.temporary(origin, string);
        let (then, end) = (self.label(), self.label());
        let is_null = self.is_null(value);
        if self.terms.is_false(is_null) {
            self.jump(then);
        } else {
            let (null, object) = self.decide(origin, is_null);
            self.go_on_with(null);
            let text = self.literal("null");
            self.assign_variable(origin, result, text);
            self.jump(end);
            self.go_to(object, then);
        }
        self.place(then);
        let text = self.invoke_virtual(origin, method, value, ty, smallvec![], Some(string));
        let text = self.or_null_text(text, text);
        self.assign_variable(origin, result, text);
        self.jump(end);
        self.place(end);
        self.terms.var(result)
    }

    /// A method of `java.lang.Object` without parameters.
    fn object_method(&self, name: &str) -> Option<MethodId> {
        let methods = &self.program.classes[self.program.well_known.object].methods;
        methods.iter().copied().find(|&m| {
            let method = &self.program.methods[m];
            &*method.name == name && method.parameters.is_empty()
        })
    }
}
