//! What the analyses know of methods of the library without looking at their code: those that neither read nor write
//! the heap beyond strings and wrapper objects, so that a call is a term.
//!
//! A method that is not here is a call, whose Java code may be inlined; a native one that is not here is unsupported.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

pub use crate::cfg::models::{ROWS, order};
use crate::sema::program::{ClassId, MethodId, MethodKind, Program, Role};
use crate::term::sort::{Sort, ValueSort};
use crate::term::{Function, TermId, Terms};

/// A term for what a method returns.
pub type Exact = fn(&mut Terms, &[TermId]) -> TermId;

/// How a static method of the library behaves.
#[derive(Clone, Copy, Debug)]
pub enum Model {
    /// Never throws, and returns this.
    Exact(Exact),
    /// As `Exact`, but that a last argument of 0 throws an ArithmeticException.
    Quotient(Exact),
    /// Never throws, and returns a function of its arguments.
    Value,
    /// Throws an exception of this class (its name) for some arguments, and returns a function of them for the
    /// others. `null_throws`: for a null there is a NullPointerException.
    Partial { exception: &'static str, null_throws: bool },
}

/// `java.lang.Math.abs(int)`
pub fn key(program: &Program, method: MethodId) -> String {
    let declared = &program.methods[method];
    let types: Vec<String> = declared.parameters.iter().map(|p| program.simple_type_name(p.ty)).collect();
    format!("{}.{}({})", program.classes[declared.class].qualified_name, declared.name, types.join(","))
}

/// The model of a static method.
pub fn static_model(program: &Program, method: MethodId) -> Option<Model> {
    static MODELS: LazyLock<FxHashMap<&str, Model>> = LazyLock::new(|| ROWS.iter().copied().collect());
    let declared = &program.methods[method];
    let is_plain = declared.is_static() && declared.kind == MethodKind::Method;
    let is_library = is_plain && program.role(declared.class) == Role::Library;
    is_library.then(|| MODELS.get(&*key(program, method)).copied()).flatten()
}

fn is_string(program: &Program, class: ClassId) -> bool {
    class == program.well_known.string
}

/// Whether the objects of a class are values here: they never change, and nobody asks which one it is.
pub fn is_value_class(program: &Program, class: ClassId) -> bool {
    is_string(program, class) || program.unwrapped(class).is_some()
}

pub fn is_builder(program: &Program, class: ClassId) -> bool {
    let known = &program.well_known;
    class == known.string_builder
        || class == known.string_buffer
        || &*program.classes[class].qualified_name == "java.lang.AbstractStringBuilder"
}

/// Whether a call writes nothing, but for an exception.
pub fn is_pure(program: &Program, method: MethodId) -> bool {
    let declared = &program.methods[method];
    if declared.is_static() {
        return static_model(program, method).is_some();
    }
    let string = program.string();
    is_value_class(program, declared.class)
        && declared.parameters.iter().all(|p| p.ty.primitive().is_some() || p.ty == string)
        && (declared.return_type.primitive().is_some() || declared.return_type == string)
}

/// Whether a call of a static method is a term.
pub fn is_total(program: &Program, method: MethodId) -> bool {
    matches!(static_model(program, method), Some(Model::Exact(_) | Model::Value))
}

/// The function that a method is.
pub fn value(program: &Program, method: MethodId) -> Function {
    let sort = Sort::Value(ValueSort::of(program.methods[method].return_type));
    Function::Value(method, sort)
}
