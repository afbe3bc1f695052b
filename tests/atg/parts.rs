//! The whole system is never worse than a part of it: what `--engine d` or `--engine random` alone decides, the default
//! decides, too, for the same seed.
//!
//! In each run of the tests on a few programs that take little; with `JATPG_PARTS` set, on all of `programs/field` and as many others:
//! its value is how many goals in a thousand may be missed.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use jatpg::atg::engines::EngineName;
use jatpg::atg::system::{Settings, generate};
use jatpg::dalg::switches::Limits;
use jatpg::engine::effort::DEFAULT_EFFORT;
use jatpg::engine::random::DEFAULT_TESTS;
use jatpg::engine::subject::Subject;
use jatpg::exec::vm::KillKind;
use jatpg::mutate::generate::given_methods;
use jatpg::mutate::operator::OperatorSet;
use jatpg::report::json::VerdictKind;
use jatpg::sema::load::LoadOptions;
use jatpg::sema::program::Program;
use jatpg::syntax::source::SourceFile;
use rayon::prelude::*;

use super::Unwatched;
use crate::support::corpus::{field, programs};

/// They take a few seconds each where nothing is optimised.
const FEW: [&str; 2] = ["papers/IsLeap.java", "textbook/Clamp.java"];

/// Goals that the whole system does not decide and a part does, which are known and looked into.
const KNOWN: [&str; 0] = [];

fn subject(path: &Path) -> Subject {
    let text = std::fs::read_to_string(path).expect("a program");
    subject_of(path.to_owned(), text, &OperatorSet::default())
}

fn subject_of(path: PathBuf, text: String, operators: &OperatorSet) -> Subject {
    let source_path = Some("programs/features".into()).filter(|folder: &PathBuf| path.starts_with(folder));
    let source = SourceFile::new(path, text);
    let program = Program::load(vec![source], &LoadOptions { source_path, ..LoadOptions::default() })
        .expect("a program");
    let methods: Vec<_> = given_methods(&program).collect();
    Subject::new(program, &methods, operators)
}

/// The goals that an engine decides, by id: whether it kills them.
fn decided(subject: &Subject, engine: EngineName) -> BTreeMap<String, bool> {
    let settings = Settings {
        seed: 1,
        random_tests: DEFAULT_TESTS,
        effort: DEFAULT_EFFORT,
        switches: engine.switches(),
        limits: Limits::default(),
        ..Settings::default()
    };
    let report = generate(subject, engine, &settings, &Unwatched).expect("no failure");
    let decided = report.mutants.into_iter().filter_map(|mutant| {
        let verdict = mutant.verdict?;
        match verdict.verdict {
            VerdictKind::Killed => verdict.kill.is_some_and(KillKind::counts).then_some((mutant.id, true)),
            VerdictKind::Equivalent => Some((mutant.id, false)),
            VerdictKind::EquivalentUpTo | VerdictKind::Undecided => None,
        }
    });
    decided.collect()
}

/// How many goals there are, and which the parts decide and the whole does not.
fn missed(subject: &Subject, name: &str) -> (usize, Vec<String>) {
    let whole = decided(subject, EngineName::Atg);
    let mut missed = Vec::new();
    for part in [EngineName::Random, EngineName::D] {
        for (id, is_killed) in decided(subject, part) {
            match whole.get(&id) {
                Some(&known) => assert_eq!(known, is_killed, "{name} {id}: killed and equivalent"),
                None if KNOWN.contains(&&*id) => {}
                None => missed.push(format!("{name} {id}: {} alone decides it", part.name())),
            }
        }
    }
    (subject.mutants().len(), missed)
}

#[test]
fn the_whole_decides_what_a_part_decides() {
    let allowed =
        std::env::var("JATPG_PARTS").ok().map(|allowed| allowed.parse::<usize>().expect("a number"));
    let paths: Vec<PathBuf> = match allowed {
        Some(_) => field().into_iter().chain(programs().into_iter().step_by(3)).collect(),
        None => FEW.iter().map(|name| Path::new("programs").join(name)).collect(),
    };
    let found: Vec<(usize, Vec<String>)> =
        paths.par_iter().map(|path| missed(&subject(path), &path.display().to_string())).collect();
    let goals: usize = found.iter().map(|(goals, _)| goals).sum();
    let missed: Vec<String> = found.into_iter().flat_map(|(_, missed)| missed).collect();
    eprintln!("{goals} goals, {} missed\n{}", missed.len(), missed.join("\n"));
    assert!(missed.len() * 1_000 <= goals * allowed.unwrap_or(0), "of {goals} goals:\n{}", missed.join("\n"));
}

/// A string of a certain length, and a sum over all of it: more time frames than the first search looks at.
#[test]
fn a_check_digit_behind_a_loop_of_many_rounds_is_reached() {
    let text = "class Isbn { static boolean isValid(String s) {
        if (s.length() != 10) return false;
        int sum = 0;
        for (int i = 0; i < 9; i++) { sum += (10 - i) * (s.charAt(i) - '0'); }
        return sum % 11 == s.charAt(9) - '0';
    } }";
    let operators = OperatorSet::parse("ROR").expect("an operator");
    let subject = subject_of("Isbn.java".into(), text.to_owned(), &operators);
    let (goals, missed) = missed(&subject, "Isbn");
    assert!(goals > 10, "{goals}");
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}
