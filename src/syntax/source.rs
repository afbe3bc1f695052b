//! A source file as read from disk, and the way from byte offsets to lines and columns.

use std::path::{Path, PathBuf};
use std::{fs, io};

use super::tree::Span;
use crate::reading;

/// The largest file that is read. Offsets have 32 bits; and what javac compiles is far smaller.
pub const MAX_FILE_SIZE: u64 = 64 << 20;

/// The raw text of one file.
#[derive(Debug, PartialEq, Eq)]
pub struct SourceFile {
    pub path: PathBuf,
    pub text: String,
    /// The byte offset at which each line begins.
    line_starts: Vec<u32>,
}

/// A place as people and the JSON name it: line and column from 1, the column in UTF-16 units of the raw
/// file (a tab is one), the offset in bytes from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
pub struct Position {
    pub line: u32,
    pub column: u32,
    pub offset: u32,
}

/// Why a file gives no text.
#[derive(Debug, thiserror::Error)]
pub enum SourceError {
    #[error("{}: {cause}", path.display())]
    Unreadable { path: PathBuf, cause: io::Error },
    #[error("{}: it is a folder; name the .java files in it", path.display())]
    Folder { path: PathBuf },
    #[error("{}: the file has more than {} MB", path.display(), MAX_FILE_SIZE >> 20)]
    TooLarge { path: PathBuf },
    #[error("{}: the byte 0x{byte:02X} is not UTF-8", readable.path.display())]
    NotUtf8 {
        /// The file with U+FFFD in the place of what is not UTF-8, and where the first of them stands.
        readable: Box<SourceFile>,
        span: Span,
        byte: u8,
    },
}

impl SourceFile {
    /// Reads a file as UTF-8.
    pub fn read(path: &Path) -> Result<Self, SourceError> {
        let unreadable = |cause| SourceError::Unreadable { path: path.to_owned(), cause };
        let metadata = fs::metadata(path).map_err(unreadable)?;
        if metadata.is_dir() {
            fs::read_dir(path).map_err(unreadable)?;
            return Err(SourceError::Folder { path: path.to_owned() });
        }
        if metadata.len() > MAX_FILE_SIZE {
            return Err(SourceError::TooLarge { path: path.to_owned() });
        }
        // What is no plain file does not say how long it is.
        Self::from_bytes(path.to_owned(), reading::first_bytes(path, MAX_FILE_SIZE + 1).map_err(unreadable)?)
    }

    /// The source that `bytes` are, where they are UTF-8.
    pub fn from_bytes(path: PathBuf, bytes: Vec<u8>) -> Result<Self, SourceError> {
        if bytes.len() as u64 > MAX_FILE_SIZE {
            return Err(SourceError::TooLarge { path });
        }
        String::from_utf8(bytes).map(|text| Self::new(path.clone(), text)).map_err(|error| {
            let offset = error.utf8_error().valid_up_to();
            let byte = error.as_bytes()[offset];
            let readable = Box::new(Self::new(path, String::from_utf8_lossy(error.as_bytes()).into_owned()));
            let end = offset + char::REPLACEMENT_CHARACTER.len_utf8();
            SourceError::NotUtf8 { readable, span: Span::new(offset as u32, end as u32), byte }
        })
    }

    pub fn new(path: PathBuf, text: String) -> Self {
        let bytes = text.as_bytes();
        let mut line_starts = vec![0];
        for (i, &byte) in bytes.iter().enumerate() {
            // A line ends at \n, at \r, and at the pair of them once.
            let ends = byte == b'\n' || (byte == b'\r' && bytes.get(i + 1) != Some(&b'\n'));
            if ends {
                line_starts.push(i as u32 + 1);
            }
        }
        Self { path, text, line_starts }
    }

    pub fn position(&self, offset: u32) -> Position {
        let line = self.line_starts.partition_point(|&start| start <= offset) - 1;
        let start = self.line_starts[line] as usize;
        let before = &self.text[start..(offset as usize).min(self.text.len())];
        let column = before.encode_utf16().count() as u32 + 1;
        Position { line: line as u32 + 1, column, offset }
    }

    pub fn slice(&self, span: Span) -> &str {
        &self.text[span.start as usize..span.end as usize]
    }
}
