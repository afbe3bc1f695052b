//! A slow judge of implication, in debug builds only: whether what the application of a rule has narrowed follows
//! from what the rule *means*.
//!
//! Each rule is a constraint on concrete runs, said here once more in the plainest way, and terms are computed by
//! [`crate::term::evaluate`], which implication does not use. A concrete assignment that the state before allows and that
//! satisfies the constraint has to be allowed by the state after it; where the application found a contradiction, there
//! may be none at all. As entries of the trail say what was narrowed, only assignments are tried that have one of the
//! values that are gone: the first of them that satisfies the constraint is a counterexample.
//!
//! - `Define`: where it is executed the value is the term's; at a join, that of the one way that is executed; and what the
//!   history of the value says.
//! - `Branch`: the node is executed if exactly one of its ways is, that whose condition alone holds. `Join`: the node is
//!   executed if exactly one of its ways is. `Implies`, `Cut`: as they say.
//!
//! Of statuses every case that a rule allows is tried. Of values some are drawn, the same in every run: ends of ranges,
//! constants, sums and differences of these, some others by a hash. So what it complains of is wrong, and of what
//! is wrong it may see nothing.
//!
//! It cannot see
//! - what is not narrowed though it could be, nor that rules are missing, watched too little, or do not say what the code does;
//! - values that no draw meets: above all a solution of a term of many unknowns;
//! - whether histories are true ([`super::possible_values`]): they are taken for granted;
//! - joined texts, whose references implication and the evaluator choose differently; what is known of maps as a whole;
//! - runs that break what the network promises: that what is read is executed, that a map holds what its type allows.

mod draw;

use crate::dalg::checked::draw::{Draw, Shared};
use crate::dalg::network::{DefId, DefKind, Network, Rule, RuleId, StatusId};
use crate::dalg::possible_values::Histories;
use crate::dalg::state::{Cell, State};
use crate::dalg::value::{Value, bits_of};
use crate::index::Id as _;
use crate::term::evaluate::mix;
use crate::term::sort::{Sort, ValueSort};
use crate::term::{TermId, TermKind, Terms};

/// Applications of a search that are all looked at: the rules of a network are all applied once when it begins.
const FIRST: u64 = 256;
/// Of those behind them, one in so many.
const EVERY: u64 = 16;
/// Assignments that are tried for each cell that was narrowed and each case of a rule that reads values.
const DRAWS: u64 = 12;
/// Cells of an application that are looked at: a node that is not executed may have hundreds of ways.
const MOST_CELLS: usize = 16;
/// Numbers that others are made from.
const MOST_NUMBERS: usize = 12;

/// Whether an application is looked at, by its number in the search.
pub const fn is_due(applied: u64) -> bool {
    applied <= FIRST || applied.is_multiple_of(EVERY)
}

/// A rule was applied.
#[derive(Debug)]
pub struct Application<'a> {
    pub network: &'a Network,
    pub terms: &'a Terms,
    /// As it is behind it.
    pub state: &'a State,
    /// The length of the trail before it.
    pub position: usize,
    pub rule: RuleId,
    pub histories: Option<&'a Histories>,
    pub assumes_cut: bool,
    /// It found a contradiction.
    pub is_conflict: bool,
}

