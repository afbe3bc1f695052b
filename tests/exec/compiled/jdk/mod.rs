//! The JDK's own classes: programs that use them broadly, and random sequences of calls.
//!
//! `JATPG_SEQUENCES` says how many sequences, `JATPG_FIRST` with which number to begin:
//! `JATPG_SEQUENCES=10000 cargo test --release --test main exec::compiled::jdk -- --nocapture`.

mod sequences;
mod subjects;

use std::collections::BTreeMap;
use std::path::Path;

use crate::exec::compiled::{compare, jdks};
use crate::support::soak;

/// The programs of `tests/fixtures/jdk`, each with a `main`.
fn programs() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/jdk");
    let entries = std::fs::read_dir(folder).expect("the fixtures").flatten().map(|entry| entry.path());
    let mut paths: Vec<_> = entries.filter(|path| path.extension().is_some_and(|e| e == "java")).collect();
    paths.sort();
    let name = |path: &Path| path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    paths.iter().map(|path| (name(path), std::fs::read_to_string(path).expect("a source"))).collect()
}

#[test]
fn programs_over_the_jdk_print_what_they_print_on_the_jvm() {
    let sources: Vec<_> = programs().into_iter().step_by(soak::one_in(6)).collect();
    for jdk in jdks("programs_over_the_jdk_print_what_they_print_on_the_jvm") {
        let compared = compare(&jdk, &sources, 1);
        let ended = compared.ended.join("\n");
        assert!(compared.ended.len() <= ENDED, "JDK {}: {} the same\n{ended}", jdk.feature(), compared.same);
    }
}

/// How many of the programs meet what is missing.
const ENDED: usize = 2;

/// Sequences that a plain run tries.
const FEW: usize = 25;
/// Classes that one JVM runs.
const BATCH: usize = 40;
const SEED: u64 = 1;

#[test]
fn random_sequences_of_calls_give_what_they_give_on_the_jvm() {
    let setting = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<usize>().ok());
    let count = setting("JATPG_SEQUENCES").unwrap_or(FEW).div_ceil(sequences::IN_A_CLASS);
    let first = setting("JATPG_FIRST").unwrap_or_default() / sequences::IN_A_CLASS;
    let numbers: Vec<usize> = (first..first + count).collect();
    for jdk in jdks("random_sequences_of_calls_give_what_they_give_on_the_jvm") {
        let (mut same, mut ended) = (0, BTreeMap::<String, usize>::new());
        for batch in numbers.chunks(BATCH) {
            let class = |&n: &usize| (sequences::name(n), sequences::class(SEED, n));
            let compared = compare(&jdk, &batch.iter().map(class).collect::<Vec<_>>(), sequences::IN_A_CLASS);
            same += compared.same;
            for why in compared.ended {
                let (run, why) = why.split_once(": ").unwrap_or(("", &why));
                let place = run.split(['(', ')']).nth(1).and_then(|k| k.parse().ok()).unwrap_or_default();
                *ended.entry(format!("{}: {why}", sequences::subject(place))).or_default() += 1;
            }
        }
        let mut ranking: Vec<(usize, String)> = ended.into_iter().map(|(why, runs)| (runs, why)).collect();
        ranking.sort_by(|a, b| b.cmp(a));
        let left: usize = ranking.iter().map(|(runs, _)| runs).sum();
        eprintln!("JDK {}: {same} sequences give the same, {left} were not followed", jdk.feature());
        ranking.iter().for_each(|(runs, why)| eprintln!("{runs} not followed: {why}"));
        assert!(same >= left * 5, "only {same} of {} could be compared", same + left);
    }
}
