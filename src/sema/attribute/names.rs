//! Names in expressions: locals, fields, and the reclassification of qualified names (JLS 6.4.2, 6.5).

use smallvec::SmallVec;

use super::Attributor;
use crate::sema::error::{FieldError, TypeNameError};
use crate::sema::names::{member_type, resolve_class_name};
use crate::sema::program::{ClassId, FieldId, MethodKind};
use crate::sema::typed_tree::{ExprId, ExprKind, LocalId};
use crate::sema::types::Ty;
use crate::syntax::tree::{self as syntax, Ident, Name, Span};

/// What stands before a dot.
pub(super) enum Qualifier<'a> {
    Value(ExprId),
    Class(ClassId),
    /// At most the beginning of a qualified name, without a meaning of its own.
    Package(Box<SmallVec<[&'a str; 6]>>),
    /// Reported already.
    Unknown,
}

impl<'a> Attributor<'a> {
    pub(super) fn simple_name(&mut self, id: syntax::ExprId, name: &'a Name) -> ExprId {
        if let Some(value) = self.local(id, name) {
            return value;
        }
        match self.scoped_field(id, name) {
            Ok(value) => value,
            Err(problem) => self.field_problem(id, &problem),
        }
    }

    fn local(&mut self, id: syntax::ExprId, name: &str) -> Option<ExprId> {
        let local = self.scope.find(name)?;
        if self.inferring.contains(&local) {
            let message = format!(
                "cannot infer type for local variable {name}: cannot use 'var' on self-referencing variable"
            );
            self.error(self.span(id), message);
        }
        let constant = self.local_constants[local].clone();
        let value = self.push_constant(ExprKind::Local(local), self.local_ty(local), id, constant);
        if let Some(&exact) = self.local_statics.get(&local) {
            self.note_static(value, exact);
        }
        Some(value)
    }

    /// A field by its simple name: of a class around, inherited, or imported.
    fn scoped_field(&mut self, id: syntax::ExprId, name: &str) -> Result<ExprId, FieldError> {
        let found = self.program.find_variable(self.class, name);
        let until = found.as_ref().ok().and_then(|found| found.scope);
        if let Some(captured) = self.captured_variable(id, name, until) {
            return Ok(captured);
        }
        let found = found?;
        let field = &self.program.fields[found.field];
        if field.is_static() {
            self.check_forward_reference(id, found.field);
            return Ok(self.static_field(id, found.field));
        }
        if found.scope != Some(self.class) {
            let object = found.scope.and_then(|scope| self.instance_around(|class| class == scope));
            let Some(object) = object else {
                let message =
                    format!("non-static variable {name} cannot be referenced from a static context");
                self.error(self.span(id), message);
                return Ok(self.unknown(id));
            };
            return Ok(self.instance_field(id, object, found.field, true));
        }
        let is_early = self.in_prologue && self.assigned == Some(id) && !self.static_context;
        if !is_early && !self.check_this(id, name) {
            return Ok(self.unknown(id));
        }
        self.check_forward_reference(id, found.field);
        let object = self.push(ExprKind::This, Ty::Class(self.class), id);
        self.note_this(object);
        Ok(self.instance_field(id, object, found.field, true))
    }

    fn static_field(&mut self, id: syntax::ExprId, field: FieldId) -> ExprId {
        if !self.check_field_type(id, field) {
            return self.unknown(id);
        }
        self.check_enum_initializer(id, field);
        let f = &self.program.fields[field];
        let value = self.push_constant(ExprKind::StaticField(field), f.ty, id, f.constant.clone());
        self.note_field(value, None, field);
        value
    }

    /// `by_name`: without an object before it, where alone it can be a constant (JLS 15.29).
    pub(super) fn instance_field(
        &mut self,
        id: syntax::ExprId,
        object: ExprId,
        field: FieldId,
        by_name: bool,
    ) -> ExprId {
        if !self.check_field_type(id, field) {
            return self.unknown(id);
        }
        let f = &self.program.fields[field];
        let constant = if by_name { f.constant.clone() } else { None };
        let object = self.as_object_of(object, f.class);
        let value = self.push_constant(ExprKind::Field { object, field }, f.ty, id, constant);
        self.note_field(value, Some(object), field);
        value
    }

    fn check_field_type(&mut self, id: syntax::ExprId, field: FieldId) -> bool {
        let f = &self.program.fields[field];
        if let Some(reason) = &f.unsupported {
            self.unsupported(self.span(id), format!("field {} of {}", f.name, reason.what));
        } else if f.ty == Ty::Unknown {
            self.unsupported(self.span(id), format!("field {}", f.name));
        }
        f.unsupported.is_none() && f.ty != Ty::Unknown
    }

    /// In an initialiser, the simple name of a field that is declared later may only be assigned (8.3.3).
    fn check_forward_reference(&mut self, id: syntax::ExprId, field: FieldId) {
        let Some(position) = self.initializing else { return };
        let f = &self.program.fields[field];
        let same_side = f.is_static() == self.static_context;
        if f.class != self.class || !same_side || self.assigned == Some(id) {
            return;
        }
        let Some(index) = self.program.classes[self.class].fields.iter().position(|&g| g == field) else {
            return;
        };
        if index >= position {
            let message = if index == position && self.in_own_initializer {
                "self-reference in initializer"
            } else {
                "illegal forward reference"
            };
            self.error(self.span(id), message);
        }
    }

    /// Constructors and instance initialisers of an enum run before its static fields are set (8.9.2).
    fn check_enum_initializer(&mut self, id: syntax::ExprId, field: FieldId) {
        let kind = self.program.methods[self.body.method].kind;
        let before = matches!(kind, MethodKind::Constructor | MethodKind::InstanceInitializer);
        let f = &self.program.fields[field];
        if before
            && f.class == self.class
            && self.program.classes[self.class].is_enum()
            && f.constant.is_none()
        {
            self.error(self.span(id), "illegal reference to static field from initializer");
        }
    }

    pub(super) fn field_access(
        &mut self,
        id: syntax::ExprId,
        target: syntax::ExprId,
        name: &'a Ident,
    ) -> ExprId {
        match self.qualifier(target) {
            Qualifier::Value(object) => self.field_of_value(id, target, object, name),
            Qualifier::Class(class) => match self.field_of_class(id, class, name) {
                Ok(value) => value,
                Err(problem) => self.field_problem(id, &problem),
            },
            Qualifier::Package(parts) => {
                self.unknown_head(target, &parts, Some(&name.name));
                self.unknown(id)
            }
            Qualifier::Unknown => self.unknown(id),
        }
    }

    /// What the expression before a dot is: a name is a variable if there is one, else a type, else a
    /// package (6.4.2).
    pub(super) fn qualifier(&mut self, target: syntax::ExprId) -> Qualifier<'a> {
        let code = self.code;
        let node = &code.exprs[target];
        if node.is_parenthesized() {
            return Qualifier::Value(self.exact_operand(target));
        }
        let found = match &node.kind {
            syntax::ExprKind::Name(name) => self.head(target, name),
            syntax::ExprKind::Field { target: inner, name } if self.is_name_chain(*inner) => {
                match self.qualifier(*inner) {
                    Qualifier::Value(object) => {
                        Qualifier::Value(self.field_of_value(target, *inner, object, name))
                    }
                    Qualifier::Class(class) => self.member_of_class(target, class, name),
                    Qualifier::Package(parts) => self.longer_package(target, parts, name),
                    Qualifier::Unknown => Qualifier::Unknown,
                }
            }
            syntax::ExprKind::Super { qualifier: None } => match self.super_object(target) {
                Some(object) => Qualifier::Value(object),
                None => Qualifier::Unknown,
            },
            syntax::ExprKind::Super { .. } => {
                self.unsupported(node.span, "field of a qualified super");
                Qualifier::Unknown
            }
            _ => return Qualifier::Value(self.exact_operand(target)),
        };
        if let Qualifier::Value(value) = found {
            self.record(target, value);
        }
        found
    }

    fn is_name_chain(&self, id: syntax::ExprId) -> bool {
        let node = &self.code.exprs[id];
        !node.is_parenthesized()
            && matches!(node.kind, syntax::ExprKind::Name(_) | syntax::ExprKind::Field { .. })
    }

    /// The first of several names.
    fn head(&mut self, id: syntax::ExprId, name: &'a Name) -> Qualifier<'a> {
        if let Some(value) = self.local(id, name) {
            return Qualifier::Value(value);
        }
        match self.scoped_field(id, name) {
            Ok(value) => return Qualifier::Value(value),
            Err(FieldError::Unknown(_)) => {}
            Err(problem) => {
                self.field_problem(id, &problem);
                return Qualifier::Unknown;
            }
        }
        match resolve_class_name(self.program, self.scope.types(), self.class, &[name]) {
            Ok(Some(class)) => Qualifier::Class(class),
            Ok(None) | Err(TypeNameError::Unknown(_)) => {
                Qualifier::Package(Box::new(SmallVec::from_slice(&[&**name])))
            }
            // A name that may be a class outside our world; packages do not begin with a capital.
            Err(problem) if problem.is_unsupported() && name.starts_with(char::is_lowercase) => {
                Qualifier::Package(Box::new(SmallVec::from_slice(&[&**name])))
            }
            Err(problem) => {
                self.type_problem(id, &problem);
                Qualifier::Unknown
            }
        }
    }

    /// `C.name` before another dot: a static field, or a nested type.
    fn member_of_class(&mut self, id: syntax::ExprId, class: ClassId, name: &'a Ident) -> Qualifier<'a> {
        let problem = match self.field_of_class(id, class, name) {
            Ok(value) => return Qualifier::Value(value),
            Err(problem) => problem,
        };
        match member_type(self.program, class, &name.name, self.class) {
            Ok(Some(member)) => return Qualifier::Class(member),
            Ok(None) => {
                self.field_problem(id, &problem);
            }
            Err(problem) => self.type_problem(id, &problem),
        }
        Qualifier::Unknown
    }

    /// `a.b` where `a` is no variable and no type.
    fn longer_package(
        &mut self,
        id: syntax::ExprId,
        mut parts: Box<SmallVec<[&'a str; 6]>>,
        name: &'a Ident,
    ) -> Qualifier<'a> {
        parts.push(&name.name);
        match resolve_class_name(self.program, self.scope.types(), self.class, &parts) {
            Ok(Some(class)) => Qualifier::Class(class),
            Ok(None) | Err(TypeNameError::Unknown(_)) => Qualifier::Package(parts),
            Err(problem) if problem.is_unsupported() && name.name.starts_with(char::is_lowercase) => {
                Qualifier::Package(parts)
            }
            Err(problem) => {
                self.type_problem(id, &problem);
                Qualifier::Unknown
            }
        }
    }

    /// A qualified name of which no part has a meaning: of a class outside our world if a part looks like
    /// one, else an unknown variable.
    pub(super) fn unknown_head(&mut self, id: syntax::ExprId, parts: &[&str], last: Option<&str>) {
        let span = self.span(id);
        let all: SmallVec<[&str; 6]> = parts.iter().copied().chain(last).collect();
        match all.iter().position(|p| p.starts_with(char::is_uppercase)) {
            Some(class) if class > 0 && !self.is_class(&all[..=class]) => {
                self.unsupported(span, format!("type {}", all[..=class].join(".")));
            }
            _ => {
                let head = parts.first().copied().unwrap_or_default();
                self.error(span, format!("cannot find symbol: variable {head}"));
            }
        }
    }

    fn is_class(&self, parts: &[&str]) -> bool {
        matches!(resolve_class_name(self.program, self.scope.types(), self.class, parts), Ok(Some(_)))
    }

    fn field_of_class(
        &mut self,
        id: syntax::ExprId,
        class: ClassId,
        name: &Ident,
    ) -> Result<ExprId, FieldError> {
        let field = self.program.find_field(class, &name.name, self.class)?;
        if self.program.fields[field].is_static() {
            return Ok(self.static_field(id, field));
        }
        let message = format!("non-static variable {} cannot be referenced from a static context", name.name);
        self.error(self.span(id), message);
        Ok(self.unknown(id))
    }

    fn field_of_value(
        &mut self,
        id: syntax::ExprId,
        target: syntax::ExprId,
        object: ExprId,
        name: &Ident,
    ) -> ExprId {
        match self.ty(object) {
            Ty::Unknown => self.unknown(id),
            Ty::Array(_) if &*name.name == "length" => self.push(ExprKind::ArrayLength(object), Ty::INT, id),
            Ty::Class(class) => self.field_of_object(id, target, object, class, name),
            ty @ (Ty::Primitive(_) | Ty::Void | Ty::Null) => {
                let message = format!("{} cannot be dereferenced", self.program.type_name(ty));
                self.error(self.span(id), message);
                self.unknown(id)
            }
            Ty::Array(_) => self.field_problem(id, &FieldError::Unknown(name.name.to_string())),
        }
    }

    fn field_of_object(
        &mut self,
        id: syntax::ExprId,
        target: syntax::ExprId,
        object: ExprId,
        class: ClassId,
        name: &Ident,
    ) -> ExprId {
        let is_super = matches!(self.code.exprs[target].kind, syntax::ExprKind::Super { .. });
        let found = match is_super {
            true => self.program.find_super_field(class, &name.name, self.class),
            false => self.program.find_field(class, &name.name, self.class),
        };
        let field = match found {
            Ok(field) => field,
            Err(problem) => return self.field_problem(id, &problem),
        };
        if !self.program.fields[field].is_static() {
            return self.instance_field(id, object, field, false);
        }
        let pure = matches!(
            self.body.exprs[object].kind,
            ExprKind::Local(_) | ExprKind::This | ExprKind::StaticField(_)
        );
        if !pure && !is_super {
            self.unsupported(self.span(target), "static field of an expression with effects");
        }
        let value = self.static_field(id, field);
        self.body.exprs[value].constant = None;
        value
    }

    fn field_problem(&mut self, id: syntax::ExprId, problem: &FieldError) -> ExprId {
        match (problem.unsupported(), problem) {
            (Some(what), _) => self.unsupported(self.span(id), what),
            (None, FieldError::NotInLibrary { class, name }) if self.is_original => {
                self.unsupported(
                    self.span(id),
                    format!("field {name} of {class}, which is not in the library"),
                );
            }
            (None, _) => self.error(self.span(id), problem.to_string()),
        }
        self.unknown(id)
    }

    pub(super) fn type_problem(&mut self, id: syntax::ExprId, problem: &TypeNameError) {
        self.type_name_problem(self.span(id), problem);
    }

    pub(super) fn type_name_problem(&mut self, span: Span, problem: &TypeNameError) {
        match problem.is_unsupported() {
            true => self.unsupported(span, problem.to_string()),
            false => self.error(span, problem.to_string()),
        }
    }

    /// `super.name` as an expression is `this` seen as the superclass.
    pub(super) fn super_object(&mut self, id: syntax::ExprId) -> Option<ExprId> {
        if !self.check_this(id, "super") {
            return None;
        }
        let superclass = self.program.classes[self.class].superclass?;
        let this = self.push(ExprKind::This, Ty::Class(self.class), id);
        let object = self.convert(this, Ty::Class(superclass));
        self.note_super(object, superclass);
        Some(object)
    }

    /// Makes the local one of those whose assignment is always an error.
    pub(super) fn seal(&mut self, local: LocalId) {
        self.sealed_locals.push(local);
    }
}
