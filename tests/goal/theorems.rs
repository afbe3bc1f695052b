//! What criteria have to do with one another, on random methods over all their inputs: which of them *subsumes* which (Bardin, Kosmatov,
//! Cheynier, Def. 1 and Theorem 1), and that no label is proven infeasible that an input covers.
//!
//! Of label sets subsumption can be decided: whoever covers all labels of one covers a label of the other if and only if each input that covers
//! some label of the one covers that of the other. Else each of them has an input that does not, and these are a suite.

use std::collections::BTreeSet;

use jatpg::engine::subject::{GoalIndex, Subject};
use jatpg::goal::Goals;
use jatpg::mutate::operator::OperatorSet;
use jatpg::report::json::VerdictKind;
use jatpg::syntax::with_stack;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::lower_bound::by_input;
use super::{generate, subject, subject_of};
use crate::support::soak;

/// Those of which there are labels of weak mutation.
const WEAK: &str = "AOIU,AORB,COR,ROR";

const CRITERIA: &str = "fc,ic,dc,cc,dcc,mcc,gacc,idc,rte,limit,scc,smcc";

/// The first of each subsumes the second where no part of a condition throws.
const SUBSUMED: [(&str, &str); 7] = [
    ("mcc", "dcc"),
    ("mcc", "dc"),
    ("mcc", "cc"),
    ("dcc", "dc"),
    ("dcc", "cc"),
    ("smcc", "scc"),
    ("ic", "fc"),
];

/// And what no theorem says: each has a method in which it is not so.
const NOT_SUBSUMED: [(&str, &str); 4] = [("dc", "cc"), ("cc", "dc"), ("dcc", "mcc"), ("ic", "dc")];

/// Makes methods that are full of decisions, of which no part has an effect or can throw. There is no `switch`: its groups have labels of dc, dcc and
/// cc, and none of mcc.
struct Maker {
    rng: ChaCha8Rng,
    /// Whether parts may throw: they divide and read arrays, texts and fields.
    throws: bool,
}

impl Maker {
    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from.choose(&mut self.rng).copied().unwrap_or_default()
    }

    fn of_seed(seed: u64) -> Self {
        Self { rng: ChaCha8Rng::seed_from_u64(seed), throws: false }
    }

    fn comparison(&mut self) -> String {
        if self.throws && self.rng.random_range(0..3) > 0 {
            let part = |maker: &mut Self| {
                maker.pick(&[
                    "c[x]",
                    "c[y & 3]",
                    "a / y",
                    "x % y",
                    "c[x - y] / a",
                    "s.charAt(y)",
                    "d[y].length",
                    "y",
                ])
            };
            let (left, right) = (part(self), part(self));
            return format!("{left} {} {right}", self.pick(&["<", "<=", ">", "=="]));
        }
        let left = self.pick(&["a", "x", "y", "x + y", "(a & 7)", "a * 2"]);
        let right = self.pick(&["0", "3", "-1", "100", "a", "y", "x - 4"]);
        format!("{left} {} {right}", self.pick(&["<", "<=", ">", ">=", "==", "!="]))
    }

    fn condition(&mut self, depth: u32) -> String {
        if depth == 0 || self.rng.random_range(0..4) == 0 {
            return match self.rng.random_range(0..5) {
                0 => self.pick(&["b", "q"]).to_owned(),
                _ => self.comparison(),
            };
        }
        let (left, right) = (self.condition(depth - 1), self.condition(depth - 1));
        match self.rng.random_range(0..8) {
            0 => format!("!({left})"),
            1 if depth == 1 => format!("({} ? {left} : {right})", self.comparison()),
            2 => format!("(({left}) {} ({right}))", self.pick(&["&", "|", "^"])),
            _ => format!("({left} {} {right})", self.pick(&["&&", "||"])),
        }
    }

    fn value(&mut self) -> &'static str {
        if self.throws && self.rng.random_range(0..2) == 0 {
            return self.pick(&[
                "c[x + y]",
                "x / (y - a)",
                "d[a & 1][y]",
                "q && x < 3 ? c[x] : y",
                "c[c[y & 3] % y]",
            ]);
        }
        self.pick(&["a", "x + 3", "y - a", "x * y", "7", "-x", "(x ^ 5)"])
    }

    fn statement(&mut self, depth: u32) -> String {
        let condition = self.condition(2);
        if depth == 0 {
            return match self.rng.random_range(0..4) {
                0 => format!("q = {condition};"),
                1 => format!("y = {condition} ? {} : {};", self.value(), self.value()),
                _ => format!("{} = {};", self.pick(&["x", "y"]), self.value()),
            };
        }
        let inner = self.statement(depth - 1);
        match self.rng.random_range(0..5) {
            0 => format!("if ({condition}) {{ return {}; }} {inner}", self.value()),
            1 => format!("for (int i{depth} = 0; i{depth} < 3 && {condition}; i{depth}++) {{ {inner} }}"),
            2 => {
                let (first, second) = (self.value(), self.value());
                format!("if ({condition}) {{ x = {first}; }} else {{ y = {second}; {inner} }}")
            }
            _ => format!("if ({condition}) {{ {inner} }} else {{ {} }}", self.statement(depth - 1)),
        }
    }

    fn method(&mut self) -> String {
        let statements: Vec<String> =
            (0..self.rng.random_range(1..4)).map(|at| self.statement(at.min(2))).collect();
        let body = statements.join(" ");
        if self.throws {
            return format!(
                "static int f(byte a, boolean b) {{ int x = a; int y = 1; boolean q = !b; int[] c = {{3, -2, 0}}; int[][] d = {{c, b ? c : null}}; String s = \"ab\"; \
                 try {{ {body} }} catch (ArithmeticException e) {{ return q ? 77 : x; }} return x + y; }}"
            );
        }
        format!(
            "static int f(byte a, boolean b) {{ int x = a; int y = 1; boolean q = !b; {body} return x + y; }}"
        )
    }
}

