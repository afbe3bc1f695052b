//! What became of the branches that a report of JaCoCo shows as missed.
//!
//! JaCoCo counts branches by line and does not say which of them are missed. So the labels of the whole line are aimed at. Of its
//! missed branches so many are impossible as labels are proven infeasible, at most so many are open as labels are, and the others
//! are covered once the new tests stand beside the old ones.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::goal::jacoco::{Branches, Jacoco};
use crate::report::count::{count, verb};
use crate::report::json::{Report, VerdictKind};
use crate::report::table::{Align, Table};

/// Of the given files.
#[derive(Clone, Debug, Default, Serialize, Deserialize, PartialEq, JsonSchema)]
pub struct JacocoReport {
    /// The report that was read.
    pub report: String,
    /// All branches that it counts, and those that it has as covered and as missed.
    pub branches: u32,
    pub covered: u32,
    pub missed: u32,
    /// Of the missed ones: those that the new tests cover, those that are proven impossible, and the others.
    pub reached: u32,
    pub impossible: u32,
    pub open: u32,
    /// Those with missed branches.
    pub lines: Vec<LineReport>,
    /// Given files that the report does not know.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unknown: Vec<String>,
}

#[derive(Clone, Debug, Serialize, Deserialize, PartialEq, JsonSchema)]
pub struct LineReport {
    pub file: String,
    pub line: u32,
    pub missed: u32,
    pub reached: u32,
    pub impossible: u32,
    pub open: u32,
    /// Why the line's figures may not be what they seem.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// What the labels of a line came to.
#[derive(Clone, Copy, Debug, Default)]
struct OfLine {
    labels: u32,
    covered: u32,
    infeasible: u32,
}

/// What `generate` came to with the missed branches of its files.
pub fn of(report: &Report, jacoco: &Jacoco, name: String) -> JacocoReport {
    let mut found: BTreeMap<(&str, u32), OfLine> = BTreeMap::new();
    let packages: BTreeMap<(&str, &str), &str> =
        report.methods.iter().map(|m| ((&*m.file, &*m.name), &*m.package)).collect();
    for label in &report.labels {
        let package = packages.get(&(&*label.file, &*label.method)).copied().unwrap_or_default();
        let lines = jacoco.lines(package, Path::new(&label.file));
        let line = lines.and_then(|lines| Jacoco::line_of(lines, label.span.start.line));
        let Some((line, _)) = line else { continue };
        let of = found.entry((&label.file, line)).or_default();
        of.labels += 1;
        of.covered += u32::from(label.is(VerdictKind::Killed));
        of.infeasible += u32::from(label.is(VerdictKind::Equivalent));
    }
    let mut sum = JacocoReport { report: name, ..JacocoReport::default() };
    for file in &report.files {
        let package = report.methods.iter().find(|m| m.file == *file).map_or("", |m| &*m.package);
        let Some(lines) = jacoco.lines(package, Path::new(file)) else {
            sum.unknown.push(file.clone());
            continue;
        };
        for (&line, &branches) in lines {
            sum.branches += branches.missed + branches.covered;
            sum.covered += branches.covered;
            if branches.missed > 0 {
                let of = found.get(&(&**file, line)).copied().unwrap_or_default();
                sum.add(of_line(file, line, branches, of));
            }
        }
    }
    sum
}

fn of_line(file: &str, line: u32, branches: Branches, of: OfLine) -> LineReport {
    let Branches { missed, covered } = branches;
    let is_same = of.labels == missed + covered;
    let note = if of.labels == 0 {
        Some("no label stands for them: the method is not processed, or the compiler made them".to_owned())
    } else if !is_same {
        Some(format!(
            "JaCoCo counts {} here, and there are {}",
            missed + covered,
            count(of.labels as usize, "label")
        ))
    } else if of.infeasible > missed {
        let proven = of.infeasible;
        Some(format!(
            "{proven} are proven impossible: what covers them calls what no code of the program does so"
        ))
    } else {
        None
    };
    // Where they are not the same, nothing is known of how the missed ones go with the labels.
    let (impossible, open) = if is_same {
        let impossible = of.infeasible.min(missed);
        (impossible, (of.labels - of.covered - of.infeasible).min(missed - impossible))
    } else if of.labels > 0 && of.covered == of.labels {
        (0, 0)
    } else {
        (0, missed)
    };
    LineReport {
        file: file.to_owned(),
        line,
        missed,
        reached: missed - impossible - open,
        impossible,
        open,
        note,
    }
}

impl JacocoReport {
    fn add(&mut self, line: LineReport) {
        self.missed += line.missed;
        self.reached += line.reached;
        self.impossible += line.impossible;
        self.open += line.open;
        self.lines.push(line);
    }

    pub fn render(&self) -> String {
        let feasible = self.branches - self.impossible;
        let mut text = format!(
            "{}: {} missed; of these {} covered now, {} impossible, proven, {} open\n\
             with the new tests {} of the {} that can be covered\n",
            self.report,
            branches(self.missed),
            self.reached,
            self.impossible,
            self.open,
            self.covered + self.reached,
            branches(feasible),
        );
        let mut table = Table::new([
            ("line", Align::Left),
            ("missed", Align::Right),
            ("covered now", Align::Right),
            ("impossible", Align::Right),
            ("open", Align::Right),
            ("", Align::Left),
        ]);
        for line in &self.lines {
            let numbers = [line.missed, line.reached, line.impossible, line.open].map(|n| n.to_string());
            let place = format!("{}:{}", line.file, line.line);
            let note = line.note.clone().unwrap_or_default();
            table.row(std::iter::once(place).chain(numbers).chain([note]).collect());
        }
        if !table.is_empty() {
            let _ = write!(text, "\n{table}");
        }
        for file in &self.unknown {
            let _ = writeln!(text, "{file}: the report does not know this file and its package");
        }
        text + "\n"
    }
}

fn branches(n: u32) -> String {
    format!("{n} {}", verb(n as usize, "branch", "branches"))
}
