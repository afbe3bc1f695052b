//! What reflection shows of a class: its place, its supertypes and members, with the signatures that class files have. Of a class
//! file, and of a class of the library by the JDK's file, it is what stands there; of a class of a source what javac would write
//! ([`of_source`]), as far as that can be told.
//!
//! What cannot be told is an error that says what was asked: it ends the run.

mod of_source;

use std::collections::HashSet;

use crate::class_files::header::{Access, ClassFile, FieldHeader, Name, RecordComponent};
use crate::exec::compiled::{Compiled, lambda, resolve};
use crate::exec::layout::Layouts;
use crate::exec::slot::RuntimeType;
use crate::sema::program::{ClassId, Role};

/// What cannot be told, for people.
pub(in crate::exec) type Shown<T> = Result<T, String>;

/// The flags that `getModifiers` of a class shows: the JVM's own (`ACC_SUPER`) is none.
const OF_CLASSES: u16 = !0x0020;

/// A field, method or constructor.
#[derive(Clone, Debug)]
pub(in crate::exec) struct Declared {
    pub name: String,
    /// Erased.
    pub descriptor: String,
    pub access: u16,
    pub signature: Option<String>,
    /// The classes of its `throws` clause, as class files name them.
    pub exceptions: Vec<String>,
    pub is_annotated: bool,
}

impl Declared {
    pub(crate) const fn is_public(&self) -> bool {
        self.access & Access::PUBLIC != 0
    }
}

/// The class around another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::exec) enum Around {
    /// It is a top-level class.
    Nothing,
    /// It is a member of this one.
    Member(ClassId),
    /// It stands in code of this one.
    Code(ClassId),
}

/// The method in which a class stands.
#[derive(Clone, Debug)]
pub(in crate::exec) struct EnclosingMethod {
    pub class: ClassId,
    /// Name and descriptor; `None` in an initialiser.
    pub method: Option<(String, String)>,
}

/// Where a class is known from.
enum Known<'a> {
    File(&'a ClassFile),
    Source,
}

