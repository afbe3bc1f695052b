//! Methods of the user's that are not processed: where there is a JDK they run from class files, which its javac makes of
//! their sources (DESIGN §14). Nothing is mutated in them, and nothing is proven of them.
//!
//! What analyses of runs have to know of such code, its text tells: whatever it may name, it may read, write or call.

use rustc_hash::FxHashSet;

use std::path::Path;

use crate::class_files::{ClassFiles, ToCompile, resources};
use crate::index::Id as _;
use crate::sema::program::{BodyState, MethodId, MethodSource, Program, Role};
use crate::sema::queries::{may_spell_any, words};
use crate::syntax::tree::{CompilationUnit, Modifiers, TypeDecl};

/// A method that runs from the class file of its source.
#[derive(Clone, Debug)]
pub struct UnprocessedCode<'p> {
    pub method: MethodId,
    words: FxHashSet<&'p str>,
    may_spell_any: bool,
}

impl UnprocessedCode<'_> {
    /// Whether the code may name a member.
    pub fn may_name(&self, name: &str) -> bool {
        self.may_spell_any || self.words.contains(name)
    }
}

impl Program {
    /// The methods that may run from the class files of their sources.
    pub fn unprocessed(&self) -> impl Iterator<Item = UnprocessedCode<'_>> {
        let runs = self.runs_unprocessed();
        let methods = self.methods.ids().filter(move |&method| runs && self.is_unprocessed(method));
        methods.map(|method| {
            let text = self.source_of(method).slice(self.methods[method].span);
            UnprocessedCode { method, words: words(text).collect(), may_spell_any: may_spell_any(text) }
        })
    }

    /// Whether what is not processed runs from class files. (Two versions of a class in one program have no source that could
    /// be compiled.)
    fn runs_unprocessed(&self) -> bool {
        let has_jdk = || self.class_files.as_ref().is_some_and(|files| files.has_jdk());
        !self.tables.two_versions && has_jdk() && self.has_unprocessed()
    }

    /// Whether there is one in code of the user's that something comes to.
    fn has_unprocessed(&self) -> bool {
        let is_one = |method| self.is_unprocessed(method);
        *self.tables.has_unprocessed.get_or_init(|| self.methods.ids().any(is_one))
    }

    fn is_unprocessed(&self, method: MethodId) -> bool {
        let m = &self.methods[method];
        matches!(m.source, MethodSource::Code(_))
            && is_of_user(self.role(m.class))
            && !self.tables.unreached.contains(method.index())
            && matches!(self.body(method), BodyState::Unsupported(_))
    }

    /// The class files of the user's sources, or why there are none, where some method has to run from one: made when first asked
    /// for.
    pub fn class_files_of_sources(&self) -> Option<Result<&ClassFiles, &str>> {
        if !self.runs_unprocessed() {
            return None;
        }
        let made = self.tables.class_files_of_sources.get_or_init(|| self.compile_sources());
        Some(made.as_ref().map_err(String::as_str))
    }

    /// What holds the folders of the user's packages, where that is known.
    pub(super) fn source_root(&self) -> Option<&Path> {
        self.tables.source_root.as_deref()
    }

    /// The content of a resource where it is known which one a JVM finds ([`resources`]).
    pub fn resource(&self, name: &str) -> Option<Vec<u8>> {
        self.find_resource(name).ok().flatten()
    }

    /// The same, or why it is not known.
    pub fn find_resource(&self, name: &str) -> Result<Option<Vec<u8>>, String> {
        let folders = self.source_root().map(resources::folders_beside).unwrap_or_default();
        resources::find(name, &folders, self.class_files.as_deref())
    }

    fn compile_sources(&self) -> Result<ClassFiles, String> {
        let class_files = self.class_files.as_ref().ok_or("no class files are read")?;
        let units: Vec<(String, String, &str)> = self
            .units
            .iter()
            .filter(|unit| is_of_user(unit.role))
            .map(|unit| (unit.tree.package_name(), file_of(&unit.tree), &*unit.tree.source.text))
            .collect();
        let sources: Vec<ToCompile<'_>> =
            units.iter().map(|(package, file, text)| ToCompile { package, file, text }).collect();
        class_files.of_sources(&sources, self.source_root())
    }
}

/// The name that javac wants of a file: that of its public class. (What comes from a stream has none of its own.)
fn file_of(tree: &CompilationUnit) -> String {
    let is_public = |decl: &&TypeDecl| decl.outer.is_none() && decl.modifiers.has(Modifiers::PUBLIC);
    let public = tree.types.iter().find(is_public);
    let named = public.or_else(|| tree.types.iter().next()).map(|decl| &*decl.name.name);
    format!("{}.java", named.unwrap_or("package-info"))
}

const fn is_of_user(role: Role) -> bool {
    matches!(role, Role::Given | Role::SourcePath)
}
