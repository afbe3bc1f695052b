//! From the paths of the command line to a program and its mutants.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::cli::CliError;
use crate::cli::options::ProgramArgs;
use crate::diagnostic::Diagnostic;
use crate::engine::subject::Subject;
use crate::mutate::generate::mutants_of;
use crate::mutate::list;
use crate::mutate::mutant::Mutant;
use crate::mutate::operator::{GROUPS, OperatorSet};
use crate::sema::load::LoadOptions;
use crate::sema::program::{Assertions, BodyState, MethodId, MethodKind, Program};
use crate::syntax::source::{SourceError, SourceFile};
use crate::syntax::stack;

fn source_file(path: &Path) -> Result<SourceFile, CliError> {
    SourceFile::read(path).map_err(|error| match error {
        SourceError::NotUtf8 { readable, span, byte } => {
            let message = format!("the byte 0x{byte:02X} is not UTF-8");
            let help = "is it a Java file? If it has another encoding, change that: iconv -f latin1 -t utf-8";
            invalid(&[Diagnostic::error(&Arc::new(*readable), span, message).with_help(help)])
        }
        other => CliError::Source(other),
    })
}

pub fn program(
    files: &[PathBuf],
    source_path: Option<&PathBuf>,
    assertions: Assertions,
) -> Result<Program, CliError> {
    let mut distinct: Vec<&PathBuf> = Vec::new();
    for file in files {
        if !distinct.contains(&file) {
            distinct.push(file);
        }
    }
    let sources = distinct.into_iter().map(|path| source_file(path)).collect::<Result<Vec<_>, _>>()?;
    if let Some(folder) = source_path
        && !folder.is_dir()
    {
        return Err(CliError::Arguments(format!("--source-path: {} is not a folder", folder.display())));
    }
    let options = LoadOptions { source_path: source_path.cloned(), assertions };
    let program = Program::load_with_implementers(sources, &options).map_err(|errors| invalid(&errors))?;
    let errors = program.check();
    if errors.is_empty() { Ok(program) } else { Err(invalid(&errors)) }
}

fn invalid(diagnostics: &[Diagnostic]) -> CliError {
    CliError::Invalid(diagnostics.iter().map(Diagnostic::render).collect::<Vec<_>>().join("\n"))
}

pub fn operators(list: &str) -> Result<OperatorSet, CliError> {
    OperatorSet::parse(list).map_err(|e| CliError::Arguments(format!("--operators: {e}")))
}

/// The methods whose mutants are asked for: of the given files, and named by `-m` where that is given.
pub fn methods(program: &Program, wanted: &[String]) -> Result<Vec<MethodId>, CliError> {
    let all: Vec<MethodId> = program
        .given_classes()
        .flat_map(|class| program.classes[class].methods.iter().copied())
        .filter(|&m| matches!(program.methods[m].kind, MethodKind::Method | MethodKind::Constructor))
        .collect();
    if wanted.is_empty() {
        return Ok(all);
    }
    for name in wanted {
        if !all.iter().any(|&m| is_named(program, m, name)) {
            return Err(CliError::Arguments(no_method(program, &all, name)));
        }
    }
    Ok(all.into_iter().filter(|&m| wanted.iter().any(|name| is_named(program, m, name))).collect())
}

/// `name`, `name(int,int)`, or with its class before it.
fn is_named(program: &Program, method: MethodId, wanted: &str) -> bool {
    let wanted: String = wanted.chars().filter(|c| !c.is_whitespace()).collect();
    let wanted = with_simple_types(&wanted);
    let full = program.method_name(method);
    let head = full.split('(').next().unwrap_or(&full);
    let name = head.rsplit('.').next().unwrap_or(head);
    let arguments = &full[head.len()..];
    wanted == full || wanted == head || wanted == name || wanted == format!("{name}{arguments}")
}

/// `f(java.lang.String,int...)` → `f(String,int[])`, as methods are named.
fn with_simple_types(wanted: &str) -> String {
    let Some((head, arguments)) = wanted.split_once('(') else { return wanted.to_owned() };
    let simple = |ty: &str| {
        let ty = ty.replace("...", "[]");
        // `Outer.Inner` is a simple name here; packages are in lower case.
        let is_package = |part: &&str| part.chars().next().is_some_and(char::is_lowercase);
        let parts: Vec<&str> = ty.split('.').collect();
        let packages = parts.iter().take(parts.len() - 1).take_while(|part| is_package(part)).count();
        parts[packages..].join(".")
    };
    let types: Vec<String> = arguments.trim_end_matches(')').split(',').map(simple).collect();
    format!("{head}({})", types.join(","))
}

