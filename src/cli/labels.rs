//! `jatpg labels`: what criteria ask for, without running anything, and what of it is proven infeasible; the sources with all labels in them.

use std::path::{Path, PathBuf};

use crate::cli::options::LabelsArgs;
use crate::cli::{CliError, Exit, folder, load, names, print, shell};
use crate::engine::local::DEFAULT_DEPTH;
use crate::goal::Goals;
use crate::goal::instrument::{self, Instrumentation};
use crate::mutate::mutant::Mutant;
use crate::reading;
use crate::report::count::count;
use crate::report::json::{LabelReport, Report};
use crate::report::junit::digest;
use crate::report::{assemble, equivalence, file, labels, list};
use crate::roa::local::Extent;
use crate::roa::study;
use crate::sema::load::TRAP;
use crate::sema::program::{MethodId, Program};

pub(super) fn run(args: &LabelsArgs) -> Result<Exit, CliError> {
    let (program, exit) = load::readable(&args.program)?;
    load::report_unsupported(&program, &args.program);
    let methods = names::methods(&program, &args.program.method)?;
    let goals = load::goals(&args.criterion, &args.program.operators, &args.asked)?;
    load::check_asked(&goals, [Some(&program)])?;
    load::check_labels(&program, &methods, &goals)?;
    if args.prove {
        print(&proven(&program, &methods, &goals, args.json)?)?;
        return Ok(exit);
    }
    let versions: Vec<Mutant> =
        goals.of(&program, &methods).into_iter().filter(|version| version.label.is_some()).collect();
    let record = |version: &Mutant| Some(labels::record(&program, version, version.label.as_ref()?));
    let records: Vec<LabelReport> = versions.iter().filter_map(record).collect();
    print(&if let Some(how) = args.instrument {
        write(&program, &versions, &records, how, &args.out)?
    } else if args.json {
        assemble::to_json(&assemble::listed_labels(&program, records))
    } else {
        labels::table(&records)
    })?;
    Ok(exit)
}

/// The labels with what the local check proves of them.
fn proven(program: &Program, methods: &[MethodId], goals: &Goals, as_json: bool) -> Result<String, CliError> {
    let options = study::Options { max_depth: DEFAULT_DEPTH, extent: Extent::UntilProven };
    let labels = |method| {
        let mut versions = goals.of_method(program, method);
        versions.retain(|version| version.label.is_some());
        versions
    };
    let studies = study::of_versions(program, methods, options, labels)
        .map_err(|error| CliError::Failure(error.to_string()))?;
    let record = |study: &study::Study| {
        let label = study.mutant.label.as_ref()?;
        let verdict = Some(equivalence::verdict_of(program, study));
        Some(LabelReport { verdict, ..labels::record(program, &study.mutant, label) })
    };
    let records: Vec<LabelReport> = studies.iter().flat_map(|m| &m.studies).filter_map(record).collect();
    if !as_json {
        return Ok(labels::table(&records));
    }
    let coverage = labels::coverage(&records);
    Ok(assemble::to_json(&Report { coverage, ..assemble::listed_labels(program, records) }))
}

/// What a written file begins with, on its first line: only such files are replaced.
const MADE: &str = "/* Made by jatpg labels --instrument";
/// In it, before the digest of what stands behind it: a file that somebody has changed since is theirs.
const CONTENT: &str = ", content ";
const END: &str = ". */ ";

/// Writes each source with its labels, and the class that they call; says what was written, and which labels are not in it.
fn write(
    program: &Program,
    versions: &[Mutant],
    records: &[LabelReport],
    how: Instrumentation,
    out: &Path,
) -> Result<String, CliError> {
    folder::check(out)?;
    let mut files: Vec<(PathBuf, String)> = Vec::new();
    let (mut planted, mut left_out) = (Vec::new(), Vec::new());
    for unit in program.units.iter() {
        let source = &unit.tree.source;
        let own: Vec<&Mutant> = versions
            .iter()
            .filter(|version| std::ptr::eq(list::source_of(program, version), &**source))
            .collect();
        let Some(name) = source.path.file_name().filter(|_| !own.is_empty()) else { continue };
        let made = instrument::instrument(&source.text, &own, planted.len() + left_out.len() + 1);
        let package = program.package_name(program.methods[own[0].method].class).replace('.', "/");
        files.push((out.join(package).join(name), made.text));
        planted.extend(made.planted);
        left_out.extend(made.left_out);
    }
    let said = |id: &str| {
        let record = records.iter().find(|record| record.id == id);
        record
            .map_or_else(String::new, |label| format!("{id}, {}: {}", labels::place(label), label.predicate))
    };
    let planted: Vec<_> = planted
        .into_iter()
        .map(|label| (said(&label.id), label))
        .map(|(said, label)| (label, said))
        .collect();
    let class = Path::new(TRAP.0).join(format!("{}.java", instrument::CLASS));
    files.push((out.join(class), instrument::class(&planted, how)));
    refuse_foreign(&files)?;
    for (path, text) in &files {
        let head = format!("{MADE}{CONTENT}{}{END}", digest(text));
        file::write_whole(path, |to| {
            [&head, text].iter().try_for_each(|part| to.write_all(part.as_bytes()))
        })?;
    }
    let mut text = format!("{} of {} in {}\n", planted.len(), count(versions.len(), "label"), out.display());
    for (id, why) in left_out {
        text += &format!("left out: {id}: {why}\n");
    }
    Ok(text)
}

fn refuse_foreign(files: &[(PathBuf, String)]) -> Result<(), CliError> {
    let is_own = |text: String| {
        let said = text.strip_prefix(MADE).and_then(|rest| rest.strip_prefix(CONTENT)?.split_once(END));
        said.is_some_and(|(said, rest)| said == digest(rest))
    };
    let is_foreign =
        |path: &&PathBuf| path.symlink_metadata().is_ok() && !reading::text(path).is_ok_and(is_own);
    let paths = files.iter().map(|(path, _)| path);
    let foreign: Vec<String> = paths.filter(is_foreign).map(shell::word).collect();
    if foreign.is_empty() {
        return Ok(());
    }
    let what = foreign.join(", ");
    Err(CliError::Arguments(format!(
        "{what}: not made by jatpg, or changed since; nothing is written. Give another folder (--out)"
    )))
}