impl Application<'_> {
    /// What was concluded without reason, in words.
    pub fn complaint(&self) -> Option<String> {
        let targets: Vec<Option<Cell>> = if self.is_conflict {
            vec![None]
        } else {
            let mut cells: Vec<Cell> = self.state.changed_since(self.position).collect();
            cells.sort_unstable();
            cells.dedup();
            cells.into_iter().filter(|&cell| self.is_concrete(cell)).take(MOST_CELLS).map(Some).collect()
        };
        if targets.is_empty() {
            return None;
        }
        let shared = Shared::new(self.numbers());
        let draws = if self.reads_values() { DRAWS } else { 1 };
        for target in targets {
            for case in 0..self.cases() {
                for number in 0..draws {
                    let mut draw = Draw::new(self, &shared, mix(self.rule.index() as u64, number));
                    if draw.is_counterexample(target, case) {
                        return Some(self.told(target, &draw));
                    }
                }
            }
        }
        None
    }

    /// Of maps the state does not keep values.
    fn is_concrete(&self, cell: Cell) -> bool {
        match cell {
            Cell::Status(_) => true,
            Cell::Value(def) => self.sort(def).is_some(),
        }
    }

    fn sort(&self, def: DefId) -> Option<ValueSort> {
        match self.terms.info(self.network.defs[def].symbol).sort {
            Sort::Value(sort) => Some(sort),
            _ => None,
        }
    }

    /// How many cases of statuses the rule allows; 0: nothing is executed.
    fn cases(&self) -> usize {
        match &self.network.rules[self.rule] {
            Rule::Define(def) => match &self.network.defs[*def].kind {
                DefKind::Join(ways) => 1 + ways.len(),
                _ => 2,
            },
            Rule::Branch { ways, .. } => 1 + ways.len(),
            Rule::Join { ways, .. } => 1 + ways.len(),
            Rule::Implies { .. } => 3,
            Rule::Cut(_) => 1 + usize::from(!self.assumes_cut),
        }
    }

    fn terms_read(&self) -> Vec<TermId> {
        match &self.network.rules[self.rule] {
            Rule::Define(def) => match self.network.defs[*def].kind {
                DefKind::Assign(term) => vec![term],
                _ => Vec::new(),
            },
            Rule::Branch { ways, .. } => ways.iter().map(|way| way.1).collect(),
            Rule::Join { .. } | Rule::Implies { .. } | Rule::Cut(_) => Vec::new(),
        }
    }

    fn reads_values(&self) -> bool {
        match self.network.rules[self.rule] {
            Rule::Define(def) => self.sort(def).is_some(),
            Rule::Branch { .. } => true,
            Rule::Join { .. } | Rule::Implies { .. } | Rule::Cut(_) => false,
        }
    }

    /// Numbers that may matter: of constants, of ends of ranges; beside them; their sums and differences.
    fn numbers(&self) -> Vec<u64> {
        let parts = self.terms.closure(&self.terms_read());
        let mut defs: Vec<DefId> = Vec::new();
        if let Rule::Define(def) = self.network.rules[self.rule] {
            defs.push(def);
            defs.extend(&self.network.defs[def].reads);
        }
        let mut some: Vec<u64> = Vec::new();
        for part in parts {
            some.extend(bits_of(self.terms, part));
            if let TermKind::Var(symbol) = *self.terms.kind(part) {
                defs.extend(self.network.def_of(symbol));
            }
        }
        let ends = |value: Value| value.bounds().map(|(low, high)| [low as u64, high as u64]);
        for def in defs {
            let (before, after) = (self.state.value_at(def, self.position), self.state.value(def));
            some.extend([before, after].into_iter().filter_map(ends).flatten());
        }
        some.sort_unstable();
        some.dedup();
        // Some from all over.
        let step = some.len().div_ceil(MOST_NUMBERS).max(1);
        let some: Vec<u64> = some.into_iter().step_by(step).collect();
        let mut numbers = vec![0, 1, u64::MAX, 2, 3, 100];
        for &number in &some {
            numbers.extend([number, number.wrapping_add(1), number.wrapping_sub(1)]);
            for other in &some {
                numbers.extend([number.wrapping_add(*other), number.wrapping_sub(*other)]);
            }
        }
        numbers
    }

    fn told(&self, target: Option<Cell>, draw: &Draw<'_>) -> String {
        let network = self.network;
        let status = |status: StatusId| format!("{status} (at {:?})", network.statuses[status]);
        let value = |def: DefId| format!("{def} ({})", self.terms.info(network.defs[def].symbol).name);
        let rule = match &network.rules[self.rule] {
            Rule::Define(def) => format!("the definition {}", value(*def)),
            Rule::Branch { node, ways } => {
                let ways: Vec<String> = ways
                    .iter()
                    .map(|(way, condition)| format!("{way} if {}", self.terms.show(*condition)))
                    .collect();
                format!("the branch of {} ({})", status(*node), ways.join("; "))
            }
            Rule::Join { node, .. } => format!("the join of {}", status(*node)),
            Rule::Implies { one, other } => format!("that {} implies {}", status(*one), status(*other)),
            Rule::Cut(cut) => format!("the cut at {}", status(*cut)),
        };
        let said = match target {
            None => "is contradicted".to_owned(),
            Some(Cell::Status(s)) => format!("makes {} {:?}", status(s), self.state.exs(s)),
            Some(Cell::Value(def)) => {
                let (before, after) = (self.state.value_at(def, self.position), self.state.value(def));
                format!("narrows {} from {before:?} to {after:?}", value(def))
            }
        };
        let statuses = draw.statuses.iter().map(|(s, executed)| format!("{s} {executed}"));
        let values = draw.values.iter().map(|(v, bits)| match network.def_of(*v) {
            Some(def) => format!("{} {}", value(def), *bits as i64),
            None => format!("{v} {}", *bits as i64),
        });
        let run: Vec<String> = statuses.chain(values).collect();
        format!("{}, {rule}, {said}, against this run: {}", self.rule, run.join(", "))
    }
}
