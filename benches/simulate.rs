//! Mutant×test pairs simulated per second, on one core: the full kill matrix of a program, no mutant dropped,
//! every pair counted; and the same by running each mutant whole. `cargo bench --bench simulate [NAME]`

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use jatpg::exec::driver::DriverCode;
use jatpg::exec::limits::Limits;
use jatpg::exec::linked::{MutantVersion, ProgramCode};
use jatpg::exec::mutant_set::MutantSet;
use jatpg::exec::vm::{Vm, kill};
use jatpg::mutate::generate::mutants;
use jatpg::mutate::operator::OperatorSet;
use jatpg::sema::load::LoadOptions;
use jatpg::sema::program::Program;
use jatpg::syntax::parser::parse_block_statements;
use jatpg::syntax::source::SourceFile;

/// How long each measurement goes on, at least.
const MEASURED: Duration = Duration::from_secs(2);

struct Subject {
    file: &'static str,
    tests: fn() -> Vec<String>,
}

const SUBJECTS: &[Subject] = &[
    Subject { file: "papers/TriTyp.java", tests: triangles },
    Subject {
        file: "papers/Gcd.java",
        tests: || grid(&[1, 2, 6, 35, 48, 1000], |a, b| format!("Gcd.gcd({a}, {b});")),
    },
    Subject { file: "papers/Bubble.java", tests: arrays },
    Subject { file: "textbook/PatternIndex.java", tests: patterns },
];

fn triangles() -> Vec<String> {
    let sides = [-1, 0, 1, 2, 3, 4, 7];
    let mut tests = Vec::new();
    for a in sides {
        for b in sides {
            tests.extend(sides.map(|c| format!("TriTyp.classify({a}, {b}, {c});")));
        }
    }
    tests
}

fn grid(values: &[i32], test: fn(i32, i32) -> String) -> Vec<String> {
    values.iter().flat_map(|&a| values.iter().map(move |&b| test(a, b))).collect()
}

fn arrays() -> Vec<String> {
    ["", "1", "2, 1", "1, 1", "3, 2, 1", "5, 1, 4, 2, 3", "1, 2, 3, 4, 5, 6", "9, -3, 7, 0, 2, 2, 8, 1"]
        .map(|cells| format!("int[] a = {{{cells}}}; Bubble.sort(a);"))
        .to_vec()
}

fn patterns() -> Vec<String> {
    [("abc", "b"), ("aaab", "ab"), ("", "x"), ("abcabd", "abd"), ("abcabd", "abx")]
        .map(|(s, p)| format!("PatternIndex.patternIndex(\"{s}\", \"{p}\");"))
        .to_vec()
}

fn load(file: &str) -> Arc<Program> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("programs").join(file);
    let text = std::fs::read_to_string(&path).expect("a program of the corpus");
    match Program::load(vec![SourceFile::new(path, text)], &LoadOptions::default()) {
        Ok(program) => Arc::new(program),
        Err(errors) => panic!("{}", errors[0]),
    }
}

fn versions(program: &Program) -> Vec<MutantVersion> {
    let operators = OperatorSet::default();
    let all = mutants(program, &operators);
    let supported = all.iter().filter(|mutant| mutant.unsupported.is_none());
    let typed = supported.filter_map(|mutant| {
        let body = program.typed_body(mutant.method, &mutant.code(program)?).ok()?;
        Some(MutantVersion::new(program, mutant.method, body))
    });
    typed.collect()
}

fn drivers(code: &ProgramCode, tests: &[String]) -> Vec<DriverCode> {
    let program = code.program();
    let holder = program.driver_method("").expect("the driver of the unnamed package");
    let lowered = tests.iter().map(|test| {
        let statements = parse_block_statements(test).expect("statements");
        let arranging = test.matches(';').count() - 1;
        let body = program.typed_body(holder, &statements).unwrap_or_else(|e| panic!("{test}: {e:?}"));
        code.driver(&body, arranging)
    });
    lowered.collect()
}

/// Repeats `work` for a while; the time that one round takes.
fn measure(mut work: impl FnMut()) -> Duration {
    work();
    let start = Instant::now();
    let mut rounds = 0;
    while start.elapsed() < MEASURED {
        work();
        rounds += 1;
    }
    start.elapsed() / rounds
}

fn main() {
    let wanted = std::env::args().nth(1).filter(|argument| !argument.starts_with("--"));
    println!(
        "{:<28} {:>7} {:>6} {:>7} {:>14} {:>14} {:>6}",
        "program", "mutants", "tests", "kills", "pairs/s", "whole runs/s", "ratio"
    );
    for subject in SUBJECTS.iter().filter(|s| wanted.as_ref().is_none_or(|w| s.file.contains(w.as_str()))) {
        let program = load(subject.file);
        let versions = versions(&program);
        let code = ProgramCode::build(&program, &versions);
        let drivers = drivers(&code, &(subject.tests)());
        let live = MutantSet::all(versions.len());
        let mut vm = Vm::new(&code, Limits::default());
        let mut kills = 0;
        let simulated = measure(|| {
            kills = drivers.iter().map(|driver| vm.simulate(driver, &live).kills.len()).sum();
        });
        // With about the fuel that the simulator gives a mutant.
        let mut vm = Vm::new(&code, Limits { steps: 12_000, ..Limits::default() });
        let whole = measure(|| {
            for driver in &drivers {
                let original = vm.run_original(driver);
                for mutant in live.iter() {
                    std::hint::black_box(kill(&original, &vm.run_mutant(driver, mutant, &original)));
                }
            }
        });
        let pairs = (versions.len() * drivers.len()) as f64;
        println!(
            "{:<28} {:>7} {:>6} {:>7} {:>14.0} {:>14.0} {:>6.1}",
            subject.file,
            versions.len(),
            drivers.len(),
            kills,
            pairs / simulated.as_secs_f64(),
            pairs / whole.as_secs_f64(),
            whole.as_secs_f64() / simulated.as_secs_f64()
        );
    }
}
