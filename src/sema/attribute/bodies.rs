//! Whole bodies: of methods and constructors, and those that no single piece of code makes (JLS 8.6 to 8.9).

use std::sync::Arc;

use super::foreign::{foreign_block, is_foreign};
use super::generics::Site;
use super::{Attributor, BodyError};
use crate::index::{Id, IndexVec};
use crate::jvm::operator::BinaryOperator;
use crate::jvm::value::{JavaString, Primitive};
use crate::sema::calls::called;
use crate::sema::generic::types::TypeId;
use crate::sema::load::class_in;
use crate::sema::logging;
use crate::sema::program::{
    ClassId, FieldId, LeftOut, LeftOutBlock, MethodId, MethodKind, MethodSource, Program, Role,
};
use crate::sema::typed_tree::{
    Body, Call, Constant, Conversion, Expr, ExprId, ExprKind, LocalId, LocalOrigin, Stmt, StmtId, StmtKind,
};
use crate::sema::types::Ty;
use crate::syntax::tree::{
    self as syntax, BaseType, Code, ConstructorTarget, EnumConstant, ExprList, LambdaParameters, Member,
    Root, Span, TypeRef,
};

/// Attributes `code` in the place of the body of `method`: its own code, a mutant's, or a test driver's.
pub fn body(program: &Program, method: MethodId, code: &Code) -> Result<Body, BodyError> {
    code_of(program, method, code, false)
}

fn code_of(program: &Program, method: MethodId, code: &Code, is_original: bool) -> Result<Body, BodyError> {
    attributed(program, method, code, is_original).finish()
}

fn attributed<'a>(
    program: &'a Program,
    method: MethodId,
    code: &'a Code,
    is_original: bool,
) -> Attributor<'a> {
    let mut attributor = Attributor::new(program, method, code, true);
    attributor.is_original = is_original;
    attributor.declare_parameters();
    let declaration = &program.methods[method];
    attributor.return_type = match declaration.kind {
        MethodKind::Method | MethodKind::Constructor => Some(declaration.return_type),
        MethodKind::StaticInitializer | MethodKind::InstanceInitializer => None,
    };
    attributor.return_static = attributor.declared_result();
    attributor.root(code);
    attributor
}

/// The types of a method that are not written, by their places: of locals, by those of their names, and of what anonymous classes
/// extend.
pub(in crate::sema) fn inferred_types(program: &Program, method: MethodId) -> Vec<(u32, TypeRef)> {
    match &program.methods[method].source {
        MethodSource::Code(code) => {
            let mut attributor = attributed(program, method, code, true);
            let mut found = attributor.inferred_of_locals(code);
            found.append(&mut attributor.inferred_of_classes());
            found
        }
        // The locals of initialisers are each known in its own piece alone.
        MethodSource::Initializers => {
            let code = empty_code();
            initialized(program, method, &code, &LeftOut::default()).inferred_of_classes()
        }
        _ => Vec::new(),
    }
}

impl Attributor<'_> {
    fn inferred_of_locals(&mut self, code: &Code) -> Vec<(u32, TypeRef)> {
        let locals: Vec<(LocalId, LocalOrigin, Ty)> =
            self.body.locals.iter_enumerated().map(|(id, local)| (id, local.origin, local.ty)).collect();
        let mut found = Vec::new();
        for (id, origin, erased) in locals {
            let Some(place) = unwritten(code, origin).filter(|_| erased != Ty::Unknown) else { continue };
            let exact = self.local_statics.get(&id).copied();
            let ty = exact.unwrap_or_else(|| self.types.of_ty(erased));
            let ty = self.types.upward(ty);
            found.extend(self.types.written(ty).map(|ty| (place, ty)));
        }
        found
    }

    fn inferred_of_classes(&mut self) -> Vec<(u32, TypeRef)> {
        let known = self.without_arguments.iter();
        let known = known.filter_map(|&(place, made)| Some((place, *self.statics.get(&made)?)));
        known.filter_map(|(place, ty)| Some((place, self.types.written(ty)?))).collect()
    }
}

