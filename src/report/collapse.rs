//! Goals that the same calls reach, in a report: classes, and which of them are the hardest.

use std::fmt::Write;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::driver::Generator;
use crate::engine::EngineError;
use crate::engine::collapse;
use crate::engine::subject::Subject;
use crate::report::count::count;
use crate::report::json::Report;
use crate::report::lower_bound::reached;

/// Of the goals of one top-level class that its suite reaches.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq, JsonSchema)]
pub struct CollapseReport {
    /// The class, where it is of one.
    pub class: Option<String>,
    /// The goals that the suite reaches; of those that are in no class nothing is said.
    pub reached: usize,
    pub classes: Vec<ClassReport>,
}

/// Goals that hold under the same condition on a call's arguments.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq, JsonSchema)]
pub struct ClassReport {
    pub goals: Vec<String>,
    /// A goal whose condition implies theirs; absent of the hardest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub follows_from: Option<String>,
}

fn classes(n: usize) -> String {
    format!("{n} {}", if n == 1 { "class" } else { "classes" })
}

/// `None` where nothing is known of any goal's calls.
pub fn of(
    report: &Report,
    subject: &Subject,
    generator: &Generator<'_>,
) -> Result<Option<CollapseReport>, EngineError> {
    let reached = reached(report, subject);
    let classes = collapse::of(subject, generator, &reached)?;
    if classes.is_empty() {
        return Ok(None);
    }
    let name = |goal: u32| subject.mutant(goal).id.clone();
    let told = classes.iter().map(|class| ClassReport {
        goals: class.goals.iter().map(|&goal| name(goal)).collect(),
        follows_from: class.follows.and_then(|at| classes[at].goals.first()).map(|&goal| name(goal)),
    });
    let classes = told.collect();
    let class = subject.class().map(|class| subject.program().classes[class].qualified_name.to_string());
    Ok(Some(CollapseReport { class, reached: reached.len(), classes }))
}

impl CollapseReport {
    pub fn render(&self) -> String {
        let mut text = String::new();
        let of = self.class.as_ref().map(|class| format!("{class}: ")).unwrap_or_default();
        let within: usize = self.classes.iter().map(|class| class.goals.len()).sum();
        let hardest: Vec<&ClassReport> =
            self.classes.iter().filter(|class| class.follows_from.is_none()).collect();
        let _ = writeln!(
            text,
            "{of}{} in {}, those of one under the same condition on a call's arguments; what the {} hardest ask for is all that they ask for\n",
            count(within, "goal"),
            classes(self.classes.len()),
            hardest.len()
        );
        for class in hardest {
            if let Some(first) = class.goals.first() {
                let others = match class.goals.len() {
                    1 => String::new(),
                    n => format!(" and {} alike", n - 1),
                };
                let _ = writeln!(text, "  {first}{others}");
            }
        }
        text.push('\n');
        text
    }
}
