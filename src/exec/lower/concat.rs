//! String concatenation: the operands become text from left to right, and are joined at once.
//!
//! Since JDK 19 javac makes each operand text before it evaluates the next (JLS 15.18.1), as here; before, it
//! evaluated them all first. Where that may show, the run is marked.

use crate::exec::code::{CallKind, CallSite, ConcatPart, Instruction, Register};
use crate::exec::lower::Lowerer;
use crate::sema::typed_tree::{Body, ExprId, ExprKind};
use crate::sema::types::Ty;

impl Lowerer<'_> {
    pub(super) fn concat(&mut self, expr: ExprId, dst: Register) {
        let mut operands = Vec::new();
        self.gather(expr, &mut operands);
        self.join(Vec::new(), &operands, dst);
    }

    /// `old + value`, where `old` has been evaluated.
    pub(super) fn concat_onto(&mut self, old: Register, old_ty: Ty, value: ExprId, dst: Register) {
        let first = self.text_of(old, old_ty);
        self.join(vec![first], &[value], dst);
    }

    /// The operands of a chain, which leans to the left; iterative, for the chain may be long.
    fn gather(&self, expr: ExprId, operands: &mut Vec<ExprId>) {
        let body = self.body;
        let mut next = expr;
        while let ExprKind::Concat { left, right } = body.exprs[next].kind {
            let is_root = next == expr;
            if !is_root && (body.exprs[next].constant.is_some() || self.expr_has_site(next)) {
                break;
            }
            operands.push(right);
            next = left;
        }
        operands.push(next);
        operands.reverse();
    }

    fn join(&mut self, mut parts: Vec<(Register, ConcatPart)>, operands: &[ExprId], dst: Register) {
        let last_loud = operands.iter().rposition(|&operand| !is_quiet(self.body, operand));
        for (i, &operand) in operands.iter().enumerate() {
            let ty = self.ty(operand);
            let register = self.operand(operand, &operands[i + 1..]);
            parts.push(self.text_of(register, ty));
            if last_loud.is_some_and(|loud| i < loud) && self.has_own_text(ty) {
                self.emit(Instruction::MarkUnportable);
            }
        }
        let index = self.code.concats.len() as u32;
        self.code.concats.push(parts.into());
        self.emit(Instruction::Concat { dst, index });
    }

    /// Whether objects of the static type become text by a method that may see what is evaluated later.
    fn has_own_text(&self, ty: Ty) -> bool {
        let known = &self.surroundings.program.well_known;
        match ty {
            Ty::Class(class) => class != known.string && !known.wrappers.contains(&class),
            Ty::Array(_) => true,
            _ => false,
        }
    }

    /// A value as a part that can be joined.
    fn text_of(&mut self, register: Register, ty: Ty) -> (Register, ConcatPart) {
        let known = &self.surroundings.program.well_known;
        match ty {
            Ty::Primitive(ty) => (register, ConcatPart::Primitive(ty)),
            Ty::Class(class) if class == known.string => (register, ConcatPart::Text),
            Ty::Null => (register, ConcatPart::Text),
            _ => (self.object_text(register), ConcatPart::Text),
        }
    }

    fn object_text(&mut self, register: Register) -> Register {
        let dst = self.registers.temporary(true);
        let end = self.label();
        self.emit(Instruction::Load { dst, value: 0 });
        self.emit(Instruction::JumpNull { a: register, wanted: true, target: end });
        let object = self.surroundings.program.well_known.object;
        match self.method_named(object, "toString", &[]) {
            Some(method) => {
                let arguments = [register].into();
                self.call(dst, CallSite { method, kind: CallKind::Virtual, native: None, arguments });
            }
            None => self.unsupported("the text of an object"),
        }
        self.bind(end);
        dst
    }
}

/// Whether evaluating an expression changes nothing that a `toString` could read.
fn is_quiet(body: &Body, expr: ExprId) -> bool {
    let node = &body.exprs[expr];
    if node.constant.is_some() {
        return true;
    }
    let mut quiet = !matches!(
        node.kind,
        ExprKind::Assign { .. }
            | ExprKind::CompoundAssign { .. }
            | ExprKind::ConcatAssign { .. }
            | ExprKind::IncDec { .. }
            | ExprKind::Call(_)
            | ExprKind::New { .. }
            | ExprKind::Switch(_)
    );
    node.each_operand(|operand| quiet = quiet && is_quiet(body, operand));
    quiet
}
