//! The command line (DESIGN §12): scripts rely on these names and meanings.

mod settings;

use std::path::PathBuf;

use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};

use crate::atg::engines::EngineName;
use crate::cli::again::Again;
use crate::cli::gates::GateArgs;
use crate::goal::instrument::Instrumentation;
use crate::goal::{CRITERIA, MUTATION, USUAL};
use crate::mutate::named;
use crate::mutate::operator::{GROUPS, operator_names};
use crate::report::json::Report;
use crate::report::junit::{Case, Comments, Naming};
use crate::sema::program::Assertions;
pub(super) use settings::{SearchArgs, SettingsArgs};

#[derive(Parser, Debug)]
#[command(
    name = "jatpg",
    version,
    about = "Automatic test pattern generation for Java methods",
    long_about = "Automatic test pattern generation for Java methods: seeds small faults (mutants) into ordinary \
                  .java files, finds tests that kill them, and hands those back as a compact JUnit suite.",
    after_help = "Exit codes: 0 done; 1 a gate is missed (--min-score, --min-coverage, --min-processed, --fail-on), a claim is refuted, \
                  or the two versions differ; 2 the input or the arguments are bad; 3 the two versions are undecided, \
                  or equivalent up to a bound only; 4 a failure of jatpg; 130 interrupted.",
    arg_required_else_help = true
)]
pub(super) struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Subcommand, Debug)]
pub(super) enum Command {
    /// List the mutants of the given files.
    Mutants(MutantsArgs),
    /// List the labels of coverage criteria in the given files: the places that tests are to reach, each with a condition.
    Labels(LabelsArgs),
    /// Find a compact set of tests that kills the mutants, and write it as JUnit classes with a report.
    Generate(Box<GenerateArgs>),
    /// Run given tests against all mutants: score and kill matrix.
    Simulate(SimulateArgs),
    /// Run emitted JUnit classes on a real JVM, against the original and every mutant claimed killed.
    Confirm(ConfirmArgs),
    /// Prove mutants equivalent locally, each in the least region of the method that shows it; or compare two versions
    /// of a method: `jatpg equivalent OLD.java NEW.java -m METHOD`.
    ///
    /// With one file its mutants are looked at: equivalent for all inputs, equivalent up to a bound on loop iterations, or
    /// undecided. Two files are two versions: of the method that `-m` names, or, without it, of every method that changed, a
    /// verdict each. Methods are matched by name and parameter types; classes and packages may have other names in the new
    /// file. The verdict is equivalent (exit code 0), different, with an input that was run on both (1), equivalent up to a
    /// bound (3, or 0 where `--up-to K` asks for no more), or undecided, with the reason (3). The exit code of several
    /// methods is the worst: 1, else 3, else 0.
    Equivalent(EquivalentArgs),
    /// Say why a mutant is equivalent: its region, the facts, and the questions, which any SMT solver can confirm; or how a
    /// test for it is searched.
    Explain(ExplainArgs),
    /// Draw a method: its control flow, its dependences, or a mutant's region of analysis.
    Graph(GraphArgs),
    /// Compare engines on programs: sizes, scores, tests, passes; or what each method of the D-algorithm is worth; or two runs:
    /// `jatpg compare A.json B.json`.
    ///
    /// Each program is a file, run as `generate` runs it, without writing any; folders stand for all Java files below them. A
    /// program that cannot be read or that an engine fails on is listed with the error, the others go on, and the exit code is
    /// that of `generate`. Times stand in the last block (in JSON under `times`); all before it is the same for the same seed.
    /// Two JSON files, reports of `generate` or comparisons, are compared with one another: what became better, what worse.
    Compare(CompareArgs),
}

