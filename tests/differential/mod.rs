//! The interpreter against the JVM on random programs (DESIGN §11): what a program prints must be the same.
//!
//! `JATPG_PROGRAMS` says how many programs (each on ten inputs), `JATPG_FIRST` with which number to begin,
//! `JATPG_COVERAGE` over how many the table of their constructs is printed:
//! `JATPG_PROGRAMS=10000 cargo test --release --test main differential -- --nocapture`.

mod coverage;
mod generator;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use jatpg::diagnostic::Diagnostic;
use jatpg::exec::driver::DriverCode;
use jatpg::exec::limits::Limits;
use jatpg::exec::linked::ProgramCode;
use jatpg::exec::outcome::Segment;
use jatpg::exec::vm::{End, Vm};
use jatpg::jvm::value::JavaString;
use jatpg::sema::load::LoadOptions;
use jatpg::sema::program::{ClassId, Program};
use jatpg::syntax::parser::parse_block_statements;
use jatpg::syntax::source::SourceFile;
use jatpg::syntax::stack::with_stack;
use rayon::prelude::*;

use crate::support::jdk::{Jdk, skipped};

const DEFAULT_PROGRAMS: u64 = 30;
/// Programs that are compiled together in one JVM.
const BATCH: u64 = 500;
const SEED: u64 = 1;

/// What a program printed, with the exception that left it (`!java.lang.Error`); or why it could not be followed.
type Printed = Result<JavaString, String>;

#[test]
fn random_programs_print_what_they_print_on_the_jvm() {
    // Before JDK 19 some floating-point numbers have another text.
    let Some(jdk) = Jdk::newer() else { return skipped("differential", "JDK of version 21 or later") };
    let count = setting("JATPG_PROGRAMS").unwrap_or(DEFAULT_PROGRAMS);
    let first = setting("JATPG_FIRST").unwrap_or_default();
    let mut compared = 0;
    let mut left: BTreeMap<String, u64> = BTreeMap::new();
    let mut differences = Vec::new();
    for start in (first..first + count).step_by(BATCH as usize) {
        let numbers: Vec<u64> = (start..(start + BATCH).min(first + count)).collect();
        let theirs = on_the_jvm(&jdk, &numbers);
        let ours: Vec<Vec<Printed>> = numbers.par_iter().map(|&n| with_stack(|| here(n))).collect();
        for ((n, theirs), ours) in numbers.iter().zip(&theirs).zip(&ours) {
            for (k, (their, our)) in theirs.iter().zip(ours).enumerate() {
                match our {
                    Ok(text) if text == their => compared += 1,
                    Ok(text) => {
                        differences.push(format!("P{n}.run({k}): ours\n{text:?}\nthe JVM's\n{their:?}"))
                    }
                    Err(why) => *left.entry(why.clone()).or_default() += 1,
                }
            }
        }
    }
    eprintln!("{count} programs, {compared} runs compared, {} differ", differences.len());
    if let Some(difference) = differences.first() {
        let n: u64 = difference[1..].split('.').next().and_then(|n| n.parse().ok()).unwrap_or_default();
        keep(n);
    }
    left.iter().for_each(|(why, runs)| eprintln!("{runs} runs not followed: {why}"));
    assert!(
        differences.is_empty(),
        "{}",
        differences.iter().take(3).cloned().collect::<Vec<_>>().join("\n\n")
    );
    let runs = count * generator::INPUTS as u64;
    assert!(compared * 10 >= runs * 9, "only {compared} of {runs} runs could be compared: {left:?}");
}

/// Keeps the program for a closer look.
fn keep(n: u64) {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("P{n}.java"));
    std::fs::write(&path, generator::program(SEED, n)).expect("a written program");
    eprintln!("see {}", path.display());
}

