//! Mutants that go round more often than their originals, in rounds that only count: which fall, and which must not.

use jatpg::roa::proof::ProofKind;

use super::{check, traps, versions};

pub(super) const EQUIVALENT: &[(&str, &str)] = &[
    (
        "rounds of a sort that has come to its end, a negation",
        "static void f(int[] a) { for (int i = 0; «i¦-i» < a.length - 1; i++) { for (int j = 0; j < a.length - 1 - i; j++) { if (a[j] > a[j + 1]) { int t = a[j]; a[j] = a[j + 1]; a[j + 1] = t; } } } }",
    ),
    (
        "rounds of a sort that has come to its end, a complement",
        "static void f(int[] a) { for (int i = 0; «i¦~i» < a.length - 1; i++) { for (int j = 0; j < a.length - 1 - i; j++) { if (a[j] > a[j + 1]) { int t = a[j]; a[j] = a[j + 1]; a[j + 1] = t; } } } }",
    ),
    (
        "a byte that counts up",
        "static int f(byte n) { int s = 0; for (byte i = 0; «i¦-i» < n; i++) { if (i < n) { s += i; } } return s; }",
    ),
    (
        "a counter that goes down",
        "static int f(int n) { int s = 0; for (int i = 0; «i¦-i» > n; i--) { if (i > n) { s += i; } } return s; }",
    ),
    (
        "a condition behind the body",
        "static int f(int n) { if (n <= 0) { return 0; } int s = 0; int i = 0; do { if (i < n) { s += i; } i++; } while («i¦~i» < n); return s; }",
    ),
    (
        "a short with a cast",
        "static int f(short n) { int s = 0; short i = 0; while («i¦~i» < n) { if (i < n) { s++; } i = (short) (i + 1); } return s; }",
    ),
    (
        "a limit that the counter comes to from the other side",
        "static int f(int n) { int s = 0; if (n > 0) { return -1; } for (int i = 0; i «<¦!=» n; i++) { if (i >= 0 && i < n) { s += i; } } return s; }",
    ),
    (
        "an inner loop over bytes",
        "static int f(byte n) { int s = 0; for (byte i = 0; «i¦-i» < n; i++) { for (int j = i; j < n; j++) { s++; } } return s; }",
    ),
    (
        "a loop that both versions leave by an exception",
        "static int f(byte n) { byte i = 0; while (true) { if («i¦~i» >= n) { throw new IllegalStateException(); } i++; } }",
    ),
];

