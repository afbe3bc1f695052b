//! A source file as read from disk, and the way from byte offsets to lines and columns.

use std::path::PathBuf;

use super::tree::Span;

/// The raw text of one file.
#[derive(Debug)]
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

impl SourceFile {
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
