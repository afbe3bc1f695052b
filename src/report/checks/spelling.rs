//! How tests write values, classes and casts.

use crate::driver::{literals, names};
use crate::exec::linked::is_nameable;
use crate::exec::outcome::Value;
use crate::jvm::value::Primitive;
use crate::sema::program::{ClassId, Field, FieldId, Program};
use crate::sema::types::{ArrayTy, ElementTy, Ty};

/// For code in the package of `from`.
#[derive(Clone, Copy)]
pub(super) struct Spelling<'a> {
    pub program: &'a Program,
    pub from: ClassId,
}

impl Spelling<'_> {
    pub fn type_name(&self, ty: Ty) -> String {
        names::type_name(self.program, self.from, ty)
    }

    pub fn may_name(&self, class: ClassId) -> bool {
        is_nameable(self.program, class, self.from)
    }

    pub fn may_name_type(&self, ty: Ty) -> bool {
        match self.leaf(ty) {
            Ty::Class(class) => self.may_name(class),
            _ => true,
        }
    }

    /// The type of an array's innermost cells.
    pub fn leaf(&self, ty: Ty) -> Ty {
        match ty {
            Ty::Array(ArrayTy { element: ElementTy::Class(class), .. }) => Ty::Class(class),
            Ty::Array(ArrayTy { element: ElementTy::Primitive(primitive), .. }) => Ty::Primitive(primitive),
            other => other,
        }
    }

    /// Whether an expression of static type `ty` that is not null can be of no other class than `class`.
    pub fn is_exact(&self, ty: Ty, class: Ty) -> bool {
        let has_subclass = |class: ClassId| {
            class == self.program.well_known.object
                || self.program.classes.ids().any(|c| c != class && self.program.is_subclass(c, class))
        };
        ty == class
            && match self.leaf(class) {
                Ty::Class(class) => !has_subclass(class),
                _ => true,
            }
    }

    /// `path` of static type `ty` as an array or object of another type.
    pub fn cast(&self, path: &str, ty: Ty, wanted: Ty) -> String {
        if ty == wanted {
            return path.to_owned();
        }
        if self.may_name_type(wanted) {
            return format!("(({}) {path})", self.type_name(wanted));
        }
        // Of an array whose class may not be named, the cells are read as objects.
        match wanted {
            Ty::Array(array) => format!("((Object{}) {path})", "[]".repeat(array.dims.into())),
            _ => format!("((Object) {path})"),
        }
    }

    /// `path` with a static type that has what every exception has.
    pub fn as_throwable(&self, path: &str, ty: Ty) -> String {
        let throwable = self.program.well_known.throwable;
        match ty {
            Ty::Class(class) if self.may_name(class) && self.program.is_subclass(class, throwable) => {
                path.to_owned()
            }
            _ => format!("(({}) {path})", self.type_name(Ty::Class(throwable))),
        }
    }

    /// The place of a field of what `path` gives: cast where its static type has none, or another, of that name.
    pub fn field(&self, path: &str, ty: Ty, field: FieldId) -> String {
        let Field { name, class, .. } = &self.program.fields[field];
        let is_seen = match ty {
            Ty::Class(site) if site == *class => true,
            Ty::Class(site) => {
                self.may_name(site)
                    && self.program.find_field(site, name, self.from).is_ok_and(|found| found == field)
            }
            _ => false,
        };
        if is_seen {
            format!("{path}.{name}")
        } else {
            format!("(({}) {path}).{name}", self.type_name(Ty::Class(*class)))
        }
    }

    pub fn static_place(&self, field: FieldId) -> String {
        let declared = &self.program.fields[field];
        format!("{}.{}", self.type_name(Ty::Class(declared.class)), declared.name)
    }

    /// `new int[] {1, 2}`, where one assertion can compare it: the cells are no objects, and may be named.
    pub fn flat_array(&self, ty: ArrayTy, cells: &[Value]) -> Option<String> {
        let program = self.program;
        let is_flat = match ty.cell() {
            Ty::Primitive(_) => true,
            Ty::Class(class) => {
                class == program.well_known.string
                    || program.well_known.wrappers.contains(&class)
                    || !program.classes[class].constants.is_empty() && self.may_name(class)
            }
            _ => false,
        };
        if !is_flat {
            return None;
        }
        let cells: Vec<String> = cells.iter().map(|cell| self.cell(cell)).collect::<Option<_>>()?;
        Some(format!("new {} {{{}}}", self.type_name(Ty::Array(ty)), cells.join(", ")))
    }

    /// Whether arrays with such innermost cells are of no other class than their type says.
    pub fn has_exact_leaf(&self, array: ArrayTy) -> bool {
        let leaf = self.leaf(array.cell());
        self.is_exact(leaf, leaf)
    }

    fn cell(&self, cell: &Value) -> Option<String> {
        match cell {
            Value::Primitive(p) | Value::Boxed(p) => Some(literals::plain(*p)),
            other => self.simple(other),
        }
    }

    /// An expression for a value that is no object.
    pub fn simple(&self, value: &Value) -> Option<String> {
        Some(match value {
            Value::Null => "null".to_owned(),
            Value::Primitive(p) => literals::typed(*p),
            Value::String(text) => literals::string(text.units()),
            Value::Boxed(p) => boxed(*p),
            Value::Enum(field) => self.static_place(*field),
            Value::Class(ty) => format!("{}.class", self.type_name(*ty)),
            Value::Cells(ty, cells) => self.flat_array(*ty, cells)?,
            Value::Object(_) | Value::Opaque => return None,
        })
    }
}

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
