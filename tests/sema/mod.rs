//! `sema` against javac: what it accepts, what it rejects, and which declaration a name means.

mod attribution;
mod corpus;
mod missing_members;

use jatpg::sema::load::LoadOptions;
use jatpg::sema::program::Program;
use jatpg::syntax::source::SourceFile;

/// All errors that `sema` has for the files, as text.
fn errors(files: &[(String, String)]) -> Vec<String> {
    let sources = files.iter().map(|(path, text)| SourceFile::new(path.into(), text.clone())).collect();
    match Program::load(sources, &LoadOptions::default()) {
        Ok(program) => program.check().iter().map(ToString::to_string).collect(),
        Err(errors) => errors.iter().map(ToString::to_string).collect(),
    }
}
