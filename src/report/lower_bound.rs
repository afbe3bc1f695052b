//! How few tests a suite may have at the least, in a report: what is proven, and of which suites.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::driver::Generator;
use crate::engine::EngineError;
use crate::engine::lower_bound::{self, LowerBound, Reached};
use crate::engine::subject::Subject;
use crate::report::count::count;
use crate::report::json::{Report, TestReport};
use crate::sema::program::{MethodId, Program};

/// Of the goals of one top-level class.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq, JsonSchema)]
pub struct LowerBoundReport {
    /// The class, where it is of one.
    pub class: Option<String>,
    /// The tests that there are.
    pub suite: usize,
    /// No suite has fewer, if each of its tests makes one call of one method and looks at the value or the exception that comes of it.
    pub tests: usize,
    /// Mutants and labels of which no call reaches two.
    pub goals: Vec<String>,
    /// Each two of them.
    pub pairs: Vec<PairReport>,
    /// Where that is a better bound: goals that so many calls do not reach all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub beyond: Option<BeyondReport>,
}

/// Goals of which it is proven that no so many calls of a method reach all, over all arguments and all runs.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq, JsonSchema)]
pub struct BeyondReport {
    pub calls: usize,
    pub method: String,
    pub goals: Vec<String>,
}

/// Two goals that no call reaches together.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq, JsonSchema)]
pub struct PairReport {
    pub goals: [String; 2],
    /// The methods of whose calls it is proven, over all arguments and all runs; no other leads to both.
    pub calls: Vec<String>,
}

/// The best bound for the report's suite; `None` where some test makes more than one call, or nothing is proven.
pub fn of(
    report: &Report,
    subject: &Subject,
    generator: &Generator<'_>,
) -> Result<Option<LowerBoundReport>, EngineError> {
    if report.tests.iter().any(|test| !is_one_call(test)) {
        return Ok(None);
    }
    let Some(found) = lower_bound::of(subject, generator, (&reached(report, subject), report.tests.len()))?
    else {
        return Ok(None);
    };
    let class = subject.class().map(|class| subject.program().classes[class].qualified_name.to_string());
    Ok(Some(told(subject, &found, (class, report.tests.len()))))
}

fn is_one_call(test: &TestReport) -> bool {
    test.inputs.len() == 1 && test.then.is_empty()
}

/// The tests that reach each goal in a way that counts.
pub(super) fn reached(report: &Report, subject: &Subject) -> Reached {
    let numbers: BTreeMap<&str, u32> = subject.indices().map(|at| (&*subject.mutant(at).id, at)).collect();
    let mut reached = Reached::new();
    for (number, test) in report.tests.iter().enumerate() {
        let weak: BTreeSet<&Arc<str>> = test.passes_limit.iter().collect();
        for id in test.kills.iter().filter(|id| !weak.contains(id)).chain(&test.covers) {
            if let Some(&goal) = numbers.get(&**id) {
                reached.entry(goal).or_default().insert(number);
            }
        }
    }
    reached
}

fn told(subject: &Subject, found: &LowerBound, (class, suite): (Option<String>, usize)) -> LowerBoundReport {
    let goals: Vec<String> = found.goals.iter().map(|&goal| subject.mutant(goal).id.clone()).collect();
    let name = |program: &Program, method: MethodId| program.method_name(method);
    let pair = |(a, b, calls): &(usize, usize, Vec<MethodId>)| PairReport {
        goals: [goals[*a].clone(), goals[*b].clone()],
        calls: calls.iter().map(|&method| name(subject.program(), method)).collect(),
    };
    let pairs = found.pairs.iter().map(pair).collect();
    let beyond = found.beyond.as_ref().map(|beyond| BeyondReport {
        calls: beyond.calls,
        method: name(subject.program(), beyond.method),
        goals: beyond.goals.iter().map(|&goal| subject.mutant(goal).id.clone()).collect(),
    });
    let tests = beyond.as_ref().map_or(goals.len(), |beyond| beyond.calls + 1);
    LowerBoundReport { class, suite, tests, goals, pairs, beyond }
}

impl LowerBoundReport {
    /// `3 tests; no suite has fewer than 2`.
    pub fn render(&self) -> String {
        let mut text = String::new();
        let of = self.class.as_ref().map(|class| format!("{class}: ")).unwrap_or_default();
        let bound = if self.tests == self.suite {
            "no suite has fewer".to_owned()
        } else {
            format!("no suite has fewer than {}", self.tests)
        };
        let _ = writeln!(
            text,
            "{of}{}; {bound}, where each test makes one call ({})\n",
            count(self.suite, "test"),
            self.proof(),
        );
        text
    }
}

impl LowerBoundReport {
    fn proof(&self) -> String {
        match &self.beyond {
            Some(beyond) => {
                let goals = count(beyond.goals.len(), "goal");
                format!("proven: no {} reach {goals}", count(beyond.calls, "call"))
            }
            None => format!("proven by {} that no call reaches together", count(self.goals.len(), "goal")),
        }
    }
}

/// What does not add up: a test that reaches two goals of a bound.
pub fn problems(report: &Report) -> Vec<String> {
    let mut problems = Vec::new();
    for bound in &report.lower_bounds {
        let goals: BTreeSet<&str> = bound.goals.iter().map(String::as_str).collect();
        for test in &report.tests {
            let shown = test.kills.iter().filter(|id| !test.passes_limit.contains(id)).chain(&test.covers);
            let own: Vec<&str> = shown.map(|id| &**id).filter(|id| goals.contains(id)).collect();
            if own.len() > 1 && is_one_call(test) {
                problems.push(format!("{} reaches {}, which no call does", test.id, own.join(" and ")));
            }
        }
    }
    problems
}
