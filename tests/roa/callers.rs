//! Mutants of private methods: proven where nothing that a test can call tells them apart, and nowhere else.

use jatpg::roa::mroa::Depth;
use jatpg::roa::proof::ProofKind;

use super::traps::is_killed;
use super::{check, versions};

/// Killable by a call of the private method alone: a name, the members, how many callers there are.
pub(super) const EQUIVALENT: &[(&str, &str, usize)] = &[
    (
        "an argument that neither of two callers passes",
        "private static int g(int x) { if (x «>¦>=» 0) { return 1; } return 2; } static int f(int x) { if (x == 0) { return 0; } return g(x); } static int e(int x) { return x == 0 ? 5 : g(x) + 1; }",
        2,
    ),
    (
        "a caller that is private itself",
        "private static int g(int x) { return x «>¦>=» 0 ? 1 : 2; } private static int h(int x) { return g(x * 2); } static int f(int x) { if (x == 0 || x == -x) { return 0; } return h(x); }",
        1,
    ),
    (
        "a method that nothing calls",
        "private static int g(int x) { return «x¦-x»; } static int f() { return 0; }",
        0,
    ),
    (
        "a method that only itself calls",
        "private static int g(int x) { return g(«x¦-x»); } static int f() { return 0; }",
        0,
    ),
    (
        "recursion that its caller bounds",
        "private static int g(int n) { if (n «<=¦==» 0) { return 1; } return g(n - 1) + 2; } static int f(int n) { if (n < 0 || n > 3) { return 0; } return g(n); }",
        1,
    ),
    (
        "a nested class that calls",
        "static class N { int m(int x) { return x > 4 ? g(x) : 0; } } private static int g(int x) { if (x «>¦!=» 0) { return 1; } return 2; } static int f() { return 0; }",
        1,
    ),
    (
        "two calls in one caller",
        "private static int g(int x) { if (x «>¦>=» 0) { return 1; } return 2; } static int f(int x, int y) { int r = 0; if (x != 0) { r = g(x); } if (y != 0) { r += g(y); } return r; }",
        1,
    ),
    (
        "a call in a loop without a bound",
        "private static int g(int x) { if (x «>¦>=» 0) { return 1; } return 2; } static int f(int[] a) { int s = 0; for (int x : a) { if (x != 0) { s += g(x); } } return s; }",
        1,
    ),
    (
        "an object's method",
        "int v; private int g(int x) { v = x; return x «>¦>=» 0 ? 1 : 2; } int f(int x) { if (x == 0) { return v; } return g(x); }",
        1,
    ),
];

/// A name, the members, and a test that kills the mutant.
const TRAPS: &[(&str, &str, &str)] = &[
    (
        "one of two callers passes the argument",
        "private static int g(int x) { if (x «>¦>=» 0) { return 1; } return 2; } static int e(int x) { if (x == 0) { return 0; } return g(x); } static int f(int x) { return g(x * 2); }",
        "int result = A.f(0);",
    ),
    (
        "a nested class calls",
        "static class N { static int m(int x) { return g(x); } } private static int g(int x) { if (x «>¦>=» 0) { return 1; } return 2; } static int f(int x) { if (x == 0) { return 0; } return g(x); }",
        "int result = A.N.m(0);",
    ),
    (
        "a private method of a nested class, which the outer one calls",
        "static class N { private static int g(int x) { if (x «>¦>=» 0) { return 1; } return 2; } static int m(int x) { return x == 0 ? 0 : g(x); } } static int f(int x) { return N.g(x); }",
        "int result = A.f(0);",
    ),
    (
        "a static initialiser calls",
        "static final int c = g(3); private static int g(int x) { if (x «>¦>=» 3) { return 1; } return 2; } static int f(int x) { if (x < 3) { return g(x); } return c; }",
        "int result = A.f(5);",
    ),
    (
        "a static initialiser calls through another private method",
        "static final int c = h(); private static int h() { return g(3); } private static int g(int x) { if (x «>¦>=» 3) { return 1; } return 2; } static int f(int x) { if (x < 3) { return g(x); } return c; }",
        "int result = A.f(5);",
    ),
    (
        "an instance initialiser calls",
        "static class N { int v = g(0); } private static int g(int x) { if (x «>¦>=» 0) { return 1; } return 2; } static int f(int x) { if (x < 0) { return g(x); } return new N().v; }",
        "int result = A.f(5);",
    ),
    (
        "a private constructor calls",
        "static class N { int v; private N(int x) { v = g(x); } } private static int g(int x) { if (x «>¦>=» 0) { return 1; } return 2; } static int f(int x) { if (x < 0) { return g(x); } return new N(x).v; }",
        "int result = A.f(0);",
    ),
    (
        "a method that tests can call, too",
        "static int g(int x) { if (x «>¦>=» 0) { return 1; } return 2; } static int f(int x) { if (x == 0) { return 0; } return g(x); }",
        "int result = A.g(0);",
    ),
    (
        "an argument that only its own recursion passes",
        "private static int g(int n) { if (n «<=¦<» 0) { return n; } return g(n - 1); } static int f(int n) { if (n < 3 || n > 9) { return 5; } return g(n); }",
        "int result = A.f(4);",
    ),
    (
        "an argument that only recursion over another method passes",
        "private static int g(int n) { if (n «<=¦<» 0) { return n; } return h(n); } private static int h(int n) { return g(n - 1); } static int f(int n) { if (n < 3 || n > 9) { return 5; } return g(n); }",
        "int result = A.f(4);",
    ),
    (
        "an argument that only recursion over a caller passes",
        "private static int g(int n) { if (n «<=¦<» 0) { return n; } return f(n - 1); } static int f(int n) { if (n == 7) { return g(0); } if (n > 9) { return 5; } return n > 0 ? g(n) : 1; }",
        "int result = A.f(8);",
    ),
    (
        "what it leaves for a later call",
        "private static int k; private static void g(int x) { k = «x¦-x»; } static void e(int x) { g(x); } static int f() { return k; }",
        "A.e(3); int result = A.f();",
    ),
    (
        "it no longer ends",
        "private static int g(int n) { int i = 0; while (i < n) { «i++;¦» } return 0; } static int f(int n) { if (n > 3) { return 1; } return g(n); }",
        "int result = A.f(2);",
    ),
    (
        "an exception of a value that is not used",
        "private static int g(int x, int y) { int z = 0; «z = x / y;¦» return 1; } static int f(int x, int y) { if (y > 1) { return 0; } return g(x, y); }",
        "int result = A.f(1, 0);",
    ),
    (
        "two calls in one caller, of which one passes the argument",
        "private static int g(int x) { if (x «>¦>=» 0) { return 1; } return 2; } static int f(int x) { int r = 0; if (x != 0) { r = g(x); } return r + g(x); }",
        "int result = A.f(0);",
    ),
    (
        "a call whose caller's guard looks at another value",
        "private static int g(int x) { if (x «>¦>=» 0) { return 1; } return 2; } static int f(int x, int y) { if (x == 0) { return 0; } x = y; return g(x); }",
        "int result = A.f(1, 0);",
    ),
    (
        "what one call leaves for another call of the same caller",
        "static int k; private static int g(int x) { int r = k; k = «x¦-x»; return r; } static int f(int x) { int r = g(x); return g(0); }",
        "A.k = 0; int result = A.f(3);",
    ),
    (
        "a call whose result a loop carries on",
        "private static int g(int x) { if (x «>¦>=» 0) { return 1; } return 2; } static int f(int n) { int r = 1; for (int i = 0; i < n && i < 5; i++) { if (r != 0) { r = g(r - 1); } } return r; }",
        "int result = A.f(1);",
    ),
    (
        "an overriding method's caller",
        "static class P { int m(int x) { return 0; } } static class Q extends P { int m(int x) { return g(x); } } private static int g(int x) { if (x «>¦>=» 0) { return 1; } return 2; } static int f(P p, int x) { return p.m(x); }",
        "int result = A.f(new A.Q(), 0);",
    ),
];

