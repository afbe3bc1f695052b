//! JaCoCo as judge: under an emitted suite it counts, line by line, as many covered and missed branches as there are covered
//! and other labels of `cc`.
//!
//! It needs JaCoCo's agent and command line: from the folder `JATPG_JACOCO`, or, where all is to be tried, by Maven. Then all of
//! `programs/papers` and `programs/textbook` are judged; otherwise a program with one of each construct.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use jatpg::confirm::stand_in;
use jatpg::report::json::{Report, VerdictKind};
use jatpg::report::junit::{JUnitVersion, Options, emit, test_names};
use jatpg::syntax::with_stack;

use super::jvm::TEXT;
use super::{generate, subject};
use crate::support::corpus::files_under;
use crate::support::jdk::{self, Jdk};
use crate::support::soak;

const JARS: [(&str, &str); 2] = [
    ("org.jacoco.agent-0.8.12-runtime.jar", "org.jacoco:org.jacoco.agent:0.8.12:jar:runtime"),
    ("org.jacoco.cli-0.8.12-nodeps.jar", "org.jacoco:org.jacoco.cli:0.8.12:jar:nodeps"),
];

/// Covered and missed branches.
type Branches = (usize, usize);

/// The two jars: of a folder, or of Maven's repository.
fn jars(folder: &Path) -> Option<[PathBuf; 2]> {
    let given = std::env::var_os("JATPG_JACOCO").map(PathBuf::from);
    let at = given.clone().unwrap_or_else(|| folder.to_owned());
    if given.is_none() && soak::is_on() {
        for (_, artifact) in JARS {
            let mut maven = Command::new("mvn");
            maven.args(["-q", "-B", "dependency:copy", &format!("-Dartifact={artifact}")]);
            maven.arg(format!("-DoutputDirectory={}", at.display())).stdin(Stdio::null());
            maven.output().ok()?;
        }
    }
    let paths = JARS.map(|(name, _)| at.join(name));
    paths.iter().all(|path| path.exists()).then_some(paths)
}

fn write(path: &Path, text: &str) {
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, text).unwrap();
}

fn run(command: &mut Command) {
    let output = command.stdin(Stdio::null()).output().unwrap();
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
}

/// What JaCoCo counts of the program's lines, where a line has branches.
fn counted(
    jdk: &Jdk,
    jars: &[PathBuf; 2],
    folder: &Path,
    text: &str,
    name: &str,
    report: &Report,
) -> BTreeMap<u32, Branches> {
    let source = folder.join("main").join(name);
    write(&source, text);
    let mut tests: Vec<PathBuf> = Vec::new();
    let stand_ins = stand_in::SOURCES.iter().map(|&(path, text)| (path.to_owned(), text.to_owned()));
    let emitted =
        emit(report, &Options::new(JUnitVersion::JUnit5)).into_iter().map(|file| (file.path, file.text));
    let calls = test_names(report).into_values().map(|name| {
        format!(
            "try {{ call(\"{}\", \"{}\"); }} catch (ReflectiveOperationException e) {{ failed++; }}\n",
            name.qualified_class(),
            name.method
        )
    });
    let main = format!(
        "public class Main {{ static int failed;
        static void call(String name, String test) throws ReflectiveOperationException {{
            Class<?> type = Class.forName(name);
            java.lang.reflect.Constructor<?> constructor = type.getDeclaredConstructor();
            constructor.setAccessible(true);
            java.lang.reflect.Method method = type.getDeclaredMethod(test);
            method.setAccessible(true);
            Object instance = constructor.newInstance();
            with(type, instance, \"BeforeEach\");
            method.invoke(instance);
            with(type, instance, \"AfterEach\");
        }}
        static void with(Class<?> type, Object instance, String annotation) throws ReflectiveOperationException {{
            for (java.lang.reflect.Method method : type.getDeclaredMethods()) {{
                for (java.lang.annotation.Annotation own : method.getDeclaredAnnotations()) {{
                    if (own.annotationType().getSimpleName().equals(annotation)) {{
                        method.setAccessible(true);
                        method.invoke(instance);
                    }}
                }}
            }}
        }}
        public static void main(String[] args) {{ {} if (failed > 0) {{ System.exit(1); }} }} }}",
        calls.collect::<String>()
    );
    for (path, text) in stand_ins.chain(emitted).chain([("Main.java".to_owned(), main)]) {
        let path = folder.join("test").join(path);
        write(&path, &text);
        tests.push(path);
    }
    let classes = folder.join("classes");
    let javac = |out: &Path, sources: &[PathBuf]| {
        run(jdk
            .javac()
            .args(["-nowarn", "-g", "-encoding", "UTF-8", "-cp"])
            .arg(&classes)
            .arg("-d")
            .arg(out)
            .args(sources));
    };
    std::fs::create_dir_all(&classes).unwrap();
    javac(&classes, &[source]);
    let test_classes = folder.join("test-classes");
    javac(&test_classes, &tests);
    let data = folder.join("jacoco.exec");
    let agent = format!("-javaagent:{}=destfile={}", jars[0].display(), data.display());
    let path = format!("{}:{}", classes.display(), test_classes.display());
    run(jdk.java().args([&agent, "-cp", &path, "Main"]));
    let xml = folder.join("jacoco.xml");
    run(jdk
        .java()
        .arg("-jar")
        .arg(&jars[1])
        .arg("report")
        .arg(&data)
        .arg("--classfiles")
        .arg(&classes)
        .arg("--xml")
        .arg(&xml));
    branches(&std::fs::read_to_string(&xml).unwrap())
}

