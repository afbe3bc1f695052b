//! Reverse-order compaction (§5.4 of the dissertation): the tests found last kill the mutants that are hard to
//! kill, and with them most of what the early tests were kept for. So the suite is simulated again from its end,
//! with dropping, and a test that kills nothing new is left out.

use crate::engine::session::Session;
use crate::engine::subject::MutantIndex;
use crate::engine::verdict::{KillKind, Verdict};
use crate::exec::mutant_set::MutantSet;

/// Drops tests while every mutant stays killed in the way its verdict says.
pub fn reverse_order(session: &mut Session<'_>) {
    let subject = session.subject();
    let wanted: Vec<Option<KillKind>> = session
        .verdicts()
        .iter()
        .map(|verdict| match verdict {
            Verdict::Killed(killed) => Some(killed.kind()),
            Verdict::Equivalent(_) | Verdict::EquivalentUpTo(_) | Verdict::Undecided(_) => None,
        })
        .collect();
    let mut open: MutantSet = subject.indices().filter(|&m| wanted[m as usize].is_some()).collect();
    let mut runner = subject.runner();
    let mut kept = vec![None; session.tests().len()];
    for (position, test) in session.tests().iter().enumerate().rev() {
        let Ok(mut judged) = runner.judge(test.driver.clone(), &open) else { continue };
        let mut shown = runner.settle(&mut judged);
        let as_wanted = |&(mutant, kind): &(MutantIndex, KillKind)| wanted[mutant as usize] == Some(kind);
        judged.kills.retain(as_wanted);
        shown.retain(as_wanted);
        if !judged.kills.is_empty() {
            kept[position] = Some(shown);
        }
        judged.kills.into_iter().for_each(|(mutant, _)| open.remove(mutant));
    }
    debug_assert!(open.is_empty(), "a kill was lost in compaction");
    session.retain_tests(kept);
}
