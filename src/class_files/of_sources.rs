//! The class files of sources that are at hand: compiled by the JDK's javac when first asked for, since a class file that
//! lies somewhere may be older than its source.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use rustc_hash::FxHashMap;

use crate::class_files::header::Name;
use crate::class_files::java_home::JavaHome;

/// The classes of the sources by name (`shop/Cart$Line`), each with the bytes of its file.
pub(super) type Compiled = FxHashMap<Name, Vec<u8>>;

/// A source as it is compiled.
#[derive(Clone, Copy, Debug)]
pub struct ToCompile<'a> {
    /// `shop.model`, or nothing.
    pub package: &'a str,
    /// `Cart.java`.
    pub file: &'a str,
    pub text: &'a str,
}

/// Compiles the sources as they are in memory; further classes that they name are read from the source path. Nothing is
/// left of it outside, and what the sources have of annotation processors is not run.
pub(super) fn compile(
    jdk: &JavaHome,
    class_path: &[&Path],
    source_path: Option<&Path>,
    sources: &[ToCompile<'_>],
) -> io::Result<Option<Compiled>> {
    let folder = tempfile::tempdir()?;
    let (written, made) = (folder.path().join("sources"), folder.path().join("classes"));
    fs::create_dir(&made)?;
    let files = write(&written, sources)?;
    let roots = [Some(&*written), source_path];
    let mut javac = jdk.javac();
    javac.args(["-proc:none", "-nowarn", "-g:none", "-encoding", "UTF-8", "-d"]).arg(&made);
    javac.arg("-classpath").arg(joined(class_path)?);
    javac.arg("-sourcepath").arg(joined(&roots.into_iter().flatten().collect::<Vec<_>>())?);
    let status =
        javac.args(&files).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status()?;
    if !status.success() {
        return Ok(None);
    }
    let mut classes = Compiled::default();
    read(&made, "", &mut classes)?;
    Ok(Some(classes))
}

fn joined(paths: &[&Path]) -> io::Result<std::ffi::OsString> {
    let absolute = paths.iter().map(std::path::absolute).collect::<io::Result<Vec<PathBuf>>>()?;
    std::env::join_paths(absolute).map_err(io::Error::other)
}

/// Where two sources have one place, the second one is not what is asked about.
fn write(folder: &Path, sources: &[ToCompile<'_>]) -> io::Result<Vec<PathBuf>> {
    let mut texts: BTreeMap<PathBuf, &str> = BTreeMap::new();
    for source in sources {
        let parts = source.package.split('.').filter(|part| !part.is_empty());
        let mut path = folder.to_owned();
        path.extend(parts);
        texts.entry(path.join(source.file)).or_insert(source.text);
    }
    for (path, text) in &texts {
        fs::create_dir_all(path.parent().unwrap_or(folder))?;
        fs::write(path, text)?;
    }
    Ok(texts.into_keys().collect())
}

fn read(folder: &Path, package: &str, classes: &mut Compiled) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let Ok(name) = entry.file_name().into_string() else { continue };
        if entry.file_type()?.is_dir() {
            read(&entry.path(), &format!("{package}{name}/"), classes)?;
        } else if let Some(name) = name.strip_suffix(".class") {
            classes.insert(format!("{package}{name}").into(), fs::read(entry.path())?);
        }
    }
    Ok(())
}