#[derive(Args, Debug)]
pub(super) struct CompareArgs {
    /// Files, folders, or two JSON files.
    #[arg(required = true, value_name = "PROGRAM")]
    pub programs: Vec<PathBuf>,
    /// The engines, with commas between them. Default: baseline,d-previous,d,atg.
    #[arg(long, value_enum, value_name = "LIST", value_delimiter = ',')]
    pub engines: Vec<EngineName>,
    /// The D-algorithm without its advanced methods, with each alone, with all, and with all but each; a test is sought for every
    /// mutant, whatever the others kill.
    #[arg(long)]
    pub ablation: bool,
    /// What the initial suite of `semu`, `infection` and `paths-cover` (`--random-tests`) leaves, and which engine kills how much of it.
    #[arg(long, conflicts_with = "ablation")]
    pub stubborn: bool,
    /// SEMu with each of its seven parameters at the two values of the paper: 128 configurations.
    #[arg(long, conflicts_with_all = ["ablation", "stubborn", "engines"])]
    pub semu_grid: bool,
    /// A folder that holds further classes in package folders, read when a name needs them. Default: the folder that holds
    /// the package folders of the first file, `src/main/java` for `src/main/java/shop/Cart.java`.
    #[arg(long, value_name = "DIR")]
    pub source_path: Option<PathBuf>,
    #[command(flatten)]
    pub class_path: ClassPathArgs,
    /// Operators by name or group, as in `generate`.
    #[arg(long, value_name = "LIST", default_value = "mujava", allow_hyphen_values = true)]
    pub operators: String,
    #[command(flatten)]
    pub goal: GoalArgs,
    #[command(flatten)]
    pub settings: SettingsArgs,
    /// As JSON.
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
pub(super) struct ExplainArgs {
    /// The file that is mutated. There may be several, as for `generate`: the mutant is one of one of them.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The mutant, as `jatpg mutants FILE` names it; behind all files.
    #[arg(value_name = "ID")]
    mutant: String,
    /// With more files than one: the rest of them, and the mutant. One list of all would have to stand together, with no option
    /// between file and mutant.
    #[arg(hide = true)]
    rest: Vec<String>,
    #[command(flatten)]
    pub asked: AskedArgs,
    /// A folder that holds further classes in package folders, read when a name needs them. Default: the folder that holds
    /// the package folders of the first file, `src/main/java` for `src/main/java/shop/Cart.java`.
    #[arg(long, value_name = "DIR")]
    pub source_path: Option<PathBuf>,
    #[command(flatten)]
    pub class_path: ClassPathArgs,
    #[command(flatten)]
    pub world: WorldArgs,
    /// How often the least region is expanded before the whole method is looked at.
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = whole::<u32>(0, u32::MAX.into()))]
    pub depth: u32,
    /// Another mutant or label: whether one call can kill or cover both, which is what a lower bound asks (`generate --lower-bound`).
    #[arg(long, value_name = "ID", conflicts_with_all = ["json", "dot", "svg", "report"])]
    pub and: Option<String>,
    /// The report of `generate` that says what is decided about the mutant. Default: jatpg-out/report.json, where that has
    /// it; or else `generate` is run on its class.
    #[arg(long, value_name = "report.json")]
    pub report: Option<PathBuf>,
    /// The engine whose searches for a test are told: `atg`, `d`, `d-previous` or `two-pass`.
    #[arg(long, value_enum, default_value_t = EngineName::D)]
    pub engine: EngineName,
    /// The seed that `generate` was given.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<u64>(0, u64::MAX))]
    pub seed: u64,
    #[command(flatten)]
    pub search: SearchArgs,
    /// Tell every search whole, in text and picture; otherwise it is the one that decides or came furthest, and what
    /// repeats itself in it is counted. JSON has all in any case.
    #[arg(long)]
    pub whole: bool,
    /// Print the questions as SMT-LIB 2 and nothing else: `jatpg explain FILE ID --smtlib | z3 -in` says `unsat` to
    /// each.
    #[arg(long)]
    pub smtlib: bool,
    /// As JSON: the proof, or what was looked at and the searches for a test, each as a tree.
    #[arg(long, conflicts_with = "smtlib")]
    pub json: bool,
    /// The searches as a picture for Graphviz.
    #[arg(long, conflicts_with_all = ["smtlib", "json"])]
    pub dot: bool,
    /// The searches as an SVG picture.
    #[arg(long, conflicts_with_all = ["smtlib", "json", "dot"])]
    pub svg: bool,
}

