//! Which methods may change an object, whatever they return: `Counter up() { n++; return this; }` brings it into another state as a
//! `void` method does.

use std::collections::BTreeSet;

use crate::driver::statics::StaticUse;
use crate::sema::program::{BodyState, MethodId, MethodKind, Program};
use crate::sema::typed_tree::{Body, ExprKind};

/// Those of `methods` that write to a field or a cell, and whatever leads to one of them. It may be another object's: a call too many
/// in an arrangement does no harm.
pub(super) fn changers(program: &Program, methods: &[MethodId], statics: &StaticUse) -> BTreeSet<MethodId> {
    let is_writer = |method: &MethodId| {
        // What is made anew was not there before.
        program.methods[*method].kind == MethodKind::Method
            && matches!(program.body(*method), BodyState::Typed(body) if writes(body))
    };
    let writers: Vec<MethodId> = methods.iter().copied().filter(is_writer).collect();
    statics.leading_to(&writers)
}

fn writes(body: &Body) -> bool {
    body.exprs.iter().any(|expr| match expr.kind {
        ExprKind::Assign { target, .. }
        | ExprKind::CompoundAssign { target, .. }
        | ExprKind::ConcatAssign { target, .. }
        | ExprKind::IncDec { target, .. } => {
            matches!(body.exprs[target].kind, ExprKind::Field { .. } | ExprKind::Index { .. })
        }
        _ => false,
    })
}
