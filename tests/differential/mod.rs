//! The interpreter against the JVM on random programs (DESIGN §11): what a program prints must be the same.
//!
//! `JATPG_PROGRAMS` says how many programs (each on ten inputs), `JATPG_FIRST` with which number to begin,
//! `JATPG_COVERAGE` over how many the table of their constructs is printed:
//! `JATPG_PROGRAMS=10000 cargo test --release --test main differential -- --nocapture`.

mod coverage;
mod generator;

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Output;
use std::sync::Arc;

use jatpg::exec::driver::DriverCode;
use jatpg::exec::limits::Limits;
use jatpg::exec::linked::ProgramCode;
use jatpg::exec::outcome::Segment;
use jatpg::exec::vm::{End, Vm};
use jatpg::jvm::value::JavaString;
use jatpg::sema::load::LoadOptions;
use jatpg::sema::program::{ClassId, Program};
use jatpg::syntax::diagnostic::Diagnostic;
use jatpg::syntax::parser::parse_block_statements;
use jatpg::syntax::source::SourceFile;
use jatpg::syntax::stack::with_stack;
use rayon::prelude::*;

use crate::support::jdk::{Jdk, skipped};

const DEFAULT_PROGRAMS: u64 = 30;
/// Programs that are compiled together in one JVM.
const BATCH: u64 = 500;
const SEED: u64 = 1;
/// Differences that are written out.
const SHOWN: usize = 3;

/// What a program printed, with the exception that left it (`!java.lang.Error`); or why it could not be followed.
type Printed = Result<Text, String>;

/// What a run prints, and whether something in it is left to the JVM: the sign of a NaN, the last bit of a sine.
struct Text {
    text: JavaString,
    is_open: bool,
}

#[test]
fn random_programs_print_what_they_print_on_the_jvm() {
    // Before JDK 19 some floating-point numbers have another text.
    let Some(jdk) = Jdk::newer() else { return skipped("differential", "JDK of version 21 or later") };
    let count = setting("JATPG_PROGRAMS").unwrap_or(DEFAULT_PROGRAMS);
    let first = setting("JATPG_FIRST").unwrap_or_default();
    let mut found = Comparison::default();
    for start in (first..first + count).step_by(BATCH as usize) {
        let numbers: Vec<u64> = (start..(start + BATCH).min(first + count)).collect();
        let theirs = on_the_jvm(&jdk, &numbers);
        let ours: Vec<Vec<Printed>> = numbers.par_iter().map(|&n| with_stack(|| here(n))).collect();
        for ((&n, theirs), ours) in numbers.iter().zip(&theirs).zip(&ours) {
            found.compare(n, theirs, ours);
        }
    }
    found.report(count);
}

#[derive(Default)]
struct Comparison {
    compared: u64,
    /// Runs that were not compared, by the reason.
    left: BTreeMap<String, u64>,
    differences: Vec<String>,
}

impl Comparison {
    fn compare(&mut self, n: u64, theirs: &OnTheJvm, ours: &[Printed]) {
        let before = self.differences.len();
        match theirs {
            OnTheJvm::Printed(theirs) => {
                for (k, (their, our)) in theirs.iter().zip(ours).enumerate() {
                    match our {
                        Ok(Text { text, .. }) if text == their => self.compared += 1,
                        Ok(Text { is_open: true, .. }) => {
                            *self.left.entry("what `Math` leaves open".into()).or_default() += 1;
                        }
                        Ok(Text { text, .. }) => {
                            let both = format!("ours\n{text:?}\nthe JVM's\n{their:?}");
                            self.differences.push(format!("P{n}.run({k}): {both}"));
                        }
                        Err(why) => *self.left.entry(why.clone()).or_default() += 1,
                    }
                }
            }
            OnTheJvm::Rejected(errors) => self.differences.push(format!("javac rejects P{n}:\n{errors}")),
            OnTheJvm::CompilerCrash => {
                *self.left.entry("javac crashed".into()).or_default() += generator::INPUTS as u64;
            }
        }
        if before < self.differences.len() && before < SHOWN {
            keep(n);
        }
    }

