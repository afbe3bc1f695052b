//! The claims of a hand-made report on the JVMs at hand: true ones hold, false ones are refuted.

mod kinds;
mod libraries;

use std::process::Command;

use jatpg::class_files::java_home::JavaHome;
use jatpg::confirm::{ConfirmError, Confirmation, Given, Judgement, Shown, run};
use jatpg::report::json::{Expectation, KillKind, Report};
use jatpg::report::junit::{JUnitVersion, Options, emit};

use crate::report::bench;
use crate::support::jdk::{self, Jdk};

/// Writes program, report and test classes into a folder and confirms them.
fn confirm(jdk: &Jdk, report: &Report, version: JUnitVersion) -> Result<Confirmation, ConfirmError> {
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join(bench::PATH);
    std::fs::write(&source, bench::SOURCE).unwrap();
    let out = folder.path().join("out");
    for file in emit(report, &Options::new(version)) {
        let path = out.join(file.path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, file.text).unwrap();
    }
    let report_path = out.join("report.json");
    std::fs::write(&report_path, serde_json::to_string(report).unwrap()).unwrap();
    run(JavaHome::at(jdk.home()).unwrap(), &Given::new(&[source], &report_path, &[]), &|_, _| ())
}

/// The standard JDK and the newer one, each once.
fn jdks(test: &str) -> Vec<Jdk> {
    let found: Vec<Jdk> = [Jdk::standard(), Jdk::newer()].into_iter().flatten().collect();
    if found.is_empty() {
        jdk::skipped(test, "JDK");
    }
    found
}

#[test]
fn true_claims_hold_and_endless_mutants_are_reported_apart() {
    // Each JDK and each version of JUnit once: nothing in the tests' text is for both.
    let jdks = jdks("true_claims_hold_and_endless_mutants_are_reported_apart");
    for (jdk, version) in jdks.iter().cycle().zip([JUnitVersion::JUnit5, JUnitVersion::JUnit4]) {
        let confirmation = confirm(jdk, &bench::report(), version).unwrap();
        assert!(confirmation.holds(), "{confirmation}");
        assert_eq!((confirmation.count(Judgement::Held), confirmation.count(Judgement::Shown)), (11, 2));
        let endless = confirmation.claims.iter().filter(|claim| claim.kill != KillKind::Output);
        assert!(endless.into_iter().all(|claim| claim.shown == Some(Shown::Hung)), "{confirmation}");
    }
}

