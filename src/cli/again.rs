//! The command that makes the same tests again, for their headers: what was said on the command line, without what has no
//! part in the tests or holds on one machine alone.

use std::ffi::OsStr;
use std::path::{Component, Path, PathBuf};

use clap::ArgMatches;
use clap::parser::ValueSource;

use super::{options, shell};

/// Options that do not change a test, and the JDK, which is another one elsewhere.
const WITHOUT_EFFECT: [&str; 8] =
    ["out", "jobs", "json", "min_score", "min_processed", "fail_on", "force", "jdk"];
/// Those whose values are paths.
const FILES: &str = "files";
const SOURCE_PATH: &str = "source_path";
const LABELS: &str = "labels";
const CLASS_PATH: &str = "class_path";
const MAVEN: &str = "maven";

/// A command by its words. The files stand first.
#[derive(Clone, Debug, Default)]
pub(super) struct Again {
    name: String,
    files: Vec<(PathBuf, String)>,
    options: Vec<String>,
}

impl Again {
    /// The command for those of the files that matter.
    pub(super) fn with_files(&self, matters: impl Fn(&Path) -> bool) -> String {
        let files = self.files.iter().filter(|(path, _)| matters(path)).map(|(_, word)| word.as_str());
        let words = ["jatpg", &self.name].into_iter().chain(files);
        words.chain(self.options.iter().map(String::as_str)).collect::<Vec<_>>().join(" ")
    }
}

/// `jatpg NAME` with what `said` has of the command line, in the order of the help.
pub(super) fn command(name: &str, said: &ArgMatches) -> Again {
    let commands = options::command();
    let declared = commands.find_subcommand(name).into_iter().flat_map(clap::Command::get_arguments);
    let is_said =
        |arg: &&clap::Arg| said.value_source(arg.get_id().as_str()) == Some(ValueSource::CommandLine);
    let mut again = Again { name: name.to_owned(), ..Again::default() };
    let words = &mut again.options;
    for arg in declared.filter(is_said).filter(|arg| !WITHOUT_EFFECT.contains(&arg.get_id().as_str())) {
        let id = arg.get_id().as_str();
        if !arg.get_action().takes_values() {
            words.extend(arg.get_long().map(|long| format!("--{long}")));
            continue;
        }
        if id == MAVEN {
            // Its value stands in the same word, and there may be none.
            let pom = said.get_raw(id).and_then(|mut values| values.next());
            words.push(
                pom.map_or("--maven".to_owned(), |pom| shell::word(format!("--maven={}", portable(pom)))),
            );
            continue;
        }
        for value in said.get_raw(id).into_iter().flatten() {
            words.extend(arg.get_long().map(|long| format!("--{long}")));
            match id {
                FILES => again.files.push((value.into(), shell::word(portable(value)))),
                SOURCE_PATH | LABELS => words.push(shell::word(portable(value))),
                CLASS_PATH => words.push(shell::word(portable_list(value))),
                _ => words.push(shell::word(value)),
            }
        }
    }
    again
}

/// A path as it is where it leads down from here; the last part of one that begins elsewhere.
fn portable(path: &OsStr) -> String {
    let path = Path::new(path);
    let leads_down = path.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
    let parts = path.components().filter_map(|part| match part {
        Component::Normal(name) => Some(name.to_string_lossy()),
        _ => None,
    });
    let parts: Vec<_> = parts.collect();
    let from = if leads_down { 0 } else { parts.len().saturating_sub(1) };
    if parts.is_empty() { String::from(".") } else { parts[from..].join("/") }
}

/// The same of each entry of a class path; a file that lists entries keeps its mark.
fn portable_list(paths: &OsStr) -> String {
    let one = |path: PathBuf| match path.to_string_lossy().strip_prefix('@') {
        Some(list) => format!("@{}", portable(OsStr::new(list))),
        None => portable(path.as_os_str()),
    };
    std::env::split_paths(paths).map(one).collect::<Vec<_>>().join(":")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(line: &[&str]) -> String {
        let matches = options::command().try_get_matches_from(line).expect("a command line");
        command("generate", matches.subcommand_matches("generate").expect("generate")).with_files(|_| true)
    }

    #[test]
    fn what_has_no_part_in_the_tests_or_holds_on_one_machine_is_left_out() {
        let said =
            ["jatpg", "generate", "./shop/Cart.java", "/home/me/A.java", "--jobs", "3", "--out", "/tmp/x"];
        assert_eq!(of(&said), "jatpg generate shop/Cart.java A.java");
        let said = [
            "jatpg",
            "generate",
            "A.java",
            "--class-path",
            "/home/me/lib/a.jar:lib/b.jar:@/tmp/list",
            "--jdk",
            "/opt/jdk",
        ];
        assert_eq!(of(&said), "jatpg generate A.java --class-path a.jar:lib/b.jar:@list");
        assert_eq!(of(&["jatpg", "generate", "--maven", "A.java"]), "jatpg generate A.java --maven");
        let said = ["jatpg", "generate", "A.java", "--maven=app/pom.xml"];
        assert_eq!(of(&said), "jatpg generate A.java --maven=app/pom.xml");
        let said = ["jatpg", "generate", "A.java", "--labels", "/home/me/own.labels"];
        assert_eq!(of(&said), "jatpg generate A.java --labels own.labels");
        let said = ["jatpg", "generate", "A.java", "-m", "f(int)", "--seed=3", "--source-path", "../../main"];
        assert_eq!(of(&said), "jatpg generate A.java --source-path main --method 'f(int)' --seed 3");
    }
}
