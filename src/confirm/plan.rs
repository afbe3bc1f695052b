//! The plan that the harness reads on its standard input: big-endian integers, texts with their length in front
//! (Java's `DataInputStream`).

/// How long the harness waits for a test, in milliseconds: where it should end, and where it should not. The
/// original's tests take far less than one; a mutant whose counter runs through all of `int` before it ends, a few
/// seconds, or with divisions in each round a minute, and more where others want the machine, too.
pub(super) const LIMIT: u32 = 300_000;
pub(super) const ENDLESS_LIMIT: u32 = 1_000;

/// A file for the compiler.
#[derive(Clone, Debug)]
pub(super) struct Source {
    pub path: String,
    pub text: String,
}

/// A test method of a compiled class.
#[derive(Clone, Debug)]
pub(super) struct PlannedTest {
    pub class: String,
    pub method: String,
}

/// A mutant as a patch of a source.
#[derive(Clone, Debug)]
pub(super) struct Patch {
    pub source: usize,
    pub start: usize,
    pub end: usize,
    pub replacement: String,
}

/// All that stays the same from process to process.
#[derive(Clone, Debug, Default)]
pub(super) struct Plan {
    /// That is compiled for, where it is not the JDK's own.
    pub release: Option<u32>,
    pub source_path: Vec<String>,
    pub class_path: Vec<String>,
    /// The folders of what classes read beside classes.
    pub resources: Vec<String>,
    pub program: Vec<Source>,
    pub test_classes: Vec<Source>,
    pub tests: Vec<PlannedTest>,
    pub patches: Vec<Patch>,
}

/// One run of one test against one mutant; both are indices into the plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Job {
    pub patch: usize,
    pub test: usize,
    pub endless: bool,
}

impl Plan {
    /// The bytes for one process. The jobs of one mutant stand together.
    pub(super) fn encode(&self, junit: &[(&str, &str)], originals: bool, jobs: &[Job]) -> Vec<u8> {
        let mut out = Encoder::default();
        out.int(LIMIT as usize);
        out.int(ENDLESS_LIMIT as usize);
        out.int(self.release.unwrap_or(0) as usize);
        out.text(&self.source_path.join("\0"));
        out.text(&self.class_path.join("\0"));
        out.text(&self.resources.join("\0"));
        out.sources(junit.iter().copied());
        out.sources(self.program.iter().map(|s| (s.path.as_str(), s.text.as_str())));
        out.sources(self.test_classes.iter().map(|s| (s.path.as_str(), s.text.as_str())));
        out.int(self.tests.len());
        for (i, test) in self.tests.iter().enumerate() {
            out.int(i);
            out.text(&test.class);
            out.text(&test.method);
        }
        out.0.push(u8::from(originals));
        let mutants: Vec<&[Job]> = jobs.chunk_by(|a, b| a.patch == b.patch).collect();
        out.int(mutants.len());
        for jobs in mutants {
            let patch = &self.patches[jobs[0].patch];
            out.int(jobs[0].patch);
            out.int(patch.source);
            out.int(patch.start);
            out.int(patch.end);
            out.text(&patch.replacement);
            out.int(jobs.len());
            for job in jobs {
                out.int(job.test);
                out.int(usize::from(job.endless));
            }
        }
        out.0
    }
}

#[derive(Default)]
struct Encoder(Vec<u8>);

impl Encoder {
    fn int(&mut self, value: usize) {
        self.0.extend((value as u32).to_be_bytes());
    }

    fn text(&mut self, text: &str) {
        self.int(text.len());
        self.0.extend(text.as_bytes());
    }

    fn sources<'a>(&mut self, sources: impl ExactSizeIterator<Item = (&'a str, &'a str)>) {
        self.int(sources.len());
        for (path, text) in sources {
            self.text(path);
            self.text(text);
        }
    }
}
