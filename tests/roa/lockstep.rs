//! States that differ, but not in what matters in the end: signs and high bits that the loops around drop.

use jatpg::roa::proof::ProofKind;

use super::{check, versions};

pub(super) const EQUIVALENT: &[(&str, &str)] = &[
    (
        "the sign of a dividend",
        "static int f(int m, int n) { while (n != 0) { int r = «m¦-m» % n; m = n; n = r; } return m < 0 ? -m : m; }",
    ),
    (
        "the sign of what becomes the dividend",
        "static long f(long m, long n) { while (n != 0) { long r = m % n; m = «n¦-n»; n = r; } return m < 0 ? -m : m; }",
    ),
    (
        "a sign that loops in a loop drop",
        "static int f(int n) { int rest = «n¦-n»; do { int sum = 0; do { sum += Math.abs(rest % 10); } while ((rest /= 10) != 0); rest = sum; } while (rest > 9); return rest; }",
    ),
    (
        "high bits that a cast drops",
        "static byte f(byte[] a) { int c = 0; for (byte d : a) { c ^= d & 0xFF; for (int i = 0; i < 8; i++) { if ((c & 0x80) != 0) { c = (c << 1) ^ 7; } else { c <<= 1; } «c &= 0xFF;¦» } } return (byte) c; }",
    ),
];

#[test]
fn what_stays_alike_round_after_round_is_proven_side_by_side() {
    let mut missed = Vec::new();
    for (name, members) in EQUIVALENT {
        let (original, mutant) = versions(members);
        let checked = check(&original, &mutant);
        if checked.proof.as_ref().map(|proof| proof.kind) != Some(ProofKind::SideBySide) {
            missed.push(format!("{name}: {:?}", checked.proof.map(|proof| (proof.depth, proof.kind))));
        }
    }
    assert!(missed.is_empty(), "{} of {}:\n{}", missed.len(), EQUIVALENT.len(), missed.join("\n"));
}
