//! Fields that those who use an object write to, since it does not do so itself: `node.next = other;`, `options.strict = true;`. An
//! object without setters, a bean or a node of a list, is in no other state than its first else.

use std::collections::BTreeSet;

use crate::sema::program::{BodyState, FieldId, MethodId, MethodKind, Program};
use crate::sema::typed_tree::{Body, ExprId, ExprKind};

/// Those that code beside their class can name and that no code of the object itself gives a value, but for what they begin with.
pub(super) fn open_fields(program: &Program, methods: &[MethodId]) -> BTreeSet<FieldId> {
    let mut closed = BTreeSet::new();
    for &method in methods {
        if let BodyState::Typed(body) = program.body(method)
            && program.methods[method].kind != MethodKind::InstanceInitializer
        {
            closed.extend(body.exprs.ids().filter_map(|expr| own_field_written(body, expr)));
        }
    }
    let is_open = |&field: &FieldId| {
        let f = &program.fields[field];
        !f.is_static() && !f.is_final() && !program.role(f.class).is_foreign() && !closed.contains(&field)
    };
    program.fields.ids().filter(is_open).collect()
}

/// The field of `this` that an expression writes to.
fn own_field_written(body: &Body, expr: ExprId) -> Option<FieldId> {
    let (ExprKind::Assign { target, .. }
    | ExprKind::CompoundAssign { target, .. }
    | ExprKind::ConcatAssign { target, .. }
    | ExprKind::IncDec { target, .. }) = body.exprs[expr].kind
    else {
        return None;
    };
    match body.exprs[target].kind {
        ExprKind::Field { object, field } if matches!(body.exprs[object].kind, ExprKind::This) => Some(field),
        _ => None,
    }
}
