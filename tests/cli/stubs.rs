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