impl ExplainArgs {
    pub(super) fn files(&self) -> Vec<PathBuf> {
        let others = std::iter::once(&self.mutant).chain(&self.rest).take(self.rest.len());
        std::iter::once(self.file.clone()).chain(others.map(PathBuf::from)).collect()
    }

    pub(super) fn mutant(&self) -> &str {
        self.rest.last().unwrap_or(&self.mutant)
    }
}

#[derive(Args, Debug)]
pub(super) struct GraphArgs {
    /// The file that holds the method, and others that it needs.
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// A folder that holds further classes in package folders, read when a name needs them. Default: the folder that holds
    /// the package folders of the first file, `src/main/java` for `src/main/java/shop/Cart.java`.
    #[arg(long, value_name = "DIR")]
    pub source_path: Option<PathBuf>,
    #[command(flatten)]
    pub class_path: ClassPathArgs,
    #[command(flatten)]
    pub world: WorldArgs,
    /// The method: `name` or `name(int,String)`, with its class before it where that is needed, `Cart.total(int)`; a
    /// constructor is `<init>`.
    #[arg(short, long, value_name = "METHOD", value_parser = named::pattern)]
    pub method: Option<String>,
    /// What is drawn.
    #[arg(long, value_enum, default_value_t = GraphKind::Cfg)]
    pub kind: GraphKind,
    /// The mutant's version, with what it changes marked; `roa` shows both. An id, or its end (`ROR_12`).
    #[arg(long, value_name = "ID")]
    pub mutant: Option<String>,
    #[command(flatten)]
    pub asked: AskedArgs,
    /// How often the least region is expanded, for `roa`.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole::<u32>(0, u32::MAX.into()))]
    pub depth: u32,
    /// Calls within the program are replaced by what they call, so many above one another.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole::<u32>(0, u32::MAX.into()))]
    pub inline: u32,
    /// Loops are unrolled into time frames, and may go round so often.
    #[arg(long, value_name = "K", value_parser = whole::<u32>(0, u32::MAX.into()))]
    pub unroll: Option<u32>,
    /// The language of the picture.
    #[arg(long, value_enum, default_value_t = GraphFormat::Dot)]
    pub format: GraphFormat,
    /// Short for `--format svg`.
    #[arg(long, conflicts_with = "format")]
    pub svg: bool,
}

/// The command line as it is read: what looks like a negative number is the value of the option before it, and is refused
/// with what that option takes.
pub(super) fn command() -> clap::Command {
    let with_values = |arg: clap::Arg| {
        let is_option = !arg.is_positional() && arg.get_action().takes_values();
        if is_option { arg.allow_negative_numbers(true) } else { arg }
    };
    Cli::command().mut_subcommands(|command| command.mut_args(with_values))
}

