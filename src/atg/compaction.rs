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
            Verdict::Equivalent(_) | Verdict::Undecided(_) => None,
        })
        .collect();
    let mut open: MutantSet = subject.indices().filter(|&m| wanted[m as usize].is_some()).collect();
    let mut runner = subject.runner();
    let mut keep = vec![false; session.tests().len()];
    for (position, test) in session.tests().iter().enumerate().rev() {
        let Ok(judged) = runner.judge(test.driver.clone(), &open) else { continue };
        let as_wanted = |&&(mutant, kind): &&(MutantIndex, KillKind)| wanted[mutant as usize] == Some(kind);
        let new: Vec<MutantIndex> =
            judged.kills.iter().filter(as_wanted).map(|&(mutant, _)| mutant).collect();
        keep[position] = !new.is_empty();
        new.into_iter().for_each(|mutant| open.remove(mutant));
    }
    debug_assert!(open.is_empty(), "a kill was lost in compaction");
    session.retain_tests(&keep);
}
