//! The algorithm's state (§3.3.8): the execution status of nodes and edges, the value of definitions, and the
//! implication task list, all on one trail, so that to backtrack is to cut the trail.
//!
//! Invariants
//! - A value only ever narrows, a status is set once, between two cuts of the trail.
//! - Each entry knows its reason: the rule that made it, and the entries that the rule had read.

use std::collections::{BTreeSet, VecDeque};

use smallvec::SmallVec;

use crate::dalg::network::{DefId, Network, RuleId, StatusId};
use crate::dalg::value::Value;
use crate::index::IndexVec;

/// EXS (§3.3.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exs {
    Unknown,
    Executed,
    NotExecuted,
}

/// What an entry changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Cell {
    Status(StatusId),
    Value(DefId),
}

/// Why an entry is there.
#[derive(Clone, Debug, PartialEq)]
pub enum Reason {
    /// A subtask chose it: the number of the choice.
    Choice(u32),
    /// A rule implies it from these entries.
    Rule(RuleId, Antecedents),
}

/// Positions on the trail.
pub type Antecedents = SmallVec<[u32; 4]>;

#[derive(Clone, Debug)]
pub struct Entry {
    pub cell: Cell,
    pub reason: Reason,
    old: Old,
    /// The entry before for the same cell.
    previous: Option<u32>,
}

#[derive(Clone, Copy, Debug)]
enum Old {
    Status,
    Value(Value),
}

/// Two things that cannot both be: what rule found it, from which entries.
#[derive(Clone, Debug, PartialEq)]
pub struct Conflict {
    pub rule: Option<RuleId>,
    /// What these say was looked at, too.
    pub defs: BTreeSet<DefId>,
    pub antecedents: Antecedents,
}

#[derive(Clone, Debug)]
pub struct State {
    status: IndexVec<StatusId, Exs>,
    value: IndexVec<DefId, Value>,
    last_status: IndexVec<StatusId, Option<u32>>,
    last_value: IndexVec<DefId, Option<u32>>,
    trail: Vec<Entry>,
    /// ITL: rules to be looked at again.
    pub(super) tasks: VecDeque<RuleId>,
    pub(super) is_queued: IndexVec<RuleId, bool>,
    /// Rules applied so far: effort.
    pub(super) applied: u64,
}

impl State {
    /// Nothing is known but types; every rule is to be looked at.
    pub fn new(network: &Network) -> Self {
        Self {
            status: IndexVec::from_elem(Exs::Unknown, network.statuses.len()),
            value: network.defs.iter().map(|def| def.initial).collect(),
            last_status: IndexVec::from_elem(None, network.statuses.len()),
            last_value: IndexVec::from_elem(None, network.defs.len()),
            trail: Vec::new(),
            tasks: network.rules.ids().collect(),
            is_queued: IndexVec::from_elem(true, network.rules.len()),
            applied: 0,
        }
    }

    /// The same state of a network to which more was added: the new rules are to be looked at.
    #[must_use]
    pub fn extended(&self, network: &Network) -> Self {
        let mut new = self.clone();
        let known = (self.status.len(), self.value.len(), self.is_queued.len());
        for _ in known.0..network.statuses.len() {
            new.status.push(Exs::Unknown);
            new.last_status.push(None);
        }
        for def in network.defs.iter().skip(known.1) {
            new.value.push(def.initial);
            new.last_value.push(None);
        }
        for rule in network.rules.ids().skip(known.2) {
            new.is_queued.push(true);
            new.tasks.push_back(rule);
        }
        new
    }

    pub fn exs(&self, status: StatusId) -> Exs {
        self.status[status]
    }

    pub fn value(&self, def: DefId) -> Value {
        self.value[def]
    }

    /// A status when the trail was as long as that.
    pub(super) fn exs_at(&self, status: StatusId, position: usize) -> Exs {
        match self.last_status[status] {
            Some(last) if last as usize >= position => Exs::Unknown,
            _ => self.status[status],
        }
    }

