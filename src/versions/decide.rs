//! The verdict on two versions: the local checker for proofs, the interpreter for differences. What the checker finds to
//! differ is run first, then random drivers; no difference is believed that two whole runs do not show.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::driver::{Driver, Generator, model};
use crate::engine::subject::{Observed, Runner, Subject};
use crate::engine::verdict::KillKind;
use crate::exec::limits::DEFAULT_STEPS;
use crate::report::checks;
use crate::report::json::{OutcomeReport, VERSION};
use crate::roa::local::{Checker, Extent};
use crate::roa::original::KnownOriginals;
use crate::roa::proof::Checked;
use crate::sema::program::{BodyState, MethodId, Program};
use crate::symbolic::solver::SolverError;
use crate::versions::align;
use crate::versions::merge::Merged;
use crate::versions::relation::{Translated, Unrelated, relate};

/// Random drivers that are run, and the work they may take, in steps of runs.
const DRIVERS: u64 = 2_000;
const EFFORT: u64 = 100_000_000;
/// The steps that the old version may take on one of them, at first.
const FUEL: u64 = 20_000;

/// `equivalent OLD.java NEW.java --json`.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
pub struct Comparison {
    pub version: u32,
    /// In the old file: `Class.method(int,int)`.
    pub method: String,
    pub verdict: TwoVersions,
    /// Of `equivalent_up_to`.
    pub bound: Option<u64>,
    /// Why the verdict is no more than `equivalent_up_to` or `undecided`.
    pub reason: Option<String>,
    /// The proof rests on which classes the program has.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub closed_world: bool,
    /// Of `different`.
    pub counterexample: Option<Counterexample>,
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub enum TwoVersions {
    Equivalent,
    EquivalentUpTo,
    Different,
    Undecided,
}

/// An input on which both were run, and did not do the same.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
pub struct Counterexample {
    /// As Java statements over the old file's classes, the call last.
    pub inputs: Vec<String>,
    /// Following calls that show the difference, if it does not show at once.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub then: Vec<String>,
    pub old: Behaviour,
    pub new: Behaviour,
}

#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
pub struct Behaviour {
    #[serde(flatten)]
    pub outcome: OutcomeReport,
    /// Its run comes to the same state again, and never ends.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub diverges: bool,
}

impl Comparison {
    fn new(program: &Program, method: MethodId, verdict: TwoVersions) -> Self {
        Self {
            version: VERSION,
            method: program.method_name(method),
            verdict,
            bound: None,
            reason: None,
            closed_world: false,
            counterexample: None,
        }
    }

