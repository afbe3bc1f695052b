//! Which changes fall locally, and which must not: each trap names the input that kills it.

use jatpg::roa::local::Extent;
use jatpg::roa::mroa::Depth;
use jatpg::roa::proof::ProofKind;

use super::{check, check_to, versions};

/// Proven for all inputs, without unrolling anything.
pub(super) const EQUIVALENT: &[(&str, &str)] = &[
    (
        "a counting loop up to a length",
        "static int f(int[] a) { int s = 0; for (int i = 0; i «<¦!=» a.length; i++) { s += a[i]; } return s; }",
    ),
    (
        "`<=` against `==` where a guard excludes one side",
        "static int f(int x) { if (x >= 5) { if (x «<=¦==» 5) { return 1; } } return 0; }",
    ),
    (
        "boxes of two classes, whose certificate says what a box is made of",
        "static boolean f(int n) { Long wide = (long) n; Integer narrow = n;
         return «wide.equals(narrow) || wide == (long) narrow¦wide == (long) narrow»; }",
    ),
    (
        "a text joined to the empty one, whose certificate says what is joined",
        "static String f(int n) { String s = \"\"; try { «s += \"a\"¦s = \"a\"»; s += 10 / n; } finally { s += \"c\"; } return s; }",
    ),
    ("a dead store by `x++` after the last use", "static int f(int x) { int y = x; «x++;¦» return y; }"),
    ("a dead increment", "static int f(int x) { int y = «x¦x++»; return y; }"),
    (
        "a change in unreachable code",
        "static int f(int x) { if (x > 3) { if (x < 2) { return x «+¦-» 1; } } return 0; }",
    ),
    (
        "a loop condition that facts decide",
        "static int f(int n) { int i = 0; while (i «<¦<=» 10) { i = i + 20; } return i; }",
    ),
    ("the larger of two", "static int f(int a, int b) { int m = a; if (b «>¦>=» a) { m = b; } return m; }"),
    (
        "nested decisions that meet",
        "static int f(int a, int b) { int m; if (a «<¦<=» b) { m = a; } else { m = b; } return m; }",
    ),
    ("a sum with zero", "static int f(int x) { return x «+ 0¦- 0»; }"),
    ("the sign of what a constant divides", "static boolean f(int year) { return «year¦-year» % 400 == 0; }"),
    (
        "the sign of a divisor",
        "static int f(int a, int b) { if (a < 5) { return 1; } if (a > 90) { return 2; } if (a == 50) { return 3; } if (a == 51) { return 4; } int c = «b¦-b»; return a % c; }",
    ),
    (
        "the sign of a square",
        "static int f(int a, int n) { if (a < 5) { return 1; } if (a > 90) { return 2; } if (a == 50) { return 3; } if (a == 51) { return 4; } int d = «n¦-n»; return d * d; }",
    ),
    (
        "a counter that doubles up to its bound",
        "static int f(int g) { int n = g; for (int shift = 1; shift «<¦!=» 32; shift <<= 1) { n ^= n >>> shift; } return n; }",
    ),
    (
        "a counter with a step",
        "static int f(int[] a) { int n = 0; for (int i = 0; i «<¦!=» 12; i += 3) { n += i; } return n; }",
    ),
    (
        "a sum that is folded each turn",
        "static int f(byte[] a) { int s = 0; for (byte b : a) { s += b & 0xFFFF; s = (s & 0xFFFF) + (s «>>>¦>>» 16); } return s; }",
    ),
    (
        "two halves that do not overlap",
        "static int f(byte[] a) { int h = 1; int l = 0; for (byte b : a) { h = (h + (b & 0xFF)) % 65521; l = (l + h) % 65521; } return h << 16 «|¦^» l; }",
    ),
    (
        "a value that is returned before it changes",
        "static int f(int x) { try { return x; } finally { «x++¦x--»; } }",
    ),
    (
        "a difference that does not wrap around",
        "static boolean f(int n, int i, int j) { if (n >= 0 && i >= 0 && j >= 0 && j < n - i) { return j «<¦!=» n; } return false; }",
    ),
    (
        "an int that is equal to a byte",
        "static boolean f(byte b, int x) { if (b == x) { return «x < 128¦true»; } return x < 200; }",
    ),
    ("a shift by a multiple of the width", "static long f(long x) { return x «>>¦>>>» 64; }"),
];