    /// A value when the trail was as long as that.
    pub(super) fn value_at(&self, def: DefId, position: usize) -> Value {
        let mut value = self.value[def];
        let mut last = self.last_value[def];
        while let Some(entry) = last.filter(|&last| last as usize >= position).map(|last| self.entry(last)) {
            if let Old::Value(old) = entry.old {
                value = old;
            }
            last = entry.previous;
        }
        value
    }

    /// The cells of the entries behind a position of the trail.
    pub(super) fn changed_since(&self, position: usize) -> impl Iterator<Item = Cell> {
        self.trail.iter().skip(position).map(|entry| entry.cell)
    }

    /// The latest entry for a cell.
    pub fn last(&self, cell: Cell) -> Option<u32> {
        match cell {
            Cell::Status(status) => self.last_status[status],
            Cell::Value(def) => self.last_value[def],
        }
    }

    pub fn entry(&self, position: u32) -> &Entry {
        &self.trail[position as usize]
    }

    /// The length of the trail: what [`State::cut`] goes back to.
    pub fn position(&self) -> usize {
        self.trail.len()
    }

    /// Rules applied since the beginning.
    pub fn applied(&self) -> u64 {
        self.applied
    }

    /// Forgets all that was implied since; what was to be looked at is dropped with it.
    pub fn cut(&mut self, position: usize) {
        while self.trail.len() > position {
            let Some(entry) = self.trail.pop() else { break };
            match (entry.cell, entry.old) {
                (Cell::Status(status), _) => {
                    self.status[status] = Exs::Unknown;
                    self.last_status[status] = entry.previous;
                }
                (Cell::Value(def), Old::Value(old)) => {
                    self.value[def] = old;
                    self.last_value[def] = entry.previous;
                }
                (Cell::Value(_), Old::Status) => {}
            }
        }
        for rule in self.tasks.drain(..) {
            self.is_queued[rule] = false;
        }
    }

    pub(super) fn set_status(&mut self, network: &Network, status: StatusId, exs: Exs, reason: Reason) {
        let entry = Entry {
            cell: Cell::Status(status),
            reason,
            old: Old::Status,
            previous: self.last_status[status],
        };
        self.status[status] = exs;
        self.last_status[status] = Some(self.trail.len() as u32);
        self.trail.push(entry);
        self.queue(&network.status_watch[status]);
    }

    pub(super) fn set_value(&mut self, network: &Network, def: DefId, value: Value, reason: Reason) {
        let entry = Entry {
            cell: Cell::Value(def),
            reason,
            old: Old::Value(self.value[def]),
            previous: self.last_value[def],
        };
        self.value[def] = value;
        self.last_value[def] = Some(self.trail.len() as u32);
        self.trail.push(entry);
        self.queue(&network.def_watch[def]);
    }

    /// Rules to be looked at again.
    pub(super) fn queue(&mut self, rules: &[RuleId]) {
        for &rule in rules {
            if !std::mem::replace(&mut self.is_queued[rule], true) {
                self.tasks.push_back(rule);
            }
        }
    }

    /// Looks at the rules in another order from here on: the result must be the same (§3.4.1).
    pub fn shuffle(&mut self, mut random: impl FnMut(usize) -> usize) {
        let tasks = self.tasks.make_contiguous();
        for i in (1..tasks.len()).rev() {
            tasks.swap(i, random(i + 1));
        }
    }

    /// All statuses and values: what two orders of implication must agree on.
    pub fn snapshot(&self) -> (Vec<Exs>, Vec<Value>) {
        (self.status.iter().copied().collect(), self.value.iter().copied().collect())
    }

    /// The entries on which some depend, themselves included, the latest first.
    pub fn cone(&self, from: &[u32]) -> Vec<u32> {
        let mut pending: std::collections::BinaryHeap<u32> = from.iter().copied().collect();
        let mut cone: Vec<u32> = Vec::new();
        while let Some(position) = pending.pop() {
            if cone.last() == Some(&position) {
                continue;
            }
            cone.push(position);
            if let Reason::Rule(_, antecedents) = &self.trail[position as usize].reason {
                pending.extend(antecedents.iter().copied());
            }
        }
        cone
    }
}

impl Conflict {
    /// The choices that it rests on.
    pub fn cone(&self, state: &State) -> Vec<u32> {
        state.cone(&self.antecedents)
    }
}
