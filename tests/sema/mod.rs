//! `sema` against javac: what it accepts, what it rejects, and which declaration a name means.

mod attribution;
mod compiled;
mod corpus;
mod declarations;
mod digest;
mod flow;
mod generic;
mod identity;
mod judge;
mod left_out;
mod missing_members;
mod overloads;
mod subset;
mod typed_dump;

use jatpg::sema::load::LoadOptions;
use jatpg::sema::program::Program;
use jatpg::syntax::source::SourceFile;

use crate::support::javac::{Files, compile};
use crate::support::jdk::{self, Jdk};

/// A program as it is written in a test: one file `A.java`, or several behind lines `//// path`.
fn files(text: &str) -> Files {
    if !text.starts_with("//// ") {
        return vec![("A.java".to_owned(), text.to_owned())];
    }
    let parts = text.split("//// ").skip(1);
    let file = |part: &str| {
        let (path, text) = part.split_once('\n').expect("a path, then the text");
        (path.to_owned(), text.to_owned())
    };
    parts.map(file).collect()
}

/// All errors that `sema` has for a program, as text.
fn errors(files: &Files) -> Vec<String> {
    let sources = files.iter().map(|(path, text)| SourceFile::new(path.into(), text.clone())).collect();
    match Program::load(sources, &LoadOptions::default()) {
        Ok(program) => program.check().iter().map(ToString::to_string).collect(),
        Err(errors) => errors.iter().map(ToString::to_string).collect(),
    }
}

/// Each program is rejected if and only if javac rejects it.
fn judge(programs: &[&str]) {
    let Some(jdk) = Jdk::standard() else { return jdk::skipped("sema", "JDK") };
    let all: Vec<Files> = programs.iter().map(|text| files(text)).collect();
    let mut complaints = Vec::new();
    for (program, verdict) in all.iter().zip(compile(&jdk, &all)) {
        let errors = errors(program);
        if verdict.is_ok() != errors.is_empty() {
            complaints.push(format!("{program:?}\n  javac: {verdict:?}\n  sema: {errors:?}"));
        }
    }
    assert!(complaints.is_empty(), "{} of {}:\n{}", complaints.len(), programs.len(), complaints.join("\n"));
}
