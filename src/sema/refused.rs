//! Which constructs of Java no method that is processed may hold, as people call them: the names that diagnostics and
//! rankings show. What stands inside of one is not looked at.

use fixedbitset::FixedBitSet;

use crate::index::Id as _;
use crate::syntax::Child;
use crate::syntax::tree::{
    Code, ConstructorTarget, Expr, ExprId, ExprKind, LocalTypes, OuterConstructorCall, Stmt, StmtId,
    StmtKind, TypeKind,
};

/// A construct's name, where it is refused.
pub fn expression(kind: &ExprKind) -> Option<&'static str> {
    Some(match kind {
        ExprKind::Unsupported(code) => code.what,
        ExprKind::ConstructorCall(call) => constructor_call(call),
        _ => return None,
    })
}

/// Whether an expression makes an object that may have code of the program, or is one of which nothing is known.
pub fn holds_code(kind: &ExprKind) -> bool {
    let has_body = matches!(
        kind,
        ExprKind::Creation(_) | ExprKind::OuterThis(_) | ExprKind::Lambda(_) | ExprKind::MethodReference(_)
    );
    has_body || expression(kind).is_some()
}

fn constructor_call(call: &OuterConstructorCall) -> &'static str {
    match call {
        OuterConstructorCall { outer: Some(_), target: ConstructorTarget::Super, .. } => {
            "constructor call with an outer instance"
        }
        _ => "constructor call with explicit type arguments",
    }
}

/// A construct's name, where it is refused.
pub fn statement(kind: &StmtKind) -> Option<&'static str> {
    Some(match kind {
        StmtKind::Unsupported(code) => code.what,
        _ => return None,
    })
}

/// What a local class is called that is refused.
pub fn local_type(types: &LocalTypes) -> &'static str {
    match types.types.iter().next().map(|declared| declared.kind) {
        Some(TypeKind::Interface | TypeKind::Annotation) => "local interface",
        Some(TypeKind::Enum) => "local enum",
        Some(TypeKind::Record) => "local record",
        Some(TypeKind::Class) | None => "local class",
    }
}

/// The nodes of code that are in no refused construct.
pub struct Visible<'a> {
    code: &'a Code,
    /// Inside of one, by id; empty where nothing is refused.
    hidden_exprs: FixedBitSet,
    hidden_stmts: FixedBitSet,
}

impl<'a> Visible<'a> {
    pub fn of(code: &'a Code) -> Self {
        let mut visible = Self { code, hidden_exprs: FixedBitSet::new(), hidden_stmts: FixedBitSet::new() };
        let refused_exprs = code.exprs.iter().filter(|expr| expression(&expr.kind).is_some());
        let refused_stmts = code.stmts.iter().filter(|stmt| statement(&stmt.kind).is_some());
        let mut pending: Vec<Child> = refused_exprs
            .flat_map(|expr| expr.kind.children())
            .chain(refused_stmts.flat_map(|stmt| stmt.kind.children()))
            .collect();
        while let Some(child) = pending.pop() {
            let (hidden, index) = match child {
                Child::Expr(id) => (&mut visible.hidden_exprs, id.index()),
                Child::Stmt(id) => (&mut visible.hidden_stmts, id.index()),
            };
            hidden.grow(index + 1);
            if !hidden.put(index) {
                pending.extend(match child {
                    Child::Expr(id) => code.exprs[id].kind.children(),
                    Child::Stmt(id) => code.stmts[id].kind.children(),
                });
            }
        }
        visible
    }

    pub fn exprs(&self) -> impl Iterator<Item = (ExprId, &'a Expr)> + '_ {
        self.code.exprs.iter_enumerated().filter(|(id, _)| !self.hidden_exprs.contains(id.index()))
    }

    pub fn stmts(&self) -> impl Iterator<Item = (StmtId, &'a Stmt)> + '_ {
        self.code.stmts.iter_enumerated().filter(|(id, _)| !self.hidden_stmts.contains(id.index()))
    }
}
