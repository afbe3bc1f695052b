//! What a node of the syntax tree is made of, in source order: the one enumeration under tree digests,
//! parent maps and walks. A new kind of node is added here, and all of them know it.
//!
//! Invariant: two nodes give the same sequence of parts, children compared likewise, exactly when they are
//! the same Java, spans and parentheses aside.

use super::tree::{
    Annotation, AnnotationValue, BaseType, Code, CompilationUnit, ConstructorTarget, EnumConstant, Expr,
    ExprId, ExprKind, FieldDecl, GroupBody, Ident, LambdaBody, LambdaParameters, Literal, LocalTypes, Member,
    MethodDecl, Parameter, Pattern, ReferenceTarget, Resource, Root, Stmt, StmtId, StmtKind, SwitchBody,
    SwitchLabel, TypeArgument, TypeDecl, TypeParameter, TypeRef,
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
    /// Code with nodes of its own: of an annotation, or of a class that is declared in code.
    fn code(&mut self, _code: &Code) {}
}

/// The declarations of a file, nested ones too; not its imports.
pub fn unit_parts(unit: &CompilationUnit, parts: &mut impl Parts) {
    annotations(&unit.annotations, parts);
    if let Some(module) = &unit.module {
        annotations(&module.annotations, parts);
    }
    unit.types.iter().for_each(|decl| type_decl_parts(decl, parts));
    unit.compact.iter().for_each(|member| member_parts(member, parts));
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

#[expect(clippy::too_many_lines, reason = "one arm for each kind of expression")]
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
                annotations(&binding.annotations, parts);
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
        ExprKind::OuterThis(class) => {
            parts.number(21);
            type_parts(class, parts);
        }
        ExprKind::GenericCall(call) => {
            parts.number(22);
            parts.expr(call.target);
            type_arguments(&call.type_arguments, parts);
            parts.text(&call.name.name);
            exprs(&call.arguments, parts);
        }
        ExprKind::Creation(creation) => {
            parts.number(23);
            optional_expr(creation.outer, parts);
            type_arguments(&creation.type_arguments, parts);
            type_parts(&creation.class, parts);
            exprs(&creation.arguments, parts);
            parts.number(u64::from(creation.body.is_some()));
            if let Some(body) = &creation.body {
                local_types(body, parts);
            }
        }
        ExprKind::ConstructorCall(call) => {
            parts.number(24);
            optional_expr(call.outer, parts);
            type_arguments(&call.type_arguments, parts);
            parts.number(u64::from(call.target == ConstructorTarget::Super));
            exprs(&call.arguments, parts);
        }
        ExprKind::IntersectionCast { types, operand } => {
            parts.number(25);
            types_parts(types, parts);
            parts.expr(*operand);
        }
        ExprKind::Matches { operand, pattern } => {
            parts.number(26);
            parts.expr(*operand);
            pattern_parts(pattern, parts);
        }
        ExprKind::Lambda(lambda) => {
            parts.number(27);
            match &lambda.parameters {
                LambdaParameters::Inferred(names) => {
                    parts.number(0);
                    parts.number(names.len() as u64);
                    names.iter().for_each(|name| parts.text(&name.name));
                }
                LambdaParameters::Declared(list) => {
                    parts.number(1);
                    parameters(list, parts);
                }
            }
            match lambda.body {
                LambdaBody::Expr(body) => parts.expr(body),
                LambdaBody::Block(body) => parts.stmt(body),
            }
        }
        ExprKind::MethodReference(reference) => {
            parts.number(28);
            match &reference.target {
                ReferenceTarget::Expr(target) => {
                    parts.number(0);
                    parts.expr(*target);
                }
                ReferenceTarget::Type(ty) => {
                    parts.number(1);
                    type_parts(ty, parts);
                }
            }
            type_arguments(&reference.type_arguments, parts);
            optional_label(reference.name.as_ref(), parts);
        }
    }
}

