//! `jatpg compare`: engines side by side, the D-algorithm with and without its methods, or two runs.

mod semu_grid;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use indexmap::IndexMap;
use serde_json::{Map, Value};

use crate::atg::ablation::{self, Variant};
use crate::atg::engines::EngineName;
use crate::atg::system::{self, Settings};
use crate::cli::options::{CompareArgs, GoalArgs, ProgramArgs, WorldArgs};
use crate::cli::progress::Watch;
use crate::cli::simulate::read_report;
use crate::cli::{CliError, Exit, load, print, programs, tell};
use crate::engine::EngineError;
use crate::engine::session::Spent;
use crate::engine::subject::Subject;
use crate::goal::MUTATION;
use crate::reading;
use crate::report::comparison::ablation::{Ablation, AblationRow, VariantOf, VariantRow};
use crate::report::comparison::alone::Cost;
use crate::report::comparison::changes::{self, Compared, Direction, MutantChange};
use crate::report::comparison::size::Size;
use crate::report::comparison::stubborn;
use crate::report::comparison::{Engines, ProgramRow, Times, changes_text, tables, to_json};
use crate::report::json::Report;
use crate::report::merge;

pub(super) fn run(args: &CompareArgs) -> Result<Exit, CliError> {
    let is_json = |path: &&PathBuf| path.extension().is_some_and(|e| e.eq_ignore_ascii_case("json"));
    let reports: Vec<&PathBuf> = args.programs.iter().filter(is_json).collect();
    match (&args.programs[..], reports.len()) {
        (_, 0) if args.ablation => each_method(args),
        (_, 0) if args.semu_grid => semu_grid::run(args),
        (_, 0) => engines(args),
        ([before, after], 2) => two_runs(args, before, after),
        (all, n) if n < all.len() => Err(CliError::Arguments(
            "programs and reports cannot be compared with one another: name programs, or two JSON files"
                .to_owned(),
        )),
        _ => Err(CliError::Arguments("two JSON files are compared: name two".to_owned())),
    }
}

fn two_runs(args: &CompareArgs, before: &Path, after: &Path) -> Result<Exit, CliError> {
    if args.ablation || args.stubborn || args.semu_grid || !args.engines.is_empty() {
        return Err(CliError::Arguments(
            "--engines, --ablation, --stubborn and --semu-grid are for programs, not for two JSON files"
                .to_owned(),
        ));
    }
    let (a, b) = (read(before)?, read(after)?);
    let names = [before, after].map(|path| path.display().to_string());
    let changes = changes::changes((&names[0], &a), (&names[1], &b))
        .map_err(|error| CliError::Arguments(error.to_string()))?;
    print(&if args.json { to_json(&changes) } else { changes_text::render(&changes) })?;
    match changes.mutants.iter().find(|change| change.direction == Direction::Contradiction) {
        Some(case) => {
            let MutantChange { id, before, after, .. } = case;
            Err(contradicts(&format!("{id}: {before} in {}, {after} in {}", names[0], names[1])))
        }
        None => Ok(Exit::Done),
    }
}

fn read(path: &Path) -> Result<Compared, CliError> {
    let error = |reason: String| CliError::Read { path: path.display().to_string(), reason };
    let text = reading::text(path).map_err(|e| error(e.to_string()))?;
    Compared::parse(&text).map_err(error)
}

/// The programs one after another, with the worst of their endings.
struct Tour<'a> {
    args: &'a CompareArgs,
    programs: Vec<PathBuf>,
    pool: rayon::ThreadPool,
    exit: Exit,
    times: Times,
}

impl<'a> Tour<'a> {
    fn new(args: &'a CompareArgs) -> Result<Self, CliError> {
        // What is wrong with the arguments is wrong with every program.
        let goals = load::goals(args.goal.or(MUTATION), &args.operators, &args.goal.asked)?;
        let programs = programs::programs(&args.programs)?;
        let pool = load::pool(args.settings.jobs)?;
        let assertions = WorldArgs::default().assertions();
        let program = |path: &PathBuf| {
            let file = std::slice::from_ref(path);
            load::program(file, args.source_path.as_ref(), &args.class_path, assertions).ok()
        };
        pool.install(|| load::check_asked(&goals, programs.iter().map(program)))?;
        Ok(Self { args, programs, pool, exit: Exit::Done, times: Times::new() })
    }

