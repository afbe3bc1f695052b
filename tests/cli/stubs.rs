//! What stands in for the classes of others settles nothing of them.

use super::{errors, folder_with, jatpg};

/// A stub of `Comparator` has an `equals` of its own.
const UNIT: &str = "import java.util.Comparator;
class Unit {
    static int sorted(Comparator<String> by) { return by.compare(\"a\", \"b\"); }
    static boolean same(Object o, Object p) { return o.equals(p) || o == p; }
}";

#[test]
fn which_code_runs_is_not_known_where_a_stub_has_code_of_its_own() {
    let folder = folder_with(&[("Unit.java", UNIT)]);
    let output = jatpg(folder.path(), &["equivalent", "Unit.java", "-m", "same", "--jdk", "none"]);
    assert!(output.status.success(), "{}", errors(&output));
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    // Two strings of the same text.
    let dropped = text.lines().find(|line| line.starts_with("ODL_2")).expect("the mutant `o == p`");
    assert!(dropped.contains("undecided"), "{text}");
}

#[test]
fn a_stub_notes_what_checks_read_and_nothing_else() {
    let unit = "class Unit {
        interface Store { void save(int n); int found(int id); }
        static int run(Store s, int n) { s.save(n + 1); return s.found(n) + 1; }
    }";
    let folder = folder_with(&[("Unit.java", unit)]);
    let output = jatpg(folder.path(), &["generate", "Unit.java", "--jdk", "none"]);
    assert!(output.status.success(), "{}", errors(&output));
    let tests = std::fs::read_to_string(folder.path().join("jatpg-out/UnitJatpgTest.java")).unwrap();
    let notes = ["saveCalls", "saveN", "foundCalls", "foundId"];
    let is_checked = |note: &&str| tests.lines().any(|line| line.contains("assert") && line.contains(*note));
    let (checked, others): (Vec<&str>, Vec<&str>) = notes.into_iter().partition(is_checked);
    assert!(!checked.is_empty() && !others.is_empty(), "{tests}");
    assert!(others.iter().all(|note| !tests.contains(note)), "{others:?} in {tests}");
    assert!(checked.iter().all(|note| tests.contains(&format!("this.{note}"))), "{tests}");
}
