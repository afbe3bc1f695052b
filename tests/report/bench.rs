//! A hand-made program with a report on it that holds every kind of expectation.

use jatpg::report::json::{
    Check, Expectation, KillKind, MutantReport, OutcomeReport, Report, SpanReport, TestReport, VERSION,
    VerdictKind, VerdictReport,
};
use jatpg::syntax::source::SourceFile;

pub(crate) const PATH: &str = "Bench.java";
pub(crate) const SOURCE: &str = r#"package demo.bench;

public class Bench {
    static class Overdrawn extends RuntimeException {
        int missing;
        Overdrawn(String message, int missing) { super(message); this.missing = missing; }
    }
    int[] cells = new int[2];
    int top;
    static int limit = 5;
    void push(int value) { cells[top++] = value; }
    int pop() { return cells[--top]; }
    boolean isEmpty() { return top == 0; }
    Integer boxed() { return top == 0 ? null : cells[top - 1]; }
    static double half(double x) { return x / 2; }
    static float third(float x) { return x / 3; }
    static double[] halves(double a, double b) { return new double[] {a / 2, b / 2}; }
    static long sum(int[] values) {
        long sum = 0;
        for (int i = 0; i < values.length; i++) sum += values[i];
        return sum;
    }
    static Object pick(Object a, Object b, boolean first) { return first ? a : b; }
    static int withdraw(int amount) {
        if (amount > limit) throw new Overdrawn("only \"" + limit + "\"\n", amount - limit);
        return limit - amount;
    }
    static void greet(String name) { System.out.println("Hi " + name); System.err.print("x\u0007"); }
    static int countDown(int n) { int steps = 0; while (n > 0) { n--; steps++; } return steps; }
    static char next(char c) { return (char) (c + 1); }
}
"#;

fn in_package(name: &str) -> String {
    format!("demo.bench.{name}")
}

/// A mutant that replaces the only occurrence of `original` after `before`.
fn mutant(
    id: &str,
    before: &str,
    original: &str,
    replacement: &str,
    kill: KillKind,
    tests: &[&str],
) -> MutantReport {
    let source = SourceFile::new(PATH.into(), SOURCE.into());
    let start = SOURCE.find(before).expect("the place stands in the source") + before.len();
    assert!(SOURCE[start..].starts_with(original), "{original} after {before}");
    let end = start + original.len();
    let (operator, _) = id.rsplit('/').next().unwrap().split_once('_').unwrap();
    MutantReport {
        id: in_package(id),
        aliases: Vec::new(),
        operator: operator.into(),
        method: in_package(id.rsplit_once('/').unwrap().0),
        span: SpanReport { start: source.position(start as u32), end: source.position(end as u32) },
        original: original.into(),
        replacement: replacement.into(),
        file: PATH.into(),
        same_as: None,
        verdict: Some(VerdictReport {
            verdict: VerdictKind::Killed,
            bound: None,
            reason: None,
            reason_kind: None,
            kill: Some(kill),
            pass: Some("random".into()),
            depth: None,
            frames: None,
            inputs: None,
            region: None,
            closed_world: false,
            callers: None,
            tests: tests.iter().map(|&t| t.into()).collect(),
        }),
    }
}

struct Case<'a> {
    method: &'a str,
    inputs: &'a [&'a str],
    outcome: OutcomeReport,
    checks: Vec<(&'a str, Expectation)>,
}

fn returns(value: &str) -> OutcomeReport {
    OutcomeReport { value: Some(value.into()), ..Default::default() }
}

