//! What is left of a test has a reason: without any of its statements some mutant lives that the suite kills. The judge is
//! a simulation of every suite that lacks one statement, which knows nothing of how they were left out.

use std::collections::BTreeSet;

use jatpg::atg::plan::{self, Compaction};
use jatpg::driver::Driver;
use jatpg::engine::matrix;
use jatpg::engine::pass::PassKind;
use jatpg::engine::session::Session;
use jatpg::engine::subject::{GoalIndex, Subject};
use jatpg::engine::{Engine, EngineError};
use jatpg::exec::limits::DEFAULT_STEPS;
use jatpg::exec::mutant_set::MutantSet;
use jatpg::report::assemble;
use jatpg::report::json::Report;

use super::{Unwatched, compacted, subject};

const BASKET: &str = "class Basket {
    private int[] prices = new int[4];
    private int size;
    private int discount;
    void add(int price) {
        if (price < 0) { throw new IllegalArgumentException(\"negative\"); }
        if (size == prices.length) { throw new IllegalStateException(); }
        prices[size++] = price;
    }
    void discount(int percent) { discount = percent > 50 ? 50 : percent; }
    int total() {
        int sum = 0;
        for (int i = 0; i < size; i++) { sum += prices[i]; }
        return sum - sum * discount / 100;
    }
    int size() { return size; }
    boolean isEmpty() { return size == 0; }
    String label(String name) { return name.isEmpty() ? \"none\" : name + \": \" + size; }
}";

fn killed(subject: &Subject, tests: &[(Driver, &[usize])]) -> BTreeSet<GoalIndex> {
    let matrix = matrix::full(subject, tests);
    let kills = matrix.rows.iter().filter_map(|(_, judged)| judged.as_ref().ok()).flat_map(|j| &j.kills);
    kills.filter(|(_, kind)| kind.counts()).map(|&(mutant, _)| mutant).collect()
}

fn drivers<'r>(subject: &Subject, report: &'r Report) -> Vec<(Driver, &'r [usize])> {
    let driver = |test| assemble::driver(subject, test).expect("a driver");
    report.tests.iter().map(|test| (driver(test), &*test.left_out)).collect()
}

/// The driver without each of its statements and following calls.
fn without_one(driver: &Driver) -> Vec<Driver> {
    let arranged = (0..driver.arrange.len()).map(|at| {
        let mut fewer = driver.clone();
        fewer.arrange.remove(at);
        fewer
    });
    let following = (0..driver.then.len()).map(|at| {
        let mut fewer = driver.clone();
        fewer.then.remove(at);
        fewer
    });
    arranged.chain(following).collect()
}

#[test]
fn no_statement_of_a_test_can_go_and_no_kill_is_lost_with_those_that_went() {
    let subject = subject(BASKET);
    let uncompacted = compacted(&subject, 64, |_| Compaction::Off);
    let kept = drivers(&subject, &uncompacted);
    let all = killed(&subject, &kept);
    let report = compacted(&subject, 64, Compaction::Merging);
    let left = drivers(&subject, &report);
    assert_eq!(killed(&subject, &left), all);
    let mut statements = 0;
    // No check that is printed can go either: each is left out beside those that are.
    for (at, (driver, left_out)) in left.iter().enumerate() {
        let judged = subject.runner().judge(driver.clone(), &MutantSet::default()).expect("a test");
        for part in judged.observed.checks.parts() {
            if part.iter().any(|check| left_out.contains(check)) {
                continue;
            }
            let fewer: Vec<usize> = left_out.iter().copied().chain(part).collect();
            // A test asserts something.
            if judged.observed.checks.asserts_nothing_without(&fewer) {
                continue;
            }
            let mut suite = left.clone();
            suite[at].1 = &fewer;
            assert_ne!(killed(&subject, &suite), all, "{fewer:?} of {driver:?} can go");
        }
    }
    for (at, (driver, _)) in left.iter().enumerate() {
        for fewer in without_one(driver) {
            statements += 1;
            if subject.runner().check(&fewer).is_err() {
                continue;
            }
            let mut suite = left.clone();
            suite[at] = (fewer, &[]);
            assert_ne!(killed(&subject, &suite), all, "{:?} of {driver:?} can go", suite[at]);
        }
    }
    assert!(statements > 0);
}

/// Offers these drivers, one after another.
struct Given(Vec<Driver>);

impl Engine for Given {
    fn pass(&self) -> PassKind {
        PassKind::Initial
    }

    fn run(&mut self, session: &mut Session<'_>) -> Result<(), EngineError> {
        for driver in self.0.drain(..) {
            session.offer(driver.method, vec![driver], DEFAULT_STEPS);
        }
        Ok(())
    }
}

/// What is reported of tests with these methods, statements behind `Unit unit = new Unit();`, calls and following calls.
fn of_drivers(subject: &Subject, drivers: &[(&str, &[&str], &str, &[&str])]) -> Report {
    let program = subject.program();
    let owned = |texts: &[&str]| texts.iter().map(|&text| text.to_owned()).collect::<Vec<_>>();
    let driver = |&(name, arrange, act, then): &(&str, &[&str], &str, &[&str])| Driver {
        method: program.methods.ids().find(|&m| &*program.methods[m].name == name).expect("it"),
        arrange: [vec!["Unit unit = new Unit();".to_owned()], owned(arrange)].concat(),
        act: act.to_owned(),
        then: owned(then),
    };
    let mut session = Session::new(subject, &Unwatched);
    let mut engines: Vec<Box<dyn Engine + '_>> = vec![Box::new(Given(drivers.iter().map(driver).collect()))];
    let passes = plan::run(&mut session, &mut engines, Compaction::On).expect("no failure");
    assemble::generated(&session, passes, 1)
}

#[test]
fn a_call_that_gives_an_object_is_the_call_under_test_where_nothing_needs_the_one_behind_it() {
    let subject = subject(
        "class Unit { int n; static Unit of(int n) { Unit made = new Unit(); made.n = n * 3; return made; } int twice(int x) { return x * 2; } }",
    );
    let report = of_drivers(
        &subject,
        &[
            ("twice", &["Unit made = Unit.of(4);"], "int result = unit.twice(0);", &[]),
            ("twice", &[], "int result = unit.twice(3);", &[]),
        ],
    );
    let of_it = report.tests.iter().find(|test| test.inputs.iter().any(|part| part.contains("Unit.of(")));
    assert_eq!(of_it.map(|test| test.inputs.len()), Some(1), "{:?}", of_it.map(|test| &test.inputs));
}

#[test]
fn a_call_that_only_a_limit_needs_goes_where_another_test_makes_it_for_another_method() {
    let subject = subject(
        "class Unit {
            private int n;
            private int rounds;
            void set(int v) { n = v == 100 ? 9 : v == 200 ? 9 : v; }
            int rounds() { int d = n; while (d > 0) { d -= 7; rounds++; } return d; }
            int twice(int x) { return x * 2; }
        }",
    );
    let report = of_drivers(
        &subject,
        &[
            ("twice", &["unit.set(20);", "unit.rounds();"], "int result = unit.twice(3);", &[]),
            ("set", &[], "unit.set(100);", &["unit.rounds()"]),
            ("set", &[], "unit.set(200);", &["unit.rounds()"]),
        ],
    );
    let of_twice = report.tests.iter().find(|test| test.method.contains("twice")).expect("a test of it");
    assert!(of_twice.passes_limit.is_empty() && of_twice.inputs.len() == 2, "{:?}", of_twice.inputs);
    assert!(report.tests.iter().any(|test| !test.passes_limit.is_empty()));
}

