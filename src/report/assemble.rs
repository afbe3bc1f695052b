//! From sessions and matrices to the report, and from a report's tests back to drivers.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::io::{self, Write};
use std::sync::Arc;

use indexmap::IndexMap;

use crate::driver::{Driver, names};
use crate::engine::matrix::Matrix;
use crate::engine::session::Session;
use crate::engine::subject::{GoalIndex, Judged, Subject};
use crate::engine::verdict::{KillKind, Means, Verdict};
use crate::report::json::{
    LabelReport, MethodReport, MutantReport, PassReport, Report, StubReport, TestReport, VERSION,
    VerdictKind, VerdictReport,
};
use crate::report::junit::Declared;
use crate::report::{audit, checks, cover, junit, labels, list};
use crate::roa::mroa::Depth;
use crate::sema::flow;
use crate::sema::implementers::Stub;
use crate::sema::program::{BodyState, ClassId, MethodId, MethodKind, MethodSource, Program, Role};
use crate::sema::typed_tree::ExprKind;
use crate::syntax::reader::Reader;

/// Writes `report.json`: two blanks a level, a line end at the end.
pub fn write_json(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, report)?;
    out.write_all(b"\n")
}

/// The text of `report.json`.
pub fn to_json(report: &Report) -> String {
    let mut text = Vec::new();
    // A report is plain data with string keys: there is nothing in it that JSON cannot hold, and memory takes all.
    _ = write_json(report, &mut text);
    String::from_utf8(text).unwrap_or_default()
}

/// What `mutants --json` says.
pub fn listed(program: &Program, mutants: Vec<MutantReport>) -> Report {
    Report { mutants, ..empty(program, None, None) }
}

/// What `labels --json` says.
pub fn listed_labels(program: &Program, labels: Vec<LabelReport>) -> Report {
    Report { labels, ..empty(program, None, None) }
}

/// `class`: the top-level class that it is about, where it is about one alone.
pub(super) fn empty(program: &Program, class: Option<ClassId>, seed: Option<u64>) -> Report {
    Report {
        version: VERSION,
        files: files(program),
        failed: Vec::new(),
        unfinished: Vec::new(),
        seed,
        options: IndexMap::new(),
        methods: methods(program, class),
        mutants: Vec::new(),
        labels: Vec::new(),
        coverage: IndexMap::new(),
        mcdc: Vec::new(),
        jacoco: None,
        cover: Vec::new(),
        lower_bounds: Vec::new(),
        collapsed: Vec::new(),
        tests: Vec::new(),
        stubs: Vec::new(),
        passes: Vec::new(),
        depths: Vec::new(),
        questions: None,
        score: None,
        times: IndexMap::new(),
    }
}

fn files(program: &Program) -> Vec<String> {
    let given = program.units.iter().filter(|unit| unit.role == Role::Given);
    given.map(|unit| unit.tree.source.path.display().to_string()).collect()
}

/// The methods and constructors with a body: there is nothing to process in others.
fn methods(program: &Program, of: Option<ClassId>) -> Vec<MethodReport> {
    let mut methods = Vec::new();
    let is_asked = |&class: &ClassId| of.is_none_or(|of| program.outermost(class) == of);
    for class in program.given_classes().filter(is_asked) {
        let source = &program.unit_of(class).tree.source;
        for &method in &program.classes[class].methods {
            let m = &program.methods[method];
            if !matches!(m.kind, MethodKind::Method | MethodKind::Constructor)
                || !matches!(m.source, MethodSource::Code(_))
            {
                continue;
            }
            let reason = match program.body(method) {
                BodyState::Unsupported(reasons) => reasons.first().map(|first| {
                    let at = source.position(first.span.start);
                    format!("{}:{}:{}: {}", source.path.display(), at.line, at.column, first.what)
                }),
                BodyState::Typed(_) | BodyState::None => None,
            };
            methods.push(MethodReport {
                file: source.path.display().to_string(),
                name: program.method_name(method),
                package: program.package_name(class).to_owned(),
                supported: reason.is_none(),
                left_alone: false,
                reason,
            });
        }
    }
    methods
}

/// The stubs that tests name.
fn stubs(program: &Program, tests: &[TestReport]) -> Vec<StubReport> {
    let code = tests.iter().flat_map(|test| test.inputs.iter().chain(&test.then));
    let used: BTreeSet<&str> = code.flat_map(|code| junit::code::words(code)).collect();
    let named = program.stubs().iter().filter(|stub| used.contains(&*program.classes[stub.class].name));
    let report = |stub: &Stub| StubReport {
        name: program.classes[stub.class].name.to_string(),
        package: stub.package.to_string(),
        source: stub.lines.join("\n"),
    };
    named.map(report).collect()
}

