//! The verdict on two versions: the local checker for proofs, the interpreter for differences ([`crate::versions::search`]).

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::driver::literals;
use crate::engine::subject::Subject;
use crate::jvm::value::Primitive;
use crate::report::json::{OutcomeReport, VERSION};
use crate::roa::callers;
use crate::roa::local::Extent;
use crate::roa::original::KnownOriginals;
use crate::roa::proof::{Bounded, Checked, Iterations};
use crate::roa::relational;
use crate::roa::workbench::Workbench;
use crate::sema::program::{BodyState, MethodId, Program};
use crate::sema::typed_tree::LocalOrigin;
use crate::sema::types::Ty;
use crate::symbolic::solver::SolverError;
use crate::term::Terms;
use crate::term::assignment::{Assignment, Base};
use crate::term::variable::Variable;
use crate::versions::align;
use crate::versions::merge::Merged;
use crate::versions::relation::{Translated, Unrelated, relate};
use crate::versions::search::{FoundInput, OnState, Search};

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
    /// What could be done about that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
    /// The proof rests on which classes the program has.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub closed_world: bool,
    /// What the proof is, where it is none of the local check.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proof: Option<String>,
    /// Inputs on which both were run, and the most steps that the old version took on one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub inputs_run: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub longest_run: Option<u64>,
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
    /// The runs took the values that `StrictMath` gives where `Math` leaves the last bits open.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub strict_math: bool,
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
            next: None,
            closed_world: false,
            proof: None,
            inputs_run: None,
            longest_run: None,
            counterexample: None,
        }
    }

    /// The text of the method and of all that it may reach is the same.
    pub fn same_text(program: &Program, method: MethodId) -> Self {
        let proof = Some("the method, and all that it may reach, has the same text in both files".to_owned());
        Self { proof, ..Self::new(program, method, TwoVersions::Equivalent) }
    }

    /// Proven an edit at a time, where the whole was not.
    pub fn in_steps(self, steps: usize, closed_world: bool) -> Self {
        let proof = Some(format!("an edit at a time, in {steps} steps"));
        Self {
            verdict: TwoVersions::Equivalent,
            bound: None,
            reason: None,
            next: None,
            closed_world,
            proof,
            counterexample: None,
            ..self
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
    program.hold_two_versions();
    for (adopted, class, body) in along {
        program.adopt(adopted, class, body);
    }
    if let BodyState::Typed(old) = program.body(method) {
        align::align(old, &mut body);
    }
    let program = Arc::new(program);
    let subject = Subject::of_versions(program.clone(), method, body.clone());
    let Some(mut bench) = Workbench::new(&program, &KnownOriginals::with_all_fields(), method, max_depth)?
    else {
        let why = "the old version lies outside the subset".to_owned();
        return Ok(Ok(Comparison::undecided(&program, method, why)));
    };
    let Checked { proof, bounded, state, .. } = bench.check(&body, Extent::UntilProven)?;
    if let Some(proof) = proof {
        let verdict = Comparison::new(&program, method, TwoVersions::Equivalent);
        return Ok(Ok(Comparison { closed_world: proof.closed_world, ..verdict }));
    }
    let mut search = Search::new(&subject, method, fresh);
    let state = bounded.difference.as_ref().map(|d| &d.assignment).or(state.as_ref());
    let mut found = search.run(&body, state.map(|state| (&bench.terms, state)), seed);
    if let FoundInput::Nothing = found
        && let Some(closed_world) = relational::related(&mut bench, &body)?
    {
        let verdict = Comparison::new(&program, method, TwoVersions::Equivalent);
        return Ok(Ok(Comparison { closed_world, ..verdict }));
    }
    if let (FoundInput::Nothing, Some(proof)) = (&found, &bounded.proof)
        && let Some(beyond) = search.beyond(proof.bound.into(), seed)
    {
        found = FoundInput::Difference(Box::new(beyond));
    }
    let verdict = |verdict| Comparison {
        inputs_run: Some(search.run),
        longest_run: Some(search.longest),
        ..Comparison::new(&program, method, verdict)
    };
    Ok(Ok(match found {
        FoundInput::Difference(example) => {
            Comparison { counterexample: Some(*example), ..verdict(TwoVersions::Different) }
        }
        FoundInput::NoneOfAll { inputs, closed_world } => {
            let all = if inputs == 1 { "its only run".to_owned() } else { format!("all {inputs} inputs") };
            let proof = Some(format!("both versions were run on {all}, and do the same"));
            Comparison { closed_world, proof, ..verdict(TwoVersions::Equivalent) }
        }
        FoundInput::Nothing => {
            let state = bounded.difference.as_ref().map(|d| &d.assignment).or(state);
            let state = state.map(|state| told(&program, method, &bench.terms, state));
            let is_out_of_reach = state.as_ref().is_some_and(|told| !told.is_empty())
                && bounded.proof.is_none()
                && search.on_state == OnState::NotRun;
            let (kind, reason) = open(&program, method, &bounded, &search, state);
            let (bound, closed_world) = match (kind, bounded.proof) {
                (TwoVersions::EquivalentUpTo, Some(proof)) => (Some(proof.bound.into()), proof.closed_world),
                _ => (None, false),
            };
            let has_next = search.run > 0 && matches!(search.on_state, OnState::NotRun | OnState::Agree);
            let next = has_next.then(|| next(bound, is_out_of_reach));
            Comparison { bound, reason: Some(reason), next, closed_world, ..verdict(kind) }
        }
    }))
}

/// Whether the two versions are proven to do the same, without a search for a difference; then, whether that rests on
/// which classes there are.
pub(super) fn proven(merged: Merged, method: MethodId, max_depth: u32) -> Result<Option<bool>, SolverError> {
    let Ok(Translated { mut body, along }) = relate(&merged, method) else { return Ok(None) };
    let mut program = merged.program;
    program.hold_two_versions();
    for (adopted, class, body) in along {
        program.adopt(adopted, class, body);
    }
    if let BodyState::Typed(old) = program.body(method) {
        align::align(old, &mut body);
    }
    let Some(mut bench) = Workbench::new(&program, &KnownOriginals::with_all_fields(), method, max_depth)?
    else {
        return Ok(None);
    };
    match bench.check(&body, Extent::UntilProven)?.proof {
        Some(proof) => Ok(Some(proof.closed_world)),
        None => relational::related(&mut bench, &body),
    }
}

/// What could be done where inputs were run, and neither a proof for all inputs nor a difference came of it.
fn next(bound: Option<u64>, is_out_of_reach: bool) -> String {
    let steps = "compare in steps: OLD with a version in between whose loops and changes are nearer to it, that with NEW";
    match bound {
        Some(bound) => format!(
            "--up-to {bound} takes this for a success, where no caller goes farther; for a proof, {steps}"
        ),
        None if is_out_of_reach => {
            "where callers can bring that state about, compare one of them; where none can, let both \
                              versions throw in it"
                .to_owned()
        }
        None => steps.to_owned(),
    }
}

/// What is said where there is neither a proof for all inputs nor a difference.
fn open(
    program: &Program,
    method: MethodId,
    bounded: &Bounded,
    search: &Search<'_>,
    state: Option<String>,
) -> (TwoVersions, String) {
    let tried = match search.run {
        0 => "no input was run".to_owned(),
        1 => format!("the one input that was run, of {} steps, shows no difference", search.longest),
        run => format!("{run} inputs show no difference, the longest run took {} steps", search.longest),
    };
    if let (Some(proof), 1..) = (&bounded.proof, search.run) {
        let stops = "no relation of the two versions was found that holds beyond it";
        return (TwoVersions::EquivalentUpTo, format!("{}; {stops}; {tried}", proof.what_is_bounded()));
    }
    let leaves_bound = bounded.difference.as_ref().filter(|difference| difference.leaves_bound);
    let why = match (&bounded.proof, &bounded.reason) {
        (Some(proof), _) => format!("they are the same up to {} ({})", proof.bound, proof.what_is_bounded()),
        (None, _) if let Some(beyond) = leaves_bound => {
            format!(
                "no relation of the two versions' loops was found; the new one goes on where the old one takes {}",
                Iterations(beyond.bound)
            )
        }
        (None, Some(reason)) => reason.clone(),
        (None, None) => "there may be a state in which the versions differ".to_owned(),
    };
    let state = state.filter(|told| bounded.proof.is_none() && !told.is_empty());
    let tested = match &search.on_state {
        OnState::NotRun => "which no test was found to bring about",
        OnState::NoTest(why) => &format!("on which a run is no test: {why}"),
        OnState::Agree => "on which both were run: no difference",
        OnState::Unseen => {
            "on which both were run: they differ in what tests do not compare, such as which object it is, what is logged, or the time"
        }
    };
    let state = state.map_or(String::new(), |told| format!(" (as {told}, {tested})"));
    let hint = if search.ran_long { ", but the new version runs far longer on some" } else { "" };
    let not_run = match (&search.not_run, search.run) {
        (Some(what), 0) => format!(" ({what})"),
        _ => String::new(),
    };
    let next = if search.run > 0 {
        ""
    } else if callers::is_hidden(program, method) {
        "; compare a method that is not private and calls it"
    } else if search.not_run.is_none() {
        "; no test can call it with objects that code of its package makes: compare a method that calls it"
    } else {
        ""
    };
    (TwoVersions::Undecided, format!("{why}{state}; {tried}{not_run}{hint}{next}"))
}

/// The most values of a state that are told.
const TOLD: usize = 6;

/// The primitives of a state: parameters, fields of the receiver, statics.
fn told(program: &Program, method: MethodId, terms: &Terms, state: &Assignment) -> String {
    let mut all: Vec<String> = Vec::new();
    let mut tell = |name: String, ty: Ty, bits: u64| {
        if let Ty::Primitive(ty) = ty {
            all.push(format!("{name} = {}", literals::plain(Primitive::from_bits(ty, bits))));
        }
    };
    let root = Terms::root_frame();
    for (position, parameter) in program.methods[method].parameters.iter().enumerate() {
        let local = Variable::Local(root, LocalOrigin::Parameter(position as u32));
        if let Some(var) = terms.find_variable(local) {
            tell(parameter.name.to_string(), parameter.ty, state.variable(terms, var));
        }
    }
    if let Some(this) = terms.find_variable(Variable::This(root)) {
        let this = state.variable(terms, this);
        for (point, &bits) in &state.points {
            if let Base::Map(var) = point.base
                && let Variable::Field(field) = terms.info(var).variable
                && point.arguments[..] == [this]
            {
                tell(format!("this.{}", program.fields[field].name), program.fields[field].ty, bits);
            }
        }
    }
    for (&var, &bits) in &state.variables {
        if let Variable::Static(field) = terms.info(var).variable {
            tell(program.fields[field].name.to_string(), program.fields[field].ty, bits);
        }
    }
    all.truncate(TOLD);
    all.join(", ")
}

/// `equivalent OLD.java NEW.java --json`: every method that changed.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
pub struct Changes {
    pub version: u32,
    /// The worst of the methods.
    pub verdict: TwoVersions,
    /// In the order of the old file; without those whose text, with all that they may reach, is the same.
    pub methods: Vec<Comparison>,
    /// How many these are.
    pub unchanged: u64,
    pub removed: Vec<String>,
    pub added: Vec<String>,
}

impl Changes {
    pub fn new(methods: Vec<Comparison>, unchanged: u64, removed: Vec<String>, added: Vec<String>) -> Self {
        let rank = |verdict: &TwoVersions| match verdict {
            TwoVersions::Equivalent => 0,
            TwoVersions::EquivalentUpTo => 1,
            TwoVersions::Undecided => 2,
            TwoVersions::Different => 3,
        };
        let worst = methods.iter().map(|method| method.verdict).max_by_key(rank);
        let verdict = worst.unwrap_or(TwoVersions::Equivalent);
        Self { version: VERSION, verdict, methods, unchanged, removed, added }
    }
}

/// A method's name without its package, which may be another one in the new file.
pub fn name_in_package(program: &Program, method: MethodId) -> String {
    let name = program.method_name(method);
    let package = program.package_name(program.methods[method].class);
    let prefix = if package.is_empty() { String::new() } else { format!("{package}.") };
    name.strip_prefix(&prefix).map_or(name.clone(), str::to_owned)
}

/// A method's name in which one class stands for another.
pub fn renamed(name: &str, class: &str, other: &str) -> String {
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    let mut renamed = String::new();
    let mut word = String::new();
    for c in name.chars().chain([' ']) {
        if is_part(c) {
            word.push(c);
            continue;
        }
        renamed.push_str(if word == class { other } else { &word });
        word.clear();
        renamed.push(c);
    }
    renamed.pop();
    renamed
}
