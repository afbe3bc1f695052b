//! What a node of the syntax tree is made of, in source order: the one enumeration under tree digests,
//! parent maps and walks. A new kind of node is added here, and all of them know it.
//!
//! Invariant: two nodes give the same sequence of parts, children compared likewise, exactly when they are
//! the same Java, spans and parentheses aside.

use super::tree::{
    BaseType, Code, ConstructorTarget, Expr, ExprId, ExprKind, GroupBody, Ident, Literal, Root, Stmt, StmtId,
    StmtKind, SwitchBody, SwitchLabel, TypeArgument, TypeRef,
};

/// The nodes of a tree by id: a [`Code`], or one seen through a patch.
pub trait Nodes {
    fn expr(&self, id: ExprId) -> &Expr;
    fn stmt(&self, id: StmtId) -> &Stmt;
}

impl Nodes for Code {
    fn expr(&self, id: ExprId) -> &Expr {
        &self.exprs[id]
    }

    fn stmt(&self, id: StmtId) -> &Stmt {
        &self.stmts[id]
    }
}

/// Receives the parts of a node. Who only wants the children leaves out the rest.
pub trait Parts {
    fn expr(&mut self, id: ExprId);
    fn stmt(&mut self, id: StmtId);
    /// What tells kinds apart, and the lengths of lists.
    fn number(&mut self, _number: u64) {}
    fn text(&mut self, _text: &str) {}
    /// The units of a string literal.
    fn units(&mut self, _units: &[u16]) {}
}

pub fn root_parts(root: &Root, parts: &mut impl Parts) {
    match root {
        Root::Block(block) => {
            parts.number(0);
            parts.stmt(*block);
        }
        Root::Expr(expr) => {
            parts.number(1);
            parts.expr(*expr);
        }
        Root::Arguments(arguments) => {
            parts.number(2);
            exprs(arguments, parts);
        }
    }
}

pub fn expr_parts(kind: &ExprKind, parts: &mut impl Parts) {
    match kind {
        ExprKind::Literal(literal) => {
            parts.number(0);
            literal_parts(literal, parts);
        }
        ExprKind::Name(name) => {
            parts.number(1);
            parts.text(name);
        }
        ExprKind::Field { target, name } => {
            parts.number(2);
            parts.expr(*target);
            parts.text(&name.name);
        }
        ExprKind::This => parts.number(3),
        ExprKind::Super { qualifier } => {
            parts.number(4);
            parts.number(u64::from(qualifier.is_some()));
            if let Some(qualifier) = qualifier {
                type_parts(qualifier, parts);
            }
        }
        ExprKind::Call { target, name, arguments } => {
            parts.number(5);
            optional_expr(*target, parts);
            parts.text(&name.name);
            exprs(arguments, parts);
        }
        ExprKind::New { class, arguments } => {
            parts.number(6);
            type_parts(class, parts);
            exprs(arguments, parts);
        }
        ExprKind::NewArray { ty, lengths } => {
            parts.number(7);
            type_parts(ty, parts);
            exprs(lengths, parts);
        }
        ExprKind::NewArrayOf { ty, init } => {
            parts.number(8);
            type_parts(ty, parts);
            parts.expr(*init);
        }
        ExprKind::ArrayInitializer(elements) => {
            parts.number(9);
            exprs(elements, parts);
        }
        ExprKind::Index { array, index } => {
            parts.number(10);
            parts.expr(*array);
            parts.expr(*index);
        }
        ExprKind::Unary { op, operand } => {
            parts.number(11);
            parts.text(op.symbol());
            parts.expr(*operand);
        }
        ExprKind::IncDec { op, operand } => {
            parts.number(12);
            parts.number(*op as u64);
            parts.expr(*operand);
        }
        ExprKind::Binary { op, left, right } => {
            parts.number(13);
            parts.text(op.symbol());
            parts.expr(*left);
            parts.expr(*right);
        }
        ExprKind::Assign { target, op, value } => {
            parts.number(14);
            parts.text(op.map_or("", |op| op.symbol()));
            parts.expr(*target);
            parts.expr(*value);
        }
        ExprKind::Conditional { condition, then, otherwise } => {
            parts.number(15);
            parts.expr(*condition);
            parts.expr(*then);
            parts.expr(*otherwise);
        }
        ExprKind::Cast { ty, operand } => {
            parts.number(16);
            type_parts(ty, parts);
            parts.expr(*operand);
        }
        ExprKind::InstanceOf { operand, ty, binding } => {
            parts.number(17);
            parts.expr(*operand);
            type_parts(ty, parts);
            parts.number(u64::from(binding.is_some()));
            if let Some(binding) = binding {
                parts.number(u64::from(binding.is_final));
                parts.text(&binding.name.name);
            }
        }
        ExprKind::Switch { selector, body } => {
            parts.number(18);
            parts.expr(*selector);
            switch_parts(body, parts);
        }
        ExprKind::ClassLiteral(ty) => {
            parts.number(19);
            type_parts(ty, parts);
        }
        ExprKind::Unsupported(what) => {
            parts.number(20);
            parts.text(what.what);
        }
    }
}