fn setting(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

fn on_the_jvm(jdk: &Jdk, numbers: &[u64]) -> Vec<Vec<JavaString>> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for &n in numbers {
        let path = folder.path().join(format!("P{n}.java"));
        std::fs::write(path, generator::program(SEED, n)).expect("a written program");
    }
    let runner = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/differential/Runner.java");
    let output = jdk
        .java()
        .args([
            "-Xss64m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-XX:+UnlockDiagnosticVMOptions",
            "-XX:-BytecodeVerificationRemote",
        ])
        .arg(runner)
        .arg(folder.path())
        .arg(generator::INPUTS.to_string())
        .output()
        .expect("the JVM starts");
    let errors = String::from_utf8_lossy(&output.stderr);
    numbers.iter().filter(|n| errors.contains(&format!("P{n}.java:"))).for_each(|&n| keep(n));
    assert!(output.status.success(), "javac rejects a generated program:\n{errors}");
    let printed: BTreeMap<(String, usize), JavaString> =
        String::from_utf8_lossy(&output.stdout).lines().filter_map(line).collect();
    let of = |n: u64, k: usize| printed.get(&(format!("P{n}"), k)).cloned().unwrap_or_default();
    numbers.iter().map(|&n| (0..generator::INPUTS).map(|k| of(n, k)).collect()).collect()
}

/// `P7 3 00480065006c006c006f`: the UTF-16 units in hexadecimal.
fn line(line: &str) -> Option<((String, usize), JavaString)> {
    let mut parts = line.split(' ');
    let (name, k) = (parts.next()?.to_owned(), parts.next()?.parse().ok()?);
    let hex = parts.next().unwrap_or_default().as_bytes();
    let unit = |digits: &[u8]| u16::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok();
    Some(((name, k), hex.chunks(4).map(unit).collect::<Option<Vec<_>>>()?.into()))
}

/// The program with this number, loaded and checked.
fn here_program(n: u64) -> Result<Program, String> {
    let source = SourceFile::new(format!("P{n}.java").into(), generator::program(SEED, n));
    let first = |errors: &[Diagnostic]| errors.first().map(ToString::to_string).unwrap_or_default();
    let program = Program::load(vec![source], &LoadOptions::default()).map_err(|errors| first(&errors))?;
    let errors = program.check();
    if errors.is_empty() { Ok(program) } else { Err(first(&errors)) }
}

fn here(n: u64) -> Vec<Printed> {
    let program = match here_program(n) {
        Ok(program) => Arc::new(program),
        Err(error) => return rejected(n, &error),
    };
    let code = ProgramCode::build(&program, &[]);
    let mut vm = Vm::new(&code, Limits::default());
    (0..generator::INPUTS)
        .map(|k| match vm.run_original(&driver(&code, &format!("P{n}.run({k});"))).end {
            End::Completed(outcome) => {
                let mut text = outcome.out.units().to_vec();
                if let Some(Segment::Exception(_)) = outcome.segments.first()
                    && let Some(class) = outcome.exception_class(&outcome.segments[0])
                {
                    text.extend(format!("!{}", binary_name(&program, class)).encode_utf16());
                }
                Ok(text.into())
            }
            End::Unsupported(what) => Err(format!("unsupported: {what}")),
            other => Err(format!("{other:?}")),
        })
        .collect()
}

/// The name that `Class.getName` gives.
fn binary_name(program: &Program, class: ClassId) -> String {
    let nested = program.nested_name(class).replace('.', "$");
    match program.package_name(class) {
        "" => nested,
        package => format!("{package}.{nested}"),
    }
}

/// What javac accepts must be accepted: this shows as a difference.
fn rejected(n: u64, error: &str) -> Vec<Printed> {
    vec![Ok(format!("P{n} was rejected: {error}").as_str().into()); generator::INPUTS]
}

fn driver(code: &ProgramCode, statement: &str) -> DriverCode {
    let host = code.program().driver_method("").expect("the driver of the unnamed package");
    let parsed = parse_block_statements(statement).expect("a statement");
    let body = code.program().typed_body(host, &parsed).unwrap_or_else(|e| panic!("{e:?}"));
    code.driver(&body, 0)
}
