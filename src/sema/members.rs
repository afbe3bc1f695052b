//! The members of classes: fields by name, methods with inheritance and overriding (JLS 8.2, 8.3, 8.4.8),
//! and which method runs on an object (15.12.4.4).

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::sema::error::FieldError;
use crate::sema::generic::types::Types;
use crate::sema::names::{Loaded, World as _};
use crate::sema::platform;
use crate::sema::program::{ClassId, FieldId, Method, MethodId, MethodKind, Program, Role};
use crate::sema::tables::{Imported, Overloads};
use crate::syntax::tree::{FieldDecl, Member, MethodDecl, Modifiers, Name};

/// A field that a simple name means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScopedField {
    pub field: FieldId,
    /// The class whose member it is: the one that `this` must be of, for an instance field. `None` where
    /// a static import brought it.
    pub scope: Option<ClassId>,
}

impl Program {
    /// The field `name` of an object or class `site`, as code of `from` sees it.
    pub fn find_field(&self, site: ClassId, name: &str, from: ClassId) -> Result<FieldId, FieldError> {
        let field =
            self.member_field(site, name)?.ok_or_else(|| match self.tables.hidden_member(site, name) {
                Some(hidden) => FieldError::Unsupported(format!("field {name}, perhaps of {}", hidden.what)),
                None if self.lacks_field(site, name) => {
                    FieldError::Unsupported(format!("field {}.{name}", self.classes[site].qualified_name))
                }
                // Its private members are not read, and another version may have more.
                None if self.role(site).is_compiled() => {
                    FieldError::Unsupported(format!("field {}.{name}", self.classes[site].qualified_name))
                }
                None if self.role(site) == Role::Library => {
                    let class = self.classes[site].qualified_name.clone();
                    FieldError::NotInLibrary { class, name: name.to_owned() }
                }
                None => FieldError::Unknown(name.to_owned()),
            })?;
        let f = &self.fields[field];
        let is_inherited = f.class == site || !f.modifiers.has(Modifiers::PRIVATE);
        if self.may_be_reset(field, from) {
            return Ok(field);
        }
        if !is_inherited || !self.may_access_through(f.modifiers, f.class, site, from) {
            return Err(FieldError::Inaccessible(format!("{name} of {}", self.classes[f.class].name)));
        }
        Ok(field)
    }

    /// Whether code of test drivers may give the field what it held at first, by reflection in the printed test.
    fn may_be_reset(&self, field: FieldId, from: ClassId) -> bool {
        let f = &self.fields[field];
        self.role(from) == Role::Driver && f.is_static() && !f.is_final() && !self.role(f.class).is_foreign()
    }

    /// The field that `super.name` means inside `from`: of its superclass `site`, protected ones included.
    pub fn find_super_field(&self, site: ClassId, name: &str, from: ClassId) -> Result<FieldId, FieldError> {
        if let Ok(Some(field)) = self.member_field(site, name) {
            let f = &self.fields[field];
            let is_inherited = f.class == site || !f.modifiers.has(Modifiers::PRIVATE);
            if is_inherited && self.may_access(f.modifiers, f.class, from) {
                return Ok(field);
            }
        }
        self.find_field(site, name, from)
    }

    /// The field that the simple name means inside `from`, where no local variable has it (6.4.1, 6.5.6.1):
    /// a member of the innermost class around that has one, or a static import.
    pub fn find_variable(&self, from: ClassId, name: &str) -> Result<ScopedField, FieldError> {
        let mut scope = Some(from);
        // A private field of a superclass is no member, and hides none of a class around.
        let mut inaccessible = None;
        while let Some(class) = scope {
            if let Some(field) = self.member_field(class, name)? {
                let f = &self.fields[field];
                let is_inherited = f.class == class || !f.modifiers.has(Modifiers::PRIVATE);
                if is_inherited && self.may_access(f.modifiers, f.class, from) {
                    return Ok(ScopedField { field, scope: Some(class) });
                }
                inaccessible.get_or_insert(f.class);
            } else if self.lacks_field(class, name) {
                return Err(FieldError::Unsupported(format!("field {}.{name}", self.classes[class].name)));
            }
            if let Some(hidden) = self.tables.hidden_name(class, name) {
                return Err(FieldError::Unsupported(format!("variable {name}, perhaps of {}", hidden.what)));
            }
            scope = self.classes[class].outer;
        }
        match (self.imported_field(from, name), inaccessible) {
            (Err(FieldError::Unknown(_)), Some(owner)) => {
                Err(FieldError::Inaccessible(format!("{name} of {}", self.classes[owner].name)))
            }
            (found, _) => found.map(|field| ScopedField { field, scope: None }),
        }
    }

