//! Trees as bytes: jatpg keeps those of its library ready, since parsing them would be most of the time that a
//! small program takes. [`write`] runs where jatpg is built (`src/build.rs`), [`read`] in every run.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::source::SourceFile;
use super::tree::{CompilationUnit, Ident, Import, TypeDecl, TypeDeclId};
use crate::index::IndexVec;

/// One file of the library.
#[derive(Serialize, Deserialize)]
pub struct StoredFile<'a> {
    pub text: &'a str,
    /// What [`write`] made of it.
    pub tree: &'a [u8],
}

/// All of a tree but its source.
type Parts = (Vec<Ident>, Vec<Import>, IndexVec<TypeDeclId, TypeDecl>, bool);

/// The bytes of a tree; an error where something in it is outside the subset.
pub fn write(tree: &CompilationUnit) -> postcard::Result<Vec<u8>> {
    let CompilationUnit { source: _, package, imports, types, is_module } = tree;
    postcard::to_allocvec(&(package, imports, types, is_module))
}

/// The tree whose bytes these are, and which was made of `source`.
pub fn read(tree: &[u8], source: Arc<SourceFile>) -> postcard::Result<CompilationUnit> {
    let (package, imports, types, is_module): Parts = postcard::from_bytes(tree)?;
    Ok(CompilationUnit { source, package, imports, types, is_module })
}
