//! What attribution accepts, and the types and conversions that it finds, with javac as the judge.

use std::path::PathBuf;

use jatpg::sema::load::LoadOptions;
use jatpg::sema::program::{BodyState, Program, Role};
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

/// `Err` with what we say against a program; with `unsupported: ` before what is merely not in the subset.
fn judge(text: &str) -> Result<(), String> {
    let file = SourceFile::new(PathBuf::from("A.java"), text.to_owned());
    let program = match Program::load(vec![file], &LoadOptions::default()) {
        Ok(program) => program,
        Err(errors) => return Err(errors[0].to_string()),
    };
    if let Some(error) = program.check().first() {
        return Err(error.to_string());
    }
    for (id, method) in program.methods.iter_enumerated() {
        if program.role(method.class) == Role::Given
            && let BodyState::Unsupported(reasons) = program.body(id)
        {
            return Err(format!("unsupported: {}", reasons[0].what));
        }
    }
    Ok(())
}

#[test]
fn every_snippet_has_the_verdict_that_javac_gives() {
    let Some(jdk) = Jdk::standard() else { return jdk::skipped("sema::attribution", "JDK") };
    let programs: Vec<_> = snippets().map(|s| vec![("A.java".to_owned(), source(s))]).collect();
    let theirs = compile(&jdk, &programs);
    let mut failures = Vec::new();
    for ((snippet, files), theirs) in snippets().zip(&programs).zip(theirs) {
        let ours = judge(&files[0].1);
        let is_unsupported = ours.as_ref().is_err_and(|m| m.starts_with("unsupported"));
        let agrees = if snippet.starts_with('~') {
            is_unsupported && theirs.is_ok()
        } else {
            !is_unsupported && ours.is_ok() == theirs.is_ok()
        };
        if !agrees {
            failures.push(format!("{snippet}\n    ours:  {ours:?}\n    javac: {theirs:?}"));
        }
    }
    assert!(failures.is_empty(), "{} snippets differ:\n{}", failures.len(), failures.join("\n"));
}
