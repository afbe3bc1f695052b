//! Numbers to text and back.

use jatpg::jvm::parse::{NumberFormatError, parse_double, parse_float, parse_int, parse_long};
use jatpg::jvm::text;
use jatpg::jvm::value::{JavaString, Primitive};

use super::arguments::{self, Random};
use super::judge::{Answer, Batch, Value, compare};
use super::scaled;
use crate::support::jdk::{self, Jdk};

fn number_batch(method: &'static str, signature: &'static str, random: &mut Random) -> Batch {
    Batch { method, signature, calls: arguments::calls(signature, scaled(40_000), random) }
}

/// Our text of a call of one of the methods below.
fn to_text(method: &str, call: &[Value], modern: bool) -> String {
    let number = |index: usize| match call[index] {
        Value::Primitive(primitive) => primitive,
        _ => panic!("a number was asked with"),
    };
    match (method, number(0), call.len()) {
        ("java.lang.Double.toString", Primitive::Double(v), _) if modern => text::double_to_string(v),
        ("java.lang.Float.toString", Primitive::Float(v), _) if modern => text::float_to_string(v),
        ("java.lang.Double.toString", Primitive::Double(v), _) => text::double_to_string_before_19(v),
        ("java.lang.Float.toString", Primitive::Float(v), _) => text::float_to_string_before_19(v),
        ("java.lang.Double.toHexString", Primitive::Double(v), _) => text::double_to_hex_string(v),
        ("java.lang.Float.toHexString", Primitive::Float(v), _) => text::float_to_hex_string(v),
        (_, Primitive::Int(v), 1) => text::int_to_unsigned_string(v, 16),
        (_, Primitive::Long(v), 1) => text::long_to_unsigned_string(v, 8),
        ("java.lang.Integer.toString", Primitive::Int(v), _) => text::int_to_string(v, radix(number(1))),
        ("java.lang.Long.toString", Primitive::Long(v), _) => text::long_to_string(v, radix(number(1))),
        ("java.lang.Long.toUnsignedString", Primitive::Long(v), _) => {
            text::long_to_unsigned_string(v, radix(number(1)))
        }
        _ => panic!("{method} is not asked"),
    }
}

fn radix(value: Primitive) -> i32 {
    match value {
        Primitive::Int(radix) => radix,
        _ => panic!("a radix is an int"),
    }
}

#[test]
fn floating_point_prints_as_jdk_19_and_later_print_it() {
    let Some(jdk) = Jdk::newer() else {
        return jdk::skipped(
            "floating_point_prints_as_jdk_19_and_later_print_it",
            "JDK of version 19 or later",
        );
    };
    let mut random = Random::new(3);
    let batches = [
        number_batch("java.lang.Double.toString", "dt", &mut random),
        number_batch("java.lang.Float.toString", "ft", &mut random),
    ];
    compare(&jdk, &batches, |batch, call| Answer::text(&to_text(batch.method, call, true)));
}

#[test]
fn the_older_text_of_floating_point_is_known_exactly() {
    let Some(jdk) = Jdk::standard().filter(|jdk| jdk.feature() < 19) else {
        return jdk::skipped("the_older_text_of_floating_point_is_known_exactly", "JDK of version 17 or 18");
    };
    let mut random = Random::new(4);
    let batches = [
        number_batch("java.lang.Double.toString", "dt", &mut random),
        number_batch("java.lang.Float.toString", "ft", &mut random),
    ];
    compare(&jdk, &batches, |batch, call| Answer::text(&to_text(batch.method, call, false)));
}

#[test]
fn integers_print_in_every_radix() {
    let Some(jdk) = Jdk::standard() else {
        return jdk::skipped("integers_print_in_every_radix", "JDK");
    };
    let mut random = Random::new(5);
    let batches = [
        number_batch("java.lang.Integer.toString", "iit", &mut random),
        number_batch("java.lang.Long.toString", "jit", &mut random),
        number_batch("java.lang.Long.toUnsignedString", "jit", &mut random),
        number_batch("java.lang.Integer.toHexString", "it", &mut random),
        number_batch("java.lang.Long.toOctalString", "jt", &mut random),
        number_batch("java.lang.Double.toHexString", "dt", &mut random),
        number_batch("java.lang.Float.toHexString", "ft", &mut random),
    ];
    compare(&jdk, &batches, |batch, call| Answer::text(&to_text(batch.method, call, true)));
}

