//! Stubborn mutants (Titcheu Chekam et al., RQ1 to RQ3): what the initial suite leaves and some test of the comparison kills, and who kills how
//! many of them.
//!
//! The initial suite is the random pass that the exploring engines begin with: the same for each, which is checked. What an engine of
//! the comparison proves equivalent is in no set.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::engine::pass::PassKind;
use crate::report::comparison::Engines;
use crate::report::json::{KillKind, Report, VerdictKind};
use crate::report::table::Table;

/// Of one program.
#[derive(Clone, Debug, Default, Serialize, Deserialize, PartialEq)]
pub struct Stubborn {
    /// M1: the mutants that no engine proves equivalent.
    pub mutants: usize,
    /// The tests of the initial suite.
    pub tests: usize,
    /// M2: what it leaves.
    pub left: usize,
    /// Those that some engine kills.
    pub stubborn: usize,
    /// M3: of these, those that no other is killed by a part of whose tests; one of those that the same tests kill.
    pub subsuming: usize,
    pub engines: Vec<StubbornRow>,
}

/// An engine.
#[derive(Clone, Debug, Default, Serialize, Deserialize, PartialEq)]
pub struct StubbornRow {
    pub engine: String,
    pub killed: usize,
    pub subsuming: usize,
    /// Killed by no other engine.
    pub alone: usize,
    /// Tests that kill them all, chosen greedily.
    pub tests: usize,
}

type Ids = BTreeSet<String>;

/// Whether a pass of an engine that begins with the initial suite is that suite.
pub fn is_initial(pass: &str) -> bool {
    PassKind::named(pass).is_some_and(PassKind::is_initial)
}

/// From the reports of the engines.
///
/// # Errors
///
/// No engine begins with the initial suite, or two with different ones.
pub fn of(reports: &[(&str, &Report)]) -> Result<Stubborn, String> {
    let mut initial: Option<(&str, Ids, usize)> = None;
    // Such an engine has the name of its second pass.
    let begins_with_initial =
        |engine: &str| PassKind::named(engine).is_some_and(|pass| PassKind::BEHIND_INITIAL.contains(&pass));
    for (engine, report) in reports.iter().filter(|(engine, _)| begins_with_initial(engine)) {
        let own = with(report, |verdict, pass, counts| {
            verdict == VerdictKind::Killed && counts && pass.is_some_and(is_initial)
        });
        let tests = report.passes.iter().find(|pass| is_initial(&pass.name)).map_or(0, |pass| pass.tests);
        match &initial {
            Some((other, known, _)) if *known != own => {
                return Err(format!("{engine} and {other} begin with different suites"));
            }
            _ => initial = Some((engine, own, tests)),
        }
    }
    let Some((_, initial, tests)) = initial else {
        return Err(format!(
            "--stubborn takes one of the engines {}",
            PassKind::BEHIND_INITIAL.map(PassKind::name).join(", ")
        ));
    };
    let all: Ids = reports.iter().flat_map(|(_, report)| with(report, |_, _, _| true)).collect();
    let proven: Ids = reports
        .iter()
        .flat_map(|(_, report)| with(report, |verdict, _, _| verdict == VerdictKind::Equivalent))
        .collect();
    let killed: Vec<(&str, Ids)> = reports
        .iter()
        .map(|&(engine, report)| {
            (engine, with(report, |verdict, _, counts| verdict == VerdictKind::Killed && counts))
        })
        .collect();
    let mutants: Ids = all.difference(&proven).cloned().collect();
    let left: Ids = mutants.difference(&initial).cloned().collect();
    let stubborn: Ids =
        left.iter().filter(|id| killed.iter().any(|(_, ids)| ids.contains(*id))).cloned().collect();
    let matrix = matrix(reports, &stubborn);
    let subsuming = subsuming(&matrix);
    let rows = killed.iter().enumerate().map(|(at, (engine, ids))| {
        let own: Ids = ids.intersection(&stubborn).cloned().collect();
        let is_other = |id: &&String| killed.iter().any(|(other, ids)| other != engine && ids.contains(*id));
        StubbornRow {
            engine: (*engine).to_owned(),
            killed: own.len(),
            subsuming: own.intersection(&subsuming).count(),
            alone: own.iter().filter(|id| !is_other(id)).count(),
            tests: needed(&matrix, at, &own),
        }
    });
    let engines = rows.collect();
    Ok(Stubborn {
        mutants: mutants.len(),
        tests,
        left: left.len(),
        stubborn: stubborn.len(),
        subsuming: subsuming.len(),
        engines,
    })
}