impl Compiled {
    fn known(&self, layouts: &Layouts, class: ClassId) -> Shown<Known<'_>> {
        let unknown = || Err(format!("reflection on the class {}", self.name_of(class).replace('/', ".")));
        if self.is_of_program(class) {
            match self.program.role(class) {
                Role::Given | Role::SourcePath => return Ok(Known::Source),
                // A test has them nested in a class of its own.
                Role::Driver | Role::Stub | Role::Lambda => return unknown(),
                Role::Library | Role::ClassPath | Role::Jdk => {}
            }
        }
        let run = self.file_of(layouts, class).filter(|run| &*run.name != lambda::NAME);
        match run.and_then(|run| run.file.as_ref()) {
            Some(file) => Ok(Known::File(&file.class)),
            None => unknown(),
        }
    }

    /// The type of a descriptor, as an object of class `Class` stands for it.
    pub(crate) fn shown_type(&self, layouts: &Layouts, descriptor: &str) -> Shown<RuntimeType> {
        let ty = self.ty(layouts, descriptor)?;
        RuntimeType::of(ty).ok_or_else(|| format!("the type {descriptor}"))
    }

    /// The types of a method's parameters, and the one that it returns.
    pub(crate) fn shown_types(
        &self,
        layouts: &Layouts,
        descriptor: &str,
    ) -> Shown<(Vec<RuntimeType>, RuntimeType)> {
        let parameters = resolve::parameters(descriptor).map(|one| self.shown_type(layouts, one));
        Ok((parameters.collect::<Shown<_>>()?, self.shown_type(layouts, resolve::result(descriptor))?))
    }

    pub(crate) fn shown_signature(&self, layouts: &Layouts, class: ClassId) -> Shown<Option<String>> {
        match self.known(layouts, class)? {
            Known::File(file) => Ok(file.signature.as_ref().map(ToString::to_string)),
            Known::Source => self.source_signature(class),
        }
    }

    /// As `Class.getModifiers` gives them.
    pub(crate) fn shown_access(&self, layouts: &Layouts, class: ClassId) -> Shown<u16> {
        match self.known(layouts, class)? {
            Known::File(file) => Ok(file.access.0 & OF_CLASSES),
            Known::Source => self.source_access(class),
        }
    }

    pub(crate) fn shown_interfaces(&self, layouts: &Layouts, class: ClassId) -> Shown<Vec<ClassId>> {
        match self.known(layouts, class)? {
            Known::File(file) => file.interfaces.iter().map(|name| self.named(layouts, name)).collect(),
            Known::Source => self.source_interfaces(class),
        }
    }

    pub(crate) fn shown_around(&self, layouts: &Layouts, class: ClassId) -> Shown<Around> {
        match self.known(layouts, class)? {
            Known::File(file) => {
                if let Some(enclosing) = &file.enclosing {
                    return self.named(layouts, &enclosing.class).map(Around::Code);
                }
                let own = file.nested.iter().find(|row| row.class == file.name);
                match own.and_then(|row| row.outer.as_ref()) {
                    Some(outer) => self.named(layouts, outer).map(Around::Member),
                    None => Ok(Around::Nothing),
                }
            }
            Known::Source => Ok(self.source_around(class)),
        }
    }

    pub(crate) fn shown_enclosing(
        &self,
        layouts: &Layouts,
        class: ClassId,
    ) -> Shown<Option<EnclosingMethod>> {
        match self.known(layouts, class)? {
            Known::File(file) => {
                let Some(enclosing) = &file.enclosing else { return Ok(None) };
                let class = self.named(layouts, &enclosing.class)?;
                let method = enclosing.method.as_ref();
                let method = method.map(|(name, descriptor)| (name.to_string(), descriptor.to_string()));
                Ok(Some(EnclosingMethod { class, method }))
            }
            Known::Source => match self.source_around(class) {
                Around::Code(_) => Err("the method around a class".to_owned()),
                Around::Member(_) | Around::Nothing => Ok(None),
            },
        }
    }

    /// The simple name of a nested class; none of another, or an anonymous one.
    pub(crate) fn shown_simple_name(&self, layouts: &Layouts, class: ClassId) -> Shown<Option<String>> {
        match self.known(layouts, class)? {
            Known::File(file) => {
                let own = file.nested.iter().find(|row| row.class == file.name);
                Ok(own.and_then(|row| row.name.as_ref()).map(ToString::to_string))
            }
            Known::Source => Ok(self.source_simple_name(class)),
        }
    }

    /// Whether annotations stand on the class that runs may ask for.
    pub(crate) fn is_annotated(&self, layouts: &Layouts, class: ClassId) -> Shown<bool> {
        match self.known(layouts, class)? {
            Known::File(file) => Ok(file.is_annotated),
            Known::Source => Ok(self.source_is_annotated(class)),
        }
    }

    /// The fields in the order of their declarations.
    pub(crate) fn shown_fields(&self, layouts: &Layouts, class: ClassId) -> Shown<Vec<Declared>> {
        match self.known(layouts, class)? {
            Known::File(file) => {
                let names: HashSet<&Name> = file.fields.iter().map(|field| &field.name).collect();
                match names.len() == file.fields.len() {
                    true => Ok(file.fields.iter().map(field_of).collect()),
                    false => Err(format!("fields of one name in {}", file.name.replace('/', "."))),
                }
            }
            Known::Source => self.source_fields(class),
        }
    }

    /// The field of a name, with its number.
    pub(crate) fn shown_field(
        &self,
        layouts: &Layouts,
        class: ClassId,
        name: &str,
    ) -> Shown<Option<(usize, Declared)>> {
        match self.known(layouts, class)? {
            Known::File(_) => {
                let fields = self.shown_fields(layouts, class)?.into_iter().enumerate();
                Ok(fields.into_iter().find(|(_, field)| field.name == name))
            }
            Known::Source => self.source_field_named(class, name),
        }
    }

    pub(crate) fn shown_constructors(&self, layouts: &Layouts, class: ClassId) -> Shown<Vec<Declared>> {
        match self.known(layouts, class)? {
            Known::File(file) => Ok(methods_of(file, |name| name == "<init>")),
            Known::Source => self.source_constructors(class),
        }
    }

    /// The methods, bridges and what else a compiler adds included; `public_only`: the public ones among them.
    pub(crate) fn shown_methods(
        &self,
        layouts: &Layouts,
        class: ClassId,
        public_only: bool,
    ) -> Shown<Vec<Declared>> {
        let mut all = match self.known(layouts, class)? {
            Known::File(file) => methods_of(file, |name| !name.starts_with('<')),
            Known::Source => self.source_methods(layouts, class, public_only)?,
        };
        all.retain(|method| !public_only || method.is_public());
        Ok(all)
    }

    /// The method of a name with these parameters (`(I[J)`), and the most specific result.
    pub(crate) fn shown_method(
        &self,
        layouts: &Layouts,
        class: ClassId,
        name: &str,
        parameters: &str,
    ) -> Shown<Option<Declared>> {
        let is_it = |method: &Declared| method.name == name && method.descriptor.starts_with(parameters);
        match self.known(layouts, class)? {
            Known::File(file) => {
                let mut found = methods_of(file, |own| own == name && !own.starts_with('<'));
                found.retain(is_it);
                if found.len() > 1 {
                    found.retain(|method| method.access & Access::BRIDGE == 0);
                }
                match found.len() {
                    0 | 1 => Ok(found.pop()),
                    _ => Err(format!("the methods {name} of {}", file.name.replace('/', "."))),
                }
            }
            Known::Source => self.source_method_named(layouts, class, name, parameters),
        }
    }

    /// The subclasses that a sealed class permits.
    pub(crate) fn shown_permitted(&self, layouts: &Layouts, class: ClassId) -> Shown<Option<Vec<ClassId>>> {
        match self.known(layouts, class)? {
            Known::File(file) => {
                let named = |name: &Name| self.named(layouts, name);
                file.permitted.as_ref().map(|all| all.iter().map(named).collect()).transpose()
            }
            Known::Source => self.source_permitted(class).map(|()| None),
        }
    }

    /// The components of a record, as far as fields have them.
    pub(crate) fn shown_components(&self, layouts: &Layouts, class: ClassId) -> Shown<Vec<Declared>> {
        match self.known(layouts, class)? {
            Known::File(file) => Ok(file.components.iter().map(component_of).collect()),
            Known::Source => self.source_components(class),
        }
    }

    /// The member classes.
    pub(crate) fn shown_classes(&self, layouts: &Layouts, class: ClassId) -> Shown<Vec<ClassId>> {
        match self.known(layouts, class)? {
            Known::File(file) => {
                let own = file.nested.iter().filter(|row| row.outer.as_ref() == Some(&file.name));
                own.map(|row| self.named(layouts, &row.class)).collect()
            }
            Known::Source => self.source_classes(class),
        }
    }
}

fn field_of(field: &FieldHeader) -> Declared {
    Declared {
        name: field.name.to_string(),
        descriptor: field.ty.to_string(),
        access: field.access.0,
        signature: field.signature.as_ref().map(ToString::to_string),
        exceptions: Vec::new(),
        is_annotated: field.is_annotated,
    }
}

fn component_of(component: &RecordComponent) -> Declared {
    Declared {
        name: component.name.to_string(),
        descriptor: component.ty.to_string(),
        access: 0,
        signature: component.signature.as_ref().map(ToString::to_string),
        exceptions: Vec::new(),
        is_annotated: component.is_annotated,
    }
}

fn methods_of(file: &ClassFile, wanted: impl Fn(&str) -> bool) -> Vec<Declared> {
    let declared = file.methods.iter().filter(|method| wanted(&method.name)).map(|method| Declared {
        name: method.name.to_string(),
        descriptor: method.descriptor.to_string(),
        access: method.access.0,
        signature: method.signature.as_ref().map(ToString::to_string),
        exceptions: method.exceptions.iter().map(ToString::to_string).collect(),
        is_annotated: method.is_annotated,
    });
    declared.collect()
}
