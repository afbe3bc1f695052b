//! The numeric literals of Java source, judged by javac.

use jatpg::jvm::literal::parse_literal;
use jatpg::jvm::text::{double_to_hex_string, float_to_hex_string};
use jatpg::jvm::value::Primitive;

use super::arguments::Random;
use super::scaled;
use crate::support::javac::{Files, compile};
use crate::support::jdk::{self, Jdk};

/// Digits of a radix, often at the limits of a type, sometimes with underscores where they may and
/// may not be.
fn digits(radix: u32, random: &mut Random) -> String {
    const LIMITS: [u64; 7] =
        [0, i32::MAX as u64, 1 << 31, u32::MAX as u64, i64::MAX as u64, 1 << 63, u64::MAX];
    let value = match random.below(3) {
        0 => random.choose(&LIMITS).wrapping_add(random.below(3) as u64).wrapping_sub(1),
        1 => random.next() >> random.below(64),
        _ => random.below(40) as u64,
    };
    let mut text = match radix {
        16 => format!("{value:x}"),
        8 => format!("{value:o}"),
        2 => format!("{value:b}"),
        _ => value.to_string(),
    };
    if random.below(4) == 0 {
        let at = random.below(text.len() + 1);
        text.insert_str(at, random.choose(&["_", "__", "9", "g"]));
    }
    text
}

fn exponent(letter: char, random: &mut Random) -> String {
    let sign = random.choose(&["", "", "-", "-", "+"]);
    let digits = random
        .choose(&["0", "1", "5", "38", "45", "46", "308", "309", "323", "330", "149", "1074", "3_0", ""]);
    format!("{letter}{sign}{digits}")
}

fn literal(random: &mut Random) -> String {
    let (prefix, radix, letter) = random.choose(&[
        ("", 10, 'e'),
        ("", 10, 'E'),
        ("0x", 16, 'p'),
        ("0X", 16, 'P'),
        ("0b", 2, 'x'),
        ("0", 8, 'e'),
    ]);
    let mut text = prefix.to_owned();
    if random.below(12) > 0 {
        text += &digits(radix, random);
    }
    if letter != 'x' && random.below(2) == 0 {
        if random.below(3) > 0 {
            text.push('.');
            if random.below(3) > 0 {
                text += &digits(radix, random);
            }
        }
        if random.below(3) > 0 {
            text += &exponent(letter, random);
        }
        return text + random.choose(&["", "", "f", "F", "d", "D"]);
    }
    text + random.choose(&["", "", "L", "l", "f", "d"])
}

/// The value as a literal without any doubt: all its bits.
fn exact(value: Primitive) -> String {
    match value {
        Primitive::Int(value) => format!("0x{value:x}"),
        Primitive::Long(value) => format!("0x{value:x}L"),
        Primitive::Float(value) => format!("{}f", float_to_hex_string(value)),
        Primitive::Double(value) => format!("{}d", double_to_hex_string(value)),
        other => panic!("{other:?} is not written with digits"),
    }
}

#[test]
fn literals_are_what_javac_takes_them_for() {
    let Some(jdk) = Jdk::standard() else {
        return jdk::skipped("literals_are_what_javac_takes_them_for", "JDK");
    };
    let mut random = Random::new(16);
    let questions: Vec<(String, bool)> =
        (0..scaled(1500)).map(|_| (literal(&mut random), random.below(3) == 0)).collect();
    let programs: Vec<Files> = questions
        .iter()
        .map(|(token, under_minus)| {
            let minus = if *under_minus { "-" } else { "" };
            let text = match parse_literal(token, *under_minus) {
                // Without a return statement, this compiles only if the condition is constant and true.
                Ok(value) => format!(
                    "class A {{ int f() {{ while ({minus}{token} == {minus}{}) {{ }} }} }}",
                    exact(value)
                ),
                Err(_) => format!("class A {{ Object o = {minus}{token}; }}"),
            };
            vec![("A.java".to_owned(), text)]
        })
        .collect();
    let mut accepted = 0;
    for ((token, under_minus), answer) in questions.iter().zip(compile(&jdk, &programs)) {
        let ours = parse_literal(token, *under_minus);
        assert_eq!(
            ours.is_ok(),
            answer.is_ok(),
            "{token}, under a minus: {under_minus}: {ours:?}, {answer:?}"
        );
        accepted += usize::from(ours.is_ok());
    }
    assert!(accepted * 4 > questions.len(), "enough literals are well-formed: {accepted}");
}