impl GraphArgs {
    pub(super) const fn format(&self) -> GraphFormat {
        if self.svg { GraphFormat::Svg } else { self.format }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum GraphKind {
    /// Control flow: statements, conditions, exceptions.
    Cfg,
    /// Control and data dependence.
    Cddg,
    /// A mutant's region of analysis, in both versions.
    Roa,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum GraphFormat {
    /// For Graphviz.
    Dot,
    Svg,
}

#[derive(Args, Debug)]
pub(super) struct EquivalentArgs {
    #[command(flatten)]
    pub program: ProgramArgs,
    /// How often the least region is expanded before the whole method is looked at.
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = whole::<u32>(0, u32::MAX.into()))]
    pub depth: u32,
    /// Look at every depth for every mutant, so that the depths can be compared.
    #[arg(long)]
    pub every_depth: bool,
    /// Of two versions: exit with 0 where they are equivalent up to a bound of at least K.
    #[arg(long, value_name = "K", value_parser = whole::<u64>(0, u64::MAX))]
    pub up_to: Option<u64>,
    /// As JSON.
    #[arg(long)]
    pub json: bool,
}

/// What is analysed.
#[derive(Args, Debug, Clone)]
pub(super) struct ProgramArgs {
    /// The Java files: mutants are made of their methods. A folder means all files below it.
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// A folder that holds further classes in package folders, read when a name needs them. Default: the folder that holds
    /// the package folders of the first file, `src/main/java` for `src/main/java/shop/Cart.java`.
    #[arg(long, value_name = "DIR")]
    pub source_path: Option<PathBuf>,
    #[command(flatten)]
    pub class_path: ClassPathArgs,
    /// Only this method: `name` or `name(int,String)`, with its class before it where that is needed, `Cart.total(int)`; a
    /// constructor is `<init>`. May be given more than once.
    #[arg(short, long, value_name = "METHOD", value_parser = named::pattern)]
    pub method: Vec<String>,
    /// Operators by name or group (mujava, deletion, mujava-2004, selective, mothra, symbmc), separated by commas, with + and -.
    #[arg(long, value_name = "LIST", default_value = "mujava", allow_hyphen_values = true, long_help = operators_help())]
    pub operators: String,
    #[command(flatten)]
    pub world: WorldArgs,
}

/// Where compiled classes are that the files name: their headers are read when a name needs them, and no source is needed.
#[derive(Args, Debug, Clone, Default)]
pub(super) struct ClassPathArgs {
    /// The libraries that the files need: folders of classes and jars, with the system's separator (`:` or `;`) between
    /// them; `lib/*` is all jars of a folder, `@FILE` what a text file lists. `-cp` is short for it. Default: the
    /// variable CLASSPATH.
    #[arg(long, visible_alias = "classpath", value_name = "PATH")]
    pub class_path: Option<String>,
    /// Asks Maven for the libraries of a project (`mvn dependency:build-classpath`, without a network where that is enough):
    /// of the `pom.xml` in this folder or the nearest one above, or of the one named. They come after those of
    /// --class-path, and the variable CLASSPATH is not looked at.
    #[arg(long, value_name = "POM", num_args = 0..=1, require_equals = true)]
    pub maven: Option<Option<PathBuf>>,
    /// The JDK (17 or later) whose classes the files may name, by its home folder; or `none`. Default: that of JATPG_JDK, of
    /// JAVA_HOME, or the first on the PATH, where there is one.
    #[arg(long, value_name = "DIR")]
    pub jdk: Option<PathBuf>,
    /// The release of Java that the files are compiled for (javac's --release), 9 or later: what the JDK's classes have got
    /// since then the files do not name. Code runs on the JDK as it is. Default: the JDK's own release.
    #[arg(long, value_name = "N")]
    pub release: Option<u32>,
}

/// How the JVM is started that runs the code.
#[derive(Args, Debug, Clone, Copy, Default)]
pub(super) struct WorldArgs {
    /// Whether the code runs with `assert` statements on (`java -ea`, Maven's Surefire): then they are code like any
    /// other. Without this, all that is said holds with them on and off, and they are not mutated.
    #[arg(long, value_name = "on")]
    pub assertions: Option<AssertionsOn>,
}

#[derive(ValueEnum, Clone, Copy, Debug)]
pub(super) enum AssertionsOn {
    On,
}

impl WorldArgs {
    pub(super) const fn assertions(self) -> Assertions {
        match self.assertions {
            Some(AssertionsOn::On) => Assertions::On,
            None => Assertions::OnOrOff,
        }
    }

    /// Whether an option was given, for the report.
    pub(super) const fn shown(self) -> Option<&'static str> {
        match self.assertions {
            Some(AssertionsOn::On) => Some("on"),
            None => None,
        }
    }
}

#[derive(Args, Debug)]
pub(super) struct MutantsArgs {
    #[command(flatten)]
    pub program: ProgramArgs,
    /// As JSON.
    #[arg(long, conflicts_with = "diff")]
    pub json: bool,
    /// Each mutant as a unified diff.
    #[arg(long)]
    pub diff: bool,
}

