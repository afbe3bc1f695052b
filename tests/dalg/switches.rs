//! Each advanced method makes a difference (DESIGN §8): a search with it, and the same search without it. Some kill what
//! nothing else does; those that only save effort say so.

use jatpg::dalg::outcome::End;
use jatpg::dalg::switches::{Limits, Switch, Switches};
use jatpg::driver::Generator;
use jatpg::engine::dalgorithm::DAlgorithm;
use jatpg::engine::pass::PassKind;
use jatpg::report::search::searches;

use super::search::{FAR_GUARD, subject};

/// What the searches for one mutant came to.
struct Searched {
    is_killed: bool,
    solutions: u64,
    backtracks: u64,
    story: String,
}

/// One mutant of a program.
struct Target {
    text: &'static str,
    original: &'static str,
    replacement: &'static str,
}

impl Target {
    fn search(&self, switches: Switches) -> Searched {
        self.search_within(switches, Limits::default())
    }

    fn search_within(&self, switches: Switches, limits: Limits) -> Searched {
        let subject = subject(self.text);
        let mutant = subject
            .indices()
            .find(|&m| {
                let mutant = subject.mutant(m);
                mutant.original == self.original && mutant.replacement == self.replacement
            })
            .expect("the mutant is there");
        let generator = Generator::new(subject.program(), 1, |field| subject.setting(field));
        let d = DAlgorithm::new(PassKind::D, generator, switches, limits);
        let told = d.explain(&subject, mutant).expect("Z3 works");
        Searched {
            is_killed: told.iter().any(|t| t.attack.end == End::Killed),
            solutions: told.iter().map(|t| t.attack.stats.solutions).sum(),
            backtracks: told.iter().map(|t| t.attack.stats.backtracks).sum(),
            story: searches(&told, false),
        }
    }

    fn is_killed(&self, switches: Switches) -> bool {
        self.search(switches).is_killed
    }

    /// Killed with this method and those that it needs, and not without it, whatever else is on.
    fn needs(&self, switch: Switch, with: Switches) {
        let alone = self.search(with.with(switch));
        assert!(alone.is_killed, "with {switch} and what it needs:\n{}", alone.story);
        let others = self.search(Switches::ALL.without(switch));
        assert!(!others.is_killed, "with all but {switch}:\n{}", others.story);
        let all = self.search(Switches::ALL);
        assert!(all.is_killed, "with all:\n{}", all.story);
    }

    /// Killed either way, at another price: with all methods on, and without the one.
    fn is_dearer_without(&self, switch: Switch, price: fn(&Searched) -> u64) -> (u64, u64) {
        let (all, others) = (self.search(Switches::ALL), self.search(Switches::ALL.without(switch)));
        assert!(all.is_killed && others.is_killed, "with {switch}:\n{}without:\n{}", all.story, others.story);
        let prices = (price(&all), price(&others));
        assert!(prices.0 < prices.1, "with {switch} {}, without {}", prices.0, prices.1);
        prices
    }
}

const FAR: Target = Target { text: FAR_GUARD, original: "x == y", replacement: "false" };

#[test]
fn the_far_guard_is_found_by_edge_condition_assist_alone() {
    assert!(!FAR.is_killed(Switches::NONE), "with no method");
    let assisted = FAR.search(Switches::NONE.with(Switch::EcAssist));
    assert!(assisted.is_killed, "with assist:\n{}", assisted.story);
    assert!(assisted.solutions <= 8, "{} solutions:\n{}", assisted.solutions, assisted.story);
}

#[test]
fn a_guard_that_no_value_meets_by_chance_needs_edge_condition_assist() {
    let text = "class Unit { static int f(int x, int y, int z) {
        int w = x * 3 + 7;
        if (w != 30001) { return 0; }
        int r = 1;
        if (z < 0) { z = -z; }
        if (z % 2 == 0) { r = r + 1; }
        int u = x;
        int v = y;
        if (u == v) { r = r + 10; }
        return r;
    } }";
    Target { text, original: "u == v", replacement: "false" }.needs(Switch::EcAssist, Switches::NONE);
}

