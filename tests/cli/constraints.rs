//! Constraint-based testing on the command line: its table, what it leaves alone, and engines that contradict one another.

use jatpg::report::comparison::ProgramRow;
use jatpg::report::comparison::alone::Cost;
use jatpg::report::comparison::size::Size;
use jatpg::report::json::{Report, VerdictKind};
use serde_json::Value;

use super::{errors, folder_with, jatpg};

const MAX: &str = "class Max {
    static int max(int m, int n) {
        int max = m;
        if (n > m) max = n;
        return max;
    }
}";

fn compared(constraints: &str) -> Value {
    let folder =
        folder_with(&[("Max.java", MAX), ("Mid.java", include_str!("../../programs/papers/Mid.java"))]);
    let arguments =
        ["compare", ".", "--engines", "cbt,d", "--operators", "mothra", "--json", "--cbt", constraints];
    let output = jatpg(folder.path(), &arguments);
    assert_eq!((output.status.code(), errors(&output)), (Some(0), String::new()));
    serde_json::from_slice(&output.stdout).expect("JSON")
}

/// DeMillo and Offutt, Table 3, with and without predicate constraints. E is what the D-algorithm's engine proves.
#[test]
fn the_table_of_constraint_based_testing_is_that_of_the_snapshot() {
    let mut table = String::new();
    for constraints in ["necessity", "predicate"] {
        let compared = compared(constraints);
        for program in compared["programs"].as_array().expect("programs") {
            let cbt = &program["engines"][0];
            let cost = &cbt["cost"];
            // No solver is asked, and nothing is proven.
            assert_eq!((&cost["questions"], &cbt["equivalent"]), (&Value::from(0), &Value::from(0)));
            table += &format!(
                "{constraints}, {}: {} mutants, {} not equivalent, {} killed, {} tests; {}\n",
                program["program"].as_str().unwrap_or_default().trim_start_matches("./"),
                program["mutants"],
                program["not_equivalent"],
                cbt["killed"],
                cbt["tests"],
                cost["constraints"]
            );
        }
    }
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(concat!(env!("CARGO_MANIFEST_DIR"), "/snapshots/compare"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!("constraints", table));
}

#[test]
fn what_one_engine_proves_and_another_kills_is_a_contradiction_with_its_name() {
    let folder = folder_with(&[("Max.java", MAX)]);
    let arguments = ["generate", "Max.java", "--engine", "cbt", "--json", "--criterion", "mutation"];
    let output = jatpg(folder.path(), &arguments);
    let report: Report = serde_json::from_slice(&output.stdout).expect("a report");
    let mut planted = report.clone();
    let is_killed = |v: VerdictKind| v == VerdictKind::Killed;
    let mut verdicts = planted.mutants.iter_mut().filter_map(|m| Some((m.id.clone(), m.verdict.as_mut()?)));
    let (id, verdict) = verdicts.find(|(_, v)| is_killed(v.verdict)).expect("a killed mutant");
    verdict.verdict = VerdictKind::Equivalent;
    verdict.kill = None;
    let row = |other: &Report| {
        let reports = [("cbt", &report), ("other", other)];
        let reports = reports.into_iter().map(|(name, report)| (name, Ok((report, Cost::default()))));
        ProgramRow::new("Max.java".to_owned(), Size::default(), report.mutants.len(), reports)
    };
    let found = row(&planted).contradictions;
    assert!(found.len() == 1 && found[0].contains(&id) && found[0].contains("proven by other"), "{found:?}");
    assert!(row(&report).contradictions.is_empty());
    // Each of the two decided that one alone.
    let alone: Vec<_> =
        row(&planted).engines.iter().map(|e| (e.cost.killed_alone, e.cost.proven_alone)).collect();
    assert_eq!(alone, [(1, 0), (0, 1)]);
}

#[test]
fn explain_says_what_a_test_of_an_undecided_mutant_has_to_do() {
    let folder = folder_with(&[("Max.java", MAX)]);
    let nothing = ["generate", "Max.java", "--engine", "random", "--random-tests", "0", "--out", "out"];
    jatpg(folder.path(), &nothing);
    let said = |mutant: &str| {
        let arguments = ["explain", "Max.java", mutant, "--report", "out/report.json"];
        String::from_utf8(jatpg(folder.path(), &arguments).stdout).expect("UTF-8")
    };
    let text = said("ROR_3");
    let needed = "A test would have to reach line 4 when `n > m` and `n <= m` have different values";
    assert!(text.contains(needed), "{text}");
    assert!(said("SDL_1").contains("A test would have to reach line 4, and show"), "{}", said("SDL_1"));
}
