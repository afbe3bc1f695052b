//! What the engines share: the live mutants, the tests kept, the verdicts.
//!
//! Invariants
//! - A test is kept only if it kills a mutant that nothing killed, or kills one better than before.
//! - Work in a batch is done against the live set at its start, by any number of threads; results commit in
//!   order, so the number of threads changes nothing.

mod kills;
mod reasons;

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use rustc_hash::FxHashMap;

use crate::dalg::refutation::Refuted;
use crate::driver::Driver;
use crate::engine::EngineError;
use crate::engine::bmc::counts::FormulaCounts;
use crate::engine::cbt::Counts;
use crate::engine::effort::Effort;
use crate::engine::exhaust::Exhausted;
use crate::engine::explorer::PathCounts;
use crate::engine::global::Stop;
use crate::engine::guesses::Guesses;
use crate::engine::pass::PassKind;
use crate::engine::reason::{NoProof, Reason, SearchEnd, Survives};
use crate::engine::subject::{MutantIndex, Runner, Subject};
use crate::engine::suite::{Fewest, Test};
use crate::engine::verdict::{Equivalent, EquivalentUpTo, Verdict};
use crate::exec::mutant_set::MutantSet;
use crate::index::IndexVec;
use crate::roa::proof::{BoundedProof, Proof};
use crate::sema::program::MethodId;

/// With more mutants left, a batch of candidates is run in parts.
const MANY: usize = 500;

/// What became of the candidates for one method.
#[derive(Clone, Debug, Default)]
pub struct Tried {
    /// The random candidates, each with the steps that the original might take.
    seen: FxHashMap<Driver, u64>,
    /// So many of the method's random candidates, in the order of their numbers.
    pub candidates: u64,
    /// The steps that the original might take on the next ones; 0 before the first.
    pub fuel: u64,
    pub valid: u64,
    pub rejected: u64,
    /// Of the rejected, those on which the original ran out of steps, stack or memory.
    pub ran_out: u64,
    /// Of the rejected, those whose arrangement throws.
    pub threw: u64,
    /// The first reason why the outcome of a candidate rests on static state.
    pub static_state: Option<String>,
    /// The first construct outside the subset that a candidate ran into.
    pub unsupported: Option<String>,
    /// The class that cannot be initialised.
    pub unusable: Option<String>,
}

impl Tried {
    /// Whether the candidate has not been run with as much fuel.
    fn is_new(&mut self, driver: &Driver, fuel: u64) -> bool {
        match self.seen.get_mut(driver) {
            Some(known) if *known >= fuel => return false,
            Some(known) => *known = fuel,
            None => {
                self.seen.insert(driver.clone(), fuel);
            }
        }
        true
    }
}

/// What came of a batch of candidates.
#[derive(Clone, Copy, Debug, Default)]
pub struct Offered {
    /// One was kept: it kills what nothing killed before.
    pub kept: bool,
    pub valid: u64,
    pub ran_out: u64,
    /// The work it took, in the effort of runs.
    pub effort: u64,
}

impl Offered {
    fn add(&mut self, other: Self) {
        self.kept |= other.kept;
        self.valid += other.valid;
        self.ran_out += other.ran_out;
        self.effort += other.effort;
    }
}

/// What a run took, in counted units: the same for every engine and on every machine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spent {
    /// In the effort of runs.
    pub effort: u64,
    /// Questions of searches.
    pub questions: u64,
    /// Candidates that were tests, kept or not.
    pub valid: u64,
    pub constraints: Counts,
}

impl Spent {
    pub const fn add(&mut self, other: &Self) {
        self.effort += other.effort;
        self.questions += other.questions;
        self.valid += other.valid;
        self.constraints.add(&other.constraints);
    }
}