    /// The program by its units of work, or why there is none, which is said at once and in its row.
    fn subjects(&mut self, path: &Path) -> Result<Vec<Subject>, String> {
        let goal = self.args.goal.clone();
        self.loaded(path, |args| load::subjects(args, &goal))
    }

    /// The program as one.
    fn subject(&mut self, path: &Path) -> Result<Subject, String> {
        self.loaded(path, |args| load::subject(args, &GoalArgs::default())).map(|(subject, _)| subject)
    }

    fn loaded<T: Send>(
        &mut self,
        path: &Path,
        load: impl FnOnce(&ProgramArgs) -> Result<T, CliError> + Send,
    ) -> Result<T, String> {
        let start = Instant::now();
        let args = ProgramArgs {
            files: vec![path.to_owned()],
            source_path: self.args.source_path.clone(),
            class_path: self.args.class_path.clone(),
            method: Vec::new(),
            operators: self.args.operators.clone(),
            world: WorldArgs::default(),
        };
        match self.pool.install(|| load(&args)) {
            Ok(loaded) => {
                self.note(path, "load", [("total".to_owned(), start.elapsed().as_secs_f64())].into());
                Ok(loaded)
            }
            Err(error) => Err(self.fails(&error)),
        }
    }

    fn fails(&mut self, error: &CliError) -> String {
        tell(error);
        self.exit = self.exit.worse(error.exit());
        error.to_string()
    }

    /// What stands before the progress line.
    fn title(&self, number: usize, path: &Path, what: &str) -> String {
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        format!("{}/{} {name}, {what}", number + 1, self.programs.len())
    }

    /// Runs something with a progress line and a clock.
    fn watched<T: Send>(
        &mut self,
        (number, path): (usize, &Path),
        mutants: usize,
        what: &str,
        work: impl FnOnce(&Watch) -> Result<T, EngineError> + Send,
    ) -> Result<T, String> {
        let start = Instant::now();
        let watch = Watch::new(&self.title(number, path, what), mutants);
        let result = self.pool.install(|| work(&watch));
        watch.finish();
        let mut times = watch.times();
        times.insert("total".to_owned(), start.elapsed().as_secs_f64());
        self.note(path, what, times);
        result.map_err(|error| self.fails(&error.into()))
    }

    fn note(&mut self, path: &Path, what: &str, times: IndexMap<String, f64>) {
        let of_program = self.times.entry(path.display().to_string()).or_default();
        of_program.insert(what.to_owned(), times);
    }

    /// The limits are those of each pass of each engine.
    fn options(&self, engines: &[EngineName]) -> Result<IndexMap<String, Value>, CliError> {
        let settings = &self.args.settings;
        let mut options = IndexMap::new();
        options.insert("operators".to_owned(), self.args.operators.clone().into());
        options.extend(self.args.goal.shown());
        options.insert("random_tests".to_owned(), settings.random_tests.into());
        options.insert("effort".to_owned(), settings.effort.into());
        options.insert("with".to_owned(), settings.search.with.clone().into());
        options.insert("without".to_owned(), settings.search.without.clone().into());
        let mut limits = Map::new();
        for &engine in engines {
            limits.insert(engine.name().to_owned(), settings.of(engine)?.limits_of(engine));
        }
        options.insert("limits".to_owned(), limits.into());
        Ok(options)
    }
}

/// What Table 6.2 compares.
const DEFAULT_ENGINES: [EngineName; 4] =
    [EngineName::Baseline, EngineName::DPrevious, EngineName::D, EngineName::Atg];

fn engines(args: &CompareArgs) -> Result<Exit, CliError> {
    let mut engines: Vec<EngineName> = Vec::new();
    for &engine in if args.engines.is_empty() { &DEFAULT_ENGINES[..] } else { &args.engines } {
        if !engines.contains(&engine) {
            engines.push(engine);
        }
    }
    let settings: Vec<(EngineName, Settings)> =
        engines.iter().map(|&e| Ok((e, args.settings.of(e)?))).collect::<Result<_, CliError>>()?;
    let mut tour = Tour::new(args)?;
    let mut rows = Vec::new();
    for (number, path) in tour.programs.clone().into_iter().enumerate() {
        let name = path.display().to_string();
        rows.push(match tour.subjects(&path) {
            Ok(subjects) => with_engines(&mut tour, (number, &path), &subjects, &settings),
            Err(why) => ProgramRow::failed(name, why),
        });
    }
    let names = engines.iter().map(|e| e.name().to_owned()).collect();
    let options = tour.options(&engines)?;
    let comparison = Engines::new(args.settings.seed, options, names, rows, tour.times);
    print(&if args.json { to_json(&comparison) } else { tables::render(&comparison) })?;
    Ok(tour.exit)
}

