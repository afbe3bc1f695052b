//! The passes, one after another, and the table with a row for each (columns of Table 6.3).

use crate::engine::session::Session;
use crate::engine::verdict::Verdict;
use crate::engine::{Engine, EngineError};
use crate::report::json::PassReport;

/// Whether tests that others make needless are left out at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compaction {
    On,
    Off,
}

/// Runs the engines in order, compacts, and says what each pass left behind: every figure is cumulative.
pub fn run(
    session: &mut Session<'_>,
    engines: &mut [Box<dyn Engine + '_>],
    compaction: Compaction,
) -> Result<Vec<PassReport>, EngineError> {
    let mut passes = Vec::new();
    for engine in engines {
        if session.is_decided() {
            break;
        }
        session.begin_pass(engine.name());
        let tests = session.tests().len();
        engine.run(session)?;
        if session.tests().len() > tests {
            session.strengthen();
        }
        session.end_pass();
        passes.push(row(engine.name(), session));
    }
    if compaction == Compaction::On {
        session.begin_pass("compaction");
        super::compaction::reverse_order(session);
        session.end_pass();
        passes.push(row("compaction", session));
    }
    session.give_reasons();
    Ok(passes)
}

fn row(name: &str, session: &Session<'_>) -> PassReport {
    let count = |is: fn(&Verdict) -> bool| session.verdicts().iter().filter(|v| is(v)).count();
    let killed = count(|v| matches!(v, Verdict::Killed(k) if !k.is_weak()));
    let equivalent = count(|v| matches!(v, Verdict::Equivalent(_)));
    PassReport {
        name: name.to_owned(),
        score: score(killed, session.verdicts().len() - equivalent),
        killed,
        equivalent,
        equivalent_up_to: count(|v| matches!(v, Verdict::EquivalentUpTo(_))),
        undecided: count(|v| matches!(v, Verdict::Undecided(_))),
        tests: session.tests().len(),
    }
}

/// Killed / (mutants − equivalent).
pub fn score(killed: usize, killable: usize) -> Option<f64> {
    (killable > 0).then(|| killed as f64 / killable as f64)
}
