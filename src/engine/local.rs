//! The local equivalence checker as a pass (DESIGN §7, §9): proofs, and the states in which it found
//! versions of a whole method to differ as tests to try.

use rayon::prelude::*;
use serde_json::{Value, json};

use crate::analysis::loops::Loops;
use crate::budget::Budget;
use crate::cfg::graph::Effect;
use crate::driver::{Driver, model};
use crate::engine::effort::AT_ONCE;
use crate::engine::exhaust;
use crate::engine::pass::{Part, PassKind};
use crate::engine::reason::NoProof;
use crate::engine::session::{Progress, Session};
use crate::engine::subject::{GoalIndex, Runner, Subject};
use crate::engine::verdict::Verdict;
use crate::engine::{Engine, EngineError};
use crate::exec::limits::DEFAULT_STEPS;
use crate::exec::mutant_set::MutantSet;
use crate::roa::callers::InRoot;
use crate::roa::local::Extent;
use crate::roa::method::{MethodCheck, Patience};
use crate::roa::proof::{Bounded, BoundedProof, Checked, Proof};
use crate::roa::workbench::METHOD_EFFORT;
use crate::sema::program::MethodId;
use crate::syntax::with_stack;

/// How often a region is expanded before the whole method is looked at.
pub const DEFAULT_DEPTH: u32 = 3;

/// For all mutants of a method that no test kills; and for all that it has, where no test was sought before.
const EFFORT: u64 = METHOD_EFFORT / 5 * 3;
const EFFORT_WITHOUT_TESTS: u64 = EFFORT * 3;
/// In a graph of more nodes each check takes the longer and shows the less: its effort becomes less with its size.
const NODES: u64 = 300;
/// The part that is left of it at least, and the part that may be spent in vain.
const LEAST_PART: u64 = 3;
const PART_IN_VAIN: u64 = 8;
/// The same where no test was sought: hard mutants stand before easy ones.
const PART_IN_VAIN_WITHOUT_TESTS: u64 = 3;
/// What the first of two passes may spend on one mutant. It does not ask Z3, which is slow to begin with.
const EFFORT_OF_FIRST: u64 = 1_000_000;
/// A method has a share of what is left that is as large as its part of the mutants that are left, or this part: what is easy behind
/// it does not go without for what is hard in it.
const LEAST_SHARE: u64 = 64;
/// What a method of which no test can be had may take. A proof needs no driver, and most of those that there are cost less.
const EFFORT_OF_BLOCKED: u64 = 3_000_000;

pub struct Local {
    max_depth: u32,
    part: Part,
}

impl Local {
    pub const fn new(max_depth: u32) -> Self {
        Self { max_depth, part: Part::Whole }
    }

    #[must_use]
    pub const fn part(self, part: Part) -> Self {
        Self { part, ..self }
    }

    /// The pass that a part is.
    pub const fn pass_of(part: Part) -> PassKind {
        match part {
            Part::Whole | Part::First => PassKind::Local,
            Part::Rest => PassKind::MoreLocal,
        }
    }

    /// What a part may spend; on one mutant, but in the first, as much as on its method.
    pub fn limits(part: Part, max_depth: u32) -> Value {
        json!({
            "depth": max_depth,
            "mutant_effort": (part == Part::First).then_some(EFFORT_OF_FIRST),
            "method_effort": EFFORT,
            "method_effort_without_tests": EFFORT_WITHOUT_TESTS,
        })
    }
}

/// How much of what is left for the class a pass leaves to those behind it: to random tests above all, which decide the most.
const fn thirds_for_others(part: Part) -> u64 {
    match part {
        Part::Whole => 0,
        Part::First => 2,
        Part::Rest => 1,
    }
}

impl Engine for Local {
    fn pass(&self) -> PassKind {
        Self::pass_of(self.part)
    }