/// The report with a program's initial suite.
fn initial(folder: &Path, program: &Path) -> Result<Arc<Report>, CliError> {
    let name = program.file_stem().unwrap_or_default().to_string_lossy();
    read_report(&folder.join(format!("{name}.json"))).map(Arc::new)
}

/// An engine's report with what it took, or why there is none.
type Counted = Result<(Report, Cost), String>;

fn with_engines(
    tour: &mut Tour<'_>,
    (number, path): (usize, &Path),
    subjects: &[Subject],
    settings: &[(EngineName, Settings)],
) -> ProgramRow {
    let goals = subjects.iter().flat_map(Subject::mutants).count();
    let mut reports: Vec<(EngineName, Counted)> = Vec::new();
    let initial = match tour.args.settings.semu.initial.as_deref().map(|folder| initial(folder, path)) {
        Some(Ok(report)) => Some(report),
        Some(Err(error)) => return ProgramRow::failed(path.display().to_string(), tour.fails(&error)),
        None => None,
    };
    for (engine, settings) in settings {
        let settings = &Settings { initial: initial.clone(), ..settings.clone() };
        let run = |watch: &Watch| {
            let parts =
                subjects.iter().map(|subject| system::generate_counted(subject, *engine, settings, watch));
            parts.collect::<Result<Vec<(Report, Spent)>, EngineError>>()
        };
        let parts = tour.watched((number, path), goals, engine.name(), run);
        let whole = |parts: Vec<(Report, Spent)>| {
            let (parts, spent): (Vec<Report>, Vec<Spent>) = parts.into_iter().unzip();
            let mut all = Spent::default();
            spent.iter().for_each(|own| all.add(own));
            Some((merge::merged(&parts)?, Cost::of(&all)))
        };
        let nothing = || "there is nothing to work on".to_owned();
        reports.push((*engine, parts.and_then(|parts| whole(parts).ok_or_else(nothing))));
    }
    compared(tour, path, subjects, &reports)
}

/// A program's row, from what the engines made of it. Where they contradict one another that is told, and the exit code
/// tells of it.
fn compared(
    tour: &mut Tour<'_>,
    path: &Path,
    subjects: &[Subject],
    reports: &[(EngineName, Counted)],
) -> ProgramRow {
    let mutants = subjects.iter().flat_map(Subject::mutants).filter(|goal| goal.label.is_none()).count();
    let whole: Vec<(&str, &Report)> = reports
        .iter()
        .filter_map(|(engine, report)| Some((engine.name(), &report.as_ref().ok()?.0)))
        .collect();
    let stubborn = tour.args.stubborn.then(|| stubborn::of(&whole));
    let reports = reports.iter().map(|(engine, report)| {
        let report = report.as_ref().map(|(report, cost)| (report, *cost));
        (engine.name(), report.map_err(Clone::clone))
    });
    let size = subjects.first().map(|subject| Size::of(subject.program())).unwrap_or_default();
    let mut row = ProgramRow::new(path.display().to_string(), size, mutants, reports);
    match stubborn {
        Some(Ok(stubborn)) => row.stubborn = Some(stubborn),
        Some(Err(why)) => _ = tour.fails(&CliError::Arguments(why)),
        None => {}
    }
    for contradiction in &row.contradictions {
        tour.fails(&contradicts(contradiction));
    }
    row
}

/// Nothing that the engines found can be trusted then.
fn contradicts(case: &str) -> CliError {
    CliError::Failure(format!("an error of jatpg, for both cannot be true: {case}"))
}

