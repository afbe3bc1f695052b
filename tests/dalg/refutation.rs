//! What a refutation proves: for each condition a program in which that one alone is not met, and what would be believed
//! without it.

use jatpg::dalg::refutation::{Gap, Gaps, proven};
use jatpg::dalg::switches::{Limits, Switches};
use jatpg::driver::{Driver, Generator};
use jatpg::engine::dalgorithm::{DAlgorithm, Told};
use jatpg::engine::pass::PassKind;
use jatpg::engine::subject::{GoalIndex, Subject};
use jatpg::exec::mutant_set::MutantSet;
use jatpg::report::search::searches;

use super::search::{FAR_GUARD, subject};

/// One mutant with its searches.
struct Case {
    subject: Subject,
    mutant: GoalIndex,
    told: Vec<Told>,
}

impl Case {
    /// The first mutant that `original` is changed to.
    fn new(text: &str, original: &str, replacement: &str, switches: Switches, limits: Limits) -> Self {
        let subject = subject(text);
        let is_meant = |m: &GoalIndex| {
            let mutant = subject.mutant(*m);
            mutant.original == original && mutant.replacement == replacement
        };
        let mutant = subject.indices().find(is_meant).expect("the mutant is there");
        let generator = Generator::new(subject.program(), 1, |field| subject.setting(field));
        let d = DAlgorithm::new(PassKind::D, generator, switches, limits);
        let told = d.explain(&subject, mutant).expect("Z3 works");
        Self { subject, mutant, told }
    }

    /// Whether a run tells the mutant from the original.
    fn is_killed(&self, arrange: &[&str], act: &str) -> bool {
        let target: MutantSet = [self.mutant].into_iter().collect();
        let arrange = arrange.iter().map(|&s| s.to_owned()).collect();
        let method = self.subject.mutant(self.mutant).method;
        let driver = Driver { method, arrange, act: act.to_owned(), then: Vec::new() };
        !self.subject.runner().judge(driver, &target).expect("a test").kills.is_empty()
    }

    /// The same of a run that begins in another method.
    fn is_killed_from(&self, method: &str, act: &str) -> bool {
        let target: MutantSet = [self.mutant].into_iter().collect();
        let program = self.subject.program();
        let method =
            program.methods.ids().find(|&m| &*program.methods[m].name == method).expect("the method");
        let driver = Driver { method, arrange: Vec::new(), act: act.to_owned(), then: Vec::new() };
        !self.subject.runner().judge(driver, &target).expect("a test").kills.is_empty()
    }

    /// The search that found no test and has these gaps.
    fn with_gaps(&self, gaps: &[Gap]) -> Option<&Told> {
        let gaps: Gaps = gaps.iter().copied().collect();
        self.told.iter().find(|told| told.driver.is_none() && told.gaps == gaps)
    }

    fn show(&self) -> String {
        let gaps: Vec<_> = self.told.iter().map(|told| (told.frames, told.attack.end, &told.gaps)).collect();
        format!("{gaps:?}\n{}", searches(&self.told, true))
    }

    /// No search proves anything, and one has this gap and no other.
    fn assert_unproven_for(&self, gap: Gap) {
        assert!(self.with_gaps(&[gap]).is_some(), "{}", self.show());
        assert!(self.told.iter().all(|told| told.proven.is_none()), "{}", self.show());
    }
}

fn of(text: &str, original: &str, replacement: &str) -> Case {
    Case::new(text, original, replacement, Switches::ALL, Limits::default())
}

#[test]
fn a_refutation_without_a_gap_is_a_proof() {
    let case = of(
        "class Unit { static int most(int a, int b) { int m = a; if (b > m) { m = b; } return m; } }",
        "b > m",
        "b >= m",
    );
    let proven = case.told[0].proven.expect("a proof");
    assert!(!proven.is_bounded && case.told.len() == 1, "{}", case.show());
}

#[test]
fn a_loop_that_ends_by_its_constants_is_looked_at_as_a_whole() {
    let text = "class Unit { static int sum(int a) {
        int s = 0;
        for (int i = 0; i < 3; i++) { if (a > i) { s = s + 1; } }
        return s;
    } }";
    let case = of(text, "i < 3", "i != 3");
    let whole = case.told.iter().find_map(|told| told.proven).expect("a proof");
    assert_eq!((whole.is_bounded, whole.frames), (false, 4), "{}", case.show());
}

