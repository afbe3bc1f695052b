//! Faults that are excited in few states, with loops and calls behind them.

use jatpg::roa::mroa::Depth;
use jatpg::roa::proof::ProofKind;

use super::{check, versions};

/// Loops without a bound, complete in the states in which the fault is excited.
pub(super) const EQUIVALENT: &[(&str, &str)] = &[
    (
        "a last round that changes nothing",
        "static void f(int[] a) { for (int i = 0; i «<¦<=» a.length - 1; i++) { for (int j = 0; j < a.length - 1 - i; j++) { if (a[j] > a[j + 1]) { int t = a[j]; a[j] = a[j + 1]; a[j + 1] = t; } } } }",
    ),
    (
        "two last rounds that change nothing",
        "static int f(int[] a) { int s = 0; for (int i = 0; i < «a.length - 2¦a.length»; i++) { if (i < a.length - 2) { s += a[i]; } } return s; }",
    ),
    (
        "a guard before a loop that does nothing then",
        "static int f(int n) { if (n «<=¦<» 0) { return 0; } int s = 0; while (n > 0) { s += n % 10; n /= 10; } return s; }",
    ),
    (
        "a guard before a call of a method whose loop does nothing then",
        "static int g(int n) { int s = 0; while (n > 0) { s += n % 10; n /= 10; } return s; } static int f(int n) { if (n «<=¦<» 0) { return 0; } return g(n) + 0; }",
    ),
];

#[test]
fn loops_that_are_complete_where_the_fault_is_excited_prove_it_near_the_fault() {
    let mut missed = Vec::new();
    for (name, members) in EQUIVALENT {
        let (original, mutant) = versions(members);
        let checked = check(&original, &mutant);
        match &checked.proof {
            Some(proof)
                if proof.kind == ProofKind::CompleteUnrolling && proof.depth <= Depth::Expanded(2) => {}
            other => missed.push(format!(
                "{name}: {:?}, {:?}",
                other.as_ref().map(|proof| (proof.depth, proof.kind)),
                checked.bounded.reason
            )),
        }
    }
    assert!(missed.is_empty(), "{} of {}:\n{}", missed.len(), EQUIVALENT.len(), missed.join("\n"));
}
