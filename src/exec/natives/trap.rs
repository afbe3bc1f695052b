//! `jatpg.Trap`: where labels are planted.

use super::arguments::{Outcome, pure};
use crate::exec::native::{Abrupt, Native, NativeContext};
use crate::exec::slot::Slot;

/// That they end the run shows to whoever evaluates them beforehand; all else is a function of the arguments.
pub(super) const NATIVES: &[Native] = &[
    pure("jatpg.Trap.on(boolean,boolean)", on),
    pure("jatpg.Trap.when(boolean)", when),
    pure("jatpg.Trap.now()", now),
];

fn on(_: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    if arguments[0].boolean() == arguments[1].boolean() { Err(Abrupt::Trap) } else { Ok(arguments[0]) }
}

fn when(_: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    if arguments[0].boolean() { Err(Abrupt::Trap) } else { Ok(Slot::ZERO) }
}

fn now(_: &mut NativeContext<'_>, _: &[Slot]) -> Outcome {
    Err(Abrupt::Trap)
}
