//! DSE for labels: path counts against all inputs, and the theorems about its variants (Bardin, Kosmatov, Cheynier, §§IV, V).

use std::collections::BTreeSet;

use jatpg::atg::engines::EngineName;
use jatpg::atg::system::{self, Settings};
use jatpg::engine::dse::{self, Deletion, Until};
use jatpg::engine::explorer::PathCounts;
use jatpg::engine::subject::Subject;
use jatpg::report::json::{Report, VerdictKind};
use jatpg::syntax::with_stack;

use super::lower_bound::{METHODS, reached};
use super::{Unwatched, subject};
use crate::support::soak;

const VARIANTS: [EngineName; 4] =
    [EngineName::DseWitness, EngineName::DseDirect, EngineName::DseTight, EngineName::Dse];

fn run(subject: &Subject, engine: EngineName, paths: dse::Settings) -> Report {
    let settings = Settings { paths, ..Settings::default() };
    with_stack(|| system::generate(subject, engine, &settings, &Unwatched)).expect("no failure")
}

/// All paths of one driver.
fn all_paths(bound: u32) -> dse::Settings {
    dse::Settings { until: Until::All, bound: Some(bound), skeletons: 1, ..dse::Settings::default() }
}

fn paths(report: &Report) -> PathCounts {
    report.passes[0].paths.expect("paths")
}

fn covered(report: &Report) -> BTreeSet<&str> {
    let labels = report.labels.iter().filter(|label| label.is(VerdictKind::Killed));
    let killed = |v: VerdictKind| v == VerdictKind::Killed;
    let mutants = report.mutants.iter().filter(|m| m.verdict.as_ref().is_some_and(|v| killed(v.verdict)));
    labels.map(|label| &*label.id).chain(mutants.map(|mutant| &*mutant.id)).collect()
}

/// Each path gives another value, so there are as many paths as values.
#[test]
fn as_many_paths_are_explored_as_inputs_take() {
    for (method, bound) in [
        (
            "int r = 1; if (a > 5 && b) { r = r * 3 + 1; } else { r = a > 5 ? r * 3 : r * 3 + 2; } if (b || a == 7) { r = b ? r * 5 : r * 5 + 1; } return r;",
            1,
        ),
        (
            "int r = 1; a = (byte) (a & 15); while (a > 0) { if (a % 2 == 0) { r = r * 2 + 1; } else { r = r * 2; } a = (byte) (a / 2); } if (b) { return r; } return -r;",
            8,
        ),
        (
            "int r = 0; switch (a & 3) { case 0: r = 1; break; case 1: r = 2; default: r += 5; } try { r += 100 / (a & 1); } catch (ArithmeticException e) { r = -r; } if (b) { return r; } return r + 1000;",
            1,
        ),
    ] {
        let text = format!("class A {{ static int f(byte a, boolean b) {{ {method} }} }}");
        let subject = subject(&text, "cc");
        let report = run(&subject, EngineName::DseWitness, all_paths(bound));
        let program = subject.program();
        let f = program.methods.ids().find(|&m| program.method_name(m).starts_with("A.f(")).expect("f");
        let mut runner = subject.runner();
        let mut values = BTreeSet::new();
        for a in i8::MIN..=i8::MAX {
            for b in [true, false] {
                let act = format!("int result = A.f((byte) {a}, {b});");
                let driver = jatpg::driver::Driver { method: f, arrange: Vec::new(), act, then: Vec::new() };
                let judged =
                    runner.judge(driver, &subject.runnable()).unwrap_or_else(|why| panic!("{why:?}"));
                values.insert(format!("{:?}", judged.observed.checks));
            }
        }
        let paths = paths(&report);
        assert_eq!(paths.explored, values.len() as u64, "{method}: {paths:?}");
        assert_eq!((paths.cut, paths.unknown, paths.limited), (0, 0, 0), "{method}");
    }
}

