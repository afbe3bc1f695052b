//! `java.util.Random` without a seed, and `SecureRandom`: nobody knows what they draw, so a run that draws from one ends there. Until
//! then it is an object like any other: a class that holds one is tested through whatever does not draw. What has a seed draws as the
//! JDK's does.
//!
//! A random UUID is another one in each setting in which a run is made, as an identity hash code is: what does not depend on which
//! one it is can be followed.

use super::arguments::{Outcome, depends, impure, object};
use super::digest::{UUID, new_uuid};
use super::jdk::{field_of, initialize_class, jdk_class, nothing, set_field};
use crate::exec::native::{Native, NativeContext};
use crate::exec::slot::{RuntimeType, Slot};

pub(super) const NATIVES: &[Native] = &[
    impure("java.util.Random.<init>()", without_seed),
    impure("java.util.Random.next(int)", next),
    // What makes its numbers is not there, and whatever asks for it ends the run ([`untold`](crate::exec::compiled)).
    impure("java.security.SecureRandom.<init>()", nothing),
    impure("java.security.SecureRandom.<init>(byte[])", |context, arguments| {
        object(context, arguments[1])?;
        Ok(Slot::ZERO)
    }),
    impure("java.util.UUID.randomUUID()", random_uuid),
];

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

fn random_uuid(context: &mut NativeContext<'_>, _: &[Slot]) -> Outcome {
    // Before anything is drawn: the native is called again behind it.
    let class = jdk_class(context, UUID)?;
    initialize_class(context, class)?;
    let bits = u128::from(context.drawn()) << 64 | u128::from(context.drawn());
    new_uuid(context, bits.to_be_bytes(), OF_CHANCE)
}

/// The version of a UUID that is drawn by chance (RFC 4122, 4.4).
const OF_CHANCE: u8 = 4;
