//! The Java side's process: started, fed with a plan, read event by event, and started again where a test that
//! could not be stopped took it down.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use super::plan::{Job, Plan};
use super::stand_in;
use super::{ConfirmError, Watch};
use crate::class_files::java_home::JavaHome;

const SOURCE: &str = include_str!("Harness.java");

/// What the JVM showed of one run of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Shown {
    Passed,
    Failed,
    /// The trap of a label has sprung.
    Sprung,
    /// Out of stack or memory.
    Resource,
    /// Not at its end after the limit.
    Hung,
    /// The class has no such test.
    Missing,
    /// javac did not take the mutant.
    Rejected,
    /// The JVM ended under the test.
    Crashed,
}

impl Shown {
    fn read(text: &str) -> Self {
        match text {
            "PASSED" => Self::Passed,
            "FAILED" => Self::Failed,
            "SPRUNG" => Self::Sprung,
            "RESOURCE" => Self::Resource,
            "HUNG" => Self::Hung,
            "MISSING" => Self::Missing,
            _ => Self::Crashed,
        }
    }
}

/// A run with what it said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Run {
    pub shown: Shown,
    pub message: String,
}

/// A test that does not pass on the original.
#[derive(Clone, Debug)]
pub(super) struct OriginalRun {
    pub test: usize,
    /// Alone, in order, in reverse; assertions on.
    pub how: String,
    pub run: Run,
}

/// What came of a plan.
#[derive(Default)]
pub(super) struct Events {
    pub originals: Vec<OriginalRun>,
    /// By patch and test.
    pub runs: BTreeMap<(usize, usize), Run>,
    /// What was running when the process ended.
    started: Option<Started>,
    done: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Started {
    Original(usize),
    Job(usize, usize),
}

/// The compiled harness.
pub(super) struct Harness {
    java: JavaHome,
    folder: tempfile::TempDir,
    /// Whether the JVM runs `assert` statements.
    asserts: bool,
}

impl Harness {
    pub(super) fn compile(java: JavaHome, asserts: bool) -> Result<Self, ConfirmError> {
        let folder = tempfile::tempdir().map_err(ConfirmError::Process)?;
        let source = folder.path().join("Harness.java");
        std::fs::write(&source, SOURCE).map_err(ConfirmError::Process)?;
        let mut javac = java.javac();
        javac.args(["-encoding", "UTF-8", "-proc:none", "-nowarn", "-d"]).arg(folder.path()).arg(&source);
        let output = javac.stdin(Stdio::null()).output().map_err(ConfirmError::Process)?;
        if !output.status.success() {
            return Err(ConfirmError::Harness(String::from_utf8_lossy(&output.stderr).into_owned()));
        }
        Ok(Self { java, folder, asserts })
    }

    /// Runs the original's tests and the jobs that should end, then the others in processes of their own.
    pub(super) fn run(&self, plan: &Plan, jobs: &[Job], watch: Watch<'_>) -> Result<Events, ConfirmError> {
        let mut events = Events::default();
        let watch = |events: &Events| watch(events.runs.len(), jobs.len());
        watch(&events);
        let (endless, ending): (Vec<Job>, Vec<Job>) = jobs.iter().partition(|job| job.endless);
        self.run_all(plan, true, ending, &mut events, &watch)?;
        if !endless.is_empty() {
            self.run_all(plan, false, endless, &mut events, &watch)?;
        }
        Ok(events)
    }

