//! Certificates of proofs, read by solvers that are programs of their own.

use std::io::Write as _;
use std::process::{Command, Stdio};

use super::verdicts::EQUIVALENT;
use super::{callers, idle, lockstep};
use super::{versions, with_check};

/// What the solver says to each question; `None` where it is not installed.
fn answers(solver: &[&str], script: &str) -> Option<Vec<String>> {
    let mut command = Command::new(solver[0]);
    command.args(&solver[1..]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().ok()?;
    let mut input = child.stdin.take().expect("it is piped");
    let script = script.to_owned();
    let writer = std::thread::spawn(move || input.write_all(script.as_bytes()));
    let output = child.wait_with_output().expect("it ends");
    writer.join().expect("no panic").expect("it reads all");
    Some(String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect())
}

#[test]
fn other_solvers_confirm_each_question_of_each_proof() {
    let solvers: [&[&str]; 2] = [&["z3", "-in", "-smt2"], &["cvc5", "--lang=smt2", "--incremental", "-q"]];
    for solver in solvers {
        let in_callers = callers::EQUIVALENT.iter().map(|(name, members, _)| (name, members));
        let of_methods = EQUIVALENT
            .iter()
            .chain(lockstep::EQUIVALENT)
            .chain(idle::EQUIVALENT)
            .map(|(name, members)| (name, members));
        for (name, members) in of_methods.chain(in_callers) {
            let (original, mutant) = versions(members);
            let script = with_check(&original, &mutant, |mut explanation| explanation.smtlib());
            let questions = script.matches("(check-sat)").count();
            let Some(answers) = answers(solver, &script) else {
                eprintln!("SKIPPED certificate: no {}", solver[0]);
                break;
            };
            assert!(script.contains("(set-logic"), "{name}: there is a proof");
            assert_eq!(answers, vec!["unsat"; questions], "{name}, {}", solver[0]);
        }
    }
}

#[test]
fn an_explanation_names_region_facts_and_questions() {
    let (_, members) = EQUIVALENT[1];
    let (original, mutant) = versions(members);
    let text =
        with_check(&original, &mutant, |mut explanation| explanation.text().expect("the solver works"));
    insta::assert_snapshot!(text);
}
