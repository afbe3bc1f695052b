//! Code of class files, run here and on the JVM: it must give the same (DESIGN §14).

mod environment;
mod ground;
mod hashes;
mod initializers;
mod jdk;
mod lambdas;
mod language;
mod reflection;
mod unprocessed;

use std::path::Path;
use std::process::Command;
use std::sync::Arc;

use jatpg::exec::driver::DriverCode;
use jatpg::exec::limits::Limits;
use jatpg::exec::linked::ProgramCode;
use jatpg::exec::outcome::{Object, Segment, Value};
use jatpg::exec::vm::{End, Run, Vm};
use jatpg::sema::load::LoadOptions;
use jatpg::sema::program::Program;
use jatpg::syntax::parser::parse_block_statements;
use jatpg::syntax::source::SourceFile;
use jatpg::syntax::stack::with_stack;
use rayon::prelude::*;

use crate::support::jdk::{Jdk, skipped};

/// What a run gave: its text, `!` and the class of its exception, or why it could not be followed.
type Given = Result<String, String>;

/// The JDKs at hand, the standard one first.
pub(super) fn jdks(test: &str) -> Vec<Jdk> {
    let mut found: Vec<Jdk> = [Jdk::standard(), Jdk::newer()].into_iter().flatten().collect();
    found.dedup_by_key(|jdk| jdk.feature());
    if found.is_empty() {
        skipped(test, "JDK");
    }
    found
}

/// Compiles classes of the unnamed package, each with `public static Object run(int)` or a `main`.
fn compile(jdk: &Jdk, folder: &Path, sources: &[(String, String)]) {
    std::fs::write(folder.join("Launch.java"), include_str!("Launch.java")).expect("a file");
    let mut javac = jdk.javac();
    javac.args(["-nowarn", "-Xlint:none", "-proc:none", "-encoding", "UTF-8", "-d"]).arg(folder);
    javac.arg(folder.join("Launch.java"));
    for (name, text) in sources {
        let path = folder.join(format!("{name}.java"));
        std::fs::write(&path, text).expect("a file");
        javac.arg(path);
    }
    let output = javac.output().expect("javac");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

fn on_the_jvm(jdk: &Jdk, folder: &Path, names: &[&str], inputs: usize) -> Vec<String> {
    let mut java: Command = jdk.java();
    java.args(["-XX:TieredStopAtLevel=1", "-Xshare:auto", "-cp"]).arg(folder).arg("Launch");
    let output = java.arg(inputs.to_string()).args(names).output().expect("java");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let unit = |at: usize, line: &str| u16::from_str_radix(&line[at..at + 4], 16).expect("hexadecimal");
    let line = |line: &str| {
        let units: Vec<u16> = (0..line.len()).step_by(4).map(|at| unit(at, line)).collect();
        // An exception's class is named as in source.
        let text = String::from_utf16_lossy(&units);
        if text.starts_with('!') { text.replace('$', ".") } else { text }
    };
    text.lines().map(line).collect()
}

fn here(jdk: &Jdk, folder: &Path, name: &str, inputs: usize) -> Vec<Given> {
    let text = std::fs::read_to_string(folder.join(format!("{name}.java"))).expect("its source");
    let has_main = text.contains("static void main(");
    run_here(&jdk.load_options_with(&folder.display().to_string()), None, (name, has_main), inputs)
}

/// Runs a class from its source, where it is given, or from the class path.
fn run_here(
    options: &LoadOptions,
    source: Option<&str>,
    (name, has_main): (&str, bool),
    inputs: usize,
) -> Vec<Given> {
    with_stack(|| {
        let call = match has_main {
            true => format!("{{ {name}.main(new String[0]); return \"\"; }}"),
            false => format!("{{ return {name}.run(k); }}"),
        };
        let text = format!("class Caller {{ static Object call(int k) throws Exception {call} }}");
        let file = SourceFile::new("Caller.java".into(), text);
        let source = source.map(|text| SourceFile::new(format!("{name}.java").into(), text.to_owned()));
        let files = std::iter::once(file).chain(source).collect();
        let program = match Program::load(files, options) {
            Ok(program) => Arc::new(program),
            Err(errors) => {
                panic!("{}", errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))
            }
        };
        let code = ProgramCode::build(&program, &[]);
        (0..inputs).map(|k| run(&program, &code, k)).collect()
    })
}

/// Runs a statement of a driver.
fn run_statement(program: &Program, code: &ProgramCode, statement: &str) -> Run {
    let parsed = parse_block_statements(statement).expect("statements");
    let holder = program.driver_method("").expect("the driver of the unnamed package");
    let body = program.typed_body(holder, &parsed).unwrap_or_else(|e| panic!("{e:?}"));
    let driver: DriverCode = code.driver(&body, 0);
    Vm::new(code, Limits::default()).run_original(&driver)
}

