//! A class path as javac and the JVM take it: folders of classes and jars, for programs that need libraries.

use std::path::{Path, PathBuf};

use crate::reading;

/// Entries in their order; each is there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClassPath(Vec<PathBuf>);

#[derive(Debug, thiserror::Error)]
pub enum ClassPathError {
    #[error("cannot read {}: {error}", path.display())]
    List { path: PathBuf, error: std::io::Error },
    #[error("{} is neither a folder nor a jar that is there", .0.display())]
    Missing(PathBuf),
}

impl ClassPath {
    /// Reads entries with the system's separator (`:` or `;`) between them: a folder, a jar, `lib/*` for all jars of a folder, or
    /// `@FILE` for the entries of a text file, where a line's end separates too.
    pub fn parse(text: &str) -> Result<Self, ClassPathError> {
        let mut entries = Vec::new();
        for entry in std::env::split_paths(text).filter(|entry| !entry.as_os_str().is_empty()) {
            read(&entry, &mut entries)?;
        }
        match entries.iter().find(|entry| !entry.exists()) {
            Some(missing) => Err(ClassPathError::Missing(missing.clone())),
            None => Ok(Self(entries)),
        }
    }

    /// The same of the variable CLASSPATH: what is not there is passed over, as javac and the JVM do. Nobody has asked for it now.
    pub fn of_environment(text: &str) -> Result<Self, ClassPathError> {
        let is_there = |entry: &PathBuf| folder_of_all(entry).map_or(entry.exists(), Path::is_dir);
        let mut entries = Vec::new();
        for entry in std::env::split_paths(text).filter(is_there) {
            read(&entry, &mut entries)?;
        }
        Ok(Self(entries))
    }

    /// All entries of this one, then those of the other that it lacks.
    pub fn followed_by(mut self, other: Self) -> Self {
        let added: Vec<PathBuf> = other.0.into_iter().filter(|entry| !self.0.contains(entry)).collect();
        self.0.extend(added);
        self
    }

    pub fn entries(&self) -> &[PathBuf] {
        &self.0
    }
}

fn read(entry: &Path, entries: &mut Vec<PathBuf>) -> Result<(), ClassPathError> {
    let name = entry.to_string_lossy();
    if let Some(list) = name.strip_prefix('@') {
        let error = |error| ClassPathError::List { path: PathBuf::from(list), error };
        let text = reading::text(Path::new(list)).map_err(error)?;
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        entries.extend(lines.flat_map(std::env::split_paths));
    } else if let Some(folder) = folder_of_all(entry) {
        entries.extend(jars(folder)?);
    } else {
        entries.push(entry.to_owned());
    }
    Ok(())
}

/// The folder of `lib/*`.
fn folder_of_all(entry: &Path) -> Option<&Path> {
    let folder = entry.parent().filter(|_| entry.file_name().is_some_and(|name| name == "*"))?;
    Some(if folder.as_os_str().is_empty() { Path::new(".") } else { folder })
}

/// The jars of a folder, by name.
fn jars(folder: &Path) -> Result<Vec<PathBuf>, ClassPathError> {
    let error = |error| ClassPathError::List { path: folder.to_owned(), error };
    let mut jars = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(error)? {
        jars.push(entry.map_err(error)?.path());
    }
    jars.retain(|path| path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("jar")));
    jars.sort();
    Ok(jars)
}
