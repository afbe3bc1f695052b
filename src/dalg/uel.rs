//! The list of what is not justified yet (UEL, §3.3.6, §4.3.3): what was assumed and does not follow from the inputs.
//!
//! - a definition at an executed place of which more is known than its term gives yet, be it a value or a range;
//! - an edge that is executed and whose condition is open (EC);
//! - a join definition with a value and more than one edge left: one of its definitions is chosen;
//! - a node that is executed and more than one edge into it left, unless every way leads to it.
//!
//! The text keeps the list while it implies. Here it is read off the rules whenever an element is asked for: so it is part of no
//! state that has to be recovered, and an element that implication has justified since is none. The latest come first, so
//! that requirements move towards the inputs.

use std::collections::{BTreeSet, VecDeque};

use crate::dalg::implication::Implication;
use crate::dalg::network::{DefId, DefKind, Rule, RuleId, StatusId};
use crate::dalg::problem::Problem;
use crate::dalg::question::Opened;
use crate::dalg::state::Exs;
use crate::dalg::subtask::{Goal, JustifiedIn, Kind, LocalGoal, Subtask};
use crate::dalg::switches::Switch;
use crate::dalg::value::Value;
use crate::index::Id as _;
use crate::term::TermId;
use crate::term::sort::Sort;

/// An element of the UEL, as what is to be done about it.
#[derive(Clone, Debug)]
pub(super) enum Unjustified {
    Open(Subtask),
    /// It has a value that nothing can give it.
    Impossible,
}

impl Problem<'_> {
    /// The next element to be justified.
    ///
    /// One that was dealt with on the way here, and is open still, rests on what no term says exactly: the test shows
    /// what it is.
    pub(super) fn unjustified(
        &mut self,
        versions: JustifiedIn,
        justified: &BTreeSet<RuleId>,
    ) -> Option<Unjustified> {
        let rules = match versions {
            JustifiedIn::Original => self.mark.rules(),
            JustifiedIn::Both => self.network.rules.len(),
        };
        let mut latest_first = (0..rules).rev().map(RuleId::new).filter(|rule| !justified.contains(rule));
        latest_first.find_map(|rule| self.unjustified_rule(rule, versions))
    }

    fn unjustified_rule(&mut self, rule: RuleId, versions: JustifiedIn) -> Option<Unjustified> {
        let network = self.network;
        let kind = Kind::Justification(rule, versions);
        match &network.rules[rule] {
            Rule::Define(def) => self.unjustified_definition(*def, kind),
            Rule::Branch { node, ways } => {
                let &(_, wanted) = ways.iter().find(|w| self.state.exs(w.0) == Exs::Executed)?;
                let is_open = !self.eval(wanted).is_true();
                is_open.then(|| {
                    let (executed, opened) = (vec![*node], Opened::default());
                    let name = format!("JUST edge condition {}", self.terms.show(wanted));
                    let goal = Goal::Local(LocalGoal { wanted, executed, opened });
                    Unjustified::Open(Subtask { name, kind, goal })
                })
            }
            Rule::Join { node, ways, always: false } => {
                if self.state.exs(*node) != Exs::Executed {
                    return None;
                }
                let open: Vec<StatusId> =
                    ways.iter().copied().filter(|&w| self.state.exs(w) != Exs::NotExecuted).collect();
                let is_open = open.len() > 1 && open.iter().all(|&w| self.state.exs(w) == Exs::Unknown);
                is_open.then(|| {
                    let ways = open.into_iter().map(|way| vec![way]).collect();
                    Unjustified::Open(Subtask { name: "JUST node".to_owned(), kind, goal: Goal::Ways(ways) })
                })
            }
            Rule::Join { .. } | Rule::Implies { .. } | Rule::Cut(_) => None,
        }
    }

    fn eval(&mut self, term: TermId) -> Value {
        let indirect = self.switches.has(Switch::IndirectExs);
        Implication::new(self.network, self.terms, self.state, indirect).eval(term, 0)
    }

    fn unjustified_definition(&mut self, def: DefId, kind: Kind) -> Option<Unjustified> {
        let network = self.network;
        let info = &network.defs[def];
        let value = self.state.value(def);
        let symbol = self.terms.info(info.symbol);
        if !matches!(symbol.sort, Sort::Value(_))
            || info.initial.is_within(value)
            || self.state.exs(info.status) != Exs::Executed
        {
            return None;
        }
        let name = format!("JUST {}", symbol.name);
        match &info.kind {
            DefKind::Entry => None,
            DefKind::Unknown => Some(Unjustified::Impossible),
            DefKind::Assign(term) => (!self.eval(*term).is_within(value)).then(|| {
                let opened = Opened { defs: [def].into(), ..Opened::default() };
                let wanted = self.terms.boolean(true);
                let goal = Goal::Local(LocalGoal { wanted, executed: Vec::new(), opened });
                Unjustified::Open(Subtask { name, kind, goal })
            }),
            DefKind::Join(ways) => {
                let live: Vec<(StatusId, DefId)> =
                    ways.iter().copied().filter(|w| self.state.exs(w.0) != Exs::NotExecuted).collect();
                let is_given = live.iter().all(|w| self.state.value(w.1).is_within(value));
                let is_decided = live.iter().any(|w| self.state.exs(w.0) == Exs::Executed);
                (!is_given && !is_decided).then(|| {
                    let ways = if self.switches.has(Switch::DuJust) {
                        self.definition_paths(&live, value)
                    } else {
                        live.iter().map(|w| vec![w.0]).collect()
                    };
                    Unjustified::Open(Subtask { name, kind, goal: Goal::Ways(ways) })
                })
            }
        }
    }

    /// The paths from each compatible definition to a use through joins, the closest definitions first (§4.3.3.4).
    fn definition_paths(&self, live: &[(StatusId, DefId)], value: Value) -> Vec<Vec<StatusId>> {
        /// Farther definitions are left to the next round.
        const MAX_PATHS: usize = 24;
        let mut paths = Vec::new();
        let mut pending: VecDeque<(Vec<StatusId>, DefId)> =
            live.iter().map(|&(way, def)| (vec![way], def)).collect();
        while let Some((path, def)) = pending.pop_front() {
            if self.state.value(def).meet(value).is_none() {
                continue;
            }
            match &self.network.defs[def].kind {
                DefKind::Join(ways) if pending.len() + paths.len() < MAX_PATHS => {
                    for &(way, operand) in ways {
                        if self.state.exs(way) != Exs::NotExecuted {
                            let longer = path.iter().copied().chain([way]).collect();
                            pending.push_back((longer, operand));
                        }
                    }
                }
                _ => paths.push(path),
            }
        }
        paths
    }
}
