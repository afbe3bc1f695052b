//! The types of classes in code that no source writes: of captured locals, where these are `var` or parameters of lambdas, and of
//! what a class extends that leaves out type arguments, `new A<>() { … }`.
//!
//! A class in code becomes a type of its file before anything is attributed ([`lift`](super::lift)), and needs them. So a program with a class that
//! lacks one is loaded once without that class; the code around it is attributed, which gives the local or the
//! object its type in spite of what is refused behind it; and the program is loaded again with the types as if they were written. A class
//! inside of one that was refused is found in the next round.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use crate::sema::attribute;
use crate::sema::program::{MethodSource, Program};
use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::tree::{Code, ExprKind, Member, StmtKind, TypeRef};

/// Classes that capture what classes capture are not nested deeper.
const MAX_ROUNDS: usize = 5;

/// The types of a file, by the places of the names of locals and of what classes extend.
pub(in crate::sema) type FileTypes = BTreeMap<u32, TypeRef>;

/// Those of all files.
pub(in crate::sema) type InferredTypes = BTreeMap<PathBuf, FileTypes>;

/// Loads a program, again as long as there are types that it lacks.
pub(in crate::sema) fn load_with_types(
    load: impl Fn(&Arc<InferredTypes>) -> Result<Program, Vec<Diagnostic>>,
) -> Result<Program, Vec<Diagnostic>> {
    let mut known = Arc::default();
    for _ in 0..MAX_ROUNDS {
        let program = load(&known)?;
        let mut all = InferredTypes::clone(&known);
        if !program.add_wanted_types(&mut all) {
            return Ok(program);
        }
        known = Arc::new(all);
    }
    load(&known)
}

impl Program {
    /// Adds the types in files with a class that lacks one; whether any is new.
    fn add_wanted_types(&self, all: &mut InferredTypes) -> bool {
        let mut is_new = false;
        for (id, method) in self.methods.iter_enumerated() {
            let unit = self.classes[method.class].unit;
            if !self.tables.wanting_types.contains(&unit) {
                continue;
            }
            let has_refused_class = match &method.source {
                MethodSource::Code(code) => self.has_refused_class(code),
                MethodSource::Initializers => {
                    let members = &self.decl(method.class).members;
                    members.iter().filter_map(initializer).any(|code| self.has_refused_class(code))
                }
                _ => false,
            };
            if !has_refused_class {
                continue;
            }
            let of_file = all.entry(self.units[unit].tree.source.path.clone()).or_default();
            for (place, ty) in attribute::inferred_types(self, id) {
                is_new |= of_file.insert(place, ty).is_none();
            }
        }
        is_new
    }

    fn has_refused_class(&self, code: &Code) -> bool {
        let is_refused = |types| self.class_in_code(types).is_none();
        let in_expressions = code.exprs.iter().any(|expr| match &expr.kind {
            ExprKind::Creation(creation) => creation.body.as_ref().is_some_and(is_refused),
            _ => false,
        });
        in_expressions
            || code.stmts.iter().any(|stmt| match &stmt.kind {
                StmtKind::LocalType(types) => is_refused(types),
                _ => false,
            })
    }
}

/// The code of a member that initialisers run.
fn initializer(member: &Member) -> Option<&Code> {
    match member {
        Member::Field(field) => field.init.as_deref(),
        Member::Initializer(block) => Some(&block.body),
        Member::Method(_) | Member::Type(_) => None,
    }
}
