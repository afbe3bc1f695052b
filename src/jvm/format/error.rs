//! The exceptions of `java.util.Formatter`.

use thiserror::Error;

use super::FormatArgument;
use crate::jvm::value::{Primitive, PrimitiveType};

/// Which exception a format string and its arguments lead to; its text is the exception's message.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum FormatError {
    #[error("Conversion = '{}'", String::from_utf16_lossy(&[*.conversion]))]
    UnknownFormatConversion { conversion: u16 },
    #[error("Format specifier '{specifier}'")]
    MissingFormatArgument { specifier: String },
    #[error("{conversion} != {class}")]
    IllegalFormatConversion { conversion: char, class: String },
    #[error("{precision}")]
    IllegalFormatPrecision { precision: i32 },
    #[error("{width}")]
    IllegalFormatWidth { width: i32 },
    #[error("Flags = '{flags}'")]
    IllegalFormatFlags { flags: String },
    #[error("Conversion = {conversion}, Flags = {flags}")]
    FormatFlagsConversionMismatch { conversion: char, flags: String },
    #[error("{specifier}")]
    MissingFormatWidth { specifier: String },
    #[error("Flags = '{flags}'")]
    DuplicateFormatFlags { flags: String },
    #[error("Code point = 0x{code_point:x}")]
    IllegalFormatCodePoint { code_point: i32 },
    #[error("{}", index_message(*.index))]
    IllegalFormatArgumentIndex { index: i32 },
    /// No exception of Java's: something that this module does not compute, named.
    #[error("{what} in a format string")]
    Unsupported { what: &'static str },
    /// No exception either: the text of an object is to be given.
    #[error("the text of argument {argument}")]
    NeedsText { argument: usize },
    /// The hash code of an object is to be given.
    #[error("the hash code of argument {argument}")]
    NeedsHash { argument: usize },
}

impl FormatError {
    /// The qualified name of the exception's class; `None` for what is not supported.
    pub fn class(&self) -> Option<&'static str> {
        Some(match self {
            Self::UnknownFormatConversion { .. } => "java.util.UnknownFormatConversionException",
            Self::MissingFormatArgument { .. } => "java.util.MissingFormatArgumentException",
            Self::IllegalFormatConversion { .. } => "java.util.IllegalFormatConversionException",
            Self::IllegalFormatPrecision { .. } => "java.util.IllegalFormatPrecisionException",
            Self::IllegalFormatWidth { .. } => "java.util.IllegalFormatWidthException",
            Self::IllegalFormatFlags { .. } => "java.util.IllegalFormatFlagsException",
            Self::FormatFlagsConversionMismatch { .. } => "java.util.FormatFlagsConversionMismatchException",
            Self::MissingFormatWidth { .. } => "java.util.MissingFormatWidthException",
            Self::DuplicateFormatFlags { .. } => "java.util.DuplicateFormatFlagsException",
            Self::IllegalFormatCodePoint { .. } => "java.util.IllegalFormatCodePointException",
            Self::IllegalFormatArgumentIndex { .. } => "java.util.IllegalFormatArgumentIndexException",
            Self::Unsupported { .. } | Self::NeedsText { .. } | Self::NeedsHash { .. } => return None,
        })
    }
}

fn index_message(index: i32) -> String {
    if index == i32::MIN {
        "Format argument index: (not representable as int)".to_owned()
    } else {
        format!("Illegal format argument index = {index}")
    }
}

/// The class of a boxed argument.
pub(super) fn java_class(argument: &FormatArgument) -> &str {
    match argument {
        FormatArgument::Object { class } => class,
        FormatArgument::Null => "null",
        FormatArgument::Text(_) => "java.lang.String",
        FormatArgument::Primitive(value) => wrapper(*value),
    }
}

fn wrapper(value: Primitive) -> &'static str {
    match value.ty() {
        PrimitiveType::Boolean => "java.lang.Boolean",
        PrimitiveType::Byte => "java.lang.Byte",
        PrimitiveType::Short => "java.lang.Short",
        PrimitiveType::Char => "java.lang.Character",
        PrimitiveType::Int => "java.lang.Integer",
        PrimitiveType::Long => "java.lang.Long",
        PrimitiveType::Float => "java.lang.Float",
        PrimitiveType::Double => "java.lang.Double",
    }
}
