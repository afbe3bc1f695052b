//! Files are written whole or not at all: into a temporary file beside the target, then renamed.

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

#[derive(Debug, thiserror::Error)]
#[error("cannot write {}: {source}", path.display())]
pub struct WriteError {
    pub path: PathBuf,
    pub source: io::Error,
}

/// Writes what `write` writes to `path`, whose folder is made where it is missing.
pub fn write_whole(path: &Path, write: impl Fn(&mut dyn Write) -> io::Result<()>) -> Result<(), WriteError> {
    // Others may take the folder away when it is just made: that is no reason to lose what is to be written.
    let again = |error: io::Error| match error.kind() {
        io::ErrorKind::NotFound => try_write(path, &write),
        _ => Err(error),
    };
    try_write(path, &write).or_else(again).map_err(|source| WriteError { path: path.to_owned(), source })
}

fn try_write(path: &Path, write: &impl Fn(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder)?;
    let mut temporary = tempfile::NamedTempFile::new_in(folder)?;
    let mut buffered = BufWriter::new(&mut temporary);
    write(&mut buffered)?;
    buffered.flush()?;
    drop(buffered);
    // A temporary file is private to its owner; a report is as readable as any other file.
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        temporary.as_file().set_permissions(std::fs::Permissions::from_mode(0o644))?;
    }
    temporary.persist(path)?;
    Ok(())
}
