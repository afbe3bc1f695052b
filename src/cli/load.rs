//! From the paths of the command line to a program and its goals.

use std::borrow::Borrow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::cli::options::{AskedArgs, ClassPathArgs, GoalArgs, ProgramArgs};
use crate::cli::programs::programs;
use crate::cli::{CliError, Exit, names, tell};
use crate::engine::subject::Subject;
use crate::exec::initializers::settled;
use crate::goal::asked::Asked;
use crate::goal::{Goals, MUTATION};
use crate::mutate::generate::given_methods;
use crate::mutate::named::is_named;
use crate::mutate::operator::OperatorSet;
use crate::sema::beside::Beside;
use crate::sema::load::LoadOptions;
use crate::sema::program::{Assertions, BodyState, ClassId, MethodId, Program};
use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::parser::parse;
use crate::syntax::source::{SourceError, SourceFile};
use crate::syntax::stack;
use crate::syntax::tree::{CompilationUnit, Modifiers};

/// A text that Java files are, or another one of which places are told.
fn source_file(path: &Path, what: &str) -> Result<SourceFile, CliError> {
    SourceFile::read(path).map_err(|error| match error {
        SourceError::NotUtf8 { readable, span, byte } => {
            let message = format!("the byte 0x{byte:02X} is not UTF-8");
            // The byte order marks of UTF-16, of either order.
            let encoding = if span.start == 0 && matches!(byte, 0xFE | 0xFF) { "utf-16" } else { "latin1" };
            let help = format!(
                "is it {what}? If it has another encoding, change that: iconv -f {encoding} -t utf-8"
            );
            invalid(&[Diagnostic::error(&Arc::new(*readable), span, message).with_help(help)])
        }
        other => CliError::Source(other),
    })
}

const JAVA: &str = "a Java file";

pub(super) fn program(
    files: &[PathBuf],
    source_path: Option<&PathBuf>,
    class_path: &ClassPathArgs,
    assertions: Assertions,
) -> Result<Program, CliError> {
    let program = version(files, source_path, class_path, assertions)?;
    let mut given = top_level_classes(&program).into_iter();
    match given.find_map(|class| misnamed(&program.unit_of(class).tree)) {
        Some(error) => Err(invalid(&[error])),
        None => Ok(program),
    }
}

/// The same of files of which each is one version of several: two public classes of one name cannot both stand in files of that
/// name.
pub(super) fn version(
    files: &[PathBuf],
    source_path: Option<&PathBuf>,
    class_path: &ClassPathArgs,
    assertions: Assertions,
) -> Result<Program, CliError> {
    let sources =
        programs(files)?.iter().map(|path| source_file(path, JAVA)).collect::<Result<Vec<_>, _>>()?;
    checked(Program::load_with_implementers(sources, &load_options(source_path, class_path, assertions)?))
}

/// What a program of these arguments is loaded with.
pub(super) fn options(args: &ProgramArgs) -> Result<LoadOptions, CliError> {
    load_options(args.source_path.as_ref(), &args.class_path, args.world.assertions())
}

/// The files as one program, without those that are no work: they are told, and the exit code tells of them. An error where
/// none is left.
pub(super) fn readable(args: &ProgramArgs) -> Result<(Program, Exit), CliError> {
    let options = options(args)?;
    // Each is read once: a stream has nothing left the second time.
    let mut files = Files::read(&args.files, options.clone())?;
    let mut errors: Vec<CliError> =
        std::mem::take(&mut files.failed).into_iter().map(|(_, error)| error).collect();
    let mut left: Vec<&SourceFile> = (0..files.len()).map(|at| files.source(at)).collect();
    let mut exit = Exit::Done;
    loop {
        if left.is_empty()
            && let Some(last) = errors.pop()
        {
            errors.iter().for_each(tell);
            return Err(last);
        }
        for error in errors.drain(..) {
            tell(&error);
            exit = exit.worse(error.exit());
        }
        let (wrong, error) = match with_wrong(&left, &options) {
            Ok(program) => return Ok((program, exit)),
            Err(found) => found,
        };
        let before = left.len();
        left.retain(|source| !wrong.contains(&source.path));
        if left.len() == before {
            return Err(error);
        }
        errors.push(error);
    }
}

