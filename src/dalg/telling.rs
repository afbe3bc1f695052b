//! What the search says of itself, where somebody listens.

use crate::dalg::assist::Added;
use crate::dalg::network::{DefId, Rule, RuleId, StatusId};
use crate::dalg::problem::Problem;
use crate::dalg::state::{Cell, Conflict, Exs, Reason};
use crate::dalg::story::{Event, Fact, Known};
use crate::dalg::value::Value;
use crate::index::Id as _;
use crate::term::assignment::show_bits;
use crate::term::sort::Sort;
use crate::term::variable::Variable;

/// Implied facts that are listed one by one.
const LISTED: usize = 12;

impl Event {
    /// What was added to a question.
    pub(super) fn assist(added: &[Added]) -> Self {
        let what = added.iter().map(|added| match added {
            Added::Condition(_) => "the edge conditions of a decision".to_owned(),
            Added::Definitions(1) => "a definition".to_owned(),
            Added::Definitions(n) => format!("{n} definitions"),
            Added::Lesson => "what refuted the subtasks behind it".to_owned(),
            Added::Passage => "that the effect passes where it was hidden".to_owned(),
        });
        let what = what.collect::<Vec<_>>().join(", and ");
        Self::Assist { what, places: 0 }
    }
}

impl Problem<'_> {
    /// A solution, and what has been implied since the trail had this length.
    pub(super) fn told_solution(&self, since: usize) -> Event {
        let (mut chosen, mut implied) = (Vec::new(), Vec::new());
        for position in since..self.state.position() {
            let entry = self.state.entry(position as u32);
            if self.state.last(entry.cell) == Some(position as u32) {
                let is_chosen = matches!(entry.reason, Reason::Choice(_));
                let Some(fact) = self.fact(entry.cell) else { continue };
                if is_chosen {
                    if !chosen.contains(&fact) {
                        chosen.push(fact);
                    }
                } else if self.is_named(entry.cell) && self.is_news(entry.cell) && !implied.contains(&fact) {
                    implied.push(fact);
                }
            }
        }
        implied.retain(|fact| !chosen.contains(fact));
        let more = implied.len().saturating_sub(LISTED);
        implied.truncate(LISTED);
        Event::Solution { chosen, implied, more }
    }

    /// What cannot be, and what the rule that found it had read.
    pub(super) fn told_conflict(&self, conflict: &Conflict) -> Event {
        let at = conflict.rule.and_then(|rule| match &self.network.rules[rule] {
            Rule::Define(def) => self.place_of(*def),
            Rule::Branch { node, .. } | Rule::Join { node, .. } | Rule::Cut(node) => {
                self.fact(Cell::Status(*node))
            }
            Rule::Implies { one, .. } => self.fact(Cell::Status(*one)),
        });
        let mut because: Vec<Fact> = Vec::new();
        for &position in &conflict.antecedents {
            let fact = self.fact(self.state.entry(position).cell);
            because.extend(fact.filter(|fact| !because.contains(fact) && at.as_ref() != Some(fact)));
        }
        Event::Conflict { at, because }
    }

    /// What is known of a cell now; nothing if nothing is.
    fn fact(&self, cell: Cell) -> Option<Fact> {
        match cell {
            Cell::Status(status) => {
                let is = match (self.state.exs(status), self.condition(status)) {
                    (Exs::Executed, None) => Known::Executed,
                    (Exs::NotExecuted, None) => Known::NotExecuted,
                    (Exs::Executed, Some(condition)) => Known::Taken(condition),
                    (Exs::NotExecuted, Some(condition)) => Known::NotTaken(condition),
                    (Exs::Unknown, _) => return None,
                };
                let place = self.network.statuses[status];
                Some(Fact { is, place, is_mutant: status.index() >= self.mark.statuses() })
            }
            Cell::Value(def) => {
                let info = self.terms.info(self.network.defs[def].symbol);
                let Sort::Value(sort) = info.sort else { return None };
                let name = &info.name;
                let text = match self.state.value(def) {
                    Value::Known(bits) => format!("{name} = {}", show_bits(sort, bits)),
                    Value::Range { low, high } => format!("{low} <= {name} <= {high}"),
                    Value::Any => return None,
                };
                Some(self.value_fact(def, text))
            }
        }
    }

    /// The condition of an edge.
    fn condition(&self, status: StatusId) -> Option<String> {
        self.network.status_watch[status].iter().find_map(|&rule| match &self.network.rules[rule] {
            Rule::Branch { ways, .. } => {
                ways.iter().find(|way| way.0 == status).map(|way| self.terms.show(way.1))
            }
            _ => None,
        })
    }

    /// That an edge is not taken says nothing where another of its node is.
    fn is_news(&self, cell: Cell) -> bool {
        let Cell::Status(status) = cell else { return true };
        let is_taken = |&rule: &RuleId| {
            matches!(&self.network.rules[rule], Rule::Branch { ways, .. }
                if ways.iter().any(|way| way.0 == status)
                    && ways.iter().any(|way| way.0 != status && self.state.exs(way.0) == Exs::Executed))
        };
        self.state.exs(status) != Exs::NotExecuted || !self.network.status_watch[status].iter().any(is_taken)
    }

    fn place_of(&self, def: DefId) -> Option<Fact> {
        let name = self.terms.info(self.network.defs[def].symbol).name.clone();
        self.fact(Cell::Value(def)).or_else(|| Some(self.value_fact(def, name)))
    }

    fn value_fact(&self, def: DefId, text: String) -> Fact {
        let place = self.network.defs[def].place;
        Fact { is: Known::Value(text), place, is_mutant: def.index() >= self.mark.defs() }
    }

    /// A place, or a variable that the program has.
    fn is_named(&self, cell: Cell) -> bool {
        match cell {
            Cell::Status(_) => true,
            Cell::Value(def) => {
                let variable = self.terms.info(self.network.defs[def].var).variable;
                matches!(variable, Variable::Local(..)) || variable.is_global()
            }
        }
    }
}