pub struct Session<'s> {
    subject: &'s Subject,
    /// Confirms kills.
    runner: Runner<'s>,
    runners: Runners<'s>,
    /// By mutant.
    verdicts: Vec<Verdict>,
    /// Not killed, or only weakly.
    live: MutantSet,
    /// By mutant: its runs that went to a limit.
    weak_runs: Vec<u32>,
    /// Those with some of them, and those of which a whole run showed nothing that the simulation had guessed.
    strays: MutantSet,
    misjudged: MutantSet,
    /// While guesses wait to be shown: all of them.
    guesses: Option<Guesses>,
    /// The mutants with runs to a limit that the program could catch.
    lost: MutantSet,
    /// The mutants that make the JVM or the library say something else in an exception.
    messages: MutantSet,
    /// A mutant that was proven equivalent and is killed: an error of ours.
    contradiction: Option<MutantIndex>,
    tests: Vec<Test>,
    /// Of the suite that compaction left; `None`: there was nothing to choose.
    pub fewest: Option<Fewest>,
    /// The live mutants that some candidate infects.
    infected: MutantSet,
    /// The first of these candidates, and the tests: what to look around from for others.
    seeds: Vec<Driver>,
    /// By weakly killed mutant: how many tests were looked through for a better kill.
    known_tests: BTreeMap<MutantIndex, usize>,
    tried: IndexVec<MethodId, Tried>,
    progress: &'s dyn Progress,
    /// What is left for all passes together.
    pub effort: Effort,
    /// The pass at work; what is offered before the first is the initial suite.
    pass: PassKind,
    /// By mutant: what stopped the engines that looked at it.
    stops: BTreeMap<MutantIndex, Survives>,
    dropping: Dropping,
    /// Questions that searches asked.
    questions: u64,
    /// The paths that the pass at work has looked at.
    paths: PathCounts,
    /// What its formulas over whole calls took.
    formulas: FormulaCounts,
    /// Of constraint-based testing.
    constraints: Counts,
    /// The most effort that the local checks of one method's mutants took.
    hardest: u64,
    /// By mutant: up to how many time frames all searches ended without a test, and without meeting a limit.
    refuted: BTreeMap<MutantIndex, u32>,
    /// The mutants for which a search has begun, and those whose searches larger limits would not lead further.
    begun: MutantSet,
    searched: MutantSet,
    /// The mutants that the local check looked at as far as it goes.
    checked: MutantSet,
    /// By mutant: how local the search of this pass was.
    localities: BTreeMap<MutantIndex, Locality>,
}

/// How local a search was, in places of its unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Locality {
    /// Of the largest question.
    pub question: usize,
    /// Of the largest that assist has not grown.
    pub ungrown: usize,
    /// Of a global question: all places of both versions.
    pub whole: usize,
}

/// Whether a test that an engine made for one mutant counts for the others that it kills (§5.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dropping {
    On,
    /// A test is sought for each mutant, whatever those of the others kill (Tables 4.1 to 4.5).
    Off,
}

/// Runners that wait for work: each has lined the live mutants up already.
struct Runners<'s> {
    subject: &'s Subject,
    idle: Mutex<Vec<Runner<'s>>>,
}

impl<'s> Runners<'s> {
    fn take(&self) -> Runner<'s> {
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        idle.unwrap_or_else(|| self.subject.runner())
    }

    fn give_back(&self, runner: Runner<'s>) {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(runner);
    }
}

/// Somebody who watches.
pub trait Progress: Sync {
    /// The pass is at work; so many mutants are decided, so many tests kept.
    fn report(&self, pass: PassKind, decided: usize, tests: usize);

    /// A thread has decided so many more, as far as it knows; they are reported when its work is committed.
    fn foresees(&self, _decided: usize) {}

    /// The pass is over.
    fn ends(&self, _pass: PassKind) {}
}

impl<'s> Session<'s> {
    pub fn new(subject: &'s Subject, progress: &'s dyn Progress) -> Self {
        let verdict = |index: MutantIndex| {
            Verdict::Undecided(match &subject.mutant(index).unsupported {
                Some(what) => Reason::Unsupported(what.clone()),
                None => Reason::NotTried,
            })
        };
        let verdicts = subject.indices().map(verdict).collect();
        let live = subject.runnable();
        let runner = subject.runner();
        let tried = IndexVec::from_elem(Tried::default(), subject.program().methods.len());
        Self {
            subject,
            runner,
            runners: Runners { subject, idle: Mutex::default() },
            verdicts,
            live,
            weak_runs: vec![0; subject.mutants().len()],
            strays: MutantSet::default(),
            misjudged: MutantSet::default(),
            guesses: None,
            lost: MutantSet::default(),
            messages: MutantSet::default(),
            contradiction: None,
            tests: Vec::new(),
            fewest: None,
            infected: MutantSet::default(),
            seeds: Vec::new(),
            known_tests: BTreeMap::new(),
            tried,
            progress,
            effort: Effort::new(u64::MAX),
            pass: PassKind::Initial,
            stops: BTreeMap::new(),
            dropping: Dropping::On,
            questions: 0,
            paths: PathCounts::default(),
            formulas: FormulaCounts::default(),
            constraints: Counts::default(),
            hardest: 0,
            refuted: BTreeMap::new(),
            begun: MutantSet::default(),
            searched: MutantSet::default(),
            checked: MutantSet::default(),
            localities: BTreeMap::new(),
        }
    }

