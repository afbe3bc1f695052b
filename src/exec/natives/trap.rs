//! `jatpg.Trap`: where labels are planted.

use super::arguments::{Outcome, pure};
use crate::exec::native::{Abrupt, Native, NativeContext};
use crate::exec::slot::Slot;

/// That they end the run shows to whoever evaluates them beforehand; all else is a function of the arguments.
pub(super) const NATIVES: &[Native] = &[
    pure("jatpg.Trap.on(boolean,boolean)", on),
    pure("jatpg.Trap.seen(boolean,boolean)", seen),
    pure("jatpg.Trap.seen(int,boolean)", seen),
    pure("jatpg.Trap.seen(long,boolean)", seen),
    pure("jatpg.Trap.seen(float,boolean)", seen),
    pure("jatpg.Trap.seen(double,boolean)", seen),
    pure("jatpg.Trap.after(boolean,boolean)", |_, a| Ok(a[1])),
    pure("jatpg.Trap.after(boolean,int)", |_, a| Ok(a[1])),
    pure("jatpg.Trap.after(boolean,long)", |_, a| Ok(a[1])),
    pure("jatpg.Trap.after(boolean,float)", |_, a| Ok(a[1])),
    pure("jatpg.Trap.after(boolean,double)", |_, a| Ok(a[1])),
    pure("jatpg.Trap.equal(int,int)", |_, a| spring(a, a[0].int() == a[1].int())),
    pure("jatpg.Trap.equal(long,long)", |_, a| spring(a, a[0].long() == a[1].long())),
    pure("jatpg.Trap.equal(float,float)", |_, a| spring(a, a[0].float() == a[1].float())),
    pure("jatpg.Trap.equal(double,double)", |_, a| spring(a, a[0].double() == a[1].double())),
    pure("jatpg.Trap.below(int,int)", |_, a| spring(a, a[0].int() < a[1].int())),
    pure("jatpg.Trap.above(int,int)", |_, a| spring(a, a[0].int() >= a[1].int())),
    pure("jatpg.Trap.when(boolean)", when),
    pure("jatpg.Trap.now()", now),
];

fn on(_: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    spring(arguments, arguments[0].boolean() == arguments[1].boolean())
}

fn seen(_: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    spring(arguments, arguments[1].boolean())
}

/// Gives the first argument, where the trap does not spring.
fn spring(arguments: &[Slot], springs: bool) -> Outcome {
    if springs { Err(Abrupt::Trap) } else { Ok(arguments[0]) }
}

fn when(_: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    if arguments[0].boolean() { Err(Abrupt::Trap) } else { Ok(Slot::ZERO) }
}

fn now(_: &mut NativeContext<'_>, _: &[Slot]) -> Outcome {
    Err(Abrupt::Trap)
}
