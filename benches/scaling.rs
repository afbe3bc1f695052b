//! How the time for a mutant grows with the length of the method, where what the mutant needs does not grow: `d`, which
//! asks questions of regions, against the two baselines, which ask one of the whole method: `paths` lists its paths as
//! the dissertation's does (§3.7), `baseline` merges them where they meet. All in one run, on one core, each mutant
//! with a test of its own. None is held back: the baselines may take what they like of terms, paths and resources (but
//! no more than memory holds), and a series ends where all mutants of a row would take longer than the time given.
//!
//! `cargo bench --bench scaling -- [chain|guards] [--engines d,paths,baseline] [--most N] [--seconds S] [--mutants M]`

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use jatpg::dalg::switches::{Limits, Switches};
use jatpg::driver::Generator;
use jatpg::engine::Engine;
use jatpg::engine::dalgorithm::DAlgorithm;
use jatpg::engine::global::{self, Global};
use jatpg::engine::pass::PassKind;
use jatpg::engine::session::{Dropping, Progress, Session};
use jatpg::engine::subject::Subject;
use jatpg::engine::verdict::Verdict;
use jatpg::mutate::generate::given_methods;
use jatpg::mutate::mutant::Mutant;
use jatpg::mutate::operator::OperatorSet;
use jatpg::roa::local::Extent;
use jatpg::roa::original::KnownOriginals;
use jatpg::roa::workbench::Workbench;
use jatpg::sema::load::LoadOptions;
use jatpg::sema::program::Program;
use jatpg::symbolic::encode::SizeLimits;
use jatpg::syntax::source::SourceFile;
use jatpg::syntax::with_stack;

const SIZES: &[usize] = &[10, 20, 30, 50, 100, 200, 500, 1000];

/// A program for each length.
type Family = fn(usize) -> String;

const FAMILIES: &[(&str, Family)] = &[("chain", chain), ("guards", guards)];

/// Statements and decisions, each of which reads what the one before has left in `x`. For given `b` each step is a
/// bijection, so a difference anywhere is one at the end; to see a decision differ, `b` alone matters.
fn chain(n: usize) -> String {
    let mut text = "class Unit { static int f(int a, int b) {\n    int x = a;\n".to_owned();
    for i in 1..=n {
        text += &match i % 3 {
            1 => format!("    x = x + {i};\n"),
            2 => format!("    if (b > {i}) {{ x = x - {i}; }} else {{ x = x + 1; }}\n"),
            _ => "    x = x ^ b;\n".to_owned(),
        };
    }
    text + "    return x;\n} }\n"
}

/// A guard far before the region that it opens, and n guards between the two that leave the method.
fn guards(n: usize) -> String {
    let mut text = "class Unit { static int f(int a, int b, int c) {\n    boolean open = false;\n".to_owned();
    text += "    if (a == 7777) { open = true; }\n";
    for i in 1..=n {
        text += &format!("    if (b == {}) {{ return a - {i}; }}\n", 3 * i);
    }
    text + "    int r = a;\n    if (open) {\n        if (c > b) { r = r + c; }\n    }\n    return r;\n} }\n"
}

fn load(text: &str) -> Program {
    let source = SourceFile::new("Unit.java".into(), text.to_owned());
    match Program::load(vec![source], &LoadOptions::default()) {
        Ok(program) => program,
        Err(errors) => panic!("{}", errors[0]),
    }
}

struct Unwatched;

impl Progress for Unwatched {
    fn report(&self, _pass: PassKind, _decided: usize, _tests: usize) {}
}

/// What is asked for on the command line.
struct Asked {
    family: Option<String>,
    engines: Vec<String>,
    most: usize,
    limit: Duration,
    mutants: usize,
}

fn asked() -> Asked {
    let mut asked = Asked {
        family: None,
        engines: ["d", "paths", "baseline"].map(str::to_owned).to_vec(),
        most: 1000,
        limit: Duration::from_secs(60),
        mutants: 24,
    };
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut number = || arguments.next().and_then(|n| n.parse::<u64>().ok()).expect("a number");
        match &*argument {
            "--most" => asked.most = number() as usize,
            "--seconds" => asked.limit = Duration::from_secs(number()),
            "--mutants" => asked.mutants = number() as usize,
            "--engines" => {
                let list = arguments.next().expect("names of engines");
                asked.engines = list.split(',').map(str::to_owned).collect();
            }
            "--bench" => {}
            _ => asked.family = Some(argument),
        }
    }
    asked
}

/// Some of the mutants, from all parts of the method, that the local check does not prove equivalent; and how long the
/// check of each took.
fn sample(text: &str, wanted: usize) -> (Vec<Mutant>, usize, Duration) {
    let program = load(text);
    let methods: Vec<_> = given_methods(&program).collect();
    let all = Subject::seed(&program, &methods, &OperatorSet::default());
    let all: Vec<Mutant> = all.into_iter().filter(|m| m.unsupported.is_none()).collect();
    let chosen: Vec<Mutant> =
        (0..wanted.min(all.len())).map(|i| all[i * all.len() / wanted.min(all.len())].clone()).collect();
    let start = Instant::now();
    let mut benches = BTreeMap::new();
    let mut left = Vec::new();
    let mut proven = 0;
    for mutant in chosen {
        let bench = benches.entry(mutant.method).or_insert_with(|| {
            Workbench::new(&program, &KnownOriginals::default(), mutant.method, 3).expect("Z3 works")
        });
        let body = mutant.code(&program).and_then(|code| program.typed_body(mutant.method, &code).ok());
        let (Some(bench), Some(body)) = (bench, body) else { continue };
        if bench.check(&body, Extent::UntilProven).expect("Z3 works").proof.is_some() {
            proven += 1;
        } else {
            left.push(mutant);
        }
    }
    (left, proven, start.elapsed())
}