    /// A session that begins with the proofs of this one, without its tests.
    #[must_use]
    pub fn branch<'t>(&self, dropping: Dropping, progress: &'t dyn Progress) -> Session<'t>
    where
        's: 't,
    {
        let mut branch = Session::new(self.subject, progress);
        branch.dropping = dropping;
        for mutant in self.subject.indices() {
            match &self.verdicts[mutant as usize] {
                Verdict::Equivalent(_) => branch.live.remove(mutant),
                Verdict::EquivalentUpTo(_) => {}
                Verdict::Killed(_) | Verdict::Undecided(_) => continue,
            }
            branch.verdicts[mutant as usize] = self.verdicts[mutant as usize].clone();
        }
        branch
    }

    pub const fn dropping(&self) -> Dropping {
        self.dropping
    }

    /// How local the search for a mutant was; one that asked nothing is not counted.
    pub fn measure(&mut self, mutant: MutantIndex, locality: Locality) {
        if locality.whole > 0 {
            self.localities.insert(mutant, locality);
        }
    }

    /// Of the pass at work or just over, by mutant.
    pub const fn localities(&self) -> &BTreeMap<MutantIndex, Locality> {
        &self.localities
    }

    /// The local checks of a method's mutants took so much effort.
    pub fn count_checks(&mut self, effort: u64) {
        self.hardest = self.hardest.max(effort);
    }

    /// The most effort that the local checks of one method's mutants took.
    pub const fn hardest(&self) -> u64 {
        self.hardest
    }

    /// So many questions were asked in search of tests.
    pub const fn count_questions(&mut self, questions: u64) {
        self.questions += questions;
    }

    pub const fn questions(&self) -> u64 {
        self.questions
    }

    /// So many paths were looked at.
    pub const fn count_paths(&mut self, paths: &PathCounts) {
        self.paths.add(paths);
    }

    /// Of the pass at work or just over.
    pub const fn paths(&self) -> PathCounts {
        self.paths
    }

    /// What formulas over whole calls took.
    pub fn count_formulas(&mut self, counts: &FormulaCounts) {
        self.formulas.add(counts);
    }

    /// Of the pass at work or just over.
    pub const fn formulas(&self) -> &FormulaCounts {
        &self.formulas
    }

    /// What constraint-based testing came across.
    pub const fn count_constraints(&mut self, counts: &Counts) {
        self.constraints.add(counts);
    }

    pub const fn constraints(&self) -> &Counts {
        &self.constraints
    }

    /// How many candidates were tests.
    pub fn valid(&self) -> u64 {
        self.tried.iter().map(|tried| tried.valid).sum()
    }

    /// From now on kills are this pass's.
    pub fn begin_pass(&mut self, pass: PassKind) {
        self.pass = pass;
        self.localities.clear();
        self.paths = PathCounts::default();
        self.formulas = FormulaCounts::default();
        self.show();
    }

    /// Who watches, for threads that work on their own.
    pub const fn progress(&self) -> &'s dyn Progress {
        self.progress
    }

    pub fn end_pass(&self) {
        self.progress.ends(self.pass);
    }

    /// Tells whoever watches how far it is.
    fn show(&self) {
        let is_decided = |verdict: &&Verdict| match verdict {
            Verdict::Killed(killed) => !killed.is_weak(),
            Verdict::Equivalent(_) => true,
            Verdict::EquivalentUpTo(_) | Verdict::Undecided(_) => false,
        };
        let decided = self.verdicts.iter().filter(is_decided).count();
        self.progress.report(self.pass, decided, self.tests.len());
    }

    pub fn subject(&self) -> &'s Subject {
        self.subject
    }

    /// Whether no mutant is left to work on.
    pub fn is_decided(&self) -> bool {
        self.live.is_empty()
    }

    /// Whether no test of the mutant can be had: nothing is to be spent on it.
    pub fn is_blocked(&self, mutant: MutantIndex) -> bool {
        self.effort.is_blocked(self.subject.mutant(mutant).method)
    }

    /// Whether a test that counts is still wanted.
    pub fn is_open(&self, mutant: MutantIndex) -> bool {
        let is_open = match &self.verdicts[mutant as usize] {
            Verdict::Undecided(_) | Verdict::EquivalentUpTo(_) => true,
            Verdict::Killed(killed) => killed.is_weak(),
            Verdict::Equivalent(_) => false,
        };
        is_open && self.subject.mutant(mutant).unsupported.is_none()
    }

    /// The same of one whose tests can be had.
    pub fn is_sought(&self, mutant: MutantIndex) -> bool {
        self.is_open(mutant) && !self.is_blocked(mutant)
    }

    /// How many mutants no test kills as yet, and no proof decides.
    pub fn live(&self) -> u64 {
        self.live.len() as u64
    }

    /// The methods that they are mutants of.
    pub fn live_methods(&self) -> Vec<MethodId> {
        let mut methods: Vec<MethodId> =
            self.live.iter().map(|mutant| self.subject.mutant(mutant).method).collect();
        methods.dedup();
        methods
    }

    pub fn verdicts(&self) -> &[Verdict] {
        &self.verdicts
    }

    pub fn tests(&self) -> &[Test] {
        &self.tests
    }

    /// The tests, and the candidates that were the first to infect a mutant of which nothing showed.
    pub fn seeds(&self) -> &[Driver] {
        &self.seeds
    }
    pub fn tried(&self, method: MethodId) -> &Tried {
        &self.tried[method]
    }

    /// The method's random candidates up to this number were tried.
    pub fn count_candidates(&mut self, method: MethodId, candidates: u64, fuel: u64) {
        let tried = &mut self.tried[method];
        (tried.candidates, tried.fuel) = (candidates, fuel);
    }

    /// Leaves out the candidates that were here before with as much fuel. What they kill is killed.
    pub fn retain_new(&mut self, method: MethodId, drivers: &mut Vec<Driver>, fuel: u64) {
        drivers.retain(|driver| self.tried[method].is_new(driver, fuel));
    }

    /// Runs candidate tests against the live mutants and keeps those that kill. A candidate on which the original
    /// takes more than `fuel` steps is no test.
    pub fn offer(&mut self, method: MethodId, mut drivers: Vec<Driver>, fuel: u64) -> Offered {
        let mut offered = Offered::default();
        // A method's first candidates kill most, and the others are run against what these leave; where many mutants
        // live, that is worth it in each batch.
        let is_first = self.tried[method].valid == 0;
        let mut at_once = if is_first || self.live.len() > MANY { 1 } else { drivers.len() };
        while !drivers.is_empty() {
            let rest = drivers.split_off(at_once.min(drivers.len()));
            let live = self.live.clone();
            offered.add(self.offer_against(method, drivers, fuel, &live));
            at_once *= 2;
            drivers = rest;
        }
        offered
    }

    /// Runs a candidate against one mutant alone, which is all that it is kept for.
    pub fn offer_for(&mut self, mutant: MutantIndex, driver: Driver, fuel: u64) -> Offered {
        let only: MutantSet = [mutant].into_iter().filter(|&m| self.live.contains(m)).collect();
        self.offer_against(driver.method, vec![driver], fuel, &only)
    }

    /// Says why the local check has no proof for a mutant.
    pub fn note_unproven(&mut self, mutant: MutantIndex, why: NoProof) {
        self.stops.entry(mutant).or_default().proof = Some(why);
    }

    /// Says what a search for a test of a mutant ended with. That a later one did not come to it leaves what is known.
    pub fn note_search(&mut self, mutant: MutantIndex, end: SearchEnd) {
        let known = &mut self.stops.entry(mutant).or_default().search;
        if end != SearchEnd::NotReached || known.is_none() {
            *known = Some(end);
        }
    }

    /// Says what stopped the solver on whole drivers.
    pub fn note_solver(&mut self, mutant: MutantIndex, stop: Stop) {
        self.stops.entry(mutant).or_default().solver = Some(stop);
    }

    /// Says of a method on whose code nothing was tried why an engine does not work on it.
    pub fn note_not_read(&mut self, method: MethodId, what: &str) {
        self.tried[method].unsupported.get_or_insert_with(|| what.to_owned());
    }

    /// Takes it that a search for a test of a mutant was refuted up to so many time frames.
    pub fn note_refuted(&mut self, mutant: MutantIndex, frames: u32) {
        self.refuted.insert(mutant, frames);
    }

    /// Up to how many time frames no search with larger limits finds a test of a mutant; 0 where none is known.
    pub fn refuted(&self, mutant: MutantIndex) -> u32 {
        self.refuted.get(&mutant).copied().unwrap_or(0)
    }

    /// A search for a test of a mutant has begun.
    pub fn note_begun(&mut self, mutant: MutantIndex) {
        self.begun.insert(mutant);
    }

    pub fn is_begun(&self, mutant: MutantIndex) -> bool {
        self.begun.contains(mutant)
    }

    /// The search for a test of a mutant came to its end, and no limit ended it that another search might have larger.
    pub fn note_searched(&mut self, mutant: MutantIndex) {
        self.searched.insert(mutant);
    }

    /// Whether a search with larger limits would end as the last one did.
    pub fn is_searched(&self, mutant: MutantIndex) -> bool {
        self.searched.contains(mutant)
    }

    /// The local check has nothing more to say of the mutant.
    pub fn note_checked(&mut self, mutant: MutantIndex) {
        self.checked.insert(mutant);
    }

    pub fn is_checked(&self, mutant: MutantIndex) -> bool {
        self.checked.contains(mutant)
    }

    /// An error where a mutant was both proven and killed: nothing that this run says can be believed then.
    pub fn agrees_with_itself(&self) -> Result<(), EngineError> {
        match self.contradiction {
            None => Ok(()),
            Some(mutant) => Err(EngineError::Contradiction(self.subject.mutant(mutant).id.clone())),
        }
    }

    /// Takes a proof. A mutant that a test kills is not equivalent: a proof of that is an error of ours
    /// ([`Session::agrees_with_itself`]).
    pub fn prove(&mut self, mutant: MutantIndex, proof: &Proof) {
        self.take_proof(mutant, Equivalent::from_proof(proof, self.pass));
    }

    /// The same of a search that was refuted, be it for all inputs or up to a bound.
    pub fn prove_by_search(&mut self, mutant: MutantIndex, refuted: Refuted) {
        match Equivalent::from_search(refuted, self.pass) {
            Some(proof) => self.take_proof(mutant, proof),
            None => self.take_bounded(mutant, EquivalentUpTo::from_search(refuted, self.pass)),
        }
    }

    /// The same of a mutant that was run on all inputs.
    pub fn prove_by_all_inputs(&mut self, mutant: MutantIndex, ran: &Exhausted) {
        self.take_proof(mutant, Equivalent::from_all_inputs(ran, self.pass));
    }

    fn take_proof(&mut self, mutant: MutantIndex, proof: Equivalent) {
        let verdict = &mut self.verdicts[mutant as usize];
        if matches!(verdict, Verdict::Killed(killed) if !killed.is_weak()) {
            self.contradiction.get_or_insert(mutant);
        }
        *verdict = Verdict::Equivalent(proof);
        self.live.remove(mutant);
    }

    /// Takes a proof up to a bound. The mutant stays live: an input behind the bound may kill it.
    pub fn prove_up_to(&mut self, mutant: MutantIndex, proof: &BoundedProof) {
        self.take_bounded(mutant, EquivalentUpTo::from_proof(proof, self.pass));
    }

    fn take_bounded(&mut self, mutant: MutantIndex, proof: EquivalentUpTo) {
        let verdict = &mut self.verdicts[mutant as usize];
        // Of the same bound on more and on less, the one on less says more.
        let worth = |proof: &EquivalentUpTo| (proof.bound(), !proof.bounds_lengths());
        let known = match verdict {
            Verdict::Undecided(_) => (0, false),
            Verdict::EquivalentUpTo(known) => worth(known),
            Verdict::Killed(_) | Verdict::Equivalent(_) => return,
        };
        if known < worth(&proof) {
            *verdict = Verdict::EquivalentUpTo(proof);
        }
    }

    /// Puts other tests in the place of these, which must kill all that is killed, or adds to what is known of them.
    pub fn change_tests(&mut self, change: impl FnOnce(Vec<Test>) -> Vec<Test>) {
        self.tests = change(std::mem::take(&mut self.tests));
    }
}
