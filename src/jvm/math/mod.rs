//! `java.lang.StrictMath`, bit for bit, and the methods of `java.lang.Math` that are exact and that the library has no Java for.
//!
//! The transcendental functions follow fdlibm 5.3, which `StrictMath` is specified to equal; an
//! approximation that is better would be wrong. `Math`'s own versions of them may differ in the last
//! bit on a JVM (SEMANTICS §3): who calls these for `Math` has to mark the result as not portable.
//!
//! The algorithms and coefficients are those of fdlibm: Copyright (C) 1993-2004 by Sun Microsystems,
//! Inc. All rights reserved. Permission to use, copy, modify, and distribute this software is freely
//! granted, provided that this notice is preserved.

#![allow(clippy::excessive_precision, reason = "the coefficients stand as they were published")]

mod bits;
mod exact;
mod exponential;
mod hyperbolic;
mod inverse;
mod logarithm;
mod reduction;
mod root;
mod trigonometric;

pub use exact::*;
pub use exponential::{exp, expm1, pow};
pub use hyperbolic::{cosh, sinh, tanh};
pub use inverse::{acos, asin, atan, atan2};
pub use logarithm::{log, log1p, log10};
pub use root::{cbrt, hypot};
pub use trigonometric::{cos, sin, tan};