#[test]
fn a_test_that_does_not_kill_refutes_its_claim() {
    let Some(jdk) = Jdk::standard() else {
        return jdk::skipped("a_test_that_does_not_kill_refutes_its_claim", "JDK");
    };
    let mut report = bench::report();
    // T12 never runs `half`.
    report.tests[11].kills.push("demo.bench.Bench.half(double)/AORB_1".into());
    let mut confirmation = confirm(&jdk, &report, JUnitVersion::JUnit5).unwrap();
    assert!(!confirmation.holds());
    let refuted: Vec<_> = confirmation.claims.iter().filter(|c| c.judgement == Judgement::Refuted).collect();
    assert_eq!(refuted.len(), 1, "{confirmation}");
    assert_eq!((refuted[0].test.as_str(), refuted[0].shown), ("T12", Some(Shown::Passed)));
    assert_eq!(confirmation.count(Judgement::Held), 11);

    confirmation.jdk = String::from("[version]");
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(concat!(env!("CARGO_MANIFEST_DIR"), "/snapshots/confirm"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!("text", confirmation));
}

#[test]
fn a_test_that_fails_on_the_original_refutes_all_its_claims() {
    let Some(jdk) = Jdk::standard() else {
        return jdk::skipped("a_test_that_fails_on_the_original_refutes_all_its_claims", "JDK");
    };
    let mut report = bench::report();
    report.tests[2].outcome.checks[0].expected = Expectation::Equals("0.0".into());
    let confirmation = confirm(&jdk, &report, JUnitVersion::JUnit5).unwrap();
    // Alone, and in both orders with assertions off and on.
    assert_eq!(confirmation.original_failures.len(), 5, "{confirmation}");
    assert_eq!(confirmation.count(Judgement::Refuted), 1, "{confirmation}");
}

#[test]
fn a_source_that_has_changed_is_no_base_for_claims() {
    let Some(jdk) = Jdk::standard() else {
        return jdk::skipped("a_source_that_has_changed_is_no_base_for_claims", "JDK");
    };
    let mut report = bench::report();
    report.mutants[0].span.start.offset += 1;
    let result = confirm(&jdk, &report, JUnitVersion::JUnit5);
    assert!(matches!(result, Err(ConfirmError::Changed { .. })));
}

#[test]
fn a_program_that_needs_a_library_and_describes_a_module_is_confirmed_with_its_class_path_and_in_a_sample() {
    let Some(jdk) = Jdk::standard() else {
        return jdk::skipped(
            "a_program_that_needs_a_library_and_describes_a_module_is_confirmed_with_its_class_path_and_in_a_sample",
            "JDK",
        );
    };
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let write = |name: &str, text: &str| {
        std::fs::create_dir_all(at(name).parent().unwrap()).unwrap();
        std::fs::write(at(name), text).unwrap();
    };
    write("lib/dep/Lib.java", "package dep; public class Lib { public static int one() { return 1; } }");
    write("src/module-info.java", "module shop { requires dep; exports shop; }");
    let used = "package shop; class Used { static int one() { return dep.Lib.one(); } }";
    write("src/shop/Used.java", used);
    let under_test = "package shop; class Half { static int half(int n) { return n / 2 + 1; }\n\
                      static int more(int n) { return n + Used.one(); } }";
    write("src/shop/Half.java", under_test);
    let run = |command: &mut Command| {
        let output = command.output().unwrap();
        (
            output.status.code(),
            String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr),
        )
    };
    assert_eq!(run(jdk.javac().arg("-d").arg(at("classes")).arg(at("lib/dep/Lib.java"))).0, Some(0));
    let jatpg = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_jatpg"));
        command
            .current_dir(folder.path())
            .args(arguments)
            .env("JATPG_JDK", jdk.home())
            .env_remove("CLASSPATH");
        run(&mut command)
    };
    let generated = jatpg(&[
        "generate",
        "src/shop/Half.java",
        "--source-path",
        "src",
        "-m",
        "half",
        "--engine",
        "random",
    ]);
    assert_eq!(generated.0, Some(0), "{}", generated.1);
    let confirm =
        ["confirm", "src/shop/Half.java", "--source-path", "src", "--report", "jatpg-out/report.json"];
    let without = jatpg(&confirm);
    assert_eq!(without.0, Some(2), "{}", without.1);
    let what = "a source that is needed beside the files of the report: ";
    assert!(without.1.contains(what) && without.1.contains("src/shop/Used.java:1: "), "{}", without.1);
    assert!(without.1.contains("libraries go to --class-path"), "{}", without.1);
    let with = jatpg(&[&confirm[..], &["-cp", "classes"]].concat());
    assert_eq!(with.0, Some(0), "{}", with.1);
    assert!(!with.1.contains("a sample"), "{}", with.1);
    let sampled = jatpg(&[&confirm[..], &["--class-path", "classes", "--sample", "3"]].concat());
    assert_eq!(sampled.0, Some(0), "{}", sampled.1);
    assert!(sampled.1.contains("a sample: 3 of "), "{}", sampled.1);
    // A folder means all files of the report below it.
    let whole = jatpg(&[
        "confirm",
        "src",
        "--source-path",
        "src",
        "--report",
        "jatpg-out/report.json",
        "-cp",
        "classes",
    ]);
    // How far it has come, what takes long tells now and then.
    let result = |(code, said): &(Option<i32>, String)| {
        let is_told_once = |line: &&str| !line.ends_with(" claims tried on the JVM");
        (*code, said.lines().filter(is_told_once).map(str::to_owned).collect::<Vec<_>>())
    };
    assert_eq!(result(&whole), result(&with));
    let elsewhere = jatpg(&["confirm", "lib", "--report", "jatpg-out/report.json"]);
    assert_eq!(elsewhere.0, Some(2), "{}", elsewhere.1);
    assert!(elsewhere.1.contains("the report does not speak of lib"), "{}", elsewhere.1);
    let missing = jatpg(&[&confirm[..], &["-cp", "nowhere.jar"]].concat());
    assert_eq!(missing.0, Some(2), "{}", missing.1);
    assert!(missing.1.contains("nowhere.jar is neither a folder nor a jar"), "{}", missing.1);
}
