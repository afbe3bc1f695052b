//! What the library does, against the JDKs'. The classes of `cases/` put very many calls into each of their
//! texts; the interpreter and two JVMs have to make the same texts of them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use jatpg::exec::limits::Limits;
use jatpg::exec::linked::{LibraryCode, ProgramCode};
use jatpg::exec::outcome::{Segment, Value};
use jatpg::exec::vm::Vm;
use jatpg::jvm::value::JavaString;
use jatpg::sema::load::LoadOptions;
use jatpg::sema::program::{MethodId, Program};
use jatpg::syntax::parser::parse_block_statements;
use jatpg::syntax::source::SourceFile;

use crate::support::jdk::{Jdk, skipped};

/// The texts by `Class.method`.
type Texts = BTreeMap<String, JavaString>;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/library")
}

fn sources() -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder().join("cases")).expect("the cases").flatten();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    files.sort();
    files
}

/// The classes of the cases, compiled.
fn compiled(jdk: &Jdk) -> tempfile::TempDir {
    let classes = tempfile::tempdir().expect("a temporary folder");
    let output = jdk
        .javac()
        .args(["-Xlint:none", "-encoding", "UTF-8", "--release", "17", "-d"])
        .arg(classes.path())
        .args(sources())
        .arg(folder().join("Run.java"))
        .output()
        .expect("javac starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    classes
}

/// The texts that a JVM makes.
fn texts_of_jvm(jdk: &Jdk, classes: &Path) -> Texts {
    let names = sources()
        .iter()
        .map(|file| file.file_stem().map(ToOwned::to_owned).expect("a name"))
        .collect::<Vec<_>>();
    let output = jdk.java().arg("-cp").arg(classes).arg("Run").args(names).output().expect("java starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let lines = String::from_utf8(output.stdout).expect("hexadecimal digits");
    let text = |hex: &str| -> Vec<u16> {
        let unit = |digits: &[u8]| {
            u16::from_str_radix(std::str::from_utf8(digits).expect("digits"), 16).expect("a unit")
        };
        hex.as_bytes().chunks(4).map(unit).collect()
    };
    lines
        .lines()
        .map(|line| line.split_once(' ').expect("a name and a text"))
        .map(|(name, hex)| (name.to_owned(), text(hex).into()))
        .collect()
}

/// The text that the interpreter makes, or why it does not.
fn text_of_interpreter(code: &ProgramCode, holder: MethodId, call: &str) -> Result<JavaString, String> {
    let program = code.program();
    let statements = parse_block_statements(&format!("{call}();")).map_err(|e| e.to_string())?;
    let body = program.typed_body(holder, &statements).map_err(|e| format!("{e:?}"))?;
    let driver = code.driver(&body, 0);
    let limits = Limits { steps: 100_000_000, ..Limits::default() };
    let run = Vm::new(code, limits).run_original(&driver);
    match run.outcome().map(|outcome| &outcome.segments[..]) {
        Some([Segment::Value(Value::String(text))]) => Ok(text.clone()),
        _ => Err(format!("{run:?}").chars().take(400).collect()),
    }
}

fn program(file: &Path) -> Arc<Program> {
    let source = SourceFile::read(file).expect("a readable file");
    let shown = |errors: Vec<jatpg::syntax::diagnostic::Diagnostic>| {
        errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
    };
    let program = Program::load(vec![source], &LoadOptions::default());
    let program = program.unwrap_or_else(|errors| panic!("{}", shown(errors)));
    let errors = program.check();
    assert!(errors.is_empty(), "{}", shown(errors));
    Arc::new(program)
}

/// Where two texts part, with what stands around it.
fn difference(ours: &JavaString, theirs: &JavaString) -> String {
    let (a, b) = (ours.units(), theirs.units());
    let at = a.iter().zip(b).position(|(x, y)| x != y).unwrap_or(a.len().min(b.len()));
    let around = |units: &[u16]| {
        JavaString::from(&units[at.saturating_sub(60)..units.len().min(at + 60)]).to_string_lossy()
    };
    format!("at {at}: {:?} is {:?} on the JVM", around(a), around(b))
}

/// Texts of floating-point numbers stand in these; JDKs before 19 make others of some.
const WITH_NEW_TEXT_OF_NUMBERS: &[&str] =
    &["NumberCases.boxes", "NumberCases.doubles", "NumberCases.parsing", "NumberCases.smallTypes"];

/// All differences between the interpreter and a JVM.
fn differences(jdk: &Jdk, theirs: &Texts, library: LibraryCode) -> Vec<String> {
    let mut found = Vec::new();
    for file in sources() {
        let program = program(&file);
        let class = file.file_stem().map(|name| name.to_string_lossy().into_owned()).expect("a name");
        let code = ProgramCode::build_with(&program, &[], library);
        let holder = program.driver_method("").expect("the driver of the unnamed package");
        for (name, text) in theirs.iter().filter(|(name, _)| name.split('.').next() == Some(&class)) {
            if jdk.feature() < 19 && WITH_NEW_TEXT_OF_NUMBERS.contains(&name.as_str()) {
                continue;
            }
            match text_of_interpreter(&code, holder, name) {
                Ok(ours) if ours == *text => {}
                Ok(ours) => found.push(format!("{name} {}", difference(&ours, text))),
                Err(why) => found.push(format!("{name}: {why}")),
            }
        }
    }
    found
}

fn compare(test: &str, jdk: Option<Jdk>, library: LibraryCode) {
    let Some(jdk) = jdk else { return skipped(test, "JDK of the version that is asked for") };
    let texts = texts_of_jvm(&jdk, compiled(&jdk).path());
    let found = differences(&jdk, &texts, library);
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn the_library_does_what_the_standard_jdk_does() {
    compare("the_library_does_what_the_standard_jdk_does", Jdk::standard(), LibraryCode::Accelerated);
}

#[test]
fn the_library_does_what_new_jdks_do() {
    compare("the_library_does_what_new_jdks_do", Jdk::newer(), LibraryCode::Accelerated);
}

/// Whoever analyses a call reads the Java that the accelerators stand in for.
#[test]
fn the_library_does_the_same_without_accelerators() {
    compare("the_library_does_the_same_without_accelerators", Jdk::newer(), LibraryCode::AsWritten);
}
