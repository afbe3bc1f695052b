//! Objects for types of which the code at hand has none: an interface or abstract class that drivers need, and that no class
//! which is loaded implements.
//!
//! First the files of its package in the source path are looked through: a class there that names it as its supertype is
//! loaded, and driven; of a sealed type of the class path what it permits is loaded. Where there is none, the package gets a *stub*, a small class of [`Role::Stub`] that answers what its
//! constructor is told and keeps what it was asked. A test class holds the stubs that its tests name. Where nobody would read
//! the stub, the files beside the given ones are looked through, too.
//!
//! A class whose constructors all take an object of the type gives none: what decorates one needs another one first. Nor does one that
//! drivers cannot name, or whose constructors all take what nobody makes (`java.lang.reflect.Field`), unless a method gives its
//! objects.
//!
//! A stub is an object for runs. It says nothing of what other implementers do: to proofs, a call that a stub's own method
//! may answer is a call of an unknown function, as it is without the stub (`cfg/lower/call.rs`), whatever else may
//! answer it. What a stub inherits is code of the program, and part of the closed world as that of any class is. So a kill
//! by a stub contradicts no proof.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use crate::sema::generic::signature::{MethodSignature, Owner, Signature, SignatureArgument, Variable};
use crate::sema::generic::source;
use crate::sema::imports::{ON_DEMAND, imported};
use crate::sema::load::{Loader, MemberState, class_in};
use crate::sema::names::World;
use crate::sema::program::{ClassId, FieldId, Method, MethodId, MethodKind, Program, Role};
use crate::sema::tables::PackageId;
use crate::sema::types::{ElementTy, Ty};
use crate::syntax::parser::parse;
use crate::syntax::source::SourceFile;
use crate::syntax::tree::{BaseType, CompilationUnit, Modifiers, Name, TypeKind, TypeRef};

/// A stub with more methods would be hard to read.
const MOST_METHODS: usize = 12;
/// A package has no more implementers of a type than these loaded.
const MOST_IMPLEMENTERS: usize = 32;

/// A class that stands in for an implementer.
#[derive(Clone, Debug)]
pub struct Stub {
    pub class: ClassId,
    /// Its package.
    pub package: Name,
    /// Its declaration, for the inside of a test class.
    pub lines: Vec<String>,
}

/// The files of a package, by the class that each is named after.
type Siblings = BTreeMap<Name, SourceFile>;

