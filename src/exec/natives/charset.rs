//! The charset that a JVM takes where code names none. It is the machine's (before Java 18, and by `file.encoding` after it), so a
//! run that shows which one it is, is made on many hosts: in UTF-8, in what Windows calls 1252, and in ASCII. Text of ASCII alone has
//! the same bytes in all of them, and asks for nothing.

use super::arguments::{Outcome, Thrown, byte_array, depends, impure, object, raise, text};
use super::jdk::{initialize_class, jdk_class};
use crate::exec::hosts::Encoding;
use crate::exec::native::{Abrupt, Construction, Native, NativeContext};
use crate::exec::slot::Slot;

/// Of the library's `String`.
pub(super) const NATIVES: &[Native] = &[
    impure("java.lang.String.init(byte[],int,int)", init_of_bytes),
    impure("java.lang.String.getBytes()", get_bytes),
];

/// Of the JDK's classes.
pub(super) const COMPILED: &[Native] =
    &[impure("java.nio.charset.Charset.defaultCharset()", default_charset)];

/// What stands for a byte that means no character, and for a character without a byte.
const REPLACEMENT: u16 = 0xfffd;
const UNKNOWN: u8 = b'?';

/// What the bytes from 0x80 to 0x9f mean in windows-1252; 0 for nothing. The others are those of ISO 8859-1.
const OF_1252: [u16; 32] = [
    0x20ac, 0, 0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021, 0x02c6, 0x2030, 0x0160, 0x2039, 0x0152, 0,
    0x017d, 0, 0, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014, 0x02dc, 0x2122, 0x0161, 0x203a,
    0x0153, 0, 0x017e, 0x0178,
];

impl Encoding {
    fn encode(self, units: &[u16]) -> Vec<u8> {
        let characters = char::decode_utf16(units.iter().copied());
        let characters = characters.map(|unit| unit.unwrap_or(char::from(UNKNOWN)));
        match self {
            Encoding::Utf8 => characters.collect::<String>().into_bytes(),
            Encoding::Windows1252 => characters.map(|c| byte_of_1252(c).unwrap_or(UNKNOWN)).collect(),
            Encoding::Ascii => characters.map(|c| if c.is_ascii() { c as u8 } else { UNKNOWN }).collect(),
        }
    }

    pub(super) fn decode(self, bytes: &[u8]) -> Vec<u16> {
        match self {
            Encoding::Utf8 => String::from_utf8_lossy(bytes).encode_utf16().collect(),
            Encoding::Windows1252 => bytes.iter().map(|&byte| unit_of_1252(byte)).collect(),
            Encoding::Ascii => {
                bytes.iter().map(|&b| if b.is_ascii() { b.into() } else { REPLACEMENT }).collect()
            }
        }
    }
}

fn unit_of_1252(byte: u8) -> u16 {
    match OF_1252.get(usize::from(byte).wrapping_sub(0x80)) {
        Some(0) => REPLACEMENT,
        Some(&unit) => unit,
        None => byte.into(),
    }
}

fn byte_of_1252(character: char) -> Option<u8> {
    (0..=u8::MAX).find(|&byte| {
        unit_of_1252(byte) != REPLACEMENT && u32::from(unit_of_1252(byte)) == u32::from(character)
    })
}

/// The charset of the machine, where it matters.
fn encoding(context: &mut NativeContext<'_>, is_ascii: bool) -> Encoding {
    if is_ascii { Encoding::Ascii } else { context.host().encoding() }
}

fn init_of_bytes(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    let array = object(context, arguments[1])?;
    let (offset, count) = (arguments[2].int() as usize, arguments[3].int() as usize);
    context.charge(count)?;
    let Some(cells) = context.array(array).get(offset..).and_then(|rest| rest.get(..count)) else {
        return Err(raise(context, Thrown::StringIndex));
    };
    let bytes: Vec<u8> = cells.iter().map(|cell| cell.byte() as u8).collect();
    let units = encoding(context, bytes.is_ascii()).decode(&bytes);
    context.set_string(arguments[0].reference(), units)?;
    Ok(Slot::ZERO)
}

fn get_bytes(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    let text = text(context, arguments[0])?;
    context.charge(text.len())?;
    let is_ascii = text.units().iter().all(|&unit| unit < 0x80);
    let bytes = encoding(context, is_ascii).encode(text.units());
    byte_array(context, &bytes)
}

/// The JDK's object for it. Of Windows's each is another one here: no two are compared but by what they do.
fn default_charset(context: &mut NativeContext<'_>, _: &[Slot]) -> Outcome {
    let name = match context.host().encoding() {
        Encoding::Utf8 => "sun/nio/cs/UTF_8",
        Encoding::Ascii => "sun/nio/cs/US_ASCII",
        Encoding::Windows1252 => "sun/nio/cs/MS1252",
    };
    let class = jdk_class(context, name)?;
    initialize_class(context, class)?;
    let compiled = context.compiled.ok_or_else(depends)?;
    if let Some(place) = compiled.static_named(class, "INSTANCE") {
        return Ok(context.statics.get(place));
    }
    let constructor = compiled.public_constructor(context.layouts, class, "()V").ok_or_else(depends)?;
    let charset = context.allocate(class)?;
    let arguments = vec![charset.into()];
    Err(Abrupt::Construct(Construction { constructor, arguments, result: charset.into() }))
}