/// What some input covers is covered by all variants that look for it, and by nothing else; deletion saves paths, and labels cost them.
#[test]
fn variants_cover_the_same_and_deletion_saves_paths() {
    for method in METHODS.into_iter().step_by(soak::one_in(METHODS.len())) {
        for criteria in ["cc,dc,ic", "mcc,limit", "wm,rte"] {
            let subject = subject(&format!("class A {{ {method} }}"), criteria);
            let shown: BTreeSet<String> = reached(&subject).into_iter().flatten().collect();
            let reports = VARIANTS.map(|variant| run(&subject, variant, all_paths(4)));
            let [witness, direct, tight, deleting] = reports.each_ref().map(paths);
            for report in &reports {
                let paths = paths(report);
                assert_eq!((paths.unknown, paths.limited, paths.left_out), (0, 0, 0), "{method} {criteria}");
                assert!(covered(report).iter().all(|id| shown.contains(*id)));
            }
            for report in &reports[1..] {
                let all: BTreeSet<&str> = shown.iter().map(String::as_str).collect();
                assert_eq!(covered(report), all, "{method} {criteria} {:?}", report.passes[0].name);
            }
            assert!(witness.explored <= deleting.explored && deleting.explored <= tight.explored);
            assert!(witness.explored <= direct.explored);
            // Each path has at most so many more as it has labels asked on the way.
            assert!(tight.explored <= witness.explored + tight.labels_asked);
            let asked = paths(&run(
                &subject,
                EngineName::Dse,
                dse::Settings { deletion: Deletion::Asked, ..all_paths(4) },
            ));
            assert!(deleting.explored <= asked.explored && asked.explored <= tight.explored, "{method}");
            let off = paths(&run(
                &subject,
                EngineName::Dse,
                dse::Settings { deletion: Deletion::Off, ..all_paths(4) },
            ));
            assert_eq!(off, tight);
        }
    }
}

/// A mutant's condition is that it infects; to kill it takes a run.
#[test]
fn mutants_are_asked_for_where_they_infect() {
    let text = "class A { static int f(int a, int b) { int c = a * 3; if (c == 3003) { c = b; } return c > b ? 1 : 0; } }";
    let subject = subject(text, "mutation");
    let settings = dse::Settings { skeletons: 1, ..dse::Settings::default() };
    let report = run(&subject, EngineName::Dse, settings);
    let witness = run(&subject, EngineName::DseWitness, settings);
    assert!(
        covered(&witness).is_subset(&covered(&report)) && covered(&witness).len() < covered(&report).len()
    );
    let open = report.mutants.len() - covered(&report).len();
    assert!(open * 3 < report.mutants.len(), "{open} of {}", report.mutants.len());
    assert!(
        report
            .mutants
            .iter()
            .all(|m| m.verdict.as_ref().is_some_and(|v| v.verdict != VerdictKind::Equivalent))
    );
}

/// Which thread does what changes nothing, nor do texts and objects make it fail.
#[test]
fn texts_and_objects_are_explored_with_the_same_result_for_any_number_of_threads() {
    let text = "class A { int n; A(int n) { this.n = n; } int f(String s, int[] c) {
        if (s.length() > 2 && s.charAt(1) == 'x') { return n; }
        int r = 0; for (int x : c) { if (x == 77) { r++; } }
        return r == 2 ? -1 : r + s.length(); } }";
    let subject = subject(text, "cc");
    let on = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
        pool.install(|| {
            run(&subject, EngineName::Dse, dse::Settings { skeletons: 3, ..dse::Settings::default() })
        })
    };
    let (one, two) = (on(1), on(2));
    assert_eq!(serde_json::to_string(&one).expect("JSON"), serde_json::to_string(&two).expect("JSON"));
    let open: Vec<&str> =
        one.labels.iter().filter(|l| !l.is(VerdictKind::Killed)).map(|l| &*l.predicate).collect();
    assert!(open.is_empty(), "{open:?} {:?}", one.passes);
}

/// How long an array is, is the driver's choice: of each element one of two ways is taken.
#[test]
fn a_driver_that_is_given_is_explored_and_no_other() {
    let text = "class A { static int f(byte[] a) { int n = 0; for (int i = 0; i < a.length; i++) { if (a[i] > 7) { n++; } } return n; } }";
    let subject = subject(text, "cc");
    let run = |skeletons: &str| {
        let settings =
            Settings { paths: all_paths(5), skeletons: Some(skeletons.into()), ..Settings::default() };
        with_stack(|| system::generate(&subject, EngineName::DseWitness, &settings, &Unwatched))
    };
    let explored = |skeletons: &str| paths(&run(skeletons).expect("no failure")).explored;
    let two = "// two\nbyte[] a = new byte[] {1, 2};\nint result = A.f(a);\n";
    assert_eq!(explored(two), 4);
    assert_eq!(explored(&format!("{two}\n\nint result = A.f(new byte[] {{1, 2, 3}});")), 4 + 8);
    for wrong in ["int result = A.g(1);", "int result = 5;", "int result = Math.abs(3);", "byte[] a ="] {
        let error = run(wrong).err().map(|error| error.to_string()).unwrap_or_default();
        assert!(error.starts_with("--skeleton: `"), "{wrong}: {error}");
    }
}
