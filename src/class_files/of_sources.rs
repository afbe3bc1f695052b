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

/// The JVM that javac runs in ends soon, so that what it does to be quick later on is lost; and of a large project javac reads a
/// thousand files, for which it would take all the memory that there is.
const SMALL: [&str; 3] = ["-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC", "-J-Xmx800m"];

/// A source as it is compiled.
#[derive(Clone, Copy, Debug)]
pub struct ToCompile<'a> {
    /// `shop.model`, or nothing.
    pub package: &'a str,
    /// `Cart.java`: of the public class, where there is one.
    pub file: &'a str,
    pub text: &'a str,
}

/// Compiles the sources as they are in memory, with the numbers of their lines; further classes that they name are read from the
/// source path. Nothing is left of it outside, and what the sources have of annotation processors is not run. An error is
/// what javac says first.
pub(super) fn compile(
    jdk: &JavaHome,
    class_path: &[&Path],
    source_path: Option<&Path>,
    sources: &[ToCompile<'_>],
) -> Result<Compiled, String> {
    compile_in_folder(jdk, class_path, source_path, sources).unwrap_or_else(|error| Err(error.to_string()))
}

fn compile_in_folder(
    jdk: &JavaHome,
    class_path: &[&Path],
    source_path: Option<&Path>,
    sources: &[ToCompile<'_>],
) -> io::Result<Result<Compiled, String>> {
    let folder = tempfile::tempdir()?;
    let (written, made) = (folder.path().join("sources"), folder.path().join("classes"));
    fs::create_dir(&made)?;
    let files = write(&written, sources)?;
    let roots = [Some(&*written), source_path];
    let mut javac = jdk.javac();
    javac.args(SMALL);
    javac
        .args(["-proc:none", "-nowarn", "-g:lines", "-J-Duser.language=en", "-encoding", "UTF-8", "-d"])
        .arg(&made);
    javac.args(jdk.release_options());
    javac.arg("-classpath").arg(joined(class_path)?);
    javac.arg("-sourcepath").arg(joined(&roots.into_iter().flatten().collect::<Vec<_>>())?);
    let output = javac.args(&files).stdin(Stdio::null()).output()?;
    if !output.status.success() {
        return Ok(Err(first_error(&String::from_utf8_lossy(&output.stderr))));
    }
    let mut classes = Compiled::default();
    read(&made, "", &mut classes)?;
    Ok(Ok(classes))
}

/// The first error that javac reports, without the place, which is a file of ours.
fn first_error(said: &str) -> String {
    let error = said.lines().find_map(|line| line.split_once("error: ").map(|(_, error)| error));
    format!(
        "javac does not compile the source: {}",
        error.or_else(|| said.lines().next()).unwrap_or("no reason")
    )
}

fn joined(paths: &[&Path]) -> io::Result<std::ffi::OsString> {
    let absolute = paths.iter().map(std::path::absolute).collect::<io::Result<Vec<PathBuf>>>()?;
    std::env::join_paths(absolute).map_err(io::Error::other)
}

/// Each below the folder of its package, by the name that javac wants. Where two sources have one place, the second one is not
/// what is asked about.
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