/// The labels of a criterion, by number.
fn of(subject: &Subject, criterion: &str) -> Vec<GoalIndex> {
    let name = format!("/{}_", criterion.to_uppercase());
    let is_of = |label: &GoalIndex| subject.mutant(*label).names().any(|id| id.contains(&name));
    let labels = subject.indices().filter(is_of);
    labels.filter(|&label| subject.mutant(label).unsupported.is_none()).collect()
}

/// By label, the inputs that cover it.
fn covering(subject: &Subject) -> Vec<BTreeSet<usize>> {
    let mut covering = vec![BTreeSet::new(); subject.mutants().len()];
    for (input, labels) in by_input(subject).into_iter().enumerate() {
        for label in labels {
            covering[label as usize].insert(input);
        }
    }
    covering
}

/// A label of the second that a suite may miss that covers all of the first.
fn missed(subject: &Subject, covering: &[BTreeSet<usize>], (all, one): (&str, &str)) -> Option<GoalIndex> {
    let inputs = |label: GoalIndex| &covering[label as usize];
    let sure: Vec<GoalIndex> =
        of(subject, all).into_iter().filter(|&label| !inputs(label).is_empty()).collect();
    of(subject, one).into_iter().find(|&label| {
        !inputs(label).is_empty() && !sure.iter().any(|&other| inputs(other).is_subset(inputs(label)))
    })
}

