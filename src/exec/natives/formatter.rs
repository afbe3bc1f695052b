//! `java.util.Formatter$`, the library's way to `String.format` and `printf`.

use super::arguments::{Outcome, depends, impure, object, pure, text, vague};
use super::class::type_name;
use super::system::refuse_line_end;
use crate::exec::hosts::{ARABIC, TURKISH, written_in};
use crate::exec::native::{Abrupt, Message, Native, NativeContext, Stream};
use crate::exec::slot::{Reference, Slot};
use crate::jvm::format::{FormatArgument, FormatError, FormatFailure, format_objects};
use crate::jvm::value::{JavaString, LINE_END};

pub(super) const NATIVES: &[Native] = &[
    impure("java.util.Formatter$.layOut(int,String,Object[],String[],int[])", lay_out),
    impure("java.lang.String.here(String,String)", as_here),
    pure("java.util.Locale.formatsAsRoot(String)", |context, a| {
        match [TURKISH, ARABIC].contains(&&*text(context, a[0])?.to_string_lossy()) {
            false => Ok(true.into()),
            true => Err(depends()),
        }
    }),
];

/// The cells of `progress`.
const WANTED: usize = 0;
const WANTS_HASH: usize = 1;
const WRITTEN: usize = 2;

fn lay_out(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    let template = text(context, arguments[1])?;
    context.charge(template.len())?;
    let values = (!arguments[2].reference().is_null()).then(|| values(context, arguments[2].reference()));
    let answers = answers(context, arguments[3].reference());
    let stream = match arguments[0].int() {
        0 => None,
        2 => Some(Stream::Err),
        _ => Some(Stream::Out),
    };
    let ends_lines = template.units().windows(2).any(|pair| pair == [u16::from(b'%'), u16::from(b'n')]);
    let mut written = [0; 4];
    let separator = match stream {
        Some(_) => LINE_END.encode_utf8(&mut written),
        None if ends_lines => context.host().line_separator(),
        None => "\n",
    };
    if stream.is_some() {
        let texts = values.iter().flatten().filter_map(|value| match value {
            FormatArgument::Text(text) => Some(text),
            _ => None,
        });
        texts.chain(&answers).chain([&template]).try_for_each(refuse_line_end)?;
    }
    let result = format_objects(template.units(), values.as_deref(), &answers, separator);
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
        Some(FormatError::NeedsText { argument }) => wants(context, progress, argument, false),
        Some(FormatError::NeedsHash { argument }) => wants(context, progress, argument, true),
        Some(error) => {
            context.flags().unportable_text |= unportable && stream.is_some();
            Err(thrown(context, &error))
        }
    }
}

/// Asks for the text or the hash code of an argument.
fn wants(context: &mut NativeContext<'_>, progress: Reference, argument: usize, hash: bool) -> Outcome {
    let cells = context.array_mut(progress)?;
    cells[WANTED] = (argument as i32).into();
    cells[WANTS_HASH] = i32::from(hash).into();
    Ok(Reference::NULL.into())
}

/// What the program has said of objects so far.
fn answers(context: &NativeContext<'_>, answers: Reference) -> Vec<JavaString> {
    let texts = context.array(answers).iter().map(|slot| slot.reference());
    texts.take_while(|text| !text.is_null()).map(|text| context.string(text).clone()).collect()
}

fn values(context: &NativeContext<'_>, arguments: Reference) -> Vec<FormatArgument> {
    let value = |slot: &Slot| {
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
                None => FormatArgument::Object { class: type_name(context, ty.ty()) },
            },
        }
    };
    context.array(arguments).iter().map(value).collect()
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

/// A class may be initialised before a test sets the locale: what a format writes of numbers is the machine's then.
fn as_here(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    if context.is_of_a_test || !writes_numbers(&text(context, arguments[1])?.to_string_lossy()) {
        return Ok(arguments[0]);
    }
    let locale = context.country().locale;
    let written: String =
        text(context, arguments[0])?.to_string_lossy().chars().map(|c| written_in(locale, c)).collect();
    vague(context, written.as_str())
}

/// Whether a format has a conversion whose text is a number as a locale writes it.
fn writes_numbers(format: &str) -> bool {
    let conversions = format.split('%').skip(1);
    let mut letters =
        conversions.filter_map(|rest| rest.trim_start_matches(|c: char| !c.is_alphabetic()).chars().next());
    letters.any(|letter| matches!(letter, 'd' | 'e' | 'E' | 'f' | 'g' | 'G' | 't' | 'T'))
}