/// `ids`: of the mutants.
fn test(
    (subject, ids): (&Subject, &[Arc<str>]),
    id: &str,
    driver: &Driver,
    judged: Option<&Judged>,
) -> TestReport {
    let program = subject.program();
    let tested = program.outermost(program.methods[driver.method].class);
    let other = subject.class().filter(|&class| class != tested);
    // What was judged may have fewer following calls.
    let driver = judged.map_or(driver, |judged| &judged.driver);
    let kills: &[_] = judged.map_or(&[], |judged| &judged.kills);
    let mutant_id = |&(mutant, _): &(GoalIndex, KillKind)| ids[mutant as usize].clone();
    let report = TestReport {
        id: id.to_owned(),
        imports: Vec::new(),
        method: program.method_name(driver.method),
        package: program.package_name(program.methods[driver.method].class).to_owned(),
        class: other.map(|class| program.classes[class].qualified_name.to_string()),
        inputs: driver.inputs(),
        then: driver.then.clone(),
        outcome: judged.map(|judged| checks::outcome(program, driver, &judged.observed)).unwrap_or_default(),
        left_out: judged.map(|judged| judged.code.left_out.clone()).unwrap_or_default(),
        kills: kills.iter().map(mutant_id).collect(),
        covers: Vec::new(),
        hangs: kills
            .iter()
            .filter(|(_, kind)| !matches!(kind, KillKind::Output | KillKind::Trap))
            .map(mutant_id)
            .collect(),
        passes_limit: kills.iter().filter(|(_, kind)| !kind.counts()).map(mutant_id).collect(),
    };
    let mut words: BTreeSet<&str> = report.code().flat_map(junit::code::simple_names).collect();
    // A test class holds the stubs that its tests name.
    let stubs = program.stubs().iter().filter(|stub| words.contains(&*program.classes[stub.class].name));
    let of_stubs: Vec<&str> = stubs.flat_map(|stub| &stub.lines).map(String::as_str).collect();
    words.extend(of_stubs.iter().flat_map(|line| junit::code::simple_names(line)));
    let code = report.code().chain(of_stubs).chain(report.outcome.exception.as_deref());
    let of_packages = of_other_packages(program, &report.package, code);
    let of_jdk = words.into_iter().filter_map(|word| names::import_of(program, word));
    let imports = of_jdk.chain(of_packages).collect();
    TestReport { imports, ..report }
}

/// The classes of other packages, but the JDK's, that code of a package names in full.
fn of_other_packages<'c>(
    program: &Program,
    package: &str,
    code: impl Iterator<Item = &'c str>,
) -> BTreeSet<String> {
    let is_other = |head: &String| {
        let class = program.class_named(head).filter(|&class| program.classes[class].outer.is_none());
        class.is_some_and(|class| {
            let is_jdk = matches!(program.role(class), Role::Library | Role::Jdk);
            !is_jdk && !["", package].contains(&program.package_name(class))
        })
    };
    let names: BTreeSet<Vec<&str>> = code.flat_map(junit::code::dotted_names).collect();
    let class = |name: Vec<&str>| (2..=name.len()).map(|parts| name[..parts].join(".")).find(is_other);
    names.into_iter().filter_map(class).collect()
}

/// The report of `generate`: the suite's own full kill matrix is part of it.
pub fn generated(session: &Session<'_>, passes: Vec<PassReport>, seed: u64) -> Report {
    of_session(session, &crate::engine::matrix::of_session(session), passes, seed)
}

/// What there is so far: of each test, only those kills that are known without another run.
pub fn unfinished(session: &Session<'_>, passes: Vec<PassReport>, seed: u64) -> Report {
    let report = of_session(session, &crate::engine::matrix::known(session), passes, seed);
    let program = session.subject().program();
    let class = session.subject().class().map(|class| program.classes[class].qualified_name.to_string());
    Report { unfinished: class.into_iter().collect(), ..report }
}

