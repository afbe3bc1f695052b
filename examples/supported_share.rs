//! Attributes every method of the `.java` files under the given folders and says what share lies in the
//! subset, of all of them and of those that compute something, with a ranking of what the others lack.
//! Errors are printed: on sources that javac accepts there must be none.
//!
//! A method computes something if its body has an operator, an index, a cast or a decision. The others are
//! accessors, constants and calls with the parameters handed on: easy to support, and with no mutants to
//! speak of, so a share that counts them says little.
//!
//! Exit code 0 without errors, 1 with some, 2 where nothing could be read.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;
use std::{env, fs, io};

use jatpg::sema::load::LoadOptions;
use jatpg::sema::program::{BodyState, MethodKind, MethodSource, Program, Role};
use jatpg::syntax::source::SourceFile;
use jatpg::syntax::tree::{Code, ExprKind, StmtKind};

/// How many rows of the ranking are shown.
const ROWS: usize = 40;

fn main() -> ExitCode {
    let mut paths = Vec::new();
    for folder in env::args_os().skip(1) {
        if let Err(error) = find(Path::new(&folder), &mut paths) {
            eprintln!("{}: {error}", folder.display());
            return ExitCode::from(2);
        }
    }
    paths.sort();
    let files: Vec<SourceFile> = paths.iter().filter_map(|path| SourceFile::read(path).ok()).collect();
    if files.is_empty() {
        eprintln!("usage: supported_share FOLDER...");
        return ExitCode::from(2);
    }
    let start = Instant::now();
    let program = match Program::load(files, &LoadOptions::default()) {
        Ok(program) => program,
        Err(errors) => {
            errors.iter().for_each(|error| println!("{error}"));
            return ExitCode::FAILURE;
        }
    };
    let loaded = start.elapsed();
    let errors = program.check();
    errors.iter().for_each(|error| println!("{error}"));
    println!("loaded in {loaded:.2?}, attributed in {:.2?}", start.elapsed() - loaded);
    report(&program);
    ExitCode::from(u8::from(!errors.is_empty()))
}

fn find(path: &Path, found: &mut Vec<PathBuf>) -> io::Result<()> {
    if path.is_dir() {
        for entry in fs::read_dir(path)? {
            find(&entry?.path(), found)?;
        }
    } else if path.extension().is_some_and(|e| e == "java") {
        found.push(path.to_owned());
    }
    Ok(())
}

/// How many methods there are, and how many of them lie in the subset.
#[derive(Default)]
struct Share {
    supported: usize,
    all: usize,
}

impl Share {
    fn add(&mut self, supported: bool) {
        self.all += 1;
        self.supported += usize::from(supported);
    }

    fn print(&self, of: &str) {
        let percent = 100.0 * self.supported as f64 / self.all.max(1) as f64;
        println!("{} of {} {of} are supported ({percent:.1} %)", self.supported, self.all);
    }
}

/// Methods and constructors with code: how many are supported, and why the others are not.
fn report(program: &Program) {
    let (mut whole, mut computing) = (Share::default(), Share::default());
    let mut reasons: HashMap<&str, (usize, usize)> = HashMap::new();
    for (id, method) in program.methods.iter_enumerated() {
        let MethodSource::Code(code) = &method.source else { continue };
        let is_code = matches!(method.kind, MethodKind::Method | MethodKind::Constructor);
        if !is_code || program.role(method.class) != Role::Given {
            continue;
        }
        let body = program.body(id);
        let supported = matches!(body, BodyState::Typed(_));
        whole.add(supported);
        if !computes(code) {
            continue;
        }
        computing.add(supported);
        if let BodyState::Unsupported(why) = body {
            let mut of_method: Vec<&str> = why.iter().map(|u| &*u.what).collect();
            of_method.sort_unstable();
            of_method.dedup();
            for what in &of_method {
                let count = reasons.entry(what).or_default();
                count.0 += 1;
                count.1 += usize::from(of_method.len() == 1);
            }
        }
    }
    whole.print("methods with a body");
    computing.print("methods that compute something");
    let mut ranking: Vec<_> = reasons.into_iter().collect();
    ranking.sort_by_key(|&(what, (methods, alone))| (std::cmp::Reverse((methods, alone)), what));
    println!("{:>8} {:>8}  what the others of these lack (alone: nothing else)", "methods", "alone");
    for (what, (methods, alone)) in ranking.into_iter().take(ROWS) {
        println!("{methods:>8} {alone:>8}  {what}");
    }
}

/// Whether there is an operator or a decision in the code. What lies outside the subset (a lambda, say)
/// counts as one.
fn computes(code: &Code) -> bool {
    let expression = code.exprs.iter().any(|e| {
        matches!(
            e.kind,
            ExprKind::Unary { .. }
                | ExprKind::Binary { .. }
                | ExprKind::IncDec { .. }
                | ExprKind::Assign { op: Some(_), .. }
                | ExprKind::Conditional { .. }
                | ExprKind::Cast { .. }
                | ExprKind::InstanceOf { .. }
                | ExprKind::Index { .. }
                | ExprKind::Switch { .. }
                | ExprKind::Unsupported(_)
        )
    });
    let statement = code.stmts.iter().any(|s| {
        matches!(
            s.kind,
            StmtKind::If { .. }
                | StmtKind::While { .. }
                | StmtKind::Do { .. }
                | StmtKind::For { .. }
                | StmtKind::ForEach { .. }
                | StmtKind::Switch { .. }
                | StmtKind::Try(_)
                | StmtKind::Unsupported(_)
        )
    });
    expression || statement
}
