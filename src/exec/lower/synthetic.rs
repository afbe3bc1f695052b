//! The bodies of the two static methods that each enum has.

use crate::exec::code::MethodCode;
use crate::exec::lower::{Surroundings, lower_method};
use crate::index::IndexVec;
use crate::sema::program::{MethodId, MethodSource, Program};
use crate::sema::typed_tree::{
    Body, Call, Dispatch, Expr, ExprId, ExprKind, Local, LocalOrigin, Stmt, StmtId, StmtKind, Switch,
    SwitchGroup, SwitchKey,
};
use crate::sema::types::{ArrayTy, Ty};

/// The code of a method without a typed body; `None` where it has no code at all.
pub(in crate::exec) fn lower_synthetic(
    surroundings: Surroundings<'_>,
    method: MethodId,
) -> Option<MethodCode> {
    let program = surroundings.program;
    let mut builder = Builder { program, method, body: empty_body(program, method) };
    match program.methods[method].source {
        MethodSource::EnumValues => builder.values(),
        MethodSource::EnumValueOf => builder.value_of(),
        _ => return None,
    }
    Some(lower_method(surroundings, &builder.body, &[], 0))
}

fn empty_body(program: &Program, method: MethodId) -> Body {
    let mut stmts = IndexVec::new();
    let root = stmts.push(Stmt { kind: StmtKind::Block(Vec::new()), origin: None });
    let parameters = &program.methods[method].parameters;
    let locals = parameters.iter().enumerate().map(|(index, parameter)| Local {
        name: parameter.name.clone(),
        ty: parameter.ty,
        is_final: parameter.is_final,
        origin: LocalOrigin::Parameter(index as u32),
    });
    Body {
        method,
        locals: locals.collect(),
        parameter_count: parameters.len(),
        exprs: IndexVec::new(),
        stmts,
        root,
        typed_exprs: Vec::new(),
        is_generic: false,
        open_lambdas: Vec::new(),
        lambdas: Vec::new(),
        thrown: Vec::new(),
    }
}

struct Builder<'a> {
    program: &'a Program,
    method: MethodId,
    body: Body,
}

impl Builder<'_> {
    fn expr(&mut self, kind: ExprKind, ty: Ty) -> ExprId {
        self.body.exprs.push(Expr { kind, ty, origin: None, constant: None })
    }

    fn stmt(&mut self, kind: StmtKind) -> StmtId {
        self.body.stmts.push(Stmt { kind, origin: None })
    }

    fn set_root(&mut self, stmts: Vec<StmtId>) {
        let root = self.body.root;
        self.body.stmts[root].kind = StmtKind::Block(stmts);
    }

    fn constants(&mut self) -> Vec<ExprId> {
        let class = self.program.methods[self.method].class;
        let constants = self.program.classes[class].constants.iter();
        constants.map(|&c| self.expr(ExprKind::StaticField(c), Ty::Class(class))).collect()
    }

    /// `return new E[] {A, B};`
    fn values(&mut self) {
        let elements = self.constants();
        let class = self.program.methods[self.method].class;
        let ty = ArrayTy { element: crate::sema::types::ElementTy::Class(class), dims: 1 };
        let array = self.expr(ExprKind::ArrayLiteral { ty, elements }, Ty::Array(ty));
        let result = self.stmt(StmtKind::Return(Some(array)));
        self.set_root(vec![result]);
    }

    /// `switch (name) { case "A": return A; … } throw …;`
    fn value_of(&mut self) {
        let class = self.program.methods[self.method].class;
        let mut groups = Vec::new();
        for constant in self.constants() {
            let ExprKind::StaticField(field) = self.body.exprs[constant].kind else { continue };
            let key = SwitchKey::String((&*self.program.fields[field].name).into());
            let result = self.stmt(StmtKind::Return(Some(constant)));
            groups.push(SwitchGroup { keys: vec![key], has_default: false, body: vec![result] });
        }
        let string = Ty::Class(self.program.well_known.string);
        let selector = self.expr(ExprKind::Local(crate::index::Id::new(0)), string);
        let switch = self.stmt(StmtKind::Switch(Box::new(Switch { selector, groups, arrows: false })));
        let mut stmts = vec![switch];
        if let Some(exception) = self.no_such_constant() {
            stmts.push(self.stmt(StmtKind::Throw(exception)));
        } else {
            let null = self.expr(ExprKind::Null, Ty::Class(class));
            stmts.push(self.stmt(StmtKind::Throw(null)));
        }
        self.set_root(stmts);
    }

    /// The exception that the library makes for an illegal argument.
    fn no_such_constant(&mut self) -> Option<ExprId> {
        let program = self.program;
        let (_, raise) =
            program.classes.iter_enumerated().find(|(_, c)| &*c.qualified_name == "java.lang.Raise$")?;
        let method = raise.methods.iter().copied().find(|&m| {
            let method = &program.methods[m];
            &*method.name == "illegalArgument" && method.parameters.is_empty()
        })?;
        let call = Call { method, dispatch: Dispatch::Static, receiver: None, arguments: Vec::new() };
        Some(self.expr(ExprKind::Call(Box::new(call)), program.methods[method].return_type))
    }
}
