//! What `jatpg generate` takes on each program of the corpus: the release build, a process of its own for each, on one
//! core. Prints a row for each program, and in the end the median and the worst, what was decided, and the tests.
//!
//! `cargo bench --bench system -- [PART-OF-A-PATH] [--engine atg]`

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use jatpg::report::json::{KillKind, Report, VerdictKind, VerdictReport};

/// Where the classes lie that some programs use.
const SOURCE_PATH: &str = "programs/features";
/// How often a run is asked for its memory: the most that it had is what the last answer says.
const EACH: Duration = Duration::from_millis(2);

struct Row {
    program: String,
    time: Duration,
    megabytes: u64,
    report: Report,
}

impl Row {
    fn verdicts(&self) -> impl Iterator<Item = &VerdictReport> {
        self.report.mutants.iter().filter_map(|mutant| mutant.verdict.as_ref())
    }

    fn count(&self, kind: VerdictKind) -> usize {
        self.verdicts().filter(|verdict| verdict.verdict == kind).count()
    }

    /// Killed by a test that shows another outcome, or that the mutant never ends.
    fn killed(&self) -> usize {
        self.verdicts().filter(|verdict| verdict.kill.is_some_and(KillKind::counts)).count()
    }

    /// Classes with tests.
    fn classes(&self) -> usize {
        let class = |method: &str| {
            method.split('(').next().and_then(|name| name.rsplit_once('.')).map(|c| c.0.to_owned())
        };
        let mut classes: Vec<_> = self.report.tests.iter().filter_map(|test| class(&test.method)).collect();
        classes.sort_unstable();
        classes.dedup();
        classes.len()
    }
}

fn main() {
    let mut engine = "atg".to_owned();
    let mut part = String::new();
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match &*argument {
            "--engine" => engine = arguments.next().expect("the name of an engine"),
            "--bench" => {}
            _ => part = argument,
        }
    }
    let mut programs = Vec::new();
    collect(Path::new("programs"), &mut programs);
    programs.retain(|program| program.to_string_lossy().contains(&part));
    programs.sort();
    let out = tempfile::tempdir().expect("a folder for the reports");
    println!("{:<48} mutants  killed  equivalent  tests      ms    MB", "program");
    let rows: Vec<Row> = programs.iter().map(|program| run(program, &engine, out.path())).collect();
    tell_all(rows);
}

fn collect(folder: &Path, programs: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("run from the root of the repository") {
        let path = entry.expect("a readable folder").path();
        if path.is_dir() {
            collect(&path, programs);
        } else if path.extension().is_some_and(|extension| extension == "java") {
            programs.push(path);
        }
    }
}

fn run(program: &Path, engine: &str, out: &Path) -> Row {
    let mut command = Command::new(env!("CARGO_BIN_EXE_jatpg"));
    command.arg("generate").arg(program).args(["--jobs", "1", "--engine", engine, "--out"]).arg(out);
    if program.starts_with(SOURCE_PATH) {
        command.args(["--source-path", SOURCE_PATH]);
    }
    let start = Instant::now();
    let child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the program was built");
    let megabytes = wait(child, program);
    let time = start.elapsed();
    let text = fs::read_to_string(out.join("report.json")).expect("a report");
    let report = serde_json::from_str(&text).expect("a report of this version");
    let row = Row { program: program.display().to_string(), time, megabytes, report };
    println!(
        "{:<48} {:>7}  {:>6}  {:>10}  {:>5}  {:>6}  {:>4}",
        row.program,
        row.report.mutants.len(),
        row.killed(),
        row.count(VerdictKind::Equivalent),
        row.report.tests.len(),
        time.as_millis(),
        megabytes
    );
    row
}

/// Waits for the end of a run; gives the most memory that it had, 0 where the system does not tell.
fn wait(mut child: Child, program: &Path) -> u64 {
    let status = format!("/proc/{}/status", child.id());
    let mut kilobytes = 0;
    loop {
        let text = fs::read_to_string(&status).unwrap_or_default();
        let most = text
            .lines()
            .find_map(|line| line.strip_prefix("VmHWM:")?.split_whitespace().next()?.parse().ok());
        kilobytes = most.unwrap_or(kilobytes);
        if let Some(status) = child.try_wait().expect("a child of ours") {
            assert!(status.success(), "{}: {status}", program.display());
            return kilobytes / 1024;
        }
        thread::sleep(EACH);
    }
}

fn tell_all(mut rows: Vec<Row>) {
    rows.sort_by_key(|row| row.time);
    let (Some(median), Some(worst)) = (rows.get(rows.len() / 2), rows.last()) else { return };
    let sum = |of: fn(&Row) -> usize| rows.iter().map(of).sum::<usize>();
    let (killed, equivalent) = (sum(Row::killed), sum(|row| row.count(VerdictKind::Equivalent)));
    let (mutants, tests) = (sum(|row| row.report.mutants.len()), sum(|row| row.report.tests.len()));
    let classes = sum(Row::classes);
    println!("\nmedian  {} ms ({})", median.time.as_millis(), median.program);
    println!("worst   {} ms ({})", worst.time.as_millis(), worst.program);
    println!("memory  {} MB at most", rows.iter().map(|row| row.megabytes).max().unwrap_or(0));
    println!(
        "mutants {mutants}: {killed} killed, {equivalent} equivalent, {} up to a bound, {} undecided; the others run to a limit",
        sum(|row| row.count(VerdictKind::EquivalentUpTo)),
        sum(|row| row.count(VerdictKind::Undecided))
    );
    println!(
        "decided {:.2} %, killed of those not equivalent {:.2} %",
        100.0 * (killed + equivalent) as f64 / mutants as f64,
        100.0 * killed as f64 / (mutants - equivalent) as f64
    );
    println!("tests   {tests} for {classes} classes: {:.2} each", tests as f64 / classes.max(1) as f64);
}
