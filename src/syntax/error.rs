//! Why a file is not Java, in words for people.

use std::fmt;
use std::sync::Arc;

use crate::syntax::diagnostic::Diagnostic;

use super::source::SourceFile;
use super::tree::Span;

/// A file that is refused, and why.
#[derive(Clone, Debug)]
pub struct SyntaxError {
    pub file: Arc<SourceFile>,
    pub span: Span,
    pub message: String,
    /// What may help: where the bracket stands that is never closed, for instance.
    pub help: Option<String>,
}

impl SyntaxError {
    pub fn diagnostic(&self) -> Diagnostic {
        let diagnostic = Diagnostic::error(&self.file, self.span, self.message.clone());
        match &self.help {
            Some(help) => diagnostic.with_help(help.clone()),
            None => diagnostic,
        }
    }
}

/// `path:line:column: error: message`
impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.diagnostic().fmt(f)
    }
}

impl std::error::Error for SyntaxError {}

/// A [`SyntaxError`] before the file is named.
#[derive(Debug)]
pub(super) struct Problem {
    pub span: Span,
    pub message: String,
    pub help: Option<String>,
}

impl Problem {
    pub(super) fn new(span: Span, message: impl Into<String>) -> Box<Self> {
        Box::new(Self { span, message: message.into(), help: None })
    }

    pub(super) fn with_help(mut self: Box<Self>, help: impl Into<String>) -> Box<Self> {
        self.help = Some(help.into());
        self
    }

    pub(super) fn in_file(self, file: Arc<SourceFile>) -> SyntaxError {
        SyntaxError { file, span: self.span, message: self.message, help: self.help }
    }
}