fn of_session(session: &Session<'_>, matrix: &Matrix, passes: Vec<PassReport>, seed: u64) -> Report {
    let subject = session.subject();
    let mut report = with_matrix(subject, matrix, Some(seed));
    for (known, entry) in session.verdicts().iter().zip(&mut report.mutants) {
        let tests = entry.verdict.take().map(|v| v.tests).unwrap_or_default();
        entry.verdict = Some(verdict(subject.program(), known, tests));
    }
    labels::part(&mut report, subject.program(), subject.mutants());
    let verdicts = || report.mutants.iter().filter_map(|mutant| mutant.verdict.as_ref());
    let killed = verdicts().filter(|v| v.kill.is_some_and(KillKind::counts)).count();
    let equivalent = verdicts().filter(|v| v.verdict == VerdictKind::Equivalent).count();
    report.score = score(killed, report.mutants.len() - equivalent).filter(|_| !session.has_no_test());
    report.passes = passes;
    report.cover = cover::of(session).into_iter().collect();
    debug_assert_eq!(audit::problems(&report), Vec::<String>::new());
    report
}

fn verdict(program: &Program, verdict: &Verdict, tests: Vec<Arc<str>>) -> VerdictReport {
    let base = VerdictReport {
        verdict: VerdictKind::Undecided,
        bound: None,
        reason: None,
        reason_kind: None,
        kill: None,
        pass: None,
        depth: None,
        frames: None,
        inputs: None,
        closed_world: false,
        callers: None,
        region: None,
        tests,
    };
    match verdict {
        Verdict::Killed(killed) => VerdictReport {
            verdict: VerdictKind::Killed,
            kill: Some(killed.kind()),
            pass: Some(killed.pass().name().to_owned()),
            ..base
        },
        Verdict::Equivalent(equivalent) => VerdictReport {
            verdict: VerdictKind::Equivalent,
            pass: Some(equivalent.pass().name().to_owned()),
            depth: depth_of(equivalent.means()),
            frames: frames_of(equivalent.means()),
            inputs: inputs_of(equivalent.means()),
            closed_world: equivalent.is_closed_world(),
            callers: callers(program, equivalent.callers()),
            ..base
        },
        Verdict::EquivalentUpTo(up_to) => VerdictReport {
            verdict: VerdictKind::EquivalentUpTo,
            bound: Some(up_to.bound().into()),
            reason: Some(up_to.reason().to_owned()),
            pass: Some(up_to.pass().name().to_owned()),
            depth: depth_of(up_to.means()),
            frames: frames_of(up_to.means()),
            closed_world: up_to.is_closed_world(),
            callers: callers(program, up_to.callers()),
            ..base
        },
        Verdict::Undecided(reason) => VerdictReport {
            reason: Some(reason.to_string()),
            reason_kind: Some(reason.kind().to_owned()),
            ..base
        },
    }
}

/// The names of the callers through which a private method was looked at.
pub fn callers(program: &Program, roots: Option<&[MethodId]>) -> Option<Vec<String>> {
    roots.map(|roots| roots.iter().map(|&root| program.method_name(root)).collect())
}

const fn depth_of(means: Means) -> Option<u32> {
    match means {
        Means::Region(depth) => depth_number(depth),
        Means::Search { .. } | Means::AllInputs(_) => None,
    }
}

const fn frames_of(means: Means) -> Option<u32> {
    match means {
        Means::Search { frames } => Some(frames),
        Means::Region(_) | Means::AllInputs(_) => None,
    }
}

const fn inputs_of(means: Means) -> Option<u64> {
    match means {
        Means::AllInputs(inputs) => Some(inputs),
        Means::Region(_) | Means::Search { .. } => None,
    }
}

/// The depth of a region in JSON; the changed node alone is as small as mROA.
pub const fn depth_number(depth: Depth) -> Option<u32> {
    match depth {
        Depth::Node => Some(0),
        Depth::Expanded(depth) => Some(depth),
        Depth::Global | Depth::Callers => None,
    }
}

/// The report of `simulate`: verdicts come from the matrix alone.
pub fn simulated(subject: &Subject, given: &Report, matrix: &Matrix) -> Report {
    let mut report = with_matrix(subject, matrix, given.seed);
    let killed = |m: &&MutantReport| m.verdict.as_ref().and_then(|v| v.kill).is_some_and(KillKind::counts);
    // The ids are the given ones.
    let names: BTreeMap<String, String> = report
        .tests
        .iter()
        .zip(&given.tests)
        .map(|(ours, theirs)| (ours.id.clone(), theirs.id.clone()))
        .collect();
    for test in &mut report.tests {
        test.id = names[&test.id].clone();
    }
    for verdict in report.mutants.iter_mut().filter_map(|m| m.verdict.as_mut()) {
        for id in &mut verdict.tests {
            *id = names[&**id].as_str().into();
        }
    }
    labels::part(&mut report, subject.program(), subject.mutants());
    report.score = score(report.mutants.iter().filter(killed).count(), report.mutants.len());
    report
}

