//! Values as Java source text: ASCII, and with the escapes that survive every javac (SEMANTICS §3).

use crate::jvm::convert;
use crate::jvm::text;
use crate::jvm::value::Primitive;
use crate::sema::typed_tree::Constant;
use crate::sema::types::Ty;

/// What Rust has no escape for and Java has.
const FORM_FEED: u8 = 0x0c;
const BACKSPACE: u8 = 0x08;

/// A primitive as a Java expression of exactly its type, where the context alone does not give the type
/// (`(byte) -3`).
pub fn typed(value: Primitive) -> String {
    match value {
        Primitive::Byte(v) => format!("(byte) {v}"),
        Primitive::Short(v) => format!("(short) {v}"),
        _ => plain(value),
    }
}

/// A primitive as a Java expression for a context that wants its type: `byte b = -3;`.
pub fn plain(value: Primitive) -> String {
    match value {
        Primitive::Boolean(v) => v.to_string(),
        Primitive::Byte(v) => v.to_string(),
        Primitive::Short(v) => v.to_string(),
        Primitive::Char(v) => character(v),
        Primitive::Int(i32::MIN) => "Integer.MIN_VALUE".into(),
        Primitive::Int(i32::MAX) => "Integer.MAX_VALUE".into(),
        Primitive::Int(v) => v.to_string(),
        Primitive::Long(i64::MIN) => "Long.MIN_VALUE".into(),
        Primitive::Long(i64::MAX) => "Long.MAX_VALUE".into(),
        Primitive::Long(v) => format!("{v}L"),
        Primitive::Float(v) => float(v),
        Primitive::Double(v) => double(v),
    }
}

/// A constant where a value of type `ty` is wanted: a primitive or a string; `None` for any other type.
pub fn constant(value: &Constant, ty: Ty) -> Option<String> {
    match (value, ty) {
        (Constant::Primitive(value), Ty::Primitive(ty)) if value.ty() == ty => Some(plain(*value)),
        (Constant::Primitive(value), Ty::Primitive(ty)) if value.ty().is_numeric() && ty.is_numeric() => {
            Some(plain(convert::cast(*value, ty)))
        }
        (Constant::String(text), Ty::Class(_)) => Some(string(text.units())),
        _ => None,
    }
}

fn double(v: f64) -> String {
    match v {
        v if v.is_nan() => "Double.NaN".into(),
        f64::INFINITY => "Double.POSITIVE_INFINITY".into(),
        f64::NEG_INFINITY => "Double.NEGATIVE_INFINITY".into(),
        v if v == f64::MAX => "Double.MAX_VALUE".into(),
        _ => text::double_to_string(v),
    }
}

fn float(v: f32) -> String {
    match v {
        v if v.is_nan() => "Float.NaN".into(),
        f32::INFINITY => "Float.POSITIVE_INFINITY".into(),
        f32::NEG_INFINITY => "Float.NEGATIVE_INFINITY".into(),
        v if v == f32::MAX => "Float.MAX_VALUE".into(),
        _ => format!("{}f", text::float_to_string(v)),
    }
}

/// A `char` literal; what does not print in ASCII as a number with a cast.
pub fn character(unit: u16) -> String {
    match u8::try_from(unit) {
        Ok(b'\'') => "'\\''".into(),
        Ok(b'\\') => "'\\\\'".into(),
        Ok(b'\n') => "'\\n'".into(),
        Ok(b'\t') => "'\\t'".into(),
        Ok(b'\r') => "'\\r'".into(),
        Ok(FORM_FEED) => "'\\f'".into(),
        Ok(BACKSPACE) => "'\\b'".into(),
        Ok(byte @ 0x20..=0x7e) => format!("'{}'", byte as char),
        _ => format!("(char) {unit}"),
    }
}

/// A string literal. Control characters without an escape of their own are octal escapes of three digits; beyond Latin-1, where no octal escape
/// reaches, a `\uXXXX` names the unit: it cannot be a line end or a quote there.
pub fn string(units: &[u16]) -> String {
    let mut literal = String::with_capacity(units.len() + 2);
    literal.push('"');
    for &unit in units {
        match u8::try_from(unit) {
            Ok(b'"') => literal.push_str("\\\""),
            Ok(b'\\') => literal.push_str("\\\\"),
            Ok(b'\n') => literal.push_str("\\n"),
            Ok(b'\t') => literal.push_str("\\t"),
            Ok(b'\r') => literal.push_str("\\r"),
            Ok(FORM_FEED) => literal.push_str("\\f"),
            Ok(BACKSPACE) => literal.push_str("\\b"),
            Ok(byte @ 0x20..=0x7e) => literal.push(byte as char),
            Ok(byte) => literal.push_str(&format!("\\{byte:03o}")),
            Err(_) => literal.push_str(&format!("\\u{unit:04x}")),
        }
    }
    literal.push('"');
    literal
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_ascii_and_escape_what_javac_would_read_otherwise() {
        let units: Vec<u16> = "a\"\\\u{7}\u{c}é€".encode_utf16().collect();
        assert_eq!(string(&units), r#""a\"\\\007\f\351\u20ac""#);
        assert_eq!(character(b'\'' as u16), "'\\''");
        assert_eq!(character(0xffff), "(char) 65535");
        assert_eq!(typed(Primitive::Byte(-3)), "(byte) -3");
        assert_eq!(plain(Primitive::Int(i32::MIN)), "Integer.MIN_VALUE");
    }
}