/// Where the name of a local is declared that has no written type.
fn unwritten(code: &Code, origin: LocalOrigin) -> Option<u32> {
    let name = match origin {
        LocalOrigin::Declarator(stmt, n) => match &code.stmts[stmt].kind {
            syntax::StmtKind::Local(declaration) if declaration.ty.base == BaseType::Var => {
                &declaration.declarators.get(n as usize)?.name
            }
            _ => return None,
        },
        LocalOrigin::ForEach(stmt) => match &code.stmts[stmt].kind {
            syntax::StmtKind::ForEach { variable, .. } if variable.ty.base == BaseType::Var => &variable.name,
            _ => return None,
        },
        LocalOrigin::Lambda(expr, n) => match &code.exprs[expr].kind {
            syntax::ExprKind::Lambda(lambda) => match &lambda.parameters {
                LambdaParameters::Inferred(names) => names.get(n as usize)?,
                LambdaParameters::Declared(list) => {
                    &list.get(n as usize).filter(|own| own.ty.base == BaseType::Var)?.name
                }
            },
            _ => return None,
        },
        _ => return None,
    };
    Some(name.span.start)
}

/// The body of a method in whatever way it has one; `None` for abstract and native methods, and for the two
/// that every enum has.
///
/// `left_out` gets what is left out of a body of initialisers.
pub(in crate::sema) fn method(
    program: &Program,
    method: MethodId,
    left_out: &mut LeftOut,
) -> Result<Option<Body>, BodyError> {
    match &program.methods[method].source {
        MethodSource::Code(code) => code_of(program, method, code, true).map(Some),
        MethodSource::DefaultConstructor => default_constructor(program, method).map(Some),
        MethodSource::Initializers => initializers(program, method, left_out).map(Some),
        MethodSource::Abstract
        | MethodSource::Native(_)
        | MethodSource::EnumValues
        | MethodSource::EnumValueOf
        | MethodSource::ClassFile => Ok(None),
        MethodSource::Forwarding(target) => super::inner::forwarding(program, method, *target).map(Some),
        MethodSource::OfRecord => super::records::member(program, method).map(Some),
        MethodSource::Bridge(target) => Ok(Some(bridge(program, method, *target))),
        MethodSource::LambdaObject { bound } => Ok(Some(lambda_object(program, method, *bound))),
        // Its owner's body has it.
        MethodSource::Lambda { .. } => Ok(None),
    }
}

/// The body of a bridge: a call of the method with its arguments cast to its types.
fn bridge(program: &Program, method: MethodId, target: MethodId) -> Body {
    let code = empty_code();
    let mut attributor = Attributor::new(program, method, &code, false);
    attributor.declare_parameters();
    let (own, other) = (&program.methods[method], &program.methods[target]);
    let arguments: Vec<ExprId> = own
        .parameters
        .iter()
        .zip(&other.parameters)
        .enumerate()
        .map(|(n, (given, wanted))| {
            let value = attributor.synthetic_expr(ExprKind::Local(LocalId::new(n)), given.ty);
            match given.ty == wanted.ty {
                true => value,
                false => attributor.conversion(value, Conversion::CheckedCast, wanted.ty, None),
            }
        })
        .collect();
    let this = attributor.synthetic_expr(ExprKind::This, Ty::Class(own.class));
    let receiver = Some(attributor.convert(this, Ty::Class(other.class)));
    let call = Call { method: target, dispatch: attributor.dispatch(target), receiver, arguments };
    let call = attributor.synthetic_expr(ExprKind::Call(Box::new(call)), other.return_type);
    let last = match other.return_type {
        Ty::Void => StmtKind::Expr(call),
        _ => StmtKind::Return(Some(attributor.convert(call, own.return_type))),
    };
    let last = attributor.synthetic(last);
    attributor.body.root = attributor.synthetic(StmtKind::Block(vec![last]));
    attributor.body
}

/// The body of the constructor of a lambda's class.
fn lambda_object(program: &Program, method: MethodId, bound: Option<FieldId>) -> Body {
    let code = empty_code();
    let mut attributor = Attributor::new(program, method, &code, false);
    attributor.declare_parameters();
    let class = program.methods[method].class;
    let mut stmts = Vec::new();
    if let Some(&constructor) = program.constructors(program.well_known.object).first() {
        let kind = StmtKind::ConstructorCall { constructor, is_super: true, arguments: Vec::new() };
        stmts.push(attributor.synthetic(kind));
    }
    for (n, &field) in program.classes[class].fields.iter().enumerate() {
        if bound == Some(field) {
            stmts.extend(attributor.null_check(LocalId::new(n)));
        }
        let ty = program.fields[field].ty;
        let object = attributor.synthetic_expr(ExprKind::This, Ty::Class(class));
        let target = attributor.synthetic_expr(ExprKind::Field { object, field }, ty);
        let value = attributor.synthetic_expr(ExprKind::Local(LocalId::new(n)), ty);
        let assign = attributor.synthetic_expr(ExprKind::Assign { target, value }, ty);
        stmts.push(attributor.synthetic(StmtKind::Expr(assign)));
    }
    attributor.body.root = attributor.synthetic(StmtKind::Block(stmts));
    attributor.body
}

