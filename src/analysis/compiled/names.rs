//! What the names in class files mean (JVMS 5.4.3): classes, and the fields and methods that code uses.
//!
//! A name that may be one of a class of the program's sources means nothing here: nobody knows what runs there, and whoever asks takes
//! it that it may do everything.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};

use rustc_hash::FxHashMap;

use crate::class_files::code::{ClassCode, Member};
use crate::class_files::header::{ClassFile, Name};
use crate::class_files::signature::parameters;
use crate::class_files::{ClassFiles, FoundClass};
use crate::sema::program::{ClassId, FieldId, MethodId, MethodKind, Program, Role};
use crate::syntax::tree::Modifiers;

/// Classes above a class; no program has more.
const MAX_SUPERCLASSES: usize = 200;

/// The code of class files, each read once for a program.
#[derive(Debug, Default)]
pub(in crate::analysis) struct Codes(Mutex<FxHashMap<Name, Option<Arc<Unit>>>>);

#[derive(Debug)]
pub(super) struct Unit {
    pub(super) file: Arc<FoundClass>,
    pub(super) code: ClassCode,
}

impl Codes {
    /// A class that cannot be read is none.
    pub(super) fn of(&self, files: &ClassFiles, name: &str) -> Option<Arc<Unit>> {
        if let Some(known) = self.0.lock().unwrap_or_else(PoisonError::into_inner).get(name) {
            return known.clone();
        }
        let file = files.find(name).ok().flatten();
        let unit = file.and_then(|file| Some(Unit { code: files.code(&file).ok()?, file })).map(Arc::new);
        self.0.lock().unwrap_or_else(PoisonError::into_inner).entry(name.into()).or_insert(unit).clone()
    }
}

/// Where the method is that a call names.
pub(super) enum Target {
    OfFile(Arc<Unit>, usize),
    OfLibrary(MethodId),
    /// Of a class of the program's, or nowhere.
    Unknown,
}

/// What a name of a class means to code of class files.
pub(super) enum Named {
    OfFile(Arc<Unit>),
    /// Of `library/`, with what the JDK has of it beyond.
    OfLibrary(ClassId, Option<Arc<Unit>>),
    Unknown,
}

/// Where names are looked up.
#[derive(Clone, Copy)]
pub(super) struct Names<'p> {
    pub(super) program: &'p Program,
    pub(super) files: &'p ClassFiles,
    pub(super) codes: &'p Codes,
}

