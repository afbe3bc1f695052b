//! Compiled classes in the loading of a program: which are read, and the members of which get their types.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::class_files::ClassFileError;
use crate::index::Id as _;
use crate::sema::compiled::{self, CompiledUnit};
use crate::sema::declare::{position, qualify};
use crate::sema::load::{Loader, MemberKind, class_in};
use crate::sema::names::{World as _, erased_class};
use crate::sema::platform;
use crate::sema::program::{ClassId, MethodId, Role};
use crate::sema::tables::PackageId;
use crate::sema::typed_tree::Constant;
use crate::sema::types::Ty;
use crate::syntax::source::SourceFile;
use crate::syntax::tree::{BaseType, CompilationUnit, Name, Span, TypeArgument, TypeParameter, TypeRef};

/// The type in an argument.
pub(super) fn bound_of(argument: &TypeArgument) -> Option<&TypeRef> {
    match argument {
        TypeArgument::Type(ty) | TypeArgument::Extends(ty) | TypeArgument::Super(ty) => Some(ty),
        TypeArgument::Wildcard => None,
        TypeArgument::Annotated(_, inner) => bound_of(inner),
    }
}

impl Loader {
    /// Code may have objects of a compiled class: the members that it names get their types. What signatures of
    /// compiled classes alone speak of is not reached, or a run would load half of the JDK.
    pub(super) fn reach(&mut self, class: ClassId) {
        let mut reached = vec![class];
        while let Some(class) = reached.pop() {
            let is_compiled = self.program.role(class).is_compiled();
            if !is_compiled || std::mem::replace(&mut self.reached[position(class)], true) {
                continue;
            }
            self.headers(class);
            self.program.tables.runs_class_files = true;
            reached.extend(self.program.classes[class].supertypes());
            reached.extend(self.thrown_beside(class));
            self.enter_members(class);
        }
    }

    /// The exceptions that methods of the class throw and do not declare, where they are there.
    fn thrown_beside(&mut self, class: ClassId) -> Vec<ClassId> {
        let package = self.program.package_name(class).to_owned();
        platform::thrown_in(&package)
            .filter_map(|name| {
                let (package, name) = name.rsplit_once('.')?;
                let package = self.intern_package(package);
                self.top_level(package, name)
            })
            .collect()
    }

    /// What the code may have of this type.
    pub(super) fn reach_type(&mut self, ty: Ty) {
        if let Some(class) = class_in(ty) {
            self.reach(class);
        }
    }

    /// What the code may have by a value of a type as it is written: the objects of its type arguments too.
    pub(super) fn reach_written(&mut self, class: ClassId, variables: &[TypeParameter], ty: &TypeRef) {
        for named in self.read_arguments(class, variables, ty) {
            self.reach(named);
        }
    }

    /// Makes the classes known that a type names, its arguments included.
    pub(super) fn read_arguments(
        &mut self,
        class: ClassId,
        variables: &[TypeParameter],
        ty: &TypeRef,
    ) -> Vec<ClassId> {
        let mut found = Vec::new();
        let mut pending = vec![ty];
        while let Some(ty) = pending.pop() {
            let BaseType::Named(segments) = &ty.base else { continue };
            found.extend(erased_class(self, class, variables, segments));
            let arguments = segments.iter().flat_map(|segment| segment.arguments.iter().flatten());
            pending.extend(arguments.filter_map(bound_of));
        }
        found
    }

    /// The objects that code has by a method: what it returns and throws, and in its own body its parameters.
    pub(super) fn reach_results(&mut self, method: MethodId) {
        let m = &self.program.methods[method];
        let is_compiled = self.program.role(m.class).is_compiled();
        let is_named = self.demanded.contains(&(MemberKind::Method, m.name.clone()));
        let class = m.class;
        let of_body = m.parameters.iter().map(|p| p.ty).filter(|_| !is_compiled);
        let returned = Some(m.return_type).filter(|_| !is_compiled || is_named);
        let returned_as_written = self.program.method_decl(method).filter(|_| is_compiled && is_named);
        let returned_as_written = returned_as_written
            .and_then(|decl| Some((decl.type_parameters.clone(), decl.return_type.clone()?)));
        for ty in of_body.chain(returned).collect::<Vec<_>>() {
            self.reach_type(ty);
        }
        if let Some((variables, ty)) = returned_as_written {
            self.reach_written(class, &variables, &ty);
        }
    }