fn answer(parsed: Result<Primitive, NumberFormatError>) -> Answer {
    match parsed {
        Ok(value) => Answer::of(value),
        Err(error) => Answer::Thrown {
            class: "java.lang.NumberFormatException".to_owned(),
            message: Some(error.message()),
        },
    }
}

#[test]
fn integers_are_read_as_the_jdk_reads_them() {
    let Some(jdk) = Jdk::standard() else {
        return jdk::skipped("integers_are_read_as_the_jdk_reads_them", "JDK");
    };
    let mut random = Random::new(6);
    let alphabet: Vec<u16> =
        "00112233445566778899abz+- \u{661}\u{967}\u{ff15}\u{ff21}".encode_utf16().collect();
    let mut calls = |long: bool| -> Vec<Vec<Value>> {
        (0..scaled(40_000))
            .map(|_| {
                let radix = random.choose(&[10, 10, 10, 16, 2, 36, 8, 1, 37, 0, -5, 7]);
                let digits: JavaString = match random.below(3) {
                    0 => arguments::text(&alphabet, 12, &mut random),
                    1 if long => text::long_to_string(arguments::long(&mut random), radix).as_str().into(),
                    1 => text::int_to_string(arguments::int(&mut random), radix).as_str().into(),
                    _ => text::long_to_string(i64::from(arguments::int(&mut random)) * 2, radix)
                        .as_str()
                        .into(),
                };
                vec![Value::Text(digits), Value::Primitive(Primitive::Int(radix))]
            })
            .collect()
    };
    let batches = [
        Batch { method: "java.lang.Integer.parseInt", signature: "tii", calls: calls(false) },
        Batch { method: "java.lang.Long.parseLong", signature: "tij", calls: calls(true) },
    ];
    compare(&jdk, &batches, |batch, call| {
        let [Value::Text(text), Value::Primitive(radix_of)] = call else {
            panic!("text and radix were asked")
        };
        answer(match batch.method {
            "java.lang.Integer.parseInt" => parse_int(text.units(), radix(*radix_of)).map(Primitive::Int),
            _ => parse_long(text.units(), radix(*radix_of)).map(Primitive::Long),
        })
    });
}

/// Text that is often a number, and often nearly one.
fn number_text(random: &mut Random) -> JavaString {
    const PARTS: [&str; 30] = [
        "0",
        "1",
        "9",
        "12345678901234567890",
        "00",
        ".",
        ".5",
        "e",
        "E",
        "e5",
        "e-5",
        "e+308",
        "e-320",
        "p",
        "p3",
        "P-1074",
        "0x",
        "0X1.8",
        "f",
        "D",
        "d",
        "NaN",
        "Infinity",
        "+",
        "-",
        " ",
        "\t",
        "_",
        "\u{661}",
        "ff",
    ];
    let text = match random.below(6) {
        0 => arguments::double(random).to_string(),
        1 => format!("{:e}", arguments::double(random)),
        2 => text::double_to_hex_string(arguments::double(random)),
        3 => {
            // Around the middle between two neighbours.
            let value = arguments::double(random).abs();
            if value.is_finite() {
                format!("{:.*}", random.below(30), value + value * 1.1e-16)
            } else {
                "1".into()
            }
        }
        4 => format!(
            "0x{:x}.{:x}{:x}p{}",
            random.next() >> (random.below(64)),
            random.next(),
            random.next() >> random.below(64),
            random.below(2400) as i32 - 1250
        ),
        _ => (0..1 + random.below(5)).map(|_| random.choose(&PARTS)).collect(),
    };
    text.as_str().into()
}

#[test]
fn floating_point_is_read_as_the_jdk_reads_it() {
    let Some(jdk) = Jdk::standard() else {
        return jdk::skipped("floating_point_is_read_as_the_jdk_reads_it", "JDK");
    };
    let mut random = Random::new(7);
    let mut calls = || -> Vec<Vec<Value>> {
        (0..scaled(40_000)).map(|_| vec![Value::Text(number_text(&mut random))]).collect()
    };
    let batches = [
        Batch { method: "java.lang.Double.parseDouble", signature: "td", calls: calls() },
        Batch { method: "java.lang.Float.parseFloat", signature: "tf", calls: calls() },
    ];
    compare(&jdk, &batches, |batch, call| {
        let [Value::Text(text)] = call else { panic!("a text was asked with") };
        answer(match batch.method {
            "java.lang.Double.parseDouble" => parse_double(text.units()).map(Primitive::Double),
            _ => parse_float(text.units()).map(Primitive::Float),
        })
    });
}
