//! From the names in class files to classes, fields and methods (JVMS 5.4.3).

use crate::class_files::code::Member;
use crate::class_files::header::Access;
use crate::class_files::signature::letter;
pub(super) use crate::class_files::signature::parameters;
use crate::exec::compiled::{Compiled, RunField};
use crate::exec::layout::Layouts;
use crate::exec::slot::RuntimeType;
use crate::jvm::value::PrimitiveType;
use crate::sema::program::{ClassId, FieldId, MethodId, MethodKind, Role};
use crate::sema::types::Ty;
use crate::syntax::tree::Modifiers;

/// What a field that code names is.
pub(super) enum Field {
    /// Of a class of the program.
    OfProgram(FieldId),
    OfFile(ClassId, RunField),
}

/// The type that a method returns.
pub(super) fn result(descriptor: &str) -> &str {
    descriptor.rsplit_once(')').map_or("V", |(_, result)| result)
}

pub(super) fn primitive(wanted: char) -> Option<PrimitiveType> {
    PrimitiveType::ALL.into_iter().find(|&p| letter(p) == wanted)
}

impl Compiled {
    /// The type that a descriptor writes.
    pub(super) fn ty(&self, layouts: &Layouts, descriptor: &str) -> Result<Ty, String> {
        let element = descriptor.trim_start_matches('[');
        let dims = descriptor.len() - element.len();
        let mut letters = element.chars();
        let base = match letters.next() {
            Some('V') => Ty::Void,
            Some('L') => Ty::Class(self.named(layouts, letters.as_str().trim_end_matches(';'))?),
            letter => Ty::Primitive(letter.and_then(primitive).ok_or("a type that cannot be read")?),
        };
        (0..dims).try_fold(base, |ty, _| ty.array_of().map(Ty::Array)).ok_or_else(|| "a type".to_owned())
    }

    /// The type that a constant for a class names: `java/lang/String`, `[I`.
    pub(super) fn class_constant(&self, layouts: &Layouts, name: &str) -> Result<Ty, String> {
        match name.starts_with('[') {
            true => self.ty(layouts, name),
            false => self.named(layouts, name).map(Ty::Class),
        }
    }

    pub(super) fn named(&self, layouts: &Layouts, name: &str) -> Result<ClassId, String> {
        let unknown = || match self.files.find(name) {
            Err(error) => error.to_string(),
            Ok(_) => format!("the class {}", name.replace('/', ".")),
        };
        self.class(layouts, name).ok_or_else(unknown)
    }

    pub(super) fn runtime_type(&self, layouts: &Layouts, name: &str) -> Result<RuntimeType, String> {
        let ty = self.class_constant(layouts, name)?;
        RuntimeType::of(ty).ok_or_else(|| format!("the type {name}"))
    }

    /// The classes and interfaces above a class, itself first.
    pub(crate) fn superclass(&self, class: ClassId) -> Option<ClassId> {
        match self.run_class(class) {
            Some(run) if !self.is_of_source(class) => run.superclass,
            _ if self.is_of_program(class) => self.program.classes[class].superclass,
            _ => None,
        }
    }

    pub(crate) fn is_interface(&self, class: ClassId) -> bool {
        match self.run_class(class) {
            Some(run) => run.is_interface,
            None => self.program.classes.get(class).is_some_and(|c| c.is_interface()),
        }
    }