fn no_method(program: &Program, all: &[MethodId], wanted: &str) -> String {
    let names: Vec<String> = all.iter().take(20).map(|&m| program.method_name(m)).collect();
    format!("-m {wanted}: the given files have no such method; they have {}", names.join(", "))
}

/// The only mutant of the methods that a name, or the end of one, means (DESIGN §12).
pub fn mutant(program: &Program, methods: &[MethodId], wanted: &str) -> Result<Mutant, CliError> {
    if wanted.trim().is_empty() {
        let what = "the mutant's id is empty; name one that `jatpg mutants` lists, or its end, as ROR_12";
        return Err(CliError::Arguments(what.to_owned()));
    }
    // Operators are no question here: an id names one.
    let operators = OperatorSet::parse(&GROUPS.join(",")).map_err(|e| CliError::Failure(e.to_string()))?;
    let all = methods.iter().flat_map(|&m| mutants_of(program, m, &operators));
    let ends = |mutant: &Mutant| mutant.names().any(|name| name.ends_with(wanted));
    let mut meant: Vec<Mutant> = all.filter(ends).collect();
    // A whole id, or all of it behind its method, is meant, whatever else ends with it.
    let is_id = |name: &str| name == wanted;
    let is_part = |name: &str| name.strip_suffix(wanted).is_some_and(|before| before.ends_with(['/', '.']));
    for is_better in [&is_id as &dyn Fn(&str) -> bool, &is_part] {
        if meant.iter().any(|m| m.names().any(is_better)) {
            meant.retain(|m| m.names().any(is_better));
            break;
        }
    }
    match (meant.pop(), meant.as_slice()) {
        (Some(only), []) => Ok(only),
        (Some(last), others) => {
            let meant: Vec<&Mutant> = others.iter().chain([&last]).collect();
            Err(CliError::Arguments(ambiguous(wanted, &meant)))
        }
        (None, _) => Err(CliError::Arguments(format!(
            "{wanted}: the given methods have no such mutant; `jatpg mutants` lists those that they have"
        ))),
    }
}

/// The most ids that are named where one of them is meant.
const NAMED: usize = 5;

fn ambiguous(wanted: &str, meant: &[&Mutant]) -> String {
    let more = meant.len().saturating_sub(NAMED);
    let name = |m: &&Mutant| match list::aliases(m) {
        Some(aliases) if !m.id.ends_with(wanted) => format!("{} {aliases}", m.id),
        _ => m.id.clone(),
    };
    let ids: Vec<String> = meant.iter().take(NAMED).map(name).collect();
    let more = if more > 0 { format!(", or one of {more} more") } else { String::new() };
    format!("{wanted} may be {}{more}", ids.join(" or "))
}

/// Notes on the methods that are left out, on standard error.
/// Those that `-m` does not name, where it names some, are nobody's question.
pub fn report_unsupported(program: &Program, args: &ProgramArgs) {
    let notes = left_out(program, &args.method);
    notes.iter().for_each(|note| eprintln!("{note}"));
    if args.source_path.is_none() && notes.iter().any(|note| names_an_own_type(&note.message)) {
        eprintln!(
            "note: classes of your own that the given files use are read with --source-path DIR, where DIR holds the \
             folders of their packages"
        );
    }
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

/// Says on standard error why there is nothing to work on, where that is so.
pub fn report_nothing_to_do(subject: &Subject, wanted: &[String]) {
    let program = subject.program();
    let is_left_out = !wanted.is_empty() && !left_out(program, wanted).is_empty();
    if is_left_out && subject.mutants().is_empty() {
        eprintln!(
            "note: there is nothing to mutate: what -m names uses Java outside the subset that jatpg processes \
             (see \"What it reads\" in README.md)"
        );
    } else if program.given_classes().next().is_none() {
        eprintln!("note: the given files declare no class");
    } else if subject.mutants().is_empty() {
        eprintln!(
            "note: there is nothing to mutate: no method that is processed has code that an operator changes"
        );
    }
}

/// Everything that `generate` and `simulate` work on.
pub fn subject(args: &ProgramArgs) -> Result<Subject, CliError> {
    let program = program(&args.files, args.source_path.as_ref(), args.world.assertions())?;
    report_unsupported(&program, args);
    let methods = methods(&program, &args.method)?;
    let operators = operators(&args.operators)?;
    Ok(Subject::new(program, &methods, &operators))
}

/// A pool of so many threads with stacks that bear deep trees.
pub fn pool(jobs: Option<u16>) -> Result<rayon::ThreadPool, CliError> {
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
