//! `java.lang.Math` and `java.lang.StrictMath`. Where the specification leaves the last bits of a `Math` method
//! open, a run is made with other ones, too (SEMANTICS §3, [`Setting`](crate::exec::hashes::Setting)).

use super::arguments::{Outcome, impure, total};
use crate::exec::native::{Native, NativeContext};
use crate::exec::slot::Slot;
use crate::jvm::math;

/// The methods whose `Math` version may differ from the `StrictMath` one, and the test for arguments at which
/// it may not, and by how many units in the last place it may (1, and 2 where the specification allows 2 or 2.5).
macro_rules! transcendental {
    ($($name:literal $arity:ident $function:ident $exact:ident $most:literal;)*) => {
        &[
            $(
                total(concat!("java.lang.StrictMath.", $name), |_, a| {
                    Ok($arity(math::$function, a).into())
                }),
                impure(concat!("java.lang.Math.", $name), |context, a| {
                    let value = $arity(math::$function, a);
                    open(context, $exact(a), (value, $most))
                }),
            )*
            total("java.lang.Math.sqrt(double)", |_, a| Ok(math::sqrt(a[0].double()).into())),
            total("java.lang.Math.ceil(double)", |_, a| Ok(math::ceil(a[0].double()).into())),
            total("java.lang.Math.floor(double)", |_, a| Ok(math::floor(a[0].double()).into())),
            total("java.lang.Math.rint(double)", |_, a| Ok(math::rint(a[0].double()).into())),
            total("java.lang.Math.round(double)", |_, a| Ok(math::round(a[0].double()).into())),
            total("java.lang.Math.round(float)", |_, a| Ok(math::round_float(a[0].float()).into())),
            total("java.lang.Math.abs(int)", |_, a| Ok(a[0].int().wrapping_abs().into())),
            total("java.lang.Math.abs(long)", |_, a| Ok(a[0].long().wrapping_abs().into())),
            total("java.lang.Math.abs(double)", |_, a| Ok(math::abs(a[0].double()).into())),
            total("java.lang.Math.abs(float)", |_, a| Ok(math::abs_float(a[0].float()).into())),
            total("java.lang.Math.max(int,int)", |_, a| Ok(a[0].int().max(a[1].int()).into())),
            total("java.lang.Math.min(int,int)", |_, a| Ok(a[0].int().min(a[1].int()).into())),
            total("java.lang.Math.max(long,long)", |_, a| Ok(a[0].long().max(a[1].long()).into())),
            total("java.lang.Math.min(long,long)", |_, a| Ok(a[0].long().min(a[1].long()).into())),
            total("java.lang.Math.IEEEremainder(double,double)", |_, a| {
                Ok(math::ieee_remainder(a[0].double(), a[1].double()).into())
            }),
            total("java.lang.Math.fma(double,double,double)", |_, a| {
                Ok(math::fma(a[0].double(), a[1].double(), a[2].double()).into())
            }),
            total("java.lang.Math.fma(float,float,float)", |_, a| {
                Ok(math::fma_float(a[0].float(), a[1].float(), a[2].float()).into())
            }),
            total("java.lang.Math.scalb(double,int)", |_, a| {
                Ok(math::scalb(a[0].double(), a[1].int()).into())
            }),
            total("java.lang.Math.scalb(float,int)", |_, a| {
                Ok(math::scalb_float(a[0].float(), a[1].int()).into())
            }),
        ]
    };
}

pub(super) const NATIVES: &[Native] = transcendental! {
    "sin(double)" unary sin is_special 1;
    "cos(double)" unary cos is_special 1;
    "tan(double)" unary tan is_special 1;
    "asin(double)" unary asin is_special 1;
    "acos(double)" unary acos is_not_finite 1;
    "atan(double)" unary atan is_zero_or_nan 1;
    "exp(double)" unary exp is_special 1;
    "log(double)" unary log is_special_or_one 1;
    "log10(double)" unary log10 is_special_or_power_of_ten 1;
    "cbrt(double)" unary cbrt is_special 1;
    "sinh(double)" unary sinh is_special 2;
    "cosh(double)" unary cosh is_special 2;
    "tanh(double)" unary tanh is_special 2;
    "expm1(double)" unary expm1 is_special 1;
    "log1p(double)" unary log1p is_special 1;
    "atan2(double,double)" binary atan2 has_nan 2;
    "pow(double,double)" binary pow is_exact_power 1;
    "hypot(double,double)" binary hypot has_special 1;
};

fn unary(function: fn(f64) -> f64, arguments: &[Slot]) -> f64 {
    function(arguments[0].double())
}

fn binary(function: fn(f64, f64) -> f64, arguments: &[Slot]) -> f64 {
    function(arguments[0].double(), arguments[1].double())
}

/// A value that the specification does not fix, and by how many units in the last place it may be another. NaN comes from
/// arguments outside the domain alone.
fn open(context: &mut NativeContext<'_>, exact: bool, (value, most): (f64, u32)) -> Outcome {
    Ok(if exact || value.is_nan() { value } else { context.open_value(value, most) }.into())
}

fn is_not_finite(arguments: &[Slot]) -> bool {
    !arguments[0].double().is_finite()
}

fn is_zero_or_nan(arguments: &[Slot]) -> bool {
    arguments[0].double() == 0.0 || arguments[0].double().is_nan()
}

/// Zero, an infinity or NaN.
fn is_special(arguments: &[Slot]) -> bool {
    is_not_finite(arguments) || is_zero_or_nan(arguments)
}

fn is_special_or_one(arguments: &[Slot]) -> bool {
    is_special(arguments) || arguments[0].double() == 1.0
}

/// `log10` of 10ⁿ is n, where 10ⁿ is a double.
fn is_special_or_power_of_ten(arguments: &[Slot]) -> bool {
    let value = arguments[0].double();
    is_special(arguments) || (0..=22).any(|n| value == 10f64.powi(n))
}

fn has_nan(arguments: &[Slot]) -> bool {
    arguments.iter().any(|argument| argument.double().is_nan())
}

fn has_special(arguments: &[Slot]) -> bool {
    has_nan(arguments) || arguments.iter().any(|argument| argument.double().is_infinite())
}

/// Whether the specification of `pow` fixes the result: zeros, infinities and NaN, the exponents 0 and 1, and
/// integers whose power is a double.
fn is_exact_power(arguments: &[Slot]) -> bool {
    let (base, exponent) = (arguments[0].double(), arguments[1].double());
    if has_special(arguments) || base == 0.0 || exponent == 0.0 || exponent == 1.0 || base.abs() == 1.0 {
        return true;
    }
    if base.trunc() != base || exponent.trunc() != exponent || base.abs() >= 9.0e15 {
        return false;
    }
    // A power of two changes the exponent alone; the odd part must fit the 53 bits.
    let magnitude = base.abs() as u64;
    let odd = magnitude >> magnitude.trailing_zeros();
    if !(1.0..=1023.0).contains(&exponent) {
        return false;
    }
    let fits =
        u32::try_from(exponent as i64).ok().and_then(|n| odd.checked_pow(n)).is_some_and(|p| p < 1 << 53);
    fits && base.powf(exponent).is_finite()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_power_is_exact_where_its_integer_fits_a_double() {
        let exact = |a: f64, b: f64| is_exact_power(&[a.into(), b.into()]);
        assert!(exact(3.0, 33.0) && exact(-10.0, 15.0) && exact(2.0, 1000.0) && exact(0.5, 1.0));
        assert!(!exact(3.0, 34.0) && !exact(0.5, 2.0) && !exact(2.0, -1.0) && !exact(2.0, 1024.0));
    }
}