#[derive(Args, Debug)]
pub(super) struct LabelsArgs {
    #[command(flatten)]
    pub program: ProgramArgs,
    /// The criteria, with commas between them.
    #[arg(long, value_name = "LIST", default_value = "cc", long_help = criterion_help())]
    pub criterion: String,
    #[command(flatten)]
    pub asked: AskedArgs,
    /// As JSON.
    #[arg(long)]
    pub json: bool,
    /// Proves what it can of them: which are infeasible, or are so up to a bound. It makes no test, and so what is undecided may
    /// be easy to cover.
    #[arg(long, conflicts_with = "instrument")]
    pub prove: bool,
    /// Writes the sources with all labels in them, for other tools: each calls a method of its own, whose branch is the label
    /// (direct), or which may choose it, and ends the run then (tight).
    #[arg(long, value_enum, value_name = "HOW")]
    pub instrument: Option<Instrumentation>,
    /// Where instrumented sources are written.
    #[arg(long, value_name = "DIR", default_value = "jatpg-labels")]
    pub out: PathBuf,
}

/// What tests are to reach.
#[derive(Args, Debug, Clone, Default)]
pub(super) struct GoalArgs {
    /// What the tests are to reach, with commas between them: `mutation`, or coverage criteria such as `cc`, or both. Default:
    /// `mutation,cc` for `generate`, `mutation` elsewhere.
    #[arg(long, value_name = "LIST", long_help = criterion_help())]
    pub criterion: Option<String>,
    #[command(flatten)]
    pub asked: AskedArgs,
}

/// Labels of the user's own.
#[derive(Args, Debug, Clone, Default)]
pub(super) struct AskedArgs {
    /// Labels of your own, in the criterion `user` with those of comments: a file of lines
    /// `Cart.total(int,int): a > b && b > 0`, of a condition that is to hold where the method begins.
    #[arg(long, value_name = "FILE")]
    pub labels: Option<PathBuf>,
}

impl GoalArgs {
    /// What is asked for, where nothing else is said than by default.
    pub(super) fn or<'a>(&'a self, usual: &'a str) -> &'a str {
        self.criterion.as_deref().unwrap_or(usual)
    }

    /// For the report, where something is said.
    pub(super) fn say(&self, report: &mut Report) {
        report.options.extend(self.shown());
    }

    pub(super) fn shown(&self) -> impl Iterator<Item = (String, serde_json::Value)> {
        let list = self.criterion.iter().map(|list| ("criterion".to_owned(), list.clone().into()));
        let file = |path: &PathBuf| ("labels".to_owned(), path.display().to_string().into());
        list.chain(self.asked.labels.iter().map(file))
    }
}

#[derive(Args, Debug)]
pub(super) struct GenerateArgs {
    #[command(flatten)]
    pub program: ProgramArgs,
    #[command(flatten)]
    pub goal: GoalArgs,
    /// Aim at the missed branches of this report of JaCoCo alone (its XML): each is covered by a new test, proven impossible, or told as
    /// open, and the figure is adjusted.
    #[arg(long, value_name = "jacoco.xml", conflicts_with_all = ["criterion", "labels"])]
    pub jacoco: Option<PathBuf>,
    /// Which engines run.
    #[arg(long, value_enum, default_value_t = EngineName::Atg)]
    pub engine: EngineName,
    /// Prove how few tests a suite may have at the least, where each test makes one call of a static method over primitive types; with --join,
    /// so that there are no more than needed.
    #[arg(long)]
    pub lower_bound: bool,
    /// Say which goals the same calls reach, and which are reached wherever another one is, for static methods over primitive
    /// types: whoever reaches the hardest reaches all of these, and searches aim at them first.
    #[arg(long)]
    pub collapse: bool,
    /// Where report.json and the test classes go.
    #[arg(long, value_name = "DIR", default_value = "jatpg-out")]
    pub out: PathBuf,
    /// The names of the test classes; {class} stands for the class under test.
    #[arg(long, value_name = "PATTERN", default_value = Naming::DEFAULT, value_parser = Naming::read)]
    pub test_name: Naming,
    /// How the words of a test's name are put together.
    #[arg(long, value_enum, value_name = "CASE", default_value_t)]
    pub names: Case,
    /// What the comments say of the mutants that a test alone kills: what they change in words; their ids and lines, too; nothing.
    #[arg(long, value_enum, value_name = "WHAT", default_value_t)]
    pub comments: Comments,
    /// Give each test of JUnit 5 its name in words for people, too.
    #[arg(long)]
    pub display_names: bool,
    /// Give the test classes of JUnit 5 this tag, so that a build can choose them.
    #[arg(long, value_name = "NAME", value_parser = tag)]
    pub tag: Option<String>,
    /// Replace files that jatpg has not made; it refuses to without this.
    #[arg(long)]
    pub force: bool,
    /// The command that makes the same tests again.
    #[arg(skip)]
    pub command: Again,
    #[command(flatten)]
    pub settings: SettingsArgs,
    #[command(flatten)]
    pub gates: GateArgs,
    /// The JUnit version of the test classes.
    #[arg(long, value_name = "4|5", default_value_t = 5, value_parser = whole::<u8>(4, 5))]
    pub junit: u8,
    /// Print the report as JSON instead of text.
    #[arg(long)]
    pub json: bool,
}