/// `JATPG_LABELS` asks for so many methods; 10,000 labels are some 150.
#[test]
fn criteria_subsume_one_another_and_no_infeasible_label_is_covered() {
    let asked = std::env::var("JATPG_LABELS").ok().and_then(|n| n.parse().ok());
    let methods: u64 = asked.unwrap_or(if soak::is_on() { 150 } else { 4 });
    let (mut labels, mut infeasible, mut open) = (0, 0, 0);
    let mut refuted = BTreeSet::new();
    for seed in 0..methods {
        let method = Maker::of_seed(seed).method();
        let subject = subject(&format!("class A {{ {method} }}"), CRITERIA);
        let covering = covering(&subject);
        for pair in SUBSUMED {
            if let Some(label) = missed(&subject, &covering, pair) {
                panic!("{pair:?}: {:?}\n{method}", subject.mutant(label).label);
            }
        }
        refuted.extend(NOT_SUBSUMED.into_iter().filter(|&pair| missed(&subject, &covering, pair).is_some()));
        let report = with_stack(|| generate(&subject, 32, 200_000_000));
        for (label, inputs) in
            report.labels.iter().zip(&covering).filter(|(label, _)| label.excluded.is_none())
        {
            labels += 1;
            match label.verdict.as_ref().expect("a verdict").verdict {
                VerdictKind::Killed => assert!(!inputs.is_empty(), "{method}\n{label:#?}"),
                VerdictKind::Equivalent => {
                    infeasible += 1;
                    assert!(inputs.is_empty(), "{method}\n{label:#?}");
                }
                VerdictKind::EquivalentUpTo | VerdictKind::Undecided => open += 1,
            }
        }
    }
    println!("{methods} methods, {labels} labels: {infeasible} infeasible, {open} open; {refuted:?}");
    assert!(labels > 40 * methods && infeasible as u64 > 2 * methods, "{labels}, {infeasible} infeasible");
    if methods > 50 {
        assert_eq!(refuted.len(), NOT_SUBSUMED.len(), "{refuted:?}");
    }
}

/// By number of a label of weak mutation: its mutant, which has the same place in the order of the method's. Labels that are left out have none.
fn weak(subject: &Subject) -> Vec<(GoalIndex, GoalIndex)> {
    let mutants: Vec<GoalIndex> =
        subject.indices().filter(|&goal| subject.mutant(goal).label.is_none()).collect();
    let mut pairs = Vec::new();
    for label in of(subject, "wm") {
        for name in subject.mutant(label).names() {
            let number = name.split_once("/WM_").and_then(|(_, number)| number.parse::<usize>().ok());
            pairs.extend(number.map(|number| (label, mutants[number - 1])));
        }
    }
    pairs
}

/// Weak mutation is necessary: who tells a mutant from the original covers its label, and whose label nobody covers is equivalent.
#[test]
fn a_kill_covers_the_weak_label_of_its_mutant() {
    let methods: u64 = if soak::is_on() { 40 } else { 3 };
    let (mut kills, mut infeasible, mut asked) = (0, 0, 0);
    for (seed, throws) in (0..methods).flat_map(|seed| [(seed, false), (seed, true)]) {
        let method = Maker { throws, ..Maker::of_seed(seed) }.method();
        let goals = Goals::parse("mutation,wm", &OperatorSet::parse(WEAK).expect("operators"));
        let subject = subject_of(&format!("class A {{ {method} }}"), goals.expect("criteria"));
        let pairs = weak(&subject);
        let is_asked =
            |&&(label, _): &&(GoalIndex, GoalIndex)| subject.mutant(label).replacement.contains(".after(");
        asked += pairs.iter().filter(is_asked).count();
        for shown in by_input(&subject) {
            let shown: BTreeSet<GoalIndex> = shown.into_iter().collect();
            for &(label, mutant) in pairs.iter().filter(|(_, mutant)| shown.contains(mutant)) {
                kills += 1;
                assert!(shown.contains(&label), "{method}\n{}", subject.mutant(mutant).id);
            }
        }
        let report = with_stack(|| generate(&subject, 32, 200_000_000));
        let is = |id: &str, kind: VerdictKind| {
            let mut mutants = report.mutants.iter().filter(|mutant| mutant.id == id);
            let is_label = report.labels.iter().any(|label| label.id == id && label.is(kind));
            is_label || mutants.any(|m| m.verdict.as_ref().is_some_and(|verdict| verdict.verdict == kind))
        };
        for &(label, mutant) in &pairs {
            let (label, mutant) = (&subject.mutant(label).id, &subject.mutant(mutant).id);
            if is(label, VerdictKind::Equivalent) {
                infeasible += 1;
                assert!(is(mutant, VerdictKind::Equivalent), "{method}\n{label}, and {mutant} is not proven");
            }
        }
    }
    let counts = format!("{kills} kills, {infeasible} infeasible labels, {asked} of what may throw before");
    println!("{counts}");
    assert!(kills > 1_000 && infeasible > 0 && asked > 0, "{counts}");
}
