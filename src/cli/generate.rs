//! `jatpg generate`: tests that kill the mutants, as JUnit classes and a report.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use indexmap::IndexSet;

use crate::atg::engines::EngineName;
use crate::atg::system::{self, Settings};
use crate::cli::options::GenerateArgs;
use crate::cli::output::{self, Output};
use crate::cli::progress::Watch;
use crate::cli::simulate::read_report;
use crate::cli::{CliError, Exit, class_path, folder, gates, load, names, print, shell, tell};
use crate::engine::subject::Subject;
use crate::goal::jacoco::Jacoco;
use crate::goal::{Goals, USUAL};
use crate::reading;
use crate::report::file::WriteError;
use crate::report::json::{FailedFile, Report, VerdictKind, VerdictReport};
use crate::report::junit::{Case, Naming};
use crate::report::{assemble, company, jacoco, junit, merge, text};
use crate::sema::program::Program;

pub(super) fn run(args: &GenerateArgs) -> Result<Exit, CliError> {
    let mut settings = args.settings.of(args.engine)?;
    // Whoever asks for the fewest that there can be wants them.
    settings.joins |= args.lower_bound;
    settings.aims = args.collapse;
    if let Some(path) = &args.settings.semu.initial {
        if !args.engine.begins_with_initial() {
            let engines = EngineName::ALL.into_iter().filter(|engine| engine.begins_with_initial());
            let engines = engines.map(EngineName::name).collect::<Vec<_>>().join(", ");
            return Err(CliError::Arguments(format!("--initial is for the engines {engines}")));
        }
        settings.initial = Some(Arc::new(read_report(path)?));
    }
    if args.junit == 4 && (args.display_names || args.tag.is_some()) {
        let what =
            "JUnit 4 has neither display names nor tags: leave out --display-names and --tag, or --junit 4";
        return Err(CliError::Arguments(what.to_owned()));
    }
    let mut goals = load::goals(args.goal.or(USUAL), &args.program.operators, &args.goal.asked)?;
    let jacoco = args.jacoco.as_ref().map(|path| missed(path)).transpose()?;
    if let Some(jacoco) = &jacoco {
        goals = Goals::missed(jacoco.clone());
    }
    // Before any work: it would be lost.
    folder::check(&args.out)?;
    refuse_foreign(args, [])?;
    let pool = load::pool(args.settings.jobs)?;
    let files = load::Files::read(&args.program.files, load::options(&args.program)?)?;
    names::check_names(&files, &args.program.method)?;
    load::check_asked(&goals, (0..files.len()).map(|at| files.program(at).ok()))?;
    refuse_foreign(
        args,
        (0..files.len()).flat_map(|at| files.classes(at)).map(|class| test_class(args, class)),
    )?;
    let mut run = Run::new(args, &files, &pool, settings, (goals, jacoco));
    for (file, error) in &files.failed {
        run.fails(file, error);
    }
    for at in 0..files.len() {
        run.file(at).map_err(|error| run.ends_with(error))?;
    }
    let exit = run.end().map_err(|error| run.ends_with(error))?;
    // What the system takes back at once when the process ends need not be taken apart before.
    std::mem::forget((files, pool));
    Ok(exit)
}

/// The report of JaCoCo whose missed branches are aimed at.
fn missed(path: &Path) -> Result<Arc<Jacoco>, CliError> {
    let error = |reason: String| CliError::Read { path: path.display().to_string(), reason };
    let text = reading::text(path).map_err(|e| error(e.to_string()))?;
    Jacoco::parse(&text).map(Arc::new).map_err(|e| error(e.to_string()))
}

/// The classes one after another, each a unit of work (DESIGN §18). What there is of them is on the disk soon after each
/// pass: the report whole, each test class whole.
struct Run<'a> {
    args: &'a GenerateArgs,
    files: &'a load::Files,
    pool: &'a rayon::ThreadPool,
    settings: Settings,
    goals: Goals,
    jacoco: Option<Arc<Jacoco>>,
    start: Instant,
    loading: f64,
    /// By class: what came of it.
    parts: Vec<Report>,
    failed: Vec<FailedFile>,
    nothing: load::Nothing,
    exit: Exit,
    output: Output,
    /// When it was saved last, and what that took.
    last_saved: Option<(Instant, Duration)>,
}

/// For so many times as long as it takes to save it, what there is so far is not saved again.
const PART_OF_SAVING: u32 = 10;

