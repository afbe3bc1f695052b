//! From one run to another (`jatpg compare A.json B.json`): which mutants are decided better, which worse, by method; and
//! the same of two comparisons, by program.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::path::Path;

use indexmap::{IndexMap, IndexSet};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::report::comparison::ablation::{Ablation, VariantRow};
use crate::report::comparison::{EngineRow, Engines, Kind};
use crate::report::json::{KillKind, MutantReport, Report, VERSION, VerdictKind, VerdictReport};

/// What a JSON file holds.
#[derive(Clone, Debug)]
pub enum Compared {
    Report(Box<Report>),
    Engines(Box<Engines>),
    Ablation(Box<Ablation>),
}

impl Compared {
    /// Reads it; says what is wrong with it where that fails.
    pub fn parse(text: &str) -> Result<Self, String> {
        #[derive(Deserialize)]
        struct Kinded {
            version: u32,
            compares: Kind,
        }
        let Ok(Kinded { version, compares }) = serde_json::from_str(text) else {
            return Report::parse(text).map(Box::new).map(Self::Report);
        };
        if version != VERSION {
            return Err(format!(
                "it is a comparison of version {version}; this jatpg reads version {VERSION}"
            ));
        }
        let read = match compares {
            Kind::Engines => serde_json::from_str(text).map(Box::new).map(Self::Engines),
            Kind::Ablation => serde_json::from_str(text).map(Box::new).map(Self::Ablation),
        };
        read.map_err(|error| format!("it is no comparison of jatpg: {error}"))
    }

    const fn what(&self) -> &'static str {
        match self {
            Self::Report(_) => "a report",
            Self::Engines(_) => "a comparison of engines",
            Self::Ablation(_) => "an ablation",
        }
    }
}

/// Why two files cannot be compared.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotComparable {
    #[error("{before} is {of_before} and {after} {of_after}: two of one kind are compared")]
    Kinds { before: String, of_before: &'static str, after: String, of_after: &'static str },
    #[error("{0} has mutants without verdicts: it lists them, and no engine ran")]
    NoVerdicts(String),
    #[error("the two are of different programs: {before} of {programs_before}, {after} of {programs_after}")]
    Programs { before: String, programs_before: String, after: String, programs_after: String },
    #[error(
        "the two are of the same programs and have no engine in common: {before} has {engines_before}, {after} has \
         {engines_after}; make both with an engine that is the same, or each with one engine"
    )]
    Engines { before: String, engines_before: String, after: String, engines_after: String },
    #[error(
        "the two are of different sources: {id} is `{changed_before}` in {before} and `{changed_after}` in {after}"
    )]
    Sources { id: String, before: String, changed_before: String, after: String, changed_after: String },
}

/// Better, worse, or another thing of the same worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Direction {
    Better,
    Worse,
    Other,
    /// Killed in one and equivalent in the other: one of them is wrong.
    Contradiction,
}

#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
pub struct Changes {
    pub version: u32,
    pub before: String,
    pub after: String,
    /// Options that differ.
    pub options: IndexMap<String, [Value; 2]>,
    /// Of reports: the mutants whose verdict or kind of kill is another one.
    pub mutants: Vec<MutantChange>,
    /// Of reports: what is in one of them only.
    pub only_before: Vec<String>,
    pub only_after: Vec<String>,
    /// Methods of reports; programs and engines, or programs and variants, of comparisons. The last row is all of them.
    pub rows: Vec<RowChange>,
    /// Seconds, in all.
    pub times: IndexMap<String, f64>,
}

#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
pub struct MutantChange {
    pub id: String,
    pub method: String,
    pub file: String,
    pub line: u32,
    pub original: String,
    pub replacement: String,
    pub before: String,
    pub after: String,
    pub direction: Direction,
}

/// Figures by name, before and after; `null` where there is none.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
pub struct RowChange {
    /// The method, or the program.
    pub name: String,
    /// The engine or variant.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<String>,
    pub figures: IndexMap<String, [Option<f64>; 2]>,
    /// `null` where nothing changed.
    pub direction: Option<Direction>,
}

/// A file's name and what is in it.
type Named<'a, T> = (&'a str, &'a T);

