//! Several files in one call: each class is on its own, a file that is no work does not stop the others, and what was done
//! is kept.

use std::collections::BTreeMap;
use std::path::Path;

use jatpg::report::json::{MutantReport, Report, TestReport, VerdictKind};

use super::{errors, folder_with, jatpg};
use crate::support::jdk::Jdk;

fn report(folder: &Path, arguments: &[&str]) -> Report {
    let output = jatpg(folder, arguments);
    assert!(output.status.success(), "{}", errors(&output));
    serde_json::from_slice(&output.stdout).expect("a report")
}

/// What is said of a class, but for the numbers of its tests.
fn said(report: &Report, file: &str) -> (Vec<MutantReport>, Vec<TestReport>) {
    let of_file = |mutant: &&MutantReport| mutant.file.ends_with(file);
    let mutants: Vec<MutantReport> = report.mutants.iter().filter(of_file).cloned().collect();
    let own: Vec<&TestReport> = report
        .tests
        .iter()
        .filter(|test| test.kills.iter().any(|id| mutants.iter().any(|mutant| mutant.id == **id)))
        .collect();
    let numbers: BTreeMap<&str, String> =
        own.iter().enumerate().map(|(n, test)| (&*test.id, format!("T{n}"))).collect();
    let numbered = |mut mutant: MutantReport| {
        for id in mutant.verdict.iter_mut().flat_map(|verdict| &mut verdict.tests) {
            *id = numbers[&**id].as_str().into();
        }
        mutant
    };
    let tests = own.iter().map(|test| TestReport { id: numbers[&*test.id].clone(), ..(*test).clone() });
    (mutants.iter().cloned().map(numbered).collect(), tests.collect())
}

fn test_class(folder: &Path, class: &str) -> String {
    std::fs::read_to_string(folder.join(format!("{class}JatpgTest.java"))).expect("a test class")
}

#[test]
fn a_class_has_the_same_verdicts_and_tests_alone_and_in_a_call_with_others() {
    let programs = concat!(env!("CARGO_MANIFEST_DIR"), "/programs/textbook");
    let names = ["Clamp", "Parity", "OddOrPos"];
    let folder = folder_with(&[]);
    let files: Vec<String> = names.iter().map(|name| format!("{programs}/{name}.java")).collect();
    let generate = |files: &[&str], out: &str, jobs: &str| {
        let options = ["--json", "--out", out, "--jobs", jobs];
        report(folder.path(), &[&["generate"], files, &options].concat())
    };
    let all: Vec<&str> = files.iter().map(String::as_str).collect();
    let together = generate(&all, "together", "1");
    let backwards = generate(&all.iter().rev().copied().collect::<Vec<_>>(), "backwards", "3");
    for (name, file) in names.iter().zip(&all) {
        let out = format!("alone{name}");
        let alone = generate(&[file], &out, "2");
        let wanted = said(&alone, file);
        assert!(!wanted.1.is_empty());
        assert_eq!(said(&together, file), wanted, "{name}");
        assert_eq!(said(&backwards, file), wanted, "{name}");
        let text = test_class(&folder.path().join(&out), name);
        assert_eq!(test_class(&folder.path().join("together"), name), text);
        assert_eq!(test_class(&folder.path().join("backwards"), name), text);
    }
    let sum = |of: &dyn Fn(&Report) -> usize| of(&together);
    assert_eq!(sum(&|r| r.passes.last().expect("a pass").tests), together.tests.len());
}

