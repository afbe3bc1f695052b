//! Attributes every method of the `.java` files under the given folders and says what share lies in the
//! subset, with a ranking of what the others lack. Errors are printed: on sources that javac accepts there
//! must be none.
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

/// Methods and constructors with code: how many are supported, and why the others are not.
fn report(program: &Program) {
    let (mut supported, mut whole) = (0, 0);
    let mut reasons: HashMap<&str, (usize, usize)> = HashMap::new();
    for (id, method) in program.methods.iter_enumerated() {
        let is_code = matches!(method.kind, MethodKind::Method | MethodKind::Constructor)
            && matches!(method.source, MethodSource::Code(_));
        if !is_code || program.role(method.class) != Role::Given {
            continue;
        }
        whole += 1;
        match program.body(id) {
            BodyState::Typed(_) => supported += 1,
            BodyState::Unsupported(why) => {
                let mut of_method: Vec<&str> = why.iter().map(|u| &*u.what).collect();
                of_method.sort_unstable();
                of_method.dedup();
                for what in &of_method {
                    let count = reasons.entry(what).or_default();
                    count.0 += 1;
                    count.1 += usize::from(of_method.len() == 1);
                }
            }
            BodyState::None => {}
        }
    }
    println!(
        "{supported} of {whole} methods are supported ({:.1} %)",
        100.0 * supported as f64 / whole as f64
    );
    let mut ranking: Vec<_> = reasons.into_iter().collect();
    ranking.sort_by_key(|&(what, (methods, alone))| (std::cmp::Reverse((methods, alone)), what));
    println!("{:>8} {:>8}  what the others lack (alone: nothing else)", "methods", "alone");
    for (what, (methods, alone)) in ranking.into_iter().take(ROWS) {
        println!("{methods:>8} {alone:>8}  {what}");
    }
}
