//! The local equivalence check: how many questions each step of the ladder answers, how few reach Z3, and the time for
//! a mutant, on one core, each program's mutants up to their first proof. `cargo bench --bench local [NAME]`

use std::path::Path;
use std::time::Duration;

use jatpg::mutate::generate::given_methods;
use jatpg::mutate::operator::OperatorSet;
use jatpg::roa::local::Extent;
use jatpg::roa::study::{MethodStudy, Options, run};
use jatpg::sema::load::LoadOptions;
use jatpg::sema::program::Program;
use jatpg::symbolic::question::Counts;
use jatpg::syntax::source::SourceFile;

const PROGRAMS: &[&str] = &[
    "papers/TriTyp.java",
    "papers/Bubble.java",
    "papers/Gcd.java",
    "papers/Tcas.java",
    "papers/Utf8.java",
    "textbook/BinarySearch.java",
    "textbook/Checksum.java",
    "textbook/RotatedSearch.java",
    "textbook/Matrix.java",
    "textbook/Power.java",
];

fn load(file: &str) -> Program {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("programs").join(file);
    let text = std::fs::read_to_string(&path).expect("a program of the corpus");
    match Program::load(vec![SourceFile::new(path, text)], &LoadOptions::default()) {
        Ok(program) => program,
        Err(errors) => panic!("{}", errors[0]),
    }
}

/// Sums over methods.
#[derive(Default)]
struct Row {
    mutants: usize,
    proven: usize,
    counts: Counts,
    shared: Duration,
    own: Duration,
}

impl Row {
    fn add(&mut self, method: &MethodStudy) {
        self.mutants += method.studies.len();
        let is_proven = |c: &jatpg::roa::proof::Checked| c.proof.is_some();
        self.proven += method.studies.iter().filter(|s| s.checked.as_ref().is_some_and(is_proven)).count();
        self.counts.add(&method.counts);
        self.shared += method.shared_time;
        self.own += method.studies.iter().map(|s| s.time).sum::<Duration>();
    }

    fn print(&self, name: &str) {
        let Counts { questions, repeated, same, facts, search, .. } = self.counts;
        let distinct = (questions - repeated).max(1);
        let solver = self.counts.asked_solver();
        let each = |time: Duration| 1000.0 * time.as_secs_f64() / self.mutants.max(1) as f64;
        println!(
            "{name:<28} {:>7} {:>6} {distinct:>9} {same:>6} {facts:>7} {search:>7} {solver:>6} {:>6.1} % {:>10.2} {:>9.1} {:>9.1}",
            self.mutants,
            self.proven,
            100.0 * solver as f64 / distinct as f64,
            solver as f64 / self.mutants.max(1) as f64,
            each(self.own),
            each(self.shared + self.own),
        );
    }
}

fn main() {
    let wanted = std::env::args().nth(1).filter(|argument| !argument.starts_with("--"));
    println!(
        "{:<28} {:>7} {:>6} {:>9} {:>6} {:>7} {:>7} {:>6} {:>8} {:>10} {:>9} {:>9}",
        "program",
        "mutants",
        "proven",
        "questions",
        "same",
        "facts",
        "search",
        "z3",
        "to z3",
        "z3/mutant",
        "ms/mutant",
        "with facts"
    );
    let one_core = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
    let operators = OperatorSet::default();
    let options = Options { max_depth: 3, extent: Extent::UntilProven };
    let mut all = Row::default();
    for file in PROGRAMS.iter().filter(|file| wanted.as_ref().is_none_or(|w| file.contains(w.as_str()))) {
        let program = load(file);
        let methods: Vec<_> = given_methods(&program).collect();
        let studies =
            one_core.install(|| run(&program, &methods, &operators, options)).expect("the solver works");
        let mut row = Row::default();
        studies.iter().for_each(|study| {
            row.add(study);
            all.add(study);
        });
        row.print(file);
    }
    all.print("all");
}
