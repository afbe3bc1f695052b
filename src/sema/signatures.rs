//! The types of fields and methods, looked up when a member is needed.

use crate::sema::error::TypeNameError;
use crate::sema::generic::source::variables_around;
use crate::sema::load::Loader;
use crate::sema::names::{class_in, type_in};
use crate::sema::outside::OutsideType;
use crate::sema::program::{ClassId, FieldId, MethodId, MethodKind, MethodSource, Unsupported};
use crate::sema::types::Ty;
use crate::syntax::tree::{BaseType, MethodDecl, Modifiers, Span, TypeKind, TypeParameter, TypeRef};

impl Loader {
    pub(super) fn complete_field(&mut self, field: FieldId) {
        let class = self.program.fields[field].class;
        let Some(ty) = self.program.field_decl(field).map(|d| d.ty.clone()) else { return };
        self.program.fields[field].is_generic = self.is_generic_type(class, &[], &ty);
        match self.member_type(class, &[], &ty) {
            Ok(Ty::Void) => {
                self.report(class, ty.span, "illegal combination of types: a variable of type void");
            }
            Ok(resolved) => self.program.fields[field].ty = resolved,
            Err(unsupported) => self.program.fields[field].unsupported = Some(unsupported),
        }
        let modifiers = self.program.fields[field].modifiers;
        if let Some(why) = self.unusable_member(class, modifiers) {
            self.program.fields[field].unsupported.get_or_insert(why);
        }
    }

    pub(super) fn complete_method(&mut self, method: MethodId) {
        let class = self.program.methods[method].class;
        match self.program.method_decl(method).cloned() {
            Some(decl) => self.complete_declared(method, class, &decl),
            None => self.complete_implicit(method),
        }
        let m = &self.program.methods[method];
        let (modifiers, is_constructor) = (m.modifiers, m.is_constructor());
        let why = if is_constructor {
            self.program.classes[class].unsupported.clone()
        } else {
            self.unusable_member(class, modifiers)
        };
        if let Some(why) = why {
            self.program.methods[method].unsupported.get_or_insert(why);
        }
    }

    /// `valueOf(String)` of an enum is the only method with types that no file declares.
    fn complete_implicit(&mut self, method: MethodId) {
        let string = self.program.string();
        let m = &mut self.program.methods[method];
        if matches!(m.source, MethodSource::EnumValueOf) {
            for parameter in &mut m.parameters {
                parameter.ty = string;
            }
        }
    }

    fn complete_declared(&mut self, method: MethodId, class: ClassId, decl: &MethodDecl) {
        let mut reasons: Vec<Unsupported> = Vec::new();
        let variables = &decl.type_parameters;
        let all = decl.parameters.iter().map(|p| &p.ty).chain(&decl.return_type).chain(&decl.throws);
        let is_generic =
            !variables.is_empty() || all.into_iter().any(|ty| self.is_generic_type(class, variables, ty));
        let throws_variable = decl.throws.iter().any(|ty| self.is_generic_type(class, variables, ty));
        self.program.methods[method].is_generic = is_generic;
        self.program.methods[method].throws_variable = throws_variable;
        for bound in variables.iter().flat_map(|variable| &variable.bounds) {
            match self.program.role(class).is_compiled() {
                true => drop(self.read_arguments(class, variables, bound)),
                false => self.reach_written(class, variables, bound),
            }
        }
        for (n, parameter) in decl.parameters.iter().enumerate() {
            match self.member_type(class, variables, &parameter.ty) {
                Ok(Ty::Void) => {
                    self.report(class, parameter.ty.span, "'void' type not allowed here");
                }
                Ok(ty) => self.program.methods[method].parameters[n].ty = ty,
                Err(why) => {
                    let outside = OutsideType::of(self, class, variables, &parameter.ty);
                    self.program.tables.outside_parameters.insert((method, n), outside);
                    reasons.push(why);
                }
            }
        }
        if let Some(written) = &decl.return_type {
            match self.member_type(class, variables, written) {
                Ok(ty) => self.program.methods[method].return_type = ty,
                Err(why) => reasons.push(why),
            }
        }
        self.complete_throws(method, class, decl, &mut reasons);
        if let Some(first) = reasons.into_iter().next() {
            self.program.methods[method].unsupported = Some(first);
        }
    }

