//! What the names in sources mean to the loader: a class or a package is read when it is named first.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::Loader;
use crate::sema::declare::dotted;
use crate::sema::library;
use crate::sema::names::{World, lacks_type, member_class};
use crate::sema::program::{ClassId, Program, Role, UnitId};
use crate::sema::tables::{Imported, OnDemand, Package, PackageId};
use crate::syntax::parser::parse;
use crate::syntax::source::SourceFile;
use crate::syntax::tree::Name;

impl Loader {
    pub(in crate::sema) fn intern_package(&mut self, name: &str) -> PackageId {
        if let Some(&id) = self.program.tables.package_ids.get(name) {
            return id;
        }
        // All classes of the unnamed package are given; those of another one stand in its folder, if we see it.
        let complete = name.is_empty()
            || (!library::has_package(name) && self.source_path.as_mut().is_some_and(|s| s.has_all_of(name)));
        let name: Name = name.into();
        let package = Package { name: name.clone(), classes: FxHashMap::default(), complete };
        let id = self.program.tables.packages.push(package);
        self.program.tables.package_ids.insert(name, id);
        id
    }

    /// The files of a package in the source path, by the class that each is named after.
    pub(in crate::sema) fn package_files(&mut self, package: &str) -> BTreeMap<Name, SourceFile> {
        self.source_path.as_mut().map_or_else(BTreeMap::new, |source_path| source_path.files(package))
    }

    /// The class of this package from the library or the source path, read now.
    fn read_class(&mut self, package: PackageId, name: &str) -> Option<ClassId> {
        let package_name = self.program.tables.packages[package].name.clone();
        if let Some(tree) = library::class_tree(&package_name, name) {
            self.declare_library(tree, package, name);
        } else if !self.read_beside(&package_name, name)
            && self.read_source_path(&package_name, name).is_none()
        {
            self.read_compiled(&package_name, name)?;
        }
        self.program.tables.packages[package].classes.get(name).copied()
    }

    fn read_source_path(&mut self, package: &str, name: &str) -> Option<()> {
        // A file that cannot be read is a class that is not in our world.
        let file = self.source_path.as_mut()?.class_file(package, name)?;
        let tree = parse(file).ok()?;
        // As javac: a file that declares another package does not hold the class.
        if dotted(&tree.package) != package {
            return None;
        }
        self.declare(tree, Role::SourcePath);
        Some(())
    }

    /// The class that an import's path names: of the longest package that has it.
    fn imported_class(&mut self, path: &[Name]) -> Imported {
        for n in (1..path.len()).rev() {
            let Some(package) = self.package(&path[..n].join(".")) else { continue };
            let Some(mut class) = self.top_level(package, &path[n]) else { continue };
            for name in &path[n + 1..] {
                match member_class(self, class, name) {
                    Ok(Some(member)) => class = member,
                    _ => return Imported::Outside(path.join(".").into()),
                }
            }
            return Imported::Class(class);
        }
        Imported::Outside(path.join(".").into())
    }

    fn resolved(&mut self, import: Imported) -> Imported {
        match import {
            Imported::Path(path) => self.imported_class(&path),
            known => known,
        }
    }
}

impl World for Loader {
    fn program(&self) -> &Program {
        &self.program
    }

    fn top_level(&mut self, package: PackageId, name: &str) -> Option<ClassId> {
        if let Some(&class) = self.program.tables.packages[package].classes.get(name) {
            return Some(class);
        }
        let key = (package, Name::from(name));
        if self.absent.contains(&key) {
            return None;
        }
        let class = self.read_class(package, name);
        if class.is_none() {
            self.absent.insert(key);
        }
        class
    }

    fn package(&mut self, path: &str) -> Option<PackageId> {
        if let Some(&id) = self.program.tables.package_ids.get(path) {
            return Some(id);
        }
        let exists = library::has_package(path)
            || self.beside.has_package(path)
            || self.source_path.as_mut().is_some_and(|s| s.has_package(path))
            || self.has_compiled_package(path);
        exists.then(|| self.intern_package(path))
    }

    fn headers(&mut self, class: ClassId) {
        self.resolve_headers(class);
    }

    fn lacked_type(&mut self, class: ClassId, name: &str) -> Option<ClassId> {
        lacks_type(&self.program, class, name).then(|| self.read_lacked_type(class, name))?
    }

    fn single_import(&mut self, unit: UnitId, name: &str) -> Option<Imported> {
        let import = self.program.tables.units[unit].single.get(name)?.clone();
        let Imported::Path(path) = import else { return Some(import) };
        let resolved = self.imported_class(&path);
        self.program.tables.units[unit].single.insert(name.into(), resolved.clone());
        Some(resolved)
    }

    fn on_demand(&mut self, unit: UnitId, n: usize) -> OnDemand {
        let import = self.program.tables.units[unit].on_demand[n].clone();
        let OnDemand::Path(path) = import else { return import };
        let whole = path.join(".");
        let resolved = match self.package(&whole) {
            Some(package) => OnDemand::Package(package),
            None => match self.imported_class(&path) {
                Imported::Class(class) => OnDemand::Class(class),
                Imported::Path(_) | Imported::Outside(_) => OnDemand::Outside(whole.into()),
            },
        };
        self.program.tables.units[unit].on_demand[n] = resolved.clone();
        resolved
    }

    fn static_imports(&mut self, unit: UnitId, name: &str) -> SmallVec<[Imported; 1]> {
        let Some(imports) = self.program.tables.units[unit].static_single.get(name).cloned() else {
            return Default::default();
        };
        let resolved: SmallVec<[Imported; 1]> =
            imports.into_iter().map(|import| self.resolved(import)).collect();
        self.program.tables.units[unit].static_single.insert(name.into(), resolved.clone());
        resolved
    }

    fn static_on_demand(&mut self, unit: UnitId, n: usize) -> Imported {
        let import = self.program.tables.units[unit].static_on_demand[n].clone();
        let resolved = self.resolved(import);
        self.program.tables.units[unit].static_on_demand[n] = resolved.clone();
        resolved
    }
}