pub(super) fn empty_code() -> Code {
    Code { exprs: IndexVec::new(), stmts: IndexVec::new(), root: Root::Arguments(Vec::new()) }
}

fn default_constructor(program: &Program, method: MethodId) -> Result<Body, BodyError> {
    let code = empty_code();
    let mut attributor = Attributor::new(program, method, &code, false);
    attributor.declare_parameters();
    let mut list = attributor.set_surroundings();
    list.extend(attributor.implied_super());
    attributor.body.root = attributor.synthetic(StmtKind::Block(list));
    attributor.finish()
}

/// All static, or all instance, initialisers of a class as one body, in order. Its nodes have no origins:
/// each initialiser is a piece of code of its own. What of them is outside the subset is left out where that changes
/// nothing but the value of its field ([`super::foreign`]).
fn initializers(program: &Program, method: MethodId, left_out: &mut LeftOut) -> Result<Body, BodyError> {
    let of_outside_types =
        foreign_fields(program, method, &[], |f| program.is_of_others(program.fields[f].ty));
    *left_out = LeftOut { fields: of_outside_types, blocks: Vec::new() };
    let first = initializers_but(program, method, left_out);
    match first {
        Err(error) if !error.errors.is_empty() => Err(error),
        Ok(body)
            if !reads_one(&body, |read| is_static_without_value(program, method, read))
                && !runs_untried(program, method, &body)
                && !fields_of(program, method).any(|field| program.stops_initializing(field)) =>
        {
            Ok(body)
        }
        _ => {
            left_out.fields = foreign_fields(program, method, &[], |_| true);
            if program.methods[method].kind == MethodKind::StaticInitializer {
                leave_out_blocks(program, method, left_out);
            }
            initializers_but(program, method, left_out)
        }
    }
}

fn fields_of(program: &Program, method: MethodId) -> impl Iterator<Item = FieldId> + '_ {
    program.classes[program.methods[method].class].fields.iter().copied()
}

/// Static blocks, in order, that are outside the subset, or read a field that has no value, and may be left out.
fn leave_out_blocks(program: &Program, method: MethodId, left_out: &mut LeftOut) {
    let class = program.methods[method].class;
    let declaration = program.decl(class);
    let mut position = declaration.constants.len();
    for (member, declared) in declaration.members.iter().enumerate() {
        match declared {
            Member::Field(_) => position += 1,
            Member::Initializer(block)
                if block.is_static
                    && is_outside_block(program, method, position, &block.body, &left_out.fields) =>
            {
                let Some(fields) = foreign_block(program, class, &block.body) else { continue };
                for &field in &fields {
                    if !left_out.fields.contains(&field) {
                        left_out.fields.push(field);
                    }
                }
                left_out.blocks.push(LeftOutBlock { member, span: block.span, fields });
            }
            _ => {}
        }
    }
    if !left_out.blocks.is_empty() {
        // What is computed from the fields that these blocks assign.
        let mut fields = std::mem::take(&mut left_out.fields);
        let more = foreign_fields(program, method, &fields, |_| true);
        let more: Vec<FieldId> = more.into_iter().filter(|field| !fields.contains(field)).collect();
        fields.extend(more);
        left_out.fields = fields;
    }
}

/// Whether a static block has no typed form, or reads a field that has no value.
fn is_outside_block(
    program: &Program,
    method: MethodId,
    position: usize,
    code: &Code,
    without_value: &[FieldId],
) -> bool {
    let Root::Block(root) = code.root else { return false };
    let mut attributor = Attributor::new(program, method, code, false);
    attributor.initializing = Some(position);
    attributor.is_original = true;
    attributor.static_context = true;
    attributor.body.root = attributor.stmt(root);
    match attributor.finish() {
        Ok(body) => {
            reads_one(&body, |read| without_value.contains(&read)) || runs_untried(program, method, &body)
        }
        Err(error) => error.errors.is_empty(),
    }
}