fn pattern_parts(pattern: &Pattern, parts: &mut impl Parts) {
    match pattern {
        Pattern::Any(_) => parts.number(0),
        Pattern::Type(pattern) => {
            parts.number(1);
            parts.number(u64::from(pattern.is_final));
            annotations(&pattern.annotations, parts);
            type_parts(&pattern.ty, parts);
            parts.text(&pattern.name.name);
        }
        Pattern::Record(pattern) => {
            parts.number(2);
            type_parts(&pattern.ty, parts);
            parts.number(pattern.parts.len() as u64);
            pattern.parts.iter().for_each(|part| pattern_parts(part, parts));
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

#[expect(clippy::too_many_lines, reason = "one arm for each kind of statement")]
pub fn stmt_parts(kind: &StmtKind, parts: &mut impl Parts) {
    match kind {
        StmtKind::Block(list) => {
            parts.number(32);
            stmts(list, parts);
        }
        StmtKind::Local(decl) => {
            parts.number(33);
            parts.number(u64::from(decl.is_final));
            annotations(&decl.annotations, parts);
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
            annotations(&variable.annotations, parts);
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
            parts.number(statement.resources.len() as u64);
            for resource in &statement.resources {
                match resource {
                    Resource::Expr(expr) => {
                        parts.number(0);
                        parts.expr(*expr);
                    }
                    Resource::Declared(variable) => {
                        parts.number(1);
                        parts.number(u64::from(variable.is_final));
                        annotations(&variable.annotations, parts);
                        type_parts(&variable.ty, parts);
                        parts.text(&variable.name.name);
                        parts.expr(variable.init);
                    }
                }
            }
            parts.stmt(statement.body);
            parts.number(statement.catches.len() as u64);
            for catch in &statement.catches {
                parts.number(u64::from(catch.is_final));
                annotations(&catch.annotations, parts);
                types_parts(&catch.types, parts);
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
        StmtKind::Synchronized { lock, body } => {
            parts.number(52);
            parts.expr(*lock);
            parts.stmt(*body);
        }
        StmtKind::LocalType(types) => {
            parts.number(53);
            local_types(types, parts);
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
                SwitchLabel::Pattern(pattern) => {
                    parts.number(2);
                    pattern_parts(pattern, parts);
                }
                SwitchLabel::When(guard) => {
                    parts.number(3);
                    parts.expr(*guard);
                }
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

/// The declarations of a class in code. The code of its members is no part of the code around it: a digest stands for it.
fn local_types(types: &LocalTypes, parts: &mut impl Parts) {
    parts.number(types.types.len() as u64);
    for ty in types.types.iter() {
        type_decl_parts(ty, parts);
    }
}

fn type_decl_parts(decl: &TypeDecl, parts: &mut impl Parts) {
    parts.number(decl.kind as u64);
    parts.text(&decl.name.name);
    parts.number(u64::from(decl.modifiers.bits));
    annotations(&decl.annotations, parts);
    type_parameters(&decl.type_parameters, parts);
    types_parts(decl.extends.as_slice(), parts);
    types_parts(&decl.implements, parts);
    types_parts(&decl.permits, parts);
    parameters(&decl.components, parts);
    parts.number(decl.constants.len() as u64);
    for EnumConstant { annotations: own, name, arguments, body, span: _ } in &decl.constants {
        annotations(own, parts);
        parts.text(&name.name);
        code_parts(Some(arguments), parts);
        parts.number(u64::from(body.is_some()));
    }
    parts.number(decl.members.len() as u64);
    decl.members.iter().for_each(|member| member_parts(member, parts));
    parts.number(u64::from(decl.outer.is_some()));
}

fn member_parts(member: &Member, parts: &mut impl Parts) {
    match member {
        Member::Field(FieldDecl { modifiers, annotations: own, ty, name, init, span: _ }) => {
            parts.number(0);
            parts.number(u64::from(modifiers.bits));
            annotations(own, parts);
            type_parts(ty, parts);
            parts.text(&name.name);
            code_parts(init.as_deref(), parts);
        }
        Member::Method(method) => method_parts(method, parts),
        Member::Initializer(block) => {
            parts.number(2);
            parts.number(u64::from(block.is_static));
            code_parts(Some(&block.body), parts);
        }
        Member::Type(_) => parts.number(3),
    }
}

fn method_parts(method: &MethodDecl, parts: &mut impl Parts) {
    parts.number(1);
    parts.number(u64::from(method.modifiers.bits));
    annotations(&method.annotations, parts);
    type_parameters(&method.type_parameters, parts);
    types_parts(method.return_type.as_slice(), parts);
    parts.text(&method.name.name);
    parts.number(u64::from(method.receiver.is_some()));
    if let Some(receiver) = &method.receiver {
        type_parts(receiver, parts);
    }
    parameters(&method.parameters, parts);
    types_parts(&method.throws, parts);
    parts.number(u64::from(method.default.is_some()));
    if let Some(default) = &method.default {
        value_parts(default, parts);
    }
    parts.number(u64::from(method.is_compact));
    code_parts(method.body.as_deref(), parts);
}

/// A piece of code with nodes of its own.
fn code_parts(code: Option<&Code>, parts: &mut impl Parts) {
    parts.number(u64::from(code.is_some()));
    if let Some(code) = code {
        parts.code(code);
    }
}

fn parameters(list: &[Parameter], parts: &mut impl Parts) {
    parts.number(list.len() as u64);
    for Parameter { modifiers, annotations: own, ty, name, varargs } in list {
        parts.number(u64::from(modifiers.bits));
        annotations(own, parts);
        type_parts(ty, parts);
        parts.text(&name.name);
        parts.number(u64::from(*varargs));
    }
}

fn type_parameters(list: &[TypeParameter], parts: &mut impl Parts) {
    parts.number(list.len() as u64);
    for TypeParameter { annotations: own, name, bounds } in list {
        annotations(own, parts);
        parts.text(&name.name);
        types_parts(bounds, parts);
    }
}

fn type_arguments(list: &[TypeArgument], parts: &mut impl Parts) {
    parts.number(list.len() as u64);
    list.iter().for_each(|argument| type_argument_parts(argument, parts));
}

fn types_parts(list: &[TypeRef], parts: &mut impl Parts) {
    parts.number(list.len() as u64);
    list.iter().for_each(|ty| type_parts(ty, parts));
}

fn annotations(list: &[Annotation], parts: &mut impl Parts) {
    parts.number(list.len() as u64);
    list.iter().for_each(|annotation| annotation_parts(annotation, parts));
}

fn annotation_parts(annotation: &Annotation, parts: &mut impl Parts) {
    parts.number(annotation.name.len() as u64);
    annotation.name.iter().for_each(|part| parts.text(&part.name));
    parts.number(annotation.arguments.len() as u64);
    for argument in &annotation.arguments {
        optional_label(argument.name.as_ref(), parts);
        value_parts(&argument.value, parts);
    }
}

fn value_parts(value: &AnnotationValue, parts: &mut impl Parts) {
    match value {
        AnnotationValue::Expr(code) => {
            parts.number(0);
            parts.code(code);
        }
        AnnotationValue::Annotation(annotation) => {
            parts.number(1);
            annotation_parts(annotation, parts);
        }
        AnnotationValue::Array(values) => {
            parts.number(2);
            parts.number(values.len() as u64);
            values.iter().for_each(|value| value_parts(value, parts));
        }
    }
}

fn type_parts(ty: &TypeRef, parts: &mut impl Parts) {
    parts.number(u64::from(ty.dims));
    for annotated in ty.annotations.iter().flatten() {
        annotation_parts(&annotated.annotation, parts);
    }
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
    if let TypeArgument::Annotated(own, argument) = argument {
        parts.number(4);
        annotations(own, parts);
        return type_argument_parts(argument, parts);
    }
    let (tag, ty) = match argument {
        TypeArgument::Type(ty) => (0, Some(ty)),
        TypeArgument::Wildcard => (1, None),
        TypeArgument::Extends(ty) => (2, Some(ty)),
        TypeArgument::Super(ty) => (3, Some(ty)),
        TypeArgument::Annotated(..) => return,
    };
    parts.number(tag);
    if let Some(ty) = ty {
        type_parts(ty, parts);
    }
}
