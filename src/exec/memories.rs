//! Memories: private static variables in which methods keep what they have made, to have it at hand the next time (a default that
//! is made when it is asked for first, the table of a cache).
//!
//! A test need not set one before it reads it: whatever tests before it have left there is what it would make itself. That is so
//! where each assignment in a method is of `null`, or of an object that rests on nothing that the caller has given; a default that callers
//! set, a switch and a counter are no memories. What an object that is kept is changed to, no assignment tells: so each run that
//! reads a memory is repeated in what it has left behind ([`Run::shared`](crate::exec::vm::Run)).

use std::collections::BTreeSet;

use crate::exec::layout::Layouts;
use crate::sema::program::{BodyState, MethodKind, Program};
use crate::sema::typed_tree::{Body, ExprId, ExprKind, LocalId, StmtKind};
use crate::syntax::tree::Modifiers;

/// By variable: whether it is a memory. `set_by_others`: whether initialisers of other classes assign it.
pub(super) fn variables(program: &Program, layouts: &Layouts, set_by_others: &[bool]) -> Vec<bool> {
    let mut memories: Vec<bool> = layouts
        .variables
        .iter()
        .zip(set_by_others)
        .map(|(&field, &others)| {
            let declared = &program.fields[field];
            !others && declared.modifiers.has(Modifiers::PRIVATE) && declared.ty.is_reference()
        })
        .collect();
    for (method, declared) in program.methods.iter_enumerated() {
        if declared.kind == MethodKind::StaticInitializer || program.role(declared.class).is_foreign() {
            continue;
        }
        let BodyState::Typed(body) = program.body(method) else { continue };
        let mut given = None;
        for expr in body.exprs.iter() {
            let (target, value) = match expr.kind {
                ExprKind::Assign { target, value } => (target, Some(value)),
                ExprKind::CompoundAssign { target, .. }
                | ExprKind::ConcatAssign { target, .. }
                | ExprKind::IncDec { target, .. } => (target, None),
                _ => continue,
            };
            let ExprKind::StaticField(field) = body.exprs[target].kind else { continue };
            if program.fields[field].is_final() || program.role(program.fields[field].class).is_compiled() {
                continue;
            }
            let given = given.get_or_insert_with(|| given_locals(body));
            let is_made =
                |value: ExprId| body.exprs[value].constant.is_none() && !rests_on(body, value, given);
            let is_kept = value.is_some_and(is_made);
            memories[layouts.slot(field) as usize] &= is_kept;
        }
    }
    for code in program.unprocessed() {
        for (memory, &field) in memories.iter_mut().zip(&layouts.variables) {
            *memory &= !code.may_name(&program.fields[field].name);
        }
    }
    memories
}

/// The local variables that hold what the caller has given, or something that was made of it.
fn given_locals(body: &Body) -> BTreeSet<LocalId> {
    let mut given: BTreeSet<LocalId> = body.locals.ids().take(body.parameter_count).collect();
    let declared = body.stmts.iter().flat_map(|stmt| match &stmt.kind {
        StmtKind::Locals(declared) => {
            declared.iter().filter_map(|&(local, value)| Some((local, value?))).collect()
        }
        StmtKind::ForEach { array, element, variable, .. } => vec![(*element, *array), (*variable, *array)],
        _ => Vec::new(),
    });
    let assigned = body.exprs.iter().filter_map(|expr| match expr.kind {
        ExprKind::Assign { target, value } | ExprKind::CompoundAssign { target, value, .. } => {
            match body.exprs[target].kind {
                ExprKind::Local(local) => Some((local, value)),
                _ => None,
            }
        }
        _ => None,
    });
    let all: Vec<(LocalId, ExprId)> = declared.chain(assigned).collect();
    loop {
        let before = given.len();
        for &(local, value) in &all {
            if rests_on(body, value, &given) {
                given.insert(local);
            }
        }
        if given.len() == before {
            return given;
        }
    }
}

/// Whether a value is the object whose method runs, or made of it or of one of these variables.
fn rests_on(body: &Body, value: ExprId, given: &BTreeSet<LocalId>) -> bool {
    let expr = &body.exprs[value];
    match expr.kind {
        ExprKind::Local(local) => given.contains(&local),
        ExprKind::This => true,
        _ => {
            let mut rests = false;
            expr.each_operand(|operand| rests |= rests_on(body, operand, given));
            rests
        }
    }
}
