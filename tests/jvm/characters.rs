//! The character tables, for every code point; case of strings; hash codes.

use jatpg::jvm::character as java;
use jatpg::jvm::hash;
use jatpg::jvm::value::{JavaString, Primitive};

use super::arguments::{self, Random};
use super::judge::{Answer, Batch, Value, ask, compare};
use super::scaled;
use crate::support::jdk::{self, Jdk};
use crate::support::soak;

fn describe(c: u32) -> String {
    let is = [
        java::is_digit(c),
        java::is_alphabetic(c),
        java::is_upper_case(c),
        java::is_lower_case(c),
        java::is_whitespace(c),
        java::is_space_char(c),
        java::is_iso_control(c),
        java::is_ideographic(c),
        java::is_mirrored(c),
        java::is_java_identifier_start(c),
        java::is_java_identifier_part(c),
        java::is_identifier_ignorable(c),
        java::is_unicode_identifier_start(c),
        java::is_unicode_identifier_part(c),
    ];
    let mut text: String = is.iter().map(|&is| if is { '1' } else { '0' }).collect();
    let numbers = [
        i32::from(java::get_type(c)),
        java::to_upper_case(c) as i32,
        java::to_lower_case(c) as i32,
        java::to_title_case(c) as i32,
        java::get_numeric_value(c),
        java::digit(c, 10),
        java::digit(c, 16),
        java::digit(c, 36),
        java::digit(c, 2),
        java::digit(c, 37),
        i32::from(java::for_digit(c as i32, 36)),
        i32::from(java::for_digit(c as i32, 7)),
    ];
    for number in numbers {
        text.push_str(&format!(" {number}"));
    }
    text
}

/// One call for each code point, and some beyond.
fn each_code_point() -> Vec<Vec<Value>> {
    (0..0x11_0010).map(|c| vec![Value::Primitive(Primitive::Int(c))]).collect()
}

fn code_point(call: &[Value]) -> u32 {
    match call {
        [Value::Primitive(Primitive::Int(c))] => *c as u32,
        _ => panic!("a code point was asked with"),
    }
}

/// Those of the planes that have characters, and of the others, which are all alike, a few; all of them in a soak run.
fn code_points() -> impl Iterator<Item = u32> {
    let has_characters = |c: u32| c < 0x4_0000 || (0xe_0000..0xe_0200).contains(&c);
    (0..0x11_0000).filter(move |&c| has_characters(c) || (c as usize).is_multiple_of(soak::one_in(64)))
}

#[test]
fn every_code_point_has_the_properties_of_jdk_17() {
    let Some(jdk) = Jdk::standard().filter(|jdk| jdk.feature() == 17) else {
        return jdk::skipped("every_code_point_has_the_properties_of_jdk_17", "JDK 17");
    };
    let batch = Batch { method: "character", signature: "it", calls: each_code_point() };
    compare(&jdk, &[batch], |_, call| Answer::text(&describe(code_point(call))));
}

#[test]
fn code_points_said_to_be_the_same_are_the_same_on_jdk_25() {
    let Some(jdk) = Jdk::newer().filter(|jdk| jdk.feature() == 25) else {
        return jdk::skipped("code_points_said_to_be_the_same_are_the_same_on_jdk_25", "JDK 25");
    };
    let calls =
        each_code_point().into_iter().filter(|call| java::same_on_17_and_25(code_point(call))).collect();
    let batch = Batch { method: "character", signature: "it", calls };
    compare(&jdk, &[batch], |_, call| Answer::text(&describe(code_point(call))));
}

/// Letters of many kinds: with special mappings, surrogates alone and in pairs, sigmas and what may
/// stand beside them.
const LETTERS: &str =
    "aAzZΣΣΣσςßŉİıiIſKÅǅǆfiΐᾳᾼ\u{1f80}ԱևåÅµÿŸ\u{345}\u{301}0 .'-_\",;:!\n\u{a0}Ω文𐐀𐐨𝐀Ꭰꭰ\u{10fc}";

fn letters() -> Vec<u16> {
    let mut units: Vec<u16> = LETTERS.encode_utf16().collect();
    units.extend([0xd801, 0xdc00, 0xdc28]);
    units
}

fn text(value: &Value) -> &JavaString {
    match value {
        Value::Text(text) => text,
        _ => panic!("a text was asked with"),
    }
}

