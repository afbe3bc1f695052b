//! `java.util.Random` without a seed: nobody knows what it draws, so a run that draws from one ends there. Until then it is an object
//! like any other: a class that holds one is tested through whatever does not draw. What has a seed draws as the JDK's does.

use super::arguments::{Outcome, depends, impure};
use super::jdk::{field_of, initialize_class, jdk_class, set_field};
use crate::exec::native::{Native, NativeContext};
use crate::exec::slot::{RuntimeType, Slot};

pub(super) const NATIVES: &[Native] =
    &[impure("java.util.Random.<init>()", without_seed), impure("java.util.Random.next(int)", next)];

const RANDOM: &str = "java/util/Random";
const LONG: &str = "java/util/concurrent/atomic/AtomicLong";
const MULTIPLIER: i64 = 0x5_DEEC_E66D;
const INCREMENT: i64 = 0xB;
/// A seed has so many bits.
const SEED_BITS: u32 = 48;
/// What no seed is: it stands where one is not known, until `setSeed` gives another.
const UNKNOWN: i64 = -1;

fn without_seed(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    let random = arguments[0].reference();
    // Of a class below it the constructor would call `setSeed`, which that may have made its own.
    if context.type_of(random) != RuntimeType::class(jdk_class(context, RANDOM)?) {
        return Err(depends());
    }
    let class = jdk_class(context, LONG)?;
    initialize_class(context, class)?;
    let seed = context.allocate(class)?;
    set_field(context, seed, (LONG, "value"), UNKNOWN.into())?;
    set_field(context, random, (RANDOM, "seed"), seed.into())?;
    Ok(Slot::ZERO)
}

fn next(context: &mut NativeContext<'_>, arguments: &[Slot]) -> Outcome {
    let seed = field_of(context, arguments[0].reference(), (RANDOM, "seed"))?.reference();
    let known = field_of(context, seed, (LONG, "value"))?.long();
    if known == UNKNOWN {
        return Err(depends());
    }
    let next = known.wrapping_mul(MULTIPLIER).wrapping_add(INCREMENT) & ((1 << SEED_BITS) - 1);
    set_field(context, seed, (LONG, "value"), next.into())?;
    // Of 1 to 32 bits, as the JDK's classes ask; a shift takes what its width lets it.
    let shift = (SEED_BITS as i32).wrapping_sub(arguments[1].int()) as u32;
    Ok(((((next as u64) >> (shift & 63)) as i64) as i32).into())
}
