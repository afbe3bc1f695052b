//! The types that generated programs compute with. A type is named in a template as it is written in Java.

use jatpg::jvm::value::PrimitiveType::{self, Boolean, Byte, Char, Double, Float, Int, Long, Short};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Ty {
    Primitive(PrimitiveType),
    Boxed(PrimitiveType),
    Array(PrimitiveType),
    Text,
    Texts,
    /// An array of arrays: of two dimensions or three.
    Nested(PrimitiveType, u8),
    Sequence,
    Builder,
    Buffer,
    Object,
    /// An array that may hold narrower elements than its type says.
    Objects,
    Color,
    Shape,
}

const REFERENCES: [Ty; 9] = [
    Ty::Text,
    Ty::Texts,
    Ty::Sequence,
    Ty::Builder,
    Ty::Buffer,
    Ty::Object,
    Ty::Objects,
    Ty::Color,
    Ty::Shape,
];

pub(super) const NUMERIC: [PrimitiveType; 7] = [Byte, Short, Char, Int, Long, Float, Double];
pub(super) const INTEGRAL: [PrimitiveType; 5] = [Byte, Short, Char, Int, Long];

impl Ty {
    /// Every type but the nested arrays, once.
    pub(super) fn all() -> impl Iterator<Item = Ty> {
        let of = |make: fn(PrimitiveType) -> Ty| PrimitiveType::ALL.into_iter().map(make);
        of(Ty::Primitive).chain(of(Ty::Boxed)).chain(of(Ty::Array)).chain(REFERENCES)
    }

    pub(super) fn named(name: &str) -> Option<Ty> {
        let nested = [2, 3].into_iter().flat_map(|d| PrimitiveType::ALL.map(|ty| Ty::Nested(ty, d)));
        Ty::all().chain(nested).find(|ty| ty.name() == name)
    }

    pub(super) fn name(self) -> String {
        match self {
            Ty::Primitive(ty) => ty.name().to_owned(),
            Ty::Boxed(ty) => wrapper(ty).to_owned(),
            Ty::Array(ty) => format!("{}[]", ty.name()),
            Ty::Text => "String".into(),
            Ty::Texts => "String[]".into(),
            Ty::Nested(ty, dimensions) => format!("{}{}", ty.name(), "[]".repeat(dimensions.into())),
            Ty::Sequence => "CharSequence".into(),
            Ty::Builder => "StringBuilder".into(),
            Ty::Buffer => "StringBuffer".into(),
            Ty::Object => "Object".into(),
            Ty::Objects => "Object[]".into(),
            Ty::Color => "Color".into(),
            Ty::Shape => "Shape".into(),
        }
    }
}

pub(super) fn wrapper(ty: PrimitiveType) -> &'static str {
    match ty {
        Boolean => "Boolean",
        Byte => "Byte",
        Short => "Short",
        Char => "Character",
        Int => "Integer",
        Long => "Long",
        Float => "Float",
        Double => "Double",
    }
}

/// The types that binary promotion with `ty` leaves at `ty`.
pub(super) fn up_to(ty: PrimitiveType) -> &'static [PrimitiveType] {
    match ty {
        Double => &NUMERIC,
        Float => &NUMERIC[..6],
        Long => &NUMERIC[..5],
        _ => &NUMERIC[..4],
    }
}
