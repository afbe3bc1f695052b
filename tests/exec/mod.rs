//! Runs of small programs, of their mutants, and what simulation makes of them.

mod compiled;
mod constructs;
mod corpus;
mod outcomes;
mod simulation;

use std::sync::Arc;

use jatpg::exec::driver::DriverCode;
use jatpg::exec::limits::Limits;
use jatpg::exec::linked::{MutantVersion, ProgramCode};
use jatpg::exec::outcome::{Object, Segment, Value};
use jatpg::exec::vm::{Run, Vm};
use jatpg::sema::load::LoadOptions;
use jatpg::sema::program::{MethodId, Program};
use jatpg::syntax::parser::parse_block_statements;
use jatpg::syntax::source::SourceFile;

/// Loads one class of the unnamed package; it must be free of errors.
pub(crate) fn program(source: &str) -> Arc<Program> {
    let name =
        source.split("class ").nth(1).and_then(|rest| rest.split_whitespace().next()).expect("a class");
    let file = SourceFile::new(format!("{name}.java").into(), source.to_owned());
    let program = match Program::load(vec![file], &LoadOptions::default()) {
        Ok(program) => program,
        Err(errors) => panic!("{}", errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")),
    };
    let errors: Vec<String> = program.check().iter().map(ToString::to_string).collect();
    assert!(errors.is_empty(), "{}", errors.join("\n"));
    Arc::new(program)
}

/// The only method with this name.
pub(crate) fn method(program: &Program, name: &str) -> MethodId {
    let named = program.given_classes().flat_map(|class| program.classes[class].methods.iter().copied());
    let found: Vec<MethodId> = named.filter(|&m| &*program.methods[m].name == name).collect();
    assert_eq!(found.len(), 1, "methods called {name}");
    found[0]
}

/// A version of a method with another body, `{…}` without the braces.
pub(crate) fn version(program: &Program, method: MethodId, body: &str) -> MutantVersion {
    let code = parse_block_statements(body).expect("statements");
    let body = program.typed_body(method, &code).unwrap_or_else(|e| panic!("{e:?}"));
    MutantVersion::new(program, method, body)
}

/// A driver whose first `arranging` statements make the inputs.
pub(crate) fn driver(code: &ProgramCode, statements: &str, arranging: usize) -> DriverCode {
    let program = code.program();
    let parsed = parse_block_statements(statements).expect("statements");
    let holder = program.driver_method("").expect("the driver of the unnamed package");
    let body = program.typed_body(holder, &parsed).unwrap_or_else(|e| panic!("{e:?}"));
    code.driver(&body, arranging)
}

pub(crate) fn run(source: &str, statements: &str) -> (Arc<Program>, Run) {
    let program = program(source);
    let code = ProgramCode::build(&program, &[]);
    let driver = driver(&code, statements, 0);
    let run = Vm::new(&code, Limits::default()).run_original(&driver);
    (program, run)
}

#[test]
fn code_is_shared_between_threads() {
    fn shared<T: Send + Sync>() {}
    shared::<ProgramCode>();
    shared::<DriverCode>();
}

/// What the segments of a run gave, for people.
pub(crate) fn shown(program: &Program, run: &Run) -> String {
    let Some(outcome) = run.outcome() else { return format!("{:?}", run.end) };
    let value = |value: &Value| match value {
        Value::Primitive(p) => jatpg::jvm::text::primitive_to_text(*p).to_string_lossy(),
        Value::String(text) => format!("{text:?}"),
        Value::Object(number) => match &outcome.objects[*number] {
            Object::Throwable { class, message, .. } => {
                let message = message.clone().flatten().map(|m| format!(": {}", m.to_string_lossy()));
                format!("{}{}", program.classes[*class].name, message.unwrap_or_default())
            }
            object => format!("{object:?}"),
        },
        other => format!("{other:?}"),
    };
    let segments = outcome.segments.iter().map(|segment| match segment {
        Segment::Done => "done".to_owned(),
        Segment::Value(v) => value(v),
        Segment::Exception(e) => format!("throws {}", value(e)),
        Segment::Thrown { class, message } => {
            let message = message.as_ref().map(|m| format!(": {}", m.to_string_lossy()));
            format!("throws {}{}", program.classes[*class].name, message.unwrap_or_default())
        }
        Segment::NotReached => "not reached".to_owned(),
    });
    let mut text = segments.collect::<Vec<_>>().join(", ");
    if !outcome.printed().is_empty() {
        text.push_str(&format!(" out {:?}", outcome.printed()));
    }
    text
}