#[expect(clippy::too_many_lines, reason = "one entry for each case")]
fn cases() -> Vec<Case<'static>> {
    use Expectation::{ArrayEquals, Class, Equals, NotNull, NotSame, Null, Same, Throws};
    let equals = |value: &str| Equals(value.into());
    let bounds = "java.lang.ArrayIndexOutOfBoundsException";
    vec![
        Case {
            method: "Bench.push(int)",
            inputs: &["Bench bench = new Bench();", "bench.push(3);"],
            outcome: OutcomeReport::default(),
            checks: vec![
                ("bench.cells", ArrayEquals("new int[] {3, 0}".into())),
                ("bench.isEmpty()", equals("false")),
                ("bench.pop()", equals("3")),
                ("bench.isEmpty()", equals("true")),
                ("bench.boxed()", Null),
                ("bench.pop()", Throws { class: bounds.into(), caught_as: None, message: None }),
            ],
        },
        Case {
            method: "Bench.boxed()",
            inputs: &["Bench bench = new Bench();", "bench.push(4);", "Integer result = bench.boxed();"],
            outcome: returns("4"),
            checks: vec![("result", equals("4"))],
        },
        Case {
            method: "Bench.half(double)",
            inputs: &["double result = Bench.half(-0.0);"],
            outcome: returns("-0.0"),
            checks: vec![("result", equals("-0.0"))],
        },
        Case {
            method: "Bench.third(float)",
            inputs: &["Bench.third(1.5f);"],
            outcome: returns("0.5f"),
            checks: vec![("result", equals("0.5f"))],
        },
        Case {
            method: "Bench.halves(double,double)",
            inputs: &["double[] result = Bench.halves(Double.NaN, 3.0);"],
            outcome: returns("new double[] {Double.NaN, 1.5}"),
            checks: vec![
                ("result", ArrayEquals("new double[] {Double.NaN, 1.5}".into())),
                ("result", NotNull),
            ],
        },
        Case {
            method: "Bench.sum(int[])",
            inputs: &["int[] values = {1, -2, 3};", "long result = Bench.sum(values);"],
            outcome: returns("2L"),
            checks: vec![("result", equals("2L")), ("values", ArrayEquals("new int[] {1, -2, 3}".into()))],
        },
        Case {
            method: "Bench.pick(Object,Object,boolean)",
            inputs: &[
                "Object a = new Object();",
                "Object b = new Bench();",
                "Object result = Bench.pick(a, b, false);",
            ],
            outcome: returns("b"),
            checks: vec![
                ("result", Same("b".into())),
                ("result", NotSame("a".into())),
                ("result", Class("Bench".into())),
            ],
        },
        Case {
            method: "Bench.withdraw(int)",
            inputs: &[
                "Bench.limit = 1;",
                "int amount = 1;",
                "amount = 3;",
                "int result = Bench.withdraw(amount);",
            ],
            outcome: OutcomeReport {
                exception: Some("Bench.Overdrawn".into()),
                message: Some("only \"1\"\n".into()),
                ..Default::default()
            },
            checks: vec![("thrown.missing", equals("2"))],
        },
        Case {
            method: "Bench.sum(int[])",
            inputs: &["long result = Bench.sum(null);"],
            outcome: OutcomeReport {
                exception: Some("java.lang.NullPointerException".into()),
                ..Default::default()
            },
            checks: vec![],
        },
        Case {
            method: "Bench.greet(String)",
            inputs: &["Bench.greet(\"\u{e9}\\n\");"],
            outcome: OutcomeReport {
                out: "Hi \u{e9}\n\n".into(),
                err: "x\u{7}".into(),
                ..Default::default()
            },
            checks: vec![],
        },
        Case {
            method: "Bench.countDown(int)",
            inputs: &["int result = Bench.countDown(2);"],
            outcome: returns("2"),
            checks: vec![("result", equals("2"))],
        },
        Case {
            method: "Bench.next(char)",
            inputs: &["char result = Bench.next('a');"],
            outcome: returns("'b'"),
            checks: vec![("result", equals("'b'"))],
        },
    ]
}

