//! What a run writes to its folder. Others may take it away while the run goes on: what is kept here of it is written anew,
//! and where that cannot be done, it is said what is lost.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::PoisonError;

use crate::cli::{CliError, folder, interrupt};
use crate::report::file::{WriteError, write_whole};
use crate::report::json::Report;
use crate::report::{assemble, junit};

pub(super) struct Output {
    folder: PathBuf,
    saved: interrupt::Saved,
    /// The test classes of the run before, which may be stale by now.
    before: BTreeSet<PathBuf>,
    /// The test classes of this run, as they are to lie there.
    tests: BTreeMap<PathBuf, String>,
    /// Those that were gone and were written anew.
    pub put_back: BTreeSet<PathBuf>,
}

impl Output {
    /// From now on an interrupt leaves there what there is.
    pub(super) fn new(folder: &Path) -> Self {
        let saved = interrupt::Saved::default();
        interrupt::ends_soon(saved.clone());
        let before = folder::test_classes_of_last_run(folder);
        Self { folder: folder.to_owned(), saved, before, tests: BTreeMap::new(), put_back: BTreeSet::new() }
    }

    /// Where the report lies.
    pub(super) fn report(&self) -> PathBuf {
        self.folder.join(folder::REPORT)
    }

    /// A report speaks of no test class that is not there.
    pub(super) fn write_report(&mut self, report: &Report) -> Result<(), WriteError> {
        let path = self.report();
        let saved = self.saved.clone();
        let mut saved = saved.lock().unwrap_or_else(PoisonError::into_inner);
        self.put_back()?;
        write_whole(&path, |out| assemble::write_json(report, out))?;
        *saved = Some(path);
        Ok(())
    }

    pub(super) fn write_tests(&mut self, classes: Vec<junit::EmittedFile>) -> Result<(), WriteError> {
        let saved = self.saved.clone();
        let _writing = saved.lock().unwrap_or_else(PoisonError::into_inner);
        let classes = classes.into_iter().map(|class| (self.folder.join(class.path), class.text));
        // Kept before any is written: none is forgotten where one cannot be.
        let classes: Vec<(PathBuf, String)> = classes.collect();
        self.tests.extend(classes.iter().cloned());
        classes.iter().try_for_each(|(path, text)| write_test(path, text))
    }

    /// Writes the test classes of a part of the run in the place of these.
    pub(super) fn replace_tests(
        &mut self,
        before: &BTreeSet<PathBuf>,
        classes: Vec<junit::EmittedFile>,
    ) -> Result<(), WriteError> {
        let is_made_again = |path: &PathBuf| classes.iter().any(|class| class.path == *path);
        for path in before.iter().filter(|path| !is_made_again(path)) {
            let path = self.folder.join(path);
            self.tests.remove(&path);
            // One that somebody has taken away is gone all the same.
            drop(std::fs::remove_file(path));
        }
        self.write_tests(classes)
    }

    fn put_back(&mut self) -> Result<(), WriteError> {
        let gone: Vec<PathBuf> = self.gone().map(Path::to_owned).collect();
        gone.iter().try_for_each(|path| write_test(path, &self.tests[path]))?;
        self.put_back.extend(gone);
        Ok(())
    }

    /// The test classes of the run before that this one has not made again.
    pub(super) fn stale(&self) -> BTreeSet<PathBuf> {
        self.before.iter().filter(|path| !self.tests.contains_key(*path) && path.exists()).cloned().collect()
    }

    /// What a run says that ends because something could not be written.
    pub(super) fn lost(&self, error: &WriteError) -> CliError {
        let mut gone = self.gone().peekable();
        let lost = if gone.peek().is_none() {
            "the test classes that were written before are there, and the report may be older than they"
                .to_owned()
        } else {
            format!("not there are {}", list(gone))
        };
        let folder = self.folder.display();
        CliError::Failure(format!(
            "{error}\nnote: of what was found, {lost}; run it again when {folder} can be written"
        ))
    }

    /// What should be there and is not, or cannot be looked at.
    fn gone(&self) -> impl Iterator<Item = &Path> {
        self.tests.keys().map(PathBuf::as_path).filter(|path| !path.is_file())
    }
}

/// `a, b, c`
pub(super) fn list(paths: impl IntoIterator<Item = impl AsRef<Path>>) -> String {
    let paths: Vec<String> = paths.into_iter().map(|path| path.as_ref().display().to_string()).collect();
    paths.join(", ")
}

fn write_test(path: &Path, text: &str) -> Result<(), WriteError> {
    write_whole(path, |out| out.write_all(junit::sealed(text).as_bytes()))
}
