//! Loggers of the libraries that [`sema::logging`](crate::sema::logging) knows: they take what they are given and do nothing. What asks
//! for their settings (`isLoggable`, a supplier of a text) ends the run by name, and so does every other method of theirs.

use super::arguments::{Outcome, impure};
use super::jdk::environment;
use crate::exec::compiled::Compiled;
use crate::exec::heap::Identity;
use crate::exec::native::{Abrupt, Native, NativeContext};
use crate::exec::slot::Slot;
use crate::sema::logging::LOGGING;

/// Methods that log, in any of the libraries.
const LOGS: [&str; 16] = [
    "config", "debug", "entering", "error", "exiting", "fatal", "fine", "finer", "finest", "info", "log",
    "severe", "throwing", "trace", "warn", "warning",
];

static MAKERS: [Native; LOGGING.len()] = [
    impure("a logger of java.util.logging", make::<0>),
    impure("a logger of slf4j", make::<1>),
    impure("a logger of commons-logging", make::<2>),
    impure("a logger of log4j", make::<3>),
];
static SILENT: Native = impure("what is logged", |_, _| Ok(Slot::ZERO));
static PRINTS: Native = impure("what is logged and may be printed", |context, _| {
    let is_seen = context.compiled.is_none_or(Compiled::may_print_errors);
    context.flags().logs |= is_seen;
    Ok(Slot::ZERO)
});
static SETTINGS: Native = impure("the settings of a logger", environment);

/// What stands in for a method of a logging library, by its key.
pub(in crate::exec) fn lookup(key: &str) -> Option<&'static Native> {
    let (path, parameters) = key.split_once('(')?;
    let (class, name) = path.rsplit_once('.')?;
    if let Some(at) = LOGGING.iter().position(|api| api.factory == class && api.makers.contains(&name)) {
        return Some(&MAKERS[at]);
    }
    if name == "<clinit>" && LOGGING.iter().any(|api| api.factory == class || api.classes.contains(&class)) {
        // It would look for what the machine has set up, which none of the loggers here asks for.
        return Some(&SILENT);
    }
    if class == "java.util.logging.Level.KnownLevel" {
        // The register of all levels, which a thread clears: a level enters it unseen, and nobody looks one up.
        return Some(if name == "add" { &SILENT } else { &SETTINGS });
    }
    let api = LOGGING.iter().find(|api| api.classes.contains(&class))?;
    Some(match LOGS.contains(&name) && !parameters.contains("Supplier") {
        true if api.prints => &PRINTS,
        true => &SILENT,
        false => &SETTINGS,
    })
}

/// The logger of the library of this number in the table. Which loggers are the same object nobody is told.
fn make<const API: usize>(context: &mut NativeContext<'_>, _: &[Slot]) -> Outcome {
    let class = context.compiled.and_then(|c| c.class(context.layouts, LOGGING[API].logger));
    let class = class
        .ok_or_else(|| Abrupt::unsupported(format!("type {}", LOGGING[API].logger.replace('/', "."))))?;
    context.allocate_as(class, Identity::Unknown).map(Slot::from)
}