/// The initialisers without some.
fn initializers_but(program: &Program, method: MethodId, left_out: &LeftOut) -> Result<Body, BodyError> {
    let code = empty_code();
    initialized(program, method, &code, left_out).finish()
}

fn initialized<'a>(
    program: &'a Program,
    method: MethodId,
    code: &'a Code,
    left_out: &LeftOut,
) -> Attributor<'a> {
    let mut attributor = Attributor::new(program, method, code, false);
    let is_static = program.methods[method].kind == MethodKind::StaticInitializer;
    attributor.static_context = is_static;
    attributor.is_original = true;
    let stmts = attributor.initializer_stmts(is_static, left_out);
    attributor.body.root = attributor.synthetic(StmtKind::Block(stmts));
    attributor
}

/// The fields, in order, whose initialisers are outside the subset, or read such a field, and may be left out.
/// `known` have no value already.
fn foreign_fields(
    program: &Program,
    method: MethodId,
    known: &[FieldId],
    is_asked: impl Fn(FieldId) -> bool,
) -> Vec<FieldId> {
    let class = program.methods[method].class;
    let is_static = program.methods[method].kind == MethodKind::StaticInitializer;
    let mut foreign = known.to_vec();
    for (position, &field) in program.classes[class].fields.iter().enumerate() {
        let f = &program.fields[field];
        let init = program.field_decl(field).and_then(|d| d.init.as_ref());
        let (Some(init), true) = (init, f.is_static() == is_static && f.constant.is_none()) else { continue };
        if is_asked(field)
            && !foreign.contains(&field)
            && (program.stops_initializing(field)
                || is_left_to_others(program, field)
                || is_outside(program, method, position, field, init, &foreign))
            && is_foreign(program, class, init)
        {
            foreign.push(field);
        }
    }
    foreign
}

/// Whether nothing of the type is known, or it is one whose code has not been run as the class is initialised: where that
/// ended, no test could use the class.
fn is_left_to_others(program: &Program, field: FieldId) -> bool {
    let f = &program.fields[field];
    match class_in(f.ty) {
        Some(class) if program.role(class).is_compiled() => {
            f.is_static() && !is_plain(program, class) && !program.takes_up_initializers(f.class)
        }
        _ => f.ty == Ty::Unknown,
    }
}

/// Whether a compiled class is of the packages that hold values and collections: their code runs to its end.
fn is_plain(program: &Program, class: ClassId) -> bool {
    const PLAIN: [&str; 4] = ["java.lang", "java.util", "java.util.function", "java.math"];
    // These ask for the machine's time, settings, threads or files.
    const OTHERS: [&str; 14] = [
        "Calendar",
        "Currency",
        "Date",
        "Locale",
        "Process",
        "Random",
        "ResourceBundle",
        "Runtime",
        "Scanner",
        "ServiceLoader",
        "System",
        "Thread",
        "TimeZone",
        "UUID",
    ];
    PLAIN.contains(&program.package_name(class))
        && matches!(program.role(class), Role::Jdk | Role::Library)
        && !OTHERS.contains(&&*program.classes[class].name)
        || logging::is_for_logging(&program.classes[class].qualified_name)
}

/// Whether an initialiser has no typed form, or reads a field that has no value.
fn is_outside(
    program: &Program,
    method: MethodId,
    position: usize,
    field: FieldId,
    init: &Arc<Code>,
    without_value: &[FieldId],
) -> bool {
    let code = empty_code();
    let mut attributor = Attributor::new(program, method, &code, false);
    let is_static = program.fields[field].is_static();
    attributor.initializing = Some(position);
    attributor.is_original = true;
    attributor.static_context = is_static;
    attributor.field_initializer(field, init, attributor.static_context);
    match attributor.finish() {
        Ok(body) => {
            reads_one(&body, |read| {
                without_value.contains(&read) || is_static_without_value(program, method, read)
            }) || is_static && runs_untried(program, method, &body)
        }
        Err(error) => error.errors.is_empty(),
    }
}

