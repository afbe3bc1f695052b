//! What the engines share: the live goals, the tests kept, the verdicts.
//!
//! The session orders the work, and its parts hold what comes of it. What a verdict rests on engines cannot reach: they offer tests and
//! proofs. What decides nothing is theirs to write: [`Notes`], the counts of the [`PassAtWork`], the [`Effort`].
//!
//! Invariants
//! - A test is kept only if it kills a goal that nothing killed, or kills one better than before.
//! - Work in a batch is done against the live set at its start, by any number of threads; results commit in
//!   order, so the number of threads changes nothing.
//!
//! | looking for | file |
//! | --- | --- |
//! | the verdicts | `decided` |
//! | runs to a limit, and guesses of such | `at_limits` |
//! | the tests and the seeds | `kept` |
//! | candidates run, kills believed | `kills` |
//! | what engines leave for later passes | `notes`, `tried` |
//! | the pass at work, and what it counts | `pass_at_work` |
//! | what work took | `spent` |
//! | how far tests came with what they do not kill | `reach` |
//! | runners side by side | `runners` |
//! | why each goal is left that is left | `reasons` |

mod at_limits;
mod decided;
mod kept;
mod kills;
mod notes;
mod pass_at_work;
mod reach;
mod reasons;
mod runners;
mod spent;
mod tried;

pub use notes::{Checks, Notes, Searches};
pub use pass_at_work::{Locality, PassAtWork};
pub use spent::{Offered, Spent};
pub use tried::Tried;

use decided::Decided;
use kept::Kept;
use reach::Reach;
use runners::Runners;

use crate::dalg::refutation::Refuted;
use crate::driver::Driver;
use crate::engine::EngineError;
use crate::engine::effort::Effort;
use crate::engine::exhaust::Exhausted;
use crate::engine::pass::PassKind;
use crate::engine::subject::{GoalIndex, Runner, Subject};
use crate::engine::suite::{Fewest, Test};
use crate::engine::verdict::{Equivalent, EquivalentUpTo, Verdict};
use crate::exec::mutant_set::MutantSet;
use crate::roa::proof::{BoundedProof, Proof};
use crate::sema::program::MethodId;

/// With more goals left, a batch of candidates is run in parts.
const MANY: usize = 500;

pub struct Session<'s> {
    subject: &'s Subject,
    /// Confirms kills.
    runner: Runner<'s>,
    runners: Runners<'s>,
    dropping: Dropping,
    progress: &'s dyn Progress,
    decided: Decided,
    kept: Kept,
    reach: Reach,
    pub notes: Notes,
    /// What is offered before the first is the initial suite.
    pub pass: PassAtWork,
    /// What is left for all passes together.
    pub effort: Effort,
}

/// Whether a test that an engine made for one goal counts for the others that it kills (§5.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dropping {
    On,
    /// A test is sought for each goal, whatever those of the others kill (Tables 4.1 to 4.5).
    Off,
}

/// Somebody who watches.
pub trait Progress: Sync {
    /// The pass is at work; so many goals are decided, so many tests kept.
    fn report(&self, pass: PassKind, decided: usize, tests: usize);

    /// A thread has decided so many more, as far as it knows; they are reported when its work is committed.
    fn foresees(&self, _decided: usize) {}

    /// The pass is over.
    fn ends(&self, _pass: PassKind) {}
}

impl<'s> Session<'s> {
    pub fn new(subject: &'s Subject, progress: &'s dyn Progress) -> Self {
        Self {
            subject,
            runner: subject.runner(),
            runners: Runners::new(subject),
            dropping: Dropping::On,
            progress,
            decided: Decided::new(subject),
            kept: Kept::default(),
            reach: Reach::default(),
            notes: Notes::new(subject.program().methods.len()),
            pass: PassAtWork::begin(PassKind::Initial),
            effort: Effort::new(u64::MAX),
        }
    }

