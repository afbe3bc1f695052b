//! `StrictMath` and the exact part of `Math`, function by function.

use jatpg::jvm::math;
use jatpg::jvm::value::Primitive;

use super::arguments::{self, Random};
use super::judge::{Answer, Batch, Value, compare};
use super::scaled;
use crate::support::jdk::{self, Jdk};

/// A method of the JDK, its signature, and ours.
type Row = (&'static str, &'static str, fn(&[Primitive]) -> Answer);

/// The value of a primitive of a known type.
macro_rules! of {
    ($variant:ident, $value:expr) => {
        match $value {
            Primitive::$variant(value) => value,
            other => panic!("{other:?} is of another type"),
        }
    };
}

/// `row!(name, "signature", function(Type, Type) -> Type)`.
macro_rules! row {
    ($name:expr, $signature:expr, $function:path, ($($parameter:ident),*) -> $result:ident) => {
        ($name, $signature, |arguments| {
            let mut next = arguments.iter().copied();
            Answer::of(Primitive::$result($function($(of!($parameter, next.next().expect("an argument"))),*)))
        })
    };
}

const STRICT: [Row; 19] = [
    row!("java.lang.StrictMath.sin", "dd", math::sin, (Double) -> Double),
    row!("java.lang.StrictMath.cos", "dd", math::cos, (Double) -> Double),
    row!("java.lang.StrictMath.tan", "dd", math::tan, (Double) -> Double),
    row!("java.lang.StrictMath.asin", "dd", math::asin, (Double) -> Double),
    row!("java.lang.StrictMath.acos", "dd", math::acos, (Double) -> Double),
    row!("java.lang.StrictMath.atan", "dd", math::atan, (Double) -> Double),
    row!("java.lang.StrictMath.atan2", "ddd", math::atan2, (Double, Double) -> Double),
    row!("java.lang.StrictMath.exp", "dd", math::exp, (Double) -> Double),
    row!("java.lang.StrictMath.expm1", "dd", math::expm1, (Double) -> Double),
    row!("java.lang.StrictMath.log", "dd", math::log, (Double) -> Double),
    row!("java.lang.StrictMath.log1p", "dd", math::log1p, (Double) -> Double),
    row!("java.lang.StrictMath.log10", "dd", math::log10, (Double) -> Double),
    row!("java.lang.StrictMath.pow", "ddd", math::pow, (Double, Double) -> Double),
    row!("java.lang.StrictMath.sinh", "dd", math::sinh, (Double) -> Double),
    row!("java.lang.StrictMath.cosh", "dd", math::cosh, (Double) -> Double),
    row!("java.lang.StrictMath.tanh", "dd", math::tanh, (Double) -> Double),
    row!("java.lang.StrictMath.cbrt", "dd", math::cbrt, (Double) -> Double),
    row!("java.lang.StrictMath.hypot", "ddd", math::hypot, (Double, Double) -> Double),
    row!("java.lang.StrictMath.IEEEremainder", "ddd", math::ieee_remainder, (Double, Double) -> Double),
];

const EXACT: [Row; 12] = [
    row!("java.lang.Math.round", "dj", math::round, (Double) -> Long),
    row!("java.lang.Math.round", "fi", math::round_float, (Float) -> Int),
    row!("java.lang.Math.rint", "dd", math::rint, (Double) -> Double),
    row!("java.lang.Math.floor", "dd", math::floor, (Double) -> Double),
    row!("java.lang.Math.ceil", "dd", math::ceil, (Double) -> Double),
    row!("java.lang.Math.sqrt", "dd", math::sqrt, (Double) -> Double),
    row!("java.lang.Math.abs", "dd", math::abs, (Double) -> Double),
    row!("java.lang.Math.abs", "ff", math::abs_float, (Float) -> Float),
    row!("java.lang.Math.fma", "dddd", math::fma, (Double, Double, Double) -> Double),
    row!("java.lang.Math.fma", "ffff", math::fma_float, (Float, Float, Float) -> Float),
    row!("java.lang.Math.scalb", "did", math::scalb, (Double, Int) -> Double),
    row!("java.lang.Math.scalb", "fif", math::scalb_float, (Float, Int) -> Float),
];

/// All rows are asked in one run of the JVM; a batch is found again by its name and signature.
fn check(jdk: &Jdk, rows: &[Row], calls: usize, seed: u64) {
    let mut random = Random::new(seed);
    let batches: Vec<Batch> = rows
        .iter()
        .map(|&(method, signature, _)| Batch {
            method,
            signature,
            calls: arguments::calls(signature, scaled(calls), &mut random),
        })
        .collect();
    compare(jdk, &batches, |batch, call| {
        let (_, _, ours) = rows
            .iter()
            .find(|row| (row.0, row.1) == (batch.method, batch.signature))
            .expect("a row for each batch");
        let arguments: Vec<Primitive> = call
            .iter()
            .map(|argument| match argument {
                Value::Primitive(primitive) => *primitive,
                _ => panic!("numbers were asked with"),
            })
            .collect();
        ours(&arguments)
    });
}

#[test]
fn strict_math_is_fdlibm_to_the_last_bit() {
    let Some(jdk) = Jdk::standard() else {
        return jdk::skipped("strict_math_is_fdlibm_to_the_last_bit", "JDK");
    };
    check(&jdk, &STRICT, 40_000, 11);
}

#[test]
fn the_exact_part_of_math_is_exact() {
    let Some(jdk) = Jdk::standard() else {
        return jdk::skipped("the_exact_part_of_math_is_exact", "JDK");
    };
    check(&jdk, &EXACT, 20_000, 12);
}