/// Whether an instance initialiser's class leaves out the initialiser of this static.
fn is_static_without_value(program: &Program, method: MethodId, field: FieldId) -> bool {
    let class = &program.classes[program.methods[method].class];
    let of_statics = class.static_initializer.filter(|&other| other != method);
    of_statics.is_some_and(|other| program.left_out(other).contains(&field))
}

/// Whether a body of initialisers calls what is only in class files, or reads what only their code sets, of classes not known
/// to be plain, and has not been run.
fn runs_untried(program: &Program, initializer: MethodId, body: &Body) -> bool {
    if program.takes_up_initializers(program.methods[initializer].class) {
        return false;
    }
    let is_compiled = |class: ClassId| program.role(class).is_compiled() && !is_plain(program, class);
    let reads = |kind: &ExprKind| match kind {
        ExprKind::StaticField(field) => is_compiled(program.fields[*field].class),
        _ => false,
    };
    let is_run = |method: MethodId| {
        let m = &program.methods[method];
        is_compiled(m.class) || matches!(m.source, MethodSource::ClassFile) && !is_plain(program, m.class)
    };
    called(body).into_iter().any(is_run)
        || body.exprs.iter().any(|expr| expr.constant.is_none() && reads(&expr.kind))
}

/// Whether a body names such a field otherwise than to assign it.
fn reads_one(body: &Body, is_one: impl Fn(FieldId) -> bool) -> bool {
    let is_assigned = |id: ExprId| {
        body.exprs.iter().any(|e| matches!(e.kind, ExprKind::Assign { target, .. } if target == id))
    };
    body.exprs.iter_enumerated().any(|(id, expr)| match expr.kind {
        ExprKind::StaticField(read) | ExprKind::Field { field: read, .. } => is_one(read) && !is_assigned(id),
        _ => false,
    })
}

impl<'a> Attributor<'a> {
    pub(super) fn synthetic(&mut self, kind: StmtKind) -> StmtId {
        self.body.stmts.push(Stmt { kind, origin: None })
    }

    pub(super) fn synthetic_expr(&mut self, kind: ExprKind, ty: Ty) -> ExprId {
        self.body.exprs.push(Expr { kind, ty, origin: None, constant: None })
    }

    /// `if (local == null) throw new NullPointerException();`
    fn null_check(&mut self, local: LocalId) -> Option<StmtId> {
        let class = self.program.well_known.null_pointer_exception;
        let constructors = self.program.constructors(class);
        let constructor =
            constructors.iter().copied().find(|&c| self.program.methods[c].parameters.is_empty())?;
        let left = self.synthetic_expr(ExprKind::Local(local), self.local_ty(local));
        let right = self.synthetic_expr(ExprKind::Null, Ty::Null);
        let condition =
            self.synthetic_expr(ExprKind::Binary { op: BinaryOperator::Eq, left, right }, Ty::BOOLEAN);
        let new = ExprKind::New { class, constructor, arguments: Vec::new() };
        let new = self.synthetic_expr(new, Ty::Class(class));
        let then = self.synthetic(StmtKind::Throw(new));
        Some(self.synthetic(StmtKind::If { condition, then, otherwise: None }))
    }

    pub(super) fn synthetic_constant(&mut self, constant: Constant, ty: Ty) -> ExprId {
        let constant = Some(constant);
        let kind = ExprKind::Literal;
        self.body.exprs.push(Expr { kind, ty, origin: None, constant })
    }

    /// The declared parameters; behind them, for a constructor of an enum, the constant's name and ordinal.
    pub(super) fn declare_parameters(&mut self) {
        let program = self.program;
        let declaration = &program.methods[self.body.method];
        let written = program.method_decl(self.body.method).map_or(&[][..], |d| &d.parameters[..]);
        for (n, parameter) in declaration.parameters.iter().enumerate() {
            let span = written.get(n).map_or(Span::default(), |p| p.name.span);
            if parameter.ty == Ty::Unknown {
                self.unsupported(span, format!("type of parameter {}", parameter.name));
            }
            let exact = declaration.is_generic.then(|| self.types.of_method(self.body.method).ok()).flatten();
            let exact = exact.and_then(|types| types.parameters.get(n).copied());
            self.declare_parameter(&parameter.name, span, n, parameter.ty, parameter.is_final);
            let local = LocalId::new(self.body.locals.len() - 1);
            let exact = exact.filter(|&exact| self.types.of_ty(parameter.ty) != exact);
            self.set_local_static(local, exact);
        }
        if self.is_enum_constructor() {
            let count = declaration.parameters.len() as u32;
            let [name, ordinal] = enum_parameter_names();
            self.push_local(&name, program.string(), true, LocalOrigin::Parameter(count));
            self.push_local(&ordinal, Ty::INT, true, LocalOrigin::Parameter(count + 1));
        }
        self.declare_surroundings();
        self.body.parameter_count = self.body.locals.len();
    }

