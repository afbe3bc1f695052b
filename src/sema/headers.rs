//! The supertypes of classes (JLS 8.1.4, 8.1.5, 9.1.3), looked up when first asked for.
//!
//! A supertype outside our world does not make a class useless. An unknown *interface* is left out, and the
//! names of the members that it may bring are remembered ([`Opaque`]): no value can flow to its type, since
//! no supported code can name it. Under an unknown *superclass* there are no objects of the class, but its
//! static methods stand on their own.

use std::collections::{BTreeSet, HashSet};

use crate::sema::declare::position;
use crate::sema::error::TypeNameError;
use crate::sema::inner;
use crate::sema::load::{HeaderState, Loader};
use crate::sema::names::{self, World as _};
use crate::sema::platform;
use crate::sema::program::{ClassId, Unsupported};
use crate::sema::tables::Opaque;
use crate::syntax::tree::{BaseType, Name, TypeKind, TypeRef, TypeSegment};

/// Longer chains of classes whose headers need one another are given up.
const MAX_HEADER_DEPTH: usize = 200;

/// A class with more supertypes is given up.
const MAX_ANCESTORS: usize = 1_000;
const TOO_DEEP: &str = "inheritance over more than 1000 classes";

/// Whether a class may become a supertype.
enum Standing {
    Above,
    /// It is itself below.
    Cycle,
    TooDeep,
}

impl Loader {
    pub(super) fn resolve_headers(&mut self, class: ClassId) {
        if self.headers[position(class)] != HeaderState::Waiting || self.header_depth > MAX_HEADER_DEPTH {
            return;
        }
        self.headers[position(class)] = HeaderState::Running;
        self.header_depth += 1;
        self.resolve_superclass(class);
        self.note_ancestors(class);
        self.resolve_interfaces(class);
        self.note_ancestors(class);
        self.load_permitted(class);
        self.header_depth -= 1;
        self.headers[position(class)] = HeaderState::Done;
    }

    /// What a sealed type of the program's sources permits: a `switch` is exhaustive by them.
    fn load_permitted(&mut self, class: ClassId) {
        if self.program.role(class).is_foreign() {
            return;
        }
        for found in self.permitted(class) {
            self.headers(found);
        }
    }

    /// The classes that a type's declaration permits below it.
    pub(super) fn permitted(&mut self, class: ClassId) -> Vec<ClassId> {
        let written = self.program.decl(class).permits.clone();
        let found = written.iter().filter_map(|written| match &written.base {
            BaseType::Named(segments) => names::class_in(self, class, segments).ok(),
            _ => None,
        });
        found.collect()
    }

    fn resolve_superclass(&mut self, class: ClassId) {
        let known = &self.program.well_known;
        let (object, enumeration, record) = (known.object, known.enumeration, known.record);
        let c = &self.program.classes[class];
        let superclass = match c.kind {
            TypeKind::Interface | TypeKind::Annotation => None,
            TypeKind::Enum => Some(enumeration),
            TypeKind::Class if class == object => None,
            TypeKind::Class => Some(object),
            TypeKind::Record => Some(record),
        };
        self.program.classes[class].superclass = superclass;
        if self.program.classes[class].is_interface() {
            return;
        }
        let Some(written) = self.program.decl(class).extends.clone() else { return };
        self.read_arguments(class, &[], &written);
        match self.supertype(class, &written) {
            Ok(found) => self.set_superclass(class, found, &written),
            Err(error) if error.is_unsupported() => self.lose_superclass(class, error.to_string(), &written),
            Err(error) => self.refuse(class, &written, error.to_string()),
        }
    }

