//! Private fields that nothing reads but their own updates, and fields that only look like some.

use super::{check, versions};

#[track_caller]
fn is_proven(members: &str) -> bool {
    let (original, mutant) = versions(members);
    check(&original, &mutant).proof.is_some()
}

#[test]
fn an_update_of_a_field_that_nothing_reads_is_no_effect() {
    for members in [
        "private int n; int f(int x) { «n++;¦» return x; }",
        "private int n; int f(int x) { n = n «+¦-» x; return x; }",
        "private static int n; static int f(int x) { n += «x¦-x»; return x; }",
        "private int n; void g() { n++; } int f(int x) { «g();¦» return x; }",
        "private int n; int g(int x) { n++; return x; } int f(int x) { «n++;¦» return g(x); }",
    ] {
        assert!(is_proven(members), "{members}");
    }
}

#[test]
fn a_field_that_some_code_reads_is_an_output() {
    for members in [
        "int n; int f(int x) { «n++;¦» return x; }",
        "private int n; int get() { return n; } int f(int x) { «n++;¦» return x; }",
        "private int n; int next() { return n++; } int f(int x) { «n++;¦» return x; }",
        // Whether it is 0, an exception tells.
        "private int n; void g() { n = 1 / n; } int f(int x) { «n++;¦» return x; }",
        "private int n; int m; void g() { m = n; } int f(int x) { «n++;¦» return x; }",
        "private int[] n; void g() { n = new int[1]; n[0]++; } void f() { «n = null;¦» }",
        "private Integer n; void g() { n++; } void f() { «n = null;¦» }",
        "private int n; static class B { int get(A a) { return a.n; } } int f(int x) { «n++;¦» return x; }",
        // In code that is not supported.
        "private int n; java.util.concurrent.Callable<Integer> g() { return () -> n; } int f(int x) { «n++;¦» return x; }",
        // Only the mutant reads it.
        "private int n; int f(int x) { n = x «+¦/» n; return x; }",
        "static class B implements java.io.Serializable { private int n; int f(int x) { «n++;¦» return x; } }",
    ] {
        assert!(!is_proven(members), "{members}");
    }
}
