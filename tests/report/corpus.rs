//! The reports of a dozen programs of all kinds, as snapshots under `snapshots/report`: what `generate` prints, with a
//! fixed seed, few candidates and the random pass alone. With `JATPG_CORPUS=full` set, each program of the corpus is
//! also generated for with the default budget, for one and for two threads.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use rayon::iter::{IntoParallelRefIterator as _, ParallelIterator as _};
use serde_json::Value;

use crate::support::corpus::programs;
use crate::support::soak;

/// Candidates for each method: as few as bring out what the generator does with a program.
const CANDIDATES: &str = "32";

/// Those whose reports are snapshots: arithmetic, arrays, strings, objects, exceptions, statics, text written, kills
/// by a limit, and a method that is not processed.
const SHOWN: [&str; 12] = [
    "features/Accounts.java",
    "features/Greeter.java",
    "features/InitOrder.java",
    "features/Report.java",
    "features/Unwind.java",
    "papers/Bubble.java",
    "papers/Gcd.java",
    "papers/TriTyp.java",
    "textbook/BoundedStack.java",
    "textbook/Money.java",
    "textbook/PrintPrimes.java",
    "textbook/Shapes.java",
];

/// What a run left behind: the text on standard output, and the files by their paths.
struct Written {
    text: String,
    files: BTreeMap<PathBuf, String>,
}

/// Runs `jatpg generate` as a user does, from the repository's root.
fn generate(program: &Path, options: &[&str]) -> Written {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let out = folder.path().join("out");
    let mut command = Command::new(env!("CARGO_BIN_EXE_jatpg"));
    command.current_dir(env!("CARGO_MANIFEST_DIR")).arg("generate").arg(program);
    if program.starts_with("programs/features") {
        command.args(["--source-path", "programs/features"]);
    }
    let output = command.args(["--seed", "1", "--out"]).arg(&out).args(options).output().expect("it starts");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}: {}\n{errors}", program.display(), output.status);
    let text = String::from_utf8(output.stdout).expect("UTF-8").replace(&*out.to_string_lossy(), "OUT");
    let mut files = BTreeMap::new();
    collect(&out, &out, &mut files);
    Written { text: without_times(&text).to_owned(), files }
}

/// Times stand in the last block.
fn without_times(text: &str) -> &str {
    text.rfind("\ntime ").map_or(text, |at| &text[..at])
}

fn collect(root: &Path, folder: &Path, files: &mut BTreeMap<PathBuf, String>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            collect(root, &path, files);
            continue;
        }
        let mut text = std::fs::read_to_string(&path).expect("a text");
        if path.extension().is_some_and(|extension| extension == "json") {
            let mut report: Value = serde_json::from_str(&text).expect("JSON");
            report.as_object_mut().expect("an object").remove("times").expect("times");
            text = report.to_string();
        }
        files.insert(path.strip_prefix(root).expect("it lies below").to_owned(), text);
    }
}

/// Runs for one and for two threads; the bytes must be the same.
fn generate_twice(program: &Path, options: &[&str]) -> Written {
    let one = generate(program, &[options, &["--jobs", "1"]].concat());
    let two = generate(program, &[options, &["--jobs", "2"]].concat());
    assert_eq!(one.text, two.text, "{}", program.display());
    assert!(one.files == two.files, "{}: the files depend on the number of threads", program.display());
    one
}

#[test]
fn the_reports_of_programs_of_all_kinds_are_those_of_the_snapshots() {
    let programs = SHOWN.map(|name| Path::new("programs").join(name));
    let options = ["--engine", "random", "--random-tests", CANDIDATES];
    let texts: Vec<String> =
        programs.par_iter().map(|program| generate_twice(program, &options).text).collect();
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(concat!(env!("CARGO_MANIFEST_DIR"), "/snapshots/report"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| {
        for (program, text) in programs.iter().zip(texts) {
            let name = program.file_stem().expect("a file").to_string_lossy().into_owned();
            insta::assert_snapshot!(name, text);
        }
    });
}

#[test]
fn the_default_budget_gives_the_same_bytes_for_any_number_of_threads() {
    let all = soak::is_on();
    let few =
        ["papers/TriTyp.java", "textbook/BoundedStack.java"].map(|name| Path::new("programs").join(name));
    let programs = if all { programs() } else { few.to_vec() };
    for program in &programs {
        generate_twice(program, &[]);
    }
}

#[test]
fn every_snapshot_is_of_a_program() {
    let stem = |path: &PathBuf| path.file_stem().expect("a file").to_owned();
    let mut names: Vec<_> = programs().iter().map(stem).collect();
    names.sort();
    assert!(names.windows(2).all(|pair| pair[0] != pair[1]), "two programs of one name");
    let mut shown: Vec<_> = SHOWN.iter().map(|name| stem(&PathBuf::from(name))).collect();
    shown.sort();
    for (folder, names) in [("snapshots/mutants", names), ("snapshots/report", shown)] {
        let entries =
            std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)).expect("a folder");
        let mut snapshots: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
        snapshots.retain(|path| path.extension().is_some_and(|extension| extension == "snap"));
        snapshots.sort();
        let of: Vec<_> = snapshots.iter().map(stem).collect();
        assert_eq!(of, names, "{folder}");
    }
}
