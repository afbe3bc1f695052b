//! The code of a test driver: straight-line statements, each a *segment* that ends in a value or an exception.

use crate::exec::code::{Handler, Instruction, MethodCode, Register};
use crate::exec::lower::site::Plan;
use crate::exec::lower::{Lowerer, Surroundings};
use crate::sema::typed_tree::{Body, LocalId, StmtId, StmtKind};
use crate::sema::types::Ty;

/// How a segment ended, as its register says: 0 where it was not reached.
pub(in crate::exec) const SEGMENT_VALUE: u64 = 1;
pub(in crate::exec) const SEGMENT_EXCEPTION: u64 = 2;

/// Where the driver's registers keep what a segment gave.
#[derive(Clone, Debug)]
pub(in crate::exec) struct SegmentRegisters {
    /// The type of the value; [`Ty::Void`] where there is none.
    pub ty: Ty,
    pub state: Register,
    pub value: Register,
    pub exception: Register,
}

#[derive(Clone, Debug)]
pub(in crate::exec) struct LoweredDriver {
    pub code: MethodCode,
    pub segments: Vec<SegmentRegisters>,
    pub locals: Vec<(LocalId, Ty, Register)>,
    pub arranging: usize,
}

/// Lowers the top-level statements of `body`, the first `arranging` of which must not throw: an exception
/// there ends the driver; later on it is recorded, and the next segment follows.
pub(in crate::exec) fn lower_driver(
    surroundings: Surroundings<'_>,
    body: &Body,
    arranging: usize,
) -> LoweredDriver {
    let mut lowerer = Lowerer::new(surroundings, body, Plan::empty());
    lowerer.parameters();
    let locals = body.locals.iter_enumerated().map(|(id, local)| (id, local.ty, lowerer.local(id))).collect();
    let stmts: &[StmtId] = match &body.stmts[body.root].kind {
        StmtKind::Block(stmts) => stmts,
        _ => std::slice::from_ref(&body.root),
    };
    let end = lowerer.label();
    let mut segments = Vec::with_capacity(stmts.len());
    for (index, &stmt) in stmts.iter().enumerate() {
        let segment = lowerer.segment(stmt, (index < arranging).then_some(end));
        segments.push(segment);
    }
    lowerer.bind(end);
    lowerer.emit(Instruction::ReturnVoid);
    LoweredDriver { code: lowerer.finish(), segments, locals, arranging }
}

impl Lowerer<'_> {
    /// `on_exception`: where an exception leads; to the next segment, if nowhere else.
    fn segment(&mut self, stmt: StmtId, on_exception: Option<u32>) -> SegmentRegisters {
        let ty = self.segment_type(stmt);
        let segment = SegmentRegisters {
            ty,
            state: self.registers.permanent(false),
            value: self.registers.permanent(ty.is_reference()),
            exception: self.registers.permanent(true),
        };
        let (caught, next) = (self.label(), self.label());
        let handler = Handler { parent: None, register: segment.exception, clauses: vec![(None, caught)] };
        self.code.handlers.push(handler);
        self.emitter.scope = Some(self.code.handlers.len() as u32 - 1);
        self.segment_value(stmt, segment.value);
        self.emitter.scope = None;
        self.emit(Instruction::Load { dst: segment.state, value: SEGMENT_VALUE as i32 });
        self.emit(Instruction::Jump { target: next });
        self.bind(caught);
        self.emit(Instruction::Load { dst: segment.state, value: SEGMENT_EXCEPTION as i32 });
        if let Some(end) = on_exception {
            self.emit(Instruction::Jump { target: end });
        }
        self.bind(next);
        segment
    }

    fn segment_type(&self, stmt: StmtId) -> Ty {
        match &self.body.stmts[stmt].kind {
            StmtKind::Expr(expr) => self.ty(*expr),
            StmtKind::Locals(declarators) => match declarators[..] {
                [(local, Some(_))] => self.body.locals[local].ty,
                _ => Ty::Void,
            },
            _ => Ty::Void,
        }
    }

    fn segment_value(&mut self, stmt: StmtId, value: Register) {
        let mark = self.registers.mark();
        match &self.body.stmts[stmt].kind {
            StmtKind::Expr(expr) if self.ty(*expr) != Ty::Void => self.into(*expr, value),
            StmtKind::Locals(declarators) => {
                let declared = declarators.as_slice();
                self.statement(stmt);
                if let [(local, Some(_))] = *declared {
                    let src = self.local(local);
                    self.move_to(value, src);
                }
            }
            _ => self.statement(stmt),
        }
        self.registers.release(mark);
    }
}
