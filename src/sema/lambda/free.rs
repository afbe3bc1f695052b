//! Which variables of the code around a lambda's body names.

use crate::sema::lambda::Captured;
use crate::sema::parts;
use crate::sema::program::ClassId;
use crate::sema::typed_tree::{Body, ExprId, ExprKind, LocalId, OpenLambda, StmtId, StmtKind};

/// What a part of a body names and declares, the lambdas in it included.
#[derive(Default)]
struct Names {
    used: Vec<LocalId>,
    declared: Vec<LocalId>,
    uses_this: bool,
}

/// What a lambda captures, in the order in which its body names it; `this` first.
pub(super) fn captured(body: &Body, class: ClassId, lambda: &OpenLambda) -> Vec<Captured> {
    let names = names_of(body, lambda);
    let this = names.uses_this.then_some(Captured::This(class));
    let locals = free(&names).into_iter().map(|local| {
        let local = &body.locals[local];
        Captured::Local(local.origin, local.ty)
    });
    this.into_iter().chain(locals).collect()
}

fn free(names: &Names) -> Vec<LocalId> {
    let mut free: Vec<LocalId> = Vec::new();
    for &local in &names.used {
        if !names.declared.contains(&local) && !free.contains(&local) {
            free.push(local);
        }
    }
    free
}

/// The names of a lambda's own body. What a method reference is bound to is captured, and evaluated outside.
fn names_of(body: &Body, lambda: &OpenLambda) -> Names {
    let mut names = Names { declared: lambda.parameters.clone(), ..Names::default() };
    names.used.extend(lambda.receiver.map(|(local, _)| local));
    walk_stmt(body, lambda.root, &mut names);
    names
}

fn walk_stmt(body: &Body, id: StmtId, names: &mut Names) {
    let kind = &body.stmts[id].kind;
    match kind {
        StmtKind::Locals(list) => names.declared.extend(list.iter().map(|&(local, _)| local)),
        StmtKind::ForEach { element, variable, .. } => names.declared.extend([*element, *variable]),
        StmtKind::Try(parts) => names.declared.extend(parts.catches.iter().map(|catch| catch.variable)),
        _ => {}
    }
    walk_parts(body, parts::of_statement(kind), names);
}

fn walk_expr(body: &Body, id: ExprId, names: &mut Names) {
    let expr = &body.exprs[id];
    if let Some(lambda) = body.open_lambda(id) {
        let inner = names_of(body, lambda);
        let bound = lambda.receiver.map(|(local, _)| local);
        names.used.extend(free(&inner).into_iter().filter(|&local| Some(local) != bound));
        names.uses_this |= inner.uses_this;
        if let Some((_, receiver)) = lambda.receiver {
            walk_expr(body, receiver, names);
        }
        return;
    }
    // Of a constant the value is known.
    if expr.constant.is_some() {
        return;
    }
    match expr.kind {
        ExprKind::Local(local) => names.used.push(local),
        ExprKind::This => names.uses_this = true,
        ExprKind::InstanceOf { binding, .. } => names.declared.extend(binding),
        ExprKind::Assign { target, .. } => names.declared.extend(body.bound_by(id, target)),
        _ => {}
    }
    walk_parts(body, parts::of_expression(&expr.kind), names);
}

fn walk_parts(body: &Body, (exprs, stmts): (Vec<ExprId>, Vec<StmtId>), names: &mut Names) {
    exprs.into_iter().for_each(|expr| walk_expr(body, expr, names));
    stmts.into_iter().for_each(|stmt| walk_stmt(body, stmt, names));
}