/// The mutants whose verdict is such: its kind, its pass, whether it counts as a kill.
fn with(report: &Report, wanted: impl Fn(VerdictKind, Option<&str>, bool) -> bool) -> Ids {
    let is_wanted = |verdict: &crate::report::json::VerdictReport| {
        wanted(verdict.verdict, verdict.pass.as_deref(), verdict.kill.is_some_and(KillKind::counts))
    };
    let mutants = report.mutants.iter().filter(|m| m.verdict.as_ref().is_some_and(is_wanted));
    mutants.map(|m| format!("{}: {}", m.file, m.id)).collect()
}

/// By mutant: the tests that kill it, by the engine and their number.
type Matrix = BTreeMap<String, BTreeSet<(usize, usize)>>;

fn matrix(reports: &[(&str, &Report)], wanted: &Ids) -> Matrix {
    let mut matrix: Matrix = wanted.iter().map(|id| (id.clone(), BTreeSet::new())).collect();
    for (at, (_, report)) in reports.iter().enumerate() {
        let names: BTreeMap<&str, String> =
            report.mutants.iter().map(|m| (&*m.id, format!("{}: {}", m.file, m.id))).collect();
        for (number, test) in report.tests.iter().enumerate() {
            for id in test.kills.iter().filter(|id| !test.passes_limit.contains(id)) {
                if let Some(tests) = names.get(&**id).and_then(|name| matrix.get_mut(name)) {
                    tests.insert((at, number));
                }
            }
        }
    }
    matrix
}

/// Those with a least set of tests, each set once.
fn subsuming(matrix: &Matrix) -> Ids {
    let mut kept: BTreeMap<&BTreeSet<(usize, usize)>, &String> = BTreeMap::new();
    for (id, tests) in matrix.iter().filter(|(_, tests)| !tests.is_empty()) {
        let is_least = matrix
            .values()
            .all(|other| other.is_empty() || other.len() >= tests.len() || !other.is_subset(tests));
        if is_least {
            kept.entry(tests).or_insert(id);
        }
    }
    kept.into_values().cloned().collect()
}

/// How many tests of one engine kill all of these, chosen greedily.
fn needed(matrix: &Matrix, engine: usize, ids: &Ids) -> usize {
    let mut left: Vec<&BTreeSet<(usize, usize)>> = ids.iter().filter_map(|id| matrix.get(id)).collect();
    left.retain(|tests| tests.iter().any(|(own, _)| *own == engine));
    let mut chosen = 0;
    while !left.is_empty() {
        let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
        for (_, number) in left.iter().flat_map(|tests| tests.iter()).filter(|(own, _)| *own == engine) {
            *counts.entry(*number).or_default() += 1;
        }
        let best = counts.into_iter().max_by_key(|&(number, count)| (count, std::cmp::Reverse(number)));
        let Some((best, _)) = best else { break };
        left.retain(|tests| !tests.contains(&(engine, best)));
        chosen += 1;
    }
    chosen
}