    fn imported_field(&self, from: ClassId, name: &str) -> Result<FieldId, FieldError> {
        let unit = self.classes[from].unit;
        let mut world = Loaded(self, &[]);
        let single = world.static_imports(unit, name);
        let scope = &self.tables.units[unit];
        for (imports, by_name) in [(&single[..], true), (&scope.static_on_demand[..], false)] {
            let mut found: SmallVec<[FieldId; 2]> = SmallVec::new();
            let mut outside = None;
            for import in imports {
                match import {
                    Imported::Class(class) => {
                        let field = self.member_field(*class, name)?.filter(|&f| self.is_importable(f, from));
                        found.extend(field.filter(|f| !found.contains(f)));
                        if field.is_none() && self.lacks_field(*class, name) {
                            outside = Some(format!("{}.{name}", self.classes[*class].qualified_name));
                        }
                    }
                    Imported::Outside(whole) => outside = Some(format!("{whole}.{name}")),
                    Imported::Path(path) => outside = Some(format!("{}.{name}", path.join("."))),
                }
            }
            match (&found[..], outside) {
                ([field], _) => return Ok(*field),
                ([_, ..], _) => return Err(FieldError::Ambiguous(name.to_owned())),
                ([], Some(what)) => {
                    return Err(FieldError::Unsupported(if by_name {
                        format!("static import {what}")
                    } else {
                        format!("name {name}, perhaps from a static import")
                    }));
                }
                ([], None) => {}
            }
        }
        Err(FieldError::Unknown(name.to_owned()))
    }

    fn is_importable(&self, field: FieldId, from: ClassId) -> bool {
        let f = &self.fields[field];
        f.is_static() && self.may_access(f.modifiers, f.class, from)
    }

    /// The field of this name that `class` declares or inherits. Private ones of superclasses are found
    /// too, for the error to say what is wrong with them.
    fn member_field(&self, class: ClassId, name: &str) -> Result<Option<FieldId>, FieldError> {
        if let Some(&own) = self.tables.classes[class].fields.get(name) {
            return Ok(Some(own));
        }
        let mut found: SmallVec<[FieldId; 2]> = SmallVec::new();
        let mut private = None;
        let mut visited: SmallVec<[ClassId; 8]> = SmallVec::new();
        visited.push(class);
        let mut next = 0;
        while let Some(&current) = visited.get(next) {
            next += 1;
            if let Some(&field) = self.tables.classes[current].fields.get(name)
                && !found.contains(&field)
            {
                if self.fields[field].modifiers.has(Modifiers::PRIVATE) {
                    private = private.or(Some(field));
                } else {
                    found.push(field);
                    continue;
                }
            }
            for supertype in self.classes[current].supertypes() {
                if !visited.contains(&supertype) {
                    visited.push(supertype);
                }
            }
        }
        match found[..] {
            [] => Ok(private),
            [field] => Ok(Some(field)),
            _ => Err(FieldError::Ambiguous(name.to_owned())),
        }
    }

    /// Whether the class has a method in the JDK, its own or inherited, that the library lacks: of this name,
    /// and for this number of arguments if it is given.
    pub(super) fn lacks_method(&self, class: ClassId, name: &str, count: Option<usize>) -> bool {
        let lacks = |&c: &ClassId| {
            self.role(c) == Role::Library
                && !self.tables.classes[c].has_all_methods
                && platform::lacks_method(&self.classes[c].qualified_name, name, count)
        };
        // Constructors are not inherited.
        if name == "<init>" {
            return lacks(&class);
        }
        self.tables.classes[class].ancestors.iter().chain([&self.well_known.object]).any(lacks)
    }

    /// Whether the class has a field of this name in the JDK that the library lacks.
    fn lacks_field(&self, class: ClassId, name: &str) -> bool {
        let lacks = |&c: &ClassId| {
            self.role(c) == Role::Library && platform::lacks_field(&self.classes[c].qualified_name, name)
        };
        self.tables.classes[class].ancestors.iter().any(lacks)
    }

    /// The syntax of a method that stands in a file.
    pub fn method_decl(&self, method: MethodId) -> Option<&MethodDecl> {
        let n = self.tables.method_members.get(method).copied().flatten()?;
        match self.decl(self.methods[method].class).members.get(n as usize)? {
            Member::Method(decl) => Some(decl),
            _ => None,
        }
    }

