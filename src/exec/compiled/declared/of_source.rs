//! Classes of sources as javac would write them into class files. The members that it adds (for lambdas, inner classes, assertions,
//! bridges) depend on its version and on code that mutants change: where a class has such, lists that would hold them are not told.

use super::{Around, Declared, Shown};
use crate::class_files::header::{Access, Name};
use crate::exec::compiled::{Compiled, resolve};
use crate::exec::layout::Layouts;
use crate::sema::generic::text;
use crate::sema::inner::is_anonymous;
use crate::sema::program::{
    Class, ClassId, Field, FieldId, Method, MethodId, MethodKind, MethodSource, Role,
};
use crate::sema::types::Ty;
use crate::syntax::tree::{
    Annotation, Code, ExprKind, Member, Modifiers, Parameter, StmtKind, TypeDecl, TypeKind,
};

/// Annotations of `java.lang` that no class file has.
const OF_SOURCES: [&str; 2] = ["Override", "SuppressWarnings"];

/// The flags of modifiers that mean the same wherever they stand.
const ALIKE: [(u32, u16); 6] = [
    (Modifiers::PUBLIC, Access::PUBLIC),
    (Modifiers::PRIVATE, Access::PRIVATE),
    (Modifiers::PROTECTED, Access::PROTECTED),
    (Modifiers::STATIC, Access::STATIC),
    (Modifiers::FINAL, Access::FINAL),
    (Modifiers::ABSTRACT, Access::ABSTRACT),
];
const OF_FIELDS: [(u32, u16); 2] =
    [(Modifiers::VOLATILE, Access::VOLATILE), (Modifiers::TRANSIENT, Access::TRANSIENT)];
const OF_METHODS: [(u32, u16); 2] =
    [(Modifiers::SYNCHRONIZED, Access::SYNCHRONIZED), (Modifiers::NATIVE, Access::NATIVE)];

fn flags(modifiers: Modifiers, more: &[(u32, u16)]) -> u16 {
    let set = ALIKE.iter().chain(more).filter(|(modifier, _)| modifiers.has(*modifier));
    set.fold(0, |flags, (_, flag)| flags | flag)
}

/// A method that overriding may concern: as class files name it.
struct Overridable {
    name: Name,
    descriptor: String,
    access: u16,
}

impl Compiled {
    fn declaration(&self, class: ClassId) -> (&Class, &TypeDecl) {
        (&self.program.classes[class], self.program.decl(class))
    }

    pub(super) fn source_signature(&self, class: ClassId) -> Shown<Option<String>> {
        text::of_class(&self.program, class, &|class| self.name_of(class).to_string())
    }

    pub(super) fn source_access(&self, class: ClassId) -> Shown<u16> {
        let (c, decl) = self.declaration(class);
        if self.program.is_constant_body(class) {
            return Err("the modifiers of the body of an enum constant".to_owned());
        }
        if is_anonymous(&c.name) {
            return Ok(0);
        }
        let of_kind = match c.kind {
            TypeKind::Class | TypeKind::Record => 0,
            TypeKind::Interface => Access::INTERFACE,
            TypeKind::Annotation => Access::INTERFACE | Access::ANNOTATION,
            TypeKind::Enum => Access::ENUM,
        };
        // A local class that has no object around it is marked as one of the class itself.
        let is_local = c.kind == TypeKind::Class && self.program.is_local_class(class);
        let unmarked = if is_local { !Access::STATIC } else { !0 };
        let access = (flags(c.modifiers, &[]) & unmarked) | of_kind;
        if c.kind != TypeKind::Enum || decl.constants.iter().all(|constant| constant.body.is_none()) {
            return Ok(access);
        }
        // Abstract if it leaves a method open, be it one of an interface.
        let is_open = |&method: &MethodId| self.program.methods[method].is_abstract();
        match c.methods.iter().any(is_open) {
            true => Ok(access | Access::ABSTRACT),
            false if c.interfaces.is_empty() => Ok(access & !Access::ABSTRACT),
            false => Err("the modifiers of an enum whose constants have bodies".to_owned()),
        }
    }

