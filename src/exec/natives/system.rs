//! `java.lang.System` and `java.io.PrintStream`: copying between arrays, writing text.

use super::arguments::{Outcome, Thrown, impure, object, raise, text, vague};
use crate::exec::native::{Abrupt, Native, NativeContext, Stream};
use crate::exec::slot::{Reference, Slot};
use crate::jvm::value::{JavaString, LINE_END};
use crate::sema::types::{ArrayTy, ElementTy, Ty};

pub(super) const NATIVES: &[Native] = &[
    impure("java.lang.System.arraycopy(Object,int,Object,int,int)", array_copy),
    impure("java.lang.System.lineSeparator()", |context, _| {
        let separator = context.host().line_separator();
        vague(context, separator)
    }),
    impure("java.io.PrintStream.write(int,String)", write),
    impure("java.io.PrintStream.endLine(int)", end_line),
    impure("java.io.PrintStream.refuseByte()", refuse_byte),
    impure("java.io.PrintStream.refuseClosing()", refuse_closing),
];

fn refuse_byte(_: &mut NativeContext<'_>, _: &[Slot]) -> Outcome {
    Err(Abrupt::unsupported("a byte beyond ASCII, written to a standard stream"))
}

fn refuse_closing(_: &mut NativeContext<'_>, _: &[Slot]) -> Outcome {
    Err(Abrupt::unsupported("closing of a standard stream"))
}

fn write(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    let text = text(context, arguments[1])?;
    context.charge(text.len() / 8)?;
    refuse_line_end(&text)?;
    context.write(stream(arguments), text.units())?;
    Ok(Slot::ZERO)
}

fn end_line(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    context.write(stream(arguments), &[LINE_END as u16])?;
    Ok(Slot::ZERO)
}

fn stream(arguments: &[Slot]) -> Stream {
    if arguments[0].int() == 2 { Stream::Err } else { Stream::Out }
}

/// A program's own text has not the unit that stands for the end of a line.
pub(super) fn refuse_line_end(text: &JavaString) -> Result<(), Abrupt> {
    match text.units().contains(&(LINE_END as u16)) {
        true => Err(Abrupt::unsupported("writing the unit U+FDD0, which is no character")),
        false => Ok(()),
    }
}

fn array_copy(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    let source = object(context, arguments[0])?;
    let target = object(context, arguments[2])?;
    let types = (context.type_of(source).as_array(), context.type_of(target).as_array());
    let (Some(from), Some(to)) = types else {
        return Err(raise(context, Thrown::ArrayStore));
    };
    let primitive = |ty: ArrayTy| ty.dims == 1 && matches!(ty.element, ElementTy::Primitive(_));
    if (primitive(from) || primitive(to)) && from != to {
        return Err(raise(context, Thrown::ArrayStore));
    }
    let (at, into, count) = (arguments[1].int(), arguments[3].int(), arguments[4].int());
    let fits = |at: i32, array: Reference, context: &NativeContext<'_>| {
        at >= 0 && count >= 0 && at as usize + count as usize <= context.array(array).len()
    };
    if !fits(at, source, context) || !fits(into, target, context) {
        return Err(raise(context, Thrown::ArrayIndex));
    }
    let (at, into, count) = (at as usize, into as usize, count as usize);
    if count == 0 {
        return Ok(Slot::ZERO);
    }
    context.charge(count / 8)?;
    if source == target {
        context.array_mut(target)?.copy_within(at..at + count, into);
        return Ok(Slot::ZERO);
    }
    let cells = context.array(source)[at..at + count].to_vec();
    // Each reference is checked when it is stored, so that those before a wrong one arrive.
    let storable = if primitive(to) { count } else { storable(context, &cells, to.cell()) };
    context.array_mut(target)?[into..into + storable].copy_from_slice(&cells[..storable]);
    if storable < count { Err(raise(context, Thrown::ArrayStore)) } else { Ok(Slot::ZERO) }
}

/// How many of the cells come before the first that no array with cells of this type can hold.
fn storable(context: &NativeContext<'_>, cells: &[Slot], ty: Ty) -> usize {
    let fits = |cell: &Slot| cell.reference().is_null() || context.is_instance(cell.reference(), ty);
    cells.iter().position(|cell| !fits(cell)).unwrap_or(cells.len())
}
