//! The line that says which mutants a test alone kills, and what they change (DESIGN §10).

use std::collections::{BTreeMap, BTreeSet};

use super::name::{tested, top_level};
use crate::report::change::{cut, difference};
use crate::report::count::{count, verb};
use crate::report::json::{KillKind, LabelReport, MutantReport, Report, TestReport, VerdictKind};

/// What the comment of a test says of the mutants that it alone kills.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Comments {
    /// What they change, in words: "`<` for `<=`".
    #[default]
    Words,
    /// Their ids and lines, too.
    Ids,
    /// Nothing.
    None,
}

/// More mutants than these are only counted.
const NAMED: usize = 6;
/// The longest piece of code that is quoted, in characters.
const QUOTED: usize = 40;
/// Comments wrap at this column, the indent not counted.
const WIDTH: usize = 96;

/// Which mutants only one test kills.
pub(super) struct SoleKills<'a> {
    mutants: BTreeMap<&'a str, &'a MutantReport>,
    killers: BTreeMap<&'a str, usize>,
}

impl<'a> SoleKills<'a> {
    pub(super) fn of(report: &'a Report) -> Self {
        let mutants = report.mutants.iter().map(|m| (m.id.as_str(), m)).collect();
        let mut killers = BTreeMap::new();
        for id in report.tests.iter().flat_map(|test| &test.kills) {
            *killers.entry(&**id).or_insert(0) += 1;
        }
        Self { mutants, killers }
    }

    /// The comment's lines for one test, without indent; none where every kill has another killer.
    pub(super) fn comment(&self, test: &TestReport, comments: Comments) -> Vec<String> {
        if comments == Comments::None {
            return Vec::new();
        }
        let alone: Vec<&MutantReport> = test
            .kills
            .iter()
            .filter(|id| self.killers.get(&***id) == Some(&1))
            .filter_map(|id| self.mutants.get(&**id).copied())
            .collect();
        if alone.is_empty() {
            return Vec::new();
        }
        if comments == Comments::Words {
            return wrap(&in_words(&alone, test), "//");
        }
        let mut text = String::from("Alone kills ");
        let mut method = test.method.as_str();
        for (i, mutant) in alone.iter().take(NAMED).enumerate() {
            let (of, short) = mutant.id.rsplit_once('/').unwrap_or((method, &mutant.id));
            let is_last = i + 1 == alone.len() && i > 0;
            text.push_str(if i == 0 {
                ""
            } else if is_last {
                " and "
            } else {
                ", "
            });
            if of != method {
                text.push_str(&format!("in {} ", harmless(without_class(of, test))));
                method = of;
            }
            text.push_str(&format!("{} ({})", harmless(short), describe(mutant)));
        }
        if alone.len() > NAMED {
            text.push_str(&format!(" and {} more", alone.len() - NAMED));
        }
        wrap(&format!("{text}."), "//")
    }
}

/// What the mutants change, each kind of change once, by their methods.
fn in_words(alone: &[&MutantReport], test: &TestReport) -> String {
    let tested = test.method.as_str();
    let mut changes: Vec<(&str, String, usize)> = Vec::new();
    for mutant in alone {
        let (method, what) = (mutant.id.rsplit_once('/').map_or(tested, |(of, _)| of), change(mutant));
        match changes.iter_mut().find(|(of, known, _)| *of == method && *known == what) {
            Some((_, _, times)) => *times += 1,
            None => changes.push((method, what, 1)),
        }
    }
    let mut text = String::from("Alone notices ");
    let mut method = tested;
    for (i, (of, what, times)) in changes.iter().take(NAMED).enumerate() {
        let is_last = i + 1 == changes.len() && i > 0;
        text.push_str(if i == 0 {
            ""
        } else if is_last {
            " and "
        } else {
            ", "
        });
        if *of != method {
            text.push_str(&format!("in {} ", harmless(without_class(of, test))));
            method = of;
        }
        text.push_str(what);
        if *times > 1 {
            text.push_str(&format!(" in {times} places"));
        }
    }
    if changes.len() > NAMED {
        text.push_str(&format!(" and {} more", changes.len() - NAMED));
    }
    text + "."
}

