//! Methods of the user's that are not processed: where it is asked for
//! ([`LoadOptions::runs_unprocessed`](crate::sema::load::LoadOptions::runs_unprocessed)), they run from class files, which a JDK makes
//! of their sources (DESIGN §14).

use crate::class_files::{ClassFiles, ToCompile};
use crate::index::Id as _;
use crate::sema::program::{BodyState, MethodId, MethodSource, Program, Role};

impl Program {
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

    /// The class files of the user's sources, where some method has to run from one: made when first asked for.
    pub fn class_files_of_sources(&self) -> Option<&ClassFiles> {
        if !self.tables.runs_unprocessed || !self.has_unprocessed() {
            return None;
        }
        self.tables.class_files_of_sources.get_or_init(|| self.compile_sources()).as_ref()
    }

    fn compile_sources(&self) -> Option<ClassFiles> {
        let sources: Vec<(String, &str, &str)> = self
            .units
            .iter()
            .filter(|unit| is_of_user(unit.role))
            .filter_map(|unit| {
                let source = &unit.tree.source;
                Some((unit.tree.package_name(), source.path.file_name()?.to_str()?, &*source.text))
            })
            .collect();
        let sources: Vec<ToCompile<'_>> =
            sources.iter().map(|(package, file, text)| ToCompile { package, file, text }).collect();
        self.class_files.as_ref()?.of_sources(&sources, self.tables.source_root.as_deref())
    }
}

const fn is_of_user(role: Role) -> bool {
    matches!(role, Role::Given | Role::SourcePath)
}