fn literal_parts(literal: &Literal, parts: &mut impl Parts) {
    match literal {
        Literal::Int(text) => {
            parts.number(0);
            parts.text(text);
        }
        Literal::Long(text) => {
            parts.number(1);
            parts.text(text);
        }
        Literal::Float(text) => {
            parts.number(2);
            parts.text(text);
        }
        Literal::Double(text) => {
            parts.number(3);
            parts.text(text);
        }
        Literal::Char(unit) => {
            parts.number(4);
            parts.number(u64::from(*unit));
        }
        Literal::String(string) => {
            parts.number(5);
            parts.units(string.units());
        }
        Literal::Boolean(value) => {
            parts.number(6);
            parts.number(u64::from(*value));
        }
        Literal::Null => parts.number(7),
    }
}

pub fn stmt_parts(kind: &StmtKind, parts: &mut impl Parts) {
    match kind {
        StmtKind::Block(list) => {
            parts.number(32);
            stmts(list, parts);
        }
        StmtKind::Local(decl) => {
            parts.number(33);
            parts.number(u64::from(decl.is_final));
            type_parts(&decl.ty, parts);
            parts.number(decl.declarators.len() as u64);
            for declarator in &decl.declarators {
                parts.text(&declarator.name.name);
                parts.number(u64::from(declarator.extra_dims));
                optional_expr(declarator.init, parts);
            }
        }
        StmtKind::Empty => parts.number(34),
        StmtKind::Expr(expr) => {
            parts.number(35);
            parts.expr(*expr);
        }
        StmtKind::If { condition, then, otherwise } => {
            parts.number(36);
            parts.expr(*condition);
            parts.stmt(*then);
            optional_stmt(*otherwise, parts);
        }
        StmtKind::While { condition, body } => {
            parts.number(37);
            parts.expr(*condition);
            parts.stmt(*body);
        }
        StmtKind::Do { body, condition } => {
            parts.number(38);
            parts.stmt(*body);
            parts.expr(*condition);
        }
        StmtKind::For { init, condition, update, body } => {
            parts.number(39);
            stmts(init, parts);
            optional_expr(*condition, parts);
            stmts(update, parts);
            parts.stmt(*body);
        }
        StmtKind::ForEach { variable, iterable, body } => {
            parts.number(40);
            parts.number(u64::from(variable.is_final));
            type_parts(&variable.ty, parts);
            parts.text(&variable.name.name);
            parts.expr(*iterable);
            parts.stmt(*body);
        }
        StmtKind::Labeled { label, body } => {
            parts.number(41);
            parts.text(&label.name);
            parts.stmt(*body);
        }
        StmtKind::Switch { selector, body } => {
            parts.number(42);
            parts.expr(*selector);
            switch_parts(body, parts);
        }
        StmtKind::Break(label) => {
            parts.number(43);
            optional_label(label.as_ref(), parts);
        }
        StmtKind::Continue(label) => {
            parts.number(44);
            optional_label(label.as_ref(), parts);
        }
        StmtKind::Yield(value) => {
            parts.number(45);
            parts.expr(*value);
        }
        StmtKind::Return(value) => {
            parts.number(46);
            optional_expr(*value, parts);
        }
        StmtKind::Throw(value) => {
            parts.number(47);
            parts.expr(*value);
        }
        StmtKind::Try(statement) => {
            parts.number(48);
            parts.stmt(statement.body);
            parts.number(statement.catches.len() as u64);
            for catch in &statement.catches {
                parts.number(u64::from(catch.is_final));
                parts.number(catch.types.len() as u64);
                for ty in &catch.types {
                    type_parts(ty, parts);
                }
                parts.text(&catch.name.name);
                parts.stmt(catch.body);
            }
            optional_stmt(statement.finally, parts);
        }
        StmtKind::Assert { condition, message } => {
            parts.number(49);
            parts.expr(*condition);
            optional_expr(*message, parts);
        }
        StmtKind::ConstructorCall { target, arguments } => {
            parts.number(50);
            parts.number(u64::from(*target == ConstructorTarget::Super));
            exprs(arguments, parts);
        }
        StmtKind::Unsupported(what) => {
            parts.number(51);
            parts.text(what.what);
        }
    }
}

