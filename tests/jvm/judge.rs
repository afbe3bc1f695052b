//! Asking the real JVM: `Judge.java` runs once for all batches of a test.

use std::io::{Read, Write};
use std::process::Stdio;

use jatpg::jvm::value::{JavaString, Primitive, PrimitiveType};

use crate::support::jdk::Jdk;

/// An argument of a call.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Value {
    Primitive(Primitive),
    Text(JavaString),
    /// As an `Object`, or an element of an `Object[]`.
    Null,
    Boxed(Box<Value>),
    Boxes(Vec<Value>),
}

/// What a call came to: for numbers their bits, with one NaN.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Answer {
    Bits(u64),
    Text(JavaString),
    Thrown { class: String, message: Option<JavaString> },
}

impl Answer {
    pub(super) fn text(text: &str) -> Self {
        Self::Text(text.into())
    }

    /// The bits as the judge sends them.
    pub(super) fn of(value: Primitive) -> Self {
        Self::Bits(match value {
            Primitive::Float(v) if v.is_nan() => 0x7fc0_0000,
            Primitive::Double(v) if v.is_nan() => 0x7ff8_0000_0000_0000,
            other => other.to_bits(),
        })
    }
}

/// Calls of one method; the signature has a letter for each parameter and one for the result.
pub(super) struct Batch {
    pub method: &'static str,
    pub signature: &'static str,
    pub calls: Vec<Vec<Value>>,
}

/// The answers to each batch.
pub(super) fn ask(jdk: &Jdk, batches: &[Batch]) -> Vec<Vec<Answer>> {
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/jvm/Judge.java");
    let mut child = jdk
        .java()
        // The JIT throws exceptions without a message where one is thrown often.
        .args(["-XX:-OmitStackTraceInFastThrow", "-XX:+UseSerialGC", source])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the JVM starts");
    let request: Vec<u8> = batches.iter().flat_map(Batch::encode).collect();
    let mut input = child.stdin.take().expect("a piped input");
    let writer = std::thread::spawn(move || input.write_all(&request));
    let mut reply = Vec::new();
    child.stdout.take().expect("a piped output").read_to_end(&mut reply).expect("the JVM answers");
    writer.join().expect("the writer ends").expect("the JVM reads all questions");
    assert!(child.wait().expect("the JVM ends").success(), "the judge failed");
    let mut reader = Reader(&reply);
    batches
        .iter()
        .map(|batch| batch.calls.iter().map(|_| reader.answer(batch.signature.ends_with('t'))).collect())
        .collect()
}

impl Batch {
    fn encode(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for text in [self.method, self.signature] {
            bytes.extend((text.len() as u16).to_be_bytes());
            bytes.extend(text.as_bytes());
        }
        bytes.extend((self.calls.len() as u32).to_be_bytes());
        for argument in self.calls.iter().flatten() {
            encode(argument, &mut bytes);
        }
        bytes
    }
}

fn encode(value: &Value, bytes: &mut Vec<u8>) {
    match value {
        Value::Primitive(primitive) => bytes.extend(primitive.to_bits().to_be_bytes()),
        Value::Text(text) => {
            bytes.extend((text.len() as u32).to_be_bytes());
            bytes.extend(text.units().iter().flat_map(|unit| unit.to_be_bytes()));
        }
        Value::Null => bytes.push(b'n'),
        Value::Boxed(inner) => {
            bytes.push(match &**inner {
                Value::Primitive(primitive) => letter(primitive.ty()),
                _ => b't',
            });
            encode(inner, bytes);
        }
        Value::Boxes(all) => {
            bytes.extend((all.len() as u32).to_be_bytes());
            all.iter().for_each(|value| encode(value, bytes));
        }
    }
}

const fn letter(ty: PrimitiveType) -> u8 {
    match ty {
        PrimitiveType::Boolean => b'z',
        PrimitiveType::Byte => b'b',
        PrimitiveType::Short => b's',
        PrimitiveType::Char => b'c',
        PrimitiveType::Int => b'i',
        PrimitiveType::Long => b'j',
        PrimitiveType::Float => b'f',
        PrimitiveType::Double => b'd',
    }
}

struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn take<const N: usize>(&mut self) -> [u8; N] {
        let (head, tail) = self.0.split_first_chunk().expect("an answer to each question");
        self.0 = tail;
        *head
    }

    fn answer(&mut self, textual: bool) -> Answer {
        if self.take::<1>() == [1] {
            let class = self.text().expect("an exception has a class").to_string_lossy();
            return Answer::Thrown { class, message: self.text() };
        }
        if textual {
            Answer::Text(self.text().expect("a text"))
        } else {
            Answer::Bits(u64::from_be_bytes(self.take()))
        }
    }

    fn text(&mut self) -> Option<JavaString> {
        let length = i32::from_be_bytes(self.take());
        let units: Vec<u16> = (0..length.max(0)).map(|_| u16::from_be_bytes(self.take())).collect();
        (length >= 0).then(|| units.into())
    }
}

/// Fails with the first call of each batch on which `expected` and the JVM differ, and how many there are.
pub(super) fn compare(jdk: &Jdk, batches: &[Batch], mut expected: impl FnMut(&Batch, &[Value]) -> Answer) {
    let mut failures = Vec::new();
    for (batch, answers) in batches.iter().zip(ask(jdk, batches)) {
        let mut differences = 0;
        let mut first = None;
        for (call, answer) in batch.calls.iter().zip(answers) {
            let ours = expected(batch, call);
            if ours != answer {
                differences += 1;
                first.get_or_insert((call, ours, answer));
            }
        }
        if let Some((call, ours, theirs)) = first {
            failures.push(format!(
                "{}: {differences} of {} calls differ on JDK {}; the first: {call:x?}\n ours   {ours:x?}\n theirs {theirs:x?}",
                batch.method,
                batch.calls.len(),
                jdk.feature()
            ));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