impl<'a> Run<'a> {
    fn new(
        args: &'a GenerateArgs,
        files: &'a load::Files,
        pool: &'a rayon::ThreadPool,
        settings: Settings,
        (goals, jacoco): (Goals, Option<Arc<Jacoco>>),
    ) -> Self {
        Self {
            args,
            files,
            pool,
            settings,
            goals,
            jacoco,
            start: Instant::now(),
            loading: 0.0,
            parts: Vec::new(),
            failed: Vec::new(),
            nothing: load::Nothing::default(),
            exit: Exit::Done,
            output: Output::new(&args.out),
            last_saved: None,
        }
    }

    /// A file that is no work is told, and the others go on.
    fn fails(&mut self, file: &Path, error: &CliError) {
        tell(error);
        self.exit = self.exit.worse(error.exit());
        self.failed.push(FailedFile { file: file.display().to_string(), error: error.to_string() });
    }

    fn file(&mut self, at: usize) -> Result<(), CliError> {
        let start = Instant::now();
        let files = self.files;
        let program = match self.pool.install(|| files.program(at)) {
            Ok(program) => Arc::new(program),
            Err(error) => {
                self.fails(files.path(at), &error);
                return Ok(());
            }
        };
        load::report_unsupported(&program, &self.args.program);
        let methods = names::named(&program, &self.args.program.method);
        let labels = self.pool.install(|| load::check_labels(&program, &methods, &self.goals));
        if let Err(error) = labels {
            self.fails(files.path(at), &error);
            return Ok(());
        }
        self.loading += start.elapsed().as_secs_f64();
        let classes = load::top_level_classes(&program);
        self.nothing.see(&program, &self.args.program.method);
        if classes.is_empty() {
            let subject = Subject::new(program.clone(), &[], self.goals.clone());
            return self.class("", &subject);
        }
        for class in classes {
            let goals = &self.goals;
            let subject =
                self.pool.install(|| Subject::of_class(program.clone(), class, &methods, goals.clone()));
            let name = if files.len() > 1 { &*program.classes[class].name } else { "" };
            self.class(name, &subject)?;
            // What the system takes back at once when the process ends need not be taken apart before.
            if files.len() == 1 {
                std::mem::forget(subject);
            }
        }
        Ok(())
    }

    fn class(&mut self, name: &str, subject: &Subject) -> Result<(), CliError> {
        self.nothing.mutants += subject.mutants().len();
        let watch = Watch::new(name, subject.mutants().len());
        let options = self.junit_options(subject.program());
        let (engine, settings) = (self.args.engine, self.settings.clone());
        let pool = self.pool;
        let mut save = |report: &dyn Fn() -> Report| {
            if self.is_due() {
                // What cannot be saved now may well be when the class is done, and if not, that is told.
                drop(self.save_part(report(), subject.program(), &options));
            }
        };
        let report =
            pool.install(|| system::generate_and_save(subject, engine, &settings, &watch, &mut save));
        watch.finish();
        let failure = CliError::from;
        let mut report = report.map_err(failure)?;
        if self.args.lower_bound {
            let settings = &self.settings;
            pool.install(|| system::add_lower_bound(&mut report, subject, settings)).map_err(failure)?;
        }
        if self.args.collapse {
            let settings = &self.settings;
            pool.install(|| system::add_collapse(&mut report, subject, settings)).map_err(failure)?;
        }
        report.times = watch.times();
        self.say_options(&mut report, subject.program());
        self.write_tests(&report, subject.program(), &options)?;
        self.parts.push(report);
        Ok(())
    }

    /// Writes the test classes of a report.
    fn write_tests(
        &mut self,
        report: &Report,
        program: &Program,
        options: &junit::Options,
    ) -> Result<(), WriteError> {
        let declared = Some(assemble::declared(program, report));
        self.output.write_tests(junit::emit(report, &junit::Options { declared, ..options.clone() }))
    }

    fn junit_options(&self, program: &Program) -> junit::Options {
        let args = self.args;
        let version = if args.junit == 4 { junit::JUnitVersion::JUnit4 } else { junit::JUnitVersion::JUnit5 };
        let mut options = assemble::junit_options(program, version);
        // No other file has a part in it, and of folders that in which its own lies.
        let is_read = |path: &Path| program.units.iter().any(|unit| unit.tree.source.path.starts_with(path));
        options.command = args.command.with_files(is_read);
        options.tag.clone_from(&args.tag);
        (options.comments, options.display_names) = (args.comments, args.display_names);
        options
    }

