//! What attribution accepts, and the types and conversions that it finds, with javac as the judge.

use std::path::PathBuf;

use jatpg::sema::load::LoadOptions;
use jatpg::sema::program::{BodyState, Program, Role};
use jatpg::syntax::diagnostic::Diagnostic;
use jatpg::syntax::source::SourceFile;

use crate::support::javac::compile;
use crate::support::jdk::{self, Jdk};

/// What the snippets may use.
const MEMBERS: &str = "
    int fi; static int si; static final int K = 7; static int NOT_K = 7; static final String KS = \"ks\";
    A other; A self() { return this; } void instanceMethod() { }
    static int id(int x) { return x; } static void voidMethod() { }
    enum E { X, Y }
    static class Nested { int v; static int sv; private int hidden; }
";

const PARAMETERS: &str =
    "boolean c, Object o, int i, long l, String s, int[] ia, char ch, byte b0, float f0, double d0,
    Integer I, Long L, Short S, Double D, Boolean B0, Character Ch, E en, int j0, int k0";

/// A line of `attribution.txt` as a whole file.
fn source(snippet: &str) -> String {
    let snippet = snippet.trim_start_matches('~');
    match snippet.strip_prefix('@') {
        // Members may declare what the common ones do.
        Some(members) => {
            format!("class A {{ static int si; static int id(int x) {{ return x; }}\n{members}\n}}")
        }
        None => format!("class A {{ {MEMBERS} static void m({PARAMETERS}) {{\n{snippet}\n}} }}"),
    }
}

fn snippets() -> impl Iterator<Item = &'static str> {
    include_str!("attribution.txt").lines().filter(|l| !l.is_empty() && !l.starts_with('#'))
}

/// What we say against each program, each in a package of its own: `Err` with the first error, or with
/// `unsupported: ` before what is merely not in the subset.
fn judge(texts: &[String]) -> Vec<Result<(), String>> {
    let mut verdicts: Vec<Result<(), String>> = texts.iter().map(|_| Ok(())).collect();
    // Errors in declarations end a load, so what has some stays out of the next.
    let program = loop {
        let sound = verdicts.iter().enumerate().filter(|(_, verdict)| verdict.is_ok());
        let files = sound.map(|(n, _)| {
            SourceFile::new(PathBuf::from(format!("{n}/A.java")), format!("package p{n}; {}", texts[n]))
        });
        match Program::load(files.collect(), &LoadOptions::default()) {
            Ok(program) => break program,
            Err(errors) => errors.iter().for_each(|e| refuse(&mut verdicts, e)),
        }
    };
    program.check().iter().for_each(|e| refuse(&mut verdicts, e));
    for (id, method) in program.methods.iter_enumerated() {
        if program.role(method.class) == Role::Given
            && let BodyState::Unsupported(reasons) = program.body(id)
        {
            let verdict = &mut verdicts[number(&program.unit_of(method.class).tree.source)];
            if verdict.is_ok() {
                *verdict = Err(format!("unsupported: {}", reasons[0].what));
            }
        }
    }
    verdicts
}

/// Which of the programs a file is.
fn number(source: &SourceFile) -> usize {
    let folder = source.path.parent().and_then(|p| p.to_str()).expect("a folder");
    folder.parse().expect("a number")
}

fn refuse(verdicts: &mut [Result<(), String>], error: &Diagnostic) {
    let verdict = &mut verdicts[number(&error.source)];
    if verdict.is_ok() {
        *verdict = Err(error.to_string());
    }
}

#[test]
fn every_snippet_has_the_verdict_that_javac_gives() {
    let Some(jdk) = Jdk::standard() else { return jdk::skipped("sema::attribution", "JDK") };
    let texts: Vec<String> = snippets().map(source).collect();
    let programs: Vec<_> = texts.iter().map(|text| vec![("A.java".to_owned(), text.clone())]).collect();
    let verdicts = judge(&texts).into_iter().zip(compile(&jdk, &programs));
    let mut failures = Vec::new();
    for (snippet, (ours, theirs)) in snippets().zip(verdicts) {
        let is_unsupported = ours.as_ref().is_err_and(|m| m.starts_with("unsupported"));
        let agrees = if snippet.starts_with('~') {
            is_unsupported && theirs.is_ok()
        } else if ours.as_ref().is_err_and(|m| m.ends_with("which is not in the library")) {
            // A member that this JDK lacks another may have.
            theirs.is_err()
        } else {
            !is_unsupported && ours.is_ok() == theirs.is_ok()
        };
        if !agrees {
            failures.push(format!("{snippet}\n    ours:  {ours:?}\n    javac: {theirs:?}"));
        }
    }
    assert!(failures.is_empty(), "{} snippets differ:\n{}", failures.len(), failures.join("\n"));
}