/// Where unrolling might show the difference first, it takes many rounds to come there.
const TRAPS: &[traps::Trap] = &[
    (
        "a step of two passes the value at which it would end",
        "static int f(byte n) { int s = 0; if (n > 0) { return -1; } for (byte i = 1; i «<¦!=» n; i += 2) { if (i >= 0 && i < n) { s += i; } } return s; }",
        "int result = A.f((byte) 0);",
    ),
    (
        "a round that is not idle, after many that are",
        "static int f(byte n) { if (n < 50) { return 0; } int s = 0; for (byte i = 0; «i¦~i» < n; i++) { if (i < n || i == 100) { s += i; } } return s; }",
        "int result = A.f((byte) 60);",
    ),
    (
        "a loop that never ends for one limit",
        "static int f(byte n) { if (n < 50) { return 0; } int s = 0; for (byte i = 0; i «<¦<=» n; i++) { if (i >= 0 && i < n) { s = i; } } return s; }",
        "int result = A.f((byte) 127);",
    ),
    (
        "a loop that never ends since a char has no sign",
        "static int f(int n) { if (n < 50) { return 0; } int s = 0; for (char c = 0; «c¦~c» < n; c++) { if (c < n) { s = c; } } return s; }",
        "int result = A.f(60);",
    ),
    (
        "a counter that is read after the loop",
        "static int f(byte n) { if (n < 50) { return 0; } byte i; for (i = 0; «i¦~i» < n; i++) { } return i; }",
        "int result = A.f((byte) 60);",
    ),
    (
        "a body that throws in the first round",
        "static int f(int[] a) { if (a.length < 50) { return 0; } int s = 0; for (int i = 0; «i¦~i» < a.length; i++) { s += a[i]; } return s; }",
        "int result = A.f(new int[60]);",
    ),
    (
        "a body that throws in some round",
        "static int f(byte n, int[] a) { if (n < 50) { return 0; } int s = 0; for (byte i = 0; «i¦~i» < n; i++) { int x = i < n ? 0 : a[i]; } return s; }",
        "int result = A.f((byte) 60, new int[70]);",
    ),
    (
        "a body that throws at one value",
        "static int f(byte n) { if (n < 50) { return 0; } for (byte i = 0; «i¦~i» < n; i++) { int x = i < n ? 0 : 7 / (i - 100); } return 0; }",
        "int result = A.f((byte) 60);",
    ),
    (
        "a condition that throws at one value",
        "static int f(byte n, int[] z) { if (n < 50) { return 0; } int s = 0; for (byte i = 0; z[i] < 99 && «i¦~i» < n; i++) { if (i < n) { s += i; } } return s; }",
        "int result = A.f((byte) 60, new int[70]);",
    ),
    (
        "a body that writes to the heap",
        "static void f(byte n, int[] a) { if (n < 50) { return; } for (byte i = 0; «i¦~i» < n; i++) { if (i == 100 && a.length > 0) { a[0]++; } } }",
        "int[] a = {0}; A.f((byte) 60, a);",
    ),
    (
        "a body that writes a static field",
        "static int c; static void f(byte n) { if (n < 50) { return; } for (byte i = 0; «i¦~i» < n; i++) { if (i == 100) { c = i; } } }",
        "A.c = 0; A.f((byte) 60);",
    ),
    (
        "a body that prints",
        "static void f(byte n) { if (n < 50) { return; } for (byte i = 0; «i¦~i» < n; i++) { if (i == 100) { System.out.print(i); } } }",
        "A.f((byte) 60);",
    ),
    (
        "a negation that the least value does not have",
        "static int f(int n) { int s = 0; for (int i = 0; «i¦-i» < n; i++) { if (i < n) { s = i; } } return s; }",
        "int result = A.f(1);",
    ),
    (
        "an inner loop that goes round again when the counter has wrapped around",
        "static int f(int n) { int s = 0; for (int i = 0; «i¦-i» < n; i++) { for (int j = i; j < n; j++) { s++; if (s > 5) { return s; } } } return s; }",
        "int result = A.f(1);",
    ),
    (
        "a round in the first half of a long way",
        "static int f(int n) { if (n >= 0) { return 0; } int s = 0; for (int i = 0; i «<¦!=» n; i++) { if (i == 100) { s = 1; } } return s; }",
        "int result = A.f(-5);",
    ),
    (
        "a condition with an effect",
        "static int c; static int f(byte n) { if (n < 50) { return 0; } int s = 0; for (byte i = 0; (c = i) > -200 && «i¦~i» < n; i++) { if (i < n) { s++; } } return s; }",
        "A.c = 0; int result = A.f((byte) 60);",
    ),
    (
        "an original that leaves by an exception",
        "static int f(byte n) { if (n < 50) { return 0; } byte i = 0; while (true) { if («i¦~i» >= n) { throw new IllegalStateException(); } if (i == 120) { return 1; } i++; } }",
        "int result = A.f((byte) 60);",
    ),
    (
        "what the changed condition leaves where the versions go on alike",
        "static int f(byte n) { if (n < 50) { return 0; } int x = 0; int s = 0; for (byte i = 0; (x = «i¦~i») < n; i++) { if (i < n) { s += x; } } return s; }",
        "int result = A.f((byte) 60);",
    ),
    (
        "a first round that does not come back",
        "static int f(byte n) { if (n < 50) { return 0; } int s = 0; for (byte i = 0; «i¦~i» < n; i++) { if (i < n) { s++; } if (i == n) { return -1; } } return s; }",
        "int result = A.f((byte) 60);",
    ),
    (
        "a loop that is left earlier",
        "static int f(byte n) { int s = 0; for (byte i = -10; «i¦-i» < n; i++) { if (i < n) { s++; } } return s; }",
        "int result = A.f((byte) -5);",
    ),
];

#[test]
fn rounds_that_only_count_are_proven_idle() {
    let mut missed = Vec::new();
    for (name, members) in EQUIVALENT {
        let (original, mutant) = versions(members);
        let checked = check(&original, &mutant);
        if checked.proof.as_ref().map(|proof| proof.kind) != Some(ProofKind::IdleRounds) {
            missed.push(format!("{name}: {:?}", checked.proof.map(|proof| (proof.depth, proof.kind))));
        }
    }
    assert!(missed.is_empty(), "{} of {}:\n{}", missed.len(), EQUIVALENT.len(), missed.join("\n"));
}

#[test]
fn rounds_that_do_more_than_count_are_not_proven() {
    traps::assert_killed_and_not_proven(TRAPS);
}

/// It would end, but in centuries.
#[test]
fn a_long_is_no_counter() {
    let (original, mutant) = versions(
        "static int f(long n) { int s = 0; for (long i = 0; «i¦~i» < n; i++) { if (i < n) { s++; } } return s; }",
    );
    assert_eq!(check(&original, &mutant).proof, None);
}
