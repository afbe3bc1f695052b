//! What each advanced method of the D-algorithm is worth (Tables 4.1 to 4.5): the same search for every mutant that is
//! not proven equivalent, without dropping, for all methods off, each alone with what it needs, all on, and all minus
//! each.

use crate::atg::system::Settings;
use crate::dalg::switches::{Switch, Switches};
use crate::driver::Generator;
use crate::engine::dalgorithm::DAlgorithm;
use crate::engine::local::{DEFAULT_DEPTH, Local};
use crate::engine::pass::PassKind;
use crate::engine::session::{Dropping, Progress, Session};
use crate::engine::subject::Subject;
use crate::engine::verdict::{KillKind, Verdict};
use crate::engine::{Engine, EngineError, matrix};
use crate::report::comparison::ablation::{ALL, Measured, PREVIOUS, all_minus, alone};

/// One set of switches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variant {
    pub name: String,
    pub switches: Switches,
}

/// The switches without which one does nothing: what is remembered of possible values needs these.
fn needs(switch: Switch) -> Option<Switch> {
    (switch == Switch::History).then_some(Switch::Pcv)
}

/// All of them: `d-previous`, each method alone, `d`, and `d` minus each.
pub fn variants() -> Vec<Variant> {
    let previous = Variant { name: PREVIOUS.to_owned(), switches: Switches::NONE };
    let all = Variant { name: ALL.to_owned(), switches: Switches::ALL };
    let with = |s: Switch| Variant {
        name: alone(s),
        switches: needs(s).into_iter().fold(Switches::NONE.with(s), Switches::with),
    };
    let without = |s: Switch| Variant { name: all_minus(s), switches: Switches::ALL.without(s) };
    let each = || Switch::ALL.into_iter();
    std::iter::once(previous).chain(each().map(with)).chain([all]).chain(each().map(without)).collect()
}

/// A program whose equivalent mutants are found.
pub struct Ablation<'s> {
    settings: &'s Settings,
    session: Session<'s>,
}

impl<'s> Ablation<'s> {
    pub fn new(
        subject: &'s Subject,
        settings: &'s Settings,
        progress: &'s dyn Progress,
    ) -> Result<Self, EngineError> {
        let mut session = Session::new(subject, progress);
        let mut local = Local::new(DEFAULT_DEPTH);
        session.begin_pass(local.pass());
        local.run(&mut session)?;
        session.end_pass();
        Ok(Self { settings, session })
    }

    /// Mutants that are proven equivalent for all inputs.
    pub fn equivalent(&self) -> usize {
        self.session.verdicts().iter().filter(|v| matches!(v, Verdict::Equivalent(_))).count()
    }

    pub fn measure(&self, switches: Switches, progress: &dyn Progress) -> Result<Measured, EngineError> {
        let subject = self.session.subject();
        let mut session = self.session.branch(Dropping::Off, progress);
        let generator = Generator::new(subject.program(), self.settings.seed, |field| subject.setting(field));
        let mut d = DAlgorithm::new(PassKind::D, generator, switches, self.settings.limits);
        session.begin_pass(d.pass());
        d.run(&mut session)?;
        session.end_pass();
        let is_killed = |v: &&Verdict| matches!(v, Verdict::Killed(killed) if !killed.is_weak());
        let best = matrix::of_session(&session).best(subject.mutants().len());
        Ok(Measured {
            generated: session.verdicts().iter().filter(is_killed).count(),
            killed: best.into_iter().flatten().filter(|kind: &KillKind| kind.counts()).count(),
            questions: session.notes.questions(),
        })
    }
}
