//! EC assist and value assist (§4.3.1, DESIGN §8): what a conflict says about the question that led to it.
//!
//! The reasons of a conflict lead back to the choice of the subtask. On that way stand decisions that took another
//! edge than the subtask needs, and definitions that carried values there. The next question has the nearest such
//! decision's edge condition (EEC), and the definitions in between (DTE). Where no edge is to blame, value assist adds
//! the definitions alone. All of them hold in every run, so nothing possible is excluded.
//!
//! The three cases of the dissertation are one here: a region that is not executed (executability), a reaching
//! definition that was killed or not executed (controllability: the join definition's edge), and an effect that is
//! blocked (observability) each end in a conflict whose reasons name the conditional node.

use std::collections::BTreeSet;

use crate::dalg::network::{DefId, Network, Rule, RuleId, StatusId};
use crate::dalg::question::Opened;
use crate::dalg::state::{Cell, Conflict, Reason, State};
use crate::dalg::switches::{Limits, Switch, Switches};
use crate::term::Terms;
use crate::term::sort::Sort;

/// What a conflict rests on.
#[derive(Clone, Debug, Default)]
pub struct Blame {
    /// Decisions whose condition was evaluated, the closest to the conflict first.
    branches: Vec<RuleId>,
    joins: BTreeSet<StatusId>,
    implied: BTreeSet<(StatusId, StatusId)>,
    defs: BTreeSet<DefId>,
    /// What the subtask itself chose, that the conflict rests on.
    pub chosen: Vec<Cell>,
}

/// What was added to a question.
#[derive(Clone, Debug, PartialEq)]
pub enum Added {
    /// The edge conditions of a decision.
    Condition(StatusId),
    Definitions(usize),
    /// What the questions of the subtasks behind it had when they were refuted.
    Lesson,
    /// That the effect passes a site at which it was hidden.
    Passage,
}

impl Blame {
    pub fn of(network: &Network, state: &State, conflict: &Conflict, choice: u32) -> Self {
        let mut blame = Self { defs: conflict.defs.clone(), ..Self::default() };
        if let Some(rule) = conflict.rule {
            blame.add(network, rule);
        }
        for position in conflict.cone(state) {
            let entry = state.entry(position);
            match &entry.reason {
                Reason::Choice(by) if *by == choice => blame.chosen.push(entry.cell),
                Reason::Choice(_) => {}
                Reason::Rule(rule, _) => blame.add(network, *rule),
            }
        }
        blame
    }

    fn add(&mut self, network: &Network, rule: RuleId) {
        match &network.rules[rule] {
            Rule::Define(def) => {
                self.defs.insert(*def);
            }
            Rule::Branch { .. } => {
                if !self.branches.contains(&rule) {
                    self.branches.push(rule);
                }
            }
            Rule::Join { node, .. } => {
                self.joins.insert(*node);
            }
            Rule::Implies { one, other } => {
                self.implied.insert((*one, *other));
            }
            Rule::Cut(_) => {}
        }
    }

    /// Opens what the switches and limits allow; `None`: nothing new.
    pub fn assist(
        &self,
        terms: &Terms,
        network: &Network,
        opened: &mut Opened,
        switches: Switches,
        limits: &Limits,
    ) -> Option<Added> {
        let is_new = |opened: &Opened, rule: RuleId| {
            matches!(&network.rules[rule], Rule::Branch { ways, .. }
                if ways.iter().any(|w| !opened.statuses.contains(&w.0)))
        };
        if switches.has(Switch::EcAssist)
            && opened.conditions < limits.k_ec
            && let Some(&branch) = self.branches.iter().find(|&&rule| is_new(opened, rule))
            && let Rule::Branch { node, ways } = &network.rules[branch]
        {
            opened.conditions += 1;
            opened.statuses.extend(ways.iter().map(|w| w.0));
            self.open_joins(opened);
            self.open_definitions(terms, network, opened, limits);
            return Some(Added::Condition(*node));
        }
        let by_value = switches.has(Switch::ValueAssist)
            || (switches.has(Switch::EcAssist) && !self.branches.is_empty());
        if by_value {
            let added = self.open_definitions(terms, network, opened, limits);
            if self.open_joins(opened) || added > 0 {
                return Some(Added::Definitions(added));
            }
        }
        None
    }

    /// Whether there was one.
    fn open_joins(&self, opened: &mut Opened) -> bool {
        let before = (opened.statuses.len(), opened.implied.len());
        opened.statuses.extend(self.joins.iter().copied());
        opened.implied.extend(self.implied.iter().copied());
        before != (opened.statuses.len(), opened.implied.len())
    }

    fn open_definitions(
        &self,
        terms: &Terms,
        network: &Network,
        opened: &mut Opened,
        limits: &Limits,
    ) -> usize {
        let before = opened.defs.len();
        for &def in &self.defs {
            if opened.defs.len() >= limits.k_def as usize {
                break;
            }
            if matches!(terms.info(network.defs[def].symbol).sort, Sort::Value(_)) {
                opened.defs.insert(def);
            }
        }
        opened.defs.len() - before
    }
}

impl Opened {
    /// What refuted the subtasks that follow from a solution is asked together with it from now on, as far as the switches
    /// and limits allow; `None`: nothing new.
    pub(super) fn learn(&mut self, lesson: &Self, switches: Switches, limits: &Limits) -> Option<Added> {
        if !switches.has(Switch::EcAssist)
            || self.conditions + lesson.conditions > limits.k_ec
            || self.defs.len() + lesson.defs.len() > limits.k_def as usize
        {
            return None;
        }
        let size = |o: &Self| (o.defs.len(), o.statuses.len(), o.implied.len(), o.observed);
        let (before, conditions) = (size(self), self.conditions);
        self.add(lesson);
        if self.statuses.len() == before.1 {
            self.conditions = conditions;
        }
        (before != size(self)).then_some(Added::Lesson)
    }
}