    /// What was said on the command line, as far as the report is to tell it.
    fn say_options(&self, report: &mut Report, program: &Program) {
        let args = self.args;
        names::say_asked(report, program, &args.program.method);
        report.options.insert("operators".into(), args.program.operators.clone().into());
        args.goal.say(report);
        report
            .options
            .extend(args.jacoco.iter().map(|path| ("jacoco".into(), path.display().to_string().into())));
        report.options.extend(args.program.world.shown().map(|on| ("assertions".into(), on.into())));
        class_path::say(report, program);
        report.options.insert("random_tests".into(), args.settings.random_tests.into());
        report.options.insert("effort".into(), args.settings.effort.into());
        report.options.insert(Naming::OPTION.into(), args.test_name.pattern().into());
        report.options.insert(Case::OPTION.into(), args.names.name().into());
    }

    fn is_due(&self) -> bool {
        self.last_saved.is_none_or(|(last, took)| last.elapsed() >= took * PART_OF_SAVING)
    }

    /// Saves what there is, with a class that is at work.
    fn save_part(
        &mut self,
        mut part: Report,
        program: &Program,
        options: &junit::Options,
    ) -> Result<(), WriteError> {
        let start = Instant::now();
        self.say_options(&mut part, program);
        self.write_tests(&part, program, options)?;
        self.parts.push(part);
        let report = self.report();
        self.parts.pop();
        report.map_or(Ok(()), |report| self.output.write_report(&report))?;
        self.last_saved = Some((Instant::now(), start.elapsed()));
        Ok(())
    }

    /// The report of all classes so far.
    fn report(&self) -> Option<Report> {
        let mut report = merge::merged(&self.parts)?;
        report.failed.clone_from(&self.failed);
        if let (Some(jacoco), Some(path)) = (&self.jacoco, &self.args.jacoco) {
            report.jacoco = Some(jacoco::of(&report, jacoco, path.display().to_string()));
        }
        let passes = std::mem::take(&mut report.times).into_iter();
        report.times.insert("load".into(), self.loading);
        report.times.extend(passes.map(|(pass, end)| (pass, self.loading + end)));
        report.times.insert("total".into(), self.start.elapsed().as_secs_f64());
        Some(report)
    }

    /// What could not be written is told with what is lost.
    fn ends_with(&self, error: CliError) -> CliError {
        match error {
            CliError::Write(error) => self.output.lost(&error),
            other => other,
        }
    }

    /// Takes out the tests that do not pass in one JVM with those of other classes: nobody has run them together before.
    fn keep_company(&mut self) -> Result<(), CliError> {
        let args = &self.args.program;
        if self.parts.iter().filter(|part| !part.tests.is_empty()).count() < 2 {
            return Ok(());
        }
        // Without those files that were no work: what has tests stands in the others.
        let files: IndexSet<PathBuf> =
            self.parts.iter().flat_map(|part| &part.files).map(PathBuf::from).collect();
        let files: Vec<PathBuf> = files.into_iter().collect();
        let assertions = args.world.assertions();
        let program = load::program(&files, args.source_path.as_ref(), &args.class_path, assertions);
        let program = match program {
            Ok(program) => Arc::new(program),
            Err(error) => {
                tell(format_args!("note: the tests of different classes were not run together: {error}"));
                return Ok(());
            }
        };
        let disturbed = self.pool.install(|| {
            let subject = Subject::new(program.clone(), &[], self.goals.clone());
            company::disturbed(&subject, &self.parts)
        });
        let mut count = 0;
        for (at, gone) in disturbed.iter().enumerate().filter(|(_, gone)| !gone.is_empty()) {
            count += gone.len();
            let part = &mut self.parts[at];
            let paths = |part: &Report| {
                junit::test_names(part).into_values().map(|name| name.path().into()).collect()
            };
            let before: BTreeSet<PathBuf> = paths(part);
            company::take_out(part, gone);
            let declared = Some(assemble::declared(&program, &self.parts[at]));
            let options = junit::Options { declared, ..self.junit_options(&program) };
            self.output.replace_tests(&before, junit::emit(&self.parts[at], &options))?;
        }
        if count > 0 {
            tell(format_args!(
                "note: {count} {} left out: what tests of other classes leave in objects that statics hold shows in {}",
                if count == 1 { "test is" } else { "tests are" },
                if count == 1 { "it" } else { "them" },
            ));
        }
        Ok(())
    }

    /// Writes and prints the whole report.
    fn end(&mut self) -> Result<Exit, CliError> {
        self.keep_company()?;
        let args = self.args;
        let Some(report) = self.report() else { return Ok(self.exit) };
        if self.jacoco.is_none() {
            self.nothing.report();
        }
        if args.json {
            // Before anything that may fail: it is all that was found.
            print(&assemble::to_json(&report))?;
        }
        self.output.write_report(&report)?;
        let put_back = &self.output.put_back;
        if !put_back.is_empty() {
            tell(format_args!(
                "note: taken away during the run, and written anew: {}",
                output::list(put_back)
            ));
        }
        let stale = self.output.stale();
        if !stale.is_empty() {
            tell(about_stale(&stale).trim_end());
        }
        if !args.json {
            print(&text::render(&report, &self.next(&report)))?;
        }
        Ok(self.exit.worse(gates::exit(&args.gates, &report)))
    }

