//! Files that the user names: what stands there may be no regular file, and have no end, or wait for somebody who never writes.

use std::fs::{File, Metadata};
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
    open(path)?.take(most).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// What shells give a command to read from: its standard input, and what stands for `<(other command)`.
const STREAMS: [&str; 3] = ["/dev/stdin", "/dev/fd", "/proc/self/fd"];

/// To open a pipe waits for somebody who writes to it. One of [`STREAMS`] is meant, whatever it is; any other is a mistake.
pub fn open(path: &Path) -> io::Result<File> {
    let found = path.metadata()?;
    let is_stream = STREAMS.iter().any(|stream| path.starts_with(stream));
    if !found.is_file() && !found.is_dir() && !is_stream {
        let what = format!("it is {} and no regular file", kind(&found));
        return Err(io::Error::new(ErrorKind::InvalidInput, what));
    }
    File::open(path)
}

#[cfg(unix)]
fn kind(found: &Metadata) -> &'static str {
    use std::os::unix::fs::FileTypeExt;
    let kind = found.file_type();
    if kind.is_fifo() {
        "a pipe"
    } else if kind.is_socket() {
        "a socket"
    } else {
        "a device"
    }
}

#[cfg(not(unix))]
const fn kind(_: &Metadata) -> &'static str {
    "something else"
}
