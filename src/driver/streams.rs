//! Streams: what code reads from, and what it writes to. A reader has a text, a stream has bytes; what was written is read
//! behind the call under test, with the ends of its lines as [readings](super::readings) have them.

use crate::driver::names;
use crate::driver::readings::LINES_READ;
use crate::driver::recipes::Arrangement;
use crate::jvm::value::PrimitiveType;
use crate::sema::program::ClassId;
use crate::sema::types::{ArrayTy, ElementTy, Ty};

/// How drivers make the streams of some types.
struct Form {
    types: &'static [&'static str],
    /// What has the content.
    end: End,
    /// What stands between the code and that, none where it is of one of the types itself.
    between: Option<&'static str>,
}

/// What is at the other end of a stream.
#[derive(Clone, Copy)]
enum End {
    Text,
    Bytes,
    /// Its text is a part of the outcome: it is looked at like a builder.
    WrittenText,
    /// What was printed, of which lines alone are read ([`LINES_READ`]).
    PrintedText,
    WrittenBytes,
    /// Standard output, at which tests look.
    Standard,
}

pub(super) const WRITER: &str = "java.io.Writer";
const FORMS: [Form; 9] = [
    Form { types: &["java.io.Reader", "java.io.StringReader"], end: End::Text, between: None },
    Form { types: &["java.io.BufferedReader"], end: End::Text, between: Some("java.io.BufferedReader") },
    Form { types: &["java.io.InputStream", "java.io.ByteArrayInputStream"], end: End::Bytes, between: None },
    Form {
        types: &["java.io.DataInput", "java.io.DataInputStream"],
        end: End::Bytes,
        between: Some("java.io.DataInputStream"),
    },
    Form { types: &[WRITER, "java.io.StringWriter"], end: End::WrittenText, between: None },
    // One on a stream of bytes would have to be flushed.
    Form { types: &["java.io.PrintWriter"], end: End::PrintedText, between: Some("java.io.PrintWriter") },
    Form { types: &["java.io.PrintStream"], end: End::Standard, between: None },
    Form {
        types: &["java.io.OutputStream", "java.io.ByteArrayOutputStream"],
        end: End::WrittenBytes,
        between: None,
    },
    Form {
        types: &["java.io.DataOutput", "java.io.DataOutputStream"],
        end: End::WrittenBytes,
        between: Some("java.io.DataOutputStream"),
    },
];

impl End {
    const fn class(self) -> &'static str {
        match self {
            Self::Text => "java.io.StringReader",
            Self::Bytes => "java.io.ByteArrayInputStream",
            Self::WrittenText => "java.io.StringWriter",
            Self::PrintedText => "java.io.CharArrayWriter",
            Self::WrittenBytes => "java.io.ByteArrayOutputStream",
            Self::Standard => "java.lang.System",
        }
    }

    /// What shows what was written, where the object itself does not.
    fn reading(self) -> Option<String> {
        match self {
            Self::Text | Self::Bytes | Self::WrittenText | Self::Standard => None,
            Self::PrintedText => Some(format!("toString(){LINES_READ}")),
            Self::WrittenBytes => Some("toByteArray()".to_owned()),
        }
    }
}

impl Arrangement<'_, '_> {
    /// A stream of a class of the JDK; `None` where nothing is known of such.
    pub(super) fn stream(&mut self, class: ClassId, qualified: &str, name: &str) -> Option<String> {
        let &Form { end, between, .. } = FORMS.iter().find(|form| form.types.contains(&qualified))?;
        let program = self.access.program;
        // A `StringWriter` is itself looked at.
        let end = if qualified == WRITER && self.reads_lines() { End::PrintedText } else { end };
        let at_end = program.class_named(end.class())?;
        if self.values.one_in(24) {
            return Some(self.typed_null(Ty::Class(class)));
        }
        let named = names::imported(program, end.class());
        let content = match end {
            End::Standard => return Some(format!("{}.out", self.access.type_name(Ty::Class(at_end)))),
            End::Text => self.values.string_literal(),
            End::Bytes => {
                let bytes = ArrayTy { element: ElementTy::Primitive(PrimitiveType::Byte), dims: 1 };
                format!("new byte[] {}", self.array_cells(bytes))
            }
            End::WrittenText | End::PrintedText | End::WrittenBytes => String::new(),
        };
        let mut made = format!("new {named}({content})");
        if let Some(reading) = end.reading() {
            // By its own type, which has what reads it.
            made = self.declare(Ty::Class(at_end), None, name, made);
            self.written.push(format!("{made}.{reading}"));
        }
        Some(match between {
            Some(between) => format!("new {}({made})", names::imported(program, between)),
            None if end.reading().is_some() => made,
            None => self.declare(Ty::Class(class), None, name, made),
        })
    }
}
