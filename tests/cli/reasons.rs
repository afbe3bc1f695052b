//! How far the tests came with a mutant that is left undecided, and what ended those that should have come to it.

use std::fs;

use serde_json::Value;

use super::{errors, folder_with, jatpg};
use crate::support::jdk::{self, Jdk};

const UNIT: &str = r#"class Unit {
    private static final java.util.logging.Logger LOG = java.util.logging.Logger.getLogger("unit");
    static int logged(int x) { if (x > 5) { LOG.fine("large"); } return 7; }
    static int asked(String host) throws java.io.IOException {
        try (java.net.Socket socket = new java.net.Socket(host, 80)) { return port(socket.getPort()); }
    }
    private static int port(int p) { return p > 1000 ? p * 2 : -p; }
    static int next(int x) { return x + 1; }
}
"#;

#[test]
fn what_no_test_comes_to_or_sees_is_told_apart_from_effort() {
    let Some(jdk) = Jdk::standard() else { return jdk::skipped("cli::reasons", "a JDK") };
    let folder = folder_with(&[("Unit.java", UNIT)]);
    let output = jatpg(folder.path(), &["generate", "Unit.java", "--jdk", &jdk.home().display().to_string()]);
    assert!(output.status.success(), "{}", errors(&output));
    let report = fs::read_to_string(folder.path().join("jatpg-out/report.json")).unwrap();
    let report: Value = serde_json::from_str(&report).unwrap();
    let told = |method: &str| -> Vec<(String, String)> {
        let of_method = report["mutants"].as_array().unwrap().iter().filter(|m| m["method"] == method);
        let of = |m: &Value, key: &str| m[key].as_str().map(str::to_owned);
        of_method.filter_map(|m| Some((of(m, "reason_kind")?, of(m, "reason")?))).collect()
    };
    let logged = told("Unit.logged(int)");
    assert!(!logged.is_empty() && logged.iter().all(|(kind, _)| kind == "not_seen"), "{logged:?}");
    let ended = "none comes to what it changes; each run of Unit.asked(String) ended early: unsupported: ";
    let port = told("Unit.port(int)");
    let is_blocked = |(kind, reason): &(String, String)| {
        kind == "unsupported" && reason.contains(ended) && !reason.contains("effort")
    };
    assert!(!port.is_empty() && port.iter().all(is_blocked), "{port:?}");
}