impl Names<'_> {
    /// The field of a class file that code of a source may name, too.
    pub(super) fn known_field(&self, class: &str, name: &str) -> Option<FieldId> {
        let class = self.program.class_named(&dotted(class))?;
        let mut fields = self.program.classes[class].fields.iter().copied();
        fields.find(|&field| *self.program.fields[field].name == *name)
    }

    /// The class file that declares a field; none where it may be one of a source.
    pub(super) fn owner_of_field(&self, member: &Member) -> Option<Arc<Unit>> {
        let mut name = member.class.clone();
        for _ in 0..MAX_SUPERCLASSES {
            let unit = match self.named(&name) {
                Named::OfFile(unit) => unit,
                Named::OfLibrary(class, unit) => {
                    let fields = &self.program.classes[class].fields;
                    let is_it = |field: &FieldId| {
                        let field = &self.program.fields[*field];
                        field.name == member.name && !field.modifiers.has(Modifiers::COMPILED)
                    };
                    if fields.iter().any(is_it) {
                        return None;
                    }
                    unit?
                }
                Named::Unknown => return None,
            };
            let header = &unit.file.class;
            if header.fields.iter().any(|field| field.name == member.name) {
                return Some(unit);
            }
            let above = header.interfaces.iter().find_map(|interface| self.declares(interface, &member.name));
            if above.is_some() {
                return above;
            }
            name = header.superclass.clone()?;
        }
        None
    }

    /// The interface, of this one and those above it, that declares a field.
    fn declares(&self, interface: &Name, field: &str) -> Option<Arc<Unit>> {
        let Named::OfFile(unit) = self.named(interface) else { return None };
        if unit.file.class.fields.iter().any(|f| &*f.name == field) {
            return Some(unit);
        }
        let above = unit.file.class.interfaces.iter().filter(|above| *above != interface);
        above.take(MAX_SUPERCLASSES).find_map(|above| self.declares(above, field))
    }

    /// `super.m()` runs what the class above has, whichever class above that is named (JVMS 6.5, `invokespecial`).
    pub(super) fn named_above(&self, from: &Name, member: &Member) -> Option<Member> {
        if &*member.name == "<init>" || !self.superclasses(from).contains(&member.class) {
            return None;
        }
        let above = self.codes.of(self.files, from)?.file.class.superclass.clone();
        (member.class != *from).then(|| Member { class: above.unwrap_or_default(), ..member.clone() })
    }

    /// The method that a call names (JVMS 5.4.3.3), looked for in superclasses alone.
    pub(super) fn target(&self, member: &Member) -> Target {
        let mut name = member.class.clone();
        for _ in 0..MAX_SUPERCLASSES {
            let unit = match self.named(&name) {
                Named::OfFile(unit) => unit,
                Named::OfLibrary(class, unit) => {
                    if let Some(method) = self.method_of_library(class, member) {
                        return Target::OfLibrary(method);
                    }
                    let Some(unit) = unit else { return Target::Unknown };
                    unit
                }
                Named::Unknown => return Target::Unknown,
            };
            if let Some(number) = number_of(&unit.file.class, &member.name, &member.descriptor) {
                return Target::OfFile(unit, number);
            }
            match &unit.file.class.superclass {
                Some(above) => name = above.clone(),
                None => return Target::Unknown,
            }
        }
        Target::Unknown
    }

    /// The method that a class of `library/` declares in its source.
    fn method_of_library(&self, class: ClassId, member: &Member) -> Option<MethodId> {
        let program = self.program;
        let name = |class| program.internal_name(class);
        let fits = |&&id: &&MethodId| {
            let m = &program.methods[id];
            m.name == member.name
                && matches!(m.kind, MethodKind::Method | MethodKind::Constructor)
                && m.unsupported.is_none()
                && !m.modifiers.has(Modifiers::COMPILED)
                && m.parameters.iter().map(|p| p.ty.descriptor(&name)).eq(parameters(&member.descriptor))
        };
        program.classes[class].methods.iter().find(fits).copied()
    }

    pub(super) fn named(&self, name: &Name) -> Named {
        let of_file = || self.codes.of(self.files, name);
        if let Some(class) = self.program.class_named(&dotted(name)) {
            return match self.program.role(class) {
                role if role.is_compiled() => of_file().map_or(Named::Unknown, Named::OfFile),
                Role::Library => Named::OfLibrary(class, of_file().filter(|unit| unit.file.is_of_jdk)),
                _ => Named::Unknown,
            };
        }
        // A class in the code of a source, or beside what is read of it.
        let package = name.rfind('/').map_or(0, |slash| slash + 1);
        let outermost = name[package..].find('$').map_or(&**name, |dollar| &name[..package + dollar]);
        let around = self.program.class_named(&outermost.replace('/', "."));
        let role = around.map(|class| self.program.role(class));
        match role {
            None | Some(Role::Library | Role::ClassPath | Role::Jdk) => {
                of_file().map_or(Named::Unknown, Named::OfFile)
            }
            Some(_) => Named::Unknown,
        }
    }

    /// A class and what is above it, as far as they are initialised with it.
    pub(super) fn above(&self, class: &Name) -> BTreeSet<Name> {
        let mut all = BTreeSet::new();
        let mut pending = vec![class.clone()];
        while let Some(name) = pending.pop() {
            if let Named::OfFile(unit) = self.named(&name)
                && all.insert(name)
            {
                let header = &unit.file.class;
                pending.extend(header.superclass.iter().chain(&header.interfaces).cloned());
            }
        }
        all
    }

    pub(super) fn superclasses(&self, class: &Name) -> BTreeSet<Name> {
        let mut all = BTreeSet::new();
        let mut next = Some(class.clone());
        while let Some(name) = next.take() {
            if let Named::OfFile(unit) = self.named(&name)
                && all.insert(name)
            {
                next = unit.file.class.superclass.clone();
            }
        }
        all
    }
}

pub(super) fn number_of(class: &ClassFile, name: &str, descriptor: &str) -> Option<usize> {
    class.methods.iter().position(|m| &*m.name == name && &*m.descriptor == descriptor)
}

/// `java.util.Map.Entry`
pub(super) fn dotted(name: &str) -> String {
    name.replace(['/', '$'], ".")
}