#[test]
fn any_gap_but_the_cut_keeps_a_refutation_from_being_a_proof() {
    let gaps = [
        Gap::Limit,
        Gap::Abandoned,
        Gap::Unasked,
        Gap::Elsewhere,
        Gap::Merged,
        Gap::Call,
        Gap::Unsupported,
        Gap::Caller,
        Gap::Inputs,
        Gap::Static,
        Gap::Hidden,
        Gap::Identity,
    ];
    for gap in gaps {
        assert_eq!(proven(&[gap].into(), 4, false), None, "{gap}");
        assert_eq!(proven(&[gap, Gap::Cut].into(), 4, false), None, "{gap}");
    }
    let bounded = proven(&[Gap::Cut].into(), 4, false).expect("a proof up to a bound");
    assert!(bounded.is_bounded && bounded.frames == 4);
    assert!(proven(&Gaps::new(), 4, false).is_some_and(|proven| !proven.is_bounded));
}

/// Whatever bits the machine gives it.
#[test]
fn what_is_no_number_is_one_value() {
    let text = "class Unit { static int f(double a, double b) {
        double d = a / b;
        double e = -d;
        if (e != e) { return 1; }
        return 0;
    } }";
    let case = of(text, "e != e", "false");
    assert!(case.told.iter().any(|told| told.driver.is_some()), "{}", case.show());
}

#[test]
fn a_limit_is_no_refutation() {
    let limits = Limits { backtracks: 0, ..Limits::default() };
    let case = Case::new(FAR_GUARD, "x == y", "false", Switches::NONE, limits);
    case.assert_unproven_for(Gap::Limit);
    let killed = of(FAR_GUARD, "x == y", "false");
    assert!(killed.told.iter().any(|told| told.driver.is_some()), "{}", killed.show());
}

#[test]
fn every_copy_of_the_region_has_to_be_refuted() {
    let text = "class Unit { static int third(int n) {
        int c = 0;
        for (int i = 0; i < 6; i++) { if (i == 3) { c = c + n; } }
        return c;
    } }";
    let limits = Limits { copies: 2, ..Limits::default() };
    let case = Case::new(text, "c + n", "c - n", Switches::ALL, limits);
    case.assert_unproven_for(Gap::Elsewhere);
    assert!(case.is_killed(&[], "int result = Unit.third(1);"));
}

#[test]
fn a_refutation_in_too_few_frames_is_one_up_to_their_number() {
    let text = "class Unit { static int tenth(int n) {
        int c = 0;
        for (int i = 0; i < n; i++) { if (i == 9) { c = c + 1; } }
        return c;
    } }";
    let limits = Limits { frames: 4, ..Limits::default() };
    let case = Case::new(text, "c + 1", "c - 1", Switches::ALL, limits);
    let bounds: Vec<(bool, u32)> =
        case.told.iter().filter_map(|told| told.proven).map(|p| (p.is_bounded, p.frames)).collect();
    assert_eq!(bounds, [(true, 1), (true, 2), (true, 4)], "{}", case.show());
    assert!(case.with_gaps(&[Gap::Cut]).is_some());
    assert!(case.is_killed(&[], "int result = Unit.tenth(10);"));
}

#[test]
fn frames_in_which_no_run_ends_say_nothing() {
    let text = "class Unit { static int sum(int a) {
        int s = 0;
        for (int i = 0; i < 100; i++) { s = s + a; }
        return s;
    } }";
    let limits = Limits { frames: 4, ..Limits::default() };
    let case = Case::new(text, "s + a", "s - a", Switches::ALL, limits);
    case.assert_unproven_for(Gap::Unasked);
    assert!(case.is_killed(&[], "int result = Unit.sum(1);"));
}

/// A deleted assignment brings to light what stood in the variable before, which the original never reads.
#[test]
fn what_the_original_does_not_read_its_network_does_not_tell_apart() {
    let text = "class Unit { static int three(int a) {
        int x;
        if (a > 0) { x = FIRST; } else { x = SECOND; }
        x = 3;
        return x;
    } }";
    let mut unproven = 0;
    for (first, second) in [("3", "2"), ("2", "3")] {
        let text = text.replace("FIRST", first).replace("SECOND", second);
        let case = of(&text, "x = 3;", "");
        let is_refuted = case.told.iter().all(|told| told.driver.is_none());
        assert!(case.told.iter().all(|told| told.proven.is_none()), "{}", case.show());
        if is_refuted {
            case.assert_unproven_for(Gap::Merged);
            unproven += 1;
        }
        assert!(
            case.is_killed(&[], "int result = Unit.three(1);")
                || case.is_killed(&[], "int result = Unit.three(0);")
        );
    }
    assert_eq!(unproven, 1);
}

