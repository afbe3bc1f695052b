//! What the native methods share: entries of a table, and the checks that Java makes on its arguments.

use crate::exec::heap::Identity;
use crate::exec::native::{Abrupt, DEPENDS, Effect, Message, Native, NativeContext, NativeFunction};
use crate::exec::slot::{Reference, RuntimeType, Slot};
use crate::jvm::value::{JavaString, PrimitiveType};
use crate::sema::types::{ArrayTy, ElementTy};

/// An entry that computes a number from numbers, and never throws.
pub(super) const fn total(key: &'static str, function: NativeFunction) -> Native {
    Native { key, function, effect: Effect::Total }
}

/// An entry that only computes.
pub(super) const fn pure(key: &'static str, function: NativeFunction) -> Native {
    Native { key, function, effect: Effect::Pure }
}

/// An entry that writes, allocates, or marks the run.
pub(super) const fn impure(key: &'static str, function: NativeFunction) -> Native {
    Native { key, function, effect: Effect::Impure }
}

/// An entry that only the JDK's own code may ask for.
pub(super) const fn platform(key: &'static str, function: NativeFunction) -> Native {
    Native { key, function, effect: Effect::Platform }
}

/// Why a run ends that asks for what differs from one machine, or one run, to the next.
pub(super) fn depends() -> Abrupt {
    Abrupt::unsupported(DEPENDS)
}

pub(super) type Outcome = Result<Slot, Abrupt>;

/// The exceptions that native methods throw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Thrown {
    ArrayIndex,
    ArrayStore,
    ClassNotFound,
    CloneNotSupported,
    IllegalArgument,
    NullPointer,
    NumberFormat,
    OutOfMemory,
    StringIndex,
}

/// A new exception whose text may differ between JDKs.
#[cold]
pub(super) fn raise(context: &mut NativeContext<'_>, thrown: Thrown) -> Abrupt {
    raise_with(context, thrown, Message::Unspecified)
}

#[cold]
pub(super) fn raise_with(context: &mut NativeContext<'_>, thrown: Thrown, message: Message) -> Abrupt {
    let known = context.well_known();
    let class = match thrown {
        Thrown::ArrayIndex => Ok(known.array_index_exception),
        Thrown::ArrayStore => Ok(known.array_store_exception),
        Thrown::NullPointer => Ok(known.null_pointer_exception),
        Thrown::ClassNotFound => Err("java.lang.ClassNotFoundException"),
        Thrown::CloneNotSupported => Err("java.lang.CloneNotSupportedException"),
        Thrown::IllegalArgument => Err("java.lang.IllegalArgumentException"),
        Thrown::NumberFormat => Err("java.lang.NumberFormatException"),
        Thrown::OutOfMemory => Err("java.lang.OutOfMemoryError"),
        Thrown::StringIndex => Err("java.lang.StringIndexOutOfBoundsException"),
    };
    match class.or_else(|name| context.program().class_named(name).ok_or(name)) {
        Ok(class) => context.throw(class, message),
        Err(name) => Abrupt::unsupported(format!("type {name}")),
    }
}

/// A reference that must not be null.
#[inline]
pub(super) fn object(context: &mut NativeContext<'_>, argument: Slot) -> Result<Reference, Abrupt> {
    let reference = argument.reference();
    if reference.is_null() { Err(raise(context, Thrown::NullPointer)) } else { Ok(reference) }
}

/// The text of a string argument that must not be null; a copy is a counter's worth.
#[inline]
pub(super) fn text(context: &mut NativeContext<'_>, argument: Slot) -> Result<JavaString, Abrupt> {
    let reference = object(context, argument)?;
    Ok(context.string(reference).clone())
}

/// A string of which Java does not say whether it is a new object.
pub(super) fn vague(context: &mut NativeContext<'_>, text: impl Into<JavaString>) -> Outcome {
    context.new_string(text, Identity::Unknown)
}

/// A new `byte[]`.
pub(super) fn byte_array(context: &mut NativeContext<'_>, bytes: &[u8]) -> Outcome {
    let ty = ArrayTy { element: ElementTy::Primitive(PrimitiveType::Byte), dims: 1 };
    let array = context.new_array(RuntimeType::array(ty), bytes.len())?;
    for (cell, &byte) in context.array_mut(array.reference())?.iter_mut().zip(bytes) {
        *cell = (byte as i8).into();
    }
    Ok(array)
}

/// The units of a range of a `char[]`.
pub(super) fn units_of(cells: &[Slot]) -> Vec<u16> {
    cells.iter().map(|cell| cell.char()).collect()
}

/// `from..to` of an array of that length, as `java.util.Arrays` checks it.
pub(super) fn array_range(
    context: &mut NativeContext<'_>,
    length: usize,
    from: i32,
    to: i32,
) -> Result<std::ops::Range<usize>, Abrupt> {
    if from > to {
        return Err(raise(context, Thrown::IllegalArgument));
    }
    match (usize::try_from(from), usize::try_from(to)) {
        (Ok(from), Ok(to)) if to <= length => Ok(from..to),
        _ => Err(raise(context, Thrown::ArrayIndex)),
    }
}