/// A test of one class writes to an array that a static of another holds, and one of a third reads it: in one JVM they do not pass
/// together, whatever the files are that the classes stand in.
#[test]
fn a_test_passes_beside_those_of_other_classes_or_is_none() {
    let sets = "class Sets { static int set(int s) { if (s > 2) { Marks.ALL[0] = s; } return s + 1; } }\n";
    let looks = "class Looks { static int look(int x) { return Marks.ALL[0] > 0 ? -1 : x > 10 ? 1 : 2; } }\n";
    let marks = "class Marks { static final int[] ALL = new int[1]; }\n";
    let in_one = format!("{sets}{looks}{marks}");
    for files in [
        vec![("Sets.java", &*in_one)],
        vec![("Sets.java", sets), ("Looks.java", looks), ("Marks.java", marks)],
        vec![("Sets.java", sets), ("Broken.java", "class {"), ("Looks.java", looks), ("Marks.java", marks)],
    ] {
        let names: Vec<&str> = files.iter().map(|file| file.0).collect();
        let folder = folder_with(&files);
        let options: &[&str] = &["--json", "--out", "out"];
        let output = jatpg(folder.path(), &[&["generate"], &*names, options].concat());
        assert!(
            errors(&output).contains("left out: what tests of other classes leave"),
            "{}",
            errors(&output)
        );
        let report: Report = serde_json::from_slice(&output.stdout).expect("a report");
        let verdicts = |class: &str| {
            let own = report.mutants.iter().filter(|mutant| mutant.method.starts_with(class));
            own.filter_map(|mutant| mutant.verdict.as_ref()).map(|v| v.verdict).collect::<Vec<_>>()
        };
        assert!(verdicts("Sets.").contains(&VerdictKind::Killed), "{names:?}");
        assert!(verdicts("Looks.").contains(&VerdictKind::Undecided), "{names:?}");
        assert!(report.tests.iter().enumerate().all(|(n, test)| test.id == format!("T{}", n + 1)));
        if Jdk::standard().is_some() {
            let whole: Vec<&str> = names.iter().copied().filter(|name| *name != "Broken.java").collect();
            let confirm = [&["confirm"], &*whole, &["--report", "out/report.json"]].concat();
            let confirmed = jatpg(folder.path(), &confirm);
            assert!(confirmed.status.success(), "{}", String::from_utf8_lossy(&confirmed.stdout));
        }
    }
}

#[test]
fn what_a_class_uses_of_the_others_is_read_and_what_is_derived_from_it_too() {
    let folder = folder_with(&[
        ("Shape.java", "abstract class Shape { abstract int area(); int twice() { return area() * 2; } }"),
        ("Square.java", "class Square extends Shape { int side; int area() { return side * side; } }"),
        ("Sum.java", "class Sum { static int of(Shape s, int n) { return s.area() + n; } }"),
    ]);
    let report = report(folder.path(), &["generate", "Shape.java", "Square.java", "Sum.java", "--json"]);
    let killed = |method: &str| {
        let of_method = report.mutants.iter().filter(|m| m.method == method);
        of_method.filter(|m| m.verdict.as_ref().is_some_and(|v| v.kill.is_some())).count()
    };
    assert!(killed("Shape.twice()") > 0 && killed("Square.area()") > 0 && killed("Sum.of(Shape,int)") > 0);
    // Without a body there is nothing to process.
    assert!(report.methods.iter().all(|method| method.name != "Shape.area()"));
}

/// What another file does to objects of a class, or gives its methods, no proof about it leaves out.
#[test]
fn a_file_that_is_given_beside_a_class_counts_in_its_proofs() {
    let plain =
        "package p; public class Plain { private int hidden; public void note(int x) { hidden = x; } }";
    let dump = "package q; public class Dump {
        public static String of(Object o) throws IllegalAccessException {
            String s = null;
            for (java.lang.reflect.Field f : o.getClass().getDeclaredFields()) { f.setAccessible(true); s += f.get(o); }
            return s;
        }
    }";
    let length = "package p; public class Length {
        static int of(CharSequence c) { return c.length() < 0 ? 1 : 2; }
        static int of(Number n) { return n.intValue() == n.intValue() ? 1 : 2; }
    }";
    let odd = "package q; class Odd extends Number implements CharSequence {
        int n = -2;
        public int intValue() { return n++; }
        public long longValue() { return n; }
        public float floatValue() { return n; }
        public double doubleValue() { return n; }
        public int length() { return n++; }
        public char charAt(int i) { return 'x'; }
        public CharSequence subSequence(int a, int b) { return this; }
    }";
    let folder = folder_with(&[
        ("src/p/Plain.java", plain),
        ("src/q/Dump.java", dump),
        ("src/p/Length.java", length),
        ("src/q/Odd.java", odd),
    ]);
    let equivalent = |files: &[&str], operator: &str| {
        let report = report(folder.path(), &[&["generate", "--json", "--force"], files].concat());
        let of = |m: &&MutantReport| m.id.starts_with("p.") && m.id.contains(operator);
        let proven = report.mutants.iter().filter(of);
        proven.filter(|m| m.verdict.as_ref().is_some_and(|v| v.verdict == VerdictKind::Equivalent)).count()
    };
    assert!(equivalent(&["src/p/Plain.java"], "/AOIU") > 0);
    assert_eq!(equivalent(&["src/p/Plain.java", "src/q/Dump.java"], "/AOIU"), 0);
    assert!(equivalent(&["src/p/Length.java"], "(Number)/ROR") > 0);
    assert_eq!(equivalent(&["src/p/Length.java", "src/q/Odd.java"], "/ROR"), 0);
}

