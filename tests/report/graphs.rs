//! `jatpg graph`: the dot of small programs as snapshots, and a picture of every method of the corpus.

use std::path::Path;
use std::process::Command;

use jatpg::analysis::cddg::Cddg;
use jatpg::analysis::effects::Effects;
use jatpg::cfg::lower::build;
use jatpg::mutate::generate::given_methods;
use jatpg::report::drawing::{Drawing, Fill};
use jatpg::report::graphs::{DrawnVersion, draw_cddg, draw_cfg};
use jatpg::sema::load::LoadOptions;
use jatpg::sema::program::{BodyState, Program};
use jatpg::syntax::source::SourceFile;
use jatpg::term::Terms;

use crate::support::soak;

/// What a command prints.
fn graph(arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_jatpg"))
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .arg("graph")
        .args(arguments)
        .output()
        .expect("the program runs");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

fn check_snapshot(name: &str, arguments: &[&str]) {
    let (code, text, error) = graph(arguments);
    assert_eq!((code, error.as_str()), (Some(0), ""), "{arguments:?}");
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(concat!(env!("CARGO_MANIFEST_DIR"), "/snapshots/graph"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, text));
}

const HALVES: &str = "tests/fixtures/cddg/Halves.java";
const QUOTIENT: &str = "tests/fixtures/cddg/Quotient.java";

#[test]
fn a_control_flow_graph_reads_as_its_snapshot() {
    check_snapshot("cfg", &[HALVES, "-m", "halves", "--kind", "cfg"]);
}

#[test]
fn exceptions_lead_to_their_handlers() {
    check_snapshot("cfg-exception", &[QUOTIENT, "-m", "quotient"]);
}

#[test]
fn a_dependence_graph_reads_as_its_snapshot() {
    check_snapshot("cddg", &[HALVES, "-m", "halves", "--kind", "cddg"]);
}

#[test]
fn a_region_is_drawn_in_both_versions() {
    check_snapshot("roa", &[HALVES, "--kind", "roa", "--mutant", "ROR_8"]);
}

#[test]
fn a_loop_is_drawn_in_time_frames() {
    let fixture = "tests/fixtures/cddg/Rounds.java";
    check_snapshot("unrolled", &[fixture, "-m", "rounds", "--unroll", "1"]);
}

#[test]
fn code_of_the_library_is_drawn_with_its_text_and_its_lines() {
    let (code, text, error) = graph(&["tests/fixtures/graph/Sum.java", "-m", "sum", "--inline", "1"]);
    assert_eq!((code, error.as_str()), (Some(0), ""));
    let math = include_str!("../../library/java/lang/Math.java");
    let line = |of: &str| 1 + math[..math.find(of).expect("it is in the library")].matches('\n').count();
    let statement = "int sum = a + b;";
    assert!(text.contains(&format!("\"{}: {statement}\"", line(statement))), "{text}");
    assert!(text.contains("(a ^ sum) & (b ^"), "{text}");
}

#[test]
fn what_cannot_be_drawn_is_said() {
    for (arguments, why) in [
        (&[HALVES, "--kind", "roa"][..], "--mutant"),
        (&[HALVES, "--mutant", "ROR_999"], "no such mutant"),
        (&[HALVES, "-m", "doubles"], "no such method"),
        (&[HALVES, "--mutant", "1"], " may be "),
    ] {
        let (code, text, error) = graph(arguments);
        assert_eq!((code, text.as_str()), (Some(2), ""), "{arguments:?}");
        assert!(error.contains(why), "{error}");
    }
}

#[test]
fn every_method_of_the_corpus_has_a_picture() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut pictures = 0;
    for path in crate::support::corpus::programs().into_iter().step_by(soak::one_in(4)) {
        let source_path =
            if path.ends_with("org") { None } else { root.join(&path).parent().map(Into::into) };
        let text = std::fs::read_to_string(root.join(&path)).expect("a text");
        let file = SourceFile::new(path.clone(), text);
        let Ok(program) = Program::load(vec![file], &LoadOptions { source_path, ..LoadOptions::default() })
        else {
            continue;
        };
        let types = program.type_numbers();
        for method in given_methods(&program) {
            let BodyState::Typed(body) = program.body(method) else { continue };
            let mut terms = Terms::new();
            let graph = build(&program, body, &mut terms);
            let cddg = Cddg::new(&terms, &graph, &Effects::unknown());
            let version =
                DrawnVersion { program: &program, terms: &terms, types, graph: &graph, mutant: None };
            let (mut flow, mut dependence) = (Drawing::default(), Drawing::default());
            draw_cfg(&mut flow, version, &|_| Fill::None);
            draw_cddg(&mut dependence, version, &cddg, &|_| Fill::None);
            for drawing in [flow, dependence] {
                let svg = drawing.to_svg().unwrap_or_else(|| panic!("{}", drawing.to_dot()));
                assert!(svg.contains("</svg>"));
                pictures += 1;
            }
        }
    }
    assert!(pictures > 100, "{pictures}");
}