/// Never proven.
const KILLABLE: &[(&str, &str)] = &[
    (
        "a free bound (n = -1)",
        "static int f(int n) { int s = 0; for (int i = 0; i «<¦!=» n; i++) { s++; if (s > 100) { return -1; } } return s; }",
    ),
    (
        "the update deleted where only ending shows (it no longer ends)",
        "static int f() { for (int i = 0; i < 3; «i++¦») { } return 7; }",
    ),
    (
        "a dead value that throws (x = 0)",
        "static int f(int x) { int z; try { z = 10 «/¦*» x; } catch (ArithmeticException e) { return 1; } return 0; }",
    ),
    (
        "wrap-around (n = MAX_VALUE)",
        "static boolean f(int i, int n) { if (i <= n) { int j = n + 1; return «i < j¦true»; } return false; }",
    ),
    ("a sum with 0.0 (-0.0)", "static double f(double x) { return «x + 0.0¦x»; }"),
    (
        "a sum whose first term is zero (two iterations)",
        "static int f(int n) { int s = 0; for (int i = 0; i < n && i < 50; i++) { s «+=¦-=» i; } return s; }",
    ),
    (
        "a copy at the end of a loop (two iterations)",
        "static int f(int[] a) { int p = 0; int r = 0; for (int i = 0; i < a.length; i++) { int x = a[i]; r = p; «p = x;¦» } return r; }",
    ),
    (
        "a partial effect before an exception (y = 0)",
        "static int f(int[] a, int y) { int i = 0; try { a[«i++¦i»] = 10 / y; } catch (ArithmeticException e) { return i; } return 0; }",
    ),
    (
        "aliases (a == b)",
        "static int f(int[] a, int[] b, int x) { if (a == null || b == null || a.length == 0 || b.length == 0) { return 0; } a[0] = 0; b[0] = 2; return x «+¦-» a[0]; }",
    ),
    ("a null reference (a = null)", "static int f(int[] a) { int n; «n = a.length;¦» return 0; }"),
    ("a shift count (n = 32)", "static int f(int x, int n) { return x «<<¦>>» n; }"),
    ("the sign of a remainder (x = -1)", "static boolean f(int x) { return x % 2 «==¦<=» 1; }"),
    ("a narrow type (x = 127)", "static byte f(byte x) { x «+=¦-=» 1; return x; }"),
    (
        "a loop that ends later (n = 10)",
        "static int f(int n) { int i = 0; while (i «<¦<=» n && i < 100) { i++; } return i; }",
    ),
    (
        "what a callee leaves behind (x = 1)",
        "static int c; static void g(int x) { c = x; } static int f(int x) { g(«x¦-x»); return c; }",
    ),
    (
        "recursion with another argument (n = 1)",
        "static int f(int n) { if (n <= 0 || n > 20) { return 0; } return n + f(n «-¦+» 1); }",
    ),
    (
        "a callee that leaves nothing behind, and may not end (n = 1)",
        "static void g(int n) { while (n > 0) { } } static int f(int n) { if (n <= 0) { g(«n¦-n»); } return 0; }",
    ),
    (
        "recursion that leaves nothing behind, and no longer ends (n = 1)",
        "static void f(int n) { if (n > 0) { f(n «-¦*» 1); } }",
    ),
    (
        "a loop that differs behind every bound (n = 1000)",
        "static int f(int n) { int i = 0; while (i < n) { if (i «>¦>=» 999) { return 1; } i++; } return 0; }",
    ),
];