#[test]
fn a_call_that_only_a_limit_needs_goes_where_a_test_of_its_method_passes_that_limit_as_well() {
    let subject = subject(
        "class Unit { int n; int plus(int d) { while (d > 0) { d -= 7; n++; } return d; } int twice(int x) { return x * 2; } }",
    );
    let report = of_drivers(
        &subject,
        &[
            ("twice", &["unit.plus(20);"], "int result = unit.twice(3);", &[]),
            ("plus", &[], "int result = unit.plus(30);", &[]),
        ],
    );
    let of_twice = report.tests.iter().find(|test| test.method.contains("twice")).expect("a test of it");
    assert!(of_twice.passes_limit.is_empty() && of_twice.inputs.len() == 2, "{:?}", of_twice.inputs);
    assert!(report.tests.iter().any(|test| !test.passes_limit.is_empty()));
}

#[test]
fn inputs_are_ordinary_where_that_kills_as_much() {
    let text = "class Unit {
        static int f(int n) { return n + 1; }
        static int length(String text) { return text.length() * 2; }
        static boolean isDay(int day) { return day > 365; }
    }";
    let subject = subject(text);
    let report = compacted(&subject, 64, Compaction::Merging);
    let calls: Vec<&str> = report.tests.iter().flat_map(|test| &test.inputs).map(String::as_str).collect();
    let numbers =
        calls.iter().filter(|call| call.contains("Unit.f(")).flat_map(|call| call.split(['(', ')']));
    let numbers: Vec<i64> = numbers.filter_map(|number| number.parse().ok()).collect();
    assert!(!numbers.is_empty() && numbers.iter().all(|n| (-10..=10).contains(n)), "{calls:?}");
    let texts =
        calls.iter().filter_map(|call| call.split_once('"')?.1.rsplit_once('"')).map(|(text, _)| text);
    assert!(
        texts.clone().all(|text| text.len() <= 3 && text.chars().all(char::is_alphanumeric)),
        "{calls:?}"
    );
    // What only an unusual value kills keeps it.
    assert!(calls.iter().any(|call| call.contains("365") || call.contains("366")), "{calls:?}");
}

#[test]
fn a_test_is_named_for_the_call_whose_mutants_it_alone_kills() {
    let subject = subject(BASKET);
    let report = compacted(&subject, 64, Compaction::Merging);
    for test in &report.tests {
        let others = report.tests.iter().filter(|other| other.id != test.id).flat_map(|other| &other.kills);
        let others: BTreeSet<&str> = others.map(|id| &**id).collect();
        let alone = test.kills.iter().filter(|id| !others.contains(&***id));
        let methods: BTreeSet<&str> = alone.filter_map(|id| Some(id.rsplit_once('/')?.0)).collect();
        assert!(methods.contains(&*test.method), "{} is of {methods:?}: {:?}", test.method, test.inputs);
    }
}

/// Of thousands of objects alike each is told from a few: no list as long as their number squared.
#[test]
fn the_checks_of_a_large_array_are_a_few_for_each_object() {
    let text = "class Unit { final int n; Unit(int n) { this.n = n; }
        static Unit[] make(int n) {
            Unit[] all = new Unit[n];
            for (int i = 0; i < n; i++) { all[i] = new Unit(7); }
            return all;
        } }";
    let subject = subject(text);
    let method =
        subject.program().methods.iter_enumerated().find(|(_, m)| &*m.name == "make").expect("a method").0;
    let act = "Unit[] result = Unit.make(1000);".to_owned();
    let driver = Driver { method, arrange: Vec::new(), act, then: Vec::new() };
    let judged = subject.runner().judge(driver, &MutantSet::default()).expect("a test");
    let checks = judged.observed.checks.checks.len();
    assert!((1_000..30_000).contains(&checks), "{checks}");
}