    fn run(&mut self, session: &mut Session<'_>) -> Result<(), EngineError> {
        let subject = session.subject();
        let open = subject.indices().filter(|&m| subject.mutant(m).unsupported.is_none());
        let open = open.filter(|&m| !session.notes.checks.is_finished(m));
        let open = open.filter_map(|m| Some((m, extent(&session.verdicts()[m as usize])?)));
        let mut by_method: Vec<(MethodId, Vec<(GoalIndex, Extent)>)> = Vec::new();
        for (mutant, extent) in open {
            let method = subject.mutant(mutant).home;
            match by_method.last_mut() {
                Some((last, list)) if *last == method => list.push((mutant, extent)),
                _ => by_method.push((method, vec![(mutant, extent)])),
            }
        }
        for (_, mutants) in &mut by_method {
            mutants.sort_by_key(|&(mutant, _)| session.notes.later.contains(mutant));
        }
        let (depth, progress) = (self.max_depth, session.progress());
        let (effort, part_in_vain) = if session.tests().is_empty() {
            (EFFORT_WITHOUT_TESTS, PART_IN_VAIN_WITHOUT_TESTS)
        } else {
            (EFFORT, PART_IN_VAIN)
        };
        let mut found = Vec::new();
        let mut open: u64 = by_method.iter().map(|(_, mutants)| mutants.len() as u64).sum();
        let for_others = session.effort.left_in_terms() / 3 * thirds_for_others(self.part);
        for at_once in by_method.chunks(AT_ONCE) {
            let left = session.effort.left_in_terms().saturating_sub(for_others);
            let most = left / at_once.len() as u64;
            if most == 0 {
                break;
            }
            let of_mutant = left / open;
            let blocked: Vec<bool> =
                at_once.iter().map(|&(method, _)| session.effort.is_blocked(method)).collect();
            let checked: Result<Vec<(Vec<FoundByCheck>, u64)>, EngineError> = at_once
                .par_iter()
                .zip(blocked)
                .map(|((method, mutants), is_blocked)| {
                    let share = (of_mutant * mutants.len() as u64).max(left / LEAST_SHARE).min(most);
                    let share = if is_blocked { share.min(EFFORT_OF_BLOCKED) } else { share };
                    let in_vain = effort / part_in_vain;
                    let efforts = Efforts { part: self.part, method: effort, in_vain, share };
                    with_stack(|| check(subject, *method, mutants, efforts, depth, progress))
                })
                .collect();
            open -= at_once.iter().map(|(_, mutants)| mutants.len() as u64).sum::<u64>();
            for (of_method, effort) in checked? {
                found.push(of_method);
                session.notes.checks.count(effort);
                session.effort.spend_terms(effort);
            }
        }
        for FoundByCheck { mutant, proof, up_to, driver, is_done, unproven } in found.into_iter().flatten() {
            if is_done {
                session.notes.checks.finish(mutant);
            }
            match (proof, up_to) {
                (Some(proof), _) => session.prove(mutant, &proof),
                (None, Some(up_to)) => session.prove_up_to(mutant, &up_to),
                (None, None) => {}
            }
            if let Some(why) = unproven {
                session.notes.unproven(mutant, why);
            }
            // A state in which the versions differ is a test, if code of the package can bring it about.
            if let Some(driver) = driver {
                session.offer(driver.method, vec![driver], DEFAULT_STEPS);
            }
        }
        if self.part != Part::Rest {
            exhaust::decide(session);
        }
        Ok(())
    }
}

/// How far a mutant with this verdict is checked; `None`: nothing is to be shown of it.
const fn extent(verdict: &Verdict) -> Option<Extent> {
    match verdict {
        Verdict::Undecided(_) | Verdict::EquivalentUpTo(_) => Some(Extent::UntilProven),
        // Loops that run to a limit are longer than what is unrolled; what else meets one, unrolling rarely shows.
        Verdict::Killed(killed) if killed.is_weak() => Some(Extent::Regions),
        Verdict::Killed(_) | Verdict::Equivalent(_) => None,
    }
}

/// What the checks of a method's mutants may cost, and what may be spent in vain.
#[derive(Clone, Copy)]
struct Efforts {
    part: Part,
    method: u64,
    in_vain: u64,
    /// All that is left for it.
    share: u64,
}

/// What the check of a mutant gave.
struct FoundByCheck {
    mutant: GoalIndex,
    proof: Option<Proof>,
    up_to: Option<BoundedProof>,
    driver: Option<Driver>,
    /// Another check would show no more.
    is_done: bool,
    /// What was in the way of a proof.
    unproven: Option<NoProof>,
}