/// Proven for all inputs, with loops unrolled in both versions to the last iteration or with calls followed.
const COMPLETE: &[(&str, &str)] = &[
    (
        "a number that only its first value decides",
        "static int f(int x) { int s = 0; for (int i = 0; i < 3; i++) { if («i¦i++» == 0) { s = x; } else { s += i; } } return s; }",
    ),
    (
        "nested rounds with one sum (0 + 0 + 0 + 1 + 0 + 2 and 0 - 1 + 1 + 0 + 2 + 1)",
        "static int f() { int s = 0; for (int i = 0; i < 3; i++) { for (int j = 0; j < 2; j++) { s += i «*¦-» j; } } return s; }",
    ),
    (
        "rounds that an argument bounds",
        "static int f(int n) { int s = 0; if (n >= 0 && n < 4) { for (int i = 0; i < n; i++) { s += 2; } } if (s «==¦>=» 6) { return 1; } return s; }",
    ),
    (
        "an absolute value of a number with the other sign",
        "static int f(int x) { return g(«x¦-x»); } static int g(int x) { if (x < 0) { return -x; } return x; }",
    ),
];

/// Proven up to a bound, and not for all inputs: with the least bound that has to be reached.
const UP_TO: &[(&str, &str, u32)] = &[
    (
        "a sum of threes, which wraps around behind 700 million rounds",
        "static int f(int n) { int s = 0; for (int i = 0; i < n; i++) { s += 3; if (s % 3 «!=¦<» 0) { return -1; } } return s; }",
        4,
    ),
    (
        "a difference that shows behind the tenth round",
        "static int f(int n) { int i = 0; while (i < n) { if (i «>¦>=» 9) { return 1; } i++; } return 0; }",
        8,
    ),
    (
        "recursion whose result is even",
        "static int f(int n) { if (n <= 0) { return 0; } int r = f(n - 1); if (r % 2 != 0) { return «r + 1¦r - 1»; } return r + 2; }",
        4,
    ),
    (
        "two rounds more, in which nothing is left to do",
        "static void f(int[] a) { for (int i = 0; i < «a.length - 1¦a.length + 1»; i++) { for (int j = 0; j < a.length - 1 - i; j++) { if (a[j] > a[j + 1]) { int t = a[j]; a[j] = a[j + 1]; a[j + 1] = t; } } } }",
        1,
    ),
    (
        "a difference at once (n = 51)",
        "static int f(int n) { if (n <= 0) { return 0; } if (n > 50) { return «n - 1¦n»; } return f(n - 1); }",
        0,
    ),
];

/// What short arrays show.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Short {
    /// The greatest bound on lengths up to which both versions do the same, and whether loops are bounded, too.
    Same(u32, bool),
    /// The least bound at which they do not.
    Differ(u32),
}

const SHORT_ARRAYS: &[(&str, &str, Short)] = &[
    (
        "a middle that is negative behind two to the thirtieth cells",
        "static int f(int[] a, int k) { int l = 0; int h = a.length - 1; while (l <= h) { int m = (l + h) «>>>¦>>» 1; if (a[m] < k) { l = m + 1; } else if (a[m] > k) { h = m - 1; } else { return m; } } return -l; }",
        Short::Same(4, false),
    ),
    (
        "a difference on eight cells",
        "static int f(int[] a) { int s = 0; for (int i = 0; i < a.length; i++) { s ^= a[i]; } if (a.length «==¦>» 8) { return 1; } return s; }",
        Short::Differ(8),
    ),
    (
        "a difference on four cells, the longest of their bound",
        "static int f(int[] a) { int s = 0; for (int i = 0; i < a.length; i++) { if (i «>¦>=» 3) { s++; } } return s; }",
        Short::Differ(4),
    ),
    (
        "a difference on null",
        "static int f(int[] a, int k) { if (a == null) { return «k¦-k»; } int s = 0; for (int x : a) { s += x; } return s; }",
        Short::Differ(1),
    ),
    (
        "a difference on one array that is given twice",
        "static int f(int[] a, int[] b) { int s = 0; for (int i = 0; i < a.length; i++) { a[i] = 0; b[i] = 1; int x = a[i]; s += «x¦-x»; } return s; }",
        Short::Differ(1),
    ),
    (
        "a difference on one row of three cells",
        "static int f(int[][] a) { int s = 0; for (int i = 0; i < a.length; i++) { if (a.length == 1 && a[i].length «>¦>=» 3) { s++; } } return s; }",
        Short::Differ(4),
    ),
    (
        "an array of the method's own, which is longer",
        "static int f(int[] a) { int[] b = new int[20]; for (int i = 0; i < a.length; i++) { b[i] = a[i]; } if (b.length «>¦!=» 19) { return 1; } return 0; }",
        Short::Same(8, false),
    ),
    (
        "rounds that no length bounds",
        "static int f(int[] a, int n) { int s = 0; for (int i = 0; i < n; i++) { s += a[0]; if (i «>¦>=» 3) { return 1; } } return s; }",
        Short::Differ(4),
    ),
    (
        "rounds that no length bounds, and a difference behind the ninth",
        "static int f(int[] a, int n) { int s = 0; for (int i = 0; i < n; i++) { s += a[0]; if (i «>¦>=» 9) { return 1; } } return s; }",
        Short::Same(4, true),
    ),
];