pub fn changes(before: Named<'_, Compared>, after: Named<'_, Compared>) -> Result<Changes, NotComparable> {
    match (before.1, after.1) {
        (Compared::Report(a), Compared::Report(b)) => of_reports((before.0, a), (after.0, b)),
        (Compared::Engines(a), Compared::Engines(b)) => {
            let (rows_a, rows_b) = (engine_rows(a), engine_rows(b));
            let mut changes = of_rows((before.0, &rows_a), (after.0, &rows_b))?;
            changes.options.extend(options((&a.options, Some(a.seed)), (&b.options, Some(b.seed))));
            changes.times =
                [("before".to_owned(), sum(&a.times)), ("after".to_owned(), sum(&b.times))].into();
            Ok(changes)
        }
        (Compared::Ablation(a), Compared::Ablation(b)) => {
            let (rows_a, rows_b) = (variant_rows(a), variant_rows(b));
            let mut changes = of_rows((before.0, &rows_a), (after.0, &rows_b))?;
            changes.options.extend(options((&a.options, Some(a.seed)), (&b.options, Some(b.seed))));
            changes.times =
                [("before".to_owned(), sum(&a.times)), ("after".to_owned(), sum(&b.times))].into();
            Ok(changes)
        }
        (a, b) => Err(NotComparable::Kinds {
            before: before.0.to_owned(),
            of_before: a.what(),
            after: after.0.to_owned(),
            of_after: b.what(),
        }),
    }
}

fn sum(times: &super::Times) -> f64 {
    times.values().flat_map(IndexMap::values).filter_map(|passes| passes.get("total")).sum()
}

type Options<'a> = (&'a IndexMap<String, Value>, Option<u64>);

/// Those that are not the same, the seed among them.
fn options(
    (before, seed_before): Options<'_>,
    (after, seed_after): Options<'_>,
) -> IndexMap<String, [Value; 2]> {
    let mut different = IndexMap::new();
    if seed_before != seed_after {
        different.insert("seed".to_owned(), [Value::from(seed_before), Value::from(seed_after)]);
    }
    for name in before.keys().chain(after.keys()) {
        let of = |options: &IndexMap<String, Value>| options.get(name).cloned().unwrap_or_default();
        if of(before) != of(after) {
            different.insert(name.clone(), [of(before), of(after)]);
        }
    }
    different
}

/// What a mutant is called in whatever folder its file lies.
fn key(mutant: &MutantReport) -> (String, String) {
    let file = Path::new(&mutant.file).file_name().map(|name| name.to_string_lossy().into_owned());
    (file.unwrap_or_default(), mutant.id.clone())
}

fn of_reports(before: Named<'_, Report>, after: Named<'_, Report>) -> Result<Changes, NotComparable> {
    let [goals_before, goals_after] = [before.1, after.1].map(goals);
    for (name, goals) in [(before.0, &goals_before), (after.0, &goals_after)] {
        if goals.iter().any(|m| m.verdict.is_none()) {
            return Err(NotComparable::NoVerdicts(name.to_owned()));
        }
    }
    let of_before: Keyed<'_> = goals_before.iter().map(|m| (key(m), &**m)).collect();
    let of_after: Keyed<'_> = goals_after.iter().map(|m| (key(m), &**m)).collect();
    let both: Vec<[&MutantReport; 2]> =
        of_before.iter().filter_map(|(key, &a)| Some([a, *of_after.get(key)?])).collect();
    let is_empty = of_before.is_empty() || of_after.is_empty();
    if both.is_empty() && !(is_empty && before.1.files == after.1.files) {
        return Err(NotComparable::Programs {
            before: before.0.to_owned(),
            programs_before: before.1.files.join(", "),
            after: after.0.to_owned(),
            programs_after: after.1.files.join(", "),
        });
    }
    if let Some([a, b]) = both.iter().find(|[a, b]| !is_same_mutant(a, b)) {
        let changed = |m: &MutantReport| format!("{} -> {}", m.original, m.replacement);
        return Err(NotComparable::Sources {
            id: a.id.clone(),
            before: before.0.to_owned(),
            changed_before: changed(a),
            after: after.0.to_owned(),
            changed_after: changed(b),
        });
    }
    let labels: BTreeSet<&str> = before.1.labels.iter().map(|label| &*label.id).collect();
    let total = |report: &Report| report.times.get("total").copied();
    let times = [("before", total(before.1)), ("after", total(after.1))];
    Ok(Changes {
        version: VERSION,
        before: before.0.to_owned(),
        after: after.0.to_owned(),
        options: options((&before.1.options, before.1.seed), (&after.1.options, after.1.seed)),
        mutants: both.iter().filter_map(|[a, b]| change(a, b, labels.contains(&*a.id))).collect(),
        only_before: missing(&of_before, &of_after),
        only_after: missing(&of_after, &of_before),
        rows: by_method(before.1, after.1),
        times: times.into_iter().filter_map(|(name, t)| Some((name.to_owned(), t?))).collect(),
    })
}

