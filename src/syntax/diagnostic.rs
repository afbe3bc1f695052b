//! What is wrong with a given file, and where. A leaf module: parser, `sema` and the command line share it.

mod excerpt;

use std::cmp::Ordering;
use std::fmt;
use std::sync::Arc;

use crate::syntax::source::{Position, SourceFile};
use crate::syntax::tree::Span;

/// An error makes the file invalid Java (exit code 2); a note says what is left out, and the rest goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    Error,
    Note,
}

#[derive(Clone, Debug)]
pub struct Diagnostic {
    pub severity: Severity,
    pub source: Arc<SourceFile>,
    pub span: Span,
    pub message: String,
    /// What may help to put it right.
    pub help: Option<String>,
}

impl Diagnostic {
    pub fn error(source: &Arc<SourceFile>, span: Span, message: impl Into<String>) -> Self {
        Self { severity: Severity::Error, source: source.clone(), span, message: message.into(), help: None }
    }

    pub fn note(source: &Arc<SourceFile>, span: Span, message: impl Into<String>) -> Self {
        Self { severity: Severity::Note, source: source.clone(), span, message: message.into(), help: None }
    }

    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// The diagnostic with the line it is about, and the place in it marked, for a terminal.
    pub fn render(&self) -> String {
        excerpt::render(self)
    }

    pub fn position(&self) -> Position {
        self.source.position(self.span.start)
    }

    /// By file, then by place: the order in which they are shown.
    pub fn order(&self, other: &Self) -> Ordering {
        (&self.source.path, self.span, self.severity, &self.message).cmp(&(
            &other.source.path,
            other.span,
            other.severity,
            &other.message,
        ))
    }
}

/// `path:line:column: error: message`
impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Position { line, column, .. } = self.position();
        let severity = match self.severity {
            Severity::Error => "error",
            Severity::Note => "note",
        };
        write!(f, "{}:{line}:{column}: {severity}: {}", self.source.path.display(), self.message)
    }
}
