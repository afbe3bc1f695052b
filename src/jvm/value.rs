//! Java's primitive values and strings as data.

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

/// A Java string: a sequence of UTF-16 units, in which lone surrogates may occur (SEMANTICS §3),
/// so it is not a Rust `String`. Cheap to clone, shared between threads.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub struct JavaString(Arc<[u16]>);

/// Stands in what is written to a standard stream for the end of a line as the system has it (`println`, `%n`), which is another
/// text than `\n` on some, though a test reads it so. It is a unit of no character; a run that writes one of its own ends.
pub const LINE_END: char = '\u{fdd0}';

impl JavaString {
    pub fn units(&self) -> &[u16] {
        &self.0
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The text for people; lone surrogates become U+FFFD.
    pub fn to_string_lossy(&self) -> String {
        String::from_utf16_lossy(&self.0)
    }
}

impl From<&str> for JavaString {
    fn from(text: &str) -> Self {
        // Their number is known beforehand, so that they are written once.
        if text.is_ascii() {
            return Self(text.bytes().map(u16::from).collect());
        }
        Self(text.encode_utf16().collect())
    }
}

impl From<Vec<u16>> for JavaString {
    fn from(units: Vec<u16>) -> Self {
        Self(units.into())
    }
}

impl From<&[u16]> for JavaString {
    fn from(units: &[u16]) -> Self {
        Self(units.into())
    }
}

impl fmt::Debug for JavaString {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.to_string_lossy(), f)
    }
}

/// The eight primitive types.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum PrimitiveType {
    Boolean,
    Byte,
    Short,
    Char,
    Int,
    Long,
    Float,
    Double,
}

impl PrimitiveType {
    pub const ALL: [Self; 8] = [
        Self::Boolean,
        Self::Byte,
        Self::Short,
        Self::Char,
        Self::Int,
        Self::Long,
        Self::Float,
        Self::Double,
    ];

    /// The keyword.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Boolean => "boolean",
            Self::Byte => "byte",
            Self::Short => "short",
            Self::Char => "char",
            Self::Int => "int",
            Self::Long => "long",
            Self::Float => "float",
            Self::Double => "double",
        }
    }

    pub const fn is_numeric(self) -> bool {
        !matches!(self, Self::Boolean)
    }

    pub const fn is_integral(self) -> bool {
        matches!(self, Self::Byte | Self::Short | Self::Char | Self::Int | Self::Long)
    }

    pub const fn is_floating(self) -> bool {
        matches!(self, Self::Float | Self::Double)
    }
}

impl fmt::Display for PrimitiveType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A primitive value with its type. `PartialEq` is on the bits of floats: use
/// `jvm::arithmetic` for what `==` means in Java.
#[derive(Clone, Copy, Debug)]
pub enum Primitive {
    Boolean(bool),
    Byte(i8),
    Short(i16),
    Char(u16),
    Int(i32),
    Long(i64),
    Float(f32),
    Double(f64),
}

impl Primitive {
    pub const fn ty(self) -> PrimitiveType {
        match self {
            Self::Boolean(_) => PrimitiveType::Boolean,
            Self::Byte(_) => PrimitiveType::Byte,
            Self::Short(_) => PrimitiveType::Short,
            Self::Char(_) => PrimitiveType::Char,
            Self::Int(_) => PrimitiveType::Int,
            Self::Long(_) => PrimitiveType::Long,
            Self::Float(_) => PrimitiveType::Float,
            Self::Double(_) => PrimitiveType::Double,
        }
    }

    /// The value as the interpreter holds it in a 64-bit register: integers sign-extended (`char`
    /// and `boolean` zero-extended), floats as their bits, zero-extended.
    pub const fn to_bits(self) -> u64 {
        match self {
            Self::Boolean(b) => b as u64,
            Self::Byte(v) => v as i64 as u64,
            Self::Short(v) => v as i64 as u64,
            Self::Char(v) => v as u64,
            Self::Int(v) => v as i64 as u64,
            Self::Long(v) => v as u64,
            Self::Float(v) => v.to_bits() as u64,
            Self::Double(v) => v.to_bits(),
        }
    }

    /// The inverse of [`Primitive::to_bits`].
    pub const fn from_bits(ty: PrimitiveType, bits: u64) -> Self {
        match ty {
            PrimitiveType::Boolean => Self::Boolean(bits & 1 != 0),
            PrimitiveType::Byte => Self::Byte(bits as i8),
            PrimitiveType::Short => Self::Short(bits as i16),
            PrimitiveType::Char => Self::Char(bits as u16),
            PrimitiveType::Int => Self::Int(bits as i32),
            PrimitiveType::Long => Self::Long(bits as i64),
            PrimitiveType::Float => Self::Float(f32::from_bits(bits as u32)),
            PrimitiveType::Double => Self::Double(f64::from_bits(bits)),
        }
    }
}

impl PartialEq for Primitive {
    fn eq(&self, other: &Self) -> bool {
        self.ty() == other.ty() && self.to_bits() == other.to_bits()
    }
}

impl Eq for Primitive {}

impl std::hash::Hash for Primitive {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.ty().hash(state);
        self.to_bits().hash(state);
    }
}
