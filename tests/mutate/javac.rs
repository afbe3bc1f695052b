//! javac as the judge of every candidate on the whole corpus, both ways: what we produce it accepts, what we
//! leave out it rejects; and every text is read as the mutated tree.

use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;

use jatpg::class_files::ClassFiles;
use jatpg::class_files::class_path::ClassPath;
use jatpg::class_files::java_home::JavaHome;
use jatpg::mutate::candidate::Candidate;
use jatpg::mutate::context::Context;
use jatpg::mutate::generate::{Fate, given_methods, judge_all, with_context};
use jatpg::mutate::operator::OperatorSet;
use jatpg::mutate::patch::Patched;
use jatpg::mutate::roundtrip::is_faithful;
use jatpg::mutate::text::{Replacement, least_replacement};
use jatpg::sema::load::LoadOptions;
use jatpg::sema::program::Program;
use jatpg::syntax::digest::digest_of_root;
use jatpg::syntax::parser::parse;
use jatpg::syntax::source::SourceFile;
use jatpg::syntax::tree::{Code, CompilationUnit, Member};
use rayon::iter::{IndexedParallelIterator as _, IntoParallelRefIterator as _, ParallelIterator as _};

use super::corpus::{Unit, units};
use crate::support::javac::{Files, compile};
use crate::support::jdk::{Jdk, skipped};
use crate::support::soak;

/// What a trap is a call of.
const TRAP: &str = include_str!("../../library/jatpg/Trap.java");

/// Every operator, those outside the default group included.
const ALL_OPERATORS: &str = "mujava,ABS,UOI,symbmc";

/// Mothra's mutants are many: those of one program that its papers name, and of a fixture.
const MOTHRA: [&str; 2] = ["Bubble.java", "Mothra.java"];

fn mutated(unit: &Unit, Replacement { span, text }: &Replacement) -> String {
    [&unit.text[..span.start as usize], text, &unit.text[span.end as usize..]].concat()
}

/// Calls `visit` for each candidate of each method that is neither the original nor made before.
fn each_candidate(unit: &Unit, visit: impl FnMut(&Context, &Candidate, &Fate, String) + Send) {
    each_candidate_of(unit, ALL_OPERATORS, visit);
}

fn each_candidate_of(
    unit: &Unit,
    operators: &str,
    mut visit: impl FnMut(&Context, &Candidate, &Fate, String) + Send,
) {
    let operators = OperatorSet::parse(operators).expect("operators");
    for method in given_methods(&unit.program) {
        with_context(&unit.program, method, |context| {
            for judged in judge_all(context, &operators) {
                if !matches!(judged.fate, Fate::Original | Fate::Duplicate(_)) {
                    let name = format!("{} {}", unit.program.method_name(method), judged.operator.name);
                    visit(context, &judged.candidate, &judged.fate, name);
                }
            }
        });
    }
}

#[test]
fn javac_accepts_exactly_the_candidates_that_become_mutants() {
    let Some(jdk) = Jdk::standard() else { return skipped("mutate::javac", "JDK") };
    let judged = judge(&jdk, ALL_OPERATORS, units().iter().step_by(soak::one_in(5)), soak::one_in(6));
    assert!(judged > 1_000, "only {judged} candidates");
}

/// In the bodies of lambdas and around them.
#[test]
fn javac_accepts_exactly_the_candidates_of_code_with_lambdas_that_become_mutants() {
    let Some(jdk) = Jdk::standard() else { return skipped("mutate::javac", "JDK") };
    let judged = judge_fixture(&jdk, "generic/Lambdas", 20)
        + judge_fixture(&jdk, "generic/LocalClasses", 12)
        + judge_fixture(&jdk, "generic/Casts", 20);
    assert!(judged > 60, "only {judged} candidates");
}

/// In guards and in what stands behind patterns.
#[test]
fn javac_accepts_exactly_the_candidates_of_code_with_patterns_that_become_mutants() {
    let newer = Jdk::newer().filter(|jdk| jdk.feature() >= 22);
    let Some(jdk) = newer else { return skipped("mutate::javac", "JDK of version 22 or later") };
    let judged = judge_fixture(&jdk, "patterns/Patterns", 8) + judge_fixture(&jdk, "patterns/Groups", 1);
    assert!(judged > 80, "only {judged} candidates");
}

fn judge_fixture(jdk: &Jdk, name: &str, one_in: usize) -> usize {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/fixtures/{name}.java"));
    let text = std::fs::read_to_string(&path).expect("a fixture");
    let home = JavaHome::at(jdk.home()).expect("a JDK");
    let files = ClassFiles::open(&ClassPath::default(), Some(&home)).expect("an image");
    let options = LoadOptions { class_files: Some(Arc::new(files)), ..LoadOptions::default() };
    let source = SourceFile::new(path.clone(), text.clone());
    let program = Program::load(vec![source], &options).expect("valid declarations");
    let unit = Unit { path, text, program, companions: Vec::new() };
    judge(jdk, ALL_OPERATORS, std::iter::once(&unit), soak::one_in(one_in))
}

#[test]
fn javac_accepts_exactly_the_candidates_of_statements_before_constructor_calls_that_become_mutants() {
    let newer = Jdk::newer().filter(|jdk| jdk.feature() >= 25);
    let Some(jdk) = newer else { return skipped("mutate::javac", "JDK of version 25 or later") };
    let judged = judge_fixture(&jdk, "prologues/Prologues", 4);
    assert!(judged > 40, "only {judged} candidates");
}