    pub(super) fn source_interfaces(&self, class: ClassId) -> Shown<Vec<ClassId>> {
        let (c, decl) = self.declaration(class);
        match c.interfaces.len() < decl.implements.len() {
            true => Err(format!("the interfaces of {}", c.qualified_name)),
            false => Ok(c.interfaces.clone()),
        }
    }

    /// Whether nobody need be permitted. An enum whose constants have bodies is sealed, too.
    pub(super) fn source_permitted(&self, class: ClassId) -> Shown<()> {
        let (c, decl) = self.declaration(class);
        let has_bodies = decl.constants.iter().any(|constant| constant.body.is_some());
        match c.modifiers.has(Modifiers::SEALED) || has_bodies {
            true => Err(format!("the subclasses that {} permits", c.qualified_name)),
            false => Ok(()),
        }
    }

    pub(super) fn source_around(&self, class: ClassId) -> Around {
        match self.program.classes[class].outer {
            None => Around::Nothing,
            Some(outer) if self.program.is_local_class(class) => Around::Code(outer),
            Some(outer) => Around::Member(outer),
        }
    }

    pub(super) fn source_simple_name(&self, class: ClassId) -> Option<String> {
        let c = &self.program.classes[class];
        let is_named = c.outer.is_some() && !is_anonymous(&c.name);
        is_named.then(|| self.program.simple_class_name(class).to_owned())
    }

    pub(super) fn source_is_annotated(&self, class: ClassId) -> bool {
        self.has_annotation(&self.program.decl(class).annotations)
    }

    /// Whether one of these may be there when the program runs.
    fn has_annotation(&self, annotations: &[Annotation]) -> bool {
        let is_ours = |name: &str| {
            let own = |c: &Class| c.kind == TypeKind::Annotation && &*c.name == name;
            self.program
                .classes
                .iter_enumerated()
                .any(|(id, c)| own(c) && !self.program.role(id).is_foreign())
        };
        let vanishes = |annotation: &Annotation| {
            let name = annotation.name.last().map(|ident| &*ident.name);
            name.is_some_and(|name| OF_SOURCES.contains(&name) && !is_ours(name))
        };
        !annotations.iter().all(vanishes)
    }

    pub(super) fn source_fields(&self, class: ClassId) -> Shown<Vec<Declared>> {
        let (c, decl) = self.declaration(class);
        let added = |field: &Field| field.modifiers.has(Modifiers::SYNTHETIC);
        let asserts =
            |code: &Code| code.stmts.iter().any(|stmt| matches!(stmt.kind, StmtKind::Assert { .. }));
        let is_inner = self.program.outer_instance(class).is_some();
        let has_added = is_inner || c.fields.iter().any(|&field| added(&self.program.fields[field]));
        if has_added || codes(decl).any(asserts) {
            return Err(format!("the fields that a compiler adds to {}", c.qualified_name));
        }
        let mut fields = c.fields.iter().map(|&field| self.source_field(field)).collect::<Shown<Vec<_>>>()?;
        if c.is_enum() {
            fields.push(Declared {
                name: "$VALUES".to_owned(),
                descriptor: format!("[L{};", self.name_of(class)),
                access: Access::PRIVATE | Access::STATIC | Access::FINAL | Access::SYNTHETIC,
                signature: None,
                exceptions: Vec::new(),
                is_annotated: false,
            });
        }
        Ok(fields)
    }

    /// One that is written; whether there is one that a compiler adds is not told.
    pub(super) fn source_field_named(&self, class: ClassId, name: &str) -> Shown<Option<(usize, Declared)>> {
        let is_named = |&field: &FieldId| {
            let f = &self.program.fields[field];
            &*f.name == name && !f.modifiers.has(Modifiers::SYNTHETIC)
        };
        let c = &self.program.classes[class];
        match c.fields.iter().position(is_named) {
            Some(at) => Ok(Some((at, self.source_field(c.fields[at])?))),
            None if name.contains('$') => Err(format!("the field {name}, by reflection")),
            None => Ok(None),
        }
    }