impl Loader {
    /// Sees to it that the abstract types which drivers make objects of have some.
    pub(super) fn find_implementers(&mut self) {
        let mut siblings: BTreeMap<PackageId, Siblings> = BTreeMap::new();
        let (mut looked_for, mut stubbed, mut looked_beside) =
            (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
        loop {
            // What the siblings of one leave abstract is looked for next.
            while let Some(class) = self.without_objects(&looked_for) {
                looked_for.insert(class);
                let package = self.program.tables.classes[class].package;
                self.load_siblings(class, package, &mut siblings);
                self.load_compiled_below(class);
                self.inherit(class);
                self.run_tasks();
            }
            if let Some(class) = self.without_objects(&stubbed) {
                stubbed.insert(class);
                self.add_stubs(class);
                self.run_tasks();
                continue;
            }
            let Some(class) = self.without_objects(&looked_beside) else { break };
            looked_beside.insert(class);
            // Of a type of the JDK drivers have objects of their own.
            if self.program.role(class) == Role::SourcePath {
                for host in self.hosts().into_values() {
                    let package = self.program.tables.classes[host].package;
                    self.load_siblings(class, package, &mut siblings);
                }
                self.run_tasks();
            }
        }
        self.add_functions();
    }

    /// The first type that is wanted and has no objects, besides those that are done.
    fn without_objects(&self, done: &BTreeSet<ClassId>) -> Option<ClassId> {
        let is_concrete = |class: ClassId| {
            let class = &self.program.classes[class];
            !class.is_interface() && !class.is_abstract()
        };
        let hosts = self.hosts();
        let made =
            self.program.classes.ids().filter(|&class| is_concrete(class) && self.is_made(class, &hosts));
        let given = self.program.methods.ids().filter_map(|method| self.given_by(method));
        let of = |class: ClassId| {
            let all = self.all_supertypes(class).into_iter();
            all.filter(move |&above| !self.decorates(class, above))
        };
        let kept = self.program.fields.ids().filter_map(|field| self.kept_in(field));
        let with_objects: BTreeSet<ClassId> = made.chain(given).chain(kept).flat_map(of).collect();
        self.wanted.iter().copied().find(|class| !done.contains(class) && !with_objects.contains(class))
    }

    /// Whether drivers may have a way to make objects of a concrete class by its name.
    fn is_made(&self, class: ClassId, hosts: &BTreeMap<Name, ClassId>) -> bool {
        let program = &self.program;
        if program.role(class).is_foreign() {
            return true;
        }
        let methods = program.classes[class].methods.iter().map(|&m| &program.methods[m]);
        let constructors: Vec<&Method> = methods.filter(|m| m.is_constructor()).collect();
        hosts.values().filter(|&&host| self.may_name(class, host)).any(|&host| {
            let is_called = |m: &&Method| {
                program.may_access(m.modifiers, class, host) && !self.takes_what_nobody_makes(m)
            };
            constructors.is_empty() || constructors.iter().any(is_called)
        })
    }

    /// The class whose objects a method of the program gives, or those of one below it. An object that is made of such objects gives
    /// no other ones.
    fn given_by(&self, method: MethodId) -> Option<ClassId> {
        let m = &self.program.methods[method];
        let is_called = !m.is_constructor()
            && !m.modifiers.has(Modifiers::PRIVATE)
            && !m.is_abstract()
            && !self.program.role(m.class).is_foreign()
            && !self.takes_what_nobody_makes(m);
        m.return_type
            .class()
            .filter(|&given| is_called && (m.is_static() || !self.is_made_of(m.class, given)))
    }

    /// The same of a static field.
    fn kept_in(&self, field: FieldId) -> Option<ClassId> {
        let f = &self.program.fields[field];
        let is_read =
            f.is_static() && !f.modifiers.has(Modifiers::PRIVATE) && !self.program.role(f.class).is_foreign();
        f.ty.class().filter(|_| is_read)
    }

    /// Whether a parameter is a member of a class as reflection has it, which is looked up by its name alone: no driver does.
    fn takes_what_nobody_makes(&self, method: &Method) -> bool {
        let is_of_reflection = |class: ClassId| {
            let name = &*self.program.tables.packages[self.program.tables.classes[class].package].name;
            name == "java.lang.reflect" && !self.program.classes[class].is_interface()
        };
        method.parameters.iter().any(|parameter| match parameter.ty {
            Ty::Class(class) => self.program.role(class).is_foreign() && is_of_reflection(class),
            _ => false,
        })
    }

    fn may_name(&self, class: ClassId, host: ClassId) -> bool {
        let c = &self.program.classes[class];
        self.program.may_access(c.modifiers, class, host)
            && c.outer.is_none_or(|outer| self.may_name(outer, host))
    }

    /// Whether each constructor of a class takes an object of another type.
    fn decorates(&self, class: ClassId, other: ClassId) -> bool {
        self.each_constructor_takes(class, |ty| ty == Ty::Class(other))
    }

    fn each_constructor_takes(&self, class: ClassId, is_it: impl Fn(Ty) -> bool) -> bool {
        let methods = self.program.classes[class].methods.iter().map(|&m| &self.program.methods[m]);
        let mut constructors = methods.filter(|m| m.is_constructor()).peekable();
        constructors.peek().is_some() && constructors.all(|m| m.parameters.iter().any(|p| is_it(p.ty)))
    }

    /// Whether each constructor of a class takes objects of another type: one, or an array of them.
    fn is_made_of(&self, class: ClassId, other: ClassId) -> bool {
        self.each_constructor_takes(class, |ty| class_in(ty) == Some(other))
    }

    /// The class first; nearer ones before those further up.
    pub(super) fn all_supertypes(&self, class: ClassId) -> Vec<ClassId> {
        let mut found = vec![class];
        let mut next = 0;
        while let Some(&class) = found.get(next) {
            for supertype in self.program.classes[class].supertypes() {
                if !found.contains(&supertype) {
                    found.push(supertype);
                }
            }
            next += 1;
        }
        found
    }

    /// Loads the classes of a package that name this one as their supertype.
    fn load_siblings(
        &mut self,
        class: ClassId,
        package: PackageId,
        siblings: &mut BTreeMap<PackageId, Siblings>,
    ) {
        let package_name = self.program.tables.packages[package].name.clone();
        let files = siblings.entry(package).or_insert_with(|| self.package_files(&package_name));
        let name = self.program.classes[class].name.clone();
        let implement = |(_, file): &(&Name, &SourceFile)| {
            file.text.contains(&*name)
                && parse(SourceFile::new(file.path.clone(), file.text.clone()))
                    .is_ok_and(|tree| names_as_supertype(&tree, &name))
        };
        let found: Vec<Name> =
            files.iter().filter(implement).map(|(name, _)| name.clone()).take(MOST_IMPLEMENTERS).collect();
        for name in found {
            if let Some(class) = self.top_level(package, &name) {
                self.drive(class, 1);
            }
        }
    }

    /// What a sealed type of the class path permits: its class file names them.
    fn load_compiled_below(&mut self, class: ClassId) {
        if self.program.role(class) != Role::ClassPath {
            return;
        }
        for below in self.permitted(class) {
            self.touch(below);
            self.inherit(below);
            self.want(below);
        }
    }

    /// A stub for each package of drivers that can have one.
    fn add_stubs(&mut self, class: ClassId) {
        // Annotations are made by the JVM; nobody writes a class of them.
        if self.program.classes[class].kind == TypeKind::Annotation {
            return;
        }
        for (package, host) in self.hosts() {
            let name = self.stub_name(host, class);
            let Some(lines) = (StubWriter { loader: self, host, class, name: &name }).lines() else {
                continue;
            };
            if let Some(class) = self.declare_stub(&package, &lines) {
                let lines = std::iter::once(format!("static {}", lines[0])).chain(lines[1..].iter().cloned());
                self.program.tables.stubs.push(Stub { class, package, lines: lines.collect() });
            }
        }
    }

    pub(super) fn declare_stub(&mut self, package: &str, lines: &[String]) -> Option<ClassId> {
        let header = if package.is_empty() { String::new() } else { format!("package {package};\n") };
        let text = format!("{header}{ON_DEMAND}{}\n", lines.join("\n"));
        let tree = parse(SourceFile::new(PathBuf::from("$Stub.java"), text)).ok()?;
        let unit = self.declare(tree, Role::Stub);
        self.program.classes.ids().rev().find(|&c| self.program.classes[c].unit == unit)
    }

    /// The packages of drivers, each with the class in which they stand.
    pub(super) fn hosts(&self) -> BTreeMap<Name, ClassId> {
        let drivers = self.program.tables.drivers.iter();
        drivers.map(|(package, &method)| (package.clone(), self.program.methods[method].class)).collect()
    }

    /// That no class of the package has.
    pub(super) fn stub_name(&mut self, host: ClassId, class: ClassId) -> Name {
        self.free_name(host, &format!("{}Stub", self.program.classes[class].name))
    }

    pub(super) fn free_name(&mut self, host: ClassId, wish: &str) -> Name {
        let package = self.program.tables.classes[host].package;
        let mut name = Name::from(wish);
        let mut number = 2;
        while self.top_level(package, &name).is_some() {
            name = format!("{wish}{number}").into();
            number += 1;
        }
        name
    }
}

fn names_as_supertype(tree: &CompilationUnit, name: &str) -> bool {
    let is_named = |ty: &TypeRef| match &ty.base {
        BaseType::Named(segments) => segments.last().is_some_and(|last| &*last.name.name == name),
        _ => false,
    };
    tree.types.iter().any(|decl| decl.extends.iter().chain(&decl.implements).any(is_named))
}

/// Writes the declaration of a stub.
pub(super) struct StubWriter<'l> {
    pub loader: &'l Loader,
    pub host: ClassId,
    pub class: ClassId,
    pub name: &'l str,
}

