//! Files that the user names: what stands there may be no plain file, and have no end.

use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::Path;

/// The largest text that is read whole: a report on ten thousand mutants has some ten MB.
const MAX_TEXT_SIZE: u64 = 512 << 20;

/// A text that is no source: a report, a list.
pub fn text(path: &Path) -> io::Result<String> {
    let bytes = first_bytes(path, MAX_TEXT_SIZE + 1)?;
    if bytes.len() as u64 > MAX_TEXT_SIZE {
        let what = format!("the file has more than {} MB", MAX_TEXT_SIZE >> 20);
        return Err(io::Error::new(ErrorKind::InvalidData, what));
    }
    String::from_utf8(bytes).map_err(|error| io::Error::new(ErrorKind::InvalidData, error.utf8_error()))
}

/// So many bytes of a file, or all of them.
pub fn first_bytes(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(most).read_to_end(&mut bytes)?;
    Ok(bytes)
}