/// With the class that a trap is a call of. A mutant has a text that is read as its tree: what is left out for want of one is none.
#[test]
fn javac_accepts_exactly_the_candidates_of_mothra_s_operators_that_become_mutants() {
    let Some(jdk) = Jdk::standard() else { return skipped("mutate::javac", "JDK") };
    let named = |unit: &&Unit| MOTHRA.iter().any(|name| unit.path.ends_with(name));
    let judged = judge(&jdk, "mothra", units().iter().filter(named), soak::one_in(7));
    assert!(judged > 100, "only {judged} candidates");
    for unit in units().iter().filter(named) {
        each_candidate_of(unit, "mothra", |context, candidate, fate, name| {
            if matches!(fate, Fate::Mutant { .. }) {
                let replacement = least_replacement(context, candidate);
                assert!(is_faithful(context, candidate, &replacement), "{name}: {replacement:?}");
            }
        });
    }
}

/// How many candidates javac agrees on, of which it is asked one in so many.
fn judge<'u>(jdk: &Jdk, operators: &str, units: impl Iterator<Item = &'u Unit>, one_in: usize) -> usize {
    let mut programs: Vec<Files> = Vec::new();
    let mut expected = Vec::new();
    for unit in units {
        let mut seen = HashSet::new();
        each_candidate_of(unit, operators, |context, candidate, fate, name| {
            let replacement = least_replacement(context, candidate);
            let text = mutated(unit, &replacement);
            let rejection = match fate {
                Fate::Rejected(reason) => Some(reason.clone()),
                _ => None,
            };
            let is_new = seen.insert((replacement.span, replacement.text.clone()));
            if is_new && seen.len() % one_in == 0 {
                let start = context.source.position(replacement.span.start);
                let what = format!(
                    "{name} {}:{}:{} `{}` => `{}`",
                    unit.path.display(),
                    start.line,
                    start.column,
                    context.source.slice(replacement.span),
                    replacement.text
                );
                let mut files = unit.files_with(text);
                files.push(("jatpg/Trap.java".to_owned(), TRAP.to_owned()));
                programs.push(files);
                expected.push((what, rejection));
            }
        });
    }
    let mut wrong = Vec::new();
    for ((what, rejection), answer) in expected.iter().zip(compile(jdk, &programs)) {
        match (rejection, answer) {
            (None, Err(error)) => wrong.push(format!("produced, but javac says {error}: {what}")),
            (Some(reason), Ok(())) => wrong.push(format!("left out ({reason}), but javac accepts: {what}")),
            _ => {}
        }
    }
    assert!(wrong.is_empty(), "{} of {} differ:\n{}", wrong.len(), programs.len(), wrong.join("\n"));
    programs.len()
}

#[test]
fn every_mutant_s_text_is_read_as_the_mutated_tree_and_changes_nothing_else() {
    let count: usize = units().par_iter().step_by(soak::one_in(6)).map(check_texts).sum();
    assert!(count > 2_000, "only {count} mutants");
}

/// Puts each mutant's text into its file and parses the whole; how many there were.
fn check_texts(unit: &Unit) -> usize {
    let original = parse(SourceFile::new(unit.path.clone(), unit.text.clone())).expect("Java");
    let mut count = 0;
    each_candidate(unit, |context, candidate, fate, name| {
        if !matches!(fate, Fate::Mutant { .. }) {
            return;
        }
        let replacement = least_replacement(context, candidate);
        let text = mutated(unit, &replacement);
        assert!(is_faithful(context, candidate, &replacement), "{name}: {replacement:?}");
        let parsed = parse(SourceFile::new(unit.path.clone(), text.clone()))
            .unwrap_or_else(|error| panic!("{name}: {error}\n{text}"));
        let tree = Patched { code: context.code, patch: &candidate.patch };
        let expected = digest_of_root(&tree, &context.code.root);
        let (before, after) = (codes(&original), codes(&parsed));
        assert_eq!(before.len(), after.len(), "{name}");
        let is_mutated = |code: &Code| code.root == context.code.root && same(code, context.code);
        for (old, new) in before.iter().zip(&after) {
            let digest = digest_of_root(*new, &new.root);
            let wanted = if is_mutated(old) { expected } else { digest_of_root(*old, &old.root) };
            assert_eq!(digest, wanted, "{name}: `{}`\n{text}", replacement.text);
        }
        count += 1;
    });
    count
}

/// Whether two codes stand at the same place of a file.
fn same(a: &Code, b: &Code) -> bool {
    let span = |code: &Code| code.stmts.iter().map(|stmt| stmt.span).reduce(|x, y| x.to(y));
    span(a) == span(b)
}

/// The bodies of all methods and the codes of all initialisers, in order.
fn codes(unit: &CompilationUnit) -> Vec<&Code> {
    let members = unit.types.iter().flat_map(|ty| &ty.members);
    members
        .filter_map(|member| match member {
            Member::Field(field) => field.init.as_deref(),
            Member::Method(method) => method.body.as_deref(),
            Member::Initializer(block) => Some(&*block.body),
            Member::Type(_) => None,
        })
        .collect()
}