fn each_method(args: &CompareArgs) -> Result<Exit, CliError> {
    if !args.engines.is_empty() {
        return Err(CliError::Arguments("--ablation is of the D-algorithm: name no --engines".to_owned()));
    }
    let settings = args.settings.of(EngineName::D)?;
    let mut variants = ablation::variants();
    for variant in &mut variants {
        let changed = variant.switches.changed(&args.settings.search.with, &args.settings.search.without);
        // They were read once for the settings.
        variant.switches = changed.unwrap_or(variant.switches);
    }
    let mut tour = Tour::new(args)?;
    let mut rows = Vec::new();
    for (number, path) in tour.programs.clone().into_iter().enumerate() {
        let name = path.display().to_string();
        let row = tour.subject(&path);
        let row = row.and_then(|s| with_variants(&mut tour, (number, &path), &s, &settings, &variants));
        rows.push(row.unwrap_or_else(|why| AblationRow::failed(name, why)));
    }
    let names = |v: &Variant| v.switches.iter().map(|s| s.name().to_owned()).collect();
    let variants = variants.iter().map(|v| VariantOf { name: v.name.clone(), switches: names(v) }).collect();
    let options = tour.options(&[EngineName::D])?;
    let ablation = Ablation::new(args.settings.seed, options, variants, rows, tour.times);
    print(&if args.json {
        to_json(&ablation)
    } else {
        crate::report::comparison::ablation::render(&ablation)
    })?;
    Ok(tour.exit)
}

fn with_variants(
    tour: &mut Tour<'_>,
    (number, path): (usize, &Path),
    subject: &Subject,
    settings: &Settings,
    variants: &[Variant],
) -> Result<AblationRow, String> {
    let watch = Watch::new(&tour.title(number, path, "local"), subject.mutants().len());
    let proven = tour.pool.install(|| ablation::Ablation::new(subject, settings, &watch));
    watch.finish();
    let proven = proven.map_err(|error| tour.fails(&CliError::Failure(error.to_string())))?;
    let not_equivalent = subject.mutants().len() - proven.equivalent();
    let mut rows = Vec::new();
    for variant in variants {
        let run = |watch: &Watch| proven.measure(variant.switches, watch);
        let measured = tour.watched((number, path), subject.mutants().len(), &variant.name, run)?;
        rows.push(VariantRow::new(&variant.name, measured, not_equivalent));
    }
    Ok(AblationRow {
        program: path.display().to_string(),
        error: None,
        mutants: subject.mutants().len(),
        not_equivalent,
        variants: rows,
    })
}

#[cfg(test)]
mod tests {
    use clap::FromArgMatches as _;

    use super::*;
    use crate::cli::options::{self, Cli, Command};
    use crate::report::json::VerdictKind;
    use crate::syntax::with_stack;

    const PROGRAM: &str = "programs/papers/Min.java";

    fn arguments() -> CompareArgs {
        let line = ["jatpg", "compare", PROGRAM, "--jobs", "1", "--random-tests", "16"];
        let matches = options::command().try_get_matches_from(line).expect("a command line");
        match Cli::from_arg_matches(&matches).expect("a command").command {
            Command::Compare(args) => args,
            other => panic!("{other:?}"),
        }
    }

    /// What an engine reports, and the same with one goal that it kills as proven.
    #[test]
    fn engines_that_contradict_one_another_end_with_4_and_the_case() {
        let args = arguments();
        let mut tour = Tour::new(&args).expect("a program");
        let path = tour.programs[0].clone();
        let subjects = tour.subjects(&path).expect("a program");
        let settings = args.settings.of(EngineName::Random).expect("settings");
        let watch = Watch::new("", 0);
        let report = with_stack(|| system::generate(&subjects[0], EngineName::Random, &settings, &watch));
        let report = report.expect("a report");
        let mut planted = report.clone();
        let mut all = planted.mutants.iter_mut().filter_map(|m| Some((m.id.clone(), m.verdict.as_mut()?)));
        let (id, verdict) = all.find(|(_, v)| v.verdict == VerdictKind::Killed).expect("a killed mutant");
        (verdict.verdict, verdict.kill) = (VerdictKind::Equivalent, None);
        let counted = |engine: EngineName, report: &Report| (engine, Ok((report.clone(), Cost::default())));
        let of_one = counted(EngineName::Random, &report);
        let row = compared(&mut tour, &path, &subjects, &[of_one.clone(), counted(EngineName::D, &report)]);
        assert_eq!((tour.exit as u8, row.contradictions.len()), (0, 0));
        let row = compared(&mut tour, &path, &subjects, &[of_one, counted(EngineName::D, &planted)]);
        assert_eq!((tour.exit as u8, row.contradictions.len()), (4, 1));
        assert!(row.contradictions[0].contains(&format!("{id}: proven by d")), "{:?}", row.contradictions);
        // No other program makes that good.
        tour.fails(&CliError::Arguments("bad".to_owned()));
        assert_eq!(tour.exit as u8, 4);
    }
}