/// The mutants, and the labels as the versions that they are.
fn goals(report: &Report) -> Vec<Cow<'_, MutantReport>> {
    let labels = report.labels.iter().map(|label| Cow::Owned(label.as_mutant()));
    report.mutants.iter().map(Cow::Borrowed).chain(labels).collect()
}

fn is_same_mutant(a: &MutantReport, b: &MutantReport) -> bool {
    (&a.operator, &a.original, &a.replacement) == (&b.operator, &b.original, &b.replacement)
}

type Keyed<'r> = IndexMap<(String, String), &'r MutantReport>;

fn missing(from: &Keyed<'_>, other: &Keyed<'_>) -> Vec<String> {
    from.iter().filter(|(key, _)| !other.contains_key(*key)).map(|(_, m)| m.id.clone()).collect()
}

fn change(before: &MutantReport, after: &MutantReport, is_label: bool) -> Option<MutantChange> {
    let (a, b) = (before.verdict.as_ref()?, after.verdict.as_ref()?);
    if (a.verdict, a.kill, a.bound) == (b.verdict, b.kill, b.bound) {
        return None;
    }
    let is_contradiction = |a: &VerdictReport, b: &VerdictReport| {
        a.kill.is_some_and(KillKind::counts) && b.verdict == VerdictKind::Equivalent
    };
    let direction = match worth(a).cmp(&worth(b)) {
        _ if is_contradiction(a, b) || is_contradiction(b, a) => Direction::Contradiction,
        Ordering::Less => Direction::Better,
        Ordering::Greater => Direction::Worse,
        Ordering::Equal => Direction::Other,
    };
    Some(MutantChange {
        id: after.id.clone(),
        method: after.method.clone(),
        file: after.file.clone(),
        line: after.span.start.line,
        original: after.original.clone(),
        replacement: after.replacement.clone(),
        before: words(a, is_label),
        after: words(b, is_label),
        direction,
    })
}

/// What is proven or killed for good, then what is proven up to a bound, weak kills, and nothing.
fn worth(verdict: &VerdictReport) -> (u8, u64) {
    match (verdict.verdict, verdict.kill) {
        (VerdictKind::Killed, Some(kind)) if kind.counts() => (3, 0),
        (VerdictKind::Equivalent, _) => (3, 0),
        (VerdictKind::EquivalentUpTo, _) => (2, verdict.bound.unwrap_or_default()),
        (VerdictKind::Killed, _) => (1, 0),
        (VerdictKind::Undecided, _) => (0, 0),
    }
}

fn words(verdict: &VerdictReport, is_label: bool) -> String {
    let bound = verdict.bound.unwrap_or_default();
    match (verdict.verdict, verdict.kill) {
        (VerdictKind::Killed, _) if is_label => "covered".to_owned(),
        (VerdictKind::Killed, Some(kind)) => format!("killed ({})", kind.name()),
        (VerdictKind::Killed, None) => "killed".to_owned(),
        (VerdictKind::Equivalent, _) if is_label => "infeasible".to_owned(),
        (VerdictKind::Equivalent, _) => "equivalent".to_owned(),
        (VerdictKind::EquivalentUpTo, _) if is_label => format!("infeasible up to {bound}"),
        (VerdictKind::EquivalentUpTo, _) => format!("equivalent up to {bound}"),
        (VerdictKind::Undecided, _) if is_label => "open".to_owned(),
        (VerdictKind::Undecided, _) => "undecided".to_owned(),
    }
}