fn switch_parts(body: &SwitchBody, parts: &mut impl Parts) {
    parts.number(u64::from(body.arrows));
    parts.number(body.groups.len() as u64);
    for group in &body.groups {
        parts.number(group.labels.len() as u64);
        for label in &group.labels {
            match label {
                SwitchLabel::Case(key) => {
                    parts.number(1);
                    parts.expr(*key);
                }
                SwitchLabel::Default => parts.number(0),
            }
        }
        match &group.body {
            GroupBody::Colon(list) => {
                parts.number(0);
                stmts(list, parts);
            }
            GroupBody::Arrow(body) => {
                parts.number(1);
                parts.stmt(*body);
            }
            GroupBody::ArrowExpr(value) => {
                parts.number(2);
                parts.expr(*value);
            }
        }
    }
}

fn exprs(list: &[ExprId], parts: &mut impl Parts) {
    parts.number(list.len() as u64);
    for expr in list {
        parts.expr(*expr);
    }
}

fn stmts(list: &[StmtId], parts: &mut impl Parts) {
    parts.number(list.len() as u64);
    for stmt in list {
        parts.stmt(*stmt);
    }
}

fn optional_expr(expr: Option<ExprId>, parts: &mut impl Parts) {
    parts.number(u64::from(expr.is_some()));
    if let Some(expr) = expr {
        parts.expr(expr);
    }
}

fn optional_stmt(stmt: Option<StmtId>, parts: &mut impl Parts) {
    parts.number(u64::from(stmt.is_some()));
    if let Some(stmt) = stmt {
        parts.stmt(stmt);
    }
}

fn optional_label(label: Option<&Ident>, parts: &mut impl Parts) {
    parts.number(u64::from(label.is_some()));
    if let Some(label) = label {
        parts.text(&label.name);
    }
}

fn type_parts(ty: &TypeRef, parts: &mut impl Parts) {
    parts.number(u64::from(ty.dims));
    match &ty.base {
        BaseType::Void => parts.number(0),
        BaseType::Var => parts.number(1),
        BaseType::Primitive(primitive) => {
            parts.number(2);
            parts.text(primitive.name());
        }
        BaseType::Named(segments) => {
            parts.number(3);
            parts.number(segments.len() as u64);
            for segment in segments {
                parts.text(&segment.name.name);
                parts.number(segment.arguments.as_ref().map_or(0, |list| list.len() as u64 + 1));
                for argument in segment.arguments.iter().flatten() {
                    type_argument_parts(argument, parts);
                }
            }
        }
    }
}

fn type_argument_parts(argument: &TypeArgument, parts: &mut impl Parts) {
    let (tag, ty) = match argument {
        TypeArgument::Type(ty) => (0, Some(ty)),
        TypeArgument::Wildcard => (1, None),
        TypeArgument::Extends(ty) => (2, Some(ty)),
        TypeArgument::Super(ty) => (3, Some(ty)),
    };
    parts.number(tag);
    if let Some(ty) = ty {
        type_parts(ty, parts);
    }
}