/// The program, or the files that are wrong, and what is.
fn with_wrong(files: &[&SourceFile], options: &LoadOptions) -> Result<Program, (Vec<PathBuf>, CliError)> {
    let sources = files.iter().map(|source| SourceFile::new(source.path.clone(), source.text.clone()));
    let checked = Program::load_with_implementers(sources.collect(), options).and_then(|program| {
        let errors = program.check();
        if errors.is_empty() { Ok(settled(program)) } else { Err(errors) }
    });
    let wrong = |errors: &[Diagnostic]| errors.iter().map(|error| error.source.path.clone()).collect();
    checked.map_err(|errors| (wrong(&errors), invalid(&errors)))
}

pub(super) fn load_options(
    source_path: Option<&PathBuf>,
    class_path: &ClassPathArgs,
    assertions: Assertions,
) -> Result<LoadOptions, CliError> {
    if let Some(folder) = source_path
        && !folder.is_dir()
    {
        return Err(CliError::Arguments(format!("--source-path: {} is not a folder", folder.display())));
    }
    Ok(LoadOptions { source_path: source_path.cloned(), class_files: class_path.open()?, assertions })
}

fn checked(loaded: Result<Program, Vec<Diagnostic>>) -> Result<Program, CliError> {
    let program = loaded.map_err(|errors| invalid(&errors))?;
    let errors = program.check();
    if errors.is_empty() { Ok(settled(program)) } else { Err(invalid(&errors)) }
}

fn invalid(diagnostics: &[Diagnostic]) -> CliError {
    CliError::Invalid(diagnostics.iter().map(Diagnostic::render).collect::<Vec<_>>().join("\n"))
}

pub(super) fn operators(list: &str) -> Result<OperatorSet, CliError> {
    OperatorSet::parse(list).map_err(|e| CliError::Arguments(format!("--operators: {e}")))
}

/// What tests are to reach.
pub(super) fn goals(criterion: &str, list: &str, asked: &AskedArgs) -> Result<Goals, CliError> {
    let operators = operators(list)?;
    let goals = Goals::parse(criterion, &operators);
    asking(goals.map_err(|e| CliError::Arguments(format!("--criterion: {e}")))?, asked)
}

/// The goals with the labels that a file asks for, where there is one.
pub(super) fn asking(goals: Goals, asked: &AskedArgs) -> Result<Goals, CliError> {
    let Some(path) = &asked.labels else { return Ok(goals) };
    let asked = Asked::parse(source_file(path, "a file of labels")?).map_err(|errors| invalid(&errors))?;
    Ok(goals.asking(asked))
}

/// An error where a line of a file of labels is about no method of these programs. What is wrong with one that is none is
/// told where it is worked on.
pub(super) fn check_asked<P: Borrow<Program>>(
    goals: &Goals,
    programs: impl IntoIterator<Item = Option<P>>,
) -> Result<(), CliError> {
    let Some(asked) = goals.asked() else { return Ok(()) };
    let mut open: Vec<_> = asked.lines().collect();
    let mut known = Vec::new();
    for program in programs {
        let Some(program) = program else { return Ok(()) };
        let program = program.borrow();
        open.retain(|&line| !asked.is_about(program, line));
        known.extend(given_methods(program).map(|method| program.method_name(method)));
    }
    let known = names::some(known.into_iter());
    let errors: Vec<_> = open.into_iter().map(|line| asked.no_method(line, &known)).collect();
    if errors.is_empty() { Ok(()) } else { Err(invalid(&errors)) }
}

/// An error where a comment or a file asks for a label that cannot be asked for.
pub(super) fn check_labels(program: &Program, methods: &[MethodId], goals: &Goals) -> Result<(), CliError> {
    let errors = goals.errors(program, methods);
    if errors.is_empty() { Ok(()) } else { Err(invalid(&errors)) }
}

/// Notes on the methods that are left out, on standard error.
/// Those that `-m` does not name, where it names some, are nobody's question.
pub(super) fn report_unsupported(program: &Program, args: &ProgramArgs) {
    let notes = left_out(program, &args.method);
    notes.iter().for_each(tell);
    if args.source_path.is_none() && notes.iter().any(|note| names_an_own_type(&note.message)) {
        tell(
            "note: classes of your own that the given files use are read with --source-path DIR, where DIR holds the \
             folders of their packages",
        );
    }
    let has_jdk = program.class_files.as_ref().is_some_and(|files| files.has_jdk());
    if !has_jdk && notes.iter().any(|note| may_name_what_the_jdk_has(&note.message)) {
        tell(
            "note: no JDK is read here; with one more of its types, methods and fields are known: set JATPG_JDK or JAVA_HOME, or \
             put its `java` on the PATH",
        );
    }
}