    fn set_superclass(&mut self, class: ClassId, found: ClassId, written: &TypeRef) {
        let above = &self.program.classes[found];
        let name = above.qualified_name.clone();
        let is_local = inner::is_anonymous(&self.program.classes[class].name);
        if above.is_interface() && is_local {
            return self.add_interface(class, found, written);
        }
        if above.is_interface() {
            return self.refuse(class, written, "no interface expected here".to_owned());
        }
        let is_constant = is_local && self.program.classes[class].outer == Some(found);
        if above.kind == TypeKind::Enum && !is_constant || above.is_final() {
            return self.refuse(class, written, format!("cannot inherit from final {name}"));
        }
        if found == self.program.well_known.enumeration {
            return self.refuse(class, written, "classes cannot directly extend java.lang.Enum".to_owned());
        }
        match self.standing(found, class) {
            Standing::Above => {}
            Standing::Cycle => return self.refuse_cycle(class, written),
            Standing::TooDeep => return self.lose_superclass(class, TOO_DEEP.to_owned(), written),
        }
        // Below a class whose objects are unsupported there are none either.
        if let Some(why) = &self.program.classes[found].unsupported {
            self.lose_superclass(class, format!("type {name} ({})", why.what), written);
        }
        self.program.classes[class].superclass = Some(found);
    }

    /// What the class inherits is not known.
    fn lose_superclass(&mut self, class: ClassId, what: String, written: &TypeRef) {
        let reason = Unsupported { what: format!("superclass: {what}"), span: written.span };
        self.program.classes[class].unsupported.get_or_insert_with(|| reason.clone());
        self.program.tables.classes[class].opaque.push(Opaque::unknown(reason));
    }

    fn resolve_interfaces(&mut self, class: ClassId) {
        if self.program.classes[class].kind == TypeKind::Annotation {
            self.be_annotation(class);
        }
        for written in self.program.decl(class).implements.clone() {
            self.read_arguments(class, &[], &written);
            match self.supertype(class, &written) {
                Ok(found) => self.add_interface(class, found, &written),
                Err(error) if error.is_unsupported() => {
                    let known = match &error {
                        TypeNameError::Outside(name) => platform::known_interface(name),
                        _ => None,
                    };
                    let names = |of_concrete: bool| {
                        // A concrete class has the abstract methods itself.
                        known.map(|i| {
                            let methods = i.methods().filter(|m| !(m.is_abstract && of_concrete));
                            i.others().chain(methods.map(|m| m.name)).map(Name::from).collect()
                        })
                    };
                    let (members, members_of_concrete) = (names(false), names(true));
                    let reason = Unsupported { what: format!("interface: {error}"), span: written.span };
                    let opaque = Opaque { reason, members, members_of_concrete, known };
                    let opaque = opaque.inherited(self.is_concrete(class));
                    self.program.tables.classes[class].opaque.push(opaque);
                }
                Err(error) => self.refuse(class, &written, error.to_string()),
            }
        }
    }

    /// An annotation type is an interface below `Annotation` (JLS 9.6), which only the JDK has.
    fn be_annotation(&mut self, class: ClassId) {
        if !self.program.decl(class).implements.is_empty() {
            return;
        }
        let package = self.intern_package("java.lang.annotation");
        match self.top_level(package, "Annotation") {
            Some(above) if above != class => {
                self.headers(above);
                self.program.classes[class].interfaces.push(above);
            }
            _ => {
                let span = self.program.decl(class).name.span;
                let reason = Unsupported { what: "annotation type".to_owned(), span };
                self.program.classes[class].unsupported.get_or_insert(reason);
            }
        }
    }

    fn add_interface(&mut self, class: ClassId, found: ClassId, written: &TypeRef) {
        let interface = &self.program.classes[found];
        if !interface.is_interface() {
            return self.refuse(class, written, "interface expected here".to_owned());
        }
        let name = interface.qualified_name.clone();
        match self.standing(found, class) {
            Standing::Above => {}
            Standing::Cycle => return self.refuse_cycle(class, written),
            Standing::TooDeep => return self.lose_superclass(class, TOO_DEEP.to_owned(), written),
        }
        if self.program.classes[found].unsupported.is_some() {
            let reason = Unsupported { what: format!("interface: type {name}"), span: written.span };
            let members = self.declared_names(found, false);
            let members_of_concrete = self.declared_names(found, true);
            let opaque = Opaque { reason, members, members_of_concrete, known: None }
                .inherited(self.is_concrete(class));
            self.program.tables.classes[class].opaque.push(opaque);
        } else if self.program.classes[class].interfaces.contains(&found) {
            self.refuse(class, written, "repeated interface".to_owned());
        } else {
            self.program.classes[class].interfaces.push(found);
        }
    }

