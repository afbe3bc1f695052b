//! Private fields that nothing reads but the code that computes them anew: a counter of calls, a time of last use. They are no
//! outputs.
//!
//! **Why.** A private field is named by code of its outermost class alone, and all of that is at hand (or some of it is not
//! processed, and its text names no such field). Let each place that reads the field be the target of an update whose value
//! nobody uses (`f++;`, `f += e;`, `f = …`), or stand in the new value of such an assignment to the same field, itself or as `f++`, under
//! operations on primitive values that cannot throw for it (so not in a divisor). Then two runs whose states differ in this field alone
//! take the same steps: the field decides no branch, no exception, no value but its own. So it is no outcome, and whatever is
//! computed for it alone does not matter. That counts on both versions: a mutant that reads the field elsewhere is looked at
//! with the field as an output. Fields of records (accessors that stand nowhere read them) and of serializable classes are
//! none of these, and none is where code may look at fields by reflection, be it that which is read, any of the
//! class's package or any that is given beside it.

use std::collections::BTreeSet;

use crate::jvm::operator::BinaryOperator;
use crate::roa::callers::Bodies;
use crate::sema::program::{ClassId, FieldId, Program, Role};
use crate::sema::typed_tree::{Body, Conversion, ExprId, ExprKind, StmtKind};
use crate::syntax::tree::{Modifiers, TypeKind};

/// All such fields of the program's own classes.
pub(super) fn unread_fields(program: &Program) -> BTreeSet<FieldId> {
    if program.may_look_at_fields() {
        return BTreeSet::new();
    }
    let mut unread: BTreeSet<FieldId> =
        program.fields.ids().filter(|&field| may_be_unread(program, field)).collect();
    let outermost: BTreeSet<ClassId> =
        unread.iter().map(|&field| program.outermost(program.fields[field].class)).collect();
    for class in outermost {
        let is_inside = |field: &FieldId| program.outermost(program.fields[*field].class) == class;
        let Ok(bodies) = Bodies::around(program, class) else {
            unread.retain(|field| !is_inside(field));
            continue;
        };
        for body in bodies.typed() {
            let read = fields_read(body);
            unread.retain(|field| !read.contains(field));
        }
        unread.retain(|field| !is_inside(field) || !may_be_named(program, &bodies, *field));
        // Files are read for it.
        if unread.iter().any(is_inside) && program.others_may_look_at_fields(class) {
            unread.retain(|field| !is_inside(field));
        }
    }
    unread
}

/// Whether code that is not processed may read the field. That of a captured local it reads by the local's name, and that of
/// the object around it by no name at all.
fn may_be_named(program: &Program, bodies: &Bodies<'_>, field: FieldId) -> bool {
    let declared = &program.fields[field];
    let captured = program.captured(declared.class).iter().find(|&&(_, own)| own == field);
    match captured {
        Some((local, _)) => bodies.may_name(local),
        None if declared.modifiers.has(Modifiers::SYNTHETIC) => bodies.has_unprocessed(),
        None => bodies.may_name(&declared.name),
    }
}

fn may_be_unread(program: &Program, field: FieldId) -> bool {
    let declared = &program.fields[field];
    let class = &program.classes[declared.class];
    let is_serializable = program
        .class_named("java.io.Serializable")
        .is_some_and(|serializable| program.is_subclass(declared.class, serializable));
    declared.modifiers.has(Modifiers::PRIVATE)
        && program.role(declared.class) != Role::Library
        && class.kind != TypeKind::Record
        && !is_serializable
}

/// The fields that a body reads for more than for themselves.
pub(super) fn fields_read(body: &Body) -> BTreeSet<FieldId> {
    let mut own: BTreeSet<ExprId> = BTreeSet::new();
    for stmt in body.stmts.iter() {
        if let StmtKind::Expr(expr) = stmt.kind {
            add_own(body, expr, &mut own);
        }
    }
    let read = body.exprs.iter_enumerated().filter(|(expr, _)| !own.contains(expr));
    read.filter_map(|(expr, _)| field_of(body, expr)).collect()
}

/// Whether the body names one of these fields.
pub(super) fn names_one(body: &Body, fields: &BTreeSet<FieldId>) -> bool {
    let mut named = body.exprs.iter_enumerated().filter_map(|(expr, _)| field_of(body, expr));
    !fields.is_empty() && named.any(|field| fields.contains(&field))
}

fn field_of(body: &Body, expr: ExprId) -> Option<FieldId> {
    match body.exprs[expr].kind {
        ExprKind::Field { field, .. } | ExprKind::StaticField(field) => Some(field),
        _ => None,
    }
}

/// The places of an update whose value nobody uses at which its field serves only itself.
fn add_own(body: &Body, update: ExprId, own: &mut BTreeSet<ExprId>) {
    use BinaryOperator as Op;
    let (target, values) = match body.exprs[update].kind {
        ExprKind::IncDec { target, .. } => (target, None),
        ExprKind::Assign { target, value } => (target, Some(value)),
        ExprKind::CompoundAssign { target, op, operation, value } => {
            let may_throw = matches!(op, Op::Div | Op::Rem) && !operation.is_floating();
            (target, (!may_throw).then_some(value))
        }
        _ => return,
    };
    let Some(field) = field_of(body, target) else { return };
    own.insert(target);
    // Of objects nothing is read, not even whether there is one.
    if body.exprs[target].ty.primitive().is_none() {
        if matches!(body.exprs[update].kind, ExprKind::IncDec { .. } | ExprKind::CompoundAssign { .. }) {
            own.remove(&target);
        }
        return;
    }
    let mut pending: Vec<ExprId> = values.into_iter().collect();
    while let Some(expr) = pending.pop() {
        if field_of(body, expr) == Some(field) {
            own.insert(expr);
            continue;
        }
        match body.exprs[expr].kind {
            // One more, or one less, of the same.
            ExprKind::IncDec { target, .. } if field_of(body, target) == Some(field) => {
                own.insert(target);
            }
            ExprKind::Unary { operand, .. }
            | ExprKind::Convert { conversion: Conversion::Primitive, operand } => pending.push(operand),
            ExprKind::Binary { op, left, right } => {
                pending.push(left);
                let is_floating = body.exprs[left].ty.primitive().is_some_and(|ty| ty.is_floating());
                if !matches!(op, Op::Div | Op::Rem) || is_floating {
                    pending.push(right);
                }
            }
            _ => {}
        }
    }
}
