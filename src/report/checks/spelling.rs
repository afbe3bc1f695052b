//! How tests write values, classes and casts.

use crate::driver::{literals, names};
use crate::exec::outcome::{Content, Known, Shape, Value};
use crate::exec::view::View;
use crate::jvm::value::Primitive;
use crate::sema::generic::signature::Signature;
use crate::sema::generic::source;
use crate::sema::program::{Field, FieldId};
use crate::sema::types::{ArrayTy, Ty};

#[derive(Clone, Copy)]
pub(super) struct Spelling<'a> {
    pub view: View<'a>,
}

impl Spelling<'_> {
    pub(super) fn type_name(&self, ty: Ty) -> String {
        names::type_name(self.view.program, self.view.from, ty)
    }

    /// `path` of static type `ty` as an array or object of another type.
    pub(super) fn cast(&self, path: &str, ty: Ty, wanted: Ty) -> String {
        if ty == wanted {
            return path.to_owned();
        }
        if self.view.may_name_type(wanted) {
            return format!("(({}) {path})", self.type_name(wanted));
        }
        // Of an array whose class may not be named, the cells are read as objects.
        match wanted {
            Ty::Array(array) => format!("((Object{}) {path})", "[]".repeat(array.dims.into())),
            _ => format!("((Object) {path})"),
        }
    }

    /// `path` with a static type that has what every exception has.
    pub(super) fn as_throwable(&self, path: &str, ty: Ty) -> String {
        let throwable = self.view.program.well_known.throwable;
        match ty {
            Ty::Class(class)
                if self.view.may_name(class) && self.view.program.is_subclass(class, throwable) =>
            {
                path.to_owned()
            }
            _ => format!("(({}) {path})", self.type_name(Ty::Class(throwable))),
        }
    }

    /// The place of a field of what `path` gives: cast where its static type has none, or another, of that name.
    pub(super) fn field(&self, path: &str, ty: Ty, field: FieldId) -> String {
        let Field { name, class, .. } = &self.view.program.fields[field];
        let is_seen = match ty {
            Ty::Class(site) if site == *class => true,
            Ty::Class(site) => {
                self.view.may_name(site)
                    && self
                        .view
                        .program
                        .find_field(site, name, self.view.from)
                        .is_ok_and(|found| found == field)
            }
            _ => false,
        };
        // An array of a type variable is seldom of the class that the variable stands for (`(T[]) new Object[3]`), to which a read of a
        // parameterised type would cast it.
        if is_seen && !self.is_array_of_variable(field) {
            format!("{path}.{name}")
        } else {
            format!("(({}) {path}).{name}", self.type_name(Ty::Class(*class)))
        }
    }

    fn is_array_of_variable(&self, field: FieldId) -> bool {
        let Ok(Signature::Array(mut cell)) = source::field_signature(self.view.program, field) else {
            return false;
        };
        while let Signature::Array(inner) = *cell {
            cell = inner;
        }
        matches!(*cell, Signature::Variable(_))
    }

    pub(super) fn static_place(&self, field: FieldId) -> String {
        let declared = &self.view.program.fields[field];
        format!("{}.{}", self.type_name(Ty::Class(declared.class)), declared.name)
    }

    /// `new int[][] {{1, 2}, null}`
    pub(super) fn array(&self, ty: ArrayTy, cells: &[Content]) -> String {
        format!("new {} {}", self.type_name(Ty::Array(ty)), self.cells(cells))
    }

    fn cells(&self, cells: &[Content]) -> String {
        let cell = |cell: &Content| match cell {
            Content::Value(value) => self.cell(value).unwrap_or_default(),
            Content::Row(_, cells) => self.cells(cells),
            Content::Container(..) => self.held(cell),
        };
        format!("{{{}}}", cells.iter().map(cell).collect::<Vec<_>>().join(", "))
    }

    fn cell(&self, cell: &Value) -> Option<String> {
        match cell {
            Value::Primitive(p) | Value::Boxed(p) => Some(literals::plain(*p)),
            other => self.simple(other),
        }
    }

    /// An expression for a value that is no object.
    pub(super) fn simple(&self, value: &Value) -> Option<String> {
        Some(match value {
            Value::Null => "null".to_owned(),
            Value::Primitive(p) => literals::typed(*p),
            Value::String(text) => literals::string(text.units()),
            Value::Boxed(p) => boxed(*p),
            Value::Enum(field) => self.static_place(*field),
            Value::Class(ty) => format!("{}.class", self.type_name(*ty)),
            Value::Known(known) => self.known(known),
            Value::Cells(..) | Value::Whole(_) | Value::Object(_) | Value::Opaque => return None,
        })
    }
}

