//! Trees as bytes: jatpg keeps those of its library ready, since parsing them would be most of the time that a
//! small program takes. [`write`] runs where jatpg is built (`src/build.rs`), [`read`] in every run.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::source::SourceFile;
use super::tree::{Annotation, CompilationUnit, Ident, Import, TypeDecl, TypeDeclId};
use crate::index::IndexVec;

/// One file of the library.
#[derive(Serialize, Deserialize)]
pub struct StoredFile<'a> {
    pub text: &'a str,
    /// What [`write`] made of it.
    pub tree: &'a [u8],
}

/// All of a tree but its source; the library has neither modules nor compact source files.
type Parts = (Vec<Ident>, Vec<Annotation>, Vec<Import>, IndexVec<TypeDeclId, TypeDecl>);

/// The bytes of a tree of a file with classes; an error where something in it is too deep.
pub fn write(tree: &CompilationUnit) -> postcard::Result<Vec<u8>> {
    let CompilationUnit { package, annotations, imports, types, .. } = tree;
    postcard::to_allocvec(&(package, annotations, imports, types))
}

/// The tree whose bytes these are, and which was made of `source`.
pub fn read(tree: &[u8], source: Arc<SourceFile>) -> postcard::Result<CompilationUnit> {
    let (package, annotations, imports, types): Parts = postcard::from_bytes(tree)?;
    let (compact, module, is_module) = (Vec::new(), None, false);
    Ok(CompilationUnit { source, package, annotations, imports, types, compact, module, is_module })
}