    fn source_field(&self, field: FieldId) -> Shown<Declared> {
        let f = &self.program.fields[field];
        let is_constant = self.program.classes[f.class].constants.contains(&field);
        let annotations = match self.program.field_decl(field) {
            Some(decl) => &decl.annotations[..],
            None => {
                let constants = &self.program.decl(f.class).constants;
                let own = constants.iter().find(|constant| constant.name.name == f.name);
                own.map_or(&[][..], |constant| &constant.annotations)
            }
        };
        // Those of a record's component stand in its header.
        let components = &self.program.decl(f.class).components;
        let component = components.iter().find(|component| component.name.name == f.name);
        let of_component = component.map_or(&[][..], |component| &component.annotations);
        Ok(Declared {
            name: f.name.to_string(),
            descriptor: self.known_descriptor(f.ty)?,
            access: flags(f.modifiers, &OF_FIELDS) | if is_constant { Access::ENUM } else { 0 },
            signature: text::of_field(&self.program, field, &|class| self.name_of(class).to_string())?,
            exceptions: Vec::new(),
            is_annotated: self.has_annotation(annotations) || self.has_annotation(of_component),
        })
    }

    fn known_descriptor(&self, ty: Ty) -> Shown<String> {
        match ty {
            Ty::Unknown | Ty::Null => Err("a member of a type that is not known".to_owned()),
            ty => Ok(self.descriptor_of(ty)),
        }
    }

    pub(super) fn source_constructors(&self, class: ClassId) -> Shown<Vec<Declared>> {
        let (c, _) = self.declaration(class);
        // They have parameters that nobody writes.
        let is_inner = self.program.outer_instance(class).is_some();
        if c.is_enum() || is_inner || self.program.is_local_class(class) {
            return Err(format!("the constructors of {}", c.qualified_name));
        }
        let own = c.methods.iter().filter(|&&method| self.program.methods[method].is_constructor());
        own.map(|&method| self.source_method(method)).collect()
    }

    fn source_method(&self, method: MethodId) -> Shown<Declared> {
        let m = &self.program.methods[method];
        let written = self.program.method_decl(method).map_or(m.throws.len(), |decl| decl.throws.len());
        let is_known = m.unsupported.is_none()
            && !m.throws_variable
            && m.throws.len() == written
            && !m.modifiers.has(Modifiers::STRICTFP)
            && !self.is_strict(m.class);
        if !is_known {
            return Err(format!("reflection on the method {}", self.program.qualified_method_name(method)));
        }
        let mut descriptor = "(".to_owned();
        for parameter in &m.parameters {
            descriptor += &self.known_descriptor(parameter.ty)?;
        }
        descriptor += ")";
        descriptor += &self.known_descriptor(m.return_type)?;
        let varargs = if m.varargs { Access::VARARGS } else { 0 };
        Ok(Declared {
            name: m.name.to_string(),
            descriptor,
            access: flags(m.modifiers, &OF_METHODS) | varargs,
            signature: text::of_method(&self.program, method, &|class| self.name_of(class).to_string())?,
            exceptions: m.throws.iter().map(|&thrown| self.name_of(thrown).to_string()).collect(),
            is_annotated: self.method_is_annotated(method),
        })
    }

    /// Whether the class is strict, so that older compilers say so of its methods.
    fn is_strict(&self, class: ClassId) -> bool {
        let around = std::iter::successors(Some(class), |&c| self.program.classes[c].outer);
        around.into_iter().any(|c| self.program.classes[c].modifiers.has(Modifiers::STRICTFP))
    }

