//! The line that says which mutants a test alone kills, and what they change (DESIGN §10).

use std::collections::BTreeMap;

use crate::report::json::{MutantReport, Report, TestReport};

/// More mutants than these are only counted.
const NAMED: usize = 6;
/// The longest piece of code that is quoted, in characters.
const QUOTED: usize = 40;
/// Comments wrap at this column, the indent not counted.
const WIDTH: usize = 100;

/// Which mutants only one test kills.
pub struct SoleKills<'a> {
    mutants: BTreeMap<&'a str, &'a MutantReport>,
    killers: BTreeMap<&'a str, usize>,
}

impl<'a> SoleKills<'a> {
    pub fn of(report: &'a Report) -> Self {
        let mutants = report.mutants.iter().map(|m| (m.id.as_str(), m)).collect();
        let mut killers = BTreeMap::new();
        for id in report.tests.iter().flat_map(|test| &test.kills) {
            *killers.entry(id.as_str()).or_insert(0) += 1;
        }
        Self { mutants, killers }
    }

    /// The comment's lines for one test, without indent; none where every kill has another killer.
    pub fn comment(&self, test: &TestReport) -> Vec<String> {
        let alone: Vec<&MutantReport> = test
            .kills
            .iter()
            .filter(|id| self.killers.get(id.as_str()) == Some(&1))
            .filter_map(|id| self.mutants.get(id.as_str()).copied())
            .collect();
        if alone.is_empty() {
            return Vec::new();
        }
        let mut parts: Vec<String> = alone.iter().take(NAMED).map(|mutant| describe(mutant, test)).collect();
        if alone.len() > NAMED {
            parts.push(format!("and {} more", alone.len() - NAMED));
        }
        wrap(&format!("Alone kills {}.", parts.join(", ")))
    }
}

/// `ROR_12 ("<" for "<=" in line 12)`, with the method's name where it is not the test's.
fn describe(mutant: &MutantReport, test: &TestReport) -> String {
    let name = match mutant.id.rsplit_once('/') {
        Some((method, short)) if method == test.method => short,
        _ => &mutant.id,
    };
    let line = mutant.span.start.line;
    let name = harmless(name);
    let (original, replacement) = (quote(&mutant.original), quote(&mutant.replacement));
    if matches!(mutant.replacement.trim(), "" | ";" | "{}") {
        format!("{name} ({original} deleted in line {line})")
    } else {
        format!("{name} ({replacement} for {original} in line {line})")
    }
}

fn quote(code: &str) -> String {
    let code = harmless(code);
    let mut quoted: String = code.chars().take(QUOTED).collect();
    if quoted.len() < code.len() {
        quoted.push_str("...");
    }
    format!("`{quoted}`")
}

/// Code that a comment can hold: one line of printable ASCII that neither ends a comment nor is a unicode escape.
fn harmless(code: &str) -> String {
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

fn wrap(text: &str) -> Vec<String> {
    let mut lines = vec![String::from("//")];
    for word in text.split(' ') {
        if lines[lines.len() - 1].len() + word.len() >= WIDTH {
            lines.push(String::from("//"));
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
        assert_eq!(quote("a */ b\n\t'\\u000a' \u{7} \u{e9}"), "`a * / b '\\ u000a' ? ?`");
        assert_eq!(quote(&"x".repeat(100)).len(), QUOTED + 5);
    }
}