fn with_matrix(subject: &Subject, matrix: &Matrix, seed: Option<u64>) -> Report {
    let program = subject.program();
    let ids: Vec<Arc<str>> = subject.mutants().iter().map(|mutant| mutant.id.as_str().into()).collect();
    let mut tests = Vec::new();
    let mut killers: Vec<Vec<Arc<str>>> = vec![Vec::new(); ids.len()];
    for (number, (driver, result)) in matrix.rows.iter().enumerate() {
        let judged = result.as_ref().ok();
        let id: Arc<str> = format!("T{}", number + 1).into();
        for &(mutant, _) in judged.iter().flat_map(|judged| &judged.kills) {
            killers[mutant as usize].push(id.clone());
        }
        tests.push(test((subject, &ids), &id, driver, judged));
    }
    let best = matrix.best(ids.len());
    let mutants = subject
        .mutants()
        .iter()
        .zip(best)
        .zip(killers)
        .map(|((mutant, kill), tests)| {
            let reason = match (kill, &mutant.unsupported) {
                (Some(_), _) => None,
                (None, Some(what)) => Some(format!("unsupported: {what}")),
                (None, None) if mutant.label.is_some() => Some("the given tests do not cover it".to_owned()),
                (None, None) => Some("survives: the given tests do not kill it".to_owned()),
            };
            let verdict = VerdictReport {
                verdict: if kill.is_some() { VerdictKind::Killed } else { VerdictKind::Undecided },
                bound: None,
                reason,
                reason_kind: None,
                kill,
                pass: None,
                depth: None,
                frames: None,
                inputs: None,
                closed_world: false,
                callers: None,
                region: None,
                tests,
            };
            MutantReport { verdict: Some(verdict), ..list::record(program, mutant) }
        })
        .collect();
    let stubs = stubs(program, &tests);
    Report { mutants, tests, stubs, ..empty(program, subject.class(), seed) }
}

/// Why a test of a report cannot be run on the given files.
#[derive(Debug, thiserror::Error)]
pub enum DriverError {
    #[error("test {id}: the given files have no method {method}")]
    NoMethod { id: String, method: String },
    #[error("test {id}: it has no call under test")]
    NoCall { id: String },
    #[error("test {id} cannot be run: {reason} (where `generate` had a --source-path, give the same)")]
    Invalid { id: String, reason: String },
}

/// The driver of a test that a report holds.
pub fn driver(subject: &Subject, test: &TestReport) -> Result<Driver, DriverError> {
    let program = subject.program();
    let id = test.id.clone();
    let method: MethodId = program
        .methods
        .ids()
        .find(|&m| {
            program.method_name(m) == test.method && program.role(program.methods[m].class) == Role::Given
        })
        .ok_or_else(|| DriverError::NoMethod { id: id.clone(), method: test.method.clone() })?;
    let driver = as_driver(test, method).ok_or_else(|| DriverError::NoCall { id: id.clone() })?;
    subject.runner().check(&driver).map_err(|reason| DriverError::Invalid { id, reason })?;
    Ok(driver)
}

/// The driver of a test of this method, as it stands in the report; `None` where it calls nothing.
fn as_driver(test: &TestReport, method: MethodId) -> Option<Driver> {
    let (act, arrange) = test.inputs.split_last()?;
    Some(Driver { method, arrange: arrange.to_vec(), act: act.clone(), then: test.then.clone() })
}

/// What the emitted classes must know of the program: which streams it writes to, whether the locale and the time zone matter.
pub fn junit_options(program: &Program, version: junit::JUnitVersion) -> junit::Options {
    let mut options = junit::Options::new(version);
    options.zone = has_dates(program);
    let ask = |method, options: &mut junit::Options| {
        options.zone |= may_ask_for_zone(program, method);
        options.locale |= may_ask_for_locale(program, method);
    };
    for (id, method) in program.methods.iter_enumerated() {
        if !is_ours(program, method.class) {
            continue;
        }
        let BodyState::Typed(body) = program.body(id) else { continue };
        for expr in body.exprs.iter() {
            match &expr.kind {
                ExprKind::StaticField(field) if is_of_library(program, program.fields[*field].class) => {
                    options.captures_out |= &*program.fields[*field].name == "out";
                    options.captures_err |= &*program.fields[*field].name == "err";
                }
                ExprKind::Call(call) if is_of_library(program, program.methods[call.method].class) => {
                    options.locale |= LOCALISED.contains(&&*program.methods[call.method].name);
                }
                ExprKind::Call(call) => ask(call.method, &mut options),
                ExprKind::New { constructor, .. } => ask(*constructor, &mut options),
                _ => {}
            }
        }
    }
    options
}