#[test]
fn files_that_are_no_work_are_told_and_the_others_go_on() {
    let unit = "class Unit { static int half(int n) { return n / 2; } }";
    let folder = folder_with(&[
        ("Unit.java", unit),
        ("Broken.java", "class Broken { int f( { }"),
        ("Wrong.java", "class Wrong { int f() { return true; } }"),
        ("Again.java", "class Unit { }"),
    ]);
    std::fs::write(folder.path().join("Latin.java"), b"class Latin { } // caf\xe9").expect("a file");
    let files = ["Latin.java", "Broken.java", "Unit.java", "Missing.java", "Wrong.java", "Again.java"];
    let output = jatpg(folder.path(), &[&["generate"], &files[..], &["--json"]].concat());
    assert_eq!(output.status.code(), Some(2));
    let report: Report = serde_json::from_slice(&output.stdout).expect("a report");
    assert_eq!(report.files, ["Unit.java"]);
    assert!(!report.tests.is_empty() && report.unfinished.is_empty());
    let failed: Vec<&str> = report.failed.iter().map(|failed| &*failed.file).collect();
    assert_eq!(failed, ["Latin.java", "Broken.java", "Missing.java", "Again.java", "Wrong.java"]);
    assert!(failed.iter().all(|file| errors(&output).contains(file)), "{}", errors(&output));
    assert!(folder.path().join("jatpg-out/report.json").exists());
}

/// A class that takes the longer the more methods it has.
fn slow(methods: usize) -> String {
    let methods: String = (0..methods)
        .map(|n| {
            format!(
                "static int f{n}(int a, int b) {{ int s = {n}; for (int i = 0; i < a % 6; i++) \
                 for (int j = 0; j < b % 6; j++) s = s * 31 + (i ^ j) % (a - b + {n}); return s; }}\n"
            )
        })
        .collect();
    format!("class Slow {{\n{methods}}}")
}

/// What takes long, and what the pass before it leaves.
#[cfg(unix)]
#[test]
fn an_interrupt_ends_it_soon_with_what_there_is() {
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};

    let folder = folder_with(&[("Slow.java", &slow(8))]);
    let mut command = Command::new(env!("CARGO_BIN_EXE_jatpg"));
    command
        .current_dir(folder.path())
        .args(["generate", "Slow.java"])
        .stderr(Stdio::piped())
        .stdout(Stdio::null());
    let mut child = command.spawn().expect("it starts");
    let report = folder.path().join("jatpg-out/report.json");
    let start = Instant::now();
    while !report.exists() && start.elapsed() < Duration::from_secs(120) {
        std::thread::sleep(Duration::from_millis(20));
    }
    assert!(child.try_wait().expect("its state").is_none(), "it was over before it could be interrupted");
    let told = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill runs");
    assert!(told.success());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130));
    assert!(errors(&output).contains("interrupted: jatpg-out/report.json"), "{}", errors(&output));
    let text = std::fs::read_to_string(&report).expect("a report");
    let saved = Report::parse(&text).expect("a whole report");
    assert_eq!(saved.unfinished, ["Slow"]);
    let has_test =
        |m: &MutantReport| m.verdict.as_ref().is_some_and(|v| v.kill.is_none() || !v.tests.is_empty());
    assert!(!saved.tests.is_empty() && saved.mutants.iter().all(has_test));
}