    /// Nothing can be said.
    pub fn undecided(program: &Program, method: MethodId, reason: String) -> Self {
        Self { reason: Some(reason), ..Self::new(program, method, TwoVersions::Undecided) }
    }
}

/// Compares a method of the old file with the new file's; `Err` names the methods that the new file has.
pub fn compare(
    merged: Merged,
    method: MethodId,
    max_depth: u32,
    seed: u64,
) -> Result<Result<Comparison, Vec<String>>, SolverError> {
    let Translated { mut body, along } = match relate(&merged, method) {
        Ok(translated) => translated,
        Err(Unrelated::NoMethod(found)) => return Ok(Err(found)),
        Err(Unrelated::Undecided(why)) => {
            return Ok(Ok(Comparison::undecided(&merged.program, method, why)));
        }
    };
    let fresh: Vec<String> = merged.declared.keys().cloned().collect();
    let mut program = merged.program;
    for (adopted, class, body) in along {
        program.adopt(adopted, class, body);
    }
    if let BodyState::Typed(old) = program.body(method) {
        align::align(old, &mut body);
    }
    let program = Arc::new(program);
    let subject = Subject::of_versions(program.clone(), method, body.clone());
    let Some(mut checker) = Checker::new(&program, &KnownOriginals::default(), method, max_depth)? else {
        let why = "the old version lies outside the subset".to_owned();
        return Ok(Ok(Comparison::undecided(&program, method, why)));
    };
    let Checked { proof, bounded, .. } = checker.check(&body, Extent::UntilProven)?;
    if let Some(proof) = proof {
        let verdict = Comparison::new(&program, method, TwoVersions::Equivalent);
        return Ok(Ok(Comparison { closed_world: proof.closed_world, ..verdict }));
    }
    let model =
        bounded.difference.and_then(|d| model::driver(&program, method, &checker.terms, &d.assignment));
    let mut search = Search { subject: &subject, runner: subject.runner(), fresh, run: 0, ran_long: false };
    if let Some(counterexample) = search.run(method, model, seed) {
        let verdict = Comparison::new(&program, method, TwoVersions::Different);
        return Ok(Ok(Comparison { counterexample: Some(counterexample), ..verdict }));
    }
    let tried = format!("{} inputs show no difference", search.run);
    if let Some(proof) = bounded.proof {
        let verdict = Comparison::new(&program, method, TwoVersions::EquivalentUpTo);
        return Ok(Ok(Comparison {
            bound: Some(proof.bound.into()),
            reason: Some(format!("{}; {tried}", proof.what_is_bounded())),
            closed_world: proof.closed_world,
            ..verdict
        }));
    }
    let why =
        bounded.reason.unwrap_or_else(|| "there may be a state in which the versions differ".to_owned());
    let hint = if search.ran_long { ", but the new version runs far longer on some" } else { "" };
    Ok(Ok(Comparison::undecided(&program, method, format!("{why}; {tried}{hint}"))))
}

/// Looks for an input on which the versions differ.
struct Search<'s> {
    subject: &'s Subject,
    runner: Runner<'s>,
    /// The names that the new file's classes have here: no input speaks of them.
    fresh: Vec<String>,
    /// Inputs on which both were run.
    run: u64,
    ran_long: bool,
}

impl Search<'_> {
    fn run(&mut self, method: MethodId, model: Option<Driver>, seed: u64) -> Option<Counterexample> {
        if let Some(found) = model.and_then(|driver| self.try_driver(driver, DEFAULT_STEPS)) {
            return Some(found);
        }
        let subject = self.subject;
        let generator = Generator::new(subject.program(), seed, |field| subject.is_settable(field));
        if !generator.methods_under_test().contains(&method) {
            return None;
        }
        let mut effort = 0;
        for number in 0..DRIVERS {
            let Some(driver) = generator.candidate(method, number) else { continue };
            let text = driver.text();
            if self.fresh.iter().any(|name| text.contains(name.as_str())) {
                continue;
            }
            if let Some(found) = self.try_driver(driver, FUEL) {
                return Some(found);
            }
            effort += self.runner.take_effort();
            if effort > EFFORT {
                break;
            }
        }
        None
    }

    fn try_driver(&mut self, driver: Driver, fuel: u64) -> Option<Counterexample> {
        self.runner.set_fuel(fuel);
        let judged = self.runner.judge(driver, &self.subject.runnable()).ok()?;
        self.run += 1;
        if judged.kills.is_empty() {
            return None;
        }
        let (_, rerun) = self.runner.rerun(&judged.code, &[0]).pop()?;
        if !rerun.kind().counts() {
            self.ran_long = true;
            return None;
        }
        let old = self.behaviour(&judged.driver, Ok(judged.observed));
        let other = self.runner.observe(&judged.driver, 0);
        let new = self.behaviour(&judged.driver, other);
        Some(Counterexample { inputs: judged.driver.inputs(), then: judged.driver.then.clone(), old, new })
    }

    fn behaviour(&self, driver: &Driver, observed: Result<Observed, KillKind>) -> Behaviour {
        match observed {
            Ok(observed) => Behaviour {
                outcome: checks::outcome(self.subject.program(), driver, &observed),
                diverges: false,
            },
            Err(kind) => {
                Behaviour { outcome: OutcomeReport::default(), diverges: kind == KillKind::Diverges }
            }
        }
    }
}
