//! `java.lang.Throwable`: the mark on messages that are not the program's.

use super::arguments::{Outcome, impure, pure};
use crate::exec::native::{Abrupt, Native, NativeContext};
use crate::exec::slot::Slot;
use crate::sema::program::Role;

pub(super) const NATIVES: &[Native] = &[
    pure("java.lang.Throwable.isOfLibrary()", is_of_library),
    impure("java.lang.Throwable.refuseMessage()", refuse_message),
    impure("java.lang.Raise$.disagreement()", refuse_disagreement),
];

fn is_of_library(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    let class = context.type_of(arguments[0].reference()).as_class();
    let program = context.program();
    Ok(class.is_some_and(|c| program.classes.get(c).is_some() && program.role(c) == Role::Library).into())
}

fn refuse_message(_: &mut NativeContext<'_>, _: &[Slot]) -> Outcome {
    Err(Abrupt::unsupported("message of an exception that the JVM or the library throws"))
}

fn refuse_disagreement(_: &mut NativeContext<'_>, _: &[Slot]) -> Outcome {
    Err(Abrupt::unsupported("exception whose class is not the same in every JDK"))
}
