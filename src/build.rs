//! Runs where jatpg is built: parses the Java library and keeps its trees for [`syntax::stored`], so that no run has to.
//! It is made of the parser that runs have, and a library that does not parse fails the build.

#![allow(
    dead_code,
    unreachable_pub,
    unused_imports,
    reason = "the modules are jatpg's, of which only the parser is used here"
)]

mod index;
mod jvm;
mod reading;
mod syntax;

use std::collections::BTreeMap;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::{env, fs};

use syntax::parser::parse;
use syntax::source::SourceFile;
use syntax::stored::{self, StoredFile};

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=library");
    let library = Path::new("library");
    let mut files = Vec::new();
    find_files(library, &mut files)?;
    let mut trees = Vec::new();
    for file in files {
        let tree = parse(SourceFile::read(&file)?)?;
        let bytes = stored::write(&tree).map_err(|error| format!("{}: {error}", file.display()))?;
        trees.push((file, tree.source, bytes));
    }
    let mut stored = BTreeMap::new();
    for (file, source, tree) in &trees {
        // Paths of resources are written with slashes on every system.
        let parts: Vec<_> = file.strip_prefix(library)?.iter().map(|part| part.to_string_lossy()).collect();
        stored.insert(parts.join("/"), StoredFile { text: &source.text, tree });
    }
    let out = env::var_os("OUT_DIR").ok_or("cargo names the folder to write to")?;
    fs::write(Path::new(&out).join("library.trees"), postcard::to_allocvec(&stored)?)?;
    Ok(())
}

fn find_files(folder: &Path, found: &mut Vec<PathBuf>) -> Result<(), Box<dyn Error>> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            find_files(&path, found)?;
        } else if path.extension().is_some_and(|extension| extension == "java") {
            found.push(path);
        }
    }
    Ok(())
}
