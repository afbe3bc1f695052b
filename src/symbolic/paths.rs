//! The summary of an acyclic region as the dissertation writes it (§2.4.1, §3.7): every path is listed with its path
//! condition and what the variables hold at its end, and the disjunction over the paths is the state expression.
//!
//! It is the same function as [`crate::symbolic::summary`] gives, which merges where ways meet; it is there to be
//! compared with. Paths whose condition is constantly false are left out as they are walked. The disjunctions are
//! balanced trees: their depth is logarithmic in the number of paths, so that no limit of depth speaks against them.

use std::collections::BTreeMap;

use crate::analysis::effects::Effects;
use crate::cfg::graph::{EdgeKind, Graph, NodeId, NodeKey};
use crate::cfg::region::Region;
use crate::symbolic::summary::{Exit, Keep, NoSummary, Summary, run, set};
use crate::term::substitute::{State, Substitution};
use crate::term::variable::VarId;
use crate::term::{TermId, Terms};

/// What a list of paths may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PathBudget {
    pub paths: usize,
    /// Terms made.
    pub terms: usize,
}

/// A path as far as it has been walked: its condition, and what the variables hold.
struct Path {
    at: NodeId,
    condition: TermId,
    state: State,
}

/// A whole path.
type Listed = (TermId, State);

/// Lists the paths of a region, and puts them together for each exit.
pub fn list(
    terms: &mut Terms,
    graph: &Graph,
    region: &Region,
    effects: &Effects,
    keep: &dyn Keep,
    budget: PathBudget,
) -> Result<Summary, NoSummary> {
    region.topological_order(graph).ok_or(NoSummary::Cyclic)?;
    let limit = terms.len() + budget.terms;
    let mut exits: BTreeMap<(NodeKey, bool), Vec<Listed>> = BTreeMap::new();
    let mut found = 0;
    let condition = terms.boolean(true);
    let mut open = vec![Path { at: region.head, condition, state: State::new() }];
    while let Some(Path { at, condition, state }) = open.pop() {
        let state = run(terms, &graph.nodes[at].effect, state, effects)?;
        let mut substitution = Substitution::new(&state);
        let mut ways = Vec::new();
        for edge in graph.outgoing(at) {
            let taken = substitution.apply(terms, edge.condition);
            ways.push(terms.and(condition, taken));
        }
        // The first way is walked first.
        for (edge, condition) in graph.outgoing(at).zip(ways).collect::<Vec<_>>().into_iter().rev() {
            if terms.is_false(condition) {
                continue;
            }
            let target = graph.nodes[edge.to].key;
            let kept = state.iter().filter(|&(&v, _)| keep.keeps(terms, target, v));
            let state = kept.map(|(&v, &t)| (v, t)).collect();
            let is_cut = edge.kind == EdgeKind::Cut;
            if edge.to != region.head && region.contains(edge.to) && !is_cut {
                open.push(Path { at: edge.to, condition, state });
            } else {
                exits.entry((target, is_cut)).or_default().push((condition, state));
                found += 1;
            }
        }
        if found + open.len() > budget.paths {
            return Err(NoSummary::TooManyPaths(budget.paths));
        }
        if terms.len() > limit {
            return Err(NoSummary::TooLarge(budget.terms));
        }
    }
    let exit = |((target, is_cut), paths): ((NodeKey, bool), Vec<Listed>)| {
        let (guard, state) = together(terms, &paths);
        Exit { target, is_cut, guard, state }
    };
    let exits = exits.into_iter().map(exit).collect();
    if terms.len() > limit {
        return Err(NoSummary::TooLarge(budget.terms));
    }
    Ok(Summary { exits })
}

/// The disjunction of path states.
fn together(terms: &mut Terms, paths: &[Listed]) -> Listed {
    let conditions: Vec<TermId> = paths.iter().map(|(condition, _)| *condition).collect();
    let guard = any(terms, &conditions);
    let mut vars: Vec<VarId> = paths.iter().flat_map(|(_, state)| state.keys().copied()).collect();
    vars.sort_unstable();
    vars.dedup();
    let mut merged = State::new();
    for var in vars {
        let unchanged = terms.var(var);
        let values: Vec<TermId> =
            paths.iter().map(|(_, state)| state.get(&var).copied().unwrap_or(unchanged)).collect();
        let value = choose(terms, &conditions, &values);
        set(terms, &mut merged, var, value);
    }
    (guard, merged)
}

/// Some condition; false if there is none.
fn any(terms: &mut Terms, conditions: &[TermId]) -> TermId {
    match conditions {
        [] => terms.boolean(false),
        [one] => *one,
        _ => {
            let (left, right) = conditions.split_at(conditions.len() / 2);
            let (left, right) = (any(terms, left), any(terms, right));
            terms.or(left, right)
        }
    }
}

/// The value whose condition holds. There is one for each condition, and at least one.
fn choose(terms: &mut Terms, conditions: &[TermId], values: &[TermId]) -> TermId {
    let middle = conditions.len() / 2;
    if middle == 0 {
        return values[0];
    }
    let left = choose(terms, &conditions[..middle], &values[..middle]);
    let right = choose(terms, &conditions[middle..], &values[middle..]);
    let condition = any(terms, &conditions[..middle]);
    terms.choose(condition, left, right)
}
