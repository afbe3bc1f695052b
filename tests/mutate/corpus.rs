//! The corpus as programs: each file with what it needs of its package.

use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use jatpg::sema::load::LoadOptions;
use jatpg::sema::program::Program;
use jatpg::syntax::source::SourceFile;
use rayon::iter::{IntoParallelRefIterator as _, ParallelIterator as _};

use crate::support::corpus::{java_files, programs};
use crate::support::javac::Files;

/// A file of the corpus.
pub(super) struct Unit {
    pub path: PathBuf,
    pub text: String,
    pub program: Program,
    /// The other files of its packages, for javac.
    pub companions: Files,
}

impl Unit {
    /// The unit with another text, as javac reads it.
    pub(super) fn files_with(&self, text: String) -> Files {
        let name = self.path.file_name().expect("a file").to_string_lossy().into_owned();
        let mut files = vec![(name, text)];
        files.extend(self.companions.iter().cloned());
        files
    }
}

/// All programs of the corpus (the field apart), of the recorded sets, and of the traps, in order; loaded once.
pub(super) fn units() -> &'static [Unit] {
    static UNITS: LazyLock<Vec<Unit>> = LazyLock::new(load_units);
    &UNITS
}

fn load_units() -> Vec<Unit> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut paths = Vec::new();
    paths.extend(programs().iter().map(|path| root.join(path)));
    for folder in ["tests/fixtures/mujava", "tests/fixtures/mutate"] {
        java_files(&root.join(folder), &mut paths);
    }
    paths.sort();
    assert!(paths.len() > 100, "the corpus is there");
    let source_path = root.join("programs/features");
    paths.par_iter().map(|path| unit(path, &source_path, &paths)).collect()
}

fn unit(path: &Path, source_path: &Path, all: &[PathBuf]) -> Unit {
    let text = std::fs::read_to_string(path).expect("a file of the corpus");
    let source = SourceFile::new(path.to_owned(), text.clone());
    let options = LoadOptions { source_path: Some(source_path.to_owned()), ..LoadOptions::default() };
    let program = Program::load(vec![source], &options)
        .unwrap_or_else(|errors| panic!("{}", errors.iter().map(ToString::to_string).collect::<String>()));
    let is_packaged = |path: &Path| path.starts_with(source_path.join("org"));
    let companions = all.iter().filter(|other| is_packaged(path) && is_packaged(other) && *other != path);
    let companions = companions
        .map(|other| {
            let text = std::fs::read_to_string(other).expect("a file of the corpus");
            (other.file_name().expect("a file").to_string_lossy().into_owned(), text)
        })
        .collect();
    Unit { path: path.to_owned(), text, program, companions }
}