#[test]
fn short_arrays_show_what_holds_up_to_their_length_and_no_further() {
    for &(name, members, expected) in SHORT_ARRAYS {
        let (original, mutant) = versions(members);
        let bounded = check_to(Extent::ShortArrays, &original, &mutant).bounded;
        assert!(bounded.complete.is_none(), "{name}");
        let shown = match (bounded.proof, bounded.difference) {
            (Some(proof), _) => {
                assert!(proof.on.lengths && !proof.on.recursion, "{name}");
                Short::Same(proof.bound, proof.on.loops)
            }
            (None, Some(difference)) => Short::Differ(difference.bound),
            (None, None) => panic!("{name}: {:?}", bounded.reason),
        };
        assert_eq!(shown, expected, "{name}: {:?}", bounded.reason);
    }
}

#[test]
fn lengths_are_bounded_only_where_bounded_loops_leave_it_open() {
    let (_, members, shown) = SHORT_ARRAYS[0];
    let (original, mutant) = versions(members);
    let proof = check(&original, &mutant).bounded.proof.expect("a proof up to a bound");
    assert_eq!(Short::Same(proof.bound, proof.on.loops), shown);
    assert_eq!(proof.what_is_bounded(), "the bound is on the lengths of arrays");
    let (_, members, _) = SHORT_ARRAYS[1];
    let (original, mutant) = versions(members);
    let checked = check(&original, &mutant);
    assert!(checked.bounded.proof.is_none_or(|proof| !proof.on.lengths));
    for (name, members, _) in UP_TO {
        let (original, mutant) = versions(members);
        let proof = check(&original, &mutant).bounded.proof;
        assert!(proof.is_none_or(|proof| !proof.on.lengths), "{name}");
    }
}

#[test]
fn what_has_to_be_proven_is_proven_locally() {
    let mut missed = Vec::new();
    for (name, members) in EQUIVALENT {
        let (original, mutant) = versions(members);
        let checked = check(&original, &mutant);
        match &checked.proof {
            Some(proof) if proof.depth <= Depth::Expanded(2) => {}
            Some(proof) => missed.push(format!("{name}: only at {:?}", proof.depth)),
            None => missed.push(format!("{name}: {:?}", checked.attempts)),
        }
    }
    assert!(missed.is_empty(), "{} of {}:\n{}", missed.len(), EQUIVALENT.len(), missed.join("\n"));
}

#[test]
fn what_a_test_can_kill_is_never_proven() {
    for (name, members) in KILLABLE {
        let (original, mutant) = versions(members);
        let checked = check(&original, &mutant);
        assert!(checked.proof.is_none(), "{name}: {:?}", checked.proof);
    }
}

#[test]
fn loops_that_end_early_and_calls_are_followed_to_a_proof_for_all_inputs() {
    for (name, members) in COMPLETE {
        let (original, mutant) = versions(members);
        let checked = check(&original, &mutant);
        let kind = checked.proof.as_ref().map(|proof| proof.kind);
        let is_followed = matches!(kind, Some(ProofKind::CompleteUnrolling | ProofKind::CallsFollowed));
        assert!(is_followed, "{name}: {kind:?}, {:?}", checked.bounded);
    }
}