    /// The syntax of a field that is no enum constant.
    pub fn field_decl(&self, field: FieldId) -> Option<&FieldDecl> {
        let n = self.tables.field_members.get(field).copied().flatten()?;
        match self.decl(self.fields[field].class).members.get(n as usize)? {
            Member::Field(decl) => Some(decl),
            _ => None,
        }
    }

    /// Whether both have the same name and parameter types.
    pub fn same_signature(&self, a: MethodId, b: MethodId) -> bool {
        let (a, b) = (&self.methods[a], &self.methods[b]);
        a.name == b.name
            && a.parameters.len() == b.parameters.len()
            && a.parameters.iter().zip(&b.parameters).all(|(p, q)| p.ty == q.ty)
    }

    /// Whether in objects of `class` both have the same name and parameter types, type variables being what they stand for
    /// there; or those of `over` are the erasure of the other's (8.4.2).
    pub fn is_override_equivalent(&self, class: ClassId, over: MethodId, under: MethodId) -> bool {
        if self.same_signature(over, under) {
            return true;
        }
        let (m, n) = (&self.methods[over], &self.methods[under]);
        m.name == n.name
            && m.parameters.len() == n.parameters.len()
            && (m.is_generic || n.is_generic)
            && Types::new(self).have_same_parameters(class, over, under)
    }

    /// Whether `over` overrides `under` from a superclass or superinterface (8.4.8.1).
    pub fn overrides(&self, over: MethodId, under: MethodId) -> bool {
        let (m, n) = (&self.methods[over], &self.methods[under]);
        over != under
            && m.kind == MethodKind::Method
            && n.kind == MethodKind::Method
            && !m.is_static()
            && !n.is_static()
            && m.class != n.class
            && self.is_subclass(m.class, n.class)
            && self.is_inherited_by(n, m.class)
            && self.is_override_equivalent(m.class, over, under)
    }

    /// Whether the access of `method` lets a subclass inherit it.
    fn is_inherited_by(&self, method: &Method, class: ClassId) -> bool {
        if method.modifiers.has(Modifiers::PUBLIC) || method.modifiers.has(Modifiers::PROTECTED) {
            return true;
        }
        !method.modifiers.has(Modifiers::PRIVATE) && self.same_package(method.class, class)
    }

    /// The member methods of `class` with this name: declared and inherited, none that is overridden.
    pub fn member_methods(&self, class: ClassId, name: &str) -> &[MethodId] {
        self.members(class).get(name).map_or(&[], |methods| methods)
    }

    pub fn constructors(&self, class: ClassId) -> &[MethodId] {
        &self.tables.classes[class].constructors
    }

    /// All member methods of a class by name.
    pub(super) fn members(&self, class: ClassId) -> &FxHashMap<Name, Overloads> {
        self.tables.classes[class].members.get_or_init(|| self.gather_members(class))
    }

    fn gather_members(&self, class: ClassId) -> FxHashMap<Name, Overloads> {
        let mut members = self.tables.classes[class].methods.clone();
        let c = &self.classes[class];
        // Of an interface: what it does not declare of Object's public methods, it has all the same (9.2).
        let implied = c.is_interface().then_some(self.well_known.object);
        for supertype in c.supertypes().chain(implied) {
            let from_interface = self.classes[supertype].is_interface();
            for (name, methods) in self.members(supertype) {
                for &method in methods {
                    let m = &self.methods[method];
                    let static_of_interface = from_interface && m.is_static();
                    if static_of_interface || !self.is_inherited_by(m, class) {
                        continue;
                    }
                    self.inherit(members.entry(name.clone()).or_default(), method, class);
                }
            }
        }
        members
    }

    /// Adds an inherited method unless one that is there already overrides or hides it.
    fn inherit(&self, members: &mut Overloads, method: MethodId, class: ClassId) {
        let declared = &self.methods[method];
        for i in 0..members.len() {
            let other = members[i];
            if other == method {
                return;
            }
            if !self.is_override_equivalent(class, other, method) {
                continue;
            }
            let o = &self.methods[other];
            let over = o.class == class
                || self.is_subclass(o.class, declared.class)
                // A method that a superclass implements wins over an interface's.
                || (self.classes[declared.class].is_interface()
                    && !self.classes[o.class].is_interface()
                    && !o.is_abstract());
            if over {
                return;
            }
            if self.is_subclass(declared.class, o.class) {
                members[i] = method;
                return;
            }
        }
        members.push(method);
    }