/// What the tests of a class are: the Javadoc in front of it.
pub(super) fn of_class<'a>(report: &Report, tests: impl Iterator<Item = &'a TestReport> + Clone) -> String {
    let Some(first) = tests.clone().next() else { return String::new() };
    let (package, class) = top_level(tested(first));
    let killed: BTreeSet<&str> = tests.clone().flat_map(|test| &test.kills).map(|id| &**id).collect();
    let mutants = report.mutants.iter().filter(|mutant| is_of((package, class), &mutant.id)).count();
    // The score counts no mutant that merely passed a limit.
    let is_weak = |mutant: &&MutantReport| {
        let kill = mutant.verdict.as_ref().and_then(|verdict| verdict.kill);
        matches!(kill, Some(KillKind::StepLimit | KillKind::Resource))
    };
    let weak: BTreeSet<&str> = report.mutants.iter().filter(is_weak).map(|m| m.id.as_str()).collect();
    let is_counted = |id: &&str| is_of((package, class), id) && !weak.contains(id);
    let killed = killed.into_iter().filter(is_counted).count();
    let tests_of_class = tests.clone();
    let tests = tests.count();
    let labels = |is: &dyn Fn(&LabelReport) -> bool| {
        report.labels.iter().filter(|label| is_of((package, class), &label.id) && is(label)).count()
    };
    let covered: BTreeSet<&str> = tests_of_class.flat_map(|test| &test.covers).map(|id| &**id).collect();
    let covered = covered.into_iter().filter(|id| is_of((package, class), id)).count();
    let (all, infeasible) = (labels(&|_| true), labels(&|label| label.is(VerdictKind::Equivalent)));
    let class = harmless(class);
    let mut done = Vec::new();
    if mutants > 0 || all == 0 {
        done.push(format!("{} {killed} of the {}", verb(tests, "kills", "kill"), count(mutants, "mutant")));
    }
    if all > 0 {
        let but = if infeasible > 0 { format!(", {infeasible} of them infeasible,") } else { String::new() };
        done.push(format!(
            "{} {covered} of the {}{but}",
            verb(tests, "covers", "cover"),
            count(all, "label")
        ));
    }
    let first = format!(
        "{} that {} of {{@code {class}}}, generated by jatpg.",
        count(tests, "test"),
        done.join(" and ")
    );
    // As it always was, on one line; what labels add may need another.
    let first = if all == 0 { format!(" * {first}") } else { wrap(&first, " *").join("\n") };
    format!("/**\n{first}\n * What they expect is what the code under test did then.\n */\n")
}

/// What stands behind the top-level class in a name, where it is of that class.
fn behind<'a>((package, class): (&str, &str), name: &'a str) -> Option<&'a str> {
    let nested = if package.is_empty() { name } else { name.strip_prefix(package)?.strip_prefix('.')? };
    nested.strip_prefix(class)?.strip_prefix('.')
}

fn is_of(class: (&str, &str), name: &str) -> bool {
    behind(class, name).is_some()
}

/// A method without the top-level class that it shares with the one under test.
fn without_class<'a>(method: &'a str, test: &TestReport) -> &'a str {
    behind(top_level(tested(test)), method).unwrap_or(method)
}

/// "`<` for `<=` in line 12".
fn describe(mutant: &MutantReport) -> String {
    format!("{} in line {}", change(mutant), mutant.span.start.line)
}

/// "`<` for `<=`".
fn change(mutant: &MutantReport) -> String {
    let (original, replacement) = (harmless(&mutant.original), harmless(&mutant.replacement));
    if matches!(replacement.as_str(), "" | ";" | "{}") {
        return format!("`{}` deleted", cut(&original, QUOTED));
    }
    let (original, replacement) = difference(&original, &replacement, QUOTED);
    format!("`{}` for `{}`", cut(&replacement, QUOTED), cut(&original, QUOTED))
}

/// Code that a comment can hold: one line of printable ASCII that neither ends a comment nor is a unicode escape.
pub(super) fn harmless(code: &str) -> String {
    let line = code.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut text = String::with_capacity(line.len());
    for c in line.chars() {
        match c {
            '/' if text.ends_with('*') => text.push_str(" /"),
            'u' if text.ends_with('\\') => text.push_str(" u"),
            ' '..='~' => text.push(c),
            _ => text.push('?'),
        }
    }
    text
}

/// Lines of a comment, each of which begins with `start`; quoted code is not broken.
pub(super) fn wrap(text: &str, start: &str) -> Vec<String> {
    let mut lines = vec![start.to_owned()];
    let mut inside = false;
    let words = text.split(|c| {
        inside ^= c == '`';
        c == ' ' && !inside
    });
    for word in words {
        if lines[lines.len() - 1].len() + word.len() >= WIDTH {
            lines.push(start.to_owned());
        }
        let last = lines.len() - 1;
        lines[last].push(' ');
        lines[last].push_str(word);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quoted_code_cannot_leave_the_comment() {
        assert_eq!(harmless("a */ b\n\t'\\u000a' \u{7} \u{e9}"), "a * / b '\\ u000a' ? ?");
        assert_eq!(cut(&"x".repeat(100), QUOTED).len(), QUOTED + 3);
    }
}