#[test]
fn code_that_is_only_new_is_looked_at_where_it_stands() {
    let (original, mutant) = versions(
        "static int g(int a, int b) { return a; } static int f(int x, int y) { int r = x * 2; int p = r + g(x, «y¦++y»); int t = p / 3; int u = t + 1; return u * 2; }",
    );
    let checked = check(&original, &mutant);
    let depth = checked.proof.as_ref().map(|proof| proof.depth);
    assert!(depth.is_some_and(|depth| depth <= Depth::Expanded(0)), "{depth:?}, {:?}", checked.attempts);
}

#[test]
fn rounds_of_loops_that_begin_together_are_counted_apart() {
    let (original, mutant) = versions(
        "static int f(int n) { int t = 0, i = 0; do { do { t++; if («t > 6¦false») return -1; } while ((t & 1) != 0); i++; } while (i < n); return 0; }",
    );
    let checked = check(&original, &mutant);
    let bound = checked.bounded.proof.map_or(0, |proof| proof.bound);
    // f(4) goes four times round the outer loop, and twice round the inner one each time.
    assert!(bound < 4, "{bound}");
}

#[test]
fn a_proof_up_to_a_bound_is_no_proof_for_all_inputs() {
    for (name, members, least) in UP_TO {
        let (original, mutant) = versions(members);
        let checked = check(&original, &mutant);
        assert!(checked.proof.is_none(), "{name}: {:?}", checked.proof);
        let bound = checked.bounded.proof.as_ref().map_or(0, |proof| proof.bound);
        assert!(bound >= *least, "{name}: {bound}, {:?}", checked.bounded);
        assert!(*least > 0 || bound == 0, "{name}: {bound}");
    }
}

/// Whoever implements the interface: what it does with the same arguments is the same, and all that it does counts.
#[test]
fn a_call_that_nothing_implements_is_one_unknown_function() {
    let rule = "interface Rule { int weigh(int n); } ";
    for (members, expected) in [
        ("static int f(Rule r, int n) { return r == null ? «n¦n++» : r.weigh(n) + 1; }", true),
        ("static int f(Rule r, int n) { return r == null ? n : r.weigh(«n¦n++») + 1; }", true),
        ("static int f(Rule r, int n) { return r == null ? n : r.weigh(«n¦++n») + 1; }", false),
        ("static int f(Rule r, int n) { «r.weigh(n);¦» return n; }", false),
        ("static int f(Rule r, int n) { int k = n; int l = r.weigh(n); return l + «k¦k++»; }", true),
    ] {
        let (original, mutant) = versions(&format!("{rule}{members}"));
        assert_eq!(check(&original, &mutant).proof.is_some(), expected, "{members}");
    }
}

/// What the code that is not followed does not name, it does not read: here a builder made of a sequence.
#[test]
fn code_that_is_not_followed_reads_what_it_names_and_no_other_local() {
    for (members, expected) in [
        (
            "static int f(CharSequence s, int n) { int k = 0; for (int i = 0; i < n; i++) { int c = i * 2; k += «c¦c++»; } \
             return k + new StringBuilder(s).length(); }",
            true,
        ),
        (
            "static int f(CharSequence s, int n) { if (n < 0) { throw new IllegalStateException(\"\" + «n¦n++»); } \
             return n + new StringBuilder(s).length(); }",
            true,
        ),
        (
            "static int f(CharSequence s, int n) { CharSequence t = null; if (n > 0) { «t = s;¦» } \
             return new StringBuilder(t).length(); }",
            false,
        ),
        (
            "static int k; static int f(CharSequence s, int n) { k = «n¦n++»; return new StringBuilder(s).length(); }",
            true,
        ),
        (
            "static int k; static int f(CharSequence s, int n) { «k = n;¦» return new StringBuilder(s).length(); }",
            false,
        ),
    ] {
        let (original, mutant) = versions(members);
        assert_eq!(check(&original, &mutant).proof.is_some(), expected, "{members}");
    }
}