fn run(program: &Program, code: &ProgramCode, k: usize) -> Given {
    let run = run_statement(program, code, &format!("Object r = Caller.call({k});"));
    let outcome = match run.end {
        End::Completed(outcome) => outcome,
        other => return Err(format!("{other:?}")),
    };
    let object = |value: &Value| match value {
        Value::String(text) => Ok(text.to_string_lossy()),
        Value::Null => Ok("null".to_owned()),
        Value::Object(number) => match &outcome.objects[*number] {
            Object::Throwable { class, .. } => Ok(format!("!{}", program.classes[*class].qualified_name)),
            other => Err(format!("{other:?}")),
        },
        other => Err(format!("{other:?}")),
    };
    let given = match &outcome.segments[0] {
        Segment::Value(value) | Segment::Exception(value) => object(value),
        Segment::Done => match outcome.objects_of_driver.first() {
            Some((_, value)) => object(value),
            None => Err("no result".to_owned()),
        },
        other => Err(format!("{other:?}")),
    };
    given.map(|text| outcome.printed().to_string_lossy() + &text)
}

/// Compiles classes and runs them from their sources; what they give must be what the JVM gives, and all can be followed.
pub(super) fn sources_give_the_same(jdk: &Jdk, sources: &[(&str, &str)], inputs: usize) {
    assert_all_followed(jdk, &compare_sources(jdk, sources, inputs));
}

fn assert_all_followed(jdk: &Jdk, compared: &Compared) {
    assert!(compared.ended.is_empty(), "on JDK {}: {:#?}", jdk.feature(), compared.ended);
}

/// Compiles classes and runs them from their sources; what can be followed must be what the JVM gives.
pub(super) fn compare_sources(jdk: &Jdk, sources: &[(&str, &str)], inputs: usize) -> Compared {
    compare_sources_with(&jdk.load_options(), jdk, sources, inputs)
}

fn compare_sources_with(
    options: &LoadOptions,
    jdk: &Jdk,
    sources: &[(&str, &str)],
    inputs: usize,
) -> Compared {
    let folder = tempfile::tempdir().expect("a folder");
    let named: Vec<_> = sources.iter().map(|(n, t)| ((*n).to_owned(), (*t).to_owned())).collect();
    compile(jdk, folder.path(), &named);
    let names: Vec<&str> = sources.iter().map(|(name, _)| *name).collect();
    let theirs = on_the_jvm(jdk, folder.path(), &names, inputs);
    let mut compared = Compared { same: 0, ended: Vec::new() };
    for ((name, text), theirs) in sources.iter().zip(theirs.chunks(inputs)) {
        let ours = run_here(options, Some(text), (name, false), inputs);
        compared.add(jdk, name, &ours, theirs);
    }
    compared
}

/// What runs gave that could be followed, and what the others ended with.
pub(super) struct Compared {
    pub same: usize,
    pub ended: Vec<String>,
}

impl Compared {
    fn add(&mut self, jdk: &Jdk, name: &str, ours: &[Given], theirs: &[String]) {
        for (k, (ours, theirs)) in ours.iter().zip(theirs).enumerate() {
            match ours {
                Ok(ours) => {
                    assert_eq!(ours, theirs, "{name}.run({k}) on JDK {}", jdk.feature());
                    self.same += 1;
                }
                Err(why) => self.ended.push(format!("{name}.run({k}): {why}")),
            }
        }
    }
}

/// Runs classes here and on the JVM; what can be followed must be the same.
pub(super) fn compare(jdk: &Jdk, sources: &[(String, String)], inputs: usize) -> Compared {
    let folder = tempfile::tempdir().expect("a folder");
    compile(jdk, folder.path(), sources);
    let names: Vec<&str> = sources.iter().map(|(name, _)| &**name).collect();
    let theirs = on_the_jvm(jdk, folder.path(), &names, inputs);
    let mut compared = Compared { same: 0, ended: Vec::new() };
    let ours: Vec<Vec<Given>> = names.par_iter().map(|name| here(jdk, folder.path(), name, inputs)).collect();
    for (((name, text), theirs), ours) in sources.iter().zip(theirs.chunks(inputs)).zip(&ours) {
        for (k, (ours, theirs)) in ours.iter().zip(theirs).enumerate() {
            match ours {
                Ok(ours) => {
                    assert_eq!(ours, theirs, "run({k}) on JDK {} of\n{text}", jdk.feature());
                    compared.same += 1;
                }
                Err(why) => compared.ended.push(format!("{name}.run({k}): {why}")),
            }
        }
    }
    compared
}
