//! The passes, one after another, and the table with a row for each (columns of Table 6.3).

use crate::driver::Generator;
use crate::engine::bmc::counts::FormulaCounts;
use crate::engine::explorer::PathCounts;
use crate::engine::pass::PassKind;
use crate::engine::session::Session;
use crate::engine::verdict::Verdict;
use crate::engine::{Engine, EngineError};
use crate::report::assemble::score;
use crate::report::json::{Decided, LabelsOfPass, LocalityReport, PassReport, SearchedMutant};

/// What is done at the end with tests that others make needless.
pub enum Compaction<'p> {
    /// They are kept.
    Off,
    /// They are left out.
    On,
    /// They are left out, and candidates may take the place of several others.
    Merging(Generator<'p>),
    /// The same, and so may tests that questions find.
    Joining(Generator<'p>),
}

impl<'p> Compaction<'p> {
    pub(super) const fn generator(&self) -> Option<&Generator<'p>> {
        match self {
            Self::Merging(generator) | Self::Joining(generator) => Some(generator),
            Self::Off | Self::On => None,
        }
    }

    pub(super) const fn asks(&self) -> bool {
        matches!(self, Self::Joining(_))
    }
}

/// Hears of what there is after each pass but the last.
pub type Saved<'w> = &'w mut (dyn FnMut(&Session<'_>, &[PassReport]) + Send);

/// Runs the engines in order, compacts, and says what each pass left behind: every figure is cumulative.
pub fn run(
    session: &mut Session<'_>,
    engines: &mut [Box<dyn Engine + '_>],
    compaction: Compaction<'_>,
) -> Result<Vec<PassReport>, EngineError> {
    run_and_save(session, engines, compaction, &mut |_, _| {})
}

/// The same; what there is after each pass may be saved.
pub fn run_and_save(
    session: &mut Session<'_>,
    engines: &mut [Box<dyn Engine + '_>],
    compaction: Compaction<'_>,
    saved: Saved<'_>,
) -> Result<Vec<PassReport>, EngineError> {
    let (mut passes, mut last_pass) = (Vec::new(), None);
    for engine in engines {
        if session.is_decided() {
            break;
        }
        session.begin_pass(engine.pass());
        let tests = session.tests().len();
        engine.run(session)?;
        session.agrees_with_itself()?;
        if session.tests().len() > tests {
            session.strengthen();
        }
        session.end_pass();
        passes.push(row(engine.pass(), session));
        last_pass = Some(engine.pass());
        saved(session, &passes);
    }
    if !matches!(compaction, Compaction::Off) {
        session.begin_pass(PassKind::Compaction);
        super::compaction::compact(session, &compaction)?;
        session.settle();
        session.end_pass();
        passes.push(row(PassKind::Compaction, session));
    } else if let (Some(last), Some(pass)) = (passes.last_mut(), last_pass) {
        session.settle();
        *last = PassReport { locality: last.locality.take(), ..row(pass, session) };
    }
    session.agrees_with_itself()?;
    session.give_reasons();
    // What cannot be tested has no score, be it 0.
    if session.has_no_test() {
        passes.iter_mut().for_each(|pass| pass.score = None);
    }
    Ok(passes)
}

fn row(pass: PassKind, session: &Session<'_>) -> PassReport {
    let of = |labels: bool| {
        let goals = session.subject().mutants().iter().zip(session.verdicts());
        goals.filter(move |(goal, _)| goal.label.is_some() == labels).map(|(_, verdict)| verdict)
    };
    let count = |labels: bool, is: fn(&&Verdict) -> bool| of(labels).filter(is).count();
    let counts = |labels: bool| {
        let killed = count(labels, |v| matches!(v, Verdict::Killed(k) if !k.is_weak()));
        let equivalent = count(labels, |v| matches!(v, Verdict::Equivalent(_)));
        let up_to = count(labels, |v| matches!(v, Verdict::EquivalentUpTo(_)));
        (killed, equivalent, up_to, count(labels, |v| matches!(v, Verdict::Undecided(_))))
    };
    let (killed, equivalent, equivalent_up_to, undecided) = counts(false);
    let labels = of(true).next().map(|_| {
        let (covered, infeasible, infeasible_up_to, undecided) = counts(true);
        LabelsOfPass { covered, infeasible, infeasible_up_to, undecided }
    });
    PassReport {
        name: pass.name().to_owned(),
        score: score(killed, of(false).count() - equivalent),
        killed,
        equivalent,
        equivalent_up_to,
        undecided,
        tests: session.tests().len(),
        labels,
        locality: locality(pass, session),
        paths: Some(session.pass.paths()).filter(|paths| *paths != PathCounts::default()),
        formulas: Some(session.pass.formulas()).filter(|own| **own != FormulaCounts::default()).cloned(),
    }
}

/// How local the searches of a pass were; nothing where it is no search.
fn locality(pass: PassKind, session: &Session<'_>) -> Option<LocalityReport> {
    let searched = session.pass.localities();
    if searched.is_empty() {
        return None;
    }
    let by = |of_pass: &dyn Fn(PassKind) -> bool, is: fn(&Verdict) -> Option<PassKind>| {
        session.verdicts().iter().filter(|verdict| is(verdict).is_some_and(of_pass)).count()
    };
    let is_own = |of: PassKind| of == pass;
    let killed = |verdict: &Verdict| match verdict {
        Verdict::Killed(killed) if !killed.is_weak() => Some(killed.pass()),
        _ => None,
    };
    let proven = |verdict: &Verdict| match verdict {
        Verdict::Equivalent(equivalent) => Some(equivalent.pass()),
        _ => None,
    };
    let mutants = searched.iter().map(|(&mutant, l)| SearchedMutant {
        id: session.subject().mutant(mutant).id.clone(),
        question: l.question,
        ungrown: l.ungrown,
        whole: l.whole,
    });
    let decided = Decided {
        killed_by_check: by(&PassKind::is_local, killed),
        killed_by_search: by(&is_own, killed),
        proven_by_check: by(&PassKind::is_local, proven),
        proven_by_search: by(&is_own, proven),
    };
    Some(LocalityReport::of(mutants.collect(), decided))
}
