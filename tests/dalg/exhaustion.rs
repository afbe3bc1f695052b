//! Verdicts against exhaustion: methods whose inputs can all be run. What the D-algorithm kills differs on some input,
//! and what the passes together call equivalent differs on none. Alone and without limits it decides what the global
//! engine decides, which reaches the other verdict in no case.

use std::collections::BTreeSet;

use jatpg::atg::plan::{self, Compaction};
use jatpg::dalg::switches::{Limits, Switches};
use jatpg::driver::Generator;
use jatpg::engine::Engine;
use jatpg::engine::dalgorithm::DAlgorithm;
use jatpg::engine::global::{self, Global};
use jatpg::engine::local::{DEFAULT_DEPTH, Local};
use jatpg::engine::pass::PassKind;
use jatpg::engine::session::{Progress, Session};
use jatpg::engine::subject::{GoalIndex, Subject};
use jatpg::engine::verdict::{Means, Verdict};
use jatpg::exec::mutant_set::MutantSet;
use jatpg::mutate::operator::OperatorSet;
use jatpg::roa::mroa::Depth;
use jatpg::sema::load::LoadOptions;
use jatpg::sema::program::{BodyState, Program};
use jatpg::syntax::source::SourceFile;
use rayon::prelude::*;

use crate::roa::exhaustion::{Exhaustible, METHODS, OPERATORS, methods_of};
use crate::roa::random_methods;
use crate::support::soak;

struct Unwatched;

impl Progress for Unwatched {
    fn report(&self, _pass: PassKind, _decided: usize, _tests: usize) {}
}

/// The method in a class of its own, with all its mutants; `None` if it lies outside the subset.
fn subject(method: &str) -> Option<Subject> {
    let source = SourceFile::new("A.java".into(), format!("class A {{ {method} }}"));
    let program = Program::load(vec![source], &LoadOptions::default()).expect("a valid program");
    let methods = methods_of(&program, method);
    matches!(program.body(methods[0]), BodyState::Typed(_))
        .then(|| Subject::new(program, &methods, &OperatorSet::parse(OPERATORS).expect("operators")))
}

fn generator(subject: &Subject) -> Generator<'_> {
    Generator::new(subject.program(), 1, |field| subject.setting(field))
}

/// The verdicts that engines come to, one after the other.
fn decide(subject: &Subject, mut engines: Vec<Box<dyn Engine + '_>>) -> Vec<Verdict> {
    let mut session = Session::new(subject, &Unwatched);
    plan::run(&mut session, &mut engines, Compaction::Off).expect("no failure");
    session.verdicts().to_vec()
}

fn killed_by(verdict: &Verdict) -> Option<PassKind> {
    match verdict {
        Verdict::Killed(killed) if !killed.is_weak() => Some(killed.pass()),
        _ => None,
    }
}

/// What came of one method.
#[derive(Default)]
struct FoundInMethod {
    mutants: usize,
    killed: usize,
    by_d: usize,
    equivalent: usize,
    wrong: Vec<String>,
}

impl FoundInMethod {
    fn add(&mut self, other: Self) {
        self.mutants += other.mutants;
        self.killed += other.killed;
        self.by_d += other.by_d;
        self.equivalent += other.equivalent;
        self.wrong.extend(other.wrong);
    }
}

/// All inputs of such a method are run: of arrays they are only short ones over a few values, and a static is zero.
fn is_enumerated_whole(method: &str) -> bool {
    !method.contains("[]") && !method.contains("static int s;")
}

