//! Proofs in programs that compare strings or wrapper objects by identity somewhere. What must not be proven there stands in
//! `jvm_traps`.

use jatpg::report::explanation::Explanation;
use jatpg::roa::local::Extent;

use super::{check, versions, with_check_in};
use crate::support::jdk::{self, Jdk};

/// Code that makes every program one that asks which strings are one object.
const ASKS: &str = "static boolean same(String a, String b) { return a == b; } ";

#[track_caller]
fn is_proven(members: &str) -> bool {
    let (original, mutant) = versions(&format!("{ASKS}{members}"));
    check(&original, &mutant).proof.is_some()
}

#[test]
fn a_change_that_no_string_comes_out_of_is_proven() {
    for members in [
        "static int f(String s, int n) { if (n < 0) { n = 0; } return n «>¦!=» 0 ? s.length() : 1; }",
        "static Boolean f(Boolean b, int n) { if (n < 0) { n = 0; } return n «>¦!=» 0 ? b : Boolean.TRUE; }",
        "static int f(String s, int n) { int k = (s + n).length(); «n++;¦» return k; }",
    ] {
        assert!(is_proven(members), "{members}");
    }
}

#[test]
fn a_string_that_is_passed_on_or_made_by_the_same_place_is_the_same_object() {
    for members in [
        "static String f(String s, int n) { String t = s; «n++;¦» return t; }",
        "static String f(String s, int n) { if (n < 0) { n = 0; } return n «>¦!=» 0 ? s + n : s; }",
        "static String f(String s, int n) { if (n < 0) { n = 0; } return s + (n «>¦!=» 0); }",
        "static Integer f(int n) { if (n < 0) { return null; } return n «>¦!=» 0 ? n + 1 : 2; }",
    ] {
        assert!(is_proven(members), "{members}");
    }
}

/// Objects that are one have one content.
#[test]
fn a_comparison_by_identity_is_followed() {
    for members in [
        "static boolean f(String a, String b) { if (a == null) { return false; } «if (a == b) { return true; }¦» return a.equals(b); }",
        "static boolean f(String a, String b) { if (a == b) { return «a == b¦true»; } return false; }",
        "static boolean f(String s) { String t = s; return «t == s¦true»; }",
    ] {
        assert!(is_proven(members), "{members}");
    }
}

/// Without loops and calls that would be followed, nor strings that are made.
#[test]
fn loops_are_followed_where_nothing_is_made() {
    assert!(is_proven(
        "static int f(String s, int n) { int k = 0; for (int i = 0; i < 3; i++) { k += s == null ? 1 : 2; } return k «>¦!=» 0 ? 1 : 0; }"
    ));
}

/// What a copy of code makes is its own, and the same copy's in both versions.
#[test]
fn loops_and_calls_are_followed_where_strings_are_made() {
    for members in [
        "static String f(String s, int n) { String t = s; for (int i = 0; i < 3; i++) { t = t + n; } return n - n «>¦!=» 0 ? null : t; }",
        "static String f(String s) { String t = s; for (int i = 0; i «<¦!=» 3; i++) { t += i; } return t; }",
        "static String g(String s, int n) { return s + n; } static String f(String s, int n) { String a = g(s, 1); String b = g(s, 2); if (n < 0) { n = 0; } return n «>¦!=» 0 ? a : b; }",
        "private static String g(String s, int n) { return n «>¦>=» 0 ? s + n : s; } static String f(String s, int n) { return g(s, 1) + g(s, n * n == 2 ? 3 : 4); }",
    ] {
        assert!(is_proven(members), "{members}");
    }
}

/// A call that is not read, too, where no string can come out of it.
#[test]
fn a_call_that_gives_no_string_makes_none() {
    let test = "a_call_that_gives_no_string_makes_none";
    let Some(jdk) = Jdk::standard() else { return jdk::skipped(test, "JDK") };
    let options = jdk.load_options();
    let members = "static int f(String s, int n) { int k = 0; for (int i = 0; i < 3; i++) { k += s == null ? 1 : 2; } \
                   return k «>¦!=» 0 ? (int) System.nanoTime() : 1; }";
    let (original, mutant) = versions(&format!("{ASKS}{members}"));
    let is_proven = |explanation: Explanation<'_, '_>| explanation.checked.proof.is_some();
    assert!(with_check_in(&options, Extent::UntilProven, &original, &mutant, is_proven));
}

/// Where nobody else asks: what is equal may as well be one object there.
#[test]
fn what_stands_beside_a_short_cut_to_equals_is_proven() {
    for members in [
        "static boolean f(Object a, Object b, int n) { if (n < 0) { n = 0; } return n «>¦!=» 0 && (a == b || a.equals(b)); }",
        "static int f(String a, String b, int n) { if (n < 0) { n = 0; } if (a == b || a != null && a.equals(b)) { return n «>¦!=» 0 ? 1 : 2; } return 3; }",
    ] {
        let (original, mutant) = versions(members);
        assert!(check(&original, &mutant).proof.is_some(), "{members}");
    }
}