    /// The type that `this(…)` or `super(…)` constructs.
    fn constructor_site(&mut self, class: ClassId) -> Option<Site> {
        let this = self.types.this_type(self.class);
        self.types.as_super(this, class).map(Site::Type)
    }

    /// What a `return` is given to.
    fn declared_result(&mut self) -> Option<TypeId> {
        let m = &self.program.methods[self.body.method];
        let types = m.is_generic.then(|| self.types.of_method(self.body.method).ok()).flatten();
        types.map(|types| types.result).filter(|&exact| self.types.of_ty(m.return_type) != exact)
    }

    pub(super) fn is_enum_constructor(&self) -> bool {
        let is_of_enum =
            self.program.classes[self.class].is_enum() || self.program.is_constant_body(self.class);
        is_of_enum && self.program.methods[self.body.method].is_constructor()
    }

    /// The block that is a method's body, in a constructor with the call of another before it.
    fn root(&mut self, code: &'a Code) {
        let is_constructor = self.program.methods[self.body.method].is_constructor();
        let Root::Block(root) = code.root else {
            // No code of a method has another root.
            self.body.root = self.synthetic(StmtKind::Block(Vec::new()));
            return;
        };
        if !is_constructor {
            self.body.root = self.stmt(root);
            return;
        }
        let syntax::StmtKind::Block(list) = &code.stmts[root].kind else {
            self.body.root = self.stmt(root);
            return;
        };
        let explicit = list.iter().enumerate().find_map(|(n, &id)| match &code.stmts[id].kind {
            syntax::StmtKind::ConstructorCall { target, arguments } => Some((n, id, *target, arguments)),
            _ => None,
        });
        let mut stmts = Vec::with_capacity(list.len() + 1);
        if !matches!(explicit, Some((_, _, ConstructorTarget::This, _))) {
            stmts.extend(self.set_surroundings());
        }
        let mut behind = 0;
        match explicit {
            Some((n, id, target, arguments)) => {
                stmts.extend(self.prologue(&list[..n]));
                stmts.push(self.constructor_call(id, target, arguments));
                behind = n + 1;
            }
            None => stmts.extend(self.implied_super()),
        }
        for &stmt in &list[behind..] {
            stmts.push(self.stmt(stmt));
        }
        let is_compact = self.program.method_decl(self.body.method).is_some_and(|decl| decl.is_compact);
        if is_compact && self.alive {
            stmts.extend(self.component_assignments());
        }
        self.body.root = self.push_stmt(StmtKind::Block(stmts), root);
    }

    /// What stands before `this(…)` or `super(…)` (JLS 8.8.7): there is no object yet, but its own fields may get values.
    fn prologue(&mut self, list: &[syntax::StmtId]) -> Vec<StmtId> {
        (self.in_constructor_call, self.in_prologue) = (true, true);
        let stmts = list.iter().map(|&stmt| self.stmt(stmt)).collect();
        (self.in_constructor_call, self.in_prologue) = (false, false);
        stmts
    }

    /// `this(…)` or `super(…)` as it stands.
    fn constructor_call(
        &mut self,
        id: syntax::StmtId,
        target: ConstructorTarget,
        arguments: &ExprList,
    ) -> StmtId {
        let span = self.code.stmts[id].span;
        let is_super = target == ConstructorTarget::Super;
        self.in_constructor_call = true;
        let arguments = self.arguments(arguments);
        self.in_constructor_call = false;
        let class = if is_super { self.program.classes[self.class].superclass } else { Some(self.class) };
        if is_super && self.program.classes[self.class].is_enum() {
            self.error(span, "call to super not allowed in enum constructor");
            return self.push_stmt(StmtKind::Empty, id);
        }
        let Some(class) = class else { return self.push_stmt(StmtKind::Empty, id) };
        let site = self.constructor_site(class);
        let Some(resolution) = self.constructor(span, class, site, &arguments, is_super) else {
            for &value in &arguments.values {
                self.settle(value);
            }
            return self.push_stmt(StmtKind::Empty, id);
        };
        if resolution.method == self.body.method {
            self.error(span, "recursive constructor invocation");
        }
        let mut arguments = self.settled_arguments(resolution, site, &arguments, span);
        if self.is_enum_constructor() {
            arguments.extend(self.own_name_and_ordinal());
        }
        arguments.extend(match is_super {
            true => self.surroundings_of_super(span, class),
            false => self.own_surroundings(),
        });
        let kind = StmtKind::ConstructorCall { constructor: resolution.method, is_super, arguments };
        self.push_stmt(kind, id)
    }

