//! Handles for variables (`java.lang.invoke.VarHandle`), as the JDK's own classes use them: a handle is here an array of the
//! class that its variables belong to and the field's name, null for an array's elements. One of numbers in a `byte[]` has three
//! cells: the array type that the bytes are looked at as, null, and where the highest byte comes first that type again. Its calls are typed by the caller, so
//! the rows have the type of the value in their keys (`exec::compiled::lower::calls`). In one thread all modes are one.

use super::arguments::{Outcome, Thrown, impure, object, raise, text};
use super::jdk::{check_told, is_same};
use super::wide_bytes;
use crate::exec::native::{Abrupt, Native, NativeContext};
use crate::exec::slot::{Reference, RuntimeType, Slot};
use crate::jvm::value::PrimitiveType;
use crate::sema::types::Ty;

/// A row for each type of value.
macro_rules! rows {
    ($($name:literal $function:expr,)*) => {
        &[
            $(
                impure(concat!("java.lang.invoke.VarHandle.", $name, "(int)"), |c, a| $function(c, a, INT)),
                impure(concat!("java.lang.invoke.VarHandle.", $name, "(long)"), |c, a| $function(c, a, LONG)),
                impure(concat!("java.lang.invoke.VarHandle.", $name, "(boolean)"), |c, a| $function(c, a, BOOLEAN)),
                impure(concat!("java.lang.invoke.VarHandle.", $name, "(Object)"), |c, a| $function(c, a, None)),
            )*
            impure("java.lang.invoke.MethodHandles.Lookup.findVarHandle(3)", |c, a| handle(c, a[1], a[2])),
            impure("jdk.internal.invoke.MhUtil.findVarHandle(3)", |c, a| handle(c, a[0], a[1])),
            impure("jdk.internal.invoke.MhUtil.findVarHandle(4)", |c, a| handle(c, a[1], a[2])),
            impure("java.lang.invoke.MethodHandles.arrayElementVarHandle(1)", |c, a| handle(c, a[0], Slot::ZERO)),
            impure("java.lang.invoke.MethodHandles.byteArrayViewVarHandle(2)", view_of_bytes),
            impure("java.lang.invoke.MethodHandles.privateLookupIn(2)", |_, a| Ok(a[0])),
            impure("java.lang.invoke.VarHandle.withInvoke()", |_, a| Ok(a[0])),
        ]
    };
}

pub(super) const NATIVES: &[Native] = rows! {
    "get" get,
    "set" set,
    "compareAndSet" compare_and_set,
    "compareAndExchange" compare_and_exchange,
    "getAndSet" get_and_set,
    "getAndAdd" get_and_add,
    "getAndBitwiseOr" |c, a, ty| get_and(c, a, ty, |a, b| a | b),
    "getAndBitwiseAnd" |c, a, ty| get_and(c, a, ty, |a, b| a & b),
    "getAndBitwiseXor" |c, a, ty| get_and(c, a, ty, |a, b| a ^ b),
};

/// The type of the value; `None` is a reference.
type Kind = Option<PrimitiveType>;

const INT: Kind = Some(PrimitiveType::Int);
const LONG: Kind = Some(PrimitiveType::Long);
const BOOLEAN: Kind = Some(PrimitiveType::Boolean);

fn unsupported() -> Abrupt {
    Abrupt::unsupported("a handle of a variable")
}

fn handle(context: &mut NativeContext<'_>, class: Slot, name: Slot) -> Outcome {
    array_of_cells(context, &[class, name])
}

fn array_of_cells(context: &mut NativeContext<'_>, cells: &[Slot]) -> Outcome {
    let of = Ty::Class(context.well_known().object).array_of().ok_or_else(unsupported)?;
    let array = context.new_array(RuntimeType::array(of), cells.len())?;
    context.array_mut(array.reference())?.copy_from_slice(cells);
    Ok(array)
}

fn view_of_bytes(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    let order = object(context, arguments[1])?;
    let class = context.type_of(order).as_class().ok_or_else(unsupported)?;
    let compiled = context.compiled.ok_or_else(unsupported)?;
    let slot = compiled.slot_of(context.layouts, class, "name").ok_or_else(unsupported)?;
    let name = context.field(order, slot);
    let is_big = text(context, name)?.to_string_lossy() == "BIG_ENDIAN";
    let of = arguments[0];
    array_of_cells(context, &[of, Slot::ZERO, if is_big { of } else { Slot::ZERO }])
}

/// How many bytes a value has, and whether the highest comes first, where the handle is one of numbers in a `byte[]`.
fn viewed(context: &NativeContext<'_>, handle: Reference, ty: Kind) -> Result<Option<(usize, bool)>, Abrupt> {
    let &[of, _, big] = context.array(handle) else { return Ok(None) };
    let of = context.mirrored(of.reference()).and_then(RuntimeType::as_array).map(|array| array.cell());
    let is_big = !big.reference().is_null();
    match (of, ty) {
        (Some(Ty::Primitive(PrimitiveType::Int)), INT) => Ok(Some((4, is_big))),
        (Some(Ty::Primitive(PrimitiveType::Long)), LONG) => Ok(Some((8, is_big))),
        _ => Err(unsupported()),
    }
}