/// Figures by name.
type Figures = IndexMap<&'static str, Option<f64>>;

fn by_method(before: &Report, after: &Report) -> Vec<RowChange> {
    let mut names: IndexSet<&str> = IndexSet::new();
    for report in [before, after] {
        names.extend(report.mutants.iter().map(|mutant| &*mutant.method));
        names.extend(report.labels.iter().map(|label| &*label.method));
    }
    let has_labels = [before, after].iter().any(|report| !report.labels.is_empty());
    let row = |name: &str, is_in: &dyn Fn(&str) -> bool| {
        pair(name, None, &figures(before, has_labels, is_in), &figures(after, has_labels, is_in))
    };
    let methods = names.iter().map(|&name| row(name, &|method| method == name));
    methods.chain([row("all", &|_| true)]).collect()
}

/// The verdicts on mutants make the score; those on labels have figures of their own, where there are any.
fn figures(report: &Report, has_labels: bool, is_in: &dyn Fn(&str) -> bool) -> Figures {
    let verdicts = || {
        let mutants = report.mutants.iter().filter(|m| is_in(&m.method));
        mutants.filter_map(|m| m.verdict.as_ref())
    };
    let count = |is: &dyn Fn(&VerdictReport) -> bool| verdicts().filter(|v| is(v)).count();
    let killed = count(&|v| v.verdict == VerdictKind::Killed && v.kill.is_some_and(KillKind::counts));
    let of_kind = |kind| count(&|v| v.verdict == kind);
    let labels = |kind| report.labels.iter().filter(|l| is_in(&l.method) && l.is(kind)).count();
    let (covered, infeasible) = (labels(VerdictKind::Killed), labels(VerdictKind::Equivalent));
    let equivalent = of_kind(VerdictKind::Equivalent);
    let killable = verdicts().count() - equivalent;
    let tests = report.tests.iter().filter(|t| is_in(&t.method)).count();
    let number = |n: usize| Some(n as f64);
    let mut figures = IndexMap::from([
        ("decided", number(killed + equivalent + covered + infeasible)),
        ("score", (killable > 0).then(|| killed as f64 / killable as f64)),
        ("killed", number(killed)),
        ("weakly", number(of_kind(VerdictKind::Killed) - killed)),
        ("equivalent", number(equivalent)),
        ("up to k", number(of_kind(VerdictKind::EquivalentUpTo))),
        ("undecided", number(of_kind(VerdictKind::Undecided))),
    ]);
    if has_labels {
        figures.insert("covered", number(covered));
        figures.insert("infeasible", number(infeasible));
        figures.insert("infeasible up to k", number(labels(VerdictKind::EquivalentUpTo)));
        figures.insert("open", number(labels(VerdictKind::Undecided)));
    }
    figures.insert("tests", number(tests));
    figures
}

/// The first figure says what is better: the more, the better; where it is the same, the last: the fewer, the better.
fn pair(name: &str, of: Option<&str>, before: &Figures, after: &Figures) -> RowChange {
    let (more, fewer) = (before.keys().next(), before.keys().last());
    let compared = |key: Option<&&'static str>| {
        let of = |figures: &Figures| key.and_then(|key| figures.get(key).copied().flatten());
        of(before).partial_cmp(&of(after)).unwrap_or(Ordering::Equal)
    };
    let direction = match (compared(more), compared(fewer)) {
        (Ordering::Less, _) | (Ordering::Equal, Ordering::Greater) => Some(Direction::Better),
        (Ordering::Greater, _) | (Ordering::Equal, Ordering::Less) => Some(Direction::Worse),
        _ => (before != after).then_some(Direction::Other),
    };
    let figures = before.iter().map(|(&key, &value)| (key.to_owned(), [value, after[key]])).collect();
    RowChange { name: name.to_owned(), of: of.map(str::to_owned), figures, direction }
}

/// Program and engine or variant.
type Rows = IndexMap<(String, String), Figures>;

/// One part of what a row is named by.
type PartOfKey = fn(&(String, String)) -> &String;

