//! What a report says of how small its suite could be, against all choices of the suite's own tests.

use std::collections::BTreeSet;

use jatpg::report::json::{Report, TestReport};
use jatpg::report::{audit, merge, text};

use super::generate;

const CART: &str = "class Cart {
    static int price(int n, int each, boolean member) {
        int sum = n * each;
        if (n < 0 || each < 0) { throw new IllegalArgumentException(); }
        if (n > 10) { sum -= sum / 10; }
        return member && sum > 100 ? sum - 5 : sum;
    }
    static boolean isLarge(int n) { return n >= 12; }
}";

/// What the test kills by more than a run to a limit.
fn kills(test: &TestReport) -> BTreeSet<&str> {
    test.kills.iter().filter(|id| !test.passes_limit.contains(id)).map(|id| &**id).collect()
}

/// By trying all: how many of the suite's tests kill all that it kills.
fn fewest(report: &Report) -> usize {
    let kills: Vec<BTreeSet<&str>> = report.tests.iter().map(kills).collect();
    let killed = |tests: u32| -> BTreeSet<&str> {
        (0..kills.len()).filter(|at| tests >> at & 1 != 0).flat_map(|at| &kills[at]).copied().collect()
    };
    let all = killed(u32::MAX);
    let covers = (0..1_u32 << kills.len()).filter(|&tests| killed(tests) == all);
    covers.map(u32::count_ones).min().unwrap_or_default() as usize
}

#[test]
fn no_choice_of_a_suite_s_own_tests_is_smaller_than_the_report_says() {
    let report = generate(CART, 200);
    let [cover] = &report.cover[..] else { panic!("{:#?}", report.cover) };
    assert!((2..=16).contains(&report.tests.len()), "{}", report.tests.len());
    assert_eq!(cover.tests, report.tests.len());
    assert!(cover.least <= fewest(&report) && cover.tests <= cover.candidates, "{cover:?}");
    assert!(cover.least > 1, "no one call throws and returns: {cover:?}");
    assert!(text::render(&report, &[]).contains(&cover.render()));
    let read = Report::parse(&serde_json::to_string(&report).expect("a report")).expect("a report");
    assert_eq!(read.cover, report.cover);
}

#[test]
fn a_report_of_several_has_what_each_says() {
    let parts = [generate(CART, 200), generate("class One { static int one() { return 1; } }", 20)];
    assert!(parts[1].tests.len() <= 1 && parts[1].cover.is_empty(), "there is nothing to choose");
    let whole = merge::merged(&parts).expect("two parts");
    assert_eq!(whole.cover, parts[0].cover);
    let both = merge::merged(&[parts[0].clone(), parts[0].clone()]).expect("two parts");
    assert_eq!(both.cover.len(), 2);
}

#[test]
fn a_bound_that_cannot_be_is_a_problem() {
    let mut report = generate(CART, 200);
    assert_eq!(audit::problems(&report), Vec::<String>::new());
    report.cover[0].least = report.cover[0].tests + 1;
    assert_eq!(audit::problems(&report).len(), 1);
    report.cover[0].least = 1;
    report.cover[0].candidates = 1;
    assert_eq!(audit::problems(&report).len(), 1);
}
