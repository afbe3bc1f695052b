//! The files that a report speaks of: which of them are asked about, and their mutants as patches.

use std::path::{Path, PathBuf};

use super::ConfirmError;
use super::plan::{Patch, Source};
use crate::reading;
use crate::report::json::{MutantReport, Report};
use crate::report::junit::{self, Naming};
use crate::sema::source_path::root_of;
use crate::syntax::parser::parse;
use crate::syntax::source::SourceFile;

/// The report's sources, in its order.
pub(super) struct Program {
    names: Vec<String>,
    paths: Vec<PathBuf>,
    selected: Vec<bool>,
    pub sources: Vec<Source>,
}

impl Program {
    /// Reads every file of the report; a given file stands for the one of the same path, or else of the same name, a folder
    /// for all that lie below it.
    pub(super) fn read(report: &Report, given: &[PathBuf]) -> Result<Self, ConfirmError> {
        let names = report.files.clone();
        let mut paths: Vec<PathBuf> = names.iter().map(PathBuf::from).collect();
        let mut selected = vec![given.is_empty(); names.len()];
        for file in given {
            let not_there = || ConfirmError::NotInReport(file.clone());
            if file.is_dir() {
                let below = below(&names, file);
                below.first().ok_or_else(not_there)?;
                below.into_iter().for_each(|index| selected[index] = true);
                continue;
            }
            let index = matching(&names, file).ok_or_else(not_there)?;
            paths[index].clone_from(file);
            selected[index] = true;
        }
        let mut sources = Vec::new();
        for (path, name) in paths.iter().zip(&names) {
            let text =
                reading::text(path).map_err(|error| ConfirmError::Read { path: path.clone(), error })?;
            sources.push(Source { path: name.clone(), text });
        }
        Ok(Self { names, paths, selected, sources })
    }

    pub(super) fn is_selected(&self, file: &str) -> bool {
        self.index(file).is_some_and(|index| self.selected[index])
    }

    /// The folders that hold the package folders of the files, where these stand in such.
    pub(super) fn source_roots(&self) -> Vec<PathBuf> {
        let files = self.paths.iter().zip(&self.sources);
        let trees =
            files.filter_map(|(path, source)| parse(SourceFile::new(path.clone(), source.text.clone())).ok());
        let mut roots: Vec<PathBuf> = trees.filter_map(|tree| root_of(&tree)).collect();
        roots.sort();
        roots.dedup();
        roots
    }

    fn index(&self, file: &str) -> Option<usize> {
        self.names.iter().position(|name| name == file)
    }

    /// The mutant as a change of its file, which must still hold the text that it replaces.
    pub(super) fn patch(&self, mutant: &MutantReport) -> Result<Patch, ConfirmError> {
        let source =
            self.index(&mutant.file).ok_or_else(|| ConfirmError::NotInReport(mutant.file.clone().into()))?;
        let (start, end) = (mutant.span.start.offset as usize, mutant.span.end.offset as usize);
        if self.sources[source].text.get(start..end) != Some(mutant.original.as_str()) {
            return Err(ConfirmError::Changed {
                file: self.paths[source].clone(),
                mutant: mutant.id.clone(),
            });
        }
        Ok(Patch { source, start, end, replacement: mutant.replacement.clone() })
    }
}

/// The files of the report that lie below a folder.
fn below(names: &[String], folder: &Path) -> Vec<usize> {
    let on_disk = folder.canonicalize().ok();
    let is_below = |name: &Path| {
        let name_on_disk = name.canonicalize();
        name.starts_with(folder)
            || on_disk.as_ref().is_some_and(|f| name_on_disk.is_ok_and(|n| n.starts_with(f)))
    };
    (0..names.len()).filter(|&index| is_below(Path::new(&names[index]))).collect()
}

fn matching(names: &[String], file: &Path) -> Option<usize> {
    let same = |name: &String| Path::new(name) == file;
    let same_on_disk = |name: &String| {
        file.canonicalize().is_ok_and(|file| Path::new(name).canonicalize().is_ok_and(|name| name == file))
    };
    let by_path = names.iter().position(same).or_else(|| names.iter().position(same_on_disk));
    by_path.or_else(|| {
        let mut called_so =
            names.iter().enumerate().filter(|(_, name)| Path::new(name).file_name() == file.file_name());
        let only = called_so.next()?;
        called_so.next().is_none().then_some(only.0)
    })
}

/// The test classes beside the report.
pub(super) fn test_classes(report: &Report, report_path: &Path) -> Result<Vec<Source>, ConfirmError> {
    let folder = report_path.parent().unwrap_or(Path::new(""));
    let methods = report.methods.iter().map(|m| (&*m.file, &*m.package, &*m.name));
    let classes = junit::Classes::of(Naming::of(&report.options), methods);
    let paths = classes.test_classes(report.tests.iter().map(junit::tested));
    let read = |path: String| {
        let file = folder.join(&path);
        if !file.exists() {
            return Err(ConfirmError::NoTestClass(file));
        }
        Ok(Source { text: super::read(&file)?, path })
    };
    paths.into_iter().map(read).collect()
}