/// A row for each engine on each program, and all programs together.
pub fn table(engines: &Engines) -> Table {
    let head = [
        "mutants (M1)",
        "initial tests",
        "left (M2)",
        "stubborn",
        "subsuming (M3)",
        "killed",
        "of M3",
        "alone",
        "tests that kill",
        "generated",
        "questions",
        "effort/1000",
    ];
    let mut table = super::tables::table(&["program", "engine"], head);
    let programs = || engines.programs.iter().filter_map(|p| Some((p, p.stubborn.as_ref()?)));
    for (program, own) in programs() {
        for (at, row) in own.engines.iter().enumerate() {
            let mut cells = vec![if at == 0 { program.program.clone() } else { String::new() }];
            cells.push(row.engine.clone());
            let sets = [own.mutants, own.tests, own.left, own.stubborn, own.subsuming];
            cells.extend(sets.map(|n| if at == 0 { n.to_string() } else { String::new() }));
            cells.extend([row.killed, row.subsuming, row.alone, row.tests].map(|n| n.to_string()));
            let cost = program.engine(&row.engine).map(|row| row.cost).unwrap_or_default();
            cells.extend([cost.generated, cost.questions, cost.effort.div_ceil(1000)].map(|n| n.to_string()));
            table.row(cells);
        }
    }
    if programs().count() > 1 {
        let sum = |of: &dyn Fn(&Stubborn) -> usize| programs().map(|(_, own)| of(own)).sum::<usize>();
        for (at, name) in engines.engines.iter().enumerate() {
            let own = |of: fn(&StubbornRow) -> usize| {
                let rows = programs().filter_map(|(_, s)| s.engines.iter().find(|row| row.engine == *name));
                rows.map(of).sum::<usize>().to_string()
            };
            let sets: [String; 5] = [
                sum(&|s| s.mutants),
                sum(&|s| s.tests),
                sum(&|s| s.left),
                sum(&|s| s.stubborn),
                sum(&|s| s.subsuming),
            ]
            .map(|n| if at == 0 { n.to_string() } else { String::new() });
            let mut cells = vec![if at == 0 { "all".to_owned() } else { String::new() }, name.clone()];
            cells.extend(sets);
            cells.extend([own(|r| r.killed), own(|r| r.subsuming), own(|r| r.alone), own(|r| r.tests)]);
            table.row(cells);
        }
    }
    table
}

/// The first engine against each other one, by the shares of stubborn mutants that they kill, program by program.
pub fn statistics(engines: &Engines) -> Table {
    let head = ["programs", "better", "equal", "worse", "Wilcoxon p", "Â12"];
    let mut table = super::tables::table(&["engine", "against"], head);
    let shares = |name: &str| -> Vec<f64> {
        let own = engines.programs.iter().filter_map(|p| p.stubborn.as_ref()).filter(|s| s.stubborn > 0);
        let row = |s: &Stubborn| s.engines.iter().find(|row| row.engine == name).map_or(0, |row| row.killed);
        own.map(|s| row(s) as f64 / s.stubborn as f64).collect()
    };
    if engines.programs.iter().all(|p| p.stubborn.is_none()) {
        return table;
    }
    let Some((first, others)) = engines.engines.split_first() else { return table };
    let own = shares(first);
    for other in others {
        let theirs = shares(other);
        let count = |wanted: std::cmp::Ordering| {
            own.iter().zip(&theirs).filter(|(a, b)| a.total_cmp(b) == wanted).count().to_string()
        };
        use std::cmp::Ordering::{Equal, Greater, Less};
        table.row(vec![
            first.clone(),
            other.clone(),
            own.len().to_string(),
            count(Greater),
            count(Equal),
            count(Less),
            wilcoxon(&own, &theirs).map_or_else(|| "-".to_owned(), |p| format!("{p:.4}")),
            effect(&own, &theirs).map_or_else(|| "-".to_owned(), |a| format!("{a:.3}")),
        ]);
    }
    table
}