/// Whether what is outside the subset is a type or a member that only the JDK may have.
fn may_name_what_the_jdk_has(message: &str) -> bool {
    let is_named = [": type ", ": method ", ": field "].iter().any(|what| message.contains(what));
    is_named && !names_an_own_type(message)
}

/// Whether what is outside the subset is a type that is not the platform's.
fn names_an_own_type(message: &str) -> bool {
    let name = message.rsplit_once(": type ").map(|(_, name)| name);
    name.is_some_and(|name| name.contains('.') && !PLATFORM.iter().any(|package| name.starts_with(package)))
}

/// What the names of the platform's types begin with.
const PLATFORM: [&str; 5] = ["java.", "javax.", "jdk.", "sun.", "org.w3c."];

fn left_out(program: &Program, wanted: &[String]) -> Vec<Diagnostic> {
    let methods = program.given_classes().flat_map(|class| &program.classes[class].methods);
    let is_wanted =
        |&&m: &&MethodId| wanted.is_empty() || wanted.iter().any(|name| is_named(program, m, name));
    methods.filter(is_wanted).filter_map(|&method| unsupported(program, method)).collect()
}

/// What a method uses that the subset lacks, with its place.
fn unsupported(program: &Program, method: MethodId) -> Option<Diagnostic> {
    let BodyState::Unsupported(reasons) = program.body(method) else { return None };
    let first = reasons.first()?;
    let source = &program.unit_of(program.methods[method].class).tree.source;
    let message = format!("{} is not processed: {}", program.method_name(method), first.what);
    Some(Diagnostic::note(source, first.span, message))
}

/// What is seen of the files of a call while they are worked on: why there may be nothing to do.
#[derive(Default)]
pub(super) struct Nothing {
    pub mutants: usize,
    has_class: bool,
    is_left_out: bool,
}

impl Nothing {
    pub(super) fn see(&mut self, program: &Program, wanted: &[String]) {
        self.has_class |= program.given_classes().next().is_some();
        self.is_left_out |= !wanted.is_empty() && !left_out(program, wanted).is_empty();
    }

    /// Says on standard error why there was nothing to work on, where that is so.
    pub(super) fn report(&self) {
        if self.is_left_out && self.mutants == 0 {
            tell(
                "note: there is nothing to mutate: what -m names uses Java outside the subset that jatpg processes \
                 (see \"What it reads\" in README.md)",
            );
        } else if !self.has_class {
            tell("note: the given files declare no class");
        } else if self.mutants == 0 {
            tell(
                "note: there is nothing to mutate: no method that is processed has code that an operator changes",
            );
        }
    }
}

/// The units of work of a program: its top-level classes.
pub(super) fn top_level_classes(program: &Program) -> Vec<ClassId> {
    program.given_classes().filter(|&class| program.classes[class].outer.is_none()).collect()
}

/// A file by its units of work.
pub(super) fn subjects(args: &ProgramArgs, goal: &GoalArgs) -> Result<Vec<Subject>, CliError> {
    let program =
        Arc::new(program(&args.files, args.source_path.as_ref(), &args.class_path, args.world.assertions())?);
    report_unsupported(&program, args);
    let methods = names::methods(&program, &args.method)?;
    let goals = goals(goal.or(MUTATION), &args.operators, &goal.asked)?;
    check_labels(&program, &methods, &goals)?;
    let classes = top_level_classes(&program).into_iter();
    let subjects: Vec<Subject> =
        classes.map(|class| Subject::of_class(program.clone(), class, &methods, goals.clone())).collect();
    Ok(if subjects.is_empty() { vec![Subject::new(program, &[], goals)] } else { subjects })
}

/// Everything that `simulate` works on, and how a run ends that works on it.
pub(super) fn subject(args: &ProgramArgs, goal: &GoalArgs) -> Result<(Subject, Exit), CliError> {
    let (program, exit) = readable(args)?;
    report_unsupported(&program, args);
    let methods = names::methods(&program, &args.method)?;
    let goals = goals(goal.or(MUTATION), &args.operators, &goal.asked)?;
    check_asked(&goals, [Some(&program)])?;
    check_labels(&program, &methods, &goals)?;
    Ok((Subject::new(program, &methods, goals), exit))
}