impl Spelling<'_> {
    /// A class of the JDK by its simple name, where that means it.
    pub(super) fn imported(&self, class: &str) -> String {
        names::imported(self.view.program, class)
    }

    fn known(&self, known: &Known) -> String {
        known.code.replace('$', &self.imported(known.class))
    }

    /// `List.of(1, 2)`: something with these contents.
    pub(super) fn held(&self, content: &Content) -> String {
        match content {
            // What holds it makes a box of it.
            Content::Value(Value::Boxed(value)) => literals::typed(*value),
            Content::Value(value) => self.simple(value).unwrap_or_default(),
            Content::Row(array, cells) => self.array(*array, cells),
            Content::Container(shape, parts) => self.container(*shape, parts),
        }
    }

    fn container(&self, shape: Shape, parts: &[Content]) -> String {
        let name = |class: &str| self.imported(class);
        let texts: Vec<String> = parts.iter().map(|part| self.held(part)).collect();
        let has_null = parts.contains(&Content::Value(Value::Null));
        match shape {
            Shape::List | Shape::Sequence => match &texts[..] {
                [null] if has_null => format!("{}.singletonList({null})", name("java.util.Collections")),
                _ if has_null => format!("{}.asList({})", name("java.util.Arrays"), texts.join(", ")),
                _ => format!("{}.of({})", name("java.util.List"), texts.join(", ")),
            },
            Shape::Set => match &texts[..] {
                [null] if has_null => format!("{}.singleton({null})", name("java.util.Collections")),
                _ if has_null => format!(
                    "new {}<>({}.asList({}))",
                    name("java.util.HashSet"),
                    name("java.util.Arrays"),
                    texts.join(", ")
                ),
                _ => format!("{}.of({})", name("java.util.Set"), texts.join(", ")),
            },
            Shape::Map if texts.len() <= 2 * MOST_ENTRIES => {
                format!("{}.of({})", name("java.util.Map"), texts.join(", "))
            }
            Shape::Map => {
                let map = name("java.util.Map");
                let entry = |entry: &[String]| format!("{map}.entry({})", entry.join(", "));
                let entries: Vec<String> = texts.chunks_exact(2).map(entry).collect();
                format!("{map}.ofEntries({})", entries.join(", "))
            }
            Shape::Optional => {
                let optional = name("java.util.Optional");
                match texts.first() {
                    Some(text) => format!("{optional}.of({text})"),
                    None => format!("{optional}.empty()"),
                }
            }
        }
    }

    /// `path` with a static type that has the methods of a container.
    pub(super) fn as_container(&self, path: &str, ty: Ty, shape: Shape) -> String {
        let (class, variables) = match shape {
            Shape::List => ("java.util.List", "<?>"),
            Shape::Set | Shape::Sequence => ("java.util.Collection", "<?>"),
            Shape::Map => ("java.util.Map", "<?, ?>"),
            Shape::Optional => ("java.util.Optional", "<?>"),
        };
        let program = self.view.program;
        let wanted = program.class_named(class);
        let is_one = match (ty, wanted) {
            (Ty::Class(ty), Some(wanted)) => program.is_subclass(ty, wanted) && self.view.may_name(ty),
            _ => false,
        };
        if is_one { path.to_owned() } else { format!("(({}{variables}) {path})", self.imported(class)) }
    }
}

/// `Map.of` takes no more.
const MOST_ENTRIES: usize = 10;

/// `Integer.valueOf(3)`
fn boxed(value: Primitive) -> String {
    let wrapper = match value {
        Primitive::Boolean(_) => "Boolean",
        Primitive::Byte(_) => "Byte",
        Primitive::Short(_) => "Short",
        Primitive::Char(_) => "Character",
        Primitive::Int(_) => "Integer",
        Primitive::Long(_) => "Long",
        Primitive::Float(_) => "Float",
        Primitive::Double(_) => "Double",
    };
    format!("{wrapper}.valueOf({})", literals::typed(value))
}