#[test]
fn an_effect_that_only_may_be_read_needs_a_subtask_of_its_own() {
    let text = "class Unit { static int f(int a, int b, int c) {
        int x = a;
        int p = b;
        int q = b + 1;
        if (c != 1234) { x = 5; }
        return x + p - q;
    } }";
    Target { text, original: "a", replacement: "-a" }.needs(Switch::Pme, Switches::NONE);
}

#[test]
fn possible_values_are_found_alone_and_save_solutions_beside_value_assist() {
    let text = "class Unit { static int f(int a, int b, int c, int d) {
        int k = 13;
        if (a > 0) { k = 7; } else if (a < b) { k = 1000; }
        int m = 19;
        if (c > 0) { m = 29; } else if (c < d) { m = 600; }
        int n = 11;
        if (b > 0) { n = 41; } else if (b < d) { n = 5; }
        if (k + m * n == 24607) { return 1; }
        return 0;
    } }";
    let target = Target { text, original: "k + m * n == 24607", replacement: "k + m * n != 24607" };
    assert!(target.is_killed(Switches::NONE.with(Switch::Pcv)));
    assert!(!target.is_killed(Switches::NONE));
    target.is_dearer_without(Switch::Pcv, |s| s.solutions);
    // Of three values each, where two are the most that are kept, none is kept.
    let within = |k_pca: u32| {
        let limits = Limits { k_pca, ..Limits::default() };
        target.search_within(Switches::NONE.with(Switch::Pcv), limits).is_killed
    };
    assert!(within(3) && !within(2));
}

#[test]
fn a_definition_and_the_path_from_it_save_backtracks() {
    let text = include_str!("../../programs/papers/Days.java");
    let target = Target { text, original: "before + day", replacement: "before - day" };
    let (with, without) = target.is_dearer_without(Switch::DuJust, |s| s.backtracks);
    assert!(without >= with + 4, "{with} and {without} backtracks");
}

#[test]
fn how_a_possible_value_comes_about_is_needed_alone_and_saves_solutions_beside_assist() {
    let text = "class Unit { static int f(int a, int b) {
        int k;
        if (a > 300) {
            if (b > 700) { k = 1; } else { k = 9; }
            k = k * k;
        } else {
            if (b > 500) { k = 5; } else { k = 20; }
            k = k * k;
        }
        int r = 0;
        if (k == 81) { r = 1; }
        if (r == 1 && a % 16 + b % 8 == 9) { return 1; }
        return 0;
    } }";
    let target = Target { text, original: "k == 81", replacement: "false" };
    let pcv = Switches::NONE.with(Switch::Pcv);
    assert!(target.is_killed(pcv.with(Switch::History)));
    assert!(!target.is_killed(pcv) && !target.is_killed(Switches::NONE.with(Switch::History)));
    let (with, without) = target.is_dearer_without(Switch::History, |s| s.solutions);
    assert!(2 * with <= without, "{with} and {without} solutions");
}

const COUNT_POSITIVE: &str = include_str!("../../programs/textbook/CountPositive.java");

#[test]
fn a_template_saves_solutions_for_the_next_mutation_of_a_region() {
    let target = Target { text: COUNT_POSITIVE, original: "x[i] > 0", replacement: "true" };
    let assist = Switches::NONE.with(Switch::EcAssist);
    let (with, without) = (target.search(assist.with(Switch::Template)), target.search(assist));
    assert!(with.solutions < without.solutions, "{} and {}", with.solutions, without.solutions);
    target.is_dearer_without(Switch::Template, |s| s.solutions);
}

#[test]
fn what_an_executed_join_says_of_its_dominator_saves_backtracks_alone_and_solutions_beside_assist() {
    let text = "class Unit { static int f(int x, int y, int z) {
        int r = 0;
        if (x > 5000) {
            if (z > 0) { r = 1; }
            int t = y + 1;
            if (t + x % 16 == 9) { r = r + 2; }
        }
        return r;
    } }";
    let target = Target { text, original: "y + 1", replacement: "y" };
    let alone = target.search(Switches::NONE.with(Switch::IndirectExs));
    assert!(alone.is_killed && alone.backtracks < target.search(Switches::NONE).backtracks);
    let (with, without) = target.is_dearer_without(Switch::IndirectExs, |s| s.solutions);
    assert!(2 * with <= without, "{with} and {without} solutions");
}

