//! A proof that rests on which classes there are says so (SEMANTICS §1), wherever it comes by that.

use super::{check, versions};

const CLASSES: &str = "static abstract class Up { abstract void set(int n); }
    static class Down extends Up { int f; void set(int n) { f = n; } }
    static final class Only { int f; void set(int n) { f = n; } }
    static int x; static int[] cells; static Up kept;
    static void helper(Up a) { a.set(1); }";

/// What another class of the package may tell apart, and what none may.
const CASES: &[(&str, bool, &str)] = &[
    (
        "what a call leaves alone",
        true,
        "static int f(Up a) { x = 3; a.set(1); return «x == 3¦true» ? 1 : 5; }",
    ),
    (
        "the same of a class with no other below it",
        true,
        "static int f(Down b) { x = 3; b.set(1); return «x == 3¦true» ? 1 : 5; }",
    ),
    (
        "the same of a cell",
        true,
        "static int f(Up a) { cells[0] = 3; a.set(1); return «cells[0] == 3¦true» ? 1 : 5; }",
    ),
    (
        "a call in what is called",
        true,
        "static int f(Up a) { x = 3; helper(a); return «x == 3¦true» ? 1 : 5; }",
    ),
    (
        "what a call does not read",
        true,
        "static int f(Up a, int n) { if (a == null) { return 0; } x = «n¦-n»; a.set(1); x = 5; return x; }",
    ),
    (
        "the same in a local",
        true,
        "static int f(Up a, int n) { if (a == null) { return 0; } int y = «n¦-n»; x = y; a.set(1); x = 5; return x; }",
    ),
    (
        "that a call comes back",
        true,
        "static int f(Up a, int n) { a.set(1); while (n > 3) { a.set(2); return n; } return «n > 3¦false» ? 1 : n; }",
    ),
    ("a final class", false, "static int f(Only c) { x = 3; c.set(1); return «x == 3¦true» ? 1 : 5; }"),
    ("a local that no call sees", false, "static int f(Up a, int n) { a.set(1); return «n¦n++»; }"),
    (
        "a store behind the call",
        false,
        "static int f(Up a, int n) { a.set(1); x = «n¦-n»; x = 5; return x; }",
    ),
    (
        "a guard before the call",
        false,
        "static int f(Up a, int n) { if (n > 3) { x = «n > 2¦true» ? 1 : 2; } a.set(n); return n; }",
    ),
];

#[test]
fn a_proof_that_rests_on_which_classes_there_are_says_so() {
    let mut wrong = Vec::new();
    for &(name, rests, method) in CASES {
        let (original, mutant) = versions(&format!("{CLASSES} {method}"));
        match check(&original, &mutant).proof {
            None => wrong.push(format!("{name}: no proof")),
            Some(proof) if proof.closed_world != rests => {
                wrong.push(format!("{name}: {}", proof.closed_world));
            }
            Some(_) => {}
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
