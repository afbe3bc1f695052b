//! Asking javac whether it accepts programs: thousands of them in one JVM, at a few milliseconds each.

use std::io::{Read, Write};
use std::process::Stdio;

use super::jdk::Jdk;

/// A program as its files: path and text.
pub(crate) type Files = Vec<(String, String)>;

/// For each program `Ok` where javac accepts it, else its first error, `path:line:column: message`. (The path of a
/// program of one file may have a folder more than was given.)
pub(crate) fn compile(jdk: &Jdk, programs: &[Files]) -> Vec<Result<(), String>> {
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/support/Compiler.java");
    let mut child = jdk
        .java()
        .args(["-XX:+UseSerialGC", source])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the JVM starts");
    let mut input = child.stdin.take().expect("a piped input");
    let mut output = child.stdout.take().expect("a piped output");
    let mut reply = Vec::new();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            for files in programs {
                input.write_all(&question(files)).expect("the JVM reads all questions");
            }
        });
        output.read_to_end(&mut reply).expect("the JVM answers");
    });
    assert!(child.wait().expect("the JVM ends").success(), "the compiler's JVM failed");
    let mut rest = &reply[..];
    programs.iter().map(|_| answer(&mut rest)).collect()
}

fn question(files: &Files) -> Vec<u8> {
    let mut bytes = (files.len() as u32).to_be_bytes().to_vec();
    for text in files.iter().flat_map(|(path, text)| [path, text]) {
        bytes.extend((text.len() as u32).to_be_bytes());
        bytes.extend(text.as_bytes());
    }
    bytes
}

fn answer(rest: &mut &[u8]) -> Result<(), String> {
    let mut length = [0; 4];
    rest.read_exact(&mut length).expect("an answer to each question");
    let Ok(length) = usize::try_from(i32::from_be_bytes(length)) else { return Ok(()) };
    let (message, behind) = rest.split_at(length);
    *rest = behind;
    Err(String::from_utf8_lossy(message).into_owned())
}

#[test]
fn errors_of_one_program_never_hide_those_of_another() {
    let Some(jdk) = Jdk::standard() else { return super::jdk::skipped("support::javac", "JDK") };
    let program = |text: &str| vec![("A.java".to_owned(), text.to_owned())];
    let answers = compile(
        &jdk,
        &[
            program("class A { int f() { return 1; } }"),
            program("class A { int f() { return 1 } }"),
            program("class A { int f() { return true; } }"),
            program("class A { int f() { } }"),
            program("package a; class A { int f() { int x; return x; } }"),
            program("class A { int f() { while (true) { } } }"),
        ],
    );
    let accepted: Vec<_> = answers.iter().map(Result::is_ok).collect();
    assert_eq!(accepted, [true, false, false, false, false, true], "{answers:?}");
}