    pub(super) fn read_compiled(&mut self, package: &str, name: &str) -> Option<()> {
        let files = self.program.class_files.clone()?;
        // The library's classes lack some supertypes that the JDK's have: with the type there, they would seem to be none of it.
        if platform::is_lacked_supertype(&qualify(package, name)) {
            return None;
        }
        match compiled::read(&files, package, name) {
            Ok(found) => {
                self.declare_compiled(found?, None);
                Some(())
            }
            Err(error) => {
                self.broken_class_file(&error);
                None
            }
        }
    }

    /// Reads the type of this name that the JDK's class has nested in it and the library's, this one, lacks.
    pub(super) fn read_lacked_type(&mut self, class: ClassId, name: &str) -> Option<ClassId> {
        let files = self.program.class_files.clone()?;
        match compiled::read_nested(&files, &self.program.classes[class].qualified_name, name) {
            Ok(found) => {
                self.declare_compiled(found?, Some(class));
                self.program.tables.classes[class].types.get(name).copied()
            }
            Err(error) => {
                self.broken_class_file(&error);
                None
            }
        }
    }

    /// Declares a class of the library, with the methods and static fields that only the JDK has, if it is there.
    pub(super) fn declare_library(&mut self, mut tree: CompilationUnit, package: PackageId, name: &str) {
        let package_name = self.program.tables.packages[package].name.clone();
        let files = self.program.class_files.clone();
        let completed =
            files.map_or(Ok(None), |files| compiled::complete(&files, &package_name, name, &mut tree));
        self.declare(tree, Role::Library);
        let declared = self.program.tables.packages[package].classes.get(name);
        match (completed, declared) {
            (Ok(Some(completed)), Some(&class)) => {
                self.program.tables.classes[class].has_all_methods = true;
                let descriptors = completed.descriptors.into_iter();
                self.keep_descriptors(class, descriptors.map(|(at, name)| (at as u32, name)).collect());
                self.keep_constants(
                    completed.constants.into_iter().map(|(name, value)| (class, name, value)),
                );
            }
            (Ok(_), _) => {}
            (Err(error), _) => self.broken_class_file(&error),
        }
    }

    fn declare_compiled(&mut self, unit: CompiledUnit, around: Option<ClassId>) {
        let role = if unit.is_of_jdk { Role::Jdk } else { Role::ClassPath };
        let first = self.program.classes.next_id();
        let id = self.declare_in(unit.tree, role, around);
        let mut of_decl = FxHashMap::default();
        for class in (first.index()..self.program.classes.len()).map(ClassId::new) {
            if self.program.classes[class].unit == id {
                of_decl.insert(self.program.classes[class].decl, class);
            }
        }
        let mut descriptors: FxHashMap<ClassId, FxHashMap<u32, Name>> = FxHashMap::default();
        for (decl, member, descriptor) in unit.descriptors {
            if let Some(&class) = of_decl.get(&decl) {
                descriptors.entry(class).or_default().insert(member as u32, descriptor);
            }
        }
        for (class, descriptors) in descriptors {
            self.keep_descriptors(class, descriptors);
        }
        let of_class = |(decl, name, constant)| Some((*of_decl.get(&decl)?, name, constant));
        self.keep_constants(unit.constants.into_iter().filter_map(of_class));
    }

    /// The values of constant fields, by class and name, which class files give them.
    fn keep_constants(&mut self, constants: impl Iterator<Item = (ClassId, Name, Constant)>) {
        for (class, name, constant) in constants {
            if let Some(&field) = self.program.tables.classes[class].fields.get(&name) {
                self.program.fields[field].constant = Some(constant);
            }
        }
    }

    /// By place among the members of a class: what its class file calls the types of a method.
    fn keep_descriptors(&mut self, class: ClassId, mut descriptors: FxHashMap<u32, Name>) {
        for &method in &self.program.classes[class].methods {
            let member = self.program.tables.method_members[method];
            let descriptor = member.and_then(|member| descriptors.remove(&member));
            self.program.tables.descriptors.extend(descriptor.map(|descriptor| (method, descriptor)));
        }
    }

    /// As javac has it: a class that a name needs, and nobody can read or run, is an error.
    fn broken_class_file(&mut self, error: &ClassFileError) {
        let path = error.entry().map_or_else(|| error.place().to_owned(), |entry| error.place().join(entry));
        let source = Arc::new(SourceFile::new(path, String::new()));
        self.report_at(&source, Span::default(), error.to_string());
    }

    /// Whether the class path or the JDK has a package.
    pub(super) fn has_compiled_package(&mut self, package: &str) -> bool {
        let Some(files) = self.program.class_files.clone() else { return false };
        files.has_package(package).unwrap_or_else(|error| {
            self.broken_class_file(&error);
            false
        })
    }
}
