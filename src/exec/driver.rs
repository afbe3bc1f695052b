//! A test driver, ready to run (DESIGN §3, SEMANTICS §1).

use crate::exec::code::{MethodCode, Register};
use crate::exec::linked::ProgramCode;
use crate::exec::lower::{LoweredDriver, SegmentRegisters};
use crate::sema::program::ClassId;
use crate::sema::typed_tree::{Body, LocalId, StmtKind};
use crate::sema::types::Ty;

/// A straight-line test: statements that arrange the inputs, the call under test, and calls that observe. Each
/// top-level statement is a *segment*, which ends in a value or an exception.
#[derive(Clone, Debug)]
pub struct DriverCode {
    pub(super) code: MethodCode,
    pub(super) segments: Vec<SegmentRegisters>,
    /// The driver's variables of reference types: the inputs among them.
    pub(super) objects: Vec<(LocalId, Register)>,
    /// The class that the driver's code belongs to: what it may read is part of the outcome.
    pub(super) from: ClassId,
    /// The number of segments that arrange.
    pub(super) arranging: usize,
    /// The variable that the call under test declares.
    pub(super) result: Option<LocalId>,
    /// The checks that the test does without, by their numbers in [`crate::exec::checks::Checks::all`].
    pub left_out: Vec<usize>,
}

impl DriverCode {
    pub(super) fn new(code: &ProgramCode, body: &Body, lowered: LoweredDriver) -> DriverCode {
        let objects = lowered.locals.iter().filter(|(_, ty, _)| ty.is_reference() && *ty != Ty::Null);
        DriverCode {
            objects: objects.map(|&(local, _, register)| (local, register)).collect(),
            arranging: lowered.arranging,
            result: declared(body, lowered.arranging),
            code: lowered.code,
            segments: lowered.segments,
            from: code.program().methods[body.method].class,
            left_out: Vec::new(),
        }
    }

    /// The types of the segments; [`Ty::Void`] where one has no value.
    pub fn types(&self) -> impl Iterator<Item = Ty> + '_ {
        self.segments.iter().map(|segment| segment.ty)
    }
}

/// The only variable that a statement of the driver declares.
fn declared(body: &Body, statement: usize) -> Option<LocalId> {
    let StmtKind::Block(statements) = &body.stmts[body.root].kind else { return None };
    match &body.stmts[*statements.get(statement)?].kind {
        StmtKind::Locals(declared) => match declared[..] {
            [(local, Some(_))] => Some(local),
            _ => None,
        },
        _ => None,
    }
}
