//! Strings and wrapper objects are their values, where nobody asks which of them are one.

use super::{check, versions};

#[track_caller]
fn is_proven(members: &str) -> bool {
    let (original, mutant) = versions(members);
    check(&original, &mutant).proof.is_some()
}

#[test]
fn what_a_branch_says_of_a_string_or_a_box_is_its_value() {
    for members in [
        "static String f(String s) { if (s.isEmpty()) { return «s¦\"\"»; } return s + s; }",
        "static String f(String s) { if (s.length() == 0) { return «s¦\"\"»; } return s + s; }",
        "static String f(String s) { if (s.length() > 0) { return s + s; } return «s¦\"\"»; }",
        // In one of two ways that meet again.
        "static String f(String s) { if («s == null || s.isEmpty()¦s == null») { return \"\"; } return s.length() > 0 ? s.substring(1) : s; }",
        "static Integer f(Integer n) { if (n == null) { return null; } return «n + 0¦n»; }",
        "static int f(Integer n) { Integer m = n; int k = m; «k++;¦» return m; }",
    ] {
        assert!(is_proven(members), "{members}");
    }
}

#[test]
fn what_a_branch_does_not_say_is_not_the_value() {
    for members in [
        "static String f(String s) { if (s.length() == 1) { return «s¦\"\"»; } return s + s; }",
        "static String f(String s) { if (!s.isEmpty()) { return «s¦\"\"»; } return s + s; }",
        "static String f(String s) { if (s == null) { return «s¦\"\"»; } return s + s; }",
        "static String f(String s) { if («s == null || s.isEmpty()¦s == null») { return \"\"; } return s.length() > 0 ? s.substring(1) : s + 'x'; }",
        "static CharSequence f(CharSequence s) { if («s == null || s.length() == 0¦s == null») { return \"\"; } return s; }",
        "static boolean same(String a, String b) { return a == b; } static String f(String s) { if («s == null || s.isEmpty()¦s == null») { return \"\"; } return s.length() > 0 ? s.substring(1) : s; }",
        "static Integer f(Integer n) { return «n + 0¦n»; }",
        "static boolean same(String a, String b) { return a == b; } static String f(String s) { if (s.isEmpty()) { return «s¦\"\"»; } return s + s; }",
    ] {
        assert!(!is_proven(members), "{members}");
    }
}
