//! The local check (§2.4): do the two versions of a region take the same exit, with the same values of all that can
//! be observed there, from every state in which the original may enter it? For summaries, which are functions, that
//! is E0 satisfiable and E1, E2 unsatisfiable.
//!
//! Why an equal region proves an equivalent mutant: both versions begin in the same state. Up to the first entry of the
//! region they run the same code. If they enter it in states that agree on all that matters (`analysis::relevance`,
//! of both versions), they leave it by the same exit in states that agree again on all that matters there; and what
//! does not matter cannot make what matters differ later. By induction over the visits every run is the same run, and
//! ends or does not end in both. An acyclic region ends each visit.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use crate::cfg::graph::NodeKey;
use crate::symbolic::summary::{Exit, Keep, Summary};
use crate::term::sort::{Sort, ValueSort};
use crate::term::substitute::State;
use crate::term::variable::{VarId, Variable, VariableInfo};
use crate::term::{TermId, TermKind, Terms};

/// What has to hold for the two versions to agree, each for all states that the facts allow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Obligation {
    /// Which exit, and which variable there; `None`: that it is taken.
    pub exit: NodeKey,
    pub variable: Option<VarId>,
    pub holds: TermId,
}

/// The summary of a region that holds nothing.
pub fn passes_on(terms: &mut Terms, target: NodeKey) -> Summary {
    let guard = terms.boolean(true);
    Summary { exits: vec![Exit { target, is_cut: false, guard, state: State::new() }] }
}

/// All obligations that are not plainly true, exits first.
pub fn obligations(
    terms: &mut Terms,
    original: &Summary,
    mutant: &Summary,
    keep: &dyn Keep,
) -> Vec<Obligation> {
    let same = &mut |terms: &mut Terms, _, _, left, right| same_content(terms, left, right);
    obligations_of(terms, original, mutant, keep, same)
}

/// The same, where `like` says what has to hold of the two values of a variable behind an exit.
pub(super) fn obligations_of(
    terms: &mut Terms,
    original: &Summary,
    mutant: &Summary,
    keep: &dyn Keep,
    like: &mut dyn FnMut(&mut Terms, NodeKey, VarId, TermId, TermId) -> TermId,
) -> Vec<Obligation> {
    let targets: BTreeSet<(NodeKey, bool)> =
        original.exits.iter().chain(&mutant.exits).map(|exit| (exit.target, exit.is_cut)).collect();
    let mut guards = Vec::new();
    let mut values = Vec::new();
    for (target, is_cut) in targets {
        let (o, m) = (original.exit(target, is_cut), mutant.exit(target, is_cut));
        let never = terms.boolean(false);
        let (taken_o, taken_m) = (o.map_or(never, |e| e.guard), m.map_or(never, |e| e.guard));
        let holds = terms.same_value(taken_o, taken_m);
        guards.push(Obligation { exit: target, variable: None, holds });
        let (Some(o), Some(m)) = (o, m) else { continue };
        kept_behind(terms, keep, target, [&o.state, &m.state], |terms, var, left, right| {
            let alike = like(terms, target, var, left, right);
            let not_taken = terms.not(taken_o);
            let holds = terms.or(not_taken, alike);
            values.push(Obligation { exit: target, variable: Some(var), holds });
        });
    }
    guards.append(&mut values);
    guards.retain(|obligation| !terms.is_true(obligation.holds));
    guards
}

/// Whether a variable in which the versions may differ behind an exit does not matter there.
pub(super) fn drops(terms: &Terms, original: &Summary, mutant: &Summary, keep: &dyn Keep) -> bool {
    let none = State::default();
    let exits: BTreeSet<(NodeKey, bool)> =
        original.exits.iter().chain(&mutant.exits).map(|exit| (exit.target, exit.is_cut)).collect();
    exits.into_iter().any(|(target, is_cut)| {
        let behind = [original, mutant].map(|s| s.exit(target, is_cut).map_or(&none, |exit| &exit.state));
        let differs = |var: &VarId| behind[0].get(var) != behind[1].get(var);
        let mut vars = behind.iter().flat_map(|state| state.keys()).copied().filter(differs);
        vars.any(|var| !keep.keeps(terms, target, var))
    })
}

