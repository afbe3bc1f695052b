//! The claims of a hand-made report on the JVMs at hand: true ones hold, false ones are refuted.

mod kinds;

use std::path::PathBuf;

use jatpg::confirm::java_home::JavaHome;
use jatpg::confirm::{ConfirmError, Confirmation, Judgement, Shown, run_with};
use jatpg::report::json::{Expectation, KillKind, Report};
use jatpg::report::junit::{Options, Version, emit};

use crate::report::bench;
use crate::support::jdk::{self, Jdk};

/// Writes program, report and test classes into a folder and confirms them.
fn confirm(jdk: &Jdk, report: &Report, version: Version) -> Result<Confirmation, ConfirmError> {
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
    run_with(JavaHome::at(jdk.home()).unwrap(), &[source], &report_path, &[] as &[PathBuf], &|_, _| ())
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
    for jdk in jdks("true_claims_hold_and_endless_mutants_are_reported_apart") {
        for version in [Version::JUnit5, Version::JUnit4] {
            let confirmation = confirm(&jdk, &bench::report(), version).unwrap();
            assert!(confirmation.holds(), "{confirmation}");
            assert_eq!((confirmation.count(Judgement::Held), confirmation.count(Judgement::Shown)), (11, 2));
            let endless = confirmation.claims.iter().filter(|claim| claim.kill != KillKind::Output);
            assert!(endless.into_iter().all(|claim| claim.shown == Some(Shown::Hung)), "{confirmation}");
        }
    }
}

#[test]
fn a_test_that_does_not_kill_refutes_its_claim() {
    let Some(jdk) = Jdk::standard() else {
        return jdk::skipped("a_test_that_does_not_kill_refutes_its_claim", "JDK");
    };
    let mut report = bench::report();
    // T12 never runs `half`.
    report.tests[11].kills.push("Bench.half(double)/AORB_1".into());
    let mut confirmation = confirm(&jdk, &report, Version::JUnit5).unwrap();
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
    let confirmation = confirm(&jdk, &report, Version::JUnit5).unwrap();
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
    let result = confirm(&jdk, &report, Version::JUnit5);
    assert!(matches!(result, Err(ConfirmError::Changed { .. })));
}