impl StubWriter<'_> {
    fn program(&self) -> &Program {
        &self.loader.program
    }

    /// `None` where the package cannot have such a class, or not all that it would have to implement is known.
    fn lines(&self) -> Option<Vec<String>> {
        let supertypes = self.loader.all_supertypes(self.class);
        if !supertypes.iter().all(|&class| self.is_known(class))
            || !self.loader.may_name(self.class, self.host)
        {
            return None;
        }
        let methods = self.to_implement(&supertypes)?;
        let constructors = self.constructors(&methods)?;
        let extends =
            if self.program().classes[self.class].is_interface() { "implements" } else { "extends" };
        let (declared, passed) = self.variables()?;
        let above = self.class_text(self.class)?;
        let mut lines = vec![format!("class {}{declared} {extends} {above}{passed} {{", self.name)];
        for &method in &methods {
            let field = field_name(self.program(), &methods, method);
            let m = &self.program().methods[method];
            let signature = self.signature(method)?;
            if self.answers(method) {
                lines.push(format!("    final {} {field};", self.written(&signature.result)?));
            }
            if let Some(thrown) = self.thrown(method) {
                lines.push(format!("    final {thrown} {field}Throws;"));
            }
            lines.push(format!("    int {field}Calls;"));
            for (parameter, ty) in m.parameters.iter().zip(&signature.parameters) {
                let ty = self.written(ty)?;
                lines.push(format!("    {ty} {field}{};", capitalized(&parameter.name)));
            }
        }
        lines.extend(constructors);
        for &method in &methods {
            lines.push(String::new());
            lines.extend(self.method(method, &field_name(self.program(), &methods, method))?);
        }
        lines.push("}".to_owned());
        Some(lines)
    }

    /// Whether all about a supertype is known that a subclass depends on.
    pub(super) fn is_known(&self, class: ClassId) -> bool {
        let (c, table) = (&self.program().classes[class], &self.program().tables.classes[class]);
        let is_complete = |&method: &MethodId| {
            let m = &self.program().methods[method];
            self.loader.method_states[method] >= MemberState::Complete && m.unsupported.is_none()
        };
        class == self.program().well_known.object
            || matches!(c.kind, TypeKind::Interface | TypeKind::Class)
                && c.unsupported.is_none()
                && !c.modifiers.has(Modifiers::SEALED)
                && table.opaque.is_empty()
                && c.methods.iter().all(is_complete)
    }

    /// The methods that a concrete subclass has to have; `None` where they do not fit each other, or are too many.
    pub(super) fn to_implement(&self, supertypes: &[ClassId]) -> Option<Vec<MethodId>> {
        let program = self.program();
        let all: Vec<MethodId> =
            supertypes.iter().flat_map(|&c| &program.classes[c].methods).copied().collect();
        let is_instance = |m: &Method| m.kind == MethodKind::Method && !m.is_static();
        let is_default = |m: MethodId| {
            let m = &program.methods[m];
            is_instance(m) && !m.is_abstract() && program.classes[m.class].is_interface()
        };
        let defaults: Vec<MethodId> = all.iter().copied().filter(|&m| is_default(m)).collect();
        let mut found: Vec<MethodId> = Vec::new();
        for &method in &all {
            let m = &program.methods[method];
            if !is_instance(m) || !m.is_abstract() || defaults.iter().any(|&d| self.overrides(d, method)) {
                continue;
            }
            let same = |other: &&MethodId| program.same_signature(**other, method);
            if let Some(&known) = found.iter().find(same) {
                if program.methods[known].return_type != m.return_type {
                    return None;
                }
                continue;
            }
            // The nearest class that has such a method decides; without one, the interfaces do.
            let in_class = |other: &&MethodId| {
                let o = &program.methods[**other];
                is_instance(o)
                    && !program.classes[o.class].is_interface()
                    && program.same_signature(**other, method)
            };
            if all.iter().find(in_class).is_none_or(|&nearest| program.methods[nearest].is_abstract()) {
                if m.modifiers.has(Modifiers::PUBLIC) || program.same_package(m.class, self.host) {
                    found.push(method);
                } else {
                    return None;
                }
            }
        }
        (found.len() <= MOST_METHODS).then_some(found)
    }

    /// Whether a `default` method overrides one of an interface further up.
    fn overrides(&self, default: MethodId, method: MethodId) -> bool {
        let program = self.program();
        let (below, above) = (program.methods[default].class, program.methods[method].class);
        below != above
            && self.loader.all_supertypes(below).contains(&above)
            && program.is_override_equivalent(below, default, method)
    }

    fn answers(&self, method: MethodId) -> bool {
        self.program().methods[method].return_type != Ty::Void
    }

    /// One for each that the superclass has; `None` where none of them can be called.
    fn constructors(&self, methods: &[MethodId]) -> Option<Vec<String>> {
        let program = self.program();
        let class = &program.classes[self.class];
        if class.is_interface() {
            return self.constructor(None, methods);
        }
        let above = class.methods.iter().copied().filter(|&c| {
            program.methods[c].is_constructor()
                && program.may_access(program.methods[c].modifiers, self.class, self.host)
        });
        let written: Vec<Vec<String>> = above.filter_map(|c| self.constructor(Some(c), methods)).collect();
        (!written.is_empty()).then(|| written.concat())
    }

    fn constructor(&self, above: Option<MethodId>, methods: &[MethodId]) -> Option<Vec<String>> {
        let program = self.program();
        let (mut parameters, mut passed) = (Vec::new(), Vec::new());
        if let Some(above) = above {
            let signature = self.signature(above)?;
            for (parameter, ty) in program.methods[above].parameters.iter().zip(&signature.parameters) {
                // No answer has such a name.
                let name = format!("{}Above", parameter.name);
                parameters.push(format!("{} {name}", self.written(ty)?));
                passed.push(name);
            }
        }
        let above = above.map(|above| &program.methods[above]);
        let mut body = Vec::new();
        if !passed.is_empty() {
            body.push(format!("        super({});", passed.join(", ")));
        }
        for &method in methods {
            let field = field_name(program, methods, method);
            if self.answers(method) {
                parameters.push(format!("{} {field}", self.written(&self.signature(method)?.result)?));
                body.push(format!("        this.{field} = {field};"));
            }
            if let Some(thrown) = self.thrown(method) {
                parameters.push(format!("{thrown} {field}Throws"));
                body.push(format!("        this.{field}Throws = {field}Throws;"));
            }
        }
        let throws: Option<Vec<String>> =
            above.iter().flat_map(|above| &above.throws).map(|&class| self.text(Ty::Class(class))).collect();
        let throws = throws.filter(|throws| !throws.is_empty());
        let throws = throws.map_or(String::new(), |throws| format!("throws {} ", throws.join(", ")));
        let head = format!("    {}({}) {throws}{{", self.name, parameters.join(", "));
        let lines = [String::new(), head].into_iter().chain(body);
        Some(lines.chain(std::iter::once("    }".to_owned())).collect())
    }

    fn method(&self, method: MethodId, field: &str) -> Option<Vec<String>> {
        let m = &self.program().methods[method];
        let access = if m.modifiers.has(Modifiers::PUBLIC) {
            "public "
        } else if m.modifiers.has(Modifiers::PROTECTED) {
            "protected "
        } else {
            ""
        };
        let signature = self.signature(method)?;
        let mut parameters = Vec::new();
        for (parameter, ty) in m.parameters.iter().zip(&signature.parameters) {
            parameters.push(format!("{} {}", self.written(ty)?, parameter.name));
        }
        let result = match signature.result {
            Signature::Void => "void".to_owned(),
            ref result => self.written(result)?,
        };
        let thrown = self.thrown(method);
        let throws = thrown.as_ref().map_or(String::new(), |thrown| format!("throws {thrown} "));
        let head = format!("{access}{result} {}({}) {throws}{{", m.name, parameters.join(", "));
        let mut lines = vec![format!("    {head}"), format!("        this.{field}Calls++;")];
        for name in m.parameters.iter().map(|p| &p.name) {
            lines.push(format!("        this.{field}{} = {name};", capitalized(name)));
        }
        if thrown.is_some() {
            lines.push(format!("        if (this.{field}Throws != null) {{"));
            lines.push(format!("            throw this.{field}Throws;"));
            lines.push("        }".to_owned());
        }
        if self.answers(method) {
            lines.push(format!("        return this.{field};"));
        }
        lines.push("    }".to_owned());
        Some(lines)
    }

    /// The checked exception that a stub throws where it is told to: the first that the method declares.
    fn thrown(&self, method: MethodId) -> Option<String> {
        let program = self.program();
        let known = &program.well_known;
        let signature = source::method_signature(program, method).ok()?;
        let is_written = |class: ClassId| signature.throws.contains(&Signature::Class(class, Vec::new()));
        let is_checked = |class: ClassId| {
            let unchecked = [known.runtime_exception, known.error];
            is_written(class) && !unchecked.iter().any(|&above| program.is_subclass(class, above))
        };
        let &class = program.methods[method].throws.iter().find(|&&class| is_checked(class))?;
        self.text(Ty::Class(class))
    }

    /// The type variables of the type, as the stub declares them and as it passes them on.
    pub(super) fn variables(&self) -> Option<(String, String)> {
        let signature = source::class_signature(self.program(), self.class).ok()?;
        let object = Signature::Class(self.program().well_known.object, Vec::new());
        let mut declared = Vec::new();
        for variable in &signature.variables {
            let bounds: Vec<String> = variable
                .bounds
                .iter()
                .filter(|&bound| *bound != object)
                .map(|bound| self.written(bound))
                .collect::<Option<_>>()?;
            declared.push(match &bounds[..] {
                [] => variable.name.to_string(),
                bounds => format!("{} extends {}", variable.name, bounds.join(" & ")),
            });
        }
        let names: Vec<&str> = signature.variables.iter().map(|variable| &*variable.name).collect();
        Some(match names.is_empty() {
            true => Default::default(),
            false => (format!("<{}>", declared.join(", ")), format!("<{}>", names.join(", "))),
        })
    }

    /// The types of a method that has no type variables of its own, in terms of those of the type that is stood in for.
    pub(super) fn signature(&self, method: MethodId) -> Option<MethodSignature> {
        let declared = &self.program().methods[method];
        let signature = source::method_signature(self.program(), method).ok()?;
        let is_whole = signature.parameters.len() == declared.parameters.len();
        if !signature.variables.is_empty() || !is_whole {
            return None;
        }
        let (owner, arguments) = (declared.class, self.arguments_of(declared.class)?);
        let parameters = signature.parameters.iter().map(|ty| ty.seen_with(owner, &arguments));
        let parameters = parameters.collect::<Option<_>>()?;
        let result = signature.result.seen_with(owner, &arguments)?;
        Some(MethodSignature { parameters, result, ..signature })
    }

    /// What the variables of a supertype stand for.
    fn arguments_of(&self, wanted: ClassId) -> Option<Vec<Signature>> {
        let program = self.program();
        let own = source::class_signature(program, self.class).ok()?.variables.len();
        let variable = |index| Signature::Variable(Variable { owner: Owner::Class(self.class), index });
        let mut found: Vec<(ClassId, Vec<Signature>)> =
            vec![(self.class, (0..own as u32).map(variable).collect())];
        let mut next = 0;
        while let Some((class, arguments)) = found.get(next).cloned() {
            if class == wanted {
                return Some(arguments);
            }
            next += 1;
            for above in source::class_signature(program, class).ok()?.supertypes {
                let Some(Signature::Class(above, given)) = above.seen_with(class, &arguments) else {
                    continue;
                };
                let exact = given.into_iter().map(|argument| match argument {
                    SignatureArgument::Exact(ty) => Some(ty),
                    _ => None,
                });
                // A raw supertype has none, and then nothing that names its variables is written.
                if let Some(given) = exact.collect::<Option<Vec<_>>>()
                    && found.iter().all(|(known, _)| *known != above)
                {
                    found.push((above, given));
                }
            }
        }
        (wanted == program.well_known.object).then(Vec::new)
    }

    /// A type with its arguments as code of the package writes it; `None` for one that it cannot name.
    pub(super) fn written(&self, ty: &Signature) -> Option<String> {
        Some(match ty {
            Signature::Void => return None,
            Signature::Variable(variable) if variable.owner == Owner::Class(self.class) => {
                let signature = source::class_signature(self.program(), self.class).ok()?;
                signature.variables.get(variable.index as usize)?.name.to_string()
            }
            Signature::Variable(_) => return None,
            Signature::Primitive(primitive) => primitive.name().to_owned(),
            Signature::Array(cell) => format!("{}[]", self.written(cell)?),
            Signature::Class(class, arguments) if arguments.is_empty() => self.text(Ty::Class(*class))?,
            Signature::Class(class, arguments) => {
                let argument = |argument: &SignatureArgument| match argument {
                    SignatureArgument::Exact(ty) => self.written(ty),
                    SignatureArgument::Unbounded => Some("?".to_owned()),
                    SignatureArgument::Extends(ty) => Some(format!("? extends {}", self.written(ty)?)),
                    SignatureArgument::Super(ty) => Some(format!("? super {}", self.written(ty)?)),
                };
                let arguments: Vec<String> = arguments.iter().map(argument).collect::<Option<_>>()?;
                format!("{}<{}>", self.class_text(*class)?, arguments.join(", "))
            }
        })
    }

    /// A type as code of the package writes it; `None` for one that it cannot name.
    fn text(&self, ty: Ty) -> Option<String> {
        let program = self.program();
        let class = match ty {
            Ty::Primitive(_) | Ty::Void => return Some(program.type_name(ty)),
            Ty::Class(class) => class,
            Ty::Array(array) => {
                let element = match array.element {
                    ElementTy::Primitive(p) => Ty::Primitive(p),
                    ElementTy::Class(class) => Ty::Class(class),
                };
                return Some(self.text(element)? + &"[]".repeat(array.dims.into()));
            }
            Ty::Null | Ty::Unknown => return None,
        };
        let is_raw = !program.tables.classes[class].type_parameters.is_empty();
        if is_raw { None } else { self.class_text(class) }
    }

    pub(super) fn class_text(&self, class: ClassId) -> Option<String> {
        let program = self.program();
        if !self.loader.may_name(class, self.host) {
            return None;
        }
        if program.role(class) == Role::Jdk && program.classes[class].outer.is_none() {
            return Some(imported(program, &program.classes[class].qualified_name));
        }
        let package = &program.tables.packages[program.tables.classes[self.host].package];
        let outermost = &program.classes[program.outermost(class)].name;
        let is_imported =
            program.package_name(class) == "java.lang" && !package.classes.contains_key(outermost);
        Some(if program.same_package(class, self.host) || is_imported {
            program.nested_name(class)
        } else {
            program.type_name(Ty::Class(class))
        })
    }
}

/// The name of a method, with a number where it is overloaded.
fn field_name(program: &Program, methods: &[MethodId], method: MethodId) -> String {
    let name = &program.methods[method].name;
    let before = methods.iter().take_while(|&&m| m != method).filter(|&&m| program.methods[m].name == *name);
    match before.count() {
        0 => name.to_string(),
        n => format!("{name}{}", n + 1),
    }
}

fn capitalized(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