fn criterion_help() -> String {
    let rows = CRITERIA.iter().map(|row| format!("{}: {}", row.name.to_lowercase(), row.description));
    format!(
        "What the tests are to reach, with commas between them. Default: `{USUAL}` for `generate`, `{MUTATION}` elsewhere, and `cc` \
         for `labels`.\n{MUTATION}: each mutant is killed.\n{}.",
        rows.collect::<Vec<_>>().join(".\n")
    )
}

fn operators_help() -> String {
    format!(
        "Operators by name or group, separated by commas, with + and -: `mujava,-AOIS,+ABS`.\n\
         Operators: {}. Groups: {}.",
        operator_names(),
        GROUPS.join(", ")
    )
}

#[derive(Args, Debug)]
pub(super) struct SimulateArgs {
    #[command(flatten)]
    pub program: ProgramArgs,
    #[command(flatten)]
    pub goal: GoalArgs,
    /// A report whose tests are run (`report.json`).
    #[arg(long, value_name = "REPORT.json")]
    pub tests: PathBuf,
    /// Threads; the result does not depend on them. Default: one a core.
    #[arg(long, value_name = "N", value_parser = whole::<u16>(1, 1024))]
    pub jobs: Option<u16>,
    #[command(flatten)]
    pub gates: GateArgs,
    /// As JSON.
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
pub(super) struct ConfirmArgs {
    /// The files that were given to `generate`. A folder means all files below it.
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// The folder of `--source-path` that was given to `generate`.
    #[arg(long, value_name = "DIR")]
    pub source_path: Option<PathBuf>,
    #[command(flatten)]
    pub class_path: ClassPathArgs,
    /// The report; the test classes stand beside it.
    #[arg(long, value_name = "report.json")]
    pub report: PathBuf,
    /// Try so many of the claims, spread evenly over all; otherwise all are tried.
    #[arg(long, value_name = "N", value_parser = whole::<usize>(1, u32::MAX.into()))]
    pub sample: Option<usize>,
    /// As JSON.
    #[arg(long)]
    pub json: bool,
}

/// Whole numbers of a range; what is none is told the range.
fn whole<N: TryFrom<u64>>(
    least: u64,
    most: u64,
) -> impl Fn(&str) -> Result<N, String> + Clone + Send + Sync + 'static {
    move |text| {
        let number = text.parse::<u64>().ok().filter(|number| (least..=most).contains(number));
        let number = number.and_then(|number| N::try_from(number).ok());
        number.ok_or_else(|| format!("it is to be a whole number from {least} to {most}"))
    }
}

/// What JUnit takes for a tag, and a string literal can hold as it is.
fn tag(text: &str) -> Result<String, String> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || "-_.:/#".contains(c);
    if !text.is_empty() && text.chars().all(is_part) {
        return Ok(text.to_owned());
    }
    Err("a tag is a word of letters, digits and -_.:/#".to_owned())
}