const MOST: &str = "int m = a; if (b > m) { m = b; }";

#[test]
fn a_call_that_is_not_followed_is_unknown() {
    let text = format!(
        "class Unit {{
            static int most(int a, int b) {{ {MOST} return m + down(b); }}
            static int down(int n) {{ if (n <= 0) {{ return 0; }} return down(n - 1); }}
        }}"
    );
    of(&text, "b > m", "b >= m").assert_unproven_for(Gap::Call);
}

/// The network has no run of it, so that nothing behind it is looked at.
#[test]
fn code_outside_the_subset_is_not_followed() {
    let text = "class Unit { static int f(int a, int b) {
        int c = 0;
        if (a == 5) {
            String s = new String(new byte[] { 65 });
            c = s.length();
            c = c + b;
        }
        return c;
    } }";
    let case = of(text, "c + b", "c - b");
    case.assert_unproven_for(Gap::Unsupported);
    assert!(case.is_killed(&[], "int result = Unit.f(5, 1);"));
}

/// Equal contents are one value here, and may be two objects.
#[test]
fn which_strings_are_one_object_is_not_known() {
    let text = format!(
        "class Unit {{ static int most(int a, int b) {{
            {MOST}
            String s = \"\" + m;
            String t = \"\" + m;
            return s == t ? 0 : m;
        }} }}"
    );
    of(&text, "b > m", "b >= m").assert_unproven_for(Gap::Identity);
}

/// Two strings with one content are one output, and other code tells them apart.
#[test]
fn which_string_comes_out_matters_where_any_code_compares_them_by_identity() {
    let text = "class Unit {
        static String text(int n) { String s = \"q\"; if (n > 3) { s = new String(s); } return s; }
        static boolean far(int n, int key) { return key * 31 + 7 == 1234567891 && text(n) == \"q\"; }
    }";
    let case = of(text, "n > 3", "n < 3");
    case.assert_unproven_for(Gap::Identity);
    assert!(case.is_killed_from("far", "boolean result = Unit.far(0, 1702392756);"));
}

/// Of an object that is returned, and of an exception that is thrown.
#[test]
fn what_no_test_may_read_other_code_may() {
    let text = "class Unit extends RuntimeException {
        private int v;
        static Unit made(int x) { Unit u = new Unit(); if (x > 3) { u.v = 1; } return u; }
        static void thrown(int x) { Unit u = new Unit(); if (x >= 3) { u.v = 1; } throw u; }
        static int peek(Unit u) { return u.v; }
    }";
    for (original, replacement) in [("x > 3", "x < 3"), ("x >= 3", "x < 3")] {
        of(text, original, replacement).assert_unproven_for(Gap::Hidden);
    }
}

#[test]
fn lengths_are_the_choice_of_the_driver() {
    let text = "class Unit { static int hundred(int[] a) { if (a != null && a.length == 100) { return 1; } return 0; } }";
    let case = of(text, "a.length == 100", "false");
    case.assert_unproven_for(Gap::Inputs);
    assert!(case.is_killed(&["int[] a = new int[100];"], "int result = Unit.hundred(a);"));
}

#[test]
fn one_caller_is_not_all_of_them() {
    let text = "class Unit {
        static int small(int y) { return five(y & 3); }
        static int any(int y) { return five(y); }
        private static int five(int x) { if (x == 5) { return 1; } return 0; }
    }";
    let case = of(text, "x == 5", "false");
    case.assert_unproven_for(Gap::Caller);
    assert!(case.is_killed(&[], "int result = Unit.any(5);"));
}

#[test]
fn other_code_may_change_what_is_static() {
    let text = "class Unit {
        private static int s = 3;
        static void set(int v) { s = v; }
        static int five(int x) { if (s == 5) { return x; } return 0; }
    }";
    let case = of(text, "s == 5", "false");
    assert!(case.with_gaps(&[Gap::Static]).is_some(), "{}", case.show());
    assert!(case.told.iter().all(|told| told.proven.is_none()), "{}", case.show());
    assert!(case.is_killed(&["Unit.set(5);"], "int result = Unit.five(1);"));
}