    fn report(&self, programs: u64) {
        eprintln!("{programs} programs, {} runs compared, {} differ", self.compared, self.differences.len());
        self.left.iter().for_each(|(why, runs)| eprintln!("{runs} runs not compared: {why}"));
        let shown: Vec<&str> = self.differences.iter().take(SHOWN).map(String::as_str).collect();
        assert!(shown.is_empty(), "{}", shown.join("\n\n"));
        let (compared, runs) = (self.compared, programs * generator::INPUTS as u64);
        assert!(
            compared * 10 >= runs * 9,
            "only {compared} of {runs} runs could be compared: {:?}",
            self.left
        );
    }
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

/// What came of a program in the JVM.
#[derive(Clone)]
enum OnTheJvm {
    Printed(Vec<JavaString>),
    Rejected(String),
    /// javac ends in an exception of its own on some large methods, or makes code that does not verify.
    CompilerCrash,
}

/// Compiled together; where javac fails, each half by itself.
fn on_the_jvm(jdk: &Jdk, numbers: &[u64]) -> Vec<OnTheJvm> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for &n in numbers {
        let path = folder.path().join(format!("P{n}.java"));
        std::fs::write(path, generator::program(SEED, n)).expect("a written program");
    }
    let output = run_all(jdk, folder.path());
    if !output.status.success() {
        if numbers.len() > 1 {
            let (first, second) = numbers.split_at(numbers.len() / 2);
            return [on_the_jvm(jdk, first), on_the_jvm(jdk, second)].concat();
        }
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        let crashed =
            ["file a bug against the Java compiler", "VerifyError"].iter().any(|sign| errors.contains(sign));
        return vec![if crashed { OnTheJvm::CompilerCrash } else { OnTheJvm::Rejected(errors) }];
    }
    let printed: BTreeMap<(String, usize), JavaString> =
        String::from_utf8_lossy(&output.stdout).lines().filter_map(line).collect();
    let of = |n: u64, k: usize| printed.get(&(format!("P{n}"), k)).cloned().unwrap_or_default();
    let runs = |&n: &u64| OnTheJvm::Printed((0..generator::INPUTS).map(|k| of(n, k)).collect());
    numbers.iter().map(runs).collect()
}

fn run_all(jdk: &Jdk, folder: &Path) -> Output {
    let runner = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/differential/Runner.java");
    jdk.java()
        .args(["-Xss64m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"])
        .arg(runner)
        .arg(folder)
        .arg(generator::INPUTS.to_string())
        .output()
        .expect("the JVM starts")
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
        .map(|k| vm.run_original(&driver(&code, &format!("P{n}.run({k});"))))
        .map(|run| match run.end {
            End::Completed(outcome) => {
                let mut text = outcome.printed().units().to_vec();
                if let Some(Segment::Exception(_)) = outcome.segments.first()
                    && let Some(class) = outcome.exception_class(&outcome.segments[0])
                {
                    text.extend(format!("!{}", binary_name(&program, class)).encode_utf16());
                }
                Ok(Text { text: text.into(), is_open: run.flags.imprecise_math || run.asked.maths })
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
    let text = || Text { text: format!("P{n} was rejected: {error}").as_str().into(), is_open: false };
    (0..generator::INPUTS).map(|_| Ok(text())).collect()
}

fn driver(code: &ProgramCode, statement: &str) -> DriverCode {
    let host = code.program().driver_method("").expect("the driver of the unnamed package");
    let parsed = parse_block_statements(statement).expect("a statement");
    let body = code.program().typed_body(host, &parsed).unwrap_or_else(|e| panic!("{e:?}"));
    code.driver(&body, 0)
}