/// Whether a method of a class file may format by the default locale: one of the class path, or of the JDK but in packages that
/// know no locales.
fn may_ask_for_locale(program: &Program, method: MethodId) -> bool {
    const WITHOUT: [&str; 4] = ["java.lang.", "java.math.", "java.util.", "java.io."];
    const BUT: [&str; 4] =
        ["java.util.Scanner", "java.util.Formatter", "java.util.Date", "java.util.Calendar"];
    let class = program.methods[method].class;
    if !program.role(class).is_compiled() {
        return false;
    }
    let name = &program.classes[class].qualified_name;
    BUT.iter().any(|with| name.starts_with(with)) || !WITHOUT.iter().any(|without| name.starts_with(without))
}

/// Whether a method of a class file may ask for the default time zone: one of the class path may.
fn may_ask_for_zone(program: &Program, method: MethodId) -> bool {
    const ASKING: [&str; 3] = ["now", "systemDefault", "systemDefaultZone"];
    let m = &program.methods[method];
    match program.role(m.class) {
        Role::ClassPath => true,
        Role::Jdk => program.package_name(m.class).starts_with("java.time") && ASKING.contains(&&*m.name),
        _ => false,
    }
}

/// Whether the program names a class of the JDK whose objects have a zone or are told by it: a text may be made of them anywhere.
fn has_dates(program: &Program) -> bool {
    const DATES: [&str; 5] = [
        "java.util.Calendar",
        "java.util.Date",
        "java.util.GregorianCalendar",
        "java.util.SimpleTimeZone",
        "java.util.TimeZone",
    ];
    const IN: [&str; 5] =
        ["java.sql.", "java.text.", "java.util.jar.", "java.util.logging.", "java.util.zip."];
    let is_named = |class: ClassId| {
        let name = &*program.classes[class].qualified_name;
        DATES.contains(&name) || IN.iter().any(|package| name.starts_with(package))
    };
    program.classes.ids().any(|class| program.role(class) == Role::Jdk && is_named(class))
}

/// What the methods of a report's tests have to declare that they throw, by the tests' ids. Calls are taken by the types that the
/// printed text has, as javac takes them: which method is run in the end says nothing.
pub fn declared(program: &Program, report: &Report) -> BTreeMap<String, Declared> {
    let given = program.methods.ids().filter(|&m| program.role(program.methods[m].class) == Role::Given);
    let methods: HashMap<String, MethodId> = given.map(|m| (program.method_name(m), m)).collect();
    let mut reader = Reader::default();
    let mut of_test = |test: &TestReport| {
        let driver = methods.get(&test.method).and_then(|&method| as_driver(test, method));
        let body = driver.and_then(|driver| driver.attribute(program, &mut reader).ok());
        // One that is not read may call anything.
        let Some((_, body)) = body else { return Some(Declared::Exception) };
        let declared = |class| {
            let is_exception = program.is_subclass(class, program.well_known.exception);
            let declared = if is_exception { Declared::Exception } else { Declared::Throwable };
            program.is_checked_exception(class).then_some(declared)
        };
        flow::leaving(program, &body).into_iter().filter_map(declared).max()
    };
    report.tests.iter().filter_map(|test| Some((test.id.clone(), of_test(test)?))).collect()
}

fn is_ours(program: &Program, class: ClassId) -> bool {
    matches!(program.role(class), Role::Given | Role::SourcePath)
}

/// Library methods whose result depends on the default locale.
const LOCALISED: [&str; 6] = ["format", "formatted", "getDefault", "printf", "toUpperCase", "toLowerCase"];

fn is_of_library(program: &Program, class: ClassId) -> bool {
    program.role(class) == Role::Library
}

/// Killed / (mutants − equivalent).
pub fn score(killed: usize, killable: usize) -> Option<f64> {
    (killable > 0).then(|| killed as f64 / killable as f64)
}