/// The report; every claim in it is true.
pub(crate) fn report() -> Report {
    use KillKind::{Diverges, Output, StepLimit};
    let mutants = vec![
        mutant("Bench.push(int)/AORS_1", "cells[top", "++", "--", Output, &["T1"]),
        mutant("Bench.half(double)/AORB_1", "return x ", "/", "+", Output, &["T3"]),
        mutant("Bench.third(float)/AODU_1", "third(float x) { return ", "x / 3", "-x / 3", Output, &["T4"]),
        mutant("Bench.halves(double,double)/VDL_1", "new double[] {a / 2, ", "b / 2", "b", Output, &["T5"]),
        mutant("Bench.sum(int[])/ROR_1", "int i = 0; i ", "<", "<=", Output, &["T6"]),
        mutant("Bench.sum(int[])/SDL_1", "i++) ", "sum += values[i];", ";", Output, &["T6"]),
        mutant("Bench.isEmpty()/COI_1", "isEmpty() { return ", "top == 0", "!(top == 0)", Output, &["T1"]),
        mutant(
            "Bench.withdraw(int)/AORB_2",
            "amount - limit);\n        return ",
            "limit - amount",
            "limit",
            Output,
            &[],
        ),
        mutant(
            "Bench.withdraw(int)/AORB_1",
            "\"\\n\", ",
            "amount - limit",
            "amount + limit",
            Output,
            &["T8"],
        ),
        mutant(
            "Bench.greet(String)/SDL_1",
            "\"Hi \" + name); ",
            "System.err.print(\"x\\u0007\");",
            ";",
            Output,
            &["T10"],
        ),
        mutant("Bench.countDown(int)/SDL_1", "while (n > 0) { ", "n--;", ";", Diverges, &["T11"]),
        mutant("Bench.countDown(int)/AORS_1", "n--; ", "steps++", "steps--", Output, &["T11"]),
        mutant(
            "Bench.countDown(int)/ROR_2",
            "while (",
            "n > 0",
            "n >= Integer.MIN_VALUE",
            StepLimit,
            &["T11"],
        ),
        mutant("Bench.next(char)/AORB_1", "(char) (c ", "+", "-", Output, &["T12"]),
    ];
    let tests = cases().into_iter().enumerate().map(|(i, case)| {
        let id = format!("T{}", i + 1);
        let checks = case.checks.into_iter();
        let kills =
            mutants.iter().filter(|m| m.verdict.as_ref().unwrap().tests.iter().any(|killer| **killer == *id));
        TestReport {
            covers: Vec::new(),
            imports: Vec::new(),
            method: in_package(case.method),
            package: "demo.bench".into(),
            class: None,
            inputs: case.inputs.iter().map(|&s| s.into()).collect(),
            then: if i == 0 { vec!["bench.pop()".into()] } else { Vec::new() },
            outcome: OutcomeReport {
                checks: checks.map(|(actual, expected)| Check { actual: actual.into(), expected }).collect(),
                ..case.outcome
            },
            left_out: Vec::new(),
            kills: kills.map(|m| m.id.as_str().into()).collect(),
            hangs: Vec::new(),
            passes_limit: Vec::new(),
            id,
        }
    });
    let tests = tests.collect();
    let mut mutants = mutants;
    // One mutant without a killer, which no claim is made for.
    if let Some(verdict) = &mut mutants[7].verdict {
        *verdict = VerdictReport { verdict: VerdictKind::Undecided, kill: None, ..verdict.clone() };
    }
    Report {
        labels: Vec::new(),
        coverage: Default::default(),
        mcdc: Vec::new(),
        jacoco: None,
        cover: Vec::new(),
        lower_bounds: Vec::new(),
        collapsed: Vec::new(),
        failed: Vec::new(),
        unfinished: Vec::new(),
        version: VERSION,
        files: vec![PATH.into()],
        depths: Vec::new(),
        questions: None,
        seed: Some(1),
        options: Default::default(),
        methods: Vec::new(),
        mutants,
        tests,
        stubs: Vec::new(),
        passes: Vec::new(),
        score: None,
        times: Default::default(),
    }
}
