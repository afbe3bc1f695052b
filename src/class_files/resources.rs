//! Resources: files that are no classes, which code asks for by name (`/messages.txt`) where it asks for classes. They are in the
//! folders and jars of a class path, and of a project's own in a folder beside its sources, from which a build copies them to
//! its classes.

use std::io;
use std::path::{Path, PathBuf};

use crate::class_files::ClassFiles;
use crate::class_files::jar::MAX_ENTRY;

/// The folders with resources of the sources whose packages' folders are in this one: itself, and `src/main/resources` beside
/// `src/main/java`.
pub fn folders_beside(source_root: &Path) -> Vec<PathBuf> {
    let beside = source_root.parent().map(|parent| parent.join("resources"));
    let is_of_layout = source_root.file_name().is_some_and(|name| name == "java");
    let beside = beside.filter(|folder| is_of_layout && folder.is_dir());
    beside.into_iter().chain([source_root.to_owned()]).collect()
}

/// The content of a resource `a/b.txt`; `None` where none of the places has it. `Err` says why it is not known which one a JVM finds.
pub fn find(
    name: &str,
    folders: &[PathBuf],
    class_files: Option<&ClassFiles>,
) -> Result<Option<Vec<u8>>, String> {
    // No name leads out of a folder, and what a JDK has of this name is its own affair.
    let is_plain =
        |part: &str| !part.is_empty() && !part.starts_with('.') && !part.contains(['\\', ':', '%']);
    if !name.split('/').all(is_plain) || name.ends_with(".class") {
        return Err("it is no plain name".to_owned());
    }
    let mut found: Option<Vec<u8>> = None;
    let own = folders.iter().map(|folder| in_folder(folder, name).map_err(|error| error.to_string()));
    for content in own.chain(class_files.into_iter().flat_map(|files| files.resources(name))) {
        match (&found, content?) {
            (_, None) => {}
            (None, content) => found = content,
            (Some(first), Some(other)) if *first == other => {}
            (Some(_), Some(_)) => return Err("there are two of this name".to_owned()),
        }
    }
    Ok(found)
}

pub(super) fn in_folder(folder: &Path, name: &str) -> io::Result<Option<Vec<u8>>> {
    let path = folder.join(name);
    match std::fs::metadata(&path) {
        // To a JVM a folder is a resource, too, whose content is a list of names.
        Ok(data) if !data.is_file() => Err(io::Error::other("it is no file")),
        Ok(data) if data.len() > MAX_ENTRY => Err(io::Error::other("it is too long")),
        Ok(_) => std::fs::read(path).map(Some),
        Err(e) if matches!(e.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => Ok(None),
        Err(e) => Err(e),
    }
}