/// The same change is one of values alone where nobody asks.
#[test]
fn another_object_of_the_same_text_is_proven_only_where_nobody_asks() {
    let members = "static String f(String s) { if (s == null) { return null; } return «s + \"\"¦s»; }";
    let (original, mutant) = versions(members);
    assert!(check(&original, &mutant).proof.is_some());
    assert!(!is_proven(members));
}

/// What asks for objects of some classes, and whether strings are among them: then a new one with the text of `s` is another.
#[test]
fn strings_are_their_texts_where_nobody_compares_strings() {
    let members = "static String f(String s) { if (s == null) { return null; } return «s + \"\"¦s»; }";
    for (asks, are_texts) in [
        ("boolean g(String a, String b) { return a == b; } ", false),
        ("boolean g(Integer a, Integer b) { return a == b; } ", true),
        ("boolean g(Integer a, Object b) { return a != b; } ", true),
        ("boolean g(Number a, Number b) { return a == b; } ", true),
        ("boolean g(CharSequence a, Object b) { return a == b; } ", false),
        ("boolean g(Object a, Object b) { return a == b; } ", false),
        // Code that is not read, or that nobody has written.
        ("interface R { boolean ok(Object a); } boolean g(R r, String a) { return r.ok(a); } ", false),
        ("static native boolean h(Object a); boolean g(String a) { return h(a); } ", false),
        ("static native boolean h(Object a); ", true),
        ("interface R { boolean ok(Integer a); } boolean g(R r, Integer a) { return r.ok(a); } ", true),
        ("interface R { boolean ok(int a); } String n; boolean g(R r) { return r.ok(1); } ", false),
        ("interface R { boolean ok(int a); } int n; boolean g(R r) { return r.ok(1); } ", true),
        (
            "interface R { boolean ok(Object a); } static class Q implements R { public boolean ok(Object a) { return a == null; } } \
          boolean g(R r, String a) { return r.ok(a); } ",
            true,
        ),
        ("static <T> boolean g(T a, T b) { return a == b; } ", false),
        // `equals` says the same of one object.
        ("boolean g(Object a, Object b) { return a == b || a.equals(b); } ", true),
        ("boolean g(Object a, Object b) { return a == b || a != null && a.equals(b); } ", true),
        ("boolean g(Object a, Object b, Object c) { return a == b || a.equals(c); } ", false),
        ("boolean g(Object a, Object b) { return a == b && a.equals(b); } ", false),
        // A mark is no string; what else a constant holds may be one.
        ("static final Object END = new Object(); boolean g(Object a) { return a == END; } ", true),
        ("static final Object END = new String(\"\"); boolean g(Object a) { return a == END; } ", false),
        ("static Object END = new Object(); boolean g(Object a) { return a == END; } ", false),
        (
            "static boolean b; static final Object END; \
             static { if (b) { END = new Object(); } else { END = \"\"; } } boolean g(Object a) { return a == END; } ",
            false,
        ),
        // Most methods of the JDK go by `equals`, and so do those that only pass on.
        ("void g(Object[] a, String b) { a[0] = b; System.arraycopy(a, 0, a, 1, 1); } ", true),
        (
            "static Object g() { return new Object() { boolean h(Object a, Object b) { return a != b; } }; } ",
            false,
        ),
    ] {
        let (original, mutant) = versions(&format!("{asks}{members}"));
        assert_eq!(check(&original, &mutant).proof.is_some(), are_texts, "{asks}");
    }
}

/// What a call makes is its own as long as no other call of the method stands beside it.
#[test]
fn one_call_that_makes_an_object_gives_the_same_in_both_versions() {
    let rule = "interface Rule { String name(int n); } ";
    for (members, expected) in [
        ("static String f(Rule r, int n) { return r.name(«n¦n++»); }", true),
        ("static String f(Rule r, int n) { return r.name(«n¦-n»); }", false),
        (
            "static String f(Rule r, int n) { if (n < 0) { n = 0; } return n «>¦!=» 0 ? r.name(n) : null; }",
            true,
        ),
        (
            "static boolean f(Rule r, int n) { String s = r.name(n); String t = r.name(n); return s «==¦!=» t; }",
            false,
        ),
        (
            "static String a(int n) { return \"\" + n; } \
             static boolean f(int n) { String s = a(n); String t = a(n); return «s == t¦true»; }",
            false,
        ),
    ] {
        assert_eq!(is_proven(&format!("{rule}{members}")), expected, "{members}");
    }
}

/// References that are copied are those that were there, in the cells that the copy says; and nobody else's.
#[test]
fn what_is_copied_into_an_array_of_references_is_known() {
    for members in [
        "static boolean f(Object[] a) { if (a == null || a.length == 0) { return false; } Object[] b = new Object[2]; System.arraycopy(a, 0, b, 1, 1); return «b[0] == null¦true»; }",
        "static boolean f(Object[] a) { if (a == null || a.length != 2) { return false; } Object o = a[0]; System.arraycopy(a, 0, a, 1, 1); return «a[1] == o¦true»; }",
    ] {
        let (original, mutant) = versions(members);
        assert!(check(&original, &mutant).proof.is_some(), "{members}");
    }
}