fn exhaust(method: &str) -> FoundInMethod {
    let mut found = FoundInMethod::default();
    let (Some(subject), Some(exhaustible)) = (subject(method), Exhaustible::new(method)) else {
        return found;
    };
    let ids = |subject: &Subject| subject.mutants().iter().map(|m| m.id.clone()).collect::<Vec<_>>();
    assert_eq!(ids(&subject), ids(&exhaustible.subject), "the same mutants");
    let (switches, limits) = (Switches::ALL, Limits::default());
    let d = DAlgorithm::new(PassKind::D, generator(&subject), switches, limits);
    let mut engines: Vec<Box<dyn Engine + '_>> = vec![Box::new(Local::new(DEFAULT_DEPTH)), Box::new(d)];
    if is_soak() {
        engines.push(Box::new(Global::new(generator(&subject))));
    }
    let verdicts = decide(&subject, engines);
    let is_equivalent = |m: &GoalIndex| matches!(verdicts[*m as usize], Verdict::Equivalent(_));
    let killer = |m: &GoalIndex| killed_by(&verdicts[*m as usize]);
    found.mutants = verdicts.len();
    found.killed = subject.indices().filter(|m| killer(m).is_some()).count();
    found.by_d = subject.indices().filter(|m| killer(m) == Some(PassKind::D)).count();
    found.equivalent = subject.indices().filter(is_equivalent).count();
    let mut tell = |mutant: GoalIndex, what: &str| {
        let m = subject.mutant(mutant);
        found.wrong.push(format!("{method}\n  {}: {} → {}: {what}", m.id, m.original, m.replacement));
    };
    let judged: MutantSet = subject.indices().filter(|m| is_equivalent(m) || killer(m).is_some()).collect();
    let mut shown = exhaustible.run(judged);
    // Idle rounds are proven of whole methods.
    let by_whole = |m: &GoalIndex| {
        let whole = Means::Region(Depth::Global);
        matches!(&verdicts[*m as usize], Verdict::Equivalent(proof) if proof.means() == whole)
    };
    exhaustible.look_again(&mut shown, &subject.indices().filter(by_whole).collect());
    let differs: BTreeSet<GoalIndex> = shown.kills.iter().map(|kill| kill.0).collect();
    for &mutant in differs.iter().filter(|m| is_equivalent(m)) {
        tell(mutant, "called equivalent, and an input tells it from the original");
    }
    // Where the original does not end on many inputs, they were not all run.
    if is_enumerated_whole(method) && shown.endless == 0 {
        // A callee may be called with other arguments than `f` gives it.
        let own = |m: &GoalIndex| subject.mutant(*m).method == exhaustible.methods[0];
        for mutant in subject.indices().filter(|m| own(m) && killer(m).is_some() && !differs.contains(m)) {
            tell(mutant, "called killed, and no input tells it from the original");
        }
    }
    found
}

/// Random methods beside the fixed ones. `JATPG_EXHAUSTION` asks for more of them and for all fixed ones, and
/// `JATPG_FIRST` for those from a number on.
const RANDOM_METHODS: u64 = 2;
/// Without a soak every so many of the fixed ones.
const STEP: usize = 4;

/// A soak asks the global engine, too: it takes most of the time, and proves nothing equivalent.
fn is_soak() -> bool {
    soak::is_on() || std::env::var_os("JATPG_EXHAUSTION").is_some()
}

fn methods() -> Vec<String> {
    let number = |name: &str| std::env::var(name).ok().and_then(|n| n.parse::<u64>().ok());
    let first = number("JATPG_FIRST").unwrap_or(0);
    let count = number("JATPG_EXHAUSTION").unwrap_or(RANDOM_METHODS);
    let random = (first..first + count).map(random_methods::method);
    let step = if is_soak() { 1 } else { STEP };
    METHODS.iter().step_by(step).map(|&m| m.to_owned()).chain(random).collect()
}

/// No limit but the effort.
fn unlimited() -> Limits {
    Limits {
        backtracks: u32::MAX,
        k_ec: u32::MAX,
        k_def: u32::MAX,
        copies: u32::MAX,
        tests: u32::MAX,
        effort: if is_soak() { 20_000_000 } else { 4_000_000 },
        method_effort: if is_soak() { 400_000_000 } else { 60_000_000 },
        frames: 16,
        ..Limits::default()
    }
}

/// The global engine with as much effort.
fn unlimited_baseline() -> global::Limits {
    let Limits { effort, method_effort, .. } = unlimited();
    let (effort, mutant_effort) = (method_effort, effort);
    let (all_effort, all_resources, hopeless) = (u64::MAX, u64::MAX, usize::MAX);
    global::Limits { effort, all_effort, mutant_effort, all_resources, hopeless, ..global::Limits::default() }
}

/// What the D-algorithm alone and the global engine come to.
#[derive(Default)]
struct Compared {
    mutants: usize,
    killed_by_both: usize,
    /// The one proves it equivalent, the other finds no test.
    proven: usize,
    proven_up_to: usize,
    killed_by_d: usize,
    killed_by_global: usize,
    /// Neither comes to anything, though some input tells the two apart, or though none does.
    open: usize,
    open_and_alike: usize,
    wrong: Vec<String>,
}

impl Compared {
    fn add(&mut self, other: Self) {
        self.mutants += other.mutants;
        self.killed_by_both += other.killed_by_both;
        self.proven += other.proven;
        self.proven_up_to += other.proven_up_to;
        self.killed_by_d += other.killed_by_d;
        self.killed_by_global += other.killed_by_global;
        self.open += other.open;
        self.open_and_alike += other.open_and_alike;
        self.wrong.extend(other.wrong);
    }
}