/// The place that a call means, and the values behind it.
fn place<'a>(
    context: &mut NativeContext<'_>,
    arguments: &'a [Slot],
    ty: Kind,
) -> Result<(Reference, usize, &'a [Slot]), Abrupt> {
    let handle = object(context, arguments[0])?;
    let &[class, name] = context.array(handle) else { return Err(unsupported()) };
    let target = arguments.get(1).ok_or_else(unsupported)?.reference();
    let of = context.mirrored(class.reference()).ok_or_else(unsupported)?;
    if target.is_null() {
        return Err(raise(context, Thrown::NullPointer));
    }
    if name.reference().is_null() {
        let index = arguments.get(2).ok_or_else(unsupported)?.int();
        let cell = context.type_of(target).as_array().ok_or_else(unsupported)?.cell();
        let fits = match ty {
            Some(ty) => cell == Ty::Primitive(ty),
            None => cell.is_reference(),
        };
        let at = usize::try_from(index).ok().filter(|&at| at < context.array(target).len());
        return match at.filter(|_| fits) {
            Some(at) => Ok((target, at, &arguments[3..])),
            None if fits => Err(raise(context, Thrown::ArrayIndex)),
            None => Err(unsupported()),
        };
    }
    check_told(context, target)?;
    let name = text(context, name)?.to_string_lossy();
    let class = of.as_class().ok_or_else(unsupported)?;
    let compiled = context.compiled.ok_or_else(unsupported)?;
    let slot = compiled.slot_of(context.layouts, class, &name).ok_or_else(unsupported)?;
    let held = context.type_of(target).as_class().ok_or_else(unsupported)?;
    let layout = context.layouts.class(held).slots.get(slot).ok_or_else(unsupported)?;
    match context.layouts.is_subclass(held, class) && layout.is_reference == ty.is_none() {
        true => Ok((target, slot, &arguments[2..])),
        false => Err(unsupported()),
    }
}

fn get(context: &mut NativeContext<'_>, arguments: &[Slot], ty: Kind) -> Outcome {
    let handle = object(context, arguments[0])?;
    if let Some((bytes, is_big)) = viewed(context, handle, ty)? {
        let &[_, array, at] = arguments else { return Err(unsupported()) };
        let bits = wide_bytes::read(context, array, at.int().into(), bytes, is_big)?;
        return Ok(if ty == INT { (bits as i32).into() } else { (bits as i64).into() });
    }
    let (target, at, _) = place(context, arguments, ty)?;
    Ok(context.array(target)[at])
}

/// Puts what is made of the value there; gives what was there.
fn exchange(
    context: &mut NativeContext<'_>,
    arguments: &[Slot],
    ty: Kind,
    next: impl FnOnce(&NativeContext<'_>, Slot, &[Slot]) -> Result<Option<Slot>, Abrupt>,
) -> Result<(Slot, bool), Abrupt> {
    let (target, at, values) = place(context, arguments, ty)?;
    let held = context.array(target)[at];
    match next(context, held, values)? {
        Some(value) => {
            context.array_mut(target)?[at] = value;
            Ok((held, true))
        }
        None => Ok((held, false)),
    }
}

fn value(values: &[Slot], at: usize) -> Result<Slot, Abrupt> {
    values.get(at).copied().ok_or_else(unsupported)
}

fn set(context: &mut NativeContext<'_>, arguments: &[Slot], ty: Kind) -> Outcome {
    let handle = object(context, arguments[0])?;
    if let Some((bytes, is_big)) = viewed(context, handle, ty)? {
        let &[_, array, at, value] = arguments else { return Err(unsupported()) };
        let bits = if ty == INT { value.int() as u64 } else { value.long() as u64 };
        return wide_bytes::write(context, array, at.int().into(), bytes, is_big, bits);
    }
    exchange(context, arguments, ty, |_, _, values| value(values, 0).map(Some)).map(|_| Slot::ZERO)
}

fn get_and_set(context: &mut NativeContext<'_>, arguments: &[Slot], ty: Kind) -> Outcome {
    exchange(context, arguments, ty, |_, _, values| value(values, 0).map(Some)).map(|(held, _)| held)
}

fn exchange_if(
    context: &mut NativeContext<'_>,
    arguments: &[Slot],
    ty: Kind,
) -> Result<(Slot, bool), Abrupt> {
    exchange(context, arguments, ty, |context, held, values| {
        let fits = is_same(context, held, value(values, 0)?, ty)?;
        Ok(if fits { Some(value(values, 1)?) } else { None })
    })
}

fn compare_and_set(context: &mut NativeContext<'_>, arguments: &[Slot], ty: Kind) -> Outcome {
    exchange_if(context, arguments, ty).map(|(_, done)| done.into())
}

fn compare_and_exchange(context: &mut NativeContext<'_>, arguments: &[Slot], ty: Kind) -> Outcome {
    exchange_if(context, arguments, ty).map(|(held, _)| held)
}

fn get_and_add(context: &mut NativeContext<'_>, arguments: &[Slot], ty: Kind) -> Outcome {
    let sum = |held: Slot, more: Slot| match ty {
        Some(PrimitiveType::Int) => Ok(held.int().wrapping_add(more.int()).into()),
        Some(PrimitiveType::Long) => Ok(held.long().wrapping_add(more.long()).into()),
        _ => Err(unsupported()),
    };
    let next = |_: &NativeContext<'_>, held: Slot, values: &[Slot]| sum(held, value(values, 0)?).map(Some);
    exchange(context, arguments, ty, next).map(|(held, _)| held)
}

fn get_and(
    context: &mut NativeContext<'_>,
    arguments: &[Slot],
    ty: Kind,
    operate: fn(i64, i64) -> i64,
) -> Outcome {
    let made = |held: Slot, mask: Slot| match ty {
        Some(PrimitiveType::Int) => Ok((operate(held.int().into(), mask.int().into()) as i32).into()),
        Some(PrimitiveType::Long) => Ok(operate(held.long(), mask.long()).into()),
        _ => Err(unsupported()),
    };
    let next = |_: &NativeContext<'_>, held: Slot, values: &[Slot]| made(held, value(values, 0)?).map(Some);
    exchange(context, arguments, ty, next).map(|(held, _)| held)
}