/// The two-sided p of Wilcoxon's signed-rank test of pairs: pairs that are equal are left out, of equal differences each has the mean of
/// their ranks, and the distribution is the exact one of these ranks. `None`: all pairs are equal.
fn wilcoxon(a: &[f64], b: &[f64]) -> Option<f64> {
    let mut differences: Vec<f64> = a.iter().zip(b).map(|(a, b)| a - b).filter(|d| *d != 0.0).collect();
    if differences.is_empty() {
        return None;
    }
    differences.sort_by(|a, b| a.abs().total_cmp(&b.abs()));
    // Twice the ranks, so that means of ranks are whole.
    let mut ranks = vec![0_usize; differences.len()];
    let mut from = 0;
    while from < differences.len() {
        let is_same = |d: &&f64| d.abs() == differences[from].abs();
        let to = from + differences[from..].iter().take_while(is_same).count();
        ranks[from..to].fill(from + 1 + to);
        from = to;
    }
    let all: usize = ranks.iter().sum();
    let positive: usize = differences
        .iter()
        .zip(&ranks)
        .filter(|(difference, _)| **difference > 0.0)
        .map(|(_, rank)| rank)
        .sum();
    // By sum of the ranks of the positive ones: how probable it is where each sign is as likely.
    let mut chances = vec![0.0; all + 1];
    chances[0] = 1.0;
    for &rank in &ranks {
        for sum in (0..=all).rev() {
            let with = if sum >= rank { chances[sum - rank] } else { 0.0 };
            chances[sum] = (chances[sum] + with) / 2.0;
        }
    }
    let least = positive.min(all - positive);
    let tail: f64 = chances[..=least].iter().sum();
    Some((2.0 * tail).min(1.0))
}

/// Vargha and Delaney's Â₁₂: how probable it is that the first has more, with half of the ties.
fn effect(a: &[f64], b: &[f64]) -> Option<f64> {
    let pairs = a.len() * b.len();
    let of = |a: f64, b: f64| match a.total_cmp(&b) {
        std::cmp::Ordering::Greater => 1.0,
        std::cmp::Ordering::Equal => 0.5,
        std::cmp::Ordering::Less => 0.0,
    };
    let sum: f64 = a.iter().flat_map(|&a| b.iter().map(move |&b| of(a, b))).sum();
    (pairs > 0).then(|| sum / pairs as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_statistics_are_those_of_the_books() {
        // Wilcoxon's own example (1945, fertilizers): differences with a rank sum of the less frequent sign of 3, n = 8.
        let a = [8.0, 24.0, 16.0, 14.0, 23.0, 41.0, 39.0, 28.0];
        let b = [18.0, 24.5, 29.0, 49.0, 60.0, 34.0, 56.0, 20.0];
        // |d|: 10 .5 13 35 37 7 17 8; positive are 7 (rank 2) and 8 (rank 3).
        let p = wilcoxon(&a, &b).expect("they differ");
        // Subsets of 1..=8 with a sum of at most 5: {} 1 2 3 4 5 12 13 14 23: 10 of 256.
        assert!((p - 2.0 * 10.0 / 256.0).abs() < 1e-12, "{p}");
        assert_eq!(wilcoxon(&[1.0, 2.0], &[1.0, 2.0]), None);
        assert_eq!(wilcoxon(&[1.0], &[0.0]), Some(1.0));
        // Ties have the mean of their ranks: two equal positive differences.
        assert_eq!(wilcoxon(&[1.0, 1.0], &[0.0, 0.0]), Some(0.5));
        assert_eq!(effect(&[1.0, 2.0], &[0.0, 2.0]), Some(0.625));
        assert_eq!(effect(&[], &[]), None);
    }

    #[test]
    fn subsuming_are_those_with_a_least_set_of_tests_and_tests_are_chosen_greedily() {
        let set = |numbers: &[usize]| numbers.iter().map(|&n| (0, n)).collect::<BTreeSet<_>>();
        let matrix: Matrix =
            [("a", set(&[1, 2])), ("b", set(&[1])), ("c", set(&[3])), ("d", set(&[1])), ("e", set(&[]))]
                .map(|(id, tests)| (id.to_owned(), tests))
                .into();
        assert_eq!(subsuming(&matrix), ["b", "c"].map(str::to_owned).into());
        let all: Ids = matrix.keys().cloned().collect();
        assert_eq!(needed(&matrix, 0, &all), 2);
        assert_eq!(needed(&matrix, 1, &all), 0);
    }
}