fn engine<'p>(name: &str, subject: &'p Subject) -> Box<dyn Engine + 'p> {
    let generator = Generator::new(subject.program(), 1, |field| subject.setting(field));
    let free = global::Limits {
        effort: u64::MAX,
        all_effort: u64::MAX,
        built_in_vain: u64::MAX,
        mutant_effort: u64::MAX / 2,
        nodes: 100_000,
        terms: 20_000_000,
        paths: 300_000,
        size: SizeLimits { terms: 20_000_000, depth: 20_000, gates: u64::MAX, instances: 1_000_000 },
        resources: 2_000_000_000,
        all_resources: u64::MAX,
        hopeless: usize::MAX,
        strong_resources: 2_000_000_000,
    };
    match name {
        "paths" => Box::new(Global::paths(generator).within(free)),
        "baseline" => Box::new(Global::baseline(generator).within(free)),
        _ => {
            let (switches, limits) = (Switches::ALL, Limits::default());
            Box::new(DAlgorithm::new(PassKind::D, generator, switches, limits))
        }
    }
}

/// What some mutants took.
struct Measured {
    mutants: usize,
    killed: usize,
    time: Duration,
}

/// All mutants; the first alone where it alone shows that all take longer than the time given.
fn measure(name: &str, text: &str, mutants: &[Mutant], limit: Duration) -> Measured {
    let first = run(name, text, &mutants[..mutants.len().min(1)]);
    if first.time * mutants.len() as u32 > limit { first } else { run(name, text, mutants) }
}

fn run(name: &str, text: &str, mutants: &[Mutant]) -> Measured {
    let subject = Subject::of_mutants(load(text), mutants.to_vec());
    let mut session = Session::new(&subject, &Unwatched).branch(Dropping::Off, &Unwatched);
    let start = Instant::now();
    engine(name, &subject).run(&mut session).expect("Z3 works");
    let time = start.elapsed();
    let killed = session.verdicts().iter().filter(|v| matches!(v, Verdict::Killed(k) if !k.is_weak()));
    for (mutant, verdict) in mutants.iter().zip(session.verdicts()) {
        if !matches!(verdict, Verdict::Killed(_)) && std::env::var_os("JATPG_LEFT").is_some() {
            println!("  {name} leaves {}: {} -> {}", mutant.id, mutant.original, mutant.replacement);
        }
    }
    Measured { mutants: mutants.len(), killed: killed.count(), time }
}

fn main() {
    let asked = asked();
    let one_core = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
    for (family, program) in FAMILIES {
        if asked.family.as_ref().is_some_and(|wanted| wanted != family) {
            continue;
        }
        print!("{family:<8} {:>6} {:>8} {:>7} {:>9}", "n", "mutants", "proven", "check ms");
        for name in &asked.engines {
            print!(" {name:>12} {:>7} {:>6} {:>6}", "killed", "time", "/n");
        }
        println!();
        // By engine: the row before.
        let mut before: BTreeMap<&str, (usize, f64)> = BTreeMap::new();
        let mut ended: Vec<&str> = Vec::new();
        for &n in SIZES.iter().filter(|&&n| n <= asked.most) {
            let text = program(n);
            let (mutants, proven, checked) = one_core.install(|| with_stack(|| sample(&text, asked.mutants)));
            let per = |time: Duration, count: usize| 1000.0 * time.as_secs_f64() / count.max(1) as f64;
            print!(
                "{:<8} {n:>6} {:>8} {proven:>7} {:>9.2}",
                "",
                mutants.len(),
                per(checked, mutants.len() + proven)
            );
            for name in &asked.engines {
                if ended.contains(&&**name) {
                    print!(" {:>12} {:>7} {:>6} {:>6}", "-", "-", "-", "-");
                    continue;
                }
                let measured =
                    one_core.install(|| with_stack(|| measure(name, &text, &mutants, asked.limit)));
                let Measured { mutants: tried, killed, time } = measured;
                let each = per(time, tried);
                // Growth since the row before, and what linear growth would have been is 1.
                let grown = before.get(&**name).copied().map(|(size, was)| {
                    let factor = each / was;
                    (factor, factor * size as f64 / n as f64)
                });
                let (factor, by_n) = grown.map_or_else(
                    || (String::new(), String::new()),
                    |(factor, by_n)| (format!("x{factor:.1}"), format!("{by_n:.2}")),
                );
                let killed = format!("{killed}/{tried}");
                print!(" {each:>9.2} ms {killed:>7} {factor:>6} {by_n:>6}");
                before.insert(name, (n, each));
                if tried < mutants.len() {
                    ended.push(name);
                }
            }
            println!();
        }
    }
}