#[test]
fn strings_change_case_as_in_the_root_locale() {
    let Some(jdk) = Jdk::standard().filter(|jdk| jdk.feature() == 17) else {
        return jdk::skipped("strings_change_case_as_in_the_root_locale", "JDK 17");
    };
    let mut random = Random::new(8);
    let alphabet = letters();
    let mut calls: Vec<Vec<Value>> =
        (0..scaled(40_000)).map(|_| vec![Value::Text(arguments::text(&alphabet, 9, &mut random))]).collect();
    for c in code_points() {
        let mut units = Vec::new();
        java::push_code_point(&mut units, c);
        // Alone, and as a neighbour of a sigma.
        calls.push(vec![Value::Text(units.clone().into())]);
        units.insert(0, 0x3a3);
        units.insert(0, u16::from(b'A'));
        calls.push(vec![Value::Text(units.clone().into())]);
        units[1] = u16::from(b'B');
        units.push(0x3a3);
        calls.push(vec![Value::Text(units.into())]);
    }
    let batches = ["toUpperCase", "toLowerCase"].map(|method| Batch {
        method,
        signature: "tt",
        calls: calls.iter().map(Vec::clone).collect(),
    });
    let answers = ask(&jdk, &batches);
    let mut unknown = 0;
    for (index, call) in calls.iter().enumerate() {
        let units = text(&call[0]).units();
        assert_eq!(Answer::Text(java::to_upper_case_text(units).into()), answers[0][index], "of {call:?}");
        match java::to_lower_case_text(units) {
            Some(lower) => assert_eq!(Answer::Text(lower.into()), answers[1][index], "of {units:x?}"),
            None => {
                assert!(units.contains(&0x3a3), "{units:x?} has no sigma and its lower case is known");
                unknown += 1;
            }
        }
    }
    assert!(unknown > 0, "some words end in ways that are not known");
}

#[test]
fn strings_compare_without_case_as_in_the_jdk() {
    let Some(jdk) = Jdk::standard().filter(|jdk| jdk.feature() == 17) else {
        return jdk::skipped("strings_compare_without_case_as_in_the_jdk", "JDK 17");
    };
    let mut random = Random::new(9);
    let alphabet = letters();
    let calls: Vec<Vec<Value>> = (0..scaled(100_000))
        .map(|_| {
            let a = arguments::text(&alphabet, 6, &mut random);
            let mut b = a.units().to_vec();
            for unit in &mut b {
                *unit = match random.below(6) {
                    0 => java::to_upper_case(u32::from(*unit)) as u16,
                    1 => java::to_lower_case(u32::from(*unit)) as u16,
                    2 if random.below(4) == 0 => random.choose(&alphabet),
                    _ => *unit,
                };
            }
            if random.below(8) == 0 {
                b.pop();
            }
            vec![Value::Text(a), Value::Text(b.into())]
        })
        .collect();
    let batches = [
        Batch { method: "equalsIgnoreCase", signature: "ttz", calls: calls.clone() },
        Batch { method: "compareToIgnoreCase", signature: "tti", calls },
    ];
    compare(&jdk, &batches, |batch, call| {
        let (a, b) = (text(&call[0]).units(), text(&call[1]).units());
        Answer::of(match batch.method {
            "equalsIgnoreCase" => Primitive::Boolean(java::equals_ignore_case(a, b)),
            _ => Primitive::Int(java::compare_ignore_case(a, b)),
        })
    });
}

fn boxed_hash(value: &Value) -> i32 {
    match value {
        Value::Boxed(inner) => boxed_hash(inner),
        Value::Primitive(primitive) => hash::primitive_hash(*primitive),
        Value::Text(text) => hash::string_hash(text.units()),
        Value::Null => 0,
        Value::Boxes(_) => panic!("one value was asked with"),
    }
}

#[test]
fn hash_codes_are_those_of_the_jdk() {
    let Some(jdk) = Jdk::standard() else {
        return jdk::skipped("hash_codes_are_those_of_the_jdk", "JDK");
    };
    let mut random = Random::new(10);
    let alphabet = letters();
    let boxed = |random: &mut Random| match random.below(10) {
        0 => Value::Boxed(Box::new(Value::Text(arguments::text(&alphabet, 12, random)))),
        _ => {
            let letter = random.choose(b"zbscijfd");
            Value::Boxed(Box::new(Value::Primitive(arguments::primitive(letter, random))))
        }
    };
    let single = (0..scaled(40_000)).map(|_| vec![boxed(&mut random)]).collect();
    let batch = Batch { method: "hashCode", signature: "oi", calls: single };
    compare(&jdk, &[batch], |_, call| Answer::of(Primitive::Int(boxed_hash(&call[0]))));
}