#[test]
fn what_no_caller_can_tell_apart_is_proven_in_its_callers() {
    let mut missed = Vec::new();
    for (name, members, callers) in EQUIVALENT {
        let (original, mutant) = versions(members);
        let checked = check(&original, &mutant);
        let roots = checked.proof.as_ref().and_then(|proof| proof.roots()).map(|roots| roots.len());
        let shown = checked.proof.as_ref().map(|proof| (proof.depth, proof.kind));
        if (shown, roots) != (Some((Depth::Callers, ProofKind::InCallers)), Some(*callers)) {
            missed.push(format!("{name}: {shown:?} in {roots:?}, {:?}", checked.bounded.reason));
        }
    }
    assert!(missed.is_empty(), "{} of {}:\n{}", missed.len(), EQUIVALENT.len(), missed.join("\n"));
}

#[test]
fn what_some_caller_tells_apart_is_not_proven_and_is_killed_by_its_test() {
    let mut wrong = Vec::new();
    for (name, members, test) in TRAPS {
        let (original, mutant) = versions(members);
        let checked = check(&original, &mutant);
        if let Some(proof) = &checked.proof {
            wrong.push(format!("{name}: proven at {:?}", proof.depth));
        }
        match is_killed(&original, &mutant, test) {
            Ok(true) => {}
            Ok(false) => wrong.push(format!("{name}: not killed by {test}")),
            Err(why) => wrong.push(format!("{name}: {test}: {why:?}")),
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), TRAPS.len(), wrong.join("\n"));
}

#[test]
fn a_caller_on_which_the_versions_differ_is_named_with_its_input() {
    let (original, mutant) = versions(TRAPS[0].1);
    let checked = check(&original, &mutant);
    assert!(checked.in_root.is_some_and(|found| found.difference.exact));
}

#[test]
fn code_outside_of_the_subset_that_names_the_method_leaves_it_open() {
    for caller in [
        "interface I { int m(int x); } static int e(int x) { I i = y -> g(y); return i.m(x); }",
        "interface I { int m(int x); } static int e(int x) { I i = A::g; return i.m(x); }",
        "interface I { int m(int x); } static I i = y -> g(y);",
        "static int e(int x) { return new Object() { int m(int y) { return g(y); } }.m(x); }",
        "class Inner { int m(int x) { return g(x); } }",
        "record R(int v) { R { v = g(v); } }",
        "static <T> int e(T t, int x) { return \\u0067(x); }",
    ] {
        let (original, mutant) = versions(&format!(
            "private static int g(int x) {{ if (x «>¦>=» 0) {{ return 1; }} return 2; }} {caller} static int f(int x) {{ if (x == 0) {{ return 0; }} return g(x); }}"
        ));
        let checked = check(&original, &mutant);
        assert!(checked.proof.is_none(), "{caller}: {:?}", checked.proof);
    }
}