/// The files of a call. Each is a program of its own, which reads of the others what it names.
pub(super) struct Files {
    beside: Arc<Beside>,
    options: LoadOptions,
    /// Those that cannot be read, or are no Java.
    pub failed: Vec<(PathBuf, CliError)>,
}

impl Files {
    /// The files as they are named, and all below each folder.
    pub(super) fn read(paths: &[PathBuf], options: LoadOptions) -> Result<Self, CliError> {
        let mut failed = Vec::new();
        let mut read: Vec<CompilationUnit> = Vec::new();
        for path in programs(paths)? {
            match parsed(&path).and_then(well_named).and_then(|tree| distinguishable(tree, &read)) {
                Ok(tree) => read.push(tree),
                Err(error) => failed.push((path, error)),
            }
        }
        Ok(Self { beside: Arc::new(Beside::new(read)), options, failed })
    }

    /// How many there are to work on.
    pub(super) fn len(&self) -> usize {
        self.beside.len()
    }

    pub(super) fn source(&self, at: usize) -> &SourceFile {
        &self.beside.file(at).source
    }

    pub(super) fn path(&self, at: usize) -> &Path {
        &self.source(at).path
    }

    /// The package and the name of each top-level class that a file declares.
    pub(super) fn classes(&self, at: usize) -> impl Iterator<Item = (String, String)> + '_ {
        let file = self.beside.file(at);
        let package = file.package_name();
        let outermost = file.types.iter().filter(|decl| decl.outer.is_none());
        outermost.map(move |decl| (package.clone(), decl.name.name.to_string()))
    }

    pub(super) fn program(&self, at: usize) -> Result<Program, CliError> {
        checked(Program::load_one(&self.beside, at, &self.options))
    }
}

fn parsed(path: &Path) -> Result<CompilationUnit, CliError> {
    let source = source_file(path, JAVA)?;
    parse(source).map_err(|error| invalid(&[error.diagnostic()]))
}

/// The same name for two classes would be the same ids for their mutants.
fn distinguishable(tree: CompilationUnit, read: &[CompilationUnit]) -> Result<CompilationUnit, CliError> {
    let of_package = |other: &&CompilationUnit| {
        other.package.iter().map(|ident| &ident.name).eq(tree.package.iter().map(|ident| &ident.name))
    };
    for decl in tree.types.iter().filter(|decl| decl.outer.is_none()) {
        let is_same = |other: &&CompilationUnit| {
            other.types.iter().any(|known| known.outer.is_none() && known.name.name == decl.name.name)
        };
        if let Some(other) = read.iter().filter(of_package).find(is_same) {
            let message =
                format!("class {} is already declared in {}", decl.name.name, other.source.path.display());
            return Err(invalid(&[Diagnostic::error(&tree.source, decl.name.span, message)]));
        }
    }
    Ok(tree)
}

fn well_named(tree: CompilationUnit) -> Result<CompilationUnit, CliError> {
    match misnamed(&tree) {
        Some(error) => Err(invalid(&[error])),
        None => Ok(tree),
    }
}

/// javac takes a public class from a file of its name alone, and so no test of it from any other. What is no `.java` file, a
/// stream say, has no name that counts.
fn misnamed(tree: &CompilationUnit) -> Option<Diagnostic> {
    let file = tree.source.path.file_name()?.to_str()?;
    let name = file.strip_suffix(".java").filter(|_| tree.compact.is_empty())?;
    let mut types = tree.types.iter().filter(|decl| decl.outer.is_none());
    let decl = types.find(|decl| decl.modifiers.has(Modifiers::PUBLIC) && &*decl.name.name != name)?;
    let class = &decl.name.name;
    let message = format!("class {class} is public, and so must stand in a file of the name {class}.java");
    let help = format!("javac compiles no public class from another file: rename {file}, or the class");
    Some(Diagnostic::error(&tree.source, decl.name.span, message).with_help(help))
}

/// A pool of so many threads with stacks that bear deep trees.
pub(super) fn pool(jobs: Option<u16>) -> Result<rayon::ThreadPool, CliError> {
    let build = |stack_size| {
        rayon::ThreadPoolBuilder::new()
            .num_threads(jobs.map_or(0, usize::from))
            .stack_size(stack_size)
            .start_handler(|_| stack::declare_large_stack())
            .build()
    };
    build(stack::STACK_SIZE)
        .or_else(|_| build(stack::SMALLER_STACK_SIZE))
        .map_err(|e| CliError::Failure(format!("cannot start threads: {e}")))
}