    /// The superclasses of a class, itself first.
    pub(crate) fn chain(&self, class: ClassId) -> impl Iterator<Item = ClassId> + '_ {
        std::iter::successors(Some(class), |&c| self.superclass(c)).take(1_000)
    }

    pub(super) fn field(&self, layouts: &Layouts, member: &Member) -> Result<Field, String> {
        let missing = || format!("the field {}.{}", member.class.replace('/', "."), member.name);
        let class = self.named(layouts, &member.class)?;
        for owner in self.chain(class) {
            if let Some(found) = self.declared_field(layouts, owner, member) {
                return Ok(found);
            }
        }
        let above = layouts.class(class).ancestors.iter().copied();
        above
            .filter(|&c| self.is_interface(c))
            .find_map(|c| self.declared_field(layouts, c, member))
            .ok_or_else(missing)
    }

    fn declared_field(&self, layouts: &Layouts, class: ClassId, member: &Member) -> Option<Field> {
        let name = &*member.name;
        if self.is_of_source(class) {
            let fields = &self.program.classes[class].fields;
            // The library's may be of another type: then it is another field. What the JDK alone has lies in its class file.
            let is_it = |&f: &FieldId| {
                let field = &self.program.fields[f];
                let is_own = !field.modifiers.has(Modifiers::COMPILED);
                is_own && &*field.name == name && self.descriptor_of(field.ty) == *member.descriptor
            };
            let of_program = fields.iter().copied().find(is_it);
            if let Some(field) = of_program {
                return Some(Field::OfProgram(field));
            }
        }
        let run = self.file_of(layouts, class)?;
        if let Some(&found) = run.fields.get(name) {
            return Some(Field::OfFile(class, found));
        }
        // The library's objects have the library's fields.
        let own = if self.is_of_source(class) { None } else { self.own_slot(layouts, run, name) };
        own.map(|found| Field::OfFile(class, found))
    }

    pub(super) fn resolve_method(&self, layouts: &Layouts, member: &Member) -> Result<MethodId, String> {
        let class = match member.class.starts_with('[') {
            // Arrays have the methods of Object.
            true => self.program.well_known.object,
            false => self.named(layouts, &member.class)?,
        };
        self.find_method(layouts, class, &member.name, &member.descriptor).ok_or_else(|| {
            let types: Vec<String> = parameters(&member.descriptor).map(super::simple_name).collect();
            format!(
                "the method {}.{}({})",
                member.class.replace(['/', '$'], "."),
                member.name,
                types.join(",")
            )
        })
    }

    /// The method that a name means in a class: of it, above it, or of an interface.
    pub(super) fn find_method(
        &self,
        layouts: &Layouts,
        class: ClassId,
        name: &str,
        descriptor: &str,
    ) -> Option<MethodId> {
        self.in_chain(layouts, class, name, descriptor).or_else(|| {
            let above = || layouts.class(class).ancestors.iter().copied().filter(|&c| self.is_interface(c));
            let found = |c: ClassId| self.declared(layouts, c, name, descriptor);
            // One with a body, where there is one: the most specific.
            let mut best: Option<(ClassId, MethodId)> = None;
            for c in above() {
                if let Some(method) = found(c).filter(|&m| !self.is_abstract(m) && !self.is_static(m))
                    && best.is_none_or(|(known, _)| layouts.is_subclass(c, known))
                {
                    best = Some((c, method));
                }
            }
            // Every interface has the methods of Object (JVMS 5.4.3.4).
            let of_object = || found(self.program.well_known.object).filter(|_| self.is_interface(class));
            best.map(|(_, method)| method).or_else(|| above().find_map(found)).or_else(of_object)
        })
    }

    /// The method of a class or of one above it. What sources say comes first, all the way up: where the library's
    /// classes are divided in another way than the JDK's, they are the library's.
    pub(super) fn in_chain(
        &self,
        layouts: &Layouts,
        class: ClassId,
        name: &str,
        descriptor: &str,
    ) -> Option<MethodId> {
        let first = |c: ClassId| match self.is_of_source(c) {
            true => self.of_sources(c, name, descriptor),
            false => self.declared(layouts, c, name, descriptor),
        };
        let known = self.chain(class).find_map(first);
        // But nobody has forgotten what the JDK's class has of its own instead of Object's.
        let is_rest = |&found: &MethodId| self.owner(found) != Some(self.program.well_known.object);
        known
            .filter(is_rest)
            .or_else(|| self.chain(class).find_map(|c| self.declared(layouts, c, name, descriptor)).or(known))
    }

    /// The method that a class declares.
    pub(super) fn declared(
        &self,
        layouts: &Layouts,
        class: ClassId,
        name: &str,
        descriptor: &str,
    ) -> Option<MethodId> {
        if self.is_of_source(class)
            && let Some(found) = self.of_sources(class, name, descriptor)
        {
            return Some(found);
        }
        // The names of the maps' keys are counted references, so a look-up by text makes two.
        let run = self.file_of(layouts, class)?;
        run.methods.get(&(name.into(), descriptor.into())).copied()
    }

    /// The method that a class declares in its source.
    fn of_sources(&self, class: ClassId, name: &str, descriptor: &str) -> Option<MethodId> {
        let declared = &self.program.classes[class];
        let fits = |&&id: &&MethodId| {
            let m = &self.program.methods[id];
            &*m.name == name
                && matches!(m.kind, MethodKind::Method | MethodKind::Constructor)
                && m.unsupported.is_none()
                && !m.modifiers.has(Modifiers::COMPILED)
                && self.has_parameters(id, descriptor)
        };
        declared.methods.iter().find(fits).copied()
    }

    fn has_parameters(&self, method: MethodId, descriptor: &str) -> bool {
        let m = &self.program.methods[method];
        let mut wanted = parameters(descriptor);
        let same = m.parameters.iter().all(|p| wanted.next().is_some_and(|w| w == self.descriptor_of(p.ty)));
        same && wanted.next().is_none()
    }

    /// How class files write a type.
    pub(in crate::exec) fn descriptor_of(&self, ty: Ty) -> String {
        ty.descriptor(&|class| self.name_of(class).to_string())
    }

    /// Name and descriptor of a method of the program.
    pub(super) fn program_descriptor(&self, method: MethodId) -> String {
        let m = &self.program.methods[method];
        let parameters: String = m.parameters.iter().map(|p| self.descriptor_of(p.ty)).collect();
        format!("({parameters}){}", self.descriptor_of(m.return_type))
    }

    /// The method of a class file that a compiled method of the program is; other methods are themselves.
    pub(crate) fn run_method(&self, layouts: &Layouts, method: MethodId) -> MethodId {
        let Some(m) = self.program.methods.get(method) else { return method };
        let Some(descriptor) = self.program.compiled_descriptor(method) else { return method };
        let found = self
            .file_of(layouts, m.class)
            .and_then(|class| class.methods.get(&(m.name.clone(), descriptor.clone())).copied());
        found.unwrap_or(method)
    }

    pub(super) fn is_abstract(&self, method: MethodId) -> bool {
        match self.method(method) {
            Some(run) => run.access.has(Access::ABSTRACT),
            None => self.program.methods.get(method).is_some_and(|m| m.is_abstract()),
        }
    }

    pub(super) fn is_static(&self, method: MethodId) -> bool {
        match self.method(method) {
            Some(run) => run.access.has(Access::STATIC),
            None => self.program.methods.get(method).is_some_and(|m| m.is_static()),
        }
    }

    pub(super) fn is_private(&self, method: MethodId) -> bool {
        match self.method(method) {
            Some(run) => run.access.has(Access::PRIVATE),
            None => self.program.methods.get(method).is_some_and(|m| m.modifiers.has(Modifiers::PRIVATE)),
        }
    }

    /// The constructor with these parameters that everybody may call on a class that everybody may name.
    pub(crate) fn public_constructor(
        &self,
        layouts: &Layouts,
        class: ClassId,
        descriptor: &str,
    ) -> Option<MethodId> {
        let constructor = self.declared(layouts, class, "<init>", descriptor)?;
        let is_public = match (self.method(constructor), self.run_class(class)) {
            (Some(method), Some(run)) => {
                let access = run.file.as_ref()?.class.access;
                let is_concrete = !access.has(Access::ABSTRACT) && access.has(Access::PUBLIC);
                is_concrete && method.access.has(Access::PUBLIC)
            }
            _ => {
                let class = self.program.classes.get(class)?;
                let is_concrete = !class.is_abstract() && class.modifiers.has(Modifiers::PUBLIC);
                let method = self.program.methods.get(constructor)?;
                is_concrete && class.outer.is_none() && method.modifiers.has(Modifiers::PUBLIC)
            }
        };
        is_public.then_some(constructor)
    }

    /// The class that declares a method.
    pub(crate) fn owner(&self, method: MethodId) -> Option<ClassId> {
        match self.method(method) {
            Some(run) => Some(run.class),
            None => self.program.methods.get(method).map(|m| m.class),
        }
    }

    /// Whether a method is the library's or the JDK's own.
    pub(crate) fn is_of_platform(&self, method: MethodId) -> bool {
        match self.method(method) {
            Some(run) => run.is_of_jdk,
            None => self
                .program
                .methods
                .get(method)
                .is_some_and(|m| matches!(self.program.role(m.class), Role::Library | Role::Jdk)),
        }
    }
}