    /// The name and ordinal that a constructor of an enum got, to be handed on.
    pub(super) fn own_name_and_ordinal(&mut self) -> [ExprId; 2] {
        let count = self.program.methods[self.body.method].parameters.len();
        let string = self.program.string();
        [(count, string), (count + 1, Ty::INT)]
            .map(|(n, ty)| self.synthetic_expr(ExprKind::Local(LocalId::new(n)), ty))
    }

    /// `super()` of a constructor that calls no other; `None` in `Object`.
    pub(super) fn implied_super(&mut self) -> Option<StmtId> {
        let superclass = self.program.classes[self.class].superclass?;
        let span = self.program.methods[self.body.method].span;
        let is_enum = self.program.classes[self.class].is_enum();
        let (constructor, arguments) = if is_enum {
            (self.enum_super(superclass, span)?, self.own_name_and_ordinal().to_vec())
        } else {
            let none = self.arguments(&ExprList::new());
            let site = self.constructor_site(superclass);
            let resolution = self.constructor(span, superclass, site, &none, true)?;
            let mut arguments = self.settled_arguments(resolution, site, &none, span);
            arguments.extend(self.surroundings_of_super(span, superclass));
            (resolution.method, arguments)
        };
        Some(self.synthetic(StmtKind::ConstructorCall { constructor, is_super: true, arguments }))
    }

    /// `Enum(String, int)`.
    fn enum_super(&mut self, superclass: ClassId, span: Span) -> Option<MethodId> {
        let wanted = [self.program.string(), Ty::INT];
        let constructors = self.program.constructors(superclass);
        let found = constructors
            .iter()
            .copied()
            .find(|&c| self.program.methods[c].parameters.iter().map(|p| p.ty).eq(wanted));
        if found.is_none() {
            self.unsupported(span, "enum without java.lang.Enum(String, int)");
        }
        found
    }

    fn initializer_stmts(&mut self, is_static: bool, left_out: &LeftOut) -> Vec<StmtId> {
        let program = self.program;
        let class = &program.classes[self.class];
        let declaration = program.decl(self.class);
        let mut stmts = Vec::new();
        if is_static {
            for (n, constant) in declaration.constants.iter().enumerate() {
                self.initializing = Some(n);
                self.piece = n as u32;
                let field = class.fields[n];
                stmts.extend(self.enum_constant(field, constant, n));
            }
        }
        let fields = class.fields.get(declaration.constants.len()..).unwrap_or_default();
        let mut declared = fields.iter().copied();
        let mut position = declaration.constants.len();
        // The JVM sets constant variables before it runs anything.
        let mut constants = Vec::new();
        for (index, member) in declaration.members.iter().enumerate() {
            self.initializing = Some(position);
            self.piece = (declaration.constants.len() + index) as u32;
            match member {
                Member::Field(syntax) => {
                    let Some(field) = declared.next() else { break };
                    let ours =
                        program.fields[field].is_static() == is_static && !left_out.fields.contains(&field);
                    if let (Some(init), true) = (&syntax.init, ours) {
                        let stmt = self.field_initializer(field, init, is_static);
                        let is_constant = is_static && program.fields[field].constant.is_some();
                        if is_constant { &mut constants } else { &mut stmts }.extend(stmt);
                    }
                    position += 1;
                }
                Member::Initializer(block) if block.is_static == is_static => {
                    if let Some(block) = left_out.blocks.iter().find(|block| block.member == index) {
                        stmts.extend(block.fields.iter().filter_map(|&field| self.some_value(field)));
                        continue;
                    }
                    self.code = &block.body;
                    if let Root::Block(root) = block.body.root {
                        let mark = self.scope.mark();
                        stmts.push(self.stmt(root));
                        self.scope.leave(mark);
                    }
                }
                _ => {}
            }
        }
        self.initializing = None;
        constants.extend(stmts);
        constants
    }