/// Other programs; or the same, and other engines on them.
fn nothing_in_common(before: Named<'_, Rows>, after: Named<'_, Rows>) -> NotComparable {
    let names = |rows: &Rows, of: PartOfKey| {
        let names: IndexSet<&str> = rows.keys().map(|key| of(key).as_str()).collect();
        if names.is_empty() { "none".to_owned() } else { names.into_iter().collect::<Vec<_>>().join(", ") }
    };
    let (program, engine): (PartOfKey, PartOfKey) = (|key| &key.0, |key| &key.1);
    let is_shared = before.1.keys().any(|(program, _)| after.1.keys().any(|(other, _)| other == program));
    let (before_name, after_name) = (before.0.to_owned(), after.0.to_owned());
    if is_shared {
        NotComparable::Engines {
            before: before_name,
            engines_before: names(before.1, engine),
            after: after_name,
            engines_after: names(after.1, engine),
        }
    } else {
        NotComparable::Programs {
            before: before_name,
            programs_before: names(before.1, program),
            after: after_name,
            programs_after: names(after.1, program),
        }
    }
}

fn engine_rows(engines: &Engines) -> Rows {
    let figures = |row: &EngineRow| {
        let number = |n: usize| Some(n as f64);
        IndexMap::from([
            ("decided", number(row.killed + row.equivalent)),
            ("score", row.score),
            ("killed", number(row.killed)),
            ("weakly", number(row.weakly_killed)),
            ("equivalent", number(row.equivalent)),
            ("up to k", number(row.equivalent_up_to)),
            ("undecided", number(row.undecided)),
            ("tests", number(row.tests)),
        ])
    };
    let programs = engines.programs.iter();
    let rows = programs.flat_map(|p| p.engines.iter().filter(|r| r.error.is_none()).map(move |r| (p, r)));
    rows.map(|(p, r)| ((p.program.clone(), r.engine.clone()), figures(r))).collect()
}

fn variant_rows(ablation: &Ablation) -> Rows {
    let figures = |row: &VariantRow| {
        IndexMap::from([
            ("generated", Some(row.generated as f64)),
            ("success", row.success_rate),
            ("score", row.score),
            ("asked", Some(row.questions as f64)),
        ])
    };
    let programs = ablation.programs.iter();
    let rows = programs.flat_map(|p| p.variants.iter().map(move |r| (p, r)));
    rows.map(|(p, r)| ((p.program.clone(), r.variant.clone()), figures(r))).collect()
}

/// What all rows are of, where that is one engine or variant.
fn only_one(rows: &Rows) -> Option<&str> {
    let mut all = rows.keys().map(|(_, of)| of.as_str());
    let first = all.next()?;
    all.all(|of| of == first).then_some(first)
}

/// The same engine on the same program; where both files have one engine, and not the same, that one and the other.
fn of_rows(before: Named<'_, Rows>, after: Named<'_, Rows>) -> Result<Changes, NotComparable> {
    let other_engine = match (only_one(before.1), only_one(after.1)) {
        (Some(a), Some(b)) if a != b => Some((a, b)),
        _ => None,
    };
    let counterpart = |(program, of): &(String, String)| match other_engine {
        Some((a, b)) => (program.clone(), if of == a { b.to_owned() } else { a.to_owned() }),
        None => (program.clone(), of.clone()),
    };
    let title = |of: &str| other_engine.map_or_else(|| of.to_owned(), |(a, b)| format!("{a} -> {b}"));
    let both = before.1.iter().filter_map(|(key, a)| Some((key, a, after.1.get(&counterpart(key))?)));
    let rows: Vec<RowChange> = both.map(|((name, of), a, b)| pair(name, Some(&title(of)), a, b)).collect();
    if rows.is_empty() {
        return Err(nothing_in_common(before, after));
    }
    let only = |rows: &Rows, other: &Rows| -> Vec<String> {
        let missing = rows.keys().filter(|key| !other.contains_key(&counterpart(key)));
        missing.map(|(program, of)| format!("{program}, {of}")).collect()
    };
    Ok(Changes {
        version: VERSION,
        before: before.0.to_owned(),
        after: after.0.to_owned(),
        options: other_engine.map(|(a, b)| ("engine".to_owned(), [a.into(), b.into()])).into_iter().collect(),
        mutants: Vec::new(),
        only_before: only(before.1, after.1),
        only_after: only(after.1, before.1),
        rows,
        times: IndexMap::new(),
    })
}