    /// The method that is written with these parameters; whether there is one that a compiler adds is not told.
    pub(super) fn source_method_named(
        &self,
        layouts: &Layouts,
        class: ClassId,
        name: &str,
        parameters: &str,
    ) -> Shown<Option<Declared>> {
        let c = &self.program.classes[class];
        let is_it = |&method: &MethodId| {
            let m = &self.program.methods[method];
            m.kind == MethodKind::Method
                && &*m.name == name
                && !matches!(m.source, MethodSource::Bridge(_))
                && self.program_descriptor(method).starts_with(parameters)
        };
        let of_name = |&&method: &&MethodId| {
            let m = &self.program.methods[method];
            m.kind == MethodKind::Method && &*m.name == name
        };
        let mut found = Vec::new();
        for &method in c.methods.iter().filter(of_name) {
            // Its types must be known before they are compared.
            self.source_method(method)?;
            found.extend(Some(method).filter(is_it));
        }
        match found[..] {
            [method] => self.source_method(method).map(Some),
            [] if name.contains('$') || self.may_have_bridges(layouts, class)? => {
                Err(format!("the method {name} of {}, by reflection", c.qualified_name))
            }
            [] => Ok(None),
            _ => Err(format!("the methods {name} of {}", c.qualified_name)),
        }
    }

    /// The components of a record, which its header gives.
    pub(super) fn source_components(&self, class: ClassId) -> Shown<Vec<Declared>> {
        let (c, decl) = self.declaration(class);
        let of_component = |component: &Parameter| {
            let mut fields = c.fields.iter().copied();
            let is_it = |&field: &FieldId| {
                let f = &self.program.fields[field];
                f.name == component.name.name && !f.is_static()
            };
            match fields.find(is_it) {
                Some(field) => self.source_field(field),
                None => Err(format!("the components of {}", c.qualified_name)),
            }
        };
        decl.components.iter().map(of_component).collect()
    }

    fn method_is_annotated(&self, method: MethodId) -> bool {
        let m = &self.program.methods[method];
        // What stands on a component of a record may go over to its members.
        let components = &self.program.decl(m.class).components;
        let implied = m.modifiers.has(Modifiers::IMPLIED)
            && components.iter().any(|component| self.has_annotation(&component.annotations));
        let Some(decl) = self.program.method_decl(method) else { return implied };
        implied
            || decl.default.is_some()
            || self.has_annotation(&decl.annotations)
            || decl.parameters.iter().any(|parameter| self.has_annotation(&parameter.annotations))
    }

    pub(super) fn source_methods(
        &self,
        layouts: &Layouts,
        class: ClassId,
        public_only: bool,
    ) -> Shown<Vec<Declared>> {
        let (c, _) = self.declaration(class);
        let added = || format!("the methods that a compiler adds to {}", c.qualified_name);
        let is_method = |&&method: &&MethodId| self.program.methods[method].kind == MethodKind::Method;
        let own = c.methods.iter().filter(is_method);
        let mut methods = own.map(|&method| self.source_method(method)).collect::<Shown<Vec<_>>>()?;
        if self.may_have_bridges(layouts, class)? || (!public_only && self.may_have_helpers(class)) {
            return Err(added());
        }
        if c.is_enum() && !public_only {
            methods.push(Declared {
                name: "$values".to_owned(),
                descriptor: format!("()[L{};", self.name_of(class)),
                access: Access::PRIVATE | Access::STATIC | Access::SYNTHETIC,
                signature: None,
                exceptions: Vec::new(),
                is_annotated: false,
            });
        }
        Ok(methods)
    }

    /// Whether the compiler may add methods for lambdas, or for what inner classes reach of a superclass.
    fn may_have_helpers(&self, class: ClassId) -> bool {
        let program = &self.program;
        let (c, decl) = self.declaration(class);
        let is_function = |code: &Code| {
            let is_it = |kind: &ExprKind| matches!(kind, ExprKind::Lambda(_) | ExprKind::MethodReference(_));
            code.exprs.iter().any(|expr| is_it(&expr.kind))
        };
        if codes(decl).any(is_function) {
            return true;
        }
        let mut nested = program.classes.iter_enumerated().filter(|(_, other)| other.outer == Some(class));
        if nested.next().is_none() {
            return false;
        }
        // Protected members of another package; those of `Object` are two.
        let text = &program.unit_of(class).tree.source.text;
        let is_far =
            |above: ClassId| above != program.well_known.object && !program.same_package(above, class);
        c.superclass.is_some_and(is_far)
            || ["clone", "finalize", "super"].iter().any(|name| text.contains(name))
    }

