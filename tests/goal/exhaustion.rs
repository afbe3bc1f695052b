//! Verdicts against all inputs: no input covers a label that is called infeasible, and some input covers each that is called
//! covered.

use jatpg::exec::mutant_set::MutantSet;
use jatpg::report::json::LabelVerdictKind;
use jatpg::syntax::with_stack;

use super::{generate, goals};
use crate::roa::exhaustion::{Exhaustible, METHODS};
use crate::support::soak;

/// All that there are.
const CRITERIA: &str = "fc,ic,dc,cc";

#[test]
fn no_input_covers_what_is_infeasible_and_one_covers_what_is_covered() {
    let (mut labels, mut covered, mut infeasible, mut open) = (0, 0, 0, 0);
    for method in METHODS.iter().step_by(soak::one_in(9)) {
        let Some(exhaustible) = Exhaustible::of_goals(method, goals(CRITERIA)) else { continue };
        let subject = &exhaustible.subject;
        let shown = exhaustible.run(subject.runnable());
        let by_some: MutantSet = shown.kills.iter().map(|&(label, ..)| label).collect();
        let report = with_stack(|| generate(subject, 32, 100_000_000));
        for (index, label) in report.labels.iter().enumerate() {
            let is_covered = by_some.contains(index as u32);
            labels += 1;
            match label.verdict.as_ref().expect("a verdict").verdict {
                LabelVerdictKind::Covered => {
                    covered += 1;
                    // Arrays may be longer than those enumerated.
                    assert!(is_covered || method.contains("[]"), "{method}\n{label:#?}");
                }
                LabelVerdictKind::Infeasible => {
                    infeasible += 1;
                    assert!(!is_covered, "{method}\n{label:#?}");
                }
                LabelVerdictKind::InfeasibleUpTo | LabelVerdictKind::Undecided => open += 1,
            }
        }
    }
    println!("{labels} labels: {covered} covered, {infeasible} infeasible, {open} open");
    assert!(covered > 30 && infeasible > 0 && open < labels / 10, "{labels}: {covered}, {infeasible}, {open}");
}