    /// Whether a type holds type arguments or is made of a variable. A local class holds the variables of the method around it.
    fn is_generic_type(&mut self, class: ClassId, variables: &[TypeParameter], ty: &TypeRef) -> bool {
        let BaseType::Named(segments) = &ty.base else { return false };
        let is_variable = match &segments[..] {
            [only] => {
                variables.iter().any(|own| own.name.name == only.name.name)
                    || match class_in(self, class, segments) {
                        Ok(named) => {
                            self.program.tables.classes[named].hidden_parameters > 0
                                || !variables_around(&self.program, named).is_empty()
                        }
                        Err(error) => matches!(error, TypeNameError::Variable { .. }),
                    }
            }
            _ => false,
        };
        is_variable || segments.iter().any(|segment| segment.arguments.is_some())
    }

    fn complete_throws(
        &mut self,
        method: MethodId,
        class: ClassId,
        decl: &MethodDecl,
        reasons: &mut Vec<Unsupported>,
    ) {
        let throwable = self.program.well_known.throwable;
        for written in &decl.throws {
            match self.member_type(class, &decl.type_parameters, written) {
                Ok(Ty::Class(thrown)) => {
                    self.resolve_ancestors(thrown);
                    if self.program.is_subclass(thrown, throwable) {
                        self.program.methods[method].throws.push(thrown);
                    } else {
                        let name = self.program.type_name(Ty::Class(thrown));
                        let message =
                            format!("incompatible types: {name} cannot be converted to java.lang.Throwable");
                        self.report(class, written.span, message);
                    }
                }
                Ok(_) => self.report(class, written.span, "unexpected type: a class is required here"),
                Err(why) => reasons.push(why),
            }
        }
    }

    /// The supertypes of a class, all the way up.
    fn resolve_ancestors(&mut self, class: ClassId) {
        use crate::sema::names::World as _;
        self.headers(class);
    }

    /// A type in the signature of a member. An error of a given file is reported here.
    fn member_type(
        &mut self,
        class: ClassId,
        variables: &[TypeParameter],
        ty: &TypeRef,
    ) -> Result<Ty, Unsupported> {
        // Of a compiled class, what it returns is reached where code names the method.
        match self.program.role(class).is_compiled() {
            true => drop(self.read_arguments(class, variables, ty)),
            false => self.reach_written(class, variables, ty),
        }
        match type_in(self, class, variables, ty) {
            Ok(resolved) => Ok(resolved),
            Err(error) if error.is_unsupported() => Err(unsupported(error.to_string(), ty.span)),
            Err(error) => {
                self.report(class, ty.span, error.to_string());
                Err(unsupported(error.to_string(), ty.span))
            }
        }
    }

    /// Why a member of this class is of no use: its class has no objects here, or is of another kind.
    fn unusable_member(&self, class: ClassId, modifiers: Modifiers) -> Option<Unsupported> {
        let c = &self.program.classes[class];
        let why = c.unsupported.as_ref()?;
        let is_static = modifiers.has(Modifiers::STATIC);
        let static_stands = c.kind == TypeKind::Class || c.kind == TypeKind::Interface;
        (!is_static || !static_stands || c.name.is_empty()).then(|| why.clone())
    }

    /// Initialisers of a class that has none of its own kind run nowhere.
    pub(super) fn complete_initializers(&mut self, class: ClassId) {
        let c = &self.program.classes[class];
        for method in [c.static_initializer, c.instance_initializer].into_iter().flatten() {
            let is_static = self.program.methods[method].kind == MethodKind::StaticInitializer;
            let bits = if is_static { Modifiers::STATIC } else { 0 };
            let why = self.unusable_member(class, Modifiers { bits, span: Span::default() });
            self.program.methods[method].unsupported = why;
        }
    }
}

const fn unsupported(what: String, span: Span) -> Unsupported {
    Unsupported { what, span }
}
