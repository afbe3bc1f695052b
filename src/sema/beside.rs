//! The other files of a call. Each file is a program of its own, so that what is found out about it does not depend on
//! what was given with it: it reads of the others only what it names, as from a source path, and what is derived from a
//! class that it has, or from an abstract one of the library's whose objects its methods are given, since an object of its types may
//! be of such a class. And it is told whether one of them looks at fields by reflection, be they whose they may.

use std::collections::HashMap;

use crate::sema::declare::dotted;
use crate::sema::load::Loader;
use crate::sema::names::World as _;
use crate::sema::program::{ClassId, Role};
use crate::sema::reached::looks_at_fields;
use crate::syntax::tree::{BaseType, CompilationUnit, TypeRef};

/// The files of a call, parsed, in its order.
#[derive(Debug, Default)]
pub struct Beside {
    files: Vec<CompilationUnit>,
    /// By package: the file of each top-level class.
    classes: HashMap<String, HashMap<String, usize>>,
    look_at_fields: bool,
}

impl Beside {
    /// Of the files that declare a class the first has it.
    pub fn new(files: Vec<CompilationUnit>) -> Self {
        let mut classes: HashMap<String, HashMap<String, usize>> = HashMap::new();
        for (at, file) in files.iter().enumerate() {
            let of_package = classes.entry(dotted(&file.package)).or_default();
            for decl in file.types.iter().filter(|decl| decl.outer.is_none()) {
                of_package.entry(decl.name.name.to_string()).or_insert(at);
            }
        }
        let look_at_fields = files.iter().any(|file| looks_at_fields(&file.source.text));
        Self { files, classes, look_at_fields }
    }

    /// So many files.
    pub fn len(&self) -> usize {
        self.files.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// One of them.
    pub fn file(&self, at: usize) -> &CompilationUnit {
        &self.files[at]
    }

    pub(super) const fn look_at_fields(&self) -> bool {
        self.look_at_fields
    }

    pub(super) fn has_package(&self, package: &str) -> bool {
        self.classes.contains_key(package)
    }

    pub(super) fn find(&self, package: &str, class: &str) -> Option<usize> {
        self.classes.get(package)?.get(class).copied()
    }
}

impl Loader {
    /// Reads the file beside this one that has the class; false where none has it, or it was read already.
    pub(super) fn read_beside(&mut self, package: &str, class: &str) -> bool {
        let Some(at) = self.beside.find(package, class) else { return false };
        self.take_beside(at)
    }

    fn take_beside(&mut self, at: usize) -> bool {
        if std::mem::replace(&mut self.taken[at], true) {
            return false;
        }
        let tree = self.beside.file(at).clone();
        self.declare(tree, Role::SourcePath);
        true
    }

    /// Reads the files beside this one that derive a class from one that was read, and what they name.
    pub(super) fn read_derived(&mut self) {
        let files = self.beside.len();
        while let Some(at) = (0..files).find(|&at| !self.taken[at] && self.derives(at)) {
            let first = self.program.classes.next_id();
            self.take_beside(at);
            let new: Vec<ClassId> = self.program.classes.ids().filter(|&class| class >= first).collect();
            new.into_iter().for_each(|class| self.drive(class, 1));
            self.run_tasks();
        }
    }

    /// Whether a file has a class that is derived from one that was read.
    fn derives(&self, at: usize) -> bool {
        let file = self.beside.file(at);
        let supertypes = file.types.iter().flat_map(|decl| decl.extends.iter().chain(&decl.implements));
        supertypes.map(names).any(|names| {
            let Some((&first, rest)) = names.split_first() else { return false };
            let is_own = file.types.iter().any(|decl| *decl.name.name == *first);
            let in_full = |n: usize| self.has_read(&names[..n].join("."), names[n]);
            !is_own && packages_of(file, first).any(|package| self.has_read(&package, first))
                || (1..=rest.len()).any(in_full)
        })
    }

    /// Whether a class has been read from which another one may be derived that has a part in what is read.
    fn has_read(&self, package: &str, class: &str) -> bool {
        let package = self.program.tables.package_ids.get(package);
        let class = package.and_then(|&package| self.program.tables.packages[package].classes.get(class));
        class.is_some_and(|class| {
            !self.program().role(*class).is_foreign() || self.taken_of_library.contains(class)
        })
    }
}

/// `Outer` and `Inner` of `Outer.Inner<T>`.
fn names(ty: &TypeRef) -> Vec<&str> {
    match &ty.base {
        BaseType::Named(segments) => segments.iter().map(|segment| &*segment.name.name).collect(),
        BaseType::Void | BaseType::Var | BaseType::Primitive(_) => Vec::new(),
    }
}

/// The packages in which a file finds a class of a simple name: that of its import, or else its own, those that it
/// imports whole and the one that every file does.
fn packages_of<'f>(file: &'f CompilationUnit, name: &str) -> Box<dyn Iterator<Item = String> + 'f> {
    let single = file.imports.iter().filter(|import| !import.is_static && !import.on_demand);
    let imported = single.filter_map(|import| import.path.split_last()).find(|(last, _)| *last.name == *name);
    if let Some((_, package)) = imported {
        return Box::new(std::iter::once(dotted(package)));
    }
    let whole = file.imports.iter().filter(|import| !import.is_static && import.on_demand);
    let whole = whole.map(|import| dotted(&import.path)).chain(["java.lang".to_owned()]);
    Box::new(std::iter::once(dotted(&file.package)).chain(whole))
}
