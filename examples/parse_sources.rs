//! Parses every `.java` file under the given folders and says how it went: the judge of the grammar against
//! real sources (`scripts/parse-real-sources`).
//!
//! Exit code 0 where no file is rejected, 1 otherwise, 2 where nothing could be read.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};
use std::{env, fs, io};

use jatpg::syntax::source::SourceFile;
use jatpg::syntax::tree::{CompilationUnit, Member};
use jatpg::syntax::{parser, with_stack};

/// The slowest file of a run.
#[derive(Default)]
struct Slowest {
    path: PathBuf,
    time: Duration,
}

#[derive(Default)]
struct Summary {
    files: usize,
    bytes: usize,
    methods: usize,
    rejected: Vec<String>,
    slowest: Slowest,
    /// The file at which the process needed the most memory.
    largest: (u64, PathBuf),
}

fn main() -> ExitCode {
    let folders: Vec<PathBuf> = env::args_os().skip(1).map(PathBuf::from).collect();
    if folders.is_empty() {
        eprintln!("usage: parse_sources FOLDER...");
        return ExitCode::from(2);
    }
    with_stack(|| folders.iter().map(|folder| report_on(folder)).max().unwrap_or(Outcome::Unreadable)).into()
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Outcome {
    Accepted,
    Rejected,
    Unreadable,
}

impl From<Outcome> for ExitCode {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Accepted => ExitCode::SUCCESS,
            Outcome::Rejected => ExitCode::from(1),
            Outcome::Unreadable => ExitCode::from(2),
        }
    }
}

fn report_on(folder: &Path) -> Outcome {
    let start = Instant::now();
    let mut paths = Vec::new();
    if let Err(error) = java_files(folder, &mut paths) {
        eprintln!("{}: {error}", folder.display());
        return Outcome::Unreadable;
    }
    if paths.is_empty() {
        eprintln!("{}: no .java files", folder.display());
        return Outcome::Unreadable;
    }
    paths.sort();
    let mut summary = Summary::default();
    for path in paths {
        summary.add(path);
    }
    summary.print(folder, start.elapsed());
    if summary.rejected.is_empty() { Outcome::Accepted } else { Outcome::Rejected }
}

fn java_files(folder: &Path, paths: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let path = entry.path();
        if entry.file_type()?.is_dir() {
            java_files(&path, paths)?;
        } else if path.extension().is_some_and(|extension| extension == "java") {
            paths.push(path);
        }
    }
    Ok(())
}

impl Summary {
    fn add(&mut self, path: PathBuf) {
        self.files += 1;
        let source = match SourceFile::read(&path) {
            Ok(source) => source,
            Err(error) => return self.rejected.push(error.to_string()),
        };
        self.bytes += source.text.len();
        let start = Instant::now();
        match parser::parse(source) {
            Ok(unit) => self.methods += methods(&unit),
            Err(error) => self.rejected.push(error.diagnostic().render()),
        }
        let time = start.elapsed();
        let memory = peak_memory();
        if memory > self.largest.0 {
            self.largest = (memory, path.clone());
        }
        if time > self.slowest.time {
            self.slowest = Slowest { path, time };
        }
    }

    fn print(&self, folder: &Path, time: Duration) {
        println!("{}", folder.display());
        println!("  files     {}", self.files);
        println!("  size      {:.1} MB", self.bytes as f64 / 1e6);
        println!("  methods   {}", self.methods);
        println!("  time      {:.1} s", time.as_secs_f64());
        println!("  slowest   {:.3} s  {}", self.slowest.time.as_secs_f64(), self.slowest.path.display());
        println!("  memory    {} MB at most, reached at {}", self.largest.0 / 1024, self.largest.1.display());
        println!("  rejected  {}", self.rejected.len());
        for diagnostic in &self.rejected {
            println!("\n{diagnostic}");
        }
    }
}

/// The methods and constructors that have a body.
fn methods(unit: &CompilationUnit) -> usize {
    let members = unit.types.iter().flat_map(|ty| &ty.members);
    members.filter(|member| matches!(member, Member::Method(method) if method.body.is_some())).count()
}

/// The most memory that the process ever had, in KB; 0 where the system does not say.
fn peak_memory() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.trim().trim_end_matches("kB").trim().parse().ok()).unwrap_or(0)
}