    /// Whether a method that is declared, or inherited, may override one whose descriptor is another, or is one that a class that
    /// not everybody may name hands down.
    fn may_have_bridges(&self, layouts: &Layouts, class: ClassId) -> Shown<bool> {
        let own = self.overridable(layouts, class)?;
        let superclass = self.superclass(class);
        let is_public =
            |class: ClassId| Ok::<bool, String>(self.shown_access(layouts, class)? & Access::PUBLIC != 0);
        let mut inherited = Vec::new();
        for above in superclass.into_iter().flat_map(|above| self.chain(above)) {
            let methods = self.overridable(layouts, above)?;
            let is_handed_down = |m: &Overridable| {
                m.access & Access::PUBLIC != 0 && m.access & (Access::ABSTRACT | Access::FINAL) == 0
            };
            if is_public(class)? && !is_public(above)? && methods.iter().any(is_handed_down) {
                return Ok(true);
            }
            inherited.extend(methods);
        }
        for &above in layouts.class(class).ancestors.iter().filter(|&&above| above != class) {
            let is_new =
                self.is_interface(above) && superclass.is_none_or(|known| !layouts.is_subclass(known, above));
            let others = if is_new { &inherited[..] } else { &[] };
            for under in self.overridable(layouts, above)? {
                if own.iter().chain(others).any(|m| differs(m, &under)) {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// The methods of a class that others may override, or that may override others.
    fn overridable(&self, layouts: &Layouts, class: ClassId) -> Shown<Vec<Overridable>> {
        let is_it = |access: u16| access & (Access::STATIC | Access::PRIVATE) == 0;
        let of_source = self.is_of_program(class)
            && matches!(self.program.role(class), Role::Given | Role::SourcePath | Role::Driver);
        if of_source {
            let methods =
                self.program.classes[class].methods.iter().map(|&id| (id, &self.program.methods[id]));
            let is_method = |m: &Method| m.kind == MethodKind::Method && is_it(flags(m.modifiers, &[]));
            let found = methods.filter(|(_, m)| is_method(m)).map(|(id, m)| Overridable {
                name: m.name.clone(),
                descriptor: self.program_descriptor(id),
                access: flags(m.modifiers, &[]),
            });
            return Ok(found.collect());
        }
        let methods = self.shown_methods(layouts, class, false)?.into_iter();
        let is_written = |m: &Declared| is_it(m.access) && m.access & Access::SYNTHETIC == 0;
        let found = methods.filter(is_written).map(|m| Overridable {
            name: m.name.into(),
            descriptor: m.descriptor,
            access: m.access,
        });
        Ok(found.collect())
    }

    /// The order in which they are told is not known where there are several.
    pub(super) fn source_classes(&self, class: ClassId) -> Shown<Vec<ClassId>> {
        let is_member = |&id: &ClassId| self.source_around(id) == Around::Member(class);
        let found: Vec<ClassId> = self.program.classes.ids().filter(is_member).collect();
        match found.len() {
            0 | 1 => Ok(found),
            _ => Err(format!("the order of the classes in {}", self.program.classes[class].qualified_name)),
        }
    }
}

/// Whether both have a name and a number of parameters, and are not the same.
fn differs(a: &Overridable, b: &Overridable) -> bool {
    let count = |m: &Overridable| resolve::parameters(&m.descriptor).count();
    a.name == b.name && a.descriptor != b.descriptor && count(a) == count(b)
}

/// The code of a class's own members.
fn codes(decl: &TypeDecl) -> impl Iterator<Item = &Code> {
    let of_members = decl.members.iter().filter_map(|member| match member {
        Member::Field(field) => field.init.as_deref(),
        Member::Method(method) => method.body.as_deref(),
        Member::Initializer(initializer) => Some(&*initializer.body),
        Member::Type(_) => None,
    });
    of_members.chain(decl.constants.iter().map(|constant| &*constant.arguments))
}
