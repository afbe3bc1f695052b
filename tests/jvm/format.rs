//! `String.format`: its texts on old and new JDKs, its exceptions on the standard one.

use jatpg::jvm::format::{FormatArgument, format};
use jatpg::jvm::value::{JavaString, Primitive};

use super::arguments::{self, Random};
use super::judge::{Answer, Batch, Value, ask};
use super::scaled;
use crate::support::jdk::{self, Jdk};

/// One to three specifiers, mostly well-formed.
fn format_string(random: &mut Random) -> JavaString {
    let mut text = String::new();
    for _ in 0..1 + random.below(3) {
        text.push_str(random.choose(&["", "", "x", "a = ", "%%", "%n", "ß"]));
        text.push('%');
        if random.below(8) == 0 {
            text.push_str(random.choose(&["1$", "2$", "3$", "9$", "0$", "99999999999$", "<", "12"]));
        }
        for _ in 0..random.choose(&[0, 0, 1, 1, 2, 3]) {
            text.push(random.choose(&['-', '#', '+', ' ', '0', ',', '(', '0', ',', '<']));
        }
        if random.below(2) == 0 {
            text.push_str(&random.below(25).to_string());
        }
        if random.below(3) == 0 {
            text.push_str(random.choose(&[".0", ".1", ".2", ".3", ".7", ".17", ".30", ".", ".99999999999"]));
        }
        let common = b"dddsssfffxxegcb";
        let rare = b"ohnSXEGCBH%DFqZ$\n.";
        text.push(char::from(if random.below(6) == 0 { random.choose(rare) } else { random.choose(common) }));
    }
    text.as_str().into()
}

fn argument(random: &mut Random, wanted: Option<u8>) -> Value {
    let letter = match wanted {
        Some(b'd' | b'x' | b'o') if random.below(8) > 0 => random.choose(b"bsijij"),
        Some(b'e' | b'f' | b'g') if random.below(8) > 0 => random.choose(b"ddddf"),
        Some(b'c') if random.below(8) > 0 => random.choose(b"cccbsi"),
        _ => random.choose(b"zbscijfdtttn"),
    };
    Value::Boxed(Box::new(match letter {
        b'n' => return Value::Null,
        b't' => Value::Text(arguments::text(&"abcßZΣ 1".encode_utf16().collect::<Vec<_>>(), 8, random)),
        letter => Value::Primitive(arguments::primitive(letter, random)),
    }))
}

/// A format string with arguments that mostly fit.
fn call(random: &mut Random) -> Vec<Value> {
    let format = format_string(random);
    let letters = format.units().iter().filter_map(|&unit| u8::try_from(unit).ok());
    let mut wanted: Vec<Option<u8>> =
        letters.filter(|letter| b"dxoefgcs".contains(letter)).map(Some).collect();
    match random.below(10) {
        0 => drop(wanted.pop()),
        1 => wanted.push(None),
        _ => {}
    }
    let arguments = wanted.into_iter().map(|wanted| argument(random, wanted)).collect();
    vec![Value::Text(format), Value::Boxes(arguments)]
}

fn ours(value: &Value) -> FormatArgument {
    match value {
        Value::Boxed(inner) => ours(inner),
        Value::Primitive(primitive) => FormatArgument::Primitive(*primitive),
        Value::Text(text) => FormatArgument::Text(text.clone()),
        Value::Null | Value::Boxes(_) => FormatArgument::Null,
    }
}

/// Our answer and whether it is portable; `None` for what is not supported.
fn answer(call: &[Value]) -> Option<(Answer, bool)> {
    let [Value::Text(text), Value::Boxes(arguments)] = call else { panic!("a format was asked with") };
    let arguments: Vec<FormatArgument> = arguments.iter().map(ours).collect();
    match format(text.units(), &arguments) {
        Ok(formatted) => Some((Answer::Text(formatted.text), formatted.portable)),
        Err(failure) => {
            let class = failure.error.class()?.to_owned();
            let message = Some(failure.error.to_string().as_str().into());
            Some((Answer::Thrown { class, message }, true))
        }
    }
}

fn batch(seed: u64) -> Batch {
    let mut random = Random::new(seed);
    let mut calls: Vec<Vec<Value>> = (0..scaled(40_000)).map(|_| call(&mut random)).collect();
    // Where rounding is decided: short decimals at few places.
    for _ in 0..scaled(40_000) {
        let format = random.choose(&["%.1f", "%.2f", "%.0f", "%.3e", "%.2g", "%.12f", "%.4g", "%.16e"]);
        let value = match random.below(3) {
            0 => arguments::double(&mut random),
            1 => random.below(100_000) as f64 / 1000.0,
            _ => (random.below(100_000) as f64 + 0.5) / 100.0,
        };
        let value = Value::Boxed(Box::new(Value::Primitive(Primitive::Double(value))));
        calls.push(vec![Value::Text(format.into()), Value::Boxes(vec![value])]);
    }
    Batch { method: "format", signature: "tpt", calls }
}

#[test]
fn formatted_text_and_exceptions_are_those_of_the_standard_jdk() {
    let Some(jdk) = Jdk::standard().filter(|jdk| jdk.feature() == 17) else {
        return jdk::skipped("formatted_text_and_exceptions_are_those_of_the_standard_jdk", "JDK 17");
    };
    let batch = batch(14);
    let answers = ask(&jdk, std::slice::from_ref(&batch));
    let (mut texts, mut exceptions, mut unlike) = (0, 0, 0);
    for (call, theirs) in batch.calls.iter().zip(&answers[0]) {
        match answer(call) {
            Some((ours, true)) => {
                assert_eq!(ours, *theirs, "of {call:?}");
                if matches!(ours, Answer::Text(_)) { texts += 1 } else { exceptions += 1 }
            }
            Some((_, false)) => unlike += 1,
            None => {}
        }
    }
    assert!(texts > 1000 && exceptions > 1000, "both ways are tried: {texts} texts, {exceptions} exceptions");
    assert!(unlike * 20 < texts, "text that is not portable is rare: {unlike} of {texts}");
}

#[test]
fn formatted_text_is_that_of_new_jdks() {
    let Some(jdk) = Jdk::newer() else {
        return jdk::skipped("formatted_text_is_that_of_new_jdks", "JDK of version 21 or later");
    };
    let batch = batch(15);
    let answers = ask(&jdk, std::slice::from_ref(&batch));
    for (call, theirs) in batch.calls.iter().zip(&answers[0]) {
        if let Some((Answer::Text(text), _)) = answer(call) {
            assert_eq!(Answer::Text(text), *theirs, "of {call:?}");
        }
    }
}