    /// A session that begins with the proofs of this one, without its tests.
    #[must_use]
    pub fn branch<'t>(&self, dropping: Dropping, progress: &'t dyn Progress) -> Session<'t>
    where
        's: 't,
    {
        let decided = Decided::with_proofs_of(self.subject, &self.decided);
        Session { dropping, decided, ..Session::new(self.subject, progress) }
    }

    pub const fn dropping(&self) -> Dropping {
        self.dropping
    }

    /// From now on kills are this pass's.
    pub fn begin_pass(&mut self, pass: PassKind) {
        self.pass = PassAtWork::begin(pass);
        self.show();
    }

    /// Who watches, for threads that work on their own.
    pub const fn progress(&self) -> &'s dyn Progress {
        self.progress
    }

    pub fn end_pass(&self) {
        self.progress.ends(self.pass.kind());
    }

    /// Tells whoever watches how far it is.
    fn show(&self) {
        self.progress.report(self.pass.kind(), self.decided.count(), self.kept.tests.len());
    }

    pub fn subject(&self) -> &'s Subject {
        self.subject
    }

    /// Whether no goal is left to work on.
    pub fn is_decided(&self) -> bool {
        self.decided.live().is_empty()
    }

    /// Whether no test of the goal can be had: nothing is to be spent on it.
    pub fn is_blocked(&self, goal: GoalIndex) -> bool {
        self.effort.is_blocked(self.subject.mutant(goal).method)
    }

    /// Whether a test that counts is still wanted.
    pub fn is_open(&self, goal: GoalIndex) -> bool {
        self.decided.is_open(goal) && self.subject.mutant(goal).unsupported.is_none()
    }

    /// The same of one whose tests can be had.
    pub fn is_sought(&self, goal: GoalIndex) -> bool {
        self.is_open(goal) && !self.is_blocked(goal)
    }

    /// Whether nothing better is expected of a goal: each run of its version went to a limit.
    pub fn is_given_up(&self, goal: GoalIndex) -> bool {
        self.decided.is_given_up(goal)
    }

    /// How many goals no test kills as yet, and no proof decides.
    pub fn live(&self) -> u64 {
        self.decided.live().len() as u64
    }

    /// The methods that they are goals of.
    pub fn live_methods(&self) -> Vec<MethodId> {
        let live = self.decided.live().iter();
        let mut methods: Vec<MethodId> = live.map(|goal| self.subject.mutant(goal).method).collect();
        methods.dedup();
        methods
    }

    pub fn verdicts(&self) -> &[Verdict] {
        self.decided.verdicts()
    }

    pub fn tests(&self) -> &[Test] {
        &self.kept.tests
    }

    /// The tests, and the candidates that were the first to infect a goal's version of which nothing showed.
    pub fn seeds(&self) -> &[Driver] {
        self.kept.seeds()
    }

    /// The first candidate that infected a goal's version without killing it.
    pub fn infecting(&self, goal: GoalIndex) -> Option<&Driver> {
        self.kept.infecting(goal)
    }

    /// Leaves out the candidates that were here before with as much fuel. What they kill is killed.
    pub fn retain_new(&mut self, method: MethodId, drivers: &mut Vec<Driver>, fuel: u64) {
        drivers.retain(|driver| self.notes.is_new(driver, method, fuel));
    }

    /// Runs candidate tests against the live goals and keeps those that kill. A candidate on which the original
    /// takes more than `fuel` steps is no test.
    pub fn offer(&mut self, method: MethodId, mut drivers: Vec<Driver>, fuel: u64) -> Offered {
        let mut offered = Offered::default();
        // A method's first candidates kill most, and the others are run against what these leave; where many goals
        // live, that is worth it in each batch.
        let is_first = self.notes.tried(method).valid == 0;
        let mut at_once = if is_first || self.decided.live().len() > MANY { 1 } else { drivers.len() };
        while !drivers.is_empty() {
            let rest = drivers.split_off(at_once.min(drivers.len()));
            let live = self.decided.live().clone();
            offered.add(self.offer_against(method, drivers, fuel, &live));
            at_once *= 2;
            drivers = rest;
        }
        offered
    }

    /// Runs a candidate against one goal alone, which is all that it is kept for.
    pub fn offer_for(&mut self, goal: GoalIndex, driver: Driver, fuel: u64) -> Offered {
        let only: MutantSet = [goal].into_iter().filter(|&goal| self.decided.live().contains(goal)).collect();
        self.offer_against(driver.method, vec![driver], fuel, &only)
    }

    /// An error where a goal was both proven and killed: nothing that this run says can be believed then.
    pub fn agrees_with_itself(&self) -> Result<(), EngineError> {
        match self.decided.contradiction() {
            None => Ok(()),
            Some(goal) => Err(EngineError::Contradiction(self.subject.mutant(goal).id.clone())),
        }
    }

    /// Takes a proof. A goal that a test kills is not equivalent: a proof of that is an error of ours
    /// ([`Session::agrees_with_itself`]).
    pub fn prove(&mut self, goal: GoalIndex, proof: &Proof) {
        self.decided.take_proof(goal, Equivalent::from_proof(proof, self.pass.kind()));
    }

    /// The same of a search that was refuted, be it for all inputs or up to a bound.
    pub fn prove_by_search(&mut self, goal: GoalIndex, refuted: Refuted) {
        let pass = self.pass.kind();
        match Equivalent::from_search(refuted, pass) {
            Some(proof) => self.decided.take_proof(goal, proof),
            None => self.decided.take_bounded(goal, EquivalentUpTo::from_search(refuted, pass)),
        }
    }

    /// The same of a goal whose version was run on all inputs.
    pub fn prove_by_all_inputs(&mut self, goal: GoalIndex, ran: &Exhausted) {
        self.decided.take_proof(goal, Equivalent::from_all_inputs(ran, self.pass.kind()));
    }

    /// Takes a proof up to a bound. The goal stays live: an input behind the bound may kill it.
    pub fn prove_up_to(&mut self, goal: GoalIndex, proof: &BoundedProof) {
        self.decided.take_bounded(goal, EquivalentUpTo::from_proof(proof, self.pass.kind()));
    }

    /// Puts other tests in the place of these, which must kill all that is killed, or adds to what is known of them.
    pub fn change_tests(&mut self, change: impl FnOnce(Vec<Test>) -> Vec<Test>) {
        self.kept.tests = change(std::mem::take(&mut self.kept.tests));
    }

    /// How few of what compaction chose from would do; nothing where there was nothing to choose.
    pub const fn fewest(&self) -> Option<Fewest> {
        self.kept.fewest
    }

    pub const fn choose_from(&mut self, fewest: Option<Fewest>) {
        self.kept.fewest = fewest;
    }
}