/// The step of every induction over two runs, whatever relates their states: of each variable that matters where both leave a
/// segment and that one of them may have changed there, what it holds in the first and in the second one.
pub(super) fn kept_behind(
    terms: &mut Terms,
    keep: &dyn Keep,
    target: NodeKey,
    behind: [&State; 2],
    mut each: impl FnMut(&mut Terms, VarId, TermId, TermId),
) {
    let vars: BTreeSet<VarId> = behind.iter().flat_map(|state| state.keys()).copied().collect();
    for var in vars {
        if keep.keeps(terms, target, var) {
            let unchanged = terms.var(var);
            let [first, second] = behind.map(|state| state.get(&var).copied().unwrap_or(unchanged));
            each(terms, var, first, second);
        }
    }
}

/// That two terms of one sort are the same value in all that can be read of it: of maps, what any reference and any
/// index find there. Of what is opaque, that it was made in the same way, which is more than has to hold.
pub fn same_content(terms: &mut Terms, left: TermId, right: TermId) -> TermId {
    if left == right {
        return terms.boolean(true);
    }
    match terms.sort(left) {
        Sort::Value(_) => terms.same_value(left, right),
        Sort::Field(_) => {
            let object = any_value(terms, 0, ValueSort::Reference);
            let (a, b) = (terms.select(left, object), terms.select(right, object));
            terms.same_value(a, b)
        }
        Sort::Cells(_) => {
            let array = any_value(terms, 0, ValueSort::Reference);
            let index = any_value(terms, 1, ValueSort::Int);
            let (a, b) = (terms.select_cell(left, array, index), terms.select_cell(right, array, index));
            terms.same_value(a, b)
        }
        Sort::Opaque => same_making(terms, left, right),
    }
}

/// Any reference or any index: whatever a question says of it holds for all.
fn any_value(terms: &mut Terms, number: u32, sort: ValueSort) -> TermId {
    let name = if sort == ValueSort::Reference { "any object" } else { "any index" };
    let info = VariableInfo {
        variable: Variable::Any(number),
        sort: Sort::Value(sort),
        ty: None,
        name: name.to_owned(),
    };
    let var = terms.variable(info);
    terms.var(var)
}

fn same_making(terms: &mut Terms, left: TermId, right: TermId) -> TermId {
    Making { done: FxHashMap::default() }.same(terms, left, right)
}

/// Compares how opaque values were made, each pair once.
struct Making {
    done: FxHashMap<(TermId, TermId), TermId>,
}

impl Making {
    fn same(&mut self, terms: &mut Terms, left: TermId, right: TermId) -> TermId {
        if left == right {
            return terms.boolean(true);
        }
        if let Some(&done) = self.done.get(&(left, right)) {
            return done;
        }
        let same = match (terms.kind(left).clone(), terms.kind(right).clone()) {
            (TermKind::Choose { condition, then, otherwise }, _) => {
                let (a, b) = (self.same(terms, then, right), self.same(terms, otherwise, right));
                terms.choose(condition, a, b)
            }
            (_, TermKind::Choose { condition, then, otherwise }) => {
                let (a, b) = (self.same(terms, left, then), self.same(terms, left, otherwise));
                terms.choose(condition, a, b)
            }
            (
                TermKind::Apply { function: f, arguments: a },
                TermKind::Apply { function: g, arguments: b },
            ) if f == g && a.len() == b.len() => {
                let mut all = terms.boolean(true);
                for (&x, &y) in a.iter().zip(&b) {
                    let same = self.same_argument(terms, x, y);
                    all = terms.and(all, same);
                }
                all
            }
            _ => terms.boolean(false),
        };
        self.done.insert((left, right), same);
        same
    }

    /// Maps among the arguments have to be the same term: a question about their content would be asked under a
    /// negation.
    fn same_argument(&mut self, terms: &mut Terms, left: TermId, right: TermId) -> TermId {
        match (terms.sort(left), terms.sort(right)) {
            (a, b) if a != b => terms.boolean(false),
            (Sort::Value(_), _) => terms.same_value(left, right),
            (Sort::Opaque, _) => self.same(terms, left, right),
            (Sort::Field(_) | Sort::Cells(_), _) => terms.boolean(left == right),
        }
    }
}