    fn run_all(
        &self,
        plan: &Plan,
        mut originals: bool,
        mut jobs: Vec<Job>,
        events: &mut Events,
        watch: &dyn Fn(&Events),
    ) -> Result<(), ConfirmError> {
        loop {
            (events.done, events.started) = (false, None);
            let said = self.process(&plan.encode(&stand_in::SOURCES, originals, &jobs), events, watch)?;
            if events.done {
                return Ok(());
            }
            // The process ended under a test: that is its result, unless it had said one before.
            match events.started {
                None => return Err(ConfirmError::Harness(said)),
                Some(Started::Original(test)) => {
                    let crash = Run { shown: Shown::Crashed, message: String::from("the JVM ended") };
                    if !events.originals.iter().any(|original| original.test == test) {
                        events.originals.push(OriginalRun { test, how: String::from("alone"), run: crash });
                    }
                    // One test that stops the others says enough about the original.
                    originals = false;
                }
                Some(Started::Job(patch, test)) => {
                    originals = false;
                    let crash = Run { shown: Shown::Crashed, message: String::from("the JVM ended") };
                    events.runs.entry((patch, test)).or_insert(crash);
                }
            }
            jobs.retain(|job| events.run_of(job.patch, job.test).is_none());
        }
    }

    /// One process; returns what it said on standard error.
    fn process(
        &self,
        plan: &[u8],
        events: &mut Events,
        watch: &dyn Fn(&Events),
    ) -> Result<String, ConfirmError> {
        let errors = self.folder.path().join("errors.txt");
        let mut child = self.command(&errors)?.spawn().map(Running).map_err(ConfirmError::Process)?;
        // A process that ends early closes the pipe; its events and errors say why.
        if let Some(mut input) = child.0.stdin.take() {
            let _ = input.write_all(plan);
        }
        if let Some(output) = child.0.stdout.take() {
            let mut lines = BufReader::new(output);
            let mut line = Vec::new();
            while lines.read_until(b'\n', &mut line).map_err(ConfirmError::Process)? > 0 {
                events.read(String::from_utf8_lossy(&line).trim_end_matches(['\r', '\n']))?;
                line.clear();
                watch(events);
            }
        }
        child.0.wait().map_err(ConfirmError::Process)?;
        Ok(std::fs::read_to_string(&errors).unwrap_or_default())
    }

    fn command(&self, errors: &Path) -> Result<Command, ConfirmError> {
        let mut java = self.java.java();
        // Most code runs once or twice: the first compiler is enough, and the simplest collector.
        java.args(self.asserts.then_some("-ea"));
        java.args(["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx1g", "-Dfile.encoding=UTF-8", "-cp"]);
        java.arg(self.folder.path()).arg("Harness").current_dir(self.folder.path());
        let errors = std::fs::File::create(errors).map_err(ConfirmError::Process)?;
        java.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(errors);
        Ok(java)
    }
}

/// A process that does not outlive its reader.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        // Already ended where all went well.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Events {
    fn read(&mut self, line: &str) -> Result<(), ConfirmError> {
        let fields: Vec<&str> = line.split('\t').collect();
        let number = |i: usize| fields.get(i).and_then(|f| f.parse::<usize>().ok()).unwrap_or(usize::MAX);
        let text = |i: usize| (*fields.get(i).unwrap_or(&"")).to_owned();
        match fields[0] {
            "START" if fields.get(1) == Some(&"-") => self.started = Some(Started::Original(number(2))),
            "START" => self.started = Some(Started::Job(number(1), number(2))),
            "ORIGINAL" => {
                let run = Run { shown: Shown::read(&text(3)), message: text(5) };
                self.originals.push(OriginalRun { test: number(1), how: text(2), run });
            }
            "CLAIM" => {
                let run = Run { shown: Shown::read(&text(3)), message: text(5) };
                self.runs.insert((number(1), number(2)), run);
            }
            // Of all the mutant's jobs; the caller knows which.
            "REJECTED" => {
                self.runs.insert((number(1), usize::MAX), Run { shown: Shown::Rejected, message: text(2) });
            }
            "ERROR" => return Err(ConfirmError::Compilation { stage: text(1), message: text(2) }),
            "DONE" => self.done = true,
            _ => {}
        }
        Ok(())
    }

    /// The run of a job.
    pub(super) fn run_of(&self, patch: usize, test: usize) -> Option<&Run> {
        self.runs.get(&(patch, usize::MAX)).or_else(|| self.runs.get(&(patch, test)))
    }
}
