//! `java.lang.reflect.Array`: arrays of a type that is known by an object of class `Class`.

use super::arguments::{Outcome, Thrown, impure, object, pure, raise};
use super::jdk::mirrored;
use super::reflection::converted;
use crate::exec::native::{Abrupt, Message, Native, NativeContext};
use crate::exec::operate;
use crate::exec::slot::{Reference, RuntimeType, Slot};
use crate::jvm::convert::widens;
use crate::jvm::value::PrimitiveType::{self, Boolean, Byte, Char, Double, Float, Int, Long, Short};
use crate::sema::types::Ty;

/// The entries for the primitive types.
macro_rules! entries {
    ($($ty:ident $name:literal $get:literal $set:literal)*) => {
        &[
            impure("java.lang.reflect.Array.newArray(Class,int)", new_array),
            impure("java.lang.reflect.Array.multiNewArray(Class,int[])", new_arrays),
            pure("java.lang.reflect.Array.getLength(Object)", length),
            impure("java.lang.reflect.Array.get(Object,int)", get),
            impure("java.lang.reflect.Array.set(Object,int,Object)", set),
            $(
                impure(concat!("java.lang.reflect.Array.", $get, "(Object,int)"), |c, a| get_primitive(c, a, $ty)),
                impure(concat!("java.lang.reflect.Array.", $set, "(Object,int,", $name, ")"), |c, a| {
                    set_primitive(c, a, $ty)
                }),
            )*
        ]
    };
}

pub(super) const NATIVES: &[Native] = entries! {
    Boolean "boolean" "getBoolean" "setBoolean"
    Byte "byte" "getByte" "setByte"
    Short "short" "getShort" "setShort"
    Char "char" "getChar" "setChar"
    Int "int" "getInt" "setInt"
    Long "long" "getLong" "setLong"
    Float "float" "getFloat" "setFloat"
    Double "double" "getDouble" "setDouble"
};

pub(super) fn new_array(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    let cell = mirrored(context, arguments[0])?.ty();
    new_array_of(context, cell, &[arguments[1].int()])
}

fn new_arrays(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    let cell = mirrored(context, arguments[0])?.ty();
    let lengths = object(context, arguments[1])?;
    let lengths: Vec<i32> = context.array(lengths).iter().map(|length| length.int()).collect();
    if lengths.is_empty() {
        return Err(raise(context, Thrown::IllegalArgument));
    }
    // All of them are looked at before anything is made.
    let count = lengths.iter().fold(1, |count: usize, &length| count.saturating_mul(length.max(0) as usize));
    let innermost = (1..lengths.len()).try_fold(cell, |cell, _| cell.array_of().map(Ty::Array));
    let Some(innermost) = innermost else { return Err(raise(context, Thrown::IllegalArgument)) };
    if lengths.iter().all(|&length| length >= 0) {
        context.reserve(count)?;
    }
    new_array_of(context, innermost, &lengths)
}

/// An array whose cells have this type; the lengths behind the first are those of what its cells hold.
fn new_array_of(context: &mut NativeContext<'_>, cell: Ty, lengths: &[i32]) -> Outcome {
    let Some(array) = cell.array_of() else { return Err(raise(context, Thrown::IllegalArgument)) };
    if lengths.iter().any(|&length| length < 0) {
        let class = context.well_known().negative_array_size_exception;
        return Err(context.throw(class, Message::Unspecified));
    }
    let Some((&length, inner)) = lengths.split_first() else { return Ok(Slot::ZERO) };
    let made = context.new_array(RuntimeType::array(array), length as usize)?;
    if let (Ty::Array(of_cells), false) = (cell, inner.is_empty()) {
        for place in 0..length as usize {
            let element = new_array_of(context, of_cells.cell(), inner)?;
            context.array_mut(made.reference())?[place] = element;
        }
    }
    Ok(made)
}

fn length(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    let (array, _) = array(context, arguments[0])?;
    Ok((context.array(array).len() as i32).into())
}

fn get(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    let (array, cell) = array(context, arguments[0])?;
    let place = place(context, array, arguments[1])?;
    let value = context.array(array)[place];
    match cell {
        Ty::Primitive(ty) => context.box_value(value.primitive(ty)),
        _ => Ok(value),
    }
}

fn get_primitive(context: &mut NativeContext<'_>, arguments: &[Slot], wanted: PrimitiveType) -> Outcome {
    let (array, cell) = array_of_primitives(context, arguments[0])?;
    let place = place(context, array, arguments[1])?;
    let value = context.array(array)[place];
    match cell == wanted || widens(cell, wanted) {
        true => Ok(operate::convert(cell, wanted, value)),
        false => Err(raise(context, Thrown::IllegalArgument)),
    }
}

fn set(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    let (array, cell) = array(context, arguments[0])?;
    if matches!(cell, Ty::Primitive(_)) && arguments[2].reference().is_null() {
        return Err(raise(context, Thrown::IllegalArgument));
    }
    let place = place(context, array, arguments[1])?;
    let Some(value) = converted(context, arguments[2], cell) else {
        return Err(raise(context, Thrown::IllegalArgument));
    };
    context.array_mut(array)?[place] = value;
    Ok(Slot::ZERO)
}

fn set_primitive(context: &mut NativeContext<'_>, arguments: &[Slot], given: PrimitiveType) -> Outcome {
    let (array, cell) = array_of_primitives(context, arguments[0])?;
    let place = place(context, array, arguments[1])?;
    if given != cell && !widens(given, cell) {
        return Err(raise(context, Thrown::IllegalArgument));
    }
    context.array_mut(array)?[place] = operate::convert(given, cell, arguments[2]);
    Ok(Slot::ZERO)
}

/// An array, with the type of its cells.
fn array(context: &mut NativeContext<'_>, array: Slot) -> Result<(Reference, Ty), Abrupt> {
    let array = object(context, array)?;
    match context.type_of(array).as_array() {
        Some(ty) => Ok((array, ty.cell())),
        None => Err(raise(context, Thrown::IllegalArgument)),
    }
}

fn array_of_primitives(
    context: &mut NativeContext<'_>,
    given: Slot,
) -> Result<(Reference, PrimitiveType), Abrupt> {
    match array(context, given)? {
        (array, Ty::Primitive(cell)) => Ok((array, cell)),
        _ => Err(raise(context, Thrown::IllegalArgument)),
    }
}

fn place(context: &mut NativeContext<'_>, array: Reference, index: Slot) -> Result<usize, Abrupt> {
    let length = context.array(array).len();
    match usize::try_from(index.int()) {
        Ok(place) if place < length => Ok(place),
        _ => Err(raise(context, Thrown::ArrayIndex)),
    }
}
