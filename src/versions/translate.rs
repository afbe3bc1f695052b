//! The new version's code in terms of the old file: every class, field and method replaced by what it is related to.

use crate::sema::program::{ClassId, FieldId, MethodId};
use crate::sema::typed_tree::{Body, Call, Dispatch, ExprKind, StmtKind, Switch, SwitchKey};
use crate::sema::types::{ArrayTy, ElementTy, Ty};

/// What stands for what; `Err` says what stands for nothing.
pub trait Map {
    fn class(&self, class: ClassId) -> Result<ClassId, String>;
    fn field(&self, field: FieldId) -> Result<FieldId, String>;
    /// The method, and how it is called.
    fn method(&self, method: MethodId, dispatch: Dispatch) -> Result<(MethodId, Dispatch), String>;
}

pub fn ty(map: &dyn Map, ty: Ty) -> Result<Ty, String> {
    Ok(match ty {
        Ty::Class(class) => Ty::Class(map.class(class)?),
        Ty::Array(array) => Ty::Array(array_ty(map, array)?),
        other => other,
    })
}

fn array_ty(map: &dyn Map, array: ArrayTy) -> Result<ArrayTy, String> {
    let element = match array.element {
        ElementTy::Class(class) => ElementTy::Class(map.class(class)?),
        primitive => primitive,
    };
    Ok(ArrayTy { element, ..array })
}

/// The body as one of `method`.
pub fn body(map: &dyn Map, body: &Body, method: MethodId) -> Result<Body, String> {
    let mut body = Body { method, ..body.clone() };
    for local in body.locals.iter_mut() {
        local.ty = ty(map, local.ty)?;
    }
    for expr in body.exprs.iter_mut() {
        expr.ty = ty(map, expr.ty)?;
        // Nobody enters a constant, so what it names need not be there.
        if expr.constant.is_none() {
            kind(map, &mut expr.kind)?;
        }
    }
    for stmt in body.stmts.iter_mut() {
        match &mut stmt.kind {
            StmtKind::Switch(own) => switch(map, own)?,
            StmtKind::Try(own) => {
                for class in own.catches.iter_mut().flat_map(|c| &mut c.classes) {
                    *class = map.class(*class)?;
                }
            }
            StmtKind::ConstructorCall { constructor, .. } => {
                *constructor = map.method(*constructor, Dispatch::Special)?.0;
            }
            _ => {}
        }
    }
    Ok(body)
}

fn switch(map: &dyn Map, switch: &mut Switch) -> Result<(), String> {
    for key in switch.groups.iter_mut().flat_map(|g| &mut g.keys) {
        if let SwitchKey::Enum(field) = key {
            *field = map.field(*field)?;
        }
    }
    Ok(())
}

fn kind(map: &dyn Map, kind: &mut ExprKind) -> Result<(), String> {
    match kind {
        ExprKind::StaticField(field) | ExprKind::Field { field, .. } => *field = map.field(*field)?,
        ExprKind::InstanceOf { ty: own, .. } | ExprKind::ClassLiteral(own) => *own = ty(map, *own)?,
        ExprKind::NewArray { ty: own, .. } | ExprKind::ArrayLiteral { ty: own, .. } => {
            *own = array_ty(map, *own)?;
        }
        ExprKind::New { class, constructor, .. } => {
            *class = map.class(*class)?;
            *constructor = map.method(*constructor, Dispatch::Special)?.0;
        }
        ExprKind::Call(call) => {
            let Call { method, dispatch, .. } = &mut **call;
            (*method, *dispatch) = map.method(*method, *dispatch)?;
        }
        ExprKind::Switch(own) => switch(map, own)?,
        _ => {}
    }
    Ok(())
}