fn check(
    subject: &Subject,
    method: MethodId,
    mutants: &[(GoalIndex, Extent)],
    efforts: Efforts,
    max_depth: u32,
    progress: &dyn Progress,
) -> Result<(Vec<FoundByCheck>, u64), EngineError> {
    let program = subject.program();
    let Some(mut check) = MethodCheck::new(program, subject.known(), method, max_depth)? else {
        return Ok((Vec::new(), 0));
    };
    let nodes = check.checker.graph.nodes.len() as u64;
    let Efforts { part, method: effort, in_vain, share } = efforts;
    // Loops are unrolled, and so are those of callers.
    let is_whole =
        part != Part::First || check.callers.is_none() && Loops::new(&check.checker.graph).loops.is_empty();
    let has_calls = check.checker.graph.nodes.iter().any(|node| matches!(node.effect, Effect::Call(_)));
    check.checker.effort =
        Budget::new((effort / nodes.max(NODES) * NODES).max(effort / LEAST_PART).min(share));
    if part == Part::First {
        check.checker.mutant_effort = EFFORT_OF_FIRST;
        check.checker.asker.stay_within_circuits();
    }
    check.set_patience(Patience::new(10, in_vain));
    let mut found = Vec::new();
    let mut cut_short = Vec::new();
    // Those that no test found here kills.
    let mut live: MutantSet = mutants.iter().map(|&(mutant, _)| mutant).collect();
    let mut runner = subject.runner();
    for &(mutant, extent) in mutants {
        let extent = if is_whole { extent } else { Extent::Regions };
        if !live.contains(mutant) {
            continue;
        }
        // What is hard is left to random tests first.
        if part == Part::First && check.checker.is_hurried() {
            break;
        }
        let Some(checked) = check.check(&subject.mutant(mutant).patch, extent)? else {
            continue;
        };
        if checked.is_cut_short() && extent == Extent::UntilProven {
            cut_short.push(mutant);
        }
        let differs = checked.bounded.difference.is_some() || !has_calls && checked.state.is_some();
        let is_decided = checked.proof.is_some() || differs;
        let is_done = part == Part::First && is_whole && is_decided;
        let taken = FoundByCheck { is_done, ..take(&check, mutant, checked) };
        let killed = taken.driver.as_ref().map_or(0, |driver| drop_killed(&mut runner, driver, &mut live));
        check.count(taken.proof.is_some() || taken.up_to.is_some() || killed > 0);
        progress.foresees(usize::from(taken.proof.is_some()) + killed);
        found.push(taken);
    }
    for mutant in cut_short {
        if !live.contains(mutant) {
            continue;
        }
        if let Some(checked) = check.check_again(&subject.mutant(mutant).patch, true)? {
            progress.foresees(usize::from(checked.proof.is_some()));
            found.push(take(&check, mutant, checked));
        }
    }
    Ok((found, check.checker.effort.spent()))
}

/// Drops the mutants that a test kills, and says how many. It is offered to the session when all methods are done.
fn drop_killed(runner: &mut Runner<'_>, driver: &Driver, live: &mut MutantSet) -> usize {
    let Ok(judged) = runner.judge(driver.clone(), live) else { return 0 };
    let killed = judged.kills.iter().filter(|(_, kind)| kind.counts());
    killed.map(|&(mutant, _)| live.remove(mutant)).count()
}

/// Before the next mutant is checked, which may forget the terms.
fn take(check: &MethodCheck<'_>, mutant: GoalIndex, checked: Checked) -> FoundByCheck {
    let MethodCheck { checker, callers, .. } = check;
    let (program, method) = (checker.program(), checker.graph.method);
    let in_root = checked.in_root.as_ref().and_then(|InRoot { root, difference }| {
        model::driver(program, *root, callers.as_ref()?.terms(*root)?, &difference.assignment)
    });
    let unproven = checker.why_unproven(&checked);
    let Checked { proof, state, bounded: Bounded { proof: up_to, difference, .. }, .. } = checked;
    // Of what a call does there is more in a difference, where it is followed.
    let state = difference.map(|difference| difference.assignment).or(state);
    let own = || model::driver(program, method, &checker.terms, &state?);
    FoundByCheck { mutant, proof, up_to, driver: in_root.or_else(own), is_done: false, unproven }
}