    /// `field = 0`, for a final field whose value nobody looks at: it has one.
    fn some_value(&mut self, field: FieldId) -> Option<StmtId> {
        let f = &self.program.fields[field];
        if !f.is_final() || f.ty == Ty::Unknown {
            return None;
        }
        let value = match f.ty {
            Ty::Primitive(ty) => {
                self.synthetic_constant(Constant::Primitive(Primitive::from_bits(ty, 0)), f.ty)
            }
            _ => self.synthetic_expr(ExprKind::Null, Ty::Null),
        };
        let target = self.synthetic_expr(ExprKind::StaticField(field), f.ty);
        let assign = self.synthetic_expr(ExprKind::Assign { target, value }, f.ty);
        Some(self.synthetic(StmtKind::Expr(assign)))
    }

    /// `field = init` where it is declared.
    fn field_initializer(&mut self, field: FieldId, code: &'a Arc<Code>, is_static: bool) -> Option<StmtId> {
        self.code = code;
        let Root::Expr(init) = code.root else { return None };
        self.in_own_initializer = true;
        let ty = self.program.fields[field].ty;
        if ty == Ty::Unknown {
            let what = format!("type of field {}", self.program.fields[field].name);
            self.unsupported(self.span(init), what);
        }
        let exact = match self.program.fields[field].is_generic {
            true => self.types.of_field(field).ok(),
            false => None,
        };
        let target = self.target(ty, exact);
        let value = self.value_for(init, target);
        self.bindings = Default::default();
        self.in_own_initializer = false;
        let kind = if is_static {
            ExprKind::StaticField(field)
        } else {
            let object = self.synthetic_expr(ExprKind::This, Ty::Class(self.class));
            ExprKind::Field { object, field }
        };
        let target = self.synthetic_expr(kind, ty);
        let assign = self.synthetic_expr(ExprKind::Assign { target, value }, ty);
        Some(self.synthetic(StmtKind::Expr(assign)))
    }

    /// `A = new E(arguments…, "A", ordinal)`.
    fn enum_constant(
        &mut self,
        field: FieldId,
        constant: &'a EnumConstant,
        ordinal: usize,
    ) -> Option<StmtId> {
        self.code = &constant.arguments;
        let Root::Arguments(list) = &constant.arguments.root else { return None };
        let list: ExprList = list.iter().copied().collect();
        let arguments = self.arguments(&list);
        let class = self.class;
        let site = self.constructor_site(class);
        let Some(resolution) = self.constructor(constant.span, class, site, &arguments, false) else {
            for &value in &arguments.values {
                self.settle(value);
            }
            return None;
        };
        let mut arguments = self.settled_arguments(resolution, site, &arguments, constant.span);
        let name = Constant::String(JavaString::from(&*constant.name.name));
        arguments.push(self.synthetic_constant(name, self.program.string()));
        let ordinal = Constant::Primitive(Primitive::Int(ordinal as i32));
        arguments.push(self.synthetic_constant(ordinal, Ty::INT));
        let ty = Ty::Class(class);
        let (made, constructor) = match constant.body {
            None => (class, resolution.method),
            Some(body) => {
                let unit = self.program.classes[class].unit;
                let mut all = self.program.classes.iter_enumerated();
                let own = all.find(|(_, c)| c.unit == unit && c.decl == body).map(|(id, _)| id);
                match own.and_then(|own| Some((own, self.program.forwarding(own, resolution.method)?))) {
                    Some(own) => own,
                    None => {
                        self.unsupported(constant.span, "enum constant with a body");
                        (class, resolution.method)
                    }
                }
            }
        };
        let new = ExprKind::New { class: made, constructor, arguments };
        let value = self.synthetic_expr(new, Ty::Class(made));
        let value = self.convert(value, ty);
        let target = self.synthetic_expr(ExprKind::StaticField(field), ty);
        let assign = self.synthetic_expr(ExprKind::Assign { target, value }, ty);
        Some(self.synthetic(StmtKind::Expr(assign)))
    }
}

/// Names that no identifier of a program hides.
fn enum_parameter_names() -> [syntax::Name; 2] {
    [Arc::from("$name"), Arc::from("$ordinal")]
}
