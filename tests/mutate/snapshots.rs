//! The mutants of each program of the corpus, as snapshots under `snapshots/mutants`.

use std::fmt::Write as _;

use jatpg::mutate::generate::{given_methods, mutants_of};
use jatpg::mutate::mutant::Mutant;
use jatpg::mutate::operator::OperatorSet;
use jatpg::report::list::{shown, source_of};

use super::corpus::{Unit, units};

#[test]
fn the_mutants_of_the_corpus_are_those_of_the_snapshots() {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(concat!(env!("CARGO_MANIFEST_DIR"), "/snapshots/mutants"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| {
        for unit in
            units().iter().filter(|unit| unit.path.components().any(|part| part.as_os_str() == "programs"))
        {
            let name = unit.path.file_stem().expect("a file").to_string_lossy().into_owned();
            insta::assert_snapshot!(name, listing(unit));
        }
    });
}

/// One line for the mutants that an operator makes of one place.
fn listing(unit: &Unit) -> String {
    let mut text = String::new();
    for method in given_methods(&unit.program) {
        let mutants = mutants_of(&unit.program, method, &OperatorSet::default());
        let aliases: usize = mutants.iter().map(|mutant| mutant.aliases.len()).sum();
        let name = unit.program.method_name(method);
        let _ = writeln!(text, "{name}: {} mutants, {} with aliases", mutants.len(), mutants.len() + aliases);
        for group in mutants.chunk_by(|a, b| a.operator == b.operator && a.span == b.span) {
            let _ = writeln!(text, "  {}", line(unit, group));
        }
    }
    text
}

fn line(unit: &Unit, group: &[Mutant]) -> String {
    let first = &group[0];
    let source = source_of(&unit.program, first);
    let place = source.position(first.span.start);
    let mut line =
        format!("{:4} {}:{} {} →", first.operator, place.line, place.column, shown(&first.original));
    for (n, mutant) in group.iter().enumerate() {
        let separator = if n > 0 { " |" } else { "" };
        let _ = write!(line, "{separator} {}", shown(&mutant.replacement));
    }
    line
}
