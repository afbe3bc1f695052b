//! The operations on words against those of Java, on operands that are free wires and on constants.

use proptest::prelude::*;

use crate::symbolic::circuit::clauses::satisfies;
use crate::symbolic::circuit::gates::{Circuit, Wire};
use crate::symbolic::circuit::words::{Shift, Word, Words, literal, resized};

/// Of 64 bits; what is narrower is computed in 32.
type Expected = fn(i64, i64, bool) -> i64;
type Made = fn(&mut Words, &[Wire], &[Wire]) -> Word;

/// An operation of Java in 32 or 64 bits, as what the encoder writes for it means it.
macro_rules! wrapping {
    ($op:ident) => {
        |a, b, is_long| if is_long { a.$op(b) } else { (a as i32).$op(b as i32).into() }
    };
}

/// By 0 as SMT-LIB has it.
fn quotient(a: i64, b: i64) -> i64 {
    if b != 0 {
        a.wrapping_div(b)
    } else if a < 0 {
        1
    } else {
        -1
    }
}

fn remainder(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { a.wrapping_rem(b) }
}

fn shifted(a: i64, count: i64, is_long: bool, shift: Shift) -> i64 {
    let width = if is_long { 64 } else { 32 };
    let is_all = !(0..width).contains(&count);
    let count = if is_all { 0 } else { count as u32 };
    match (shift, is_long) {
        (Shift::Arithmetic, _) => a >> if is_all { 63 } else { count },
        _ if is_all => 0,
        (Shift::Left, true) => a << count,
        (Shift::Left, false) => i64::from((a as i32) << count),
        (Shift::Right, true) => (a as u64 >> count) as i64,
        (Shift::Right, false) => i64::from((a as u32 >> count) as i32),
    }
}

fn below(a: i64, b: i64, is_long: bool) -> i64 {
    i64::from(if is_long { (a as u64) < b as u64 } else { (a as u32) < b as u32 })
}

/// A boolean as the word 0 or 1.
fn number(wire: Wire, width: usize) -> Word {
    let mut word = literal(0, width);
    word[0] = wire;
    word
}

const OPERATIONS: [(&str, Made, Expected); 13] = [
    ("add", |words, a, b| words.add(a, b), wrapping!(wrapping_add)),
    ("sub", |words, a, b| words.sub(a, b), wrapping!(wrapping_sub)),
    ("mul", |words, a, b| words.mul(a, b), wrapping!(wrapping_mul)),
    (
        "neg",
        |words, a, _| words.neg(a),
        |a, _, is_long| {
            if is_long { a.wrapping_neg() } else { (a as i32).wrapping_neg().into() }
        },
    ),
    (
        "div",
        |words, a, b| words.div(a, b),
        |a, b, is_long| {
            let quotient = quotient(a, b);
            if is_long { quotient } else { i64::from(quotient as i32) }
        },
    ),
    ("rem", |words, a, b| words.rem(a, b), |a, b, _| remainder(a, b)),
    ("and", |words, a, b| words.each(a, b, Circuit::and), |a, b, _| a & b),
    ("xor", |words, a, b| words.each(a, b, Circuit::xor), |a, b, _| a ^ b),
    ("shl", |words, a, b| words.shift(a, b, Shift::Left), |a, b, l| shifted(a, b, l, Shift::Left)),
    ("shr", |words, a, b| words.shift(a, b, Shift::Right), |a, b, l| shifted(a, b, l, Shift::Right)),
    (
        "ashr",
        |words, a, b| words.shift(a, b, Shift::Arithmetic),
        |a, b, l| shifted(a, b, l, Shift::Arithmetic),
    ),
    (
        "less",
        |words, a, b| {
            let wire = words.is_less(a, b);
            number(wire, a.len())
        },
        |a, b, _| i64::from(a < b),
    ),
    (
        "below",
        |words, a, b| {
            let wire = words.is_below(a, b);
            number(wire, a.len())
        },
        below,
    ),
];

/// Near the ends of what there is, small, and anything.
fn operand() -> impl Strategy<Value = i64> {
    let ends = prop::sample::select(vec![0, 1, -1, 2, 3, 7, 10, 31, 32, 63, 64, 1_000]);
    let limits = prop::sample::select(vec![
        i64::from(i32::MIN),
        i64::from(i32::MAX),
        i64::MIN,
        i64::MAX,
        1 << 31,
        1 << 32,
    ]);
    prop_oneof![ends, limits, -20..20i64, any::<i32>().prop_map(i64::from), any::<i64>()]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn a_word_is_what_java_computes(
        operation in 0..OPERATIONS.len(),
        [a, b] in [operand(), operand()],
        [is_free_a, is_free_b, is_long] in any::<[bool; 3]>(),
    ) {
        let (name, made, expected) = OPERATIONS[operation];
        let width = if is_long { 64 } else { 32 };
        let [a, b] = [a, b].map(|value| if is_long { value } else { i64::from(value as i32) });
        let expected = expected(a, b, is_long);
        let mut words = Words::new();
        let mut fixed = Vec::new();
        let [x, y] = [(a, is_free_a), (b, is_free_b)].map(|(value, is_free)| {
            let constant = literal(value as u64, width);
            if !is_free {
                return constant;
            }
            let free = words.input(width);
            fixed.push(words.same(&free, &constant));
            free
        });
        let result = made(&mut words, &x, &y);
        let is_expected = words.same(&result, &literal(expected as u64, width));
        fixed.append(&mut words.constraints);
        let may_be = |wire| {
            let asserted: Vec<Wire> = fixed.iter().copied().chain([wire]).collect();
            satisfies(&words.circuit, &asserted)
        };
        prop_assert!(may_be(is_expected), "{name} of {a} and {b} cannot be {expected}");
        prop_assert!(!may_be(!is_expected), "{name} of {a} and {b} may be other than {expected}");
    }
}

#[test]
fn remainders_of_one_dividend_hang_together() {
    let mut words = Words::new();
    let year = words.input(32);
    let [by_4, by_100, by_400] = [4, 100, 400].map(|divisor| {
        let remainder = words.rem(&year, &literal(divisor, 32));
        words.same(&remainder, &literal(0, 32))
    });
    let cannot_be = |mut asserted: Vec<Wire>| {
        asserted.extend(&words.constraints);
        !satisfies(&words.circuit, &asserted)
    };
    assert!(cannot_be(vec![by_400, !by_100]));
    assert!(cannot_be(vec![by_100, !by_4]));
    assert!(!cannot_be(vec![by_100, !by_400]));
    assert!(!cannot_be(vec![by_4, !by_100]));
    // What is divided is less than the divisor.
    let mut words = Words::new();
    let small = resized(&words.input(3), 32, Wire::FALSE);
    let [_, by_100] = [200, 100].map(|divisor| words.rem(&small, &literal(divisor, 32)));
    let is_small = words.same(&by_100, &small);
    let asserted: Vec<Wire> = words.constraints.iter().copied().chain([!is_small]).collect();
    assert!(!satisfies(&words.circuit, &asserted));
    let seven = words.same(&by_100, &literal(7, 32));
    assert!(satisfies(&words.circuit, &[words.constraints.clone(), vec![seven]].concat()));
}