    pub(super) fn is_concrete(&self, class: ClassId) -> bool {
        !self.program.classes[class].is_abstract()
    }

    /// The names of what an interface in our world hands down, generic though it is; to a concrete class, which
    /// overrides the abstract methods, so that they add nothing to its own, or to another one.
    fn declared_names(&mut self, interface: ClassId, concrete: bool) -> Option<std::sync::Arc<[Name]>> {
        let mut names = BTreeSet::new();
        let mut pending = vec![interface];
        let mut next = 0;
        while let Some(&current) = pending.get(next) {
            next += 1;
            self.resolve_headers(current);
            let table = &self.program.tables.classes[current];
            if table.opaque.iter().any(|o| o.members.is_none()) {
                return None;
            }
            let above = table.opaque.iter().map(|opaque| opaque.inherited(concrete));
            names.extend(above.filter_map(|o| o.members).flat_map(|m| m.to_vec()));
            names.extend(table.fields.keys().chain(table.types.keys()).cloned());
            for &method in table.methods.values().flatten() {
                let m = &self.program.methods[method];
                let overridden = concrete && m.is_abstract();
                if !m.is_static() && !overridden {
                    names.insert(m.name.clone());
                }
            }
            let supertypes: Vec<ClassId> = self.program.classes[current].supertypes().collect();
            pending.extend(supertypes.iter().filter(|s| !pending.contains(s)).copied().collect::<Vec<_>>());
        }
        Some(names.into_iter().collect())
    }

    /// The class that stands behind `extends` or `implements`: in the scope around the class, not inside it.
    fn supertype(&mut self, class: ClassId, written: &TypeRef) -> Result<ClassId, TypeNameError> {
        match &written.base {
            BaseType::Named(segments) if written.dims == 0 => {
                let found = names::supertype_in(self, class, segments)?;
                self.depend_on_qualifiers(class, segments, written);
                Ok(found)
            }
            _ => Err(TypeNameError::NotAllowed("this type")),
        }
    }

    /// The classes that only qualify a supertype's name must not be below the class either (JLS 8.1.4).
    fn depend_on_qualifiers(&mut self, class: ClassId, segments: &[TypeSegment], written: &TypeRef) {
        for n in 1..segments.len() {
            if let Ok(qualifier) = names::supertype_in(self, class, &segments[..n])
                && matches!(self.standing(qualifier, class), Standing::Cycle)
            {
                return self.refuse_cycle(class, written);
            }
        }
    }

    /// How `class`, a supertype to be, stands to the class `below`.
    fn standing(&mut self, class: ClassId, below: ClassId) -> Standing {
        let mut pending = vec![class];
        let mut visited = HashSet::from([class]);
        while let Some(current) = pending.pop() {
            if current == below {
                return Standing::Cycle;
            }
            if visited.len() > MAX_ANCESTORS {
                return Standing::TooDeep;
            }
            self.headers(current);
            let above = self.program.classes[current].supertypes();
            pending.extend(above.filter(|&s| visited.insert(s)));
        }
        Standing::Above
    }

    /// Enters the supertypes known so far where subtyping looks.
    fn note_ancestors(&mut self, class: ClassId) {
        let mut ancestors = vec![class];
        for supertype in self.program.classes[class].supertypes() {
            ancestors.extend(&self.program.tables.classes[supertype].ancestors);
        }
        ancestors.sort_unstable();
        ancestors.dedup();
        self.program.tables.classes[class].ancestors = ancestors;
    }

    fn refuse_cycle(&mut self, class: ClassId, written: &TypeRef) {
        let name = &self.program.classes[class].qualified_name;
        let message = format!("cyclic inheritance involving {name}");
        self.refuse(class, written, message);
    }

    /// A supertype that javac rejects: an error of a given file, and elsewhere a class that is not usable.
    fn refuse(&mut self, class: ClassId, written: &TypeRef, message: String) {
        let reason = Unsupported { what: message.clone(), span: written.span };
        self.program.classes[class].unsupported.get_or_insert_with(|| reason.clone());
        self.program.tables.classes[class].opaque.push(Opaque::unknown(reason));
        self.report(class, written.span, message);
    }
}