fn compare(method: &str) -> Compared {
    let mut compared = Compared::default();
    let (Some(subject), Some(exhaustible)) = (subject(method), Exhaustible::new(method)) else {
        return compared;
    };
    let (switches, limits) = (Switches::ALL, unlimited());
    let d = DAlgorithm::new(PassKind::D, generator(&subject), switches, limits);
    let by_d = decide(&subject, vec![Box::new(d)]);
    let baseline = Global::baseline(generator(&subject)).within(unlimited_baseline());
    let by_global = decide(&subject, vec![Box::new(baseline)]);
    let is_open = |m: &GoalIndex| {
        killed_by(&by_d[*m as usize]).is_none() && killed_by(&by_global[*m as usize]).is_none()
    };
    let differs: BTreeSet<GoalIndex> =
        exhaustible.run(subject.indices().filter(is_open).collect()).kills.iter().map(|k| k.0).collect();
    compared.mutants = subject.mutants().len();
    for mutant in subject.indices() {
        let global = killed_by(&by_global[mutant as usize]).is_some();
        let of_d = &by_d[mutant as usize];
        match (of_d, killed_by(of_d).is_some(), global) {
            (Verdict::Equivalent(_), _, false) if !differs.contains(&mutant) => compared.proven += 1,
            (Verdict::Equivalent(_), ..) => {
                let m = subject.mutant(mutant);
                let by = if global { "the global engine" } else { "some input" };
                let what = format!("{method}\n  {}: {} → {}", m.id, m.original, m.replacement);
                compared.wrong.push(format!("{what}: proven by a search, and {by} kills it"));
            }
            (_, true, true) => compared.killed_by_both += 1,
            (_, true, false) => compared.killed_by_d += 1,
            (_, false, true) => compared.killed_by_global += 1,
            (Verdict::EquivalentUpTo(_), ..) => compared.proven_up_to += 1,
            _ if differs.contains(&mutant) => compared.open += 1,
            _ => compared.open_and_alike += 1,
        }
    }
    compared
}

/// With primitives alone one driver covers all inputs of a method.
fn has_primitives_alone(method: &str) -> bool {
    !method.contains("[]")
}

#[test]
fn the_search_alone_and_without_limits_decides_what_the_global_engine_decides() {
    let step = if is_soak() { 1 } else { 3 };
    let methods: Vec<String> = methods().into_iter().filter(|m| has_primitives_alone(m)).collect();
    let methods: Vec<&String> = methods.iter().step_by(step).collect();
    let each: Vec<Compared> = methods.par_iter().map(|method| compare(method)).collect();
    if is_soak() {
        for (method, one) in methods.iter().zip(&each) {
            let Compared { killed_by_d, killed_by_global, open, .. } = one;
            println!(
                "{killed_by_d} by d alone, {killed_by_global} by the global engine alone, {open} open: {method}"
            );
        }
    }
    let mut all = Compared::default();
    each.into_iter().for_each(|one| all.add(one));
    let Compared {
        mutants,
        killed_by_both,
        proven,
        proven_up_to,
        killed_by_d,
        killed_by_global,
        open,
        open_and_alike,
        wrong,
    } = all;
    println!(
        "{} methods, {mutants} mutants: {killed_by_both} killed by both, {proven} proven and not killed, {killed_by_d} killed \
         by d alone, {killed_by_global} by the global engine alone, {proven_up_to} proven up to a bound; open: {open} that some \
         input kills, {open_and_alike} that none does: {} wrong",
        methods.len(),
        wrong.len()
    );
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
    // Where the effort ends or static state is in the way, nothing is decided.
    let (alike, decided) = (killed_by_both + proven, mutants - open - open_and_alike - proven_up_to);
    assert!(alike >= 100 && alike * 100 >= decided * 80, "{alike} of {decided} alike");
}

#[test]
fn what_is_killed_differs_on_some_input_and_what_is_equivalent_on_none() {
    let mut found = FoundInMethod::default();
    let each: Vec<FoundInMethod> = methods().par_iter().map(|method| exhaust(method)).collect();
    each.into_iter().for_each(|one| found.add(one));
    let FoundInMethod { mutants, killed, by_d, equivalent, wrong } = found;
    println!(
        "{mutants} mutants, {killed} killed, {by_d} of them by d, {equivalent} equivalent: {} wrong",
        wrong.len()
    );
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(mutants >= if is_soak() { 2_000 } else { 500 }, "{mutants} mutants");
    // Much is killed where the local check finds the two versions of a whole method to differ.
    let killable = mutants - equivalent;
    assert!(killed * 100 >= killable * 85 && by_d * 5 >= killed, "{killed} of {killable}, {by_d} by d");
}