/// `<line nr="12" mi="0" ci="3" mb="1" cb="1"/>`.
fn branches(xml: &str) -> BTreeMap<u32, Branches> {
    let attribute = |line: &str, name: &str| {
        let rest = line.split_once(&format!(" {name}=\""))?.1;
        rest.split_once('"')?.0.parse::<usize>().ok()
    };
    let line = |line: &str| {
        let counts = (attribute(line, "cb")?, attribute(line, "mb")?);
        (counts != (0, 0)).then_some((attribute(line, "nr")? as u32, counts))
    };
    xml.split("<line").skip(1).filter_map(line).collect()
}

/// By line; javac puts all jumps of an expression of several lines on that on which its statement begins.
fn labelled(report: &Report, judged: &BTreeMap<u32, Branches>) -> BTreeMap<u32, Branches> {
    let mut lines: BTreeMap<u32, Branches> = BTreeMap::new();
    for label in &report.labels {
        let line = label.span.start.line;
        let begins = judged.range(..=line).next_back().map_or(line, |(&begins, _)| begins);
        let counts = lines.entry(begins).or_default();
        match label.verdict.as_ref().expect("a verdict").verdict {
            VerdictKind::Killed => counts.0 += 1,
            _ => counts.1 += 1,
        }
    }
    lines
}

#[test]
fn jacoco_counts_the_branches_that_the_labels_are() {
    const NAME: &str = "jacoco_counts_the_branches_that_the_labels_are";
    let Some(jdk) = Jdk::standard() else { return jdk::skipped(NAME, "JDK") };
    let folder = tempfile::tempdir().unwrap();
    let Some(jars) = jars(folder.path()) else {
        return jdk::skipped(NAME, "JaCoCo (JATPG_JACOCO, or JATPG_SOAK and Maven)");
    };
    let mut programs = vec![("A.java".to_owned(), TEXT.to_owned())];
    if soak::is_on() {
        for path in
            files_under("programs/papers", "java").into_iter().chain(files_under("programs/textbook", "java"))
        {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            programs.push((name, std::fs::read_to_string(&path).unwrap()));
        }
    }
    let mut wrong = Vec::new();
    for (name, text) in programs {
        let report = with_stack(|| generate(&subject(&text, "cc"), 1_000, 2_000_000_000));
        let folder = tempfile::tempdir().unwrap();
        let judged = counted(&jdk, &jars, folder.path(), &text, &name, &report);
        let ours = labelled(&report, &judged);
        println!("{name}: {:?}", report.coverage.get("cc"));
        let lines: std::collections::BTreeSet<u32> = judged.keys().chain(ours.keys()).copied().collect();
        for line in lines {
            let (judged, ours) = (judged.get(&line), ours.get(&line));
            if judged != ours {
                let found = format!("{name}:{line}: JaCoCo {judged:?}, labels {ours:?}");
                println!("{found}");
                wrong.push(found);
            }
        }
    }
    assert!(wrong.is_empty(), "(covered, missed): {}", wrong.join("\n"));
}
