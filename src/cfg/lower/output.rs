//! What is written to `System.out` and `System.err`, as one text each.

use smallvec::{SmallVec, smallvec};

use crate::cfg::lower::variables;
use crate::cfg::lower::{Builder, Origin};
use crate::jvm::operator::BinaryOperator as Op;
use crate::jvm::value::{LINE_END, PrimitiveType as P};
use crate::sema::typed_tree::{Call, ExprId, ExprKind};
use crate::term::{Function, TermId};

impl Builder<'_> {
    /// `System.out.print…(x)` and `System.err.print…(x)`.
    pub(super) fn print(&mut self, expr: ExprId, call: &Call) -> Option<TermId> {
        let receiver = call.receiver?;
        let ExprKind::StaticField(stream) = self.body.exprs[receiver].kind else { return None };
        let declared = &self.program.fields[stream];
        let is_system = &*self.program.classes[declared.class].qualified_name == "java.lang.System";
        let error = match &*declared.name {
            "out" if is_system => false,
            "err" if is_system => true,
            _ => return None,
        };
        let origin = self.origin(expr);
        let line = match &*self.program.methods[call.method].name {
            "print" => false,
            "println" => true,
            _ => return None,
        };
        let mut text = match call.arguments[..] {
            [] => self.literal(""),
            [argument] => {
                let ty = self.ty(argument);
                if ty.array().is_some() {
                    return None;
                }
                let value = self.value(argument);
                let text = self.text_of(origin, value, ty);
                if ty == self.program.object() { text } else { self.keep(text, &[], origin, ty) }
            }
            _ => return None,
        };
        if line {
            let end = self.literal(LINE_END.encode_utf8(&mut [0; 4]));
            text = self.joined(text, end);
        }
        self.append(origin, error, text);
        Some(self.terms.null())
    }

    fn append(&mut self, origin: Origin, error: bool, text: TermId) {
        let var = variables::written(self.terms, error);
        let before = self.terms.var(var);
        let after = self.terms.apply(Function::Append, smallvec![before, text]);
        self.assign_variable(origin, var, after);
    }

    /// What the library's streams call: 1 is `System.out`.
    pub(super) fn write_text(&mut self, origin: Origin, number: TermId, text: TermId) {
        let one = self.terms.int(1);
        let is_out = self.terms.binary(Op::Eq, P::Int, number, one);
        let mut assignments = SmallVec::new();
        for error in [false, true] {
            let var = variables::written(self.terms, error);
            let before = self.terms.var(var);
            let after = self.terms.apply(Function::Append, smallvec![before, text]);
            let (then, otherwise) = if error { (before, after) } else { (after, before) };
            assignments.push((var, self.terms.choose(is_out, then, otherwise)));
        }
        self.assign_variables(origin, assignments);
    }
}