    /// The method that runs when `method` is called on an object whose class is exactly `runtime_class`.
    pub fn implementation(&self, runtime_class: ClassId, method: MethodId) -> Option<MethodId> {
        let m = &self.methods[method];
        if m.is_static() || m.kind != MethodKind::Method || m.modifiers.has(Modifiers::PRIVATE) {
            return Some(method);
        }
        let dispatch =
            self.tables.classes[runtime_class].dispatch.get_or_init(|| self.dispatch(runtime_class));
        dispatch.get(&method).copied()
    }

    /// For every method that an object of the class has, the one that runs.
    fn dispatch(&self, class: ClassId) -> FxHashMap<MethodId, MethodId> {
        let mut table = FxHashMap::default();
        for &ancestor in &self.tables.classes[class].ancestors {
            for &method in &self.classes[ancestor].methods {
                let m = &self.methods[method];
                if m.kind == MethodKind::Method
                    && !m.is_static()
                    && !m.modifiers.has(Modifiers::PRIVATE)
                    && let Some(target) = self.select(class, method)
                {
                    table.insert(method, target);
                }
            }
        }
        table
    }

    /// The selection of JVMS 5.4.6: up the superclasses, then the most specific default method.
    fn select(&self, class: ClassId, method: MethodId) -> Option<MethodId> {
        let mut scope = Some(class);
        let name = &*self.methods[method].name;
        while let Some(current) = scope {
            let table = &self.tables.classes[current];
            for &candidate in table.methods.get(name).into_iter().chain(table.bridges.get(name)).flatten() {
                if candidate == method || self.replaces(candidate, method) {
                    return Some(candidate).filter(|&c| !self.methods[c].is_abstract());
                }
            }
            scope = self.classes[current].superclass;
        }
        let ancestors = self.tables.classes[class].ancestors.iter();
        let defaults = ancestors
            .filter(|&&a| self.classes[a].is_interface())
            .map(|&a| &self.tables.classes[a])
            .flat_map(|table| {
                table.methods.get(name).into_iter().chain(table.bridges.get(name)).flatten().copied()
            });
        let mut best: Option<MethodId> = None;
        for candidate in defaults {
            let c = &self.methods[candidate];
            let fits = !c.is_static()
                && !c.modifiers.has(Modifiers::PRIVATE)
                && self.same_signature(candidate, method);
            if fits && best.is_none_or(|b| self.is_subclass(c.class, self.methods[b].class)) {
                best = Some(candidate);
            }
        }
        best.filter(|&b| !self.methods[b].is_abstract())
    }

    /// Whether `candidate`, found in a class, is what a call of `method` runs: it overrides it, or implements
    /// it where another class inherits both.
    fn replaces(&self, candidate: MethodId, method: MethodId) -> bool {
        let (c, m) = (&self.methods[candidate], &self.methods[method]);
        if c.is_static() || c.modifiers.has(Modifiers::PRIVATE) || !self.same_signature(candidate, method) {
            return false;
        }
        if self.classes[m.class].is_interface() {
            return true;
        }
        self.is_subclass(c.class, m.class) && self.overrides_through(candidate, method)
    }

    /// Overriding of a package-private method, possibly through one between that made it wider.
    fn overrides_through(&self, candidate: MethodId, method: MethodId) -> bool {
        let (c, m) = (&self.methods[candidate], &self.methods[method]);
        if self.is_inherited_by(m, c.class) {
            return true;
        }
        let mut between = self.classes[c.class].superclass;
        while let Some(current) = between.filter(|&b| b != m.class) {
            let declared = self.tables.classes[current].methods.get(&m.name);
            for &middle in declared.into_iter().flatten() {
                if self.overrides(candidate, middle) && self.overrides_through(middle, method) {
                    return true;
                }
            }
            between = self.classes[current].superclass;
        }
        false
    }

    /// All classes of the program below a class and the class itself, sorted.
    pub fn subclasses(&self, class: ClassId) -> Vec<ClassId> {
        let mut all = vec![class];
        let mut next = 0;
        while next < all.len() {
            let below = &self.tables.classes[all[next]].subclasses;
            let fresh: Vec<ClassId> = below.iter().copied().filter(|c| !all.contains(c)).collect();
            all.extend(fresh);
            next += 1;
        }
        all.sort_unstable();
        all
    }
}