    /// Where to look next.
    fn next(&self, report: &Report) -> Vec<String> {
        let mut next = vec![format!("report   {}", self.output.report().display())];
        let names: IndexSet<String> =
            junit::test_names(report).into_values().map(|name| name.path()).collect();
        next.extend(names.iter().map(|path| format!("tests    {}", self.args.out.join(path).display())));
        next.push(format!("confirm  {}", confirm(self.args, &self.output.report())));
        next.extend(
            explain(self.args, report, &self.output.report()).map(|command| format!("explain  {command}")),
        );
        next
    }
}

/// Refuses to replace what is not jatpg's own: the report, and these test classes.
fn refuse_foreign(args: &GenerateArgs, classes: impl IntoIterator<Item = String>) -> Result<(), CliError> {
    let paths = std::iter::once(folder::REPORT.to_owned()).chain(classes);
    if args.force { Ok(()) } else { folder::refuse_foreign(paths.map(|path| args.out.join(path))) }
}

/// The file of the test class of a class.
fn test_class(args: &GenerateArgs, (package, class): (String, String)) -> String {
    let mut path = package.replace('.', "/");
    if !path.is_empty() {
        path.push('/');
    }
    format!("{path}{}.java", args.test_name.test_class(&class))
}

/// Test classes of the run before that no report speaks of any more, and what to do about them.
fn about_stale(stale: &BTreeSet<PathBuf>) -> String {
    let (are, them) = if stale.len() == 1 { ("is a test class", "it") } else { ("are test classes", "them") };
    let files: Vec<String> = stale.iter().map(shell::word).collect();
    format!(
        "note: {} {are} of the run before; no report speaks of {them} now, and a build would still run {them}\n\
         note: remove {them} (rm {}), or give each program an --out of its own\n",
        output::list(stale),
        files.join(" ")
    )
}

/// The command that has the claims checked on a JVM.
fn confirm(args: &GenerateArgs, report: &Path) -> String {
    let mut command = vec!["jatpg confirm".to_owned()];
    command.extend(args.program.files.iter().map(shell::word));
    command.push(format!("--report {}", shell::word(report)));
    command.extend(paths(args));
    command.join(" ")
}

/// The command that explains the first undecided goal, a mutant or a label; where all are decided, the first that is proven.
fn explain(args: &GenerateArgs, report: &Report, path: &Path) -> Option<String> {
    let goals = || {
        let mutants = report.mutants.iter().map(|m| (&m.file, &m.id, &m.verdict));
        mutants.chain(report.labels.iter().map(|l| (&l.file, &l.id, &l.verdict)))
    };
    let first = |wanted: VerdictKind| {
        let is_unsupported =
            |v: &VerdictReport| v.reason.as_ref().is_some_and(|why| why.starts_with("unsupported"));
        let is_wanted = |v: &VerdictReport| v.verdict == wanted && !is_unsupported(v);
        goals().find(|(_, _, verdict)| verdict.as_ref().is_some_and(is_wanted))
    };
    let kinds = [VerdictKind::Undecided, VerdictKind::EquivalentUpTo, VerdictKind::Equivalent];
    let (file, id, _) = kinds.into_iter().find_map(first)?;
    let mut command = vec!["jatpg explain".to_owned(), shell::word(file), shell::word(id)];
    command.push(format!("--report {}", shell::word(path)));
    command.extend(args.goal.asked.labels.iter().map(|path| format!("--labels {}", shell::word(path))));
    command.extend(paths(args));
    Some(command.join(" "))
}

/// Where further classes are, as it was said.
fn paths(args: &GenerateArgs) -> Vec<String> {
    let option = |name: &str, value: &OsStr| format!("--{name} {}", shell::word(value));
    let (program, classes) = (&args.program, &args.program.class_path);
    let source_path = program.source_path.iter().map(|folder| option("source-path", folder.as_os_str()));
    let class_path = classes.class_path.iter().map(|path| option("class-path", path.as_ref()));
    let jdk = classes.jdk.iter().map(|home| option("jdk", home.as_os_str()));
    let release = classes.release.iter().map(|release| format!("--release {release}"));
    source_path.chain(class_path).chain(jdk).chain(release).collect()
}