/// A class that is done at once, and one whose methods go on.
fn quick_and_slow() -> tempfile::TempDir {
    folder_with(&[
        ("A.java", "class A { static int half(int n) { return n / 2; } }"),
        ("Slow.java", &slow(2)),
    ])
}

/// What an initialiser finds in another class depends on when a test comes to it: `Config.set(2); Rate.next(5);` gives 6.
#[test]
fn no_proof_rests_on_what_an_initialiser_finds_in_a_class_that_others_change() {
    let of_variable = "class Rate { static int q = 6 / Config.n; static int next(int a) { return a + 1; } }
        class Config {
            static int n;
            static void set(int k) { n = k; }
            static int go(int a) { return Rate.next(a); }
        }";
    let of_object = of_variable.replace("static int n;", "static final int[] N = { 0 };");
    let of_object = of_object.replace("n = k", "N[0] = k").replace("Config.n", "Config.N[0]");
    for text in [of_variable, &of_object] {
        let folder = folder_with(&[("Rate.java", text)]);
        for engine in ["atg", "baseline", "symbmc"] {
            let report =
                report(folder.path(), &["generate", "Rate.java", "--json", "--force", "--engine", engine]);
            let of_next = report.mutants.iter().filter(|mutant| mutant.method == "Rate.next(int)");
            let proven =
                of_next.filter(|m| m.verdict.as_ref().is_some_and(|v| v.verdict == VerdictKind::Equivalent));
            let proven: Vec<&str> = proven.map(|mutant| &*mutant.replacement).collect();
            // What is done to `a` when it has been read shows nowhere.
            assert!(proven.iter().all(|change| ["a++", "a--"].contains(change)), "{engine}: {proven:?}");
        }
    }
}

/// Runs it in that folder; what is done once the first class has its tests, while the other is at work.
fn meanwhile(folder: &Path, act: impl FnOnce(&Path)) -> std::process::Output {
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_jatpg"));
    let arguments = ["generate", "A.java", "Slow.java", "--out", "out", "--effort", "40"];
    command.current_dir(folder).args(arguments).stderr(std::process::Stdio::piped());
    let mut child = command.stdout(std::process::Stdio::null()).spawn().expect("it starts");
    let start = std::time::Instant::now();
    while !folder.join("out/SlowJatpgTest.java").exists() && start.elapsed().as_secs() < 120 {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    assert!(child.try_wait().expect("its state").is_none(), "it was over before anything could be done");
    act(&folder.join("out"));
    child.wait_with_output().expect("it ends")
}

#[test]
fn what_is_taken_away_during_a_run_is_written_anew_and_told() {
    let folder = quick_and_slow();
    let output =
        meanwhile(folder.path(), |out| std::fs::rename(out, folder.path().join("gone")).expect("it goes"));
    assert_eq!(output.status.code(), Some(0), "{}", errors(&output));
    let told = "note: taken away during the run, and written anew: out/AJatpgTest.java";
    assert!(errors(&output).contains(told), "{}", errors(&output));
    for file in ["report.json", "AJatpgTest.java", "SlowJatpgTest.java"] {
        assert!(folder.path().join("out").join(file).exists(), "{file}");
    }
}

#[test]
fn a_run_that_can_no_longer_write_ends_as_a_failure_and_names_what_is_not_there() {
    let folder = quick_and_slow();
    let output = meanwhile(folder.path(), |out| {
        std::fs::rename(out, folder.path().join("gone")).expect("it goes");
        std::fs::write(out, "").expect("a file in its place");
    });
    assert_eq!(output.status.code(), Some(4), "{}", errors(&output));
    let told = errors(&output);
    assert!(told.contains("error: cannot write out/SlowJatpgTest.java: "), "{told}");
    assert!(told.contains("not there are out/AJatpgTest.java, out/SlowJatpgTest.java"), "{told}");
}