#[test]
fn justifying_the_original_first_saves_solutions() {
    let text = include_str!("../../programs/papers/Reconverge.java");
    let target = Target { text, original: "c", replacement: "--c" };
    let (with, without) =
        (target.search(Switches::NONE.with(Switch::MultiJust)), target.search(Switches::NONE));
    assert!(with.solutions < without.solutions, "{} and {}", with.solutions, without.solutions);
    target.is_dearer_without(Switch::MultiJust, |s| s.solutions);
}

#[test]
fn another_sign_for_the_next_solution_is_needed_where_the_solver_alone_gives_them() {
    let text = "class Unit { static void f(int[] a, int x) {
        int t = x + 1;
        int p = x;
        int q = p;
        if (t < 0) { a[0] = t; }
    } }";
    let target = Target { text, original: "x + 1", replacement: "x" };
    for others in [Switches::NONE, Switches::ALL.without(Switch::RandomSolve).without(Switch::ValuePool)] {
        let (with, without) = (target.search(others.with(Switch::RandomSolve)), target.search(others));
        assert!(with.is_killed && !without.is_killed, "with:\n{}without:\n{}", with.story, without.story);
    }
}

#[test]
fn two_values_that_contradict_need_their_definitions() {
    let text = "class Unit { static int f(int x) {
        int u = x * 4;
        int w = x + 3000;
        int p = x;
        int q = p;
        if (u == w) { return q - p + 1; }
        return 0;
    } }";
    let target = Target { text, original: "u == w", replacement: "false" };
    target.needs(Switch::ValueAssist, Switches::NONE);
}

#[test]
fn values_that_are_tried_do_where_the_solver_does_not() {
    let text = "class Unit { static int f(float x, float y) {
        if (x * y > 12.5f) { return 1; }
        return 0;
    } }";
    let target = Target { text, original: "x * y > 12.5f", replacement: "true" };
    target.needs(Switch::ValuePool, Switches::NONE);
}

#[test]
fn an_effect_that_can_reach_no_output_is_a_conflict_which_assist_needs() {
    let text = "class Unit { static int seen(int x, int y) {
        boolean z;
        if (x < y) { z = true; } else { z = false; }
        int p = x;
        int q = y;
        if (z && p + q == 10) { return 1; }
        return 0;
    } }";
    let assist = Switches::NONE.with(Switch::EcAssist).with(Switch::ValueAssist).with(Switch::ValuePool);
    Target { text, original: "x < y", replacement: "x != y" }.needs(Switch::XPath, assist);
}

#[test]
fn what_holds_at_the_entry_of_a_region_saves_solutions() {
    let text = "class Unit { static int f(int a) {
        int m = a;
        if (m < 10) { m = 10; }
        if (m > 40) { m = 40; }
        int r = 0;
        if (m * m < 500) { r = 1; }
        return r;
    } }";
    let target = Target { text, original: "m * m < 500", replacement: "m * m > 500" };
    target.is_dearer_without(Switch::Facts, |s| s.solutions);
}

#[test]
fn an_effect_that_only_the_heap_shows_needs_a_larger_region() {
    let text = "class Unit { static void f(int[] a, int x) {
        int t = x + 1;
        if (t == 4711) { a[0] = 7; }
    } }";
    Target { text, original: "x + 1", replacement: "x - 1" }.needs(Switch::Expand, Switches::NONE);
}

/// A value of `b` is taken that both versions compare alike, and nothing else reads it: the next one is to be such that they
/// part there. That the statement of the mutation makes the same `x` is seen although its nodes are the mutant's own.
#[test]
fn a_decision_that_has_hidden_the_effect_is_asked_to_part_by_edge_condition_assist() {
    let text = "class Unit { static int f(int a, int b) {
        int x = a;
        x = x ^ b;
        x = x + 19;
        if (b > 2000) { x = x - 20; } else { x = x + 1; }
        return x;
    } }";
    let target = Target { text, original: "b", replacement: "b++" };
    target.needs(Switch::EcAssist, Switches::NONE.with(Switch::XPath).with(Switch::ValueAssist));
    let all = target.search(Switches::ALL);
    assert!(all.story.contains("passes where it was hidden") && all.backtracks == 0, "{}", all.story);
}
