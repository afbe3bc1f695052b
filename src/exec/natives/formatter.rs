//! `java.util.Formatter$`, the library's way to `String.format` and `printf`.

use super::arguments::{Outcome, impure, object, text, vague};
use super::class::binary_name;
use crate::exec::native::{Abrupt, Message, Native, NativeContext, Stream};
use crate::exec::slot::{Reference, Slot};
use crate::jvm::format::{FormatArgument, FormatError, FormatFailure, format, format_without_arguments};
use crate::jvm::value::JavaString;

pub(super) const NATIVES: &[Native] =
    &[impure("java.util.Formatter$.layOut(int,String,Object[],String[],int[])", lay_out)];

/// The cells of `progress`.
const WANTED: usize = 0;
const WRITTEN: usize = 1;

fn lay_out(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    let template = text(context, arguments[1])?;
    context.charge(template.len())?;
    let result = if arguments[2].reference().is_null() {
        format_without_arguments(template.units())
    } else {
        let values = values(context, arguments[2].reference(), arguments[3].reference());
        format(template.units(), &values)
    };
    let stream = match arguments[0].int() {
        0 => None,
        2 => Some(Stream::Err),
        _ => Some(Stream::Out),
    };
    let (formatted, error) = match result {
        Ok(formatted) => (formatted, None),
        Err(FormatFailure { written, error }) => (written, Some(error)),
    };
    context.charge(formatted.text.len() / 8)?;
    let progress = object(context, arguments[4])?;
    if let Some(stream) = stream {
        let done = context.array(progress)[WRITTEN].int() as usize;
        context.write(stream, &formatted.text.units()[done..])?;
        context.array_mut(progress)?[WRITTEN] = (formatted.text.len() as i32).into();
    }
    let unportable = !formatted.portable;
    match error {
        None => {
            context.flags().unportable_text |= unportable;
            vague(context, formatted.text)
        }
        Some(FormatError::NeedsText { argument }) => wants(context, progress, argument),
        Some(FormatError::NeedsHash { argument }) => {
            let count = context.array(arguments[2].reference()).len();
            wants(context, progress, count + argument)
        }
        Some(error) => {
            context.flags().unportable_text |= unportable && stream.is_some();
            Err(thrown(context, &error))
        }
    }
}

/// Asks for what belongs at an index of `texts`.
fn wants(context: &mut NativeContext<'_>, progress: Reference, index: usize) -> Outcome {
    context.array_mut(progress)?[WANTED] = (index as i32).into();
    Ok(Reference::NULL.into())
}

/// The arguments, with the texts and hash codes that are known.
fn values(context: &NativeContext<'_>, arguments: Reference, texts: Reference) -> Vec<FormatArgument> {
    let known = |index: usize| -> Option<JavaString> {
        let text = context.array(texts).get(index)?.reference();
        (!text.is_null()).then(|| context.string(text).clone())
    };
    let count = context.array(arguments).len();
    let value = |(index, slot): (usize, &Slot)| {
        let object = slot.reference();
        if object.is_null() {
            return FormatArgument::Null;
        }
        let ty = context.type_of(object);
        let program = context.program();
        match ty.as_class() {
            Some(class) if class == program.well_known.string => {
                FormatArgument::Text(context.string(object).clone())
            }
            class => match class.and_then(|class| program.unwrapped(class)) {
                Some(ty) => FormatArgument::Primitive(context.unbox(ty, object)),
                None => FormatArgument::Object {
                    class: binary_name(program, ty.ty()),
                    text: known(index),
                    hash: known(count + index).and_then(|text| text.to_string_lossy().parse().ok()),
                },
            },
        }
    };
    context.array(arguments).iter().enumerate().map(value).collect()
}

fn thrown(context: &mut NativeContext<'_>, error: &FormatError) -> Abrupt {
    let Some(name) = error.class() else {
        return Abrupt::unsupported(error.to_string());
    };
    match context.program().class_named(name) {
        Some(class) => context.throw(class, Message::Library(error.to_string().as_str().into())),
        None => Abrupt::unsupported(format!("type {name}")),
    }
}
